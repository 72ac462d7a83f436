"""Is this fair? Bots play some seconds by the rules that somebody has chosen, in a process of its own.

One such process is at work at a time, and those who ask take turns. All who ask about the same rules share one answer,
which is kept: here for a while, and on disk by the laboratory.
"""

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing.connection import Connection
from typing import Literal

from parlour.laboratory.glimpse import PLAYS, Glimpse, make_glimpse, read_glimpse, read_plays
from parlour.laboratory.plan import Plan
from parlour.server.bots.apart import run_apart, step_back
from parlour.server.bots.places import make_place
from parlour.server.bots.question import NO_THINKERS
from parlour.server.bots.readiness import Readiness
from parlour.server.bots.turns import Turns
from parlour.server.rooms.refusal import Refused

KEPT_GLIMPSES = 64  # with their pages
LONGEST_SECONDS = 120.0  # after which a process that has not answered is ended
FORGOTTEN_SECONDS = 20.0  # after which a question that nobody asks any more is not begun
TOO_LONG = "bots did not finish a single game by these rules in time, so this cannot be told"
NEEDED = ("matplotlib", "scipy")  # for the page, from the extra `lab`

Doing = Literal["waiting", "compiling", "playing", "writing"]
Sent = tuple[int, int] | Glimpse | bytes


@dataclass
class Asking:
    """Some rules that somebody asks about."""

    plan: Plan
    asker: str  # whose turn it takes
    asked_at: float = 0.0
    doing: Doing = "waiting"
    done: int = 0
    of: int = 0
    found: Glimpse | None = None
    page: bytes = b""
    wants_page: bool = False
    refusal: Refused | None = None  # told to whoever asks next; then it is tried again
    task: asyncio.Task[None] | None = None

    def hear(self, sent: Sent) -> None:
        """From the process."""
        if isinstance(sent, Glimpse):
            self.found = sent
        elif isinstance(sent, bytes):
            self.page = sent
        else:
            self.done, self.of = sent


class Glimpses:
    """What bots find out about rules."""

    def __init__(self, readiness: Readiness) -> None:
        self.readiness = readiness
        self.has_pages = all(find_spec(name) is not None for name in NEEDED)
        self._kept: OrderedDict[str, Asking] = OrderedDict()
        self._turns = Turns(1)

    async def find(self, stamp: str, plan: Plan, asker: str, page: bool = False) -> Asking:
        """What is known of these rules so far; whatever is missing is begun. Raises Refused."""
        asking = self._kept.get(stamp)
        if asking is None:
            known = await asyncio.to_thread(read_glimpse, plan)
            asking = self._kept.get(stamp)  # somebody may have asked the same meanwhile
        if asking is None:
            make_place(self._kept, asker, KEPT_GLIMPSES, "sets of rules are being tried")
            asking = self._kept[stamp] = Asking(plan, asker, found=known)
        self._kept.move_to_end(stamp)
        asking.asked_at = time.monotonic()
        asking.wants_page = asking.wants_page or page
        if asking.refusal is not None:
            refusal, asking.refusal = asking.refusal, None
            raise refusal
        if asking.task is None and (asking.found is None or (page and not asking.page)):
            asking.task = asyncio.create_task(self._work(stamp, asking))
        return asking

    def tell_progress(self, asking: Asking) -> tuple[Doing, int, int]:
        """What is being done, and how far it is."""
        if asking.doing == "compiling":
            progress = self.readiness.progress(asking.plan.game)
            return asking.doing, progress.done, progress.of
        return asking.doing, asking.done, asking.of

    async def _work(self, stamp: str, asking: Asking) -> None:
        try:
            asking.doing = "compiling"
            await self.readiness.wait(self.readiness.want_bot(asking.plan.game, asking.plan.bots[0]))
            asking.doing = "waiting"
            async with self._turns.take(asking.asker):
                if time.monotonic() - asking.asked_at > FORGOTTEN_SECONDS:
                    return
                if asking.found is None:
                    asking.doing, asking.of = "playing", PLAYS
                    ended = await run_apart(glimpse, asking.plan, hear=asking.hear, seconds=LONGEST_SECONDS)
                    if asking.found is None:
                        asking.refusal = Refused(503, NO_THINKERS) if ended or asking.done else Refused(422, TOO_LONG)
                if asking.wants_page and asking.found is not None:
                    asking.doing, asking.done, asking.of = "writing", 0, 0
                    await run_apart(write_report, asking.plan, hear=asking.hear, seconds=LONGEST_SECONDS)
                    if not asking.page:
                        asking.refusal = Refused(503, NO_THINKERS)
        finally:
            asking.task = None
            if asking.found is None and asking.refusal is None and self._kept.get(stamp) is asking:
                del self._kept[stamp]  # it was given up

    async def close(self) -> None:
        tasks = [asking.task for asking in self._kept.values() if asking.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# In a process of its own


def glimpse(plan: Plan, sending: Connection) -> None:
    step_back()
    sending.send(make_glimpse(plan, watch=lambda done, wanted: sending.send((done, wanted))))


def write_report(plan: Plan, sending: Connection) -> None:
    """What the page needs is imported here alone, for it takes a second or two, and much memory."""
    from parlour.laboratory.short_report import write_short_report

    step_back()
    sending.send(write_short_report(plan, read_plays(plan)).encode())
