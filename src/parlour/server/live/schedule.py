"""What happens in rooms by itself: clocks run out, and bots move.

What would go on without end waits while nobody looks, and bots think and move for everybody in turn.
"""

import asyncio
import hmac
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress

from parlour.search.glance import can_glance
from parlour.server.bots.pondering import PART_MOVES, Matter, ponder
from parlour.server.bots.readiness import Readiness
from parlour.server.bots.thinkers import Thinkers
from parlour.server.database.writer import Unreachable
from parlour.server.live.memory import Live
from parlour.server.live.tasks import Tasks
from parlour.server.rooms import acts
from parlour.server.rooms.acts import Act
from parlour.server.rooms.opponents import level_name, seconds_of
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import Room
from parlour.server.settings import Settings

SEED_BYTES = 7
AGAIN_SECONDS = 5.0  # before a bot that could not think is asked again
SLOW_SECONDS = 0.25  # the least that a bot waits whose account has had all its moves

log = logging.getLogger("parlour.house")


class Schedule:
    """`act` is how anything is done in a room, given its code; `spend` is told in `House`."""

    def __init__(
        self,
        settings: Settings,
        thinkers: Thinkers,
        readiness: Readiness,
        tasks: Tasks,
        now: Callable[[], float],
        act: Callable[[str, Act], Awaitable[Room]],
        is_watched: Callable[[Live], bool],
        spend: Callable[[str, float], float],
    ) -> None:
        self.settings, self.is_watched, self.spend = settings, is_watched, spend
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
            live.timer = loop.call_later(wait, lambda: self.tasks.start(self._run_out(live)))
        bot = find_bot(room)
        about = room.after, bot
        if live.thinking is not None and live.thinking_about != about:
            if live.thinking is not asyncio.current_task():
                live.thinking.cancel()
            live.thinking = None
        if live.thinking is None and bot:
            live.thinking_about = about
            live.thinking = self.tasks.start(self._move_bot(live, room.after, delay))

    def warm_up(self, room: Room) -> None:
        """Have what its bots need compiled before they are asked."""
        if not room.over:
            for bot in {sitter.player for sitter in room.sitters if sitter.player}:
                self.readiness.want_bot(room.play.game.name, bot)

    def carry_on(self, live: Live, idle: float, delay: float = 0.0) -> None:
        """The same for a room in which nothing has happened for a while; if it has waited for long, that is told."""
        if live.thinking is None:
            self.tasks.start(self._go_on(live, idle, delay))

    async def _go_on(self, live: Live, idle: float, delay: float) -> None:
        room, waited = live.room, self.settings.unwatched_seconds
        deadline = room.deadline(self.now())
        was_due = bool(find_bot(room)) or (deadline is not None and deadline <= self.now())
        if room.goes_by_itself and was_due and 0 < waited < idle:
            with suppress(Refused, Unreachable):
                await self.act(room.code, lambda room, at: acts.go_on(room, at, waited))
        async with live.lock:  # nothing that is being written may be taken for done
            if not live.dropped:
                self.look_ahead(live, delay)

    def waits(self, live: Live) -> bool:
        """Whether a play that could go on without end waits until somebody looks."""
        return live.room.goes_by_itself and not self.is_watched(live)

    async def _run_out(self, live: Live) -> None:
        if self.waits(live):
            return
        with suppress(Refused, Unreachable):
            await self.act(live.room.code, acts.expire)

    async def _move_bot(self, live: Live, after: int, delay: float) -> None:
        """Let a bot think, and play what it found unless the room has gone on."""
        try:
            await asyncio.sleep(delay)
            room = live.room
            bot = find_bot(room)
            if live.dropped or room.after != after or not bot or self.waits(live):
                return
            await self._afford(live, self._find_seconds(bot))
            seat, started = room.play.to_move, time.monotonic()
            code = await self._choose(live, bot)
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

    def _find_seconds(self, bot: str) -> float:
        """For how long it thinks, where it was told to; in rooms of old, no longer than it may now."""
        return min(seconds_of(bot), self.settings.bot_seconds)

    async def _afford(self, live: Live, seconds: float) -> None:
        """Wait until a bot may move for whoever it moves for; that it has to wait is told."""
        cost = PART_MOVES if seconds else 1
        wait = self.spend(live.account, cost)
        if wait:
            moves = self.settings.bot_moves_per_minute
            with suppress(Refused):
                await self.act(live.room.code, lambda room, at: acts.slow_down(room, at, moves))
        while wait:
            await asyncio.sleep(max(wait, SLOW_SECONDS))
            wait = self.spend(live.account, cost)

    async def _choose(self, live: Live, bot: str) -> int:
        room, play = live.room, live.room.play
        codes = play.legal_codes()
        if len(codes) == 1:
            return codes[0]
        name, seed = play.game.name, derive_seed(room.secret, room.number)
        seconds, bot = self._find_seconds(bot), level_name(bot)
        if can_glance(play.game, bot) and not await self.readiness.is_at_hand(name, bot):
            async with self.thinkers.turns.take(live.account):
                return await self.thinkers.glance(name, room.options, play.states.tobytes(), play.ply, bot, seed)
        await self.readiness.wait(self.readiness.want_bot(name, bot))
        if seconds:
            matter = Matter(name, room.options, play.placed, tuple(play.codes), bot, seed, play.to_move)
            return await ponder(self.thinkers, matter, seconds, live.account, lambda: self._may_go_on(live))
        async with self.thinkers.turns.take(live.account):
            return await self.thinkers.choose(name, room.options, play.placed, play.codes, bot, seed)

    def _may_go_on(self, live: Live) -> bool:
        """Whether a bot may think a little longer: somebody looks, and whoever it moves for has something left."""
        return self.is_watched(live) and not self.spend(live.account, PART_MOVES)


def derive_seed(secret: str, number: int) -> int:
    """What a bot's choice goes by: nobody outside can foresee it, and all processes find the same."""
    return int.from_bytes(hmac.digest(secret.encode(), b"bot %d" % number, "sha256")[:SEED_BYTES])


def find_bot(room: Room) -> str:
    """The bot that has to move, if one has and can."""
    if not room.on or room.full:
        return ""
    seat = room.play.to_move
    return room.sitters[seat].player if seat >= 0 else ""
