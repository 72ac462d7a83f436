"""Plots as SVG for a page, in its own colours and type; hatched, so that they are read without colour."""

import re
from collections.abc import Sequence
from html import escape
from io import StringIO
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from parlour.engine.svg import INKS
from parlour.laboratory.estimates import Estimate

INK, QUIET, SHADE = (INKS["paper"][name] for name in ("ink", "quiet", "shade"))
WIDTH, LETTERS = 5.0, 11.5  # inches, and points: readable on a phone
FEWEST_BINS, MOST_BINS = 10, 30  # of a histogram
SETTINGS: Any = {  # names of matplotlib's own
    "svg.fonttype": "none",
    "svg.hashsalt": "parlour",
    "font.size": LETTERS,
    "hatch.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def draw_intervals(
    names: Sequence[str],
    estimates: Sequence[Estimate],
    fair: float,
    label: str,
    title: str,
    unit: float = 0.01,  # shares are drawn in a hundred
) -> str:
    """A point and its interval for each name, and a dashed line where all would be if nothing made a difference."""
    with matplotlib.rc_context(SETTINGS):
        figure, axes = _new_figure(0.9 + 0.42 * len(names))
        places = range(len(names))
        left = [(e.value - e.low) / unit for e in estimates]
        right = [(e.high - e.value) / unit for e in estimates]
        axes.axvline(fair / unit, color=INK, linestyle=(0, (4, 3)), linewidth=1)
        axes.errorbar(
            [e.value / unit for e in estimates],
            places,
            xerr=[left, right],
            fmt="o",
            color=INK,
            capsize=5,
            linewidth=1.6,
        )
        axes.set_yticks(places, [_shorten(name) for name in names])
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.xaxis.set_major_locator(MaxNLocator(nbins=7))
        axes.set_xlabel(label)
        return _write(figure, title)


def draw_counts(
    numbers: Sequence[float], label: str, title: str, marks: Sequence[float] = (), most: float | None = None
) -> str:
    """How many plays came to which number, a whole one or a part of `most`; dashed lines at some of them."""
    with matplotlib.rc_context(SETTINGS):
        figure, axes = _new_figure(2.6)
        style: Any = {"facecolor": SHADE, "edgecolor": INK, "hatch": "////", "linewidth": 0.9}
        axes.hist(numbers, bins=_find_bins(numbers) if most is None else list(np.linspace(0, most, 21)), **style)
        for mark in marks:
            axes.axvline(mark, color=INK, linestyle=(0, (4, 3)), linewidth=1.2)
        axes.set_xlabel(label)
        axes.set_ylabel("plays")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=7, min_n_ticks=1))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
        return _write(figure, title)


def _find_bins(numbers: Sequence[float]) -> list[float]:
    """Edges between whole numbers, equally many of them in each bin, so that no bin is empty for its place alone."""
    least, most = round(min(numbers)), round(max(numbers))
    bins = min(MOST_BINS, max(FEWEST_BINS, len(numbers) // 8))  # of few plays, many bins would show nothing but luck
    each = -(-(most - least + 1) // bins)
    return [edge - 0.5 for edge in range(least, most + each + 1, each)]


def draw_bars(names: Sequence[str], estimates: Sequence[Estimate], label: str, title: str) -> str:
    """A bar for each name, with its error."""
    with matplotlib.rc_context(SETTINGS):
        figure, axes = _new_figure(0.9 + 0.32 * len(names))
        places = range(len(names))
        errors = [[max(0.0, e.value - e.low) for e in estimates], [max(0.0, e.high - e.value) for e in estimates]]
        style: Any = {"facecolor": SHADE, "edgecolor": INK, "hatch": "////", "linewidth": 0.9}
        axes.barh(places, [e.value for e in estimates], xerr=errors, error_kw={"ecolor": INK, "capsize": 3}, **style)
        axes.set_yticks(places, [_shorten(name) for name in names])
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.set_xlim(left=0)
        axes.xaxis.set_major_locator(MaxNLocator(nbins=6))
        axes.set_xlabel(label)
        return _write(figure, title)


def draw_front(
    points: Sequence[tuple[Estimate, Estimate]],
    numbers: Sequence[int],
    labels: tuple[str, str],
    targets: tuple[float | None, float | None],
    title: str,
) -> str:
    """Points by two measures: those that have a number are full and joined, others empty; dashed lines at targets."""
    with matplotlib.rc_context(SETTINGS):
        figure, axes = _new_figure(4.2)
        for draw_line, target in zip((axes.axvline, axes.axhline), targets, strict=True):
            if target is not None:
                draw_line(target, color=INK, linestyle=(0, (4, 3)), linewidth=1)
        others = [point for point, number in zip(points, numbers, strict=True) if not number]
        axes.plot(
            [x.value for x, _ in others], [y.value for _, y in others], "o", color=QUIET, fillstyle="none", markersize=5
        )
        best = [(x, y, number) for (x, y), number in zip(points, numbers, strict=True) if number]
        best.sort(key=lambda point: (point[0].value, point[1].value))
        across, up = [x.value for x, _, _ in best], [y.value for _, y, _ in best]
        axes.plot(across, up, color=INK, linewidth=0.8)
        x_errors = [[x.value - x.low for x, _, _ in best], [x.high - x.value for x, _, _ in best]]
        y_errors = [[y.value - y.low for _, y, _ in best], [y.high - y.value for _, y, _ in best]]
        axes.errorbar(across, up, xerr=x_errors, yerr=y_errors, fmt="o", color=INK, linewidth=0.9, capsize=2)
        for x, y, number in best:
            axes.annotate(str(number), (x.value, y.value), xytext=(5, 5), textcoords="offset points", fontweight="bold")
        axes.set_xlabel(labels[0])
        axes.set_ylabel(labels[1])
        return _write(figure, title)


def _new_figure(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasSVG(figure)
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    axes.patch.set_alpha(0)
    return figure, axes


def _shorten(name: str) -> str:
    return name.replace("_", " ") if len(name) <= 22 else name[:21].replace("_", " ") + "…"


def _write(figure: Figure, title: str) -> str:
    """The plot as an element of a page, in the page's colours and type."""
    out = StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"font-family: [^;\"]*", "font-family: var(--sans)", text)
    for side in ("width", "height"):  # as wide as the page lets it be
        text = re.sub(rf'(<svg[^>]*?) {side}="[^"]*"', r"\1", text, count=1)
    for name, colour in (("ink", INK), ("quiet", QUIET), ("shade", SHADE)):
        text = text.replace(colour, f"var(--{name})")
    return text.replace("<svg", f'<svg class="plot" role="img" aria-label="{escape(title)}"', 1)
