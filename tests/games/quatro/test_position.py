"""Positions as text: what is written is read back, and what is no position is refused."""

from typing import Any

import numpy as np
import pytest

from parlour.engine.position import PositionError
from parlour.engine.records import new_record, view_record
from parlour.games.quatro import GAME
from parlour.games.quatro.state import Phase
from tests.form import samples
from tests.games.quatro.met import traces
from tests.games.quatro.tabletop import at, men, moves, new, words

START = "A=36:2,25:3,15:3,9:3 D=36:2,25:3,15:3,9:3 C=36:2,25:3,15:3,9:3 B=36:2,25:3,15:3,9:3"
HOME = "A=9:11 D=9:11 C=9:11 B=9:11"


def test_positions_as_on_the_page() -> None:
    play = new()
    assert play.position == f"phase=starting {START}"
    play.push("start:D")
    assert play.position == f"phase=rolling {START} turn=D turns=1"
    play.push("51: 9/4~")
    expected = START.replace("D=36:2,25:3,15:3,9:3", "D=36:2,25:3,15:3,9:2")
    assert play.position == f"phase=moving {expected} turn=D dice=51 moved=5:9 transit=4 rolls=1 turns=1"


def test_what_is_left_out_is_the_plainest() -> None:
    play = new()
    play.place(f"{HOME} turn=C")
    assert play.position == f"phase=rolling {HOME} turn=C"
    play.place(f"{HOME} turn=A phase=moving dice=65")
    assert (play.to_move, play.s.need) == (0, 2)


def test_steps_already_moved() -> None:
    play = at("A=bar:2,9:9 B=5:1,8:10 turn=A dice=54")
    play.push("bar/32*")
    assert words(play)["moved"] == "5:bar*B"
    assert (words(play)["fresh"], men(play, "B")) == ("32", "bar:1,8:10")
    again = new()
    again.place(play.position)
    assert again.states.tobytes() == play.states.tobytes()
    assert moves(again) == moves(play) == {"bar/33", "32/28"}


def test_a_double_being_answered() -> None:
    play = new(cube=True)
    play.push("start:D dbl2 take drop")
    assert (words(play)["turn"], words(play)["asked"], words(play)["B"]) == ("D", "A", "gone")
    again = new(cube=True)
    again.place(play.position)
    assert again.s.accepted == 1, "C is still there: he accepted"
    again.push("drop")
    assert again.s.cube == 2


def test_every_state_met_is_written_and_read_back() -> None:
    phases = set()
    for _, options, states in traces():
        o, read = view_record(options), new_record(GAME.state_type)
        for i in {*range(min(samples(20, 60), len(states))), *range(0, len(states), samples(40, 5)), len(states) - 1}:
            read[:] = np.zeros(1, GAME.state_type)
            text = GAME.write_position(view_record(states, i), o)
            GAME.read_position(text, view_record(read), o)
            assert read.tobytes() == states[i : i + 1].tobytes(), text
            phases.add(Phase.word(states["phase"][i]))
    assert phases == set(Phase.words())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{HOME}", "'turn' is missing"),
        (f"{HOME} turn=E", "'turn' cannot be 'E': expected one of A, D, C, B"),
        (f"{HOME} turn=AD", "'turn' cannot be 'AD': expected one of A, D, C, B"),
        (f"{HOME} turn=A phase=thinking", "'phase' cannot be 'thinking': expected one of seating, ordering, "),
        (f"{HOME} turn=A weather=fine", "'weather' is not part of a position of this game"),
        (f"{HOME} turn=A turn=A", "'turn' is there twice"),
        (f"{HOME} turn=A nonsense", "'nonsense' is not part of a position: expected name=value"),
        ("A=9:11 D=9:11 C=9:11 turn=A", "'B' is missing"),
        (HOME.replace("A=9:11", "A=9:10") + " turn=A", "A has 10 men: expected 11"),
        (HOME.replace("A=9:11", "A=9:12") + " turn=A", "A has 12 men: expected 11"),
        (HOME.replace("A=9:11", "A=37:11") + " turn=A", "'A' cannot be '37:11': expected places, each once, and "),
        (HOME.replace("A=9:11", "A=nine:11") + " turn=A", "'A' cannot be 'nine:11': expected places, each "),
        (
            HOME.replace("A=9:11", "A=11") + " turn=A",
            "'A' cannot be '11': expected places, each once, and 0 to 15 there",
        ),
        (
            HOME.replace("A=9:11", "A=bar:1,9:9,bar:1") + " turn=A",
            "'A' cannot be 'bar:1,9:9,bar:1': expected places, each once",
        ),
        (HOME.replace("A=9:11", "A=28:11") + " turn=A", "two sets of men on B9: expected those of one player"),
        (HOME.replace("A=9:11", "A=off:11") + " turn=D", "A has no man left: the game would be over"),
        (HOME.replace("A=9:11", "A=off:11") + " turn=A", "it cannot be the turn of A, who is not in the game"),
        (HOME.replace("A=9:11", "A=gone") + " turn=D", "'A' cannot be 'gone': expected men, for nobody can have with"),
        (f"{HOME} turn=A players=1,2,3", "'players' has 3 entries: expected 4, with commas between them"),
        (f"{HOME} turn=A players=1,2,3,3", "'players' has 3 twice: expected each once"),
        (f"{HOME} turn=A players=1,2,3,-", "'players' names 3: expected 4"),
        (f"{HOME} turn=A phase=moving", "'dice' is missing"),
        (f"{HOME} turn=A phase=moving dice=16", "'dice' cannot be '16': expected one of 11, 21, 22, 31, 32, 33, "),
        (f"{HOME} turn=A phase=moving dice=7", "'dice' cannot be '7': expected one of 11, 21, "),
        (
            f"{HOME} turn=A phase=moving dice=51 moved=7:9",
            "'moved' cannot be '7:9': expected die:point or die:bar, with ",
        ),
        (f"{HOME} turn=A phase=moving dice=51 moved=5:9,,1:8", "'moved' cannot be '': expected die:point or die:bar"),
        (f"{HOME} turn=A phase=moving dice=51 moved=4:13", "step 1 of 'moved' is not legal"),
        (f"{HOME} turn=A phase=moving dice=51 moved=5:9", "'moved' brings a man to 4, but none stands there"),
        (
            f"{HOME} turn=A phase=moving dice=51 moved=5:14*B",
            "'moved' cannot be 5:14*B: expected 5:14, by all the rest",
        ),
        (
            f"{HOME} turn=A phase=moving dice=51 transit=4",
            "'transit' cannot be 4: expected no such word, by all the rest",
        ),
        (f"{HOME} turn=A dice=51", "'dice' cannot be 51: expected no such word in phase rolling"),
        (f"{HOME} turn=A moved=5:9", "'moved' cannot be 5:9: expected no such word in phase rolling"),
        (f"{HOME} turn=A asked=D", "'asked' cannot be D: expected no such word in phase rolling"),
        (f"{HOME} turn=A choosers=123", "'choosers' cannot be 123: expected no such word in phase rolling"),
        (f"{HOME} turn=A phase=starting", "'turn' cannot be A: expected no such word in phase starting"),
        (f"{HOME} turn=-", "'turn' cannot be '-': expected one of A, D, C, B"),
        (
            f"{HOME} turn=A phase=doubling",
            "'phase' cannot be 'doubling' under these options: expected one of starting, ",
        ),
        (f"{HOME} turn=A phase=seating", "'phase' cannot be 'seating' under these options"),
        (f"{HOME} phase=opening", "'phase' cannot be 'opening' under these options"),
        (f"{HOME} turn=A cube=2 last=A", "'cube' cannot be 2: expected 1"),
        (f"{HOME} turn=A tally=1,2,3", "'tally' has 3 entries: expected 4"),
        (f"{HOME} turn=A received=-1,0,0,0", "'received' cannot be -1: expected 0 to "),
    ],
)
def test_what_is_no_position_is_refused(text: str, message: str) -> None:
    play = new()
    play.push("start:A")
    before = play.states.tobytes(), play.ply
    with pytest.raises(PositionError) as refusal:
        play.place(text)
    assert message in str(refusal.value)
    assert (play.states.tobytes(), play.ply) == before


@pytest.mark.parametrize(
    ("options", "text", "message"),
    [
        (
            {"cube": True},
            f"{HOME} turn=A cube=3 last=A",
            "'cube' cannot be '3': expected one of 1, 2, 4, 8, 16, 32, 64",
        ),
        ({"cube": True}, f"{HOME} turn=A cube=2", "'last' must name the player who doubled last"),
        ({"cube": True}, f"{HOME} turn=A last=A", "'last' must name the player who doubled last"),
        ({"cube": True}, f"{HOME} turn=A cube=2 last=A phase=doubling", "A may not double here"),
        ({"cube": True}, f"{HOME} turn=A phase=answering asked=A", "A cannot be asked about this double"),
        (
            {"cube": True, "teams": True},
            f"{HOME} turn=A phase=answering asked=C",
            "C cannot be asked about this double",
        ),
        ({"cube": True}, "A=9:11 D=gone C=gone B=gone turn=A", "only one player is left in the game"),
        ({"cube": True}, "A=9:11 D=gone C=9:11 B=9:11 phase=starting", "'D' cannot be 'gone'"),
        ({"turn_cap": 9}, f"{HOME} turn=A rolls=9", "'rolls' cannot be 9: expected 0 to 8"),
        (
            {"players": 3},
            "A=9:11 D=9:11 C=9:11 turn=A players=1,2,3,-",
            "'players' cannot be 2: expected no such word here",
        ),
        (
            {"players": 3},
            "phase=seating players=1,-,-,-",
            "'players' cannot be 1: expected no such word here",
        ),
        ({"players": 3, "seat_draft": "choose"}, "phase=choosing", "'choosers' is missing"),
        ({"players": 3, "seat_draft": "choose"}, "phase=choosing choosers=122", "'choosers' cannot be '122'"),
        (
            {"players": 3, "seat_draft": "choose"},
            "phase=choosing choosers=123 players=2,-,-,-",
            "'players' must seat the first of the choosers, and not all three",
        ),
        (
            {"teams": True, "team_win": "both_out"},
            "A=off:11 D=9:11 C=off:11 B=9:11 turn=D",
            "A has no man left: the game would be over",
        ),
    ],
)
def test_what_is_no_position_under_these_options_is_refused(options: dict[str, Any], text: str, message: str) -> None:
    with pytest.raises(PositionError) as refusal:
        new(**options).place(text)
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("words", "given", "reason"),
    [
        ("received=5,0", {}, "'received' adds up to 5: expected 0"),
        ("received=1,0 paid=0,1", {}, "'paid' cannot be 1: expected 0"),
        ("received=1,0 paid=0,1", {"cube": True}, "'paid' cannot be 1: expected 0"),
        ("received=1,0 paid=0,1 cube=2 last=A", {"cube": True}, "B cannot have paid: expected that of players who"),
        ("tally=1,-1", {}, "'tally' cannot be 1: expected 0"),
        ("tally=9,0", {"match": "points"}, "expected 'finished' just when the match is decided"),
        ("tally=7,6 game=3", {"match": "points"}, "expected 'finished' just when the match is decided"),
        ("tally=3,-1", {"match": "series", "match_tally": "net"}, "'tally' adds up to 2: expected 0"),
        ("tally=3,-3", {"match": "series"}, "'tally' cannot be -3: expected 0 to "),
        ("phase=finished", {}, "'game' cannot be 0: expected 1"),
        ("phase=finished game=1 received=2,0 paid=0,2", {}, "'tally' cannot be 0: expected 2"),
        ("phase=finished game=1 received=2,0 paid=0,2 tally=1,-1", {}, "'tally' cannot be 1: expected 2"),
        ("phase=finished game=3", {"match": "series"}, "expected 'finished' just when the match is decided"),
        ("phase=finished game=9 tally=7,7", {"match": "points"}, "expected 'finished' just when the match is decided"),
        ("phase=finished tally=7,2", {"match": "points"}, "'game' cannot be 0: expected 1 to "),
        ("game=1", {}, "'game' cannot be 1: expected 0"),
        ("game=4", {"match": "series", "match_target": 4}, "'game' cannot be 4: expected 0 to 3"),
    ],
)
def test_R23_a_position_keeps_its_accounts(words: str, given: dict[str, Any], reason: str) -> None:
    play = new(players=2, **given)
    with pytest.raises(PositionError, match=reason):
        play.place(f"A=9:15 B=9:15 turn=A {words}")


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("tally=6,6 game=3", {"match": "points"}),
        ("tally=9,9 game=3", {"match": "points"}),  # a tie plays on
        ("tally=5,-5 game=3", {"match": "points", "match_tally": "net"}),
        ("phase=finished game=4", {"match": "series"}),
        ("phase=finished game=9 tally=8,7", {"match": "points"}),
        ("phase=finished game=1 received=2,0 paid=0,2 tally=2,-2", {}),
    ],
)
def test_R23_accounts_that_can_be(words: str, given: dict[str, Any]) -> None:
    play = new(players=2, **given)
    play.place(f"A=9:15 B=9:15 turn=A {words}")
    assert set(words.split()) <= set(play.position.split())


@pytest.mark.parametrize(
    ("words", "given", "message"),
    [
        ("", {}, "'D' cannot be 'gone': expected men, for nobody can have withdrawn"),
        ("paid=0,1,0,0 received=1,0,0,0", {}, "'paid' cannot be 1: expected 0"),
        ("cube=2 last=A", {}, "'D' cannot be 'gone': expected men, for nobody can have withdrawn without paying"),
        ("cube=2 last=A paid=0,2,0,0 received=2,0,0,0", {}, "'paid' cannot be 2: expected 0 to 1"),
        ("cube=2 last=A paid=0,1,1,0 received=2,0,0,0", {}, "C cannot have paid: expected that of players who have"),
        ("cube=2 last=A paid=0,1,0,0 received=1,0,0,0", {"teams": True}, "'paid' cannot be 1: expected 0"),
    ],
)
def test_R20_who_is_gone_has_paid(words: str, given: dict[str, Any], message: str) -> None:
    place = f"A=9:11 D=gone C=9:11 B=9:11 turn=A {words}"
    with pytest.raises(PositionError) as refusal:
        new(cube=True, **given).place(place)
    assert message in str(refusal.value)


def test_R20_positions_with_somebody_gone() -> None:
    gone = "A=9:11 D=gone C=9:11 B=9:11 turn=A"
    for more, given in (
        ("cube=2 last=A paid=0,1,0,0 received=1,0,0,0", {}),
        ("cube=2 last=A paid=0,4,0,0 received=4,0,0,0", {"decline_cost": "by_position"}),
        ("phase=answering asked=C paid=0,1,0,0 received=1,0,0,0", {}),
        ("phase=finished game=1 rolls=9 cube=2 last=A", {"turn_cap": 9}),  # void: what was paid is given back
    ):
        play = new(cube=True, **given)
        play.place(f"{gone} {more}")
        assert set(more.split()) <= set(play.position.split())


@pytest.mark.parametrize("tally", ["3,0,2,0", "3,1,3,0"])
def test_R23_partners_have_one_tally(tally: str) -> None:
    with pytest.raises(PositionError, match="'tally' must be the same for partners"):
        new(teams=True, match="points").place(f"{HOME} turn=A tally={tally}")
