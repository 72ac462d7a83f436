"""How the secrets, commitments and seeds of fair dice are written."""

import re

SEED = re.compile(r"[A-Za-z0-9_-]{1,64}")
DIGITS = re.compile(r"[0-9a-f]{64}")


def check_seed(text: str) -> str:
    """The seed, if it can be one. Raises ValueError."""
    if not SEED.fullmatch(text):
        raise ValueError(f"{text!r} cannot be a seed: expected 1 to 64 of a to z, A to Z, 0 to 9, - and _")
    return text


def check_digits(text: str) -> str:
    """A secret or commitment, if it is written like one. Raises ValueError."""
    if not DIGITS.fullmatch(text):
        raise ValueError(f"{text!r} is not written in 64 hexadecimal digits: expected 0 to 9 and a to f")
    return text
