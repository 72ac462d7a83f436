"""Lines over time, drawn as SVG: enough to see whether something grows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

WIDTH, HEIGHT, LEFT, GAP = 760, 150, 70, 50
COLOURS = ("#1f5f8b", "#b3541e")
MARKS = 4  # numbers beside a panel, above 0
ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True)
class Panel:
    title: str
    lines: Mapping[str, Sequence[float]]  # by name; "" if there is only one


def draw(axis: str, at: Sequence[float], panels: Sequence[Panel]) -> str:
    """One panel under the other, all over the same numbers."""
    tall = GAP + len(panels) * (HEIGHT + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 20} {tall}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{LEFT + WIDTH + 20}" height="{tall}" fill="white"/>',
    ]
    for number, panel in enumerate(panels):
        parts += _draw_panel(panel, axis, at, GAP + number * (HEIGHT + GAP))
    return "\n".join([*parts, "</svg>\n"])


def round_up(number: float) -> float:
    """The next of 1, 2, 2.5, 5, 10, 20, 25 and so on."""
    if number <= 0:
        return 1.0
    power = 10.0 ** floor(log10(number))
    return next(power * one for one in ROUND if power * one >= number)


def _draw_panel(panel: Panel, axis: str, at: Sequence[float], top: float) -> list[str]:
    step = round_up(max((value for line in panel.lines.values() for value in line), default=0) / MARKS)
    most = MARKS * step
    last = max(at, default=0) or 1
    parts = [f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{escape(panel.title)}</text>']
    for mark in range(MARKS + 1):
        y = top + HEIGHT - HEIGHT * mark / MARKS
        parts.append(f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{mark * step:,g}</text>')
    for colour, (name, values) in zip(COLOURS, panel.lines.items(), strict=False):
        points = [(LEFT + WIDTH * x / last, top + HEIGHT * (1 - y / most)) for x, y in zip(at, values, strict=True)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        offset = 140 + 110 * [*panel.lines].index(name)
        parts.append(f'<text x="{LEFT + offset}" y="{top - 8}" fill="{colour}">{escape(name)}</text>')
    return [*parts, f'<text x="{LEFT + WIDTH}" y="{top + HEIGHT + 16}" text-anchor="end">{last:.3g} {axis}</text>']
