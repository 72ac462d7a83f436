"""Quantum drawn: what can be touched, where things lie, and what is said."""

import re
from itertools import combinations, pairwise
from math import hypot, isclose, pi, sin
from typing import Any
from xml.etree import ElementTree

import pytest

from parlour.engine.play import Play
from parlour.engine.scene import Scene, Shape
from parlour.engine.svg import STYLES, draw_svg
from parlour.games.quantum import beside, shells, text
from parlour.games.quantum.board import NAMES, RINGS, is_hole, start_of
from parlour.games.quantum.drawing import TINTS, touches
from parlour.games.quantum.elements import ELEMENTS
from parlour.games.quantum.state import COLOURS, Action
from tests.form import some
from tests.games.quantum.shown import PLAYS, at, named, play_on, written

MIDDLE = shells.MIDDLE


@pytest.mark.parametrize(("preset", "options"), some(PLAYS, 2))
def test_every_action_has_its_own_path_of_things_that_are_drawn(preset: str, options: dict[str, Any]) -> None:
    for play in play_on(preset, options):
        drawn = play.scene()
        ids = drawn.ids()
        assert len(ids) == len(set(ids))
        paths = [tuple(touches(play.s, play.o, code)) for code in play.legal_codes()]
        assert len(set(paths)) == len(paths)
        for path in paths:
            assert path
            assert set(path) <= set(ids), path
            assert not any(path[:cut] in paths for cut in range(1, len(path)))
        assert ("enter" in ids) == (("enter",) in paths)
        totals = {name for name in ids if name.startswith("total:")}
        assert totals == (_totals(play) if play.to_move >= 0 else set())
        pieces = [name for name in ids if name.startswith("piece:")]
        assert len(pieces) == play.seats * play.o.pieces_per_player


def _totals(play: Play) -> set[str]:
    """What the intact pairs come to."""
    if play.values["totals"] == "off":
        return set()
    pairs = [word.split("+") for word in text.pool(play.s) if "+" in word]
    return {f"total:{sum(map(int, pair))}" for pair in pairs}


def test_paths_name_the_piece_and_then_the_dice() -> None:
    play = at("Black=17,25 turn=Black pair=64 loose=2")
    assert {text.label(play.s, play.o, code): touches(play.s, play.o, code) for code in play.legal_codes()} == {
        "chlorine 17 to blank 12a with the 4, missing the jump": ["piece:1.0", "die:4"],
        "chlorine 17 to blank 12c with the 6, missing the jump": ["piece:1.0", "die:6"],
        "chlorine 17 to sodium 11 with the 2, jumps to potassium 19": ["piece:1.0", "die:2"],
        "chlorine 17 to blank 12g with 6 and 4, missing the jump": ["piece:1.0", "total:10"],
        "manganese 25 to cobalt 27 with the 2": ["piece:1.1", "die:2"],
        "manganese 25 to copper 29 with the 4": ["piece:1.1", "die:4"],
        "manganese 25 to blank 30a with the 6": ["piece:1.1", "die:6"],
        "manganese 25 to blank 31b with 6 and 4": ["piece:1.1", "total:10"],
        "enter on lithium 3 with a six": ["enter"],
    }
    assert touches(play.s, play.o, Action.ENTER) == ["enter"]


def test_a_move_leads_to_the_square_that_is_counted_to() -> None:
    play = at("Black=17,25 turn=Black pair=64 loose=2")
    targets = {action.label: action.target for action in play.legal}
    assert targets["chlorine 17 to sodium 11 with the 2, jumps to potassium 19"] == "square:11", (
        "wherever it jumps to from there"
    )
    assert targets["manganese 25 to blank 31b with 6 and 4"] == "square:31b"
    assert targets["enter on lithium 3 with a six"] == "square:3"
    assert set(targets.values()) <= set(play.scene().ids())


def test_a_chain_is_seen_step_by_step() -> None:
    play = at("White=8,12h Black=10,12j turn=White pair=63 loose=2")
    play.push("12h-12j[2]")
    frames = play.frames(0)
    assert [frame.sentence for frame in frames] == [
        "White's piece moves from blank square 12h to blank square 12j.",
        "White's piece strikes Black's piece on blank square 12j.",
        "Black's piece falls down from blank square 12j to beryllium 4.",
    ]
    drawn = [{shape.id: shape for shape in frame.pieces} for frame in frames]
    assert [(one["piece:0.1"].label, one["piece:1.1"].label) for one in drawn] == [
        (
            "White's piece on blank square 12h",
            "Black's piece on blank square 12j",
        ),
        (
            "White's piece on blank square 12j",
            "Black's piece on blank square 12j",
        ),
        ("White's piece on blank square 12j", "Black's piece on beryllium 4"),
    ]
    one, other = drawn[1]["piece:0.1"], drawn[1]["piece:1.1"]
    assert hypot(one.x - other.x, one.y - other.y) > one.size, "who strikes does not hide who is struck"


def test_who_zaps_is_seen_above_the_square() -> None:
    play = at("White=8,12h Black=10,12j turn=White pair=63 loose=2")
    play.push("8-3[3]")
    seen = [{shape.id: shape.label for shape in frame.pieces} for frame in play.frames(0)]
    assert [one["piece:0.0"] for one in seen][:3] == [
        "White's piece on oxygen 8",
        "White's piece on neon 10",
        "White's piece on lithium 3",
    ]
    assert [one["piece:1.0"] for one in seen][:3] == ["Black's piece on neon 10"] * 2 + ["Black's piece in the centre"]


def framed(drawn: Scene, die: Shape) -> str:
    """The total of the pair in whose frame a die lies, or nothing."""
    for frame in drawn.shapes:
        if frame.kind == "rect" and "together" in frame.label and abs(frame.x - die.x) < frame.width / 2:
            button = min(
                (shape for shape in drawn.shapes if shape.id.startswith("total:") and shape.x > frame.x),
                key=lambda shape: shape.x,
            )
            return button.text
    return ""


@pytest.mark.parametrize(
    ("pool", "taken_from"),
    [
        ("pair=62", {6: "8", 2: "8"}),
        ("pair=62 sixes=2", {6: "8", 2: "8"}),
        ("pair=62 sixes=1 loose=6", {6: "", 2: "8"}),
        ("sixes=1 loose=2", {6: "12", 2: ""}),
        ("pair=44 loose=3311", {4: "8", 3: "", 1: ""}),
    ],
)
def test_R7_the_die_to_touch_is_the_one_that_would_be_spent(pool: str, taken_from: dict[int, str]) -> None:
    play = at(f"White=25 {pool}")
    drawn = play.scene()
    dice = {name: shape for name, shape in named(drawn).items() if name.startswith("die:") and not shape.like}
    assert {int(name[4:]): framed(drawn, die) for name, die in dice.items()} == taken_from
    for score, total in taken_from.items():
        before = _totals(play)
        play.push(score - 1)
        assert before - _totals(play) == (
            {f"total:{total}"} if total and not (total == "12" and play.s.sixes) else set()
        )
        play.undo()


def test_R7_of_an_equal_pair_either_die_may_be_touched() -> None:
    drawn = named(at("White=25 pair=44").scene())
    assert (drawn["die:4.2"].like, drawn["die:4.2"].text) == ("die:4", "4")
    assert not any(shape.like for shape in at("White=25 pair=44 loose=4").scene().pieces if shape.kind == "die")


def test_dice_are_framed_only_where_they_may_be_totalled() -> None:
    assert "=" in written(at("White=25 pair=54").scene())
    drawn = at("White=25 pair=54", totals="off").scene()
    assert "=" not in written(drawn)
    assert {"die:5", "die:4"} <= set(drawn.ids())
    assert not any(name.startswith("total:") for name in drawn.ids())


def test_several_of_a_kind_are_counted() -> None:
    drawn = at("White=25 sixes=3 loose=4431").scene()
    assert {"×3 apart or together", "×2"} <= set(written(drawn))
    assert named(drawn)["die:4"].label == "die 4, 2 of them"
    assert named(drawn)["total:12"].label == "6 and 6 together, 12"


def test_throws_that_are_due_are_shown() -> None:
    drawn = at("phase=extra White=25 pair=64 loose=2 due=3").scene()
    assert [shape.text for shape in drawn.shapes if shape.kind == "die"] == ["6", "4", "2", "?", "?", "?"]
    assert "3 to throw" in written(drawn)
    assert not {"total:10", "enter"} & set(drawn.ids())
    assert "both to throw" in written(at().scene())
    assert {shape.seat for shape in at("turn=Black").scene().shapes if shape.kind == "die"} == {1}


@pytest.mark.parametrize(("preset", "options"), some(PLAYS, 4))
def test_everything_is_on_the_sheet_and_speaks(preset: str, options: dict[str, Any]) -> None:
    for i, play in enumerate(play_on(preset, options)):
        if i % 10:
            continue
        for seat in (None, 0):
            drawn = play.scene(seat)
            for shape in drawn.shapes:
                assert shape.style in STYLES
                assert shape.label or not shape.id, shape
                if shape.kind not in ("path", "text"):
                    wide, high = (max(shape.width, shape.size) / 2, max(shape.height, shape.size) / 2)
                    assert wide <= shape.x <= drawn.width - wide, shape
                    assert high <= shape.y <= drawn.height - high, shape
                if shape.kind == "text":
                    assert 0 <= shape.x <= drawn.width
                    assert shape.size / 2 <= shape.y <= drawn.height - shape.size / 2, shape


def boxes(drawn: Scene) -> list[tuple[str, float, float, float, float]]:
    """What is drawn beside the board, as left, top, right and bottom."""
    found = []
    for shape in drawn.shapes:
        if shape.kind in ("button", "die"):
            wide, high = (shape.width or shape.size) / 2, (shape.height or shape.size) / 2
        elif shape.id.startswith("seat:"):
            wide = high = shape.size
        elif (
            shape.kind == "text"
            and hypot(shape.x - MIDDLE[0], shape.y - MIDDLE[1]) > shells.RIM
            and len(shape.text) > 1
        ):
            length, high = 0.42 * shape.size * len(shape.text), 0.3 * shape.size
            left = shape.x - {"start": 0.0, "middle": length / 2, "end": length}[shape.anchor]
            found.append((shape.text, left, shape.y - high, left + length, shape.y + high))
            continue
        else:
            continue
        found.append((shape.id or shape.kind, shape.x - wide, shape.y - high, shape.x + wide, shape.y + high))
    return found


SQUARES_OF_WHITE = "59,61,65,58,12c,19,20,86"


@pytest.mark.parametrize(
    ("preset", "pool"),
    [
        ("two", "pair=64 loose=2"),
        ("two", "pair=62 sixes=12 loose=66554433221"),
        ("two", "phase=extra pair=62 sixes=12 loose=66554433221 due=9"),
        ("six", "sixes=2"),
        ("one_plus_three", "pair=31"),
        ("both_home", "pair=65"),
        ("inner_ring", ""),
    ],
)
def test_nothing_beside_the_board_lies_on_anything_else(preset: str, pool: str) -> None:
    pieces = {"two": SQUARES_OF_WHITE, "six": "59", "both_home": "3,tray"}.get(preset, SQUARES_OF_WHITE)
    if preset == "two" and "extra" not in pool:
        pieces = pieces.removesuffix(",86")
    drawn = at(f"White={pieces} {pool}", preset).scene(0)
    found = boxes(drawn)
    assert len(found) > 12
    for one, other in combinations(found, 2):
        apart = one[3] <= other[1] or other[3] <= one[1] or one[4] <= other[2] or other[4] <= one[2]
        assert apart, (one, other)
    for name, left, top, right, bottom in found:
        assert left >= 0, name
        assert top >= 0, name
        assert right <= drawn.width, name
        assert bottom <= drawn.height, name
        for x in (left, right):  # the corners are clear of the rim
            for y in (top, bottom):
                assert hypot(x - MIDDLE[0], y - MIDDLE[1]) > shells.RIM, name


def squares_of(drawn: Scene) -> dict[str, Shape]:
    return {name.split(":")[1]: shape for name, shape in named(drawn).items() if name.startswith("square:")}


def corners(square: Shape) -> list[tuple[float, float]]:
    """The corners of a square: outer first and last, inner last and first, in the direction of play."""
    numbers = re.findall(r"(?:M|L|A\S+ 0 [01] [01] )(-?[\d.]+),(-?[\d.]+)", square.path)
    assert len(numbers) == 4
    return [(square.x + float(x), square.y + float(y)) for x, y in numbers]


@pytest.mark.parametrize(("preset", "first"), [("two", 2), ("inner_ring", 1)])
def test_the_squares_of_a_ring_lie_side_by_side_and_close_the_ring(preset: str, first: int) -> None:
    drawn = squares_of(at(preset=preset).scene())
    assert len(drawn) == (178 if first == 2 else 180)
    for ring in range(first, 7):
        squares = range(start_of(ring), start_of(ring) + RINGS[ring - 1])
        shapes = [drawn[NAMES[square]] for square in squares]
        for one, other in pairwise([*shapes, shapes[0]]):
            (_, end, inner_end, _), (start, _, _, inner_start) = corners(one), corners(other)
            assert hypot(end[0] - start[0], end[1] - start[1]) < 0.3
            assert hypot(inner_end[0] - inner_start[0], inner_end[1] - inner_start[1]) < 0.3


@pytest.mark.parametrize("preset", ["two", "inner_ring"])
def test_rings_lie_round_each_other(preset: str) -> None:
    play = at(preset=preset)
    reach = shells.shells_of(play.o).nucleus
    for ring in range(shells.shells_of(play.o).first, 7):
        drawn = squares_of(play.scene())[NAMES[start_of(ring)]]
        radii = [hypot(x - MIDDLE[0], y - MIDDLE[1]) for x, y in corners(drawn)]
        assert isclose(radii[0], radii[1], abs_tol=0.2)
        assert isclose(radii[2], radii[3], abs_tol=0.2)
        assert reach < radii[2] < hypot(drawn.x - MIDDLE[0], drawn.y - MIDDLE[1]) < radii[0]
        reach = radii[0]
    assert reach < shells.RIM


@pytest.mark.parametrize("preset", ["two", "inner_ring"])
def test_play_goes_round_anti_clockwise_from_one_ray(preset: str) -> None:
    play = at(preset=preset)
    drawn = squares_of(play.scene())
    heights = []
    for ring in range(shells.shells_of(play.o).first, 7):
        squares = [drawn[NAMES[start_of(ring) + i]] for i in range(RINGS[ring - 1])]
        assert isclose(squares[0].x, MIDDLE[0], abs_tol=0.01)
        heights.append(squares[0].y)
        area = 0.0  # of the polygon through the squares: on a sheet with y downwards, negative is anti-clockwise
        for one, other in pairwise([*squares, squares[0]]):
            area += (one.x - MIDDLE[0]) * (other.y - MIDDLE[1]) - (other.x - MIDDLE[0]) * (one.y - MIDDLE[1])
        assert area <= 0 if ring == 1 else area < 0
        if ring > 1:
            assert squares[1].x < squares[0].x
    assert heights == sorted(heights, reverse=True)
    assert heights[0] < MIDDLE[1]
    assert any(shape.label == "pieces move anti-clockwise" for shape in play.scene().shapes)


def test_pieces_side_by_side_do_not_touch() -> None:
    for first in (1, 2):
        layout = shells.Shells(first)
        for ring in range(max(2, first), 7):
            apart = 2 * (layout.middle(ring) + shells.BESIDE_NUMBER) * sin(pi / RINGS[ring - 1])
            assert apart > 2 * shells.PIECE
            assert layout.depth > 2 * shells.PIECE


@pytest.mark.parametrize("preset", ["two", "inner_ring"])
def test_a_piece_leaves_the_number_of_its_square_to_be_read(preset: str) -> None:
    first = 3 if preset == "two" else 1
    for start in range(first, 87, 8):
        numbers = range(start, min(start + 8, 87))
        drawn = at(f"White={','.join(map(str, numbers))}", preset).scene()
        for slot, number in enumerate(numbers):
            piece, square = named(drawn)[f"piece:0.{slot}"], squares_of(drawn)[str(number)]
            assert hypot(piece.x - square.x, piece.y - square.y) < 10
            figures = [shape for shape in drawn.board if shape.text == str(number) and shape.style == "plain"]
            (figure,) = [shape for shape in figures if hypot(shape.x - square.x, shape.y - square.y) < 34]
            assert hypot(figure.x - piece.x, figure.y - piece.y) > piece.size + 0.36 * figure.size


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("17", "17, chlorine, Cl, group 17, electrons 2.8.7, [Ne] 3s2 3p5; up to bromine 35, down to fluorine 9"),
        (
            "3",
            "3, lithium, Li, group 1, electrons 2.1, [He] 2s1; up to sodium 11, down to the centre; jump to sodium 11; "
            "Black's piece",
        ),
        (
            "60",
            "60, neodymium, Nd, lanthanides, electrons 2.8.18.22.8.2, [Xe] 4f4 6s2; "
            "no way up, down to nickel 28; White's piece",
        ),
        ("12a", "blank square 12a; up to gallium 31, down to beryllium 4"),
        ("53d", "home; up to radon 86, down to bromine 35"),
        ("80f", "blank square 80f, absorption square; no way up, down to cadmium 48"),
    ],
)
def test_a_square_tells_what_it_is(name: str, label: str) -> None:
    assert squares_of(at("White=60 Black=0,3 pair=54").scene())[name].label == label


def test_every_numbered_square_shows_number_symbol_and_group() -> None:
    drawn = at(preset="inner_ring").scene()
    depth = shells.Shells(1).depth
    for number, element in ELEMENTS.items():
        square = squares_of(drawn)[str(number)]
        on_it = [
            shape
            for shape in drawn.board
            if shape.kind == "text" and hypot(shape.x - square.x, shape.y - square.y) < depth / 2
        ]
        by_style = {shape.style: shape.text for shape in on_it}
        assert by_style == {"plain": str(number), "ink": element.symbol, "quiet": element.group}
        from_centre = {shape.style: hypot(shape.x - MIDDLE[0], shape.y - MIDDLE[1]) for shape in on_it}
        assert from_centre["plain"] > from_centre["ink"] > from_centre["quiet"]


def names_on(drawn: Scene, square: Shape, depth: float) -> list[Shape]:
    near = [shape for shape in drawn.board if hypot(shape.x - square.x, shape.y - square.y) < depth / 2]
    return [shape for shape in near if shape.text == square.id.removeprefix("square:")]


@pytest.mark.parametrize("preset", ["two", "inner_ring"])
def test_every_blank_square_bears_its_name_and_a_piece_leaves_it_to_be_read(preset: str) -> None:
    for standing in ("0", "12c,20,31a,54b,80f,83c,86d"):
        play = at(f"White={standing}", preset=preset)
        drawn, depth = play.scene(), shells.shells_of(play.o).depth
        pieces = [shape for shape in drawn.pieces if shape.kind == "piece" and shape.on]
        for name, square in squares_of(drawn).items():
            if name.isdecimal() or name == "53d":
                continue
            (mark,) = names_on(drawn, square, depth)
            assert mark.style == "quiet"
            high, wide = 0.36 * mark.size, 0.21 * mark.size * len(name)
            for piece in pieces:
                beyond = hypot(max(0, abs(piece.x - mark.x) - wide), max(0, abs(piece.y - mark.y) - high))
                assert beyond > piece.size - 3, f"{name} lies under a piece"


def test_groups_keep_their_tint_in_every_ring_and_are_told_apart_without_it() -> None:
    drawn = squares_of(at(preset="inner_ring").scene())
    tints: dict[str, set[str]] = {}
    for number, element in ELEMENTS.items():
        tints.setdefault(element.group, set()).add(drawn[str(number)].style)
    assert all(len(styles) == 1 for styles in tints.values())
    main = [next(iter(tints[group])) for group in shells.GROUP_STYLES]
    assert len(set(main)) == 8
    assert "faint" not in main  # holes are plain
    assert {drawn[NAMES[square]].style for square in range(1, 181) if is_hole(square)} == {"faint", "plate"}
    assert len(tints) == 19  # the sign written on each square is the group's own


@pytest.mark.parametrize(
    ("preset", "jumps"), [("two", ["3", "11", "19", "37"]), ("inner_ring", ["1", "3", "11", "19", "37"])]
)
def test_jump_squares_have_an_arrow_outwards(preset: str, jumps: list[str]) -> None:
    play = at(preset=preset)
    bolts = [shape for shape in play.scene().board if shape.path == shells.BOLT and shape.y < MIDDLE[1]]
    layout = shells.shells_of(play.o)
    borders = [MIDDLE[1] - layout.outer(layout.first + i) for i in range(len(jumps))]
    assert [bolt.y for bolt in bolts] == borders
    for name, bolt in zip(jumps, bolts, strict=True):
        square = squares_of(play.scene())[name]
        assert bolt.y < square.y < bolt.y + layout.depth
        assert "jump to" in square.label
        assert abs(bolt.x - square.x) < 20


def test_home_and_absorption_squares_are_marked() -> None:
    drawn = at().scene()
    home = squares_of(drawn)["53d"]
    signs = [shape for shape in drawn.board if (shape.x, shape.y) == (home.x, home.y)]
    assert [shape.text for shape in signs if shape.kind == "text"] == ["H"]
    assert sum(shape.style == "gold" for shape in signs) == 3
    heads = [shape for shape in drawn.board if shape.path == shells.INWARDS]
    absorbing = [squares_of(drawn)[name] for name in ("80f", "81f", "82f", "83f", "84f", "85f")]
    assert len(heads) == len(absorbing)
    for square in absorbing:  # a little inwards, and clear of the name
        head = min(heads, key=lambda head: hypot(head.x - square.x, head.y - square.y))
        assert isclose(hypot(head.x - square.x, head.y - square.y), -shells.BESIDE_SIGN)
    assert {square.style for square in absorbing} == {"plate"}
    assert {"jump", "home", "absorption", "number, element, group"} <= set(written(drawn))


def test_a_piece_goes_from_the_centre_to_the_board_under_one_name() -> None:
    play = at("loose=6")
    before = named(play.scene())["piece:0.0"]
    assert hypot(before.x - MIDDLE[0], before.y - MIDDLE[1]) < shells.shells_of(play.o).nucleus - 20
    assert before.label == "White's piece in the centre"
    play.push("E")
    after = named(play.scene())["piece:0.0"]
    assert after.label == "White's piece on lithium 3"
    assert after.y < before.y
    assert isclose(after.x, MIDDLE[0])
    assert (after.kind, after.seat) == ("piece", 0)


@pytest.mark.parametrize("preset", ["two", "inner_ring", "six"])
@pytest.mark.parametrize("pieces", [2, 4, 8])
def test_all_pieces_fit_into_the_nucleus(preset: str, pieces: int) -> None:
    play = at(preset=preset, pieces_per_player=pieces)
    drawn = play.scene()
    inside = [shape for name, shape in named(drawn).items() if name.startswith("piece:")]
    assert len(inside) == play.seats * pieces
    room = shells.shells_of(play.o).nucleus - 14
    for piece in inside:
        assert hypot(piece.x - MIDDLE[0], piece.y - MIDDLE[1]) + piece.size < room
    for one, other in combinations(inside, 2):
        assert hypot(one.x - other.x, one.y - other.y) > one.size + other.size
    assert named(drawn)["centre"].label.startswith(f"centre: White {pieces}, Black {pieces}")
    counts = [
        shape
        for shape in drawn.board
        if shape.text == str(pieces) and hypot(shape.x - MIDDLE[0], shape.y - MIDDLE[1]) < room
    ]
    assert len(counts) == play.seats


@pytest.mark.parametrize(("on_board", "more"), [(7, 2), (8, 0), (9, -2), (0, 16)])
def test_the_balance_is_shown_by_scales_gauge_and_words(on_board: int, more: int) -> None:
    squares = [str(number) for number in range(20, 20 + on_board)] + ["0"] * (16 - on_board)
    play = at(f"White={','.join(squares[:8])} Black={','.join(squares[8:])}")
    drawn = play.scene()
    words = text.balance(play.s, play.o)
    beam = next(shape for shape in drawn.shapes if shape.style == "heavy" and shape.label == words)
    left, right = (float(y) for y in re.findall(r",(-?[\d.]+)", beam.path))
    assert (left > right, left < right) == (more > 0, more < 0)  # the heavier pan hangs lower
    full = [shape for shape in drawn.board if shape.style == "ink" and "A" in shape.path]
    assert len(full) == 16 - on_board
    assert any(shape.label == "balance is at 8" for shape in drawn.board)
    assert ("in balance" in words) == (more == 0)
    assert f"{abs(more) // 2} too {'many' if more > 0 else 'few'}" in words or more == 0
    said = " ".join(shape.text for shape in drawn.board if shape.x == beside.EDGE and 930 < shape.y < 1020)
    assert said == words


@pytest.mark.parametrize(("preset", "options"), some(PLAYS, 4))
def test_what_wins_is_always_said(preset: str, options: dict[str, Any]) -> None:
    for i, play in enumerate(play_on(preset, options)):
        if i % 10 == 0:
            said = " ".join(written(play.scene()))
            expected = {
                "balance": text.balance(play.s, play.o),
                "counters_home": f"first to bring {play.o.home_target} home",
                "one_plus_three": "whoever lands on home with three others in play wins",
            }
            assert expected[play.values["win_form"]] in said


def test_trays_hold_the_pieces_that_are_home() -> None:
    drawn = at("White=3,tray Blue=tray,5 pair=54", "both_home").scene()
    for name, label in (
        ("piece:0.1", "White's piece home in the tray"),
        ("piece:3.0", "Blue's piece home in the tray"),
    ):
        piece = named(drawn)[name]
        assert piece.label == label
        assert hypot(piece.x - MIDDLE[0], piece.y - MIDDLE[1]) > shells.RIM + piece.size
    ghosts = [shape for shape in drawn.shapes if shape.kind == "piece" and shape.style == "spent"]
    assert [ghost.seat for ghost in ghosts] == [0, 1, 1, 2, 2, 3]
    eight = at(preset="six", pieces_per_player=8, win_form="counters_home", home_target=8).scene()
    ghosts = [shape for shape in eight.shapes if shape.kind == "piece" and shape.style == "spent"]
    assert len(ghosts) == 48
    for one, other in combinations(ghosts, 2):
        assert hypot(one.x - other.x, one.y - other.y) > one.size + other.size
    for ghost in ghosts:
        assert hypot(ghost.x - MIDDLE[0], ghost.y - MIDDLE[1]) > shells.RIM + ghost.size


def test_seats_have_colour_mark_name_and_turn() -> None:
    play = at("turn=Red Red=25 pair=54", "six")
    drawn = play.scene(2)
    assert drawn.tints == TINTS
    assert len(set(TINTS)) == 6
    for seat, name in enumerate(COLOURS):
        shape = named(drawn)[f"seat:{name}"]
        assert (shape.kind, shape.seat) == ("piece", seat)
        assert ("to move" in shape.label) == ("You" in shape.label) == (name == "Red")
        assert "in the centre" in shape.label
    assert named(drawn)["seat:Red"].label == "You, to move, 1 in play, 1 in the centre"
    assert [shape.seat for shape in drawn.board if shape.style == "wash"] == [2]
    assert "to throw" in named(at("turn=Black").scene())["seat:Black"].label


def test_only_the_rollers_squares_are_linked() -> None:
    def links(play: Play) -> int:
        return sum(shape.style == "leader" and not shape.label for shape in play.scene().shapes)

    assert links(at("White=25,85 Black=17,3,4 pair=54")) == 3  # from ring 6 there is no way up
    assert links(at("turn=Black White=25,85 Black=17,3,4 pair=54")) == 6
    assert links(at("phase=starting turns=0 turn=none")) == 0
    assert links(at("phase=finished winner=White White=53d,4,20,21 Black=5,6,7,8")) == 0


def test_a_link_ends_at_its_target() -> None:
    drawn = at("White=13 pair=54").scene()
    up, down = [shape.path for shape in drawn.shapes if shape.style == "leader" and not shape.label]
    for path, target in ((up, "31"), (down, "5")):
        tip = [tuple(map(float, point.split(","))) for point in path.split("M")[1].split("L")][-1]
        square = squares_of(drawn)[target]
        assert hypot(tip[0] - square.x, tip[1] - square.y) < 18


def test_the_end_is_said() -> None:
    drawn = at("phase=finished winner=Black Black=53d,4,20,21 White=5,6,7,8").scene()
    assert "Black wins" in written(drawn)
    assert "winner" in named(drawn)["seat:Black"].label
    assert not any(name.startswith(("die:", "total:", "enter")) for name in drawn.ids())
    assert "nobody has won" in written(at("phase=finished turns=1000").scene())


def test_two_pieces_on_home_stand_beside_each_other() -> None:
    """Only a winner lands where another still stands."""
    drawn = at("phase=finished winner=Black White=53d,5,6,7 Black=53d,4,20,21").scene()
    home, both = squares_of(drawn)["53d"], [named(drawn)[name] for name in ("piece:0.0", "piece:1.0")]
    assert hypot(both[0].x - both[1].x, both[0].y - both[1].y) > 1.9 * shells.PIECE
    assert (home.x, home.y) in [(piece.x, piece.y) for piece in both]
    assert [piece.label for piece in both] == ["White's piece on home", "Black's piece on home"]


@pytest.mark.parametrize("mode", ["paper", "blueprint"])
@pytest.mark.parametrize(("preset", "options"), some(PLAYS, 4))
def test_the_board_is_drawn_whole_in_both_modes(preset: str, options: dict[str, Any], mode: str) -> None:
    play = list(play_on(preset, options, seed=3, plies=120))[-1]
    drawn = play.scene()
    root = ElementTree.fromstring(draw_svg(drawn, mode))
    assert [element.get("data-id") for element in root.iter() if element.get("data-id")] == drawn.ids()
    assert drawn.caption == f"FIG. 1 — {play.asked()}"
