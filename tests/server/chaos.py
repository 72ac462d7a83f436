"""Clients: steady ones, who ask until they are answered, and chaotic ones, whose connection does what it likes."""

import asyncio
import json
import random
import string
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx

from tests.server.logbook import Acknowledged, Notes

KEY_LETTERS = string.ascii_letters + string.digits
LISTEN_SECONDS = 30.0  # the server gives a sign of life more often than that
ANSWER_SECONDS = 20.0

View = dict[str, Any]


def new_http() -> httpx.AsyncClient:
    """For all guests of a test together."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=200)
    return httpx.AsyncClient(timeout=httpx.Timeout(ANSWER_SECONDS, pool=None), limits=limits)


class Guest:
    """A person at a table, or one who looks on. Asks until there is an answer, at the next address if need be."""

    def __init__(self, http: httpx.AsyncClient, addresses: Sequence[str], rng: random.Random) -> None:
        self.http = http
        self.addresses = list(addresses)
        self.rng = rng
        self.headers = {"Authorization": "Bearer " + "".join(rng.choices(KEY_LETTERS, k=32))}
        self.notes = Notes()
        self.code = ""
        self.last = 0  # the id of the last event
        self.again = 0  # requests that had to be sent again
        self.rolls = False  # whether this guest throws the dice, where they are real
        self.plies = 1000  # after so many give up, where that ends the play
        self.undoing = 0.0  # how often a move is taken back
        self.renaming = 0.0  # how often a name is changed before a move
        self.stays = 1000  # plies; after so many this guest is gone for good at the next turn
        self.is_gone = False
        self.sending = asyncio.Event()  # a move is on its way
        self.view: View = {}

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[httpx.Response, int]:
        """The answer, and how often it took to ask."""
        for tries in count(1):
            try:
                answer = await self.http.request(method, self.addresses[0] + path, json=body, headers=self.headers)
                if answer.status_code == 500:
                    self.notes.faults.append(f"{method} {path} {body} failed: {answer.text}")
                if answer.status_code < 500:
                    return answer, tries
            except httpx.TransportError:
                self.move_over()
            self.again += 1
            await asyncio.sleep(self.rng.uniform(0.05, 0.3))
        raise AssertionError

    def move_over(self) -> None:
        self.addresses.append(self.addresses.pop(0))

    async def open(self, **opening: Any) -> View:
        answer, _ = await self.ask("POST", "/api/rooms", opening)
        assert answer.status_code == 201, answer.text
        opened: View = answer.json()
        self.code = opened["code"]
        return opened

    async def sit(self, code: str, *seats: int) -> None:
        self.code = code
        for seat in seats:
            self.notes.seats.add(seat)
            sitting = {"name": f"Guest {seat}", "seed": f"seed-{seat}"}
            answer, _ = await self.ask("POST", f"/api/rooms/{code}/seats/{seat}", sitting)
            assert answer.status_code == 200, answer.text

    async def free(self, seat: int) -> bool:
        """Let somebody take the place of a bot, unless the play is over."""
        answer, _ = await self.ask("DELETE", f"/api/rooms/{self.code}/seats/{seat}/bot", None)
        return self.is_done("letting somebody take a bot's place", answer)

    async def take_over(self, code: str, seat: int) -> bool:
        """Go on where a bot was, unless the play is over."""
        self.code, name = code, f"Newcomer {seat}"
        answer, _ = await self.ask("POST", f"/api/rooms/{code}/seats/{seat}", {"name": name})
        done = self.is_done("taking a bot's place", answer)
        if done:
            self.notes.seats.add(seat)
            self.notes.names[seat] = name
        return done

    def is_done(self, what: str, answer: httpx.Response) -> bool:
        """Whether it was done; it may come too late."""
        if answer.status_code not in (200, 409):
            self.notes.faults.append(f"{what}: {answer.text}")
        return answer.status_code == 200

    async def play(self) -> None:
        """Listen, and answer whenever it is one's turn, until the end."""
        while not self.view.get("over") and not self.is_gone:
            try:
                await self.listen()
            except httpx.TransportError:
                self.move_over()
                await asyncio.sleep(self.rng.uniform(0.05, 0.3))

    async def outwait(self, other: "Guest") -> None:
        """Claim the win once the other has been gone for long enough, and say so again until it is acknowledged.

        Who took a move back meanwhile, and moved anew, may have won by that: then there is nothing to claim.
        """
        while not other.is_gone:
            if self.view.get("over"):
                return
            await asyncio.sleep(0.1)
        body = {"seat": min(self.notes.seats), "absent": min(other.notes.seats)}
        while not self.notes.claims:
            await asyncio.sleep(self.rng.uniform(0.1, 0.5))
            answer, _ = await self.ask("POST", f"/api/rooms/{self.code}/claims", body)
            self.notes.claims = self.is_done("claiming the win", answer)
            if not self.notes.claims and self.view.get("over"):
                return

    async def cover(self, other: "Guest", bot: str) -> None:
        """Let a bot play for the other once they have been gone for long enough; after a while they come back."""
        seat = min(other.notes.seats)
        while not other.is_gone:
            if self.view.get("over"):
                return
            await asyncio.sleep(0.1)
        path = f"/api/rooms/{self.code}/seats/{seat}/stand-in"
        while self.notes.covers is None and not self.view.get("over"):
            await asyncio.sleep(self.rng.uniform(0.1, 0.5))
            answer, _ = await self.ask("PUT", path, {"bot": bot})
            if self.is_done("letting a bot play for somebody", answer):
                self.notes.covers = seat
        await asyncio.sleep(self.rng.uniform(0.0, 3.0))
        await other.come_back(seat)

    async def come_back(self, seat: int) -> None:
        """Play oneself again, to the end."""
        answer, _ = await self.ask("DELETE", f"/api/rooms/{self.code}/seats/{seat}/stand-in", None)
        if self.is_done("playing oneself again", answer):
            self.notes.returned = seat
        self.is_gone, self.stays = False, 1000
        await self.play()

    async def play_again(self) -> None:
        """After the end, say that one would like to until all have said so, and hear where."""
        while not self.notes.following:
            for seat in sorted(self.notes.seats):
                answer, _ = await self.ask("POST", f"/api/rooms/{self.code}/offers", {"seat": seat, "what": "rematch"})
                self.is_done("asking for a rematch", answer)
            view, _ = await self.ask("GET", f"/api/rooms/{self.code}?detail=text")
            self.notes.following = view.json()["next"] or ""
            await asyncio.sleep(self.rng.uniform(0.0, 0.3))

    async def reach(self, ply: int) -> None:
        """Until this guest, who plays, sees so many plies. A play that ends before does not get there."""
        while self.view.get("ply", 0) < ply:
            assert not self.view.get("over"), f"the play was over after {self.view['ply']} plies: expected {ply}"
            await asyncio.sleep(0.01)

    def tell(self) -> str:
        """Where this guest stands, for whoever looks into a failure."""
        shown = {name: self.view.get(name) for name in ("number", "after", "ply", "to_move", "asked", "over")}
        asked, answered = self.notes.asked[-1:], self.notes.moves[-1:]
        return (
            f"{type(self).__name__} of seats {sorted(self.notes.seats)} in room {self.code} at {self.addresses[0]}: "
            f"sees {shown}, asked last for {asked}, was answered {answered}, late for {self.notes.late}, "
            f"asked {self.again} times again, found wrong: {self.notes.faults}"
        )

    def resume(self) -> dict[str, str]:
        """Where the stream is to go on."""
        return {"Last-Event-ID": str(self.last)} if self.last else {}

    async def listen(self) -> None:
        """One stream, as long as it lasts."""
        path = f"{self.addresses[0]}/api/rooms/{self.code}/events"
        headers = self.headers | self.resume()
        timeout = httpx.Timeout(ANSWER_SECONDS, read=LISTEN_SECONDS, pool=None)
        async with self.http.stream("GET", path, params={"detail": "text"}, headers=headers, timeout=timeout) as answer:
            if answer.status_code != 200:
                await answer.aread()
                if answer.status_code != 503:
                    self.notes.faults.append(f"listening failed with {answer.status_code}: {answer.text}")
                raise httpx.ReadError("no stream")
            async for line in answer.aiter_lines():
                if line.startswith("data: "):
                    await self.see(json.loads(line.removeprefix("data: ")))
                if self.view.get("over") or self.is_gone or self.breaks():
                    return

    def breaks(self) -> bool:
        """Whether the stream breaks now."""
        return False

    async def see(self, view: View) -> None:
        shown = (view["after"], view["position"])
        if self.notes.seen.setdefault(view["number"], shown) != shown:
            self.notes.faults.append(
                f"entry {view['number']} was shown as {self.notes.seen[view['number']]} and {shown}"
            )
        if view["number"] < self.last and len(self.addresses) == 1:
            self.notes.faults.append(f"entry {view['number']} was shown after entry {self.last}")
        self.last, self.view = view["number"], view
        if view["begun"] and not view["over"]:
            await self.decide(view)

    async def decide(self, view: View) -> None:
        moves = self.notes.moves
        self.is_gone = self.is_gone or (bool(view["legal"]) and view["ply"] >= self.stays)
        if self.is_gone:
            return
        if any(after == view["after"] for _, after, _ in self.notes.asked):
            return  # seen before, and answered
        again = moves and view["after"] == moves[-1].answered and self.rng.random() < self.undoing
        if again and await self.undo(moves[-1].seat, view["after"]):
            return
        if (view["outcomes"] or view["legal"]) and self.rng.random() < self.renaming:
            await self.rename(min(self.notes.seats), f"Guest {self.rng.randrange(10**9)}")
            await self.react(min(self.notes.seats))
        if view["outcomes"] and self.rolls:
            await self.move(min(self.notes.seats), view["after"], self.rng.choice(view["outcomes"])["notation"])
        elif view["legal"] and view["ply"] >= self.plies and len(view["seats"]) == 2:
            await self.ask("POST", f"/api/rooms/{self.code}/resign", {"seat": view["to_move"]})
        elif view["legal"]:
            await self.move(view["to_move"], view["after"], self.rng.choice(view["legal"])["notation"])

    async def rename(self, seat: int, name: str) -> None:
        answer, _ = await self.ask("PUT", f"/api/rooms/{self.code}/seats/{seat}/name", {"name": name})
        if answer.status_code == 200:
            self.notes.names[seat] = name

    async def welcome(self) -> None:
        """Let anybody join, as a host may while a seat is open."""
        answer, _ = await self.ask("PUT", f"/api/rooms/{self.code}/anyone", {"anyone": True})
        self.notes.welcomes = answer.status_code == 200
        if not self.notes.welcomes:
            self.notes.faults.append(f"letting anybody join: {answer.text}")

    async def react(self, seat: int) -> None:
        """Something that is kept nowhere, and may be too much."""
        answer, _ = await self.ask("POST", f"/api/rooms/{self.code}/reactions", {"seat": seat, "what": "thanks"})
        if answer.status_code not in (200, 429):
            self.notes.faults.append(f"reacting: {answer.text}")

    async def move(self, seat: int, after: int, move: str) -> None:
        """Move, whatever it takes; it can only come too late if somebody took a move back, or told of the dice."""
        self.notes.asked.append((seat, after, move))
        body = {"seat": seat, "after": after, "move": move}
        self.sending.set()
        answer, tries = await self.ask("POST", f"/api/rooms/{self.code}/moves", body)
        self.acknowledge(seat, after, move, answer, tries)

    def acknowledge(self, seat: int, after: int, move: str, answer: httpx.Response, tries: int) -> None:
        if answer.status_code == 200:
            done = answer.json()
            self.notes.moves.append(Acknowledged(seat, after, move, done["number"], done["after"], tries))
        elif answer.status_code == 409:
            self.notes.late.append((seat, after, move))
        else:
            self.notes.faults.append(f"{move} of seat {seat} after {after}, try {tries}: {answer.text}")

    async def undo(self, seat: int, after: int) -> bool:
        """Whether the last move could be taken back: the others, or the dice, may have been faster."""
        answer, _ = await self.ask("POST", f"/api/rooms/{self.code}/undo", {"seat": seat, "after": after})
        if answer.status_code == 200:
            self.notes.undone.append((after, answer.json()["number"]))
        elif answer.status_code != 409:
            self.notes.faults.append(f"taking back after {after}: {answer.text}")
        view, _ = await self.ask("GET", f"/api/rooms/{self.code}?detail=text")
        return bool(view.json()["after"] != after)  # an answer that was lost may have been a good one

    async def look(self) -> tuple[View, str, View]:
        """The room, its record, and what is said of its dice."""
        path = f"/api/rooms/{self.code}"
        view, _ = await self.ask("GET", f"{path}?detail=text")
        record, _ = await self.ask("GET", f"{path}/record")
        verdict, _ = await self.ask("GET", f"{path}/dice")
        return view.json(), record.text, verdict.json()


@asynccontextmanager
async def at_play(guests: Sequence[Guest]) -> AsyncIterator[None]:
    """They play to the end while something is done to them. If one of them fails, or is waited for in vain, all is over
    at once, and everybody tells what they saw.
    """
    try:
        async with asyncio.TaskGroup() as together:
            for guest in guests:
                together.create_task(guest.play())
            yield
    except BaseException as error:
        for guest in guests:
            error.add_note(guest.tell())
        raise


class ChaoticGuest(Guest):
    """One whose requests are lost, doubled, late and out of order, whose streams break, and who changes their mind."""

    def __init__(self, http: httpx.AsyncClient, addresses: Sequence[str], rng: random.Random) -> None:
        super().__init__(http, addresses, rng)
        self.ghosts: list[asyncio.Task[None]] = []  # copies of old requests that are still under way
        self.fates: dict[str, int] = {}  # what happened, and how often

    def breaks(self) -> bool:
        return self.rng.random() < 0.04

    def resume(self) -> dict[str, str]:
        """Mostly the truth; otherwise nothing, too little, far too much, or nonsense."""
        last = self.rng.choice(
            [self.last] * 6 + ["", self.rng.randint(0, self.last), self.last + 10**6, 10**30, -1, "nonsense"]
        )
        return {"Last-Event-ID": str(last)} if last != "" else {}

    async def play(self) -> None:
        await super().play()
        await asyncio.gather(*self.ghosts)

    async def move(self, seat: int, after: int, move: str) -> None:
        """Send it, or another, until one of all those that were sent is acknowledged."""
        others = [action["notation"] for action in self.view["outcomes"] or self.view["legal"]]
        sent: list[str] = []
        while True:
            if move not in sent:
                sent.append(move)
                self.notes.asked.append((seat, after, move))
            bodies = [{"seat": seat, "after": after, "move": move}]
            other = self.rng.choice(others)
            if self.rng.random() < 0.2 and other != move:  # two at once: one of them at most can be played
                sent.append(other)
                self.notes.asked.append((seat, after, other))
                bodies.append(bodies[0] | {"move": other})
            elif self.rng.random() < 0.3:
                bodies *= 2
            answers = await asyncio.gather(*(self.send(body) for body in bodies))
            if self.settle(bodies, answers):
                break
            if self.rng.random() < 0.5:  # it is not known what was played: ask for any of them, or think anew
                move = self.rng.choice([*sent, *sent, other])
        if self.rng.random() < 0.3:
            self.ghosts.append(asyncio.create_task(self.haunt(seat, after, self.rng.choice(others))))

    def settle(self, bodies: Sequence[View], answers: Sequence[httpx.Response | None]) -> bool:
        """Whether something was acknowledged."""
        good = []
        for body, answer in zip(bodies, answers, strict=True):
            if answer is not None and answer.status_code == 200:
                good.append(body["move"])
                self.acknowledge(body["seat"], body["after"], body["move"], answer, 1)
            elif answer is not None and answer.status_code != 409:
                self.notes.faults.append(f"{body} was answered by {answer.status_code}: {answer.text}")
        if len(set(good)) > 1:
            self.notes.faults.append(f"all of {good} were acknowledged as answers to {bodies[0]['after']}")
        return bool(good)

    async def send(self, body: View) -> httpx.Response | None:
        """What comes of a request; None if no answer gets through."""
        fate = self.rng.choice(["well", "well", "well", "never sent", "answer lost", "cut off", "late"])
        self.fates[fate] = self.fates.get(fate, 0) + 1
        if fate == "never sent":
            return None
        if fate == "late":
            await asyncio.sleep(self.rng.uniform(0.0, 0.1))
        asking = asyncio.create_task(self.ask("POST", f"/api/rooms/{self.code}/moves", body))
        if fate == "cut off":
            await asyncio.sleep(self.rng.uniform(0.0, 0.01))
            asking.cancel()
            await asyncio.wait([asking])
            return None
        answer, _ = await asking
        return None if fate == "answer lost" else answer

    async def haunt(self, seat: int, after: int, other: str) -> None:
        """Long after it was answered, an old request comes once more, or another answer to the same entry."""
        played = self.notes.moves[-1].move
        await asyncio.sleep(self.rng.uniform(0.0, 1.0))
        for move, expected in ((played, 200), (other, 200 if other == played else 409)):
            body = {"seat": seat, "after": after, "move": move}
            answer, _ = await self.ask("POST", f"/api/rooms/{self.code}/moves", body)
            if answer.status_code != expected:
                self.notes.faults.append(f"{body} came late, expected {expected}, got {answer.text}")
        stranger = next(number for number in range(8) if number not in self.notes.seats)
        body = {"seat": stranger, "after": self.view["after"], "move": other}
        answer, _ = await self.ask("POST", f"/api/rooms/{self.code}/moves", body)
        if answer.status_code != (403 if stranger < len(self.view["seats"]) else 404):
            self.notes.faults.append(f"{body} of a stranger was answered by {answer.status_code}: {answer.text}")
