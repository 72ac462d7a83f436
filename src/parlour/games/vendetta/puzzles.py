"""Puzzles of Vendetta: find the move that is clearly the best. `parlour puzzle mine vendetta` found them in plays."""

from pathlib import Path

from parlour.engine.puzzle import Mining, best_move_kind

BEST = best_move_kind(Mining(Path(__file__).with_name("puzzles.xz"), {"players": 2}, lead=0.08))
