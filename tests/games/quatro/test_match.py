"""The end of a game, its payments, and matches: R17, R21, R23 of the page."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.options import sample_options
from parlour.engine.play import Play
from parlour.engine.wording import count
from parlour.games.quatro import GAME
from parlour.games.quatro.board import BOARDS
from parlour.games.quatro.state import Phase
from tests.form import samples
from tests.games.quatro.kernel import read_state
from tests.games.quatro.late import late_men
from tests.games.quatro.tabletop import at, men, new, payments, said, words
from tests.oracles import quatro as oracle

PAGE = json.loads((Path(__file__).parent / "vectors.json").read_text())


@pytest.mark.parametrize("case", PAGE["scoring"], ids=lambda case: str(case["men"]))
def test_R21_Q23_what_a_loser_pays(case: dict[str, Any]) -> None:
    play = at(f"A=1:1,off:10 B={case['men'].replace(' ', ',')} D=8:10,off:1 C=8:10,off:1 turn=A dice=21")
    play.push("1/off")
    assert payments(play) == {"A": case["value"] + 2, "B": -case["value"], "C": -1, "D": -1}
    assert f"Black pays Red {count(case['value'], 'point')}." in said(play)


@pytest.mark.parametrize(
    ("loser", "value"), [("18:1,9:10", 2), ("19:1,9:10", 3), ("27:1,9:10", 3), ("28:1,9:10", 4), ("36:1,9:10", 4)]
)
def test_Q23_home_counts_as_board_one(loser: str, value: int) -> None:
    play = at(f"D=2:1,off:10 C={loser} A=8:11 turn=D dice=65")
    play.push("6=2/off")
    assert payments(play)["C"] == -value
    assert payments(play)["A"] == -2


@pytest.mark.parametrize(
    ("ruleset", "loser", "value"),
    [
        ("backgammon", "27:1,9:14", 2),
        ("backgammon", "28:1,9:14", 3),
        ("backgammon", "bar:1,9:14", 3),
        ("backgammon", "bar:1,9:13,off:1", 1),
        ("backgammon24", "18:1,6:14", 2),
        ("backgammon24", "19:1,6:14", 3),
        ("backgammon24", "bar:1,6:14", 3),
        ("backgammon24", "24:1,6:13,off:1", 1),
    ],
)
def test_Q31_what_a_loser_pays_under_backgammons_rules(ruleset: str, loser: str, value: int) -> None:
    play = at(f"A=2:1,off:14 B={loser} turn=A dice=65", players=2, ruleset=ruleset)
    play.push("6=2/off")
    assert play.score == (value, -value)


def test_R21_Q24_the_game_ends_with_the_first_player_out() -> None:
    play = at("A=12:1,3:1,off:9 B=1:1,off:10 turn=A dice=66")
    play.push("12/6/off 3/off")
    assert play.over, "the fourth 6 lapses"
    assert said(play)[1:3] == ["Red has borne off every man.", "Red wins the game."]
    assert payments(play) == {"A": 5, "D": -2, "C": -2, "B": -1}, "no second place: B was one man away and pays too"


def test_R21_the_cube_multiplies_every_payment() -> None:
    play = at("A=1:1,off:10 B=35:1,9:10 D=9:10,off:1 turn=A dice=52 cube=16 last=D", cube=True)
    play.push("5=1/off")
    assert payments(play) == {"A": 112, "B": -64, "D": -16, "C": -32}
    assert play.score == (112, -16, -32, -64)
    assert said(play)[-1] == "The end. Points: Red +112, Blue −16, Yellow −32, Black −64."


def ending(tally: str, winner: str, loser_values: dict[str, int], match: dict[str, Any], game: int = 0) -> Play:
    """The last roll of a game of a match with this tally: the winner bears off, the others pay what is said."""
    places = {1: "9:10,off:1", 2: "9:11", 3: "20:1,9:10", 4: "bar:1,9:10"}
    men_of = " ".join(f"{board}={places[value]}" for board, value in loser_values.items())
    play = at(f"{winner}=1:1,off:10 {men_of} turn={winner} dice=21 tally={tally} game={game}", **match)
    play.push("1/off")
    return play


POINTS = {"match": "points", "match_target": 7}


def test_R23_points_until_a_tally_reaches_the_target() -> None:
    going = ending("0,6,0,0", "A", {"D": 1, "C": 2, "B": 3}, POINTS)
    assert not going.over, "6 and 6"
    assert words(going)["tally"] == "6,6,0,0"
    assert words(going)["phase"] == "starting"
    assert said(going)[-1] == "Game 2 begins."
    done = ending("1,6,0,0", "A", {"D": 1, "C": 2, "B": 3}, POINTS)
    assert done.over
    assert done.score == (7, 6, 0, 0)


def test_R23_several_reach_it_and_the_highest_wins() -> None:
    play = at(
        "A=1:1,off:10 D=gone turn=A dice=21 cube=2 last=B received=0,0,0,3 paid=0,3,0,0 tally=4,0,0,5",
        cube=True,
        decline_cost="by_position",
        **POINTS,
    )
    play.push("1/off")
    assert play.over
    assert play.score == (12, 0, 0, 8)


def test_R23_a_tie_plays_on() -> None:
    play = at(
        "A=1:1,off:10 D=gone turn=A dice=21 cube=2 last=B received=0,0,0,3 paid=0,3,0,0 tally=0,0,0,5",
        cube=True,
        decline_cost="by_position",
        **POINTS,
    )
    play.push("1/off")
    assert not play.over, "8 and 8"
    assert words(play)["tally"] == "8,0,0,8"
    assert words(play)["game"] == "1"


def test_R23_a_series_is_a_number_of_games_and_ties_share() -> None:
    series = {"match": "series", "match_target": 2}
    first = ending("0,0,0,0", "A", {"D": 2, "C": 2, "B": 2}, series)
    assert not first.over
    second = ending("6,0,0,0", "D", {"A": 2, "C": 2, "B": 2}, series, game=1)
    assert second.over
    assert second.score == (6, 6, 0, 0)


@pytest.mark.parametrize(("tally", "expected"), [("won", "9,0,0,0"), ("net", "9,-2,-4,-3")])
def test_R23_the_tally_is_received_or_received_less_paid(tally: str, expected: str) -> None:
    play = ending("0,0,0,0", "A", {"D": 2, "C": 4, "B": 3}, {"match": "series", "match_tally": tally})
    assert words(play)["tally"] == expected


def test_R23_declined_doubles_count_in_the_tally() -> None:
    for tally, expected in (("won", "3,0,0,0"), ("net", "3,-1,-1,-1")):
        play = new(cube=True, match="series", match_tally=tally)
        play.push("start:A dbl2 drop drop drop")
        assert words(play)["tally"] == expected


def test_R23_a_team_has_one_tally() -> None:
    for tally, expected in (("won", "4,0,4,0"), ("net", "4,-4,4,-4")):
        match = {"teams": True, "match": "points", "match_tally": tally}
        play = ending("0,0,0,0", "C", {"D": 2, "A": 2, "B": 2}, match)
        assert words(play)["tally"] == expected
        assert not play.over
    play = ending("4,6,4,6", "C", {"D": 2, "A": 2, "B": 2}, {"teams": True, **POINTS})
    assert play.over, "partners are no rivals: their equal tallies are no tie"
    assert play.score == (8, 6, 8, 6)


def test_R23_Q30_every_game_starts_afresh() -> None:
    play = new(cube=True, match="points", match_target=50)
    play.push("start:A dbl2 take drop take 21: 36/35 36/34")
    play.push("dbl4 drop drop")
    assert words(play)["tally"] == "1,4,0,0"
    assert (play.s.cube, play.s.last, play.s.rolls) == (1, -1, 0)
    assert [men(play, board) for board in BOARDS] == ["36:2,25:3,15:3,9:3"] * 4, "who withdrew is back"
    assert {o.notation for o in play.outcomes} == {"start:A", "start:D", "start:C", "start:B"}
    play.push("start:C")
    assert {action.notation for action in play.legal} == {"roll", "dbl2"}, "no Crawford rule"


def test_R17_Q10_three_players_rotate_through_the_odd_board() -> None:
    play = new(players=3, match="series", match_target=6, turn_cap=1)
    play.push("seats:CAB")  # player 1 has C, player 2 has A, player 3 has B
    seatings, starters = [], []
    while not play.over:
        seatings.append(
            "".join(BOARDS[board] for seat in range(3) for board in range(4) if play.s.player[board] == seat)
        )
        starters.append(play.to_move if not play.at_chance else int(play.s.turn))
        play.push("21:")
        game = play.s.game
        while not play.over and play.s.game == game:
            play.push(play.legal_codes()[0])
    assert seatings == ["CAB", "BCA", "ABC"] * 2, "clockwise A, C, B: everybody moves on by one"
    assert starters == [2, 0, 1] * 2, "each has the odd board once in three games"


@pytest.mark.parametrize(
    ("options", "players"),  # who sits at A, D, C, B in the second game
    [
        ({}, "4,1,2,3"),
        ({"teams": True}, "4,1,2,3"),  # partners stay partners: players 1 and 3, 2 and 4
        ({"players": 2}, "2,-,-,1"),
        ({"players": 2, "pairing": "CD"}, "-,2,1,-"),
    ],
)
def test_Q10_two_or_four_rotate_only_if_asked(options: dict[str, Any], players: str) -> None:
    for rotation, expected in (({"seat_rotation": "cyclic"}, players), ({}, "")):
        play = new(match="series", turn_cap=1, **options, **rotation)
        play.push(play.outcomes[0].code)
        play.push("21: 36/35 36/34")
        assert words(play)["game"] == "1"
        assert words(play).get("players", "") == expected


def test_turn_cap_voids_a_game_and_gives_everything_back() -> None:
    play = new(cube=True, turn_cap=2)
    play.push("start:A dbl2 take drop take 21: 36/35 36/34")
    assert payments(play) == {"A": 1, "D": 0, "C": -1, "B": 0}
    play.push("roll 21: 36/35 36/34")
    assert play.over
    assert said(play)[1:] == [
        "The limit of 2 rolls is reached: the game is void and nobody pays.",
        "The end. Points: Red +0, Blue +0, Yellow +0, Black +0.",
    ]
    assert play.score == (0, 0, 0, 0)


def test_turn_cap_counts_forfeits_and_a_void_game_counts_in_a_series() -> None:
    play = at("A=20:1,off:10 B=25:2,23:2,21:2,19:2,9:3 turn=A dice=22 rolls=5", match="series", turn_cap=5)
    play.push("-")
    assert words(play)["game"] == "1"
    assert "tally" not in words(play)


# Whole matches under random options


@pytest.mark.parametrize("part", range(samples(2, 6)))
def test_R21_R22_R23_random_matches(part: int) -> None:
    rng = random.Random(f"matches {part}")
    ended: Counter[str] = Counter()
    for _ in range(30):
        fixed = {
            "turn_cap": rng.choice((20, 40, 80)),
            "match": rng.choice(("points", "series")),
            "match_target": rng.randint(1, 12),
        }
        values = sample_options(GAME.options, rng, fixed, GAME.check)
        ended += play_match(Play(GAME, values), rng)
    assert min(ended[how] for how in ("borne off", "declined", "void")) > 0, ended


def play_match(play: Play, rng: random.Random) -> Counter[str]:
    """One match of at most twelve games, each begun late; returns how they ended."""
    values = play.values
    alone = Play(GAME, {**values, "match": "single"})  # where the last action of each game is tried once more
    tally = [0] * play.seats
    ended: Counter[str] = Counter()
    games = 0
    begun = -1
    expected: dict[int, int] = {}
    while not play.over and games < 12:
        if play.s.phase not in (Phase.SEATING, Phase.ORDERING, Phase.CHOOSING) and begun < games:
            begun = games
            boards = {int(play.s.player[board]): board for board in range(4) if play.s.player[board] >= 0}
            assert not games or boards == expected, f"boards after game {games}"
            expected = rotated(boards) if values["seat_rotation"] == "cyclic" else boards
            begin_late(play, rng)
        if play.at_chance:
            play.roll(rng)
            continue
        before, earlier = play.states.copy(), payments(play)
        code = rng.choice(play.legal_codes())
        play.push(code)
        if play.s.game == before["game"][0]:
            continue
        games += 1
        before["tally"] = 0
        alone.states[:] = before
        alone.push(code)
        ended[check_payments(alone, earlier)] += 1
        for seat in range(play.seats):
            lost = int(alone.s.paid[seat]) if values["match_tally"] == "net" else 0
            tally[seat] += int(alone.s.received[seat]) - lost
        assert [int(play.s.tally[seat]) for seat in range(play.seats)] == tally
        assert play.over == decided(values, tally, games)
    return ended


def begin_late(play: Play, rng: random.Random) -> None:
    """The game just begun, its men put where it will soon be over."""
    found = words(play)
    found |= late_men("".join(board for board in BOARDS if board in found), play.values, rng)
    play.place(" ".join(f"{name}={value}" for name, value in found.items()))


def rotated(boards: dict[int, int]) -> dict[int, int]:
    order = sorted(boards.values())
    return {seat: order[(order.index(board) + 1) % len(order)] for seat, board in boards.items()}


def check_payments(alone: Play, earlier: dict[str, int]) -> str:
    """The payments of a finished game against the second reading; returns how it ended."""
    values, paid = alone.values, payments(alone)
    assert alone.over
    assert sum(paid.values()) == 0
    assert alone.score == tuple(alone.s.received[seat] - alone.s.paid[seat] for seat in range(alone.seats))
    reading = {"quatro": oracle.quatro, "backgammon": oracle.backgammon, "backgammon24": oracle.backgammon24}[
        values["ruleset"]
    ](teams=values["teams"], team_win=values["team_win"])
    final = read_state(alone.states, alone.options)
    won_by = oracle.winner(final, reading)
    if won_by:
        assert paid == oracle.payments(final, won_by, reading, int(alone.s.cube), earlier)
        return "borne off"
    if any("the game is void" in sentence for sentence in said(alone)):
        assert alone.s.rolls == values["turn_cap"]
        assert set(paid.values()) == {0}
        return "void"
    assert values["cube"]
    return "declined"  # test_cube.py follows these


def decided(values: dict[str, Any], tally: list[int], games: int) -> bool:
    """R23, read once more."""
    if values["match"] == "series":
        return bool(games == values["match_target"])
    sides = tally[:2] if values["teams"] else tally
    best = max(sides)
    return bool(best >= values["match_target"] and sides.count(best) == 1)


def test_R17_who_sits_where_next_is_announced() -> None:
    play = new(players=3, match="series", cube=True)
    play.push("seats:CBA dbl2 drop drop")
    told = [event.sentence for event in play.events]
    at = told.index("Game 2 begins.")
    assert sorted(told[at + 1 : at + 4]) == [
        "Player 1 plays Black, home board B.",
        "Player 2 plays Red, home board A.",
        "Player 3 plays Yellow, home board C.",
    ]
