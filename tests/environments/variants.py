"""Every game with each of its presets, and without one."""

import pytest

from parlour.engine.game import games

VARIANTS = [
    pytest.param(name, preset, id=f"{name}-{preset or 'default'}")
    for name, game in games().items()
    for preset in (None, *game.presets)
]
SHORT = {
    "stencil": "quick",
    "vendetta": "two",
    "numeric": "hex",
    "quatro": "backgammon",
    "quantum": "six",
}  # to the end
