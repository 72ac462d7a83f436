"""The pages of the games: their figures can be read and drawn."""

import re

import pytest

from parlour.engine.game import find_game, games
from parlour.engine.pages import BLOCK, Figure, FigureError, read_figure, read_page, set_up
from parlour.engine.svg import draw_svg

GAMES = [name for name, game in games().items() if game.rules.__name__.startswith("parlour.games.")]


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_of_a_page_can_be_drawn(name: str) -> None:
    game = find_game(name)
    page = read_page(game)
    blocks = BLOCK.findall(page)
    assert len(blocks) == page.count("```figure")
    assert 2 <= len(blocks) <= 9
    for block in blocks:
        figure = read_figure(block)
        play = figure.set_up(game)
        assert draw_svg(play.scene()).startswith("<svg")
        assert str(play)
        assert figure.caption.endswith(".")
        assert set(play.position.split()) >= set(figure.position.split()), "a position is written as the game does"


def test_a_figure_is_read() -> None:
    text = "preset: two\nposition: phase=rolling\n  turn=A\ncaption: Before: and after.\n"
    assert read_figure(text) == Figure("two", "phase=rolling turn=A", "Before: and after.")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("position: turn=red", "a figure without a caption: expected a line caption:"),
        ("caption:", "a figure without a caption"),
        ("caption: One.\ncaption: Two.", "'caption' is there twice"),
        ("size: 3", "'size: 3' is no line of a figure: expected preset:, position: or caption:"),
        ("nonsense", "'nonsense' is no line of a figure"),
    ],
)
def test_a_figure_that_cannot_be_read_says_why(text: str, fault: str) -> None:
    with pytest.raises(FigureError, match=re.escape(fault)):
        read_figure(text)


@pytest.mark.parametrize("name", GAMES)
def test_a_figure_without_a_position_shows_the_same_start_each_time(name: str) -> None:
    game = find_game(name)
    values = game.settle()
    assert set_up(game, values).position == set_up(game, values).position
    assert set_up(game, values).to_move >= 0
