"""What a play of Quantum is made of: phases, actions, outcomes, events, and the fields of a state.

A square is an index of board.py, 0 the centre. A piece is 8 × seat + slot.
"""

from typing import Any

from parlour.engine.codes import Codes, code, event, phase, run
from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.fields import Asked, Bag, Field, Named
from parlour.engine.options import Choice, Whole
from parlour.games.quantum.board import CENTRE, NAMES, SQUARES
from parlour.games.quantum.options import FirstPlayer

COLOURS = ("White", "Black", "Red", "Blue", "Green", "Purple")
SEATS = len(COLOURS)
SLOTS = 8  # for the pieces of a seat
PIECES = SEATS * SLOTS
NOBODY = -1
PAIRS = tuple(10 * high + low for high in range(1, 7) for low in range(1, high + 1))  # two dice, the higher first: 64
LONGEST = 10**9  # turns a position may tell of
MOST_DICE = 1000  # and dice of a kind

# The 17 moves of a piece: by 1 to 6 with a single die, then by totals from 2 to 12
MOVES = 17
SINGLES = -1  # so that SINGLES + score is a move, 0 to 5
TOTALS = 4  # and TOTALS + total is one, 6 to 16


class Phase(Codes):
    """What is being decided, and what is said of it: text.py has the words."""

    STARTING = phase("Who starts is decided by {lot}.", by=CHANCE, when=lambda o: o.first_player != FirstPlayer.SEAT0)
    THROWING = phase("{name}'s turn: throw both dice.", by=CHANCE)
    EXTRA = phase("{name}'s turn: throw one die{times}.", by=CHANCE)
    USING = phase("{name}'s turn: use {pool}.{how near}", by="turn")
    FINISHED = phase("{result}.", by=OVER)


class Action(Codes):
    MOVE = run(SLOTS * MOVES, "17 × slot + a move of that piece")
    ENTER = code("the lowest-numbered piece in the centre comes in")
    PASS = code("kept for a pass, which nobody ever chooses")


class Outcome(Codes):
    FIRST = run(SEATS, "the seat that starts")
    PAIR = run(len(PAIRS), "both dice, as PAIRS lists them")
    DIE = run(6, "one die, from 1 to 6")


class Event(Codes):
    """What a person would mention, the numbers that go with it, and what is said of it: text.py has the words."""

    STARTS = event("seat", "{seat} {starts}.")
    THROWS = event("seat, higher, lower", "{seat} [throws] {higher} and {lower}.{more dice}")
    THROWS_ONE = event("seat, die, after_six", "{one die}.{more dice}")
    ENTERS = event("piece, square", "{piece} enters on {square}.")
    MOVES = event("piece, start, end", "{piece} moves {way}.")
    ZAPS = event(
        "piece, start, end", "{piece} is zapped as it is passed on {start}, and falls down to {end}."
    )  # the piece passed
    BLATS = event("piece, struck, square", "{piece} strikes {met} on {square}.")
    FALLS = event("piece, start, end", "{piece} falls down from {start} to {end}.")  # the piece struck
    RISES = event("piece, start, end", "{piece} rises up from {start} to {end}.")
    JUMPS = event("piece, start, end", "{piece} ends exactly on a jump square, and jumps from {start} to {end}.")
    ABSORBED = event(
        "piece, start, end", "{piece} ends on an absorption square, and is drawn back from {start} to {end}."
    )
    EARNS = event("seat", "Going up from a jump square earns {seat} one die more.")
    TO_TRAY = event("piece, home", "{piece} is home: {home} of {target}.")  # and how many of its owner's are home
    WASTES = event("seat", "{seat} [has] nothing to use the dice for{lacking}: the turn is over.")
    NO_BALANCE = event(
        "piece, inside", "{piece} stands on home, but does not win: {lacks}. {then}."
    )  # and how many are in the centre
    WINS = event("seat", "{seat} [wins]: {why}.")
    DRAWN = event("turns", "{turns} turns have been played: the game is drawn.")


class Pair(Choice):
    """Two dice told in any order, and held with the higher first: 64; 0 for none."""

    def read(self, value: Any) -> Any:
        return super().read("".join(sorted(str(value), reverse=True)))


def is_begun(s: Record, o: Record) -> bool:
    return bool(s.phase != Phase.STARTING)


def last_seat(s: Record, o: Record) -> int:
    return int(o.players - 1)


STATE = (
    Field("phase", Choice(Phase), "what is being decided", usual=None),
    Field(
        "turns",
        Whole(0, LONGEST),
        "turns begun, by all players together",
        usual=None,
        least=is_begun,
        most=lambda s, o: (o.turn_limit or LONGEST) * is_begun(s, o),
    ),
    Field(
        "turn",
        Named(COLOURS, "none"),
        "the roller, or nobody before the start",
        usual=NOBODY,
        just=is_begun,
        most=last_seat,
    ),
    Field(
        "place",
        Named(NAMES, "tray", "a square such as 17, 12g or 0, or tray"),
        "the square of each piece, or above which it is in the air; or the tray",
        (SEATS, SLOTS),
        words=COLOURS,
        usual=None,
        exact=lambda s, o: None if is_begun(s, o) else CENTRE,
        by_seat=True,
        row=lambda s, o: o.pieces_per_player,
    ),
    Field("at", Whole(0, PIECES), "the piece + 1 that stands on each square, or 0", SQUARES + 1, derived=True),
    Field("centre", Whole(0, PIECES), "pieces in the centre", derived=True),
    Field("home", Whole(0, SLOTS), "pieces in each seat's tray (R19)", SEATS, derived=True),
    Field(
        "pair",
        Pair(0, *PAIRS[:-1]),
        "the newest pair while neither die is used, the higher first: 64",
        only=(Phase.EXTRA, Phase.USING),
    ),
    Field("sixes", Whole(0, MOST_DICE), "pairs of two sixes", only=(Phase.THROWING, Phase.EXTRA, Phase.USING)),
    Field("loose", Bag(("", *"123456"), MOST_DICE), "loose dice, by score", 7, only=(Phase.EXTRA, Phase.USING)),
    Field("due", Whole(0, MOST_DICE), "single dice to be thrown", just=(Phase.EXTRA,)),
    Field(
        "winner",
        Named(COLOURS, "none"),
        "who has won, or nobody",
        usual=NOBODY,
        only=(Phase.FINISHED,),
        most=last_seat,
        seats=True,
    ),
    Field("to_move", Asked(COLOURS), "the seat asked, or CHANCE, or OVER", derived=True),
)
