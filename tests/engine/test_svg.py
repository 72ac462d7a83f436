"""Scenes as SVG: well-formed, complete, safe, and refusing what it does not know."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from parlour.engine.scene import MARKS, TINTS, Scene, Shape
from parlour.engine.svg import INKS, MARK_PATHS, SEATS, STYLES, draw_svg

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = """<script>alert("x")</script> & 'y' ]]> --> \x00\x08\ud800"""
HARMLESS = """<script>alert("x")</script> & 'y' ]]> --> """  # what XML cannot hold at all is left out


def figure(*shapes: Shape, **changes: object) -> Scene:
    values = {"title": "A board", "caption": "FIG. 1 — a board", "width": 200, "height": 100, "board": shapes} | changes
    return Scene(**values)  # type: ignore[arg-type]


def one_of_each() -> Scene:
    board = (
        Shape("spot", "circle", 10, 20, size=5, style="frame", label="a spot"),
        Shape("cell:a1", "rect", 30, 20, width=9, height=8, style="cell", label="cell a1"),
        Shape("point:3", "path", 40, 20, path="M0,0L5,9H-5Z", style="seat", seat=1, label="point 3"),
        Shape("", "text", 50, 20, size=12, text="a", style="quiet"),
    )
    pieces = (
        Shape("red:1", "piece", 60, 20, size=9, seat=0, label="a red man"),
        Shape("stack", "piece", 70, 20, size=9, seat=2, text="7", label="seven men"),
        Shape("die:1", "die", 80, 20, size=12, seat=3, text="5", label="five", turn=15),
        Shape("cube", "die", 90, 20, size=12, text="64", label="the cube at 64"),
        Shape("button:double", "button", 90, 50, width=40, height=16, text="double", label="double the stake"),
    )
    return figure(*board, pieces=pieces)


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def named(root: ElementTree.Element, name: str) -> ElementTree.Element:
    (found,) = [element for element in root.iter() if element.get("data-id") == name]
    return found


@pytest.mark.parametrize("mode", INKS)
def test_every_shape_is_there_once_with_its_label(mode: str) -> None:
    scene = one_of_each()
    root = parse(draw_svg(scene, mode))
    assert root.tag == SVG + "svg"
    assert Counter(e.get("data-id") for e in root.iter() if e.get("data-id")) == Counter(scene.ids())
    for shape in scene.shapes:
        if shape.id:
            assert named(root, shape.id).get("aria-label") == shape.label
    assert len(list(root.findall(SVG + "g"))) == len(scene.shapes)


@pytest.mark.parametrize("mode", INKS)
def test_it_stands_alone(mode: str) -> None:
    svg = draw_svg(one_of_each(), mode)
    root = parse(svg)
    assert root.findtext(SVG + "title") == "A board"
    assert root.findtext(SVG + "desc") == "FIG. 1 — a board"
    assert "FIG. 1 — a board" in [text.text for text in root.findall(SVG + "text")]
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    assert width == 200
    assert height > 100  # room for the caption
    assert "@import" not in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("mode", INKS)
def test_every_style_has_its_rules_under_the_mode(mode: str) -> None:
    scene = figure(*(Shape("", "rect", width=9, height=9, style=style, seat=0) for style in STYLES))
    root = parse(draw_svg(scene, mode))
    rules = (root.findtext(SVG + "style") or "").strip().splitlines()
    assert all(rule.startswith(f".parlour-{mode}") for rule in rules)
    assert not any("{" in rule.split("{", 1)[1] for rule in rules)  # nothing left to fill in
    for style in STYLES:
        assert any(f" .{style}{{" in rule or f" .{style}.tint-vermilion{{" in rule for rule in rules), style


def test_the_page_on_drawing_tells_of_every_style_once() -> None:
    page = (Path(__file__).parents[2] / "docs" / "drawing.md").read_text()
    table = page.partition("| style |")[2].partition("\n\n")[0]
    told = [style for row in table.splitlines()[2:] for style in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(told) == sorted(STYLES)


def test_a_shape_stands_and_turns_where_it_is_told() -> None:
    root = parse(draw_svg(one_of_each()))
    assert named(root, "red:1").get("transform") == "translate(60 20)"
    assert named(root, "die:1").get("transform") == "translate(80 20) rotate(15)"


def test_a_heavy_frame_has_a_fine_line_inside() -> None:
    root = parse(draw_svg(figure(Shape("f", "rect", width=50, height=40, style="frame"))))
    outer, inner = named(root, "f")
    assert float(inner.get("width", 0)) < float(outer.get("width", 0))
    assert inner.get("class") == "fine"


def test_each_seat_has_its_own_colour_and_mark() -> None:
    scene = figure(*(Shape(f"man:{seat}", "piece", size=9, seat=seat) for seat in range(8)))
    root = parse(draw_svg(scene))
    men = [named(root, f"man:{seat}") for seat in range(8)]
    assert len({man.get("class") for man in men}) == 8
    assert [man.find(SVG + "path").get("d") for man in men] == [MARK_PATHS[mark] for mark in MARKS]  # type: ignore[union-attr]
    for mode in INKS:
        assert set(SEATS[mode]) == set(TINTS)
        assert len({fill for fill, _ in SEATS[mode].values()}) == len(TINTS)


def test_a_scene_may_give_its_seats_other_colours() -> None:
    root = parse(draw_svg(figure(Shape("man", "piece", size=9, seat=1), tints=("vermilion", "chalk"))))
    assert named(root, "man").get("class") == "ink tint-chalk"


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_shows_as_many_marks_as_its_face(face: int) -> None:
    root = parse(draw_svg(figure(Shape("die", "die", size=20, seat=2, text=str(face)))))
    pips = named(root, "die").findall(SVG + "path")
    assert len(pips) == len({pip.get("transform") for pip in pips}) == face
    assert {pip.get("d") for pip in pips} == {MARK_PATHS["triangle"]}


def test_other_words_on_a_die_are_written() -> None:
    root = parse(draw_svg(one_of_each()))
    assert named(root, "cube").findtext(SVG + "text") == "64"
    assert named(root, "stack").findtext(SVG + "text") == "7"
    assert named(root, "button:double").findtext(SVG + "text") == "double"


@pytest.mark.parametrize("mode", INKS)
def test_hostile_text_stays_text(mode: str) -> None:
    shapes = [
        Shape(HOSTILE, "text", size=9, text=HOSTILE, label=HOSTILE),
        Shape("", "path", path=HOSTILE),
        Shape("", "piece", size=9, text=HOSTILE),
        Shape("", "die", size=9, text=HOSTILE),
        Shape("", "button", width=9, height=9, text=HOSTILE),
    ]
    root = parse(draw_svg(figure(*shapes, title=HOSTILE, caption=HOSTILE, width=2000), mode))
    assert not list(root.iter(SVG + "script"))
    assert root.findtext(SVG + "title") == root.findtext(SVG + "desc") == HARMLESS
    shape = root.find(SVG + "g")
    assert shape is not None
    assert shape.get("data-id") == shape.get("aria-label") == shape.findtext(SVG + "text") == HARMLESS


def test_a_long_caption_is_set_in_lines() -> None:
    short, long = (parse(draw_svg(figure(caption="word " * words))) for words in (2, 40))
    lines = [text.text or "" for text in long.findall(SVG + "text")]
    assert len(lines) > 1
    assert " ".join(lines) == ("word " * 40).strip()
    tall, low = (float((root.get("viewBox") or "").split()[3]) for root in (long, short))
    assert tall > low


def test_no_caption_takes_no_room() -> None:
    root = parse(draw_svg(figure(caption="")))
    assert root.get("viewBox") == "0 0 200 100"
    assert not root.findall(SVG + "text")


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'sepia'.*paper, blueprint"):
        draw_svg(one_of_each(), "sepia")


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        (Shape("x", "blob"), "'blob'.*circle"),
        (Shape("x", "rect", style="shiny"), "'shiny'.*heavy"),
        (Shape("x", "piece", seat=8), "seat 8"),
        (Shape("x", "piece", seat=-1), "seat -1"),
        (Shape("x", "text", text="x", anchor="left"), "'left'.*start, middle or end"),
    ],
)
def test_what_cannot_be_drawn_is_refused(shape: Shape, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        draw_svg(figure(shape))


def test_an_unknown_tint_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'beige'.*vermilion"):
        draw_svg(figure(Shape("x", "piece", size=9, seat=0), tints=("beige",)))
