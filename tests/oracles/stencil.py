"""A slow second reading of Stencil, written from the rules page alone, and a brute-force solver for late positions.

R and S numbers are those of the rules page. Chance outcomes offered together are equally likely. Options that only
concern the interface or the computer players (claim_entry, hint_level, auto_claim, turn_seconds, ai_level) have no
place here. Where the page is silent:

- The colours are the seats; only the first player is drawn, and only for game 1.
- Plates are named K1, K2, … by their place in `plates`. A player left with a single plate still picks it.
- A replay of an abandoned game is a game: with `plates_for = game` plates are taken anew for it, and `alternate`
  afterwards goes by who started the replay.
- `min_counters_to_claim` binds always, so a player unable to place may be left with "no claim" alone.
- "No claim" counts as a failed claim (R7), so under `free` it ends the game together with a failed claim next to it
  while one of the players can still place.
- A failure of a player unable to place uses up no claim budget (he can never place again, so nothing hangs on it).
- A match runs to its last game even when it is already decided. The last board stays as it is when the match is over.
- The solver knows one game only: an unfinished game is worth 0 whatever `unfinished` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

RED, WHITE = "red", "white"
COLOURS = (RED, WHITE)
OTHER = {RED: WHITE, WHITE: RED}
CELLS = tuple(column + row for row in "1234" for column in "abcd")
BITS = tuple((cell, 1 << i) for i, cell in enumerate(CELLS))

Cells = frozenset[str]
Action = tuple[str | int, ...]

K1 = "#... ..#. ##.. ...."
K2 = ".#.. ..#. #.#. ...."
K3 = "...# .#.# .... #..."
K4 = "..## .... #... .#.."


def cells_of_drawing(drawing: str) -> Cells:
    return frozenset(cell for cell, mark in zip(CELLS, drawing.replace(" ", ""), strict=True) if mark == "#")


def mask_of(cells: Cells) -> int:
    return sum(1 << CELLS.index(cell) for cell in cells)


def cells_of_mask(mask: int) -> Cells:
    return frozenset(cell for i, cell in enumerate(CELLS) if mask >> i & 1)


def row_and_column(cell: str) -> tuple[int, int]:
    return divmod(CELLS.index(cell), 4)


def turned_over(cells: Cells) -> Cells:
    return frozenset(CELLS[4 * r + (3 - c)] for r, c in map(row_and_column, cells))


def rotated(cells: Cells) -> Cells:
    return frozenset(CELLS[4 * c + (3 - r)] for r, c in map(row_and_column, cells))


def laid(plate: Cells, orientation: int) -> Cells:
    """The cells seen through a plate: turned over first if orientation >= 4, then rotated clockwise."""
    cells = turned_over(plate) if orientation >= 4 else plate
    for _ in range(orientation % 4):
        cells = rotated(cells)
    return cells


@dataclass(frozen=True)
class Options:
    counters_each: int = 8
    plates: tuple[Cells, ...] = tuple(map(cells_of_drawing, (K1, K2, K3, K4)))
    plate_choice: str = "pick"
    red_plate: str = "K1"
    white_plate: str = "K2"
    plates_for: str = "match"
    orientations: str = "rotations"
    min_counters_to_claim: int = 4
    failed_claim_rule: str = "no_repeat"
    claim_budget: int = 2
    final_attempts: int = 1
    unfinished: str = "draw"
    first_player: str = "random"
    next_starter: str = "alternate"
    games: int = 6

    def __post_init__(self) -> None:
        def demand(name: str, good: bool, expected: str) -> None:
            if not good:
                raise ValueError(f"{name} is {getattr(self, name)!r}, expected {expected}")

        def one_of(name: str, *values: str) -> None:
            demand(name, getattr(self, name) in values, "one of " + ", ".join(values))

        one_of("plate_choice", "pick", "random", "fixed")
        one_of("plates_for", "match", "game")
        one_of("orientations", "rotations", "rotations_and_flips")
        one_of("failed_claim_rule", "no_repeat", "free", "strict", "budget")
        one_of("unfinished", "draw", "half", "abandon")
        one_of("first_player", "random", RED, WHITE)
        one_of("next_starter", "alternate", "winner", "loser")
        demand("counters_each", 4 <= self.counters_each <= 8, "4 to 8")
        demand("min_counters_to_claim", 0 <= self.min_counters_to_claim <= 16, "0 to 16")
        demand("claim_budget", self.claim_budget >= 0, "0 or more")
        demand("final_attempts", 1 <= self.final_attempts <= 4, "1 to 4")
        demand("games", self.games >= 1, "1 or more")
        demand("plates", 2 <= len(self.plates) <= 4, "two to four plates")
        demand("plates", all(len(plate) == 4 and plate <= set(CELLS) for plate in self.plates), "four cells each")
        families = [frozenset(laid(plate, o) for o in self.orientation_numbers) for plate in self.plates]
        demand("plates", len(set(families)) == len(families), "no two the same in any orientation allowed")
        if self.plate_choice == "fixed":
            one_of("red_plate", *self.plate_names)
            one_of("white_plate", *self.plate_names)
            demand("white_plate", self.white_plate != self.red_plate, "another plate than red's")

    @property
    def orientation_numbers(self) -> range:
        return range(8 if self.orientations == "rotations_and_flips" else 4)

    @property
    def plate_names(self) -> tuple[str, ...]:
        return tuple(f"K{number}" for number, _ in enumerate(self.plates, start=1))

    def view(self, plate_name: str, orientation: int) -> Cells:
        return laid(self.plates[self.plate_names.index(plate_name)], orientation)


@dataclass(frozen=True)
class Player:
    plate: str = ""
    counters: Cells = frozenset()
    last_failed: bool = False  # his previous turn in this game ended with a failed claim while he could place
    failures: int = 0  # failed claims in this game that ended a turn in which he could place
    points: Fraction = Fraction(0)


@dataclass(frozen=True)
class Finished:
    starter: str
    winner: str  # a colour, or "" for an unfinished game
    turns: int
    counted: bool


@dataclass(frozen=True)
class State:
    options: Options
    phase: str  # "first" and "deal" are chance; "plate" and "play" are decisions; "over" ends the match
    starter: str = ""
    to_move: str = ""  # a colour, "" at chance and when over
    red: Player = field(default_factory=Player)
    white: Player = field(default_factory=Player)
    turn: int = 0  # number of the turn under way, from 1
    must_place: bool = False  # a claim has failed in this turn without ending it
    previous_failed: bool = False  # the turn before this one, the opponent's, was a failed claim
    final_failures: int = 0  # failed turns since neither player could place
    finished: tuple[Finished, ...] = ()

    def player(self, colour: str) -> Player:
        return self.red if colour == RED else self.white

    def with_player(self, colour: str, **changes: Any) -> State:
        changed = replace(self.player(colour), **changes)
        return replace(self, red=changed) if colour == RED else replace(self, white=changed)

    @property
    def board(self) -> Cells:
        return self.red.counters | self.white.counters

    @property
    def empty(self) -> Cells:
        return frozenset(CELLS) - self.board


@dataclass(frozen=True)
class Result:
    red: Fraction
    white: Fraction
    winner: str  # "red", "white" or "draw"


def start(options: Options) -> State:
    if options.first_player == "random":
        return State(options, "first")
    return open_game(State(options, "first"), options.first_player)


def open_game(state: State, starter: str) -> State:
    """Clear the board and take plates: S4 has the player who does not start pick first."""
    options = state.options
    for colour in COLOURS:
        state = state.with_player(colour, counters=frozenset(), last_failed=False, failures=0)
    state = replace(state, starter=starter, turn=0, must_place=False, previous_failed=False, final_failures=0)
    if options.plate_choice == "fixed":
        return open_play(state.with_player(RED, plate=options.red_plate).with_player(WHITE, plate=options.white_plate))
    if state.red.plate and options.plates_for == "match":
        return open_play(state)
    state = state.with_player(RED, plate="").with_player(WHITE, plate="")
    if options.plate_choice == "random":
        return replace(state, phase="deal", to_move="")
    return replace(state, phase="plate", to_move=OTHER[starter])


def open_play(state: State) -> State:
    return replace(state, phase="play", to_move=state.starter, turn=1)


def able_to_place(state: State, colour: str) -> bool:
    return len(state.player(colour).counters) < state.options.counters_each and bool(state.empty)


def nobody_able_to_place(state: State) -> bool:
    return not any(able_to_place(state, colour) for colour in COLOURS)


def is_complete(state: State, colour: str, orientation: int) -> bool:
    """R3: all four apertures show counters, exactly three his own and one his opponent's."""
    seen = state.options.view(state.player(colour).plate, orientation)
    own, others = state.player(colour).counters, state.player(OTHER[colour]).counters
    return len(seen & own) == 3 and len(seen & others) == 1


def complete_orientations(state: State, colour: str) -> list[int]:
    return [o for o in state.options.orientation_numbers if is_complete(state, colour, o)]


def choices(state: State) -> set[Action]:
    options = state.options
    if state.phase == "first":
        return {("first", colour) for colour in COLOURS}
    if state.phase == "deal":
        names = options.plate_names
        return {("deal", red, white) for red in names for white in names if red != white}
    if state.phase == "plate":
        taken = {state.red.plate, state.white.plate}
        return {("plate", name) for name in options.plate_names if name not in taken}
    if state.phase == "over":
        return set()
    actions: set[Action] = set()
    if able_to_place(state, state.to_move):
        actions |= {("place", cell) for cell in state.empty}
    else:
        actions.add(("none",))
    if len(state.board) >= options.min_counters_to_claim and not state.must_place:
        actions |= {("claim", o) for o in options.orientation_numbers}
    return actions


def play(state: State, action: Action) -> State:
    legal = choices(state)
    if action not in legal:
        raise ValueError(f"{action!r} is not legal, expected one of {sorted(legal, key=str)}")
    match action:
        case ("first", str(colour)):
            return open_game(state, colour)
        case ("deal", str(red), str(white)):
            return open_play(state.with_player(RED, plate=red).with_player(WHITE, plate=white))
        case ("plate", str(name)):
            state = state.with_player(state.to_move, plate=name)
            return open_play(state) if state.to_move == state.starter else replace(state, to_move=state.starter)
        case ("place", str(cell)):
            return place(state, cell)
        case ("claim", int(orientation)):
            return claim(state, orientation)
    return end_turn(state, failed=True)  # "no claim"


def place(state: State, cell: str) -> State:
    counters = state.player(state.to_move).counters | {cell}
    return end_turn(state.with_player(state.to_move, counters=counters, last_failed=False), failed=False)


def claim(state: State, orientation: int) -> State:
    colour = state.to_move
    if is_complete(state, colour, orientation):
        return end_game(state, colour)
    if not able_to_place(state, colour):
        return end_turn(state, failed=True)
    if failure_ends_turn(state):
        failures = state.player(colour).failures + 1
        return end_turn(state.with_player(colour, last_failed=True, failures=failures), failed=True)
    return replace(state, must_place=True)


def failure_ends_turn(state: State) -> bool:
    """R6, for a player who is able to place."""
    player = state.player(state.to_move)
    match state.options.failed_claim_rule:
        case "no_repeat":
            return not player.last_failed
        case "free":
            return True
        case "budget":
            return player.failures < state.options.claim_budget
    return False  # "strict"


def end_turn(state: State, failed: bool) -> State:
    if failed and nobody_able_to_place(state):
        state = replace(state, final_failures=state.final_failures + 1)
        if state.final_failures == 2 * state.options.final_attempts:  # R10: that many by each
            return end_game(state, "")
    elif failed and state.previous_failed and state.options.failed_claim_rule == "free":
        return end_game(state, "")
    to_move = OTHER[state.to_move]
    return replace(state, to_move=to_move, turn=state.turn + 1, must_place=False, previous_failed=failed)


def end_game(state: State, winner: str) -> State:
    options = state.options
    abandoned = sum(not game.counted for game in state.finished)
    counted = bool(winner) or options.unfinished != "abandon" or abandoned >= options.games
    if winner:
        state = state.with_player(winner, points=state.player(winner).points + 1)
    elif options.unfinished == "half":
        for colour in COLOURS:
            state = state.with_player(colour, points=state.player(colour).points + Fraction(1, 2))
    state = replace(state, finished=(*state.finished, Finished(state.starter, winner, state.turn, counted)))
    if sum(game.counted for game in state.finished) == options.games:
        return replace(state, phase="over", to_move="")
    if winner and options.next_starter == "winner":
        return open_game(state, winner)
    if winner and options.next_starter == "loser":
        return open_game(state, OTHER[winner])
    return open_game(state, OTHER[state.starter])


def result(state: State) -> Result | None:
    """R12: what the match came to, or None while it lasts."""
    if state.phase != "over":
        return None
    red, white = state.red.points, state.white.points
    return Result(red, white, RED if red > white else WHITE if white > red else "draw")


def position(options: Options, red_plate: str, white_plate: str, red: str, white: str, to_move: str) -> State:
    """A game under way with these counters ("a1 b2") down, every turn so far a placement."""
    red_cells, white_cells = frozenset(red.split()), frozenset(white.split())
    return State(
        options,
        "play",
        starter=to_move if len(red_cells | white_cells) % 2 == 0 else OTHER[to_move],
        to_move=to_move,
        red=Player(red_plate, red_cells),
        white=Player(white_plate, white_cells),
        turn=len(red_cells | white_cells) + 1,
    )


class Solution(NamedTuple):
    """From the side to move: 0 draw, n a win with the claim on the n-th turn from now, -n a loss likewise."""

    value: int
    moves: dict[str, int]  # by cell, "fail" for a failed claim that ends the turn, "none" for no claim


class Node(NamedTuple):
    mover: str
    own: int
    others: int
    own_failed: int  # no_repeat: 1 if the previous turn failed; budget: turn-ending failures so far; otherwise 0
    others_failed: int
    previous_failed: bool
    final_failures: int


def solve(state: State) -> Solution:
    """Exact value of the game under way, by trying everything."""
    if state.phase != "play":
        raise ValueError(f"the phase is {state.phase!r}, expected a game under way")
    mover, waiter = state.player(state.to_move), state.player(OTHER[state.to_move])
    node = Node(
        state.to_move,
        mask_of(mover.counters),
        mask_of(waiter.counters),
        failures_that_matter(mover, state.options),
        failures_that_matter(waiter, state.options),
        state.previous_failed,
        state.final_failures,
    )
    search = Search(state)
    moves = dict(search.turns(node, state.must_place))
    if len(complete_orientations(state, state.to_move)) == len(state.options.orientation_numbers):
        moves.pop("fail", None)  # no orientation is left to fail with
    if not state.must_place and search.wins_now(node):
        return Solution(1, moves)
    return Solution(max(moves.values(), key=worth), moves)


def failures_that_matter(player: Player, options: Options) -> int:
    match options.failed_claim_rule:
        case "no_repeat":
            return int(player.last_failed)
        case "budget":
            return player.failures
    return 0


def worth(value: int) -> int:
    """Orders values: quick wins, slow wins, draw, slow losses, quick losses."""
    return 0 if value == 0 else 1000 - value if value > 0 else -1000 - value


def one_turn_later(value: int) -> int:
    """What the opponent's value after a turn means to the player who made that turn."""
    return 0 if value == 0 else -value - 1 if value > 0 else -value + 1


class Search:
    def __init__(self, state: State) -> None:
        self.options = state.options
        self.known: dict[Node, int] = {}
        self.stencils: dict[str, list[tuple[int, int]]] = {}  # (three own cells, one of the opponent's)
        for colour in COLOURS:
            views = {self.options.view(state.player(colour).plate, o) for o in self.options.orientation_numbers}
            self.stencils[colour] = [
                (mask_of(view - {one}), mask_of(frozenset({one}))) for view in views for one in view
            ]

    def wins_now(self, node: Node) -> bool:
        if (node.own | node.others).bit_count() < self.options.min_counters_to_claim:
            return False
        return any(node.own & three == three and node.others & one for three, one in self.stencils[node.mover])

    def value(self, node: Node) -> int:
        known = self.known.get(node)
        if known is None:
            known = 1 if self.wins_now(node) else self.best_without_claim(node)
            self.known[node] = known
        return known

    def best_without_claim(self, node: Node) -> int:
        best = -2
        for _, value in self.turns(node, False):
            if worth(value) > worth(best):
                best = value
                if best == 3:  # no claim now, so none before the third turn
                    break
        return best

    def turns(self, node: Node, must_place: bool) -> Iterator[tuple[str, int]]:
        """Every way to end this turn without a correct claim. A failure that would not end it is left out."""
        mover, own, others, own_failed, others_failed, _, _ = node
        rule, full = self.options.failed_claim_rule, own | others
        if own.bit_count() == self.options.counters_each:
            yield "none", self.after_failure(node, own_failed)
            return
        forgiven = 0 if rule == "no_repeat" else own_failed
        for cell, bit in BITS:
            if not full & bit:
                after = Node(OTHER[mover], others, own | bit, others_failed, forgiven, False, 0)
                yield cell, one_turn_later(self.value(after))
        if must_place or full.bit_count() < self.options.min_counters_to_claim:
            return
        if rule == "free":
            yield "fail", self.after_failure(node, 0)
        elif rule == "no_repeat" and not own_failed:
            yield "fail", self.after_failure(node, 1)
        elif rule == "budget" and own_failed < self.options.claim_budget:
            yield "fail", self.after_failure(node, own_failed + 1)

    def after_failure(self, node: Node, own_failed: int) -> int:
        free = self.options.failed_claim_rule == "free"
        final_failures = 0
        if node.own.bit_count() == node.others.bit_count() == self.options.counters_each:
            final_failures = node.final_failures + 1
            if final_failures == 2 * self.options.final_attempts:
                return 0
        elif free and node.previous_failed:
            return 0
        after = Node(OTHER[node.mover], node.others, node.own, node.others_failed, own_failed, free, final_failures)
        return one_turn_later(self.value(after))
