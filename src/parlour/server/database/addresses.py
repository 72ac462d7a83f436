"""Addresses of databases, as people write them and as they are used."""

from sqlalchemy import URL
from sqlalchemy.engine import make_url

SHORT = ("postgresql://", "postgres://")


def read_address(address: str) -> URL:
    """With the driver that is used for PostgreSQL; text is UTF-8 even in a database that was made without saying so."""
    if not address.startswith(SHORT):
        return make_url(address)
    url = make_url("postgresql+psycopg://" + address.split("://", 1)[1])
    return url.update_query_dict({"client_encoding": "utf8"})
