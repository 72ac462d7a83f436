"""Action cards (section 5.2): taking one, the money it moves, and the sides it ruins."""

import numpy as np

from parlour.engine.contract import Record, note
from parlour.games.numeric.board import GOLD_MARK, SILVER_MARK
from parlour.games.numeric.options import Bankruptcy, DeckMode, EndCards, TrebleCard
from parlour.games.numeric.pack import BANK, EACH, GOLD_PAYS, PACK, SILVER_PAYS, Card
from parlour.games.numeric.reach import THROWS, Signs
from parlour.games.numeric.state import NOBODY, Event

ALIKE = np.array([max(throw.count(die) for die in throw) for throw in THROWS])  # the largest group of equal dice


def next_is_known(s: Record, o: Record) -> bool:
    """N44. Cards go to the bottom: once all have been seen their order is known."""
    return o.deck_mode == DeckMode.CYCLE and s.drawn >= PACK


def next_card(s: Record) -> int:
    """The card on top, where it is known."""
    return s.pack[s.drawn % PACK]


def cards_to_come(s: Record, o: Record) -> int:
    """The cards that may be the next one, as bits."""
    if next_is_known(s, o):
        return 1 << next_card(s)
    cards = (1 << PACK + 1) - 2
    for i in range(s.drawn % PACK):
        cards &= ~(1 << s.pack[i])
    return cards


def may_end(o: Record, card: int) -> bool:
    """E2. Whether a card lets the game be ended."""
    return o.end_cards == EndCards.AS_PRINTED and (card == Card.SPECIAL200 or card == Card.SPECIAL300)


def take_card(s: Record, o: Record, card: int) -> None:
    """R70. Off the top and under the pack; a pack that is reshuffled forgets its order."""
    s.pack[s.drawn % PACK] = card
    s.drawn += 1
    s.card = card
    if o.deck_mode == DeckMode.RESHUFFLE and s.drawn % PACK == 0:
        for i in range(PACK):
            s.pack[i] = 0


def carry_out(s: Record, o: Record) -> None:
    """R71, R73. What the card does for the side that drew it, whose number and reward are still at hand."""
    bank = bank_pays(s, o, s.card)
    each = each_pays(s, s.card)
    if bank != 0:
        settle_with_bank(s, o, bank)
    elif each != 0:
        settle_with_each(s, o, each)
    else:
        note(Event.NOTHING, s.turn, s.card)


def bank_pays(s: Record, o: Record, card: int) -> int:
    """What a card brings from the bank to the side that has just placed a number."""
    n = s.number
    if card == Card.DIV6:
        return BANK[card] if n % 6 == 0 else 0
    if card == Card.DIVISION:
        return BANK[card] if s.signs & Signs.DIVIDED else 100
    if card == Card.SUBTRACTION:
        return BANK[card] if s.signs & Signs.MINUS else 0
    if card == Card.EVEN_A:
        return BANK[card] if n % 2 == 0 else 0
    if card == Card.PRIME_A or card == Card.PRIME_B:
        return GOLD_PAYS[card] if o.mark[n] == GOLD_MARK else SILVER_PAYS[card] if o.mark[n] == SILVER_MARK else 0
    if card == Card.SAME_DICE:  # N41
        return 100 * ALIKE[s.throw] if ALIKE[s.throw] > 1 else 0
    return BANK[card] + rewards_more(o, card) * s.reward


def rewards_more(o: Record, card: int) -> int:
    """N39. How many times a card pays the reward again."""
    if card == Card.TREBLE:
        return 3 if o.treble_card == TrebleCard.THRICE_MORE else 2
    return 1 if card == Card.DOUBLE_A or card == Card.DOUBLE_B else 0


def each_pays(s: Record, card: int) -> int:
    """And what it brings from each of the others."""
    odd = s.number % 2
    if card == Card.EVEN_A:
        return EACH[card] * odd
    if card == Card.EVEN_B:
        return EACH[card] if odd else -EACH[card]
    return EACH[card]


def settle_with_bank(s: Record, o: Record, amount: int) -> None:
    """The bank never runs out (R12)."""
    if amount > 0:
        s.money[s.turn] += amount
        note(Event.RECEIVES, s.turn, amount)
    else:
        paid = min(-amount, s.money[s.turn])
        s.money[s.turn] -= paid
        note(Event.PAYS, s.turn, paid, -amount)
        see_ruin(s, o, s.turn, paid)


def settle_with_each(s: Record, o: Record, amount: int) -> None:
    """R72. Side by side, clockwise from the drawer's left; who cannot pay in full pays what he has."""
    for i in range(1, o.players):
        other = (s.turn + i) % o.players
        if s.out[other] == 0:
            giver = other if amount > 0 else s.turn
            taker = s.turn if amount > 0 else other
            paid = min(abs(amount), s.money[giver])
            s.money[giver] -= paid
            s.money[taker] += paid
            note(Event.GIVES, giver, taker, paid)
            see_ruin(s, o, giver, paid)


def see_ruin(s: Record, o: Record, seat: int, paid: int) -> None:
    """R74. A side whose money a card has lowered to nothing is bankrupt."""
    if paid > 0 and s.money[seat] == 0 and o.bankruptcy == Bankruptcy.OUT:
        s.broke |= 1 << seat


def is_broke(s: Record, seat: int) -> bool:
    return s.broke >> seat & 1 == 1


def first_broke(s: Record, o: Record) -> int:
    """R74. Who of the bankrupt decides first, or NOBODY: clockwise from the drawer's left, the drawer last."""
    for i in range(1, o.players + 1):
        seat = (s.turn + i) % o.players
        if is_broke(s, seat):
            return seat
    return NOBODY
