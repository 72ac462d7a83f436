"""The words of Stencil."""

from parlour.engine.contract import Record
from parlour.engine.people import person
from parlour.engine.wording import Sentences, Words, listed
from parlour.games.stencil import rules, solving
from parlour.games.stencil.board import CELLS, PLATES, cells_of
from parlour.games.stencil.options import FailedClaimRule, PlateChoice, PlatesFor, Unfinished
from parlour.games.stencil.state import NOBODY, Action, Event, Outcome, Phase

SEATS = ("Red", "White")
QUARTERS = ("as it lies", "a quarter turn", "half a turn", "three quarters of a turn")
SHORT = ("as it lies", "¼ turn", "½ turn", "¾ turn")  # below a plate
TURNED = (*QUARTERS, *(f"turned over, {quarter}" for quarter in QUARTERS))  # how a plate lies in each orientation


# Why a wrong claim does not end this turn (R6): after it, and before it
NOT_ENDED = FailedClaimRule.table(
    NO_REPEAT="a second wrong claim in a row does not end",
    FREE="",
    STRICT="a wrong claim does not end",
    BUDGET="no more of [their] wrong claims end",
)
MUST_FOLLOW = FailedClaimRule.table(
    NO_REPEAT="[their] last turn was a wrong claim: if another is wrong too,",
    FREE="",
    STRICT="after a wrong claim",
    BUDGET="[their] wrong claims are used up, so after another one",
)


def seat(s: Record, o: Record, number: int) -> str:
    return SEATS[number]


def who(number: int) -> str:
    """The mark for whoever plays red or white."""
    return person(number, SEATS[number])


def _shown(s: Record, o: Record, number: int, plate: int, turning: int) -> str:
    """What the four holes show."""
    holes = o.holes[plate, turning]
    own = holes & s.counters[number]
    others = holes & s.counters[1 - number]
    parts = [
        f"{mask.bit_count()} {name}"
        for mask, name in (
            (own, SEATS[number].lower()),
            (others, SEATS[1 - number].lower()),
            (holes & ~own & ~others, "empty"),
        )
        if mask
    ]
    return ", ".join(parts) + f" on {_spaced(holes)}"


def _spaced(holes: int) -> str:
    """`a1 b2 c3 d4`."""
    return " ".join(cells_of(holes)[i : i + 2] for i in (0, 2, 4, 6))


def contest(s: Record, o: Record, *_: int) -> str:
    """What is over at the end."""
    return "match" if o.games > 1 else "game"


def _outcome(s: Record, o: Record, red: int, white: int, _: int) -> str:
    """The winner's points come first."""
    winner = f"a drawn {contest(s, o)}" if red == white else f"{who(int(white > red))} [wins]"
    return f"{_score(max(red, white), min(red, white))}: {winner}"


def _score(red: int, white: int) -> str:
    """Of half points."""
    return f"{red / 2:g} to {white / 2:g}"


def _what_to_do(s: Record, o: Record, *_: int) -> str:
    """What the seat to move may do."""
    if s.must_place:
        return f"place a counter, because {NOT_ENDED[o.failed_claim_rule]} the turn"
    if not rules.can_place(s, s.to_move):
        if not rules.can_claim(s, o):
            return f"no counter is left, and claims start at {o.min_counters_to_claim} counters"
        return "no counter is left; claim, or claim nothing"
    if not rules.can_claim(s, o):
        enough = f"{o.min_counters_to_claim} counters in all"
        return f"place a counter; with {enough} on the board you may lay your plate and claim"
    if rules.failure_ends_turn(s, o, s.to_move):
        return "place a counter, or claim; a counter placed or a wrong claim ends the turn"
    return f"place a counter, or claim; {MUST_FOLLOW[o.failed_claim_rule]} a counter must be placed"


def winning_claim(s: Record, o: Record) -> tuple[int, int] | None:
    """Who ended the match by a claim, and how the plate was laid; nothing where its last game was not finished."""
    free = o.failed_claim_rule == FailedClaimRule.FREE and s.idle >= 2
    stuck = rules.no_counters_left(s) and s.idle >= 2 * o.final_attempts
    if s.phase != Phase.FINISHED or free or stuck or s.turns == 0:
        return None
    seat = s.starter if s.turns % 2 else 1 - s.starter
    turning = next((turning for turning in range(o.turnings) if rules.is_complete(s, o, seat, turning)), None)
    return None if turning is None else (seat, turning)


def _why_won(s: Record, o: Record, *_: int) -> str:
    """The claim that ended it, in words."""
    won = winning_claim(s, o)
    if won is None:
        return ""
    seat, turning = won
    plate = s.plate[seat]
    return f"{who(seat)} laid plate {PLATES[plate]}, {TURNED[turning]}: {_shown(s, o, seat, plate, turning)}. "


def _after_choosing(s: Record, o: Record, *_: int) -> str:
    """Who starts chooses a plate as the second (S4)."""
    chooses = o.plate_choice == PlateChoice.PICK and (s.plate[0] == NOBODY or o.plates_for != PlatesFor.MATCH)
    return ", once both have chosen a plate" if chooses else ""


WORDS: dict[str, Words] = {
    "why won": _why_won,
    "after choosing": _after_choosing,
    "name": lambda s, o, *_: who(s.to_move),
    "what to do": _what_to_do,
    "points": lambda s, o, *_: _score(max(s.halves), min(s.halves)),
    "seat": lambda s, o, number: who(number),
    "starter": lambda s, o, number: who(number),
    "plate": PLATES,
    "cell": CELLS,
    "orientation": TURNED,
    "shown": _shown,
    "contest": contest,
    "outcome": _outcome,
    "result": Unfinished.table(DRAW="a draw", HALF="half a point each", ABANDON="a draw"),
}
event = Sentences(Event, WORDS)
asking = Sentences(Phase, WORDS)


def label(s: Record, o: Record, action: int) -> str:
    if action < Action.CLAIM:
        return f"a counter on {CELLS[action]}"
    if action < Action.CHOOSE:
        return f"claim: {TURNED[action - Action.CLAIM]}"
    if action < Action.NO_CLAIM:
        return f"plate {PLATES[action - Action.CHOOSE]}"
    return "no claim"


def sentence(s: Record, o: Record, action: int) -> str:
    if action < Action.CLAIM:
        return f"Place a counter on {CELLS[action]}."
    if action < Action.CHOOSE:
        return f"Claim: lay plate {PLATES[s.plate[s.to_move]]} on the board, {TURNED[action - Action.CLAIM]}."
    if action < Action.NO_CLAIM:
        return f"Take plate {PLATES[action - Action.CHOOSE]}."
    return "Nothing to place, and no claim."


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.DEAL:
        return f"{who(code)} [starts]{_after_choosing(s, o)}."
    red, white = divmod(code - Outcome.DEAL, 4)
    return f"{who(0)} [gets] plate {PLATES[red]}, {who(1)} [gets] plate {PLATES[white]}."


def asked(s: Record, o: Record) -> str:
    return asking(s, o, s.phase)


def hints(s: Record, o: Record) -> list[str]:
    """What the hint level of the table tells the seat to move (S11); nothing at level 0."""
    if s.phase != Phase.PLAYING or o.hint_level == 0:
        return []
    lines = []
    for number in (s.to_move, 1 - s.to_move):
        for turning in range(o.turnings):
            plate = f"{who(number)}'s plate {PLATES[s.plate[number]]}"
            lines.append(f"{plate}, {TURNED[turning]}: {_spaced(o.holes[s.plate[number], turning])}.")
    if o.hint_level >= 2:
        lines.append("What the holes of the plate would show:")
        for turning in range(o.turnings):
            lines += ["", *_outlined(s, o, s.to_move, turning)]
    if o.hint_level >= 3:
        done = [turning for turning in range(o.turnings) if rules.is_complete(s, o, s.to_move, turning)]
        if done:
            how = f": lay the plate {TURNED[done[0]]}" if o.hint_level >= 4 else ""
            lines.append(f"{who(s.to_move)} [has] a complete stencil{how}.")
    if o.hint_level >= 4 and rules.can_place(s, s.to_move):
        for number in (s.to_move, 1 - s.to_move):
            cells = completing_cells(s, o, s.to_move, number)
            if cells:
                lines.append(f"A counter on {listed(cells, 'or')} would complete {who(number)}'s stencil.")
    return ["\n".join(lines)]


def _outlined(s: Record, o: Record, number: int, turning: int) -> list[str]:
    """The board with the holes of a player's plate in brackets: `[R]`."""
    holes = o.holes[s.plate[number], turning]
    signs = ["R" if s.counters[0] >> cell & 1 else "W" if s.counters[1] >> cell & 1 else "·" for cell in range(16)]
    marks = [f"[{sign}]" if holes >> cell & 1 else f" {sign} " for cell, sign in enumerate(signs)]
    return [f"{TURNED[turning]}:", *("".join(marks[4 * row : 4 * row + 4]).rstrip() for row in range(4))]


def completing_cells(s: Record, o: Record, placer: int, owner: int) -> list[str]:
    """Cells where a counter of `placer` would complete a stencil of `owner`."""
    cells = solving.completing_cells(s, o, placer, owner)
    return [name for cell, name in enumerate(CELLS) if cells >> cell & 1]


# What its end says in any case
CLOSING = frozenset((Event.CLAIMS_RIGHT, Event.WINS_GAME, Event.UNFINISHED, Event.MATCH_OVER))

# What comes with every turn, and what changes things for somebody
MINOR = frozenset((Event.STARTS, Event.MUST_PLACE_NOW))
MAJOR = frozenset(
    (
        Event.CLAIMS_RIGHT,
        Event.CLAIMS_WRONG,
        Event.WINS_GAME,
        Event.UNFINISHED,
        Event.ABANDONED,
        Event.NEW_GAME,
        Event.MATCH_OVER,
    )
)
