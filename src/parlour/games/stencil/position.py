"""Positions of Stencil: what follows from their words, and which cannot be."""

from parlour.engine.contract import Record
from parlour.engine.hooks import Faults
from parlour.engine.position import PositionError
from parlour.games.stencil import rules
from parlour.games.stencil.board import cells_of
from parlour.games.stencil.options import Unfinished
from parlour.games.stencil.state import COLOURS, NOBODY, Phase


def complete(s: Record, o: Record) -> None:
    for seat in range(2) if s.phase != Phase.STARTING else ():
        left = o.counters_each - s.counters[seat].bit_count()
        if left < 0:
            raise PositionError(f"{COLOURS[seat]} has too many counters: expected at most {o.counters_each}")
        s.hand[seat] = left
    s.turn = s.to_move if s.phase == Phase.PLAYING else NOBODY
    if s.phase == Phase.CHOOSING:
        first = 1 - s.starter  # S4
        s.to_move = first if s.plate[first] == NOBODY else s.starter


def faults_on_board(s: Record, o: Record) -> Faults:
    both = s.counters[0] & s.counters[1]
    yield both, f"{cells_of(both)} cannot be both red and white"
    lying = [s.counters[seat].bit_count() for seat in range(2)]
    in_turn = min(sum(lying), o.min_counters_to_claim)  # so many were placed turn by turn
    why = f"since nobody claims before {o.min_counters_to_claim} lie on the board"
    for seat in range(2):
        least = (in_turn + (seat == s.starter)) // 2
        yield lying[seat] < least, f"{COLOURS[seat]} has {lying[seat]} counters: expected at least {least}, {why}"
    early = s.phase == Phase.CHOOSING and s.plate[s.starter] != NOBODY
    yield early, f"{COLOURS[s.starter]} starts and has a plate already: expected to choose last"
    left_placing = rules.claims_open(s, o) and not rules.failure_ends_turn(s, o, s.to_move)
    misplaced = s.must_place and not (s.phase == Phase.PLAYING and left_placing)
    yield misplaced, "'must_place' cannot be 1: no failed claim would leave a placement here"


def faults_of_match(s: Record, o: Record) -> Faults:
    total, most = sum(s.halves), 2 * s.played
    yield total > most, f"'halves' has {total}: expected at most {most}, two for each game played"
    odd = o.unfinished != Unfinished.HALF and (s.halves[0] % 2 or s.halves[1] % 2)
    yield odd, f"'halves' cannot be {s.halves[0]},{s.halves[1]}: expected whole points, two halves each"
