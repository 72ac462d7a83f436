"""What counts in Numeric: money before all, what a card or the dice on the table still bring, and how near the end is.

Money is measured against what may still happen: a lead of £100 says little with twelve throws to come, and nearly
all in the last one. What the dice offer is judged in offers.py, and what somebody overlooks in seeing.py.
"""

from math import sqrt

import numpy as np

from parlour.engine.bits import count_bits
from parlour.engine.contract import Points, Record, Strengths, Terms
from parlour.engine.contract import worth as share_points
from parlour.games.numeric.cards import bank_pays, cards_to_come, each_pays, is_broke
from parlour.games.numeric.chances import has_three_dice
from parlour.games.numeric.conditions import LineColour
from parlour.games.numeric.offers import CHANCE_OF, judge_counters, judge_numbers, judge_racks
from parlour.games.numeric.options import EndCards, Variant
from parlour.games.numeric.pack import BANK, PACK, Card
from parlour.games.numeric.placing import bit, can_place, word
from parlour.games.numeric.reach import HIGHEST
from parlour.games.numeric.seeing import overlooks
from parlour.games.numeric.state import Ending, Phase
from parlour.games.numeric.terms import Term
from parlour.games.numeric.turns import is_stating

__all__ = ["WEIGHTS", "Term", "judge", "overlooks", "row", "worth"]


# python -m parlour.search.fitting numeric --preset … --plays 300 --rounds 3 --fixed card,out: the mean of the rounds.
# A card is only drawn at chance, where nothing is sampled; its pounds weigh what pounds weigh.
WEIGHTS = {
    "money": Variant.table(BASIC=1.60, ZONES=1.00, HEX=0.95, COUNTERS=0.90),
    "card": Variant.table(BASIC=0.00, ZONES=1.00, HEX=0.95, COUNTERS=0.90),
    "offer": Variant.table(BASIC=1.05, ZONES=1.00, HEX=0.90, COUNTERS=1.05),
    "rack": Variant.table(BASIC=0.00, ZONES=0.00, HEX=0.00, COUNTERS=0.60),
    "out": Variant.table(BASIC=-30.0, ZONES=-30.0, HEX=-30.0, COUNTERS=-30.0),
}

# How far purses drift apart in one throw, what a side earns with it, and how many cards a side draws
SPREAD = np.array(Variant.table(BASIC=1.0, ZONES=120.0, HEX=120.0, COUNTERS=500.0))
PACE = np.array(Variant.table(BASIC=0.5, ZONES=110.0, HEX=140.0, COUNTERS=400.0))
DRAWS = np.array(Variant.table(BASIC=0.0, ZONES=0.4, HEX=0.7, COUNTERS=0.1))


def row(o: Record) -> int:
    return int(o.variant)


def judge(s: Record, o: Record, terms: Terms) -> None:
    scale = 1.0 / (SPREAD[o.variant] * sqrt(throws_left(s, o)))
    judge_money(s, o, terms, scale)
    if s.phase == Phase.TURNING_CARD:
        judge_card(s, o, terms, scale)
    elif s.phase == Phase.CHOOSING:
        terms[s.turn, Term.CARD] = BANK[s.card] * scale
    if o.variant == Variant.BASIC:
        if s.phase == Phase.FORMING and can_place(s, o):
            terms[s.turn, Term.OFFER] = scale
    elif o.variant == Variant.COUNTERS:
        judge_racks(s, o, terms)
        if s.covered > 0 and uses_dice(s):
            judge_counters(s, o, terms, scale)
    elif uses_dice(s):
        judge_numbers(s, o, terms, scale)


def judge_money(s: Record, o: Record, terms: Terms, scale: float) -> None:
    mean = 0.0
    active = 0
    for seat in range(o.players):
        if s.out[seat] == 0:
            mean += s.money[seat]
            active += 1
    mean /= max(1, active)
    for seat in range(o.players):
        if s.out[seat] != 0 or is_broke(s, seat):
            terms[seat, Term.OUT] = 1.0
        else:
            terms[seat, Term.MONEY] = (s.money[seat] - mean) * scale


def uses_dice(s: Record) -> bool:
    """Whether somebody may still make a number of the dice on the table; who is bankrupt comes before that."""
    return is_stating(s) or s.phase == Phase.TURNING_CARD or s.phase == Phase.CHOOSING


def throws_left(s: Record, o: Record) -> float:
    """About how many throws are to come, the one on the table counting half."""
    if s.last != Ending.GOING_ON or s.clock:
        return 0.5
    at_table = 0.0 if s.phase == Phase.THROWING else 0.5
    together = 1.0 if o.variant == Variant.BASIC else 1.0 * o.players  # numbers that go with a throw
    left = o.max_throws - s.throws + at_table
    numbers = count_bits(s.free[0] & o.in_play[0]) + count_bits(s.free[1] & o.in_play[1])
    left = min(left, numbers / together)
    if o.end_funds > 0:
        most = 0
        for seat in range(o.players):
            most = max(most, s.money[seat])
        left = min(left, (o.end_funds - most) / PACE[o.variant])
    if o.end_throws > 0:
        left = min(left, o.end_throws - s.throws + at_table)
    if o.end_count > 0:
        left = min(left, (o.end_count - s.covered) / together)
    if o.end_primes > 0:
        primes = count_bits(s.free[0] & o.primes[0]) + count_bits(s.free[1] & o.primes[1])
        left = min(left, 2.0 * primes / together)
    if o.end_line != LineColour.NONE or o.end_zones > 0:
        left = min(left, 6.0)
    left = max(left, 0.5)
    if o.cards and o.end_cards == EndCards.AS_PRINTED:
        left = 1.0 / (1.0 / left + DRAWS[o.variant] * o.players * chance_to_end(s, o))
    return max(left, 0.5)


def chance_to_end(s: Record, o: Record) -> float:
    """That the next card is one of the two with which a game may be ended."""
    cards = cards_to_come(s, o)
    return ((cards >> Card.SPECIAL200 & 1) + (cards >> Card.SPECIAL300 & 1)) / count_bits(cards)


def judge_card(s: Record, o: Record, terms: Terms, scale: float) -> None:
    """What the card about to be turned brings in the mean."""
    cards = cards_to_come(s, o)
    bank = 0
    each = 0
    for card in range(1, PACK + 1):
        if cards >> card & 1:
            bank += bank_pays(s, o, card)
            each += each_pays(s, card)
    scale /= count_bits(cards)
    for seat in range(o.players):
        if s.out[seat] == 0 and seat != s.turn:
            terms[seat, Term.CARD] -= each * scale
            terms[s.turn, Term.CARD] += each * scale
    terms[s.turn, Term.CARD] += bank * scale


def worth(s: Record, o: Record, strengths: Strengths, points: Points) -> None:
    """The richest takes all, or all the money if he is alone; whoever may end the game does so when it pays."""
    if o.players == 1:
        points[0] = s.money[0] + covers_to_come(s, o)
        return
    share_points(s, o, strengths, points)
    if s.phase == Phase.CHOOSING:
        end_with(s, o, 1.0, points)
    elif s.phase == Phase.TURNING_CARD and o.end_cards == EndCards.AS_PRINTED:
        end_with(s, o, chance_to_end(s, o), points)


def end_with(s: Record, o: Record, chance: float, points: Points) -> None:
    """E2. With a chance the side whose turn it is may end the game as it stands."""
    seats = o.players
    most = 0
    winners = 0
    for seat in range(seats):
        if s.out[seat] == 0 and s.money[seat] > most:
            most = s.money[seat]
            winners = 0
        winners += s.out[seat] == 0 and s.money[seat] == most
    if s.money[s.turn] < most or (seats / winners - 1.0) / (seats - 1) <= points[s.turn]:
        return
    for seat in range(seats):
        won = 1.0 / winners if s.out[seat] == 0 and s.money[seat] == most else 0.0
        points[seat] += chance * ((seats * won - 1.0) / (seats - 1) - points[seat])


def covers_to_come(s: Record, o: Record) -> float:
    """About how many numbers somebody alone will still cover."""
    four = 0 if has_three_dice(o, s.throws) else 1
    throws = 1.0 * (o.max_throws - s.throws)
    if o.end_throws > 0:
        throws = min(throws, 1.0 * (o.end_throws - s.throws))
    covers = 0.0
    numbers = 0.0
    for n in range(1, HIGHEST + 1):
        if s.free[word(n)] & bit(n) and CHANCE_OF[four, n] > 0.0:
            tries = throws * CHANCE_OF[four, n]
            covers += tries / (1.0 + tries)
            numbers += 1.0
    if o.end_count > 0:
        numbers = min(numbers, 1.0 * (o.end_count - s.covered))
    if s.phase == Phase.FORMING and can_place(s, o):
        covers += 1.0
        throws += 1.0
    return min(covers, min(numbers, throws))
