"""Who plays, by name and by number, and how they choose."""

import random
from collections import Counter
from math import exp
from typing import Any

import pytest

import parlour
from parlour.engine.game import Game
from parlour.engine.level import Level
from parlour.engine.play import Play
from parlour.search.bots import CAST, Bot, LevelBot, UnknownBot, bot_names, waver
from parlour.search.glance import GlanceBot, can_glance
from parlour.search.knowledge import levels_of
from parlour.search.line import Line
from parlour.search.seating import new_bot
from parlour.search.thinker import Candidate, Thinker
from tests.search import crosses, dash
from tests.search.dash.rules import RUN, SPURT, TRIP, WALK

DASH = dash.GAME.settle()
CROSSES = crosses.GAME.settle()


def at(game: Game, values: Any, *codes: int) -> Line:
    line = Line(game, values)
    for code in codes:
        line.push(code)
    return line


def level_bot(game: Game, values: Any, name: str, **settings: Any) -> LevelBot:
    bot = new_bot(game, values, name, **settings)
    assert isinstance(bot, LevelBot)
    return bot


# Names


def test_a_game_s_own_opponents_go_by_the_first_names() -> None:
    assert bot_names(dash.GAME, DASH) == ("random", "pip", "dora", "albert")
    assert bot_names(dash.GAME, dash.GAME.settle(None, rounds=1)) == ("random", "pip")


def test_a_game_without_opponents_has_the_whole_cast() -> None:
    assert bot_names(crosses.GAME, CROSSES) == ("random", *CAST)
    simulations = [level.simulations for level in levels_of(crosses.GAME, CROSSES)]
    assert simulations == sorted(set(simulations))
    assert crosses.GAME.opponents is None


@pytest.mark.parametrize(("name", "number"), [("pip", 1), ("dora", 2), ("albert", 3)])
def test_names_and_numbers_mean_the_same(name: str, number: int) -> None:
    level = levels_of(dash.GAME, DASH)[number - 1]
    assert level_bot(dash.GAME, DASH, name).level == level
    assert level_bot(dash.GAME, DASH, str(number)).level == level
    assert level_bot(dash.GAME, DASH, name).name == name


@pytest.mark.parametrize("name", ["0", "4", "-1", "1.0", "edwin", "octavia", "", "nobody"])
def test_unknown_names_are_answered_with_who_plays(name: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        new_bot(dash.GAME, DASH, name)
    assert caught.value.args == (f"nobody called {name!r} plays Dash: expected random, pip, dora, albert",)


def test_levels_depend_on_the_options() -> None:
    with pytest.raises(UnknownBot, match=r"nobody called 'dora' plays Dash: expected random, pip$"):
        new_bot(dash.GAME, dash.GAME.settle(None, rounds=1), "dora")


def test_a_level_s_knowledge_and_sight_are_its_thinker_s() -> None:
    bot = level_bot(dash.GAME, DASH, "pip")
    assert bot.thinker.weights.tolist() == [0.5, 0.0]
    assert bot.thinker._spaces[0].settings[0]["sight"] == 0
    keen = LevelBot(dash.GAME, DASH, "keen", Level("keen"))
    assert keen.thinker.weights.tolist() == [0.5, -0.6]
    with pytest.raises(ValueError, match="no such terms: luck; expected some of ground, fallen"):
        LevelBot(dash.GAME, DASH, "lucky", Level("goes by luck", knows=("luck",)))


# Choices


def everybody() -> list[tuple[Game, Any, str]]:
    found = [(dash.GAME, DASH, name) for name in bot_names(dash.GAME, DASH)]
    return found + [(crosses.GAME, CROSSES, name) for name in ("random", "pip", "albert", "octavia")]


@pytest.mark.parametrize(
    ("game", "values", "name"), everybody(), ids=lambda part: part if isinstance(part, str) else ""
)
def test_whole_plays_are_legal_and_repeatable(game: Game, values: Any, name: str) -> None:
    def play(seed: int, bot: Bot) -> list[int]:
        bot.begin(seed)
        line, rng = Line(game, values), random.Random(7)
        while not line.over:
            if line.at_chance:
                line.draw(rng.random())
                continue
            chosen = bot.choose(line)
            assert chosen in line.legal_codes()
            line.push(chosen)
        return line.codes

    bot = new_bot(game, values, name, seed=3)
    first = [play(seed, bot) for seed in range(3)]
    assert [play(seed, bot) for seed in range(3)] == first
    assert [play(seed, new_bot(game, values, name)) for seed in range(3)] == first


@pytest.mark.parametrize("name", ["random", "pip", "dora"])
def test_bots_leave_the_play_alone(name: str) -> None:
    play = Play(dash.GAME, DASH)
    play.push("run spurt")
    before, state = play.states.tobytes(), random.getstate()
    bot = new_bot(dash.GAME, DASH, name, seed=1)
    assert bot.choose(play) == bot.choose(play)
    assert (play.states.tobytes(), play.codes, random.getstate()) == (before, [RUN, SPURT], state)


def test_a_single_move_is_made_without_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("it thought")

    monkeypatch.setattr(Thinker, "think", refuse)
    last = at(crosses.GAME, CROSSES, 0, 1, 2, 4, 3, 5, 7, 6)
    assert last.legal_codes() == [8]
    assert new_bot(crosses.GAME, CROSSES, "octavia").choose(last) == 8
    with pytest.raises(AssertionError, match="it thought"):
        new_bot(crosses.GAME, CROSSES, "octavia").choose(at(crosses.GAME, CROSSES))


def test_after_a_single_move_the_tree_is_still_there() -> None:
    """Not asked about it, the thinker finds its way over several plies."""
    bot = level_bot(dash.GAME, DASH, "albert")
    line = at(dash.GAME, DASH)
    bot.choose(line)
    for code in (WALK, WALK, WALK):
        line.push(code)
    bot.choose(line)
    assert bot.thinker._spaces[0].nodes[0]["visits"] > 200


def test_without_simulations_the_best_at_a_glance() -> None:
    bot = LevelBot(dash.GAME, DASH, "keen", Level("keen"))
    line = at(dash.GAME, DASH, RUN, SPURT)
    glances = {code: bot.thinker.judge(at(dash.GAME, DASH, RUN, SPURT, code))[1] for code in line.legal_codes()}
    assert bot.choose(line) == max(glances, key=lambda code: glances[code]) == WALK


def test_a_random_bot_plays_everything() -> None:
    line, bot = at(dash.GAME, DASH), new_bot(dash.GAME, DASH, "random")
    chosen: Counter[int] = Counter()
    for seed in range(900):
        bot.begin(seed)
        chosen[bot.choose(line)] += 1
    assert chosen == {
        WALK: pytest.approx(300, abs=60),
        RUN: pytest.approx(300, abs=60),
        TRIP: pytest.approx(300, abs=60),
    }


# Wavering


def test_wavering_goes_by_how_far_the_mover_is_ahead() -> None:
    candidates = (Candidate(5, 100, (-0.4, 0.4)), Candidate(7, 50, (8.8, 9.2)), Candidate(9, 1, (-9.0, -9.0)))
    rng = random.Random(1)
    drawn = Counter(waver(candidates, 1, 0.2, rng) for _ in range(20_000))
    whole = 1 + exp(-1) + exp(-2)
    for code, share in ((5, 1.0), (7, exp(-1)), (9, exp(-2))):
        assert drawn[code] / 20_000 == pytest.approx(share / whole, abs=0.015)


def test_hardly_any_wavering_is_none() -> None:
    candidates = (Candidate(1, 10, (0.0,)), Candidate(2, 1, (1.0,)), Candidate(3, 1, (-1e6,)))
    assert {waver(candidates, 0, 1e-6, random.Random(seed)) for seed in range(20)} == {2}


def test_a_wavering_bot_wavers_and_sees_no_further_than_it_can() -> None:
    line = at(dash.GAME, DASH)
    bot = level_bot(dash.GAME, DASH, "pip")
    chosen: Counter[int] = Counter()
    for seed in range(400):
        bot.begin(seed)
        chosen[bot.choose(line)] += 1
    candidates = bot.thinker.think(line, simulations=1).candidates
    worse = max(c.values[0] for c in candidates) - min(c.values[0] for c in candidates)
    assert set(chosen) == {WALK, RUN}
    assert chosen[RUN] / chosen[WALK] == pytest.approx(exp(-worse / 0.2), rel=0.5)


# A game of the house


def test_bots_play_a_real_game() -> None:
    play = parlour.new("stencil", games=1)
    names = bot_names(play.game, play.values)
    bots = [new_bot(play.game, play.values, name, seed=1) for name in (names[1], "random")]
    rng = random.Random(1)
    while not play.over:
        if play.at_chance:
            play.roll(rng)
        else:
            play.push(bots[play.to_move].choose(play))
    assert play.score is not None


# At a glance


def test_who_can_play_at_a_glance() -> None:
    assert can_glance(dash.GAME, "albert")
    assert can_glance(crosses.GAME, "random")
    assert not can_glance(crosses.GAME, "albert"), "it has no knowledge to go by"
    with pytest.raises(ValueError, match=r"Crosses has no knowledge.py, so there is nothing to judge by"):
        GlanceBot(crosses.GAME, CROSSES, "albert")


def test_at_random_is_the_same_at_a_glance() -> None:
    glancing, bot = GlanceBot(crosses.GAME, CROSSES, "random"), new_bot(crosses.GAME, CROSSES, "random", seed=8)
    line = Line(crosses.GAME, CROSSES)
    while not line.over:
        chosen = glancing.choose(line.states.tobytes(), len(line.codes), seed=8)
        assert chosen == bot.choose(line)
        line.push(chosen)
