"""Puzzles found in plays: positions in which one move is clearly the best, however the search is seeded."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game
from parlour.engine.play import Play
from parlour.engine.puzzle import Found, Mining
from parlour.search.line import Line, Position
from parlour.search.reasons import explain
from parlour.search.thinker import Thinker, careful_thinker

PLAYING = 150  # simulations for a move of the plays that are looked through
SCREENING = 600  # to see whether a position is worth a closer look
SCREENED = 0.75  # of the lead that is needed, to be looked at closely
SIMULATIONS = 300  # after each move that is compared, for every seed
REPEATS = 5  # seeds, from whose differences the error is told
ERRORS = 6.0  # standard errors by which the best has to be ahead
LEAST_CHOICES = 3  # else there is little to find
MOST_OF_A_PLAY = 6  # so that puzzles come from many plays
FAR_AHEAD = 2.0  # times the lead that is needed: then it is easy to see
EASY, MIDDLE, HARD = 1, 2, 3  # seen at a glance and far ahead, seen at a glance, or only by looking ahead


@dataclass(frozen=True)
class Lead:
    """How far the best move is ahead of the second."""

    best: int
    second: int
    points: float
    error: float  # its standard error


class Miner:
    """Looks through plays of one game for puzzles. The same seed finds the same ones."""

    def __init__(self, game: Game, mining: Mining) -> None:
        self.game = game
        self.mining = mining
        self.values = game.settle(**mining.options)
        self.player = Thinker(game, self.values)
        self.judge = careful_thinker(game, self.values)

    def mine(self, seed: int) -> Iterator[tuple[int, Found | None]]:
        """Play on and on: for every position examined the number of plays so far, and a puzzle if it is one."""
        rng = random.Random(seed)
        known: set[str] = set()
        for play in count(1):
            line = Line(self.game, self.values)
            self.player.begin(rng.randrange(1 << 30))
            of_play = 0
            while not line.over:
                if line.at_chance:
                    line.draw(rng.random())
                    continue
                codes = line.legal_codes()
                if len(codes) == 1:
                    line.push(codes[0])
                    continue
                if len(codes) >= LEAST_CHOICES and of_play < MOST_OF_A_PLAY:
                    found = self.examine(line, codes, rng.randrange(1 << 30))
                    if found and found.position in known:
                        found = None
                    if found:
                        known.add(found.position)
                        of_play += 1
                    yield play, found
                move = self.player.think(line, simulations=PLAYING).best
                line.push(rng.choice(codes) if rng.random() < self.mining.wandering else move)

    def examine(self, line: Line, codes: list[int], seed: int) -> Found | None:
        """A puzzle, if two searches with other seeds agree that one move is clearly the best."""
        mover = line.to_move
        self.judge.begin(seed)
        thought = self.judge.think(line, simulations=SCREENING)
        ranked = sorted(thought.candidates, key=lambda candidate: -candidate.lead(mover))
        if ranked[0].lead(mover) - ranked[1].lead(mover) < SCREENED * self.mining.lead:
            return None
        lead = self.measure(line, [ranked[0].code, ranked[1].code], seed + 1)
        if not self.is_clear(lead):
            return None
        again = self.measure(line, codes, seed + 1 + REPEATS)  # with other seeds, and against every move there is
        return self.describe(line, codes, again) if self.is_clear(again) and again.best == lead.best else None

    def is_clear(self, lead: Lead) -> bool:
        return lead.points >= max(self.mining.lead, ERRORS * lead.error)

    def measure(self, position: Position, codes: Sequence[int], seed: int) -> Lead:
        """How far the best of some moves is ahead, by searches of what comes after each."""
        mover = int(position.states["to_move"][0])
        afters = [Line.after(position, code) for code in codes]
        worths = np.array([[self._worth(after, mover, seed + i) for after in afters] for i in range(REPEATS)])
        means = worths.mean(0)
        order = np.argsort(-means)
        best, second = int(order[0]), int(order[1])
        ahead: NDArray[np.float64] = worths[:, best] - worths[:, second]
        error = float(ahead.std(ddof=1) / np.sqrt(REPEATS))
        return Lead(codes[best], codes[second], float(ahead.mean()), error)

    def _worth(self, line: Line, seat: int, seed: int) -> float:
        """How far a seat is ahead of what all have on average."""
        if line.over:
            values = line.score
        else:
            self.judge.begin(seed)
            thought = self.judge.think(line, simulations=SIMULATIONS)
            values = thought.candidates[0].values if thought.candidates else thought.values
        return ahead_of_all(values, seat)

    def describe(self, line: Line, codes: list[int], lead: Lead) -> Found:
        position = self.game.write_position(line.s, line.o)
        play = Play(self.game, self.values)
        play.place(position)
        reason = explain(self.judge, line, lead.best, [lead.second])
        second = play.describe(lead.second).label
        cost = f"The next best, {second}, costs about {lead.points:.2f} points."
        answer = self.game.notation.write(line.s, line.o, lead.best)
        return Found(
            self.level(line, codes, lead), line.to_move, position, answer, f"It {reason}. {cost}" if reason else cost
        )

    def level(self, line: Line, codes: list[int], lead: Lead) -> int:
        mover = line.to_move
        if max(codes, key=lambda code: self._glance(line, code, mover)) != lead.best:
            return HARD
        return EASY if lead.points >= FAR_AHEAD * self.mining.lead else MIDDLE

    def _glance(self, line: Line, code: int, mover: int) -> float:
        after = Line.after(line, code)
        return ahead_of_all(after.score if after.over else self.judge.judge(after), mover)


def ahead_of_all(values: Sequence[float], seat: int) -> float:
    return values[seat] - sum(values) / len(values)
