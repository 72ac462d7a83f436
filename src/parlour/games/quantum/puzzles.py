"""Puzzles of Quantum: find the move that is clearly the best. `parlour puzzle mine quantum` found them in plays."""

from pathlib import Path

from parlour.engine.puzzle import Mining, mined_kind

MINING = Mining(Path(__file__).with_name("puzzles.xz"), {"players": 2}, lead=0.08)
BEST = mined_kind(
    "best",
    "Find the best move",
    "One move is clearly better than all others: which?",
    "What is your best move?",
    MINING,
)
