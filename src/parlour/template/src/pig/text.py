"""The words of Pig."""

from collections.abc import Sequence

from parlour.engine.contract import CHANCE, OVER, Record

from pig.state import Action, Event, Outcome


def seat(s: Record, o: Record, number: int) -> str:
    return f"Player {number + 1}"


def event(s: Record, o: Record, kind: int, a: int, b: int, c: int) -> str:
    if kind == Event.ROLLS:
        return f"{seat(s, o, a)} rolls {_faces(b, c)}."
    if kind == Event.LOSES_TURN:
        return f"A 1: {seat(s, o, a)} loses the {b} gathered." if b else f"A 1: {seat(s, o, a)} gets nothing."
    if kind == Event.LOSES_ALL:
        return f"A double 1: {seat(s, o, a)} loses everything, {_count(b)}."
    if kind == Event.BANKS:
        return f"{seat(s, o, a)} banks {b} and has {c}."
    if kind == Event.REACHES_TARGET:
        return f"{seat(s, o, a)} wins with {b}."
    if kind == Event.ROUNDS_OVER:
        names = [seat(s, o, number) for number in range(o.players) if s.banked[number] == a]
        won = f"{names[0]} wins" if b == 1 else f"{', '.join(names[:-1])} and {names[-1]} share the win"
        return f"The last round is over: {won} with {a}."
    raise ValueError(f"no words for event {kind}")


def _faces(one: int, two: int) -> str:
    return f"{one} and {two}" if two else str(one)


def _count(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def label(s: Record, o: Record, action: int) -> str:
    return "roll" if action == Action.ROLL else "hold"


def sentence(s: Record, o: Record, action: int) -> str:
    if action == Action.HOLD:
        return f"Hold: bank {s.gathered}, which makes {s.banked[s.turn] + s.gathered}."
    if s.gathered:
        return f"Roll again and risk the {s.gathered} gathered."
    return "Roll the die." if o.dice == 1 else "Roll the dice."


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.TWO_DICE:
        return f"The die shows {code - Outcome.ONE_DIE + 1}."
    low, high = divmod(code - Outcome.TWO_DICE, 6)
    return f"The dice show {low + 1} and {high + 1}."


def asked(s: Record, o: Record) -> str:
    if s.to_move == OVER:
        return "The game is over."
    name = seat(s, o, s.turn)
    if s.to_move == CHANCE:
        return f"The {'die is' if o.dice == 1 else 'dice are'} rolled for {name}."
    if s.gathered:
        return f"{name} has gathered {s.gathered}: roll again, or hold?"
    return f"{name} rolls."


def why_not(s: Record, o: Record, touched: Sequence[str]) -> str:
    """Why something on the board cannot be touched now."""
    if touched[-1] == "button:hold":
        return "There is nothing to bank before the first roll of a turn."
    if touched[-1].startswith("die:"):
        return "The dice only show what was rolled; touch the word to roll."
    if touched[-1].startswith(("piece:", "points:")):
        return "Pieces and points follow by themselves; roll, or hold."
    return ""
