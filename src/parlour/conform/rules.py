"""Whether rules end, and are the same to the byte however they run."""

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.conform.naming import name_difference, name_options
from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, OVER, Actions, Record, Weights
from parlour.engine.game import Game
from parlour.engine.narrating import Narrated
from parlour.engine.options import Values
from parlour.engine.records import new_record, view_record
from parlour.engine.shares import list_cases
from parlour.engine.targets import PYTHON

LONGEST = 20_000  # plies a play may last under a game's brisk options
SEEN = 300  # plies of each play that are looked at closely


def check_play_ends(game: Game, values: Values, rng: random.Random) -> None:
    """Random play under brisk options comes to an end, where every seat has a finite score."""
    where = name_options(game, values)
    options, states = game.encode(values), new_record(game.state_type)
    actions, weights, points = game.buffers()
    game.doors.setup_at(states, 0, options)
    plies = 0
    while states["to_move"][0] != OVER:
        assert plies < LONGEST, f"{where}: not over after {LONGEST} plies"
        game.doors.apply_at(states, 0, options, _draw(game, states, options, actions, weights, rng))
        plies += 1
    game.doors.score_at(states, 0, options, points)
    assert np.isfinite(points).all(), f"{where}: scores {points}"
    assert not points[values["players"] :].any(), f"{where}: a seat nobody holds has points"


def check_targets_agree(game: Game, values: Values, rng: random.Random) -> None:
    """Interpreted and compiled rules agree byte for byte, alone and in a batch, on states, masks and weights."""
    where = name_options(game, values)
    options = game.encode(values)
    python = game.bind_rules(lambda *numbers: None)
    one, batch = new_record(game.state_type), np.zeros(3, game.state_type)
    s, o = view_record(one), view_record(options)
    actions, weights, points = game.buffers()
    python.setup(s, o)
    game.doors.setup_at(batch, 1, options)
    for ply in range(SEEN):
        assert one.tobytes() == batch[1:2].tobytes(), (
            f"{where}: states differ at ply {ply}: {name_difference(one, batch[1:2])}"
        )
        assert not batch[0].tobytes().strip(b"\0"), f"{where}: a neighbour in the batch was written to at ply {ply}"
        assert not batch[2].tobytes().strip(b"\0"), f"{where}: a neighbour in the batch was written to at ply {ply}"
        _check_choices(game, python, one, options, f"{where}, ply {ply}")
        if s.to_move == OVER:
            game.doors.score_at(batch, 1, options, points)
            again = np.zeros_like(points)
            python.score(s, o, again)
            assert points.tobytes() == again.tobytes(), f"{where}: scores differ: {again} and {points}"
            return
        _check_bounds(game, s, f"{where}, ply {ply}")
        code = _draw(game, one, options, actions, weights, rng)
        if game.calls is not None and rng.random() < 0.1:
            called = game.new_actions(PYTHON)
            python.calls(s, o, called)
            game.doors.calls_at(batch, 1, options, actions)
            assert codes_of(called) == codes_of(actions), f"{where}: calls differ at ply {ply}"
            code = rng.choice([code, *codes_of(called)])
        python.apply(s, o, code)
        game.doors.apply_at(batch, 1, options, code)


def _check_choices(game: Game, python: Narrated, states: NDArray[Any], options: NDArray[Any], where: str) -> None:
    """Mask and weights are the same in both targets, fit their totals, change nothing and suit whose turn it is."""
    s, o = view_record(states), view_record(options)
    before = states.tobytes()
    compiled, weights, points = game.buffers()
    game.doors.legal_at(states, 0, options, compiled)
    total = game.doors.chance_at(states, 0, options, weights)
    if s.to_move == OVER:
        game.doors.score_at(states, 0, options, points)
        python.score(s, o, np.zeros_like(points))
    plain, plain_weights = game.new_actions(PYTHON), np.zeros_like(weights)
    python.legal(s, o, plain)
    codes = codes_of(plain)
    open_actions = len(codes)
    assert codes == codes_of(compiled), f"{where}: legal actions differ: {codes} and {codes_of(compiled)}"
    assert all(0 <= code < game.actions.SIZE for code in codes), f"{where}: {codes} are not all actions"
    assert python.chance(s, o, plain_weights) == total == weights.sum(), f"{where}: chance totals differ"
    assert weights.tobytes() == plain_weights.tobytes(), f"{where}: chance weights differ"
    assert (weights >= 0).all(), f"{where}: a weight is negative"
    if hasattr(game.rules, "cases") and s.to_move == CHANCE and (n := python.cases(s, o)):
        found = [python.case(s, o, number) for number in range(n)]
        assert found == list_cases(weights).tolist(), f"{where}: case() is not what chance() weighs"
    assert states.tobytes() == before, f"{where}: asking what is legal, likely or scored changed the state"
    to_move = s.to_move
    assert to_move in (CHANCE, OVER) or 0 <= to_move < o.players, f"{where}: to_move is {to_move}"
    assert (open_actions > 0) == (to_move >= 0), f"{where}: {open_actions} legal actions with to_move {to_move}"
    assert (total > 0) == (to_move == CHANCE), f"{where}: chance weighs {total} with to_move {to_move}"


def _check_bounds(game: Game, s: Record, where: str) -> None:
    """Every field holds what it is declared to hold."""
    for field in game.fields:
        low, high = field.kind.bounds
        numbers = field.numbers(s)
        within = all(low <= number <= high for number in numbers)
        assert within, f"{where}: {field.name} is {numbers}, not {low} to {high}"


def _draw(
    game: Game,
    states: NDArray[Any],
    options: NDArray[Any],
    actions: Actions,
    weights: Weights,
    rng: random.Random,
) -> int:
    """Something that may be played now, by its weight or at random."""
    if states["to_move"][0] == CHANCE:
        total = game.doors.chance_at(states, 0, options, weights)
        return int(np.searchsorted(np.cumsum(weights), rng.randrange(total), side="right"))
    game.doors.legal_at(states, 0, options, actions)
    return rng.choice(codes_of(actions))
