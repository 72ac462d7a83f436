"""A search as one page: which rules come closest to the aims, with links that open them."""

from collections.abc import Callable
from html import escape

from parlour.laboratory.figures import draw_front, draw_intervals
from parlour.laboratory.searching import Search, Try
from parlour.laboratory.sentences import amount
from parlour.laboratory.sheet import Section, write_figure, write_sheet, write_table

SHOWN = 12  # of the closest, where there is one aim alone

Address = Callable[[Try], str]


def write_search(search: Search, title: str, who: str, plays: int, address_of: Address, command: str) -> str:
    """The whole page as HTML."""
    aims = ", ".join(aim.describe() for aim in search.aims)
    about = f"Rules sought for: {aims}. At least {plays:,} plays of each rule set: {who}."
    opening = f'<p class="quiet">{escape(about)}</p>\n<p class="verdict">{escape(sum_up(search))}</p>'
    closing = (
        "± is half of a 95% interval. Numbers of rules that were chosen out of many look better than they are: play "
        "more with those you like, or compare them with parlour lab compare. The same command gives the same page:"
    )
    return write_sheet(title, "a search", opening, list_sections(search, address_of), closing, command)


def sum_up(search: Search) -> str:
    """The search in one sentence or two."""
    tried = len(search.tries)
    front = search.front
    ways = f"of {tried:,} rule sets tried, out of {search.combinations:,}, "
    if len(search.aims) == 1:
        best = f"the closest is {name_try(front[0])}"
    elif len(front) == 1:
        best = f"{name_try(front[0])} beats all others"
    else:
        best = f"{len(front)} are beaten by no other in every aim"
    said = (ways + best)[:1].upper() + (ways + best)[1:] + "."
    if search.tries[0] in front:
        said += " The rules as they are belong to the best."
    return said


def name_try(one: Try) -> str:
    return (
        ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in one.chosen.items()) or "the rules as they are"
    )


def list_sections(search: Search, address_of: Address) -> list[Section]:
    shown = pick_shown(search)
    found = Section(
        "What comes closest?", [], write_figure(draw_search(search)) + write_list(search, shown, address_of)
    )
    everything = Section("What was tried?", say_refused(search), write_tries(search))
    return [found, everything]


def pick_shown(search: Search) -> list[Try]:
    """The front; where there is one aim, the closest to it."""
    if len(search.aims) > 1:
        return search.front
    return sorted(search.tries, key=lambda one: (one.distances, sorted(one.chosen.items())))[:SHOWN]


def draw_search(search: Search) -> str:
    shown, aims = pick_shown(search), search.aims
    if len(aims) == 1:
        names = [f"{number}" for number in range(1, len(shown) + 1)]
        target = aims[0].target
        best = shown[0].found[0].value
        estimates = [one.found[0] for one in shown]
        return draw_intervals(
            names, estimates, best if target is None else target, aims[0].label, "The closest", unit=1.0
        )
    points = [(one.found[0], one.found[1]) for one in search.tries]
    numbers = [shown.index(one) + 1 if one in shown else 0 for one in search.tries]
    return draw_front(
        points,
        numbers,
        (aims[0].label, aims[1].label),
        (aims[0].target, aims[1].target),
        "What was tried, and the front",
    )


def write_list(search: Search, shown: list[Try], address_of: Address) -> str:
    """The best, numbered as in the figure, each with a link."""
    items = []
    for one in shown:
        told = "; ".join(
            f"{amount(estimate)} {aim.label}" for aim, estimate in zip(search.aims, one.found, strict=True)
        )
        link = f'<a href="{escape(address_of(one))}">Play by these rules</a>'
        items.append(f"<li><b>{escape(name_try(one))}</b><br>{escape(told)}<br>{link}</li>")
    return f"<ol>{''.join(items)}</ol>"


def write_tries(search: Search) -> str:
    front = search.front
    lines = [
        (name_try(one), "yes" if one in front else "", *(amount(estimate) for estimate in one.found))
        for one in search.tries
    ]
    return write_table(("rules", "among the best", *(aim.describe() for aim in search.aims)), lines, words=(0, 1))


def say_refused(search: Search) -> list[str]:
    return [f"Nobody can play by {count:,} of the rule sets: {why}." for why, count in search.refused.items()]
