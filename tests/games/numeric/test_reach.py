"""What every throw makes, against the tables of the page and against all expressions tried one by one."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

from parlour.games.numeric.reach import (
    FOUR,
    INDEX,
    REACH,
    REACHED,
    ROLLS,
    THREE,
    THROWS,
    WORD,
    class_table,
    serialise,
)

Dice = tuple[int, ...]
FRACTION, NEGATIVE, ZERO = 1, 2, 4  # what an expression passes through on its way

# A.1: the count of numbers for every throw of four dice
COUNTS_4 = """
1111:4 1112:6 1113:9 1114:11 1115:13 1116:15 1122:9 1123:11 1124:15 1125:18 1126:21 1133:16 1134:20 1135:24
1136:28 1144:23 1145:29 1146:34 1155:25 1156:35 1166:27 1222:11 1223:17 1224:20 1225:25 1226:27 1233:23 1234:31
1235:35 1236:41 1244:33 1245:44 1246:48 1255:44 1256:59 1266:53 1333:24 1334:35 1335:39 1336:39 1344:39 1345:49
1346:56 1355:46 1356:58 1366:43 1444:28 1445:46 1446:50 1455:40 1456:50 1466:46 1555:27 1556:39 1566:39 1666:28
2222:10 2223:17 2224:17 2225:22 2226:23 2233:25 2234:28 2235:34 2236:36 2244:28 2245:38 2246:38 2255:37 2256:48
2266:42 2333:27 2334:39 2335:45 2336:40 2344:43 2345:58 2346:55 2355:49 2356:61 2366:47 2444:30 2445:50 2446:43
2455:49 2456:58 2466:48 2555:32 2556:54 2566:56 2666:38 3333:20 3334:32 3335:35 3336:30 3344:41 3345:51 3346:48
3355:43 3356:51 3366:37 3444:32 3445:50 3446:56 3455:53 3456:68 3466:50 3555:33 3556:56 3566:54 3666:33 4444:23
4445:36 4446:36 4455:43 4456:58 4466:41 4555:32 4556:49 4566:54 4666:35 5555:22 5556:33 5566:34 5666:30 6666:21
"""
# A.2: the same for three dice
COUNTS_3 = """
111:3 112:4 113:6 114:6 115:6 116:7 122:6 123:9 124:11 125:12 126:14 133:9 134:11 135:13
136:14 144:10 145:12 146:13 155:10 156:12 166:10 222:5 223:8 224:9 225:9 226:11 233:11 234:13
235:14 236:15 244:13 245:15 246:16 255:12 256:19 266:13 333:8 334:11 335:11 336:12 344:12 345:16
346:17 355:12 356:18 366:13 444:8 445:12 446:13 455:12 456:16 466:13 555:8 556:11 566:11 666:8
"""
# A.3: the throws of four dice that make a number, and their rolls out of 1,296
MAKERS_4 = """
1:126/1296 2:126/1296 3:124/1284 4:123/1278 5:123/1283 6:124/1289 7:115/1244 8:118/1264 9:115/1237 10:117/1267
11:104/1176 12:117/1254 13:91/1107 14:94/1132 15:100/1141 16:101/1170 17:76/943 18:99/1151 19:75/956 20:96/1102
21:77/949 22:70/922 23:57/784 24:102/1104 25:68/827 26:62/817 27:61/801 28:72/909 29:47/612 30:93/1061
31:44/588 32:70/887 33:43/554 34:42/544 35:59/726 36:89/1007 37:33/423 38:36/498 39:33/454 40:66/812
41:22/310 42:56/719 43:19/280 44:39/512 45:52/649 46:24/308 47:15/212 48:73/888 49:22/310 50:42/539
51:19/248 52:23/274 53:13/184 54:47/585 55:25/307 56:32/412 57:12/160 58:13/184 59:9/124 60:68/777
61:7/94 62:8/112 63:18/228 64:24/281 65:17/204 66:27/345 67:5/56 68:12/147 69:10/116 70:28/338
71:5/58 72:49/563 73:4/52 74:6/70 75:23/283 76:12/126 77:7/88 78:20/267 79:2/24 80:28/339
81:11/113 82:2/24 83:1/12 84:28/366 85:8/96 86:2/36 87:4/72 88:10/136 89:1/24 90:33/414
91:2/36 92:6/88 93:5/72 94:3/48 95:9/104 96:30/350 97:2/24 98:2/24 99:6/66 100:20/219
"""
# A.4: the same for three dice, out of 216
MAKERS_3 = """
1:34/143 2:43/171 3:38/148 4:38/147 5:34/129 6:34/130 7:28/127 8:29/124 9:25/115 10:24/111 11:16/78 12:29/122
13:12/57 14:15/69 15:17/76 16:15/66 17:6/30 18:17/74 19:6/30 20:15/62 21:9/42 22:6/30 23:4/21 24:16/66
25:7/33 26:3/15 27:6/25 28:6/27 29:3/15 30:13/53 31:3/12 32:6/25 33:2/9 34:2/9 35:5/21 36:10/42
37:1/3 38:1/3 39:1/3 40:7/27 41:1/3 42:4/16 44:1/6 45:3/12 48:6/24 50:3/10 54:3/12 55:1/3
60:5/21 64:1/1 66:1/3 72:3/10 75:1/3 80:1/3 90:1/6 96:1/3 100:1/3
"""


def dice_of(digits: str) -> Dice:
    return tuple(int(digit) for digit in digits)


def throws(count: int) -> list[Dice]:
    return [throw for throw in THROWS if len(throw) == count]


def tables(count: int, rational: bool = False) -> dict[Dice, dict[int, int]]:
    return {throw: class_table(throw, rational) for throw in throws(count)}


def rolls(throw: Dice) -> int:
    return int(ROLLS[INDEX[throw]])


def classes(text: str) -> dict[int, int]:
    """`1:e 2:7` as numbers and sets of classes."""
    return {int(number): int(digit, 16) for number, digit in re.findall(r"(\d+):([0-9a-f])\b", text)}


Part = tuple[Fraction, int, int]  # a value, the signs used, and what was passed through


def combinations(a: Part, b: Part) -> Iterator[Part]:
    """The four operators between two parts in this order."""
    signs, passed = a[1] | b[1], a[2] | b[2]
    made = [(a[0] + b[0], signs), (a[0] - b[0], signs | 1), (a[0] * b[0], signs)]
    if b[0]:
        made.append((a[0] / b[0], signs | 2))
    for value, used in made:
        here = FRACTION * (value.denominator > 1) | NEGATIVE * (value < 0) | ZERO * (value == 0)
        yield value, used, passed | here


def expressions(parts: list[Part]) -> Iterator[Part]:
    """All operators in all shapes over parts whose order is given: every neighbours' pair first, and so on."""
    if len(parts) == 1:
        yield parts[0]
    for cut in range(1, len(parts)):
        for left, right in product(list(expressions(parts[:cut])), list(expressions(parts[cut:]))):
            yield from combinations(left, right)


@cache
def enumerated() -> dict[tuple[Dice, int], dict[int, int]]:
    """For every throw, and every combination of what an expression passes through: the numbers and classes so made."""
    found: dict[tuple[Dice, int], dict[int, int]] = {}
    for throw in THROWS:
        for order in set(permutations(throw)):
            for value, signs, passed in expressions([(Fraction(face), 0, 0) for face in order]):
                if value.denominator == 1 and 1 <= value <= 100:
                    table = found.setdefault((throw, passed), {})
                    table[int(value)] = table.get(int(value), 0) | 1 << signs
    return found


def enumerated_table(throw: Dice, allowed: int) -> dict[int, int]:
    """The table of a throw by enumeration, through nothing but what is allowed."""
    table: dict[int, int] = {}
    for passed in range(8):
        if not passed & ~allowed:
            for number, classes in enumerated().get((throw, passed), {}).items():
                table[number] = table.get(number, 0) | classes
    return table


def test_the_throws_are_in_order() -> None:
    assert (FOUR, THREE, len(THROWS)) == (126, 56, 182)
    assert THROWS[0] == (1, 1, 1, 1)
    assert THROWS[FOUR - 1] == (6, 6, 6, 6)
    assert THROWS[FOUR] == (1, 1, 1)
    assert THROWS[-1] == (6, 6, 6)
    assert list(THROWS[:FOUR]) == sorted({tuple(sorted(roll)) for roll in product(range(1, 7), repeat=4)})
    assert list(THROWS[FOUR:]) == sorted({tuple(sorted(roll)) for roll in product(range(1, 7), repeat=3)})
    assert [THROWS[INDEX[throw]] for throw in THROWS] == list(THROWS)


@pytest.mark.parametrize("count", [3, 4])
def test_the_rolls_of_every_throw_are_counted(count: int) -> None:
    counted = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=count))
    assert {throw: rolls(throw) for throw in throws(count)} == counted


@pytest.mark.parametrize("rational", [False, True])
def test_R2_R3_the_bits_say_what_the_tables_say(rational: bool) -> None:
    assert REACH.shape == (2, 182, 4, 2)
    assert REACH.dtype == REACHED.dtype == np.int64
    for index, throw in enumerate(THROWS):
        table = class_table(throw, rational)
        for number in range(1, 101):
            word, bit = divmod(number - 1, WORD)
            found = sum(int(REACH[int(rational), index, c, word] >> bit & 1) << c for c in range(4))
            assert found == table.get(number, 0)
            assert int(REACHED[int(rational), index, word] >> bit & 1) == (number in table)
    assert REACH.min() >= 0
    assert REACH.max() < 1 << WORD


def test_R2_R3_exact_tables_are_those_of_all_expressions() -> None:
    for throw in THROWS:
        assert class_table(throw) == enumerated_table(throw, NEGATIVE | ZERO), throw


def test_R3_N2_rational_tables_are_those_of_all_expressions() -> None:
    for throw in THROWS:
        assert class_table(throw, rational=True) == enumerated_table(throw, FRACTION | NEGATIVE | ZERO), throw


def test_R4_N3_without_negative_steps_nothing_is_lost() -> None:
    for throw in THROWS:
        assert enumerated_table(throw, ZERO) == class_table(throw), throw
        assert enumerated_table(throw, ZERO | FRACTION) == class_table(throw, rational=True), throw


def test_N3_without_zero_37_pairs_are_lost() -> None:
    lost = [set(class_table(throw)) - set(enumerated_table(throw, 0)) for throw in throws(4)]
    assert sum(len(numbers) for numbers in lost) == 37


def test_N2_fractions_add_89_pairs_and_none_with_three_dice() -> None:
    exact, rational = tables(4), tables(4, rational=True)
    added = {throw: set(rational[throw]) - set(exact[throw]) for throw in exact}
    assert all(set(exact[throw]) <= set(rational[throw]) for throw in exact)
    assert sum(len(numbers) for numbers in added.values()) == 89
    assert sum(1 for numbers in added.values() if numbers) == 56
    assert added[1, 3, 4, 6] == {24}
    assert tables(3) == tables(3, rational=True)


def test_N4_N5_nothing_but_whole_numbers_from_1_to_100() -> None:
    for throw in THROWS:
        assert set(class_table(throw)) <= set(range(1, 101))
    assert 1 in class_table((1, 1, 1, 1))
    assert 100 in class_table((5, 5, 4, 1))
    assert 11 not in class_table((1, 1, 1, 1)), "dice are not written together"
    assert 64 not in class_table((6, 4, 1)), "nor even where nothing else would be in the way"


def test_the_order_of_the_dice_does_not_matter() -> None:
    assert all(class_table(order) == class_table((1, 3, 4, 6)) for order in permutations((6, 4, 3, 1)))


@pytest.mark.parametrize("dice", [(), (6,), (1, 2), (0, 1, 2, 3), (1, 2, 3, 7), (1, 2, 3, 4, 5)])
def test_what_is_no_throw_is_refused(dice: Dice) -> None:
    with pytest.raises(ValueError, match="is not a throw: expected three or four dice from 1 to 6"):
        class_table(dice)


def test_a_table_is_the_callers_own() -> None:
    class_table((1, 1, 1)).clear()
    assert len(class_table((1, 1, 1))) == 3


def test_V23_all_numbers_of_6431() -> None:
    exact = classes(
        "1:e 2:e 3:e 4:a 5:a 6:e 7:e 8:e 9:6 10:6 11:2 12:e 13:7 14:b 15:2 16:2 17:2 18:5 19:3 20:2 21:b 22:7 23:3 "
        "25:3 26:2 27:7 28:1 29:2 30:5 31:1 32:2 33:1 35:2 36:7 37:1 40:1 41:2 42:5 43:1 45:1 48:3 49:1 54:2 60:2 "
        "66:2 68:2 69:2 71:2 72:5 73:1 75:1 76:1 78:1 84:1 90:1 96:1"
    )
    assert len(exact) == 56
    assert class_table((6, 4, 3, 1)) == exact
    rational = class_table((6, 4, 3, 1), rational=True)
    assert set(rational) - set(exact) == {24}
    assert rational[24] == 8
    assert all(rational[number] & exact[number] == exact[number] for number in exact)
    assert any(rational[number] != exact[number] for number in exact)


@pytest.mark.parametrize(
    ("dice", "text"),
    [
        ("1111", "1:f 2:7 3:5 4:1"),
        (
            "6666",
            "1:c 2:4 3:4 4:8 5:8 6:a 7:4 8:4 11:8 12:6 13:4 24:3 30:8 35:8 36:6 37:4 42:4 48:1 66:2 72:1 78:1",
        ),
        ("444", "2:4 3:8 4:6 5:4 12:3 20:1 32:1 64:1"),
        (
            "256",
            "1:2 2:a 3:2 4:2 7:2 8:4 9:2 13:1 15:4 16:1 17:1 18:2 20:2 22:1 28:2 32:1 40:1 42:1 60:1",
        ),
    ],
)
def test_V24_some_throws_in_full(dice: str, text: str) -> None:
    assert class_table(dice_of(dice)) == classes(text)


@pytest.mark.parametrize(
    ("rational", "count", "size", "digest"),
    [
        (False, 4, 22106, "fc7b4e55f6a5a12b1e403499dabbd75640aaff75f383909ee2a8afd76a4cf212"),
        (False, 3, 3037, "ec86c1d372349de48e1258850fdaa7f0cde3a6484b1ec26cce92b756a9e92292"),
        (True, 3, 3037, "ec86c1d372349de48e1258850fdaa7f0cde3a6484b1ec26cce92b756a9e92292"),
        (True, 4, 22542, "08c300840be02b48230f1fd2cd80da251e759e94a67a3cfa0fd2b91fdb4c58d2"),
    ],
)
def test_V25_checksums_of_the_whole_tables(rational: bool, count: int, size: int, digest: str) -> None:
    text = serialise(rational, count).encode()
    assert (len(text), hashlib.sha256(text).hexdigest()) == (size, digest)


def test_V26_summary_figures() -> None:
    for count, pairs, numbers, least, most, in_rolls in ((4, 4510, 100, 4, 68, 53_246), (3, 623, 57, 3, 19, 2_629)):
        found = tables(count)
        sizes = [len(table) for table in found.values()]
        assert (sum(sizes), min(sizes), max(sizes)) == (pairs, least, most)
        assert len({number for table in found.values() for number in table}) == numbers
        assert sum(len(table) * rolls(throw) for throw, table in found.items()) == in_rolls
    rational = tables(4, rational=True)
    sizes = [len(table) for table in rational.values()]
    assert (len(sizes), sum(sizes), min(sizes), max(sizes)) == (126, 4599, 4, 69)
    assert round(sum(len(table) * rolls(throw) for throw, table in rational.items()) / 1296, 2) == 41.80
    assert len(class_table((1, 1, 1, 1))) == 4
    assert len(class_table((3, 4, 5, 6))) == 68
    assert len(class_table((1, 1, 1))) == 3
    assert len(class_table((2, 5, 6))) == 19


@pytest.mark.parametrize(
    ("count", "divided", "subtracted", "both", "either", "neither", "triples"),
    [(4, 2039, 3032, 1175, 530, 2139, 7750), (3, 215, 307, 82, 64, 305, None)],
)
def test_V26_how_many_take_which_signs(
    count: int, divided: int, subtracted: int, both: int, either: int, neither: int, triples: int | None
) -> None:
    sets = [classes for table in tables(count).values() for classes in table.values()]
    assert sum(1 for classes in sets if classes & 0b1100) == divided
    assert sum(1 for classes in sets if classes & 0b1010) == subtracted
    assert sum(1 for classes in sets if classes & 0b1000) == both
    assert sum(1 for classes in sets if classes & 0b1110 == 0b0110) == either
    assert sum(1 for classes in sets if classes & 0b0001) == neither
    if triples is not None:
        assert sum(classes.bit_count() for classes in sets) == triples


def test_V27_first_example_and_count_of_every_set_of_classes() -> None:
    told = (
        "{0} 1111→4; {0,1} 1114→7; {0,1,2} 1111→2; {0,1,2,3} 1111→1; {0,1,3} 1125→9; {0,2} 1111→3; {0,2,3} 2245→15; "
        "{0,3} 1266→15; {1} 1115→9; {1,2} 1116→3; {1,2,3} 1112→1; {1,3} 1114→1; {2} 1144→3; {2,3} 1116→2; {3} 1126→1"
    )
    counts = [1144, 483, 236, 49, 39, 174, 4, 10, 844, 294, 592, 292, 160, 98, 91]
    found: dict[int, list[tuple[Dice, int]]] = {}
    for throw, table in tables(4).items():
        for number in sorted(table):
            found.setdefault(table[number], []).append((throw, number))
    listed = re.findall(r"\{([\d,]+)\} (\d+)→(\d+)", told)
    assert len(listed) == len(counts) == len(found) == 15
    for (members, throw, number), count in zip(listed, counts, strict=True):
        pairs = found[sum(1 << int(c) for c in members.split(","))]
        assert (pairs[0], len(pairs)) == ((dice_of(throw), int(number)), count)


def test_V28_the_rarest_numbers() -> None:
    told = (
        "83: 3445; 89: 1356; 79: 1445 3455; 82: 2445 2566; 97: 1446 3455; 98: 2446 2455; 86: 3456 4456; 91: 1356 4456"
    )
    made = tables(4)
    for number, makers in re.findall(r"(\d+): ([\d ]+)", told):
        assert [throw for throw in made if int(number) in made[throw]] == [dice_of(word) for word in makers.split()]
    assert all(1 in table and 2 in table for table in made.values())


@pytest.mark.parametrize(("count", "text"), [(4, COUNTS_4), (3, COUNTS_3)])
def test_how_many_numbers_every_throw_makes(count: int, text: str) -> None:
    told = {dice_of(dice): int(number) for dice, number in re.findall(r"(\d+):(\d+)", text)}
    assert {throw: len(table) for throw, table in tables(count).items()} == told


@pytest.mark.parametrize(("count", "text"), [(4, MAKERS_4), (3, MAKERS_3)])
def test_how_many_throws_make_every_number(count: int, text: str) -> None:
    told = {int(number): (int(sets), int(rolls)) for number, sets, rolls in re.findall(r"(\d+):(\d+)/(\d+)", text)}
    found: dict[int, tuple[int, int]] = {}
    for throw, table in tables(count).items():
        for number in table:
            sets, times = found.get(number, (0, 0))
            found[number] = sets + 1, times + rolls(throw)
    assert found == told


def test_three_dice_on_the_board_of_zones() -> None:
    reached = {number for table in tables(3).values() for number in table}
    zones = {(1, 24): 24, (25, 42): 18, (43, 60): 7, (61, 78): 4, (79, 100): 4}
    assert {zone: len([n for n in reached if zone[0] <= n <= zone[1]]) for zone in zones} == zones
    assert {64, 66, 72, 75, 80, 90, 96, 100} <= reached
