"""What is different on other systems, as far as it can be tried on this one."""

import os
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from parlour.server.launch import check_port, check_system, choose_sharing
from parlour.server.settings import ServeError, Settings
from tests.server.serving import COMMAND, free_port


def test_on_windows_a_port_is_not_shared_with_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual option would let a second Parlour listen where the first does."""
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    assert choose_sharing("win32") == -5
    assert choose_sharing("linux") == choose_sharing("darwin") == socket.SO_REUSEADDR


def test_a_port_in_use_is_noticed() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(ServeError, match="cannot listen"):
            check_port("127.0.0.1", other.getsockname()[1])


def test_on_windows_postgresql_is_refused_before_anybody_misses_a_move() -> None:
    settings = Settings(database="postgresql://parlour@db.example/parlour")
    with pytest.raises(ServeError, match="expected --data FOLDER"):
        check_system(settings, "win32")
    check_system(settings, "darwin")
    check_system(Settings(), "win32")


@pytest.mark.skipif(os.name == "nt", reason="where nobody can ask a program to end as Ctrl-C does")
@pytest.mark.parametrize(("host", "told"), [("0.0.0.0", ["192.168.7.20", "10.1.2.3"]), ("127.0.0.1", [])])
def test_who_serves_a_class_reads_the_address_to_write_on_the_board(host: str, told: list[str], tmp_path: Path) -> None:
    port = str(free_port())
    words = [*COMMAND, "--host", host, "--port", port, "--data", str(tmp_path), "--log-level", "error"]
    given = os.environ | {"PARLOUR_ADDRESSES": "192.168.7.20, 10.1.2.3"}
    with subprocess.Popen(words, env=given, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        assert server.stdout is not None
        lines = [server.stdout.readline().strip() for _ in range(2 + len(told))]
        server.send_signal(signal.SIGINT)
        rest = server.stdout.read()
    assert lines[:2] == ["Parlour is starting …", f"Parlour is at http://127.0.0.1:{port}/ (Ctrl-C ends it)"]
    assert lines[2:] == [f"On other machines of this network it is at http://{other}:{port}/" for other in told]
    assert (rest, server.returncode) == ("", 0)
