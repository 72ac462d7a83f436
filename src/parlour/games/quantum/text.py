"""The words of Quantum."""

from parlour.engine.contract import Record
from parlour.engine.local import copy_of
from parlour.games.quantum import rules
from parlour.games.quantum.board import (
    ABSORBS,
    CENTRE,
    DOWN,
    HOME,
    JUMP,
    NAMES,
    ONWARD,
    UP,
    is_hole,
    number_of,
    ring_of,
)
from parlour.games.quantum.elements import ELEMENTS
from parlour.games.quantum.options import FirstPlayer, WinForm
from parlour.games.quantum.rules import count_of, is_total, pair_total
from parlour.games.quantum.state import COLOURS, MOVES, NOBODY, PAIRS, SLOTS, Action, Event, Outcome, Phase


def seat(s: Record, o: Record, number: int) -> str:
    return COLOURS[number]


def piece_name(piece: int) -> str:
    """A piece by its colour and number: White 2."""
    return f"{COLOURS[piece // SLOTS]} {piece % SLOTS + 1}"


def square_name(square: int) -> str:
    """A square as people say it: chlorine 17, hole 12g, home, the centre."""
    if square == CENTRE:
        return "the centre"
    if square == HOME:
        return "home"
    if is_hole(square):
        return f"hole {NAMES[square]}"
    return f"{ELEMENTS[number_of(square)].name.lower()} {NAMES[square]}"


def balance(s: Record, o: Record) -> str:
    """How far the table is from having exactly half of all pieces in the centre."""
    total = o.players * o.pieces_per_player
    more = s.centre - total // 2
    words = "in balance" if more == 0 else f"{abs(more)} too {'many' if more > 0 else 'few'} for balance"
    return f"{s.centre} of {total} pieces in the centre: {words}"


def event(s: Record, o: Record, kind: int, a: int, b: int, c: int) -> str:
    if kind == Event.DRAWN:
        return f"{a} turns have been played: the game is drawn."
    if kind in (Event.STARTS, Event.THROWS, Event.THROWS_ONE, Event.EARNS, Event.WASTES, Event.WINS):
        return f"{COLOURS[a]} {_deed(s, o, kind, b, c)}"
    if kind == Event.BLATS:
        return f"{piece_name(a)} strikes {piece_name(b)} on {square_name(c)}."
    return f"{piece_name(a)} {_motion(s, o, kind, b, c)}"


def _deed(s: Record, o: Record, kind: int, b: int, c: int) -> str:
    """What a player does."""
    if kind == Event.STARTS:
        return "throws highest and starts." if o.first_player == FirstPlayer.THROW else "is drawn to start."
    if kind == Event.THROWS:
        extra = " Two sixes: both dice again." if b == c == 6 else " A six: one die more." if b == 6 else ""
        return f"throws {b} and {c}.{extra}"
    if kind == Event.THROWS_ONE:
        return f"throws {b} with one die.{' A six: one die more.' if b == 6 else ''}"
    if kind == Event.EARNS:
        return "earns a throw of one die."
    if kind == Event.WASTES:
        return "has nothing to use the dice for: the turn is over."
    assert kind == Event.WINS
    return f"wins: {_why_won(s, o)}."


def _why_won(s: Record, o: Record) -> str:
    if o.win_form == WinForm.COUNTERS_HOME:
        return f"{o.home_target} pieces are home"
    if o.win_form == WinForm.ONE_PLUS_THREE:
        return "a piece is home and three others are in play"
    return f"a quantum jump, with {balance(s, o)}"


def _motion(s: Record, o: Record, kind: int, b: int, c: int) -> str:
    """What a piece does."""
    if kind == Event.ENTERS:
        return f"enters on {square_name(b)}."
    if kind == Event.MOVES:
        return f"moves from {square_name(b)} to {square_name(c)}."
    if kind == Event.ZAPS:
        return f"is zapped on {square_name(b)} and falls to {square_name(c)}."
    if kind == Event.FALLS:
        return f"falls from {square_name(b)} to {square_name(c)}."
    if kind == Event.RISES:
        return f"rises from {square_name(b)} to {square_name(c)}."
    if kind == Event.JUMPS:
        return f"jumps from {square_name(b)} to {square_name(c)}."
    if kind == Event.ABSORBED:
        return f"is absorbed from {square_name(b)} to {square_name(c)}."
    if kind == Event.TO_TRAY:
        return f"is home: {b} of {o.home_target}."
    assert kind == Event.NO_BALANCE
    if o.win_form == WinForm.ONE_PLUS_THREE:
        return "stands on home, but fewer than three others are in play."
    return f"stands on home, but with {balance(s, o)}."


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
        return f"enter on {NAMES[o.entry]}"
    start = s.place[s.turn, action // MOVES]
    return f"{square_name(start)} to {square_name(destination(s, action))}"


def sentence(s: Record, o: Record, action: int) -> str:
    if action == Action.ENTER:
        return f"Bring a piece from the centre to {square_name(o.entry)} with a six."
    slot, end = action // MOVES, destination(s, action)
    start = square_name(s.place[s.turn, slot])
    words = f"Move {piece_name(SLOTS * s.turn + slot)} from {start} to {square_name(end)} with {dice_of(s, action)}"
    if end == HOME and _wins(s, o, action):
        return f"{words} and win."
    if s.at[end] and end != s.place[s.turn, slot]:
        mine = "staying there" if UP[end] == end else f"rising to {square_name(int(UP[end]))}"
        return f"{words}, striking {piece_name(s.at[end] - 1)} down to {square_name(int(DOWN[end]))} and {mine}."
    if JUMP[end]:
        return f"{words} and jump to {square_name(int(JUMP[end]))}."
    if ABSORBS[end]:
        return f"{words} and be absorbed to {square_name(int(DOWN[end]))}."
    return f"{words}."


def _wins(s: Record, o: Record, action: int) -> bool:
    """Whether an action wins, found by trying it."""
    trial = copy_of(s)
    rules.apply(trial, o, action)
    return trial.winner == s.turn


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.PAIR:
        return f"{COLOURS[code - Outcome.FIRST]} starts."
    if code < Outcome.DIE:
        high, low = divmod(PAIRS[code - Outcome.PAIR], 10)
        return f"The dice show {high} and {low}."
    return f"The die shows {code - Outcome.DIE + 1}."


def asked(s: Record, o: Record) -> str:
    if s.phase == Phase.FINISHED:
        return "The game is drawn." if s.winner == NOBODY else f"{COLOURS[s.winner]} has won."
    if s.phase == Phase.STARTING:
        return "Who starts is thrown for." if o.first_player == FirstPlayer.THROW else "Who starts is drawn."
    name = COLOURS[s.turn]
    if s.phase == Phase.THROWING:
        return f"{name} throws both dice."
    if s.phase == Phase.EXTRA:
        return f"{name} throws one die{f', {s.due} times' if s.due > 1 else ''}."
    return f"{name} uses the dice: {pool(s)}." + (f" {balance(s, o)}." if o.win_form == WinForm.BALANCE else "")


def pool(s: Record) -> str:
    """The scores in hand: pairs that may be totalled, then loose dice."""
    pairs = ["6+6"] * s.sixes + ([pair_name(s)] if s.pair else [])
    loose = [str(score) for score in range(6, 0, -1) for _ in range(s.loose[score])]
    return ", ".join(pairs + loose)


def ring_name(square: int) -> str:
    """The shell a square belongs to, K for the innermost."""
    return "centre" if square <= CENTRE else "KLMNOP"[ring_of(square) - 1]
