"""A record told in sentences, turn by turn; and what it proves about its dice."""

from copy import copy
from itertools import groupby

from rich.console import Console
from rich.text import Text

from parlour.engine.fairness import Verdict
from parlour.engine.options import changed
from parlour.engine.play import Play
from parlour.terminal.screen import describe_seat, show_asked, show_board, show_line, show_result, story


def show_play(console: Console, play: Play) -> None:
    """The whole play, then the board as it stands at the end."""
    console.print(Text(play.game.title, style="bold"))
    if options := changed(play.game.options, play.values):
        console.print("Options: " + ", ".join(f"{name}={text}" for name, text in options.items()), markup=False)
    if play.names:
        start = copy(play)
        start.undo(start.ply)  # boards may go round in a match: those of the beginning, as the story tells it
        console.print("Seats: " + ", ".join(describe_seat(start, seat) for seat in range(play.seats)), markup=False)
    if play.placed:
        console.print(f"From the position {play.placed}", markup=False)
    console.print()
    for (turn, whose), plies in groupby(story(play), lambda told: _turn_of(play, told[0])):
        told = list(plies)
        moves = play.game.notation.join([play.written[ply].text for ply, _ in told])
        show_line(console, f"{turn}.", f"{whose} {moves}", "bold")
        for _, sentences in told:
            for sentence in sentences:
                show_line(console, "", sentence)
    show_board(console, play)
    if play.over:
        show_result(console, play)
    elif "Ending" in play.tags:
        console.print(f"Ending: {play.tags['Ending']}", markup=False)
    else:
        console.print("Not finished. ", end="")
        show_asked(console, play)


def _turn_of(play: Play, ply: int) -> tuple[int, str]:
    written = play.written[ply]
    return written.turn, written.whose


def show_verdict(console: Console, verdict: Verdict) -> None:
    """What was checked about the dice, and what came of it."""
    for sentence in verdict.sentences:
        console.print(sentence, markup=False)
