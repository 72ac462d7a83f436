"""Fair dice: outcomes that nobody can choose or foresee, and that anyone can check afterwards.

Whoever runs a play makes a secret and shows its commitment, which is the SHA-256 of the secret. Then every seat gives a
seed of its own. All that chance decides is drawn from the secret, the seeds and the play so far, and the secret is
shown once the play is over. A secret serves one play. A seat that gives no seed gets one that follows from those of the
others, as `seeds` tells, so that nobody chooses it.

The number of a draw, for a program in any language:

    key      the 32 bytes of the secret
    message  ASCII text of four lines with a newline (byte 10) between them and none after the last:
             1. parlour-dice-1
             2. the seeds in the order of the seats, joined by |
             3. the codes of all actions and outcomes played so far, in decimal, joined by commas; empty at the start
             4. the attempt in decimal, 0 at first
    x        the first 8 bytes of HMAC-SHA256(key, message), as a big-endian unsigned number

Let limit be floor(2^64 / total) * total. If x < limit, the number is x mod total; otherwise the attempt goes up by one,
and so on. At chance, total is the sum of all weights. Outcomes lie end to end in the order of their codes, each as long
as its weight, and the one in which the number lies is drawn.
"""

import hashlib
import hmac
import secrets
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from parlour.engine.play import IllegalAction, Play
from parlour.engine.record import CALL_MARK
from parlour.engine.seeds import OWN, check_digits, check_seed, fill_seeds

LABEL = "parlour-dice-1"  # another way of drawing would have another number
NUMBERS = 2**64  # how many x there are
ONLY_FIXED = "this shows that the throws were decided before the play began, not that nobody chose them"


@dataclass(frozen=True)
class Verdict:
    """What a record proves about its dice: whether they were fair, and in sentences what was checked or is missing."""

    fair: bool
    sentences: tuple[str, ...]


def new_secret() -> str:
    """32 random bytes as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def commit_to(secret: str) -> str:
    """What is shown of a secret before the play: its SHA-256, in hexadecimal digits."""
    return hashlib.sha256(_key(secret)).hexdigest()


def new_seed() -> str:
    """A seed for a seat that gave none."""
    return secrets.token_hex(8)


class Draws:
    """The draws of one play, as defined above. What was played is hashed once, and not again for each of them."""

    def __init__(self, secret: str, seeds: Sequence[str]) -> None:
        if isinstance(seeds, str) or not seeds:
            raise ValueError(f"seeds cannot be {seeds!r}: expected a list of them, one for each seat")
        lines = f"{LABEL}\n{'|'.join(map(check_seed, seeds))}\n"
        self._hashed = hmac.new(_key(secret), lines.encode("ascii"), "sha256")
        self._comma = ""

    def follow(self, codes: Sequence[int]) -> None:
        """These actions and outcomes were played next."""
        if codes:
            self._hashed.update(f"{self._comma}{','.join(map(str, codes))}".encode("ascii"))
            self._comma = ","

    def number(self, total: int) -> int:
        """A number from 0 to total - 1, each equally likely. Asking again draws it again."""
        if not 1 <= total <= NUMBERS:
            raise ValueError(f"cannot draw one of {total}: expected 1 to 2^64")
        limit = NUMBERS // total * total
        attempt = 0
        while True:
            hashed = self._hashed.copy()
            hashed.update(f"\n{attempt}".encode("ascii"))
            x = int.from_bytes(hashed.digest()[:8], "big")
            if x < limit:  # beyond it some numbers would come up more often than others
                return x % total
            attempt += 1

    def outcome(self, play: Play) -> int:
        """At chance, the code of the outcome that is drawn; it is not played yet."""
        totals = list(accumulate(play.weights().tolist()))
        return bisect_right(totals, self.number(totals[-1]))


def draw_number(secret: str, seeds: Sequence[str], codes: Sequence[int], total: int) -> int:
    """A number from 0 to total - 1, each equally likely, drawn after these codes."""
    draws = Draws(secret, seeds)
    draws.follow(codes)
    return draws.number(total)


def draw_outcome(play: Play, secret: str, seeds: Sequence[str]) -> int:
    """At chance, the code of the outcome that is drawn; it is not played yet."""
    if not play.at_chance:
        raise IllegalAction("nothing to draw: a seat is to move" if not play.over else "the play is over")
    draws = Draws(secret, seeds)
    draws.follow(play.codes)
    return draws.outcome(play)


def verify(play: Play) -> Verdict:
    """Whether all that chance decided in a play, read from its record, was drawn fairly."""
    tags = play.tags
    if "Dice" in tags:
        return Verdict(False, ("Real dice were used and typed in: nothing can be proved about them.",))
    if "Commitment" not in tags:
        return Verdict(False, ("The record has no commitment: nothing can be proved about its dice.",))
    if "Seeds" not in tags:
        return Verdict(False, ("The record has no seeds of the seats: nothing can be proved about its dice.",))
    if "Secret" not in tags:
        ended = play.over or "Ending" in tags
        waiting = "The secret is not revealed yet: the dice can be checked once the play is over."
        missing = "The play is over, but its secret is not revealed: without it nothing can be proved about the dice."
        return Verdict(False, (missing if ended else waiting,))
    kept, promise = _check_commitment(tags["Commitment"], tags["Secret"])
    drawn, found = _check_outcomes(play, tags["Secret"], tags["Seeds"].split("|"))
    followed, origins = _check_seeds(play)
    if not (kept and drawn and followed):
        return Verdict(False, (promise, found, *origins, "The dice were not fair, or the record was changed."))
    return Verdict(True, (promise, found, *origins, _conclude(tags)))


def _conclude(tags: dict[str, str]) -> str:
    """What it means that nothing is wrong: that depends on who chose the seeds."""
    fair = "the dice were fair"
    if "Seeded" in tags:
        own = tags["Seeded"].split("|").count(OWN)
        if not own:
            return f"The server chose all numbers: {ONLY_FIXED}."
        fair = "nobody could steer the dice" if own == 1 else "nobody could steer the dice alone"
    return (
        f"So {fair}, provided that your seed is in its place among {tags['Seeds'].replace('|', ', ')}, and that you "
        f"were shown the commitment {tags['Commitment']} before you gave it."
    )


def _check_commitment(commitment: str, secret: str) -> tuple[bool, str]:
    actual = commit_to(secret)
    if actual == commitment:
        return True, "The secret is the one that was committed to."
    return False, f"The secret is not the one that was committed to: its SHA-256 is {actual}, not {commitment}."


def _check_seeds(play: Play) -> tuple[bool, tuple[str, ...]]:
    """Where the seeds came from, if the record says so, and whether those are right that nobody gave."""
    if "Seeded" not in play.tags:
        return True, ()
    seeds = play.tags["Seeds"].split("|")
    is_own = [origin == OWN for origin in play.tags["Seeded"].split("|")]
    given = [seed if own else "" for seed, own in zip(seeds, is_own, strict=True)]
    right = fill_seeds(play.tags["Commitment"], given)
    names = play.names or tuple(f"player {seat}" for seat in range(1, play.seats + 1))
    wrong = [name for name, seed, due in zip(names, seeds, right, strict=True) if seed != due]
    if wrong:
        return False, (f"The seed of {wrong[0]} does not follow from those that were given, as it should.",)
    own_names = [name for name, own in zip(names, is_own, strict=True) if own]
    others = [name for name, own in zip(names, is_own, strict=True) if not own]
    told = [f"Chosen by the players themselves: {_list_seeds(own_names)}."] if own_names else []
    if own_names and others:
        told.append(f"Following from that, and chosen by nobody: {_list_seeds(others)}.")
    return True, tuple(told)


def _list_seeds(names: Sequence[str]) -> str:
    return f"the seed{'s' if len(names) > 1 else ''} of {', '.join(names)}"


def list_draws(play: Play) -> dict[str, Any]:
    """What only the rules of the game can tell a program that checks a record.

    `codes` are those of all actions and outcomes. `draws` tells of every outcome how many plies came before it, its
    turn, how it is written, and among what it was drawn: codes in order, each with its weight and how it is written.
    """
    draws = []
    for past, written in zip(play.retrace(), play.written, strict=True):
        if past.at_chance and not written.text.startswith(CALL_MARK):
            weights = [[outcome.code, outcome.weight, outcome.notation] for outcome in past.outcomes]
            draws.append({"ply": past.ply, "turn": written.turn, "played": written.text, "weights": weights})
    return {"codes": list(play.codes), "draws": draws}


def _check_outcomes(play: Play, secret: str, seeds: Sequence[str]) -> tuple[bool, str]:
    """Every outcome against the one drawn there."""
    draws, outcomes, differs = Draws(secret, seeds), 0, ""
    for past, code, written in zip(play.retrace(), play.codes, play.written, strict=True):
        if past.at_chance and not written.text.startswith(CALL_MARK):  # a referee may call something even then
            outcomes += 1
            drawn = draws.outcome(past)
            if drawn != code and not differs:
                wanted = past.game.notation.outcome(past.s, past.o, drawn)
                differs = (
                    f"ply {past.ply + 1}, in turn {written.turn}: it should have been {wanted}, but the record says "
                    f"{written.text}"
                )
        draws.follow([code])
    if differs:
        return False, f"Of {outcomes} outcomes the first that was not drawn is {differs}."
    if not outcomes:
        return True, "Chance decided nothing in this play."
    how_many = "The one outcome is" if outcomes == 1 else f"All {outcomes} outcomes are"
    return True, f"{how_many} as drawn from the secret, the seeds and the play before."


def _key(secret: str) -> bytes:
    return bytes.fromhex(check_digits(secret))
