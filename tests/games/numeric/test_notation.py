"""Statements, words, outcomes and calls as text, and back; what is refused, and why."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.engine.play import IllegalAction, Play
from parlour.games.numeric import GAME
from parlour.games.numeric.board import SEATS
from parlour.games.numeric.expressions import StatementError
from parlour.games.numeric.reach import THROWS
from parlour.games.numeric.state import Action, Phase
from tests.form import samples
from tests.games.numeric.ringside import everything, laid, moves, on_board, play_on, rack, random_play, whose
from tests.games.numeric.tabletop import VARIANTS


def thrown(variant: str = "zones", throw: str = "6431", **options: Any) -> Play:
    """A play of a numbered board in which A has thrown and is asked."""
    play = parlour.new("numeric", variant=variant, first_side="A", **{"players": 3, **options})
    play.push(throw)
    return play


def last_words(play: Play, since: int = 1) -> list[str]:
    return [written.text for written in play.written[since:]]


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("6*4*3+1=73", "6*4*3+1=73"),
        ("6*4*3+1", "6*4*3+1=73"),
        ("6 * 4 * 3 + 1 = 73", "6*4*3+1=73"),
        ("6 *4* 3 +1 =73", "6*4*3+1=73"),
        ("1+3*4*6", "6*4*3+1=73"),
        ("6×4×3+1=73", "6*4*3+1=73"),
        ("6x4X3·1+", ""),
        ("6x4X3·1", "6*4*3*1=72"),
        ("6 x 4 x 3 x 1", "6*4*3*1=72"),
        ("(6+4−3)÷1=7", "6+4-3/1=7"),
        ("(6+4–3):1=7", "6+4-3/1=7"),
        ("(6 + 4 - 3) / 1", "6+4-3/1=7"),
        ("((6*4))*((3+1))=96", "6*4*(3+1)=96"),
        ("[6*4]*{3+1}", "6*4*(3+1)=96"),
        ("(((6))*4*(3))+(1)", "6*4*3+1=73"),
        ("=72", "6*4*3*1=72"),
        ("= 72", "6*4*3*1=72"),
        ("=7", "6+4-3*1=7"),
        ("6*4*3*1=072", "6*4*3*1=72"),
        ("pass", "pass"),
        ("Pass", "pass"),
        ("-", "pass"),
        ("−", "pass"),
    ],
)
def test_statements_typed_loosely(typed: str, written: str) -> None:
    play = thrown()
    if written:
        play.push(typed)
        assert last_words(play) == [written]
    else:
        with pytest.raises(IllegalAction, match="nothing follows the \\+ at the end"):
            play.push(typed)


@pytest.mark.parametrize(
    ("typed", "signs"), [("6+4-3*1", 1), ("(6+4-3)/1", 3), ("6/3+4+1", 2), ("6+4+3+1", 0), ("6*3-4*1", 1)]
)
def test_R6_the_class_is_that_of_the_signs_as_stated(typed: str, signs: int) -> None:
    play = thrown("basic", players=2)
    play.push(typed)
    assert (play.codes[-1] - Action.FORM) % 4 == signs


def test_the_simplest_statement_is_found_for_a_number() -> None:
    """`=n` states the expression of least cost, whatever its class."""
    for n, written in ((73, "6*4*3+1=73"), (12, "6+4+3-1=12"), (2, "4+3-6+1=2"), (8, "6+4-3+1=8"), (9, "6*4/3+1=9")):
        play = thrown()
        play.push(f"={n}")
        assert last_words(play) == [written]


@pytest.mark.parametrize("typed", ["6431", "1346", "3416", "6 4 3 1", "1 3 4 6", " 1  3 4 6 "])
def test_dice_in_any_order(typed: str) -> None:
    play = parlour.new("numeric", first_side="A")
    play.push(typed)
    assert last_words(play, 0) == ["6431"]


@pytest.mark.parametrize("typed", ["321", "1 2 3", "213"])
def test_three_dice_in_any_order(typed: str) -> None:
    play = parlour.new("numeric", first_side="A", dice=3)
    play.push(typed)
    assert last_words(play, 0) == ["321"]


@pytest.mark.parametrize("typed", ["643", "64311", "7431", "6430", "6,4,3,1", "-6431", "6431!", "٦٤٣١", "1 2 3", "=72"])
def test_dice_that_are_none(typed: str) -> None:
    play = parlour.new("numeric", first_side="A")
    before = everything(play)
    with pytest.raises(IllegalAction, match="cannot be played here: expected an outcome: 1111 2111 3111"):
        play.push(typed)
    assert everything(play) == before


def test_three_dice_where_four_are_thrown_and_the_other_way_round() -> None:
    with pytest.raises(IllegalAction, match="expected an outcome: 111 211 311"):
        parlour.new("numeric", first_side="A", dice=3).push("6431")
    play = parlour.new("numeric", variant="basic", first_side="A", dice=3, dice_up_after=1, players=2)
    play.push("111 pass")
    assert play.s.throws == 1
    with pytest.raises(IllegalAction, match="expected an outcome: 1111 2111"):
        play.push("111")
    play.push("1111")


@pytest.mark.parametrize(
    "typed", ["=6@I12", "=6@i12", "=6 @I12", "=6@ I12", "=6 @ i12", "=6 I12", "6-4+3+1=6@I12", "6+4-3-1 @ I12"]
)
def test_a_cell_with_its_number(typed: str) -> None:
    play = laid("C0:4 V1:5", "6 8", "99")
    play.push(typed)
    assert last_words(play, 0) == ["6-4+3+1=6", "@I12"]
    assert on_board(play) == {"C0": 4, "V1": 5, "I12": 6}
    assert "6-4+3+1=6@I12" in play.record()


@pytest.mark.parametrize("typed", ["@I12", "I12", "i12", "@i12", "@ I12"])
def test_a_cell_after_its_number(typed: str) -> None:
    play = laid("C0:4 V1:5", "6 8", "99")
    play.push("=6")
    play.push(typed)
    assert last_words(play, 0) == ["6-4+3+1=6", "@I12"]


@pytest.mark.parametrize("typed", ["=72@V1", "=72@v1", "6*4*3*1=72@V1", "6*4*3*1@V1"])
def test_a_cell_that_is_forced_may_be_named(typed: str) -> None:
    """72 is related to 6 alone, which has one empty cell beside it."""
    board = "C0:6 V2:13 V3:17 V4:19 V5:23 V6:29"
    play = laid(board, "72", "99")
    play.push("=72")
    assert (last_words(play, 0), on_board(play)["V1"]) == (["6*4*3*1=72"], 72)
    named = laid(board, "72", "99")
    named.push(typed)
    assert named.states.tobytes() == play.states.tobytes()
    assert last_words(named, 0) == ["6*4*3*1=72"], "it need not be written"
    other = laid(board, "72", "99")
    with pytest.raises(IllegalAction, match="72 cannot go to I1: expected V1"):
        other.push("=72@I1")
    assert other.ply == 0


def test_the_first_counter_may_name_the_centre() -> None:
    play = laid("", "7", "99")
    play.push("=7@c0")
    assert on_board(play) == {"C0": 7}
    with pytest.raises(IllegalAction, match="7 cannot go to V1: expected C0"):
        laid("", "7", "99").push("=7@V1")


COVERED: dict[str, Any] = {"variant": "zones", "players": 3}


@pytest.mark.parametrize(
    ("typed", "code", "reason", "options"),
    [
        ("64+3-1", "E_PARSE", "two dice cannot be written together as 64", {}),
        ("6**4", "E_PARSE", "cannot come right after", {}),
        ("(6+4", "E_PARSE", "is not closed", {}),
        ("hello", "E_PARSE", "'h' at character 1 is not part of a calculation", {}),
        ("=", "E_PARSE", "there is no calculation", {}),
        ("=1000", "E_PARSE", "there is no calculation", {}),
        ("6*4*3+1=", "E_PARSE", "after = comes nothing", {}),
        ("6*4*3+1@I1", "E_PARSE", "cells are named only in the counters game", {}),
        ("=73@I1", "E_PARSE", "cells are named only in the counters game", {}),
        ("6+4+3", "E_DICE", "the 1 is still to use: expected every die once", {}),
        ("6+4+3+2", "E_DICE", "there is no 2 among the dice 6 4 3 1", {}),
        ("6+4+3+1+1", "E_DICE", "the 1 is used twice, and was thrown once", {}),
        ("=24", "E_DICE", "24 cannot be made from 6 4 3 1", {}),
        ("6/(4-3-1)", "E_DIV0", "6 ÷ 0 cannot be done", {}),
        ("6/4*3+1", "E_REMAINDER", "6 ÷ 4 leaves a remainder: expected a division without one", {}),
        ("6/(1-3/4)=24", "E_REMAINDER", "3 ÷ 4 leaves a remainder", {}),
        ("4-6+3+1=2", "E_NEGATIVE", "4 − 6 goes below nothing", {"negatives": "forbid"}),
        ("6-4-3+1", "E_RANGE", "is 0: expected a whole number from 1 to 100", {}),
        ("6/4*3+1", "E_RANGE", "is 5 1/2: expected a whole number", {"fractions": "rational"}),
        ("=0", "E_RANGE", "0 is not on the board: expected a number from 1 to 100", {}),
        ("=101", "E_RANGE", "101 is not on the board: expected a number from 1 to 100", {}),
        ("6*4*3*1=70", "E_MISMATCH", "you said 70, but it makes 72", {}),
        ("6*4*(3+1)=96", "E_COVERED", "96 is already covered", {}),
        ("=96", "E_COVERED", "96 is already covered", {}),
        ("=100", "E_COVERED", "100 is already covered", {}),
        ("6+4+3+1=14", "E_CELL", "14 does not touch a covered cell", {"variant": "hex", "contiguous": True}),
        ("=14", "E_CELL", "14 does not touch a covered cell", {"variant": "hex", "contiguous": True}),
    ],
)
def test_N13_refused_statements_say_why_and_change_nothing(
    typed: str, code: str, reason: str, options: dict[str, Any]
) -> None:
    play = parlour.new("numeric", **COVERED | options)
    play.place(
        "phase=forming throws=2 thrower=A turn=B asked=1 throw=6431 money=500,500,500 A=96 C=100 made=1 number=96"
    )
    before = everything(play)
    with pytest.raises(IllegalAction) as refusal:
        play.push(typed)
    assert reason in str(refusal.value)
    assert str(refusal.value).startswith(f"{typed!r} does not count: ")
    cause = refusal.value.__cause__
    assert isinstance(cause, StatementError)
    assert cause.code == code
    assert everything(play) == before


@pytest.mark.parametrize(
    ("typed", "code", "reason"),
    [
        ("=4", "E_COVERED", "4 is already placed"),
        ("6-4+3*1=5", "E_COVERED", "5 is already placed"),
        ("=5@V2", "E_COVERED", "5 is already placed"),
        ("=12", "E_COUNTER", "the counter 12 is not on your rack"),
        ("6+4+3-1=12@V2", "E_COUNTER", "the counter 12 is not on your rack"),
        ("=9", "E_COUNTER", "the counter 9 is not on your rack"),
        ("=22", "E_CELL", "22 is related to no counter that has room beside it"),
        ("6*3+4*1=22", "E_CELL", "22 is related to no counter that has room beside it"),
        ("=6@C0", "E_CELL", "6 cannot go to C0: expected V2, V6, I1, I2, I12"),
        ("=6@V3", "E_CELL", "6 cannot go to V3: expected V2, V6, I1, I2, I12"),
        ("6-4+3+1=6@R42", "E_CELL", "6 cannot go to R42"),
        ("=6@Q1", "E_CELL", "there is no cell Q1: expected a label such as V1 or I12"),
        ("=6@V7", "E_CELL", "there is no cell V7"),
        ("=6@I0", "E_CELL", "there is no cell I0"),
        ("=6@C1", "E_CELL", "there is no cell C1"),
        ("=6@R43", "E_CELL", "there is no cell R43"),
        ("6-4+3+1@", "E_PARSE", "after @ comes nothing: expected a cell such as B2"),
        ("=24", "E_COUNTER", "the counter 24 is not on your rack"),
        ("=64", "E_DICE", "64 cannot be made from 6 4 3 1"),
    ],
)
def test_N13_refused_counters_say_why_and_change_nothing(typed: str, code: str, reason: str) -> None:
    play = laid("C0:4 V1:5", "6 8 22 64", "12 99")
    if typed == "=64":
        play = laid("C0:4 V1:5 V2:63", "6 8 22 64", "12 99")
    before = everything(play)
    with pytest.raises(IllegalAction) as refusal:
        play.push(typed)
    assert reason in str(refusal.value)
    cause = refusal.value.__cause__
    assert isinstance(cause, StatementError)
    assert cause.code == code
    assert everything(play) == before


@pytest.mark.parametrize("typed", ["C0", "@C0", "V3", "@R42", "Q1", "6", "pass", "-", "=8", "@", "12", "@V2@V6"])
def test_a_cell_that_is_none(typed: str) -> None:
    play = laid("C0:4 V1:5", "6 8", "99")
    play.push("=6")
    before = everything(play)
    with pytest.raises(IllegalAction, match="cannot be played here: expected one of @V2 @V6 @I1 @I2 @I12"):
        play.push(typed)
    assert everything(play) == before


def test_a_refused_cell_takes_its_number_back() -> None:
    play = laid("C0:4 V1:5", "6 8", "99")
    before = everything(play)
    for typed in ("=6 @C0", "=6 C0", "=6 pass"):
        with pytest.raises(IllegalAction):
            play.push(typed)
        assert everything(play) == before


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("6431 6*4*3+1=73 #8 6*4*(3+1)=96 (6+4-3)/1=7 #25", "6431 6*4*3+1=73 #8 6*4*(3+1)=96 6+4-3/1=7 #25"),
        ("6 * 4 * 3 + 1 #8 6*4*(3 + 1) = 96 pass", "6*4*3+1=73 #8 6*4*(3+1)=96 pass"),
        ("6431 pass pass pass 6666 pass", "6431 pass pass pass 6666 pass"),
        ("=72 6*4*(3+1) pass", "6*4*3*1=72 6*4*(3+1)=96 pass"),
        ("=72 pass -", "6*4*3*1=72 pass pass"),
        ("6431 =72", "6431 6*4*3*1=72"),
        ("=72 =96", "6*4*3*1=72 6*4*(3+1)=96"),
        ("- - -", "pass pass pass"),
        ("6431 -", "6431 pass"),
    ],
)
def test_several_words_in_a_row(typed: str, written: str) -> None:
    play = parlour.new("numeric", first_side="A", players=3)
    if not typed.startswith("6431"):
        play.push("6431")
    start = play.ply
    play.push(typed)
    assert last_words(play, start) == written.split()


def test_several_words_are_all_played_or_none() -> None:
    play = thrown()
    before = everything(play)
    with pytest.raises(IllegalAction, match="72 is already covered"):
        play.push("=72 6*4*3*1 pass")
    with pytest.raises(IllegalAction, match="'#8' does not count"):
        play.push("6*4*(3+1) #8")
    assert everything(play) == before


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("6*4*3+1=73 #8", ["6*4*3+1=73", "#8"]),
        ("( 6 + 4 ) * ( 3 + 1 )", ["(6+4)*(3+1)"]),
        ("6431 (6+4)*(3+1)=40", ["6431", "(6+4)*(3+1)=40"]),
        ("~97 >12", ["~97", ">12"]),
        ("6-4+3+1=6 @I12", ["6-4+3+1=6@I12"]),
        ("6-4+3+1=6@I12 6+4+3-1=12@V2 pass", ["6-4+3+1=6@I12", "6+4+3-1=12@V2", "pass"]),
        ("take join:A forfeit end", ["take", "join:A", "forfeit", "end"]),
        ("6 4 3 1", ["6431"]),
        ("!timeout !claim:B", ["!timeout", "!claim:B"]),
        ("", []),
    ],
)
def test_words_are_parted_at_spaces_that_are_not_inside_a_statement(text: str, words: list[str]) -> None:
    assert GAME.notation.split(text) == words


def test_words_of_the_choices() -> None:
    play = laid("C0:4 I12:16", "8", "99", "98", more="money=500,100,500")
    play.push("=8@V1 #3")
    assert moves(play) == {"take", "end"}
    for typed, written in (("TAKE", "take"), ("End", "end")):
        play.push(typed)
        assert play.written[-1].text == written
        play.undo()
    play.undo()
    play.push("#4")
    assert moves(play) == {"forfeit", "join:A", "join:C"}
    assert whose(play) == "B"
    for typed, written in (("Forfeit", "forfeit"), ("join:C", "join:C")):
        play.push(typed)
        assert play.written[-1].text == written
        play.undo()
    for typed in ("join:B", "join:D", "join", "pass", "take"):
        with pytest.raises(IllegalAction, match="cannot be played here: expected one of forfeit join:A join:C"):
            play.push(typed)


def test_words_of_an_exchange() -> None:
    play = laid("C0:4", "64 83 89 97 98 99", "79 82 86 91 94 95")
    play.push("pass")
    for typed in ("~97", "97"):
        play.push(typed)
        assert play.written[-1].text == "~97"
        play.push(">12")
        assert rack(play, "A") == [12, 64, 83, 89, 98, 99]
        play.undo(2)
    play.push("-")
    assert play.written[-1].text == "pass"


def test_outcomes_are_written_as_on_the_page() -> None:
    play = parlour.new("numeric", players=3)
    assert [outcome.notation for outcome in play.outcomes] == ["first:A", "first:B", "first:C"]
    play.push("first:B")
    weights = {outcome.notation: outcome.weight for outcome in play.outcomes}
    assert len(weights) == 126
    assert sum(weights.values()) == 1296
    assert (weights["6431"], weights["6666"], weights["6611"], weights["6661"]) == (24, 1, 6, 4)
    assert all(list(dice) == sorted(dice, reverse=True) for dice in weights)
    play.push("6431 6*4*3+1=73")
    assert [outcome.notation for outcome in play.outcomes] == [f"#{card}" for card in range(1, 26)]
    play.push("#8")
    play.push("=7")
    assert [outcome.notation for outcome in play.outcomes] == [f"#{card}" for card in range(1, 26) if card != 8]


def test_calls_are_written_as_on_the_page() -> None:
    play = laid(
        "C0:4",
        "8 12",
        "16",
        "20",
        scramble="claim",
        move_seconds=30,
        max_attempts=3,
        end="time_limit",
        more="circuit=1",
    )
    assert set(play.calls) == {"clock", "timeout", "attempts", "claim:B", "claim:C"}
    for word in play.calls:
        play.call(word)
        assert play.written[-1].text == f"!{word}"
        play.undo()


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_word_is_written_and_read_back(variant: str) -> None:
    """Two plays side by side: one is given codes, the other the words that the first wrote."""
    met = set()
    for seed in range(10):
        play, rng = random_play(f"words {seed}", variant, {"max_throws": 60})
        twin = Play(GAME, play.values)
        for _ in range(60):
            if play.over:
                break
            if seed % 3 == 0:
                check_all_are_read(play)
            play_on(play, rng, calls=0.1)
            word = play.written[-1].text
            met.add(kind_of(word))
            if word.startswith("!"):
                twin.call(word[1:])
            else:
                twin.push(word)
            assert (twin.codes, twin.states.tobytes()) == (play.codes, play.states.tobytes())
    wanted = {"basic": {"statement", "dice", "pass"}, "counters": {"statement", "dice", "pass", "draw", "cell"}}
    assert met >= wanted.get(variant, {"statement", "dice", "pass", "card"})


def check_all_are_read(play: Play) -> None:
    """Whatever may be played now has a word of its own that means just that."""
    entries: dict[str, int]
    if play.at_chance:
        entries = {outcome.notation: outcome.code for outcome in play.outcomes}
    else:
        entries = {GAME.notation.write(play.s, play.o, code): code for code in play.legal_codes()}
        assert len(entries) == len(play.legal_codes())
    for word, code in entries.items():
        assert GAME.notation.split(word) == [word]
        if play.s.phase == Phase.FORMING and "=" in word:
            assert GAME.notation.read(play.s, play.o, word, entries) == [code], word


def kind_of(word: str) -> str:
    if word.isdecimal():
        return "dice"
    return {"#": "card", ">": "draw", "@": "cell", "~": "swap", "!": "call"}.get(
        word[0], "statement" if "=" in word else word.split(":")[0]
    )


FRAGMENTS = (
    *"0123456789+-*/()=@~#>!:, ABxX×÷−[]{}",
    *(
        "pass",
        "take",
        "end",
        "forfeit",
        "join:A",
        "I12",
        "V1",
        "C0",
        "first:",
        "claim:B",
        "6431",
        "=72",
        "6*4",
        "٣",
        "²",
    ),
)
anything = st.one_of(st.text(max_size=30), st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join))


@cache
def plays() -> tuple[Play, ...]:
    """Plays in every phase."""
    found: dict[tuple[str, int], Play] = {}
    for variant in VARIANTS:
        for seed in range(4):
            fixed = {"starting_money": 100} if variant != "basic" else {}
            play, rng = random_play(f"phases {seed}", variant, fixed)
            for _ in range(100):
                if play.over:
                    break
                key = (variant, int(play.s.phase))
                if key not in found:
                    found[key] = Play(GAME, play.values)
                    found[key].states[:] = play.states
                play_on(play, rng)
    return tuple(found.values())


@settings(max_examples=samples(83, 500))
@given(number=st.integers(0, 10**6), text=anything)
def test_arbitrary_words_are_played_or_refused(number: int, text: str) -> None:
    play = plays()[number % len(plays())]
    before = everything(play)
    try:
        play.push(text)
    except IllegalAction as refusal:
        assert len(str(refusal)) > 10
    else:
        play.undo(play.ply)
    assert everything(play) == before
    assert " ".join(GAME.notation.split(text)).split() == GAME.notation.split(text)


@settings(max_examples=samples(33, 200))
@given(word=anything)
def test_arbitrary_calls_are_refused(word: str) -> None:
    play = plays()[len(word) % len(plays())]
    if word in play.calls:
        return
    before = everything(play)
    with pytest.raises(IllegalAction, match="cannot be called here: expected"):
        play.call(word)
    assert everything(play) == before


@pytest.mark.parametrize("seed", range(samples(1, 3)))
def test_any_way_to_write_an_expression_is_the_same_move(seed: int) -> None:
    """Shuffled dice signs and superfluous brackets and spaces leave number and class as they are."""
    rng = random.Random(seed)
    for throw in rng.sample(THROWS[:126], 10):
        play = thrown("basic", "".join(map(str, throw)), players=2)
        for action in rng.sample(play.legal, min(6, len(play.legal))):
            if action.code == Action.PASS:
                continue
            expression, _, number = action.notation.partition("=")
            loose = f"[({expression})]".replace("*", rng.choice(["x", "×", "·", " * "])).replace("/", rng.choice("÷:/"))
            loose = loose.replace("-", rng.choice(["−", "–", " - "])) + rng.choice(["", f" = {number}"])
            play.push(loose)
            assert play.codes[-1] == action.code, loose
            play.undo()


def test_every_seat_has_a_letter() -> None:
    play = parlour.new("numeric", players=8)
    assert [play.seat_name(seat) for seat in range(8)] == list(SEATS) == list("ABCDEFGH")
