"""Tree search, a template compiled for each game; `thinker` calls it.

Every simulation walks from the root down the tree: seats choose what puts them furthest ahead (a value for each seat,
max^n), chance draws by its weights. It ends at a position seen for the first time, whose moves are all tried
and judged; the value of the best of them goes back up the path. Where a game has no knowledge of its own, or
playouts are asked for, that value is the score of one random play to the end instead.

A net judges well enough to look at all that chance may bring, not only at what is drawn. A simulation then ends where
chance comes in for the first time: every outcome is judged, and their mean goes back up. Later ones follow one outcome
on, and what it brings above or below that mean is luck, which is taken away again on the way up.
"""

from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import allow, clear_actions, count_actions, next_action
from parlour.engine.contract import (
    CHANCE,
    OVER,
    Actions,
    Points,
    Strengths,
    Terms,
    Weights,
    apply,
    chance,
    legal,
    overlooks,
    score,
)
from parlour.engine.shares import clear_weights, find_share
from parlour.search.judging import evaluate
from parlour.search.net import Net
from parlour.search.playout import draw_action, draw_outcome, next_random
from parlour.search.turns import BEST, LISTED, Turn, finish_turn, lead_of

HAS_NET = False  # whether the game's own `features` are bound here

UNSEEN = -3  # `mover` of a node that no simulation has reached
SPREAD = 0.1  # of the attention goes to all moves alike, so that none is forgotten
GOLDEN = 0.6180339887498949  # steps of this part of the whole, again and again, spread evenly over it

NODE = np.dtype(
    [
        ("visits", np.int32),
        ("first", np.int32),  # the first child, or 0
        ("count", np.int32),  # children of a decision: they lie side by side
        ("next", np.int32),  # the next child of the same chance node, or 0
        ("prior", np.float32),  # the share of attention a move deserves at first
        ("start", np.float32),  # of a chance node: where its draws begin, as a part of the whole
        ("code", np.int16),  # the action or outcome that leads here
        ("mover", np.int16),  # who decides here: a seat, CHANCE, OVER or UNSEEN
    ],
    align=True,
)

SETTING = np.dtype(
    [
        ("exploring", np.float64),  # how much weight a neglected move has against a promising one
        ("sharpness", np.float64),  # how much better a move must look to get e times the attention, of the whole span
        ("low", np.float64),  # the least and the greatest value met so far, for any seat
        ("high", np.float64),
        ("used", np.int64),  # nodes in use
        ("seats", np.int16),
        ("sight", np.int16),  # what `overlooks` goes by
        ("playouts", np.int16),  # 1 to play out at random instead of judging
        ("net", np.int16),  # 1 to judge by the net
        ("longest", np.int32),  # decisions after which a playout is broken off
    ],
    align=True,
)

ROOT, WALK, TRIAL = range(3)  # places in `states`


class Workspace(NamedTuple):
    """All that a search works on; `thinker` makes one for each thread."""

    states: NDArray[Any]  # the root, the walk from there, and a trial
    options: NDArray[Any]
    nodes: NDArray[Any]
    totals: NDArray[np.float64]  # by node and seat: the points of all simulations that came through
    guesses: NDArray[np.float64]  # by node and seat: the points as they were judged before the first came through
    means: NDArray[np.float64]  # by chance node and seat: of the guesses of all that it may bring
    settings: NDArray[Any]
    path: NDArray[np.int32]  # the nodes of the walk
    actions: Actions
    seen: Actions  # those that are not overlooked
    shares: Weights  # of what chance may bring
    weights: NDArray[np.float64]  # of the terms
    terms: Terms
    strengths: Strengths
    points: Points
    rng: NDArray[np.uint64]
    net: Net
    turn: Turn


def evaluate_at(w: Workspace, i: int) -> None:
    """What each seat can expect at a place; who decides there finishes the turn, if that is what a net needs."""
    evaluate_for(w, i, max(0, w.states[i].to_move), BEST)  # at chance nobody decides, whichever seat is named


def evaluate_outcome(w: Workspace, i: int) -> None:
    """The same after an outcome, one of many: where a turn can be finished in many ways, the net judges only some."""
    evaluate_for(w, i, max(0, w.states[i].to_move), LISTED)


def evaluate_for(w: Workspace, i: int, mover: int, way: int) -> None:
    """What each seat can expect at a place after a decision of `mover`, who alone would go on."""
    s = w.states[i]
    o = w.options[0]
    if HAS_NET and w.settings[0].net:
        finish_turn(w.net, w.turn, s, o, mover, w.points, way, w.rng)
    else:
        evaluate(s, o, w.weights, w.terms, w.strengths, w.points)


def weigh_at(w: Workspace, i: int) -> None:
    """How much each seat has of each term at a place, whatever positions are judged by; nothing once it is over."""
    w.terms[:] = 0.0
    evaluate(w.states[i], w.options[0], w.weights, w.terms, w.strengths, w.points)


def plant(w: Workspace) -> None:
    """A new tree, of its root alone."""
    clear_node(w, 0, 0)
    w.settings[0].used = 1
    w.settings[0].low = 1e300
    w.settings[0].high = -1e300


def clear_node(w: Workspace, node: int, code: int) -> None:
    n = w.nodes[node]
    n.visits = 0
    n.first = 0
    n.count = 0
    n.next = 0
    n.prior = 1.0
    n.start = 0.0
    n.code = code
    n.mover = UNSEEN
    for seat in range(w.totals.shape[1]):
        w.totals[node, seat] = 0.0
        w.guesses[node, seat] = 0.0
        w.means[node, seat] = 0.0


def think(w: Workspace, simulations: int) -> int:
    """Run simulations from `states[ROOT]`, the position of node 0; an outcome judged counts as one. How many were made.

    The last may take a few more than were asked for.
    """
    s = w.states[WALK]
    o = w.options[0]
    setting = w.settings[0]
    made = 0
    while made < simulations:
        made += 1
        w.states[WALK] = w.states[ROOT]
        depth = 0
        node = 0
        w.path[0] = 0
        while True:
            if w.nodes[node].mover == UNSEEN:
                w.nodes[node].mover = s.to_move
            mover = w.nodes[node].mover
            if mover == OVER or depth + 1 == len(w.path):
                assess(w)
                break
            if mover == CHANCE:
                if looks_at_all(w) and w.nodes[node].first == 0:
                    made += weigh_outcomes(w, node)
                    break
                node = follow_chance(w, node)
            else:
                if w.nodes[node].count == 0:
                    expand(w, node)
                    if w.nodes[node].count == 0 or (w.nodes[node].count > 1 and setting.playouts):
                        assess(w)
                        break
                    if w.nodes[node].count > 1 and not looks_at_all(w):
                        copy_best(w, node)
                        break
                node = select(w, node)
            if node == 0:  # no room for another node
                assess(w)
                break
            depth += 1
            w.path[depth] = node
            apply(s, o, w.nodes[node].code)
        span_points(w)
        go_back(w, depth)
    return made


def looks_at_all(w: Workspace) -> bool:
    """Whether all that chance may bring is looked at, and not only what is drawn."""
    return bool(HAS_NET and w.settings[0].net)


def go_back(w: Workspace, depth: int) -> None:
    """Add the points to all nodes of the path, the last first; what was luck on the way goes no further up."""
    seats = w.settings[0].seats
    for i in range(depth, -1, -1):
        node = w.path[i]
        w.nodes[node].visits += 1
        for seat in range(seats):
            w.totals[node, seat] += w.points[seat]
        if i > 0 and looks_at_all(w) and w.nodes[w.path[i - 1]].mover == CHANCE:
            for seat in range(seats):
                w.points[seat] += w.means[w.path[i - 1], seat] - w.guesses[node, seat]


def span_points(w: Workspace) -> None:
    """Remember the least and the greatest value met."""
    setting = w.settings[0]
    for seat in range(setting.seats):
        setting.low = min(setting.low, w.points[seat])
        setting.high = max(setting.high, w.points[seat])


def assess(w: Workspace) -> None:
    """What each seat can expect where the walk has come to: at a glance, or by playing on at random."""
    if w.settings[0].playouts:
        play_out(w)
    else:
        evaluate_at(w, WALK)


def follow_chance(w: Workspace, node: int) -> int:
    """The child for an outcome drawn by its weight, new if need be; 0 where there is no room for it.

    The draws of a node are spread evenly over its outcomes from a random start, so that few of them already tell much.
    """
    clear_weights(w.shares)
    total = chance(w.states[WALK], w.options[0], w.shares)
    n = w.nodes[node]
    if n.first == 0:
        n.start = next_random(w.rng) / 2147483648.0
    at = n.start + n.visits * GOLDEN
    outcome = find_share(w.shares, int((at - int(at)) * total))
    child = n.first
    while child != 0:
        if w.nodes[child].code == outcome:
            return int(child)
        child = w.nodes[child].next
    if w.settings[0].used == len(w.nodes):
        return 0
    return add_outcome(w, node, outcome)


def add_outcome(w: Workspace, node: int, outcome: int) -> int:
    """A new child of a chance node; there has to be room for it."""
    child = w.settings[0].used
    w.settings[0].used += 1
    clear_node(w, child, outcome)
    w.nodes[child].next = w.nodes[node].first
    w.nodes[node].first = child
    return int(child)


def weigh_outcomes(w: Workspace, node: int) -> int:
    """Judge all that chance may bring; their mean goes to `points`. How many there were, beyond the first."""
    clear_weights(w.shares)
    total = chance(w.states[WALK], w.options[0], w.shares)
    seats = w.settings[0].seats
    if w.settings[0].used + len(w.shares) > len(w.nodes):
        assess(w)
        return 0
    w.nodes[node].start = next_random(w.rng) / 2147483648.0
    judged = 0
    for outcome in range(len(w.shares)):
        if w.shares[outcome] == 0:
            continue
        judged += 1
        child = add_outcome(w, node, outcome)
        w.states[TRIAL] = w.states[WALK]
        apply(w.states[TRIAL], w.options[0], outcome)
        evaluate_outcome(w, TRIAL)
        for seat in range(seats):
            w.guesses[child, seat] = w.points[seat]
            w.means[node, seat] += w.points[seat] * w.shares[outcome] / total
    for seat in range(seats):
        w.points[seat] = w.means[node, seat]
    return judged - 1


def expand(w: Workspace, node: int) -> None:
    """List the moves of a decision, judge each, and share out attention by how good they look."""
    s = w.states[WALK]
    o = w.options[0]
    setting = w.settings[0]
    clear_actions(w.actions)
    legal(s, o, w.actions)
    see_actions(w)
    count = count_actions(w.seen)
    if setting.used + count > len(w.nodes):
        return
    first = setting.used
    setting.used += count
    w.nodes[node].first = first
    w.nodes[node].count = count
    child = first
    code = next_action(w.seen, -1)
    while code >= 0:
        clear_node(w, child, code)
        if not setting.playouts and count > 1:
            w.states[TRIAL] = s
            apply(w.states[TRIAL], o, code)
            evaluate_for(w, TRIAL, s.to_move, BEST)
            for seat in range(setting.seats):
                w.guesses[child, seat] = w.points[seat]
            if not looks_at_all(w):
                w.nodes[child].visits = 1
                for seat in range(setting.seats):
                    w.totals[child, seat] = w.points[seat]
            span_points(w)
        child += 1
        code = next_action(w.seen, code)
    share_attention(w, first, count, s.to_move)


def see_actions(w: Workspace) -> None:
    """The legal actions that are thought of; somebody who sees no move at all takes a closer look."""
    clear_actions(w.seen)
    seen = 0
    code = next_action(w.actions, -1)
    while code >= 0:
        if not overlooks(w.states[WALK], w.options[0], code, w.settings[0].sight):
            allow(w.seen, code)
            seen += 1
        code = next_action(w.actions, code)
    code = next_action(w.actions, -1) if seen == 0 else -1
    while code >= 0:
        allow(w.seen, code)
        code = next_action(w.actions, code)


def share_attention(w: Workspace, first: int, count: int, mover: int) -> None:
    setting = w.settings[0]
    seats = w.totals.shape[1]
    best = lead_of(w.guesses[first], seats, mover)
    for child in range(first, first + count):
        best = max(best, lead_of(w.guesses[child], seats, mover))
    scale = setting.sharpness * max(1e-9, setting.high - setting.low)
    total = 0.0
    for child in range(first, first + count):
        share = exp((lead_of(w.guesses[child], seats, mover) - best) / scale)
        w.nodes[child].prior = share
        total += share
    for child in range(first, first + count):
        w.nodes[child].prior = SPREAD / count + (1.0 - SPREAD) * w.nodes[child].prior / total


def select(w: Workspace, node: int) -> int:
    """The child that promises most to whoever decides, with a bonus for those that had little attention (PUCT)."""
    n = w.nodes[node]
    setting = w.settings[0]
    span = max(1e-9, setting.high - setting.low)
    bonus = setting.exploring * span * sqrt(n.visits)
    seats = w.totals.shape[1]
    unknown = lead_of(w.totals[node], seats, n.mover) / max(1, n.visits)
    gained = mean_gain(w, node) if looks_at_all(w) else 0.0
    chosen = n.first
    most = -1e300
    for child in range(n.first, n.first + n.count):
        visits = w.nodes[child].visits
        value = lead_of(w.totals[child], seats, n.mover) / visits if visits > 0 else unknown
        if visits == 0 and looks_at_all(w):
            value = lead_of(w.guesses[child], seats, n.mover) + gained
        value += bonus * w.nodes[child].prior / (1 + visits)
        if value > most:
            most = value
            chosen = child
    return int(chosen)


def mean_gain(w: Workspace, node: int) -> float:
    """How much better moves turned out, on average, than they looked; nothing if they turned out worse.

    A net often underrates all moves of a position alike, so the others may be better as well. Worse is only what those
    turn out that looked best, which are looked into first: of the others it tells nothing.
    """
    n = w.nodes[node]
    seats = w.totals.shape[1]
    total = 0.0
    known = 0
    for child in range(n.first, n.first + n.count):
        visits = w.nodes[child].visits
        if visits > 0:
            total += lead_of(w.totals[child], seats, n.mover) / visits - lead_of(w.guesses[child], seats, n.mover)
            known += 1
    return max(0.0, total / max(1, known))


def copy_best(w: Workspace, node: int) -> None:
    """The value of the move that looks best, judged just now."""
    n = w.nodes[node]
    seats = w.totals.shape[1]
    best = n.first
    for child in range(n.first, n.first + n.count):
        if lead_of(w.guesses[child], seats, n.mover) > lead_of(w.guesses[best], seats, n.mover):
            best = child
    for seat in range(seats):
        w.points[seat] = w.guesses[best, seat]


def play_out(w: Workspace) -> None:
    """The score of one play from the walk to the end at random; of none, if it takes too long."""
    s = w.states[WALK]
    o = w.options[0]
    made = 0
    while s.to_move != OVER and made < w.settings[0].longest:
        if s.to_move == CHANCE:
            apply(s, o, draw_outcome(s, o, w.shares, w.rng))
        else:
            apply(s, o, draw_action(s, o, w.actions, w.rng))
            made += 1
    w.points[:] = 0.0
    if s.to_move == OVER:
        score(s, o, w.points)


def find_child(w: Workspace, node: int, code: int) -> int:
    """The child an action or outcome leads to, or 0."""
    n = w.nodes[node]
    child = n.first
    if n.mover == CHANCE:
        while child != 0 and w.nodes[child].code != code:
            child = w.nodes[child].next
        return int(child)
    for i in range(child, child + n.count):
        if w.nodes[i].code == code:
            return i
    return 0


def transplant(w: Workspace, root: int, to: Workspace) -> None:
    """Copy what hangs below a node to a tree of its own; the settings go along."""
    copy_node(w, root, to, 0)
    to.nodes[0].next = 0
    used = 1
    at = 0
    while at < used:
        n = to.nodes[at]
        child = n.first
        if n.mover == CHANCE:
            last = 0
            while child != 0:
                copy_node(w, child, to, used)
                if last == 0:
                    n.first = used
                else:
                    to.nodes[last].next = used
                last = used
                used += 1
                child = w.nodes[child].next
        elif n.count > 0:
            n.first = used
            for i in range(child, child + n.count):
                copy_node(w, i, to, used)
                used += 1
        at += 1
    to.settings[0].used = used


def copy_node(w: Workspace, node: int, to: Workspace, place: int) -> None:
    to.nodes[place] = w.nodes[node]
    for seat in range(w.totals.shape[1]):
        to.totals[place, seat] = w.totals[node, seat]
        to.guesses[place, seat] = w.guesses[node, seat]
        to.means[place, seat] = w.means[node, seat]
