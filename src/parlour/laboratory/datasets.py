"""Plays and decisions as Parquet, for polars, pandas, DuckDB and whatever else reads it."""

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl

from parlour.engine.game import Game
from parlour.engine.options import Choice, changed
from parlour.laboratory.courses import Played
from parlour.laboratory.frames import frame_plays
from parlour.laboratory.retracing import Decisions, Retracing
from parlour.laboratory.runs import Watch, ignore
from parlour.laboratory.tables import Row

STEP = 256  # plays between two signs of progress

PLAYS = {
    "play": "its number",
    "luck": "plays of the same luck met the same outcomes",
    "course": "a hash of all that was done and drawn: the same for plays that went the same",
    "bot_N": "who had seat N: a bot's name, or `person`",
    "score_N": "the points of seat N; null where the play did not come to an end by the rules",
    "winner": "the seat that won alone, counted from 0; -1 if none did",
    "ended": "`won`, `shared` by several, `drawn` by all, `alone` at the table, `unfinished`; on a server also "
    "`resigned`, `time`, `left` and `agreed`",
    "first": "the seat that had the first turn, from 0; -1 if none had",
    "decisions": "how many there were",
    "turns": "how many began",
    "plies": "decisions and outcomes together",
    "branching": "how many actions were legal at a decision, on average",
    "asked_N": "how many decisions were seat N's",
    "wait_N": "the longest wait of seat N, in decisions of others",
    "last_N": "the last decision of seat N, from 1; 0 if it had none",
    "rules": "the version of the game's rules",
    "options": "the options that are not as usual, as JSON",
    "codes": "all actions and outcomes in their order, by number",
}
DECISIONS = {
    "play": "the number of the play",
    "decision": "its number in the play, from 1",
    "ply": "how many actions and outcomes came before",
    "turn": "how many turns had begun",
    "seat": "who decided, from 0",
    "by": "the name of the bot that decided, or `person`",
    "phase": "what was being decided, in the game's own word",
    "action": "what was chosen, by number",
    "kind": "the same in the game's own word, without the place",
    "choices": "how many actions were legal",
}


def frame_all(
    game: Game, played: Sequence[Played], decisions: bool, watch: Watch = ignore
) -> tuple[pl.DataFrame, pl.DataFrame | None]:
    """Plays as a frame, and their decisions as another where they are wanted."""
    retracing, rows, traced = Retracing(game), [], []
    for number, one in enumerate(played):
        if number % STEP == 0:
            watch(number, len(played))
        row, found = retracing.retrace(one)
        rows.append(row)
        if decisions:
            traced.append(found)
    watch(len(played), len(played))
    return frame_played(game, played, rows), frame_decisions(game, traced) if decisions else None


def frame_played(game: Game, played: Sequence[Played], rows: Sequence[Row]) -> pl.DataFrame:
    """One row for each play, with all of `PLAYS`."""
    options = [json.dumps(changed(game.options, one.values), sort_keys=True) for one in played]
    return frame_plays(rows).with_columns(
        pl.lit(game.version, pl.Int32).alias("rules"),
        pl.Series("options", options),
        pl.Series("codes", [one.codes for one in played], pl.List(pl.Int16)),
    )


def frame_decisions(game: Game, traced: Sequence[Decisions]) -> pl.DataFrame:
    """One row for each decision, with all of `DECISIONS`."""
    lengths = [len(one.plies) for one in traced]
    codes = np.concatenate([one.codes for one in traced])
    phases = np.concatenate([one.phases for one in traced])
    actions = pl.Series([game.actions.word(code) for code in range(game.actions.SIZE)])
    words = [*list_phases(game), ""]  # the last is where -1 leads
    return pl.DataFrame(
        {
            "play": pl.Series(np.repeat([one.play for one in traced], lengths), dtype=pl.UInt32),
            "decision": pl.Series(np.concatenate([np.arange(1, length + 1) for length in lengths]), dtype=pl.UInt32),
            "ply": pl.Series(np.concatenate([one.plies for one in traced]), dtype=pl.UInt32),
            "turn": pl.Series(np.concatenate([one.turns for one in traced]), dtype=pl.UInt32),
            "seat": pl.Series(np.concatenate([one.seats for one in traced]), dtype=pl.Int8),
            "by": [name for one in traced for name in one.by],
            "phase": pl.Series(words)[phases % len(words)],
            "action": codes,
            "kind": actions[codes],
            "choices": np.concatenate([one.choices for one in traced]),
        }
    )


def list_phases(game: Game) -> list[str]:
    """The words of a game's phases, by their numbers."""
    kinds = [field.kind for field in game.fields if field.name == "phase"]
    codes = kinds[0].codes if kinds and isinstance(kinds[0], Choice) else None
    return [codes.word(code) for code in range(codes.SIZE)] if codes else []


def write_parquet(frame: pl.DataFrame, facts: Mapping[str, Any]) -> bytes:
    """A frame as a file, with what it came from in its metadata; the same frame and facts make the same bytes."""
    out = BytesIO()
    frame.write_parquet(out, metadata={f"parlour.{name}": json.dumps(fact) for name, fact in facts.items()})
    return out.getvalue()


def describe_columns(columns: Mapping[str, str]) -> str:
    """Columns as the table of a page."""
    return "\n".join(
        ["| column | what it holds |", "|---|---|", *(f"| `{n}` | {says} |" for n, says in columns.items())]
    )
