"""Looks back at plays: shared by all who ask, given up when nobody does, and fair to each."""

import asyncio
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from parlour.server.bots import studies
from parlour.server.bots.question import Question
from parlour.server.bots.readiness import Readiness
from parlour.server.bots.studies import EFFORTS, Studies, study_plies
from parlour.server.bots.thinkers import Thinkers
from parlour.server.bots.turns import Turns
from parlour.server.rooms import acts
from parlour.server.rooms.refusal import Refused
from tests.server.table import Table, open_table

SEARCHED = {"first_player": "red", "plate_choice": "fixed", "games": 2}  # too much for exact values


def played(moves: int) -> Table:
    table = open_table(options=SEARCHED)
    for _ in range(moves):
        table.move()
    table.do(acts.resign, "Ann", 0)
    return table


def test_a_play_is_looked_at_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question.about(played(6).room)
    monkeypatch.setattr(studies, "CHUNK_SECONDS", 0.0)
    ply, steps = 0, []
    for done in range(1, 7):
        chunk = study_plies(question, ply, 0)
        assert chunk.ply == done, "one at least"
        ply = chunk.ply
        steps += chunk.steps
    assert [step["ply"] for step in steps] == list(range(1, 7))
    studies._pasts.clear()
    monkeypatch.setattr(studies, "CHUNK_SECONDS", 60.0)
    assert study_plies(question, 0, 0).steps == steps, "another process may go on"
    studies._pasts.clear()
    assert study_plies(question, 4, 0).steps == steps[4:]


def test_calls_of_the_referee_are_nobodys_doing() -> None:
    table = open_table("numeric", options={"first_side": "A", "move_seconds": 60}, dice="manual")
    table.move("6431", seat=0)
    table.room.add("called", table.at, word="timeout")
    question = Question.about(table.room)
    assert question.calls == {1: "timeout"}
    past = studies.Past(question)
    past.push()
    assert past.look() is None
    past.push()
    assert past.play.states.tobytes() == question.state


class Ready(Readiness):
    """Everything is compiled already."""

    async def _prepare(self, game: str, what: str) -> None:
        pass


class Answering(Thinkers):
    """Thinkers that are not in other processes, and take as long as they say."""

    def __init__(self, seconds: float = 0.0, fails: int = 0) -> None:
        super().__init__(1)
        self.seconds, self.fails = seconds, fails
        self.asked: list[tuple[Any, ...]] = []

    async def ask(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        self.asked.append(given)
        await asyncio.sleep(0)
        if self.fails:
            self.fails -= 1
            raise BrokenProcessPool("they died")
        _, ply, _ = given
        return studies.Chunk([], ply + 1, True, self.seconds)


async def finish(studies: Studies, table: Table) -> bytes:
    for _ in range(1000):
        if answer := studies.find(table.room, "1.2.3.4").answer:
            return answer
        await asyncio.sleep(0)
    raise AssertionError("it did not come to an end")


def test_all_who_ask_share_one_study() -> None:
    table, thinkers = played(6), Answering()

    async def ask() -> None:
        studies = Studies(thinkers, Ready(thinkers))
        answers = await asyncio.gather(*(finish(studies, table) for _ in range(5)))
        assert len(set(answers)) == 1

    asyncio.run(ask())
    assert [ply for _, ply, _ in thinkers.asked] == list(range(6))


def test_a_long_play_is_looked_at_with_less_effort() -> None:
    table, thinkers = played(12), Answering(seconds=studies.STUDY_SECONDS / 6)

    async def ask() -> None:
        await finish(Studies(thinkers, Ready(thinkers)), table)

    asyncio.run(ask())
    efforts = [effort for _, _, effort in thinkers.asked]
    assert efforts == sorted(efforts)
    assert (efforts[0], efforts[-1]) == (0, len(EFFORTS) - 1)


def test_a_study_that_fails_is_refused_and_tried_again() -> None:
    table, thinkers = played(6), Answering(fails=1)

    async def ask() -> None:
        studies = Studies(thinkers, Ready(thinkers))
        with pytest.raises(Refused, match="no bot is free to think about this just now") as refusal:
            await finish(studies, table)
        assert refusal.value.status == 503
        assert await finish(studies, table)

    asyncio.run(ask())


def test_a_study_that_nobody_asks_for_any_more_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    table, thinkers = played(6), Answering()
    monkeypatch.setattr(studies, "FORGOTTEN_SECONDS", -1.0)

    async def ask() -> None:
        study = Studies(thinkers, Ready(thinkers)).find(table.room, "1.2.3.4")
        assert study.task is not None
        await study.task

    asyncio.run(ask())
    assert len(thinkers.asked) == 1


def test_only_so_many_studies_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "KEPT_STUDIES", 2)
    tables = [played(2) for _ in range(3)]
    for number, table in enumerate(tables):
        table.room.code = f"room{number}"
    thinkers = Answering()

    async def ask() -> None:
        studies = Studies(thinkers, Ready(thinkers))
        studies.find(tables[0].room, "1.2.3.4")
        studies.find(tables[1].room, "1.2.3.4")
        with pytest.raises(Refused, match="2 plays are being looked at already"):
            studies.find(tables[2].room, "1.2.3.4")
        await finish(studies, tables[0])
        await finish(studies, tables[1])
        await finish(studies, tables[2])
        assert list(studies._kept) == ["room1", "room2"]

    asyncio.run(ask())


def test_whoever_has_many_plays_looked_at_does_not_keep_others_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """When there are too many the last of whoever asked for most is given up."""
    monkeypatch.setattr(studies, "KEPT_STUDIES", 3)
    tables = [played(2) for _ in range(5)]
    for number, table in enumerate(tables):
        table.room.code = f"room{number}"
    thinkers = Answering()

    async def ask() -> None:
        studies = Studies(thinkers, Ready(thinkers))
        for table in tables[:3]:
            studies.find(table.room, "greedy")
        studies.find(tables[3].room, "modest")
        assert list(studies._kept) == ["room0", "room1", "room3"]
        for asker in ("greedy", "modest"):
            with pytest.raises(Refused, match="3 plays are being looked at already"):
                studies.find(tables[4].room, asker)
        await studies.close()

    asyncio.run(ask())


def test_who_waits_for_a_thinker_waits_for_one_thing_of_each_other_person() -> None:
    done: list[str] = []

    async def work(turns: Turns, who: str) -> None:
        async with turns.take(who):
            await asyncio.sleep(0)
            done.append(who)

    async def ask() -> None:
        turns = Turns(1)
        tasks = [asyncio.create_task(work(turns, who)) for who in ["greedy"] * 6 + ["Ann"] * 2 + ["Ben"]]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(5), turns.take("Cem"):
            done.append("Cem")

    asyncio.run(ask())
    assert done == ["greedy", "greedy", "Ann", "Ben", "greedy", "Ann", "greedy", "greedy", "Cem"]


def look(seat: int | None, cost: float = 0.0, error: float = 0.1, luck: float = 0.0, bot: str | None = None) -> Any:
    """A ply as a thinker tells it."""
    return {
        "seat": seat,
        "cost": cost,
        "error": error,
        "choices": 2,
        "luck": [luck, -luck],
        "sure": cost > 0.5,
        "stand_in": bot,
    }


def test_noise_and_the_moves_of_a_stand_in_are_nobodys() -> None:
    study = studies.Study(Question.about(played(2).room), ["Ann", "Ben"], "1.2.3.4")
    study.steps = [
        look(0, 0.2),
        look(0, 0.7),
        look(None, luck=0.3),
        look(0, 0.9, bot="dora"),
        look(1),
        look(None, error=0.24),
    ]
    ann, ben = studies.sum_up(study)
    assert (ann["decisions"], ann["best"], ann["cost"]) == (2, 1, 0.7)
    assert (ben["decisions"], ben["best"], ben["cost"]) == (1, 1, 0)
    assert (ann["luck"], ann["luck_error"]) == (0.3, 0.26)


def test_a_room_knows_what_a_bot_decided_for_somebody() -> None:
    table = open_table(options=SEARCHED)
    table.move()
    seat, ply = table.room.play.to_move, table.room.play.ply
    table.room.add("stood_in", table.at, seat=seat, bot="maud")
    table.bot_moves()
    table.move()
    assert table.room.stand_ins == table.reread().room.stand_ins == {ply: "maud"}
    table.room.sitters[seat].bot = "maud"  # whose seat it is now
    assert table.room.stand_ins == {}
