"""What lies beside the board: dice, purses, the card in hand, buttons, and how near the end is."""

import textwrap
from collections.abc import Iterable, Iterator

from parlour.engine.contract import OVER, Record
from parlour.engine.people import say
from parlour.engine.scene import Shape, fit_size, measure
from parlour.games.numeric import text
from parlour.games.numeric.board import SEATS, numbers_of
from parlour.games.numeric.cards import is_broke
from parlour.games.numeric.options import PassRule, Variant
from parlour.games.numeric.pack import BANK
from parlour.games.numeric.placing import bit, can_place, formable, word
from parlour.games.numeric.reach import CLASSES, REACH, Signs
from parlour.games.numeric.standing import is_at_turn, result, status, winners
from parlour.games.numeric.state import NO_THROW, Phase
from parlour.games.numeric.text import pounds

SIGN_FACES = ("+ ×", "−", "÷", "− ÷")
SIGN_WORDS = ("without − and ÷", "with −, without ÷", "with ÷, without −", "with − and ÷")
PURSE = 54.0  # height of a purse
BUTTON = 46.0  # and of a button
GAP = 10.0
FORFEIT, JOIN = 100.0, 64.0  # widths of the buttons of who is bankrupt
LETTER = 0.47  # how wide a letter is for its height
WORDS, LINE = 21.0, 28.0  # size of words, and from one line of them to the next


def ways(s: Record, o: Record, n: int) -> list[int]:
    """The operator classes with which the throw makes a number."""
    return [c for c in range(CLASSES) if int(REACH[o.fractions, s.throw, c, word(n)]) & bit(n)]


def signs_asked(s: Record, o: Record) -> list[int]:
    """The operator classes that someone forming a number may have to choose between."""
    asked: set[int] = set()
    for n in numbers_of(formable(s, o, 0), formable(s, o, 1)):
        if len(ways(s, o, n)) > 1:
            asked.update(ways(s, o, n))
    return sorted(asked)


def wrap(lines: Iterable[str], width: float) -> list[str]:
    """Lines broken where they are too long."""
    return [part for line in lines for part in textwrap.wrap(line, int(width / (0.42 * WORDS)))]


def draw_lines(lines: list[str], x: float, y: float, height: float) -> Iterator[Shape]:
    """Words under each other, set closer where they would take more than the height."""
    scale = min(1.0, height / (LINE * max(1, len(lines))))
    for i, line in enumerate(lines):
        at = y + (i + 0.5) * LINE * scale
        yield Shape("", "text", x, at, size=WORDS * scale, text=line, style="italic", anchor="start")


def marks_meaning(o: Record) -> str:
    """What the letters on gold and silver numbers mean in this game."""
    if o.variant == Variant.BASIC:
        return "G gold, S silver: here they pay no more"
    card = "; both give a card" if o.cards and o.variant == Variant.ZONES else ""
    return f"G gold pays three times, S silver twice{card}"


def draw_throw(s: Record, o: Record, x: float, y: float, width: float) -> Iterator[Shape]:
    """The dice, two by two; while a card is in hand they make room for it."""
    if not has_card(s):
        yield from draw_dice(s, o, x, y, (width - GAP) / 2, 2)
        return
    size = (width - 3 * GAP) / 4
    yield from draw_dice(s, o, x, y, size, 4)
    yield from draw_card(s, o, x, y + size + GAP, width, width - size - GAP)


def has_card(s: Record) -> bool:
    return s.phase in (Phase.TURNING_CARD, Phase.CHOOSING, Phase.BANKRUPT)


def draw_dice(s: Record, o: Record, x: float, y: float, size: float, columns: int) -> Iterator[Shape]:
    """The dice in rows from the left upper corner, with their places while they are not thrown."""
    faces = () if s.throw == NO_THROW else text.dice(s)
    for i in range(len(faces) or o.dice):
        at = x + (i % columns + 0.5) * size + i % columns * GAP, y + (i // columns + 0.5) * size + i // columns * GAP
        if faces:
            words = f"die {faces[i]}"
            yield Shape(f"die:{i + 1}", "die", *at, size=size, seat=s.thrower, text=str(faces[i]), label=words)
        else:
            yield Shape("", "rect", *at, width=size, height=size, style="faint")


def draw_purse(
    s: Record, o: Record, seat: int, x: float, y: float, width: float, height: float = PURSE
) -> Iterator[Shape]:
    """A side, what it is doing and what it has; x and y are its left upper corner."""
    y += height / 2
    name, purse, out = text.who(seat), pounds(s.money[seat]), s.out[seat] != 0
    doing = status(s, o, seat)
    if is_at_turn(s, seat) or (s.to_move == OVER and seat in winners(s, o)):
        yield Shape("", "rect", x + width / 2, y, width=width + 16, height=height, style="wash", seat=seat, duty=True)
        yield Shape("", "rect", x + width / 2, y, width=width + 16, height=height, style="faint", duty=True)
    words = ", ".join(part for part in (name, purse, doing) if part)
    style, line = ("spent", "quiet") if out else ("ink", "ink")
    yield Shape(f"side:{SEATS[seat]}", "piece", x + 20, y, size=19, seat=seat, style=style, label=words)
    level = y - 0.19 * height if doing else y
    room = width - 60 - 26 * measure(purse)
    yield Shape("", "text", x + 50, level, size=30, width=room, text=name, style=line, anchor="start")
    yield Shape("", "text", x + width, level, size=26, text=purse, style="quiet" if out else "plain", anchor="end")
    if doing:
        size = fit_size(say(doing), width - 50, 20, LETTER)
        at, turn = (x + 50, y + 0.29 * height), is_at_turn(s, seat)
        yield Shape("", "text", *at, size=size, text=doing, style="italic", anchor="start", duty=turn)


def draw_card(s: Record, o: Record, x: float, y: float, width: float, height: float) -> Iterator[Shape]:
    """The card in hand, or its back."""
    middle = x + width / 2, y + height / 2
    if s.phase == Phase.TURNING_CARD:
        words = "an action card, face down"
        yield Shape("card", "rect", *middle, width=width, height=height, style="plate", label=words)
        return
    words = text.card_words(o, s.card)
    yield Shape("card", "rect", *middle, width=width, height=height, style="frame", label=f"card {s.card}: {words}")
    if height > 120:
        yield Shape("", "text", middle[0], y + 26, size=18, text=f"card {s.card}", style="quiet")
    size = next(size for size in (22, 20, 18, 16, 14) if size == 14 or _card_height(words, width, size) < height - 22)
    lines = _card_lines(words, width, size)
    for i, line in enumerate(lines):
        at = middle[1] + 1.2 * size * (i - (len(lines) - 1) / 2)
        yield Shape("", "text", middle[0], at, size=size, text=line)


def _card_lines(words: str, width: float, size: float) -> list[str]:
    return textwrap.wrap(words, int((width - 26) / (LETTER * size)))


def _card_height(words: str, width: float, size: float) -> float:
    return 1.2 * size * len(_card_lines(words, width, size))


def draw_choices(s: Record, o: Record, x: float, y: float, width: float) -> Iterator[Shape]:
    """Whatever can be chosen that is not on the board; and at the end who has won."""
    if s.to_move == OVER:
        yield Shape("", "rect", x + width / 2, y + 45, width=width, height=90, style="frame")
        words = result(s, o)
        yield Shape("", "text", x + width / 2, y + 45, size=fit_size(say(words), width - 30, 28, LETTER), text=words)
    elif s.phase == Phase.CHOOSING:
        half, prize = (width - GAP) / 2, pounds(int(BANK[s.card]))
        yield _button("take", f"take {prize}", f"take {prize} from the bank", x, y, half)
        yield _button("end", "end it", "end it: the richest side wins now", x + half + GAP, y, half)
    elif s.phase == Phase.BANKRUPT:
        yield from _ways_out(s, o, x, y, width)
    elif s.phase == Phase.SWAPPING:
        yield _button("pass", "keep", "keep the rack as it is", x, y, width)
    elif s.phase == Phase.FORMING:
        if o.pass_rule == PassRule.FREE or not can_place(s, o):
            yield _button("pass", "pass", "pass", x, y, width)
        yield from _signs(s, o, x, y + BUTTON + GAP, width)


def ways_out_width(s: Record, o: Record) -> float:
    """What the buttons of who is bankrupt take in one row."""
    return FORFEIT + (GAP + JOIN) * sum(s.out[seat] == 0 and not is_broke(s, seat) for seat in range(o.players))


def _ways_out(s: Record, o: Record, x: float, y: float, width: float) -> Iterator[Shape]:
    """R75. Forfeit, or join one of the others."""
    who, across = text.who(s.to_move), FORFEIT
    yield _button("forfeit", "forfeit", f"forfeit: {who} [is] out", x, y, FORFEIT)
    for seat in range(o.players):
        if s.out[seat] == 0 and not is_broke(s, seat):
            if across + GAP + JOIN > width:
                across, y = -GAP, y + BUTTON + GAP
            other = text.who(seat)
            words = f"join {other}"
            yield _button(f"join:{SEATS[seat]}", words, f"{words}: {who} [helps]", x + across + GAP, y, JOIN)
            across += GAP + JOIN


def _signs(s: Record, o: Record, x: float, y: float, width: float) -> Iterator[Shape]:
    """With which signs the number was made, where there are several ways."""
    asked = signs_asked(s, o)
    if not asked:
        return
    yield Shape("", "text", x, y + 12, size=19, text="signs used", style="italic", anchor="start")
    each = (width - 3 * GAP) / 4
    for c in asked:
        at = x + c * (each + GAP), y + 28
        yield _button(f"signs:{Signs.word(c)}", SIGN_FACES[c], SIGN_WORDS[c], *at, each, 22)


def _button(name: str, words: str, label: str, x: float, y: float, width: float, size: float = 22) -> Shape:
    """A button with its left upper corner at x, y."""
    size = min(size, 1.75 * width / len(say(words)))
    return Shape(
        name, "button", x + width / 2, y + BUTTON / 2, size=size, width=width, height=BUTTON, text=words, label=label
    )
