"""The backgammon preset against OpenSpiel's backgammon: the same ends of whole turns, on up to 20,000 positions."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.engine.bits import codes_of
from parlour.engine.play import Play
from parlour.engine.records import new_record, view_record
from parlour.games.quatro import GAME
from parlour.games.quatro.board import BOARDS
from parlour.games.quatro.state import ROLLS, Phase
from tests.form import samples
from tests.oracles.openspiel_backgammon import BAR, OFF, Men, Position, random_positions, results

PARTS, POSITIONS = samples(1, 3), samples(400, 2500)
PLAY = Play(GAME, GAME.settle("backgammon"))
SPOTS = {board: PLAY.options["spot"][0][BOARDS.index(board), 1:25] for board in "AB"}


@pytest.mark.parametrize("part", range(PARTS))
def test_Q31_whole_turns_are_those_of_openspiel(part: int) -> None:
    forfeits = doublets = entering = leaving = 0
    for n, (men, other, dice) in enumerate(random_positions(part, POSITIONS)):
        mover = "AB"[n % 2]
        found = whole_turns(mover, men, other, dice)
        assert found == results(men, other, dice), f"{mover} with {men} against {other}, rolling {dice}"
        forfeits += found == {(men, other)}
        doublets += dice[0] == dice[1]
        entering += men[BAR] > 0
        leaving += any(after[OFF] > men[OFF] for after, _ in found)
    assert min(forfeits, doublets, entering, leaving) > POSITIONS // 50


def whole_turns(mover: str, men: Men, other: Men, dice: tuple[int, int]) -> frozenset[Position]:
    """Every position in which the mover's turn can end, by the compiled rules."""
    first = new_record(GAME.state_type)
    rival = "B" if mover == "A" else "A"
    GAME.read_position(f"{mover}={write_men(men)} {rival}={write_men(other)} turn={mover}", view_record(first), PLAY.o)
    GAME.doors.apply_at(first, 0, PLAY.options, ROLLS.index(f"{max(dice)}{min(dice)}"))
    turn = first["turns"][0]
    actions = GAME.new_actions()
    found, seen, stack = set(), set(), [first]
    while stack:
        states = stack.pop()
        GAME.doors.legal_at(states, 0, PLAY.options, actions)
        for code in codes_of(actions):
            after = states.copy()
            GAME.doors.apply_at(after, 0, PLAY.options, code)
            if after["turns"][0] != turn or after["phase"][0] != Phase.MOVING:
                found.add((men_of(after, mover), men_of(after, rival)))
            elif (key := what_counts(after)) not in seen:
                seen.add(key)
                stack.append(after)
    return frozenset(found)


def write_men(men: Men) -> str:
    places = {BAR: "bar", OFF: "off"}
    return ",".join(f"{places.get(v, v)}:{men[v]}" for v in range(BAR, -1, -1) if men[v])


def men_of(states: NDArray[Any], board: str) -> Men:
    at = BOARDS.index(board)
    own = np.where(states["owner"][0] == at, states["men"][0], 0)[SPOTS[board]]
    return (int(states["off"][0, at]), *own.tolist(), int(states["bar"][0, at]))


def what_counts(states: NDArray[Any]) -> bytes:
    """A state inside a turn without the way that led to it."""
    return b"".join(states[name].tobytes() for name in ("men", "owner", "bar", "off", "left"))
