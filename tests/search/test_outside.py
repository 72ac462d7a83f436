"""Programs of others at the table: those that play, and those that misbehave in every way we could think of."""

import os
import random
import re
import shlex
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.engine.game import find_game, games
from parlour.engine.play import Play
from parlour.search.arena import play_game
from parlour.search.bots import RandomBot
from parlour.search.line import Line
from parlour.search.outside import LONGEST_LINE, MOST_NOISE, RESTARTS, EngineBot, EngineFault, Patience

PAGE = (Path(__file__).parents[2] / "docs" / "engines.md").read_text(encoding="utf-8")
GAMES = [name for name, game in games().items() if game.rules.__name__.startswith("parlour.games.")]
OURS = "import sys; from parlour.search.protocol import speak; speak(sys.stdin, sys.stdout)"

# Answers everything as it should; a misbehaviour takes the place of one of the answers.
GOOD = """
import os, signal, subprocess, sys, time

def say(*lines):
    for line in lines:
        sys.stdout.write(line + "\\n")
    sys.stdout.flush()

def handshake():
    say("id name Good", "id author Anybody", "option name style type string default calm", "protocolok")

def isready():
    say("readyok")

def go():
    say("info values 0 0", "bestmove b2")

def leave():
    sys.exit()

def other(line):
    pass

{misbehaviour}

for line in sys.stdin:
    word = line.split()[0]
    answers = dict(parlour=handshake, isready=isready, go=go, quit=leave)
    if word in answers:
        answers[word]()
    else:
        other(line)
"""

Make = Callable[..., EngineBot]


@pytest.fixture
def make(tmp_path: Path, request: pytest.FixtureRequest) -> Make:
    """A bot whose program misbehaves as told."""

    def write(misbehaviour: str = "", **patience: float) -> EngineBot:
        path = tmp_path / "an engine.py"
        path.write_text(GOOD.format(misbehaviour=misbehaviour))
        given = {"start": 20.0, "ready": 20.0, "move": 20.0, "quit": 0.3} | patience
        bot = EngineBot(shlex.join([sys.executable, "-S", "-E", str(path)]), patience=Patience(**given))
        request.addfinalizer(bot.close)
        return bot

    return write


def stencil() -> Play:
    game = find_game("stencil")
    return Play(game, game.settle(games=1, plate_choice="fixed", first_player="red"))


@cache
def midway(name: str) -> Play:
    """A play at a place where there is something to choose."""
    game, rng = find_game(name), random.Random(6)
    play = Play(game, game.settle(**game.brisk))
    while play.ply < 6 or play.at_chance or len(play.legal_codes()) < 2:
        play.roll(rng) if play.at_chance else play.push(rng.choice(play.legal_codes()))
    return play


def process_of(bot: EngineBot) -> int:
    assert bot._program is not None
    return bot._program._process.pid


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def blame(bot: EngineBot, play: Play) -> str:
    """What is said of the program's fault; the play must not have changed, and the program must be gone."""
    before = play.record(), play.states.tobytes()
    with pytest.raises(EngineFault) as caught:
        bot.choose(play)
    assert (play.record(), play.states.tobytes()) == before
    assert bot._program is None
    message = str(caught.value)
    assert message.startswith(f"the engine {bot.command!r} ")
    assert "expected" in message
    assert len(message) < 3000
    assert message.isprintable()
    return message


def test_a_good_engine_plays(make: Make) -> None:
    bot, play = make(), stencil()
    assert bot.name == f"engine:{bot.command}"
    assert play.describe(bot.choose(play)).notation == "b2"
    assert bot.title == "Good"
    process = process_of(bot)
    bot.close()
    assert not is_running(process)
    bot.close()


MISBEHAVIOURS = {
    "dies at once": ("sys.exit(3)", "ended with status 3: expected 'protocolok'"),
    "dies with a complaint": ("raise SystemExit('out of cheese')", "It complained: 'out of cheese'"),
    "is killed by itself": ("def go(): os.kill(os.getpid(), signal.SIGKILL)", "was ended by signal 9"),
    "crashes when asked": ("def go(): 1 / 0", "ended with status 1: expected 'bestmove'"),
    "closes its output": (
        "def go():\n    os.close(1)\n    time.sleep(60)",
        "closed its output: expected 'bestmove'",
    ),
    "chooses an illegal move": (
        "def go(): say('bestmove e9')",
        "chose 'e9', which is not legal here: expected one of a1",
    ),
    "chooses two moves": ("def go(): say('bestmove a1 b2')", "chose 'a1 b2', which is 2 moves at once"),
    "chooses nothing": ("def go(): say('bestmove')", "chose '', which is not legal here"),
    "chooses a referee's call": ("def go(): say('bestmove !clock')", "chose '!clock', which is not legal here"),
    "chooses something enormous": (
        "def go(): say('bestmove ' + '(' * 10000)",
        "which is not legal here",
    ),
    "refuses the game": ("def isready(): say('error no such game', 'readyok')", "answered 'error no such game'"),
    "talks nonsense without end": (
        "def go():\n    while True: say('la la la')",
        f"said more than {MOST_NOISE} lines that mean nothing: expected 'bestmove'. It had also said 'la la la'",
    ),
    "informs without end": ("def go():\n    while True: say('info still thinking')", "said more than 10000 lines"),
    "says a line without end": (
        "def go():\n    while True: sys.stdout.write('x' * 65536)",
        f"said a line of more than {LONGEST_LINE} bytes: expected 'bestmove'",
    ),
    "says a long line": ("def go(): say('x' * 20000, 'bestmove b2')", f"said a line of more than {LONGEST_LINE} bytes"),
    "says bytes that are no text": (
        "def go():\n    sys.stdout.buffer.write(b'bestmove \\xff\\x00\\x1b[2J\\n')\n    sys.stdout.flush()",
        r"\x1b[2J', which is not legal here",
    ),
}


@pytest.mark.parametrize("kind", MISBEHAVIOURS)
def test_an_engine_that(make: Make, kind: str) -> None:
    misbehaviour, said = MISBEHAVIOURS[kind]
    assert said in blame(make(misbehaviour), stencil())


SILENCES = {
    "never says who it is": ("def handshake(): pass", "start", "protocolok"),
    "never gets ready": ("def isready(): pass", "ready", "readyok"),
    "never moves": ("def go(): pass", "move", "bestmove"),
    "never ends its line": (
        "def go():\n    sys.stdout.write('bestmove b2')\n    sys.stdout.flush()",
        "move",
        "bestmove",
    ),
    "never reads": ("while True: time.sleep(60)", "start", "protocolok"),
    "keeps complaining": (
        "def go():\n    while True: os.write(2, b'alas ' * 100000)",
        "move",
        "bestmove",
    ),
}


@pytest.mark.parametrize("kind", SILENCES)
def test_an_engine_that_falls_silent(make: Make, kind: str) -> None:
    misbehaviour, limit, word = SILENCES[kind]
    bot = make(misbehaviour, **{limit: 0.4})
    begun = time.monotonic()
    assert f"did not answer within 0.4 seconds: expected {word!r}" in blame(bot, stencil())
    assert time.monotonic() - begun < 15


def test_an_engine_that_stops_reading_while_much_is_told(make: Make) -> None:
    play = stencil()
    bot = make("def handshake():\n    say('protocolok')\n    time.sleep(60)", ready=0.4)
    bot.settings = {}
    bot.start()
    assert bot._program is not None
    bot._program.say("x" * 1_000_000)  # more than a pipe holds
    assert "did not answer within 0.4 seconds: expected 'readyok'" in blame(bot, play)


def test_an_engine_that_moves_before_it_is_asked(make: Make) -> None:
    """A best move for another position is no answer to the question about this one."""
    bot = make("def isready(): say('bestmove c2', 'bestmove a1', 'readyok')")
    play = stencil()
    assert play.describe(bot.choose(play)).notation == "b2"


def test_an_engine_that_answers_for_another_position(make: Make) -> None:
    bot, play = make(), stencil()
    play.push("b2")
    assert "chose 'b2', which is not legal here" in blame(bot, play)


def test_some_nonsense_is_overlooked(make: Make) -> None:
    bot = make("def go(): say(*['la la la'] * 100, '', 'INFO x', 'bestmove  b2 ponder c3')")
    for play in (stencil(), stencil(), stencil()):
        assert play.describe(bot.choose(play)).notation == "b2"


def test_an_engine_that_keeps_talking_between_moves_has_to_wait(make: Make) -> None:
    talk = "import threading\ndef talk():\n    while True: say('la la la')\n"
    start = "def handshake():\n    say('protocolok')\n    threading.Thread(target=talk, daemon=True).start()"
    bot = make(talk + start)
    bot.start()
    time.sleep(0.3)
    assert bot._program is not None
    assert bot._program._lines.qsize() <= 256
    assert f"said more than {MOST_NOISE} lines" in blame(bot, stencil())


@pytest.mark.parametrize(
    "misbehaviour",
    [
        "def leave(): time.sleep(60)",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ndef leave():\n    while True: time.sleep(60)",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ndef leave():\n    while True: say('no ' * 1000)",
    ],
    ids=["does not quit", "does not end when told to", "argues"],
)
def test_an_engine_that_does_not_leave_is_made_to(make: Make, misbehaviour: str) -> None:
    bot = make(misbehaviour)
    bot.choose(stencil())
    process = process_of(bot)
    begun = time.monotonic()
    bot.close()
    assert not is_running(process)
    assert time.monotonic() - begun < 10


def test_an_engine_ends_with_all_it_has_started(make: Make) -> None:
    bot = make("subprocess.Popen(['sleep', '60'])\nsubprocess.Popen(['sleep', '60'])")
    bot.choose(stencil())
    assert bot._program is not None
    listener = bot._program._listener
    bot.close()
    listener.join(5)
    assert not listener.is_alive(), "somebody still holds the output open"


def test_an_engine_that_dies_is_not_waited_for_because_of_what_it_has_started(make: Make) -> None:
    begun = time.monotonic()
    assert "ended with status 4" in blame(make("subprocess.Popen(['sleep', '60'])\ndef go(): sys.exit(4)"), stencil())
    assert time.monotonic() - begun < 15


def test_an_engine_that_is_forgotten_ends(make: Make, tmp_path: Path) -> None:
    make()
    bot = EngineBot(shlex.join([sys.executable, "-S", "-E", str(tmp_path / "an engine.py")]))
    bot.start()
    process = process_of(bot)
    del bot
    assert not is_running(process)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("no-such-program --fast", "could not be started, No such file or directory: expected a program"),
        ("/", "could not be started, Permission denied"),
        ("bad\0name", "could not be started, embedded null byte"),
    ],
)
def test_a_program_that_cannot_be_started(command: str, said: str) -> None:
    with pytest.raises(EngineFault, match=re.escape(said)):
        EngineBot(command).start()


@pytest.mark.parametrize("command", ["", "   ", "python 'engine.py"])
def test_a_command_that_cannot_be_read(command: str) -> None:
    with pytest.raises(EngineFault, match="expected a program"):
        EngineBot(command)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    with pytest.raises(EngineFault):
        EngineBot(f"echo hello > {tmp_path}/written; touch {tmp_path}/touched").start()
    assert list(tmp_path.iterdir()) == []


def test_after_a_fault_it_is_started_again_a_few_times(make: Make, tmp_path: Path) -> None:
    started = tmp_path / "started"
    bot, play = make(f"open({str(started)!r}, 'a').write('x')\ndef go(): say('bestmove e9')"), stencil()
    for _ in range(RESTARTS + 1):
        assert "chose 'e9'" in blame(bot, play)
    for _ in range(3):
        assert f"has failed {RESTARTS + 1} times in a row and is not started again" in blame(bot, play)
    assert started.read_text() == "x" * (RESTARTS + 1)


def test_a_good_move_makes_up_for_the_faults_before_it(make: Make, tmp_path: Path) -> None:
    moody = tmp_path / "moody"
    bot, play = make(f"def go(): say('bestmove ' + ('e9' if os.path.exists({str(moody)!r}) else 'b2'))"), stencil()
    for _ in range(3):
        moody.touch()
        blame(bot, play)
        blame(bot, play)
        moody.unlink()
        assert play.describe(bot.choose(play)).notation == "b2"


def test_an_interrupted_question_is_not_answered_later(make: Make) -> None:
    bot, play = make("def go():\n    time.sleep(0.5)\n    say('bestmove c2')"), stencil()
    bot.start()
    assert bot._program is not None

    def interrupt(deadline: float) -> str:
        raise KeyboardInterrupt

    bot._program.hear = interrupt  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        bot.choose(play)
    assert bot._program is None
    assert play.describe(bot.choose(play)).notation == "c2"


def heard_by(path: Path) -> list[str]:
    return path.read_text().splitlines()


def test_what_an_engine_is_told(make: Make, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    bot = make(f"def other(line): open({str(heard)!r}, 'a').write(line)\ndef go(): say('bestmove d4')")
    bot.settings = {"style": "bold"}
    play = stencil()
    for move in ("b2", "a1"):
        bot.choose(play)
        play.push(move)
    bot.choose(play)
    play.undo(1)
    play.push("c3")
    bot.choose(play)
    placed = stencil()
    placed.place(play.position)
    bot.choose(placed)
    bot.begin(9)
    bot.choose(placed)
    game = "newgame stencil plate_choice=fixed first_player=red games=1"
    assert heard_by(heard) == [
        "setoption name style value bold",
        game,
        "position start",
        "position start moves b2",
        "position start moves b2 a1",
        "position start moves b2 c3",
        game,
        f"position {placed.placed}",
        game,
        f"position {placed.placed}",
    ]


def test_an_option_it_does_not_have(make: Make) -> None:
    bot = make()
    bot.settings = {"level": "3"}
    assert "has no option 'level': expected one of those it declares, style" in blame(bot, stencil())


def test_where_nobody_chooses_it_is_not_asked(make: Make) -> None:
    bot = make("sys.exit(1)")
    play = Play(find_game("quatro"), find_game("quatro").settle())
    with pytest.raises(ValueError, match="no seat is to move here"):
        bot.choose(play)
    while play.at_chance or len(play.legal_codes()) != 1:
        play.roll(random.Random(1)) if play.at_chance else play.push(play.legal_codes()[0])
    assert bot.choose(play) == play.legal_codes()[0], "there is no choice"


@pytest.fixture
def copycat(tmp_path: Path) -> str:
    """The engine on the page."""
    code = re.search(r"```python\n(import random.*?)```", PAGE, re.DOTALL)
    assert code
    assert len(code[1].splitlines()) <= 30
    path = tmp_path / "copycat.py"
    path.write_text(code[1], encoding="utf-8")
    return shlex.join([sys.executable, "-S", str(path)])


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_on_the_page_plays_every_game(copycat: str, name: str) -> None:
    game, rng = find_game(name), random.Random(7)
    play = Play(game, game.settle(**game.brisk))
    with EngineBot(copycat) as bot:
        while not play.over and play.ply < 60:
            if play.at_chance:
                play.roll(rng)
            else:
                code = bot.choose(play)
                assert code in play.legal_codes()
                play.push(code)
        assert bot.title == "Copycat"


def test_the_engine_on_the_page_plays_to_the_end_in_the_arena(copycat: str) -> None:
    game = find_game("stencil")
    with EngineBot(copycat) as bot:
        score = play_game(game, game.settle(games=1), [bot, RandomBot(1)], "luck").score
    assert len(score) == 2
    assert sum(score) in (0, 1)


def test_referees_calls_are_told_too(make: Make, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    bot = make(f"def other(line): open({str(heard)!r}, 'a').write(line)\ndef go(): say('bestmove pass')")
    game, rng = find_game("numeric"), random.Random(3)
    play = Play(game, game.settle(move_seconds=5))
    while play.at_chance or "!timeout" not in [written.text for written in play.written]:
        play.roll(rng) if play.at_chance else play.call("timeout")
    assert play.describe(bot.choose(play)).notation == "pass"
    assert heard_by(heard)[-1].split() == ["position", "start", "moves", *(written.text for written in play.written)]


def test_our_own_engine_takes_a_seat() -> None:
    """Through real pipes: by the level's own choice for a while, then a whole match at random."""
    game = find_game("stencil")
    values = game.settle(games=1, plate_choice="fixed", first_player="red")
    command = shlex.join([sys.executable, "-c", OURS])
    with EngineBot(command, {"level": "pip"}, patience=Patience(start=100)) as bot:
        bot.begin(2**40 + 5)
        score = play_game(game, values, [bot, RandomBot(1)], "luck").score
        assert len(score) == 2
        assert bot.title.startswith("Parlour ")
        bot.seconds = 0.02
        line = Line(game, values)
        assert bot.choose(line) in line.legal_codes()
        bot.close()
        bot.settings = {"level": "nobody"}
        with pytest.raises(EngineFault, match="level cannot be 'nobody': expected strongest"):
            bot.choose(line)
        bot.settings = {"level": "random"}
        quatro = find_game("quatro")
        play, rng = Play(quatro, quatro.settle(**quatro.brisk)), random.Random(8)
        while not play.over and play.ply < 80:
            play.roll(rng) if play.at_chance else play.push(bot.choose(play))
        assert play.ply == 80 or play.over


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=60)
@given(text=st.one_of(st.text(max_size=30), st.text("0123456789abcdHgsE>[]()+-*/=@!?#~:, ", max_size=30)))
def test_whatever_an_engine_chooses_is_legal_or_its_fault(name: str, text: str) -> None:
    play, bot = midway(name), EngineBot("nobody")
    legal = {action.notation: action.code for action in play.legal}
    before = play.states.tobytes()
    try:
        code = bot._read_move(play, text, legal)
    except EngineFault as fault:
        assert "expected one of" in str(fault)
    else:
        assert code in legal.values()
    assert play.states.tobytes() == before


def test_no_thread_is_left_behind(make: Make) -> None:
    before = threading.active_count()
    for misbehaviour in ("", "def go(): say('bestmove e9')", "def go():\n    while True: say('la')"):
        bot = make(misbehaviour)
        try:
            bot.choose(stencil())
        except EngineFault:
            assert misbehaviour
        bot.close()
    deadline = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.02)
    assert threading.active_count() <= before
