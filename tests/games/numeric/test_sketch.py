"""Numeric in few words: how near the end is, and the text board."""

from typing import Any

import pytest

from parlour.engine.people import set_names
from parlour.games.numeric import text
from parlour.games.numeric.board import CELL, CELLS, GOLD, NEXT, SEATS, SILVER, label
from parlour.games.numeric.sketch import sketch
from parlour.games.numeric.standing import other_endings
from parlour.games.numeric.state import Action, Phase
from tests.games.numeric.shown import PLAYS, find, play, started


@pytest.mark.parametrize(
    ("preset", "end", "lines"),
    [
        ("zones", "funds(2000)", ["ends at £2,000"]),
        ("zones", "throw_limit(12)", []),  # said with the throw itself
        ("zones", "time_limit(30)", ["30 minutes in all"]),
        ("zones", "line(any)", ["row or column: 3 to go"]),
        ("zones", "line(one)", ["one-colour line: 3 to go"]),
        ("zones", "zones_complete(2)", ["zones complete: 0 of 2"]),
        ("zones", "all_primes", ["gold, silver: 0 of 26"]),
        ("zones", "all_covered", ["covered: 1 of 100"]),
        ("zones", "cover_count(50)", ["covered: 1 of 50"]),
        ("hex", "line(any,6)", ["line of 6: 1"]),
        ("hex", "line(one,4)", ["one-colour line of 4: 1"]),
        ("hex", "zones_complete", ["areas complete: 0 of 1"]),
        ("basic", "cover_count+funds(60)", ["ends at £60", "covered: 1 of 50"]),
        ("counters", "counters_used", ["counters left: 100"]),
        ("counters", "cover_count(9)", ["placed: 0 of 9"]),
    ],
)
def test_progress_towards_each_ending(preset: str, end: str, lines: list[str]) -> None:
    table = started(preset, players=2, end=end)
    if preset != "counters":
        table.throw("6431").make(72)
    if preset == "zones" and "line" in end:  # one of the four in the last row
        table.s.free[1] &= ~(1 << 46)
        table.s.own[0, 1] |= 1 << 46
    assert [*other_endings(table.s, table.o)] == lines


def test_the_endings_are_on_the_sheet() -> None:
    words = started("zones", players=2, end="funds(3000)+throw_limit(9)").throw("6431").words()
    assert "throw 1 of 9, by A" in words
    assert "ends at £3,000" in words


def test_a_last_throw_and_an_idle_table_are_said() -> None:
    table = started("counters", players=2, end="time_limit")
    table.s.idle = 3
    assert [*other_endings(table.s, table.o)] == ["60 minutes in all", "idle throws: 3 of 50"]
    table.throw("6431")
    table.s.clock = 1
    assert next(other_endings(table.s, table.o)) == "time is up"
    assert any(words.startswith("throw 1, by A, last") for words in table.words())


@pytest.mark.parametrize(("preset", "options"), PLAYS)
def test_the_sketch_fits_the_terminal(preset: str, options: dict[str, Any]) -> None:
    for table in play(preset, options):
        lines = set_names(sketch(table.s, table.o)).splitlines()
        assert max(map(len, lines)) <= 78
        assert len(lines) <= 30
        assert lines == [line.rstrip() for line in lines]


def test_the_sketch_of_zones() -> None:
    table = started("zones", players=2, cards=False).throw("6431").make(72)
    assert set_names(sketch(table.s, table.o)).splitlines() == [
        "       ┌───────────────────────────────┐             [6] [4] [3] [1]",
        "   1–6 │   1*   2+   3+   4    5*   6  │ £5 blue     throw 1, by A",
        "  7–12 │  12   11*  10    9    8    7* │",
        " 13–18 │  13+  14   15   16   17+  18  │               A    £550",
        " 19–24 │  24   23+  22   21   20   19* │             > B    £500  to move",
        "       ├───────────────────────────────┤",
        " 25–30 │  25   26   27   28   29*  30  │ £10 orange  ends at £2,000",
        " 31–36 │  36   35   34   33   32   31+ │",
        " 37–42 │  37*  38   39   40   41*  42  │             * gold  + silver",
        "       ├───────────────────────────────┤             ·A· covered, (A) the last",
        " 43–48 │  48   47+  46   45   44   43+ │ £20 green",
        " 49–54 │  49   50   51   52   53*  54  │",
        " 55–60 │  60   59+  58   57   56   55  │",
        "       ├───────────────────────────────┤",
        " 61–66 │  61*  62   63   64   65   66  │ £50 yellow",
        " 67–72 │  (A)  71+  70   69   68   67+ │",
        " 73–78 │  73+  74   75   76   77   78  │",
        "       ├───────────────────────────────┤",
        " 79–84 │  84   83*  82   81   80   79* │ £100 red",
        " 85–90 │  85   86   87   88   89+  90  │",
        " 91–96 │  96   95   94   93   92   91  │",
        "97–100 │       97*  98   99  100       │",
        "       └───────────────────────────────┘",
    ]


def test_the_sketch_of_the_diamond() -> None:
    table = started("hex", players=2, cards=False).throw("6431").make(72)
    assert set_names(sketch(table.s, table.o)).splitlines() == [
        "                  100                       [6] [4] [3] [1]",
        "                 99  98                     throw 1, by A",
        "               95  96  97*",
        "             94  93  92  91                   A    £510",
        "           86  87  88  89+ 90               > B    £500  to move",
        "         85  84  83* 82  81  80",
        "       73+ 74  75  76  77  78  79*          ends at £5,000",
        "     (A) 71+ 70  69  68  67+ 66  65",
        "   56  57  58  59+ 60  61* 62  63  64       * gold  + silver",
        " 55  54  53* 52  51  50  49  48  47+ 46     ·A· covered, (A) the last",
        "   37* 38  39  40  41* 42  43+ 44  45",
        "     36  35  34  33  32  31+ 30  29*          1–15  violet",
        "       22  23+ 24  25  26  27  28            16–29  indigo",
        "         21  20  19* 18  17+ 16              30–43  blue",
        "           11* 12  13+ 14  15                44–57  green",
        "             10   9   8   7*                 58–71  yellow",
        "                4   5*  6                    72–85  orange",
        "                  3+  2+                     86–100 red",
        "                    1*",
    ]


def test_the_sketch_of_the_rings() -> None:
    table = started("counters", players=2, cards=False).throw("6431").make(7).make(73)
    table.push(Action.PLACE + CELL["V1"])
    assert set_names(sketch(table.s, table.o)).splitlines() == [
        "         ×2    ·     ·     ×2",
        "      ·     ·     ·     ·     ·",
        "   ·     ·     V5    V6    I12   ·",
        "×2    ·     V4    7A    73B   I1    ×2",
        "   ·     ·     V3    V2    I2    ·",
        "      ·     ·     ·     ·     ·",
        "         ×2    ·     ·     ×2",
        "rings: C £10  V £10  I £20  B £50  G £100  Y £200  O £300  R £500",
        "[6] [4] [3] [1]  throw 1, by A  scramble, anticlockwise",
        "  A    £530  1/3                 rack: 11* 20 42 53* 87",
        "> B    £530  to move, 1/3        rack: 9 15 52 74 83*",
        "ends at £5,000; in the bag: 88; last: 73",
        "7A: 7 placed by A; I12: a free cell beside a counter; ×2 ² double, ×3 ³ triple",
        "* gold  + silver",
    ]


@pytest.mark.parametrize("preset", ["basic", "zones", "hex"])
def test_the_sketch_tells_what_is_free(preset: str) -> None:
    table = find(preset, lambda s: s.covered > 20 and s.phase == Phase.FORMING, players=3)
    board = set_names(sketch(table.s, table.o)).replace("*", " ").replace("+", " ").replace("\n", " ").split(" ")
    for n in range(13, 100):  # smaller ones are among the dice and the amounts
        assert (str(n) in board) == bool(table.s.free[(n - 1) // 50] >> (n - 1) % 50 & 1), n
    covered = sum(board.count(f"·{seat}·") + board.count(f"({seat})") for seat in SEATS[:3])
    legend = ["·A·", "(A)"]
    assert covered - len(legend) == table.s.covered


def test_the_sketch_of_the_rings_tells_all_counters() -> None:
    table = find("counters", lambda s: s.covered > 25 and s.phase == Phase.FORMING, players=3)
    words = set_names(sketch(table.s, table.o)).split()
    for cell in range(CELLS):
        n = table.s.cells[cell]
        if n:
            owner = next(seat for seat in range(3) if table.s.own[seat, (n - 1) // 50] >> (n - 1) % 50 & 1)
            assert f"{n}{SEATS[owner]}" in words
        elif any(beside >= 0 and table.s.cells[beside] for beside in NEXT[cell]):
            assert label(cell) in [word.rstrip("²³") for word in words]
    for seat in range(3):
        for n in text.rack(table.s, seat):
            assert f"{n}{'*' if n in GOLD else '+' if n in SILVER else ''}" in words
