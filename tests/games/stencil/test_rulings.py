"""The rulings S1 to S15 of the page, one by one."""

from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

import parlour
from parlour.engine.options import OptionError
from parlour.engine.play import IllegalAction, Play
from parlour.games.stencil import rules, text
from parlour.games.stencil.board import CELLS, DEFAULT_PLATES, orient
from tests.games.stencil.table import (
    DEAD,
    GAME,
    ONE_GAME,
    PAGE,
    claims,
    complete,
    drawn,
    empty_cells,
    moves,
    play_game,
    said,
    set_up,
)

# Red's K1@0 (a1 c2 a3 b3) is complete in the first and lacks one counter in the second; white's K2 shows nothing
COMPLETE = """
    R . . W
    . . R W
    R W . .
    . . . .
"""
OPEN = """
    R . . W
    . . R W
    . W . .
    R . . .
"""


def new(**options: Any) -> Play:
    return parlour.new("stencil", **{**ONE_GAME, **options})


def test_S1_eight_counters_each_fill_the_board() -> None:
    play = new()
    assert (play.values["counters_each"], list(play.s.hand)) == (8, [8, 8])
    for cell in CELLS:
        play.push(cell)
    assert (list(play.s.hand), moves(play)) == ([0, 0], claims() | {"--"})


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_S1_with_fewer_counters_cells_stay_empty(count: int) -> None:
    play = new(counters_each=count)
    for cell in CELLS[: 2 * count]:
        assert cell in moves(play)
        play.push(cell)
    assert empty_cells(play) == set(CELLS[2 * count :])
    assert moves(play) == claims() | {"--"}


def test_S2_who_starts_is_drawn_once_then_players_alternate() -> None:
    play = parlour.new("stencil", plate_choice="fixed")
    assert [(outcome.notation, outcome.weight) for outcome in play.outcomes] == [("first:red", 1), ("first:white", 1)]
    play.push("first:white")
    assert said(play) == ["White starts."]
    for starter in (1, 0, 1, 0, 1, 0):
        assert play.to_move == starter
        play_game(play, "red")
    assert play.over, "a match is six games, so each player starts three"


@pytest.mark.parametrize(("who", "seat"), [("red", 0), ("white", 1)])
def test_S2_who_starts_may_be_agreed(who: str, seat: int) -> None:
    assert new(first_player=who).to_move == seat


Holes = frozenset[tuple[int, int]]


def holes(mask: int) -> Holes:
    return frozenset(divmod(cell, 4) for cell in range(16) if mask >> cell & 1)


def shape(mask: int) -> Holes:
    """The pattern shifted to the top left."""
    top, left = min(r for r, _ in holes(mask)), min(c for _, c in holes(mask))
    return frozenset((r - top, c - left) for r, c in holes(mask))


def is_regular(mask: int) -> bool:
    """Whether a pattern fails what S3 asks beyond having no symmetry."""
    rows, columns = Counter(r for r, _ in holes(mask)), Counter(c for _, c in holes(mask))
    in_line = any(
        (b[0] - a[0]) * (c[1] - a[1]) == (c[0] - a[0]) * (b[1] - a[1]) for a, b, c in combinations(holes(mask), 3)
    )
    crowded = max(rows.values()) > 2 or max(columns.values()) > 2
    narrow = len(rows) < 3 or len(columns) < 3
    pairs = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in combinations(holes(mask), 2))
    return in_line or crowded or narrow or pairs > 1


def test_S3_the_patterns_on_the_board_are_as_many_as_the_page_says() -> None:
    patterns = [sum(1 << cell for cell in chosen) for chosen in combinations(range(16), 4)]
    turned = {frozenset(orient(mask, turning) for turning in range(4)) for mask in patterns}
    families = {frozenset(orient(mask, turning) for turning in range(8)) for mask in patterns}
    without_symmetry = [family for family in families if len(family) == 8]
    asymmetric = [family for family in without_symmetry if len({shape(mask) for mask in family}) == 8]
    irregular = [family for family in asymmetric if not is_regular(min(family))]
    counted = [len(found) for found in (patterns, turned, families, without_symmetry, asymmetric, irregular)]
    assert counted == [1820, 464, 252, 207, 179, 81]
    assert all(f"{number:,} |" in PAGE for number in counted)


@pytest.mark.parametrize("mask", DEFAULT_PLATES, ids=["K1", "K2", "K3", "K4"])
def test_S3_the_plates_are_irregular(mask: int) -> None:
    assert len({shape(orient(mask, turning)) for turning in range(8)}) == 8
    assert not is_regular(mask)


def test_S3_the_plates_are_easy_to_tell_apart() -> None:
    for one, two in combinations(DEFAULT_PLATES, 2):
        for turning in range(4):
            assert (one & orient(two, turning)).bit_count() < 3


def test_S4_the_player_who_will_start_picks_second() -> None:
    play = parlour.new("stencil", first_player="red")
    assert (play.to_move, moves(play)) == (1, {"K1", "K2", "K3", "K4"})
    play.push("K3")
    assert said(play) == ["White takes plate K3."]
    assert (play.to_move, moves(play)) == (0, {"K1", "K2", "K4"})
    play.push("K1")
    assert (play.to_move, list(play.s.plate), play.s.turns) == (0, [0, 2], 1)


def test_S4_plates_are_open_to_both() -> None:
    play = set_up(OPEN)
    for seat in (0, 1, None):
        labels = {shape.id: shape.label for shape in play.view(seat).scene.shapes}
        names = [("Red's", "White's"), ("Your", "White's"), ("Red's", "Your")][0 if seat is None else seat + 1]
        assert (labels["plate:K1"], labels["plate:K2"]) == (f"{names[0]} plate K1", f"{names[1]} plate K2")
        assert "plate:K3" not in labels, "two stay aside"


def test_S4_plates_are_kept_for_the_match() -> None:
    play = parlour.new("stencil", first_player="red", games=2)
    play.push("K2 K1")
    play_game(play, "red")
    assert (play.to_move, list(play.s.plate), moves(play)) == (1, [0, 1], set(CELLS))


@pytest.mark.parametrize("unfinished", ["draw", "abandon"])
def test_S4_plates_for_a_game_are_picked_anew(unfinished: str) -> None:
    play = parlour.new("stencil", first_player="red", games=2, plates_for="game", unfinished=unfinished)
    play.push("K2 K1")
    play_game(play, "nobody")
    assert (play.to_move, list(play.s.plate)) == (0, [-1, -1]), "white starts now, so red picks first"
    play.push("K1 K2")
    assert (play.to_move, list(play.s.plate)) == (1, [0, 1])


def test_S4_plates_may_be_dealt() -> None:
    play = parlour.new("stencil", first_player="red", plate_choice="random", plates_for="game", games=2)
    names = ("K1", "K2", "K3", "K4")
    dealt = {outcome.notation: outcome.weight for outcome in play.outcomes}
    assert dealt == {f"deal:{red},{white}": 1 for red in names for white in names if red != white}
    play.push("deal:K1,K2")
    assert said(play) == ["Red takes plate K1.", "White takes plate K2."]
    play_game(play, "white")
    assert play.at_chance


def test_S4_plates_may_be_fixed() -> None:
    play = new(red_plate="K4", white_plate="K3", games=2)
    assert (list(play.s.plate), play.to_move) == ([3, 2], 0)


@pytest.mark.parametrize(("orientations", "count"), [("rotations", 4), ("rotations_and_flips", 8)])
def test_S5_four_rotations_or_eight_with_flips(orientations: str, count: int) -> None:
    play = set_up(OPEN, orientations=orientations)
    assert moves(play) - empty_cells(play) == claims(count)


def test_S5_a_plate_is_not_turned_over_unless_agreed() -> None:
    # K1@4 shows d1 b2 c3 d3
    drawing = """
        R . . R
        . W . .
        . . R R
        W . W .
    """
    with pytest.raises(IllegalAction, match=r"'@4' cannot be played here: expected one of .* @0 @1 @2 @3$"):
        set_up(drawing).push("@4")
    play = set_up(drawing, orientations="rotations_and_flips")
    play.push("@4")
    assert said(play)[0] == "Red lays K1, turned over, as it lies: 3 red, 1 white on d1 b2 c3 d3. A stencil!"


def test_S6_no_claim_before_four_counters_are_on_the_board() -> None:
    play = new()
    for cell in ("a1", "b1", "c1"):
        assert moves(play) == empty_cells(play)
        assert "with 4 counters in all on the board you may lay your plate and claim" in play.view(play.to_move).asked
        play.push(cell)
    with pytest.raises(IllegalAction, match="'@0' cannot be played here"):
        play.push("@0")
    play.push("d1")
    assert moves(play) == empty_cells(play) | claims()


def test_S7_every_hole_must_show_a_counter() -> None:
    play = set_up(OPEN)
    play.push("@0")
    assert said(play) == ["Red lays K1, as it lies: 2 red, 1 white, 1 empty on a1 c2 a3 b3. Wrong."]


def test_S8_a_failure_is_a_turn_but_the_second_running_is_not() -> None:
    play = set_up(OPEN, failed_claim_rule="no_repeat")
    assert GAME.settle()["failed_claim_rule"] == "no_repeat"
    play.push("@1")
    assert play.to_move == 1
    play.push("d4 @1")
    assert (play.to_move, moves(play)) == (0, empty_cells(play))


def test_S8_the_literal_reading_is_the_preset_patent() -> None:
    play = parlour.new("stencil", "patent")
    play.place("red=a1c2a4 white=b3d1d2 turn=red plates=K1,K2")
    for cell in ("d4", "d3", "c4"):
        play.push("@1")
        assert play.to_move == 1
        play.push(cell)
    assert play.values["failed_claim_rule"] == "free"


def test_S9_one_more_attempt_each_when_all_counters_are_down() -> None:
    assert GAME.settle()["final_attempts"] == 1
    play = set_up(DEAD)
    play.push("@0 @0")
    assert play.over


def test_S10_an_unfinished_game_is_a_draw_without_points() -> None:
    assert GAME.settle()["unfinished"] == "draw"
    play = set_up(DEAD)
    play.push("-- --")
    assert (play.score, play.s.played) == ((0, 0), 1)


def test_S11_what_is_said_and_offered_does_not_depend_on_a_stencil() -> None:
    one, other = set_up(COMPLETE), set_up(OPEN)
    assert (complete(one, 0), complete(other, 0)) == ([0], [])
    one.push("d4 a4")
    other.push("d4 a2")
    for play in (one, other):
        assert moves(play) == empty_cells(play) | claims()
    assert one.view(0).asked == other.view(0).asked
    assert [action.sentence for action in one.legal if action.notation[0] == "@"] == [
        action.sentence for action in other.legal if action.notation[0] == "@"
    ]
    assert one.view(0).sentences == ("You place a counter on d4.", "White places a counter on a4.")


def test_S11_nobody_is_told_unless_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    play = set_up(COMPLETE)

    def refuse(*_: object) -> bool:
        raise AssertionError("somebody looked for a stencil")

    monkeypatch.setattr(rules, "is_complete", refuse)
    for seat in (None, 0, 1):
        play.view(seat)
    str(play)
    play.record()
    assert text.hints(play.s, play.o) == []


def hint(level: int, drawing: str, turn: str = "red", **options: Any) -> list[str]:
    play = set_up(drawing, turn, hint_level=level, **options)
    return [line for told in play.hints() for line in told.splitlines()]


PLATES_LISTED = [
    "Red's plate K1, as it lies: a1 c2 a3 b3.",
    "Red's plate K1, a quarter turn: b1 d1 b2 c3.",
    "Red's plate K1, half a turn: c2 d2 b3 d4.",
    "Red's plate K1, three quarters of a turn: b2 c3 a4 c4.",
    "White's plate K2, as it lies: b1 c2 a3 c3.",
    "White's plate K2, a quarter turn: b1 d2 b3 c3.",
    "White's plate K2, half a turn: b2 d2 b3 c4.",
    "White's plate K2, three quarters of a turn: b2 c2 a3 c4.",
]
OUTLINED = [
    "What the holes of the plate would show:",
    "",
    "as it lies:",
    "[R] ·  ·  W",
    " ·  · [R] W",
    "[R][W] ·  ·",
    " ·  ·  ·  ·",
    "",
    "a quarter turn:",
    " R [·] · [W]",
    " · [·] R  W",
    " R  W [·] ·",
    " ·  ·  ·  ·",
    "",
    "half a turn:",
    " R  ·  ·  W",
    " ·  · [R][W]",
    " R [W] ·  ·",
    " ·  ·  · [·]",
    "",
    "three quarters of a turn:",
    " R  ·  ·  W",
    " · [·] R  W",
    " R  W [·] ·",
    "[·] · [·] ·",
]


def test_S11_hint_level_0_tells_nothing() -> None:
    assert hint(0, COMPLETE) == []


def test_S11_hint_level_1_lists_all_orientations_of_both_plates() -> None:
    assert hint(1, COMPLETE) == PLATES_LISTED
    assert len(hint(1, COMPLETE, orientations="rotations_and_flips")) == 16


def test_S11_hint_level_2_outlines_the_players_orientations_on_the_board() -> None:
    assert hint(2, COMPLETE) == PLATES_LISTED + OUTLINED
    assert len(hint(2, COMPLETE, orientations="rotations_and_flips")) == 16 + 1 + 8 * 6


def test_S11_hint_level_3_says_that_a_stencil_is_complete() -> None:
    assert hint(3, COMPLETE) == [*PLATES_LISTED, *OUTLINED, "Red has a complete stencil."]
    assert not any("complete" in line for line in hint(3, OPEN))
    assert not any("complete" in line for line in hint(3, COMPLETE, "white")), "it is red's"


def test_S11_hint_level_4_shows_it_and_the_cells_that_would_complete_one() -> None:
    assert "Red has a complete stencil: lay the plate as it lies." in hint(4, COMPLETE)
    assert hint(4, OPEN)[-1] == "A counter on a3 would complete Red's stencil."
    poisoned = "R . . W  . . R W  R . . .  . . . ."
    assert hint(4, poisoned, "white")[-1] == "A counter on b3 would complete Red's stencil."


def test_S11_hint_level_4_names_no_cells_to_a_player_who_cannot_place() -> None:
    three_down = "R . . W  . . R W  . W . .  R . . ."
    assert "would complete" in hint(4, three_down, counters_each=4)[-1]
    four_down = "R . . W  . . R W  . W . .  R . . R"
    assert "would complete" not in "".join(hint(4, four_down, counters_each=4))


def test_S11_auto_claim_claims_for_the_player_when_his_turn_comes() -> None:
    play = set_up(OPEN, auto_claim=True)
    play.push("a3")
    assert not play.over, "his own stencil, but it is white's turn"
    play.push("d4")
    assert said(play) == [
        "White places a counter on d4.",
        "Red lays K1, as it lies: 3 red, 1 white on a1 c2 a3 b3. A stencil!",
        "Red wins the game.",
        "The game is over, 1 to 0: Red wins.",
    ]
    assert play.score == (1, 0)


def test_S11_auto_claim_waits_for_enough_counters() -> None:
    play = set_up(OPEN, auto_claim=True, min_counters_to_claim=9)
    play.push("a3 d4")
    assert not play.over
    play.push("c4 c3")
    assert play.score == (1, 0)


def test_S12_the_opponents_plate_is_no_good() -> None:
    # K2@0 (b1 c2 a3 c3) shows three red and one white, but K2 is white's
    drawing = """
        . R . W
        . . R W
        R . W .
        . . . .
    """
    for turning in range(4):
        play = set_up(drawing)
        play.push(f"@{turning}")
        assert play.score is None
        assert said(play)[0].startswith("Red lays K1, ")
    play = set_up(drawing, more="plates=K2,K1")
    play.push("@0")
    assert play.score == (1, 0)


def test_S13_one_orientation_a_claim() -> None:
    play = set_up(COMPLETE, failed_claim_rule="strict")
    before = play.states.tobytes()
    with pytest.raises(IllegalAction, match="'@0' cannot be played here: expected one of b1"):
        play.push("@1@0")
    assert (play.states.tobytes(), play.ply) == (before, 0)
    play.push("@1")
    assert moves(play) == empty_cells(play)


def test_S14_three_to_one_and_no_other_ratio() -> None:
    right = []
    for seen in product("RW.", repeat=4):
        a1, c2, a3, b3 = seen
        drawing = f"{a1} W . R  . . {c2} W  {a3} {b3} . W  . . . ."
        play = set_up(drawing, min_counters_to_claim=0)
        play.push("@0")
        assert play.over == (play.score == (1, 0))
        if play.over:
            right.append("".join(seen))
    assert right == ["RRRW", "RRWR", "RWRR", "WRRR"]


def not_implemented() -> str:
    return PAGE.split("## Not implemented, and why")[1].split("\n## ")[0]


def test_S15_other_boards_are_not_supported_and_the_page_says_so() -> None:
    assert "| other board sizes [S15] |" in not_implemented()
    assert len(CELLS) == len(drawn(new())) == 16
    with pytest.raises(OptionError, match="there is no option 'size'"):
        parlour.new("stencil", size=5)


@pytest.mark.parametrize("name", ["claim_entry", "turn_seconds", "ai_level", "own_needed"])
def test_options_of_screens_clocks_and_bots_do_not_exist_and_the_page_says_so(name: str) -> None:
    assert (f"| `{name}`: " if name != "own_needed" else "[S14]") in not_implemented()
    with pytest.raises(OptionError, match=f"there is no option '{name}': expected one of auto_claim, "):
        GAME.settle(**{name: 0})


def test_the_page_has_every_rule_and_ruling_once() -> None:
    for number in range(1, 13):
        assert PAGE.count(f"**R{number}. ") == 1
    for number in range(1, 16):
        assert PAGE.count(f"\n| S{number} | ") == 1
