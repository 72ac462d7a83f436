"""What Chromium prints has the size that was declared, to the millimetre, and all of a leaflet is on its sheet."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import sync_playwright

from parlour.cli import main
from parlour.engine.game import games
from parlour.games.stencil.box import CELL
from parlour.paper.pdf import make_pdf
from parlour.paper.sheets import make_printout
from parlour.paper.sizes import PAPERS
from tests.paper.pdf_reading import Page, read_pages
from tests.tools import WITH_CHROMIUM, find_chromium

pytestmark = pytest.mark.skipif(not WITH_CHROMIUM, reason="no Chromium is installed")
WITHIN = 0.2  # millimetres
FRAME = 448 / 104  # of Stencil's board and its plates, in cells


def print_pages(name: str, paper: str, tmp_path: Path) -> list[Page]:
    find_chromium()
    file = tmp_path / "sheets.pdf"
    result = CliRunner().invoke(main, ["print", name, "--paper", paper, "--out", str(file)])
    assert result.exit_code == 0, result.output
    return read_pages(file.read_bytes())


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_ruler_a_cell_and_a_plate_measure_what_they_should(paper: str, tmp_path: Path) -> None:
    pages = print_pages("stencil", paper, tmp_path)
    for page in pages:
        assert (page.width, page.height) == pytest.approx((PAPERS[paper].width, PAPERS[paper].height), abs=0.5)
        assert page.has(100, 0, WITHIN) == 1
    board, *plates, counters, _ = pages
    assert board.has(CELL, CELL, WITHIN) >= 16
    assert board.has(FRAME * CELL, FRAME * CELL, WITHIN) >= 1
    assert sum(page.has(FRAME * CELL, FRAME * CELL, WITHIN) for page in plates) >= 4
    assert counters.has(0.71 * 0.94 * CELL, 0.71 * 0.94 * CELL, WITHIN) >= 16


def test_a_board_over_several_sheets_keeps_its_scale(tmp_path: Path) -> None:
    pages = print_pages("quatro", "a4", tmp_path)
    rim = 2 * 416 * 376 / 960
    assert sum(page.has(rim, rim, WITHIN) >= 1 for page in pages) == 4


@pytest.mark.thorough
@pytest.mark.parametrize("name", games())
def test_every_game_comes_out_of_the_printer_on_as_many_pages_as_it_has_sheets(name: str) -> None:
    game = games()[name]
    for paper in ("a4", "letter"):
        printout = make_printout(game, game.settle(), paper)
        pages = read_pages(make_pdf(printout.as_html()))
        assert len(pages) == len(printout.sheets)
        assert all(page.has(100, 0, WITHIN) == 1 for page in pages)


@pytest.mark.thorough
def test_a_leaflet_is_all_on_one_sheet() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for game in games().values():
            for paper in PAPERS:
                page.set_content(make_printout(game, game.settle(), paper).as_html())
                over = page.evaluate("(l => l.scrollWidth - l.clientWidth)(document.querySelector('.leaflet'))")
                assert over <= 0, f"{game.title} on {paper}"
        browser.close()
