"""Racks and the bag of `counters`: filling, refilling, exchanges, three dice, and what ends a game there."""

import random
from typing import Any

import pytest

from parlour.engine.options import OptionError
from parlour.engine.play import IllegalAction, Play
from parlour.games.numeric.board import CELLS, GOLD, SEATS, SILVER, label
from parlour.games.numeric.racks import held
from parlour.games.numeric.state import Ending, Event, Phase
from tests.form import samples
from tests.games.numeric.ringside import (
    VECTORS,
    bag,
    check_conserved,
    happened,
    laid,
    money,
    moves,
    new,
    numbers,
    pass_throw,
    play_on,
    put,
    rack,
    random_play,
    said,
    whose,
)

THREE_DICE = sorted(int(n) for n in VECTORS["throws_and_rolls_making_number"]["3"])
IDLE = ("64 97 98 99 83 89", "79 82 86 91 94 95")  # counters that 6431 does not make
NOTHING = "1111"  # makes 1, 2, 3 and 4 alone


def full_board(*racks: str, left: tuple[int, ...] = (), **options: Any) -> Play:
    """A is to form a number; all counters are on the board but those on the racks and those left in the bag."""
    held = {int(n) for rack in racks for n in rack.split()} | set(left)
    placed = [n for n in range(1, 101) if n not in held]
    cells = " ".join(f"{label(cell)}:{n}" for cell, n in zip(range(CELLS), placed, strict=False))
    return laid(cells, *racks, **options)


def served(play: Play) -> str:
    """Who draws or is offered an exchange, one after another, until the next throw; every offer is declined."""
    found = ""
    while play.s.phase in (Phase.FILLING, Phase.SWAPPING):
        if play.s.phase == Phase.FILLING:
            found += play.turn_label.lower()
            play.roll(random.Random(1))
        else:
            found += play.turn_label
            play.push("pass")
    return found


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("sides", [2, 6])
def test_setup_each_side_draws_until_its_rack_is_full(size: int, sides: int) -> None:
    play = new(players=sides, rack_size=size)
    rng = random.Random(size)
    order = []
    while play.s.phase == Phase.FILLING:
        assert play.turn_label == "table"
        order.append((play.s.thrower + play.s.asked) % sides)
        play.roll(rng)
    assert order == [seat for seat in range(sides) for _ in range(size)]
    racks = [rack(play, seat) for seat in SEATS[:sides]]
    assert [len(counters) for counters in racks] == [size] * sides == [held(play.s, seat) for seat in range(sides)]
    assert len(bag(play)) == 100 - size * sides
    check_conserved(play)
    assert (play.s.phase, play.s.throws) == (Phase.THROWING, 0)


@pytest.mark.parametrize("size", [2, 9, 0])
def test_racks_have_three_to_eight_counters(size: int) -> None:
    with pytest.raises(OptionError, match=f"rack_size cannot be {size}: expected 3 to 8"):
        new(rack_size=size)


def test_counters_are_drawn_evenly_from_what_is_in_the_bag() -> None:
    play = new(players=2)
    assert {outcome.notation: outcome.weight for outcome in play.outcomes} == {f">{n}": 1 for n in range(1, 101)}
    play.push(">100 >1 >50 >51")
    left = set(range(1, 101)) - {100, 1, 50, 51}
    assert {outcome.notation: outcome.weight for outcome in play.outcomes} == {f">{n}": 1 for n in left}
    assert rack(play, "A") == [1, 50, 51, 100], "in order"


def test_who_throws_first_is_drawn_once_the_racks_are_full() -> None:
    play = new(players=3, first_side="random", rack_size=3)
    play.push(" ".join(f">{n}" for n in range(1, 10)))
    assert {outcome.notation: outcome.weight for outcome in play.outcomes} == {"first:A": 1, "first:B": 1, "first:C": 1}
    play.push("first:C")
    assert (play.turn_label, play.s.phase) == ("C", Phase.THROWING)


def test_R59_racks_are_filled_from_the_thrower_clockwise() -> None:
    play = laid("C0:4", "64 98 99", "8 97 94", "12 95 91", thrower="B", rack_size=3, exchange_on_miss=0)
    play.push("=8@V1 =12@V2")
    pass_throw(play)
    assert served(play) == "bc"
    assert (play.s.phase, play.turn_label) == (Phase.THROWING, "C")


def test_R59_a_side_is_refilled_and_offered_its_exchange_before_the_next_is_served() -> None:
    """A has lost its 8 to B and placed nothing; B placed A's counter, but none of its own."""
    play = laid("C0:4", "8 98 99", "94 95 97", more="circuit=1", turn="B", rack_size=3)
    play.push("=8@V1")
    assert play.s.phase == Phase.FILLING, "nobody has more, and passes by itself"
    assert served(play) == "aAB"


def test_R59_draws_until_the_rack_is_full() -> None:
    play = laid("C0:4", "8 12 16 20 28", "79 82 86 91 94 95", cards=False)
    for n in (8, 12, 16):
        while whose(play) == "B":
            play.push("pass")
        put(play, n)
    pass_throw(play)
    assert rack(play, "A") == [20, 28]
    play.push(">1 >2 >3")
    assert play.s.phase == Phase.FILLING
    play.push(">5")
    assert rack(play, "A") == [1, 2, 3, 5, 20, 28]
    assert play.s.phase == Phase.SWAPPING, "then it is B who placed none of its own"
    assert whose(play) == "B"


def test_N30_racks_are_not_refilled_during_the_throw() -> None:
    play = laid("C0:4", "8 12 16", "97 98 99", rack_size=3, cards=False)
    play.push("=8@V1")
    assert (rack(play, "A"), play.s.phase) == ([12, 16], Phase.FORMING)
    assert len(bag(play)) == 93


def test_N30_a_whole_game_may_use_all_hundred_counters() -> None:
    play = full_board("8", "12", more="money=500,500", end="counters_used")
    assert len(bag(play)) == 0
    put(play, 8)
    while play.s.phase in (Phase.TURNING_CARD, Phase.CHOOSING):
        play.push("#2")
    put(play, 12)
    while play.s.phase in (Phase.TURNING_CARD, Phase.CHOOSING):
        play.push("#5")
    assert (play.over, play.s.reason, play.s.covered) == (True, Ending.COUNTERS_USED, 100)


@pytest.mark.parametrize("end", ["funds(1000000)", "counters_used"])
def test_the_game_ends_when_bag_and_racks_are_empty(end: str) -> None:
    play = full_board("8", "", cards=False, end=end)
    put(play, 8)
    assert play.over
    assert play.s.reason == (Ending.COUNTERS_USED if end == "counters_used" else Ending.EXHAUSTED)


def test_R59_while_the_bag_lasts() -> None:
    play = full_board("8 64 98", "12 97 99", left=(50,), cards=False, scramble="off", rack_size=3)
    for n in (8, 12):
        put(play, n)
    assert [outcome.notation for outcome in play.outcomes] == [">50"]
    play.push(">50")
    assert (play.s.phase, play.turn_label) == (Phase.THROWING, "B"), "nothing is left for B"
    assert (rack(play, "A"), rack(play, "B"), bag(play)) == ([50, 64, 98], [97, 99], [])


def test_R59_with_an_empty_bag_nothing_is_exchanged() -> None:
    for left, phase in (((), Phase.THROWING), ((50,), Phase.SWAPPING)):
        play = full_board("64 98 99", "97 95 96", left=left, throw=NOTHING, rack_size=3, auto_pass=False)
        pass_throw(play)
        assert play.s.phase == phase


@pytest.mark.parametrize("count", range(7))
def test_R59_as_many_exchanges_as_agreed_one_after_another(count: int) -> None:
    play = laid("C0:4", *IDLE, exchange_on_miss=count)
    pass_throw(play)
    done = 0
    while play.s.phase == Phase.SWAPPING and whose(play) == "A":
        play.push(f"~{rack(play, 'A')[0]}")
        play.roll(random.Random(done))
        done += 1
    assert done == count
    assert play.turn_label == "B"
    assert play.s.phase == (Phase.SWAPPING if count else Phase.THROWING)


def new_swap(**options: Any) -> Play:
    """A may exchange, holding 64 83 89 97 98 99."""
    play = laid("C0:4", *IDLE, **options)
    pass_throw(play)
    assert (play.s.phase, whose(play)) == (Phase.SWAPPING, "A")
    return play


def test_R59_an_exchange_names_one_draws_another_and_only_then_puts_the_old_one_back() -> None:
    play = new_swap()
    assert moves(play) == {"pass", "~64", "~83", "~89", "~97", "~98", "~99"}
    before = bag(play)
    play.push("~97")
    assert play.at_chance
    assert [outcome.notation for outcome in play.outcomes] == [f">{n}" for n in before], "97 is not among them"
    assert all(outcome.weight == 1 for outcome in play.outcomes)
    play.push(">12")
    assert rack(play, "A") == [12, 64, 83, 89, 98, 99]
    assert bag(play) == sorted({*before, 97} - {12})
    assert said(play) == ["A exchanges 97 for 12."]
    check_conserved(play)


def test_R59_any_counter_may_be_named_next_the_new_one_too() -> None:
    play = new_swap(exchange_on_miss=3)
    play.push("~97 >12")
    assert moves(play) == {"pass", "~12", "~64", "~83", "~89", "~98", "~99"}
    play.push("~12 >97 ~97 >12")
    assert rack(play, "A") == [12, 64, 83, 89, 98, 99]
    assert whose(play) == "B"


def test_R59_exchanges_may_be_declined() -> None:
    play = new_swap(exchange_on_miss=3)
    play.push("~97 >12 pass")
    assert (whose(play), play.s.swaps) == ("B", 3)
    play.push("-")
    assert (play.s.phase, play.turn_label) == (Phase.THROWING, "B")
    assert rack(play, "B") == sorted(map(int, IDLE[1].split()))


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7, 8])
def test_R59_of_a_large_rack_only_the_six_lowest(size: int) -> None:
    held = [50, 64, 83, 89, 97, 98, 99, 100][:size]
    play = laid("C0:4", " ".join(map(str, held)), " ".join(map(str, range(79, 79 + 3))), rack_size=size)
    pass_throw(play)
    while play.s.phase == Phase.FILLING:
        play.roll(random.Random(1))
    assert moves(play) == {"pass", *(f"~{n}" for n in held[:6])}


def test_R59_who_placed_a_counter_of_its_own_may_not_exchange() -> None:
    play = laid("C0:4", "8 64 98", "94 95 97", rack_size=3)
    play.push("=8@V1")
    pass_throw(play)
    assert served(play) == "aB"


def test_R59_who_placed_only_counters_of_others_may() -> None:
    play = laid("C0:4", "64 98 99", "8 97 94", more="circuit=1", rack_size=3)
    play.push("=8@V1")
    assert served(play) == "AbB", "A placed B's counter; B placed nothing"


def test_R59_sides_that_are_out_are_left_out() -> None:
    play = laid("C0:4", "64 98", "97", "91 95 94", more="out=0,1,0 drawn=1 pack=5", rack_size=3)
    pass_throw(play)
    assert served(play) == "aAC"
    assert rack(play, "B") == [97]
    assert play.turn_label == "C", "and it does not throw"


def test_R59_is_left_out_when_the_game_is_over() -> None:
    play = laid("C0:4", "8 64 98", "94 95 97", rack_size=3, end="throw_limit(2)")
    play.push("=8@V1")
    pass_throw(play)
    assert (play.over, play.s.reason) == (True, Ending.THROW_LIMIT)
    assert rack(play, "A") == [64, 98]


@pytest.mark.parametrize("thrower", "ABC")
def test_R60_then_the_next_side_throws(thrower: str) -> None:
    play = laid("C0:4", "64", "97", "99", thrower=thrower, exchange_on_miss=0)
    pass_throw(play)
    while play.s.phase == Phase.FILLING:
        play.roll(random.Random(1))
    assert (play.s.phase, play.turn_label) == (Phase.THROWING, "ABCA"["ABC".index(thrower) + 1])
    assert (play.s.throws, play.s.turns) == (2, 3)
    assert (play.s.made, list(play.s.placed), play.s.passed) == (0, [0] * 8, 0)


@pytest.mark.parametrize(("option", "limit"), [({}, 50), ({"stall_throws": 3}, 3), ({"stall_throws": 0}, None)])
def test_N31_throws_without_a_placement_end_the_game(option: dict[str, Any], limit: int | None) -> None:
    play = laid("C0:4", *IDLE, exchange_on_miss=0, more="idle=0", **option)
    pass_throw(play)
    while not play.over and play.s.idle < 60:
        play.push(NOTHING)  # everybody passes by itself
    assert (play.s.reason if play.over else None) == (Ending.STALL if limit else None)
    assert play.s.idle == (limit or 60)


def test_N31_a_placement_starts_the_count_again() -> None:
    play = laid("C0:4", "8 64 98", "94 95 97", rack_size=3, exchange_on_miss=0, stall_throws=2, more="idle=1")
    play.push("=8@V1")
    while not play.at_chance:
        play.push("pass")
    assert play.s.idle == 0


def test_N31_without_exchanges_it_is_the_bare_patent() -> None:
    play = laid("C0:4", *IDLE, exchange_on_miss=0)
    pass_throw(play)
    assert play.s.phase == Phase.THROWING


def test_N34_three_dice_leave_57_counters_in_the_bag() -> None:
    play = new(dice=3, players=2)
    assert bag(play) == THREE_DICE
    assert len(THREE_DICE) == 57
    assert bag(new(dice=3, unreachable="keep")) == bag(new()) == list(range(1, 101))
    assert bag(new(dice=3, dice_up_after=6)) == list(range(1, 101)), "a fourth die is to come"


def test_N34_all_primes_of_three_dice_are_fourteen() -> None:
    primes = [n for n in (*GOLD, *SILVER) if n in bag(new(dice=3))]
    assert len(primes) == 14
    cells = [label(cell) for cell in range(13)]
    board = " ".join(f"{cell}:{n}" for cell, n in zip(cells, sorted(set(primes) - {7}), strict=True))
    play = laid(board, "7", "8", throw="631", dice=3, cards=False, end="all_primes")
    assert 7 not in numbers(play)
    pass_throw(play)
    play = laid(board, "7", "8", throw="421", dice=3, cards=False, end="all_primes")
    put(play, 7)
    assert (play.over, play.s.reason) == (True, Ending.ALL_PRIMES)


def test_N36_all_primes_may_be_agreed_on() -> None:
    primes = sorted({*GOLD, *SILVER} - {7}, reverse=True)
    board = " ".join(f"{label(cell)}:{n}" for cell, n in enumerate(primes))
    play = laid(board, "7 8", "9", cards=False, end="all_primes")
    put(play, 8)
    assert not play.over
    play.push("pass pass")
    put(play, 7)
    assert (play.over, play.s.reason) == (True, Ending.ALL_PRIMES)


def test_N36_without_1_as_a_prime_it_is_not_asked_for() -> None:
    primes = sorted({*GOLD, *SILVER} - {7, 1})
    board = " ".join(f"{label(cell)}:{n}" for cell, n in enumerate(primes))
    for one_is_prime in (True, False):
        play = laid(board, "7", "9", cards=False, end="all_primes", one_is_prime=one_is_prime)
        put(play, 7)
        assert play.over != one_is_prime


@pytest.mark.parametrize("condition", ["line", "zones_complete", "all_covered"])
def test_N36_the_other_endings_of_numbered_boards_may_not(condition: str) -> None:
    with pytest.raises(OptionError, match=f"counters cannot end by {condition}: expected one or more of"):
        new(end=condition)


def test_cover_count_counts_counters_placed() -> None:
    play = laid("C0:4", "8 12", "99", cards=False, end="cover_count(3)")
    play.push("=8@V1")
    assert not play.over
    play.push("=12@V2")
    assert (play.over, play.s.reason) == (True, Ending.COVER_COUNT)


def test_R9_time_that_runs_out_exchanges_nothing() -> None:
    play = new_swap(move_seconds=30, max_attempts=2, exchange_on_miss=3)
    assert set(play.calls) == {"timeout"}, "attempts are counted for statements only"
    before = rack(play, "A")
    play.call("timeout")
    assert (whose(play), rack(play, "A")) == ("B", before)


@pytest.mark.parametrize("phase", [Phase.FILLING, Phase.SWAPPING, Phase.SWAP_DRAW, Phase.THROWING])
def test_N37_a_clock_that_runs_out_while_racks_are_served_ends_the_game(phase: int) -> None:
    play = laid("C0:4", "64 97 98", *IDLE[1:], end="time_limit(5)")
    pass_throw(play)
    while play.s.phase != phase:
        if play.s.phase == Phase.SWAPPING:
            play.push("pass" if phase == Phase.THROWING else "~64")
        else:
            play.roll(random.Random(7))
    play.call("clock")
    assert (play.over, play.s.reason) == (True, Ending.TIME_LIMIT)


def test_a_counter_that_is_not_there_cannot_be_exchanged() -> None:
    play = new_swap()
    for word in ("~12", "~4", "12", "~", "=64"):
        with pytest.raises(IllegalAction, match="cannot be played here: expected one of pass ~64"):
            play.push(word)


@pytest.mark.parametrize("seed", range(samples(2, 6)))
def test_R59_in_random_plays_counters_are_never_lost_nor_racks_too_full(seed: int) -> None:
    play, rng = random_play(f"racks {seed}", "counters")
    swapped = 0
    for _ in range(150):
        if play.over:
            break
        play_on(play, rng)
        check_conserved(play)
        size = play.values["rack_size"]
        assert all(len(rack(play, SEATS[i])) == held(play.s, i) <= size for i in range(play.seats))
        if play.s.phase == Phase.THROWING and bag(play):
            assert all(held(play.s, i) == size or play.s.out[i] for i in range(play.seats)), "all are full again"
        swapped += play.s.phase == Phase.SWAP_DRAW
    assert play.over or len(happened(play, Event.DRAWS)) >= play.values["rack_size"] * play.seats
    assert money(play)
