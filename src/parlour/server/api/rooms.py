"""The part of the public API in which people open rooms, sit down and play."""

import re
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from parlour.engine.options import changed
from parlour.server.api import messages as m
from parlour.server.api.answers import REFUSALS, TEXT, Json
from parlour.server.api.catalogue import check_position, settle_options
from parlour.server.api.parameters import AtHouse, Code, Key, KeyOrNew, Seat, find_address, give_key
from parlour.server.api.stream import Events, StreamListener, show_room
from parlour.server.live.house import House
from parlour.server.rooms import absence, acts
from parlour.server.rooms.acts import Act
from parlour.server.rooms.keys import fingerprint
from parlour.server.rooms.opponents import bot_title, check_bot
from parlour.server.rooms.reactions import WORDS
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import FAIR, REMATCH, Room
from parlour.server.rooms.short_codes import read_short_code

ENTRY_NUMBER = re.compile(r"[0-9]{1,10}")
router = APIRouter(prefix="/api", responses=REFUSALS)


async def do(house: House, code: str, act: Act) -> m.Done:
    room = await house.act(code, act)
    return m.Done(number=room.number, after=room.after)


@router.post("/rooms", status_code=201, summary="Open a room")
async def open_room(opening: m.Opening, request: Request, house: AtHouse, key: KeyOrNew) -> m.Opened:
    """Then sit down on one of its seats, or on several; send the code to others. The play begins when all are taken."""
    request.app.state.limit_rooms(request)
    game, values = settle_options(opening.game, opening.preset, opening.options)
    seats: list[dict[str, Any]] = [{} for _ in range(values["players"])]
    for seat, name in opening.bots.items():
        if int(seat) >= len(seats):
            raise Refused(422, f"there is no seat {seat} for a bot: expected 0 to {len(seats) - 1}")
        bot = check_bot(game, values, name, house.settings.bot_seconds)
        seats[int(seat)] = {"name": bot_title(bot), "bot": bot}
    if opening.clock.kind != "none" and not opening.clock.seconds:
        raise Refused(422, "a clock without time: expected seconds above 0")
    room = await house.open_room(
        {
            "game": game.name,
            "rules": game.version,
            "options": changed(game.options, values),
            "position": check_position(game, values, opening.position) if opening.position else "",
            "seats": seats,
            "host": key,
            "clock": opening.clock.model_dump(),
            "dice": opening.dice,
            "takebacks": opening.takebacks,
            "hints": opening.hints,
            "pace": opening.pace,
        },
        find_address(request),
    )
    return m.Opened(code=room.code, watch=room.watch, commitment=room.commitment if room.dice == FAIR else None)


@router.get("/short-codes/{short}", summary="Find the room that waits for people by four letters")
async def find_by_short_code(
    short: Annotated[str, Path(max_length=32, description="in large letters or small, with spaces or without")],
    request: Request,
    house: AtHouse,
) -> m.Found:
    """Only as long as it has an open seat. Every try counts, so that nobody gets far by guessing."""
    request.app.state.limit_short_codes(request)
    return m.Found(code=await house.find_waiting(read_short_code(short)))


@router.get("/rooms/{code}", response_model=m.ShownRoom, summary="A room as you see it")
async def see_room(
    request: Request,
    code: Code,
    house: AtHouse,
    key: Key,
    detail: Literal["full", "text"] = "full",
    since: Annotated[int, Query(ge=0, le=2**31 - 1, description="the last entry you have seen")] = 0,
) -> Response:
    """`text` leaves out the scene, which is what a client draws."""
    async with house.hold(code) as live:
        invited = code == live.room.code
        answer = Json(show_room(house, live, key, invited, house.now(), since, detail))
        if may_sit_soon(live.room, invited, key):
            give_key(request, answer)
        return answer


def may_sit_soon(room: Room, invited: bool, key: str) -> bool:
    """Whether somebody without a key needs one soon: sitting down twice, if the answer is lost, takes the same key."""
    return invited and not key and (not room.begun or any(sitter.free for sitter in room.sitters))


@router.get(
    "/rooms/{code}/events",
    summary="A room as you see it, now and whenever it changes",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Server-Sent Events called `room`"}},
)
async def watch_room(
    request: Request,
    code: Code,
    house: AtHouse,
    key: Key,
    detail: Literal["full", "text", "brief"] = "full",
    stranger: Annotated[bool, Query(description="as somebody sees it who has no seat, whoever asks")] = False,
    last_event_id: Annotated[str | None, Header(description="the id of the last event you got")] = None,
    people: Annotated[bool, Query(description="whether to tell also who is away, in events called `people`")] = False,
) -> StreamingResponse:
    """Each event holds what `GET /api/rooms/{code}` gives, or with `brief` only what moves; `told` is new to you."""
    key = "" if stranger else key
    live = await house.find(code)
    house.presence.look(live, find_address(request))
    house.audience.check_place(live, key, house.settings.listeners)
    last = int(last_event_id) if last_event_id and ENTRY_NUMBER.fullmatch(last_event_id) else None
    invited = code == live.room.code
    events = Events(StreamListener(house, live, request.state.connection, key, invited, last, detail, people))
    if not stranger and (
        may_sit_soon(live.room, invited, key) or (people and not key)
    ):  # who has a key is counted once
        events.listener.identify(fingerprint(give_key(request, events)))
    return events


@router.post("/rooms/{code}/seats/{seat}", summary="Sit down")
async def sit(code: Code, seat: Seat, sitting: m.Sitting, house: AtHouse, key: KeyOrNew) -> m.Done:
    def act(room: Room, at: float) -> None:
        if code != room.code:
            raise Refused(403, "with this code you can only watch: ask the host for the link to play")
        acts.sit(room, key, seat, sitting.name, sitting.seed or "", at)

    done = await do(house, code, act)
    house.presence.notice(code, key)  # only now it is known who that is
    return done


@router.put("/rooms/{code}/seats/{seat}/name", summary="Go by another name")
async def rename(code: Code, seat: Seat, naming: m.Naming, house: AtHouse, key: Key) -> m.Done:
    """Before the play or in the midst of it; all that was told is then told by the new name."""
    return await do(house, code, lambda room, at: acts.rename(room, key, seat, naming.name, at))


@router.delete("/rooms/{code}/seats/{seat}", summary="Get up again, before the play begins")
async def leave(code: Code, seat: Seat, house: AtHouse, key: Key) -> m.Done:
    return await do(house, code, lambda room, at: acts.leave(room, key, seat, at))


@router.put("/rooms/{code}/seats/{seat}/bot", summary="Put a bot on an open seat; only for the host")
async def engage(code: Code, seat: Seat, engaging: m.Engaging, house: AtHouse, key: Key) -> m.Done:
    def act(room: Room, at: float) -> None:
        bot = check_bot(room.play.game, room.play.values, engaging.bot, house.settings.bot_seconds)
        acts.engage(room, key, seat, bot, bot_title(bot), at)

    return await do(house, code, act)


@router.delete("/rooms/{code}/seats/{seat}/bot", summary="Let somebody take the place of a bot; only for the host")
async def free(code: Code, seat: Seat, house: AtHouse, key: Key) -> m.Done:
    """While the play is under way. The bot plays on until somebody sits down there."""
    return await do(house, code, lambda room, at: acts.free(room, key, seat, at))


@router.put("/rooms/{code}/seats/{seat}/stand-in", summary="Let a bot play for a person")
async def stand_in(code: Code, seat: Seat, engaging: m.Engaging, house: AtHouse, key: Key) -> m.Done:
    """At the wish of that person, or of the others when somebody is away. The person is back with the next move."""

    def act(room: Room, at: float) -> None:
        away = house.presence.seconds_away(room.code, acts.find_seat(room, seat).key)
        bot = check_bot(room.play.game, room.play.values, engaging.bot)
        acts.stand_in(room, key, seat, bot, at, away, house.settings.absent_seconds)

    return await do(house, code, act)


@router.delete("/rooms/{code}/seats/{seat}/stand-in", summary="Play yourself again")
async def come_back(code: Code, seat: Seat, house: AtHouse, key: Key) -> m.Done:
    return await do(house, code, lambda room, at: acts.come_back(room, key, seat, at))


@router.post("/rooms/{code}/moves", summary="Play a move")
async def move(code: Code, moving: m.Moving, house: AtHouse, key: Key) -> m.Done:
    """The same request sent twice is played once, and answered twice."""
    return await do(house, code, lambda room, at: acts.move(room, key, moving.seat, moving.after, moving.move, at))


@router.post("/rooms/{code}/undo", summary="Take back your last action, as long as nothing new was seen since")
async def undo(code: Code, undoing: m.Undoing, house: AtHouse, key: Key) -> m.Done:
    return await do(house, code, lambda room, at: acts.undo(room, key, undoing.seat, undoing.after, at))


@router.post("/rooms/{code}/offers", summary="Offer a draw, ask for a takeback or a rematch")
async def offer(code: Code, offering: m.Offering, request: Request, house: AtHouse, key: Key) -> m.Done:
    def act(room: Room, at: float) -> None:
        if offering.without is None:
            acts.offer(room, key, offering.seat, offering.what, at, offering.after)
            return
        away = house.presence.seconds_away(room.code, acts.find_seat(room, offering.without).key)
        enough = house.settings.absent_seconds
        absence.pass_over(room, key, offering.seat, offering.without, at, away, enough)

    if offering.without is not None and offering.what != REMATCH:
        raise Refused(422, f"a {offering.what} needs everybody: expected without in a rematch only")
    return await conclude(request, house, code, await do(house, code, act))


@router.post("/rooms/{code}/answers", summary="Answer an offer")
async def answer(code: Code, answering: m.Answering, request: Request, house: AtHouse, key: Key) -> m.Done:
    done = await do(
        house, code, lambda room, at: acts.answer(room, key, answering.seat, answering.what, answering.yes, at)
    )
    return await conclude(request, house, code, done)


async def conclude(request: Request, house: House, code: str, done: m.Done) -> m.Done:
    """Open the next room if all want it. It counts as any other; where it is one too many, agreeing later opens it."""
    async with house.hold(code) as live:
        wanted = acts.wants_rematch(live.room)
    if not wanted:
        return done
    request.app.state.limit_rooms(request)
    await house.open_rematch(code)
    async with house.hold(code) as live:
        return m.Done(number=live.room.number, after=live.room.after)


@router.post("/rooms/{code}/claims", summary="Claim the win over somebody who has gone away")
async def claim(code: Code, claiming: m.Claiming, house: AtHouse, key: Key) -> m.Done:
    """Between two people without a clock, when it is the turn of the one who is away."""

    def act(room: Room, at: float) -> None:
        away = house.presence.seconds_away(room.code, acts.find_seat(room, claiming.absent).key)
        absence.claim(room, key, claiming.seat, claiming.absent, at, away, house.settings.absent_seconds)

    return await do(house, code, act)


@router.get("/reactions", summary="What can be said to the others")
async def list_reactions() -> list[m.Phrase]:
    return [m.Phrase(what=what, words=words) for what, words in WORDS.items()]


@router.post("/rooms/{code}/reactions", summary="Say one of a few short things to the others")
async def react(code: Code, reacting: m.Reacting, house: AtHouse, key: Key) -> m.Done:
    """It is shown to everybody in the room for a moment, and kept nowhere."""
    room = await house.react(code, key, reacting.seat, reacting.what)
    return m.Done(number=room.number, after=room.after)


@router.post("/rooms/{code}/resign", summary="Give up")
async def resign(code: Code, leaving: m.OfOneSeat, house: AtHouse, key: Key) -> m.Done:
    """With two seats that is the end of the play; among more a bot plays on for you."""
    return await do(house, code, lambda room, at: acts.resign(room, key, leaving.seat, at))


@router.get("/rooms/{code}/record", response_class=Response, responses={200: TEXT}, summary="The play as a record")
async def see_record(code: Code, house: AtHouse) -> PlainTextResponse:
    async with house.hold(code) as live:
        return PlainTextResponse(live.room.play.record())


@router.get("/rooms/{code}/dice", response_model=m.Verdict, summary="Whether the dice were fair, in plain words")
async def see_dice(code: Code, house: AtHouse) -> Response:
    async with house.hold(code) as live:
        verdict = house.verdicts.find(live.room)
    return Response(await verdict, media_type="application/json")
