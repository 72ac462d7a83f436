"""The tables of a server, row by row: from PostgreSQL into a file, and from a file into PostgreSQL."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, MetaData, Table, create_engine, delete, func, insert, inspect, select, text

from parlour.server.database import tables
from parlour.server.database.migrating import find_form, is_known, migrate
from parlour.server.database.store import CLOSED_SECONDS, Store

AT_ONCE = 1000  # rows
VERSION = "alembic_version"  # the table that tells the form of the others
LOOK_SECONDS = 0.25  # between looks whether a server gives signs of life


class TransferError(RuntimeError):
    """The tables could not be brought over; the message says why."""


def copy_from_postgres(address: str, file: Path) -> None:
    """All that is committed when this begins. Nobody has to wait for it. Raises TransferError."""
    with opened(Store(address).engine) as engine, opened(create_engine(f"sqlite:///{file}")) as target:
        snapshot = engine.connect().execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with snapshot as reading, target.begin() as writing:
            form = find_form(reading)
            if form is None:
                raise TransferError("there is nothing to back up: no server has used this database")
            refuse_younger(form)
            migrate(writing, form)
            made = MetaData()
            made.reflect(writing)
            copy_rows(reading, writing, [table for table in made.sorted_tables if table.name != VERSION])


def copy_to_postgres(file: Path, address: str, replace: bool) -> None:
    """In one transaction, into a database that no server uses. Raises TransferError."""
    with opened(Store(address).engine) as engine, opened(create_engine(f"sqlite:///{file}")) as source:
        refuse_while_served(engine)
        with source.connect() as reading, engine.begin() as writing:
            if form := find_form(writing):
                refuse_younger(form)
            migrate(writing)
            rooms = writing.execute(select(func.count()).select_from(tables.rooms)).scalar_one()
            if rooms and not replace:
                raise TransferError(f"the database has {rooms:,} rooms already: expected --replace to write over them")
            copy_rows(reading, writing, tables.metadata.sorted_tables)
            count_on(writing)


def upgrade_file(file: Path) -> None:
    """Bring the tables in a file up to date; it may come from an earlier version. Raises TransferError."""
    with opened(create_engine(f"sqlite:///{file}")) as engine, engine.begin() as connection:
        refuse_younger(find_form(connection) or "")
        migrate(connection)


@contextmanager
def opened(engine: Engine) -> Iterator[Engine]:
    try:
        yield engine
    finally:
        engine.dispose()


def refuse_younger(form: str) -> None:
    if not is_known(form):
        raise TransferError(
            f"the tables are of another version of Parlour, in the form {form!r}: expected a newer Parlour"
        )


def refuse_while_served(engine: Engine) -> None:
    """A server that runs would not hear of other rooms. Each gives a sign of life every second."""
    with engine.connect() as connection:
        if not inspect(connection).has_table(tables.pulse.name):
            return
    deadline = time.monotonic() + CLOSED_SECONDS
    seen = look_for_life(engine)
    while seen is not None and time.monotonic() < deadline:
        time.sleep(LOOK_SECONDS)
        if look_for_life(engine) != seen:
            raise TransferError("a server uses this database: expected all of them to be stopped first")


def look_for_life(engine: Engine) -> float | None:
    """When a server last gave a sign."""
    with engine.connect() as connection:
        return connection.execute(select(tables.pulse.c.at)).scalar()


def copy_rows(source: Connection, target: Connection, copied: Sequence[Table]) -> None:
    """The rows of these tables, in place of what was there; owners come before what they own."""
    for table in reversed(copied):
        target.execute(delete(table))
    for table in copied:
        found = source.execution_options(yield_per=AT_ONCE).execute(select(table))
        for rows in found.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in rows])


def count_on(connection: Connection) -> None:
    """PostgreSQL numbers rows by counters of its own, which do not hear of rows that bring their numbers."""
    for table in tables.metadata.sorted_tables:
        if counter := find_counter(connection, table):
            highest = select(func.max(table.c.id)).scalar_subquery()
            connection.execute(select(func.setval(counter, func.coalesce(highest, 1), highest.is_not(None))))


def find_counter(connection: Connection, table: Table) -> str | None:
    if "id" not in table.c:
        return None
    return connection.execute(text("SELECT pg_get_serial_sequence(:name, 'id')"), {"name": table.name}).scalar()
