"""The options and presets: what the page lists is what is declared, and everything else is refused with the reason."""

import random
import re
from typing import Any

import pytest

import parlour
from parlour.engine.options import Choice, Flag, Option, OptionError, Whole
from parlour.games.stencil.board import DEFAULT_PLATES, PLATES, mask_of, orient
from tests.games.stencil.table import GAME, PAGE, moves, play_on

DECLARED = {option.name: option for option in GAME.declared}
DEFAULTS: dict[str, Any] = {
    "players": 2,
    "counters_each": 8,
    "plates": DEFAULT_PLATES,
    "plate_choice": "pick",
    "red_plate": "K1",
    "white_plate": "K2",
    "plates_for": "match",
    "orientations": "rotations",
    "min_counters_to_claim": 4,
    "failed_claim_rule": "no_repeat",
    "claim_budget": 2,
    "final_attempts": 1,
    "unfinished": "draw",
    "first_player": "random",
    "next_starter": "alternate",
    "games": 6,
    "hint_level": 0,
    "auto_claim": False,
}


def page_rows(heading: str) -> dict[str, list[str]]:
    """The first table of a section of the page: the other columns by the name in the first."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    table = section[section.index("|") :].split("\n\n")[0].splitlines()[2:]
    rows = [[column.strip() for column in line.strip("|").split("|")] for line in table]
    return {row[0].strip("`"): row[1:] for row in rows}


def values_of(option: Option) -> list[Any]:
    """Every value of an option, or the ends of a long range and some between."""
    match option.kind:
        case Choice(values):
            return list(values)
        case Flag():
            return [False, True]
        case Whole(low, high):
            return sorted({low, low + 1, (low + high) // 2, high - 1, high})
    return [DEFAULT_PLATES, DEFAULT_PLATES[1:], DEFAULT_PLATES[::2]]


def with_needs(option: Option, value: Any) -> dict[str, Any]:
    """The value with the other options it makes sense with."""
    given = {name: wanted[0] for name, wanted in option.needs.items()} | {option.name: value}
    if given.get("red_plate") == "K2":
        given["white_plate"] = "K1"
    if given.get("white_plate") == "K1":
        given["red_plate"] = "K2"
    return given


def test_every_option_says_what_it_is() -> None:
    for option in GAME.declared:
        assert option.help
        assert option.source or option.needs, f"what the patent says about {option.name}"


@pytest.mark.parametrize(
    ("option", "value"),
    [(option, value) for option in GAME.declared for value in values_of(option)],
    ids=lambda part: part.name if isinstance(part, Option) else str(part),
)
def test_every_value_is_accepted_as_itself_and_as_text_and_played(option: Option, value: Any) -> None:
    given = with_needs(option, value)
    settled = GAME.settle(**given)
    assert settled[option.name] == value
    assert GAME.settle(**{**given, option.name: option.kind.write(value)}) == settled
    assert GAME.settle(**{**given, option.name: f" {option.kind.write(value).upper()} "}) == settled
    rng = random.Random(str(value))
    play = parlour.new("stencil", **given)
    while not play.over and play.ply < 300:
        play_on(play, rng)
    assert play.over or settled["games"] > 10
    again = parlour.load(play.record())
    assert (again.values, again.states.tobytes()) == (settled, play.states.tobytes())


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"counters_each": 3}, "counters_each cannot be 3: expected 4 to 8"),
        ({"counters_each": 9}, "counters_each cannot be 9: expected 4 to 8"),
        ({"counters_each": 8.0}, "counters_each cannot be 8.0: expected 4 to 8"),
        ({"counters_each": "many"}, "counters_each cannot be 'many': expected 4 to 8"),
        ({"counters_each": True}, "counters_each cannot be True: expected 4 to 8"),
        ({"plate_choice": "steal"}, "plate_choice cannot be 'steal': expected pick, random, fixed"),
        (
            {"plates_for": "game", "plate_choice": "fixed"},
            "plates_for only matters when plate_choice is pick or random, and it is fixed",
        ),
        ({"plates_for": "ever"}, "plates_for cannot be 'ever': expected match, game"),
        ({"orientations": "flips"}, "orientations cannot be 'flips': expected rotations, rotations_and_flips"),
        ({"min_counters_to_claim": -1}, "min_counters_to_claim cannot be -1: expected 0 to 16"),
        ({"min_counters_to_claim": 17}, "min_counters_to_claim cannot be 17: expected 0 to 16"),
        (
            {"failed_claim_rule": "lenient"},
            "failed_claim_rule cannot be 'lenient': expected no_repeat, free, strict, budget",
        ),
        (
            {"failed_claim_rule": "budget", "claim_budget": 17},
            "claim_budget cannot be 17: expected 0 to 16",
        ),
        ({"final_attempts": 0}, "final_attempts cannot be 0: expected 1 to 4"),
        ({"final_attempts": 5}, "final_attempts cannot be 5: expected 1 to 4"),
        ({"unfinished": "win"}, "unfinished cannot be 'win': expected draw, half, abandon"),
        ({"first_player": "blue"}, "first_player cannot be 'blue': expected random, red, white"),
        ({"next_starter": None}, "next_starter cannot be None: expected alternate, winner, loser"),
        ({"games": 0}, "games cannot be 0: expected 1 to 1000"),
        ({"games": 1001}, "games cannot be 1001: expected 1 to 1000"),
        ({"hint_level": 5}, "hint_level cannot be 5: expected 0 to 4"),
        ({"auto_claim": "maybe"}, "auto_claim cannot be 'maybe': expected true, false"),
        ({"auto_claim": 1}, "auto_claim cannot be 1: expected true, false"),
        ({"players": 3}, "players cannot be 3: expected 2"),
        ({"own_needed": 3}, "there is no option 'own_needed': expected one of auto_claim, "),
    ],
)
def test_refusals_say_what_was_wrong_and_what_is_expected(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError, match=re.escape(reason)):
        GAME.settle(**given)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"claim_budget": 3}, "claim_budget only matters when failed_claim_rule is budget, and it is no_repeat"),
        (
            {"claim_budget": 0, "failed_claim_rule": "strict"},
            "claim_budget only matters when failed_claim_rule is budget, and it is strict",
        ),
        ({"red_plate": "K3"}, "red_plate only matters when plate_choice is fixed, and it is pick"),
        (
            {"white_plate": "K3", "plate_choice": "random"},
            "white_plate only matters when plate_choice is fixed, and it is random",
        ),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError, match=re.escape(reason)):
        GAME.settle(**given)


def test_an_option_without_use_may_have_its_default() -> None:
    assert GAME.settle(claim_budget=2, red_plate="K1", white_plate="K2") == DEFAULTS


@pytest.mark.parametrize(
    "plates",
    [
        "",
        "a1c2a3b3",
        "a1c2a3b3,",
        "a1c2a3,b1c2a3c3",
        "a1c2a3b3c3,b1c2a3c3",
        "a1a1a3b3,b1c2a3c3",
        "a1c2a3e3,b1c2a3c3",
        "a1 c2 a3 b3,b1c2a3c3",
        "a1c2a3b3,b1c2a3c3,d1b2d2a4,c1d1a3b4,a1b1c1d2",
        (0x0341,),
        (0x0341, 0x0540),
        (0x0341, 0x1010068),
        (0x0341, "b1c2a3c3"),
        (0x0341, 3.5),
        0x0341,
        None,
        {},
    ],
    ids=repr,
)
def test_plates_that_are_none_are_refused(plates: Any) -> None:
    with pytest.raises(OptionError) as refusal:
        GAME.settle(plates=plates)
    expected = "expected two to four plates of four cells each, as a1c2a3b3,b1c2a3c3"
    assert str(refusal.value) == f"plates cannot be {plates!r}: {expected}"


def test_plates_are_cells_or_masks() -> None:
    for plates in ("a1c2a3b3,b1c2a3c3", "b3a3c2a1,c3a3c2b1", (0x0341, 0x0542), [0x0341, 0x0542]):
        assert GAME.settle(plates=plates)["plates"] == (0x0341, 0x0542)


@pytest.mark.parametrize("turning", range(8))
@pytest.mark.parametrize("flips", [False, True])
def test_no_two_plates_are_the_same_in_any_orientation_allowed(turning: int, flips: bool) -> None:
    one = DEFAULT_PLATES[0]
    given = {
        "plates": (one, orient(one, turning)),
        "orientations": "rotations_and_flips" if flips else "rotations",
    }
    if turning >= 4 and not flips:
        assert GAME.settle(**given)["plates"] == given["plates"], "a mirrored plate is another plate"
        return
    with pytest.raises(OptionError, match=r"plates a1c2a3b3 and .* are the same in some orientation: expected plates"):
        GAME.settle(**given)


@pytest.mark.parametrize("name", PLATES)
def test_fixed_plates_must_differ(name: str) -> None:
    with pytest.raises(OptionError, match=f"red_plate and white_plate are both {name}: they must differ"):
        GAME.settle(plate_choice="fixed", red_plate=name, white_plate=name)


@pytest.mark.parametrize("who", ["red_plate", "white_plate"])
def test_a_fixed_plate_must_be_there(who: str) -> None:
    given = {"plate_choice": "fixed", "plates": DEFAULT_PLATES[:3], who: "K4"}
    with pytest.raises(OptionError, match=f"{who} is K4, but there are 3 plates: expected K1, K2, K3"):
        GAME.settle(**given)


def test_own_plates_are_named_by_their_order() -> None:
    play = parlour.new("stencil", plates="a1b1c1d2,d1b2d2a4,a4b4c4d3", first_player="red")
    assert moves(play) == {"K1", "K2", "K3"}
    play.push("K3 K1")
    assert int(play.o.holes[play.s.plate[1], 0]) == mask_of("a4b4c4d3")
    play = parlour.new("stencil", plates="a1b1c1d2,d1b2d2a4", first_player="white")
    play.push("K2")
    assert moves(play) == {"K1"}, "a player left with one plate still takes it"


def test_a_preset_can_be_changed_and_an_unknown_one_is_refused() -> None:
    assert GAME.settle("teaching", games=4) == {**GAME.settle("teaching"), "games": 4}
    with pytest.raises(
        OptionError, match="stencil has no preset 'blitz': expected one of quick, patent, teaching, flips"
    ):
        GAME.settle("blitz")
