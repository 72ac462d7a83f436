"""Positions as text and back, what is said to text that is none, and play from whatever is accepted."""

import random
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.engine.play import Play
from parlour.engine.position import PositionError
from parlour.games.quantum import GAME
from tests.form import samples
from tests.games.quantum.tabletop import (
    at,
    check_position,
    everything,
    new,
    play_on,
    random_play,
    scatter,
    stood,
    words,
)

E1 = "phase=throwing turns=9 turn=White White=25,12g,12h,85,0,0,0,0 Black=12j,17,35,53,40,0,0,0"
TRAYS: dict[str, Any] = {"win_form": "counters_home", "pieces_per_player": 4}


@pytest.mark.parametrize("seed", range(samples(2, 10)))
def test_positions_round_trip(seed: int) -> None:
    play, rng = random_play(f"positions {seed}")
    for _ in range(120):
        check_position(play)
        if play.over:
            break
        play_on(play, rng)


def test_positions_say_no_more_than_they_must() -> None:
    play = new(pieces_per_player=2)
    assert play.position == "phase=starting turns=0 White=0,0 Black=0,0"
    play.push("first:Black")
    assert play.position == "phase=throwing turns=1 turn=Black White=0,0 Black=0,0"
    play.push("66")
    assert play.position == "phase=throwing turns=1 turn=Black White=0,0 Black=0,0 sixes=1"
    play.push("61")
    assert play.position == "phase=extra turns=1 turn=Black White=0,0 Black=0,0 pair=61 sixes=1 due=1"
    play.push("3")
    assert play.position == "phase=using turns=1 turn=Black White=0,0 Black=0,0 pair=61 sixes=1 loose=3"
    play.push("E")
    assert play.position == "phase=using turns=1 turn=Black White=0,0 Black=3,0 sixes=1 loose=31"


def test_the_positions_at_the_end() -> None:
    won = at("White=53,25 Black=0,0", "41 53-H[4]", pieces_per_player=2)
    assert won.position == "phase=finished turns=1 turn=White White=53d,25 Black=0,0 winner=White"
    check_position(won)
    drawn = at("turns=3", "32", pieces_per_player=2, turn_limit=3)
    assert drawn.position == "phase=finished turns=3 turn=White White=0,0 Black=0,0"
    check_position(drawn)
    home = at("White=53,tray Black=0,0", "41 53-H[4]", win_form="counters_home", pieces_per_player=2)
    assert home.position == "phase=finished turns=1 turn=White White=tray,tray Black=0,0 winner=White"
    check_position(home)


@pytest.mark.parametrize(
    "before",
    [
        "White=53,25,41 Black=53d,4,6,60,70",
        "White=53,53d,25,41 Black=4,6,60,70",
        "White=53d,53,25,41 Black=4,6,60,70",
        "turn=Black White=53d,25,41 Black=53,4,6,60,70",
    ],
)
def test_the_position_of_a_win_on_an_occupied_home(before: str) -> None:
    play = at(before, "41 53-H[4]")
    assert play.over
    assert stood(play).count("53d") == 2
    check_position(play)


def test_words_may_come_in_any_order() -> None:
    text = E1.replace("throwing", "using") + " pair=64 sixes=2 loose=2"
    shuffled = text.split()
    random.Random(1).shuffle(shuffled)
    play, other = new(), new()
    play.place(text)
    other.place("  ".join(shuffled))
    assert other.states.tobytes() == play.states.tobytes()
    assert other.position == text


def test_dice_may_be_told_in_any_order() -> None:
    play = at("phase=using White=20 pair=26 loose=3161")
    assert (words(play)["pair"], words(play)["loose"]) == ("62", "6311")


def test_a_position_late_in_a_long_game() -> None:
    play = at("turns=1000000 White=20", "21 20-22[2] 22-23[1]", turn_limit=0)
    assert words(play)["turns"] == "1000001"
    check_position(play)


@pytest.mark.parametrize(
    ("old", "new_text", "options", "reason"),
    [
        ("turns=9", "hello", {}, "'hello' is not part of a position: expected name=value"),
        ("turns=9", "turns=", {}, "'turns=' is not part of a position: expected name=value"),
        ("turns=9", "turns=9 size=5", {}, "'size' is not part of a position of this game"),
        ("turns=9", "turns=9 turns=9", {}, "'turns' is there twice"),
        ("phase=throwing ", "", {}, "'phase' is missing"),
        ("turns=9 ", "", {}, "'turns' is missing"),
        (" Black=12j,17,35,53,40,0,0,0", "", {}, "'Black' is missing"),
        ("throwing", "lunch", {}, "'phase' cannot be 'lunch': expected one of starting, throwing, extra, using"),
        ("turns=9", "turns=nine", {}, "'turns' cannot be 'nine': expected a whole number"),
        ("turns=9", "turns=-1", {}, "'turns' cannot be -1: expected 0 to 1000"),
        ("turns=9", "turns=1001", {}, "'turns' cannot be 1001: expected 1 to 1000"),
        ("turns=9", "turns=0", {}, "'turns' cannot be 0: expected 1 to 1000"),
        ("turn=White", "turn=Red", {}, "'turn' cannot be Red: expected one of White, Black, or none"),
        ("turn=White ", "", {}, "'turn' is missing"),
        ("phase=throwing", "phase=starting", {}, "'turn' cannot be White: expected no such word here"),
        ("White=25,", "Red=25 White=25,", {}, "'Red' is not part of a position of this game"),
        ("12g,12h", "12g", {}, "'White' has 7 entries: expected 8"),
        ("12g,12h", "12g,12h,0", {}, "'White' has 9 entries: expected 8"),
        ("12g", "12k", {}, "'White' cannot be '12k': expected a square such as 17, 12g or 0"),
        ("12g", "87", {}, "'White' cannot be '87': expected a square"),
        ("12g", "H", {}, "'White' cannot be 'H': expected a square"),
        ("12g", "01", {}, "'White' cannot be '01': expected a square"),
        ("12g", "-1", {}, "'White' cannot be '-1': expected a square"),
        ("12g", "", {}, "'White' cannot be '': expected a square"),
        ("12g", "1", {}, "a piece is on 1 or 2: only inner_ring has those"),
        ("12g", "2", {}, "a piece is on 1 or 2: only inner_ring has those"),
        ("12g", "tray", {}, "from home pieces go to a tray in counters_home, and only there"),
        ("12g", "25", {}, "two pieces stand on '25': expected one at most"),
        ("12j", "25", {}, "two pieces stand on '25': expected one at most"),
        ("25,12g", "53d,53d", {}, "two pieces stand on '53d': expected one at most"),
        ("turns=9", "turns=9 pair=43", {}, "'pair' cannot be 43: expected no such word in phase throwing"),
        ("turns=9", "turns=9 loose=4", {}, "'loose' cannot be 4: expected no such word in phase throwing"),
        ("turns=9", "turns=9 due=1", {}, "'due' cannot be 1: expected no such word in phase throwing"),
        ("phase=throwing", "phase=extra", {}, "'due' is missing"),
        ("phase=throwing", "phase=extra due=1001", {}, "'due' cannot be 1001: expected 0 to 1000"),
        (
            "phase=throwing",
            "phase=using",
            {},
            "nothing can be done in phase using: expected a position that can be played on",
        ),
        ("phase=throwing", "phase=using pair=4", {}, "'pair' cannot be '4': expected one of 0, 11, 21, 22, 31"),
        ("phase=throwing", "phase=using pair=432", {}, "'pair' cannot be '432': expected one of 0, 11, 21, 22, 31"),
        ("phase=throwing", "phase=using pair=66", {}, "'pair' cannot be '66': expected one of 0, 11, 21, 22, 31"),
        ("phase=throwing", "phase=using pair=70", {}, "'pair' cannot be '70': expected one of 0, 11, 21, 22, 31"),
        (
            "phase=throwing",
            "phase=using loose=x",
            {},
            "'loose' cannot be 'x': expected some of 1, 2, 3, 4, 5, 6, one after another",
        ),
        ("phase=throwing", "phase=using sixes=-1", {}, "'sixes' cannot be -1: expected 0 to 1000"),
        ("turns=9", "turns=9 winner=White", {}, "'winner' cannot be White: expected no such word in phase throwing"),
        ("turns=9", "turns=9 winner=Red", {}, "'winner' cannot be Red: expected no such word in phase throwing"),
        (
            "phase=throwing",
            "phase=finished winner=White loose=3",
            {},
            "'loose' cannot be 3: expected no such word in phase finished",
        ),
        ("12g,12h", "tray,tray", {"win_form": "counters_home"}, "a tray holds 2 pieces: it would have won"),
    ],
)
def test_what_is_no_position_is_refused_and_changes_nothing(
    old: str, new_text: str, options: dict[str, Any], reason: str
) -> None:
    play = new(**options)
    before = everything(play)
    assert E1.count(old) == 1
    with pytest.raises(PositionError, match=re.escape(reason)):
        play.place(E1.replace(old, new_text))
    assert everything(play) == before


def test_a_pool_that_nobody_can_use_is_refused() -> None:
    with pytest.raises(
        PositionError, match="nothing can be done in phase using: expected a position that can be played on"
    ):
        at("phase=using loose=5")
    assert at("phase=using loose=6").legal
    with pytest.raises(PositionError, match="nothing can be done in phase using"):
        at("phase=using White=tray,tray,tray,0 loose=5", **TRAYS, home_target=4)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        pytest.param("phase=starting turns=0 turn=none White=20", {}, id="on the board before the start"),
        pytest.param("phase=starting turns=0 turn=none", {"first_player": "seat0"}, id="a start that is not drawn"),
        pytest.param("phase=finished", {}, id="over for no reason"),
        pytest.param("phase=finished", {"turn_limit": 0}, id="over without a limit"),
        pytest.param("phase=finished winner=White White=20", {}, id="won without anybody at home"),
        pytest.param("phase=finished winner=White White=53d", {}, id="won without the balance"),
        pytest.param("phase=finished winner=White White=53d,53d,53d,20,21,22,23,24", {}, id="three at home"),
        pytest.param("phase=finished winner=White White=tray", TRAYS, id="won with too few in the tray"),
        pytest.param("White=53d", TRAYS, id="at home instead of in the tray"),
        pytest.param("White=tray,tray", TRAYS, id="all in the tray that have to be, and nobody has won"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, options: dict[str, Any]) -> None:
    with pytest.raises(PositionError):
        at(text, **options)


BALANCED = "White=53d,25 Black=4,6,60,70,28,29"  # eight of sixteen in the centre
STANDING = {"home_check": "standing"}


@pytest.mark.parametrize(
    "phase", ["phase=throwing", "phase=using loose=1", "phase=extra due=1", "phase=finished turns=3"]
)
def test_R18_nobody_stands_on_home_in_balance_without_having_won(phase: str) -> None:
    with pytest.raises(PositionError, match="a piece stands on home in balance: it would have won"):
        at(f"{phase} {BALANCED}", **STANDING, turn_limit=3)
    assert at(f"phase=finished winner=White {BALANCED}", **STANDING).over
    assert not at(BALANCED).over, "a piece that landed before the balance came waits in vain"
    assert not at(f"{BALANCED},30", **STANDING).over


def random_position(play: Play, rng: random.Random) -> str:
    """Words of a position, most of them sensible by themselves."""
    seat = rng.choice(["White", "Black", "Black", "Red"])
    given = {"phase": rng.choice(["throwing", "extra", "using", "using", "starting", "finished"]), "turns": "3"}
    given |= {"turn": seat} if given["phase"] != "starting" else {"turns": "0"}
    for name, values in (
        ("pair", ("43", "61", "11", "66", "5")),
        ("sixes", ("1", "2")),
        ("loose", ("6", "654321", "1", "07")),
        ("due", ("1", "2", "30")),
        ("winner", ("White", "Black", "none")),
        ("turns", ("0", "1", "900000000")),
    ):
        if rng.random() < 0.35:
            given[name] = rng.choice(values)
    text = scatter(play, rng, rng.choice(["123456", "23456", "23", "56"]))
    if rng.random() < 0.3:
        text = re.sub(r"\b\d+[a-j]?\b", lambda found: rng.choice([found[0], "53d", "tray", "0", "3"]), text, count=3)
    return f"{text} {' '.join(f'{name}={value}' for name, value in given.items())}"


def accept(play: Play, text: str) -> bool:
    """Whether a text is taken for a position; if it is refused nothing has changed."""
    before = everything(play)
    try:
        play.place(text)
    except PositionError as refusal:
        assert str(refusal)
        assert everything(play) == before
        return False
    return True


def check_playable(play: Play, rng: random.Random, plies: int = 50) -> None:
    check_position(play)
    for _ in range(plies):
        if play.over:
            assert play.score is not None
            break
        assert play.at_chance != bool(play.legal_codes())
        play_on(play, rng)
    check_position(play)


@pytest.mark.parametrize("batch", range(samples(2, 4)))
def test_every_position_accepted_can_be_played_on(batch: int) -> None:
    accepted = 0
    for seed in range(8):
        play, rng = random_play(f"accepted {batch} {seed}")
        for _ in range(12):
            if accept(play, random_position(play, rng)):
                accepted += 1
                check_playable(play, rng, 25)
    assert accepted >= 5


@cache
def known_positions() -> tuple[tuple[Play, str], ...]:
    """Positions of random plays, in every phase."""
    found: dict[tuple[int, str], tuple[Play, str]] = {}
    for seed in range(6):
        play, rng = random_play(f"known {seed}")
        for _ in range(80):
            found.setdefault((seed, words(play)["phase"]), (Play(GAME, play.values), play.position))
            if play.over:
                break
            play_on(play, rng)
    return tuple(found.values())


PIECES = (
    "",
    " ",
    "=",
    ",",
    "0",
    "1",
    "6",
    "9",
    "53d",
    "tray",
    "12g",
    "White",
    "none",
    "phase=using",
    "loose=6",
    "٣",
    "½",
)
EDITS = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 5), st.sampled_from(PIECES)), min_size=1, max_size=3)


@settings(max_examples=samples(20, 120))
@given(number=st.integers(0, 10**6), edits=EDITS, seed=st.integers(0, 99))
def test_a_spoiled_position_is_refused_or_can_be_played_on(
    number: int, edits: list[tuple[int, int, str]], seed: int
) -> None:
    play, text = known_positions()[number % len(known_positions())]
    for place, length, piece in edits:
        i = place % (len(text) + 1)
        text = text[:i] + piece + text[i + length :]
    if accept(play, text):
        check_playable(play, random.Random(seed))


@settings(max_examples=samples(20, 80))
@given(st.data())
def test_words_of_several_positions_are_refused_or_can_be_played_on(data: st.DataObject) -> None:
    known = known_positions()
    play, text = known[data.draw(st.integers(0, len(known) - 1))]
    _, other = known[data.draw(st.integers(0, len(known) - 1))]
    mixed = dict(word.split("=") for word in text.split())
    for word in other.split():
        if data.draw(st.booleans()):
            name, value = word.split("=")
            mixed[name] = value
    if accept(play, " ".join(f"{name}={value}" for name, value in mixed.items())):
        check_playable(play, random.Random(len(text)))


NAMES = st.sampled_from(["phase", "turns", "turn", "White", "Black", "pair", "sixes", "loose", "due", "winner", "x"])
VALUES = st.sampled_from(["using", "1", "-1", "1_0", "9" * 5000, "6" * 2000, "White", "0,0", "3,4", "½", "=", "none"])


@settings(max_examples=samples(25, 150))
@given(st.text(max_size=40) | st.lists(st.builds("{}={}".format, NAMES, VALUES), max_size=9, unique=True).map(" ".join))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    play = new(pieces_per_player=2)
    if accept(play, text):
        check_playable(play, random.Random(1), 10)
