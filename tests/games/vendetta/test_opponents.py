"""What Vendetta's opponents know, judge, overlook and choose."""

import random
from dataclasses import replace
from math import exp
from typing import Any

import numpy as np
import pytest

from parlour.engine.bind import bind
from parlour.engine.level import Level
from parlour.engine.play import Play
from parlour.engine.records import view_record
from parlour.engine.targets import PYTHON
from parlour.games.vendetta import knowledge
from parlour.games.vendetta.knowledge import SEES_HOME
from parlour.games.vendetta.opponents import RUNNING, TAKING, levels
from parlour.search.bots import LevelBot
from parlour.search.knowledge import weighing_of
from parlour.search.line import Line
from parlour.search.thinker import Thinker
from tests.games.vendetta.tabletop import GAME, LETTERS, at, r_of, track

PLAIN = bind(knowledge, PYTHON)
TWO: dict[str, Any] = {"players": 2}
THROWS = (11, 12, 13, 14, 15, 16, 6, 5, 4, 3, 2, 1)  # of 36 that count 1 to 12, as the page has them
FIRST, *_, LAST = levels(GAME.settle(**TWO))
ABOUT_TO_WIN = "20: Cg; 15: A1; 5: Ag"  # C's Godfather is five from home, and A1 five behind him
ALL_BUT_HOME = "44: Ag; 2: Cg; 13: A1; 18: A2"  # A's Godfather is five from home
KINDS: list[tuple[str, dict[str, Any]]] = [
    ("myth", {"players": 3, "soldiers": 4}),
    ("bloody", {"players": 4, "spins_per_turn": "per_piece"}),
    ("darkness", {"players": 2}),
    ("bloody", {"players": 2, "spin": "optional", "spins_per_turn": "per_piece"}),
    ("two", {"spin": "optional", "first_player": "seat0", "leader_on_silenced": "eliminated"}),
]


def terms(play: Play, letter: str = "A") -> dict[str, float]:
    """The terms of a family."""
    found = np.zeros((play.seats, knowledge.Term.SIZE))
    PLAIN.judge(play.s, play.o, found)
    return dict(zip(knowledge.Term.words(), found[LETTERS[play.seats].index(letter)].tolist(), strict=True))


def whole_turn(level: Level, play: Play, seed: int = 0) -> list[str]:
    """What a level plays until its turn is over, as people write it."""
    bot = LevelBot(GAME, play.values, "somebody", level, seed)
    mover, played = play.to_move, []
    while play.to_move == mover:
        code = bot.choose(play)
        played.append(next(action.notation for action in play.legal if action.code == code))
        play.push(played[-1])
    return played


@pytest.mark.parametrize("steps", range(1, 13))
def test_chances_are_those_of_the_page(steps: int) -> None:
    assert knowledge.CHANCES[1 << 12 - steps] * 36 == pytest.approx(THROWS[steps - 1])


def test_a_godfather_needs_so_many_turns() -> None:
    turns = knowledge.TURNS[0, 0]
    assert turns[49 + 1] == 0
    assert turns[48 + 1] == pytest.approx(36 / 11), "from the gate home is a 1"
    assert turns[43 + 1] == pytest.approx(36 / 16), "six steps are best of all"
    assert 9 < turns[0] < 10
    assert knowledge.COME[0, 0, 0] == 0
    assert knowledge.COME[1, 1, 50] == 1
    assert knowledge.TURNS[0, 1, 0] > turns[0], "where Silenced kills there are fewer ways"


def test_how_far_a_godfather_has_come() -> None:
    found = terms(at("0: Ag", progress={"Ag": 48}, **TWO))
    assert found["race"] == pytest.approx(1 - 36 / 11 / knowledge.TURNS[0, 0, 0])
    assert found["near"] == pytest.approx(exp(-36 / 11 / 3))


def test_at_the_start_all_is_even() -> None:
    found = terms(at(**TWO))
    assert (found["race"], found["men"]) == (0, 1)
    assert sum(abs(value) for name, value in found.items() if name not in ("men", "near")) == 0
    assert found == terms(at(**TWO), "C")


def test_an_enemy_behind_is_a_danger_if_he_throws_first() -> None:
    board = "30: Ag; 24: C1"  # C1 needs a 6, and a man from C's home a 7
    found = terms(at(board, turn="C", **TWO))
    assert (found["danger"], found["target"]) == pytest.approx((20 / 36, 1))
    assert terms(at(board, turn="A", **TWO))["danger"] == 0


def test_each_enemy_adds_to_the_danger() -> None:
    play = at("8: Ag; 3: B1; 1: C1", turn="B", players=3)
    assert terms(play)["danger"] == pytest.approx(1 - (1 - 15 / 36) * (1 - 6 / 36))
    play = at("8: Ag; 3: B1; 1: C1", turn="C", players=3)
    assert terms(play)["danger"] == pytest.approx(6 / 36), "B throws after A"


def test_a_guard_keeps_all_that_away() -> None:
    found = terms(at("30: Ag+A1; 24: C1", turn="C", **TWO))
    assert (found["danger"], found["target"]) == (0, 0)


def test_nobody_is_taken_on_silenced_but_the_spinner_reaches_him() -> None:
    found = terms(at("35: Ag; 30: C1", turn="C", **TWO))
    assert (found["danger"], found["target"]) == (0, 1)


def test_a_held_godfather_and_his_rescue() -> None:
    found = terms(at("20: Ag | C1; 15: A1", **TWO))
    assert (found["held"], found["locked"], found["target"]) == (1, 0, 1)
    assert found["rescue"] == pytest.approx(15 / 36)
    found = terms(at("20: Ag | C1+C2; 15: A1", **TWO))
    assert (found["held"], found["locked"], found["rescue"]) == (1, 1, 0)


def test_soldiers_left_and_held() -> None:
    play = at("20: A1 | C1; 15: A2; 10: C2", turn="C", lost="A7 A8", **TWO)
    own, other = terms(play), terms(play, "C")
    assert (own["men"], other["men"]) == (6 / 8, 1)
    assert (own["captives"], other["captives"]) == (1 / 4, 0)


def test_coming_home_with_the_next_throw_or_with_this_one() -> None:
    assert terms(at("44: Ag", turn="A", **TWO))["shot"] == pytest.approx(15 / 36)
    waiting = terms(at("44: Ag", turn="C", **TWO))
    assert (waiting["shot"], waiting["later"]) == pytest.approx((0, 15 / 36))
    thrown = terms(at("44: Ag", dice="32", **TWO))
    assert (thrown["hand"], thrown["shot"], thrown["dice"]) == pytest.approx((1, 0, 5 / 12))
    assert terms(at("44: Ag", dice="42", **TWO))["hand"] == 0
    held = terms(at("44: Ag | C1", dice="32", **TWO))
    assert (held["hand"], held["later"]) == (0, 0)


def test_half_a_turn_leaves_one_die() -> None:
    play = at("44: Ag", dice="51", **TWO)
    play.push("sH>0[1]")
    assert (terms(play)["hand"], terms(play)["dice"]) == pytest.approx((1, 5 / 12))
    play = at("44: Ag", dice="41", **TWO)
    play.push("g44>0[4]")
    assert (terms(play)["hand"], terms(play)["later"]) == pytest.approx((0, 11 / 36)), "he has moved already"


def test_posts_ahead_and_ambushes() -> None:
    assert terms(at("10: Ag; 15: A1", **TWO))["post"] == pytest.approx(15 / 36)
    assert terms(at("10: Ag; 16: A1", **TWO))["post"] == 0, "F.B.I. is not for him"
    assert terms(at("2: A1", **TWO))["post"] == pytest.approx(13 / 36), "from home a 3 is needed"
    assert terms(at("15: Ag; 20: C1; 22: C2", **TWO))["ambush"] == 3 / 8, "and those in home behind 24"


def test_a_spin_that_is_due() -> None:
    play = at("30: Ag; 3: Cg", spins=1, **TWO)
    assert (terms(play)["aimed"], terms(play, "C")["aimed"]) == (1, 1)
    assert terms(at("30: Ag; 3: Cg", **TWO))["aimed"] == 0
    assert terms(at("20: Ag | C1", turn="C", spins=1, **TWO))["aimed"] == 1
    assert terms(at("20: Ag | C1", turn="A", spins=1, **TWO))["aimed"] == 0, "his own spin strikes the captor"
    asked = at("30: Ag", spins=2, spin="optional", spins_per_turn="per_piece", **TWO)
    assert terms(asked)["aimed"] == 0
    asked.push("spin")
    assert terms(asked)["aimed"] == 2


def test_who_is_out() -> None:
    play = at("30: Ag", out="B", players=3)
    assert [terms(play, letter)["out"] for letter in "ABC"] == [0, 1, 0]
    assert sum(terms(play, "B").values()) == 1
    points = Thinker(GAME, play.values).judge(play)
    assert points[1] == pytest.approx(-1 / 2, abs=1e-3)


@pytest.mark.parametrize(("preset", "options"), KINDS)
def test_judging_is_the_same_compiled_and_interpreted(preset: str, options: dict[str, Any]) -> None:
    values = GAME.settle(preset, **options)
    thinker, rng = Thinker(GAME, values, capacity=1 << 10), random.Random(preset)
    o, seats = view_record(GAME.encode(values)), values["players"]
    own = np.zeros_like(thinker.weigh(Line(GAME, values)))
    phases = set()
    for _ in range(3):
        line = Line(GAME, values)
        while not line.over:
            points = thinker.judge(line)
            own[:] = 0
            PLAIN.judge(view_record(line.states), o, own)
            assert np.abs(own - thinker.weigh(line)).max() < 1e-9
            assert np.abs(own).max() <= 8
            assert sum(points) == pytest.approx(0, abs=1e-9)
            assert all(-1 / (seats - 1) - 1e-9 <= p <= 1 for p in points)
            phases.add(int(line.s.phase))
            if line.at_chance:
                line.draw(rng.random())
            else:
                line.push(rng.choice(line.legal_codes()))
    assert len(phases) >= 3


@pytest.mark.parametrize("level", levels(GAME.settle(**TWO)), ids=lambda level: level.line)
def test_everybody_comes_home_when_he_can(level: Level) -> None:
    play = at(ALL_BUT_HOME, dice="32", **TWO)
    assert whole_turn(level, play) == ["g44>H[3+2]"]
    assert play.score == (1, -1)


def test_the_strongest_keeps_the_die_that_brings_him_home() -> None:
    play = at(ALL_BUT_HOME, dice="51", **TWO)
    assert whole_turn(LAST, play)[-1] == "g44>H[5]"
    assert play.score == (1, -1)


def test_the_strongest_takes_a_godfather_about_to_win() -> None:
    play = at(ABOUT_TO_WIN, dice="51", **TWO)
    assert terms(play, "C")["later"] == pytest.approx(15 / 36)
    whole_turn(LAST, play)
    assert "20: Cg | A1" in track(play)
    assert terms(play, "C")["shot"] == 0


def test_a_beginner_lets_him_go() -> None:
    for seed in range(6):
        play = at(ABOUT_TO_WIN, dice="51", **TWO)
        whole_turn(FIRST, play, seed)
        assert (r_of(play, "Ag"), r_of(play, "A1")) == (5, 15), "only those in home are moved"
        assert terms(play, "C")["shot"] == pytest.approx(15 / 36)


def test_a_lone_godfather_in_reach_runs_or_is_joined() -> None:
    board = "29: Ag; 24: C1; 27: A1"
    play = at(board, dice="21", **TWO)
    whole_turn(LAST, play)
    assert terms(play)["danger"] == 0
    careless = at(board, dice="21", **TWO)
    assert whole_turn(Level("sees no danger", TAKING), careless) == ["g29>32[2+1]"]
    assert terms(careless)["danger"] == pytest.approx(9 / 36), "an 8 or a 9"


def test_beginners_bring_everybody_out_first() -> None:
    board = "13: Ag; 24: A1"
    play = at(board, dice="52", **TWO)
    out = {"sH>4[5]", "sH>1[2]", "sH>6[5+2]"}
    assert {a.notation for a in play.legal if not PLAIN.overlooks(play.s, play.o, a.code, SEES_HOME)} == out
    beginners = [level for level in levels(play.values) if level.sight == SEES_HOME]
    assert FIRST in beginners
    for level in beginners:
        assert set(whole_turn(level, at(board, dice="52", **TWO))) < out, level.line
    assert whole_turn(Level("runs", RUNNING), play) == ["g13>20[5+2]"]


def test_a_beginner_moves_the_others_when_all_are_out() -> None:
    board = "13: Ag; 24: A1; 1: A2+A3+A4; 2: A5+A6+A7; 4: A8"
    play = at(board, dice="52", **TWO)
    assert all(PLAIN.overlooks(play.s, play.o, action.code, SEES_HOME) for action in play.legal)
    assert whole_turn(Level("runs", RUNNING, SEES_HOME), play) == ["g13>20[5+2]"]


def test_nothing_is_overlooked_by_the_strongest_nor_outside_a_move() -> None:
    play = at("20: Ag", dice="52", **TWO)
    assert not any(PLAIN.overlooks(play.s, play.o, action.code, LAST.sight) for action in play.legal)
    asked = at("20: Ag", spins=1, spin="optional", **TWO)
    assert not any(PLAIN.overlooks(asked.s, asked.o, action.code, SEES_HOME) for action in asked.legal)


@pytest.mark.parametrize(("preset", "options"), KINDS)
def test_every_level_plays_on_to_the_end(preset: str, options: dict[str, Any]) -> None:
    values = GAME.settle(preset, turn_limit=60, **options)
    cut = [replace(level, simulations=min(level.simulations, 20)) for level in levels(values)]
    bots = [LevelBot(GAME, values, str(number), level, seed=number) for number, level in enumerate(cut)]
    rng = random.Random(preset)
    for first in range(0, len(bots), values["players"]):
        line = Line(GAME, values)
        while not line.over:
            if line.at_chance:
                line.draw(rng.random())
                continue
            code = bots[(first + line.to_move) % len(bots)].choose(line)
            assert code in line.legal_codes()
            line.push(code)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_number_of_seats_has_its_weights(players: int) -> None:
    values = GAME.settle(players=players)
    known = weighing_of(GAME, GAME.encode(values))
    assert known is not None
    assert known.weights.tolist() == [row[players - 2] for row in knowledge.WEIGHTS.values()]
    assert known.weights[known.terms.index("out")] < -5


@pytest.mark.parametrize(("theme", "leader"), [("mafia", "Godfather"), ("myth", "King")])
def test_reasons_call_the_leader_as_the_board_does(theme: str, leader: str) -> None:
    assert GAME.opponents
    reasons = GAME.opponents.reasons_under(GAME.settle(theme=theme))
    assert reasons["held"] == (f"frees its {leader}", f"takes another's {leader} hostage")
    assert not any("leader" in words for pair in reasons.values() for words in pair)
