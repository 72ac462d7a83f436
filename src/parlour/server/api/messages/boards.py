"""What is told of a board: how it looks, what was played, and what a move would mean."""

from typing import Literal

from pydantic import BaseModel, Field


class ShownShape(BaseModel):
    """A thing to draw; what is left out has its default value."""

    id: str
    kind: Literal["circle", "rect", "path", "text", "piece", "die", "button"]
    x: float = 0.0
    y: float = 0.0
    size: float = 0.0
    width: float = 0.0
    height: float = 0.0
    path: str = ""
    text: str = ""
    style: str = "ink"
    seat: int | None = None
    label: str = ""
    turn: float = 0.0
    anchor: Literal["start", "middle", "end"] = "middle"
    on: str = Field("", description="the id of the shape that it stands on, where that is told")
    like: str = Field(
        "", description="the id of what a touch of it means, where that is another's; those two stand alike"
    )
    counted: bool = Field(False, description="one of many that are all the same: only how many stand where counts")
    spins: bool = Field(False, description="whether it goes round before it stands when its turn changes")


class ShownScene(BaseModel):
    title: str
    caption: str
    width: float
    height: float
    board: list[ShownShape]
    pieces: list[ShownShape]
    tints: list[str]
    decides: list[str] = Field(default=[], description="ids of what decided a play that is over")


class ShownFrame(BaseModel):
    """What moves on the board, as it was in the midst of an entry."""

    number: int = Field(description="of the entry")
    sentence: str = Field(description="what happened just then")
    pieces: list[ShownShape]


class ShownPly(BaseModel):
    """An action or outcome that was played."""

    ply: int = Field(description="counted from 1")
    turn: int
    whose: str
    notation: str
    sentences: list[str]
    mover: int | None = Field(description="the seat that decided; none where chance or the referee did")


class ShownBoard(BaseModel):
    """The board after a ply, as you see it."""

    ply: int
    plies: int = Field(description="how many there are so far")
    to_move: int | None
    asked: str
    position: str
    notation: str = Field(description="what was played last; nothing at the start")
    sentences: list[str]
    scene: ShownScene
    frames: list[ShownFrame]
    score: list[float] | None


class Meaning(BaseModel):
    """What a move would be, and what would come of it."""

    sentence: str
    notation: str
    told: list[str]
    frames: list[list[ShownShape]] = Field(description="what moves on the board, as it would be seen on the way")
    pieces: list[ShownShape]


class Reason(BaseModel):
    """Why something cannot be touched now."""

    sentence: str = Field(description="empty where there is no more to say")


class ShownRow(BaseModel):
    name: str
    text: str


class ShownCard(BaseModel):
    """Facts about a thing on the board."""

    title: str
    rows: list[ShownRow]
