"""`python -m benchmarks.endings`: how well are races judged at the end, by a net and by the table of turns?

Positions are those of plays of the net against itself in which everybody bears off and is about to roll. With few men
they are judged once more by `perfect_wins`, where both play for the win and nothing else.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from time import process_time

import click
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from benchmarks.report import WIDTH
from parlour.engine.bind import bind
from parlour.engine.game import Game, find_game
from parlour.engine.options import Values
from parlour.engine.play import Play
from parlour.engine.targets import CPU
from parlour.games.quatro import bearoff
from parlour.search.line import Line, Position
from parlour.search.seating import new_bot
from parlour.search.thinker import Thinker
from parlour.search.weights import find_weights

GAME = "quatro"
PRESETS = ("backgammon", "two", "three", "four")
FEW = {6: 6, 9: 4}  # men a side with which perfect play is worked out, by the points at home
LONGEST = 2000  # decisions and throws of a play

Men = tuple[int, ...]  # on the points 1, 2 and so on


@dataclass(frozen=True)
class Faults:
    """How far off something was, in points of a game."""

    name: str
    against: str
    found: NDArray[np.float64]

    def row(self) -> tuple[str, ...]:
        size = np.abs(self.found)
        if not len(size):
            return self.name, self.against, "0", "", "", ""
        bias = f"{self.found.mean():+.5f}"
        return self.name, self.against, f"{len(size):,}", f"{size.mean():.5f}", f"{size.max():.5f}", bias


@cache
def all_men(home: int, most: int) -> tuple[Men, ...]:
    """All positions of so many men or fewer, those with the fewest pips first."""
    found = (men for men in product(range(most + 1), repeat=home) if sum(men) <= most)
    return tuple(sorted(found, key=count_pips))


def count_pips(men: Men) -> int:
    return sum(v * n for v, n in enumerate(men, start=1))


@cache
def after_step(men: Men, pips: int) -> frozenset[Men]:
    """Every position after one step with a number; all men off stay so."""
    highest = max((v for v, n in enumerate(men, start=1) if n), default=0)
    found = {men} if highest == 0 else set()
    for v, n in enumerate(men, start=1):
        if n and (v >= pips or v == highest):
            to = v - pips
            found.add(tuple(n - (i == v) + (i == to) for i, n in enumerate(men, start=1)))
    return frozenset(found)


@cache
def after_dice(men: Men, dice: tuple[int, ...]) -> frozenset[Men]:
    if not dice:
        return frozenset((men,))
    return frozenset(end for after in after_step(men, dice[0]) for end in after_dice(after, dice[1:]))


def after_roll(men: Men, high: int, low: int) -> frozenset[Men]:
    if high == low:
        return after_dice(men, (high,) * 4)
    return after_dice(men, (high, low)) | after_dice(men, (low, high))


@cache
def perfect_wins(home: int, most: int) -> NDArray[np.float64]:
    """The chance of whoever rolls, by the number of his position in `all_men` and of the other's."""
    positions = all_men(home, most)
    number = {men: n for n, men in enumerate(positions)}
    ends = [
        [
            (1 if high == low else 2, np.array([number[end] for end in after_roll(men, high, low)]))
            for high in range(1, 7)
            for low in range(1, high + 1)
        ]
        for men in positions
    ]
    pips = np.array([count_pips(men) for men in positions])
    equal = [np.flatnonzero(pips == n) for n in range(pips.max() + 1)]
    wins = np.zeros((len(positions), len(positions)))
    wins[0] = 1.0
    for both in range(2, 2 * len(equal) - 1):
        for own in range(max(1, both - len(equal) + 1), min(both, len(equal))):
            others = equal[both - own]
            for men in equal[own]:
                total = np.zeros(len(others))
                for ways, after in ends[men]:
                    if after[0] == 0 and len(after) == 1:
                        total += ways
                    else:
                        loses = np.where(after == 0, 0.0, wins[np.ix_(others, after)])
                        total += ways * (1.0 - loses.min(axis=1))
                wins[men, others] = total / 36
    return wins


def tabled_wins(home: int, most: int) -> NDArray[np.float64]:
    """The same by the table of turns."""
    table = bearoff.new_table(home, most, bind(bearoff, CPU))
    positions = all_men(home, most)
    chances = np.zeros((len(positions), bearoff.LONGEST))
    for n, men in enumerate(positions):
        row = number_of(men)
        told = table.chances[table.starts[row] : table.starts[row + 1]]
        soonest = int(table.soonest[row])
        chances[n, soonest : soonest + len(told)] = told / bearoff.WHOLE
    still_on = 1.0 - np.cumsum(chances, axis=1)
    wins: NDArray[np.float64] = chances[:, 1:] @ still_on[:, :-1].T
    return wins


def number_of(men: Men) -> int:
    """The number of a position in the table."""
    number = above = 0
    for n, count in enumerate(reversed(men)):
        above += count
        number += int(bearoff.CHOICES[above + n, n + 1])
    return number


def endings_of(game: Game, values: Values, plays: int, seed: int) -> list[Line]:
    """The positions of plays in which everybody bears off and is about to roll."""
    bot = new_bot(game, values, "octavia:simulations=1:ending=0", seed)
    rng = random.Random(seed)
    found = []
    for play in range(plays):
        bot.begin(seed * 1_000_003 + play)
        line = Line(game, values)
        while not line.over and len(line.codes) < LONGEST:
            if line.at_chance:
                if all_home(line):
                    found.append(Line.after(line))
                line.draw(rng.random())
            else:
                line.push(bot.choose(line))
    return found


def all_home(line: Position) -> bool:
    s, o = line.s, line.o
    boards = [board for board in range(4) if s.present[board]]
    return bool(boards) and all(not s.bar[board] and not s.own[board] >> (o.home + 1) for board in boards)


def men_of(line: Position, board: int) -> Men:
    s, o = line.s, line.o
    return tuple(s.men[o.spot[board, v]] if s.own[board] >> v & 1 else 0 for v in range(1, o.home + 1))


def judge_races(game: Game, values: Values, plays: int, seed: int) -> list[Faults]:
    """How far a net and the table are off, in points of whoever rolls."""
    lines = endings_of(game, values, plays, seed)
    net = find_weights(game, values)
    by_net, by_table = (Thinker(game, values, net=net, ending=ending, capacity=1 << 8) for ending in (False, True))
    found: dict[tuple[str, str], list[float]] = {("net", "table"): [], ("net", "perfect"): [], ("table", "perfect"): []}
    for line in lines:
        seat = line.s.player[line.s.board]
        guessed, known = by_net.judge(line)[seat], by_table.judge(line)[seat]
        found["net", "table"].append(guessed - known)
        if line.seats == 2 and (perfect := find_perfect(line)) is not None:
            found["net", "perfect"].append(guessed - perfect)
            found["table", "perfect"].append(known - perfect)
    return [Faults(*names, np.array(faults)) for names, faults in found.items() if faults]


def find_perfect(line: Position) -> float | None:
    """The points of whoever rolls, between two with few men left."""
    home, s = int(line.o.home), line.s
    other = next(board for board in range(4) if s.present[board] and board != s.board)
    own, others = men_of(line, s.board), men_of(line, other)
    if max(sum(own), sum(others)) > FEW[home]:
        return None
    positions = all_men(home, FEW[home])
    return float(2 * perfect_wins(home, FEW[home])[positions.index(own), positions.index(others)] - 1)


def print_tables(console: Console, game: Game, presets: Sequence[str]) -> None:
    """What it takes to work the tables out."""
    functions = bind(bearoff, CPU)
    bearoff.new_table(2, 2, functions)  # compiled, or loaded compiled
    shown = Table("points at home", "men", "positions", "seconds", "MB", "for", pad_edge=False)
    sizes: dict[tuple[int, int], list[str]] = {}
    for preset in presets:
        values = game.settle(preset)
        o = Play(game, values).o
        sizes.setdefault((int(o.home), values["men"]), []).append(preset)
    for (home, men), names in sizes.items():
        begun = process_time()
        table = bearoff.new_table(home, men, functions)
        seconds = process_time() - begun
        size = sum(array.nbytes for array in table) / 1e6
        positions = bearoff.count_positions(home, men)
        shown.add_row(*map(str, (home, men, f"{positions:,}", f"{seconds:.2f}", f"{size:.1f}", ", ".join(names))))
    console.print(shown)


def print_policy(console: Console) -> None:
    """What it costs to need the fewest turns on average, and not to play for the win."""
    shown = Table("points at home", "men a side", "positions", "mean", "largest", pad_edge=False)
    for home, most in FEW.items():
        faults = np.abs(tabled_wins(home, most) - perfect_wins(home, most))[1:, 1:]
        shown.add_row(*map(str, (home, most, f"{faults.size:,}", f"{faults.mean():.5f}", f"{faults.max():.5f}")))
    console.print(shown)
    console.print("of the chance to win, table against perfect play, over all positions of so many men or fewer\n")


@click.command()
@click.option("--preset", "presets", multiple=True, type=click.Choice(PRESETS), help="Instead of all.")
@click.option("--plays", default=200, show_default=True, type=click.IntRange(1), help="Of the net against itself.")
@click.option("--seed", default=0, show_default=True, help="Of all dice.")
def main(presets: tuple[str, ...], plays: int, seed: int) -> None:
    """Measure how well the ends of races are judged."""
    console = Console(width=WIDTH, highlight=False)
    game = find_game(GAME)
    print_tables(console, game, presets or PRESETS)
    print_policy(console)
    for preset in presets or PRESETS:
        shown = Table("judge", "against", "positions", "mean", "largest", "bias", pad_edge=False)
        for faults in judge_races(game, game.settle(preset), plays, seed):
            shown.add_row(*faults.row())
        console.print(f"{preset}, {plays:,} plays")
        console.print(shown)
    console.print("in points of whoever rolls")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.endings")
