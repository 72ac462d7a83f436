"""Lessons can be played as they are written, and let a newcomer do everything there is to do."""

import re
from collections.abc import Callable
from functools import cache

import pytest

from parlour.engine import teaching
from parlour.engine.game import find_game
from parlour.engine.lesson import Lesson, Step
from parlour.engine.teaching import LessonError, NoLesson, Taught, find_lesson, teach, teach_all
from parlour.games.numeric import state as numeric
from parlour.games.quantum import state as quantum
from parlour.games.quatro import state as quatro
from parlour.games.stencil.state import Action
from parlour.games.vendetta import state as vendetta
from tests.terminal import heap


def kind_in_numeric(taught: Taught, code: int) -> str:
    several = {"form": "make a number", "place": "place a counter", "swap": "exchange"}
    kind = numeric.Action.word(code)
    return several.get(kind, kind)


def kind_in_quantum(taught: Taught, code: int) -> str:
    if code == quantum.Action.ENTER:
        return "enter"
    return "move by a die" if code % 17 < 6 else "move by a total"


def kind_in_quatro(taught: Taught, code: int) -> str:
    if code < quatro.Action.ROLL:
        if code in (quatro.Action.HIGHER, quatro.Action.LOWER):
            return "enter"
        if taught.expect and taught.expect.notation.endswith("off"):
            return "bear off"
        return "move by the lower die" if code > quatro.Action.LOWER else "move by the higher die"
    several = {"no_move": "forfeit", "take_board": "choose a board"}
    kind = quatro.Action.word(code)
    return several.get(kind, kind)


def kind_in_stencil(taught: Taught, code: int) -> str:
    if code == Action.NO_CLAIM:
        return "no claim"
    return "place" if code < Action.CLAIM else "claim" if code < Action.CHOOSE else "choose a plate"


def kind_in_vendetta(taught: Taught, code: int) -> str:
    if code in (vendetta.Action.SPIN, vendetta.Action.NO_SPIN):
        return "spin" if code == vendetta.Action.SPIN else "do not spin"
    piece = "Godfather" if code // 3 == vendetta.GODFATHER else "soldier"
    return f"{piece} by {('a die', 'a die', 'the total')[code % 3]}"


KINDS: dict[str, tuple[Callable[[Taught, int], str], set[str]]] = {
    "numeric": (
        kind_in_numeric,
        {"make a number", "place a counter", "pass", "take", "end", "forfeit", "join", "exchange"},
    ),
    "quantum": (kind_in_quantum, {"enter", "move by a die", "move by a total"}),
    "quatro": (
        kind_in_quatro,
        {
            "move by the higher die",
            "move by the lower die",
            "enter",
            "bear off",
            "roll",
            "double",
            "accept",
            "decline",
            "forfeit",
            "choose a board",
        },
    ),
    "stencil": (kind_in_stencil, {"place", "claim", "choose a plate", "no claim"}),
    "vendetta": (
        kind_in_vendetta,
        {"Godfather by a die", "soldier by a die", "soldier by the total", "spin", "do not spin"},
    ),
}

# what newcomers find hard, each as it is told when it happens
SHOWN = {
    "numeric": ("5 × (4 + 3)", "draw card", "bankrupt", "You win"),
    "quantum": (
        "is zapped",
        "strikes Black",
        "strikes another of your pieces",
        "jumps from",
        "too many for balance",
        "You win",
    ),
    "quatro": ("touch A4", "hit Black", "touch B6", "cannot use any number", "QUATRO", "decline"),
    "stencil": ("Wrong.", "must now place", "You win", "a draw"),
    "vendetta": ("he is a hostage", "second soldier on", "is free again", "point at", "Godfather is home"),
}


@cache
def taught_of(name: str) -> list[Taught]:
    """Every step of all lessons of a game."""
    return [step for steps in teach_all(find_game(name)).values() for step in steps]


@pytest.mark.parametrize("name", KINDS)
def test_a_newcomer_does_everything_there_is_to_do(name: str) -> None:
    kind_of, wanted = KINDS[name]
    done = {kind_of(step, step.expect.code) for step in taught_of(name) if step.expect}
    assert done == wanted


@pytest.mark.parametrize("name", KINDS)
def test_what_newcomers_find_hard_happens(name: str) -> None:
    told = " ".join(sentence for step in taught_of(name) for sentence in step.sentences)
    assert [part for part in SHOWN[name] if part not in told] == []


@pytest.mark.parametrize("name", KINDS)
def test_every_step_is_legal_and_points_at_what_is_there(name: str) -> None:
    lesson = find_lesson(find_game(name))
    assert 8 <= len(lesson.steps) <= 16
    assert all(2 <= len(further.steps) <= 8 and further.title for further in lesson.further.values())
    steps = [step for one in (lesson, *lesson.further.values()) for step in one.steps]
    for step, taught in zip(steps, taught_of(name), strict=True):
        assert set(taught.point) <= set(taught.scene.ids())
        assert taught.yours == (taught.expect is not None) == bool(taught.legal)
        assert step.move or taught.after == taught.scene
        if taught.expect:
            assert taught.expect.notation == step.move, "a move is written as the game writes it"
            assert taught.expect in taught.legal
            assert set(taught.expect.path) <= set(taught.scene.ids())


@pytest.mark.parametrize("name", KINDS)
def test_words_are_few_and_calm(name: str) -> None:
    for taught in taught_of(name):
        assert taught.say
        assert "!" not in taught.say
        assert len(taught.say) <= 220, taught.say
        assert len(re.findall(r"[.?](?= |$)", taught.say)) <= 5, taught.say


@pytest.mark.parametrize("name", KINDS)
def test_a_lesson_is_the_same_each_time(name: str) -> None:
    assert [step for steps in teach_all(find_game(name)).values() for step in steps] == taught_of(name)


WARM_UP = {"numeric": {"variant": "basic", "dice": 3}}  # sums with three dice, before there is money


@pytest.mark.parametrize("name", KINDS)
def test_the_first_lesson_is_on_the_game_that_is_played_at_once(name: str) -> None:
    """Whatever the usual game does not have, such as a cube, is a lesson of its own."""
    game = find_game(name)
    quick = game.front.quick
    assert quick
    first = {quick.option: quick.first} if quick.first is not None else {}
    lesson = find_lesson(game)
    for number, given in enumerate(
        (lesson.options, *(step.options for step in lesson.steps if step.options is not None))
    ):
        if number == 0 and given == WARM_UP.get(name):
            continue
        values = game.settle(**given)
        usual = game.settle(**first | {"players": values["players"]})  # by as many as are taught
        free = {"first_player", "first_side"}  # who begins is fixed, so that a lesson can be written
        assert {option for option in values if values[option] != usual[option]} <= free


def test_a_lesson_that_is_not_there_says_which_are() -> None:
    with pytest.raises(NoLesson, match="no lesson about 'chess': expected cube, three"):
        teach(find_game("quatro"), "chess")
    with pytest.raises(NoLesson, match="expected none, for it has only the one"):
        teach(find_game("stencil"), "chess")


def test_a_chain_reaction_is_shown_bit_by_bit() -> None:
    assert max(len(step.frames) for step in taught_of("quantum")) > 3
    for name in KINDS:
        for step in taught_of(name):
            assert {frame.sentence for frame in step.frames} <= set(step.sentences)


def test_a_game_without_a_lesson_says_so() -> None:
    with pytest.raises(NoLesson, match="Heap has no lesson yet: expected one in its Game"):
        teach(heap.GAME)


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        (Step("Place.", "e9"), "step 2 of the lesson of Stencil: 'e9' cannot be played here"),
        (Step("Look.", point=("cell:a1", "moon")), "step 2 of the lesson of Stencil: nothing to point at called moon"),
        (Step("Place.", "a1 b1"), "a1 b1 is 2 actions: expected one, the newcomer's"),
        (Step("See.", position="red=a9 turn=red"), "step 2 of the lesson of Stencil: "),
    ],
)
def test_a_lesson_that_cannot_be_played_says_where(step: Step, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fixed = {"first_player": "red", "plate_choice": "fixed"}
    monkeypatch.setattr(teaching, "find_lesson", lambda game, about: Lesson((Step("Look."), step), options=fixed))
    with pytest.raises(LessonError, match=re.escape(fault)):
        teach(find_game("stencil"))
