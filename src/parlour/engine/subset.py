"""Reads rules as source and says, before anything is compiled, what they cannot use and where.

Rules have to mean the same in Python and in compiled code: see "The subset" in docs/rules-in-python.md. A compiler
says so too, but late and at length.
"""

import ast
import builtins
import inspect
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

ENTRIES = (
    "setup",
    "legal",
    "chance",
    "apply",
    "score",
    "calls",
    "judge",
    "worth",
    "overlooks",
    "key",
    "known",
    "observe",
    "foretell",
)
WHOLE = ("setup", "legal", "chance", "apply", "calls")  # these count in whole numbers only
BUILTINS = ("range", "min", "max", "abs", "int", "float", "bool", "len", "round")
NUMBERS = ("int8", "int16", "int32", "int64", "float64")  # of NumPy: np.int64(x) takes no memory

NO_MEMORY = "rules cannot allocate"
BUILDS: dict[type[ast.AST], str] = {
    ast.List: f"builds a list; {NO_MEMORY}",
    ast.ListComp: f"builds a list; {NO_MEMORY}",
    ast.Dict: f"builds a dictionary; {NO_MEMORY}",
    ast.DictComp: f"builds a dictionary; {NO_MEMORY}",
    ast.Set: f"builds a set; {NO_MEMORY}",
    ast.SetComp: f"builds a set; {NO_MEMORY}",
    ast.GeneratorExp: "has a generator; write a loop",
    ast.Yield: "is a generator; rules return",
    ast.YieldFrom: "is a generator; rules return",
    ast.JoinedStr: "builds a string; words belong to text.py",
    ast.Try: "catches an exception; a rule has no errors",
    ast.Raise: "raises an exception; a rule has no errors, for what is not legal is never applied",
    ast.Assert: "asserts; a rule has no errors, so put this into a test",
    ast.With: "has a with block; rules only read and write records",
    ast.Lambda: "makes a function; write it at the top of the file",
    ast.FunctionDef: "makes a function inside another; write it at the top of the file",
    ast.AsyncFunctionDef: "makes an asynchronous function; rules wait for nothing",
    ast.Await: "waits; rules wait for nothing",
    ast.ClassDef: "makes a class; rules are functions over records",
    ast.Import: "imports inside a function; import at the top of the file",
    ast.ImportFrom: "imports inside a function; import at the top of the file",
    ast.Global: "changes a global; everything that changes is in the state",
    ast.Nonlocal: "changes a variable of another function; everything that changes is in the state",
    ast.Delete: "deletes; nothing in a record can be",
    ast.Match: "has a match statement; write if and elif",
}


class RulesError(ValueError):
    """Rules use what they cannot; the message names the file, the line and the way out."""


def check_source(module: ModuleType) -> None:
    """Raise RulesError at the first thing that rules, knowledge or solving cannot use.

    It reads what the engine calls of such a module, and every function of the game called from there. A module that
    offers none of this is read as a whole.
    """
    functions = _functions_of(module)
    entries = [name for name in ENTRIES if name in functions] or list(functions)
    waiting = [(module, name) for name in entries]
    seen = set(waiting)
    calls: dict[tuple[ModuleType, str], list[tuple[ModuleType, str]]] = {}
    while waiting:
        at = waiting.pop(0)
        calls[at] = [called for called in _Reader(*at).read() if called[1] in _functions_of(called[0])]
        for called in calls[at]:
            if called not in seen:
                seen.add(called)
                waiting.append(called)
    _refuse_recursion(calls)
    _refuse_quotients(calls, [(module, name) for name in entries if name in WHOLE])


def _refuse_recursion(calls: dict[tuple[ModuleType, str], list[tuple[ModuleType, str]]]) -> None:
    for start in calls:
        waiting, seen = list(calls[start]), set()
        while waiting:
            at = waiting.pop()
            if at == start:
                line = _functions_of(start[0])[start[1]].lineno
                raise RulesError(f"{_file_of(start[0]).name}:{line} {start[1]} calls itself; write a loop")
            if at not in seen:
                seen.add(at)
                waiting += calls[at]


def _refuse_quotients(
    calls: dict[tuple[ModuleType, str], list[tuple[ModuleType, str]]], entries: list[tuple[ModuleType, str]]
) -> None:
    waiting, seen = list(entries), set(entries)
    while waiting:
        at = waiting.pop()
        for node in ast.walk(_functions_of(at[0])[at[1]]):
            if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
                where = f"{_file_of(at[0]).name}:{node.lineno}"
                raise RulesError(f"{where} divides by /; write //, or leave fractions to score and knowledge.py")
        for called in calls[at]:
            if called not in seen:
                seen.add(called)
                waiting.append(called)


@cache
def _functions_of(module: ModuleType) -> dict[str, ast.FunctionDef]:
    """The functions at the top of a file, as source."""
    tree = ast.parse(inspect.getsource(module))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _file_of(module: ModuleType) -> Path:
    return Path(module.__file__ or module.__name__)


class _Reader:
    """Reads one function."""

    def __init__(self, module: ModuleType, name: str) -> None:
        self.module, self.name = module, name
        self.node = _functions_of(module)[name]
        self.file = _file_of(module).name
        arguments = self.node.args
        self.parameters = [
            argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        ]
        self.local = {
            *self.parameters,
            *(n.id for n in ast.walk(self.node) if isinstance(n, ast.Name) and _is_stored(n)),
        }

    def read(self) -> Iterator[tuple[ModuleType, str]]:
        """Refuse what cannot be, and tell which functions are called."""
        if self.node.decorator_list:
            self.refuse(self.node, f"decorates {self.name}; rules are plain functions")
        if self.node.args.vararg or self.node.args.kwarg:
            self.refuse(self.node, f"gives {self.name} any number of arguments; name each")
        body = self.node.body
        for statement in body[1:] if _is_words(body[0]) else body:
            for node in _walk(statement):
                yield from self.read_node(node)

    def refuse(self, node: ast.AST, what: str) -> None:
        raise RulesError(f"{self.file}:{getattr(node, 'lineno', self.node.lineno)} {what}")

    def read_node(self, node: ast.AST) -> Iterator[tuple[ModuleType, str]]:
        if type(node) in BUILDS and not (isinstance(node, ast.List) and isinstance(node.ctx, ast.Store)):
            self.refuse(node, BUILDS[type(node)])
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str | bytes):
                self.refuse(node, "uses a string; words belong to text.py")
        elif isinstance(node, ast.Compare):
            for operator, group in zip(node.ops, node.comparators, strict=True):
                if isinstance(operator, ast.In | ast.NotIn) and not self.is_tuple(group):
                    self.refuse(node, f"asks what is in {ast.unparse(group)}; compare with == and or")
        elif isinstance(node, ast.Subscript):
            handed_in = isinstance(node.value, ast.Name) and node.value.id in self.parameters
            if not handed_in and any(isinstance(part, ast.Slice) for part in ast.walk(node.slice)):
                self.refuse(node, "takes a slice; write a loop over single elements")
            self.read_division(node)
        elif isinstance(node, ast.For):
            self.read_loop(node)
        elif isinstance(node, ast.Call):
            yield from self.read_call(node)
        elif isinstance(node, ast.Name):
            self.read_name(node)
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Return):
            self.read_division(node)

    def is_tuple(self, group: ast.expr) -> bool:
        """Whether it is a tuple, or a constant of the module that is one, of whole numbers."""
        known = vars(self.module).get(group.id) if isinstance(group, ast.Name) else None
        return isinstance(group, ast.Tuple) or (isinstance(known, tuple) and all(type(n) is int for n in known))

    def read_loop(self, node: ast.For) -> None:
        loop = node.iter
        if not (isinstance(loop, ast.Call) and isinstance(loop.func, ast.Name) and loop.func.id == "range"):
            self.refuse(node, f"loops over {ast.unparse(loop)}; loop over range(…) and read elements by index")

    def read_call(self, node: ast.Call) -> Iterator[tuple[ModuleType, str]]:
        if any(isinstance(argument, ast.Starred) for argument in node.args) or any(
            k.arg is None for k in node.keywords
        ):
            self.refuse(node, f"hands {ast.unparse(node.func)} any number of arguments; write out each")
        if isinstance(node.func, ast.Attribute):
            self.read_method(node.func)
        elif isinstance(node.func, ast.Name):
            yield from self.read_function(node.func)
        else:
            self.refuse(node, "calls what an expression gives; call functions by their names")

    def read_method(self, node: ast.Attribute) -> None:
        """What is called by `something.name()`."""
        owner = self.find(node.value.id) if isinstance(node.value, ast.Name) else None
        written = ast.unparse(node)
        if owner is math or (owner is np and node.attr in NUMBERS):
            return
        if owner is np:
            self.refuse(node, f"calls {written}; {NO_MEMORY}, and need no more than whole numbers")
        if isinstance(owner, ModuleType):
            way_out = (
                f"write `from {owner.__name__} import {node.attr}`"
                if _is_own(owner, self.module)
                else "it is no part of the game"
            )
            self.refuse(node, f"calls {written} through a module; {way_out}")
        self.refuse(node, f"calls the method {written}; rules have fields, elements and functions only")

    def read_function(self, node: ast.Name) -> Iterator[tuple[ModuleType, str]]:
        called = self.find(node.id)
        if node.id in self.local:
            self.refuse(node, f"calls {node.id}, which is a variable; call functions by their names")
        elif isinstance(called, FunctionType):
            home = inspect.getmodule(called)
            if home is not None and _is_own(home, self.module):
                yield home, called.__name__
            elif home is None or not home.__name__.startswith(f"{__package__}."):
                self.refuse(node, f"calls {node.id} of {called.__module__}, which is no part of the game")
        elif called is getattr(builtins, node.id, builtins):
            if node.id not in BUILTINS:
                self.refuse(node, f"calls {node.id}(); of Python's own functions rules have {', '.join(BUILTINS)}")
        elif called is None:
            self.refuse(node, f"calls {node.id}, which does not exist")
        elif getattr(called, "__module__", None) != "math":
            self.refuse(node, f"calls {node.id}, which is {_kind_of(called)}; rules call plain functions")

    def read_name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load) or node.id in self.local:
            return
        value = self.find(node.id)
        if value is None:
            self.refuse(node, f"uses {node.id}, which does not exist")
        elif isinstance(value, list | dict | set | str | bytes):
            way_out = "make it a table, np.array(…)" if isinstance(value, list) else "rules know numbers and tables"
            self.refuse(node, f"reads {node.id}, which is {_kind_of(value)}; {way_out}")

    def read_division(self, node: ast.AST) -> None:
        """A quotient by `/` where a whole number has to be."""
        if isinstance(node, ast.Subscript):
            if _has_division(node.slice):
                self.refuse(node, "looks up an element by a quotient; divide whole numbers by //")
        elif isinstance(node, ast.Return):
            returns = self.node.returns
            if isinstance(returns, ast.Name) and returns.id == "int" and _has_division(node.value):
                self.refuse(node, f"returns a quotient, but {self.name} returns whole numbers; divide by //")
        else:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
            divides = isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div)
            for field in filter(None, map(self.find_whole_field, targets)):
                if divides or _has_division(getattr(node, "value", None)):
                    self.refuse(node, f"divides by /, but {field!r} holds whole numbers; divide by //")

    def find_whole_field(self, target: ast.AST) -> str | None:
        """The field that an assignment goes to, if it is one of the state and holds whole numbers."""
        while isinstance(target, ast.Subscript):
            target = target.value
        of_state = isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "s"
        return target.attr if isinstance(target, ast.Attribute) and of_state else None

    def find(self, name: str) -> Any:
        """What a name of the module or of Python means, or None."""
        return vars(self.module).get(name, getattr(builtins, name, None))


def _is_own(home: ModuleType, module: ModuleType) -> bool:
    """Whether a module is part of the same game."""
    package = module.__package__ or module.__name__
    return home is module or home.__name__.startswith(f"{package}.")


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _is_words(node: ast.stmt) -> bool:
    """Whether a statement is a docstring, or a string that stands alone."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it in the order of the source, without types, which nothing runs."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _walk(child)


def _has_division(node: ast.AST | None) -> bool:
    """Whether the value of an expression is a quotient; int() makes a whole number of one, a comparison needs none."""
    if node is None or isinstance(node, ast.Call | ast.Compare | ast.BoolOp):
        return False
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return True
    if isinstance(node, ast.IfExp):
        return _has_division(node.body) or _has_division(node.orelse)
    return any(map(_has_division, ast.iter_child_nodes(node))) if not isinstance(node, ast.Subscript) else False


def _kind_of(value: object) -> str:
    names = {list: "a list", dict: "a dictionary", set: "a set", str: "a string", bytes: "bytes", type: "a class"}
    return names.get(type(value), f"of type {type(value).__name__}")
