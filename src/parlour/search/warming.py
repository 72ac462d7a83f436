"""Compiling ahead of time, function by function: what a game's rules, its opponents and looks back at a play need.

Tables of endings are worked out then, too.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from parlour.engine import doors
from parlour.engine.bind import source_stamp
from parlour.engine.cache import cache_root
from parlour.engine.game import Game
from parlour.engine.targets import CPU
from parlour.search import rollout, solving, tree
from parlour.search.endings import family_of, find_table
from parlour.search.knowledge import bind_judging, bind_tree
from parlour.search.line import Line
from parlour.search.solver import Solver, bind_solving
from parlour.search.thinker import Thinker

RULES, SEARCH, ENDINGS, STUDY, ROLLOUT = "rules", "search", "endings", "study", "rollout"
PARTS = (RULES, SEARCH, ENDINGS, STUDY, ROLLOUT)  # each needs those before it
DOORS = ("setup_at", "legal_at", "calls_at", "chance_at", "score_at", "apply_at")  # what is called from Python
BRANCHES = ("plant", "find_child", "transplant", "think", "evaluate_at", "weigh_at")

Watch = Callable[[int, int], None]  # told how many functions are compiled, of how many


def list_parts(what: str) -> tuple[str, ...]:
    """A part, and all that it needs."""
    return PARTS[: PARTS.index(what) + 1]


def make_ready(game: Game, what: str = ROLLOUT, watch: Watch = lambda done, wanted: None) -> None:
    """Compile, or load compiled, what the rules, the opponents or looks back at a play call; and remember that."""
    from parlour.engine.compiler import watch_compiling  # takes half a second, and much memory

    parts = list_parts(what)
    entries = _entries(game, parts)
    wanted = find_called(entries)
    waiting = {id(function) for function in wanted}

    def count_off(function: Any) -> None:
        """Some are compiled several times, for several kinds of numbers."""
        if id(function) in waiting:
            waiting.remove(id(function))
            watch(len(wanted) - len(waiting), len(wanted))

    watch(0, len(wanted))
    with watch_compiling(count_off):
        game.warm()
        if SEARCH in parts:
            values = game.settle()
            thinker = Thinker(game, values)
            thinker.warm()
            thinker.judge(Line(game, values))
            thinker.weigh(Line(game, values))
            if STUDY in parts and is_solvable(game):
                Solver(game, values).warm()
            if ROLLOUT in parts and game.knowledge is not None:
                thinker.roll_on(Line(game, values), thinker.new_rolled(1), most=0)
        if ENDINGS in parts:
            find_tables(game)
    watch(len(wanted), len(wanted))
    for part in parts:
        mark = find_mark(game, part)
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()


def find_tables(game: Game) -> None:
    """The tables of endings for the usual rules; for others they are worked out when they are needed."""
    for preset in (None, *game.presets):
        values = game.settle(preset)
        if family_of(game, values) is not None:
            find_table(game, values)


def is_ready(game: Game, what: str) -> bool:
    """Whether all of it was compiled before, and lies in the cache on disk."""
    return find_mark(game, what).exists()


def find_mark(game: Game, what: str) -> Path:
    """The empty file that says so; its name changes with everything that compiled code depends on."""
    modules: list[Any] = [doors, game.rules]
    parts = list_parts(what)
    if SEARCH in parts:
        modules += [tree, game.knowledge, game.learning, game.ending and game.ending.rules]
    if STUDY in parts:
        modules += [solving, game.solving and game.solving.rules]
    if ROLLOUT in parts:
        modules.append(rollout)
    stamp = source_stamp(CPU, *(module for module in modules if module is not None))
    return cache_root() / "ready" / f"{game.name}-{what}-{stamp}"


def find_called(functions: list[Any]) -> list[Any]:
    """Compiled functions, and all that they call."""
    found = {id(function): function for function in functions}
    waiting = list(functions)
    while waiting:
        plain = waiting.pop().py_func
        for name in plain.__code__.co_names:
            called = plain.__globals__.get(name)
            if hasattr(called, "py_func") and id(called) not in found:
                found[id(called)] = called
                waiting.append(called)
    return list(found.values())


def _entries(game: Game, parts: tuple[str, ...]) -> list[Any]:
    entries = [getattr(game.doors, name) for name in DOORS]
    if SEARCH in parts:
        entries += [getattr(bind_tree(game), name) for name in BRANCHES]
    if STUDY in parts and is_solvable(game):
        entries += [function for name, function in vars(bind_solving(game)).items() if name in vars(solving)]
    if ROLLOUT in parts and game.knowledge is not None:
        entries.append(bind_judging(game, rollout).roll_out)
    return [function for function in entries if hasattr(function, "py_func")]


def is_solvable(game: Game) -> bool:
    """Whether looking back at a play asks a solver; otherwise it needs no more than the opponents."""
    return game.solving is not None and bool(game.solving.points)
