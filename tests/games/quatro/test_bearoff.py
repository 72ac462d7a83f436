"""Bearing off while nobody is in the way: the table of turns, and what is foretold by it."""

import random
from itertools import product
from math import prod
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from parlour.engine.bind import bind
from parlour.engine.play import Play
from parlour.engine.targets import CPU, PYTHON, Target
from parlour.games.quatro import GAME, bearoff, ending
from parlour.games.quatro.bearoff import WHOLE, Table
from parlour.search.endings import find_table
from tests.form import samples, some
from tests.oracles.bearoff import Men, all_positions, exact_wins, least_turns, steps

SIZES = some([(6, 3), (6, 4), (9, 2), (9, 3)], 2)  # points at home, and men
PRESETS = some(["backgammon", "three", "four", "two"], 2)


def place(values: Any, men: dict[str, Men], turn: str, phase: str = "rolling") -> Play:
    """A play in which everybody has these men at home, and all others off."""
    words = []
    for board, counts in men.items():
        told = [f"{v}:{n}" for v, n in enumerate(counts, start=1) if n]
        off = values["men"] - sum(counts)
        words.append(f"{board}={','.join(told + [f'off:{off}'] * (off > 0))}")
    play = Play(GAME, values)
    play.place(" ".join([*words, f"turn={turn}", f"phase={phase}"]))
    return play


def number_of(men: Men) -> int:
    """By way of a position on the board."""
    values = GAME.settle("backgammon" if len(men) == 6 else "two")
    play = place(values, {"A": men, "B": (1,) + (0,) * (len(men) - 1)}, "A")
    return bearoff.number_of(play.s, play.o, 0)


def turns_of(table: Table, row: int) -> dict[int, float]:
    """The chances of a row, by turns."""
    start, end = table.starts[row], table.starts[row + 1]
    return {int(table.soonest[row]) + n: int(table.chances[start + n]) / WHOLE for n in range(end - start)}


def mean_of(table: Table, row: int) -> float:
    return sum(turns * chance for turns, chance in turns_of(table, row).items())


@pytest.mark.parametrize(("home", "men"), SIZES)
def test_R13_every_position_has_a_number_and_every_step_leads_to_a_smaller_one(home: int, men: int) -> None:
    found = {position: number_of(position) for position in all_positions(home, men) if any(position)}
    assert sorted(found.values()) == list(range(1, bearoff.count_positions(home, men)))
    for position, number in found.items():
        for pips in range(1, 7):
            assert all(found.get(after, 0) < number for after in steps(position, pips))


@pytest.mark.parametrize(("home", "men"), SIZES)
def test_R14_R15_no_play_needs_fewer_turns_than_the_table_has(home: int, men: int) -> None:
    table = bearoff.new_table(home, men, bind(bearoff, CPU))
    for position, turns in least_turns(home, men).items():
        row = number_of(position) if any(position) else 0
        assert sum(turns_of(table, row).values()) == pytest.approx(1.0, abs=1e-12)
        assert mean_of(table, row) == pytest.approx(float(turns), abs=1e-4)


@pytest.mark.parametrize(("home", "men"), SIZES)
def test_R21_no_play_has_the_first_man_off_sooner_than_the_table(home: int, men: int) -> None:
    table = bearoff.new_table(home, men, bind(bearoff, CPU))
    for position, turns in least_turns(home, men, left=men - 1).items():
        if sum(position) == men:
            row = bearoff.row_of_first(number_of(position), home, men)
            assert mean_of(table, row) == pytest.approx(float(turns), abs=1e-4)
    assert row == len(table.soonest) - 1, "there is no row beyond the last of them"


def test_the_table_is_the_same_as_written_and_compiled() -> None:
    written, compiled = (bearoff.new_table(9, 2, bind(bearoff, target)) for target in (PYTHON, CPU))
    assert [array.tobytes() for array in written] == [array.tobytes() for array in compiled]


def foretell(play: Play, target: Target = PYTHON) -> Any:
    """What a net should answer, by seat; None where nothing is known."""
    shares = np.ones((play.seats, 4))
    s, o = (play.states[0], play.options[0]) if target is CPU else (play.s, play.o)
    known = bound(target).foretell(s, o, find_table(GAME, play.values), shares)
    return shares if known else None


_bound: dict[str, SimpleNamespace] = {}


def bound(target: Target) -> SimpleNamespace:
    if target.name not in _bound:
        _bound[target.name] = bind(ending, target)
    return _bound[target.name]


def random_men(rng: random.Random, home: int, most: int) -> Men:
    places = rng.choices(range(home), k=rng.randint(1, most))
    return tuple(places.count(v) for v in range(home))


def random_ending(preset: str, rng: random.Random, fewest_off: int = 0) -> Play:
    values = GAME.settle(preset)
    boards = {2: "AB", 3: "ABC", 4: "ADCB"}[values["players"]]
    home = 6 if values["ruleset"] == "backgammon24" else 9
    men = {board: random_men(rng, home, values["men"] - fewest_off) for board in boards}
    if not fewest_off:
        board = rng.choice(boards)
        men[board] = tuple(n + (values["men"] - sum(men[board])) * (v == 0) for v, n in enumerate(men[board]))
    return place(values, men, rng.choice(boards))


@pytest.mark.parametrize(("preset", "home", "men"), [("backgammon", 6, 3), ("two", 9, 2)])
def test_R13_the_winner_is_foretold_nearly_as_by_perfect_play(preset: str, home: int, men: int) -> None:
    """Nearly, for perfect play takes chances when it is behind, and the table does not."""
    values, wins = GAME.settle(preset), exact_wins(home, men)
    pairs = [pair for pair in wins if any(pair[0]) and any(pair[1])]
    faults = []
    for own, other in random.Random(1).sample(pairs, samples(200, 2000)):
        shares = foretell(place(values, {"A": own, "B": other}, "A"))
        faults.append(abs(shares[0, 0] - wins[own, other]))
        assert shares[1, 0] == pytest.approx(1 - shares[0, 0], abs=1e-12)
        assert not shares[:, 1:].any(), "both have a man off"
    assert np.mean(faults) < 0.0002
    assert max(faults) < 0.002


@pytest.mark.parametrize("preset", PRESETS)
def test_R1_R21_who_wins_and_who_loses_double_follows_from_everybodys_turns(preset: str) -> None:
    rng = random.Random(preset)
    for _ in range(samples(4, 20)):
        play = random_ending(preset, rng)
        np.testing.assert_allclose(foretell(play), shares_plainly(play), atol=1e-9)


def shares_plainly(play: Play) -> Any:
    """By going through everybody's turns, all combinations of them."""
    s, o, table = play.s, play.o, find_table(GAME, play.values)
    order = [(s.board + n) % 4 for n in range(4) if s.present[(s.board + n) % 4]]
    rows = [bearoff.number_of(s, o, board) for board in order]
    turns = [turns_of(table, row) for row in rows]
    shares = np.zeros((play.seats, 4))
    for combination in product(*(one.items() for one in turns)):
        chance = prod(chance for _, chance in combination)
        _, winner = min((taken, place) for place, (taken, _) in enumerate(combination))
        shares[s.player[order[winner]], 0] += chance
    for place, board in enumerate(order):  # loses double: the first man comes off after somebody else's last
        if s.off[board] == 0:
            rest = [one for i, one in enumerate(turns) if i != place]
            others = [i for i in range(len(order)) if i != place]
            first = turns_of(table, bearoff.row_of_first(rows[place], o.home, o.men))
            for combination in product(first.items(), *(one.items() for one in rest)):
                chance = prod(chance for _, chance in combination)
                ended = min((taken, i) for i, (taken, _) in zip(others, combination[1:], strict=True))
                if ended < (combination[0][0], place):
                    shares[s.player[board], 1] += chance
    return shares


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_foretold_is_the_same_to_the_last_bit_as_written_and_compiled(preset: str) -> None:
    rng = random.Random(f"{preset} bits")
    for _ in range(samples(20, 200)):
        play = random_ending(preset, rng, fewest_off=rng.choice((0, 1)))
        before = play.states.tobytes()
        shares = foretell(play)
        assert shares.tobytes() == foretell(play, CPU).tobytes()
        assert play.states.tobytes() == before
        assert shares[:, 0].sum() == pytest.approx(1.0, abs=1e-9)
        assert ending.is_near(play.s, play.o)


def test_R13_nothing_is_foretold_while_somebody_is_not_home_or_dice_are_to_be_used() -> None:
    values = GAME.settle("backgammon")
    play = Play(GAME, values)
    assert foretell(play) is None
    assert not ending.is_near(play.s, play.o)
    for men in ("A=6:2,off:13 B=7:1,6:1,off:13", "A=6:2,off:13 B=bar:1,6:1,off:13", "A=20:1,off:14 B=6:2,off:13"):
        play.place(f"{men} turn=A phase=rolling")
        assert foretell(play) is None
    play.place("A=6:2,off:13 B=6:2,off:13 turn=A phase=rolling")
    assert foretell(play) is not None
    play.place("A=6:2,off:13 B=6:2,off:13 turn=A phase=moving dice=21")
    assert foretell(play) is None


def test_R22_teams_count_together_what_the_table_counts_alone() -> None:
    assert ending.family(GAME.settle("teams")) is None
    assert [ending.family(GAME.settle(preset)) for preset in ("backgammon", "two", "four")] == ["6-15", "9-15", "9-11"]


def test_R20_whoever_has_left_is_not_counted() -> None:
    values = GAME.settle("three", cube=True)
    play = Play(GAME, values)
    play.place("A=1:2,off:9 B=1:3,off:8 C=gone turn=A cube=2 last=A received=1,0,0 paid=0,1,0 phase=rolling")
    shares = foretell(play)
    assert shares[:, 0].tolist() == [1.0, 0.0, 0.0]
