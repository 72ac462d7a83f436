"""A small net that judges positions: what it looks at, what it answers and how it learns. A template, as `tree` is one.

A net looks at a position where a turn has ended, from the seat whose turn comes next, and answers some numbers from 0
to 1 for every seat: first its share of the win, then whatever else the game wants to know (`hooks.Learning`). It has
one hidden layer. Nothing but sums, products and quotients go into an answer, always in the same order, so it is the
same to the last bit wherever it is worked out.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import Points, Record, Terms, kind, value
from parlour.search.judging import judge

VIEWER, KIND, COUNT = range(3)  # places in `found`

BLOCK = 8  # numbers looked at together, whether any of them is not 0

STEEPEST = 40.0  # beyond this a share is as good as 0 or 1
LN2 = 0.6931471805599453
HALVES = np.array([2.0**-n for n in range(64)])


class Net(NamedTuple):
    """The weights of a net, which all threads share, and room for one of them to work in."""

    inward: NDArray[np.float32]  # by kind of position, number looked at, and hidden unit
    bias: NDArray[np.float32]  # by kind and hidden unit
    outward: NDArray[np.float32]  # by kind, answer and hidden unit
    lift: NDArray[np.float32]  # by kind and answer
    seen: NDArray[np.float32]  # all numbers looked at, made up to whole blocks
    blocks: NDArray[np.uint64]  # the same memory, by block
    terms: Terms  # what the game's knowledge sees, which are the last of them
    places: NDArray[np.int32]  # of those that are not 0
    numbers: NDArray[np.float32]  # and they themselves
    found: NDArray[np.int64]  # who looks, the kind of position, and how many numbers are not 0
    hidden: NDArray[np.float32]
    bent: NDArray[np.float32]  # by hidden unit: what its sum was divided by
    shares: NDArray[np.float64]  # the answers, by seat and number


def features(s: Record, o: Record, seat: int, out: NDArray[np.float32]) -> None:
    """What is looked at besides the terms, the seat that looks first; the array comes zeroed."""


def viewer_of(s: Record) -> int:
    """Who looks: the seat whose turn it is, or who is asked."""
    if s.turn >= 0:
        return int(s.turn)
    return int(max(0, s.to_move))


def weigh(net: Net, s: Record, o: Record, points: Points) -> None:
    """The points each seat can expect, by the net."""
    look(net, s, o)
    answer(net)
    value(s, o, net.shares, points)


def look(net: Net, s: Record, o: Record) -> None:
    """Everything the net goes by; what is 0 is passed over."""
    seats = len(net.shares)
    viewer = viewer_of(s)
    net.found[VIEWER] = viewer
    net.found[KIND] = kind(s, o)
    net.seen[:] = 0.0
    features(s, o, viewer, net.seen)
    net.terms[:] = 0.0
    judge(s, o, net.terms)
    count = net.terms.shape[1]
    at = len(net.places) - seats * count
    for i in range(seats):
        seat = (viewer + i) % seats
        for term in range(count):
            net.seen[at] = np.float32(net.terms[seat, term])
            at += 1
    n = 0
    for block in range(len(net.blocks)):
        words = net.blocks[block]
        if words[0] | words[1] | words[2] | words[3]:
            for place in range(BLOCK * block, BLOCK * (block + 1)):
                if net.seen[place] != 0.0:
                    net.places[n] = place
                    net.numbers[n] = net.seen[place]
                    n += 1
    net.found[COUNT] = n


def answer(net: Net) -> None:
    """The answers to what was looked at last."""
    k = net.found[KIND]
    width = len(net.hidden)
    hidden = net.hidden
    for j in range(width):
        hidden[j] = net.bias[k, j]
    add_numbers(net, net.inward[k])
    for j in range(width):
        net.bent[j] = np.float32(1.0) + abs(hidden[j])
        hidden[j] = hidden[j] / net.bent[j]
    seats, each = net.shares.shape
    most = -1e300
    for i in range(seats):
        seat = (net.found[VIEWER] + i) % seats
        at, end = i * each, (i + 1) * each
        sum_up(net.outward[k, at:end], net.lift[k, at:end], hidden, net.shares[seat])
        most = max(most, net.shares[seat, 0])
    whole = 0.0
    for seat in range(seats):
        net.shares[seat, 0] = falling(most - net.shares[seat, 0])
        whole += net.shares[seat, 0]
        for share in range(1, each):
            net.shares[seat, share] = rising(net.shares[seat, share])
    for seat in range(seats):
        net.shares[seat, 0] /= whole


def add_numbers(net: Net, inward: NDArray[np.float32]) -> None:
    """Add all that was looked at to the hidden units: four numbers at a time, since that is faster."""
    hidden, places, numbers = net.hidden, net.places, net.numbers
    count = net.found[COUNT]
    n = 0
    while n + 4 <= count:
        a, b, c, d = inward[places[n]], inward[places[n + 1]], inward[places[n + 2]], inward[places[n + 3]]
        p, q, r, s = numbers[n], numbers[n + 1], numbers[n + 2], numbers[n + 3]
        for j in range(len(hidden)):
            hidden[j] = hidden[j] + a[j] * p + b[j] * q + c[j] * r + d[j] * s
        n += 4
    while n < count:
        a, p = inward[places[n]], numbers[n]
        for j in range(len(hidden)):
            hidden[j] += a[j] * p
        n += 1


def sum_up(
    outward: NDArray[np.float32], lift: NDArray[np.float32], hidden: NDArray[np.float32], sums: NDArray[np.float64]
) -> None:
    """What the hidden units say to the answers of a seat: four answers at a time, since none waits for another."""
    n = 0
    while n + 4 <= len(sums):
        a, b, c, d = outward[n], outward[n + 1], outward[n + 2], outward[n + 3]
        p, q = np.float64(lift[n]), np.float64(lift[n + 1])
        r, s = np.float64(lift[n + 2]), np.float64(lift[n + 3])
        for j in range(len(hidden)):
            unit = np.float64(hidden[j])
            p += np.float64(a[j]) * unit
            q += np.float64(b[j]) * unit
            r += np.float64(c[j]) * unit
            s += np.float64(d[j]) * unit
        sums[n], sums[n + 1], sums[n + 2], sums[n + 3] = p, q, r, s
        n += 4
    while n < len(sums):
        total = np.float64(lift[n])
        for j in range(len(hidden)):
            total += np.float64(outward[n, j]) * np.float64(hidden[j])
        sums[n] = total
        n += 1


def rising(x: float) -> float:
    """The logistic function."""
    if x > 0.0:
        return 1.0 / (1.0 + falling(x))
    low = falling(-x)
    return low / (1.0 + low)


def falling(x: float) -> float:
    """e to the power of -x, for x from 0 on, by means that give the same everywhere."""
    if x > STEEPEST:
        x = STEEPEST
    halvings = int(x / LN2)
    rest = x - halvings * LN2
    total = 1.0
    for n in range(14, 0, -1):
        total = 1.0 - total * rest / n
    return total * float(HALVES[halvings])


def learn(net: Net, wanted: NDArray[np.float64], rate: float) -> None:
    """Bring the answers to what lies in `places` and `numbers` nearer to the wanted ones."""
    answer(net)
    k = net.found[KIND]
    width = len(net.hidden)
    seats, each = net.shares.shape
    back = net.seen[:width]  # not needed now: what each hidden unit has to do with the faults
    for j in range(width):
        back[j] = 0.0
    for i in range(seats):
        seat = (net.found[VIEWER] + i) % seats
        for share in range(each):
            fault = np.float32(rate * (wanted[seat, share] - net.shares[seat, share]))
            out = net.outward[k, i * each + share]
            for j in range(width):
                back[j] += fault * out[j]
                out[j] += fault * net.hidden[j]
            net.lift[k, i * each + share] += fault
    for j in range(width):
        back[j] *= np.float32(1.0) / (net.bent[j] * net.bent[j])
        net.bias[k, j] += back[j]
    for n in range(net.found[COUNT]):
        row = net.inward[k, net.places[n]]
        number = net.numbers[n]
        for j in range(width):
            row[j] += back[j] * number
