"""The rulings V1 to V34 of the page, one by one."""

import random
import re
from collections import Counter

import pytest

from parlour.games.vendetta import GAME, board, figures
from tests.games.vendetta.tabletop import (
    GATES,
    LETTERS,
    PAGE,
    at,
    in_home,
    lost,
    moves,
    new,
    out,
    phase,
    r_of,
    said,
    track,
    turn,
    winner,
)

MARKS = {
    "gate": board.Marking.GATE,
    "Hit": board.Marking.HIT,
    "F.B.I.": board.Marking.FBI,
    "Massacre": board.Marking.MASSACRE,
    "Silenced": board.Marking.SILENCED,
    "plain": board.Marking.PLAIN,
}
ALL_OF_A = "A1 A2 A3 A4 A5 A6 A7 A8"
BUT_A1 = "A2 A3 A4 A5 A6 A7 A8"


def test_V1_the_track_has_48_spaces() -> None:
    assert (board.SPACES, board.MARKINGS.shape) == (48, (2, 48))
    play = at("46: A1", dice="61")
    play.push("s46>5[6+1]")
    assert track(play) == "5: A1", "after 47 comes 0"
    assert len(at(spins=1).outcomes) == 24, "each space is struck once in 24 spins"


@pytest.mark.parametrize(("layout", "column"), [("standard", 1), ("bloody", 2)])
def test_V2_the_markings_are_those_of_the_page(layout: str, column: int) -> None:
    found = {}
    for name, marking in MARKS.items():
        row = next(line for line in PAGE.splitlines() if re.match(rf"\| {re.escape(name)} \| \d", line))
        spaces = [int(space) for space in row.split("|")[column + 1].split(",")]
        found.update(dict.fromkeys(spaces, marking))
    o = new(layout=layout).o
    assert [int(board.MARKINGS[o.layout, space]) for space in range(48)] == [found[space] for space in range(48)]
    assert all(found[space] == found[(space + 12) % 48] for space in range(48)), "each quarter alike"


def test_V2_a_hit_can_be_reached_straight_from_home() -> None:
    for letter in "ABCD":
        for dice, typed in (("31", f"sH>{GATES[letter] + 2}[3]"), ("62", f"sH>{GATES[letter] + 7}[6+2]")):
            play = at(turn=letter, dice=dice)
            play.push(typed)
            assert play.s.hits == 1


def test_V3_from_home_to_home_is_50_steps() -> None:
    assert r_of(new(), "Ag") == -1
    board, r, steps = "", -1, 0
    for typed in ("gH>6[6+1]", "g6>13[5+2]", "g13>20[6+1]", "g20>31[6+5]", "g31>38[6+1]", "g38>47[5+4]", "g47>H[1+1]"):
        play = at(board, lost=ALL_OF_A, progress={"Ag": r}, dice=f"{typed[-4]}{typed[-2]}")
        play.push(typed)
        steps += int(typed[-4]) + int(typed[-2])
        board, r = track(play), r_of(play, "Ag")
        assert r == steps - 1
    assert (steps, winner(play)) == (50, "A")


def test_V4_everybody_moves_clockwise() -> None:
    for letter in "ABCD":
        play = at(f"20: {letter}1", turn=letter, dice="32")
        assert "s20>25[3+2]" in moves(play)
    order = at(turn="A")
    order.push("62 sH>5[6] gH>1[2]")
    assert turn(order) == "B"


@pytest.mark.parametrize(("players", "letters"), [(2, "AC"), (3, "ABC"), (4, "ABCD")])
def test_V5_which_homes_are_played(players: int, letters: str) -> None:
    play = new(players=players)
    assert [outcome.notation for outcome in play.outcomes] == [f"first:{letter}" for letter in letters]
    assert [play.o.gate[seat] for seat in range(players)] == [GATES[letter] for letter in letters]
    play.push(f"first:{letters[-1]} 21")
    play.push(next(word for word in sorted(moves(play)) if word.startswith("sH") and "+" in word))
    assert track(play) == f"{GATES[letters[-1]] + 2}: {letters[-1]}1"


def test_V6_any_number_brings_a_piece_out() -> None:
    for outcome in at().outcomes:
        play = at(dice=outcome.notation)
        high, low = map(int, outcome.notation)
        assert {f"sH>{high + low - 1}[{high}+{low}]", f"sH>{high - 1}[{high}]", f"sH>{low - 1}[{low}]"} <= moves(play)


def test_V7_never_the_same_piece_twice() -> None:
    play = at("13: A1", lost=BUT_A1, dice="42")
    play.push("s13>15[2]")
    assert moves(play) == {"gH>3[4]"}
    alone = at("1: Ag", lost=ALL_OF_A, dice="21")
    alone.push("g1>2[1]")
    assert (track(alone), phase(alone)) == ("2: Ag", "spinning"), "the 2 is not played"
    alone.push("9/33")
    assert turn(alone) == "B"


def test_V8_both_dice_if_possible_else_one_else_none() -> None:
    assert moves(at("1: Ag", lost=ALL_OF_A, dice="33")) == {"g1>7[3+3]"}
    assert moves(at("1: Ag", lost=ALL_OF_A, dice="53")) == {"g1>6[5]"}
    assert turn(at("1: Ag; 2: B1; 3: B2+B3", lost=ALL_OF_A, dice="21")) == "B"


def test_V9_the_first_move_is_finished_before_the_second_and_the_spin_comes_after_both() -> None:
    play = at("20: B1; 15: A1; 17: A2; 1: A3", dice="53")
    play.push("s15>20[5]x s17>20[3]xx")
    assert (track(play), lost(play)) == ("1: A3; 20: A1+A2", "B1")
    play = at("6: B1; 1: A1", dice="51")
    play.push("s1>2[1]")
    assert phase(play) == "moving", "the spin waits"
    play.push("sH>4[5]")
    assert phase(play) == "spinning"


def test_V10_he_must_spin_once_a_turn() -> None:
    play = at("1: A1; 18: A2", dice="11")
    play.push("s1>2[1] s18>19[1]")
    assert (phase(play), play.s.hits, play.to_move < 0) == ("spinning", 1, True)
    play.push("9/33")
    assert turn(play) == "B"


def test_V10_the_other_readings_are_options() -> None:
    play = at("1: A1; 18: A2", dice="11", spin="optional", spins_per_turn="per_piece")
    play.push("s1>2[1] s18>19[1] nospin")
    assert (phase(play), moves(play), turn(play)) == ("asking", {"spin", "nospin"}, "A"), "asked before each"
    play.push("spin 9/33")
    assert (phase(play), turn(play)) == ("throwing", "B")


def test_V11_a_hit_strikes_anybody_on_both_spaces() -> None:
    play = at("20: A1; 44: D1", spins=1)
    play.push("20/44")
    assert lost(play) == "A1 D1"


def test_V12_one_soldier_for_each_space_also_of_three_pieces() -> None:
    play = at("20: Bg+B2+B3; 44: C1+C2+C3", spins=1)
    play.push("20/44")
    assert (track(play), lost(play)) == ("20: Bg+B3; 44: C2+C3", "B2 C1")


@pytest.mark.parametrize("by", "ABCD")
def test_V13_a_massacre_takes_all_soldiers_whoever_spins(by: str) -> None:
    play = at("18: D1 | Bg | C1 | A1; 42: A2+A3+A4", by, spins=1)
    play.push("18/42")
    assert (track(play), lost(play), out(play)) == ("18: Bg", "A1 A2 A3 A4 C1 D1", "")
    play = at("18: Bg", by, spins=1)
    play.push("18/42")
    assert out(play) == "B", "alone he falls as anywhere else"


def test_V14_the_godfather_counts_and_hostages_do_not() -> None:
    assert "s1>3[1+1]" not in moves(at("3: Bg+B1; 1: A1", dice="11"))
    assert "s1>3[1+1]" not in moves(at("3: Ag+A2+A3; 1: A1", dice="11"))
    play = at("3: D1 | C1 | B1; 1: A1", dice="11")
    play.push("s1>3[1+1]")
    assert track(play) == "3: D1 | C1 | B1 | A1", "three pieces stand there and one of them is free"


def test_V15_hostages_do_not_protect_their_captor_and_only_soldiers_take() -> None:
    play = at("20: C1 | B1; 17: A1; 19: Ag", dice="31")
    assert "g19>20[1]" not in moves(play)
    play.push("s17>20[3]")
    assert track(play) == "19: Ag; 20: C1 | B1 | A1"


def test_V16_a_godfather_never_lands_among_others() -> None:
    for there in ("B1", "B1 | A1", "Bg", "A1 | B1"):
        assert "g17>20[2+1]" not in moves(at(f"20: {there}; 17: Ag", dice="21"))


def test_V17_a_third_family_takes_the_holder_and_inherits_the_hostages() -> None:
    play = at("20: B1 | A1; 17: C1", "C", dice="21")
    play.push("s17>20[2+1]")
    assert track(play) == "20: B1 | A1 | C1"
    assert "s17>20[2+1]" not in moves(at("20: Bg | A1+A2; 17: C1", "C", dice="21"))


def test_V18_a_second_soldier_ends_all_hostage_soldiers_and_only_soldiers_count() -> None:
    play = at("20: C1 | Ag+A1; 17: A2", dice="21")
    assert lost(play) == "", "a Godfather and a soldier hold him alive"
    play.push("s17>20[2+1]")
    assert (track(play), lost(play)) == ("20: Ag+A1+A2", "C1")


def test_V19_a_friend_frees_the_hostage() -> None:
    play = at("20: B1 | A1; 17: B2", "B", dice="21")
    play.push("s17>20[2+1]xrxx")
    assert (track(play), lost(play)) == ("20: B1+B2", "A1")
    play = at("20: Bg | A1; 17: B2", "B", dice="21")
    play.push("s17>20[2+1]xr")
    assert (track(play), lost(play)) == ("20: A1 | Bg+B2", "")


def test_V20_captivity_ends_with_the_captor() -> None:
    walks = at("20: C1 | B1 | A1", dice="21")
    walks.push("s20>23[2+1]s")
    shot = at("20: C1 | B1 | A1", "B", spins=1)
    shot.push("20/44")
    removed = at("20: C1 | B1 | A1; 5: Ag", "D", spins=1)
    removed.push("5/29")
    assert {track(play) for play in (walks, shot, removed)} == {"20: C1 | B1"}


def test_V20_a_captor_may_be_forced_to_leave() -> None:
    play = at("20: B1 | A1; 3: Ag | B2", lost=BUT_A1, dice="65")
    assert moves(play) == {"s20>31[6+5]"}


def test_V21_roles_are_reversed() -> None:
    play = at("20: A1 | Bg+B2", "A", spins=1)
    play.push("20/44")
    assert track(play) == "20: Bg | A1"


def test_V22_one_victim_a_space() -> None:
    for by, after, fallen in (
        ("A", "20: D1 | C1 | A1", "B1"),
        ("B", "20: D1 | C1 | B1", "A1"),
        ("C", "20: D1 | C1 | B1", "A1"),
        ("D", "20: D1 | C1 | B1", "A1"),
    ):
        play = at("20: D1 | C1 | B1 | A1", by, spins=1)
        play.push("20/44")
        assert (track(play), lost(play)) == (after, fallen), by


def test_V23_a_godfather_may_pass_fbi_and_soldiers_may_stand_there() -> None:
    play = at("1: Ag", dice="31")
    assert "g1>5[3+1]" in moves(play)
    assert "g1>4[3]" not in moves(play)
    play = at("1: A1", dice="21")
    play.push("s1>4[2+1]")
    assert (track(play), said(play)) == (
        "4: A1",
        ["Family A's soldier moves from space 1 to space 4 (F.B.I.)."],
    )


@pytest.mark.parametrize("theme", ["mafia", "myth"])
def test_V24_silenced_costs_a_soldier_or_with_eliminated_the_godfather(theme: str) -> None:
    play = at("8: Ag", dice="21", theme=theme)
    play.push("g8>11[2+1]")
    assert (track(play), lost(play), out(play)) == ("11: Ag", "A1", "")
    play = at("8: Ag", dice="21", theme=theme, leader_on_silenced="eliminated")
    play.push("g8>11[2+1]")
    assert (track(play), lost(play), out(play)) == ("", "", "A")
    play = at("8: A1", dice="21", theme=theme, leader_on_silenced="eliminated")
    play.push("s8>11[2+1]")
    assert (track(play), lost(play), out(play)) == ("", "A1", "")


def test_V25_a_soldier_never_goes_back_into_home() -> None:
    for dice in ("51", "41"):  # by 5 and by 5 he would be home, if he were a Godfather
        assert not any(">H" in word for word in moves(at("44: A1", dice=dice)))
    play = at("44: A1", lost="A2 A3", dice="41")
    play.push("s44>1[4+1]+1")
    assert (track(play), in_home(play, "A"), lost(play)) == ("1: A1", "g245678", "A3")


def test_V26_every_time_up_to_three() -> None:
    back = []
    for still_lost in (ALL_OF_A, "A4 A5 A6 A7 A8", "A7 A8", ""):
        play = at("47: Ag", lost=still_lost, dice="42")
        assert "g47>5[4+2]" in moves(play)
        play.push("g47>5[4+2]")
        assert r_of(play, "Ag") == 5
        back.append(in_home(play, "A"))
    assert back == ["123", "123456", "12345678", "12345678"]


def test_V26_by_choice_or_forced() -> None:
    assert {"g47>H[2]", "g47>5[4+2]"} <= moves(at("47: Ag", dice="42")), "he need not come home"
    forced = at("47: Ag", lost=ALL_OF_A, dice="43")
    assert moves(forced) == {"g47>2[3]", "g47>3[4]", "g47>6[4+3]"}, "a man brought back plays the other die"


def test_V27_the_rest_of_the_play_is_dropped() -> None:
    play = at("44: Ag; 20: B1; 19: A1", dice="51")
    play.push("g44>H[5]")
    assert (winner(play), track(play), play.over) == ("A", "19: A1; 20: B1", True)
    play = at("44: Ag", dice="41")
    play.push("g44>H[4+1]")
    assert winner(play) == "A"


def test_V28_all_his_men_are_removed() -> None:
    play = at("20: Bg; 25: C1 | B1; 30: B2 | A1; 32: B3+B4", lost="B5", spins=1)
    play.push("20/44")
    assert track(play) == "25: C1; 30: A1"
    assert [play.s.pos[1, slot] for slot in range(9)] == [-2] * 9


def test_V29_the_last_survivor_wins_and_falling_together_is_a_draw() -> None:
    one = at("20: Cg", players=2, spins=1)
    one.push("20/44")
    both = at("20: Cg; 44: Ag", players=2, spins=1)
    both.push("20/44")
    assert (winner(one), one.score) == ("A", (1, -1))
    assert (winner(both), both.score, out(both)) == ("", (0, 0), "AC")


def test_V30_1000_turns_are_a_draw_and_0_is_no_limit() -> None:
    for limit, over in ((1000, True), (0, False)):
        play = at(turns=1000, dice="21", turn_limit=limit)
        play.push("sH>1[2] gH>0[1]")
        assert (play.over, winner(play)) == (over, "")
    assert new().values["turn_limit"] == 1000


@pytest.mark.parametrize("theme", ["mafia", "myth"])
def test_V31_every_space_has_its_mark_for_hostages(theme: str) -> None:
    marks = [shape for shape in new(theme=theme).scene().shapes if shape.style == "faint" and not shape.id]
    letters = [shape for shape in marks if shape.text == "H"]
    pentagons = [shape for shape in marks if shape.path == figures.PENTAGON]
    on_track = 48 - 4  # nobody can be held on the four Silenced spaces
    assert (len(letters), len(pentagons)) == ((on_track, 0) if theme == "mafia" else (0, on_track))


def test_V32_the_theme_changes_no_rule() -> None:
    rng = random.Random(32)
    plays = [new(theme=theme, leader_on_silenced="eliminated") for theme in ("mafia", "myth")]
    while not plays[0].over and plays[0].ply < 150:
        assert plays[0].legal_codes() == plays[1].legal_codes()
        code = rng.choice([o.code for o in plays[0].outcomes] if plays[0].at_chance else plays[0].legal_codes())
        for play in plays:
            play.push(code)
        assert plays[0].states.tobytes() == plays[1].states.tobytes()
    assert [event.sentence for event in plays[0].events] != [event.sentence for event in plays[1].events]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_V33_everybody_is_as_likely_to_start(players: int) -> None:
    for first_player in ("throw", "random"):
        play = new(players=players, first_player=first_player)
        assert [outcome.weight for outcome in play.outcomes] == [1] * players
    rng = random.Random(33)
    drawn = Counter(new(players=players).roll(rng).notation for _ in range(60))
    assert set(drawn) == {f"first:{letter}" for letter in LETTERS[players]}


def test_V34_a_hostage_godfather_cannot_come_home() -> None:
    held = at("44: Ag | B1", lost=ALL_OF_A, dice="51")
    assert (turn(held), phase(held)) == ("B", "throwing")
    free = at("44: Ag; 45: B1", lost=ALL_OF_A, dice="51")
    assert "g44>H[5]" in moves(free)


def test_every_ruling_of_the_page_has_its_test_here() -> None:
    numbers = set(re.findall(r"^\| (V\d+) \|", PAGE, re.MULTILINE))
    assert numbers == {name.split("_")[1] for name in globals() if name.startswith("test_V")}
    assert GAME.version == 1
