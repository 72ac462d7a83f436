"""`parlour lab ban`: who goes without something loses by it what it is worth."""

import json
from pathlib import Path

import pytest

from parlour.engine.cache import settle_folder
from parlour.engine.game import find_game
from parlour.laboratory import LaboratoryError, Plan, new_plan
from parlour.laboratory.ban import Ban, measure_ban, say_ban
from parlour.laboratory.comparison import compare
from parlour.laboratory.estimates import Estimate
from parlour.laboratory.findings import Strength
from parlour.laboratory.restriction import Restricted, check_banned, restrict, seat_member
from parlour.laboratory.runs import play_part, stamp_plan
from parlour.search.bots import LevelBot
from parlour.search.line import Line
from tests.form import samples
from tests.terminal.runner import one_line, parlour

GAME = find_game("stencil")
FIXED = GAME.settle("quick", plate_choice="fixed", first_player="red")


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.laboratory.runs.cache_root", lambda: settle_folder(tmp_path))
    monkeypatch.chdir(tmp_path)


def line_after(moves: str) -> Line:
    line = Line(GAME, FIXED)
    for move in moves.split():
        codes = {GAME.notation.write(line.s, line.o, code): code for code in line.legal_codes()}
        line.push(codes[move])
    return line


@pytest.mark.parametrize("name", ["random", "dora"])
def test_a_kind_of_action_is_never_chosen_while_there_is_another(name: str) -> None:
    line = line_after("a1 b1 c1 d1 a2")
    bot = Restricted(GAME, FIXED, name, ("place",))
    for seed in range(8):
        bot.begin(seed)
        assert GAME.actions.word(bot.choose(line)) == "claim"


@pytest.mark.parametrize("name", ["random", "dora"])
def test_what_is_banned_is_chosen_where_nothing_else_is_legal(name: str) -> None:
    line = line_after("a1 b1")
    bot = Restricted(GAME, FIXED, name, ("place",))
    bot.begin(0)
    assert GAME.actions.word(bot.choose(line)) == "place"


def test_a_single_action_is_banned_as_it_is_written() -> None:
    line = line_after("a1")
    free = ("b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3", "a4", "b4", "c4")
    bot = Restricted(GAME, FIXED, "random", free)
    bot.begin(3)
    assert GAME.notation.write(line.s, line.o, bot.choose(line)) == "d4"


def test_a_term_that_is_banned_weighs_nothing() -> None:
    game = find_game("vendetta")
    values = game.settle("two")
    bot = seat_member(game, values, "octavia:net=0 without danger")
    assert isinstance(bot, Restricted)
    assert isinstance(bot.bot, LevelBot)
    assert bot.bot.level.knows is not None
    assert "danger" not in bot.bot.level.knows
    assert {"race", "post"} < set(bot.bot.level.knows)
    with pytest.raises(LaboratoryError, match="octavia judges by a net, which weighs danger as well: expected"):
        seat_member(game, values, "octavia without danger")


def test_who_never_claims_loses_by_it() -> None:
    plan = new_plan(GAME, GAME.settle("quick"), "random")
    found = measure_ban(plan, ("claim",), samples(60, 400), workers=1)
    assert found.alone is not None
    assert found.alone.wins.high < 0.5
    assert "it is worth" in say_ban(found)
    everybody = found.game.plans[1]
    assert everybody.bots == ("random without claim",) * 2
    assert all(row.ended == "drawn" for row in play_part(everybody, range(10))), "nobody wins without a claim"


def test_results_are_filed_under_the_ban() -> None:
    plan = new_plan(GAME, FIXED, "random")
    other = Plan(plan.game, plan.values, (restrict("random", ("claim",)), "random"))
    assert stamp_plan(plan) != stamp_plan(other)


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [(0.2, 0.3, "it is worth 25.0 ± 5.0 points"), (0.4, 0.6, "it is worth nothing"), (0.7, 0.8, "it does harm, 25.0")],
)
def test_what_it_is_worth_is_said(low: float, high: float, words: str) -> None:
    plan = new_plan(GAME, FIXED, "random")
    other = new_plan(GAME, FIXED, "random", seed=1)
    game, _ = compare([("A", plan), ("B", other)], 2, run=lambda plan, plays, *unused: play_part(plan, range(plays)))
    strength = Strength("random", "random", Estimate((low + high) / 2, low, high, 100), 0.5)
    assert words in say_ban(Ban(("claim",), strength, game))


@pytest.mark.parametrize(
    ("bots", "banned", "sentence"),
    [
        ("random", "fly", "nothing is called 'fly'"),
        ("random", "e9", "never came up as an action"),
        ("random+pip", "claim", "one kind of bot has to sit on every seat"),
        ("random,pip", "claim", "one kind of bot has to sit on every seat"),
    ],
)
def test_what_cannot_be_banned_is_told(bots: str, banned: str, sentence: str) -> None:
    with pytest.raises(LaboratoryError, match=sentence):
        measure_ban(new_plan(GAME, FIXED, bots), (banned,), 4)


def test_only_who_weighs_something_can_go_without_it() -> None:
    game = find_game("vendetta")
    values = game.settle("two")
    with pytest.raises(LaboratoryError, match="who plays at random weighs nothing"):
        seat_member(game, values, "random without danger")
    with pytest.raises(LaboratoryError, match="maud never weighs danger"):
        seat_member(game, values, "maud without danger")
    check_banned(game, values, ("danger", "spin"))


def test_the_command_tells_what_it_is_worth(tmp_path: Path) -> None:
    words = ("lab", "ban", "stencil", "claim", "--preset", "quick", "--bots", "random", "--plays", "20")
    result = parlour(*words, "--json", "f.json")
    assert result.exit_code == 0, result.output
    assert "One who goes without claim, among others who do not, wins" in one_line(result.output)
    assert json.loads((tmp_path / "f.json").read_text())["alone"]["bot"] == "random without claim"
