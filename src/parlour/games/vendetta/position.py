"""Positions of Vendetta as text, `phase=moving turns=9 turn=A A=44,H,x,12,… B=… order=20:BA dice=53`, and back.

For each family its Godfather and its soldiers in order: H in home, x lost, W a Godfather who has come home, or the
progress on his way round. `order` lists the families on a shared space from the bottom up: the last one holds it.
"""

import re

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.position import PositionError, Words, read_whole, write_words
from parlour.games.vendetta import codes, rules, stacks
from parlour.games.vendetta.board import FBI, HALF, MARKINGS, QUARTER, SEATS, SILENCED, SPACES
from parlour.games.vendetta.codes import AT_HOME, GODFATHER, LOST, WON

PHASES = ("starting", "throwing", "moving", "asking", "spinning", "finished")
MOST = 10**9


def letters(o: Record) -> str:
    """The letters of the seats, by the homes they play: AC for two players."""
    return "".join(SEATS[o.gate[seat] // QUARTER] for seat in range(o.players))


def write_position(s: Record, o: Record) -> str:
    names = letters(o)
    places = {
        names[seat]: ",".join(_write_place(s.pos[seat, slot]) for slot in range(o.soldiers + 1))
        for seat in range(o.players)
    }
    shared = [space for space in range(SPACES) if s.height[space] > 1]
    order = [f"{x}:{''.join(names[s.stack[x, level] - 1] for level in range(s.height[x]))}" for x in shared]
    outs = [s.out[seat] for seat in range(o.players)]
    return write_words(
        phase=PHASES[s.phase],
        turns=s.turns,
        turn=names[s.turn] if s.turn >= 0 else None,
        **places,
        order=",".join(order),
        dice=f"{s.dice[1]}{s.dice[0]}" if s.dice[0] else None,
        used="".join(name for die, name in ((0, "low"), (1, "high")) if s.used[die]).replace("lowhigh", "both"),
        moved=_write_slot(s.moved),
        hits=s.hits or None,
        spun=_write_spin(s.spun),
        out=",".join(map(str, outs)) if any(outs) else None,
        winner=names[s.winner] if s.winner >= 0 else None,
    )


def _write_place(r: int) -> str:
    return {AT_HOME: "H", LOST: "x", WON: "W"}.get(r, str(r))


def _write_slot(slot: int) -> str:
    return "" if slot == codes.NOBODY else "g" if slot == GODFATHER else str(slot)


def _write_spin(space: int) -> str:
    return "" if space == codes.NOBODY else f"{space}/{space + HALF}"


def read_position(text: str, s: Record, o: Record) -> None:
    """Fill a zeroed state. Raises PositionError where the words are not a position of this game."""
    words = Words(text)
    names = letters(o)
    s.phase = words.take_choice("phase", PHASES)
    s.turns = words.take_whole("turns", 0, o.turn_limit or MOST)
    s.turn = words.take_choice("turn", ("none", *names), "none") - 1
    s.winner = words.take_choice("winner", ("none", *names), "none") - 1
    for seat, number in enumerate(words.take_wholes("out", o.players, 0, o.players, 0)):
        s.out[seat] = number
        s.gone = max(s.gone, number)
    _read_places(words, s, o)
    _read_order(words, s, o)
    _read_turn(words, s, o)
    words.finish()
    asked = s.phase in (codes.MOVING, codes.ASKING)
    s.to_move = OVER if s.phase == codes.FINISHED else s.turn if asked else CHANCE
    _check_spaces(s, o)
    _check_turn(s, o)


def _read_places(words: Words, s: Record, o: Record) -> None:
    for seat in range(codes.SEATS):
        for slot in range(codes.SLOTS):
            s.pos[seat, slot] = LOST
    for seat, name in enumerate(letters(o)):
        places = words.take(name).split(",")
        if len(places) != o.soldiers + 1:
            raise PositionError(f"{name!r} has {len(places)} pieces: expected {o.soldiers + 1}, the Godfather first")
        for slot, place in enumerate(places):
            s.pos[seat, slot] = _read_place(name, slot, place)
            if 0 <= s.pos[seat, slot] < WON:
                stacks.put(s, seat, slot, stacks.space_of(s, o, seat, slot))


def _read_place(name: str, slot: int, place: str) -> int:
    if place in ("H", "x") or (place == "W" and slot == GODFATHER):
        return {"H": AT_HOME, "x": LOST, "W": WON}[place]
    return read_whole(name, place, 0, 48 if slot == GODFATHER else 47)


def _read_order(words: Words, s: Record, o: Record) -> None:
    """Who lies under whom on the spaces that families share."""
    text = words.take("order", "none")
    names = letters(o)
    told = set()
    for part in text.split(",") if text != "none" else []:
        found = re.fullmatch(f"([0-9]{{1,2}}):([{names}]+)", part)
        if not found or int(found[1]) >= SPACES or int(found[1]) in told:
            raise PositionError(f"'order' cannot hold {part!r}: expected a space and its families, as 20:{names[:2]}")
        space, families = int(found[1]), [names.index(letter) for letter in found[2]]
        there = [s.stack[space, level] - 1 for level in range(s.height[space])]
        if sorted(families) != sorted(there) or len(there) < 2:
            raise PositionError(f"'order' of space {space} names {found[2]}: expected each family there, once")
        for level, seat in enumerate(families):
            s.stack[space, level] = seat + 1
        told.add(space)
    for space in range(SPACES):
        if s.height[space] > 1 and space not in told:
            raise PositionError(f"'order' leaves out space {space}, where {s.height[space]} families stand")


def _read_turn(words: Words, s: Record, o: Record) -> None:
    dice = words.take("dice", "none")
    if dice != "none":
        if not re.fullmatch("[1-6]{2}", dice):
            raise PositionError(f"'dice' cannot be {dice!r}: expected two numbers, as 53")
        s.dice[0], s.dice[1] = sorted(map(int, dice))
    used = words.take_choice("used", ("none", "low", "high", "both"), "none")
    s.used[0], s.used[1] = used & 1, used >> 1
    slots = ["none", "g", *(str(slot) for slot in range(1, o.soldiers + 1))]
    s.moved = words.take_choice("moved", slots, "none") - 1
    s.hits = words.take_whole("hits", 0, 2, 0)
    s.spun = _read_spin(words.take("spun", "none"))


def _read_spin(text: str) -> int:
    spins = ["none", *map(_write_spin, range(HALF))]
    if text not in spins:
        raise PositionError(f"'spun' cannot be {text!r}: expected two opposite spaces, the lower first, as 20/44")
    return spins.index(text) - 1


def _check_spaces(s: Record, o: Record) -> None:
    """Refuse groups that the rules never form."""
    for space in range(SPACES):
        marking = MARKINGS[o.layout, space]
        bosses = [seat for seat in range(o.players) if _boss_on(s, o, seat) == space]
        if len(bosses) > 1:
            raise PositionError(f"two Godfathers stand on space {space}: expected one at most")
        deadly = marking == SILENCED and o.leader_on_silenced == codes.ELIMINATED
        if bosses and (marking == FBI or deadly):
            raise PositionError(f"a Godfather stands on space {space}, where none may land and live")
        for level in range(s.height[space]):
            seat = s.stack[space, level] - 1
            top = level == s.height[space] - 1
            if stacks.count(s, space, seat) > (stacks.FULL if top else 1):
                raise PositionError(f"too many pieces of {letters(o)[seat]} on space {space}")
            if s.men[space, seat] and marking == SILENCED:
                raise PositionError(f"a soldier stands on space {space}, where he would be lost")
        _check_holder(s, space)


def _check_holder(s: Record, space: int) -> None:
    if s.height[space] > 1:
        top = stacks.holder(s, space)
        below = [s.men[space, s.stack[space, level] - 1] for level in range(s.height[space] - 1)]
        if s.men[space, top] == 0:
            raise PositionError(f"only soldiers can hold others on space {space}")
        if s.men[space, top] > 1 and any(below):
            raise PositionError(f"two soldiers hold a soldier on space {space}, who would be lost")


def _boss_on(s: Record, o: Record, seat: int) -> int:
    on_track = 0 <= s.pos[seat, GODFATHER] < WON
    return stacks.space_of(s, o, seat, GODFATHER) if on_track else codes.NOBODY


def _check_turn(s: Record, o: Record) -> None:
    """Refuse what no play could go on from."""
    phase = PHASES[s.phase]
    if (s.turn < 0) != (s.phase == codes.STARTING) or (s.turns == 0) != (s.phase == codes.STARTING):
        raise PositionError(f"'turn' and 'turns' do not go with phase {phase}")
    for seat, name in enumerate(letters(o)):
        if (s.out[seat] > 0) != (s.pos[seat, GODFATHER] == LOST):
            raise PositionError(f"a player is out when the Godfather is lost, and only then: see {name!r}")
        if s.out[seat] and any(s.pos[seat, slot] != LOST for slot in range(o.soldiers + 1)):
            raise PositionError(f"{name!r} is out: expected all pieces lost")
        if (s.pos[seat, GODFATHER] == WON) and s.winner != seat:
            raise PositionError(f"the Godfather of {name!r} is home: expected {name} as winner")
    if {s.out[seat] for seat in range(o.players)} - {0} != set(range(1, s.gone + 1)):
        raise PositionError("'out' counts who went out first, second and so on: a number is left out")
    if s.phase == codes.STARTING and (_anyone_moved(s, o) or o.first_player == codes.SEAT_0):
        raise PositionError("in phase starting all pieces are in home, and who starts is not settled")
    if s.spun != codes.NOBODY and not _may_have_spun(s, o):
        raise PositionError(f"'spun' is {_write_spin(s.spun)}: expected none, since no move can have led to a spin yet")
    if s.phase == codes.FINISHED:
        _check_end(s, o)
        return
    if s.winner >= 0:
        raise PositionError("'winner' belongs to phase finished")
    if sum(s.out[seat] == 0 for seat in range(o.players)) < 2 or (s.turn >= 0 and s.out[s.turn]):
        raise PositionError("at least two players, and the one whose turn it is, must be in the game")
    if (s.phase in (codes.MOVING, codes.ASKING, codes.SPINNING)) != (s.dice[0] > 0):
        raise PositionError(f"'dice' do not go with phase {phase}")
    if (s.phase in (codes.ASKING, codes.SPINNING)) != (s.hits > 0 and s.phase != codes.MOVING):
        raise PositionError(f"'hits' is {s.hits}: spins are due in phases asking and spinning")
    if s.phase == codes.ASKING and o.spin != codes.OPTIONAL:
        raise PositionError("phase asking belongs to games where spinning is optional")
    _check_moving(s, o)


def _may_have_spun(s: Record, o: Record) -> bool:
    """In the first turn one spin is made when another is still due, or when the spin has ended the game."""
    again = s.phase in (codes.ASKING, codes.SPINNING) and s.hits == 1 and o.spins_per_turn == codes.PER_PIECE
    return s.turns > 1 or s.phase == codes.FINISHED or again


def _anyone_moved(s: Record, o: Record) -> bool:
    pieces = [s.pos[seat, slot] for seat in range(o.players) for slot in range(o.soldiers + 1)]
    return any(place != AT_HOME for place in pieces)


def _check_end(s: Record, o: Record) -> None:
    """A finished game has a winner who has won, or nobody is left, or it has come to its limit of turns."""
    alive = [seat for seat in range(o.players) if s.out[seat] == 0]
    if s.winner >= 0 and s.pos[s.winner, GODFATHER] != WON and alive != [s.winner]:
        raise PositionError(f"{letters(o)[s.winner]} has not won: expected the Godfather home, or all others out")
    at_limit = 0 < o.turn_limit <= s.turns and len(alive) > 1
    if s.winner < 0 and alive and not at_limit:
        raise PositionError(f"nobody has won and 'turns' is {s.turns}: expected a winner, the turn limit, or all out")
    if s.dice[0] or s.hits or s.used[0] or s.used[1] or s.moved != codes.NOBODY:
        raise PositionError("a finished game has no dice and no spins")


def _check_moving(s: Record, o: Record) -> None:
    used = s.used[0] + s.used[1]
    if s.phase == codes.MOVING:
        if used > 1 or (used == 1) != (s.moved != codes.NOBODY):
            raise PositionError("'used' and 'moved' go together: one die and the piece that moved it, or neither")
        if not (rules.can_follow(s, o) if used else rules.can_move_anything(s, o)):
            raise PositionError("nothing can move with these dice, so the turn would have passed")
    elif s.phase == codes.THROWING and (used or s.moved != codes.NOBODY):
        raise PositionError("'used' and 'moved' are for dice that have been thrown")
    elif s.phase in (codes.ASKING, codes.SPINNING) and (used == 0 or s.moved == codes.NOBODY):
        raise PositionError("'used' and 'moved' are missing: a spin comes after a move")
    if s.phase == codes.MOVING and s.moved != codes.NOBODY and s.pos[s.turn, s.moved] == AT_HOME:
        raise PositionError("'moved' is in home: a piece that has moved is not")
    most = min(used, 1 if s.phase == codes.MOVING or o.spins_per_turn == codes.ONCE else 2)
    if s.hits > most:
        raise PositionError(f"'hits' is {s.hits}: expected at most {most} here")
