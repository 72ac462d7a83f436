"""Why something on the board of Stencil cannot be touched now."""

from collections.abc import Sequence

from parlour.engine.bits import count_bits
from parlour.engine.contract import Record
from parlour.games.stencil import rules
from parlour.games.stencil.board import CELL, PLATES
from parlour.games.stencil.state import Phase
from parlour.games.stencil.text import who

ONE_OF_BOTH = "Place a counter or lay your plate, one or the other."


def why_not(s: Record, o: Record, touched: Sequence[str]) -> str:
    kind, _, name = touched[-1].partition(":")
    if kind == "plate":
        return _why_no_plate(s, o, PLATES.index(name)) or (ONE_OF_BOTH if touched[0].startswith("cell:") else "")
    if name not in CELL:
        return ""
    if s.phase == Phase.CHOOSING:
        return "First choose a plate."
    owner = next((number for number in range(2) if s.counters[number] >> CELL[name] & 1), None)
    if owner is not None:
        return f"{who(owner)}'s counter lies on {name}, and counters stay where they are."
    if not rules.can_place(s, s.to_move):
        return "You have no counter left to place."
    return ONE_OF_BOTH if any(not thing.startswith("cell:") for thing in touched) else ""


def _why_no_plate(s: Record, o: Record, plate: int) -> str:
    if s.phase == Phase.CHOOSING:
        owner = 0 if s.plate[0] == plate else 1
        return f"{who(owner)} [has] taken {PLATES[plate]}; choose another."
    if plate != s.plate[s.to_move]:
        return f"That is {who(1 - s.to_move)}'s plate; you lay your own, {PLATES[s.plate[s.to_move]]}."
    if s.must_place:
        return "Your claim was wrong and did not end the turn; now place a counter."
    if not rules.can_claim(s, o):
        lying = count_bits(s.counters[0]) + count_bits(s.counters[1])
        return f"Claims start at {o.min_counters_to_claim} counters on the board; there are {lying}."
    return ""
