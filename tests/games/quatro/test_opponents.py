"""What Quatro's opponents know, judge and choose."""

import random
from typing import Any

import numpy as np
import pytest

from parlour.engine.bind import bind
from parlour.engine.contract import OVER
from parlour.engine.level import Level
from parlour.engine.play import Play
from parlour.engine.records import view_record
from parlour.engine.targets import PYTHON
from parlour.games.quatro import GAME, knowledge, stakes, standing
from parlour.games.quatro.knowledge import SEES_CUBE, SEES_HITS, SEES_TOUCHES
from parlour.games.quatro.opponents import levels
from parlour.search.bots import LevelBot
from parlour.search.knowledge import weighing_of
from parlour.search.line import Line
from parlour.search.thinker import Thinker
from tests.form import samples
from tests.games.quatro.met import traces
from tests.games.quatro.tabletop import at, ends, men

BACKGAMMON: dict[str, Any] = {"players": 2, "ruleset": "backgammon24"}
TWO: dict[str, Any] = {"players": 2}
SHOTS = (11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)  # rolls of 36 that hit a man 1 to 12 points away
PLAIN = bind(knowledge, PYTHON)
TERMS = knowledge.Term.words()
FIRST, *_, LAST = levels(GAME.settle("backgammon"))
HOME = "1:1,2:1,3:2,4:3,5:4,6:4"  # 65 pips, all men home
ALMOST_OFF = "A=24:1,6:5,5:5,4:4 B=2:1,off:14 turn=A dice=61"  # B bears off his last man unless he is hit


def terms(play: Play, board: str = "A") -> dict[str, float]:
    """The terms of a board's player."""
    found = np.zeros((play.seats, len(TERMS)))
    PLAIN.judge(play.s, play.o, found)
    seat = play.s.player["ADCB".index(board)]
    return dict(zip(TERMS, found[seat].tolist(), strict=True))


def shots(play: Play, board: str, v: int) -> int:
    return int(PLAIN.shots(play.s, play.o, "ADCB".index(board), v))


def chosen(level: Level, play: Play) -> str:
    """The next step of a level, as it is written."""
    return play.describe(LevelBot(GAME, play.values, "somebody", level).choose(play)).notation


def whole_turn(level: Level, play: Play) -> None:
    turn = play.s.turn
    while play.s.turn == turn and not play.at_chance and not play.over:
        play.push(chosen(level, play))


def seen(play: Play, sight: int) -> set[str]:
    """What somebody of that sight thinks of."""
    return {action.notation for action in play.legal if not PLAIN.overlooks(play.s, play.o, action.code, sight)}


@pytest.mark.parametrize("distance", range(1, 13))
def test_shots_at_a_man_so_far_away_are_those_of_the_backgammon_books(distance: int) -> None:
    play = at(f"A=20:1,off:14 B={5 + distance}:1,off:14 turn=B", **BACKGAMMON)
    assert shots(play, "B", 5) == SHOTS[distance - 1]
    quatro = at(f"A=32:1,off:14 B={5 + distance}:1,off:14 turn=B", **TWO)
    assert shots(quatro, "B", 5) == SHOTS[distance - 1]


def test_shots_over_closed_points_need_the_touch() -> None:
    play = at("A=20:1,19:2,14:2,off:10 B=12:1,off:14 turn=B", **BACKGAMMON)  # B's 6 and 11 are closed to 6-1
    assert shots(play, "B", 5) == 4
    quatro = at("A=32:1,31:2,26:2,off:10 B=12:1,off:14 turn=B", **TWO)
    assert shots(quatro, "B", 5) == 6


def test_men_on_the_bar_come_first() -> None:
    two = at("A=3:1,off:14 B=bar:2,9:1,off:12 turn=B", **BACKGAMMON)
    assert shots(two, "B", 22) == 11
    assert shots(two, "B", 7) == 0
    one = at("A=1:2,2:2,3:2,4:2,5:2,15:1,off:4 B=bar:1,12:1,off:13 turn=B", **BACKGAMMON)
    assert shots(one, "B", 10) == 2  # a 6 to come in, and the 2


def test_mobility_is_what_a_man_can_do_alone() -> None:
    walking, touching = knowledge.MOBILITY * 36 * 49 / 6  # pips of all 36 rolls together
    assert walking[0] == touching[0] == pytest.approx(294)
    prime, only_six_open = 0b111111_000000, 0b111110_111111
    assert walking[prime] == 0
    assert touching[prime] == pytest.approx(3 * 14 + 2 * 16 + 2 * 18 + 20 + 22 + 8 + 12 + 16 + 20 + 24)  # 7 and more
    assert walking[only_six_open] == pytest.approx(10 * 6 + 6)  # ten rolls with one 6, and 6-6 whose second is closed


def test_dice_in_hand_count_as_played() -> None:
    play = at("A=20:1,off:10 B=9:11 turn=A dice=53", **TWO, men=11)
    assert standing.pips_to_go(play.s, play.o, 0) == 12
    play.push(play.legal_codes()[0])
    assert play.s.steps == 1
    assert standing.pips_to_go(play.s, play.o, 0) == 12


def test_a_race_is_when_nobody_can_meet() -> None:
    for a, b, race in ((10, 14, True), (11, 15, False), (18, 18, False)):
        play = at(f"A={a}:1,off:14 B={b}:1,off:14 turn=A", **BACKGAMMON)
        assert standing.is_race(play.s, play.o) == race
    crossing: dict[str, Any] = {"players": 2, "pairing": "AD", "men": 11}
    for a, d, race in ((9, 9, True), (9, 11, False), (1, 20, False)):
        play = at(f"A={a}:1,off:10 D={d}:1,off:10 turn=A", **crossing)
        assert standing.is_race(play.s, play.o) == race


def test_a_mere_race_is_counted_in_pips() -> None:
    play = at("A=6:2,5:1,off:12 B=3:5,2:2,1:3,off:5 turn=A", **BACKGAMMON)  # 17 and 22 pips; 7 is the root of both + 10
    found, other = ({term: x for term, x in terms(play, board).items() if x} for board in "AB")
    assert found == pytest.approx({"off": 12 / 15, "sprint": -(17 - 49 / 12) / 7, "waste": -1 / 7})  # 4 is empty
    assert other == pytest.approx({"off": 5 / 15, "sprint": -22 / 7, "waste": -(3 + 2 + 1 + 2 * 2) / 7})


def test_terms_of_men_who_may_meet() -> None:
    play = at("A=20:2,13:5,8:3,6:5 B=24:1,13:5,8:4,6:5 turn=A", **BACKGAMMON)
    found, other = terms(play), terms(play, "B")
    assert (found["race"], other["race"]) == pytest.approx((-159 / (4 * 160**0.5), -151 / (4 * 160**0.5)))
    assert (found["roll"], other["roll"]) == (1, 0)
    assert (found["stack"], other["stack"]) == (-4 / 4, -5 / 4)
    assert (found["alone"], other["alone"]) == (0, -1)
    assert (found["anchor"], other["anchor"]) == pytest.approx((0.5 + 4 / 12, 0))
    hit = 22 / 36 * 159 / (151 + 5)  # 5, 7 or 12 points away, and B is a little ahead
    assert (found["danger"], other["danger"]) == pytest.approx((0, -hit / 20))
    assert (found["shut"], other["shut"]) == pytest.approx((0, -hit / 36))  # one of the six points is closed


def test_terms_of_men_behind_points() -> None:
    play = at("A=bar:1,24:1,8:2,7:2,6:3,5:2,4:2,1:2 B=23:1,13:5,8:4,6:3,3:2 turn=B", **BACKGAMMON)
    found, other = terms(play), terms(play, "B")
    assert (found["bar"], found["back"], found["front"]) == (-1, -1, 13 / 4)
    assert found["entry"] == pytest.approx(-4 / 36)  # two of the six points are closed
    assert found["prime"] == pytest.approx(9 / 16)  # 4 to 8
    assert (found["outer"], found["deep"]) == pytest.approx((2 / 3, -2 / 4))
    free = (14 + 9) / 294  # from 23 B goes on with 6-1 or, one pip, with any other 1
    assert other["home"] == pytest.approx(free * 2 / 3)
    assert other["rear"] == other["held"] == pytest.approx((free - 1) * 117 / (144 + 5))


def test_the_danger_of_a_single_man_is_his_way_times_the_chance() -> None:
    position = "A=18:1,6:2,off:12 B=13:1,6:2,off:12"  # A's man is B's 7, six points before 13
    lead = 25 / (30 + 5)  # A is behind and has less to lose
    play = at(f"{position} turn=B", **BACKGAMMON)
    assert terms(play)["danger"] == pytest.approx(-17 / 36 * 7 / 20 * lead)
    mine = at(f"{position} turn=A", **BACKGAMMON)
    assert terms(mine)["danger"] == 0
    assert terms(mine)["loose"] == pytest.approx(-17 / 36 * 7 / 20)


def test_partners_are_no_danger_to_each_other() -> None:
    position = "A=20:1,off:10 C=8:1,off:10 turn=C"
    assert terms(at(position, teams=True))["danger"] == 0
    assert terms(at(position, teams=True, team_contact="hostile"))["danger"] < 0


def test_judging_is_the_same_interpreted_and_compiled() -> None:
    rng = random.Random(3)
    for values, options, states in traces():
        line = Line(GAME, values)
        thinker = Thinker(GAME, values, capacity=256)
        plain = np.zeros((line.seats, len(TERMS)))
        for i in rng.sample(range(len(states)), min(len(states), 5)):
            if states["to_move"][i] == OVER:
                continue
            line.states[0] = states[i]
            compiled = thinker.judge(line)
            s, o = view_record(line.states), view_record(options)
            plain[:] = 0
            PLAIN.judge(s, o, plain)
            assert np.allclose(plain, thinker.weigh(line), rtol=0, atol=1e-9)
            points = np.zeros(4)
            PLAIN.worth(s, o, plain @ thinker.weights, points)
            assert np.allclose(points[: line.seats], compiled, rtol=0, atol=1e-9)
            assert np.isfinite(compiled).all()
            if values["match"] == "single":
                assert abs(sum(compiled)) < 1e-9
                assert max(map(abs, compiled)) <= 4 * 3 * 2 * s.cube
            elif values["match_tally"] == "won":
                assert min(compiled) >= 0


def test_every_kind_of_play_has_weights() -> None:
    assert tuple(knowledge.WEIGHTS) == TERMS
    assert {len(rows) for rows in knowledge.WEIGHTS.values()} == {5}
    small = weighing_of(GAME, GAME.encode(GAME.settle("backgammon")))
    assert small is not None
    assert small.weights.tolist() == [rows[standing.SMALL] for rows in knowledge.WEIGHTS.values()]


def race(other: str) -> Play:
    """B's men against A's 65 pips, and A may double."""
    return at(f"A={HOME} B={other} turn=A phase=doubling", cube=True, **BACKGAMMON)


@pytest.mark.parametrize(
    ("other", "doubles", "takes"),
    [
        ("1:2,2:2,3:3,4:3,5:3,6:2", False, True),  # 54 pips: A wins 37 in 100
        (HOME, False, True),  # 61
        ("2:1,3:2,4:3,5:4,6:5", True, True),  # 70 pips: 71
        ("4:2,5:6,6:7", True, False),  # 80 pips: 87
        ("5:3,6:12", True, False),  # 87 pips: 94
    ],
)
def test_the_strongest_doubles_when_well_ahead_and_takes_while_it_pays(other: str, doubles: bool, takes: bool) -> None:
    play = race(other)
    assert chosen(LAST, play) == ("dbl2" if doubles else "roll")
    play.push("dbl2")
    assert chosen(LAST, play) == ("take" if takes else "drop")


def test_who_owns_the_cube_is_worth_something() -> None:
    for mine, theirs, value in ((True, False, 0.17), (True, True, 0), (False, False, 0), (False, True, -0.17)):
        assert stakes.with_cube(0.5, 1, 1, 1, 1, mine, theirs, 0.68) == pytest.approx(value)
    assert stakes.with_cube(0.2, 1, 1, 1, 1, True, True, 1.0) == pytest.approx(-1), "a live cube is declined at a fifth"
    assert stakes.with_cube(0.8, 1, 1, 1, 1, True, True, 1.0) == pytest.approx(1)
    assert stakes.with_cube(1.0, 3, 1, 1, 1, True, True, 0.68) == pytest.approx(3), "too good to double"


@pytest.mark.parametrize(("position", "answer"), [("", "take"), ("A=1:3,off:8 D=29:11", "drop")])
def test_a_weak_seat_of_four_leaves_and_a_fair_one_stays(position: str, answer: str) -> None:
    play = at(f"turn=A phase=doubling {position}", cube=True)
    play.push("dbl2")
    assert chosen(LAST, play) == answer


def test_those_who_do_not_see_the_cube_never_double() -> None:
    play = race("5:3,6:12")
    unaware = [level for level in levels(play.values) if level.sight < SEES_CUBE]
    assert FIRST in unaware
    assert {chosen(level, play) for level in unaware} == {"roll"}


def test_sights() -> None:
    hit = at(ALMOST_OFF, **BACKGAMMON)
    assert seen(hit, 0) == {"24/18", "6/5", "5/4", "4/3"}
    assert seen(hit, SEES_HITS) == {"24/18", "6/5", "5/4", "4/3", "24/23*"}
    touch = at("A=20:1,19:1,off:9 B=22:2,20:1,9:8 turn=A dice=53")
    assert seen(touch, SEES_CUBE) == {"20/17*", "19/16", "19/14"}
    assert seen(touch, SEES_TOUCHES) == {"20/17*", "19/16", "19/14", "20/15~"}
    assert seen(race(HOME), SEES_HITS) == {"roll"}
    assert seen(race(HOME), SEES_CUBE) == {"roll", "dbl2"}


def test_a_partner_shares_what_the_other_wins() -> None:
    play = at("A=1:1,off:10 C=27:11 turn=A", teams=True)
    values = Thinker(GAME, play.values, capacity=256).judge(play)
    assert values[0] == values[2] == -values[1] == -values[3]
    assert values[0] > 3, "two doubles are nearly certain"


def test_the_strongest_wins_at_once() -> None:
    play = at("A=6:1,3:1,off:13 B=1:1,off:14 turn=A dice=63", **BACKGAMMON)
    assert ends(play) == {"A=off:15", "A=3:1,off:14"}
    whole_turn(LAST, play)
    assert play.score == (1, -1)


def test_the_strongest_hits_a_man_about_to_win_and_the_weakest_does_not_see_him() -> None:
    for level, left in ((LAST, "bar:1,off:14"), (FIRST, "2:1,off:14")):
        play = at(ALMOST_OFF, **BACKGAMMON)
        whole_turn(level, play)
        assert men(play, "B") == left


def test_the_strongest_makes_its_5_point_with_the_best_roll_to_open() -> None:
    play = at("A=24:2,13:5,8:3,6:5 B=24:2,13:5,8:3,6:5 turn=A dice=31", **BACKGAMMON)
    whole_turn(LAST, play)
    assert men(play, "A") == "24:2,13:5,8:2,6:4,5:2"


@pytest.mark.parametrize("preset", ["four", "three", "two", "teams", "cube", "backgammon36", "backgammon"])
def test_every_level_plays_legal_moves(preset: str) -> None:
    values = GAME.settle(preset, turn_cap=12, cube=True)
    bots = [LevelBot(GAME, values, level.line, level, seed=1) for level in levels(values)]
    line, rng = Line(GAME, values), random.Random(preset)
    for bot in samples(3, 10) * bots:
        while line.at_chance or line.over:
            if line.over:
                line = Line(GAME, values)
            else:
                line.draw(rng.random())
        code = bot.choose(line)
        assert code in line.legal_codes()
        line.push(code)
