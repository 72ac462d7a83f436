"""A play so far, as it is handed to a process that thinks about it."""

from dataclasses import dataclass

from parlour.engine.record import CALL_MARK
from parlour.server.rooms.room import Room

NO_THINKERS = "no bot is free to think about this just now: try again soon"


@dataclass(frozen=True)
class Question:
    """A play so far, for a process to set up."""

    room: str
    game: str
    options: dict[str, str]
    placed: str
    codes: tuple[int, ...]
    calls: dict[int, str]  # words that the referee called, by ply
    state: bytes
    names: tuple[str, ...] = ()  # of those who play

    @classmethod
    def about(cls, room: Room) -> "Question":
        play = room.play
        words = [written.text for written in play.written]
        calls = {ply: word.removeprefix(CALL_MARK) for ply, word in enumerate(words) if word.startswith(CALL_MARK)}
        codes, state = tuple(play.codes), play.states.tobytes()
        return cls(room.code, play.game.name, room.options, play.placed, codes, calls, state, play.names)


def round_all(values: tuple[float, ...]) -> list[float]:
    """Points as they are told: more places would say more than anybody knows."""
    return [round(value, 4) for value in values]
