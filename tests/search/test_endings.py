"""Endings that are known exactly: who knows them and when, and what becomes of files that are no good."""

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.game import Game, find_game, games
from parlour.engine.hooks import Ending
from parlour.engine.play import Play
from parlour.games.quatro.state import Action
from parlour.search import endings, thinker
from parlour.search.bots import LevelBot, UnknownBot
from parlour.search.endings import EndingError, file_of, find_table, read_or_build, read_table, write_table
from parlour.search.knowledge import levels_of
from parlour.search.line import Line
from parlour.search.seating import find_changed, new_bot
from parlour.search.thinker import Thinker, careful_thinker
from parlour.search.weights import find_weights
from tests.search import dash
from tests.search.dash import ending
from tests.search.test_net import drawn_weights

DASH = replace(dash.GAME, ending=Ending(ending, ending.NO_TABLE, ending.family, ending.build, ending.is_near))
THREE = DASH.settle(None, players=3)
QUATRO = find_game("quatro")
BACKGAMMON = QUATRO.settle("backgammon")
ON_A_SIX = "A=6:1,off:14 B=2:1,off:14 turn=A phase=rolling"  # 27 of 36 rolls bear it off
AT_HOME = "A=6:3,5:2,4:2,off:8 B=6:2,5:2,3:2,off:9 turn=A phase=rolling"
MEETING = "A=24:2,6:5,8:3,13:5 B=24:2,6:5,8:3,13:5 turn=A phase=rolling"


def placed(text: str, values: Any = BACKGAMMON) -> Play:
    play = Play(QUATRO, values)
    play.place(text)
    return play


def new_thinker(**settings: Any) -> Thinker:
    return Thinker(QUATRO, BACKGAMMON, net=find_weights(QUATRO, BACKGAMMON), capacity=1 << 12, **settings)


# Who knows them


def test_endings_are_worth_what_the_dice_say() -> None:
    assert new_thinker(ending=True).judge(placed(ON_A_SIX)) == (0.5, -0.5)
    assert new_thinker().judge(placed(ON_A_SIX)) != (0.5, -0.5)


def test_only_the_strongest_know_endings_and_hints_and_looks_back_with_them() -> None:
    for preset in ("backgammon", "two", "three", "four"):
        levels = levels_of(QUATRO, QUATRO.settle(preset))
        assert [level.ending for level in levels] == [False] * 5 + [True]
    assert not levels_of(QUATRO, QUATRO.settle("teams"))[-1].ending
    assert careful_thinker(QUATRO, BACKGAMMON, 1 << 12).judge(placed(ON_A_SIX)) == (0.5, -0.5)
    assert all(not level.ending or level.net for game in games().values() for level in levels_of(game, game.settle()))


def test_a_level_can_do_without() -> None:
    name, level = find_changed(QUATRO, BACKGAMMON, "octavia:ending=0")
    assert (name, level.net, level.ending) == ("octavia:ending=0", True, False)
    with pytest.raises(UnknownBot, match="'ending=maybe' does not work: expected ending=0 or ending=1"):
        find_changed(QUATRO, BACKGAMMON, "octavia:ending=maybe")
    stencil = find_game("stencil")
    with pytest.raises(UnknownBot, match="Stencil has no known endings for these options: expected ending=0"):
        find_changed(stencil, stencil.settle(), "octavia:ending=1")


def test_who_judges_by_the_terms_does_not_know_them_either() -> None:
    """`octavia:net=0` plays as she always did."""
    plain = Thinker(QUATRO, BACKGAMMON, capacity=1 << 12)
    bot = new_bot(QUATRO, BACKGAMMON, "octavia:net=0")
    assert isinstance(bot, LevelBot)
    assert bot.thinker.judge(placed(ON_A_SIX)) == plain.judge(placed(ON_A_SIX)) != (0.5, -0.5)
    assert Thinker(QUATRO, BACKGAMMON, ending=True, capacity=1 << 12).judge(placed(AT_HOME)) == plain.judge(
        placed(AT_HOME)
    )


# When


def test_a_table_is_read_by_whoever_comes_near_an_ending_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def read_one(game: Game, values: Any) -> Any:
        read.append(game.name)
        return find_table(game, values)

    monkeypatch.setattr(thinker, "find_table", read_one)
    found = new_thinker(ending=True)
    found.think(placed(MEETING), simulations=30)
    found.judge(placed(MEETING))
    assert not read
    found.think(placed(AT_HOME), simulations=30)
    assert read
    count = len(read)
    found.think(placed(AT_HOME), simulations=60)
    assert len(read) == count, "once"


def test_what_was_thought_before_does_not_change_what_is_thought_now() -> None:
    fresh, tried = new_thinker(ending=True), new_thinker(ending=True)
    tried.think(placed(AT_HOME), simulations=50)
    tried.think(placed(MEETING), simulations=50)
    tried.begin(0)
    for text in (MEETING, AT_HOME):
        assert tried.think(placed(text), simulations=50) == fresh.think(placed(text), simulations=50)
        tried.begin(0)
        fresh.begin(0)


def test_threads_all_know_them() -> None:
    assert new_thinker(ending=True, threads=2).think(placed(ON_A_SIX), simulations=200).values[0] == pytest.approx(0.5)


def test_plays_to_the_end_are_judged_by_them() -> None:
    """Where all is known no luck is left: what the dice bring is taken away to the last bit, or nearly."""
    exact = new_thinker(ending=True).roll_out(placed(AT_HOME), 12, seed=1)[:, 0]
    guessed = new_thinker().roll_out(placed(AT_HOME), 12, seed=1)[:, 0]
    assert np.std(exact) < np.std(guessed) / 3


# What follows from it


@pytest.mark.parametrize(
    ("men", "doubles", "takes"),
    [
        ("A=5:2,off:13", False, True),  # 6 of 36 rolls bear both off
        ("A=4:1,2:1,off:13", True, True),  # 26 of 36
        ("A=4:1,1:1,off:13", True, False),  # 29 of 36, which leaves B less than a quarter
    ],
)
def test_the_cube_goes_by_them(men: str, doubles: bool, takes: bool) -> None:
    """B bears off his last man for certain, so the cube is never turned again."""
    values = QUATRO.settle("backgammon", cube=True)
    bot = new_bot(QUATRO, values, "octavia")
    play = placed(f"{men} B=1:1,off:14 turn=A phase=doubling", values)
    assert (bot.choose(play) == Action.DOUBLE) == doubles
    play = placed(f"{men} B=1:1,off:14 turn=A phase=answering asked=B", values)
    assert (bot.choose(play) == Action.ACCEPT) == takes


def test_another_game_brings_endings_of_its_own() -> None:
    line = Line(DASH, THREE)
    while line.s.turns < 6:
        line.push(dash.rules.RUN if line.s.turns == 3 else dash.rules.WALK)
        while line.at_chance:
            line.draw(0.1)
    assert line.s.down[2]
    after = Line.after(line, dash.rules.WALK)
    net = drawn_weights(DASH, THREE)
    knowing = Thinker(DASH, THREE, net=net, ending=True, capacity=1 << 8)
    guessing = Thinker(DASH, THREE, net=net, capacity=1 << 8)
    assert knowing.judge(line) == pytest.approx(after.score)
    assert guessing.judge(line) == knowing.judge(line), "to finish the turn is to see the end"


# Files


def table_file(folder: Path, game: Game = DASH, values: Any = THREE) -> Path:
    file = folder / "known.table"
    write_table(file, find_table(game, values), game, values)
    return file


def test_a_table_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    table = find_table(QUATRO, BACKGAMMON)
    file = table_file(tmp_path, QUATRO, BACKGAMMON)
    again = read_table(file, QUATRO, BACKGAMMON)
    assert type(again) is type(table)
    for one, other in zip(again, table, strict=True):
        np.testing.assert_array_equal(one, other)
        assert one.dtype == other.dtype
    first = file.read_bytes()
    table_file(tmp_path, QUATRO, BACKGAMMON)
    assert file.read_bytes() == first
    assert [found.name for found in tmp_path.iterdir()] == ["known.table"]


def test_what_one_writes_to_a_table_nobody_else_reads(tmp_path: Path) -> None:
    file = table_file(tmp_path)
    before = file.read_bytes()
    table = read_table(file, DASH, THREE)
    table.walks[0] = 9
    assert file.read_bytes() == before
    assert read_table(file, DASH, THREE).walks[0] == 0


def test_tables_for_something_else_are_refused(tmp_path: Path) -> None:
    file = table_file(tmp_path)
    with pytest.raises(EndingError, match=r"known\.table was made for another family: '3'; expected '2'"):
        read_table(file, DASH, DASH.settle(None, players=2))
    with pytest.raises(EndingError, match="was made for another game: 'dash'; expected 'quatro'"):
        read_table(file, QUATRO, BACKGAMMON)
    with pytest.raises(EndingError, match="there is no file"):
        read_table(tmp_path / "other.table", DASH, THREE)
    with pytest.raises(EndingError, match=r"no endings of Dash are known: its folder would need an ending\.py"):
        file_of(dash.GAME, THREE)


@given(st.data())
def test_damaged_files_are_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    file = table_file(tmp_path_factory.mktemp("endings"))
    whole = file.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    cut = data.draw(st.booleans())
    file.write_bytes(whole[:at] if cut else whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
    try:
        again = read_table(file, DASH, THREE)
    except EndingError as error:
        assert "known.table" in str(error)
    else:  # a byte that says nothing, between the card and what follows
        np.testing.assert_array_equal(again.walks, [0, 2])


@given(st.binary(max_size=200) | st.sampled_from([b"[]\n", b"{}\n", b"\n", b'{"format": 1}\n']))
def test_what_is_no_file_of_endings_is_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.mktemp("endings") / "known.table"
    file.write_bytes(content)
    with pytest.raises(EndingError):
        read_table(file, DASH, THREE)


@pytest.mark.parametrize("content", [None, b"", b"not a table", "damaged"])
def test_a_file_that_is_missing_or_no_good_is_worked_out_anew(
    content: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    file = file_of(DASH, THREE)
    assert file.parent == tmp_path / "endings"
    if content is not None:
        read_or_build(DASH, THREE)
        file.write_bytes(file.read_bytes()[:-2] + b"xx" if content == "damaged" else content)
    with caplog.at_level(logging.WARNING):
        assert read_or_build(DASH, THREE).walks.tolist() == [0, 2]
    assert ("It is worked out anew." in caplog.text) == (content is not None)
    caplog.clear()
    assert read_or_build(DASH, THREE).walks.tolist() == [0, 2]
    assert not caplog.text


def test_a_table_that_cannot_be_kept_is_used_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    (tmp_path / "endings").write_text("a file where a folder should be")
    with caplog.at_level(logging.WARNING):
        assert read_or_build(DASH, THREE).walks.tolist() == [0, 2]
    assert "the endings of Dash are not kept, and worked out again next time" in caplog.text


def test_other_sources_have_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    usual = file_of(QUATRO, BACKGAMMON)
    monkeypatch.setattr(endings, "source_stamp", lambda *modules: "other")
    assert file_of(QUATRO, BACKGAMMON).name == "quatro-6-15-other.table" != usual.name
    assert file_of(QUATRO, QUATRO.settle("four")).name == "quatro-9-11-other.table"
