"""How fast is uniformly random play, interpreted and compiled?"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.progress import Progress

from benchmarks.report import Report
from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.search.speed import compiled_play, interpreted_play
from parlour.search.timing import Pace, rates, ratios, take_turns, total
from parlour.terminal.progress import follow


@dataclass(frozen=True)
class Variant:
    """Options to play a game under: a preset, and what is changed in it."""

    preset: str | None = None
    given: Values = field(default_factory=dict)

    def settle(self, game: Game) -> Values:
        return game.settle(self.preset, **self.given)

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


def measure(games: Mapping[str, Game], pace: Pace, progress: Progress) -> Report:
    rows = []
    named = {f"{game.name} {variant}": (game, variant) for game, variant in variants(games)}
    for game, variant in follow(progress, "random play", named):
        values = variant.settle(game)
        slices = take_turns(
            {"interpreted": interpreted_play(game, values), "compiled": compiled_play(game, values)}, pace
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
