"""Whole games among clients whose connection loses, doubles, delays and cuts off whatever it can."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.fairness import commit_to, draw_outcome
from parlour.engine.game import find_game
from parlour.engine.play import Play
from parlour.engine.replay import read_record
from tests.server.chaos import ChaoticGuest, Guest, View, at_play, new_http
from tests.server.logbook import Row, judge, read_logs
from tests.server.serving import running_server

TABLES: list[tuple[str, str, dict[str, Any]]] = [
    ("numeric", "age_6_8", {"players": 2}),
    ("quantum", "three", {"turn_limit": 6}),
    ("quatro", "two", {"turn_cap": 5, "match": "single"}),
    ("quatro", "cube", {"turn_cap": 5, "match": "single"}),
    ("stencil", "quick", {}),
    ("stencil", "patent", {"games": 1}),
    ("vendetta", "two", {"turn_limit": 12}),
]
FATES = {"well", "never sent", "answer lost", "cut off", "late"}


class Table:
    """A game, from its opening to what everybody remembers of it."""

    def __init__(self, table: tuple[str, str, dict[str, Any]]) -> None:
        self.table = table
        self.rng = random.Random(str(table))
        self.guests: list[ChaoticGuest] = []
        self.found: tuple[View, str, View]
        self.first: View  # before anybody sat down

    async def play(self, http: Any, address: str) -> None:
        game, preset, options = self.table
        host = ChaoticGuest(http, [address], random.Random(self.rng.random()))
        await host.open(game=game, preset=preset, options=options)
        self.first, _, _ = await host.look()
        for seat in range(len(self.first["seats"])):
            guest = host if seat == 0 else ChaoticGuest(http, [address], random.Random(self.rng.random()))
            self.guests.append(guest)
            await guest.sit(host.code, seat)
        await asyncio.gather(*(guest.play() for guest in self.guests))
        self.found = await host.look()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Table], dict[str, list[Row]]]:
    folder: Path = tmp_path_factory.mktemp("chaos")

    async def play_all(address: str) -> list[Table]:
        tables = [Table(table) for table in TABLES]
        async with new_http() as http, asyncio.timeout(100):
            await asyncio.gather(*(table.play(http, address) for table in tables))
        return tables

    with running_server(folder) as server:
        tables = asyncio.run(play_all(server.address))
        return tables, read_logs("", folder)


@pytest.mark.parametrize("which", range(len(TABLES)))
def test_log_keeps_what_was_acknowledged(played: tuple[list[Table], dict[str, list[Row]]], which: int) -> None:
    tables, logs = played
    table = tables[which]
    assert judge(logs[table.guests[0].code], [guest.notes for guest in table.guests], *table.found) == []


@pytest.mark.parametrize("which", range(len(TABLES)))
def test_clients_have_the_whole_game_between_them(played: tuple[list[Table], dict[str, list[Row]]], which: int) -> None:
    """What was acknowledged to the seats, and the dice that follow from the secret, are the record."""
    table = played[0][which]
    view, record, _ = table.found
    secret, seeds = view["dice"]["secret"], view["dice"]["seeds"]
    assert commit_to(secret) == table.first["dice"]["commitment"]
    game = find_game(view["game"])
    play = Play(game, game.settle(**view["options"]))
    answers = {move.after: move for guest in table.guests for move in guest.notes.moves}
    for after in sorted(answers):
        throw_dice(play, secret, seeds)
        assert play.to_move == answers[after].seat
        play.push(answers[after].move)
    throw_dice(play, secret, seeds)
    assert play.codes == read_record(record).codes
    assert {guest.view["position"] for guest in table.guests} == {play.position}


def throw_dice(play: Play, secret: str, seeds: list[str]) -> None:
    while play.at_chance:
        play.push(draw_outcome(play, secret, seeds))


def test_there_was_chaos(played: tuple[list[Table], dict[str, list[Row]]]) -> None:
    guests = [guest for table in played[0] for guest in table.guests]
    assert {fate for guest in guests for fate in guest.fates} == FATES
    assert any(len(guest.notes.asked) > len({ask[:2] for ask in guest.notes.asked}) for guest in guests)
    assert sum(len(guest.ghosts) for guest in guests) > 20


class Fainting(Guest):
    """One who fails in the midst of a play."""

    async def play(self) -> None:
        self.view = {"number": 7, "ply": 3, "over": False}
        raise KeyError("legal")


class Waiting(Guest):
    """One who is never told anything."""

    async def play(self) -> None:
        await asyncio.Event().wait()


def test_a_guest_who_fails_ends_the_play_at_once_and_all_tell_what_they_saw() -> None:
    async def play() -> None:
        async with new_http() as http, asyncio.timeout(30):
            guests = [kind(http, ["http://nowhere"], random.Random(1)) for kind in (Fainting, Waiting)]
            async with at_play(guests):
                await guests[1].reach(6)

    with pytest.raises(ExceptionGroup) as failed:
        asyncio.run(play())
    assert [type(error) for error in failed.value.exceptions] == [KeyError]
    assert [note.partition(" of ")[0] for note in failed.value.__notes__] == ["Fainting", "Waiting"]
    assert "'number': 7" in failed.value.__notes__[0]


def test_a_ply_is_not_waited_for_that_cannot_come_any_more() -> None:
    async def play() -> None:
        async with new_http() as http, asyncio.timeout(30):
            guest = Guest(http, ["http://nowhere"], random.Random(1))
            guest.view = {"ply": 13, "over": True}
            await guest.reach(13)
            with pytest.raises(AssertionError, match="over after 13 plies: expected 18"):
                await guest.reach(18)

    asyncio.run(play())
