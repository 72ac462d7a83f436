"""Judging a position by the terms of a game's knowledge, each with its weight. A template, as `tree` is one."""

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import OVER, Points, Record, Strengths, Terms, score, worth


def judge(s: Record, o: Record, terms: Terms) -> None:
    """How much each seat has of each thing that counts; the array comes zeroed."""


def evaluate(
    s: Record, o: Record, weights: NDArray[np.float64], terms: Terms, strengths: Strengths, points: Points
) -> None:
    """What each seat can expect from here, at a glance."""
    points[:] = 0.0
    if s.to_move == OVER:
        score(s, o, points)
        return
    terms[:] = 0.0
    judge(s, o, terms)
    for seat in range(len(strengths)):
        strengths[seat] = 0.0
        for term in range(len(weights)):
            strengths[seat] += weights[term] * terms[seat, term]
    worth(s, o, strengths, points)
