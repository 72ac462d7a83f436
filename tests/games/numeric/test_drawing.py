"""Numeric drawn: what can be touched, where things lie, and what is said."""

from itertools import combinations
from math import hypot, sqrt
from typing import Any
from xml.etree import ElementTree

import pytest

from parlour.engine.people import say
from parlour.engine.scene import MARKS, Scene
from parlour.engine.svg import STYLES, draw_svg
from parlour.games.numeric import beside, diamond, rectangles, rings, text
from parlour.games.numeric.board import BESIDE, CELL, CELLS, GOLD, NEXT, NUMBERS, SEATS, SILVER, label, words_of
from parlour.games.numeric.drawing import target, touches
from parlour.games.numeric.pack import Card
from parlour.games.numeric.state import Action, Phase
from tests.form import some
from tests.games.numeric.shown import PLAYS, Table, find, play, started

TOUCHED_ONLY = ("signs:", "pass", "take", "end", "forfeit", "join:")


@pytest.mark.parametrize(("preset", "options"), some(PLAYS, 2))
def test_every_action_has_its_own_path_of_things_that_are_drawn(preset: str, options: dict[str, Any]) -> None:
    for table in play(preset, options):
        legal = table.legal() if table.s.to_move >= 0 else []
        paths = [tuple(touches(table.s, table.o, code)) for code in legal]
        ids = table.scene().ids()
        assert len(ids) == len(set(ids))
        assert len(set(paths)) == len(paths)
        for path in paths:
            assert path
            assert set(path) <= set(ids), path
            assert not any(path[:cut] in paths for cut in range(1, len(path)))
        touched = {name for path in paths for name in path}
        assert {name for name in ids if name.startswith(TOUCHED_ONLY)} == {
            name for name in touched if name.startswith(TOUCHED_ONLY)
        }


@pytest.mark.parametrize(
    ("phase", "starts"),
    [
        (Phase.CHOOSING, {"take", "end"}),
        (Phase.BANKRUPT, {"forfeit", "join"}),
        (Phase.SWAPPING, {"pass", "number"}),
        (Phase.PLACING, {"cell"}),
    ],
)
def test_each_kind_of_choice_is_one_touch(phase: int, starts: set[str]) -> None:
    preset = "counters" if phase in (Phase.SWAPPING, Phase.PLACING) else "zones"
    money = 30 if phase == Phase.BANKRUPT else 500
    table = find(preset, lambda s: s.phase == phase, players=3, starting_money=money)
    met = {tuple(touches(table.s, table.o, code)) for code in table.legal()}
    assert {name.split(":")[0] for (name,) in met} == starts
    if phase == Phase.SWAPPING:
        assert {name for (name,) in met} == {"pass", *(f"number:{n}" for n in text.rack(table.s, table.s.turn))}


def test_signs_are_touched_only_where_a_number_can_be_made_in_several_ways() -> None:
    table = started("zones").throw("6431")
    forms = {text.formed(code): touches(table.s, table.o, code) for code in table.legal() if code != Action.PASS}
    assert forms[96, 0] == ["number:96"]
    assert forms[11, 1] == ["number:11"]
    assert {c: path for (n, c), path in forms.items() if n == 7} == {
        1: ["number:7", "signs:-"],
        2: ["number:7", "signs:/"],
        3: ["number:7", "signs:-/"],
    }
    assert forms[14, 0] == ["number:14", "signs:none"]
    assert table.shapes()["signs:-/"].label == "with − and ÷"
    targets = {text.formed(code): target(table.s, table.o, code) for code in table.legal() if code != Action.PASS}
    assert (targets[7, 1], targets[96, 0]) == ("number:7", ""), "a number that is touched last needs no other mark"


def test_signs_are_not_shown_where_nobody_has_to_choose() -> None:
    table = started("zones").throw("6431")
    several = [n for n in NUMBERS if len(beside.ways(table.s, table.o, n)) > 1]
    low, high = words_of(several)
    table.s.free[0] &= ~low
    table.s.free[1] &= ~high
    assert not any(name.startswith("signs:") for name in table.shapes())
    assert "pass" in table.shapes()


@pytest.mark.parametrize(("preset", "options"), some(PLAYS, 4))
def test_everything_is_on_the_sheet_and_speaks(preset: str, options: dict[str, Any]) -> None:
    for i, table in enumerate(play(preset, options)):
        if i % 7:
            continue
        for seat in (None, 0):
            drawn = table.scene(seat)
            for shape in drawn.shapes:
                assert shape.style in STYLES
                assert shape.label or not shape.id, shape
                if shape.kind != "path":
                    wide, high = max(shape.width / 2, shape.size / 2), max(shape.height / 2, shape.size / 2)
                    if shape.turn or shape.kind == "text":
                        wide = high = 0.0
                    assert wide <= shape.x <= drawn.width - wide, shape
                    assert high <= shape.y <= drawn.height - high, shape


def boxes(drawn: Scene) -> list[tuple[str, float, float, float, float]]:
    """What lies beside the board, as left, top, right and bottom."""
    found = []
    for shape in drawn.shapes:
        if shape.kind in ("button", "die") or shape.id == "card":
            wide, high = (shape.width or shape.size) / 2, (shape.height or shape.size) / 2
        elif shape.id.startswith("side:"):
            wide = high = shape.size
        else:
            continue
        found.append((shape.id, shape.x - wide, shape.y - high, shape.x + wide, shape.y + high))
    return found


@pytest.mark.parametrize("preset", ["zones", "hex", "counters"])
@pytest.mark.parametrize("phase", [Phase.FORMING, Phase.TURNING_CARD, Phase.CHOOSING, Phase.BANKRUPT])
def test_nothing_beside_the_board_lies_on_anything_else(preset: str, phase: int) -> None:
    end = "funds(5000)+throw_limit(90)+time_limit+all_primes+cover_count(99)"
    money = 30 if phase == Phase.BANKRUPT else 1000
    players = 6 if preset == "counters" else 8
    table = find(preset, lambda s: s.phase == phase, players=players, starting_money=money, end=end)
    drawn = table.scene(0)
    found = boxes(drawn)
    assert len(found) > players
    for one, other in combinations(found, 2):
        apart = one[3] <= other[1] or other[3] <= one[1] or one[4] <= other[2] or other[4] <= one[2]
        assert apart, (one, other)
    for name, left, top, right, bottom in found:
        assert left >= 0, name
        assert top >= 0, name
        assert right <= drawn.width, name
        assert bottom <= drawn.height, name


@pytest.mark.parametrize("preset", ["basic", "zones"])
@pytest.mark.parametrize("layout", ["plain", "snake"])
def test_rectangles_stand_in_rows_that_run_as_the_layout_says(preset: str, layout: str) -> None:
    shapes = Table(preset, layout=layout).shapes()
    at = {n: (shapes[f"number:{n}"].x, shapes[f"number:{n}"].y) for n in NUMBERS}
    for one, other in combinations(at.values(), 2):
        assert abs(one[0] - other[0]) >= rectangles.WIDTH or abs(one[1] - other[1]) >= rectangles.HEIGHT
    assert at[1][1] == at[6][1] < at[7][1]
    assert (at[7][0] == at[6][0]) == (layout == "snake")
    assert (at[7][0] == at[1][0]) == (layout == "plain")
    assert [at[n][0] for n in range(97, 101)] == [at[n][0] for n in range(2, 6)]
    assert len({y for _, y in at.values()}) == 17


def test_hexagons_of_the_diamond_touch_their_neighbours_alone() -> None:
    shapes = Table("hex").shapes()
    step = sqrt(3) * diamond.SIZE
    for one, other in combinations(NUMBERS, 2):
        a, b = shapes[f"number:{one}"], shapes[f"number:{other}"]
        far = hypot(a.x - b.x, a.y - b.y)
        assert (other in BESIDE[one]) == (abs(far - step) < 0.01)
        assert far > step - 0.01
    assert shapes["number:100"].y < shapes["number:55"].y < shapes["number:1"].y
    assert shapes["number:55"].x < shapes["number:46"].x


def test_hexagons_of_the_rings_touch_their_neighbours_alone() -> None:
    shapes = Table("counters").shapes()
    step = sqrt(3) * rings.SIZE
    for one, other in combinations(range(CELLS), 2):
        a, b = shapes[f"cell:{label(one)}"], shapes[f"cell:{label(other)}"]
        far = hypot(a.x - b.x, a.y - b.y)
        assert (other in NEXT[one]) == (abs(far - step) < 0.01)
        assert far > step - 0.01
    assert shapes["cell:R1"].x > shapes["cell:C0"].x
    assert shapes["cell:V2"].y > shapes["cell:V1"].y


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("rack_size", [3, 6, 8])
def test_racks_lie_beyond_the_board_and_apart(players: int, rack_size: int) -> None:
    table = started("counters", players=players, rack_size=rack_size)
    shapes = table.shapes()
    counters = [shape for name, shape in shapes.items() if name.startswith("number:")]
    cells = [shape for name, shape in shapes.items() if name.startswith("cell:")]
    assert len(counters) == players * rack_size
    for one, other in combinations(counters, 2):
        assert hypot(one.x - other.x, one.y - other.y) > one.size + other.size
    for counter in counters:
        assert min(hypot(counter.x - cell.x, counter.y - cell.y) for cell in cells) > counter.size + rings.SIZE
    sides = [shape for name, shape in shapes.items() if name.startswith("side:")]
    for side in sides:
        assert min(hypot(side.x - one.x, side.y - one.y) for one in counters) > side.size + counters[0].size


def test_racks_are_served_clockwise() -> None:
    shapes = started("counters", players=6).shapes()
    at = [
        (shapes[f"rack:{seat}"].x - rings.MIDDLE[0], shapes[f"rack:{seat}"].y - rings.MIDDLE[1]) for seat in SEATS[:6]
    ]
    for (x, y), (u, v) in zip(at, at[1:] + at[:1], strict=True):
        assert x * v - y * u > 0  # a turn to the right, y being downwards


def test_cells_say_what_they_are() -> None:
    table = started("zones", players=2, cards=False).throw("6431")
    assert table.shapes()["number:72"].label == "72, yellow zone, £50, free"
    assert table.shapes()["number:7"].label == "7, gold, blue zone, £15, free"
    shapes = table.make(7).shapes()
    assert shapes["number:7"].label == "7, gold, blue zone, £15, covered by A"
    assert shapes["counter:7"].label == "A's counter on 7"
    assert (shapes["counter:7"].seat, shapes["counter:7"].kind) == (0, "piece")
    assert "7" in table.words()
    assert started("basic").shapes()["number:13"].label == "13, silver, free"
    assert started("hex").shapes()["number:44"].label == "44, green area, free"
    assert started("hex", hex_zone_money=True).shapes()["number:89"].label == "89, silver, red area, £1,000, free"
    assert started("practice", dice=3).shapes()["number:83"].label == "83, gold, no throw makes it"


def test_cells_of_the_rings_say_what_they_are() -> None:
    table = started("counters")
    shapes = table.shapes()
    assert shapes["cell:C0"].label == "C0, centre, £10, empty"
    assert shapes["cell:B1"].label == "B1, blue ring, £50, double, empty"
    assert shapes["cell:G3"].label == "G3, green ring, £100, triple, empty"
    first = text.rack(table.s, 0)[0]
    assert shapes[f"number:{first}"].label.startswith(f"counter {first}")
    assert shapes["rack:A"].label == f"A's rack: {', '.join(map(str, text.rack(table.s, 0)))}"


def test_values_and_bonuses_are_written() -> None:
    words = Table("zones").words()
    for value, colour in (("£5", "blue"), ("£10", "orange"), ("£20", "green"), ("£50", "yellow"), ("£100", "red")):
        assert value in words
        assert colour in words
    words = Table("counters").words()
    assert words.count("×2") == 12
    assert words.count("×3") == 6
    assert {"£10", "£20", "£50", "£100", "£200", "£300", "£500"} <= set(words)
    assert "in the bag: 100" in words
    assert not {"×2", "×3"} & set(Table("counters", bonus_layout="none").words())
    assert "violet £10" in Table("hex", hex_zone_money=True).words()
    assert "violet" in Table("hex", end="zones_complete").words()
    assert "violet" not in Table("hex").words()


@pytest.mark.parametrize(
    ("preset", "options", "said"),
    [
        ("zones", {}, "G gold pays three times, S silver twice; both give a card"),
        ("zones", {"cards": False}, "G gold pays three times, S silver twice"),
        ("hex", {}, "G gold pays three times, S silver twice"),
        ("counters", {}, "G gold pays three times, S silver twice"),
        ("basic", {}, "G gold, S silver: here they pay no more"),
    ],
)
def test_the_letters_on_gold_and_silver_numbers_are_explained_at_the_table(
    preset: str, options: dict[str, Any], said: str
) -> None:
    assert said in " ".join(Table(preset, **options).words())


def outlines(drawn: Scene, n: int) -> list[tuple[int, float]]:
    """The lines round a number that are not its cell's, each as how often it goes round and how thick it is."""
    cell = next(shape for shape in drawn.shapes if shape.id == f"number:{n}")
    found = []
    for shape in drawn.shapes:
        if (shape.x, shape.y) == (cell.x, cell.y) and shape.kind == "path" and shape.style in ("gold", "silver"):
            width = float(STYLES[shape.style].split("stroke-width:")[1].split(";")[0])
            found.append((shape.path.count("M"), width))
    return found


@pytest.mark.parametrize("preset", ["basic", "zones", "hex", "counters"])
def test_gold_and_silver_differ_by_line_and_letter(preset: str) -> None:
    table = started(preset, players=6)
    drawn = table.scene()
    shown = [int(name.split(":")[1]) for name in drawn.ids() if name.startswith("number:")]
    letters = [shape for shape in drawn.shapes if shape.kind == "text" and shape.text in ("G", "S")]
    assert {"G", "S"} <= {letter.text for letter in letters}
    for n in shown:
        lines = outlines(drawn, n)
        cell = next(shape for shape in drawn.shapes if shape.id == f"number:{n}")
        near = [letter.text for letter in letters if hypot(letter.x - cell.x, letter.y - cell.y) < 34]
        if n in GOLD:
            assert lines[0][0] == 2  # a double line
            assert "G" in near
            assert "gold" in cell.label
        elif n in SILVER:
            assert lines[0][0] == 1  # one line, and a thick one
            assert lines[0][1] >= 3
            assert "S" in near
            assert "silver" in cell.label
        else:
            assert lines == []


def test_one_is_not_marked_where_it_is_not_prime() -> None:
    assert outlines(started("zones").scene(), 1)
    table = started("zones", one_is_prime=False)
    assert not outlines(table.scene(), 1)
    assert table.shapes()["number:1"].label == "1, blue zone, £5, free"


def test_a_covered_number_shows_whose_it_is_and_can_still_be_read() -> None:
    table = find("zones", lambda s: s.covered >= 12, players=8)
    drawn = table.scene()
    counters = [shape for shape in drawn.pieces if shape.id.startswith("counter:")]
    assert len(counters) == table.s.covered
    for counter in counters:
        n = int(counter.id.split(":")[1])
        assert counter.seat is not None
        assert table.s.own[counter.seat, (n - 1) // 50] >> (n - 1) % 50 & 1
        assert not counter.text  # the mark is on it, not the number
        (figure,) = [shape for shape in drawn.shapes if shape.kind == "text" and shape.text == str(n)]
        assert hypot(figure.x - counter.x, figure.y - counter.y) > counter.size
    assert len(drawn.tints) == len(MARKS) == 8


def test_a_counter_goes_from_the_rack_to_the_board_under_one_name() -> None:
    table = find("counters", lambda s: s.phase == Phase.PLACING, players=3)
    n, owner = table.s.number, table.s.turn
    before = table.shapes()
    cell = table.legal()[0]
    name = label(cell - Action.PLACE)
    assert f"number:{n}" in before
    assert "rack" in before[f"number:{n}"].label
    after = table.push(cell).shapes()
    assert (
        hypot(after[f"number:{n}"].x - before[f"cell:{name}"].x, after[f"number:{n}"].y - before[f"cell:{name}"].y) < 9
    )
    assert after[f"number:{n}"].label.endswith(f"placed on {name} by {SEATS[owner]}")
    assert after[f"cell:{name}"].label.endswith(f"{SEATS[owner]}'s counter {n}")
    assert (after[f"mark:{n}"].kind, after[f"mark:{n}"].seat) == ("piece", owner)
    parts = [part for part in ("number", "face", "edge", "letter") if f"{part}:{n}" in before]
    assert all(f"{part}:{n}" in after for part in parts)


@pytest.mark.parametrize("preset", ["zones", "hex"])
def test_the_number_covered_last_stands_out(preset: str) -> None:
    table = started(preset, players=2, cards=False).throw("6431").make(72)
    assert "72 was covered last" in [shape.label for shape in table.scene().shapes]
    table.push(Action.PASS)
    assert not any("last" in shape.label for shape in table.scene().shapes)


def test_the_counter_placed_last_and_the_one_to_place_stand_out() -> None:
    table = started("counters", players=2, cards=False).throw("6431").make(7)
    assert "7 was placed last" in [shape.label for shape in table.scene().shapes]
    table.make(73)
    assert not any("last" in shape.label for shape in table.scene().shapes)
    chosen = table.shapes()["number:73"]
    heavy = [shape for shape in table.scene().shapes if shape.kind == "circle" and shape.style == "heavy"]
    assert [(ring.x, ring.y) for ring in heavy] == [(chosen.x, chosen.y)]


def test_the_run_that_was_paid_is_joined() -> None:
    table = started("hex", players=2, cards=False)
    low, high = words_of([61, 68])
    table.s.free[0], table.s.free[1] = table.s.free[0] & ~low, table.s.free[1] & ~high
    table.s.own[1, 0], table.s.own[1, 1] = low, high
    table.throw("6431").make(76)
    dots = [shape for shape in table.scene().board if shape.kind == "circle" and shape.style == "ink"]
    assert len(dots) == 2  # 76 to 68 to 61


def test_a_counter_is_linked_to_those_it_touches() -> None:
    table = started("counters", players=2)
    for cell, n in (("C0", 4), ("V1", 5), ("I12", 3)):
        table.s.cells[CELL[cell]] = n
        table.s.own[0, 0] |= 1 << (n - 1)
    table.s.number, table.s.made, table.s.phase, table.s.to_move = 5, 3, Phase.FORMING, 0
    table.s.throw = 0
    labels = [shape.label for shape in table.scene().shapes if "related" in shape.label]
    assert sorted(labels) == ["5 and 3 are related", "5 and 4 are related"]
    table.s.cells[CELL["V2"]], table.s.own[0, 0] = 9, table.s.own[0, 0] | 1 << 8
    assert "5 and 9 are not related" in [shape.label for shape in table.scene().shapes]


def test_the_dice_lie_from_the_biggest_in_the_colour_of_who_threw() -> None:
    table = started("zones", players=3)
    assert not any(shape.kind == "die" for shape in table.scene().shapes)
    table.throw("3641")
    dice = [shape for shape in table.scene().shapes if shape.kind == "die"]
    assert [die.text for die in dice] == ["6", "4", "3", "1"]
    assert [die.id for die in dice] == ["die:1", "die:2", "die:3", "die:4"]
    assert {die.seat for die in dice} == {0}
    assert {"throw 1, by A", "the throw is for all"} <= set(table.words())
    assert "the throw is for all" not in started("basic", players=2).throw("6431").words()
    assert len([shape for shape in started("practice", dice=3).throw("441").scene().shapes if shape.kind == "die"]) == 3


def test_every_side_has_its_purse() -> None:
    table = find("zones", lambda s: s.phase == Phase.BANKRUPT, players=4, starting_money=30)
    ruined = table.s.to_move
    assert f"{SEATS[ruined]}, £0, bankrupt" == table.shapes()[f"side:{SEATS[ruined]}"].label
    table.push(Action.FORFEIT)
    side = table.shapes()[f"side:{SEATS[ruined]}"]
    assert (side.label, side.style, side.seat) == (f"{SEATS[ruined]}, £0, out", "spent", ruined)
    other = (ruined + 1) % 4
    table.s.joined[ruined] = other + 1
    assert table.shapes()[f"side:{SEATS[ruined]}"].label.endswith(f"joined {SEATS[other]}")
    for seat in range(4):
        assert f"£{table.s.money[seat]:,}" in table.words()
    viewer = next(shape for shape in table.scene(other).shapes if shape.id == f"side:{SEATS[other]}")
    assert "You, " in viewer.label


def test_the_scramble_shows_who_has_passed_and_how_many_own_counters_lie() -> None:
    table = find("counters", lambda s: s.circuit > 0 and s.phase == Phase.FORMING and s.passed > 0, players=4)
    s = table.s
    assert any("scramble" in words for words in table.words())
    for seat in range(4):
        said = table.shapes()[f"side:{SEATS[seat]}"].label
        assert ("passed" in said) == bool(s.passed >> seat & 1)
        assert (f"{min(3, s.placed[seat])}/3" in said) == (s.placed[seat] > 0)


def test_the_card_in_hand_is_read_out() -> None:
    table = find("zones", lambda s: s.phase == Phase.CHOOSING, players=3)
    shapes = table.shapes()
    assert shapes["card"].label == f"card {table.s.card}: {Card.find(table.s.card).line}"
    written = " ".join(table.words())
    assert Card.find(table.s.card).line in written
    assert shapes["take"].text == ("take £200" if table.s.card == 3 else "take £300")
    table = find("hex", lambda s: s.phase == Phase.TURNING_CARD, players=2)
    assert table.shapes()["card"].label == "an action card, face down"


@pytest.mark.parametrize("card", [card for card, _ in Card.each()])
@pytest.mark.parametrize("preset", ["zones", "counters"])
def test_the_words_of_every_card_fit_on_it(preset: str, card: int) -> None:
    table = find(preset, lambda s: s.phase == Phase.CHOOSING, players=2)
    table.s.card = card
    drawn = table.scene()
    frame = next(shape for shape in drawn.shapes if shape.id == "card")
    lines = [
        shape for shape in drawn.shapes if shape.kind == "text" and shape.text and shape.text in Card.find(card).line
    ]
    inside = [line for line in lines if abs(line.x - frame.x) < 1 and abs(line.y - frame.y) < frame.height / 2]
    assert " ".join(line.text for line in inside) == Card.find(card).line
    for line in inside:
        assert abs(line.y - frame.y) + line.size / 2 < frame.height / 2 - 4
        assert 0.47 * line.size * len(line.text) < frame.width - 12


def test_the_end_is_said() -> None:
    table = find("zones", lambda s: s.phase == Phase.FINISHED, players=2, end="throw_limit(4)")
    assert any("with £" in words for words in table.words())
    assert not any(name.startswith(TOUCHED_ONLY) for name in table.shapes())
    assert sum("win" in shape.label for shape in table.shapes().values()) >= 1


@pytest.mark.parametrize("preset", ["basic", "zones", "hex", "counters"])
@pytest.mark.parametrize("mode", ["paper", "blueprint"])
def test_every_board_is_drawn_whole_in_both_modes(preset: str, mode: str) -> None:
    table = find(preset, lambda s: s.covered > 10 and s.phase == Phase.FORMING, players=4)
    drawn = table.scene()
    root = ElementTree.fromstring(draw_svg(drawn, mode))
    named = [element.get("data-id") for element in root.iter() if element.get("data-id")]
    assert named == drawn.ids()
    figure = 1 + table.o.variant
    assert drawn.caption == f"FIG. {figure} — {say(text.asked(table.s, table.o))}"
