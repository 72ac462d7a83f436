"""Whole plays, event by event, against the second reading."""

import random
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.engine.bits import codes_of
from parlour.engine.contract import OVER
from parlour.engine.options import sample_options
from parlour.engine.records import new_record, view_record
from parlour.games.quantum import GAME
from parlour.games.quantum.state import SLOTS, Action, Event, Outcome, Phase
from tests.games.quantum.tabletop import at, new, scatter
from tests.oracles.quantum import INDEX, Table

PLIES = 400
NODES = {
    Phase.STARTING: "first",
    Phase.THROWING: "pair",
    Phase.EXTRA: "die",
    Phase.USING: "use",
    Phase.FINISHED: "over",
}
PAIRS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
MOTIONS = {
    Event.ZAPS: "zap",
    Event.FALLS: "fall",
    Event.RISES: "rise",
    Event.JUMPS: "jump",
    Event.ABSORBED: "absorb",
}


def second_reading(values: dict[str, Any]) -> Table:
    return Table({name: value for name, value in values.items() if name != "players"}, values["players"])


def outcome_of(event: tuple[Any, ...]) -> int:
    kind, what = event
    if kind == "pair":
        return Outcome.PAIR + PAIRS.index(what)
    return Outcome.FIRST + int(what) if kind == "first" else Outcome.DIE + int(what) - 1


def as_logged(kind: int, a: int, b: int, c: int) -> tuple[Any, ...] | None:
    """An event of the rules as the oracle logs it; None for what it does not log."""
    seat, slot = divmod(a, SLOTS)
    if kind in MOTIONS:
        return (MOTIONS[kind], seat, slot, b, c)
    if kind == Event.ENTERS:
        return ("enter", seat, slot, b)
    if kind == Event.BLATS:
        return ("blat", seat, slot, *divmod(b, SLOTS), c)
    if kind in (Event.EARNS, Event.WINS):
        return ("extra" if kind == Event.EARNS else "win", a)
    return None


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
    assert [
        [s.place[seat, slot] for slot in range(o.pieces_per_player)] for seat in range(o.players)
    ] == table.places, where
    if s.to_move != OVER:
        assert [score for score in range(1, 7) for _ in range(s.loose[score])] == table.loose, where
        pairs = [(6, 6)] * s.sixes + ([divmod(s.pair, 10)] if s.pair else [])
        assert sorted(pairs) == sorted((max(pair), min(pair)) for pair in table.pairs), where
        assert s.due == table.due, where
        assert s.turn == table.roller, where
    assert s.centre == sum(place == 0 for places in table.places for place in places), where
    standing = {square: divmod(s.at[square] - 1, SLOTS) for square in range(181) if s.at[square]}
    assert set(standing) == {place for places in table.places for place in places if place > 0}, where
    assert all(s.place[piece] == square for square, piece in standing.items()), where
    assert s.winner == (-1 if table.winner is None else table.winner), where


def choose(table: Table, rng: random.Random) -> tuple[int, Any]:
    if table.asked()[0] == "chance":
        events, weights = zip(*sorted(table.outcomes().items()), strict=True)
        event = rng.choices(events, weights)[0]
        return outcome_of(event), event
    legal = sorted(table.legal())
    mine = table.places[table.roller]
    wanted = 2 * sum(place > 0 for place in mine) <= len(mine)  # about half of the pieces in play, or nobody ever wins
    action = Action.ENTER if Action.ENTER in legal and wanted else rng.choice(legal)
    return action, action


def walk(values: dict[str, Any], rng: random.Random, plies: int = PLIES) -> Table:
    """Play one random game in both readings, comparing at every ply what is so and what happened."""
    options, states, compiled = GAME.encode(values), new_record(GAME.state_type), new_record(GAME.state_type)
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
        points = GAME.buffers()[2]
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


@pytest.mark.parametrize("arriving_on_37", ["rest", "move_on"])
def test_U37_crowded_boards_agree_with_the_oracle(arriving_on_37: str) -> None:
    rng = random.Random(37)
    crowd: dict[str, Any] = {"players": 4, "pieces_per_player": 8, "arriving_on_37": arriving_on_37}
    moved_on = 0
    for _ in range(60):
        play = at(f"phase=using {scatter(new(**crowd), rng, '456')} loose=654321", **crowd)
        table = second_reading(play.values)
        table.begin_turn(0)
        table.pair_due, table.loose = False, [1, 2, 3, 4, 5, 6]
        table.places = play.s.place.tolist()[:4]
        assert set(play.legal_codes()) == table.legal()
        for code in play.legal_codes():
            second = deepcopy(table)
            second.act(code)
            play.push(code)
            told = [(event.kind, *event.numbers) for event in play.events]
            logged = [event for event in (as_logged(*event) for event in told) if event]
            assert logged == second.log
            assert play.s.place.tolist()[:4] == second.places
            by_count = any(kind == Event.MOVES and c == INDEX["37"] for kind, _, _, c in told)
            moved_on += not by_count and any(kind == Event.JUMPS and b == INDEX["37"] for kind, _, b, _ in told)
            play.undo()
    assert moved_on >= 5 if arriving_on_37 == "move_on" else moved_on == 0
