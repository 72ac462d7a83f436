"""What a player of Vendetta sees, as numbers: the track from the own gate on, own pieces one by one."""

from typing import Any

from parlour.engine.contract import Record
from parlour.engine.observing import Parts
from parlour.games.vendetta.board import HALF, SPACES
from parlour.games.vendetta.stacks import PIECE
from parlour.games.vendetta.state import AT_HOME, GODFATHER, LOST, NOBODY, SEATS, SLOTS, WON, Phase

VERSION = 1

FACES = 6
USES = 4  # none of the dice, the lower, the higher, both
TOGETHER = 9  # pieces of a family
PROGRESS = WON - LOST + 1  # how far a piece may have come, lost and at home included
HALFWAY = 100  # a number without bounds comes to a half here

PARTS = Parts(
    ("phase", Phase.SIZE, "what is being decided", f"one-hot of {Phase.SIZE}"),
    ("to_move", SEATS, "the seat asked", "one-hot of 4, own seat first"),
    ("turn", SEATS, "whose turn it is", "one-hot of 4, own seat first"),
    (
        "own",
        SLOTS * PROGRESS,
        "how far each own piece has come, the Godfather first: lost, at home, 0 … 48, home again",
        "9 × one-hot of 52",
    ),
    ("godfathers", SEATS * PROGRESS, "how far each Godfather has come", "own seat first; 4 × one-hot of 52"),
    ("home", SEATS, "pieces at home", "own seat first; 4 × 0 … 9 scaled to 0 … 1"),
    ("lost", SEATS, "pieces lost", "own seat first; 4 × 0 … 9 scaled to 0 … 1"),
    (
        "held",
        SPACES * SEATS,
        "who holds each space, from the own gate on",
        "48 × one-hot of 4, own seat first",
    ),
    (
        "pieces",
        SPACES * SEATS,
        "pieces of each family on each space, from the own gate on",
        "48 × 4, own seat first, 0 … 9 scaled to 0 … 1",
    ),
    ("dice", 2 * FACES, "the lower and the higher", "2 × one-hot of 6"),
    ("used", USES, "the dice that have been played", "one-hot of 4: none, the lower, the higher, both"),
    ("moved", SLOTS, "the slot moved last in this turn", "one-hot of 9"),
    ("hits", 1, "spins due", "0 … 2 scaled to 0 … 1"),
    ("spun", HALF, "the two opposite spaces spun last, from the own gate on", "one-hot of 24"),
    ("out", SEATS, "0, or in which order a player went out", "own seat first; 4 × 0 … 4 scaled to 0 … 1"),
    ("winner", SEATS, "who has won", "one-hot of 4, own seat first"),
    ("turns", 1, "player-turns begun", "v / (v + 100)"),
)
(
    PHASE,
    TO_MOVE,
    TURN,
    OWN,
    GODFATHERS,
    HOME,
    GONE,
    HELD,
    PIECES,
    DICE,
    USED,
    MOVED,
    HITS,
    SPUN,
    OUT,
    WINNER,
    TURNS,
) = PARTS.places


def observe(s: Record, o: Record, seat: int, out: Any) -> None:
    out[PHASE + s.phase] = 1.0
    if s.to_move >= 0:
        out[TO_MOVE + (s.to_move - seat) % o.players] = 1.0
    if s.turn != NOBODY:
        out[TURN + (s.turn - seat) % o.players] = 1.0
    if s.winner != NOBODY:
        out[WINNER + (s.winner - seat) % o.players] = 1.0
    out[TURNS] = s.turns / (s.turns + HALFWAY)
    observe_families(s, o, seat, out)
    observe_track(s, o, seat, out)
    observe_move(s, o, seat, out)


def observe_families(s: Record, o: Record, seat: int, out: Any) -> None:
    for slot in range(o.soldiers + 1):
        out[OWN + PROGRESS * slot + s.pos[seat, slot] - LOST] = 1.0
    for i in range(o.players):
        other = (seat + i) % o.players
        out[GODFATHERS + PROGRESS * i + s.pos[other, GODFATHER] - LOST] = 1.0
        at_home = 0
        lost = 0
        for slot in range(o.soldiers + 1):
            at_home += 1 if s.pos[other, slot] == AT_HOME else 0
            lost += 1 if s.pos[other, slot] == LOST else 0
        out[HOME + i] = at_home / TOGETHER
        out[GONE + i] = lost / TOGETHER
        out[OUT + i] = s.out[other] / SEATS


def observe_track(s: Record, o: Record, seat: int, out: Any) -> None:
    for i in range(SPACES):
        space = (o.gate[seat] + i) % SPACES
        for level in range(SEATS):
            group = s.groups[space, level]
            if group > 0:
                family = (group % PIECE - 1 - seat) % o.players
                out[PIECES + SEATS * i + family] = group // PIECE / TOGETHER
                if level == 0:
                    out[HELD + SEATS * i + family] = 1.0


def observe_move(s: Record, o: Record, seat: int, out: Any) -> None:
    for die in range(2):
        if s.dice[die] > 0:
            out[DICE + FACES * die + s.dice[die] - 1] = 1.0
    out[USED + s.used] = 1.0
    if s.moved != NOBODY:
        out[MOVED + s.moved] = 1.0
    out[HITS] = s.hits / 2
    if s.spun != NOBODY:
        out[SPUN + (s.spun - o.gate[seat]) % HALF] = 1.0
