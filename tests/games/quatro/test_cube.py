"""The doubling cube: R20 and the vectors C1 to C6 of the page, and random cube play against the second reading."""

import random
from typing import Any

import pytest

from parlour.engine.play import IllegalAction, Play
from parlour.games.quatro import GAME
from parlour.games.quatro.board import BOARDS
from parlour.games.quatro.state import Phase
from tests.games.quatro.kernel import options_for, read_state
from tests.games.quatro.late import late_position
from tests.games.quatro.tabletop import at, men, moves, new, order_of_play, payments, said, words
from tests.oracles import quatro as oracle

DOUBLED = "start:A dbl2 take drop take"  # C1: D accepts, C declines, B accepts


def opened(opening: str, **options: Any) -> Play:
    play = new(cube=True, **options)
    play.push(opening)
    return play


def test_Q36_the_cube_is_off_unless_asked_for() -> None:
    play = new()
    play.push("start:A")
    assert play.at_chance
    with pytest.raises(IllegalAction, match="'dbl2' cannot be played here: expected an outcome"):
        play.push("dbl2")


def test_R20_the_value_starts_at_one_and_is_doubled() -> None:
    play = opened("start:A")
    assert play.s.cube == 1
    for value in (2, 4, 8, 16, 32, 64):
        play.push(f"dbl{value} take take take")
        assert said(play)[-1].endswith(f"now holds the cube at {value}.")
        assert play.s.cube == value
        order_of_play(play, 1)
    assert play.at_chance, "64 is the highest"


@pytest.mark.parametrize("cap", [2, 4, 8, 16, 32, 64])
def test_R20_C4_nobody_doubles_at_the_cap(cap: int) -> None:
    for board in BOARDS:
        last = "C" if board == "A" else "A"
        with pytest.raises(ValueError, match=f"{board} may not double here"):
            at(f"turn={board} cube={cap} last={last} phase=doubling", cube=True, cube_cap=cap)
    play = at(f"turn=D phase=moving dice=21 cube={cap} last=C", cube=True, cube_cap=cap)
    play.push("9/7 9/8")
    assert play.at_chance, "the next player is not asked"
    if cap > 2:
        below = at(f"turn=D phase=moving dice=21 cube={cap // 2} last=A", cube=True, cube_cap=cap)
        below.push("9/7 9/8")
        assert moves(below) == {"roll", f"dbl{cap}"}


def test_R20_only_the_player_on_turn_before_his_roll_and_from_his_first_turn() -> None:
    play = opened("start:B")
    assert play.to_move == 3
    assert moves(play) == {"roll", "dbl2"}
    play.push("roll 21:")
    assert not moves(play) & {"dbl2", "roll"}
    play.push("36/34 36/35")
    assert play.to_move == 0
    assert moves(play) == {"roll", "dbl2"}


def test_R20_Q27_the_others_answer_one_after_another_clockwise() -> None:
    play = opened("start:C")
    play.push("dbl2")
    assert said(play) == ["Yellow doubles to 2."]
    for board, seat, answer in (("B", 3, "take"), ("A", 0, "drop"), ("D", 1, "take")):
        assert (play.to_move, words(play)["asked"]) == (seat, board)
        assert moves(play) == {"take", "drop"}
        assert play.view().asked.endswith("turn: accept or decline Yellow's double to 2.")
        play.push(answer)
    assert words(play)["turn"] == "C"
    assert play.at_chance, "and the doubler rolls"


def test_R20_a_decliner_leaves_at_once_and_pays_the_doubler() -> None:
    play = at("A=bar:2,20:1,9:8 turn=D phase=doubling", cube=True)
    play.push("dbl2 take take drop")
    assert men(play, "A") == "gone"
    assert all(play.s.owner[k] != 0 for k in range(36))
    assert play.s.bar[0] == 0
    assert payments(play) == {"A": -1, "D": 1, "C": 0, "B": 0}


def test_R20_the_cube_lies_at_the_doublers_board_afterwards() -> None:
    play = opened("start:D")
    play.push("dbl2 take take take")
    assert words(play)["last"] == "D"
    assert said(play)[-1] == "Blue now holds the cube at 2."


@pytest.mark.parametrize(
    ("cost", "paid"), [("single", {"C": -2, "B": -2, "A": -2}), ("by_position", {"C": -6, "B": -2, "A": -8})]
)
def test_R20_Q25_what_a_decline_costs(cost: str, paid: dict[str, int]) -> None:
    text = "A=bar:1,9:10 C=20:1,9:10 B=9:10,off:1 turn=D phase=doubling cube=2 last=A"
    play = at(text, cube=True, decline_cost=cost)
    play.push("dbl4")
    for board in "CBA":
        play.push("drop")
        assert payments(play)[board] == paid[board]
        paying = {"C": "Yellow", "B": "Black", "A": "Red"}[board]
        assert f"{paying} pays Blue {-paid[board]} points." in said(play)
    assert play.over
    assert play.score == (paid["A"], -sum(paid.values()), paid["C"], paid["B"])


def test_Q25_the_payment_stands_whoever_wins_later() -> None:
    play = at("A=1:1,off:10 D=9:11 turn=D phase=doubling", cube=True)
    play.push("dbl2 take drop take 21: 9/7 9/8")  # C takes, B declines and pays D
    assert payments(play) == {"A": 0, "D": 1, "C": 0, "B": -1}
    play.push("roll 21: 9/7 9/8")  # C
    play.push("roll 21: 1/off")  # A is out
    assert play.over
    assert payments(play) == {"A": 8, "D": 1 - 4, "C": -4, "B": -1}


def test_Q34_who_withdrew_owes_the_winner_nothing_more() -> None:
    play = at("A=1:1,off:10 C=gone turn=A dice=21 cube=2 last=B paid=0,0,1,0 received=0,0,0,1", cube=True)
    play.push("1/off")
    assert payments(play) == {"A": 8, "D": -4, "C": -1, "B": 1 - 4}
    assert play.score == (8, -4, -1, -3)


def test_Q26_the_last_doubler_waits_until_another_doubles() -> None:
    play = opened("start:A")
    play.push("dbl2 take take take")
    asked = ""
    for board in "ADCBADCB":
        assert words(play)["turn"] == board
        if not play.at_chance:
            asked += board
            play.push("roll")
        order_of_play(play, 1)
    assert asked == "DCBDCB", "all but A may double"


def test_Q26_with_two_players_this_is_ownership_of_the_cube() -> None:
    play = new(players=2, cube=True)
    play.push("start:A dbl2 take")
    order_of_play(play, 1)
    assert moves(play) == {"roll", "dbl4"}
    play.push("dbl4 take")
    order_of_play(play, 1)
    assert moves(play) == {"roll", "dbl8"}
    play.push("roll")
    order_of_play(play, 1)
    assert play.at_chance, "B doubled last"


def test_C1_a_decliner_leaves_and_the_game_goes_on() -> None:
    play = opened(DOUBLED)
    assert payments(play) == {"A": 1, "D": 0, "C": -1, "B": 0}
    assert (words(play)["cube"], words(play)["last"]) == ("2", "A")
    assert play.at_chance, "A may not double again yet, and rolls"
    play.push("21: 36/34 36/35")
    assert words(play)["turn"] == "D"
    end = "A=9:8,off:3 D=bar:1,9:10 C=gone B=1:1,off:10 turn=B dice=21 cube=2 last=A received=1,0,0,0 paid=0,0,1,0"
    play.place(f"{end} phase=moving")
    play.push("1/off")
    assert payments(play) == {"A": -1, "B": 10, "C": -1, "D": -8}


def test_C2_all_decline_and_the_doubler_wins() -> None:
    play = opened(DOUBLED)
    order_of_play(play, 1)
    play.push("roll")
    order_of_play(play, 1)
    assert words(play)["turn"] == "B"
    play.push("dbl4 drop")
    assert words(play)["asked"] == "D"
    play.push("drop")
    assert said(play)[:3] == ["Blue declines the double.", "Blue pays Black 2 points.", "Black wins the game."]
    assert play.over
    assert payments(play) == {"A": -1, "B": 4, "C": -1, "D": -2}
    assert play.score == (-1, -2, -1, 4)


def test_C3_after_another_doubles_the_first_may_again() -> None:
    play = opened("start:A")
    play.push("dbl2 take take take")
    order_of_play(play, 1)
    play.push("dbl4 take take take")  # D redoubles
    for board in "DCB":
        assert words(play)["turn"] == board
        if not play.at_chance:
            play.push("roll")
        order_of_play(play, 1)
    assert words(play)["turn"] == "A"
    assert moves(play) == {"roll", "dbl8"}


def test_C5_of_three_players_the_odd_board_doubles_first() -> None:
    play = opened("seats:ABC", players=3)
    assert words(play)["turn"] == "B"
    assert moves(play) == {"roll", "dbl2"}
    play.push("dbl2")
    assert words(play)["asked"] == "A"
    play.push("take")
    assert words(play)["asked"] == "C"
    play.push("take")
    assert play.s.cube == 2


def test_C6_Q28_the_first_accept_binds_the_team() -> None:
    play = opened("start:B", teams=True)
    play.push("dbl2")
    assert words(play)["asked"] == "A"
    play.push("drop")
    assert words(play)["asked"] == "C", "D, the partner, is not asked"
    assert men(play, "A") != "gone", "nobody withdraws alone"
    play.push("take")
    assert play.s.cube == 2
    assert [men(play, board) for board in "AC"] == ["36:2,25:3,15:3,9:3"] * 2
    assert play.at_chance


def test_C6_the_first_player_asked_may_bind_it_at_once() -> None:
    play = opened("start:B dbl2 take", teams=True)
    assert (play.s.cube, play.at_chance) == (2, True)


@pytest.mark.parametrize(("cost", "amount"), [("single", 2), ("by_position", 8)])
def test_C6_a_double_declined_by_the_whole_team(cost: str, amount: int) -> None:
    play = opened("start:B dbl2 drop drop", teams=True, decline_cost=cost)
    assert play.over
    assert payments(play) == {"A": -amount, "C": -amount, "B": amount, "D": amount}


def test_Q28_the_last_doubler_is_a_team() -> None:
    play = opened("start:B dbl2 take", teams=True)
    order_of_play(play, 1)
    asked = ""
    for board in "ADCB":
        assert words(play)["turn"] == board
        if not play.at_chance:
            asked += board
            play.push("roll")
        order_of_play(play, 1)
    assert asked == "AC"


def test_Q28_who_is_out_is_not_asked_and_does_not_double() -> None:
    options = {"teams": True, "team_win": "both_out", "cube": True}
    play = at("A=off:11 turn=B phase=doubling", **options)
    play.push("dbl2")
    assert words(play)["asked"] == "C"
    play.push("drop")
    assert play.over
    assert payments(play) == {"A": -2, "C": -2, "B": 2, "D": 2}
    by_position = at("A=off:11 turn=B phase=doubling", decline_cost="by_position", **options)
    by_position.push("dbl2 drop")
    assert payments(by_position) == {"A": -3, "C": -3, "B": 3, "D": 3}, "1 for A, who is out, and 2 for C"
    turn = at("A=off:11 turn=B dice=21", **options)
    turn.push("9/7 9/8")
    assert words(turn)["turn"] == "D", "A has no turn any more"


# Random cube play against the second reading

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("ADCB", {}),
    ("ADCB", {"decline_cost": "by_position"}),
    ("ADCB", {"cube_cap": 4, "men": 13}),
    ("ACB", {}),
    ("DCB", {"decline_cost": "by_position", "cube_cap": 8}),
    ("AB", {}),
    ("CD", {"decline_cost": "by_position", "cube_cap": 2}),
    ("AD", {"men": 11}),
    ("AB", {"ruleset": "backgammon"}),
    ("AB", {"ruleset": "backgammon24", "decline_cost": "by_position"}),
    ("ADCB", {"teams": True}),
    ("ADCB", {"teams": True, "decline_cost": "by_position", "team_win": "both_out"}),
    ("ADCB", {"teams": True, "team_contact": "hostile", "cube_cap": 2}),
]


def oracle_rules(options: dict[str, Any]) -> oracle.Rules:
    given = {name: value for name, value in options.items() if name not in ("men", "ruleset")}
    make = {"backgammon": oracle.backgammon, "backgammon24": oracle.backgammon24}.get(
        options.get("ruleset", ""), oracle.quatro
    )
    return make(**given)


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_R20_random_cube_play_agrees_with_the_oracle(table: int) -> None:
    boards, options = TABLES[table]
    rng = random.Random(table)
    ended = {"declined": 0, "won": 0, "void": 0}
    for _ in range(16):
        men_each = options.get("men", 11 if len(boards) > 2 else 15)
        given = {name: value for name, value in options.items() if name != "men"}
        play = Play(GAME, options_for(boards, men_each, cube=True, turn_cap=60, **given))
        ended[play_game(play, oracle_rules(options), rng)] += 1
    assert ended["declined"]
    assert ended["won"]


def play_game(play: Play, reading: oracle.Rules, rng: random.Random) -> str:
    """One game, its cube followed by the second reading; returns how it ended."""
    play.place(late_position(play.values, rng))
    cube = oracle.Cube(reading)
    position = read_state(play.states, play.options)
    while not play.over:
        position = read_state(play.states, play.options)
        turn = words(play)["turn"]
        if play.s.phase == Phase.DOUBLING:
            assert cube.may_double(position, turn)
            doubles = rng.random() < 0.4
            play.push("roll" if not doubles else f"dbl{2 * cube.value}")
            if doubles:
                cube.double(position, turn)
        elif play.s.phase == Phase.ANSWERING:
            assert words(play)["asked"] == cube.waiting[0]
            accepts = rng.random() < 0.5
            play.push("take" if accepts else "drop")
            position = cube.answer(position, accepts)
            assert play.over or read_state(play.states, play.options) == position
            assert play.s.cube == cube.value
        elif play.at_chance:
            play.roll(rng)
        else:
            turns = play.s.turns
            play.push(rng.choice(play.legal_codes()))
            if play.s.turns != turns and play.at_chance:
                assert not cube.may_double(position, words(play)["turn"])
    final = read_state(play.states, play.options)
    if cube.over:
        assert payments(play) == cube.paid
        return "declined"
    won_by = oracle.winner(final, reading)
    earlier = cube.paid or dict.fromkeys((board for board in BOARDS if board in words(play)), 0)
    if not won_by:
        assert play.s.rolls == 60
        assert set(payments(play).values()) == {0}, "a void game gives everything back"
        return "void"
    assert payments(play) == oracle.payments(final, won_by, reading, cube.value, earlier)
    return "won"
