"""What is told of games: options, lessons, puzzles, pages; and of the server itself."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from parlour.server.api.messages.boards import ShownScene, ShownShape
from parlour.server.api.messages.rooms import ShownAction


class OfferedValue(BaseModel):
    value: str
    title: str
    needs: dict[str, list[Any]] = Field(description="what other options must be for it to make sense")


class ShownOption(BaseModel):
    name: str
    title: str
    help: str = Field(description="what it does, in a sentence")
    values: str
    default: str = Field(description="in words, where it depends on other options")
    usual: str = Field(description="its value where nothing at all is changed")
    choices: list[str] | None
    titles: list[str] | None = Field(description="the choices as words")
    offers: list[OfferedValue] = Field(description="values worth offering, where there are too many to list")
    needs: dict[str, list[Any]]
    group: Literal["begin", "play", "end", "comfort"] = Field(description="the part of a form in which it stands")
    under: str | None = Field(description="the option below which it stands there")


class ShownLevel(BaseModel):
    name: str
    line: str
    longest: float = Field(
        description="the most seconds it may be told to think for a move; 0 if it does not look ahead"
    )


class ShownPicture(BaseModel):
    """A figure for a list of games; what to draw is told by `GET /api/games/{name}/figure`."""

    position: str = Field(description="empty for the game as it begins")
    view: list[float] | None = Field(description="x, y, width and height of the part of the scene that is the board")
    round: bool


class ShownPick(BaseModel):
    """One value of the quick choice, and what is told of the game then."""

    value: str
    title: str
    line: str
    length: str
    picture: ShownPicture
    options: dict[str, str] = Field(description="further options that go with it")


class ShownQuickChoice(BaseModel):
    """What may be chosen at once in a list of games."""

    option: str
    first: str = Field(description="the value that stands there first")
    picks: list[ShownPick]


class ShownPreset(BaseModel):
    title: str
    line: str
    length: str = Field(description="how long a play takes; may be empty")


class ShownFront(BaseModel):
    """How a list of games and a form show a game."""

    order: int = Field(description="its place in a list, the least first")
    length: str = Field(description="how long a play takes; may be empty")
    picture: ShownPicture
    quick: ShownQuickChoice | None
    asks: list[str] = Field(description="options to ask about at once, besides who plays and which preset")
    throws: bool = Field(description="whether dice, or something like them, are thrown")
    usual: ShownPreset = Field(description="the game with nothing changed")
    presets: dict[str, ShownPreset]


class ShownGame(BaseModel):
    name: str
    title: str
    line: str
    source: str = Field(description="where it comes from, such as its patent; may be empty")
    version: int
    players: list[int]
    options: list[ShownOption]
    presets: dict[str, dict[str, str]]
    levels: list[ShownLevel]
    lesson: bool = Field(description="whether there is a guided first play")
    front: ShownFront


class ShownLessonFrame(BaseModel):
    """What moves on the board, as it was in the midst of a step."""

    sentence: str
    pieces: list[ShownShape]


class ShownStep(BaseModel):
    """A step of a lesson."""

    say: str = Field(description="what to do and why; may be empty")
    point: list[str] = Field(description="the ids of shapes to point at, in order")
    seat: int | None = Field(description="who moves; nobody when chance does, or when there are only words")
    yours: bool = Field(description="whether the newcomer moves")
    expect: ShownAction | None = Field(description="what the newcomer is to do")
    legal: list[ShownAction] = Field(description="all that the newcomer might do")
    asked: str
    sentences: list[str] = Field(description="what happened when the step was played")
    scene: ShownScene = Field(description="before the step")
    frames: list[ShownLessonFrame] = Field(description="what is seen on the way from the scene to the next one")
    after_scene: ShownScene | None = Field(description="after it, unless the next step begins with that very scene")


class ShownFurther(BaseModel):
    name: str = Field(description="to be asked for as `about`")
    title: str


class ShownLesson(BaseModel):
    title: str
    about: str = Field(description="what a further lesson is about; empty for the one on the usual game")
    further: list[ShownFurther] = Field(description="lessons on what the usual game does not have")
    part: str | None = Field(description="as in a room")
    learnt: str = Field(description="what a newcomer has done at its end; may be empty")
    steps: list[ShownStep]


class ShownPuzzleKind(BaseModel):
    name: str
    title: str
    line: str
    levels: list[int] = Field(description="how many puzzles there are of each level, the easiest first")


class ShownPuzzles(BaseModel):
    game: str
    title: str
    kinds: list[ShownPuzzleKind]


class NamedPuzzle(BaseModel):
    """Which puzzle, as its address names it."""

    game: str
    title: str
    kind: str
    level: int
    number: int


class ShownPuzzle(BaseModel):
    """A puzzle without its answer."""

    game: str
    title: str
    part: str | None = Field(description="as in a room")
    cards: bool = Field(description="as in a room")
    kind: str
    about: str = Field(description="the title of its kind")
    level: int
    levels: list[int] = Field(description="how many puzzles there are of each level")
    number: int
    options: dict[str, str] = Field(description="those that are not as usual")
    position: str
    seat: int = Field(description="whose move is asked for")
    colour: str = Field(description="what the game calls that seat")
    question: str
    asked: str
    legal: list[ShownAction] = Field(description="what may be played")
    scene: ShownScene


class JudgedAnswer(BaseModel):
    right: bool
    played: ShownAction
    sentences: list[str] = Field(description="what happened when it was played")
    frames: list[ShownLessonFrame]
    scene: ShownScene = Field(description="after it")
    answers: list[ShownAction] = Field(description="all that are right, with a right answer or whoever gives up")
    explanation: str = Field(description="why, told together with them")


class ShownHeading(BaseModel):
    id: str
    text: str
    level: int


class ShownPage(BaseModel):
    lesson: bool = Field(description="whether there is a guided first play")
    html: str
    headings: list[ShownHeading]
    law: str | None = Field(description="the heading at which the law begins; before it stands how to play")


class QrCode(BaseModel):
    size: int = Field(description="modules to a side, with the white around them")
    path: str = Field(description="what is dark, as a path of SVG to be stroked one module wide")


class Network(BaseModel):
    yours: bool = Field(description="whether you may let others in, or shut them out again")
    open: bool = Field(description="whether others on the local network can come here")
    addresses: list[str] = Field(description="by which they come")


class ShownPrinting(BaseModel):
    name: str
    title: str


class ShownSheets(BaseModel):
    title: str
    style: str = Field(description="a style sheet for all of them")
    drawings: str = Field(description="an SVG with the things themselves, which the sheets refer to")
    sheets: list[str] = Field(description="each as HTML: an SVG in millimetres; the last one is the rules")
    papers: list[ShownPrinting]
    inks: list[ShownPrinting]


class Health(BaseModel):
    ok: bool
    version: str
