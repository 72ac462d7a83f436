"""What clients send and get, as the public API describes it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MOST_SEATS = 8

Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        min_length=1,
        max_length=32,
        # nothing that would end a line, a tag or a name in a record, or turn the writing of what follows it
        pattern=r'^[^"|\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+$',
    ),
]
Seed = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Word = Annotated[str, StringConstraints(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_]+$")]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
EntryNumber = Annotated[int, Field(ge=0, le=2**31 - 1)]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


# Sent


class Timing(Message):
    """A clock. A `move` clock is a sand timer for every decision, a `total` clock lasts for the whole play."""

    kind: Literal["none", "move", "total"] = "none"
    seconds: float = Field(0.0, ge=0, le=86400 * 14, allow_inf_nan=False)
    increment: float = Field(0.0, ge=0, le=3600, allow_inf_nan=False)


class Opening(Message):
    """A new room. Seats are open until somebody sits down or a bot is put there."""

    game: Word
    preset: Word | None = None
    options: dict[Word, Annotated[str, StringConstraints(max_length=200)] | int | bool] = Field({}, max_length=64)
    position: str | None = Field(
        None, max_length=4000, description="where to start from, as views and records write it"
    )
    bots: dict[Annotated[str, StringConstraints(pattern=r"^[0-7]$")], Word] = Field(
        {}, description="levels by seat number, for seats that bots take"
    )
    clock: Timing = Field(default_factory=lambda: Timing(kind="none", seconds=0.0, increment=0.0))
    dice: Literal["fair", "manual"] = "fair"
    takebacks: Literal["ask", "never"] = "ask"
    pace: float = Field(0.6, ge=0, le=10, allow_inf_nan=False, description="the least seconds a bot takes for a move")


class Sitting(Message):
    name: Name
    seed: Seed | None = Field(None, description="what you add to the dice; chosen for you if you give none")


class Engaging(Message):
    bot: Word = Field(description="the name of a level, or random")


class Moving(Message):
    seat: SeatNumber
    after: EntryNumber = Field(description="the `after` of the view that this answers")
    move: Annotated[str, StringConstraints(min_length=1, max_length=400)] = Field(
        description="as `legal` writes it, or several in a row; with manual dice, at chance, an outcome"
    )


class Undoing(Message):
    seat: SeatNumber
    after: EntryNumber


class OfOneSeat(Message):
    seat: SeatNumber


class Offering(Message):
    seat: SeatNumber
    what: Literal["draw", "takeback", "rematch"]
    after: EntryNumber | None = Field(None, description="as with a move: so that nothing is asked for twice by mistake")


class Answering(Message):
    seat: SeatNumber
    what: Literal["draw", "takeback", "rematch"]
    yes: bool


# Got


class Failure(BaseModel):
    """Why something was refused."""

    error: str


class Done(BaseModel):
    """What was asked for is committed."""

    number: int = Field(description="of the last entry of the room's log")
    after: int = Field(description="what the next move has to name")


class Opened(BaseModel):
    code: str = Field(description="who has it can sit down")
    watch: str = Field(description="who has it can look on")


class Guest(BaseModel):
    key: str = Field(description="keep it secret: it is who you are")


class ShownClock(BaseModel):
    kind: str
    seconds: float
    increment: float
    left: list[float]
    running: int | None


class ShownDice(BaseModel):
    kind: Literal["fair", "manual"]
    commitment: str | None = None
    seeds: list[str | None] | None = None
    secret: str | None = Field(None, description="told when the play is over")


class ShownSeat(BaseModel):
    seat: int
    colour: str
    name: str | None
    kind: Literal["open", "human", "bot"]
    bot: str | None
    stand_in: str | None
    gone: bool
    ready: bool
    wins: float


class ShownEnding(BaseModel):
    reason: Literal["rules", "resigned", "time", "agreed"]
    seat: int | None


class ShownOffer(BaseModel):
    what: Literal["draw", "takeback", "rematch"]
    seat: int
    yes: list[int]


class ShownTold(BaseModel):
    number: int
    sentence: str


class ShownAction(BaseModel):
    code: int
    notation: str
    label: str
    sentence: str
    path: list[str]


class ShownOutcome(BaseModel):
    code: int
    notation: str
    sentence: str
    weight: int


class ShownShape(BaseModel):
    id: str
    kind: Literal["circle", "rect", "path", "text", "piece", "die", "button"]
    x: float
    y: float
    size: float
    width: float
    height: float
    path: str
    text: str
    style: str
    seat: int | None
    label: str
    turn: float
    anchor: Literal["start", "middle", "end"]


class ShownScene(BaseModel):
    title: str
    caption: str
    width: float
    height: float
    board: list[ShownShape]
    pieces: list[ShownShape]
    tints: list[str]


class ShownRoom(BaseModel):
    """A room as you see it."""

    code: str | None
    watch: str
    number: int
    after: int
    game: str
    title: str
    options: dict[str, str]
    takebacks: Literal["ask", "never"]
    clock: ShownClock | None
    dice: ShownDice
    seats: list[ShownSeat]
    yours: list[int]
    host: bool
    begun: bool
    over: bool
    ending: ShownEnding | None
    offers: list[ShownOffer]
    previous: str | None
    next: str | None
    told: list[ShownTold]
    ply: int
    to_move: int | None
    asked: str
    position: str
    legal: list[ShownAction]
    outcomes: list[ShownOutcome]
    score: list[float] | None
    scene: ShownScene | None


class ShownChange(BaseModel):
    """What a brief stream tells of a change."""

    number: int
    after: int
    ply: int
    to_move: int | None
    over: bool
    position: str
    clock: ShownClock | None
    told: list[ShownTold]


class Verdict(BaseModel):
    fair: bool
    sentences: list[str]


class ShownOption(BaseModel):
    name: str
    help: str
    values: str
    default: str
    choices: list[str] | None
    needs: dict[str, list[Any]]


class ShownLevel(BaseModel):
    name: str
    line: str


class ShownGame(BaseModel):
    name: str
    title: str
    line: str
    source: str
    version: int
    players: list[int]
    options: list[ShownOption]
    presets: dict[str, dict[str, str]]
    levels: list[ShownLevel]


class Health(BaseModel):
    ok: bool
    version: str
