"""Servers that start at once: forked from a process that has imported everything already.

A test that starts and kills servers waits for the interpreter's imports most of the time. The process here does them
once; each server is a fork of it, with its own environment, process group and log, and can be killed like any other.
Everything after the imports is the same as `parlour serve`.
"""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from parlour.engine.game import games

ROOT = Path(__file__).parents[2]
NEEDED = ("parlour.cli", "parlour.server.app", "uvicorn", "uvicorn.protocols.http.httptools_impl", "uvloop", "psycopg")


class Process:
    """A forked server, in the words of subprocess.Popen."""

    def __init__(self, cradle: "Cradle", pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._cradle = cradle
        self._handle = os.pidfd_open(pid)

    def poll(self) -> int | None:
        """Its exit status, if it has ended."""
        with suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            ended, _, _ = select.select([self._handle], [], [], timeout)
            if not ended:
                raise subprocess.TimeoutExpired("parlour serve", timeout or 0)
            self.returncode = self._cradle.ask({"wait": self.pid})
            os.close(self._handle)
        return self.returncode

    def terminate(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)


class Cradle:
    """Starts servers. One is enough for a whole run of tests; it ends with the process that made it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=ROOT,
            env=os.environ | environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(self._process.kill)

    def start(self, words: Sequence[str], environment: Mapping[str, str], log: Path) -> Process:
        return Process(self, self.ask({"words": [*words], "environment": {**environment}, "log": str(log.absolute())}))

    def ask(self, question: dict[str, Any]) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())


def serve(words: Sequence[str], environment: Mapping[str, str], log: str) -> int:
    """Fork, and in the fork be the server; its process number."""
    pid = os.fork()
    if pid:
        with suppress(ProcessLookupError, PermissionError):  # the fork does it as well: whoever is first
            os.setpgid(pid, pid)
        return pid
    try:
        with suppress(PermissionError):
            os.setpgid(0, 0)
        written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        silence = os.open(os.devnull, os.O_RDONLY)
        for number, file in enumerate((silence, written, written)):
            os.dup2(file, number)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = ["parlour", "serve", *words]
        import_module("parlour.cli").main()
    except SystemExit as end:
        sys.stderr.flush()
        os._exit(end.code if isinstance(end.code, int) else int(end.code is not None))
    except BaseException:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def main() -> None:
    for name in NEEDED:
        import_module(name)
    games()
    with open(0, closefd=False) as questions:  # sys.stdin stays unread, for the servers
        for line in questions:
            question = json.loads(line)
            if "wait" in question:
                _, status = os.waitpid(question["wait"], 0)
                answer = os.waitstatus_to_exitcode(status)
            else:
                answer = serve(**question)
            print(answer, flush=True)


if __name__ == "__main__":
    main()
