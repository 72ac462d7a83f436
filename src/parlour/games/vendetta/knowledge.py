"""What counts in Vendetta: how near home the Godfather is, who guards him, and who may take or shoot him."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import Record
from parlour.games.vendetta.board import FBI, MARKINGS, MASSACRE, SILENCED, SPACES
from parlour.games.vendetta.codes import (
    AT_HOME,
    CIRCLE,
    ELIMINATED,
    GODFATHER,
    HIGHER,
    LOST,
    LOWER,
    MOVING,
    NOBODY,
    OPTIONAL,
    SPINNING,
    STARTING,
    THROWING,
    TOTAL,
    WON,
)
from parlour.games.vendetta.moving import progress_after
from parlour.games.vendetta.stacks import FULL, count, holder, is_free

TERMS = (
    "race",  # how far the Godfather has come, in turns that he needs: 0 in home, 1 at the end
    "near",  # the same, but only the last few turns tell
    "shot",  # the chance that a throw brings him home, for whoever throws next
    "later",  # the same for the others
    "hand",  # dice thrown already bring him home
    "post",  # the chance that a throw brings him to a soldier of his ahead
    "men",  # soldiers not lost
    "captives",  # own soldiers held by others
    "held",  # the Godfather a hostage
    "locked",  # and held by two or more
    "rescue",  # the chance that a throw frees him
    "danger",  # the chance that he is taken before his family throws again
    "ambush",  # soldiers of others up to twelve spaces ahead of him
    "target",  # a spin may kill him
    "aimed",  # and one is due
    "dice",  # thrown and not yet played
    "out",  # no Godfather
)
(
    RACE,
    NEAR,
    SHOT,
    LATER,
    HAND,
    POST,
    MEN,
    CAPTIVES,
    HELD,
    LOCKED,
    RESCUE,
    DANGER,
    AMBUSH,
    TARGET,
    AIMED,
    DICE,
    OUT,
) = range(len(TERMS))

# By number of seats. Found by plays of those who look one move ahead against each other, keeping what wins more often;
# `parlour.search.fitting` tells better who will win, but those who go by it win less. The row for three is between.
WEIGHTS = np.array(
    [
        [2.06, 3.02, 0.52, 0.49, 2, 0.17, 2.17, -0.09, -1.63, -0.91, 0.76, -0.57, -0.07, -0.33, -0.24, 0.14, -8],
        [2.7, 2.55, 0.55, 0.62, 2, 0.18, 1.95, -0.07, -1.75, -0.92, 0.69, -0.53, -0.07, -0.3, -0.2, 0.11, -8],
        [3.33, 2.09, 0.58, 0.76, 2, 0.2, 1.73, -0.04, -1.88, -0.92, 0.61, -0.49, -0.07, -0.26, -0.16, 0.08, -8],
    ]
)

REACH = 12  # spaces that two dice can count
WINDOW = (1 << REACH) - 1
SEES_HOME = 0  # the sight of somebody who brings all his pieces out first


def row(o: Record) -> int:
    """By the number of seats."""
    return int(o.players) - 2


def _count_turns(layout: int, deadly: bool) -> NDArray[np.float64]:
    """Turns in which a Godfather can be home, alone on the board, if he moves only when it helps; from home on."""
    barred = (FBI, SILENCED) if deadly else (FBI,)
    turns = np.zeros(WON + 1 - AT_HOME)
    for r in range(CIRCLE, AT_HOME - 1, -1):
        ways = []
        for a, b in product(range(1, 7), repeat=2):
            ends = [r + n for n in (a, b, a + b) if r + n <= WON]
            free = [end for end in ends if end == WON or MARKINGS[layout, end % SPACES] not in barred]
            ways.append(min((turns[end - AT_HOME] for end in free), default=np.inf))
        # he waits for one of the throws that help most
        turns[r - AT_HOME] = np.min((36 + np.cumsum(np.sort(ways))) / np.arange(1, 37))
    return turns


def _count_chances() -> NDArray[np.float64]:
    """For every set of spaces from 12 to 1 behind, as bits: how likely a throw is to count from one of them."""
    places = np.arange(1 << REACH)
    chances = np.zeros(len(places))
    for a, b in product(range(1, 7), repeat=2):
        chances += (places & (1 << REACH - a | 1 << REACH - b | 1 << REACH - a - b)) != 0
    return chances / 36


TURNS = np.array([[_count_turns(layout, deadly) for deadly in (False, True)] for layout in range(2)])
COME = 1.0 - TURNS / TURNS[:, :, :1]
NEARNESS = np.exp(-TURNS / 3.0)
CHANCES = _count_chances()
COUNTS = np.array([places.bit_count() for places in range(1 << REACH)])


def judge(s: Record, o: Record, terms: NDArray[np.float64]) -> None:
    upcoming = find_thrower(s, o)
    places = (free_soldiers(s, o, 0), free_soldiers(s, o, 1), free_soldiers(s, o, 2), free_soldiers(s, o, 3))
    for seat in range(o.players):
        if s.out[seat] > 0:
            terms[seat, OUT] = 1.0
        else:
            judge_soldiers(s, o, seat, terms)
            judge_way(s, o, seat, upcoming, terms)
            judge_safety(s, o, seat, places, upcoming, terms)
    if s.phase == MOVING:
        for die in range(2):
            if s.used[die] == 0:
                terms[s.turn, DICE] += s.dice[die] / 12.0


def find_thrower(s: Record, o: Record) -> int:
    """Who throws next; whoever has thrown but not moved is taken for him."""
    if s.phase == STARTING:
        return 0
    if s.phase == THROWING or (s.phase == MOVING and s.moved == NOBODY):
        return int(s.turn)
    seat = (s.turn + 1) % o.players
    while s.out[seat] > 0:
        seat = (seat + 1) % o.players
    return int(seat)


def free_soldiers(s: Record, o: Record, seat: int) -> int:
    """The spaces from which soldiers of a family can move, as bits; home is the space before the gate."""
    gate = o.gate[seat]
    places = 0
    for slot in range(1, o.soldiers + 1):
        r = s.pos[seat, slot]
        if r != LOST:
            space = (gate + r + SPACES) % SPACES
            if r == AT_HOME or holder(s, space) == seat:
                places |= 1 << space
    return places


def look_back(places: int, space: int) -> int:
    """Of places as bits, the 12 before a space."""
    start = (space + SPACES - REACH) % SPACES
    return (places >> start | places << (SPACES - start)) & WINDOW


def chance_of_capture(o: Record, space: int, places: tuple[int, int, int, int], first: int, seat: int) -> float:
    """How likely the families from `first` on, as far as `seat`, are to throw what brings a soldier to a space."""
    safe = 1.0
    while first != seat:
        safe *= 1.0 - CHANCES[look_back(places[first], space)]
        first = (first + 1) % o.players
    return 1.0 - safe


def judge_soldiers(s: Record, o: Record, seat: int, terms: NDArray[np.float64]) -> None:
    """Soldiers left, and those that are held."""
    gate = o.gate[seat]
    for slot in range(1, o.soldiers + 1):
        r = s.pos[seat, slot]
        if r != LOST:
            terms[seat, MEN] += 0.125
        if r >= 0:
            space = (gate + r) % SPACES
            if holder(s, space) != seat:
                terms[seat, CAPTIVES] += 0.25


def judge_way(s: Record, o: Record, seat: int, upcoming: int, terms: NDArray[np.float64]) -> None:
    """How far the Godfather has come, and whether he can be home at once."""
    r = s.pos[seat, GODFATHER]
    deadly = 1 if o.leader_on_silenced == ELIMINATED else 0
    terms[seat, RACE] = COME[o.layout, deadly, r - AT_HOME]
    terms[seat, NEAR] = NEARNESS[o.layout, deadly, r - AT_HOME]
    steps = WON - r
    if steps > REACH or not is_free(s, o, seat, GODFATHER):
        return
    if s.phase == MOVING and seat == s.turn and can_count(s, steps):
        terms[seat, HAND] = 1.0
    elif seat == upcoming and (s.phase != MOVING or s.moved != NOBODY):
        terms[seat, SHOT] = CHANCES[1 << REACH - steps]
    else:
        terms[seat, LATER] = CHANCES[1 << REACH - steps]


def can_count(s: Record, steps: int) -> bool:
    """Whether the Godfather can move so far with the dice that are left."""
    if s.moved == GODFATHER:
        return False
    if s.moved == NOBODY and s.dice[LOWER] + s.dice[HIGHER] == steps:
        return True
    return (s.used[LOWER] == 0 and s.dice[LOWER] == steps) or (s.used[HIGHER] == 0 and s.dice[HIGHER] == steps)


def judge_safety(
    s: Record, o: Record, seat: int, places: tuple[int, int, int, int], upcoming: int, terms: NDArray[np.float64]
) -> None:
    """Who is with the Godfather, who may take him, and whether the spinner may kill him."""
    r = s.pos[seat, GODFATHER]
    space = (o.gate[seat] + r + SPACES) % SPACES
    beyond = (space + REACH + 1) % SPACES
    for other in range(o.players):
        if other != seat:
            terms[seat, AMBUSH] += COUNTS[look_back(places[other], beyond)] / 8.0
    top = seat if r == AT_HOME else holder(s, space)
    if top == seat:
        terms[seat, POST] = CHANCES[find_posts(s, o, seat)]
    if r == AT_HOME:
        return
    if top != seat:
        terms[seat, HELD] = 1.0
        if s.men[space, top] > 1 or s.boss[space] == top + 1:
            terms[seat, LOCKED] = 1.0
        else:
            terms[seat, RESCUE] = CHANCES[look_back(places[seat], space)]
    elif s.men[space, seat] == 0 and MARKINGS[o.layout, space] != SILENCED:
        terms[seat, DANGER] = chance_of_capture(o, space, places, upcoming, seat)
    if is_target(s, o, seat, space, NOBODY):
        terms[seat, TARGET] = 1.0
        if s.hits > 0 and (s.phase == SPINNING or o.spin != OPTIONAL) and is_target(s, o, seat, space, s.turn):
            terms[seat, AIMED] = s.hits


def find_posts(s: Record, o: Record, seat: int) -> int:
    """How far ahead of a Godfather soldiers of his stand whom he may join, as bits."""
    leader = s.pos[seat, GODFATHER]
    posts = 0
    for slot in range(1, o.soldiers + 1):
        r = s.pos[seat, slot]
        steps = r - leader
        if r > leader and steps <= REACH:
            space = (o.gate[seat] + r) % SPACES
            if s.height[space] == 1 and s.men[space, seat] < FULL and MARKINGS[o.layout, space] != FBI:
                posts |= 1 << REACH - steps
    return posts


def is_target(s: Record, o: Record, seat: int, space: int, spinner: int) -> bool:
    """R23. Whether a Godfather falls if the spinner points at him."""
    height = s.height[space]
    top = s.stack[space, height - 1] - 1
    if MARKINGS[o.layout, space] == MASSACRE or height == 1:
        return s.men[space, 0] + s.men[space, 1] + s.men[space, 2] + s.men[space, 3] == 0
    if spinner != NOBODY and spinner != top and count(s, space, spinner) > 0:
        return False
    return s.stack[space, height - 2] == seat + 1 and s.men[space, seat] == 0


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    """A beginner thinks of pieces in home first, and of the others when all are out; coming home he sees."""
    if sight > SEES_HOME or s.phase != MOVING:
        return False
    slot = action // 3
    die = action % 3
    n = s.dice[LOWER] + s.dice[HIGHER] if die == TOTAL else s.dice[die]
    return s.pos[s.turn, slot] != AT_HOME and progress_after(s, slot, n) != WON
