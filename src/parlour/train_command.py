"""`parlour train` and `parlour refine`: a net for a game, by plays against itself, or by what another sees ahead."""

import os
from math import inf
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from parlour.arguments import game_argument, new_play, rule_options
from parlour.engine.game import Game
from parlour.lab_commands import show_progress
from parlour.nets.curve import draw_curve
from parlour.nets.fitting import NoTorch, TooFew, load_torch
from parlour.nets.refining import Refining, refine_net
from parlour.nets.school import run_course
from parlour.nets.training import Course, Mark
from parlour.search.weights import read_weights, shape_of, write_weights

PART = click.FloatRange(0, 1)
SOME = click.FloatRange(0, min_open=True)
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@game_argument
@rule_options
@click.option("--out", type=FILE, required=True, metavar="FILE", help="Where the weights go: a file that ends in .npz.")
@click.option("--plays", type=click.IntRange(1), default=20_000, show_default=True, help="How many plays.")
@click.option(
    "--seconds", type=click.FloatRange(1), metavar="S", help="Stop after this many seconds, even with fewer plays."
)
@click.option("--threads", type=click.IntRange(1), metavar="N", help="At a time; one for each core.")
@click.option("--start", type=FILE, metavar="FILE", help="Go on from the weights in a file.")
@click.option("--width", type=click.IntRange(1, 1024), default=96, show_default=True, help="Hidden units.")
@click.option("--rate", type=PART, default=0.02, show_default=True, help="The learning rate at first.")
@click.option("--last-rate", type=PART, default=0.001, show_default=True, help="The learning rate at the end.")
@click.option("--looking", type=PART, default=0.7, show_default=True, help="λ of TD(λ) at first; 0 from half-time on.")
@click.option("--straying", type=PART, default=0.0, show_default=True, help="The part of turns played by chance.")
@click.option("--guided", type=PART, default=0.0, show_default=True, help="The part the game's own knowledge plays.")
@click.option("--games", type=click.IntRange(2), default=400, show_default=True, help="Played for each mark.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N")
@click.pass_obj
def train(
    console: Console,
    /,
    game: Game,
    players: int | None,
    preset: str | None,
    given: tuple[str, ...],
    out: Path,
    seconds: float | None,
    threads: int | None,
    start: Path | None,
    games: int,
    **settings: Any,
) -> None:
    """Train a net by letting it play against itself.

    Marks on the way tell how it does against the game's own knowledge. Stopped by Ctrl-C, the same command goes on
    where it was.
    """
    values = new_play(game, players, preset, given).values
    shape_of(game, values)  # refuses what no net can be made for
    check_name(out)
    if not 0 < settings["last_rate"] <= settings["rate"]:
        raise click.UsageError("--last-rate has to be above 0, and no higher than --rate")
    weights = read_weights(start, game, values) if start else None
    if weights is not None:
        settings["width"] = weights.width
    course = Course(threads=threads or os.cpu_count() or 1, **settings)
    console.print("Each line: how the net does against the game's own knowledge.", markup=False)
    with show_progress() as progress:

        def tell(done: int, wanted: int, mark: Mark | None) -> None:
            progress("Playing", done, wanted)
            if mark:
                console.print(describe(mark), markup=False, highlight=False)

        try:
            curve = run_course(
                game, values, course, out, weights=weights, seconds=seconds or inf, games=games, tell=tell
            )
        except KeyboardInterrupt:
            raise click.ClickException(f"stopped; what was learnt is in {out}.part: the same command goes on") from None
    picture = out.with_suffix(".svg")
    picture.write_text(draw_curve(f"{game.title}: a net against the game's own knowledge", curve), encoding="utf-8")
    console.print(f"What was learnt is in {out}, and its curve in {picture}.", markup=False)


@click.command()
@game_argument
@rule_options
@click.option("--start", type=FILE, required=True, metavar="FILE", help="The older net.")
@click.option("--out", type=FILE, required=True, metavar="FILE", help="Where the weights go: a file that ends in .npz.")
@click.option("--positions", type=click.IntRange(1), default=1_000_000, show_default=True, help="How many it looks at.")
@click.option("--seconds", type=click.FloatRange(1), metavar="S", help="Look at fewer if that takes longer than this.")
@click.option("--passes", type=SOME, default=100.0, show_default=True, help="How often all are gone through.")
@click.option("--width", type=click.IntRange(1, 1024), metavar="N", help="Hidden units; by default, as many as before.")
@click.option("--rate", type=SOME, default=0.002, show_default=True, help="The learning rate at first.")
@click.option("--straying", type=PART, default=0.06, show_default=True, help="The part of turns played by chance.")
@click.option("--guided", type=PART, default=0.1, show_default=True, help="The part the game's own knowledge plays.")
@click.option("--looking", type=PART, default=0.8, show_default=True, help="λ: how much later turns count as well.")
@click.option("--threads", type=click.IntRange(1), metavar="N", help="At a time; one for each core.")
@click.option("--games", type=click.IntRange(2), default=400, show_default=True, help="Played for each mark.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N")
@click.pass_obj
def refine(
    console: Console,
    /,
    game: Game,
    players: int | None,
    preset: str | None,
    given: tuple[str, ...],
    start: Path,
    out: Path,
    seconds: float | None,
    width: int | None,
    games: int,
    **settings: Any,
) -> None:
    """Fit a new net to what an older one sees a turn ahead.

    The older net plays against itself. Each position is answered by what it answers a turn later, over all that chance
    may bring, and by λ by what became of the turns after that. Needs PyTorch, and is quick with a GPU.
    """
    values = new_play(game, players, preset, given).values
    old = read_weights(start, game, values)
    check_name(out)
    try:
        load_torch()
    except NoTorch as error:
        raise click.ClickException(str(error)) from None
    course = Refining(threads=settings.pop("threads") or os.cpu_count() or 1, width=width or old.width, **settings)
    try:
        with show_progress() as progress:
            new, fits, curve = refine_net(game, values, course, old, games, progress, seconds or inf)
    except TooFew as error:
        raise click.ClickException(str(error)) from None
    write_weights(out, new)
    for fit in fits:
        loss = f"loss {fit.after:.4f} on those kept back; the older net's is {fit.before:.4f}"
        loss += "" if fit.is_better else ", and it stays"
        console.print(f"{fit.positions:>9,} positions: {loss}", markup=False, highlight=False)
    console.print("Against the game's own knowledge:", markup=False)
    for name, mark in zip(("older", "new"), curve, strict=True):
        console.print(f"the {name} net makes {describe_strength(mark)}", markup=False, highlight=False)
    console.print(f"What was learnt is in {out}.", markup=False)


def check_name(out: Path) -> None:
    if out.suffix != ".npz":
        raise click.UsageError(f"{out} is not a name for a file of weights: expected one that ends in .npz")


def describe(mark: Mark) -> str:
    return f"{mark.plays:>9,} plays: {describe_strength(mark)}"


def describe_strength(mark: Mark) -> str:
    return f"{mark.points:+.3f} ± {mark.within:.3f} points a play, {mark.wins:.0%} won"
