"""The other commands, and every kind of complaint."""

import errno
import json
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

import pytest

import parlour as package
from parlour.engine import pages
from parlour.engine.fairness import commit_to, draw_outcome, list_draws
from parlour.engine.game import games
from parlour.engine.pages import BLOCK, NoPage, find_page, read_figure, read_page
from parlour.engine.seeds import fill_seeds
from tests.terminal import heap
from tests.terminal.runner import G1, G1_MOVES, one_line, parlour


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """G1 played to its end, in a file."""
    play = package.new("stencil", names=["Ann", "Ben"], **dict(option.split("=") for option in G1))
    play.push(G1_MOVES)
    file = tmp_path / "g1.txt"
    file.write_text(play.record(), encoding="utf-8")
    return file


def test_games_lists_every_game() -> None:
    result = parlour("games")
    assert result.exit_code == 0
    text = one_line(result.output)
    for game in games().values():
        assert game.name in text
        assert game.title in text
    assert "Kindred" in text


def test_rules_shows_the_page() -> None:
    result = parlour("rules", "stencil")
    assert result.exit_code == 0
    assert "Place one of your counters on any empty cell." in one_line(result.output)
    assert "**" not in result.output


def test_rules_shows_options_and_presets() -> None:
    text = one_line(parlour("rules", "stencil", "--options").output)
    for option in games()["stencil"].options:
        assert option.name in text
    assert "default no_repeat" in text
    assert "only when failed_claim_rule is budget" in text
    assert "teaching failed_claim_rule=strict, hint_level=3, games=2" in text


def test_every_game_in_the_tree_has_a_page() -> None:
    for game in games().values():
        assert find_page(game).read_text(encoding="utf-8").startswith(f"# {game.title}")


def test_a_game_from_elsewhere_brings_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoPage, match=r"Heap has no page of rules; looked for .*page\.md"):
        find_page(heap.GAME)
    monkeypatch.setattr(heap, "__file__", str(tmp_path / "rules.py"))
    (tmp_path / "page.md").write_text("# Heap", encoding="utf-8")
    assert find_page(heap.GAME) == tmp_path / "page.md"


def test_rules_shows_figures_as_text_boards() -> None:
    text = parlour("rules", "stencil").output
    assert "position:" not in text
    assert "The start: an empty board, and each player's plate beside it." in one_line(text)
    assert one_line(str(read_figure(BLOCK.findall(read_page(games()["stencil"]))[1]).set_up(games()["stencil"]))) in (
        one_line(text)
    )


def test_the_installed_package_holds_its_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "parlour" / "pages" / "heap.md"
    page.parent.mkdir(parents=True)
    page.write_text("# Heap", encoding="utf-8")
    monkeypatch.setattr(pages, "PACKAGE", tmp_path / "parlour")
    assert find_page(heap.GAME) == page


def test_replay_tells_the_play(record: Path) -> None:
    result = parlour("replay", str(record))
    assert result.exit_code == 0
    text = one_line(result.output)
    assert "Seats: Ann (Red), Ben (White)" in text
    assert "1. Red b2 Ann places a counter on b2. 2. White a1 Ben places a counter on a1." in text
    assert "11. Red @2# Ann lays K1, half a turn: 3 red, 1 white on c2 d2 b3 d4. A stencil!" in text
    assert text.endswith("Result: Ann (Red) 1, Ben (White) 0")


def test_replay_names_the_seats_as_the_story_begins(tmp_path: Path) -> None:
    """Boards go round in a series, and who sat where at its end would contradict the first sentences."""
    names = ["Ann", "Ben", "Cy"]
    play = package.new("quatro", "three", names, cube=True, match="series", match_target=2)
    play.push("seats:CBA dbl2 drop drop dbl2 drop drop")
    file = tmp_path / "series.txt"
    file.write_text(play.record(), encoding="utf-8")
    text = one_line(parlour("replay", str(file)).output)
    assert "Seats: Ann (Player 1), Ben (Player 2), Cy (Player 3)" in text
    assert "Cy plays Red" in text
    assert text.endswith("Result: Ann (Black) 2, Ben (Red) 2, Cy (Yellow) 0")


def test_a_byte_order_mark_is_no_part_of_a_record(record: Path) -> None:
    record.write_text(record.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert "Result: Ann (Red) 1" in parlour("replay", str(record)).output


def test_replay_of_an_unfinished_play_says_what_is_asked(record: Path) -> None:
    play = package.load(record.read_text(encoding="utf-8"))
    play.undo()
    record.write_text(play.record(), encoding="utf-8")
    assert "Not finished. Ann's turn: place a counter, or claim" in one_line(parlour("replay", str(record)).output)


def test_replay_names_the_line_at_fault(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    wrong = next(number for number, line in enumerate(lines, 1) if line.startswith("3. "))
    lines[wrong - 1] = "3. Red b2"
    record.write_text("\n".join(lines), encoding="utf-8")
    result = parlour("replay", str(record))
    assert result.exit_code == 1
    assert f"g1.txt, line {wrong}: 'b2' cannot be played here" in one_line(result.output)


def test_replay_into_a_closed_pipe_is_quiet(record: Path) -> None:
    command = [sys.executable, "-c", "from parlour.cli import main; main()", "replay", str(record)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_a_full_disk_is_told_in_a_sentence(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("parlour.cli.show_play", fail)
    result = parlour("replay", str(record))
    assert result.exit_code == 1
    assert "the output could not be written: No space left on device" in result.output


def test_a_file_that_may_not_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "/root/house.db")

    monkeypatch.setattr("pathlib.Path.is_file", fail)
    result = parlour("restore", "/root/house.db")
    assert result.exit_code == 1
    assert "/root/house.db could not be used: Permission denied" in result.output


def test_replay_tells_of_an_ending_that_no_rule_brought(record: Path) -> None:
    play = package.load(record.read_text(encoding="utf-8"))
    play.undo()
    play.tags["Ending"] = "Ann resigned"
    record.write_text(play.record(), encoding="utf-8")
    assert one_line(parlour("replay", str(record)).output).endswith("Ending: Ann resigned")


def test_verify_tells_whether_the_dice_were_fair(tmp_path: Path) -> None:
    play, secret, seeds = package.new("quatro", "two"), "5" * 64, ["ann", "ben"]
    play.tags = {"Commitment": commit_to(secret), "Seeds": "|".join(seeds)}
    for _ in range(30):
        play.push(draw_outcome(play, secret, seeds) if play.at_chance else play.legal_codes()[0])
    file = tmp_path / "fair.txt"

    def check() -> tuple[int, str]:
        file.write_text(play.record(), encoding="utf-8")
        result = parlour("verify", str(file))
        return result.exit_code, one_line(result.output)

    assert check() == (1, "The secret is not revealed yet: the dice can be checked once the play is over.")
    play.tags["Secret"] = secret
    code, text = check()
    assert code == 0
    assert "The secret is the one that was committed to. All " in text
    assert "So the dice were fair, provided that your seed is in its place among ann, ben, and" in text
    while not play.at_chance:
        play.push(play.legal_codes()[0])
    drawn = draw_outcome(play, secret, seeds)
    play.push(next(outcome.code for outcome in play.outcomes if outcome.code != drawn))
    code, text = check()
    assert code == 1
    assert f"the first that was not drawn is ply {play.ply}, in turn" in text
    play.tags["Seeded"] = "own|derived"
    assert "The seed of player 2 does not follow from those that were given, as it should." in check()[1]
    play.tags = {"Dice": "manual"}
    assert check() == (1, "Real dice were used and typed in: nothing can be proved about them.")


def test_verify_tells_who_chose_the_seeds(tmp_path: Path) -> None:
    secret, file = "5" * 64, tmp_path / "fair.txt"
    for given, origins, told in (
        (
            ["ann", ""],
            "own|derived",
            "Chosen by the players themselves: the seed of Ann. Following from that, and chosen by",
        ),
        (
            ["", ""],
            "derived|derived",
            "The server chose all numbers: this shows that the throws were decided before the play began",
        ),
    ):
        play = package.new("quatro", "two", names=["Ann", "Pip"])
        seeds = fill_seeds(commit_to(secret), given)
        play.tags = {"Commitment": commit_to(secret), "Seeds": "|".join(seeds), "Seeded": origins, "Secret": secret}
        for _ in range(30):
            play.push(draw_outcome(play, secret, seeds) if play.at_chance else play.legal_codes()[0])
        file.write_text(play.record(), encoding="utf-8")
        result = parlour("verify", str(file))
        assert result.exit_code == 0
        assert told in one_line(result.output)
        drawn = json.loads(parlour("verify", "--draws", str(file)).output)
        assert drawn == list_draws(play)
        assert drawn["codes"] == play.codes
        assert [code for code, _, _ in drawn["draws"][0]["weights"]] == play.at(0).outcome_codes()
        assert [one["played"] for one in drawn["draws"]][:1] == [play.written[0].text]


def test_draw_start_position_and_record(tmp_path: Path, record: Path) -> None:
    start = parlour("draw", "stencil").output
    placed = parlour("draw", "stencil", "--position", "red=a1 white=b3 turn=red plates=K1,K2").output
    ended = parlour("draw", str(record)).output
    for svg in (start, placed, ended):
        assert xml.etree.ElementTree.fromstring(svg).tag.endswith("svg")
    assert len({start, placed, ended}) == 3
    file = tmp_path / "start.svg"
    assert parlour("draw", "stencil", "--out", str(file)).output == ""
    assert file.read_text(encoding="utf-8") == start
    assert parlour("draw", "stencil", "--mode", "blueprint").output != start


def test_draw_by_other_rules() -> None:
    options = ("-o", "first_player=red", "-o", "plate_choice=fixed")
    assert parlour("draw", "stencil", *options).output != parlour("draw", "stencil").output


def test_warm_compiles_the_games_named() -> None:
    result = parlour("warm", "stencil")
    assert result.exit_code == 0
    assert "Stencil is ready after" in result.output
    assert games()["stencil"].is_warm


def run_module(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "parlour", *arguments], capture_output=True, text=True, check=False)


def test_the_package_runs_as_the_command_does(record: Path) -> None:
    told = run_module("replay", str(record))
    assert (told.returncode, told.stdout) == (0, parlour("replay", str(record)).output)
    refused = run_module("rules", "chess")
    assert refused.returncode == 2
    assert "there is no game 'chess'" in refused.stderr
    assert run_module("--help").stdout.startswith("Usage: python -m parlour ")


@pytest.mark.parametrize("built", [True, False])
def test_the_help_says_where_the_documentation_is_if_it_is_there(
    built: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manual = tmp_path / "index.html"
    if built:
        manual.write_text("<h1>Parlour</h1>")
    monkeypatch.setattr("parlour.cli.MANUAL", manual)
    assert ("Documentation: at /docs/" in parlour("--help").output) == built


def test_version_and_help() -> None:
    assert "0." in parlour("--version").output
    for command in ("games", "rules", "play", "draw", "replay", "verify", "warm"):
        assert command in parlour("--help").output
        assert parlour(command, "-h").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["play", "chess"], 2, "there is no game 'chess': expected one of"),
        (["rules", "chess"], 2, "there is no game 'chess': expected one of"),
        (["warm", "chess"], 2, "there is no game 'chess': expected one of"),
        (["draw", "chess"], 1, "'chess' is neither a game nor a file: expected one of"),
        (["play"], 2, "Missing argument 'GAME'"),
        (["plya"], 2, "No such command 'plya'"),
        (["play", "stencil", "--preset", "x"], 1, "stencil has no preset 'x': expected one of quick, patent"),
        (["play", "stencil", "-o", "x=1"], 1, "there is no option 'x': expected one of auto_claim"),
        (["play", "stencil", "-o", "self=1"], 1, "there is no option 'self': expected one of"),
        (["play", "stencil", "-o", "preset=quick"], 1, "there is no option 'preset': expected one of"),
        (["play", "stencil", "-o", "games"], 1, "'games' is not an option: expected NAME=VALUE"),
        (["play", "stencil", "-o", "games=1", "-o", "games=2"], 1, "games is given twice"),
        (["play", "stencil", "-o", "games=0"], 1, "games cannot be '0': expected 1 to 1000"),
        (["play", "stencil", "-o", "claim_budget=3"], 1, "claim_budget only matters when failed_claim_rule is budget"),
        (["play", "stencil", "--players", "3"], 1, "players cannot be 3: expected 2"),
        (["play", "stencil", "--players", "2", "-o", "players=2"], 1, "players is given twice"),
        (["play", "stencil", "--players", "two"], 2, "'two' is not a valid integer"),
        (["play", "stencil", "--seat", "robot"], 1, "nobody called 'robot' plays Stencil: expected random, pip, dora,"),
        (["play", "stencil", *["--seat", "human"] * 3], 1, "3 seats were given, but 2 play: leave out 1"),
        (["play", "stencil", "--name", "Ann"], 1, "Expected a name for every seat, or none"),
        (["play", "stencil", "--name", "A|n", "--name", "B"], 1, "'A|n' cannot be a name"),
        (["play", "stencil", "--name", "Ann", "--name", ""], 1, "'' cannot be a name"),
        (["play", "stencil", "--dice", "wooden"], 2, "'wooden' is not one of 'auto', 'manual'"),
        (["play", "stencil", "--load", "nowhere.txt"], 1, "nowhere.txt cannot be read: no such file or directory"),
        (["play", "stencil", "--load", "x", "--preset", "quick"], 2, "--preset cannot be given with --load"),
        (["play", "stencil", "--load", "x", "--name", "A"], 2, "--name cannot be given with --load"),
        (["replay", "nowhere.txt"], 1, "nowhere.txt cannot be read: no such file or directory"),
        (["replay", "."], 1, ". cannot be read"),
        (["verify", "nowhere.txt"], 1, "nowhere.txt cannot be read: no such file or directory"),
        (["draw", "stencil", "--mode", "pink"], 2, "'pink' is not one of 'paper', 'blueprint'"),
        (["draw", "stencil", "--position", "red=z9"], 1, "'red' cannot be 'z9': expected some of a1 to d4"),
        (["draw", "stencil", "--position", "hello"], 1, "'hello' is not part of a position: expected name=value"),
        (["draw", "stencil", "--out", "/nowhere/a.svg"], 1, "/nowhere/a.svg cannot be written: no such file"),
    ],
)
def test_complaints(arguments: list[str], code: int, message: str) -> None:
    result = parlour(*arguments)
    assert message in one_line(result.output)
    assert result.exit_code == code


def test_a_record_brings_its_own_options(record: Path) -> None:
    for option, value in (("--position", "x"), ("--preset", "quick"), ("--option", "games=1"), ("--players", "2")):
        result = parlour("draw", str(record), option, value)
        assert f"{option} cannot be given with a record" in one_line(result.output)
        assert result.exit_code == 2


def test_a_record_of_another_game_is_refused(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = {"heap": heap.GAME, **games()}
    monkeypatch.setattr("parlour.engine.game.games", lambda: both)
    result = parlour("play", "heap", "--load", str(record))
    assert "g1.txt is a record of stencil, not of heap" in one_line(result.output)
    assert parlour("play", "heap", "--preset", "quick").output.endswith("heap has no presets\n")


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\xff\xfe\x00\x81")
    assert "picture cannot be read: it is not text" in one_line(parlour("replay", str(file)).output)
