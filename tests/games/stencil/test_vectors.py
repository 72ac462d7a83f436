"""Every table and worked example of the page that the rules can answer, by its number."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.engine.play import IllegalAction, Play
from parlour.games.stencil import rules
from parlour.games.stencil.board import CELLS, cells_of, mask_of
from tests.games.stencil.table import GAME, PAGE, complete, moves, said

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
SEATS = {"red": 0, "white": 1}
PLATES = ("K1", "K2", "K3", "K4")
KERNEL = GAME.encode(GAME.settle(orientations="rotations_and_flips"))  # the options record: all eight orientations


def by_id(vector: dict[str, Any]) -> str:
    return str(vector["id"])


def at(vector: dict[str, Any], turn: str) -> Play:
    """The play at the position of a vector, every turn so far a placement."""
    plates = {"red_plate": vector["red_plate"], "white_plate": vector["white_plate"]}
    more: dict[str, Any] = {name: vector[name] for name in ("orientations", "failed_claim_rule") if name in vector}
    if abs(len(vector["red"].split()) - len(vector["white"].split())) > 1:
        more["min_counters_to_claim"] = 0  # so uneven a board needs claims before it
    play = parlour.new("stencil", "quick", plate_choice="fixed", first_player="red", **plates, **more)
    counters = [f"{colour}={vector[colour].replace(' ', '')}" for colour in SEATS if vector[colour]]
    turns = len((vector["red"] + " " + vector["white"]).split()) + 1
    play.place(" ".join([*counters, f"turn={turn} plates={','.join(plates.values())} turns={turns}"]))
    return play


@pytest.mark.parametrize("row", VECTORS["plates"], ids=lambda row: f"{row['plate']}@{row['orientation']}")
def test_plate_table(row: dict[str, Any]) -> None:
    mask = int(KERNEL["holes"][0][PLATES.index(row["plate"])][row["orientation"]])
    assert mask == int(row["mask"], 16) == sum(1 << index for index in row["index"])
    assert cells_of(mask) == row["cells"].replace(" ", "")
    assert mask_of(row["cells"].replace(" ", "")) == mask
    assert f" {row['cells']} |" in PAGE


def test_plate_table_is_whole() -> None:
    assert len({(row["plate"], row["orientation"]) for row in VECTORS["plates"]}) == 32


@pytest.mark.parametrize("row", VECTORS["coverage"], ids=lambda row: str(row["plate"]))
def test_coverage_table(row: dict[str, Any]) -> None:
    masks = KERNEL["holes"][0][PLATES.index(row["plate"])][:4]
    seen = Counter(cell for mask in masks for cell in range(16) if mask >> cell & 1)
    assert "".join(str(seen[cell]) for cell in range(16)) == row["counts"].replace(" ", "")
    head, _, *lines = PAGE.split("rows from the top:\n\n")[1].split("\n\n")[0].splitlines()
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in (head, *lines)]
    column = table[0].index(row["plate"])
    assert [cells[column].replace(" ", "") for cells in table[1:]] == row["counts"].split()


@pytest.mark.parametrize("flips", [False, True])
def test_a_cell_map_exchanges_K1_and_K3(flips: bool) -> None:
    families = [{int(mask) for mask in KERNEL["holes"][0][plate][: 8 if flips else 4]} for plate in range(4)]

    def mapped(mask: int) -> int:
        cells = [divmod(cell, 4) for cell in range(16) if mask >> cell & 1]
        return sum(1 << (4 * (column ^ 1) + (row ^ 1)) for row, column in cells)

    assert {mapped(mask) for mask in families[0]} == families[2]
    assert {mapped(mask) for mask in families[2]} == families[0]


@pytest.mark.parametrize("vector", VECTORS["claims"], ids=by_id)
def test_P_claims(vector: dict[str, Any]) -> None:
    play = at(vector, vector["by"])
    claim = f"@{vector['orientation']}"
    board = list(play.s.counters)
    assert (claim in moves(play)) == vector["allowed"]
    if not vector["allowed"]:
        with pytest.raises(IllegalAction, match=f"'{claim}' cannot be played here"):
            play.push(claim)
        return
    play.push(claim)
    assert list(play.s.counters) == board
    assert play.written[0].text == claim + ("#" if vector["correct"] else "?")
    assert play.over == vector["correct"]
    if vector["correct"]:
        score = play.score
        assert score is not None
        assert score[SEATS[vector["by"]]] == 1
        assert sum(score) == 1


SHOWN = {
    "P1": "3 red, 1 white on c2 d2 b3 d4. A stencil!",
    "P2": "2 red, 1 white, 1 empty on a1 c2 a3 b3. Wrong.",
    "P3": "4 red on c2 d2 b3 d4. Wrong.",
    "P4": "2 red, 2 white on c2 d2 b3 d4. Wrong.",
    "P5": "1 red, 3 white on c2 d2 b3 d4. Wrong.",
    "P5-white": "3 white, 1 red on c2 d2 b3 d4. A stencil!",
    "P6": "3 red, 1 white on d1 b2 c3 d3. A stencil!",
}


@pytest.mark.parametrize("vector", [v for v in VECTORS["claims"] if v["allowed"]], ids=by_id)
def test_P_claims_in_words(vector: dict[str, Any]) -> None:
    play = at(vector, vector["by"])
    play.push(f"@{vector['orientation']}")
    assert said(play)[0].endswith(SHOWN[vector["id"]])


@pytest.mark.parametrize("vector", VECTORS["sequences"], ids=by_id)
def test_G_sequences(vector: dict[str, Any]) -> None:
    play = at(vector, vector["to_move"])
    if vector["moves"]:
        play.push(vector["moves"])
    for colour, seat in SEATS.items():
        assert complete(play, seat) == vector["complete"][colour]
    if vector["then"]:
        play.push(vector["then"])
    words = GAME.notation.split(f"{vector['moves']} {vector['then']}")
    assert [written.text for written in play.written] == words, "every claim is marked as the page marks it"
    if vector["winner"] is None:
        assert (play.score, play.s.turns) == (None, vector["turns"] + 1)
        return
    expected = {"red": (1, 0), "white": (0, 1), "unfinished": (0, 0)}
    assert (play.score, play.written[-1].turn) == (expected[vector["winner"]], vector["turns"])


@pytest.mark.parametrize("vector", VECTORS["sequences"], ids=by_id)
def test_G_sequences_survive_as_records(vector: dict[str, Any]) -> None:
    play = at(vector, vector["to_move"])
    play.push(f"{vector['moves']} {vector['then']}")
    again = parlour.load(play.record())
    assert again.states.tobytes() == play.states.tobytes()
    assert again.record() == play.record()
    turns = [line.split(" ", 2)[2] for line in play.record().split("\n\n")[1].splitlines()]
    assert turns == f"{vector['moves']} {vector['then']}".split()


@pytest.mark.parametrize("vector", VECTORS["oracle"], ids=by_id)
def test_O_the_moves_of_solved_positions(vector: dict[str, Any]) -> None:
    """A failed claim counts among the moves only where it would end the turn."""
    play = at(vector, vector["to_move"])
    expected = set(vector["moves"]) - {"fail"}
    assert moves(play) - {f"@{turning}" for turning in range(8)} == expected
    may_claim = any(move.startswith("@") for move in moves(play))
    ends_turn = may_claim and rules.failure_ends_turn(play.s, play.o, play.to_move)
    assert ("fail" in vector["moves"]) == ends_turn
    assert expected <= set(CELLS)
