"""The words of Dash, as few as will do."""

from collections.abc import Mapping

from parlour.engine.contract import Record
from parlour.engine.scene import Scene

ACTIONS = ("walk", "run", "trip")
OUTCOMES = ("fall", "spurt", "sprint", "caught", "failed")


def seat(s: Record, o: Record, number: int) -> str:
    return ("Ann", "Ben", "Cid")[number]


def write(s: Record, o: Record, action: int) -> str:
    return ACTIONS[action]


done = label = sentence = write


def outcome(s: Record, o: Record, code: int) -> str:
    return OUTCOMES[code]


def asked(s: Record, o: Record) -> str:
    return "On your marks."


def read(s: Record, o: Record, token: str, known: Mapping[str, int]) -> list[int]:
    return []


def split(text: str) -> list[str]:
    return text.split()


def write_position(s: Record, o: Record) -> str:
    """The turn, and where each seat is, with a mark if it is down: `4 2 0! 3`."""
    return " ".join([str(s.turns), *(f"{s.at[seat]}{'!' * s.down[seat]}" for seat in range(o.players))])


def read_position(text: str, s: Record, o: Record) -> None:
    turns, *places = text.split()
    s.turns = int(turns)
    s.turn = s.to_move = (s.turns - 1) % o.players
    for number, place in enumerate(places):
        s.at[number] = int(place.rstrip("!"))
        s.down[number] = place.endswith("!")


def touches(s: Record, o: Record, action: int) -> list[str]:
    return [ACTIONS[action]]


def sketch(s: Record, o: Record) -> str:
    return write_position(s, o)


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    return Scene("Dash", "", 10, 10, ())
