"""Games of Vendetta to look at: positions set up from text, and those of random plays."""

import random
import re
from collections.abc import Callable, Iterator
from math import atan2, degrees, hypot
from typing import Any

import numpy as np

from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.people import say
from parlour.engine.records import new_record, view_record
from parlour.engine.scene import Scene, Shape
from parlour.engine.targets import PYTHON
from parlour.games.vendetta import GAME
from parlour.games.vendetta.drawing import scene
from parlour.games.vendetta.state import BOTH, Phase
from parlour.games.vendetta.track import MIDDLE

RULES = GAME.bind_rules(lambda *_: None)

PLAYS: list[tuple[str, dict[str, Any]]] = [
    ("four", {}),
    ("four", {"spin": "optional", "spins_per_turn": "per_piece", "first_player": "seat0"}),
    ("three", {"layout": "bloody", "spin": "optional", "soldiers": 4}),
    ("two", {"soldiers": 6, "turn_limit": 60}),
    ("darkness", {"players": 4, "layout": "bloody"}),
    ("myth", {"players": 2, "spin": "optional", "first_player": "random"}),
]

# Four families on space 20; three soldiers holding a Godfather on 34; a Godfather alone on 17, one with two men on 46
CROWDED = (
    "turns=40 turn=A A=20,20,5,5,H,x,x,30,x B=5,8,22,22,22,H,x,H,H C=10,44,x,x,15,H,H,H,3 D=10,32,10,10,H,H,H,H,0"
    " order=20:BDCA,34:CB dice=53"
)
# A needs 5; the Hit spaces 7, 26 and 43 are closed; a Godfather is held on C's gate
LATE = (
    "phase=moving turns=41 turn=B A=44,x,7,7,7,9,4,H,H B=7,12,6,H,14,0,14,H,H C=0,9,x,x,5,16,4,1,H"
    " D=1,7,7,13,x,10,5,x,H order=24:CB dice=54 used=low moved=2"
)


class Table:
    """A game in progress, without the words that go with it."""

    def __init__(self, preset: str = "four", position: str = "", **options: Any) -> None:
        self.o = view_record(GAME.encode(GAME.settle(preset, **options)))
        self.s = view_record(new_record(GAME.state_type))
        if position:
            GAME.read_position(position, self.s, self.o)
        else:
            RULES.setup(self.s, self.o)

    def legal(self) -> list[int]:
        actions = GAME.new_actions(PYTHON)
        RULES.legal(self.s, self.o, actions)
        return codes_of(actions)

    def push(self, *actions: int) -> "Table":
        for code in actions:
            RULES.apply(self.s, self.o, code)
        return self

    def roll(self, rng: random.Random) -> None:
        weights = np.zeros(GAME.outcomes.SIZE, np.int32)
        total = RULES.chance(self.s, self.o, weights)
        self.push(int(np.searchsorted(np.cumsum(weights), rng.randrange(total), side="right")))

    def scene(self, seat: int | None = None) -> Scene:
        return scene(self.s, self.o, seat).named(lambda words: say(words, you=seat))

    def shapes(self, seat: int | None = None) -> dict[str, Shape]:
        return {shape.id: shape for shape in self.scene(seat).shapes if shape.id}

    def words(self) -> list[str]:
        return [shape.text for shape in self.scene().shapes if shape.text]


def crowded(phase: str = "moving", preset: str = "four", spun: int | None = None, **options: Any) -> Table:
    """With a throw to be played or, whoever it was that came to a Hit, with a spin that is due."""
    last = "" if spun is None else f" spun={spun}/{spun + 24}"
    table = Table(preset, f"phase=moving {CROWDED}{last}", **options)
    if phase != "moving":
        s = table.s
        s.used, s.moved, s.hits, s.phase = BOTH, 1, 1, Phase.number(phase)
        s.to_move = s.turn if phase == "asking" else CHANCE
    return table


def play(preset: str, options: dict[str, Any], seed: int = 0, plies: int = 260) -> Iterator[Table]:
    """Every position of a random play."""
    rng = random.Random(seed)
    table = Table(preset, **options)
    for _ in range(plies):
        yield table
        if table.s.to_move == OVER:
            return
        if table.s.to_move == CHANCE:
            table.roll(rng)
        else:
            table.push(rng.choice(table.legal()))


def find(wanted: Callable[[Record], bool], preset: str = "four", **options: Any) -> Table:
    """The first position of that kind in some play."""
    for seed in range(60):
        for table in play(preset, options, seed, 900):
            if wanted(table.s):
                return table
    raise AssertionError(f"no such position in {preset} {options}")


def from_middle(shape: Shape) -> float:
    return hypot(shape.x - MIDDLE[0], shape.y - MIDDLE[1])


def apart(one: Shape, other: Shape) -> float:
    """Between the edges of two round things."""
    return hypot(one.x - other.x, one.y - other.y) - one.size - other.size


def corners(space: Shape) -> list[tuple[float, float]]:
    """The corners of a space: inner and outer where it begins, then outer and inner where it ends."""
    found = re.findall(r"(?:[ML]|[01] )(-?[0-9.]+),(-?[0-9.]+)", space.path)
    return [(float(x), float(y)) for x, y in found][:4]


def angle_of(x: float, y: float) -> float:
    """Clockwise from the top."""
    return degrees(atan2(x - MIDDLE[0], MIDDLE[1] - y)) % 360


def bounds(space: Shape) -> tuple[float, float]:
    """The angles between which a space lies."""
    points = corners(space)
    return angle_of(*points[1]), angle_of(*points[2])
