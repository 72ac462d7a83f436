"""What counts in Numeric: money before all, what a card or the dice on the table still bring, and how near the end is.

Money is measured against what may still happen: a lead of £100 says little with twelve throws to come, and nearly
all in the last one.
"""

from math import exp, sqrt

import numpy as np
from numpy.typing import NDArray

from parlour.engine.contract import Points, Record
from parlour.engine.level import EVERYTHING
from parlour.games.numeric import expressions
from parlour.games.numeric.board import CELLS, NEXT, RING
from parlour.games.numeric.cards import (
    ALIKE,
    BANK,
    DIV6,
    DIVISION,
    DOUBLE_A,
    DOUBLE_B,
    EACH,
    EVEN_A,
    EVEN_B,
    PACK,
    PRIME_A,
    PRIME_B,
    SAME_DICE,
    SPECIAL_200,
    SPECIAL_300,
    SUBTRACTION,
    TREBLE,
    next_is_known,
)
from parlour.games.numeric.codes import (
    AS_PRINTED,
    BASIC,
    CHOOSING,
    COUNTERS,
    END,
    FORM,
    FORMING,
    GOING_ON,
    HEX,
    MINUS,
    OVER_SIGN,
    PASS,
    PLACING,
    SWAP_DRAW,
    THROWING,
    TURNING_CARD,
)
from parlour.games.numeric.placing import bit, draws_card, formable, rack_of, reward, word
from parlour.games.numeric.reach import FOUR, INDEX, REACH, REACHED, ROLLS, THREE, THROWS, WAYS, class_table

TERMS = ("money", "card", "offer", "rack", "out")
MONEY, CARDS, OFFER, RACK, OUT = range(5)

# python -m parlour.search.fitting numeric --preset … --plays 300 --rounds 3 --fixed card,out: the mean of the rounds.
# A card is only drawn at chance, where nothing is sampled; its pounds weigh what pounds weigh.
WEIGHTS = np.array(
    [
        [1.60, 0.00, 1.05, 0.00, -30.0],
        [1.00, 1.00, 1.00, 0.00, -30.0],
        [0.95, 0.95, 0.90, 0.00, -30.0],
        [0.90, 0.90, 1.05, 0.60, -30.0],
    ]
)

SPREAD = np.array([1.0, 120.0, 120.0, 500.0])  # how far purses drift apart in one throw, by game
PACE = np.array([0.5, 110.0, 140.0, 400.0])  # what a side earns with a throw
DRAWS = np.array([0.0, 0.4, 0.7, 0.1])  # cards that a side draws with a throw

# Sights: up to HARDEST, the cost of the hardest calculation that somebody sees
BEGINNER = 1  # also takes the money rather than end a game, and uses its own rack alone
HARDEST = 7
BEST_SIGNS = 8


def _costs() -> NDArray[np.int64]:
    """For every throw and every number with its class, as 4(n − 1) + c: what the simplest calculation costs."""
    costs = np.full((len(THROWS), 400), HARDEST, np.int64)
    for throw in THROWS:
        for n, classes in class_table(throw).items():
            for c in range(4):
                if classes >> c & 1:
                    signs = expressions.simplest(throw, n, c) or ""
                    cost = sum(expressions.COSTS.get(sign, 2 * (sign == "(")) for sign in signs)
                    costs[INDEX[throw], 4 * (n - 1) + c] = cost
    return costs


def _chances() -> NDArray[np.float64]:
    """For three and four dice, and every number: the chance that a throw makes it."""
    chances = np.zeros((2, 101))
    for four, throws in enumerate((range(FOUR, FOUR + THREE), range(FOUR))):
        for throw in throws:
            for n in range(1, 101):
                if int(REACHED[0, throw, (n - 1) // 50]) >> (n - 1) % 50 & 1:
                    chances[four, n] += ROLLS[throw] / (6**4 if four else 6**3)
    return chances


COST = _costs()
CHANCE_OF = _chances()

# What a card brings from the bank for a likely number, in `zones` and in `hex`, and how often it pays the reward again
LIKELY = np.array([BANK, BANK], np.float64)
LIKELY[0, [DIV6, DIVISION, PRIME_A, PRIME_B, SUBTRACTION]] = 0, 200, 100, 200, 150
LIKELY[1, [DIV6, DIVISION, PRIME_A, PRIME_B, SUBTRACTION]] = -16, 170, 25, 50, 150
LIKELY[:, [EVEN_A, EVEN_B]] = 0
AGAIN = np.zeros(PACK + 1)
AGAIN[[DOUBLE_A, DOUBLE_B, TREBLE]] = 1, 1, 2


def row(o: Record) -> int:
    return int(o.variant)


def judge(s: Record, o: Record, terms: NDArray[np.float64]) -> None:
    variant = o.variant
    seats = o.players
    phase = s.phase
    scale = 1.0 / (SPREAD[variant] * sqrt(throws_left(s, o)))
    mean = 0.0
    active = 0
    for seat in range(seats):
        if s.out[seat] == 0:
            mean += s.money[seat]
            active += 1
    mean /= max(1, active)
    for seat in range(seats):
        if s.out[seat] != 0 or s.broke[seat] != 0:
            terms[seat, OUT] = 1.0
        else:
            terms[seat, MONEY] = (s.money[seat] - mean) * scale
    if phase == TURNING_CARD:
        judge_card(s, o, terms, scale)
    elif phase == CHOOSING:
        terms[s.turn, CARDS] = BANK[s.card] * scale
    if variant == BASIC:
        if phase == FORMING and (formable(s, o, 0) != 0 or formable(s, o, 1) != 0):
            terms[s.turn, OFFER] = scale
    elif variant == COUNTERS:
        judge_racks(s, o, terms)
        if s.covered > 0 and phase >= FORMING and phase <= CHOOSING:
            judge_cells(s, o, terms, scale)
    elif phase == FORMING or phase == TURNING_CARD or phase == CHOOSING:
        judge_numbers(s, o, terms, scale)


def throws_left(s: Record, o: Record) -> float:
    """About how many throws are to come, the one on the table counting half."""
    variant = o.variant
    seats = o.players
    if s.last != GOING_ON or s.clock:
        return 0.5
    at_table = 0.0 if s.phase == THROWING else 0.5
    together = 1.0 if variant == BASIC else 1.0 * seats  # numbers that go with a throw
    left = o.max_throws - s.throws + at_table
    numbers = count(s.free[0] & o.in_play[0]) + count(s.free[1] & o.in_play[1])
    left = min(left, numbers / together)
    if o.end_funds > 0:
        most = 0
        for seat in range(seats):
            most = max(most, s.money[seat])
        left = min(left, (o.end_funds - most) / PACE[variant])
    if o.end_throws > 0:
        left = min(left, o.end_throws - s.throws + at_table)
    if o.end_count > 0:
        left = min(left, (o.end_count - s.covered) / together)
    if o.end_primes > 0:
        primes = count(s.free[0] & o.primes[0]) + count(s.free[1] & o.primes[1])
        left = min(left, 2.0 * primes / together)
    if o.end_line > 0 or o.end_zones > 0:
        left = min(left, 6.0)
    left = max(left, 0.5)
    if o.cards and o.end_cards == AS_PRINTED:
        left = 1.0 / (1.0 / left + DRAWS[variant] * seats * chance_to_end(s, o))
    return max(left, 0.5)


def count(bits: int) -> int:
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


def cards_to_come(s: Record, o: Record) -> int:
    """The cards that may be the next one, as bits."""
    if next_is_known(s, o):
        return 1 << s.pack[s.drawn % PACK]
    cards = (1 << PACK + 1) - 2
    for i in range(s.drawn % PACK):
        cards &= ~(1 << s.pack[i])
    return cards


def chance_to_end(s: Record, o: Record) -> float:
    """That the next card is one of the two with which a game may be ended."""
    cards = cards_to_come(s, o)
    return ((cards >> SPECIAL_200 & 1) + (cards >> SPECIAL_300 & 1)) / count(cards)


def judge_card(s: Record, o: Record, terms: NDArray[np.float64], scale: float) -> None:
    """What the card about to be turned brings in the mean."""
    cards = cards_to_come(s, o)
    bank = 0
    each = 0
    for card in range(1, PACK + 1):
        if cards >> card & 1:
            bank += card_from_bank(s, o, card)
            each += card_from_each(s, card)
    scale /= count(cards)
    for seat in range(o.players):
        if s.out[seat] == 0 and seat != s.turn:
            terms[seat, CARDS] -= each * scale
            terms[s.turn, CARDS] += each * scale
    terms[s.turn, CARDS] += bank * scale


def card_from_bank(s: Record, o: Record, card: int) -> int:
    """R71, R73. What a card would bring from the bank for the number just placed."""
    n = s.number
    if card == DIV6:
        return BANK[card] if n % 6 == 0 else 0
    if card == DIVISION:
        return BANK[card] if s.signs & OVER_SIGN else 100
    if card == SUBTRACTION:
        return BANK[card] if s.signs & MINUS else 0
    if card == DOUBLE_A or card == DOUBLE_B:
        return s.reward
    if card == TREBLE:
        return 2 * s.reward
    if card == PRIME_A and o.mark[n] > 1:
        return 150 if o.mark[n] == 3 else 50
    if card == PRIME_B and o.mark[n] > 1:
        return 250 if o.mark[n] == 3 else 150
    if card == SAME_DICE and ALIKE[s.throw] > 1:
        return 100 * ALIKE[s.throw]
    if card == EVEN_A and n % 2 == 1:
        return 0
    return BANK[card]


def card_from_each(s: Record, card: int) -> int:
    """R72. And from each of the others."""
    odd = s.number % 2
    if card == EVEN_A:
        return -10 * odd
    if card == EVEN_B:
        return EACH[card] if odd else -EACH[card]
    return EACH[card]


def judge_numbers(s: Record, o: Record, terms: NDArray[np.float64], scale: float) -> None:
    """What the dice on the table offer to the sides that may still use them: the best number to the next of them."""
    variant = o.variant
    throw = s.throw
    fixed = 0.0
    again = 0.0
    if o.cards:
        cards = cards_to_come(s, o)
        kind = 1 if variant == HEX else 0
        for card in range(1, PACK + 1):
            if cards >> card & 1:
                fixed += LIKELY[kind, card]
                again += AGAIN[card]
        if cards >> SAME_DICE & 1 and ALIKE[throw] > 1:
            fixed += 100.0 * ALIKE[throw]
        cards = count(cards)
        fixed /= cards
        again /= cards
    best = 0.0
    second = 0.0
    for w in range(2):
        numbers = formable(s, o, w)
        i = 0
        while numbers >> i:
            if numbers >> i & 1:
                n = 50 * w + i + 1
                pays = 1.0 * reward(s, o, n, 0)
                if pays + fixed + again * pays > second and draws_card(s, o, n, 0):
                    pays += fixed + again * pays
                if pays > best:
                    second = best
                    best = pays
                elif pays > second:
                    second = pays
            i += 1
    first = s.asked if s.phase == FORMING else s.asked + 1
    for place in range(first, o.players):
        seat = (s.thrower + place) % o.players
        if s.out[seat] == 0:
            terms[seat, OFFER] = best * scale
            best = second


def judge_racks(s: Record, o: Record, terms: NDArray[np.float64]) -> None:
    """How many counters of its rack a side can expect to make with a throw, of those that fit somewhere."""
    four = 0 if o.dice == 3 and (o.dice_up_after == 0 or s.throws < o.dice_up_after) else 1
    for seat in range(o.players):
        if s.out[seat] == 0:
            made = 0.3 * (o.rack_size - s.held[seat])
            for w in range(2):
                rack = s.racks[seat, w]
                i = 0
                while rack >> i:
                    if rack >> i & 1:
                        n = 50 * w + i + 1
                        if s.covered == 0 or o.related[n, 0] & s.open[0] or o.related[n, 1] & s.open[1]:
                            made += CHANCE_OF[four, n]
                    i += 1
            if s.phase == SWAP_DRAW and seat == s.turn:
                n = s.number
                if o.related[n, 0] & s.open[0] or o.related[n, 1] & s.open[1]:
                    made -= CHANCE_OF[four, n]
                made += 0.3
            terms[seat, RACK] = made / 3.0


def judge_cells(s: Record, o: Record, terms: NDArray[np.float64], scale: float) -> None:
    """What the dice on the table offer: in the first turns to each side of its own rack, then of all racks."""
    seats = o.players
    throw = s.throw
    scramble = s.circuit > 0
    phase = s.phase
    first = s.asked if phase == FORMING or phase == PLACING else s.asked + 1
    makes_low = REACHED[o.fractions, throw, 0]
    makes_high = REACHED[o.fractions, throw, 1]
    hands_low = 0
    hands_high = 0
    for seat in range(seats):
        hands_low |= s.racks[seat, 0]
        hands_high |= s.racks[seat, 1]
    hands_low &= makes_low
    hands_high &= makes_high
    if hands_low == 0 and hands_high == 0:
        return
    best = 0.0
    second = 0.0
    best_number = 0
    outermost = CELLS - 1
    while s.cells[outermost] == 0:
        outermost -= 1
    ring = min(7, RING[outermost] + 1)
    for cell in range(1 + 3 * ring * (ring + 1)):
        if s.cells[cell] == 0:
            fit_low = 0
            fit_high = 0
            for d in range(6):
                beside = NEXT[cell, d]
                if beside >= 0 and s.cells[beside] > 0:
                    fit_low |= o.related[s.cells[beside], 0]
                    fit_high |= o.related[s.cells[beside], 1]
            fit_low &= hands_low
            fit_high &= hands_high
            for w in range(2):
                numbers = fit_low if w == 0 else fit_high
                i = 0
                while numbers >> i:
                    if numbers >> i & 1:
                        n = 50 * w + i + 1
                        owner = rack_of(s, o, n)
                        pays = 1.0 * reward(s, o, n, cell)
                        if phase == PLACING and n == s.number:
                            if owner == s.turn and s.placed[owner] == 2:
                                pays += o.special_bonus
                            terms[s.turn, OFFER] = max(terms[s.turn, OFFER], pays * scale)
                        elif scramble:
                            if owner == s.turn and s.placed[owner] == 2:
                                pays += o.special_bonus
                            if n == best_number:
                                best = max(best, pays)
                            elif pays > best:
                                second = best
                                best = pays
                                best_number = n
                            elif pays > second:
                                second = pays
                        elif (owner - s.thrower + seats) % seats >= first and (phase != PLACING or owner != s.turn):
                            terms[owner, OFFER] = max(terms[owner, OFFER], pays * scale)
                    i += 1
    if scramble:
        if phase == FORMING:
            terms[s.turn, OFFER] = best * scale
            best = second
        for seat in range(seats):
            if seat != s.turn and s.out[seat] == 0:
                terms[seat, OFFER] = best * scale


def worth(s: Record, o: Record, strengths: NDArray[np.float64], points: Points) -> None:
    """The richest takes all, or all the money if he is alone; whoever may end the game does so when it pays."""
    seats = o.players
    if seats == 1:
        points[0] = s.money[0] + covers_to_come(s, o)
        return
    most = strengths[0]
    for seat in range(seats):
        most = max(most, strengths[seat])
    total = 0.0
    for seat in range(seats):
        points[seat] = exp(strengths[seat] - most)
        total += points[seat]
    for seat in range(seats):
        points[seat] = (seats * points[seat] / total - 1.0) / (seats - 1)
    if s.phase == CHOOSING:
        end_with(s, o, 1.0, points)
    elif s.phase == TURNING_CARD and o.end_cards == AS_PRINTED:
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
    four = 0 if o.dice == 3 and (o.dice_up_after == 0 or s.throws < o.dice_up_after) else 1
    throws = 1.0 * (o.max_throws - s.throws)
    if o.end_throws > 0:
        throws = min(throws, 1.0 * (o.end_throws - s.throws))
    covers = 0.0
    numbers = 0.0
    for n in range(1, 101):
        if s.free[word(n)] & bit(n) and CHANCE_OF[four, n] > 0.0:
            tries = throws * CHANCE_OF[four, n]
            covers += tries / (1.0 + tries)
            numbers += 1.0
    if o.end_count > 0:
        numbers = min(numbers, 1.0 * (o.end_count - s.covered))
    if s.phase == FORMING and (formable(s, o, 0) != 0 or formable(s, o, 1) != 0):
        covers += 1.0
        throws += 1.0
    return min(covers, min(numbers, throws))


def overlooks(s: Record, o: Record, action: int, sight: int) -> bool:
    """Whether arithmetic is too hard; from BEST_SIGNS on, only signs that no card likes better are left out.

    When throws go by without a placement everybody looks more closely, or a game of beginners would not end.
    """
    if sight >= EVERYTHING:
        return False
    if s.phase == CHOOSING:
        return action == END and sight <= BEGINNER
    if s.phase != FORMING:
        return False
    if sight >= BEST_SIGNS:
        return action != PASS and has_better_signs(s, o, action - FORM)
    sight = min(HARDEST, sight + s.idle // 2)
    if action == PASS:
        return sees_number(s, o, sight)
    return is_hard(s, o, action - FORM, sight)


def is_hard(s: Record, o: Record, way: int, sight: int) -> bool:
    """Whether a way to make a number is beyond a sight; in the scramble, beginners look at their own rack only."""
    if COST[s.throw, way] > sight:
        return True
    n = 1 + way // 4
    return s.circuit > 0 and sight <= BEGINNER and not s.racks[s.turn, word(n)] & bit(n)


def sees_number(s: Record, o: Record, sight: int) -> bool:
    low = formable(s, o, 0)
    high = formable(s, o, 1)
    i = 0
    way = WAYS[o.fractions, s.throw, 0]
    while way >= 0:
        n = 1 + way // 4
        if (low if n <= 50 else high) & bit(n) and not is_hard(s, o, way, sight):
            return True
        i += 1
        way = WAYS[o.fractions, s.throw, i]
    return False


def has_better_signs(s: Record, o: Record, way: int) -> bool:
    """Whether the number can also be made with more signs that a card may reward; without cards one way is enough."""
    n = 1 + way // 4
    signs = way % 4
    for other in range(4):
        if other != signs and REACH[o.fractions, s.throw, other, word(n)] & bit(n):
            if (other & signs == signs) if o.cards else (other < signs):
                return True
    return False
