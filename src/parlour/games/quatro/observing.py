"""What a player of Quatro sees, as numbers: the circle as that player counts it, own men first.

A board is told as how far clockwise it lies from the own one.
"""

from typing import Any

from parlour.engine.contract import Record
from parlour.engine.observing import Parts
from parlour.games.quatro.board import LARGEST, NOBODY
from parlour.games.quatro.state import ORDERS, Phase

VERSION = 1

UNITS = 4  # for the men on a point: one or more, two or more, three, and those beyond
MEN = 15
CUBES = 7  # 1 to 64
FACES = 6
HALFWAY = 100  # a number without bounds comes to a half here

PARTS = Parts(
    ("phase", Phase.SIZE, "what is being decided", f"one-hot of {Phase.SIZE}"),
    ("to_move", 4, "the seat asked", "one-hot of 4, own seat first"),
    ("seats", 16, "the seat at each board", "own board first; 4 × one-hot of 4, own seat first"),
    (
        "men",
        4 * LARGEST * UNITS,
        "men of each board on each point, as the own board counts: v = 1 … 36",
        "own board first; 4 × 36 × (1 if any, 1 if two, 1 if three, those beyond / 12)",
    ),
    ("bar", 4, "men on the bar", "own board first; 4 × 0 … 15 scaled to 0 … 1"),
    ("off", 4, "men borne off", "own board first; 4 × 0 … 15 scaled to 0 … 1"),
    ("present", 4, "whether the board's player is in the game", "own board first; 4 × 0 or 1"),
    ("mover", 4, "the board whose turn it is", "one-hot of 4, own board first"),
    ("dice", 2 * FACES, "the higher and the lower number rolled", "2 × one-hot of 6"),
    ("left", 2, "how often each may still be used", "2 × 0 … 4 scaled to 0 … 1"),
    ("need", 1, "dice this play must use", "0 … 4 scaled to 0 … 1"),
    ("transit", 1, "v, as the mover counts, of a man standing on a blocked point", "0 … 36 scaled to 0 … 1"),
    ("fresh", 1, "v, as the mover counts, of a man just entered", "0 … 36 scaled to 0 … 1"),
    ("cube", CUBES, "the stake: 1, 2, 4 … 64", "one-hot of 7"),
    ("last", 4, "the board that doubled last", "one-hot of 4, own board first"),
    ("asked", 4, "the board that answers a double", "one-hot of 4, own board first"),
    ("accepted", 1, "someone has accepted it", "0 or 1"),
    ("order", len(ORDERS), "the order in which three players choose boards", f"one-hot of {len(ORDERS)}"),
    ("received", 4, "this game's payments", "own seat first; 4 × v / (v + 100)"),
    ("paid", 4, "made in this game", "own seat first; 4 × v / (v + 100)"),
    ("tally", 4, "the match so far", "own seat first; 4 × v / (abs(v) + 100)"),
    ("rolls", 1, "in this game", "v / (v + 100)"),
    ("game", 1, "games finished", "v / (v + 100)"),
)
(
    PHASE,
    TO_MOVE,
    SEATED,
    ON_POINTS,
    BAR,
    OFF,
    PRESENT,
    MOVER,
    DICE,
    LEFT,
    NEED,
    TRANSIT,
    FRESH,
    CUBE,
    LAST,
    ASKED,
    ACCEPTED,
    ORDER,
    RECEIVED,
    PAID,
    TALLY,
    ROLLS,
    GAME,
) = PARTS.places


def observe(s: Record, o: Record, seat: int, out: Any) -> None:
    own = board_of(s, seat)
    out[PHASE + s.phase] = 1.0
    if s.to_move >= 0:
        out[TO_MOVE + (s.to_move - seat) % o.players] = 1.0
    observe_boards(s, o, seat, own, out)
    observe_men(s, o, own, out)
    observe_dice(s, o, out)
    observe_stakes(s, o, seat, own, out)


def board_of(s: Record, seat: int) -> int:
    """The board of a seat; the first, before it has one."""
    for board in range(4):
        if s.player[board] == seat:
            return board
    return 0


def observe_boards(s: Record, o: Record, seat: int, own: int, out: Any) -> None:
    for i in range(4):
        board = (own + i) % 4
        if s.player[board] != NOBODY:
            out[SEATED + 4 * i + (s.player[board] - seat) % o.players] = 1.0
        out[BAR + i] = s.bar[board] / MEN
        out[OFF + i] = s.off[board] / MEN
        out[PRESENT + i] = s.present[board]
    if s.board != NOBODY:
        out[MOVER + (s.board - own) % 4] = 1.0
    if s.order != NOBODY:
        out[ORDER + s.order] = 1.0


def observe_men(s: Record, o: Record, own: int, out: Any) -> None:
    for k in range(o.points):
        if s.men[k] > 0 and s.owner[k] != NOBODY:
            at = ON_POINTS + UNITS * (LARGEST * ((s.owner[k] - own) % 4) + o.number[own, k] - 1)
            for unit in range(min(s.men[k], 3)):
                out[at + unit] = 1.0
            if s.men[k] > 3:
                out[at + 3] = (s.men[k] - 3) / (MEN - 3)


def observe_dice(s: Record, o: Record, out: Any) -> None:
    for die in range(2):
        if s.dice[die] > 0:
            out[DICE + FACES * die + s.dice[die] - 1] = 1.0
        out[LEFT + die] = s.left[die] / 4
    out[NEED] = s.need / 4
    out[TRANSIT] = s.transit / LARGEST
    out[FRESH] = s.fresh / LARGEST


def observe_stakes(s: Record, o: Record, seat: int, own: int, out: Any) -> None:
    for power in range(CUBES):
        if s.cube == 1 << power:
            out[CUBE + power] = 1.0
    if s.last != NOBODY:
        out[LAST + (s.last - own) % 4] = 1.0
    if s.asked != NOBODY:
        out[ASKED + (s.asked - own) % 4] = 1.0
    out[ACCEPTED] = s.accepted
    for i in range(o.players):
        other = (seat + i) % o.players
        out[RECEIVED + i] = s.received[other] / (s.received[other] + HALFWAY)
        out[PAID + i] = s.paid[other] / (s.paid[other] + HALFWAY)
        out[TALLY + i] = s.tally[other] / (abs(s.tally[other]) + HALFWAY)
    out[ROLLS] = s.rolls / (s.rolls + HALFWAY)
    out[GAME] = s.game / (s.game + HALFWAY)
