"""The peer itself, checked by hand before anything is compared with it."""

import re

import pytest

from tests.oracles.openspiel_backgammon import BAR, OFF, START, Men, Position, random_positions, results

OPENINGS = {
    (1, 1): 42,
    (2, 1): 15,
    (2, 2): 75,
    (3, 1): 16,
    (3, 2): 17,
    (3, 3): 73,
    (4, 1): 14,
    (4, 2): 18,
    (4, 3): 17,
    (4, 4): 52,
    (5, 1): 8,
    (5, 2): 8,
    (5, 3): 9,
    (5, 4): 9,
    (5, 5): 4,
    (6, 1): 10,
    (6, 2): 14,
    (6, 3): 14,
    (6, 4): 14,
    (6, 5): 7,
    (6, 6): 11,
}


def men(places: dict[int, int]) -> Men:
    """Men by place; those not named are off."""
    return (15 - sum(places.values()), *(places.get(v, 0) for v in range(1, 26)))


AT_HOME = men({6: 5, 5: 5, 4: 5})


def after(*moved: dict[int, int], other: Men = AT_HOME) -> set[Position]:
    return {(men(places), other) for places in moved}


@pytest.mark.parametrize(("dice", "count"), OPENINGS.items())
def test_openings_have_the_known_number_of_results(dice: tuple[int, int], count: int) -> None:
    start = men(START)
    found = results(start, start, dice)
    assert len(found) == count
    assert found == results(start, start, dice[::-1], player=1)


@pytest.mark.parametrize("player", [0, 1])
def test_a_man_on_the_bar_enters_first_and_hits(player: int) -> None:
    other = men({1: 2, 3: 1, 6: 12})
    # A 1 would enter on 24, where the other player owns his 1-point; so the 3 enters on 22 and hits.
    found = results(men({BAR: 1, 8: 2}), other, (3, 1), player)
    assert found == after({21: 1, 8: 2}, {22: 1, 8: 1, 7: 1}, other=men({1: 2, 6: 12, BAR: 1}))


def test_two_men_on_the_bar_and_one_number_that_enters() -> None:
    other = men({1: 2, 6: 13})
    assert results(men({BAR: 2, 8: 2}), other, (5, 1)) == after({BAR: 1, 20: 1, 8: 2}, other=other)


def test_a_closed_board_forfeits_the_roll() -> None:
    mover, other = men({BAR: 1, 5: 4}), men({1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2})
    assert results(mover, other, (6, 6)) == {(mover, other)}


def test_only_one_number_can_be_used_so_it_is_the_higher() -> None:
    other = men({10: 2, 2: 3})
    # The man on 20 may go to 18 or to 17; from either the other number lands on 15, which is owned.
    assert results(men({20: 1}), other, (3, 2)) == after({17: 1}, other=other)


def test_a_step_that_spoils_the_other_number_is_refused() -> None:
    other = men({21: 2, 23: 2, 6: 11})
    # 4 and 2 are owned, so the 6 can only be 9/3; after 9/8 it could not be played at all.
    assert results(men({10: 1, 9: 1}), other, (6, 1)) == after({9: 1, 3: 1}, other=other)


@pytest.mark.parametrize("player", [0, 1])
def test_a_higher_number_bears_off_the_highest_man(player: int) -> None:
    found = results(men({5: 1, 3: 1, 1: 1}), AT_HOME, (6, 3), player)
    assert found == after({1: 1}, {2: 1, 1: 1})  # 5/off 3/off, or 5/2 3/off


def test_the_last_man_between_two_numbers_uses_both() -> None:
    other = men({24: 1, 6: 10})
    assert results(men({3: 1}), other, (6, 2)) == after({}, other=men({BAR: 1, 6: 10}))


def test_a_doublet_is_played_to_its_end() -> None:
    assert results(men({8: 1, 2: 2}), AT_HOME, (6, 6)) == after({})
    # 21 is owned and nothing may be borne off yet: three of the four 1s, whichever two come first.
    assert results(men({24: 1, 2: 1}), AT_HOME, (1, 1)) == after({22: 1, 1: 1})


def test_positions_met_are_whole_and_repeatable() -> None:
    met = list(random_positions(7, 2000))
    assert met == list(random_positions(7, 2000))
    assert len(met) == 2000
    for mover, other, dice in met:
        assert sum(mover) == sum(other) == 15
        assert not any(mover[v] and other[25 - v] for v in range(1, 25))
        assert all(1 <= die <= 6 for die in dice)
    assert sum(mover[BAR] > 0 for mover, _, _ in met) > 200
    assert sum(mover[OFF] > 0 for mover, _, _ in met) > 100
    assert sum(a == b for _, _, (a, b) in met) > 200


def test_every_position_met_can_be_set_up() -> None:
    for mover, other, dice in random_positions(3, 100):
        assert results(mover, other, dice) == results(mover, other, dice, player=1)


def test_impossible_positions_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to 15"):
        results((0,) * 26, AT_HOME, (2, 1))
    with pytest.raises(ValueError, match="both players stand on one point"):
        results(men({20: 1}), AT_HOME, (2, 1))
    with pytest.raises(ValueError, match=re.escape("got (7, 1)")):
        results(men({3: 1}), AT_HOME, (7, 1))
