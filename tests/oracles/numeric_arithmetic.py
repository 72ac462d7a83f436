"""What a throw can make in Numeric, by trying every order of the dice, every choice of signs and every bracketing,
and the reading of a stated expression (4.2 of the rules page)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement, permutations, product

Dice = tuple[int, ...]
Tree = int | tuple[str, "Tree", "Tree"]
SPELLINGS = dict(zip("×xX·÷:−–[{]}", "****//--(())", strict=True))


class Refused(Exception):
    """The statement is not accepted; the only argument is one of the codes of 4.2."""


def combine(sign: str, left: Fraction, right: Fraction) -> Fraction:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    return left / right


def class_of(signs: str | tuple[str, ...]) -> int:
    return ("-" in signs) + 2 * ("/" in signs)


def all_throws(count: int) -> list[Dice]:
    return list(combinations_with_replacement(range(1, 7), count))


@lru_cache(1 << 14)  # what some of the dice make stands in many expressions
def bracketings(dice: Dice, signs: tuple[str, ...]) -> frozenset[tuple[Fraction, bool, bool]]:
    """For each bracketing without a division by zero: value, "no remainder anywhere", "no negative step"."""
    if not signs:
        return frozenset({(Fraction(dice[0]), True, True)})
    found = set()
    for last, sign in enumerate(signs):  # the sign worked out last
        for left, left_exact, left_positive in bracketings(dice[: last + 1], signs[:last]):
            for right, right_exact, right_positive in bracketings(dice[last + 1 :], signs[last + 1 :]):
                if sign == "/" and right == 0:
                    continue
                value = combine(sign, left, right)
                exact = left_exact and right_exact and value.denominator == 1
                found.add((value, exact, left_positive and right_positive and value >= 0))
    return frozenset(found)


@cache
def every_way(dice: Dice) -> frozenset[tuple[int, int, bool, bool]]:
    """(number, class, exact, never negative) of every expression with a value in 1..100."""
    ways = set()
    for order in set(permutations(dice)):
        for signs in product("+-*/", repeat=len(dice) - 1):
            for value, exact, positive in bracketings(order, signs):
                if value.denominator == 1 and 1 <= value <= 100:
                    ways.add((int(value), class_of(signs), exact, positive))
    return frozenset(ways)


@cache
def reach(dice: Dice, fractions: str = "exact", negatives: str = "allow") -> dict[int, set[int]]:
    """The numbers these dice can make, each with its attainable operator classes."""
    found: dict[int, set[int]] = defaultdict(set)
    for number, operator_class, exact, positive in every_way(tuple(sorted(dice))):
        if (exact or fractions == "rational") and (positive or negatives == "allow"):
            found[number].add(operator_class)
    return dict(found)


@cache
def makeable(count: int, fractions: str = "exact", negatives: str = "allow") -> frozenset[int]:
    """All numbers that some throw of so many dice makes."""
    if count == 4:
        return frozenset(range(1, 101))  # the tests count them; trying all 126 throws takes seconds
    return frozenset(n for dice in all_throws(count) for n in reach(dice, fractions, negatives))


@dataclass(frozen=True)
class Statement:
    number: int
    operator_class: int
    cell: str | None  # the label as written, in upper case


def read(text: str, dice: Dice, fractions: str = "exact", negatives: str = "allow", cells: bool = False) -> Statement:
    """The number and class of a statement, or Refused; `cells`: a cell may be named (counters)."""
    plain = "".join(SPELLINGS.get(letter, letter) for letter in text if letter != " ")
    plain, at, label = plain.partition("@")
    expression, equals, stated = plain.partition("=")
    if at and not (cells and label[:1].isalpha() and label.isascii() and label[1:].isdigit() and len(label) <= 3):
        raise Refused("E_PARSE")
    if equals and not (stated.isascii() and stated.isdigit() and len(stated) <= 3):
        raise Refused("E_PARSE")
    tree, rest = parse_sum(expression)
    if rest:
        raise Refused("E_PARSE")
    if sorted(int(letter) for letter in expression if letter.isdigit()) != sorted(dice):
        raise Refused("E_DICE")
    value = work_out(tree, fractions, negatives)
    if value.denominator != 1 or not 1 <= value <= 100:
        raise Refused("E_RANGE")
    if equals and int(stated) != value:
        raise Refused("E_MISMATCH")
    return Statement(int(value), class_of(expression), label.upper() if at else None)


def parse_sum(text: str) -> tuple[Tree, str]:
    """The tree of the longest sum at the start of the text, and the rest."""
    tree, text = parse_product(text)
    while text[:1] in ("+", "-"):
        sign = text[0]
        right, text = parse_product(text[1:])
        tree = (sign, tree, right)
    return tree, text


def parse_product(text: str) -> tuple[Tree, str]:
    tree, text = parse_atom(text)
    while text[:1] in ("*", "/"):
        sign = text[0]
        right, text = parse_atom(text[1:])
        tree = (sign, tree, right)
    return tree, text


def parse_atom(text: str) -> tuple[Tree, str]:
    if text[:1] in ("1", "2", "3", "4", "5", "6"):
        return int(text[0]), text[1:]
    if text[:1] == "(":
        tree, text = parse_sum(text[1:])
        if text[:1] == ")":
            return tree, text[1:]
    raise Refused("E_PARSE")


def work_out(tree: Tree, fractions: str, negatives: str) -> Fraction:
    if isinstance(tree, int):
        return Fraction(tree)
    sign, left_tree, right_tree = tree
    left = work_out(left_tree, fractions, negatives)
    right = work_out(right_tree, fractions, negatives)
    if sign == "/" and right == 0:
        raise Refused("E_DIV0")
    value = combine(sign, left, right)
    if sign == "/" and fractions == "exact" and value.denominator != 1:
        raise Refused("E_REMAINDER")
    if negatives == "forbid" and value < 0:
        raise Refused("E_NEGATIVE")
    return value
