"""The board, the setup and the start: sections "The board", "Your numbers" and "Setup" of the page."""

import pytest

from parlour.engine.options import OptionError
from parlour.games.quatro.board import BOARDS, number, point_name, spot
from tests.games.quatro.tabletop import at, ends, men, moves, new, said, words

# As each player counts: boards 1 (home), 2, 3 and 4 (entry), from 1 to 36.
PATHS = {
    "A": "A1 A2 A3 A4 A5 A6 A7 A8 A9 D9 D8 D7 D6 D5 D4 D3 D2 D1 C1 C2 C3 C4 C5 C6 C7 C8 C9 B9 B8 B7 B6 B5 B4 B3 B2 B1",
    "D": "D1 D2 D3 D4 D5 D6 D7 D8 D9 A9 A8 A7 A6 A5 A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 B8 B9 C9 C8 C7 C6 C5 C4 C3 C2 C1",
    "C": "C1 C2 C3 C4 C5 C6 C7 C8 C9 B9 B8 B7 B6 B5 B4 B3 B2 B1 A1 A2 A3 A4 A5 A6 A7 A8 A9 D9 D8 D7 D6 D5 D4 D3 D2 D1",
    "B": "B1 B2 B3 B4 B5 B6 B7 B8 B9 C9 C8 C7 C6 C5 C4 C3 C2 C1 D1 D2 D3 D4 D5 D6 D7 D8 D9 A9 A8 A7 A6 A5 A4 A3 A2 A1",
}
CLOCKWISE = PATHS["A"].split()
START = {11: "36:2,25:3,15:3,9:3", 13: "36:2,25:4,15:3,9:4", 15: "36:2,25:5,15:3,9:5"}
START_POINTS = {"A": "A9 D4 C7 B1", "D": "D9 A4 B7 C1", "C": "C9 B4 A7 D1", "B": "B9 C4 D7 A1"}  # on 9, 15, 25, 36
ODD = {"D": "B", "B": "D", "A": "C", "C": "A"}  # by the empty board


def test_Q1_clockwise_the_boards_are_A_D_C_B() -> None:
    assert [point_name(k, 9) for k in range(36)] == CLOCKWISE
    assert BOARDS == "ADCB"
    pairs = {frozenset((CLOCKWISE[k], CLOCKWISE[(k + 1) % 36])) for k in range(36)}
    for one, other in (("A1", "B1"), ("C1", "D1"), ("A9", "D9"), ("B9", "C9")):
        assert {one, other} in pairs


@pytest.mark.parametrize("board", BOARDS)
def test_Q1_every_players_numbers(board: str) -> None:
    path = PATHS[board].split()
    b = BOARDS.index(board)
    assert [point_name(spot(b, v, 9), 9) for v in range(1, 37)] == path
    assert [number(b, spot(b, v, 9), 9) for v in range(1, 37)] == list(range(1, 37))
    o = new().o
    assert [point_name(o.spot[b, v], 9) for v in range(1, 37)] == path
    assert [o.number[b, o.spot[b, v]] for v in range(1, 37)] == list(range(1, 37))


def test_Q1_numbers_of_the_same_point() -> None:
    for name in CLOCKWISE:
        a, d, c, b = (PATHS[board].split().index(name) + 1 for board in BOARDS)
        assert (b, d, c) == (37 - a, (18 - a) % 36 + 1, (a - 19) % 36 + 1)
        assert (d, b, a) == (37 - c, (18 - c) % 36 + 1, (c - 19) % 36 + 1)
    assert [PATHS["A"].split()[v - 1] for v in (15, 25, 36)] == ["D4", "C7", "B1"]


def test_Q1_points_alternate_in_colour() -> None:
    scene = new().scene()
    tints = {shape.id.removeprefix("point:"): shape.seat for shape in scene.board if shape.id.startswith("point:")}
    assert set(tints) == set(CLOCKWISE)
    coloured = {name for name, seat in tints.items() if seat is not None}
    assert coloured == {f"{board}{n}" for board in "AC" for n in (1, 3, 5, 7, 9)} | {
        f"{board}{n}" for board in "BD" for n in (2, 4, 6, 8)
    }
    colours = {name: scene.tints[seat] for name, seat in tints.items() if seat is not None}
    assert {(name[0], colour) for name, colour in colours.items()} == {
        ("A", "vermilion"),
        ("B", "ink"),
        ("C", "amber"),
        ("D", "blue"),
    }


@pytest.mark.parametrize(("board", "entry"), ["AB", "BA", "CD", "DC"])
def test_Q2_men_enter_on_the_board_furthest_along_their_path(board: str, entry: str) -> None:
    for n in range(1, 7):
        play = at(f"{board}=bar:1,9:10 {entry}=8:11 turn={board}")
        play.push(f"{n}{n}:")
        play.push(f"bar/{37 - n}")
        assert said(play) == [f"{play.turn_label} enters on {entry}{n}."]


def test_Q4_every_player_has_his_own_bar() -> None:
    play = at("A=bar:1,9:10 D=bar:2,9:9 B=bar:3,9:8 turn=A")
    assert [men(play, board).split(",")[0] for board in "ADCB"] == ["bar:1", "bar:2", "9:11", "bar:3"]
    play.push("21: bar/36 9/7")
    assert [men(play, board).split(",")[0] for board in "ADCB"] == ["36:1", "bar:2", "9:11", "bar:3"]


@pytest.mark.parametrize(("total", "pips"), [(11, 219), (13, 253), (15, 287)])
def test_Q5_the_men_at_the_start(total: int, pips: int) -> None:
    play = new(men=total)
    assert [men(play, board) for board in BOARDS] == [START[total]] * 4
    counts = [tuple(map(int, stack.split(":"))) for stack in START[total].split(",")]
    assert sum(n for _, n in counts) == total
    assert sum(v * n for v, n in counts) == pips
    for board, points in START_POINTS.items():
        found = [point_name(spot(BOARDS.index(board), v, 9), 9) for v in (9, 15, 25, 36)]
        assert found == points.split()
    everybody = " ".join(START_POINTS.values()).split()
    assert len(set(everybody)) == 16, "no two players share a point"
    for points in START_POINTS.values():
        assert sorted(point[0] for point in points.split()) == list("ABCD"), "one point in every home board"


@pytest.mark.parametrize("total", [11, 13, 15])
def test_Q6_two_players_may_take_fewer_men(total: int) -> None:
    assert men(new(players=2), "A") == START[15]
    assert men(new(players=2, men=total), "B") == START[total]


@pytest.mark.parametrize("pairing", ["AB", "CD", "AD", "CB"])
def test_R18_Q7_two_players_move_in_opposite_directions(pairing: str) -> None:
    play = new(players=2, pairing=pairing)
    assert set(words(play)) - {"phase"} == set(pairing)
    assert men(play, pairing[0]) == START[15]
    steps = [spot(BOARDS.index(board), 2, 9) - spot(BOARDS.index(board), 1, 9) for board in pairing]
    assert sorted(steps) == [-1, 1]


@pytest.mark.parametrize("pairing", ["AC", "BD", "CA", "DB", "AA"])
def test_Q7_boards_that_move_alike_do_not_pair(pairing: str) -> None:
    with pytest.raises(OptionError, match=r"pairing cannot be .*expected AB, CD, AD, CB"):
        new(players=2, pairing=pairing)


@pytest.mark.parametrize(("options", "boards"), [({}, "ADCB"), ({"players": 2, "pairing": "CB"}, "CB")])
def test_Q8_the_starter_is_drawn_evenly_and_rolls_afresh(options: dict[str, object], boards: str) -> None:
    play = new(**options)
    assert {o.notation: o.weight for o in play.outcomes} == {f"start:{board}": 1 for board in boards}
    play.push(f"start:{boards[-1]}")
    assert said(play) == ["Black starts."]
    assert words(play)["turn"] == boards[-1]
    rolls = {o.notation: o.weight for o in play.outcomes}
    assert rolls == {f"{a}{b}:": 1 if a == b else 2 for a in range(1, 7) for b in range(1, a + 1)}
    play.push("66:")
    assert play.s.left[0] == 4


@pytest.mark.parametrize("empty", "ABCD")
def test_R17_Q9_the_odd_board_starts(empty: str) -> None:
    play = new(players=3, empty_seat=empty)
    boards = BOARDS.replace(empty, "")
    seatings = {o.notation: o.weight for o in play.outcomes}
    assert len(seatings) == 6
    assert set(seatings.values()) == {1}
    assert {"".join(sorted(name.removeprefix("seats:"))) for name in seatings} == {"".join(sorted(boards))}
    seating = f"seats:{boards[2]}{boards[0]}{boards[1]}"
    play.push(seating)
    assert [play.game.text.seat(play.s, play.o, seat)[0] for seat in range(3)] == [
        {"A": "R", "D": "B", "C": "Y", "B": "B"}[board] for board in seating.removeprefix("seats:")
    ]
    assert words(play)["turn"] == ODD[empty]
    assert play.at_chance, "no roll for the start"
    assert set(words(play)) & set(BOARDS) == set(boards)


@pytest.mark.parametrize("empty", "ABCD")
def test_Q9_boards_are_chosen_in_the_order_of_the_roll(empty: str) -> None:
    play = new(players=3, seat_draft="choose")
    assert {o.notation for o in play.outcomes} == {f"order:{n}" for n in ("123", "132", "213", "231", "312", "321")}
    play.push("order:231")
    left = [board for board in "ABCD" if board != empty]
    for seat, board in zip((1, 2, 0), left, strict=True):
        assert play.to_move == seat
        assert f"board:{empty}" in moves(play)
        play.push(f"board:{board}")
        assert said(play)[0].startswith(f"Player {seat + 1} plays ")
    assert words(play)["turn"] == ODD[empty]
    assert play.s.player[BOARDS.index(left[0])] == 1
    assert empty not in words(play)


def test_Q9_a_taken_board_cannot_be_chosen_again() -> None:
    play = new(players=3, seat_draft="choose")
    play.push("order:123 board:B")
    assert moves(play) == {"board:A", "board:C", "board:D"}


@pytest.mark.parametrize(
    ("options", "boards", "start"),
    [
        ({"ruleset": "backgammon"}, "AB", "36:2,25:5,15:3,9:5"),
        ({"ruleset": "backgammon", "pairing": "CD"}, "DC", "36:2,25:5,15:3,9:5"),
        ({"ruleset": "backgammon24"}, "AB", "24:2,13:5,8:3,6:5"),
    ],
)
def test_Q31_the_opening_roll_of_backgammon(options: dict[str, object], boards: str, start: str) -> None:
    play = new(players=2, cube=True, **options)
    assert [men(play, board) for board in boards] == [start] * 2
    openings = {o.notation: o.weight for o in play.outcomes}
    assert openings == {f"open:{board}{a}{b}:": 1 for board in boards for a in range(2, 7) for b in range(1, a)}
    play.push(f"open:{boards[1]}63:")
    assert (words(play)["turn"], words(play)["dice"], play.s.need) == (boards[1], "63", 2)
    while words(play)["turn"] == boards[1]:
        play.push(play.legal_codes()[0])
    assert moves(play) == {"roll", "dbl2"}, "the cube may be used from the second turn on"


def test_Q31_backgammon_on_24_points_is_the_ordinary_path() -> None:
    o = new(players=2, ruleset="backgammon24").o
    assert (o.points, o.home) == (24, 6)
    for v in range(1, 25):
        assert o.spot[BOARDS.index("B"), 25 - v] == o.spot[BOARDS.index("A"), v]


@pytest.mark.parametrize("ruleset", ["backgammon", "backgammon24"])
def test_Q31_backgammon_neither_touches_nor_enters_with_a_total(ruleset: str) -> None:
    n = 37 if ruleset == "backgammon" else 25
    options = {"players": 2, "ruleset": ruleset}
    closed = at(f"A=20:1,off:14 B={n - 15}:2,{n - 17}:2,2:11 turn=A dice=53", **options)
    assert moves(closed) == {"-"}
    assert ends(at("A=bar:2,off:13 B=6:2,5:13 turn=A dice=61", **options)) == {f"A=bar:1,{n - 1}:1,off:13"}
