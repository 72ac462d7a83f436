import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.form import samples
from tests.oracles import numeric_boards as boards
from tests.oracles.numeric import PASS, Table, all_rolls, form
from tests.oracles.numeric_arithmetic import Dice, Refused, all_throws, makeable, reach, read
from tests.oracles.numeric_cards import CARDS, card_effect

VECTORS = json.loads((Path(__file__).parent.parent / "games" / "numeric" / "vectors.json").read_text())
HEX, RINGS, SHEET, PACK = VECTORS["hex"], VECTORS["counters"], VECTORS["zones"], VECTORS["cards"]
STATEMENTS = VECTORS["statements"] + VECTORS["class_set_expressions"] + VECTORS["rarest_expressions"]


def thrown(digits: str) -> Dice:
    return tuple(int(digit) for digit in digits)


def digit_of(classes: set[int]) -> str:
    return format(sum(1 << c for c in classes), "x")


def pairs(count: int, fractions: str = "exact") -> Iterator[tuple[Dice, int, set[int]]]:
    for dice in all_throws(count):
        found = reach(dice, fractions)
        yield from ((dice, number, found[number]) for number in sorted(found))


def rolls_of(dice: Dice) -> int:
    return all_rolls(len(dice))["throw", dice]


@pytest.mark.parametrize("vector", STATEMENTS, ids=lambda vector: f"{vector['id']} {vector['statement']}")
def test_V1_to_V22_statements(vector: dict[str, Any]) -> None:
    if "error" in vector:
        with pytest.raises(Refused, match=f"^{vector['error']}$"):
            read(vector["statement"], tuple(vector["dice"]), **vector["options"])
    else:
        statement = read(vector["statement"], tuple(vector["dice"]), **vector["options"])
        assert (statement.number, statement.operator_class) == (vector["number"], vector["class"])


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[6 × 4] × {3 + 1} = 096", ""),
        ("6x4X(3·1)", ""),
        ("6÷3·(4−1)", ""),
        ("6:3*(4–1) = 6", ""),
        ("6/(4-3-1", "E_PARSE"),
        ("", "E_PARSE"),
        ("6+4+3+1=", "E_PARSE"),
        ("6+4+3+1=0014", "E_PARSE"),
        ("6+4+3+1=14=14", "E_PARSE"),
        ("6+4+3+1@C0", "E_PARSE"),  # no cells but in counters
        ("6+4+7+1", "E_PARSE"),
        ("6+4+0+1", "E_PARSE"),
        ("6*+4+3+1", "E_PARSE"),
        ("(4-6)/(3-1)+1=1", "E_DICE"),
        ("(4-6)*1/3", "E_REMAINDER"),
        ("6/(1+3)/(4-4)", "E_DICE"),
    ],
)
def test_spelling_of_statements(text: str, error: str) -> None:
    if error:
        with pytest.raises(Refused, match=f"^{error}$"):
            read(text, (6, 4, 3, 1))
    else:
        read(text, (6, 4, 3, 1))


def test_the_first_failing_step_is_reported() -> None:
    for text, error in [("6/4/(5-5)", "E_REMAINDER"), ("6/(5-5)/4", "E_DIV0"), ("(5-6)/4+5", "E_NEGATIVE")]:
        with pytest.raises(Refused, match=error):
            read(text, (6, 4, 5, 5), negatives="forbid")


@pytest.mark.parametrize("vector", VECTORS["class_digits"], ids=lambda vector: str(vector["dice"]))
def test_V23_V24_class_digits(vector: dict[str, Any]) -> None:
    found = reach(thrown(vector["dice"]))
    assert {str(number): digit_of(classes) for number, classes in found.items()} == vector["classes"]


def test_V22_V23_class_remarks() -> None:
    vector = VECTORS["class_not_attainable"]
    assert vector["class"] not in reach(tuple(sorted(vector["dice"])))[vector["number"]]
    exact, rational = reach((1, 3, 4, 6)), reach((1, 3, 4, 6), "rational")
    joining = {str(n): digit_of(classes) for n, classes in rational.items() if n not in exact}
    assert joining == VECTORS["class_digits_joining_with_rational_fractions"]["classes"]
    assert any(rational[number] > exact[number] for number in exact)


CHECKSUMS = [vector for vector in VECTORS["checksums"] if vector["dice"] <= samples(3, 4)]


@pytest.mark.parametrize("vector", CHECKSUMS, ids=lambda vector: f"{vector['dice']} {vector['fractions']}")
@pytest.mark.parametrize("negatives", ["allow", pytest.param("forbid", marks=pytest.mark.thorough)])
def test_V25_checksums(vector: dict[str, Any], negatives: str) -> None:
    lines = []
    for dice in all_throws(vector["dice"]):
        found = reach(dice, vector["fractions"], negatives)
        items = ",".join(f"{number}:{digit_of(found[number])}" for number in sorted(found))
        lines.append("".join(map(str, dice)) + " " + items + "\n")
    text = "".join(lines).encode()
    assert (len(text), sha256(text).hexdigest()) == (vector["bytes"], vector["sha256"])


@pytest.mark.parametrize("vector", VECTORS["summaries"], ids=lambda vector: f"{vector['dice']} {vector['fractions']}")
def test_V26_summaries(vector: dict[str, Any]) -> None:
    found = list(pairs(vector["dice"], vector["fractions"]))
    per_throw = Counter(dice for dice, _, _ in found)
    over_rolls = sum(rolls_of(dice) for dice, _, _ in found)
    sizes = sorted(per_throw, key=per_throw.__getitem__)
    figures: dict[str, Any] = {
        "throws": len(all_throws(vector["dice"])),
        "pairs": len(found),
        "numbers": len({number for _, number, _ in found}),
        "least": per_throw[sizes[0]],
        "least_dice": "".join(map(str, sizes[0])),
        "most": per_throw[sizes[-1]],
        "most_dice": "".join(map(str, sizes[-1])),
        "targets_over_rolls": over_rolls,
        "rolls": 6 ** vector["dice"],
        "mean_over_rolls": f"{over_rolls / 6 ** vector['dice']:.2f}",
        "with_division": sum(bool(classes & {2, 3}) for _, _, classes in found),
        "with_subtraction": sum(bool(classes & {1, 3}) for _, _, classes in found),
        "with_both": sum(3 in classes for _, _, classes in found),
        "class_1_and_2_not_3": sum({1, 2} <= classes and 3 not in classes for _, _, classes in found),
        "class_0": sum(0 in classes for _, _, classes in found),
        "triples": sum(len(classes) for _, _, classes in found),
    }
    for name in vector.keys() - {"id", "dice", "fractions"}:
        assert (name, figures[name]) == (name, vector[name])


def test_V27_class_sets() -> None:
    first: dict[frozenset[int], tuple[str, int]] = {}
    counts: Counter[frozenset[int]] = Counter()
    for dice, number, classes in pairs(4):
        first.setdefault(frozenset(classes), ("".join(map(str, dice)), number))
        counts[frozenset(classes)] += 1
    vectors = {frozenset(vector["classes"]): vector for vector in VECTORS["class_sets"]}
    assert counts == {classes: vector["pairs"] for classes, vector in vectors.items()}
    assert first == {classes: (vector["first_dice"], vector["first_number"]) for classes, vector in vectors.items()}


def test_V28_and_appendix_A() -> None:
    for count in (3, 4):
        throws: dict[int, list[Dice]] = {}
        for dice, number, _ in pairs(count):
            throws.setdefault(number, []).append(dice)
        table = VECTORS["throws_and_rolls_making_number"][str(count)]
        assert {str(n): [len(found), sum(map(rolls_of, found))] for n, found in throws.items()} == table
        assert makeable(count) == set(throws)
        if count == 4:
            for number, makers in VECTORS["rarest_numbers"].items():
                assert throws[int(number)] == [thrown(digits) for digits in makers]
            rarest = sorted(throws, key=lambda n: len(throws[n]))[: len(VECTORS["rarest_numbers"])]
            assert set(rarest) == set(map(int, VECTORS["rarest_numbers"]))
            assert [n for n in throws if len(throws[n]) == 126] == VECTORS["numbers_every_throw_makes"]
    table = {"".join(map(str, dice)): len(reach(dice)) for count in (4, 3) for dice in all_throws(count)}
    assert table == VECTORS["targets_of_throw"]


def test_three_dice_reach() -> None:
    vector, numbers = VECTORS["three_dice_reach"], makeable(3)
    assert {name: len(numbers & set(zone)) for name, (zone, _) in boards.ZONES.items()} == vector["zones"]
    for name in ("yellow", "red"):
        assert sorted(numbers & set(boards.ZONES[name][0])) == vector[name]
    assert sorted(numbers & boards.marked_numbers()) == vector["marked"]
    assert sum(map(boards.zones_reward, numbers)) == vector["zones_board_is_worth"]


def test_rulings_with_figures() -> None:
    richer = [dice for dice in all_throws(4) if len(reach(dice, "rational")) > len(reach(dice))]
    assert len(richer) == 56  # N2
    assert not any({61, 68} <= reach(dice, "rational").keys() for dice in all_throws(4))  # N20
    full = [sum(map(len, reach(dice).values())) for dice in all_throws(4)]
    assert (max(full), full[all_throws(4).index((3, 4, 5, 6))]) == (113, 113)  # 9.3
    reduced = {
        dice: sum(2 if {1, 2} <= classes and 3 not in classes else 1 for classes in reach(dice).values())
        for dice in all_throws(4)
    }
    assert (sum(reduced.values()), max(reduced.values()), reduced[3, 4, 5, 6]) == (5040, 71, 71)
    primes = {n for n in range(2, 101) if all(n % d for d in range(2, n))}
    assert {1} | primes == boards.marked_numbers() == boards.GOLD | boards.SILVER
    assert boards.marked_numbers(one_is_prime=False) == primes
    assert (len(boards.GOLD), len(boards.SILVER)) == (13, 13)


def test_5_3_mean_value_of_a_card_in_zones() -> None:
    for sides, least, most, example in [(2, 51, 122, "74.0"), (3, 57, 127, "79.6"), (4, 62, 133, "85.2")]:
        means = {}
        for dice, number, classes in pairs(4):
            if boards.multiplier(number) > 1:
                for operator_class in classes:
                    placement = number, boards.multiplier(number), operator_class, boards.zones_reward(number), dice
                    effects = [card_effect(card, *placement) for card in CARDS]
                    means[dice, number, operator_class] = sum(bank + (sides - 1) * each for bank, each in effects) / 25
        assert (round(min(means.values())), round(max(means.values()))) == (least, most)
        assert f"{means[(1, 3, 4, 6), 7, 3]:.1f}" == example


def test_the_sheet() -> None:
    for layout in ("plain", "snake"):
        rows = boards.sheet_rows(layout)
        for r, row in enumerate(rows[:16], start=1):
            for c, number in row.items():
                assert number == (6 * r - c + 1 if layout == "snake" and r % 2 == 0 else 6 * (r - 1) + c)
        assert rows[16] == {c: 95 + c for c in (2, 3, 4, 5)}
        assert sorted(map(len, boards.sheet_lines(layout))) == [4, *[6] * 16, 16, 16, *[17] * 4]
    for column, numbers in SHEET["columns_snake"].items():
        assert boards.sheet_lines("snake")[16 + int(column)] == set(numbers)
    sums = {name: sum(map(boards.zones_reward, zone)) for name, (zone, _) in boards.ZONES.items()}
    assert (sums, sum(sums.values())) == (SHEET["zone_sums"], SHEET["whole_board_pays"])
    assert {n: boards.zones_reward(int(n)) for n in SHEET["rewards"]} == SHEET["rewards"]  # V31
    for line in SHEET["lines"]:  # V33
        assert (set(line["numbers"]) in boards.sheet_lines(line["layout"])) == line["is_line"]


@pytest.mark.parametrize(
    "vector", [SHEET["printed_round"], SHEET["round_with_cards"], HEX["sample"]], ids=lambda v: v["id"]
)
def test_V30_V32_V40_replays(vector: dict[str, Any]) -> None:
    table = Table(vector["options"], vector["players"])
    for event in vector["events"]:
        if "throw" in event:
            table.happen(("throw", tuple(sorted(event["throw"]))))
            continue
        seat, before = event["seat"], list(table.money)
        assert (table.asked(), table.node()) == (("seat", seat), "form")
        if event.get("pass"):
            table.act(PASS)
            continue
        statement = table.check(event["statement"])
        table.act(form(statement.number, statement.operator_class))
        assert table.money[seat] - before[seat] == event.get("reward", table.money[seat] - before[seat])
        assert (table.node() == "card") == ("card" in event)
        if "card" in event:
            table.happen(("card", event["card"]))
        assert table.money[seat] == event.get("money", table.money[seat])
    assert table.money == vector.get("money", table.money)
    assert table.node() in ("throw", "form")
    assert len(table.drawn) == sum("card" in event for event in vector["events"])
    if "next_thrower" in vector:
        assert (table.node(), table.thrower, table.drawn) == ("throw", vector["next_thrower"], vector["pack_ends_with"])


def test_the_diamond() -> None:
    by_row: dict[str, list[int]] = {}
    for (_, y), number in sorted(boards.HEX_NUMBER.items()):
        by_row.setdefault(str(y), []).append(number)
    assert by_row == HEX["rows_left_to_right_by_row_from_bottom"]
    for a in range(10):
        for b in range(10):
            y = a + b + 1
            length = min(y, 20 - y)
            first = y * (y - 1) // 2 + 1 if y <= 10 else 101 - length * (length + 1) // 2
            i = a if y <= 10 else a - (y - 10)
            assert boards.HEX_NUMBER[a - b, y] == (first + i if y % 2 else first + length - 1 - i)
    degrees = Counter(str(len(boards.hex_neighbours(n))) for n in boards.NUMBERS)
    assert degrees == HEX["cells_by_degree"]
    assert sum(int(degree) * count for degree, count in degrees.items()) == 2 * HEX["adjacent_pairs"]
    lines = {(*boards.hex_run(n, set(boards.NUMBERS), axis), axis) for n in boards.NUMBERS for axis in "ABH"}
    assert Counter(str(len(line) - 1) for line in lines) == HEX["lines_by_length"]
    assert sum(max(0, len(line) - 6) for line in lines) == HEX["windows_of_six"]
    assert sum((len(line) - 1) * (len(line) - 2) // 2 for line in lines) == HEX["collinear_pairs"]
    assert sum(10 * boards.multiplier(n) for n in boards.NUMBERS) == HEX["own_parts"]
    assert {n: sorted(boards.hex_neighbours(int(n))) for n in HEX["neighbours"]} == HEX["neighbours"]  # V44
    for name, line in HEX["lines"].items():
        axis, number = name.split(" through ")
        assert boards.hex_run(int(number), set(boards.NUMBERS), axis) in (line, line[::-1])
    areas = [set(numbers) for numbers, _ in boards.AREAS.values()]
    assert ([len(area) for area in areas], set().union(*areas)) == ([15, 14, 14, 14, 14, 14, 15], set(boards.NUMBERS))


def test_V41_to_V43_covers() -> None:
    covered = HEX["next_covers"]["covered"]
    covers = [{"covered": covered, "number": int(n), **cover} for n, cover in HEX["next_covers"]["covers"].items()]
    for vector in covers + HEX["covers"]:
        number, covered = vector["number"], set(vector["covered"])
        axes = boards.hex_axes(number, covered)
        assert (number, boards.hex_reward(number, covered)) == (number, vector["reward"])
        assert len(axes) == vector.get("axes", len(axes))
        table = Table({"variant": "hex", "end": {"line": ("any", 6)}}, 2)
        table.covered = dict.fromkeys(covered, 0)
        assert table.reward(number, number) == (vector["reward"], vector.get("card", len(axes) >= 2))
        if "run" in vector:
            assert vector["run"] in [sorted(boards.hex_run(number, covered, axis)) for axis in "ABH"]
            assert table.holds("line", ("any", 6), number, 0)
            assert not table.holds("line", ("any", 7), number, 0)


@pytest.mark.parametrize("vector", HEX["covering_all"], ids=lambda vector: str(vector["order"]))
def test_V45_covering_the_whole_diamond(vector: dict[str, Any]) -> None:
    covered: set[int] = set()
    total = two_axes = 0
    long_runs: list[list[int]] = []
    for number in sorted(boards.NUMBERS, reverse=vector["order"] == "descending"):
        total += boards.hex_reward(number, covered)
        two_axes += len(boards.hex_axes(number, covered)) >= 2
        runs = [sorted(run) for axis in "ABH" if len(run := boards.hex_run(number, covered, axis)) >= 6]
        if runs and not long_runs:
            assert number == vector["first_run_of_six_at"]
            assert vector.get("run", runs[0]) in runs
        long_runs += runs
        covered.add(number)
    assert (total, two_axes) == (vector["total"], vector["touching_two_axes"])


def test_the_rings() -> None:
    for label, (q, r, cell) in RINGS["q_r_and_id_of_label"].items():
        assert (boards.LABELS[cell], boards.RING_PLACES[cell]) == (label, (q, r))
    rings = RINGS["rings"]
    assert [boards.RING.count(k) for k in range(8)] == rings["cells"]
    assert [boards.RING.index(k) for k in range(8)] == rings["first_ids"]
    assert (list(boards.RING_VALUES), boards.RING_LETTERS) == (rings["values"], rings["letters"])
    steps = [(-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0), (0, 1)]
    for ring in range(1, 8):
        place = (ring, 0)
        for position in range(6 * ring):
            assert boards.RING_PLACES[3 * ring * (ring - 1) + 1 + position] == place
            dq, dr = steps[position // ring]
            place = (place[0] + dq, place[1] + dr)
    fixed = boards.bonus_cells("fixed", 0)
    assert sorted(cell for cell in fixed if fixed[cell] == 2) == RINGS["bonus_fixed"]["double"]
    assert sorted(cell for cell in fixed if fixed[cell] == 3) == RINGS["bonus_fixed"]["triple"]
    scattered = boards.bonus_cells("random", 7)
    assert Counter(scattered.values()) == {2: 12, 3: 6}
    assert {boards.RING[cell] for cell in scattered} <= {2, 3, 4, 5, 6}


def nine_moves(link_rule: str) -> tuple[dict[int, int], list[boards.Offer]]:
    board: dict[int, int] = {}
    offers = []
    for move in RINGS["nine_moves"]["moves"]:
        cell = boards.LABELS.index(move["cell"])
        offers.append(boards.offer(move["counter"], cell, board, boards.bonus_cells("fixed", 0), link_rule=link_rule))
        board[cell] = move["counter"]
    return board, offers


def test_V50_the_nine_moves() -> None:
    vector = RINGS["nine_moves"]
    for link_rule, rewards in vector["rewards_by_link_rule"].items():
        assert [offer.reward for offer in nine_moves(link_rule)[1]] == rewards
    board, offers = nine_moves("zone_all")
    for move, offer in zip(vector["moves"], offers, strict=True):
        cell = boards.LABELS.index(move["cell"])
        earlier = list(board.values())[: list(board.values()).index(move["counter"])]
        near = {board[d]: boards.RING_VALUES[boards.RING[d]] for d in boards.TOUCHING[cell] if board.get(d) in earlier}
        assert {str(n): value for n, value in near.items()} == move["links"]
        assert sorted(n for n in near if boards.related(n, move["counter"])) == move["related"]
        assert offer.allowed
        assert (offer.own, offer.reward, len(offer.axes)) == (move["own"], move["reward"], move["axes"])
        assert (len(offer.axes) >= 2) == move["card"]
    makeable_here = reach((1, 3, 4, 6)).keys()
    assert makeable_here >= set(vector["makeable_from_1346"])
    assert not makeable_here & set(vector["not_makeable_from_1346"])


def test_V51_after_the_nine_moves() -> None:
    table = Table({"variant": "counters"}, 2)
    table.cells = nine_moves("zone_all")[0]
    frontier = {d for cell in table.cells for d in boards.TOUCHING[cell]} - table.cells.keys()
    assert len(frontier) == RINGS["after_the_nine"]["frontier_cells"]
    for vector in RINGS["after_the_nine"]["counters"]:
        offers = {boards.LABELS[c]: table.offer(vector["counter"], c) for c in table.places(vector["counter"])}
        rewards = {label: offer.reward for label, offer in offers.items()}
        connecting = {label for label, offer in offers.items() if len(offer.axes) >= 2}
        assert set(rewards) == set(vector.get("cells", rewards))
        assert len(rewards) == vector.get("cell_count", len(rewards))
        assert {label: rewards[label] for label in vector.get("rewards", {})} == vector.get("rewards", {})
        assert max(rewards.values()) == vector.get("best", max(rewards.values()))
        if "best_cell" in vector:
            assert [label for label in rewards if rewards[label] == vector["best"]] == [vector["best_cell"]]
        assert connecting == set(vector.get("connecting", connecting))
        assert connecting >= set(vector.get("connecting_among_others", []))
        assert not connecting & set(vector.get("not_connecting", []))


def test_V52_V53_axes_and_bonus_cells() -> None:
    bonus = boards.bonus_cells("fixed", 0)
    for vector in RINGS["axis_tests"]:
        board = {boards.LABELS.index(label): n for label, n in vector["board"].items()}
        offer = boards.offer(vector["counter"], boards.LABELS.index(vector["cell"]), board, bonus)
        assert [n for n in board.values() if boards.related(n, vector["counter"])] == vector["related"]
        assert (offer.allowed, offer.reward, len(offer.axes)) == (True, vector["reward"], vector["axes"])
        assert (len(offer.axes) >= 2) == vector["card"]
    for vector in RINGS["bonus_rewards"]:
        cell = boards.LABELS.index(vector["cell"])
        neighbour = min(d for d in boards.TOUCHING[cell] if boards.RING[d] == 3)
        offer = boards.offer(vector["counter"], cell, {neighbour: 3}, bonus, mark_applies=vector["mark_applies"])
        assert (offer.links, offer.reward) == (vector["links"], vector["reward"])


def test_V54_relations() -> None:
    for rule in ("divides", "common_factor"):
        vector = RINGS["relations"][rule]
        assert all(boards.related(m, n, rule) and boards.related(n, m, rule) for m, n in vector["related"])
        assert not any(boards.related(m, n, rule) for m, n in vector.get("unrelated", []))
        assert sum(boards.related(m, n, rule) for m, n in combinations(boards.NUMBERS, 2)) == vector["pairs"]
        for number, count in vector.get("relatives", {}).items():
            assert sum(boards.related(int(number), n, rule) for n in boards.NUMBERS if n != int(number)) == count
    assert not boards.related(1, 97, one_is_prime=False)
    assert boards.related(1, 2, one_is_prime=False)


def at_the_card(money: list[int], dice: list[int]) -> Table:
    """A hex table with these purses, in a throw."""
    table = Table({"variant": "hex", "first_side": 0}, len(money))
    table.happen(("throw", tuple(sorted(dice))))
    table.money = list(money)
    return table


def test_V60_cards() -> None:
    for card, entries in PACK["drawer_and_each_other_afterwards"].items():
        for name, (drawer, each) in entries.items():
            placement = PACK["placements"][name]
            table = at_the_card([500 + placement["reward"], 500, 500], placement["dice"])
            table.carry_out(int(card), 0, placement["number"], placement["class"], placement["reward"])
            assert (card, name, table.money) == (card, name, [drawer, each, each])
            assert sum(table.money) == 1500 + placement["reward"] + table.bank
            assert placement["class"] in reach(tuple(placement["dice"]))[placement["number"]]
    assert list(map(int, PACK["drawer_and_each_other_afterwards"])) == list(CARDS)


def test_V61_short_purses() -> None:
    for vector in PACK["short_purses"]:
        table = at_the_card(vector["money_before_the_card"], [1, 3, 4, 6])
        table.carry_out(vector["card"], vector["drawer"], 14, 0, 10)
        assert table.money == vector["money"]
        asked = [ask.seat for ask in table.bankruptcies(vector["drawer"], vector["money_before_the_card"])]
        assert asked == vector["bankrupt"]
