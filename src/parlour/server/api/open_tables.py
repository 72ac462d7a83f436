"""The part of the public API about open tables: rooms that wait for anybody, where the server keeps a list of them."""

from fastapi import APIRouter

from parlour.server.api import messages as m
from parlour.server.api.answers import REFUSALS
from parlour.server.api.parameters import AtHouse, Code, Key
from parlour.server.rooms import acts
from parlour.server.rooms.refusal import Refused

router = APIRouter(prefix="/api", responses=REFUSALS)


@router.get("/open-tables", summary="Rooms that wait for anybody")
async def list_open_tables(house: AtHouse) -> m.OpenTables:
    """Only those whose makers have said so, and in which somebody is there. `kept` is false where there is no list."""
    if not house.settings.open_tables:
        return m.OpenTables(kept=False, tables=[])
    tables = [m.OpenTable.model_validate(table) for table in await house.open_tables.find_all()]
    return m.OpenTables(kept=True, tables=tables)


@router.put("/rooms/{code}/anyone", summary="Let anybody join, or not; only for the host")
async def let_anyone_join(code: Code, welcoming: m.Welcoming, house: AtHouse, key: Key) -> m.Done:
    """Before the play begins. The room is then among the open tables, where the server keeps a list of them."""
    if welcoming.anyone and not house.settings.open_tables:
        raise Refused(409, "this server keeps no list of open tables: send people the link of the room instead")
    room = await house.act(code, lambda room, at: acts.let_anyone(room, key, welcoming.anyone, at))
    return m.Done(number=room.number, after=room.after)
