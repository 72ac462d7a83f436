"""Regret: what each level gives away, measured against exact play.

Every level plays against the one below it. At each of its decisions the exact solver says what the best move is worth
and what the chosen one is. The mean difference, in points, is the level's regret.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.engine.play import Play
from parlour.laboratory.estimates import Estimate
from parlour.laboratory.measures import mean_of
from parlour.laboratory.refusal import LaboratoryError
from parlour.laboratory.report import Telling, tell_nobody
from parlour.laboratory.runs import Watch
from parlour.search.arena import luck_of
from parlour.search.bots import Bot, bot_names
from parlour.search.seating import new_bot
from parlour.search.solver import Solver


@dataclass
class Regret:
    """What one bot lost at each of its decisions."""

    name: str
    losses: list[float]  # by decision
    by_play: list[float]  # the mean of each play: decisions of one play hang together

    @property
    def given_away(self) -> Estimate:
        """Points a decision."""
        return mean_of(self.by_play)

    @property
    def wrong(self) -> float:
        """The share of the decisions that gave something away."""
        return sum(loss > 0 for loss in self.losses) / max(1, len(self.losses))


def measure_regrets(game: Game, values: Values, plays: int, tell: Telling = tell_nobody) -> list[Regret]:
    """The regret of every level, and of random play."""
    if game.solving is None:
        raise LaboratoryError(f"{game.title} has no exact values to measure against")
    solver, names = Solver(game, values), bot_names(game, values)
    found = []
    for below, name in zip((names[0], *names), names, strict=False):
        bots = new_bot(game, values, name), new_bot(game, values, below)
        found.append(
            measure_regret(game, values, solver, bots, plays, partial(tell, f"{name.title()} against exact play"))
        )
    return found


def measure_regret(
    game: Game, values: Values, solver: Solver, bots: tuple[Bot, Bot], plays: int, watch: Watch
) -> Regret:
    """What the first of two bots gives away; they change seats, with the same luck."""
    assert game.solving is not None
    loss, draw, win = game.solving.points
    regret = Regret(bots[0].name, [], [])
    for number in range(plays):
        watch(number, plays)
        seat = number % 2
        seated = bots if seat == 0 else bots[::-1]
        for at, bot in enumerate(seated):
            bot.begin(2 * number + at)
        play, lost = Play(game, values), list[float]()
        while not play.over:
            if play.at_chance:
                play.roll(luck_of(f"regret {number // 2}", play.ply))
                continue
            code = seated[play.to_move].choose(play)
            if play.to_move == seat and len(play.legal_codes()) > 1:
                solution = solver.solve(play)
                chosen = solution.moves[game.notation.write(play.s, play.o, code)]
                best, worth = (win if value > 0 else loss if value < 0 else draw for value in (solution.value, chosen))
                lost.append(best - worth)
            play.push(code)
        regret.losses += lost
        regret.by_play.append(sum(lost) / max(1, len(lost)))
    watch(plays, plays)
    return regret


def write_regrets(found: Sequence[Regret]) -> str:
    """The table in Markdown."""
    lines = [
        "| level | name | points given away a decision | decisions that gave something away | decisions |",
        "|---:|---|---|---:|---:|",
    ]
    for number, regret in enumerate(found):
        level, given = str(number) if number else "–", regret.given_away
        lines.append(
            f"| {level} | {regret.name.title()} | {given.value:.4f} ± {given.error:.4f} | {regret.wrong:.1%} | "
            f"{len(regret.losses)} |"
        )
    return "\n".join(lines) + "\n"
