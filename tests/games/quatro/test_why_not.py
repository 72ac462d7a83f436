"""Why something cannot be touched: the reason that is given is the one that holds. Men are in their owner's numbers."""

import pytest

from parlour.games.quatro.text import place
from tests.games.quatro.tabletop import at, moves, new

BAR = "A=bar:1,20:4,9:6 turn=A dice=61"
FIRST_IN = "Your men on the bar must come in first."
ALL_HOME = "Men are borne off only when all of yours are home."
SHUT = "A=20:10,15:1 B=28:2,23:2,9:7 turn=A dice=61"  # black holds red's 9 and 14


def test_men_on_the_bar_come_in_first() -> None:
    play = at(BAR)
    assert moves(play) == {"bar/31", "bar/36"}
    for things in (["point:A9"], ["man:A:6"], ["die:6", "point:A9"], ["point:C2"]):
        assert play.why_not(things) == FIRST_IN
    play.push("bar/31")
    assert play.why_not(["point:A9"]) == "", "now he may move"


@pytest.mark.parametrize(
    ("men", "ruleset", "why"),
    [
        ("9:1,off:10", "quatro", "A man is off, so a loss counts once."),
        ("9:11", "quatro", "A loss counts twice."),
        ("20:1,9:10", "quatro", "A loss counts three times while a man is in board C."),
        ("30:1,9:10", "quatro", "A loss counts four times while a man is on the bar or in board B."),
        ("30:1,9:14", "backgammon", "A loss counts three times while a man is on the bar or in board B."),
    ],
)
def test_R21_what_a_loss_would_cost_is_explained(men: str, ruleset: str, why: str) -> None:
    play = at(f"A={men} turn=A dice=61", ruleset=ruleset, players=4 if ruleset == "quatro" else 2)
    later = "" if "off" in men else " It counts once when the first man is off."
    assert play.why_not(["loss:A"]) == why + later


def test_others_have_their_own_men() -> None:
    play = at("A=20:4,9:7 turn=A dice=61")
    assert play.why_not(["point:B9"]) == play.why_not(["man:B:1"]) == "Black's men stand there; you play Red."
    assert play.why_not(["point:A2"]) == "No man of yours stands there."
    assert play.why_not(["off:B"]) == "That is where Black's men are borne off."
    assert play.why_not(["player:2"]) == ""


def test_points_that_others_hold() -> None:
    play = at(SHUT, touch_owned=False)
    assert not any(move.startswith("15/") for move in moves(play))
    held = "The 6 leads to A9, which Black holds; the 1 leads to D5, which Black holds."
    assert play.why_not(["point:D4"]) == play.why_not(["man:A:11"]) == held
    assert play.why_not(["die:1", "point:D4"]) == "The 1 leads to D5, which Black holds."
    assert play.why_not(["point:C2", "die:6"]) == "The 6 leads to D5, which Black holds."


def test_points_that_may_be_touched_need_a_way_on() -> None:
    play = at(SHUT)
    assert "15/9~" in moves(play), "he goes on to 8"
    shut = at(SHUT.replace("9:7", "29:2,9:5"))
    assert not any(move.startswith("15/") for move in moves(shut))
    assert (
        shut.why_not(["die:6", "point:D4"]) == "The 6 leads to A9, which Black holds, and he cannot go on from there."
    )


def test_who_touches_goes_on() -> None:
    play = at("A=15:1,9:10 B=23:2,9:9 turn=A dice=61")
    play.push("15/14~")
    assert moves(play) == {"14/8"}
    assert play.why_not(["point:A9"]) == "Your man on D5 may only touch there; he goes on first."
    assert play.why_not(["die:1"]) == "The 1 has been used."


def test_where_the_chosen_man_can_go() -> None:
    play = at("A=20:4,9:7 turn=A dice=61")
    assert {"20/14", "20/19"} <= moves(play)
    assert play.why_not(["point:C2", "point:C5"]) == "Your man on C2 can go with the 6 to D5 or the 1 to C1."
    both = "Your man on C2 can go with the 6 to D5 or the 1 to C1, one die after the other."
    assert play.why_not(["point:C2", "point:D6"]) == both
    assert play.why_not(["point:C2", "off:A"]) == ALL_HOME
    assert play.why_not(["point:C2", "point:A9"]) == "", "another man instead"
    assert play.why_not(["die:6", "die:1"]) == "", "another die instead"


def test_bearing_off() -> None:
    play = at("A=15:1,2:10 turn=A dice=64")
    assert not any(move.endswith("/off") for move in moves(play))
    for things in (["off:A"], ["point:A2"], ["die:6", "point:A2"]):
        assert play.why_not(things) == ALL_HOME
    home = at("A=5:1,2:1,off:9 turn=A dice=64")
    assert "5/off" in moves(home)
    assert "2/off" not in moves(home)
    higher = "The 6 is more than he needs, and a man of yours stands higher."
    assert home.why_not(["die:6", "point:A2"]) == higher
    assert home.why_not(["off:A"]) == "First choose the man to bear off."


def test_R9_both_dice_must_be_used() -> None:
    play = at("A=3:1,off:10 turn=A dice=62")
    assert moves(play) == {"3/1"}
    reason = "The 6 bears him off, but then the 2 could not be used, and both must be."
    assert play.why_not(["die:6", "point:A3"]) == play.why_not(["point:A3", "die:6"]) == reason


def test_R9_of_one_die_the_higher() -> None:
    play = at("A=20:1,off:10 B=24:2,9:9 turn=A dice=61", touch_owned=False)
    assert moves(play) == {"20/14"}
    reason = "The 1 leads to C1, but only one of the dice can be used, and that must be the 6."
    assert play.why_not(["point:C2", "die:1"]) == reason
    assert play.why_not(["die:1"]) == "Only one of the dice can be used, and that must be the higher if it can."


def test_R9_doublets() -> None:
    play = at("A=6:1,1:1,off:9 B=34:2,29:2,off:7 turn=A dice=11")
    assert moves(play) == {"6/5"}, "6 to 2 takes all four, over 3, which is closed"
    assert play.why_not(["point:A1"]) == "The 1 bears him off, but then fewer dice could be used than must be."


def test_R11_R12_the_total_of_who_comes_in() -> None:
    play = at("A=bar:2,20:4,9:5 C=8:11 turn=A dice=64")
    play.push("bar/31")
    assert moves(play) == {"bar/33"}
    assert play.why_not(["point:B6"]) == "The 4 leads to C9, and a man comes in with 9 at most."
    assert play.why_not(["point:A9"]) == FIRST_IN


def test_partners_are_passed() -> None:
    play = at("A=20:10,15:1 C=9:10,27:1 turn=A dice=61", teams=True, team_contact="block", touch_owned=False)
    assert place(play.o, 0, 9) == "A9"
    assert play.why_not(["die:6", "point:D4"]) == "The 6 leads to A9, where your partner Yellow is."


def test_nothing_can_be_used() -> None:
    play = at("A=bar:1,9:10 B=6:2,1:2,22:7 turn=A dice=61", combined_entry=False)
    assert moves(play) == {"-"}
    assert play.why_not(["point:A9"]).startswith("There is no move, because B6 and B1 are closed")


def test_the_cube() -> None:
    play = at("phase=doubling turn=A", cube=True)
    assert play.why_not(["point:A9"]) == "The dice are not rolled yet; roll, or double first."
    assert play.why_not(["cube"]) == "You may double now; choose “double to 2”."
    play.push("dbl2")
    assert play.why_not(["point:A9"]) == "First answer Red's double, accept or decline."
    assert play.why_not(["cube"]) == "First accept or decline."
    rolled = at("A=9:11 turn=A dice=61", cube=True)
    assert rolled.why_not(["cube"]) == "The stake is doubled only before the dice are rolled."
    last = at("A=9:11 turn=A dice=61 cube=2 last=A", cube=True)
    assert last.why_not(["cube"]) == "You doubled last; the next double is for the others."
    capped = at("A=9:11 turn=A dice=61 cube=4 last=B", cube=True, cube_cap=4)
    assert capped.why_not(["cube"]) == "The stake is 4, the highest there is."


def test_boards_that_are_taken() -> None:
    play = new(players=3, seat_draft="choose")
    play.push(play.outcomes[0].code)
    play.push("board:A")
    assert play.why_not(["point:A3"]) == "Red is taken; choose another board."
    assert play.why_not(["point:B3"]) == "Choose a whole board."


@pytest.mark.parametrize("things", [[], ["nothing"], ["die:6", "nothing"], ["man:A:99"], ["point:A9", "point:Z1"]])
def test_what_is_not_on_the_board_has_no_reason(things: list[str]) -> None:
    assert at(BAR).why_not(things) == ""


def test_doublets_that_are_used_up() -> None:
    stuck = at("A=bar:1,9:10 B=2:2,22:9 turn=A dice=22", combined_entry=False)
    assert moves(stuck) == {"-"}
    assert "die:2" not in stuck.scene().ids(), "dice alike have one id between them, while they can be used"
