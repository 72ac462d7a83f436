"""The database past the server: one of one's own, the logs in it, and whether they keep the house's promise."""

import json
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from parlour.engine.fairness import verify
from parlour.engine.game import find_game
from parlour.engine.play import Play
from parlour.engine.replay import read_record

QUERY = "SELECT room, number, kind, data FROM entries ORDER BY room, number"


@dataclass(frozen=True)
class Row:
    """An entry, as the database has it."""

    number: int
    kind: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Acknowledged:
    """A move that the server has answered for."""

    seat: int
    after: int  # the entry that it named
    move: str
    number: int  # what was answered
    answered: int  # the `after` of the answer
    tries: int


@dataclass
class Notes:
    """What a client remembers of a room."""

    seats: set[int] = field(default_factory=set)
    asked: list[tuple[int, int, str]] = field(default_factory=list)  # seat, after, move: everything ever sent
    moves: list[Acknowledged] = field(default_factory=list)
    late: list[tuple[int, int, str]] = field(default_factory=list)  # refused, because the board had changed
    names: dict[int, str] = field(default_factory=dict)  # by seat: the last name that was acknowledged
    welcomes: bool = False  # whether it was acknowledged that anybody may join
    claims: bool = False  # whether a claim of the win was acknowledged
    covers: int | None = None  # for whom it was acknowledged that a bot plays, while they are away
    returned: int | None = None  # where it was acknowledged that this person plays again
    following: str = ""  # the room that follows this one
    undone: list[tuple[int, int]] = field(default_factory=list)  # which entry was answered by taking back; the answer
    seen: dict[int, tuple[int, str]] = field(default_factory=dict)  # by number: `after` and the position
    faults: list[str] = field(default_factory=list)


@contextmanager
def own_database(address: str, made: str = "") -> Iterator[str]:
    """A PostgreSQL database that nobody else uses, for as long as it is needed; `made` as CREATE DATABASE is told."""
    name = f"parlour_test_{secrets.token_hex(6)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" {made}')
    try:
        yield f"{address.rsplit('/', 1)[0]}/{name}"
    finally:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def read_logs(database: str, data: Path) -> dict[str, list[Row]]:
    """Every room's log, in order."""
    if database:
        with psycopg.connect(database) as connection:
            found = connection.execute(QUERY).fetchall()
    else:
        with closing(sqlite3.connect(data / "parlour.db")) as file:
            found = file.execute(QUERY).fetchall()
    logs: dict[str, list[Row]] = {}
    for room, number, kind, text in found:
        logs.setdefault(room, []).append(Row(number, kind, json.loads(text)))
    return logs


class Replay:
    """A log told once more, with nothing of the server."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        opening = rows[0].data
        game = find_game(opening["game"])
        self.play = Play(game, game.settle(**opening["options"]))
        self.marks: list[tuple[int, str]] = []  # after every entry: the last that changed the board, and the position
        self.over = False
        self.after = 0
        for row in rows:
            if self._tell(row):
                self.after = row.number
            self.over = self.over or self.play.over
            self.marks.append((self.after, self.play.position))

    def _tell(self, row: Row) -> bool:
        """Whether the entry changed the board."""
        play, data = self.play, row.data
        if row.kind in ("moved", "drew", "rolled", "called", "took_back") and self.over:
            raise ValueError(f"entry {row.number} comes after the end")
        if row.kind == "moved":
            if play.to_move != data["seat"]:
                raise ValueError(f"entry {row.number} is a move of seat {data['seat']}, but {play.to_move} is to move")
            play.push(data["code"])
        elif row.kind in ("drew", "rolled"):
            if not play.at_chance:
                raise ValueError(f"entry {row.number} is an outcome, but seat {play.to_move} is to move")
            play.push(data["code"])
        elif row.kind == "called":
            play.call(data["word"])
        elif row.kind == "took_back":
            play.undo(play.ply - data["to"])
        elif row.kind in ("drawn", "claimed") or (row.kind in ("resigned", "flagged") and play.seats == 2):
            self.over = True
        else:
            return row.kind == "began"
        return True

    def answer_to(self, after: int) -> Row | None:
        """The first entry past this one that changed the board."""
        for number in range(after + 1, len(self.rows) + 1):
            if self.marks[number - 1][0] == number:
                return self.rows[number - 1]
        return None


def judge(
    rows: Sequence[Row], everybody: Sequence[Notes], view: dict[str, Any], record: str, verdict: dict[str, Any]
) -> list[str]:
    """What is wrong with a game that is over; nothing if the promise was kept."""
    numbers = [row.number for row in rows]
    if numbers != list(range(1, len(rows) + 1)):
        return [f"the numbers do not run from 1 to {len(rows)}: {numbers}"]
    try:
        replay = Replay(rows)
    except ValueError as error:
        return [f"the log cannot be replayed: {error}"]
    wrong = [fault for notes in everybody for fault in notes.faults]
    if not replay.over:
        wrong.append("the game was not played to its end")
    for notes in everybody:
        wrong += judge_moves(replay, notes) + judge_views(replay, notes)
        wrong += [
            f"seat {seat} was acknowledged to be called {name}, and is called {view['seats'][seat]['name']}"
            for seat, name in notes.names.items()
            if view["seats"][seat]["name"] != name
        ]
        if notes.welcomes and not view["anyone"]:
            wrong.append("it was acknowledged that anybody may join, and forgotten")
        if notes.claims and [row.kind for row in rows].count("claimed") != 1:
            wrong.append("the win was claimed once, and the log does not say so once")
        wrong += judge_going_on(rows, notes)
    return wrong + judge_unasked(replay, everybody) + judge_record(replay, view, record, verdict)


def judge_going_on(rows: Sequence[Row], notes: Notes) -> list[str]:
    """Who was stood in for, came back and plays again elsewhere did so once, and the log says it."""
    wrong = []
    for kind, seat in (("stood_in", notes.covers), ("returned", notes.returned)):
        told = [row.data["seat"] for row in rows if row.kind == kind]
        if seat is not None and told != [seat]:
            wrong.append(f"{kind} was acknowledged for seat {seat}, and the log has it for {told}")
    following = [row.data["code"] for row in rows if row.kind == "followed"]
    if notes.following and following != [notes.following]:
        wrong.append(f"the room that follows was told to be {notes.following}, and the log has {following}")
    return wrong


def judge_moves(replay: Replay, notes: Notes) -> list[str]:
    """Every acknowledged move has its entry, every refused one another in its place, and answers told the truth."""
    wrong = []
    for move in notes.moves:
        row = replay.answer_to(move.after)
        said = row and (row.kind in ("moved", "rolled"), row.data.get("seat"), row.data.get("text"))
        if row is None or said != (True, move.seat, move.move) or row.number > move.number:
            wrong.append(f"{move} was acknowledged, but the log has {row}")
        elif replay.marks[move.number - 1][0] != move.answered:
            wrong.append(
                f"{move} was acknowledged, but the log has {replay.marks[move.number - 1][0]} as its last change"
            )
    for seat, after, text in notes.late:
        row = replay.answer_to(after)
        if row is None or (row.data.get("seat"), row.data.get("text")) == (seat, text):
            wrong.append(f"{text} of seat {seat} after {after} was refused as late, but the log has {row}")
    for after, number in notes.undone:
        row = replay.answer_to(after)
        if row is None or row.kind != "took_back" or row.number > number:
            wrong.append(f"a takeback after {after} was acknowledged as {number}, but the log has {row}")
    return wrong


def judge_views(replay: Replay, notes: Notes) -> list[str]:
    """Nothing was ever shown that is not in the log."""
    return [
        f"shown as entry {number}: {shown}, but the log has {replay.marks[number - 1 : number]}"
        for number, shown in notes.seen.items()
        if replay.marks[number - 1 : number] != [shown]
    ]


def judge_unasked(replay: Replay, everybody: Sequence[Notes]) -> list[str]:
    """No entry of a person that the person has not asked for, and none twice."""
    asked = {ask for notes in everybody for ask in notes.asked}
    answers = [
        (row.data["seat"], replay.marks[row.number - 2][0], row.data.get("text"))
        for row in replay.rows
        if row.kind in ("moved", "rolled") and "bot" not in row.data
    ]
    wrong = [f"nobody asked for {answer}" for answer in answers if answer not in asked]
    if len({after for _, after, _ in answers}) != len(answers):
        wrong.append("an entry was answered twice")
    return wrong


def judge_record(replay: Replay, view: dict[str, Any], record: str, verdict: dict[str, Any]) -> list[str]:
    """View, record and log are one game, and its dice are fair."""
    wrong = []
    told = read_record(record)
    shown = (view["number"], view["after"], view["position"], view["over"])
    if shown != (len(replay.rows), replay.after, replay.play.position, True):
        wrong.append(f"the view is {shown}, but the log has {len(replay.rows)}, {replay.after}, {replay.play.position}")
    if (told.codes, told.position) != (replay.play.codes, replay.play.position):
        wrong.append(f"the record is {told.codes}, but the log has {replay.play.codes}")
    fair = replay.rows[0].data["dice"] == "fair"
    if (verify(told).fair, verdict["fair"]) != (fair, fair):
        wrong.append(f"the dice are not what they should be: {verdict['sentences']}")
    return wrong
