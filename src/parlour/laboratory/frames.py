"""Plays as frames of polars, one row a play; what is counted for each seat is a column for each."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from parlour.laboratory.tables import COLUMNS, Row

BY_SEAT = {"bots": "bot", "scores": "score", "asked": "asked", "waits": "wait", "last": "last"}


def frame_plays(rows: Sequence[Row]) -> pl.DataFrame:
    """A frame of plays. Scores are null where a play was broken off, and so is a seat that nobody had."""
    columns: dict[str, list[Any]] = {}
    for name in COLUMNS:
        if name not in BY_SEAT:
            columns[name] = [getattr(row, name) for row in rows]
            continue
        for seat in range(max(len(row.bots) for row in rows)):
            numbers = [getattr(row, name) for row in rows]
            columns[f"{BY_SEAT[name]}_{seat + 1}"] = [of[seat] if seat < len(of) else None for of in numbers]
    scores = {name: pl.Float64 for name in columns if name.startswith("score_")}
    return pl.DataFrame(columns, schema_overrides=scores)


def write_csv(rows: Sequence[Row]) -> str:
    return frame_plays(rows).write_csv()


def write_variants(names: Sequence[str], plays: Sequence[Sequence[Row]]) -> str:
    """The plays of several variants, with a column that says of which."""
    frames = [
        frame_plays(rows).insert_column(0, pl.Series("variant", [name] * len(rows)))
        for name, rows in zip(names, plays, strict=True)
    ]
    return pl.concat(frames).write_csv()
