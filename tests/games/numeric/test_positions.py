"""Positions as text and back, what is said to text that is none, and play from whatever is accepted."""

import random
import re
from typing import Any

import pytest

import parlour
from parlour.engine.position import PositionError
from parlour.games.numeric.state import Phase
from tests.form import samples
from tests.games.numeric.ringside import (
    check_conserved,
    check_position,
    check_shown,
    everything,
    laid,
    page_block,
    play_on,
    random_play,
)
from tests.games.numeric.tabletop import VARIANTS

AFTER_V32 = "phase=throwing throws=1 turns=2 thrower=B turn=B asked=0 money=700,600,715 A=73 B=96 C=7 drawn=2 pack=8,25"
FORMING = "phase=forming throws=1 thrower=A turn=A asked=0 throw=6431 money=500,500"


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(samples(2, 5)))
def test_positions_round_trip(variant: str, seed: int) -> None:
    fixed = {} if variant == "basic" else {"cards": True, "starting_money": random.Random(seed).choice([50, 500])}
    play, rng = random_play(f"positions {seed}", variant, fixed)
    check_position(play)
    for _ in range(90):
        if play.over:
            break
        play_on(play, rng)
        check_position(play)
        check_conserved(play)


def test_the_position_on_the_page_is_real() -> None:
    assert page_block("phase=") == AFTER_V32
    play = parlour.new("numeric", players=3)
    play.place(AFTER_V32)
    assert play.position == AFTER_V32


def test_positions_say_no_more_than_they_must() -> None:
    play = parlour.new("numeric")
    assert play.position == "phase=starting throws=0 thrower=A asked=0 money=500,500"
    play.push("first:B")
    assert play.position == "phase=throwing throws=0 turns=1 thrower=B turn=B asked=0 money=500,500"
    play.push("6431")
    assert play.position == "phase=forming throws=1 thrower=B turn=B asked=0 throw=6431 money=500,500"
    play.push("=73")
    assert play.position == (
        "phase=card throws=1 thrower=B turn=B asked=0 throw=6431 money=500,600 B=73 made=1 number=73 reward=100"
    )
    play.push("#3")
    assert play.position == (
        "phase=choosing throws=1 thrower=B turn=B asked=0 throw=6431 money=500,600 B=73 made=1 number=73 reward=100"
        " card=3 drawn=1 pack=3"
    )
    play.push("end")
    assert play.position == (
        "phase=finished throws=1 thrower=B turn=B asked=0 throw=6431 money=500,600 B=73 made=1 number=73 drawn=1 pack=3"
        " reason=end_card"
    )


def test_positions_of_counters_say_where_they_are() -> None:
    play = parlour.new("numeric", variant="counters", first_side="A", rack_size=3)
    assert play.position == "phase=filling throws=0 thrower=A asked=0 money=500,500"
    play.push(">4 >98 >99 >8")
    assert play.position == "phase=filling throws=0 thrower=A asked=1 money=500,500 rackA=4,98,99 rackB=8"
    play.push(">7 >64 6431")
    play.push("=4")
    play.push("=8")
    assert play.position == (
        "phase=placing throws=1 thrower=A turn=B asked=1 throw=6431 money=510,500 A=4 rackA=98,99 rackB=7,8,64"
        " cells=C0:4 made=1 number=8 signs=1 placed=1,0"
    )
    play.push("V1")
    assert play.position == (
        "phase=forming throws=1 thrower=A turn=B asked=1 throw=6431 money=510,520 A=4 B=8 rackA=98,99 rackB=7,64"
        " cells=C0:4,V1:8 circuit=1 made=2 number=8 signs=1 placed=1,1"
    )
    play.push("pass pass >1 >2")
    assert play.position == (
        "phase=throwing throws=1 turns=2 thrower=B turn=B asked=0 money=510,520 A=4 B=8 rackA=1,98,99 rackB=2,7,64"
        " cells=C0:4,V1:8"
    )


def test_words_may_come_in_any_order_and_defaults_may_be_left_out() -> None:
    play, other = parlour.new("numeric", players=3), parlour.new("numeric", players=3)
    play.place(AFTER_V32)
    words = AFTER_V32.split()
    random.Random(1).shuffle(words)
    other.place("   ".join([*words, "circuit=0", "passed=none", "out=0,0,0", "last=none", "throw=none"]))
    assert other.states.tobytes() == play.states.tobytes()


def test_dice_of_a_position_in_any_order() -> None:
    for dice in ("6431", "1346", "4136"):
        play = parlour.new("numeric")
        play.place(FORMING.replace("6431", dice))
        assert "throw=6431" in play.position


COUNTERS = {"variant": "counters"}
RACKS = "rackA=6,8 rackB=12"


@pytest.mark.parametrize(
    ("text", "options", "reason"),
    [
        ("hello", {}, "'hello' is not part of a position: expected name=value"),
        ("", {}, "'phase' is missing"),
        ("phase=lunch", {}, "'phase' cannot be 'lunch': expected one of filling, starting"),
        ("phase=starting", {}, "'throws' is missing"),
        ("phase=starting throws=0", {}, "'thrower' is missing"),
        ("phase=starting throws=0 thrower=A", {}, "'asked' is missing"),
        (f"{FORMING} size=5", {}, "'size' is not part of a position of this game"),
        (f"{FORMING} rackA=5", {}, "'rackA' is not part of a position of this game"),
        (f"{FORMING} cells=C0:5", {}, "'cells' is not part of a position of this game"),
        (f"{FORMING} C=5", {}, "'C' is not part of a position of this game"),
        (f"{FORMING} turn=B", {}, "'turn' is there twice"),
        (FORMING.replace("turn=A", "turn=C"), {}, "'turn' cannot be C: expected one of A, B, or none"),
        (FORMING.replace("thrower=A", "thrower=C"), {}, "'thrower' cannot be C: expected one of A, B"),
        (FORMING.replace("thrower=A", "thrower=AB"), {}, "'thrower' cannot be 'AB': expected one of A, B"),
        (FORMING.replace("turn=A", ""), {}, "'turn' is missing or wrong: expected A"),
        (FORMING.replace("throw=6431", ""), {}, "'throw' is missing or wrong: expected 4 dice"),
        (FORMING.replace("6431", "6437"), {}, "'throw' cannot be '6437': expected three or four dice"),
        (FORMING.replace("6431", "64"), {}, "'throw' cannot be '64': expected three or four dice"),
        (FORMING.replace("500,500", "500"), {}, "'money' has 1 entries: expected 2"),
        (FORMING.replace("500,500", "500,-5"), {}, "'money' cannot be -5: expected 0 to"),
        (FORMING.replace("500,500", "500,x"), {}, "'money' cannot be 'x': expected a whole number"),
        (FORMING.replace("asked=0", "asked=2"), {}, "'asked' is 2: expected 0 to 1"),
        (FORMING.replace("asked=0", "asked=-1"), {}, "'asked' is -1: expected 0 to 1"),
        (FORMING.replace("throws=1", "throws=5001"), {}, "'throws' cannot be 5001: expected 0 to 5000"),
        (f"{FORMING} A=7 B=7", {}, "7 cannot be there: expected numbers of this game, each in one place"),
        (f"{FORMING} A=7,7", {}, "'A' cannot be '7,7': expected some of 1 to 100, each once"),
        (f"{FORMING} A=101", {}, "'A' cannot be '101': expected some of 1 to 100, each once"),
        (f"{FORMING} A=0", {}, "'A' cannot be '0': expected some of 1 to 100, each once"),
        (f"{FORMING} drawn=1", {}, "'pack' names none: expected 1"),
        (f"{FORMING} A=7,5 drawn=2 pack=3,3", {}, "'pack' has 3 twice: expected each once"),
        (f"{FORMING} A=7 drawn=1 pack=26", {}, "'pack' cannot be 26: expected 0 to 25"),
        (f"{FORMING} A=7 drawn=1 pack=3", {"cards": False}, "'drawn' cannot be 1: expected 0"),
        (f"{FORMING} reason=funds", {}, "'reason' cannot be funds: expected no such word in phase forming"),
        (FORMING.replace("forming", "finished"), {}, "'reason' is missing"),
        (f"{FORMING} last=lunch", {}, "'last' cannot be 'lunch': expected one of none, time_limit"),
        (f"{FORMING} passed=C", {}, "'passed' cannot be C: expected no such word here"),
        (f"{FORMING} circuit=1", {}, "'circuit' cannot be 1: expected 0"),
        (FORMING.replace("forming", "filling"), {}, "filling"),
        (f"{FORMING} out=1,1 A=7 drawn=1 pack=2", {}, "'out' leaves no side in the game"),
        (f"{FORMING} out=1,0", {}, "'out' cannot be 1: expected 0"),
        (
            "phase=throwing throws=1 turns=2 thrower=A turn=B asked=0 money=500,500",
            {},
            "'turn' is missing or wrong: expected A",
        ),
        (
            FORMING.replace("forming", "card"),
            {},
            "'number' is 0: expected a number that A has just placed, and that draws a card",
        ),
        (
            FORMING.replace("forming", "card") + " number=7 B=7",
            {},
            "'number' is 7: expected a number that A has just placed",
        ),
        (
            FORMING.replace("forming", "choosing") + " number=7 signs=3 reward=15 A=7 made=1 card=4 drawn=1 pack=4",
            {},
            "'card' is 4: phase choosi",
        ),
        (FORMING.replace("forming", "bankrupt") + " number=7 A=7 card=7 drawn=1 pack=7", {}, "'broke' names nobody"),
        (
            FORMING.replace("forming", "placing") + " number=7",
            {},
            "'number' is 7: expected a counter that fits somewhere",
        ),
        (f"{FORMING} {RACKS} rackA=7", COUNTERS, "'rackA' is there twice"),
        (f"{FORMING} rackA=1,2,3,4,5,6,7", COUNTERS, "'rackA' has 7 counters: expected at most 6"),
        (
            f"{FORMING} {RACKS} A=6 cells=C0:6",
            COUNTERS,
            "6 cannot be there: expected numbers of this game, each in one place",
        ),
        (f"{FORMING} {RACKS} A=7", COUNTERS, "'cells' is wrong: expected every counter that a side has placed"),
        (
            f"{FORMING} {RACKS} A=7 cells=V1:7",
            COUNTERS,
            "'cells' is wrong: expected every counter that a side has placed, and one on C0",
        ),
        (
            f"{FORMING} {RACKS} A=7 cells=C0:7,C0:9",
            COUNTERS,
            "'cells' cannot be 'C0:7,C0:9': expected places, each once, and 1 to 100 there",
        ),
        (f"{FORMING} {RACKS} A=7 cells=C0:7,V1:7", COUNTERS, "'cells' is wrong: expected every counter"),
        (
            f"{FORMING} {RACKS} A=7 cells=Q1:7",
            COUNTERS,
            "'cells' cannot be 'Q1:7': expected places, each once, and 1 to 100 there, as C0:4,V1:5",
        ),
        (
            f"{FORMING} {RACKS} A=7 cells=C0",
            COUNTERS,
            "'cells' cannot be 'C0': expected places, each once, and 1 to 100 there, as C0:4,V1:5",
        ),
        (f"{FORMING} rackA=43", COUNTERS | {"dice": 3}, "43 cannot be there: expected numbers of this game"),
        (
            FORMING.replace("forming", "placing") + f" {RACKS} number=7",
            COUNTERS,
            "'number' is 7: expected a counter that fits somewhere, on a rack that may be used",
        ),
        (
            FORMING.replace("forming", "placing") + f" {RACKS} number=8 A=97 cells=C0:97",
            COUNTERS,
            "'number' is 8: expected a counter that fits somewhere",
        ),
        (
            FORMING.replace("forming", "exchange") + f" {RACKS} swaps=1",
            COUNTERS,
            "'number' is 0: expected a counter to be exchanged",
        ),
        (FORMING.replace("forming", "swapping") + f" {RACKS}", COUNTERS, "'swaps' cannot be 0: expected 1"),
    ],
)
def test_what_is_no_position_is_refused_and_changes_nothing(text: str, options: dict[str, Any], reason: str) -> None:
    play = parlour.new("numeric", **options)
    before = everything(play)
    with pytest.raises(PositionError, match=re.escape(reason)):
        play.place(text)
    assert everything(play) == before


PLACED = "A=7 made=1 number=7 signs=3 reward=15 drawn=1"


@pytest.mark.parametrize(
    ("text", "options"),
    [
        pytest.param(f"{FORMING} turns=3", {}, id="more throws begun than made"),
        pytest.param(FORMING.replace("throws=1", "throws=3 turns=1"), {}, id="more throws made than begun"),
        pytest.param(
            "phase=throwing throws=3 turns=4 thrower=A turn=A asked=0 money=500,500",
            {"max_throws": 3},
            id="one too many",
        ),
        pytest.param(
            f"phase=filling throws=3 thrower=A turn=A asked=0 throw=6431 money=500,500 {RACKS}",
            COUNTERS | {"max_throws": 3},
            id="racks filled for a throw too many",
        ),
        pytest.param(
            "phase=filling throws=0 thrower=A asked=0 money=500,500 rackA=1,2,3,4,5,6",
            COUNTERS,
            id="a full rack is filled",
        ),
        pytest.param(
            f"phase=swapping throws=1 thrower=A turn=A asked=1 throw=6431 money=500,500 {RACKS} swaps=1",
            COUNTERS,
            id="an exchange out of turn",
        ),
        pytest.param(
            f"phase=exchange throws=1 thrower=A turn=A asked=1 throw=6431 money=500,500 {RACKS} number=6 swaps=1",
            COUNTERS,
            id="a draw out of turn",
        ),
        pytest.param(
            f"{FORMING} rackA=8 rackB=12 B=4 cells=C0:4 made=1 number=9", COUNTERS, id="placed last and not there"
        ),
        pytest.param(f"{FORMING} A=9 made=1 number=7", {}, id="covered last and not covered"),
        pytest.param(
            FORMING.replace("forming", "filling") + f" {RACKS} A=4 cells=C0:4 made=1 number=6",
            COUNTERS,
            id="placed last and on a rack while racks are filled",
        ),
        pytest.param(
            f"phase=throwing throws=1 turns=2 thrower=B turn=B asked=0 {RACKS} A=4 cells=C0:4 made=1 number=9",
            COUNTERS,
            id="placed last and not there before a throw",
        ),
        pytest.param(
            FORMING.replace("forming", "finished") + f" {RACKS} A=4 cells=C0:4 made=1 number=6 reason=funds",
            COUNTERS,
            id="placed last and on a rack at the end",
        ),
        pytest.param("phase=starting throws=3 thrower=A asked=0 money=500,500", {}, id="who starts, after some throws"),
        pytest.param(f"{FORMING} A=7 made=100 number=7", {}, id="more made than covered"),
        pytest.param(f"{FORMING} rackA=8 A=4 cells=C0:4 placed=7,0", COUNTERS, id="more placed than a rack has"),
        pytest.param(
            f"{FORMING} rackA=8,10 A=4 cells=C0:4 made=1 placed=5,0", COUNTERS, id="more placed than the rack lacks"
        ),
        pytest.param(f"{FORMING} broke=AB", {}, id="everybody is ruined"),
        pytest.param(f"{FORMING} A=7 made=1 number=7 signs=3 drawn=1 pack=4 broke=B", {}, id="ruined in another phase"),
        pytest.param(
            FORMING.replace("forming", "bankrupt").replace("500,500", "0,0") + f" {PLACED} pack=7 card=7 broke=AB",
            {},
            id="nobody survives the card",
        ),
        pytest.param(
            FORMING.replace("forming", "bankrupt").replace("500,500", "500,0") + f" {PLACED} pack=4 broke=B",
            {},
            id="ruined by no card",
        ),
        pytest.param(f"{FORMING} A=7 drawn=1 pack=4 out=0,1", {}, id="the last side plays on"),
        pytest.param(f"{FORMING} claimed=1", {}, id="a claim without a scramble"),
        pytest.param(FORMING.replace("turn=A", "turn=B"), {}, id="a turn that is not the one asked"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, options: dict[str, Any]) -> None:
    """Each would go wrong later: play on for ever, lose a counter, or lead to what cannot be written or drawn."""
    play = parlour.new("numeric", **options)
    before = everything(play)
    with pytest.raises(PositionError):
        play.place(text)
    assert everything(play) == before


THROWING = "phase=throwing throws=30 turns=31 thrower=A turn=A asked=0 money=500,500"
CARD = FORMING.replace("forming", "card")
EVERY_NUMBER = ",".join(map(str, range(1, 101)))


@pytest.mark.parametrize(
    ("text", "options", "reason"),
    [
        pytest.param(
            FORMING.replace("500,500", "9000,500") + " A=96", {}, "the agreed amount has been reached", id="E1 funds"
        ),
        pytest.param(
            THROWING.replace("500,500", "2000,500") + " A=96",
            {},
            "the agreed amount has been reached",
            id="E1 funds met",
        ),
        pytest.param(
            f"{THROWING} A={EVERY_NUMBER}",
            {"end": "throw_limit(60)"},
            "nothing is left that any throw could take",
            id="E1 all covered",
        ),
        pytest.param(
            f"{THROWING.replace('500,500', '0,0')} A={EVERY_NUMBER}",
            {"variant": "basic", "end": "throw_limit(60)"},
            "nothing is left that any throw could take",
            id="E1 all covered in basic",
        ),
        pytest.param(f"{THROWING} A=85,86,87 B=88,89,90", {"end": "line"}, "a line is complete", id="N9 a row"),
        pytest.param(
            f"{THROWING} A=16,17,18 B=85",
            {"variant": "hex", "end": "line(one,3)"},
            "a line is complete",
            id="section 3.3 a run",
        ),
        pytest.param(
            f"{THROWING} A=86,87,88,89,90,91,92,93,94,95,96,97,98,99,100",
            {"variant": "hex", "end": "zones_complete"},
            "the agreed zones are complete",
            id="E1 an area",
        ),
        pytest.param(f"{THROWING} A=4,5,6", {"end": "cover_count(3)"}, "the agreed number of numbers", id="E1 count"),
        pytest.param(THROWING, {"end": "throw_limit(30)"}, "the agreed number of throws has been made", id="E1 throws"),
        pytest.param(f"{THROWING} idle=5", {"stall_throws": 5}, "too many throws in a row", id="E1 stall"),
        pytest.param(f"{FORMING} idle=2", {}, "'idle' cannot be 2: expected 0 to 1", id="more idle throws than throws"),
    ],
)
def test_E1_a_game_that_would_be_over_is_no_position(text: str, options: dict[str, Any], reason: str) -> None:
    play = parlour.new("numeric", **options)
    before = everything(play)
    with pytest.raises(PositionError, match=reason):
        play.place(text)
    assert everything(play) == before


@pytest.mark.parametrize(
    ("text", "options"),
    [
        pytest.param(FORMING, {"end": "funds(400)"}, id="rich from the start, and nothing placed yet"),
        pytest.param(
            f"{CARD.replace('500,500', '2100,500')} A=73 made=1 number=73 reward=100", {}, id="a card may still cost it"
        ),
        pytest.param(
            FORMING.replace("500,500", "2100,500") + " A=73 made=1 number=73 last=funds",
            {"finish_throw": True, "cards": False},
            id="the last throw",
        ),
        pytest.param(
            FORMING.replace("500,500", "2100,500").replace("forming", "finished") + " A=73 reason=funds", {}, id="over"
        ),
    ],
)
def test_E1_an_ending_that_is_still_to_be_seen_is_a_position(text: str, options: dict[str, Any]) -> None:
    play = parlour.new("numeric", **options)
    play.place(text)
    check_position(play)


@pytest.mark.parametrize(
    ("text", "options", "reason"),
    [
        pytest.param(
            f"{CARD} A=72 made=1 number=72 reward=50", {}, "'number' is 72: expected .* that draws a card", id="R32"
        ),
        pytest.param(
            f"{CARD} A=73 made=1 number=73 reward=20",
            {"variant": "hex"},
            "'number' is 73: expected .* that draws a card",
            id="R43",
        ),
        pytest.param(
            f"{CARD} rackA=8 rackB=12 A=4,5 cells=C0:4,V1:5 made=1 number=5 signs=1 reward=40",
            COUNTERS,
            "'number' is 5: expected .* that draws a card",
            id="R55",
        ),
        pytest.param(
            f"{CARD} A=73 made=1 number=73 reward=100".replace("6431", "1111"), {}, "'throw' does not make 73", id="R2"
        ),
        pytest.param(f"{CARD} A=7 made=1 number=7 reward=15", {}, "'throw' does not make 7 with the signs", id="R6"),
        pytest.param(f"{CARD} A=73 made=1 number=73 reward=50", {}, "'reward' is 50: expected 100", id="R31"),
        pytest.param(FORMING.replace("6431", "641"), {}, "'throw' is missing or wrong: expected 4 dice", id="R1"),
        pytest.param(FORMING, {"dice": 3}, "'throw' is missing or wrong: expected 3 dice", id="R1 three"),
        pytest.param(
            FORMING.replace("forming", "choosing") + f" {PLACED} pack=3 card=3",
            {"end_cards": "money_only"},
            "'card' is 3: phase choosing needs a card that asks for it",
            id="N38",
        ),
        pytest.param(
            FORMING.replace("forming", "bankrupt") + f" {PLACED} pack=4 card=4 broke=B",
            {},
            "'broke' names B: expected some sides without money",
            id="R74",
        ),
    ],
)
def test_a_number_that_cannot_have_been_placed_so(text: str, options: dict[str, Any], reason: str) -> None:
    play = parlour.new("numeric", **options)
    before = everything(play)
    with pytest.raises(PositionError, match=reason):
        play.place(text)
    assert everything(play) == before


def test_the_clock_may_run_out_while_a_counter_is_exchanged() -> None:
    """The counter named is on the rack still, and is not taken for one placed last."""
    play = laid("C0:4", "8 98 99", "94 95 97", rack_size=3, end="time_limit(5)")
    play.push("=8@V1 >1 ~97")
    assert (play.s.phase, play.s.made) == (Phase.SWAP_DRAW, 1)
    play.call("clock")
    assert play.over
    check_position(play)
    check_shown(play)
