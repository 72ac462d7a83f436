"""How sentences name people: by their names, as you, or by the game's own words."""

import random
from dataclasses import replace

import pytest

import parlour
from parlour.engine.game import games
from parlour.engine.people import MARK, agree, person, say, set_names
from parlour.engine.scene import Shape, measure

RED, WHITE, RATS = person(0, "Red"), person(1, "White"), person(2, "Rats", many=True)
NAMES = ("Ella", "Maud", "Tom")


@pytest.mark.parametrize(
    ("you", "told"),
    [
        (None, "Ella hits Maud's man and has £3."),
        (0, "You hit Maud's man and have £3."),
        (1, "Ella hits your man and has £3."),
    ],
)
def test_the_reader_is_you_and_all_others_have_their_names(you: int | None, told: str) -> None:
    assert say(f"{RED} [hits] {WHITE}'s man and [has] £3.", NAMES, you) == told


def test_without_names_the_games_own_words_stand() -> None:
    assert say(f"{RED} [hits] {WHITE}'s man.") == "Red hits White's man."
    assert say(f"{RATS} [throws] 5.") == "Rats throw 5."
    assert say(f"{RATS}'s turn: throw both dice.") == "Rats' turn: throw both dice."
    assert say(f"{RATS} [throws] 5.", NAMES) == "Tom throws 5.", "one person plays them"


def test_what_agrees_agrees_with_whoever_was_named_last() -> None:
    words = f"{RED} [has] only [their] King left: {WHITE} [holds] him now."
    assert say(words, NAMES, 0) == "You have only your King left: Maud holds him now."
    assert say(words, NAMES, 1) == "Ella has only their King left: you hold him now."


def test_a_sentence_begins_with_a_capital() -> None:
    assert say(f"{RED}'s turn: roll.", NAMES, 0) == "Your turn: roll."
    assert say(f"Game 2: {RED} [starts]. {RED} [rolls].", NAMES, 0) == "Game 2: you start. You roll."
    assert say(f"FIG. 1 — {RED}'s turn.", NAMES, 0) == "FIG. 1 — Your turn."


def test_of_two_with_the_same_name_each_is_told_with_the_mark() -> None:
    assert say(f"{RED} [hits] {WHITE}'s man.", ("Dora", "Dora")) == "Dora (Red) hits Dora (White)'s man."


def test_a_name_is_never_read_as_a_mark() -> None:
    assert say(f"{RED} [wins].", ("[is] ⟦1:x⟧", "Maud"), 1) == "[is] ⟦1:x⟧ wins."


@pytest.mark.parametrize(
    ("one", "many"),
    [
        *(("covers", "cover"), ("passes", "pass"), ("touches", "touch"), ("chooses", "choose"), ("pays", "pay")),
        *(("has", "have"), ("is", "are"), ("was", "were"), ("does", "do"), ("goes", "go"), ("tries", "try")),
        *(("loses", "lose"), ("places", "place"), ("exchanges", "exchange"), ("draws", "draw"), ("agrees", "agree")),
    ],
)
def test_a_verb_is_declared_once(one: str, many: str) -> None:
    assert (agree(one, "one"), agree(one, "you"), agree(one, "many")) == (one, many, many)


def test_a_long_name_on_the_board_is_written_smaller_and_a_very_long_one_cut_short() -> None:
    shape = Shape("", "text", size=30, text=RED, label=f"{RED}'s side")

    def shown(name: str, width: float = 0.0) -> tuple[str, float]:
        named = replace(shape, width=width).named(lambda words: say(words, (name,)))
        assert (named.label, named.width) == (f"{name}'s side", 0.0)
        return named.text, named.size

    assert shown("Ella") == ("Ella", 30)
    words, size = shown("Grandfather Joe")
    assert words == "Grandfather Joe"
    assert 24 < size < 25
    assert shown("Grandfather Joe of the mountains")[0] == "Grandfather Joe of t…"
    assert shown("Annabel-Lee", width=80)[0] == "Annabel-…"
    for name in ("Ella", "Random", "WWMM", "Annabel-Lee"):
        words, size = shown(name, width=80)
        assert size * measure(words) < 80.1, "it keeps to its room, however wide its letters are"


def test_names_take_the_room_of_colours_on_a_board_of_text() -> None:
    board = f"> R {person(0, 'Red')}     9\n  U {person(1, 'Blue')}    12\n{person(1, '')}to move"
    assert set_names(board) == "> R Red     9\n  U Blue    12\nto move"
    assert set_names(board, ("Mum", "Leonhard")) == "> R Mum     9\n  U Leonha… 12\nLeonhard  to move"


@pytest.mark.parametrize("name", games())
def test_every_board_of_text_tells_who_plays(name: str) -> None:
    """And without names it is what the game itself draws."""
    plain = parlour.new(name)
    called = ("Mum", "Ella", "Tom", "Ida", "Ann", "Ben", "Cleo", "Dora")[: plain.seats]
    named = parlour.new(name, names=called)
    for play in (plain, named):
        rng = random.Random(4)
        while play.at_chance or play.ply < 3:
            play.roll(rng) if play.at_chance else play.push(play.legal_codes()[0])
    assert MARK not in str(plain)
    assert MARK not in str(named)
    assert all(who in str(named) for who in called)
    assert len(str(plain).splitlines()) == len(str(named).splitlines())
