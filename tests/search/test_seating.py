"""Who takes a seat: names, numbers of levels, and levels with something changed about them."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.game import find_game
from parlour.search.bots import LevelBot, UnknownBot, find_level
from parlour.search.line import Line
from parlour.search.seating import CHANGES, find_changed, new_bot, settle_name
from parlour.search.weights import new_weights, write_weights

STENCIL = find_game("stencil")
QUICK = STENCIL.settle("quick")
VENDETTA = find_game("vendetta")
TWO = VENDETTA.settle(players=2)


def test_a_level_is_found_by_name_number_and_with_changes() -> None:
    assert find_changed(STENCIL, QUICK, "4") == find_level(STENCIL, QUICK, "maud")
    name, level = find_changed(VENDETTA, TWO, "6:net=0:seconds=2.5")
    assert name == "octavia:net=0:seconds=2.5"
    assert (level.net, level.seconds) == (False, 2.5)
    assert find_level(VENDETTA, TWO, "octavia")[1].net is True
    _, level = find_changed(STENCIL, QUICK, "dora:wavering=0:sight=3:simulations=20")
    assert (level.wavering, level.sight, level.simulations) == (0.0, 3, 20)
    assert settle_name(STENCIL, QUICK, "1:simulations=5") == "pip:simulations=5"
    assert settle_name(STENCIL, QUICK, "random") == "random"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("zeno:net=0", "nobody called 'zeno' plays Stencil"),
        ("dora:", "'' changes nothing about a bot: expected one of sight=…, simulations=…, seconds=…"),
        ("dora:speed=2", "'speed=2' changes nothing about a bot"),
        ("dora:seconds=soon", "'seconds=soon' does not work: expected seconds=NUMBER, and none below 0"),
        ("dora:seconds=-1", "'seconds=-1' does not work"),
        ("dora:seconds=nan", "'seconds=nan' does not work"),
        ("dora:seconds=3601", "'seconds=3601' does not work: expected more than 0 seconds a move, and 3600 at most"),
        ("dora:seconds=0", "'seconds=0' does not work: expected more than 0 seconds a move"),
        ("octavia:net=1", "Stencil has no net for these options: expected net=0, or nothing"),
        ("dora:net=yes", "'net=yes' does not work: expected net=0 or net=1, or net=FILE.npz"),
        ("dora:ending=yes", "'ending=yes' does not work: expected ending=0 or ending=1"),
        ("dora:net=nowhere.npz", "there is no file nowhere.npz. Expected a net that parlour train or refine made for"),
        ("dora:simulations=2.5", "'simulations=2.5' does not work"),
    ],
)
def test_who_plays_nowhere_is_told_what_is_expected(text: str, sentence: str) -> None:
    with pytest.raises(UnknownBot, match="^" + re.escape(sentence)):
        new_bot(STENCIL, QUICK, text)


@given(st.text(max_size=40) | st.lists(st.sampled_from([*CHANGES, "=", ":", "dora", "9", "1e999"])).map("".join))
def test_any_text_is_somebody_or_refused(text: str) -> None:
    try:
        name, _ = find_changed(STENCIL, QUICK, text)
    except UnknownBot:
        return
    assert find_changed(STENCIL, QUICK, name)[0] == name


@pytest.mark.parametrize(
    ("change", "asked"), [("seconds=0.25", {"seconds": 0.25}), ("simulations=7", {"simulations": 7})]
)
def test_a_bot_thinks_as_long_as_it_is_told(
    monkeypatch: pytest.MonkeyPatch, change: str, asked: dict[str, Any]
) -> None:
    bot = new_bot(STENCIL, QUICK, f"octavia:{change}")
    assert isinstance(bot, LevelBot)
    think, heard = bot.thinker.think, []

    def listen(position: Line, **settings: Any) -> Any:
        heard.append(settings)
        return think(position, simulations=1)

    monkeypatch.setattr(bot.thinker, "think", listen)
    line = Line(STENCIL, QUICK)
    while line.at_chance:
        line.draw(0.5)
    bot.choose(line)
    assert heard == [asked]


def test_of_seconds_and_simulations_the_last_counts() -> None:
    _, level = find_changed(STENCIL, QUICK, "dora:seconds=5:simulations=9")
    assert (level.seconds, level.simulations) == (0.0, 9)
    assert find_changed(STENCIL, QUICK, "dora:simulations=9:seconds=5")[1].seconds == 5.0


def test_who_goes_by_a_net_forgets_nothing() -> None:
    with pytest.raises(UnknownBot, match="a net forgets nothing, not 'race' either: expected net=0 before it"):
        find_changed(VENDETTA, TWO, "octavia:forgets=race")
    assert "race" not in (find_changed(VENDETTA, TWO, "octavia:net=0:forgets=race")[1].knows or ("race",))


def test_without_its_net_a_bot_plays_by_what_the_game_knows() -> None:
    with_net, without = (new_bot(VENDETTA, TWO, f"octavia:{change}") for change in ("net=1", "net=0"))
    assert isinstance(with_net, LevelBot)
    assert isinstance(without, LevelBot)
    line = Line(VENDETTA, TWO)
    line.draw(0.5)
    assert with_net.thinker.judge(line) != without.thinker.judge(line)


def test_a_bot_judges_by_a_net_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    write_weights(file, new_weights(VENDETTA, TWO, width=2, seed=1))
    line = Line(VENDETTA, TWO)
    line.draw(0.5)
    own, mine = (new_bot(VENDETTA, TWO, f"octavia:net={net}") for net in (1, file))
    assert isinstance(own, LevelBot)
    assert isinstance(mine, LevelBot)
    assert mine.name == f"octavia:net={file}"
    assert own.thinker.judge(line) != mine.thinker.judge(line)


def test_a_net_in_a_file_that_is_broken_or_of_another_game_is_refused(tmp_path: Path) -> None:
    broken, other = tmp_path / "broken.npz", tmp_path / "other.npz"
    broken.write_bytes(b"weights")
    write_weights(other, new_weights(VENDETTA, VENDETTA.settle(players=3), width=2, seed=1))
    with pytest.raises(UnknownBot, match=r"broken\.npz is broken, or no file of weights at all"):
        new_bot(VENDETTA, TWO, f"octavia:net={broken}")
    with pytest.raises(UnknownBot, match=r"other\.npz was made for another family"):
        new_bot(VENDETTA, TWO, f"octavia:net={other}")
