"""The rules of Stencil, in the order of docs/games/stencil.md."""

import numpy as np

from parlour.engine.contract import CHANCE, OVER, Flags, Points, Record, Weights, note

SEATS = 2
ACTIONS = 29
OUTCOMES = 18

# Actions
PLACE = 0  # 0–15: a counter on that cell
CLAIM = 16  # 16–23: the plate in orientation 0–7
CHOOSE = 24  # 24–27: take plate K1–K4
NO_CLAIM = 28

# Outcomes
FIRST = 0  # 0, 1: red or white starts
DEAL = 2  # 2 + 4·red + white: the plates of both

# What is being decided (s.phase)
WHO_STARTS, DEALING, CHOOSING, PLAYING, FINISHED = range(5)

# Options, in the order of their values
PICK, DEALT, FIXED = range(3)  # plate_choice
FOR_MATCH, FOR_GAME = range(2)  # plates_for
NO_REPEAT, FREE, STRICT, BUDGET = range(4)  # failed_claim_rule
DRAW, HALF, ABANDON = range(3)  # unfinished
ANYBODY, RED_FIRST, WHITE_FIRST = range(3)  # first_player
ALTERNATE, WINNER, LOSER = range(3)  # next_starter

# What a person would mention
STARTS, TAKES_PLATE, PLACES, CLAIMS_RIGHT, CLAIMS_WRONG, MUST_PLACE_NOW, CLAIMS_NOTHING = range(7)
WINS_GAME, UNFINISHED, ABANDONED, NEW_GAME, MATCH_OVER = range(7, 12)

NOBODY = -1
OWN_NEEDED = 3  # own counters a stencil shows (S14)
OTHERS_NEEDED = 1

OPTIONS = np.dtype(
    [
        ("holes", np.int64, (4, 8)),  # what each plate shows in each orientation, as bits of cells
        ("plates", np.int16),  # how many plates there are to choose from
        ("turnings", np.int16),  # orientations in use: 4, or 8 with flips (S5)
        ("players", np.int16),
        ("counters_each", np.int16),  # S1
        ("plate_choice", np.int16),  # S4
        ("red_plate", np.int16),
        ("white_plate", np.int16),
        ("plates_for", np.int16),  # S4
        ("min_counters_to_claim", np.int16),  # S6
        ("failed_claim_rule", np.int16),  # S8
        ("claim_budget", np.int16),
        ("final_attempts", np.int16),  # S9
        ("unfinished", np.int16),  # S10
        ("first_player", np.int16),  # S2
        ("next_starter", np.int16),
        ("games", np.int16),
        ("auto_claim", np.int16),  # S11
        ("hint_level", np.int16),  # read by text and drawing only
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("counters", np.int64, (2,)),  # each seat's counters on the board, as bits of cells
        ("to_move", np.int16),
        ("turn", np.int16),
        ("turns", np.int32),
        ("phase", np.int16),
        ("hand", np.int16, (2,)),  # counters not yet placed
        ("plate", np.int16, (2,)),  # each seat's plate, or NOBODY
        ("starter", np.int16),  # who starts this game
        ("last_failed", np.int16, (2,)),  # the seat's previous turn ended with a failed claim (no_repeat)
        ("budget", np.int16, (2,)),  # failed claims that may still end a turn (budget)
        ("must_place", np.int16),  # a failed claim in this turn did not end it
        ("idle", np.int16),  # successive failed turns, where they can end the game
        ("played", np.int16),  # games that counted
        ("abandoned", np.int16),  # games that did not
        ("halves", np.int16, (2,)),  # half points scored
    ],
    align=True,
)


def setup(s: Record, o: Record) -> None:
    s.plate[0] = NOBODY
    s.plate[1] = NOBODY
    s.turn = NOBODY
    if o.first_player == ANYBODY:
        s.phase = WHO_STARTS
        s.to_move = CHANCE
    else:
        s.starter = o.first_player - RED_FIRST
        prepare_game(s, o)


def prepare_game(s: Record, o: Record) -> None:
    """Clear the board and see that both have a plate."""
    for seat in range(2):
        s.counters[seat] = 0
        s.hand[seat] = o.counters_each
        s.last_failed[seat] = 0
        s.budget[seat] = o.claim_budget if o.failed_claim_rule == BUDGET else 0
    s.must_place = 0
    s.idle = 0
    if s.plate[0] != NOBODY and (o.plates_for == FOR_MATCH or o.plate_choice == FIXED):
        begin_turn(s, s.starter)
    elif o.plate_choice == FIXED:
        s.plate[0] = o.red_plate
        s.plate[1] = o.white_plate
        begin_turn(s, s.starter)
    else:
        s.plate[0] = NOBODY
        s.plate[1] = NOBODY
        if s.played + s.abandoned > 0:
            s.turns += 1  # a later game's preparation is a turn of its own, nobody's
        s.turn = NOBODY
        s.phase = DEALING if o.plate_choice == DEALT else CHOOSING
        s.to_move = CHANCE if o.plate_choice == DEALT else 1 - s.starter  # S4: the starter picks second


def begin_turn(s: Record, seat: int) -> None:
    s.phase = PLAYING
    s.turn = seat
    s.to_move = seat
    s.turns += 1


def legal(s: Record, o: Record, mask: Flags) -> int:
    n = 0
    if s.phase == CHOOSING:
        for plate in range(o.plates):
            if plate != s.plate[0] and plate != s.plate[1]:
                mask[CHOOSE + plate] = 1
                n += 1
    elif s.phase == PLAYING:
        if can_place(s, s.to_move):  # R2
            taken = s.counters[0] | s.counters[1]
            for cell in range(16):
                if not taken >> cell & 1:
                    mask[PLACE + cell] = 1
                    n += 1
        else:  # R7
            mask[NO_CLAIM] = 1
            n += 1
        if can_claim(s, o):
            for turning in range(o.turnings):
                mask[CLAIM + turning] = 1
                n += 1
    return n


def can_place(s: Record, seat: int) -> bool:
    return s.hand[seat] > 0 and (s.counters[0] | s.counters[1]) != 0xFFFF  # R7


def can_claim(s: Record, o: Record) -> bool:
    on_board = count(s.counters[0]) + count(s.counters[1])
    return s.must_place == 0 and on_board >= o.min_counters_to_claim  # R3, R6


def chance(s: Record, o: Record, weights: Weights) -> int:
    n = 0
    if s.phase == WHO_STARTS:  # S2
        weights[FIRST] = 1
        weights[FIRST + 1] = 1
        n = 2
    elif s.phase == DEALING:  # S4
        for red in range(o.plates):
            for white in range(o.plates):
                if red != white:
                    weights[DEAL + 4 * red + white] = 1
                    n += 1
    return n


def apply(s: Record, o: Record, action: int) -> None:
    if s.phase == WHO_STARTS:
        s.starter = action - FIRST
        note(STARTS, s.starter)
        prepare_game(s, o)
    elif s.phase == DEALING:
        take_plate(s, 0, (action - DEAL) // 4)
        take_plate(s, 1, (action - DEAL) % 4)
        begin_turn(s, s.starter)
    elif s.phase == CHOOSING:
        take_plate(s, s.to_move, action - CHOOSE)
        if s.plate[1 - s.to_move] == NOBODY:
            s.to_move = 1 - s.to_move
        else:
            begin_turn(s, s.starter)
    elif action < CLAIM:
        place(s, o, s.to_move, action - PLACE)
    elif action < CHOOSE:
        claim(s, o, s.to_move, action - CLAIM)
    else:
        note(CLAIMS_NOTHING, s.to_move)  # R7
        fail(s, o, s.to_move)


def take_plate(s: Record, seat: int, plate: int) -> None:
    s.plate[seat] = plate
    note(TAKES_PLATE, seat, plate)


def place(s: Record, o: Record, seat: int, cell: int) -> None:
    """R2. Placing."""
    s.counters[seat] |= 1 << cell
    s.hand[seat] -= 1
    note(PLACES, seat, cell)
    s.last_failed[seat] = 0
    s.must_place = 0
    s.idle = 0
    pass_turn(s, o, seat)


def claim(s: Record, o: Record, seat: int, turning: int) -> None:
    """R3. Claim: right if all four holes show counters, three own and one of the other's."""
    if is_complete(s, o, seat, turning):
        win(s, o, seat, turning)
    else:
        note(CLAIMS_WRONG, seat, s.plate[seat], turning)
        fail(s, o, seat)


def is_complete(s: Record, o: Record, seat: int, turning: int) -> bool:
    holes = o.holes[s.plate[seat], turning]
    own = count(holes & s.counters[seat])
    others = count(holes & s.counters[1 - seat])
    return own == OWN_NEEDED and others == OTHERS_NEEDED


def count(bits: int) -> int:
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


def win(s: Record, o: Record, seat: int, turning: int) -> None:
    """R4. A correct claim scores the point and ends the game."""
    note(CLAIMS_RIGHT, seat, s.plate[seat], turning)
    s.halves[seat] += 2
    note(WINS_GAME, seat)
    s.played += 1
    next_game(s, o, seat)


def fail(s: Record, o: Record, seat: int) -> None:
    """R5–R7. A failed claim, or none: is the turn over, or must a counter be placed now?"""
    if failure_ends_turn(s, o, seat):
        if can_place(s, seat):
            s.last_failed[seat] = 1 if o.failed_claim_rule == NO_REPEAT else 0
            s.budget[seat] -= 1 if o.failed_claim_rule == BUDGET else 0
        if o.failed_claim_rule == FREE or no_counters_left(s):
            s.idle += 1
        pass_turn(s, o, seat)
    else:
        s.must_place = 1
        note(MUST_PLACE_NOW, seat)


def failure_ends_turn(s: Record, o: Record, seat: int) -> bool:
    """R6, R7."""
    if not can_place(s, seat) or o.failed_claim_rule == FREE:
        return True
    if o.failed_claim_rule == NO_REPEAT:
        return s.last_failed[seat] == 0
    return o.failed_claim_rule == BUDGET and s.budget[seat] > 0


def no_counters_left(s: Record) -> bool:
    return not can_place(s, 0) and not can_place(s, 1)


def pass_turn(s: Record, o: Record, seat: int) -> None:
    """R1, R10. The other's turn, unless the game ends unfinished."""
    if no_counters_left(s):
        stuck = s.idle >= 2 * o.final_attempts  # S9
    else:
        stuck = o.failed_claim_rule == FREE and s.idle >= 2  # R6
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
    if o.unfinished == ABANDON and s.abandoned < o.games:
        s.abandoned += 1
        note(ABANDONED)
    else:
        note(UNFINISHED, o.unfinished)
        s.played += 1
        if o.unfinished == HALF:
            s.halves[0] += 1
            s.halves[1] += 1
    next_game(s, o, NOBODY)


def next_game(s: Record, o: Record, winner: int) -> None:
    """R12. The next starter, or the end of the match."""
    if s.played == o.games:
        s.phase = FINISHED
        s.turn = NOBODY
        s.to_move = OVER
        note(MATCH_OVER, s.halves[0], s.halves[1])
        return
    if winner == NOBODY or o.next_starter == ALTERNATE:
        s.starter = 1 - s.starter
    elif o.next_starter == WINNER:
        s.starter = winner
    else:
        s.starter = 1 - winner
    note(NEW_GAME, s.played + 1, s.starter)
    prepare_game(s, o)


def score(s: Record, o: Record, points: Points) -> None:
    points[0] = s.halves[0] / 2
    points[1] = s.halves[1] / 2
