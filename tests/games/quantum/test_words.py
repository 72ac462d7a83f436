"""What is said: sentences of events and moves, the balance explained, and hints of squares."""

from typing import Any

import pytest

from parlour.engine.contract import CHANCE
from parlour.engine.people import say
from parlour.games.quantum import GAME, text
from parlour.games.quantum.board import HOME, INDEX, NAMES, SQUARES, is_hole
from parlour.games.quantum.cards import cards
from tests.form import samples
from tests.games.quantum.tabletop import BOARD, at, new, play_on, random_play, said

INNER = {"variant": "inner_ring"}


@pytest.mark.parametrize(
    ("before", "pushed", "sentences"),
    [
        ("White=20", "43", ["White throws 4 and 3."]),
        ("White=20", "64", ["White throws 6 and 4. A six: one die more."]),
        ("White=20", "66", ["White throws 6 and 6. Two sixes: both dice again."]),
        ("White=20", "64 2", ["White throws one die more: 2."]),
        ("White=10", "21 10-3[1] 5", ["For going up from a jump square White throws one die more: 5."]),
        ("White=20", "64 6", ["White throws one die more: 6. A six: one die more."]),
        ("", "61 1 E", ["White's piece enters on lithium 3."]),
        ("White=20", "21 20-22[2]", ["White's piece moves from calcium 20 to titanium 22."]),
        (
            "White=24 Black=0,25",
            "21 24-26[2]",
            [
                "White's piece moves from chromium 24 to iron 26.",
                "Black's piece is zapped as it is passed on manganese 25, and falls down to the centre.",
            ],
        ),
        (
            "White=15 Black=17",
            "21 15-17[2]",
            [
                "White's piece moves from phosphorus 15 to chlorine 17.",
                "White's piece strikes Black's piece on chlorine 17.",
                "Black's piece falls down from chlorine 17 to fluorine 9.",
                "White's piece rises up from chlorine 17 to bromine 35.",
            ],
        ),
        (
            "White=10",
            "21 10-3[1]",
            [
                "White's piece moves from neon 10 to lithium 3.",
                "White's piece ends exactly on a jump square, and jumps from lithium 3 to sodium 11.",
                "Going up from a jump square earns White one die more.",
            ],
        ),
        (
            "White=80",
            "61 1 80-80f[6]",
            [
                "White's piece moves from mercury 80 to blank square 80f.",
                "White's piece ends on an absorption square, and is drawn back from blank square 80f to cadmium 48.",
            ],
        ),
        (
            "White=15,17",
            "21 15-17[2]",
            [
                "White's piece moves from phosphorus 15 to chlorine 17.",
                "White's piece strikes another of White's pieces on chlorine 17.",
                "White's piece falls down from chlorine 17 to fluorine 9.",
                "White's piece rises up from chlorine 17 to bromine 35.",
            ],
        ),
        (
            "",
            "32",
            [
                "White throws 3 and 2.",
                "White has nothing to use the dice for, because only a six brings a piece into play: the turn is over.",
            ],
        ),
    ],
)
def test_what_happens_is_said(before: str, pushed: str, sentences: list[str]) -> None:
    assert said(at(before, pushed)) == sentences


@pytest.mark.parametrize(
    ("options", "before", "words"),
    [
        ({}, "White=53,25,41 Black=4,6,60,70,28", "a piece is home, with 8 of 16 pieces in the centre: in balance"),
        ({"win_form": "one_plus_three"}, "White=53,25,41,3", "a piece is home and three others are in play"),
        ({"win_form": "counters_home"}, "White=53,tray", "2 pieces are home"),
    ],
)
def test_why_it_is_won(options: dict[str, Any], before: str, words: str) -> None:
    assert said(at(before, "41 53-H[4]", **options))[-1] == f"White wins: {words}."


@pytest.mark.parametrize(
    ("before", "words"),
    [
        ("White=20", "15 of 16 pieces in the centre: 7 too many for balance"),
        ("White=20,21,22,23 Black=24,25,26", "9 of 16 pieces in the centre: 1 too many for balance"),
        ("White=20,21,22,23 Black=24,25,26,27", "8 of 16 pieces in the centre: in balance"),
        ("White=20,21,22,23 Black=24,25,26,27,28", "7 of 16 pieces in the centre: 1 too few for balance"),
    ],
)
def test_the_balance_is_explained(before: str, words: str) -> None:
    play = at(before, "21")
    assert text.balance(play.s, play.o) == words
    so = "in balance, so home wins" if words.endswith("in balance") else "home wins when there are 8"
    assert play.view(0).asked == f"Your turn: use every die, 2+1. {words.split(': ')[0]}: {so}."


@pytest.mark.parametrize(
    ("options", "before"),
    [
        ({"win_form": "counters_home"}, "White=20,tray Black=21"),
        ({"win_form": "one_plus_three"}, "White=20 Black=21"),
    ],
)
def test_the_balance_is_not_spoken_of_where_it_does_not_matter(options: dict[str, Any], before: str) -> None:
    play = at(before, "21", **options)
    assert play.view(0).asked.startswith("Your turn: use every die, 2+1.")
    assert "balance" not in play.view(0).asked


@pytest.mark.parametrize(
    ("before", "pushed", "options", "asked"),
    [
        ("White=20", "", {}, "White's turn: throw both dice."),
        ("White=20", "66", {}, "White's turn: throw both dice."),
        ("White=20", "64", {}, "White's turn: throw one die."),
        ("White=10 Black=11", "21 10-3[1]", {}, "White's turn: throw one die, 2 times."),
        (
            "White=53,25,41 Black=4,6,60,70,28",
            "41 53-H[4]",
            {},
            "The game is over: a piece is home, with 8 of 16 pieces in the centre: in balance.",
        ),
        ("turns=1000", "32", {}, "The game is drawn."),
        ("turn=Red", "", {"players": 3}, "Red's turn: throw both dice."),
    ],
)
def test_what_is_asked(before: str, pushed: str, options: dict[str, Any], asked: str) -> None:
    assert at(before, pushed, **options).view().asked == asked


def test_the_pool_is_told_pairs_first() -> None:
    play = at("phase=using White=20 pair=62 sixes=2 loose=3165")
    assert text.pool(play.s) == ["6+6", "6+6", "6+2", "6", "5", "3", "1"]
    assert play.view(0).asked.startswith("Your turn: use every die, 6+6, 6+6, 6+2, 6, 5, 3 and 1. ")


def sentence_of(before: str, move: str, **options: Any) -> str:
    play = at(f"phase=using {before}", **options)
    return next(action.sentence for action in play.legal if action.notation == move)


@pytest.mark.parametrize(
    ("before", "move", "sentence"),
    [
        ("White=20 loose=6", "E", "Bring a piece from the centre to lithium 3 with a six."),
        (
            "White=20,12g loose=2",
            "12g-12i[2]",
            "Move the piece from blank square 12g to blank square 12i with the 2.",
        ),
        ("White=20 pair=42", "20-26[4+2]", "Move the piece from calcium 20 to iron 26 with 4 and 2."),
        (
            "White=15 Black=0,17 loose=2",
            "15-17[2]",
            "Move the piece from phosphorus 15 to chlorine 17 with the 2, "
            "striking Black's piece down to fluorine 9 and rising up to bromine 35.",
        ),
        ("White=9 loose=2", "9-3[2]", "Move the piece from fluorine 9 to lithium 3 with the 2 and jump to sodium 11."),
        (
            "White=9 loose=3",
            "9-4[3]",
            "Move the piece from fluorine 9 to beryllium 4 with the 3, missing the jump, to go round again.",
        ),
        (
            "White=3 pair=62",
            "3-3[6+2]",
            "Move the piece right round, back to lithium 3 with 6 and 2 and jump to sodium 11.",
        ),
        (
            "White=53 loose=4",
            "53-H[4]",
            "Move the piece from iodine 53 to home with the 4. That does not win: home counts only with exactly half "
            "of all pieces in the centre, and there are 15 of 16: 7 too many for balance.",
        ),
    ],
)
def test_moves_are_explained(before: str, move: str, sentence: str) -> None:
    assert sentence_of(before, move) == sentence


def test_a_move_that_is_absorbed_says_so() -> None:
    assert "cadmium 48" in sentence_of("White=80e loose=1", "80e-80f[1]")


def test_in_ring_6_nobody_is_said_to_rise() -> None:
    sentence = sentence_of("White=84e Black=85 loose=2", "84e-85[2]")
    assert "striking Black's piece down to iodine 53" in sentence
    assert "rising" not in sentence


def test_a_win_on_an_occupied_home_is_not_called_a_strike() -> None:
    before = "White=53,25,41 Black=53d,4,6,60,70 loose=4"
    assert at(f"phase=using {before}", "53-H[4]").over
    assert "rising" not in sentence_of(before, "53-H[4]")


@pytest.mark.parametrize(
    ("move", "label"),
    [
        ("E", "enter on lithium 3 with a six"),
        ("20-26[6]", "calcium 20 to iron 26 with the 6"),
        ("53-H[4]", "iodine 53 to home with the 4"),
    ],
)
def test_labels(move: str, label: str) -> None:
    play = at("phase=using White=20,53 loose=64")
    assert next(action.label for action in play.legal if action.notation == move) == label
    inner = at("phase=using White=20 loose=6", **INNER)
    assert "enter on hydrogen 1 with a six" in {action.label for action in inner.legal}


def test_outcomes_are_explained() -> None:
    assert {outcome.sentence for outcome in new().outcomes} == {"White starts.", "Black starts."}
    thrown = {outcome.notation: outcome.sentence for outcome in at("White=20").outcomes}
    assert thrown["64"] == "The dice show 6 and 4."
    assert thrown["66"] == "The dice show 6 and 6."
    assert [outcome.sentence for outcome in at("White=20", "64").outcomes] == [
        f"The die shows {n}." for n in range(1, 7)
    ]


@pytest.mark.parametrize(
    ("square", "name"),
    [
        ("0", "the centre"),
        ("53d", "home"),
        ("12g", "blank square 12g"),
        ("17", "chlorine 17"),
        ("86", "radon 86"),
    ],
)
def test_squares_are_called_by_element_hole_home_or_centre(square: str, name: str) -> None:
    assert text.square_name(INDEX[square]) == name


@pytest.mark.parametrize(
    ("square", "hint"),
    [
        (
            "17",
            "17, chlorine, Cl, group 17, electrons 2.8.7, [Ne] 3s2 3p5; up to bromine 35, down to fluorine 9; "
            "Black's piece",
        ),
        (
            "3",
            "3, lithium, Li, group 1, electrons 2.1, [He] 2s1; up to sodium 11, down to the centre; jump to sodium 11",
        ),
        ("60", "60, neodymium, Nd, lanthanides, electrons 2.8.18.22.8.2, [Xe] 4f4 6s2; no way up, down to nickel 28"),
        ("12g", "blank square 12g; up to gallium 31, down to beryllium 4; your piece"),
        ("80f", "blank square 80f, absorption square; no way up, down to cadmium 48"),
        ("53d", "home; up to radon 86, down to bromine 35"),
    ],
)
def test_hints_of_squares(square: str, hint: str) -> None:
    scene = at("White=12g Black=0,17").scene(0)
    assert next(shape.label for shape in scene.board if shape.id == f"square:{square}") == hint


@pytest.mark.parametrize("options", [{}, INNER])
def test_every_square_has_a_hint_that_tells_where_it_leads(options: dict[str, Any]) -> None:
    labels = {shape.id: shape.label for shape in new(**options).scene().board}
    for name, row in BOARD.items():
        if row["ring"] == "1" and not options:
            assert f"square:{name}" not in labels
            continue
        up = f"up to {text.square_name(INDEX[row['up']])}" if row["up"] else "no way up"
        down = text.square_name(INDEX[row["down"]])
        assert f"; {up}, down to {down}" in labels[f"square:{name}"]


def test_seats_are_colours() -> None:
    play = new(players=6)
    names = ["White", "Black", "Red", "Blue", "Green", "Purple"]
    assert [GAME.text.seat(play.s, play.o, seat) for seat in range(6)] == names
    assert say(text.piece_name(8 * 5 + 1)) == "Purple's piece"


@pytest.mark.parametrize("seed", range(samples(2, 4)))
def test_whatever_happens_something_is_said_in_whole_sentences(seed: int) -> None:
    play, rng = random_play(f"words {seed}")
    for _ in range(120):
        if play.over:
            break
        if play.to_move != CHANCE:
            for action in play.legal:
                assert action.sentence[0].isupper()
                assert action.sentence.endswith(".")
                assert action.label
        assert GAME.text.asked(play.s, play.o).endswith(".")
        play_on(play, rng)
        assert said(play)
        for sentence in said(play):
            assert sentence[0].isalnum()
            assert sentence.endswith(".")


def test_holes_are_called_as_they_are_marked_on_the_board() -> None:
    drawn = new().scene()
    written = {shape.text for shape in drawn.board if shape.kind == "text"}
    holes = [square for square in range(1, SQUARES + 1) if is_hole(square) and square != HOME]
    for square in holes:
        name = text.square_name(square)
        assert name.startswith("blank square ")
        assert name.split()[-1] in written
        assert text.on_button(square).split()[-1] in written
    assert text.square_name(HOME) == text.on_button(HOME) == "home"
    told = [text.square_name(square) for square in range(SQUARES + 1)]
    assert len(set(told)) == len(told)


def test_whoever_cannot_come_home_is_told_that_it_takes_the_exact_count() -> None:
    play = at("phase=using White=53 loose=3")
    assert play.why_not(["piece:0.0", "square:53d"]) == (
        "Home needs the exact count. From iodine 53 it can go to blank square 53c with the 3."
    )


@pytest.mark.parametrize(
    ("before", "move", "what_for"),
    [
        ("White=8 loose=3", "8-3[3]", "oxygen 8 to lithium 3 with the 3, jumps to sodium 11"),
        (
            "White=15 Black=17 loose=2",
            "15-17[2]",
            "phosphorus 15 to chlorine 17 with the 2, strikes and rises to bromine 35",
        ),
        ("White=9 loose=3", "9-4[3]", "fluorine 9 to beryllium 4 with the 3, missing the jump"),
        ("White=53 loose=5", "53-54[5]", "iodine 53 to xenon 54 with the 5, missing home"),
        ("White=54e loose=3", "54e-38[3]", "blank 54e to strontium 38 with the 3"),
        ("White=80 loose=6", "80-80f[6]", "mercury 80 to blank 80f with the 6, drawn back to cadmium 48"),
    ],
)
def test_a_button_tells_what_its_move_is_made_for(before: str, move: str, what_for: str) -> None:
    play = at(f"phase=using {before}")
    assert next(action.label for action in play.legal if action.notation == move) == what_for


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "Land exactly on home, the square H, while exactly half of all the pieces are in the centre"),
        ({"home_check": "standing"}, "Stand on home, the square H, while exactly half"),
        ({"win_form": "one_plus_three"}, "Land exactly on home, the square H, while three others of your pieces"),
        ({"win_form": "counters_home", "home_target": 3}, "Bring 3 of your pieces home by an exact count"),
    ],
)
def test_the_table_tells_how_this_game_is_won(options: dict[str, Any], words: str) -> None:
    assert GAME.aim(GAME.settle(None, **options)).startswith(words)


def test_squares_with_a_mark_tell_what_it_means() -> None:
    rows = {name: dict(card.rows).get("ending here", "") for name, card in cards().items()}
    assert rows[f"square:{NAMES[HOME]}"] == "To win, a piece must end a count exactly here."
    assert rows["square:3"] == "A count that ends exactly here jumps to sodium 11."
    assert rows["square:80f"] == "Absorption: a count that ends here is drawn back to cadmium 48."
    assert rows["square:4"] == ""
