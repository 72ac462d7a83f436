"""The part of the public API that thinks for people: hints, looks back at a play, and what is being compiled."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from parlour.engine.people import say
from parlour.laboratory.estimates import Estimate
from parlour.search.advice import say_better
from parlour.server.api import messages as m
from parlour.server.api.answers import REFUSALS, Json
from parlour.server.api.fairness import describe_interval
from parlour.server.api.parameters import AtHouse, Code, Key, find_address
from parlour.server.bots.comparisons import LEAST_PLAYS, MOST_PLAYS, PLAYS, Comparison, Found
from parlour.server.bots.question import Question
from parlour.server.bots.readiness import Progress
from parlour.server.bots.studies import Study
from parlour.server.live.memory import Live
from parlour.server.rooms import acts
from parlour.server.rooms.refusal import Refused

WHOLE = 5  # the hint that names moves
UNDER_WAY: dict[int | str, dict[str, Any]] = {202: {"model": m.UnderWay}}

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.post("/rooms/{code}/hints", response_model=m.Hint, responses=UNDER_WAY, summary="Ask what to play, and why")
async def give_hint(code: Code, asking: m.AskingHint, request: Request, house: AtHouse, key: Key) -> Response:
    """Only for a seat of yours that has to move. All are told that you asked. 202 while the search is compiled."""

    def take_down(live: Live) -> tuple[Question, int | None]:
        acts.check_hint(live.room, key, asking.seat, asking.after)
        return Question.about(live.room), acts.addressee(live.room, live.room.held_by(key))

    question, you = await house.ask(code, take_down)
    asker = find_address(request)
    own = await house.hints.own(question, asking.after, asker)
    levels = find_levels(own)
    if asking.level not in levels:
        expected = ", ".join(map(str, levels))
        raise Refused(422, f"there is no hint of level {asking.level} here: expected one of {expected}")
    moves: list[dict[str, Any]] = []
    if asking.level == WHOLE or not own:
        found = await house.hints.moves(question, asking.after, asker)
        if isinstance(found, Progress):
            return Json({"done": found.done, "of": found.of}, 202)
        moves = found
    await house.act(code, lambda room, at: acts.take_hint(room, key, asking.seat, asking.after, asking.level, at))
    sentences = [say(hint, question.names, you) for hint in own[asking.level - 1 : asking.level]]
    return Json(tell_hint(asking.level, levels, sentences, moves))


def tell_hint(level: int, levels: list[int], own: list[str], moves: list[dict[str, Any]]) -> dict[str, Any]:
    """A hint of some level: what the game itself has to say, and in the end the best move and why."""
    reason = re.sub(r"\bits\b", "your", moves[0]["reason"]) if moves else ""  # whose it is, is whoever asks
    named = [say_better(moves[0]["label"], reason)] if moves else []
    left = [level] if moves and level != WHOLE else levels
    return {"level": level, "levels": left, "sentences": [*own, *named], "moves": moves}


def find_levels(own: list[str]) -> list[int]:
    """Which hints there are here: the game's own, or else the reason for the best move; and always the move."""
    return [*range(1, min(max(1, len(own)), WHOLE - 1) + 1), WHOLE]


def check_over(live: Live) -> None:
    if not live.room.over:
        raise Refused(409, "the play is not over yet")


@router.get("/rooms/{code}/analysis", response_model=m.Analysis, responses=UNDER_WAY, summary="A look back at the play")
async def look_back(code: Code, request: Request, house: AtHouse) -> Response:
    """Once it is over. 202 while it is being looked at: ask again."""

    def find(live: Live) -> Study:
        check_over(live)
        return house.studies.find(live.room, find_address(request))

    study = await house.ask(code, find)
    if not study.answer:
        return Json({"done": study.done, "of": study.of}, 202)
    return Response(study.answer, media_type="application/json")


@router.get(
    "/rooms/{code}/analysis/{ply}",
    response_model=m.Compared,
    responses={202: {"model": m.ComparisonUnderWay}},
    summary="A move and a better one, played on many times",
)
async def compare(
    code: Code,
    ply: Annotated[int, Path(ge=0, le=2**31 - 1, description="as the look back counts it")],
    request: Request,
    house: AtHouse,
    key: Key,
    plays: Annotated[int, Query(ge=LEAST_PLAYS, le=MOST_PLAYS, description="after each, if time allows")] = PLAYS,
) -> Response:
    """For a move to which the look back at the play names a better one. 202 while they are played on: ask again."""
    asker = find_address(request)

    def find(live: Live) -> Comparison | Study:
        check_over(live)
        return house.comparisons.find(live.room, ply, plays, key or asker, asker)

    asked = await house.ask(code, find)
    if isinstance(asked, Study) or asked.found is None:
        doing, done, of = house.comparisons.tell_progress(asked)
        return Json({"doing": doing, "done": done, "of": of}, 202)
    return Json(tell_compared(asked.step, asked.found))


def tell_compared(step: dict[str, Any], found: Found) -> dict[str, Any]:
    def tell(move: dict[str, Any], points: Estimate) -> dict[str, Any]:
        return {"notation": move["notation"], "label": move["label"], "points": describe_interval(points, 4)}

    return {
        "ply": step["ply"],
        "seat": step["seat"],
        "plays": found.plays,
        "played": tell(step, found.played),
        "better": tell(step["better"], found.better),
        "difference": describe_interval(found.difference, 4),
    }


@router.get("/warming", response_model=list[m.Warmed], summary="What is being compiled for bots just now")
async def see_warming(house: AtHouse) -> Response:
    """A bot of a game in this list plays at a glance until the game is ready."""
    return Json([vars(progress) for progress in house.readiness.under_way])
