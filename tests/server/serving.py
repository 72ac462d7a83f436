"""A real server in a process of its own, for tests: started, killed and started again on the same database."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import httpx

from tests.server.cradle import Cradle, Process

START_SECONDS = 120.0
COMMAND = [sys.executable, "-c", "from parlour.cli import main; main()", "serve"]
UNLIMITED = {
    "requests_per_second": 0,
    "rooms_per_hour": 0,
    "short_codes_per_hour": 0,
    "bot_moves_per_minute": 0,
}  # settings for those who ask a lot


ONCE = ("PYTHON", "NUMBA")  # what an interpreter reads only when it starts


@cache
def find_cradle(environment: frozenset[tuple[str, str]]) -> Cradle:
    """One for all servers, but for those whose interpreter has to start with something else."""
    return Cradle(dict(environment))


def start_process(words: list[str], environment: dict[str, str], log: Path) -> subprocess.Popen[bytes] | Process:
    """`parlour serve`, in a group of processes of its own."""
    if sys.platform == "linux":
        at_the_start = {name: value for name, value in environment.items() if name.startswith(ONCE)}
        return find_cradle(frozenset(at_the_start.items())).start(words, environment, log)
    with log.open("ab") as file:
        return subprocess.Popen([*COMMAND, *words], env=environment, stdout=file, stderr=file, start_new_session=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """`start` it, talk to it at `address`, `kill` it as a power cut would, or `stop` it politely."""

    data: Path
    database: str = ""  # PostgreSQL instead of the embedded database in `data`
    settings: dict[str, Any] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | Process | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.data / f"server-{self.port}.log"

    def start(self) -> None:
        words = ["--port", str(self.port), "--data", str(self.data), "--log-level", "warning"]
        words += ["--database", self.database] if self.database else []
        given = {f"PARLOUR_{name.upper()}": str(value) for name, value in self.settings.items()}
        self.process = start_process(words, os.environ | given, self.log)
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                httpx.get(self.address + "/health", timeout=5, verify=False).raise_for_status()  # no need for TLS
                return
            except httpx.HTTPError:
                time.sleep(0.05)
        raise RuntimeError(f"the server did not start: {self.log.read_text()}")

    def kill(self) -> None:
        """Everything of it at once, without a warning."""
        if self.process is not None:
            with suppress(ProcessLookupError):  # it may have ended by itself
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        assert self.process is not None
        self.process.terminate()
        try:
            return self.process.wait(30)
        finally:
            self.kill()


@contextmanager
def running_server(data: Path, database: str = "", **settings: Any) -> Iterator[Server]:
    server = Server(data, database, UNLIMITED | settings)
    server.start()
    try:
        yield server
    finally:
        server.kill()
