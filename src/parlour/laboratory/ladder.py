"""The ladder of a game's levels: each against the one below it, and how long each thinks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from parlour.engine.game import Game, find_game
from parlour.engine.options import Values
from parlour.laboratory.estimates import Estimate
from parlour.laboratory.findings import measure_strengths
from parlour.laboratory.plan import EVERYBODY, Plan, new_plan
from parlour.laboratory.refusal import LaboratoryError
from parlour.laboratory.report import Telling, tell_nobody
from parlour.laboratory.runs import run_plan
from parlour.search.bots import bot_names
from parlour.search.knowledge import levels_of
from parlour.search.line import Line
from parlour.search.seating import new_bot

TIMED_PLIES = 120  # from which the time of a move is told


@dataclass(frozen=True)
class Rung:
    """A level, and the share of the wins that one of it had among bots of the level below."""

    number: int
    name: str
    line: str  # how it plays, in a few words
    below: str
    wins: Estimate
    fair: float
    plays: int

    @property
    def ratio(self) -> float:
        return self.wins.value / self.fair


@dataclass(frozen=True)
class Pace:
    """How long a level takes for a decision, in seconds: on average, and at most."""

    mean: float
    longest: float


def climb(
    game: Game, values: Values, plays: int, seed: int = 0, workers: int | None = None, tell: Telling = tell_nobody
) -> list[Rung]:
    """Every level against the one below it, and the weakest against random play, seats changing and luck shared."""
    if values["players"] < 2:
        raise LaboratoryError("one player has no opponent: expected options for two or more")
    names, levels = bot_names(game, values), levels_of(game, values)
    if not levels:
        raise LaboratoryError(f"{game.title} has no levels to compare")
    rungs = []
    for number, (level, name, below) in enumerate(zip(levels, names[1:], names, strict=False), 1):
        plan = pair_up(game, values, name, below, seed)
        rows = run_plan(plan, plays, workers, partial(tell, f"{name.title()} against {below.title()}"))
        (strength,) = measure_strengths(plan, rows)
        rungs.append(Rung(number, name, level.line, below, strength.wins, strength.fair, len(rows)))
    return rungs


def pair_up(game: Game, values: Values, name: str, below: str, seed: int = 0) -> Plan:
    """One bot among others."""
    return new_plan(game, values, EVERYBODY.join([name, *[below] * (int(values["players"]) - 1)]), seed)


def time_moves(game: Game, values: Values, name: str) -> Pace:
    """How long a bot takes for a decision, on one core, in a play against itself."""
    bot = new_bot(game, values, name)
    bot.begin(0)
    line, taken = Line(game, values), list[float]()
    for ply in range(TIMED_PLIES):
        if line.over:
            break
        if line.at_chance:
            line.draw((0.5 + ply * 0.6180339887498949) % 1)
        elif len(codes := line.legal_codes()) == 1:
            line.push(codes[0])
        else:
            start = perf_counter()
            code = bot.choose(line)
            taken.append(perf_counter() - start)
            line.push(code)
    return Pace(sum(taken) / max(1, len(taken)), max(taken, default=0.0))


def write_ladder(title: str, rungs: Sequence[Rung], paces: Sequence[Pace] = ()) -> str:
    """The ladder as a table in Markdown, with the time of a move where it was taken."""
    seats = round(1 / rungs[0].fair)
    two = seats == 2
    against = "wins against the one before" if two else "wins, of a fair share, among the one before"
    timed = " seconds a move: mean, longest |" if paces else ""
    lines = [
        f"### {title}, {seats} seats",
        "",
        f"| level | name | how it plays | {against} | plays |{timed}",
        "|---:|---|---|---|---:|" + ("---:|" if paces else ""),
    ]
    for at, rung in enumerate(rungs):
        if two:
            result = f"{rung.wins.value:.1%} ± {rung.wins.error:.1%}"
        else:
            result = f"{rung.ratio:.2f} ± {rung.wins.error / rung.fair:.2f} times"
        pace = f" {paces[at].mean:.3f}, {paces[at].longest:.3f} |" if paces else ""
        lines.append(f"| {rung.number} | {rung.name.title()} | {rung.line} | {result} | {rung.plays} |{pace}")
    return "\n".join(lines) + "\n"


def title_of(game: str, preset: str | None, options: Sequence[str] = ()) -> str:
    """A kind of play as the heading of its table."""
    quoted = [f"`{word}`" for word in (preset, " ".join(options)) if word]
    return " ".join([find_game(game).title, *quoted])
