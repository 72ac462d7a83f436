"""GNU Backgammon as a peer: positions there and back, its plays as ours, and the driver, on a program that stands in.

The stand-in runs the real server script with a module `gnubg` of its own, which plays by the slow reading of the rules.
"""

import random
import stat
import sys
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import gnubg, turns_by_gnubg
from benchmarks.against_gnubg import NET, PLAYOUTS, SEARCH, Match, main, make_bot, sum_up
from benchmarks.gnubg import BAR, OFF, Gnubg, GnubgBot, GnubgFault, Hop, Men, MissingProgram
from parlour.engine.game import find_game
from parlour.engine.records import new_record, view_record
from parlour.games.quatro.board import BOARDS
from parlour.games.quatro.state import Action, Outcome
from parlour.search.arena import Round, play_game, read_rounds
from parlour.search.bots import LevelBot, RandomBot, UnknownBot
from parlour.search.line import Line

GAME = find_game("quatro")
VALUES = GAME.settle("backgammon")
START: Men = (0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)
ROOT = Path(__file__).parents[2]

STAND_IN = f"""#!{sys.executable}
import random, runpy, sys, types
sys.path.insert(0, {str(ROOT)!r})
from tests.oracles.quatro import Men, Position, backgammon24, legal_plays

def side(counts):
    points = tuple((v, n) for v, n in reversed(list(enumerate(counts[:24], 1))) if n)
    return Men(points, counts[24], 15 - sum(counts))

def findbestmove(board, cube, care, dice):
    assert (cube["jacoby"], cube["matchto"], care["noise"]) == (0, 0, 0.0)
    assert care["cubeful"] or (cube["cube"], cube["cubeowner"]) == (1, -1)
    other, mover = board
    position = Position.of({{"A": side(mover), "B": side(other)}})
    play = random.Random(str((board, dice))).choice(sorted(legal_plays(position, "A", tuple(dice), backgammon24())))
    return tuple(place for source, die in play for place in (source, max(0, source - die)))

def evaluate(board, cube, care):
    assert (cube["jacoby"], cube["matchto"], care["cubeful"], care["noise"]) == (0, 0, 0, 0.0)
    other, mover = board
    return [0.0] * 5 + [(pips(other) - pips(mover)) / 100]

def cfevaluate(board, cube, care):
    assert (cube["jacoby"], cube["matchto"], cube["beavers"], care["cubeful"]) == (0, 0, 0, 1)
    assert (cube["cubeowner"] == -1) == (cube["cube"] == 1)
    other, mover = board
    lead = (pips(other) - pips(mover)) / 20
    return [0.0, lead, 2 * lead, 1.0, 0, "whoever leads doubles, and is followed unless by 10 pips or more"]

def pips(counts):
    return sum(v * n for v, n in enumerate(counts, 1))

print("A program that says hello first")
sys.modules["gnubg"] = types.SimpleNamespace(
    findbestmove=findbestmove, evaluate=evaluate, cfevaluate=cfevaluate, command=lambda text: print("did", text)
)
assert sys.argv[1:5] == ["-t", "-q", "-r", "-s"]
runpy.run_path(sys.argv[sys.argv.index("-p") + 1], run_name="__main__")
"""


def write_program(folder: Path, text: str) -> str:
    file = folder / "gnubg"
    file.write_text(text)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


@pytest.fixture
def stand_in(tmp_path: Path) -> str:
    return write_program(tmp_path, STAND_IN)


def random_turns(seed: int, n: int) -> Iterator[Line]:
    """A line at the beginning of each of n turns of random games."""
    rng = random.Random(seed)
    met = 0
    while met < n:
        line = Line(GAME, VALUES)
        while not line.over and met < n:
            if line.at_chance:
                line.draw(rng.random())
                met += 1
                yield line
            else:
                line.push(rng.choice(line.legal_codes()))


def placed(text: str) -> Line:
    line = Line(GAME, VALUES)
    line.states[:] = new_record(GAME.state_type)
    GAME.read_position(text, line.s, line.o)
    return line


def read_id(text: str) -> tuple[Men, Men]:
    """The men of the mover and of the other, by the published format of the program's names for positions."""
    bits = (byte >> i & 1 for byte in b64decode(text + "==") for i in range(8))
    counts = [0] * 50
    for i in range(50):
        while next(bits):
            counts[i] += 1
    return tuple(counts[25:]), tuple(counts[:25])


def write_men(men: Men) -> str:
    words = [f"{'bar' if v == BAR else v}:{n}" for v, n in enumerate(men, 1) if n]
    return ",".join([*words, f"off:{15 - sum(men)}"])


def whole_turn(line: Line, rng: random.Random) -> tuple[list[Hop], tuple[Men, Men]]:
    """The hops of a random legal turn, and the men of both after it."""
    ahead, mover = Line.after(line), int(line.s.board)
    hops = []
    while not ahead.over and not ahead.at_chance:
        code = rng.choice(ahead.legal_codes())
        hops.append(gnubg.hop_of(ahead, code))
        ahead.push(code)
    return hops, (gnubg.men_of(ahead, mover), gnubg.men_of(ahead, gnubg.rival_of(mover)))


def test_the_start_is_the_programs_start() -> None:
    line = placed("A=24:2,13:5,8:3,6:5 B=24:2,13:5,8:3,6:5 turn=B phase=moving dice=31")
    assert gnubg.sides(line) == (START, START)
    assert gnubg.sides(Line.after(Line(GAME, VALUES), Outcome.OPENING)) == (START, START)
    assert gnubg.position_id(START, START) == "4HPwATDgc/ABMA"


@pytest.mark.parametrize(
    ("text", "name"),  # names that GNU Backgammon 1.07 gives these positions
    [
        ("A=bar:1,14:1,13:5,8:4,6:4 B=23:1,21:1,16:1,13:4,8:2,6:2,4:2,2:1,1:1 turn=A", "ZWbwCBLgefAFQA"),
        ("B=bar:1,14:1,13:5,8:4,6:4 A=23:1,21:1,16:1,13:4,8:2,6:2,4:2,2:1,1:1 turn=B", "ZWbwCBLgefAFQA"),
        ("A=24:6,20:1,19:2,18:1,12:1,4:2,1:2 B=14:1,3:8,2:6 turn=A", "fv8ACABjgEALPw"),
        ("A=17:1,10:1,5:4,4:3,2:4,1:2 B=bar:2,22:3,13:1,6:1,3:2,2:4,1:2 turn=B", "e+5BQAB7IyCAYw"),
    ],
)
def test_positions_have_the_programs_names(text: str, name: str) -> None:
    assert gnubg.position_id(*gnubg.sides(placed(text))) == name


def test_positions_go_there_and_back_over_random_plays() -> None:
    off = bars = 0
    for line in random_turns(1, 1000):
        mover, other = gnubg.sides(line)
        assert read_id(gnubg.position_id(mover, other)) == (mover, other)
        board = int(line.s.board)
        ours, theirs = BOARDS[board], BOARDS[gnubg.rival_of(board)]
        dice = f"{line.s.dice[0]}{line.s.dice[1]}"
        text = f"{ours}={write_men(mover)} {theirs}={write_men(other)} turn={ours} phase=moving dice={dice}"
        back = new_record(GAME.state_type)
        GAME.read_position(text, view_record(back), line.o)
        for field in ("men", "owner", "bar", "off", "own", "shut", "board", "dice", "need", "to_move"):
            assert back[field].tolist() == line.states[field].tolist()
        off += sum(mover) < 15
        bars += mover[BAR - 1] > 0
    assert min(off, bars) > 50


def test_only_backgammon_of_one_game_is_mapped() -> None:
    for values in (GAME.settle("two"), GAME.settle("backgammon36"), GAME.settle("backgammon", match="points")):
        with pytest.raises(ValueError, match="expected Quatro's preset backgammon"):
            gnubg.sides(Line(GAME, values))


def test_a_turn_is_found_whatever_the_order_of_its_hops() -> None:
    rng = random.Random(2)
    long = 0
    for line in random_turns(2, 400):
        before = line.states.copy()
        hops, ends = whole_turn(line, rng)
        rng.shuffle(hops)
        codes = gnubg.find_codes(line, hops)
        assert codes is not None
        assert (line.states == before).all()
        ahead, mover = Line.after(line), int(line.s.board)
        for code in codes:
            assert code in ahead.legal_codes()
            ahead.push(code)
        assert ahead.over or ahead.at_chance
        assert (gnubg.men_of(ahead, mover), gnubg.men_of(ahead, gnubg.rival_of(mover))) == ends
        long += len(codes) == 4
    assert long > 20


@pytest.mark.parametrize(
    ("hops", "dice"),
    [
        ([], "31"),  # something can be played
        ([(8, 5)], "31"),  # and both dice
        ([(8, 5), (6, 5), (6, 5)], "31"),
        ([(8, 4), (6, 5)], "31"),
        ([(24, 19), (6, 5)], "51"),  # the point is blocked
        ([(7, 4), (8, 7)], "43"),
        ([(13, 7), (13, 7), (24, 18)], "66"),
    ],
)
def test_a_turn_that_is_not_legal_is_not_found(hops: list[Hop], dice: str) -> None:
    line = placed(f"A=24:2,13:5,8:3,6:5 B=24:2,13:5,8:3,6:5 turn=A phase=moving dice={dice}")
    assert gnubg.find_codes(line, hops) is None


def test_bearing_off_with_a_higher_die_and_hitting_from_the_bar_are_found() -> None:
    line = placed("A=3:1,2:1,off:13 B=6:15 turn=A phase=moving dice=65")
    assert gnubg.find_codes(line, [(2, OFF), (3, OFF)]) is not None
    line = placed("A=bar:1,6:14 B=1:1,6:14 turn=A phase=moving dice=31")
    assert gnubg.find_codes(line, [(BAR, 24), (24, 21)]) is not None


def test_the_bot_plays_whole_games_by_what_the_program_says(stand_in: str) -> None:
    with Gnubg(path=stand_in) as program:
        bot = GnubgBot(program)
        for game in range(2):
            rival = RandomBot(game)
            bot.begin(game)
            score = play_game(GAME, VALUES, [bot, rival] if game else [rival, bot], f"stand-in {game}").score
            assert sum(score) == 0
            assert abs(score[0]) in (1, 2, 3)


def with_cube(text: str) -> Line:
    line = Line(GAME, GAME.settle("backgammon", cube=True))
    line.states[:] = new_record(GAME.state_type)
    GAME.read_position(text, line.s, line.o)
    return line


BEHIND, AHEAD_BY_6 = "A=24:2,6:13 B=6:15", "A=6:15 B=12:1,6:14"
AHEAD_BY_12, AHEAD_BY_24 = "A=6:15 B=12:2,6:13", "A=6:15 B=12:4,6:11"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (f"{BEHIND} turn=A phase=doubling", Action.ROLL),
        (f"{AHEAD_BY_6} turn=A phase=doubling", Action.DOUBLE),
        (f"{AHEAD_BY_6} turn=A phase=answering asked=B", Action.ACCEPT),
        (f"{AHEAD_BY_12} turn=A phase=doubling", Action.DOUBLE),
        (f"{AHEAD_BY_12} turn=A phase=answering asked=B", Action.DECLINE),
        (f"{AHEAD_BY_24} turn=A phase=doubling", Action.ROLL),  # too good: it would only be given up
    ],
)
def test_the_bot_doubles_and_answers_as_the_program_weighs_it(stand_in: str, text: str, action: int) -> None:
    with Gnubg(path=stand_in) as program:
        assert GnubgBot(program).choose(with_cube(text)) == action


def test_the_cube_is_told_as_it_lies_for_whoever_is_to_move() -> None:
    assert gnubg.cube_of(placed("A=6:15 B=6:15 turn=A phase=moving dice=31")) is None
    assert gnubg.cube_of(with_cube("A=6:15 B=6:15 turn=A phase=doubling")) == (1, -1)
    assert gnubg.cube_of(with_cube("A=6:15 B=6:15 turn=A phase=doubling cube=4 last=B")) == (4, 1)
    assert gnubg.cube_of(with_cube("A=6:15 B=6:15 turn=A phase=moving dice=31 cube=2 last=A")) == (2, 0)


def test_whole_games_are_played_with_the_cube(stand_in: str) -> None:
    values = GAME.settle("backgammon", cube=True)
    with Gnubg(path=stand_in) as program:
        bot = GnubgBot(program)
        stakes = set()
        for game in range(3):
            bot.begin(game)
            score = play_game(GAME, values, [bot, RandomBot(game)], f"stand-in {game}").score
            assert sum(score) == 0
            stakes.add(abs(score[0]))
    assert max(stakes) > 3


def test_every_play_of_the_program_is_a_legal_turn(stand_in: str) -> None:
    forfeits = 0
    with Gnubg(path=stand_in) as program:
        for line in random_turns(3, 150):
            hops = program.ask((int(line.s.dice[0]), int(line.s.dice[1])), *gnubg.sides(line))
            if line.legal_codes() == [Action.NO_MOVE]:
                assert hops == []
                forfeits += 1
            else:
                assert gnubg.find_codes(line, hops) is not None
    assert forfeits > 0


def test_a_turn_begun_by_somebody_else_is_refused(stand_in: str) -> None:
    line = placed("A=24:2,13:5,8:3,6:5 B=24:2,13:5,8:3,6:5 turn=A phase=moving dice=31")
    line.push(line.legal_codes()[0])
    with Gnubg(path=stand_in) as program, pytest.raises(ValueError, match="somebody else began this turn"):
        GnubgBot(program).choose(line)


def test_without_the_program_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(gnubg, "PLACES", ())
    with pytest.raises(MissingProgram, match="Debian's package gnubg"):
        Gnubg()
    result = CliRunner().invoke(main, ["--bot", "random", "--games", "4"])
    assert result.exit_code == 1
    assert "GNU Backgammon is not installed" in result.stderr
    assert "apt-get install gnubg" in result.stderr
    result = CliRunner().invoke(main, ["--bot", "random", "--gnubg", str(tmp_path / "nonesuch")])
    assert "nonesuch" in result.stderr


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("print('no Python here'); sys.exit('sorry')", "ended with status 1: expected 'ready'.*no Python here.*sorry"),
        (
            "print('ready', flush=True); input()",
            "asked for 3-1 in 4HPwATDgc/ABMA, ended with status 0: expected 'play'",
        ),
        ("print('ready', flush=True); input(); print('error bad dice')", "failed with bad dice: expected 'play'"),
        ("print('ready', flush=True); input(); print('play 8/5 6/5')", "said '8/5 6/5': expected a list of points"),
        ("print('ready', flush=True); input(); print('play [8, 5, 6]')", "said '\\[8, 5, 6\\]': expected a list"),
    ],
)
def test_a_program_that_fails_is_reported(tmp_path: Path, body: str, message: str) -> None:
    path = write_program(tmp_path, f"#!{sys.executable}\nimport sys\n{body}\n")
    with pytest.raises(GnubgFault, match=message):
        Gnubg(path=path).ask((3, 1), START, START)


def test_a_play_that_is_not_legal_is_reported(tmp_path: Path) -> None:
    body = "print('ready', flush=True); input(); print('play [8, 5]', flush=True); input()"
    path = write_program(tmp_path, f"#!{sys.executable}\n{body}\n")
    line = placed("A=24:2,13:5,8:3,6:5 B=24:2,13:5,8:3,6:5 turn=A phase=moving dice=31")
    with Gnubg(path=path) as program, pytest.raises(GnubgFault, match="plays 3-1 in 4HPwATDgc/ABMA as 8/5: expected"):
        GnubgBot(program).choose(line)


@pytest.mark.thorough
def test_a_match_says_the_points_and_goes_on_where_it_ended(stand_in: str, tmp_path: Path) -> None:
    out, whole = tmp_path / "part.jsonl", tmp_path / "whole.jsonl"
    words = ["--bot", "random", "--gnubg", stand_in, "--seed", "5"]
    result = CliRunner().invoke(main, [*words, "--games", "4", "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert "random makes" in result.stdout
    assert "points a game (95 %) against gnubg:0" in result.stdout
    assert "4 games without the cube" in result.stdout
    contest = Match("random", seed=5).contest
    before = read_rounds(contest, out)
    assert [played.luck for played in before] == [0, 1]
    assert CliRunner().invoke(main, [*words, "--games", "5", "--out", str(out)]).exit_code == 0
    assert CliRunner().invoke(main, [*words, "--games", "4", "--out", str(whole), "--workers", "2"]).exit_code == 0
    rounds = read_rounds(contest, out)
    assert rounds[:2] == before
    assert sorted(read_rounds(contest, whole), key=lambda played: played.luck) == before
    silent = write_program(tmp_path, f"#!{sys.executable}\nraise SystemExit('asked although all is known')\n")
    assert CliRunner().invoke(main, [*words, "--games", "6", "--out", str(out), "--gnubg", silent]).exit_code == 0
    assert CliRunner().invoke(main, [*words, "--games", "8", "--out", str(out), "--gnubg", silent]).exit_code == 1
    result = CliRunner().invoke(main, [*words, "--games", "4", "--out", str(out), "--seed", "6"])
    assert result.exit_code == 1
    assert "holds something else" in result.stderr


@pytest.mark.thorough
def test_a_session_for_money_is_played_with_the_cube_and_its_luck_taken_out(stand_in: str, tmp_path: Path) -> None:
    out = tmp_path / "session.jsonl"
    words = ["--bot", "random", "--gnubg", stand_in, "--games", "20", "--out", str(out), "--cube"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert "20 games with the cube, for money" in result.stdout
    assert "with luck taken out" in result.stdout
    assert "backgammons" not in result.stdout
    assert len(read_rounds(Match("random", cube=True).contest, out)) == 10


@pytest.mark.parametrize(
    ("said", "message"),
    [("worth much", "said 'much': expected a number"), ("error no men", "asked for the worth of .*failed with no men")],
)
def test_a_worth_that_is_none_is_reported(tmp_path: Path, said: str, message: str) -> None:
    body = f"print('ready', flush=True); input(); print({said!r}, flush=True); input()"
    with pytest.raises(GnubgFault, match=message):
        Gnubg(path=write_program(tmp_path, f"#!{sys.executable}\n{body}\n")).judge(START, START)


def test_turns_are_compared_by_what_the_program_thinks_of_where_they_lead(stand_in: str) -> None:
    turns = turns_by_gnubg.find_turns(6, 1)
    assert turns == turns_by_gnubg.find_turns(6, 1) != turns_by_gnubg.find_turns(6, 2)
    match = Match("random", path=stand_in)
    compared = list(turns_by_gnubg.compare_turns(match, turns, 1))
    assert compared
    for codes, turn in zip(turns, compared, strict=True):
        line = Line(GAME, VALUES)
        for code in codes:
            line.push(code)
        assert turn.lost == pytest.approx(expected_loss(line, stand_in))
    assert any(not turn.same for turn in compared)


def expected_loss(line: Line, stand_in: str) -> float:
    """In hits alone: the stand-in counts pips, and whoever plays a roll without a hit saves as many."""
    saved = []
    with Gnubg(path=stand_in) as program:
        for bot in (GnubgBot(program), RandomBot(0)):
            ahead = turns_by_gnubg.play_turn(bot, line)
            rival, own = turns_by_gnubg.men_after(ahead, line)
            saved.append(sum(v * (n - m) for v, (n, m) in enumerate(zip(rival, own, strict=True), 1)) / 100)
    return saved[0] - saved[1]


def test_single_turns_are_measured_from_the_command_line(stand_in: str) -> None:
    words = ["--bot", "random", "--turns", "4", "--gnubg", stand_in]
    result = CliRunner().invoke(turns_by_gnubg.main, words)
    assert result.exit_code == 0, result.output
    assert "random gives away" in result.stdout
    assert "4 turns" in result.stdout
    result = CliRunner().invoke(turns_by_gnubg.main, [*words, "--beside", "gnubg:0", "--plies", "0"])
    assert result.exit_code == 0, result.output
    assert "gnubg:0 gives away 0.00 ± 0.00" in result.stdout, "it is the judge itself"
    assert "thousandths more than gnubg:0, of the same turns" in result.stdout
    result = CliRunner().invoke(turns_by_gnubg.main, ["--bot", "nemo", "--gnubg", stand_in])
    assert result.exit_code == 1
    assert "nobody called 'nemo'" in result.stderr


def test_pairs_are_what_is_independent() -> None:
    pair = ("random", "gnubg:0")
    rounds = [
        Round(pair, 0, ((1.0, -1.0), (-2.0, 2.0))),  # won single, won gammon
        Round(pair, 1, ((-3.0, 3.0), (1.0, -1.0))),  # lost backgammon, lost single
    ]
    standing = sum_up(rounds)
    assert standing.points == pytest.approx((1.5 - 2.0) / 2)
    assert standing.within == pytest.approx(1.96 * 1.75)
    assert standing.won == {1: 1, 2: 1}
    assert standing.lost == {3: 1, 1: 1}
    with pytest.raises(ValueError, match="expected two or more"):
        sum_up(rounds[:1])


def test_who_can_be_measured() -> None:
    assert make_bot(GAME, VALUES, "random", None).name == "random"
    for name in (SEARCH, NET, PLAYOUTS):
        bot = make_bot(GAME, VALUES, name, 7)
        assert isinstance(bot, LevelBot)
        assert bot.level.simulations == 7
        assert bot.level.net == (name == NET)
        with pytest.raises(UnknownBot, match="expected --simulations"):
            make_bot(GAME, VALUES, name, None)
    with pytest.raises(UnknownBot, match="expected no --simulations"):
        make_bot(GAME, VALUES, "random", 7)
    with pytest.raises(UnknownBot, match=r"nobody called 'nemo'.*search, net or playouts"):
        make_bot(GAME, VALUES, "nemo", None)
    assert Match("search", 7, 2).pair == ("search:7", "gnubg:2")
