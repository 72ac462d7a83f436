"""Positions of Vendetta as text, `phase=moving turns=9 turn=A A=44,H,x,12,… B=… order=20:BA dice=53`, and back.

Most words follow from the fields. `order` lists the families on a shared space from the bottom up: the last one holds
it. What cannot be is told in faults.py.
"""

import re
from collections.abc import Mapping

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.hooks import Spelling
from parlour.engine.position import PositionError, Words
from parlour.games.vendetta.board import SPACES
from parlour.games.vendetta.stacks import find_level, is_on_track, owner, put, raise_group, size, space_of
from parlour.games.vendetta.state import LOST, SEATS, SLOTS, Phase, letters


def list_groups(s: Record, space: int) -> list[tuple[int, int]]:
    """The seat and the size of every group on a space, the holder's first."""
    groups = [s.groups[space, level] for level in range(SEATS)]
    return [(owner(group), size(group)) for group in groups if group]


def write_order(s: Record, o: Record) -> Mapping[str, str]:
    stacks = {space: [letters(o)[seat] for seat, _ in list_groups(s, space)] for space in range(SPACES)}
    return {"order": ",".join(f"{space}:{''.join(names[::-1])}" for space, names in stacks.items() if len(names) > 1)}


def read_order(words: Words, s: Record, o: Record) -> None:
    """Put the pieces on their spaces, and lay the groups there as they are told."""
    for seat, slot in ((seat, slot) for seat in range(SEATS) for slot in range(SLOTS)):
        if seat >= o.players or slot > o.soldiers:
            s.pos[seat, slot] = LOST
        elif is_on_track(s, seat, slot):
            put(s, seat, space_of(s, o, seat, slot))
    names, text, told = letters(o), words.take("order", "none"), set()
    for part in text.split(",") if text != "none" else ():
        found = re.fullmatch(f"([0-9]{{1,2}}):([{names}]+)", part)
        if not found or int(found[1]) >= SPACES or int(found[1]) in told:
            raise PositionError(f"'order' cannot hold {part!r}: expected a space and its families, as 20:{names[:2]}")
        space, families = int(found[1]), [names.index(name) for name in found[2]]
        there = [seat for seat, _ in list_groups(s, space)]
        if sorted(families) != sorted(there) or len(there) < 2:
            raise PositionError(f"'order' of space {space} names {found[2]}: expected each family there, once")
        for seat in families:
            raise_group(s, space, find_level(s, space, seat))
        told.add(space)
    for space in range(SPACES):
        if len(list_groups(s, space)) > 1 and space not in told:
            raise PositionError(f"'order' leaves out space {space}, where {len(list_groups(s, space))} families stand")


def read_dice(words: Words, s: Record, o: Record) -> None:
    dice = words.take("dice", "none")
    if not re.fullmatch("[1-6]{2}|none", dice):
        raise PositionError(f"'dice' cannot be {dice!r}: expected two numbers, as 53")
    s.dice[0], s.dice[1] = sorted(map(int, dice)) if dice != "none" else (0, 0)


def read_turn(words: Words, s: Record, o: Record) -> None:
    s.turn = words.take_choice("turn", ("none", *letters(o)), "none") - 1


def read_winner(words: Words, s: Record, o: Record) -> None:
    s.winner = words.take_choice("winner", ("none", *letters(o)), "none") - 1


SPELLINGS = {
    "turn": Spelling(lambda s, o: {"turn": letters(o)[s.turn] if s.turn >= 0 else ""}, read_turn),
    "groups": Spelling(write_order, read_order),
    "dice": Spelling(lambda s, o: {"dice": f"{s.dice[1]}{s.dice[0]}" if s.dice[0] else ""}, read_dice),
    "winner": Spelling(lambda s, o: {"winner": letters(o)[s.winner] if s.winner >= 0 else ""}, read_winner),
}


def complete(s: Record, o: Record) -> None:
    asked = s.phase in (Phase.MOVING, Phase.SILENCING, Phase.ASKING)
    s.to_move = OVER if s.phase == Phase.FINISHED else s.turn if asked else CHANCE
