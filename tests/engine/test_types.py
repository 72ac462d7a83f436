"""The type checker knows every hook: a wrong signature is refused, each in its own line."""

import re
from pathlib import Path

from mypy import api

WRONG = """\
from dataclasses import replace
from typing import Any

from parlour.engine.game import Game
from parlour.engine.hooks import Drawing, Notation, Opponents, Positions, Text
from parlour.engine.level import Level
from parlour.games.stencil import GAME, board, knowledge, rules


def two(s: Any, o: Any) -> str:
    return ""


def three(s: Any, o: Any, number: int) -> str:
    return ""


def number(s: Any, o: Any, action: int) -> int:
    return 0


def six(s: Any, o: Any, kind: int, a: int, b: int, c: int) -> str:
    return ""


Text(seat=three, label=three, sentence=three, outcome=three, event=six, asked=two)  # right
Text(seat=two, label=three, sentence=three, outcome=three, event=six, asked=two)  # wrong: seat
Text(seat=three, label=number, sentence=three, outcome=three, event=six, asked=two)  # wrong: label
Text(seat=three, label=three, sentence=three, outcome=three, event=three, asked=two)  # wrong: event
Text(seat=three, label=three, sentence=three, outcome=three, event=six)  # wrong: asked
Text(seat=three, label=three, sentence=three, outcome=three, event=six, asked=two, hint=two)  # wrong: hint
Notation(write=three, outcome=two)  # wrong: outcome
Drawing(scene=three, touches=three, sketch=two)  # wrong: scene
Positions(complete=three)  # wrong: complete
Opponents(levels=lambda values: (1, 2))  # wrong: int
replace(GAME, rules=rules, knowledge=knowledge)  # right
game: Game = Game(
    name="wrong",
    title="Wrong",
    line="nothing fits",
    version=1,
    players=(2,),
    rules=board,  # wrong: rules
    state=GAME.state,
    actions=GAME.actions,
    outcomes=GAME.outcomes,
    events=rules,  # wrong: events
    text=GAME.text,
    notation=GAME.notation,
    drawing=GAME.text,  # wrong: drawing
    knowledge=board,  # wrong: knowledge
)
levels: tuple[Level, ...] = ()
"""


def test_mypy_refuses_every_wrong_hook(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(WRONG)
    root = Path(__file__).parents[2]
    settings = ["--strict", "--config-file", str(root / "pyproject.toml"), "--cache-dir", str(tmp_path / "cache")]
    told, faults, _ = api.run([*settings, str(file)])
    assert not faults
    refused = {int(found[1]): found[2] for found in re.finditer(r"wrong\.py:(\d+): error: (.*)", told)}
    expected = {at: line.split("# wrong: ")[1] for at, line in enumerate(WRONG.splitlines(), 1) if "# wrong: " in line}
    assert set(refused) == set(expected), told
    for at, word in expected.items():
        assert word in refused[at], refused[at]
