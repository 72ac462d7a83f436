"""Whatever text comes in, it is played, read or refused, and a position that is read can be played on."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import parlour
from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, OVER
from parlour.engine.options import OptionError
from parlour.engine.play import IllegalAction, Play
from parlour.engine.position import PositionError
from parlour.engine.record import RecordError
from parlour.engine.records import new_record, view_record
from parlour.engine.targets import PYTHON
from parlour.games.quatro import GAME
from tests.form import samples
from tests.games.quatro.late import late_position
from tests.games.quatro.met import TABLES, traces

NARRATED = GAME.bind_rules(lambda *numbers: None)
FRAGMENTS = (
    *"0123456789ABCDabcd/*~()=-:;,. \n",
    *(
        "bar",
        "off",
        "gone",
        "roll",
        "dbl2",
        "take",
        "drop",
        "start:A",
        "51:",
        "9/4",
        "6=3/off",
        "(2)",
        "board:",
        "turn=A",
    ),
    *(
        "phase=",
        "moving",
        "doubling",
        "answering",
        "finished",
        "dice=",
        "moved=",
        "5:9",
        "*B",
        "cube=2",
        "last=A",
        "asked=",
    ),
    *(
        "players=",
        "1,2,3,4",
        "choosers=",
        "rolls=",
        "99999999999",
        "-1",
        "[",
        "]",
        '"',
        "Options",
        "Position",
        "٣",
        "²",
    ),
)
anything = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join))


def spoiled(texts: Sequence[str]) -> st.SearchStrategy[str]:
    """One of the texts with a few pieces taken out, or replaced by something else."""
    edit = st.tuples(st.integers(0, 10**6), st.integers(0, 4), st.sampled_from(("", *FRAGMENTS)))
    return st.builds(spoil, st.sampled_from(texts), st.lists(edit, min_size=1, max_size=3))


def spoil(text: str, edits: list[tuple[int, int, str]]) -> str:
    for place, length, piece in edits:
        i = place % (len(text) + 1)
        text = text[:i] + piece + text[i + length :]
    return text


@cache
def plays() -> tuple[Play, ...]:
    """Plays in many situations."""
    rng = random.Random("plays")
    found = []
    for values, _, states in traces():
        for phase in set(states["phase"].tolist()):
            i = rng.choice(np.flatnonzero(states["phase"] == phase).tolist())
            play = Play(GAME, values)
            play.states[:] = states[i]
            found.append(play)
    return tuple(found)


@settings(max_examples=samples(150, 600))
@given(number=st.integers(0, 10**6), text=anything)
def test_arbitrary_moves_are_played_or_refused(number: int, text: str) -> None:
    play = plays()[number % len(plays())]
    before = play.states.tobytes(), play.ply, len(play.events)
    GAME.notation.split(text)
    try:
        play.push(text)
    except IllegalAction:
        pass
    else:
        play.undo(play.ply - before[1])
    assert (play.states.tobytes(), play.ply, len(play.events)) == before


@cache
def position_texts() -> dict[int, list[str]]:
    """Positions under the first tables, some of them late in a game."""
    rng = random.Random("texts")
    found = {}
    for table in range(len(TABLES)):
        values, options, states = traces()[table]
        o = view_record(options)
        some = rng.sample(range(len(states)), min(40, len(states)))
        found[table] = [GAME.write_position(view_record(states, i), o) for i in some]
        if values["seat_draft"] == "random":
            found[table] += [late_position(values, rng) for _ in range(20)]
    return found


@st.composite
def likely_positions(draw: st.DrawFn) -> tuple[int, str]:
    """Words of several positions together, or one of them with a slip."""
    table = draw(st.integers(0, len(TABLES) - 1))
    texts = position_texts()[table]
    if draw(st.booleans()):
        return table, draw(spoiled(texts))
    first, second = (dict(w.split("=") for w in draw(st.sampled_from(texts)).split()) for _ in range(2))
    names = sorted({*first, *second})
    taken = draw(st.sets(st.sampled_from(names), max_size=4))
    mixed = {name: (second if name in taken else first).get(name, "") for name in names}
    return table, " ".join(f"{name}={value}" for name, value in mixed.items() if value)


@settings(max_examples=samples(150, 500))
@given(likely_positions(), st.integers(0, 2**32))
def test_a_position_that_is_read_can_be_played_on(case: tuple[int, str], seed: int) -> None:
    table, text = case
    values, options, _ = traces()[table]
    states = new_record(GAME.state_type)
    try:
        GAME.read_position(text, view_record(states), view_record(options))
    except PositionError:
        return
    check_written_alike(states, options)
    check_shown(text, values)
    play_on(states, options, random.Random(seed))
    check_written_alike(states, options)


def check_written_alike(states: NDArray[Any], options: NDArray[Any]) -> None:
    again = new_record(GAME.state_type)
    text = GAME.write_position(view_record(states), view_record(options))
    GAME.read_position(text, view_record(again), view_record(options))
    assert again.tobytes() == states.tobytes(), text


def check_shown(text: str, values: dict[str, Any]) -> None:
    play = Play(GAME, values)
    play.place(text)
    for seat in (None, *range(play.seats)):
        view = play.view(seat)
        assert view.asked
        assert len(view.scene.ids()) == len(set(view.scene.ids()))
    assert str(play)


def play_on(states: NDArray[Any], options: NDArray[Any], rng: random.Random) -> None:
    """Fifty random plies, by the rules as written and compiled."""
    s, o, compiled = view_record(states), view_record(options), states.copy()
    actions, weights, points = GAME.buffers()
    for _ in range(50):
        if s.to_move == OVER:
            GAME.doors.score_at(compiled, 0, options, points)
            return
        if s.to_move == CHANCE:
            total = GAME.doors.chance_at(compiled, 0, options, weights)
            assert total == weights.sum() > 0
            codes = np.flatnonzero(weights).tolist()
        else:
            again = GAME.new_actions(PYTHON)
            GAME.doors.legal_at(compiled, 0, options, actions)
            NARRATED.legal(s, o, again)
            codes = codes_of(actions)
            assert codes == codes_of(again) != []
        code = rng.choice(codes)
        NARRATED.apply(s, o, code)
        GAME.doors.apply_at(compiled, 0, options, code)
        assert compiled.tobytes() == states.tobytes()


@settings(max_examples=samples(66, 200))
@given(st.integers(0, len(TABLES) - 1), anything)
def test_arbitrary_positions_are_refused(table: int, text: str) -> None:
    play = Play(GAME, traces()[table][0])
    before = play.states.tobytes()
    with pytest.raises(PositionError):
        play.place(text)
    assert play.states.tobytes() == before


@cache
def records() -> tuple[str, ...]:
    """Short records under all tables."""
    rng = random.Random("records")
    found = []
    for table in TABLES:
        play = parlour.new("quatro", **table)
        for _ in range(25):
            if not play.over:
                play.roll(rng) if play.at_chance else play.push(rng.choice(play.legal_codes()))
        found.append(play.record())
    return tuple(found)


@settings(max_examples=samples(60, 250))
@given(st.data())
def test_arbitrary_records_are_read_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.one_of(anything, spoiled(records())))
    try:
        play = parlour.load(text)
    except RecordError as refusal:
        assert refusal.line >= 1
    else:
        assert parlour.load(play.record()).states.tobytes() == play.states.tobytes()


@settings(max_examples=samples(50, 150))
@given(
    st.dictionaries(
        st.sampled_from([option.name for option in GAME.options]),
        st.one_of(anything, st.integers(), st.booleans(), st.none(), st.floats(), st.sampled_from(("AB", "3", "true"))),
        max_size=3,
    )
)
def test_arbitrary_options_are_taken_or_refused(given_values: dict[str, Any]) -> None:
    try:
        play = parlour.new("quatro", **given_values)
    except OptionError as refusal:
        assert "expected" in str(refusal) or "only matters" in str(refusal) or "needs" in str(refusal)
    else:
        assert play.game.settle(**play.values) == play.values
