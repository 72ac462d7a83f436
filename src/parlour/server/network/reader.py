"""How requests come in from the network: a head without end, or a request that never gets finished, is cut off."""

import asyncio

from parlour.server.network.fast_door import FastDoor

MOST_HEAD = 65536  # bytes of a request that are not its body
READ_SECONDS = 30.0  # for a whole request; bodies are short here


class Reader(FastDoor):
    """Uvicorn's own reader keeps whatever comes for as long as it comes; this one does not."""

    _head = 0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._timer = self.call_later(READ_SECONDS, self.close)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        before = self.requests_begun
        super().data_received(data)
        if not self.is_reading or self.is_deaf:
            return
        if self._timer is None:
            self._timer = self.call_later(READ_SECONDS, self.close)
        if self.requests_begun == before:
            self._head += len(data)
            if self._head > MOST_HEAD:
                self._cut_off()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0

    def on_body(self, body: bytes) -> None:
        self._head -= len(body)  # the guard sees to bodies
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_timer()
        super().on_message_complete()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _cut_off(self) -> None:
        if self.is_answering:
            self.close()  # in the middle of an answer nothing else can be said
        else:
            self.refuse(f"the head of the request is too long: expected at most {MOST_HEAD} bytes")
        self.is_reading = False
