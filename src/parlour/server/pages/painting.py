"""Boards as PNG, for previews of links: painted in a process of their own, one at a time, and kept for a while.

Painting takes a third of a second in which Python does nothing else. It needs resvg_py; without it, or when too many
wait, a game's own picture has to do.
"""

import asyncio
import re
import sys
from collections import OrderedDict
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from parlour.engine.game import Game
from parlour.engine.people import say
from parlour.engine.play import Play
from parlour.engine.scene import Scene
from parlour.engine.svg import INKS, draw_svg
from parlour.server.pages.previews import SIZE

OWN = "preview.png"  # the picture that a game has in its folder
PAINTER = (
    "import sys; from resvg_py import svg_to_bytes; "
    f"sys.stdout.buffer.write(bytes(svg_to_bytes(svg_string=sys.stdin.buffer.read().decode(), width={SIZE[0]})))"
)
SECONDS = 20.0  # that painting may take
MOST_KEPT = 64
MOST_WAITING = 4
EDGE = 15.0  # round the board


def draw_card(scene: Scene) -> str:
    """A scene in the middle of a sheet of the size that previews have."""
    width, height = SIZE
    board = draw_svg(scene)
    view = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', board)
    across, down = (float(number) for number in view.groups()) if view else SIZE
    scale = min((width - 2 * EDGE) / across, (height - 2 * EDGE) / down)
    place = (
        f'x="{(width - scale * across) / 2:.1f}" y="{(height - scale * down) / 2:.1f}" '
        f'width="{scale * across:.1f}" height="{scale * down:.1f}"'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="{INKS["paper"]["ground"]}"/>'
        f"{board.replace('<svg ', f'<svg {place} ', 1)}</svg>"
    )


def draw_play(play: Play) -> str:
    """The board as a spectator sees it, with the game's own words for whoever sits there."""
    return draw_card(play.game.drawing.scene(play.s, play.o, None).named(say))


def read_own(game: Game) -> bytes | None:
    """The picture that a game brings."""
    return _read_once(game.folder / OWN)


@cache
def _read_once(file: Path) -> bytes | None:
    with suppress(OSError):
        return file.read_bytes()
    return None


class Painter:
    def __init__(self) -> None:
        self.is_able = find_spec("resvg_py") is not None
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def paint(self, svg: str) -> bytes | None:
        """A PNG, or nothing where that cannot be, or not soon."""
        name = sha256(svg.encode()).hexdigest()
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        if not self.is_able or self._waiting >= MOST_WAITING:
            return None
        self._waiting += 1
        try:
            async with self._turn:
                if name not in self._kept and (painted := await self._run(svg)):
                    self._kept[name] = painted
                    if len(self._kept) > MOST_KEPT:
                        self._kept.popitem(last=False)
            return self._kept.get(name)
        finally:
            self._waiting -= 1

    async def _run(self, svg: str) -> bytes | None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-c", PAINTER, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
        )
        try:
            painted, _ = await asyncio.wait_for(process.communicate(svg.encode()), SECONDS)
        except TimeoutError:
            return None
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        return painted if process.returncode == 0 and painted else None
