"""When games end: E1, the end conditions, the clock, and the rulings about them."""

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.engine.contract import OVER
from parlour.engine.play import IllegalAction, Play
from parlour.games.numeric.board import NUMBERS
from parlour.games.numeric.conditions import DEFAULTS, OFFERED
from parlour.games.numeric.state import Ending
from parlour.search import playout
from parlour.search.simulate import seeded
from tests.games.numeric.tabletop import (
    GAME,
    GOLD,
    NO_CARDS,
    SILVER,
    THREE_DICE,
    VARIANTS,
    about_to_cover,
    all_but,
    asked,
    at,
    cover,
    covered_by,
    free,
    listed,
    money,
    new,
    page_rows,
    phase,
    reason,
    said,
    under,
    with_card,
)

MARKED = GOLD | SILVER
GAMES = 40
LIMIT = 100_000
ALWAYS = {"exhausted", "end_card", "last_side", "stall", "max_throws"}


def ends_of(variant: str) -> list[str]:
    """Every condition that a variant offers, with a number where it needs one."""
    found = []
    for name, variants in OFFERED.items():
        if variant in variants.split():
            if name == "funds":
                found.append("funds(40)" if variant == "basic" else DEFAULTS[variant])
            else:
                found += {
                    "line": ["line", "line(one)"],
                    "zones_complete": ["zones_complete(1)", "zones_complete(2)"],
                }.get(name, [name])
    return found


# When


def test_E1_N35_a_condition_ends_the_game_at_once_in_the_middle_of_a_throw() -> None:
    play = cover("zones", 96, words="money=1900,500,500", players=3)
    assert (reason(play), money(play)) == ("funds", [2000, 500, 500])
    assert (play.to_move, play.legal, play.outcomes) == (OVER, [], [])
    with pytest.raises(IllegalAction, match="the play is over"):
        play.push("pass")


def test_E1_just_short_of_it_the_game_goes_on() -> None:
    play = cover("zones", 96, words="money=1895,500,500", players=3)
    assert (reason(play), asked(play)) == ("none", "B")


def test_E1_the_money_of_any_side_counts() -> None:
    play = cover("zones", 2, words="money=500,500,1995", players=3, end="funds(2000)")
    play.push("#12")
    assert (money(play), reason(play)) == ([470, 520, 2015], "funds"), "C has been paid by the card of A"


def test_E1_a_pass_is_no_placement() -> None:
    play = at("zones", "throw=6431 money=3000,500")
    play.push("pass")
    assert (asked(play), reason(play)) == ("B", "none")


@pytest.mark.parametrize("limit", [1, 2, 12])
@pytest.mark.parametrize("variant", ["basic", "zones", "hex"])
def test_E1_a_limit_of_throws_is_tested_at_the_end_of_the_throw(variant: str, limit: int) -> None:
    play = at(variant, f"phase=throwing throws={limit - 1}", players=3, end=f"throw_limit({limit})")
    play.push("6431")
    for _ in range(1 if variant == "basic" else 3):
        assert not play.over
        play.push("pass")
    assert reason(play) == "throw_limit"


def test_E1_stall_throws_count_throws_in_a_row_without_a_placement() -> None:
    play = new("zones", stall_throws=2)
    for words in ("6431 pass pass", "6431 pass 6+4+3+1=14", "6431 pass pass"):
        play.push(words)
        assert not play.over
    play.push("6431 pass pass")
    assert reason(play) == "stall"


def test_E1_throws_that_nobody_can_use_count_for_a_stall() -> None:
    play = at("zones", "phase=throwing throws=1 A=1,2,3,4", stall_throws=2)
    play.push("1111")
    assert not play.over
    play.push("1111")
    assert reason(play) == "stall"


@pytest.mark.parametrize("variant", ["basic", "zones", "hex"])
def test_E1_without_stall_throws_a_game_may_stand_still(variant: str) -> None:
    play = new(variant)
    for _ in range(60):
        play.push("6431")
        while not play.at_chance:
            play.push("pass")
    assert not play.over


def test_E1_finish_throw_makes_it_the_last_throw() -> None:
    play = cover("zones", 96, words="money=1900,500,500", players=3, finish_throw=True)
    assert said(play)[-1] == "This is the last throw: the agreed amount has been reached."
    assert (asked(play), reason(play)) == ("B", "none")
    play.push("pass")
    play.push(f"={min(free(play) & {4, 6})}")
    assert (reason(play), play.s.throws) == ("funds", 1)


def test_E1_finish_throw_a_side_that_loses_the_money_again_has_still_ended_the_game() -> None:
    play = at("zones", "throw=6431 money=1950,500", finish_throw=True, end="funds(2000)")
    play.push("6*4*3*1=72 6*4*3+1=73 #4")
    assert (reason(play), money(play)) == ("funds", [1900, 700])


def test_E1_finish_throw_the_condition_that_came_first_stays_the_reason() -> None:
    play = at("zones", "throw=6431 money=500,1950", finish_throw=True, end="funds(2000)+cover_count(1)")
    play.push("6+4+3+1=14 6*4*(3+1)=96")
    assert (reason(play), money(play)) == ("cover_count", [505, 2050])
    told = [event.sentence for event in play.events if event.sentence.startswith("This is the last throw")]
    assert told == ["This is the last throw: the agreed number of numbers is taken."]


def test_E1_finish_throw_the_scramble_is_part_of_the_throw() -> None:
    words = "throw=6431 A=4 cells=C0:4 rackA=5,22 rackB=3,40 money=480,500"
    play = at("counters", words, finish_throw=True, end="funds(520)", cards=False)
    play.push("=5@V1")
    assert money(play)[0] == 520
    play.push("pass")
    assert (asked(play), play.s.circuit) == ("B", 1)
    play.push("=3@V2")
    while not play.over:
        assert play.s.throws == 1
        play.push("pass")
    assert reason(play) == "funds"
    assert (covered_by(play, "B"), phase(play)) == ([3], "finished")


def test_E1_finish_throw_the_last_side_ends_it_at_once() -> None:
    play = at("zones", "throw=6431 money=1950,60,60", players=3, finish_throw=True)
    play.push("6*4*3+1=73 #4 forfeit forfeit")
    assert (reason(play), money(play)) == ("last_side", [2170, 0, 0])


@pytest.mark.parametrize("variant", ["zones", "hex"])
def test_E1_finish_throw_an_exhausted_board_ends_it_at_once(variant: str) -> None:
    options: dict[str, Any] = {"players": 3, "finish_throw": True, "auto_pass": False}
    play = cover(variant, 100, all_but(100), end="cover_count(100)", cards=False, **options)
    assert reason(play) == "cover_count"
    play = cover(variant, 100, all_but(100), end="funds(900000)", cards=False, **options)
    assert reason(play) == "exhausted"


def test_E1_what_is_tested_at_the_end_of_a_throw_comes_before_racks_are_filled() -> None:
    words = "throw=6431 A=4 cells=C0:4 rackA=5 rackB=42"
    for limit, over in ((1, True), (2, False)):
        play = at("counters", words, end=f"throw_limit({limit})", scramble="off")
        play.push("=5@V1")
        assert (play.over, phase(play)) == (over, "finished" if over else "filling")


# Which, if there are several

AT_ONCE = ["funds(501)", "line(any)", "zones_complete(1)", "all_primes", "all_covered", "cover_count(100)"]


@pytest.mark.parametrize("first", range(len(AT_ONCE) + 1))
def test_E1_of_several_that_hold_the_first_of_the_table_is_the_reason(first: int) -> None:
    agreed = AT_ONCE[first:]
    end = "+".join(reversed(agreed)) or "throw_limit(99)"
    play = under(about_to_cover("zones", 100, all_but(100), cards=False, end="throw_limit(99)"), end=end)
    play.push("=100")
    assert reason(play) == (re.sub(r"\(.*", "", agreed[0]) if agreed else "exhausted")


def test_E1_the_order_is_that_of_the_page() -> None:
    page = [re.sub(r"\(.*", "", name.strip("`")) for name in page_rows("End conditions")]
    assert list(dict.fromkeys(page)) == list(OFFERED)


def test_E1_the_last_side_comes_before_all_others() -> None:
    play = cover("zones", 73, words="money=1950,60", end="funds(2000)")
    play.push("#4 forfeit")
    assert (money(play)[0], reason(play)) == (2110, "last_side")


AT_THE_END: list[tuple[str, dict[str, Any]]] = [
    ("funds", {"finish_throw": True, "end": "funds(505)+time_limit+throw_limit(1)"}),
    ("time_limit", {"end": "time_limit+throw_limit(1)"}),
    ("throw_limit", {"end": "throw_limit(1)"}),
    ("stall", {"end": "throw_limit(2)"}),
    ("max_throws", {"end": "throw_limit(2)", "stall_throws": 2}),
]


@pytest.mark.parametrize(("expected", "options"), AT_THE_END)
def test_E1_the_order_at_the_end_of_a_throw(expected: str, options: dict[str, Any]) -> None:
    play = new("zones", **{"max_throws": 1, "stall_throws": 1, **options})
    play.push("6431")
    if "time_limit" in options["end"]:
        play.call("clock")
    play.push("6+4+3+1=14" if expected == "funds" else "pass")
    assert not play.over
    play.push("pass")
    assert reason(play) == expected


@pytest.mark.parametrize("variant", ["basic", "zones", "hex"])
def test_E1_a_board_completely_covered_ends_by_all_covered(variant: str) -> None:
    options = NO_CARDS[variant]
    play = cover(variant, 100, all_but(100), end="all_covered", **options)
    assert (reason(play), free(play)) == ("all_covered", set())
    short = cover(variant, 100, set(all_but(100)) - {99}, end="all_covered", **options)
    assert reason(short) == "none"


@pytest.mark.parametrize("variant", ["basic", "zones", "hex"])
def test_E1_all_primes(variant: str) -> None:
    options = NO_CARDS[variant]
    assert reason(cover(variant, 2, MARKED - {2}, end="all_primes", **options)) == "all_primes"
    assert reason(cover(variant, 2, MARKED - {2, 83}, end="all_primes", **options)) == "none"


@pytest.mark.parametrize("variant", ["basic", "zones", "hex"])
def test_E1_cover_count(variant: str) -> None:
    some = [n for n in NUMBERS if n not in MARKED][:48]
    assert reason(cover(variant, 100, [*some, 99], end="cover_count")) == "cover_count", "50 unless another is named"
    assert reason(cover(variant, 100, some, end="cover_count")) == "none"
    assert reason(cover(variant, 100, some, end="cover_count(49)")) == "cover_count"


def test_E1_the_first_of_several_conditions_to_hold() -> None:
    end = "funds(2000)+line(one)+throw_limit(1)"
    assert reason(cover("zones", 96, words="money=1900,500", end=end)) == "funds"
    assert reason(cover("zones", 90, range(85, 90), end=end)) == "line"
    play = cover("zones", 4, end=end)
    play.push("pass")
    assert reason(play) == "throw_limit"


def test_E1_one_side_left_of_two_or_more_ends_the_game() -> None:
    play = with_card(4, "money=500,500,80 drawn=1 pack=7 out=0,1,0")
    play.push("join:A")
    assert (reason(play), play.score) == ("last_side", (1, -0.5, -0.5))
    assert reason(with_card(4, "money=500,500,180")) == "none"


def test_E1_a_lone_player_is_not_the_last_side() -> None:
    play = new("basic", players=1, first_side="random")
    play.push("6431 6+4+3+1=14")
    assert (phase(play), reason(play)) == ("throwing", "none")


# Three dice and other boards that cannot be finished


@pytest.mark.parametrize("variant", ["basic", "zones", "hex"])
def test_N34_skip_numbers_that_three_dice_never_make_are_not_asked_for(variant: str) -> None:
    options: dict[str, Any] = {"dice": 3, **NO_CARDS[variant]}
    assert len(THREE_DICE) == 57
    assert reason(cover(variant, 100, THREE_DICE - {100}, end="all_covered", **options)) == "all_covered"
    assert reason(cover(variant, 100, THREE_DICE - {100, 99}, end="all_covered", **options)) == "all_covered"
    assert reason(cover(variant, 100, THREE_DICE - {100, 96}, end="all_covered", **options)) == "none"
    marked = MARKED & THREE_DICE
    assert len(marked) == 14
    assert reason(cover(variant, 41, marked - {41}, end="all_primes", **options)) == "all_primes"
    assert reason(cover(variant, 41, marked - {41, 2}, end="all_primes", **options)) == "none"


@pytest.mark.parametrize("variant", ["basic", "zones", "hex"])
def test_N34_keep_they_are_asked_for_and_the_board_is_exhausted_first(variant: str) -> None:
    options: dict[str, Any] = {"dice": 3, "unreachable": "keep", **NO_CARDS[variant]}
    assert reason(cover(variant, 100, THREE_DICE - {100}, end="all_covered", **options)) == "exhausted"
    assert reason(cover(variant, 41, MARKED & THREE_DICE - {41}, end="all_primes", **options)) == "none"


def test_N34_zones_are_complete_without_them() -> None:
    yellow = {64, 66, 72, 75}
    options: dict[str, Any] = {"dice": 3, "end": "zones_complete"}
    assert reason(cover("zones", 75, yellow - {75}, **options)) == "zones_complete"
    assert reason(cover("zones", 75, yellow - {75}, unreachable="keep", **options)) == "none"
    assert reason(cover("zones", 75, yellow - {75, 64}, **options)) == "none"


def test_N34_a_line_needs_every_cell_all_the_same() -> None:
    row = {n for n in range(61, 67) if n in THREE_DICE}
    assert row == {64, 66}
    assert reason(cover("zones", 66, {64}, dice=3, end="line")) == "none"
    first_row = [1, 2, 3, 4, 5]
    assert reason(cover("zones", 6, first_row, dice=3, end="line")) == "line"


@pytest.mark.parametrize("variant", ["basic", "zones", "hex"])
def test_N34_not_when_a_fourth_die_is_to_come(variant: str) -> None:
    options: dict[str, Any] = {"dice": 3, "dice_up_after": 50, **NO_CARDS[variant]}
    play = cover(variant, 100, THREE_DICE - {100}, end="all_covered", **options)
    assert reason(play) == "none"


@pytest.mark.parametrize(
    ("options", "counters"),
    [({"dice": 3}, 57), ({"dice": 3, "unreachable": "keep"}, 100), ({"dice": 3, "dice_up_after": 1}, 100), ({}, 100)],
)
def test_N34_the_bag_holds_only_counters_that_can_be_made(options: dict[str, Any], counters: int) -> None:
    play = new("counters", **options)
    drawn = {int(outcome.notation[1:]) for outcome in play.outcomes}
    assert len(drawn) == counters
    assert counters == 100 or drawn == THREE_DICE


def test_N49_contiguous_the_board_is_exhausted_when_nothing_that_touches_can_be_made() -> None:
    options: dict[str, Any] = {"dice": 3, "contiguous": True, "end": "all_covered"}
    assert not {98, 99} & THREE_DICE, "the neighbours of 100"
    assert reason(cover("hex", 100, **options)) == "exhausted"
    assert reason(cover("hex", 100, dice_up_after=1, **options)) == "none"
    assert reason(cover("hex", 100, dice=3, end="all_covered")) == "none"


def counters_at(placed: list[int], rack: list[int], **options: Any) -> Play:
    """A play of `counters` in which A has placed numbers round the centre, and has a rack."""
    labels = ["C0", *(f"V{i}" for i in range(1, 7)), *(f"I{i}" for i in range(1, 13)), *(f"B{i}" for i in range(1, 19))]
    cells = ",".join(f"{label}:{n}" for label, n in zip(labels, placed, strict=False))
    words = f"throw=1111 A={listed(placed)} cells={cells} rackA={listed(rack)}"
    return at("counters", words, cards=False, **options)


def test_N36_all_primes_ends_counters_too() -> None:
    others = sorted(MARKED - {2})
    play = counters_at(others, [2, 4], end="all_primes")
    play.push("=2")
    play.push(play.legal_codes()[0])  # one of several cells
    assert reason(play) == "all_primes"
    short = counters_at(sorted(MARKED - {2, 97}), [2, 4], end="all_primes")
    short.push("=2")
    short.push(short.legal_codes()[0])
    assert reason(short) == "none"


# The clock


def test_N37_when_time_is_up_the_throw_is_completed() -> None:
    play = new("zones", players=3, end="time_limit(30)")
    play.push("6431 pass")
    play.call("clock")
    assert said(play) == ["Time is up."]
    assert (asked(play), reason(play)) == ("B", "none")
    play.push("6+4+3+1=14")
    play.push("6*4*3+1=73")
    assert phase(play) == "card"
    play.push("#2")
    assert (reason(play), money(play)) == ("time_limit", [500, 505, 650])


def test_N37_between_two_throws_the_game_ends_at_once() -> None:
    play = new("zones", end="time_limit")
    play.push("6431 pass pass")
    play.call("clock")
    assert (reason(play), play.s.throws) == ("time_limit", 1)


def test_N37_also_before_the_first_throw_and_while_racks_are_filled() -> None:
    for play in (new("zones", end="time_limit", first_side="random"), new("counters", end="time_limit")):
        assert phase(play) in ("starting", "filling")
        play.call("clock")
        assert (reason(play), play.score) == ("time_limit", (0, 0))


@pytest.mark.parametrize(("card", "answer"), [(3, "take"), (7, "forfeit")])
def test_N37_while_a_card_is_decided_on_it_waits_for_the_end_of_the_throw(card: int, answer: str) -> None:
    play = with_card(card, "money=150,500,500", end="time_limit")
    play.call("clock")
    play.push(answer)
    assert not play.over
    play.push("pass pass")
    assert reason(play) == "time_limit"


def test_N37_the_clock_runs_out_once_and_only_where_there_is_one() -> None:
    play = new("zones", end="time_limit")
    play.push("6431")
    play.call("clock")
    with pytest.raises(IllegalAction, match="'clock' cannot be called here"):
        play.call("clock")
    with pytest.raises(IllegalAction, match="'clock' cannot be called here"):
        new("zones").call("clock")


def test_N37_the_record_keeps_the_moment() -> None:
    play = new("zones", end="time_limit")
    play.push("6431 6+4+3+1=14")
    play.call("clock")
    play.push("pass")
    assert "!clock" in play.record()
    again = parlour.load(play.record())
    assert (again.states.tobytes(), reason(again)) == (play.states.tobytes(), "time_limit")
    before = parlour.load(play.record())
    before.undo(2)
    assert before.s.clock == 0


# Games that nobody steers


@pytest.mark.parametrize(("variant", "end"), [(variant, end) for variant in VARIANTS for end in ends_of(variant)])
def test_E1_random_games_come_to_an_end(variant: str, end: str) -> None:
    options = GAME.encode(GAME.settle(variant=variant, end=end))
    states = np.zeros(2, GAME.state_type)
    actions, weights, _ = GAME.buffers()
    rng = seeded(7)
    play_games = GAME.bind_template(playout).play_games
    reasons: Counter[str] = Counter()
    for _ in range(GAMES):
        finished, _, _ = play_games(states, options, actions, weights, rng, 1, LIMIT)
        assert finished == 1
        reasons[Ending.word(states["reason"][0])] += 1
    agreed = re.sub(r"\(.*", "", end)
    assert set(reasons) <= ALWAYS | {agreed}, reasons
    assert agreed == "time_limit" or reasons[agreed], "without a referee no clock runs out"


def test_E1_every_condition_is_offered_where_the_page_says_so() -> None:
    rows = page_rows("End conditions")
    for words, cells in rows.items():
        name = re.sub(r"\(.*", "", words)
        offered = [variant for variant, cell in zip(VARIANTS, cells, strict=False) if "✓" in cell]
        assert offered == OFFERED[name].split(), name
