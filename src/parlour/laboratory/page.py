"""A report as one page: what is asked of a game, each answer with what shows it."""

import re
from collections.abc import Sequence
from html import escape

from parlour.engine.game import find_game
from parlour.laboratory.figures import draw_bars, draw_counts, draw_intervals
from parlour.laboratory.findings import Findings
from parlour.laboratory.heat import draw_heat
from parlour.laboratory.looks import Look
from parlour.laboratory.naming import name_bot
from parlour.laboratory.sentences import (
    amount,
    name_cell,
    percent,
    say_board,
    say_cube,
    say_drama,
    say_ends,
    say_events,
    say_fairness,
    say_first_turn,
    say_idle,
    say_length,
    say_sameness,
    say_skill,
    say_waiting,
    span,
)
from parlour.laboratory.sheet import Section, write_figure, write_sheet, write_table
from parlour.laboratory.tables import Row

SHOWN = 16  # kinds of events in the plot; all of them are in the table


AGAIN = "The same command gives the same page:"
WINS = "wins in a hundred plays; dashed: a fair share"


def write_page(found: Findings, rows: Sequence[Row], looks: Sequence[Look], command: str, again: str = AGAIN) -> str:
    """The whole report as HTML, with a command and what it gives."""
    plan = found.plan
    changed = ", ".join(list_changed(found))
    rules = f"Options: {changed}" if changed else "By the usual rules"
    people = "1 player" if plan.seats == 1 else f"{plan.seats} players"
    opening = (
        f'<p class="quiet">{found.plays:,} plays with {people}: {escape(plan.describe())}. {escape(rules)}.</p>\n'
        f'<p class="verdict">{escape(sum_up(found))}</p>'
    )
    if warning := say_sameness(found):
        opening += f"\n<p>{escape(warning)}</p>"
    closing = (
        "± is half of a 95% interval; plays that share their luck count as one, and the intervals of all seats' wins "
        f"hold together. {found.looks:,} of the plays were looked at closely for events, places and who leads. {again}"
    )
    return write_sheet(found.title, "a report", opening, list_sections(found, rows, looks), closing, command)


def list_changed(found: Findings) -> list[str]:
    """The options that are not what they usually are, as people write them."""
    game, values = find_game(found.plan.game), found.plan.values
    usual = game.settle()
    return [
        f"{option.name}={option.kind.write(values[option.name])}"
        for option in game.options
        if values[option.name] != usual[option.name] and option.name != "players"
    ]


def sum_up(found: Findings) -> str:
    """The report in one sentence or two."""
    said = [] if found.plan.seats == 1 else say_fairness(found)[:1]
    if found.beginner is not None and not found.beginner.holds(found.fair):
        said.append(say_first_turn(found.beginner, found.fair))
    return " ".join([*said, f"A play takes about {span(found.decisions.value)}."])


def list_sections(found: Findings, rows: Sequence[Row], looks: Sequence[Look]) -> list[Section]:
    names = [seat.name for seat in found.seats]
    several = found.plan.seats > 1
    sections = []
    if several:
        wins = [seat.wins for seat in found.seats]
        plot = draw_intervals(names, wins, found.fair, WINS, "The share of wins of every seat")
        sections.append(Section("Is it fair?", say_fairness(found), write_figure(plot) + _seats_table(found)))
    lengths = draw_counts(
        [row.decisions for row in rows], "decisions", "How many decisions plays take", found.spread[1:2]
    )
    sections.append(Section("How long does it take?", say_length(found), write_figure(lengths)))
    sections.append(Section("How does it end?", say_ends(found)))
    if several:
        decided = [100 * look.decided for look in looks if look.decided is not None]
        label = "decisions made by then, in a hundred"
        drama = write_figure(draw_counts(decided, label, "When plays were decided", most=100)) if decided else ""
        sections.append(Section("Is it exciting?", say_drama(found), drama))
        waits = draw_bars(names, [seat.wait for seat in found.seats], "longest wait, in decisions", "Waiting by seat")
        sections.append(Section("Does anybody wait, or look on?", say_waiting(found), write_figure(waits)))
    if found.strengths:
        sections.append(_skill_section(found))
    if found.cube is not None:
        sections.append(Section("Is the cube worth it?", say_cube(found.cube)))
    if any(count.value for count in found.cells.values()):
        game = find_game(found.plan.game)
        heat = {place: count.value for place, count in found.cells.items()}
        board = f'<figure class="board">{draw_heat(game, found.plan.values, heat)}</figure>'
        sections.append(Section("Where does it happen?", say_board(found), board + _cells_table(found)))
    seen = sorted((h for h in found.happenings if h.plays.value), key=lambda h: -h.each.value)[:SHOWN]
    if seen:
        bars = draw_bars([h.word for h in seen], [h.each for h in seen], "times a play", "How often things happen")
        sections.append(
            Section("What happens, and what never does?", say_events(found), write_figure(bars) + _events(found))
        )
    if found.idle is not None:
        sections.append(Section("Which options change nothing?", say_idle(found.idle)))
    return sections


def _skill_section(found: Findings) -> Section:
    names = [name_bot(strength.bot) for strength in found.strengths]
    plot = draw_intervals(
        names,
        [strength.wins for strength in found.strengths],
        found.fair,
        WINS,
        "The share of wins by who plays",
    )
    return Section("Is it skill or luck?", say_skill(found), write_figure(plot))


def _seats_table(found: Findings) -> str:
    lines = [
        (seat.name, percent(seat.wins), amount(seat.points), amount(seat.wait), percent(seat.out))
        for seat in found.seats
    ]
    return write_table(("seat", "wins", "points a play", "longest wait", "looks on early"), lines)


def _events(found: Findings) -> str:
    lines = [
        (
            happening.word.replace("_", " "),
            amount(happening.each) if happening.plays.value else "never",
            percent(happening.plays) if happening.plays.value else f"at most {happening.plays.high:.1%}",
            plain(happening.says),
        )
        for happening in sorted(found.happenings, key=lambda happening: -happening.each.value)
    ]
    return write_table(("event", "times a play", "plays with it", "what is said"), lines, words=(0, 3))


def plain(says: str) -> str:
    """What is said of an event, with … for whatever differs from time to time."""
    told = re.sub(r"\{[^}]*\}", "…", says).replace("[", "").replace("]", "")
    return re.sub(r"…(?:[.\s]*…)*\.?", "…", told)


def _cells_table(found: Findings) -> str:
    busiest = sorted(found.cells.items(), key=lambda cell: -cell[1].value)[:8]
    lines = [(name_cell(cell), amount(count)) for cell, count in busiest]
    return write_table(("the busiest places", "times a play"), lines)
