"""Everything a game needs is on its sheets, each thing whole, on every paper and in every ink."""

import re
from collections import Counter
from html import unescape
from itertools import pairwise

import pytest
from click.testing import CliRunner

from parlour.cli import main
from parlour.engine.box import BOARD, CARD, DIE, MONEY, PIECE, PLATE, SPINNER, usual_box
from parlour.engine.game import Game, find_game, games
from parlour.engine.pages import set_up
from parlour.games.stencil.board import DEFAULT_PLATES
from parlour.paper import pdf
from parlour.paper.inks import KINDS
from parlour.paper.packing import GAP, Sheet, pack
from parlour.paper.sheets import Printout, list_things, make_printout
from parlour.paper.sizes import FOOT, MARGIN, OVERLAP, PAPERS

SHOWN = re.compile(r'data-kind="([^"]*)" data-name="([^"]*)"')
EVERY = [(game, preset) for game in games().values() for preset in (None, *game.presets)]
NAMED = [f"{game.name}-{preset}" for game, preset in EVERY]


def printed(name: str, preset: str | None = None, **options: object) -> Printout:
    game = find_game(name)
    return make_printout(game, game.settle(preset, **options))


def count(printout: Printout) -> Counter[tuple[str, str]]:
    found = SHOWN.findall("".join(printout.sheets))
    return Counter((kind, unescape(name)) for kind, name in found)


def of_kind(printout: Printout, kind: str) -> int:
    return sum(number for (found, _), number in count(printout).items() if found == kind)


def test_stencil_has_four_plates_with_four_windows_and_eight_counters_of_each_colour() -> None:
    printout = printed("stencil")
    assert count(printout) == {
        (BOARD, "the board"): 1,
        **{(PLATE, f"plate K{number}"): 1 for number in (1, 2, 3, 4)},
        (PIECE, "red counters"): 8,
        (PIECE, "white counters"): 8,
    }
    plates = [
        thing for thing in list_things(find_game("stencil"), find_game("stencil").settle()) if thing.kind == PLATE
    ]
    for plate, holes in zip(plates, DEFAULT_PLATES, strict=True):
        windows = plate.shapes[0].path.count("M") - 1 - 4  # the sheet itself, and the four lines of the dot
        assert windows == holes.bit_count() == 4


def test_quatro_has_the_men_and_two_dice_of_every_colour_and_a_cube_where_it_is_played_with() -> None:
    whole = count(printed("quatro", "cube"))
    men = find_game("quatro").settle("cube")["men"]
    for colour in ("Red", "Blue", "Yellow", "Black"):
        assert whole[PIECE, f"{colour} men"] == men
        assert whole[DIE, f"{colour} dice"] == 2
    assert whole[DIE, "doubling cube"] == 1
    assert (DIE, "doubling cube") not in count(printed("quatro", "four"))
    assert of_kind(printed("quatro", "backgammon"), PIECE) == 30


def test_vendetta_has_a_spinner_and_a_godfather_with_eight_soldiers_for_each_family() -> None:
    for players in (2, 3, 4):
        printout = printed("vendetta", players=players)
        assert of_kind(printout, PIECE) == 9 * players
        assert of_kind(printout, SPINNER) == 1
        assert of_kind(printout, DIE) == 2
    assert count(printed("vendetta"))[PIECE, "Family A: Godfather"] == 1


@pytest.mark.parametrize(("players", "each"), [(2, 8), (3, 6), (4, 4), (5, 2), (6, 2)])
def test_quantum_has_the_pieces_of_so_many_players(players: int, each: int) -> None:
    printout = printed("quantum", players=players)
    assert of_kind(printout, PIECE) == players * each
    assert of_kind(printout, DIE) == 2


def test_numeric_has_25_cards_four_dice_and_the_purse_of_500_pounds_for_each() -> None:
    printout = printed("numeric", "zones", players=3)
    found = count(printout)
    assert (of_kind(printout, CARD), of_kind(printout, DIE)) == (25, 4)
    for value, each in ((100, 2), (50, 4), (20, 3), (10, 4)):
        assert found[MONEY, f"£{value} notes"] >= 3 * each
    texts = re.findall(r">(card \d+)<", printout.drawings)
    assert texts == [f"card {number}" for number in range(1, 26)]
    assert of_kind(printed("numeric", "basic"), CARD) == 0


def test_numeric_counters_has_every_number_once() -> None:
    printout = printed("numeric", "counters")
    assert count(printout)[PIECE, "number counters"] == 100
    things = list_things(find_game("numeric"), find_game("numeric").settle("counters"))
    faces = [thing.shapes[-1].text for thing in things if thing.name == "number counters"]
    assert faces == [str(number) for number in range(1, 101)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("game", "preset"), EVERY, ids=NAMED)
def test_nothing_leaves_its_sheet_or_lies_upon_another(game: Game, preset: str | None, paper: str) -> None:
    size = PAPERS[paper]
    for sheet in pack(list_things(game, game.settle(preset)), size):
        for thing in sheet.placed:
            assert thing.x >= MARGIN - 0.01
            assert thing.y >= MARGIN - 0.01
            assert thing.x + thing.width <= size.width - MARGIN + 0.01
            assert thing.y + thing.height <= size.height - MARGIN - FOOT + 0.01
        check_apart(sheet)


def check_apart(sheet: Sheet) -> None:
    for number, one in enumerate(sheet.placed):
        for other in sheet.placed[number + 1 :]:
            beside = one.x + one.width + GAP <= other.x + 0.01 or other.x + other.width + GAP <= one.x + 0.01
            assert beside or one.y + one.height + GAP <= other.y + 0.01, f"{one.thing.name} and {other.thing.name}"


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_parts_of_a_board_make_up_all_of_it(game: Game) -> None:
    for paper in PAPERS.values():
        board = next(thing for thing in list_things(game, game.settle()) if thing.kind == BOARD)
        parts = [placed for sheet in pack([board], paper) for placed in sheet.placed]
        covered = [placed.part for placed in parts if placed.part is not None]
        assert min(part[0] for part in covered) == pytest.approx(board.view[0])
        assert max(part[0] + part[2] for part in covered) == pytest.approx(board.view[0] + board.view[2])
        assert max(part[1] + part[3] for part in covered) == pytest.approx(board.view[1] + board.view[3])
        lefts = sorted({round(part[0], 6) for part in covered})
        for left, following in pairwise(lefts):
            assert left + covered[0][2] - following == pytest.approx(OVERLAP / board.scale)


@pytest.mark.parametrize("ink", KINDS)
@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_sheet_has_a_ruler_and_black_ink_is_black(game: Game, ink: str) -> None:
    printout = make_printout(game, game.settle(), ink=ink)
    assert all(sheet.count('<path class="ruler"') == 2 for sheet in printout.sheets)
    if ink == "black":
        colours = re.findall(r"#[0-9a-f]{6}\b", printout.style + printout.drawings)
        assert colours
        assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)


def test_a_game_that_lists_nothing_is_printed_as_it_is_drawn() -> None:
    game = find_game("stencil")
    things = usual_box(set_up(game, game.settle()).scene())
    assert things[0].kind == BOARD
    vendetta = find_game("vendetta")
    pieces = [thing for thing in usual_box(set_up(vendetta, vendetta.settle()).scene()) if thing.kind == PIECE]
    assert sum(thing.count for thing in pieces) == 9 * vendetta.settle()["players"]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["print", *words])
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--paper", "b5"), "there is no paper 'b5': expected one of a4, a3, letter"),
        (("--ink", "red"), "there is no ink 'red': expected one of colour, black"),
        (("--preset", "huge"), "stencil has no preset 'huge': expected one of quick, patent, teaching, flips"),
        (("--out", "/nowhere/sheets.html"), "/nowhere/sheets.html cannot be written: no such file or directory"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    code, output = run("stencil", *words)
    assert (code, output) == (1, f"Error: {sentence}\n")


def test_a_pdf_without_chromium_says_what_to_do_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "BROWSERS", ())
    code, output = run("stencil", "--out", "sheets.pdf")
    assert code == 1
    assert output.startswith("Error: a PDF is made by Chromium, which is not installed: write FILE.html instead")
