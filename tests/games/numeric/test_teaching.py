"""Help for learners: what would have paid more, hints, and all the numbers of a throw."""

import random

import pytest

from parlour.games.numeric.expressions import cost, read_statement, simplest
from parlour.games.numeric.reach import THROWS, class_table
from parlour.games.numeric.teaching import Offer, better, find_all, hint, offers

DICE = (6, 4, 3, 1)
FLAT = dict.fromkeys(range(1, 101), 1)
ZONES = {n: next(pay for last, pay in ((24, 5), (42, 10), (60, 20), (78, 50), (100, 100)) if n <= last) for n in FLAT}


def test_what_would_have_paid_more_is_told_the_best_first() -> None:
    assert better(DICE, 14, ZONES) == [
        Offer(84, 100, "(6+1)*4*3"),
        Offer(90, 100, "6*(4+1)*3"),
        Offer(96, 100, "6*4*(3+1)"),
    ]


def test_of_those_that_pay_alike_the_simplest_comes_first() -> None:
    rewards = {14: 5, 96: 100, 72: 100, 45: 100, 12: 100, 73: 300, 24: 999}
    assert [offer.number for offer in offers(DICE, rewards)] == [73, 12, 72, 96, 45, 14]
    assert [offer.number for offer in better(DICE, 14, rewards)] == [73, 12, 72]
    assert [offer.number for offer in better(DICE, 12, rewards)] == [73]
    assert better(DICE, 73, rewards) == []
    assert better(DICE, 73, rewards, rational=True) == [Offer(24, 999, "6/(1-3/4)")]


def test_where_all_pay_the_same_nothing_was_better_but_to_pass() -> None:
    assert better(DICE, 14, FLAT) == []
    assert better(DICE, None, FLAT) == [Offer(14, 1, "6+4+3+1"), Offer(2, 1, "4+3-6+1"), Offer(6, 1, "6-4+3+1")]


def test_the_reward_of_what_was_made_must_be_known() -> None:
    with pytest.raises(ValueError, match="nothing is known of the reward of 14: expected the rewards from before"):
        better(DICE, 14, {72: 50})


@pytest.mark.parametrize("rational", [False, True])
def test_offers_are_free_and_can_be_made_as_told(rational: bool) -> None:
    rng = random.Random(4)
    for throw in rng.sample(THROWS, 40):
        rewards = {n: rng.choice([5, 10, 20]) for n in rng.sample(range(1, 101), 60)}
        found = offers(throw, rewards, rational)
        assert {offer.number for offer in found} == set(class_table(throw, rational)) & set(rewards)
        for offer in found:
            assert read_statement(offer.expression, throw, rational, negatives=False).number == offer.number
            assert offer.reward == rewards[offer.number]
        keys = [(-offer.reward, cost(offer.expression)) for offer in found]
        assert keys == sorted(keys)
        if found:
            made = rng.choice(found).number
            shown = better(throw, made, rewards, rational)
            assert shown == [offer for offer in found if offer.reward > rewards[made]][:3]


def test_a_hint_comes_in_five_steps() -> None:
    rewards = {14: 5, 45: 20, 72: 100, 73: 300, 96: 100, 24: 999}
    assert [hint(DICE, rewards, step) for step in (1, 2, 3, 4, 5)] == [
        "5 free numbers can be made, and the best of them pays £300",
        "free, and can be made: 14, 45, 72, 73 and 96",
        "what pays best: 73, 72 and 96",
        "to make 73, begin with 6 × 4 = 24",
        "73 = 6 × 4 × 3 + 1",
    ]


def test_a_hint_where_one_number_is_left() -> None:
    assert [hint(DICE, {96: 5}, step) for step in (1, 2, 3, 4)] == [
        "one free number can be made, between 91 and 100",
        "free, and can be made: 96",
        "free, and can be made: 96",
        "to make 96, begin with 6 × 4 = 24",
    ]


def test_where_all_pays_the_same_the_easiest_are_named() -> None:
    assert hint(DICE, {72: 1, 73: 1, 96: 1}, 3) == "the easiest: 73, 72 and 96"


def test_the_last_hint_is_a_way_to_make_the_number_of_the_one_before() -> None:
    for throw in THROWS:
        number = int(hint(throw, ZONES, 4).removeprefix("to make ").partition(",")[0])
        first, _, rest = hint(throw, ZONES, 5).partition(" = ")
        assert first == str(number)
        assert read_statement(rest, throw).number == number


def test_a_hint_where_nothing_can_be_made() -> None:
    for step in (1, 2, 3, 4, 5):
        assert hint(DICE, {24: 5, 100: 100}, step) == "no free number can be made from 6 4 3 1"
        assert hint(DICE, {}, step) == "no free number can be made from 6 4 3 1"
    assert hint(DICE, {24: 5}, 5, rational=True) == "24 = 6 ÷ (1 − 3 ÷ 4)"


@pytest.mark.parametrize("step", [0, 6, -1])
def test_there_are_no_other_hints(step: int) -> None:
    with pytest.raises(ValueError, match=f"there is no hint {step}: expected 1 to 5"):
        hint(DICE, ZONES, step)


def test_all_numbers_of_a_throw() -> None:
    found = find_all(DICE)
    assert len(found) == 56
    assert list(found) == sorted(class_table(DICE))
    assert all(text == simplest(DICE, number) for number, text in found.items())
    assert len(find_all(DICE, rational=True)) == 57
