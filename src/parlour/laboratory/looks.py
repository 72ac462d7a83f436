"""A closer look at some plays: what happened in them, where, who led, and when it was decided."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from parlour.engine.game import Game, find_game
from parlour.engine.records import new_record, view_record
from parlour.laboratory.plan import Plan
from parlour.laboratory.runs import Watch, ignore
from parlour.laboratory.tables import NOBODY, Row, play_one
from parlour.search.knowledge import weighing_of
from parlour.search.line import Line
from parlour.search.thinker import Thinker

TRAILING = 0.5  # of what the winner finally was ahead by: who once was so far behind came back


@dataclass(frozen=True)
class Moment:
    """The beginning of a turn: after how many decisions, and the points each seat could expect, at a glance."""

    decisions: int
    values: tuple[float, ...]


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


def look_closer(plan: Plan, lucks: Sequence[int], watch: Watch = ignore) -> list[Look]:
    """Play these once more by the rules as written, which tell what happens."""
    game = find_game(plan.game)
    options = game.encode(plan.values)
    thinker = Thinker(game, plan.values) if weighing_of(game, options) is not None and plan.seats > 1 else None
    found = []
    for number, luck in enumerate(lucks):
        watch(number, len(lucks))
        row, line = play_one(plan, luck, 0)
        found.append(retell(game, row, line, thinker))
    watch(len(lucks), len(lucks))
    return found


def retell(game: Game, row: Row, played: Line, thinker: Thinker | None) -> Look:
    """A play that was played, by the rules as written."""
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
        rules.apply(s, o, code)
        line.push(code)
    look = Look(row.play, dict(events), dict(actions), tuple(sorted(offered)), dict(cells))
    if row.winner == NOBODY or not moments:
        return look
    return Look(
        *(look.play, look.events, look.actions, look.offered, look.cells),
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
