"""The curve of a course: drawn as a picture, and where the page says that it ends."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from parlour.cli import main
from parlour.nets.curve import draw_curve, round_numbers, write
from parlour.nets.training import Mark

PAGE = Path(__file__).parents[2] / "docs" / "opponents.md"
SVG = "{http://www.w3.org/2000/svg}"
MARK = re.compile(r"^ *([\d,]+) plays: ([-+][\d.]+) ± ([\d.]+) points a play, (\d+)% won$", re.MULTILINE)


def test_a_curve_is_drawn_with_its_numbers() -> None:
    marks = [Mark(0, -0.9, 0.05, 0.05), Mark(500, -0.2, 0.1, 0.4), Mark(1000, 0.1, 0.1, 0.55)]
    picture = ElementTree.fromstring(draw_curve("A <net> & its game", marks))
    assert picture.findtext(f"{SVG}title") == "A <net> & its game"
    line = picture.find(f"{SVG}polyline")
    assert line is not None
    points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True), "what is better stands higher"
    words = [text.text for text in picture.findall(f"{SVG}text")]
    assert {"−0.8", "0", "1,000"} <= set(words)


@pytest.mark.parametrize("marks", [[Mark(0, 0.0, 0.0, 0.5)], [Mark(0, 1.0, 0.0, 1.0), Mark(7, 1.0, 0.0, 1.0)]])
def test_a_curve_of_hardly_anything_is_drawn_too(marks: list[Mark]) -> None:
    assert ElementTree.fromstring(draw_curve("Short", marks)).find(f"{SVG}polyline") is not None


@pytest.mark.parametrize(("lowest", "highest"), [(0.0, 1000.0), (-0.98, 0.1), (-3.0, 12.0), (0.0, 7.0), (0.0, 0.0)])
def test_axes_have_a_few_round_numbers(lowest: float, highest: float) -> None:
    found = round_numbers(lowest, highest)
    assert 1 <= len(found) <= 10
    assert all(lowest <= number <= highest for number in found)
    assert found == sorted(set(found))


def test_numbers_are_written_as_people_do() -> None:
    assert [write(0.0, sign="+"), write(-0.25, sign="+"), write(0.5, sign="+"), write(12000)] == [
        "0",
        "−0.25",
        "+0.5",
        "12,000",
    ]


def test_a_small_course_ends_where_the_page_says(tmp_path: Path) -> None:
    """Other processors may round differently, and play differently then; not more than by chance."""
    command = re.search(
        r"^parlour (train .*) --out small\.npz\n```\n\n```\n((?:.*\n)*?)```", PAGE.read_text(), re.MULTILINE
    )
    assert command is not None
    result = CliRunner().invoke(main, [*command[1].split(), "--out", str(tmp_path / "small.npz")])
    assert result.exit_code == 0, result.output
    (*_, (plays, points, within, _)), told = MARK.findall(result.output), MARK.findall(command[2])
    assert plays == told[-1][0]
    assert abs(float(points) - float(told[-1][1])) <= float(within) + float(told[-1][2])
    assert float(points) > float(told[0][1]) + 0.1, "it has learnt something"
    assert (tmp_path / "small.svg").exists()
