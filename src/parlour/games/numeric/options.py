"""The options of Numeric. Its presets are in front.py, and what the rules derive from options in tables.py."""

import random
from dataclasses import dataclass
from typing import Any

from parlour.engine.codes import Codes, code
from parlour.engine.hooks import Limits
from parlour.engine.options import Choice, Flag, Offer, Option, OptionError, Values, Whole, choose
from parlour.games.numeric.board import SEATS
from parlour.games.numeric.conditions import DEFAULTS, EndConditions, check_conditions, read_conditions
from parlour.games.numeric.reach import Fractions


class Variant(Codes, title="Which game", asks="Numeric is four games in one."):
    BASIC = code("Basic: cover numbers, each with your own throw")
    ZONES = code("Zones: one throw for all, and large numbers pay more")
    HEX = code("Hex: cover hexagons, and be paid for lines")
    COUNTERS = code("Counters: lay counters from a rack beside related numbers")


class Negatives(Codes, title="Negative numbers", asks="Whether a step of a calculation may go below zero."):
    ALLOW = code("a step may go below zero")
    FORBID = code("no step may go below zero")


class EndCards(Codes, title="Cards that end the game", asks="What cards 3 and 9 do."):
    AS_PRINTED = code("whoever draws one may end the game")
    MONEY_ONLY = code("they only pay")


class TrebleCard(Codes, title="The card that trebles", asks="How much card 18 adds to a reward."):
    THRICE_IN_ALL = code("twice the reward, which makes three times in all")
    THRICE_MORE = code("three times the reward, which makes four times in all")


class DeckMode(Codes, title="Used cards", asks="Where a card goes once it has been used."):
    CYCLE = code("under the pack")
    RESHUFFLE = code("aside, and all are shuffled again after the last")


class Bankruptcy(Codes, title="A side without money", asks="What happens to a side whose purse is empty."):
    OUT = code("it is out of the game")
    STAY = code("it plays on")


class PassRule(Codes, title="Passing", asks="When a side may pass."):
    FREE = code("whenever it likes")
    FORCED = code("only if it can place nothing")


class FirstSide(Codes, title="Who throws first", asks="The side that begins."):
    RANDOM = code("drawn by lot")
    A = code("the first side", word="A")
    B = code("the second side", word="B")
    C = code("the third side", word="C")
    D = code("the fourth side", word="D")
    E = code("the fifth side", word="E")
    F = code("the sixth side", word="F")
    G = code("the seventh side", word="G")
    H = code("the eighth side", word="H")


class Layout(Codes, title="Order of the numbers", asks="How the rows of numbers run."):
    PLAIN = code("all to the right")
    SNAKE = code("to and fro")


class Unreachable(
    Codes, title="Numbers no throw makes", asks="Three dice can never make some of the numbers, such as 99."
):
    SKIP = code("they do not count for the end, and are not in the bag")
    KEEP = code("they are kept")


class RelationMultiple(Codes, title="Multiples", asks="When two numbers are related as multiples."):
    DIVIDES = code("if one divides the other")
    COMMON_FACTOR = code("if they share a factor")


class LinkRule(Codes, title="Pay for neighbours", asks="What a counter is paid for the counters it touches."):
    ZONE_ALL = code("every neighbour pays the value of its ring")
    ZONE_RELATED = code("related neighbours pay the value of their ring")
    LOWER_RELATED = code("related neighbours pay the lower of the two rings")
    FLAT10_RELATED = code("related neighbours pay £10 each")


class BonusLayout(Codes, title="Bonus cells", asks="Where the cells lie that double or treble a reward."):
    FIXED = code("evenly over the board")
    RANDOM = code("anywhere, by the number below")
    NONE = code("there are none")


class MarkApplies(Codes, title="What bonus cells multiply", asks="Which part of a reward they double or treble."):
    OWN = code("what the counter itself earns")
    TOTAL = code("that, and the pay for its neighbours")


class Scramble(Codes, title="The scramble", asks="After a throw all go on with the same dice, whoever can."):
    ROUNDS = code("in turn, round and back")
    CLAIM = code("in turn, and a referee may hand the turn to a side that calls first")
    OFF = code("there is no scramble")


SHARED = ("zones", "hex", "counters")  # all sides use the same throw
MOST_SIDES = {"basic": 8, "zones": 8, "hex": 8, "counters": 6}
MOST_MEMBERS = {"basic": 1, "zones": 2, "hex": 2, "counters": 6}
MOST_PEOPLE = 12


@dataclass(frozen=True)
class Members:
    """How many people make up a side: one number for every side, or one for each, as 2,1,2."""

    def read(self, value: Any) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            raise ValueError
        counts = value.replace(" ", "").split(",")
        if not all(count in ("1", "2", "3", "4", "5", "6") for count in counts):
            raise ValueError
        return counts[0] if len(set(counts)) == 1 else ",".join(counts)

    def write(self, value: str) -> str:
        return value

    def describe(self) -> str:
        return "1 to 6 people on every side, or a number for each side, as 2,1,2"

    def sample(self, rng: random.Random) -> str:
        return rng.choice(("1", "2", "1,2", "2,1", "3"))


def people(values: Values) -> list[int]:
    """The people of each side."""
    counts = [int(count) for count in values["members"].split(",")]
    return counts * values["players"] if len(counts) == 1 else counts


def _by_variant(**defaults: Any) -> Any:
    return lambda values: defaults.get(values["variant"], defaults.get("others"))


ONLY_HEX = {"variant": ("hex",)}
ONLY_COUNTERS = {"variant": ("counters",)}
ONLY_CARDS = {"cards": (True,)}
TEAMS = {3: "three", 4: "four", 6: "six"}
OFFERS = (  # endings, as a form offers them; a link or a command may ask for any other, and for several at once
    Offer("throw_limit(12)", "after 12 throws"),
    Offer("throw_limit(15)", "after 15 throws"),
    Offer("throw_limit(24)", "after 24 throws"),
    Offer("throw_limit(48)", "after 48 throws"),
    Offer("time_limit(15)", "after 15 minutes"),
    Offer("time_limit(30)", "after 30 minutes"),
    Offer("time_limit(60)", "after an hour"),
    Offer("funds(1000)", "when a side has £1,000", {"variant": SHARED}),
    Offer("funds(2000)", "when a side has £2,000", {"variant": SHARED}),
    Offer("funds(3000)", "when a side has £3,000", {"variant": SHARED}),
    Offer("funds(5000)", "when a side has £5,000", {"variant": SHARED}),
    Offer("funds(10000)", "when a side has £10,000", {"variant": SHARED}),
    Offer("line(any)", "when a line is full", {"variant": ("zones", "hex")}),
    Offer("line(one)", "when a side has a line of its own", {"variant": ("zones", "hex")}),
    Offer("all_primes", "when all gold numbers are covered"),
    Offer("cover_count(50)", "when fifty numbers are covered"),
    Offer("all_covered", "when everything is covered", {"variant": ("basic", "zones", "hex")}),
    Offer("counters_used", "when all counters are used", ONLY_COUNTERS),
)

OPTIONS = (
    choose(Variant, "zones", "Examples I to IV"),
    Option(
        "members",
        Members(),
        "1",
        "How many people play together on each side.",
        "pairs; teams of 3, 4 or 6 [N46]",
        title="People on a side",
        offers=(
            Offer("1", "everyone plays alone"),
            Offer("2", "pairs", {"variant": SHARED}),
            *(Offer(str(count), f"teams of {word}", ONLY_COUNTERS) for count, word in TEAMS.items()),
        ),
    ),
    Option(
        "dice",
        Choice(3, 4),
        4,
        "How many dice are thrown together; three are easier.",
        "three for the youngest",
        title="Dice",
        words={3: "three", 4: "four"},
    ),
    Option(
        "dice_up_after",
        Whole(0, 99),
        0,
        "After this many throws with three dice a fourth is added; 0 means never.",
        "three dice to begin with, then four",
        needs={"dice": (3,)},
        title="A fourth die later",
    ),
    choose(Fractions, "exact", "no remainders [N2]"),
    choose(Negatives, "allow", "silent [N3]"),
    Option(
        "one_is_prime",
        Flag(),
        True,
        "Gold numbers are the primes; the patent counts 1 among them.",
        "1 is marked gold [N6]",
        title="1 is a gold number",
    ),
    Option(
        "cards",
        Flag(),
        _by_variant(basic=False, others=True),
        "Play with the 25 action cards.",
        "optional under 11, used from 11 up",
        needs={"variant": SHARED},
        default_help="with cards, except in Basic",
        title="Action cards",
        words={True: "with cards", False: "without cards"},
    ),
    choose(EndCards, "as_printed", "two cards may end the game [N38]", needs=ONLY_CARDS),
    choose(TrebleCard, "thrice_in_all", "treble your reward and collect it [N39]", needs=ONLY_CARDS),
    choose(DeckMode, "cycle", "to the bottom [N44]", needs=ONLY_CARDS),
    choose(Bankruptcy, "out", "forfeit or join [N43]", needs=ONLY_CARDS),
    Option(
        "starting_money",
        Whole(0, 10_000, step=5),
        _by_variant(basic=0, others=500),
        "Pounds in every purse at the start, in steps of 5.",
        "£500",
        default_help="500, in Basic 0",
        title="Money to start with",
    ),
    Option(
        "end",
        EndConditions(),
        lambda values: DEFAULTS[values["variant"]],
        "Whoever has the most money then has won.",
        "a list for each example",
        default_help="all covered in Basic, £2,000 in Zones, £5,000 in Hex and Counters",
        title="When it ends",
        offers=OFFERS,
    ),
    Option(
        "finish_throw",
        Flag(),
        False,
        "All sides still play the throw in which the end comes.",
        "silent [N35]",
        needs={"variant": SHARED},
        title="Finish the last throw",
    ),
    Option(
        "max_throws",
        Whole(1, 100_000),
        5000,
        "The game stops after this many throws in any case.",
        "silent [N50]",
        title="Throws at most",
    ),
    Option(
        "stall_throws",
        Whole(0, 100_000),
        _by_variant(counters=50, others=0),
        "The game stops after this many throws in a row in which nobody places anything; 0 means it goes on.",
        "silent [N31, N50]",
        default_help="0, in Counters 50",
        title="When nothing happens",
    ),
    choose(PassRule, "free", "silent [N12]"),
    Option(
        "auto_pass",
        Flag(),
        True,
        "A side that can place nothing passes without being asked.",
        "silent",
        title="Pass by itself",
    ),
    Option(
        "move_seconds",
        Whole(5, 600, zero=True),
        0,
        "How long a side may think; 0 means as long as it likes.",
        "timer suggested for 11+",
        title="Seconds for a decision",
    ),
    Option(
        "max_attempts",
        Whole(0, 9),
        0,
        "After this many wrong calculations a turn is over; 0 means never.",
        "silent [N13]",
        title="Wrong calculations",
    ),
    choose(FirstSide, "random", "the highest die"),
    choose(
        Layout,
        _by_variant(basic="plain", others="snake"),
        "FIG. 1 plain, FIG. 2 snake [N8]",
        needs={"variant": ("basic", "zones")},
        default_help="to the right in Basic, to and fro in Zones",
    ),
    choose(Unreachable, "skip", "silent [N34]", needs={"dice": (3,), "dice_up_after": (0,)}),
    Option(
        "action_min_run",
        Choice(2, 3),
        2,
        "How many covered hexagons in a row count towards a card.",
        "silent [N19]",
        {**ONLY_HEX, **ONLY_CARDS},
        title="A run for a card",
        words={2: "two", 3: "three"},
    ),
    Option(
        "contiguous",
        Flag(),
        False,
        "A number can only be covered beside one that is covered already.",
        "claims 4 and 8 only [N49]",
        ONLY_HEX,
        title="Stay together",
    ),
    Option(
        "hex_zone_money",
        Flag(),
        False,
        "Hexagons pay by their colour, as in Counters.",
        "claim 6 only [N16]",
        ONLY_HEX,
        title="Colours pay",
    ),
    Option(
        "rack_size", Whole(3, 8), 6, "How many counters a side holds.", "six", ONLY_COUNTERS, title="Counters on a rack"
    ),
    choose(RelationMultiple, "divides", "samples [N23]", ONLY_COUNTERS),
    choose(LinkRule, "zone_all", "samples [N26]", ONLY_COUNTERS),
    choose(BonusLayout, "fixed", "randomly selected [N22]", ONLY_COUNTERS),
    Option(
        "bonus_seed",
        Whole(0, 2**31 - 1),
        0,
        "The same number always gives the same bonus cells.",
        "randomly selected",
        {**ONLY_COUNTERS, "bonus_layout": ("random",)},
        title="Number of the layout",
    ),
    choose(MarkApplies, "own", "silent [N22]", {**ONLY_COUNTERS, "bonus_layout": ("fixed", "random")}),
    choose(Scramble, "rounds", "free-for-all [N32]", ONLY_COUNTERS),
    Option(
        "exchange_on_miss",
        Whole(0, 6),
        1,
        "How many counters a side may exchange after a throw in which it placed none of its own.",
        "silent [N31]",
        ONLY_COUNTERS,
        title="Exchanging counters",
    ),
    Option(
        "special_bonus",
        Whole(0, 5000),
        1000,
        "Pounds for placing three of your own counters in one throw.",
        "£1,000 [N29]",
        ONLY_COUNTERS,
        title="Bonus for three",
    ),
)


def check(values: Values) -> None:
    variant, sides = values["variant"], values["players"]
    least = 1 if variant == "basic" else 2
    if not least <= sides <= MOST_SIDES[variant]:
        raise OptionError(f"{variant} is for {least} to {MOST_SIDES[variant]} sides, not {sides}", "players")
    counts = people(values)
    if len(counts) != sides:
        raise OptionError(
            f"members has {len(counts)} numbers for {sides} sides: expected one for each, or one for all", "members"
        )
    if max(counts) > MOST_MEMBERS[variant]:
        raise OptionError(
            f"a side of {variant} has at most {MOST_MEMBERS[variant]} members, not {max(counts)}", "members"
        )
    if sum(counts) > MOST_PEOPLE:
        raise OptionError(f"{sum(counts)} people are too many: expected at most {MOST_PEOPLE}", "members")
    first = values["first_side"]
    if first != "random" and SEATS.index(first) >= sides:
        raise OptionError(f"first_side cannot be {first}: the sides are {', '.join(SEATS[:sides])}", "first_side")
    check_conditions(variant, values["end"])
    if values["finish_throw"] and set(read_conditions(values["end"])) <= {"time_limit", "throw_limit"}:
        raise OptionError(
            f"finish_throw only matters with an ending inside a throw, and end is {values['end']}", "finish_throw"
        )


def limits(values: Values) -> Limits:
    """R5, R9, N37. The timer, the clock and the attempts, which a referee keeps."""
    minutes = read_conditions(values["end"]).get("time_limit", 0)
    return Limits(values["move_seconds"], minutes, values["max_attempts"])
