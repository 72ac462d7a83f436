"""Tree search against exact values, and what must hold of every tree."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.engine import contract
from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, OVER
from parlour.engine.game import Game
from parlour.engine.play import Play
from parlour.search import thinker as thinking
from parlour.search import tree
from parlour.search.line import Line, Position
from parlour.search.thinker import Thinker, Thought
from tests.search import crosses, dash
from tests.search.dash.rules import CAUGHT, FAILED, FALL, RUN, SPRINT, SPURT, TRIP, WALK
from tests.search.exact import Exact

SEARCHES = [
    pytest.param({}, id="knowledge"),
    pytest.param({"sharpness": 1.0}, id="wide"),
    pytest.param({"playouts": True}, id="playouts"),
    pytest.param({"playouts": True, "threads": 2}, id="threads"),
]


def begin(game: Game, *codes: int, **options: Any) -> Line:
    line = Line(game, game.settle(None, **options))
    for code in codes:
        line.push(code)
    return line


def new_thinker(position: Position, **settings: Any) -> Thinker:
    return Thinker(position.game, position.values, **settings)


_known: dict[str, Exact] = {}


def exact(game: Game, **options: Any) -> Exact:
    key = f"{game.name} {options}"
    if key not in _known:
        _known[key] = Exact(game, game.settle(None, **options))
    return _known[key]


def play_on(line: Line, rng: random.Random, plies: int) -> None:
    """At random, but not to the end and not to where chance decides."""
    while not line.over and (plies > 0 or line.at_chance):
        if line.at_chance:
            line.draw(rng.random())
        else:
            line.push(rng.choice(line.legal_codes()))
        plies -= 1


def positions(game: Game, count: int, seed: int, **options: Any) -> list[Line]:
    """Some on the way of random plays, with a decision to make."""
    rng = random.Random(seed)
    found: list[Line] = []
    while len(found) < count:
        line = begin(game, **options)
        play_on(line, rng, rng.randrange(8))
        if not line.over and len(line.legal_codes()) > 1:
            found.append(line)
    return found


# What it finds


@pytest.mark.parametrize("settings", SEARCHES)
@pytest.mark.parametrize("options", [{"rounds": 1}, {"rounds": 2}, {"rounds": 3, "players": 2}], ids=str)
def test_the_values_of_all_seats_come_out_exactly(options: dict[str, Any], settings: dict[str, Any]) -> None:
    line = begin(dash.GAME, **options)
    known = exact(dash.GAME, **options)
    thought = new_thinker(line, exploring=0.3, **settings).think(line, simulations=100_000)
    assert thought.values == pytest.approx(known.value(line), abs=0.02)
    moves = known.moves(line)
    assert moves[thought.best] == known.value(line)
    assert thought.candidates[0].values == pytest.approx(known.value(line), abs=0.02)


@pytest.mark.parametrize("settings", SEARCHES)
def test_choices_on_the_way_are_as_good_as_any(settings: dict[str, Any]) -> None:
    known = exact(dash.GAME)
    for line in positions(dash.GAME, 15, seed=1):
        thought = new_thinker(line, **settings).think(line, simulations=20_000)
        moves = known.moves(line)
        best = max(points[line.to_move] for points in moves.values())
        assert moves[thought.best][line.to_move] > best - 0.02, (line.codes, thought)


def test_a_move_that_looks_worse_is_still_looked_at() -> None:
    """The last to move, two steps behind both: walking shares the win among all three, running brings more."""
    play = Play(dash.GAME, dash.GAME.settle(None, rounds=1))
    play.place("turns=3 at=3,3,1")
    moves = exact(dash.GAME, rounds=1).moves(play)
    assert moves[RUN][2] > moves[WALK][2] + 0.1 > moves[TRIP][2]
    thinker = new_thinker(play, exploring=1.0)
    glance = {candidate.code: candidate.values[2] for candidate in thinker.think(play, simulations=1).candidates}
    assert glance[WALK] > glance[RUN]
    assert thinker.think(play, simulations=20_000).best == RUN


def test_every_choice_in_crosses_keeps_what_the_position_is_worth() -> None:
    """So forced wins are taken and losses stopped."""
    known = exact(crosses.GAME)
    met = set()
    for line in positions(crosses.GAME, 80, seed=2):
        moves = known.moves(line)
        best = known.value(line)[line.to_move]
        if {points[line.to_move] for points in moves.values()} == {best}:
            continue
        met.add(best)
        thought = new_thinker(line).think(line, simulations=4000)
        assert moves[thought.best][line.to_move] == best, (line.codes, thought)
    assert met == {0.0, 1.0}


def test_wins_and_losses_at_once() -> None:
    win = begin(crosses.GAME, 0, 3, 1, 4)
    assert new_thinker(win).think(win, simulations=300).best == 2
    stop = begin(crosses.GAME, 0, 4, 1)
    assert new_thinker(stop).think(stop, simulations=1000).best == 2


def test_outcomes_are_drawn_in_proportion() -> None:
    line = begin(dash.GAME, RUN)
    assert line.at_chance
    for count in (6, 60, 6000):
        thinker = new_thinker(line, seed=count)
        thought = thinker.think(line, simulations=count)
        assert thought.candidates == ()
        drawn = visits_of_outcomes(thinker)
        assert sum(drawn.values()) == count
        for outcome, weight in ((FALL, 3), (SPURT, 2), (SPRINT, 1)):
            assert drawn.get(outcome, 0) == pytest.approx(count * weight / 6, abs=3)
    trip = begin(dash.GAME, TRIP)
    thinker = new_thinker(trip, playouts=True)
    thinker.think(trip, simulations=8000)
    assert visits_of_outcomes(thinker) == {
        CAUGHT: pytest.approx(5000, abs=3),
        FAILED: pytest.approx(3000, abs=3),
    }


def test_few_draws_begin_anywhere() -> None:
    """A single draw is not always the same outcome."""
    line = begin(dash.GAME, RUN)
    thinker = new_thinker(line)
    drawn: dict[int, int] = {}
    for seed in range(600):
        thinker.begin(seed)
        thinker.think(line, simulations=1)
        for outcome, visits in visits_of_outcomes(thinker).items():
            drawn[outcome] = drawn.get(outcome, 0) + visits
    assert drawn == {
        FALL: pytest.approx(300, abs=50),
        SPURT: pytest.approx(200, abs=45),
        SPRINT: pytest.approx(100, abs=35),
    }


def visits_of_outcomes(thinker: Thinker) -> dict[int, int]:
    nodes = thinker._spaces[0].nodes
    drawn, child = {}, int(nodes[0]["first"])
    while child:
        drawn[int(nodes[child]["code"])] = int(nodes[child]["visits"])
        child = int(nodes[child]["next"])
    return drawn


# What holds of every tree


def check_tree(thinker: Thinker, position: Position, whole: bool = True) -> None:
    """Every simulation that came to a node ended there or went on to one child; children are the moves of the rules.

    A tree that is not whole has been full, or cut off for its depth: then more may have ended where moves are left.
    """
    game = position.game
    for own in thinker._spaces:
        nodes, totals, setting = own.nodes, own.totals, own.settings[0]
        judging = not setting["playouts"]
        waiting: list[tuple[int, NDArray[Any], int | None]] = [(0, position.states.copy(), None)]
        met = 0
        while waiting:
            node, states, judged = waiting.pop()
            met += 1
            n = nodes[node]
            mover = int(n["mover"])
            assert node < setting["used"] <= len(nodes)
            if mover == tree.UNSEEN:
                assert n["count"] == n["first"] == 0
                assert n["visits"] == (judged or 0)
                continue
            assert mover == states["to_move"][0]
            mean = totals[node] / n["visits"]
            assert ((setting["low"] - 1e-9 <= mean) & (mean <= setting["high"] + 1e-9)).all()
            children = children_of(nodes, node)
            codes = [int(nodes[child]["code"]) for child in children]
            assert len(set(codes)) == len(codes)
            judge_children = judging and mover >= 0 and len(children) > 1
            passed = sum(int(nodes[child]["visits"]) - judge_children for child in children)
            # whether the root of a tree that was kept had been judged is not known any more
            ended = {
                int(n["visits"]) - passed - (judged or 0),
                int(n["visits"]) - passed - (1 if judged is None else judged),
            }
            mask, weights, _ = game.buffers()
            if mover == OVER:
                assert children == []
            elif mover == CHANCE:
                game.doors.chance_at(states, 0, position.options, weights)
                assert set(codes) <= set(np.flatnonzero(weights).tolist())
                assert 0 in ended or not whole
                if not judging and whole:
                    assert totals[children].sum(0) == pytest.approx(totals[node], abs=1e-6)
            else:
                game.doors.legal_at(states, 0, position.options, mask)
                assert codes == codes_of(mask) or (not whole and codes == [])
                if codes:
                    assert (1 if len(codes) > 1 else 0) in ended or not whole
                    assert nodes["prior"][children].sum() == pytest.approx(1.0, abs=1e-5)
            assert max(ended) >= 0
            for child, code in zip(children, codes, strict=True):
                after = states.copy()
                game.doors.apply_at(after, 0, position.options, code)
                waiting.append((child, after, int(judge_children)))
        assert met == setting["used"]


def children_of(nodes: Any, node: int) -> list[int]:
    n = nodes[node]
    if n["mover"] != CHANCE:
        return list(range(n["first"], n["first"] + n["count"]))
    children, child = [], int(n["first"])
    while child:
        children.append(child)
        child = int(nodes[child]["next"])
    return children


@pytest.mark.parametrize("settings", SEARCHES)
@pytest.mark.parametrize(
    ("game", "options"),
    [
        (dash.GAME, {"rounds": 3}),
        (dash.GAME, {"players": 2}),
        (crosses.GAME, {}),
        (crosses.GAME, {"coin": True, "marks": 2}),
    ],
    ids=lambda part: part.name if isinstance(part, Game) else str(part),
)
def test_trees_are_sound_all_through_plays(game: Game, options: dict[str, Any], settings: dict[str, Any]) -> None:
    rng = random.Random(str(options))
    for seed in range(2):
        line = begin(game, **options)
        thinker = new_thinker(line, seed=seed, **settings)
        while not line.over:
            if rng.random() < 0.7:
                thought = thinker.think(line, simulations=rng.choice([1, 7, 150]))
                check_tree(thinker, line)
                if not line.at_chance:
                    assert sorted(candidate.code for candidate in thought.candidates) == line.legal_codes()
            play_on(line, rng, 1)
        thought = thinker.think(line, simulations=3)
        assert thought.values == pytest.approx(line.score)
        assert thought.candidates == ()


# Nothing else is touched, nothing else matters


def test_thinking_touches_nothing() -> None:
    for line in positions(dash.GAME, 5, seed=3):
        states, options, codes = line.states.tobytes(), line.options.tobytes(), list(line.codes)
        python, numpy = random.getstate(), np.random.get_state(legacy=False)
        new_thinker(line).think(line, simulations=500)
        new_thinker(line).judge(line)
        assert (line.states.tobytes(), line.options.tobytes(), line.codes) == (states, options, codes)
        assert random.getstate() == python
        assert str(np.random.get_state(legacy=False)) == str(numpy)


def test_a_play_is_thought_about_like_a_line() -> None:
    line = begin(dash.GAME, RUN, SPURT, TRIP, FAILED)
    play = Play(dash.GAME, dash.GAME.settle())
    play.push("run spurt trip failed")
    assert new_thinker(line).think(line, simulations=500) == new_thinker(play).think(play, simulations=500)


def test_dice_to_come_are_not_seen() -> None:
    """Plays with other dice make the same choices for as long as they have seen the same."""
    choices: dict[tuple[int, ...], int] = {}
    lengths, met_again = set(), 0
    for luck in range(60):
        line = begin(dash.GAME)
        thinker = new_thinker(line, seed=5, playouts=True)
        while not line.over:
            if line.at_chance:
                line.draw(random.Random(f"{luck} {len(line.codes)}").random())
                continue
            history = tuple(line.codes)
            chosen = thinker.think(line, simulations=60).best
            met_again += history in choices
            assert choices.setdefault(history, chosen) == chosen
            line.push(chosen)
        lengths.add(tuple(line.codes))
    assert met_again > 60
    assert len(lengths) > 10


# The same again


@pytest.mark.parametrize("settings", SEARCHES)
def test_the_same_question_has_the_same_answer(settings: dict[str, Any]) -> None:
    for line in positions(dash.GAME, 3, seed=4):
        first, again = new_thinker(line, seed=9, **settings), new_thinker(line, seed=9, **settings)
        assert first.think(line, simulations=777) == again.think(line, simulations=777)
        line.push(WALK)
        play_on(line, random.Random(0), 0)
        assert first.think(line, simulations=333) == again.think(line, simulations=333)
        used = first
        used.begin(9)
        fresh = new_thinker(line, seed=9, **settings)
        assert used.think(line, simulations=500) == fresh.think(line, simulations=500)


def test_other_seeds_differ() -> None:
    line = begin(dash.GAME)
    thoughts = {new_thinker(line, seed=seed, playouts=True).think(line, simulations=100).values for seed in range(5)}
    assert len(thoughts) > 1


def test_threads_share_the_work() -> None:
    line = begin(crosses.GAME)
    thinker = new_thinker(line, threads=2)
    thought = thinker.think(line, simulations=1001)
    assert thought.simulations == 1002
    assert sum(candidate.visits for candidate in thought.candidates) == 1002 - 2
    one, two = (own.nodes[: own.settings[0]["used"]].tobytes() for own in thinker._spaces)
    assert one != two


# Kept from move to move


def root_visits(thinker: Thinker) -> int:
    return int(thinker._spaces[0].nodes[0]["visits"])


def find(thought: Thought, code: int) -> Any:
    return next(candidate for candidate in thought.candidates if candidate.code == code)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_thought_is_kept(threads: int) -> None:
    line = begin(crosses.GAME)
    thinker = new_thinker(line, threads=threads)
    for _ in range(4):
        before = thinker.think(line, simulations=2000)
        reply = before.best
        line.push(reply)
        kept = thinker.think(line, simulations=0)
        assert kept.simulations == 0
        assert kept.values == pytest.approx(before.candidates[0].values)
        assert sum(candidate.visits for candidate in kept.candidates) == before.candidates[0].visits - threads
        check_tree(thinker, line)
    before = thinker.think(line, simulations=1000)
    assert sum(own.nodes[0]["visits"] for own in thinker._spaces) == sum(c.visits for c in before.candidates) + threads


def test_what_was_thought_is_kept_beyond_chance_and_several_plies() -> None:
    line = begin(dash.GAME, rounds=3)
    thinker = new_thinker(line, playouts=True)
    thinker.think(line, simulations=5000)
    nodes = thinker._spaces[0].nodes.copy()
    node = 0
    for code in (RUN, SPURT, WALK, TRIP, FAILED):
        node = next(child for child in children_of(nodes, node) if nodes[child]["code"] == code)
        line.push(code)
    visits = int(nodes[node]["visits"])
    assert visits > 0
    thinker.think(line, simulations=50)
    assert root_visits(thinker) == visits + 50
    check_tree(thinker, line)


def test_asked_again_it_goes_on() -> None:
    line = begin(crosses.GAME)
    thinker = new_thinker(line)
    thinker.think(line, simulations=100)
    thinker.think(line, simulations=100)
    assert root_visits(thinker) == 200
    check_tree(thinker, line)


def test_a_fresh_start_where_the_position_does_not_follow() -> None:
    play = Play(dash.GAME, dash.GAME.settle())
    thinker = new_thinker(play)

    def visits_after(simulations: int) -> int:
        thinker.think(play, simulations=simulations)
        check_tree(thinker, play)
        return root_visits(thinker)

    play.push("walk walk")
    assert visits_after(100) == 100
    play.undo()
    assert visits_after(90) == 90
    play.undo()
    play.push("run spurt")  # as many plies as before, but others
    assert visits_after(80) == 80
    other = Play(dash.GAME, dash.GAME.settle())
    other.push("trip caught")
    thinker.think(other, simulations=70)
    assert root_visits(thinker) == 70
    play.place("turns=2 at=0,1,2")
    assert visits_after(60) == 60
    assert visits_after(1) == 61
    play.place("turns=2 at=1,0,2")
    assert visits_after(50) == 50
    play.push("walk")
    assert visits_after(40) > 40
    thinker.begin(3)
    assert visits_after(30) == 30


def test_another_game_or_other_options_are_refused() -> None:
    thinker = new_thinker(begin(dash.GAME))
    for line in (begin(dash.GAME, rounds=1), begin(crosses.GAME)):
        with pytest.raises(ValueError, match="made for another game or other options"):
            thinker.think(line, simulations=1)


# Limits


def test_a_tree_that_fills_up_goes_on_thinking() -> None:
    line = begin(crosses.GAME)
    thinker = new_thinker(line, capacity=40)
    thought = thinker.think(line, simulations=3000)
    assert sum(candidate.visits for candidate in thought.candidates) == 2999
    check_tree(thinker, line, whole=False)
    assert new_thinker(line, capacity=400).think(line, simulations=20_000).best == 4


@pytest.mark.parametrize("game", [crosses.GAME, dash.GAME], ids=lambda game: game.name)
@pytest.mark.parametrize("capacity", [12, 40, 200])
def test_a_tree_that_was_full_grows_again_after_a_move(game: Game, capacity: int) -> None:
    for seed in range(3):
        line, rng = begin(game), random.Random(seed)
        thinker = new_thinker(line, capacity=capacity, seed=seed)
        while not line.over:
            if not line.at_chance:
                thought = thinker.think(line, simulations=300)
                assert sorted(candidate.code for candidate in thought.candidates) == line.legal_codes()
                check_tree(thinker, line, whole=False)
            play_on(line, rng, 1)


def test_wins_are_seen_after_the_tree_was_full() -> None:
    """Whatever became the root without room for its moves gets them now."""
    line = begin(crosses.GAME, 0, 3)
    thinker = new_thinker(line, capacity=20)
    thinker.think(line, simulations=2000)
    line.push(1)
    line.push(4)
    assert thinker.think(line, simulations=2000).best == 2


def test_a_full_tree_judges_outcomes_as_before() -> None:
    """Without knowledge that is a random play, at chance too: whoever begins wins more of them."""
    line = begin(crosses.GAME, coin=True)
    roomy, full = (new_thinker(line, capacity=capacity) for capacity in (1 << 16, 10))
    assert roomy.think(line, simulations=2000).values[0] > 0.1
    assert full.think(line, simulations=2000).values[0] > 0.1


def test_paths_that_are_too_long_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = begin(crosses.GAME, waiting=True)
    thinker = new_thinker(endless)
    thought = thinker.think(endless, simulations=20)
    assert [(candidate.code, candidate.visits) for candidate in thought.candidates] == [(9, 20)]
    assert thought.values == (0.0, 0.0)
    assert thinker._spaces[0].settings[0]["used"] == thinking.DEEPEST
    check_tree(thinker, endless, whole=False)
    for _ in range(3):
        endless.push(9)
        assert thinker.think(endless, simulations=20).best == 9
    monkeypatch.setattr(thinking, "DEEPEST", 3)
    line = begin(crosses.GAME)
    thinker = new_thinker(line)
    while not line.over:
        thought = thinker.think(line, simulations=500)
        check_tree(thinker, line, whole=False)
        assert sorted(candidate.code for candidate in thought.candidates) == line.legal_codes()
        line.push(thought.best)


def test_thinking_ends_in_time() -> None:
    line = begin(crosses.GAME)
    thinker = new_thinker(line)
    assert thinker.think(line, seconds=0.05).simulations > 16
    assert 0 < thinker.think(line, simulations=10**15, seconds=0.05).simulations < 10**15
    assert thinker.think(line, simulations=100, seconds=600.0).simulations == 100
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    assert 0 < thinker.think(line, simulations=10**15, stopped=stopped).simulations < 10**15
    asked = 0
    assert new_thinker(line, threads=2).think(line, seconds=600.0, stopped=stopped).simulations > 0
    with pytest.raises(ValueError, match="how long to think was not said: expected simulations, seconds, or both"):
        thinker.think(line)


def test_somebody_without_any_time_still_has_a_move() -> None:
    for limits in ({"seconds": 0.0}, {"seconds": 600.0, "stopped": lambda: True}):
        line = begin(crosses.GAME)
        thought = new_thinker(line).think(line, **limits)
        assert thought.best in line.legal_codes()


# What it knows and sees


def test_terms_that_are_not_known_weigh_nothing() -> None:
    line = begin(dash.GAME)
    assert new_thinker(line).weights.tolist() == [0.5, -0.6]
    assert new_thinker(line, knows=("fallen",)).weights.tolist() == [0.0, -0.6]
    assert new_thinker(line, knows=()).weights.tolist() == [0.0, 0.0]
    assert new_thinker(begin(dash.GAME, rounds=1)).weights.tolist() == [0.8, -0.4]


def test_judging_by_hand() -> None:
    line = begin(dash.GAME, RUN, SPURT, RUN, FALL)
    thinker = new_thinker(line)
    odds = np.exp([1.5, -0.6, 0.0])
    assert thinker.judge(line) == pytest.approx(odds / odds.sum() + [0.15, 0.0, 0.0])
    assert thinker.weigh(line).tolist() == [[3, 0], [0, 1], [0, 0]]
    assert new_thinker(line, knows=()).judge(line) == pytest.approx([1 / 3 + 0.15, 1 / 3, 1 / 3])
    thought = thinker.think(line, simulations=1)
    for candidate in thought.candidates:
        after = begin(dash.GAME, *line.codes, candidate.code)
        assert candidate.values == pytest.approx(thinker.judge(after))
    assert thought.values == pytest.approx(thought.candidates[0].values)


def test_unless_a_game_says_otherwise_one_wins_and_the_others_pay() -> None:
    def worth(*strengths: float) -> list[float]:
        points = np.zeros(4)
        contract.worth(None, None, np.array(strengths), points)
        return [round(float(value), 9) for value in points[: len(strengths)]]

    assert worth(0.0, 0.0) == [0.0, 0.0]
    assert worth(float(np.log(3)), 0.0) == [0.5, -0.5]
    assert worth(1000.0, 0.0, -1000.0) == [1.0, -0.5, -0.5]
    assert worth(5.0, 5.0, 5.0, 5.0) == [0.0] * 4


def test_terms_that_a_game_does_not_have_are_refused() -> None:
    with pytest.raises(ValueError, match="no such terms: luck, speed"):
        new_thinker(begin(dash.GAME), knows=("speed", "luck"))


def test_a_game_without_knowledge_has_no_terms() -> None:
    with pytest.raises(ValueError, match=r"has no knowledge.py, so there are no terms to know: expected None"):
        new_thinker(begin(crosses.GAME), knows=("speed",))


def test_terms_that_exist_are_named() -> None:
    with pytest.raises(ValueError, match=r"^no such terms: speed; expected some of ground, fallen$"):
        new_thinker(begin(dash.GAME), knows=("ground", "speed"))


def test_moves_out_of_sight_are_not_thought_of() -> None:
    line = begin(dash.GAME)
    thinker = new_thinker(line, sight=0, sharpness=1.0)
    thought = thinker.think(line, simulations=2000)
    assert {candidate.code for candidate in thought.candidates} == {WALK, RUN}
    own = thinker._spaces[0]
    nodes = own.nodes[: own.settings[0]["used"]]
    decisions = [node for node in range(len(nodes)) if nodes[node]["mover"] >= 0]
    assert len(decisions) > 50
    for node in decisions:
        assert TRIP not in [nodes[child]["code"] for child in children_of(nodes, node)]
    closer = new_thinker(line, sight=-1).think(line, simulations=50)
    assert {candidate.code for candidate in closer.candidates} == {WALK, RUN, TRIP}
