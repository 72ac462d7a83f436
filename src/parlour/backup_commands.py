"""The commands that keep a server's rooms safe. What reads databases is imported when a command needs it."""

from collections.abc import Callable
from dataclasses import replace as changed
from pathlib import Path
from typing import Any

import click

from parlour.server.settings import ServeError, Settings


def database_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Which database, in the words of `parlour serve`."""
    for option in (
        click.option("--database", metavar="ADDRESS", help="A PostgreSQL database instead, as postgresql://…"),
        click.option("--data", metavar="FOLDER", help="Where the embedded database is, instead of your data folder."),
    ):
        command = option(command)
    return command


def choose_database(data: str | None, database: str | None) -> Settings:
    """The settings of the server, by flags or by the environment. Raises ServeError."""
    given: dict[str, Any] = {"data": data, "database": database}
    settings = changed(
        Settings.from_environment(), **{name: value for name, value in given.items() if value is not None}
    )
    if settings.database and not settings.database.startswith(("postgres", "sqlite:")):
        raise ServeError("the database is neither SQLite nor PostgreSQL: expected --database postgresql://…")
    return settings


@click.command()
@click.argument("file", metavar="FILE")
@database_options
@click.option("--replace", is_flag=True, help="Write over FILE if it is there.")
def backup(file: str, data: str | None, database: str | None, replace: bool) -> None:
    """Keep all rooms of a server in FILE, while games are played.

    Whatever the server has answered for before is in it. If FILE is a folder, a file named by the time is made there.
    """
    from parlour.server.database.backup import BackupError, make_backup

    settings = choose_database(data, database)
    if not settings.database and not (settings.folder / "parlour.db").is_file():
        raise ServeError(f"there is no database to back up in {settings.folder}")
    try:
        kept = make_backup(settings.database_address, Path(file), replace)
    except BackupError as error:
        raise ServeError(str(error)) from None
    click.echo(f"Kept in {kept.file}: {kept}.")


@click.command()
@click.argument("file", metavar="FILE")
@database_options
@click.option("--replace", is_flag=True, help="Write over the rooms that the database has.")
def restore(file: str, data: str | None, database: str | None, replace: bool) -> None:
    """Bring the rooms back that `parlour backup` has kept in FILE.

    No server may use the database meanwhile. All rooms come back, or nothing changes.
    """
    from parlour.server.database.backup import BackupError, restore_backup

    settings = choose_database(data, database)
    try:
        kept = restore_backup(Path(file), settings.database_address, replace)
    except BackupError as error:
        raise ServeError(str(error)) from None
    click.echo(f"Brought back from {kept.file}: {kept}.")
