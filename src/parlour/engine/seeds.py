"""How the secrets, commitments and seeds of fair dice are written, and which seed a seat has that gave none.

Such a seed follows from all that were given, so nobody chooses it. For a program in any language it is the SHA-256, in
hexadecimal digits, of ASCII text of four lines with a newline (byte 10) between them and none after the last:

    1. parlour-seeds-1
    2. the commitment
    3. the seeds that were given, in the order of the seats, joined by |, with nothing in the place of one that was not
    4. the number of the seat in decimal, 0 for the first
"""

import hashlib
import re
from collections.abc import Sequence

SEED = re.compile(r"[A-Za-z0-9_-]{1,64}")
DIGITS = re.compile(r"[0-9a-f]{64}")
LABEL = "parlour-seeds-1"  # another way of deriving would have another number
OWN, DERIVED = "own", "derived"  # a seed was given by its seat, or follows from those that were


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


def check_origins(origins: Sequence[str], seats: int) -> None:
    """Whether this can be where the seeds of all seats came from. Raises ValueError."""
    if len(origins) != seats or not {*origins} <= {OWN, DERIVED}:
        raise ValueError(
            f"the seeds of {seats} seats cannot be {'|'.join(origins)!r}: expected {OWN} or {DERIVED} for each, with | "
            f"between them"
        )


def fill_seeds(commitment: str, given: Sequence[str]) -> list[str]:
    """The seeds of all seats, when some gave one and others, who have "" here, did not."""
    lines = f"{LABEL}\n{check_digits(commitment)}\n{'|'.join(seed and check_seed(seed) for seed in given)}\n"
    return [seed or hashlib.sha256(f"{lines}{seat}".encode("ascii")).hexdigest() for seat, seed in enumerate(given)]
