"""What a position is worth: the chance to win, what losers will pay, the cube, the match."""

from math import exp, sqrt

import numpy as np

from parlour.engine.contract import Points, Record, Strengths
from parlour.games.quatro.board import NOBODY
from parlour.games.quatro.options import DeclineCost, Match, MatchTally, TeamWin
from parlour.games.quatro.rules import next_board
from parlour.games.quatro.scoring import loss_value
from parlour.games.quatro.standing import PIPS_A_ROLL, is_race, pips_to_go, row
from parlour.games.quatro.state import Phase

# The chance that a loser pays more than 1, 2 and 3, by kind of play: the constant of a logistic, and how it grows with
# the pips he still has to go for less, compared with the winner's. First while men may meet, then in a mere race.
COSTS = np.array(
    [
        [-0.203, 0.295, 0.089, 0.327, -2.771, 0.274, -2.284, 1.452, -2.511, 1.556, -3.074, 2.463],
        [0.893, 0.207, 0.685, 0.144, -0.465, 0.083, -2.284, 1.452, -2.511, 1.556, -3.074, 2.463],
        [1.581, 0.184, 1.371, 0.126, 0.271, 0.064, -2.284, 1.452, -2.511, 1.556, -3.074, 2.463],
        [0.528, 0.191, -1.669, 0.128, 0.0, 0.0, -2.04, 1.359, -2.623, 2.125, 0.0, 0.0],
        [-0.189, 0.261, -2.15, 0.247, 0.0, 0.0, -1.762, 1.472, -2.734, 2.993, 0.0, 0.0],
    ]
)
TYPICAL_LOSS = np.array([1.4, 2.1, 2.7, 1.5, 1.2])  # by kind
SLOWNESS = np.array([1.3, 2.0, 3.5, 1.3, 1.2])  # how much longer than a mere race a game takes from its start
LIVE_CUBE, LIVE_CUBE_RACING = 0.68, 0.6  # how far a cube comes to being turned at just the right moment
SHARED_CUBE = 0.34  # what the right to double is worth to a sure winner, of the stake, from each opponent


def worth(s: Record, o: Record, strengths: Strengths, points: Points) -> None:
    """What every seat can expect: the chance to win, what the losers will pay, and what the cube makes of it."""
    racing = is_race(s, o)
    if count_present(s) > 0:
        find_chances(s, o, strengths)
        find_losses(s, o, strengths, points, racing)
    weigh_stakes(s, o, strengths, points, racing)


def count_present(s: Record) -> int:
    """How many are still in the game."""
    return s.present[0] + s.present[1] + s.present[2] + s.present[3]


def weigh_stakes(s: Record, o: Record, chances: Strengths, points: Points, racing: bool) -> None:
    """From the chances to win, and what each would lose (in `points`), to what each can expect."""
    in_play = count_present(s)
    if in_play == 2 or o.teams:
        share_between_two(s, o, chances, points, racing)
    elif in_play > 0:
        share_among_all(s, o, chances, points)
    add_tally(s, o, chances, points, in_play, racing)


def find_chances(s: Record, o: Record, strengths: Strengths) -> None:
    """Turn strengths into chances to win."""
    if o.teams and o.team_win == TeamWin.BOTH_OUT:  # a team is as strong as both together
        for seat in range(2):
            both = strengths[seat] + strengths[seat + 2]
            strengths[seat] = both
            strengths[seat + 2] = both
    most = -1e300
    for board in range(4):
        if s.present[board]:
            most = max(most, strengths[s.player[board]])
    total = 0.0
    for board in range(4):
        if s.present[board]:
            seat = s.player[board]
            strengths[seat] = exp(strengths[seat] - most)
            total += strengths[seat]
    for board in range(4):
        if s.player[board] != NOBODY:
            strengths[s.player[board]] *= s.present[board] / total


def find_losses(s: Record, o: Record, chances: Strengths, losses: Points, racing: bool) -> None:
    """What each would pay if somebody else won, the stake being one."""
    for board in range(4):
        if s.present[board]:
            seat = s.player[board]
            pips = 0.0
            share = 1e-9
            for other in range(4):
                if s.present[other] and other != board and not (o.teams and (other - board) % 2 == 0):
                    pips += (chances[s.player[other]] + 1e-9) * pips_to_go(s, o, other)
                    share += chances[s.player[other]] + 1e-9
            losses[seat] = expected_loss(s, o, board, pips / share, racing)


def expected_loss(s: Record, o: Record, board: int, winner_pips: float, racing: bool) -> float:
    """R21, as it may be when the winner has gone his pips."""
    if s.off[board] > 0:
        return 1.0
    loss = 1.0
    kind = row(o)
    beyond = o.home
    for step in range(3):
        if step == 1:
            beyond = o.third_from - 1
        elif step == 2:
            beyond = o.fourth_from - 1
        if beyond <= o.points:
            pips = s.bar[board] * (o.points + 1 - beyond) + (4.0 if step == 0 else 0.0)
            for v in range(beyond + 1, o.points + 1):
                if s.own[board] >> v & 1:
                    pips += (v - beyond) * s.men[o.spot[board, v]]
            margin = (pips - winner_pips) / sqrt(pips + winner_pips + 5.0)
            at = 2 * step + (6 if racing else 0)
            loss += 1.0 / (1.0 + exp(-COSTS[kind, at] - COSTS[kind, at + 1] * margin))
    return loss


def share_between_two(s: Record, o: Record, chances: Strengths, points: Points, racing: bool) -> None:
    """Two players, or two teams: one wins what the other loses."""
    one = s.board
    if one == NOBODY or not s.present[one]:
        one = 0
        while not s.present[one]:
            one += 1
    chance = 0.0
    win = 0.0
    loss = 0.0
    win_now = 0.0
    loss_now = 0.0
    for board in range(4):
        if s.present[board]:
            seat = s.player[board]
            cost = 1 if o.decline_cost == DeclineCost.SINGLE else loss_value(s, o, board)
            if board == one or (o.teams and (board - one) % 2 == 0):
                chance += chances[seat]
                loss += points[seat]
                loss_now += cost
            else:
                win += points[seat]
                win_now += cost
    live = 0.0
    if o.cube:
        live = LIVE_CUBE_RACING if racing else LIVE_CUBE
    if s.phase == Phase.ANSWERING:
        again = 2 * s.cube < o.cube_cap
        taken = 2.0 * with_cube(chance, win, loss, win_now, loss_now, False, again, live)
        value = min(taken, win_now)
    else:
        open_ = o.cube > 0 and s.cube < o.cube_cap
        mine = s.last != NOBODY and (s.last == one or (o.teams and (s.last - one) % 2 == 0))
        theirs = s.last != NOBODY and not mine
        value = with_cube(chance, win, loss, win_now, loss_now, open_ and not mine, open_ and not theirs, live)
    for board in range(4):
        if s.present[board]:
            same = board == one or (o.teams and (board - one) % 2 == 0)
            points[s.player[board]] = s.cube * (value if same else -value)


def with_cube(
    chance: float,
    win: float,
    loss: float,
    win_now: float,
    loss_now: float,
    mine: bool,
    theirs: bool,
    live: float,
) -> float:
    """What a stake of one is worth to somebody who may double, or whose opponent may.

    Between a cube never turned, and one turned just when the other may as well decline as accept, following Janowski.
    """
    dead = chance * (win + loss) - loss
    if not mine and not theirs:
        return dead
    win_now = min(win_now, win)
    loss_now = min(loss_now, loss)
    a = (loss - loss_now / 2.0) / (loss + win_now)
    b = (win - win_now / 2.0) / (win + loss_now)
    cash = (1.0 - b) / (1.0 - a * b)
    take = a * cash
    low, low_value = 0.0, -loss
    high, high_value = 1.0, win
    if theirs:
        if chance < take:
            high, high_value = take, -loss_now
        else:
            low, low_value = take, -loss_now
    if mine:
        if chance > cash:
            low, low_value = cash, win_now
        elif high > cash:
            high, high_value = cash, win_now
    perfect = low_value + (high_value - low_value) * (chance - low) / max(1e-9, high - low)
    return live * perfect + (1.0 - live) * dead


def share_among_all(s: Record, o: Record, chances: Strengths, points: Points) -> None:
    """Three or four players, each for himself: the winner is paid by all who are still there."""
    total = 0.0
    for board in range(4):
        if s.present[board]:
            total += points[s.player[board]]
    stake = s.cube
    gained = 0.0
    if s.phase == Phase.ANSWERING:
        stake = 2 * s.cube
        board = s.asked
        while board != s.board:
            seat = s.player[board]
            cost = s.cube if o.decline_cost == DeclineCost.SINGLE else s.cube * loss_value(s, o, board)
            if stake * (chances[seat] * total - points[seat] + right_to_double(s, o, chances, board, s.board)) < -cost:
                gained += cost
                total -= points[seat]
                rest = max(1e-9, 1.0 - chances[seat])
                for other in range(4):
                    if s.player[other] != NOBODY:
                        chances[s.player[other]] /= rest
                chances[seat] = -cost  # has left, and paid
            board = next_board(s, o, board)
    last = s.board if s.phase == Phase.ANSWERING else s.last
    for board in range(4):
        if s.present[board]:
            seat = s.player[board]
            if chances[seat] < 0.0:
                points[seat] = chances[seat]
            else:
                right = right_to_double(s, o, chances, board, last)
                points[seat] = stake * (chances[seat] * total - points[seat] + right)
                if s.phase == Phase.ANSWERING and board == s.board:
                    points[seat] += gained


def right_to_double(s: Record, o: Record, chances: Strengths, board: int, last: int) -> float:
    """What a player's right to double is worth to him, less what the others' rights cost him."""
    if not o.cube or s.cube >= o.cube_cap:
        return 0.0
    value = 0.0
    for other in range(4):
        if s.present[other] and other != board and chances[s.player[other]] >= 0.0:
            if board != last:
                value += SHARED_CUBE * chances[s.player[board]]
            if other != last:
                value -= SHARED_CUBE * chances[s.player[other]]
    return value


def add_tally(s: Record, o: Record, chances: Strengths, points: Points, in_play: int, racing: bool) -> None:
    """On top of what was won before comes what this game promises, and those after it (R23)."""
    finish = chance_to_finish(s, o, in_play, racing)
    if o.match == Match.SINGLE or o.match_tally != MatchTally.WON:
        for seat in range(o.players):
            points[seat] = s.tally[seat] + finish * (points[seat] + s.received[seat] - s.paid[seat])
        return
    typical = TYPICAL_LOSS[row(o)]
    for seat in range(o.players):  # what is paid does not count, only what is received
        chance = max(0.0, chances[seat]) if in_play > 0 else 1.0 / o.players
        game = max(0.0, points[seat] + (1.0 - chance) * typical * s.cube)
        points[seat] = s.tally[seat] + finish * (game + s.received[seat])
    if o.match == Match.SERIES:
        later = (o.match_target - s.game - 1) * typical * (o.players - 1) / o.players
        for seat in range(o.players):
            points[seat] += later
    else:
        look_to_target(o, points)


def look_to_target(o: Record, points: Points) -> None:
    """From what each will have after this game to what he will have when somebody has reached the target."""
    most = points[0]
    for seat in range(o.players):
        most = max(most, points[seat])
    width = 0.2 + sqrt(max(0.0, o.match_target - most))
    total = 0.0
    for seat in range(o.players):
        total += exp((points[seat] - most) / width)
    if o.teams:
        total /= 2.0
    for seat in range(o.players):
        wins = exp((points[seat] - most) / width) / total
        fails = (points[seat] + max(points[seat], o.match_target - 1.0)) / 2.0
        points[seat] = wins * max(points[seat], 1.0 * o.match_target) + (1.0 - wins) * fails


def chance_to_finish(s: Record, o: Record, in_play: int, racing: bool) -> float:
    """How likely the game is to end before the turn cap makes it void."""
    if o.turn_cap == 0 or in_play == 0:
        return 1.0
    pips = 1e300
    for board in range(4):
        if s.present[board]:
            pips = min(pips, 1.0 * pips_to_go(s, o, board))
    rolls = in_play * pips / PIPS_A_ROLL
    if not racing:
        rolls *= SLOWNESS[row(o)]
    return 1.0 / (1.0 + exp(min(50.0, (rolls - o.turn_cap + s.rolls) / (2.0 + 0.15 * rolls))))
