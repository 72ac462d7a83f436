"""What clients send and get, as the public API describes it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from parlour.server.rooms.names import LONGEST, MOST_SENT

MOST_SEATS = 8
MOST_CODED = 600  # letters of a link that a camera should read

Name = Annotated[str, StringConstraints(max_length=MOST_SENT)]
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
    bot: Word = Field(description="the name of a level, or random")


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


# Got


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
    reason: str = Field(description="what it does, to follow the word `it`")


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
    choices: int = Field(description="moves that were compared; 0 at chance")
    better: ShownBetter | None
    luck: list[float] = Field(description="points that chance brought each seat")


class SummedUp(BaseModel):
    """A seat in a play that is over."""

    seat: int
    name: str
    decisions: int = Field(description="where there was a choice")
    best: int = Field(description="those of them that cost nothing")
    cost: float = Field(description="points given away by all of them")
    luck: float = Field(description="points that chance brought")


class Analysis(BaseModel):
    exact: bool = Field(description="whether all values were calculated to the end, not searched")
    chance: tuple[float, float] | None = Field(
        default=None,
        description="where points stand for a chance of winning: that of 0 points, and what each point adds",
    )
    seats: list[SummedUp]
    plies: list[LookedAt] = Field(description="all but the referee's calls")


class Warmed(BaseModel):
    """A game that is being compiled."""

    game: str
    done: int = Field(description="functions compiled")
    of: int = Field(description="0 while that is not known yet")


class Verdict(BaseModel):
    fair: bool
    sentences: list[str]


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


class Coding(Message):
    text: str = Field(min_length=1, max_length=MOST_CODED, description="what a camera should read, such as a link")


class QrCode(BaseModel):
    size: int = Field(description="modules to a side, with the white around them")
    path: str = Field(description="what is dark, as a path of SVG to be stroked one module wide")


class Letting(Message):
    open: bool


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
