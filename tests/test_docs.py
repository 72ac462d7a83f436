"""The pages tell the truth: examples run, links lead somewhere, options and rules are those of code and tests."""

import ast
import doctest
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from parlour.cli import main
from parlour.engine.game import games
from parlour.engine.options import Choice
from parlour.engine.pages import read_page

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
GAMES = [name for name, game in games().items() if game.rules.__name__.startswith("parlour.games.")]

STATES = re.compile(r"^\| \[?(\w+)\b.*\| (playable|to come) \|$", re.MULTILINE)  # a row of the README's games
LISTED = [
    title.lower()
    for title, state in STATES.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    if state == "playable"
]  # of these the README promises that every gap was settled and every example is played

RULE = re.compile(r"^\*\*([RE]\d+)\. ", re.MULTILINE)
RULING = re.compile(r"^\| ([A-Z]\d+) \|", re.MULTILINE)
EXAMPLE = re.compile(r"^(?:\| |- \*\*)([A-Z]\d+[a-z]?(?:-\w+)?)(?= \||\.|,|\*| \()", re.MULTILINE)


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def page(name: str) -> str:
    return (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")


def section(name: str, title: str) -> str:
    """A section of a game's page, from its heading to the next of the same rank; empty if there is none."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", page(name), re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


@cache
def names_of_tests(name: str) -> tuple[str, ...]:
    """The names of all test functions of a game."""
    return tuple(
        node.name
        for file in sorted((ROOT / "tests" / "games" / name).rglob("test_*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def numbers_tested(name: str) -> set[str]:
    return {word for test in names_of_tests(name) for word in test.split("_") if re.fullmatch(r"[A-Z]\d+", word)}


def numbers_of(name: str) -> list[str]:
    """The numbers of a page's rules and rulings."""
    return RULE.findall(section(name, "Rules")) + RULING.findall(section(name, "Rulings"))


def marks(text: str) -> set[str]:
    """The numbers of rules and rulings named in a text."""
    return set(re.findall(r"\b[A-Z]\d+\b", text))


def in_order(numbers: set[str]) -> list[str]:
    return sorted(numbers, key=lambda number: (number[0], int(re.sub(r"\D", "", number.split("-")[0])), number))


@pytest.mark.parametrize("path", [p for p in PAGES if ">>>" in p.read_text(encoding="utf-8")], ids=short)
def test_examples_run(path: Path) -> None:
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


def test_the_readme_has_examples() -> None:
    assert ">>> import parlour" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PAGES, ids=short)
def test_links_lead_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        if re.match(r"\w+:", link):
            continue
        place, _, heading = link.partition("#")
        target = path.parent / place if place else path
        assert target.exists(), f"{short(path)}: {link} leads nowhere"
        if heading:
            found = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in found}
            assert heading in anchors, f"{short(path)}: {link} names no heading"


def test_the_readme_names_every_command_and_no_other() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`parlour (\w+)", text))
    listed = CliRunner().invoke(main, ["--help"]).output.partition("Commands:\n")[2]
    assert named == set(re.findall(r"^  (\w+)", listed, re.MULTILINE))


def test_the_readme_tells_which_games_are_playable() -> None:
    listed = STATES.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(listed) == 5
    for title, state in listed:
        assert (title.lower() in GAMES) == (state == "playable"), f"{title} is not {state}"


@pytest.mark.parametrize("name", GAMES)
def test_the_page_shows_what_the_game_declares(name: str) -> None:
    """By blocks that stand for tables of options and presets, and with every word that stands for something."""
    game, shown = games()[name], read_page(games()[name])
    assert "```options\n" in page(name)
    assert "```presets\n" in page(name) or not game.presets
    for option in game.declared:
        assert f"| `{option.name}` | " in shown
        lines = option.kind.lines if isinstance(option.kind, Choice) else {}
        assert all(f"`{word}`: {line}" in shown for word, line in lines.items())
        assert all(lines.values()), f"{option.name}: a word of it does not say what it stands for"
    for preset in game.presets:
        assert f"| `{preset}` | " in shown


def by_letter(numbers: list[str]) -> dict[str, list[int]]:
    """R1, R2, E1: the numbers of each letter, in the order of the page."""
    found: dict[str, list[int]] = {}
    for number in numbers:
        found.setdefault(number[0], []).append(int(number[1:]))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_numbered_in_order(name: str) -> None:
    found = by_letter(RULE.findall(section(name, "Rules")))
    assert "R" in found
    for letter, own in found.items():
        assert own[0] == 1, f"the first rule of {letter} is {letter}{own[0]}"
        for before, number in pairwise(own):
            next_ten = before // 10 * 10 + 10  # where a new part of the rules may begin
            assert number in (before + 1, next_ten), f"{letter}{before} is followed by {letter}{number}"


@pytest.mark.parametrize("name", GAMES)
def test_rulings_are_numbered_without_gaps(name: str) -> None:
    found = by_letter(RULING.findall(section(name, "Rulings")))
    assert found or name not in LISTED, f"the page of {name} has no rulings"
    assert len(found) <= 1, f"expected one letter for all rulings, not {', '.join(found)}"
    for own in found.values():
        assert own == list(range(1, len(own) + 1))


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_and_ruling_has_a_test(name: str) -> None:
    left_out = marks(section(name, "Not implemented, and why"))
    missing = set(numbers_of(name)) - left_out - numbers_tested(name)
    assert not missing, f"no test in tests/games/{name} is named by {', '.join(in_order(missing))}"


@pytest.mark.parametrize("name", GAMES)
def test_numbers_named_by_code_and_tests_are_on_the_page(name: str) -> None:
    numbers = numbers_of(name)
    letters = {number[0] for number in numbers}
    folder = games()[name].folder
    named = dict.fromkeys(numbers_tested(name), "a test")
    for file in sorted(folder.glob("*.py")):
        comments = re.findall(r'#.*|"""(?:.|\n)*?"""', file.read_text(encoding="utf-8"))
        named.update(dict.fromkeys(marks("\n".join(comments)), file.name))
    for number, where in named.items():
        if number[0] in letters:
            assert number in numbers, f"{where} names {number}, which is not on the page of {name}"


@cache
def text_of_tests(name: str) -> str:
    """All that the tests of a game and of search say, with the data files that they name."""
    folders = [ROOT / "tests" / "games" / name, ROOT / "tests" / "search"]
    code = "\n".join(file.read_text(encoding="utf-8") for folder in folders for file in sorted(folder.rglob("*.py")))
    data = [file for folder in folders for file in sorted(folder.rglob("*.json")) if file.name in code]
    return "\n".join([code, *(file.read_text(encoding="utf-8") for file in data)])


@cache
def what_tests_name(name: str) -> str:
    """What those tests are called, given as an id and described by, each by itself: little to look through."""
    return "\n".join(re.findall(r"def test_\w+\(|\bid[\"']?\s*[:=]\s*[\"'][\w-]+|\"\"\"[\w-]+", text_of_tests(name)))


def is_tested(example: str, name: str) -> bool:
    """Whether a test has the example's number in its name, is given it as an id, or is described by it."""
    in_name = rf"def test_(?:\w+_)?{example.replace('-', '_')}(?:_\w+)?\("
    as_id = rf"\bid[\"']?\s*[:=]\s*[\"']{re.escape(example)}(?![\w-])"
    described = rf"\"\"\"{re.escape(example)}(?![\w-])"
    return re.search(f"{in_name}|{as_id}|{described}", what_tests_name(name)) is not None


@pytest.mark.parametrize("name", GAMES)
def test_every_worked_example_is_tested(name: str) -> None:
    examples = set(EXAMPLE.findall(section(name, "Worked examples")))
    assert examples or name not in LISTED, f"the page of {name} has no worked examples"
    missing = {example for example in examples if not is_tested(example, name)}
    assert not missing, f"no test of {name} plays {', '.join(in_order(missing))}"


def test_the_readme_claims_what_was_measured() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    measured = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    times = re.findall(r"\| ([\d,]+) \([\d,.]+–[\d,.]+\) \|$", measured.partition("### Against")[0], re.MULTILINE)
    faster = sorted(int(time.replace(",", "")) for time in times)
    assert f"{faster[0]:,} to {faster[-1]:,} times as fast" in readme
    inside = re.search(r"^\| OpenSpiel inside C\+\+ \|.*\| ([\d.]+) \(", measured, re.MULTILINE)
    assert inside is not None
    assert f"{float(inside[1]):.0f} times as fast as\n  inside OpenSpiel's C++" in readme


COMMAND = re.compile(r"^(?: {4}|> )?(?:[A-Z_]+=\S+ )*(?:\S*/bin/)?parlour((?: [^#\n|>&;]*)?)", re.MULTILINE)
CODE = re.compile(r"^```\w*\n(.*?)^```$|((?:^ {4}\S.*\n)+)", re.MULTILINE | re.DOTALL)


def commands_of(path: Path) -> list[list[str]]:
    """The lines of a page's code that call `parlour`, by their words."""
    blocks = ["".join(block) for block in CODE.findall(path.read_text(encoding="utf-8"))]
    return [called.split() for block in blocks for called in COMMAND.findall(block)]


def test_commands_of_pages_are_found() -> None:
    assert ["serve", "--host", "0.0.0.0"] in commands_of(ROOT / "docs" / "schools.md")
    assert len([words for path in PAGES for words in commands_of(path)]) > 30


@pytest.mark.parametrize("path", [path for path in PAGES if commands_of(path)], ids=short)
def test_commands_on_pages_are_those_there_are(path: Path) -> None:
    for words in commands_of(path):
        command: click.Command = main
        while isinstance(command, click.Group) and words and words[0] in command.commands:
            command, words = command.commands[words[0]], words[1:]
        name = f"{short(path)}: parlour {' '.join(words)}"
        assert command is not main or not words, f"{name} names no command"
        meant = [command, *(command.commands.values() if isinstance(command, click.Group) else ())]  # or the usual one
        known = {flag for one in meant for option in one.params for flag in (*option.opts, *option.secondary_opts)}
        given = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert given <= known | {"--help"}, f"{name}: no such flag"
