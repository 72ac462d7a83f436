"""The part of the public API about puzzles: which there are, one of them, today's, and whether an answer is right."""

import asyncio
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic_core import to_json

from parlour.engine.game import Game, games
from parlour.engine.pages import find_part
from parlour.engine.play import IllegalAction
from parlour.engine.posing import Judged, NoPuzzle, judge, list_answers, list_kinds, pose, pose_of_the_day, set_up
from parlour.engine.puzzle import Puzzle
from parlour.server.api import messages as m
from parlour.server.api.answers import REFUSALS, Json
from parlour.server.api.catalogue import find_known
from parlour.server.api.parameters import GameName
from parlour.server.rooms.refusal import Refused

router = APIRouter(prefix="/api/puzzles", responses=REFUSALS)

KindName = Annotated[str, Path(max_length=32, description="a kind of puzzle")]
LevelNumber = Annotated[int, Path(ge=1, le=100, description="how difficult, 1 the easiest")]
PuzzleNumber = Annotated[int, Path(ge=1, le=2**31 - 1, description="the same puzzle everywhere")]


@router.get("", response_model=list[m.ShownPuzzles], summary="The games that have puzzles, and the kinds of each")
async def list_puzzles() -> Response:
    return Json(await asyncio.to_thread(describe_all))


@router.get("/today", response_model=list[m.NamedPuzzle], summary="The puzzles of a day, one of each game")
async def see_today(
    day: Annotated[date | None, Query(description="as 2026-01-31; without it, today by universal time")] = None,
) -> Response:
    """They follow from the date alone, and are the same for all. Easy on a Monday, hard on a Sunday."""
    return Json(await asyncio.to_thread(name_puzzles, day or datetime.now(UTC).date()))


@router.get(
    "/{name}/{kind}/{level}/{number}", response_model=m.ShownPuzzle, summary="A puzzle: the board and the question"
)
async def see_puzzle(name: GameName, kind: KindName, level: LevelNumber, number: PuzzleNumber) -> Response:
    """Without its answer."""
    shown = await asyncio.to_thread(write_puzzle, name, kind, level, number)
    return Response(shown, media_type=Json.media_type)


@router.post(
    "/{name}/{kind}/{level}/{number}/answer", response_model=m.JudgedAnswer, summary="Whether a move answers a puzzle"
)
async def answer_puzzle(
    name: GameName, kind: KindName, level: LevelNumber, number: PuzzleNumber, solving: m.Solving
) -> Response:
    """The right moves and the reason are told with a right answer, and to whoever gives up."""
    return Json(await asyncio.to_thread(judge_answer, name, kind, level, number, solving.move))


def describe_all() -> list[dict[str, Any]]:
    found = sorted((game for game in games().values() if list_kinds(game)), key=lambda game: game.front.order)
    return [
        {
            "game": game.name,
            "title": game.title,
            "kinds": [
                {"name": kind.name, "title": kind.title, "line": kind.line, "levels": list(kind.levels())}
                for kind in list_kinds(game)
            ],
        }
        for game in found
    ]


def name_puzzles(day: date) -> list[dict[str, Any]]:
    found = sorted((game for game in games().values() if list_kinds(game)), key=lambda game: game.front.order)
    puzzles = [(game, pose_of_the_day(game, day)) for game in found]
    return [
        {"game": game.name, "title": game.title, "kind": one.kind, "level": one.level, "number": one.number}
        for game, one in puzzles
    ]


def find_puzzle(name: str, kind: str, level: int, number: int) -> tuple[Game, Puzzle]:
    """Raises Refused."""
    game = find_known(name)
    try:
        return game, pose(game, kind, level, number)
    except NoPuzzle as error:
        raise Refused(404, str(error)) from None


@lru_cache(maxsize=128)
def write_puzzle(name: str, kind: str, level: int, number: int) -> bytes:
    """Raises Refused."""
    game, puzzle = find_puzzle(name, kind, level, number)
    play = set_up(game, puzzle)
    posed = next(one for one in list_kinds(game) if one.name == kind)
    return to_json(
        {
            "game": game.name,
            "title": game.title,
            "part": find_part(game),
            "cards": game.drawing.cards is not None,
            "kind": kind,
            "about": posed.title,
            "level": level,
            "levels": list(posed.levels()),
            "number": number,
            "options": {option: str(value) for option, value in puzzle.options.items()},
            "position": play.position,
            "seat": puzzle.seat,
            "colour": play.seat_name(puzzle.seat),
            "question": puzzle.question,
            "asked": play.asked(puzzle.seat),
            "legal": [vars(action) for action in play.legal],
            "scene": play.scene(puzzle.seat).as_dict(),
        }
    )


def judge_answer(name: str, kind: str, level: int, number: int, move: str | None) -> dict[str, Any]:
    """Raises Refused."""
    game, puzzle = find_puzzle(name, kind, level, number)
    try:
        judged = judge(game, puzzle, puzzle.answers[0] if move is None else move)
    except IllegalAction as refusal:
        raise Refused(422, str(refusal)) from None
    return tell_judged(game, puzzle, judged)


def tell_judged(game: Game, puzzle: Puzzle, judged: Judged) -> dict[str, Any]:
    return {
        "right": judged.right,
        "played": vars(judged.action),
        "sentences": judged.sentences,
        "frames": [
            {"sentence": frame.sentence, "pieces": [shape.as_dict() for shape in frame.pieces]}
            for frame in judged.frames
        ],
        "scene": judged.after.as_dict(),
        "answers": [vars(action) for action in list_answers(game, puzzle)] if judged.right else [],
        "explanation": puzzle.explanation if judged.right else "",
    }
