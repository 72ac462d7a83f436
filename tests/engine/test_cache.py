"""Where compiled code is kept: it is run, so nobody else can have put it there."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.engine.cache import CHOSEN, cache_root, settle_folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The cache folder of a user who has chosen nothing."""
    monkeypatch.setenv(CHOSEN, "")  # set anew by a test, and put back after it
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    settle_folder.cache_clear()
    yield tmp_path / "home" / "parlour"
    settle_folder.cache_clear()


def mode(folder: Path) -> int:
    return folder.stat().st_mode & 0o777


def expect_fresh(folder: Path, unwanted: Path, told: str, caplog: pytest.LogCaptureFixture) -> None:
    assert not folder.is_relative_to(unwanted)
    assert mode(folder) == 0o700
    assert folder.stat().st_uid == os.getuid()
    assert list(folder.iterdir()) == []
    assert told in caplog.text
    assert os.environ[CHOSEN] == str(folder), "processes that this one starts share it"
    assert cache_root() == folder


def test_the_users_own_folder_is_closed_to_others(home: Path) -> None:
    assert cache_root() == home
    assert mode(home) == 0o700


def test_a_folder_that_was_left_open_is_closed(home: Path) -> None:
    home.mkdir(parents=True)
    home.chmod(0o775)
    assert cache_root() == home
    assert mode(home) == 0o700


def test_a_chosen_folder_stays_as_it_is(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    chosen.chmod(0o755)
    monkeypatch.setenv(CHOSEN, str(chosen))
    assert cache_root() == chosen
    assert mode(chosen) == 0o755


def test_where_there_is_no_home_the_folder_is_a_fresh_one(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Not one in the shared temporary folder, under a name that another user could have taken before."""
    home.parent.write_text("a file where the folder should be")
    with caplog.at_level(logging.WARNING):
        found = cache_root()
    expect_fresh(found, home, "compiled code is not kept in", caplog)
    assert found.name != "parlour-cache"


def test_a_folder_that_others_can_write_to_is_not_used(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    chosen.chmod(0o1777)
    monkeypatch.setenv(CHOSEN, str(chosen))
    expect_fresh(cache_root(), chosen, "others can write to it", caplog)


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="only root can give a folder to another user")
def test_a_folder_of_another_user_is_not_used(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    home.mkdir(parents=True)
    os.chown(home, 12345, 12345)
    expect_fresh(cache_root(), home, "it belongs to another user", caplog)


def test_a_fresh_folder_is_gone_with_the_program(home: Path) -> None:
    home.parent.write_text("a file where the folder should be")
    script = "from parlour.engine.cache import cache_root; print(cache_root())"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert Path(ran.stdout.strip()).name.startswith("parlour-cache-")
    assert not Path(ran.stdout.strip()).exists()
    assert "until this program ends" in ran.stderr
