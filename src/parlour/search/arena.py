"""Bots against each other: seats rotated, the same luck for whoever sits there, all of it kept in a file."""

import json
import os
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from parlour.engine.game import Game, find_game
from parlour.engine.options import Values
from parlour.search.bots import Bot
from parlour.search.line import Line
from parlour.search.seating import new_bot
from parlour.search.stamp import stamp_play
from parlour.search.thinker import Thinker, careful_thinker

LONGEST = 50_000  # plies; a play that is not over by then never will be
DECIDED = "decided_by"  # where a file says what its plays depend on

Pair = tuple[str, str]  # one seat of the first among seats of the second


class ArenaError(ValueError):
    """The arena cannot go on as asked; the message says why."""


@dataclass(frozen=True)
class Contest:
    """What is played: a game under some options, who meets whom, and the seed of all luck."""

    game: str
    values: dict[str, Any]
    pairs: tuple[Pair, ...]
    seed: int = 0
    named: tuple[str, ...] = ()  # everybody who plays, in order; as they come in the pairs, unless given
    weighed: bool = False  # whether it is kept what luck brought every seat

    @property
    def seats(self) -> int:
        return int(self.values["players"])

    @property
    def bots(self) -> tuple[str, ...]:
        return self.named or tuple(dict.fromkeys(name for pair in self.pairs for name in pair))


@dataclass(frozen=True)
class Round:
    """Plays with the same luck, in which one bot takes every seat in turn among others."""

    pair: Pair
    luck: int
    scores: tuple[tuple[float, ...], ...]  # of the play in which the first of the pair has seat 0, 1 …
    lucks: tuple[tuple[float, ...], ...] = ()  # what luck brought every seat in each, where that was weighed

    def tables(self) -> Iterator[tuple[tuple[str, ...], tuple[float, ...]]]:
        """Who sat where in each play, and its score."""
        one, others = self.pair
        for at, score in enumerate(self.scores):
            yield tuple(one if seat == at else others for seat in range(len(score))), score

    @property
    def share(self) -> float:
        """The share of the wins that the first of the pair had."""
        return sum(win_share(score, at) for at, score in enumerate(self.scores)) / len(self.scores)

    @property
    def points(self) -> float:
        """The points that the first of the pair made a play."""
        return sum(score[at] for at, score in enumerate(self.scores)) / len(self.scores)

    @property
    def fortune(self) -> float | None:
        """The points a play that luck brought the first of the pair more than it brought all on average."""
        if not self.lucks:
            return None
        return sum(luck[at] - sum(luck) / len(luck) for at, luck in enumerate(self.lucks)) / len(self.lucks)


def all_pairs(bots: Sequence[str], seats: int) -> tuple[Pair, ...]:
    """Everybody against everybody; with more than two seats, both ways round."""
    pairs = tuple(combinations(bots, 2))
    return pairs if seats == 2 else pairs + tuple((b, a) for a, b in pairs)


def win_share(score: Sequence[float], seat: int) -> float:
    """1 for winning alone, a part for winning with others."""
    best = max(score)
    return (score[seat] == best) / sum(points == best for points in score)


def luck_of(luck: str, number: int) -> random.Random:
    """What the outcome of that number is drawn with."""
    return random.Random(f"{luck} {number}")


@dataclass(frozen=True)
class Played:
    """How a play ended, and what luck brought every seat, as a judge saw it."""

    score: tuple[float, ...]
    luck: tuple[float, ...] = ()


def play_game(game: Game, values: Values, bots: Sequence[Bot], luck: str, judge: Thinker | None = None) -> Played:
    """One play. Its n-th outcome depends on `luck` and n alone, so paired plays meet the same."""
    line = Line(game, values)
    drawn = 0
    brought = np.zeros(line.seats)
    while not line.over:
        if len(line.codes) == LONGEST:
            raise ArenaError(f"{game.title} was not over after {LONGEST:,} plies: expected options that end a play")
        if line.at_chance:
            code = line.find_outcome(luck_of(luck, drawn).random())
            if judge is not None:
                brought += judge.luck_of(line, code)
            line.push(code)
            drawn += 1
        else:
            line.push(bots[line.to_move].choose(line))
    return Played(line.score, () if judge is None else tuple(brought.tolist()))


_bots: dict[tuple[Any, ...], Bot] = {}  # of this process, by game, options, name and seat
_judges: dict[tuple[str, str], Thinker] = {}  # likewise, by game and options


def judge_of(game: Game, values: Values) -> Thinker:
    """Who says in this process what luck brought: always the same, or it would no longer come to nothing on average."""
    key = (game.name, str(values))
    if key not in _judges:
        _judges[key] = careful_thinker(game, values, capacity=1 << 10)
    return _judges[key]


def play_round(contest: Contest, pair: Pair, luck: int) -> Round:
    """All rotations of one pair with one luck. The bots' own seeds are bound to pair, luck and seat."""
    game = find_game(contest.game)

    def seat_bot(name: str, seat: int) -> Bot:
        key = (contest.game, str(contest.values), name, seat)
        if key not in _bots:
            _bots[key] = new_bot(game, contest.values, name)
        _bots[key].begin(random.Random(f"{contest.seed} {pair} {luck} {seat}").getrandbits(32))
        return _bots[key]

    judge = judge_of(game, contest.values) if contest.weighed else None
    plays = [
        play_game(
            game,
            contest.values,
            [seat_bot(pair[0] if seat == at else pair[1], seat) for seat in range(contest.seats)],
            f"{contest.seed} {luck}",
            judge,
        )
        for at in range(contest.seats)
    ]
    return sum_up_round(pair, luck, plays)


def sum_up_round(pair: Pair, luck: int, plays: Sequence[Played]) -> Round:
    return Round(
        pair, luck, tuple(played.score for played in plays), tuple(played.luck for played in plays if played.luck)
    )


def run(
    contest: Contest,
    games: int,
    out: Path | None = None,
    workers: int | None = None,
    watch: Callable[[int, int], None] = lambda done, wanted: None,
) -> list[Round]:
    """Play every pair for at least so many games, on several cores; `watch` is told the rounds done and wanted.

    With a file every round is written as soon as it is played, and what stands there already is not played again.
    """
    lucks = -(-games // contest.seats)
    wanted = [(pair, luck) for luck in range(lucks) for pair in contest.pairs]
    done = {(known.pair, known.luck): known for known in (read_rounds(contest, out) if out else ())}
    if out:
        write_rounds(contest, done.values(), out)
    missing = [key for key in wanted if key not in done]
    watch(len(wanted) - len(missing), len(wanted))
    for played in _play_all(contest, list(missing), workers or os.cpu_count() or 1):
        done[played.pair, played.luck] = played
        if out:
            with out.open("a") as log:
                log.write(_write_round(played))
        missing.pop()
        watch(len(wanted) - len(missing), len(wanted))
    return [done[key] for key in wanted]


def _play_all(contest: Contest, keys: Sequence[tuple[Pair, int]], workers: int) -> Iterator[Round]:
    """The rounds as they are finished, in no certain order."""
    if workers == 1 or len(keys) < 2:
        for pair, luck in keys:
            yield play_round(contest, pair, luck)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        waiting = [pool.submit(play_round, contest, pair, luck) for pair, luck in keys]
        try:
            for future in as_completed(waiting):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _header(contest: Contest) -> dict[str, Any]:
    version = find_game(contest.game).version
    return {"game": contest.game, "rules": version, "options": contest.values, "seed": contest.seed} | (
        {"weighed": True} if contest.weighed else {}
    )


def _decided_by(contest: Contest) -> dict[str, str]:
    """Hashes of all that decided the plays."""
    return stamp_play(find_game(contest.game), contest.values, play_game, play_round, luck_of, Thinker.luck_of)


def _check_header(contest: Contest, path: Path, header: Any) -> None:
    """Whether a file may be gone on with. Raises ArenaError, with what to do."""
    wanted = _header(contest)
    known = header.pop(DECIDED, None) if isinstance(header, dict) else None
    anew = "Move it away or name another file, and the contest begins anew"
    if header != json.loads(json.dumps(wanted)):  # a tuple comes back as a list
        raise ArenaError(f"{path} holds something else: expected plays of {json.dumps(wanted)}, or no file. {anew}")
    if not isinstance(known, dict):
        raise ArenaError(
            f"{path} does not say which rules and opponents decided its plays, for an earlier version wrote it, and "
            f"results must not be mixed. {anew}"
        )
    if changed := [part for part, stamp in _decided_by(contest).items() if known.get(part) != stamp]:
        raise ArenaError(
            f"the plays in {path} were decided by other {' and '.join(changed)}, changed since, and results must not "
            f"be mixed. {anew}"
        )


def _write_round(played: Round) -> str:
    return json.dumps([*played.pair, played.luck, played.scores, played.lucks]) + "\n"


def write_rounds(contest: Contest, rounds: Iterable[Round], path: Path) -> None:
    """A file of what has been played: a line that says what, and one for every round."""
    header = _header(contest) | {DECIDED: _decided_by(contest)}
    lines = json.dumps(header) + "\n" + "".join(map(_write_round, rounds))
    beside = path.with_name(path.name + ".new")
    beside.write_text(lines)
    beside.replace(path)


def read_rounds(contest: Contest, path: Path) -> list[Round]:
    """The rounds in a file, none if there is no file; a last line cut short is left out."""
    if not path.exists():
        return []
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
        header = json.loads(first)
    except ValueError:
        header = None
    _check_header(contest, path, header)
    rounds = []
    for number, line in enumerate(lines, 2):
        try:
            one, others, luck, *kept = json.loads(line)
            scores, lucks = (tuple(tuple(map(float, play)) for play in plays) for plays in kept)
            rounds.append(Round((one, others), luck, scores, lucks))
        except (ValueError, TypeError):
            if number <= len(lines):
                raise ArenaError(
                    f"line {number} of {path} is not a round: expected two names, a number and scores"
                ) from None
    return rounds
