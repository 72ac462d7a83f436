"""The spinner drawn: where it stands, which way it points, and what it is called."""

import re

import pytest

from parlour.engine.scene import Scene, Shape
from parlour.games.vendetta import figures
from parlour.games.vendetta.board import SPACES
from parlour.games.vendetta.state import Outcome, Phase
from parlour.games.vendetta.track import INNER, MIDDLE
from tests.games.vendetta.shown import Table, angle_of, bounds, crowded, from_middle


@pytest.mark.parametrize("theme", ["mafia", "myth"])
def test_the_spinner_is_in_the_middle_and_says_how_it_is(theme: str) -> None:
    who = {"mafia": "two gunmen", "myth": "two wizards"}[theme]
    spinner = crowded(theme=theme).shapes()["spinner"]
    assert (spinner.x, spinner.y) == MIDDLE
    assert spinner.label == f"the spinner: {who} back to back, not spun yet"
    assert spinner.path == figures.BACK_TO_BACK[theme == "myth"]
    due = crowded("spinning", theme=theme)
    assert due.shapes()["spinner"].label == f"the spinner: {who} back to back, not spun yet, to be spun"
    assert "to spin, 1 spin due" in due.words()
    spun = crowded(theme=theme, spun=20).shapes()["spinner"]
    assert spun.label == f"the spinner: {who} back to back, pointing at spaces 20 and 44"
    again = crowded("spinning", theme=theme, spun=20).shapes()["spinner"]
    assert again.label == f"{spun.label}, to be spun"
    assert again.turn == spun.turn


def aimed_at(drawn: Scene) -> list[tuple[Shape, Shape]]:
    """Beams, each with the arrowhead at its end."""
    beams = [shape for shape in drawn.board if shape.style == "yellow"]
    heads = [shape for shape in drawn.board if shape.path and not shape.id and 235 < from_middle(shape) < INNER]
    return list(zip(beams, heads, strict=True))


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("space", range(SPACES // 2))
def test_the_spinner_is_turned_to_the_spaces_spun_last(space: int, seat: int | None) -> None:
    table = crowded(spun=space)
    drawn, shapes = table.scene(seat), table.shapes(seat)
    middles = [(bounds(shapes[f"space:{end}"])[0] + 3.75) % 360 for end in (space, space + 24)]
    assert shapes["spinner"].turn % 180 == pytest.approx((middles[0] - 90) % 180, abs=0.01)
    assert -90 <= shapes["spinner"].turn <= 90, "nobody stands on his head"
    assert len(aimed_at(drawn)) == 2
    for middle, (beam, head) in zip(middles, aimed_at(drawn), strict=True):
        tip, start, end = re.findall(r"(?:[ML]|[01] )([0-9.]+),([0-9.]+)", beam.path)
        assert angle_of(*map(float, tip)) == pytest.approx(middle, abs=0.05)
        assert angle_of(*map(float, start)) == pytest.approx((middle - 3.75) % 360, abs=0.05)
        assert angle_of(*map(float, end)) == pytest.approx((middle + 3.75) % 360, abs=0.05)
        assert angle_of(head.x, head.y) == pytest.approx(middle, abs=0.01)
        assert head.turn == pytest.approx(middle, abs=0.01)
    pointed = {name for name, shape in shapes.items() if shape.label.endswith(", where the spinner points")}
    assert pointed == {f"space:{space}", f"space:{space + 24}"}


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_before_any_spin_the_two_stand_upright_and_point_at_nothing(seat: int | None) -> None:
    for table in (Table(), crowded(), crowded("spinning")):
        assert table.shapes(seat)["spinner"].turn == 0
        assert not aimed_at(table.scene(seat))
        assert not any("points" in shape.label for shape in table.scene(seat).shapes)


def test_a_spin_turns_the_spinner_until_the_next() -> None:
    table = crowded("spinning").push(Outcome.SPUN + 20)
    assert table.s.phase == Phase.THROWING
    assert table.shapes()["spinner"].turn == crowded(spun=20).shapes()["spinner"].turn
    assert table.shapes()["space:44"].label == "space 44, empty, where the spinner points"


@pytest.mark.parametrize("spun", [None, 0, 20])
def test_arrows_show_which_way_the_spinner_will_turn(spun: int | None) -> None:
    """Clockwise, beginning beside its ends."""

    def bent(table: Table) -> list[Shape]:
        return [shape for shape in table.scene().board if shape.style == "ink" and shape.path.count("A") == 2]

    table = crowded("spinning", spun=spun)
    arrows = bent(table)
    assert len(arrows) == 2
    assert not bent(crowded(spun=spun))
    ends = [(table.shapes()["spinner"].turn + turn) % 360 for turn in (90, 270)]
    starts = []
    for arrow in arrows:
        points = [(float(x), float(y)) for x, y in re.findall(r"(?:[ML]|[01] )([0-9.]+),([0-9.]+)", arrow.path)]
        starts.append(angle_of(*points[0]))
        assert 0 < (angle_of(*points[3]) - angle_of(*points[0])) % 360 < 180
    assert sorted((start - 30) % 360 for start in starts) == pytest.approx(sorted(ends), abs=0.1)


def test_words_lie_on_paper_where_a_beam_may_pass() -> None:
    """So do dice that are dimmed."""
    drawn = crowded("spinning", spun=18).scene()
    papers = [(shape.x, shape.y) for shape in drawn.shapes if shape.style == "paper"]
    inside = [shape for shape in drawn.shapes if shape.kind in ("text", "die") and from_middle(shape) < INNER]
    assert len(inside) == 4
    assert all((shape.x, shape.y) in papers for shape in inside)


def test_the_two_on_the_spinner_are_mirrored_and_do_not_overlap() -> None:
    for figure in (figures.GUNMAN, figures.WIZARD):
        assert figures.mirrored(figures.mirrored(figure)) == re.sub(
            r"-?[0-9.]+,", lambda x: f"{float(x[0][:-1]):g},", figure
        )
        assert min(float(x) for x in re.findall(r"(-?[0-9.]+),", figure)) >= 2
