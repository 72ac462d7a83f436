"""How fast one game is: its random play, the search of its opponents, and the referee's moves."""

import random
from bisect import bisect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, count
from time import perf_counter
from typing import Any

import numpy as np

from parlour.engine.bind import bind
from parlour.engine.bits import clear_actions, codes_of
from parlour.engine.contract import CHANCE, OVER
from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.engine.play import Play
from parlour.engine.records import new_record, view_record
from parlour.engine.targets import PYTHON
from parlour.search.knowledge import weighing_of
from parlour.search.line import Line
from parlour.search.simulate import random_games, random_trace
from parlour.search.thinker import Thinker
from parlour.search.timing import Batch, Pace, Slice, Spread, micros, rates, take_turns, time_batch, total

LIMIT = 100_000  # decisions after which any game is broken off
BATCH_SECONDS = 0.02  # about the time of one call into compiled code, and of one batch of interpreted decisions
SIMULATIONS = 500  # of one search
PLIES = 400  # how much of a random play the referee goes through, and searches begin in
SEED = 1
TRIES, SEEDS_APART = 20, 1_000_003  # random plays in which somebody to be asked is looked for


class NothingToTime(ValueError):
    """Nobody has anything to decide in this game; the message says so."""


@dataclass(frozen=True)
class Speed:
    """How fast a game is under some options; a second, unless it says otherwise."""

    decisions_a_game: float
    broken_off: float  # the share of random games that were not over after LIMIT decisions
    compiled_games: Spread
    compiled_decisions: Spread
    interpreted_decisions: Spread
    simulations: Spread
    by_knowledge: bool  # a simulation ends in a judgement; otherwise in a random play to the end
    legal_micros: Spread  # for play.legal, of one decision
    push_micros: Spread  # for play.push, of one action or outcome


def measure_speed(game: Game, values: Values, pace: Pace, watch: Callable[[str], None] = lambda what: None) -> Speed:
    """Everything about one game, compiled before; `watch` is told what comes next."""
    trace = Trace(game, values)
    watch("random play")
    played = take_turns({"compiled": compiled_play(game, values), "interpreted": interpreted_play(game, values)}, pace)
    watch("search")
    [searched] = take_turns({"search": search(game, values)}, pace).values()
    watch("referee")
    refereed = take_turns({"legal": list_moves(trace), "push": push_moves(trace)}, pace)
    whole = total(played["compiled"]).counts
    return Speed(
        decisions_a_game=whole["decisions"] / whole["games"],
        broken_off=1 - whole["finished"] / whole["games"],
        compiled_games=rates(played["compiled"], "games"),
        compiled_decisions=rates(played["compiled"], "decisions"),
        interpreted_decisions=rates(played["interpreted"], "decisions"),
        simulations=rates(searched, "simulations"),
        by_knowledge=weighing_of(game, trace.options) is not None,
        legal_micros=micros(refereed["legal"], "calls"),
        push_micros=micros(refereed["push"], "calls"),
    )


# Random play


def compiled_play(game: Game, values: Values) -> Batch:
    """Batches of random games at compiled speed, each of about BATCH_SECONDS."""
    options = game.encode(values)
    seeds = count(1)

    def play(games: int) -> dict[str, int]:
        tally = random_games(game, options, games, next(seeds), LIMIT)
        return {
            "games": games,
            "finished": tally.finished,
            "decisions": tally.decisions,
            "outcomes": tally.outcomes,
        }

    play(1)  # compiles
    games = 1
    while time_batch(partial(play, games))().seconds < BATCH_SECONDS:
        games *= 2
    return time_batch(partial(play, games))


def interpreted_play(game: Game, values: Values) -> Batch:
    """Batches of decisions of interpreted random games; a game may go on in the next batch."""
    decisions = play_decisions(game, values)

    def batch() -> Slice:
        start = perf_counter()
        made = 0
        while (taken := perf_counter() - start) < BATCH_SECONDS:
            next(decisions)
            made += 1
        return Slice(taken, {"decisions": made})

    return batch


def play_decisions(game: Game, values: Values) -> Iterator[None]:
    """Random games without end, one decision at a time, through the rules as written."""
    rules: Any = bind(game.rules, PYTHON)
    options = game.encode(values)
    states, empty = new_record(game.state_type), new_record(game.state_type)
    s, o = view_record(states), view_record(options)
    actions = game.new_actions(PYTHON)
    _, weights, _ = game.buffers()
    rng = random.Random(SEED)
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
                clear_actions(actions)
                rules.legal(s, o, actions)
                rules.apply(s, o, rng.choice(codes_of(actions)))
                made += 1
                yield


class Trace:
    """One random play, to be gone through again, and where in it somebody is asked."""

    def __init__(self, game: Game, values: Values, seed: int = SEED) -> None:
        self.game, self.values = game, values
        self.options = game.encode(values)
        for again in range(TRIES):
            self.states, codes = random_trace(game, self.options, seed + again * SEEDS_APART, PLIES)
            self.codes: list[int] = codes.tolist()
            self.asked: list[int] = np.flatnonzero(self.states["to_move"] >= 0).tolist()
            if self.asked:
                return
        raise NothingToTime(
            f"{game.title} asks nobody to decide anything under these options: there is nothing to time"
        )


# The search


def first_decision(game: Game, values: Values, seed: int) -> Line:
    """The start, after whatever chance decides there."""
    line, rng = Line(game, values), random.Random(seed)
    while line.at_chance:
        line.draw(rng.random())
    return line


def some_decision(game: Game, values: Values, seed: int) -> Line:
    """Somewhere in a random play; where there is a choice, if the play has such a place."""
    line, trace = Line(game, values), Trace(game, values, seed)
    places = random.Random(seed).sample(trace.asked, len(trace.asked))
    for at in places:
        line.states[:], line.codes = trace.states[at : at + 1], trace.codes[:at]
        if len(line.legal_codes()) > 1:
            break
    return line


def search(
    game: Game,
    values: Values,
    playouts: bool = False,
    find: Callable[[Game, Values, int], Line] = some_decision,
) -> Batch:
    """Batches of one search from a place that is found anew each time, as opponents search unless by `playouts`."""
    thinker = Thinker(game, values, playouts=playouts)
    seeds = count(1)

    def batch() -> Slice:
        seed = next(seeds)
        line = find(game, values, seed)
        start = perf_counter()
        thinker.begin(seed)
        made = thinker.think(line, simulations=SIMULATIONS).simulations
        return Slice(perf_counter() - start, {"simulations": made})

    return batch


# The referee


def list_moves(trace: Trace) -> Batch:
    """At each decision of a play, all that may be played, described."""
    play = Play(trace.game, trace.values)

    def batch() -> Slice:
        seconds = 0.0
        for i in trace.asked:
            play.states[0] = trace.states[i]
            start = perf_counter()
            _ = play.legal
            seconds += perf_counter() - start
        return Slice(seconds, {"calls": len(trace.asked)})

    return batch


def push_moves(trace: Trace) -> Batch:
    """Each action and outcome of a play, checked, played, told and written down."""

    def batch() -> Slice:
        play = Play(trace.game, trace.values)
        start = perf_counter()
        for code in trace.codes:
            play.push(code)
        return Slice(perf_counter() - start, {"calls": len(trace.codes)})

    return batch
