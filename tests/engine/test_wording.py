"""Small forms of words, and the sentences of events."""

import pytest

from parlour.engine.codes import Codes, event, phase
from parlour.engine.wording import Sentences, Words, capital, count, listed


class Event(Codes):
    TAKES = event("seat, cards", "{seat} takes {cards}.")
    PAYS = event("seat, other, pounds", "{seat} pays {other} {pounds:,} and has {purse}.")
    ENDS = event("", "the end, {all}.")


WORDS: dict[str, Words] = {
    "seat": ("ann", "ben"),
    "other": lambda s, o, other: f"seat {other}",
    "purse": lambda s, o, seat, *_: f"{s[seat]}",
    "all": lambda s, o, a, b, c: f"{a}{b}{c}",
}


def say(kind: int, *numbers: int) -> str:
    return Sentences(Event, WORDS)([5, 7], None, kind, *numbers)


def test_numbers_are_said_by_the_words_of_their_names() -> None:
    assert say(Event.PAYS, 1, 0, 1500) == "Ben pays seat 0 1,500 and has 7."


def test_a_number_without_words_is_said_as_it_is() -> None:
    assert say(Event.TAKES, 0, 2, 0) == "Ann takes 2."


def test_a_name_that_is_no_number_is_told_all_of_them() -> None:
    assert say(Event.ENDS, 1, 2, 3) == "The end, 123."


def test_a_phase_is_said_without_numbers() -> None:
    class Phase(Codes):
        ROLLING = phase("{all} is rolled.")
        OVER = phase("that is all.", word="end")

    asking = Sentences(Phase, WORDS)
    assert [asking([], None, kind) for kind, _ in Phase.each()] == ["000 is rolled.", "That is all."]
    assert Phase.words() == ("rolling", "end")


def test_a_name_without_words_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match=r"PAYS says \{purse\}: expected one of seat, other, pounds, seat, other, all"):
        Sentences(Event, {name: words for name, words in WORDS.items() if name != "purse"})


def test_forms_of_words() -> None:
    assert [capital(words) for words in ("", "a", "two men", "Ann")] == ["", "A", "Two men", "Ann"]
    assert [count(number, "spin") for number in (0, 1, 2)] == ["0 spins", "1 spin", "2 spins"]
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"], "or") == "a, b or c"
