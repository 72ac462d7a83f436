"""Sheets as SVG in millimetres, with a ruler on each to check the scale, and all of them as one document."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape

from parlour.engine.box import CIRCLE, RECTANGLE, Thing, usual_box
from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.engine.pages import set_up
from parlour.engine.people import say
from parlour.engine.svg import SANS, SERIF, draw_shapes, write_patterns, write_styles
from parlour.paper.inks import KINDS, Ink
from parlour.paper.leaflet import write_leaflet
from parlour.paper.packing import Placed, Sheet, pack
from parlour.paper.sizes import FOOT, MARGIN, OVERLAP, BadPaper, Paper, find_paper

MODE = "print"  # the name of the inks' class
RULER = 100.0  # millimetres
AREAS = "fill-opacity:.85"  # of those in a seat's colour, in the usual styles
TICK = 4.0  # how long marks for cutting are
HOW_TO = "Print at 100 %, not “fit to page”, and check the ruler. Card lasts longer than paper."


@dataclass(frozen=True)
class Printout:
    """All sheets of a game, ready to be shown or written down."""

    title: str
    paper: Paper
    style: str  # a style sheet
    drawings: str  # the things themselves, which the sheets show
    sheets: tuple[str, ...]  # as HTML

    def as_html(self) -> str:
        """One document that needs nothing else."""
        body = "\n".join(self.sheets)
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f"<title>{escape(self.title)}</title>\n<style>\n{DOCUMENT_STYLE}{self.style}</style>\n</head>\n"
            f"<body>\n{self.drawings}\n{body}\n</body>\n</html>\n"
        )


DOCUMENT_STYLE = "body{margin:0;background:#fff}\n@media screen{body{background:#8b8b8b}.sheet{margin:6mm auto}}\n"


def list_things(game: Game, values: Values) -> list[Thing]:
    """What lies in the box for these options."""
    play = set_up(game, values)
    return list(game.box(play.s, play.o)) if game.box else usual_box(play.scene())


def make_printout(game: Game, values: Values, paper: str = "a4", ink: str = "colour") -> Printout:
    """Raises BadPaper, and OptionError where the options cannot be played by."""
    size = find_paper(paper)
    if ink not in KINDS:
        raise BadPaper(f"there is no ink {ink!r}: expected one of {', '.join(KINDS)}")
    things = list_things(game, values)
    packed = pack(things, size)
    total = len(packed) + 1
    names = {id(thing): f"thing-{number}" for number, thing in enumerate(things)}
    drawings = "".join(draw_thing(thing, names[id(thing)]) for thing in things)
    sheets = [
        draw_sheet(sheet, size, names, f"{game.title}: {sheet.title}", number, total)
        for number, sheet in enumerate(packed, start=1)
    ]
    leaflet = wrap_sheet(
        size, draw_foot(size, f"{game.title}: rules", total, total), "rules", write_leaflet(game, size)
    )
    return Printout(
        f"{game.title} to print",
        size,
        write_style(size, KINDS[ink], things),
        f'<svg class="parlour-{MODE}" width="0" height="0" style="position:absolute" aria-hidden="true">'
        f"{write_patterns(MODE, KINDS[ink].inks)}{drawings}</svg>",
        (*sheets, leaflet),
    )


def write_style(paper: Paper, ink: Ink, things: Iterable[Thing]) -> str:
    tints = sorted({"none", *(tint for thing in things for tint in thing.tints)})
    root = f".parlour-{MODE}"
    inks = ink.inks
    return "\n".join(
        [
            f"@page{{size:{paper.width:g}mm {paper.height:g}mm;margin:0}}",
            f".sheet{{position:relative;box-sizing:border-box;width:{paper.width:g}mm;height:{paper.height:g}mm;"
            "overflow:hidden;background:#fff;break-after:page;break-inside:avoid;"
            "print-color-adjust:exact;-webkit-print-color-adjust:exact}",
            ".sheet:last-of-type{break-after:auto}",
            ".sheet>svg{display:block;position:absolute;left:0;top:0}",
            write_styles(MODE, inks, ink.seats, tints).replace(AREAS, f"fill-opacity:{ink.fill:g}"),
            f"{root} .shadow{{display:none}}",
            f"{root} .cut{{fill:none;stroke:{inks['quiet']};stroke-width:.2}}",
            f"{root} .join{{fill:none;stroke:{inks['quiet']};stroke-width:.2;stroke-dasharray:2 1.5}}",
            f"{root} .ruler{{fill:none;stroke:{inks['ink']};stroke-width:.25}}",
            f"{root} .note{{fill:{inks['ink']};font:3.2px {SANS}}}",
            f".leaflet{{position:absolute;left:{MARGIN:g}mm;top:{MARGIN:g}mm;width:{paper.room[0]:g}mm;"
            f"height:{paper.room[1]:g}mm;columns:2;column-gap:8mm;column-fill:auto;color:{inks['ink']};"
            f"font-family:{SERIF};line-height:1.3;text-align:left}}",
            ".leaflet :is(h1,h2,h3){font-weight:400;line-height:1.1;margin:.6em 0 .3em;break-after:avoid}",
            ".leaflet h1{font-size:2em;margin-top:0}.leaflet h2{font-size:1.4em}",
            ".leaflet :is(p,ul,ol,table){margin:0 0 .55em}.leaflet :is(ul,ol){padding-left:1.2em}",
            ".leaflet table{border-collapse:collapse;font-size:.9em}",
            ".leaflet :is(td,th){padding:.1em .6em .1em 0;text-align:left}.leaflet code{font:.9em monospace}",
            ".leaflet .source{font-style:italic}",
            "",
        ]
    )


def draw_thing(thing: Thing, name: str) -> str:
    """A thing as a symbol, drawn once however often it is shown."""
    plain = (replace(shape.named(say), id="", label="") for shape in thing.shapes)
    view = " ".join(f"{number:.3f}" for number in thing.view)
    drawn = f'<g class="parlour-{MODE}">{draw_shapes(plain, thing.tints)}</g>'  # styles reach no further than a symbol
    return f'<symbol id="{name}" viewBox="{view}" overflow="visible">{drawn}</symbol>'


def draw_sheet(sheet: Sheet, paper: Paper, names: dict[int, str], title: str, number: int, total: int) -> str:
    parts = [_show(placed, names[id(placed.thing)]) for placed in sheet.placed]
    parts += [f'<text class="note" x="{x:g}" y="{y:g}">{escape(words)}</text>' for x, y, words in sheet.captions]
    return wrap_sheet(paper, "".join(parts) + draw_foot(paper, title, number, total), sheet.title)


def wrap_sheet(paper: Paper, drawn: str, label: str, beside: str = "") -> str:
    size = f'width="{paper.width:g}mm" height="{paper.height:g}mm" viewBox="0 0 {paper.width:g} {paper.height:g}"'
    return (
        f'<section class="sheet"><svg class="parlour-{MODE}" {size} role="img" aria-label="{escape(label)}">'
        f"{drawn}</svg>{beside}</section>"
    )


def _show(placed: Placed, name: str) -> str:
    thing = placed.thing
    box = f'x="{placed.x:.3f}" y="{placed.y:.3f}" width="{placed.width:.3f}" height="{placed.height:.3f}"'
    kind = f'data-kind="{escape(thing.kind)}" data-name="{escape(thing.name)}"'
    if placed.part is not None:
        view = " ".join(f"{number:.3f}" for number in placed.part)
        left, top, width, height = thing.view
        whole = f'x="{left:.3f}" y="{top:.3f}" width="{width:.3f}" height="{height:.3f}"'
        shown = f'<svg {box} viewBox="{view}" {kind}><use href="#{name}" {whole}/></svg>'
        return shown + _joins(placed)
    outline = ""
    if thing.cut == RECTANGLE:
        outline = f'<rect class="cut" {box}/>'
    elif thing.cut == CIRCLE:
        x, y = placed.x + placed.width / 2, placed.y + placed.height / 2
        outline = f'<circle class="cut" cx="{x:.3f}" cy="{y:.3f}" r="{placed.width / 2:.3f}"/>'
    return f'<use href="#{name}" {box} {kind}/>{outline}'


def _joins(placed: Placed) -> str:
    """Where to cut, at the edges that lie on top; and how far the neighbour comes, at those that lie below."""
    left, top = placed.x, placed.y
    right, bottom = left + placed.width, top + placed.height
    paths = {"cut": "", "join": ""}
    if "left" in placed.joins:
        paths["cut"] += f"M{left:.3f},{top - TICK:.3f}V{bottom + TICK:.3f}"
    if "top" in placed.joins:
        paths["cut"] += f"M{left - TICK:.3f},{top:.3f}H{right + TICK:.3f}"
    if "right" in placed.joins:
        paths["join"] += f"M{right - OVERLAP:.3f},{top - TICK:.3f}V{bottom + TICK:.3f}"
    if "bottom" in placed.joins:
        paths["join"] += f"M{left - TICK:.3f},{bottom - OVERLAP:.3f}H{right + TICK:.3f}"
    return "".join(f'<path class="{name}" d="{path}"/>' for name, path in paths.items() if path)


def draw_foot(paper: Paper, title: str, number: int, total: int) -> str:
    """The ruler, what the sheet is, and how to print it."""
    y = paper.height - MARGIN - 2.0
    ticks = "".join(f"M{MARGIN + at:g},{y:g}v{-3.0 if at % 50 == 0 else -1.6:g}" for at in range(0, int(RULER) + 1, 10))
    words = f"{title}. Sheet {number} of {total}."
    middle = paper.height - MARGIN - FOOT + 5.0
    return (
        f'<path class="ruler" d="M{MARGIN:g},{y:g}h{RULER:g}"/><path class="ruler" d="{ticks}"/>'
        f'<text class="note" x="{MARGIN + RULER + 2:g}" y="{y:g}">100 mm</text>'
        f'<text class="note" x="{MARGIN:g}" y="{middle:g}">{escape(f"{words} {HOW_TO}")}</text>'
    )
