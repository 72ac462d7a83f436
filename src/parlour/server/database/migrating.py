"""Which form the tables are in, and how they are brought up to date."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

MIGRATION_LOCK = 0x7061726C  # so that processes that start together do not prepare the database twice


def migrate(connection: Connection, to: str = "head") -> None:
    """Bring the tables up to date, or to an earlier form."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
    config = _configure()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def find_form(connection: Connection) -> str | None:
    """The form that the tables are in; None where there are none."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(form: str) -> bool:
    """Whether this version of Parlour knows the form, and has not to be younger for that."""
    return form in {revision.revision for revision in ScriptDirectory.from_config(_configure()).walk_revisions()}


def _configure() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    return config
