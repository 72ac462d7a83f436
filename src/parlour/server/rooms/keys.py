"""Keys: secrets that say who somebody is. Only fingerprints of them are kept."""

import hashlib
import re
import secrets
from functools import lru_cache

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are easily taken for another
CODE_LENGTH = 8
KEY = re.compile(r"[A-Za-z0-9_-]{32}")
CODE = re.compile(rf"[{LETTERS}]{{{CODE_LENGTH}}}")


def new_key() -> str:
    return secrets.token_urlsafe(24)


def is_key(text: str) -> bool:
    return KEY.fullmatch(text) is not None


@lru_cache(4096)  # whoever plays sends it with every move
def fingerprint(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def new_code() -> str:
    """A room's code: short enough to be read out, long enough not to be guessed."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def is_code(text: str) -> bool:
    return CODE.fullmatch(text) is not None
