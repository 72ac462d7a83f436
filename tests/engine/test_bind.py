"""Binding, and the four traps of compiled rules: each bites without its cure, and not with it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from parlour.engine.bind import bind
from parlour.engine.bits import ActionSet
from parlour.engine.contract import UnboundRules
from parlour.engine.records import view_record
from parlour.games.stencil import GAME
from parlour.games.stencil.state import Event
from tests.form import some

TABLES = "REWARD = 3\n"
RULES = """
import numpy as np
from toy.tables import REWARD

STATE = np.dtype([("points", np.int16, (4,)), ("to_move", np.int16)], align=True)


def reward(s):
    return REWARD


def apply(s, o, action):
    s.points[action] += reward(s)
"""
TEMPLATE = """
from parlour.engine.contract import apply


def play_at(states, i, action):
    apply(states[i], states[i], action)
"""
RUN = """
import sys
import numpy as np
from parlour.engine import bind as binding
{cure}
from toy import template
rules = __import__("toy." + sys.argv[2], fromlist=["apply"])
compiled = binding.bind(rules, "cpu")
play_at = binding.bind(template, "cpu", rules=rules, apply=compiled.apply).play_at
states = np.zeros(2, rules.STATE)
try:
    play_at(states, 0, int(sys.argv[1]))
except IndexError:
    print("IndexError")
else:
    print(states["points"][0].tolist(), "from the cache" if play_at.stats.cache_hits else "compiled")
"""
NO_STAMP = "binding.source_stamp = lambda *modules: 'always the same'"
ONE_FOLDER = "binding.cache_folder = lambda target, module, rules=None, *others: binding.cache_root() / 'for-all'"


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A small package of rules, drawing on a second file, and a template."""
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "tables.py").write_text(TABLES)
    (folder / "rules.py").write_text(RULES)
    (folder / "other.py").write_text(RULES.replace("return REWARD", "return 10 * REWARD"))
    (folder / "template.py").write_text(TEMPLATE)
    return folder


def run(toy: Path, without: str = "", action: int = 1, rules: str = "rules", bounds_check: bool = False) -> str:
    """What a fresh process prints, with the compiled code of earlier ones at hand, `without` a cure."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(toy.parent), *sys.path]),
        "PARLOUR_CACHE": str(toy.parent / "cache"),
        "NUMBA_BOUNDSCHECK": str(int(bounds_check)),
    }
    command = [sys.executable, "-c", RUN.format(cure=without), str(action), rules]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("without", some(["", NO_STAMP], 1))
def test_trap_1_an_edit_in_another_file(toy: Path, without: str) -> None:
    assert run(toy, without) == "[0, 3, 0, 0] compiled"
    (toy / "tables.py").write_text("REWARD = 5\n")
    assert run(toy, without) == ("[0, 3, 0, 0] from the cache" if without else "[0, 5, 0, 0] compiled")


@pytest.mark.thorough
def test_trap_2_bound_code_is_cached(toy: Path) -> None:
    run(toy)
    assert run(toy) == "[0, 3, 0, 0] from the cache"


def test_the_same_files_elsewhere_are_not_compiled_again(toy: Path, tmp_path: Path) -> None:
    """As when a package is installed once more: where its files lie and how old they are is of no account."""
    run(toy)
    moved = tmp_path / "elsewhere" / "toy"
    shutil.copytree(toy, moved, copy_function=shutil.copyfile)
    shutil.copytree(tmp_path / "cache", tmp_path / "elsewhere" / "cache")
    assert run(moved) == "[0, 3, 0, 0] from the cache"


@pytest.mark.parametrize("without", some(["", ONE_FOLDER], 1))
def test_trap_2_each_game_has_its_own_copy_of_a_template(toy: Path, without: str) -> None:
    assert run(toy, without) == "[0, 3, 0, 0] compiled"
    other = run(toy, without, rules="other")
    assert other == ("[0, 3, 0, 0] from the cache" if without else "[0, 30, 0, 0] compiled")


@pytest.mark.thorough
@pytest.mark.parametrize("without", some(["", NO_STAMP], 1))
def test_trap_3_bounds_checks_are_part_of_the_key(toy: Path, without: str) -> None:
    run(toy, without)
    if without:
        assert run(toy, without, bounds_check=True) == "[0, 3, 0, 0] from the cache", "compiled without checks"
    else:
        assert run(toy, action=1_000, bounds_check=True) == "IndexError"


def rules_with_small_numbers() -> ModuleType:
    module = ModuleType("small_numbers")
    source = """
def apply(s, o, action):
    s.wide = s.small * action + (1 << s.small)
"""
    exec(compile(source, "small_numbers", "exec"), module.__dict__)
    return module


STATE = np.dtype([("wide", np.int64), ("small", np.int8)], align=True)


def test_trap_4_small_numbers_do_not_wrap() -> None:
    states = np.zeros(1, STATE)
    states["small"] = 40
    python = bind(rules_with_small_numbers(), "python")
    python.apply(view_record(states), None, 100)
    assert states["wide"][0] == 4000 + (1 << 40), "as compiled code computes, in 64 bits"


def test_trap_4_bites_records_of_numpy() -> None:
    states = np.zeros(1, STATE).view(np.recarray)
    states["small"] = 40
    with pytest.warns(RuntimeWarning, match="overflow"):
        rules_with_small_numbers().apply(states[0], None, 100)
    assert states["wide"][0] != 4000 + (1 << 40)


def test_a_number_that_does_not_fit_is_refused_when_interpreted() -> None:
    s = view_record(np.zeros(1, STATE))
    with pytest.raises(ValueError, match="'small' cannot hold 200: expected -128 to 127"):
        s.small = 200


def test_both_targets_live_side_by_side() -> None:
    from parlour.games.stencil import rules

    plain, fast = bind(rules, "python"), bind(rules, "cpu")
    options, states = GAME.encode(GAME.settle()), np.zeros(1, GAME.state_type)
    plain.setup(view_record(states), view_record(options))
    assert plain.claims_open(view_record(states), view_record(options)) is False
    assert fast.claims_open(states[0], options[0]) is False
    assert not hasattr(rules.claims_open, "py_func"), "the module itself is untouched"


def test_names_replace_globals_everywhere() -> None:
    from parlour.games.stencil import rules

    told = []
    bound = bind(rules, "python", note=lambda *numbers: told.append(numbers))
    states = np.zeros(1, GAME.state_type)
    bound.take_plate(view_record(states), 1, 2)
    assert told == [(Event.TAKES_PLATE, 1, 2)]


def test_unbound_templates_say_so() -> None:
    from parlour.search import playout

    states, rng = np.zeros(1, STATE), np.ones(1, np.uint64)
    with pytest.raises(UnboundRules, match="bind it first"):
        playout.draw_action(states[0], states[0], ActionSet(), rng)


def test_unknown_targets_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 'python', 'cpu' or 'cuda'"):
        bind(ModuleType("empty"), "gpu")
