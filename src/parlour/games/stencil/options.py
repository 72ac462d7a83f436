"""The options of Stencil."""

import random
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from parlour.engine.codes import Codes, code
from parlour.engine.fields import Field
from parlour.engine.options import Choice, Flag, Option, OptionError, Values, Whole, choose
from parlour.games.stencil.board import DEFAULT_PLATES, PLATES, cells_of, mask_of, orient


class PlateChoice(Codes, asks="pick (the starter second), at random, or fixed"):
    PICK = code("each picks one, the starter second")
    RANDOM = code("they are dealt at random")
    FIXED = code("the options say")


class PlatesFor(Codes, asks="how long a plate is kept"):
    MATCH = code("plates are kept for the whole match")
    GAME = code("every game has new plates")


class Orientations(Codes, asks="whether a plate may also be turned over"):
    ROTATIONS = code("plates are turned")
    ROTATIONS_AND_FLIPS = code("and turned over")


class FailedClaimRule(Codes, asks="what a wrong claim costs"):
    NO_REPEAT = code("ends the turn, unless the turn before ended so too")
    FREE = code("ends the turn")
    STRICT = code("a counter must be placed all the same")
    BUDGET = code("ends the turn, a few times")


class Unfinished(Codes, asks="a game nobody won"):
    DRAW = code("nobody scores")
    HALF = code("half a point each")
    ABANDON = code("it is played again")


class FirstPlayer(Codes, asks="who starts the first game"):
    RANDOM = code("either")
    RED = code("red")
    WHITE = code("white")


class NextStarter(Codes, asks="who starts the next"):
    ALTERNATE = code("the other")
    WINNER = code("who won")
    LOSER = code("who lost")


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


OPTIONS = (
    Option("counters_each", Whole(4, 8), 8, "counters of each colour", "equal numbers, no figure [S1]"),
    Option("plates", PlateSet(), DEFAULT_PLATES, "the plates to choose from", "four, irregular, all different [S3]"),
    choose(PlateChoice, "pick", "each selects one of four [S4]"),
    Option("red_plate", Choice(*PLATES), "K1", "red's plate", needs={"plate_choice": ("fixed",)}),
    Option("white_plate", Choice(*PLATES), "K2", "white's plate", needs={"plate_choice": ("fixed",)}),
    choose(PlatesFor, "match", "silent [S4]", needs={"plate_choice": ("pick", "random")}),
    choose(Orientations, "rotations", "any horizontal orientation [S5]"),
    Option("min_counters_to_claim", Whole(0, 16), 4, "counters on the board before anyone may claim", "four [S6]"),
    choose(FailedClaimRule, "no_repeat", "it is a turn, after which the other has one; literally free [S8]"),
    Option(
        "claim_budget",
        Whole(0, 16),
        2,
        "wrong claims each that end the turn",
        needs={"failed_claim_rule": ("budget",)},
    ),
    Option("final_attempts", Whole(1, 4), 1, "attempts each when all is placed", "attempts may continue [S9]"),
    choose(Unfinished, "draw", "as agreed [S10]"),
    choose(FirstPlayer, "random", "silent [S2]"),
    choose(NextStarter, "alternate", "silent [S2]"),
    Option("games", Whole(1, 1000), 6, "games in a match", "an agreed number"),
    Option(
        "hint_level", Whole(0, 4), 0, "0 none, 1 plates, 2 on the board, 3 says a stencil, 4 shows it", "silent [S11]"
    ),
    Option("auto_claim", Flag(), False, "claim for a player who has a stencil", "silent [S11]"),
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
