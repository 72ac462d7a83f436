"""Positions of Quantum as text, `phase=using turns=3 turn=White White=25,12g,0 Black=… pair=64 loose=2`, and back."""

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.position import PositionError, Words, write_words
from parlour.games.quantum import rules
from parlour.games.quantum.board import CENTRE, HOME, INDEX, NAMES, TRAY
from parlour.games.quantum.chains import SLOTS
from parlour.games.quantum.text import SEATS

PHASES = ("starting", "throwing", "extra", "using", "finished")
MOST = 10**9


def write_position(s: Record, o: Record) -> str:
    places = {
        SEATS[seat]: ",".join(_write_place(s.place[seat, slot]) for slot in range(o.pieces))
        for seat in range(o.players)
    }
    loose = "".join(str(score) * s.loose[score] for score in range(6, 0, -1))
    return write_words(
        phase=PHASES[s.phase],
        turns=s.turns,
        turn=SEATS[s.turn] if s.turn >= 0 else None,
        **places,
        pair=f"{s.pair[0]}{s.pair[1]}" if s.pair[0] else None,
        sixes=s.sixes or None,
        loose=loose,
        due=s.due or None,
        winner=SEATS[s.winner] if s.winner >= 0 else None,
    )


def _write_place(place: int) -> str:
    return "tray" if place == TRAY else NAMES[place]


def read_position(text: str, s: Record, o: Record) -> None:
    """Fill a zeroed state. Raises PositionError where the words are not a position of this game."""
    words = Words(text)
    seats = SEATS[: o.players]
    s.phase = words.take_choice("phase", PHASES)
    s.turns = words.take_whole("turns", 0, o.turn_limit or MOST)
    s.turn = words.take_choice("turn", ("none", *seats), "none") - 1
    s.winner = words.take_choice("winner", ("none", *seats), "none") - 1
    for seat in range(o.players):
        _read_places(words, s, o, seat)
    _read_pool(words, s)
    words.finish()
    s.to_move = OVER if s.phase == rules.FINISHED else s.turn if s.phase == rules.USING else CHANCE
    _check(s, o)


def _read_places(words: Words, s: Record, o: Record, seat: int) -> None:
    names = words.take(SEATS[seat]).split(",")
    if len(names) != o.pieces:
        raise PositionError(f"{SEATS[seat]!r} has {len(names)} pieces: expected {o.pieces}")
    for slot, name in enumerate(names):
        if name == "tray":
            if o.win_form != rules.COUNTERS_HOME:
                raise PositionError(f"{SEATS[seat]!r} has a piece in a tray: only counters_home has trays")
            s.place[seat, slot] = TRAY
            s.home[seat] += 1
            continue
        square = INDEX.get(name)
        if square is None or (0 < square < o.entry):
            raise PositionError(f"{SEATS[seat]!r} has a piece on {name!r}: expected a square such as 17, 12g or 0")
        if square == HOME and o.win_form == rules.COUNTERS_HOME:
            raise PositionError(f"{SEATS[seat]!r} has a piece on home: in counters_home it would be in the tray")
        s.place[seat, slot] = square
        if square == CENTRE:
            s.centre += 1
        elif s.at[square] == 0:
            s.at[square] = SLOTS * seat + slot + 1
        elif square != HOME or s.winner < 0:  # only a winner lands where another still stands
            raise PositionError(f"two pieces stand on {name!r}: expected one at most")


def _read_pool(words: Words, s: Record) -> None:
    for score in _read_dice(words, "loose"):
        s.loose[score] += 1
    pair = _read_dice(words, "pair")
    if pair:
        if len(pair) != 2 or pair == [6, 6]:
            raise PositionError("'pair' holds two dice that are not both sixes: those are counted in 'sixes'")
        s.pair[0], s.pair[1] = max(pair), min(pair)
    s.sixes = words.take_whole("sixes", 0, 1000, 0)
    s.due = words.take_whole("due", 0, 1000, 0)


def _read_dice(words: Words, name: str) -> list[int]:
    text = words.take(name, "none")
    if text == "none":
        return []
    if not set(text) <= set("123456") or len(text) > 1000:
        raise PositionError(f"{name!r} cannot be {text!r}: expected scores from 1 to 6")
    return [int(score) for score in text]


def _check(s: Record, o: Record) -> None:
    """Refuse what no play could go on from."""
    phase = PHASES[s.phase]
    empty = rules.is_pool_empty(s)
    if (s.turn < 0) != (s.phase == rules.STARTING):
        raise PositionError(f"'turn' and phase {phase} do not go together")
    if (s.turns == 0) != (s.phase == rules.STARTING):
        raise PositionError(f"'turns' cannot be {s.turns} in phase {phase}")
    if (s.due > 0) != (s.phase == rules.EXTRA):
        raise PositionError(f"'due' is {s.due}: throws are due in phase extra, and only there")
    if s.phase == rules.USING and not rules.can_use(s, o):
        raise PositionError("the dice cannot be used: expected a piece in play, or a six and one in the centre")
    if s.phase in (rules.STARTING, rules.FINISHED) and not empty:
        raise PositionError(f"there are dice in phase {phase}: expected none")
    if s.phase == rules.THROWING and (s.pair[0] or any(s.loose[score] for score in range(7))):
        raise PositionError("before both dice are thrown there may only be pairs of sixes")
    if s.phase == rules.STARTING and (s.centre < o.players * o.pieces or o.first_player == rules.SEAT_0):
        raise PositionError("in phase starting all pieces are in the centre, and who starts is not settled")
    _check_end(s, o)


def _check_end(s: Record, o: Record) -> None:
    """A finished game has a winner who has won, or has come to its limit of turns."""
    if s.winner >= 0 and s.phase != rules.FINISHED:
        raise PositionError("'winner' belongs to phase finished")
    if s.phase == rules.FINISHED and s.winner < 0 and not 0 < o.turn_limit <= s.turns:
        raise PositionError(f"nobody has won and 'turns' is {s.turns}: expected the turn limit, or a winner")
    if s.winner >= 0 and not _has_won(s, o):
        raise PositionError(f"{SEATS[s.winner]} has not won: expected what its win form asks for")
    if s.phase != rules.FINISHED and any(s.home[seat] >= o.home_target for seat in range(o.players) if s.home[seat]):
        raise PositionError(f"a tray holds {o.home_target} pieces or more, but the game is not finished")


def _has_won(s: Record, o: Record) -> bool:
    if o.win_form == rules.COUNTERS_HOME:
        return s.home[s.winner] >= o.home_target
    everyone = [s.place[seat, slot] for seat in range(o.players) for slot in range(o.pieces)]
    mine = [s.place[s.winner, slot] for slot in range(o.pieces)]
    if HOME not in mine or everyone.count(HOME) > 2:
        return False
    return rules.is_balanced(s, o) if o.win_form == rules.BALANCE else sum(place > CENTRE for place in mine) > 3
