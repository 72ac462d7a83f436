"""A slow second reading of Quantum, written from the rules page alone, for comparison with the real rules.

R and U numbers are those of the page. A square is its index, 0 is the centre, a piece is (seat, slot). Where the page
leaves the machine open:

- `roller` is -1 until it is known, and stays with the player of the last turn when the game is over.
- `due` counts the single die being asked for as well as those after it; the second throw after a double six is not in
  it. A win leaves nothing due and the unused scores where they are; the end of a turn clears them.
- The log tells of no steps, of nobody coming to rest, and of no piece going to the home tray. A zap is logged with the
  piece passed. A moving piece that stays in ring 6 does not rise. An `extra` follows the rise or jump that earned it.
- Options that the win form in use does not read are not examined.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

CENTRE, TRAY, IN_THE_AIR = 0, -1, -2
ENTER = 136
RING_SIZES = (2, 8, 18, 32, 48, 72)
FIRST_NUMBERS = (1, 3, 11, 19, 37, 55, 87)
PIECES = {2: 8, 3: 6, 4: 4, 5: 2, 6: 2}

Piece = tuple[int, int]


def groups_of_ring(ring: int) -> list[int]:
    """The group of each numbered square; 0 for 58 to 71, which have none (U7)."""
    if ring == 1:
        return [1, 18]
    if ring in (2, 3):
        return [1, 2, *range(13, 19)]
    if ring in (4, 5):
        return list(range(1, 19))
    return [1, 2, 3, *[0] * 14, *range(4, 19)]


def numbers_of_ring(ring: int) -> range:
    return range(FIRST_NUMBERS[ring - 1], FIRST_NUMBERS[ring])


def number_in_group(ring: int, group: int) -> int:
    """0 if the ring has nobody in that group."""
    groups = groups_of_ring(ring)
    return numbers_of_ring(ring)[groups.index(group)] if group in groups else 0


def group(number: int) -> int:
    ring = ring_of(number)
    return groups_of_ring(ring)[number - FIRST_NUMBERS[ring - 1]]


def ring_of(number: int) -> int:
    return next(ring for ring in range(1, 7) if number in numbers_of_ring(ring))


def number_up(number: int) -> int | None:
    """The same group one ring further out; None in ring 6."""
    ring = ring_of(number)
    return None if ring == 6 else number_in_group(ring + 1, group(number))


def number_down(number: int) -> int:
    """The same group one ring further in; the centre where there is none and from rings 1 and 2 (U8, U9)."""
    ring = ring_of(number)
    if ring <= 2:
        return CENTRE
    if ring == 6:
        return number - 32  # U7
    return number_in_group(ring - 1, group(number))


@dataclass(frozen=True)
class Square:
    index: int
    id: str
    ring: int
    pos: int
    number: int | None  # None for a hole
    up: int | None  # a number, None in ring 6
    down: int  # a number, 0 for the centre
    mark: str


def holes_before(ring: int, number: int) -> int:
    """U3 to U6: holes between a numbered square and the one before it, the rest of the ring for the jump square."""
    if ring <= 2:
        return 0
    if ring == 3:
        return 10 if number == 13 else 0
    each = 2 * (ring - 3)
    if 13 <= group(number) <= 18:
        return each
    return RING_SIZES[ring - 1] - len(numbers_of_ring(ring)) - 6 * each if group(number) == 1 else 0


def build_board() -> list[Square]:
    squares: list[Square] = []
    for ring in range(1, 7):
        numbers = list(numbers_of_ring(ring))
        pos = 0
        for number, following in zip(numbers, numbers[1:] + numbers[:1], strict=True):
            mark = "jump" if group(number) == 1 and ring < 6 else ""
            up, down = number_up(number), number_down(number)
            squares.append(Square(len(squares) + 1, str(number), ring, pos, number, up, down, mark))
            pos += 1
            holes = holes_before(ring, following)
            for letter in "abcdefghij"[:holes]:
                last = letter == "abcdefghij"[holes - 1]
                mark = ""
                if last and following == 54:
                    mark = "home"
                if last and following in range(81, 87):
                    mark = "absorption"  # U11
                name = f"{number}{letter}"
                squares.append(Square(len(squares) + 1, name, ring, pos, None, number_up(following), down, mark))
                pos += 1
    return squares


BOARD = build_board()
INDEX = {square.id: square.index for square in BOARD} | {"0": CENTRE}
UP = {square.index: None if square.up is None else INDEX[str(square.up)] for square in BOARD}
DOWN = {square.index: INDEX[str(square.down)] for square in BOARD}
RING = {square.index: square.ring for square in BOARD} | {CENTRE: 0}
HOME = next(square.index for square in BOARD if square.mark == "home")
ABSORPTION = {square.index for square in BOARD if square.mark == "absorption"}
JUMPS = {square.index for square in BOARD if square.mark == "jump"}


def next_square(square: int) -> int:
    """R8: one step anti-clockwise."""
    here = BOARD[square - 1]
    pos = (here.pos + 1) % RING_SIZES[here.ring - 1]
    return square - here.pos + pos


DEFAULTS: dict[str, Any] = {
    "variant": "modified",
    "pieces_per_player": "auto",
    "win_form": "balance",
    "home_target": 2,
    "home_check": "on_landing",
    "totals": "same_throw",
    "arriving_on_37": "rest",
    "first_player": "throw",
    "turn_limit": 1000,
}
WORDS = {
    "variant": ("modified", "inner_ring"),
    "win_form": ("balance", "counters_home", "one_plus_three"),
    "home_check": ("on_landing", "standing"),
    "totals": ("same_throw", "off"),
    "arriving_on_37": ("rest", "move_on"),
    "first_player": ("throw", "seat0", "random"),
}


def pieces_each(options: dict[str, Any], players: int) -> int:
    """How many pieces a player has, after a look at all the options."""

    def demand(name: str, good: bool, expected: str) -> None:
        if not good:
            raise ValueError(f"{name} is {options.get(name, players)!r}, expected {expected}")

    unknown = set(options) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"no option is called {sorted(unknown)}, expected {sorted(DEFAULTS)}")
    demand("players", players in PIECES, "2 to 6")
    for name, words in WORDS.items():
        demand(name, options[name] in words, "one of " + ", ".join(words))
    auto = options["pieces_per_player"] == "auto"
    pieces = PIECES[players] if auto else options["pieces_per_player"]
    demand("pieces_per_player", pieces in range(2, 9), "auto or 2 to 8")
    demand("pieces_per_player", players * pieces % 2 == 0, "an even number of pieces in all")
    if options["win_form"] == "one_plus_three":
        demand("pieces_per_player", pieces >= 4, "4 or more for one_plus_three")
    if options["win_form"] == "counters_home":
        demand("home_target", options["home_target"] in range(1, pieces + 1), "1 to the pieces each")
    demand("turn_limit", options["turn_limit"] >= 0, "0 or more")
    return int(pieces)


class Table:
    def __init__(self, options: dict[str, Any], players: int) -> None:
        self.options = DEFAULTS | options
        self.players = players
        self.places = [[CENTRE] * pieces_each(self.options, players) for _ in range(players)]
        inner = self.options["variant"] == "inner_ring"
        self.entry = INDEX["1"] if inner else INDEX["3"]
        self.jumps = JUMPS if inner else JUMPS - {INDEX["1"]}
        self.roller = -1
        self.loose: list[int] = []
        self.pairs: list[tuple[int, int]] = []
        self.pair_due = False
        self.due = 0
        self.turns = 0
        self.winner: int | None = None
        self.log: list[tuple[Any, ...]] = []
        if self.options["first_player"] == "seat0":
            self.begin_turn(0)

    def over(self) -> bool:
        return self.winner is not None or self.turns == self.options["turn_limit"] > 0

    def node(self) -> str:
        if self.over():
            return "over"
        if self.roller < 0:
            return "first"
        if self.pair_due:
            return "pair"
        return "die" if self.due else "use"

    def asked(self) -> tuple[str, int]:
        if self.node() == "over":
            return "over", 0
        return ("seat", self.roller) if self.node() == "use" else ("chance", 0)

    def outcomes(self) -> dict[tuple[Any, ...], int]:
        match self.node():
            case "first":
                return {("first", seat): 1 for seat in range(self.players)}
            case "pair":
                return {("pair", (a, b)): 1 if a == b else 2 for a in range(1, 7) for b in range(1, a + 1)}
            case "die":
                return {("die", v): 1 for v in range(1, 7)}
        return {}

    def legal(self) -> set[int]:
        return self.usable() if self.node() == "use" else set()

    def usable(self) -> set[int]:
        """R4: everything the pool allows."""
        single = set(self.loose) | {die for pair in self.pairs for die in pair}
        totals = {sum(pair) for pair in self.pairs} if self.options["totals"] == "same_throw" else set()
        actions = set()
        for slot, place in enumerate(self.places[self.roller]):
            if place > 0:
                actions |= {17 * slot + (v - 1) for v in single}
                actions |= {17 * slot + 6 + (t - 2) for t in totals}
        if 6 in single and CENTRE in self.places[self.roller]:
            actions.add(ENTER)
        return actions

    def happen(self, event: tuple[Any, ...]) -> None:
        """R1, R2."""
        if event not in self.outcomes():
            raise ValueError(f"event {event} at {self.node()}, expected one of {sorted(self.outcomes())}")
        self.log = []
        kind, what = event
        if kind == "first":
            self.begin_turn(what)
            return
        if kind == "pair":
            self.pairs.append(what)
            self.pair_due = what == (6, 6)
            self.due = 1 if what.count(6) == 1 else 0
        else:
            self.loose = sorted([*self.loose, what])
            self.due -= 1
            if what == 6:
                self.due += 1
        self.end_turn_if_nothing_is_left()

    def act(self, action: int) -> None:
        """R4, then what follows a completed action."""
        if action not in self.legal():
            raise ValueError(f"action {action} at {self.node()}, expected one of {sorted(self.legal())}")
        self.log = []
        slot, number = divmod(action, 17)
        if action == ENTER:
            self.spend(6)
            self.enter()
        elif number < 6:
            self.spend(number + 1)
            self.move((self.roller, slot), number + 1)
        else:
            total = number - 6 + 2
            self.pairs.remove(next(pair for pair in self.pairs if sum(pair) == total))
            self.move((self.roller, slot), total)
        if self.winner is None and self.options["home_check"] == "standing":
            standing = self.standing_on(HOME)
            if self.options["win_form"] == "balance" and self.balanced() and standing is not None:
                self.win(standing[0])
        if self.winner is None:
            self.end_turn_if_nothing_is_left()

    def scores(self) -> list[float]:
        if not self.over():
            raise ValueError("the game is not over")
        if self.winner is None:
            return [0.0] * self.players
        return [1.0 if seat == self.winner else -1 / (self.players - 1) for seat in range(self.players)]

    def begin_turn(self, seat: int) -> None:
        self.roller = seat
        self.loose, self.pairs = [], []
        self.pair_due = True

    def end_turn_if_nothing_is_left(self) -> None:
        """R6, R22."""
        if self.pair_due or self.due or self.usable():
            return
        self.loose, self.pairs = [], []
        self.turns += 1
        if not self.over():
            self.begin_turn((self.roller + 1) % self.players)

    def spend(self, score: int) -> None:
        """R7."""
        if score in self.loose:
            self.loose.remove(score)
            return
        newest = max(i for i, pair in enumerate(self.pairs) if score in pair)
        broken = list(self.pairs.pop(newest))
        broken.remove(score)
        self.loose = sorted(self.loose + broken)

    def pieces(self) -> Iterator[tuple[Piece, int]]:
        for seat, row in enumerate(self.places):
            for slot, place in enumerate(row):
                yield (seat, slot), place

    def standing_on(self, square: int) -> Piece | None:
        """Nobody is ever in the way in the centre."""
        if square == CENTRE:
            return None
        return next((piece for piece, place in self.pieces() if place == square), None)

    def put(self, piece: Piece, place: int) -> None:
        seat, slot = piece
        self.places[seat][slot] = place

    def balanced(self) -> bool:
        places = [place for _, place in self.pieces()]
        return 2 * places.count(CENTRE) == len(places)

    def win(self, seat: int) -> None:
        self.winner = seat
        self.due = 0
        self.log.append(("win", seat))

    def earn(self, piece: Piece) -> None:
        """R16: a piece has gone up from a jump square."""
        if piece[0] == self.roller:
            self.due += 1
            self.log.append(("extra", self.roller))

    def enter(self) -> None:
        piece = self.roller, self.places[self.roller].index(CENTRE)
        self.put(piece, IN_THE_AIR)
        self.log.append(("enter", *piece, self.entry))
        self.arrive(piece, CENTRE, self.entry)

    def move(self, piece: Piece, count: int) -> None:
        """R8, R9."""
        square = self.places[piece[0]][piece[1]]
        self.put(piece, IN_THE_AIR)
        for _ in range(count - 1):
            square = next_square(square)
            passed = self.standing_on(square)
            if passed is not None:
                self.fall("zap", passed, square)
        self.land(piece, next_square(square))

    def land(self, piece: Piece, square: int) -> None:
        """R10."""
        if square == HOME and self.options["win_form"] == "counters_home":
            self.put(piece, TRAY)
            if self.places[piece[0]].count(TRAY) >= self.options["home_target"]:  # R19
                self.win(piece[0])
        elif square == HOME and self.home_wins(piece):
            self.put(piece, HOME)
            self.win(piece[0])
        elif self.standing_on(square) is not None:
            self.arrive(piece, square, square)
        elif square in self.jumps:
            self.jump(piece, square)
        elif square in ABSORPTION:  # R13
            self.log.append(("absorb", *piece, square, DOWN[square]))
            self.arrive(piece, square, DOWN[square])
        else:
            self.put(piece, square)

    def jump(self, piece: Piece, square: int) -> None:
        """R11."""
        target = UP[square]
        assert target is not None
        self.log.append(("jump", *piece, square, target))
        self.earn(piece)
        self.arrive(piece, square, target)

    def home_wins(self, piece: Piece) -> bool:
        """R17, R20. The mover is in the air."""
        if self.options["win_form"] == "balance":
            return self.balanced()
        return sum(place > 0 for place in self.places[piece[0]]) >= 3

    def fall(self, word: str, piece: Piece, square: int) -> None:
        """R15."""
        self.put(piece, IN_THE_AIR)
        self.log.append((word, *piece, square, DOWN[square]))
        self.arrive(piece, square, DOWN[square])

    def arrive(self, piece: Piece, origin: int, square: int) -> None:
        """R14: comes to rest, or strikes whoever stands there: first that one falls, then this one rises."""
        struck = self.standing_on(square)
        if struck is None:
            printed = self.options["arriving_on_37"] == "move_on"
            if printed and square == INDEX["37"] and origin != INDEX["19"]:  # U37
                self.jump(piece, square)
            else:
                self.put(piece, square)
            return
        self.log.append(("blat", *piece, *struck, square))
        self.fall("fall", struck, square)
        above = UP[square]
        if above is None:
            self.arrive(piece, square, square)
            return
        self.log.append(("rise", *piece, square, above))
        if square in self.jumps:
            self.earn(piece)
        self.arrive(piece, square, above)
