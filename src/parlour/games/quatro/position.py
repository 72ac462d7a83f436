"""Positions of Quatro: how they tell men, what follows from the steps already moved, and which cannot be."""

from collections import Counter

from parlour.engine.contract import Record
from parlour.engine.fields import Placed
from parlour.engine.hooks import Faults
from parlour.engine.position import PositionError, Words
from parlour.games.quatro import rules, steps
from parlour.games.quatro.board import BOARDS, NOBODY, point_name
from parlour.games.quatro.options import Match, TeamWin
from parlour.games.quatro.scoring import match_decided
from parlour.games.quatro.state import BEFORE_BOARDS, BEFORE_TURNS, IN_TURN, Phase, read_step
from parlour.games.quatro.text import legal_steps, step_ends

GONE = "gone"  # instead of men: the player has withdrawn
PLACES = {
    points: Placed(("bar", *map(str, range(points, 0, -1)), "off"), 0, 15, "bar:1,9:3,off:2", GONE)
    for points in (24, 36)
}
Men = Counter[int]  # how many stand at v; 0 is off, and beyond the last point is the bar


def boards_played(s: Record) -> list[int]:
    return [board for board in range(4) if s.player[board] != NOBODY and s.phase not in BEFORE_BOARDS]


def men_at(s: Record, o: Record, board: int) -> Men:
    points = {v: s.men[o.spot[board, v]] for v in range(1, o.points + 1) if s.own[board] >> v & 1}
    return Counter({o.points + 1: s.bar[board], **points, 0: s.off[board]})


def place_men(s: Record, o: Record, board: int, men: Men) -> None:
    s.present[board] = men.total() > 0
    s.off[board], s.bar[board] = men[0], men[o.points + 1]
    for v in [v for v in men.elements() if 0 < v <= o.points]:
        k = o.spot[board, v]
        if s.owner[k] not in (NOBODY, board):
            raise PositionError(f"two sets of men on {point_name(k, o.home)}: expected those of one player")
        steps.put_man(s, o, board, v)


def write_men(s: Record, o: Record) -> dict[str, str]:
    places, men = PLACES[o.points], {board: men_at(s, o, board) for board in boards_played(s)}
    down = range(o.points + 1, -1, -1)
    return {BOARDS[board]: places.write_row([men[board][v] for v in down]) or GONE for board in men}


def read_men(words: Words, s: Record, o: Record) -> None:
    rules.clear_men(s)
    for board in boards_played(s):
        told = words.take_row(BOARDS[board], PLACES[o.points], o.points + 2)
        place_men(s, o, board, Counter(dict(enumerate(reversed(told)))))


def complete(s: Record, o: Record) -> None:
    s.turn = s.player[s.board] if s.phase in IN_TURN else NOBODY
    if s.phase == Phase.CHOOSING:
        s.to_move = rules.chooser(s, min(2, sum(seat != NOBODY for seat in s.player)))
    elif s.phase == Phase.ANSWERING:
        s.to_move = s.player[s.asked]
        before = [(s.board + i) % 4 for i in range(1, (s.asked - s.board) % 4)]
        s.accepted = not o.teams and any(s.present[board] for board in before)  # who declined is gone
    elif s.phase == Phase.MOVING:
        move_again(s, o)


def move_again(s: Record, o: Record) -> None:
    """Go back to the roll, and make the steps told by the rules: all else that is told has to agree with them."""
    made = [read_step(step) for step in s.trail if step != NOBODY]
    men, bar, roll = [men_at(s, o, board) for board in range(4)], o.points + 1, s.roll
    men[s.board][s.transit] += s.transit > 0 and len(made) > 0
    for v, pips, hit in reversed(made):
        to = max(0, (v or bar) - pips)
        if men[s.board][to] == 0:
            raise PositionError(f"'moved' brings a man to {to}, but none stands there")
        men[s.board].update({to: -1, v or bar: 1})
        if hit != NOBODY and to > 0 and men[hit][bar]:
            men[hit].update({bar: -1, o.number[hit, o.spot[s.board, to]]: 1})
    rules.clear_men(s)
    for board in range(4):
        place_men(s, o, board, men[board])
    rules.end_play(s)
    rules.begin_play(s, o, roll)
    for v, pips, _ in made:
        codes = [code for code in legal_steps(s, o) if step_ends(s, o, code)[::2] == (v, pips)]
        if s.steps == s.need or not codes:
            raise PositionError(f"step {s.steps + 1} of 'moved' is not legal")
        steps.take_step(s, o, codes[0])
    if made and s.steps == s.need:
        raise PositionError("'moved' is a whole play: expected one that still goes on")


def faults_of_turn(s: Record, o: Record) -> Faults:
    name, seated = BOARDS[s.board], [seat for seat in s.player if seat != NOBODY]
    if s.phase == Phase.CHOOSING:
        choosers = [rules.chooser(s, i) for i in range(3)][: len(seated)]
        chosen = len(seated) < 3 and set(seated) == set(choosers)
        yield not chosen, "'players' must seat the first of the choosers, and not all three"
    empty = s.phase == Phase.FINISHED and s.player[s.board] == NOBODY
    yield empty, f"the last turn cannot be that of {name}, where nobody plays"
    absent = s.phase in IN_TURN and not rules.is_in_game(s, o, s.board)
    yield absent, f"it cannot be the turn of {name}, who is not in the game"
    unasked = s.phase == Phase.ANSWERING and not rules.may_answer(s, o, s.asked)
    yield unasked, f"{BOARDS[s.asked]} cannot be asked about this double"
    yield s.phase in IN_TURN and sum(s.present) < 2, "only one player is left in the game"


def faults_of_men(s: Record, o: Record) -> Faults:
    out = [board for board in range(4) if s.off[board] == o.men]
    for board in boards_played(s):
        men = men_at(s, o, board).total() + (board == s.board and s.transit > 0)
        yield s.present[board] and men != o.men, f"{BOARDS[board]} has {men} men: expected {o.men}"
    if out and s.phase != Phase.FINISHED:
        may_be_out = o.teams and o.team_win == TeamWin.BOTH_OUT and s.phase not in BEFORE_TURNS
        partners = len(out) > 1 and (out[1] - out[0]) % 2 == 0
        over = len(out) > 2 or partners or not may_be_out
        yield over, f"{BOARDS[out[0]]} has no man left: the game would be over"


def faults_of_stakes(s: Record, o: Record) -> Faults:
    doubled = s.last != NOBODY and s.player[s.last] != NOBODY
    fits = (s.cube > 1) == doubled
    yield not fits, "'last' must name the player who doubled last, if the cube is above 1, and only then"
    barred = s.phase in (Phase.DOUBLING, Phase.ANSWERING) and not rules.may_double(s, o)
    yield barred, f"{BOARDS[s.board]} may not double here"
    void = s.phase == Phase.FINISHED and s.rolls == o.turn_cap
    for board in boards_played(s):
        name, paid, present = BOARDS[board], s.paid[s.player[board]], s.present[board]
        free = not present and not paid and not void
        yield free, f"{name!r} cannot be 'gone': expected men, for nobody can have withdrawn without paying"
        early = present and paid and s.phase != Phase.FINISHED
        yield early, f"{name} cannot have paid: expected that of players who have withdrawn"


def faults_of_tally(s: Record, o: Record) -> Faults:
    """R23."""
    apart = o.teams and (s.tally[0] != s.tally[2] or s.tally[1] != s.tally[3])
    yield apart, "'tally' must be the same for partners"
    fits = o.match == Match.SINGLE or match_decided(s, o) == (s.phase == Phase.FINISHED)
    yield not fits, "the phase does not fit 'game' and 'tally': expected 'finished' just when the match is decided"
