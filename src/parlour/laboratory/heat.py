"""Heat maps: how often something is done at each place of a game's own board, drawn as a darker or a paler ground."""

import re
from collections.abc import Mapping
from dataclasses import replace

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.engine.play import Play
from parlour.engine.svg import draw_svg

PALE, DARK = (253, 250, 241), (116, 132, 158)  # from the sheet to a tone on which ink is still read


def draw_heat(game: Game, values: Values, cells: Mapping[str, float]) -> str:
    """The board without pieces and turns; whatever can be touched is the darker the more is done there."""
    scene = replace(Play(game, values).scene().at_rest(), pieces=(), caption="")
    most = max(cells.values(), default=0.0)
    svg = draw_svg(scene)

    def tone(found: re.Match[str]) -> str:
        if found[1] not in cells or not most:
            return found[0]
        return f'{found[0]} style="fill:{shade(cells[found[1]] / most)}"'

    return re.sub(r'data-id="([^"]*)"', tone, svg)


def shade(part: float) -> str:
    """The tone for a part of the most."""
    tones = (round(pale + (dark - pale) * part) for pale, dark in zip(PALE, DARK, strict=True))
    return "#" + "".join(f"{tone:02x}" for tone in tones)
