"""Running the command as a person would, and tables with scripted people."""

from collections.abc import Iterable, Sequence
from io import StringIO

from click.testing import CliRunner, Result
from rich.console import Console

from parlour.cli import main
from parlour.engine.play import Play
from parlour.terminal.table import Table

# The page's game G1: Red K1 against White K4, plates may be turned over, Red starts.
G1 = ["orientations=rotations_and_flips", "plate_choice=fixed", "white_plate=K4", "first_player=red", "games=1"]
G1_ARGUMENTS = ["play", "stencil", *(word for option in G1 for word in ("--option", option))]
G1_MOVES = "b2 a1 c2 c1 a3 b3 d4 b1 d2 d3 @2"
HUMANS = ["--seat", "human", "--seat", "human"]


def parlour(*arguments: str, lines: Iterable[str] = ()) -> Result:
    """The command with these arguments and lines typed; anything but a clean exit fails the test."""
    result = CliRunner().invoke(main, list(arguments), input="".join(f"{line}\n" for line in lines))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def one_line(text: str) -> str:
    """Without the line breaks that a narrow terminal makes."""
    return " ".join(text.split())


class Seated:
    """A table whose people type the given lines, and then leave."""

    def __init__(
        self, play: Play, seats: Sequence[str], lines: Iterable[str], seed: int = 1, manual_dice: bool = False
    ) -> None:
        self.prompts: list[str] = []
        self._lines = iter(lines)
        self._file = StringIO()
        console = Console(file=self._file, width=100, highlight=False)
        self.table = Table(play, seats, console, self._ask, seed, manual_dice)

    def _ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self._lines)
        except StopIteration:
            raise EOFError from None

    def run(self) -> bool:
        return self.table.run()

    @property
    def play(self) -> Play:
        return self.table.play

    @property
    def output(self) -> str:
        return self._file.getvalue()
