"""The ceiling: how much could anybody win against a bot at all, where luck decides as well?

The bot plays itself. At some of its decisions a far deeper search says what it would have played, and others, with
luck of their own, what that would have been worth more. Were all of these values exact, then what is given away in a
whole play would be just what the best answer to this bot wins from it, beyond a fair share.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial

from parlour.engine.game import Game, find_game
from parlour.engine.options import Values
from parlour.laboratory.estimates import Estimate
from parlour.laboratory.measures import mean_of
from parlour.laboratory.plan import Plan
from parlour.laboratory.refusal import LaboratoryError
from parlour.laboratory.report import Telling, tell_nobody
from parlour.laboratory.runs import Kind, run_kind
from parlour.laboratory.tables import play_one
from parlour.search.arena import win_share
from parlour.search.knowledge import levels_of
from parlour.search.line import Line
from parlour.search.solver import Solver, Unsolvable
from parlour.search.thinker import Thinker
from parlour.search.weights import net_of

LEAST = 200  # simulations that the strongest level is taken to think for, where it only looks


def count_simulations(game: Game, values: Values, deeper: int) -> int:
    """How long the judge thinks about a decision: so many times as long as the strongest level."""
    return deeper * max(LEAST, levels_of(game, values)[-1].simulations)


@dataclass(frozen=True)
class Given:
    """What was given away in a play, as far as it was looked at."""

    play: int
    luck: int
    scores: tuple[float, ...]  # none where the play was broken off
    decisions: int  # of all seats, where there was a choice
    lost: tuple[float, ...]  # points, by decision that was looked at
    exact: int  # how many of those were judged by exact values

    @property
    def each(self) -> float:
        """Points that a seat gave away in the whole play, if the rest of it was like what was looked at."""
        return sum(self.lost) / max(1, len(self.lost)) * self.decisions / max(1, len(self.scores))


@dataclass(frozen=True)
class Ceiling:
    """What a bot gives away, and how much somebody who gave nothing away would win against it."""

    bot: str
    fair: float
    simulations: int  # by which the judge thought about a decision
    plays: int
    looked: int  # decisions
    wrong: float  # the share of them in which the judge would have gained by another
    exact: float  # the share that exact values judged
    points: Estimate  # given away in a play by each seat
    slope: float  # how much of a win a point is worth
    wins: Estimate  # the most that anybody would win


class Deeper:
    """Says what a decision gave away."""

    def __init__(self, game: Game, values: Values, simulations: int) -> None:
        strongest = levels_of(game, values)[-1]
        self.simulations = simulations
        self.thinker = Thinker(game, values, net=net_of(strongest, game, values), ending=strongest.ending)
        self.points = game.solving.points if game.solving else (0.0, 0.0, 0.0)
        self.solver = Solver(game, values) if game.solving and values["players"] == 2 else None

    def weigh(self, line: Line, code: int, seed: int) -> tuple[float, bool]:
        """The points that another action would have brought more, and whether that is exact.

        Whoever chooses by values that are not quite right finds what looks too good. So another search, which had no
        part in the choice, says what it is worth: on average that exaggerates nothing, and once it may be below 0.
        """
        if (known := self._solve(line, code)) is not None:
            return known, True
        self.thinker.begin(seed)
        better = self.thinker.think(line, simulations=self.simulations).best
        if better == code:
            return 0.0, False
        return self._lead(line, better, seed + 1) - self._lead(line, code, seed + 1), False

    def _lead(self, line: Line, code: int, seed: int) -> float:
        """How far an action puts its seat ahead."""
        after = Line.after(line, code)
        if after.over:
            values = after.score
        else:
            self.thinker.begin(seed)
            thought = self.thinker.think(after, simulations=max(1, self.simulations // 2))
            values = thought.candidates[0].values if thought.candidates else thought.values
        return values[line.to_move] - sum(values) / len(values)

    def _solve(self, line: Line, code: int) -> float | None:
        if self.solver is None:
            return None
        try:
            solution = self.solver.solve(line)
        except Unsolvable:
            return None
        loss, draw, win = self.points
        chosen = solution.moves[line.game.notation.write(line.s, line.o, code)]
        best, worth = (win if value > 0 else loss if value < 0 else draw for value in (solution.value, chosen))
        return best - worth


_judges: dict[tuple[str, str, int], Deeper] = {}  # of this process


def weigh_plays(plan: Plan, lucks: Sequence[int], simulations: int, looks: int) -> list[Given]:
    """Plays of some lucks, and what was given away at so many decisions of each, chosen by lot."""
    game = find_game(plan.game)
    key = plan.game, str(plan.values), simulations
    if key not in _judges:
        _judges[key] = Deeper(game, plan.values, simulations)
    return [weigh_play(plan, luck, _judges[key], looks) for luck in lucks]


def weigh_play(plan: Plan, luck: int, judge: Deeper, looks: int) -> Given:
    row, played = play_one(plan, luck, 0)
    line, choices = Line(played.game, played.values, played.options), list[int]()
    for ply, code in enumerate(played.codes):
        if not line.over and not line.at_chance and len(line.legal_codes()) > 1:
            choices.append(ply)
        line.push(code)
    rng = random.Random(f"{plan.seed} {luck} looks")
    chosen = sorted(rng.sample(choices, min(looks, len(choices))))
    weighed = []
    for ply in chosen:
        line = Line(played.game, played.values, played.options)
        for code in played.codes[:ply]:
            line.push(code)
        weighed.append(judge.weigh(line, played.codes[ply], rng.getrandbits(30)))
    lost = tuple(points for points, _ in weighed)
    return Given(row.play, luck, row.scores, len(choices), lost, sum(exact for _, exact in weighed))


def write_given(given: Given) -> str:
    return json.dumps(list(asdict(given).values())) + "\n"


def read_given(text: str) -> Given:
    play, luck, scores, decisions, lost, exact = json.loads(text)
    return Given(play, luck, tuple(scores), decisions, tuple(lost), exact)


def measure_ceiling(
    plan: Plan, plays: int, looks: int, deeper: int, workers: int | None = None, tell: Telling = tell_nobody
) -> Ceiling:
    """What one kind of bot on every seat gives away, and what could be won from it."""
    if len(set(plan.bots)) > 1:
        raise LaboratoryError("one kind of bot has to sit on every seat, so that it is known who gives away what")
    if plan.seats < 2:
        raise LaboratoryError("one player has no opponent: expected options for two or more")
    simulations = count_simulations(find_game(plan.game), plan.values, deeper)
    work = partial(weigh_plays, simulations=simulations, looks=looks)
    kind = Kind(f".given-{simulations}-{looks}.jsonl", work, read_given, write_given)
    found = run_kind(kind, plan, plays, workers, partial(tell, "Looking deeper"))
    found = [given for given in found if given.scores]
    if not found:
        raise LaboratoryError("none of these plays came to an end: expected options that end a play")
    return sum_up(plan.bots[0], plan.seats, simulations, found)


def sum_up(bot: str, seats: int, simulations: int, found: Sequence[Given]) -> Ceiling:
    lost = [points for given in found for points in given.lost]
    points, slope = mean_of([given.each for given in found]), find_slope([given.scores for given in found])
    fair = 1 / seats
    wins = replace(
        points,
        value=min(1.0, max(fair, fair + slope * points.value)),
        low=min(1.0, max(fair, fair + slope * points.low)),
        high=min(1.0, max(fair, fair + slope * points.high)),
    )
    return Ceiling(
        bot,
        fair,
        simulations,
        len(found),
        len(lost),
        sum(loss > 0 for loss in lost) / max(1, len(lost)),
        sum(given.exact for given in found) / max(1, len(lost)),
        points,
        slope,
        wins,
    )


def find_slope(scores: Sequence[Sequence[float]]) -> float:
    """How much of a win goes with a point more than all have on average, in plays that ended so; all, if none tells."""
    together = squares = 0.0
    for score in scores:
        mean = sum(score) / len(score)
        for seat, points in enumerate(score):
            together += (points - mean) * (win_share(score, seat) - 1 / len(score))
            squares += (points - mean) ** 2
    return together / squares if squares else 1.0


HEADS = ("bot", "decisions looked at", "better known", "points given away a play", "most that can be won")


def list_ceiling(found: Ceiling) -> tuple[str, ...]:
    """It as a line of a table."""
    return (
        found.bot.title(),
        f"{found.looked:,} of {found.plays:,} plays",
        f"{found.wrong:.0%}",
        f"{found.points.value:+.3f} ± {found.points.error:.3f}",
        say_wins(found, found.wins.value, found.wins.high),
    )


def say_wins(found: Ceiling, value: float, most: float) -> str:
    """Shares with two seats, times a fair share with more."""
    if found.fair == 0.5:
        return f"{value:.1%}, at most {most:.1%}"
    return f"{value / found.fair:.2f}, at most {most / found.fair:.2f} times"


def say_ceiling(found: Ceiling) -> list[str]:
    """What it comes to, and what it rests on."""
    two = found.fair == 0.5
    best, most = (
        (f"{share:.1%}" if two else f"{share / found.fair:.2f} times a fair share")
        for share in (found.wins.value, found.wins.high)
    )
    who = found.bot.title()
    said = [
        f"Somebody who made none of the mistakes found here would win about {best} against {who}, "
        f"and, as far as so few plays and this judge can tell, no more than {most}."
    ]
    if found.exact == 1:
        said.append("Every decision was judged by exact values.")
    else:
        said.append(
            f"A search by {found.simulations:,} simulations found them. Where it errs in the same way as {who}, for it "
            f"judges positions alike, something is left to be won that is not counted here."
        )
    return said
