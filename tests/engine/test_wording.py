"""Small forms of words, and the sentences of events."""

import pytest

from parlour.engine.codes import Codes, code
from parlour.engine.wording import Sentences, Words, capital, count, listed


class Event(Codes):
    TAKES = code("seat, cards")
    PAYS = code("seat, other, pounds")
    ENDS = code("nothing more")


WORDS: dict[str, Words] = {
    "seat": ("ann", "ben"),
    "other": lambda s, o, other: f"seat {other}",
    "purse": lambda s, o, seat, *_: f"{s[seat]}",
    "all": lambda s, o, a, b, c: f"{a}{b}{c}",
}


def sentences(**changed: object) -> Sentences:
    forms = {
        "TAKES": lambda s, o, seat, cards, _: "{seat} takes {cards}." if cards else "{seat} takes nothing.",
        "PAYS": "{seat} pays {other} {pounds:,} and has {purse}.",
        "ENDS": "the end, {all}.",
    }
    return Sentences(Event, WORDS, **{**forms, **changed})  # type: ignore[arg-type]


def test_numbers_are_said_by_the_words_of_their_names() -> None:
    assert sentences()([5, 7], None, Event.PAYS, 1, 0, 1500) == "Ben pays seat 0 1,500 and has 7."


def test_a_name_that_is_no_number_is_told_all_of_them() -> None:
    assert sentences()([], None, Event.ENDS, 1, 2, 3) == "The end, 123."


def test_a_sentence_may_take_several_forms() -> None:
    assert sentences()([], None, Event.TAKES, 0, 2, 0) == "Ann takes 2."
    assert sentences()([], None, Event.TAKES, 0, 0, 0) == "Ann takes nothing."


def test_a_name_that_nothing_says_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match=r"ENDS says \{purpose\}: expected one of nothing more, seat, other"):
        sentences(ENDS="for some {purpose}")


def test_every_event_has_a_sentence() -> None:
    with pytest.raises(TypeError, match="expected one row for each of"):
        Sentences(Event, WORDS, ENDS="that is all")


def test_forms_of_words() -> None:
    assert [capital(words) for words in ("", "a", "two men", "Ann")] == ["", "A", "Two men", "Ann"]
    assert [count(number, "spin") for number in (0, 1, 2)] == ["0 spins", "1 spin", "2 spins"]
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"], "or") == "a, b or c"
