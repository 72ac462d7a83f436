"""The house: everything done in its rooms goes through here, and is committed before anybody hears of it."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeVar

from parlour.engine.fairness import commit_to, new_secret
from parlour.engine.game import games
from parlour.engine.seeds import DERIVED
from parlour.server.bots.comparisons import Comparisons
from parlour.server.bots.glimpses import Glimpses
from parlour.server.bots.hints import Hints
from parlour.server.bots.readiness import Readiness
from parlour.server.bots.studies import Studies
from parlour.server.bots.thinkers import Thinkers
from parlour.server.database.store import Store
from parlour.server.database.writer import Conflict, Unreachable
from parlour.server.live.audience import Audience
from parlour.server.live.memory import Live, Memory
from parlour.server.live.open_tables import OpenTables
from parlour.server.live.people import People, number_reaction
from parlour.server.live.presence import Presence
from parlour.server.live.schedule import Schedule, find_bot
from parlour.server.live.tasks import Tasks
from parlour.server.live.verdicts import Verdicts
from parlour.server.rooms import acts
from parlour.server.rooms.acts import Act
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.keys import new_code
from parlour.server.rooms.opponents import seconds_of
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import REMATCH, Room
from parlour.server.rooms.short_codes import may_have_short_code, new_short_code
from parlour.server.settings import Settings

OTHERS_SECONDS = 4.0  # how long another process gets to move its bot, which is quick, before this one thinks for it
MOST_CONFLICTS = 5

T = TypeVar("T")


@dataclass
class Counts:
    """What has happened since the server started."""

    acts: int = 0
    moves: int = 0
    refusals: int = 0
    opened: int = 0
    loaded: int = 0
    conflicts: int = 0


Answer = Callable[[Room | Exception | None], None]


class Done(NamedTuple):
    """Something that was done in a room, of which nobody has heard before it is committed."""

    live: Live
    entries: Sequence[Entry]
    refusal: Refused | None
    answer: Answer


class House:
    """`spend` takes moves of bots off what an account may have; what it returns are seconds to wait for that."""

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], float] = time.time,
        spend: Callable[[str, float], float] = lambda account, moves: 0.0,
    ) -> None:
        self.settings = settings
        self.now = now
        self.counts = Counts()
        self.store = Store(settings.database_address)
        self.tasks = Tasks()
        self.thinkers = Thinkers(settings.thinkers)
        self.readiness = Readiness(self.thinkers)
        self.hints = Hints(self.thinkers, self.readiness)
        self.studies = Studies(self.thinkers, self.readiness)
        self.comparisons = Comparisons(self.studies, self.thinkers, self.readiness, spend)
        self.glimpses = Glimpses(self.readiness)
        self.verdicts = Verdicts()
        self.memory = Memory(settings, self.store, now, self._admitted, self.wake)
        self.audience = Audience(self.memory, self.tasks)
        self.presence = Presence(settings, self.memory, self.store, now, self._carry_on, self._returned)
        self.people = People(settings, self.presence, now)
        self.open_tables = OpenTables(self.store, self.memory, self.presence, now)
        self.schedule = Schedule(
            settings, self.thinkers, self.readiness, self.tasks, now, self.act, self.presence.is_watched, spend
        )

    async def open(self) -> None:
        await self.store.open(self.now)
        self.tasks.start(self.memory.sweep())
        self.tasks.start(self.audience.beat())
        self.tasks.start(self.store.listen(self._hear, self._catch_up, self.presence.hear, self._hear_reaction))
        self.tasks.start(self.presence.share())
        if self.settings.ahead:
            self.tasks.start(self.readiness.work_ahead(games()))

    async def close(self) -> None:
        self.close_streams()
        await self.readiness.close()
        await self.studies.close()
        await self.comparisons.close()
        await self.glimpses.close()
        self.thinkers.close()
        self.verdicts.close()
        await self.tasks.close()
        for live in self.memory.all():
            self.memory.drop(live)
        await self.store.close()

    def close_streams(self) -> None:
        """Let everybody who listens go."""
        self.tasks.closing = True
        self.audience.end()

    @property
    def closing(self) -> bool:
        return self.tasks.closing

    async def find(self, code: str) -> Live:
        """The room with this code, or the one watched by it. Raises Refused, Unreachable."""
        return await self.memory.find(code)

    def hold(self, code: str) -> AbstractAsyncContextManager[Live]:
        """The room as it was committed, which does not change meanwhile. Raises Refused, Unreachable."""
        return self.memory.hold(code)

    async def ask(self, code: str, question: Callable[[Live], T]) -> T:
        """What somebody wants to know of a room. A refusal is not left to a memory that is behind the log."""
        async with self.hold(code) as live:
            try:
                return question(live)
            except Refused:
                if not await self._catch_up_with_log(live):
                    raise
                return question(live)

    def wake(self, live: Live) -> None:
        """Have all who listen to a room told what is new."""
        self.audience.wake(live)

    def _admitted(self, live: Live, is_read: bool) -> None:
        """A room has come into memory, read from its log or new."""
        self.schedule.warm_up(live.room)
        if is_read:
            self._carry_on(live)
        else:
            self.schedule.look_ahead(live)
        self.counts.loaded += is_read
        if is_read and self.store.shared:  # entries that others added while it was read went unheard
            self.tasks.start(self._refresh(live))

    def _carry_on(self, live: Live) -> None:
        """Let the play of a room go on that was read from its log, or that somebody looks at again."""
        idle = self.now() - live.room.entries[-1].at
        self.schedule.carry_on(live, idle, max(0.0, others_seconds(live.room) - idle) if self.store.shared else 0.0)

    def _returned(self, live: Live) -> None:
        self.people.stir(live)

    async def react(self, code: str, key: str, seat: int, what: str) -> Room:
        """Have everybody in a room see how somebody at the table reacts. Raises Refused, Unreachable."""
        live = await self.find(code)
        acts.require_own(live.room, key, seat)
        self.people.spend(live, seat, what)
        number = number_reaction(seat, what)
        if self.store.shared:  # it is heard here as at all other processes
            await self.store.tell_reaction(live.room.code, number)
        else:
            self.people.hear(live, number)
        return live.room

    def _hear_reaction(self, code: str, number: int) -> None:
        live = self.memory.get(code)
        if live is not None:
            self.people.hear(live, number)

    # Opening rooms

    async def open_room(self, opening: dict[str, Any], payer: str = "") -> Room:
        """A new room. `opening` is what the first entry says, but for what the house adds."""
        secret = new_secret()
        added = {"commitment": commit_to(secret), "seeding": DERIVED}
        for attempt in range(MOST_CONFLICTS):
            room = self.memory.new_room(new_code(), new_code(), secret)
            at = self.now()
            wants_short = may_have_short_code(opening["seats"]) and attempt + 1 < MOST_CONFLICTS  # it opens without one
            short = {"short": new_short_code()} if wants_short else {}
            room.take(Entry(1, "opened", at, {**opening, **added, **short}))
            acts.begin_when_full(room, at)
            with suppress(Conflict):
                await self.store.new_room(room.code, room.watch, secret, room.entries, room.short)
                self.counts.opened += 1
                self.memory.admit(room, payer=payer)
                return room
        raise Unreachable("no free code was found for a room")

    async def open_rematch(self, code: str) -> None:
        """The same people, each one seat further, in a room that follows this one.

        The seat of somebody who did not want to is open there.
        """
        async with self.hold(code) as live:
            room = live.room
            if not acts.wants_rematch(room):
                return
            standing = room.offers[REMATCH]
            again = {room.sitters[seat].key for seat in standing.yes}
            won = room.winners()
            seats: list[dict[str, Any]] = [
                {"name": sitter.name, "key": sitter.key, "bot": sitter.bot, "wins": sitter.wins + won.get(seat, 0.0)}
                if sitter.bot or sitter.key in again
                else {}
                for seat, sitter in enumerate(room.sitters)
            ]
            first = room.entries[0].data
            kept = {name: first[name] for name in first if name not in ("commitment", "position", "short")}
            if room.held_by(room.host) and room.host not in again:
                kept["host"] = room.sitters[standing.seat].key
        following = await self.open_room({**kept, "seats": [seats[-1], *seats[:-1]], "previous": room.code}, live.payer)

        def follow(room: Room, at: float) -> None:
            if acts.wants_rematch(room):
                room.add("followed", at, code=following.code, watch=following.watch)

        await self.act(code, follow)

    async def find_waiting(self, short: str) -> str:
        """The code of the room that waits for people by this short code. Raises Refused, Unreachable."""
        code = await self.store.find_short_code(short, self.now()) if short else None
        if code is not None:
            with suppress(Refused):
                return await self.ask(code, partial(require_waiting, short, self.now()))
        raise Refused(404, "no room with this code is waiting for players: the game has begun, or a letter is wrong")

    async def _free_short_code(self, room: Room) -> None:
        with suppress(Unreachable):  # it leads nowhere any more, and is free after some hours
            await self.store.free_short_code(room.short, room.code)

    # Changing rooms

    async def act(self, code: str, do: Act) -> Room:
        """Do something in a room, and commit what came of it. Raises Refused, Unreachable."""
        for _ in range(MOST_CONFLICTS):
            live = await self.find(code)
            async with live.lock:
                if not live.dropped and await self._attempt(live, do):
                    return live.room
        raise Refused(409, "too much is happening in this room just now: try again")

    def act_soon(self, code: str, do: Act, answer: Answer) -> None:
        """The same without a task, which costs more than a move does.

        `answer` gets the room, or what was in the way, or None where somebody has to be waited for: nothing is done.
        """
        live = self.memory.get(code)
        if live is None or live.dropped or not live.take():
            answer(None)
            return
        self.memory.use(live)
        try:
            before, refusal = self._do(live.room, do)
        except Exception as error:
            live.lock.release()
            self.memory.drop(live)
            answer(error)
            return
        done = Done(live, live.room.entries[before:], refusal, answer)
        if done.entries:
            self.store.append_soon(live.room.code, done.entries, partial(self._committed, done))
        elif refusal is not None and self.store.shared:
            live.lock.release()
            answer(None)  # it may be right as the room is now
        else:
            self._committed(done, None)

    def _committed(self, done: Done, error: Exception | None) -> None:
        done.live.lock.release()
        if error is None:
            self._answer(done)
        elif isinstance(error, Conflict):
            self._lose(done.live)
            done.answer(None)
        else:
            self.memory.drop(done.live)  # what is in memory may not be what was committed
            done.answer(error)

    def _answer(self, done: Done) -> None:
        try:
            self._follow_up(done.live, done.entries, done.refusal)
        except Refused as refusal:
            done.answer(refusal)
        else:
            done.answer(done.live.room)

    async def _attempt(self, live: Live, do: Act) -> bool:
        """Whether it went through; otherwise another process was faster, and it is to be tried again."""
        try:
            before, refusal = self._do(live.room, do)
            entries = live.room.entries[before:]
            if entries:
                await self.store.append(live.room.code, entries)
            elif refusal is not None and await self._catch_up_with_log(live):
                return False  # it may be right as the room is now
        except Conflict:
            self._lose(live)
            return False
        except BaseException:
            self.memory.drop(live)  # what is in memory may not be what was committed
            raise
        self._follow_up(live, entries, refusal)
        return True

    def _do(self, room: Room, do: Act) -> tuple[int, Refused | None]:
        """The last entry before something was done, and why it was refused; entries may have come of that too."""
        before = room.number
        try:
            do(room, self.now())
        except Refused as refusal:
            return before, refusal
        return before, None

    def _lose(self, live: Live) -> None:
        """Another process was faster."""
        self.counts.conflicts += 1
        self.memory.drop(live)

    def _follow_up(self, live: Live, entries: Sequence[Entry], refusal: Refused | None) -> None:
        """What was done is committed. Raises the refusal, if there was one."""
        self.counts.acts += 1
        if entries:
            kinds = [entry.kind for entry in entries]
            self.counts.moves += kinds.count("moved") + kinds.count("rolled")
            self.wake(live)
            self.schedule.look_ahead(live)
            if live.room.short and "began" in kinds:
                self.tasks.start(self._free_short_code(live.room))
        if refusal is not None:
            self.counts.refusals += 1
            raise refusal

    # Other processes

    async def _hear(self, code: str, number: int) -> None:
        """Another process, or this one, has added entries to a room."""
        live = self.memory.get(code)
        if live is not None and live.room.number < number:
            self.tasks.start(self._refresh(live))

    async def _catch_up(self) -> None:
        for live in self.memory.all():
            self.tasks.start(self._refresh(live))

    async def _refresh(self, live: Live) -> None:
        with suppress(Unreachable):
            async with live.lock:
                if live.dropped:
                    return
                await self._catch_up_with_log(live)

    async def _catch_up_with_log(self, live: Live) -> bool:
        """Take what other processes have added to a room that is held; whether there was anything."""
        if not self.store.shared:
            return False
        try:
            entries = await self.store.load_since(live.room.code, live.room.number)
            await self.memory.take_all(live.room, entries)
        except BaseException:
            self.memory.drop(live)  # nobody may be left with what is in memory: it has fallen behind
            raise
        if entries:
            self.wake(live)
            self.schedule.look_ahead(live, others_seconds(live.room))
        return bool(entries)


def others_seconds(room: Room) -> float:
    """How long another process gets to move the bot of a room."""
    return OTHERS_SECONDS + seconds_of(find_bot(room))


def require_waiting(short: str, at: float, live: Live) -> str:
    """The code of a room that still waits by this short code."""
    if live.room.short_code(at) != short:
        raise Refused(404, "the room is no longer waiting for players")
    return live.room.code
