"""How fast is uniformly random play, interpreted and compiled?"""

import random
from bisect import bisect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, count
from time import perf_counter
from typing import Any

import numpy as np
from rich.progress import Progress

from benchmarks.progress import follow
from benchmarks.report import Report
from benchmarks.timing import Batch, Pace, Slice, rates, ratios, take_turns, time_batch, total
from parlour.engine.bind import bind
from parlour.engine.contract import CHANCE, OVER
from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.engine.records import new_record, view_record
from parlour.search.simulate import random_games

LIMIT = 100_000  # decisions after which any game is broken off
BATCH_SECONDS = 0.02  # about the time of one call into compiled code, and of one batch of interpreted decisions


@dataclass(frozen=True)
class Variant:
    """Options to play a game under: a preset, and what is changed in it."""

    preset: str | None = None
    given: Values = field(default_factory=dict)

    def __str__(self) -> str:
        words = [] if self.preset is None else [self.preset]
        return " ".join([*words, *(f"{name}={value}" for name, value in self.given.items())])


# With three or four seats random play of Quatro may wander for thousands of rolls.
CAPPED = {"turn_cap": 1000}
VARIANTS = {
    "numeric": (Variant("basic"), Variant("zones"), Variant("hex"), Variant("counters")),
    "quatro": (Variant("backgammon"), Variant("two"), Variant("three", CAPPED), Variant("four", CAPPED)),
    "stencil": (Variant("quick"),),
}


def variants(games: Mapping[str, Game]) -> list[tuple[Game, Variant]]:
    """Every game under the options worth timing: those named above, or its defaults."""
    return [(game, variant) for name, game in games.items() for variant in VARIANTS.get(name, (Variant(),))]


def compiled_play(game: Game, variant: Variant) -> Batch:
    """Batches of random games at compiled speed, each of about BATCH_SECONDS."""
    options = game.encode(game.settle(variant.preset, **variant.given))
    seeds = count(1)

    def play(games: int) -> dict[str, int]:
        tally = random_games(game, options, games, next(seeds), LIMIT)
        return {"games": games, "decisions": tally.decisions, "outcomes": tally.outcomes}

    play(1)  # compiles
    games = 1
    while time_batch(partial(play, games))().seconds < BATCH_SECONDS:
        games *= 2
    return time_batch(partial(play, games))


def interpreted_play(game: Game, variant: Variant) -> Batch:
    """Batches of decisions of interpreted random games; a game may go on in the next batch."""
    decisions = play_decisions(game, variant)

    def batch() -> Slice:
        start = perf_counter()
        made = 0
        while (taken := perf_counter() - start) < BATCH_SECONDS:
            next(decisions)
            made += 1
        return Slice(taken, {"decisions": made})

    return batch


def play_decisions(game: Game, variant: Variant) -> Iterator[None]:
    """Random games without end, one decision at a time, through the rules as written."""
    rules: Any = bind(game.rules, "python")
    options = game.encode(game.settle(variant.preset, **variant.given))
    states, empty = new_record(game.rules.STATE), new_record(game.rules.STATE)
    s, o = view_record(states), view_record(options)
    mask, weights, _ = game.buffers()
    rng = random.Random(1)
    while True:
        states[:] = empty
        rules.setup(s, o)
        made = 0
        while s.to_move != OVER and made < LIMIT:
            if s.to_move == CHANCE:
                weights[:] = 0
                drawn = rng.randrange(rules.chance(s, o, weights))
                rules.apply(s, o, bisect(list(accumulate(weights.tolist())), drawn))
            else:
                mask[:] = 0
                rules.legal(s, o, mask)
                rules.apply(s, o, rng.choice(np.flatnonzero(mask).tolist()))
                made += 1
                yield


def measure(games: Mapping[str, Game], pace: Pace, progress: Progress) -> Report:
    rows = []
    named = {f"{game.name} {variant}": (game, variant) for game, variant in variants(games)}
    for game, variant in follow(progress, "random play", named):
        slices = take_turns(
            {"interpreted": interpreted_play(game, variant), "compiled": compiled_play(game, variant)}, pace
        )
        whole = total(slices["compiled"]).counts
        interpreted, compiled = (rates(slices[name], "decisions") for name in ("interpreted", "compiled"))
        length = whole["decisions"] / whole["games"]
        rows.append(
            {
                "game": game.name,
                "options": str(variant),
                "decisions_a_game": length,
                "interpreted_games": interpreted.median / length,
                "compiled_games": compiled.median / length,
                "interpreted_decisions": interpreted.median,
                "compiled_decisions": compiled.median,
                "ratio": ratios(slices["compiled"], slices["interpreted"], "decisions"),
            }
        )
    return Report(
        section="random",
        question="How fast is uniformly random play, interpreted and compiled?",
        how=(
            "A decision is one choice of a seat: a random legal action, found and played; dice and cards are drawn and "
            "played besides. Games a second are decisions a second over decisions a game, counted in compiled play. "
            "The ratio is that of decisions a second."
        ),
        columns={
            "game": "game",
            "options": "options",
            "decisions_a_game": "decisions\n/game",
            "interpreted_games": "interpreted\ngames/s",
            "compiled_games": "compiled\ngames/s",
            "interpreted_decisions": "interpreted\ndecisions/s",
            "compiled_decisions": "compiled\ndecisions/s",
            "ratio": "compiled is faster,\ntimes",
        },
        rows=rows,
    )
