"""The words of Pig."""

from collections.abc import Sequence

from parlour.engine.contract import Record
from parlour.engine.people import person
from parlour.engine.wording import Sentences, Words, count, listed

from pig.state import Action, Event, Outcome, Phase


def seat(s: Record, o: Record, number: int) -> str:
    return f"Player {number + 1}"


def who(s: Record, o: Record, number: int) -> str:
    """The mark for whoever sits there: sentences put the name in its place, or you."""
    return person(number, seat(s, o, number))


def _faces(s: Record, o: Record, seat: int, one: int, two: int) -> str:
    return f"{one} and {two}" if two else str(one)


def _loses(s: Record, o: Record, seat: int, points: int, _: int) -> str:
    return f"[loses] the {points} gathered" if points else "[gets] nothing"


def _verdict(s: Record, o: Record, most: int, winners: int, _: int) -> str:
    names = [who(s, o, number) for number in range(o.players) if s.banked[number] == most]
    return f"{listed(names)} {'[wins]' if winners == 1 else 'share the win'}"


def _what_to_do(s: Record, o: Record, *_: int) -> str:
    return f"{s.gathered} gathered; roll again, or hold?" if s.gathered else "roll."


WORDS: dict[str, Words] = {
    "seat": who,
    "faces": _faces,
    "loses": _loses,
    "count": lambda s, o, seat, points, _: count(points, "point"),
    "verdict": _verdict,
    "name": lambda s, o, *_: who(s, o, s.turn),
    "what to do": _what_to_do,
    "dice are": lambda s, o, *_: "die is" if o.dice == 1 else "dice are",
}
event = Sentences(Event, WORDS)
asking = Sentences(Phase, WORDS)


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
    return asking(s, o, s.phase)


def why_not(s: Record, o: Record, touched: Sequence[str]) -> str:
    """Why something on the board cannot be touched now."""
    if touched[-1] == "button:hold":
        return "There is nothing to bank before the first roll of a turn."
    if touched[-1].startswith("die:"):
        return "The dice only show what was rolled; touch the word to roll."
    if touched[-1].startswith(("piece:", "points:")):
        return "Pieces and points follow by themselves; roll, or hold."
    return ""
