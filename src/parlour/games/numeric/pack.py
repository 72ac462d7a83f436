"""The 25 action cards (section 5.3): what each says, and the money that it moves."""

import numpy as np
from numpy.typing import NDArray

from parlour.engine.codes import Codes, code


class Card(Codes, start=1):
    """The words are the names that the rules give them."""

    DIV6 = code("If 6 divides your number, pay £100.")
    RAFFLE = code("You win £50 in a raffle.")
    SPECIAL200 = code("End the game now, or take £200.")
    BONUS_EACH100 = code("A bonus: each player pays you £100.")
    BONUS200 = code("A bonus of £200.")
    SERVICES = code("Pay £100 for services.")
    PARTY = code("You give a party: pay £200.")
    DIVISION = code("If you divided take £250, if not take £100.")
    SPECIAL300 = code("End the game now, or take £300.")
    LOST_BET = code("You lost a bet: pay each player £20.")
    ACCOUNTING = code("Pay your accountant £100.")
    DEBTS = code("Settle your debts: pay each player £20.")
    DOUBLE_A = code("Your reward is doubled.")
    TOP_CLASS = code("You shine: each player pays you £20.")
    AWARD = code("You win an award of £200.")
    PRIME_A = code("A silver number earns £50, a gold one £150.")
    SAME_DICE = code("Dice alike: £200 for two, £300 for three, £400 for four.")
    TREBLE = code("Your reward is trebled.")
    DOUBLE_B = code("You earn your reward once more.")
    EVEN_A = code("If your number is even take £50, if odd pay each player £10.")
    DEBTORS = code("Your debtors pay up: £50 from each player.")
    EVEN_B = code("If your number is even pay each player £20, if odd each pays you £20.")
    LOTTERY = code("You win £250 in the lottery.")
    PRIME_B = code("A silver number earns £150, a gold one £250.")
    SUBTRACTION = code("If you subtracted, take £200.")


PACK = Card.SIZE


def _by_card(amounts: dict[int, int]) -> NDArray[np.int64]:
    return np.array([amounts.get(card, 0) for card in range(PACK + 1)])


# What the side that draws a card gets from the bank, and from each other side, where its condition holds
BANK = _by_card(
    {
        Card.DIV6: -100,
        Card.RAFFLE: 50,
        Card.SPECIAL200: 200,
        Card.BONUS200: 200,
        Card.SERVICES: -100,
        Card.PARTY: -200,
        Card.DIVISION: 250,
        Card.SPECIAL300: 300,
        Card.ACCOUNTING: -100,
        Card.AWARD: 200,
        Card.EVEN_A: 50,
        Card.LOTTERY: 250,
        Card.SUBTRACTION: 200,
    }
)
EACH = _by_card(
    {
        Card.BONUS_EACH100: 100,
        Card.LOST_BET: -20,
        Card.DEBTS: -20,
        Card.TOP_CLASS: 20,
        Card.EVEN_A: -10,
        Card.DEBTORS: 50,
        Card.EVEN_B: 20,
    }
)
GOLD_PAYS = _by_card({Card.PRIME_A: 150, Card.PRIME_B: 250})
SILVER_PAYS = _by_card({Card.PRIME_A: 50, Card.PRIME_B: 150})
