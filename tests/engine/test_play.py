"""A play as a Python user holds it."""

import copy
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.engine.game import UnknownGame, find_game
from parlour.engine.options import OptionError
from parlour.engine.position import PositionError
from parlour.engine.scene import Shape


def small_play() -> parlour.Play:
    return parlour.new("stencil", "quick", plate_choice="fixed", first_player="red")


def test_a_whole_turn() -> None:
    play = small_play()
    assert play.to_move == 0
    assert [action.notation for action in play.legal][:3] == ["a1", "b1", "c1"]
    play.push("c2")
    assert play.to_move == 1
    assert play.events[-1].sentence == "Red places a counter on c2."
    play.push(play.legal[0].code)
    assert play.position.startswith("red=c2 white=a1 turn=red")


NOISY = """
from parlour.engine.contract import note
def happen(kind): note(kind)
def legal(s, o, actions): happen(1)
def chance(s, o, weights): happen(2)
def apply(s, o, action): happen(3)
"""


def test_what_rules_try_when_they_are_asked_is_not_told() -> None:
    noisy = ModuleType("noisy")
    exec(NOISY, vars(noisy))
    told: list[int] = []
    rules = replace(find_game("stencil"), rules=noisy).bind_rules(told.append)
    rules.legal(None, None, None)
    rules.chance(None, None, None)
    assert told == []
    rules.apply(None, None, 0)
    assert told == [3]


def test_plays_of_one_game_hear_each_of_what_happens_in_it_alone() -> None:
    game = find_game("stencil")
    heard: dict[str, list[int]] = {"here": [], "there": []}
    here, there = small_play(), small_play()

    def tell_here(*numbers: int) -> None:
        heard["here"].append(numbers[0])
        if there.ply == 0:
            there.push("d4")  # in the midst of what happens here

    rules = game.bind_rules(tell_here)
    game.bind_rules(lambda *numbers: heard["there"].append(numbers[0]))
    rules.apply(here.s, here.o, here.legal_codes()[0])
    (event,) = there.events
    assert heard == {"here": [event.kind], "there": []}
    assert here.events == []


def test_plays_in_two_threads_hear_each_of_what_happens_in_it_alone() -> None:
    plays = [small_play() for _ in range(2)]
    both = Barrier(2)

    def play_on(play: parlour.Play) -> None:
        both.wait()
        for _ in range(200):
            play.push(play.legal_codes()[0])
            play.undo()
            play.push(play.legal_codes()[-1])
            play.undo()
        play.push("c2")

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(play_on, plays))
    for play in plays:
        assert [event.sentence for event in play.events] == ["Red places a counter on c2."]


def test_what_a_narrator_could_not_hear_leaves_the_next_as_it_was() -> None:
    def refuse(*numbers: int) -> None:
        raise RuntimeError("not now")

    play, other = small_play(), small_play()
    with pytest.raises(RuntimeError, match="not now"):
        find_game("stencil").bind_rules(refuse).apply(other.s, other.o, other.legal_codes()[0])
    play.push("c2")
    assert [event.sentence for event in play.events] == ["Red places a counter on c2."]


def test_several_moves_in_one_text_are_all_played_or_none() -> None:
    play = small_play()
    play.push("a1 b1 c1")
    assert play.ply == 3
    before = play.states.tobytes()
    with pytest.raises(parlour.IllegalAction, match="'a1' cannot be played here: expected one of a2 b2"):
        play.push("d1 a1")
    assert (play.ply, play.states.tobytes()) == (3, before)


def test_chance_is_rolled_or_said() -> None:
    play = parlour.new("stencil", "quick")
    assert play.at_chance
    assert {outcome.notation: outcome.weight for outcome in play.outcomes} == {"first:red": 1, "first:white": 1}
    assert play.roll(random.Random(1)).notation in ("first:red", "first:white")
    play.undo()
    play.push("first:white")
    assert play.view().asked == "Red's turn: choose a plate."
    with pytest.raises(parlour.IllegalAction, match="a seat is to move"):
        play.roll(random.Random(1))


def test_rolls_follow_the_weights() -> None:
    play = parlour.new("quatro", "backgammon36", touch_owned=False)
    play.push("open:A63:")
    while not play.at_chance:
        play.push(play.legal_codes()[0])
    rng, doublets = random.Random(5), 0
    for _ in range(600):
        notation = play.roll(rng).notation
        doublets += notation[0] == notation[1]
        play.undo()
    assert 60 <= doublets <= 140, "one roll in six"


def test_the_score_comes_at_the_end() -> None:
    play = small_play()
    assert play.score is None
    rng = random.Random(3)
    while not play.over:
        play.push(rng.choice(play.legal_codes()))
    assert play.score in ((1.0, 0.0), (0.0, 1.0), (0.0, 0.0))
    with pytest.raises(parlour.IllegalAction, match="the play is over"):
        play.push("a1")
    with pytest.raises(parlour.IllegalAction, match="the play is over"):
        play.roll(rng)


def test_undo_has_its_limits() -> None:
    play = small_play()
    play.push("a1 b1")
    play.undo(2)
    assert play.ply == 0
    with pytest.raises(ValueError, match="cannot take back 1 of 0 actions"):
        play.undo()


def test_views_show_a_seat_its_own_choices_only() -> None:
    play = small_play()
    assert len(play.view(0).legal) == 16
    assert play.view(1).legal == ()
    assert play.view().seat is None
    assert play.view(0).as_dict()["seats"] == ("Red", "White")
    with pytest.raises(ValueError, match="no seat 2: expected 0 to 1"):
        play.view(2)


def test_shapes_leave_out_what_is_usual() -> None:
    assert Shape("a", "text").as_dict() == {"id": "a", "kind": "text"}
    assert Shape("", "piece", 1.5, seat=0, anchor="end").as_dict() == {
        "id": "",
        "kind": "piece",
        "x": 1.5,
        "seat": 0,
        "anchor": "end",
    }
    scene = small_play().scene()
    data = scene.as_dict()
    told = [replace(shape, duty=False) for shape in scene.shapes]  # what no client needs is never told
    assert [Shape(**shape) for shape in data["board"] + data["pieces"]] == told


def test_an_earlier_place_of_a_play() -> None:
    play = small_play()
    positions = [play.position]
    for move in ("a1", "b1", "c1"):
        play.push(move)
        positions.append(play.position)
    assert [play.at(ply).position for ply in range(4)] == positions
    earlier = play.at(1)
    earlier.push("d4")
    assert play.position == positions[3]
    assert [event.sentence for event in play.at(2).events] == [
        "Red places a counter on a1.",
        "White places a counter on b1.",
    ]
    with pytest.raises(ValueError, match="no ply 4: expected 0 to 3"):
        play.at(4)


def test_frames_are_what_is_seen_in_the_midst_of_an_action() -> None:
    play = parlour.new("quatro", "two")
    play.place("A=36:2,25:5,15:3,9:5 B=36:2,25:5,15:3,9:4,8:1 turn=A phase=moving dice=61")
    assert "9/8" in {action.notation for action in play.legal}
    play.push("9/8")
    before, events = play.states.tobytes(), len(play.events)
    assert play.frames(0) == [], "a man has moved, and nothing else"
    with pytest.raises(ValueError, match="no ply 1: expected one of the 1"):
        play.frames(1)
    assert (play.states.tobytes(), len(play.events)) == (before, events)


def test_names_are_kept_and_checked() -> None:
    play = parlour.new("stencil", "quick", names=["Ada", "Bob"])
    assert play.seat_name(1) == "Bob"
    assert parlour.load(play.record()).names == ("Ada", "Bob")
    with pytest.raises(ValueError, match="1 names for 2 seats"):
        parlour.new("stencil", names=["Ada"])
    with pytest.raises(ValueError, match="names cannot be 'AB': expected a list of them"):
        parlour.new("stencil", names="AB")
    wrong: tuple[Any, ...] = ('A"da', "A|da", "A\nda", " ", 1, None)
    for name in wrong:
        with pytest.raises(ValueError, match="cannot be a name"):
            parlour.new("stencil", names=[name, "Bob"])


@pytest.mark.parametrize("what", [None, 3.0, np.float64(3), True, b"c2", ["c2"]], ids=repr)
def test_only_codes_and_text_are_pushed(what: Any) -> None:
    play = small_play()
    with pytest.raises(TypeError, match="is neither a code nor a move as text: expected a whole number or a str"):
        play.push(what)
    assert play.ply == 0


@pytest.mark.parametrize("name", ["numeric", "quantum", "quatro", "stencil", "vendetta"])
def test_numbers_of_events_are_plain_numbers(name: str) -> None:
    """Whatever a rule hands over, such as whether something is so: they go to clients as they are."""
    play, rng = parlour.Play(find_game(name), find_game(name).settle()), random.Random(1)
    for _ in range(120):
        if play.over:
            break
        if play.at_chance:
            play.roll(rng)
        else:
            play.push(rng.choice(play.legal_codes()))
    assert play.events
    assert {type(number) for event in play.events for number in event.numbers} == {int}


def test_a_code_from_an_array_is_kept_as_a_plain_number() -> None:
    play = small_play()
    play.push(np.int64(3))
    assert [type(code) for code in play.codes] == [int]
    assert play.written[-1].text == "d1"


def replay_pickled(play: parlour.Play) -> parlour.Play:
    read: parlour.Play = pickle.loads(pickle.dumps(play))
    return read


@pytest.mark.parametrize("double", [copy.copy, copy.deepcopy, replay_pickled])
def test_a_copy_goes_on_apart(double: Callable[[parlour.Play], parlour.Play]) -> None:
    play = small_play()
    play.place("red=c2d2d4a1 white=b3a4c4 turn=white plates=K1,K2")
    play.push("a3")
    before, record = play.states.tobytes(), play.record()
    other = double(play)
    assert (other.states.tobytes(), other.record(), other.events) == (before, record, play.events)
    other.push("@2")
    assert other.over
    assert (play.states.tobytes(), play.record(), len(play.events)) == (before, record, 1)
    other.undo(2)
    assert other.ply == 0
    assert play.ply == 1


def test_a_placed_position_is_part_of_the_record() -> None:
    play = small_play()
    play.place("red=c2d2d4a1 white=b3a4c4 turn=red plates=K1,K2")
    play.push("@2")
    record = play.record()
    assert "[Position " in record
    assert parlour.load(record).score == (1.0, 0.0)
    before = play.states.tobytes()
    with pytest.raises(PositionError, match="'a1' is not part of a position: expected name=value"):
        play.place("a1")
    assert play.states.tobytes() == before


def test_unknown_things_name_what_exists() -> None:
    with pytest.raises(UnknownGame, match=r"there is no game 'chess': expected one of .*quatro, stencil"):
        parlour.new("chess")
    with pytest.raises(
        OptionError, match="stencil has no preset 'blitz': expected one of quick, patent, teaching, flips"
    ):
        parlour.new("stencil", "blitz")
    with pytest.raises(OptionError, match="players cannot be 3: expected 2"):
        parlour.new("stencil", players=3)


def test_a_play_shows_itself() -> None:
    play = small_play()
    assert play._repr_svg_().startswith("<svg")
    assert "ply 0" in repr(play)
    assert str(play).strip()


def test_compiled_rules_take_over_when_they_are_warm() -> None:
    play = small_play()
    interpreted = play.legal_codes()
    play.game.warm()
    assert play.game.is_warm
    assert play.legal_codes() == interpreted


def called_play() -> parlour.Play:
    """Numeric for two in which A has thrown; time and attempts are limited."""
    play = parlour.new("numeric", first_side="A", cards=False, move_seconds=60, max_attempts=3, end="time_limit(5)")
    play.push("6431")
    return play


def test_calls_are_what_a_referee_may_declare_now() -> None:
    play = called_play()
    assert list(play.calls) == ["clock", "timeout", "attempts"]
    assert all(code >= play.game.actions.SIZE for code in play.calls.values())
    play.undo()
    assert list(play.calls) == ["clock"], "while the dice decide nobody is late"
    assert parlour.new("numeric").calls == {}


@pytest.mark.parametrize("name", ["stencil", "quatro"])
def test_a_game_may_know_no_calls(name: str) -> None:
    play = parlour.new(name)
    assert play.calls == {}
    with pytest.raises(
        parlour.IllegalAction, match="'clock' cannot be called here: expected none, there is nothing to call now"
    ):
        play.call("clock")


def test_a_call_is_played_told_and_taken_back_like_anything_else() -> None:
    play = called_play()
    before, ply = play.states.tobytes(), play.ply
    code = play.calls["timeout"]
    play.call("timeout")
    assert (play.ply, play.codes[-1], play.written[-1].text) == (ply + 1, code, "!timeout")
    assert (play.written[-1].turn, play.written[-1].whose) == (1, "A"), "it happened in A's turn"
    assert play.events[-1].sentence == "A ran out of time."
    assert play.to_move == 1
    play.undo()
    assert (play.states.tobytes(), play.ply) == (before, ply)


def test_a_call_that_cannot_be_is_refused_and_changes_nothing() -> None:
    play = called_play()
    before = play.states.tobytes(), play.ply, len(play.events)
    for word in ("claim:B", "Timeout", "!timeout", "", " timeout", "588"):
        with pytest.raises(
            parlour.IllegalAction, match=r"cannot be called here: expected one of clock, timeout, attempts$"
        ):
            play.call(word)
    assert (play.states.tobytes(), play.ply, len(play.events)) == before


def test_nothing_is_called_after_the_end() -> None:
    play = called_play()
    play.undo()
    play.call("clock")
    assert play.over
    assert play.calls == {}
    with pytest.raises(parlour.IllegalAction, match="expected none"):
        play.call("clock")


def test_a_call_is_not_for_a_player_to_push() -> None:
    play = called_play()
    for code in play.calls.values():
        with pytest.raises(parlour.IllegalAction, match=f"action {code} cannot be played here"):
            play.push(code)
    with pytest.raises(parlour.IllegalAction):
        play.push("!timeout")
    assert play.ply == 1


@pytest.mark.parametrize("double", [copy.copy, copy.deepcopy, replay_pickled])
def test_a_copy_keeps_the_calls(double: Callable[[parlour.Play], parlour.Play]) -> None:
    play = called_play()
    play.call("timeout")
    other = double(play)
    assert (other.states.tobytes(), other.codes, other.written) == (play.states.tobytes(), play.codes, play.written)
    other.undo()
    assert other.to_move == 0
    assert play.to_move == 1


def test_a_review_looks_back_at_the_last_action() -> None:
    play = called_play()
    assert play.review() == "", "dice were not chosen"
    before = play.states.tobytes()
    play.push("=14")
    after = play.states.tobytes()
    assert play.review().startswith("You made 14 for £5; also possible: ")
    assert play.states.tobytes() == after != before
    play.push("=96")
    assert play.review() == "", "it is the last action that counts"
    play.undo()
    assert play.review().startswith("You made 14 for £5; also possible: ")


def test_a_review_needs_an_action_and_a_game_that_gives_one() -> None:
    assert parlour.new("numeric").review() == ""
    play = small_play()
    play.push("c2")
    assert play.review() == ""


def test_a_play_is_retraced_ply_by_ply() -> None:
    play = parlour.new("quatro", "two")
    play.push("start:A 31: 9/6 9/8")
    play.place(play.position)
    rng = random.Random(1)
    for _ in range(30):
        play.push(rng.choice(play.outcome_codes() if play.at_chance else play.legal_codes()))
    plies = 0
    for ply, past in enumerate(play.retrace()):
        then = play.at(ply)
        assert past.record() == then.record()
        assert (past.position, past.codes, past.written, past.events) == (
            then.position,
            then.codes,
            then.written,
            then.events,
        )
        plies += 1
    assert plies == play.ply
