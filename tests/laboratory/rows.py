"""Plays that were never played, for tests of what is made of plays."""

from typing import Any

from parlour.laboratory.tables import Row


def row_of(play: int, *scores: float, decisions: int = 10, **given: Any) -> Row:
    """A play that was never played."""
    seats = len(scores)
    winner = scores.index(max(scores)) if scores.count(max(scores)) == 1 else -1
    facts: dict[str, Any] = {
        "luck": play,
        "course": str(play),
        "bots": ("random",) * seats,
        "winner": winner,
        "ended": "won" if winner >= 0 else "drawn",
        "first": 0,
        "turns": decisions,
        "plies": decisions,
        "branching": 2.0,
        "asked": (decisions // seats,) * seats,
        "waits": (seats - 1,) * seats,
        "last": (decisions,) * seats,
    }
    return Row(play=play, scores=scores, decisions=decisions, **facts | given)
