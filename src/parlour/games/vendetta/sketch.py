"""Vendetta in text, for the terminal: the track as a frame, and inside it how every family stands."""

from collections.abc import Iterator

from parlour.engine.contract import OVER, Record
from parlour.engine.people import person, say
from parlour.engine.wording import count
from parlour.games.vendetta.board import SPACES
from parlour.games.vendetta.options import Theme
from parlour.games.vendetta.standing import (
    MARK_LETTERS,
    Group,
    duty,
    gate_of,
    mark_letter,
    piece_letter,
    places,
    pointed_at,
    progress,
    title,
)
from parlour.games.vendetta.state import AT_HOME, GODFATHER, LOST, NOBODY, WON, letters
from parlour.games.vendetta.text import HOSTAGES, MARKS, leader, soldier

ACROSS, CELL = 5, 15  # spaces along the top and the bottom, and their width
DOWN = SPACES // 2 - ACROSS  # spaces along each side
LEFT, MIDDLE = 19, 41  # widths of the left side, and of what is inside

# Clockwise from A's gate in the lower left corner
UPWARDS = range(1, DOWN + 1)
TOP = range(DOWN + 1, DOWN + 1 + ACROSS)
DOWNWARDS = range(TOP.stop, TOP.stop + DOWN)
BOTTOM = (0, *range(SPACES - 1, DOWNWARDS.stop - 1, -1))


def sketch(s: Record, o: Record) -> str:
    standing = places(s, o)
    inside = [*_inside(s, o)]
    inside = [""] * ((DOWN - len(inside)) // 2) + inside + [""] * DOWN
    lines = [*_across(o, TOP, standing)]
    for left, words, right in zip(reversed(UPWARDS), inside, DOWNWARDS, strict=False):
        room = " " * (MIDDLE - len(say(words)))
        lines.append(f"{_cell(o, left, standing):<{LEFT}}{words}{room}{_cell(o, right, standing)}")
    lines += [*_across(o, BOTTOM, standing), *_legend(o)]
    return "\n".join(line.rstrip() for line in lines)


def _across(o: Record, spaces: range | tuple[int, ...], standing: dict[int, list[Group]]) -> Iterator[str]:
    """Spaces beside each other, above whoever stands there."""
    yield "".join(f"{_space(o, space):<{CELL}}" for space in spaces)
    yield "".join(f"{_men(o, standing.get(space, [])):<{CELL}}" for space in spaces)


def _cell(o: Record, space: int, standing: dict[int, list[Group]]) -> str:
    return f"{_space(o, space)} {_men(o, standing.get(space, []))}"


def _space(o: Record, space: int) -> str:
    """A space with its marking, or with whose gate it is."""
    gate = gate_of(o, space)
    return f"{space:>2}" + (f"={letters(o)[gate]}" if gate != NOBODY else f" {mark_letter(o, space) or '·'}")


def _man(o: Record, seat: int, slot: int) -> str:
    """`a3`, or `AG` for a Godfather."""
    letter = letters(o)[seat]
    return (letter if slot == GODFATHER else letter.lower()) + piece_letter(o, slot)


def _men(o: Record, groups: list[Group]) -> str:
    """`a1+a2[b3c4]`: those who hold the space, and their hostages, the one who comes free first at the front."""
    if not groups:
        return ""
    *held, (holder, slots) = groups
    hostages = "".join(_man(o, seat, slot) for seat, slots in reversed(held) for slot in slots)
    return "+".join(_man(o, holder, slot) for slot in slots) + (f"[{hostages}]" if hostages else "")


def _inside(s: Record, o: Record) -> Iterator[str]:
    for seat in range(o.players):
        doing = duty(s, seat)
        yield f"{'>' if doing else ' '} {title(o, seat)}{f'  {doing}' if doing else ''}  {person(seat, '')}"
        yield f"  {say(progress(s, o, seat), letters(o))}"
        inside = _listed(s, o, seat, (AT_HOME, WON))
        lost = _listed(s, o, seat, (LOST,))
        if not s.out[seat]:
            yield f"  in home {inside or '-'}" + (f", lost {lost}" if lost else "")
        yield ""
    yield from _throw(s)


def _listed(s: Record, o: Record, seat: int, where: tuple[int, ...]) -> str:
    return " ".join(piece_letter(o, slot) for slot in range(o.soldiers + 1) if s.pos[seat, slot] in where)


def _throw(s: Record) -> Iterator[str]:
    """The dice, a played one in brackets, the spins to come, and where the last one led."""
    if s.to_move == OVER and s.winner == NOBODY:
        yield "  the game is drawn"
    if s.dice[0]:
        low, high = (f"({s.dice[die]})" if s.used >> die & 1 else f"[{s.dice[die]}]" for die in range(2))
        total = "" if s.used else f"  total {s.dice[0] + s.dice[1]}"
        yield f"  dice {low} {high}{total}"
    if s.hits:
        yield f"  {count(s.hits, 'spin')} due"
    if spun := pointed_at(s):
        yield "  the spinner points at {} and {}".format(*spun)


def _legend(o: Record) -> Iterator[str]:
    words, first = MARKS[o.theme], letters(o)[0]
    marks = "  ".join(f"{letter} {words[mark]}" for mark, letter in MARK_LETTERS[o.theme].items())
    yield f"{marks}  ={first} gate of {first}"
    held = "held as hostage" if o.theme == Theme.MAFIA else HOSTAGES[o.theme]
    yield f"a1 {soldier(o)} 1, A{leader(o)[0]} {leader(o)} of A; [b3] {held}; a1+a2 close their space"
    yield "All go clockwise, up the left side and down the right."
