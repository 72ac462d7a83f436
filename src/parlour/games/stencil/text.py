"""The words of Stencil."""

from parlour.engine.contract import Record
from parlour.engine.wording import Sentences, Words
from parlour.games.stencil import rules, solving
from parlour.games.stencil.board import CELLS, PLATES, cells_of
from parlour.games.stencil.options import Unfinished
from parlour.games.stencil.state import Action, Event, Outcome, Phase

SEATS = ("Red", "White")
QUARTERS = ("as it lies", "a quarter turn", "half a turn", "three quarters of a turn")
TURNED = (*QUARTERS, *(f"turned over, {quarter}" for quarter in QUARTERS))  # how a plate lies in each orientation


def seat(s: Record, o: Record, number: int) -> str:
    return SEATS[number]


def _shown(s: Record, o: Record, number: int, plate: int, turning: int) -> str:
    """What the four holes show."""
    holes = o.holes[plate, turning]
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


def _outcome(s: Record, o: Record, red: int, white: int, _: int) -> str:
    winner = "a drawn match" if red == white else f"{SEATS[0] if red > white else SEATS[1]} wins"
    return f"{red / 2:g} to {white / 2:g}: {winner}"


def _plays(s: Record, o: Record, *_: int) -> str:
    """What the seat to move may do."""
    if s.must_place:
        return "must place a counter: the claim failed and did not end the turn"
    if not rules.can_place(s, s.to_move):
        if not rules.can_claim(s, o):
            return f"has no counter to place, and claims start at {o.min_counters_to_claim} counters"
        return "has no counter to place: claim, or claim nothing"
    if not rules.can_claim(s, o):
        return f"places a counter (claims from {o.min_counters_to_claim} counters on)"
    if rules.failure_ends_turn(s, o, s.to_move):
        return "places a counter or claims; a wrong claim ends the turn"
    return "places a counter or claims; after a wrong claim a counter must be placed"


WORDS: dict[str, Words] = {
    "name": lambda s, o, *_: SEATS[s.to_move],
    "plays": _plays,
    "seat": SEATS,
    "starter": SEATS,
    "plate": PLATES,
    "cell": CELLS,
    "orientation": TURNED,
    "shown": _shown,
    "outcome": _outcome,
    "result": Unfinished.table(DRAW="a draw", HALF="half a point each", ABANDON="a draw"),
}
event = Sentences(Event, WORDS)
asking = Sentences(Phase, WORDS)


def label(s: Record, o: Record, action: int) -> str:
    if action < Action.CLAIM:
        return CELLS[action]
    if action < Action.CHOOSE:
        return f"claim, {TURNED[action - Action.CLAIM]}"
    if action < Action.NO_CLAIM:
        return PLATES[action - Action.CHOOSE]
    return "no claim"


def sentence(s: Record, o: Record, action: int) -> str:
    if action < Action.CLAIM:
        return f"Place a counter on {CELLS[action]}."
    if action < Action.CHOOSE:
        return f"Lay plate {PLATES[s.plate[s.to_move]]} on the board, {TURNED[action - Action.CLAIM]}."
    if action < Action.NO_CLAIM:
        return f"Take plate {PLATES[action - Action.CHOOSE]}."
    return "Nothing to place, and no claim."


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.DEAL:
        return f"{SEATS[code]} starts."
    red, white = divmod(code - Outcome.DEAL, 4)
    return f"Red gets {PLATES[red]}, White gets {PLATES[white]}."


def asked(s: Record, o: Record) -> str:
    return asking(s, o, s.phase)


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
