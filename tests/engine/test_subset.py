"""Rules are read before they are compiled: what they cannot use is named with its file, its line and the way out."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from parlour.conform.declaration import check_sources
from parlour.engine.game import games
from parlour.engine.subset import RulesError, check_source

HEAD = '''"""Rules of a toy."""

import math
import random
from math import sqrt

import numpy as np

from parlour.engine.contract import Record, note
from toy import helper
from toy.helper import double, lend

STATE = np.dtype([("points", np.int16, (4,)), ("share", np.float64), ("to_move", np.int16)], align=True)
FIRST, SECOND = 3, 5
STEPS = np.array([1, 2, 3])
NAMES = ["a", "b"]
PLACES = {"a": 1}
WORD = "word"


class Kind:
    pass


def apply(s: Record, o: Record, action: int) -> None:
    """Play it."""
'''
HELPER = """
def double(x: int) -> int:
    return 2 * x


def lend(x: int) -> int:
    return len([x])


def unused() -> list[int]:
    return [1]
"""
LINE = HEAD.count("\n") + 1

Writer = Callable[..., ModuleType]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Writer:
    """Write a game whose `apply` has these lines, and import its rules."""
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "helper.py").write_text(HELPER)
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(body: str, after: str = "") -> ModuleType:
        lines = ["    " + line for line in body.split("\n")]
        (folder / "rules.py").write_text(HEAD + "\n".join(lines) + "\n\n\n" + after)
        for name in [name for name in sys.modules if name.partition(".")[0] == "toy"]:
            del sys.modules[name]
        return importlib.import_module("toy.rules")

    return write


ALLOWED = [
    "s.points[action] += double(FIRST) // 2",
    "for seat in range(4):\n    s.points[seat] = STEPS[seat % 3] if seat > 1 else -1",
    "a, b = 1, 2\nwhile a < b and not s.to_move:\n    a += min(b, abs(a))",
    "x = s.points[0] // 3 + sqrt(2.0) + math.exp(1.0)",
    "s.points[0] = int(s.points[1] // 3) + np.int64(2)",
    "note(1, 2)\nif action in (FIRST, SECOND):\n    return",
    "x = (action, 3)\ns.points[x[0]] = x[1]",
]


@pytest.mark.parametrize("body", ALLOWED)
def test_what_rules_may_use(write: Writer, body: str) -> None:
    check_source(write(body))


REFUSED = [
    ("x = [1, 2]", "rules.py:LINE builds a list; rules cannot allocate"),
    ("x = [i for i in range(3)]", "rules.py:LINE builds a list; rules cannot allocate"),
    ("x = {}", "rules.py:LINE builds a dictionary; rules cannot allocate"),
    ("x = {i: i for i in range(3)}", "rules.py:LINE builds a dictionary; rules cannot allocate"),
    ("x = {1, 2}", "rules.py:LINE builds a set; rules cannot allocate"),
    ("x = {i for i in range(3)}", "rules.py:LINE builds a set; rules cannot allocate"),
    ("x = any(i for i in range(3))", "rules.py:LINE calls any(); of Python's own functions rules have range, min"),
    ("x = max(i for i in range(3))", "rules.py:LINE has a generator; write a loop"),
    ("yield 1", "rules.py:LINE is a generator; rules return"),
    ("x = 'text'", "rules.py:LINE uses a string; words belong to text.py"),
    ("x = f'{action}'", "rules.py:LINE builds a string; words belong to text.py"),
    ("try:\n    pass\nfinally:\n    pass", "rules.py:LINE catches an exception; a rule has no errors"),
    ("raise ValueError", "rules.py:LINE raises an exception; a rule has no errors"),
    ("assert action", "rules.py:LINE asserts; a rule has no errors"),
    ("with s:\n    pass", "rules.py:LINE has a with block; rules only read and write records"),
    ("x = lambda: 1", "rules.py:LINE makes a function; write it at the top of the file"),
    ("def inner():\n    pass", "rules.py:LINE makes a function inside another; write it at the top of the file"),
    ("class Inner:\n    pass", "rules.py:LINE makes a class; rules are functions over records"),
    ("import math", "rules.py:LINE imports inside a function; import at the top of the file"),
    ("from math import pi", "rules.py:LINE imports inside a function; import at the top of the file"),
    ("global FIRST\nFIRST = 2", "rules.py:LINE changes a global; everything that changes is in the state"),
    ("del s", "rules.py:LINE deletes; nothing in a record can be"),
    ("match action:\n    case 1:\n        pass", "rules.py:LINE has a match statement; write if and elif"),
    ("s.points[:] = 0", "rules.py:LINE takes a slice; write a loop over single elements"),
    ("pass\n\nx = s.points[1:3]", "rules.py:LINE+2 takes a slice; write a loop over single elements"),
    ("double(*(1,))", "rules.py:LINE hands double any number of arguments; write out each"),
    ("tripel(3)", "rules.py:LINE calls tripel, which does not exist"),
    ("x = FIRTS", "rules.py:LINE uses FIRTS, which does not exist"),
    ("x = NAMES[0]", "rules.py:LINE reads NAMES, which is a list; make it a table, np.array(…)"),
    ("x = PLACES", "rules.py:LINE reads PLACES, which is a dictionary; rules know numbers and tables"),
    ("x = WORD", "rules.py:LINE reads WORD, which is a string; rules know numbers and tables"),
    ("helper.double(1)", "rules.py:LINE calls helper.double through a module; write `from toy.helper import double`"),
    ("random.random()", "rules.py:LINE calls random.random through a module; it is no part of the game"),
    ("x = np.zeros(3)", "rules.py:LINE calls np.zeros; rules cannot allocate"),
    ("x = s.points.tolist()", "rules.py:LINE calls the method s.points.tolist; rules have fields, elements and"),
    ("x = action.bit_count()", "rules.py:LINE calls the method action.bit_count; rules have fields, elements and"),
    ("x = Kind()", "rules.py:LINE calls Kind, which is a class; rules call plain functions"),
    ("x = double\nx(1)", "rules.py:LINE+1 calls x, which is a variable; call functions by their names"),
    ("print(action)", "rules.py:LINE calls print(); of Python's own functions rules have range, min, max"),
    ("for x in (1, 2):\n    pass", "rules.py:LINE loops over (1, 2); loop over range(…) and read elements by index"),
    ("if action in STEPS:\n    pass", "rules.py:LINE asks what is in STEPS; compare with == and or"),
    ("s.to_move = action / 2", "rules.py:LINE divides by /, but 'to_move' holds whole numbers; divide by //"),
    ("s.points[1] = 1 + action / 2", "rules.py:LINE divides by /, but 'points' holds whole numbers; divide by //"),
    ("s.points[1] /= 2", "rules.py:LINE divides by /, but 'points' holds whole numbers; divide by //"),
    ("x = STEPS[action / 2]", "rules.py:LINE looks up an element by a quotient; divide whole numbers by //"),
    ("if action / 2 > 1:\n    pass", "rules.py:LINE divides by /; write //, or leave fractions to score and knowledge"),
    ("apply(s, o, action)", "rules.py:LINE-2 apply calls itself; write a loop"),
    ("lend(3)", "helper.py:7 builds a list; rules cannot allocate"),
]


@pytest.mark.parametrize(("body", "said"), REFUSED, ids=[body for body, _ in REFUSED])
def test_what_rules_cannot_use_is_said_in_a_sentence(write: Writer, body: str, said: str) -> None:
    module = write(body)
    with pytest.raises(RulesError) as caught:
        check_source(module)
    place, words = said.split(" ", 1)
    file, line = place.split(":")
    message = str(caught.value)
    assert message.startswith(f"{file}:{eval(line, {'LINE': LINE})} {words}")
    assert "\n" not in message


def test_any_number_of_arguments_is_refused(write: Writer) -> None:
    module = write("other(1)", "def other(*xs: int) -> int:\n    return 1\n")
    with pytest.raises(RulesError, match=r"rules.py:\d+ gives other any number of arguments; name each"):
        check_source(module)


def test_a_whole_number_is_returned_where_one_is_promised(write: Writer) -> None:
    module = write("half(1)", "def half(x: int) -> int:\n    return x / 2\n")
    with pytest.raises(RulesError, match=r"returns a quotient, but half returns whole numbers; divide by //"):
        check_source(module)


def test_scores_may_be_fractions(write: Writer) -> None:
    check_source(
        write(
            "double(1)",
            "def score(s, o, points):\n    points[0] = share(1)\n\n\ndef share(x: int) -> float:\n    return x / 3\n",
        )
    )


def test_what_the_engine_never_calls_may_be_anything(write: Writer) -> None:
    check_source(write("double(1)", "def make_table() -> list[int]:\n    return [1]\n"))


@pytest.mark.parametrize("name", games())
def test_the_rules_of_every_game_pass(name: str) -> None:
    check_sources(games()[name])
