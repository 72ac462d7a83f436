"""GNU Backgammon at Quatro's backgammon preset: the program asked over a pipe, and a bot that plays what it says.

Men are counted as the program counts them: on points 1 to 24 and the bar, each player from his own side.
"""

import json
import os
import shutil
import time
from base64 import b64encode
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar

from parlour.games.quatro import steps
from parlour.games.quatro.board import NOBODY
from parlour.games.quatro.options import Ruleset
from parlour.games.quatro.state import Action, Phase
from parlour.search.line import Line, Position
from parlour.search.outside import Program, Silence

SERVER = Path(__file__).with_name("gnubg_server.py")
PLACES = ("/usr/games", "/usr/local/bin", "/opt/homebrew/bin")  # where it may lie besides the PATH
POINTS, BAR, OFF, MEN = 24, 25, 0, 15
START_SECONDS, PLAY_SECONDS, QUIT_SECONDS = 120.0, 600.0, 2.0
NOISE_KEPT = 12  # lines that are no answer, for the report of a fault

Men = tuple[int, ...]  # on the points 1 to 24 and on the bar
Hop = tuple[int, int]  # a man's number before and after
Cube = tuple[int, int]  # its value, and whose it is: 1 for who is to move, 0 for the other, -1 for nobody
T = TypeVar("T")


class Doubling(NamedTuple):
    """What somebody who may double can expect, in cubes as they lie."""

    without: float
    taken: float
    declined: float

    @property
    def doubles(self) -> bool:
        return min(self.taken, self.declined) > self.without

    @property
    def takes(self) -> bool:
        """Whether the other does better to go along; of equals that is what the program itself does."""
        return self.taken <= self.declined


class MissingProgram(RuntimeError):
    """GNU Backgammon is not there, so there is nothing to compare with."""


class GnubgFault(RuntimeError):
    """GNU Backgammon does not answer as it should. The message says what was asked and what it did."""


def find_program(path: str | None = None) -> str:
    """Where the program is."""
    found = shutil.which(path or "gnubg", path=os.pathsep.join((os.environ.get("PATH", os.defpath), *PLACES)))
    if found is None:
        raise MissingProgram(
            f"GNU Backgammon is not installed: expected the program {path or 'gnubg'!r} of Debian's package gnubg, "
            "which `apt-get install gnubg` brings"
        )
    return found


class Gnubg:
    """The program, running. It looks so many plies ahead: with none it compares the positions after each play.

    Gammons and backgammons always count, before the cube was turned as well (no Jacoby rule).
    """

    def __init__(self, plies: int = 0, path: str | None = None) -> None:
        found = find_program(path)
        self.plies = plies
        self._folder = TemporaryDirectory(prefix="gnubg-")  # or it would make one at home
        self._noise: deque[str] = deque(maxlen=NOISE_KEPT)
        self._program = Program([found, "-t", "-q", "-r", "-s", self._folder.name, "-p", str(SERVER)])
        self._hear("ready", START_SECONDS, "asked to start")

    def __enter__(self) -> "Gnubg":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def ask(self, dice: tuple[int, int], mover: Men, other: Men, cube: Cube | None = None) -> list[Hop]:
        """The play it thinks best, hop by hop; nothing if there is none."""
        asked = f"asked for {dice[0]}-{dice[1]} in {position_id(mover, other)}"
        return self._question("play", asked, read_hops, "a list of points from and to", cube, mover, other, dice)

    def judge(self, mover: Men, other: Men) -> float:
        """The points that the player who rolls next can expect."""
        asked = f"asked for the worth of {position_id(mover, other)}"
        return self._question("worth", asked, float, "a number of points", None, mover, other)

    def weigh_double(self, mover: Men, other: Men, cube: Cube) -> Doubling:
        """What the player who rolls next can expect with and without doubling."""
        asked = f"asked for a double in {position_id(mover, other)}"
        return self._question("double", asked, read_doubling, "a list of three numbers", cube, mover, other)

    def _question(self, word: str, asked: str, read: Callable[[str], T], expected: str, *about: Any) -> T:
        self._program.say(json.dumps([word, self.plies, *about]))
        said = self._hear(word, PLAY_SECONDS, asked)
        try:
            return read(said)
        except (ValueError, TypeError):
            raise self._fault(asked, f"said {said!r}", expected) from None

    def close(self) -> None:
        self._program.end(QUIT_SECONDS)
        self._folder.cleanup()

    def _hear(self, word: str, seconds: float, asked: str) -> str:
        """What follows the word that is waited for."""
        deadline = time.monotonic() + seconds
        while True:
            heard = self._program.hear(deadline)
            if isinstance(heard, Silence):
                late = heard is Silence.LATE
                did = f"said nothing for {seconds:g} seconds" if late else self._program.describe_end()
                raise self._fault(asked, did, repr(word))
            first, _, rest = heard.strip().partition(" ")
            if first == word:
                return rest
            if first == "error":
                raise self._fault(asked, f"failed with {rest}", repr(word))
            if first:
                self._noise.append(heard.strip())

    def _fault(self, asked: str, did: str, expected: str) -> GnubgFault:
        message = f"GNU Backgammon, {asked}, {did}: expected {expected}"
        for what, lines in (("said", self._noise), ("complained", self._program.complaint.splitlines())):
            if lines:
                message += f". Before that it {what}: {' / '.join(lines)}"
        self.close()
        return GnubgFault(message)


class GnubgBot:
    """GNU Backgammon in a seat of the backgammon preset."""

    def __init__(self, program: Gnubg) -> None:
        self.name = f"gnubg:{program.plies}"
        self.program = program
        self._play: list[int] = []  # what is left of this turn

    def begin(self, seed: int) -> None:
        self._play = []

    def close(self) -> None:
        self.program.close()

    def choose(self, position: Position) -> int:
        codes = position.legal_codes()
        if codes == [Action.NO_MOVE]:
            return Action.NO_MOVE
        if position.s.phase == Phase.DOUBLING:
            return Action.DOUBLE if self._weigh_double(position).doubles else Action.ROLL
        if position.s.phase == Phase.ANSWERING:
            return Action.ACCEPT if self._weigh_double(position).takes else Action.DECLINE
        if not self._play:
            self._play = self._whole_turn(position)
        return self._play.pop(0)

    def _weigh_double(self, position: Position) -> Doubling:
        cube = cube_of(position)
        assert cube is not None
        return self.program.weigh_double(*sides(position), cube)

    def _whole_turn(self, position: Position) -> list[int]:
        if position.s.steps:
            raise ValueError("somebody else began this turn: expected to be asked from its first step on")
        dice = int(position.s.dice[0]), int(position.s.dice[1])
        mover, other = sides(position)
        hops = self.program.ask(dice, mover, other, cube_of(position))
        codes = find_codes(position, hops)
        if codes is None:
            raise GnubgFault(
                f"GNU Backgammon plays {dice[0]}-{dice[1]} in {position_id(mover, other)} as {write_hops(hops)}: "
                f"expected a legal play of {position.game.write_position(position.s, position.o)}"
            )
        return codes


def sides(position: Position) -> tuple[Men, Men]:
    """The men of the player whose turn it is, and those of his opponent."""
    check_game(position)
    board = int(position.s.board)
    return men_of(position, board), men_of(position, rival_of(board))


def check_game(position: Position) -> None:
    o = position.o
    if position.game.name != "quatro" or o.ruleset != Ruleset.BACKGAMMON24 or o.match:
        raise ValueError("GNU Backgammon plays one game for money: expected Quatro's preset backgammon")


def cube_of(position: Position) -> Cube | None:
    """The cube as it lies for the player whose turn it is; None where it is not used."""
    s = position.s
    if not position.o.cube:
        return None
    return int(s.cube), -1 if s.last == NOBODY else int(s.last != s.board)


def rival_of(board: int) -> int:
    """The other of the boards A and B, which are the first and the last clockwise."""
    return 3 - board


def men_of(position: Position, board: int) -> Men:
    s, o = position.s, position.o
    places = (int(o.spot[board, v]) for v in range(1, POINTS + 1))
    return (*(int(s.men[k]) if s.owner[k] == board else 0 for k in places), int(s.bar[board]))


def find_codes(position: Position, hops: Sequence[Hop]) -> list[int] | None:
    """The actions that make a whole turn of these hops, in an order that is legal; None if there is none."""
    line = Line.after(position)

    def go_on(left: Sequence[Hop]) -> list[int] | None:
        if line.s.phase != Phase.MOVING:
            return None if left else []
        for code in line.legal_codes():
            hop = hop_of(line, code)
            if hop in left:
                before = line.states.copy()
                line.push(code)
                rest = list(left)
                rest.remove(hop)
                found = go_on(rest)
                line.states[:] = before
                if found is not None:
                    return [code, *found]
        return None

    return go_on(hops)


def hop_of(position: Position, code: int) -> Hop:
    """A step as the program writes it; forfeiting is from nowhere to nowhere."""
    if code == Action.NO_MOVE:
        return OFF, OFF
    return steps.step_from(code) or BAR, max(OFF, int(steps.step_to(position.s, position.o, code)))


def read_hops(said: str) -> list[Hop]:
    places = [int(place) for place in json.loads(said)]
    return list(zip(places[::2], places[1::2], strict=True))


def read_doubling(said: str) -> Doubling:
    return Doubling(*map(float, json.loads(said)))


def write_hops(hops: Sequence[Hop]) -> str:
    names = {BAR: "bar", OFF: "off"}
    return " ".join(f"{names.get(start, start)}/{names.get(end, end)}" for start, end in hops) or "no move"


def position_id(mover: Men, other: Men) -> str:
    """The program's own name for a position: for each man a 1 and after each point a 0, the lowest bit first."""
    bits = "".join("1" * count + "0" for men in (other, mover) for count in men).ljust(80, "0")
    return b64encode(int(bits[::-1], 2).to_bytes(10, "little")).decode().rstrip("=")
