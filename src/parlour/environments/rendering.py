"""How a play is shown by the libraries' render modes: as text, as pixels, or in the terminal."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from parlour.engine.svg import draw_svg
from parlour.environments.missing import explain_missing
from parlour.environments.refusal import BadInput
from parlour.environments.table import Table

MODES = ("ansi", "rgb_array", "human")
WIDTH = 640  # of a picture, in pixels; its height follows from the game

Rendered = str | NDArray[np.uint8] | None


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise BadInput(f"there is no render mode {mode!r}: expected one of {', '.join(MODES)}, or None")
    return mode


def render(table: Table, mode: str | None) -> Rendered:
    """The position as the mode wants it; `human` prints it, for people at a terminal."""
    if mode == "rgb_array":
        return paint(table)
    if mode == "ansi":
        return sketch(table)
    if mode == "human":
        print(sketch(table), flush=True)
    return None


def sketch(table: Table) -> str:
    play = table.as_play()
    return f"{play}\n{play.asked()}"


def paint(table: Table) -> NDArray[np.uint8]:
    """The drawing of the position, height × width × 3."""
    try:
        from PIL import Image
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise explain_missing(error) from None
    drawn = svg_to_bytes(svg_string=draw_svg(table.as_play().scene()), width=WIDTH)
    return np.asarray(Image.open(BytesIO(drawn)).convert("RGB"))
