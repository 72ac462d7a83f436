"""What is told of how good moves are, and of how fair rules and dice."""

from typing import Literal

from pydantic import BaseModel, Field


class UnderWay(BaseModel):
    """It takes a while: ask again."""

    done: int
    of: int = Field(description="0 while that is not known yet")


class FairnessUnderWay(BaseModel):
    """Bots are at it: ask again."""

    doing: Literal["waiting", "compiling", "playing", "writing"] = Field(description="waiting is for others to be done")
    done: int = Field(description="games, where they play")
    of: int = Field(description="0 while that is not known yet")


class Interval(BaseModel):
    """A number, and between which it lies, 95 times in a hundred."""

    value: float
    low: float | None = Field(description="nothing where one game alone was played")
    high: float | None


class Fairness(BaseModel):
    """What equal bots found out about rules in some seconds."""

    plays: int
    bots: str = Field(description="who sat on every seat")
    sentences: list[str] = Field(description="whether it is fair, and how long it takes")
    who: str | None = Field(description="whose wins are told: of whoever began, or of a seat that is further from fair")
    wins: Interval | None = Field(description="as a share; games that end level are shared by those who are in front")
    fair: float = Field(description="the share that is fair")
    decisions: Interval = Field(description="of a game")
    page: str | None = Field(description="where the whole report is; nothing where the server cannot write it")


class ShownAdvice(BaseModel):
    """A move that promises much."""

    notation: str
    label: str = Field(description="the move in a few words")
    sentence: str
    path: list[str]
    values: list[float] = Field(description="points each seat can expect after it")
    reason: str = Field(description="what it does, to follow the word `it`; nothing where that cannot be said")


class Hint(BaseModel):
    level: int
    levels: list[int] = Field(description="those there are in this position")
    sentences: list[str]
    moves: list[ShownAdvice] = Field(description="the best first; only at level 5")


class ShownBetter(BaseModel):
    """What would have been better."""

    notation: str
    label: str = Field(description="the move in a few words")
    sentence: str
    values: list[float]
    reason: str


class LookedAt(BaseModel):
    """A ply of a play that is over."""

    ply: int = Field(description="counted from 1")
    seat: int | None = Field(description="who decided; nobody where chance did")
    notation: str
    label: str = Field(description="the same in words")
    before: list[float] = Field(description="points each seat could expect before it, had the best been played")
    values: list[float] = Field(description="points each seat could expect after it")
    cost: float = Field(description="points that the decision cost whoever made it")
    error: float = Field(description="standard error of the cost or, at chance, of the luck; 0 where values are exact")
    sure: bool = Field(description="whether the cost stands out from its error; one that does not counts as none")
    stand_in: str | None = Field(description="the bot that decided in the place of the person whose seat it is")
    choices: int = Field(description="moves that were compared; 0 at chance")
    better: ShownBetter | None
    luck: list[float] = Field(description="points that chance brought each seat")


class SummedUp(BaseModel):
    """A seat in a play that is over."""

    seat: int
    name: str
    decisions: int = Field(description="of its own, where there was a choice")
    best: int = Field(description="those of them that cost nothing for sure")
    cost: float = Field(description="points given away by those that cost something for sure")
    luck: float = Field(description="points that chance brought")
    luck_error: float = Field(description="standard error of that; 0 where values are exact")


class Analysis(BaseModel):
    exact: bool = Field(description="whether all values were calculated to the end, not searched")
    chance: tuple[float, float] | None = Field(
        default=None,
        description="where points stand for a chance of winning: that of 0 points, and what each point adds",
    )
    seats: list[SummedUp]
    plies: list[LookedAt] = Field(description="all but the referee's calls")


class ComparisonUnderWay(BaseModel):
    """Bots are at it: ask again."""

    doing: Literal["looking", "compiling", "playing"] = Field(
        description="looking is at the whole play, which is first"
    )
    done: int = Field(description="moves that were looked at, functions, or games after each of the two")
    of: int = Field(description="0 while that is not known yet")


class PlayedOn(BaseModel):
    """A move after which the play was played on."""

    notation: str
    label: str = Field(description="the move in a few words")
    points: Interval = Field(description="that whoever decided can expect after it")


class Compared(BaseModel):
    """A move of a play that is over and a better one, by games that were played on from there with the same luck."""

    ply: int = Field(description="counted from 1")
    seat: int = Field(description="who decided")
    plays: int = Field(description="games after each of the two")
    played: PlayedOn
    better: PlayedOn
    difference: Interval = Field(description="points the better one is worth more; too close to call where 0 is in it")


class Warmed(BaseModel):
    """A game that is being compiled."""

    game: str
    done: int = Field(description="functions compiled")
    of: int = Field(description="0 while that is not known yet")


class Verdict(BaseModel):
    fair: bool
    sentences: list[str]
