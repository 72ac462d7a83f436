"""Vendetta drawn: the scene, and what to touch for each action. The text board is in sketch.py.

The track fills the sheet, homes are in its corners; in the middle are the spinner, the dice and what is to be done.
"""

from collections.abc import Iterator

from parlour.engine.contract import OVER, Record
from parlour.engine.people import say
from parlour.engine.scene import Scene, Shape
from parlour.engine.wording import count
from parlour.games.vendetta import figures, text
from parlour.games.vendetta.board import HALF
from parlour.games.vendetta.homes import draw_home, draw_housed
from parlour.games.vendetta.options import Theme
from parlour.games.vendetta.standing import duty, places, pointed_at, spin_words
from parlour.games.vendetta.state import GODFATHER, NOBODY, Action, Phase, letters
from parlour.games.vendetta.text import SPINNERS
from parlour.games.vendetta.track import HEIGHT, INNER, MIDDLE, WIDTH, Track, draw_men, draw_track, turned_for

FIGURES = {Theme.MAFIA: 1, Theme.MYTH: 2}
DICE = ("die:low", "die:high", "total")
DIAL = 122.0  # the radius of the spinner
DIE, TOTAL, GAP = 66.0, 78.0, 10.0
BELOW, ABOVE = 176.0, 172.0  # how far dice are below the middle of the sheet, and words above it


def touches(s: Record, o: Record, action: int) -> list[str]:
    if action == Action.SPIN:
        return ["spin"]
    if action == Action.NO_SPIN:
        return ["nospin"]
    if action >= Action.LOSE:
        return [f"piece:{s.turn}.{text.slot_of(action)}"]
    slot, die = divmod(action, 3)
    return [f"piece:{s.turn}.{slot}", DICE[die]]


def target(s: Record, o: Record, action: int) -> str:
    if action >= Action.SPIN:
        return ""
    space = text.destination(s, o, action)
    return f"home:{letters(o)[s.turn]}" if space < 0 else f"space:{space}"


def scene(s: Record, o: Record, seat: int | None) -> Scene:
    track, standing = turned_for(o, seat), places(s, o)
    board = [*draw_track(o, track, standing, pointed_at(s))]
    for player in range(o.players):
        board.extend(draw_home(s, o, track, player))
    board.extend(_draw_aim(s, track))
    board.extend(draw_dial(track))
    board.extend(_draw_spin_arrows(s, track))
    board.extend(_draw_call(s, o))
    caption = f"FIG. {FIGURES[o.theme]} — {text.asked(s, o)}"
    won = (f"piece:{s.winner}.{GODFATHER}",) if s.to_move == OVER and s.winner != NOBODY else ()
    return Scene("Vendetta", caption, WIDTH, HEIGHT, tuple(board), pieces(s, o, seat), decides=won)


def pieces(s: Record, o: Record, seat: int | None) -> tuple[Shape, ...]:
    track = turned_for(o, seat)
    drawn = [*_draw_spinner(s, o, track), *_draw_dice(s)]
    for player in range(o.players):
        drawn.extend(draw_housed(s, o, track, player))
    return (*drawn, *draw_men(s, o, track, places(s, o)))


def _draw_aim(s: Record, track: Track) -> Iterator[Shape]:
    """A beam from each end of the spinner to the space it points at, and an arrowhead at that space."""
    for space in pointed_at(s):
        far = INNER - 5
        edge = f"L{track.spot(far, space - 0.5)}A{far:g},{far:g} 0 0 1 {track.spot(far, space + 0.5)}Z"
        yield Shape("", "path", path=f"M{track.spot(DIAL, space)}{edge}", style="yellow")
        x, y = track.at(far, space)
        yield Shape("", "path", x, y, path="M-11,7L11,7L0,-7Z", turn=track.angle(space))


def draw_dial(track: Track) -> Iterator[Shape]:
    """The plate under the spinner, with a tick for every space."""
    yield Shape("", "circle", *MIDDLE, size=DIAL, style="frame")
    ticks = "".join(f"M{track.spot(DIAL - 5, space)}L{track.spot(DIAL, space)}" for space in range(2 * HALF))
    yield Shape("", "path", path=ticks, style="hair")


def _draw_spin_arrows(s: Record, track: Track) -> Iterator[Shape]:
    """Which way the spinner goes round, while it is to be spun."""
    if s.phase == Phase.SPINNING:
        for end in pointed_at(s) or track.beside:
            yield Shape("", "path", path=_bent_arrow(track, DIAL + 12, end + 4, end + 17))


def _bent_arrow(track: Track, radius: float, start: float, end: float) -> str:
    """An arrow clockwise from one space to another."""
    outer, inner, neck = radius + 2, radius - 2, end - 2
    return (
        f"M{track.spot(outer, start)}A{outer:g},{outer:g} 0 0 1 {track.spot(outer, neck)}"
        f"L{track.spot(radius + 7, neck)}L{track.spot(radius, end)}L{track.spot(radius - 7, neck)}"
        f"L{track.spot(inner, neck)}A{inner:g},{inner:g} 0 0 0 {track.spot(inner, start)}Z"
    )


def _draw_spinner(s: Record, o: Record, track: Track) -> Iterator[Shape]:
    """Two figures back to back, turned to the spaces spun last; before any spin they stand upright."""
    aim, due = spin_words(s), ", to be spun" if s.phase == Phase.SPINNING else ""
    words = f"the spinner: {SPINNERS[o.theme]} back to back, {aim}{due}"
    turn = track.reading(s.spun) if pointed_at(s) else 0.0
    yield Shape("spinner", "path", *MIDDLE, path=figures.BACK_TO_BACK[o.theme], label=words, turn=turn, spins=True)


def _draw_dice(s: Record) -> Iterator[Shape]:
    """The dice in the colour of who threw them, one that was played dimmed; and their total, for one piece."""
    y = MIDDLE[1] + BELOW
    if s.phase == Phase.THROWING:
        for aside in (-1, 1):
            yield Shape("", "die", MIDDLE[0] + aside * (DIE + GAP) / 2, y, size=DIE, seat=s.turn, text="?")
    if not s.dice[0]:
        return
    x = MIDDLE[0] - (TOTAL + GAP) / 2 - (DIE + GAP) / 2
    for die, name in enumerate(("lower", "higher")):
        used = s.used >> die & 1 > 0
        label = f"{name} die, {s.dice[die]}" + (", played" if used else "")
        style = "spent" if used else "ink"
        at = x + die * (DIE + GAP)
        if used:  # a die that is dimmed does not hide a beam
            yield Shape("", "rect", at, y, width=DIE - 2, height=DIE - 2, style="paper")
        yield Shape(DICE[die], "die", at, y, size=DIE, seat=s.turn, text=str(s.dice[die]), style=style, label=label)
    total, used = s.dice[0] + s.dice[1], s.used
    yield Shape(
        "total",
        "button",
        x + 1.5 * (DIE + GAP) + (TOTAL + GAP) / 2,
        y,
        size=24,
        width=TOTAL,
        height=DIE - 4,
        text=f"total {total}",
        style="quiet" if used else "ink",
        label=f"total, both dice with one piece, {total}" + (", no longer to be had" if used else ""),
    )


def _draw_call(s: Record, o: Record) -> Iterator[Shape]:
    """What is to be done now, above the spinner."""
    x, y = MIDDLE[0], MIDDLE[1] - ABOVE
    lines = _call(s, o)
    if s.phase == Phase.ASKING:
        yield _button("spin", "spin", "spin the spinner", x - 74, y + 10)
        yield _button("nospin", "don't spin", "do not spin", x + 74, y + 10)
        y -= 42
    for i, line in enumerate(lines):
        at, size = y + 36 * (i - (len(lines) - 1) / 2), 29 if i == 0 else 23
        if line:  # paper under the words, where a beam may pass
            yield Shape("", "rect", x, at, width=size * len(say(line)) / 2 + 6, height=size, style="paper")
        yield Shape("", "text", x, at, size=size, text=line, style="ink" if i == 0 else "italic", duty=True)


def _button(name: str, words: str, label: str, x: float, y: float) -> Shape:
    return Shape(name, "button", x, y, width=134, height=54, text=words, label=label)


def _call(s: Record, o: Record) -> list[str]:
    if s.phase == Phase.STARTING:
        return ["who starts?"]
    if s.to_move == OVER and s.winner == NOBODY:
        return ["a draw"]
    due = f"{count(s.hits, 'spin')} due" if s.hits else ""
    if s.phase == Phase.ASKING:
        return [due]
    seat = s.winner if s.to_move == OVER else s.turn
    return [text.who(o, seat), ", ".join(part for part in (duty(s, seat), due) if part)]
