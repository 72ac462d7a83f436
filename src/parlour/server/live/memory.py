"""Which rooms are in memory: they are read from their logs when somebody comes, and forgotten when nobody does."""

import asyncio
import ctypes
import gc
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Protocol

from parlour.server.bots.turns import Turns
from parlour.server.database.store import Store
from parlour.server.database.writer import Unreachable
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.keys import is_code
from parlour.server.rooms.reactions import Reaction
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import OtherRules, Room
from parlour.server.rooms.views import Views
from parlour.server.settings import Settings

SWEEP_SECONDS = 20.0
TIDY_SECONDS = 600.0  # between looks through the whole memory for what nobody uses any more
SLICE_SECONDS = 0.002  # for which a log is read at a time: a request meanwhile waits for a few of them
SHARED_SECONDS = 0.1  # for which a view is good for others too: the clocks in it run on


def give_back() -> None:
    """Let the system have what was freed; Linux's own library would keep most of it for later."""
    with suppress(OSError, AttributeError, TypeError):  # there is no such thing elsewhere
        ctypes.CDLL(None).malloc_trim(0)


class Listener(Protocol):
    """Whoever hears of every change of a room."""

    live: "Live"
    key: str  # of whoever it is; "" for a stranger
    onlooker: int  # by which whoever looks on is counted once
    hears_people: bool  # whether to tell who is away, and how people react

    def tell(self) -> None:
        """Say what is new in the room."""

    def tell_people(self, event: bytes) -> None:
        """Say who is away now, and how people react."""

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
    admitted_at: float = 0.0  # when it came into memory
    looked_at: float = 0.0  # when somebody last asked for anything in it
    payer: str = ""  # the address of whoever opened it, or was the first to come since it was read
    seen: dict[str, float] = field(default_factory=dict)  # when people with a seat last gave a sign of life, by key
    heard_of: dict[str, float] = field(default_factory=dict)  # the same of those who did so at another process
    onlookers: dict[int, float] = field(default_factory=dict)  # when those at other processes were last heard of
    reactions: list[Reaction] = field(default_factory=list)  # of the last seconds
    reacted: list[Reaction] = field(default_factory=list)  # of these, those at this process, and some older ones
    people_told: object = None  # who was away, and how many looked on, when that was last told
    looking: asyncio.TimerHandle | None = None  # to see who is away then
    looks_soon: bool = False  # and that is soon
    dropped: bool = False
    timer: asyncio.TimerHandle | None = None
    thinking: asyncio.Task[None] | None = None
    thinking_about: tuple[int, str] = (0, "")  # the entry that the bot answers, and which bot
    views: Views = field(init=False)

    _told: dict[tuple[object, ...], bytes] = field(default_factory=dict)  # what was told of the last entry, to whom
    _told_at: tuple[int, float] = (0, 0.0)  # which entry that was, and when

    def __post_init__(self) -> None:
        self.views = Views(self.room)

    @property
    def account(self) -> str:
        """For whom its bots think: who has many rooms shares between them what others have for one."""
        return self.payer or self.room.host

    @property
    def settled(self) -> bool:
        """Whether everything in it is committed."""
        return not self.dropped and not self.lock.locked()

    def take(self) -> bool:
        """Take the lock without waiting; whether that was done: nobody has it, nor is to have it next."""
        taking = self.lock.acquire()
        try:
            taking.send(None)
        except StopIteration:
            return True
        taking.close()
        return False

    def told(self, whom: tuple[object, ...], at: float) -> bytes:
        """What was told just now to others like this one; nothing if there were none."""
        number, since = self._told_at
        if number != self.room.number or at - since > SHARED_SECONDS:
            self._told.clear()
            self._told_at = self.room.number, at
        return self._told.get(whom, b"")

    def keep_told(self, whom: tuple[object, ...], event: bytes) -> None:
        self._told[whom] = event


class Memory:
    """`admitted` hears of each room that comes in, and whether it was read; `dropped` hears of each that goes."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        now: Callable[[], float],
        admitted: Callable[[Live, bool], None],
        dropped: Callable[[Live], None],
    ) -> None:
        self.settings, self.store, self.now = settings, store, now
        self._admitted, self._dropped = admitted, dropped
        self._live: OrderedDict[str, Live] = OrderedDict()  # by code, the longest unused first
        self._watched: dict[str, str] = {}  # codes by which they are watched
        self._loading: dict[str, asyncio.Future[Live]] = {}
        self._turns = Turns(1)  # one slice of one log, and then another's
        self._gone = 0  # rooms, since the memory was last tidied
        self._tidied_at = time.monotonic()

    def __len__(self) -> int:
        return len(self._live)

    def all(self) -> list[Live]:
        return list(self._live.values())

    def get(self, code: str) -> Live | None:
        """The room with this code, or the one watched by it, if it is in memory."""
        return self._live.get(code) or self._live.get(self._watched.get(code, ""))

    async def find(self, code: str) -> Live:
        """The room with this code, or the one watched by it. Raises Refused."""
        live = self._live.get(code)
        if live is None:
            if not is_code(code):
                raise Refused(404, f"there is no room {code[:20]!r}")
            code = self._watched.get(code, code)
            live = self._live.get(code) or await self._load(code)
        self.use(live)
        return live

    @asynccontextmanager
    async def hold(self, code: str) -> AsyncIterator[Live]:
        """The room as it was committed, which does not change meanwhile. Raises Refused, Unreachable."""
        while True:
            live = await self.find(code)
            async with live.lock:
                if not live.dropped:  # it may have been while others were waited for, with things not committed in it
                    yield live
                    return

    def use(self, live: Live) -> None:
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
            future.set_exception(error if isinstance(error, Exception) else Unreachable("the server is closing"))
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
        room = self.new_room(stored.code, stored.watch, stored.secret)
        try:
            await self.take_all(room, stored.entries)
        except OtherRules as error:
            raise Refused(410, str(error)) from None
        if stored.code in self._live:  # asked for by its other code at the same time
            return self._live[stored.code]
        return self.admit(room, is_read=True)

    async def take_all(self, room: Room, entries: Sequence[Entry]) -> None:
        """Let entries of a log happen. A long log takes a second: everybody else goes on in between."""
        rest = iter(entries)
        entry = next(rest, None)
        while entry is not None:
            async with self._turns.take(room.code):
                until = time.monotonic() + SLICE_SECONDS
                while entry is not None and time.monotonic() < until:
                    room.take(entry)
                    entry = next(rest, None)
            if entry is not None:
                await asyncio.sleep(0)

    def new_room(self, code: str, watch: str, secret: str) -> Room:
        """A room in which nothing has happened yet."""
        settings = self.settings
        return Room(
            code,
            watch,
            self.store.closures,
            secret=secret,
            most_plies=settings.plies,
            most_entries=settings.entries,
        )

    def admit(self, room: Room, is_read: bool = False, payer: str = "") -> Live:
        """Keep a room in memory from now on, and forget those that were not used for longest if there are too many."""
        now = self.now()
        live = Live(room, used_at=now, admitted_at=now, looked_at=now, payer=payer)
        self._live[room.code] = live
        self._watched[room.watch] = room.code
        self._admitted(live, is_read)
        for unused in self.all()[: max(0, len(self) - self.settings.rooms)]:
            if not unused.listeners and not unused.lock.locked():
                self.drop(unused)
        return live

    def drop(self, live: Live) -> None:
        """Forget what is in memory; the log has it all."""
        live.dropped = True
        self._gone += 1
        if self._live.get(live.room.code) is live:
            del self._live[live.room.code]
            self._watched.pop(live.room.watch, None)
        for timer in (live.timer, live.looking):
            if timer is not None:
                timer.cancel()
        if live.thinking is not None and live.thinking is not asyncio.current_task():
            live.thinking.cancel()
        self._dropped(live)

    async def sweep(self) -> None:
        """Forget rooms that nobody uses, now and then and for ever."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            limit = self.now() - self.settings.idle_seconds
            for live in self.all():
                if live.used_at < limit and not live.listeners and not live.lock.locked() and live.thinking is None:
                    self.drop(live)
            self._tidy()

    def _tidy(self) -> None:
        """Python would do so far more often, and with many rooms holds up everybody for a third of a second."""
        now = time.monotonic()
        if self._gone * 4 > len(self) or now > self._tidied_at + TIDY_SECONDS:
            gc.collect()
            give_back()
            self._gone, self._tidied_at = 0, now
