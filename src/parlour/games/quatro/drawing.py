"""Quatro drawn: the scene, and what to touch for each action. The text board is in sketch.py.

The circle fills the sheet; each player's affairs are in the corner beyond his home board, whatever is rolled,
offered or decided is in the middle.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from parlour.engine.contract import Record
from parlour.engine.polar import Polar
from parlour.engine.scene import Scene, Shape
from parlour.engine.wording import count
from parlour.games.quatro import rules, text
from parlour.games.quatro.board import BOARDS, COLOURS, NOBODY, point_name
from parlour.games.quatro.options import Match
from parlour.games.quatro.sketch import match_line, men_of, pips_of, worst_of
from parlour.games.quatro.state import BEFORE_BOARDS, ORDERS, Action, Phase, read_step
from parlour.games.quatro.text import place, step_ends

COLOURED = 4  # tints 4–7 are those of the boards, whoever plays there
BOARD_TINTS = ("vermilion", "blue", "amber", "ink")
NO_BOARD = "chalk"  # a seat's tint while it has no board

SIDE = 960.0  # of the sheet
MIDDLE = SIDE / 2
ROUND = Polar(MIDDLE, MIDDLE)
RIM, TRACK, BASE, APEX, BOSS = 416.0, 403.0, 394.0, 150.0, 118.0  # radii, from the outside in
NUMBERS, WAYS, NAMES = 434.0, 462.0, 492.0  # and of what stands outside the rim
MAN, APART, HEIGHT = 19.0, 37.0, 5  # a man's radius, and how many stand in a row before they are counted
WAITING, WAITING_APART, WAITING_HEIGHT = 142.0, 36.0, 3  # on the bar, from the inside out
EDGE = 26.0  # between the sheet's edge and what is written in its corners


@dataclass(frozen=True)
class Circle:
    """Where things lie, the circle being turned as the viewer sees it. Angles run clockwise from the top."""

    points: int
    home: int
    quarters: int  # turned clockwise from A at the top right

    def angle(self, k: float) -> float:
        """The middle of the point at k; half a point less is the line before it."""
        return (k + 0.5) * 360 / self.points + 90 * self.quarters

    def corner(self, board: int) -> tuple[int, int]:
        """The corner of the sheet beyond a board: -1 or 1 to the right, -1 or 1 downwards."""
        quarter = (board + self.quarters) % 4
        return (1 if quarter < 2 else -1), (1 if quarter in (1, 2) else -1)


def touches(s: Record, o: Record, action: int) -> list[str]:
    if action < Action.ROLL:
        v, _, number = step_ends(s, o, action)
        return [f"die:{number}", f"bar:{BOARDS[s.board]}" if v == 0 else f"point:{place(o, s.board, v)}"]
    if action >= Action.TAKE_BOARD:
        return [f"board:{BOARDS[action - Action.TAKE_BOARD]}"]
    return ["button:" + ("roll", "double", "accept", "decline", "no-move")[action - Action.ROLL]]


def target(s: Record, o: Record, action: int) -> str:
    """Where a step ends, be it only to touch."""
    if action >= Action.ROLL:
        return ""
    to = step_ends(s, o, action)[1]
    return f"off:{BOARDS[s.board]}" if to < 1 else f"point:{place(o, s.board, to)}"


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    home, circle = _turned_for(s, o, seat)
    board = [*_rim(circle), *_points(s, o, circle, home), *_bars(s, o, circle), *_trail(s, o, circle)]
    for at in range(4):
        board.extend(_board_sign(s, circle, at))
        board.extend(_corner(s, o, circle, at))
    board.append(Shape("", "circle", MIDDLE, MIDDLE, size=BOSS, style="frame"))
    board.extend(_progress(s, o))
    board.extend(_buttons(s, o))
    tints = [NO_BOARD] * 4
    for at in range(4):
        if s.player[at] != NOBODY:
            tints[s.player[at]] = BOARD_TINTS[at]
    drawn = tuple(board), pieces(s, o, seat)
    caption = f"FIG. 1 — {text.asked(s, o)}"
    return Scene("Quatro", caption, SIDE, SIDE, *drawn, (*tints, *BOARD_TINTS), decides=_deciding(s, o))


def draw_board(s: Record, o: Record) -> Iterator[Shape]:
    """The board alone, with nobody and nothing on it."""
    circle = Circle(o.points, o.home, 0)
    yield from _rim(circle)
    yield from _points(s, o, circle, NOBODY)
    for board in range(4):
        x, y = ROUND.at(NAMES, circle.angle(board * circle.home + (circle.home - 1) / 2))
        yield Shape("", "text", x, y, size=40, text=BOARDS[board], style="italic")
        yield _way(circle, board)
    yield Shape("", "circle", MIDDLE, MIDDLE, size=BOSS, style="frame")


def _way(circle: Circle, board: int, words: str = "") -> Shape:
    """Which way a board's men go."""
    middle, way = circle.angle(board * circle.home + (circle.home - 1) / 2), -1 if board % 2 == 0 else 1
    path = ROUND.arrow(WAYS, middle - way * 6, middle + way * 6, 7)
    return Shape("", "path", path=path, style="seat", seat=COLOURED + board, label=words)


def _deciding(s: Record, o: Record) -> tuple[str, ...]:
    """The winners of the play, and the uppermost of their men where all of them are off."""
    if s.phase != Phase.FINISHED:
        return ()
    found = [f"player:{seat + 1}" for seat in _winners(s, o)]
    for board in range(4):
        if s.player[board] in _winners(s, o) and s.off[board] == o.men:
            found.append(f"man:{BOARDS[board]}:{o.men}")
    return tuple(found)


def _winners(s: Record, o: Record) -> list[int]:
    best = max(s.tally[seat] for seat in range(o.players))
    return [seat for seat in range(o.players) if s.tally[seat] == best] if best > 0 else []


def pieces(s: Record, o: Record, seat: int | None) -> tuple[Shape, ...]:
    circle = _turned_for(s, o, seat)[1]
    drawn = [*_decided(s, o), *_dice(s, o), *_cube(s, o, circle)]
    for board in range(4):
        drawn.extend(_men(s, o, circle, board))
    return tuple(drawn)


def _turned_for(s: Record, o: Record, seat: int | None) -> tuple[int, Circle]:
    """The viewer's board, and the circle with that board near."""
    home = NOBODY if seat is None else text.board_of(s, seat)
    return home, Circle(o.points, o.home, 0 if home == NOBODY else 1 if BOARDS[home] in "AD" else 3)


def _count_men(s: Record, n: int, board: int) -> str:
    return f"{n} of {text.player(s, board)}'s men" if n > 1 else f"{text.player(s, board)}'s man"


def _rim(circle: Circle) -> Iterator[Shape]:
    yield Shape("", "circle", MIDDLE, MIDDLE, size=RIM, style="frame")
    lines = [circle.angle(k - 0.5) for k in range(circle.points)]
    ticks = "".join(f"M{ROUND.spot(RIM - 5, line)}L{ROUND.spot(RIM, line)}" for line in lines)
    yield Shape("", "path", path=ticks, style="hair")
    for line in lines[:: circle.home]:
        x, y = ROUND.at((RIM - 5 + BOSS) / 2, line)
        yield Shape("", "rect", x, y, width=9, height=RIM - 5 - BOSS, style="cell", turn=line % 180)


def _points(s: Record, o: Record, circle: Circle, home: int) -> Iterator[Shape]:
    half = 0.41 * 360 / o.points
    for k in range(o.points):
        angle, name = circle.angle(k), point_name(k, o.home)
        path = (
            f"M{ROUND.spot(BASE, angle - half)}{ROUND.arc(BASE, angle - half, angle + half)}L{ROUND.spot(APEX, angle)}Z"
        )
        label = f"point {name}, {_count_men(s, s.men[k], s.owner[k]) if s.men[k] else 'empty'}"
        if s.transit and o.spot[s.board, s.transit] == k:
            label += f", touched by {text.player(s, s.board)}'s man"
        if home != NOBODY:
            label += f", {text.player(s, home)}'s {o.number[home, k]}"
        style, tint = ("shade", None) if k % 2 else ("seat", COLOURED + k // o.home)
        yield Shape(f"point:{name}", "path", path=path, style=style, seat=tint, label=label)
        x, y = ROUND.at(NUMBERS, angle)
        yield Shape("", "text", x, y, size=20, text=name[1:], style="plain")


def _arm(circle: Circle, board: int) -> tuple[float, float]:
    """Where a player's men wait (Q4): the arm of bar 4, and which side of it his entry board is on."""
    line = circle.angle(-0.5 if BOARDS[board] in "AB" else 2 * circle.home - 0.5)
    return line, -1 if board % 2 == 0 else 1


def _waiting_place(circle: Circle, board: int, slot: float) -> tuple[float, float]:
    line, side = _arm(circle, board)
    x, y = ROUND.at(WAITING + slot * WAITING_APART, line)
    aside = side * (MAN + 5)
    return x + aside * cos(radians(line)), y + aside * sin(radians(line))


def _bars(s: Record, o: Record, circle: Circle) -> Iterator[Shape]:
    """The places of those who wait."""
    for board in range(4):
        if s.bar[board]:
            shown = min(s.bar[board], WAITING_HEIGHT)
            x, y = _waiting_place(circle, board, (shown - 1) / 2)
            width, height = 2 * MAN + 8, shown * WAITING_APART + 12
            label = f"bar, {_count_men(s, s.bar[board], board)} waiting"
            yield Shape(
                f"bar:{BOARDS[board]}",
                "rect",
                x,
                y,
                width=width,
                height=height,
                style="cell",
                label=label,
                turn=_arm(circle, board)[0] % 180,
            )


def _trail(s: Record, o: Record, circle: Circle) -> Iterator[Shape]:
    """The steps of this play so far, along the rim; the bar and off are at the line beyond the last point."""
    step = (1 if s.board % 2 == 0 else -1) * 360 / o.points
    for i in range(s.steps):
        v, pips, _ = read_step(s.trail[i])
        to = (v or o.points + 1) - pips
        first = circle.angle(o.spot[s.board, 1])
        start, end = (first + step * (at - 1) for at in (v or o.points + 0.5, max(to, 0.5)))
        yield Shape("", "path", path=ROUND.arrow(TRACK, start, end, 4), style="seat", seat=COLOURED + s.board)


def _board_sign(s: Record, circle: Circle, board: int) -> Iterator[Shape]:
    """A board's letter, which way its men go and, while boards are chosen, the board itself."""
    middle = circle.angle(board * circle.home + (circle.home - 1) / 2)
    x, y = ROUND.at(NAMES, middle)
    yield Shape("", "text", x, y, size=40, text=BOARDS[board], style="italic")
    if s.present[board]:
        yield _way(circle, board, f"{text.player(s, board)}'s men move {'anti' if board % 2 == 0 else ''}clockwise")
    if s.phase == Phase.CHOOSING and s.player[board] == NOBODY:
        start, end, rim = middle - 45, middle + 45, RIM - 5
        path = ROUND.sector(BOSS, rim, start, end)
        label = f"home board {BOARDS[board]}, {COLOURS[board].lower()}, free"
        yield Shape(f"board:{BOARDS[board]}", "path", path=path, style="wash", seat=COLOURED + board, label=label)


def _corner_place(circle: Circle, board: int, across: float, down: float) -> tuple[float, float]:
    """So far from the edges of the sheet, in a board's corner."""
    right, below = circle.corner(board)
    return (SIDE - across if right > 0 else across), (SIDE - down if below > 0 else down)


def _corner(s: Record, o: Record, circle: Circle, board: int) -> Iterator[Shape]:
    """Who plays a board and how he stands."""
    left = circle.corner(board)[0] < 0
    outer, inner = ("start", "end") if left else ("end", "start")
    seat = s.player[board]
    if seat == NOBODY:
        x, y = _corner_place(circle, board, EDGE, 46)
        words = f"{COLOURS[board].lower()}, {'not played' if s.phase > Phase.CHOOSING else 'free'}"
        yield Shape("", "text", x, y, size=26, text=words, style="quiet", anchor=outer)
        return
    if s.to_move == seat or (s.turn == seat and s.phase == Phase.ROLLING):
        middle = _corner_place(circle, board, EDGE + 136, 46)
        yield Shape("", "rect", *middle, width=300, height=50, style="wash", seat=seat, duty=True)
    x, y = _corner_place(circle, board, EDGE + 16, 46)
    label = f"{text.player(s, board)}, {COLOURS[board].lower()}"
    yield Shape(f"player:{seat + 1}", "piece", x, y, size=16, seat=seat, label=label)
    x, y = _corner_place(circle, board, EDGE + 42, 46)
    yield Shape("", "text", x, y, size=30, text=text.player(s, board), anchor=outer)
    x, y = _corner_place(circle, board, EDGE + 278, 46)
    yield Shape("", "text", x, y, size=22, text=_duty(s, o, board), style="italic", anchor=inner, duty=True)
    if o.match != Match.SINGLE and s.phase > Phase.CHOOSING:
        x, y = _corner_place(circle, board, EDGE, 196)
        yield Shape("", "text", x, y, size=24, text=f"tally {s.tally[seat]}", anchor=outer)
    if not s.present[board]:
        return
    pips, worst = pips_of(s, o, board), worst_of(s, o, board)
    x, y = _corner_place(circle, board, EDGE, 90)
    label = f"{text.player(s, board)}: {pips} spaces until all men are off"
    yield Shape("", "text", x, y, size=24, text=f"{pips} to go", style="plain", label=label, anchor=outer)
    if s.off[board] < o.men and s.phase != Phase.FINISHED:
        x, y = _corner_place(circle, board, EDGE + 168, 90)
        points = count(worst * s.cube, "point")
        label = f"{text.player(s, board)} would lose {text.GAMES[worst]}: {points}"
        yield Shape(f"loss:{BOARDS[board]}", "rect", x, y, width=128, height=32, style="hair", label=label)
        yield Shape("", "text", x, y - 1, size=19, text=f"may lose {worst * s.cube}", style="italic")
    x, y = _corner_place(circle, board, EDGE, 127)
    words, style = (f"{s.off[board]} off", "italic") if s.off[board] else ("none off", "quiet")
    label = f"{text.player(s, board)}, {words}"
    yield Shape(f"off:{BOARDS[board]}", "text", x, y, size=23, text=words, style=style, label=label, anchor=outer)


def _duty(s: Record, o: Record, board: int) -> str:
    if s.phase <= Phase.CHOOSING:
        return ""
    if s.phase == Phase.FINISHED:
        return text.signed(s.tally[s.player[board]]) if o.match == Match.SINGLE else ""
    if s.board == NOBODY:
        return ""
    if not s.present[board]:
        return "withdrawn"
    if s.off[board] == o.men:
        return "all off"
    if s.phase == Phase.ANSWERING:
        return "asked" if s.asked == board else "doubles" if s.board == board else ""
    if s.board == board:
        return "to move" if s.phase == Phase.MOVING else "to roll"
    return "next" if rules.next_board(s, o, s.board) == board else ""


def _progress(s: Record, o: Record) -> Iterator[Shape]:
    if o.match != Match.SINGLE:
        yield Shape("", "text", MIDDLE, 20, size=22, text=match_line(s, o), style="quiet")
    if o.teams:
        sides = [" and ".join(text.player(s, board) for board in pair) for pair in ((0, 2), (1, 3))]
        yield Shape("", "text", MIDDLE, SIDE - 18, size=20, text=" against ".join(sides), style="quiet")


def _lowered(s: Record, o: Record) -> float:
    """How far what is in the middle must make room for the cube."""
    return 28.0 if o.cube and (s.last == NOBODY or s.phase == Phase.ANSWERING) else 0.0


def _buttons(s: Record, o: Record) -> Iterator[Shape]:
    y = MIDDLE + _lowered(s, o)
    stake = 2 * s.cube
    if s.phase == Phase.DOUBLING:
        yield _button("roll", "roll", "roll the dice", y - 28)
        yield _button("double", f"double to {stake}", f"double the stake to {stake}", y + 28)
    elif s.phase == Phase.ANSWERING:
        yield _button("accept", "accept", f"accept the double to {stake}", y - 28)
        yield _button("decline", "decline", "decline the double", y + 28)
    elif s.phase == Phase.MOVING and s.need == 0:
        yield _button("no-move", "no move", "no number can be used", y + 46)


def _button(name: str, words: str, label: str, y: float) -> Shape:
    return Shape(f"button:{name}", "button", MIDDLE, y, width=146, height=46, text=words, label=label)


def _decided(s: Record, o: Record) -> Iterator[Shape]:
    """Before and after play, in the middle: who is still to get a board, and who has won."""
    if s.phase == Phase.FINISHED:
        winners = _winners(s, o)
        for i, seat in enumerate(winners):
            x = MIDDLE + 56 * (i - (len(winners) - 1) / 2)
            yield Shape("", "piece", x, MIDDLE - 26, size=30 if len(winners) == 1 else 24, seat=seat)
        names = " and ".join(text.who(s, o, seat) for seat in winners)
        words = f"{names} {'[wins]' if len(winners) == 1 else 'win'}" if winners else "nobody wins"
        yield Shape("", "text", MIDDLE, MIDDLE + 34, size=28 if len(winners) < 2 else 21, text=words)
    elif s.phase in BEFORE_BOARDS:
        order = range(o.players) if s.order == NOBODY else [int(player) - 1 for player in ORDERS[s.order]]
        waiting = [seat for seat in order if text.board_of(s, seat) == NOBODY]
        for i, seat in enumerate(waiting):
            x = MIDDLE + 54 * (i - (len(waiting) - 1) / 2)
            label = f"{text.who(s, o, seat)}, without a board yet"
            yield Shape(f"player:{seat + 1}", "piece", x, MIDDLE - 16, size=20, seat=seat, label=label)
            yield Shape("", "text", x, MIDDLE + 26, size=24, text=str(seat + 1), style="plain")
            if s.to_move == seat:
                yield Shape("", "circle", x, MIDDLE - 16, size=26, style="touch")


def _dice(s: Record, o: Record) -> Iterator[Shape]:
    y = MIDDLE + _lowered(s, o)
    if s.phase in (Phase.STARTING, Phase.OPENING):
        boards = [board for board in range(4) if s.present[board]]
        for i, board in enumerate(boards):
            x = MIDDLE + 48 * (i - (len(boards) - 1) / 2)
            yield Shape("", "die", x, y, size=40, seat=s.player[board], text="?")
    elif s.phase == Phase.ROLLING:
        for aside in (-40, 40):
            yield Shape("", "die", MIDDLE + aside, y, size=64, seat=s.turn, text="?")
    elif s.phase == Phase.MOVING:
        yield from _rolled(s, o, y - 22 if s.need == 0 else y)


def _rolled(s: Record, o: Record, y: float) -> Iterator[Shape]:
    """The dice of this play. Of those of one number any may be touched that can still be used."""
    left, dice = text.dice_left(s, o), s.dice
    doublet = dice[0] == dice[1] and s.need > 0
    for i in range(4 if doublet else 2):
        die, nth = (0, i) if doublet else (i, 0)
        number, of_use = dice[die], nth < left[die]
        name = f"die:{number}"
        label = ("to use" if left[die] == 1 else f"to use {left[die]} times") if of_use else "of no more use"
        yield Shape(
            (f"{name}.{nth + 1}" if nth else name) if of_use or dice[0] != dice[1] else "",
            "die",
            MIDDLE + (30 if doublet else 40) * (1 if i % 2 else -1),
            y + (30 * (1 if i > 1 else -1) if doublet else 0),
            size=52 if doublet else 64,
            seat=s.turn,
            text=str(number),
            style="ink" if of_use else "spent",
            label=f"die {number}, {label}" if of_use or nth == 0 else "",
            like=name if nth and of_use else "",
        )


def _cube(s: Record, o: Record, circle: Circle) -> Iterator[Shape]:
    if not o.cube or s.phase < Phase.STARTING:
        return
    x, y = MIDDLE, MIDDLE - 68
    face, label = "64", "doubling cube in the middle, the stake is 1"
    if s.phase == Phase.ANSWERING:
        face = str(2 * s.cube)
        label = f"doubling cube, {text.player(s, s.board)} [offers] {face}"
    elif s.last != NOBODY:
        x, y = _corner_place(circle, s.last, EDGE + 24, 214 if o.match == Match.SINGLE else 244)
        face, label = str(s.cube), f"doubling cube at {s.cube}, {text.player(s, s.last)} doubled last"
    yield Shape("cube", "rect", x, y, width=48, height=48, style="frame", label=label)
    yield Shape("cube:face", "text", x, y, size=24, text=face, style="plain", label=face)


def _men(s: Record, o: Record, circle: Circle, board: int) -> Iterator[Shape]:
    """A player's men, numbered from the rearmost: most moves then change the place of one number alone."""
    numbers = men_of(s, o, board)
    for i, v in enumerate(numbers):
        slot = i - numbers.index(v)
        is_last = i + 1 == len(numbers) or numbers[i + 1] != v
        size, shown = MAN, HEIGHT
        if v == 0:
            x, y = _corner_place(circle, board, EDGE + 11 + 4.6 * slot, 160)
            size, shown, where = 11.0, o.men, "off"
        elif v > o.points:
            x, y = _waiting_place(circle, board, min(slot, WAITING_HEIGHT - 1))
            shown, where = WAITING_HEIGHT, "on the bar"
        else:
            k = o.spot[board, v]
            where = f"on {point_name(k, o.home)}"
            if v == s.transit and board == s.board:
                slot = min(s.men[k], HEIGHT)
                where = f"touching {point_name(k, o.home)}, who must go on"
            else:
                slot = min(slot, HEIGHT - 1)
            x, y = ROUND.at(BASE - MAN - 4 - slot * APART, circle.angle(k))
        count = str(numbers.count(v)) if is_last and numbers.count(v) > shown else ""
        label = f"{text.player(s, board)}'s man {where}"
        yield Shape(
            f"man:{BOARDS[board]}:{i + 1}",
            "piece",
            x,
            y,
            size=size,
            seat=s.player[board],
            text=count,
            label=label,
            counted=True,
        )
        if v == s.transit > 0 and board == s.board:
            yield Shape("", "circle", x, y, size=MAN + 3, style="heavy")
            yield Shape("", "circle", x, y, size=MAN + 8, style="touch")
