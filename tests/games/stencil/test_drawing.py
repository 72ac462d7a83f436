"""Stencil drawn: the text board, the scene, what can be touched, and what is not told (ruling S11)."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import parlour
from parlour.engine.play import Play
from parlour.engine.scene import Scene, Shape
from parlour.engine.svg import draw_svg
from parlour.games.stencil import rules, text

# Red's K1 shows a stencil as it lies (a1 c2 a3 red, b3 white) in the first, and nowhere in the second
COMPLETE = "red=a1c2a3 white=b3d1d2 turn=red plates=K1,K2 starter=red turns=7"
OPEN = "red=a1c2a4 white=b3d1d2 turn=red plates=K1,K2 starter=red turns=7"
# White to move; a red counter on b3 would have helped nobody, a white one completes red's stencil
POISONED = "red=a1c2a3 white=c1d1 turn=white plates=K1,K2 starter=red turns=6"


def at(position: str, **options: Any) -> Play:
    play = parlour.new("stencil", **options)
    play.place(position)
    return play


def random_plays(**options: Any) -> Iterator[Play]:
    """Every position of a few random plays."""
    for seed in range(3):
        rng = random.Random(seed)
        play = parlour.new("stencil", games=2, **options)
        while not play.over:
            yield play
            if play.at_chance:
                play.roll(rng)
            else:
                play.push(rng.choice(play.legal_codes()))
        yield play


VARIANTS: list[dict[str, Any]] = [
    {},
    {"orientations": "rotations_and_flips", "plates_for": "game"},
    {"plate_choice": "random", "counters_each": 5, "failed_claim_rule": "strict"},
    {"plate_choice": "fixed", "first_player": "white", "hint_level": 4, "min_counters_to_claim": 0},
    {"plates": "a1c2a3b3,b1c2a3c3", "hint_level": 1},
]


def test_sketch_of_a_position() -> None:
    play = at("red=a1c2a3 white=b3d1 turn=white plates=K1,K2 starter=red turns=6 played=1 halves=2,0")
    assert str(play) == "\n".join(
        [
            "    a b c d     K1 Red        K2 White",
            "  ┌─────────┐   ●─────────┐   ●─────────┐",
            "1 │ R · · W │   │░○░░░░░░░│   │░░░○░░░░░│",
            "2 │ · · R · │   │░░░░░○░░░│   │░░░░░○░░░│",
            "3 │ R W · · │   │░○░○░░░░░│   │░○░░░○░░░│",
            "4 │ · · · · │   │░░░░░░░░░│   │░░░░░░░░░│",
            "  └─────────┘   └─────────┘   └─────────┘",
            "  Red    K1, 5 counters left, 1 point",
            "> White  K2, 6 counters left, 0 points",
            "  game 2 of 6, turn 6",
        ]
    )


def test_sketch_while_a_plate_is_chosen() -> None:
    play = parlour.new("stencil", first_player="red")
    play.push("K3")
    assert str(play) == "\n".join(
        [
            "    a b c d     K1            K2            K3 White      K4",
            "  ┌─────────┐   ●─────────┐   ●─────────┐   ●─────────┐   ●─────────┐",
            "1 │ · · · · │   │░○░░░░░░░│   │░░░○░░░░░│   │░░░░░░░○░│   │░░░░░○░○░│",
            "2 │ · · · · │   │░░░░░○░░░│   │░░░░░○░░░│   │░░░○░░░○░│   │░░░░░░░░░│",
            "3 │ · · · · │   │░○░○░░░░░│   │░○░░░○░░░│   │░░░░░░░░░│   │░○░░░░░░░│",
            "4 │ · · · · │   │░░░░░░░░░│   │░░░░░░░░░│   │░○░░░░░░░│   │░░░○░░░░░│",
            "  └─────────┘   └─────────┘   └─────────┘   └─────────┘   └─────────┘",
            "> Red    no plate, 8 counters left, 0 points",
            "  White  K3, 8 counters left, 0 points",
            "  game 1 of 6",
        ]
    )


@pytest.mark.parametrize("options", VARIANTS)
def test_every_action_can_be_touched_and_every_board_fits_the_terminal(options: dict[str, Any]) -> None:
    for play in random_plays(**options):
        for seat in (None, 0, 1):
            ids = play.scene(seat).ids()
            assert len(ids) == len(set(ids))
            for action in play.legal:
                assert action.path
                assert set(action.path) <= set(ids), action
        assert max(len(line) for line in str(play).splitlines()) < 80


@pytest.mark.parametrize("options", VARIANTS)
def test_only_what_can_be_done_can_be_touched(options: dict[str, Any]) -> None:
    for play in random_plays(**options):
        touched = {name for action in play.legal for name in action.path}
        shown = {name for name in play.scene().ids() if name.startswith(("turning:", "button:"))}
        assert shown <= touched


def test_the_scene_is_drawn_whole() -> None:
    for play in random_plays(orientations="rotations_and_flips", hint_level=4):
        scene = play.scene(max(play.to_move, 0))
        for mode in ("paper", "blueprint"):
            ElementTree.fromstring(draw_svg(scene, mode))
        for shape in scene.shapes:
            assert bool(shape.label) or not shape.id
            if shape.kind != "path":
                assert 0 < shape.x < scene.width
                assert 0 < shape.y < scene.height


def test_counters_are_where_they_were_placed() -> None:
    scene = at(OPEN).scene()
    centres = {shape.id: (shape.x, shape.y) for shape in scene.shapes if shape.id}
    labels = {shape.id: shape.label for shape in scene.shapes}
    for colour, cells in (("red", "a1 c2 a4"), ("white", "b3 d1 d2")):
        for cell in cells.split():
            assert centres[f"{colour}:{cell}"] == centres[f"cell:{cell}"]
            assert labels[f"{colour}:{cell}"] == f"{colour} counter on {cell}"
    assert sum(name.startswith(("red:", "white:")) for name in centres) == 6
    assert centres["cell:d1"][0] > centres["cell:a1"][0]
    assert centres["cell:d1"][1] == centres["cell:a1"][1] < centres["cell:a4"][1]


def test_a_plate_moves_to_the_tray_of_who_takes_it() -> None:
    play = parlour.new("stencil", first_player="red")
    before = {shape.id: shape for shape in play.scene().pieces}
    play.push("K3")
    play.push("K1")
    after = {shape.id: shape for shape in play.scene().pieces}
    assert set(before) == {"plate:K1", "plate:K2", "plate:K3", "plate:K4"}
    assert set(after) == {"plate:K1", "plate:K3"}
    assert after["plate:K1"].path == before["plate:K1"].path
    assert (after["plate:K1"].label, after["plate:K3"].label) == ("Red's plate K1", "White's plate K3")
    assert after["plate:K1"].y < after["plate:K3"].y < before["plate:K1"].y


def test_turnings_turn_the_plate_of_who_moves() -> None:
    play = at(OPEN, orientations="rotations_and_flips")
    turnings = [shape for shape in play.scene().shapes if shape.id.startswith("turning:")]
    assert [shape.turn for shape in turnings] == [0, 90, 180, 270] * 2
    faces = [shape.path for shape in turnings]
    assert len(set(faces[:4])) == len(set(faces[4:])) == 1
    assert faces[0] != faces[4]
    assert turnings[6].label == "lay plate K1, turned over, half a turn"


def holes_shown(shape: Shape) -> int:
    """The cells under the holes of a plate drawn, read back from its outline."""
    circles = [tuple(map(float, found)) for found in re.findall(r"M(-?[\d.]+),(-?[\d.]+)a([\d.]+),", shape.path)]
    widest = max(r for _, _, r in circles)
    step = widest / 0.39
    cells = 0
    for left, y, r in circles:
        if r < widest:
            continue  # the dot
        column, row = round((left + r) / step + 1.5), round(y / step + 1.5)
        for _ in range(round(shape.turn / 90)):
            row, column = column, 3 - row
        cells |= 1 << (4 * row + column)
    return cells


@pytest.mark.parametrize("orientations", ["rotations", "rotations_and_flips"])
@pytest.mark.parametrize("plates", ["K1,K2", "K2,K3", "K3,K4", "K4,K1"])
def test_the_holes_are_drawn_where_the_rules_have_them(orientations: str, plates: str) -> None:
    play = at(OPEN.replace("K1,K2", plates), orientations=orientations)
    shapes = {shape.id: shape for shape in play.scene().shapes}
    for seat, name in enumerate(plates.split(",")):
        assert holes_shown(shapes[f"plate:{name}"]) == play.o.holes[play.s.plate[seat], 0]
    for turning in range(play.o.turnings):
        assert holes_shown(shapes[f"turning:{turning}"]) == play.o.holes[play.s.plate[0], turning]


def parts(scene: Scene) -> Counter[tuple[Any, ...]]:
    """Everything in a scene but where the counters stand."""
    return Counter(
        (shape.id.split(":")[0], shape.kind, shape.style, shape.text, shape.path, shape.turn, shape.seat)
        for shape in scene.shapes
    )


@pytest.mark.parametrize("hint_level", [0, 1, 2])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_S11_a_complete_stencil_looks_like_any_other_position(hint_level: int, seat: int | None) -> None:
    complete, other = at(COMPLETE, hint_level=hint_level), at(OPEN, hint_level=hint_level)
    assert rules.is_complete(complete.s, complete.o, 0, 0)
    assert not any(rules.is_complete(other.s, other.o, 0, turning) for turning in range(4))
    assert parts(complete.scene(seat)) == parts(other.scene(seat))
    assert complete.scene(seat).caption == other.scene(seat).caption


def test_S11_without_hints_nobody_even_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    play, other = at(COMPLETE), at(POISONED)

    def refuse(*_: object) -> bool:
        raise AssertionError("the drawing asked whether a stencil is or would be complete")

    monkeypatch.setattr(rules, "is_complete", refuse)
    monkeypatch.setattr(text, "completing_cells", refuse)
    for seat in (None, 0, 1):
        play.scene(seat)
        other.scene(seat)
    str(play)
    with pytest.raises(AssertionError, match="asked"):
        at(COMPLETE, hint_level=4).scene(0)


def told(play: Play, seat: int | None) -> set[str]:
    """What a scene says beyond the same scene without the two highest hint levels."""
    plain = parlour.new("stencil", hint_level=2)
    plain.place(play.position)
    new = parts(play.scene(seat)) - parts(plain.scene(seat))
    labels = {shape.label for shape in play.scene(seat).shapes} - {shape.label for shape in plain.scene(seat).shapes}
    return {entry[3] for entry in new if entry[3]} | labels


def test_S11_level_3_says_that_a_stencil_is_complete_but_not_where() -> None:
    assert told(at(COMPLETE, hint_level=3), 0) == {"K1 as you may lay it: a stencil is complete"}
    assert told(at(OPEN, hint_level=3), 0) == set()


def test_S11_level_4_shows_where() -> None:
    shown = told(at(COMPLETE, hint_level=4), 0)
    assert {f"{cell} is in the stencil" for cell in ("a1", "c2", "a3", "b3")} <= shown
    assert "a counter on b3 would complete Red's stencil" in told(at(POISONED, hint_level=4), 1)


@pytest.mark.parametrize("seat", [None, 1])
def test_S11_hints_are_for_the_seat_to_move_alone(seat: int | None) -> None:
    assert told(at(COMPLETE, hint_level=4), seat) == set()


def test_the_end_of_the_match_is_said() -> None:
    scene = at("phase=finished red=a1 plates=K1,K2 turns=9 played=6 halves=7,5", unfinished="half").scene()
    assert "The match is over, 3.5 to 2.5: Red wins." in [shape.text for shape in scene.shapes]
    assert not any(name.startswith(("turning:", "button:")) for name in scene.ids())


def test_the_plate_that_won_lies_on_the_board_and_its_holes_shine() -> None:
    play = at(COMPLETE, games=1)
    play.push("@0")
    assert play.over
    scene = play.scene(0)
    cells = {
        (shape.x, shape.y): shape.id.removeprefix("cell:") for shape in scene.board if shape.id.startswith("cell:")
    }
    assert scene.caption == (
        "FIG. 1 — You laid plate K1, as it lies: 3 red, 1 white on a1 c2 a3 b3. The game is over, 1 to 0."
    )
    laid = next(shape for shape in scene.pieces if shape.id == "plate:K1")
    assert laid.label == "red's plate K1, laid on the board"
    assert (laid.x, laid.y) == (sum(x for x, _ in cells) / 16, sum(y for _, y in cells) / 16)
    assert {cells[shape.x, shape.y] for shape in scene.pieces if shape.style == "gold"} == {"a1", "c2", "a3", "b3"}


def test_a_plate_is_laid_by_whoever_won_and_by_nobody_where_the_last_game_was_drawn() -> None:
    seen = set()
    for seed in range(40):
        rng = random.Random(seed)
        play = parlour.new("stencil", games=1)
        while not play.over:
            play.roll(rng) if play.at_chance else play.push(rng.choice(play.legal_codes()))
        laid = [shape.label.partition("'")[0] for shape in play.scene(0).pieces if "laid on" in shape.label]
        assert play.score is not None
        won = [text.SEATS[seat].lower() for seat in range(2) if play.score[seat] > play.score[1 - seat]]
        assert laid == won
        seen.add(tuple(won))
    assert seen == {("red",), ("white",), ()}
