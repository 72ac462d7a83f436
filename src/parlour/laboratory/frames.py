"""Plays as frames of polars, one row a play; what is counted for each seat is a column for each."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from parlour.laboratory.tables import COLUMNS, Row

BY_SEAT = {"bots": "bot", "scores": "score", "asked": "asked", "waits": "wait", "last": "last"}


def frame_plays(rows: Sequence[Row]) -> pl.DataFrame:
    """A frame of plays. Scores are null where a play was broken off."""
    columns: dict[str, list[Any]] = {}
    for name in COLUMNS:
        if name not in BY_SEAT:
            columns[name] = [getattr(row, name) for row in rows]
            continue
        for seat in range(len(rows[0].bots)):
            columns[f"{BY_SEAT[name]}_{seat + 1}"] = [
                getattr(row, name)[seat] if getattr(row, name) else None for row in rows
            ]
    scores = {name: pl.Float64 for name in columns if name.startswith("score_")}
    return pl.DataFrame(columns, schema_overrides=scores)


def write_csv(rows: Sequence[Row]) -> str:
    return frame_plays(rows).write_csv()
