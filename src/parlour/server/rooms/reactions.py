"""What people can say to each other at the table: a few short things, and nothing of their own.

They are for the moment: no entry of the log, no line of the record. Processes tell each other the places in this list,
so new ones come at its end.
"""

from typing import NamedTuple

from parlour.server.rooms.refusal import Refused

WORDS = {
    "well_played": "Well played",
    "oops": "Oops",
    "thinking": "Thinking…",
    "hurry": "Hurry up!",
    "thanks": "Thanks",
}
NAMES = tuple(WORDS)
SHOWN_SECONDS = 6.0  # beside the name
MOST, MOST_SECONDS = 3, 10.0  # of one seat, in so many seconds


class Reaction(NamedTuple):
    seat: int
    what: str
    at: float


def require_rest(reactions: list[Reaction], seat: int, at: float) -> None:
    """Whether a seat may react once more."""
    times = [reaction.at for reaction in reactions if reaction.seat == seat and at - reaction.at < MOST_SECONDS]
    if len(times) >= MOST:
        wait = max(1.0, times[-MOST] + MOST_SECONDS - at)
        raise Refused(429, f"you have said a lot just now: wait {wait:.0f} seconds, then try again")
