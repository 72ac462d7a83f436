"""A game's box: every thing that lies on the table, as shapes with their size on paper, to be printed and cut out.

A game lists its own things in `box.py`. One that does not is printed as it is drawn: its board without the buttons, and
every piece and die that lies on it at the start.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from parlour.engine.scene import TINTS, Scene, Shape

View = tuple[float, float, float, float]  # of a plane: left, upper edge, width, height

BOARD, PIECE, PLATE, CARD, MONEY, DIE, SPINNER = "board", "piece", "plate", "card", "money", "die", "spinner"
UNCUT, RECTANGLE, CIRCLE = "", "rectangle", "circle"  # along what a thing is cut, where its own shapes do not show it

DIE_SIDE = 16.0  # of dice to fold, in millimetres
SMALLEST_PIECE = 10.0  # that fingers can hold
USUAL_BOARD = (185.0, 235.0)  # as much as any paper holds on one sheet
FACES = ("1", "2", "6", "5", "3", "4")  # the strip of a net, then its arms: what is opposite comes to seven
SIDE = 100.0  # of a face, in the units of a net
FLAP = 26.0


@dataclass(frozen=True)
class Thing:
    """One thing to print, as often as it is needed."""

    kind: str  # BOARD, PIECE and so on
    name: str  # what it is, as a caption
    shapes: tuple[Shape, ...]
    view: View  # what of the shapes' plane is printed
    width: float  # of that on paper, in millimetres; its height follows
    count: int = 1
    tints: tuple[str, ...] = TINTS
    cut: str = UNCUT
    advice: str = ""  # what to do with it, in a sentence

    @property
    def scale(self) -> float:
        """Millimetres for a unit of the shapes."""
        return self.width / self.view[2]

    @property
    def height(self) -> float:
        return self.view[3] * self.scale


def around(x: float, y: float, half: float) -> View:
    """A square about a place."""
    return x - half, y - half, 2 * half, 2 * half


def make_piece(
    name: str, seat: int, width: float, count: int, tints: tuple[str, ...] = TINTS, text: str = "", line: bool = False
) -> Thing:
    """A round piece of a seat, with its mark or a word; a line round it tells a leader from the rest."""
    shapes = [Shape("", "piece", size=47, seat=seat, text=text)]
    if line:
        shapes.append(Shape("", "circle", size=49, style="heavy"))
    return Thing(PIECE, name, tuple(shapes), around(0, 0, 50), width, count, tints)


def make_die(
    name: str,
    count: int,
    faces: Sequence[str] = FACES,
    seat: int | None = None,
    tints: tuple[str, ...] = TINTS,
    side: float = DIE_SIDE,
    pips: bool = True,
) -> Thing:
    """A cube to fold: a strip of four faces, an arm on each side of the second, and seven flaps."""
    places = ((0, -1), (0, 0), (0, 1), (0, 2), (-1, 0), (1, 0))
    outline = "".join(_flap(x, y, way) for x, y, way in FLAPS)
    shapes = [Shape("", "path", path=outline, style="shade")]
    for face, (column, row) in zip(faces, places, strict=True):
        x, y = column * SIDE, row * SIDE
        shapes.append(Shape("", "rect", x, y, width=SIDE, height=SIDE, style="cell"))
        shapes.append(Shape("", "die", x, y, size=0.86 * SIDE, text=face if pips else "", seat=seat))
        if not pips:
            shapes.append(Shape("", "text", x, y, size=0.42 * SIDE, text=face, style="plain"))
    view = (-1.5 * SIDE - 2, -1.5 * SIDE - FLAP - 2, 3 * SIDE + 4, 4 * SIDE + FLAP + 4)
    width = side * view[2] / SIDE
    return Thing(
        DIE, name, tuple(shapes), view, width, count, tints, advice="Fold along the lines, and glue the flaps inside."
    )


FLAPS = (
    (0, -1, 0),
    (0, -1, 1),
    (0, -1, 3),
    (0, 1, 1),
    (0, 1, 3),
    (0, 2, 1),
    (0, 2, 3),
)  # column, row, side from the top


def _flap(column: int, row: int, way: int) -> str:
    """A flap at a side of a face, narrower towards its end."""
    half, far, inset = SIDE / 2, SIDE / 2 + FLAP, 18.0
    corners = [(-half, -half), (-half + inset, -far), (half - inset, -far), (half, -half)]
    for _ in range(way):
        corners = [(-y, x) for x, y in corners]
    return "M" + "L".join(f"{x + column * SIDE:g},{y + row * SIDE:g}" for x, y in corners) + "Z"


def usual_box(scene: Scene) -> list[Thing]:
    """The things of a game that does not list them: what its scene shows at the start."""
    scale = min(USUAL_BOARD[0] / scene.width, USUAL_BOARD[1] / scene.height)
    still = tuple(shape for shape in scene.board if shape.kind not in ("button", "die"))
    view = (0.0, 0.0, scene.width, scene.height)
    things = [Thing(BOARD, "the board", still, view, scale * scene.width, tints=scene.tints)]
    things += _usual_pieces(scene.pieces, scene.tints, scale)
    dice = sum(shape.kind == "die" for shape in scene.shapes)
    return [*things, make_die("dice", dice)] if dice else things


def _usual_pieces(shapes: Iterable[Shape], tints: tuple[str, ...], scale: float) -> Iterable[Thing]:
    """Pieces that look alike are one thing."""
    alike = Counter(
        replace(shape, id="", x=0.0, y=0.0, label="", on="", like="") for shape in shapes if shape.kind == "piece"
    )
    for shape, count in alike.items():
        width = max(SMALLEST_PIECE, 2 * shape.size * scale)
        name = "pieces" if shape.seat is None else f"pieces of seat {shape.seat + 1}"
        yield Thing(PIECE, name, (shape,), around(0, 0, 1.06 * shape.size), width, count, tints)
