"""How many questions are kept at a time, and whose has to leave for another."""

import asyncio
from collections import Counter, OrderedDict
from typing import Protocol, TypeVar

from parlour.server.rooms.refusal import Refused


class Asked(Protocol):
    """What somebody wants to know; there is a task as long as it is being found out."""

    asker: str
    task: asyncio.Task[None] | None


T = TypeVar("T", bound=Asked)


def make_place(kept: OrderedDict[str, T], asker: str, most: int, doing: str) -> None:
    """Forget what is done, or give up the last question of whoever has asked for most. Raises Refused."""
    if len(kept) < most:
        return
    leaving = next((name for name, asked in kept.items() if asked.task is None or asked.task.done()), None)
    if leaving is None:
        wanted = Counter(asked.asker for asked in kept.values())
        busiest, count = wanted.most_common(1)[0]
        if wanted[asker] + 1 >= count:
            raise Refused(503, f"{most} {doing} already: try again soon")
        leaving = next(name for name, asked in reversed(kept.items()) if asked.asker == busiest)
    asked = kept.pop(leaving)
    if asked.task is not None:
        asked.task.cancel()
