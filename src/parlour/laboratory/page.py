"""A report as one page that needs nothing else: on paper or as a blueprint, on screens and in print."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from parlour.engine.game import find_game
from parlour.engine.svg import INKS, SANS, SERIF
from parlour.laboratory.figures import draw_bars, draw_counts, draw_intervals
from parlour.laboratory.findings import Findings
from parlour.laboratory.heat import draw_heat
from parlour.laboratory.looks import Look
from parlour.laboratory.sentences import (
    amount,
    name_cell,
    percent,
    say_board,
    say_drama,
    say_ends,
    say_events,
    say_fairness,
    say_length,
    say_sameness,
    say_skill,
    say_waiting,
)
from parlour.laboratory.tables import Row

SHOWN = 16  # kinds of events in the plot; all of them are in the table

STYLE = """
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:400 1.05rem/1.5 var(--serif)}
main{max-width:46rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1,h2{font-weight:400;line-height:1.15}
h1{font-size:2.1rem;margin:0 0 .3rem}
h2{font-size:1.45rem;margin:2.6rem 0 .6rem;padding-top:.6rem;border-top:1px solid var(--ink)}
p{margin:.5rem 0}
.quiet{color:var(--quiet);font-style:italic}
.verdict{font-size:1.2rem}
figure{margin:1rem 0;break-inside:avoid}
.plot{display:block;width:100%;height:auto;color:var(--ink)}
.board svg{display:block;width:100%;max-height:80vh;height:auto}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-family:var(--sans);font-size:.95rem}
th,td{text-align:left;padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--shade);vertical-align:top}
th{font-weight:600}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
code{font-size:.9em;overflow-wrap:anywhere}
@media print{body{background:#fff;font-size:10.5pt}main{max-width:none;padding:0}h2{break-after:avoid}}
"""


@dataclass(frozen=True)
class Section:
    """A heading, what a designer would say, and what shows it: elements of a page."""

    title: str
    said: Sequence[str]
    shown: str = ""


def write_page(found: Findings, rows: Sequence[Row], looks: Sequence[Look], command: str) -> str:
    """The whole report as HTML."""
    plan = found.plan
    changed = ", ".join(f"{name} {value}" for name, value in sorted(changed_options(found).items()))
    rules = changed[:1].upper() + changed[1:] if changed else "By the usual rules"
    people = "1 player" if plan.seats == 1 else f"{plan.seats} players"
    sections = "\n".join(_write_section(section) for section in list_sections(found, rows, looks))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(found.title)}: a report</title>
<style>{_colours()}{STYLE}</style>
</head>
<body>
<main>
<h1>{escape(found.title)}</h1>
<p class="quiet">{found.plays:,} plays with {people}: {escape(plan.describe())}. {escape(rules)}.</p>
<p class="verdict">{escape(sum_up(found))}</p>
<p>{escape(say_sameness(found))}</p>
{sections}
<h2>How this was found</h2>
<p>± is half of a 95% interval; plays that share their luck count as one, and the intervals of all seats' wins hold
together. {found.looks:,} of the plays were looked at closely for events, places and who leads. The same command gives
the same page:</p>
<p><code>{escape(command)}</code></p>
</main>
</body>
</html>
"""


def changed_options(found: Findings) -> dict[str, object]:
    """The options that are not what they usually are."""
    usual = find_game(found.plan.game).settle()
    return {name: value for name, value in found.plan.values.items() if usual[name] != value and name != "players"}


def sum_up(found: Findings) -> str:
    """The report in one sentence or two."""
    fair = "" if found.plan.seats == 1 else say_fairness(found)[0] + " "
    quick, slow = found.minutes
    return f"{fair}A play takes about {quick:.0f} to {slow:.0f} minutes."


def list_sections(found: Findings, rows: Sequence[Row], looks: Sequence[Look]) -> list[Section]:
    names = [seat.name for seat in found.seats]
    several = found.plan.seats > 1
    sections = []
    if several:
        wins = [seat.wins for seat in found.seats]
        plot = draw_intervals(names, wins, found.fair, "wins in a hundred plays", "The share of wins of every seat")
        sections.append(Section("Is it fair?", say_fairness(found), _figure(plot) + _seats_table(found)))
    lengths = draw_counts(
        [row.decisions for row in rows], "decisions", "How many decisions plays take", found.spread[1:2]
    )
    sections.append(Section("How long does it take?", say_length(found), _figure(lengths)))
    sections.append(Section("How does it end?", say_ends(found)))
    if several:
        decided = [100 * look.decided for look in looks if look.decided is not None]
        label = "decisions made by then, in a hundred"
        drama = _figure(draw_counts(decided, label, "When plays were decided")) if decided else ""
        sections.append(Section("Is it exciting?", say_drama(found), drama))
        waits = draw_bars(names, [seat.wait for seat in found.seats], "longest wait, in decisions", "Waiting by seat")
        sections.append(Section("Does anybody wait, or look on?", say_waiting(found), _figure(waits)))
    if found.strengths:
        sections.append(_skill_section(found))
    if any(count.value for count in found.cells.values()):
        game = find_game(found.plan.game)
        heat = {place: count.value for place, count in found.cells.items()}
        board = f'<figure class="board">{draw_heat(game, found.plan.values, heat)}</figure>'
        sections.append(Section("Where does it happen?", say_board(found), board + _cells_table(found)))
    seen = sorted((h for h in found.happenings if h.plays.value), key=lambda h: -h.each.value)[:SHOWN]
    if seen:
        bars = draw_bars([h.word for h in seen], [h.each for h in seen], "times a play", "How often things happen")
        sections.append(
            Section("What happens, and what never does?", say_events(found), _figure(bars) + _events(found))
        )
    return sections


def _skill_section(found: Findings) -> Section:
    names = [strength.bot for strength in found.strengths]
    plot = draw_intervals(
        names,
        [strength.wins for strength in found.strengths],
        found.fair,
        "wins in a hundred plays",
        "The share of wins by who plays",
    )
    return Section("Is it skill or luck?", say_skill(found), _figure(plot))


def _write_section(section: Section) -> str:
    said = "".join(f"<p>{escape(sentence)}</p>" for sentence in section.said)
    return f"<section><h2>{escape(section.title)}</h2>{section.shown}{said}</section>"


def _figure(plot: str) -> str:
    return f"<figure>{plot}</figure>"


def _table(heads: Sequence[str], lines: Sequence[Sequence[str]], words: int = 1) -> str:
    """A table; the first columns are words, the others numbers."""

    def cell(tag: str, at: int, text: str) -> str:
        kind = ' class="number"' if at >= words else ""
        return f"<{tag}{kind}>{escape(text)}</{tag}>"

    head = "".join(cell("th", at, text) for at, text in enumerate(heads))
    body = "".join(f"<tr>{''.join(cell('td', at, text) for at, text in enumerate(line))}</tr>" for line in lines)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _seats_table(found: Findings) -> str:
    lines = [
        (seat.name, percent(seat.wins), amount(seat.points), amount(seat.wait), percent(seat.out))
        for seat in found.seats
    ]
    return _table(("seat", "wins", "points a play", "longest wait", "looks on early"), lines)


def _events(found: Findings) -> str:
    lines = [
        (happening.word.replace("_", " "), plain(happening.says), amount(happening.each), percent(happening.plays))
        for happening in found.happenings
    ]
    return _table(("event", "what is said", "times a play", "plays with it"), lines, words=2)


def plain(says: str) -> str:
    """What is said of an event, with … for whatever differs from time to time."""
    return re.sub(r"\{[^}]*\}", "…", says).replace("[", "").replace("]", "")


def _cells_table(found: Findings) -> str:
    busiest = sorted(found.cells.items(), key=lambda cell: -cell[1].value)[:8]
    lines = [(name_cell(cell), amount(count)) for cell, count in busiest]
    return _table(("the busiest places", "times a play"), lines)


def _colours() -> str:
    def variables(mode: str) -> str:
        return ";".join(f"--{name}:{INKS[mode][name]}" for name in ("ground", "sheet", "shade", "ink", "quiet"))

    fonts = f"--serif:{SERIF};--sans:{SANS}"
    return (
        f":root{{{fonts};{variables('paper')};color-scheme:light}}"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{variables('blueprint')};color-scheme:dark}}}}"
    )
