"""Throws and turns, the rules R1 and R5 to R12 that all four games share, and their rulings."""

import random
from typing import Any

import pytest

from parlour.engine.play import IllegalAction, Play
from parlour.engine.referee import Referee
from parlour.games.numeric.state import Action, Event
from tests.games.numeric.tabletop import (
    GAME,
    NO_CARDS,
    about_to_cover,
    all_but,
    asked,
    at,
    cover,
    covered_by,
    free,
    listed,
    money,
    moves,
    new,
    numbers,
    phase,
    reason,
    said,
    with_card,
)

SHARED = ["zones", "hex"]
ONES = "throw=1111 A=1,2,3"  # 1111 makes 1, 2, 3 and 4
NOTHING = "throw=1111 A=1,2,3,4"


def dice_thrown(play: Play) -> set[int]:
    """How many dice the next throw may have."""
    return {len(outcome.notation) for outcome in play.outcomes}


def test_R1_all_four_dice_are_rolled_together() -> None:
    weights = {outcome.notation: outcome.weight for outcome in new("zones").outcomes}
    assert len(weights) == 126
    assert sum(weights.values()) == 6**4
    assert (weights["6431"], weights["6611"], weights["6661"], weights["6666"]) == (24, 6, 4, 1)


def test_R1_or_three_dice() -> None:
    weights = {outcome.notation: outcome.weight for outcome in new("zones", dice=3).outcomes}
    assert len(weights) == 56
    assert sum(weights.values()) == 6**3
    assert (weights["643"], weights["661"], weights["666"]) == (6, 3, 1)


@pytest.mark.parametrize("variant", SHARED)
def test_R1_every_side_uses_the_same_throw(variant: str) -> None:
    play = new(variant, players=3)
    play.push("6431")
    for side in "ABC":
        assert asked(play) == side
        assert play.view().position.count("throw=6431") == 1
        play.push("pass")
    assert dice_thrown(play) == {4}


def test_R1_in_basic_the_throw_is_for_the_thrower_alone() -> None:
    play = new("basic", players=3)
    for side in "ABCAB":
        play.push("6431")
        assert asked(play) == side
        play.push("pass")


@pytest.mark.parametrize("variant", ["basic", *SHARED])
def test_R1_a_fourth_die_joins_after_some_throws(variant: str) -> None:
    play = new(variant, dice=3, dice_up_after=2)
    for count in (3, 3, 4, 4):
        assert dice_thrown(play) == {count}
        play.push("6431"[:count])
        while not play.at_chance:
            play.push("pass")


def test_R1_it_never_joins_where_that_is_not_agreed() -> None:
    play = at("zones", "phase=throwing throws=99", dice=3)
    assert dice_thrown(play) == {3}


def test_R1_throws_without_any_placement_count_too() -> None:
    play = at("basic", f"phase=throwing throws=0 A={listed(range(1, 20))}", dice=3, dice_up_after=1)
    play.push("111")
    assert dice_thrown(play) == {4}, "111 made nothing that is free"


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("6*4*3+1=74", "74"),
        ("6*4*3", "1"),
        ("6/4*3+1", "remainder"),
        ("=24", "24 cannot be made from 6 4 3 1"),
        ("=101", "101 is not on the board: expected a number from 1 to 100"),
    ],
)
def test_R5_N13_a_wrong_statement_changes_nothing(statement: str, fault: str) -> None:
    play = new("zones")
    play.push("6431")
    before = play.states.tobytes()
    with pytest.raises(IllegalAction, match=fault):
        play.push(statement)
    assert (play.states.tobytes(), play.ply, asked(play)) == (before, 1, "A")
    play.push("6*4*3+1=73")
    assert money(play)[0] == 600


def test_R5_N13_without_a_limit_of_attempts_there_is_no_penalty() -> None:
    play = new("zones")
    play.push("6431")
    referee = Referee(play)
    for _ in range(50):
        assert not referee.refused()
    with pytest.raises(IllegalAction, match="'attempts' cannot be called here"):
        play.call("attempts")
    assert asked(play) == "A"


@pytest.mark.parametrize("limit", [1, 2, 9])
def test_R5_N13_too_many_wrong_statements_are_a_pass(limit: int) -> None:
    play = new("zones", max_attempts=limit)
    play.push("6431")
    referee = Referee(play)
    for side in "AB":
        referee.asked()
        assert asked(play) == side
        for _ in range(limit - 1):
            assert not referee.refused()
        assert referee.refused()
        assert said(play)[0] == f"{side} had too many attempts: the turn is a pass."
    assert (phase(play), money(play)) == ("throwing", [500, 500])


def test_R5_attempts_are_counted_while_a_number_is_made_and_at_no_other_time() -> None:
    play = new("zones", max_attempts=1)
    assert play.calls == {}, "the dice are not thrown yet"
    play.push("6431")
    assert set(play.calls) == {"attempts"}
    play.push("6*4*3+1=73")
    assert play.calls == {}, "a card is drawn"
    play.push("#3")
    assert (phase(play), play.calls) == ("choosing", {})


def test_R7_a_covered_number_is_gone() -> None:
    play = new("zones", players=3)
    play.push("6431 6*4*3*1=72")
    assert 72 not in numbers(play)
    before = play.states.tobytes()
    for statement in ("6*4*3*1=72", "6*4*3/1", "=72"):
        with pytest.raises(IllegalAction, match="72 is already covered"):
            play.push(statement)
    assert play.states.tobytes() == before
    play.push("pass pass 6431")
    assert (asked(play), 72 in numbers(play)) == ("B", False), "for the rest of the game"


@pytest.mark.parametrize("variant", ["basic", "zones", "hex", "counters"])
def test_R7_all_numbers_made_are_different(variant: str) -> None:
    rng = random.Random(variant)
    play = new(variant, players=4, **({} if variant == "basic" else {"cards": False}))
    while not play.over and play.ply < 250:
        before, chosen = free(play), None
        if play.at_chance:
            play.roll(rng)
        else:
            chosen = rng.choice(play.legal_codes())
            play.push(chosen)
        assert free(play) <= before
        if chosen is not None and Action.FORM <= chosen < Action.PLACE and variant != "counters":
            assert before - free(play) == {1 + (chosen - Action.FORM) // 4}
    owned = [n for side in "ABCD" for n in covered_by(play, side)]
    assert len(owned) == len(set(owned)) == 100 - len(free(play)) > 10


@pytest.mark.parametrize("variant", ["basic", "zones", "hex"])
def test_R8_N12_passing_is_free_and_earns_nothing(variant: str) -> None:
    play = new(variant)
    play.push("6431")
    assert "pass" in moves(play)
    assert len(numbers(play)) == 56
    before = money(play)
    play.push("pass")
    assert (money(play), said(play), len(free(play))) == (before, ["A passes."], 100)


@pytest.mark.parametrize("variant", ["basic", "zones", "hex"])
def test_R8_N12_forced_a_side_passes_only_if_it_can_place_nothing(variant: str) -> None:
    play = at(variant, ONES, pass_rule="forced", auto_pass=False)
    assert moves(play) == {"1+1+1+1=4"}
    with pytest.raises(IllegalAction):
        play.push("pass")
    assert moves(at(variant, NOTHING, pass_rule="forced", auto_pass=False)) == {"pass"}


@pytest.mark.parametrize(("call", "options"), [("timeout", {"move_seconds": 5}), ("attempts", {"max_attempts": 1})])
def test_R8_a_pass_that_time_or_attempts_bring_stands_though_passing_is_forbidden(
    call: str, options: dict[str, Any]
) -> None:
    play = at("zones", ONES, pass_rule="forced", **options)
    assert "pass" not in moves(play)
    play.call(call)
    assert (asked(play), free(play) & {4}) == ("B", {4})


@pytest.mark.parametrize("rule", ["free", "forced"])
def test_R8_who_can_place_nothing_passes_by_itself_and_is_told_so(rule: str) -> None:
    play = at("zones", "phase=throwing throws=1 thrower=B A=1,2,3,4", players=3, pass_rule=rule)
    play.push("1111")
    assert said(play) == [
        "B is next to throw: 1 1 1 1, for everybody to use.",
        "B has nothing to place with these dice, and passes.",
        "C has nothing to place with these dice, and passes.",
        "A has nothing to place with these dice, and passes.",
    ]
    assert (phase(play), play.turn_label, play.s.throws) == ("throwing", "C", 2)


def test_R8_only_those_who_can_place_nothing_are_passed_over() -> None:
    play = at("zones", "phase=throwing throws=1 thrower=B A=1,2,3", players=3)
    play.push("1111")
    assert asked(play) == "B"
    play.push("1+1+1+1=4")
    assert [sentence[:11] for sentence in said(play)[-2:]] == ["C has nothi", "A has nothi"]


def test_R8_without_auto_pass_they_pass_themselves() -> None:
    play = at("zones", "phase=throwing throws=1 A=1,2,3,4", auto_pass=False)
    play.push("1111")
    for side in "AB":
        assert (asked(play), moves(play)) == (side, {"pass"})
        play.push("pass")
        assert said(play) == [f"{side} passes."]
    assert phase(play) == "throwing"


@pytest.mark.parametrize("variant", ["basic", "zones", "hex"])
def test_R9_time_runs_out_the_turn_is_a_pass(variant: str) -> None:
    play = new(variant, move_seconds=60)
    assert play.calls == {}, "nobody is asked"
    play.push("6431")
    before = money(play)
    play.call("timeout")
    assert said(play)[0] == "A ran out of time."
    assert (money(play), len(free(play)), asked(play)) == (before, 100, "-" if variant == "basic" else "B")


def test_R9_the_number_alone_is_not_a_placement() -> None:
    play = at("counters", "throw=6431 A=4 cells=C0:4 rackA=5,12 rackB=3", move_seconds=60)
    play.push("=5")
    assert phase(play) == "placing"
    play.call("timeout")
    assert "5,12" in play.position
    assert (covered_by(play, "A"), money(play)[0], asked(play)) == ([4], 500, "B")


def test_R9_of_an_end_card_the_money_is_taken() -> None:
    play = with_card(9, "", move_seconds=60)
    assert phase(play) == "choosing"
    play.call("timeout")
    assert (money(play), asked(play), play.over) == ([800, 500, 500], "B", False)


def test_R9_a_bankrupt_side_forfeits() -> None:
    play = with_card(7, "money=150,500,500", move_seconds=60)
    assert (phase(play), asked(play)) == ("bankrupt", "A")
    play.call("timeout")
    assert said(play)[:2] == ["A ran out of time.", "A is bankrupt and forfeits."]
    assert asked(play) == "B"


def test_R9_nothing_is_exchanged() -> None:
    words = "phase=swapping throw=6431 A=4 cells=C0:4 rackA=5,12,13,14,15,16 rackB=1,2,3,6,7,8 swaps=1"
    play = at("counters", words, move_seconds=60, exchange_on_miss=2)
    play.call("timeout")
    assert "rackA=5,12,13,14,15,16" in play.position
    assert (phase(play), asked(play)) == ("swapping", "B")


def test_R9_without_a_timer_no_time_runs_out() -> None:
    play = at("zones", ONES)
    with pytest.raises(IllegalAction, match="'timeout' cannot be called here"):
        play.call("timeout")


def test_R10_N51_place_then_reward_then_card() -> None:
    play = new("zones")
    play.push("6431 6*4*3+1=73")
    kinds = [event.kind for event in play.events if event.ply == play.ply]
    assert kinds == [Event.COVERS, Event.EARNS]
    assert (phase(play), money(play)[0]) == ("card", 600), "paid before the card is seen"
    play.push("#6")
    kinds = [event.kind for event in play.events if event.ply == play.ply]
    assert kinds == [Event.DRAWS_CARD, Event.PAYS]


def test_R10_the_reward_helps_to_pay_the_card() -> None:
    play = cover("zones", 73, words="money=85,500")
    play.push("#6")
    assert (money(play)[0], asked(play)) == (85, "B")
    play = cover("zones", 73, words="money=85,500")
    play.push("#7")
    assert (money(play)[0], phase(play)) == (0, "bankrupt"), "£185 are not £200"


def test_R10_the_end_conditions_come_after_the_card() -> None:
    poorer = cover("zones", 73, words="money=1950,500", end="funds(2000)")
    assert money(poorer)[0] == 2050
    poorer.push("#7")
    assert (money(poorer)[0], poorer.over) == (1850, False)
    richer = cover("zones", 73, words="money=1850,500", end="funds(2000)")
    assert (money(richer)[0], richer.over) == (1950, False)
    richer.push("#2")
    assert (money(richer)[0], reason(richer)) == (2000, "funds")


def test_R10_the_end_conditions_come_after_bankruptcies() -> None:
    play = cover("zones", 73, words="money=1850,30,500", players=3, end="funds(2000)")
    play.push("#4")
    assert (money(play), phase(play), asked(play)) == ([2080, 0, 400], "bankrupt", "B")
    play.push("forfeit")
    assert reason(play) == "funds"


def test_N51_cards_and_money_come_without_being_called_for() -> None:
    play = cover("zones", 73)
    assert (play.at_chance, money(play)[0]) == (True, 600)
    assert {outcome.notation for outcome in play.outcomes} == {f"#{card}" for card in range(1, 26)}


@pytest.mark.parametrize("variant", ["basic", *SHARED])
@pytest.mark.parametrize("sides", [2, 3, 5])
def test_R11_N11_the_next_thrower_sits_left_of_the_previous_thrower(variant: str, sides: int) -> None:
    play = new(variant, players=sides, first_side="B")
    throwers = ""
    for _ in range(7):
        throwers += play.turn_label
        play.push("6431")
        while not play.at_chance:
            play.push("pass")
    assert throwers == ("ABCDE"[:sides] * 7)[1:8]


def test_R11_sides_that_are_out_do_not_throw() -> None:
    play = at("zones", "throw=6431 thrower=B turn=B drawn=3 pack=7,6,2 out=0,0,3,1", players=4)
    play.push("pass")
    assert asked(play) == "A"
    play.push("pass")
    assert (phase(play), play.turn_label) == ("throwing", "A")


@pytest.mark.parametrize("first", ["A", "C"])
def test_R11_whoever_is_named_throws_first(first: str) -> None:
    assert new("zones", players=3, first_side=first).turn_label == first


def test_R11_else_the_first_thrower_is_drawn_evenly() -> None:
    play = new("zones", players=3, first_side="random")
    assert {outcome.notation: outcome.weight for outcome in play.outcomes} == {"first:A": 1, "first:B": 1, "first:C": 1}
    play.push("first:C 6431")
    assert asked(play) == "C"


def test_R12_N42_nobody_goes_into_debt() -> None:
    play = with_card(7, "money=150,500,500")
    assert said(play)[-1] == "A pays £150 of the £200 and has £0."
    assert money(play) == [0, 500, 500]


def test_R12_the_bank_has_no_limit() -> None:
    play = cover("zones", 61, words="money=900000,500", end="funds(1000000)")
    play.push("#18")
    assert money(play)[0] == 900_450


def test_R12_N48_money_is_whole_pounds_and_five_of_them_can_be_paid() -> None:
    play = cover("zones", 4)
    assert (money(play), said(play)[-1]) == ([505, 500], "A earns £5 and has £505.")
    play = cover("basic", 4)
    assert money(play) == [1, 0]
    assert GAME.state_type["money"].base.kind == "i"


@pytest.mark.parametrize("variant", ["basic", *SHARED])
def test_N50_a_side_waits_for_a_rare_number_without_being_asked(variant: str) -> None:
    words = f"phase=throwing throws=1 A={listed(all_but(83))}"
    play = at(variant, words, end="cover_count(100)", **NO_CARDS[variant])
    for throw, thrower in (("6431", "B"), ("4455", "A"), ("3333", "B")):
        play.push(throw)
        assert (play.turn_label, phase(play)) == (thrower, "throwing")
    play.push("5443")
    assert (asked(play), numbers(play)) == ("B", {83})
    play.push("5*4*4+3=83")
    assert reason(play) == "cover_count"


@pytest.mark.parametrize("most", [1, 3])
def test_N50_max_throws_keeps_a_game_short(most: int) -> None:
    play = new("zones", max_throws=most)
    for _ in range(most):
        play.push("6431 pass pass")
    assert reason(play) == "max_throws"


def test_N50_so_does_cover_count() -> None:
    play = about_to_cover("basic", 83, range(1, 8), end="cover_count(8)")
    play.push("=83")
    assert (reason(play), len(free(play))) == ("cover_count", 92)
