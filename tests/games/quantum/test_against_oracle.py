"""Whole plays, event by event, against the second reading."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.engine.contract import OVER
from parlour.engine.options import sample_options
from parlour.engine.records import new_record, view_record
from parlour.games.quantum import GAME, chains, rules
from tests.oracles.quantum import Table

PLIES = 400
NODES = {
    rules.STARTING: "first",
    rules.THROWING: "pair",
    rules.EXTRA: "die",
    rules.USING: "use",
    rules.FINISHED: "over",
}
PAIRS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
MOTIONS = {
    chains.ZAPS: "zap",
    chains.FALLS: "fall",
    chains.RISES: "rise",
    chains.JUMPS: "jump",
    chains.ABSORBED: "absorb",
}


def second_reading(values: dict[str, Any]) -> Table:
    return Table({name: value for name, value in values.items() if name != "players"}, values["players"])


def outcome_of(event: tuple[Any, ...]) -> int:
    kind, what = event
    if kind == "pair":
        return rules.PAIR + PAIRS.index(what)
    return (rules.FIRST if kind == "first" else rules.DIE) + int(what)


def as_logged(kind: int, a: int, b: int, c: int) -> tuple[Any, ...] | None:
    """An event of the rules as the oracle logs it; None for what it does not log."""
    seat, slot = divmod(a, chains.SLOTS)
    if kind in MOTIONS:
        return (MOTIONS[kind], seat, slot, b, c)
    if kind == chains.ENTERS:
        return ("enter", seat, slot, b)
    if kind == chains.BLATS:
        return ("blat", seat, slot, *divmod(b, chains.SLOTS), c)
    if kind in (chains.EARNS, chains.WINS):
        return ("extra" if kind == chains.EARNS else "win", a)
    return None


def compare(states: NDArray[Any], options: NDArray[Any], table: Table, where: str) -> None:
    """Everything the two readings both know."""
    s, o = view_record(states), view_record(options)
    assert NODES[s.phase] == table.node(), where
    assert table.asked()[1] == max(s.to_move, 0), where
    mask, weights, _ = GAME.buffers()
    GAME.doors.legal_at(states, 0, options, mask)
    GAME.doors.chance_at(states, 0, options, weights)
    assert set(np.flatnonzero(mask).tolist()) == table.legal(), where
    expected = {outcome_of(event): weight for event, weight in table.outcomes().items()}
    assert {int(code): int(weights[code]) for code in np.flatnonzero(weights)} == expected, where
    assert [[s.place[seat, slot] for slot in range(o.pieces)] for seat in range(o.players)] == table.places, where
    if s.to_move != OVER:
        assert [score for score in range(1, 7) for _ in range(s.loose[score])] == table.loose, where
        pairs = [(6, 6)] * s.sixes + ([(s.pair[0], s.pair[1])] if s.pair[0] else [])
        assert sorted(pairs) == sorted((max(pair), min(pair)) for pair in table.pairs), where
        assert s.due == table.due, where
        assert s.turn == table.roller, where
    assert s.centre == sum(place == 0 for places in table.places for place in places), where
    assert not any(s.air[i] or s.bound[i] or s.struck[i] for i in range(49)), where
    assert s.winner == (-1 if table.winner is None else table.winner), where


def choose(table: Table, rng: random.Random) -> tuple[int, Any]:
    if table.asked()[0] == "chance":
        events, weights = zip(*sorted(table.outcomes().items()), strict=True)
        event = rng.choices(events, weights)[0]
        return outcome_of(event), event
    legal = sorted(table.legal())
    mine = table.places[table.roller]
    wanted = 2 * sum(place > 0 for place in mine) <= len(mine)  # about half of the pieces in play, or nobody ever wins
    action = rules.ENTER if rules.ENTER in legal and wanted else rng.choice(legal)
    return action, action


def walk(values: dict[str, Any], rng: random.Random, plies: int = PLIES) -> Table:
    """Play one random game in both readings, comparing at every ply what is so and what happened."""
    options, states, compiled = GAME.encode(values), new_record(GAME.rules.STATE), new_record(GAME.rules.STATE)
    told: list[tuple[Any, ...]] = []
    python = GAME.bind_rules(lambda kind, a=0, b=0, c=0: told.append((kind, a, b, c)))
    s, o = view_record(states), view_record(options)
    python.setup(s, o)
    GAME.doors.setup_at(compiled, 0, options)
    table = second_reading(values)
    for ply in range(plies):
        where = f"ply {ply} of {values}"
        compare(states, options, table, where)
        assert states.tobytes() == compiled.tobytes(), where
        if s.to_move == OVER:
            break
        code, meaning = choose(table, rng)
        told.clear()
        python.apply(s, o, code)
        GAME.doors.apply_at(compiled, 0, options, code)
        table.happen(meaning) if isinstance(meaning, tuple) else table.act(meaning)
        logged = [event for event in (as_logged(*event) for event in told) if event]
        assert logged == [event for event in table.log if event[0] != "step"], where
    if s.to_move == OVER:
        points = np.zeros(GAME.rules.SEATS)
        GAME.doors.score_at(states, 0, options, points)
        assert points[: values["players"]].tolist() == pytest.approx(table.scores()), str(values)
    return table


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_plays_agree_with_the_oracle(players: int) -> None:
    rng = random.Random(players)
    for i in range(12):
        fixed = {"players": players} if i % 2 else {"players": players, "turn_limit": 0}
        walk(sample_options(GAME.options, rng, fixed, GAME.check), rng)


@pytest.mark.parametrize("win_form", ["balance", "counters_home", "one_plus_three"])
def test_R17_R19_R20_wins_agree_with_the_oracle(win_form: str) -> None:
    rng = random.Random(win_form)
    for home_check in ("on_landing", "standing") if win_form == "balance" else ("on_landing",):
        values = GAME.settle(players=2, pieces_per_player=4, win_form=win_form, home_check=home_check, turn_limit=0)
        assert walk(values, rng, plies=20_000).winner is not None
