"""The page of a report as somebody reads it: its sentences, and how it lies on a phone, a laptop and paper."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from parlour.engine.game import find_game
from parlour.engine.play import Play
from parlour.laboratory import Plan, new_plan
from parlour.laboratory.estimates import Estimate
from parlour.laboratory.figures import draw_counts
from parlour.laboratory.findings import measure, measure_strengths
from parlour.laboratory.looks import look_closer
from parlour.laboratory.measures import share_of
from parlour.laboratory.naming import name_seat
from parlour.laboratory.page import plain, sum_up, write_page
from parlour.laboratory.runs import play_part
from parlour.laboratory.sentences import amount, name_cells, say_drama, say_fairness, say_skill, span
from tests.form import samples
from tests.laboratory.rows import row_of
from tests.tools import WITH_CHROMIUM, find_chromium

needs_browser = pytest.mark.skipif(not WITH_CHROMIUM, reason="no Chromium is installed")


def plan_of(name: str, preset: str) -> Plan:
    game = find_game(name)
    return new_plan(game, game.settle(preset), "random")


def write_report(name: str, preset: str, plays: int = 8) -> str:
    """A small report, skill among it."""
    plan = plan_of(name, preset)
    rows, looks = play_part(plan, range(plays)), look_closer(plan, range(plays))
    strengths = measure_strengths(plan, rows) if plan.seats > 1 else ()
    return write_page(measure(plan, rows, looks, strengths), rows, looks, f"parlour lab report {name}")


# Sentences


@pytest.mark.parametrize(
    ("decisions", "words"),
    [
        (1, "3 to 8 seconds"),
        (7, "21 to 56 seconds"),
        (8, "a minute"),
        (24, "1 to 3 minutes"),
        (400, "20 to 53 minutes"),
    ],
)
def test_short_times_are_told_in_seconds(decisions: float, words: str) -> None:
    assert span(decisions) == words


def test_what_is_the_same_in_every_play_has_no_error() -> None:
    assert amount(Estimate(24.0, 24.0, 24.0, 100)) == "24"
    assert amount(Estimate(1.002, 0.999, 1.005, 100)) == "1.002 ± 0.003"
    assert amount(Estimate(23.25, 23.0, 23.5, 100)) == "23.25 ± 0.25"
    assert amount(Estimate(-0.04, -1.2, 1.12, 60)) == "0.0 ± 1.2"


def test_a_seat_that_has_only_a_letter_is_called_a_player() -> None:
    game = find_game("numeric")
    assert name_seat(Play(game, game.settle()), 0) == "Player A"
    assert name_seat(Play(find_game("stencil"), find_game("stencil").settle()), 0) == "Red"


@pytest.mark.parametrize(("begun", "words"), [(75, "an advantage"), (50, "no difference"), (25, "a disadvantage")])
def test_whether_it_is_good_to_begin_is_said_at_the_top_where_it_is_known(begun: int, words: str) -> None:
    rows = [row_of(i, *((1, 0) if i % 2 else (0, 1)), first=i % 2 ^ (i % 100 < begun)) for i in range(400)]
    found = measure(plan_of("stencil", "quick"), rows, [])
    assert words in say_fairness(found)[-1]
    assert ("the first turn" in sum_up(found)) == (begun != 50)


def test_what_is_said_of_an_event_has_no_gap_twice() -> None:
    assert plain("The game is over: {why}. {standings}") == "The game is over: …"
    assert plain("{seat} [pays] {pounds}{short}{because} and [has] {purse}.") == "… pays … and has …"
    assert plain("{seat} [is] not concerned{because}: nothing.") == "… is not concerned…: nothing."


def test_places_of_a_kind_are_named_once() -> None:
    assert name_cells(["number:7", "number:8", "cell:a1", "bar"]) == ["number 7", "8", "cell a1", "bar"]


def test_options_are_told_as_people_write_them() -> None:
    page = write_report("numeric", "basic_short", 2)
    assert "Options: variant=basic, cards=false, starting_money=0, end=throw_limit(24), layout=plain." in page
    assert "<p></p>" not in page


def test_a_histogram_of_whole_numbers_is_marked_in_whole_numbers() -> None:
    for numbers in ([24.0] * 5, [23.0, 24.0, 24.0], [3.0, 150.0]):
        texts = re.findall(r"<text[^>]*>([^<]*)</text>", draw_counts(numbers, "decisions", "Lengths"))
        assert texts
        assert not [text for text in texts if re.search(r"\d\.\d", text)]


def test_of_teams_nobody_is_said_to_win_or_lead_alone() -> None:
    game = find_game("quatro")
    plan = new_plan(game, game.settle("teams"), "dora,pip,pip,pip")
    rows = []
    for play in range(40):
        bots, scores = shift(plan.bots, play), (1, 0, 1, 0) if play % 2 == 0 else (0, 1, 0, 1)
        rows.append(row_of(play, *scores, luck=play // 4, ended="shared", bots=bots))
    assert all(row.scores[row.bots.index("dora")] for row in rows), "whoever has Dora wins"
    found = measure(plan, rows, [], measure_strengths(plan, rows))
    assert not [sentence for sentence in say_skill(found) if "winning always" in sentence]
    assert say_drama(found) == ["Several win together here, so nobody's lead is told."]


def shift(names: tuple[str, ...], by: int) -> tuple[str, ...]:
    return tuple(names[(seat + by) % len(names)] for seat in range(len(names)))


def test_shares_that_are_all_alike_are_not_quite_certain() -> None:
    assert share_of([0.5] * 8).error > 0.1
    assert share_of([0.5] * 800).error < 0.04


# In a browser

REPORTS = [("stencil", "quick"), ("numeric", "hex"), ("vendetta", "four"), ("quantum", "six"), ("numeric", "practice")]

FAULTS = """() => {
  const found = [], page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} wide`);
  document.querySelectorAll('.plot').forEach((plot) => {
    const name = plot.getAttribute('aria-label'), frame = plot.getBoundingClientRect();
    const texts = [...plot.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]);
    if (!texts.length || !plot.querySelector('path')) found.push(`${name} is empty`);
    texts.forEach(([text, box], at) => {
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1)
        found.push(`${name}: ${text} is cut`);
      if (box.height < 10) found.push(`${name}: ${text} is too small to read`);
      for (const [other, there] of texts.slice(at + 1)) {
        const across = Math.min(box.right, there.right) - Math.max(box.left, there.left);
        const down = Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top);
        if (across > 1 && down > 0.3 * box.height) found.push(`${name}: ${text} lies on ${other}`);
      }
    });
  });
  const odd = document.body.innerText.match(/\\b(nan|None|inf|undefined|True|False|plies)\\b|0 to 0/);
  if (odd) found.push(`somebody reads ${odd[0]}`);
  return found;
}"""

BROKEN = """(height) => [...document.querySelectorAll('figure')].filter((figure) => {
  const box = figure.getBoundingClientRect();
  return box.height > height;
}).length"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield launched
        launched.close()


@needs_browser
@pytest.mark.parametrize(("name", "preset"), REPORTS[: samples(2, len(REPORTS))])
def test_a_report_lies_well_on_any_screen(browser: Browser, name: str, preset: str, tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text(write_report(name, preset), encoding="utf-8")
    for width, height in ((390, 844), (1366, 768)):
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto((tmp_path / "report.html").as_uri())
        faults: list[Any] = page.evaluate(FAULTS)
        assert faults == [], f"at {width} × {height}"
        page.close()
    page = browser.new_page(viewport={"width": 680, "height": 1009})  # A4 within its margins
    page.emulate_media(media="print")
    page.goto((tmp_path / "report.html").as_uri())
    assert page.evaluate(BROKEN, 1009) == 0, "every figure has room on a sheet"
    page.close()
