"""The curve of a course as a picture: how strong a net was after so many plays."""

from collections.abc import Sequence
from html import escape

from parlour.nets.training import Mark

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 64, 40, 40, 48  # margins
STEPS = (1, 2, 5)  # of round numbers, times a power of ten
INK, FAINT, LINE, BAND = "#3b352c", "#d9d2c3", "#1f6f8b", "#1f6f8b33"
LABEL = f'font-family="system-ui, sans-serif" font-size="13" fill="{INK}"'


def draw_curve(title: str, marks: Sequence[Mark]) -> str:
    """An SVG: points a play against the game's own knowledge, and how far off they may be, by plays learnt from."""
    lowest = min(0.0, *(mark.points - mark.within for mark in marks))
    highest = max(0.0, *(mark.points + mark.within for mark in marks))
    most = max(mark.plays for mark in marks) or 1

    def across(plays: float) -> float:
        return LEFT + plays / most * (WIDTH - LEFT - RIGHT)

    def down(points: float) -> float:
        return TOP + (highest - points) / (highest - lowest or 1.0) * (HEIGHT - TOP - BOTTOM)

    def at(plays: float, points: float) -> str:
        return f"{across(plays):.1f},{down(points):.1f}"

    above = [at(mark.plays, mark.points + mark.within) for mark in marks]
    below = [at(mark.plays, mark.points - mark.within) for mark in reversed(marks)]
    parts = [f'<text x="{LEFT}" y="24" {LABEL} font-weight="600">{escape(title)}</text>']
    for points in round_numbers(lowest, highest):
        y = down(points)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{INK if points == 0 else FAINT}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" {LABEL} text-anchor="end">{write(points, sign="+")}</text>')
    for plays in round_numbers(0, most):
        end = f'text-anchor="middle">{write(plays)}</text>'
        parts.append(f'<text x="{across(plays):.1f}" y="{HEIGHT - BOTTOM + 20}" {LABEL} {end}')
    told = "points a play and 95 % around them, by plays against itself"
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 8}" {LABEL}>{told}</text>')
    parts.append(f'<polygon points="{" ".join(above + below)}" fill="{BAND}"/>')
    course = " ".join(at(mark.plays, mark.points) for mark in marks)
    parts.append(f'<polyline points="{course}" fill="none" stroke="{LINE}" stroke-width="2.5"/>')
    paper = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf8f1"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{escape(title)}</title>\n" + "\n".join([paper, *parts]) + "\n</svg>\n"
    )


def round_numbers(lowest: float, highest: float) -> list[float]:
    """Four to ten round numbers between two others."""
    size = 1e-6
    while True:
        for step in (size * k for k in STEPS):
            if (highest - lowest) / step <= 9:
                first = int(lowest // step)
                found = [round(n * step, 9) for n in range(first, int(highest // step) + 1)]
                return [number for number in found if lowest <= number <= highest]
        size *= 10


def write(number: float, sign: str = "") -> str:
    """As people write it, with a true minus."""
    return (f"{number:{sign},g}" if number else "0").replace("-", "−")
