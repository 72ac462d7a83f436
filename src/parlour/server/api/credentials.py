"""Who asks: the one place where a key is read from a request."""

from starlette.requests import cookie_parser

from parlour.server.rooms.keys import fingerprint, is_key
from parlour.server.rooms.refusal import Refused

COOKIE = "parlour"
SECURE_COOKIE = "__Host-parlour"  # by HTTPS: browsers keep others, and other hosts, from setting one of that name
HTTPS = "https"
SCHEME = "bearer"


def read_key(authorization: str | None, cookies: str) -> str:
    """The fingerprint of a key, from the headers `Authorization: Bearer KEY` or `Cookie`; "" for a stranger.

    Raises Refused where the first is there and cannot be read.
    """
    key = find_key(authorization, cookies)
    return fingerprint(key) if key else ""


def find_key(authorization: str | None, cookies: str) -> str:
    """The key itself, which is a secret: only its owner is told it. Raises Refused as `read_key` does."""
    if authorization is None:
        kept = cookie_parser(cookies)
        for name in (SECURE_COOKIE, COOKIE):  # the second is one from before, or from plain HTTP
            if is_key(key := kept.get(name, "")):
                return key
        return ""
    scheme, _, key = authorization.partition(" ")
    if scheme.lower() != SCHEME or not is_key(key.strip()):
        raise Refused(400, "the header Authorization cannot be read: expected Bearer and a key")
    return key.strip()
