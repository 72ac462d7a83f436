"""The 25 action cards of Numeric (5.3 of the rules page), the two end cards as far as they pay."""

from __future__ import annotations

from collections import Counter

CARDS = range(1, 26)


def card_effect(
    card: int,
    number: int,
    multiplier: int,
    operator_class: int,
    reward: int,
    dice: tuple[int, ...],
    treble: str = "thrice_in_all",
) -> tuple[int, int]:
    """What the drawer receives from the bank and from each other side; negative if he pays."""
    silver, gold = multiplier == 2, multiplier == 3
    even = number % 2 == 0
    minus, divided = operator_class in (1, 3), operator_class in (2, 3)
    bank = each = 0
    match card:
        case 1:
            bank = -100 if number % 6 == 0 else 0
        case 2:
            bank = 50
        case 3 | 5 | 15:
            bank = 200
        case 4:
            each = 100
        case 6 | 11:
            bank = -100
        case 7:
            bank = -200
        case 8:
            bank = 250 if divided else 100
        case 9:
            bank = 300
        case 10 | 12:
            each = -20
        case 13 | 19:
            bank = reward
        case 14:
            each = 20
        case 16:
            bank = 50 if silver else 150 if gold else 0
        case 17:
            bank = {1: 0, 2: 200, 3: 300, 4: 400}[max(Counter(dice).values())]
        case 18:
            bank = {"thrice_in_all": 2, "thrice_more": 3}[treble] * reward  # N39
        case 20:
            bank, each = (50, 0) if even else (0, -10)
        case 21:
            each = 50
        case 22:
            each = -20 if even else 20
        case 23:
            bank = 250
        case 24:
            bank = 150 if silver else 250 if gold else 0
        case 25:
            bank = 200 if minus else 0
        case _:
            raise ValueError(f"card {card}, expected 1 to 25")
    return bank, each
