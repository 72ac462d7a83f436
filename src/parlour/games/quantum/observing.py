"""What a player of Quantum sees, as numbers: own pieces one by one, the others' by the squares they stand on."""

from typing import Any

from parlour.engine.contract import Record
from parlour.engine.observing import Parts
from parlour.games.quantum.board import CENTRE, SQUARES, TRAY
from parlour.games.quantum.state import NOBODY, SEATS, SLOTS, Phase

VERSION = 1

FACES = 6
PLACES = SQUARES + 1  # the centre and all squares
HALFWAY = 10  # a number without bounds comes to a half here
LONG = 100  # turns come to a half here

PARTS = Parts(
    ("phase", Phase.SIZE, "what is being decided", f"one-hot of {Phase.SIZE}"),
    ("to_move", SEATS, "the seat asked", "one-hot of 6, own seat first"),
    ("turn", SEATS, "the roller", "one-hot of 6, own seat first"),
    ("own", SLOTS * PLACES, "the square of each own piece; nothing for the tray", f"8 × one-hot of {PLACES}"),
    (
        "others",
        (SEATS - 1) * PLACES,
        "squares with a piece of another seat, in the order of play; the centre is not told here",
        f"5 × {PLACES} flags",
    ),
    ("inside", SEATS, "pieces in the centre", "own seat first; 6 × 0 … 8 scaled to 0 … 1"),
    ("tray", SEATS, "pieces in the tray", "own seat first; 6 × 0 … 8 scaled to 0 … 1"),
    ("pair", 2 * FACES, "the newest pair while neither die is used, the higher first", "2 × one-hot of 6"),
    ("sixes", 1, "pairs of two sixes", "v / (v + 10)"),
    ("loose", FACES, "loose dice, by score", "6 × v / (v + 10)"),
    ("due", 1, "single dice to be thrown", "v / (v + 10)"),
    ("winner", SEATS, "who has won", "one-hot of 6, own seat first"),
    ("turns", 1, "turns begun, by all players together", "v / (v + 100)"),
)
PHASE, TO_MOVE, TURN, OWN, OTHERS, INSIDE, HOME, PAIR, SIXES, LOOSE, DUE, WINNER, TURNS = PARTS.places


def observe(s: Record, o: Record, seat: int, out: Any) -> None:
    out[PHASE + s.phase] = 1.0
    if s.to_move >= 0:
        out[TO_MOVE + (s.to_move - seat) % o.players] = 1.0
    if s.turn != NOBODY:
        out[TURN + (s.turn - seat) % o.players] = 1.0
    if s.winner != NOBODY:
        out[WINNER + (s.winner - seat) % o.players] = 1.0
    out[TURNS] = s.turns / (s.turns + LONG)
    observe_pieces(s, o, seat, out)
    observe_dice(s, out)


def observe_pieces(s: Record, o: Record, seat: int, out: Any) -> None:
    for slot in range(o.pieces_per_player):
        if s.place[seat, slot] != TRAY:
            out[OWN + PLACES * slot + s.place[seat, slot]] = 1.0
    for i in range(o.players):
        other = (seat + i) % o.players
        inside = 0
        home = 0
        for slot in range(o.pieces_per_player):
            place = s.place[other, slot]
            if place == CENTRE:
                inside += 1
            elif place == TRAY:
                home += 1
            elif i > 0:
                out[OTHERS + PLACES * (i - 1) + place] = 1.0
        out[INSIDE + i] = inside / SLOTS
        out[HOME + i] = home / SLOTS


def observe_dice(s: Record, out: Any) -> None:
    if s.pair > 0:
        out[PAIR + s.pair // 10 - 1] = 1.0
        out[PAIR + FACES + s.pair % 10 - 1] = 1.0
    out[SIXES] = s.sixes / (s.sixes + HALFWAY)
    for face in range(FACES):
        out[LOOSE + face] = s.loose[face + 1] / (s.loose[face + 1] + HALFWAY)
    out[DUE] = s.due / (s.due + HALFWAY)
