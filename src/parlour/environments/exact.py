"""True values: what every action is worth if both sides play perfectly from there, for games that can be solved."""

import numpy as np
from numpy.typing import NDArray

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.environments.refusal import BadInput
from parlour.environments.table import Setting, Table
from parlour.search.solver import Solver


def solvable_options(game: Game, given: Values) -> Values:
    """The options under which a game is solved, besides those that are given."""
    if game.solving is None or not game.solving.points:
        raise BadInput(f"{game.title} has no exact values: expected a game that can be solved")
    return {**game.solving.defaults, **given}


class Oracle:
    """Knows the values of all positions of a game; what it has found it remembers."""

    def __init__(self, setting: Setting) -> None:
        solvable_options(setting.game, {})
        self.solver = Solver(setting.game, setting.values)

    def value_actions(self, table: Table) -> NDArray[np.float64]:
        """What each action brings whoever is asked, and nan where it is not legal. Raises Unsolvable.

        A win, a draw and a loss count as the game says for looking back; its options may give other points for them.
        """
        assert table.game.solving is not None
        loss, draw, win = table.game.solving.points
        moves = self.solver.solve(table.as_play()).moves
        values = np.full(table.game.actions.SIZE, np.nan)
        for code in table.legal_codes():
            turns = moves[table.game.notation.write(table.s, table.o, code)]
            values[code] = win if turns > 0 else loss if turns < 0 else draw
        return values
