"""A connection as uvicorn serves it, and a way past the application for requests that are wanted here.

All that is used of uvicorn's inside is used in this file. uvicorn promises nothing about it, so `pyproject.toml` says
up to which version it was tried, and `tests/server/test_private_names.py` says what a later one has changed.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, MutableMapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from parlour.server.api.stream import StreamListener

MOST_UNANSWERED = 32  # requests of one connection; what comes on top of them is not read
FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto")

Answer = tuple[bytes, bytes]  # the lines of a head that are this answer's own, and a body


class Pending:
    """What uvicorn wants to know of a request that is not answered yet."""

    message_event = asyncio.Event()  # nobody waits for it

    def __init__(self, keep_alive: bool) -> None:
        self.keep_alive = keep_alive
        self.disconnected = False
        self.response_complete = False


class NamedLog(logging.LoggerAdapter[logging.Logger]):
    """uvicorn's log, with the address of whoever the line is about."""

    def __init__(self, logger: logging.Logger, connection: "Connection") -> None:
        super().__init__(logger)
        self.connection = connection

    @property
    def level(self) -> int:
        return self.logger.level

    def process(self, msg: Any, kwargs: MutableMapping[str, Any]) -> tuple[Any, MutableMapping[str, Any]]:
        return msg, {**kwargs, "extra": {"client": self.connection.find_sender()}}


class Connection(HttpToolsProtocol):
    """Requests go to the application, but for those that `wants` and `take` answer here."""

    listener: StreamListener | None = None  # who listens here
    requests_begun = 0
    _unanswered: deque[Any]  # requests under way, one behind the other
    _plain_log: logging.Logger  # uvicorn's own
    is_reading = False  # whether a request has begun to come, and is not whole
    is_deaf = False  # whether nothing more is read; then it ends when all that was read is answered
    packet = b""  # what has come in just now, if it began with a request
    _answered_at = 0.0  # when it was last done past the application, by the clock of the loop
    _is_kept = False  # whether the present request waits here until it is whole
    _body = b""  # of that

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._unanswered = deque()
        self._plain_log = self.logger
        self.logger = NamedLog(self._plain_log, self)  # type: ignore[assignment]  # it does for uvicorn what that does

    def wants(self) -> bool:
        """Whether a request of which the head has come should wait until it is whole, for `take`."""
        return False

    def take(self, body: bytes) -> bool:
        """Answer a request that was wanted; whether that was done. Otherwise the application gets it."""
        return False

    def take_known(self, packet: bytes) -> bool:
        """Answer a whole request of which the head was read before; whether that was done. Otherwise it is read."""
        return False

    # What is known of a request

    @property
    def method(self) -> bytes:
        return self.parser.get_method()

    @property
    def target(self) -> bytes:
        return self.url

    @property
    def fields(self) -> list[tuple[bytes, bytes]]:
        """The headers, their names in small letters."""
        return self.headers

    @property
    def keeps_alive(self) -> bool:
        return self.parser.should_keep_alive()

    @property
    def is_plain(self) -> bool:
        """Whether it is of HTTP/1.1 and stays so, and nothing before it waits for an answer."""
        return self.parser.get_http_version() == "1.1" and not self.parser.should_upgrade() and not self.is_answering

    @property
    def is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def state(self) -> dict[str, Any]:
        """What the application has put there when it started."""
        return self.app_state

    def find_client(self) -> tuple[str, str]:
        """Who asks, and by which scheme: where a proxy does what it says of that, if it can be trusted."""
        scope: Any = {"type": "http", "client": self.client, "headers": self.headers, "scheme": self.scheme}
        if any(name in FORWARDED for name, _ in self.headers):
            proxied: Any = ProxyHeadersMiddleware(end_here, self.config.forwarded_allow_ips)
            asking = proxied(scope, None, None)
            with suppress(StopIteration):
                asking.send(None)
        return (scope["client"][0] if scope["client"] else ""), scope["scheme"]

    def find_sender(self) -> str:
        """Who sends what is coming in, as far as that is known: a proxy may send for another the next time."""
        return self.find_client()[0] if self.is_reading else (self.client[0] if self.client else "")

    # Answering

    @property
    def is_full(self) -> bool:
        """Whether nothing more should be written now."""
        return self.flow.write_paused or self.transport.is_closing()

    def answer(self, answer: Answer, keep_alive: bool) -> None:
        head, body = answer
        date = write_lines(tuple(self.server_state.default_headers))
        end = b"" if keep_alive else b"connection: close\r\n"
        self.transport.write(b"%s%s%scontent-length: %d\r\n\r\n%s" % (head, date, end, len(body), body))
        if not keep_alive:
            self.transport.close()
        self._answered_at = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self.on_response_complete()
        else:  # it came past the parser, which sets a timer with every answer; the one that runs will do
            self.server_state.total_requests += 1

    def promise(self, keep_alive: bool) -> Pending:
        """An answer that is to come; requests that come meanwhile wait for it."""
        self._forget_answered()
        pending = Pending(keep_alive)
        self.cycle = pending  # type: ignore[assignment]  # it has all that uvicorn asks of one
        self._wait_for(pending)
        return pending

    def keep(self, pending: Pending, answer: Answer) -> None:
        """Give the answer that was promised, once whoever asked takes it."""
        if self.flow.write_paused:
            self.keep_later(pending, give(answer))
        elif not pending.disconnected:
            pending.response_complete = True
            self.answer(answer, pending.keep_alive)

    def keep_later(self, pending: Pending, finding: Coroutine[Any, Any, Answer]) -> None:
        """The same for an answer that has to be waited for."""
        task = self.loop.create_task(self._keep_later(pending, finding))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _keep_later(self, pending: Pending, finding: Coroutine[Any, Any, Answer]) -> None:
        answer = await finding
        if self.flow.write_paused and not pending.disconnected:
            await self.flow.drain()
        if not pending.disconnected:
            pending.response_complete = True
            self.answer(answer, pending.keep_alive)

    def write_chunk(self, data: bytes) -> None:
        """A further part of an answer that has begun."""
        if not self.transport.is_closing():
            self.transport.write(b"%x\r\n%s\r\n" % (len(data), data))

    def refuse(self, sentence: str) -> None:
        """Say why no more is read, and close."""
        self.logger.warning(sentence)
        self.send_400_response(sentence)

    def close(self) -> None:
        self.transport.close()

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds, call)

    # What uvicorn and its parser call

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        for request in self._unanswered:  # uvicorn tells none but the last
            request.disconnected = True
            request.message_event.set()
        self.logger = self._plain_log
        self.scope = self.cycle = None  # type: ignore[assignment]  # they know the connection: neither would ever be freed
        self._unanswered.clear()

    def timeout_keep_alive_handler(self) -> None:
        left = self._answered_at + self.timeout_keep_alive - self.loop.time()
        if self.is_answering or left > 0:
            wait = self.timeout_keep_alive if self.is_answering else left
            self.timeout_keep_alive_task = self.loop.call_later(wait, self.timeout_keep_alive_handler)
        else:
            super().timeout_keep_alive_handler()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.listener is not None:
            self.listener.tell_on()

    def data_received(self, data: bytes) -> None:
        if self.is_deaf:
            return
        self.packet = b"" if self.is_reading else data
        if not (self.packet and not self.is_answering and self.take_known(data)):
            super().data_received(data)

    def on_message_begin(self) -> None:
        self._forget_answered()
        if len(self._unanswered) >= MOST_UNANSWERED:
            self._stop_listening()
            return
        super().on_message_begin()
        self.is_reading = True
        self.requests_begun += 1
        self._unset_keepalive_if_required()  # what came just before it was answered at once, and armed the timer again
        self.scope["state"]["connection"] = self  # for whoever wants to write to it past all layers

    def _forget_answered(self) -> None:
        while self._unanswered and self._unanswered[0].response_complete:
            self._unanswered.popleft()

    def _stop_listening(self) -> None:
        """Answer what was read, and then close. A packet may hold thousands more, which cost next to nothing."""
        self.is_deaf = True
        self.cycle.keep_alive = False
        self.url, self.headers = b"", []  # those read last belong to a request that waits

    def on_headers_complete(self) -> None:
        if self.is_deaf:
            return
        self._is_kept, self._body = self.wants(), b""
        if not self._is_kept:
            self._hand_over()

    def on_body(self, body: bytes) -> None:
        if self._is_kept:
            self._body += body
        elif not self.is_deaf:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self.is_reading = False
        if self.is_deaf:
            return
        if self._is_kept:
            self._is_kept = False
            if self.take(self._body):
                return
            self._hand_over()
            super().on_body(self._body)
        super().on_message_complete()

    def _hand_over(self) -> None:
        """Let the application have the request."""
        super().on_headers_complete()
        self._wait_for(self.cycle)

    def _wait_for(self, request: Any) -> None:
        self._unanswered.append(request)


@lru_cache(2)  # the same for a second
def write_lines(headers: tuple[tuple[bytes, bytes], ...]) -> bytes:
    return b"".join([b"%s: %s\r\n" % header for header in headers])


async def give(answer: Answer) -> Answer:
    """An answer as if it had to be waited for."""
    return answer


async def end_here(scope: Any, receive: Any, send: Any) -> None:
    """An application that does nothing: what the layer before it has found out is all that is wanted."""
