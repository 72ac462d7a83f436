"""What people may be called: nobody can pass for another, for a bot, or for something that has happened."""

import pytest

from parlour.search.bots import CAST
from parlour.server.rooms import acts
from parlour.server.rooms.names import LONGEST, are_alike, tidy_name
from tests.server.table import DECIDED, open_table, refusal

GOOD = ["Łukasz", "María José", "O'Brien", "O’Brien", "Jean-Luc", "李雷", "أحمد", "Mary Jane", "Đặng Thị Ngọc", "Ann 2"]
GOOD += ["Анна", "Άννα", "ענת", "ขวัญ", "हिन्दी", "श्री", "क्\u200dष", "علی\u200cرضا", "김민준", "ß", "X Æ A-12", "A.J"]
GOOD += [
    "J.R.R Tolkien",
    "[Ann]",
    "Ann\\",
    "<b>Ann</b>",
    "4711",
    "_ann_",
    "🙂",
    "👩\u200d🚀",
    "👩🏽\u200d🚀",
    "❤️",
    "José",
]

UNSEEN = ["An\u200bn", "\u3164", "\u2800", "Ann\u200c", "A\u200cnn", "A\u200dnn", "\ufeffAnn", "An\u00adn", "\u202eAnn"]
UNSEEN += ["Ann\u2069", "An\x00n", "An\x1b[31mn", "An\nn", "An\u2028n", "\u115f", "\uffa0Ann", "An\u034fn", "Ann\ufe0f"]
UNSEEN += ["\u180eAnn", "Ann\U000e0041", "Ann\ue000", "Ann\u0378", "Ann\ufe00", "Ann\U000e0101", "🙂\u200d"]

SENTENCES = [
    "Ben gives up. Ann",
    "Ben gives up.",
    "Ben⟧ gives up ⟦1:Ann",
    "Ann: I resign",
    "Ben lost, Ann",
    "Ann!",
    "Who?",
    "Ann; Ben",
    "Ben。Ann",
]
SENTENCES += [
    "Ben gives up。",
    "Ann\uff1a yes",
    "Ben gives up\uff0e Ann",
    "Ben gives up\u2026",
    'An"n',
    "An|n",
    "An\uff5cn",
]

EMPTY = ["", "   ", "\u00a0", "---", "'", "\u0301", "Z" + "\u0335" * 5]


@pytest.mark.parametrize("name", GOOD)
def test_names_of_all_countries_are_taken_as_they_are(name: str) -> None:
    assert tidy_name(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ann ", "Ann"),
        ("Mary  \u00a0Jane", "Mary Jane"),
        ("\uff21\uff4e\uff4e", "Ann"),
        ("Jose\u0301", "José"),
        ("Ann\n", "Ann"),
    ],
)
def test_a_name_is_written_in_one_way(typed: str, name: str) -> None:
    assert tidy_name(typed) == name


@pytest.mark.parametrize("name", UNSEEN)
def test_nothing_in_a_name_is_invisible(name: str) -> None:
    with refusal(422, r"invisible character in it, U\+[0-9A-F]{4,6}: expected none"):
        tidy_name(name)


@pytest.mark.parametrize("name", SENTENCES)
def test_no_name_reads_like_a_sentence(name: str) -> None:
    with refusal(422, "a name cannot .*: expected one without"):
        tidy_name(name)


@pytest.mark.parametrize("name", EMPTY)
def test_a_name_has_letters(name: str) -> None:
    with refusal(422, "expected"):
        tidy_name(name)


def test_a_name_is_as_long_as_it_looks() -> None:
    for letter in ("a", "李", "e\u0323\u0306", "हि", "👩🏽\u200d🚀"):
        assert tidy_name(letter * LONGEST)
        with refusal(422, "expected at most 32 letters"):
            tidy_name(letter * (LONGEST + 1))
    with refusal(422, "expected at most 32 letters"):
        tidy_name("\ufdfa" * 30)  # one letter that stands for many


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "Аnn"),  # the first letter is Cyrillic
        ("Ann", "Αnn"),  # and Greek
        ("Bob", "B0b"),
        ("Bob", "Воb"),
        ("Bill", "Bi1l"),
        ("Bill", "BiIl"),
        ("Iris", "lris"),
        ("Ann", "A nn"),
        ("Ann", "Ann-"),
        ("Ann", "Ánn"),
        ("Lukasz", "Łukasz"),
        ("Amy", "Arny"),
        ("Will", "VVill"),
        ("Pip", "Рір"),
        ("ΗΛΙΑΣ", "ηλιας"),
        ("ВАСЯ", "вася"),
        ("علیرضا", "علی\u200cرضا"),
        ("❤", "❤️"),
    ],
)
def test_names_that_can_be_taken_for_each_other_are_alike(one: str, other: str) -> None:
    assert are_alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anna"), ("Ann", "Ann 2"), ("हि", "हा"), ("李雷", "李霜"), ("🙂", "🙃"), ("Person 1", "Person 2")],
)
def test_names_that_can_be_told_apart_are_not(one: str, other: str) -> None:
    assert not are_alike(one, other)


def test_nobody_is_called_like_a_bot() -> None:
    table = open_table(seated=False, options=DECIDED)
    for bot in (*CAST, "random"):
        for name in (bot.title(), bot.upper(), f" {bot} "):
            with refusal(422, f"a bot is called {bot.title()}: expected another name, such as"):
                table.do(acts.sit, "Ann", 0, name, "")
    table.do(acts.sit, "Ann", 0, "Dora B", "")


def test_nobody_is_called_like_another_in_the_room() -> None:
    table = open_table(seated=False, options=DECIDED)
    table.do(acts.sit, "Ann", 0, "Ann", "")
    for name in ("Ann", "ANN", "Аnn", " ann"):
        with refusal(409, "somebody here is called Ann already: expected another name, such as"):
            table.do(acts.sit, "Ben", 1, name, "")
    assert table.kinds() == ["opened", "sat"]
    table.do(acts.sit, "Ben", 1, "Ben", "")
    assert table.room.begun


def test_who_holds_several_seats_may_use_one_name() -> None:
    table = open_table(seated=False, options=DECIDED)
    for seat in (0, 1):
        table.do(acts.sit, "Ann", seat, "Ann", "")
    assert table.room.begun


def test_a_name_is_free_again_when_its_owner_has_left() -> None:
    table = open_table(seated=False, options=DECIDED)
    table.do(acts.sit, "Ann", 0, "Ann", "")
    table.do(acts.leave, "Ann", 0)
    table.do(acts.sit, "Eve", 1, "Ann", "")
    assert table.room.sitters[1].name == "Ann"


def test_names_of_old_rooms_stay_in_their_rematches() -> None:
    """A rematch is opened with the names of the play before; who sits down again sends them as they stand there."""
    seats = [{"name": "Dora", "key": key, "bot": "", "wins": 0.0} for key in ("Ann", "Ben")]
    table = open_table(seated=False, options=DECIDED, seats=seats, previous="pppppppp")
    table.do(acts.sit, "Ann", 0, "Dora", "")
    table.do(acts.sit, "Ann", 0, "Dora", "")  # sent again
    table.do(acts.sit, "Ben", 1, "Dora", "")
    assert table.room.begun
    assert [sitter.name for sitter in table.room.sitters] == ["Dora", "Dora"]
