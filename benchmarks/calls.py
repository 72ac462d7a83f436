"""What does one call of `legal` or `apply` cost?

All ways of calling go through the same recorded random play: `legal` at each of its decisions, `apply` for each of its
actions and outcomes.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from rich.progress import Progress

from benchmarks import loops
from benchmarks.report import Report
from parlour.engine.bind import bind
from parlour.engine.bits import clear_actions
from parlour.engine.game import Game
from parlour.engine.records import view_record
from parlour.engine.targets import PYTHON
from parlour.search.speed import PLIES, Trace, list_moves, push_moves
from parlour.search.timing import Batch, Pace, micros, take_turns, time_batch
from parlour.terminal.progress import follow

TIMES = 20  # how often a compiled loop goes through it before it returns to Python


class Recorded(Trace):
    """One random play under a game's default options, to be gone through in several ways."""

    def __init__(self, game: Game) -> None:
        game.warm()
        super().__init__(game, game.settle())
        self.actions, _, _ = game.buffers()

    def legal_inside(self) -> Batch:
        states, options, actions, asked = self.states, self.options, self.actions, np.array(self.asked)
        everywhere = self.game.bind_template(loops).legal_everywhere

        def go() -> dict[str, int]:
            everywhere(states, options, actions, asked, TIMES)
            return {"calls": TIMES * len(asked)}

        return time_batch(go)

    def legal_door(self) -> Batch:
        states, options, actions, asked = self.states, self.options, self.actions, self.asked
        legal_at = self.game.doors.legal_at

        def go() -> dict[str, int]:
            for i in asked:
                legal_at(states, i, options, actions)
            return {"calls": len(asked)}

        return time_batch(go)

    def legal_interpreted(self) -> Batch:
        rules: Any = bind(self.game.rules, PYTHON)
        views = [view_record(self.states, i) for i in self.asked]
        o, actions = view_record(self.options), self.game.new_actions(PYTHON)

        def go() -> dict[str, int]:
            for s in views:
                clear_actions(actions)
                rules.legal(s, o, actions)
            return {"calls": len(views)}

        return time_batch(go)

    def legal_play(self) -> Batch:
        return list_moves(self)

    def apply_inside(self) -> Batch:
        first, options, codes = self.states[:1].copy(), self.options, np.array(self.codes, np.int16)
        states = first.copy()
        apply_all = self.game.bind_template(loops).apply_all

        def go() -> dict[str, int]:
            apply_all(states, first, options, codes, TIMES)
            return {"calls": TIMES * len(codes)}

        return time_batch(go)

    def apply_door(self) -> Batch:
        states, options, codes = self.states[:1].copy(), self.options, self.codes
        apply_at = self.game.doors.apply_at

        def go() -> dict[str, int]:
            states[0] = self.states[0]
            for code in codes:
                apply_at(states, 0, options, code)
            return {"calls": len(codes)}

        return time_batch(go)

    def apply_interpreted(self) -> Batch:
        rules: Any = bind(self.game.rules, PYTHON)
        states, codes = self.states[:1].copy(), self.codes
        s, o = view_record(states), view_record(self.options)

        def go() -> dict[str, int]:
            states[0] = self.states[0]
            for code in codes:
                rules.apply(s, o, code)
            return {"calls": len(codes)}

        return time_batch(go)

    def apply_play(self) -> Batch:
        return push_moves(self)


def measure(games: Mapping[str, Game], pace: Pace, progress: Progress) -> Report:
    rows = []
    for game in follow(progress, "calls", games):
        recorded = Recorded(game)
        for call in ("legal", "apply"):
            ways = ("inside", "door", "interpreted", "play")
            slices = take_turns({way: getattr(recorded, f"{call}_{way}")() for way in ways}, pace)
            times = {way: micros(slices[way], "calls") for way in ways}
            rows.append(
                {
                    "game": game.name,
                    "call": call,
                    **times,
                    "overhead": times["door"].median - times["inside"].median,
                }
            )
    return Report(
        section="calls",
        question="What does one call of legal or apply cost, in microseconds?",
        how=(
            f"Over one random play under default options, up to {PLIES} actions and outcomes. From compiled code: a "
            "compiled loop over the recorded positions, again and again, so that the processor foresees them. From "
            "Python: the compiled functions called with an array and an index, Python's loop included; what they cost "
            "more is the overhead. Interpreted: the rules as written. Play: play.legal, which describes every action "
            "in words, and play.push(code), which checks it, writes it down and tells what happened; both use the "
            "compiled legal."
        ),
        columns={
            "game": "game",
            "call": "call",
            "inside": "compiled, from\ncompiled code",
            "door": "compiled, from\nPython",
            "overhead": "overhead",
            "interpreted": "interpreted",
            "play": "Play\n(legal, push)",
        },
        rows=rows,
    )
