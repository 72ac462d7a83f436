"""R3 looks one move ahead. What it finds quickly is what trying the move finds, and trying leaves no trace."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from parlour.engine.bind import bind
from parlour.engine.position import PositionError
from parlour.engine.records import copy_record, new_record, view_record
from parlour.engine.targets import PYTHON
from parlour.games.vendetta import following
from parlour.games.vendetta.board import MARKINGS, Marking
from parlour.games.vendetta.options import LeaderOnSilenced
from parlour.games.vendetta.state import GODFATHER, HIGHER, LOWER, NOBODY, WON, Phase
from tests.form import samples
from tests.games.vendetta.tabletop import GAME, at, moves, random_states, words_of

AHEAD = bind(following, PYTHON, note=lambda *_: None)
THROWS = [(low, high) for high in range(1, 7) for low in range(1, high + 1)]


# What stands on a space, from the bottom up: m is a soldier of the player to move, G his Godfather, B and C are others'
GROUPS = ("m", "m", "mm", "mmm", "G", "Gm", "Gmm", "B", "BB", "BBB", "b", "bB", "m|B", "G|B", "G|BB", "B|m", "b|mm")
MORE_GROUPS = ("B|Gm", "C|B|m", "C|B|Gm", "b|C|m", "m|C|B", "G|C|B", "b|m", "C|b|m", "C")


def crowded_boards(seed: int, count: int) -> Iterator[tuple[Any, Any]]:
    """Spaces close together with groups of all kinds on them; whoever is not there is lost."""
    rng = random.Random(seed)
    o = view_record(GAME.encode(GAME.settle(layout=["standard", "bloody"][seed % 2])))
    made = 0
    while made < count:
        mover = rng.choice("AD")
        other, third = rng.sample([letter for letter in "ABCD" if letter != mover], 2)
        signs = {"m": (mover, "12345678"), "G": (mover, "g"), "B": (other, "12345678"), "b": (other, "g")}
        left = {sign: [letter + slot for slot in slots] for sign, (letter, slots) in signs.items()}
        left["C"] = [f"{third}{slot}" for slot in range(1, 9)]
        parts = []
        for space in rng.sample(range(9), rng.randint(3, 7)):
            kind = rng.choice(GROUPS + MORE_GROUPS if rng.random() < 0.4 else GROUPS)
            if all(kind.count(sign) <= len(own) for sign, own in left.items()):
                groups = ["+".join(left[sign].pop(0) for sign in group) for group in kind.split("|")]
                parts.append(f"{(space + 41 + 5 * seed) % 48}: {' | '.join(groups)}")
        named = {name for part in parts for name in part.split(": ")[1].replace(" | ", "+").split("+")}
        lost = " ".join(f"{letter}{n}" for letter in "ABCD" for n in range(1, 9) if f"{letter}{n}" not in named)
        words = words_of("; ".join(parts), "ABCD", lost=lost)
        s = view_record(new_record(GAME.state_type))
        text = " ".join(f"{name}={value}" for name, value in words.items())
        try:
            GAME.read_position(f"phase=throwing turns=9 turn={mover} {text}", s, o)
        except PositionError:
            continue
        made += 1
        yield s, o


def can_be_followed(s: Any, o: Any, slot: int, die: int) -> bool:
    """Make the move on a copy and look for another piece that can play the other die."""
    after = copy_record(s)
    AHEAD.shift(after, o, slot, s.dice[die])
    others = [other for other in range(o.soldiers + 1) if other != slot]
    return any(can_move(after, o, other, s.dice[1 - die]) for other in others)


def can_move(s: Any, o: Any, slot: int, n: int) -> bool:
    return bool(AHEAD.find_movable(s, o, n) >> slot & 1)


def compare(s: Any, o: Any, found: Counter[tuple[bool, bool]]) -> None:
    """All first moves with one die, quickly and by trying."""
    before = s.in_array.tobytes()
    for slot in range(o.soldiers + 1):
        for die in (LOWER, HIGHER):
            if not can_move(s, o, slot, s.dice[die]):
                continue
            r = AHEAD.progress_after(s, slot, s.dice[die])
            others = AHEAD.find_movable(s, o, s.dice[1 - die])
            space = (o.gate[s.turn] + r) % 48
            if r == WON:
                assert AHEAD.is_followed(s, o, slot, die, others)
                continue
            in_darkness = slot == GODFATHER and MARKINGS[o.layout, space] == Marking.SILENCED
            if in_darkness and o.leader_on_silenced == LeaderOnSilenced.ELIMINATED:
                assert not AHEAD.is_followed(s, o, slot, die, others)
                continue
            tried = can_be_followed(s, o, slot, die)
            assert AHEAD.try_move(s, o, slot, die) == tried
            assert AHEAD.is_followed(s, o, slot, die, others) == tried
            if not in_darkness:
                surely = AHEAD.is_surely_followed(s, o, slot, die, others)
                assert tried or not surely, (slot, die, list(s.dice))
                found[surely, tried] += 1
    assert s.in_array.tobytes() == before, "a move is tried on a copy"


@pytest.mark.parametrize("seed", range(samples(1, 3)))
def test_R3_what_is_surely_followed_is_followed_on_crowded_boards(seed: int) -> None:
    found: Counter[tuple[bool, bool]] = Counter()
    for s, o in crowded_boards(seed, 20):
        for s.dice[0], s.dice[1] in THROWS:
            compare(s, o, found)
    assert set(found) == {(True, True), (False, True), (False, False)}, "all three answers were met"
    assert min(found.values()) > 8


@pytest.mark.parametrize("seed", range(samples(2, 4)))
def test_R3_what_is_surely_followed_is_followed_in_random_plays(seed: int) -> None:
    found: Counter[tuple[bool, bool]] = Counter()
    for s, o, _ in random_states(seed, 250):
        if s.phase == Phase.MOVING and s.moved == NOBODY:
            compare(s, o, found)
    assert found[True, True] > 50


def test_R3_two_pieces_that_would_both_be_the_third_on_a_space() -> None:
    board = "20: A1+A2; 17: A3; 15: A4; 25: B1+B2; 23: Cg; 3: Ag | B3"
    play = at(board, lost="A5 A6 A7 A8", dice="53")
    assert {"s17>22[5]", "s15>18[3]", "s20>23[3]"} <= moves(play)
    assert "s17>20[3]" not in moves(play)
    assert "s15>20[5]" in moves(play), "one of 20 can still go to 23"
