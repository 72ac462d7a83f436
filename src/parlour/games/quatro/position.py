"""Quatro positions as text: `A=36:2,25:3,15:3,9:3 … turn=A dice=51`, men as their own player counts the points."""

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.position import PositionError, Words, read_whole, write_words
from parlour.games.quatro import rules, steps
from parlour.games.quatro.board import BOARDS, point_name

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
IN_TURN = (rules.DOUBLING, rules.ANSWERING, rules.ROLLING, rules.MOVING)
BEFORE_BOARDS = (rules.SEATING, rules.ORDERING, rules.CHOOSING)
NEED_UNSAID = -1  # at the start of a play the rules can find it
GONE = "gone"  # instead of men: the player has withdrawn


def write_position(s: Record, o: Record) -> str:
    words: dict[str, object] = {"phase": PHASES[s.phase]}
    for board in range(4):
        if s.player[board] != steps.NOBODY and s.phase != rules.CHOOSING:
            words[BOARDS[board]] = _write_men(s, o, board) if s.present[board] else GONE
    players = [s.player[board] for board in range(4)]
    usual = _usual_players(o)
    words["players"] = "" if players == usual else ",".join(_seat(seat) for seat in players)
    words["choosers"] = "" if s.choosers[0] == steps.NOBODY else "".join(str(s.choosers[i] + 1) for i in range(3))
    words["turn"] = BOARDS[s.board] if s.phase in IN_TURN else ""
    words["last_turn"] = BOARDS[s.board] if s.phase == rules.FINISHED else ""
    if s.phase == rules.MOVING:
        words["dice"] = f"{s.dice[0]}{s.dice[1]}"
        words["need"] = s.need
        words["trail"] = ",".join(
            f"{s.trail_code[i]}:{s.trail_hit[i]}:{s.trail_transit[i]}:{s.trail_fresh[i]}" for i in range(s.steps)
        )
        words["transit"] = s.transit or ""
        words["fresh"] = s.fresh or ""
    words["cube"] = "" if s.cube == 1 else s.cube
    words["last"] = "" if s.last == steps.NOBODY else BOARDS[s.last]
    words["asked"] = "" if s.asked == steps.NOBODY else BOARDS[s.asked]
    words["accepted"] = s.accepted or ""
    for name in ("rolls", "game", "turns"):
        words[name] = getattr(s, name) or ""
    for name in ("received", "paid", "tally"):
        values = getattr(s, name)
        words[name] = ",".join(str(values[i]) for i in range(4)) if any(values[i] for i in range(4)) else ""
    return write_words(**words)


def _usual_players(o: Record) -> list[int]:
    """Who sits where when the seats are simply filled clockwise."""
    seats = iter(range(4))
    return [next(seats) if o.in_use[board] else steps.NOBODY for board in range(4)]


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
    return ",".join(parts) or "off:0"


def read_position(text: str, s: Record, o: Record) -> None:
    """Set up the zeroed state `s`. Raises PositionError for anything that is not a position under these options."""
    words = Words(text)
    rules.clear_board(s)
    s.phase = words.take_choice("phase", PHASES, "rolling")
    _read_players(words, s, o)
    for board in range(4):
        if s.player[board] != steps.NOBODY and s.phase != rules.CHOOSING:
            _read_men(words.take(BOARDS[board]), s, o, board)
    _read_turn(words, s, o)
    if s.phase == rules.MOVING:
        _read_roll(words, s, o)
    _read_cube(words, s, o)
    s.rolls = words.take_whole("rolls", 0, o.turn_cap or 10**9, 0)
    s.game = words.take_whole("game", 0, 30000, 0)
    s.turns = words.take_whole("turns", 0, 10**9, 0)
    for name in ("received", "paid", "tally"):
        values = getattr(s, name)
        for i, value in enumerate(words.take_wholes(name, 4, -(10**9), 10**9, 0)):
            values[i] = value
    words.finish()
    _check_men(s, o)
    if s.phase == rules.MOVING:
        _check_need(s, o)


def _read_players(words: Words, s: Record, o: Record) -> None:
    usual = ",".join(_seat(steps.NOBODY if s.phase in BEFORE_BOARDS else seat) for seat in _usual_players(o))
    texts = words.take("players", usual).split(",")
    if len(texts) != 4:
        raise PositionError(f"'players' names {len(texts)} boards: expected four, clockwise from A")
    seats = [steps.NOBODY if text == "-" else read_whole("players", text, 1, o.players) - 1 for text in texts]
    taken = sorted(seat for seat in seats if seat != steps.NOBODY)
    if len(set(taken)) < len(taken):
        raise PositionError("a player sits at two boards")
    if s.phase not in BEFORE_BOARDS and taken != list(range(o.players)):
        raise PositionError(f"'players' seats {len(taken)} players: expected {o.players}")
    if o.seat_draft == rules.AT_RANDOM or o.players != 3:
        for board in range(4):
            if seats[board] != steps.NOBODY and not o.in_use[board]:
                raise PositionError(f"board {BOARDS[board]} is not played under these options")
    for board in range(4):
        s.player[board] = seats[board]
    order = words.take("choosers", "000")
    if (s.phase == rules.CHOOSING) != (order != "000") or order not in (
        "000",
        "123",
        "132",
        "213",
        "231",
        "312",
        "321",
    ):
        raise PositionError(f"'choosers' cannot be {order!r} here: expected an order of 123 while boards are chosen")
    for i in range(3):
        s.choosers[i] = int(order[i]) - 1


def _read_men(text: str, s: Record, o: Record, board: int) -> None:
    s.present[board] = 1
    if text == GONE:
        s.present[board] = 0
        return
    name = BOARDS[board]
    for part in text.split(","):
        where, separator, count_text = part.partition(":")
        if not separator:
            raise PositionError(f"{name!r}: {part!r} is not a place with men: expected point:count, bar:n or off:n")
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
    if s.phase in IN_TURN:
        s.board = words.take_choice("turn", BOARDS)
        if not s.present[s.board] or s.off[s.board] == o.men:
            raise PositionError(f"it cannot be the turn of {BOARDS[s.board]}, who is not in the game")
        s.turn = s.player[s.board]
        s.to_move = CHANCE if s.phase == rules.ROLLING else s.turn
    elif s.phase == rules.FINISHED:
        s.board = words.take_choice("last_turn", BOARDS)
    elif s.phase == rules.CHOOSING:
        waiting = [seat for seat in (s.choosers[i] for i in range(3)) if seat not in [s.player[b] for b in range(4)]]
        if not waiting:
            raise PositionError("every player has a board: nobody is left to choose")
        s.to_move = waiting[0]


def _read_roll(words: Words, s: Record, o: Record) -> None:
    dice = words.take("dice")
    if len(dice) != 2 or not all(die in "123456" for die in dice) or dice[0] < dice[1]:
        raise PositionError(f"'dice' cannot be {dice!r}: expected two digits 1 to 6, the higher first")
    s.dice[0], s.dice[1] = int(dice[0]), int(dice[1])
    doublet = dice[0] == dice[1]
    s.left[0], s.left[1] = (4, 0) if doublet else (1, 1)
    s.need = words.take_whole("need", NEED_UNSAID, 4 if doublet else 2, NEED_UNSAID)
    s.transit = words.take_whole("transit", 0, o.points, 0)
    s.fresh = words.take_whole("fresh", 0, o.points, 0)
    trail = words.take("trail", "")
    for i, step in enumerate(trail.split(",") if trail else ()):
        numbers = [read_whole("trail", number, 0, 2 * steps.LOWER - 1) for number in step.split(":")]
        if len(numbers) != 4 or i >= s.need:
            raise PositionError(
                f"'trail' cannot hold {step!r} here: expected code:hit:transit:fresh, fewer than 'need'"
            )
        code, s.trail_hit[i], s.trail_transit[i], s.trail_fresh[i] = numbers
        s.trail_code[i] = code
        s.left[1 if code >= steps.LOWER else 0] -= 1
        s.steps += 1
    if min(s.left[0], s.left[1]) < 0:
        raise PositionError("'trail' uses a die that was not rolled")


def _read_cube(words: Words, s: Record, o: Record) -> None:
    s.cube = words.take_whole("cube", 1, o.cube_cap if o.cube else 1, 1)
    if s.cube & (s.cube - 1):
        raise PositionError(f"'cube' cannot be {s.cube}: expected 1, 2, 4, 8, 16, 32 or 64")
    last = words.take("last", "")
    s.last = words_board("last", last) if last else steps.NOBODY
    if s.phase == rules.DOUBLING and not rules.may_double(s, o):
        raise PositionError(f"{BOARDS[s.board]} may not double here")
    if s.phase == rules.ANSWERING:
        s.asked = words.take_choice("asked", BOARDS)
        partner = o.teams and (s.asked - s.board) % 2 == 0
        if not rules.may_double(s, o):
            raise PositionError(f"{BOARDS[s.board]} may not have doubled here")
        if s.asked == s.board or partner or not s.present[s.asked] or s.off[s.asked] == o.men:
            raise PositionError(f"{BOARDS[s.asked]} cannot be asked about this double")
        s.to_move = s.player[s.asked]
        s.accepted = words.take_whole("accepted", 0, 0 if o.teams else 1, 0)


def words_board(name: str, text: str) -> int:
    if text not in BOARDS:
        raise PositionError(f"{name!r} cannot be {text!r}: expected a board, A, D, C or B")
    return BOARDS.index(text)


def _check_men(s: Record, o: Record) -> None:
    for board in range(4):
        if not s.present[board]:
            continue
        count = s.bar[board] + s.off[board] + (s.transit > 0 and board == s.board)
        count += sum(s.men[k] for k in range(36) if s.owner[k] == board)
        if count != o.men:
            raise PositionError(f"{BOARDS[board]} has {count} men: expected {o.men}")
    out = [b for b in range(4) if s.present[b] and s.off[b] == o.men]
    may_be_out = o.teams and o.team_win == rules.BOTH_OUT
    if s.phase != rules.FINISHED and (
        len(out) > 2 or (out and not may_be_out) or (sum(out) % 2 == 0 and len(out) == 2)
    ):
        raise PositionError(f"{BOARDS[out[0]]} has no man left: the game would be over")
    if s.phase in IN_TURN and sum(s.present[b] for b in range(4)) < 2:
        raise PositionError("only one player is left in the game")


def _check_need(s: Record, o: Record) -> None:
    """The number of dice to use must be what the rules find."""
    for name, v in (("transit", s.transit), ("fresh", s.fresh)):
        if v and (name == "transit" or s.transit == v) and not steps.is_blocked(s, v):
            raise PositionError(f"a man in transit on {v} would have come to rest there")
        if v and name == "fresh" and s.transit != v and not steps.is_own(s, v):
            raise PositionError(f"no man stands on {v} who could just have entered")
    found = steps.most_dice(s, o, s.left[0] + s.left[1])
    if s.steps == 0 and s.need == NEED_UNSAID:
        s.need = found
    if found != s.need - s.steps or (s.steps and found < 1):
        raise PositionError(f"'need' cannot be {s.need}: {s.steps + max(found, 0)} dice can be used")
