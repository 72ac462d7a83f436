"""What a search aims at: numbers that plays can tell, and how far they are from what is wished for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, isfinite

from parlour.laboratory.estimates import SURE, Estimate, by_luck, win_shares
from parlour.laboratory.measures import mean_of, share_of
from parlour.laboratory.refusal import LaboratoryError
from parlour.laboratory.tables import NOBODY, Row

FAIR, LOW, HIGH = "fair", "low", "high"


@dataclass(frozen=True)
class Measured:
    """Something that can be aimed at."""

    label: str  # what the number is, with its unit
    measure: Callable[[Sequence[Row]], Estimate | None]  # None where these plays cannot tell


def measure_unfairness(rows: Sequence[Row]) -> Estimate | None:
    """By how many wins in a hundred the seat that is furthest from a fair share is away from it."""
    seats = len(rows[0].bots)
    if seats < 2:
        return None
    together = 1 - (1 - SURE) / seats  # so that the intervals of all seats hold at once
    shares = [share_of(by_luck(rows, win_shares(rows, seat)), together) for seat in range(seats)]
    furthest = max(shares, key=lambda share: abs(share.value - 1 / seats))
    away, error = 100 * abs(furthest.value - 1 / seats), 100 * furthest.error
    return Estimate(away, max(0.0, away - error), away + error, furthest.count)


def measure_beginner(rows: Sequence[Row]) -> Estimate | None:
    begun = [row for row in rows if row.first != NOBODY and len(row.bots) > 1]
    if not begun:
        return None
    shares = [win_shares(begun, seat) for seat in range(len(begun[0].bots))]
    return as_percent(share_of(by_luck(begun, [shares[row.first][at] for at, row in enumerate(begun)])))


def mean_by_play(read: Callable[[Row], float]) -> Callable[[Sequence[Row]], Estimate]:
    return lambda rows: mean_of(by_luck(rows, [read(row) for row in rows]))


def share_by_play(holds: Callable[[Row], bool]) -> Callable[[Sequence[Row]], Estimate]:
    return lambda rows: as_percent(share_of(by_luck(rows, [float(holds(row)) for row in rows])))


def as_percent(share: Estimate) -> Estimate:
    return Estimate(100 * share.value, 100 * share.low, 100 * share.high, share.count)


MEASURED = {
    FAIR: Measured("wins in a hundred off a fair share", measure_unfairness),
    "length": Measured("decisions a play", mean_by_play(lambda row: row.decisions)),
    "turns": Measured("turns a play", mean_by_play(lambda row: row.turns)),
    "choices": Measured("legal actions at a decision", mean_by_play(lambda row: row.branching)),
    "wait": Measured("decisions in the longest wait", mean_by_play(lambda row: max(row.waits))),
    "draws": Measured("plays in a hundred that end level", share_by_play(lambda row: row.ended == "drawn")),
    "endless": Measured("plays in a hundred that do not end", share_by_play(lambda row: row.ended == "unfinished")),
    "first": Measured("wins in a hundred of who begins", measure_beginner),
}


@dataclass(frozen=True)
class Aim:
    """A number to come close to, or to make small or large."""

    name: str
    wish: str  # as it was written: low, high or a number
    target: float | None = None

    @property
    def label(self) -> str:
        return MEASURED[self.name].label

    def measure(self, rows: Sequence[Row]) -> Estimate:
        """Raises LaboratoryError where these plays cannot tell."""
        found = MEASURED[self.name].measure(rows)
        if found is None or not isfinite(found.value):
            raise LaboratoryError(f"{self.name} cannot be measured here: there is no seat that it could be about")
        return found

    def distance(self, found: Estimate) -> float:
        """How far that is from the wish; only to be compared with others."""
        if self.target is not None:
            return abs(found.value - self.target)
        return -found.value if self.wish == HIGH else found.value

    def describe(self) -> str:
        if self.name == FAIR:
            return FAIR
        return f"{self.name} {self.wish}" if self.target is None else f"{self.name} near {self.wish}"


def read_aim(text: str, seats: int) -> Aim:
    """An aim as people write it: fair, length=60, draws=low. Raises LaboratoryError."""
    name, separator, wish = (part.strip() for part in text.partition("="))
    if name not in MEASURED:
        raise LaboratoryError(f"{name!r} cannot be measured: expected one of {', '.join(MEASURED)}")
    if seats == 1 and name in (FAIR, "first", "draws", "wait"):
        raise LaboratoryError(f"{name} cannot be measured with one player: expected several, or another aim")
    if name == FAIR and not separator:
        return Aim(FAIR, LOW)
    if wish in (LOW, HIGH) and name != FAIR:
        return Aim(name, wish)
    try:
        target = float(wish)
    except ValueError:
        target = inf
    if name == FAIR or not isfinite(target):
        expected = FAIR if name == FAIR else f"{name}=60, {name}={LOW} or {name}={HIGH}"
        raise LaboratoryError(f"{text!r} is not an aim: expected {expected}")
    return Aim(name, wish, target)
