"""Positions of Vendetta, `phase=moving turns=9 turn=A A=44,H,x,12,… B=… order=20:BA dice=53`: which can be.

The words follow from the fields, but for `order`: it lists the families on a shared space from the bottom up, so that
the last one holds it.
"""

import re
from collections.abc import Mapping
from itertools import product

from parlour.engine.contract import Record
from parlour.engine.hooks import Faults
from parlour.engine.position import PositionError, Words
from parlour.games.vendetta import stacks
from parlour.games.vendetta.board import MARKINGS, SPACES, Marking
from parlour.games.vendetta.moving import must_choose
from parlour.games.vendetta.options import LeaderOnSilenced, SilencedSoldier, SpinsPerTurn
from parlour.games.vendetta.state import AT_HOME, BOTH, CIRCLE, GODFATHER, LOST, NOBODY, SEATS, WON, Phase, letters


def list_groups(s: Record, space: int) -> list[tuple[int, int]]:
    """The seat and the size of every group on a space, the holder's first."""
    groups = [s.groups[space, level] for level in range(SEATS)]
    return [(stacks.owner(group), stacks.size(group)) for group in groups if group]


def shared_spaces(s: Record) -> dict[int, list[int]]:
    """Where several families are, and which, from the bottom up."""
    families = {space: [seat for seat, _ in reversed(list_groups(s, space))] for space in range(SPACES)}
    return {space: seats for space, seats in families.items() if len(seats) > 1}


def write_order(s: Record, o: Record) -> Mapping[str, str]:
    shared, names = shared_spaces(s), letters(o)
    return {"order": ",".join(f"{space}:{''.join(names[seat] for seat in shared[space])}" for space in shared)}


def read_order(words: Words, s: Record, o: Record) -> None:
    """Put the pieces on their spaces, and lay the groups there as they are told."""
    for seat, slot in product(range(o.players), range(o.soldiers + 1)):
        if stacks.is_on_track(s, seat, slot):
            stacks.put(s, seat, stacks.space_of(s, o, seat, slot))
    names, told = letters(o), dict[int, str]()
    for part in words.take("order", "none").split(","):
        found = re.fullmatch(f"([0-9]{{1,2}}):([{names}]+)", part)
        if found and int(found[1]) not in told:
            told[int(found[1])] = found[2]
        elif part != "none" or told:
            raise PositionError(f"'order' cannot hold {part!r}: expected a space and its families, as 20:{names[:2]}")
    shared = shared_spaces(s)
    for space in {*told, *shared}:
        families = [names.index(name) for name in told.get(space, "")]
        if sorted(families) != sorted(shared.get(space, ())):
            there = told.get(space, "nobody")
            raise PositionError(f"'order' of space {space} names {there}: expected each family there, once")
        for seat in families:
            stacks.raise_group(s, space, stacks.find_level(s, space, seat))


def faults_on_spaces(s: Record, o: Record) -> Faults:
    deadly = o.leader_on_silenced == LeaderOnSilenced.ELIMINATED
    for space in range(SPACES):
        groups, marking = list_groups(s, space), MARKINGS[o.layout, space]
        bosses = sum(stacks.has_godfather(s, o, space, seat) for seat, _ in groups)
        soldiers = [stacks.count_soldiers(s, o, space, seat) for seat, _ in groups]
        silenced = marking == Marking.SILENCED
        barred = marking == Marking.FBI or (silenced and deadly)
        yield bosses > 1, f"two Godfathers stand on space {space}: expected one at most"
        yield bosses and barred, f"a Godfather stands on space {space}, where none may land and live"
        for level, (seat, pieces) in enumerate(groups):
            most = stacks.FULL if level == 0 else 1
            yield pieces > most, f"too many pieces of {letters(o)[seat]} on space {space}"
        lost = silenced and any(soldiers) and o.silenced_soldier == SilencedSoldier.FIXED
        yield lost, f"a soldier stands on space {space}, where he would be lost"
        yield len(groups) > 1 and not soldiers[0], f"only soldiers can hold others on space {space}"
        doomed = any(soldiers[1:]) and soldiers[0] > 1
        yield doomed, f"two soldiers hold a soldier on space {space}, who would be lost"


def faults_of_players(s: Record, o: Record) -> Faults:
    alive = [seat for seat in range(o.players) if s.out[seat] == 0]
    for seat, name in enumerate(letters(o)):
        godfather, *soldiers = (s.pos[seat, slot] for slot in range(o.soldiers + 1))
        beyond = max(soldiers) >= CIRCLE
        yield beyond, f"{name!r} has a soldier at {max(soldiers)}: expected {CIRCLE - 1} at most, and none come home"
        dead = godfather == LOST
        yield dead == (seat in alive), f"a player is out when the Godfather is lost, and only then: see {name!r}"
        yield dead and set(soldiers) != {LOST}, f"{name!r} is out: expected all pieces lost"
        robbed = godfather == WON and s.winner != seat
        yield robbed, f"the Godfather of {name!r} is home: expected {name} as winner"
    outs = {s.out[seat] for seat in range(o.players)} - {0}
    counted = outs == set(range(1, len(outs) + 1))
    yield not counted, "'out' counts who went out first, second and so on: a number is left out"
    if s.phase != Phase.FINISHED:
        playing = len(alive) > 1 and (s.turn in alive or s.turn == NOBODY)
        yield not playing, "at least two players, and the one whose turn it is, must be in the game"
    elif s.winner >= 0:
        won = s.pos[s.winner, GODFATHER] == WON or alive == [s.winner]
        yield not won, f"{letters(o)[s.winner]} has not won: expected the Godfather home, or all others out"
    else:
        drawn = not alive or (len(alive) > 1 and 0 < o.turn_limit <= s.turns)
        yield not drawn, f"nobody has won and 'turns' is {s.turns}: expected a winner, the turn limit, or all out"


def faults_of_turn(s: Record, o: Record) -> Faults:
    in_home = s.phase == Phase.MOVING and s.moved != NOBODY and s.pos[s.turn, s.moved] == AT_HOME
    yield in_home, "'moved' is in home: a piece that has moved is not"
    unasked = s.phase == Phase.SILENCING and not must_choose(s, o)
    yield unasked, "phase silencing is for who has moved to Silenced, where the player chooses the soldier it costs"
    least, most = limit_hits(s, o) if s.moved != NOBODY else (0, 0)
    yield s.hits > most, f"'hits' is {s.hits}: expected {most} at most, by the pieces that may have come to a Hit"
    yield s.hits < least, f"'hits' is {s.hits}: expected {least} at least in phase {Phase.word(s.phase)}"


def limit_hits(s: Record, o: Record) -> tuple[int, int]:
    """R19, R22. How many spins are due at least and at most: each is for a piece that came to a Hit in this turn."""
    spinning = s.phase in (Phase.ASKING, Phase.SPINNING)
    there = [slot for slot in range(o.soldiers + 1) if marking_under(s, o, slot) == Marking.HIT]
    if s.used != BOTH:
        return int(spinning or s.moved in there), int(s.moved in there)
    on_silenced = marking_under(s, o, s.moved) == Marking.SILENCED
    most = min(len(there), 1 if on_silenced or o.spins_per_turn == SpinsPerTurn.ONCE else 2)
    spun = o.spins_per_turn == SpinsPerTurn.PER_PIECE and MARKINGS[o.layout, s.spun] == Marking.HIT
    if spinning and (on_silenced or spun):
        most = max(most, 1)  # Silenced, or the spin before this one, may have taken who came to the Hit
    return int(spinning), most


def marking_under(s: Record, o: Record, slot: int) -> int:
    """The marking of the space that a piece of the player's is on and its family holds; NOBODY where there is none."""
    if not stacks.is_on_track(s, s.turn, slot) or stacks.holder(s, stacks.space_of(s, o, s.turn, slot)) != s.turn:
        return NOBODY
    return int(MARKINGS[o.layout, stacks.space_of(s, o, s.turn, slot)])
