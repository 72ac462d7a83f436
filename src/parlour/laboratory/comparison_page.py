"""A comparison in sentences and tables, for the terminal and as a page."""

from collections.abc import Sequence
from html import escape
from math import inf

from parlour.engine.game import find_game
from parlour.laboratory.comparison import Comparison, Contrast, Difference, Verdict
from parlour.laboratory.estimates import Estimate
from parlour.laboratory.figures import draw_intervals
from parlour.laboratory.sentences import amount, percent, round_up
from parlour.laboratory.sheet import Section, write_figure, write_sheet, write_table


def write_comparison(found: Comparison, command: str) -> str:
    """The comparison as a page."""
    plan = found.plans[0]
    title = find_game(plan.game).title
    people = "1 player" if plan.seats == 1 else f"{plan.seats} players"
    variants = "".join(
        f"<li><b>{name}</b>: {escape(rules)}</li>" for name, rules in zip(found.names, found.rules, strict=True)
    )
    said = "".join(f'<p class="verdict">{escape(sentence)}</p>' for sentence in sum_up(found))
    opening = (
        f'<p class="quiet">Rules compared on {found.plays:,} plays of each with {people}: {escape(plan.describe())}, '
        f"with the same luck.</p>\n<ul>{variants}</ul>\n{said}"
    )
    closing = (
        "± is half of an interval, and all intervals of differences on this page hold together 95 times in a hundred, "
        f"whenever the plays stop. They were looked at {count(found.looks, 'time')}, each time twice as many, and went "
        f"on until everything was known, at most to {found.most:,}. Plays with the same luck are compared in pairs. "
        "The same command gives the same page:"
    )
    sections = [Section("All numbers", (), write_table(*list_numbers(found))), *map(_write_contrast, found.contrasts)]
    return write_sheet(title, "rules compared", opening, sections, closing, command)


def _write_contrast(contrast: Contrast) -> Section:
    lines = [
        (d.measure.name, tell(d.more, d, signed=True), amount(d.effect), say_verdict(d)) for d in contrast.differences
    ]
    heads = ("measure", f"{contrast.name} has more by", "in standard deviations", "what that means")
    known = [d for d in contrast.differences if d.effect.error < inf]
    plot = draw_intervals(
        [d.measure.name for d in known],
        [d.effect for d in known],
        0.0,
        f"more in {contrast.name} than in A, in standard deviations",
        f"How far {contrast.name} is from A",
        unit=1.0,
    )
    shown = (write_figure(plot) if known else "") + write_table(heads, lines, words=(0, 3))
    return Section(
        f"{contrast.name} against A", [say_difference(d, contrast.name) for d in contrast.differences], shown
    )


def list_numbers(found: Comparison) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """Every measure of every variant: the heads of a table, and its lines."""
    lines = []
    for at, difference in enumerate(found.contrasts[0].differences):
        others = [contrast.differences[at] for contrast in found.contrasts]
        numbers = [tell(difference.first, difference), *(tell(other.other, other) for other in others)]
        lines.append([difference.measure.name, *numbers])
    return ("measure", *found.names), lines


def tell(estimate: Estimate, difference: Difference, signed: bool = False) -> str:
    """A number of a measure, with its error: a share in points of a hundred."""
    said = percent(estimate) if difference.measure.is_share else amount(estimate)
    if difference.measure.is_share and signed:
        said = said.replace("%", " points")
    return f"+{said}" if signed and estimate.value > 0 else said


def tell_size(size: float, difference: Difference) -> str:
    """How large a difference may be."""
    if size == inf:
        return "anything"
    return f"{100 * size:.1f} points of a hundred" if difference.measure.is_share else f"{size:,.3g}"


def say_verdict(d: Difference) -> str:
    if d.verdict == Verdict.DIFFERENT:
        return "more" if d.more.value > 0 else "less"
    if d.verdict == Verdict.ALIKE:
        return f"no difference larger than {tell_size(d.largest, d)}"
    return f"not known: no more than {tell_size(d.largest, d)}"


def say_difference(d: Difference, name: str) -> str:
    """One measure in a sentence."""
    head = d.measure.name[:1].upper() + d.measure.name[1:]
    if d.verdict == Verdict.DIFFERENT:
        side = "more" if d.more.value > 0 else "less"
        by = tell(Estimate(abs(d.more.value), d.more.low, d.more.high, d.more.count), d, signed=True).removeprefix("+")
        return f"{head}: {by} {side} in {name} than in A ({tell(d.other, d)} against {tell(d.first, d)})."
    if d.verdict == Verdict.ALIKE:
        return f"{head}: no difference larger than {tell_size(d.largest, d)}."
    needed = round_up(d.more.plays_for(d.small - abs(d.more.value))) if d.small > abs(d.more.value) else 0
    more = f" About {needed:,} plays with luck of their own would tell." if needed > d.more.count else ""
    return f"{head}: not known yet. If there is a difference, it is no larger than {tell_size(d.largest, d)}.{more}"


def sum_up(found: Comparison) -> list[str]:
    """The comparison in one sentence for each variant."""
    return [_sum_up(contrast, found) for contrast in found.contrasts]


def _sum_up(contrast: Contrast, found: Comparison) -> str:
    if contrast.same == found.plays:
        return f"{contrast.name} and A were played alike in every one of {found.plays:,} plays: nothing was changed."
    different, alike, unknown = (contrast.find(verdict) for verdict in Verdict)
    said = []
    if different:
        said.append(f"{contrast.name} differs from A: {join([tell_change(d) for d in different])}.")
    if alike:
        said.append(f"No difference that matters in {join([d.measure.name for d in alike])}.")
    if unknown:
        said.append(f"Not known after {found.plays:,} plays: {join([d.measure.name for d in unknown])}.")
    return (f"{contrast.name}: " if not different else "") + " ".join(said)


def tell_change(d: Difference) -> str:
    """A difference in a word: of an amount how many percent, of a share how many points of a hundred."""
    if d.measure.is_share:
        return f"{d.measure.name} {100 * d.more.value:+.1f} points"
    return f"{d.measure.name} {d.more.value / d.first.value:+.0%}" if d.first.value else f"{d.measure.name} more"


def join(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
