"""What is used of the inside of libraries, which promise nothing about it: each in one file, and still there.

When one of these tests fails after an upgrade, its sentence says what has changed. Mend the file that it names, and
raise the bound in pyproject.toml.
"""

import ast
import asyncio
import inspect
import multiprocessing
import sys
import textwrap
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from uvicorn import Server
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

import parlour.server
from parlour.server.bots.pool import terminate
from parlour.server.network import connection, fast_door, reader
from parlour.server.network.connection import Connection, Pending
from parlour.server.network.fast_door import FastDoor
from parlour.server.network.listening import Listener
from parlour.server.network.reader import Reader

SERVER = Path(parlour.server.__file__).parent
FILES = sorted(SERVER.rglob("*.py"))
CONNECTION, POOL = SERVER / "network" / "connection.py", SERVER / "bots" / "pool.py"
LISTENING = SERVER / "network" / "listening.py"
UVICORN = f"uvicorn {version('uvicorn')}"
PYTHON = f"Python {sys.version_info.major}.{sys.version_info.minor}"
PRIVATE = {  # names of others that begin with an underscore, and where they are used
    POOL: {"_processes"},
    SERVER / "bots" / "thinkers.py": {"_exit"},  # documented all the same
}
CALLBACKS = {  # documented, of asyncio's protocols and of httptools' parser, and replaced here
    *("connection_made", "connection_lost", "data_received", "resume_writing"),
    *("on_message_begin", "on_headers_complete", "on_body", "on_message_complete"),
}
REPLACED = {"timeout_keep_alive_handler"}  # of uvicorn's own
OF_THE_LATEST = {"body", "more_body"}  # what uvicorn asks of a request alone whose body comes in: never a Pending


def attributes(tree: ast.AST, of: str) -> set[str]:
    """The names that are used of something, such as `self` or `self.cycle`."""
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and ast.unparse(node.value) == of}


def read_class(kind: type) -> ast.AST:
    return ast.parse(textwrap.dedent(inspect.getsource(kind)))


@pytest.fixture
def served() -> Iterator[HttpToolsProtocol]:
    """A connection of uvicorn's own, in the midst of a request."""

    class Transport(asyncio.Transport):
        def write(self, data: Any) -> None:
            pass

        def close(self) -> None:
            pass

    async def application(scope: Any, receive: Any, send: Any) -> None:
        pass

    loop = asyncio.new_event_loop()
    protocol = HttpToolsProtocol(Config(application, log_config=None), ServerState(), {}, _loop=loop)
    protocol.connection_made(Transport())
    protocol.data_received(b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n")
    loop.run_until_complete(asyncio.sleep(0))
    yield protocol
    loop.close()


def test_uvicorn_still_has_what_a_connection_uses(served: HttpToolsProtocol) -> None:
    used = attributes(read_class(Connection), "self") - set(vars(Connection)) - set(Connection.__annotations__)
    assert {"flow", "cycle", "parser", "transport", "app_state"} <= used
    gone = {name for name in used if not hasattr(served, name)}
    assert not gone, f"{UVICORN} has changed: its HttpToolsProtocol has no {sorted(gone)}, which {CONNECTION} uses"


@pytest.mark.parametrize(
    ("part", "kind"), [("flow", FlowControl), ("cycle", RequestResponseCycle), ("server_state", ServerState)]
)
def test_uvicorn_still_has_what_is_used_of_its_parts(served: HttpToolsProtocol, part: str, kind: type) -> None:
    found = getattr(served, part)
    assert isinstance(found, kind), f"{UVICORN} has changed: HttpToolsProtocol.{part} is no {kind.__name__}"
    used = attributes(read_class(Connection), f"self.{part}") | (set(vars(Pending(True))) if part == "cycle" else set())
    assert used
    gone = {name for name in used if not hasattr(found, name)}
    assert not gone, f"{UVICORN} has changed: its {kind.__name__} has no {sorted(gone)}, which {CONNECTION} uses"


def test_uvicorn_asks_no_more_of_a_request_under_way() -> None:
    asked = attributes(read_class(HttpToolsProtocol), "self.cycle") | attributes(
        read_class(HttpToolsProtocol), "existing_cycle"
    )
    assert "response_complete" in asked
    more = {name for name in asked - OF_THE_LATEST if not hasattr(Pending(True), name)}
    assert not more, f"{UVICORN} has changed: it asks for {sorted(more)} of a request, which Pending has not"


def test_uvicorn_has_no_names_that_a_connection_gives_to_something_else(served: HttpToolsProtocol) -> None:
    for kind in (Connection, FastDoor, Reader):
        own = {name for name in vars(kind) if not name.startswith("__")} - CALLBACKS - REPLACED
        taken = {name for name in own if hasattr(served, name)}
        assert not taken, (
            f"{UVICORN} has changed: it has {sorted(taken)} now, which {kind.__name__} calls something else"
        )


@pytest.mark.parametrize("name", sorted(CALLBACKS | REPLACED))
def test_uvicorn_is_called_as_before(name: str) -> None:
    theirs = list(inspect.signature(getattr(HttpToolsProtocol, name)).parameters)
    ours = list(inspect.signature(getattr(Reader, name)).parameters)
    assert ours == theirs, f"{UVICORN} has changed: {name} takes {theirs}, not {ours}"


def test_uvicorn_still_has_what_a_listener_uses() -> None:
    config = Config("parlour.server.launch:create_logged", factory=True, http=Reader, log_config=None)
    config.load()
    theirs = Server(config)
    theirs.lifespan = config.lifespan_class(config)
    tree = read_class(Listener)
    own = {*vars(Listener), *Listener.__annotations__}
    for part, found, more in [
        ("self", theirs, own | {"servers"}),  # which it has once it is started
        ("self.config", config, set()),
        ("self.lifespan", theirs.lifespan, set()),
        ("self.server_state", theirs.server_state, set()),
    ]:
        used = attributes(tree, part) - more
        assert used
        gone = {name for name in used if not hasattr(found, name)}
        assert not gone, f"{UVICORN} has changed: {part} has no {sorted(gone)}, which {LISTENING} uses"
    assert "self.servers" in inspect.getsource(Server.startup), f"{UVICORN} has changed: it keeps no list of servers"


@pytest.mark.parametrize("module", [fast_door, reader], ids=lambda module: module.__name__)
def test_only_one_file_knows_the_inside_of_uvicorn(module: Any, served: HttpToolsProtocol) -> None:
    used = attributes(ast.parse(inspect.getsource(module)), "self")
    inside = {name for name in used if hasattr(served, name) and not hasattr(Connection, name)}
    assert not inside, f"{module.__name__} uses {sorted(inside)} of uvicorn: expected a name of {connection.__name__}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SERVER)))
def test_private_names_are_used_in_one_file_each(path: Path) -> None:
    tree = ast.parse(path.read_text())
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and node.attr != "__name__"
        and ast.unparse(node.value) not in ("self", "super()")
    }
    assert used == PRIVATE.get(path, set()), f"{path} uses names that nobody has promised to keep"
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    inside = {name for name in imported if name.startswith(("uvicorn", "httptools"))}
    assert not inside or path in (CONNECTION, LISTENING), f"{path} knows the inside of uvicorn: {inside}"


def test_a_pool_is_ended_in_the_midst_of_its_work() -> None:
    """Which takes a private name of Python's before 3.14."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        pool.submit(int).result()
        if sys.version_info < (3, 14):
            held = getattr(pool, "_processes", None)
            changed = f"{PYTHON} has changed: a ProcessPoolExecutor has no dict _processes, which {POOL} uses"
            assert isinstance(held, dict), changed
            assert len(held) == 1, changed
        pool.submit(time.sleep, 600)
        started = time.monotonic()
        terminate(pool)
    assert time.monotonic() - started < 60
