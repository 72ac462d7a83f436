"""The words of Stencil."""

from parlour.engine.contract import Record
from parlour.games.stencil import rules, solving
from parlour.games.stencil.board import CELLS, PLATES, cells_of
from parlour.games.stencil.options import Unfinished
from parlour.games.stencil.state import Action, Event, Outcome, Phase

SEATS = ("Red", "White")
QUARTERS = ("as it lies", "a quarter turn", "half a turn", "three quarters of a turn")


def seat(s: Record, o: Record, number: int) -> str:
    return SEATS[number]


def turned(turning: int) -> str:
    """How a plate lies in an orientation."""
    return ("turned over, " if turning >= 4 else "") + QUARTERS[turning % 4]


def event(s: Record, o: Record, kind: int, a: int, b: int, c: int) -> str:
    if kind == Event.STARTS:
        return f"{SEATS[a]} starts."
    if kind == Event.TAKES_PLATE:
        return f"{SEATS[a]} takes plate {PLATES[b]}."
    if kind == Event.PLACES:
        return f"{SEATS[a]} places a counter on {CELLS[b]}."
    if kind == Event.CLAIMS_RIGHT:
        return f"{SEATS[a]} lays {PLATES[b]}, {turned(c)}: {_shown(s, o, a, c)}. A stencil!"
    if kind == Event.CLAIMS_WRONG:
        return f"{SEATS[a]} lays {PLATES[b]}, {turned(c)}: {_shown(s, o, a, c)}. Wrong."
    if kind == Event.MUST_PLACE_NOW:
        return f"{SEATS[a]} must now place a counter."
    if kind == Event.CLAIMS_NOTHING:
        return f"{SEATS[a]} has nothing to place and claims nothing."
    if kind == Event.WINS_GAME:
        return f"{SEATS[a]} wins the game."
    if kind == Event.UNFINISHED:
        return "The game is unfinished: " + ("half a point each." if a == Unfinished.HALF else "a draw.")
    if kind == Event.ABANDONED:
        return "The game is unfinished and abandoned: it will be played again."
    if kind == Event.NEW_GAME:
        return f"Game {a}: {SEATS[b]} starts."
    if kind == Event.MATCH_OVER:
        return f"The match is over, {a / 2:g} to {b / 2:g}: " + _winner(a, b)
    raise ValueError(f"no words for event {kind}")


def _shown(s: Record, o: Record, number: int, turning: int) -> str:
    """What the four holes show."""
    holes = o.holes[s.plate[number], turning]
    own = holes & s.counters[number]
    others = holes & s.counters[1 - number]
    parts = [
        f"{mask.bit_count()} {name}"
        for mask, name in (
            (own, SEATS[number].lower()),
            (others, SEATS[1 - number].lower()),
            (holes & ~own & ~others, "empty"),
        )
        if mask
    ]
    return ", ".join(parts) + f" on {' '.join(cells_of(holes)[i : i + 2] for i in (0, 2, 4, 6))}"


def _winner(red: int, white: int) -> str:
    if red == white:
        return "a drawn match."
    return f"{SEATS[0] if red > white else SEATS[1]} wins."


def label(s: Record, o: Record, action: int) -> str:
    if action < Action.CLAIM:
        return CELLS[action]
    if action < Action.CHOOSE:
        return f"claim, {turned(action - Action.CLAIM)}"
    if action < Action.NO_CLAIM:
        return PLATES[action - Action.CHOOSE]
    return "no claim"


def sentence(s: Record, o: Record, action: int) -> str:
    if action < Action.CLAIM:
        return f"Place a counter on {CELLS[action]}."
    if action < Action.CHOOSE:
        return f"Lay plate {PLATES[s.plate[s.to_move]]} on the board, {turned(action - Action.CLAIM)}."
    if action < Action.NO_CLAIM:
        return f"Take plate {PLATES[action - Action.CHOOSE]}."
    return "Nothing to place, and no claim."


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.DEAL:
        return f"{SEATS[code]} starts."
    red, white = divmod(code - Outcome.DEAL, 4)
    return f"Red gets {PLATES[red]}, White gets {PLATES[white]}."


def asked(s: Record, o: Record) -> str:
    if s.phase == Phase.STARTING:
        return "Who starts is drawn."
    if s.phase == Phase.DEALING:
        return "The plates are dealt."
    if s.phase == Phase.FINISHED:
        return "The match is over."
    name = SEATS[s.to_move]
    if s.phase == Phase.CHOOSING:
        return f"{name} chooses a plate."
    if s.must_place:
        return f"{name} must place a counter: the claim failed and did not end the turn."
    if not rules.can_place(s, s.to_move):
        if not rules.can_claim(s, o):
            return f"{name} has no counter to place, and claims start at {o.min_counters_to_claim} counters."
        return f"{name} has no counter to place: claim, or claim nothing."
    if not rules.can_claim(s, o):
        return f"{name} places a counter (claims from {o.min_counters_to_claim} counters on)."
    if rules.failure_ends_turn(s, o, s.to_move):
        return f"{name} places a counter or claims; a wrong claim ends the turn."
    return f"{name} places a counter or claims; after a wrong claim a counter must be placed."


def hints(s: Record, o: Record) -> list[str]:
    """What the hint level of the table tells the seat to move (S11); nothing at level 0."""
    if s.phase != Phase.PLAYING or o.hint_level == 0:
        return []
    lines = []
    for number in (s.to_move, 1 - s.to_move):
        for turning in range(o.turnings):
            holes = cells_of(o.holes[s.plate[number], turning])
            lines.append(f"{SEATS[number]} {PLATES[s.plate[number]]}@{turning}: {holes}")
    if o.hint_level >= 2:
        lines.append(f"What {SEATS[s.to_move]} would see in the holes:")
        for first in range(0, o.turnings, 4):
            boards = [_outlined(s, o, s.to_move, turning) for turning in range(first, first + 4)]
            lines.extend("   ".join(parts).rstrip() for parts in zip(*boards, strict=True))
    if o.hint_level >= 3:
        done = [turning for turning in range(o.turnings) if rules.is_complete(s, o, s.to_move, turning)]
        if done:
            lines.append("A stencil of yours is complete" + (f": @{done[0]}." if o.hint_level >= 4 else "."))
    if o.hint_level >= 4 and rules.can_place(s, s.to_move):
        for number in (s.to_move, 1 - s.to_move):
            cells = completing_cells(s, o, s.to_move, number)
            if cells:
                lines.append(f"A counter of yours would complete a stencil of {SEATS[number]} on: {' '.join(cells)}.")
    return ["\n".join(lines)]


def _outlined(s: Record, o: Record, number: int, turning: int) -> list[str]:
    """The board with the holes of a player's plate in brackets: `[R]`."""
    holes = o.holes[s.plate[number], turning]
    signs = ["R" if s.counters[0] >> cell & 1 else "W" if s.counters[1] >> cell & 1 else "·" for cell in range(16)]
    marks = [f"[{sign}]" if holes >> cell & 1 else f" {sign} " for cell, sign in enumerate(signs)]
    return [f"@{turning}".ljust(12), *("".join(marks[4 * row : 4 * row + 4]) for row in range(4))]


def completing_cells(s: Record, o: Record, placer: int, owner: int) -> list[str]:
    """Cells where a counter of `placer` would complete a stencil of `owner`."""
    cells = solving.completing_cells(s, o, placer, owner)
    return [name for cell, name in enumerate(CELLS) if cells >> cell & 1]
