"""Moving men: single steps, and how many dice of a roll must be used (R4–R16).

The mover is the player of `s.board`. A step is a code: 0 from the bar or v from that point with the higher die, and
`Action.LOWER` more with the lower one.
"""

import numpy as np

from parlour.engine.bits import count_bits, highest_bit, lowest_bit
from parlour.engine.contract import Record
from parlour.engine.local import blank, copy_of
from parlour.games.quatro.board import NOBODY
from parlour.games.quatro.state import FROM, Action

ILLEGAL, RESTS, TOUCHES, LEAVES = range(4)  # what a step would be
PATH = np.dtype([("code", np.int16, (4,))])  # steps tried one after another


def step_die(code: int) -> int:
    """Which die a step uses: 0 the higher, 1 the lower."""
    return 1 if code >= Action.LOWER else 0


def step_from(code: int) -> int:
    """Where a step starts: v, or 0 for the bar."""
    return code - Action.LOWER if code >= Action.LOWER else code


def step_to(s: Record, o: Record, code: int) -> int:
    """Where a step ends: v, or less than 1 for off."""
    v = step_from(code)
    return (o.points + 1 if v == 0 else v) - s.dice[step_die(code)]


def step_kind(s: Record, o: Record, v: int, die: int) -> int:
    """What a step from v (0 for the bar) with die 0 or 1 would be, this step alone considered."""
    if s.left[die] == 0 or not may_leave(s, v):
        return ILLEGAL
    to = step_to(s, o, v + Action.LOWER * die)
    if to < 1:
        return LEAVES if may_bear_off(s, o, v, s.dice[die]) else ILLEGAL
    total = o.points + 1 - to  # how far from the bar
    entering = v == 0 or (v == s.fresh and (v == s.transit or s.bar[s.board] > 0))
    if entering and v != 0 and total > o.home:  # R11, R12
        return ILLEGAL
    if not is_blocked(s, to):
        return RESTS  # R5
    if s.left[0] + s.left[1] == 1:
        return ILLEGAL  # he could not go on (R7)
    if entering:
        return TOUCHES if o.combined_entry and total < o.home else ILLEGAL
    if o.touch_owned or (v == s.fresh and total < o.home):
        return TOUCHES
    return ILLEGAL


def may_move(s: Record) -> int:
    """The points, and 0 for the bar, where the mover has men who may be moved now."""
    if s.transit > 0:
        return 1 << s.transit  # R7: the same man must go on
    if s.bar[s.board] > 0:
        return 1 | 1 << s.fresh  # R10, R12: who has entered goes on only within his entry total
    return s.own[s.board]


def may_leave(s: Record, v: int) -> bool:
    """Whether the mover has a man on v who may be moved now."""
    return may_move(s) >> v & 1 == 1


def is_own(s: Record, v: int) -> bool:
    return s.own[s.board] >> v & 1 == 1


def is_blocked(s: Record, v: int) -> bool:
    return s.shut >> v & 1 == 1


def blocked_points(s: Record, o: Record, board: int) -> int:
    """R4. Where two or more men of one opponent stand, as a board counts the points."""
    along = s.own[board ^ 2] if o.partners_block else s.made[board ^ 2]  # R19: even a single man blocks his partner
    beyond = along | s.faced[board ^ 1]  # those who count from the other side of the circle
    half = o.points // 2
    return s.faced[3 - board] | (beyond << half | beyond >> half) & ((2 << o.points) - 2)


def may_bear_off(s: Record, o: Record, v: int, pips: int) -> bool:
    """R13. All men home, and the number exact or nobody standing higher."""
    if s.bar[s.board] > 0 or v > o.home:
        return False
    highest = v if v < pips else o.home
    return s.own[s.board] >> (highest + 1) == 0


def take_step(s: Record, o: Record, code: int) -> int:
    """Make a step that `step_kind` allows, hitting what stands alone where it stops (R6). Returns whom, or NOBODY."""
    board = s.board
    v = step_from(code)
    to = step_to(s, o, code)
    die = step_die(code)
    going_on = v > 0 and v == s.transit
    if v == 0:
        s.bar[board] -= 1
    elif not going_on:
        lift_man(s, o, board, v)
    came_in = o.combined_entry > 0 and (v == 0 or v == s.fresh) and o.points + 1 - to <= o.home
    s.transit = 0
    s.fresh = to if came_in else 0
    hit = NOBODY
    if to < 1:
        s.off[board] += 1
    elif is_blocked(s, to):
        s.transit = to
        if v != 0 and not going_on and o.touch_owned and s.bar[board] == 0:
            s.fresh = 0  # he had come to rest: this is a move like any other
    else:
        hit = hit_man(s, o, board, o.spot[board, to])
        put_man(s, o, board, to)
    s.trail[s.steps] = trail_of(v, s.dice[die], hit)
    s.steps += 1
    s.left[die] -= 1
    return hit


def trail_of(v: int, pips: int, hit: int) -> int:
    """A step as the trail keeps it, for `read_step`: where from, the number used, and whom it hit."""
    return ((hit + 1) * 6 + pips - 1) * FROM + v


def hit_man(s: Record, o: Record, board: int, k: int) -> int:
    """R6. Send a single man of another board on a place to the bar; returns whose, or NOBODY."""
    owner = s.owner[k]
    if owner in (NOBODY, board):  # asked at once, for a processor foresees neither
        return NOBODY
    lift_man(s, o, owner, o.number[owner, k])
    s.bar[owner] += 1
    return owner


# All that is kept about a point is written anew, whether it changes or not: to look first takes longer


def put_man(s: Record, o: Record, board: int, v: int) -> None:
    k = o.spot[board, v]
    men = s.men[k] + 1
    s.men[k] = men
    s.owner[k] = board
    s.own[board] |= 1 << v
    s.made[board] |= int(men > 1) << v
    s.faced[board] |= int(men > 1) << o.points + 1 - v


def lift_man(s: Record, o: Record, board: int, v: int) -> None:
    k = o.spot[board, v]
    men = s.men[k] - 1
    s.men[k] = men
    s.owner[k] = board if men > 0 else NOBODY
    s.own[board] &= ~(int(men < 1) << v)
    s.made[board] &= ~(int(men < 2) << v)
    s.faced[board] &= ~(int(men < 2) << o.points + 1 - v)


# Sets of points (bit v for point v, bit 0 for the bar) settle most steps without looking ahead


def legal_from(s: Record, o: Record, die: int) -> int:
    """From where a step with a die leaves the play as many more dice as it must use (R9)."""
    sure = 0
    doubtful = 0
    if s.transit > 0:
        doubtful = 1 << s.transit
    else:
        sure = sure_steps(s, o, die)
        if s.need - s.steps > 1:
            doubtful = (single_steps(s, o, die) | touching_steps(s, o, die)) & ~sure
            if s.need - s.steps == 2 and s.bar[s.board] == 0 and (o.touch_owned or s.fresh == 0):
                doubtful &= steps_home(s, o)  # nothing else than bearing off can become possible by a step
        if s.bar[s.board] > 0 and s.fresh > 0:
            doubtful |= 1 << s.fresh  # R12
    while doubtful:
        v = lowest_bit(doubtful)
        doubtful &= doubtful - 1
        if keeps_most(s, o, v, die):
            sure |= 1 << v
    return sure


def rests_after(s: Record, pips: int) -> int:
    """The points from which a man can go so far and rest there."""
    return s.own[s.board] & ~(s.shut << pips) & -(2 << pips)


def enters_with(s: Record, o: Record, pips: int) -> int:
    """R11. The bar, if a man can enter from it with this number."""
    return 0 if is_blocked(s, o.points + 1 - pips) else 1


def bears_off_with(s: Record, o: Record, pips: int) -> int:
    """R13. The point from which a man can be borne off with this number, if there is one."""
    own = s.own[s.board]
    if own >> (o.home + 1):
        return 0
    if own >> pips:
        return own & (1 << pips)
    return 1 << highest_bit(own) if own else 0


def single_steps(s: Record, o: Record, die: int) -> int:
    """The points from which a man can make one step and be done."""
    pips = s.dice[die]
    if s.bar[s.board] > 0:
        return enters_with(s, o, pips)  # R10
    return rests_after(s, pips) | bears_off_with(s, o, pips)


def touching_steps(s: Record, o: Record, die: int) -> int:
    """The points from which a man can touch a blocked one, if he can then go on."""
    pips = s.dice[die]
    if s.bar[s.board] > 0:
        return 1 if o.combined_entry else 0
    return s.own[s.board] & s.shut << pips & -(2 << pips) if o.touch_owned or s.fresh else 0


def order_is_free(s: Record, o: Record) -> bool:
    """Whether a play uses as many dice in whatever order.

    It does with equal numbers where nobody touches blocked points on his way: what a man can do, he can do later too.
    """
    return s.dice[0] == s.dice[1] and not o.touch_owned and not o.combined_entry


def steps_home(s: Record, o: Record) -> int:
    """The points from which a step may leave all men home, so that one can then be borne off."""
    outside = s.own[s.board] & -(2 << o.home)
    if outside == 0:
        return s.own[s.board]
    alone = outside & (outside - 1) == 0 and outside & s.made[s.board] == 0
    return outside if alone else 0


def sure_steps(s: Record, o: Record, die: int) -> int:
    """Points from which a step certainly leaves the play as many more dice as it must use.

    Who can step on his own can do so after another's step as well.
    """
    more = s.need - s.steps - 1
    steps = single_steps(s, o, die)
    if more == 0 or order_is_free(s, o):
        return steps
    other = 1 - die if s.left[1 - die] else die
    waiting = s.bar[s.board] - 1
    if waiting > 0:
        return steps if waiting >= more and enters_with(s, o, s.dice[other]) else 0
    if waiting == 0:
        return steps if have_men(s, o, rests_after(s, s.dice[other]), more) else 0
    followers = single_steps(s, o, other)
    if have_men(s, o, followers, more + 1):
        sure = steps  # whoever steps, enough others can follow
    elif more == 1 and followers:
        sure = steps & ~followers
    else:
        sure = 0
    if more == 1:  # the same man goes on, from a free point or a touched one
        goes_on = rests_after(s, s.dice[die] + s.dice[other])
        sure |= goes_on if o.touch_owned else goes_on & steps
    return sure


def have_men(s: Record, o: Record, points: int, wanted: int) -> bool:
    """Whether at least so many of his men stand on these points."""
    n = count_bits(points) + count_bits(points & s.made[s.board])
    if n >= wanted:
        return True
    rest = points & s.made[s.board]
    while rest and n < wanted:
        n += s.men[o.spot[s.board, lowest_bit(rest)]] - 2
        rest &= rest - 1
    return n >= wanted


def dice_to_use(s: Record, o: Record) -> int:
    """How many dice the play of this roll must use (R9)."""
    dice = s.left[0] + s.left[1]
    s.need = dice
    if dice == 2 and (sure_steps(s, o, 0) or sure_steps(s, o, 1)):
        return dice
    if dice == 4 and s.bar[s.board] == 0 and have_men(s, o, single_steps(s, o, 0), dice):
        return dice
    return most_dice(s, o, dice)


# Looking ahead, on copies


def keeps_most(s: Record, o: Record, v: int, die: int) -> bool:
    """Whether after a step the play can still use as many dice as it must."""
    needed = s.need - s.steps - 1
    kind = step_kind(s, o, v, die)
    if kind == ILLEGAL or (needed == 0 and kind != TOUCHES):
        return kind != ILLEGAL
    trial = copy_of(s)
    take_step(trial, o, v + Action.LOWER * die)
    return most_dice(trial, o, needed) >= needed


def most_dice(s: Record, o: Record, enough: int) -> int:
    """The most dice that can still be used, each man coming to rest (R9); -1 if a man in transit cannot.

    It looks no further once `enough` can.
    """
    best = -1 if s.transit > 0 else 0
    path = blank(PATH)
    trial = copy_of(s)
    made = 0
    after = -1
    while best < enough:
        last = trial.left[0] + trial.left[1] == 1
        if last and can_use_last(trial, o):
            best = made + 1
        code = NOBODY if last else next_step(trial, o, after)
        if code != NOBODY:
            take_step(trial, o, code)
            path.code[made] = code
            made += 1
            after = -1
            if trial.transit == 0:
                best = max(best, made)
        elif made > 0 and not order_is_free(s, o):  # without the last step, and on to the next in its place
            made -= 1
            after = path.code[made]
            trial = copy_of(s)
            for i in range(made):
                take_step(trial, o, path.code[i])
        else:
            break
    return best


def can_use_last(s: Record, o: Record) -> bool:
    """Whether the only die left can be used, its man coming to rest."""
    die = 0 if s.left[0] else 1
    if s.transit > 0:
        return step_kind(s, o, s.transit, die) != ILLEGAL
    if single_steps(s, o, die):
        return True
    return s.bar[s.board] > 0 and s.fresh > 0 and step_kind(s, o, s.fresh, die) != ILLEGAL  # R12


def next_step(s: Record, o: Record, after: int) -> int:
    """The first possible step with a code above `after`, or NOBODY."""
    for die in range(2):
        first = min(FROM, max(0, after + 1 - Action.LOWER * die))  # compiled, a number can be shifted by 63 at most
        points = may_move(s) & -1 << first if s.left[die] else 0
        while points:
            v = lowest_bit(points)
            if step_kind(s, o, v, die) != ILLEGAL:
                return v + Action.LOWER * die
            points &= points - 1
    return NOBODY
