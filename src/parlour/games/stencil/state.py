"""What a play of Stencil is made of: phases, actions, outcomes, events, and the fields of a state."""

from parlour.engine.codes import Codes, code, event, phase, run
from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.fields import Asked, Bits, Field, Named
from parlour.engine.options import Choice, Whole
from parlour.games.stencil.board import CELLS, PLATES
from parlour.games.stencil.options import FailedClaimRule, FirstPlayer, PlateChoice, Unfinished

SEATS = 2
COLOURS = ("red", "white")
NOBODY = -1
LONGEST = 10**9  # turns a position may tell of


class Phase(Codes):
    """What is being decided, and what is said of it: text.py has the words."""

    STARTING = phase("Who starts is drawn.", by=CHANCE, when=lambda o: o.first_player == FirstPlayer.RANDOM)
    DEALING = phase("The plates are dealt.", by=CHANCE, when=lambda o: o.plate_choice == PlateChoice.RANDOM)
    CHOOSING = phase("{name}'s turn: choose a plate.", when=lambda o: o.plate_choice == PlateChoice.PICK)
    PLAYING = phase("{name}'s turn: {what to do}.")
    FINISHED = phase("{why won}The {contest} is over, {points}.", by=OVER)


BEGUN = (Phase.PLAYING, Phase.FINISHED)  # a game is being played, or was the last
AFTER_STARTING = (Phase.DEALING, Phase.CHOOSING, *BEGUN)


class Action(Codes):
    PLACE = run(16, "a counter on that cell")
    CLAIM = run(8, "the plate in that orientation")
    CHOOSE = run(4, "take plate K1 to K4")
    NO_CLAIM = code("nothing to place, and no claim")


class Outcome(Codes):
    FIRST = run(2, "red or white starts")
    DEAL = run(16, "the plates of both: 4 × red's + white's")


class Event(Codes):
    """What a person would mention, the numbers that go with it, and what is said of it: text.py has the words."""

    STARTS = event("seat", "{seat} [starts]{after choosing}.")
    TAKES_PLATE = event("seat, plate", "{seat} [takes] plate {plate}.")
    PLACES = event("seat, cell", "{seat} [places] a counter on {cell}.")
    CLAIMS_RIGHT = event("seat, plate, orientation", "{seat} [lays] {plate}, {orientation}: {shown}. A stencil!")
    CLAIMS_WRONG = event("seat, plate, orientation", "{seat} [lays] {plate}, {orientation}: {shown}. Wrong.")
    MUST_PLACE_NOW = event("seat", "{seat} must now place a counter.")
    CLAIMS_NOTHING = event("seat", "{seat} [has] nothing to place and [claims] nothing.")
    WINS_GAME = event("seat", "{seat} [wins] the game.")
    UNFINISHED = event("result", "The game is unfinished: {result}.")
    ABANDONED = event("", "The game is unfinished and abandoned: it will be played again.")
    NEW_GAME = event("game, starter", "Game {game}: {starter} [starts]{after choosing}.")
    MATCH_OVER = event("red, white", "The {contest} is over, {outcome}.")


def full_budget(s: Record, o: Record) -> int:
    """The budget of a player who has not failed yet; it is handed out when a game is prepared."""
    budgeted = o.failed_claim_rule == FailedClaimRule.BUDGET and s.phase != Phase.STARTING
    return o.claim_budget if budgeted else 0


def usual_asked(s: Record, o: Record) -> int:
    return OVER if s.phase == Phase.FINISHED else CHANCE


def only_plates(s: Record, o: Record) -> tuple[int, int] | None:
    """The plates that the options fix."""
    fixed = o.plate_choice == PlateChoice.FIXED and s.phase in BEGUN
    return (o.red_plate, o.white_plate) if fixed else None


def most_idle(s: Record, o: Record) -> int:
    """What ends a game is seen at the end of the last one (R6, S9)."""
    last = int(s.phase == Phase.FINISHED)
    if not any(s.hand):
        return int(2 * o.final_attempts - 1 + last)
    return 1 + last if o.failed_claim_rule == FailedClaimRule.FREE else 0


STATE = (
    Field("phase", Choice(Phase), "what is being decided", usual=Phase.PLAYING),
    Field("counters", Bits(CELLS), "each seat's counters on the board", SEATS, words=COLOURS, only=BEGUN, by_seat=True),
    Field("hand", Whole(0, 8), "counters not yet placed", SEATS, derived=True),
    Field(
        "to_move",
        Asked(COLOURS),
        "the seat asked, or CHANCE, or OVER",
        word="turn",
        usual=usual_asked,
        just=(Phase.CHOOSING, Phase.PLAYING),
    ),
    Field("turn", Named(COLOURS), "whose turn it is, or nobody's", derived=True),
    Field(
        "plate",
        Named(PLATES, "-"),
        "each seat's plate",
        SEATS,
        word="plates",
        usual=NOBODY,
        told=lambda s, o: True,
        only=(Phase.CHOOSING, *BEGUN),
        most=lambda s, o: o.plates - 1,
        exact=only_plates,
        distinct=True,
        count=lambda s, o: SEATS if s.phase in BEGUN else None,
        by_seat=True,
    ),
    Field(
        "starter",
        Named(COLOURS),
        "who starts this game",
        told=lambda s, o: s.phase != Phase.STARTING,
        only=AFTER_STARTING,
        seats=True,
    ),
    Field(
        "last_failed",
        Whole(0, 1),
        "whether a seat's previous turn ended with a failed claim",
        SEATS,
        word="failed",
        only=BEGUN,
        most=lambda s, o: o.failed_claim_rule == FailedClaimRule.NO_REPEAT,
        by_seat=True,
    ),
    Field(
        "budget",
        Whole(0, 16),
        "failed claims that may still end a turn",
        SEATS,
        usual=full_budget,
        only=BEGUN,
        most=full_budget,
        by_seat=True,
    ),
    Field("must_place", Whole(0, 1), "a failed claim in this turn did not end it"),
    Field("idle", Whole(0, 8), "successive failed turns, where they can end the game", only=BEGUN, most=most_idle),
    Field("turns", Whole(0, LONGEST), "turns begun", only=AFTER_STARTING),
    Field(
        "played",
        Whole(0, 1000),
        "games that counted",
        usual=lambda s, o: o.games if s.phase == Phase.FINISHED else 0,
        told=lambda s, o: s.played > 0,
        only=AFTER_STARTING,
        most=lambda s, o: o.games - (s.phase != Phase.FINISHED),
        exact=lambda s, o: o.games if s.phase == Phase.FINISHED else None,
    ),
    Field(
        "abandoned",
        Whole(0, 1000),
        "games that did not count",
        only=AFTER_STARTING,
        most=lambda s, o: o.games if o.unfinished == Unfinished.ABANDON else 0,
    ),
    Field(
        "halves",
        Whole(0, 2000),
        "half points scored",
        SEATS,
        most=lambda s, o: 2 * s.played,
        total=lambda s, o: 2 * s.played if o.unfinished == Unfinished.HALF else None,
        by_seat=True,
    ),
)
