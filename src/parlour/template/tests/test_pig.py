"""The rules of Pig, paragraph by paragraph, and the conformance suite of Parlour."""

import random
from typing import Any

import parlour
import pytest
from parlour import IllegalAction, Play
from parlour.conform import check_game
from parlour.engine.contract import CHANCE
from parlour.engine.options import OptionError
from parlour.engine.position import PositionError
from parlour.engine.teaching import teach
from parlour.search.advice import advise

from pig import GAME


def play_at(position: str, **options: Any) -> Play:
    play = Play(GAME, GAME.settle(**options))
    play.place(position)
    return play


def banked(play: Play) -> list[int]:
    return [play.s.banked[seat] for seat in range(play.seats)]


def test_R1_turns_go_round_and_the_first_seat_starts() -> None:
    play = Play(GAME, GAME.settle(players=3))
    movers = []
    for _ in range(4):
        movers.append(play.to_move)
        play.push("roll 1")
    assert movers == [0, 1, 2, 0]


def test_R2_a_turn_starts_with_a_roll() -> None:
    play = Play(GAME, GAME.settle())
    assert [action.notation for action in play.legal] == ["roll"]
    with pytest.raises(IllegalAction, match="expected one of roll"):
        play.push("hold")
    play.push("roll 4")
    assert play.to_move == 0
    assert [action.notation for action in play.legal] == ["roll", "hold"]


def test_R3_rolls_are_gathered() -> None:
    play = play_at("turns=1")
    play.push("roll 4 roll 5")
    assert play.s.gathered == 9
    two_dice = play_at("turns=1", dice=2)
    two_dice.push("roll 2,5 roll 6,6")
    assert two_dice.s.gathered == 19


def test_R3_every_roll_is_as_likely_as_with_real_dice() -> None:
    one, two = play_at("phase=rolling"), play_at("phase=rolling", dice=2)
    assert {entry.notation: entry.weight for entry in one.outcomes} == dict.fromkeys("123456", 1)
    weights = {entry.notation: entry.weight for entry in two.outcomes}
    assert len(weights) == 21
    assert (weights["3,3"], weights["2,5"], sum(weights.values())) == (1, 2, 36)


def test_R4_a_one_loses_what_was_gathered() -> None:
    play = play_at("turns=3 banked=31,20 gathered=9 rolled=5")
    play.push("roll 1")
    assert (banked(play), play.s.gathered, play.to_move) == ([31, 20], 0, 1)
    assert play.events[-1].sentence == "A 1: Player 1 loses the 9 gathered."


def test_R4_with_two_dice_a_single_one_spares_the_bank() -> None:
    play = play_at("turns=3 banked=31,20 gathered=9 rolled=4,5", dice=2)
    play.push("roll 1,6")
    assert (banked(play), play.s.gathered, play.to_move) == ([31, 20], 0, 1)


def test_R5_a_double_one_loses_everything() -> None:
    play = play_at("turns=3 banked=31,20 gathered=9 rolled=4,5", dice=2)
    play.push("roll 1,1")
    assert (banked(play), play.to_move) == ([0, 20], 1)
    assert play.events[-1].sentence == "A double 1: Player 1 loses everything, 40 points."


def test_R6_holding_banks() -> None:
    play = play_at("turns=3 banked=31,20 gathered=9 rolled=5")
    play.push("hold")
    assert (banked(play), play.s.gathered, play.to_move) == ([40, 20], 0, 1)


@pytest.mark.parametrize(("roll", "won"), [("2", False), ("3", True), ("6", True)])
def test_R7_reaching_the_target_wins_at_once(roll: str, won: bool) -> None:
    play = play_at("turns=2 banked=99,88 gathered=9 rolled=5")
    play.push("roll " + roll)
    assert play.over == won
    assert play.score == ((0.0, 1.0) if won else None)


def test_R8_the_last_round_ends_the_play() -> None:
    play = play_at("turns=5 banked=10,30,12 gathered=3 rolled=3", players=3, rounds=2)
    play.push("hold")
    assert not play.over
    play.push("roll 1")
    assert play.over
    assert play.events[-1].sentence == "The last round is over: Player 2 wins with 33."


def test_R9_the_winner_scores_one_and_equals_share_it() -> None:
    play = play_at("turns=3 banked=10,30,27 gathered=3 rolled=3", players=3, rounds=1)
    play.push("hold")
    assert play.score == (0.0, 0.5, 0.5)
    assert play.events[-1].sentence == "The last round is over: Player 2 and Player 3 share the win with 30."


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("banked=100,0", "expected 0 to 99"),
        ("banked=1,2,3", "expected 2"),
        ("turns=401", "expected 1 to 400"),
        ("banked=90,0 gathered=10 rolled=5", "expected 0 to 9"),
        ("gathered=6 rolled=1", "without a 1"),
        ("gathered=3 rolled=5", "at least the sum"),
        ("phase=finished banked=99,0", "rounds are left"),
        ("phase=finished banked=0,100", "only seat 1"),
        ("sty=1", "not part of a position"),
    ],
)
def test_positions_that_cannot_be_are_refused(position: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        play_at(position)


@pytest.mark.parametrize(
    "position",
    [
        "turns=1 banked=0,0",
        "turns=4 banked=31,20 gathered=9 rolled=2,5",
        "phase=rolling turns=4 banked=31,20 gathered=9 rolled=2,5",
        "phase=finished turns=3 banked=104,20 rolled=3,6",
    ],
)
def test_positions_are_written_as_they_are_read(position: str) -> None:
    assert play_at(position, dice=2).position == position


def test_a_roll_needs_a_face_on_each_die() -> None:
    with pytest.raises(PositionError, match="1 to 6 for each die"):
        play_at("rolled=0,5", dice=2)


@pytest.mark.parametrize("options", [{"target": 19}, {"dice": 3}, {"rounds": 0}, {"players": 9}])
def test_options_out_of_bounds_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=f"{next(iter(options))} cannot be"):
        GAME.settle(**options)


def test_people_may_type_it_otherwise() -> None:
    play = Play(GAME, GAME.settle(dice=2))
    play.push("Roll 5,2 HOLD")
    assert [written.text for written in play.written] == ["roll", "2,5", "hold"]


def test_the_scene_shows_points_and_dice() -> None:
    play = play_at("turns=1 banked=40,20 gathered=10 rolled=4,6", dice=2)
    shapes = {shape.id: shape for shape in play.scene().shapes}
    assert (shapes["points:1"].text, shapes["points:2"].text) == ("40 + 10", "20")
    assert (shapes["die:1"].text, shapes["die:2"].text) == ("4", "6")
    assert shapes["piece:1"].x > shapes["piece:2"].x
    assert str(play).splitlines()[0] == "> Player 1  " + "#" * 16 + "+" * 4 + "." * 20 + "  40+10"


def test_a_record_is_read_back() -> None:
    play, rng = Play(GAME, GAME.settle(players=3, target=40)), random.Random(7)
    while not play.over:
        if play.to_move == CHANCE:
            play.roll(rng)
        else:
            play.push("hold" if play.s.gathered >= 10 else "roll")
    again = parlour.load(play.record())
    assert (again.codes, again.score) == (play.codes, play.score)


def test_touching_in_vain_gets_a_reason() -> None:
    play = Play(GAME, GAME.settle())
    assert play.why_not(["button:hold"]) == "There is nothing to bank before the first roll of a turn."
    assert play.why_not(["button:roll"]) == ""


def test_the_stronger_opponent_holds_when_that_wins_more() -> None:
    play = play_at("turns=1 banked=80,0 gathered=19 rolled=6")
    assert advise(play).move == "hold"
    assert "it " in str(advise(play))


def test_the_lesson_ends_in_the_middle_of_a_play() -> None:
    steps = teach(GAME)
    assert [step.yours for step in steps] == [True, False, True, False, True, False]


def test_it_conforms() -> None:
    check_game(GAME, plays=20, seed=1)
