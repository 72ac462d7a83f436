"""Contests of bots: seats rotated, luck shared, the same however many work on it, and nothing lost."""

import importlib
import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from parlour.engine.game import Game, find_game
from parlour.engine.level import Level
from parlour.search import arena, bots
from parlour.search.arena import (
    ArenaError,
    Contest,
    Played,
    Round,
    all_pairs,
    play_game,
    play_round,
    read_rounds,
    run,
    write_rounds,
)
from parlour.search.bots import RandomBot
from parlour.search.line import Line, Position
from parlour.search.ratings import meetings, rate
from parlour.search.seating import new_bot
from parlour.search.stamp import read_sources, stamp_play
from parlour.terminal.contest import new_contest
from tests.search import crosses, dash
from tests.search.dash import knowledge, opponents
from tests.search.dash.rules import RUN, TRIP, WALK
from tests.terminal.runner import one_line, parlour

DASH = dash.GAME.settle()


@pytest.fixture
def toys(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toys announced like games of another package: found by the command, and in other processes."""
    folder = tmp_path_factory.mktemp("toys")
    info = folder / "toys-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[parlour.games]\ndash = tests.search.dash:GAME\ncrosses = tests.search.crosses:GAME\n"
    )
    monkeypatch.syspath_prepend(str(folder))
    assert find_game("dash") is dash.GAME


@dataclass
class Stubborn:
    """Always does the same, if it can, and remembers what it saw."""

    action: int
    name: str = "stubborn"
    seen: list[tuple[int, ...]] = field(default_factory=list)
    seats: set[int] = field(default_factory=set)

    def begin(self, seed: int) -> None:
        self.seen.clear()

    def close(self) -> None:
        pass

    def choose(self, position: Position) -> int:
        self.seen.append(tuple(position.codes))
        self.seats.add(int(position.states["to_move"][0]))
        codes = position.legal_codes()
        return self.action if self.action in codes else codes[0]


def contest(*bots: str, game: Game = dash.GAME, seed: int = 0, **options: Any) -> Contest:
    values = game.settle(None, **options)
    return Contest(game.name, values, all_pairs(bots, values["players"]), seed)


# Who meets whom


def test_everybody_meets_everybody() -> None:
    assert all_pairs(("a", "b", "c"), 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert set(all_pairs(("a", "b"), 3)) == {("a", "b"), ("b", "a")}
    assert contest("a", "b", "c").bots == ("a", "b", "c")


def test_a_round_by_hand() -> None:
    played = Round(("a", "b"), 0, ((1.0, 0.0, 0.5), (2.0, 0.0, 0.0), (0.0, 3.0, 3.0)))
    assert list(played.tables()) == [
        (("a", "b", "b"), (1.0, 0.0, 0.5)),
        (("b", "a", "b"), (2.0, 0.0, 0.0)),
        (("b", "b", "a"), (0.0, 3.0, 3.0)),
    ]
    assert played.share == pytest.approx((1 + 0 + 0.5) / 3)
    assert played.points == pytest.approx((1 + 0 + 3) / 3)


@pytest.mark.parametrize("players", [2, 3])
def test_seats_rotate(players: int, toys: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """One who walks among those who trip each other up, on every seat once."""
    values = dash.GAME.settle(None, players=players, rounds=1)
    tables: list[list[str]] = []

    def watched(game: Game, values: Any, bots: Any, luck: str, judge: None) -> Played:
        tables.append([bot.name for bot in bots])
        return Played(tuple(float(seat) for seat in range(players)))

    monkeypatch.setattr(arena, "play_game", watched)
    played = play_round(Contest("dash", values, (("pip", "random"),)), ("pip", "random"), 4)
    assert tables == [["pip" if seat == at else "random" for seat in range(players)] for at in range(players)]
    assert [table for table, _ in played.tables()] == [tuple(table) for table in tables]
    assert played.points == pytest.approx(sum(range(players)) / players)


@pytest.mark.parametrize("at", range(3))
def test_scores_belong_to_the_seats(at: int) -> None:
    """Whoever only trips others up is last; nobody is asked for another seat."""
    bots = [Stubborn(TRIP if seat == at else WALK) for seat in range(3)]
    for luck in range(10):
        score = play_game(dash.GAME, DASH, bots, str(luck)).score
        assert len(score) == 3
        assert all(score[at] < points for seat, points in enumerate(score) if seat != at)
    assert [bot.seats for bot in bots] == [{0}, {1}, {2}]


# Luck


def outcomes_of(bots: list[Any], luck: str, values: Any = DASH) -> list[int]:
    """The outcomes of a play, as the one asked last saw them and by playing its last action."""
    play_game(dash.GAME, values, bots, luck)
    codes = max((bot.seen[-1] for bot in bots), key=len)
    line, drawn = Line(dash.GAME, values), []
    for code in codes:
        if line.at_chance:
            drawn.append(code)
        line.push(code)
    return drawn


def test_the_same_actions_meet_the_same_outcomes() -> None:
    def runners() -> list[Stubborn]:
        return [Stubborn(RUN) for _ in range(3)]

    values = dash.GAME.settle(None, rounds=9)
    plays = {luck: outcomes_of(runners(), luck, values) for luck in ("0 1", "0 2", "0 3", "1 1")}
    assert all(len(drawn) > 10 for drawn in plays.values())
    assert len({tuple(drawn) for drawn in plays.values()}) == 4
    for luck, drawn in plays.items():
        assert outcomes_of(runners(), luck, values) == drawn


def test_an_outcome_depends_on_its_number_alone() -> None:
    """Walking between the runs does not change what the runs bring."""
    run, walk = Stubborn(RUN), Stubborn(WALK)
    values = dash.GAME.settle(None, rounds=2)
    for luck in ("3", "4", "5"):
        one = outcomes_of([run, walk, walk], luck, values)
        other = outcomes_of([walk, walk, run], luck, values)
        shorter = min(len(one), len(other))
        assert one[:shorter] == other[:shorter]


def test_outcomes_come_in_proportion() -> None:
    line = Line(dash.GAME, DASH)
    line.push(RUN)
    drawn = [0] * 5
    for part in range(600):
        copy = Line(dash.GAME, DASH)
        copy.push(RUN)
        drawn[copy.draw((part + 0.5) / 600)] += 1
    assert drawn == [300, 200, 100, 0, 0]


def test_rounds_do_not_depend_on_what_was_played_before(toys: None) -> None:
    """Bots are kept from round to round, but not what they thought."""
    asked = contest("dora", "pip", "random", seed=5)
    keys = [(pair, luck) for luck in range(2) for pair in asked.pairs]
    forwards = {key: play_round(asked, *key) for key in keys}
    backwards = {key: play_round(asked, *key) for key in reversed(keys)}
    assert forwards == backwards
    other = replace(asked, seed=6)
    assert {key: play_round(other, *key) for key in keys} != forwards


def test_a_play_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "LONGEST", 1200)
    values = crosses.GAME.settle(None, waiting=True)
    message = "Crosses was not over after 1,200 plies: expected options that end a play"
    with pytest.raises(ArenaError, match=message):
        play_game(crosses.GAME, values, [RandomBot(), RandomBot()], "0")


# Many rounds


@pytest.mark.parametrize(
    ("game", "games", "each"), [("dash", 4, 2), ("dash", 6, 2), ("crosses", 1, 1), ("crosses", 5, 3)]
)
def test_every_pair_plays_at_least_so_many_games(game: str, games: int, each: int, toys: None) -> None:
    asked = contest("random", "1", game=find_game(game))
    told: list[tuple[int, int]] = []
    rounds = run(asked, games, workers=1, watch=lambda done, wanted: told.append((done, wanted)))
    assert [(played.pair, played.luck) for played in rounds] == [
        (pair, luck) for luck in range(each) for pair in asked.pairs
    ]
    assert told == [(done, len(rounds)) for done in range(len(rounds) + 1)]


@pytest.mark.thorough
def test_it_comes_out_the_same_however_many_work_on_it(toys: None, tmp_path: Path) -> None:
    asked = contest("pip", "random")
    alone = run(asked, 9, workers=1)
    together = run(asked, 9, tmp_path / "plays.jsonl", workers=2)
    assert together == alone
    assert run(asked, 9, tmp_path / "plays.jsonl", workers=1) == alone
    assert [played.scores for played in alone] != [
        played.scores for played in run(replace(asked, seed=1), 9, workers=1)
    ]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, int]]:
    """The rounds that are played while the test runs."""
    played: list[tuple[Any, int]] = []
    plain = arena.play_round

    def count(contest: Contest, pair: Any, luck: int) -> Round:
        played.append((pair, luck))
        return plain(contest, pair, luck)

    monkeypatch.setattr(arena, "play_round", count)
    return played


ASKED = contest("random", "pip", players=2, rounds=1)


def play_some(out: Path, games: int = 8, asked: Contest = ASKED) -> list[Round]:
    return run(asked, games, out, workers=1)


def test_what_stands_in_the_file_is_not_played_again(toys: None, tmp_path: Path, counted: list[Any]) -> None:
    out = tmp_path / "plays.jsonl"
    first = play_some(out)
    assert len(counted) == 4
    assert play_some(out) == first
    assert len(counted) == 4
    more = play_some(out, 12)
    assert more[:4] == first
    assert len(counted) == 6
    assert play_some(out, 4) == first[:2]
    assert sorted(read_rounds(ASKED, out), key=lambda played: played.luck) == more
    assert run(ASKED, 12, workers=1) == more


@pytest.mark.parametrize("cut", [1, 2, 10, "newline"])
def test_an_interrupted_file_goes_on(cut: int | str, toys: None, tmp_path: Path, counted: list[Any]) -> None:
    out = tmp_path / "plays.jsonl"
    first = play_some(out)
    text = out.read_text()
    out.write_text(text.rstrip("\n") if cut == "newline" else text.rstrip("\n")[: -int(cut)])
    counted.clear()
    assert play_some(out) == first
    assert counted == ([] if cut == "newline" else [(first[-1].pair, 3)])
    assert out.read_text() == text


def test_options_of_several_numbers_are_known_again(tmp_path: Path) -> None:
    values = find_game("stencil").settle("quick")
    assert isinstance(values["plates"], tuple)
    asked = Contest("stencil", values, (("pip", "random"),), seed=0)
    write_rounds(asked, [], tmp_path / "plays.jsonl")
    assert read_rounds(asked, tmp_path / "plays.jsonl") == []


def test_stopped_in_the_middle_nothing_is_lost(toys: None, tmp_path: Path, counted: list[Any]) -> None:
    out = tmp_path / "plays.jsonl"

    def stop(done: int, wanted: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(ASKED, 12, out, workers=1, watch=stop)
    assert len(read_rounds(ASKED, out)) == 3
    counted.clear()
    assert play_some(out, 12) == run(ASKED, 12, workers=1)
    assert len(counted) == 3 + 6


def test_other_pairs_in_the_file_stay_there(toys: None, tmp_path: Path) -> None:
    out = tmp_path / "plays.jsonl"
    values = dash.GAME.settle()
    one = Contest("dash", values, (("pip", "random"),))
    other = Contest("dash", values, (("dora", "random"),))
    first = run(one, 3, out, workers=1)
    second = run(other, 3, out, workers=1)
    assert read_rounds(one, out) == first + second


@pytest.mark.parametrize(
    "other",
    [
        replace(ASKED, seed=1),
        replace(ASKED, game="crosses"),
        replace(ASKED, values=dash.GAME.settle(None, players=2, rounds=2)),
    ],
    ids=["seed", "game", "options"],
)
def test_a_file_of_another_contest_is_refused_and_kept(other: Contest, toys: None, tmp_path: Path) -> None:
    out = tmp_path / "plays.jsonl"
    play_some(out, 2)
    before = out.read_bytes()
    with pytest.raises(ArenaError, match=r"plays\.jsonl holds something else: expected plays of \{\"game\": "):
        play_some(out, 2, other)
    assert out.read_bytes() == before


def other_knowledge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "WEIGHTS", {"ground": (0.8, 0.5), "fallen": (-0.5, -0.7)})


def other_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = opponents.levels

    def eager(values: Any) -> tuple[Level, ...]:
        return tuple(replace(level, simulations=level.simulations + 1) for level in levels(values))

    monkeypatch.setattr(opponents, "levels", eager)


def other_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "luck_of", lambda luck, number: random.Random(number))


def other_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a line had been added to every file that the rules, the knowledge and the bots are read from."""
    plain = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: plain(path) + b"\n")


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (other_knowledge, "knowledge"),
        (other_levels, "levels"),
        (other_search, "search"),
        (other_sources, "rules and knowledge and search"),
    ],
)
def test_plays_of_other_opponents_are_refused_and_kept(
    change: Callable[[pytest.MonkeyPatch], None],
    parts: str,
    toys: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A refit must never mix its results with those from before."""
    out = tmp_path / "plays.jsonl"
    play_some(out, 2)
    before = out.read_bytes()
    with monkeypatch.context() as changed:
        change(changed)
        with pytest.raises(ArenaError) as refused:
            play_some(out, 4)
    assert str(refused.value) == (
        f"the plays in {out} were decided by other {parts}, changed since, and results must not be mixed. "
        "Move it away or name another file, and the contest begins anew"
    )
    assert out.read_bytes() == before


def test_what_is_only_told_decides_nothing(toys: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "plays.jsonl"
    first = play_some(out)
    levels = opponents.levels
    monkeypatch.setattr(
        opponents,
        "levels",
        lambda values: tuple(replace(level, line="told otherwise") for level in levels(values)),
    )
    assert play_some(out) == first


def test_a_file_that_does_not_say_who_decided_is_refused_and_kept(toys: None, tmp_path: Path) -> None:
    """As an earlier version wrote it."""
    out = tmp_path / "plays.jsonl"
    play_some(out, 2)
    first, *lines = out.read_text().splitlines(keepends=True)
    header = json.loads(first)
    del header["decided_by"]
    out.write_text(json.dumps(header) + "\n" + "".join(lines))
    before = out.read_bytes()
    with pytest.raises(ArenaError, match=r"does not say which rules and opponents decided its plays.* Move it away or"):
        play_some(out, 4)
    assert out.read_bytes() == before


def test_a_change_in_any_file_that_the_rules_draw_on_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "acorns").mkdir()
    files = {name: tmp_path / "acorns" / f"{name}.py" for name in ("__init__", "rules", "board", "text")}
    files["__init__"].write_text("")
    files["rules"].write_text("import json\nfrom acorns.board import SIZE\nTURNS = SIZE\n")
    files["board"].write_text("SIZE = 3\n")
    files["text"].write_text("WORD = 'an acorn'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = importlib.import_module("acorns.rules")
    importlib.import_module("acorns.text")
    seen = [read_sources("acorns", rules)]
    for name in ("text", "board", "rules"):
        files[name].write_text(files[name].read_text() + "\n")
        seen.append(read_sources("acorns", rules))
    for name in [module for module in sys.modules if module.partition(".")[0] == "acorns"]:
        monkeypatch.delitem(sys.modules, name)
    assert seen[0] == seen[1]
    assert len(set(seen)) == 3


@pytest.mark.parametrize(
    ("name", "part"),
    [("numeric", "board"), ("quantum", "chains"), ("quatro", "steps"), ("stencil", "rules"), ("vendetta", "moving")],
)
def test_the_stamp_of_a_game_draws_on_its_rules_its_knowledge_and_the_search(name: str, part: str) -> None:
    game = find_game(name)
    own, knowledge = (sys.modules[f"parlour.games.{name}.{file}"] for file in ("rules", "knowledge"))
    rules = read_sources(f"parlour.games.{name}", own).decode()
    assert f"parlour.games.{name}.{part}\0" in rules
    assert f"parlour.games.{name}.text\0" not in rules
    assert f"parlour.games.{name}.knowledge\0" in read_sources(f"parlour.games.{name}", knowledge).decode()
    search = read_sources("parlour.search", bots).decode()
    assert all(f"parlour.search.{file}\0" in search for file in ("bots", "knowledge", "line", "thinker", "tree"))
    stamps = [stamp_play(game, game.settle(preset)) for preset in (None, *game.presets)]
    assert len({stamp["rules"] for stamp in stamps}) > len(stamps) / 2
    assert len({stamp["search"] for stamp in stamps}) == 1


@pytest.mark.parametrize("content", ["", "hello\n", "[]\n", '{"game": "dash"\n', "\n\n"])
def test_a_file_of_something_else_is_refused_and_kept(content: str, toys: None, tmp_path: Path) -> None:
    out = tmp_path / "letter.txt"
    out.write_text(content)
    with pytest.raises(ArenaError, match=r"letter\.txt holds something else"):
        play_some(out)
    assert out.read_text() == content


def test_a_file_that_is_no_text_is_refused_and_kept(toys: None, tmp_path: Path) -> None:
    out = tmp_path / "picture"
    out.write_bytes(b"\x89PNG\r\n\xff\xfe")
    with pytest.raises(ArenaError, match="picture holds something else"):
        play_some(out)
    assert out.read_bytes() == b"\x89PNG\r\n\xff\xfe"


@pytest.mark.parametrize("line", ["", "hello", "[1, 2]", '["pip", "random", 0, 5]', '["a", "b", 0, [[null]]]', "7"])
def test_a_spoilt_line_is_named(line: str, toys: None, tmp_path: Path) -> None:
    out = tmp_path / "plays.jsonl"
    play_some(out)
    lines = out.read_text().splitlines()
    lines[2] = line
    out.write_text("\n".join(lines) + "\n")
    before = out.read_bytes()
    with pytest.raises(ArenaError, match=r"line 3 of .*plays\.jsonl is not a round: expected two names, a number and"):
        play_some(out)
    assert out.read_bytes() == before


# The command


def dash_arena(*arguments: str) -> Result:
    return parlour("arena", "dash", "--workers", "1", *arguments)


def strictly(text: str) -> Any:
    """JSON as everybody reads it: without Infinity and NaN."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


def test_the_command_prints_json(toys: None) -> None:
    result = dash_arena("--bots", "random,pip,dora", "--games", "6", "--seed", "3", "--json")
    assert result.exit_code == 0, result.output
    facts = strictly(result.output)
    asked = contest("random", "pip", "dora", seed=3)
    rounds = run(asked, 6, workers=1)
    assert (facts["game"], facts["options"], facts["seed"]) == ("dash", DASH, 3)
    assert [(row["bot"], row["rating"], row["error"], row["plays"]) for row in facts["ratings"]] == [
        (standing.bot, standing.rating, standing.error, standing.plays) for standing in rate(rounds, asked.bots)
    ]
    assert [tuple(row["pair"]) for row in facts["meetings"]] == list(asked.pairs)
    assert [(row["share"], row["ratio"]) for row in facts["meetings"]] == [
        (meeting.share, meeting.ratio) for meeting in meetings(rounds)
    ]


def test_json_of_a_single_round_is_json(toys: None) -> None:
    strictly(dash_arena("--bots", "random,pip", "--games", "1", "--json").output)


def test_the_command_prints_tables(toys: None, tmp_path: Path) -> None:
    out = tmp_path / "plays.jsonl"
    arguments = ("--bots", "random,pip", "--games", "6", "--players", "2", "--out", str(out))
    first = dash_arena(*arguments)
    assert first.exit_code == 0, first.output
    text = one_line(first.output)
    assert "bot rating ± plays" in text
    assert "bot against plays wins ± of a fair share points ±" in text
    assert "random pip 6 " in text
    assert len(out.read_text().splitlines()) == 1 + 3
    assert dash_arena(*arguments).output == first.output
    among = one_line(dash_arena("--bots", "random,pip", "--games", "2").output)
    assert "bot among plays" in among


def test_a_ladder_is_climbed_from_the_first_named(toys: None) -> None:
    asked = new_contest(dash.GAME, DASH, ("random", "pip", "dora"), ladder=True, seed=0)
    assert asked.pairs == (("pip", "random"), ("dora", "pip"))
    assert asked.bots == ("random", "pip", "dora")
    facts = strictly(dash_arena("--bots", "random,pip,dora", "--games", "6", "--ladder", "--json").output)
    assert [row["bot"] for row in facts["ratings"]] == ["random", "pip", "dora"]
    assert facts["ratings"][0]["rating"] == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--bots", "pip"], 1, "Error: bots given: pip. Expected two or more different ones, joined by commas"),
        (["--bots", "pip,pip"], 1, "Error: bots given: pip, pip. Expected two or more different ones"),
        (["--bots", "pip,1", "--games", "1", "--workers", "1"], 1, "Expected two or more different ones"),
        (["--bots", "pip,edwin"], 1, "Error: nobody called 'edwin' plays Dash: expected random, pip, dora, albert"),
        (["--bots", "pip,"], 1, "Error: nobody called '' plays Dash: expected random, pip, dora, albert"),
        (
            ["--bots", "random,dora", "-o", "rounds=1"],
            1,
            "Error: nobody called 'dora' plays Dash: expected random, pip",
        ),
        (["--bots", "random,pip", "-o", "rounds=0"], 1, "rounds"),
        (["--bots", "random,pip", "--games", "0"], 2, "Invalid value for '--games'"),
        (["--bots", "random,pip", "--workers", "0"], 2, "Invalid value for '--workers'"),
        ([], 2, "Missing option '--bots'"),
    ],
)
def test_bad_input_is_answered_in_a_sentence(arguments: list[str], code: int, message: str, toys: None) -> None:
    result = parlour("arena", "dash", *arguments)
    assert result.exit_code == code
    assert message in one_line(result.output)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.mkdir(), "could not be"),
        (lambda path: path.write_text("dear diary"), "holds something else"),
        (lambda path: path.write_bytes(b"\xff\xfe"), "holds something else"),
    ],
    ids=["folder", "letter", "bytes"],
)
def test_a_bad_file_is_answered_in_a_sentence(
    make: Callable[[Path], object], message: str, toys: None, tmp_path: Path
) -> None:
    make(tmp_path / "out")
    result = dash_arena("--bots", "random,pip", "--games", "1", "--out", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert message in one_line(result.output)


def test_stronger_levels_win(toys: None) -> None:
    """Thinking pays in a game of nothing but thought."""
    values = crosses.GAME.settle()
    rounds = run(Contest("crosses", values, (("maud", "random"),)), 20, workers=1)
    assert meetings(rounds)[0].share > 0.8
    assert isinstance(new_bot(crosses.GAME, values, "random"), RandomBot)
