"""Vendetta drawn: what can be touched, where things lie, and what is said."""

from itertools import combinations
from math import hypot, pi
from typing import Any
from xml.etree import ElementTree

import pytest

from parlour.engine.contract import OVER
from parlour.engine.people import say
from parlour.engine.scene import Scene, Shape
from parlour.engine.svg import STYLES, draw_svg
from parlour.games.vendetta import figures
from parlour.games.vendetta.board import MARKINGS, SPACES, Marking
from parlour.games.vendetta.drawing import scene, target, touches
from parlour.games.vendetta.stacks import is_free
from parlour.games.vendetta.standing import MARK_LETTERS, places, progress
from parlour.games.vendetta.state import AT_HOME, GODFATHER, HIGHER, LOST, LOWER, WON, Outcome, Phase
from parlour.games.vendetta.text import MARKS
from parlour.games.vendetta.track import FREE, INNER, MIDDLE, RIM
from tests.form import some
from tests.games.vendetta.shown import (
    LATE,
    PLAYS,
    Table,
    angle_of,
    apart,
    bounds,
    corners,
    crowded,
    find,
    from_middle,
    play,
)
from tests.games.vendetta.tabletop import at

BUTTONS = {"spin", "nospin"}


@pytest.mark.parametrize(("preset", "options"), some(PLAYS, 4))
def test_every_action_has_its_own_path_of_things_that_are_drawn(preset: str, options: dict[str, Any]) -> None:
    met = 0
    for table in play(preset, options):
        legal = table.legal()
        paths = [tuple(touches(table.s, table.o, code)) for code in legal]
        ids = table.scene(max(0, table.s.to_move)).ids()
        assert len(ids) == len(set(ids))
        assert len(set(paths)) == len(paths)
        for path in paths:
            assert path
            assert set(path) <= set(ids), path
            assert not any(path[:cut] in paths for cut in range(1, len(path)))
        assert BUTTONS & set(ids) == (BUTTONS if table.s.phase == Phase.ASKING else set())
        met += len(paths)
    assert met > 40


def test_a_move_is_a_piece_and_a_die_or_the_total() -> None:
    table = crowded()
    table.s.dice[0], table.s.dice[1] = 2, 5
    assert {code: touches(table.s, table.o, code) for code in (0, 10, 14)} == {
        0: ["piece:0.0", "die:low"],
        10: ["piece:0.3", "die:high"],
        14: ["piece:0.4", "total"],
    }
    asking = crowded("asking", spin="optional")
    assert [touches(asking.s, asking.o, code) for code in asking.legal()] == [["spin"], ["nospin"]]


def test_a_move_leads_to_a_space_or_home() -> None:
    table = crowded()
    table.s.dice[0], table.s.dice[1] = 2, 5
    assert {code: target(table.s, table.o, code) for code in (0, 10, 14)} == {
        0: "space:22",
        10: "space:10",
        14: "space:6",
    }
    late = Table(position=LATE.replace("turn=B", "turn=A") + " hits=1")
    assert target(late.s, late.o, HIGHER) == "home:A"
    assert "home:A" in late.shapes()
    asking = crowded("asking", spin="optional")
    assert [target(asking.s, asking.o, code) for code in asking.legal()] == ["", ""]


def test_a_piece_is_seen_on_its_new_space_before_it_takes_a_hostage() -> None:
    play = at("20: C1 | B1; 17: A1", dice="21")
    play.push("s17>20[2+1]")
    seen = [{shape.id: shape.label for shape in frame.pieces} for frame in play.frames(1)]
    assert play.frames(1)[0].sentence == "Family A's soldier moves from space 17 to space 20."
    assert (seen[0]["piece:0.1"], seen[0]["piece:1.1"]) == (
        "Family A's soldier, on space 20",
        "Family B's soldier, on space 20",
    )
    after = {shape.id: shape.label for shape in play.scene().pieces}
    assert after["piece:1.1"] == "Family B's soldier, on space 20, hostage of Family A"


def test_who_comes_to_free_a_friend_is_drawn_with_him() -> None:
    play = at("20: Ag | D1 | C1 | B1; 17: A1", dice="21")
    play.push("s17>20[2+1]")
    assert len(play.frames(1)) > 1
    for frame in play.frames(1):
        far = {shape.id: from_middle(shape) for shape in frame.pieces if shape.id.startswith("piece:")}
        assert max(far["piece:0.0"], far["piece:0.1"]) < FREE, "free, in the middle of the space"
        assert min(far["piece:1.1"], far["piece:2.1"], far["piece:3.1"]) > FREE, "held, at its edge"


def test_of_equal_dice_the_first_to_be_touched_is_the_lower() -> None:
    table = Table(first_player="seat0").push(Outcome.DICE + 9)  # 4 and 4
    assert table.s.dice[0] == table.s.dice[1] == 4
    used = {touches(table.s, table.o, code)[1] for code in table.legal()}
    assert used == {"die:low", "total"}
    table.push(next(code for code in table.legal() if code % 3 == LOWER))
    assert {touches(table.s, table.o, code)[1] for code in table.legal()} == {"die:high"}


@pytest.mark.parametrize(("preset", "options"), some(PLAYS, 4))
def test_everything_is_on_the_sheet_and_speaks(preset: str, options: dict[str, Any]) -> None:
    for i, table in enumerate(play(preset, options)):
        if i % 9:
            continue
        for seat in (None, 1):
            drawn = table.scene(seat)
            for shape in drawn.shapes:
                assert shape.style in STYLES
                assert shape.label or not shape.id, shape
                wide, high = shape.width / 2, shape.height / 2
                if shape.kind in ("circle", "piece"):
                    wide = high = shape.size
                elif shape.kind == "die":
                    wide = high = shape.size / 2
                if not (shape.kind == "path" and shape.x == shape.y == 0):
                    assert wide <= shape.x <= drawn.width - wide, shape
                    assert high <= shape.y <= drawn.height - high, shape


@pytest.mark.parametrize(("preset", "options"), some(PLAYS, 4))
def test_every_piece_is_drawn_wherever_it_is(preset: str, options: dict[str, Any]) -> None:
    for i, table in enumerate(play(preset, options, seed=3)):
        if i % 9:
            continue
        s, o, shapes = table.s, table.o, table.shapes()
        pieces = {name: shape for name, shape in shapes.items() if name.startswith("piece:")}
        assert set(pieces) == {f"piece:{seat}.{slot}" for seat in range(o.players) for slot in range(o.soldiers + 1)}
        for one, other in combinations(pieces.values(), 2):
            assert apart(one, other) > -1, (one, other)
        for name, shape in pieces.items():
            seat, slot = map(int, name[6:].split("."))
            r, far = s.pos[seat, slot], from_middle(shape)
            assert shape.seat == seat
            if 0 <= r < WON:
                assert far + shape.size <= RIM
                assert far - shape.size > INNER + 26
                assert ("hostage" in shape.label or "suspended" in shape.label) == (not is_free(s, o, seat, slot))
            else:
                assert far - shape.size > RIM
                assert ("lost" in shape.label) == (r == LOST)


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_the_track_runs_clockwise_without_gaps_and_opposite_spaces_are_opposite(seat: int | None) -> None:
    shapes = Table().shapes(seat)
    spaces = [shapes[f"space:{n}"] for n in range(SPACES)]
    for space, after in zip(spaces, spaces[1:] + spaces[:1], strict=True):
        start, end = bounds(space)
        assert (end - start) % 360 == pytest.approx(7.5, abs=0.01)
        assert bounds(after)[0] == pytest.approx(end, abs=0.01)  # so they lie side by side and none overlaps
        radii = [hypot(x - MIDDLE[0], y - MIDDLE[1]) for x, y in corners(space)]
        assert radii == pytest.approx([INNER, RIM, RIM, INNER], abs=0.1)
    for n in range(SPACES // 2):
        for (x, y), (u, v) in zip(corners(spaces[n]), corners(spaces[n + 24]), strict=True):
            assert x + u == pytest.approx(2 * MIDDLE[0], abs=0.05)
            assert y + v == pytest.approx(2 * MIDDLE[1], abs=0.05)


@pytest.mark.parametrize(("players", "names"), [(2, "AC"), (3, "ABC"), (4, "ABCD")])
def test_homes_lie_outside_their_gates_and_only_those_that_are_played(players: int, names: str) -> None:
    table = Table(players=players)
    drawn = table.scene()
    shapes = table.shapes()
    assert {name for name in shapes if name.startswith("home:")} == {f"home:{name}" for name in names}
    for seat, name in enumerate(names):
        home, gate = shapes[f"home:{name}"], table.o.gate[seat]
        assert gate == 12 * "ABCD".index(name)
        start, end = bounds(shapes[f"space:{gate}"])
        assert start < angle_of(home.x, home.y) < end
        assert shapes[f"space:{gate}"].label == f"space {gate}, Family {name}'s gate, empty"
        for slot in range(9):
            man = shapes[f"piece:{seat}.{slot}"]
            assert hypot(man.x - home.x, man.y - home.y) < 64
        (arrow,) = [shape for shape in drawn.shapes if shape.style == "seat" and shape.seat == seat]
        assert RIM < from_middle(arrow) < from_middle(home)
    assert sum(shape.text == "gate" for shape in drawn.shapes) == players


@pytest.mark.parametrize("seat", range(4))
def test_the_viewer_sits_at_the_lower_left(seat: int) -> None:
    table = Table()
    home = table.shapes(seat)[f"home:{'ABCD'[seat]}"]
    assert home.x < MIDDLE[0]
    assert home.y > MIDDLE[1]
    assert "You" in [shape.text for shape in table.scene(seat).shapes]
    assert "You" not in [shape.text for shape in table.scene().shapes]


def on_space(drawn: Scene, space: int) -> list[Shape]:
    """What is drawn about the middle of a space's angle."""
    start, end = bounds(next(shape for shape in drawn.shapes if shape.id == f"space:{space}"))
    return [
        shape
        for shape in drawn.shapes
        if (shape.x, shape.y) != (0, 0)
        and INNER < from_middle(shape) < RIM
        and (angle_of(shape.x, shape.y) - start) % 360 < (end - start) % 360
    ]


@pytest.mark.parametrize("theme", ["mafia", "myth"])
@pytest.mark.parametrize("layout", ["standard", "bloody"])
def test_every_marking_is_a_word_an_icon_and_a_ground(theme: str, layout: str) -> None:
    table = Table(theme=theme, layout=layout)
    drawn, number = table.scene(), {"mafia": 0, "myth": 1}[theme]
    grounds: dict[int, set[str]] = {}
    for space in range(SPACES):
        there = on_space(drawn, space)
        mark = int(MARKINGS[table.o.layout, space])
        assert sum(shape.text == str(space) for shape in there) == 1
        words = " ".join(shape.text for shape in there if shape.kind == "text" and len(shape.text) > 2)
        icons = [shape.path for shape in there if shape.path in figures.ICONS[number].values()]
        if mark in (Marking.HIT, Marking.FBI, Marking.MASSACRE, Marking.SILENCED):
            word = MARKS[number][mark]
            assert words == word.removeprefix("the ")
            assert icons == [figures.ICONS[number][mark]]
            assert table.shapes()[f"space:{space}"].label == f"space {space}, {word}, empty"
        else:
            assert words == ("gate" if mark == Marking.GATE else "")
            assert icons == []
        grounds.setdefault(mark if mark != Marking.GATE else 0, set()).add(table.shapes()[f"space:{space}"].style)
    assert all(len(styles) == 1 for styles in grounds.values())
    assert len({style for styles in grounds.values() for style in styles}) == 5


def test_the_place_of_hostages_is_marked_as_the_theme_has_it() -> None:
    def marks(drawn: Scene) -> list[Shape]:
        return [shape for shape in drawn.shapes if shape.text == "H" or shape.path == figures.PENTAGON]

    mafia, myth = marks(Table(theme="mafia").scene()), marks(Table(theme="myth").scene())
    assert {shape.text for shape in mafia} == {"H"}
    assert {shape.path for shape in myth} == {figures.PENTAGON}
    assert len(mafia) == len(myth) == 44  # nobody is ever held on the four others
    assert all(FREE < from_middle(shape) < RIM for shape in mafia + myth)


@pytest.mark.parametrize(
    ("theme", "word", "letter"),
    [("mafia", ("Godfather", "hostages of"), "G"), ("myth", ("King", "suspended in time by"), "K")],
)
def test_spaces_and_pieces_say_who_holds_whom(theme: str, word: tuple[str, str], letter: str) -> None:
    (boss, bond), man = word, {"mafia": "soldier", "myth": "warrior"}[theme]
    table = crowded(theme=theme)
    drawn = scene(table.s, table.o, None).named(lambda words: say(words, ("Ann", "Ben", "Cleo", "Dan")))
    shapes = {shape.id: shape for shape in drawn.shapes if shape.id}
    held = f"Cleo's {man}, Dan's {man} and Ben's {man}"
    assert shapes["space:20"].label == f"space 20: {held} {bond} Ann's {boss} and {man}, closed"
    one = bond.replace("hostages", "hostage")
    assert shapes["space:34"].label == f"space 34: Cleo's {boss} {one} Ben's 3 {man}s, closed"
    assert shapes["space:17"].label == f"space 17: Ben's {boss}"
    assert shapes["space:36"].label == f"space 36, Dan's gate: Dan's {man}"
    assert shapes["piece:2.0"].label == f"Cleo's {boss}, on space 34, {one} Ben"
    assert shapes["piece:1.0"].label == f"Ben's {boss}, on space 17, 44 from home"
    assert shapes["piece:0.5"].label == f"Ann's {man}, lost"
    assert shapes["piece:0.4"].label == f"Ann's {man}, at home"
    assert shapes["piece:3.0"].text == f"D{letter}"
    assert shapes["piece:3.2"].text == "D"


def test_a_hit_space_tells_of_captor_and_hostage() -> None:
    table = Table(
        "four",
        "phase=throwing turns=9 turn=A A=H,19,H,H,H,H,H,H,H B=H,7,H,H,H,H,H,H,H C=H,H,H,H,H,H,H,H,H"
        " D=H,H,H,H,H,H,H,H,H order=19:BA",
    )
    assert table.shapes()["space:19"].label == "space 19, Hit: Family B's soldier hostage of Family A's soldier"


def beads(drawn: Scene) -> list[Shape]:
    return [shape for shape in drawn.pieces if shape.kind == "circle" and shape.style == "cell"]


def test_hostages_are_told_apart_without_colour() -> None:
    """They stand beyond the line of the free, are smaller, and hang on a chain from piece to piece."""
    table = crowded()
    drawn, shapes = table.scene(), table.shapes()
    for groups in places(table.s, table.o).values():
        *held, (holder, slots) = groups
        free = [shapes[f"piece:{holder}.{slot}"] for slot in slots]
        assert all(from_middle(shape) + shape.size <= FREE for shape in free)
        for seat, (slot,) in held:
            hostage = shapes[f"piece:{seat}.{slot}"]
            assert from_middle(hostage) - hostage.size > FREE - 6
            assert hostage.size < min(shape.size for shape in free)
    chained = [("0.1", "2.1"), ("2.1", "3.1"), ("3.1", "1.1"), ("1.2", "2.0")]  # in the order they would come free
    for one, other in chained:
        pair = shapes[f"piece:{one}"], shapes[f"piece:{other}"]
        links = [bead for bead in beads(drawn) if all(apart(bead, piece) < 4 for piece in pair)]
        assert len(links) >= 2, (one, other)
    assert not beads(Table().scene())


@pytest.mark.parametrize("theme", ["mafia", "myth"])
def test_crowded_pieces_do_not_cover_each_other(theme: str) -> None:
    pieces = [shape for shape in crowded(theme=theme).scene().shapes if shape.id.startswith("piece:")]
    assert len(pieces) == 36
    for one, other in combinations(pieces, 2):
        assert apart(one, other) > -1, (one, other)


def test_a_godfather_is_larger_and_has_a_second_line() -> None:
    table = crowded()
    shapes = table.shapes()
    for seat in range(4):
        boss, line = shapes[f"piece:{seat}.0"], shapes[f"line:{seat}.0"]
        assert (boss.x, boss.y) == (line.x, line.y)
        assert line.size > boss.size
        assert boss.text[1] == "G"
    for seat, slot in ((0, 1), (3, 2), (1, 2)):  # beside a Godfather or holding one
        assert shapes[f"piece:{seat}.{slot}"].size < shapes["piece:0.0"].size
        assert f"line:{seat}.{slot}" not in shapes
    home = Table().shapes()
    assert home["piece:0.0"].size > home["piece:0.1"].size


def test_closed_spaces_have_a_double_line_and_a_lock() -> None:
    table = Table("four", LATE)
    drawn = table.scene()
    closed = {7, 26, 43}
    assert {space for space in range(SPACES) if table.shapes()[f"space:{space}"].label.endswith(", closed")} == closed
    locked = [shape for shape in drawn.shapes if shape.path == figures.LOCK]
    out = "two or more pieces keep all others out"
    assert {shape.label for shape in locked} == {f"space {space} is closed: {out}" for space in closed}
    for space in range(SPACES):
        start, end = bounds(table.shapes()[f"space:{space}"])
        inside = [
            shape.style
            for shape in drawn.board
            if shape.kind == "path" and not shape.id and shape.style in ("heavy", "hair") and shape.path.count("A") == 2
            if 0 < (bounds(shape)[0] - start) % 360 < 1 and 0 < (end - bounds(shape)[1]) % 360 < 1
        ]
        assert inside == (["heavy", "hair"] if space in closed else [])


def test_a_crowded_marking_keeps_its_icon_and_a_letter() -> None:
    drawn = Table("four", LATE).scene()
    for space in (7, 26, 43):
        there = on_space(drawn, space)
        assert figures.CROSSHAIR in [shape.path for shape in there]
        (letter,) = [shape for shape in there if shape.text == MARK_LETTERS[0][Marking.HIT]]
        for piece in (shape for shape in there if shape.kind == "piece"):
            assert hypot(letter.x - piece.x, letter.y - piece.y) > piece.size + 6
        assert "Hit" not in [shape.text for shape in there]


def test_a_lone_godfather_is_ringed() -> None:
    def ringed(table: Table) -> set[tuple[float, float]]:
        return {(shape.x, shape.y) for shape in table.scene().shapes if shape.style == "gold"}

    table = crowded()
    alone = table.shapes()["piece:1.0"]
    assert ringed(table) == {(alone.x, alone.y)}
    assert not ringed(Table())
    (ring,) = [shape for shape in crowded(theme="myth").scene().shapes if shape.style == "gold"]
    assert ring.label == "alone: a Spell here would kill him"


def test_dice_that_were_played_are_dimmed() -> None:
    shapes = Table("four", LATE).shapes()
    assert (shapes["die:low"].text, shapes["die:low"].style) == ("4", "spent")
    assert (shapes["die:high"].text, shapes["die:high"].style) == ("5", "ink")
    assert shapes["die:low"].label == "lower die, 4, played"
    assert shapes["die:high"].seat == 1
    assert (shapes["total"].text, shapes["total"].style) == ("total 9", "quiet")
    fresh = crowded().shapes()
    assert {fresh[name].style for name in ("die:low", "die:high", "total")} == {"ink"}
    assert not {"die:low", "die:high", "total"} & set(Table(first_player="seat0").shapes())


@pytest.mark.parametrize("phase", ["moving", "asking", "spinning"])
def test_nothing_in_the_middle_lies_on_anything_else(phase: str) -> None:
    drawn = crowded(phase, spin="optional" if phase == "asking" else "mandatory").scene()
    found = []
    for shape in drawn.shapes:
        if shape.kind in ("button", "die"):
            wide, high = (shape.width or shape.size) / 2, (shape.height or shape.size) / 2
            found.append((shape.x - wide, shape.y - high, shape.x + wide, shape.y + high))
            for x in found[-1][::2]:
                for y in found[-1][1::2]:
                    assert 122 < hypot(x - MIDDLE[0], y - MIDDLE[1]) < INNER - 5
    assert len(found) == (5 if phase == "asking" else 3)
    for one, other in combinations(found, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_progress_of_every_godfather_is_written() -> None:
    words = Table("four", LATE).words()
    assert "Godfather needs exactly 5 to get home" in words
    assert "Godfather is 42 from home" in words
    assert "Godfather held by Family B, 49 from home" in words
    assert "Family B" in words
    assert "to move" in words
    assert Table().words().count("Godfather at home, 50 to go") == 4
    myth = crowded(theme="myth").words()
    assert "King is 29 from home" in myth
    assert {"Samurai", "Troglodytes", "Rats", "Vikings"} <= set(myth)


def test_who_is_out_and_who_wins_is_said() -> None:
    table = find(lambda s: s.to_move == OVER and s.winner >= 0 and s.pos[s.winner, GODFATHER] == WON, players=3)
    winner = table.s.winner
    assert progress(table.s, table.o, winner) == "Godfather is home"
    home = table.shapes()[f"home:{'ABC'[winner]}"]
    boss = table.shapes()[f"piece:{winner}.0"]
    assert hypot(home.x - boss.x, home.y - boss.y) < 5
    assert boss.label.endswith("Godfather, home")
    assert table.words().count("winner") == 2
    table = find(lambda s: sum(s.out) > 0 and s.to_move != OVER)
    seat = next(seat for seat in range(4) if table.s.out[seat])
    assert progress(table.s, table.o, seat) == "out"
    shapes = table.shapes()
    assert shapes[f"family:{seat}"].style == "spent"
    assert all(shapes[f"piece:{seat}.{slot}"].label.endswith(", lost") for slot in range(9))
    assert "out" in table.words()


def test_lost_men_lie_beside_the_home_clear_of_the_track() -> None:
    table = crowded()
    for seat in range(4):
        for slot in range(9):
            table.s.pos[seat, slot] = LOST
    for viewer in (None, 2):
        shapes = table.shapes(viewer)
        homes = [shape for name, shape in shapes.items() if name.startswith("home:")]
        for name, shape in shapes.items():
            if name.startswith(("piece:", "line:")):
                assert from_middle(shape) - shape.size > RIM + 5, name
                for home in homes:
                    assert abs(shape.x - home.x) - shape.size > 68 or abs(shape.y - home.y) - shape.size > 68, name
        men = [shape for name, shape in shapes.items() if name.startswith("piece:")]
        for word in (shape for shape in table.scene(viewer).shapes if shape.text == "lost"):
            wide = 1.5 * 0.42 * word.size * len(word.text)  # as large as a television makes it
            end = word.x + (wide if word.anchor == "start" else -wide)
            beside = [man for man in men if man.y == word.y and min(word.x, man.x) < end < max(word.x, man.x)]
            assert min(abs(man.x - end) - man.size for man in beside) > 2


def test_a_piece_goes_from_home_to_the_track_under_one_name() -> None:
    table = Table(first_player="seat0").push(Outcome.DICE + 5)  # 3 and 3
    before = table.shapes()["piece:0.1"]
    after = table.push(3).shapes()["piece:0.1"]
    assert table.s.pos[0, 1] == 2
    assert before.label == "Family A's soldier, at home"
    assert after.label == "Family A's soldier, on space 2"
    assert from_middle(after) < RIM < from_middle(before)
    assert table.s.pos[0, 2] == AT_HOME


def test_a_spin_that_is_due_is_said_while_moving() -> None:
    table = Table(first_player="seat0").push(Outcome.DICE + 5, 3)
    assert table.s.phase == Phase.MOVING
    assert "to move, 1 spin due" in table.words()


@pytest.mark.parametrize("mode", ["paper", "blueprint"])
@pytest.mark.parametrize("theme", ["mafia", "myth"])
def test_every_phase_is_drawn_in_both_modes(mode: str, theme: str) -> None:
    met = set()
    chosen = {"spin": "optional", "silenced_soldier": "chosen"}
    for table in play("two", {"theme": theme, "turn_limit": 40, **chosen}, 2):
        if table.s.phase not in met:
            met.add(table.s.phase)
            ElementTree.fromstring(draw_svg(table.scene(0), mode))
    assert met == {number for number, _ in Phase.each()}


def test_the_area_of_a_space_suits_a_thumb() -> None:
    """On a sheet as wide as a phone, 390, pieces in play are still some 15 across."""
    drawn = crowded().scene()
    scale = 390 / drawn.width
    free = [shape for shape in drawn.pieces if shape.id.startswith("piece:") and from_middle(shape) < FREE]
    assert min(shape.size for shape in free) * 2 * scale > 14
    assert 2 * pi * FREE / SPACES * scale > 22
