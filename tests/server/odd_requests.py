"""What a request may have wrong about it."""

import json
import random
from typing import Any

from parlour.server.rooms.keys import fingerprint

ODD_TEXTS = (
    "",
    " ",
    "\x00",
    "a\x00b",
    "\ud800",
    "\udfff\ud800",
    "\u202ednE",
    "\u2066x",
    "\u200b",
    "\ufeff",
    "\u2028",
    "\x85",
    "e\u0301\u0323" * 8,
    "\U0001f9d9\u200d\u2642\ufe0f",
    "\uff11\uff12",
    "\u0663",
    '"]\n[Seat "x',
    "|",
    "\\",
    "\\u0000",
    "../../etc/passwd",
    "' OR 1=1 --",
    "{{7*7}}${7*7}%s%n",
    "<script>alert(1)</script>",
    "1e999",
    "-0",
    "NaN",
    "__class__",
    "self",
    "preset",
    "players",
    "(" * 390,
    "9" * 390,
    "9**9**9",
    "a" * 33,
    "a" * 3000,
)
ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    8,
    2**31 - 1,
    2**31,
    2**63,
    -(2**64),
    10**400,
    0.5,
    1.0,
    float("nan"),
    float("inf"),
    -float("inf"),
    [],
    {},
    [[]],
    {"": ""},
    {"\ud800": "\ud800"},
    [0] * 500,
    {str(number): number for number in range(100)},
)
CONTENT_TYPES = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "application/json;;;",
    "application/xml",
    "",
    "x" * 3000,
)
ODD_HEADERS = (
    ("Cookie", "parlour=" + "x" * 20_000),
    ("Cookie", "; ".join(f"c{number}=v" for number in range(1500))),
    ("Cookie", "parlour"),
    ("Cookie", ";;;=;=;parlour=;"),
    ("Cookie", 'parlour="\\012\\377"'),
    ("Authorization", "Bearer"),
    ("Authorization", "Basic YTpi"),
    ("Authorization", "Bearer " + "A" * 20_000),
    ("Authorization", "Bearer \u00e9\u00e9"),
    ("Origin", "http://elsewhere.example"),
    ("Origin", "null"),
    ("Origin", "http://[::1"),
    ("Origin", "\x7f"),
    ("Sec-Fetch-Site", "cross-site"),
    ("Last-Event-ID", "-1"),
    ("Last-Event-ID", "9" * 5000),
    ("Last-Event-ID", "\u0663"),
    ("Last-Event-ID", "1; DROP TABLE entries"),
    ("Last-Event-ID", "2147483648"),
    ("X-Forwarded-For", "garbage, 1.2.3.4"),
    ("X-Forwarded-Proto", "gopher"),
    ("Host", "elsewhere.example"),
    ("Content-Encoding", "gzip"),
    ("Expect", "100-continue"),
    ("Range", "bytes=0-0"),
    ("Accept", "application/x-nothing"),
    ("X-Http-Method-Override", "DELETE"),
)
ODD_PATHS = (
    "/",
    "//",
    "///api/games",
    "/api",
    "/api/",
    "/api/rooms",
    "/api/rooms/",
    "/api/rooms/..",
    "/api/rooms/%2e%2e/%2e%2e/etc/passwd",
    "/api/rooms/..%2f..%2fetc%2fpasswd",
    "/../../etc/passwd",
    "/api/rooms/CODE/",
    "/api/rooms/CODE/../CODE/record",
    "/api/rooms/CODE%00",
    "/api/rooms/%00",
    "/api/rooms/%ff%fe",
    "/api/rooms/%ed%a0%80",
    "/api/rooms/CODE%0d%0aSet-Cookie:%20a=b",
    "/api/rooms/CODE;a=b",
    "/api/rooms/CODE?detail=",
    "/api/rooms/CODE?detail=full&detail=text",
    "/api/rooms/CODE?%00=%ff",
    "/api/rooms/CODE/seats/-1",
    "/api/rooms/CODE/seats/8",
    "/api/rooms/CODE/seats/0x0",
    "/api/rooms/CODE/seats/" + "9" * 5000,
    "/api/rooms/CODE/seats/%D9%A3",
    "/api/rooms/CODE/seats/1e0",
    "/api/rooms/CODE/seats/0/bot/",
    "/api/rooms/" + "a" * 20_000,
    "/api/rooms/C\u00d6DE",
    "/api/games/quatro/levels?players=99",
    "/api/games/quatro/levels?preset=two&players=\u0663",
    "/api/games/quatro/levels?self=1&game=2",
    "/api/games/quatro/levels?" + "&".join(f"a{number}=1" for number in range(600)),
    "/api/games/%2e%2e/levels",
    "/api/games/%2e%2e/fairness/page",
    "/api/games/quatro/fairness?players=99",
    "/api/games/quatro/fairness?preset=two&preset=three",
    "/api/games/quatro/fairness/page?self=1&plan=2",
    "/api/games/" + "x" * 40 + "/levels",
    "/openapi.json",
    "/docs",
    "/redoc",
    "/metrics",
    "/health?a=%",
    "/.env",
    "/static/../parlour.db",
    "*",
    "http://elsewhere.example/api/games",
)


def odd_text(rng: random.Random) -> str:
    if rng.random() < 0.8:
        return rng.choice(ODD_TEXTS)
    return "".join(
        chr(rng.choice([rng.randrange(128), rng.randrange(0x3000), rng.randrange(0x110000)])) for _ in range(9)
    )


def near_misses(key: str) -> list[str]:
    """What is almost somebody's key, or is made from it."""
    last = "A" if key[-1] != "A" else "B"
    return [
        key[:-1] + last,
        key[:-1],
        key + "A",
        key.swapcase(),
        fingerprint(key),
        key[::-1],
        key[:16] + " " + key[16:],
    ]


def mangle(rng: random.Random, text: str) -> str:
    """A text with a little of it left out, doubled, put elsewhere or made odd."""
    for _ in range(rng.choice([1, 1, 2, 4])):
        at, to = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        to = min(to, at + 6)
        part = rng.choice(
            [
                "",
                text[at:to] * 2,
                text[at:to][::-1],
                odd_text(rng),
                str(rng.choice([-1, 0, 1, 9, 99, 256, 65536, 2**31, 2**63, 10**40])),
                rng.choice(" =,:;.-+*/()[]<>@#?!~^|xX\t\n"),
            ]
        )
        text = text[:at] + part + text[to:]
    return text


def nested(rng: random.Random) -> bytes:
    deep = rng.choice([50, 900, 5000])
    return rng.choice([b"[" * deep, b"[" * deep + b"]" * deep, b'{"a":' * deep + b"1" + b"}" * deep])[:16000]


def mutate(rng: random.Random, body: dict[str, Any]) -> bytes:
    """A good body, made bad: wrong values and names, or wrong bytes."""
    body = dict(body)
    for _ in range(rng.choice([0, 1, 1, 2])):
        name = rng.choice([*body, odd_text(rng)]) if body else odd_text(rng)
        if rng.random() < 0.2:
            body.pop(name, None)
        else:
            body[name] = odd_text(rng) if rng.random() < 0.5 else rng.choice(ODD_VALUES)
    data = json.dumps(body, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    kind = rng.random()
    if kind < 0.6:
        return data
    at = rng.randrange(len(data) + 1)
    return rng.choice(
        [
            data[:at],
            data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :],
            data[:at] + bytes([rng.randrange(256)]) + data[at:],
            data + data,
            b"\xef\xbb\xbf" + data,
            data.decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass"),
            b"[" + data + b"]",
            b"",
            b"null",
            b'"' + data + b'"',
            data.replace(b"{", b'{"seat":1,"seat":0,', 1),
            data.replace(b"0", b"1e999"),
            data.replace(b"0", b"0" * 5000),
            nested(rng),
            b'{"seat":' + nested(rng) + b"}",
        ]
    )


def garbage(rng: random.Random, code: str, key: str) -> bytes:
    """What comes over a line that is no proper request."""
    move = b'{"seat":0,"after":1,"move":"K1"}'
    head = f"POST /api/rooms/{code}/moves HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n".encode()
    head += b"Content-Type: application/json\r\n"
    good = head + b"Content-Length: %d\r\n\r\n%s" % (len(move), move)
    return rng.choice(
        [
            rng.randbytes(rng.choice([1, 10, 1000])),
            b"\r\n" * 500,
            b"GET",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000,
            b"GET / HTTP/1.1\r\nX: " + b"y" * 200_000,
            b"GET / HTTP/1.1\r\nHost: x\r\nX\x00Y: z\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\n folded: z\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + rng.randbytes(200),
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"GET /api/rooms/%s/events HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
            % code.encode(),
            head,
            head + b"Content-Length: 500\r\n\r\n" + move,
            head + b"Content-Length: -1\r\n\r\n" + move,
            head + b"Content-Length: 0000000000000000000000000040000\r\n\r\n" + b" " * 40_000,
            head + b"Content-Length: 99999999999999999999999\r\n\r\n" + move,
            head + b"Content-Length: 5\r\nContent-Length: 32\r\n\r\n" + move,
            head + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + good,
            head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + move,
            head + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n" + move,
            head + b"Transfer-Encoding: chunked\r\n\r\n20\r\n" + move + b"\r\n0\r\n" + b"X: y\r\n" * 20_000,
            head + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            good * rng.choice([2, 20]),
            good[: rng.randrange(len(good))],
            good.replace(b"HTTP/1.1", b"HTTP/1.0"),
            good.replace(b"\r\n", b"\n"),
        ]
    )
