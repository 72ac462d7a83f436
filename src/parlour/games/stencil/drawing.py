"""Stencil drawn: the scene, the text board, and what to touch for each action.

Nothing here tells whether a stencil is complete, except to the seat to move at hint levels 3 and 4 (S11).
"""

from collections.abc import Iterator

from parlour.engine.contract import Record
from parlour.engine.people import person
from parlour.engine.polar import circle_path
from parlour.engine.scene import Scene, Shape
from parlour.engine.wording import count
from parlour.games.stencil import rules, text
from parlour.games.stencil.board import CELL, CELLS, PLATES
from parlour.games.stencil.state import COLOURS, NOBODY, Action, Event, Phase

TINTS = ("vermilion", "chalk")

LEFT, TOP = 52.0, 60.0  # of the board's frame
CELL_SIZE, MARGIN = 104.0, 16.0
RECESS = 0.41 * CELL_SIZE
FRAME = 4 * CELL_SIZE + 2 * MARGIN
TRAY_LEFT = LEFT + FRAME + 28
TRAY_WIDTH, TRAY_HEIGHT, HEADING = 260.0, 208.0, 56.0
RIGHT = TRAY_LEFT + TRAY_WIDTH
WIDTH = RIGHT + 30
PLATE = 112.0  # the side of a plate
TURNING = 80.0  # the side of each of eight in a row
QUARTER_TURN = "M-16,0A22.6,22.6 0 0 1 16,0M9,-2L16,0L14,-7"
BAND = TOP + FRAME + 44  # the line above what can be chosen
ROW = 208.0  # from one such line to the next


def touches(s: Record, o: Record, action: int) -> list[str]:
    if action < Action.CLAIM:
        return [f"cell:{CELLS[action]}"]
    if action < Action.CHOOSE:
        return [f"plate:{PLATES[s.plate[s.to_move]]}", f"turning:{action - Action.CLAIM}"]
    if action < Action.NO_CLAIM:
        return [f"plate:{PLATES[action - Action.CHOOSE]}"]
    return ["button:no-claim"]


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    board = [*draw_board(), *_score(s, o), *_tray(s, o, 0), *_tray(s, o, 1)]
    rows = 1
    if s.phase == Phase.FINISHED:
        result = text.event(s, o, Event.MATCH_OVER, s.halves[0], s.halves[1], 0)
        middle = ((LEFT + RIGHT) / 2, BAND + 74)
        board.append(Shape("", "rect", *middle, width=RIGHT - LEFT, height=PLATE, style="frame"))
        board.append(Shape("", "text", *middle, size=30, text=result))
    elif s.phase == Phase.PLAYING:
        board.extend(_choices(s, o, told=seat == s.to_move))
        if o.hint_level >= 1:
            board.extend(_turnings(s, o, 1 - s.to_move, BAND + ROW, False))
            rows = 2
    else:
        board.extend(_stock(s, o))
    height = BAND + rows * ROW - 30
    return Scene("Stencil", f"FIG. 1 — {text.asked(s, o)}", WIDTH, height, tuple(board), pieces(s, o, seat), TINTS)


def pieces(s: Record, o: Record, seat: int | None) -> tuple[Shape, ...]:
    told = s.phase == Phase.PLAYING and o.hint_level >= 4 and seat == s.to_move
    return (*_plates(s, o), *_counters(s), *_laid(s, o), *(_hints(s, o) if told else ()))


def _laid(s: Record, o: Record) -> Iterator[Shape]:
    """The plate that won lies on the board, and its holes shine."""
    won = text.winning_claim(s, o)
    if won is None:
        return
    seat, turning = won
    plate, over = s.plate[seat], turning >= 4
    name = PLATES[plate]
    path = _plate_path(o.holes[plate, 4 if over else 0], FRAME, 1 if over else -1)
    label = f"{COLOURS[seat]}'s plate {name}, laid on the board"
    middle = LEFT + FRAME / 2, TOP + FRAME / 2
    turn = 90.0 * (turning % 4)
    yield Shape(f"plate:{name}", "path", *middle, path=path, style="plate", label=label, turn=turn)
    for cell in range(16):
        if o.holes[plate, turning] >> cell & 1:
            yield Shape("", "circle", *_centre(cell), size=RECESS, style="silver")
            yield Shape("", "circle", *_centre(cell), size=RECESS, style="gold")


def _progress(s: Record, o: Record) -> str:
    if s.phase == Phase.FINISHED:
        return f"the {text.contest(s, o)} is over"
    return f"game {min(s.played + 1, o.games)} of {o.games}" + (f", turn {s.turns}" if s.turns else "")


def _points(halves: int) -> str:
    return f"{halves / 2:g} point" + ("" if halves == 2 else "s")


def _counters_left(s: Record, o: Record, number: int) -> int:
    """Counters not on the board, also before the first game is prepared."""
    left: int = o.counters_each - s.counters[number].bit_count()
    return left


def _centre(cell: int) -> tuple[float, float]:
    row, column = divmod(cell, 4)
    return LEFT + MARGIN + (column + 0.5) * CELL_SIZE, TOP + MARGIN + (row + 0.5) * CELL_SIZE


def draw_board() -> Iterator[Shape]:
    """The board alone, with its letters and figures."""
    middle = FRAME / 2
    yield Shape("", "rect", LEFT + middle, TOP + middle, width=FRAME, height=FRAME, style="frame")
    for cell, name in enumerate(CELLS):
        x, y = _centre(cell)
        yield Shape(f"cell:{name}", "rect", x, y, width=CELL_SIZE, height=CELL_SIZE, style="cell", label=f"cell {name}")
        yield Shape("", "circle", x, y, size=RECESS, style="faint")
    for i in range(4):
        x, y = _centre(5 * i)
        yield Shape("", "text", x, TOP - 22, size=21, text="abcd"[i], style="quiet")
        yield Shape("", "text", LEFT - 24, y, size=21, text=str(i + 1), style="quiet")


def _score(s: Record, o: Record) -> Iterator[Shape]:
    """How far the match is, above the trays."""
    yield Shape("", "text", RIGHT, TOP - 22, size=19, text=_progress(s, o), style="quiet", anchor="end")


def _counters(s: Record) -> Iterator[Shape]:
    for number, colour in enumerate(COLOURS):
        for cell, name in enumerate(CELLS):
            if s.counters[number] >> cell & 1:
                x, y = _centre(cell)
                label = f"{colour} counter on {name}"
                yield Shape(f"{colour}:{name}", "piece", x, y, size=0.355 * CELL_SIZE, seat=number, label=label)


def _tray_top(number: int) -> float:
    return TOP + number * (FRAME - TRAY_HEIGHT)


def _tray_place(number: int) -> tuple[float, float]:
    """The middle of the plate in a tray."""
    return TRAY_LEFT + 20 + PLATE / 2, _tray_top(number) + HEADING + 20 + PLATE / 2


def _tray(s: Record, o: Record, number: int) -> Iterator[Shape]:
    """A player's side of the table: who it is, the plate, the counters left and the points."""
    x, y = TRAY_LEFT, _tray_top(number)
    moving = s.to_move == number
    middle = (x + TRAY_WIDTH / 2, y + TRAY_HEIGHT / 2)
    yield Shape("", "rect", *middle, width=TRAY_WIDTH, height=TRAY_HEIGHT, style="frame" if moving else "hair")
    inset = 5 if moving else 0
    line = f"M{x + inset:g},{y + HEADING:g}H{x + TRAY_WIDTH - inset:g}"
    if moving:
        band = (TRAY_WIDTH - 2 * inset, HEADING - inset)
        at = (middle[0], y + (HEADING + inset) / 2)
        yield Shape("", "rect", *at, width=band[0], height=band[1], style="wash", seat=number, duty=True)
        word = "to choose" if s.phase == Phase.CHOOSING else "to move"
        yield Shape("", "text", RIGHT - 20, y + 31, size=18, text=word, style="italic", anchor="end", duty=True)
    yield Shape("", "path", path=line, style="hair" if moving else "faint")
    yield Shape("", "piece", x + 35, y + 30, size=14, seat=number)
    yield Shape("", "text", x + 60, y + 30, size=25, text=text.who(number), anchor="start")
    place = _tray_place(number)
    left = _counters_left(s, o, number)
    column = place[0] + PLATE / 2 + 20
    top = place[1] - PLATE / 2
    if s.plate[number] == NOBODY:
        yield Shape("", "rect", *place, width=PLATE, height=PLATE, style="faint")
    else:
        name = PLATES[s.plate[number]]
        yield Shape("", "text", column, top + 9, size=19, text=f"plate {name}", style="italic", anchor="start")
    for i in range(o.counters_each):
        spot = (column + 9.5 + i % 4 * 22, top + 36 + i // 4 * 21.5)
        if i < left:
            yield Shape("", "piece", *spot, size=9, seat=number)
        else:
            yield Shape("", "circle", *spot, size=9, style="faint")
    yield Shape("", "text", column, top + 84, size=18, text=f"{left} left", anchor="start")
    yield Shape("", "text", column, top + 105, size=18, text=_points(s.halves[number]), anchor="start")


def _plate_path(holes: int, side: float, dot: float) -> str:
    """A sheet with its four holes, and a dot in the corner at `dot` (-1 left, 1 right) of the upper edge.

    It is the board in small: what a hole shows is where the hole is.
    """
    half, corner, step = side / 2, side * 0.04, side * CELL_SIZE / FRAME
    straight, round_off = side - 2 * corner, f"a{corner:g},{corner:g} 0 0 1 "
    path = f"M{corner - half:g},{-half:g}h{straight:g}{round_off}{corner:g},{corner:g}v{straight:g}"
    path += f"{round_off}{-corner:g},{corner:g}h{-straight:g}{round_off}{-corner:g},{-corner:g}v{-straight:g}"
    path += f"{round_off}{corner:g},{-corner:g}Z"
    for cell in range(16):
        if holes >> cell & 1:
            row, column = divmod(cell, 4)
            path += circle_path(0.39 * step, (column - 1.5) * step, (row - 1.5) * step)
    at, r = half - 0.05 * side, 0.021 * side
    x, y, c = dot * at, -at, 0.4 * r
    path += circle_path(r, x, y) + circle_path(0.6 * r, x, y)  # two rings and a cross, all line: a solid dot
    return path + f"M{x - c:g},{y:g}h{2 * c:g}M{x:g},{y - c:g}v{2 * c:g}"


def draw_plate(holes: int, side: float) -> Shape:
    """A plate of its own, about its middle."""
    return Shape("", "path", path=_plate_path(holes, side, -1), style="plate")


def _places(number: int, side: float, line: float) -> list[tuple[float, float]]:
    """The middles of so many plates in a row below the line."""
    step = (RIGHT - LEFT - side) / (number - 1)
    return [(LEFT + side / 2 + i * step, line + 24 + side / 2) for i in range(number)]


def _stock(s: Record, o: Record) -> Iterator[Shape]:
    """Where the plates lie until they are taken."""
    yield Shape("", "text", LEFT, BAND, size=20, text="the plates", style="italic", anchor="start")
    for plate, (x, y) in enumerate(_places(4, PLATE, BAND)[: o.plates]):
        if plate in (s.plate[0], s.plate[1]):
            yield Shape("", "rect", x, y, width=PLATE, height=PLATE, style="faint")
        yield Shape("", "text", x, y + PLATE / 2 + 16, size=17, text=PLATES[plate], style="quiet")


def _plates(s: Record, o: Record) -> Iterator[Shape]:
    """The plates in the trays and, until both have theirs, those left to choose from."""
    won = text.winning_claim(s, o)
    for plate, place in enumerate(_places(4, PLATE, BAND)[: o.plates]):
        if won is not None and plate == s.plate[won[0]]:
            continue  # it lies on the board
        name = PLATES[plate]
        path = _plate_path(o.holes[plate, 0], PLATE, -1)
        owner = next((number for number in range(2) if s.plate[number] == plate), None)
        if owner is not None:
            label = f"{text.who(owner)}'s plate {name}"
            yield Shape(f"plate:{name}", "path", *_tray_place(owner), path=path, style="plate", label=label)
        elif s.phase not in (Phase.PLAYING, Phase.FINISHED):
            yield Shape(f"plate:{name}", "path", *place, path=path, style="plate", label=f"plate {name}")


def _choices(s: Record, o: Record, told: bool) -> Iterator[Shape]:
    """What the seat to move may do with its plate."""
    complete = o.hint_level >= 3 and told and _complete(s, o) is not None
    yield from _turnings(s, o, s.to_move, BAND, rules.can_claim(s, o), ": a stencil is complete" if complete else "")
    if not rules.can_place(s, s.to_move):
        x = TRAY_LEFT + TRAY_WIDTH / 2
        yield Shape(
            "button:no-claim", "button", x, BAND - 10, width=TRAY_WIDTH, height=34, text="no claim", label="no claim"
        )


def _turnings(s: Record, o: Record, number: int, line: float, open_now: bool, more: str = "") -> Iterator[Shape]:
    """A player's plate in every way it may be laid; those open now can be touched."""
    plate = s.plate[number]
    name = PLATES[plate]
    words = f"{name} as {text.who(number)} may lay it{more}"
    yield Shape("", "text", LEFT, line, size=20, text=words, style="italic", anchor="start")
    flips = o.turnings == 8
    side = TURNING if flips else PLATE
    places = _places(o.turnings, side, line)
    for turning, (x, y) in enumerate(places):
        over = turning >= 4
        yield Shape(
            f"turning:{turning}" if open_now else "",
            "path",
            x,
            y,
            size=side * CELL_SIZE / FRAME,  # of one of its cells: it is the board in small
            width=side,
            height=side,
            path=_plate_path(o.holes[plate, 4 if over else 0], side, 1 if over else -1),
            style="plate" if open_now else "hair",
            label=f"lay plate {name}, {text.TURNED[turning]}" if open_now else "",
            turn=90.0 * (turning % 4),
        )
        yield Shape("", "text", x, y + side / 2 + 16, size=17, text=text.SHORT[turning % 4], style="quiet")
        if turning % 4 and not flips:
            yield Shape("", "path", (x + places[turning - 1][0]) / 2, y, path=QUARTER_TURN, style="faint")
    if flips:
        for first, words in ((0, "face up"), (4, "turned over")):
            x, width = (places[first][0] + places[first + 3][0]) / 2, places[3][0] - places[0][0] + side
            y = places[0][1] + side / 2 + 32
            yield Shape("", "path", x, y, path=f"M{-width / 2:g},-5V0H{width / 2:g}V-5", style="faint")
            yield Shape("", "text", x, y + 15, size=17, text=words, style="quiet")


def _complete(s: Record, o: Record) -> int | None:
    """An orientation in which the seat to move has a stencil."""
    return next((turning for turning in range(o.turnings) if rules.is_complete(s, o, s.to_move, turning)), None)


def _hints(s: Record, o: Record) -> Iterator[Shape]:
    """Hint level 4: the counters of a stencil, and the cells where a counter would complete one for either side."""
    turning = _complete(s, o)
    holes = 0 if turning is None else o.holes[s.plate[s.to_move], turning]
    for cell, name in enumerate(CELLS):
        if holes >> cell & 1:
            x, y = _centre(cell)
            yield Shape("", "circle", x, y, size=RECESS, style="heavy", label=f"{name} is in the stencil")
    if not rules.can_place(s, s.to_move):
        return
    for owner in range(2):
        for name in text.completing_cells(s, o, s.to_move, owner):
            x, y = _centre(CELL[name])
            x += (0.37 if owner else -0.37) * CELL_SIZE
            label = f"a counter on {name} would complete {text.who(owner)}'s stencil"
            yield Shape("", "piece", x, y - 0.37 * CELL_SIZE, size=9, seat=owner, label=label)


def sketch(s: Record, o: Record) -> str:
    """The board and, to the same scale, the plates in play or to choose from."""
    boxes = [_text_board(s), *_text_plates(s, o)]
    lines = ["   ".join(parts).rstrip() for parts in zip(*boxes, strict=True)]
    for number in range(2):
        plate = "no plate" if s.plate[number] == NOBODY else PLATES[s.plate[number]]
        left = _counters_left(s, o, number)
        sign = ">" if s.to_move == number else " "
        has = f"{plate}, {count(left, 'counter')} left, {_points(s.halves[number])}"
        lines.append(f"{sign} {text.SEATS[number]:<5}  {person(number, '')}{has}")
    return "\n".join([*lines, f"  {_progress(s, o)}"])


def _text_board(s: Record) -> list[str]:
    signs = ["R" if s.counters[0] >> cell & 1 else "W" if s.counters[1] >> cell & 1 else "·" for cell in range(16)]
    rows = [f"{row + 1} │ {' '.join(signs[4 * row : 4 * row + 4])} │" for row in range(4)]
    return ["    a b c d  ", "  ┌─────────┐", *rows, "  └─────────┘"]


def _text_plates(s: Record, o: Record) -> Iterator[list[str]]:
    """The players' plates, red's first; until both have one, all plates."""
    owners = {s.plate[number]: text.SEATS[number] for number in range(2) if s.plate[number] != NOBODY}
    for plate in owners if len(owners) == 2 else range(o.plates):
        holes = o.holes[plate, 0]
        signs = ["○" if holes >> cell & 1 else "░" for cell in range(16)]
        rows = [f"│░{'░'.join(signs[4 * row : 4 * row + 4])}░│" for row in range(4)]
        name = f"{PLATES[plate]} {owners.get(plate, '')}"
        yield [f"{name:<11}", "●─────────┐", *rows, "└─────────┘"]
