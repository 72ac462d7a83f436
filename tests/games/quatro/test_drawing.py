"""Quatro drawn: the text board, the scene, and what can be touched."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import parlour
from parlour.engine.play import Play
from parlour.engine.scene import Scene, Shape
from parlour.engine.svg import draw_svg
from parlour.games.quatro.board import BOARDS, COLOURS, point_name
from parlour.games.quatro.drawing import BOARD_TINTS, HEIGHT, MIDDLE
from parlour.games.quatro.state import Phase

START = " ".join(f"{board}=36:2,25:3,15:3,9:3" for board in BOARDS)
# Red has two men on the bar, Yellow and Black one each
WAITING = (
    "phase=moving A=bar:2,36:3,25:1,9:5 D=35:1,32:1,25:2,23:1,15:1,9:2,8:2,4:1"
    " C=bar:1,36:1,34:1,25:2,21:1,15:2,9:3 B=bar:1,36:2,29:1,25:1,16:1,15:3,9:2 turn=A dice=62"
)
STUCK = "phase=moving A=bar:1,9:10 D=9:11 C=9:11 B=8:2,6:2,4:2,3:2,2:3 turn=A dice=62"
# Only the 2 enters, and then no 6 can be used
ONE_USE = "phase=moving A=bar:1,9:10 D=16:2,9:9 C=9:11 B=8:2,6:2,4:7 turn=A dice=62"
WITHDRAWN = (
    "phase=rolling A=36:2,25:3,15:3,9:3 D=gone C=36:2,25:3,15:3,9:3 B=36:2,25:3,15:3,9:3 turn=A cube=2 last=B"
    " received=0,0,0,1 paid=0,1,0,0"
)
OFF = "A=9:1,4:1,3:2,off:7 D=9:3,7:2,5:2,3:4 C=9:4,5:2,4:2,off:3 B=30:1,9:7,6:2,1:1 turn=A phase=moving dice=43"
FINISHED = (
    "phase=finished A=off:11 D=19:1,9:6,5:4 C=off:3,9:4,7:4 B=bar:1,9:8,4:2 turn=A"
    " received=8,0,0,0 paid=0,3,1,4 tally=8,-3,-1,-4 game=1 rolls=300 turns=301"
)

VARIANTS: dict[str, dict[str, Any]] = {
    "four": {},
    "late": {},
    "two": {"players": 2},
    "crossing": {"players": 2, "pairing": "CB", "men": 11},
    "three": {"players": 3, "match": "series", "turn_cap": 12},
    "choose": {"players": 3, "seat_draft": "choose", "cube": True},
    "teams": {"teams": True, "cube": True, "match": "points"},
    "cube": {"cube": True, "men": 15},
    "backgammon": {"players": 2, "ruleset": "backgammon24", "cube": True, "turn_cap": 40},
}


def at(position: str, **options: Any) -> Play:
    play = parlour.new("quatro", **options)
    play.place(position)
    return play


def random_plays(variant: str) -> Iterator[Play]:
    """Some sixty positions of random plays, about one in three of all that were met."""
    for seed in range(2):
        rng = random.Random(seed)
        play = parlour.new("quatro", **VARIANTS[variant])
        if variant == "late":
            play.place(OFF)
        while not play.over and play.ply < 90:
            if play.ply < 6 or rng.random() < 0.3:
                yield play
            if play.at_chance:
                play.roll(rng)
            else:
                play.push(rng.choice(play.legal_codes()))
        yield play


def shapes(scene: Scene) -> dict[str, Shape]:
    return {shape.id: shape for shape in scene.shapes if shape.id}


def place(shape: Shape) -> tuple[float, float]:
    return round(shape.x, 3), round(shape.y, 3)


def test_sketch_of_the_start() -> None:
    assert str(parlour.new("quatro")).splitlines() == [
        "                B black                                A red",
        "┌─────────────────────────────────────╥─────────────────────────────────────┐",
        "│ B9  B8  B7  B6  B5  B4  B3  B2  B1  ║ A1  A2  A3  A4  A5  A6  A7  A8  A9  │",
        "│ K3  ·   U3  ·   ·   Y3  ·   ·   R2  ║ K2  ·   ·   U3  ·   ·   Y3  ·   R3  │",
        "│                                     ║                                     │",
        "╞═══════════════════════════════════════════════════════════════════════════╡",
        "│                                     ║                                     │",
        "│ Y3  ·   R3  ·   ·   K3  ·   ·   U2  ║ Y2  ·   ·   R3  ·   ·   K3  ·   U3  │",
        "│ C9  C8  C7  C6  C5  C4  C3  C2  C1  ║ D1  D2  D3  D4  D5  D6  D7  D8  D9  │",
        "└─────────────────────────────────────╨─────────────────────────────────────┘",
        "               C yellow                               D blue",
        "              home  goes            to go bar  off  at worst",
        "  R Red       A     anticlockwise    219    0    0  quatro",
        "  U Blue      D     clockwise        219    0    0  quatro",
        "  Y Yellow    C     anticlockwise    219    0    0  quatro",
        "  K Black     B     clockwise        219    0    0  quatro",
    ]


def test_sketch_of_backgammon_while_it_is_played() -> None:
    play = parlour.new("quatro", players=2, ruleset="backgammon24", cube=True, match="points")
    play.push("open:B31:")
    assert str(play).splitlines() == [
        "          B black                    A red",
        "┌─────────────────────────╥─────────────────────────┐",
        "│ B6  B5  B4  B3  B2  B1  ║ A1  A2  A3  A4  A5  A6  │",
        "│ K5  ·   ·   ·   ·   R2  ║ K2  ·   ·   ·   ·   R5  │",
        "│ 6   5   4   3   2   1   ║ 24  23  22  21  20  19  │",
        "│                         ║                         │",
        "╞═════ Black rolled 3 1, cube 64 in the middle ═════╡",
        "│                         ║                         │",
        "│ 7   8   9   10  11  12  ║ 13  14  15  16  17  18  │",
        "│ ·   K3  ·   ·   ·   R5  ║ K5  ·   ·   ·   R3  ·   │",
        "│ C6  C5  C4  C3  C2  C1  ║ D1  D2  D3  D4  D5  D6  │",
        "└─────────────────────────╨─────────────────────────┘",
        "         C yellow                   D blue",
        "              home  goes            to go bar  off  at worst  tally",
        "  R Red       A     anticlockwise    167    0    0  treble        0",
        "> K Black     B     clockwise        167    0    0  treble        0",
        "  the inner numbers are the points as Black counts them",
        "  game 1, to 7 points",
    ]


@pytest.mark.parametrize(
    ("position", "moves", "words"),
    [
        (
            WAITING,
            "",
            ["on the bar R2 ║ K1 on the bar", " ║ Y1 on the bar", "Red rolled 6 2", "> R Red", "252    2    0"],
        ),
        (f"{START} turn=C phase=moving dice=22", "15/13(2)", ["Yellow rolled 2 2 (2) (2)", "> Y Yellow", "215"]),
        (
            f"{START} turn=D phase=moving dice=51",
            "9/4~",
            ["R3~", "Blue rolled 1 (5)", "~ here Blue's man may only touch"],
        ),
        (STUCK, "", ["Red rolled (6) (2)"]),
        (ONE_USE, "", ["Red rolled 2 (6)"]),
        (f"{START} turn=B phase=answering asked=A cube=2 last=D", "", ["Black offers the cube at 4", "> R Red"]),
        (f"{START} turn=B phase=rolling cube=2 last=D", "", ["cube 2, Blue doubled last", "> K Black"]),
        (f"{START} turn=B phase=doubling", "", ["cube 64 in the middle"]),
        (WITHDRAWN, "", ["  U Blue      D     clockwise                       withdrawn"]),
        (FINISHED, "", ["0    0   11  -             8", "64    0    3  single       -1", "quatro       -4"]),
    ],
)
def test_sketch_tells_what_matters(position: str, moves: str, words: list[str]) -> None:
    play = at(position, cube=True)
    if moves:
        play.push(moves)
    for word in words:
        assert word in str(play)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_action_can_be_touched_and_every_board_fits_the_terminal(variant: str) -> None:
    for play in random_plays(variant):
        legal = play.legal
        assert len({action.path for action in legal}) == len(legal)
        for seat in (None, *range(play.seats)):
            ids = play.scene(seat).ids()
            assert len(ids) == len(set(ids))
            for action in legal:
                assert action.path
                assert set(action.path) <= set(ids), action
        lines = str(play).splitlines()
        assert max(len(line) for line in lines) < 80
        assert len(lines) <= 30


@pytest.mark.parametrize("variant", VARIANTS)
def test_only_what_can_be_done_can_be_touched(variant: str) -> None:
    for play in random_plays(variant):
        touched = {name for action in play.legal for name in action.path}
        drawn = [shape for shape in play.scene().shapes if shape.id.startswith(("button:", "board:", "die:"))]
        offered = {shape.like or shape.id for shape in drawn}
        if play.s.phase == Phase.MOVING and play.s.need == 2:  # one of two dice may have to wait for the other
            offered -= {name for name in offered if name.startswith("die:")}
        assert offered <= touched


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_men_are_drawn_each_where_he_is(variant: str) -> None:
    for play in random_plays(variant):
        s, o = play.s, play.o
        drawn = shapes(play.scene())
        for board, letter in enumerate(BOARDS):
            men = [shape for name, shape in drawn.items() if name.startswith(f"man:{letter}:")]
            assert len(men) == (o.men if s.present[board] else 0)
            where = Counter(man.label.removeprefix(f"{COLOURS[board]}'s man ") for man in men)
            assert where["on the bar"] == s.bar[board]
            assert where["off"] == s.off[board]
            for k in range(o.points):
                assert where[f"on {point_name(k, o.home)}"] == (s.men[k] if s.owner[k] == board else 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_scene_is_drawn_whole(variant: str) -> None:
    for play in random_plays(variant):
        scene = play.scene(max(play.to_move, 0))
        for mode in ("paper", "blueprint"):
            ElementTree.fromstring(draw_svg(scene, mode))
        for shape in scene.shapes:
            assert bool(shape.label) or not shape.id
            if shape.kind != "path":
                assert 0 < shape.x < scene.width
                assert 0 < shape.y < scene.height
        assert scene.caption.startswith("FIG. 1 — ")
        for board in range(4):
            if play.s.player[board] >= 0:
                assert scene.tints[play.s.player[board]] == BOARD_TINTS[board]


def test_points_are_named_and_men_counted_for_those_who_listen() -> None:
    play = at(f"{START} turn=D phase=moving dice=51")
    labels = {name: shape.label for name, shape in shapes(play.scene()).items()}
    assert labels["point:D4"] == "point D4, 3 of Red's men"
    assert labels["point:D3"] == "point D3, empty"
    assert labels["die:5"] == "die 5, to use"
    assert shapes(play.scene(0))["point:D4"].label == "point D4, 3 of your men, your 15"
    labels = {name: shape.label for name, shape in shapes(at(WAITING).scene()).items()}
    assert labels["point:C7"] == "point C7, Red's man"
    assert labels["bar:A"] == "bar, 2 of Red's men waiting"
    assert "bar:D" not in labels


def test_the_circle_runs_clockwise_from_A_at_the_top_right() -> None:
    drawn = shapes(parlour.new("quatro").scene())
    men = {shape.label: shape for shape in drawn.values() if shape.id.startswith("man:")}
    red, blue = men["Red's man on A9"], men["Blue's man on D9"]
    assert red.x > MIDDLE > red.y
    assert (blue.x, blue.y) == pytest.approx((red.x, 2 * MIDDLE - red.y))
    assert men["Yellow's man on C9"].x < MIDDLE < men["Yellow's man on C9"].y
    assert men["Red's man on B1"].x < MIDDLE < men["Black's man on A1"].x
    for k, name in enumerate(["A1", "A2", "D8", "C1", "B8"]):
        tint = drawn[f"point:{name}"].seat
        assert (tint is None) == (name in ("A2",)), k
        if tint is not None:
            assert parlour.new("quatro").scene().tints[tint] == BOARD_TINTS[BOARDS.index(name[0])]


@pytest.mark.parametrize("seat", range(4))
def test_the_viewer_sees_his_home_at_the_bottom(seat: int) -> None:
    play = parlour.new("quatro")
    home = [s for s in play.scene(seat).pieces if s.label == f"Your man on {BOARDS[seat]}9"]
    assert len(home) == 3
    assert all(man.y > MIDDLE for man in home)
    assert shapes(play.scene(seat))[f"player:{seat + 1}"].y > MIDDLE


def test_a_step_moves_one_man_and_leaves_the_others() -> None:
    play = at(f"{START} turn=D phase=moving dice=51")
    before = shapes(play.scene())
    play.push("36/31")
    after = shapes(play.scene())
    moved = [name for name in before if name.startswith("man:") and place(before[name]) != place(after[name])]
    assert moved == ["man:D:2"]
    assert (before["man:D:2"].label, after["man:D:2"].label) == ("Blue's man on C1", "Blue's man on C6")


def test_Q4_men_wait_beside_the_board_they_enter() -> None:
    drawn = shapes(at(WAITING).scene())
    for man, bar, left, above in (
        ("man:A:1", "bar:A", True, True),  # on the side of B
        ("man:B:1", "bar:B", False, True),  # on the side of A
        ("man:C:1", "bar:C", False, False),  # on the side of D
    ):
        for shape in (drawn[man], drawn[bar]):
            assert (shape.x < MIDDLE, shape.y < MIDDLE) == (left, above)
            assert abs(shape.x - MIDDLE) < 30


def test_a_tall_stack_is_counted() -> None:
    scene = at(STUCK).scene()
    blue = [shape for shape in scene.pieces if shape.id.startswith("man:D:")]
    assert len({place(man) for man in blue}) == HEIGHT
    assert [man.text for man in blue] == [""] * 10 + ["11"]


def test_a_man_in_transit_stands_on_the_point_he_touches() -> None:
    play = at(f"{START} turn=D phase=moving dice=51")
    play.push("9/4~")
    assert play.s.transit == 4
    scene = play.scene()
    drawn = shapes(scene)
    (man,) = [shape for shape in drawn.values() if shape.label == "Blue's man touching D4, who must go on"]
    assert drawn["point:D4"].label == "point D4, 3 of Red's men, touched by Blue's man"
    outlines = {shape.style for shape in scene.pieces if shape.kind == "circle" and place(shape) == place(man)}
    assert outlines == {"heavy", "touch"}
    red = [shape for shape in drawn.values() if shape.label == "Red's man on D4"]
    reach = [((shape.x - MIDDLE) ** 2 + (shape.y - MIDDLE) ** 2) ** 0.5 for shape in (*red, man)]
    assert reach == sorted(reach, reverse=True)
    assert place(man) not in {place(shape) for shape in red}
    assert [(action.path, action.target) for action in play.legal] == [(("die:1", "point:D4"), "point:D3")]


def test_a_step_leads_to_a_point_or_off_the_board() -> None:
    play = at(OFF)
    assert {action.notation: action.target for action in play.legal} == {
        "9/5": "point:A5",
        "9/6": "point:A6",
        "4/off": "off:A",
        "4/1": "point:A1",
        "3/off": "off:A",
    }
    assert shapes(play.scene())["off:A"].label == "Red, 7 off"
    touching = {action.notation: action.target for action in at(f"{START} turn=D phase=moving dice=51").legal}
    assert touching["9/4~"] == "point:D4"
    assert {action.target for action in at(STUCK).legal} == {""}


def dice_of(play: Play) -> list[tuple[str, str, str]]:
    return [(shape.id, shape.text, shape.style) for shape in play.scene().pieces if shape.kind == "die"]


def test_dice_are_dimmed_when_they_cannot_be_used_any_more() -> None:
    play = at(f"{START} turn=D phase=moving dice=51")
    assert dice_of(play) == [("die:5", "5", "ink"), ("die:1", "1", "ink")]
    play.push("36/31")
    assert dice_of(play) == [("die:5", "5", "spent"), ("die:1", "1", "ink")]
    play = at(f"{START} turn=C phase=moving dice=22")
    play.push("15/13")
    assert dice_of(play) == [
        ("die:2", "2", "ink"),
        ("die:2.2", "2", "ink"),
        ("die:2.3", "2", "ink"),
        ("", "2", "spent"),
    ]
    assert [shapes(play.scene())[name].like for name in ("die:2", "die:2.2", "die:2.3")] == ["", "die:2", "die:2"]
    assert shapes(play.scene())["die:2"].label == "die 2, to use 3 times"
    assert dice_of(at(ONE_USE)) == [("die:6", "6", "spent"), ("die:2", "2", "ink")]
    assert dice_of(at(STUCK)) == [("die:6", "6", "spent"), ("die:2", "2", "spent")]
    assert "button:no-move" in at(STUCK).scene().ids()


def test_the_cube_goes_from_the_middle_to_who_doubled_last() -> None:
    play = at(f"{START} turn=B phase=doubling", cube=True)
    first = shapes(play.scene())
    assert (first["cube:face"].text, first["cube"].x) == ("64", MIDDLE)
    play.push("dbl2")
    offered = shapes(play.scene())
    assert (offered["cube:face"].text, offered["cube"].x) == ("2", MIDDLE)
    assert offered["cube"].label == "doubling cube, Black offers 2"
    play.push("take take take")
    taken = shapes(play.scene())
    assert (taken["cube:face"].text, taken["cube"].label) == ("2", "doubling cube at 2, Black doubled last")
    assert max(taken["cube"].x, taken["cube"].y) < MIDDLE  # the corner of B
    assert place(taken["cube"]) == place(taken["cube:face"])
    assert not any(name.startswith("cube") for name in parlour.new("quatro").scene().ids())


def test_boards_are_touched_while_they_are_chosen() -> None:
    play = parlour.new("quatro", players=3, seat_draft="choose")
    play.push("order:231")
    assert play.scene().tints[:3] == ("chalk", "chalk", "chalk")
    play.push("board:C")
    scene = play.scene()
    assert {name for name in scene.ids() if name.startswith("board:")} == {"board:A", "board:D", "board:B"}
    assert scene.tints[:3] == ("chalk", "amber", "chalk")
    play.push("board:A board:B")
    scene = play.scene()
    assert not any(name.startswith("board:") for name in scene.ids())
    assert scene.tints[:3] == ("ink", "amber", "vermilion")


def words_of(scene: Scene) -> list[str]:
    return [shape.text for shape in scene.shapes if shape.kind == "text"]


def test_who_has_withdrawn_is_out() -> None:
    play = at(WITHDRAWN, cube=True)
    assert [play.game.text.out(play.s, play.o, seat) for seat in range(4)] == [False, True, False, False]
    play = at(OFF)
    assert not any(play.game.text.out(play.s, play.o, seat) for seat in range(4))


def test_the_corners_say_who_moves_who_is_next_and_what_each_would_lose() -> None:
    words = words_of(at(OFF).scene())
    assert [word for word in words if word.endswith("to go")] == ["19 to go", "63 to go", "54 to go", "106 to go"]
    may_lose = [word for word in words if word.startswith("may lose")]
    assert may_lose == ["may lose 1", "may lose 2", "may lose 1", "may lose 4"]
    assert [word for word in words if word.endswith(" off")] == ["7 off", "none off", "3 off", "none off"]
    assert words.index("Red") < words.index("to move") < words.index("Blue") < words.index("next")
    assert "You" in words_of(at(OFF).scene(2))


def test_the_end_is_said() -> None:
    scene = at(FINISHED).scene()
    assert scene.caption == (
        "FIG. 1 — Red has borne off every man. Blue loses a treble game, which counts three times; Yellow loses a "
        "single game; Black loses a QUATRO game, which counts four times. Points: Red +8, Blue −3, Yellow −1, Black −4."
    )
    assert {"Red wins", "+8", "−3", "−1", "−4"} <= set(words_of(scene))
    assert not any(name.startswith(("button:", "die:")) for name in scene.ids())
