"""The engine protocol, from the engine's side: lines come in, lines go out. `docs/engines.md` describes it."""

import re
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from importlib.metadata import version
from io import TextIOWrapper
from math import inf
from time import perf_counter
from typing import TextIO

from parlour.engine.game import UnknownGame, find_game
from parlour.engine.options import Choice, Option, OptionError, Whole
from parlour.engine.play import IllegalAction, Play
from parlour.engine.position import PositionError
from parlour.engine.record import CALL_MARK
from parlour.search.bots import CAST, RANDOM, LevelBot, RandomBot, UnknownBot, bot_names, find_level
from parlour.search.line import Line
from parlour.search.thinker import Thinker, Thought

VERSION = 1  # of the protocol
HANDSHAKES = ("parlour", "uci")
STRONGEST = "strongest"
LONGEST_LINE = 1 << 20
LONGEST_ERROR = 1000  # characters
REPORT_SECONDS = 1.0  # how often thinking without a number of simulations tells how far it is
MOVES_TOLD = 5  # moves an info line tells about
FOREVER = 1e9  # seconds
CLOSING_SECONDS = 2.0

USAGE = {
    **{word: word for word in HANDSHAKES},
    "isready": "isready",
    "setoption": "setoption name NAME value VALUE",
    "newgame": "newgame GAME [preset NAME] [OPTION=VALUE ...]",
    "position": "position start|NAME=VALUE ... [moves MOVE ...]",
    "moves": "moves",
    "go": "go [simulations N] [movetime MS] [infinite]",
    "stop": "stop",
    "quit": "quit",
}
WHILE_THINKING = (*HANDSHAKES, "isready", "moves", "stop", "quit")

SETTINGS = (
    Option("level", Choice(STRONGEST, RANDOM, *CAST), STRONGEST, "who plays, by name or number"),
    Option("simulations", Whole(1, 10**9, zero=True), 0, "how many lines a plain go looks ahead; 0: as the level does"),
    Option("seconds", Whole(1, 86_400, zero=True), 0, "how long a plain go thinks; 0: as the level does"),
    Option("threads", Whole(1, 16), 1, "how many threads think"),
    Option("seed", Whole(0, 10**15), 0, "what random choices depend on"),
)


class Refused(ValueError):
    """A line that cannot be obeyed; the message says what was wrong and what was expected."""


EXPECTED = (Refused, UnknownGame, OptionError, PositionError, IllegalAction, UnknownBot)


@dataclass(frozen=True)
class Settings:
    """What `setoption` has set."""

    level: str = STRONGEST
    simulations: int = 0
    seconds: int = 0
    threads: int = 1
    seed: int = 0


@dataclass(frozen=True)
class Task:
    """What one `go` asked for, and the word to stop it."""

    simulations: int | None
    seconds: float | None
    infinite: bool
    stop: threading.Event
    silent: threading.Event  # nobody listens any more


class Speaker:
    """An engine that answers lines. Hand `obey` one line after another; what it says goes to the writer."""

    def __init__(self, writer: TextIO) -> None:
        self.settings = Settings()
        self.play: Play | None = None  # at the position to think about
        self._writer = writer
        self._lock = threading.RLock()  # held while anything is said, so that lines never mix
        self._setup, self._moves = "", list[str]()  # how the position was given
        self._bot: LevelBot | RandomBot | None = None
        self._rehearsed: set[str] = set()
        self._task: Task | None = None
        self._thread: threading.Thread | None = None
        self._over = False
        self._commands: dict[str, Callable[[list[str]], None]] = {
            **dict.fromkeys(HANDSHAKES, self._introduce),
            "isready": self._get_ready,
            "setoption": self._set_option,
            "newgame": self._new_game,
            "position": self._set_position,
            "moves": self._list_moves,
            "go": self._go,
            "stop": self._stop,
            "quit": self._quit,
        }

    def obey(self, line: str) -> bool:
        """Do what a line says; whether to go on. A bad line is answered by an error, and nothing changes."""
        word, *rest = line.split() or [""]
        if not word:
            return True
        try:
            if word not in USAGE:
                raise Refused(f"{_shorten(word)} is not a command: expected one of {', '.join(USAGE)}")
            if self._task is not None and word not in WHILE_THINKING:
                raise Refused(f"{word} must wait, the engine is thinking: expected stop, and then the bestmove, first")
            if rest and USAGE[word] == word:
                raise Refused(f"{word} is followed by {_shorten(' '.join(rest))}: expected nothing more")
            self._commands[word](rest)
        except EXPECTED as error:
            self.refuse(str(error), USAGE.get(word, ""))
        except OSError:
            raise  # nobody listens
        except Exception as error:  # an engine answers, whatever happens
            self.refuse(f"{word} failed, {error!r}", "this to work")
        return not self._over

    def refuse(self, reason: str, usage: str) -> None:
        """Say that a line was bad, and what was expected: the usage, unless the reason names it."""
        self._say(_error(reason if "expected" in reason else f"{reason}: expected {usage}"))

    def finish(self) -> None:
        """No more lines will come: whoever thinks answers at once."""
        self._stop([])
        if self._thread is not None:
            self._thread.join(CLOSING_SECONDS)

    def close(self) -> None:
        """Nobody listens any more: whoever thinks says no more."""
        if (task := self._task) is not None:
            task.silent.set()
        self.finish()

    def _say(self, *lines: str) -> None:
        with self._lock:
            self._writer.write("".join(f"{line}\n" for line in lines))
            self._writer.flush()

    def _introduce(self, words: list[str]) -> None:
        names = (f"id name Parlour {version('parlour')}", "id author The Parlour authors", f"id protocol {VERSION}")
        self._say(*names, *map(_declare, SETTINGS), "protocolok")

    def _get_ready(self, words: list[str]) -> None:
        if self._task is None and self.play is not None and self.settings.level != RANDOM:
            self._rehearse(self.play)
        self._say("readyok")

    def _rehearse(self, play: Play) -> None:
        """Have everything compiled that thinking about this game needs."""
        if play.game.name not in self._rehearsed:
            play.game.warm()
            line = Line(play.game, play.values)
            thinker = Thinker(play.game, play.values, capacity=4096)
            thinker.think(line, simulations=16)
            line.draw(0.0) if line.at_chance else line.push(line.legal_codes()[0])
            thinker.think(line, simulations=1)
            self._rehearsed.add(play.game.name)

    def _set_option(self, words: list[str]) -> None:
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise Refused("setoption cannot be read")
        name, value = words[1].lower(), words[3]
        option = next((option for option in SETTINGS if option.name == name), None)
        if option is None:
            raise Refused(f"there is no option {_shorten(words[1])}: expected one of {', '.join(_names())}")
        if name == "level":
            value = {str(number): known for number, known in enumerate(CAST, 1)}.get(value, value)
        settings = replace(self.settings, **{name: option.read(value)})
        if self.play is not None:
            _check_level(self.play, settings.level)
        self.settings, self._bot = settings, None

    def _new_game(self, words: list[str]) -> None:
        if not words:
            raise Refused("newgame names no game")
        game, rest = find_game(words[0]), words[1:]
        preset = None
        if rest[:1] == ["preset"]:
            if len(rest) == 1:
                raise Refused(f"preset names none: expected one of {', '.join(game.presets) or 'none'}")
            preset, rest = rest[1], rest[2:]
        given: dict[str, str] = {}
        for word in rest:
            name, separator, value = word.partition("=")
            if not separator:
                raise Refused(f"{_shorten(word)} is not an option: expected NAME=VALUE")
            if name in given:
                raise Refused(f"{_shorten(name)} is given twice: expected every option once")
            given[name] = value
        play = Play(game, game.settle(preset, **given))
        _check_level(play, self.settings.level)
        self.play, self._setup, self._moves, self._bot = play, "", [], None

    def _set_position(self, words: list[str]) -> None:
        play = self._chosen()
        cut = words.index("moves") if "moves" in words else len(words)
        setup, moves = " ".join(words[:cut]), words[cut + 1 :]
        if not setup:
            raise Refused("position does not say which")
        setup = "" if setup == "start" else setup
        if setup == self._setup:  # what was there already need not be played again
            play, shared = copy(play), common_length(self._moves, moves)
            play.undo(play.ply - shared)
        else:
            play, shared = Play(play.game, play.values), 0
            if setup:
                play.place(setup)
        for number, word in enumerate(moves[shared:], shared + 1):
            try:
                push_word(play, word)
            except IllegalAction as error:
                raise Refused(f"move {number}: {error}") from None
        self.play, self._setup, self._moves = play, setup, moves

    def _list_moves(self, words: list[str]) -> None:
        play = self._chosen()
        if play.over:
            self._say(" ".join(["over", *(f"{points:g}" for points in play.score or ())]))
        elif play.at_chance:
            self._say(" ".join(["outcomes", *(outcome.notation for outcome in play.outcomes)]))
        else:
            self._say(" ".join(["moves", *(write_move(play, code) for code in play.legal_codes())]))

    def _go(self, words: list[str]) -> None:
        play = self._chosen()
        task = self._read_task(words)
        if play.over:
            raise Refused("the play is over, there is nothing to choose: expected a position where a seat is to move")
        if play.at_chance:
            raise Refused("chance decides here: expected its outcome among the moves of the position")
        self._task = task
        self._thread = threading.Thread(target=self._think, args=(play, task), daemon=True)
        self._thread.start()

    def _stop(self, words: list[str]) -> None:
        """Where nobody thinks any more there is nothing to say: the bestmove and this line crossed."""
        if (task := self._task) is not None:
            task.stop.set()

    def _quit(self, words: list[str]) -> None:
        self._over = True

    def _chosen(self) -> Play:
        if self.play is None:
            raise Refused("no game was chosen: expected newgame GAME first")
        return self.play

    def _read_task(self, words: list[str]) -> Task:
        given: dict[str, int] = {}
        rest = [word for word in words if word != "infinite"]
        for name, value in zip(rest[::2], [*rest[1::2], ""], strict=False):
            if name not in ("simulations", "movetime") or name in given:
                raise Refused(f"{_shorten(name)} cannot be read here: expected {USAGE['go']}")
            if not re.fullmatch("[0-9]{1,10}", value) or not 1 <= int(value) <= 10**9:
                raise Refused(f"{name} cannot be {_shorten(value)}: expected a whole number from 1 to {10**9}")
            given[name] = int(value)
        events = threading.Event(), threading.Event()
        if len(rest) < len(words):
            if given or len(rest) + 1 < len(words):
                raise Refused("go infinite has no other limit: expected infinite alone")
            return Task(None, None, True, *events)
        if given:
            time = given.get("movetime")
            return Task(given.get("simulations"), None if time is None else time / 1000, False, *events)
        return Task(self.settings.simulations or None, self.settings.seconds or None, False, *events)

    def _think(self, play: Play, task: Task) -> None:
        """What a `go` comes to. Nobody may be left waiting for it, whatever happens."""
        try:
            answer = f"bestmove {write_move(play, self._choose(play, task))}"
        except Exception as error:
            answer = _error(f"thinking failed, {error!r}: expected a move")
        with suppress(OSError, ValueError), self._lock:  # the other side may be gone
            self._task = None
            if not task.silent.is_set():
                self._say(answer)

    def _choose(self, play: Play, task: Task) -> int:
        """The same choice that a bot of this level makes, unless it is told to think longer or shorter."""
        if self._bot is None:
            self._bot = self._new_bot(play)
        bot = self._bot
        codes = play.legal_codes()
        if isinstance(bot, RandomBot) or (len(codes) == 1 and not task.infinite):
            if task.infinite:
                task.stop.wait()
            return codes[0] if len(codes) == 1 else bot.choose(play)
        if task.simulations is None and task.seconds is None and not task.infinite:
            task = replace(task, simulations=max(1, bot.level.simulations))
        return bot.pick(play, self._search(bot.thinker, play, task))

    def _new_bot(self, play: Play) -> LevelBot | RandomBot:
        game, values, settings = play.game, play.values, self.settings
        name = bot_names(game, values)[-1] if settings.level == STRONGEST else settings.level
        if name == RANDOM:
            return RandomBot(settings.seed)
        return LevelBot(game, values, *find_level(game, values, name), settings.seed, settings.threads)

    def _search(self, thinker: Thinker, play: Play, task: Task) -> Thought:
        """Think, and tell how far it is. With a number of simulations it is one thought, the same every time."""
        begun = perf_counter()
        seconds = inf if task.seconds is None else task.seconds
        made, seed = 0, thinker.seed
        try:
            while True:
                left = begun + seconds - perf_counter()
                longest = min(left, FOREVER if task.simulations is not None else REPORT_SECONDS)
                thought = thinker.think(play, task.simulations, longest, task.stop.is_set)
                if not thought.candidates:  # stopped before it began
                    thought = thinker.think(play, simulations=1)
                made += thought.simulations
                self._report(play, task, thought, made, perf_counter() - begun)
                if task.simulations is not None or task.stop.is_set() or perf_counter() >= begun + seconds:
                    return thought
                thinker.seed += 1  # or the same chances would be drawn again
        finally:
            thinker.seed = seed

    def _report(self, play: Play, task: Task, thought: Thought, made: int, seconds: float) -> None:
        values = " ".join(f"{value:.4f}" for value in thought.values)
        moves = [f" move {write_move(play, c.code)} visits {c.visits}" for c in thought.candidates[:MOVES_TOLD]]
        if not task.silent.is_set():
            self._say(f"info simulations {made} seconds {seconds:.3f} values {values}{''.join(moves)}")


def speak(reader: TextIO, writer: TextIO) -> None:
    """Answer line by line until `quit`. Where the lines just end, whoever still thinks answers at once."""
    for stream in (reader, writer):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    speaker = Speaker(writer)
    try:
        while line := reader.readline(LONGEST_LINE):
            if len(line) == LONGEST_LINE and not line.endswith("\n"):
                while line and not line.endswith("\n"):
                    line = reader.readline(LONGEST_LINE)
                speaker.refuse("the line is too long", f"at most {LONGEST_LINE} characters")
            elif not speaker.obey(line):
                return
        speaker.finish()
    finally:
        speaker.close()


def push_word(play: Play, word: str) -> None:
    """Play one action, outcome or call, as records write it. Raises IllegalAction, and then nothing has changed."""
    if word.startswith(CALL_MARK):
        play.call(word.removeprefix(CALL_MARK))
        return
    before = play.ply
    play.push(word)
    if (count := play.ply - before) != 1:
        play.undo(count)
        raise IllegalAction(f"{word!r} stands for {count} moves: expected a word for each")


def write_move(play: Play, code: int) -> str:
    """A legal action in notation."""
    return str(play.game.notation.write(play.s, play.o, code))


def common_length(one: Sequence[object], other: Sequence[object]) -> int:
    """How far two lists are the same."""
    for i, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return i
    return min(len(one), len(other))


def _names() -> list[str]:
    return [option.name for option in SETTINGS]


def _declare(option: Option) -> str:
    """An option as the handshake tells it."""
    line = f"option name {option.name} type"
    if isinstance(option.kind, Whole):
        low = 0 if option.kind.zero else option.kind.low
        return f"{line} spin default {option.default} min {low} max {option.kind.high}"
    assert isinstance(option.kind, Choice)
    return f"{line} combo default {option.default} {' '.join(f'var {value}' for value in option.kind.values)}"


def _check_level(play: Play, level: str) -> None:
    """Whether somebody of that name plays the game chosen."""
    if level not in (STRONGEST, RANDOM):
        find_level(play.game, play.values, level)


def _shorten(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:59] + "…")


def _error(text: str) -> str:
    """An error is one line, and not a long one; it keeps its end, where the expected is."""
    line = " ".join(f"error {text}".split())
    half = LONGEST_ERROR // 2
    return line if len(line) <= LONGEST_ERROR else f"{line[:half]}…{line[-half:]}"
