"""Positions of Stencil: what follows from their words, and which cannot be."""

from parlour.engine.contract import Record
from parlour.engine.position import PositionError
from parlour.games.stencil import rules
from parlour.games.stencil.board import PLATES, cells_of
from parlour.games.stencil.options import FailedClaimRule, FirstPlayer, PlateChoice, Unfinished
from parlour.games.stencil.state import COLOURS, NOBODY, Phase, full_budget, is_begun


def complete(s: Record, o: Record) -> None:
    for seat in range(2):
        if s.phase != Phase.STARTING:
            left = o.counters_each - s.counters[seat].bit_count()
            if left < 0:
                raise PositionError(f"{COLOURS[seat]} has too many counters: expected at most {o.counters_each}")
            s.hand[seat] = left
    s.turn = s.to_move if s.phase == Phase.PLAYING else NOBODY


def check(s: Record, o: Record) -> None:
    check_phase(s, o)
    check_counters(s, o)
    check_plates(s, o)
    check_failures(s, o)
    check_match(s, o)


def check_phase(s: Record, o: Record) -> None:
    """A phase that these options never come to is no position, nor one in which somebody else is asked."""
    for phase, fits, needed in (
        (Phase.STARTING, o.first_player == FirstPlayer.RANDOM, "first_player is random"),
        (Phase.DEALING, o.plate_choice == PlateChoice.RANDOM, "plate_choice is random"),
        (Phase.CHOOSING, o.plate_choice == PlateChoice.PICK, "plate_choice is pick"),
    ):
        if s.phase == phase and not fits:
            raise PositionError(f"'phase' cannot be {Phase.word(phase)!r}: expected that only when {needed}")
    asked = s.phase in (Phase.CHOOSING, Phase.PLAYING)
    if asked != (s.to_move >= 0):
        raise PositionError(f"'turn' is not part of a position while 'phase' is {Phase.word(s.phase)!r}")
    if s.phase == Phase.STARTING and s.starter:
        raise PositionError("'starter' is not part of a position while who starts is drawn")


def check_counters(s: Record, o: Record) -> None:
    both = s.counters[0] & s.counters[1]
    if both:
        raise PositionError(f"{cells_of(both)} cannot be both red and white")
    if not is_begun(s) and (s.counters[0] or s.counters[1]):
        raise PositionError(f"expected an empty board while 'phase' is {Phase.word(s.phase)!r}")
    lying = [s.counters[seat].bit_count() for seat in range(2)]
    in_turn = min(sum(lying), o.min_counters_to_claim)  # so many were placed turn by turn
    for seat in range(2):
        least = (in_turn + (seat == s.starter)) // 2
        if lying[seat] < least:
            why = f"nobody claims before {o.min_counters_to_claim} lie on the board"
            raise PositionError(f"{COLOURS[seat]} has {lying[seat]} counters: expected at least {least}, since {why}")


def check_plates(s: Record, o: Record) -> None:
    for seat in range(2):
        if s.plate[seat] >= o.plates:
            known = ", ".join(PLATES[: o.plates])
            raise PositionError(f"there is no plate {PLATES[s.plate[seat]]!r}: expected one of {known}, or -")
    missing = [seat for seat in range(2) if s.plate[seat] == NOBODY]
    if s.plate[0] == s.plate[1] and not missing:
        raise PositionError("both have the same plate")
    if is_begun(s) and missing:
        raise PositionError("'plates' must name the plates of red and white")
    if s.phase in (Phase.STARTING, Phase.DEALING) and len(missing) < 2:
        raise PositionError(f"nobody has a plate while 'phase' is {Phase.word(s.phase)!r}: expected '-,-'")
    fixed = o.plate_choice == PlateChoice.FIXED and not missing
    if fixed and (s.plate[0], s.plate[1]) != (o.red_plate, o.white_plate):
        wanted = f"{PLATES[o.red_plate]},{PLATES[o.white_plate]}"
        told = f"{PLATES[s.plate[0]]},{PLATES[s.plate[1]]}"
        raise PositionError(f"'plates' cannot be {told!r}: expected {wanted!r}, as the options fix them")
    if s.phase == Phase.CHOOSING:
        first = 1 - s.starter  # S4
        if s.plate[s.starter] != NOBODY:
            raise PositionError(f"{COLOURS[s.starter]} starts and has a plate already: expected to choose last")
        chooser = first if s.plate[first] == NOBODY else s.starter
        if s.to_move != chooser:
            raise PositionError(f"'turn' cannot be {COLOURS[s.to_move]!r}: expected {COLOURS[chooser]!r} to choose now")


def check_failures(s: Record, o: Record) -> None:
    last = int(s.phase == Phase.FINISHED)  # the failure that ended the last game counts too
    most = 0
    if is_begun(s) and rules.no_counters_left(s):
        most = 2 * o.final_attempts - 1 + last
    elif is_begun(s) and o.failed_claim_rule == FailedClaimRule.FREE:
        most = 1 + last
    if s.idle > most:
        raise PositionError(f"'idle' cannot be {s.idle}: expected 0 to {most}")
    full = full_budget(s, o)
    for seat in range(2):
        if not is_begun(s) and s.budget[seat] != full:
            raise PositionError(f"'budget' cannot be {s.budget[seat]}: expected {full} to {full}")
    left_placing = rules.claims_open(s, o) and not rules.failure_ends_turn(s, o, s.to_move)
    if s.must_place and not (s.phase == Phase.PLAYING and left_placing):
        raise PositionError("'must_place' cannot be 1: no failed claim would leave a placement here")


def check_match(s: Record, o: Record) -> None:
    least, most = (o.games, o.games) if s.phase == Phase.FINISHED else (0, (o.games - 1) * (s.phase != Phase.STARTING))
    if not least <= s.played <= most:
        raise PositionError(f"'played' cannot be {s.played}: expected {least} to {most}")
    total = s.halves[0] + s.halves[1]
    if total > 2 * s.played:
        raise PositionError(f"'halves' has {total}: expected at most {2 * s.played}, two for each game played")
    if o.unfinished == Unfinished.HALF and total < 2 * s.played:
        raise PositionError(f"'halves' has {total}: expected {2 * s.played}, two for each game played")
    if o.unfinished != Unfinished.HALF and (s.halves[0] % 2 or s.halves[1] % 2):
        raise PositionError(f"'halves' cannot be {s.halves[0]},{s.halves[1]}: expected whole points, two halves each")
