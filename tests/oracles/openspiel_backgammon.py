"""Whole backgammon turns as OpenSpiel plays them.

Men are counted in their owner's numbers: index 0 is off, 1 to 24 are points, 25 is the bar.
"""

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

import pyspiel

Men = tuple[int, ...]
Position = tuple[Men, Men]
Step = tuple[int, int]  # a man's place before the step, and the die that moves him

OFF, BAR, MEN = 0, 25, 15
FREE: frozenset[int] = frozenset()
START = {24: 2, 13: 5, 8: 3, 6: 5}
PASS = 25 * 26 + 25
GAME: Any = pyspiel.load_game("backgammon(max_player_turns=100000)")


def results(men_mover: Men, men_other: Men, dice: tuple[int, int], player: int = 0) -> frozenset[Position]:
    """Every position a legal turn can end in; OpenSpiel's x (0) or o (1) plays the mover."""
    state = place(men_mover, men_other, player)
    roll(state, player, dice)
    ends: dict[str, Position] = {}
    play_out(state, player, ends)
    return frozenset(ends.values())


def random_positions(seed: int, n: int) -> Iterator[tuple[Men, Men, tuple[int, int]]]:
    """The first n turns (mover, other, dice) of uniformly random games, one game after another."""
    rng = random.Random(seed)
    met = 0
    while met < n:
        state = GAME.new_initial_state()
        while not state.is_terminal() and met < n:
            if state.is_chance_node():
                outcome = rng.choice(state.legal_actions())
                state.apply_action(outcome)
                player = state.current_player()
                yield *position_of(state, player), dice_of(outcome)
                met += 1
            else:
                state.apply_action(rng.choice(state.legal_actions()))


def play_out(state: Any, player: int, ends: dict[str, Position]) -> None:
    """Adds every position where the turn can end, by OpenSpiel's own picture of it.

    A doublet is two turns of two dice in OpenSpiel, each held to the most dice. That is the rule for all four: with
    equal dice no step takes away another, so every way to go on until stuck uses equally many.
    """
    halves: set[str] = set()
    for action in state.legal_actions():
        state.apply_action(action)
        picture = str(state)
        if state.current_player() != player:
            if picture not in ends:
                ends[picture] = position_of(state, player)
        elif picture not in halves:
            halves.add(picture)
            play_out(state, player, ends)
        state.undo_action(player, action)


def position_of(state: Any, mover: int) -> Position:
    return men_of(state, mover), men_of(state, 1 - mover)


def men_of(state: Any, player: int) -> Men:
    points = [state.board(player, point) for point in (range(24) if player else range(23, -1, -1))]
    bar = state.board(player, 100)
    return (MEN - sum(points) - bar, *points, bar)


@cache
def dice_of(outcome: int) -> tuple[int, int]:
    text = opened().action_to_string(pyspiel.PlayerId.CHANCE, outcome)
    found = re.search(r"roll: (\d)(\d)", text)
    if not found:
        raise ValueError(f"expected a chance outcome that names a roll, got {text!r}")
    return int(found[1]), int(found[2])


@cache
def outcomes() -> dict[tuple[int, int], int]:
    return {dice_of(outcome): outcome for outcome, _ in opened().chance_outcomes()}


@cache
def opened() -> Any:
    """The start position after an opening turn of no moves, so that every roll is possible."""
    state = GAME.new_initial_state()
    state.apply_action(0)
    state.apply_action(PASS)
    return state


# OpenSpiel has no way to set a position from Python, but it applies any action it is given, legal or not. So all men
# but one are first sent to the bar and then walked to their places.


def place(men_mover: Men, men_other: Men, player: int) -> Any:
    check(men_mover, men_other)
    sides = ((player, men_mover, men_other), (1 - player, men_other, men_mover))
    for first, men, others in sides:
        singles = frozenset(25 - v for v in range(1, 25) if men[v] == 1)
        walks = deployment(others, singles)
        if men[BAR] == MEN or walks is None:
            continue
        state = cleared(first).clone()
        lowest = next(v for v in range(BAR) if men[v])
        waiting = (*men[:lowest], men[lowest] - 1, *men[lowest + 1 :])
        drive(state, first, [*path(24, lowest, FREE), *(deployment(waiting, FREE) or [])])
        drive(state, 1 - first, walks)
        if position_of(state, player) != (men_mover, men_other):
            raise RuntimeError(f"OpenSpiel did not take up the position {men_mover} {men_other}:\n{state}")
        return state
    raise ValueError(f"no way to set up {men_mover} against {men_other}: too many single men side by side")


def check(men_mover: Men, men_other: Men) -> None:
    for men in (men_mover, men_other):
        if len(men) != 26 or min(men) < 0 or sum(men) != MEN or men[OFF] == MEN:
            raise ValueError(f"expected 26 counts that sum to 15, not all off, got {men}")
    if any(men_mover[v] and men_other[25 - v] for v in range(1, 25)):
        raise ValueError(f"both players stand on one point: {men_mover} against {men_other}")
    if men_mover[BAR] == men_other[BAR] == MEN:
        raise ValueError("both players have every man on the bar: nobody could have hit the last one")


def deployment(men: Men, avoid: frozenset[int]) -> list[Step] | None:
    """Steps that bring men from the bar to their places, or None where the points to avoid leave no way."""
    steps: list[Step] = []
    for v in range(BAR):
        if men[v]:
            walk = path(BAR, v, avoid)
            if not walk:
                return None
            steps += walk * men[v]
    return steps


@lru_cache(4096)
def path(start: int, end: int, avoid: frozenset[int]) -> tuple[Step, ...]:
    """The fewest steps from start down to end that rest on no point to avoid; empty if there is no way."""
    ways: dict[int, tuple[Step, ...]] = {start: ()}
    for v in range(start - 1, end - 1, -1):
        options = [(*ways[v + die], (v + die, die)) for die in range(1, 7) if v + die in ways]
        if options and v not in avoid:
            ways[v] = min(options, key=len)
    return ways.get(end, ())


@cache
def cleared(player: int) -> Any:
    """All men on the bar but one of the player's, who stands on his 24."""
    rival = 1 - player
    state = opened().clone()
    drive(state, rival, [(24, 3)])
    for v, count in START.items():
        for _ in range(count):
            drive(state, player, path(v, 4, FREE))
            drive(state, rival, [(BAR, 4)])
    for v, count in {21: 1, **START, 24: 1}.items():
        for _ in range(count):
            drive(state, rival, path(v, 1, FREE))
            drive(state, player, [(BAR, 1)])
    return state


def drive(state: Any, player: int, steps: Sequence[Step]) -> None:
    """Moves a player's men as told, legal or not, while the opponent passes."""
    done = 0
    while done < len(steps):
        pair = steps[done : done + 2]
        die = pair[0][1]
        roll(state, player, (die, pair[-1][1]))
        state.apply_action(encode(player, pair))
        done += 2
        if state.current_player() == player:
            rest = steps[done : done + 2]
            again = len(rest) == 2 and all(number == die for _, number in rest)
            state.apply_action(encode(player, rest) if again else PASS)
            done += 2 if again else 0


def roll(state: Any, player: int, dice: tuple[int, int]) -> None:
    outcome = outcomes().get(dice)
    if outcome is None:
        raise ValueError(f"expected two dice from 1 to 6, got {dice}")
    state.apply_action(outcome)
    if state.current_player() != player:
        state.apply_action(PASS)
        state.apply_action(outcome)


def encode(player: int, steps: Sequence[Step]) -> int:
    digits = [24 if v == BAR else v - 1 if player else 24 - v for v, _ in steps] + [25]
    low_first = len(steps) == 2 and steps[0][1] < steps[1][1]
    return digits[1] * 26 + digits[0] + 676 * low_first
