"""Quatro positions as text: `A=36:2,25:3,15:3,9:3 … turn=A dice=51`, men as their own player counts the points."""

import re
from collections.abc import Sequence

import numpy as np

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.position import PositionError, Words, read_whole, write_words
from parlour.games.quatro import rules, steps
from parlour.games.quatro.board import BOARDS, point_name
from parlour.games.quatro.scoring import ONE_GAME, SERIES

PHASES = (
    "seating",
    "ordering",
    "choosing",
    "starting",
    "opening",
    "doubling",
    "answering",
    "rolling",
    "moving",
    "finished",
)
BEFORE_BOARDS = (rules.SEATING, rules.ORDERING, rules.CHOOSING)
BEFORE_TURNS = (rules.STARTING, rules.OPENING_ROLL)
IN_TURN = (rules.DOUBLING, rules.ANSWERING, rules.ROLLING, rules.MOVING)
GONE = "gone"  # instead of men: the player has withdrawn
MANY = 10**9
STEP = re.compile(r"([1-6]):(bar|[1-9]\d?)(?:\*([ADCB]))?", re.ASCII)  # a die, where it moved a man from, whom it hit


def write_position(s: Record, o: Record) -> str:
    words: dict[str, object] = {"phase": PHASES[s.phase]}
    for board in range(4):
        if s.player[board] != steps.NOBODY and s.phase not in BEFORE_BOARDS:
            words[BOARDS[board]] = _write_men(s, o, board) if s.present[board] else GONE
    players = [s.player[board] for board in range(4)]
    words["players"] = "" if players == _usual_players(s, o) else ",".join(_seat(seat) for seat in players)
    words["choosers"] = "".join(str(s.choosers[i] + 1) for i in range(3)) if s.phase == rules.CHOOSING else ""
    words["turn"] = BOARDS[s.board] if s.phase in (*IN_TURN, rules.FINISHED) else ""
    if s.phase == rules.MOVING:
        words["dice"] = f"{s.dice[0]}{s.dice[1]}"
        words["moved"] = ",".join(_write_step(s, i) for i in range(s.steps))
        words["transit"] = s.transit or ""
        words["fresh"] = s.fresh or ""
    words["cube"] = "" if s.cube == 1 else s.cube
    words["last"] = "" if s.last == steps.NOBODY else BOARDS[s.last]
    words["asked"] = BOARDS[s.asked] if s.phase == rules.ANSWERING else ""
    for name in ("rolls", "game", "turns"):
        words[name] = getattr(s, name) or ""
    for name in ("received", "paid", "tally"):
        values = [getattr(s, name)[seat] for seat in range(o.players)]
        words[name] = ",".join(str(value) for value in values) if any(values) else ""
    return write_words(**words)


def _usual_players(s: Record, o: Record) -> list[int]:
    """Who sits where when the seats are simply filled clockwise."""
    seats = iter(range(4))
    return [next(seats) if o.in_use[board] and s.phase not in BEFORE_BOARDS else steps.NOBODY for board in range(4)]


def _seat(seat: int) -> str:
    return "-" if seat == steps.NOBODY else str(seat + 1)


def _write_men(s: Record, o: Record, board: int) -> str:
    parts = [f"bar:{s.bar[board]}"] if s.bar[board] else []
    for v in range(o.points, 0, -1):
        k = o.spot[board, v]
        if s.men[k] and s.owner[k] == board:
            parts.append(f"{v}:{s.men[k]}")
    if s.off[board]:
        parts.append(f"off:{s.off[board]}")
    return ",".join(parts)


def _write_step(s: Record, i: int) -> str:
    lower, v = divmod(s.trail_code[i], steps.LOWER)
    hit = f"*{BOARDS[s.trail_hit[i] - 1]}" if s.trail_hit[i] else ""
    return f"{s.dice[lower]}:{v or 'bar'}{hit}"


def read_position(text: str, s: Record, o: Record) -> None:
    """Set up the zeroed state `s`. Raises PositionError for anything that is not a position under these options."""
    words = Words(text)
    rules.clear_board(s)
    s.phase = words.take_choice("phase", PHASES, "rolling")
    _check_phase(s, o)
    _read_players(words, s, o)
    _read_choosers(words, s)
    for board in range(4):
        if s.player[board] != steps.NOBODY and s.phase not in BEFORE_BOARDS:
            _read_men(words.take(BOARDS[board]), s, o, board)
    _read_turn(words, s, o)
    made = _read_roll(words, s, o) if s.phase == rules.MOVING else ()
    _read_cube(words, s, o)
    at_most = (o.turn_cap or MANY) - (s.phase not in (rules.MOVING, rules.FINISHED))  # the cap ends a game
    s.rolls = words.take_whole("rolls", 0, at_most, 0)
    games = {ONE_GAME: 1, SERIES: o.match_target}.get(o.match, 30000)
    s.game = words.take_whole("game", 0, games - (s.phase != rules.FINISHED), 0)
    s.turns = words.take_whole("turns", 0, MANY, 0)
    for name, low in (("received", 0), ("paid", 0), ("tally", -MANY)):
        values = getattr(s, name)
        for seat, value in enumerate(words.take_wholes(name, o.players, low, MANY, 0)):
            values[seat] = value
    if sum(s.received) != sum(s.paid):
        raise PositionError("'received' and 'paid' do not add up to the same")
    transit, fresh = (words.take_whole(name, 0, o.points, 0) for name in ("transit", "fresh"))
    words.finish()
    for code, hit in reversed(made):
        _move_back(s, o, code, hit)
    _check_men(s, o)
    if s.phase == rules.MOVING:
        _make_steps(s, o, made)
    for name, said, found in (("transit", transit, s.transit), ("fresh", fresh, s.fresh)):
        if said != found:
            raise PositionError(f"{name!r} cannot be {said}: the steps moved leave it at {found}")


def _check_phase(s: Record, o: Record) -> None:
    chosen = o.seat_draft == rules.BY_CHOICE
    possible = {
        rules.SEATING: o.players == 3 and not chosen,
        rules.ORDERING: o.players == 3 and chosen,
        rules.CHOOSING: o.players == 3 and chosen,
        rules.STARTING: o.players != 3 and o.ruleset == rules.QUATRO,
        rules.OPENING_ROLL: o.ruleset != rules.QUATRO,
        rules.DOUBLING: o.cube,
        rules.ANSWERING: o.cube,
    }
    if not possible.get(s.phase, True):
        raise PositionError(f"'phase' cannot be {PHASES[s.phase]!r} under these options")


def _read_players(words: Words, s: Record, o: Record) -> None:
    usual = ",".join(_seat(seat) for seat in _usual_players(s, o))
    texts = words.take("players", usual).split(",")
    if len(texts) != 4:
        raise PositionError(f"'players' names {len(texts)} boards: expected four, clockwise from A")
    seats = [steps.NOBODY if text == "-" else read_whole("players", text, 1, o.players) - 1 for text in texts]
    taken = [seat for seat in seats if seat != steps.NOBODY]
    if len(set(taken)) < len(taken):
        raise PositionError("a player sits at two boards")
    if s.phase not in BEFORE_BOARDS and len(taken) < o.players:
        raise PositionError(f"'players' seats {len(taken)} players: expected {o.players}")
    if s.phase in (rules.SEATING, rules.ORDERING) and taken:
        raise PositionError("'players' seats somebody before the boards are given out")
    for board in range(4):
        if seats[board] != steps.NOBODY and not o.in_use[board] and o.seat_draft == rules.AT_RANDOM:
            raise PositionError(f"board {BOARDS[board]} is not played under these options")
        s.player[board] = seats[board]


def _read_choosers(words: Words, s: Record) -> None:
    for i in range(3):
        s.choosers[i] = steps.NOBODY
    if s.phase != rules.CHOOSING:
        return
    order = words.take("choosers")
    if sorted(order) != ["1", "2", "3"]:
        raise PositionError(f"'choosers' cannot be {order!r}: expected an order of 1, 2 and 3")
    seated = {s.player[board] for board in range(4)} - {steps.NOBODY}
    for i in range(3):
        s.choosers[i] = int(order[i]) - 1
    if len(seated) == 3 or seated != {s.choosers[i] for i in range(len(seated))}:
        raise PositionError("'players' must seat the first of the choosers, and not all three")


def _read_men(text: str, s: Record, o: Record, board: int) -> None:
    name = BOARDS[board]
    if text == GONE:
        if not o.cube or o.teams or s.phase in BEFORE_TURNS:
            raise PositionError(f"{name!r} cannot be {GONE!r}: expected men, for nobody can have withdrawn here")
        return
    s.present[board] = 1
    filled = set()
    for part in text.split(","):
        where, separator, count_text = part.partition(":")
        if not separator:
            raise PositionError(f"{name!r}: {part!r} is not a place with men: expected point:count, bar:n or off:n")
        if where in filled:
            raise PositionError(f"{name!r}: {where!r} is there twice")
        filled.add(where)
        count = read_whole(name, count_text, 0, o.men)
        if where == "bar":
            s.bar[board] = count
        elif where == "off":
            s.off[board] = count
        else:
            k = o.spot[board, read_whole(name, where, 1, o.points)]
            if s.men[k]:
                raise PositionError(f"two sets of men on {point_name(k, o.home)}: expected those of one player")
            for _ in range(count):
                steps.put_man(s, o, k, board)


def _read_turn(words: Words, s: Record, o: Record) -> None:
    s.turn = steps.NOBODY
    s.to_move = OVER if s.phase == rules.FINISHED else CHANCE
    if s.phase in (*IN_TURN, rules.FINISHED):
        s.board = words.take_choice("turn", tuple(BOARDS))
    if s.phase in IN_TURN:
        if not s.present[s.board] or s.off[s.board] == o.men:
            raise PositionError(f"it cannot be the turn of {BOARDS[s.board]}, who is not in the game")
        s.turn = s.player[s.board]
        s.to_move = CHANCE if s.phase == rules.ROLLING else s.turn
    elif s.phase == rules.FINISHED and s.player[s.board] == steps.NOBODY:
        raise PositionError(f"the last turn cannot be that of {BOARDS[s.board]}, where nobody plays")
    elif s.phase == rules.CHOOSING:
        s.to_move = s.choosers[sum(s.player[board] != steps.NOBODY for board in range(4))]


def _read_roll(words: Words, s: Record, o: Record) -> list[tuple[int, int]]:
    """The dice; returns the steps already moved, each as its code and whom it hit (board + 1)."""
    dice = words.take("dice")
    if not re.fullmatch("[1-6][1-6]", dice) or dice[0] < dice[1]:
        raise PositionError(f"'dice' cannot be {dice!r}: expected two digits 1 to 6, the higher first")
    s.dice[0], s.dice[1] = int(dice[0]), int(dice[1])
    s.left[0], s.left[1] = (4, 0) if dice[0] == dice[1] else (1, 1)
    moved = words.take("moved", "")
    made = []
    for text in moved.split(",") if moved else ():
        found = STEP.fullmatch(text)
        if not found or found[1] not in dice:
            raise PositionError(f"'moved' cannot hold {text!r}: expected die:point or die:bar, with *A if A was hit")
        v = 0 if found[2] == "bar" else read_whole("moved", found[2], 1, o.points)
        hit = BOARDS.index(found[3]) + 1 if found[3] else 0
        made.append((v + steps.LOWER * dice.index(found[1]), hit))
    return made


def _read_cube(words: Words, s: Record, o: Record) -> None:
    s.cube = words.take_whole("cube", 1, o.cube_cap if o.cube else 1, 1)
    if s.cube & (s.cube - 1):
        raise PositionError(f"'cube' cannot be {s.cube}: expected 1, 2, 4, 8, 16, 32 or 64")
    s.last = words.take_choice("last", ("-", *BOARDS), "-") - 1
    if (s.cube > 1) != (s.last != steps.NOBODY and s.player[s.last] != steps.NOBODY):
        raise PositionError("'last' must name the player who doubled last, if the cube is above 1, and only then")
    if s.phase in (rules.DOUBLING, rules.ANSWERING) and not rules.may_double(s, o):
        raise PositionError(f"{BOARDS[s.board]} may not double here")
    if s.phase == rules.ANSWERING:
        s.asked = words.take_choice("asked", tuple(BOARDS))
        partner = o.teams and (s.asked - s.board) % 2 == 0
        if s.asked == s.board or partner or not s.present[s.asked] or s.off[s.asked] == o.men:
            raise PositionError(f"{BOARDS[s.asked]} cannot be asked about this double")
        s.to_move = s.player[s.asked]
        between = range(1, (s.asked - s.board) % 4)
        s.accepted = 0 if o.teams else int(any(s.present[(s.board + i) % 4] for i in between))  # who declined is gone


def _move_back(s: Record, o: Record, code: int, hit: int) -> None:
    """Undo a step of the text, so that `_make_steps` can make it again by the rules."""
    lower, v = divmod(code, steps.LOWER)
    to = (v or o.points + 1) - s.dice[lower]
    if to < 1:
        s.off[s.board] -= 1
    elif not steps.is_blocked(s, to):
        if not steps.is_own(s, to):
            raise PositionError(f"'moved' brings a man to {to}, but none stands there")
        k = o.spot[s.board, to]
        steps.lift_man(s, o, k)
        if hit and s.men[k] == 0:
            s.bar[hit - 1] -= 1
            steps.put_man(s, o, k, hit - 1)
    if v == 0:
        s.bar[s.board] += 1
    elif not steps.is_blocked(s, v):
        k = o.spot[s.board, v]
        if s.men[k] and s.owner[k] != s.board:
            raise PositionError(f"'moved' takes a man from {v}, but others stand there")
        steps.put_man(s, o, k, s.board)


def _make_steps(s: Record, o: Record, made: Sequence[tuple[int, int]]) -> None:
    s.need = steps.dice_to_use(s, o)
    for code, hit in made:
        mask = np.zeros(rules.ACTIONS, np.int8)
        if s.steps < s.need:
            rules.legal(s, o, mask)
        if not mask[code]:
            raise PositionError(f"step {s.steps + 1} of 'moved' is not legal")
        steps.take_step(s, o, code)
        if s.trail_hit[s.steps - 1] != hit:
            raise PositionError(f"step {s.steps} of 'moved' does not hit what it says")
    if made and s.steps == s.need:
        raise PositionError("'moved' is a whole play: expected one that still goes on")


def _check_men(s: Record, o: Record) -> None:
    for board in range(4):
        count = s.bar[board] + s.off[board] + sum(s.men[k] for k in range(36) if s.owner[k] == board)
        expected = o.men if s.present[board] else 0
        if count != expected or min(s.bar[board], s.off[board]) < 0:
            raise PositionError(f"{BOARDS[board]} has {count} men: expected {expected}")
    out = [board for board in range(4) if s.present[board] and s.off[board] == o.men]
    may_be_out = o.teams and o.team_win == rules.BOTH_OUT and s.phase in IN_TURN
    partners_out = len(out) > 1 and (out[1] - out[0]) % 2 == 0
    if s.phase != rules.FINISHED and (len(out) > 2 or partners_out or (out and not may_be_out)):
        raise PositionError(f"{BOARDS[out[0]]} has no man left: the game would be over")
    if s.phase in IN_TURN and sum(s.present[board] for board in range(4)) < 2:
        raise PositionError("only one player is left in the game")
