"""Who plays in the laboratory: levels with changes and personas are data, and part of what results are filed under."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from parlour.engine.cache import settle_folder
from parlour.engine.game import find_game, games
from parlour.laboratory import LaboratoryError, Plan, new_plan, run_plan
from parlour.laboratory.characters import (
    PERSONAS,
    HeedingBot,
    describe_personas,
    list_settings,
    read_character,
    seat_bot,
)
from parlour.laboratory.restriction import Restricted, restrict, seat_member
from parlour.laboratory.runs import stamp_plan
from parlour.search.bots import LevelBot, UnknownBot, find_level
from parlour.search.knowledge import levels_of
from parlour.search.line import Line

GAME = find_game("stencil")
QUICK = GAME.settle("quick")
WITH_KNOWLEDGE = [name for name, game in games().items() if game.knowledge is not None]
PAGE = Path(__file__).parents[2] / "docs" / "laboratory.md"


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.laboratory.runs.cache_root", lambda: settle_folder(tmp_path))


def plan_of(bots: str) -> Plan:
    return new_plan(GAME, QUICK, bots)


def test_a_level_is_changed_in_what_was_said_alone() -> None:
    _, dora = find_level(GAME, QUICK, "dora")
    name, changed = read_character(GAME, QUICK, "2:wavering=0.5:sight=7:simulations=3:forgets=turned")
    assert name == "dora:wavering=0.5:sight=7:simulations=3:forgets=turned"
    assert dora.knows is not None
    knows = tuple(term for term in dora.knows if term != "turned")
    assert changed.level == replace(dora, wavering=0.5, sight=7, simulations=3, knows=knows)
    bot = seat_bot(GAME, QUICK, name)
    assert isinstance(bot, LevelBot)
    assert bot.level == changed.level


@pytest.mark.parametrize("name", WITH_KNOWLEDGE)
def test_every_game_with_knowledge_has_every_persona(name: str) -> None:
    game = find_game(name)
    values = game.settle()
    weakest, *_, strongest = levels_of(game, values)
    greedy, cautious, child = (read_character(game, values, persona)[1] for persona in PERSONAS)
    assert (greedy.heeds, cautious.heeds, child.heeds) == (0, 2, None)
    assert greedy.level == cautious.level == replace(strongest, simulations=0, wavering=0)
    assert child.level == replace(weakest, wavering=0.3)


@pytest.mark.parametrize("heeds", [0.0, 2.0])
def test_somebody_greedy_looks_at_its_own_and_somebody_cautious_at_the_others(heeds: float) -> None:
    line = Line(GAME, QUICK)
    while line.at_chance or not all(line.states["hand"][0] < 6):
        line.draw(0.3) if line.at_chance else line.push(line.legal_codes()[-1])
    mover = line.to_move
    bot = HeedingBot(GAME, QUICK, "somebody", replace(levels_of(GAME, QUICK)[-1], wavering=0.0), heeds)

    def worth(code: int) -> float:
        terms = bot.thinker.weigh(Line.after(line, code))
        own, other = (float(terms[seat] @ bot.thinker.weights) for seat in (mover, 1 - mover))
        return own - heeds * other

    assert worth(bot.choose(line)) == max(worth(code) for code in line.legal_codes())


def test_greedy_and_cautious_do_not_play_the_same() -> None:
    played = [run_plan(plan_of(bots), 6, workers=1) for bots in ("greedy", "cautious")]
    assert [row.course for row in played[0]] != [row.course for row in played[1]]


def test_a_play_that_can_be_won_at_once_is_won() -> None:
    """Whatever strength a position has, points at the end outweigh it."""
    bot = HeedingBot(GAME, QUICK, "greedy", levels_of(GAME, QUICK)[-1], 0.0)
    row, line = None, Line(GAME, QUICK)
    while not line.over:
        if line.at_chance:
            line.draw(0.3)
            continue
        ends = {code: after for code in line.legal_codes() if (after := Line.after(line, code)).over}
        wins = {
            code for code, after in ends.items() if after.score[line.to_move] == max(after.score) > min(after.score)
        }
        code = bot.choose(line)
        if wins:
            assert code in wins
            row = code
        line.push(code)
    assert row is not None, "somebody could win at once"


def test_personas_mix_with_levels_and_change_seats() -> None:
    rows = run_plan(plan_of("greedy,pip:wavering=0.9"), 2, workers=1)
    assert [row.bots for row in rows] == [("greedy", "pip:wavering=0.9"), ("pip:wavering=0.9", "greedy")]
    drawn = {name for luck in range(40) for name in plan_of("child+cautious+random").members(luck)}
    assert drawn == {"child", "cautious", "random"}


def test_how_somebody_plays_is_part_of_what_results_are_filed_under(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("dora", "dora:wavering=0.5", "dora:wavering=0.6", "dora:forgets=turned", "greedy", "cautious", "child")
    assert len({stamp_plan(plan_of(name)) for name in names}) == len(names)
    before = stamp_plan(plan_of("child"))
    monkeypatch.setitem(PERSONAS, "child", replace(PERSONAS["child"], changes=("wavering=0.4",)))
    assert stamp_plan(plan_of("child")) != before, "a persona that was changed is another one"
    assert list_settings(GAME, QUICK, ("child", "random"))["child"]["level"]["wavering"] == 0.4


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        (
            "zeno",
            "nobody called 'zeno' plays Stencil: expected random, pip, dora, albert, maud, edwin, octavia, greedy",
        ),
        ("dora:colour=red", "'colour=red' changes nothing about a bot: expected one of sight=…, simulations=…"),
        ("dora:wavering=much", "'wavering=much' does not work: expected wavering=NUMBER"),
        ("dora:simulations=-1", "'simulations=-1' does not work"),
        ("dora:wavering=inf", "'wavering=inf' does not work"),
        ("dora:forgets=luck", "nobody can forget 'luck' here: expected one of claim"),
        ("dora:net=mine.npz", "'net=mine.npz' works in the arena and at the table: here the game's own judges"),
    ],
)
def test_bad_changes_are_told_in_a_sentence(bots: str, sentence: str) -> None:
    with pytest.raises((LaboratoryError, UnknownBot), match=re.escape(sentence)):
        plan_of(bots)


def test_without_knowledge_there_is_nothing_to_go_by() -> None:
    bare = replace(GAME, knowledge=None, opponents=None)
    for name in ("greedy", "dora:heeds=2"):
        with pytest.raises(LaboratoryError, match="Stencil has no knowledge of its own"):
            read_character(bare, QUICK, name)


def test_the_page_tells_of_every_persona() -> None:
    assert describe_personas() in PAGE.read_text(encoding="utf-8")


def test_a_level_with_changes_can_go_without_something() -> None:
    bot = seat_member(GAME, QUICK, restrict("dora:wavering=0.5", ("turned",)))
    assert isinstance(bot, Restricted)
    assert isinstance(bot.bot, LevelBot)
    assert bot.bot.level.wavering == 0.5
    assert "turned" not in (bot.bot.level.knows or ())
    with pytest.raises(LaboratoryError, match="greedy judges in a way of its own"):
        seat_member(GAME, QUICK, restrict("greedy", ("claim",)))
