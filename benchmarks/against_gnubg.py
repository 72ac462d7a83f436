"""`python -m benchmarks.against_gnubg`: how good is a bot at backgammon, measured against GNU Backgammon?

Both play every game twice with the same dice, once in each seat, so that luck counts for little. Only whole pairs are
independent of each other, and the interval is one of pairs. Beside the result stands what it is with luck taken out,
which tells as much in a tenth of the games or fewer.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter

import click
from rich.console import Console
from rich.table import Table

from benchmarks.gnubg import Gnubg, GnubgBot, GnubgFault, MissingProgram, find_program
from benchmarks.report import WIDTH
from parlour.engine.game import Game, find_game
from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.search.arena import (
    ArenaError,
    Contest,
    Pair,
    Round,
    judge_of,
    play_game,
    read_rounds,
    sum_up_round,
    write_rounds,
)
from parlour.search.bots import RANDOM, Bot, LevelBot, UnknownBot, find_level
from parlour.search.ratings import SURE, Steady, steady_of
from parlour.search.seating import new_bot
from parlour.search.thinker import Thinker
from parlour.terminal.progress import new_progress

GAME, PRESET = "quatro", "backgammon"
SEARCH = "search"  # with all that is known of the game, and no level's limits
NET = "net"  # the same by the net
PLAYOUTS = "playouts"  # with nothing known: random games are played to the end
UNLIMITED = Level("as far as it is told to")
KINDS = {1: "single", 2: "gammons", 3: "backgammons"}


@dataclass(frozen=True)
class Match:
    """Who plays, and how far both look ahead."""

    bot: str
    simulations: int | None = None  # instead of those of its level
    plies: int = 0
    seed: int = 0
    path: str | None = None  # of GNU Backgammon
    cube: bool = False

    @property
    def pair(self) -> Pair:
        return self.bot + (f":{self.simulations}" if self.simulations else ""), f"gnubg:{self.plies}"

    @property
    def contest(self) -> Contest:
        return Contest(GAME, find_game(GAME).settle(PRESET, cube=self.cube), (self.pair,), self.seed, weighed=True)


@dataclass(frozen=True)
class Standing:
    """What the pairs played so far come to, for the bot."""

    points: float  # a game
    within: float  # 95 % of the time
    won: Counter[int]  # games, by their value
    lost: Counter[int]
    steady: Steady | None  # the same with luck taken out


def make_bot(game: Game, values: Values, name: str, simulations: int | None) -> Bot:
    """The bot that is measured. Raises UnknownBot, with what could have been asked for."""
    if name in (SEARCH, NET, PLAYOUTS):
        if simulations is None:
            raise UnknownBot(f"how far {name!r} looks ahead was not said: expected --simulations")
        bot = LevelBot(game, values, name, replace(UNLIMITED, simulations=simulations, net=name == NET))
        if name == PLAYOUTS:
            bot.thinker = Thinker(game, values, playouts=True)
        return bot
    if simulations is None:
        try:
            return new_bot(game, values, name)
        except UnknownBot as error:
            raise UnknownBot(f"{error}, {SEARCH}, {NET} or {PLAYOUTS}") from None
    if name == RANDOM:
        raise UnknownBot(f"{RANDOM!r} looks ahead at nothing: expected no --simulations")
    name, level = find_level(game, values, name)
    return LevelBot(game, values, name, replace(level, simulations=simulations))


_bots: dict[Match, tuple[Bot, GnubgBot]] = {}  # of this process


def play_pair(match: Match, luck: int) -> Round:
    """Two games with the same dice, the bot in the first seat and then in the second."""
    contest = match.contest
    game = find_game(GAME)
    if match not in _bots:
        bot = make_bot(game, contest.values, match.bot, match.simulations)
        _bots[match] = bot, GnubgBot(Gnubg(match.plies, match.path))
    plays, judge = [], judge_of(game, contest.values)
    for seats in (_bots[match], _bots[match][::-1]):
        for seat, player in enumerate(seats):
            player.begin(random.Random(f"{match.seed} {match.pair} {luck} {seat}").getrandbits(32))
        plays.append(play_game(game, contest.values, seats, f"{match.seed} {luck}", judge))
    return sum_up_round(match.pair, luck, plays)


def close_bots() -> None:
    """End the programs this process has started."""
    for _, player in _bots.values():
        player.program.close()
    _bots.clear()


def play_pairs(match: Match, lucks: Sequence[int], workers: int) -> Iterator[Round]:
    """Pairs as they are finished, in no certain order."""
    if workers == 1 or len(lucks) < 2:
        try:
            for luck in lucks:
                yield play_pair(match, luck)
        finally:
            close_bots()
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        waiting = [pool.submit(play_pair, match, luck) for luck in lucks]
        try:
            for future in as_completed(waiting):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def sum_up(rounds: Sequence[Round]) -> Standing:
    if len(rounds) < 2:
        raise ValueError(f"{len(rounds)} pairs have no spread: expected two or more")
    pairs = [played.points for played in rounds]
    values = [round(score[seat]) for played in rounds for seat, score in enumerate(played.scores)]
    return Standing(
        fmean(pairs),
        SURE * stdev(pairs) / sqrt(len(pairs)),
        Counter(value for value in values if value > 0),
        Counter(-value for value in values if value < 0),
        steady_of(rounds),
    )


def run(match: Match, games: int, workers: int, out: Path | None, console: Console) -> list[Round]:
    """Play what is not in the file yet; every pair is written as soon as it is played."""
    contest = match.contest
    known = {(old.pair, old.luck): old for old in (read_rounds(contest, out) if out else ())}
    wanted = range(-(-games // 2))
    missing = [luck for luck in wanted if (match.pair, luck) not in known]
    with new_progress(console) as progress:
        task = progress.add_task(" against ".join(match.pair), total=len(wanted), completed=len(wanted) - len(missing))
        progress.refresh()
        for played in play_pairs(match, missing, workers):
            known[played.pair, played.luck] = played
            if out:
                write_rounds(contest, known.values(), out)
            progress.update(task, advance=1, refresh=True)
    return [known[match.pair, luck] for luck in wanted]


def print_standing(console: Console, match: Match, rounds: Sequence[Round]) -> None:
    bot, peer = match.pair
    standing = sum_up(rounds)
    table = Table(pad_edge=False)
    table.add_column("")
    kinds = {} if match.cube else KINDS
    for heading in ("won", "points", *kinds.values()):
        table.add_column(heading, justify="right")
    for name, won in ((bot, standing.won), (peer, standing.lost)):
        points = sum(value * games for value, games in won.items())
        table.add_row(name, *map(str, (won.total(), points, *(won[value] for value in kinds))))
    within = f"{standing.points:+.3f} ± {standing.within:.3f}"
    console.print(f"{bot} makes {within} points a game (95 %) against {peer}", markup=False)
    if standing.steady is not None:
        console.print(f"{standing.steady.points:+.3f} ± {standing.steady.points_error:.3f} with luck taken out")
    console.print(table)
    how = "with the cube, for money" if match.cube else "without the cube"
    console.print(f"{2 * len(rounds):,} games {how}, in pairs with the same dice, seed {match.seed}")


@click.command()
@click.option(
    "--bot", default="octavia", show_default=True, help=f"Who is measured: a name, {SEARCH}, {NET} or {PLAYOUTS}."
)
@click.option("--games", default=800, show_default=True, type=click.IntRange(4), help="An odd one is rounded up.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1), help="Processes at a time.")
@click.option("--simulations", type=click.IntRange(1), help="How far the bot looks ahead, instead of its level's own.")
@click.option("--plies", default=0, show_default=True, type=click.IntRange(0, 3), help="How far the program does.")
@click.option("--cube", is_flag=True, help="Both may double; gammons count before that as well, and nobody beavers.")
@click.option("--seed", default=0, show_default=True, help="Of all dice.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Keep pairs here, and go on from there.")
@click.option("--gnubg", "path", metavar="FILE", help="The program, if it is not found.")
def main(
    bot: str,
    games: int,
    workers: int,
    simulations: int | None,
    plies: int,
    cube: bool,
    seed: int,
    out: Path | None,
    path: str | None,
) -> None:
    """Play a bot against GNU Backgammon under Quatro's preset backgammon, and say how many points it makes a game."""
    match = Match(bot, simulations, plies, seed, path, cube)
    console, err = Console(width=WIDTH, highlight=False), Console(stderr=True, highlight=False)
    begun = perf_counter()
    try:
        find_program(path)
        make_bot(find_game(GAME), match.contest.values, bot, simulations)
        rounds = run(match, games, workers, out, err)
    except (MissingProgram, GnubgFault, UnknownBot, ArenaError) as error:
        raise click.ClickException(str(error)) from None
    print_standing(console, match, rounds)
    console.print(f"{perf_counter() - begun:.0f} s by the clock, {workers} at a time")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.against_gnubg")
