"""The simplest expressions: what they cost, that there is one for every number, and that they read well."""

from collections import Counter
from itertools import permutations, product

import pytest

from parlour.games.numeric.expressions import (
    Statement,
    cost,
    read_statement,
    simplest,
)
from parlour.games.numeric.reach import THROWS, class_table
from tests.games.numeric.by_python import DICE, Dice, expected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("6+4+3+1", 0),
        ("6*4*3*1", 3),
        ("6-4-1", 2),
        ("6/3*4", 3),
        ("(6+4)*3", 3),
        ("((6)*(4))+3", 1),
        ("6+(4-3)+1", 1),
        ("6-(4-3)", 4),
        ("6*(4*3)", 2),
        ("6/(4/2)", 6),
        ("(6+4)*(3+1)", 5),
        ("6 × [4 + 3]", 3),
    ],
)
def test_cost_counts_signs_and_the_brackets_needed(text: str, count: int) -> None:
    assert cost(text) == count


def test_how_many_numbers_have_which_cost() -> None:
    for dice, counts in ((4, [126, 671, 1046, 1238, 974, 414, 38, 3]), (3, [56, 209, 176, 135, 47])):
        found = Counter(
            cost(simplest(throw, number) or "")
            for throw in THROWS
            if len(throw) == dice
            for number in class_table(throw)
        )
        assert [found[n] for n in range(len(counts))] == counts
        assert found.total() == sum(counts)


@pytest.mark.parametrize("rational", [False, True])
def test_R2_R6_N3_there_is_a_simplest_expression_for_every_class(rational: bool) -> None:
    for throw in THROWS:
        for number, classes in class_table(throw, rational).items():
            found = [simplest(throw, number, signs, rational) for signs in range(4)]
            assert [text is not None for text in found] == [bool(classes >> signs & 1) for signs in range(4)]
            for signs, text in enumerate(found):
                if text is not None:
                    statement = read_statement(f"{text}={number}", throw, rational, negatives=False)
                    assert statement == Statement(number, signs, text, None)
            costs = [cost(text) for text in found if text is not None]
            assert cost(simplest(throw, number, None, rational) or "") == min(costs)


# Every way to put brackets that may matter; the letters are dice, the dots operators
SHAPES = """
    a.b.c.d (a.b).c.d a.(b.c).d a.b.(c.d) (a.b.c).d a.(b.c.d)
    (a.b).(c.d) ((a.b).c).d (a.(b.c)).d a.((b.c).d) a.(b.(c.d))
"""


@pytest.mark.parametrize("dice", [(6, 4, 3, 1), (2, 2, 4, 5), (6, 6, 5, 2)])
@pytest.mark.parametrize("rational", [False, True])
def test_N3_no_expression_without_negative_steps_is_simpler(dice: Dice, rational: bool) -> None:
    least: dict[tuple[int, int], int] = {}
    for order, signs, shape in product(sorted(set(permutations(dice))), product("+-*/", repeat=3), SHAPES.split()):
        text = shape.translate(dict(zip(map(ord, "abcd"), map(str, order), strict=True)))
        for sign in signs:
            text = text.replace(".", sign, 1)
        made = expected(text, rational, negatives=False)
        if isinstance(made, int):
            price = text.count("*") + text.count("-") + 2 * text.count("/") + 2 * text.count("(")
            key = made, ("-" in text) + 2 * ("/" in text)
            least[key] = min(price, least.get(key, price))
    found = {(n, c): simplest(dice, n, c, rational) for n in class_table(dice, rational) for c in range(4)}
    assert {key: cost(text) for key, text in found.items() if text is not None} == least


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (72, "6*4*3*1"),
        (14, "6+4+3+1"),
        (73, "6*4*3+1"),
        (96, "6*4*(3+1)"),
        (6, "6-4+3+1"),
        (30, "(6+4)*3*1"),
        (9, "6*4/3+1"),
    ],
)
def test_the_simplest_is_pleasant_to_read(number: int, text: str) -> None:
    assert all(simplest(order, number) == text for order in permutations(DICE))


def test_what_cannot_be_made_has_no_simplest() -> None:
    assert simplest(DICE, 24) is None
    assert simplest(DICE, 24, rational=True) == "6/(1-3/4)"
    assert simplest(DICE, 0) is None
    assert simplest(DICE, 101) is None
    assert simplest(DICE, 28, signs=1) is None
    with pytest.raises(ValueError, match="is not a throw"):
        simplest((6, 6), 36)
