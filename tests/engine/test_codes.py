"""Numbers with names: declared once, read by name, and in text by word."""

import pytest

from parlour.engine.codes import Codes, code, constants, run


class Fruit(Codes):
    APPLE = code("keeps well")
    PLUM = run(3, "three kinds")
    SOUR_CHERRY = code("makes jam")
    ANY = code("whatever is ripe", word="AB")


def test_names_are_numbers_in_order_and_runs_take_room() -> None:
    assert (Fruit.APPLE, Fruit.PLUM, Fruit.SOUR_CHERRY, Fruit.ANY) == (0, 1, 4, 5)
    assert (Fruit.SIZE, Fruit.START) == (6, 0)
    assert Fruit.words() == ("apple", "plum", "sour_cherry", "AB")
    assert constants(Fruit) == (0, 1, 4, 5)


def test_words_and_numbers_find_each_other() -> None:
    assert [Fruit.word(number) for number in range(6)] == ["apple", "plum", "plum", "plum", "sour_cherry", "AB"]
    assert Fruit.number("sour_cherry") == 4
    assert Fruit.find(2).line == "three kinds"
    with pytest.raises(LookupError, match="6 is none of Fruit: expected 0 to 5"):
        Fruit.find(6)
    with pytest.raises(LookupError, match="'pear' is none of Fruit: expected one of apple, plum"):
        Fruit.number("pear")


def test_codes_may_go_on_from_others() -> None:
    class Nut(Codes, start=Fruit.SIZE):
        HAZEL = code("")

    assert (Nut.HAZEL, Nut.START, Nut.SIZE) == (6, 6, 1)


def test_a_table_goes_by_names_and_lacks_none() -> None:
    class Size(Codes):
        SMALL = code("")
        LARGE = code("")

    assert Size.table(LARGE="L", SMALL="S") == ("S", "L")
    with pytest.raises(TypeError, match="a table of Size has SMALL: expected one row for each of"):
        Size.table(SMALL="S")


def test_a_word_is_given_once() -> None:
    with pytest.raises(TypeError, match="declares a word twice"):

        class Twice(Codes):
            ONE = code("", word="x")
            X = code("")
