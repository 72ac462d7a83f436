"""The oracle against the worked examples of the rules page: figures, extras, teams, openings, scores, cube."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.oracles import quatro as oracle

PAGE = json.loads((Path(__file__).parent.parent / "games" / "quatro" / "vectors.json").read_text(encoding="utf-8"))
OPENINGS = PAGE["openings"]


def stops(play: str, rules: oracle.Rules) -> list[tuple[int, int, str]]:
    """'bar/31~/30 9/8*' as (from, to, mark) of each step."""
    told = []
    for hop in [] if play == "-" else play.split():
        places = hop.split("/")
        for before, after in pairwise(places):
            source = rules.bar if before == "bar" else int(before.rstrip("*~"))
            target = oracle.OFF if after == "off" else int(after.rstrip("*~"))
            told.append((source, target, after[-1] if after[-1] in "*~" else ""))
    return told


@pytest.mark.parametrize("vector", PAGE["vectors"], ids=lambda vector: str(vector["id"]))
def test_worked_example(vector: dict[str, Any]) -> None:
    rules = oracle.rules_named(vector["rules"])
    position = oracle.read_position(vector["pos"])
    assert position.seats == vector["seats"]
    mover, dice = vector["mover"], tuple(vector["dice"])
    plays = oracle.kept(position, mover, dice, rules)

    expected = set()
    for result in vector["results"]:
        changed = {seat: text for seat, text in result.items() if seat in oracle.CLOCKWISE}
        final = oracle.read_position({**vector["pos"], **changed})
        expected.add(final)
        written = [
            play
            for play, end in plays.items()
            if end == final and oracle.walk(position, mover, play, rules)[1] == stops(result["play"], rules)
        ]
        assert written, f"{result['play']} is not a legal play"
        assert sorted(die for _, die in written[0]) == sorted(result["dice_used"])
    assert len(expected) == vector["count"]
    assert oracle.results(position, mover, dice, rules) == expected


@pytest.mark.parametrize("vector", PAGE["vectors"], ids=lambda vector: str(vector["id"]))
def test_steps_lead_where_hops_lead_and_form_a_tree(vector: dict[str, Any]) -> None:
    rules = oracle.rules_named(vector["rules"])
    position = oracle.read_position(vector["pos"])
    mover, dice = vector["mover"], tuple(vector["dice"])
    plays = oracle.kept(position, mover, dice, rules)
    for play, final in plays.items():
        assert oracle.walk(position, mover, play, rules)[0] == final

    walked = set()
    frontier: list[oracle.Play] = [()]
    while frontier:
        so_far = frontier.pop()
        following = oracle.next_steps(position, mover, dice, so_far, rules)
        frontier += [(*so_far, step) for step in following]
        if not following:
            walked.add(so_far)
    assert walked == oracle.legal_plays(position, mover, dice, rules) == set(plays)


@pytest.mark.parametrize("column", range(len(OPENINGS["columns"])), ids=[c["title"] for c in OPENINGS["columns"]])
def test_opening_counts(column: int) -> None:
    case = OPENINGS["columns"][column]
    rules = oracle.rules_named(case["rules"])
    page = {roll: counts[column] for roll, counts in OPENINGS["rows"].items()}
    assert len(page) == 21
    assert sum(page.values()) == OPENINGS["sums"][column]
    for men in case["men"]:
        position = oracle.start(men, case["seats"], rules)
        for mover in case["movers"]:
            found = {roll: len(oracle.results(position, mover, (int(roll[0]), int(roll[2])), rules)) for roll in page}
            assert found == page, (men, mover)


def test_geometry_of_36_points() -> None:
    rules = oracle.quatro()
    clockwise = [f"A{n}" for n in range(1, 10)] + [f"D{n}" for n in range(9, 0, -1)]
    clockwise += [f"C{n}" for n in range(1, 10)] + [f"B{n}" for n in range(9, 0, -1)]
    for seat, named in {
        "A": {9: "A9", 15: "D4", 25: "C7", 36: "B1"},
        "D": {9: "D9", 15: "A4", 25: "B7", 36: "C1"},
        "C": {9: "C9", 15: "B4", 25: "A7", 36: "D1"},
        "B": {9: "B9", 15: "C4", 25: "D7", 36: "A1"},
    }.items():
        assert {v: clockwise[oracle.absolute(seat, v, rules)] for v in named} == named
    for k in range(36):
        a, d, c, b = (oracle.virtual(seat, k, rules) for seat in "ADCB")
        assert [oracle.absolute(*pair, rules) for pair in (("A", a), ("D", d), ("C", c), ("B", b))] == [k] * 4
        assert a == k + 1
        assert b == 37 - a
        assert d == (18 - a) % 36 + 1
        assert c == (a - 19) % 36 + 1
        assert d == 37 - c


def test_geometry_of_24_points() -> None:
    rules = oracle.backgammon24()
    for k in range(24):
        assert oracle.virtual("A", k, rules) == k + 1
        assert oracle.virtual("B", k, rules) == 24 - k
        assert oracle.absolute("B", 24 - k, rules) == k


@pytest.mark.parametrize(("men", "pips"), [(11, 219), (13, 253), (15, 287)])
def test_start_position(men: int, pips: int) -> None:
    position = oracle.start(men, "ADCB", oracle.quatro())
    assert {side.in_play() for _, side in position.sides} == {men}
    assert {sum(v * n for v, n in side.points) for _, side in position.sides} == {pips}


def test_start_refuses_other_numbers_of_men() -> None:
    with pytest.raises(ValueError, match="expected one of"):
        oracle.start(11, "AB", oracle.backgammon())


def test_position_text_round_trip() -> None:
    text = "bar:1 36:2 25:3 off:5"
    assert oracle.write_men(oracle.read_men(text)) == text
    assert oracle.read_men("off:5 25:3 36:2 bar:1") == oracle.read_men(text)
    for wrong in ("36", "x:1", "9:1 9:2", "9:-1"):
        with pytest.raises(ValueError, match="cannot read"):
            oracle.read_men(wrong)


def test_R9_next_steps_hold_back_the_early_bear_off() -> None:
    position = oracle.read_position({"A": "3:1 off:10", "B": "9:11"})
    rules = oracle.quatro()
    assert oracle.next_steps(position, "A", (6, 2), (), rules) == {(3, 2)}
    assert oracle.next_steps(position, "A", (6, 2), ((3, 2),), rules) == {(1, 6)}
    assert oracle.next_steps(position, "A", (6, 2), ((3, 2), (1, 6)), rules) == set()
    with pytest.raises(ValueError, match="begins no legal play"):
        oracle.next_steps(position, "A", (6, 2), ((3, 6),), rules)


def test_R9_higher_die_when_either_takes_the_last_man_off() -> None:
    position = oracle.read_position({"A": "2:1 off:10", "B": "9:11"})
    assert oracle.legal_plays(position, "A", (6, 3), oracle.quatro()) == {((2, 6),)}


def test_R12_an_entered_man_goes_on_only_within_the_total_while_others_wait() -> None:
    position = oracle.read_position({"A": "bar:2 9:9", "B": "9:11"})
    rules = oracle.quatro()
    assert oracle.next_steps(position, "A", (6, 1), ((37, 1),), rules) == {(37, 6), (36, 6)}
    assert oracle.next_steps(position, "A", (4, 4), ((37, 4),), rules) == {(37, 4), (33, 4)}
    assert oracle.next_steps(position, "A", (4, 4), ((37, 4), (33, 4)), rules) == {(37, 4)}
    after_both = oracle.next_steps(position, "A", (4, 4), ((37, 4), (37, 4)), rules)
    assert after_both == {(33, 4), (9, 4)}


def test_section_8_touching_on_entry_alone() -> None:
    closed_3_and_6 = {"A": "bar:1 9:10", "B": "8:7 6:2 3:2"}
    rules = oracle.quatro(touch_owned=False)
    position = oracle.read_position(closed_3_and_6)
    assert oracle.next_steps(position, "A", (3, 3), (), rules) == {(37, 3)}
    assert oracle.next_steps(position, "A", (3, 3), ((37, 3), (34, 3)), rules) == {(31, 3)}
    assert oracle.legal_plays(position, "A", (3, 3), oracle.quatro(combined_entry=False)) == {()}


def test_a_man_who_entered_on_a_free_point_may_touch_beyond_the_entry_board() -> None:
    position = oracle.read_position({"A": "bar:1 off:10", "B": "12:2 9:9"})
    play = ((37, 6), (31, 6), (25, 6), (19, 6))
    assert oracle.legal_plays(position, "A", (6, 6), oracle.quatro()) == {play}
    assert oracle.legal_plays(position, "A", (6, 6), oracle.quatro(touch_owned=False)) == {play[:1]}


@pytest.mark.parametrize("case", PAGE["scoring"], ids=lambda case: str(case["men"]))
def test_R21_value(case: dict[str, Any]) -> None:
    position = oracle.read_position({"A": "off:11", "B": case["men"]})
    assert oracle.value(position, "B", oracle.quatro()) == case["value"]


@pytest.mark.parametrize(
    ("rules", "men", "value"),
    [
        (oracle.backgammon(), "27:2 9:13", 2),
        (oracle.backgammon(), "28:1 9:14", 3),
        (oracle.backgammon(), "bar:1 9:13 off:1", 1),
        (oracle.backgammon24(), "18:1 6:14", 2),
        (oracle.backgammon24(), "19:1 6:14", 3),
        (oracle.backgammon24(), "bar:1 6:14", 3),
        (oracle.backgammon24(), "24:2 6:12 off:1", 1),
    ],
)
def test_R21_value_in_backgammon(rules: oracle.Rules, men: str, value: int) -> None:
    assert oracle.value(oracle.read_position({"A": "off:15", "B": men}), "B", rules) == value


def test_R21_payment_after_X22() -> None:
    """The hit made on the way off raises D's payment from 2 to 4."""
    (vector,) = (v for v in PAGE["vectors"] if v["id"] == "X22")
    position = oracle.read_position(vector["pos"])
    rules = oracle.quatro()
    assert oracle.value(position, "D", rules) == 2
    (final,) = oracle.results(position, "A", (6, 2), rules)
    assert oracle.winner(final, rules) == "A"
    assert oracle.payments(final, "A", rules) == {"A": 8, "D": -4, "C": -2, "B": -2}


def test_R22_team_payments() -> None:
    position = oracle.read_position({"A": "off:11", "D": "28:1 9:10", "C": "9:11", "B": "9:10 off:1"})
    rules = oracle.quatro(teams=True)
    assert oracle.winner(position, rules) == "A"
    assert oracle.payments(position, "A", rules, cube=2) == {"A": 10, "D": -10, "C": 10, "B": -10}
    assert oracle.winner(position, oracle.quatro(teams=True, team_win="both_out")) == ""


START = oracle.start(11, "ADCB", oracle.quatro())


def doubled_once() -> tuple[oracle.Cube, oracle.Position]:
    cube, position = oracle.Cube(oracle.quatro()), START
    assert cube.may_double(position, "A", opening_turn=True)
    cube.double(position, "A", opening_turn=True)
    for asked, accept in (("D", True), ("C", False), ("B", True)):
        assert cube.waiting[0] == asked
        position = cube.answer(position, accept)
    return cube, position


def test_C1_a_decliner_leaves_and_pays_the_doubler() -> None:
    cube, position = doubled_once()
    assert (cube.value, cube.last, cube.over) == (2, "A", False)
    assert position.seats == "ADB"
    assert oracle.clockwise_after("A", position.seats) == "DB"
    assert oracle.clockwise_after("D", position.seats) == "BA"
    assert cube.paid == {"A": 1, "D": 0, "C": -1, "B": 0}
    end = oracle.read_position({"A": "9:8 off:3", "D": "bar:1 9:10", "B": "off:11"})
    assert oracle.winner(end, cube.rules) == "B"
    paid = oracle.payments(end, "B", cube.rules, cube.value, cube.paid)
    assert paid == {"A": -1, "B": 10, "C": -1, "D": -8}


def test_C2_all_decline_and_the_doubler_wins() -> None:
    cube, position = doubled_once()
    cube.double(position, "B")
    assert cube.waiting == "AD"
    position = cube.answer(position, False)
    assert not cube.over
    position = cube.answer(position, False)
    assert cube.over
    assert (cube.last, position.seats) == ("B", "B")
    assert cube.paid == {"A": -1, "B": 4, "C": -1, "D": -2}


def test_C3_not_twice_in_succession() -> None:
    cube, position = doubled_once()
    assert [seat for seat in position.seats if cube.may_double(position, seat)] == ["D", "B"]
    with pytest.raises(ValueError, match="may not double"):
        cube.double(position, "A")
    cube.double(position, "D")
    assert not cube.may_double(position, "B")  # while the double is answered
    cube.answer(position, True)
    cube.answer(position, True)
    assert cube.value == 4
    assert [seat for seat in position.seats if cube.may_double(position, seat)] == ["A", "B"]


@pytest.mark.parametrize("cap", [2, 64])
def test_C4_nobody_doubles_at_the_cap(cap: int) -> None:
    cube = oracle.Cube(oracle.quatro(cube_cap=cap), value=cap, last="A")
    assert not any(cube.may_double(START, seat) for seat in "ADCB")
    cube.value = cap // 2
    assert cube.may_double(START, "D")


def test_C5_the_odd_board_may_double_first() -> None:
    assert [oracle.odd_seat(seats) for seats in ("ACB", "ADC", "DCB", "ADB")] == ["B", "D", "C", "A"]
    rules = oracle.quatro()
    assert oracle.Cube(rules).may_double(oracle.start(11, "ABC", rules), "B", opening_turn=True)
    preset = oracle.backgammon()
    cube, position = oracle.Cube(preset), oracle.start(15, "AB", preset)
    assert not cube.may_double(position, "A", opening_turn=True)
    assert cube.may_double(position, "B")


@pytest.mark.parametrize(("decline_cost", "amount"), [("single", 2), ("by_position", 8)])
def test_C6_the_first_accept_binds_the_team(decline_cost: str, amount: int) -> None:
    rules = oracle.quatro(teams=True, decline_cost=decline_cost)
    cube = oracle.Cube(rules)
    cube.double(START, "B")
    assert cube.waiting == "AC"
    assert cube.answer(START, False) == START
    assert cube.answer(START, True) == START
    assert (cube.value, cube.last, cube.over, any(cube.paid.values())) == (2, "B", False, False)
    assert [seat for seat in "ADCB" if cube.may_double(START, seat)] == ["A", "C"]  # barred per team

    cube = oracle.Cube(rules)
    cube.double(START, "B")
    cube.answer(START, True)
    assert (cube.value, cube.waiting) == (2, "")

    cube = oracle.Cube(rules)
    cube.double(START, "B")
    cube.answer(START, False)
    assert not cube.over
    cube.answer(START, False)
    assert cube.over
    assert cube.paid == {"A": -amount, "C": -amount, "B": amount, "D": amount}


def test_Q28_a_player_who_is_out_is_not_asked() -> None:
    rules = oracle.quatro(teams=True, team_win="both_out", decline_cost="by_position")
    position = START.having("A", oracle.read_men("off:11"))
    cube = oracle.Cube(rules)
    assert not cube.may_double(position, "A")
    cube.double(position, "B")
    assert cube.waiting == "C"
    cube.answer(position, False)
    assert cube.paid == {"A": -5, "C": -5, "B": 5, "D": 5}


def test_R20_decline_by_position() -> None:
    cube = oracle.Cube(oracle.quatro(decline_cost="by_position"))
    cube.double(START, "A")
    cube.answer(START, False)
    assert cube.paid == {"A": 4, "D": -4, "C": 0, "B": 0}
