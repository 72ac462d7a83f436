"""Where things go on sheets: a board alone, over several sheets if it must be, and everything else in rows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil

from parlour.engine.box import BOARD, Thing, View
from parlour.engine.wording import capital
from parlour.paper.sizes import MARGIN, OVERLAP, Paper

GAP = 3.0  # between things, for scissors
PLURAL = {"piece": "pieces", "plate": "plates", "card": "cards", "die": "dice"}
CAPTION = 6.0  # above the first row of a thing


@dataclass(frozen=True)
class Placed:
    """A thing, or a part of it, at a place on a sheet, in millimetres from its upper left corner."""

    thing: Thing
    x: float
    y: float
    width: float
    height: float
    part: View | None = None  # of the thing's plane, where it is not all on this sheet
    joins: tuple[str, ...] = ()  # the sides on which another part goes on: left, right, top, bottom


@dataclass
class Sheet:
    where: str = ""  # which part of a board it is
    placed: list[Placed] = field(default_factory=list)
    captions: list[tuple[float, float, str]] = field(default_factory=list)

    @property
    def title(self) -> str:
        """What is on it, in a few words."""
        kinds = dict.fromkeys(placed.thing.kind for placed in self.placed)
        return ", ".join(PLURAL.get(kind, kind) for kind in kinds) + self.where


def pack(things: Sequence[Thing], paper: Paper) -> list[Sheet]:
    boards = [thing for thing in things if thing.kind == BOARD]
    sheets = [sheet for board in boards for sheet in lay_board(board, paper)]
    return [*sheets, *lay_rows((thing for thing in things if thing.kind != BOARD), paper)]


def lay_board(board: Thing, paper: Paper) -> Iterator[Sheet]:
    """In equal parts, which overlap by a strip to be glued."""
    across, down = (
        count_parts(length, room) for length, room in zip((board.width, board.height), paper.room, strict=True)
    )
    width = (board.width + (across - 1) * OVERLAP) / across
    height = (board.height + (down - 1) * OVERLAP) / down
    x, y = (paper.width - width) / 2, MARGIN + (paper.room[1] - height) / 2
    for row in range(down):
        for column in range(across):
            left, top = column * (width - OVERLAP), row * (height - OVERLAP)
            part = (
                board.view[0] + left / board.scale,
                board.view[1] + top / board.scale,
                width / board.scale,
                height / board.scale,
            )
            ends = {"left": column > 0, "right": column < across - 1, "top": row > 0, "bottom": row < down - 1}
            joins = tuple(side for side, goes_on in ends.items() if goes_on)
            where = f", row {row + 1} of {down}, column {column + 1} of {across}" if across * down > 1 else ""
            yield Sheet(where, [Placed(board, x, y, width, height, part, joins)])


def count_parts(length: float, room: float) -> int:
    return max(1, ceil((length - OVERLAP) / (room - OVERLAP) - 1e-9))


def lay_rows(things: Iterable[Thing], paper: Paper) -> Iterator[Sheet]:
    """In rows from the left, with a caption above all that have a name together."""
    sheet, y = Sheet(), MARGIN
    bottom = MARGIN + paper.room[1]
    for name, group in groupby(things, lambda thing: thing.name):
        waiting = [thing for thing in group for _ in range(thing.count)]
        total = len(waiting)
        while waiting:
            height = waiting[0].height
            if sheet.placed and y + CAPTION + height > bottom:
                yield sheet
                sheet, y = Sheet(), MARGIN
            caption = capital(f"{name}: {total}" if total > 1 else name)
            advice = waiting[0].advice
            words = f"{caption}, continued" if len(waiting) < total else f"{caption}. {advice}" if advice else caption
            sheet.captions.append((MARGIN, y + CAPTION - 2.2, words))
            y += CAPTION
            columns = max(1, int((paper.room[0] + GAP) / (waiting[0].width + GAP)))
            for _ in range(max(1, int((bottom - y + GAP) / (height + GAP)))):
                row, waiting = waiting[:columns], waiting[columns:]
                for column, thing in enumerate(row):
                    x = MARGIN + column * (thing.width + GAP)
                    sheet.placed.append(Placed(thing, x, y, thing.width, thing.height))
                y += (height + GAP) * bool(row)
    if sheet.placed:
        yield sheet
