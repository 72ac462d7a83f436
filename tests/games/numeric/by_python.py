"""Expressions as Python reads them: a second reading of what they make."""

import ast
from fractions import Fraction

Dice = tuple[int, ...]
DICE: Dice = (6, 4, 3, 1)


class Fault(Exception):
    """The code that a second reading finds."""


def value_of(text: str, rational: bool, negatives: bool) -> Fraction:
    """The value of an expression as Python reads it, or the first fault on the way."""

    def walk(node: ast.AST) -> Fraction:
        if isinstance(node, ast.Constant):
            return Fraction(str(node.value))
        assert isinstance(node, ast.BinOp)
        a, b = walk(node.left), walk(node.right)
        if isinstance(node.op, ast.Add):
            value = a + b
        elif isinstance(node.op, ast.Sub):
            value = a - b
        elif isinstance(node.op, ast.Mult):
            value = a * b
        else:
            assert isinstance(node.op, ast.Div)
            if b == 0:
                raise Fault("E_DIV0")
            value = a / b
            if a % b and not rational:
                raise Fault("E_REMAINDER")
        if value < 0 and not negatives:
            raise Fault("E_NEGATIVE")
        return value

    return walk(ast.parse(text, mode="eval").body)


def expected(text: str, rational: bool, negatives: bool) -> int | str:
    """The number an expression with the right dice makes, or the code of its fault."""
    try:
        value = value_of(text, rational, negatives)
    except Fault as fault:
        return str(fault)
    return int(value) if value in range(1, 101) else "E_RANGE"
