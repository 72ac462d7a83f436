"""Plays to the end: on average what they should come to, and far less to do with luck than points are."""

import pickle
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import pytest

import parlour
from parlour.engine.game import Game, find_game
from parlour.engine.options import Values
from parlour.engine.play import Play
from parlour.search.analysis import analyse, look_closer
from parlour.search.line import Line
from parlour.search.thinker import Thinker, careful_thinker
from parlour.terminal.looking_back import describe_step
from tests.form import samples
from tests.search import dash
from tests.search.exact import lead
from tests.search.test_analysis import MOVES, dashed, stencil
from tests.terminal.runner import parlour as command

DASH = dash.GAME.settle(None, players=3, rounds=2)
VENDETTA = find_game("vendetta")
TWO = VENDETTA.settle(players=2)


def expect(thinker: Thinker, play: Play) -> list[float]:
    """What each seat can expect where everybody plays what the judge likes best, with every outcome tried."""
    if play.score is not None:
        return list(play.score)
    if play.at_chance:
        weights = play.weights()
        codes = np.flatnonzero(weights)
        parts = [expect(thinker, after(play, int(code))) for code in codes]
        return list(np.average(parts, axis=0, weights=weights[codes]))
    afters = [after(play, code) for code in play.legal_codes()]
    return expect(thinker, max(afters, key=lambda one: lead(thinker.judge(one), play.to_move)))


def after(play: Play, code: int) -> Play:
    following = copy(play)
    following.push(code)
    return following


@pytest.mark.parametrize("moves", [[], ["run"], ["run", "fall", "walk"]])
def test_plays_come_to_what_this_way_of_playing_is_worth(moves: list[str]) -> None:
    thinker = Thinker(dash.GAME, DASH, capacity=1 << 12)
    found = thinker.roll_out(dashed(moves), samples(1000, 4000))
    error = found.std(0, ddof=1) / np.sqrt(len(found))
    assert np.all(np.abs(found.mean(0) - expect(thinker, dashed(moves))) < 4 * error + 1e-9)


def scores(game: Game, values: Values, thinker: Thinker, plays: int) -> Sequence[float]:
    """The first seat's points in plays of the same kind, luck and all."""
    found = []
    rng = np.random.default_rng(1)
    for _ in range(plays):
        line = Line(game, values)
        while not line.over:
            if line.at_chance:
                line.draw(rng.random())
            else:
                afters = {code: Line.after(line, code) for code in line.legal_codes()}
                line.push(max(afters, key=lambda code: lead(thinker.judge(afters[code]), line.to_move)))
        found.append(line.score[0])
    return found


@pytest.mark.thorough
def test_without_luck_plays_differ_much_less() -> None:
    thinker = Thinker(VENDETTA, TWO, capacity=1 << 12)
    found = thinker.roll_out(Line(VENDETTA, TWO), 400)[:, 0].tolist()
    raw = scores(VENDETTA, TWO, thinker, 60)
    assert stdev(found) < 0.75 * stdev(raw)
    assert abs(fmean(found)) < 5 * stdev(found) / len(found) ** 0.5  # who starts is not decided yet


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_plays_whatever_was_asked_before() -> None:
    thinker = careful_thinker(VENDETTA, TWO)
    line = Line(VENDETTA, TWO)
    first = thinker.roll_out(line, 3, seed=5)
    thinker.think(line, simulations=20)
    thinker.roll_out(line, 2, seed=6)
    assert thinker.roll_out(line, 3, seed=5).tolist() == first.tolist()
    assert thinker.roll_out(line, 3, seed=6).tolist() != first.tolist()
    thought = careful_thinker(VENDETTA, TWO).think(line, simulations=20)
    assert thinker.think(line, simulations=20) == thought


@pytest.mark.parametrize("most", [1, 2, 7, 1000])
def test_however_they_are_cut_plays_come_to_the_same(most: int) -> None:
    play = dashed(["run", "fall"])
    whole = Thinker(dash.GAME, DASH, capacity=1 << 12).roll_out(play, 20, seed=3)
    thinkers = [Thinker(dash.GAME, DASH, capacity=1 << 12) for _ in range(2)]
    rolled, parts = thinkers[0].new_rolled(20, seed=3), 0
    while not rolled.over:
        thinker = thinkers[parts % 2]  # as another process would
        rolled = pickle.loads(pickle.dumps(rolled))
        before = rolled.done
        thinker.roll_on(play, rolled, most)
        thinker.judge(dashed([]))  # what it does in between leaves no trace
        parts += 1
        assert before <= rolled.done <= before + most
    assert rolled.results.tolist() == whole.tolist()
    assert (parts == 1) == (most == 1000)
    thinkers[0].roll_on(play, rolled, most)
    assert rolled.results.tolist() == whole.tolist(), "nothing is left to be done"


def test_a_play_that_is_over_has_its_score_and_another_game_is_refused() -> None:
    play = dashed(["walk"] * 6)
    assert play.score is not None
    thinker = Thinker(dash.GAME, DASH, capacity=1 << 12)
    assert thinker.roll_out(play, 2).tolist() == [list(play.score)] * 2
    with pytest.raises(ValueError, match="another game or other options"):
        thinker.roll_out(Line(VENDETTA, TWO), 1)


def test_the_costliest_moves_are_looked_at_again() -> None:
    play = dashed(MOVES)
    first = analyse(play, simulations=400)
    closer = look_closer(play, first, plays=50, count=2)
    again = [step for step in closer.steps if step.plays]
    assert {step.ply for step in again} == {step.ply for step in first.costliest(2)}
    for step in again:
        assert step.plays == 50
        assert min(other.loss for other in step.alternatives) == 0
        if step.loss:
            assert f"(from {step.loss - 1.96 * step.error:.3f} to" in describe_step(play, step)
    assert [step for step in closer.steps if not step.plays] == [
        step for step in first.steps if step.ply not in {other.ply for other in again}
    ]
    assert look_closer(play, first, plays=50, count=2) == closer


@pytest.mark.thorough
def test_a_referees_call_is_passed_over() -> None:
    play = parlour.new("numeric", preset="zones", players=2, move_seconds=30)
    rng = np.random.default_rng(2)
    while play.ply < 14:
        if play.ply == 6:
            play.call("timeout")
        else:
            play.push(int(rng.choice(np.flatnonzero(play.weights()) if play.at_chance else play.legal_codes())))
    first = analyse(play, simulations=20)
    assert len(first.steps) == play.ply - 1
    closer = look_closer(play, first, plays=2, count=3)
    assert [(step.ply, step.move) for step in closer.steps] == [(step.ply, step.move) for step in first.steps]
    assert {step.ply for step in closer.steps if step.plays} == {step.ply for step in first.costliest(3)}


def test_what_is_exact_needs_no_plays() -> None:
    play = stencil("b2 a1 c2 c1")
    with pytest.raises(ValueError, match="these values are exact already"):
        look_closer(play, analyse(play), 10, 1)


def test_where_nothing_is_known_nobody_can_play_on() -> None:
    play = dashed(MOVES)
    bare = Play(replace(dash.GAME, knowledge=None, opponents=None), play.values)
    with pytest.raises(ValueError, match="has no knowledge of its own"):
        look_closer(bare, analyse(play, simulations=20), 10, 1)


@pytest.mark.thorough
def test_it_can_be_asked_for_at_the_command_line(tmp_path: Path) -> None:
    play = Play(VENDETTA, TWO)
    rng = np.random.default_rng(3)
    while not play.over and play.ply < 24:
        play.push(int(rng.choice(play.legal_codes()))) if not play.at_chance else play.push(play.outcomes[-1].code)
    file = tmp_path / "game.txt"
    file.write_text(play.record())
    result = command("analyse", str(file), "--simulations", "40", "--rollout", "6")
    assert result.exit_code == 0, result.output
    assert "each alternative was played to the end 6 times: 95 % sure." in " ".join(result.output.split())
    assert "(from " in result.output
    assert "(±" not in result.output, "what was not played out is not among the costliest any more"
    refused = command("analyse", str(file), "--rollout", "1")
    assert refused.exit_code != 0
    assert "1 is not in the range x>=2" in refused.output
