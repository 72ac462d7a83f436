"""Addresses of databases, as people write them and as they are used."""

from sqlalchemy import URL
from sqlalchemy.engine import make_url

SHORT = ("postgresql://", "postgres://")
# A connection on which nothing comes through any more is given up within a minute, and made anew
WATCHED = {"keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3", "tcp_user_timeout": "60000"}


def read_address(address: str) -> URL:
    """With a driver for PostgreSQL, and UTF-8 for its text even where the database was made without saying so."""
    if address.startswith(SHORT):
        address = "postgresql+psycopg://" + address.split("://", 1)[1]
    url = make_url(address)
    if url.get_backend_name() != "postgresql":
        return url
    return url.set(query={**WATCHED, **url.query, "client_encoding": "utf8"})
