"""The dice beside the board: pairs that may be totalled, loose dice, and those still to throw."""

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.engine.contract import Record
from parlour.engine.scene import Shape
from parlour.games.quantum.beside import DICE, EDGE, SHEET, WIDTH
from parlour.games.quantum.elements import ELEMENTS
from parlour.games.quantum.options import Totals
from parlour.games.quantum.rules import pair_total
from parlour.games.quantum.standing import can_enter
from parlour.games.quantum.state import Phase
from parlour.games.quantum.text import square_name

DIE, SPACE = 64.0, 10.0
SIGN = 40.0  # the width of + and =, and of the frames round what may be touched on either side of them
ENTER = 176.0  # and of the button beside the dice


@dataclass(frozen=True)
class Thrown:
    """Dice that lie together: the two of a pair, one loose score, or those still to throw."""

    scores: tuple[int, ...]  # 0 while not thrown
    count: int = 1  # how many such there are
    total: int = 0  # what they come to together, if they may be totalled

    @property
    def frame(self) -> float:
        """The width of the frame round a pair."""
        return 2 * DIE + SIGN + 2 * SPACE

    @property
    def width(self) -> float:
        if self.total:
            return self.frame + SIGN + DIE + SIGN
        return len(self.scores) * (DIE + SPACE)

    def middle(self, nth: int) -> float:
        """Where a die lies, from the left."""
        return SPACE + DIE / 2 + nth * (DIE + SIGN) if self.total else DIE / 2 + nth * (DIE + SPACE)


def pool(s: Record, o: Record) -> list[Thrown]:
    """The dice of this turn: the newest pair, older ones, loose dice, and what is due."""
    together = o.totals == Totals.SAME_THROW
    found = []
    if s.pair:
        found.append(Thrown(divmod(s.pair, 10), total=pair_total(s) if together else 0))
    if s.sixes:
        found.append(Thrown((6, 6), s.sixes, 12 if together else 0))
    found += [Thrown((score,), s.loose[score]) for score in range(6, 0, -1) if s.loose[score]]
    due = 2 if s.phase == Phase.THROWING else s.due
    return [*found, Thrown((0,) * min(due, 4), due)] if due else found


def spent_from(thrown: list[Thrown], score: int) -> Thrown:
    """R7. Where a score would be taken from: a loose die first, then the newest pair, then older ones."""
    return min((group for group in thrown if score in group.scores), key=lambda group: len(group.scores))


def draw_dice(s: Record, o: Record) -> Iterator[Shape]:
    """The dice in a row; the one that a score would be taken from is the one to touch."""
    thrown, enters, x = pool(s, o), can_enter(s, o), EDGE
    room = WIDTH - (ENTER + SPACE if enters else 0)
    scale = min(1.0, room / sum(group.width for group in thrown)) if thrown else 1.0
    for group in thrown:
        for nth, score in enumerate(group.scores):
            at = x + scale * group.middle(nth)
            touched = score > 0 and spent_from(thrown, score) is group
            yield _die(s, group, score, at, scale * DIE, touched, touched and score in group.scores[:nth])
        if group.total:
            yield from _together(s, group, x, scale)
        size, words = 19 * max(0.8, scale), _caption(s, group)
        yield Shape("", "text", x, DICE + scale * DIE / 2 + 22, size=size, text=words, style="italic", anchor="start")
        x += scale * group.width
    if enters:
        at, words = SHEET - EDGE - ENTER / 2, f"enter on {ELEMENTS[o.entry].symbol} {o.entry}"
        label = f"bring a piece from the centre to {square_name(o.entry)} with a six"
        yield Shape("enter", "button", at, DICE, size=24, width=ENTER, height=DIE, text=words, label=label)


def _die(s: Record, group: Thrown, score: int, x: float, size: float, touched: bool, second: bool) -> Shape:
    """A die; of the two of a pair that are equal either may be touched."""
    if not score:
        return Shape("", "die", x, DICE, size=size, seat=s.turn, text="?", style="spent", label="a die to be thrown")
    words = f"die {score}" + (f", {group.count} of them" if group.count > 1 and not group.total else "")
    name = f"die:{score}" if touched else ""
    like, name = (name, f"{name}.2") if second else ("", name)
    return Shape(name, "die", x, DICE, size=size, seat=s.turn, text=str(score), label=words, like=like)


def _together(s: Record, group: Thrown, x: float, scale: float) -> Iterator[Shape]:
    """A frame round a pair, and what it comes to."""
    middle, width, height = x + scale * group.frame / 2, scale * group.frame, scale * (DIE + 2 * SPACE)
    words = f"{group.scores[0]} and {group.scores[1]}, apart or together"
    yield Shape("", "rect", middle, DICE, width=width, height=height, style="hair", label=words)
    yield Shape("", "text", middle, DICE, size=24 * scale, text="+", style="plain")
    yield Shape("", "text", x + width + scale * SIGN / 2, DICE, size=24 * scale, text="=", style="plain")
    at, size, words = x + width + scale * (SIGN + DIE / 2), scale * DIE, str(group.total)
    if s.phase == Phase.USING:
        label = f"{group.scores[0]} and {group.scores[1]} together, {words}"
        name = f"total:{words}"
        yield Shape(name, "button", at, DICE, size=0.45 * size, width=size, height=size, text=words, label=label)
    else:
        yield Shape("", "text", at, DICE, size=0.45 * size, text=words, style="plain")


def _caption(s: Record, group: Thrown) -> str:
    if not group.scores[0]:
        return "both to throw" if s.phase == Phase.THROWING else f"{group.count} to throw"
    several = f"×{group.count}" if group.count > 1 else ""
    return f"{several} apart or together".strip() if group.total else several
