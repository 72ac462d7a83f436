import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.vendetta import FBI, GATES, LETTERS, QUARTERS, SILENCED, VALUES, Table, drawing, man_named, position

VECTORS = json.loads((Path(__file__).parent.parent / "games" / "vendetta" / "vectors.json").read_text())
POSITIONS, MASKS = VECTORS["positions"], VECTORS["masks"]
LAYOUTS = {
    "standard": {
        "gate": [0, 12, 24, 36],
        "Hit": [2, 7, 14, 19, 26, 31, 38, 43],
        "F.B.I.": [4, 9, 16, 21, 28, 33, 40, 45],
        "Massacre": [6, 18, 30, 42],
        "Silenced": [11, 23, 35, 47],
        "plain": [1, 3, 5, 8, 10, 13, 15, 17, 20, 22, 25, 27, 29, 32, 34, 37, 39, 41, 44, 46],
    },
    "bloody": {
        "gate": [0, 12, 24, 36],
        "Hit": [1, 3, 6, 9, 13, 15, 18, 21, 25, 27, 30, 33, 37, 39, 42, 45],
        "F.B.I.": [4, 10, 16, 22, 28, 34, 40, 46],
        "Massacre": [7, 19, 31, 43],
        "Silenced": [11, 23, 35, 47],
        "plain": [2, 5, 8, 14, 17, 20, 26, 29, 32, 38, 41, 44],
    },
}


def title(vector: dict[str, Any]) -> str:
    return f"{vector['id']} {vector['title']}"


def table_of(vector: dict[str, Any], spins_due: int = 0) -> Table:
    return position(
        vector["options"],
        vector["players"],
        vector["by"],
        vector["before"],
        vector["lost_before"],
        vector.get("progress"),
        spins_due,
    )


def thrown(table: Table, low: int, high: int) -> Table:
    table.happen(("throw", (low, high)))
    return table


def by_space(text: str) -> str:
    return "; ".join(sorted(filter(None, map(str.strip, text.split(";"))), key=lambda part: int(part.split(":")[0])))


def expected_places(vector: dict[str, Any]) -> list[list[int]]:
    """Where every man is afterwards, worked out from the vector alone."""
    players = vector["players"]
    places = [[-1] * 9 for _ in range(players)]
    for name in set(vector["lost_before"].split()) - set(vector["back"].split()) | set(vector["lost"].split()):
        seat, slot = man_named(name, players)
        places[seat][slot] = -2
    for letter in vector["out"].split():
        places[LETTERS[players].index(letter)] = [-2] * 9
    for part in filter(None, vector["after"].split(";")):
        space, groups = part.split(":")
        for name in groups.replace("|", "+").split("+"):
            seat, slot = man_named(name.strip(), players)
            gate = GATES[LETTERS[players][seat]]
            places[seat][slot] = vector["after_progress"].get(name.strip(), (int(space) - gate) % 48)
    if vector["ends"] in GATES:
        places[LETTERS[players].index(vector["ends"])][0] = 49
    return places


def check_after(vector: dict[str, Any], table: Table) -> None:
    assert drawing(table) == by_space(vector["after"])
    assert table.pos == expected_places(vector)
    out = vector["out"].split()
    assert table.alive == [letter not in out for letter in LETTERS[vector["players"]]]
    match vector["ends"]:
        case None:
            assert table.node() != "over"
            assert table.winner is None
        case "draw":
            assert (table.node(), table.winner) == ("over", None)
            assert table.scores() == [0.0] * vector["players"]
        case letter:
            assert (table.node(), table.winner) == ("over", LETTERS[vector["players"]].index(letter))


@pytest.mark.parametrize("vector", [v for v in POSITIONS if "spin" in v], ids=title)
def test_S_and_D_spins(vector: dict[str, Any]) -> None:
    table = table_of(vector, spins_due=1)
    assert table.node() == "spin"
    table.happen(("spin", vector["spin"]))
    check_after(vector, table)


@pytest.mark.parametrize("vector", [v for v in POSITIONS if v.get("legal")], ids=title)
def test_S_and_D_moves(vector: dict[str, Any]) -> None:
    table = thrown(table_of(vector), *vector["dice"])
    for (name, count), action in zip(vector["moves"], vector["actions"], strict=True):
        slot, way = divmod(action, 3)
        assert (slot, table.count(way)) == (man_named(name, vector["players"])[1], count)
        assert action in table.legal()
        table.act(action)
    check_after(vector, table)
    assert (table.spins_due, table.node() == "spin") == (int(vector["hit_due"]), vector["hit_due"])


@pytest.mark.parametrize("vector", [v for v in POSITIONS if v.get("legal") is False], ids=title)
def test_S_and_D_illegal_moves(vector: dict[str, Any]) -> None:
    seat, slot = man_named(vector["moves"][0][0], vector["players"])
    count = vector["moves"][0][1]
    assert 3 * slot + 2 == vector["actions"][0]
    assert sum(vector["dice"]) == count
    for low in range(1, 7):
        for high in range(low, 7):
            table = thrown(table_of(vector), low, high)
            assert table.turn == seat
            moving_so = {3 * slot + way for way in range(3) if table.count(way) == count}
            assert not table.legal() & moving_so


@pytest.mark.parametrize("vector", MASKS, ids=title)
def test_D26_to_D32_masks(vector: dict[str, Any]) -> None:
    table = thrown(table_of(vector), *vector["dice"])
    for action in vector["played"]:
        table.act(action)
    assert table.legal() == set(vector["legal"])


def test_every_vector_of_the_page_is_there() -> None:
    ids = {vector["id"] for vector in POSITIONS + MASKS}
    assert ids == {f"S{i}" for i in range(1, 22)} | {f"D{i}" for i in range(1, 33)}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_markings(layout: str) -> None:
    table = Table({"layout": layout}, 4)
    found: dict[str, list[int]] = {mark: [] for mark in LAYOUTS[layout]}
    for space in range(48):
        found[table.mark(space)].append(space)
        assert table.mark(space) == table.mark((space + 24) % 48)
    assert found == LAYOUTS[layout]
    assert {mark: 4 * count for mark, count in Counter(QUARTERS[layout]).items()} == {
        mark: len(spaces) for mark, spaces in found.items()
    }


def test_seats_and_first_player() -> None:
    assert [Table({}, players).gates for players in (2, 3, 4)] == [[0, 24], [0, 12, 24], [0, 12, 24, 36]]
    for first_player in ("throw", "random"):
        table = Table({"first_player": first_player}, 3)
        assert (table.asked(), table.node(), table.turn) == (("chance", 0), "first", -1)
        assert table.outcomes() == {("first", 0): 1, ("first", 1): 1, ("first", 2): 1}
        table.happen(("first", 2))
        assert (table.node(), table.turn) == ("throw", 2)
    table = Table({"first_player": "seat0"}, 2)
    assert (table.node(), table.turn) == ("throw", 0)
    assert len(table.outcomes()) == 21
    assert sum(table.outcomes().values()) == 36
    assert [table.outcomes()["throw", dice] for dice in ((3, 3), (3, 4))] == [1, 2]


def test_turns_go_round_and_skip_players_out() -> None:
    table = position({}, 4, "A", "29: Cg; 20: Bg", spins_due=1)
    table.happen(("spin", 20))
    assert (table.turn, table.node(), table.turns) == (2, "throw", 1)
    table = position({}, 4, "A", "5: Ag; 29: Bg", spins_due=1)
    table.happen(("spin", 5))
    assert table.turn == 2
    table = position({}, 4, "D", "5: Ag; 20: Bg", spins_due=1)
    table.happen(("spin", 5))
    assert table.turn == 1


def test_R3_a_play_of_both_dice_bars_the_moves_that_leave_one_unplayed() -> None:
    # the 3 can only be played by A2 once A1's 5 has freed him, so A3's 5 is barred
    board = "1: Ag; 3: A1; 6: C1+C2; 8: A2 | B1; 12: A3; 15: D1+D2; 20: D3+D4"
    table = thrown(position({}, 4, "A", board, "A4 A5 A6 A7 A8"), 3, 5)
    assert table.can_move(0, 3, 5)
    assert table.legal() == {4, 5}
    table.act(4)
    assert drawing(table) == "1: Ag; 6: C1+C2; 8: A1+A2; 12: A3; 15: D1+D2; 20: D3+D4"
    assert table.legal() == {6}
    table.act(6)
    assert table.pos[0][2] == -2  # onto Silenced
    assert table.turn == 1


def test_R3_bringing_the_godfather_home_is_a_complete_play() -> None:
    lost = "A2 A3 A4 A5 A6 A7 A8"
    table = thrown(position({}, 2, "A", "47: Ag; 5: A1; 9: C1+C2; 7: C3+C4; 11: Cg", lost), 2, 4)
    # home with 2; past it with 4, which brings back a man to play the 2; past it with 6; A1 only with 6
    assert table.legal() == {0, 1, 2, 5}
    table.act(0)
    assert (table.winner, table.scores(), table.pos[0][0]) == (0, [1.0, -1.0], 49)
    assert 47 not in table.spaces
    assert table.asked() == ("over", 0)
    assert table.legal() == set()
    # nothing follows A1's 2, and the Godfather's 2 is complete: A1's 2 is barred
    board = "47: Ag; 5: A1; 4: C1+C2; 6: C3+C4; 10: C5+C6; 12: C7+C8"
    table = thrown(position({}, 2, "A", board, lost), 2, 5)
    assert table.can_move(0, 1, 2)
    assert table.legal() == {0}


def test_R3_nothing_can_move() -> None:
    lost = "A2 A3 A4 A5 A6 A7 A8"
    table = thrown(position({}, 2, "A", "20: Ag | C1; 5: A1 | C2", lost), 2, 4)
    assert table.log == [("throw", 0, (2, 4)), ("pass", 0)]
    assert (table.node(), table.turn, table.turns, table.dice) == ("throw", 1, 1, None)


def test_R3_only_one_die_then_the_turn_ends() -> None:
    table = thrown(position({}, 4, "A", "1: Ag", "A1 A2 A3 A4 A5 A6 A7 A8"), 1, 2)
    table.act(1)
    assert (drawing(table), table.node(), table.turn) == ("3: Ag", "throw", 1)


def test_R8_a_man_reclaimed_by_the_first_move_may_make_the_second() -> None:
    lost = "A2 A3 A4 A5 A6 A7 A8"
    table = thrown(position({}, 4, "A", "45: A1; 3: Ag | B1", lost), 3, 4)
    assert table.legal() == {3, 4, 5}
    table.act(3)
    assert drawing(table) == "0: A1; 3: Ag | B1"
    assert table.legal() == {7}
    table.act(7)
    assert drawing(table) == "0: A1; 3: B1 | Ag+A2"


def test_R11_the_godfather_counts_among_three() -> None:
    for board, can in [("3: A1+A2; 1: Ag", True), ("3: A1+A2+A3; 1: Ag", False)]:
        assert (2 in thrown(position({}, 4, "A", board), 1, 1).legal()) == can
    for board, can in [("3: Ag+A2; 1: A1", True), ("3: Ag+A2+A3; 1: A1", False)]:
        assert (5 in thrown(position({}, 4, "A", board), 1, 1).legal()) == can


def test_R14_the_reward_comes_before_silenced() -> None:
    table = thrown(position({}, 4, "A", "47: A1", "A5"), 6, 6)
    table.act(5)
    assert table.pos[0][1] == -2
    assert table.pos[0][5] == -1
    table = thrown(position({}, 4, "A", "47: Ag", "A1 A2 A3 A4 A5 A6 A7 A8", {"Ag": 47}), 6, 6)
    table.act(2)
    assert table.pos[0] == [11, -2, -1, -1, -2, -2, -2, -2, -2]  # three back, and then one of them lost


def test_R15_free_before_hostage_then_lowest_progress() -> None:
    lost = "A4 A5 A6 A7 A8"
    for board, victim in [
        ("8: Ag; 20: A1; 5: A2 | B1; 14: A3", 3),  # 14 before 20, and 5 is held
        ("8: Ag; 20: A1 | B1; 5: A2 | B2; 32: A3 | B3", 2),
        ("8: Ag; 20: A1+A3; 32: A2", 1),
    ]:
        table = thrown(position({}, 4, "A", board, lost), 1, 2)
        table.act(2)
        assert [slot for slot in (1, 2, 3) if table.pos[0][slot] == -2] == [victim]
    table = thrown(position({}, 4, "A", "8: Ag; 14: B1 | A1", "A2 A3 A4 A5 A6 A7 A8"), 1, 2)
    table.act(2)
    assert drawing(table) == "11: Ag; 14: B1"
    table = thrown(position({}, 4, "A", "8: Ag", "A1 A2 A3 A4 A5 A6 A7 A8"), 1, 2)
    table.act(2)
    assert (drawing(table), table.alive[0]) == ("11: Ag", True)


def test_R15_eliminated_drops_the_spin_and_the_play_may_be_won_by_it() -> None:
    options = {"leader_on_silenced": "eliminated"}
    table = thrown(position(options, 2, "A", "8: Ag; 1: A1"), 1, 3)
    table.act(3)
    assert table.spins_due == 1
    table.act(1)
    assert (table.node(), table.winner, table.spins_due, table.pos[0]) == ("over", 1, 0, [-2] * 9)
    # no other man and no total: the move onto Silenced is the only one
    table = thrown(position(options, 3, "A", "9: Ag; 16: C1", "A1 A2 A3 A4 A5 A6 A7 A8"), 2, 5)
    assert table.legal() == {0, 1}
    table.act(0)
    assert (table.alive, table.turn, table.turns) == ([False, True, True], 1, 1)


@pytest.mark.parametrize(("spins", "due"), [("once", 1), ("per_piece", 2)])
def test_R22_spins_for_two_pieces_on_hit_spaces(spins: str, due: int) -> None:
    table = thrown(position({"spins_per_turn": spins}, 4, "A", ""), 3, 3)
    table.act(3)
    assert (table.spins_due, table.node()) == (1, "move")
    table.act(7)
    for left in range(due, 0, -1):
        assert (table.spins_due, table.asked(), table.node()) == (left, ("chance", 0), "spin")
        assert table.outcomes() == {("spin", k): 1 for k in range(24)}
        table.happen(("spin", 20))
    assert (table.turn, table.node()) == (1, "throw")


def test_R22_optional_spins_are_asked_one_by_one() -> None:
    table = thrown(position({"spins_per_turn": "per_piece", "spin": "optional"}, 4, "A", ""), 3, 3)
    table.act(3)
    table.act(7)
    assert (table.asked(), table.node(), table.legal()) == (("seat", 0), "spin?", {28, 29})
    table.act(29)
    assert (table.asked(), table.node(), table.spins_due) == (("seat", 0), "spin?", 1)
    table.act(28)
    assert (table.node(), table.legal()) == ("spin", set())
    table.happen(("spin", 2))
    assert (drawing(table), table.turn) == ("2: A2", 1)


def test_R22_spins_left_are_dropped_when_the_spinner_is_out() -> None:
    table = position({"spins_per_turn": "per_piece"}, 4, "B", "20: Bg", spins_due=2)
    table.happen(("spin", 20))
    assert (table.alive[1], table.spins_due, table.node(), table.turn) == (False, 0, "throw", 2)
    table = position({"spins_per_turn": "per_piece"}, 2, "A", "20: Cg", spins_due=2)
    table.happen(("spin", 20))
    assert (table.node(), table.winner) == ("over", 0)


def test_R25_no_spin_once_the_godfather_is_home() -> None:
    table = thrown(position({}, 4, "A", "47: Ag"), 2, 3)
    table.act(4)
    assert (drawing(table), table.spins_due) == ("2: A1; 47: Ag", 1)
    table.act(0)
    assert (table.node(), table.winner, table.spins_due, table.scores()) == ("over", 0, 0, [1.0] + [-1 / 3] * 3)


@pytest.mark.parametrize(
    ("before", "by", "after"),
    [
        ("B1 | A1 | C1", "A", "B1 | A1"),
        ("B1 | A1 | C1", "B", "B1 | A1"),
        ("B1 | A1 | C1", "C", "B1 | C1"),
        ("B1 | A1 | C1", "D", "B1 | C1"),
        ("B1 | Ag | C1", "D", "B1 | C1"),
        ("B1 | Ag | C1", "B", "Ag | B1"),
        ("Ag | C1+C2", "A", "Ag | C2"),
        ("Ag | C1+C2", "C", "C1+C2"),
    ],
)
def test_R23_several_hostages_or_captors(before: str, by: str, after: str) -> None:
    table = position({}, 4, by, f"20: {before}", spins_due=1)
    table.happen(("spin", 20))
    assert drawing(table) == f"20: {after}"
    assert table.alive[0] == ("Ag" in after or "Ag" not in before)


def test_R23_hits_both_spaces_and_his_own_men_and_no_home() -> None:
    table = position({}, 4, "A", "5: A1; 29: Ag+A2", spins_due=1)
    table.happen(("spin", 5))
    assert drawing(table) == "29: Ag"
    assert Counter(table.pos[0]) == {-1: 6, -2: 2, 29: 1}


def test_R26_out_releases_hostages_and_roles_reverse() -> None:
    board = "29: Ag; 20: C1 | Bg | A1; 3: B1 | A2; 8: A3 | D1; 1: D2 | A4 | C2"
    table = position({}, 4, "B", board, spins_due=1)
    table.happen(("spin", 5))
    assert drawing(table) == "1: D2 | C2; 3: B1; 8: D1; 20: Bg | C1"
    assert (table.pos[0], table.alive) == ([-2] * 9, [False, True, True, True])


def test_R27_R28_last_one_left() -> None:
    table = position({}, 3, "A", "5: Bg; 29: Cg", spins_due=1)
    table.happen(("spin", 5))
    assert (table.winner, table.scores(), table.ranks()) == (0, [1.0, -0.5, -0.5], [1, 2, 2])
    table = position({}, 3, "A", "5: Ag; 20: Cg", spins_due=1)
    table.happen(("spin", 5))
    assert table.node() == "throw"
    table = position({}, 2, "A", "5: Ag; 29: Cg", spins_due=1)
    table.happen(("spin", 5))
    assert (table.winner, table.scores(), table.ranks()) == (None, [0.0, 0.0], [1, 1])


def test_R29_turn_limit() -> None:
    table = Table({"turn_limit": 2, "first_player": "seat0"}, 4)
    for _ in range(2):
        thrown(table, 1, 4).act(5)
    assert (table.asked(), table.turns, table.winner, table.log[-1]) == (("over", 0), 2, None, ("draw",))
    assert table.scores() == [0.0] * 4
    table = thrown(position({"turn_limit": 1}, 2, "A", "20: Ag | C1", "A1 A2 A3 A4 A5 A6 A7 A8"), 2, 4)
    assert (table.node(), table.winner) == ("over", None)  # a turn that passes counts
    table = thrown(position({"turn_limit": 1}, 2, "A", "47: Ag"), 1, 1)
    table.act(2)
    assert table.winner == 0  # the last turn may still win


def test_soldiers() -> None:
    table = Table({"soldiers": 4, "first_player": "seat0"}, 2)
    assert table.pos == [[-1] * 5, [-1] * 5]
    assert max(thrown(table, 1, 2).legal()) == 5


def test_wrong_options_actions_and_events_are_refused() -> None:
    for options, players in [({"soldier": 8}, 4), ({"soldiers": 9}, 4), ({"turn_limit": -1}, 4), ({}, 5)]:
        with pytest.raises(ValueError, match="expected"):
            Table(options, players)
    table = Table({}, 2)
    with pytest.raises(ValueError, match="expected"):
        table.happen(("first", 2))
    with pytest.raises(ValueError, match="expected"):
        table.act(3)
    with pytest.raises(ValueError, match="over"):
        table.scores()


def random_options(rng: random.Random) -> dict[str, Any]:
    options = {name: rng.choice(values) for name, values in VALUES.items()}
    return options | {"turn_limit": rng.choice([0, 1, 40, 1000])}


def check_invariants(table: Table) -> None:
    standing: list[tuple[int, int]] = []
    for space, groups in table.spaces.items():
        owners = [seat for seat, _ in groups]
        men_here = [(seat, slot) for seat, men in groups for slot in men]
        top_soldiers = groups[-1][1] - {0}
        hostages = [slot for _, men in groups[:-1] for slot in men]
        assert groups
        assert all(men for _, men in groups)
        assert len(owners) == len(set(owners))
        assert all(len(men) == 1 for _, men in groups[:-1])
        assert len(groups[-1][1]) <= 3
        assert sum(slot == 0 for _, slot in men_here) <= 1
        assert top_soldiers or not hostages
        assert len(top_soldiers) < 2 or not any(hostages)
        for seat, slot in men_here:
            r = table.pos[seat][slot]
            assert table.space_of(seat, r) == space
            assert table.alive[seat]
            assert 0 <= r <= (48 if slot == 0 else 47)
            barred = FBI if slot == 0 else SILENCED if table.options["silenced_soldier"] == "fixed" else None
            assert table.mark(space) != barred
        standing += men_here
    assert len(standing) == len(set(standing))
    for seat, men in enumerate(table.pos):
        for slot, r in enumerate(men):
            assert ((seat, slot) in standing) == (r not in (-1, -2, 49))
        assert table.alive[seat] == (men[0] != -2)
        assert table.alive[seat] or set(men) == {-2}
        assert men[0] != 49 or table.winner == seat


@pytest.mark.thorough
def test_random_plays() -> None:
    rng = random.Random(1988)
    endings: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    for _ in range(120):
        players = rng.choice([2, 3, 4])
        table = Table(random_options(rng), players)
        while table.node() != "over":
            who, seat = table.asked()
            if who == "chance":
                outcomes = table.outcomes()
                assert table.legal() == set()
                table.happen(rng.choices(list(outcomes), list(outcomes.values()))[0])
            else:
                legal = table.legal()
                assert legal
                assert table.outcomes() == {}
                assert seat == table.turn
                assert table.alive[seat]
                action = rng.choice(sorted(legal))
                must_be_followed = action % 3 < 2 and any(other % 3 == 2 for other in legal) and action < 27
                table.act(action)
                if must_be_followed:  # a total was legal, so a single die is only the first of two
                    assert table.node() in ("move", "lose") or table.winner == seat
                    assert table.turn == seat
            check_invariants(table)
            happened.update(event[0] for event in table.log)
        scores = table.scores()
        assert abs(sum(scores)) < 1e-9
        limit = table.options["turn_limit"]
        assert limit == 0 or table.turns <= limit
        if table.winner is None:
            endings["limit" if any(table.alive) else "all out"] += 1
            assert scores == [0.0] * players
        else:
            endings["home" if table.pos[table.winner][0] == 49 else "last"] += 1
            assert table.alive[table.winner]
            assert table.ranks()[table.winner] == 1
    assert set(endings) >= {"limit", "home", "last"}
    moves = {"move", "reclaimed", "hostage", "freed", "lost", "holds", "hit"}
    assert set(happened) == moves | {
        "first",
        "throw",
        "pass",
        "declined",
        "spin",
        "fallen",
        "out",
        "home",
        "won",
        "draw",
    }


@pytest.mark.thorough
def test_lengths_of_random_plays_are_those_of_the_page() -> None:
    """Section 10: 43 turns on average for two players, 87 for four; loosely, as whole plays are drawn there."""
    rng = random.Random(48)
    for players, low, high in [(2, 31, 55), (4, 70, 104)]:
        turns = 0
        for _ in range(40):
            table = Table({}, players)
            while table.node() != "over":
                if table.asked()[0] == "chance":
                    outcomes = table.outcomes()
                    table.happen(rng.choices(list(outcomes), list(outcomes.values()))[0])
                else:
                    table.act(rng.choice(sorted(table.legal())))
            turns += table.turns
        assert low < turns / 40 < high
