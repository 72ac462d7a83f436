"""Who sits where: people, and players the program moves for."""

import random
from collections.abc import Callable, Sequence

from parlour.engine.play import Play

HUMAN = "human"

Chooser = Callable[[Play, random.Random], int]


class SeatError(ValueError):
    """The seats or names given do not fit the play; the message says what does."""


def choose_randomly(play: Play, rng: random.Random) -> int:
    return rng.choice(play.legal_codes())


PLAYERS: dict[str, Chooser] = {"random": choose_randomly}
KINDS = (HUMAN, *PLAYERS)


def settle_seats(given: Sequence[str], count: int) -> tuple[str, ...]:
    """Who sits on each of `count` seats. Nobody named: a person against random players; else the rest are people."""
    if not given:
        return (HUMAN,) + ("random",) * (count - 1)
    for kind in given:
        if kind not in KINDS:
            raise SeatError(f"nobody is called {kind!r}: expected one of {', '.join(KINDS)}")
    if len(given) > count:
        raise SeatError(f"{len(given)} seats were given, but {count} play: leave out {len(given) - count}")
    return tuple(given) + (HUMAN,) * (count - len(given))


def check_names(names: Sequence[str], count: int) -> tuple[str, ...]:
    """The names of all seats, or none; a record must be able to hold them."""
    if len(names) not in (0, count):
        raise SeatError(f"names given: {len(names)}, seats: {count}. Expected a name for every seat, or none")
    for name in names:
        if not name.strip() or not name.isprintable() or any(mark in name for mark in '"|'):
            raise SeatError(f'{name!r} cannot be a name: expected at least one letter, and neither " nor |')
    return tuple(name.strip() for name in names)
