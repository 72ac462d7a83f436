"""Moving men: single steps, and how many dice of a roll must be used (R4–R16, section 4.1).

The mover is the player of `s.board`. A step is a code: 0 from the bar or v from that point with the higher die,
37 more with the lower one. Steps already made are kept in a trail, so that looking ahead is making and taking back.
"""

from parlour.engine.contract import Record

LOWER = 37  # added to a step's code when it uses the lower die
NOBODY = -1
ILLEGAL, RESTS, TOUCHES, LEAVES = range(4)  # what a step would be


def step_kind(s: Record, o: Record, v: int, die: int) -> int:
    """What a step from v (0 for the bar) with die 0 or 1 would be, this step alone considered."""
    if s.left[die] == 0 or not may_leave(s, v):
        return ILLEGAL
    start = o.points + 1 if v == 0 else v
    to = start - s.dice[die]
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


def may_leave(s: Record, v: int) -> bool:
    """Whether the mover has a man on v who may be moved now."""
    if s.transit > 0:
        return v == s.transit  # R7: the same man must go on
    if v == 0:
        return s.bar[s.board] > 0
    if s.bar[s.board] > 0:
        return v == s.fresh  # R10, R12: only within his entry total
    return True


def is_own(s: Record, v: int) -> bool:
    return s.own[s.board] >> v & 1 == 1


def is_blocked(s: Record, v: int) -> bool:
    return s.shut[s.board] >> v & 1 == 1


def may_bear_off(s: Record, o: Record, v: int, pips: int) -> bool:
    """R13. All men home, and the number exact or nobody standing higher."""
    if s.bar[s.board] > 0 or v > o.home:
        return False
    highest = v if v < pips else o.home
    return s.own[s.board] >> (highest + 1) == 0


def take_step(s: Record, o: Record, code: int) -> None:
    """Make a step that `step_kind` allows, hitting what stands alone where it stops (R6)."""
    die = 1 if code >= LOWER else 0
    v = code - LOWER * die
    i = s.steps
    s.trail_code[i] = code
    s.trail_transit[i] = s.transit
    s.trail_fresh[i] = s.fresh
    s.steps += 1
    s.left[die] -= 1
    if v == 0:
        s.bar[s.board] -= 1
    elif v != s.transit:
        lift_man(s, o, o.spot[s.board, v])
    start = o.points + 1 if v == 0 else v
    to = start - s.dice[die]
    came_in = o.combined_entry > 0 and (v == 0 or v == s.fresh) and o.points + 1 - to <= o.home
    s.transit = 0
    s.fresh = to if came_in else 0
    if to < 1:
        s.off[s.board] += 1
        return
    if is_blocked(s, to):
        s.transit = to
        if v != 0 and v != s.trail_transit[i] and o.touch_owned and s.bar[s.board] == 0:
            s.fresh = 0  # he had come to rest: this is a move like any other
        return
    k = o.spot[s.board, to]
    if s.men[k] == 1 and s.owner[k] != s.board:
        s.trail_hit[i] = s.owner[k] + 1
        s.bar[s.owner[k]] += 1
        lift_man(s, o, k)
    put_man(s, o, k, s.board)


def take_back_step(s: Record, o: Record) -> int:
    """Undo the last step; returns its code."""
    s.steps -= 1
    i = s.steps
    code = s.trail_code[i]
    die = 1 if code >= LOWER else 0
    v = code - LOWER * die
    to = (o.points + 1 if v == 0 else v) - s.dice[die]
    if to < 1:
        s.off[s.board] -= 1
    elif s.transit == 0:
        k = o.spot[s.board, to]
        lift_man(s, o, k)
        if s.trail_hit[i] > 0:
            s.bar[s.trail_hit[i] - 1] -= 1
            put_man(s, o, k, s.trail_hit[i] - 1)
    s.transit = s.trail_transit[i]
    s.fresh = s.trail_fresh[i]
    if v == 0:
        s.bar[s.board] += 1
    elif v != s.transit:
        put_man(s, o, o.spot[s.board, v], s.board)
    s.left[die] += 1
    s.trail_code[i] = 0
    s.trail_transit[i] = 0
    s.trail_fresh[i] = 0
    s.trail_hit[i] = 0
    return code


def put_man(s: Record, o: Record, k: int, board: int) -> None:
    s.men[k] += 1
    s.owner[k] = board
    if s.men[k] <= 2:
        look_at_point(s, o, k)


def lift_man(s: Record, o: Record, k: int) -> None:
    s.men[k] -= 1
    if s.men[k] == 0:
        s.owner[k] = NOBODY
    if s.men[k] <= 1:
        look_at_point(s, o, k)


def look_at_point(s: Record, o: Record, k: int) -> None:
    """R4. Note for every player whether the point is his own, or blocked for him, or neither."""
    for board in range(4):
        bit = 1 << o.number[board, k]
        s.own[board] &= ~bit
        s.shut[board] &= ~bit
        if s.men[k] > 0 and s.owner[k] == board:
            s.own[board] |= bit
        elif s.men[k] > 1 or (s.men[k] == 1 and o.partners_block > 0 and (s.owner[k] - board) % 2 == 0):  # R19
            s.shut[board] |= bit


def next_step(s: Record, o: Record, after: int) -> int:
    """The first possible step with a code above `after`, or NOBODY."""
    highest = o.points
    if s.transit > 0:
        highest = s.transit
    elif s.bar[s.board] > 0:
        highest = s.fresh
    for die in range(2):
        if s.left[die] > 0:
            for v in range(max(after + 1 - LOWER * die, s.transit), highest + 1):
                if v == 0 or v == s.transit or is_own(s, v):
                    if step_kind(s, o, v, die) != ILLEGAL:
                        return v + LOWER * die
    return NOBODY


def most_dice(s: Record, o: Record, enough: int) -> int:
    """The most dice that can still be used, each man coming to rest (R9); -1 if a man in transit cannot.

    It looks no further once `enough` can.
    """
    before = s.steps
    best = -1 if s.transit > 0 else 0
    after = -1
    while best < enough:
        code = next_step(s, o, after)
        if code != NOBODY:
            take_step(s, o, code)
            after = -1
            if s.transit == 0:
                best = max(best, s.steps - before)
        elif s.steps > before:
            after = take_back_step(s, o)
        else:
            break
    while s.steps > before:
        take_back_step(s, o)
    return best


def keeps_most(s: Record, o: Record, code: int) -> bool:
    """Whether after a step the play can still use as many dice as it must."""
    needed = s.need - s.steps - 1
    if needed == 0:
        die = 1 if code >= LOWER else 0
        return step_kind(s, o, code - LOWER * die, die) != TOUCHES
    take_step(s, o, code)
    found = most_dice(s, o, needed)
    take_back_step(s, o)
    return found >= needed


# In the open field (nobody on the bar, in passage, or near enough to bear off in this roll) men do not depend on
# each other, and a set of points, bit v for point v, answers for all of them at once.


def is_open_field(s: Record, o: Record) -> bool:
    if s.transit > 0 or s.bar[s.board] > 0:
        return False
    outside = s.own[s.board] >> (o.home + 1) << (o.home + 1)
    return men_on(s, o, outside) >= s.left[0] + s.left[1]


def men_on(s: Record, o: Record, points: int) -> int:
    """How many of his men stand on these points; more than four need not be counted."""
    n = 0
    v = 1
    while points >> v and n < 4:
        if points >> v & 1:
            n += s.men[o.spot[s.board, v]]
        v += 1
    return n


def rests_after(s: Record, pips: int) -> int:
    """The points from which a man can go so far and rest there."""
    return s.own[s.board] & ~(s.shut[s.board] << pips) & -(2 << pips)


def open_steps(s: Record, o: Record, die: int) -> int:
    """The points from which a step with this die leaves one for the other die (R7, R9)."""
    rests = rests_after(s, s.dice[die])
    goes_on = rests_after(s, s.dice[0] + s.dice[1])
    others = rests_after(s, s.dice[1 - die])
    if others == 0:
        found = rests & goes_on
    elif others & (others - 1) or men_on(s, o, others) > 1:
        found = rests  # whoever steps, another man can follow
    else:
        found = rests & (goes_on | ~others)
    if o.touch_owned:
        found |= goes_on & ~rests
    return found


def open_doublet_steps(s: Record, o: Record) -> int:
    """The same for a doublet when there are as many men to step as dice: all those, and who can touch his way on."""
    found = rests_after(s, s.dice[0])
    if o.touch_owned:
        for times in range(2, s.need - s.steps + 1):
            found |= rests_after(s, times * s.dice[0])
    return found


def dice_to_use(s: Record, o: Record) -> int:
    """How many dice the play of this roll must use (R9)."""
    dice = s.left[0] + s.left[1]
    if is_open_field(s, o):
        if dice == 2:
            if open_steps(s, o, 0) | open_steps(s, o, 1):
                return 2
            return 1 if rests_after(s, s.dice[0]) | rests_after(s, s.dice[1]) else 0
        if men_on(s, o, rests_after(s, s.dice[0])) >= dice:
            return dice
    return most_dice(s, o, dice)
