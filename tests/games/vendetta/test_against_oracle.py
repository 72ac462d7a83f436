"""Whole plays, action by action, against the second reading."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.engine.bits import codes_of
from parlour.engine.contract import OVER
from parlour.engine.options import sample_options
from parlour.engine.records import new_record, view_record
from parlour.games.vendetta import GAME, stacks
from parlour.games.vendetta.position import list_groups
from parlour.games.vendetta.state import NOBODY, SEATS, WON, Outcome, Phase
from tests.form import samples
from tests.oracles.vendetta import Table

PLIES = 300
NODES = {
    Phase.STARTING: "first",
    Phase.THROWING: "throw",
    Phase.MOVING: "move",
    Phase.SILENCING: "lose",
    Phase.ASKING: "spin?",
    Phase.SPINNING: "spin",
    Phase.FINISHED: "over",
}
PAIRS = [(low, high) for high in range(1, 7) for low in range(1, high + 1)]


def second_reading(values: dict[str, Any]) -> Table:
    return Table({name: value for name, value in values.items() if name != "players"}, values["players"])


def outcome_of(event: tuple[Any, ...]) -> int:
    kind, what = event
    if kind == "throw":
        return Outcome.DICE + PAIRS.index(what)
    return (Outcome.FIRST if kind == "first" else Outcome.SPUN) + int(what)


def groups(s: Any, o: Any) -> dict[int, list[tuple[int, frozenset[int]]]]:
    """The groups on every occupied space, from the bottom up, with the pieces in them."""
    found: dict[int, list[tuple[int, frozenset[int]]]] = {}
    for space in range(48):
        for seat, _ in reversed(list_groups(s, space)):
            on_track = [slot for slot in range(o.soldiers + 1) if 0 <= s.pos[seat, slot] < WON]
            slots = frozenset(slot for slot in on_track if stacks.space_of(s, o, seat, slot) == space)
            found.setdefault(space, []).append((seat, slots))
    return found


def compare(states: NDArray[Any], options: NDArray[Any], table: Table, where: str) -> None:
    """Everything the two readings both know."""
    s, o = view_record(states), view_record(options)
    assert NODES[s.phase] == table.node(), where
    assert table.asked()[1] == max(s.to_move, 0), where
    actions, weights, _ = GAME.buffers()
    GAME.doors.legal_at(states, 0, options, actions)
    GAME.doors.chance_at(states, 0, options, weights)
    assert set(codes_of(actions)) == table.legal(), where
    expected = {outcome_of(event): weight for event, weight in table.outcomes().items()}
    assert {int(code): int(weights[code]) for code in np.flatnonzero(weights)} == expected, where
    seats = range(o.players)
    assert [[s.pos[seat, slot] for slot in range(o.soldiers + 1)] for seat in seats] == table.pos, where
    found = groups(s, o)
    assert found == table.spaces, where
    assert [s.out[seat] == 0 for seat in seats] == table.alive, where
    assert s.winner == (-1 if table.winner is None else table.winner), where
    for space in range(48):  # what is kept for speed agrees with where the pieces are
        there = found.get(space, [])
        assert [(seat, len(slots)) for seat, slots in reversed(there)] == list_groups(s, space), where
        for seat, slots in there:
            assert stacks.count_soldiers(s, o, space, seat) == len(slots - {0}), where
            assert stacks.has_godfather(s, o, space, seat) == (0 in slots), where
        holder, free = there[-1] if there else (NOBODY, frozenset[int]())
        assert [s.held[seat] >> space & 1 for seat in range(SEATS)] == [seat == holder for seat in range(SEATS)], where
        assert (s.closed >> space & 1, s.full >> space & 1) == (len(free) > 1, len(free) == 3), where
    if s.to_move != OVER:
        assert s.turn == table.turn, where


def choose(table: Table, rng: random.Random) -> tuple[int, Any]:
    if table.asked()[0] == "chance":
        events, weights = zip(*sorted(table.outcomes().items()), strict=True)
        event = rng.choices(events, weights)[0]
        return outcome_of(event), event
    action = rng.choice(sorted(table.legal()))
    return action, action


def walk(values: dict[str, Any], rng: random.Random, plies: int = PLIES) -> Table:
    """Play one random game in both readings, comparing at every ply."""
    options, states = GAME.encode(values), new_record(GAME.state_type)
    GAME.doors.setup_at(states, 0, options)
    table = second_reading(values)
    spun = NOBODY
    for ply in range(plies):
        compare(states, options, table, f"ply {ply} of {values}")
        if states["to_move"][0] == OVER:
            break
        code, meaning = choose(table, rng)
        GAME.doors.apply_at(states, 0, options, code)
        table.happen(meaning) if isinstance(meaning, tuple) else table.act(meaning)
        spun = next((event[2] for event in table.log if event[0] == "spin"), spun)
        assert states["spun"][0] == spun, f"ply {ply} of {values}"
    if states["to_move"][0] == OVER:
        points = np.zeros(SEATS)
        GAME.doors.score_at(states, 0, options, points)
        assert points[: values["players"]].tolist() == pytest.approx(table.scores()), str(values)
    return table


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_plays_agree_with_the_oracle(players: int) -> None:
    rng = random.Random(players)
    won = 0
    for i in range(samples(6, 12)):
        fixed = {"players": players} if i % 2 else {"players": players, "turn_limit": 1000}
        won += walk(sample_options(GAME.options, rng, fixed, GAME.check), rng).winner is not None
    assert won >= samples(1, 2)
