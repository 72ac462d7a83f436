"""What stands before every request: limits of size and rate, the same-origin rule, and headers that keep pages safe."""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from functools import cache

from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.server.api.addresses import group_address
from parlour.server.api.credentials import HTTPS
from parlour.server.network.hosts import Hosts
from parlour.server.network.weights import weigh

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
MOST_ADDRESSES = 10_000  # remembered at a time
FILES_OF_PAGE = 20  # or so: whoever may ask once may ask for so many of them
LENGTH_DIGITS = 19  # of the length of a body; more make no sense

HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")  # for a year


@cache
def headers_for(scheme: str) -> tuple[tuple[bytes, bytes], ...]:
    """What every answer has."""
    return (*HEADERS, ONLY_HTTPS) if scheme == HTTPS else HEADERS


class Buckets:
    """How much each address has left: it gets `rate` a second, and can save up `burst`."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self._now = rate, burst, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str, count: float = 1) -> float:
        """Take one, or several at once; 0 if they were there, otherwise the seconds until they are."""
        if self.rate <= 0:
            return 0.0
        address = group_address(address)
        now = self._now()
        left, at = self._left.pop(address, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.rate)
        count = min(count, self.burst)
        wait = 0.0 if left >= count else (count - left) / self.rate
        self._left[address] = (left - count if left >= count else left, now)
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return wait


class TurnedAway(HTTPException):
    """The guard lets a request no further.

    Of this kind because FastAPI takes any other that comes up while it reads a body for a fault of the body.
    """

    def __init__(self, status: int, error: str, **headers: str) -> None:
        super().__init__(status, error, {"connection": "close", **headers})


class Guard:
    """Middleware in the plain form of ASGI: nothing is wrapped that need not be."""

    def __init__(
        self,
        app: ASGIApp,
        body_bytes: int,
        rate: float,
        burst: int,
        hosts: Hosts,
        files: Collection[str] = (),
        secure: bool = False,
    ) -> None:
        self.app = app
        self.body_bytes = body_bytes
        self.buckets = Buckets(rate, burst)
        self.files = frozenset(files)  # paths of files that pages are made of
        self.file_buckets = Buckets(rate * FILES_OF_PAGE, burst * FILES_OF_PAGE)
        self.hosts = hosts
        self.secure = secure  # whether people come by HTTPS, whatever a proxy says

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            scope["state"]["guard"] = self  # the fast door asks it too
            await self.app(scope, receive, send)
            return
        started = False
        scheme = scope["scheme"] = self.find_scheme(scope["scheme"])

        async def guarded_send(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *headers_for(scheme)]
            await send(message)

        try:
            headers = dict(scope["headers"])
            client = scope["client"][0] if scope.get("client") else ""
            self.check(client, scheme, scope["method"], headers, scope["path"])
            await self.app(scope, self._limited(receive, headers), guarded_send)
        except TurnedAway as error:
            if started:
                raise
            await self._answer(error, guarded_send)

    def find_scheme(self, scheme: str) -> str:
        """How people come, if requests come so."""
        return HTTPS if self.secure else scheme

    def check(self, client: str, scheme: str, method: str, headers: dict[bytes, bytes], path: str = "") -> None:
        """Whether somebody may ask this; it counts. Raises TurnedAway.

        Files count by themselves: a class that opens a page at the same moment, from one address, is no attack.
        """
        self.count(client, method, path)
        self._check_head(client, scheme, method, headers)

    def count(self, client: str, method: str, path: str = "") -> None:
        """Take what a request counts for off what its address may ask. Raises TurnedAway."""
        is_file = path in self.files
        wait = self.file_buckets.take(client) if is_file else self.buckets.take(client, weigh(method, path))
        if wait:
            error = f"too many requests: wait {wait:.1f} seconds, then try again"
            raise TurnedAway(429, error, **{"retry-after": str(int(wait) + 1)})

    def _check_head(self, client: str, scheme: str, method: str, headers: dict[bytes, bytes]) -> None:
        """Whether this server is meant, by one of its own pages, and with no more than it bears: always the same."""
        host = headers.get(b"host", b"").decode("latin-1")
        if not self.hosts.knows(host):
            self.hosts.tell_of_name(host, client)
            raise TurnedAway(
                421, "this server does not answer to that name: expected its address, or a name that its host has set"
            )
        if method not in SAFE_METHODS:
            self._check_origin(client, scheme, host, headers)
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > LENGTH_DIGITS or int(length) > self.body_bytes:
            raise TurnedAway(413, f"the body is too long: expected at most {self.body_bytes} bytes")

    def _check_origin(self, client: str, scheme: str, host: str, headers: dict[bytes, bytes]) -> None:
        """A page of another site must not act in the name of whoever looks at it."""
        origin = headers.get(b"origin", b"").decode("latin-1")
        if b"origin" in headers and not self.hosts.owns(origin, scheme, host):
            self.hosts.tell_of_page(origin, scheme, host, client)
            raise TurnedAway(403, "this came from another site's page")
        if b"origin" not in headers and headers.get(b"sec-fetch-site", b"none") in (b"cross-site", b"same-site"):
            raise TurnedAway(403, "this came from another site's page")

    def _limited(self, receive: Receive, headers: dict[bytes, bytes]) -> Receive:
        if b"transfer-encoding" not in headers:
            return receive  # its length was told, and checked
        total = 0

        async def limited() -> Message:
            nonlocal total
            message = await receive()
            total += len(message.get("body", b""))
            if total > self.body_bytes:
                raise TurnedAway(413, f"the body is too long: expected at most {self.body_bytes} bytes")
            return message

        return limited

    async def _answer(self, error: TurnedAway, send: Send) -> None:
        body = to_json({"error": error.detail})
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            *((name.encode(), value.encode()) for name, value in (error.headers or {}).items()),
        ]
        await send({"type": "http.response.start", "status": error.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": body})
