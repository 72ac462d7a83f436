"""Pig in text: actions and outcomes. Positions follow from the fields in state.py."""

from collections.abc import Mapping

from parlour.engine.contract import CHANCE, Record

from pig.state import Action, Outcome


def write(s: Record, o: Record, action: int) -> str:
    return Action.word(action)


def outcome(s: Record, o: Record, code: int) -> str:
    """`4`, or with two dice `2,5`."""
    if code < Outcome.TWO_DICE:
        return str(code - Outcome.ONE_DIE + 1)
    low, high = divmod(code - Outcome.TWO_DICE, 6)
    return f"{low + 1},{high + 1}"


def read(s: Record, o: Record, token: str, known: Mapping[str, int]) -> list[int]:
    """The codes of a word that is not written as we write it: `Hold`, `5,2`."""
    plain = ",".join(sorted(token.split(","))) if s.to_move == CHANCE else token.lower()
    return [known[plain]] if plain in known else []
