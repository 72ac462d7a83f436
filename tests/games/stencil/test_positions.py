"""Positions as text and back, what is said to text that is none, and play from whatever is accepted."""

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.engine.position import PositionError
from parlour.games.stencil.board import CELLS
from tests.form import samples
from tests.games.stencil.table import check_position, everything, page_block, play_on, random_play, set_up

O7 = "red=d1b2c3a4c4d4 white=c1d2a3b3d3 turn=white plates=K1,K2 starter=red turns=12"


@pytest.mark.parametrize("seed", range(samples(12, 60)))
def test_positions_round_trip(seed: int) -> None:
    play, rng = random_play(seed)
    check_position(play)
    while not play.over:
        play_on(play, rng)
        check_position(play)


def test_positions_say_no_more_than_they_must() -> None:
    play = parlour.new("stencil")
    assert play.position == "phase=starting plates=-,-"
    play.push("first:red")
    assert play.position == "phase=choosing turn=white plates=-,- starter=red"
    play.push("K2")
    assert play.position == "phase=choosing turn=red plates=-,K2 starter=red"
    play.push("K1")
    assert play.position == "turn=red plates=K1,K2 starter=red turns=1"
    play.push("a1 b1 c1 d1 @0 @0 @0")
    assert play.position == (
        "red=a1c1 white=b1d1 turn=red plates=K1,K2 starter=red failed=1,1 must_place=1 turns=7"
    )  # fmt: skip


def test_a_position_at_the_end_of_a_match_that_ended_unfinished() -> None:
    play = set_up("W R R W  W R W W  R R W W  R R W R", final_attempts=2)
    play.push("-- -- -- --")
    assert play.position.startswith("phase=finished ")
    check_position(play)


def test_a_position_late_in_a_long_match() -> None:
    play = set_up(
        "R . . W  . . R W  R W . .  . . . .",
        more="turns=140000 played=998 abandoned=1000 halves=900,1000",
        games=1000,
        unfinished="abandon",
    )
    check_position(play)
    play.push("@0#")
    check_position(play)
    assert (play.s.turns, play.s.played, list(play.s.halves)) == (140001, 999, [902, 1000])


def test_words_may_come_in_any_order() -> None:
    play, other = parlour.new("stencil"), parlour.new("stencil")
    play.place(O7)
    words = O7.split()
    random.Random(1).shuffle(words)
    other.place("  ".join(words))
    assert other.states.tobytes() == play.states.tobytes()
    assert other.position == O7


def test_the_position_on_the_page_is_real() -> None:
    assert page_block("red=") == O7


BUDGET = {"failed_claim_rule": "budget"}
FREE = {"failed_claim_rule": "free"}


@pytest.mark.parametrize(
    ("text", "options", "reason"),
    [
        ("hello", {}, "'hello' is not part of a position: expected name=value"),
        ("turn=red plates=K1,K2 red=", {}, "'red=' is not part of a position: expected name=value"),
        ("turn=red plates=K1,K2 size=5", {}, "'size' is not part of a position of this game"),
        ("turn=red turn=red plates=K1,K2", {}, "'turn' is there twice"),
        ("plates=K1,K2", {}, "'turn' is missing"),
        ("turn=blue plates=K1,K2", {}, "'turn' cannot be 'blue': expected one of red, white"),
        ("turn=red plates=K1,K2 starter=nobody", {}, "'starter' cannot be 'nobody': expected one of red, white"),
        ("phase=lunch", {}, "'phase' cannot be 'lunch': expected one of starting, dealing"),
        (
            "turn=red plates=K1,K2 red=a1z9",
            {},
            "'red' cannot be 'a1z9': expected some of a1 to d4, one after another and each once",
        ),
        ("turn=red plates=K1,K2 red=a1b", {}, "'red' cannot be 'a1b': expected some of a1 to d4"),
        (
            "turn=red plates=K1,K2 white=a1a1",
            {},
            "'white' cannot be 'a1a1': expected some of a1 to d4, one after another and each once",
        ),
        ("turn=red plates=K1,K2 red=a1b1 white=b1", {}, "b1 cannot be both red and white"),
        (
            "turn=red plates=K1,K2 red=a1b1c1d1a2",
            {"counters_each": 4},
            "red has too many counters: expected at most 4",
        ),
        ("turn=red", {}, "'plates' names none: expected 2"),
        ("turn=red plates=K1,-", {}, "'plates' names 1: expected 2"),
        ("turn=red plates=K1", {}, "'plates' has 1 entries: expected 2, with commas between them"),
        ("turn=red plates=K1,K5", {}, "'plates' cannot be 'K5': expected one of K1, K2, K3, K4, or -"),
        (
            "turn=red plates=K1,K3",
            {"plates": "a1c2a3b3,b1c2a3c3"},
            "'plates' cannot be K3: expected one of K1, K2, or -",
        ),
        ("turn=red plates=K2,K2", {}, "'plates' has K2 twice: expected each once"),
        ("turn=red plates=K3,K4", {"plate_choice": "fixed"}, "'plates' cannot be K3: expected K1"),
        ("phase=finished", {}, "'plates' names none: expected 2"),
        ("phase=starting plates=K1,K2", {}, "'plates' cannot be K1: expected no such word in phase starting"),
        ("phase=starting red=a1", {}, "'red' cannot be a1: expected no such word in phase starting"),
        ("phase=starting turns=1", {}, "'turns' cannot be 1: expected no such word in phase starting"),
        ("phase=starting turn=red", {}, "'turn' cannot be red: expected no such word in phase starting"),
        ("phase=starting starter=white", {}, "'starter' cannot be white: expected no such word in phase starting"),
        (
            "red=a1b1c1d1a2b2c2 turn=red plates=K1,K2",
            {},
            "white has 0 counters: expected at least 2, since nobody claims before 4 lie on the board",
        ),
        (
            "phase=starting",
            {"first_player": "red"},
            "'phase' cannot be 'starting' under these options: expected one of ",
        ),
        ("phase=dealing", {}, "'phase' cannot be 'dealing' under these options: expected one of "),
        (
            "phase=choosing turn=white",
            {"plate_choice": "random"},
            "'phase' cannot be 'choosing' under these options: expected one of ",
        ),
        ("phase=choosing turn=red", {}, "'turn' cannot be red: expected white, by all the rest"),
        ("phase=choosing turn=white plates=-,K1", {}, "'turn' cannot be white: expected red, by all the rest"),
        ("phase=choosing turn=white plates=K1,-", {}, "red starts and has a plate already: expected to choose last"),
        ("phase=choosing turn=red plates=K1,K2", {}, "red starts and has a plate already: expected to choose last"),
        ("phase=choosing turn=white white=a1", {}, "'white' cannot be a1: expected no such word in phase choosing"),
        ("turn=red plates=K1,K2 failed=1,2", {}, "'failed' cannot be 2: expected 0 to 1"),
        ("turn=red plates=K1,K2 failed=1", {}, "'failed' has 1 entries: expected 2"),
        ("turn=red plates=K1,K2 failed=1,1", FREE, "'failed' cannot be 1: expected 0"),
        ("turn=red plates=K1,K2 budget=1,1", {}, "'budget' cannot be 1: expected 0"),
        ("turn=red plates=K1,K2 budget=3,0", BUDGET, "'budget' cannot be 3: expected 0 to 2"),
        (
            "phase=choosing turn=white budget=1,2",
            BUDGET,
            "'budget' cannot be 1: expected no such word in phase choosing",
        ),
        ("turn=red plates=K1,K2 must_place=1", {}, "'must_place' cannot be 1: no failed claim would leave a placement"),
        ("red=a1b1 white=c1d1 turn=red plates=K1,K2 must_place=1 failed=0,1", {}, "'must_place' cannot be 1"),
        ("red=a1b1 white=c1 turn=red plates=K1,K2 must_place=1 failed=1,0", {}, "'must_place' cannot be 1"),
        ("turn=red plates=K1,K2 idle=1", {}, "'idle' cannot be 1: expected 0"),
        ("turn=red plates=K1,K2 idle=2", FREE, "'idle' cannot be 2: expected 0 to 1"),
        ("turn=red plates=K1,K2 turns=x", {}, "'turns' cannot be 'x': expected a whole number"),
        ("turn=red plates=K1,K2 turns=-1", {}, "'turns' cannot be -1: expected 0 to 1000000000"),
        ("turn=red plates=K1,K2 played=6", {}, "'played' cannot be 6: expected 0 to 5"),
        ("phase=finished plates=K1,K2 played=5", {}, "'played' cannot be 5: expected 6"),
        ("turn=red plates=K1,K2 abandoned=1", {}, "'abandoned' cannot be 1: expected 0"),
        ("turn=red plates=K1,K2 abandoned=7", {"unfinished": "abandon"}, "'abandoned' cannot be 7: expected 0 to 6"),
        ("turn=red plates=K1,K2 played=1 halves=2,1", {}, "'halves' has 3: expected at most 2"),
        ("turn=red plates=K1,K2 played=1 halves=1,0", {}, "'halves' cannot be 1,0: expected whole points"),
        ("turn=red plates=K1,K2 played=1 halves=1,0", {"unfinished": "half"}, "'halves' adds up to 1: expected 2"),
    ],
)
def test_what_is_no_position_is_refused_and_changes_nothing(text: str, options: dict[str, Any], reason: str) -> None:
    play = parlour.new("stencil", **options)
    before = everything(play)
    with pytest.raises(PositionError, match=re.escape(reason)):
        play.place(text)
    assert everything(play) == before


def random_position(rng: random.Random) -> str:
    """Words of a position, most of them sensible by themselves."""
    down = rng.choice([0, 0, 3, 8, 15, 16])
    chosen = rng.sample(CELLS, down)
    red = rng.choice([down // 2, (down + 1) // 2, rng.randint(0, down)])
    words = {"turn": rng.choice(["red", "white"]), "plates": rng.choice(["K1,K2", "K2,K1", "K1,K2", "-,K1", "-,-"])}
    words |= {colour: "".join(part) for colour, part in (("red", chosen[:red]), ("white", chosen[red:])) if part}
    for name, values in (
        ("phase", ("starting", "dealing", "choosing", "finished")),
        ("starter", ("red", "white")),
        ("failed", ("0,1", "1,0", "1,1")),
        ("budget", ("0,1", "1,0", "0,0")),
        ("must_place", ("1",)),
        ("idle", ("1", "2", "3")),
        ("turns", ("1", "30000", "1000000000")),
        ("played", ("1", "2")),
        ("abandoned", ("1", "2")),
        ("halves", ("2,0", "1,1", "4,0")),
    ):
        if rng.random() < 0.15:
            words[name] = rng.choice(values)
    if words.get("phase") in ("starting", "dealing", "finished"):
        del words["turn"]
    return " ".join(f"{name}={value}" for name, value in words.items())


@pytest.mark.parametrize("batch", range(samples(2, 10)))
def test_every_position_accepted_can_be_played_to_the_end(batch: int) -> None:
    accepted = 0
    for seed in range(30 * batch, 30 * batch + 30):
        play, rng = random_play(seed)
        for _ in range(12):
            try:
                play.place(random_position(rng))
            except PositionError:
                continue
            accepted += 1
            check_position(play)
            for _ in range(1000):
                if play.over:
                    break
                assert play.at_chance != bool(play.legal_codes())
                play_on(play, rng)
            assert play.over
            assert parlour.load(play.record()).states.tobytes() == play.states.tobytes()
    assert accepted >= 30


POSITION_WORDS = st.builds(
    "{}={}".format,
    st.sampled_from([word.split("=")[0] for word in O7.split()] + ["phase", "failed", "budget", "idle", "halves", "x"]),
    st.sampled_from(
        ["red", "white", "K1,K2", "-,-", "K2,-", "a1", "a1b2", "0,1", "1", "-1", "1_0", "9" * 5000, "½", "="]
    )
    | st.text(max_size=6),
)


@settings(max_examples=samples(33, 200))
@given(text=st.text(max_size=40) | st.lists(POSITION_WORDS, max_size=8).map(" ".join), seed=st.integers(0, 30))
def test_any_text_is_a_position_or_refused(text: str, seed: int) -> None:
    play, _ = random_play(seed)
    before = everything(play)
    try:
        play.place(text)
    except PositionError:
        assert everything(play) == before
    else:
        check_position(play)
        assert (play.over, play.at_chance, bool(play.legal_codes())).count(True) == 1
