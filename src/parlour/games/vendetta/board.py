"""The round track of 48 spaces, its markings, and the four homes beside it."""

import numpy as np

from parlour.engine.codes import Codes, code

SPACES = 48
HALF = 24  # opposite spaces are this far apart
QUARTER = 12
LETTERS = "ABCD"
GATES = (0, 12, 24, 36)
SEATED = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # V5: which homes are played


class Marking(Codes):
    """What is written on a space."""

    PLAIN = code("nothing")
    GATE = code("the space beside a home, otherwise plain")
    HIT = code("a spin is due (R19)")
    FBI = code("no Godfather may land (R13)")
    MASSACRE = code("a spin strikes every soldier (R23)")
    SILENCED = code("costs a soldier (R15)")


class Layout(Codes, title="The track", asks="How many Hit spaces there are."):
    STANDARD = code("two in every quarter")
    BLOODY = code("four in every quarter")


QUARTERS = {  # V2, each quarter alike
    Layout.STANDARD: "gate plain hit plain fbi plain massacre hit plain fbi plain silenced",
    Layout.BLOODY: "gate hit plain hit fbi plain hit massacre plain hit fbi silenced",
}
MARKINGS = np.array(  # by layout and space
    [[Marking.number(word) for word in QUARTERS[layout].split()] * 4 for layout, _ in Layout.each()]
)
