"""One play of bots, and the row that is kept of it."""

import hashlib
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from parlour.engine.game import find_game
from parlour.laboratory.plan import Plan
from parlour.laboratory.restriction import seat_member
from parlour.search.arena import luck_of
from parlour.search.bots import Bot
from parlour.search.line import Line

LONGEST = 20_000  # plies; a play that is not over by then is broken off
NOBODY = -1


@dataclass(frozen=True)
class Row:
    """A play. What is counted for each seat is a tuple, the first seat first."""

    play: int  # its number in the plan
    luck: int  # plays of the same luck met the same outcomes
    course: str  # a hash of all that was played: plays that are the same in every move have the same
    bots: tuple[str, ...]  # who sat where
    scores: tuple[float, ...]  # points; none where the play was broken off
    winner: int  # the seat that won alone, or -1
    ended: str  # won, shared (by several, not all), drawn (by all), alone (one seat), unfinished
    first: int  # the seat that had the first turn, or -1
    decisions: int  # of all seats
    turns: int  # begun
    plies: int  # decisions and outcomes
    branching: float  # how many legal actions there were, on average
    asked: tuple[int, ...]  # how many decisions each seat made
    waits: tuple[int, ...]  # the longest wait of each seat, in decisions of others
    last: tuple[int, ...]  # the decision after which each seat was not asked again, from 1; 0: it never was


COLUMNS = tuple(field.name for field in fields(Row))


class Watched(Line):
    """A line that knows how many legal actions every decision had; they are looked up once."""

    _known: tuple[int, list[int]] = (-1, [])

    def legal_codes(self) -> list[int]:
        if self._known[0] != len(self.codes):
            self._known = len(self.codes), super().legal_codes()
        return list(self._known[1])


@dataclass
class Course:
    """How a play went: for every decision who made it, and among how many actions; and who had the first turn."""

    movers: list[int]
    choices: list[int]
    first: int = NOBODY


def play_table(line: Line, bots: Sequence[Bot], luck: str) -> Course:
    """Play a line to its end, or as long as is worth it.

    The n-th outcome depends on `luck` and n alone, so that plays that are compared meet the same.
    """
    course = Course([], [])
    drawn = 0
    while not line.over and len(line.codes) < LONGEST:
        if course.first == NOBODY and line.states["turns"][0] > 0:
            course.first = int(line.states["turn"][0])
        if line.at_chance:
            line.draw(luck_of(luck, drawn).random())
            drawn += 1
        else:
            mover = line.to_move
            course.movers.append(mover)
            course.choices.append(len(line.legal_codes()))
            line.push(bots[mover].choose(line))
    return course


KEPT = 32  # bots, each of which may think in some ten megabytes
_bots: dict[tuple[str, str, str, int], Bot] = {}  # of this process, by game, options, name and seat, last used last


def seat_bots(plan: Plan, luck: int, rotation: int) -> tuple[tuple[str, ...], list[Bot]]:
    """Who sits where in a play, ready to begin; what a bot leaves to chance goes with it from seat to seat."""
    game, members = find_game(plan.game), plan.members(luck)
    names, seated = [], []
    for seat, member in enumerate(plan.table(luck, rotation)):
        name = members[member]
        key = plan.game, str(plan.values), name, seat
        bot = _bots.pop(key, None) or seat_member(game, plan.values, name)
        bot.begin(random.Random(f"{plan.seed} {luck} {member}").getrandbits(32))
        _bots[key] = bot
        names.append(name)
        seated.append(bot)
    for key in list(_bots)[:-KEPT]:
        del _bots[key]
    return tuple(names), seated


def play_luck(plan: Plan, luck: int) -> list[Row]:
    """All plays of one luck."""
    return [play_one(plan, luck, rotation)[0] for rotation in range(plan.rotations)]


def play_one(plan: Plan, luck: int, rotation: int) -> tuple[Row, Watched]:
    """One play: its row, and the line that was played."""
    line = Watched(find_game(plan.game), plan.values)
    names, bots = seat_bots(plan, luck, rotation)
    course = play_table(line, bots, f"{plan.seed} {luck}")
    scores = line.score if line.over else ()
    play, turns = luck * plan.rotations + rotation, int(line.states["turns"][0])
    return sum_up_play(play, luck, names, line.codes, scores, course, turns), line


def sum_up_play(
    play: int,
    luck: int,
    bots: tuple[str, ...],
    codes: Sequence[int],
    scores: tuple[float, ...],
    course: Course,
    turns: int,
) -> Row:
    """The row of a play, from its actions and outcomes and how it went."""
    winner, ended = judge_end(scores)
    movers, choices, seats = course.movers, course.choices, range(len(bots))
    return Row(
        play=play,
        luck=luck,
        course=hashlib.sha256(repr(list(codes)).encode()).hexdigest()[:12],
        bots=bots,
        scores=scores,
        winner=winner,
        ended=ended,
        first=course.first,
        decisions=len(movers),
        turns=turns,
        plies=len(codes),
        branching=round(sum(choices) / max(1, len(choices)), 4),
        asked=tuple(movers.count(seat) for seat in seats),
        waits=tuple(longest_wait(movers, seat) for seat in seats),
        last=tuple(find_last(movers, seat) for seat in seats),
    )


def find_last(movers: Sequence[int], seat: int) -> int:
    """The last decision of a seat, counted from 1; 0 where it made none."""
    return max((number for number, mover in enumerate(movers, 1) if mover == seat), default=0)


def judge_end(scores: Sequence[float]) -> tuple[int, str]:
    """The seat that won alone, and how the play ended."""
    if len(scores) < 2:
        return NOBODY, "alone" if scores else "unfinished"
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    if len(best) == 1:
        return best[0], "won"
    return NOBODY, "drawn" if len(best) == len(scores) else "shared"


def longest_wait(movers: Sequence[int], seat: int) -> int:
    """The most decisions of others in a row before a seat was asked; being out at the end is no waiting."""
    longest = waited = 0
    for mover in movers:
        if mover == seat:
            longest, waited = max(longest, waited), 0
        else:
            waited += 1
    return longest


def write_row(row: Row) -> str:
    return json.dumps([getattr(row, name) for name in COLUMNS]) + "\n"


def read_row(text: str) -> Row:
    """The row of a line. Raises ValueError or TypeError where it is none."""
    parts: list[Any] = json.loads(text)
    settled: list[Any] = [tuple(part) if isinstance(part, list) else part for part in parts]
    return Row(*settled)
