"""Actions and turns as text and back, and what is said to text that is neither."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.engine.play import IllegalAction, Play
from parlour.games.stencil.state import Action
from tests.form import samples
from tests.games.stencil.table import GAME, everything, play_on, random_play, set_up

FUZZ = settings(max_examples=samples(33, 200))


@pytest.mark.parametrize("seed", range(samples(4, 20)))
def test_actions_and_outcomes_round_trip(seed: int) -> None:
    play, rng = random_play(seed)
    while not play.over:
        choices = play.outcomes if play.at_chance else play.legal
        for choice in choices:
            for text in (choice.notation, choice.notation.upper(), f"  {choice.notation.lower()} "):
                play.push(text)
                assert play.codes[-1] == choice.code
                play.undo()
        assert len({choice.notation for choice in choices}) == len(choices)
        play_on(play, rng)


def test_what_is_offered_does_not_say_whether_a_claim_is_right() -> None:
    play = set_up("R . . W  . . R W  R W . .  . . . .")
    assert [action.notation for action in play.legal if action.code >= Action.CLAIM] == ["@0", "@1", "@2", "@3"]
    for text, done in (("@0", "@0#"), ("@1", "@1?"), ("@0#", "@0#"), ("@0?", "@0#"), ("@1#", "@1?")):
        play.push(text)
        assert play.written[-1].text == done, "a mark that is typed is not looked at"
        play.undo()


@pytest.mark.parametrize("seed", range(samples(4, 20)))
def test_turns_round_trip(seed: int) -> None:
    play, rng = random_play(seed)
    while not play.over:
        play_on(play, rng)
    turns: dict[int, list[str]] = {}
    for written in play.written:
        turns.setdefault(written.turn, []).append(written.text)
    again = Play(GAME, play.values)
    for words in turns.values():
        text = GAME.notation.join(words)
        assert GAME.notation.split(text) == words
        again.push(text)
    assert everything(again) == everything(play)


def test_a_failed_claim_that_did_not_end_the_turn_is_joined_to_the_placement() -> None:
    play = parlour.new("stencil", "quick", plate_choice="fixed", first_player="red")
    play.push("a1 b1 c1 d1 a2 @0? b2 @1?b4 c4 @2?")
    assert play.record().split("\n\n")[1].splitlines()[5:] == [
        "6. White @0?",
        "7. Red b2",
        "8. White @1?b4",
        "9. Red c4",
        "10. White @2?",
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nothing to play: expected one of b1 c1"),
        ("a1", "'a1' cannot be played here: expected one of b1 c1"),
        ("@4", "'@4' cannot be played here"),
        ("--", "'--' cannot be played here"),
        ("K1", "'K1' cannot be played here"),
        ("first:red", "'first:red' cannot be played here"),
        ("c1#", "'c1#' cannot be played here"),
        ("@1##", "'@1##' cannot be played here"),
        ("e5", "'e5' cannot be played here"),
        ("b1 hello", "'hello' cannot be played here: expected one of c1"),
        ("b1 c1 b1", "'b1' cannot be played here"),
        ("@0# b1", "'b1' cannot be played: the play is over"),
        (" ".join(["b1"] * 99), "'b1' cannot be played here"),
    ],
)
def test_what_cannot_be_played_is_refused_and_changes_nothing(text: str, reason: str) -> None:
    play = set_up("R . . W  . . R W  R W . .  . . . .")
    before = everything(play)
    with pytest.raises(IllegalAction, match=re.escape(reason)):
        play.push(text)
    assert everything(play) == before


SENSIBLE = "a1 b4 D3 c2 @0 @0? @1?b2 @2# @7 -- K1 k2 first:red deal:K1,K2"
NONSENSE = "@9 - K9 first: deal:K1,K1 deal: ? # e5 a5 12 \u0663 \u212a1 \0"
WORDS = st.sampled_from([*SENSIBLE.split(), *NONSENSE.split(), "9" * 5000])
TEXTS = st.text(max_size=30) | st.lists(WORDS, max_size=8).map(" ".join) | st.lists(WORDS, max_size=6).map("".join)


@FUZZ
@given(text=TEXTS, seed=st.integers(0, 30), plies=st.integers(0, 40))
def test_any_text_is_played_or_refused(text: str, seed: int, plies: int) -> None:
    play, rng = random_play(seed)
    for _ in range(plies):
        if not play.over:
            play_on(play, rng)
    assert "".join(GAME.notation.split(text)) == "".join(text.split()), "splitting loses nothing"
    before, ply = everything(play), play.ply
    try:
        play.push(text)
    except IllegalAction as refusal:
        assert everything(play) == before
        assert re.search(r"expected|the play is over", str(refusal))
    else:
        assert play.ply > ply
        assert parlour.load(play.record()).states.tobytes() == play.states.tobytes()
