"""What Numeric's opponents know, judge, overlook and choose."""

import random
from collections import Counter
from math import exp, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.engine.bind import bind
from parlour.engine.level import EVERYTHING
from parlour.engine.play import Play
from parlour.engine.targets import PYTHON
from parlour.games.numeric import knowledge
from parlour.games.numeric.opponents import levels
from parlour.games.numeric.reach import INDEX, THROWS, class_table
from parlour.games.numeric.seeing import BEST_SIGNS, COST
from parlour.games.numeric.state import Action
from parlour.games.numeric.text import formed
from parlour.search.bots import LevelBot
from parlour.search.knowledge import weighing_of
from parlour.search.line import Line, Position
from parlour.search.thinker import Thinker
from tests.games.numeric.tabletop import GAME, at

Values = NDArray[np.float64]
PLAIN = bind(knowledge, PYTHON)
FIRST, LAST = 0, -1  # levels
TWELVE: dict[str, Any] = {"end": "throw_limit(12)"}
UNCARDED: dict[str, Any] = {"cards": False, **TWELVE}


def terms(play: Play, side: str = "A") -> dict[str, float]:
    found = np.zeros((play.seats, knowledge.Term.SIZE))
    PLAIN.judge(play.s, play.o, found)
    return dict(zip(knowledge.Term.words(), found["ABCDEFGH".index(side)].tolist(), strict=True))


def strengths(position: Position) -> Values:
    """The weighted sums of the terms, interpreted."""
    known = weighing_of(GAME, position.options)
    assert known is not None
    found = np.zeros((position.seats, len(known.terms)))
    PLAIN.judge(position.s, position.o, found)
    return found @ known.weights


def worth(position: Position) -> Values:
    """The points each seat can expect, interpreted."""
    points = np.zeros(position.seats)
    PLAIN.worth(position.s, position.o, strengths(position), points)
    return points


def pound(game: str, throws: float) -> float:
    """What one pound counts with so many throws to come."""
    spread = {"zones": 120, "hex": 120, "counters": 500}[game]
    return 1 / (spread * sqrt(throws))


def chosen(level: int, play: Play) -> str:
    """What a level plays, as it is written; of a calculation the number alone."""
    code = LevelBot(GAME, play.values, "somebody", levels(play.values)[level]).choose(play)
    return f"={formed(code)[0]}" if Action.FORM <= code < Action.PLACE else play.describe(code).notation


def seen(play: Play, sight: int) -> set[int]:
    """The numbers that somebody of a sight thinks of; 0 for passing."""
    thought = {code for code in play.legal_codes() if not PLAIN.overlooks(play.s, play.o, code, sight)}
    return {formed(code)[0] if code else 0 for code in thought}


def test_money_is_a_lead_measured_by_the_throws_to_come() -> None:
    play = at("zones", "phase=throwing throws=4 money=700,500", **UNCARDED)
    assert terms(play)["money"] == pytest.approx(100 * pound("zones", 8))
    assert terms(play, "B")["money"] == pytest.approx(-100 * pound("zones", 8))
    end = at("zones", "phase=throwing throws=11 money=700,500", **UNCARDED)
    assert terms(end)["money"] == pytest.approx(100 * pound("zones", 1))


def test_the_end_is_near_when_a_purse_or_an_end_card_brings_it() -> None:
    play = at("zones", "phase=throwing money=1780,500", end_cards="money_only")
    assert PLAIN.throws_left(play.s, play.o) == pytest.approx(2)  # £220 to go, £110 a throw
    play = at("zones", "phase=throwing money=1780,500")
    assert PLAIN.throws_left(play.s, play.o) == pytest.approx(1 / (1 / 2 + 2 * 0.4 * 2 / 25))
    play = at("basic", "phase=throwing throws=200 A=" + ",".join(map(str, range(1, 91))) + " money=90,0")
    assert PLAIN.throws_left(play.s, play.o) == pytest.approx(10)


def test_the_dice_offer_the_best_number_to_the_next_side_and_the_second_best_to_the_one_after() -> None:
    play = at("zones", "throws=4 throw=6431 A=73,71,84,90 money=800,500", **UNCARDED)
    best, second = 100 * pound("zones", 8.5), 50 * pound("zones", 8.5)  # 96; 78 and others
    assert (terms(play)["offer"], terms(play, "B")["offer"]) == pytest.approx((best, second))
    play.push("=96")
    assert (terms(play)["offer"], terms(play, "B")["offer"]) == pytest.approx((0, second))
    line = at("hex", "throws=4 throw=4443 A=68,76 money=530,500", **UNCARDED)
    assert terms(line)["offer"] == pytest.approx(50 * pound("hex", 8.5))  # 61, as in V40


@pytest.mark.parametrize(("sides", "mean"), [(2, 74.00), (3, 79.60), (4, 85.20)])
def test_a_card_is_worth_its_mean(sides: int, mean: float) -> None:
    words = "phase=card throw=6431 A=7 number=7 signs=3 reward=15 made=1 throws=4"
    play = at("zones", words, players=sides, end_cards="money_only", **TWELVE)
    scale = pound("zones", 8.5)
    assert terms(play)["card"] / scale == pytest.approx(mean)
    assert terms(play, "B")["card"] / scale == pytest.approx(-140 / 25)


@pytest.mark.parametrize(
    ("throw", "n", "signs", "reward"),
    [("6431", 7, 3, 15), ("6431", 73, 0, 100), ("6431", 2, 1, 10), ("6666", 5, 3, 15)],
)
@pytest.mark.parametrize("treble", ["thrice_in_all", "thrice_more"])
def test_cards_are_read_as_they_are_carried_out(throw: str, n: int, signs: int, reward: int, treble: str) -> None:
    words = f"phase=card throw={throw} A={n} number={n} signs={signs} reward={reward} made=1 money=900,900"
    for card in range(1, 26):
        play = at("zones", words, end_cards="money_only", treble_card=treble)
        bank, each = PLAIN.bank_pays(play.s, play.o, card), PLAIN.each_pays(play.s, card)
        play.push(f"#{card}")
        assert (play.s.money[0], play.s.money[1]) == (900 + bank + each, 900 - each), card


def test_a_rack_is_what_a_throw_may_make_of_it() -> None:
    words = "phase=throwing throws=1 A=4 cells=C0:4 rackA=8,83,89,97,98,86 rackB=3,5,12,33,34,38"
    play = at("counters", words, **TWELVE)
    assert terms(play)["rack"] == pytest.approx(1264 / 1296 / 3)  # 8 alone is a relative of 4
    assert terms(play, "B")["rack"] == pytest.approx((1284 + 1283 + 1254) / 1296 / 3)  # 3, 5 and 12


def test_counters_are_offered_with_their_best_cell_and_their_links() -> None:
    words = "throw=6431 A=4 cells=C0:4 rackA=3,83,89,97,98,86 rackB=5,8,91,33,34,38"
    silver, gold = 30 * pound("counters", 11.5), 40 * pound("counters", 11.5)  # 3 or 5 beside the 4
    play = at("counters", words, **UNCARDED)
    assert (terms(play)["offer"], terms(play, "B")["offer"]) == pytest.approx((silver, gold)), "each has his own rack"
    play.push("=3")
    assert (terms(play)["offer"], terms(play, "B")["offer"]) == pytest.approx((silver, gold)), "it is not placed yet"
    scramble = at("counters", f"{words} circuit=1", **UNCARDED)
    assert (terms(scramble)["offer"], terms(scramble, "B")["offer"]) == pytest.approx((gold, silver)), "A is first"


def test_in_basic_any_number_is_worth_a_pound() -> None:
    play = at("basic", "throws=5 throw=6431 A=14,12 money=2,0", **TWELVE)
    assert terms(play)["money"] == terms(play)["offer"] == pytest.approx(7.5**-0.5)


def test_who_is_out() -> None:
    words = "phase=throwing throws=4 money=700,500,500 drawn=1 pack=7 out=0,0,1"
    play = at("zones", words, players=3, end_cards="money_only", **TWELVE)
    assert {term: x for term, x in terms(play, "C").items() if x} == {"out": 1}
    assert terms(play)["money"] == pytest.approx(100 * pound("zones", 8)), "he does not count in the mean"
    assert worth(play)[2] == pytest.approx(-1 / 2)


def test_costs_are_those_of_the_page() -> None:
    for count, pairs in ((4, [126, 671, 1046, 1238, 974, 414, 38, 3]), (3, [56, 209, 176, 135, 47])):
        found = Counter(
            min(int(COST[INDEX[throw], 4 * (n - 1) + c]) for c in range(4) if classes >> c & 1)
            for throw in THROWS
            if len(throw) == count
            for n, classes in class_table(throw).items()
        )
        assert [found[cost] for cost in sorted(found)] == pairs


def test_sight_is_arithmetic() -> None:
    play = at("zones", "throw=6431")
    assert seen(play, 0) == {14}
    assert {12, 72, 73, 96} & seen(play, 1) == {12}  # 6 + 4 + 3 − 1
    assert {12, 72, 73, 96} - seen(play, 3) == {96}  # × twice
    assert {12, 72, 73, 96} <= seen(play, 4)  # 6 × 4 × (3 + 1)
    assert 0 in seen(play, BEST_SIGNS)
    assert seen(play, EVERYTHING) == {0, *class_table((1, 3, 4, 6))}


def test_somebody_who_sees_nothing_passes_and_looks_more_closely_when_nothing_happens() -> None:
    assert seen(at("zones", "throw=6431 A=14 money=505,500"), 0) == {0}
    assert seen(at("zones", "throw=6431 A=14 money=505,500 throws=9 idle=2"), 0) >= {12}


def test_the_best_signs_are_enough_and_without_cards_any() -> None:
    for cards, ways in ((True, [3]), (False, [1])):
        play = at("zones", "throw=6431", cards=cards)
        sevens = [code for code in play.legal_codes() if code and formed(code)[0] == 7]
        kept = [code for code in sevens if not PLAIN.overlooks(play.s, play.o, code, BEST_SIGNS)]
        assert [formed(code)[1] for code in kept] == ways


@pytest.mark.parametrize(("money", "gains"), [("money=600,500", 2 / 25), ("money=600,700", 0)])
def test_whoever_leads_is_the_better_for_an_end_card_to_come(money: str, gains: float) -> None:
    play = at("zones", f"phase=card throw=6431 A=7 number=7 signs=3 reward=15 made=1 {money}")
    one, other = strengths(play)
    points = worth(play)
    going_on = 2 / (1 + exp(other - one)) - 1
    assert points[0] == pytest.approx(going_on + gains * (1 - going_on))


def test_an_end_card_is_used_by_whoever_is_in_front() -> None:
    words = "phase=choosing throw=6431 A=7 number=7 signs=3 reward=15 made=1 drawn=1 pack=3 card=3"
    ahead, behind = (at("zones", f"{words} money={money}") for money in ("600,500", "600,700"))
    assert terms(ahead)["card"] == pytest.approx(200 * pound("zones", PLAIN.throws_left(ahead.s, ahead.o)))
    assert chosen(LAST, ahead) == "end"
    assert chosen(LAST, behind) == "take"
    assert chosen(FIRST, ahead) == "take", "beginners like money better"


@pytest.mark.parametrize("preset", GAME.presets)
def test_worth_is_in_units_of_the_score_and_the_same_interpreted_and_compiled(preset: str) -> None:
    values, rng = GAME.settle(preset), random.Random(preset)
    thinker = Thinker(GAME, values, capacity=1 << 10)
    line, judged = Line(GAME, values), 0
    while judged < 40:
        if line.over:
            line = Line(GAME, values)
        if rng.random() < 0.4:
            judged += 1
            points = worth(line)
            assert thinker.judge(line) == pytest.approx(points.tolist(), abs=1e-9)
            if line.seats == 1:
                assert line.s.money[0] <= points[0] <= 100
            else:
                assert np.abs(points).max() <= 1
                assert points.sum() == pytest.approx(0, abs=1e-9)
        if line.at_chance:
            line.draw(rng.random())
        else:
            line.push(rng.choice(line.legal_codes()))


def test_somebody_alone_is_worth_his_money_and_what_he_can_still_cover() -> None:
    covered = ",".join(map(str, range(1, 96)))
    for end, most in (("throw_limit(202)", 97), ("throw_limit(4000)", 100), ("cover_count(97)", 97)):
        words = f"phase=throwing throws=200 A={covered} money=95"
        alone = worth(at("basic", words, players=1, end=end, first_side="random"))
        assert 95 < alone[0] <= most
    assert alone[0] == pytest.approx(97)


def test_the_strongest_wins_at_once() -> None:
    """In `zones` with £100, which only 96, 73 and 71 pay; in `counters` with £40 for gold beside the 4."""
    words = "throws=9 throw=6431 A=4 cells=C0:4 rackA=3,5,6,8,9,12 rackB=1,2,7,10,11,13 money=4960,4990"
    for play in (at("zones", "throws=9 throw=6431 money=1900,1995", cards=False), at("counters", words)):
        while play.to_move == 0:
            play.push(chosen(LAST, play))
        assert play.score == (1, -1)


def test_the_strongest_does_not_open_a_line_for_the_last_word_of_another() -> None:
    """In the last throw 9 pays £50 and then 5 pays £90, or 1 £40 and then 9 £50: with £15 in hand only 1 wins."""
    play = at("hex", "throws=12 throw=2221 A=2,12,16,20,23 B=28,35,68,71 money=515,500", **UNCARDED)
    assert chosen(LAST, play) == "=1"


def test_weak_levels_fail_as_people_do() -> None:
    only_hard = at("basic", "throws=5 throw=6431 A=14,12 money=2,0")
    assert chosen(FIRST, only_hard) == "pass"
    assert chosen(LAST, only_hard) != "pass"
    dear = at("zones", "throw=6431", cards=False)
    assert chosen(LAST, dear) in {"=96", "=73", "=71"}, "they pay £100"
    easy = seen(dear, levels(dear.values)[FIRST].sight)
    assert max(dear.o.value[n] * dear.o.mark[n] for n in easy) <= 15  # 19 = 4 × 3 + 6 + 1 is the best
    assert int(chosen(FIRST, dear)[1:]) in easy


SMALL: list[tuple[str, dict[str, Any]]] = [
    ("practice", {"end": "throw_limit(8)"}),
    ("basic", {"players": 3, "end": "cover_count(12)"}),
    ("basic", {"dice": 3, "end": "cover_count(12)"}),
    ("zones", {"players": 4, "end": "throw_limit(2)", "starting_money": 50}),
    ("age_6_8", {"end": "throw_limit(3)"}),
    ("hex", {"players": 3, "end": "throw_limit(3)+line(one,3)"}),
    ("hex", {"contiguous": True, "end": "throw_limit(3)", "pass_rule": "forced"}),
    ("counters", {"players": 3, "end": "throw_limit(3)", "scramble": "claim"}),
    ("age_6_7", {"end": "throw_limit(4)", "exchange_on_miss": 2}),
]


@pytest.mark.parametrize(("preset", "options"), SMALL)
def test_every_level_plays_whole_plays(preset: str, options: dict[str, Any]) -> None:
    values = GAME.settle(preset, **options)
    bots = [LevelBot(GAME, values, level.line, level) for level in levels(values)]
    rng = random.Random(f"{preset} {options}")
    for play in range(-(-len(bots) // values["players"])):
        line = Line(GAME, values)
        while not line.over:
            if line.at_chance:
                line.draw(rng.random())
            else:
                code = bots[(line.to_move + play * line.seats) % len(bots)].choose(line)
                assert code in line.legal_codes()
                line.push(code)
