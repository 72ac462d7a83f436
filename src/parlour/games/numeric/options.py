"""The options of Numeric, and what the rules derive from them."""

import random
from dataclasses import dataclass
from typing import Any

from parlour.engine.game import Limits
from parlour.engine.options import Choice, Flag, Option, OptionError, Values, Whole
from parlour.games.numeric import board
from parlour.games.numeric.conditions import DEFAULTS, EndConditions, check_conditions, read_conditions
from parlour.games.numeric.reach import FOUR, REACHED

VARIANTS = ("basic", "zones", "hex", "counters")
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
    Option("variant", Choice(*VARIANTS), "zones", "which of the four games", "Examples I to IV"),
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
    Option(
        "fractions", Choice("exact", "rational"), "exact", "divisions leave no remainder, or may", "no remainders [N2]"
    ),
    Option("negatives", Choice("allow", "forbid"), "allow", "steps below nothing", "silent [N3]"),
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
    Option(
        "end_cards",
        Choice("as_printed", "money_only"),
        "as_printed",
        "cards 3 and 9 may end the game, or just pay",
        "two cards may end the game [N38]",
        needs=ONLY_CARDS,
    ),
    Option(
        "deck_mode",
        Choice("cycle", "reshuffle"),
        "cycle",
        "used cards go to the bottom, or are shuffled anew after the 25th",
        "to the bottom [N44]",
        needs=ONLY_CARDS,
    ),
    Option(
        "bankruptcy",
        Choice("out", "stay"),
        "out",
        "a side without money is out, or plays on",
        "forfeit or join [N43]",
        needs=ONLY_CARDS,
    ),
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
    Option("pass_rule", Choice("free", "forced"), "free", "passing at will, or only without a move", "silent [N12]"),
    Option("auto_pass", Flag(), True, "a side that has nothing to place passes by itself", "silent"),
    Option("move_seconds", Whole(5, 600, zero=True), 0, "seconds for a decision, 0 for any", "timer suggested for 11+"),
    Option("max_attempts", Whole(0, 9), 0, "wrong statements that end a turn, 0 for no limit", "silent [N13]"),
    Option("first_side", Choice("random", *board.SEATS), "random", "who throws first", "the highest die"),
    Option(
        "layout",
        Choice("plain", "snake"),
        _by_variant(basic="plain", others="snake"),
        "rows all run to the right, or to and fro",
        "FIG. 1 plain, FIG. 2 snake [N8]",
        needs={"variant": ("basic", "zones")},
        default_help="basic plain, zones snake",
    ),
    Option(
        "unreachable",
        Choice("skip", "keep"),
        "skip",
        "numbers three dice never make are left out of the endings and of the bag, or kept",
        "silent [N34]",
        needs={"dice": (3,), "dice_up_after": (0,)},
    ),
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
    Option(
        "relation_multiple",
        Choice("divides", "common_factor"),
        "divides",
        "multiples: one divides the other, or they share a factor",
        "samples [N23]",
        ONLY_COUNTERS,
    ),
    Option(
        "link_rule",
        Choice("zone_all", "zone_related", "lower_related", "flat10_related"),
        "zone_all",
        "what touching counters pay",
        "samples [N26]",
        ONLY_COUNTERS,
    ),
    Option(
        "bonus_layout",
        Choice("fixed", "random", "none"),
        "fixed",
        "where the double and triple cells are",
        "randomly selected [N22]",
        ONLY_COUNTERS,
    ),
    Option(
        "bonus_seed",
        Whole(0, 2**31 - 1),
        0,
        "which random bonus cells",
        "randomly selected",
        {**ONLY_COUNTERS, "bonus_layout": ("random",)},
    ),
    Option(
        "mark_applies",
        Choice("own", "total"),
        "own",
        "bonus cells multiply the counter's own part, or all of the reward",
        "silent [N22]",
        {**ONLY_COUNTERS, "bonus_layout": ("fixed", "random")},
    ),
    Option(
        "scramble",
        Choice("rounds", "claim", "off"),
        "rounds",
        "the free-for-all: in circuits, in circuits with claims, or left out",
        "free-for-all [N32]",
        ONLY_COUNTERS,
    ),
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
    if first != "random" and board.SEATS.index(first) >= sides:
        raise OptionError(f"first_side cannot be {first}: the sides are {', '.join(board.SEATS[:sides])}", "first_side")
    check_conditions(variant, values["end"])
    if values["finish_throw"] and set(read_conditions(values["end"])) <= {"time_limit", "throw_limit"}:
        raise OptionError(
            f"finish_throw only matters with an ending inside a throw, and end is {values['end']}", "finish_throw"
        )


def limits(values: Values) -> Limits:
    """R5, R9, N37. The timer, the clock and the attempts, which a referee keeps."""
    minutes = read_conditions(values["end"]).get("time_limit", 0)
    return Limits(values["move_seconds"], minutes, values["max_attempts"])


def derive(values: Values, o: Any) -> None:
    """Everything about numbers and cells that the options settle, so that the rules only look it up."""
    variant, one = values["variant"], values["one_is_prime"]
    universe = reachable(values)
    in_play = universe if values["unreachable"] == "skip" else set(board.NUMBERS)
    marks = {n: board.prime_class(n, one) for n in board.NUMBERS}
    relatives = board.relatives(values["relation_multiple"] == "common_factor", one)
    ends = board.ZONE_ENDS if variant in ("basic", "zones") else board.COLOUR_ENDS
    for n in board.NUMBERS:
        o.mark[n] = 1 if variant == "basic" else marks[n]
        o.value[n] = _value(values, n)
        o.related[n, 0], o.related[n, 1] = relatives[n]
        if variant in ("basic", "zones"):
            row, column = board.rectangle(n, values["layout"] == "snake")
            o.row[n], o.column[n] = row - 1, 16 + column
    if variant == "zones":
        for i, line in enumerate(board.rectangle_lines(values["layout"] == "snake")):
            o.lines[i, 0], o.lines[i, 1] = board.words_of(line)
    for i, span in enumerate(board.spans(ends)):
        o.areas[i, 0], o.areas[i, 1] = board.words_of(in_play & set(span))
    o.parts = len(ends)
    sets = {"universe": universe, "in_play": in_play, "primes": {n for n in in_play if marks[n] > 1}}
    for name, numbers in sets.items():
        getattr(o, name)[0], getattr(o, name)[1] = board.words_of(numbers)
    bonus = board.bonus_cells(values["bonus_layout"], values["bonus_seed"])
    for cell in range(board.CELLS):
        o.bonus[cell] = bonus.get(cell, 1)
    for seat, count in enumerate(people(values)):
        o.people[seat] = count
    _derive_endings(read_conditions(values["end"]), o)


def reachable(values: Values) -> set[int]:
    """The numbers that some throw of this game makes."""
    fractions = int(values["fractions"] == "rational")
    three_only = values["dice"] == 3 and values["dice_up_after"] == 0
    throws = REACHED[fractions, FOUR:] if three_only else REACHED[fractions, :FOUR]
    low = high = 0
    for words in throws.tolist():
        low, high = low | words[0], high | words[1]
    return set(board.numbers_of(low, high))


def _value(values: Values, n: int) -> int:
    """What a number pays before its mark counts."""
    if values["variant"] == "basic":
        return 1
    if values["variant"] == "zones":
        return board.ZONE_VALUES[board.part_of(n, board.ZONE_ENDS)]
    return board.COLOUR_VALUES[board.part_of(n, board.COLOUR_ENDS)] if values["hex_zone_money"] else 10


def _derive_endings(conditions: dict[str, Any], o: Any) -> None:
    o.end_minutes = conditions.get("time_limit", 0)
    o.end_throws = conditions.get("throw_limit", 0)
    o.end_funds = conditions.get("funds", 0)
    if "line" in conditions:
        colour, o.line_length = conditions["line"]
        o.end_line = 1 if colour == "any" else 2
    o.end_zones = conditions.get("zones_complete", 0)
    o.end_primes = "all_primes" in conditions
    o.end_covered = "all_covered" in conditions
    o.end_used = "counters_used" in conditions
    o.end_count = conditions.get("cover_count", 0)
