"""Somebody who means harm: random and mutated requests against a real server.

python -m tests.server.hostile --requests 50000 --seed 1

Ann and Ben play all five games meanwhile. The attacker knows the codes of their rooms and nothing else. Whatever it
sends: no answer of 500 or above (but for "busy", where it asks too much at once), no secret in any answer, nothing of
its doing in their logs, and no end of memory.
"""

import argparse
import http.client
import json
import random
import socket
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import httpx
from rich.console import Console

from parlour.server.rooms.keys import fingerprint
from parlour.server.rooms.short_codes import LENGTH, LETTERS
from parlour.terminal.progress import new_progress
from tests.server.assaults import flood, leave_unread, pipeline, run_alone, wait_for_health
from tests.server.odd_requests import (
    CONTENT_TYPES,
    ODD_HEADERS,
    ODD_PATHS,
    garbage,
    mangle,
    mutate,
    near_misses,
    odd_text,
)
from tests.server.serving import Server, running_server

GAMES = ("stencil", "quatro", "numeric", "vendetta", "quantum")
PLAY_EVERY = 250  # requests between two moves of Ann and Ben
# So few rooms that memory would tell if they were kept; and a list of open tables, in which nobody's may stand unasked
SETTINGS: dict[str, Any] = {"rooms": 40, "idle_seconds": 30, "open_tables": True}
MOST_GROWTH = 200  # MB, from a tenth of the way on
PATIENCE = 20.0
TAKES_TURNS = "/fairness"  # in a path: who asks for too much of it is told to come again later
GLANCE = 0.05  # seconds to wait for an answer to garbage


@dataclass
class Victims:
    """A room that two people share; what its log should hold."""

    code: str
    watch: str
    keys: list[str]
    number: int = 0
    secret: bytes = b""  # of the dice; nothing once the play is over and it has been told
    rng: random.Random = field(default_factory=lambda: random.Random(0))

    def play(self, client: httpx.Client) -> str:
        """One move, and what is wrong with the room, if anything."""
        heads = [{"Authorization": f"Bearer {key}"} for key in self.keys]
        views = [client.get(f"/api/rooms/{self.code}?detail=text", headers=head).json() for head in heads]
        if views[0]["number"] != self.number:
            return f"the log of {views[0]['game']} has {views[0]['number']} entries: expected {self.number}"
        for seat, view in enumerate(views):
            if view["legal"]:
                move = {"seat": seat, "after": view["after"], "move": self.rng.choice(view["legal"])["notation"]}
                done = client.post(f"/api/rooms/{self.code}/moves", json=move, headers=heads[seat])
                if done.status_code != 200:
                    return f"{view['game']}: {move} was answered by {done.status_code} {done.text}"
                self.number = done.json()["number"]
                if client.get(f"/api/rooms/{self.code}?detail=text").json()["over"]:
                    self.secret = b""
        return ""


@dataclass
class Report:
    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    start_mb: int = 0
    most_mb: int = 0
    slowest: float = 0.0  # seconds in which somebody else was answered


@dataclass
class Attack:
    server: Server
    rng: random.Random
    report: Report = field(default_factory=Report)
    victims: list[Victims] = field(default_factory=list)
    secrets: list[bytes] = field(default_factory=list)  # that no answer may hold
    misses: list[str] = field(default_factory=list)  # nearly the keys of others
    keys: list[str] = field(default_factory=list)  # the attacker's own
    rooms: list[str] = field(default_factory=list)  # the attacker's own
    presets: dict[str, dict[str, Any]] = field(default_factory=dict)
    line: socket.socket | None = None
    unread: list[socket.socket] = field(default_factory=list)  # lines with answers that nobody reads

    def prepare(self) -> None:
        with httpx.Client(base_url=self.server.address, timeout=PATIENCE) as client:

            def key() -> str:
                client.cookies.clear()
                made: str = client.post("/api/guests").json()["key"]
                client.cookies.clear()
                return made

            self.presets = {game["name"]: game for game in client.get("/api/games").json()}
            for game in GAMES:
                keys = [key(), key()]
                heads = [{"Authorization": f"Bearer {one}"} for one in keys]
                opening = {"game": game, "options": {"players": 2}}
                opened = client.post("/api/rooms", json=opening, headers=heads[0]).json()
                room = Victims(opened["code"], opened["watch"], keys)
                for seat, name in enumerate(("Ann", "Ben")):
                    sat = client.post(f"/api/rooms/{room.code}/seats/{seat}", json={"name": name}, headers=heads[seat])
                    room.number = sat.raise_for_status().json()["number"]
                self.victims.append(room)
                self.misses += [miss for one in keys for miss in near_misses(one)]
            self.keys = [key(), key()]
        with closing(sqlite3.connect(self.server.data / "parlour.db")) as database:
            dice = dict(database.execute("SELECT code, secret FROM rooms").fetchall())
        own = [one for room in self.victims for one in room.keys]
        for room in self.victims:
            room.secret = dice[room.code].encode()
        self.secrets = [text.encode() for text in [*own, *map(fingerprint, own)]]
        self.secrets += [fingerprint(key).encode() for key in self.keys]

    # Asking

    def connect(self) -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self.server.port), PATIENCE)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return line

    def ask(
        self,
        method: str,
        path: str,
        headers: list[tuple[str, str]],
        body: bytes | None = None,
    ) -> tuple[int, bytes]:
        """Send a request as it is, on a connection that is kept, and judge the answer."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}"]
        lines += [f"{name}: {value}" for name, value in headers]
        chunked = any(name == "Transfer-Encoding" for name, _ in headers)
        if body is not None and not chunked and not any(name == "Content-Length" for name, _ in headers):
            lines.append(f"Content-Length: {len(body)}")
        head = ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogatepass")
        sent = body or b""
        if chunked:
            pieces = [sent[at : at + 5000] for at in range(0, len(sent), 5000)]
            sent = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
        for _ in range(2):
            kept = self.line is not None
            line = self.line or self.connect()
            self.line = None
            try:
                with suppress(BrokenPipeError, ConnectionResetError):  # it may have answered before all was sent
                    line.sendall(head + sent)
                status, answer, keeps = self.receive(line, method)
            except (OSError, http.client.HTTPException) as error:
                line.close()
                if kept:
                    continue  # it was closed after the last answer
                if isinstance(error, TimeoutError):
                    self.fault(f"no answer to {(head + sent)[:300]!r}")
                return 0, b""
            if keeps:
                self.line = line
            else:
                line.close()
            self.judge(status, answer, head + sent, may_be_busy=TAKES_TURNS in path)
            return status, answer
        return 0, b""

    def receive(self, line: socket.socket, method: str) -> tuple[int, bytes, bool]:
        answer = http.client.HTTPResponse(line, method=method)
        answer.begin()
        if answer.headers.get("content-type", "").startswith("text/event-stream"):
            return answer.status, answer.read1(65536), False  # the first of a stream without end
        body = answer.read()
        if answer.headers.get("content-type") != "text/plain; charset=utf-8" and not answer.headers.get(
            "x-frame-options"
        ):
            self.fault(f"an answer without headers that keep pages safe: {answer.status} {body[:200]!r}")
        return answer.status, body, not answer.will_close

    def judge(self, status: int, answer: bytes, request: bytes, may_be_busy: bool = False) -> None:
        self.report.requests += 1
        self.report.statuses[status] += 1
        if status >= 500 and not (may_be_busy and status == 503):
            self.fault(f"{status} {answer[:200]!r} for {request[:600]!r}")
        for secret in [*self.secrets, *(room.secret for room in self.victims)]:
            if secret and secret in answer:
                self.fault(f"a secret in the answer to {request[:600]!r}")

    def fault(self, words: str) -> None:
        if len(self.report.faults) < 20:
            self.report.faults.append(words)

    # What to ask

    def headers(self) -> list[tuple[str, str]]:
        """Mostly the attacker's own key; sometimes none, several, or something like the key of another."""
        rng, own = self.rng, self.rng.choice(self.keys)
        kind = rng.random()
        if kind < 0.55:
            found = [("Authorization", f"Bearer {own}")]
        elif kind < 0.7:
            found = [("Cookie", rng.choice([f"parlour={own}", f"a=b; parlour={own}", f'parlour="{own}"']))]
        elif kind < 0.8:
            miss = rng.choice(self.misses)
            found = [rng.choice([("Authorization", f"Bearer {miss}"), ("Cookie", f"parlour={miss}")])]
        elif kind < 0.9:
            miss = rng.choice(self.misses)
            found = [
                ("Authorization", f"Bearer {miss}"),
                ("Authorization", f"Bearer {own}"),
                ("Cookie", f"parlour={miss}"),
            ]
            rng.shuffle(found)
        else:
            found = []
        if rng.random() < 0.15:
            found.append(rng.choice(ODD_HEADERS))
        return found

    def send(self, method: str, path: str, body: Any) -> tuple[int, bytes]:
        headers = self.headers()
        if body is None:
            return self.ask(method, path, headers)
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        if self.rng.random() < 0.05:
            headers.append(("Transfer-Encoding", "chunked"))
        usual = self.rng.random() < 0.93
        headers.append(("Content-Type", "application/json" if usual else self.rng.choice(CONTENT_TYPES)))
        return self.ask(method, path, headers, data)

    def act(self) -> None:
        """Do to somebody's room what only those who sit there may do."""
        rng = self.rng
        room = rng.choice(self.victims)
        code = rng.choice([room.code, room.code, room.code, room.watch])
        seat = rng.choice([0, 1, 0, 1, 2, 7])
        number = room.number
        at = f"/api/rooms/{code}"
        asked: list[tuple[str, str, dict[str, Any] | None]] = [
            (
                "POST",
                f"{at}/moves",
                {"seat": seat, "after": number, "move": rng.choice(["K1", "@1", "64:", "pass"])},
            ),
            ("POST", f"{at}/undo", {"seat": seat, "after": number}),
            ("POST", f"{at}/offers", {"seat": seat, "what": rng.choice(["draw", "takeback", "rematch"])}),
            ("POST", f"{at}/answers", {"seat": seat, "what": "draw", "yes": True}),
            ("POST", f"{at}/resign", {"seat": seat}),
            ("POST", f"{at}/claims", {"seat": seat, "absent": rng.choice([0, 1, 7])}),
            ("POST", f"{at}/offers", {"seat": seat, "what": "rematch", "without": rng.choice([0, 1, 7])}),
            ("POST", f"{at}/reactions", {"seat": seat, "what": rng.choice(["oops", "hurry", "x"])}),
            ("PUT", f"{at}/seats/{seat}/name", {"name": odd_text(rng)}),
            ("PUT", f"{at}/seats/{seat}/stand-in", {"bot": "dora"}),
            ("POST", f"{at}/seats/{seat}", {"name": odd_text(rng)}),
            ("DELETE", f"{at}/seats/{seat}", None),
            ("PUT", f"{at}/seats/{seat}/bot", {"bot": "random"}),
            ("DELETE", f"{at}/seats/{seat}/bot", None),
            ("PUT", f"{at}/seats/{seat}/stand-in", {"bot": "random"}),
            ("DELETE", f"{at}/seats/{seat}/stand-in", None),
            ("PUT", "/api/network", {"open": rng.random() < 0.8}),
            ("POST", "/api/qr", {"text": odd_text(rng)}),
            ("PUT", f"{at}/anyone", {"anyone": rng.random() < 0.8}),
            ("GET", at, None),
            ("GET", f"{at}/record", None),
            ("GET", f"{at}/dice", None),
            ("GET", f"{at}/events?detail={rng.choice(['full', 'text', 'brief', 'x'])}", None),
            ("GET", f"{at}/events?people={rng.choice(['true', 'false', 'x'])}", None),
        ]
        method, path, body = rng.choice(asked)
        self.send(method, path, mutate(rng, body) if body is not None and rng.random() < 0.5 else body)

    def open(self) -> None:
        rng = self.rng
        game = self.presets[rng.choice(GAMES)]
        options = {
            option["name"]: rng.choice(option["choices"] or [option["default"], "0", "3", "99", odd_text(rng)])
            for option in rng.sample(game["options"], rng.choice([0, 0, 1, 2]))
        }
        body: Any = {"game": game["name"], "options": options, "pace": 0, "dice": rng.choice(["fair", "manual"])}
        if rng.random() < 0.3:
            body["preset"] = rng.choice([*game["presets"], "none"])
        if rng.random() < 0.1:
            body["clock"] = {"kind": rng.choice(["move", "total"]), "seconds": rng.choice([0.01, 5, 1209600])}
        if rng.random() < 0.3:
            body["position"] = self.position(game["name"])
        status, answer = self.send("POST", "/api/rooms", mutate(rng, body) if rng.random() < 0.4 else body)
        if status == 201:
            self.rooms = [*self.rooms[-15:], json.loads(answer)["code"]]

    def position(self, game: str) -> str:
        """One that was seen, with something wrong about it."""
        room = self.victims[GAMES.index(game)]
        status, answer = self.ask("GET", f"/api/rooms/{room.code}?detail=text", [])
        return mangle(self.rng, json.loads(answer)["position"]) if status == 200 else ""

    def own(self) -> None:
        """Sit on all seats of a room of one's own, and play there: legal moves, and moves that are nearly legal."""
        if not self.rooms:
            return
        rng, code = self.rng, self.rng.choice(self.rooms)
        own = [("Authorization", f"Bearer {self.keys[0]}"), ("Content-Type", "application/json")]
        status, answer = self.ask("GET", f"/api/rooms/{code}?detail=text", own)
        if status != 200:
            return
        view = json.loads(answer)
        if rng.random() < 0.3:
            self.ask("PUT", f"/api/rooms/{code}/anyone", own, json.dumps({"anyone": rng.random() < 0.7}).encode())
            if rng.random() < 0.5:
                return  # it stays in the list, as long as nobody sits down
        for seat in view["seats"]:
            if seat["kind"] == "open":
                name = json.dumps({"name": odd_text(rng) if rng.random() < 0.5 else "Eve"}).encode()
                self.ask("POST", f"/api/rooms/{code}/seats/{seat['seat']}", own, name)
        choices = [one["notation"] for one in view["legal"] + view["outcomes"]]
        if not choices:
            return
        move = rng.choice(choices)
        if rng.random() < 0.6:
            move = mangle(rng, rng.choice([move, f"{move} {rng.choice(choices)}"]))[:400]
        body: dict[str, Any] = {"seat": max(view["to_move"], 0), "after": view["after"], "move": move}
        self.ask("POST", f"/api/rooms/{code}/moves", own, json.dumps(body).encode())
        if rng.random() < 0.2:
            what = rng.choice(["offers", "answers", "undo", "resign", "claims", "reactions"])
            body = {"seat": rng.choice([0, 1]), "after": view["number"], "what": "rematch", "yes": True, "absent": 1}
            keep = {"offers": ("seat", "what"), "answers": ("seat", "what", "yes"), "undo": ("seat", "after")}
            keep |= {"claims": ("seat", "absent"), "reactions": ("seat", "what")}
            body = {name: body[name] for name in keep.get(what, ("seat",))}
            if what == "reactions":
                body["what"] = rng.choice(["oops", "thanks"])
            self.ask("POST", f"/api/rooms/{code}/{what}", own, json.dumps(body).encode())
        if rng.random() < 0.1:
            name = json.dumps({"name": odd_text(rng)}).encode()
            self.ask("PUT", f"/api/rooms/{code}/seats/{rng.choice([0, 1])}/name", own, name)

    def puzzle(self) -> None:
        """Ask for puzzles that there are and are not, answer them with anything; ask for keys and hand in others."""
        rng = self.rng
        game, kind = rng.choice([*((game, "best") for game in GAMES), ("stencil", "claim"), ("numeric", "make")])
        number = rng.choice([1, 2, 999, 1000, 1001, 0, -1, 10**12])
        at = f"/api/puzzles/{game}/{kind}/{rng.choice([1, 2, 3, 9])}/{number}"
        asked: list[tuple[str, str, dict[str, Any] | None]] = [
            ("GET", at, None),
            ("POST", f"{at}/answer", {"move": rng.choice(["a1", "@1", "pass", "6+6+6+4=22", None, odd_text(rng)])}),
            ("GET", "/api/puzzles", None),
            (
                "GET",
                f"/api/puzzles/today?day={rng.choice(['2026-01-01', '0001-01-01', '9999-12-31', 'x', '-1'])}",
                None,
            ),
            ("POST", "/api/guests/key", None),
            ("PUT", "/api/guests/key", {"key": rng.choice([*self.keys, *self.misses, odd_text(rng)])}),
        ]
        method, path, body = rng.choice(asked)
        self.send(method, path, mutate(rng, body) if body is not None and rng.random() < 0.4 else body)

    def wander(self) -> None:
        rng = self.rng
        path = rng.choice(ODD_PATHS).replace("CODE", rng.choice(self.victims).code)
        method = rng.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND"])
        self.send(method, path, mutate(rng, {"seat": 0}) if method in ("POST", "PUT") else None)

    def doubt(self) -> None:
        """Ask about ever other rules whether they are fair, and go away before bots can tell."""
        rng = self.rng
        game = self.presets[rng.choice(GAMES)]
        options = {
            option["name"]: rng.choice(option["choices"] or [option["default"], "0", "3", "99", odd_text(rng)])
            for option in rng.sample(game["options"], rng.choice([0, 1, 2]))
        }
        if rng.random() < 0.3:
            options["preset"] = rng.choice([*game["presets"], "none", odd_text(rng)])
        query = urlencode(options, errors="surrogatepass")
        path = f"/api/games/{game['name']}/fairness{rng.choice(['', '/page'])}?{query}"
        self.ask(rng.choice(["GET", "GET", "POST"]), path, self.headers())

    def guess(self) -> None:
        """Try to come in by four letters, or by something like them. No seat of Ann's and Ben's rooms is open."""
        rng = self.rng
        short = "".join(rng.choice(LETTERS) for _ in range(LENGTH))
        path = rng.choice([short, short.lower(), mangle(rng, short), odd_text(rng), rng.choice(self.victims).code])
        _, answer = self.send("GET", f"/api/short-codes/{quote(path, safe='', errors='surrogatepass')}", None)
        if any(room.code.encode() in answer for room in self.victims):
            self.fault(f"a play that has begun was found by {path!r}")
        _, listed = self.send("GET", "/api/open-tables", None)
        if any(word.encode() in listed for room in self.victims for word in (room.code, room.watch)):
            self.fault("a play whose people never asked for it stands among the open tables")

    def oversize(self) -> None:
        rng = self.rng
        body = rng.choice([b" " * 20_000, b'{"game":"' + b"a" * 60_000 + b'"}', b"[" * 30_000, b"9" * 17_000])
        self.send("POST", rng.choice(["/api/rooms", f"/api/rooms/{rng.choice(self.victims).code}/moves"]), body)

    def babble(self) -> None:
        """Bytes that are no request, half of one, or several at once; then the line is cut."""
        with self.connect() as line, suppress(OSError):
            line.settimeout(GLANCE)
            sent = garbage(self.rng, self.rng.choice(self.victims).code, self.rng.choice(self.keys))
            line.sendall(sent)
            answer = line.recv(65536)
            if answer:
                status = int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else 599
                self.judge(status, answer, sent)
                return
        self.report.requests += 1

    def run(self, requests: int, tell: Callable[[int], None]) -> Report:
        ways: list[Callable[[], None]] = [
            self.act,
            self.open,
            self.own,
            self.wander,
            self.oversize,
            self.babble,
            self.puzzle,
            self.guess,
            self.doubt,
        ]
        ways += [partial(assault, self) for assault in (pipeline, flood, leave_unread, run_alone, wait_for_health)]
        report, played = self.report, 0
        with httpx.Client(base_url=self.server.address, timeout=PATIENCE) as client:
            while report.requests < requests:
                self.rng.choices(ways, [44, 8, 12, 12, 1, 3, 4, 2, 1, 0.5, 0.5, 0.5, 0.3, 1])[0]()
                if report.requests >= played + PLAY_EVERY:
                    played = report.requests
                    self.look(client, requests)
                    tell(played)
            self.look(client, requests)
            if client.get("/health").status_code != 200:
                self.fault("the server is not well afterwards")
        for line in [*self.unread, *([self.line] if self.line else [])]:
            line.close()
        return report

    def look(self, client: httpx.Client, requests: int) -> None:
        """Let Ann and Ben play on, and see how the server does."""
        for room in self.victims:
            wrong = room.play(client)
            if wrong:
                self.fault(wrong)
        report, now = self.report, memory_mb(self.server)
        if not report.start_mb and report.requests >= requests / 10:
            report.start_mb = now
        report.most_mb = max(report.most_mb, now)
        if report.start_mb and now > report.start_mb + MOST_GROWTH:
            self.fault(f"{now} MB after {report.requests} requests: expected at most {report.start_mb + MOST_GROWTH}")


def memory_mb(server: Server) -> int:
    """Of the server's main process; 0 where this cannot be told."""
    status = Path(f"/proc/{server.process.pid if server.process else 0}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS")), 0)


def attack(server: Server, requests: int, seed: int, tell: Callable[[int], None] = lambda sent: None) -> Report:
    """Attack a server that runs with its embedded database; every now and then `tell` hears how many were sent."""
    attacker = Attack(server, random.Random(seed))
    attacker.prepare()
    return attacker.run(requests, tell)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.hostile", description=__doc__)
    parser.add_argument("--requests", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    started = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder), **SETTINGS) as server,
        new_progress(Console(stderr=True)) as progress,
    ):
        bar = progress.add_task("requests", total=given.requests)

        def tell(sent: int) -> None:
            progress.update(bar, completed=sent, refresh=True)

        report = attack(server, given.requests, given.seed, tell)
        failed = [line for line in server.log.read_text().splitlines() if '"level": "error"' in line]
    for words in [*report.faults, *failed[:5]]:
        print(words)
    seconds, answers = time.monotonic() - started, dict(sorted(report.statuses.items()))
    print(f"{report.requests} requests in {seconds:.0f} s, answers {answers}")
    print(f"memory: {report.start_mb} MB after a tenth, {report.most_mb} MB at most")
    print(f"others were answered within {report.slowest:.2f} s")
    print(f"{len(report.faults)} faults, {len(failed)} errors in the log")
    return 1 if report.faults or failed else 0


if __name__ == "__main__":
    sys.exit(main())
