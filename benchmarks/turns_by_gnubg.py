"""`python -m benchmarks.turns_by_gnubg`: how much does a bot give away in a turn, as GNU Backgammon sees it?

Games tell two good bots apart only by the thousand, for luck hides most of what they do. Single turns tell them apart
in minutes: a bot plays one, the program looks ahead and plays the same one, and judges where both have come to.
"""

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, stdev
from time import perf_counter

import click
from rich.console import Console

from benchmarks.against_gnubg import GAME, NET, PLAYOUTS, PRESET, SEARCH, Match, make_bot
from benchmarks.gnubg import Gnubg, GnubgBot, GnubgFault, MissingProgram, find_program, men_of, rival_of
from benchmarks.report import WIDTH
from parlour.engine.game import find_game
from parlour.search.bots import Bot, UnknownBot
from parlour.search.line import Line
from parlour.search.ratings import SURE
from parlour.terminal.progress import new_progress

PROGRAM = "gnubg:"  # before how far it looks ahead: it can be measured as well
TAKEN = 1 / 8  # of the turns of a game, so that they differ
STRAYING = 1 / 20  # of the moves of those games are made at random

Codes = tuple[int, ...]  # all actions and outcomes up to a turn


@dataclass(frozen=True)
class Turn:
    """How a turn of the bot compares with the program's."""

    lost: float  # points
    same: bool  # both came to the same position
    seconds: float


def find_turns(count: int, seed: int) -> list[Codes]:
    """Turns with a choice, from games that the net plays with itself at a glance: the same for every bot."""
    game = find_game(GAME)
    values = game.settle(PRESET)
    rng = random.Random(seed)
    player = make_bot(game, values, NET, 1)
    found: list[Codes] = []
    while len(found) < count:
        line = Line(game, values)
        player.begin(rng.getrandbits(30))
        while not line.over and len(found) < count:
            if line.at_chance:
                line.draw(rng.random())
                continue
            codes = line.legal_codes()
            if not line.s.steps and len(codes) > 1 and rng.random() < TAKEN:
                found.append(tuple(line.codes))
            line.push(rng.choice(codes) if rng.random() < STRAYING else player.choose(line))
    return found


_players: dict[Match, tuple[Bot, GnubgBot]] = {}  # of this process


def seat_bot(match: Match) -> Bot:
    """Who is measured. Raises UnknownBot, with what could have been asked for."""
    plies = match.bot.removeprefix(PROGRAM)
    if plies != match.bot and plies in ("0", "1", "2", "3"):
        return GnubgBot(Gnubg(int(plies), match.path))
    return make_bot(find_game(GAME), match.contest.values, match.bot, match.simulations)


def compare_turn(match: Match, codes: Codes) -> Turn:
    if match not in _players:
        _players[match] = seat_bot(match), GnubgBot(Gnubg(match.plies, match.path))
    line = Line(find_game(GAME), match.contest.values)
    for code in codes:
        line.push(code)
    bot, judge = _players[match]
    begun = perf_counter()
    chosen = play_turn(bot, line)
    seconds = perf_counter() - begun
    best = play_turn(judge, line)
    same = men_after(chosen, line) == men_after(best, line)
    lost = 0.0 if same else judge_after(judge.program, best, line) - judge_after(judge.program, chosen, line)
    return Turn(lost, same, seconds)


def play_turn(bot: Bot, line: Line) -> Line:
    """The position after a whole turn."""
    ahead = Line.after(line)
    bot.begin(0)
    while not ahead.over and not ahead.at_chance:
        ahead.push(bot.choose(ahead))
    return ahead


def men_after(ahead: Line, line: Line) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The men of who rolls next and of who has played."""
    board = int(line.s.board)
    return men_of(ahead, rival_of(board)), men_of(ahead, board)


def judge_after(program: Gnubg, ahead: Line, line: Line) -> float:
    """What a turn is worth for who has played it."""
    return ahead.score[line.to_move] if ahead.over else -program.judge(*men_after(ahead, line))


def compare_turns(match: Match, turns: Sequence[Codes], workers: int) -> Iterator[Turn]:
    if workers == 1:
        try:
            for codes in turns:
                yield compare_turn(match, codes)
        finally:
            for player in (player for players in _players.values() for player in players):
                player.close()
            _players.clear()
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(compare_turn, [match] * len(turns), turns)


@click.command()
@click.option(
    "--bot", default="octavia", show_default=True, help=f"Who is measured: a name, {SEARCH}, {NET} or {PLAYOUTS}."
)
@click.option(
    "--beside", metavar="WHO", help="Somebody who plays the same turns, a name or gnubg:0: who gives away less?"
)
@click.option("--turns", default=400, show_default=True, type=click.IntRange(2))
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1), help="Processes at a time.")
@click.option("--simulations", type=click.IntRange(1), help="How far the bot looks ahead, instead of its level's own.")
@click.option("--plies", default=2, show_default=True, type=click.IntRange(0, 3), help="How far the judge does.")
@click.option("--seed", default=0, show_default=True, help="Of the games that the turns are from.")
@click.option("--gnubg", "path", metavar="FILE", help="The program, if it is not found.")
def main(
    bot: str,
    beside: str | None,
    turns: int,
    workers: int,
    simulations: int | None,
    plies: int,
    seed: int,
    path: str | None,
) -> None:
    """Say how many points a bot gives away in a turn, judged by GNU Backgammon."""
    console, err = Console(width=WIDTH, highlight=False), Console(stderr=True, highlight=False)
    matches = [Match(bot, simulations, plies, seed, path)]
    if beside is not None:
        matches.append(Match(beside, None, plies, seed, path))
    try:
        find_program(path)
        for match in matches:
            seat_bot(match).close()
        found, played = find_turns(turns, seed), list[list[Turn]]()
        for match in matches:
            with new_progress(err) as progress:
                task = progress.add_task(" judged by ".join(match.pair), total=turns)
                played.append([])
                for turn in compare_turns(match, found, workers):
                    played[-1].append(turn)
                    progress.update(task, advance=1, refresh=True)
    except (MissingProgram, GnubgFault, UnknownBot) as error:
        raise click.ClickException(str(error)) from None
    for match, own in zip(matches, played, strict=True):
        who, judge = match.pair
        lost = say_thousandths([turn.lost for turn in own])
        same, seconds = fmean(turn.same for turn in own), fmean(turn.seconds for turn in own)
        console.print(f"{who} gives away {lost} thousandths of a point a turn (95 %), as {judge} sees it")
        console.print(f"{turns} turns, {same:.0%} of them as {judge} plays them, {seconds:.2f} s each, seed {seed}")
    if beside is not None:
        more = say_thousandths([one.lost - other.lost for one, other in zip(*played, strict=True)], "+")
        console.print(f"{matches[0].pair[0]} gives away {more} thousandths more than {beside}, of the same turns")


def say_thousandths(points: Sequence[float], sign: str = "") -> str:
    """Their mean and how far it may be off."""
    within = SURE * stdev(points) / sqrt(len(points))
    return f"{1000 * fmean(points):{sign}.2f} ± {1000 * within:.2f}"


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.turns_by_gnubg")
