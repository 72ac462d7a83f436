"""Positions that nobody wrote: drawn from plays and changed, or made of anything; what is read can be played on."""

import random
from functools import cache
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, OVER
from parlour.engine.play import Play
from parlour.engine.position import PositionError
from parlour.games.numeric import GAME
from parlour.games.numeric.state import Phase
from tests.form import samples
from tests.games.numeric.ringside import (
    check_conserved,
    check_position,
    check_shown,
    everything,
    play_on,
    random_play,
)

NARRATED = GAME.bind_rules(lambda *numbers: None)


@cache
def traces() -> list[tuple[dict[str, Any], list[str]]]:
    """Options, and positions met under them in random plays, many of them of poor sides."""
    found = []
    for i in range(24):
        rng = random.Random(f"traces {i}")
        variant = ("counters", "zones", "hex", "counters", "zones", "basic")[i % 6]
        fixed: dict[str, Any] = {"max_throws": rng.choice([3, 60])}
        if variant != "basic":
            fixed |= {"cards": True, "starting_money": rng.choice([50, 100, 500]), "bankruptcy": "out"}
        play, _ = random_play(f"traces {i}", variant, fixed)
        texts = [play.position]
        while not play.over and play.ply < 90:
            play_on(play, rng)
            texts.append(play.position)
        found.append((play.values, texts))
    return found


def test_every_phase_is_met_in_random_plays() -> None:
    met = {text.split()[0].removeprefix("phase=") for _, texts in traces() for text in texts}
    assert met == set(Phase.words())


VALUES = {
    "phase": Phase.words(),
    "throws": ("0", "1", "3", "60"),
    "turns": ("0", "1", "2", "4", "61"),
    "thrower": ("A", "B", "C"),
    "turn": ("A", "B", "C"),
    "asked": ("-1", "0", "1", "2"),
    "throw": ("6431", "111", "1111"),
    "money": ("0,0", "0,100", "100,0,0"),
    "A": ("4", "7", "7,8,9"),
    "rackA": ("1,2", "97,98,99", "1,2,3,4,5,6,7,8"),
    "cells": ("C0:4", "C0:7,V1:8,V2:9"),
    "circuit": ("1", "2"),
    "passed": ("A", "B", "AB"),
    "claimed": ("1",),
    "made": ("0", "1", "100"),
    "placed": ("2,2", "8,8", "0,2,0"),
    "number": ("0", "4", "7", "50"),
    "signs": ("1", "3"),
    "reward": ("10", "100000"),
    "card": ("0", "3", "4", "9", "10", "25"),
    "drawn": ("0", "1", "25", "26"),
    "pack": ("1", "3", "4,9"),
    "broke": ("A", "B", "AB", "BC"),
    "out": ("1,0", "0,1", "1,0,0", "1,1"),
    "joined": ("1,0", "2,2"),
    "swaps": ("0", "1", "6"),
    "idle": ("1", "49", "99999"),
    "clock": ("1",),
    "last": ("funds", "line"),
    "reason": ("funds", "stall"),
}


@st.composite
def likely_positions(draw: st.DrawFn) -> tuple[dict[str, Any], str]:
    """A position that was met, some words of it taken from another one, changed or left out."""
    values, texts = draw(st.sampled_from(traces()))
    words, other = (dict(word.split("=") for word in draw(st.sampled_from(texts)).split()) for _ in range(2))
    for name in draw(st.lists(st.sampled_from(sorted(other)), max_size=3)):
        words[name] = other[name]
    for name in draw(st.lists(st.sampled_from(sorted(VALUES)), max_size=2)):
        words[name] = draw(st.sampled_from(VALUES[name]))
    for name in draw(st.lists(st.sampled_from(sorted(words)), max_size=1)):
        del words[name]
    return values, " ".join(f"{name}={value}" for name, value in words.items())


@settings(max_examples=samples(25, 150))
@given(case=likely_positions(), seed=st.integers(0, 2**32))
def test_a_position_that_is_read_can_be_played_on(case: tuple[dict[str, Any], str], seed: int) -> None:
    values, text = case
    play = Play(GAME, values)
    try:
        play.place(text)
    except PositionError as refusal:
        assert len(str(refusal)) > 10
        return
    check_position(play)
    check_shown(play)
    left = sum(not play.s.out[seat] and not play.s.broke >> seat & 1 for seat in range(play.seats))
    assert left > 1 or play.over or play.seats == 1 or (left and play.s.phase == Phase.BANKRUPT), "nobody could go on"
    play_both(play, random.Random(seed))
    check_position(play)
    check_shown(play)


def play_both(play: Play, rng: random.Random) -> None:
    """Fifty random plies, by the rules as written and compiled."""
    s, o, compiled = play.s, play.o, play.states.copy()
    actions, weights, points = GAME.buffers()
    for _ in range(50):
        if s.to_move == OVER:
            GAME.doors.score_at(compiled, 0, play.options, points)
            assert abs(points.sum()) < 1e-9 or play.seats == 1
            return
        if s.to_move == CHANCE:
            assert GAME.doors.chance_at(compiled, 0, play.options, weights) == weights.sum() > 0
            legal = np.flatnonzero(weights).tolist()
        else:
            GAME.doors.legal_at(compiled, 0, play.options, actions)
            legal = codes_of(actions)
            assert legal
        code = rng.choice(legal)
        NARRATED.apply(s, o, code)
        GAME.doors.apply_at(compiled, 0, play.options, code)
        assert compiled.tobytes() == play.states.tobytes()
        check_conserved(play)


FRAGMENTS = st.sampled_from(
    [
        *VALUES,
        *(value for values in VALUES.values() for value in values),
        "=",
        " ",
        ",",
        ":",
        "none",
        "-1",
        "9" * 4000,
        "٣",
    ]
)


@settings(max_examples=samples(33, 200))
@given(
    number=st.integers(0, 23),
    text=st.text(max_size=40)
    | st.lists(FRAGMENTS, max_size=12).map("".join)
    | st.lists(st.builds("{}={}".format, st.sampled_from(sorted(VALUES)), FRAGMENTS), max_size=8).map(" ".join),
)
def test_any_text_is_a_position_or_refused(number: int, text: str) -> None:
    play = Play(GAME, traces()[number][0])
    before = everything(play)
    try:
        play.place(text)
    except PositionError:
        assert everything(play) == before
    else:
        check_position(play)
        assert (play.over, play.at_chance, bool(play.legal_codes())).count(True) == 1


@settings(max_examples=samples(33, 200))
@given(data=st.data())
def test_a_position_with_a_slip_of_the_pen_is_read_or_refused(data: st.DataObject) -> None:
    values, texts = data.draw(st.sampled_from(traces()))
    text = data.draw(st.sampled_from(texts))
    at, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 3))
    slip = text[:at] + data.draw(st.text("0123456789ABC,:= ", max_size=3)) + text[at + length :]
    play = Play(GAME, values)
    try:
        play.place(slip)
    except PositionError:
        return
    check_position(play)
