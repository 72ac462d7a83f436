"""Plays looked at again: against exact values in Dash, and exactly in Stencil."""

import json
from copy import copy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.engine.contract import CHANCE
from parlour.engine.play import Play
from parlour.engine.wording import capital
from parlour.search import advice, reasons
from parlour.search.advice import advise, advise_several
from parlour.search.analysis import Analysis, Analyst, analyse, stand_out
from parlour.search.knowledge import weighing_of
from parlour.search.reasons import ALIKE, FURTHER, HOLDS_OUT, LOST, WINS, explain
from parlour.search.solver import solve
from parlour.search.thinker import Candidate, Thinker, Thought
from parlour.terminal.looking_back import describe_step, review_last
from tests.search import dash
from tests.search.exact import Exact
from tests.terminal.runner import parlour as command

MOVES = ["run", "fall", "walk", "trip", "caught", "walk", "run", "sprint", "walk"]


def dashed(moves: list[str], **options: int) -> Play:
    play = Play(dash.GAME, dash.GAME.settle(rounds=2, **options))
    for move in moves:
        play.push(move)
    return play


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(dashed(MOVES), simulations=40_000)


def test_every_ply_is_looked_at(analysis: Analysis) -> None:
    assert [step.move for step in analysis.steps] == MOVES
    assert [step.ply for step in analysis.steps] == list(range(len(MOVES)))
    assert [step.seat for step in analysis.steps] == [0, CHANCE, 1, 2, CHANCE, 0, 1, CHANCE, 2]
    assert not analysis.exact


def test_losses_and_luck_are_those_of_exact_play(analysis: Analysis) -> None:
    play = dashed([])
    exact = Exact(dash.GAME, play.values)
    for step in analysis.steps:
        moves = exact.moves(play)
        code = next(code for code in moves if _named(play, code) == step.move)
        if step.seat == CHANCE:
            expected = [after - before for after, before in zip(moves[code], exact.value(play), strict=True)]
            assert step.luck == pytest.approx(expected, abs=0.06)
            assert step.loss == 0
        else:
            best = max(points[step.seat] for points in moves.values())
            assert step.loss == pytest.approx(best - moves[code][step.seat], abs=0.03)
            assert step.luck == (0.0,) * 3
        assert step.after == pytest.approx(moves[code], abs=0.06)
        play.push(code)


def _named(play: Play, code: int) -> str:
    notation = play.game.notation
    return str(notation.outcome(play.s, play.o, code) if play.at_chance else notation.write(play.s, play.o, code))


def test_sums_by_seat_and_the_costliest(analysis: Analysis) -> None:
    sure = [step.loss for step, stands_out in zip(analysis.steps, analysis.sure, strict=True) if stands_out]
    assert sum(analysis.loss) == pytest.approx(sum(sure))
    costliest = analysis.costliest(2)
    assert len(costliest) == 2
    assert costliest[0].loss == max(step.loss for step in analysis.steps)
    for step in costliest:
        assert step.alternatives[0].loss == 0
        assert step.move in [alternative.move for alternative in step.alternatives]
        told = f": it {step.reason}" if step.reason else ""
        assert f"A better move was {step.alternatives[0].label}{told}." in describe_step(dashed(MOVES), step)


def test_a_loss_within_the_noise_is_none() -> None:
    noise = [(abs(error), 0.1) for error in np.random.default_rng(1).normal(0, 0.1, 1000)]
    assert sum(stand_out(noise)) < 40
    assert stand_out([*noise[:20], (0.9, 0.1), (0.01, 0.0), (0.0, 0.0)])[-3:] == (True, True, False)
    assert stand_out([*noise[:20], (0.05, 0.001)])[-1] is False, "a small error may be small by chance"


def test_it_is_plain_data(analysis: Analysis) -> None:
    data = json.loads(json.dumps(analysis.as_dict()))
    assert data["seats"] == ["Ann", "Ben", "Cid"]
    assert data["luck"] == pytest.approx(analysis.luck)
    assert len(data["steps"]) == len(MOVES)


def test_errors_shrink_with_more_simulations() -> None:
    few, many = (Analyst(dashed([]), simulations=n, repeats=6) for n in (1200, 120_000))
    play, spurt = dashed(["run"]), 1
    errors = [analyst.look_back(play, spurt).error for analyst in (few, many)]
    assert 0 < errors[1] < errors[0]


def test_the_play_is_left_as_it_was() -> None:
    play = dashed(MOVES)
    before = list(play.codes), play.states.tobytes()
    analyse(play, simulations=20)
    assert (play.codes, play.states.tobytes()) == before


def test_the_same_seed_tells_the_same() -> None:
    first, again = (analyse(dashed(MOVES), simulations=100, seed=5) for _ in range(2))
    assert first == again


def test_a_reason_is_given_by_the_term_that_changed() -> None:
    play = dashed(["walk", "walk"])
    thinker = Thinker(play.game, play.values)
    walk, trip = 0, 2
    assert explain(thinker, play, walk, [walk, trip]) == "covers ground"


def test_no_reason_is_given_that_is_not_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A weight may be against the words of its term, where several terms speak of much the same."""
    play = dashed(["walk", "walk"])
    thinker = Thinker(play.game, play.values)
    walk, trip = 0, 2
    found = weighing_of(play.game, play.options)
    assert found is not None
    against = replace(found, weights=-found.weights)
    monkeypatch.setattr(reasons, "weighing_of", lambda *_: against)
    assert explain(thinker, play, trip, [walk, trip]) == FURTHER


def test_advice_is_what_is_best() -> None:
    play = dashed(["walk"] * 5)  # two steps behind, and the last to go
    points = {code: values[2] for code, values in Exact(dash.GAME, play.values).moves(play).items()}
    best, second, _ = sorted(points.values(), reverse=True)
    assert best - second > 0.1
    advised = advise(play)
    assert points[advised.code] == best
    assert str(advised) == f"{capital(advised.label)}: it {advised.reason}."


def stencil(moves: str) -> Play:
    play = parlour.new("stencil", games=1, counters_each=5, plate_choice="fixed", first_player="red")
    play.push(moves)
    return play


def test_stencil_is_exact() -> None:
    play = stencil("b2 a1 c2 c1")
    found = analyse(play)
    assert found.exact
    for step in found.steps:
        assert step.error == 0
        assert set(step.before) <= {0.0, 0.5, 1.0}
        assert sum(step.before) == 1


def test_a_winning_claim_wins_at_once_and_anything_else_costs_the_game() -> None:
    play = parlour.new(
        "stencil", games=1, plate_choice="fixed", first_player="red", white_plate="K4",
        orientations="rotations_and_flips",
    )  # fmt: skip
    play.push("b2 a1 c2 c1 a3 b3 d4 b1 d2 d3")
    claim = next(action for action in play.legal if action.notation == "@2")
    analyst = Analyst(play)
    assert analyst.look_back(play, claim.code).loss == 0
    assert explain(analyst.thinker, play, claim.code, play.legal_codes()) == WINS
    assert advise(play).reason == WINS
    played = copy(play)
    played.push("@2")
    assert "as good as any" in review_last(played)


@pytest.mark.parametrize("moves", ["b2 a1 c2 c1", "b2 a1 c2 c1 a3", "b2 a1 c2 c1 a3 b3"])
def test_a_hint_is_judged_as_a_look_back_judges(moves: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "is_ready", lambda game, what: True)
    monkeypatch.setattr(advice, "SOLVING_SECONDS", 60.0)
    play = stencil(moves)
    solution = solve(play)
    points = {move: (value > 0) - (value < 0) for move, value in solution.moves.items()}
    found = advise_several(play, 3)
    assert Analyst(play).look_back(play, found[0].code).loss == 0
    assert solution.moves[found[0].move] == solution.value
    worst = {move for move, value in points.items() if value < points[found[0].move]}
    assert (found[0].reason == ALIKE) <= (not worst)
    if solution.value < 0:
        assert found[0].reason in (HOLDS_OUT, LOST)


def test_moves_are_alike_only_if_all_of_them_are() -> None:
    play = dashed(["walk"] * 5)
    three = play.legal_codes()
    thinker = Thinker(play.game, play.values)

    def told(*leads: float) -> list[str]:
        found = [Candidate(code, 9, (0.0, 0.0, lead)) for code, lead in zip(three, leads, strict=True)]
        return [one.reason for one in advice.tell_thought(thinker, play, Thought((0.0,) * 3, tuple(found), 27), 3)]

    assert told(0.5, 0.5, 0.5) == [ALIKE] * 3
    assert ALIKE not in told(0.5, 0.5, 0.1)


def test_a_record_is_analysed_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(stencil("b2 a1 c2 c1").record())
    result = command("analyse", str(file), "--every")
    assert result.exit_code == 0
    assert "given away" in result.output
    assert "Exact values, in points." in result.output
    assert "Red played a counter on b2" in result.output
    data = json.loads(command("analyse", str(file), "--json").output)
    assert data["exact"]
    assert len(data["steps"]) == 4


def test_nothing_to_analyse() -> None:
    assert review_last(dashed([])) == "Nobody has decided anything yet."
    assert analyse(dashed([])).steps == ()
