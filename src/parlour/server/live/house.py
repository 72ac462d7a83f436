"""The house: rooms that are in memory, who looks at them, whose time runs out and which bot has to think."""

import asyncio
import gc
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from parlour.engine.fairness import commit_to, new_secret
from parlour.engine.game import games
from parlour.search.glance import can_glance
from parlour.server.bots.hints import Hints
from parlour.server.bots.readiness import Readiness
from parlour.server.bots.studies import Studies
from parlour.server.bots.thinkers import Thinkers
from parlour.server.database.store import Store
from parlour.server.database.writer import Conflict, Unreachable
from parlour.server.rooms import acts
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.keys import is_code, new_code
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import OtherRules, Room
from parlour.server.rooms.views import Views
from parlour.server.settings import Settings

SWEEP_SECONDS = 20.0
TIDY_SECONDS = 600.0  # between looks through the whole memory for what nobody uses any more
HEARTBEAT_SECONDS = 15.0  # between signs of life to those who listen
SHARED_SECONDS = 0.1  # for which a view is good for others too: the clocks in it run on
OTHERS_SECONDS = 4.0  # how long another process gets to move its bot before this one thinks for it
AGAIN_SECONDS = 5.0  # before a bot that could not think is asked again
MOST_CONFLICTS = 5

log = logging.getLogger("parlour.house")

Act = Callable[[Room, float], None]


class Listener(Protocol):
    """Whoever hears of every change of a room."""

    live: "Live"

    def tell(self) -> None:
        """Say what is new in the room."""

    def beat(self) -> None:
        """Give a sign of life."""

    def end(self) -> None:
        """There is no more to come."""


@dataclass(eq=False)
class Live:
    """A room in memory."""

    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    telling: bool = False  # they will be told soon
    used_at: float = 0.0
    dropped: bool = False
    timer: asyncio.TimerHandle | None = None
    thinking: asyncio.Task[None] | None = None
    thinking_after: int = 0  # the entry that the bot answers

    views: Views = field(init=False)
    _told: dict[tuple[object, ...], bytes] = field(default_factory=dict)  # what was told of the last entry, to whom
    _told_at: tuple[int, float] = (0, 0.0)  # which entry that was, and when

    def __post_init__(self) -> None:
        self.views = Views(self.room)

    @property
    def settled(self) -> bool:
        """Whether everything in it is committed."""
        return not self.dropped and not self.lock.locked()

    def told(self, whom: tuple[object, ...], at: float) -> bytes:
        """What was told just now to others like this one; nothing if there were none."""
        number, since = self._told_at
        if number != self.room.number or at - since > SHARED_SECONDS:
            self._told.clear()
            self._told_at = self.room.number, at
        return self._told.get(whom, b"")

    def keep_told(self, whom: tuple[object, ...], event: bytes) -> None:
        self._told[whom] = event


@dataclass
class Counts:
    """What has happened since the server started."""

    acts: int = 0
    moves: int = 0
    refusals: int = 0
    opened: int = 0
    loaded: int = 0
    conflicts: int = 0


class House:
    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self.now = now
        self.store = Store(settings.database_address)
        self.thinkers = Thinkers(settings.thinkers)
        self.readiness = Readiness(self.thinkers)
        self.hints = Hints(self.thinkers, self.readiness)
        self.studies = Studies(self.thinkers, self.readiness)
        self.counts = Counts()
        self.closing = False
        self._live: OrderedDict[str, Live] = OrderedDict()  # by code, the longest unused first
        self._watched: dict[str, str] = {}  # codes by which they are watched
        self._loading: dict[str, asyncio.Future[Live]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._dropped = 0  # rooms, since the memory was last tidied
        self._tidied_at = time.monotonic()

    async def open(self) -> None:
        await self.store.open(self.now)
        self._start(self._sweep())
        self._start(self._beat())
        self._start(self.store.listen(self._hear, self._catch_up))
        if self.settings.ahead:
            self._start(self.readiness.work_ahead(games()))

    async def close(self) -> None:
        self.close_streams()
        await self.readiness.close()
        await self.studies.close()
        self.thinkers.close()
        for task in list(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
        for live in list(self._live.values()):
            self._drop(live)
        await self.store.close()

    def close_streams(self) -> None:
        """Let everybody who listens go."""
        self.closing = True
        for live in self._live.values():
            for listener in live.listeners:
                listener.end()

    def _start(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @property
    def rooms_live(self) -> int:
        return len(self._live)

    @property
    def listeners(self) -> int:
        return sum(len(live.listeners) for live in self._live.values())

    # Finding rooms

    async def find(self, code: str) -> Live:
        """The room with this code, or the one watched by it. Raises Refused."""
        live = self._live.get(code)
        if live is None:
            if not is_code(code):
                raise Refused(404, f"there is no room {code[:20]!r}")
            code = self._watched.get(code, code)
            live = self._live.get(code) or await self._load(code)
        self._use(live)
        return live

    def _use(self, live: Live) -> None:
        live.used_at = self.now()
        if not live.dropped:
            self._live.move_to_end(live.room.code)

    async def _load(self, code: str) -> Live:
        """Read a room from its log; those who ask at the same time wait for the same reading."""
        if code in self._loading:
            return await asyncio.shield(self._loading[code])
        future: asyncio.Future[Live] = asyncio.get_running_loop().create_future()
        self._loading[code] = future
        try:
            live = await self._read(code)
        except BaseException as error:
            future.set_exception(error if isinstance(error, Exception) else Unreachable("the house is closing"))
            future.exception()  # nobody else may have asked
            raise
        else:
            future.set_result(live)
            return live
        finally:
            del self._loading[code]

    async def _read(self, code: str) -> Live:
        stored = await self.store.load(code)
        if stored is None:
            raise Refused(404, f"there is no room {code!r}")
        if stored.code in self._live:  # asked for by its other code at the same time
            return self._live[stored.code]
        room = Room(stored.code, stored.watch, self.store.closures, secret=stored.secret)
        try:
            for entry in stored.entries:
                room.take(entry)
        except OtherRules as error:
            raise Refused(410, str(error)) from None
        live = self._admit(room, OTHERS_SECONDS if self.store.shared else 0.0)
        self.counts.loaded += 1
        if self.store.shared:  # entries that others added while it was read went unheard
            self._start(self._refresh(live))
        return live

    def _admit(self, room: Room, delay: float) -> Live:
        """Keep a room in memory from now on, and forget those that were not used for longest if there are too many."""
        live = Live(room, used_at=self.now())
        self._live[room.code] = live
        self._watched[room.watch] = room.code
        self._warm_up(room)
        self._look_ahead(live, delay)
        self._make_room()
        return live

    def _make_room(self) -> None:
        for live in list(self._live.values())[: max(0, len(self._live) - self.settings.rooms)]:
            if not live.listeners and not live.lock.locked():
                self._drop(live)

    def _drop(self, live: Live) -> None:
        """Forget what is in memory; the log has it all."""
        live.dropped = True
        self._dropped += 1
        if self._live.get(live.room.code) is live:
            del self._live[live.room.code]
            self._watched.pop(live.room.watch, None)
        if live.timer is not None:
            live.timer.cancel()
        if live.thinking is not None and live.thinking is not asyncio.current_task():
            live.thinking.cancel()
        self.wake(live)

    async def _beat(self) -> None:
        """Give all who listen a sign of life now and then, one room after another."""
        while True:
            rooms = list(self._live.values())
            for live in rooms:
                await asyncio.sleep(HEARTBEAT_SECONDS / len(rooms))
                for listener in live.listeners:
                    listener.beat()
            if not rooms:
                await asyncio.sleep(HEARTBEAT_SECONDS)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            limit = self.now() - self.settings.idle_seconds
            for live in list(self._live.values()):
                if live.used_at < limit and not live.listeners and not live.lock.locked() and live.thinking is None:
                    self._drop(live)
            self._tidy()

    def _tidy(self) -> None:
        """Python would do so far more often, and with many rooms holds up everybody for a third of a second."""
        now = time.monotonic()
        if self._dropped * 4 > len(self._live) or now > self._tidied_at + TIDY_SECONDS:
            gc.collect()
            self._dropped, self._tidied_at = 0, now

    @asynccontextmanager
    async def hold(self, code: str) -> AsyncIterator[Live]:
        """The room as it was committed, which does not change meanwhile. Raises Refused, Unreachable."""
        while True:
            live = await self.find(code)
            async with live.lock:
                if not live.dropped:  # it may have been while others were waited for, with things not committed in it
                    yield live
                    return

    # Telling those who listen

    def wake(self, live: Live) -> None:
        """Have all who listen to a room told what is new, once what is under way is done."""
        if live.listeners and not live.telling and not self.closing:
            live.telling = True
            asyncio.get_running_loop().call_soon(self._tell, live)

    def _tell(self, live: Live) -> None:
        if live.settled:
            self._tell_all(live)
        else:
            self._start(self._tell_later(live))

    async def _tell_later(self, live: Live) -> None:
        """Nothing is told that is not committed, and a room that was dropped is read anew from its log."""
        try:
            async with self.hold(live.room.code) as held:
                if held is not live:
                    self._move_listeners(live, held)
                self._tell_all(held)
        except (Refused, Unreachable):
            pass
        except Exception:
            log.exception("a room could not be read anew", extra={"room": live.room.watch})
        finally:
            live.telling = False
            if live.dropped:
                for listener in live.listeners:  # nobody is left to tell them anything
                    listener.end()

    def _tell_all(self, live: Live) -> None:
        live.telling = False
        for listener in tuple(live.listeners):
            try:
                listener.tell()
            except Exception:
                log.exception("a listener could not be told", extra={"room": live.room.watch})
                listener.end()

    def _move_listeners(self, live: Live, held: Live) -> None:
        for listener in live.listeners:
            listener.live = held
            if self.closing:
                listener.end()
        held.listeners |= live.listeners
        live.listeners.clear()

    # Opening rooms

    async def open_room(self, opening: dict[str, Any]) -> Room:
        """A new room. `opening` is what the first entry says, but for what the house adds."""
        secret = new_secret()
        for _ in range(MOST_CONFLICTS):
            room = Room(new_code(), new_code(), self.store.closures, secret=secret)
            at = self.now()
            room.take(Entry(1, "opened", at, {**opening, "commitment": commit_to(secret)}))
            acts.begin_when_full(room, at)
            with suppress(Conflict):
                await self.store.new_room(room.code, room.watch, secret, room.entries)
                self.counts.opened += 1
                self._admit(room, 0.0)
                return room
        raise Unreachable("no free code was found for a room")

    async def open_rematch(self, code: str) -> None:
        """The same people, each one seat further, in a room that follows this one."""
        async with self.hold(code) as live:
            room = live.room
            if not acts.wants_rematch(room):
                return
        won = room.winners()
        seats = [
            {"name": sitter.name, "key": sitter.key, "bot": sitter.bot, "wins": sitter.wins + won.get(seat, 0.0)}
            | ({"seed": sitter.seed} if sitter.bot else {})
            for seat, sitter in enumerate(room.sitters)
        ]
        first = room.entries[0].data
        kept = {name: first[name] for name in first if name not in ("commitment", "position")}
        following = await self.open_room({**kept, "seats": [seats[-1], *seats[:-1]], "previous": room.code})

        def follow(room: Room, at: float) -> None:
            if acts.wants_rematch(room):
                room.add("followed", at, code=following.code, watch=following.watch)

        await self.act(code, follow)

    # Changing rooms

    async def act(self, code: str, do: Act) -> Room:
        """Do something in a room, and commit what came of it. Raises Refused, Unreachable."""
        for _ in range(MOST_CONFLICTS):
            live = await self.find(code)
            async with live.lock:
                if not live.dropped and await self._attempt(live, do):
                    return live.room
        raise Refused(409, "the room changes faster than this could be done: expected another try")

    def act_now(self, code: str, do: Act) -> Room | None:
        """The same without waiting for anything but the disk; if there is anything else, nothing is done: None."""
        live = self._live.get(code)
        if live is None or not live.settled or not self.store.is_free:
            return None
        self._use(live)
        try:
            before, refusal = self._do(live.room, do)
            if live.room.number > before:
                self.store.append_now(live.room.code, live.room.entries[before:])
        except Conflict:
            self._lose(live)
            return None
        except BaseException:
            self._drop(live)
            raise
        self._follow_up(live, before, refusal)
        return live.room

    async def _attempt(self, live: Live, do: Act) -> bool:
        """Whether it went through; otherwise another process was faster, and it is to be tried again."""
        try:
            before, refusal = self._do(live.room, do)
            if live.room.number > before:
                await self.store.append(live.room.code, live.room.entries[before:])
        except Conflict:
            self._lose(live)
            return False
        except BaseException:
            self._drop(live)  # what is in memory may not be what was committed
            raise
        self._follow_up(live, before, refusal)
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
        self._drop(live)

    def _follow_up(self, live: Live, before: int, refusal: Refused | None) -> None:
        """What was done is committed. Raises the refusal, if there was one."""
        room = live.room
        self.counts.acts += 1
        if room.number > before:
            self.counts.moves += sum(entry.kind in ("moved", "rolled") for entry in room.entries[before:])
            self.wake(live)
            self._look_ahead(live, 0.0)
        if refusal is not None:
            self.counts.refusals += 1
            raise refusal

    # What happens by itself

    def _look_ahead(self, live: Live, delay: float) -> None:
        """See to it that clocks run out and bots move."""
        room = live.room
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if not room.begun:
            self._warm_up(room)
        now = self.now()
        deadline = room.deadline(now)
        if deadline is not None:
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(max(0.0, deadline - now) + 0.01, lambda: self._start(self._run_out(room.code)))
        if live.thinking is not None and live.thinking_after != room.after:
            if live.thinking is not asyncio.current_task():
                live.thinking.cancel()
            live.thinking = None
        if live.thinking is None and self._bot_to_move(room):
            live.thinking_after = room.after
            live.thinking = self._start(self._move_bot(live, room.after, delay))

    def _warm_up(self, room: Room) -> None:
        """Have what its bots need compiled before they are asked."""
        if not room.over:
            for bot in {sitter.player for sitter in room.sitters if sitter.player}:
                self.readiness.want_bot(room.play.game.name, bot)

    def _bot_to_move(self, room: Room) -> str:
        return room.sitters[room.play.to_move].player if room.on and room.play.to_move >= 0 else ""

    async def _run_out(self, code: str) -> None:
        with suppress(Refused, Unreachable):
            await self.act(code, acts.expire)

    async def _move_bot(self, live: Live, after: int, delay: float) -> None:
        """Let a bot think, and play what it found unless the room has gone on."""
        try:
            await asyncio.sleep(delay)
            room = live.room
            bot = self._bot_to_move(room)
            if live.dropped or room.after != after or not bot:
                return
            seat, started = room.play.to_move, time.monotonic()
            code = await self._choose(room, bot)
            await asyncio.sleep(max(0.0, room.pace - (time.monotonic() - started)))
            await self.act(room.code, lambda room, at: acts.play_for(room, seat, after, code, at))
        except (BrokenProcessPool, Unreachable) as error:
            log.error("a bot could not move", extra={"room": live.room.watch, "error": str(error)})
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, self._ask_again, live)
            return
        finally:
            if live.thinking is asyncio.current_task():
                live.thinking = None
        if not live.dropped:
            self._look_ahead(live, 0.0)

    def _ask_again(self, live: Live) -> None:
        if not live.dropped and not self.closing:
            self._look_ahead(live, 0.0)

    async def _choose(self, room: Room, bot: str) -> int:
        play = room.play
        codes = play.legal_codes()
        if len(codes) == 1:
            return codes[0]
        name, seed = play.game.name, room.number
        if can_glance(play.game, bot) and not await self.readiness.is_at_hand(name, bot):
            return await self.thinkers.glance(name, room.options, play.states.tobytes(), play.ply, bot, seed)
        await self.readiness.wait(self.readiness.want_bot(name, bot))
        return await self.thinkers.choose(name, room.options, play.placed, play.codes, bot, seed)

    # Other processes

    async def _hear(self, code: str, number: int) -> None:
        """Another process, or this one, has added entries to a room."""
        live = self._live.get(code)
        if live is not None and live.room.number < number:
            self._start(self._refresh(live))

    async def _catch_up(self) -> None:
        for live in list(self._live.values()):
            self._start(self._refresh(live))

    async def _refresh(self, live: Live) -> None:
        with suppress(Unreachable):
            async with live.lock:
                if live.dropped:
                    return
                try:
                    entries = await self.store.load_since(live.room.code, live.room.number)
                    for entry in entries:
                        live.room.take(entry)
                except BaseException:
                    self._drop(live)  # nobody may be left with what is in memory: it has fallen behind
                    raise
                if entries:
                    self.wake(live)
                    self._look_ahead(live, OTHERS_SECONDS)
