"""Programs of others at the table: any engine that speaks the protocol of `docs/engines.md` takes a seat.

Such a program is not trusted. Whatever it does, `choose` returns a legal action or raises EngineFault, in bounded
time and memory, and the game goes on as it was.
"""

import os
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from queue import Empty, Full, Queue, SimpleQueue
from typing import IO

from parlour.engine.options import changed
from parlour.engine.play import IllegalAction, Play
from parlour.search.line import Position
from parlour.search.protocol import HANDSHAKES, common_length, write_move

ENGINE = "engine:"  # before the command, where a bot is named
RESTARTS = 3  # in a row, after faults
LONGEST_LINE = 16_384  # bytes
LINES_WAITING = 256  # lines read and not yet looked at; a program that says more has to wait
CHUNK = 65_536  # bytes read at once
MOST_TOLD = 10_000  # lines that mean something, while another is waited for
MOST_NOISE = 200  # lines that mean nothing
NOISE_KEPT = 5  # of them, for the report
LONGEST_MOVE = 200  # characters
LOOK_SECONDS = 0.1  # how often a silent program is looked after
COMPLAINT_KEPT = 600  # bytes of the error output, for the report
TOLD = ("id", "option", "info")
LEGAL = "legal"  # the option of an engine that wants to be told the legal moves
SEED = "seed"  # the option of an engine that leaves something to chance
SEEDS = 2**31  # how many seeds there are: every language has room for that


class EngineFault(RuntimeError):
    """An engine does not play as it should. The message says which one, what it did and what was expected."""


class Silence(Enum):
    """Why no line was heard."""

    LATE = "late"
    CLOSED = "closed"
    TOO_LONG = "too long"


@dataclass(frozen=True)
class Patience:
    """How many seconds a program is given."""

    start: float = 20.0  # to say who it is
    ready: float = 300.0  # to get ready for a position: it may have to compile something first
    move: float = 60.0  # to choose, on top of the time it was told to think
    quit: float = 2.0  # to end when asked to; half as long again when told to


class Program:
    """A running program: lines to it and from it, without ever waiting longer than asked."""

    def __init__(self, words: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # so that all it has started can be ended with it
        )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self._lines: Queue[str | Silence] = Queue(LINES_WAITING)
        self._over = threading.Event()
        self._complaint: deque[int] = deque(maxlen=COMPLAINT_KEPT)
        self._listener = _begin(_read_lines, process.stdout, self._lines, self._over)
        self._collector = _begin(_read_complaint, process.stderr, self._complaint, self._over)
        _begin(_write_lines, process.stdin, self._outgoing)
        self._slay = weakref.finalize(self, _slay, process, self._over)  # when forgotten, and when Python ends

    @property
    def pid(self) -> int:
        return self._process.pid

    def say(self, line: str) -> None:
        self._outgoing.put(f"{line}\n".encode())

    def hear(self, deadline: float) -> str | Silence:
        """The next line. A program that has ended will say no more, even if what it started holds its output open."""
        ended = False
        while (left := deadline - time.monotonic()) > 0:
            with suppress(Empty):
                return self._lines.get(timeout=min(left, LOOK_SECONDS))
            if ended:
                return Silence.CLOSED
            ended = self._process.poll() is not None
        return Silence.LATE

    @property
    def complaint(self) -> str:
        """The end of what it wrote to its error output."""
        return bytes(list(self._complaint)).decode(errors="replace").strip()

    def describe_end(self) -> str:
        """What became of a program that closed its output."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0.5)
        self._collector.join(0.5)
        status = self._process.poll()
        if status is None:
            return "closed its output"
        return f"ended with status {status}" if status >= 0 else f"was ended by signal {-status}"

    def end(self, patience: float) -> None:
        """Ask it to quit, then tell it to, then make it."""
        if patience:
            self.say("quit")
            self._wait(patience)
            _signal(self._process, hard=False)
            self._wait(patience / 2)
        self._outgoing.put(None)
        self._slay()
        self._listener.join(1)
        self._collector.join(1)

    def _wait(self, seconds: float) -> None:
        """Until it ends, reading on meanwhile, or it might wait for us."""
        deadline = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < deadline:
            with suppress(Empty):
                self._lines.get(timeout=0.01)


def _begin(target: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread


def _read_lines(stream: IO[bytes], lines: "Queue[str | Silence]", over: threading.Event) -> None:
    """Cut into lines what a program says, as long as they are not too long."""
    ending = Silence.CLOSED
    with stream, suppress(OSError):
        rest = b""
        while ending is Silence.CLOSED and (chunk := stream.read(CHUNK)):
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                if len(line) > LONGEST_LINE:
                    rest = line
                    break
                _put(lines, line.decode(errors="replace"), over)
            if len(rest) > LONGEST_LINE:
                ending = Silence.TOO_LONG
    _put(lines, ending, over)


def _put(lines: "Queue[str | Silence]", line: str | Silence, over: threading.Event) -> None:
    """Wait for room: what a program says faster than it is heard stays in its pipe."""
    while not over.is_set():
        with suppress(Full):
            lines.put(line, timeout=0.2)
            return


def _read_complaint(stream: IO[bytes], kept: deque[int], over: threading.Event) -> None:
    with stream, suppress(OSError):
        while not over.is_set() and (chunk := stream.read(CHUNK)):
            kept.extend(chunk[-COMPLAINT_KEPT:])
            if len(chunk) == CHUNK:
                time.sleep(0.01)  # whoever complains without end must not keep us busy


def _write_lines(stream: IO[bytes], outgoing: "SimpleQueue[bytes | None]") -> None:
    with stream, suppress(OSError):
        while (line := outgoing.get()) is not None:
            while line:
                line = line[stream.write(line) :]


def _signal(process: "subprocess.Popen[bytes]", hard: bool) -> None:
    """End a program and all it has started."""
    with suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL if hard else signal.SIGTERM)
        elif hard:
            process.kill()
        else:
            process.terminate()


def _slay(process: "subprocess.Popen[bytes]", over: threading.Event) -> None:
    over.set()
    _signal(process, hard=True)
    with suppress(subprocess.TimeoutExpired):
        process.wait(5)


class EngineBot:
    """A program that plays, by the command that starts it. After a fault it can be asked again."""

    def __init__(
        self,
        command: str,
        settings: Mapping[str, object] | None = None,
        seconds: float | None = None,
        patience: Patience | None = None,
    ) -> None:
        """`settings` are options the program declares; `seconds` is how long it is told to think, if it is."""
        self.command = command
        self.name = ENGINE + command
        self.title = ""  # what it calls itself, once it has
        self.settings = {name.lower(): str(value) for name, value in (settings or {}).items()}
        self.seconds = seconds
        self.patience = patience or Patience()
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise EngineFault(f"the command {command!r} cannot be read, {error}: expected a program") from None
        if not self._words:
            raise EngineFault("the command of an engine is empty: expected a program, with its arguments if need be")
        self._program: Program | None = None
        self._declared: set[str] = set()
        self._play: Play | None = None  # in step with the position that was asked about last
        self._announced = False  # whether the program knows of this play
        self._noise: deque[str] = deque(maxlen=NOISE_KEPT)
        self._seed: int | None = None
        self._faults = 0  # in a row

    def __enter__(self) -> "EngineBot":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def begin(self, seed: int) -> None:
        """A new play begins; a program that declares a seed is told one."""
        self._seed, self._announced = seed % SEEDS, False

    def choose(self, position: Position) -> int:
        """A legal action. Raises EngineFault where the program does not come to one."""
        codes = position.legal_codes()
        if not codes:
            raise ValueError("no seat is to move here: expected a position where there is something to choose")
        if len(codes) == 1:
            return codes[0]
        play = self._follow(position)
        with self._watched():
            code = self._ask(self._running(), play, codes)
        self._faults = 0
        return code

    def start(self) -> None:
        """Start the program and hear who it is, to know early whether that works. Raises EngineFault."""
        with self._watched():
            self._running()

    def close(self) -> None:
        """End the program; asked again, it would be started anew."""
        program, self._program, self._faults = self._program, None, 0
        if program is not None:
            program.end(self.patience.quit)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Where anything goes wrong the program is ended at once, for nobody knows what it is doing."""
        self._noise.clear()
        if self._faults > RESTARTS:
            did = f"has failed {self._faults} times in a row and is not started again"
            raise self._fault(did, "another engine, or this one closed first")
        try:
            yield
        except BaseException as error:
            program, self._program = self._program, None
            self._faults += isinstance(error, EngineFault)
            if program is not None:
                program.end(0)
            raise

    def _fault(self, did: str, expected: str) -> EngineFault:
        """What happened, in words, with what was heard of the program before."""
        message = f"the engine {self.command!r} {did}: expected {expected}"
        if self._noise:
            message += f". It had also said {', '.join(map(repr, self._noise))}"
        if self._program is not None and self._program.complaint:
            message += f". It complained: {self._program.complaint!r}"
        return EngineFault(message)

    def _running(self) -> Program:
        """The program, started if it is not there."""
        if self._program is not None:
            return self._program
        try:
            program = self._program = Program(self._words)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise self._fault(f"could not be started, {reason}", "a program that can be run") from None
        program.say(HANDSHAKES[0])
        _, told = self._hear_until(program, "protocolok", self.patience.start)
        self._declared = {_between(line, "option name", "type").lower() for line in told if line.startswith("option ")}
        names = [line.removeprefix("id name ") for line in told if line.startswith("id name ")]
        self.title = _printable(names[0]) if names else ""
        self._announced = False
        self._set_options(program)
        return program

    def _set_options(self, program: Program) -> None:
        for name, value in self.settings.items():
            if name not in self._declared:
                known = ", ".join(sorted(_printable(known) for known in self._declared)) or "none at all"
                raise self._fault(f"has no option {name!r}", f"one of those it declares, {known}")
            program.say(f"setoption name {name} value {value}")
        if LEGAL in self._declared:
            program.say(f"setoption name {LEGAL} value true")

    def _follow(self, position: Position) -> Play:
        """The own play, brought to the same place; what it has in common with the position is kept."""
        play, codes = self._play, position.codes
        if (
            play is None
            or play.game is not position.game
            or play.values != position.values
            or play.placed != position.placed
        ):
            play, self._announced = Play(position.game, position.values), False
            if position.placed:
                play.place(position.placed)
        shared = common_length(play.codes, codes)
        if play.codes and not shared:
            self._announced = False
        play.undo(play.ply - shared)
        for code in codes[shared:]:
            _push_code(play, code)
        self._play = play
        return play

    def _ask(self, program: Program, play: Play, codes: list[int]) -> int:
        if not self._announced:
            if self._seed is not None and SEED in self._declared - set(self.settings):
                program.say(f"setoption name {SEED} value {self._seed}")
            options = changed(play.game.options, play.values)
            program.say(" ".join(["newgame", play.game.name, *(f"{name}={text}" for name, text in options.items())]))
            self._announced = True
        moves = ["moves", *(written.text for written in play.written)] if play.written else []
        program.say(" ".join(["position", play.placed or "start", *moves]))
        program.say("isready")  # whatever was said before the answer belongs to another position
        self._hear_until(program, "readyok", self.patience.ready)
        legal = [write_move(play, code) for code in codes]
        if LEGAL in self._declared:
            program.say(" ".join([LEGAL, *legal]))
        program.say("go" if self.seconds is None else f"go movetime {max(1, round(self.seconds * 1000))}")
        said, _ = self._hear_until(program, "bestmove", (self.seconds or 0) + self.patience.move)
        return self._read_move(play, said.partition(" ponder ")[0], dict(zip(legal, codes, strict=True)))

    def _read_move(self, play: Play, text: str, legal: dict[str, int]) -> int:
        """The action meant by a bestmove, in any writing that a person might use."""
        if text in legal:
            return legal[text]
        before, found = play.ply, list[int]()
        with suppress(IllegalAction):
            play.push(text[:LONGEST_MOVE])
            found = play.codes[before:]
        play.undo(play.ply - before)
        if len(found) == 1 and len(text) <= LONGEST_MOVE and found[0] in legal.values():
            return found[0]
        shown = " ".join(list(legal)[:40]) + (" …" if len(legal) > 40 else "")
        wrong = f"{len(found)} moves at once" if found else "not legal here"
        raise self._fault(f"chose {_quote(text)}, which is {wrong}", f"one of {shown}")

    def _hear_until(self, program: Program, word: str, seconds: float) -> tuple[str, list[str]]:
        """What comes after the word that is waited for, and the lines of meaning before it."""
        told: deque[str] = deque(maxlen=LINES_WAITING)
        count = noise = 0
        deadline = time.monotonic() + seconds
        while True:
            heard = program.hear(deadline)
            if isinstance(heard, Silence):
                raise self._fault(self._describe_silence(program, heard, seconds), f"{word!r}")
            line = " ".join(heard.split())
            first, _, rest = line.partition(" ")
            if first == word:
                return rest, list(told)
            if first == "error":
                raise self._fault(f"answered {_quote(line)}", f"{word!r}")
            if first in TOLD:
                count += 1
                told.append(line)
            elif line:
                noise += 1
                self._noise.append(line[:100])
            if count > MOST_TOLD or noise > MOST_NOISE:
                kind = "lines that mean nothing" if noise > MOST_NOISE else "lines"
                raise self._fault(
                    f"said more than {MOST_NOISE if noise > MOST_NOISE else MOST_TOLD} {kind}", f"{word!r}"
                )

    def _describe_silence(self, program: Program, silence: Silence, seconds: float) -> str:
        match silence:
            case Silence.LATE:
                return f"did not answer within {seconds:g} seconds"
            case Silence.TOO_LONG:
                return f"said a line of more than {LONGEST_LINE} bytes"
            case Silence.CLOSED:
                return program.describe_end()


def _push_code(play: Play, code: int) -> None:
    """Play a code again, be it an action, an outcome or a call."""
    called = next((word for word, known in play.calls.items() if known == code), None)
    if called is not None and code >= play.game.actions.SIZE:
        play.call(called)
    else:
        play.push(code)


def _between(line: str, start: str, end: str) -> str:
    return line.partition(f"{start} ")[2].partition(f" {end}")[0].strip()


def _printable(text: str) -> str:
    return "".join(char for char in text if char.isprintable())[:60]


def _quote(text: str) -> str:
    return repr(text if len(text) <= 100 else text[:99] + "…")
