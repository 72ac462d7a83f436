"""Who sits where: people, and bots by name."""

from collections.abc import Sequence

from parlour.engine.play import Play
from parlour.search.bots import UnknownBot, bot_names
from parlour.search.seating import settle_name

HUMAN = "human"
USUAL = 2  # the level of the bots a person meets unless others are asked for


class SeatError(ValueError):
    """The seats or names given do not fit the play; the message says what does."""


def kinds(play: Play) -> tuple[str, ...]:
    """All who may take a seat."""
    return (HUMAN, *bot_names(play.game, play.values))


def settle_seats(given: Sequence[str], play: Play) -> tuple[str, ...]:
    """Who sits on each seat. Nobody named: a person against bots of the usual level; else the rest are people."""
    known = kinds(play)
    if not given:
        return (HUMAN,) + (known[min(USUAL + 1, len(known) - 1)],) * (play.seats - 1)
    if len(given) > play.seats:
        raise SeatError(f"{len(given)} seats were given, but {play.seats} play: leave out {len(given) - play.seats}")
    try:
        seated = tuple(kind if kind == HUMAN else settle_name(play.game, play.values, kind) for kind in given)
    except UnknownBot as error:
        raise SeatError(f"{error}, {HUMAN}, or engine:COMMAND") from None
    return seated + (HUMAN,) * (play.seats - len(given))


def check_names(names: Sequence[str], count: int) -> tuple[str, ...]:
    """The names of all seats, or none; a record must be able to hold them."""
    if len(names) not in (0, count):
        raise SeatError(f"names given: {len(names)}, seats: {count}. Expected a name for every seat, or none")
    for name in names:
        if not name.strip() or not name.isprintable() or any(mark in name for mark in '"|'):
            raise SeatError(f'{name!r} cannot be a name: expected at least one letter, and neither " nor |')
    return tuple(name.strip() for name in names)
