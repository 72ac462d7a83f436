"""Moves have two doors: the fast one and the ordinary one. Whoever knocks gets the same answer at both."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest

from tests.server.serving import running_server

START = "phase=choosing turn=red plates=-,- starter=white"  # seat 0 is to move
JSON = ("Content-Type", "application/json")
SLOW = ("Content-Type", "application/json; door=ordinary")  # the fast door is for the plain form alone


@dataclass
class Table:
    client: httpx.Client
    code: str
    watch: str
    keys: list[str]  # of the two seats, and of a stranger
    after: int

    def knock(
        self, body: bytes, headers: list[tuple[str, str]], code: str = ""
    ) -> tuple[tuple[int, bytes, list[str]], tuple[int, bytes, list[str]]]:
        answers = []
        for kind in (JSON, SLOW):
            given = [(name.encode(), value.encode("latin-1")) for name, value in [kind, *headers]]
            answer = self.client.post(f"/api/rooms/{code or self.code}/moves", content=body, headers=given)
            answers.append((answer.status_code, answer.content, sorted(answer.headers)))
        return answers[0], answers[1]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with (
        running_server(tmp_path_factory.mktemp("doors")) as server,
        httpx.Client(base_url=server.address, timeout=20) as client,
    ):
        keys = []
        for _ in range(3):
            keys.append(client.post("/api/guests").json()["key"])
            client.cookies.clear()
        heads = [{"Authorization": f"Bearer {key}"} for key in keys]
        opening = {"game": "stencil", "position": START}
        opened = client.post("/api/rooms", json=opening, headers=heads[0]).raise_for_status().json()
        for seat in (0, 1):
            sat = client.post(f"/api/rooms/{opened['code']}/seats/{seat}", json={"name": "Ann"}, headers=heads[seat])
        yield Table(client, opened["code"], opened["watch"], keys, sat.json()["after"])


BODIES = {
    "not its turn": '{"seat": 1, "after": AFTER, "move": "K1"}',
    "not its seat": '{"seat": 7, "after": AFTER, "move": "K1"}',
    "no such seat": '{"seat": 8, "after": AFTER, "move": "K1"}',
    "old": '{"seat": 0, "after": 1, "move": "K1"}',
    "to come": '{"seat": 0, "after": 2147483647, "move": "K1"}',
    "too far": '{"seat": 0, "after": 2147483648, "move": "K1"}',
    "before the start": '{"seat": 0, "after": -1, "move": "K1"}',
    "illegal": '{"seat": 0, "after": AFTER, "move": "zz"}',
    "nothing": '{"seat": 0, "after": AFTER, "move": ""}',
    "blank": '{"seat": 0, "after": AFTER, "move": "  "}',
    "too long": '{"seat": 0, "after": AFTER, "move": "' + "a" * 401 + '"}',
    "long": '{"seat": 0, "after": AFTER, "move": "' + "(" * 400 + '"}',
    "half a character": '{"seat": 0, "after": AFTER, "move": "\\ud800"}',
    "nul": '{"seat": 0, "after": AFTER, "move": "K1\\u0000"}',
    "seat as text": '{"seat": "0", "after": AFTER, "move": "K1"}',
    "seat as a fraction": '{"seat": 0.0, "after": AFTER, "move": "K1"}',
    "seat as yes or no": '{"seat": false, "after": AFTER, "move": "K1"}',
    "after as nan": '{"seat": 0, "after": NaN, "move": "K1"}',
    "move as a number": '{"seat": 0, "after": AFTER, "move": 1}',
    "more": '{"seat": 0, "after": AFTER, "move": "K1", "extra": 1}',
    "less": '{"seat": 0, "move": "K1"}',
    "a list": '[{"seat": 0, "after": AFTER, "move": "K1"}]',
    "two": '{"seat": 0, "after": AFTER, "move": "K1"}{}',
    "cut off": '{"seat": 0, "after": AFTER, "move": "K1"',
    "empty": "",
    "null": "null",
    "deep": "[" * 5000,
    "many digits": '{"seat": 0, "after": ' + "9" * 5000 + ', "move": "K1"}',
    "too big": '{"seat": 0, "after": AFTER, "move": "K1"}' + " " * 20000,
}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("who", [0, 1, 2])
def test_bad_moves_are_refused_alike(table: Table, name: str, who: int) -> None:
    body = BODIES[name].replace("AFTER", str(table.after)).encode()
    fast, slow = table.knock(body, [("Authorization", f"Bearer {table.keys[who]}")])
    assert fast == slow
    assert fast[0] in (400, 403, 404, 409, 413, 422)
    assert json.loads(fast[1])["error"]


def who_asks(ann: str, eve: str) -> dict[str, list[tuple[str, str]]]:
    return {
        "nobody": [],
        "a stranger": [("Authorization", f"Bearer {eve}")],
        "a stranger with a cookie": [("Cookie", f"parlour={eve}")],
        "a stranger, the cookie of another": [("Authorization", f"Bearer {eve}"), ("Cookie", f"parlour={ann}")],
        "no key": [("Authorization", "Bearer x")],
        "another scheme": [("Authorization", f"Basic {ann}")],
        "no scheme": [("Authorization", ann)],
        "an empty header": [("Authorization", "")],
        "an odd character": [("Authorization", f"Bearer \xe9{ann[1:]}")],
        "two cookies, the stranger last": [("Cookie", f"parlour={ann}; parlour={eve}")],
        "a cookie with spaces": [("Cookie", f"parlour={ann}; parlour ={eve}")],
        "a cookie of another name": [("Cookie", f"xparlour={ann}")],
        "half a cookie": [("Cookie", f"parlour={ann[:-1]}")],
        "a longer cookie": [("Cookie", f"parlour={ann}A")],
    }


@pytest.mark.parametrize("name", who_asks("", ""))
def test_who_is_not_known_at_one_door_is_not_known_at_the_other(table: Table, name: str) -> None:
    body = json.dumps({"seat": 0, "after": table.after, "move": "K1"}).encode()
    fast, slow = table.knock(body, who_asks(table.keys[0], table.keys[2])[name])
    assert fast == slow
    assert fast[0] in (400, 403)


def test_several_keys_are_read_alike(table: Table) -> None:
    body = json.dumps({"seat": 1, "after": table.after, "move": "K1"}).encode()
    ann, ben, eve = (("Authorization", f"Bearer {key}") for key in table.keys)
    for headers in ([ann, eve], [eve, ann], [ann, ben], [ben, ann], [ann, ("authorization", "x")]):
        fast, slow = table.knock(body, headers)
        assert fast == slow
        assert fast[0] in (400, 403, 409)


@pytest.mark.parametrize("code", ["zzzzzzzz", "zzzz0ooo", "zzzzzzz", "ZZZZZZZZ", "%7a%7a%7a%7a%7a%7a%7a%7a", "%00"])
def test_rooms_that_are_not_there(table: Table, code: str) -> None:
    body = json.dumps({"seat": 0, "after": 1, "move": "K1"}).encode()
    fast, slow = table.knock(body, [("Authorization", f"Bearer {table.keys[0]}")], code)
    assert fast == slow
    assert fast[0] == 404


def test_a_good_move_is_played_once_at_whichever_door(table: Table) -> None:
    """In every order, in every way of writing it, and with every way to say who one is."""
    ann = table.keys[0]
    ways = [
        [("Authorization", f"Bearer {ann}")],
        [("Authorization", f"bearer   {ann}")],
        [("Cookie", f"parlour={ann}")],
        [("Cookie", f"a=b; parlour={ann}; c=d")],
        [("Cookie", f"a=b;parlour={ann}")],
        [("Cookie", f'parlour="{ann}"')],
    ]
    text = json.dumps({"seat": 0, "after": table.after, "move": "K1"})
    bodies = [
        text.encode(),
        text.replace(" ", "\n").encode(),
        text.replace("K1", "\\u004b1").encode(),
        text.encode("utf-16"),
    ]
    numbers = set()
    for headers in ways:
        for body in bodies:
            for code in (table.code, table.watch):
                fast, slow = table.knock(body, headers, code)
                assert fast == slow
                assert fast[0] == 200
                numbers.add(json.loads(fast[1])["number"])
    assert len(numbers) == 1
    told = table.client.get(f"/api/rooms/{table.code}/record").text
    assert told.count("K1") == 1
