"""What counts in Numeric, for knowledge.py."""

from parlour.engine.codes import Codes, code


class Term(Codes):
    """In pounds, measured by how far purses may still drift apart."""

    MONEY = code("more than the others have in the mean")
    CARD = code("what the card about to be turned brings")
    OFFER = code("the best that the dice on the table still offer")
    RACK = code("counters of its rack that a throw is likely to make, by three")
    OUT = code("out of the game, or about to be")
