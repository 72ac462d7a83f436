"""Dash, a race with loaded dice for two or three: small enough to be solved by hand, and with opponents of its own."""

from parlour.engine.game import Game
from parlour.engine.options import Option, Whole
from tests.search.dash import rules, words

GAME = Game(
    name="dash",
    title="Dash",
    line="Walk, run or trip somebody up.",
    source="nobody",
    version=1,
    players=(3, 2),
    rules=rules,
    text=words,
    notation=words,
    drawing=words,
    declared=(Option("rounds", Whole(1, 9), 2, "turns each"),),
)
