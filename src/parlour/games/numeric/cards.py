"""The 25 action cards (section 5.3), the money they move and the sides they ruin."""

import numpy as np

from parlour.engine.contract import Record, note
from parlour.games.numeric.codes import CYCLE, GIVES, MINUS, NOTHING, OUT, OVER_SIGN, PAYS, RECEIVES
from parlour.games.numeric.reach import THROWS

PACK = 25

DIV6, SPECIAL_200, DIVISION, SPECIAL_300, DOUBLE_A, PRIME_A, SAME_DICE, TREBLE = 1, 3, 8, 9, 13, 16, 17, 18
DOUBLE_B, EVEN_A, EVEN_B, PRIME_B, SUBTRACTION = 19, 20, 22, 24, 25

# What the drawer gets from the bank and from each other side, by card, where its condition holds
BANK = np.array(
    [0, -100, 50, 200, 0, 200, -100, -200, 250, 300, 0, -100, 0, 0, 0, 200, 0, 0, 0, 0, 50, 0, 0, 250, 0, 200]
)
EACH = np.array([0, 0, 0, 0, 100, 0, 0, 0, 0, 0, -20, 0, -20, 0, 20, 0, 0, 0, 0, 0, 0, 50, 20, 0, 0, 0])

ALIKE = np.array([max(throw.count(die) for die in throw) for throw in THROWS])  # the largest group of equal dice


def next_is_known(s: Record, o: Record) -> bool:
    """N44. Cards go to the bottom: once all have been seen their order is known."""
    return o.deck_mode == CYCLE and s.drawn >= PACK


def was_seen(s: Record, card: int) -> bool:
    """Whether a card has been drawn since the pack was shuffled."""
    for i in range(s.drawn % PACK):
        if s.pack[i] == card:
            return True
    return False


def take_card(s: Record, o: Record, card: int) -> None:
    """R70. Off the top and under the pack; a pack that is reshuffled forgets its order."""
    s.pack[s.drawn % PACK] = card
    s.drawn += 1
    s.card = card
    if o.deck_mode != CYCLE and s.drawn % PACK == 0:
        for i in range(PACK):
            s.pack[i] = 0


def carry_out(s: Record, o: Record) -> None:
    """R71, R73. What the card does for the side that drew it, whose number and reward are still at hand."""
    card = s.card
    n = s.number
    bank = BANK[card]
    each = EACH[card]
    if card == DIV6 and n % 6 != 0:
        bank = 0
    elif card == DIVISION and not s.signs & OVER_SIGN:
        bank = 100
    elif card == SUBTRACTION and not s.signs & MINUS:
        bank = 0
    elif card in (DOUBLE_A, DOUBLE_B):  # N39
        bank = s.reward
    elif card == TREBLE:
        bank = 2 * s.reward
    elif card == PRIME_A and o.mark[n] > 1:
        bank = 150 if o.mark[n] == 3 else 50
    elif card == PRIME_B and o.mark[n] > 1:
        bank = 250 if o.mark[n] == 3 else 150
    elif card == SAME_DICE and ALIKE[s.throw] > 1:  # N41
        bank = 100 * ALIKE[s.throw]
    elif card == EVEN_A and n % 2 == 1:
        bank = 0
        each = -10
    elif card == EVEN_B and n % 2 == 0:
        each = -20
    if bank == 0 and each == 0:
        note(NOTHING, s.turn, card)
    elif bank != 0:
        settle_with_bank(s, o, bank)
    else:
        settle_with_each(s, o, each)


def pay(s: Record, seat: int, amount: int) -> None:
    """The bank pays a side; it never runs out (R12)."""
    s.money[seat] += amount
    s.bank += amount


def settle_with_bank(s: Record, o: Record, amount: int) -> None:
    if amount > 0:
        pay(s, s.turn, amount)
        note(RECEIVES, s.turn, amount)
    else:
        paid = min(-amount, s.money[s.turn])
        pay(s, s.turn, -paid)
        note(PAYS, s.turn, paid, -amount)
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
            note(GIVES, giver, taker, paid)
            see_ruin(s, o, giver, paid)


def see_ruin(s: Record, o: Record, seat: int, paid: int) -> None:
    """R74. A side whose money a card has lowered to nothing is bankrupt."""
    if paid > 0 and s.money[seat] == 0 and o.bankruptcy == OUT:
        s.broke[seat] = 1
