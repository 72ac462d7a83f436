"""Why something cannot be touched: the reason that is given is the one that holds."""

from parlour.games.numeric.state import Phase
from tests.games.numeric.ringside import cells_for, laid
from tests.games.numeric.ringside import numbers as stated
from tests.games.numeric.tabletop import at, numbers, with_card


def test_numbers_that_are_covered() -> None:
    play = at("zones", "throw=6431 A=7 B=71,8", players=2)
    assert play.why_not(["number:71"]) == play.why_not(["counter:71"]) == "B has covered 71 already."
    assert play.why_not(["number:7"]) == "A has covered 7 already."


def test_R2_numbers_out_of_reach() -> None:
    play = at("zones", "throw=6431")
    for n in range(1, 101):
        reason = play.why_not([f"number:{n}"])
        assert (reason == "") == (n in numbers(play))
        assert reason in ("", f"{n} cannot be made from 6 4 3 1.", f"No throw makes {n}.")
    assert play.why_not(["number:64"]) == "64 cannot be made from 6 4 3 1."
    three = at("zones", "throw=631", dice=3)
    assert three.why_not(["number:97"]) == "No throw makes 97.", "with three dice"


def test_the_signs_with_which_a_number_is_made() -> None:
    play = at("zones", "throw=6431")
    ways = {action.path[1] for action in play.legal if action.path[0] == "number:8" and len(action.path) > 1}
    words = {
        "signs:none": "without − and ÷",
        "signs:-": "with −, without ÷",
        "signs:/": "with ÷, without −",
        "signs:-/": "with − and ÷",
    }
    assert 0 < len(ways) < 4
    for sign, how in words.items():
        if sign in play.scene(0).ids():
            wanted = "" if sign in ways else f"The dice do not make 8 {how}."
            assert play.why_not(["number:8", sign]) == play.why_not([sign, "number:8"]) == wanted


def test_R41_hexagons_that_must_touch() -> None:
    text = "throw=6431 A=50"
    near, far = (at("hex", text, contiguous=contiguous) for contiguous in (True, False))
    apart = numbers(far) - numbers(near)
    assert apart
    for n in apart:
        assert near.why_not([f"number:{n}"]) == f"{n} touches no covered number, and here it must."


def test_R50_each_side_uses_its_own_rack() -> None:
    play = laid("C0:4", "5 64", "8 7")
    assert 8 not in stated(play)
    assert play.why_not(["number:8"]) == "8 is on B's rack; first each side uses its own."
    assert play.why_not(["number:4"]) == play.why_not(["face:4"]) == "B has placed 4 already."
    assert play.why_not(["cell:V1"]) == "First make the number of a counter, then choose its cell."
    play.push("pass pass")
    assert play.s.circuit == 1
    assert 8 in stated(play)
    assert play.why_not(["number:8"]) == ""


def test_R52_counters_without_a_relative() -> None:
    play = laid("C0:4", "9 5", "7")
    assert 9 not in stated(play)
    assert play.why_not(["number:9"]) == "9 is related to no counter on the board that has room beside it."


def test_R52_cells_that_will_not_do() -> None:
    play = laid("C0:4 I1:9", "5 64", "8")
    open_cells = cells_for(play, 5)
    play.push("=5")
    assert not {"C0", "B2", "G20"} & open_cells
    assert play.why_not(["cell:C0"]) == "4 lies there."
    assert play.why_not(["cell:B2"]) == "5 is not related to 9."
    assert play.why_not(["cell:G20"]) == "5 must touch a counter to which it is related."
    assert play.why_not(["number:64"]) == "First choose an empty cell for 5."
    assert all(play.why_not([f"cell:{cell}"]) == "" for cell in open_cells)


def test_R59_only_ones_own_counters_are_exchanged() -> None:
    play = laid("C0:4", "9 64 65 66 67 68 69", "11", throw="1111", rack_size=7, exchange_on_miss=1)
    while play.s.phase != Phase.SWAPPING:
        play.push(play.outcomes[0].code if play.at_chance else "pass")
    assert play.why_not(["number:11"]) == "Only counters on your own rack can be exchanged."
    assert play.why_not(["number:69"]) == "Only the 6 lowest counters of a rack can be exchanged."
    assert play.why_not(["number:9"]) == play.why_not(["face:9"]) == ""


def test_cards_are_settled_first() -> None:
    play = with_card(3, "money=500,500,500")
    assert play.why_not(["number:8"]) == "First take the money, or end the game."
    ruined = with_card(7, "money=100,500,500")
    assert ruined.why_not(["number:8"]) == "First forfeit, or join another side."


def test_dice_are_used_all_at_once() -> None:
    assert at("zones", "throw=6431").why_not(["die:1"]) == "Make a number from all the dice, each used once."
    assert at("zones", "throw=6431").why_not(["side:A"]) == ""
