"""Thinking about a position: the tree search of one game under fixed options, and what it found."""

import math
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import new_words
from parlour.engine.game import Game
from parlour.engine.level import EVERYTHING
from parlour.engine.options import Values
from parlour.search import luck, rollout, tree
from parlour.search.endings import family_of, find_table, no_table
from parlour.search.knowledge import bind_judging, bind_tree, levels_of, weighing_of
from parlour.search.line import Position
from parlour.search.net import Net
from parlour.search.simulate import seeded
from parlour.search.tree import Workspace
from parlour.search.turns import SLOTS, Turn
from parlour.search.weights import Weights, empty_net, net_of

CAPACITY = 1 << 18  # nodes of a tree at most
REMEMBERED = 1 << 16  # positions of which a thinker knows what the net said
DEEPEST = 512  # plies of a path at most
LONGEST = 10_000  # decisions of a playout at most
LONGEST_ROLLED = 1000  # and of a play to the end by what the judge likes best
BY_NET, BY_KNOWLEDGE, BY_PLAYOUTS = 0.1, 0.3, 1.0  # how much to explore: the less, the more a simulation tells
STEP_SECONDS = 0.02  # how often a clock or a word to stop is looked at


@dataclass(frozen=True)
class Candidate:
    """A move that was thought about."""

    code: int
    visits: int
    values: tuple[float, ...]  # points each seat can expect after it

    def lead(self, seat: int) -> float:
        """How far it puts a seat ahead of what all have on average; playing alone, its points."""
        return self.values[seat] - (sum(self.values) / len(self.values) if len(self.values) > 1 else 0.0)


@dataclass(frozen=True)
class Thought:
    """What thinking came to."""

    values: tuple[float, ...]  # points each seat can expect from here
    candidates: tuple[Candidate, ...]  # the most promising first
    simulations: int

    @property
    def best(self) -> int:
        return self.candidates[0].code


@dataclass(frozen=True)
class Rolled:
    """Plays from a position to the end, as far as they have come; it can be handed to another process to go on with."""

    seeds: NDArray[np.uint64]  # the dice of every play
    results: NDArray[np.float64]  # points of each seat, less its luck; by play and seat
    at: NDArray[np.int64]  # how many plays are over, and the decisions of the one under way
    luck: NDArray[np.float64]  # in that one
    state: NDArray[Any]
    rng: NDArray[np.uint64]

    @property
    def done(self) -> int:
        return int(self.at[rollout.DONE])

    @property
    def over(self) -> bool:
        return self.done == len(self.seeds)


def new_turn(game: Game, seats: int, weights: NDArray[np.float64], remembered: int = 0) -> Turn:
    """Room to try out a turn in, and to remember what the net said of so many positions."""
    places, listed = (1 + game.learning.STEPS, game.learning.SHORTLIST) if game.learning else (1, 0)
    states = np.zeros(places, game.state_type)
    size = game.state_type.itemsize
    return Turn(
        states=states,
        words=states.view(np.uint32 if size % 4 == 0 else np.uint8).reshape(places, -1),
        sets=np.array([new_words(game.actions.SIZE)] * places),
        cursors=np.zeros(places, np.int64),
        met=np.zeros(SLOTS, np.uint64),
        when=np.zeros(SLOTS + 1, np.int64),
        known=np.zeros(remembered, np.uint64),
        worth=np.zeros((remembered, max(game.players))),
        listed=np.zeros(listed, game.state_type),
        leads=np.zeros(listed),
        marks=np.zeros(listed, np.uint64),
        best=np.zeros(1, game.state_type),
        points=np.zeros(max(game.players)),
        weights=weights,
        strengths=np.zeros(seats),
        table=no_table(game),
        knowing=np.zeros(1, np.int64),
    )


def new_workspace(
    game: Game, options: NDArray[Any], weights: NDArray[np.float64], net: Net, capacity: int
) -> Workspace:
    """Room to search in; threads have one each."""
    seats = int(options["players"][0])
    actions, shares, points = game.buffers()
    return Workspace(
        states=np.zeros(3, game.state_type),
        options=options,
        nodes=np.zeros(capacity, tree.NODE),
        totals=np.zeros((capacity, seats)),
        guesses=np.zeros((capacity, seats)),
        means=np.zeros((capacity, seats)),
        settings=np.zeros(1, tree.SETTING),
        path=np.zeros(DEEPEST, np.int32),
        actions=actions,
        seen=game.new_actions(),
        shares=shares,
        weights=weights,
        terms=np.zeros((seats, len(weights))),
        strengths=np.zeros(seats),
        points=points,
        rng=seeded(0),
        net=net,
        turn=new_turn(game, seats, weights, REMEMBERED),
    )


class Thinker:
    """Searches positions of one game under the same options, and keeps its tree from move to move."""

    def __init__(
        self,
        game: Game,
        values: Values,
        *,
        knows: tuple[str, ...] | None = None,
        sight: int = EVERYTHING,
        playouts: bool = False,
        net: Weights | None = None,
        ending: bool = False,
        seed: int = 0,
        threads: int = 1,
        exploring: float | None = None,
        sharpness: float = 0.1,
        capacity: int = CAPACITY,
    ) -> None:
        self.game, self.values = game, values
        self.seats: int = values["players"]
        self.seed = seed
        self.options = game.encode(values)
        knowledge = weighing_of(game, self.options)
        if knowledge is None and knows is not None:
            raise ValueError(f"{game.title} has no knowledge.py, so there are no terms to know: expected None")
        self.weights = knowledge.limited_to(knows) if knowledge else np.zeros(1)
        playouts = playouts or knowledge is None
        if exploring is None:
            exploring = BY_PLAYOUTS if playouts else BY_KNOWLEDGE if net is None else BY_NET
        self._functions = bind_tree(game)
        self._spaces = [
            new_workspace(game, self.options, self.weights, net.net() if net else empty_net(game, self.seats), capacity)
            for _ in range(threads)
        ]
        self._spare = [  # the same, but for the trees
            own._replace(
                nodes=np.zeros_like(own.nodes),
                totals=np.zeros_like(own.totals),
                guesses=np.zeros_like(own.guesses),
                means=np.zeros_like(own.means),
            )
            for own in self._spaces
        ]
        for own in self._spaces:
            setting = own.settings[0]
            setting["exploring"], setting["sharpness"] = exploring, sharpness
            setting["seats"], setting["sight"] = self.seats, sight
            setting["playouts"], setting["longest"] = playouts, LONGEST
            setting["net"] = net is not None
        self._ending = ending and net is not None and family_of(game, values) is not None
        self._at: tuple[str, list[int]] | None = None  # what was set up, and the codes from there to the root

    def begin(self, seed: int) -> None:
        """Forget everything, and go by another seed from now on."""
        self.seed, self._at = seed, None
        for own in self._spaces:
            self._functions.plant(own)

    def warm(self) -> None:
        """Compile the search, or load it compiled, so that nothing has to wait for it later."""
        own, spare = self._spaces[0], self._spare[0]
        self._functions.plant(spare)
        self._functions.find_child(spare, 0, 0)
        self._functions.transplant(spare, 0, own)
        self._functions.think(own, 0)
        self._at = None

    def think(
        self,
        position: Position,
        simulations: int | None = None,
        seconds: float | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Thought:
        """Think for so many simulations, or so long, or until stopped; a little in any case.

        By simulations alone the same position, seed and history of questions give the same thought.
        """
        if simulations is None and seconds is None:
            raise ValueError("how long to think was not said: expected simulations, seconds, or both")
        self._take_up(position)
        if len(self._spaces) == 1:
            return self._sum_up(self._run(self._spaces[0], simulations, seconds, stopped))
        with ThreadPoolExecutor(len(self._spaces)) as pool:
            made = sum(pool.map(lambda own: self._run(own, simulations, seconds, stopped), self._spaces))
        return self._sum_up(made)

    def judge(self, position: Position) -> tuple[float, ...]:
        """The points each seat can expect, at a glance."""
        self._know_endings(self._is_near_ending(position))
        own = self._spaces[0]
        own.states[tree.WALK] = position.states[0]
        self._functions.evaluate_at(own, tree.WALK)
        return tuple(float(points) for points in own.points[: self.seats])

    def luck_of(self, position: Position, code: int) -> tuple[float, ...]:
        """The points that an outcome brings each seat beyond what was to be expected, at a glance."""
        self._check(position)
        self._know_endings(self._is_near_ending(position))
        own, found = self._spaces[0], np.zeros((3, self.seats))
        own.states[tree.WALK] = position.states[0]
        bind_judging(self.game, luck).weigh_luck(own, found, code)
        return tuple(found[0].tolist())

    def weigh(self, position: Position) -> NDArray[np.float64]:
        """How much each seat has of each term of the game's knowledge; nothing once the play is over."""
        own = self._spaces[0]
        own.states[tree.WALK] = position.states[0]
        self._functions.weigh_at(own, tree.WALK)
        return own.terms.copy()

    def roll_out(self, position: Position, plays: int, seed: int = 0) -> NDArray[np.float64]:
        """The points of each seat in so many plays from here to the end, less its luck in them; by play and seat.

        Everybody plays what the judge likes best at a glance. With the same seed plays from other positions have the
        same dice, so that differences between them tell more.
        """
        rolled = self.new_rolled(plays, seed)
        self.roll_on(position, rolled)
        return rolled.results

    def new_rolled(self, plays: int, seed: int = 0) -> Rolled:
        """So many plays to the end, of which none has begun."""
        return Rolled(
            seeds=np.array([seeded(seed * 1_000_003 + play)[0] for play in range(plays)], np.uint64),
            results=np.zeros((plays, self.seats)),
            at=np.array([0, rollout.NOT_BEGUN], np.int64),
            luck=np.zeros((3, self.seats)),
            state=np.zeros(1, self.game.state_type),
            rng=seeded(0),
        )

    def roll_on(self, position: Position, rolled: Rolled, most: int = sys.maxsize) -> None:
        """Go on with plays from this position, for so many decisions and throws at most.

        However they are cut into parts, the results are the same.
        """
        self._check(position)
        self._know_endings(self._ending)  # sooner or later there is one
        own = self._spaces[0]
        own.states[tree.ROOT], own.states[tree.WALK], own.rng[:] = position.states[0], rolled.state[0], rolled.rng
        self._at = None  # the tree has another root
        bind_judging(self.game, rollout).roll_out(
            own, rolled.seeds, LONGEST_ROLLED, rolled.luck, rolled.results, rolled.at, most
        )
        rolled.state[0], rolled.rng[:] = own.states[tree.WALK], own.rng

    def _is_near_ending(self, position: Position) -> bool:
        if not self._ending or self.game.ending is None:
            return False
        return self.game.ending.is_near(position.s, position.o)

    def _know_endings(self, known: bool) -> None:
        """Judge endings exactly from now on, or not. That hangs on the position alone, so thoughts are the same always.

        Their table is read, or worked out, only by somebody who comes near one.
        """
        if known == bool(self._spaces[0].turn.knowing[0]):
            return
        for spaces in (self._spaces, self._spare):
            for i, own in enumerate(spaces):
                if known and own.turn.table is no_table(self.game):
                    turn = own.turn._replace(table=find_table(self.game, self.values))
                    spaces[i] = own = own._replace(turn=turn)
                own.turn.knowing[0] = known
                own.turn.known[:] = 0  # what the net said of them counts no more

    def _check(self, position: Position) -> None:
        if position.game is not self.game or position.options.tobytes() != self.options.tobytes():
            raise ValueError("this thinker was made for another game or other options")

    def _take_up(self, position: Position) -> None:
        """Make the position the root; what hangs below it already is kept."""
        self._check(position)
        self._know_endings(self._is_near_ending(position))
        placed, codes = position.placed, position.codes
        follows = self._at is not None and self._at[0] == placed and codes[: len(self._at[1])] == self._at[1]
        moved = codes[len(self._at[1]) :] if follows and self._at is not None else None
        for i, own in enumerate(self._spaces):
            if moved is None or not self._climb(i, moved):
                self._functions.plant(self._spaces[i])
            own.states[tree.ROOT] = position.states[0]
            own.rng[:] = seeded((self.seed * 8191 + len(codes)) * 64 + i)
        self._at = placed, list(codes)

    def _climb(self, i: int, moved: list[int]) -> bool:
        """Follow what was played down a tree; whether it was found there."""
        own, node = self._spaces[i], 0
        for code in moved:
            node = self._functions.find_child(own, node, code)
            if node == 0:
                return False
        if node and own.nodes[node]["mover"] == tree.UNSEEN:
            return False
        if node:
            self._functions.transplant(own, node, self._spare[i])
            self._spaces[i], self._spare[i] = self._spare[i], own
        return True

    def _run(self, own: Workspace, simulations: int | None, seconds: float | None, stopped: Callable[[], bool]) -> int:
        """One thread's work, in steps between which a clock can be looked at."""
        share = math.inf if simulations is None else -(-simulations // len(self._spaces))
        deadline = math.inf if seconds is None else perf_counter() + seconds
        made, step = 0, 16
        while True:
            step = int(min(step, share - made))
            begun = perf_counter()
            made += int(self._functions.think(own, step))
            if made >= share or perf_counter() >= deadline or stopped():
                return made
            step = max(1, int(step * min(4.0, STEP_SECONDS / max(1e-6, perf_counter() - begun))))

    def _sum_up(self, made: int) -> Thought:
        """The roots of all trees taken together."""
        visits: dict[int, int] = {}
        totals: dict[int, NDArray[np.float64]] = {}
        guesses: dict[int, NDArray[np.float64]] = {}
        whole, count = np.zeros(self.seats), 0
        for own in self._spaces:
            root = own.nodes[0]
            whole += own.totals[0]
            count += int(root["visits"])
            for child in range(root["first"], root["first"] + root["count"]):
                code = int(own.nodes[child]["code"])
                visits[code] = visits.get(code, 0) + int(own.nodes[child]["visits"])
                totals[code] = totals.get(code, np.zeros(self.seats)) + own.totals[child]
                guesses[code] = own.guesses[child]
        candidates = [
            Candidate(code, n, tuple((totals[code] / n if n else guesses[code]).tolist())) for code, n in visits.items()
        ]
        mover = int(self._spaces[0].states["to_move"][tree.ROOT])
        return Thought(tuple((whole / max(1, count)).tolist()), by_promise(candidates, mover), made)


def by_promise(candidates: list[Candidate], mover: int) -> tuple[Candidate, ...]:
    """The most promising first: those with most attention, and among them those that put the mover furthest ahead."""
    return tuple(sorted(candidates, key=lambda candidate: (-candidate.visits, -candidate.lead(mover))))


def careful_thinker(game: Game, values: Values, capacity: int = CAPACITY) -> Thinker:
    """One who wants to know all moves well, not only the best, and judges as the strongest opponent does."""
    strongest = levels_of(game, values)[-1]
    net = net_of(strongest, game, values)
    return Thinker(game, values, net=net, ending=strongest.ending, exploring=1.0, sharpness=0.5, capacity=capacity)
