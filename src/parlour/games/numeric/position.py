"""Positions of Numeric as text, `phase=forming throws=3 throw=6431 money=505,550 A=14 B=72 …`, and back."""

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.position import PositionError, Words, read_whole, write_words
from parlour.games.numeric import codes
from parlour.games.numeric.board import CELL, CELLS, NUMBERS, SEATS, label, numbers_of, words_of
from parlour.games.numeric.placing import fitting, see_room, word
from parlour.games.numeric.reach import INDEX, REACHED, THROWS

PHASES = (
    "filling",
    "starting",
    "throwing",
    "forming",
    "placing",
    "card",
    "choosing",
    "bankrupt",
    "swapping",
    "exchange",
    "finished",
)
AT_CHANCE = (codes.FILLING, codes.STARTING, codes.THROWING, codes.TURNING_CARD, codes.SWAP_DRAW)
IN_THROW = (codes.FORMING, codes.PLACING, codes.TURNING_CARD, codes.CHOOSING, codes.BANKRUPT)
REASONS = (
    "none",
    "time_limit",
    "throw_limit",
    "funds",
    "line",
    "zones_complete",
    "all_primes",
    "all_covered",
    "counters_used",
    "cover_count",
    "exhausted",
    "end_card",
    "last_side",
    "stall",
    "max_throws",
)
MOST = 10**9


def write_position(s: Record, o: Record) -> str:
    seats = range(o.players)
    words: dict[str, object] = {
        "phase": PHASES[s.phase],
        "throws": s.throws,
        "turns": s.turns if s.turns != s.throws else None,
        "thrower": SEATS[s.thrower],
        "turn": SEATS[s.turn] if s.turn >= 0 else None,
        "asked": s.asked,
        "throw": "".join(map(str, THROWS[s.throw][::-1])) if s.throw >= 0 else None,
        "money": ",".join(str(s.money[seat]) for seat in seats),
    }
    for seat in seats:
        words[SEATS[seat]] = _write_numbers(s.own[seat, 0], s.own[seat, 1])
    for seat in seats:
        words[f"rack{SEATS[seat]}"] = _write_numbers(s.racks[seat, 0], s.racks[seat, 1])
    words["cells"] = ",".join(f"{label(cell)}:{s.cells[cell]}" for cell in range(CELLS) if s.cells[cell])
    for name in ("circuit", "claimed", "made", "number", "signs", "reward", "card", "drawn", "swaps", "idle", "clock"):
        words[name] = getattr(s, name) or None
    words["pack"] = ",".join(str(s.pack[i]) for i in range(25) if s.pack[i])
    for name in ("passed", "broke"):
        words[name] = "".join(SEATS[seat] for seat in seats if getattr(s, name)[seat])
    for name in ("placed", "out", "joined"):
        numbers = [getattr(s, name)[seat] for seat in seats]
        words[name] = ",".join(map(str, numbers)) if any(numbers) else None
    words["last"] = REASONS[s.last] if s.last else None
    words["reason"] = REASONS[s.reason] if s.reason else None
    return write_words(**words)


def _write_numbers(low: int, high: int) -> str:
    return ",".join(map(str, numbers_of(low, high)))


def read_position(text: str, s: Record, o: Record) -> None:
    """Fill a zeroed state. Raises PositionError where the words are not a position of this game."""
    words = Words(text)
    seats = tuple(SEATS[: o.players])
    s.phase = words.take_choice("phase", PHASES)
    s.throws = words.take_whole("throws", 0, o.max_throws)
    s.turns = words.take_whole("turns", 0, o.max_throws + 1, s.throws)
    s.thrower = words.take_choice("thrower", seats)
    s.turn = words.take_choice("turn", ("none", *seats), "none") - 1
    s.asked = words.take_whole("asked", -1, o.players)
    s.throw = _read_throw(words)
    money = words.take_wholes("money", o.players, 0, MOST, 0)
    for seat, amount in enumerate(money):
        s.money[seat] = amount
    s.bank = sum(money) - o.players * o.starting_money
    _read_numbers(words, s, o)
    if o.variant == codes.COUNTERS:
        _read_cells(words, s)
    bounds = {"circuit": 2, "claimed": 1, "made": 100, "number": 100, "signs": 3, "reward": 100_000, "card": 25}
    for name, most in bounds.items():
        setattr(s, name, words.take_whole(name, 0, most, 0))
    s.drawn = words.take_whole("drawn", 0, MOST, 0)
    s.swaps = words.take_whole("swaps", 0, 6, 0)
    s.idle = words.take_whole("idle", 0, MOST, 0)
    s.clock = words.take_whole("clock", 0, 1, 0)
    _read_pack(words, s, o)
    for name in ("passed", "broke"):
        for letter in words.take(name, "none").replace("none", ""):
            if letter not in seats:
                raise PositionError(f"{name!r} cannot name {letter!r}: expected letters of {''.join(seats)}")
            getattr(s, name)[seats.index(letter)] = 1
    for name, most in (("placed", 8), ("out", s.drawn), ("joined", o.players)):
        for seat, number in enumerate(words.take_wholes(name, o.players, 0, most, 0)):
            getattr(s, name)[seat] = number
    s.last = words.take_choice("last", REASONS, "none")
    s.reason = words.take_choice("reason", REASONS, "none")
    words.finish()
    _see_who_moves(s, o)
    _check(s, o)


def _read_throw(words: Words) -> int:
    text = words.take("throw", "none")
    if text == "none":
        return codes.NO_THROW
    dice = tuple(sorted(int(die) for die in text if die in "123456"))
    if len(dice) != len(text) or dice not in INDEX:
        raise PositionError(f"'throw' cannot be {text!r}: expected three or four dice, as 6431")
    return INDEX[dice]


def _numbers(words: Words, name: str, taken: set[int]) -> tuple[int, int]:
    text = words.take(name, "none")
    numbers = [read_whole(name, part, 1, 100) for part in text.split(",")] if text != "none" else []
    for n in numbers:
        if n in taken:
            raise PositionError(f"{name!r} names {n}, which is somewhere already")
        taken.add(n)
    return words_of(numbers)


def _read_numbers(words: Words, s: Record, o: Record) -> None:
    """Who covered what, the racks and the bag."""
    taken: set[int] = set()
    for seat in range(o.players):
        s.own[seat, 0], s.own[seat, 1] = _numbers(words, SEATS[seat], taken)
    s.free[0], s.free[1] = words_of(set(NUMBERS) - taken)
    s.covered = len(taken)
    if o.variant != codes.COUNTERS:
        return
    in_play = set(numbers_of(o.in_play[0], o.in_play[1]))
    for seat in range(o.players):
        before = len(taken)
        s.racks[seat, 0], s.racks[seat, 1] = _numbers(words, f"rack{SEATS[seat]}", taken)
        s.held[seat] = len(taken) - before
        if s.held[seat] > o.rack_size:
            raise PositionError(f"'rack{SEATS[seat]}' has {s.held[seat]} counters: expected at most {o.rack_size}")
    if not taken <= in_play:
        raise PositionError(f"{min(taken - in_play)} is not among the counters of this game")
    s.bag[0], s.bag[1] = words_of(in_play - taken)


def _read_cells(words: Words, s: Record) -> None:
    placed = set(numbers_of(~s.free[0], ~s.free[1]))
    text = words.take("cells", "none")
    for part in text.split(",") if text != "none" else []:
        name, _, number = part.partition(":")
        if name not in CELL or s.cells[CELL[name]]:
            raise PositionError(f"'cells' cannot hold {part!r}: expected a free cell and its counter, as V1:5")
        n = read_whole("cells", number, 1, 100)
        if n not in placed:
            raise PositionError(f"'cells' names {n}: expected each counter that a side has placed, once")
        placed.remove(n)
        s.cells[CELL[name]] = n
    if placed:
        raise PositionError(f"'cells' leaves out {min(placed)}, which a side has placed")
    if s.covered and not s.cells[0]:
        raise PositionError("'cells' has nothing on C0: the first counter goes to the centre")
    for cell in range(CELLS):
        if s.cells[cell]:
            see_room(s, cell)


def _read_pack(words: Words, s: Record, o: Record) -> None:
    """The cards seen since the shuffle, in order."""
    text = words.take("pack", "none")
    cards = [read_whole("pack", part, 1, 25) for part in text.split(",")] if text != "none" else []
    seen = min(s.drawn, 25) if o.deck_mode == codes.CYCLE else s.drawn % 25
    if len(cards) != seen or len(set(cards)) != len(cards):
        raise PositionError(f"'pack' has {len(set(cards))} cards: expected the {seen} seen, each once")
    if s.drawn and not o.cards:
        raise PositionError("'drawn' is set, but this game has no cards")
    for i, card in enumerate(cards):
        s.pack[i] = card


def _see_who_moves(s: Record, o: Record) -> None:
    if s.phase == codes.FINISHED:
        s.to_move = OVER
    elif s.phase in AT_CHANCE:
        s.to_move = CHANCE
    elif s.phase == codes.BANKRUPT and s.turn >= 0:
        order = [(s.turn + i) % o.players for i in range(1, o.players + 1)]
        s.to_move = next((seat for seat in order if s.broke[seat]), codes.NOBODY)
    else:
        s.to_move = s.turn


def _check(s: Record, o: Record) -> None:
    """Refuse what no play could go on from."""
    phase = PHASES[s.phase]
    if s.phase in (*IN_THROW, codes.SWAPPING, codes.SWAP_DRAW, codes.THROWING) and s.turn < 0:
        raise PositionError(f"'turn' is missing: in phase {phase} it is somebody's turn")
    if s.phase in IN_THROW and s.throw < 0:
        raise PositionError(f"'throw' is missing: in phase {phase} the dice have been thrown")
    if s.to_move == codes.NOBODY and s.phase not in AT_CHANCE:
        raise PositionError(f"'broke' names nobody: in phase {phase} somebody is bankrupt")
    if (s.phase == codes.FINISHED) != (s.reason > 0):
        raise PositionError("'reason' belongs to phase finished, and only there")
    _check_throws(s, o, phase)
    _check_sides(s, o, phase)
    _check_asked(s, o, phase)
    _check_ruin(s, o, phase)
    _check_number(s, o, phase)
    if o.variant != codes.COUNTERS and (s.phase in (codes.FILLING, codes.SWAPPING, codes.SWAP_DRAW) or s.circuit):
        raise PositionError(f"phase {phase} and circuits belong to the counters game")


def _check_throws(s: Record, o: Record, phase: str) -> None:
    """How many throws have been begun and made."""
    over = s.phase == codes.FINISHED
    begun = 1 if s.phase == codes.THROWING else 0
    if s.turns - s.throws not in ((0, 1) if over else (begun,)):
        raise PositionError(
            f"'turns' is {s.turns} after {s.throws} throws: expected one more before a throw, else as many"
        )
    between = s.phase in (codes.THROWING, codes.FILLING, codes.SWAPPING, codes.SWAP_DRAW)
    if between and s.throws >= o.max_throws:
        raise PositionError(f"'throws' is {s.throws}: the game is over after {o.max_throws}")
    if s.phase == codes.STARTING and s.throws:
        raise PositionError(f"'throws' is {s.throws}: in phase starting nobody has thrown")
    if s.made > s.covered:
        raise PositionError(f"'made' is {s.made}: expected at most the {s.covered} placed in all")
    for seat in range(o.players):
        held = s.held[seat] if s.phase in IN_THROW else 0
        if s.placed[seat] + held > o.rack_size:
            raise PositionError(f"'placed' counts more counters than a rack of {o.rack_size} has lost")


def _check_asked(s: Record, o: Record, phase: str) -> None:
    """Whose turn it is agrees with who is asked."""
    if s.claimed and (o.scramble != codes.CLAIMS or s.circuit == 0 or s.phase not in IN_THROW):
        raise PositionError("'claimed' belongs to a scramble with claims")
    served = s.phase in (codes.SWAPPING, codes.SWAP_DRAW) or (s.phase == codes.FILLING and s.throws > 0)
    if (s.phase in IN_THROW and not s.claimed) or served:
        seat = (s.thrower + s.asked) % o.players
        if s.turn != seat:
            raise PositionError(f"'turn' is {SEATS[s.turn]}, but {SEATS[seat]} is asked")
    if s.phase == codes.FILLING and s.held[(s.thrower + s.asked) % o.players] >= o.rack_size:
        raise PositionError("the rack that is filled is full")


def _check_ruin(s: Record, o: Record, phase: str) -> None:
    """Who is bankrupt, and by which card."""
    broke = [seat for seat in range(o.players) if s.broke[seat]]
    if broke and s.phase != codes.BANKRUPT:
        raise PositionError("'broke' belongs to phase bankrupt")
    if s.phase == codes.BANKRUPT:
        if s.card == 0:
            raise PositionError("'card' is missing: a card has ruined somebody")
        if len(broke) == sum(s.out[seat] == 0 for seat in range(o.players)):
            raise PositionError("'broke' names every side: a card cannot ruin them all")


def _check_sides(s: Record, o: Record, phase: str) -> None:
    active = [seat for seat in range(o.players) if s.out[seat] == 0]
    if not active:
        raise PositionError("'out' leaves no side in the game")
    if len(active) == 1 and o.players > 1 and s.phase != codes.FINISHED:
        raise PositionError("'out' leaves one side: the game would be over")
    playing = s.phase not in (codes.FINISHED, codes.STARTING) and not (s.phase == codes.FILLING and s.throws == 0)
    if playing and s.turn >= 0 and s.turn not in active:
        raise PositionError(f"'turn' is {SEATS[s.turn]}, who is out")
    if s.phase == codes.THROWING and (s.turn != s.thrower or s.turns != s.throws + 1):
        raise PositionError("in phase throwing it is the thrower's turn, and 'turns' counts the throw to come")
    if s.phase in (codes.FILLING, codes.SWAPPING, codes.SWAP_DRAW):
        if not 0 <= s.asked < o.players or (s.thrower + s.asked) % o.players not in active:
            raise PositionError(f"'asked' is {s.asked}: expected the place of a side that is served")
        if not s.bag[0] | s.bag[1]:
            raise PositionError(f"the bag is empty: phase {phase} draws from it")
    elif s.phase in IN_THROW and not 0 <= s.asked < o.players:
        raise PositionError(f"'asked' is {s.asked}: expected 0 to {o.players - 1}")


def _check_number(s: Record, o: Record, phase: str) -> None:
    """The number being placed, decided on or exchanged."""
    n = s.number
    if n and s.phase not in (codes.PLACING, codes.SWAPPING, codes.SWAP_DRAW) and s.free[word(n)] >> (n - 1) % 50 & 1:
        raise PositionError(f"'number' is {n}: expected the number placed last, and it is free")
    if s.phase in (codes.TURNING_CARD, codes.CHOOSING, codes.BANKRUPT):
        if n == 0 or not s.own[s.turn, word(n)] >> (n - 1) % 50 & 1:
            raise PositionError(f"'number' is {n}: expected the number that {SEATS[s.turn]} just placed")
        if s.phase == codes.TURNING_CARD and o.deck_mode == codes.CYCLE and s.drawn >= 25:
            raise PositionError("'drawn' is over 25: the next card is known, and no chance is left")
        if not o.cards or (s.phase == codes.CHOOSING and s.card not in (3, 9)):
            raise PositionError(f"'card' is {s.card}: phase {phase} needs a card that asks for it")
    elif s.phase == codes.PLACING:
        held = any(s.racks[seat, word(n)] >> (n - 1) % 50 & 1 for seat in range(o.players)) if n else False
        makeable = n and REACHED[o.fractions, s.throw, word(n)] >> (n - 1) % 50 & 1
        if not held or not makeable or not fitting(s, o, 1 << (n - 1) % 50, word(n)):
            raise PositionError(f"'number' is {n}: expected a counter on a rack that the dice make and that fits")
    elif s.phase in (codes.SWAPPING, codes.SWAP_DRAW):
        mine = n == 0 or s.racks[s.turn, word(n)] >> (n - 1) % 50 & 1
        if not mine or (n == 0) != (s.phase == codes.SWAPPING) or s.swaps == 0:
            raise PositionError(f"'number' is {n}: expected the counter to be exchanged, and 'swaps' left")
