"""The options of Stencil."""

import random
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from parlour.engine.codes import Codes, code
from parlour.engine.fields import Field
from parlour.engine.options import Choice, Flag, Offer, Option, OptionError, Values, Whole, choose
from parlour.games.stencil.board import DEFAULT_PLATES, PLATES, cells_of, mask_of, orient


class PlateChoice(Codes, title="Who gets which plate", asks="How the players come to their plates."):
    PICK = code("each picks one, the starter second")
    RANDOM = code("they are dealt at random")
    FIXED = code("they are set here")


class PlatesFor(Codes, title="Keeping a plate", asks="How long a player keeps a plate."):
    MATCH = code("for the whole match")
    GAME = code("for one game")


class Orientations(Codes, title="Laying a plate", asks="How a plate may be laid on the board."):
    ROTATIONS = code("turned, any of four ways")
    ROTATIONS_AND_FLIPS = code("turned, and also turned over")


class FailedClaimRule(Codes, title="A wrong claim", asks="What happens after a claim that was wrong."):
    NO_REPEAT = code("the turn is over, but never twice in a row")
    FREE = code("the turn is over")
    STRICT = code("a counter must be placed all the same")
    BUDGET = code("the turn is over, a few times in a game")


class Unfinished(Codes, title="A game that nobody won", asks="What it counts for."):
    DRAW = code("nothing")
    HALF = code("half a point each")
    ABANDON = code("it is played again")


class FirstPlayer(Codes, title="Who starts", asks="Who has the first turn of the first game."):
    RANDOM = code("drawn by lot")
    RED = code("red")
    WHITE = code("white")


class NextStarter(Codes, title="Who starts the next game", asks="Who has the first turn after that."):
    ALTERNATE = code("the other player")
    WINNER = code("whoever won")
    LOSER = code("whoever lost")


@dataclass(frozen=True)
class PlateSet:
    """Two to four plates, each four cells in orientation 0."""

    def read(self, value: Any) -> tuple[int, ...]:
        if isinstance(value, str):
            value = tuple(mask_of(cells) for cells in value.strip().lower().split(","))
        if not isinstance(value, (tuple, list)) or not 2 <= len(value) <= 4:
            raise ValueError
        if not all(isinstance(mask, int) and 0 < mask < 1 << 16 and mask.bit_count() == 4 for mask in value):
            raise ValueError
        return tuple(value)

    def write(self, value: tuple[int, ...]) -> str:
        return ",".join(cells_of(mask) for mask in value)

    def describe(self) -> str:
        return "two to four plates of four cells each, as a1c2a3b3,b1c2a3c3"

    def sample(self, rng: random.Random) -> tuple[int, ...]:
        return tuple(sum(1 << cell for cell in rng.sample(range(16), 4)) for _ in range(rng.randint(2, 4)))


PLATE_WORDS = {plate: f"plate {plate}" for plate in PLATES}

OPTIONS = (
    Option(
        "counters_each",
        Whole(4, 8),
        8,
        "How many counters each player has.",
        "equal numbers, no figure [S1]",
        title="Counters",
        offers=tuple(Offer(count, str(count)) for count in range(4, 9)),
    ),
    Option(
        "plates",
        PlateSet(),
        DEFAULT_PLATES,
        "The plates there are to choose from.",
        "four, irregular, all different [S3]",
        title="Plates",
        offers=(
            Offer(DEFAULT_PLATES, "all four"),
            Offer(DEFAULT_PLATES[:3], "the first three"),
            Offer(DEFAULT_PLATES[:2], "the first two"),
        ),
    ),
    choose(PlateChoice, "pick", "each selects one of four [S4]"),
    Option(
        "red_plate",
        Choice(*PLATES),
        "K1",
        "The plate that red plays with.",
        needs={"plate_choice": ("fixed",)},
        title="Red's plate",
        words=PLATE_WORDS,
    ),
    Option(
        "white_plate",
        Choice(*PLATES),
        "K2",
        "The plate that white plays with.",
        needs={"plate_choice": ("fixed",)},
        title="White's plate",
        words=PLATE_WORDS,
    ),
    choose(PlatesFor, "match", "silent [S4]", needs={"plate_choice": ("pick", "random")}),
    choose(Orientations, "rotations", "any horizontal orientation [S5]"),
    Option(
        "min_counters_to_claim",
        Whole(0, 16),
        4,
        "How many counters must be on the board before anybody may claim.",
        "four [S6]",
        title="Counters before a claim",
    ),
    choose(FailedClaimRule, "no_repeat", "it is a turn, after which the other has one; literally free [S8]"),
    Option(
        "claim_budget",
        Whole(0, 16),
        2,
        "How many wrong claims of each player only end the turn.",
        needs={"failed_claim_rule": ("budget",)},
        title="Wrong claims",
    ),
    Option(
        "final_attempts",
        Whole(1, 4),
        1,
        "How often each may still claim when all counters are down.",
        "attempts may continue [S9]",
        title="Last claims",
        offers=(Offer(1, "once"), Offer(2, "twice"), Offer(3, "three times"), Offer(4, "four times")),
    ),
    choose(Unfinished, "draw", "as agreed [S10]"),
    choose(FirstPlayer, "random", "silent [S2]"),
    choose(NextStarter, "alternate", "silent [S2]"),
    Option(
        "games",
        Whole(1, 1000),
        6,
        "A game takes 3 to 5 minutes.",
        "an agreed number",
        title="How many games",
        offers=(Offer(1, "one"), Offer(2, "two"), Offer(4, "four"), Offer(6, "six"), Offer(10, "ten")),
    ),
    Option(
        "hint_level",
        Whole(0, 4),
        0,
        "What somebody is told who has not seen a stencil.",
        "silent [S11]",
        title="Help with seeing",
        offers=(
            Offer(0, "nothing"),
            Offer(1, "how both plates can lie"),
            Offer(2, "and what shows through them"),
            Offer(3, "and that there is a stencil"),
            Offer(4, "and where it is"),
        ),
    ),
    Option(
        "auto_claim",
        Flag(),
        False,
        "A stencil is claimed for whoever has one.",
        "silent [S11]",
        title="Claim by itself",
    ),
)


def turnings(values: Values) -> int:
    return 8 if values["orientations"] == "rotations_and_flips" else 4


def check(values: Values) -> None:
    plates = values["plates"]
    for one, two in combinations(plates, 2):
        if two in {orient(one, turning) for turning in range(turnings(values))}:
            same = f"{cells_of(one)} and {cells_of(two)}"
            raise OptionError(
                f"plates {same} are the same in some orientation: expected plates that all differ", "plates"
            )
    if values["plate_choice"] == "fixed":
        for name in ("red_plate", "white_plate"):
            if PLATES.index(values[name]) >= len(plates):
                known = ", ".join(PLATES[: len(plates)])
                raise OptionError(
                    f"{name} is {values[name]}, but there are {len(plates)} plates: expected {known}", name
                )
        if values["red_plate"] == values["white_plate"]:
            raise OptionError(
                f"red_plate and white_plate are both {values['red_plate']}: they must differ", "white_plate"
            )


def pointless(values: Values) -> str:
    wanted, there = values["min_counters_to_claim"], 2 * values["counters_each"]
    if wanted > there:
        return f"min_counters_to_claim is {wanted}, but there are only {there} counters: nobody could ever claim"
    return ""


DERIVED = (
    Field("holes", Whole(0, 0xFFFF), "what each plate shows in each orientation, as bits of cells", (4, 8)),
    Field("plates", Whole(2, 4), "how many plates there are to choose from"),
    Field("turnings", Whole(4, 8), "orientations in use: 4, or 8 with flips (S5)"),
)


def derive(values: Values, o: Any) -> None:
    o.plates = len(values["plates"])
    o.turnings = turnings(values)
    for plate, mask in enumerate(values["plates"]):
        for turning in range(8):
            o.holes[plate, turning] = orient(mask, turning)
