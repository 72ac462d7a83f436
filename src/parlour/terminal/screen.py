"""What a table prints: the board, what happened, what is asked, and what may be done."""

from collections.abc import Collection, Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parlour.engine.moves import Action, Outcome
from parlour.engine.options import changed
from parlour.engine.people import person
from parlour.engine.play import Play
from parlour.engine.wording import listed
from parlour.terminal.seats import HUMAN

MARK = 4  # the width of the numbers before sentences
EXPLAINED = 6  # the most outcomes that are listed with their sentences
SHOWN_AT_ONCE = 60  # longer lists of moves are shown in full only when asked for


def story(play: Play, since: int = 0, you: int | None = None) -> Iterator[tuple[int, list[str]]]:
    """Every ply from `since` on, with the sentences that tell it; the reader's own seat is told as you."""
    told: dict[int, list[str]] = {}
    for event in reversed(play.events):
        if event.ply <= since:
            break
        told.setdefault(event.ply, []).insert(0, play.say(event.words, you))
    for ply in range(since, play.ply):
        written = play.written[ply]
        silent = [] if play.events else [f"{written.whose.replace('-', ' ')}: {written.text}"]  # a game without events
        yield ply, told.get(ply + 1, silent)


def show_opening(console: Console, play: Play, seats: Sequence[str]) -> None:
    game = play.game
    console.print()
    console.print(Text.assemble((game.title, "bold"), f". {game.line}"))
    console.print(Text(game.source, style="dim"))
    if options := changed(game.options, play.values):
        console.print("Options: " + ", ".join(f"{name}={text}" for name, text in options.items()), markup=False)
    who = (f"{describe_seat(play, seat)}: {kind}" for seat, kind in enumerate(seats))
    console.print("At the table: " + ", ".join(who), markup=False)
    if HUMAN in seats:
        console.print(Text("Type a move, or help.", style="dim"))


def describe_seat(play: Play, seat: int) -> str:
    """The seat in the game's own word, with the name of who sits there."""
    word = play.game.text.seat(play.s, play.o, seat)
    return f"{play.names[seat]} ({word})" if play.names else word


def tell(console: Console, play: Play, since: int, you: int | None = None) -> None:
    """The sentences of the plies from `since` on; the first of a turn carries its number."""
    for ply, sentences in story(play, since, you):
        turn = play.written[ply].turn
        begins = ply == 0 or play.written[ply - 1].turn != turn
        for number, sentence in enumerate(sentences):
            show_line(console, str(turn) if turn and begins and not number else "", sentence)


def show_line(console: Console, mark: str, sentence: str, style: str = "") -> None:
    """A sentence beside its mark; what does not fit goes on below the sentence, not below the mark."""
    line = Table.grid(padding=(0, 2))
    line.add_column(width=MARK, justify="right", style="dim", no_wrap=True)
    line.add_column(overflow="fold")
    line.add_row(mark, Text(sentence, style=style))
    console.print(line)


def show_board(console: Console, play: Play) -> None:
    console.print()
    console.out(str(play), highlight=False)
    console.print()


def show_asked(console: Console, play: Play, you: int | None = None) -> None:
    console.print(Text(play.asked(you), style="bold"))


def invitation(play: Play) -> str:
    """What to type where finding a move is part of the game, so that moves are not listed unasked; else nothing."""
    return "" if play.at_chance or play.over else play.say(play.game.text.invitation(play.s, play.o))


def is_numbered(actions: Sequence[Action]) -> bool:
    """Whether a number can stand for its place in the list: not where moves are themselves written as numbers."""
    return not any(action.notation.isdecimal() for action in actions)


def show_moves(console: Console, actions: Sequence[Action], numbered: bool, limit: int = SHOWN_AT_ONCE) -> None:
    """The moves in columns; those that need no label stand closer together."""
    shown = actions[:limit]
    number_width = len(str(len(shown)))
    width = max((len(action.notation) for action in shown if action.label != action.notation), default=0)
    bare, labelled = [], []
    for number, action in enumerate(shown, 1):
        mark = (f"{number:>{number_width}} ", "dim") if numbered else ""
        if action.label == action.notation:
            bare.append(Text.assemble(mark, (action.notation, "bold")))
        else:
            labelled.append(Text.assemble(mark, (f"{action.notation:<{width}}", "bold"), f"  {action.label}"))
    _show_columns(console, bare)
    _show_columns(console, labelled)
    _show_rest(console, len(actions) - len(shown))


def show_outcomes(console: Console, outcomes: Sequence[Outcome], limit: int = SHOWN_AT_ONCE) -> None:
    """What chance may bring; many outcomes explain each other and need no words."""
    shown = outcomes[:limit]
    words = len(outcomes) <= EXPLAINED
    _show_columns(console, [Text.assemble((o.notation, "bold"), f"  {o.sentence}" if words else "") for o in shown])
    _show_rest(console, len(outcomes) - len(shown))


def _show_columns(console: Console, entries: Sequence[Text]) -> None:
    if entries:
        console.print(Padding(Columns(entries, padding=(0, 3), equal=True), (0, 2)))


def _show_rest(console: Console, count: int) -> None:
    if count > 0:
        console.print(Text(f"  … and {count} more: type moves to see all", style="dim"))


def show_result(console: Console, play: Play, you: int | None = None) -> None:
    score = play.score or ()
    if len(score) > 1:
        console.print(Text(play.say(_winners(play, score), you), style="bold"))
    points = ", ".join(f"{describe_seat(play, seat)} {value:g}" for seat, value in enumerate(score))
    console.print(Text.assemble(("Result: ", "bold"), points))


def _winners(play: Play, score: Sequence[float]) -> str:
    """Who has won, with a mark for each of them."""
    won = [seat for seat, points in enumerate(score) if points == max(score)]
    if len(won) == len(score):
        return "Nobody wins."
    names = [person(seat, play.game.text.seat(play.s, play.o, seat)) for seat in won]
    return f"{listed(names)} {'[wins]' if len(won) == 1 else 'win'}."


def new_table(*columns: str, right: Collection[str] = ()) -> Table:
    """A table whose first column is never broken: its words are there to be typed. Numbers stand to the right."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for number, column in enumerate(columns):
        table.add_column(column, no_wrap=number == 0, justify="right" if column in right else "left")
    return table


def refuse(console: Console, reason: str) -> None:
    console.print(Text(reason, style="red"))
