"""Calculations with dice: read and checked as people write them, explained, and the simplest one for a number."""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from parlour.games.numeric.reach import CLASSES, HIGHEST, SCALE, Dice, Signs, splits, throw_of

CODES = (
    "E_PARSE",
    "E_DICE",
    "E_DIV0",
    "E_REMAINDER",
    "E_NEGATIVE",
    "E_RANGE",
    "E_MISMATCH",
    "E_COVERED",
    "E_COUNTER",
    "E_CELL",
)
LONGEST = 200  # characters of a statement
ALIKE = str.maketrans("×xX·÷:−–[]{}", "****//--()()")
FOR_PEOPLE = {"+": " + ", "-": " − ", "*": " × ", "/": " ÷ ", "=": " = "}
SHOWN = 12  # characters of what cannot be read
COSTS = {"+": 0, "-": 1, "*": 1, "/": 2}
DIGITS = frozenset("123456")
STARTS = DIGITS | {"("}  # what a part begins with, and what it ends with
ENDS = DIGITS | {")"}
SIGN = "put + − × or ÷ between them"
OPERAND = "expected a die or a bracket"


class StatementError(ValueError):
    """A statement that does not count: the code is one of CODES, and the message tells what is wrong."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Step:
    """One operator and the two parts it combines."""

    sign: str  # one of + - * /
    left: "Tree"
    right: "Tree"


Tree = int | Step  # a die, or a step


@dataclass(frozen=True)
class Statement:
    """What was stated: the number made, the class of its signs, the expression as typed, and the cell named."""

    number: int
    signs: int
    expression: str
    cell: str | None


def read_statement(text: str, dice: Sequence[int], rational: bool = False, negatives: bool = True) -> Statement:
    """Check a statement such as `(6/3)*(4-1)=6@B2`. For the first fault, StatementError; nothing else is raised."""
    tree, expression, number, cell = _parse(text)
    _check_dice(expression, dice)
    value = _calculate(tree, rational, negatives, [])
    if value.denominator != 1 or not 1 <= value <= HIGHEST:
        wanted = f"expected a whole number from 1 to {HIGHEST}"
        raise StatementError("E_RANGE", f"{written(_print(tree).text)} is {_said(value)}: {wanted}")
    if number is not None and number != value:
        raise StatementError("E_MISMATCH", f"you said {number}, but it makes {value}")
    return Statement(int(value), signs_of(expression), expression, cell)


def explain(text: str, dice: Sequence[int], rational: bool = False, negatives: bool = True) -> list[str]:
    """The calculation step by step, `6 ÷ 3 = 2`, as far as it goes; last comes the fault, if there is one."""
    told: list[str] = []
    with suppress(StatementError):
        _calculate(_parse(text)[0], rational, negatives, told)
    try:
        read_statement(text, dice, rational, negatives)
    except StatementError as error:
        told.append(str(error))
    return told


def signs_of(expression: str) -> int:
    """R6. The class of the signs as they are written."""
    return Signs.MINUS * ("-" in expression) | Signs.DIVIDED * ("/" in expression)


def written(expression: str) -> str:
    """An expression as people write it: `6*4-1` is `6 × 4 − 1`."""
    return "".join(FOR_PEOPLE.get(char, char) for char in expression)


def _parse(text: str) -> tuple[Tree, str, int | None, str | None]:
    """The parts of a statement: the calculation, how it was written, the number said and the cell named."""
    if len(text) > LONGEST:
        raise _unreadable(f"this has {len(text)} characters: expected at most {LONGEST}")
    calculation, at, cell = text.partition("@")
    calculation, equals, number = calculation.partition("=")
    tree, expression = _parse_expression(calculation)
    number, cell = "".join(number.split()), "".join(cell.split())
    if equals and not re.fullmatch("[0-9]{1,3}", number):
        raise _unreadable(f"after = comes {_quoted(number)}: expected a number such as 14")
    if at and not re.fullmatch("[A-Za-z][0-9]{1,2}", cell):
        raise _unreadable(f"after @ comes {_quoted(cell)}: expected a cell such as B2")
    return tree, expression, int(number) if equals else None, cell.upper() if at else None


def _quoted(text: str) -> str:
    if not text:
        return "nothing"
    return repr(text if len(text) <= SHOWN else text[: SHOWN - 1] + "…")


def _unreadable(message: str) -> StatementError:
    return StatementError("E_PARSE", message)


def _parse_expression(text: str) -> tuple[Tree, str]:
    """The tree of an expression and its signs alone, without recursion: brackets may be many."""
    parts: list[Tree] = []
    waiting: list[tuple[str, int]] = []  # operators and open brackets, with their places in the text
    before = ""
    expression = ""

    def combine(strength: int) -> None:
        while waiting and waiting[-1][0] != "(" and _strength(waiting[-1][0]) >= strength:
            right, left = parts.pop(), parts.pop()
            parts.append(Step(waiting.pop()[0], left, right))

    for place, char in enumerate(text.translate(ALIKE), 1):
        if char.isspace():
            continue
        if char not in STARTS | ENDS and char not in COSTS:
            raise _unreadable(_strange(char, place))
        _check_order(before, char, place)
        if char in DIGITS:
            parts.append(int(char))
        elif char == "(":
            waiting.append((char, place))
        elif char == ")":
            combine(0)
            if not waiting:
                raise _unreadable(f"the bracket ) at character {place} was never opened: expected a ( before it")
            waiting.pop()
        else:
            combine(_strength(char))
            waiting.append((char, place))
        before = char
        expression += char
    if not before:
        raise _unreadable("there is no calculation: expected one such as 6+4*3-1")
    if before not in ENDS:
        raise _unreadable(f"nothing follows the {_sign(before)} at the end: {OPERAND}")
    combine(0)
    if waiting:
        raise _unreadable(f"the bracket ( at character {waiting[-1][1]} is not closed: expected a ) after it")
    return parts[0], expression


def _strength(sign: str) -> int:
    """How strongly an operator binds."""
    return 0 if sign in "+-" else 1


def _sign(char: str) -> str:
    return FOR_PEOPLE.get(char, char).strip()


def _strange(char: str, place: int) -> str:
    if char in "0789":
        return f"{char} at character {place} is on no die: expected digits from 1 to 6"
    return f"{char!r} at character {place} is not part of a calculation: expected dice, + − × ÷ and brackets"


def _check_order(before: str, char: str, place: int) -> None:
    """Whether a die, a sign or a bracket may follow the one before it."""
    here = f"at character {place}"
    if before in ENDS:
        if before in DIGITS and char in DIGITS:
            raise _unreadable(f"two dice cannot be written together as {before}{char} {here}: {SIGN}")
        if char in STARTS:
            raise _unreadable(f"a sign is missing between {before} and {char} {here}: {SIGN}")
    elif char not in STARTS:
        if before in COSTS:
            raise _unreadable(f"{_sign(char)} {here} cannot come right after {_sign(before)}: {OPERAND} between them")
        if (before, char) == ("(", ")"):
            raise _unreadable(f"there is nothing in the brackets () {here}: {OPERAND}")
        raise _unreadable(f"nothing stands before the {_sign(char)} {here}: {OPERAND}")


def _check_dice(expression: str, dice: Sequence[int]) -> None:
    """Every die once. What is there too often is told before what is missing."""
    thrown = Counter(dice)
    used = Counter(int(char) for char in expression if char in DIGITS)
    for face, times in used.items():
        if not thrown[face]:
            raise StatementError("E_DICE", f"there is no {face} among the dice {' '.join(map(str, dice))}")
        if times > thrown[face]:
            told = f"the {face} is used {_times(times)}, and was thrown {_times(thrown[face])}"
            raise StatementError("E_DICE", told)
    left = thrown - used
    if left:
        *names, last = [_dice_left(face, count, face in used) for face, count in left.items()]
        told = f"{', '.join(names)} and {last}" if names else last
        are = "is" if left.total() == 1 else "are"
        raise StatementError("E_DICE", f"{told} {are} still to use: expected every die once")


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _dice_left(face: int, count: int, used: bool) -> str:
    if count == 1:
        return f"another {face}" if used else f"the {face}"
    return f"{count} more dice with a {face}" if used else f"{count} dice with a {face}"


def _calculate(tree: Tree, rational: bool, negatives: bool, told: list[str]) -> Fraction:
    """The value, every step being told as it is done, the left part before the right."""
    if isinstance(tree, int):
        return Fraction(tree)
    a = _calculate(tree.left, rational, negatives, told)
    b = _calculate(tree.right, rational, negatives, told)
    step = f"{_said(a)} {_sign(tree.sign)} {_said(b) if b >= 0 else f'({_said(b)})'}"
    match tree.sign:
        case "+":
            value = a + b
        case "-":
            value = a - b
        case "*":
            value = a * b
        case _:
            if b == 0:
                raise StatementError("E_DIV0", f"{step} cannot be done: expected something other than 0 to divide by")
            value = a / b
            if not rational and value.denominator != 1:
                raise StatementError("E_REMAINDER", f"{step} leaves a remainder: expected a division without one")
    if value < 0 and not negatives:
        raise StatementError("E_NEGATIVE", f"{step} goes below nothing: expected no step below 0")
    told.append(f"{step} = {_said(value)}")
    return value


def _said(value: Fraction) -> str:
    """A value as at school: `12`, `−3`, `5 1/2`."""
    whole, rest = divmod(abs(value.numerator), value.denominator)
    words = [str(whole)] if whole or not rest else []
    if rest:
        words.append(f"{rest}/{value.denominator}")
    return ("−" if value < 0 else "") + " ".join(words)


class Piece(NamedTuple):
    """An expression printed with no more brackets than it needs. The order is that of preference."""

    cost: int
    length: int
    dice: str  # the dice in order, so written that the highest comes first
    text: str
    strength: int  # how strongly the last operator binds, 2 for a die


HIGH_FIRST = str.maketrans("123456", "654321", "+-*/()")


def _die(face: int) -> Piece:
    text = str(face)
    return Piece(0, 1, text.translate(HIGH_FIRST), text, 2)


def _join(sign: str, left: Piece, right: Piece) -> Piece:
    """Two pieces combined. A sum within a sum and a product within a product are written without brackets."""
    strength = _strength(sign)
    first = left.strength < strength
    second = right.strength < strength or (right.strength == strength and sign in "-/")
    text = f"({left.text})" if first else left.text
    text += sign + (f"({right.text})" if second else right.text)
    cost = left.cost + right.cost + COSTS[sign] + 2 * (first + second)
    return Piece(cost, len(text), left.dice + right.dice, text, strength)


def _print(tree: Tree) -> Piece:
    return _die(tree) if isinstance(tree, int) else _join(tree.sign, _print(tree.left), _print(tree.right))


def cost(expression: str) -> int:
    """How hard an expression is to see: 1 for × and −, 2 for ÷ and for every pair of brackets that it needs."""
    return _print(_parse(expression)[0]).cost


@cache
def _pieces(dice: Dice, rational: bool) -> dict[tuple[int, int, int], Piece]:
    """The simplest expression of some dice for every value, class and strength, and no step below zero."""
    scale = SCALE if rational else 1
    if len(dice) == 1:
        return {(dice[0] * scale, 0, 2): _die(dice[0])}
    found: dict[tuple[int, int, int], Piece] = {}

    def keep(value: int, signs: int, sign: str, left: Piece, right: Piece) -> None:
        key = value, signs, _strength(sign)
        old = found.get(key)
        if old is None or left.cost + right.cost + COSTS[sign] <= old.cost:
            piece = _join(sign, left, right)
            if old is None or piece < old:
                found[key] = piece

    for one, other in splits(dice):
        for (a, x, _), left in _pieces(one, rational).items():
            for (b, y, _), right in _pieces(other, rational).items():
                signs = x | y
                keep(a + b, signs, "+", left, right)
                keep(a + b, signs, "+", right, left)
                if a >= b:
                    keep(a - b, signs | Signs.MINUS, "-", left, right)
                if b >= a:
                    keep(b - a, signs | Signs.MINUS, "-", right, left)
                if a * b % scale == 0:
                    keep(a * b // scale, signs, "*", left, right)
                    keep(a * b // scale, signs, "*", right, left)
                if b and a * scale % b == 0:
                    keep(a * scale // b, signs | Signs.DIVIDED, "/", left, right)
                if a and b * scale % a == 0:
                    keep(b * scale // a, signs | Signs.DIVIDED, "/", right, left)
    return found


@cache
def _simplest(dice: Dice, rational: bool) -> dict[tuple[int, int], Piece]:
    """The simplest expression for every number and class."""
    scale = SCALE if rational else 1
    found: dict[tuple[int, int], Piece] = {}
    for (value, signs, _), piece in _pieces(dice, rational).items():
        number, rest = divmod(value, scale)
        if not rest and 1 <= number <= HIGHEST:
            found[number, signs] = min(piece, found.get((number, signs), piece))
    return found


def simplest(dice: Sequence[int], number: int, signs: int | None = None, rational: bool = False) -> str | None:
    """The simplest expression for a number, of a class of signs or of any; None where there is none."""
    table = _simplest(throw_of(dice), rational)
    found = [table[number, c] for c in (range(CLASSES) if signs is None else (signs,)) if (number, c) in table]
    return min(found).text if found else None
