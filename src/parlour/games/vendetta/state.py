"""What a play of Vendetta is made of: phases, actions, outcomes, events, and the fields of a state.

A piece is a seat and a slot. Godfather and soldier are the words used in the rules; the other theme has its own
(text.py).
"""

from dataclasses import dataclass
from typing import Any

from parlour.engine.codes import Codes, code, event, phase, run
from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.fields import Dice, Field, Named
from parlour.engine.options import Choice, Whole
from parlour.games.vendetta.board import HALF, LETTERS, QUARTER, SPACES
from parlour.games.vendetta.options import FirstPlayer, Spin, SpinsPerTurn

NOBODY = -1
SEATS = 4  # the most there are
SLOTS = 9  # pieces of a family, the Godfather first
GODFATHER = 0
LOWER, HIGHER, TOTAL = range(3)  # what a move counts: a die, or both
NEITHER, BOTH = 0, 3  # dice played, a bit for each
LONGEST = 10**9  # turns a position may tell of

# How far a piece has come (s.pos): its progress on its own way round, or
AT_HOME, LOST = -1, -2
CIRCLE = SPACES
WON = CIRCLE + 1  # a Godfather who is home


class Phase(Codes):
    """What is being decided, and what is said of it: text.py has the words."""

    STARTING = phase("Who starts is decided by {lot}.", by=CHANCE, when=lambda o: o.first_player != FirstPlayer.SEAT0)
    THROWING = phase("{name}'s turn: throw both dice.", by=CHANCE)
    MOVING = phase("{name}'s turn: {what to do}.", by="turn")
    SILENCING = phase("{name}'s turn: choose which {soldier} is lost to {silenced}.", by="turn")
    ASKING = phase("{name}'s turn: spin, or not.", by="turn", when=lambda o: o.spin == Spin.OPTIONAL)
    SPINNING = phase("{name}'s turn: spin the spinner.", by=CHANCE)
    FINISHED = phase("{result}", by=OVER)


AFTER_MOVE = (Phase.SILENCING, Phase.ASKING, Phase.SPINNING)
AFTER_THROW = (Phase.MOVING, *AFTER_MOVE)


class Action(Codes):
    MOVE = run(27, "3 × slot + LOWER, HIGHER or TOTAL")
    PASS = code("kept for a pass, which nobody ever chooses")
    SPIN = code("spin")
    NO_SPIN = code("do not")
    LOSE = run(8, "that soldier is lost to Silenced")


class Outcome(Codes):
    FIRST = run(4, "that seat starts")
    DICE = run(21, "the higher and the lower die: 11, 21, 22, 31 and so on")
    SPUN = run(24, "that space and the opposite one")


class Event(Codes):
    """What a person would mention, the numbers that go with it, and what is said of it: text.py has the words.

    A piece is 9 × seat + slot.
    """

    STARTS = event("seat", "{seat} {starts}.")
    THROWS = event("seat, higher, lower", "{seat} [throws] {higher} and {lower}.")
    STUCK = event("seat", "{seat} can move nothing with these dice.")
    LEAVES = event("piece, space, count", "{piece} leaves home with {count} for {reached}.")
    MOVES = event("piece, start, end", "{piece} moves from space {start} to {end}.")
    TAKES = event("piece, taken, space", "{piece} takes {taken} on {space}: he is {held} and cannot move.")
    FREES = event("seat, space", "{seat}'s piece held on {space} is free again.")
    KILLS = event("piece, other, space", "{piece} is lost to {other}'s second {soldier} on {space}.")
    SILENCES = event("piece, space", "{piece} is lost to {space}.")
    RECLAIMS = event("piece", "{piece}, who was lost, comes back into home for the round just completed.")
    HIT_DUE = event("seat, space", "{seat} [has] come to {space}: {spinner} {will spin} at the end of the turn.")
    REVERSES = event(
        "seat, other, space", "{seat} [has] only [their] {leader} left on {space}: {other} [holds] him now."
    )
    SPINS = event("seat, space, opposite", "{seat} [spins]: {spinner} point at {both}.")
    SPARES = event("seat", "{seat} [does] not spin.")
    STRIKES = event("piece, space", "{piece} is struck on {space} and lost.")
    MASSACRES = event("space, lost", "{falls}.")
    DIES = event("seat, space", "{seat}'s {leader} dies on {space}.")
    GOES_OUT = event("seat", "{seat} [has] lost [their] {leader} and [is] out, with all [their] men.")
    COMES_HOME = event("seat", "{seat} [wins]: [their] {leader} is home.")
    LAST_ALIVE = event("seat", "{seat} [wins]: [their] {leader} is the last one alive.")
    ALL_DEAD = event("", "No {leader} is left: the game is drawn.")
    DRAWN = event("turns", "{turns} turns have been played: the game is drawn.")
    RELEASES = event("piece, space", "{piece} is free again on {space}: nobody is left to hold him.")


@dataclass(frozen=True)
class Place(Named):
    """How far a piece has come."""

    def read(self, value: Any) -> int:
        return LOST if value == "x" else super().read(value)

    def write(self, value: int) -> str:
        return "x" if value == LOST else super().write(value)

    @property
    def bounds(self) -> tuple[int, int]:
        return LOST, WON


PLACES = Place(
    (*map(str, range(CIRCLE + 1)), "W"),
    "H",
    "H in home, x lost, W a Godfather come home, or 0 to 48 on the way, a soldier 47 at most",
)
SPACE_SET = Whole(0, (1 << SPACES) - 1)  # a bit for each space
FAMILIES = Named(tuple(LETTERS), "none")
PIECES = Named(("g", *map(str, range(1, SLOTS))), "none")
SPINS = Named(
    tuple(f"{space}/{space + HALF}" for space in range(HALF)),
    "none",
    "two opposite spaces, the lower first, as 20/44",
)


def letters(o: Record) -> str:
    """The letters of the seats, by the homes they play: AC for two players."""
    return "".join(LETTERS[o.gate[seat] // QUARTER] for seat in range(o.players))


def is_begun(s: Record, o: Record) -> bool:
    return bool(s.phase != Phase.STARTING)


def may_be_spun(s: Record, o: Record) -> bool:
    """Whether a move can have led to a spin."""
    spinning_again = o.spins_per_turn == SpinsPerTurn.PER_PIECE and s.phase in (Phase.ASKING, Phase.SPINNING)
    return bool(s.turns > 1 or s.phase == Phase.FINISHED or (spinning_again and s.hits == 1))


STATE = (
    Field("phase", Choice(Phase), "what is being decided", usual=None),
    Field(
        "turns",
        Whole(0, LONGEST),
        "player-turns begun",
        usual=None,
        least=is_begun,
        most=lambda s, o: (o.turn_limit or LONGEST) * is_begun(s, o),
    ),
    Field("turn", FAMILIES, "the seat whose turn it is, or NOBODY", names=letters, usual=NOBODY, just=is_begun),
    Field(
        "pos",
        PLACES,
        "progress of each piece; AT_HOME, LOST; WON for a Godfather home",
        (SEATS, SLOTS),
        words=lambda s, o: letters(o),
        usual=None,
        exact=lambda s, o: None if is_begun(s, o) else AT_HOME,
        unused=LOST,
        by_seat=True,
        row=lambda s, o: o.soldiers + 1,
    ),
    Field("groups", Whole(0, 28), "families on each space, the holder first: 8 × pieces + seat + 1", (SPACES, SEATS)),
    Field("held", SPACE_SET, "the spaces that each family holds", SEATS, derived=True),
    Field("closed", SPACE_SET, "those held with two or more pieces", derived=True),
    Field("full", SPACE_SET, "those held with three", derived=True),
    Field("dice", Dice(), "the lower and the higher, 0 before a throw", 2, just=AFTER_THROW),
    Field(
        "used",
        Choice("none", "low", "high", "both"),
        "the dice that have been played, a bit for each",
        only=AFTER_THROW,
        least=lambda s, o: s.phase in AFTER_MOVE,
        most=lambda s, o: 2 if s.phase == Phase.MOVING else BOTH,
    ),
    Field(
        "moved",
        PIECES,
        "the slot moved last in this turn, or NOBODY",
        usual=NOBODY,
        just=lambda s, o: s.used != NEITHER,
        most=lambda s, o: o.soldiers,
    ),
    Field("hits", Whole(0, 2), "spins due", only=lambda s, o: s.used != NEITHER),
    Field("spun", SPINS, "the first of the two spaces spun last, or NOBODY", usual=NOBODY, only=may_be_spun),
    Field(
        "out",
        Whole(0, SEATS),
        "0, or in which order a player went out",
        SEATS,
        most=lambda s, o: o.players,
        by_seat=True,
    ),
    Field("winner", FAMILIES, "a seat, or NOBODY", names=letters, usual=NOBODY, only=(Phase.FINISHED,), seats=True),
)
