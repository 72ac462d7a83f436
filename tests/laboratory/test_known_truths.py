"""What is known by other means lies inside the laboratory's intervals: an exact value, and figures of the games' pages.

Intervals of 95% miss one truth in twenty. So each test here has few of them, widened to hold together.
"""

import re
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import fisher_exact

from parlour.engine.game import find_game
from parlour.games.numeric.state import Ending
from parlour.games.stencil.board import DEFAULT_PLATES, orient
from parlour.laboratory import new_plan
from parlour.laboratory.estimates import by_luck, win_shares
from parlour.laboratory.measures import mean_of, share_of
from parlour.laboratory.runs import play_part
from parlour.laboratory.tables import play_one
from tests.form import samples
from tests.laboratory.players import GreedyAtNumeric, plan_with

PAGES = Path(__file__).parents[2] / "docs" / "games"
SMALL = {
    "counters_each": 4,
    "orientations": "rotations_and_flips",
    "auto_claim": True,
    "failed_claim_rule": "strict",
    "first_player": "red",
    "plate_choice": "fixed",
}


def is_complete(own: NDArray[np.uint32], other: NDArray[np.uint32], plate: int) -> NDArray[np.bool_]:
    """Whether a plate shows three own counters and one of the other's, in any of its eight orientations."""
    found = np.zeros(len(own), bool)
    for turning in range(8):
        holes = np.uint32(orient(DEFAULT_PLATES[plate], turning))
        found |= (np.bitwise_count(own & holes) == 3) & (np.bitwise_count(other & holes) == 1)
    return found


def find_shares() -> tuple[float, float, float]:
    """How often Red, who starts with K1, White, with K2, and nobody wins, if all play anywhere: exactly.

    With four counters each, stencils that claim themselves, and claims that cost nothing, play is placing at random.
    Positions are followed turn by turn, each with its probability.
    """
    keys: NDArray[np.uint32] = np.zeros(1, np.uint32)  # positions by the cells of both, Red's in the low 16 bits
    chances: NDArray[np.float64] = np.ones(1)
    won = [0.0, 0.0]
    for turn in range(10):  # eight counters, and a last look of both
        seat = turn % 2
        sides = (keys & np.uint32(0xFFFF), keys >> np.uint32(16))
        if turn >= 4:
            done = is_complete(sides[seat], sides[1 - seat], plate=seat)
            won[seat] += float(chances[done].sum())
            keys, chances = keys[~done], chances[~done]
        if turn < 8:
            taken = (keys | keys >> np.uint32(16)) & np.uint32(0xFFFF)
            after, parts = [], []
            for cell in range(16):
                free = (taken >> np.uint32(cell)) & np.uint32(1) == 0
                after.append(keys[free] | np.uint32(1 << (cell + 16 * seat)))
                parts.append(chances[free] / (16 - turn))
            keys, places = np.unique(np.concatenate(after), return_inverse=True)
            chances = np.bincount(places, np.concatenate(parts)).astype(float)
    return won[0], won[1], float(chances.sum())


def test_the_exact_shares_of_a_small_stencil_lie_inside_the_intervals() -> None:
    game = find_game("stencil")
    red, white, nobody = find_shares()
    assert red + white + nobody == pytest.approx(1)
    plan = new_plan(game, game.settle("quick", **SMALL), "random")
    rows = play_part(plan, range(samples(1000, 6000)))
    sure = 1 - 0.05 / 2
    assert share_of(by_luck(rows, win_shares(rows, 0)), sure).holds(red + nobody / 2)
    assert share_of([float(row.ended == "drawn") for row in rows], sure).holds(nobody)


def read_figures(name: str, before: str) -> list[list[str]]:
    """The cells of the first table of a page after some words, without its head."""
    text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    table = text[text.index(before) :].partition("\n|")[2].partition("\n\n")[0]
    lines = ["|" + table.splitlines()[0], *table.splitlines()[1:]]
    return [re.split(r"\s*\|\s*", line.strip("| ")) for line in lines[2:]]


@pytest.mark.parametrize("row", range(samples(1, 6)))
def test_vendetta_at_random_is_as_its_page_says(row: int) -> None:
    """The page has wins and turns of 2,000 games in which each move offered was as likely as the others."""
    layout, players, turns, *_, wins, home, last = read_figures("vendetta", "With each *move* offered")[row]
    game = find_game("vendetta")
    plan = new_plan(game, game.settle(layout=layout.strip("`"), players=int(players)), "random")
    rows = play_part(plan, range(samples(300, 2000)))
    shares = [float(share) for share in wins.split()]
    drawn = 1 - float(home) - float(last)
    sure = 1 - 0.05 / (len(shares) + 1)
    for seat, share in enumerate(shares):
        found = share_of(by_luck(rows, win_shares(rows, seat)), sure)
        error = found.error * sqrt(1 + found.count / 2000)  # the page's own games had luck, too
        assert abs(found.value - (share + drawn / len(shares))) <= error + 0.0005
    length = mean_of([row.turns for row in rows], sure)
    assert abs(length.value - float(turns)) <= length.error * sqrt(1 + length.count / 2000)


@pytest.mark.parametrize("players", [5, 6][: samples(1, 2)])
def test_quantum_at_random_takes_as_long_as_its_page_says(players: int) -> None:
    """The page has the mean of 10,000 games, broken off at 3,000 turns."""
    row = next(row for row in read_figures("quantum", "### Simple players") if row[0] == str(players))
    game = find_game("quantum")
    plan = new_plan(game, game.settle(players=players, turn_limit=3000), "random")
    rows = play_part(plan, range(samples(30, 600)))
    length = mean_of([row.turns for row in rows])
    assert abs(length.value - float(row[2].replace(",", ""))) <= length.error * sqrt(1 + length.count / 10_000)


# A row and a column of the page's table, and the rules that they stand for; the cheapest to play first
GREEDY: tuple[tuple[str, int, str, dict[str, Any]], ...] = (
    ("`zones`, £2,000", 1, "zones", {}),
    ("`counters`, £5,000", 3, "counters", {"players": 4}),
    ("`hex`, £5,000", 1, "hex", {}),
    ("`zones`, £2,000", 2, "zones", {"players": 3}),
    ("`zones`, £2,000, `money_only`", 1, "zones", {"end_cards": "money_only"}),
    ("`zones`, £2,000, no cards", 1, "zones", {"cards": False}),
    ("`hex`, £5,000", 2, "hex", {"players": 3}),
    ("`hex`, £5,000, `money_only`", 1, "hex", {"end_cards": "money_only"}),
    ("`hex`, £5,000, `money_only`", 2, "hex", {"end_cards": "money_only", "players": 3}),
    ("`counters`, £5,000", 1, "counters", {}),
    ("`basic`, all covered", 1, "basic", {}),
    ("`basic`, `cover_count(90)`", 1, "basic", {"end": "cover_count(90)"}),
)


@pytest.mark.thorough
@pytest.mark.parametrize(("row", "column", "preset", "given"), GREEDY[: samples(1, len(GREEDY))])
def test_greedy_players_of_numeric_need_as_many_throws_as_its_page_says(
    row: str, column: int, preset: str, given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page has the mean of 200 games, of 100 for `basic`, and the share of those that a card ended."""
    told = next(cells for cells in read_figures("numeric", "### How long games last") if cells[0] == row)[column]
    throws, _, by_card = told.partition("(")
    game = find_game("numeric")
    plan = plan_with(GreedyAtNumeric, game, game.settle(preset, **given), monkeypatch)
    played = [play_one(plan, luck, 0) for luck in range(samples(40, 200))]
    sure, theirs = 1 - 0.05 / len(GREEDY), 100 if "basic" in row else 200
    length = mean_of([row.turns for row, _ in played], sure)
    assert abs(length.value - float(throws)) <= length.error * sqrt(1 + length.count / theirs)
    if by_card:
        ended = share_of([float(line.s.reason == Ending.END_CARD) for _, line in played], sure)
        assert abs(ended.value - int(by_card.split()[0]) / 100) <= ended.error * sqrt(1 + ended.count / theirs)


def test_quatro_at_random_seldom_ends_as_its_page_says() -> None:
    """The page has 19 of 25 games of four players that were still going at 5,000 turns."""
    text = (PAGES / "quatro.md").read_text(encoding="utf-8")
    found = re.search(r"(\d+) of (\d+) games were still going at ([\d,]+) turns", text)
    assert found
    going, games, turns = (int(number.replace(",", "")) for number in found.groups())
    game = find_game("quatro")
    rows = play_part(new_plan(game, game.settle("four"), "random"), range(samples(3, 25)))
    longer = sum(row.turns >= turns for row in rows)
    assert all(row.scores for row in rows if row.turns < turns), "a play is not broken off before that"
    assert fisher_exact([[longer, len(rows) - longer], [going, games - going]]).pvalue > 0.05
