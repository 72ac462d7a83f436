"""Why something cannot be touched: the reason that is given is the one that holds."""

import parlour
from tests.games.stencil.table import DEAD, ONE_GAME, moves, set_up

TWO = """
    R . . .
    . W . .
    . . . .
    . . . .
"""
FOUR = """
    R . R .
    . W . .
    . . . W
    . . . .
"""


def test_plates_that_are_taken() -> None:
    play = parlour.new("stencil", **ONE_GAME | {"plate_choice": "pick"})
    assert play.why_not(["cell:a1"]) == "First choose a plate."
    assert play.why_not(["plate:K2"]) == ""
    play.push("K2")
    assert "K2" not in moves(play)
    assert play.why_not(["plate:K2"]) == "White has taken K2; choose another."


def test_cells_that_are_taken() -> None:
    play = set_up(TWO)
    assert {"a1", "b2"}.isdisjoint(moves(play))
    red = "Red's counter lies on a1, and counters stay where they are."
    white = "White's counter lies on b2, and counters stay where they are."
    assert play.why_not(["cell:a1"]) == play.why_not(["red:a1"]) == red
    assert play.why_not(["cell:b2"]) == play.why_not(["white:b2"]) == white
    assert play.why_not(["cell:a2"]) == play.why_not(["cell:a2", "cell:a3"]) == ""


def test_R3_too_early_to_claim() -> None:
    play = set_up(TWO)
    assert "@0" not in moves(play)
    assert play.why_not(["plate:K1"]) == "Claims start at 4 counters on the board; there are 2."
    assert "@0" in moves(set_up(FOUR))
    assert set_up(FOUR).why_not(["plate:K1"]) == ""


def test_the_plate_of_the_other() -> None:
    assert set_up(FOUR).why_not(["plate:K2"]) == "That is White's plate; you lay your own, K1."
    assert set_up(FOUR, turn="white").why_not(["plate:K1"]) == "That is Red's plate; you lay your own, K2."


def test_R6_after_a_failed_claim() -> None:
    play = set_up(FOUR, failed_claim_rule="strict")
    play.push("@0")
    assert play.to_move == 0
    assert "@1" not in moves(play)
    assert play.why_not(["plate:K1"]) == "Your claim was wrong and did not end the turn; now place a counter."


def test_R7_nothing_left_to_place() -> None:
    play = set_up(FOUR.replace(".", "W", 2), counters_each=4, turn="white")
    assert "--" in moves(play)
    assert play.why_not(["cell:a4"]) == "You have no counter left to place."
    assert set_up(DEAD).why_not(["cell:a4"]).startswith("Red's counter lies on a4")


def test_a_counter_or_the_plate() -> None:
    play = set_up(FOUR)
    for things in (["cell:a4", "plate:K1"], ["plate:K1", "cell:a4"]):
        assert play.why_not(things) == "Place a counter or lay your plate, one or the other."
    assert play.why_not(["plate:K1", "turning:2"]) == ""
