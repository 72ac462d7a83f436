"""Why something on the board of Numeric cannot be touched now."""

from collections.abc import Sequence

from parlour.engine.contract import Record
from parlour.games.numeric.beside import SIGN_WORDS, ways
from parlour.games.numeric.board import CELLS, NEXT, label
from parlour.games.numeric.options import Variant
from parlour.games.numeric.placing import bit, fitting, formable, hand, rack_of, touching, word
from parlour.games.numeric.reach import Signs
from parlour.games.numeric.standing import is_reachable, owner_of
from parlour.games.numeric.state import NOBODY, SLOTS, Phase
from parlour.games.numeric.text import dice, rack, who

FIRST = {
    Phase.CHOOSING: "First take the money, or end the game.",
    Phase.BANKRUPT: "First forfeit, or join another side.",
}
COUNTER = ("number", "counter", "mark", "edge", "letter", "face")  # what lies on the board with a number on it


def why_not(s: Record, o: Record, touched: Sequence[str]) -> str:
    kind, _, name = touched[-1].partition(":")
    if kind == "side":
        return ""
    if s.phase in FIRST:
        return FIRST[s.phase]
    if s.phase == Phase.PLACING:
        return _why_no_cell(s, o, name) if kind == "cell" else f"First choose an empty cell for {s.number}."
    if s.phase == Phase.SWAPPING:
        if kind in COUNTER and int(name) in rack(s, s.turn):
            low = int(name) in rack(s, s.turn)[:SLOTS]
            return "" if low else f"Only the {SLOTS} lowest counters of a rack can be exchanged."
        return "Only counters on your own rack can be exchanged."
    if kind == "cell":
        return "First make the number of a counter, then choose its cell."
    if kind == "die":
        return "Make a number from all the dice, each used once."
    numbers = [int(thing.partition(":")[2]) for thing in touched if thing.partition(":")[0] in COUNTER]
    signs = [Signs.number(thing[6:]) for thing in touched if thing.startswith("signs:")]
    if not numbers or (reason := _why_no_number(s, o, numbers[-1])):
        return reason if numbers else ""
    if signs and signs[-1] not in ways(s, o, numbers[-1]):
        return f"The dice do not make {numbers[-1]} {SIGN_WORDS[signs[-1]]}."
    return ""


def _why_no_number(s: Record, o: Record, n: int) -> str:
    """What stands against a number itself; last of all the dice, for finding out what they make is the game."""
    if int(formable(s, o, word(n))) & bit(n):
        return ""
    owner = owner_of(s, o, n)
    if owner != NOBODY:
        return f"{who(owner)} [has] {'placed' if o.variant == Variant.COUNTERS else 'covered'} {n} already."
    if o.variant == Variant.COUNTERS:
        if not hand(s, o, word(n)) & bit(n):
            return f"{n} is on {who(rack_of(s, o, n))}'s rack; first each side uses its own."
        if not fitting(s, o, bit(n), word(n)):
            return f"{n} is related to no counter on the board that has room beside it."
    elif o.contiguous and s.covered and not touching(s, bit(n), word(n)):
        return f"{n} touches no covered number, and here it must."
    if not is_reachable(o, n):
        return f"No throw makes {n}."
    return f"{n} cannot be made from {' '.join(map(str, dice(s)))}."


def _why_no_cell(s: Record, o: Record, name: str) -> str:
    cell = next(cell for cell in range(CELLS) if label(cell) == name)
    if s.cells[cell]:
        return f"{s.cells[cell]} lies there."
    beside = [int(other) for other in NEXT[cell] if other >= 0 and s.cells[other]]
    if not beside:
        return f"{s.number} must touch a counter to which it is related."
    return f"{s.number} is not related to {' or '.join(str(s.cells[other]) for other in beside)}."
