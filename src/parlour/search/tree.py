"""Tree search, a template compiled for each game; `thinker` calls it.

Every simulation walks from the root down the tree: seats choose what puts them furthest ahead (a value for each seat,
max^n), chance draws by its weights. It ends at a position seen for the first time, whose moves are all tried
and judged; the value of the best of them goes back up the path. Where a game has no knowledge of its own, or
playouts are asked for, that value is the score of one random play to the end instead.
"""

from math import exp, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import CHANCE, OVER, Flags, Points, Record, Weights, apply, chance, legal, score
from parlour.search.playout import draw_action, draw_outcome, find_share, next_random

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
        ("longest", np.int32),  # decisions after which a playout is broken off
    ],
    align=True,
)

ROOT, WALK, TRIAL = range(3)  # places in `states`

Values = NDArray[np.float64]


def judge(s: Record, o: Record, terms: NDArray[np.float64]) -> None:
    """How much each seat has of each thing that counts; the array comes zeroed."""


def worth(s: Record, o: Record, strengths: Values, points: Points) -> None:
    """The points each seat can expect, from the weighted sums of its terms: here, one winner whom the others pay."""
    seats = len(strengths)
    most = strengths[0]
    for seat in range(seats):
        most = max(most, strengths[seat])
    total = 0.0
    for seat in range(seats):
        points[seat] = exp(strengths[seat] - most)
        total += points[seat]
    for seat in range(seats):
        points[seat] = (seats * points[seat] / total - 1.0) / max(1, seats - 1)


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    """Whether somebody of that sight does not think of an action."""
    return False


def evaluate(
    s: Record, o: Record, weights: Values, terms: NDArray[np.float64], strengths: Values, points: Points
) -> None:
    """What each seat can expect from here, at a glance."""
    points[:] = 0.0
    if s.to_move == OVER:
        score(s, o, points)
        return
    terms[:] = 0.0
    judge(s, o, terms)
    for seat in range(len(strengths)):
        strengths[seat] = 0.0
        for term in range(len(weights)):
            strengths[seat] += weights[term] * terms[seat, term]
    worth(s, o, strengths, points)


def evaluate_at(
    states: NDArray[Any],
    i: int,
    options: NDArray[Any],
    weights: Values,
    terms: NDArray[np.float64],
    strengths: Values,
    points: Points,
) -> None:
    evaluate(states[i], options[0], weights, terms, strengths, points)


def plant(nodes: NDArray[Any], totals: NDArray[np.float64], settings: NDArray[Any]) -> None:
    """A new tree, of its root alone."""
    clear_node(nodes, totals, 0, 0)
    settings[0].used = 1
    settings[0].low = 1e300
    settings[0].high = -1e300


def clear_node(nodes: NDArray[Any], totals: NDArray[np.float64], node: int, code: int) -> None:
    n = nodes[node]
    n.visits = 0
    n.first = 0
    n.count = 0
    n.next = 0
    n.prior = 1.0
    n.start = 0.0
    n.code = code
    n.mover = UNSEEN
    for seat in range(totals.shape[1]):
        totals[node, seat] = 0.0


def think(
    states: NDArray[Any],
    options: NDArray[Any],
    nodes: NDArray[Any],
    totals: NDArray[np.float64],
    settings: NDArray[Any],
    path: NDArray[np.int32],
    mask: Flags,
    shares: Weights,
    weights: Values,
    terms: NDArray[np.float64],
    strengths: Values,
    points: Points,
    rng: NDArray[np.uint64],
    simulations: int,
) -> None:
    """Run simulations from `states[ROOT]`, the position of node 0."""
    o = options[0]
    setting = settings[0]
    s = states[WALK]
    for _ in range(simulations):
        states[WALK] = states[ROOT]
        depth = 0
        node = 0
        path[0] = 0
        while True:
            if nodes[node].mover == UNSEEN:
                nodes[node].mover = s.to_move
            mover = nodes[node].mover
            if mover == OVER or depth + 1 == len(path):
                assess(s, o, weights, terms, strengths, points, mask, shares, setting, rng)
                break
            if mover == CHANCE:
                node = follow_chance(s, o, nodes, totals, node, shares, setting, rng)
            else:
                if nodes[node].count == 0:
                    expand(states, o, nodes, totals, node, mask, weights, terms, strengths, points, setting)
                    if nodes[node].count > 1 and not setting.playouts:
                        copy_best(nodes, totals, node, points)
                        break
                    if nodes[node].count != 1:
                        assess(s, o, weights, terms, strengths, points, mask, shares, setting, rng)
                        break
                node = select(nodes, totals, node, setting)
            if node == 0:  # no room for another node
                assess(s, o, weights, terms, strengths, points, mask, shares, setting, rng)
                break
            depth += 1
            path[depth] = node
            apply(s, o, nodes[node].code)
        for seat in range(setting.seats):
            setting.low = min(setting.low, points[seat])
            setting.high = max(setting.high, points[seat])
        for i in range(depth + 1):
            nodes[path[i]].visits += 1
            for seat in range(setting.seats):
                totals[path[i], seat] += points[seat]


def assess(
    s: Record,
    o: Record,
    weights: Values,
    terms: NDArray[np.float64],
    strengths: Values,
    points: Points,
    mask: Flags,
    shares: Weights,
    setting: Record,
    rng: NDArray[np.uint64],
) -> None:
    """What each seat can expect from here: at a glance, or by playing on at random."""
    if setting.playouts:
        play_out(s, o, mask, shares, points, setting, rng)
    else:
        evaluate(s, o, weights, terms, strengths, points)


def follow_chance(
    s: Record,
    o: Record,
    nodes: NDArray[Any],
    totals: NDArray[np.float64],
    node: int,
    shares: Weights,
    setting: Record,
    rng: NDArray[np.uint64],
) -> int:
    """The child for an outcome drawn by its weight, new if need be; 0 where there is no room for it.

    The draws of a node are spread evenly over its outcomes from a random start, so that few of them already tell much.
    """
    shares[:] = 0
    total = chance(s, o, shares)
    n = nodes[node]
    if n.first == 0:
        n.start = next_random(rng) / 2147483648.0
    at = n.start + n.visits * GOLDEN
    outcome = find_share(shares, int((at - int(at)) * total))
    child = n.first
    while child != 0:
        if nodes[child].code == outcome:
            return int(child)
        child = nodes[child].next
    if setting.used == len(nodes):
        return 0
    child = setting.used
    setting.used += 1
    clear_node(nodes, totals, child, outcome)
    nodes[child].next = n.first
    n.first = child
    return int(child)


def expand(
    states: NDArray[Any],
    o: Record,
    nodes: NDArray[Any],
    totals: NDArray[np.float64],
    node: int,
    mask: Flags,
    weights: Values,
    terms: NDArray[np.float64],
    strengths: Values,
    points: Points,
    setting: Record,
) -> None:
    """List the moves of a decision, judge each, and share out attention by how good they look."""
    s = states[WALK]
    mover = s.to_move
    mask[:] = 0
    legal(s, o, mask)
    seen = 0
    for code in range(len(mask)):
        if mask[code]:
            if overlooks(s, o, code, setting.sight):
                mask[code] = 2
            else:
                seen += 1
    wanted = 1 if seen > 0 else 2  # somebody who sees no move at all takes a closer look
    count = 0
    for code in range(len(mask)):
        count += mask[code] == wanted
    if setting.used + count > len(nodes):
        return
    first = setting.used
    setting.used += count
    nodes[node].first = first
    nodes[node].count = count
    child = first
    for code in range(len(mask)):
        if mask[code] == wanted:
            clear_node(nodes, totals, child, code)
            if not setting.playouts and count > 1:
                states[TRIAL] = s
                apply(states[TRIAL], o, code)
                evaluate(states[TRIAL], o, weights, terms, strengths, points)
                nodes[child].visits = 1
                for seat in range(setting.seats):
                    totals[child, seat] = points[seat]
                    setting.low = min(setting.low, points[seat])
                    setting.high = max(setting.high, points[seat])
            child += 1
    share_attention(nodes, totals, first, count, mover, setting)


def share_attention(
    nodes: NDArray[Any], totals: NDArray[np.float64], first: int, count: int, mover: int, setting: Record
) -> None:
    best = lead(totals, first, mover)
    for child in range(first, first + count):
        best = max(best, lead(totals, child, mover))
    scale = setting.sharpness * max(1e-9, setting.high - setting.low)
    total = 0.0
    for child in range(first, first + count):
        share = exp((lead(totals, child, mover) - best) / scale)
        nodes[child].prior = share
        total += share
    for child in range(first, first + count):
        nodes[child].prior = SPREAD / count + (1.0 - SPREAD) * nodes[child].prior / total


def lead(totals: NDArray[np.float64], node: int, seat: int) -> float:
    """How far a seat is ahead of what all have on average; playing alone, its points.

    Where what one wins others lose, that is as good as its points; elsewhere it tells a draw from a defeat.
    """
    seats = totals.shape[1]
    total = 0.0
    for other in range(seats):
        total += totals[node, other]
    return float(totals[node, seat]) - (total / seats if seats > 1 else 0.0)


def select(nodes: NDArray[Any], totals: NDArray[np.float64], node: int, setting: Record) -> int:
    """The child that promises most to whoever decides, with a bonus for those that had little attention (PUCT)."""
    n = nodes[node]
    mover = n.mover
    span = max(1e-9, setting.high - setting.low)
    bonus = setting.exploring * span * sqrt(n.visits)
    unknown = lead(totals, node, mover) / max(1, n.visits)
    chosen = n.first
    most = -1e300
    for child in range(n.first, n.first + n.count):
        visits = nodes[child].visits
        value = lead(totals, child, mover) / visits if visits > 0 else unknown
        value += bonus * nodes[child].prior / (1 + visits)
        if value > most:
            most = value
            chosen = child
    return int(chosen)


def copy_best(nodes: NDArray[Any], totals: NDArray[np.float64], node: int, points: Points) -> None:
    """The value of the move that looks best, judged just now."""
    n = nodes[node]
    best = n.first
    for child in range(n.first, n.first + n.count):
        if lead(totals, child, n.mover) > lead(totals, best, n.mover):
            best = child
    for seat in range(totals.shape[1]):
        points[seat] = totals[best, seat]


def play_out(
    s: Record, o: Record, mask: Flags, shares: Weights, points: Points, setting: Record, rng: NDArray[np.uint64]
) -> None:
    """The score of one play to the end at random; of none, if it takes too long."""
    made = 0
    while s.to_move != OVER and made < setting.longest:
        if s.to_move == CHANCE:
            apply(s, o, draw_outcome(s, o, shares, rng))
        else:
            apply(s, o, draw_action(s, o, mask, rng))
            made += 1
    points[:] = 0.0
    if s.to_move == OVER:
        score(s, o, points)


def find_child(nodes: NDArray[Any], node: int, code: int) -> int:
    """The child an action or outcome leads to, or 0."""
    n = nodes[node]
    child = n.first
    if n.mover == CHANCE:
        while child != 0 and nodes[child].code != code:
            child = nodes[child].next
        return int(child)
    for i in range(child, child + n.count):
        if nodes[i].code == code:
            return i
    return 0


def transplant(
    nodes: NDArray[Any],
    totals: NDArray[np.float64],
    root: int,
    new_nodes: NDArray[Any],
    new_totals: NDArray[np.float64],
    settings: NDArray[Any],
) -> None:
    """Copy what hangs below a node to a tree of its own."""
    copy_node(nodes, totals, root, new_nodes, new_totals, 0)
    new_nodes[0].next = 0
    used = 1
    at = 0
    while at < used:
        n = new_nodes[at]
        child = n.first
        if n.mover == CHANCE:
            last = 0
            while child != 0:
                copy_node(nodes, totals, child, new_nodes, new_totals, used)
                if last == 0:
                    n.first = used
                else:
                    new_nodes[last].next = used
                last = used
                used += 1
                child = nodes[child].next
        elif n.count > 0:
            n.first = used
            for i in range(child, child + n.count):
                copy_node(nodes, totals, i, new_nodes, new_totals, used)
                used += 1
        at += 1
    settings[0].used = used


def copy_node(
    nodes: NDArray[Any],
    totals: NDArray[np.float64],
    node: int,
    new_nodes: NDArray[Any],
    new_totals: NDArray[np.float64],
    place: int,
) -> None:
    new_nodes[place] = nodes[node]
    for seat in range(totals.shape[1]):
        new_totals[place, seat] = totals[node, seat]
