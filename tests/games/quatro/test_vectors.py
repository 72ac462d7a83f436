"""Every figure and example of the rules page, by its number."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.form import some
from tests.games.quatro.kernel import OPTIONS, results, set_up
from tests.oracles import quatro as oracle

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: vector["id"])
def test_V_plays(vector: dict[str, Any]) -> None:
    position = oracle.Position.of({seat: oracle.read_men(men) for seat, men in vector["pos"].items()})
    play = set_up(position, vector["mover"], tuple(vector["dice"]), **OPTIONS[vector["rules"]])
    expected = set()
    for result in vector["results"]:
        changed = {seat: oracle.read_men(result[seat]) for seat in "ADCB" if seat in result}
        expected.add(oracle.Position.of({**dict(position.sides), **changed}))
    assert len(expected) == vector["count"]
    assert results(play) == expected


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: vector["id"])
def test_V_plays_are_written_as_on_the_page(vector: dict[str, Any]) -> None:
    position = oracle.Position.of({seat: oracle.read_men(men) for seat, men in vector["pos"].items()})
    for result in vector["results"]:
        play = set_up(position, vector["mover"], tuple(vector["dice"]), **OPTIONS[vector["rules"]])
        play.push(result["play"])
        written = " ".join(word.text for word in play.written)
        assert play.game.notation.split(result["play"]) == play.game.notation.split(written.replace("6=", ""))
        assert play.over or play.s.turns > 0, "the play is complete and the turn has passed"


@pytest.mark.parametrize("roll", some(VECTORS["openings"]["rows"], 7))
def test_V_opening_counts(roll: str) -> None:
    high, low = int(roll[0]), int(roll[2])
    for column, expected in zip(VECTORS["openings"]["columns"], VECTORS["openings"]["rows"][roll], strict=True):
        rules = OPTIONS[column["rules"]]
        for men, mover in product(column["men"], column["movers"]):
            position = oracle.start(men, column["seats"], oracle.rules_named(column["rules"]))
            assert len(results(set_up(position, mover, (high, low), **rules))) == expected, (column["title"], mover)
