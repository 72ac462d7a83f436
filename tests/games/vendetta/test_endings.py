"""The rules R22 to R29 of the page: the spinner, and how the game ends."""

import pytest

from parlour.games.vendetta.state import LOST, Event
from tests.games.vendetta.tabletop import (
    at,
    in_home,
    lost,
    moves,
    out,
    phase,
    said,
    track,
    turn,
    winner,
)

ALL_OF_A = "A1 A2 A3 A4 A5 A6 A7 A8"


# The spinner


def test_R22_one_spin_with_24_equal_results() -> None:
    play = at(spins=1)
    assert {outcome.notation: outcome.weight for outcome in play.outcomes} == {f"{k}/{k + 24}": 1 for k in range(24)}
    play.push("5/29")
    assert (phase(play), turn(play)) == ("throwing", "B")


def test_R22_one_spin_even_for_two_pieces() -> None:
    play = at("1: A1; 11: Ag", dice="31")
    play.push("g11>14[3] s1>2[1]")
    assert play.s.hits == 1
    play.push("5/29")
    assert phase(play) == "throwing"


def test_R22_both_spaces_and_own_men_but_not_those_in_home() -> None:
    play = at("20: A1; 44: B1; 2: A2", spins=1)
    play.push("20/44")
    assert (track(play), lost(play)) == ("2: A2", "A1 B1")
    play = at("2: A1; 26: A2; 24: Ag", spins=1)
    play.push("0/24")
    assert (out(play), turn(play), phase(play)) == ("A", "B", "throwing"), "his own Godfather"
    play = at("0: A1", spins=1)
    play.push("12/36")
    assert (in_home(play, "B"), in_home(play, "D"), lost(play)) == ("g12345678", "g12345678", "")


def test_R22_optional() -> None:
    play = at("1: A1", dice="31", spin="optional")
    play.push("s1>2[1] sH>2[3]")
    assert (phase(play), play.to_move, moves(play)) == ("asking", 0, {"spin", "nospin"})
    play.push("nospin")
    assert (phase(play), turn(play), said(play)) == ("throwing", "B", ["Family A does not spin."])
    play.undo()
    play.push("spin")
    assert (phase(play), play.at_chance) == ("spinning", True)


def test_R22_a_spin_for_each_piece_the_second_after_the_first() -> None:
    play = at("1: A1; 11: Ag; 20: B1 | C1", dice="31", spins_per_turn="per_piece")
    play.push("g11>14[3] s1>2[1]")
    assert play.s.hits == 2
    play.push("20/44")
    assert (track(play), play.s.hits, phase(play)) == ("2: A1; 14: Ag; 20: C1", 1, "spinning")
    play.push("20/44")
    assert (track(play), lost(play), phase(play)) == ("2: A1; 14: Ag", "B1 C1", "throwing")


def test_R22_spins_are_dropped_when_the_player_is_out_or_the_game_is_over() -> None:
    play = at("14: Ag; 2: A1", spins=2, spins_per_turn="per_piece")
    play.push("14/38")
    assert (out(play), turn(play), phase(play)) == ("A", "B", "throwing")
    play = at("14: Ag; 5: Cg", spins=2, players=2, spins_per_turn="per_piece")
    play.push("5/29")
    assert (play.over, winner(play)) == (True, "A")


WHO_FALLS: list[tuple[str, str, str, str]] = [  # before, the spinning player, after, who is lost
    ("18: C1 | Bg+B2", "C", "18: Bg", "B2 C1"),  # Massacre, before anything said of hostages
    ("18: Bg | A1+A2", "B", "18: Bg", "A1 A2"),
    ("18: C1 | Bg | A1", "D", "18: Bg", "A1 C1"),
    ("18: A1", "A", "", "A1"),
    ("20: C1 | B1 | A1", "C", "20: C1 | B1", "A1"),  # the spinning player's hostage, not the topmost
    ("20: C1 | B1 | A1", "B", "20: C1 | B1", "A1"),
    ("20: Cg | A1+A2", "C", "20: Cg | A2", "A1"),
    ("20: Cg | A1+A2+A3", "C", "20: Cg | A2+A3", "A1"),
    ("20: C1 | Bg+B3", "C", "20: Bg | C1", "B3"),
    ("20: C1 | B1 | A1", "A", "20: C1 | A1", "B1"),  # the topmost hostage
    ("20: C1 | B1 | A1", "D", "20: C1 | A1", "B1"),
    ("20: B1 | C1 | Ag+A2", "D", "20: B1 | Ag+A2", "C1"),
    ("20: B1+B2+B3", "B", "20: B2+B3", "B1"),  # one family
    ("20: Bg+B2+B5", "A", "20: Bg+B5", "B2"),
    ("20: Bg+B2", "B", "20: Bg", "B2"),
]


@pytest.mark.parametrize(("board", "by", "after", "fallen"), WHO_FALLS)
def test_R23_who_falls(board: str, by: str, after: str, fallen: str) -> None:
    for turned in (0, 24):  # either of the two spaces
        space, groups = board.split(": ")
        play = at(f"{(int(space) + turned) % 48}: {groups}", by, spins=1)
        play.push(f"{int(space) % 24}")
        expected = after.replace(f"{space}:", f"{(int(space) + turned) % 48}:")
        assert (track(play), lost(play), out(play)) == (expected, fallen, "")


@pytest.mark.parametrize(("board", "by"), [("20: Bg", "B"), ("20: Bg", "A"), ("18: Bg", "C"), ("20: Bg | A1", "C")])
def test_R23_a_godfather_falls(board: str, by: str) -> None:
    play = at(board, by, spins=1)
    play.push(board[:2])
    assert (out(play), lost(play)) == ("B", "")
    assert [play.game.text.out(play.s, play.o, seat) for seat in range(4)] == [False, True, False, False]


def test_R24_spaces_are_put_in_order_before_players_go_out() -> None:
    play = at("20: A1 | Bg+B2; 44: Cg; 30: D1 | C1", spins=1)
    play.push("20/44")
    kinds = [event.kind for event in play.events]
    order = [Event.SPINS, Event.STRIKES, Event.DIES, Event.REVERSES, Event.GOES_OUT, Event.RELEASES]
    assert kinds == order
    assert track(play) == "20: Bg | A1; 30: D1"


# End of the game


def test_R25_home_wins_at_once_without_a_spin() -> None:
    play = at("1: A1; 44: Ag", dice="51")
    play.push("s1>2[1] g44>H[5]")
    assert (play.over, winner(play), track(play)) == (True, "A", "2: A1")
    play = at("1: A1; 44: Ag", dice="51")
    play.push("g44>H[5]")
    assert (play.over, winner(play)) == (True, "A"), "the other die is dropped"


def test_R26_a_player_who_is_out_loses_all_men_and_hostages_are_released() -> None:
    board = "20: Bg; 25: C1 | B1; 26: B2 | D1; 27: Ag | D2 | B3; 28: C2 | B4 | A1; 5: C3 | Dg | B5"
    play = at(board, spins=1)
    play.push("20/44")
    assert track(play) == "5: Dg | C3; 25: C1; 26: D1; 27: Ag | D2; 28: C2 | A1"
    assert (out(play), [play.s.pos[1, slot] for slot in range(9)]) == ("B", [LOST] * 9)
    play.push("62")
    assert turn(play) == "C"


def test_R27_the_last_one_alive_wins() -> None:
    play = at("20: Bg; 3: A1", out="C D", spins=1)
    play.push("20/44")
    assert (play.over, winner(play)) == (True, "A")
    play = at("20: Bg; 3: A1", "B", out="C D", spins=1)
    play.push("20/44")
    assert (play.over, winner(play)) == (True, "A"), "also by another's own spin"
    assert play.score == pytest.approx((1, -1 / 3, -1 / 3, -1 / 3))


def test_R27_not_while_two_are_left() -> None:
    play = at("20: Bg; 3: A1", out="D", spins=1)
    play.push("20/44")
    assert (play.over, turn(play)) == (False, "C")


def test_R28_all_at_once_is_a_draw() -> None:
    play = at("20: Bg; 44: Ag", out="C D", spins=1)
    play.push("20/44")
    assert (play.over, winner(play), play.score) == (True, "", (0, 0, 0, 0))
    play = at("20: Bg; 44: Ag", out="D", spins=1)
    play.push("20/44")
    assert (play.over, winner(play)) == (True, "C")
    assert [play.s.out[seat] for seat in range(4)] == [2, 2, 0, 1], "those of one spin together"


def test_R29_the_turn_limit_is_a_draw() -> None:
    play = at("20: Ag", turns=6, turn_limit=7, out="D", dice="21")
    play.push("g20>23[2+1]")
    assert not play.over
    play.push("21 sH>14[2+1] 5/29")
    assert (play.over, winner(play), play.score, play.s.turns) == (True, "", (0, 0, 0, 0), 7)


def test_R29_passed_turns_are_counted() -> None:
    play = at("20: Ag | B1", lost=ALL_OF_A, turns=7, turn_limit=7)
    play.push("21")
    assert play.over
    assert said(play)[-1] == "7 turns have been played: the game is drawn."


def test_R29_a_win_in_the_last_turn_is_a_win() -> None:
    play = at("44: Ag", turns=7, turn_limit=7, dice="51")
    play.push("g44>H[5]")
    assert winner(play) == "A"


@pytest.mark.parametrize(("players", "others"), [(2, -1), (3, -1 / 2), (4, -1 / 3)])
def test_score_the_others_share_minus_1(players: int, others: float) -> None:
    play = at("44: Ag", dice="51", players=players)
    play.push("g44>H[5]")
    assert play.score == pytest.approx((1, *[others] * (players - 1)))
