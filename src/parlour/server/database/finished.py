"""The plays that were finished on a server, for whoever studies them: what was played, and nothing of the people."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from parlour.engine.game import Game
from parlour.engine.moves import IllegalAction
from parlour.engine.options import OptionError
from parlour.server.database import tables
from parlour.server.database.addresses import SHORT, read_address
from parlour.server.database.files import find_file
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.room import NOBODY, OtherRules, Room

PERSON = "person"

Watch = Callable[[int, int], None]


class UnreadableDatabase(ValueError):
    """Nothing can be read there; the message says why."""


@dataclass(frozen=True)
class Finished:
    """A play that is over. People have no names here, and no room by which they could be found."""

    values: dict[str, Any]
    players: tuple[str, ...]  # by seat: the level of a bot, or `person`
    codes: tuple[int, ...]
    by: tuple[str, ...]  # for every code likewise who chose it; "" for chance and the referee
    ending: str  # resigned, time, left or agreed; "" where it ended by the rules
    winner: int  # in that case, the seat that won alone, or -1


@dataclass(frozen=True)
class Found:
    plays: list[Finished]
    other_rules: int  # how many were left out because they were played by other rules than those of today
    placed: int  # and because they began from a position


def read_finished(address: str, game: Game, watch: Watch = lambda done, wanted: None) -> Found:
    """All finished plays of a game, in the order in which their rooms were opened. Raises UnreadableDatabase.

    The database is only read, and a server may go on using it.
    """
    engine = open_to_read(address)
    plays, other_rules, placed = [], 0, 0
    try:
        with engine.connect() as connection:
            opened = list(_find_rooms(connection, game.name))
            for number, (code, opening) in enumerate(opened):
                watch(number, len(opened))
                if opening.get("position"):
                    placed += 1
                    continue
                room = Room(code, "")
                try:
                    for entry in _read_log(connection, code):
                        room.take(entry)
                except (OtherRules, OptionError, IllegalAction):
                    other_rules += 1
                    continue
                if room.over:
                    plays.append(tell_finished(room))
            watch(len(opened), len(opened))
    except SQLAlchemyError as error:
        raise UnreadableDatabase(f"the database cannot be read: {_reason(error)}") from None
    finally:
        engine.dispose()
    return Found(plays, other_rules, placed)


def tell_finished(room: Room) -> Finished:
    """What is told of a room whose play is over."""
    reason = room.ending.reason if room.ending else ""
    winners = list(room.winners())
    return Finished(
        room.play.values,
        tuple(sitter.bot or PERSON for sitter in room.sitters),
        tuple(room.play.codes),
        tuple(
            "" if mover == NOBODY else room.entries[number - 1].data.get("bot") or PERSON
            for mover, number in zip(room.movers, room.numbers, strict=True)
        ),
        "" if reason == "rules" else reason,
        winners[0] if len(winners) == 1 else NOBODY,
    )


def open_to_read(address: str) -> Engine:
    """An engine that cannot change anything in an embedded database. Raises UnreadableDatabase."""
    if not address.startswith((*SHORT, "sqlite:", "postgresql+psycopg:")):
        raise UnreadableDatabase(
            "that is not the address of a database: expected sqlite:///path/to/parlour.db or postgresql://user:word@host/name"
        )
    try:
        url = read_address(address)
        file = find_file(url) if address.startswith("sqlite:") else None
        if file is None:
            return create_engine(url, hide_parameters=True)
        if not file.is_file():
            raise UnreadableDatabase(f"there is no database {file}")
        name = f"{file.resolve().as_uri()}?mode=ro"
        return create_engine("sqlite://", creator=lambda: sqlite3.connect(name, uri=True), hide_parameters=True)
    except ImportError:
        raise UnreadableDatabase("psycopg is needed and not installed: pip install 'parlour[postgres]'") from None
    except (SQLAlchemyError, OSError) as error:
        raise UnreadableDatabase(f"the database cannot be read: {_reason(error)}") from None


def _find_rooms(connection: Connection, game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    entry = tables.entries.c
    opened = select(entry.room, entry.data).where(entry.number == 1).order_by(entry.at, entry.room)
    for row in connection.execute(opened):
        data = json.loads(row.data)
        if data["game"] == game:
            yield row.room, data


def _read_log(connection: Connection, room: str) -> list[Entry]:
    entry = tables.entries.c
    query = select(entry.number, entry.kind, entry.at, entry.data).where(entry.room == room).order_by(entry.number)
    return [Entry(row.number, row.kind, row.at, json.loads(row.data)) for row in connection.execute(query)]


def _reason(error: Exception) -> str:
    said = error.orig if isinstance(error, DBAPIError) else error
    return str(said).strip().partition("\n")[0]  # what follows is the query
