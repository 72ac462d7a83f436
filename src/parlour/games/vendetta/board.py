"""The round track of 48 spaces, its markings, and the four homes beside it."""

import numpy as np

SPACES = 48
HALF = 24  # opposite spaces are this far apart
QUARTER = 12
SEATS = "ABCD"
GATES = (0, 12, 24, 36)
SEATED = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # V5: which homes are played

PLAIN, GATE, HIT, FBI, MASSACRE, SILENCED = range(6)
STANDARD = (GATE, PLAIN, HIT, PLAIN, FBI, PLAIN, MASSACRE, HIT, PLAIN, FBI, PLAIN, SILENCED)  # V2, each quarter alike
BLOODY = (GATE, HIT, PLAIN, HIT, FBI, PLAIN, HIT, MASSACRE, PLAIN, HIT, FBI, SILENCED)
MARKINGS = np.array([STANDARD * 4, BLOODY * 4])  # by layout and space
