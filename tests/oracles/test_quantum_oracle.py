import csv
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.oracles.quantum import (
    ABSORPTION,
    BOARD,
    CENTRE,
    DOWN,
    ENTER,
    FIRST_NUMBERS,
    HOME,
    INDEX,
    JUMPS,
    RING,
    RING_SIZES,
    TRAY,
    UP,
    Table,
    group,
    next_square,
    number_down,
    number_up,
)

FOLDER = Path(__file__).parent.parent / "games" / "quantum"
VECTORS = json.loads((FOLDER / "vectors.json").read_text())
IDS = {square.index: square.id for square in BOARD} | {CENTRE: "0"}
SEATS = "wb"


def rows_of(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(newline="") as file:
        return list(csv.DictReader(file))


def cell(value: int | str | None) -> str:
    return "" if value is None else str(value)


class Scene:
    """A table of two with pieces named as on the page: the named ones of a player are his first slots in that order."""

    def __init__(self, before: dict[str, str], **options: Any) -> None:
        self.table = Table({"first_player": "seat0", **options}, 2)
        self.pieces: dict[str, tuple[int, int]] = {}
        for name, square in before.items():
            seat = SEATS.index(name[0])
            slot = sum(other.startswith(name[0]) for other in self.pieces)
            self.pieces[name] = seat, slot
            self.table.places[seat][slot] = INDEX[square]
        self.names = {piece: name for name, piece in self.pieces.items()}

    def throw(self, *dice: int) -> None:
        assert len(dice) in (1, 2)
        self.table.happen(("pair", dice) if len(dice) == 2 else ("die", dice[0]))

    def code(self, verb: str, name: str, score: int = 0) -> int:
        seat, slot = self.pieces[name]
        assert seat == self.table.roller
        if verb == "enter":
            assert slot == self.table.places[seat].index(CENTRE)
            return ENTER
        return 17 * slot + (score - 1 if verb == "move" else 6 + score - 2)

    def do(self, verb: str, name: str, score: int = 0) -> None:
        self.table.act(self.code(verb, name, score))

    def events(self) -> list[list[str]]:
        return [self.in_words(*event) for event in self.table.log]

    def in_words(self, kind: str, *rest: int) -> list[str]:
        if kind in ("extra", "win"):
            return [kind, SEATS[rest[0]]]
        count = 2 if kind == "blat" else 1
        names = [self.names[rest[2 * i], rest[2 * i + 1]] for i in range(count)]
        return [kind, *names, *(IDS[square] for square in rest[2 * count :])]

    def squares(self) -> dict[str, str]:
        return {name: IDS[self.table.places[seat][slot]] for name, (seat, slot) in self.pieces.items()}

    def everybody_else(self) -> set[int]:
        return {place for piece, place in self.table.pieces() if piece not in self.names}


def scene(before: str, *dice: int, **options: Any) -> Scene:
    """Squares as `w1:53 b1:4`; the throw, if any, is one pair without a six."""
    made = Scene(dict(word.split(":") for word in before.split()), **options)
    if dice:
        made.throw(*dice)
    return made


def test_appendix_a() -> None:
    expected = rows_of("appendix_a.csv")
    fields = ("index", "id", "ring", "pos", "number", "up", "down", "mark")
    assert [{name: cell(getattr(square, name)) for name in fields} for square in BOARD] == expected
    assert len(expected) == 180


def test_formulas_for_numbered_squares() -> None:
    for n in range(1, 87):
        up = {1: 3, 2: 10}.get(n, n + 8 if n <= 12 else n + 18 if n <= 39 else n + 32)
        assert number_up(n) == (up if n <= 54 else None)
        down = 0 if n <= 10 or 21 <= n <= 30 else n - 8 if n <= 20 else n - 18 if n <= 54 else n - 32
        assert number_down(n) == down


def test_groups_are_those_of_the_elements() -> None:
    elements = rows_of("elements.csv")
    assert [int(row["z"]) for row in elements] == list(range(1, 87))
    for row in elements:
        assert str(group(int(row["z"])) or "Ln") == row["group"]
        assert sum(int(shell) for shell in row["shells"].split(".")) == int(row["z"])


def test_section_2_in_general() -> None:
    assert RING_SIZES == (2, 8, 18, 32, 48, 72)
    assert Counter(square.ring for square in BOARD) == dict(enumerate(RING_SIZES, start=1))
    for square in BOARD:
        up, down = UP[square.index], DOWN[square.index]
        assert RING[down] < square.ring
        assert down == CENTRE or BOARD[down - 1].number is not None
        if up is not None:
            assert RING[up] == square.ring + 1
            assert BOARD[up - 1].number is not None
        assert (up is None) == (square.ring == 6)
    assert {IDS[square] for square in JUMPS} == {"1", "3", "11", "19", "37"}
    assert {IDS[square] for square in ABSORPTION} == {"80f", "81f", "82f", "83f", "84f", "85f"}
    assert HOME == INDEX["53d"] == INDEX["37"] + 40
    assert [BOARD[INDEX[str(number)] - 1].pos for number in FIRST_NUMBERS[:-1]] == [0] * 6


def test_R8_rings_are_closed() -> None:
    for square in BOARD:
        seen = [square.index]
        for _ in range(RING_SIZES[square.ring - 1]):
            seen.append(next_square(seen[-1]))
        assert seen[-1] == square.index
        assert len(set(seen)) == RING_SIZES[square.ring - 1]
        assert {RING[other] for other in seen} == {square.ring}


def test_E7_links() -> None:
    for link in VECTORS["links"]:
        square = INDEX[link["square"]]
        assert (UP[square], DOWN[square]) == (INDEX[link["up"]], INDEX[link["down"]])


@pytest.mark.parametrize("vector", VECTORS["plays"], ids=lambda vector: f"{vector['id']} {vector['title']}")
def test_vectors(vector: dict[str, Any]) -> None:
    played = Scene(vector["before"], **vector["options"])
    table = played.table
    for step in vector["steps"]:
        if "throw" in step:
            played.throw(*step["throw"][1:])
            assert table.log == []
        else:
            played.do(*step["do"])
            assert played.events() == step["events"]
            assert sum(event[0] == "extra" for event in table.log) == step["earned"]
            assert table.due == step["earned"]
            assert played.squares() == step["after"]
            assert played.everybody_else() == {CENTRE}
            assert table.winner == (SEATS.index(step["winner"]) if "winner" in step else None)
        if "pool" in step:
            assert [list(pair) for pair in table.pairs] == step["pool"]["pairs"]
            assert table.loose == step["pool"]["loose"]
        if "due" in step:
            assert table.due == step["due"]
        if "legal" in step:
            assert table.legal() == {played.code(*action) for action in step["legal"]}
        assert table.roller == step.get("roller", 0)


def test_all_vectors_are_there() -> None:
    names = {vector["id"].split()[0] for vector in VECTORS["plays"]}
    assert names == {f"E{n}" for n in range(1, 7)} | {f"D{n}" for n in range(1, 40)}


def test_R1_R2_chance() -> None:
    table = Table({}, 3)
    assert (table.asked(), table.node(), table.roller) == (("chance", 0), "first", -1)
    assert table.outcomes() == {("first", seat): 1 for seat in range(3)}
    table.happen(("first", 2))
    assert (table.node(), table.roller) == ("pair", 2)
    outcomes = table.outcomes()
    assert len(outcomes) == 21
    assert sum(outcomes.values()) == 36
    assert outcomes["pair", (4, 4)] == 1
    assert outcomes["pair", (6, 1)] == 2
    table.happen(("pair", (6, 6)))
    assert (table.node(), table.due) == ("pair", 0)
    table.happen(("pair", (6, 5)))
    assert (table.node(), table.due) == ("die", 1)
    assert table.outcomes() == {("die", v): 1 for v in range(1, 7)}
    table.happen(("die", 6))
    assert (table.node(), table.due) == ("die", 1)
    table.happen(("die", 1))
    assert (table.asked(), table.node(), table.legal()) == (("seat", 2), "use", {ENTER})
    assert (table.pairs, table.loose) == ([(6, 6), (6, 5)], [1, 6])


def test_R2_the_second_throw_after_a_double_six_may_hold_no_six() -> None:
    table = scene("w1:20", 6, 6).table
    table.happen(("pair", (5, 5)))
    assert table.node() == "use"
    assert table.legal() == {4, 5, 6 + 10 - 2, 6 + 12 - 2, ENTER}


def test_R4_every_slot_and_every_score() -> None:
    played = scene("w1:20 w2:0 w3:54", 4, 3)
    assert played.table.legal() == {2, 3, 6 + 5, 34 + 2, 34 + 3, 34 + 6 + 5}
    assert scene("w1:20 w2:0 w3:54", 4, 3, totals="off").table.legal() == {2, 3, 34 + 2, 34 + 3}
    for action in (17, ENTER, 137, 4, -1):
        with pytest.raises(ValueError, match=f"action {action} at use"):
            played.table.act(action)
    with pytest.raises(ValueError, match="at use"):
        played.throw(1)


def test_R5_a_total_of_six_never_enters() -> None:
    assert scene("w1:20", 4, 2).table.legal() == {1, 3, 6 + 4}


def test_R7_a_loose_score_goes_before_a_pair() -> None:
    played = scene("w1:20", 6, 3)
    played.throw(3)
    played.do("move", "w1", 3)
    assert (played.table.pairs, played.table.loose) == ([(6, 3)], [])
    played.do("move", "w1", 3)
    assert (played.table.pairs, played.table.loose) == ([], [6])


def test_R6_the_turn_goes_round_the_table() -> None:
    table = Table({"first_player": "seat0"}, 3)
    for turn in range(7):
        assert (table.roller, table.turns) == (turn % 3, turn)
        table.happen(("pair", (2, 1)))
    assert (table.pairs, table.loose, table.node()) == ([], [], "pair")


def test_R16_sixes_among_the_throws_earned() -> None:
    played = scene("w1:8 b1:11", 3, 1)
    played.do("move", "w1", 3)
    assert (played.table.due, played.table.node()) == (2, "die")
    for die, due in ((6, 2), (4, 1), (6, 1), (2, 0)):
        played.throw(die)
        assert played.table.due == due
    assert (played.table.node(), played.table.loose) == ("use", [1, 2, 4, 6, 6])


@pytest.mark.parametrize(("home_check", "winner"), [("on_landing", None), ("standing", 0)])
def test_R18_standing_on_home(home_check: str, winner: int | None) -> None:
    played = scene("w1:53d b1:20 b2:21 b3:22 b4:23 b5:24 b6:25 b7:0", home_check=home_check)  # seven in play
    played.table.begin_turn(1)
    played.throw(6, 1)
    played.throw(1)
    played.do("enter", "b7")
    assert played.events() == [["enter", "b7", "3"], *([["win", "w"]] if winner == 0 else [])]
    assert played.table.winner == winner
    assert (played.table.due, played.table.loose) == (0, [1, 1])
    assert winner is None or played.table.scores() == [1.0, -1.0]


def test_R18_only_balance_looks_at_standing_pieces() -> None:
    pieces = "w1:53d w2:4 b1:20 b2:21 b3:22 b4:23 b5:24 b6:25"
    played = scene(pieces, 3, 1, win_form="one_plus_three", home_check="standing")
    played.do("move", "w2", 3)
    assert played.table.winner is None


def test_R18_a_standing_piece_wins_before_the_throws_earned() -> None:
    played = scene("w1:8 w2:20 w3:21 b1:53d b2:3 b3:11 b4:22 b5:23 b6:24", 3, 1, home_check="standing")  # nine in play
    played.do("move", "w1", 3)
    chain = (
        "blat w1 b2 3; fall b2 3 0; rise w1 3 11; extra w; blat w1 b3 11; fall b3 11 3; rise w1 11 19; extra w; win b"
    )
    assert played.events() == [event.split() for event in chain.split("; ")]
    assert (played.table.winner, played.table.due, played.table.node()) == (1, 0, "over")


def test_R17_the_balance_is_taken_before_the_blat() -> None:
    played = scene("w1:53 b1:53d b2:20 b3:21 b4:22 b5:23 b6:24", 4, 1)
    played.do("move", "w1", 4)
    assert played.squares()["w1"] == "86"
    assert played.squares()["b1"] == "35"
    assert played.table.winner is None


def test_R19_counters_home() -> None:
    played = scene("w1:53 w2:53a", 4, 3, win_form="counters_home")
    played.do("move", "w2", 3)
    assert (played.table.places[0][1], played.table.winner, played.table.log) == (TRAY, None, [])
    assert played.table.legal() == {3}
    played.do("move", "w1", 4)
    assert (played.table.winner, played.table.log) == (0, [("win", 0)])


def test_R19_the_rest_of_the_score_is_lost_when_nobody_is_left_in_play() -> None:
    played = scene("w1:53", 4, 3, win_form="counters_home")
    played.do("move", "w1", 4)
    assert (played.table.roller, played.table.turns, played.table.node()) == (1, 1, "pair")
    once = scene("w1:53", 4, 3, win_form="counters_home", home_target=1)
    once.do("move", "w1", 4)
    assert once.table.winner == 0


@pytest.mark.parametrize(("others", "winner"), [("w2:4 w3:5", None), ("w2:4 w3:5 w4:6", 0), ("w2:4 w3:5 w4:53d", 0)])
def test_R20_one_plus_three(others: str, winner: int | None) -> None:
    played = scene(f"w1:53 {others}", 4, 1, win_form="one_plus_three")
    played.do("move", "w1", 4)
    assert played.table.winner == winner
    assert played.squares()["w1"] == "53d"


def test_R20_needs_them_in_play_after_the_zaps() -> None:
    played = scene("w1:53 w2:53a w3:35 w4:17 w5:9", 4, 1, win_form="one_plus_three")
    played.do("move", "w1", 4)
    assert (played.squares()["w5"], played.table.winner) == ("0", 0)
    played = scene("w1:53 w2:53a b1:35 b2:17 w3:9 w4:4", 4, 1, win_form="one_plus_three")
    played.do("move", "w1", 4)
    assert (played.squares()["w3"], played.table.winner) == ("0", None)


def test_R22_turn_limit() -> None:
    table = Table({"turn_limit": 3, "first_player": "random"}, 2)
    table.happen(("first", 1))
    for roller in (1, 0, 1):
        assert table.roller == roller
        table.happen(("pair", (2, 1)))
    assert (table.asked(), table.node(), table.turns) == (("over", 0), "over", 3)
    assert (table.legal(), table.outcomes(), table.winner) == (set(), {}, None)
    assert table.scores() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("players", "options", "named"),
    [
        (7, {}, "players"),
        (5, {"pieces_per_player": 3}, "even"),
        (2, {"pieces_per_player": 9}, "pieces_per_player"),
        (5, {"win_form": "one_plus_three"}, "4 or more"),
        (6, {"win_form": "counters_home", "home_target": 3}, "home_target"),
        (2, {"variant": "outer"}, "variant"),
        (2, {"turn_limit": -1}, "turn_limit"),
        (2, {"dice": 3}, "dice"),
    ],
)
def test_options_are_examined(players: int, options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Table(options, players)


class Measured(Table):
    """Counts how deep falls nest."""

    depth = deepest = 0

    def fall(self, word: str, piece: tuple[int, int], square: int) -> None:
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        super().fall(word, piece, square)
        self.depth -= 1

    def blats(self) -> int:
        return sum(event[0] == "blat" for event in self.log)


def crowded(squares: list[int], **options: Any) -> Measured:
    """Any number of pieces, dealt in turn to two players."""
    table = Measured({"first_player": "seat0", "win_form": "one_plus_three", **options}, 2)
    table.places = [squares[::2], squares[1::2]]
    return table


def levels(table: Table) -> list[int]:
    return [RING[place] for _, place in table.pieces()]


@pytest.mark.parametrize(("variant", "counts"), [("modified", (5, 12)), ("inner_ring", (12,))])
def test_U25_a_full_board(variant: str, counts: tuple[int, ...]) -> None:
    """Counts of every piece on a board without an empty square."""
    full = list(range(3 if variant == "modified" else 1, 181))
    most = deepest = 0
    for count in counts:
        for i in range(len(full)):
            table = crowded(full, variant=variant)
            table.roller = i % 2
            table.move((i % 2, i // 2), count)
            if table.winner is None:
                squares = [place for _, place in table.pieces() if place != CENTRE]
                assert len(set(squares)) == len(squares)
            most, deepest = max(most, table.blats()), max(deepest, table.deepest)
    assert most == VECTORS["termination"]["blats_on_a_full_board"]
    assert deepest == VECTORS["termination"]["nested_falls"]


def test_U25_crowded_positions() -> None:
    rng = random.Random(25)
    deepest = 0
    for _ in range(2500):
        squares = rng.sample(range(3, 181), rng.randint(10, 80))
        table = crowded(squares)
        seat = rng.randrange(2)
        table.roller = seat
        slot, before = rng.randrange(len(squares) // 2), sum(levels(table))
        table.move((seat, slot), rng.randint(1, 12))
        jumped = sum(event[0] == "jump" for event in table.log)
        assert sum(levels(table)) <= before + jumped
        deepest = max(deepest, table.deepest)
    assert deepest == VECTORS["termination"]["nested_falls"]


def random_options(rng: random.Random) -> tuple[dict[str, Any], int]:
    """Any options that go together; short games among them, so that limits are met."""
    while True:
        players = rng.randint(2, 6)
        options = {
            "variant": rng.choice(["modified", "inner_ring"]),
            "pieces_per_player": rng.choice(["auto", *range(2, 9)]),
            "win_form": rng.choice(["balance", "counters_home", "one_plus_three"]),
            "home_target": rng.randint(1, 2),
            "home_check": rng.choice(["on_landing", "standing"]),
            "totals": rng.choice(["same_throw", "off"]),
            "first_player": rng.choice(["throw", "seat0", "random"]),
            "turn_limit": rng.choice([1, 20, 150, 250]),
        }
        try:
            Table(options, players)
        except ValueError:
            continue
        return options, players


def anything(table: Table, rng: random.Random) -> int:
    return rng.choice(sorted(table.legal()))


def homeward(table: Table, rng: random.Random) -> int:
    """Keeps half of its pieces on the board, which random play does not, and goes home when it can."""
    own = table.places[table.roller]
    for action in sorted(table.legal() - {ENTER}):
        slot, number = divmod(action, 17)
        if own[slot] + (number + 1 if number < 6 else number - 4) == HOME:
            return action
    if ENTER in table.legal() and 2 * sum(place > 0 for place in own) <= len(own):
        return ENTER
    return anything(table, rng)


def throw(table: Table, rng: random.Random) -> None:
    events, weights = zip(*sorted(table.outcomes().items()), strict=True)
    table.happen(rng.choices(events, weights)[0])


def follow_log(places: list[list[int]], table: Table, mover: tuple[int, int]) -> None:
    """The log by itself must lead every piece but the mover to where it is now."""
    at = {(seat, slot): place for seat, row in enumerate(places) for slot, place in enumerate(row)}
    for kind, *rest in table.log:
        if kind == "enter":
            assert rest == [*mover, table.entry]
            at[mover] = table.entry
        elif kind == "blat":
            striker, struck, square = (rest[0], rest[1]), (rest[2], rest[3]), rest[4]
            assert at[struck] == square
            assert striker == mover or at[striker] == square
        elif kind in ("zap", "fall", "rise", "jump", "absorb"):
            piece = rest[0], rest[1]
            assert piece == mover or at[piece] == rest[2]
            assert rest[3] == (UP if kind in ("rise", "jump") else DOWN)[rest[2]]
            at[piece] = rest[3]
    del at[mover]
    assert all(table.places[seat][slot] == place for (seat, slot), place in at.items())


def check_action(table: Table, action: int) -> None:
    """Play an action and look at what the page says of every action."""
    roller, before = table.roller, [list(row) for row in table.places]
    slot = before[roller].index(CENTRE) if action == ENTER else action // 17
    dice = len(table.loose) + 2 * len(table.pairs)
    used = 2 if action != ENTER and action % 17 >= 6 else 1
    table.act(action)
    follow_log(before, table, (roller, slot))
    squares = [place for _, place in table.pieces() if place > 0]
    if table.winner is None or squares.count(HOME) < 2:
        assert len(set(squares)) == len(squares)
    else:
        assert len(set(squares)) == len(squares) - 1
        assert table.places[roller][slot] == HOME
    assert table.places[roller][slot] != CENTRE  # the mover comes to rest last
    counters_home = table.options["win_form"] == "counters_home"
    if counters_home:
        assert HOME not in squares
    assert counters_home or all(place >= 0 for _, place in table.pieces())
    assert table.options["variant"] == "inner_ring" or not {1, 2} & set(squares)
    earned = table.log.count(("extra", roller))
    assert earned == sum(event[0] == "extra" for event in table.log)
    if table.roller == roller and table.node() != "over":
        assert table.due == earned
        assert len(table.loose) + 2 * len(table.pairs) == dice - used
        assert table.due or table.legal()
    elif table.winner is None and not counters_home:
        assert dice == used  # U17


def check_node(table: Table) -> None:
    assert table.due >= 0
    assert table.loose == sorted(table.loose)
    assert all(pair == (6, 6) for pair in table.pairs[:-1])  # U15
    match table.node():
        case "use":
            assert table.asked() == ("seat", table.roller)
            assert table.legal() <= set(range(137))
            assert table.legal()
            assert table.outcomes() == {}
        case "over":
            assert table.asked() == ("over", 0)
            assert sum(table.scores()) == pytest.approx(0)
        case _:
            assert table.asked() == ("chance", 0)
            assert table.legal() == set()


def test_invariants_over_random_plays() -> None:
    rng = random.Random("invariants")
    winners: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    policies: list[Callable[[Table, random.Random], int]] = [anything, homeward]
    for i in range(90):
        options, players = random_options(rng)
        table = Table(options, players)
        policy = policies[i % 2]
        while table.node() != "over":
            check_node(table)
            if table.asked()[0] == "chance":
                throw(table, rng)
                assert table.log == []
            else:
                check_action(table, policy(table, rng))
                seen.update(event[0] for event in table.log)
        check_node(table)
        assert table.winner is not None or table.turns == options["turn_limit"]
        winners["draw" if table.winner is None else options["win_form"]] += 1
    assert min(winners[name] for name in ("draw", "balance", "counters_home", "one_plus_three")) >= 3, winners
    kinds = ("enter", "zap", "fall", "blat", "rise", "jump", "absorb", "extra", "win")
    assert set(seen) == set(kinds)
    assert min(seen.values()) >= 12, seen


def test_section_10_random_play_of_six() -> None:
    """The page: median 293 turns, all finished."""
    rng = random.Random(293)
    turns = []
    for _ in range(25):
        table = Table({"turn_limit": 3000}, 6)
        while table.node() != "over":
            if table.asked()[0] == "chance":
                throw(table, rng)
            else:
                table.act(anything(table, rng))
        assert table.winner is not None
        turns.append(table.turns)
    assert 200 < median(turns) < 420
