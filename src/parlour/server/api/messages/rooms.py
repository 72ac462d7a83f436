"""What is told of a room: who is there, what they did, and what may be done next."""

from typing import Literal

from pydantic import BaseModel, Field

from parlour.server.api.messages.boards import ShownFrame, ShownScene


class Failure(BaseModel):
    """Why something was refused."""

    error: str
    option: str | None = Field(None, description="the option of the game that has to be changed, where it is one")


class Done(BaseModel):
    """What was asked for is committed."""

    number: int = Field(description="of the last entry of the room's log")
    after: int = Field(description="what the next move has to name")


class Opened(BaseModel):
    code: str = Field(description="who has it can sit down")
    watch: str = Field(description="who has it can look on")
    commitment: str | None = Field(None, description="of fair dice: read it before you choose a seed")


class Found(BaseModel):
    code: str = Field(description="of the room that waits by this short code")


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
    thrown: bool = Field(description="whether dice, or something like them, are thrown; otherwise chance only draws")
    commitment: str | None = None
    seeds: list[str | None] | None = None
    seeded: list[Literal["own", "derived"] | None] | None = Field(
        None,
        description="for each seat whether it gave its seed, or the seed is derived from those that were given; "
        "not told of rooms opened before version 0.2",
    )
    secret: str | None = Field(None, description="told when the play is over")


class ShownSeat(BaseModel):
    seat: int
    colour: str
    name: str | None
    kind: Literal["open", "human", "bot"]
    bot: str | None
    free: bool = Field(description="whether a person may take the place of the bot, which plays until then")
    stand_in: str | None
    gone: bool
    out: bool = Field(description="whether the play goes on without it, by the rules")
    ready: bool
    wins: float


class ShownEnding(BaseModel):
    reason: Literal["rules", "resigned", "time", "left", "agreed"]
    seat: int | None


class ShownOffer(BaseModel):
    what: Literal["draw", "takeback", "rematch"]
    seat: int
    yes: list[int]
    no: list[int] = Field(description="who does not want to play again, or is away and not waited for")


class ShownReaction(BaseModel):
    number: int = Field(description="by which it is known again")
    seat: int
    what: str
    words: str
    age: float = Field(description="in seconds")


class ShownPeople(BaseModel):
    """Who is away, how many look on, and how people react: nothing of it is in the log."""

    away: list[int | None] = Field(
        description="for each seat the seconds since its person was last here; nothing for who is, and for bots"
    )
    absent: list[int] = Field(description="seats of those who are away so long that a bot may play for them")
    claimable: list[int] = Field(description="of these, the seats over which the other may claim the win now")
    onlookers: int = Field(description="people who look on, without a seat")
    reactions: list[ShownReaction] = Field(description="of the last seconds")


class Phrase(BaseModel):
    """Something that can be said to the others."""

    what: str
    words: str


class ShownTold(BaseModel):
    number: int
    sentence: str
    kind: str = Field(
        default="", description="the game's own word for such an event; nothing where people did something"
    )
    numbers: list[int] = Field(default=[], description="of the event, as the game declares them")
    aside: bool = Field(
        default=False, description="whether it is nothing to be seen at once: who sat down, or took a hint"
    )
    closes: bool = Field(default=False, description="whether it only says how a play ended")
    weight: int = Field(
        default=1,
        description="how much it matters to you, from 0: where there is little room the least is left out first",
    )


class ShownAction(BaseModel):
    code: int
    notation: str
    label: str
    sentence: str
    path: list[str]
    target: str = Field(description="the id of the shape on which something comes to rest, or nothing")
    pays: int = Field(default=0, description="what it earns at once, where the game counts that")


class ShownOutcome(BaseModel):
    code: int
    notation: str
    sentence: str
    weight: int


class ShownRoom(BaseModel):
    """A room as you see it."""

    code: str | None
    short: str | None = Field(description="four letters that lead here as long as a seat is open")
    watch: str
    number: int
    after: int
    game: str
    title: str
    aim: str = Field(description="what everybody tries to do")
    part: str | None = Field(description="the address of a part of the page that the game's package brings along")
    cards: bool = Field(description="whether the game has facts to tell about things on its board")
    options: dict[str, str]
    takebacks: Literal["ask", "never"]
    hints: Literal["allow", "never"]
    anyone: bool = Field(description="whether it is among the open tables, until its play begins")
    clock: ShownClock | None
    dice: ShownDice
    seats: list[ShownSeat]
    yours: list[int]
    host: bool
    undoable: int | None = Field(description="the seat of yours that may take its last action back at once")
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
    came: str = Field(description="what ended the play by its rules: what came up, and who was struck; or empty")
    position: str
    legal: list[ShownAction]
    outcomes: list[ShownOutcome]
    score: list[float] | None
    scene: ShownScene | None
    frames: list[ShownFrame] = Field(description="what was seen on the way from the entry you named to the scene")
    people: ShownPeople | None = None


class OpenTable(BaseModel):
    """A room that waits for anybody."""

    code: str
    game: str
    title: str
    names: list[str] = Field(description="who sits there, people and bots")
    free: int = Field(description="seats that are open")
    seats: int
    waits: int = Field(description="for how many seconds")


class OpenTables(BaseModel):
    """The rooms that wait for anybody, the latest first."""

    kept: bool = Field(description="whether this server keeps such a list")
    tables: list[OpenTable]


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
