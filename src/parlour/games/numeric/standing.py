"""How a game stands, in few words: the throw, every side, what is left to the end."""

from collections.abc import Iterator

from parlour.engine.contract import OVER, Record
from parlour.games.numeric.board import LINES, numbers_of, prime_class
from parlour.games.numeric.conditions import LineColour
from parlour.games.numeric.endings import areas_complete
from parlour.games.numeric.options import Variant
from parlour.games.numeric.placing import bit, is_covered, run_length, word
from parlour.games.numeric.racks import held
from parlour.games.numeric.state import IN_THROW, NOBODY, Ending, Phase
from parlour.games.numeric.text import pounds, standings, who
from parlour.games.numeric.turns import first_turns

BONUS_AT = 3  # own counters in one throw that earn the special bonus (R58)
DUTIES = {
    Phase.THROWING: "to throw",
    Phase.PLACING: "to place",
    Phase.TURNING_CARD: "to draw",
    Phase.CHOOSING: "to choose",
    Phase.BANKRUPT: "bankrupt",
    Phase.SWAPPING: "may exchange",
    Phase.SWAP_DRAW: "exchanges",
    Phase.FILLING: "to draw",
}
CIRCUITS = ("", "scramble, anticlockwise", "scramble, clockwise")


def mark_of(o: Record, n: int) -> str:
    """G, S or nothing, as printed on the board whether or not it counts (N6)."""
    prime = prime_class(n, bool(o.primes[0] & 1))
    return "G" if prime == 3 else "S" if prime == 2 else ""


def owner_of(s: Record, o: Record, n: int) -> int:
    """The side that covered or placed a number, or NOBODY."""
    return next((seat for seat in range(o.players) if is_covered(s, n, seat)), NOBODY)


def last_number(s: Record) -> int:
    """The number placed last with this throw, or 0."""
    return s.number if s.made > 0 and s.phase not in (Phase.PLACING, Phase.SWAP_DRAW) else 0


def throw_lines(s: Record, o: Record) -> list[str]:
    """Whose throw it is, and how far it has come."""
    if s.throws == 0 and s.phase == Phase.FILLING:
        return ["the racks are filled"]
    if s.phase == Phase.STARTING:
        return ["who throws first?"]
    thrower, which = who(s.thrower), f"throw {s.turns}" + (f" of {o.end_throws}" if o.end_throws else "")
    if s.phase == Phase.THROWING:
        return [f"{which}: {thrower} [throws]"]
    words = f"{which}, by {thrower}"
    if s.to_move == OVER:
        return [words]
    if s.last != Ending.GOING_ON or s.clock:
        words += ", last"
    return [words, CIRCUITS[s.circuit]] if s.circuit else [words]


def share_lines(s: Record, o: Record) -> list[str]:
    """R1. Whether the dice that lie there are for those too who have not thrown them."""
    return ["the throw is for all"] if s.phase in IN_THROW and first_turns(o) > 1 else []


def is_at_turn(s: Record, seat: int) -> bool:
    """Whether a side is asked, or is the one that throws or draws."""
    return s.to_move == seat if s.to_move >= 0 else s.turn == seat and s.to_move != OVER


def winners(s: Record, o: Record) -> list[int]:
    """E3, E4. The active sides with the most money."""
    active = [seat for seat in range(o.players) if s.out[seat] == 0]
    most = max((s.money[seat] for seat in active), default=0)
    return [seat for seat in active if s.money[seat] == most]


def status(s: Record, o: Record, seat: int) -> str:
    """What a side is doing now."""
    if s.joined[seat]:
        return f"joined {who(s.joined[seat] - 1)}"
    if s.out[seat]:
        return "out"
    if s.to_move == OVER:
        if o.players == 1 or seat not in winners(s, o):
            return ""
        return "winner" if len(winners(s, o)) == 1 else "joint winner"
    words = []
    if is_at_turn(s, seat):
        words.append("claims" if s.claimed and s.phase == Phase.FORMING else DUTIES.get(s.phase, "to move"))
    elif s.passed >> seat & 1:
        words.append("passed")
    if o.variant == Variant.COUNTERS and o.special_bonus and s.placed[seat]:
        words.append(f"{min(s.placed[seat], BONUS_AT)}/{BONUS_AT}")
    return ", ".join(words)


def result(s: Record, o: Record) -> str:
    """Who has won."""
    return standings(s, o).split(";")[0].rstrip(".")


def other_endings(s: Record, o: Record) -> Iterator[str]:
    """The endings agreed on but the number of throws, and how near those are that no purse shows."""
    if o.end_funds:
        yield f"ends at {pounds(o.end_funds)}"
    if o.end_minutes:
        yield "time is up" if s.clock else f"{o.end_minutes} minutes in all"
    if o.end_line != LineColour.NONE:
        yield _line_progress(s, o)
    if o.end_zones:
        parts = "areas" if o.variant == Variant.HEX else "zones"
        yield f"{parts} complete: {areas_complete(s, o)} of {o.end_zones}"
    if o.end_primes:
        yield f"gold, silver: {_done(s, o.primes[0], o.primes[1])}"
    if o.end_covered:
        yield f"covered: {_done(s, o.in_play[0], o.in_play[1])}"
    if o.end_count:
        yield f"{'placed' if o.variant == Variant.COUNTERS else 'covered'}: {s.covered} of {o.end_count}"
    if o.end_used:
        yield f"counters left: {in_bag(s) + sum(held(s, seat) for seat in range(o.players))}"
    if o.stall_throws and s.idle:
        yield f"idle throws: {s.idle} of {o.stall_throws}"


def in_bag(s: Record) -> int:
    return s.bag[0].bit_count() + s.bag[1].bit_count()


def _done(s: Record, low: int, high: int) -> str:
    every = low.bit_count() + high.bit_count()
    left = (low & s.free[0]).bit_count() + (high & s.free[1]).bit_count()
    return f"{every - left} of {every}"


def _line_progress(s: Record, o: Record) -> str:
    """The line nearest to being complete; for one colour, of any side."""
    one = o.end_line == LineColour.ONE
    if o.variant == Variant.HEX:
        longest = max((_longest_run(s, o, n, one) for n in numbers_of(~s.free[0], ~s.free[1])), default=0)
        return f"{'one-colour ' if one else ''}line of {o.line_length}: {longest}"
    owners = [(s.own[seat, 0], s.own[seat, 1]) for seat in range(o.players)] if one else [(~s.free[0], ~s.free[1])]
    missing = min(
        (o.lines[line, 0] & ~low).bit_count() + (o.lines[line, 1] & ~high).bit_count()
        for line in range(LINES)
        for low, high in owners
    )
    return f"{'one-colour line' if one else 'row or column'}: {missing} to go"


def _longest_run(s: Record, o: Record, n: int, one_colour: bool) -> int:
    """The longest straight run of covered cells that starts at a number."""
    seat = owner_of(s, o, n) if one_colour else NOBODY
    return max(1 + run_length(s, n, d, seat) for d in range(6))


def cell_of(s: Record) -> dict[int, int]:
    """The cells of the counters placed, by number."""
    return {s.cells[cell]: cell for cell in range(len(s.cells)) if s.cells[cell]}


def is_reachable(o: Record, n: int) -> bool:
    """Whether some throw of this game makes a number (N34)."""
    return o.universe[word(n)] & bit(n) != 0
