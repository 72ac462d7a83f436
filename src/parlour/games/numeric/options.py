"""The options of Numeric. Its presets are in front.py, and what the rules derive from options in tables.py."""

import random
from dataclasses import dataclass
from typing import Any

from parlour.engine.codes import Codes, code
from parlour.engine.hooks import Limits
from parlour.engine.options import Choice, Flag, Option, OptionError, Values, Whole, choose
from parlour.games.numeric.board import SEATS
from parlour.games.numeric.conditions import DEFAULTS, EndConditions, check_conditions, read_conditions
from parlour.games.numeric.reach import Fractions


class Variant(Codes, asks="which of the four games"):
    BASIC = code("cover numbers, each with a throw of one's own")
    ZONES = code("cover numbers of one throw for all, the large ones dear")
    HEX = code("cover hexagons, and be paid for lines")
    COUNTERS = code("lay counters from a rack beside their relatives")


class Negatives(Codes, asks="steps below nothing"):
    ALLOW = code("a step may go below nothing")
    FORBID = code("no step may")


class EndCards(Codes, asks="cards 3 and 9 may end the game, or just pay"):
    AS_PRINTED = code("they may end the game")
    MONEY_ONLY = code("they just pay")


class TrebleCard(Codes, asks="card 18 makes the reward three times as much in all, or pays three times more"):
    THRICE_IN_ALL = code("the reward twice more, which makes three")
    THRICE_MORE = code("the reward three times more, which makes four")


class DeckMode(Codes, asks="used cards go to the bottom, or are shuffled anew after the 25th"):
    CYCLE = code("used cards go to the bottom")
    RESHUFFLE = code("the pack is shuffled anew after its last card")


class Bankruptcy(Codes, asks="a side without money is out, or plays on"):
    OUT = code("a side without money is out")
    STAY = code("it plays on")


class PassRule(Codes, asks="passing at will, or only without a move"):
    FREE = code("passing at will")
    FORCED = code("passing only without a move")


class FirstSide(Codes, asks="who throws first"):
    RANDOM = code("by lot")
    A = code("a side", word="A")
    B = code("a side", word="B")
    C = code("a side", word="C")
    D = code("a side", word="D")
    E = code("a side", word="E")
    F = code("a side", word="F")
    G = code("a side", word="G")
    H = code("a side", word="H")


class Layout(Codes, asks="rows all run to the right, or to and fro"):
    PLAIN = code("all rows run to the right")
    SNAKE = code("rows run to and fro")


class Unreachable(Codes, asks="numbers three dice never make are left out of the endings and of the bag, or kept"):
    SKIP = code("numbers that no throw makes do not count, and are not in the bag")
    KEEP = code("they are kept")


class RelationMultiple(Codes, asks="multiples: one divides the other, or they share a factor"):
    DIVIDES = code("one number divides the other")
    COMMON_FACTOR = code("they share a factor")


class LinkRule(Codes, asks="what touching counters pay"):
    ZONE_ALL = code("every counter beside pays the value of its ring")
    ZONE_RELATED = code("those that are related pay it")
    LOWER_RELATED = code("those pay the lower value of the two rings")
    FLAT10_RELATED = code("those pay £10")


class BonusLayout(Codes, asks="where the double and triple cells are"):
    FIXED = code("bonus cells lie evenly")
    RANDOM = code("bonus cells are drawn by `bonus_seed`")
    NONE = code("there are none")


class MarkApplies(Codes, asks="bonus cells multiply the counter's own part, or all of the reward"):
    OWN = code("bonus cells multiply the counter's own part")
    TOTAL = code("and what it is paid for those beside it")


class Scramble(Codes, asks="the free-for-all: in circuits, in circuits with claims, or left out"):
    ROUNDS = code("circuits to and fro")
    CLAIM = code("circuits, and a referee may hand the turn to a side that claims it")
    OFF = code("no scramble")


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

OPTIONS = (
    choose(Variant, "zones", "Examples I to IV"),
    Option("members", Members(), "1", "people on each side", "pairs; teams of 3, 4 or 6 [N46]"),
    Option("dice", Choice(3, 4), 4, "dice thrown together", "three for the youngest"),
    Option(
        "dice_up_after",
        Whole(0, 99),
        0,
        "throws with three dice before a fourth is added, 0 for never",
        "three dice to begin with, then four",
        needs={"dice": (3,)},
    ),
    choose(Fractions, "exact", "no remainders [N2]"),
    choose(Negatives, "allow", "silent [N3]"),
    Option("one_is_prime", Flag(), True, "1 counts as gold", "1 is marked gold [N6]"),
    Option(
        "cards",
        Flag(),
        _by_variant(basic=False, others=True),
        "play with the 25 action cards",
        "optional under 11, used from 11 up",
        needs={"variant": SHARED},
        default_help="true, except in basic",
    ),
    choose(EndCards, "as_printed", "two cards may end the game [N38]", needs=ONLY_CARDS),
    choose(TrebleCard, "thrice_in_all", "treble your reward and collect it [N39]", needs=ONLY_CARDS),
    choose(DeckMode, "cycle", "to the bottom [N44]", needs=ONLY_CARDS),
    choose(Bankruptcy, "out", "forfeit or join [N43]", needs=ONLY_CARDS),
    Option(
        "starting_money",
        Whole(0, 10_000, step=5),
        _by_variant(basic=0, others=500),
        "pounds in each purse at the start",
        "£500",
        default_help="500, in basic 0",
    ),
    Option(
        "end",
        EndConditions(),
        lambda values: DEFAULTS[values["variant"]],
        "what ends the game, whichever comes first",
        "a list for each example",
        default_help="basic all_covered; zones funds(2000); hex, counters funds(5000)",
    ),
    Option(
        "finish_throw",
        Flag(),
        False,
        "all sides complete the throw in which the end comes",
        "silent [N35]",
        needs={"variant": SHARED},
    ),
    Option("max_throws", Whole(1, 100_000), 5000, "throws after which the game stops in any case", "silent [N50]"),
    Option(
        "stall_throws",
        Whole(0, 100_000),
        _by_variant(counters=50, others=0),
        "throws in a row without a placement that stop the game, 0 for none",
        "silent [N31, N50]",
        default_help="0, in counters 50",
    ),
    choose(PassRule, "free", "silent [N12]"),
    Option("auto_pass", Flag(), True, "a side that has nothing to place passes by itself", "silent"),
    Option("move_seconds", Whole(5, 600, zero=True), 0, "seconds for a decision, 0 for any", "timer suggested for 11+"),
    Option("max_attempts", Whole(0, 9), 0, "wrong statements that end a turn, 0 for no limit", "silent [N13]"),
    choose(FirstSide, "random", "the highest die"),
    choose(
        Layout,
        _by_variant(basic="plain", others="snake"),
        "FIG. 1 plain, FIG. 2 snake [N8]",
        needs={"variant": ("basic", "zones")},
        default_help="basic plain, zones snake",
    ),
    choose(Unreachable, "skip", "silent [N34]", needs={"dice": (3,), "dice_up_after": (0,)}),
    Option(
        "action_min_run",
        Choice(2, 3),
        2,
        "cells in a run that counts towards a card",
        "silent [N19]",
        {**ONLY_HEX, **ONLY_CARDS},
    ),
    Option("contiguous", Flag(), False, "a cover must touch a covered cell", "claims 4 and 8 only [N49]", ONLY_HEX),
    Option("hex_zone_money", Flag(), False, "colours pay as in counters", "claim 6 only [N16]", ONLY_HEX),
    Option("rack_size", Whole(3, 8), 6, "counters on a rack", "six", ONLY_COUNTERS),
    choose(RelationMultiple, "divides", "samples [N23]", ONLY_COUNTERS),
    choose(LinkRule, "zone_all", "samples [N26]", ONLY_COUNTERS),
    choose(BonusLayout, "fixed", "randomly selected [N22]", ONLY_COUNTERS),
    Option(
        "bonus_seed",
        Whole(0, 2**31 - 1),
        0,
        "which random bonus cells",
        "randomly selected",
        {**ONLY_COUNTERS, "bonus_layout": ("random",)},
    ),
    choose(MarkApplies, "own", "silent [N22]", {**ONLY_COUNTERS, "bonus_layout": ("fixed", "random")}),
    choose(Scramble, "rounds", "free-for-all [N32]", ONLY_COUNTERS),
    Option(
        "exchange_on_miss",
        Whole(0, 6),
        1,
        "counters a side may exchange after a throw in which it placed none of its own",
        "silent [N31]",
        ONLY_COUNTERS,
    ),
    Option(
        "special_bonus",
        Whole(0, 5000),
        1000,
        "pounds for three own counters in one throw",
        "£1,000 [N29]",
        ONLY_COUNTERS,
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
