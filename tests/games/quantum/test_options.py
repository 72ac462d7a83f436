"""The options and presets: what the page lists is what is declared, every value matters, and others are refused."""

import random
import re
from typing import Any

import pytest

from parlour.engine.options import OptionError, sample_options
from parlour.games.quantum import GAME
from tests.form import samples
from tests.games.quantum.tabletop import at, did, moves, new, play_on, stood, words

DECLARED = {option.name: option for option in GAME.options}
PLAIN: dict[str, Any] = {
    "variant": "modified",
    "win_form": "balance",
    "home_target": 2,
    "home_check": "on_landing",
    "totals": "same_throw",
    "arriving_on_37": "rest",
    "first_player": "throw",
    "turn_limit": 1000,
}


@pytest.mark.parametrize(("players", "pieces"), [(2, 8), (3, 6), (4, 4), (5, 2), (6, 2)])
def test_defaults(players: int, pieces: int) -> None:
    assert GAME.settle(players=players) == PLAIN | {"players": players, "pieces_per_player": pieces}
    play = new(players=players)
    assert (play.seats, play.s.centre) == (players, players * pieces)
    assert set(words(play)["White"].split(",")) == {"0"}


def test_two_play_unless_it_is_said() -> None:
    assert GAME.settle() == GAME.settle(players=2) == GAME.settle("two")


def test_variant() -> None:
    assert stood(at("", "61 1 E")) == "White=3"
    play = at("", "61 1 E", variant="inner_ring")
    assert stood(play) == "White=1"
    assert moves(play) == {"1-2[1]"}
    same = [did(at("White=10 Black=3", "21 10-3[1]", variant=variant)) for variant in ("modified", "inner_ring")]
    assert same == ["10-3[1]x3>0^11+"] * 2, "nothing else differs"


@pytest.mark.parametrize("pieces", range(2, 9))
def test_pieces_per_player(pieces: int) -> None:
    play = new(pieces_per_player=pieces)
    assert words(play)["Black"] == ",".join(["0"] * pieces)
    assert play.s.centre == 2 * pieces
    full = at(f"White={','.join(str(20 + i) for i in range(pieces))}", "61 1", pieces_per_player=pieces)
    assert "E" not in moves(full)


@pytest.mark.parametrize(
    ("win_form", "won"),
    [("balance", (True, False)), ("one_plus_three", (False, True)), ("counters_home", (False, False))],
)
def test_win_form(win_form: str, won: tuple[bool, bool]) -> None:
    balanced = at("White=53,25,41 Black=4,6,60,70,28", "41 53-H[4]", win_form=win_form)
    crowded = at("White=53,25,41,42 Black=4,6,60,70,28", "41 53-H[4]", win_form=win_form)
    assert (balanced.over, crowded.over) == won


@pytest.mark.parametrize("target", range(1, 9))
def test_home_target(target: int) -> None:
    given = {"win_form": "counters_home", "home_target": target}
    for trays in range(target):
        play = at(f"White={','.join(['53'] + ['tray'] * trays)}", "41 53-H[4]", **given)
        assert play.over == (trays + 1 == target)


def test_home_check() -> None:
    before = "White=53d,25 Black=4,6,60,70,28"
    assert at(before, "61 1 E", home_check="standing").over
    assert not at(before, "61 1 E", home_check="on_landing").over


def test_totals() -> None:
    assert "20-27[4+3]" in moves(at("White=20", "43"))
    assert moves(at("White=20", "43", totals="off")) == {"20-24[4]", "20-23[3]"}


def test_arriving_on_37() -> None:
    before, pushed = "White=36 Black=36a", "21 36-36a[1]"
    assert stood(at(before, pushed)) == "White=37 Black=18"
    assert stood(at(before, pushed, arriving_on_37="move_on")) == "White=55 Black=18"


def test_first_player() -> None:
    assert new(first_player="seat0").position.startswith("phase=throwing turns=1 turn=White ")
    for first_player in ("throw", "random"):
        assert new(first_player=first_player).position.startswith("phase=starting turns=0 White=")
    asked = [new(first_player=first_player).view().asked for first_player in ("throw", "random")]
    assert asked == ["Who starts is decided by the dice.", "Who starts is decided by lot."]


@pytest.mark.parametrize(("limit", "over"), [(0, False), (4, True), (5, False), (1_000_000, False)])
def test_turn_limit(limit: int, over: bool) -> None:
    assert at("turns=4", "32", turn_limit=limit).over == over


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"players": 1}, "players cannot be 1: expected 2, 3, 4, 5, 6"),
        ({"players": 7}, "players cannot be 7: expected 2, 3, 4, 5, 6"),
        ({"variant": "outer_ring"}, "variant cannot be 'outer_ring': expected modified, inner_ring"),
        ({"pieces_per_player": 1}, "pieces_per_player cannot be 1: expected 2 to 8"),
        ({"pieces_per_player": 9}, "pieces_per_player cannot be 9: expected 2 to 8"),
        ({"pieces_per_player": "many"}, "pieces_per_player cannot be 'many': expected 2 to 8"),
        ({"players": 3, "pieces_per_player": 5}, "3 players with 5 pieces each have no exact half"),
        ({"win_form": "luck"}, "win_form cannot be 'luck': expected balance, counters_home, one_plus_three"),
        ({"win_form": "one_plus_three", "pieces_per_player": 3}, "one_plus_three needs at least 4 pieces each, not 3"),
        ({"win_form": "one_plus_three", "players": 6}, "one_plus_three needs at least 4 pieces each, not 2"),
        ({"win_form": "counters_home", "home_target": 0}, "home_target cannot be 0: expected 1 to 8"),
        ({"win_form": "counters_home", "home_target": 9}, "home_target cannot be 9: expected 1 to 8"),
        (
            {"win_form": "counters_home", "players": 6, "home_target": 3},
            "home_target 3 is more than the 2 pieces each",
        ),
        ({"home_target": 3}, "home_target only matters when win_form is counters_home, and it is balance"),
        (
            {"win_form": "one_plus_three", "home_check": "standing"},
            "home_check only matters when win_form is balance, and it is one_plus_three",
        ),
        ({"home_check": "sitting"}, "home_check cannot be 'sitting': expected on_landing, standing"),
        ({"totals": "on"}, "totals cannot be 'on': expected same_throw, off"),
        ({"totals": False}, "totals cannot be False: expected same_throw, off"),
        ({"first_player": "White"}, "first_player cannot be 'White': expected throw, seat0, random"),
        ({"turn_limit": -1}, "turn_limit cannot be -1: expected 0 to 1000000"),
        ({"turn_limit": 1_000_001}, "turn_limit cannot be 1000001: expected 0 to 1000000"),
        ({"turn_limit": 1.5}, "turn_limit cannot be 1.5: expected 0 to 1000000"),
        ({"rings": 5}, "there is no option 'rings': expected one of "),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError, match=re.escape(reason)):
        new(**given)


@pytest.mark.parametrize(
    ("name", "differing"),
    [
        ("two", {}),
        ("three", {"players": 3, "pieces_per_player": 6}),
        ("four", {"players": 4, "pieces_per_player": 4}),
        ("five", {"players": 5, "pieces_per_player": 2}),
        ("six", {"players": 6, "pieces_per_player": 2}),
        ("inner_ring", {"variant": "inner_ring"}),
        ("both_home", {"players": 4, "pieces_per_player": 2, "win_form": "counters_home"}),
        ("one_plus_three", {"win_form": "one_plus_three"}),
    ],
)
def test_a_preset_changes_what_it_says(name: str, differing: dict[str, Any]) -> None:
    assert GAME.settle(name) == GAME.settle() | differing


def test_there_is_no_other_preset() -> None:
    with pytest.raises(OptionError, match="quantum has no preset 'seven': expected one of two, three, four, five, six"):
        GAME.settle("seven")


@pytest.mark.parametrize("seed", range(samples(6, 30)))
def test_any_options_that_go_together_can_be_played(seed: int) -> None:
    rng = random.Random(f"options {seed}")
    values = sample_options(GAME.options, rng, {}, GAME.check)
    play = new(**values)
    for _ in range(30):
        if not play.over:
            play_on(play, rng)
    assert play.values == values
    assert play.ply > 0
