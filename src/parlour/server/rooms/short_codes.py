"""Short codes: four letters by which people come into a room that waits for them, read out or typed on a telephone.

There are few of them, so they are lent: to a room with an open seat, until its play begins, for a night at most.
"""

import re
import secrets
from typing import Any

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # without vowels hardly a word comes of them
LENGTH = 4
LASTS_SECONDS = 12 * 3600.0
UNWANTED = (
    "FCK",
    "FKN",
    "CNT",
    "NGR",
    "NGG",
    "SHT",
    "DCK",
    "CCK",
    "PSS",
    "WNK",
    "TWT",
    "FGT",
    "SLT",
    "KKK",
    "BTCH",
    "CVNT",
)
SHORT = re.compile(rf"[{LETTERS}]{{{LENGTH}}}")
APART = re.compile(r"[\s\-\u2010-\u2015._]+")  # what people put between letters


def new_short_code() -> str:
    while True:
        short = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        if not any(word in short for word in UNWANTED):
            return short


def read_short_code(typed: str) -> str:
    """A short code as it is kept, however it was typed; "" if it cannot be one."""
    short = APART.sub("", typed)
    short = short.upper() if short.isascii() else ""
    return short if SHORT.fullmatch(short) else ""


def may_have_short_code(seats: list[dict[str, Any]]) -> bool:
    """Whether a room that opens so has a seat for somebody who comes."""
    return any(not seat.get("key") and not seat.get("bot") for seat in seats)
