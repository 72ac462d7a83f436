"""What Quantum's opponents know, judge and choose."""

import random
from typing import Any

import numpy as np
import pytest

from parlour.engine.bind import bind
from parlour.engine.contract import OVER
from parlour.engine.play import Play
from parlour.engine.records import view_record
from parlour.engine.targets import PYTHON
from parlour.games.quantum import GAME, knowledge
from parlour.games.quantum.board import CENTRE, HOME, INDEX
from parlour.games.quantum.knowledge import Term
from parlour.games.quantum.opponents import REASONS, levels
from parlour.games.quantum.state import COLOURS
from parlour.search.bots import CAST
from parlour.search.knowledge import weighing_of
from parlour.search.line import Line
from parlour.search.seating import new_bot
from parlour.search.thinker import Thinker
from tests.games.quantum.shown import PLAYS, at, play_on

PLAIN = bind(knowledge, PYTHON)
EIGHT = "White=53,25,41,56 Black=5,14,21,60"  # in balance: eight of sixteen in play
FOUR_STEPS = 99 / 216  # 14 throws of 36 make a four, and 15 of 216 with the die for a six


def terms(play: Play, seat: str = "White") -> dict[str, float]:
    found = np.zeros((play.seats, Term.SIZE))
    PLAIN.judge(play.s, view_record(play.options), found)
    return dict(zip(Term.words(), found[COLOURS.index(seat)].tolist(), strict=True))


def chosen(name: str, play: Play) -> str:
    """What an opponent plays, as it is written."""
    code = new_bot(GAME, play.values, name).choose(play)
    return next(action.notation for action in play.legal if action.code == code)


def come(square: str) -> float:
    return float(knowledge.COME[INDEX[square]])


def test_turns_to_home() -> None:
    turns = knowledge.TURNS
    assert turns[CENTRE] == pytest.approx(turns[INDEX["3"]] + 36 / 11), "a six comes with 11 throws of 36"
    assert turns[INDEX["37"]] < turns[INDEX["19"]] < turns[INDEX["11"]] < turns[INDEX["3"]]
    assert turns[INDEX["54"]] > turns[INDEX["37"]], "just past home is a long way"
    assert turns[HOME] == pytest.approx(turns[INDEX["54"]], abs=0.5), "a piece on home must go round"
    assert turns[INDEX["52c"]] == min(turns[square] for square in range(len(turns)) if square), "six steps are best"
    assert turns[INDEX["85"]] < turns[INDEX["86"]] - 3, "86 is behind the last absorption square"


def test_progress_counts_the_foremost_piece_and_the_others() -> None:
    found = terms(at("White=53,25,3"))
    assert found["front"] == come("53")
    assert found["train"] == pytest.approx(come("25") + come("3"))
    assert found["crew"] == 3 / 8
    assert terms(at("White=53,25,3"), "Black")["front"] == 0
    assert 0 < come("3") < come("25") < come("53") < 1


def test_the_chance_to_come_home_is_counted_in_throws() -> None:
    assert terms(at("White=53"))["aim"] == pytest.approx(FOUR_STEPS)
    assert terms(at("White=53c"))["aim"] == pytest.approx((11 * 6 + 9) / 216)  # a one, or six, another and a one
    assert terms(at("White=53c,53b,53a,53,52d,52c"))["aim"] == 1
    assert terms(at("White=51d"))["aim"] > terms(at("White=51b"))["aim"] > 0, "ten steps and twelve"
    assert terms(at("White=51a"))["aim"] == 0, "thirteen steps"


def test_a_shot_wins_only_in_balance() -> None:
    found = terms(at(EIGHT))
    assert found["shot"] == pytest.approx(FOUR_STEPS)
    assert found["later"] == found["short"] == found["crowd"] == 0
    found = terms(at(f"{EIGHT} turn=Black"))
    assert found["later"] == pytest.approx(FOUR_STEPS), "White throws after Black"
    assert found["shot"] == 0


def test_a_spare_six_mends_what_is_short_by_one() -> None:
    found = terms(at("White=53,25,41 Black=5,14,21,60"))
    assert found["shot"] == pytest.approx(27 / 216)  # 6 and 4; or a six, and a four with the die for it
    assert found["short"] == pytest.approx(found["near"] / 4)
    assert terms(at("White=53,25 Black=5,14,21,60"))["shot"] == 0, "two are lacking"


def test_a_zap_mends_what_is_one_too_many() -> None:
    nine = "White=53,25,41,56 Black=14,21,60,70"
    found = terms(at(f"{nine},5"))
    assert found["sting"] == found["shot"] == 0, "nobody stands before White whom it could send to the centre"
    assert found["crowd"] == pytest.approx(found["near"] / 4)
    found = terms(at(f"{nine},27"))
    assert found["sting"] == pytest.approx(5 / 6), "25 passes or strikes 27 with anything but a one"
    assert found["shot"] == pytest.approx((7 * 6 + 27) / 216)  # 42, 43, 45, 44, or with a six as above


def test_three_others_must_be_in_play() -> None:
    for white, chance in (("53,25,41,56", FOUR_STEPS), ("53,25,41", 27 / 216), ("53,25", 0)):
        assert terms(at(f"White={white}", "one_plus_three"))["shot"] == pytest.approx(chance)


def test_pieces_come_home_one_by_one() -> None:
    found = terms(at("White=53,tray", "both_home"))
    assert found["tray"] == 1 / 2
    assert found["front"] == pytest.approx((1 + come("53")) / 2)
    assert found["shot"] == pytest.approx(FOUR_STEPS), "whatever the balance"
    found = terms(at("White=53,25", "both_home"))
    assert found["shot"] == 0, "the first alone does not win"
    assert found["aim"] == pytest.approx(FOUR_STEPS)
    assert found["front"] == pytest.approx((come("53") + come("25")) / 2)
    four = terms(at("White=53,25,3,41", "both_home", pieces_per_player=4))
    assert four["front"] == pytest.approx((come("53") + come("41")) / 2)
    assert four["train"] == pytest.approx(come("25") + come("3"))


def test_dice_in_hand() -> None:
    assert terms(at(EIGHT))["dice"] == 1
    assert terms(at(EIGHT), "Black")["dice"] == 0
    for pool, dice, wins in (("loose=4", 0.5, 1), ("pair=31", 1, 1), ("loose=3", 0.5, 0), ("pair=65 loose=2", 1.5, 0)):
        play = at(f"{EIGHT} {pool}")
        assert terms(play)["dice"] == dice
        assert terms(play)["hand"] == wins
        assert terms(play, "Black")["dice"] == 1, "Black throws next"
    play = at(f"{EIGHT} phase=extra loose=3 due=1")
    assert terms(play)["hand"] == pytest.approx(2 / 6), "a four, or a one to go with the three"
    assert terms(play)["dice"] == 1


def test_whoever_is_behind_is_dangerous() -> None:
    play = at("White=3 Black=5")
    assert terms(play, "Black")["danger"] == pytest.approx(come("5"))
    assert terms(play)["prey"] == pytest.approx(
        (come("13") - come("3")) * (12 * 6 + 11) / 216
    )  # a two: 12 throws of 36
    play = at("White=3 Black=5 turn=Black")
    assert terms(play, "Black")["danger"] == 0
    assert terms(play, "Black")["risk"] == pytest.approx(come("5"))
    far = at("White=37 Black=47")
    assert terms(far, "Black")["danger"] == pytest.approx((come("47") - come("29")) * 6 / 36), "ten steps"
    assert terms(at("White=37 Black=49"), "Black")["danger"] == 0, "sixteen steps"
    assert terms(at("White=3,5"))["danger"] == terms(at("White=3,5"))["risk"] == 0


def test_standing_on_home() -> None:
    assert terms(at("White=53d", home_check="standing"))["post"] == 1
    assert terms(at("White=53d"))["post"] == 0


@pytest.mark.parametrize(("preset", "options"), PLAYS)
def test_judging_is_the_same_interpreted_and_compiled(preset: str, options: dict[str, Any]) -> None:
    values = GAME.settle(preset, **options)
    thinker = Thinker(GAME, values, capacity=256)
    plain = np.zeros((values["players"], Term.SIZE))
    for i, play in enumerate(play_on(preset, options, plies=400)):
        if i % 5 or play.over:
            continue
        compiled = thinker.judge(play)
        plain[:] = 0
        PLAIN.judge(play.s, view_record(play.options), plain)
        assert np.allclose(plain, thinker.weigh(play), rtol=0, atol=1e-9)
        assert np.isfinite(plain).all()
        points = np.zeros(play.seats)
        PLAIN.worth(play.s, view_record(play.options), plain @ thinker.weights, points)
        assert np.allclose(points, compiled, rtol=0, atol=1e-9)
        assert abs(sum(compiled)) < 1e-9
        assert all(-1 / (play.seats - 1) <= value <= 1 for value in compiled)


def test_every_kind_of_play_has_weights_and_every_term_words() -> None:
    rows = {
        knowledge.row(view_record(GAME.encode(GAME.settle(preset, **options)))): preset for preset, options in PLAYS
    }
    assert sorted(rows) == list(range(len(knowledge.WEIGHTS["front"])))
    assert set(REASONS) == set(Term.words())
    for preset, options in PLAYS:
        values = GAME.settle(preset, **options)
        known = weighing_of(GAME, GAME.encode(values))
        assert known is not None
        for level in levels(values):
            assert known.limited_to(level.knows).any()


@pytest.mark.parametrize("name", ["maud", "edwin", "octavia"])
def test_a_win_is_taken(name: str) -> None:
    assert chosen(name, at(f"{EIGHT} loose=4")) == "53-H[4]"


def test_a_six_is_spared_for_the_balance() -> None:
    play = at("White=53,25,41 Black=5,14,21,60 pair=64 loose=2")
    assert chosen("octavia", play) == "E"
    play.push("E")
    assert chosen("octavia", play) == "53-H[4]"


def test_the_balance_is_broken_before_another_wins_by_it() -> None:
    play = at("White=24,25,41,60 Black=53c,53b,53a,53 loose=1")
    assert chosen("octavia", play) == "24-25[1]", "only so one more goes to the centre"


def test_pip_sees_only_its_foremost_piece() -> None:
    play = at("White=52c,53,25,41 Black=5,14,21,60 loose=4")
    assert chosen("pip", play) == "52c-53b[4]"
    assert chosen("dora", play) == "53-H[4]"


def test_pip_and_dora_keep_half_of_their_pieces_in_play() -> None:
    for name in ("pip", "dora"):
        assert chosen(name, at("White=25,41,56 loose=6")) == "E"
        assert chosen(name, at("White=25,41,56,60 loose=6")) != "E"


def test_dora_does_not_think_of_totals() -> None:
    play = at("White=53,25,41 Black=5,14,21,60,53b pair=31")
    assert chosen("maud", play) == "53-H[3+1]"
    play.push(chosen("dora", play))
    assert play.to_move == 0, "the other die is left"


@pytest.mark.parametrize(("preset", "options"), PLAYS)
def test_all_levels_play(preset: str, options: dict[str, Any]) -> None:
    """Everybody at one table, for a few turns."""
    values = GAME.settle(preset, **{**options, "turn_limit": 12})
    bots = [new_bot(GAME, values, name) for name in CAST[: len(levels(values))]]
    line, rng, asked = Line(GAME, values), random.Random(1), 0
    while not line.over:
        if line.at_chance:
            line.draw(rng.random())
            continue
        code = bots[asked % len(bots)].choose(line)
        assert code in line.legal_codes()
        line.push(code)
        asked += 1
    assert line.to_move == OVER
    assert asked > 0
