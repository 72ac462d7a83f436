"""Statements: what counts, what does not and why, and the simplest expressions."""

import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.games.numeric.expressions import (
    CODES,
    LONGEST,
    Statement,
    StatementError,
    explain,
    read_statement,
    signs_of,
    simplest,
    written,
)
from parlour.games.numeric.reach import class_table
from tests.form import samples
from tests.games.numeric.by_python import DICE, Dice, expected


def accept(text: str, number: int, signs: int, dice: Dice = DICE, rational: bool = False) -> Statement:
    statement = read_statement(text, dice, rational)
    assert (statement.number, statement.signs) == (number, signs)
    return statement


def refuse(text: str, code: str, dice: Dice = DICE, rational: bool = False, negatives: bool = True) -> str:
    with pytest.raises(StatementError) as caught:
        read_statement(text, dice, rational, negatives)
    assert caught.value.code == code
    return str(caught.value)


def read(text: str, dice: Dice, rational: bool, negatives: bool) -> int | str:
    try:
        return read_statement(text, dice, rational, negatives).number
    except StatementError as error:
        return error.code


def random_expression(rng: random.Random, dice: list[int]) -> str:
    """Some dice in their order combined at random, with brackets needed and needless."""
    if len(dice) == 1:
        text = str(dice[0])
    else:
        cut = rng.randrange(1, len(dice))
        text = random_expression(rng, dice[:cut]) + rng.choice("+-*/") + random_expression(rng, dice[cut:])
    return f"({text})" if rng.random() < 0.3 else text


THROWN = st.lists(st.integers(1, 6), min_size=3, max_size=4)


# The examples of the page


def test_V1_the_sum() -> None:
    accept("6+4+3+1=14", 14, 0)


def test_V2_the_product() -> None:
    accept("6*4*3*1=72", 72, 0)


def test_V3_a_product_of_a_product_and_a_sum() -> None:
    assert accept("(6*4)*(3+1)=96", 96, 0).expression == "(6*4)*(3+1)"


def test_V4_both_signs() -> None:
    accept("(6/3)*(4-1)=6", 6, 3)


def test_V5_two_differences() -> None:
    accept("(3*1)-(6-4)=1", 1, 1)


def test_V6_one_difference() -> None:
    accept("6+4+3-1=12", 12, 1)


def test_V7_a_difference_of_sums() -> None:
    accept("(6+3)-(4+1)=4", 4, 1)


def test_V8_a_product_of_sums() -> None:
    accept("(6+4)*(3+1)=40", 40, 0)


def test_V9_a_product_and_one() -> None:
    accept("(6*4*3)+1=73", 73, 0)


def test_V10_dividing_by_one_counts() -> None:
    accept("(6+4-3)/1=7", 7, 3)


def test_V11_a_quotient_of_products() -> None:
    accept("(6*4)/(3*1)=8", 8, 2)


def test_V12_R2_N1_all_dice_are_used() -> None:
    assert refuse("(4*3)/6=2", "E_DICE") == "the 1 is still to use: expected every die once"
    accept("4*3/6*1=2", 2, 2)
    accept("4*3*1/6", 2, 2)


def test_V13_R3_N2_fractions_only_where_they_are_allowed() -> None:
    assert refuse("6/(1-3/4)=24", "E_REMAINDER") == "3 ÷ 4 leaves a remainder: expected a division without one"
    accept("6/(1-3/4)=24", 24, 3, rational=True)


def test_V14_R4_N3_negative_steps_may_be_forbidden() -> None:
    accept("4-6+3+1=2", 2, 1)
    assert refuse("4-6+3+1=2", "E_NEGATIVE", negatives=False) == "4 − 6 goes below nothing: expected no step below 0"
    assert read_statement("3+1+4-6=2", DICE, negatives=False).number == 2
    zero = read_statement("(4-3-1)+6", DICE, negatives=False)
    assert zero.number == 6, "zero is not negative"


def test_V15_R3_no_division_by_zero() -> None:
    message = refuse("6/(4-3-1)", "E_DIV0")
    assert message == "6 ÷ 0 cannot be done: expected something other than 0 to divide by"
    refuse("6/(4-3-1)", "E_DIV0", rational=True)


def test_V16_N5_zero_is_no_number() -> None:
    assert refuse("6-4-3+1", "E_RANGE") == "6 − 4 − 3 + 1 is 0: expected a whole number from 1 to 100"


def test_V17_R5_the_number_said_must_be_the_number_made() -> None:
    assert refuse("6*4*3*1=70", "E_MISMATCH") == "you said 70, but it makes 72"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("64+3-1", "two dice cannot be written together as 64 at character 2: put + − × or ÷ between them"),
        ("-1+6+4+3", "nothing stands before the − at character 1: expected a die or a bracket"),
        ("6*4*3+1)", "the bracket ) at character 8 was never opened: expected a ( before it"),
        ("6(4+3)*1", "a sign is missing between 6 and ( at character 2: put + − × or ÷ between them"),
    ],
)
def test_V18_N4_what_is_no_expression(text: str, message: str) -> None:
    assert refuse(text, "E_PARSE") == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6+4+3", "the 1 is still to use: expected every die once"),
        ("2+6+4+1", "there is no 2 among the dice 6 4 3 1"),
        ("6+4+3+1+1", "the 1 is used twice, and was thrown once"),
    ],
)
def test_V19_R2_every_die_exactly_once(text: str, message: str) -> None:
    assert refuse(text, "E_DICE") == message


def test_V20_R3_the_first_fault_is_told() -> None:
    assert refuse("6/4*3+1", "E_REMAINDER").startswith("6 ÷ 4 leaves a remainder")
    message = refuse("6/4*3+1", "E_RANGE", rational=True)
    assert message == "6 ÷ 4 × 3 + 1 is 5 1/2: expected a whole number from 1 to 100"


def test_V21_N5_too_much() -> None:
    message = refuse("6*6*6-6", "E_RANGE", dice=(6, 6, 6, 6))
    assert message == refuse("((6*6)*((6))-6)", "E_RANGE", dice=(6, 6, 6, 6))
    assert message == "6 × 6 × 6 − 6 is 210: expected a whole number from 1 to 100"


def test_V22_R6_the_class_is_that_of_the_signs_written() -> None:
    accept("6/3*4+1=9", 9, 2)
    accept("3*(6-4+1)=9", 9, 1)
    assert class_table(DICE)[9] == 0b0110
    assert simplest(DICE, 9, signs=3) is None


# The grammar


@pytest.mark.parametrize(
    "text", ["6×4×(3+1)", "6x4X[3+1]", "6·4*{3+1}", " 6 * 4 *\t( 3+ 1 ) ", "6*4*[3+1}", "6*4*(3+1)=96"]
)
def test_R5_signs_may_be_written_in_many_ways(text: str) -> None:
    assert read_statement(text, DICE) == Statement(96, 0, "6*4*(3+1)", None)


@pytest.mark.parametrize("text", ["(6/3)*(4-1)", "(6÷3)*(4−1)", "(6:3)×(4–1)", "[6 : 3] · {4 - 1}"])
def test_R5_R6_signs_count_however_they_are_written(text: str) -> None:
    assert read_statement(text, DICE) == Statement(6, 3, "(6/3)*(4-1)", None)


def test_R6_signs_that_change_nothing_count() -> None:
    assert [signs_of(text) for text in ("6+4*3*1", "6+4+3-1", "6/1+4+3", "6/1+4-3")] == [0, 1, 2, 3]
    accept("6*4*3/1", 72, 2)


def test_R5_brackets_are_kept_as_typed() -> None:
    assert accept("((6)*(4*3))*1", 72, 0).expression == "((6)*(4*3))*1"
    assert accept("(" * 90 + "6+4+3+1" + ")" * 90, 14, 0).number == 14


def test_N5_1_and_100_are_numbers() -> None:
    accept("(3*1)-(6-4)=1", 1, 1)
    accept("5*5*4*1=100", 100, 0, dice=(1, 4, 5, 5))
    refuse("5*5*4+1=101", "E_RANGE", dice=(1, 4, 5, 5))


def test_numbers_and_cells_are_read() -> None:
    assert read_statement("6+4+3+1=014", DICE).number == 14
    assert read_statement("(6+4-3)/1=7@I1", DICE).cell == "I1"
    assert read_statement("(6+4-3)/1 @ r42", DICE).cell == "R42"
    assert read_statement("6+4+3+1=1 4@x1", DICE).cell == "X1", "whether there is such a cell, the board knows"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no calculation: expected one such as 6+4*3-1"),
        (" \t\n", "there is no calculation: expected one such as 6+4*3-1"),
        ("=14", "there is no calculation: expected one such as 6+4*3-1"),
        ("6+4+3+", "nothing follows the + at the end: expected a die or a bracket"),
        ("6+4+(", "nothing follows the ( at the end: expected a die or a bracket"),
        ("6*(4+3", "the bracket ( at character 3 is not closed: expected a ) after it"),
        ("((6+4)", "the bracket ( at character 1 is not closed: expected a ) after it"),
        ("6+()+4", "there is nothing in the brackets () at character 4: expected a die or a bracket"),
        ("6)*(4", "the bracket ) at character 2 was never opened: expected a ( before it"),
        (")6", "nothing stands before the ) at character 1: expected a die or a bracket"),
        ("(-6+4)", "nothing stands before the − at character 2: expected a die or a bracket"),
        ("6 + *4", "× at character 5 cannot come right after +: expected a die or a bracket between them"),
        ("6**4", "× at character 3 cannot come right after ×: expected a die or a bracket between them"),
        ("(6+)4", ") at character 4 cannot come right after +: expected a die or a bracket between them"),
        ("6 4+3", "two dice cannot be written together as 64 at character 3: put + − × or ÷ between them"),
        ("(6+4)3", "a sign is missing between ) and 3 at character 6: put + − × or ÷ between them"),
        ("(6)(4)", "a sign is missing between ) and ( at character 4: put + − × or ÷ between them"),
        ("6+0", "0 at character 3 is on no die: expected digits from 1 to 6"),
        ("7+4", "7 at character 1 is on no die: expected digits from 1 to 6"),
        ("6^4", "'^' at character 2 is not part of a calculation: expected dice, + − × ÷ and brackets"),
        ("3!+6", "'!' at character 2 is not part of a calculation: expected dice, + − × ÷ and brackets"),
        ("6+٣", "'٣' at character 3 is not part of a calculation: expected dice, + − × ÷ and brackets"),
        ("６+4", "'６' at character 1 is not part of a calculation: expected dice, + − × ÷ and brackets"),
        ("6+4.0", "'.' at character 4 is not part of a calculation: expected dice, + − × ÷ and brackets"),
        ("six", "'s' at character 1 is not part of a calculation: expected dice, + − × ÷ and brackets"),
        ("6+\x00", r"'\x00' at character 3 is not part of a calculation: expected dice, + − × ÷ and brackets"),
        ("6+4+3+1=", "after = comes nothing: expected a number such as 14"),
        ("6+4+3+1=@B2", "after = comes nothing: expected a number such as 14"),
        ("6+4+3+1=0014", "after = comes '0014': expected a number such as 14"),
        ("6+4+3+1=١٤", "after = comes '١٤': expected a number such as 14"),
        ("6+4+3+1=-14", "after = comes '-14': expected a number such as 14"),
        ("6+4+3+1=14=14", "after = comes '14=14': expected a number such as 14"),
        ("6+4+3+1=fourteen and no more", "after = comes 'fourteenand…': expected a number such as 14"),
        ("6+4+3+1@", "after @ comes nothing: expected a cell such as B2"),
        ("6+4+3+1@B", "after @ comes 'B': expected a cell such as B2"),
        ("6+4+3+1@B123", "after @ comes 'B123': expected a cell such as B2"),
        ("6+4+3+1@Б2", "after @ comes 'Б2': expected a cell such as B2"),
        ("6+4+3+1@B2=14", "after @ comes 'B2=14': expected a cell such as B2"),
        ("6" * 201, "this has 201 characters: expected at most 200"),
        ("(" * 100_000, "this has 100000 characters: expected at most 200"),
        ("(" * 200, "nothing follows the ( at the end: expected a die or a bracket"),
    ],
)
def test_R5_faults_of_grammar_say_what_and_where(text: str, message: str) -> None:
    assert refuse(text, "E_PARSE") == message


@pytest.mark.parametrize(
    ("text", "dice", "message"),
    [
        ("6", (6, 4, 3, 1), "the 4, the 3 and the 1 are still to use: expected every die once"),
        ("6+4", (6, 4, 3, 1), "the 3 and the 1 are still to use: expected every die once"),
        ("6+1+1", (6, 6, 1, 1), "another 6 is still to use: expected every die once"),
        ("6+1", (6, 1, 1, 1), "2 more dice with a 1 are still to use: expected every die once"),
        ("6", (6, 1, 1, 1), "3 dice with a 1 are still to use: expected every die once"),
        ("6+6+6", (6, 6, 1), "the 6 is used 3 times, and was thrown twice"),
        ("4+4+3+1", (6, 4, 3, 1), "the 4 is used twice, and was thrown once"),
        ("6+5+3+1", (6, 4, 3, 1), "there is no 5 among the dice 6 4 3 1"),
    ],
)
def test_R2_R5_N1_faults_of_dice_say_which(text: str, dice: Dice, message: str) -> None:
    assert refuse(text, "E_DICE", dice) == message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("6/4+(3+1", "E_PARSE"),
        ("6/4=@", "E_PARSE"),
        ("6/4", "E_DICE"),
        ("6/4*(3-1)/(1-1)=9", "E_DICE"),
        ("6/(4-3-1)=9", "E_DIV0"),
        ("(3/4)*(6-1)", "E_REMAINDER"),
        ("(1-3)*(4-6)", "E_NEGATIVE"),
        ("(1-3)*(6/4)", "E_NEGATIVE"),
        ("(6/4)*(1-3)", "E_REMAINDER"),
        ("6-4-3-1=14", "E_NEGATIVE"),
        ("6-4-3+1=14", "E_NEGATIVE"),
        ("6-(4+3-1)=14", "E_RANGE"),
        ("6+4+3+1=15", "E_MISMATCH"),
    ],
)
def test_R5_the_first_fault_in_the_order_of_the_page_is_told(text: str, code: str) -> None:
    refuse(text, code, negatives=False)


def test_R5_every_code_is_one_of_the_page() -> None:
    assert len(CODES) == len(set(CODES)) == 10
    error = StatementError("E_COVERED", "72 is covered already")
    assert (error.code, str(error)) == ("E_COVERED", "72 is covered already")


# Any statement


@given(THROWN, st.randoms(use_true_random=False), st.booleans(), st.booleans())
@settings(max_examples=samples(66, 400))
def test_R2_R3_R4_R6_expressions_are_read_as_python_reads_them(
    dice: list[int], rng: random.Random, rational: bool, negatives: bool
) -> None:
    text = random_expression(rng, dice)
    thrown = tuple(rng.sample(dice, len(dice)))
    made = read(text, thrown, rational, negatives)
    assert made == expected(text, rational, negatives)
    if isinstance(made, int):
        statement = read_statement(f"{text}={made}", thrown, rational, negatives)
        signs = ("-" in text) + 2 * ("/" in text)
        assert statement == Statement(made, signs, text, None)
        assert class_table(dice, rational)[made] >> signs & 1
        assert read(f"{text}={made % 100 + 1}", thrown, rational, negatives) == "E_MISMATCH"


@given(THROWN, st.randoms(use_true_random=False))
@settings(max_examples=samples(50, 300))
def test_R5_spaces_brackets_and_other_signs_change_nothing(dice: list[int], rng: random.Random) -> None:
    text = random_expression(rng, dice)
    plain = read(text, tuple(dice), rational=False, negatives=True)
    others = {"*": "*×xX·", "/": "/÷:", "-": "-−–", "(": "([{", ")": ")]}"}
    changed = "".join(rng.choice(others.get(char, char)) + " " * rng.randrange(2) for char in text)
    assert read(changed, tuple(dice), rational=False, negatives=True) == plain
    around = re.sub(r"\d", lambda match: f"({match[0]})", f"[{changed}]")
    assert read(around, tuple(dice), rational=False, negatives=True) == plain
    if isinstance(plain, int):
        assert read_statement(changed, dice).expression == text


REASONS = {
    "E_PARSE": (
        "expected at most 200",
        "is not part of a calculation",
        "is on no die",
        "cannot be written together",
        "a sign is missing between",
        "nothing stands before",
        "nothing follows",
        "cannot come right after",
        "there is nothing in the brackets",
        "was never opened",
        "is not closed",
        "there is no calculation",
        "after = comes",
        "after @ comes",
    ),
    "E_DICE": ("still to use", "and was thrown", "among the dice"),
    "E_DIV0": ("other than 0",),
    "E_REMAINDER": ("leaves a remainder",),
    "E_NEGATIVE": ("goes below nothing",),
    "E_RANGE": ("expected a whole number from 1 to 100",),
    "E_MISMATCH": ("you said",),
}
TOKENS = [*"123456", *"+-*/()", *"×÷−[]{}:·x ", "=", "@", "=14", "@B2", "64", "0", "7", "(6+4)", "-(", "--", "=1000"]
ALPHABET = [*map(chr, range(128)), *"×÷−–·٣６²½①\u200b\ud800\U0001f3b2ſK"]


def soup(rng: random.Random) -> str:
    return "".join(rng.choices(TOKENS, k=rng.randrange(14)))


def noise(rng: random.Random) -> str:
    return "".join(rng.choices(ALPHABET, k=rng.randrange(20)))


def wide_noise(rng: random.Random) -> str:
    return "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randrange(10)))


def expression(rng: random.Random, dice: list[int]) -> str:
    text = random_expression(rng, rng.sample(dice, len(dice)))
    return text + rng.choice(["", "", f"={rng.randrange(-3, 130)}", "@b2", "=14@R42"])


def mutated(rng: random.Random, dice: list[int]) -> str:
    text = list(expression(rng, dice))
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(text) + 1)
        text[place : place + rng.randrange(3)] = rng.choices(TOKENS, k=rng.randrange(3))
    return "".join(text)


def long(rng: random.Random, dice: list[int]) -> str:
    depth = rng.randrange(rng.choice([110, 5000]))
    return "(" * depth + expression(rng, dice) + ")" * (depth - rng.randrange(-1, 2))


def test_fuzzed_statements() -> None:
    rng = random.Random(5927717)
    seen: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for turn in range(samples(20_000, 100_000)):
        dice = [rng.randrange(1, 7) for _ in range(rng.choice([3, 4]))]
        match turn % 10:
            case 0 | 1 | 2:
                text = expression(rng, dice)
            case 3 | 4 | 5:
                text = mutated(rng, dice)
            case 6 | 7:
                text = soup(rng)
            case 8:
                text = noise(rng) if rng.random() < 0.7 else wide_noise(rng)
            case _:
                text = long(rng, dice)
        rational, negatives = rng.random() < 0.5, rng.random() < 0.5
        try:
            statement = read_statement(text, dice, rational, negatives)
        except StatementError as error:
            seen[error.code] += 1
            found = [reason for reason in REASONS[error.code] if reason in str(error)]
            assert found, (text, str(error))
            assert len(str(error)) < LONGEST
            reasons.update(found)
        else:
            seen["accepted"] += 1
            assert expected(statement.expression, rational, negatives) == statement.number
            assert sorted(re.findall(r"\d", statement.expression)) == sorted(map(str, dice))
            assert re.fullmatch(r"[1-6+*/()-]+", statement.expression)
            assert statement.signs == ("-" in statement.expression) + 2 * ("/" in statement.expression)
    assert set(seen) == {*REASONS, "accepted"}
    assert min(seen.values()) > samples(10, 50)
    assert set(reasons) == {reason for told in REASONS.values() for reason in told}


# Calculations told


def test_R5_a_calculation_is_explained_step_by_step() -> None:
    assert explain("(6/3)*(4-1)=6", DICE) == ["6 ÷ 3 = 2", "4 − 1 = 3", "2 × 3 = 6"]
    assert explain("4+3*6*1", DICE) == ["3 × 6 = 18", "18 × 1 = 18", "4 + 18 = 22"]
    assert explain("6/(1-3/4)", DICE, rational=True) == ["3 ÷ 4 = 3/4", "1 − 3/4 = 1/4", "6 ÷ 1/4 = 24"]
    assert explain("(4-6)*(1-3)", DICE) == ["4 − 6 = −2", "1 − 3 = −2", "−2 × (−2) = 4"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("(4*3)/6", ["4 × 3 = 12", "12 ÷ 6 = 2", "the 1 is still to use: expected every die once"]),
        ("(4+3)/(6-4)", ["4 + 3 = 7", "6 − 4 = 2", "the 4 is used twice, and was thrown once"]),
        ("(6+1)/4*3", ["6 + 1 = 7", "7 ÷ 4 leaves a remainder: expected a division without one"]),
        ("1+3-6+4", ["1 + 3 = 4", "4 − 6 goes below nothing: expected no step below 0"]),
        ("6+4+3+1=15", ["6 + 4 = 10", "10 + 3 = 13", "13 + 1 = 14", "you said 15, but it makes 14"]),
        ("6+", ["nothing follows the + at the end: expected a die or a bracket"]),
    ],
)
def test_R5_a_fault_is_explained_where_it_happens(text: str, lines: list[str]) -> None:
    assert explain(text, DICE, negatives=False) == lines


def test_R5_long_calculations_are_explained_too() -> None:
    assert len(explain("+".join("6" * 100), DICE)) == 100


def test_expressions_are_written_for_people() -> None:
    assert written("(6/3)*(4-1)+1=7") == "(6 ÷ 3) × (4 − 1) + 1 = 7"
