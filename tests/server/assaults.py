"""What costs a server more than who sends it: many requests at once, answers nobody reads, rooms that run alone.

Each is one of the ways of an attack (`hostile.py`), which judges every answer. A server that is asked too much may say
that it is busy (429, 503); it may not fail, forget what it was asked before, or let others wait without end.
"""

import json
import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from tests.server.hostile import Attack

IN_A_ROW = 60  # requests on one line, before the first answer is read
FLOOD = 12  # times the same, each on a line of its own
UNREAD = 8  # lines that are kept open and never read
NEVER_READ_BYTES = 4096  # what the receiving end has room for

HEAVY = (
    ("GET", "/api/rooms/CODE/dice"),
    ("GET", "/api/rooms/CODE/analysis"),
    ("GET", "/api/rooms/CODE/plies"),
    ("GET", "/api/rooms/CODE/record"),
    ("GET", "/api/rooms/CODE"),
    ("GET", "/api/games"),
    ("GET", "/api/games/GAME/lesson"),
    ("GET", "/api/games/GAME/page"),
    ("GET", "/api/games/GAME/figure"),
    ("GET", "/health"),
    ("GET", "/metrics"),
    ("POST", "/api/guests"),
)


def pipeline(attack: "Attack") -> None:
    """A row of requests in one go; the answers have to come in order, or the line be cut."""
    request = _write(attack, *_choose(attack))
    with attack.connect() as line, suppress(OSError):
        line.sendall(request * IN_A_ROW)
        line.settimeout(2)
        with line.makefile("rb") as answers:
            for _ in range(IN_A_ROW):
                status, answer = _read_answer(answers)
                attack.judge(status, answer, request, may_be_busy=True)


def flood(attack: "Attack") -> None:
    """The same from many lines at once."""
    request = _write(attack, *_choose(attack), close=True)
    lines = [attack.connect() for _ in range(FLOOD)]
    for line in lines:
        line.sendall(request)
    for line in lines:
        answer = b""
        with line, suppress(ConnectionResetError):
            while more := line.recv(65536):
                answer += more
        if answer:
            attack.judge(int(answer[9:12]), answer, request, may_be_busy=True)


def leave_unread(attack: "Attack") -> None:
    """Ask for streams and long answers, and read none; the lines are let go when there are too many of them."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NEVER_READ_BYTES)
    line.connect(("127.0.0.1", attack.server.port))
    room = attack.rng.choice(attack.victims)
    path = attack.rng.choice([f"/api/rooms/{room.code}/events", "/api/games", "/api/games/quatro/page"])
    with suppress(OSError):
        line.settimeout(0.5)
        line.sendall(_write(attack, "GET", path) * attack.rng.choice([1, 40]))
    attack.unread.append(line)
    attack.report.requests += 1
    for old in attack.unread[:-UNREAD]:
        old.close()
    del attack.unread[:-UNREAD]


def run_alone(attack: "Attack") -> None:
    """Open a room of bots alone, as fast as they can, which nobody looks at."""
    game = attack.rng.choice([name for name in attack.presets if name != "stencil"])
    opening = {"game": game, "options": {"players": 2}, "bots": {"0": "random", "1": "random"}, "pace": 0}
    key = [("Authorization", f"Bearer {attack.keys[1]}"), ("Content-Type", "application/json")]
    attack.ask("POST", "/api/rooms", key, json.dumps(opening).encode())


def wait_for_health(attack: "Attack") -> None:
    """Whoever is not an attacker is answered soon, whatever goes on."""
    started = time.monotonic()
    attack.ask("GET", "/health", [])
    attack.report.slowest = max(attack.report.slowest, time.monotonic() - started)


def _read_answer(line: BinaryIO) -> tuple[int, bytes]:
    """The next of several answers on a line; OSError where it was cut."""
    status, length = line.readline(), 0
    if not status:
        raise OSError
    while (header := line.readline()) not in (b"\r\n", b""):
        name, _, value = header.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    return int(status[9:12]), line.read(length)


def _choose(attack: "Attack") -> tuple[str, str]:
    method, path = attack.rng.choice(HEAVY)
    room, game = attack.rng.choice(attack.victims), attack.rng.choice([*attack.presets])
    return method, path.replace("CODE", room.code).replace("GAME", game)


def _write(attack: "Attack", method: str, path: str, close: bool = False) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{attack.server.port}", "Content-Length: 0"]
    lines += [f"Authorization: Bearer {attack.keys[0]}"] + ["Connection: close"] * close
    return ("\r\n".join(lines) + "\r\n\r\n").encode()
