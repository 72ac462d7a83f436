"""What lies beside the board: seats, what wins, and the signs explained."""

from collections.abc import Iterator
from math import cos, radians, sin, sqrt

from parlour.engine.contract import OVER, Record
from parlour.engine.scene import Shape, fit_size
from parlour.games.quantum import text
from parlour.games.quantum.board import TRAY
from parlour.games.quantum.elements import ELEMENTS
from parlour.games.quantum.options import WinForm
from parlour.games.quantum.shells import BOLT, GROUP_STYLES, MIDDLE, RIM
from parlour.games.quantum.standing import goal, is_at_turn, slots_in_play, status, whereabouts
from parlour.games.quantum.state import COLOURS, NOBODY, SLOTS

EDGE = 26.0  # between the edge of the sheet and what is written there
SHEET = 2 * MIDDLE[0]  # its width
WIDTH = SHEET - 2 * EDGE
SEAT = 48.0  # the height of a seat
LETTER = 0.5  # how wide a letter is for its height
DICE = 1068.0  # the height at which the dice lie
KEY = (856.0, 886.0, 915.0, 944.0, 989.0)  # the heights of its rows
WAYS = "M-6,10V-10M-10,-3L-6,-10L-2,-3M6,-10V10M2,3L6,10L10,3"  # an arrow up and one down
FOOT = 1148.0  # the lower edge of the sheet


def clear_width(y: float) -> float:
    """The room between the edge of the sheet and the board, at a height."""
    return MIDDLE[0] - sqrt(max(0.0, (RIM + 10) ** 2 - (MIDDLE[1] - y) ** 2)) - EDGE


def draw_seats(s: Record, o: Record) -> Iterator[Shape]:
    """In the upper corners, half of them on each side."""
    left = (o.players + 1) // 2
    for seat in range(o.players):
        row = seat if seat < left else seat - left
        y = EDGE + (row + 0.5) * SEAT
        room = clear_width(y + SEAT / 2)
        way, anchor, edge = (1, "start", EDGE) if seat < left else (-1, "end", SHEET - EDGE)
        name = text.who(seat)
        doing = status(s, seat)
        if is_at_turn(s, seat) or s.winner == seat:
            width = min(room, 178.0) + 8
            x = edge + way * (width / 2 - 8)
            for style in ("wash", "faint"):
                yield Shape("", "rect", x, y, width=width, height=SEAT, style=style, seat=seat, duty=True)
        words = ", ".join(part for part in (name, status(s, seat), whereabouts(s, o, seat)) if part)
        yield Shape(f"seat:{COLOURS[seat]}", "piece", edge + way * 17, y, size=17, seat=seat, label=words)
        x, room = edge + way * 44, min(room, 178.0) - 48
        yield Shape("", "text", x, y - 9, size=27, width=room, text=name, anchor=anchor)
        words = doing or f"{len(slots_in_play(s, o, seat))} in play"
        size = fit_size(words, room, 19, LETTER)
        yield Shape("", "text", x, y + 14, size=size, text=words, style="italic", anchor=anchor, duty=bool(doing))


def fill_corner(words: str, y: float, line: float, size: float) -> list[str]:
    """Words in lines beside the board, each as long as there is room for it."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        room = clear_width(y + (len(lines) - 1) * line - 0.4 * size)
        if lines[-1] and 0.44 * size * len(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def draw_goal(s: Record, o: Record) -> Iterator[Shape]:
    """In the lower left corner: how near the table is to what wins."""
    y = 920.0
    if o.win_form == WinForm.BALANCE:
        yield from _scales(s, o, 88, 858)
        y = 946.0
    elif o.win_form == WinForm.COUNTERS_HOME:
        yield from _trays(s, o)
        y = 1000.0
    size, line = 22.0, 26.0
    for i, part in enumerate(fill_corner(goal(s, o), y, line, size)):
        yield Shape("", "text", EDGE, y + i * line, size=size, text=part, style="italic", anchor="start")


def _scales(s: Record, o: Record, x: float, y: float) -> Iterator[Shape]:
    """A pair of scales: the pieces in the centre against those on the board."""
    total, inside, arm, drop = o.players * o.pieces_per_player, s.centre, 40.0, 34.0
    tilt = radians(-14 * (2 * inside - total) / total)  # the heavier pan is down
    yield Shape("", "path", x, y, path="M0,0V54M-15,54H15", style="hair")
    ends = [(way * arm * cos(tilt), way * arm * sin(tilt)) for way in (-1, 1)]
    beam = f"M{ends[0][0]:.1f},{ends[0][1]:.1f}L{ends[1][0]:.1f},{ends[1][1]:.1f}"
    yield Shape("balance", "path", x, y, path=beam, style="heavy", label=text.balance(s, o))
    yield Shape("pivot", "circle", x, y, size=4, style="cell", label="the scales")  # it shines where they are level
    for (u, v), n, words in zip(ends, (inside, total - inside), ("centre", "board"), strict=True):
        pan = f"M0,0L-17,{drop}M0,0L17,{drop}M-22,{drop}H22Q0,{drop + 16:g} -22,{drop}"
        yield Shape("", "path", x + u, y + v, path=pan, style="hair")
        yield Shape("", "text", x + u, y + v + drop - 9, size=19, text=str(n), style="plain")
        yield Shape("", "text", x + u, y + 63, size=17, text=words, style="italic")


def _trays(s: Record, o: Record) -> Iterator[Shape]:
    """A row for each seat, with a ghost for every piece that has to come home."""
    for seat in range(o.players):
        for nth in range(s.home[seat], o.home_target):
            at, size = _tray_place(o, seat, nth), 0.43 * _tray_step(o)
            yield Shape("", "piece", *at, size=size, seat=seat, style="spent")


def _tray_step(o: Record) -> float:
    return min(36.0, 136 / o.players, 130 / o.home_target)


def _tray_place(o: Record, seat: int, nth: int) -> tuple[float, float]:
    step = _tray_step(o)
    return EDGE + (nth + 0.5) * step, 984 - (o.players - seat - 0.5) * step


def draw_home_pieces(s: Record, o: Record) -> Iterator[Shape]:
    """R19. Pieces that are home lie in their trays."""
    for seat in range(o.players):
        nth = 0
        for slot in range(o.pieces_per_player):
            if s.place[seat, slot] == TRAY:
                at, label = _tray_place(o, seat, nth), f"{text.piece_name(SLOTS * seat + slot)} home in the tray"
                size = 0.43 * _tray_step(o)
                yield Shape(f"piece:{seat}.{slot}", "piece", *at, size=size, seat=seat, label=label)
                nth += 1


def draw_key() -> Iterator[Shape]:
    """In the lower right corner: what the signs on the board mean."""
    x = SHEET - EDGE - 15
    rows = ("jump", "home", "absorption", "rise or fall", "number, element, group")
    for y, words in zip(KEY, rows, strict=True):
        yield Shape("", "text", x - 24, y, size=27, text=words, style="italic", anchor="end")
    jump, home, absorption, ways, _ = KEY
    yield Shape("", "path", x, jump - 2, path=BOLT, style="gold")
    for size in (10.0, 13.0):
        yield Shape("", "circle", x, home, size=size, style="gold")
    yield Shape("", "text", x, home, size=15, text="H")
    yield Shape("", "circle", x, absorption, size=12, style="cell")
    yield Shape("", "path", x, absorption, path="M0,8L-7,-5L7,-5Z", style="ink")
    words = "a piece that strikes rises, a piece that is struck or passed falls"
    yield Shape("", "path", x, ways, path=WAYS, style="leader", label=words)
    element = ELEMENTS[8]
    yield Shape("", "rect", x, 989, width=30, height=56, style=GROUP_STYLES[element.group])
    yield Shape("", "text", x, 969, size=13, text=str(element.number), style="plain")
    yield Shape("", "text", x, 989, size=21, text=element.symbol)
    yield Shape("", "text", x, 1009, size=12, text=element.group, style="quiet")


def draw_result(s: Record) -> Iterator[Shape]:
    """At the end, in place of the dice."""
    if s.to_move != OVER:
        return
    if s.winner == NOBODY:
        yield Shape("", "text", MIDDLE[0], DICE, size=36, text="nobody has won")
        return
    yield Shape("", "piece", MIDDLE[0] - 110, DICE, size=32, seat=s.winner)
    yield Shape("", "text", MIDDLE[0] - 60, DICE, size=40, text=f"{text.who(s.winner)} [wins]", anchor="start")
