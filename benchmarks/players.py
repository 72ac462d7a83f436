"""`python -m benchmarks.players`: players for a Parlour server, in a process of their own.

Each room has two players, and each player two connections, as a browser has: one on which the room's changes come, and
one for moves. A player moves as soon as it hears that it is its turn. Prints what `peer_boardgameio/load.mjs` prints.
"""

import asyncio
import json
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import click

KEEP = "Host: 127.0.0.1\r\nContent-Type: application/json\r\n"

LEAST_ROOMS = 4  # opened: a single one would be played to its end, so its players go on in the next
CELLS = [column + row for row in "1234" for column in "abcd"]
OPTIONS = {"games": 1000, "plate_choice": "fixed"}  # games without end, of placing counters alone


def choose(position: str) -> str:
    """The first empty cell; once there is none, to pass."""
    taken = "".join(word.partition("=")[2] for word in position.split() if word.startswith(("red=", "white=")))
    covered = {taken[i : i + 2] for i in range(0, len(taken), 2)}
    return next((cell for cell in CELLS if cell not in covered), "--")


@dataclass
class Tally:
    """What was measured, once `counting`."""

    counting: bool = False
    latencies: list[float] = field(default_factory=list)
    errors: int = 0


class Line:
    """A connection that is kept for request after request."""

    def __init__(self, port: int, key: str = "") -> None:
        self.port = port
        self.headers = KEEP + (f"Authorization: Bearer {key}\r\n" if key else "")

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    def close(self) -> None:
        self.writer.close()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        text = b"" if body is None else json.dumps(body).encode()
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\n{self.headers}Content-Length: {len(text)}\r\n\r\n".encode() + text
        )
        answer = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answer.partition(b"content-length:")[2].partition(b"\r\n")[0])
        return int(answer.split(None, 2)[1]), json.loads(await self.reader.readexactly(length))

    async def listen(self, path: str) -> None:
        self.writer.write(f"GET {path} HTTP/1.1\r\n{self.headers}\r\n".encode())
        await self.reader.readuntil(b"\r\n\r\n")

    async def hear(self) -> Any:
        """The data of the next event."""
        while True:
            line = await self.reader.readuntil(b"\n")
            if line.startswith(b"data: "):
                return json.loads(line[6:])


class Player:
    def __init__(self, port: int, codes: list[str], seat: int, key: str, tally: Tally, pause: float) -> None:
        self.codes, self.seat, self.tally, self.pause = codes, seat, tally, pause
        self.moves = Line(port, key)
        self.changes = [Line(port, key) for _ in codes]

    async def sit(self) -> None:
        await self.moves.open()
        for code, changes in zip(self.codes, self.changes, strict=True):
            await changes.open()
            await changes.listen(f"/api/rooms/{code}/events?detail=brief")
            await self.moves.ask("POST", f"/api/rooms/{code}/seats/{self.seat}", {"name": f"Player {self.seat}"})

    async def play(self) -> None:
        due = time.perf_counter() - random.random() * self.pause  # not all at the same moment
        for code, changes in zip(self.codes, self.changes, strict=True):
            while not (room := await changes.hear())["over"]:
                if room["to_move"] != self.seat:
                    continue
                if self.pause:
                    due = max(due + self.pause, time.perf_counter())
                    await asyncio.sleep(due - time.perf_counter())
                await self.move(code, room)
        raise RuntimeError("all plays are over")

    async def move(self, code: str, room: Any) -> None:
        body = {"seat": self.seat, "after": room["after"], "move": choose(room["position"])}
        sent = time.perf_counter()
        status, answer = await self.moves.ask("POST", f"/api/rooms/{code}/moves", body)
        if status != 200:
            raise RuntimeError(f"the move was refused: {answer}")
        if self.tally.counting:
            self.tally.latencies.append(time.perf_counter() - sent)


async def run(port: int, rooms: int, seconds: float, rate: float, warmup: float) -> None:
    desk = Line(port)
    await desk.open()
    tally = Tally()
    players = []
    for _ in range(rooms):
        codes = []
        for _ in range(-(-LEAST_ROOMS // rooms)):
            _, opened = await desk.ask("POST", "/api/rooms", {"game": "stencil", "options": OPTIONS})
            codes.append(opened["code"])
        for seat in range(2):
            _, guest = await desk.ask("POST", "/api/guests")
            pause = 2 * rooms / rate if rate else 0.0
            players.append(Player(port, codes, seat, guest["key"], tally, pause))
    for player in players:
        await player.sit()

    async def go_on(player: Player) -> None:
        try:
            await player.play()
        except (OSError, RuntimeError, EOFError) as error:
            print(error, file=sys.stderr)
            tally.errors += 1

    tasks = [asyncio.create_task(go_on(player)) for player in players]
    await asyncio.sleep(warmup)
    print("playing", flush=True)
    tally.counting, start = True, time.perf_counter()
    await asyncio.sleep(seconds)
    tally.counting, spent = False, time.perf_counter() - start
    print("played", flush=True)
    for task in tasks:
        task.cancel()
    times = sorted(tally.latencies) or [0.0]
    figures = {f"p{part}_ms": 1000 * times[min(len(times) - 1, len(times) * part // 100)] for part in (50, 99)}
    found = {"rooms": rooms, "seconds": spent, "moves": len(tally.latencies), "errors": tally.errors}
    print(json.dumps({**found, **figures, "max_ms": 1000 * times[-1]}), flush=True)


@click.command()
@click.option("--port", type=int, required=True)
@click.option("--rooms", type=int, required=True)
@click.option("--seconds", type=float, required=True)
@click.option("--rate", type=float, default=0.0, help="Moves a second over all rooms; 0 for as many as can be.")
@click.option("--warmup", type=float, default=2.0, help="Seconds that are played before anything counts.")
def main(port: int, rooms: int, seconds: float, rate: float, warmup: float) -> None:
    asyncio.run(run(port, rooms, seconds, rate, warmup))


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.players")
