"""The engine's side of the engine protocol: what is said to it, and what it answers."""

import io
import os
import random
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.engine.game import find_game, games
from parlour.engine.options import changed
from parlour.engine.play import Play
from parlour.search.bots import CAST
from parlour.search.protocol import LONGEST_ERROR, LONGEST_LINE, Speaker, push_word, speak
from parlour.search.seating import new_bot
from tests.form import samples

PAGE = (Path(__file__).parents[2] / "docs" / "engines.md").read_text(encoding="utf-8")
GAMES = [name for name, game in games().items() if game.rules.__name__.startswith("parlour.games.")]
QUICK = "newgame stencil games=1 plate_choice=fixed first_player=red"
DICE = 21  # throws of two dice
SECONDS = 120.0  # longer than anything takes, compiling included


class Talk:
    """Both ends of a conversation with a speaker, in one thread."""

    def __init__(self, *lines: str) -> None:
        self.heard = io.StringIO()
        self.speaker = Speaker(self.heard)
        for line in lines:
            assert self.ask(line) == [], line

    def ask(self, line: str) -> list[str]:
        """What is answered at once."""
        self.speaker.obey(line)
        return self.take()

    def take(self) -> list[str]:
        lines = self.heard.getvalue().splitlines()
        self.heard.seek(0)
        self.heard.truncate()
        return lines

    def go(self, line: str = "go") -> list[str]:
        """All that is answered up to the best move."""
        self.speaker.obey(line)
        return self.finish()

    def finish(self) -> list[str]:
        assert self.speaker._thread is not None
        self.speaker._thread.join(SECONDS)
        return self.take()

    @property
    def play(self) -> Play:
        assert self.speaker.play is not None
        return self.speaker.play

    def snapshot(self) -> tuple[object, ...]:
        """All that a bad line must leave alone."""
        speaker = self.speaker
        play = None if speaker.play is None else (speaker.play.record(), speaker.play.states.tobytes())
        return speaker.settings, play, list(speaker._moves), speaker._setup, speaker._task


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk("setoption name level value random", QUICK)
    yield talk
    talk.speaker.close()


def random_play(name: str, seed: int, longest: int) -> Play:
    """A play at random under brisk options, to its end if it is not too long."""
    game, rng = find_game(name), random.Random(seed)
    play = Play(game, game.settle(**game.brisk))
    while not play.over and play.ply < longest:
        if play.at_chance:
            play.roll(rng)
        else:
            play.push(rng.choice(play.legal_codes()))
    return play


def words_of(play: Play) -> list[str]:
    return [written.text for written in play.written]


def newgame(play: Play) -> str:
    options = changed(play.game.options, play.values)
    return " ".join(["newgame", play.game.name, *(f"{name}={text}" for name, text in options.items())])


@pytest.mark.parametrize("word", ["parlour", "uci"])
def test_the_handshake_tells_who_it_is_and_what_can_be_set(word: str) -> None:
    answer = Talk().ask(word)
    assert [line.split()[0] for line in answer] == ["id"] * 3 + ["option"] * 5 + ["protocolok"]
    names = [line.split()[2] for line in answer if line.startswith("option")]
    assert names == ["level", "simulations", "seconds", "threads", "seed"]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_play_is_taken_up_word_by_word(name: str) -> None:
    play = random_play(name, seed=1, longest=250)
    talk = Talk("setoption name level value random", newgame(play))
    words = words_of(play)
    assert " ".join(words).split() == words, "a word has a space in it"
    again = Play(play.game, play.values)
    for ply, code in enumerate(play.codes):
        again.push(code)
        if ply % 10 == 0 or ply == len(words) - 1:
            assert talk.ask(" ".join(["position start moves", *words[: ply + 1]])) == []
            assert talk.play.states.tobytes() == again.states.tobytes()
            assert talk.play.codes == play.codes[: ply + 1]


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_taken_up_as_text_and_played_on_from(name: str) -> None:
    play = random_play(name, seed=2, longest=40)
    placed = Play(play.game, play.values)
    placed.place(play.position)
    rng = random.Random(3)
    while not placed.over and placed.ply < 12:
        if placed.at_chance:
            placed.roll(rng)
        else:
            placed.push(rng.choice(placed.legal_codes()))
    talk = Talk("setoption name level value random", newgame(play))
    assert talk.ask(" ".join(["position", play.position, "moves", *words_of(placed)])) == []
    assert talk.play.states.tobytes() == placed.states.tobytes()
    assert talk.play.placed == placed.placed


@pytest.mark.parametrize("name", GAMES)
def test_moves_and_best_moves_are_legal_all_through_a_play(name: str) -> None:
    game, rng = find_game(name), random.Random(4)
    play = Play(game, game.settle(**game.brisk))
    talk = Talk("setoption name level value random", newgame(play))
    while not play.over and play.ply < 60:
        assert talk.ask(" ".join(["position start moves", *words_of(play)])) == []
        (listed,) = talk.ask("moves")
        if play.at_chance:
            assert listed.split() == ["outcomes", *(outcome.notation for outcome in play.outcomes)]
            play.roll(rng)
            continue
        legal = {action.notation: action.code for action in play.legal}
        assert listed.split() == ["moves", *legal]
        (answer,) = talk.go()
        word, move = answer.split()
        assert word == "bestmove"
        assert move in legal
        play.push(move)
        assert play.codes[-1] == legal[move]


def test_a_referees_call_is_a_move_like_any_other() -> None:
    game, rng = find_game("numeric"), random.Random(5)
    play = Play(game, game.settle(move_seconds=5))
    while play.at_chance:
        play.roll(rng)
    play.call("timeout")
    talk = Talk(newgame(play), " ".join(["position start moves", *words_of(play)]))
    assert words_of(play)[-1] == "!timeout"
    assert talk.play.states.tobytes() == play.states.tobytes()


def test_what_a_position_has_in_common_with_the_last_is_not_played_again(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    pushed: list[str] = []

    def push(play: Play, word: str) -> None:
        pushed.append(word)
        push_word(play, word)

    monkeypatch.setattr("parlour.search.protocol.push_word", push)
    assert talk.ask("position start moves b2 a1 c2") == []
    assert talk.ask("position start moves b2 a1 c2 c1") == []
    assert talk.ask("position start moves b2 d4") == []
    assert pushed == ["b2", "a1", "c2", "c1", "d4"]
    assert words_of(talk.play) == ["b2", "d4"]


def test_the_end_of_a_play_is_told_with_the_points(talk: Talk) -> None:
    play = random_play("stencil", seed=1, longest=500)
    assert play.over
    talk.ask(newgame(play))
    talk.ask(" ".join(["position start moves", *words_of(play)]))
    assert talk.ask("moves") == [" ".join(["over", *(f"{points:g}" for points in play.score or ())])]
    (answer,) = talk.ask("go")
    assert answer.startswith("error the play is over")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "'hello' is not a command: expected one of parlour, uci"),
        ("quit now", "quit is followed by 'now': expected nothing more"),
        ("isready?", "'isready?' is not a command"),
        ("setoption level 3", "setoption cannot be read: expected setoption name NAME value VALUE"),
        ("setoption name strength value 3", "there is no option 'strength': expected one of level, simulations"),
        ("setoption name level value 0", "level cannot be '0': expected strongest, random, pip"),
        ("setoption name level value 7", "level cannot be '7': expected"),
        ("setoption name level value nobody", "level cannot be 'nobody': expected"),
        ("setoption name simulations value -1", "simulations cannot be '-1': expected 0, or 1 to"),
        ("setoption name threads value 0", "threads cannot be '0': expected 1 to 16"),
        ("setoption name seconds value 1.5", "seconds cannot be '1.5': expected"),
        ("newgame", "newgame names no game: expected newgame GAME"),
        ("newgame chess", "there is no game 'chess': expected one of numeric"),
        ("newgame stencil preset", "preset names none: expected"),
        ("newgame stencil preset nobody", "stencil has no preset 'nobody': expected"),
        ("newgame stencil games", "'games' is not an option: expected NAME=VALUE"),
        ("newgame stencil games=1 games=2", "'games' is given twice: expected"),
        ("newgame stencil games=many", "games cannot be 'many': expected"),
        ("newgame stencil cube=true", "there is no option 'cube': expected one of"),
        ("position", "position does not say which: expected position start"),
        ("position moves b2", "position does not say which: expected"),
        ("position start b2", "'start' is not part of a position: expected name=value"),
        ("position start moves e9", "move 1: 'e9' cannot be played here: expected one of a1"),
        ("position start moves b2 b2", "move 2: 'b2' cannot be played here: expected one of"),
        ("position start moves !clock", "move 1: 'clock' cannot be called here: expected none"),
        ("position start moves a1b1", "move 1: 'a1b1' stands for 2 moves: expected a word for each"),
        ("position red=a1 red=a2", "'red' is there twice: expected position start"),
        ("go faster", "'faster' cannot be read here: expected go [simulations N]"),
        ("go simulations", "simulations cannot be '': expected a whole number from 1"),
        ("go simulations 0", "simulations cannot be '0': expected a whole number from 1"),
        ("go movetime 1e3", "movetime cannot be '1e3': expected a whole number"),
        ("go simulations 10 simulations 20", "'simulations' cannot be read here: expected"),
        ("go infinite movetime 100", "go infinite has no other limit: expected infinite alone"),
        ("moves please", "moves is followed by 'please': expected nothing more"),
    ],
)
def test_a_bad_line_is_answered_and_changes_nothing(talk: Talk, line: str, said: str) -> None:
    talk.ask("position start moves b2 a1")
    before = talk.snapshot()
    (answer,) = talk.ask(line)
    assert answer.startswith(f"error {said}")
    assert "expected" in answer
    assert talk.snapshot() == before
    assert talk.ask("isready") == ["readyok"]


@pytest.mark.parametrize("line", ["position start", "moves", "go"])
def test_without_a_game_there_is_nothing_to_do(line: str) -> None:
    assert Talk().ask(line) == ["error no game was chosen: expected newgame GAME first"]


def test_at_chance_nobody_can_choose() -> None:
    talk = Talk("newgame quatro")
    assert talk.ask("go") == ["error chance decides here: expected its outcome among the moves of the position"]


def test_levels_go_by_name_and_by_number(talk: Talk) -> None:
    for number, name in enumerate(CAST, 1):
        assert talk.ask(f"setoption name Level value {number}") == []
        assert talk.speaker.settings.level == name
        assert talk.ask(f"setoption name level value {name.capitalize()}") == []
        assert talk.speaker.settings.level == name


def test_random_moves_go_by_the_seed(talk: Talk) -> None:
    def choices(seed: int) -> list[str]:
        assert talk.ask(f"setoption name seed value {seed}") == []
        chosen = []
        for words in ("", "moves b2", "moves b2 a1", "moves b2 a1 c2"):
            assert talk.ask(f"position start {words}") == []
            chosen += talk.go()
        return chosen

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)


@pytest.mark.parametrize("level", ["pip", "albert", "octavia"])
def test_a_plain_go_chooses_what_the_bot_of_that_level_chooses(level: str) -> None:
    talk = Talk(f"setoption name level value {level}", "setoption name seed value 11", QUICK)
    bot = new_bot(talk.play.game, talk.play.values, level, seed=11)
    words: list[str] = []
    for _ in range(5):
        talk.ask(" ".join(["position start moves", *words]))
        expected = bot.choose(talk.play)
        *told, best = talk.go()
        words.append(best.removeprefix("bestmove "))
        assert words[-1] == talk.play.describe(expected).notation
        assert all(line.startswith("info ") for line in told)


def test_simulations_are_counted_and_every_seat_has_a_value() -> None:
    play = random_play("quantum", seed=1, longest=30)  # where the strongest never wavers
    while play.at_chance or len(play.legal_codes()) == 1:
        play.roll(random.Random(1)) if play.at_chance else play.push(play.legal_codes()[0])
    talk = Talk(newgame(play), " ".join(["position start moves", *words_of(play)]))
    info, best = talk.go("go simulations 300")
    found = re.fullmatch(
        r"info simulations (\d+) seconds \d+\.\d{3} values -?\d\.\d{4} -?\d\.\d{4}((?: move \S+ visits \d+)+)", info
    )
    assert found
    assert 300 <= int(found[1]) < 300 + DICE  # a net is shown all that a throw may bring, and each counts
    moves = re.findall(r"move (\S+)", found[2])
    assert moves[0] == best.removeprefix("bestmove ")
    assert set(moves) <= {action.notation for action in talk.play.legal}
    talk.ask("setoption name simulations value 40")
    assert 40 <= int(talk.go()[0].split()[2]) < 40 + DICE


def test_time_is_kept() -> None:
    talk = Talk(QUICK)
    talk.ask("isready")
    begun = time.perf_counter()
    *_, best = talk.go("go movetime 60")
    assert 0.05 < time.perf_counter() - begun < 20
    assert best.startswith("bestmove ")


@pytest.mark.parametrize("level", ["random", "strongest"])
def test_thinking_without_end_is_interrupted(level: str) -> None:
    talk = Talk(f"setoption name level value {level}", QUICK)
    talk.ask("isready")
    assert talk.ask("go infinite") == []
    assert talk.ask("isready") == ["readyok"]
    for line in ("go", "position start", QUICK, "setoption name seed value 1"):
        (answer,) = talk.ask(line)
        assert answer.startswith(f"error {line.split()[0]} must wait, the engine is thinking: expected stop")
    assert talk.ask("moves")[0].startswith("moves a1 ")
    talk.speaker.obey("stop")
    *_, best = talk.finish()
    assert re.fullmatch("bestmove [a-d][1-4]", best)
    assert talk.ask("stop") == []
    assert talk.ask("position start moves b2") == []


def test_stopped_before_it_began_it_still_has_a_move() -> None:
    talk = Talk(QUICK)
    for _ in range(20):
        talk.speaker.obey("go infinite")
        talk.speaker.obey("stop")
        *_, best = talk.finish()
        assert re.fullmatch("bestmove [a-d][1-4]", best)


def test_whatever_happens_a_go_is_answered(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(play: Play) -> int:
        raise ZeroDivisionError("no\nluck")

    talk.speaker._bot = talk.speaker._new_bot(talk.play)
    monkeypatch.setattr(talk.speaker._bot, "choose", fail)
    (answer,) = talk.go()
    assert answer.startswith("error thinking failed, ZeroDivisionError")
    assert talk.ask("isready") == ["readyok"]


class Crowd(io.StringIO):
    """A writer that nobody reads any more."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_a_speaker_nobody_listens_to_ends() -> None:
    with pytest.raises(BrokenPipeError):
        speak(io.StringIO("isready\nisready\n"), Crowd())


def test_quit_ends_without_a_word_and_the_end_of_the_lines_with_a_move() -> None:
    start = f"setoption name level value random\n{QUICK}\ngo infinite\n"
    heard = io.StringIO()
    speak(io.StringIO(f"{start}quit\nisready\n"), heard)
    assert heard.getvalue() == ""
    speak(io.StringIO(start), heard)
    assert re.fullmatch(r"bestmove \w\d\n", heard.getvalue())


def test_a_line_without_end_is_refused_once_and_forgotten() -> None:
    heard = io.StringIO()
    speak(io.StringIO(f"{'x' * (3 * LONGEST_LINE)}\nisready\n"), heard)
    assert heard.getvalue() == f"error the line is too long: expected at most {LONGEST_LINE} characters\nreadyok\n"


def test_bytes_that_are_no_text_are_answered_too() -> None:
    reader, writer = os.pipe()
    heard = io.TextIOWrapper(io.BytesIO())
    with open(writer, "wb") as typed:
        typed.write(b"\xff\xfe\x00hello\nnewgame \xc3\nisready\n")
    with open(reader, encoding="ascii") as lines:
        speak(lines, heard)
    heard.seek(0)
    assert [line.split()[0] for line in heard] == ["error", "error", "readyok"]


COMMANDS = st.sampled_from(
    ["parlour", "uci", "isready", "setoption", "newgame", "position", "moves", "go", "stop", "", "xyzzy", "QUIT"]
)
KNOWN_WORDS = """
name value level random seed simulations threads stencil quatro numeric quantum vendetta preset start moves infinite
movetime games=1 players=2 players=3 =1 a= red=a1 turn=red plates=K1,K2 white=b2 phase=playing a1 b2 c3 @0 @1? --
first:red first:A 61: 13/7 6431 =6 (6/3)*(4-1)=6 64 E gH>3[4] 53 20/44 !clock ! - pass ٣ 0 1 99999999999999999999 -5 1.5
"""
WORDS = st.one_of(st.sampled_from(KNOWN_WORDS.split()), st.text(max_size=12))
LINES = st.tuples(
    st.one_of(COMMANDS, st.sampled_from(["position start moves", "position red=a1", "go simulations"])),
    st.lists(WORDS, max_size=7),
).map(lambda parts: " ".join([parts[0], *parts[1]]))


@settings(max_examples=samples(25, 150))
@given(st.sampled_from(GAMES), st.lists(st.one_of(LINES, st.text(max_size=40)), max_size=12))
def test_any_line_is_obeyed_or_refused_in_one_line(name: str, lines: list[str]) -> None:
    talk = Talk("setoption name level value random", f"newgame {name}")
    for line in lines:
        word = (line.split() or [""])[0]
        if word == "quit" or re.match(r"\s*setoption\s+name\s+level\b", line, re.IGNORECASE):
            continue  # other levels have to be compiled first
        before = talk.snapshot()
        talk.speaker.obey(line)
        if talk.speaker._task is not None:
            talk.speaker.obey("stop")
        if talk.speaker._thread is not None:
            talk.speaker._thread.join(SECONDS)
        answer = talk.take()
        if answer and answer[0].startswith("error"):
            assert len(answer) == 1
            assert "expected" in answer[0]
            assert not answer[0].startswith("error thinking failed"), line
            assert len(answer[0]) <= LONGEST_ERROR + 1
            assert talk.snapshot() == before
        elif word in ("parlour", "uci", "isready", "moves", "go"):
            assert answer, line
        else:
            assert word in ("setoption", "newgame", "position", "stop", ""), line
            assert answer == []
    assert talk.ask("isready") == ["readyok"]


def test_the_words_on_the_page_are_those_of_records() -> None:
    rows = re.findall(r"^\| (Quatro|Numeric|Stencil) \| `(.+?)` \| `(.+?)` \|$", PAGE, re.MULTILINE)
    assert len(rows) == 4
    for title, record, here in rows:
        assert find_game(title.lower()).notation.join(here.split()) == record


def shape(line: str) -> str:
    """A line without what another computer, another version or better play would change."""
    line = re.sub(r"^id name Parlour \S+", "id name Parlour", line)
    line = re.sub(r"^info .*", "info", line)
    return re.sub(r"^bestmove [a-d][1-4]$", "bestmove", line)


def test_the_session_on_the_page_is_what_happens() -> None:
    session = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert session
    script = [(line[0], line[2:]) for line in session[1].splitlines()]
    there, here = os.pipe(), os.pipe()
    with (
        open(there[0], encoding="utf-8") as lines,
        open(there[1], "w", encoding="utf-8") as host,
        open(here[0], encoding="utf-8") as answers,
        open(here[1], "w", encoding="utf-8") as told,
    ):
        thread = threading.Thread(target=speak, args=(lines, told), daemon=True)
        thread.start()
        for mark, line in script:
            if mark == ">":
                print(line, file=host, flush=True)
                continue
            answer = answers.readline().rstrip("\n")
            while answer.startswith("info") and shape(line) != "info":
                answer = answers.readline().rstrip("\n")
            assert shape(answer) == shape(line)
        thread.join(SECONDS)
        assert not thread.is_alive()
    info = [line for mark, line in script if line.startswith("info")]
    assert all(re.fullmatch(r"info simulations \d+ seconds \S+ values \S+ \S+( move \S+ visits \d+)+", i) for i in info)
