"""What clients send."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from parlour.server.rooms.names import LONGEST, MOST_SENT

MOST_SEATS = 8
MOST_CODED = 600  # letters of a link that a camera should read

Name = Annotated[str, StringConstraints(max_length=MOST_SENT)]
Seed = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Word = Annotated[str, StringConstraints(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_]+$")]
BotName = Annotated[str, StringConstraints(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
EntryNumber = Annotated[int, Field(ge=0, le=2**31 - 1)]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


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
    bots: dict[Annotated[str, StringConstraints(pattern=r"^[0-7]$")], BotName] = Field(
        {}, description="levels by seat number, for seats that bots take; `octavia:seconds=5` thinks so long for a move"
    )
    clock: Timing = Field(default_factory=lambda: Timing(kind="none", seconds=0.0, increment=0.0))
    dice: Literal["fair", "manual"] = "fair"
    takebacks: Literal["ask", "never"] = "ask"
    hints: Literal["allow", "never"] = "allow"
    pace: float = Field(0.6, ge=0, le=10, allow_inf_nan=False, description="the least seconds a bot takes for a move")


class Sitting(Message):
    name: Name = Field(description=f"up to {LONGEST} letters that can be seen, like nobody else's in the room")
    seed: Seed | None = Field(
        None,
        description="what you add to the dice, once you know the commitment; without it yours follows from the others'",
    )


class Naming(Message):
    name: Name = Field(description="as when you sit down")


class Welcoming(Message):
    anyone: bool = Field(description="whether anybody may find the room in the list of open tables")


class Claiming(Message):
    seat: SeatNumber = Field(description="yours")
    absent: SeatNumber = Field(description="the seat of whoever is away")


class Reacting(Message):
    seat: SeatNumber
    what: Literal["well_played", "oops", "thinking", "hurry", "thanks"]


class Engaging(Message):
    bot: BotName = Field(description="a level, or random; on a seat of its own it may be told how long to think")


class Moving(Message):
    seat: SeatNumber
    after: EntryNumber = Field(description="the `after` of the view that this answers")
    move: Annotated[str, StringConstraints(min_length=1, max_length=400)] = Field(
        description="as `legal` writes it, or several in a row; with manual dice, at chance, an outcome"
    )


class Checking(Message):
    seat: SeatNumber
    move: Annotated[str, StringConstraints(min_length=1, max_length=400)] = Field(description="as in a move")


class Touching(Message):
    seat: SeatNumber
    touched: list[Annotated[str, StringConstraints(min_length=1, max_length=64)]] = Field(
        min_length=1,
        max_length=8,
        description="ids of the scene's things: those chosen so far, and last the refused one",
    )


class AskingHint(Message):
    seat: SeatNumber
    after: EntryNumber = Field(description="the `after` of the view that this is about")
    level: int = Field(5, ge=1, le=5, description="how much to tell: from 1, a little, to 5, the move")


class Undoing(Message):
    seat: SeatNumber
    after: EntryNumber


class OfOneSeat(Message):
    seat: SeatNumber


class Offering(Message):
    seat: SeatNumber
    what: Literal["draw", "takeback", "rematch"]
    after: EntryNumber | None = Field(None, description="as with a move: so that nothing is asked for twice by mistake")
    without: SeatNumber | None = Field(
        None, description="of a rematch: the seat of somebody who is away, and whose answer is not waited for"
    )


class Answering(Message):
    seat: SeatNumber
    what: Literal["draw", "takeback", "rematch"]
    yes: bool


class Solving(Message):
    move: Annotated[str, StringConstraints(min_length=1, max_length=400)] | None = Field(
        description="as `legal` writes it; null to give up and be told"
    )


class TakingKey(Message):
    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{32}$")]


class Coding(Message):
    text: str = Field(min_length=1, max_length=MOST_CODED, description="what a camera should read, such as a link")


class Letting(Message):
    open: bool
