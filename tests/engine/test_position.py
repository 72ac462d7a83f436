"""The words of a position."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from parlour.engine.codes import Codes, phase
from parlour.engine.contract import CHANCE
from parlour.engine.fields import TO_MOVE, Bag, Bits, Dice, Field, Listed, Named, Placed, Row, record_type
from parlour.engine.hooks import Faults, Positions
from parlour.engine.options import Choice, Whole
from parlour.engine.position import PositionError, Words, read_position, read_whole, write_position
from parlour.engine.records import new_record, view_record
from parlour.engine.telling import make_teller


@pytest.mark.parametrize("text", ["", "x", "1.0", "+1", "1_0", " 1", "1\n", "\u0661", "--1", "9" * 5000])
def test_a_whole_number_is_written_in_plain_digits(text: str) -> None:
    with pytest.raises(PositionError, match=r"'turns' cannot be .*: expected a whole number"):
        read_whole("turns", text, -10, 10)


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("-7", -7), ("10", 10)])
def test_whole_numbers_are_read(text: str, number: int) -> None:
    assert read_whole("turns", text, -10, 10) == number


def test_numbers_keep_to_their_bounds() -> None:
    with pytest.raises(PositionError, match="'turns' cannot be 11: expected -10 to 10"):
        read_whole("turns", "11", -10, 10)
    with pytest.raises(PositionError, match="'men' cannot be '9:16': expected places, each once, and 0 to 15 there"):
        Words("men=9:16").take_row("men", Placed(("9",), 0, 15, "9:3"), 1)


ROWS = (Field("place", Whole(0, 9), "where each piece is", (3, 4), words=("A", "B", "C"), usual=None, by_seat=True),)
SHORT_ROWS = (
    Field("place", Whole(0, 9), "places", (3, 4), words=("A", "B", "C"), by_seat=True, row=lambda s, o: o.pieces),
)


LETTERED = (
    Field("place", Whole(0, 9), "places", (3, 4), words=lambda s, o: ("ABC", "AC")[o.players == 2], by_seat=True),
)


def two_rows(fields: tuple[Field, ...], text: str) -> tuple[Any, str]:
    """What a position makes of a field in rows, of which two are in use, and the position written from that."""
    s, o = SimpleNamespace(place=np.zeros((3, 4), int)), SimpleNamespace(players=2, pieces=3)
    read_position(fields, Positions(), text, s, o)
    return s.place.tolist(), write_position(make_teller(fields, Positions(), o), s)


def test_each_row_of_a_field_may_have_a_word_of_its_own() -> None:
    text = "A=1,2,3,4 B=5,6,7,8"
    assert two_rows(ROWS, text) == ([[1, 2, 3, 4], [5, 6, 7, 8], [0, 0, 0, 0]], text)
    with pytest.raises(PositionError, match="'B' is missing"):
        two_rows(ROWS, "A=1,2,3,4")
    with pytest.raises(PositionError, match="'B' has 3 entries: expected 4"):
        two_rows(ROWS, "A=1,2,3,4 B=5,6,7")
    with pytest.raises(PositionError, match="'C' is not part of a position of this game"):
        two_rows(ROWS, f"{text} C=1,2,3,4")


def test_the_words_of_rows_may_depend_on_the_options() -> None:
    text = "A=1,2,3,4 C=5,6,7,8"
    assert two_rows(LETTERED, text) == ([[1, 2, 3, 4], [5, 6, 7, 8], [0, 0, 0, 0]], text)
    with pytest.raises(PositionError, match="'B' is not part of a position of this game"):
        two_rows(LETTERED, "A=1,2,3,4 B=5,6,7,8")


def test_a_row_may_be_told_in_part() -> None:
    assert two_rows(SHORT_ROWS, "B=5,6,7") == ([[0, 0, 0, 0], [5, 6, 7, 0], [0, 0, 0, 0]], "A=0,0,0 B=5,6,7")
    assert two_rows(SHORT_ROWS, "") == ([[0, 0, 0, 0]] * 3, "")
    with pytest.raises(PositionError, match="'A' has 4 entries: expected 3"):
        two_rows(SHORT_ROWS, "A=1,2,3,4")


SHORT = Field("steps", Named(("a", "b"), none=""), "the steps made", 3, usual=-1, short=True)
TURN = Field("turn", Named(("red", "white"), none=""), "whose turn", usual=None)
LATE = Field("last", Named(("red", "white")), "nobody's", usual=-1, most=lambda s, o: -1)


@pytest.mark.parametrize(
    ("numbers", "text"), [((-1, -1, -1), ""), ((1, -1, -1), "steps=b"), ((0, 1, 0), "steps=a,b,a")]
)
def test_the_last_numbers_of_a_short_field_are_left_out(numbers: tuple[int, ...], text: str) -> None:
    array = new_record(record_type((SHORT,)))
    array["steps"] = numbers
    assert write_position(make_teller((SHORT,), Positions(), None), view_record(array)) == text
    again = new_record(record_type((SHORT,)))
    read_position((SHORT,), Positions(), text, view_record(again), None)
    assert again.tobytes() == array.tobytes()


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        (SHORT, "steps=a,b,a,b", "'steps' has 4 entries: expected 3, with commas between them"),
        (SHORT, "steps=a,,b", "'steps' cannot be '': expected one of a, b"),
        (TURN, "turn=-", "'turn' cannot be '-': expected one of red, white"),
        (TURN, "", "'turn' is missing"),
        (LATE, "last=red", "'last' cannot be red: expected no such word here"),
    ],
)
def test_what_a_field_does_not_hold_is_refused(field: Field, text: str, message: str) -> None:
    with pytest.raises(PositionError) as refusal:
        read_position((field,), Positions(), text, view_record(new_record(record_type((field,)))), None)
    assert str(refusal.value) == message


@dataclass(frozen=True)
class Tally(Row):
    """So many strokes for each place in a row."""

    def read_row(self, text: str, count: int) -> list[int]:
        strokes = text.split("/")
        if len(strokes) != count or set(text) - set("|/"):
            raise ValueError
        return [len(part) for part in strokes]

    def write_row(self, numbers: list[int]) -> str:
        return "/".join("|" * number for number in numbers) if any(numbers) else ""

    def describe(self) -> str:
        return "strokes with / between them"

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, 9


STROKES = (Field("place", Tally(), "strokes", (3, 4), words=("A", "B", "C"), by_seat=True),)


def test_a_kind_may_tell_a_row_in_one_text() -> None:
    assert two_rows(STROKES, "B=|//||/|") == ([[0, 0, 0, 0], [1, 0, 2, 1], [0, 0, 0, 0]], "B=|//||/|")
    assert two_rows(STROKES, "") == ([[0, 0, 0, 0]] * 3, "")
    with pytest.raises(PositionError, match=r"'A' cannot be '\|/\|': expected strokes with / between them"):
        two_rows(STROKES, "A=|/|")


def test_what_is_in_use_nowhere_is_no_word() -> None:
    unused = (Field("place", Whole(0, 9), "places", (3, 4), word="all", row=lambda s, o: 0),)
    assert two_rows(unused, "") == ([[0, 0, 0, 0]] * 3, "")
    with pytest.raises(PositionError, match="'all' is not part of a position of this game"):
        two_rows(unused, "all=1")


def limited(kind: Any, least: int, most: int, text: str) -> int:
    """What a position makes of a field that has limits of its own here."""
    field = Field("x", kind, "something", least=lambda s, o: least, most=lambda s, o: most)
    s, o = SimpleNamespace(x=0), SimpleNamespace(players=2)
    read_position((field,), Positions(), text, s, o)
    return int(s.x)


def test_a_field_may_have_limits_of_its_own() -> None:
    assert limited(Whole(0, 9), 2, 4, "x=3") == 3
    assert limited(Choice("red", "blue", "green"), 1, 1, "x=blue") == 1
    for kind, text, reason in (
        (Whole(0, 9), "x=5", "'x' cannot be 5: expected 2 to 4"),
        (Whole(0, 9), "x=1", "'x' cannot be 1: expected 2 to 4"),
        (Choice("red", "blue", "green"), "x=red", "'x' cannot be red: expected blue"),
        (Choice("red", "blue", "green"), "x=green", "'x' cannot be green: expected blue"),
        (Bits(("A", "B")), "x=B", "'x' cannot be B: expected no such word here"),
    ):
        least, most = (2, 4) if isinstance(kind, Whole) else (1, 1) if isinstance(kind, Choice) else (0, 0)
        with pytest.raises(PositionError, match=reason):
            limited(kind, least, most, text)


class Phase(Codes):
    WAITING = phase("nothing happens yet", by=CHANCE)
    PLAYING = phase("somebody plays", by="turn")
    DOUBLING = phase("somebody doubles", by="turn", when=lambda o: o.cube)


DECLARED = (
    Field("phase", Choice(Phase), "what is being decided", usual=None),
    Field(
        "turn",
        Named(("A", "B", "C", "D"), "none"),
        "whose turn it is",
        names=lambda o: ("A", "C") if o.players == 2 else "ABCD",
        usual=-1,
        just=(Phase.PLAYING, Phase.DOUBLING),
    ),
    Field("hits", Whole(0, 9), "hits", only=(Phase.PLAYING,), most=lambda s, o: 4),
    Field(
        "places",
        Named(("red", "blue", "green"), "-"),
        "the place of each seat",
        2,
        usual=lambda s, o: [0, 1],
        distinct=True,
        count=lambda s, o: None if s.phase == Phase.WAITING else 2,
        least=lambda s, o: [-1, 1],
    ),
    Field("points", Whole(0, 9), "points", 2, total=lambda s, o: s.hits or None),
    Field("half", Whole(0, 4), "half of the hits", derived=True),
    Field("spare", Whole(-1, 9), "spare", 3, row=lambda s, o: o.players, unused=-1),
    TO_MOVE,
)


def share(s: Any, o: Any) -> None:
    s.half = s.hits // 2
    s.hits = 2 * s.half


def find_faults(s: Any, o: Any) -> Faults:
    yield s.half > 1, f"half of the hits is {s.half}: expected 1 at most"


def read_declared(text: str, cube: int = 0) -> tuple[Any, str]:
    own, array = Positions(complete=share, faults=(find_faults,)), new_record(record_type(DECLARED))
    s, o = view_record(array), SimpleNamespace(players=2, cube=cube)
    read_position(DECLARED, own, text, s, o)
    return s, write_position(make_teller(DECLARED, own, o), s)


@pytest.mark.parametrize(
    ("text", "to_move"),
    [
        ("phase=waiting", CHANCE),
        ("phase=waiting places=-,blue", CHANCE),
        ("phase=playing turn=C hits=2 points=0,2", 1),
    ],
)
def test_what_is_declared_is_told_where_it_may_be(text: str, to_move: int) -> None:
    s, written = read_declared(text)
    assert (written, s.to_move, s.spare.tolist()) == (text, to_move, [0, 0, -1])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("phase=doubling turn=A", "'phase' cannot be 'doubling' under these options: expected one of waiting, playing"),
        ("phase=playing", "'turn' is missing"),
        ("phase=playing turn=none", "'turn' is missing"),
        ("phase=playing turn=B", "'turn' cannot be 'B': expected one of A, C, or none"),
        ("phase=waiting turn=A", "'turn' cannot be A: expected no such word in phase waiting"),
        ("phase=waiting hits=2", "'hits' cannot be 2: expected no such word in phase waiting"),
        ("phase=playing turn=A hits=3", "'hits' cannot be 3: expected 2, by all the rest"),
        ("phase=playing turn=A hits=6", "'hits' cannot be 6: expected 0 to 4"),
        ("phase=playing turn=A hits=2 points=1,0", "'points' adds up to 1: expected 2"),
        ("phase=playing turn=A hits=4 points=4,0", "half of the hits is 2: expected 1 at most"),
        ("phase=playing turn=A places=-,green", "'places' names 1: expected 2"),
        ("phase=playing turn=A places=blue,blue", "'places' has blue twice: expected each once"),
        ("phase=playing turn=A places=blue,red", "'places' cannot be red: expected one of blue, green"),
    ],
)
def test_what_is_declared_refuses_the_rest(text: str, message: str) -> None:
    with pytest.raises(PositionError) as refusal:
        read_declared(text)
    assert str(refusal.value) == message


def test_a_phase_comes_under_its_options() -> None:
    assert read_declared("phase=doubling turn=A", cube=1)[0].to_move == 0


@pytest.mark.parametrize(
    ("kind", "count", "text", "numbers", "written"),
    [
        (Placed(("bar", "9", "off"), 0, 15, "9:3"), 3, "09:3,off:0", [0, 3, 0], "9:3"),
        (Placed(("C0", "V1"), 1, 100, "C0:4", "none"), 2, "none", [0, 0], ""),
        (Listed(("1", "2", "3"), 2), 2, "3,01", [1, 1], "1,3"),
        (Bag(("", "1", "2"), 5), 3, "1221", [0, 2, 2], "2211"),
        (Dice(), 2, "35", [3, 5], "53"),
        (Dice(), 2, "none", [0, 0], ""),
    ],
)
def test_kinds_of_rows(kind: Row, count: int, text: str, numbers: list[int], written: str) -> None:
    assert kind.read_row(text, count) == numbers
    assert kind.write_row(numbers) == written
    assert not written or kind.read_row(written, count) == numbers


@pytest.mark.parametrize(
    ("kind", "count", "texts"),
    [
        (Placed(("9", "off"), 1, 15, "9:3"), 2, ("9:0", "9:16", "9", "8:1", "9:1,09:1", "9:x", ":", "none,9:1")),
        (Listed(("1", "2", "3"), 2), 2, ("4", "1,1", "1,01", "1,", "none,1")),
        (Bag(("", "1", "2"), 3), 3, ("3", "1111", "none")),
        (Dice(), 2, ("5", "535", "07", "5,3")),
    ],
)
def test_what_kinds_of_rows_refuse(kind: Row, count: int, texts: tuple[str, ...]) -> None:
    for text in texts:
        with pytest.raises(ValueError):  # noqa: PT011, the engine says what was expected
            kind.read_row(text, count)
