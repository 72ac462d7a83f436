"""Turns in `counters`: the first turns, the scramble, claims and the special bonus."""

import random
from itertools import chain
from typing import Any

import pytest

from parlour.engine.play import IllegalAction, Play
from parlour.games.numeric.board import SEATS
from parlour.games.numeric.state import Event, Phase
from tests.games.numeric.ringside import (
    VECTORS,
    dealt,
    happened,
    laid,
    money,
    moves,
    numbers,
    pass_throw,
    play_on,
    put,
    rack,
    random_play,
    said,
    whose,
)

FACTS = VECTORS["counters"]

# Twenty-four counters that 6431 makes, 4 first and then such as are related to 4 or to one another
ROOMY = ("4 8 12 16 20 28", "2 3 6 10 14 18", "5 7 11 13 17 19", "9 15 21 27 33 36")


def order(play: Play, count: int, passing: str = "") -> str:
    """Who is asked one after another while each places something, or passes if it is one of `passing`."""
    asked = ""
    while len(asked) < count and play.s.phase == Phase.FORMING:
        asked += whose(play)
        throws = play.s.throws
        if whose(play) in passing:
            play.push("pass")
        else:
            place_something(play)
        if play.s.throws != throws:
            break
    return asked


def place_something(play: Play) -> int:
    """State the lowest number there is, and put it on the first cell; the number."""
    n = min(numbers(play))
    put(play, n)
    return n


def thrown(*racks: str, throw: str = "6431", **options: Any) -> Play:
    """A play of which B throws first, and has thrown."""
    play = dealt(*racks, **{"first_side": "B", "cards": False, "end": "counters_used", **options})
    play.push(throw)
    return play


def test_R50_each_side_has_one_turn_from_the_thrower_clockwise() -> None:
    play = thrown(*ROOMY)
    assert order(play, 4) == FACTS["scramble_order"]["phase_A"] == "BCDA"
    assert (play.s.circuit, play.s.made) == (1, 4)


def test_R50_only_counters_of_its_own_rack() -> None:
    play = thrown(*ROOMY)
    for seat in "BCDA":
        assert whose(play) == seat
        assert numbers(play) <= set(rack(play, seat))
        other = min(set(rack(play, "D" if seat != "D" else "C")))
        with pytest.raises(IllegalAction, match=f"the counter {other} is not on your rack"):
            play.push(f"={other}")
        place_something(play)
    assert len(numbers(play)) > 6, "from now on any rack"


def test_R50_a_side_may_pass() -> None:
    play = thrown(*ROOMY)
    assert order(play, 4, passing="BCDA") == "BCDA"
    assert (play.s.made, play.s.circuit, whose(play)) == (0, 1, "A")
    assert not play.s.passed, "passes of the first turns do not count in the scramble"


def test_V56_the_scramble_goes_to_and_fro() -> None:
    facts = FACTS["scramble_order"]
    play = thrown(*ROOMY)
    assert order(play, 16) == facts["phase_A"] + "".join(facts["circuits"])


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6])
def test_V56_with_any_number_of_sides(sides: int) -> None:
    racks = ["4 8 12", "2 3 6", "5 7 11", "9 10 14", "13 15 16", "17 18 20"][:sides]
    play = thrown(*racks, rack_size=3)
    first = "BCDEFGH"[: sides - 1] + "A"
    expected = "".join(chain(first, first[::-1], first))[: 3 * sides]
    found = order(play, 3 * sides)
    assert expected.startswith(found)
    assert len(found) >= 2 * sides


def test_V56_those_who_have_passed_are_left_out_until_somebody_places() -> None:
    play = thrown(*ROOMY)
    assert order(play, 4) == "BCDA"
    play.push("pass pass")  # A and D
    assert [SEATS[seat] for seat in range(4) if play.s.passed >> seat & 1] == ["A", "D"]
    assert whose(play) == "C"
    place_something(play)
    assert not play.s.passed, "a placement wipes out all passes"
    assert whose(play) == "B"
    play.push("pass")
    assert order(play, 3, passing="ACD") == "CDA", "the second circuit begins with the thrower, who has passed"
    assert play.s.phase != Phase.FORMING, "everybody has passed since C placed"


def test_R56_the_scramble_ends_when_everybody_has_passed() -> None:
    play = thrown(*ROOMY)
    order(play, 4)
    play.push("pass pass pass")
    assert (play.s.phase, whose(play)) == (Phase.FORMING, "B")
    play.push("pass")
    assert play.s.phase == Phase.FILLING


def test_R56_a_side_that_passed_may_place_after_another_has() -> None:
    play = thrown(*ROOMY)
    order(play, 4)
    play.push("pass")
    place_something(play)  # D
    assert order(play, 3, passing="CBD") == "CBD"
    assert whose(play) == "A"
    assert place_something(play)


def test_R56_without_a_scramble_the_throw_ends_after_the_first_turns() -> None:
    play = thrown(*ROOMY, scramble="off")
    assert order(play, 9) == "BCDA"
    assert play.s.phase == Phase.FILLING
    assert not happened(play, Event.SCRAMBLE)


def test_R56_any_rack_may_be_used_in_the_scramble() -> None:
    play = thrown("4 8 12 16 20 28", "2 3 6 10 14 18")
    order(play, 2)
    assert whose(play) == "A"
    left = set(rack(play, "A")) | set(rack(play, "B"))
    assert numbers(play) <= left
    assert numbers(play) & set(rack(play, "B"))


def test_N32_the_thrower_has_the_first_word_and_the_last_of_the_first_circuit() -> None:
    play = thrown(*ROOMY)
    assert order(play, 8) == "BCDA" + "ADCB"


def test_N33_counters_in_the_bag_cannot_be_used() -> None:
    play = laid("C0:4", "8", "16", more="circuit=1")
    for n in (5, 12, 20):
        with pytest.raises(IllegalAction, match=f"the counter {n} is not on any rack"):
            play.push(f"={n}")
    assert numbers(play) == {8, 16}


def test_N33_a_counter_of_another_does_not_count_for_the_bonus_and_its_owner_is_refilled() -> None:
    play = laid("C0:4", "64", "16 97 99", more="circuit=1", placed="AA", rack_size=3)
    play.push("=16@V1")
    assert list(play.s.placed)[:2] == [2, 0]
    assert money(play) == [500 + 10 + 10, 500]
    pass_throw(play)
    play.push(">1 >2 >50")
    assert (rack(play, "A"), rack(play, "B")) == ([1, 2, 64], [50, 97, 99])


def test_N33_the_rack_of_a_side_that_is_out_stays_open() -> None:
    play = laid("C0:4", "64", "8", "16", more="circuit=1 out=0,0,1 drawn=1 pack=5")
    assert numbers(play) == {8, 16}
    play.push("=16@V1")
    assert rack(play, "C") == []
    play.push("pass pass")
    assert play.s.phase == Phase.FILLING
    while play.s.phase == Phase.FILLING:
        assert play.turn_label != "C", "it is not refilled"
        play.roll(random.Random(1))
    assert rack(play, "C") == []


def test_R57_everything_belongs_to_the_side_that_placed_the_number() -> None:
    play = laid("C0:4 I12:16", "99", "8", thrower="B", turn="A", more="circuit=1")
    play.push("=8@V1")
    assert money(play) == [540, 500]
    assert play.turn_label == "A"
    play.push("#3")
    assert (play.s.phase, whose(play)) == (Phase.CHOOSING, "A")
    play.push("take")
    assert money(play) == [740, 500]
    assert (play.s.own[0, 0] >> 7 & 1, play.s.own[1, 0] >> 7 & 1) == (1, 0)


def test_V55_the_special_bonus_comes_with_the_third_own_counter() -> None:
    """Own, own, somebody else's, own, own: A places all, B passes."""
    facts = FACTS["special_bonus"]
    play = laid("C0:4", "5 8 12 16", "2 20", cards=False)
    which = {"own": iter((8, 12, 16, 5)), "other": iter((20,))}
    paid = []
    for i, whose_rack in enumerate(facts["racks_used"]):
        while whose(play) == "B":
            play.push("pass")
        n = next(which[whose_rack])
        before = money(play)[0]
        put(play, n)
        (reward,) = (event.numbers[1] for event in play.events if event.ply == play.ply and event.kind == Event.EARNS)
        paid.append(money(play)[0] - before - reward)
        assert len(happened(play, Event.BONUS)) == (i >= 3)
    assert paid == facts["bonus_paid"]


@pytest.mark.parametrize("amount", [0, 5, 1000, 5000])
def test_R58_the_amount_is_an_option(amount: int) -> None:
    play = laid("C0:4", "8", "99", special_bonus=amount, placed="AA", end="counters_used")
    play.push("=8@V1")
    assert money(play) == [520 + amount, 500]


@pytest.mark.parametrize(("before", "paid"), [(0, 0), (1, 0), (2, 1000), (3, 0), (4, 0)])
def test_N29_at_the_third_and_only_then(before: int, paid: int) -> None:
    play = laid("C0:4", "8", "99", placed="A" * before + "BB", end="counters_used")
    play.push("=8@V1")
    assert money(play) == [520 + paid, 500]


def test_N29_a_counter_of_another_after_the_third_adds_nothing() -> None:
    play = laid("C0:4", "12", "8", more="circuit=1", placed="AAA", end="counters_used")
    play.push("=8@V1")
    assert (money(play), happened(play, Event.BONUS)) == ([520, 500], [])


def test_N29_once_a_throw_and_again_with_another() -> None:
    play = dealt("4 8 12 16 20 28", "79 83 89 97 98 99", cards=False, end="counters_used", exchange_on_miss=0)
    for throw, own in enumerate(((4, 8, 12, 16), (20, 5, 10, 9)), 1):
        play.push("6431")
        for n in own:
            while whose(play) == "B":
                play.push("pass")
            put(play, n)
        assert happened(play, Event.BONUS) == [(0, 1000, 0)] * throw
        pass_throw(play)
        play.push(">5 >9 >10 >15" if throw == 1 else ">11")


def test_R10_the_special_bonus_comes_before_the_card() -> None:
    play = laid("C0:4 I12:16", "8", "99", placed="AA")
    play.push("=8@V1")
    assert money(play) == [1540, 500]
    assert [event.kind for event in play.events] == [Event.PLACES, Event.EARNS, Event.BONUS]
    play.push("#13")
    assert money(play) == [1540 + 40, 500], "the bonus is no part of the reward that is doubled"


def claiming(**options: Any) -> Play:
    """Four sides at the start of the scramble; A is asked."""
    play = thrown(*ROOMY, **{"scramble": "claim", **options})
    assert order(play, 4) == "BCDA"
    assert whose(play) == "A"
    return play


def test_R56_claims_follow_the_circuits_unless_somebody_claims() -> None:
    play = claiming()
    assert order(play, 8) == "ADCBBCDA"


def test_R56_any_side_that_has_not_passed_may_claim() -> None:
    play = claiming()
    assert set(play.calls) == {"claim:B", "claim:C", "claim:D"}
    play.push("pass")
    assert whose(play) == "D"
    assert set(play.calls) == {"claim:B", "claim:C"}, "A has passed, and D is asked anyhow"


def test_R56_no_claims_in_the_first_turns_nor_without_the_option() -> None:
    assert thrown(*ROOMY, scramble="claim").calls == {}
    rounds = thrown(*ROOMY)
    order(rounds, 4)
    assert rounds.calls == {}


def test_R56_after_a_claim_the_circuit_goes_on_where_it_was() -> None:
    play = claiming()
    play.call("claim:C")
    assert said(play) == ["C claims the turn."]
    assert (whose(play), play.turn_label) == ("C", "C")
    n = place_something(play)
    assert play.s.own[2, (n - 1) // 50] >> (n - 1) % 50 & 1, "it is C's"
    assert order(play, 4) == "ADCB"


def test_R56_a_claimant_who_passes_is_locked_out_until_somebody_places() -> None:
    play = claiming()
    play.call("claim:C")
    play.push("pass")
    assert whose(play) == "A"
    assert set(play.calls) == {"claim:B", "claim:D"}
    place_something(play)
    assert set(play.calls) == {"claim:A", "claim:B", "claim:C"}
    assert whose(play) == "D"


def test_R56_the_locked_out_claimant_is_left_out_of_the_circuit() -> None:
    play = claiming()
    play.call("claim:D")
    play.push("pass pass")
    assert whose(play) == "C", "A passed too, and D had its chance"


@pytest.mark.parametrize("auto_pass", [True, False])
def test_R56_a_claimant_who_has_nothing_to_place(auto_pass: bool) -> None:
    play = laid("", "64", "99", more="circuit=1", scramble="claim", auto_pass=auto_pass)
    play.call("claim:B")
    if auto_pass:
        assert said(play)[:2] == ["B claims the turn.", "B has nothing to place with these dice, and passes."]
        assert (play.s.phase, play.s.passed) == (Phase.FILLING, 0b11)
    else:
        assert (whose(play), moves(play)) == ("B", {"pass"})


def test_R56_a_claim_may_be_claimed_over() -> None:
    play = claiming()
    play.call("claim:C")
    play.call("claim:D")
    place_something(play)
    assert order(play, 4) == "ADCB"


@pytest.mark.parametrize("call", ["timeout", "attempts"])
def test_R56_a_claimant_who_is_too_late_has_passed(call: str) -> None:
    play = claiming(move_seconds=10, max_attempts=3)
    play.call("claim:C")
    play.call(call)
    assert (bool(play.s.passed >> 2 & 1), whose(play)) == (True, "A")


def test_R56_a_claim_is_for_the_referee_alone() -> None:
    play = claiming()
    before = play.states.tobytes()
    for word in ("claim:C", "!claim:C"):
        with pytest.raises(IllegalAction):
            play.push(word)
    for word in ("claim:A", "claim:E", "claim", "clock", ""):
        with pytest.raises(IllegalAction, match="cannot be called here: expected one of claim:B, claim:C, claim:D"):
            play.call(word)
    assert play.states.tobytes() == before


def test_R56_the_last_of_one_circuit_is_the_first_of_the_next() -> None:
    """B has nothing in its first turn, and in the scramble leaves A's counters alone."""
    play = laid("C0:4", "8 12 16 97", "98 99")
    place_something(play)
    assert whose(play) == "B", "in the scramble B may use A's rack"
    assert order(play, 9, passing="B") == "BAA"
    assert play.s.phase == Phase.FILLING


def test_R56_a_pass_and_an_auto_pass_are_told_apart() -> None:
    play = laid("C0:4", "8", "99")
    play.push("pass")
    assert [event.kind for event in play.events] == [Event.PASSES, Event.CANNOT, Event.SCRAMBLE]


@pytest.mark.parametrize("scramble", ["rounds", "claim", "off"])
def test_R56_in_random_plays_nobody_is_asked_who_has_passed_and_all_pass_in_the_end(scramble: str) -> None:
    asked = ended = 0
    for seed in range(8):
        play, rng = random_play(f"{scramble} {seed}", "counters", {"scramble": scramble, "exchange_on_miss": 1})
        for _ in range(150):
            if play.over:
                break
            if play.s.phase == Phase.FORMING and play.s.circuit:
                asked += 1
                assert not play.s.passed >> play.to_move & 1
                assert not play.s.out[play.to_move]
            play_on(play, rng, calls=0.1)
            if play.s.phase in (Phase.FILLING, Phase.SWAPPING) and play.s.throws:
                ended += 1
                assert scramble == "off" or all(play.s.passed >> i & 1 or play.s.out[i] for i in range(play.seats))
    assert (asked > 30) == (scramble != "off")
    assert ended > 10


def test_who_throws_next_does_not_depend_on_the_scramble() -> None:
    play = thrown(*ROOMY)
    play.push("pass pass pass pass pass pass pass pass")
    assert play.s.phase == Phase.SWAPPING
    play.push("pass pass pass pass")
    assert (play.s.phase, play.turn_label) == (Phase.THROWING, "C")
