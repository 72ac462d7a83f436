"""Pig drawn: the scene, the text board, and what to touch for each action."""

from parlour.engine.contract import Record
from parlour.engine.scene import Scene, Shape

from pig import text

WIDTH = 720.0
ROW = 52.0  # height of a seat's row
TOP = 76.0  # middle of the first row
START, LENGTH = 160.0, 420.0  # of a track: where it begins, and how far the target is
BUTTONS = ("button:roll", "button:hold")  # in the order of the actions


def touches(s: Record, o: Record, action: int) -> list[str]:
    return [BUTTONS[action]]


def sketch(s: Record, o: Record) -> str:
    """The text board: a bar for each seat, `#` banked and `+` gathered."""
    lines = []
    for seat in range(o.players):
        gathered = s.gathered if seat == s.turn else 0
        banked_marks = min(40, 40 * s.banked[seat] // o.target)
        marks = min(40, 40 * (s.banked[seat] + gathered) // o.target)
        bar = "#" * banked_marks + "+" * (marks - banked_marks)
        mark = ">" if seat == s.turn else " "
        points = f"{s.banked[seat]}+{gathered}" if gathered else str(s.banked[seat])
        lines.append(f"{mark} {text.seat(s, o, seat)}  {bar:.<40}  {points}")
    rolled = " ".join(str(s.rolled[die]) for die in range(o.dice)) if s.rolled[0] else "not yet"
    return "\n".join([*lines, f"  Target {o.target}. Rolled: {rolled}."])


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    """A track for each seat, the dice, and two buttons. All seats see the same."""
    bottom = TOP + ROW * o.players + 28
    board = [
        Shape("", "text", START, 30, size=20, text="0", style="quiet"),
        Shape("", "text", START + LENGTH, 30, size=20, text=str(o.target), style="quiet", label=f"target {o.target}"),
    ]
    pieces = []
    for number in range(o.players):
        y = TOP + ROW * number
        if number == s.turn:
            pieces.append(Shape("turn", "rect", WIDTH / 2, y, width=WIDTH - 24, height=44, style="wash", seat=number))
        board.append(Shape("", "text", 28, y, size=24, text=text.who(s, o, number), anchor="start"))
        board.append(Shape("", "path", START, y, path=f"M0,0H{LENGTH:g}M0,-8V8M{LENGTH:g},-8V8", style="hair"))
        pieces.extend(_seat_shapes(s, o, number, y))
    for die in range(o.dice):
        face = s.rolled[die]
        shown = f"die {die + 1} shows {face}" if face else f"die {die + 1}, not yet rolled"
        pieces.append(Shape(f"die:{die + 1}", "die", 60 + 76 * die, bottom, size=60, text=str(face or ""), label=shown))
    for action, button in enumerate(BUTTONS):
        word = text.label(s, o, action)
        board.append(Shape(button, "button", 410 + 190 * action, bottom, width=170, height=56, text=word, label=word))
    return Scene("Pig", "FIG. 1", WIDTH, bottom + 48, tuple(board), tuple(pieces))


def _seat_shapes(s: Record, o: Record, number: int, y: float) -> list[Shape]:
    """The seat's piece, as far along the track as it would be after holding, and its points."""
    gathered = s.gathered if number == s.turn else 0
    name, banked = text.who(s, o, number), s.banked[number]
    x = START + LENGTH * min(1.0, (banked + gathered) / o.target)
    points = f"{banked} + {gathered}" if gathered else str(banked)
    told = f"{name}: {banked} banked" + (f", {gathered} gathered" if gathered else "")
    return [
        Shape(f"piece:{number + 1}", "piece", x, y, size=18, seat=number, label=told),
        Shape(f"points:{number + 1}", "text", 696, y, size=24, text=points, anchor="end", style="plain"),
    ]
