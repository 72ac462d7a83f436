"""A play looked at again, in words: the costliest moves, and the luck of every seat."""

from copy import copy

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from parlour.engine.play import Play
from parlour.engine.record import CALL_MARK
from parlour.search.analysis import NOTHING, SIMULATIONS, Analysis, Analyst, Step, analyse, look_closer
from parlour.search.ratings import SURE
from parlour.terminal.progress import new_progress
from parlour.terminal.screen import new_table

COSTLIEST = 5


def analyse_play(console: Console, play: Play, simulations: int = SIMULATIONS, seed: int = 0) -> Analysis:
    """Look at a play again, with a bar on a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Looking at every move", total=play.ply)
        return analyse(
            play, simulations, seed=seed, watch=lambda done, wanted: progress.update(task, completed=done, total=wanted)
        )


def look_closer_at_play(console: Console, play: Play, analysis: Analysis, plays: int, seed: int = 0) -> Analysis:
    """Judge the costliest moves by plays to the end, with a bar on a terminal. Raises ValueError."""
    with new_progress(console) as progress:
        task = progress.add_task("Playing on after the costliest moves", total=COSTLIEST)

        def watch(done: int, wanted: int) -> None:
            progress.update(task, completed=done, total=wanted, refresh=True)

        return look_closer(play, analysis, plays, COSTLIEST, seed, watch)


def show_analysis(console: Console, play: Play, analysis: Analysis, every: bool = False) -> None:
    """What each seat gave away and was given, and the moves that cost most; or every move."""
    table = new_table("seat", "given away", "luck", right=("given away", "luck"))
    for name, loss, luck in zip(analysis.seats, analysis.loss, analysis.luck, strict=True):
        table.add_row(Text(name), f"{loss:.3f}", f"{luck:+.3f}")
    console.print(table)
    console.print()
    closer = sorted((step for step in analysis.steps if step.plays), key=lambda step: -step.loss)
    steps = list(analysis.steps) if every else closer or analysis.costliest(COSTLIEST)
    if not steps:
        console.print("No move could have been better.")
    for step in steps:
        console.print(Text(describe_step(play, step)))
    console.print()
    how = "Exact values" if analysis.exact else "Values by search; ± is their standard error"
    console.print(Text(f"{how}, in points.", style="dim"))
    if closer:
        played = (
            f"Where it says from and to, each alternative was played to the end {closer[0].plays:,} times: 95 % sure."
        )
        console.print(Text(played, style="dim"))


def review_last(play: Play) -> str:
    """What the last decision cost, and what was better."""
    past, code = copy(play), 0
    while past.ply:
        called = past.written[-1].text.startswith(CALL_MARK)
        code = past.codes[-1]
        past.undo()
        if not called and not past.at_chance:
            return describe_step(play, Analyst(past).look_back(past, code))
    return "Nobody has decided anything yet."


def describe_step(play: Play, step: Step) -> str:
    """A move and what was better, or an outcome and whom it helped, in a sentence."""
    turn = play.written[step.ply].turn
    if step.seat < 0:
        helped = max(range(len(step.luck)), key=lambda seat: step.luck[seat])
        if step.luck[helped] <= 0:
            return f"Turn {turn}: {step.label} That helped nobody."
        error = f" (±{step.error:.3f})" if step.error else ""
        return f"Turn {turn}: {step.label} That was worth {step.luck[helped]:+.3f}{error} to {play.seat_name(helped)}."
    name = play.seat_name(step.seat)
    if step.loss <= NOTHING:
        return f"Turn {turn}: {name} played {step.label}, as good as any."
    error = tell_error(step)
    better = f"A better move was {step.alternatives[0].label}{step.reason and f': it {step.reason}'}."
    return f"Turn {turn}: {name} played {step.label}, which cost {step.loss:.3f}{error}. {better}"


def tell_error(step: Step) -> str:
    """How sure what a move cost is."""
    if step.plays:
        return f" (from {step.loss - SURE * step.error:.3f} to {step.loss + SURE * step.error:.3f})"
    return f" (±{step.error:.3f})" if step.error else ""
