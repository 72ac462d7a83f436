"""The tables of the database. Changes to them are written down in `migrations`."""

from sqlalchemy import Column, Double, ForeignKey, Integer, MetaData, String, Table, Text

metadata = MetaData()

rooms = Table(
    "rooms",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("watch", String(16), nullable=False, unique=True),
    Column("secret", String(64), nullable=False),  # of the dice
)

# The log. The primary key is what keeps a game from forking: no two entries of a room have the same number.
entries = Table(
    "entries",
    metadata,
    Column("room", String(16), ForeignKey("rooms.code"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("at", Double, nullable=False),
    Column("data", Text, nullable=False),  # JSON
)

# Which rooms wait for people who come by four letters, and since when.
short_codes = Table(
    "short_codes",
    metadata,
    Column("short", String(8), primary_key=True),
    Column("room", String(16), ForeignKey("rooms.code"), nullable=False),
    Column("at", Double, nullable=False),
)

# When the house was last seen open, and when it was closed.
pulse = Table("pulse", metadata, Column("id", Integer, primary_key=True), Column("at", Double, nullable=False))

closures = Table(
    "closures",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("since", Double, nullable=False),
    Column("until", Double, nullable=False),
)
