"""Starting the server."""

import gc
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from parlour.server.settings import ANYWHERE, ServeError, Settings

APPLICATION = "parlour.server.launch:create_logged"
NOT_STARTED = 3  # how it ends then, as with uvicorn
GRACE_SECONDS = 5  # for requests under way when the server is told to stop
LOG_LEVEL = "PARLOUR_LOG_LEVEL"
KEEP_SECONDS = 75  # a connection is kept for the next request
YOUNG_OBJECTS, NEVER = (5_000, 10), 10**9  # after how many new objects Python looks for those that nobody uses


def start_server(
    settings: Settings, host: str, port: int, workers: int = 1, log_level: str = "info", open_page: bool = False
) -> None:
    """Serve until told to stop."""
    if workers > 1 and not settings.database.startswith("postgres"):
        raise ServeError("several processes cannot share the embedded database: expected --database postgresql://…")
    check_port(host, port)
    check_system(settings, sys.platform)
    check_database(settings)
    import uvicorn  # takes a while, and whoever only plays in the terminal should not wait for it

    replace(settings, hosts=f"{settings.hosts},{host}").to_environment()  # what it is told to listen to is its name
    os.environ[LOG_LEVEL] = log_level
    anywhere = host in (*ANYWHERE, "")
    shown = "127.0.0.1" if anywhere else host
    addresses = partial(list_addresses, settings) if anywhere else list[str]
    print("Parlour is starting …", flush=True)
    threading.Thread(target=announce, args=(shown, port, open_page, addresses), daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn ends politely, and then raises it once more
    serving: dict[str, Any] = {
        "factory": True,
        "http": "parlour.server.network.reader:Reader",
        "ws": "none",
        "host": host,
        "port": port,
        "log_config": None,
        "log_level": log_level,
        "access_log": False,
        "timeout_graceful_shutdown": GRACE_SECONDS,
        "timeout_keep_alive": KEEP_SECONDS,
        "server_header": False,
    }
    if workers > 1:
        uvicorn.run(APPLICATION, workers=workers, **serving)
        return
    from parlour.server.network.listening import Listener

    listener = Listener(uvicorn.Config(APPLICATION, **serving))
    with suppress(KeyboardInterrupt):
        listener.run()
    if not listener.started:
        sys.exit(NOT_STARTED)


def create_logged() -> object:
    """The application in a process of its own, which has to be told where to log and when to tidy its memory."""
    from parlour.server.app import create
    from parlour.server.logs import log_to_stderr

    log_to_stderr(os.environ.get(LOG_LEVEL, "info"))
    gc.set_threshold(*YOUNG_OBJECTS, NEVER)  # the house sees to the old ones
    return create()


def check_port(host: str, port: int) -> None:
    """Say at once what is wrong with an address, before anything is started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, choose_sharing(sys.platform), 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise ServeError(f"cannot listen on {host} port {port}: {error}") from None


def choose_sharing(platform: str) -> int:
    """The option of a socket by which a port counts as free although it was in use just before, but not while it is.

    On Windows the usual one would let two programs listen at the same port, and this one alone keeps them apart.
    """
    if platform == "win32":
        return int(getattr(socket, "SO_EXCLUSIVEADDRUSE", ~socket.SO_REUSEADDR))
    return int(socket.SO_REUSEADDR)


def check_system(settings: Settings, platform: str) -> None:
    """Likewise for what this system cannot do: on Windows a server would not hear what others write to PostgreSQL."""
    if platform == "win32" and settings.database.startswith("postgres"):
        raise ServeError("a server on Windows cannot use PostgreSQL: expected --data FOLDER, or Linux or macOS")


def check_database(settings: Settings) -> None:
    """Likewise for the database."""
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError

    from parlour.server.database.claim import InUse
    from parlour.server.database.store import Store

    if settings.database and not settings.database.startswith(("postgres", "sqlite:")):
        raise ServeError("the database is neither SQLite nor PostgreSQL: expected --database postgresql://…")
    try:
        store = Store(settings.database_address)
        if store.claim is not None:
            store.claim.take()
            store.claim.drop()  # whoever serves takes it again
        store.engine.connect().close()
        store.engine.dispose()
    except InUse as error:
        raise ServeError(str(error)) from None
    except (SQLAlchemyError, ImportError, OSError, ValueError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        raise ServeError(f"the database cannot be used: {' '.join(str(reason).split())}") from None


def find_port(host: str, port: int) -> int:
    """The first free port from this one on."""
    for candidate in range(port, port + 20):
        with suppress(ServeError):
            check_port(host, candidate)
            return candidate
    raise ServeError(f"all ports from {port} to {port + 19} are in use: expected a free one")


def list_addresses(settings: Settings) -> list[str]:
    """By which other machines on the local network come to this one."""
    from parlour.server.api.addresses import find_addresses

    return settings.own_addresses or find_addresses()


def announce(host: str, port: int, open_page: bool, addresses: Callable[[], list[str]] = list[str]) -> None:
    """Say where the server is once it listens there, and by which further addresses others come to it."""
    while True:
        with suppress(OSError), socket.create_connection((host, port), timeout=1):
            break
        time.sleep(0.1)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    print(f"Parlour is at {address} (Ctrl-C ends it)", flush=True)
    for other in addresses():
        print(f"On other machines of this network it is at http://{other}:{port}/", flush=True)
    if open_page:
        webbrowser.open(address)
