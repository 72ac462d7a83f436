"""How the server runs: from the command line, or from the environment where several processes share it."""

import math
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

PREFIX = "PARLOUR_"
ANYWHERE = {"0.0.0.0", "::"}
OWN_FOLDER = 0o700  # for this user alone
YES_OR_NO = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
    "": False,
}
LEAST = {"thinkers": 1, "burst": 1}  # of numbers that cannot be 0


class ServeError(RuntimeError):
    """The server cannot be started so; the message says why."""


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. Each is also an environment variable: PARLOUR_DATABASE, and so on."""

    database: str = ""  # an address as SQLAlchemy writes them; "" for a file in `data`
    data: str = ""  # the folder for the embedded database; "" for the user's data folder
    thinkers: int = 1  # processes in which bots think
    ahead: bool = False  # whether all games are compiled for bots from the start, before anybody asks
    rooms: int = 5000  # kept in memory at most; others are read again when somebody comes
    idle_seconds: float = 600.0  # after which a room that nobody looks at leaves memory
    absent_seconds: float = 60.0  # without a sign of life, after which others may let a bot play for somebody
    unwatched_seconds: float = 30.0  # after which a play that goes by itself waits for somebody to look; 0 for never
    bot_moves_per_minute: int = 3000  # for one address; 0 for no limit
    bot_seconds: float = 10.0  # that a bot may be told to think for a move at most; 0 for no such wishes
    plies: int = 10_000  # moves and throws of one play at most; 0 for no limit
    entries: int = 20_000  # of one room's log at most; 0 for no limit
    listeners: int = 64  # streams of one room at most
    body_bytes: int = 16384  # of a request at most
    requests_per_second: float = 50.0  # of one address, on average; 0 for no limit
    burst: int = 200  # and at once
    rooms_per_hour: int = 120  # opened by one address; 0 for no limit
    short_codes_per_hour: int = 120  # tried by one address; 0 for no limit
    hosts: str = ""  # names of this server, separated by commas, besides those it can only have at home
    origins: str = ""  # other origins whose pages may use this server, separated by commas
    home: bool = False  # whether whoever sits at this machine may let the local network in, as `parlour` alone offers
    addresses: str = ""  # of this machine on that network, separated by commas; "" to find them out
    open_tables: bool = False  # whether rooms whose makers want that are listed, for anybody to join
    secure: bool = False  # whether people come by HTTPS: cookies are then kept from plain HTTP

    @classmethod
    def from_environment(cls) -> "Settings":
        given: dict[str, Any] = {}
        for name, default in asdict(cls()).items():
            text = os.environ.get(PREFIX + name.upper())
            if text is not None:
                given[name] = read_setting(name, default, text)
        return cls(**given)

    def to_environment(self) -> None:
        for name, value in asdict(self).items():
            os.environ[PREFIX + name.upper()] = str(value)

    @property
    def own_addresses(self) -> list[str]:
        return list_words(self.addresses)

    @property
    def listens_anywhere(self) -> bool:
        """Whether it was told to listen on all addresses, which is then among its names."""
        return not ANYWHERE.isdisjoint(list_words(self.hosts))

    @property
    def folder(self) -> Path:
        """Where the embedded database is, or will be."""
        return Path(self.data) if self.data else data_folder()

    @property
    def database_address(self) -> str:
        if self.database:
            return self.database
        folder = self.folder
        folder.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
        if not self.data and os.name != "nt":
            with suppress(PermissionError):  # it is another user's
                folder.chmod(OWN_FOLDER)  # earlier versions left it open; a folder that was chosen stays as it is
        return f"sqlite:///{folder / 'parlour.db'}"


def read_setting(name: str, default: Any, text: str) -> Any:
    """A setting as it was written. Raises ServeError."""
    if isinstance(default, str):
        return text
    if isinstance(default, bool):
        if text.lower() not in YES_OR_NO:
            raise ServeError(f"{PREFIX}{name.upper()} cannot be {text!r}: expected 1 or 0")
        return YES_OR_NO[text.lower()]
    least = LEAST.get(name, 0)
    try:
        value = type(default)(text)
    except ValueError:
        value = math.nan
    if not least <= value < math.inf:
        raise ServeError(
            f"{PREFIX}{name.upper()} cannot be {text!r}: expected a number such as {default}, and at least {least}"
        )
    return value


def list_words(setting: str) -> list[str]:
    """The parts of a setting that are separated by commas."""
    return [word.strip() for word in setting.split(",") if word.strip()]


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "parlour"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "parlour"
