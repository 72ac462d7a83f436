"""Options and presets, as the page's tables have them."""

import re
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.options import OptionError
from parlour.engine.play import Play
from parlour.games.quatro import GAME
from tests.games.quatro.tabletop import new

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "quatro.md").read_text()

VALUES: dict[str, tuple[Any, ...]] = {
    "players": (2, 3, 4),
    "men": (11, 13, 15),
    "empty_seat": ("A", "B", "C", "D"),
    "seat_draft": ("random", "choose"),
    "pairing": ("AB", "CD", "AD", "CB"),
    "ruleset": ("quatro", "backgammon", "backgammon24"),
    "touch_owned": (True, False),
    "combined_entry": (True, False),
    "cube": (True, False),
    "cube_cap": (2, 4, 8, 16, 32, 64),
    "decline_cost": ("single", "by_position"),
    "teams": (True, False),
    "team_win": ("first_out", "both_out"),
    "team_contact": ("block", "hostile"),
    "match": ("single", "points", "series"),
    "match_target": (1, 7, 1000),
    "match_tally": ("won", "net"),
    "seat_rotation": ("none", "cyclic"),
    "turn_cap": (0, 1, 3000, 30000),
}

DEFAULTS: dict[str, Any] = {
    "players": 4,
    "men": 11,
    "empty_seat": "D",
    "seat_draft": "random",
    "pairing": "AB",
    "ruleset": "quatro",
    "touch_owned": True,
    "combined_entry": True,
    "cube": False,
    "cube_cap": 64,
    "decline_cost": "single",
    "teams": False,
    "team_win": "first_out",
    "team_contact": "block",
    "match": "single",
    "match_tally": "won",
    "seat_rotation": "none",
    "turn_cap": 0,
}

# What an option needs before it can differ from its default.
NEEDS: dict[str, dict[str, Any]] = {
    "empty_seat": {"players": 3},
    "seat_draft": {"players": 3},
    "pairing": {"players": 2},
    "cube_cap": {"cube": True},
    "decline_cost": {"cube": True},
    "team_win": {"teams": True},
    "team_contact": {"teams": True},
    "match_target": {"match": "points"},
    "match_tally": {"match": "series"},
    "seat_rotation": {"match": "series"},
}


def table(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading of the page."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in row] for row in rows]


def test_defaults() -> None:
    settled = GAME.settle()
    assert {name: settled[name] for name in DEFAULTS} == DEFAULTS
    assert set(settled) == set(VALUES)


@pytest.mark.parametrize("name", VALUES)
def test_every_value_is_taken_as_it_is_and_as_text(name: str) -> None:
    for value in VALUES[name]:
        given = {"players": 2} if name == "ruleset" else NEEDS.get(name, {})
        assert GAME.settle(**{**given, name: value})[name] == value
        assert GAME.settle(**{**given, name: str(value)})[name] == value
        Play(GAME, GAME.settle(**{**given, name: value}))


@pytest.mark.parametrize(
    ("given", "name", "default"),
    [
        ({"players": 2}, "men", 15),
        ({"players": 3}, "men", 11),
        ({"players": 3}, "seat_rotation", "cyclic"),
        ({"players": 2}, "seat_rotation", "none"),
        ({"match": "points"}, "match_target", 7),
        ({"match": "series"}, "match_target", 4),
        ({"match": "series", "players": 2}, "match_target", 4),
        ({"match": "series", "players": 3}, "match_target", 3),
        ({"match": "points", "players": 3}, "match_target", 7),
        ({"players": 2, "ruleset": "backgammon"}, "touch_owned", False),
        ({"players": 2, "ruleset": "backgammon24"}, "combined_entry", False),
        ({"players": 2, "ruleset": "backgammon24"}, "men", 15),
    ],
)
def test_defaults_that_depend_on_others(given: dict[str, Any], name: str, default: Any) -> None:
    assert GAME.settle(**given)[name] == default


@pytest.mark.parametrize(
    ("name", "wrong", "expected"),
    [
        ("players", 5, "2, 3, 4"),
        ("players", True, "2, 3, 4"),
        ("men", 12, "11, 13, 15"),
        ("empty_seat", "E", "A, B, C, D"),
        ("seat_draft", "bid", "random, choose"),
        ("pairing", "AC", "AB, CD, AD, CB"),
        ("ruleset", "chess", "quatro, backgammon, backgammon24"),
        ("touch_owned", "maybe", "true, false"),
        ("combined_entry", 1, "true, false"),
        ("cube", "2", "true, false"),
        ("cube_cap", 128, "2, 4, 8, 16, 32, 64"),
        ("decline_cost", "free", "single, by_position"),
        ("teams", "AC", "true, false"),
        ("team_win", "all_out", "first_out, both_out"),
        ("team_contact", "share", "block, hostile"),
        ("match", "league", "single, points, series"),
        ("match_target", 0, "1 to 1000"),
        ("match_target", "seven", "1 to 1000"),
        ("match_tally", "lost", "won, net"),
        ("seat_rotation", "random", "none, cyclic"),
        ("turn_cap", -1, "0 to 30000"),
        ("turn_cap", 2.5, "0 to 30000"),
    ],
)
def test_a_wrong_value_is_refused_by_name(name: str, wrong: Any, expected: str) -> None:
    with pytest.raises(OptionError) as refusal:
        GAME.settle(**{**NEEDS.get(name, {}), name: wrong})
    assert str(refusal.value) == f"{name} cannot be {wrong!r}: expected {expected}"


def test_an_unknown_option_or_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(OptionError, match="there is no option 'dice': expected one of combined_entry, cube, "):
        GAME.settle(dice=3)
    with pytest.raises(OptionError, match="quatro has no preset 'five': expected one of four, three, two, "):
        GAME.settle("five")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"empty_seat": "A"}, "empty_seat only matters when players is 3, and it is 4"),
        (
            {"players": 3, "seat_draft": "choose", "empty_seat": "A"},
            "empty_seat only matters when seat_draft is random, and it is choose",
        ),
        ({"seat_draft": "choose"}, "seat_draft only matters when players is 3, and it is 4"),
        ({"pairing": "AD"}, "pairing only matters when players is 2, and it is 4"),
        ({"cube_cap": 8}, "cube_cap only matters when cube is true, and it is false"),
        ({"decline_cost": "by_position"}, "decline_cost only matters when cube is true, and it is false"),
        ({"players": 3, "teams": True}, "teams only matters when players is 4, and it is 3"),
        ({"team_win": "both_out"}, "team_win only matters when teams is true, and it is false"),
        ({"team_contact": "hostile"}, "team_contact only matters when teams is true, and it is false"),
        ({"match_target": 3}, "match_target only matters when match is points or series, and it is single"),
        ({"match_tally": "net"}, "match_tally only matters when match is points or series, and it is single"),
        ({"seat_rotation": "cyclic"}, "seat_rotation only matters when match is points or series, and it is single"),
    ],
)
def test_an_option_that_would_be_ignored_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as refusal:
        GAME.settle(**given)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"ruleset": "backgammon"}, "the backgammon ruleset needs players 2, not 4"),
        ({"ruleset": "backgammon", "players": 3}, "the backgammon ruleset needs players 2, not 3"),
        ({"ruleset": "backgammon", "players": 2, "men": 11}, "the backgammon ruleset needs men 15, not 11"),
        (
            {"ruleset": "backgammon", "players": 2, "pairing": "AD"},
            "the backgammon ruleset needs pairing AB or CD, not AD",
        ),
        (
            {"ruleset": "backgammon24", "players": 2, "pairing": "CD"},
            "the backgammon24 ruleset needs pairing AB, not CD",
        ),
        (
            {"ruleset": "backgammon24", "players": 2, "touch_owned": True},
            "the backgammon24 ruleset needs touch_owned false, not true",
        ),
        (
            {"ruleset": "backgammon", "players": 2, "combined_entry": True},
            "the backgammon ruleset needs combined_entry false, not true",
        ),
    ],
)
def test_Q31_the_backgammon_rulesets_refuse_contrary_settings(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as refusal:
        GAME.settle(**given)
    assert str(refusal.value) == message


def test_Q31_the_backgammon_rulesets_take_the_cube_and_matches() -> None:
    for ruleset in ("backgammon", "backgammon24"):
        play = new(players=2, ruleset=ruleset, cube=True, match="points", match_target=3, seat_rotation="cyclic")
        assert play.values["men"] == 15


@pytest.mark.parametrize("preset", GAME.presets)
def test_presets_settle_and_can_be_changed(preset: str) -> None:
    values = GAME.settle(preset, turn_cap=100)
    assert values == {**GAME.settle(**GAME.presets[preset]), "turn_cap": 100}
    Play(GAME, values)


def test_Q32_Q33_what_is_not_implemented_is_named_on_the_page() -> None:
    section = PAGE.split("\n## Not implemented, and why\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if re.search(r"\[Q\d+\]", line)]
    assert [re.findall(r"\[(Q\d+)\]", row) for row in rows] == [["Q32"], ["Q33"]]
    assert "six or more home areas" in rows[0]
    assert "resigning" in rows[1]
