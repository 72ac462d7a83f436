"""Bearing off while nobody is in the way (R13–R15): how many turns all men take, from wherever they stand at home.

A player's positions are numbered so that every step leads to a smaller number: 0 is that of all men off. For each of
them the table has the chances of being done after so many turns. They are those of the play that needs the fewest
turns on average, whatever others do: who is behind would rather take chances. A second part of the table has the turns
until the first man is off, by the play that is quickest at that.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import Record

MOST_MEN, LARGEST_HOME = 15, 9
FACES = 6
LONGEST = 64  # turns: no play takes as many, since every turn brings men three points on
WHOLE = 36 * 36 * 50  # what the chances of a position add up to: those of two turns are exact

# In how many ways so many things are chosen from so many: `CHOICES[from, chosen]`
CHOICES = np.zeros((MOST_MEN + LARGEST_HOME + 1, LARGEST_HOME + 1), np.int64)
CHOICES[:, 0] = 1
for _n in range(1, len(CHOICES)):
    CHOICES[_n, 1:] = CHOICES[_n - 1, 1:] + CHOICES[_n - 1, :-1]


class Table(NamedTuple):
    """The turns that a player still needs, by row: the number of a position, or one after those for the first man."""

    starts: NDArray[np.int32]  # by row: where its chances begin; after the last one, where that one's end
    soonest: NDArray[np.uint8]  # by row: the fewest turns
    chances: NDArray[np.uint16]  # of being done after that many turns, one more, and so on, of `WHOLE`


class Room(NamedTuple):
    """Room to work out a table in."""

    above: NDArray[np.int64]  # how many men stand on the highest points, on the highest one, two, and so on
    falls: NDArray[np.int64]  # by how much the number falls when a man on the highest points goes off, likewise
    means: NDArray[np.float64]  # by position: turns needed on average
    best: NDArray[np.int32]  # by position, face and uses less one: where the steps lead that are best with that
    ends: NDArray[np.int32]  # by higher and lower face: where the best play with these dice leads
    sums: NDArray[np.int64]  # by turns


def count_positions(home: int, men: int) -> int:
    """In how many ways as many men, or fewer, stand on so many points."""
    return int(CHOICES[home + men, home])


def number_of(s: Record, o: Record, board: int) -> int:
    """The number of a player's position; his men are all at home or off."""
    number = 0
    men = 0
    for n in range(o.home):
        v = o.home - n
        if s.own[board] >> v & 1:
            men += s.men[o.spot[board, v]]
        number += int(CHOICES[men + n, n + 1])
    return number


def row_of_first(number: int, home: int, men: int) -> int:
    """The row of the turns until the first man is off, all of so many men being at home."""
    return number + count_positions(home, men) - count_positions(home, men - 1)


def chance_at(table: Table, row: int, turns: int) -> int:
    """The chance, of `WHOLE`, of being done after exactly so many turns."""
    at = int(table.starts[row]) + turns - int(table.soonest[row])
    if turns < int(table.soonest[row]) or at >= int(table.starts[row + 1]):
        return 0
    return int(table.chances[at])


def work_out(table: Table, room: Room, home: int, men: int, left: int, first: int) -> bool:
    """The turns until no more than `left` men are on the board, for all positions with more, in rows from `first` on.

    Whether there was room for them. Positions count here from 1, and 0 is any with no more men than that.
    """
    done = count_positions(home, left)
    set_first(room, home, left + 1)
    room.means[0] = 0.0
    room.best[0] = 0
    for position in range(1, count_positions(home, men) - done + 1):
        find_falls(room, home)
        find_best(room, home, position)
        room.means[position] = mean_turns(room)
        if not write_row(table, room, first, position):
            return False
        set_next(room, home)
    return True


def set_first(room: Room, home: int, men: int) -> None:
    """The first position with so many men: all on the lowest point."""
    room.above[:] = 0
    room.above[home] = men


def set_next(room: Room, home: int) -> None:
    """The position with the next number."""
    n = 1
    while n < home and room.above[n] == room.above[n + 1]:
        room.above[n] = 0
        n += 1
    room.above[n] += 1


def find_falls(room: Room, home: int) -> None:
    """Less one man on the n highest points is so much less in the number."""
    room.falls[0] = 0
    for n in range(1, home + 1):
        men = room.above[n]
        room.falls[n] = room.falls[n - 1] + (CHOICES[men + n - 2, n - 1] if men > 0 else 0)


def find_best(room: Room, home: int, position: int) -> None:
    """Where the steps lead that leave the fewest turns, for every face used once to four times and for every two."""
    best = room.best
    means = room.means
    highest = home
    while room.above[home + 1 - highest] == 0:
        highest -= 1
    room.ends[:] = -1
    for face in range(FACES):
        for uses in range(3):
            best[position, face, uses] = -1
        for v in range(highest, 0, -1):
            if room.above[home + 1 - v] == room.above[home - v]:
                continue  # nobody stands here
            to = v - face - 1
            if to < 0 and v < highest:
                break  # R13: a higher number takes the highest man only
            after = position - (room.falls[home - max(0, to)] - room.falls[home - v])
            after = max(0, after)
            for uses in range(4):
                end = after if uses == 0 else best[after, face, uses - 1]
                if uses == 3:
                    if room.ends[face, face] < 0 or means[end] < means[room.ends[face, face]]:
                        room.ends[face, face] = end
                elif best[position, face, uses] < 0 or means[end] < means[best[position, face, uses]]:
                    best[position, face, uses] = end
            for other in range(FACES):
                if other != face:
                    end = best[after, other, 0]
                    high = max(face, other)
                    low = min(face, other)
                    if room.ends[high, low] < 0 or means[end] < means[room.ends[high, low]]:
                        room.ends[high, low] = end


def mean_turns(room: Room) -> float:
    """This turn, and those that are left after it on average."""
    total = 0.0
    for high in range(FACES):
        for low in range(high + 1):
            total += room.means[room.ends[high, low]] * (1.0 if high == low else 2.0)
    return 1.0 + total / 36.0


def write_row(table: Table, room: Room, first: int, position: int) -> bool:
    """The chances of a position, from those of where the best plays lead, in whole numbers that add up to `WHOLE`."""
    sums = room.sums
    sums[:] = 0
    for high in range(FACES):
        for low in range(high + 1):
            end = room.ends[high, low]
            row = first + end - 1 if end > 0 else 0
            ways = 1 if high == low else 2
            start = table.starts[row]
            turns = int(table.soonest[row]) + 1
            for n in range(table.starts[row + 1] - start):
                sums[turns + n] += ways * int(table.chances[start + n])
    row = first + position - 1
    at = table.starts[row]
    if at + LONGEST > len(table.chances):
        return False
    turns = 1
    while sums[turns] < 18:  # of 36 × WHOLE: rounded, that is nothing
        sums[turns + 1] += sums[turns]
        turns += 1
    table.soonest[row] = turns
    total = 0
    told = 0
    while told < WHOLE:
        total += sums[turns]
        table.chances[at] = (total + 18) // 36 - told
        told = (total + 18) // 36
        at += 1
        turns += 1
    table.starts[row + 1] = at
    return True


def new_table(home: int, men: int, functions: Any) -> Table:
    """All of a table, worked out by the functions of this file, compiled or as written."""
    positions = count_positions(home, men)
    last = positions - count_positions(home, men - 1)  # those of all men
    table = Table(
        np.zeros(positions + last + 1, np.int32),
        np.zeros(positions + last, np.uint8),
        np.empty(16 * (positions + last) + LONGEST, np.uint16),
    )
    table.starts[1] = 1
    table.chances[0] = WHOLE  # all men are off already
    room = Room(
        np.zeros(home + 1, np.int64),
        np.zeros(home + 1, np.int64),
        np.zeros(positions),
        np.zeros((positions, FACES, 3), np.int32),
        np.zeros((FACES, FACES), np.int32),
        np.zeros(LONGEST, np.int64),
    )
    for left, first in ((0, 1), (men - 1, positions)):
        if not functions.work_out(table, room, home, men, left, first):
            raise AssertionError(f"no room for {men} men on {home} points")
    return table._replace(chances=table.chances[: table.starts[-1]].copy())
