"""What happens in rooms by itself: clocks run out, and bots move."""

import asyncio
import hmac
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress

from parlour.search.glance import can_glance
from parlour.server.bots.readiness import Readiness
from parlour.server.bots.thinkers import Thinkers
from parlour.server.database.writer import Unreachable
from parlour.server.live.memory import Live
from parlour.server.live.tasks import Tasks
from parlour.server.rooms import acts
from parlour.server.rooms.acts import Act
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import Room

SEED_BYTES = 7
AGAIN_SECONDS = 5.0  # before a bot that could not think is asked again

log = logging.getLogger("parlour.house")


class Schedule:
    """`act` is how anything is done in a room, given its code."""

    def __init__(
        self,
        thinkers: Thinkers,
        readiness: Readiness,
        tasks: Tasks,
        now: Callable[[], float],
        act: Callable[[str, Act], Awaitable[Room]],
    ) -> None:
        self.thinkers, self.readiness, self.tasks, self.now, self.act = thinkers, readiness, tasks, now, act

    def look_ahead(self, live: Live, delay: float = 0.0) -> None:
        """See to it that clocks run out and bots move, these after a delay."""
        room = live.room
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if not room.begun:
            self.warm_up(room)
        now = self.now()
        deadline = room.deadline(now)
        if deadline is not None:
            loop = asyncio.get_running_loop()
            wait = max(0.0, deadline - now) + 0.01
            live.timer = loop.call_later(wait, lambda: self.tasks.start(self._run_out(room.code)))
        if live.thinking is not None and live.thinking_after != room.after:
            if live.thinking is not asyncio.current_task():
                live.thinking.cancel()
            live.thinking = None
        if live.thinking is None and find_bot(room):
            live.thinking_after = room.after
            live.thinking = self.tasks.start(self._move_bot(live, room.after, delay))

    def warm_up(self, room: Room) -> None:
        """Have what its bots need compiled before they are asked."""
        if not room.over:
            for bot in {sitter.player for sitter in room.sitters if sitter.player}:
                self.readiness.want_bot(room.play.game.name, bot)

    async def _run_out(self, code: str) -> None:
        with suppress(Refused, Unreachable):
            await self.act(code, acts.expire)

    async def _move_bot(self, live: Live, after: int, delay: float) -> None:
        """Let a bot think, and play what it found unless the room has gone on."""
        try:
            await asyncio.sleep(delay)
            room = live.room
            bot = find_bot(room)
            if live.dropped or room.after != after or not bot:
                return
            seat, started = room.play.to_move, time.monotonic()
            code = await self._choose(room, bot)
            await asyncio.sleep(max(0.0, room.pace - (time.monotonic() - started)))
            await self.act(room.code, lambda room, at: acts.play_for(room, seat, after, code, at))
        except (BrokenProcessPool, Unreachable) as error:
            log.error("a bot could not move", extra={"room": live.room.watch, "error": str(error)})
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, self._ask_again, live)
            return
        finally:
            if live.thinking is asyncio.current_task():
                live.thinking = None
        if not live.dropped:
            self.look_ahead(live)

    def _ask_again(self, live: Live) -> None:
        if not live.dropped and not self.tasks.closing:
            self.look_ahead(live)

    async def _choose(self, room: Room, bot: str) -> int:
        play = room.play
        codes = play.legal_codes()
        if len(codes) == 1:
            return codes[0]
        name, seed = play.game.name, derive_seed(room.secret, room.number)
        if can_glance(play.game, bot) and not await self.readiness.is_at_hand(name, bot):
            return await self.thinkers.glance(name, room.options, play.states.tobytes(), play.ply, bot, seed)
        await self.readiness.wait(self.readiness.want_bot(name, bot))
        return await self.thinkers.choose(name, room.options, play.placed, play.codes, bot, seed)


def derive_seed(secret: str, number: int) -> int:
    """What a bot's choice goes by: nobody outside can foresee it, and all processes find the same."""
    return int.from_bytes(hmac.digest(secret.encode(), b"bot %d" % number, "sha256")[:SEED_BYTES])


def find_bot(room: Room) -> str:
    """The bot that has to move, if one has."""
    return room.sitters[room.play.to_move].player if room.on and room.play.to_move >= 0 else ""
