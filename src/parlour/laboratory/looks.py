"""A closer look at some plays: what happened in them, where, who led, and when it was decided."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from parlour.engine.game import Game, find_game
from parlour.engine.records import new_record, view_record
from parlour.laboratory.plan import Plan
from parlour.laboratory.runs import Watch, ignore
from parlour.laboratory.tables import NOBODY, Row, play_one
from parlour.search.knowledge import levels_of, weighing_of
from parlour.search.line import Line
from parlour.search.thinker import Thinker, careful_thinker

OFFER, TAKE, REFUSE = "double", "accept", "decline"  # the actions of a game that has a doubling cube
JUDGED = 200  # lines looked ahead at most, to judge what was done with the cube
TRAILING = 0.5  # of what the winner finally was ahead by: who once was so far behind came back


@dataclass(frozen=True)
class Moment:
    """The beginning of a turn: after how many decisions, and the points each seat could expect, at a glance."""

    decisions: int
    values: tuple[float, ...]


@dataclass(frozen=True)
class Call:
    """A decision about the cube: whether it was about offering it, what was chosen, and what that gave away."""

    offering: bool
    chosen: str
    lost: float  # points, by the judgement of the strongest level


@dataclass(frozen=True)
class Look:
    """What a play was like. What goes by judgement is None where the game has no knowledge, or nobody won alone."""

    play: int
    events: dict[str, int]  # how often each kind happened
    actions: dict[str, int]  # how often each kind was chosen
    offered: tuple[str, ...]  # kinds of actions that were legal at some time
    cells: dict[str, int]  # how often something was done at each thing on the board, by its id
    changes: int | None = None  # how often another seat took the lead
    decided: float | None = None  # the part of the play after which the winner led to the end
    comeback: bool | None = None  # whether the winner was far behind in the second half
    calls: tuple[Call, ...] = ()


def look_closer(plan: Plan, lucks: Sequence[int], watch: Watch = ignore) -> list[Look]:
    """Play these once more by the rules as written, which tell what happens."""
    found: list[Look] = []
    watch(0, len(lucks))
    for look in look_in_turn(plan, lucks):
        found.append(look)
        watch(len(found), len(lucks))
    return found


def look_in_turn(plan: Plan, lucks: Iterable[int]) -> Iterator[Look]:
    """The same one after another, for who may have enough of it."""
    game = find_game(plan.game)
    options = game.encode(plan.values)
    thinker = Thinker(game, plan.values) if weighing_of(game, options) is not None and plan.seats > 1 else None
    judge = careful_thinker(game, plan.values) if has_cube(game) else None
    for luck in lucks:
        row, line = play_one(plan, luck, 0)
        yield retell(game, row, line, thinker, judge)


def has_cube(game: Game) -> bool:
    return {OFFER, TAKE, REFUSE} <= set(game.actions.words())


def judge_call(judge: Thinker, line: Line, code: int) -> Call | None:
    """What was done with the cube, if it could be offered here, or had to be answered."""
    game, codes = line.game, line.legal_codes()
    words = {game.actions.word(legal) for legal in codes}
    if len(codes) < 2 or not words & {OFFER, TAKE}:
        return None
    strongest = levels_of(game, line.values)[-1].simulations
    candidates = judge.think(line, simulations=max(1, min(JUDGED, strongest))).candidates
    leads = {candidate.code: candidate.lead(line.to_move) for candidate in candidates if candidate.visits}
    best = max(leads.values())
    return Call(OFFER in words, game.actions.word(code), max(0.0, best - leads.get(code, best)))


def retell(game: Game, row: Row, played: Line, thinker: Thinker | None, judge: Thinker | None = None) -> Look:
    """A play that was played, by the rules as written."""
    calls: list[Call] = []
    events: Counter[str] = Counter()
    actions: Counter[str] = Counter()
    offered: set[str] = set()
    cells: Counter[str] = Counter()
    moments: list[Moment] = []
    rules = game.bind_rules(lambda kind, *numbers: events.update([game.events.word(kind)]))
    line = Line(game, played.values, played.options)  # where legal actions and judgements are asked for
    states = new_record(game.state_type)
    s, o = view_record(states), view_record(played.options)
    rules.setup(s, o)
    decisions, turns = 0, -1
    for code in played.codes:
        if s.to_move >= 0:
            if thinker is not None and s.turns != turns:
                turns = int(s.turns)
                moments.append(Moment(decisions, thinker.judge(line)))
            offered.update(game.actions.word(legal) for legal in line.legal_codes())
            actions[game.actions.word(code)] += 1
            touched = {*game.drawing.touches(s, o, code), game.drawing.target(s, o, code)}
            cells.update(touched - {""})
            decisions += 1
            if judge is not None and (call := judge_call(judge, line, code)):
                calls.append(call)
        rules.apply(s, o, code)
        line.push(code)
    look = Look(row.play, dict(events), dict(actions), tuple(sorted(offered)), dict(cells), calls=tuple(calls))
    if row.winner == NOBODY or not moments:
        return look
    return replace(
        look,
        changes=count_changes(moments),
        decided=find_decision(moments, row),
        comeback=came_back(moments, row),
    )


def leader(values: Sequence[float]) -> int:
    """The seat that can expect most, or NOBODY where several can."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else NOBODY


def count_changes(moments: Sequence[Moment]) -> int:
    """How often the lead went to another seat; being level is no lead."""
    leaders = [seat for seat in (leader(moment.values) for moment in moments) if seat != NOBODY]
    return sum(before != after for before, after in pairwise(leaders))


def find_decision(moments: Sequence[Moment], row: Row) -> float:
    """The part of the play, by decisions, after which its winner was never again without the lead."""
    at = max((i for i, moment in enumerate(moments) if leader(moment.values) != row.winner), default=-1)
    end = moments[at + 1].decisions if at + 1 < len(moments) else row.decisions
    return end / row.decisions


def came_back(moments: Sequence[Moment], row: Row) -> bool:
    """Whether the winner, in the second half, lay behind the leader by half of what they won by, or more."""
    others = [points for seat, points in enumerate(row.scores) if seat != row.winner]
    margin = row.scores[row.winner] - sum(others) / len(others)
    late = [moment.values for moment in moments if 2 * moment.decisions >= row.decisions]
    return any(max(values) - values[row.winner] >= TRAILING * margin for values in late)
