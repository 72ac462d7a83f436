"""What the dice on the table and the racks offer, for knowledge.py."""

import numpy as np
from numpy.typing import NDArray

from parlour.engine.bits import count_bits, lowest_bit
from parlour.engine.contract import Record, Terms
from parlour.games.numeric.board import THIRD
from parlour.games.numeric.cards import ALIKE, cards_to_come, rewards_more
from parlour.games.numeric.chances import has_three_dice
from parlour.games.numeric.options import Variant
from parlour.games.numeric.pack import BANK, PACK, Card
from parlour.games.numeric.placing import all_racks, draws_card, formable, has_room, rack_of, reward, room_for
from parlour.games.numeric.racks import held
from parlour.games.numeric.reach import FOUR, HIGHEST, REACHED, ROLLS, THREE, WORD
from parlour.games.numeric.state import Phase
from parlour.games.numeric.terms import Term
from parlour.games.numeric.turns import is_stating


def _chances() -> NDArray[np.float64]:
    """For three and four dice, and every number: the chance that a throw makes it."""
    chances = np.zeros((2, HIGHEST + 1))
    for four, throws in enumerate((range(FOUR, FOUR + THREE), range(FOUR))):
        for throw in throws:
            for n in range(1, HIGHEST + 1):
                if int(REACHED[0, throw, (n - 1) // WORD]) >> (n - 1) % WORD & 1:
                    chances[four, n] += ROLLS[throw] / (6**4 if four else 6**3)
    return chances


CHANCE_OF = _chances()

# What a card brings from the bank for a likely number, in `zones` and in `hex`, apart from the reward paid again
LIKELY = np.array([BANK, BANK], np.float64)
LIKELY[0, [Card.DIV6, Card.DIVISION, Card.PRIME_A, Card.PRIME_B, Card.SUBTRACTION]] = 0, 200, 100, 200, 150
LIKELY[1, [Card.DIV6, Card.DIVISION, Card.PRIME_A, Card.PRIME_B, Card.SUBTRACTION]] = -16, 170, 25, 50, 150
LIKELY[:, [Card.EVEN_A, Card.EVEN_B]] = 0


def judge_numbers(s: Record, o: Record, terms: Terms, scale: float) -> None:
    """To the sides that may still use the dice: the best number to the next of them, the second best to the others."""
    fixed, again = likely_card(s, o) if o.cards else (0.0, 0.0)
    best = 0.0
    second = 0.0
    for w in range(2):
        numbers = formable(s, o, w)
        while numbers:
            n = WORD * w + lowest_bit(numbers) + 1
            numbers &= numbers - 1
            pays = 1.0 * reward(s, o, n, 0)
            if pays + fixed + again * pays > second and draws_card(s, o, n, 0):
                pays += fixed + again * pays
            if pays > best:
                second = best
                best = pays
            elif pays > second:
                second = pays
    for place in range(first_to_come(s), o.players):
        seat = (s.thrower + place) % o.players
        if s.out[seat] == 0:
            terms[seat, Term.OFFER] = best * scale
            best = second


def likely_card(s: Record, o: Record) -> tuple[float, float]:
    """The mean of what the next card brings from the bank, and of how often it pays the reward again."""
    cards = cards_to_come(s, o)
    kind = 1 if o.variant == Variant.HEX else 0
    fixed = 0.0
    again = 0.0
    for card in range(1, PACK + 1):
        if cards >> card & 1:
            fixed += LIKELY[kind, card]
            again += rewards_more(o, card)
    if cards >> Card.SAME_DICE & 1 and ALIKE[s.throw] > 1:
        fixed += 100.0 * ALIKE[s.throw]
    return fixed / count_bits(cards), again / count_bits(cards)


def first_to_come(s: Record) -> int:
    """The place in the round of the first side that is still to place something."""
    return s.asked if is_stating(s) else s.asked + 1


def judge_racks(s: Record, o: Record, terms: Terms) -> None:
    """How many counters of its rack a side can expect to make with a throw, of those that fit somewhere."""
    four = 0 if has_three_dice(o, s.throws) else 1
    for seat in range(o.players):
        if s.out[seat] == 0:
            made = 0.3 * (o.rack_size - held(s, seat))
            for w in range(2):
                rack = s.racks[seat, w]
                while rack:
                    n = WORD * w + lowest_bit(rack) + 1
                    rack &= rack - 1
                    if s.covered == 0 or has_room(s, o, n):
                        made += CHANCE_OF[four, n]
            if s.phase == Phase.SWAP_DRAW and seat == s.turn:
                if has_room(s, o, s.number):
                    made -= CHANCE_OF[four, s.number]
                made += 0.3
            terms[seat, Term.RACK] = made / 3.0


def judge_counters(s: Record, o: Record, terms: Terms, scale: float) -> None:
    """In the first turns to each side the best of its own rack; then of all racks, the best to the next side."""
    best = 0.0
    second = 0.0  # the best of the other counters
    for w in range(2):
        counters = REACHED[o.fractions, s.throw, w] & all_racks(s, o, w)
        while counters:
            n = WORD * w + lowest_bit(counters) + 1
            counters &= counters - 1
            owner = rack_of(s, o, n)
            pays = best_pay(s, o, n, owner)
            if s.phase == Phase.PLACING and n == s.number:
                terms[s.turn, Term.OFFER] = pays * scale
            elif s.circuit == 0:
                if may_still_place(s, o, owner):
                    terms[owner, Term.OFFER] = max(terms[owner, Term.OFFER], pays * scale)
            elif pays > best:
                second = best
                best = pays
            elif pays > second:
                second = pays
    if s.circuit > 0:
        share_scramble(s, o, terms, best * scale, second * scale)


def best_pay(s: Record, o: Record, n: int, owner: int) -> float:
    """The most that a counter earns on any cell, with the special bonus if it is due; 0 where it fits nowhere."""
    first, second, third = room_for(s, o, n)
    best = 0
    while first:
        best = max(best, reward(s, o, n, lowest_bit(first)))
        first &= first - 1
    while second:
        best = max(best, reward(s, o, n, THIRD + lowest_bit(second)))
        second &= second - 1
    while third:
        best = max(best, reward(s, o, n, 2 * THIRD + lowest_bit(third)))
        third &= third - 1
    if best > 0 and owner == s.turn and s.placed[owner] == 2:  # R58
        best += o.special_bonus
    return 1.0 * best


def may_still_place(s: Record, o: Record, seat: int) -> bool:
    """Whether a side has yet to place a counter in the first turns; whoever is placing one has stated it."""
    place = (seat - s.thrower + o.players) % o.players
    return place >= first_to_come(s) and (s.phase != Phase.PLACING or seat != s.turn)


def share_scramble(s: Record, o: Record, terms: Terms, best: float, second: float) -> None:
    """The best counter is the next side's, and the others hope for what is left."""
    left = best
    if s.phase == Phase.FORMING:
        terms[s.turn, Term.OFFER] = best
        left = second
    for seat in range(o.players):
        if seat != s.turn and s.out[seat] == 0:
            terms[seat, Term.OFFER] = left
