"""What a play of Numeric is made of: phases, actions, outcomes, events, endings, and the fields of a state."""

from parlour.engine.codes import Codes, code, event, phase, run
from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.fields import Bits, Field, Listed, Named, Placed, Thrown
from parlour.engine.options import Choice, Whole
from parlour.games.numeric.board import CELLS, NUMBERS, SEATS, THIRD, label
from parlour.games.numeric.options import DeckMode, Scramble, Variant
from parlour.games.numeric.pack import PACK
from parlour.games.numeric.reach import HIGHEST, THROWS, WORD, Signs

NOBODY = -1
NO_THROW = -1
LONGEST = 10**9  # throws, cards and pounds that a position may tell of
SLOTS = 6  # counters of a rack that may be exchanged, the lowest


def has_counters(o: Record) -> bool:
    return bool(o.variant == Variant.COUNTERS)


class Phase(Codes):
    """What is being decided, and what is said of it: text.py has the words."""

    FILLING = phase("{served} [fills] [their] rack from the bag.", by=CHANCE, when=has_counters)
    STARTING = phase("Who throws first is decided by lot.", by=CHANCE)
    THROWING = phase("{name}'s turn: throw the dice.", by=CHANCE)
    FORMING = phase("{name}'s turn{member}: make a number{whence} from {the throw}, or pass.", by="turn")
    PLACING = phase("{name}'s turn{member}: choose a cell for {chosen}.", by="turn")
    TURNING_CARD = phase("{name}'s turn: take an action card.", word="card", by=CHANCE)
    CHOOSING = phase("{name}'s turn: card {shown card}. {what it says}", by="turn")
    BANKRUPT = phase("{asked}'s turn: bankrupt! Forfeit, or join another side to help it.")
    SWAPPING = phase("{name}'s turn: exchange {swaps}, or keep the rack.", by="turn", when=has_counters)
    SWAP_DRAW = phase("{name}'s turn: draw a counter for {chosen}.", word="exchange", by=CHANCE, when=has_counters)
    FINISHED = phase("The game is over: {reason}. {purses}", by=OVER)


CARD_TURNED = (Phase.CHOOSING, Phase.BANKRUPT)
CARD_DUE = (Phase.TURNING_CARD, *CARD_TURNED)
IN_THROW = (Phase.FORMING, Phase.PLACING, *CARD_DUE)
SERVING = (Phase.FILLING, Phase.SWAPPING, Phase.SWAP_DRAW)


class Action(Codes):
    PASS = code("place nothing, or exchange no more")
    FORM = run(4 * HIGHEST, "4 × the number less one, and the class of its signs")
    PLACE = run(CELLS, "lay the counter on that cell")
    TAKE = code("an end card: take the money")
    END = code("an end card: end the game")
    FORFEIT = code("bankrupt: leave the game")
    JOIN = run(len(SEATS), "bankrupt: help that seat")
    SWAP = run(SLOTS, "exchange the counter in that place on the rack, in their order")


class Call(Codes, start=Action.SIZE):
    """What a referee may declare."""

    CLOCK = code("the time of the game has run out")
    TIMEOUT = code("the time of a decision has run out")
    ATTEMPTS = code("there were too many wrong statements")
    CLAIM = run(len(SEATS), "that seat claims the turn")


class Outcome(Codes):
    FIRST = run(len(SEATS), "that seat throws first")
    THROW = run(len(THROWS), "the dice, as a place in `reach.THROWS`")
    CARD = run(PACK, "the card, less one")
    DRAW = run(HIGHEST, "the counter, less one")


class Event(Codes):
    """What a person would mention, the numbers that go with it, and what is said of it: text.py has the words."""

    STARTS = event("seat", "{seat} [throws] first.")
    THROWS = event("seat, throw", "{throws}{for all}.")
    COVERS = event("seat, number", "{seat} [makes] {number} = {calculation}{same dice}, and [covers] it.")
    PLACES = event(
        "seat, number, cell", "{seat} [makes] {number} = {calculation}{same dice}, and [places] it on {cell}."
    )
    EARNS = event("seat, pounds, cell", "{seat} [earns] {earning} and [has] {purse}.")
    BONUS = event("seat, pounds", "{seat} [has] placed three counters of [their] own: a special bonus of {pounds}.")
    PASSES = event("seat", "{seat} [passes].")
    CANNOT = event("seat", "{seat} [has] nothing to place with these dice, and [passes].")
    OUT_OF_TIME = event("seat", "{seat} ran out of time.")
    OUT_OF_ATTEMPTS = event("seat", "{seat} had too many attempts: the turn is a pass.")
    DRAWS_CARD = event("seat, card", "{seat} [draws] card {card}: {told}")
    RECEIVES = event("seat, pounds", "{seat} [receives] {pounds}{because} and [has] {purse}.")
    PAYS = event("seat, pounds, due", "{seat} [pays] {pounds}{short}{because} and [has] {purse}.")
    GIVES = event("seat, other, pounds", "{seat} [pays] {pounds} to {other}{because}.")
    NOTHING = event("seat, card", "Nothing happens to {seat}{because}.")
    ENDS_IT = event("seat", "{seat} [ends] the game.")
    GOES_OUT = event("seat", "{seat} [is] bankrupt and [forfeits].")
    JOINS = event("seat, other", "{seat} [is] bankrupt and [joins] {other} to help.")
    DRAWS = event("seat, counter", "{seat} [draws] {counter} from the bag.")
    EXCHANGES = event("seat, counter, drawn", "{seat} [exchanges] {counter} for {drawn}.")
    SCRAMBLE = event("", "The scramble begins: with the same dice, any counter on any rack may be placed.")
    CLAIMS_TURN = event("seat", "{seat} [claims] the turn.")
    CLOCK_OUT = event("", "Time is up.")
    LAST_THROW = event("why", "This is the last throw: {why}.")
    GAME_OVER = event("why", "The game is over: {why}. {standings}")


class Ending(Codes):
    """Why a game ends."""

    GOING_ON = code("it does not", word="none")
    TIME_LIMIT = code("time is up")
    THROW_LIMIT = code("the agreed number of throws has been made")
    FUNDS = code("the agreed amount has been reached")
    LINE = code("a line is complete")
    ZONES_COMPLETE = code("the agreed zones are complete")
    ALL_PRIMES = code("every gold and silver number is taken")
    ALL_COVERED = code("every number is covered")
    COUNTERS_USED = code("all counters are used")
    COVER_COUNT = code("the agreed number of numbers is taken")
    EXHAUSTED = code("nothing is left that any throw could take")
    END_CARD = code("a card ended the game")
    LAST_SIDE = code("only one side is left")
    STALL = code("too many throws in a row brought nothing")
    MAX_THROWS = code("the limit of throws is reached")


COUNT = Whole(0, LONGEST)
SHOWN = tuple("".join(map(str, dice[::-1])) for dice in THROWS)
DICE = Thrown(SHOWN, "none", "three or four dice, as 6431")
SIDES = Bits(tuple(SEATS), "none")
SET = Listed(tuple(map(str, NUMBERS)), WORD)
LAID = Placed(tuple(label(cell) for cell in range(CELLS)), 1, HIGHEST, "C0:4,V1:5")


def cards_seen(s: Record, o: Record) -> int:
    """How many cards have been seen since the pack was shuffled."""
    return int(min(s.drawn, PACK) if o.deck_mode == DeckMode.CYCLE else s.drawn % PACK)


def most_drawn(s: Record, o: Record) -> int:
    """A card is only turned by chance until the order of the pack is known (N44)."""
    turning = s.phase == Phase.TURNING_CARD and o.deck_mode == DeckMode.CYCLE
    return (PACK - 1 if turning else LONGEST) * int(o.cards)


def everybody(s: Record, o: Record) -> int:
    """All sides, as bits."""
    return int((1 << o.players) - 1)


def last_throw(s: Record, o: Record) -> int:
    """The number of throws after which the game is over in any case."""
    return int(min(o.max_throws, o.end_throws or o.max_throws))


STATE = (
    Field("phase", Choice(Phase), "what is being decided", usual=None),
    Field(
        "throws",
        Whole(0, 100_000),
        "throws made",
        usual=None,
        most=lambda s, o: last_throw(s, o) if s.phase != Phase.STARTING else 0,
    ),
    Field(
        "turns",
        Whole(0, 100_001),
        "throws begun",
        usual=lambda s, o: s.throws,
        least=lambda s, o: s.throws + (s.phase == Phase.THROWING),
        most=lambda s, o: s.throws + (s.phase in (Phase.THROWING, Phase.FINISHED)),
    ),
    Field(
        "thrower", Choice(*SEATS), "who throws, or has thrown", usual=None, most=lambda s, o: o.players - 1, seats=True
    ),
    Field("turn", Named(tuple(SEATS), "none"), "whose turn it is", usual=NOBODY, most=lambda s, o: o.players - 1),
    Field(
        "asked",
        Whole(-1, len(SEATS)),
        "place in the round, from the thrower, of the side whose turn it is",
        usual=None,
        most=lambda s, o: o.players,
    ),
    Field("throw", DICE, "the dice, or NO_THROW", usual=NO_THROW),
    Field("money", COUNT, "the purses", len(SEATS), told=lambda s, o: True, by_seat=True),
    Field("own", SET, "what each side has covered or placed", (len(SEATS), 2), words=tuple(SEATS), by_seat=True),
    Field(
        "racks",
        SET,
        "counters on each rack",
        (len(SEATS), 2),
        words=tuple(f"rack{seat}" for seat in SEATS),
        by_seat=True,
        row=lambda s, o: 2 * has_counters(o),
    ),
    Field("cells", LAID, "the counter on each cell, or 0", CELLS, row=lambda s, o: CELLS * has_counters(o)),
    Field("free", SET, "numbers not yet covered or placed", 2, derived=True),
    Field("covered", Whole(0, HIGHEST), "how many numbers are covered or placed", derived=True),
    Field("bag", SET, "counters in the bag", 2, derived=True),
    Field("taken", Whole(0, (1 << THIRD) - 1), "cells with a counter on them", 3, derived=True),
    Field("where", Whole(0, CELLS - 1), "the cell of each counter that is placed", HIGHEST + 1, derived=True),
    Field("open", SET, "placed counters with an empty cell beside them", 2, derived=True),
    Field(
        "circuit",
        Whole(0, 2),
        "0 in the first turns; in the scramble 1 anticlockwise, 2 clockwise",
        most=lambda s, o: 2 if has_counters(o) and o.scramble != Scramble.OFF else 0,
    ),
    Field(
        "claimed",
        Whole(0, 1),
        "whether this turn was claimed",
        most=lambda s, o: o.scramble == Scramble.CLAIM and s.circuit > 0 and s.phase in IN_THROW,
    ),
    Field("made", Whole(0, HIGHEST), "placements with this throw", most=lambda s, o: s.covered),
    Field("number", Whole(0, HIGHEST), "being placed, or placed last; or the counter being exchanged"),
    Field("signs", Whole(0, Signs.BOTH), "the class of its expression", only=lambda s, o: s.number > 0),
    Field("reward", Whole(0, 100_000), "what it paid", only=CARD_DUE),
    Field("card", Whole(0, PACK), "being carried out, or 0", only=CARD_TURNED),
    Field("drawn", COUNT, "cards drawn", most=most_drawn),
    Field(
        "swaps",
        Whole(0, 6),
        "exchanges left to the side being served",
        least=lambda s, o: s.phase in (Phase.SWAPPING, Phase.SWAP_DRAW),
        most=lambda s, o: o.exchange_on_miss if s.phase in (*SERVING, Phase.FINISHED) else 0,
    ),
    Field("idle", COUNT, "throws in a row without a placement", most=lambda s, o: s.throws),
    Field("clock", Whole(0, 1), "whether time is up", only=lambda s, o: o.end_minutes > 0),
    Field(
        "pack",
        Whole(0, PACK),
        "cards in the order seen since the shuffle",
        PACK,
        row=cards_seen,
        distinct=True,
        count=cards_seen,
    ),
    Field(
        "passed",
        SIDES,
        "who has passed in the scramble since the last placement",
        only=lambda s, o: s.circuit > 0,
        most=everybody,
        seats=True,
    ),
    Field(
        "broke",
        SIDES,
        "who is ruined by this card, and has yet to choose",
        only=(Phase.BANKRUPT,),
        most=everybody,
        seats=True,
    ),
    Field(
        "placed",
        Whole(0, 8),
        "own counters placed with this throw",
        len(SEATS),
        by_seat=True,
        most=lambda s, o: o.rack_size * has_counters(o),
    ),
    Field(
        "out",
        COUNT,
        "0, or the card, counted in `drawn`, that ruined the side",
        len(SEATS),
        by_seat=True,
        most=lambda s, o: s.drawn,
    ),
    Field(
        "joined",
        Whole(0, len(SEATS)),
        "0, or the seat + 1 that a ruined side helps",
        len(SEATS),
        by_seat=True,
        most=lambda s, o: o.players,
    ),
    Field(
        "last",
        Choice(Ending),
        "why this is the last throw",
        usual=Ending.GOING_ON,
        only=lambda s, o: o.finish_throw,
    ),
    Field("reason", Choice(Ending), "why the game is over", usual=Ending.GOING_ON, just=(Phase.FINISHED,)),
)
