"""The command line: every command parses, then calls what does the work."""

import json
import secrets
import sys
from dataclasses import replace
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from parlour.arguments import complete_game, game_argument, new_play, read_game, rule_options
from parlour.backup_commands import backup, restore
from parlour.engine.fairness import list_draws, verify
from parlour.engine.game import Game, UnknownGame, find_game, games
from parlour.engine.options import OptionError
from parlour.engine.pages import NoPage
from parlour.engine.posing import NoPuzzle, pose_of_the_day
from parlour.engine.position import PositionError
from parlour.engine.svg import draw_svg
from parlour.lab_ban import ban
from parlour.lab_ceiling import ceiling
from parlour.lab_check import check
from parlour.lab_commands import lab
from parlour.lab_compare import compare
from parlour.lab_levels import levels
from parlour.lab_plays import plays
from parlour.lab_search import search
from parlour.laboratory.refusal import LaboratoryError
from parlour.new_game import NewGameError, new_game, next_steps
from parlour.paper.inks import KINDS
from parlour.paper.pdf import NoBrowser, make_pdf
from parlour.paper.sheets import make_printout
from parlour.paper.sizes import PAPERS, BadPaper
from parlour.search.analysis import SIMULATIONS
from parlour.search.arena import ArenaError
from parlour.search.bots import UnknownBot
from parlour.search.outside import EngineFault
from parlour.search.protocol import speak
from parlour.search.solver import Unsolvable
from parlour.search.speed import NothingToTime
from parlour.search.timing import FULL, QUICK
from parlour.search.weights import WeightsError
from parlour.server.launch import find_port, start_server
from parlour.server.settings import ServeError, Settings
from parlour.terminal.bench import run_bench, show_bench
from parlour.terminal.contest import new_contest, play_contest, show_contest
from parlour.terminal.files import FileError, is_file, load_play, write_bytes, write_text
from parlour.terminal.listing import show_games, show_options
from parlour.terminal.looking_back import analyse_play, look_closer_at_play, show_analysis
from parlour.terminal.menu import run_menu
from parlour.terminal.pages import show_page
from parlour.terminal.puzzle import NoPuzzles, find_puzzle, has_sheets, make_sheet, mine, tell_puzzle
from parlour.terminal.replay import show_play, show_verdict
from parlour.terminal.seats import SeatError, settle_seats
from parlour.terminal.solution import options_for_solving, show_solution
from parlour.terminal.table import Table, ask_person
from parlour.terminal.warming import warm_games
from parlour.train_command import refine, train

LOOPBACK, PORT = "127.0.0.1", 8080
LOG_LEVELS = ("debug", "info", "warning", "error")
MANUAL = files("parlour") / "manual" / "index.html"  # the documentation, where it was built

# Told in a sentence, not traced
EXPECTED = (
    UnknownGame,
    UnknownBot,
    OptionError,
    PositionError,
    FileError,
    NoPage,
    NoPuzzle,
    NoPuzzles,
    SeatError,
    NewGameError,
    Unsolvable,
    ArenaError,
    NothingToTime,
    EngineFault,
    ServeError,
    BadPaper,
    NoBrowser,
    LaboratoryError,
    WeightsError,
)


class Commands(click.Group):
    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if MANUAL.is_file():
            formatter.write_paragraph()
            formatter.write_text("Documentation: at /docs/ of any Parlour that is running.")

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except EXPECTED as error:
            raise click.ClickException(str(error)) from None
        except BrokenPipeError:
            raise  # click ends quietly when nobody reads on
        except OSError as error:
            trouble = f"{error.filename} could not be used" if error.filename else "the output could not be written"
            raise click.ClickException(f"{trouble}: {error.strerror}") from None


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="parlour")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Forgotten board games, playable again. Without a command, Parlour opens in your browser."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # odd bytes and poor terminals must not end a game
    ctx.obj = Console(highlight=False)
    if ctx.invoked_subcommand is None:
        settings = replace(Settings.from_environment(), ahead=True, home=True)
        start_server(settings, LOOPBACK, find_port(LOOPBACK, PORT), log_level="warning", open_page=True)


@main.command()
@click.pass_obj
def menu(console: Console) -> None:
    """Play in the terminal: choose a game, its rules and who plays."""
    run_menu(console, ask_person)


@main.command()
@click.option("--host", default=LOOPBACK, show_default=True, help="The address to listen on; 0.0.0.0 for every one.")
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True)
@click.option("--data", metavar="FOLDER", help="Where the embedded database is, instead of the user's data folder.")
@click.option("--database", metavar="URL", help="A PostgreSQL database instead, as postgresql://user:word@host/name.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes; needs PostgreSQL.")
@click.option("--thinkers", type=click.IntRange(1), metavar="N", help="Processes in which bots think.")
@click.option("--open-tables", is_flag=True, help="List rooms that anyone may join, where their hosts allow it.")
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
@click.option("--log-level", type=click.Choice(LOG_LEVELS), default="info", show_default=True)
def serve(
    host: str,
    port: int,
    data: str | None,
    database: str | None,
    workers: int,
    thinkers: int | None,
    open_tables: bool,
    open_page: bool,
    log_level: str,
) -> None:
    """Start a server: rooms in which people and bots play together.

    Further settings are environment variables, which docs/server.md lists.
    """
    settings = Settings.from_environment()
    given: dict[str, Any] = {"data": data, "database": database, "thinkers": thinkers}
    given["open_tables"] = open_tables or None  # what the environment says stays
    settings = replace(settings, **{name: value for name, value in given.items() if value is not None})
    start_server(settings, host, port, workers, log_level, open_page)


@main.command("games")
@click.pass_obj
def list_games(console: Console) -> None:
    """List the games."""
    show_games(console)


@main.command()
@game_argument
@click.option("--options", "only_options", is_flag=True, help="Show the options and presets instead.")
@click.pass_obj
def rules(console: Console, game: Game, only_options: bool) -> None:
    """Show how a game is played."""
    (show_options if only_options else show_page)(console, game)


@main.command()
@game_argument
@rule_options
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="WHO",
    help="Who sits on the first seat, the second, and so on: human, the name or number of a level, random, or "
    "engine:COMMAND for a program of your own. Seats left out are human; with no --seat at all the first is human and "
    "the others are bots.",
)
@click.option("--name", "names", multiple=True, metavar="NAME", help="A name for each seat in order, or for none.")
@click.option(
    "--dice",
    type=click.Choice(["auto", "manual"]),
    default="auto",
    show_default=True,
    help="Manual: roll real dice and type what they show, and likewise all else that chance decides.",
)
@click.option("--seed", type=int, metavar="N", help="Make dice and random seats repeatable.")
@click.option("--load", "file", metavar="FILE", help="Go on with a saved game; its options and names come with it.")
@click.pass_obj
def play(
    console: Console,
    game: Game,
    players: int | None,
    preset: str | None,
    given: tuple[str, ...],
    seats: tuple[str, ...],
    names: tuple[str, ...],
    dice: str,
    seed: int | None,
    file: str | None,
) -> None:
    """Play a game in the terminal.

    Moves are typed as they are listed, or by their number. Type help at the table for all commands.
    """
    if file is None:
        begun = new_play(game, players, preset, given, names)
    else:
        for option, value in (("--players", players), ("--preset", preset), ("--option", given), ("--name", names)):
            if value:
                raise click.UsageError(f"{option} cannot be given with --load: the saved game brings its own")
        begun = load_play(file)
        if begun.game.name != game.name:
            raise FileError(f"{file} is a record of {begun.game.name}, not of {game.name}")
    seated = settle_seats(seats, begun)
    Table(begun, seated, console, ask_person, secrets.randbits(64) if seed is None else seed, dice == "manual").run()


@main.command()
@click.argument("what", metavar="GAME|RECORD")
@click.option("--out", metavar="FILE.svg", help="Write to this file instead of the standard output.")
@click.option("--mode", type=click.Choice(["paper", "blueprint"]), default="paper", show_default=True)
@click.option("--position", metavar="TEXT", help="The position to draw instead of the start.")
@rule_options
def draw(
    what: str,
    out: str | None,
    mode: str,
    position: str | None,
    players: int | None,
    preset: str | None,
    given: tuple[str, ...],
) -> None:
    """Draw a game as SVG: its start, a position, or the end of a record."""
    if what in games():
        drawn = new_play(find_game(what), players, preset, given)
        if position is not None:
            drawn.place(position)
    elif is_file(what):
        for option, value in (
            ("--position", position),
            ("--players", players),
            ("--preset", preset),
            ("--option", given),
        ):
            if value:
                raise click.UsageError(f"{option} cannot be given with a record: the record has its own")
        drawn = load_play(what)
    else:
        raise click.ClickException(f"{what!r} is neither a game nor a file: expected one of {', '.join(games())}")
    svg = draw_svg(drawn.scene(), mode)
    if out is None:
        click.echo(svg, nl=False)
    else:
        write_text(out, svg)


@main.command("print")
@game_argument
@click.option("--out", metavar="FILE", help="FILE.html, or FILE.pdf by Chromium, instead of the standard output.")
@click.option("--paper", default="a4", show_default=True, metavar="|".join(PAPERS), help="The size of the paper.")
@click.option("--ink", default="colour", show_default=True, metavar="|".join(KINDS), help="The inks to print with.")
@rule_options
def print_game(
    game: Game,
    out: str | None,
    paper: str,
    ink: str,
    players: int | None,
    preset: str | None,
    given: tuple[str, ...],
) -> None:
    """Make sheets to print, cut out and play with: board, pieces, cards, dice and rules, at actual size."""
    printout = make_printout(game, new_play(game, players, preset, given).values, paper, ink)
    document = printout.as_html()
    if out is None:
        click.echo(document, nl=False)
        return
    if out.lower().endswith(".pdf"):
        write_bytes(out, make_pdf(document))
    else:
        write_text(out, document)
    click.echo(f"{len(printout.sheets)} sheets of {printout.paper.title} are in {out}. Print them at 100 %.")


@main.command()
@click.argument("record", metavar="RECORD")
@click.pass_obj
def replay(console: Console, record: str) -> None:
    """Check a record file and tell the play in sentences."""
    show_play(console, load_play(record))


@main.command("verify")
@click.argument("record", metavar="RECORD")
@click.option("--draws", is_flag=True, help="Check nothing: print as JSON what another program needs to check it.")
@click.pass_context
def verify_record(ctx: click.Context, record: str, draws: bool) -> None:
    """Check the dice of a record, and say what that proves; the exit status is 0 if all are as they should be."""
    play = load_play(record)
    if draws:
        click.echo(json.dumps(list_draws(play)))
        return
    verdict = verify(play)
    show_verdict(ctx.obj, verdict)
    ctx.exit(0 if verdict.fair else 1)


@main.command("analyse")
@click.argument("record", metavar="RECORD")
@click.option(
    "--simulations", type=click.IntRange(1), default=SIMULATIONS, show_default=True, help="How many, for each move."
)
@click.option(
    "--rollout",
    type=click.IntRange(2),
    metavar="N",
    help="Judge the costliest moves again, by N plays to the end after each alternative.",
)
@click.option("--every", is_flag=True, help="Every move and outcome, not only the costliest moves.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N")
@click.option("--json", "as_json", is_flag=True, help="Print all values as JSON.")
@click.pass_obj
def analyse_record(
    console: Console, record: str, simulations: int, rollout: int | None, every: bool, seed: int, as_json: bool
) -> None:
    """Tell what the moves of a record cost, what was better and why, and who was lucky."""
    loaded = load_play(record)
    analysis = analyse_play(console, loaded, simulations, seed)
    if rollout is not None:
        try:
            analysis = look_closer_at_play(console, loaded, analysis, rollout, seed)
        except ValueError as error:
            raise click.ClickException(str(error)) from None
    if as_json:
        click.echo(json.dumps(analysis.as_dict(), indent=2))
    else:
        show_analysis(console, loaded, analysis, every)


@main.command()
@game_argument
@click.option("--position", metavar="TEXT", help="The position to solve instead of the start.")
@rule_options
@click.pass_obj
def solve(
    console: Console, game: Game, position: str | None, players: int | None, preset: str | None, given: tuple[str, ...]
) -> None:
    """Find the exact value of a position and of every move.

    For small games of two without chance. What a game needs to be solvable is set unless --option says otherwise.
    """
    added = options_for_solving(game, given)
    solved = new_play(game, players, preset, given + added)
    if position is not None:
        solved.place(position)
    show_solution(console, solved)
    if added:
        console.print(f"Solved with {' '.join(added)}.", markup=False)


class PuzzleCommands(click.Group):
    """`puzzle GAME` is short for `puzzle pose GAME`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, "--help"):
            args = ["pose", *args]
        return super().parse_args(ctx, args)


@main.group(cls=PuzzleCommands)
def puzzle() -> None:
    """Puzzles: a sheet to be printed, one by its number, the one of the day, or new ones.

    `parlour puzzle GAME` is short for `parlour puzzle pose GAME`.
    """


@puzzle.command()
@game_argument
@click.option("--level", type=int, default=1, show_default=True, metavar="N", help="How difficult, 1 the easiest.")
@click.option("--count", type=int, default=10, show_default=True, metavar="N", help="How many on a sheet.")
@click.option("--dice", type=int, metavar="N", help="With how many dice, where there are dice.")
@click.option("--kind", metavar="NAME", help="What is asked, where a game has several kinds of puzzles.")
@click.option("--seed", type=int, metavar="N", help="Make the same sheet again; every sheet shows its own.")
@click.option("--number", type=int, metavar="N", help="A single puzzle by its number, the same everywhere.")
@click.option("--of-the-day", is_flag=True, help="Today's puzzle, the same for all.")
@click.option("--answers/--no-answers", default=True, show_default=True, help="With the answers at the end.")
@click.option("--output", metavar="FILE", help="Write to this file instead of the standard output.")
def pose(
    game: Game,
    level: int,
    count: int,
    dice: int | None,
    kind: str | None,
    seed: int | None,
    number: int | None,
    of_the_day: bool,
    answers: bool,
    output: str | None,
) -> None:
    """Make a sheet of puzzles to be printed, or show a single one.

    A game without sheets shows a single one, drawn by lot unless --number says which.
    """
    drawn = secrets.randbelow(1_000_000) if seed is None else seed  # short enough to be typed
    if of_the_day:
        written = tell_puzzle(game, pose_of_the_day(game, date.today()), answers)
    elif number is not None or not has_sheets(game):
        written = tell_puzzle(game, find_puzzle(game, kind, level, number, drawn), answers)
    else:
        written = make_sheet(game, kind, level, count, dice, drawn, answers)
    if output is None:
        click.echo(written, nl=False)
    elif of_the_day or number is not None or not has_sheets(game):
        write_text(output, written)
        click.echo(f"The puzzle is in {output}.")
    else:
        write_text(output, written)
        click.echo(f"The sheet is in {output}; its seed is {drawn}.")


@puzzle.command(name="mine")
@game_argument
@click.option("--kind", metavar="NAME", help="Which kind, where a game has several.")
@click.option("--count", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="How many.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="The same seed finds the same ones.")
@click.option("--output", metavar="FILE", help="Write to this file instead of the game's own.")
@click.pass_obj
def mine_puzzles(console: Console, game: Game, kind: str | None, count: int, seed: int, output: str | None) -> None:
    """Find new puzzles: positions in which one move is clearly the best."""
    found, file = mine(console, game, kind, count, seed, output)
    click.echo(f"{found} puzzles are in {file}.")


@main.command()
@game_argument
@click.option(
    "--bots", required=True, metavar="A,B,…", help="Who plays: names or numbers of levels, random, octavia:seconds=5."
)
@click.option("--games", "plays", type=click.IntRange(1), default=100, show_default=True, help="Plays of every pair.")
@click.option("--ladder", is_flag=True, help="Each only against the one named before it.")
@click.option(
    "--luck", "weighed", is_flag=True, help="Also weigh the luck of every play, and say how it stands without."
)
@click.option("--out", metavar="FILE", help="Keep every play in this file; give it again to go on from there.")
@click.option("--workers", type=click.IntRange(1), metavar="N", help="Plays at a time; one for each core unless given.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@rule_options
@click.pass_obj
def arena(
    console: Console,
    game: Game,
    bots: str,
    plays: int,
    ladder: bool,
    weighed: bool,
    out: str | None,
    workers: int | None,
    seed: int,
    as_json: bool,
    players: int | None,
    preset: str | None,
    given: tuple[str, ...],
) -> None:
    """Let bots play each other, seats rotated and luck shared, and rate them."""
    values = new_play(game, players, preset, given).values
    contest = new_contest(game, values, tuple(bot.strip() for bot in bots.split(",")), ladder, seed, weighed)
    rounds = play_contest(console, contest, plays, Path(out) if out else None, workers)
    show_contest(console, contest, rounds, as_json)


@main.command()
@game_argument
@click.option("--quick", is_flag=True, help="A short measurement, for a first look; the figures vary more.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
@rule_options
@click.pass_obj
def bench(
    console: Console,
    game: Game,
    quick: bool,
    as_json: bool,
    players: int | None,
    preset: str | None,
    given: tuple[str, ...],
) -> None:
    """Measure how fast a game is: random play, the search of its opponents, and the referee's moves."""
    values = new_play(game, players, preset, given).values
    measured = run_bench(Console(stderr=True, highlight=False), game, values, QUICK if quick else FULL)
    show_bench(console, measured, as_json)


@main.command()
def engine() -> None:
    """Play for another program, by lines on standard input and output.

    The protocol is on the page docs/engines.md; type quit to leave.
    """
    speak(sys.stdin, sys.stdout)


@main.command()
@click.argument("chosen", nargs=-1, metavar="[GAME]...", callback=read_game, shell_complete=complete_game)
@click.pass_obj
def warm(console: Console, chosen: tuple[Game, ...]) -> None:
    """Get all games ready ahead of time, or those named, by compiling their rules."""
    warm_games(console, chosen or tuple(games().values()))


@main.command()
@click.argument("name")
@click.option("--in", "folder", default=".", metavar="FOLDER", help="Where to put it, instead of here.")
def new(name: str, folder: str) -> None:
    """Make a game of your own: a small project that works at once."""
    click.echo(next_steps(new_game(name, folder)))


for part in (lab, train, refine, backup, restore):
    main.add_command(part)
for question in (compare, check, levels, ceiling, ban, plays, search):
    lab.add_command(question)
