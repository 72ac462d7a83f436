"""Codes for cameras, and who may let the local network in."""

import io
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from resvg_py import svg_to_bytes

from parlour.server.api.addresses import find_addresses, is_loopback, is_neighbourly
from parlour.server.api.invitations import encode
from parlour.server.api.messages import MOST_CODED
from tests.server.serving import running_server


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_server(tmp_path_factory.mktemp("house")) as server, httpx.Client(base_url=server.address) as client:
        yield client


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=MOST_CODED))
def test_a_camera_reads_what_was_written(text: str) -> None:
    code = encode(text)
    drawn = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {code.size} {code.size}" width="{code.size * 4}">
        <rect width="100%" height="100%" fill="#fff"/><path d="{code.path}" stroke="#000"/></svg>"""
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(bytes(svg_to_bytes(svg_string=drawn)))))
    assert [code.text for code in found] == [text]


@pytest.mark.parametrize(
    ("address", "neighbourly"),
    [("192.168.1.7", True), ("10.0.0.2", True), ("127.0.0.1", False), ("0.0.0.0", False), ("8.8.8.8", False)],
)
def test_addresses_of_local_networks_are_known(address: str, neighbourly: bool) -> None:
    assert is_neighbourly(address) == neighbourly


def test_the_addresses_found_are_such() -> None:
    assert all(is_neighbourly(address) for address in find_addresses())


@pytest.mark.parametrize(
    ("name", "local"),
    [
        ("localhost", True),
        ("a.localhost", True),
        ("127.0.0.1", True),
        ("::1", True),
        ("192.168.1.7", False),
        ("", False),
    ],
)
def test_names_of_this_machine_alone_are_known(name: str, local: bool) -> None:
    assert is_loopback(name) == local


@pytest.mark.parametrize("headers", [{}, {"host": "parlour.example.local"}, {"x-forwarded-for": "203.0.113.9"}])
def test_a_server_that_somebody_keeps_lets_nobody_open_it_further(
    client: httpx.Client, headers: dict[str, str]
) -> None:
    told = client.get("/api/network", headers=headers).json()
    assert told == {"yours": False, "open": False, "addresses": []}
    refused = client.put("/api/network", json={"open": True}, headers=headers)
    assert refused.status_code == 403
    assert "only be done at the computer" in refused.json()["error"]


@pytest.mark.parametrize("body", [{}, {"text": ""}, {"text": "x" * (MOST_CODED + 1)}, {"text": 3}])
def test_what_is_no_link_is_refused(client: httpx.Client, body: dict[str, Any]) -> None:
    assert client.post("/api/qr", json=body).status_code == 422
