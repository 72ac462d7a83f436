"""What counts in Vendetta: how near home the Godfather is, who guards him, and who may take or shoot him."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import count_bits
from parlour.engine.codes import Codes, code
from parlour.engine.contract import Record, Terms, worth
from parlour.games.vendetta.board import MARKINGS, SPACES, Marking
from parlour.games.vendetta.moving import progress_after
from parlour.games.vendetta.options import LeaderOnSilenced, SilencedSoldier, Spin
from parlour.games.vendetta.rules import next_in_play
from parlour.games.vendetta.stacks import FULL, count, count_soldiers, has_hostages, holder, is_free, owner, size
from parlour.games.vendetta.state import (
    AT_HOME,
    CIRCLE,
    GODFATHER,
    HIGHER,
    LOST,
    LOWER,
    NOBODY,
    TOTAL,
    WON,
    Phase,
)

__all__ = ["WEIGHTS", "Term", "judge", "overlooks", "row", "worth"]


class Term(Codes):
    """What counts."""

    RACE = code("how far the Godfather has come, in turns that he needs: 0 in home, 1 at the end")
    NEAR = code("the same, but only the last few turns tell")
    SHOT = code("the chance that a throw brings him home, for whoever throws next")
    LATER = code("the same for the others")
    HAND = code("dice thrown already bring him home")
    POST = code("the chance that a throw brings him to a soldier of his ahead")
    MEN = code("soldiers not lost")
    CAPTIVES = code("own soldiers held by others")
    HELD = code("the Godfather a hostage")
    LOCKED = code("and held by two or more")
    RESCUE = code("the chance that a throw frees him")
    DANGER = code("the chance that he is taken before his family throws again")
    AMBUSH = code("soldiers of others up to twelve spaces ahead of him")
    TARGET = code("a spin may kill him")
    AIMED = code("and one is due")
    DICE = code("thrown and not yet played")
    OUT = code("no Godfather")


# By number of seats. Found by plays of those who look one move ahead against each other, keeping what wins more often;
# `parlour.search.fitting` tells better who will win, but those who go by it win less. The row for three is between.
WEIGHTS = {
    "race": (2.06, 2.7, 3.33),
    "near": (3.02, 2.55, 2.09),
    "shot": (0.52, 0.55, 0.58),
    "later": (0.49, 0.62, 0.76),
    "hand": (2.0, 2.0, 2.0),
    "post": (0.17, 0.18, 0.2),
    "men": (2.17, 1.95, 1.73),
    "captives": (-0.09, -0.07, -0.04),
    "held": (-1.63, -1.75, -1.88),
    "locked": (-0.91, -0.92, -0.92),
    "rescue": (0.76, 0.69, 0.61),
    "danger": (-0.57, -0.53, -0.49),
    "ambush": (-0.07, -0.07, -0.07),
    "target": (-0.33, -0.3, -0.26),
    "aimed": (-0.24, -0.2, -0.16),
    "dice": (0.14, 0.11, 0.08),
    "out": (-8.0, -8.0, -8.0),
}

REACH = 12  # spaces that two dice can count
WINDOW = (1 << REACH) - 1
SEES_HOME = 0  # the sight of somebody who brings all his pieces out first


def row(o: Record) -> int:
    """By the number of seats."""
    return int(o.players) - 2


def _count_turns(layout: int, deadly: bool) -> NDArray[np.float64]:
    """Turns in which a Godfather can be home, alone on the board, if he moves only when it helps; from home on."""
    barred = (Marking.FBI, Marking.SILENCED) if deadly else (Marking.FBI,)
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


def judge(s: Record, o: Record, terms: Terms) -> None:
    upcoming = find_thrower(s, o)
    places = (free_soldiers(s, o, 0), free_soldiers(s, o, 1), free_soldiers(s, o, 2), free_soldiers(s, o, 3))
    for seat in range(o.players):
        if s.out[seat] > 0:
            terms[seat, Term.OUT] = 1.0
        else:
            judge_soldiers(s, o, seat, terms)
            judge_way(s, o, seat, upcoming, terms)
            judge_safety(s, o, seat, places, upcoming, terms)
    if s.phase == Phase.MOVING or s.phase == Phase.SILENCING:
        for die in range(2):
            if s.used >> die & 1 == 0:
                terms[s.turn, Term.DICE] += s.dice[die] / 12.0


def find_thrower(s: Record, o: Record) -> int:
    """Who throws next; whoever has thrown but not moved is taken for him."""
    if s.phase == Phase.STARTING:
        return 0
    if s.phase == Phase.THROWING or (s.phase == Phase.MOVING and s.moved == NOBODY):
        return int(s.turn)
    return int(next_in_play(s, o))


def free_soldiers(s: Record, o: Record, seat: int) -> int:
    """The spaces from which soldiers of a family can move, as bits; home is the space before the gate."""
    places = 0
    for slot in range(1, o.soldiers + 1):
        if is_free(s, o, seat, slot):
            places |= 1 << space_or_home(s, o, seat, slot)
    return places


def space_or_home(s: Record, o: Record, seat: int, slot: int) -> int:
    r = s.pos[seat, slot]
    return o.way[seat, SPACES - 1] if r == AT_HOME else o.way[seat, r]


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


def judge_soldiers(s: Record, o: Record, seat: int, terms: Terms) -> None:
    """Soldiers left, and those that are held."""
    for slot in range(1, o.soldiers + 1):
        if s.pos[seat, slot] != LOST:
            terms[seat, Term.MEN] += 0.125
            if not is_free(s, o, seat, slot):
                terms[seat, Term.CAPTIVES] += 0.25


def judge_way(s: Record, o: Record, seat: int, upcoming: int, terms: Terms) -> None:
    """How far the Godfather has come, and whether he can be home at once."""
    r = s.pos[seat, GODFATHER]
    deadly = 1 if o.leader_on_silenced == LeaderOnSilenced.ELIMINATED else 0
    terms[seat, Term.RACE] = COME[o.layout, deadly, r - AT_HOME]
    terms[seat, Term.NEAR] = NEARNESS[o.layout, deadly, r - AT_HOME]
    steps = WON - r
    if steps > REACH or not is_free(s, o, seat, GODFATHER):
        return
    if s.phase == Phase.MOVING and seat == s.turn and can_count(s, steps):
        terms[seat, Term.HAND] = 1.0
    elif seat == upcoming and (s.phase != Phase.MOVING or s.moved != NOBODY):
        terms[seat, Term.SHOT] = CHANCES[1 << REACH - steps]
    else:
        terms[seat, Term.LATER] = CHANCES[1 << REACH - steps]


def can_count(s: Record, steps: int) -> bool:
    """Whether the Godfather can move so far with the dice that are left."""
    if s.moved == GODFATHER:
        return False
    if s.moved == NOBODY and s.dice[LOWER] + s.dice[HIGHER] == steps:
        return True
    for die in range(2):
        if s.used >> die & 1 == 0 and s.dice[die] == steps:
            return True
    return False


def judge_safety(
    s: Record, o: Record, seat: int, places: tuple[int, int, int, int], upcoming: int, terms: Terms
) -> None:
    """Who is with the Godfather, who may take him, and whether the spinner may kill him."""
    r = s.pos[seat, GODFATHER]
    space = space_or_home(s, o, seat, GODFATHER)
    beyond = (space + REACH + 1) % SPACES
    for other in range(o.players):
        if other != seat:
            terms[seat, Term.AMBUSH] += count_bits(look_back(places[other], beyond)) / 8.0
    top = seat if r == AT_HOME else holder(s, space)
    if top == seat:
        terms[seat, Term.POST] = CHANCES[find_posts(s, o, seat)]
    if r == AT_HOME:
        return
    if top != seat:
        terms[seat, Term.HELD] = 1.0
        if count(s, space, top) > 1:
            terms[seat, Term.LOCKED] = 1.0
        else:
            terms[seat, Term.RESCUE] = CHANCES[look_back(places[seat], space)]
    elif count_soldiers(s, o, space, seat) == 0 and can_be_taken(o, space):
        terms[seat, Term.DANGER] = chance_of_capture(o, space, places, upcoming, seat)
    if is_target(s, o, seat, space, NOBODY):
        terms[seat, Term.TARGET] = 1.0
        if (
            s.hits > 0
            and (s.phase == Phase.SPINNING or o.spin != Spin.OPTIONAL)
            and is_target(s, o, seat, space, s.turn)
        ):
            terms[seat, Term.AIMED] = s.hits


def can_be_taken(o: Record, space: int) -> bool:
    """R15. Where soldiers are lost as they land, nobody is taken."""
    return o.silenced_soldier != SilencedSoldier.FIXED or MARKINGS[o.layout, space] != Marking.SILENCED


def find_posts(s: Record, o: Record, seat: int) -> int:
    """How far ahead of a Godfather soldiers of his stand whom he may join, as bits."""
    leader = s.pos[seat, GODFATHER]
    posts = 0
    for slot in range(1, o.soldiers + 1):
        r = s.pos[seat, slot]
        steps = r - leader
        if r > leader and steps <= REACH:
            space = o.way[seat, r]
            room = size(s.groups[space, 0]) < FULL and not has_hostages(s, space)
            if room and MARKINGS[o.layout, space] != Marking.FBI:
                posts |= 1 << REACH - steps
    return posts


def is_target(s: Record, o: Record, seat: int, space: int, spinner: int) -> bool:
    """R23. Whether a Godfather falls if the spinner points at him."""
    if MARKINGS[o.layout, space] == Marking.MASSACRE or not has_hostages(s, space):
        return size(s.groups[space, 0]) == 1 and not has_hostages(s, space)
    if spinner != NOBODY and spinner != holder(s, space) and count(s, space, spinner) > 0:
        return False
    return owner(s.groups[space, 1]) == seat


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    """A beginner thinks of pieces in home first, and of the others when all are out; coming home he sees."""
    if sight > SEES_HOME or s.phase != Phase.MOVING:
        return False
    slot = action // 3
    die = action % 3
    n = s.dice[LOWER] + s.dice[HIGHER] if die == TOTAL else s.dice[die]
    return s.pos[s.turn, slot] != AT_HOME and progress_after(s, slot, n) != WON
