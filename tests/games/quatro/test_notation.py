"""Steps, turns and records as text, and back. Positions are in test_position.py."""

import random

import pytest

import parlour
from parlour.engine.options import sample_options
from parlour.engine.play import IllegalAction, Play
from parlour.games.quatro import GAME
from tests.games.quatro.tabletop import at, men, moves, new, words


@pytest.mark.parametrize(
    ("position", "written"),
    [
        ("A=20:1,9:10 turn=A dice=61", "20/14"),
        ("A=bar:1,9:10 turn=A dice=61", "bar/31"),
        ("A=3:1,2:2,off:8 turn=A dice=32", "3/off"),
        ("A=20:1,9:10 B=20:1,9:10 turn=A dice=63", "20/17*"),
        ("A=20:1,9:10 B=20:2,9:9 turn=A dice=63", "20/17~"),
        ("A=3:2,off:9 turn=A dice=65", "6=3/off"),
        ("A=3:2,off:9 turn=A dice=65", "5=3/off"),
        ("A=20:1,off:10 B=25:2,23:2,21:2,19:2,9:3 turn=A dice=22", "-"),
    ],
)
def test_actions_are_written_as_on_the_page(position: str, written: str) -> None:
    play = at(position)
    assert written in moves(play)
    play.push(written)
    assert play.written[-1].text == written


@pytest.mark.parametrize(
    ("position", "turn", "steps"),
    [
        ("A=9:11 D=9:11 turn=A dice=51", "9/8/3", "9/8 8/3"),
        ("A=25:3,15:3,9:3,5:2 B=36:1,29:1,25:3,15:3,9:3 turn=A dice=31", "9/8*/5", "9/8* 8/5"),
        ("A=bar:1,9:10 B=6:2,1:2,22:7 turn=A dice=61", "bar/31~/30", "bar/31~ 31/30"),
        ("C=8:1,5:1,3:1,off:8 turn=C dice=53", "8/3/off", "8/3 3/off"),
        ("A=5:2,4:3,off:6 turn=A dice=66", "5/off(2) 4/off(2)", "5/off 5/off 4/off 4/off"),
        ("A=20:4,off:7 turn=A dice=22", "20/18/16(2)", "20/18 18/16 20/18 18/16"),
        ("A=20:4,off:7 turn=A dice=22", "20/18(3) 18/16", "20/18 20/18 20/18 18/16"),
        ("A=bar:2,off:9 B=8:9,3:2 turn=A dice=33", "bar/34~/31(2)", "bar/34~ 34/31 bar/34~ 34/31"),
        ("A=3:2,1:1,off:8 turn=A dice=65", "6=3/off 3/off", "6=3/off 3/off"),
    ],
)
def test_turns_chain_what_one_man_does_and_count_what_is_repeated(position: str, turn: str, steps: str) -> None:
    notation = GAME.notation
    assert notation.split(turn) == steps.split()
    assert notation.split(notation.join(steps.split())) == steps.split()
    play = at(position)
    play.push(turn)
    assert [word.text for word in play.written] == steps.split()
    line = play.record().splitlines()[-1]
    assert notation.split(line.split(" ", 2)[2]) == steps.split()


def test_whole_plays_of_the_page() -> None:
    play = new()
    play.push("start:D 51: 9/4~/3")
    assert men(play, "D") == "36:2,25:3,15:3,9:2,3:1"
    assert "1. Blue 51: 9/4~/3" in play.record()


@pytest.mark.parametrize("typed", ["51:", "51", "15", "5-1", "1-5", "5–1", "5,1", "1,5:"])
def test_rolls_typed_loosely(typed: str) -> None:
    play = at("turn=A")
    play.push(typed)
    assert words(play)["dice"] == "51"


@pytest.mark.parametrize("typed", ["5", "511", "71", "50", "5/1", "fifty-one", "51:51:", "٥١"])
def test_rolls_that_are_none(typed: str) -> None:
    play = at("turn=A")
    before = play.states.tobytes()
    with pytest.raises(IllegalAction, match="cannot be played here: expected an outcome: 11: 21: 22: "):
        play.push(typed)
    assert play.states.tobytes() == before


@pytest.mark.parametrize(
    ("typed", "opening"),
    [("START:a", "start:A"), ("Start:B", "start:B")],
)
def test_other_words_in_any_case(typed: str, opening: str) -> None:
    play = new(cube=True)
    play.push(typed)
    assert play.written[-1].text == opening
    play.push("DBL2 Take DROP take")
    assert [word.text for word in play.written[1:]] == ["dbl2", "take", "drop", "take"]


@pytest.mark.parametrize(
    "typed",
    [
        "9/4~ 4/3",
        "9/4~/3",
        "9/4/3",  # without the mark
        "9/3",  # and without the stop
        "D9/D4~/D3",
        "d9/d4/d3",
        "D9/D3",
        "D9/4~ D4/3",
    ],
)
def test_one_move_in_many_ways(typed: str) -> None:
    text = "A=36:2,25:3,15:3,9:3 D=36:2,25:3,15:3,9:3 C=29:2,25:3,15:3,9:3 B=36:2,25:3,15:3,9:3 turn=D dice=51"
    play = at(text)
    play.push(typed)
    assert [word.text for word in play.written] == ["9/4~", "4/3"]
    assert men(play, "D") == "36:2,25:3,15:3,9:2,3:1"


def test_point_names_reach_round_the_whole_circle() -> None:
    play = at("A=bar:1,20:1,9:9 turn=A dice=61")
    play.push("bar/B6 C2/C1")
    assert men(play, "A") == "31:1,19:1,9:9"
    with pytest.raises(IllegalAction):
        at("A=20:1,9:10 turn=A dice=61").push("E2/E1")


def test_a_move_without_stops_is_the_one_that_hits_nobody() -> None:
    one = "A=20:1,off:10 B=20:1,9:10 turn=A dice=53"  # a single man on 17, none on 15
    play = at(one)
    play.push("20/12")
    assert [word.text for word in play.written] == ["20/15", "15/12"]
    assert men(play, "B") == "20:1,9:10"
    both = at("A=20:1,off:10 D=4:1,9:10 B=20:1,9:10 turn=A dice=53")
    with pytest.raises(IllegalAction, match="'20/12' cannot be played here: expected one of 20/15\\* 20/17\\*"):
        both.push("20/12")
    last = at("A=20:1,off:10 B=25:1,9:10 turn=A dice=53")
    last.push("20/12")
    assert men(last, "B") == "bar:1,9:10", "the man on the last point is hit as ever"


def test_moves_of_three_and_four_dice_without_stops() -> None:
    play = at("A=20:4,off:7 turn=A dice=22")
    play.push("20/14 20/18")
    assert men(play, "A") == "20:2,18:1,14:1,off:7"
    play = at("A=bar:1,off:10 turn=A dice=22")
    play.push("bar/29")
    assert men(play, "A") == "29:1,off:10"
    play = at("A=9:1,8:1,off:9 turn=A dice=33")
    play.push("9/off")
    assert men(play, "A") == "8:1,off:10"


@pytest.mark.parametrize("typed", ["9/2", "9/9", "9/10", "0/3", "37/31", "99/1", "9/-1", "bar/30", "9/0", "9/off", "9"])
def test_moves_that_are_none(typed: str) -> None:
    play = at("A=9:11 turn=A dice=51")
    before = play.states.tobytes()
    with pytest.raises(IllegalAction, match="cannot be played here: expected one of 9/4 9/8"):
        play.push(typed)
    assert play.states.tobytes() == before


def test_the_die_is_named_when_either_could_bear_the_man_off() -> None:
    play = at("A=3:1,2:1,1:1,off:8 turn=A dice=64")
    assert moves(play) == {"6=3/off", "4=3/off"}
    play.push("4=3/off")
    assert list(play.s.left) == [1, 0]
    play = at("A=3:1,2:1,1:1,off:8 turn=A dice=64")
    play.push("3/off")  # either will do: the same men can go off with what is left
    assert list(play.s.left) == [0, 1]
    only = at("A=4:1,3:1,off:9 turn=A dice=53")
    assert moves(only) == {"4/off", "4/1", "3/off"}, "no die to name"


def test_all_or_nothing() -> None:
    play = new()
    play.push("start:A")
    before = play.states.tobytes(), play.ply, len(play.events)
    with pytest.raises(IllegalAction, match="'36/31' cannot be played here"):
        play.push("21: 36/34 36/31")
    assert (play.states.tobytes(), play.ply, len(play.events)) == before


@pytest.mark.parametrize("part", range(4))
def test_every_action_and_outcome_is_read_back(part: int) -> None:
    rng = random.Random(f"notation {part}")
    for _ in range(10):
        values = sample_options(GAME.options, rng, {"turn_cap": 30}, GAME.check)
        play, twin = Play(GAME, values), Play(GAME, values)
        while not play.over and play.ply < 150:
            codes = [o.code for o in play.outcomes] if play.at_chance else play.legal_codes()
            play.push(rng.choice(codes))
            twin.push(play.written[-1].text)
            assert twin.codes == play.codes
        text = play.record()
        again = parlour.load(text)
        assert again.codes == play.codes
        assert again.record() == text
