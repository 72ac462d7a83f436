"""Whole matches under random options, every ply compared with the second reading of the rules."""

import random
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from parlour.engine.bits import codes_of
from parlour.engine.options import sample_options
from parlour.engine.play import Play
from parlour.games.stencil.board import CELLS, PLATES
from parlour.games.stencil.state import NOBODY, Action, Outcome, Phase
from parlour.search.simulate import random_trace
from tests.form import samples
from tests.games.stencil.table import GAME, play_on
from tests.oracles import stencil as oracle

COLOURS = oracle.COLOURS
PHASES = {
    "first": Phase.STARTING,
    "deal": Phase.DEALING,
    "plate": Phase.CHOOSING,
    "play": Phase.PLAYING,
    "over": Phase.FINISHED,
}
WAYS = ("first", "deal", "plate", "place", "claim", "none")


def to_oracle(values: dict[str, Any]) -> oracle.Options:
    """The same options for the oracle; `auto_claim` is left to `follow`, and `hint_level` is no rule."""
    same = {field.name: values[field.name] for field in fields(oracle.Options)}
    return oracle.Options(**{**same, "plates": tuple(map(oracle.cells_of_mask, values["plates"]))})


def as_action(code: int, at_chance: bool) -> oracle.Action:
    """A code as the oracle names it."""
    if at_chance:
        if code < Outcome.DEAL:
            return ("first", COLOURS[code])
        red, white = divmod(code - Outcome.DEAL, 4)
        return ("deal", PLATES[red], PLATES[white])
    if code < Action.CLAIM:
        return ("place", CELLS[code])
    if code < Action.CHOOSE:
        return ("claim", code - Action.CLAIM)
    return ("plate", PLATES[code - Action.CHOOSE]) if code < Action.NO_CLAIM else ("none",)


def as_code(action: oracle.Action) -> int:
    """The way back."""
    match action:
        case ("first", str(colour)):
            return Outcome.FIRST + COLOURS.index(colour)
        case ("deal", str(red), str(white)):
            return Outcome.DEAL + 4 * PLATES.index(red) + PLATES.index(white)
        case ("plate", str(name)):
            return Action.CHOOSE + PLATES.index(name)
        case ("place", str(cell)):
            return Action.PLACE + CELLS.index(cell)
        case ("claim", int(orientation)):
            return Action.CLAIM + orientation
    return Action.NO_CLAIM


def follow(state: oracle.State, action: oracle.Action, auto_claim: bool) -> oracle.State:
    """Play an action and, with auto_claim, the claim of whoever then has a stencil."""
    state = oracle.play(state, action)
    if auto_claim and state.phase == "play":
        right = [("claim", turning) for turning in oracle.complete_orientations(state, state.to_move)]
        if right and right[0] in oracle.choices(state):
            state = oracle.play(state, right[0])
    return state


def seen(states: Any, i: int = 0) -> tuple[Any, ...]:
    """What a state of the program says about the match."""
    s = states[i]
    return (
        int(s["phase"]),
        max(int(s["to_move"]), -1),
        tuple(int(mask) for mask in s["counters"]),
        tuple(int(plate) for plate in s["plate"]),
        tuple(int(halves) / 2 for halves in s["halves"]),
        (int(s["played"]), int(s["abandoned"])),
        bool(s["must_place"]),
    )


def expected(state: oracle.State) -> tuple[Any, ...]:
    """The same, as the oracle has it."""
    players = [state.player(colour) for colour in COLOURS]
    return (
        PHASES[state.phase],
        COLOURS.index(state.to_move) if state.to_move else -1,
        tuple(oracle.mask_of(player.counters) for player in players),
        tuple(PLATES.index(player.plate) if player.plate else NOBODY for player in players),
        tuple(float(player.points) for player in players),
        (sum(game.counted for game in state.finished), sum(not game.counted for game in state.finished)),
        state.must_place,
    )


def random_values(rng: random.Random) -> dict[str, Any]:
    return sample_options(GAME.options, rng, {"games": rng.randint(1, 3)}, GAME.check)


@pytest.mark.parametrize("batch", range(samples(2, 5)))
def test_plays_agree_with_the_oracle(batch: int) -> None:
    rng = random.Random(f"oracle {batch}")
    met: set[str] = set()
    for _ in range(100):
        values = random_values(rng)
        play, state = Play(GAME, values), oracle.start(to_oracle(values))
        while True:
            assert seen(play.states) == expected(state), f"{values} {play.codes}"
            legal = [outcome.code for outcome in play.outcomes] if play.at_chance else play.legal_codes()
            actions = {as_action(code, play.at_chance) for code in legal}
            assert actions == oracle.choices(state), f"{values} {play.codes}"
            assert {as_code(action) for action in actions} == set(legal)
            if play.over:
                break
            at_chance = play.at_chance
            play_on(play, rng)
            action = as_action(play.codes[-1], at_chance)
            met.add(str(action[0]))
            state = follow(state, action, values["auto_claim"])
        result = oracle.result(state)
        assert result is not None
        assert play.score == (float(result.red), float(result.white))
        met.update(game.winner or ("unfinished" if game.counted else "abandoned") for game in state.finished)
    assert met == {*WAYS, *COLOURS, "unfinished", "abandoned"}, "every kind of action and of end was met"


@pytest.mark.parametrize("batch", range(samples(1, 3)))
def test_compiled_plays_agree_with_the_oracle(batch: int) -> None:
    rng = random.Random(f"compiled {batch}")
    mask, weights, points = GAME.buffers()
    for number in range(100):
        values = random_values(rng)
        options, state = GAME.encode(values), oracle.start(to_oracle(values))
        states, codes = random_trace(GAME, options, seed=1000 * batch + number)
        for i in range(len(states)):
            assert seen(states, i) == expected(state), f"{values} {codes[:i].tolist()}"
            GAME.doors.legal_at(states, i, options, mask)
            GAME.doors.chance_at(states, i, options, weights)
            at_chance = bool(weights.any())
            assert set(weights.tolist()) == ({0, 1} if at_chance else {0}), "outcomes are equally likely"
            legal = np.flatnonzero(weights).tolist() if at_chance else codes_of(mask)
            actions = {as_action(int(code), at_chance) for code in legal}
            assert actions == oracle.choices(state), f"{values} {codes[:i].tolist()}"
            if i < len(codes):
                state = follow(state, as_action(int(codes[i]), at_chance), values["auto_claim"])
        result = oracle.result(state)
        assert result is not None
        GAME.doors.score_at(states, len(states) - 1, options, points)
        assert tuple(points) == (float(result.red), float(result.white))


def test_codes_and_actions_are_one_to_one() -> None:
    for code in range(Action.SIZE):
        assert as_code(as_action(code, at_chance=False)) == code
    for red in range(4):
        for white in range(4):
            code = Outcome.DEAL + 4 * red + white
            assert as_code(as_action(code, at_chance=True)) == code


def test_the_options_sampled_are_of_every_kind() -> None:
    rng = random.Random(0)
    sampled = [random_values(rng) for _ in range(300)]
    for option in GAME.options:
        values = {option.kind.write(values[option.name]) for values in sampled}
        wanted = {"players": 1, "games": 3, "plates": 50, "counters_each": 5, "min_counters_to_claim": 10}
        many = wanted.get(option.name, len(getattr(option.kind, "values", (0, 1))))
        assert len(values) >= many, option.name
