"""How the suite names what it found."""

from typing import Any

from numpy.typing import NDArray

from parlour.engine.game import Game
from parlour.engine.options import Values, changed


def name_options(game: Game, values: Values) -> str:
    options = " ".join(f"{name}={text}" for name, text in changed(game.options, values).items())
    return f"{game.name} ({options or 'default options'})"


def name_difference(one: NDArray[Any], two: NDArray[Any]) -> str:
    names = one.dtype.names or ()
    return ", ".join(f"{n} {one[n][0]} and {two[n][0]}" for n in names if one[n].tobytes() != two[n].tobytes())
