"""A play looked at again: what every move cost, what was better and why, and what luck brought each seat."""

import math
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import CHANCE
from parlour.engine.game import Game
from parlour.engine.play import Play
from parlour.engine.record import CALL_MARK
from parlour.search.line import Line
from parlour.search.reasons import explain
from parlour.search.solver import MEMORY, Solver, Unsolvable
from parlour.search.thinker import careful_thinker

REPEATS = 4  # searches with other seeds, from whose differences the error is told
SIMULATIONS = 2000  # for each ply, all repeats and alternatives together
ALTERNATIVES = 5  # moves compared at most, the one played included
NOTHING = 1e-9  # a loss smaller than this is none
SURE = 2.5  # standard errors: the best of several noisy values looks better than it is, so less says nothing

Values = tuple[float, ...]  # points each seat can expect


@dataclass(frozen=True)
class Alternative:
    """A move that could have been played."""

    move: str
    label: str  # the same in words
    values: Values
    loss: float  # points it costs whoever moves, compared with the best
    error: float  # standard error of that; 0 where values are exact


@dataclass(frozen=True)
class Step:
    """One ply of the play."""

    ply: int  # counted from 0
    seat: int  # who decided, or CHANCE
    move: str
    label: str  # the same in words
    before: Values
    after: Values
    loss: float  # points the decision cost; 0 for chance
    error: float  # standard error of the loss or, at chance, of the luck of the seat it touched most
    alternatives: tuple[Alternative, ...]  # the best first; none for chance
    luck: Values  # what the outcome brought each seat over what was to be expected; zeros for decisions
    reason: str  # why the best was better than what was played, or nothing
    plays: int = 0  # to the end after every alternative, by which they were compared; 0: by search, or exactly


@dataclass(frozen=True)
class Analysis:
    """All of a play."""

    game: str
    seats: tuple[str, ...]
    exact: bool  # whether every value was calculated to the end
    steps: tuple[Step, ...]

    @property
    def sure(self) -> tuple[bool, ...]:
        """For each step whether its loss stands out from the noise."""
        return stand_out([(step.loss, step.error) for step in self.steps])

    @property
    def loss(self) -> Values:
        """Points each seat gave away by its decisions; a loss within the noise is none."""
        sure = [step for step, stands_out in zip(self.steps, self.sure, strict=True) if stands_out]
        return tuple(sum(step.loss for step in sure if step.seat == seat) for seat in range(len(self.seats)))

    @property
    def luck(self) -> Values:
        """Points chance brought each seat."""
        return tuple(sum(step.luck[seat] for step in self.steps) for seat in range(len(self.seats)))

    def costliest(self, count: int) -> list[Step]:
        """The decisions that cost most, the worst first."""
        costly = [step for step in self.steps if step.loss > NOTHING]
        return sorted(costly, key=lambda step: -step.loss)[:count]

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        return asdict(self) | {"loss": self.loss, "luck": self.luck}


def stand_out(losses: Sequence[tuple[float, float]]) -> tuple[bool, ...]:
    """Which losses of a play are more than noise: each with its standard error, as every ply of it has them.

    An error that was told from few repeats may be much too small by chance, so the usual one of the play counts too.
    Without that what is nothing would add up: of several noisy values the greatest is always a little too great.
    """
    noisy = [error for loss, error in losses if loss > NOTHING and error > 0]
    usual = math.sqrt(sum(error**2 for error in noisy) / len(noisy)) if noisy else 0.0
    return tuple(loss > NOTHING and (error == 0 or loss > SURE * max(error, usual)) for loss, error in losses)


def analyse(
    play: Play,
    simulations: int = SIMULATIONS,
    repeats: int = REPEATS,
    seed: int = 0,
    watch: Callable[[int, int], None] = lambda done, wanted: None,
) -> Analysis:
    """Look at every ply of a play from its start; `watch` is told how many are done, of how many."""
    analyst = Analyst(play, simulations, repeats, seed)
    steps = []
    watch(0, play.ply)
    for step in analyst.steps():
        steps.append(step)
        watch(len(steps), play.ply)
    names = tuple(play.seat_name(seat) for seat in range(play.seats))
    return Analysis(play.game.name, names, analyst.exact, tuple(steps))


def look_closer(
    play: Play,
    analysis: Analysis,
    plays: int,
    count: int,
    seed: int = 0,
    watch: Callable[[int, int], None] = lambda done, wanted: None,
) -> Analysis:
    """The same with its costliest decisions judged by so many plays to the end after every alternative.

    Raises ValueError where all is known already, or the game knows nothing to play by.
    """
    check_unsure(play.game, analysis.exact)
    costly = {step.ply for step in analysis.costliest(count)}
    steps, analyst, done = list(analysis.steps), Analyst(play, seed=seed), 0
    watch(0, len(costly))
    for i, step in enumerate(steps):
        if step.ply in costly:
            past = copy(play)
            past.undo(past.ply - step.ply)
            steps[i] = analyst.roll_out(past, play.codes[step.ply], plays, seed)
            done += 1
            watch(done, len(costly))
    return replace(analysis, steps=tuple(steps))


def check_unsure(game: Game, exact: bool) -> None:
    """Whether plays to the end can tell more of values that are exact or not. Raises ValueError."""
    if exact:
        raise ValueError("these values are exact already: there is nothing to be surer of")
    if game.knowledge is None:
        raise ValueError(f"{game.title} has no knowledge of its own, so nobody can play its positions to the end")


class Analyst:
    """Values positions of one play: exactly where the game can be solved, else by search."""

    def __init__(
        self,
        play: Play,
        simulations: int = SIMULATIONS,
        repeats: int = REPEATS,
        seed: int = 0,
        memory: int = MEMORY,  # bytes, for exact values
    ) -> None:
        self.play = play
        self.simulations = simulations
        self.seeds = [seed + i for i in range(repeats)]
        self.thinker = careful_thinker(play.game, play.values)
        self.exact = True
        self._points: Sequence[float] = play.game.solving.points if play.game.solving else ()
        self._solver: Solver | None = None
        if self._points and play.seats == 2:
            self._solver = Solver(play.game, play.values, memory)

    def steps(self) -> Iterator[Step]:
        """Every ply in order."""
        past = copy(self.play)
        past.undo(past.ply)
        for code, written in zip(self.play.codes, self.play.written, strict=True):
            if written.text.startswith(CALL_MARK):
                past.call(written.text.removeprefix(CALL_MARK))  # a referee's call is nobody's doing
            else:
                yield self.look_back(past, code)
                past.push(code)

    def look_back(self, past: Play, code: int) -> Step:
        """One ply: what was, what was played, and what might have been."""
        return self._look_at_chance(past, code) if past.at_chance else self._look_at_decision(past, code)

    def _look_at_chance(self, past: Play, code: int) -> Step:
        weights = past.weights()
        codes = [int(outcome) for outcome in np.flatnonzero(weights)]
        values = self.values_after(past, codes)  # repeat, outcome, seat
        mean = np.einsum("ros,o->rs", values, weights[codes] / weights.sum())
        luck = values[:, codes.index(code)] - mean
        brought = luck.mean(0)
        return Step(
            past.ply,
            CHANCE,
            past.game.notation.outcome(past.s, past.o, code),
            past.say(past.game.text.outcome(past.s, past.o, code)),
            _tuple(mean.mean(0)),
            _tuple(values[:, codes.index(code)].mean(0)),
            0.0,
            float(_standard_error(luck)[np.abs(brought).argmax()]),
            (),
            _tuple(brought),
            "",
        )

    def _look_at_decision(self, past: Play, code: int) -> Step:
        codes = self.candidates(past, code)
        return self._compare(past, code, codes, self.values_after(past, codes))

    def roll_out(self, past: Play, code: int, plays: int, seed: int = 0) -> Step:
        """A decision compared with its alternatives by plays to the end, all with the same dice."""
        codes = self.candidates(past, code)
        values = [self.thinker.roll_out(Line.after(past, other), plays, seed) for other in codes]
        return replace(self._compare(past, code, codes, np.stack(values, 1)), plays=plays)

    def _compare(self, past: Play, code: int, codes: list[int], values: NDArray[np.float64]) -> Step:
        """A decision and its alternatives, by what was found out about each; `values` by repeat, code and seat."""
        mover = past.to_move
        means = values.mean(0)
        order = sorted(range(len(codes)), key=lambda i: -means[i, mover])
        best, played = order[0], codes.index(code)
        alternatives = tuple(
            Alternative(
                past.game.notation.write(past.s, past.o, codes[i]),
                past.describe(codes[i]).label,
                _tuple(means[i]),
                float(means[best, mover] - means[i, mover]),
                float(_standard_error(values[:, best, mover] - values[:, i, mover])),
            )
            for i in order
        )
        loss = float(means[best, mover] - means[played, mover])
        return Step(
            past.ply,
            mover,
            past.game.notation.finished(past.s, past.o, code),
            past.describe(code).label,
            _tuple(means[best]),
            _tuple(means[played]),
            loss,
            alternatives[order.index(played)].error,
            alternatives,
            (0.0,) * past.seats,
            explain(self.thinker, past, codes[best], [code]) if loss > NOTHING else "",
        )

    def candidates(self, past: Play, played: int | None = None) -> list[int]:
        """The moves worth comparing: all if that is exact or they are few, else those a search likes best."""
        legal = past.legal_codes()
        if len(legal) <= ALTERNATIVES or None not in self._solve(past, legal):
            return legal
        self.thinker.begin(self.seeds[0])
        liked = [c.code for c in self.thinker.think(past, simulations=self.simulations // 4).candidates]
        chosen = liked[:ALTERNATIVES]
        return chosen if played is None or played in chosen else [*chosen[:-1], played]

    def values_after(self, past: Play, codes: Sequence[int]) -> NDArray[np.float64]:
        """Points each seat can expect after each action or outcome: by repeat, code and seat."""
        solved = [self._solve_after(past, code) for code in codes] if past.at_chance else self._solve(past, codes)
        if all(values is not None for values in solved):
            return np.array([solved])
        self.exact = False
        share = max(1, self.simulations // (len(codes) * len(self.seeds)))
        return np.array([[self._search(Line.after(past, code), seed, share) for code in codes] for seed in self.seeds])

    def _search(self, line: Line, seed: int, simulations: int) -> Values:
        if line.over:
            return line.score
        self.thinker.begin(seed)
        thought = self.thinker.think(line, simulations=simulations)
        return thought.candidates[0].values if thought.candidates else thought.values

    def _solve(self, past: Play, codes: Sequence[int]) -> list[Values | None]:
        """What each move is worth exactly; None where that cannot be told."""
        if self._solver is None:
            return [None for _ in codes]
        try:
            moves = self._solver.solve(past).moves
        except Unsolvable:
            return [None for _ in codes]
        loss, draw, win = self._points
        found: list[Values | None] = []
        for code in codes:
            value = moves[past.game.notation.write(past.s, past.o, code)]
            own, other = (win, loss) if value > 0 else (loss, win) if value < 0 else (draw, draw)
            found.append((own, other) if past.to_move == 0 else (other, own))
        return found

    def _solve_after(self, past: Play, code: int) -> Values | None:
        """What an outcome leads to exactly, if that can be told."""
        after = copy(past)
        after.push(code)
        if after.over or after.at_chance:
            return after.score
        known = [values for values in self._solve(after, after.legal_codes()) if values is not None]
        return max(known, key=lambda values: values[after.to_move], default=None)


def _tuple(values: NDArray[np.float64]) -> Values:
    return tuple(float(value) for value in values)


def _standard_error(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the mean over the first axis; nothing for a single, exact row."""
    if len(values) < 2:
        return np.zeros(values.shape[1:])
    error: NDArray[np.float64] = values.std(0, ddof=1) / np.sqrt(len(values))
    return error
