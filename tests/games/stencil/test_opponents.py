"""What Stencil's opponents know, judge, overlook and choose."""

import random
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.engine.bind import bind
from parlour.engine.play import Play
from parlour.engine.records import view_record
from parlour.engine.targets import PYTHON
from parlour.games.stencil import knowledge
from parlour.games.stencil.board import cells_of
from parlour.games.stencil.opponents import REASONS, levels
from parlour.games.stencil.state import Action
from parlour.search.bots import CAST
from parlour.search.knowledge import weighing_of
from parlour.search.line import Line
from parlour.search.seating import new_bot
from parlour.search.thinker import Thinker
from tests.games.stencil.table import DEAD, GAME, set_up

PLAIN = bind(knowledge, PYTHON)
KINDS: list[tuple[str | None, dict[str, Any]]] = [
    ("quick", {}),
    ("patent", {"games": 2}),
    ("teaching", {}),
    ("flips", {"games": 2}),
    (None, {"games": 1, "failed_claim_rule": "budget", "unfinished": "half", "plate_choice": "random"}),
    (None, {"games": 2, "unfinished": "abandon", "final_attempts": 2, "counters_each": 5, "plates_for": "game"}),
    (None, {"games": 1, "auto_claim": True, "min_counters_to_claim": 9}),
]

# Red has K1, white K2: K1@0 (a1 c2 a3 b3) lacks a red counter on a3
RED_LACKS_A3 = """
    R . . .
    . . W .
    . R . .
    . W . .
"""

# The same, and K1@2 (c2 d2 b3 d4) lacks one on d4
RED_FORKS = """
    R . W .
    . . W R
    . R . .
    . W . .
"""


def at(position: str, **options: Any) -> Play:
    play = parlour.new("stencil", **{"games": 1, **options})
    play.place(position)
    return play


def terms(play: Play) -> list[dict[str, float]]:
    """Red's terms and white's."""
    found = np.zeros((2, knowledge.Term.SIZE))
    PLAIN.judge(play.s, play.o, found)
    return [{t: x for t, x in zip(knowledge.Term.words(), row.tolist(), strict=True) if x} for row in found]


def points(play: Play, red: float, white: float) -> list[float]:
    """What two strengths are worth."""
    found = np.zeros(2)
    PLAIN.worth(play.s, play.o, np.array([red, white]), found)
    return [float(x) for x in found]


def chosen(name: str, play: Play, seed: int = 0) -> str:
    """The move of an opponent, as it is written."""
    code = new_bot(play.game, play.values, name, seed).choose(play)
    return next(action.notation for action in play.legal if action.code == code)


def seen(play: Play, sight: int) -> set[str]:
    """The claims that somebody of that sight thinks of."""
    return {
        action.notation
        for action in play.legal
        if action.notation.startswith("@") and not PLAIN.overlooks(play.s, play.o, action.code, sight)
    }


def test_one_counter_short_to_move_or_not() -> None:
    """K1@0 (a1 c2 a3 b3) shows two red and one white, K1@2 one of each; K2@0 and K2@3 one white, the others red b3."""
    red, white = terms(set_up(RED_LACKS_A3, "red"))
    assert red == {"finish": 1.0, "reply": pytest.approx(0.6 + 0.3), "move": 1.0}
    assert white == {"held": pytest.approx(0.6), "turned": pytest.approx(0.6)}
    red, white = terms(set_up(RED_LACKS_A3, "white"))
    assert red == {"threat": 1.0, "held": pytest.approx(0.6), "turned": pytest.approx(0.3)}
    assert white == {"reply": pytest.approx(0.6 + 0.6), "move": 1.0}


def test_two_threats_at_once_are_a_fork() -> None:
    play = set_up(RED_FORKS, "white")  # K1@0 lacks a3, K1@2 lacks d4
    red, white = terms(play)
    assert red["fork"] == 1.0
    assert "threat" not in red
    assert "finish" not in white
    assert "fork" not in terms(set_up(RED_FORKS, "red"))[0], "red need not threaten: he completes one"


def test_a_threat_that_is_poison_to_whoever_stops_it_is_a_fork() -> None:
    """On c2 a red counter completes K1@0 (a1 c2 a3 b3), a white one K1@2 (c2 d2 b3 d4)."""
    red, _ = terms(at("red=a1b3d2d4 white=a3b4c1d1 turn=white plates=K1,K2"))
    assert red["fork"] == 1.0


def test_a_stencil_belongs_to_whoever_claims_first() -> None:
    men = "red=c2d2d4a1 white=b3a4c4 plates=K1,K2"  # K1@2 shows three red and white b3
    red, white = terms(at(f"{men} turn=red"))
    assert red["claim"] == 1.0
    assert "stencil" not in red
    assert "claim" not in white
    red, white = terms(at(f"{men} turn=white"))
    assert red["stencil"] == 1.0
    assert "claim" not in red
    assert not {"claim", "stencil", "finish"} & set(white)


def test_a_stencil_is_worth_nothing_if_the_game_ends_before_the_claim() -> None:
    men = "red=c2d2d4a1 white=b3a4c4 plates=K1,K2 turn=white"
    assert "stencil" in terms(at(men, failed_claim_rule="free"))[0]
    assert "stencil" not in terms(at(f"{men} idle=1", failed_claim_rule="free"))[0]


def test_who_runs_out_of_safe_cells() -> None:
    """O7 of the page: five cells are empty, of which b1 would complete red's stencil: white has two safe placements."""
    play = at("red=d1b2c3a4c4d4 white=c1d2a3b3d3 turn=white plates=K1,K2")
    assert cells_of(PLAIN.barred_cells(play.s, play.o, 0)) == "b1"
    assert PLAIN.barred_cells(play.s, play.o, 1) == 0
    red, white = terms(play)
    assert red["squeeze"] == pytest.approx(1 - 5 / 32)
    assert "squeeze" not in white


def test_two_counters_and_none_of_the_others_bar_the_cells_between() -> None:
    play = at("red=a1b3 white=b4d1 turn=white plates=K1,K2")  # K1@0 lacks c2 and a3: a white counter there helps red
    assert cells_of(PLAIN.barred_cells(play.s, play.o, 0)) == "c2a3"


def test_worth_counts_what_is_won_and_what_is_to_come() -> None:
    one = at("turn=red plates=K1,K2", games=1)
    assert points(one, 0, 0) == pytest.approx([0.25, 0.25])
    assert points(one, 50, 0) == pytest.approx([1, 0])
    assert points(one, 0, 50) == pytest.approx([0, 1])
    half = at("turn=red plates=K1,K2", games=1, unfinished="half")
    assert points(half, 0, 0) == pytest.approx([0.5, 0.5])
    match = at("turn=red plates=K1,K2 played=3 halves=4,2", games=6)
    assert points(match, 50, 0) == pytest.approx([2 + 1 + 0.5, 1 + 0.5])


def test_a_lead_is_the_same_difference_however_unfinished_games_are_scored() -> None:
    for unfinished in ("draw", "half", "abandon"):
        red, white = points(at("turn=red plates=K1,K2", games=1, unfinished=unfinished), 1.0, 0.0)
        assert red - white == pytest.approx(np.tanh(0.5))
        assert min(red, white) >= 0
        assert red + white <= 1 + 1e-12


def test_sights() -> None:
    play = at("red=c2d2d4a1 white=b3a4c4 turn=red plates=K1,K2")  # K1@2 is complete
    assert seen(play, knowledge.AS_HELD) == set()
    assert seen(play, knowledge.AS_TURNED) == seen(play, knowledge.HONEST) == {"@2"}
    assert seen(play, knowledge.PASSING) == {"@2"}
    assert seen(play, 100) == {"@0", "@1", "@2", "@3"}
    assert seen(at("red=c2d2a1 white=b3a4c4 turn=red plates=K1,K2"), knowledge.PASSING) == {"@0"}, (
        "one way to pass is enough"
    )
    flips = at(
        "red=d1c3d3a1 white=b2a4c4 turn=red plates=K1,K2", orientations="rotations_and_flips"
    )  # P6: only K1@4 is complete
    assert seen(flips, knowledge.AS_TURNED) == set()
    assert seen(flips, knowledge.HONEST) == {"@4"}


def test_nobody_who_cannot_place_claims_wrongly_instead_of_nothing() -> None:
    play = set_up(DEAD, "red")
    assert seen(play, knowledge.PASSING) == set()
    assert all(chosen(name, play) == "--" for name in ("pip", "albert", "octavia"))


@pytest.mark.parametrize(("preset", "options"), KINDS)
def test_judging_is_the_same_interpreted_and_compiled(preset: str | None, options: dict[str, Any]) -> None:
    values = GAME.settle(preset, **options)
    thinker = Thinker(GAME, values, capacity=256)
    rng = random.Random(5)
    plain, worth = np.zeros((2, knowledge.Term.SIZE)), np.zeros(2)
    met: set[str] = set()
    for _ in range(6):
        line = Line(GAME, values)
        while not line.over:
            compiled = thinker.judge(line)
            s, o = view_record(line.states), view_record(line.options)
            plain[:] = 0
            PLAIN.judge(s, o, plain)
            assert np.allclose(plain, thinker.weigh(line), rtol=0, atol=1e-9)
            PLAIN.worth(s, o, plain @ thinker.weights, worth)
            assert np.allclose(worth, compiled, rtol=0, atol=1e-9)
            assert np.isfinite(worth).all()
            assert min(worth) >= 0
            assert sum(worth) <= values["games"] + 1e-9
            met.update(term for i, term in enumerate(knowledge.Term.words()) if plain[:, i].any())
            if line.at_chance:
                line.draw(rng.random())
            else:
                codes = line.legal_codes()
                line.push(rng.choice([code for code in codes if code < Action.CLAIM] or codes))
    assert met >= {"held", "turned", "reply", "move", "finish"}
    assert ("over" in met) == (values["orientations"] == "rotations_and_flips")


def test_every_kind_of_play_has_weights_and_every_term_words() -> None:
    assert set(REASONS) == set(knowledge.WEIGHTS) == set(knowledge.Term.words())
    assert {len(weights) for weights in knowledge.WEIGHTS.values()} == {2}
    for preset, which in (("quick", 0), ("flips", 1)):
        known = weighing_of(GAME, GAME.encode(GAME.settle(preset)))
        assert known is not None
        assert known.weights.tolist() == [knowledge.WEIGHTS[term][which] for term in knowledge.Term.words()]


@pytest.mark.parametrize("name", CAST[1:])
def test_all_but_the_weakest_claim_a_stencil(name: str) -> None:
    assert chosen(name, at("red=c2d2d4a1 white=b3a4c4 turn=red plates=K1,K2")) == "@2"


def test_the_weakest_sees_a_stencil_only_with_the_plate_as_it_lies() -> None:
    turned = at("red=c2d2d4a1 white=b3a4c4 turn=red plates=K1,K2")
    assert "@2" not in {chosen("pip", turned, seed) for seed in range(12)}
    held = at("red=a1a3b3d4 white=c2a4d1 turn=red plates=K1,K2")
    assert {chosen("pip", held, seed) for seed in range(12)} == {"@0"}


def test_a_plate_turned_over_is_seen_from_the_third_level_on() -> None:
    play = at("red=d1c3d3a1 white=b2a4c4 turn=red plates=K1,K2", orientations="rotations_and_flips")
    assert "@4" not in {chosen("dora", play, seed) for seed in range(12)}
    assert {chosen("albert", play, seed) for seed in range(4)} == {"@4"}


def test_the_second_level_misses_what_the_others_do_next() -> None:
    play = set_up(RED_LACKS_A3, "white")  # only a3 stops red
    answers = {chosen("dora", play, seed) for seed in range(12)}
    assert answers - {"a3"}
    for name in CAST[2:]:
        assert chosen(name, play) == "a3"


def test_all_but_the_weakest_complete_no_stencil_for_the_other() -> None:
    play = at("red=d1b2c3a4c4d4 white=c1d2a3b3d3 turn=white plates=K1,K2")  # O7: b1 is poison
    for name in CAST[1:]:
        assert "b1" not in {chosen(name, play, seed) for seed in range(3)}


@pytest.mark.parametrize("name", CAST[2:])
def test_all_but_the_weakest_two_complete_a_stencil_and_claim_it(name: str) -> None:
    play = set_up(RED_LACKS_A3, "red")
    play.push(chosen(name, play))
    play.push("c4")
    play.push(chosen(name, play))
    assert play.score == (1, 0)


def test_a_claim_that_must_wait_hides_no_placement() -> None:
    play = at("red=c2d2d4a1 white=b3a4c4 turn=red plates=K1,K2", min_counters_to_claim=9)
    placements = [action.code for action in play.legal]
    assert len(placements) == 9
    assert not any(PLAIN.overlooks(play.s, play.o, code, knowledge.HONEST) for code in placements)


@pytest.mark.parametrize(
    ("position", "good"),
    [
        ("red=a1 turn=white plates=K1,K2", {"c2", "a3", "b3"}),  # O2
        ("red=b2 turn=white plates=K1,K2", {"c3"}),  # O3
        ("red=a1b2 white=c3d1 turn=red plates=K1,K3", {"d2"}),  # O4
    ],
)
def test_the_strongest_finds_the_moves_of_solved_positions(position: str, good: set[str]) -> None:
    assert chosen("octavia", at(position)) in good


@pytest.mark.parametrize(("preset", "options"), KINDS)
def test_every_level_plays_a_whole_play(preset: str | None, options: dict[str, Any]) -> None:
    values = GAME.settle(preset, **(options | {"games": 1}))
    assert len(levels(values)) == len(CAST)
    for one, two in (("pip", "albert"), ("dora", "maud"), ("edwin", "pip")):
        line, rng = Line(GAME, values), random.Random(2)
        bots = [new_bot(GAME, values, one, 3), new_bot(GAME, values, two, 4)]
        while not line.over:
            if line.at_chance:
                line.draw(rng.random())
                continue
            code = bots[line.to_move].choose(line)
            assert code in line.legal_codes()
            line.push(code)
        assert sum(line.score) <= 1
