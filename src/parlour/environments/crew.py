"""The games of a batch shared out among threads.

To wake a thread takes as long as hundreds of steps. So whoever has worked waits a moment for more before it sleeps, in
compiled code, where it waits for nothing else: not for Python either.
"""

import os
import time
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from queue import SimpleQueue
from threading import Thread
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.environments.loops import ABSENT, ASLEEP, LEADER, LINE, NEXT

PATIENCE = 50_000  # looks at a note before a thread sleeps: about 40 microseconds on an ARM core
ONCE = 5_000  # where no more work will come
SHARE = 1024  # games, at least, that a thread is worth


class Crew:
    """Threads that do the same work, each on games of its own. The first of them is whoever asks for it."""

    def __init__(
        self,
        loops: SimpleNamespace,
        size: int,
        threads: int,
        arrays: tuple[Any, ...],
        new_room: Callable[[], NDArray[Any]],
        patience: int = PATIENCE,
    ) -> None:
        """All have the same arrays, and each a room of its own to work in."""
        self.loops = loops
        bounds = [*range(0, size, -(-size // threads)), size]
        self.notes = np.full(LINE * (len(bounds) - 1), ASLEEP, np.int64)
        self.parts = [
            (self.notes, k * LINE, first, last, patience, *arrays, new_room())
            for k, (first, last) in enumerate(pairwise(bounds))
        ]
        self.process = os.getpid()
        self.faults: list[BaseException] = []

    def run(self, work: int) -> None:
        """Do some work in all games; returns when all of it is done."""
        if len(self.parts) == 1:
            self.notes[LEADER], self.notes[NEXT] = work, 0
        else:
            self._tell_everybody(work)
        if self.attend(LEADER) > 0:
            self._wait()
        if self.faults:
            raise self.faults.pop()

    def attend(self, k: int) -> int:
        """Do what a part is told to, until it was told nothing for a while; returns how many others are not done."""
        return int(self.loops.attend(*self.parts[k]))

    def _tell_everybody(self, work: int) -> None:
        """Write it down, and send for those who are not there to read it."""
        if self.process != os.getpid():  # which has none of the threads that were there when it was forked
            self.process = os.getpid()
            self.notes[:] = ASLEEP
        self._wait()
        self.notes[LEADER], self.notes[NEXT] = work, 0
        if self.loops.pass_on(self.notes) > 0:
            for k in np.flatnonzero(self.notes[LINE + ABSENT :: LINE]).tolist():
                jobs().put((self, k + 1))

    def _wait(self) -> None:
        while self.loops.count_undone(self.notes, PATIENCE) > 0:
            time.sleep(0)  # there may be fewer cores than threads


def count_threads(size: int) -> int:
    """How many threads so many games are worth."""
    return max(1, min(count_cores(), size // SHARE))


def count_cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def jobs() -> SimpleQueue[tuple[Crew, int]]:
    """Parts of crews that threads are to attend to."""
    queue: SimpleQueue[tuple[Crew, int]] = SimpleQueue()
    for number in range(max(1, (os.cpu_count() or 2) - 1)):
        Thread(target=work_on, args=(queue,), name=f"parlour-batch-{number}", daemon=True).start()
    return queue


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=jobs.cache_clear)


def work_on(queue: SimpleQueue[tuple[Crew, int]]) -> None:
    while True:
        crew, k = queue.get()
        try:
            crew.attend(k)
        except BaseException as fault:
            crew.faults.append(fault)
            crew.notes[k * LINE] = ASLEEP
        del crew  # nothing is kept of a batch while waiting for another
