"""The words of Dash, as few as will do."""

from parlour.engine.contract import Record
from parlour.engine.scene import Scene

ACTIONS = ("walk", "run", "trip")
OUTCOMES = ("fall", "spurt", "sprint", "caught", "failed")


def seat(s: Record, o: Record, number: int) -> str:
    return ("Ann", "Ben", "Cid")[number]


def write(s: Record, o: Record, action: int) -> str:
    return ACTIONS[action]


def outcome(s: Record, o: Record, code: int) -> str:
    return OUTCOMES[code]


def asked(s: Record, o: Record) -> str:
    return "On your marks."


def event(s: Record, o: Record, kind: int, a: int, b: int, c: int) -> str:
    raise ValueError(f"no words for event {kind}")


def touches(s: Record, o: Record, action: int) -> list[str]:
    return [ACTIONS[action]]


def sketch(s: Record, o: Record) -> str:
    """The turn, and where each seat is, with a mark if it is down: `4 2 0! 3`."""
    return " ".join([str(s.turns), *(f"{s.at[seat]}{'!' * s.down[seat]}" for seat in range(o.players))])


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    return Scene("Dash", "", 10, 10, ())
