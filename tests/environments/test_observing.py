"""Observations: own seat first, everything within bounds, every number in the table."""

import re

import numpy as np
import pytest

from parlour.engine.codes import Codes, code
from parlour.engine.fields import Bits, Dice, Field, Listed, Named, record_type
from parlour.engine.game import find_game, games
from parlour.engine.observing import derive_field, derive_observation
from parlour.engine.options import Choice, Whole
from parlour.engine.records import new_record, view_record
from parlour.environments import Batch

SIZES = {"numeric": 2103, "quantum": 2409, "quatro": 675, "stencil": 62, "vendetta": 1142}


class Colour(Codes):
    RED = code()
    BLUE = code()


FIELDS = (
    Field("colour", Choice(Colour), "a code"),
    Field("dice", Dice(), "dice", 2),
    Field("winner", Named(("a", "b", "c"), "none"), "a seat", seats=True),
    Field("men", Whole(0, 15), "men", 3, by_seat=True),
    Field("set", Bits(tuple("xyz")), "a set"),
    Field("cells", Listed(tuple("pqrs"), 2), "a long set", (3, 2), by_seat=True),
    Field("cube", Choice(1, 2, 4), "a stake"),
    Field("turns", Whole(0, 10**9), "turns"),
    Field("hidden", Whole(0, 9), "follows from the rest", derived=True),
    Field("to_move", Whole(-2, 2), "who is asked"),
)
OPTIONS = (Field("players", Whole(1, 3), "how many play"),)


def observe(seat: int, **values: object) -> list[float]:
    observation = derive_observation("probe", 3, FIELDS)
    state, options = new_record(record_type(FIELDS)), new_record(record_type(OPTIONS))
    options["players"] = 3
    for name, value in values.items():
        state[name] = value
    out = np.zeros(observation.size, np.float32)
    observation.module.observe(view_record(state), view_record(options), seat, out)
    return [round(float(x), 3) for x in out]


def place_of(name: str) -> slice:
    at = 0
    for part in derive_observation("probe", 3, FIELDS).parts:
        if part.name == name:
            return slice(at, at + part.size)
        at += part.size
    raise LookupError(name)


@pytest.mark.parametrize(
    ("seat", "name", "value", "expected"),
    [
        (0, "colour", Colour.BLUE, [0, 1]),
        (0, "dice", (3, 0), [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        (1, "winner", 0, [0, 0, 1]),
        (1, "winner", 1, [1, 0, 0]),
        (1, "winner", -1, [0, 0, 0]),
        (2, "men", (0, 3, 15), [1, 0, 0.2]),
        (0, "set", 0b101, [1, 0, 1]),
        (1, "cells", ((0, 0), (1, 2), (3, 0)), [1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0]),
        (0, "cube", 4, [0, 0, 1]),
        (0, "turns", 300, [0.75]),
        (2, "to_move", 0, [0, 1, 0]),
    ],
)
def test_each_kind_of_field_is_told_as_the_page_says(
    seat: int, name: str, value: object, expected: list[float]
) -> None:
    if name == "colour":
        assert observe(seat, colour=Colour.RED)[place_of(name)] == [1, 0]
    assert observe(seat, **{name: value})[place_of(name)] == expected


def test_what_follows_from_the_rest_is_left_out() -> None:
    assert "hidden" not in [part.name for part in derive_observation("probe", 3, FIELDS).parts]


def test_a_field_says_how_its_numbers_come_about() -> None:
    part, _ = derive_field(FIELDS[3], 3)
    assert (part.size, part.line, part.how) == (3, "men", "own seat first; 3 × 0 … 15 scaled to 0 … 1")


@pytest.mark.parametrize("name", games())
def test_the_table_tells_every_number_once(name: str) -> None:
    observation = find_game(name).observation
    rows = re.findall(r"^\| (\d+) \| (\d+) \|", observation.table, re.MULTILINE)
    numbers = [n for first, last in rows for n in range(int(first), int(last) + 1)]
    assert numbers == list(range(observation.size))


def test_a_change_of_an_observation_is_noticed() -> None:
    """Whoever changes one raises its version: the numbers a net was trained on have to stay what they were."""
    assert {name: game.observation.size for name, game in games().items()} == SIZES


@pytest.mark.parametrize(("name", "preset"), [(name, preset) for name in games() for preset in find_game(name).presets])
def test_every_seat_sees_numbers_from_minus_one_to_one(name: str, preset: str) -> None:
    batch = Batch(name, preset=preset, size=2, seed=3, device="python")
    for _ in range(6):
        batch.step(batch.random_actions())
        for seat in range(batch.values[0]["players"]):
            seen = batch.observe(seat)
            assert np.isfinite(seen).all()
            assert seen.min() >= -1
            assert seen.max() <= 1
            assert seen.any()


def test_own_men_of_quatro_look_the_same_from_every_seat_at_the_start() -> None:
    batch = Batch("quatro", preset="four", device="python")
    place = {part.name: part.size for part in batch.game.observation.parts}
    at = sum(size for name, size in place.items() if list(place).index(name) < list(place).index("men"))
    own = [batch.observe(seat)[0, at : at + 144].tolist() for seat in range(4)]
    assert own[0] == own[1] == own[2] == own[3]
    assert any(own[0])
