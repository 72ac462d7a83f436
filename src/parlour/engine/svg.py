"""Scenes as SVG: on patent paper, or as a blueprint.

Every rule of the embedded style sheet starts with the mode's own class, so figures of both modes live on one page.
"""

import re
import textwrap
from collections.abc import Iterable, Mapping
from html import escape

from parlour.engine.scene import MARKS, Scene, Shape

SERIF = "'Old Standard TT','Old Standard','Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif"
SANS = "'Source Sans 3','Gill Sans','Gill Sans MT',Optima,'Segoe UI','Helvetica Neue',Arial,sans-serif"

INKS = {
    "paper": {
        "ground": "#f5efdf",
        "grid": "none",
        "sheet": "#fdfaf1",
        "shade": "#ece4cc",
        "ink": "#1f2a3c",
        "quiet": "#5f6672",
        "shadow": "#1f2a3c",
        "violet": "#e6d7e6",
        "indigo": "#d2d5ea",
        "blue": "#cbe2ee",
        "green": "#d3e6cd",
        "yellow": "#f7eab0",
        "orange": "#f7d7ae",
        "red": "#f1c3b6",
        "gold": "#8f6400",
        "silver": "#5d6b7e",
    },
    "blueprint": {
        "ground": "#10233f",
        "grid": "#193458",
        "sheet": "#18335d",
        "shade": "#24477a",
        "ink": "#e9f0f7",
        "quiet": "#a3b5cd",
        "shadow": "#050d1b",
        "violet": "#43366b",
        "indigo": "#2b3a7d",
        "blue": "#1a4f86",
        "green": "#1d5a52",
        "yellow": "#5f5c2b",
        "orange": "#6d4a28",
        "red": "#6e323a",
        "gold": "#f0cd6b",
        "silver": "#c9d6e4",
    },
}

# For each mode, the Okabe–Ito colour as tuned for it and the colour of the mark upon it
SEATS = {
    "paper": {
        "vermilion": ("#d55e00", "#fdfaf1"),
        "blue": ("#0072b2", "#fdfaf1"),
        "amber": ("#e69f00", "#1f2a3c"),
        "green": ("#008a65", "#fdfaf1"),
        "purple": ("#b5588c", "#fdfaf1"),
        "sky": ("#6fbfec", "#1f2a3c"),
        "ink": ("#3c4656", "#fdfaf1"),
        "chalk": ("#fffefa", "#1f2a3c"),
    },
    "blueprint": {
        "vermilion": ("#ff8c42", "#10233f"),
        "blue": ("#4c9ff0", "#10233f"),
        "amber": ("#f3c24f", "#10233f"),
        "green": ("#41c79b", "#10233f"),
        "purple": ("#e79cc6", "#10233f"),
        "sky": ("#a5e0fa", "#10233f"),
        "ink": ("#a9b5c6", "#10233f"),
        "chalk": ("#f6f9fc", "#10233f"),
    },
}

# Pale colours that tell the areas of a board apart: what they stand for is always written too
WASHES = ("violet", "indigo", "blue", "green", "yellow", "orange", "red")

# What a style's name means; {tint} and {mark} are the seat's, everything else is the mode's
STYLES = {
    "paper": "fill:{sheet};stroke:none",  # an open area of the board
    "cell": "fill:{sheet};stroke:{ink};stroke-width:.9",  # an area that can be played on
    "shade": "fill:{shade};stroke:{ink};stroke-width:.9",  # the same, told apart from its neighbours
    "seat": "fill:{tint};fill-opacity:.85;stroke:{ink};stroke-width:.9",  # the same, in a seat's colour
    "wash": "fill:{tint};fill-opacity:.16;stroke:none",  # behind what is the seat's turn
    "frame": "fill:{sheet};stroke:{ink};stroke-width:2.4",  # a heavy line with a fine one inside
    "heavy": "fill:none;stroke:{ink};stroke-width:2.4",
    "hair": "fill:none;stroke:{ink};stroke-width:.9",
    "faint": "fill:none;stroke:{quiet};stroke-width:.8;stroke-opacity:.6",
    "leader": "fill:none;stroke:{quiet};stroke-width:1.2",  # points from one thing to another
    "plate": "fill:url(#{hatch});stroke:{ink};stroke-width:1.5",  # a sheet, hatched as engravers do
    **{name: f"fill:{{{name}}};stroke:{{ink}};stroke-width:.9" for name in WASHES},
    "gold": "fill:none;stroke:{gold};stroke-width:1.7",
    "silver": "fill:none;stroke:{silver};stroke-width:3.4",
    "touch": "fill:none;stroke:{ink};stroke-width:1.8;stroke-dasharray:.5 4;stroke-linecap:round",
    "spent": "opacity:.35",  # a die already used
    "ink": "fill:{ink};stroke:none",
    "quiet": "fill:{quiet};stroke:none;font-style:italic",
    "italic": "fill:{ink};stroke:none;font-style:italic",
    "plain": "fill:{ink};stroke:none;font-family:{sans}",  # numbers that must be read fast
}
DOUBLED = ("frame",)

# The parts of a shape that look the same whatever its style
PARTS = {
    "body": "fill:{tint};stroke:{ink};fill-opacity:1",
    "mark": "fill:{mark};fill-rule:evenodd;stroke:none",
    "ring": "fill:none;stroke:{mark};stroke-opacity:.75",
    "fine": "fill:none;stroke-width:.8",
    "shadow": "fill:{shadow};fill-opacity:.22;stroke:none",
    "key": "fill:{sheet};stroke:{ink};stroke-width:1.4",
    "word": "stroke:none;font-family:{sans}",
}

# The seats' marks, in a circle of radius 1
MARK_PATHS = {
    "disc": "M-1,0A1,1 0 1 1 1,0A1,1 0 1 1 -1,0Z",
    "square": "M-.85,-.85H.85V.85H-.85Z",
    "triangle": "M0,-1.1L1.05,.75H-1.05Z",
    "diamond": "M0,-1.2L1.05,0L0,1.2L-1.05,0Z",
    "ring": "M-1.1,0A1.1,1.1 0 1 1 1.1,0A1.1,1.1 0 1 1 -1.1,0ZM-.6,0A.6,.6 0 1 1 .6,0A.6,.6 0 1 1 -.6,0Z",
    "cross": "M-.32,-1.1H.32V-.32H1.1V.32H.32V1.1H-.32V.32H-1.1V-.32H-.32Z",
    "star": "M0,-1.25L.33,-.4L1.19,-.39L.51,.15L.73,1.01L0,.5L-.73,1.01L-.51,.15L-1.19,-.39L-.33,-.4Z",
    "bar": "M-1.15,-.4H1.15V.4H-1.15Z",
}

PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

CAPTION_SIZE = 19.0
CAPTION_LINE = 27.0
CAPTION_ROOM = 22.0  # below the last line
GAP = 5.0  # between a heavy line and the fine one inside it
NEUTRAL = "none"  # the tint of what belongs to no seat
UNPRINTABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def draw_svg(scene: Scene, mode: str = "paper") -> str:
    """The scene as a complete SVG document, with its caption below it."""
    if mode not in INKS:
        raise ValueError(f"cannot draw in mode {mode!r}: expected one of {', '.join(INKS)}")
    caption = textwrap.wrap(scene.caption, max(1, int(scene.width / (0.48 * CAPTION_SIZE))))
    width, height = scene.width, scene.height + (CAPTION_ROOM + CAPTION_LINE * len(caption) if caption else 0)
    tints = sorted({_tint(scene.tints, shape) for shape in scene.shapes})
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(width)} {_number(height)}" role="figure"'
        f' class="parlour-{mode}">',
        f"<title>{_escape(scene.title)}</title>",
        f"<desc>{_escape(scene.caption)}</desc>",
        f"<style>\n{write_styles(mode, INKS[mode], SEATS[mode], tints)}\n</style>",
        write_patterns(mode, INKS[mode]),
        '<rect class="ground" width="100%" height="100%"/>',
        '<rect class="grid" width="100%" height="100%"/>',
        *(_draw_shape(scene.tints, shape) for shape in scene.shapes),
    ]
    for i, line in enumerate(caption):
        y = scene.height + CAPTION_LINE * (i + 0.75)
        lines.append(f'<text class="caption" x="{_number(width / 2)}" y="{_number(y)}">{_escape(line)}</text>')
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def draw_shapes(shapes: Iterable[Shape], tints: tuple[str, ...]) -> str:
    """Shapes alone, for a drawing that has the style sheet and the patterns of its mode."""
    return "".join(_draw_shape(tints, shape) for shape in shapes)


def _tint(tints: tuple[str, ...], shape: Shape) -> str:
    if shape.seat is None:
        return NEUTRAL
    if not 0 <= shape.seat < min(len(tints), len(MARKS)):
        raise ValueError(f"shape {shape.id!r} is of seat {shape.seat}: this scene has {len(tints)} tints")
    return tints[shape.seat]


Colours = Mapping[str, tuple[str, str]]  # of each tint, and of the mark upon it


def write_styles(mode: str, own: Mapping[str, str], seats: Colours, tints: Iterable[str]) -> str:
    """All styles under the mode's class, in these inks; those in a seat's colour once for each seat's tint."""
    root = f".parlour-{mode}"
    inks = {**own, "sans": SANS, "hatch": f"parlour-{mode}-hatch"}
    rules = [
        f"{root}{{font-family:{SERIF};stroke-linejoin:round}}",
        f"{root} .ground{{fill:{inks['ground']}}}",
        f"{root} .grid{{fill:url(#parlour-{mode}-grid)}}",
        f"{root} .plate{{fill-rule:evenodd}}",
        f"{root} .caption{{fill:{inks['ink']};font-size:{CAPTION_SIZE:g}px;font-style:italic;text-anchor:middle}}",
    ]
    for name, style in STYLES.items():
        if "{tint}" not in style:
            rules.append(f"{root} .{name}{{{style.format(**inks)}}}")
            continue
        for tint in tints:
            rules.append(f"{root} .{name}.tint-{tint}{{{style.format(**inks, **_seat_colours(own, seats, tint))}}}")
    for name, style in PARTS.items():
        if "{tint}" not in style and "{mark}" not in style:
            rules.append(f"{root} .{name}{{{style.format(**inks)}}}")
            continue
        for tint in tints:
            rules.append(f"{root} .tint-{tint} .{name}{{{style.format(**inks, **_seat_colours(own, seats, tint))}}}")
    return "\n".join(rules)


def _seat_colours(inks: Mapping[str, str], seats: Colours, tint: str) -> dict[str, str]:
    if tint == NEUTRAL:
        return {"tint": inks["sheet"], "mark": inks["ink"]}
    if tint not in seats:
        raise ValueError(f"there is no tint {tint!r}: expected one of {', '.join(seats)}")
    fill, mark = seats[tint]
    return {"tint": fill, "mark": mark}


def write_patterns(mode: str, inks: Mapping[str, str]) -> str:
    """The hatching of plates, and the grid of the blueprint."""
    return (
        f'<defs><pattern id="parlour-{mode}-hatch" width="4" height="4" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate(45)"><rect width="4" height="4" fill="{inks["shade"]}"/>'
        f'<path d="M0,0V4" stroke="{inks["ink"]}" stroke-width=".9" stroke-opacity=".55"/></pattern>'
        f'<pattern id="parlour-{mode}-grid" width="24" height="24" patternUnits="userSpaceOnUse">'
        f'<path d="M0,12H24M12,0V24" fill="none" stroke="{inks["grid"]}" stroke-width=".8"/></pattern></defs>'
    )


def _draw_shape(tints: tuple[str, ...], shape: Shape) -> str:
    if shape.kind not in DRAWN:
        raise ValueError(f"shape {shape.id!r} is of kind {shape.kind!r}: expected one of {', '.join(DRAWN)}")
    if shape.style not in STYLES:
        raise ValueError(f"shape {shape.id!r} has style {shape.style!r}: expected one of {', '.join(STYLES)}")
    place = f"translate({_number(shape.x)} {_number(shape.y)})"
    if shape.turn:
        place += f" rotate({_number(shape.turn)})"
    attributes = f'class="{shape.style} tint-{_tint(tints, shape)}" transform="{place}"'
    if shape.id:
        attributes += f' data-id="{_escape(shape.id)}"'
    if shape.label:
        attributes += f' role="img" aria-label="{_escape(shape.label)}"'
    return f"<g {attributes}>{DRAWN[shape.kind](shape)}</g>"


def _circle(shape: Shape) -> str:
    inner = f'<circle class="fine" r="{_number(shape.size - GAP)}"/>' if shape.style in DOUBLED else ""
    return f'<circle r="{_number(shape.size)}"/>{inner}'


def _rect(shape: Shape) -> str:
    inner = _box(shape.width - 2 * GAP, shape.height - 2 * GAP, "fine") if shape.style in DOUBLED else ""
    return _box(shape.width, shape.height) + inner


def _box(width: float, height: float, part: str = "", corner: float = 0.0) -> str:
    named = f' class="{part}"' if part else ""
    rounded = f' rx="{_number(corner)}"' if corner else ""
    x, y = _number(-width / 2), _number(-height / 2)
    return f'<rect{named} x="{x}" y="{y}" width="{_number(width)}" height="{_number(height)}"{rounded}/>'


def _path(shape: Shape) -> str:
    return f'<path d="{_escape(shape.path)}"/>'


def _text(shape: Shape) -> str:
    return _letter(shape.text, shape.size, anchor=shape.anchor)


def _letter(text: str, size: float, part: str = "", anchor: str = "middle") -> str:
    """Text centred upon the line y = 0: capitals and figures are about 0.7 of their size high."""
    if anchor not in ("start", "middle", "end"):
        raise ValueError(f"text {text!r} has anchor {anchor!r}: expected start, middle or end")
    named = f' class="{part}"' if part else ""
    return (
        f'<text{named} y="{_number(0.34 * size)}" font-size="{_number(size)}" text-anchor="{anchor}">'
        f"{_escape(text)}</text>"
    )


def _mark(seat: int | None, size: float, x: float = 0.0, y: float = 0.0) -> str:
    path = MARK_PATHS[MARKS[seat or 0]]
    return f'<path class="mark" transform="translate({_number(x)} {_number(y)}) scale({_number(size)})" d="{path}"/>'


def _piece(shape: Shape) -> str:
    r = shape.size
    if shape.text:
        face = _letter(shape.text, r, "mark word")
    else:
        face = _mark(shape.seat, 0.36 * r) if shape.seat is not None else ""
    return (
        f'<circle class="shadow" cx="{_number(0.05 * r)}" cy="{_number(0.09 * r)}" r="{_number(r)}"/>'
        f'<circle class="body" r="{_number(r)}" stroke-width="{_number(max(1.0, 0.05 * r))}"/>'
        f'<circle class="ring" r="{_number(0.77 * r)}" stroke-width="{_number(max(0.6, 0.03 * r))}"/>{face}'
    )


def _die(shape: Shape) -> str:
    side = shape.size
    pips = PIPS.get(shape.text)
    if pips is None:
        face = _letter(shape.text, 0.46 * side, "mark word")
    else:
        face = "".join(_mark(shape.seat, 0.085 * side, 0.25 * side * x, 0.25 * side * y) for x, y in pips)
    return (
        f'<g transform="translate({_number(0.025 * side)} {_number(0.045 * side)})">'
        f"{_box(side, side, 'shadow', 0.18 * side)}</g>"
        f'<g stroke-width="{_number(max(1.2, 0.03 * side))}">{_box(side, side, "body", 0.18 * side)}</g>{face}'
    )


def _button(shape: Shape) -> str:
    size = shape.size or 0.42 * shape.height
    inner = _box(shape.width - 6, shape.height - 6, "fine hair", 0.14 * shape.height)
    return _box(shape.width, shape.height, "key", 0.2 * shape.height) + inner + _letter(shape.text, size, "word")


DRAWN = {
    "circle": _circle,
    "rect": _rect,
    "path": _path,
    "text": _text,
    "piece": _piece,
    "die": _die,
    "button": _button,
}


def _number(value: float) -> str:
    return f"{round(value, 2):g}" if abs(value) < 1e5 else str(round(value))


def _escape(text: str) -> str:
    """Text as XML takes it; characters that no XML document may hold are left out."""
    return escape(UNPRINTABLE.sub("", text))
