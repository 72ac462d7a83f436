"""The doubling cube in a report: how often it is offered and taken, and how often that is right."""

import pytest

from parlour.engine.game import find_game
from parlour.laboratory import new_plan
from parlour.laboratory.cube import measure_cube
from parlour.laboratory.findings import measure
from parlour.laboratory.looks import Call, Look, has_cube, look_closer
from parlour.laboratory.measures import ratio_of
from parlour.laboratory.page import list_sections
from parlour.laboratory.runs import play_part
from parlour.laboratory.sentences import say_cube


def look_of(*calls: Call) -> Look:
    return Look(0, {}, {}, (), {}, calls=calls)


def test_only_games_that_can_offer_take_and_refuse_have_a_cube() -> None:
    assert has_cube(find_game("quatro"))
    assert not has_cube(find_game("stencil"))


def test_offers_answers_and_what_is_right_are_counted() -> None:
    looks = [
        look_of(Call(True, "roll", 0.0), Call(True, "double", 0.0), Call(False, "accept", 0.5)),
        look_of(Call(True, "double", 0.3), Call(False, "decline", 0.0)),
        look_of(Call(True, "roll", 0.1)),
    ]
    cube = measure_cube(looks)
    assert cube is not None
    assert cube.chances.value == pytest.approx(4 / 3)
    assert cube.offers.value == pytest.approx(2 / 3)
    assert cube.offered.value == 0.5
    assert cube.taken.value == 0.5
    assert cube.offers_right.value == 0.5
    assert cube.waits_right.value == 0.5
    assert cube.answers_right.value == 0.5
    assert cube.lost.value == pytest.approx(0.9 / 6)
    assert any("50.0% ±" in sentence and "offers were taken" in sentence for sentence in say_cube(cube))


def test_a_cube_that_is_never_offered_says_so() -> None:
    cube = measure_cube([look_of(Call(True, "roll", 0.0)), look_of()])
    assert cube is not None
    assert "It was never offered, so nothing is known of answers." in say_cube(cube)
    assert measure_cube([look_of()]) is None


def test_decisions_of_one_play_hang_together() -> None:
    """Ten plays that are each all right or all wrong tell as much as ten decisions, not as a hundred."""
    parts, wholes = [10.0, 0.0] * 5, [10.0] * 10
    ten = ratio_of([1.0, 0.0] * 5, [1.0] * 10)
    assert ratio_of(parts, wholes).error == pytest.approx(ten.error)
    assert ratio_of([1.0] * 10, [1.0] * 10).low < 0.9, "never wrong in ten is not never wrong"


def test_a_report_about_plays_with_a_cube_has_a_section_about_it() -> None:
    game = find_game("quatro")
    plan = new_plan(game, game.settle("backgammon", cube=True, turn_cap=12), "pip")
    looks = look_closer(plan, range(2))
    assert any(call.offering for look in looks for call in look.calls)
    rows = play_part(plan, range(2))
    titles = [section.title for section in list_sections(measure(plan, rows, looks), rows, looks)]
    assert "Is the cube worth it?" in titles
