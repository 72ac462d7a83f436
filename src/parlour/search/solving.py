"""Exact values of positions, a template compiled for each game; `solver` calls it.

Depth-first search inside a window (alpha-beta), over a table that keeps two bounds for every position done with. Worths
are whole numbers from the side to move: 0 is a draw, WIN - n a win on the n-th turn from now, n - WIN a loss on it.
A worth is handed up through the table, so the search can stop anywhere and go on from the stack.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import allow, clear_actions, next_action
from parlour.engine.contract import CHANCE, OVER, Actions, Points, Record, apply, legal, score

WIN = 30000
BEST = WIN - 1
WORST = 1 - WIN
UNLISTED = -1

# Why the search stopped
SOLVED, PAUSED, FULL, AT_CHANCE, OUT_OF_SCOPE, TOO_DEEP = range(6)

Bytes = NDArray[np.uint8]  # a row for each position

ENTRY = np.dtype(
    [
        ("key", np.int64),  # one more than the key: 0 is an empty place
        ("low", np.int16),  # what the position is worth at least
        ("high", np.int16),  # and at most
    ],
    align=True,
)

HAS_KEY = False  # whether the game's own `key` is bound here


def frame_type(actions: int) -> np.dtype[Any]:
    """What the stack holds beside a state, in a game of so many action codes."""
    return np.dtype(
        [
            ("key", np.int64),
            ("alpha", np.int32),  # a worth up to alpha, or from beta on, need not be exact
            ("beta", np.int32),
            ("low", np.int32),  # what the best action so far is worth at least
            ("high", np.int32),  # what every action done with is worth at most
            ("open", np.int32),  # how many actions need a search, UNLISTED at first
            ("at", np.int32),  # which of them is next
            ("actions", np.int16, (actions,)),
            ("keys", np.int64, (actions,)),  # of the positions after them
        ],
        align=True,
    )


def key(s: Record, o: Record) -> int:
    """A game's own number for all positions of the same worth, negative where it will not be solved.

    Without one, positions are the same if their bytes are.
    """
    return 0


def known(s: Record, o: Record) -> int:
    """A win (on the n-th turn, n) or loss (-n) that a game sees at once, or 0."""
    return 0


def search(
    states: NDArray[Any],
    raw: Bytes,  # the same, as bytes
    frames: NDArray[Any],
    options: NDArray[Any],
    actions: Actions,
    points: Points,
    table: NDArray[Any],
    kept: Bytes,  # the positions in the table, where bytes are compared
    depth: int,
    stored: int,
    limit: int,
) -> tuple[int, int, int]:
    """Go on from the stack for up to `limit` positions; returns why it stopped, the depth and the positions stored."""
    o = options[0]
    for _ in range(limit):
        if 4 * stored >= 3 * len(table):
            return FULL, depth, stored
        if frames[depth].open == UNLISTED:
            if depth + 1 == len(states):
                return TOO_DEEP, depth, stored
            trouble = list_actions(states, raw, frames, depth, o, actions, points, table, kept)
            if trouble:
                return trouble, depth, stored
        if goes_deeper(states, raw, frames, depth, o, table, kept):
            depth += 1
        elif depth == 0:
            return SOLVED, depth, stored
        else:
            stored += keep(frames[depth], raw, depth, table, kept)
            depth -= 1
    return PAUSED, depth, stored


def begin(frames: NDArray[Any], action: int, asked: int) -> None:
    """Set up the stack for a single question about the position at its bottom: is this action worth so much?"""
    open_frame(frames[0], 0, asked - 1, asked)
    frames[0].actions[0] = action


def open_frame(frame: Record, k: int, alpha: int, beta: int) -> None:
    frame.key = k
    frame.alpha = alpha
    frame.beta = beta
    frame.low = WORST
    frame.high = WORST
    frame.open = UNLISTED
    frame.at = 0


def list_actions(
    states: NDArray[Any],
    raw: Bytes,
    frames: NDArray[Any],
    depth: int,
    o: Record,
    actions: Actions,
    points: Points,
    table: NDArray[Any],
    kept: Bytes,
) -> int:
    """Take what is known at once or stands in the table, and list the actions that need a search.

    At the bottom of the stack that is only the one asked about.
    """
    s = states[depth]
    after = states[depth + 1]
    frame = frames[depth]
    clear_actions(actions)
    if depth > 0:
        legal(s, o, actions)
    elif find_key(states, raw, 0, o) >= 0:
        allow(actions, frame.actions[0])
    else:
        return OUT_OF_SCOPE
    frame.open = 0
    action = next_action(actions, -1)
    while action >= 0:
        states[depth + 1] = states[depth]
        apply(after, o, action)
        if after.to_move == CHANCE:
            return AT_CHANCE
        k = 0
        if after.to_move == OVER:
            low = final_worth(after, o, s.to_move, points)
            high = low
        else:
            low = worth_of(known(after, o))
            high = low
            if low == 0:
                k = find_key(states, raw, depth + 1, o)
                if k < 0:
                    return OUT_OF_SCOPE
                low, high = look_up(table, kept, k, raw, depth + 1)
            if after.to_move != s.to_move:
                low, high = -high, -low
        low = later(low, after.turns - s.turns)
        high = later(high, after.turns - s.turns)
        frame.low = max(frame.low, low)
        if frame.low >= frame.beta:
            return 0
        if high <= max(frame.alpha, frame.low):
            frame.high = max(frame.high, high)
        else:
            frame.actions[frame.open] = action
            frame.keys[frame.open] = k
            frame.open += 1
        action = next_action(actions, action)
    return 0


def goes_deeper(
    states: NDArray[Any], raw: Bytes, frames: NDArray[Any], depth: int, o: Record, table: NDArray[Any], kept: Bytes
) -> bool:
    """Take from the table what has been found since; the first position that still needs a search goes on the stack."""
    s = states[depth]
    after = states[depth + 1]
    frame = frames[depth]
    while frame.at < frame.open and frame.low < frame.beta:
        states[depth + 1] = states[depth]
        apply(after, o, frame.actions[frame.at])
        turns = after.turns - s.turns
        k = frame.keys[frame.at]
        low, high = look_up(table, kept, k, raw, depth + 1)
        if after.to_move != s.to_move:
            low, high = -high, -low
        high = later(high, turns)
        frame.low = max(frame.low, later(low, turns))
        floor = max(frame.alpha, frame.low)
        if high <= floor:
            frame.high = max(frame.high, high)
            frame.at += 1
        elif frame.low < frame.beta:
            alpha = sooner(floor, turns)
            beta = sooner(frame.beta, turns)
            if after.to_move != s.to_move:
                alpha, beta = -beta, -alpha
            open_frame(frames[depth + 1], k, alpha, beta)
            return True
    return False


def keep(frame: Record, raw: Bytes, i: int, table: NDArray[Any], kept: Bytes) -> int:
    """Store what was found; returns how many positions the table has gained."""
    place = find_place(table, kept, frame.key, raw, i)
    entry = table[place]
    gained = 0
    if entry.key == 0:
        gained = 1
        entry.key = frame.key + 1
        entry.low = WORST
        entry.high = BEST
        if not HAS_KEY:
            copy_bytes(raw, i, kept, place)
    entry.low = max(entry.low, frame.low)
    if frame.low < frame.beta:  # every action has been done with
        entry.high = min(entry.high, max(frame.low, frame.high))
    return gained


def look_up(table: NDArray[Any], kept: Bytes, k: int, raw: Bytes, i: int) -> tuple[int, int]:
    """What the position at `i` is worth, at least and at most."""
    entry = table[find_place(table, kept, k, raw, i)]
    if entry.key == 0:
        return WORST, BEST
    return entry.low, entry.high


def find_key(states: NDArray[Any], raw: Bytes, i: int, o: Record) -> int:
    if HAS_KEY:
        return key(states[i], o)
    k: int = 0x1BF29CE484222325
    for n in range(len(raw[i])):
        k = (k ^ raw[i, n]) * 0x100000001B3
    return k & 0x3FFFFFFFFFFFFFFF


def find_place(table: NDArray[Any], kept: Bytes, k: int, raw: Bytes, i: int) -> int:
    """Where the position at `i`, of key `k`, is in the table, or the empty place where it belongs."""
    place = first_place(table, k)
    while table[place].key != 0:
        if table[place].key == k + 1 and (HAS_KEY or same_bytes(kept, place, raw, i)):
            break
        place = (place + 1) & (len(table) - 1)
    return place


def first_place(table: NDArray[Any], k: int) -> int:
    """Where to look first; the size of the table is a power of two."""
    return (k * -0x61C8864680B583EB) >> 20 & (len(table) - 1)


def same_bytes(kept: Bytes, place: int, raw: Bytes, i: int) -> bool:
    n = 0
    while n < len(raw[i]) and kept[place, n] == raw[i, n]:
        n += 1
    return n == len(raw[i])


def copy_bytes(raw: Bytes, i: int, kept: Bytes, place: int) -> None:
    for n in range(len(raw[i])):
        kept[place, n] = raw[i, n]


def move_table(table: NDArray[Any], kept: Bytes, larger: NDArray[Any], larger_kept: Bytes) -> None:
    """Copy everything into a larger, empty table."""
    for old in range(len(table)):
        if table[old].key != 0:
            place = first_place(larger, table[old].key - 1)
            while larger[place].key != 0:
                place = (place + 1) & (len(larger) - 1)
            larger[place] = table[old]
            if not HAS_KEY:
                copy_bytes(kept, old, larger_kept, place)


def final_worth(s: Record, o: Record, seat: int, points: Points) -> int:
    """The end, as the seat that brought it about sees it: the higher score wins."""
    points[:] = 0
    score(s, o, points)
    if points[seat] == points[1 - seat]:
        return 0
    return BEST if points[seat] > points[1 - seat] else WORST


def worth_of(value: int) -> int:
    """The worth of a value in turns, n or -n."""
    if value > 0:
        return WIN - value
    return -WIN - value if value < 0 else 0


def later(worth: int, turns: int) -> int:
    """What a worth is some turns before."""
    if worth > 0:
        return worth - turns
    return worth + turns if worth < 0 else 0


def sooner(worth: int, turns: int) -> int:
    """What a worth is some turns on: `later` undone."""
    if worth > 0:
        return worth + turns
    return worth - turns if worth < 0 else 0
