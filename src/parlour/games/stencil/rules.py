"""The rules of Stencil, in the order of docs/games/stencil.md."""

from parlour.engine.bits import allow, allow_bits, allow_run, count_bits
from parlour.engine.contract import CHANCE, OVER, Actions, Points, Record, Weights, note
from parlour.games.stencil.options import FailedClaimRule, FirstPlayer, NextStarter, PlateChoice, PlatesFor, Unfinished
from parlour.games.stencil.state import NOBODY, Action, Event, Outcome, Phase

OWN_NEEDED = 3  # own counters a stencil shows (S14)
OTHERS_NEEDED = 1
EVERY_CELL = 0xFFFF


def setup(s: Record, o: Record) -> None:
    s.plate[0] = NOBODY
    s.plate[1] = NOBODY
    s.turn = NOBODY
    if o.first_player == FirstPlayer.RANDOM:
        s.phase = Phase.STARTING
        s.to_move = CHANCE
    else:
        s.starter = 0 if o.first_player == FirstPlayer.RED else 1
        prepare_game(s, o)


def prepare_game(s: Record, o: Record) -> None:
    """Clear the board and see that both have a plate."""
    for seat in range(2):
        s.counters[seat] = 0
        s.hand[seat] = o.counters_each
        s.last_failed[seat] = 0
        s.budget[seat] = o.claim_budget if o.failed_claim_rule == FailedClaimRule.BUDGET else 0
    s.must_place = 0
    s.idle = 0
    if s.plate[0] != NOBODY and (o.plates_for == PlatesFor.MATCH or o.plate_choice == PlateChoice.FIXED):
        begin_turn(s, s.starter)
    elif o.plate_choice == PlateChoice.FIXED:
        s.plate[0] = o.red_plate
        s.plate[1] = o.white_plate
        begin_turn(s, s.starter)
    else:
        s.plate[0] = NOBODY
        s.plate[1] = NOBODY
        if s.played + s.abandoned > 0:
            s.turns += 1  # a later game's preparation is a turn of its own, nobody's
        s.turn = NOBODY
        s.phase = Phase.DEALING if o.plate_choice == PlateChoice.RANDOM else Phase.CHOOSING
        s.to_move = CHANCE if o.plate_choice == PlateChoice.RANDOM else 1 - s.starter  # S4: the starter picks second


def begin_turn(s: Record, seat: int) -> None:
    s.phase = Phase.PLAYING
    s.turn = seat
    s.to_move = seat
    s.turns += 1


def legal(s: Record, o: Record, actions: Actions) -> None:
    if s.phase == Phase.CHOOSING:
        for plate in range(o.plates):
            if plate != s.plate[0] and plate != s.plate[1]:
                allow(actions, Action.CHOOSE + plate)
    elif s.phase == Phase.PLAYING:
        if can_place(s, s.to_move):  # R2
            allow_bits(actions, Action.PLACE, EVERY_CELL & ~(s.counters[0] | s.counters[1]))
        else:  # R7
            allow(actions, Action.NO_CLAIM)
        if can_claim(s, o):
            allow_run(actions, Action.CLAIM, o.turnings)


def can_place(s: Record, seat: int) -> bool:
    return s.hand[seat] > 0 and (s.counters[0] | s.counters[1]) != EVERY_CELL  # R7


def can_claim(s: Record, o: Record) -> bool:
    return s.must_place == 0 and claims_open(s, o)  # R6


def claims_open(s: Record, o: Record) -> bool:
    """R3. Whether so many counters lie on the board that somebody may claim."""
    return count_bits(s.counters[0] | s.counters[1]) >= o.min_counters_to_claim


def chance(s: Record, o: Record, weights: Weights) -> int:
    n = 0
    if s.phase == Phase.STARTING:  # S2
        weights[Outcome.FIRST] = 1
        weights[Outcome.FIRST + 1] = 1
        n = 2
    elif s.phase == Phase.DEALING:  # S4
        for red in range(o.plates):
            for white in range(o.plates):
                if red != white:
                    weights[Outcome.DEAL + 4 * red + white] = 1
                    n += 1
    return n


def apply(s: Record, o: Record, action: int) -> None:
    if s.phase == Phase.STARTING:
        s.starter = action - Outcome.FIRST
        note(Event.STARTS, s.starter)
        prepare_game(s, o)
    elif s.phase == Phase.DEALING:
        take_plate(s, 0, (action - Outcome.DEAL) // 4)
        take_plate(s, 1, (action - Outcome.DEAL) % 4)
        begin_turn(s, s.starter)
    elif s.phase == Phase.CHOOSING:
        take_plate(s, s.to_move, action - Action.CHOOSE)
        if s.plate[1 - s.to_move] == NOBODY:
            s.to_move = 1 - s.to_move
        else:
            begin_turn(s, s.starter)
    elif action < Action.CLAIM:
        place(s, o, s.to_move, action - Action.PLACE)
    elif action < Action.CHOOSE:
        claim(s, o, s.to_move, action - Action.CLAIM)
    else:
        note(Event.CLAIMS_NOTHING, s.to_move)  # R7
        fail(s, o, s.to_move)


def take_plate(s: Record, seat: int, plate: int) -> None:
    s.plate[seat] = plate
    note(Event.TAKES_PLATE, seat, plate)


def place(s: Record, o: Record, seat: int, cell: int) -> None:
    """R2. Placing."""
    s.counters[seat] |= 1 << cell
    s.hand[seat] -= 1
    note(Event.PLACES, seat, cell)
    s.last_failed[seat] = 0
    s.must_place = 0
    s.idle = 0
    pass_turn(s, o, seat)


def claim(s: Record, o: Record, seat: int, turning: int) -> None:
    """R3. Claim: right if all four holes show counters, three own and one of the other's."""
    if is_complete(s, o, seat, turning):
        win(s, o, seat, turning)
    else:
        note(Event.CLAIMS_WRONG, seat, s.plate[seat], turning)
        fail(s, o, seat)


def is_complete(s: Record, o: Record, seat: int, turning: int) -> bool:
    holes = o.holes[s.plate[seat], turning]
    own = count_bits(holes & s.counters[seat])
    others = count_bits(holes & s.counters[1 - seat])
    return own == OWN_NEEDED and others == OTHERS_NEEDED


def win(s: Record, o: Record, seat: int, turning: int) -> None:
    """R4. A correct claim scores the point and ends the game."""
    note(Event.CLAIMS_RIGHT, seat, s.plate[seat], turning)
    s.halves[seat] += 2
    note(Event.WINS_GAME, seat)
    s.played += 1
    next_game(s, o, seat)


def fail(s: Record, o: Record, seat: int) -> None:
    """R5–R7. A failed claim, or none: is the turn over, or must a counter be placed now?"""
    if failure_ends_turn(s, o, seat):
        if can_place(s, seat):
            s.last_failed[seat] = 1 if o.failed_claim_rule == FailedClaimRule.NO_REPEAT else 0
            s.budget[seat] -= 1 if o.failed_claim_rule == FailedClaimRule.BUDGET else 0
        if o.failed_claim_rule == FailedClaimRule.FREE or no_counters_left(s):
            s.idle += 1
        pass_turn(s, o, seat)
    else:
        s.must_place = 1
        note(Event.MUST_PLACE_NOW, seat)


def failure_ends_turn(s: Record, o: Record, seat: int) -> bool:
    """R6, R7."""
    if not can_place(s, seat) or o.failed_claim_rule == FailedClaimRule.FREE:
        return True
    if o.failed_claim_rule == FailedClaimRule.NO_REPEAT:
        return s.last_failed[seat] == 0
    return o.failed_claim_rule == FailedClaimRule.BUDGET and s.budget[seat] > 0


def no_counters_left(s: Record) -> bool:
    return not can_place(s, 0) and not can_place(s, 1)


def pass_turn(s: Record, o: Record, seat: int) -> None:
    """R1, R10. The other's turn, unless the game ends unfinished."""
    if no_counters_left(s):
        stuck = s.idle >= 2 * o.final_attempts  # S9
    else:
        stuck = o.failed_claim_rule == FailedClaimRule.FREE and s.idle >= 2  # R6
    if stuck:
        end_unfinished(s, o)
        return
    begin_turn(s, 1 - seat)
    if o.auto_claim and can_claim(s, o):  # S11
        for turning in range(o.turnings):
            if is_complete(s, o, 1 - seat, turning):
                win(s, o, 1 - seat, turning)
                return


def end_unfinished(s: Record, o: Record) -> None:
    """R11."""
    if o.unfinished == Unfinished.ABANDON and s.abandoned < o.games:
        s.abandoned += 1
        note(Event.ABANDONED)
    else:
        note(Event.UNFINISHED, o.unfinished)
        s.played += 1
        if o.unfinished == Unfinished.HALF:
            s.halves[0] += 1
            s.halves[1] += 1
    next_game(s, o, NOBODY)


def next_game(s: Record, o: Record, winner: int) -> None:
    """R12. The next starter, or the end of the match."""
    if s.played == o.games:
        s.phase = Phase.FINISHED
        s.turn = NOBODY
        s.to_move = OVER
        note(Event.MATCH_OVER, s.halves[0], s.halves[1])
        return
    if winner == NOBODY or o.next_starter == NextStarter.ALTERNATE:
        s.starter = 1 - s.starter
    elif o.next_starter == NextStarter.WINNER:
        s.starter = winner
    else:
        s.starter = 1 - winner
    note(Event.NEW_GAME, s.played + 1, s.starter)
    prepare_game(s, o)


def score(s: Record, o: Record, points: Points) -> None:
    points[0] = s.halves[0] / 2
    points[1] = s.halves[1] / 2
