"""The words of Quantum."""

from parlour.engine.contract import Record
from parlour.engine.people import person
from parlour.engine.trying import events_of
from parlour.engine.wording import Sentences, Words, listed
from parlour.games.quantum import rules
from parlour.games.quantum.board import (
    ABSORBS,
    CENTRE,
    DOWN,
    HOME,
    JUMP,
    NAMES,
    ONWARD,
    SQUARES,
    UP,
    is_hole,
    number_of,
)
from parlour.games.quantum.elements import ELEMENTS
from parlour.games.quantum.options import FirstPlayer, HomeCheck, WinForm
from parlour.games.quantum.rules import count_of, is_total, pair_total
from parlour.games.quantum.state import COLOURS, MOVES, NOBODY, PAIRS, PIECES, SLOTS, Action, Event, Outcome, Phase


def seat(s: Record, o: Record, number: int) -> str:
    return COLOURS[number]


def who(number: int) -> str:
    """The mark for whoever sits at a seat."""
    return person(number, COLOURS[number])


def piece_name(piece: int) -> str:
    """`Ella's piece`: which of them is told by where it stands."""
    return f"{who(piece // SLOTS)}'s piece"


def other_piece(mover: int, piece: int) -> str:
    """A piece that somebody's piece meets, which may be one of their own."""
    return f"another of {who(mover)}'s pieces" if piece // SLOTS == mover else piece_name(piece)


def square_name(square: int) -> str:
    """A square as people say it: chlorine 17, blank square 12g as it is written there, home, the centre."""
    if square == CENTRE:
        return "the centre"
    if square == HOME:
        return "home"
    if is_hole(square):
        return f"blank square {NAMES[square]}"
    number = number_of(square)
    return f"{ELEMENTS[number].name.lower()} {number}"


def on_button(square: int) -> str:
    """The same with fewer letters for a hole: blank 12g."""
    return f"blank {NAMES[square]}" if is_hole(square) and square != HOME else square_name(square)


def balance(s: Record, o: Record) -> str:
    """How far the table is from having exactly half of all pieces in the centre."""
    return _weigh(o, s.centre, " pieces in the centre")


def _weigh(o: Record, inside: int, where: str = "") -> str:
    more = _surplus(o, inside)
    words = "in balance" if more == 0 else f"{abs(more)} too {'many' if more > 0 else 'few'} for balance"
    return f"{inside} of {o.players * o.pieces_per_player}{where}: {words}"


def _surplus(o: Record, inside: int) -> int:
    """How many more than half of all pieces are in the centre."""
    return int(inside - o.players * o.pieces_per_player // 2)


def _starts(s: Record, o: Record, *_: int) -> str:
    thrown = o.first_player == FirstPlayer.THROW
    return "[throws] highest and [starts]" if thrown else "[is] drawn to start"


def _more_dice(s: Record, o: Record, seat: int, one: int, other: int) -> str:
    return " Two sixes: both dice again." if one == other == 6 else " A six: one die more." if one == 6 else ""


def _one_die(s: Record, o: Record, seat: int, die: int, after_six: int) -> str:
    """Why it is thrown: a six has just said so itself, a jump has not."""
    throws = f"{who(seat)} [throws] one die more: {die}"
    return throws if after_six else f"For going up from a jump square {throws}"


def _way(s: Record, o: Record, piece: int, start: int, end: int) -> str:
    if start == end:
        return f"right round, back to {square_name(end)}"
    return f"from {square_name(start)} to {square_name(end)}"


def _result(s: Record, o: Record, *_: int) -> str:
    return "The game is drawn" if s.winner == NOBODY else f"The game is over: {_why_won(s, o)}"


def _why_won(s: Record, o: Record, *_: int) -> str:
    if o.win_form == WinForm.COUNTERS_HOME:
        return f"{o.home_target} pieces are home"
    if o.win_form == WinForm.ONE_PLUS_THREE:
        return "a piece is home and three others are in play"
    return f"a piece is home, with {balance(s, o)}"


def _lacks(s: Record, o: Record, piece: int, inside: int, *_: int) -> str:
    """Why a piece on home does not win, with so many in the centre."""
    if o.win_form == WinForm.ONE_PLUS_THREE:
        return "fewer than three others are in play"
    return f"home counts only with exactly half of all pieces in the centre, and there are {_weigh(o, inside)}"


def _then(s: Record, o: Record, *_: int) -> str:
    """What a piece on home that does not win has to wait for."""
    if o.win_form == WinForm.BALANCE and o.home_check == HomeCheck.STANDING:
        return "It wins if the balance comes while it stands there"
    return "To win, it must go round and land on home again"


def _how_near(s: Record, o: Record, *_: int) -> str:
    if o.win_form != WinForm.BALANCE:
        return ""
    pieces = o.players * o.pieces_per_player
    wins = "in balance, so home wins" if _surplus(o, s.centre) == 0 else f"home wins when there are {pieces // 2}"
    return f" {s.centre} of {pieces} pieces in the centre: {wins}."


def _pool(s: Record, o: Record, *_: int) -> str:
    dice = pool(s)
    return f"every die, {listed(dice)}" if len(dice) > 1 or "+" in dice[0] else dice[0]


ALL_PIECES = [piece_name(piece) for piece in range(PIECES)]
ALL_SQUARES = [square_name(square) for square in range(SQUARES + 1)]


def _lacking(s: Record, o: Record, seat: int, *_: int) -> str:
    """What the dice could be used for, were they others: nobody can know that before the first piece is in play."""
    waits = all(s.place[seat, slot] == CENTRE for slot in range(o.pieces_per_player))
    return ", because only a six brings a piece into play" if waits else ""


WORDS: dict[str, Words] = {
    "lot": lambda s, o, *_: "the dice" if o.first_player == FirstPlayer.THROW else "lot",
    "name": lambda s, o, *_: who(s.turn),
    "times": lambda s, o, *_: f", {s.due} times" if s.due > 1 else "",
    "pool": _pool,
    "how near": _how_near,
    "result": _result,
    "seat": lambda s, o, number: who(number),
    "starts": _starts,
    "lacking": _lacking,
    "piece": ALL_PIECES,
    "met": lambda s, o, piece, struck, square: other_piece(piece // SLOTS, struck),
    **dict.fromkeys(("square", "start", "end"), ALL_SQUARES),
    "way": _way,
    "more dice": _more_dice,
    "one die": _one_die,
    "target": lambda s, o, *_: f"{o.home_target}",
    "lacks": _lacks,
    "then": _then,
    "why": _why_won,
}
event = Sentences(Event, WORDS)
asking = Sentences(Phase, WORDS)


def destination(s: Record, action: int) -> int:
    """Where the count of a move ends."""
    square = s.place[s.turn, action // MOVES]
    for _ in range(count_of(action)):
        square = int(ONWARD[square])
    return square


def dice_of(s: Record, action: int) -> str:
    """The dice a move spends: `4`, or `6+2` for a total."""
    if not is_total(action):
        return str(count_of(action))
    return pair_name(s) if pair_total(s) == count_of(action) else "6+6"


def pair_name(s: Record) -> str:
    """The newest pair: `6+2`."""
    return f"{s.pair // 10}+{s.pair % 10}"


def label(s: Record, o: Record, action: int) -> str:
    if action == Action.ENTER:
        return f"enter on {square_name(o.entry)} with a six"
    start, end = s.place[s.turn, action // MOVES], destination(s, action)
    way = f"{on_button(start)} to {on_button(end)}" if start != end else f"{on_button(start)} right round"
    return f"{way} with {spoken_dice(s, action)}{_past(s, action)}{_what_for(s, start, end)}"


def _past(s: Record, action: int) -> str:
    """What a count passes that a piece goes round its ring to end on: then it has to go round once more."""
    square = s.place[s.turn, action // MOVES]
    for _ in range(count_of(action) - 1):
        square = int(ONWARD[square])
        if square == HOME:
            return ", missing home"
        if JUMP[square] and JUMP[square] < HOME:  # 37 leads out past home, and is better passed
            return ", missing the jump"
    return ""


def _what_for(s: Record, start: int, end: int) -> str:
    """What a move is mostly made for or feared for, in a word or two."""
    if end == HOME:
        return ""  # its name says enough
    if s.at[end] and end != start:
        return ", strikes" + ("" if UP[end] == end else f" and rises to {on_button(int(UP[end]))}")
    if JUMP[end]:
        return f", jumps to {on_button(int(JUMP[end]))}"
    return f", drawn back to {on_button(int(DOWN[end]))}" if ABSORBS[end] else ""


def spoken_dice(s: Record, action: int) -> str:
    """The dice a move spends, as one says it: `the 4`, or `6 and 2`."""
    dice = dice_of(s, action)
    return dice.replace("+", " and ") if is_total(action) else f"the {dice}"


def sentence(s: Record, o: Record, action: int) -> str:
    if action == Action.ENTER:
        return f"Bring a piece from the centre to {square_name(o.entry)} with a six."
    slot, end = action // MOVES, destination(s, action)
    way = _way(s, o, 0, s.place[s.turn, slot], end)
    past = _past(s, action)
    words = f"Move the piece {way} with {spoken_dice(s, action)}{past and f'{past}, to go round again'}"
    if end == HOME:
        for kind, one, other, *_ in events_of(rules, s, o, action):
            if (kind, one) == (Event.WINS, s.turn):
                return f"{words} and win."
            if kind == Event.NO_BALANCE:
                return f"{words}. That does not win: {_lacks(s, o, one, other)}."
    if s.at[end] and end != s.place[s.turn, slot]:
        mine = "staying there" if UP[end] == end else f"rising up to {square_name(int(UP[end]))}"
        return (
            f"{words}, striking {other_piece(s.turn, s.at[end] - 1)} down to {square_name(int(DOWN[end]))} and {mine}."
        )
    if JUMP[end]:
        return f"{words} and jump to {square_name(int(JUMP[end]))}."
    if ABSORBS[end]:
        return f"{words} and be drawn back to {square_name(int(DOWN[end]))}."
    return f"{words}."


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.PAIR:
        return f"{who(code - Outcome.FIRST)} [starts]."
    if code < Outcome.DIE:
        high, low = divmod(PAIRS[code - Outcome.PAIR], 10)
        return f"The dice show {high} and {low}."
    return f"The die shows {code - Outcome.DIE + 1}."


def asked(s: Record, o: Record) -> str:
    return asking(s, o, s.phase)


def pool(s: Record) -> list[str]:
    """The scores in hand: pairs that may be totalled, then loose dice."""
    pairs = ["6+6"] * s.sixes + ([pair_name(s)] if s.pair else [])
    return pairs + [str(score) for score in range(6, 0, -1) for _ in range(s.loose[score])]


# What its end says in any case
CLOSING = frozenset((Event.WINS,))

# What comes with every turn, and what changes things for somebody
MINOR = frozenset((Event.STARTS, Event.THROWS, Event.THROWS_ONE))
MAJOR = frozenset(
    (Event.ZAPS, Event.BLATS, Event.FALLS, Event.ABSORBED, Event.TO_TRAY, Event.NO_BALANCE, Event.WINS, Event.DRAWN)
)
