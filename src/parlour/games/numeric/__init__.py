"""Numeric: make a number of the dice and cover it, in four games of one family."""

from parlour.engine.game import Game
from parlour.games.numeric import drawing, notation, rules, text
from parlour.games.numeric.front import FRONT, PRESETS
from parlour.games.numeric.options import OPTIONS, check, derive, limits

GAME = Game(
    name="numeric",
    title="Numeric",
    line="Combine the dice with + − × ÷ into a number from 1 to 100 and cover it for money: four games in one family.",
    source='US patent 5,927,717, "Numeric Board Game" (1999)',
    version=1,
    players=(2, 1, 3, 4, 5, 6, 7, 8),
    rules=rules,
    text=text,
    notation=notation,
    drawing=drawing,
    declared=OPTIONS,
    presets=PRESETS,
    front=FRONT,
    check=check,
    derive=derive,
    brisk={"max_throws": 200},
    limits=limits,
)
