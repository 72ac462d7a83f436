"""The bar and bearing off: R10 to R16 of the page. Men are in their owner's numbers."""

import pytest

from tests.games.quatro.tabletop import at, ends, men, moves, payments, said, words


def closed(*numbers: int) -> str:
    """B's men, two on each of these points of A's entry board and the rest far away on D4 (his 22)."""
    return ",".join(f"{n}:2" for n in numbers) + f",22:{11 - 2 * len(numbers)}"


def test_R10_while_a_man_is_on_the_bar_no_other_moves() -> None:
    play = at("A=bar:1,20:4,9:6 turn=A dice=61")
    assert moves(play) == {"bar/31", "bar/36"}
    assert play.view(0).asked == "Your turn: first bring in the man on the bar, with the 6 and the 1 to use."
    play.push("bar/31")
    assert moves(play) == {"31/30", "20/19", "9/8"}


def test_R11_a_man_enters_with_the_number_of_a_die() -> None:
    for n in range(1, 7):
        for m in range(1, n):
            assert moves(at(f"A=bar:1,9:10 turn=A dice={n}{m}")) == {f"bar/{37 - n}", f"bar/{37 - m}"}


def test_R11_entering_on_an_own_point_an_empty_one_and_a_single_man() -> None:
    text = "A=bar:1,31:1,9:9 B=1:1,9:10 turn=A dice=61"
    assert moves(at(text)) == {"bar/31", "bar/36*"}
    play = at(text)
    assert [action.label for action in play.legal] == ["bar to B6 with the 6", "bar to B1 with the 1, a hit"]
    play.push("bar/36*")
    assert said(play) == ["Red enters on B1.", "Red hits Black's man on B1, who goes to the bar."]
    assert men(play, "B") == "bar:1,9:10"


def test_R11_entering_with_the_total() -> None:
    play = at(f"A=bar:1,9:10 B={closed(6, 1)} turn=A dice=61")
    assert moves(play) == {"bar/31~", "bar/36~"}
    assert [action.label for action in play.legal] == ["bar to B6 with the 6, and on", "bar to B1 with the 1, and on"]
    assert ends(play) == {"A=30:1,9:10"}
    play.push("bar/31~")
    assert said(play) == ["Red touches B6, which Black holds, coming from the bar."]
    play.push("31/30")
    assert men(play, "A") == "30:1,9:10"


def test_R11_the_total_can_be_switched_off() -> None:
    text = f"A=bar:1,9:10 B={closed(6, 1)} turn=A dice=61"
    assert moves(at(text, combined_entry=False)) == {"-"}
    assert ends(at(text, touch_owned=False)) == {"A=30:1,9:10"}, "the other option is another matter"


@pytest.mark.parametrize(
    ("dice", "shut", "end"),
    [
        ("54", (5, 4), "28:1"),  # 9 is the last point of the entry board
        ("64", (6, 4), ""),  # 10 is beyond it
        ("22", (2,), "29:1"),  # the fourth 2 is the 8
        ("22", (2, 4), "29:1"),  # in with 6, then on to 8
        ("22", (2, 4, 6), "29:1"),  # in with four 2s, on 8
        ("33", (3, 6), "25:1"),  # in with three 3s on 9, and on with the fourth as any man
        ("33", (3, 6, 9), ""),
        ("44", (4,), "21:1"),
        ("44", (4, 8), ""),
    ],
)
def test_R11_Q17_totals_up_to_nine_of_two_three_or_four_dice(dice: str, shut: tuple[int, ...], end: str) -> None:
    play = at(f"A=bar:1,off:10 B={closed(*shut)} C=4:11 turn=A dice={dice}")
    assert ends(play) == ({f"A={end},off:10"} if end else {""})


def test_Q17_stops_of_a_total_are_touched_or_hit() -> None:
    play = at("A=bar:2,off:9 B=6:1,9:10 turn=A dice=61")
    assert ends(play) == {
        "A=36:1,31:1,off:9 B=bar:1,9:10",  # both enter
        "A=bar:1,30:1,off:9 B=bar:1,9:10",  # one by 6, hitting on the way
        "A=bar:1,30:1,off:9",  # one by 1 and 6
    }


def test_Q17_a_man_in_on_one_die_goes_on_beyond_the_entry_board() -> None:
    play = at("A=bar:1,off:10 turn=A dice=66")
    assert ends(play) == {"A=13:1,off:10"}
    over = at("A=bar:1,off:10 B=12:2,9:9 turn=A dice=66")  # B's 12 is A's 25, touched after he has entered on 31
    assert ends(over) == {"A=13:1,off:10"}


def test_R12_Q18_a_total_brings_in_one_man_though_others_wait() -> None:
    play = at("A=bar:2,off:9 turn=A dice=61")
    assert ends(play) == {"A=36:1,31:1,off:9", "A=bar:1,30:1,off:9"}
    play.push("bar/30")
    assert men(play, "A") == "bar:1,30:1,off:9"


def test_R12_Q18_a_man_who_entered_waits_for_the_others() -> None:
    play = at("A=bar:2,off:9 turn=A dice=44")
    play.push("bar/33 33/29")
    assert moves(play) == {"bar/33"}, "8 is his total; a further 4 would be 12"
    play.push("bar/33")
    assert moves(play) == {"33/29", "29/25"}, "nobody waits any more"


def test_R12_beyond_nine_both_must_enter_singly() -> None:
    assert ends(at("A=bar:2,off:9 C=4:11 turn=A dice=64")) == {"A=33:1,31:1,off:9"}
    assert ends(at("A=bar:2,off:9 B=6:2,22:9 C=4:11 turn=A dice=64")) == {"A=bar:1,33:1,off:9"}


def test_R12_three_men_on_the_bar() -> None:
    assert ends(at("A=bar:3,off:8 turn=A dice=22")) == {
        "A=35:2,33:1,off:8",
        "A=bar:1,33:2,off:8",
        "A=bar:1,35:1,31:1,off:8",
        "A=bar:2,29:1,off:8",
    }


def test_R13_bearing_off_is_open_when_all_are_home() -> None:
    assert moves(at("A=10:1,5:1,4:1,off:8 D=8:11 turn=A dice=54")) == {"10/5", "10/6", "5/1"}
    assert moves(at("A=9:1,5:1,4:1,off:8 turn=A dice=54")) == {"9/4", "9/5", "5/off", "5/1", "4/off"}


def test_R13_one_play_may_bring_the_last_man_home_and_bear_off() -> None:
    play = at("A=12:1,5:1,off:9 turn=A dice=53")
    play.push("12/9")
    assert "5/off" in moves(play)
    assert "A=9:1,off:10" in ends(at("A=12:1,5:1,off:9 turn=A dice=53"))


def test_R13_a_man_on_the_bar_keeps_it_shut() -> None:
    play = at("A=bar:1,5:1,off:9 turn=A dice=65")
    assert moves(play) == {"bar/31", "bar/32"}
    play.push("bar/31")
    assert moves(play) == {"31/26"}, "in, but not home"


def test_R13_Q19_a_higher_number_takes_the_highest_man_only() -> None:
    assert moves(at("A=5:1,4:1,2:1,off:8 turn=A dice=66")) == {"5/off"}
    assert "4/off" not in moves(at("A=7:1,4:1,off:9 turn=A dice=65")), "a man stands higher"
    play = at("A=4:2,off:9 turn=A dice=65")
    assert moves(play) == {"6=4/off", "5=4/off"}
    play.push("6=4/off")
    assert said(play) == ["Red bears a man off from A4."]
    assert men(play, "A") == "4:1,off:10"


def test_R14_Q20_an_exact_total_bears_off_whatever_else_stands() -> None:
    text = "A=9:1,8:1,off:9 turn=A dice=62"
    assert "A=9:1,off:10" in ends(at(text))
    play = at(text)
    play.push("8/off")
    assert [word.text for word in play.written] == ["8/2", "2/off"]
    assert men(play, "A") == "9:1,off:10"


@pytest.mark.parametrize("start", [7, 8, 9])
def test_R14_with_several_dice_of_a_doublet(start: int) -> None:
    play = at(f"A={start}:1,off:10 turn=A dice=33")
    assert ends(play) == {"A=off:11"}
    assert play.s.need == 3


def test_R14_Q20_a_higher_number_is_judged_for_the_last_die_alone() -> None:
    assert ends(at("A=7:2,off:9 turn=A dice=65")) == {"A=2:1,1:1,off:9"}, "11 takes nobody off from 7"
    assert ends(at("A=7:1,2:1,off:9 turn=A dice=65")) == {"A=1:1,off:10", "A=2:1,off:10"}


def test_R14_Q21_touched_points_on_the_way_off() -> None:
    play = at("C=8:1,off:10 A=23:2,21:2,9:7 turn=C dice=53")  # A holds C5 and C3
    play.push("8/3~/off")
    assert play.over
    assert payments(play) == {"A": -3, "D": -2, "C": 7, "B": -2}


def test_R15_Q19_a_man_may_move_inside_the_home_board_instead() -> None:
    play = at("A=6:1,3:1,2:1,off:8 turn=A dice=32")
    assert moves(play) == {"6/3", "6/4", "3/off", "3/1", "2/off"}
    play.push("6/4 3/off")
    assert men(play, "A") == "4:1,2:1,off:9"


def test_Q19_over_throw_is_the_only_use_of_that_die() -> None:
    assert moves(at("A=4:1,3:1,1:1,off:8 turn=A dice=55")) == {"4/off"}


def test_R16_a_man_hit_while_bearing_off_comes_round_again() -> None:
    play = at("A=4:1,3:2,off:8 D=17:1,9:10 B=20:11 turn=D dice=21")
    play.push("17/15* 9/8")
    assert men(play, "A") == "bar:1,3:2,off:8", "men already off stay off"
    play.push("21: 9/7 9/8")  # C
    play.push("21: 20/18 20/19")  # B
    play.push("63:")
    assert moves(play) == {"bar/31", "bar/34"}
    play.push("bar/31 31/28")
    assert men(play, "A") == "28:1,3:2,off:8"
    assert "3/off" not in moves(at("A=28:1,3:2,off:8 B=20:11 turn=A dice=63")), "he must come home first"
    assert "3/off" in moves(at("A=9:1,3:2,off:8 turn=A dice=63"))


def test_Q37_the_last_man_between_the_numbers_uses_both() -> None:
    text = "A=3:1,off:10 D=18:1,9:10 turn=A dice=62"
    play = at(text)
    assert moves(play) == {"3/1*"}, "off with the 6 at once is no legal play"
    play.push("3/1*/off")
    assert play.over
    assert men(play, "D") == "bar:1,9:10"
    assert payments(play) == {"A": 8, "D": -4, "C": -2, "B": -2}, "D pays 4 instead of 2"
    assert words(play)["phase"] == "finished"


def test_Q37_nothing_to_excuse_where_the_lower_number_leaves_too() -> None:
    assert moves(at("A=2:1,off:10 turn=A dice=63")) == {"6=2/off"}
