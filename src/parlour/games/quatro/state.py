"""What a play of Quatro is made of: phases, actions, outcomes, events, and the fields of a state.

A board is 0–3 for A, D, C, B, clockwise. A point is k = 0–35 on the circle, or v = 1–36 as its player counts it. Sets
of points are bits, bit v for the point v. Men belong to boards; `player` says which seat plays a board in this game.
"""

from itertools import permutations

from parlour.engine.codes import Codes, code, event, phase, run
from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.fields import Field, Named
from parlour.engine.options import Choice, Whole
from parlour.games.quatro.board import BOARDS, LARGEST, NOBODY
from parlour.games.quatro.options import DeclineCost, Match, MatchTally, Ruleset, SeatDraft

LONGEST = 10**9  # rolls, turns, games and points a position may tell of
FROM = LARGEST + 1  # where a step may start: the bar, as 0, or a point
ROLLS = tuple(f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1))
ORDERS = tuple("".join(order) for order in permutations("123"))


def boards_chosen(o: Record) -> bool:
    return bool(o.seat_draft == SeatDraft.CHOOSE)


class Phase(Codes):
    """What is being decided, and what is said of it: text.py has the words."""

    SEATING = phase("The boards are drawn.", by=CHANCE, when=lambda o: o.players == 3 and not boards_chosen(o))
    ORDERING = phase("The order of choosing is rolled.", by=CHANCE, when=boards_chosen)
    CHOOSING = phase("{chooser}'s turn: choose a board.", when=boards_chosen)
    STARTING = phase(
        "All roll a die to see who starts.", by=CHANCE, when=lambda o: o.players != 3 and o.ruleset == Ruleset.QUATRO
    )
    OPENING = phase("Both roll a die to see who starts.", by=CHANCE, when=lambda o: o.ruleset != Ruleset.QUATRO)
    DOUBLING = phase("{mover}'s turn: roll the dice, or double first.", by="turn", when=lambda o: o.cube)
    ANSWERING = phase("{answerer}'s turn: accept or decline {mover}'s double to {double}.", when=lambda o: o.cube)
    ROLLING = phase("{mover}'s turn: roll the dice.", by=CHANCE)
    MOVING = phase("{mover}'s turn: {what to do}.", by="turn")
    FINISHED = phase("{how it ended} {tallies}.", by=OVER)


class Action(Codes):
    HIGHER = run(FROM, "a step with the higher die, from the bar (0) or from that point")
    LOWER = run(FROM, "the same with the lower die")
    ROLL = code("roll without doubling")
    DOUBLE = code("double the stake")
    ACCEPT = code("accept a double")
    DECLINE = code("decline it")
    NO_MOVE = code("no die can be used")
    TAKE_BOARD = run(4, "play A, D, C or B")


class Outcome(Codes):
    DICE = run(21, "the higher and the lower die")
    OPENING = run(30, "which of two players starts, and with which two different numbers")
    STARTER = run(4, "the board that starts")
    ORDER = run(6, "an order of three players")


class Event(Codes):
    """What a person would mention, the numbers that go with it, and what is said of it: text.py has the words."""

    SITS = event("seat, board", "{seat} [plays] {colour}, home board {home}.")
    CHOOSES_AFTER = event("first, second, third", "Boards are chosen by {first}, then {second}, then {third}.")
    STARTS = event("board", "{board} [starts].")
    ROLLS = event("board, higher, lower", "{board} [rolls] {higher}–{lower}.")
    MOVES = event("board, from, to", "{board} [moves] from {start} to {end}.")
    TOUCHES = event("board, from, to", "{board} [touches] {end}, which {owner} [holds], coming from {start}.")
    ENTERS = event("board, to", "{board} [enters] on {point}.")
    BEARS_OFF = event("board, from", "{board} [bears] a man off from {point}.")
    HITS = event("board, other, where", "{board} [hits] {other}'s man on {end}, who goes to the bar.")
    FORFEITS = event("board", "{board} cannot use any number: {reason}.")
    DOUBLES = event("board, stake", "{board} [doubles] to {stake}.")
    ACCEPTS = event("board", "{board} [accepts] the double.")
    DECLINES = event("board", "{board} [declines] the double.")
    CUBE_AT = event("board, stake", "{board} now [holds] the cube at {stake}.")
    OUT = event("board", "{board} [has] borne off every man.")
    WINS = event("board", "{board} [wins] the game.")
    LOSES = event("board, times the stake", "{board} [loses] {times the stake}.")
    PAYS = event("board, other, points", "{board} [pays] {other} {how much}.")
    VOID = event("", "The limit of {limit} rolls is reached: the game is void and nobody pays.")
    NEW_GAME = event("game", "Game {game} begins.")
    MATCH_OVER = event("", "The end. {tallies}.")


BEFORE_BOARDS = (Phase.SEATING, Phase.ORDERING, Phase.CHOOSING)
BEFORE_TURNS = (*BEFORE_BOARDS, Phase.STARTING, Phase.OPENING)
IN_TURN = (Phase.DOUBLING, Phase.ANSWERING, Phase.ROLLING, Phase.MOVING)


# A step as a position tells it, `5:9`, `1:bar` or `3:25*D`: the number used, where from, and who was hit
MADE = Named(
    tuple(
        f"{pips}:{v or 'bar'}{hit}" for hit in ("", "*A", "*D", "*C", "*B") for pips in range(1, 7) for v in range(FROM)
    ),
    described="die:point or die:bar, with *A if A was hit",
)


def read_step(number: int) -> tuple[int, int, int]:
    """Of a step as the trail keeps it: where from, the number used, and who was hit, or NOBODY."""
    rest, v = divmod(number, FROM)
    hit, pips = divmod(rest, 6)
    return v, pips + 1, hit - 1


MEN = Whole(0, 15)
POINTS = Whole(0, (2 << LARGEST) - 1)
BOARD = Named(tuple(BOARDS))
SEAT = Named(tuple("1234"), "-")


def is_over(s: Record, o: Record) -> bool:
    return bool(s.phase == Phase.FINISHED)


def usual_players(s: Record, o: Record) -> list[int]:
    """Who sits where when the seats are simply filled clockwise."""
    seats = iter(range(4))
    return [next(seats) if o.in_use[board] and s.phase not in BEFORE_BOARDS else NOBODY for board in range(4)]


def most_rolls(s: Record, o: Record) -> int:
    """The cap ends a game, so that nobody rolls or doubles once it is reached."""
    ended = s.phase in (Phase.MOVING, Phase.FINISHED)
    return (o.turn_cap or LONGEST) - (0 if ended else 1)


def most_games(s: Record, o: Record) -> int:
    most = {Match.SINGLE: 1, Match.SERIES: o.match_target}.get(o.match, LONGEST)
    return most - (0 if s.phase == Phase.FINISHED else 1)


def most_paid(s: Record, o: Record) -> int:
    """While a game goes on only those have paid who declined a double, at the value before it (R20.4)."""
    if s.phase == Phase.FINISHED:
        return LONGEST
    if o.teams:
        return 0
    before = s.cube if s.phase == Phase.ANSWERING else s.cube // 2
    return before * (4 if o.decline_cost == DeclineCost.BY_POSITION else 1)


def least_tally(s: Record, o: Record) -> int:
    """What is paid only counts against what is received (R23)."""
    return -LONGEST if o.match == Match.SINGLE or o.match_tally == MatchTally.NET else 0


def total_tally(s: Record, o: Record) -> int | None:
    """What one receives another pays."""
    return 0 if o.match_tally == MatchTally.NET else None


def only_tally(s: Record, o: Record) -> list[int] | None:
    """A single game is what was received less what was paid, once it is over."""
    if o.match != Match.SINGLE:
        return None
    return [s.received[seat] - s.paid[seat] if is_over(s, o) else 0 for seat in range(4)]


STATE = (
    Field("phase", Choice(Phase), "what is being decided", usual=Phase.ROLLING, told=lambda s, o: True),
    Field("men", MEN, "on each place of the circle", LARGEST),
    Field("owner", BOARD, "the board they belong to, or NOBODY", LARGEST, derived=True),
    Field("bar", MEN, "men on the bar, by board", 4, derived=True),
    Field("off", MEN, "men borne off, by board", 4, derived=True),
    Field("present", Whole(0, 1), "1 while the board's player is in the game", 4, derived=True),
    Field(
        "player",
        SEAT,
        "the seat at each board, or NOBODY",
        4,
        word="players",
        usual=usual_players,
        only=lambda s, o: s.phase not in (Phase.SEATING, Phase.ORDERING),
        most=lambda s, o: [o.players - 1 if boards_chosen(o) or o.in_use[board] else NOBODY for board in range(4)],
        distinct=True,
        count=lambda s, o: None if s.phase in BEFORE_BOARDS else o.players,
    ),
    Field(
        "order",
        Named(ORDERS),
        "the order in which three players choose boards, or NOBODY",
        word="choosers",
        usual=NOBODY,
        just=(Phase.CHOOSING,),
    ),
    Field(
        "board",
        BOARD,
        "whose turn it is, as a board",
        word="turn",
        usual=NOBODY,
        just=(*IN_TURN, Phase.FINISHED),
    ),
    Field(
        "roll",
        Named(ROLLS),
        "the dice of this play, as their outcome, or NOBODY",
        word="dice",
        usual=NOBODY,
        just=(Phase.MOVING,),
    ),
    Field(
        "trail",
        MADE,
        "the steps made in this play, or NOBODY",
        4,
        word="moved",
        usual=NOBODY,
        short=True,
        only=(Phase.MOVING,),
    ),
    Field("steps", Whole(0, 4), "how many those are", derived=True),
    Field("dice", Whole(0, 6), "the higher and the lower number rolled", 2, derived=True),
    Field("left", Whole(0, 4), "how often the higher and the lower die may still be used", 2, derived=True),
    Field("need", Whole(0, 4), "dice this play must use (R9)", derived=True),
    Field("transit", Whole(0, LARGEST), "v of a man standing on a blocked point, or 0", only=(Phase.MOVING,)),
    Field(
        "fresh",
        Whole(0, LARGEST),
        "v of a man just entered, still within his entry total, or 0",
        only=(Phase.MOVING,),
    ),
    Field("own", POINTS, "the points where each board has men, as it counts", 4, derived=True),
    Field("made", POINTS, "those where it has two or more", 4, derived=True),
    Field("faced", POINTS, "the same as those, as the board facing it counts", 4, derived=True),
    Field("shut", POINTS, "the points blocked for the mover in this play (R4)", derived=True),
    Field(
        "cube",
        Choice(1, 2, 4, 8, 16, 32, 64),
        "the stake, 1 while the cube is in the centre",
        usual=1,
        most=lambda s, o: o.cube_cap if o.cube else 1,
    ),
    Field("last", BOARD, "the board that doubled last, or NOBODY", usual=NOBODY),
    Field(
        "asked",
        BOARD,
        "the board that answers a double, or NOBODY",
        usual=NOBODY,
        just=(Phase.ANSWERING,),
    ),
    Field("accepted", Whole(0, 1), "someone has accepted it", derived=True),
    Field("rolls", Whole(0, LONGEST), "in this game", most=most_rolls),
    Field("game", Whole(0, LONGEST), "games finished", least=is_over, most=most_games),
    Field("turns", Whole(0, LONGEST), "turns begun"),
    Field("turn", Whole(NOBODY, 3), "whose turn it is, as a seat", derived=True),
    Field(
        "received",
        Whole(0, LONGEST),
        "this game's payments, by seat",
        4,
        by_seat=True,
        total=lambda s, o: sum(s.paid),
    ),
    Field("paid", Whole(0, LONGEST), "made in this game, by seat", 4, by_seat=True, most=most_paid),
    Field(
        "tally",
        Whole(-LONGEST, LONGEST),
        "the match so far, by seat",
        4,
        by_seat=True,
        least=least_tally,
        exact=only_tally,
        total=total_tally,
    ),
)
