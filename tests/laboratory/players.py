"""Players that a page of rules describes and that are no level of the game: the laboratory lets them play as well."""

import random
from dataclasses import replace
from typing import Any

import pytest

from parlour.engine.game import Game
from parlour.games.numeric.state import Action, Phase
from parlour.laboratory import Plan, new_plan
from parlour.search.line import Line, Position

BEST_CLASS = (0, 2, 1, 3)  # how good each class of signs is: none, −, ÷, both


class GreedyAtNumeric:
    """Takes what pays most now, exchanges anything, and ends the game by a card only when alone in front.

    Of numbers that pay alike it takes any, in the best class of signs.
    """

    name = "greedy at numeric"

    def begin(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, position: Position) -> int:
        codes = position.legal_codes()
        worth = [self.judge(position, code) for code in codes]
        best = [code for code, points in zip(codes, worth, strict=True) if points == max(worth)]
        chosen = self.rng.choice(best)
        if position.game.actions.word(chosen) != "form":
            return chosen
        return max((code for code in best if number_of(code) == number_of(chosen)), key=class_of)

    def judge(self, position: Position, code: int) -> int:
        """The money that the mover has after an action; whatever is no matter of money is worth -2, -1, 0 or 1."""
        word, seat = position.game.actions.word(code), int(position.s.to_move)
        money = [int(purse) for purse in position.s.money[: position.seats]]
        if word == "pass":
            return -2
        if word == "end":
            return 1 if money[seat] > max(money[:seat] + money[seat + 1 :]) else -1
        if word in ("take", "swap"):
            return 0
        after = Line.after(position, code)
        if after.s.phase == Phase.PLACING:  # on its best cell
            return max(self.judge(after, cell) for cell in after.legal_codes())
        return int(after.s.money[seat])

    def close(self) -> None:
        pass


def number_of(form: int) -> int:
    return 1 + (form - Action.FORM) // len(BEST_CLASS)


def class_of(form: int) -> int:
    """How good the class of signs is in which a number is made."""
    return BEST_CLASS[(form - Action.FORM) % len(BEST_CLASS)]


def plan_with(player: Any, game: Game, values: dict[str, Any], patch: pytest.MonkeyPatch) -> Plan:
    """A plan in which this player has every seat."""
    patch.setattr("parlour.laboratory.tables.seat_member", lambda *_: player())
    return replace(new_plan(game, values, "random"), bots=(player.name,) * int(values["players"]))
