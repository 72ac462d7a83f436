"""A room without a house around it, for tests: people act in it by name, at times that the test sets."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from parlour.engine.fairness import commit_to
from parlour.engine.options import changed
from parlour.engine.seeds import DERIVED
from parlour.server.api.catalogue import settle_options
from parlour.server.api.messages import ShownRoom
from parlour.server.rooms import acts
from parlour.server.rooms.acts import Act
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.refusal import Refused
from parlour.server.rooms.room import Room
from parlour.server.rooms.views import Views

SECRET = "5e" * 32
DECIDED = {"first_player": "red"}  # Stencil without chance
NAMES = ("Ann", "Ben", "Cem", "Dot", "Eva", "Fay", "Gil", "Hal")


@dataclass
class Table:
    """Seat number n is held by NAMES[n], whose key is that name; the host is Ann."""

    room: Room
    at: float = 1000.0
    views: Views = field(init=False)

    def __post_init__(self) -> None:
        self.views = Views(self.room)

    def do(self, act: Callable[..., None], *given: Any) -> None:
        act(self.room, *given, self.at)

    def sit_all(self) -> None:
        for seat, sitter in enumerate(self.room.sitters):
            if not sitter.taken:
                self.do(acts.sit, NAMES[seat], seat, NAMES[seat], f"seed{seat}")

    def move(self, text: str = "", seat: int | None = None, after: int | None = None, key: str = "") -> None:
        """The first legal move of the seat to move, unless told otherwise."""
        seat = self.room.play.to_move if seat is None else seat
        text = text or self.notations()[0]
        self.do(acts.move, key or NAMES[seat], seat, self.room.after if after is None else after, text)

    def bot_moves(self, code: int | None = None) -> None:
        codes = self.room.play.legal_codes()
        seat = self.room.play.to_move
        self.do(acts.play_for, seat, self.room.after, codes[0] if code is None else code)

    def notations(self) -> list[str]:
        play = self.room.play
        return [entry.notation for entry in (play.outcomes if play.at_chance else play.legal)]

    def show(self, key: str = "", invited: bool = True, **given: Any) -> dict[str, Any]:
        """What somebody sees, after a journey through JSON and compared with what the API promises."""
        return check_view(json.loads(json.dumps(self.views.show(key, invited, self.at, **given))))

    def kinds(self, since: int = 0) -> list[str]:
        return [entry.kind for entry in self.room.entries[since:]]

    def reread(self) -> "Table":
        """The same room, read anew from its log as a database keeps it."""
        again = Room(self.room.code, self.room.watch, self.room.closures, secret=self.room.secret)
        for entry in self.room.entries:
            again.take(Entry(entry.number, entry.kind, entry.at, json.loads(json.dumps(entry.data))))
        return Table(again, self.at)


def check_view(view: dict[str, Any]) -> dict[str, Any]:
    """Nothing is missing in it, and nothing is there that was not promised."""
    ShownRoom.model_validate(view, extra="forbid")
    return view


def open_table(game: str = "stencil", preset: str | None = None, seated: bool = True, **given: Any) -> Table:
    """A room; `bots` are levels by seat, `options` those of the game, and all else is what the first entry says."""
    found, values = settle_options(game, preset, given.pop("options", {}))
    seats: list[dict[str, Any]] = [{} for _ in range(values["players"])]
    for seat, bot in given.pop("bots", {}).items():
        seats[seat] = {"name": bot.title(), "bot": bot}
    opening = {
        "game": found.name,
        "rules": found.version,
        "options": changed(found.options, values),
        "seats": seats,
        "host": "Ann",
        "commitment": commit_to(SECRET),
        "seeding": DERIVED,
    }
    table = Table(Room("rrrrrrrr", "wwwwwwww", given.pop("closures", ()), secret=SECRET))
    table.room.add("opened", table.at, **opening | given)
    table.do(acts.begin_when_full)
    if seated:
        table.sit_all()
    return table


def sitting(seat: int, name: str = "Ann") -> Act:
    """Somebody sits down, for a house to do."""
    return lambda room, at: acts.sit(room, "key", seat, name, "", at)


@dataclass
class Tables:
    """Opens tables, and in the end finds every one of them again in its log."""

    opened: list[Table] = field(default_factory=list)

    def __call__(self, *given: Any, **named: Any) -> Table:
        self.opened.append(open_table(*given, **named))
        return self.opened[-1]

    def check(self) -> None:
        for table in self.opened:
            again = table.reread()
            assert again.room.movers == table.room.movers
            assert again.room.play.record() == table.room.play.record()
            for key in ("", *NAMES[: len(table.room.sitters)]):
                assert again.show(key) == table.show(key)


def checked_tables() -> Iterator[Tables]:
    tables = Tables()
    yield tables
    tables.check()


def refusal(status: int, words: str) -> Any:
    """Expects to be refused, with this status and these words."""
    return pytest.raises(Refused, match=words, check=lambda error: error.status == status)


def play_at_random(table: Table, plies: int, seed: int = 1) -> None:
    chooser = random.Random(seed)
    for _ in range(plies):
        if table.room.over:
            return
        table.move(chooser.choice(table.notations()))
