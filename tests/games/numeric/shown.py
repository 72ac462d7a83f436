"""Games of Numeric to look at: positions of random plays, and those a few actions lead to."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.people import say
from parlour.engine.records import new_record, view_record
from parlour.engine.scene import Scene, Shape
from parlour.engine.targets import PYTHON
from parlour.games.numeric import GAME, beside
from parlour.games.numeric.drawing import scene
from parlour.games.numeric.reach import INDEX
from parlour.games.numeric.state import Action, Outcome, Phase

RULES = GAME.bind_rules(lambda *_: None)

PLAYS: list[tuple[str, dict[str, Any]]] = [
    ("basic", {"players": 3}),
    ("practice", {"dice": 3, "layout": "snake"}),
    ("zones", {"players": 8, "starting_money": 40, "end": "line(one)+zones_complete(2)+all_primes+cover_count"}),
    ("zones", {"players": 2, "layout": "plain", "pass_rule": "forced", "end": "time_limit+throw_limit(40)"}),
    ("hex", {"players": 5, "starting_money": 20, "contiguous": True}),
    ("hex", {"players": 4, "hex_zone_money": True, "fractions": "rational", "end": "line(one,4)+zones_complete"}),
    ("counters", {"players": 2, "exchange_on_miss": 3}),
    ("counters", {"players": 6, "rack_size": 8, "bonus_layout": "random", "end": "counters_used+all_primes"}),
    ("counters", {"players": 5, "starting_money": 10, "scramble": "off", "bonus_layout": "none"}),
]


class Table:
    """A game in progress, without the words that go with it."""

    def __init__(self, preset: str, **options: Any) -> None:
        self.o = view_record(GAME.encode(GAME.settle(preset, **options)))
        self.s = view_record(new_record(GAME.state_type))
        RULES.setup(self.s, self.o)

    def legal(self) -> list[int]:
        actions = GAME.new_actions(PYTHON)
        RULES.legal(self.s, self.o, actions)
        return codes_of(actions)

    def push(self, *actions: int) -> "Table":
        for code in actions:
            RULES.apply(self.s, self.o, code)
        return self

    def throw(self, faces: str) -> "Table":
        return self.push(Outcome.THROW + INDEX[tuple(sorted(map(int, faces)))])

    def make(self, n: int) -> "Table":
        """Form a number with whatever signs."""
        return self.push(Action.FORM + 4 * (n - 1) + beside.ways(self.s, self.o, n)[0])

    def roll(self, rng: random.Random) -> None:
        weights = np.zeros(GAME.outcomes.SIZE, np.int32)
        total = RULES.chance(self.s, self.o, weights)
        self.push(int(np.searchsorted(np.cumsum(weights), rng.randrange(total), side="right")))

    def scene(self, seat: int | None = None) -> Scene:
        return scene(self.s, self.o, seat).named(lambda words: say(words, you=seat))

    def shapes(self) -> dict[str, Shape]:
        return {shape.id: shape for shape in self.scene().shapes if shape.id}

    def words(self) -> list[str]:
        return [shape.text for shape in self.scene().shapes if shape.text]


def play(preset: str, options: dict[str, Any], seed: int = 0, plies: int = 300) -> Iterator[Table]:
    """Every position of a play in which nobody passes or ends it without need."""
    rng = random.Random(seed)
    table = Table(preset, **options)
    for _ in range(plies):
        yield table
        if table.s.to_move == OVER:
            return
        if table.s.to_move == CHANCE:
            table.roll(rng)
        else:
            legal = table.legal()
            eager = [code for code in legal if code not in (Action.PASS, Action.END)]
            table.push(rng.choice(eager if eager and rng.random() < 0.9 else legal))


def find(preset: str, wanted: Callable[[Record], bool], **options: Any) -> Table:
    """The first position of that kind in some play."""
    for seed in range(40):
        for table in play(preset, options, seed, 600):
            if wanted(table.s):
                return table
    raise AssertionError(f"no such position in {preset} {options}")


def started(preset: str, **options: Any) -> Table:
    """A game in which A is about to throw."""
    table = Table(preset, first_side="A", **options)
    rng = random.Random(7)
    while table.s.phase == Phase.FILLING:
        table.roll(rng)
    return table
