"""Every page of rules begins with how to play: figures instead of boards in letters, and no words of the law."""

import re
from pathlib import Path

import pytest

import parlour
from parlour.engine.game import games
from parlour.engine.pages import BLOCK, LAW, TABLE, read_page
from parlour.server.pages.rules import render_page

TEMPLATE = Path(parlour.__file__).parent / "template" / "src" / "pig" / "page.md"
PIG = TABLE.sub("", TEMPLATE.read_text(encoding="utf-8"))  # without the tables that stand for what it declares
PAGES = {name: read_page(game) for name, game in games().items()} | {"pig": PIG}
TEXT_ALONE = ("notation", "arithmetic", "worked-examples", "figures-measured")  # chapters that quote what is written
LAWFUL = re.compile(r"`|\bSource:|\bversion|\bruling|\breading|\bimplement|\[[A-Z]\d+\]", re.IGNORECASE)
LONGEST = 1100  # words: a page that somebody reads before a first game


def split(name: str) -> tuple[str, str]:
    """What newcomers read, and the law, as the browser has them."""
    page = render_page(name, PAGES[name])
    assert page["law"] == LAW
    guide, border, law = page["html"].partition(f'<h2 id="{LAW}">')
    assert border
    return guide, border + law


def chapters(html: str) -> dict[str, str]:
    """The HTML of every chapter by the id of its heading."""
    _, *parts = re.split(r'<h2 id="([^"]+)">', html)
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_begins_with_how_to_play_and_only_that(name: str) -> None:
    guide, _ = split(name)
    assert list(chapters(guide)) == ["how-to-play"]
    words = re.sub(r"<[^>]+>", " ", guide).split()
    assert 60 < len(words) < LONGEST, f"{name}: {len(words)} words"


@pytest.mark.parametrize("name", games())
def test_how_to_play_is_shown_by_figures(name: str) -> None:
    guide, _ = split(name)
    assert guide.count("<figure data-game=") >= 2
    assert guide.index("<figure") < len(guide) / 2, "the first figure comes early"


@pytest.mark.parametrize("name", PAGES)
def test_newcomers_read_no_words_of_the_law(name: str) -> None:
    """No sources, versions, rulings, marks of rules, names of options or notation."""
    told = BLOCK.sub("", PAGES[name].partition("\n## Rules\n")[0])
    assert not (found := LAWFUL.findall(told)), f"{name}: {found}"


@pytest.mark.parametrize("name", PAGES)
def test_no_board_in_letters_is_shown_where_figures_can_be_drawn(name: str) -> None:
    guide, law = split(name)
    assert "<pre" not in guide
    for chapter, html in chapters(law).items():
        assert "<pre" not in html or chapter in TEXT_ALONE, f"{name}: {chapter} has a block of letters"


@pytest.mark.parametrize("name", PAGES)
def test_the_history_of_the_rules_is_the_last_thing_told(name: str) -> None:
    _, law = split(name)
    assert list(chapters(law))[-1] == "version-history"


def test_a_board_in_letters_is_left_to_those_who_read_text() -> None:
    figure, board = "```figure\ncaption: A board.\n```\n\n", "```board\n. x .\n```\n\n"
    text = f"# A\n\n## How to play\n\n{figure}{board}## Notation\n\n```\nx1\n```\n"
    page = render_page("stencil", text)
    assert ". x ." not in page["html"]
    assert "x1" in page["html"]
    assert page["law"] is None
