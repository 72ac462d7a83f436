"""Numeric's opponents, and why they play as they do.

What tells people apart in Numeric is the arithmetic they see: `sight` is the cost of the hardest calculation they find
(docs/games/numeric.md, "The simplest expression"). In `basic` nothing else does: of those who see everything nobody
plays better, whatever number he takes. So `basic` has five levels, four with three dice, and the other games six.
"""

from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.games.numeric.seeing import BEST_SIGNS

DEAREST = ("money",)
ANY = 0.5  # so wavering that it takes any number

FAULTS = ("out",)

REASONS: dict[str, tuple[str, str]] = {
    "money": ("earns more", "keeps the others from earning"),
    "card": ("draws a card that is likely to pay", "leaves others to pay for its card"),
    "offer": ("keeps a good number for itself in these dice", "leaves less in these dice for the others"),
    "rack": ("keeps counters that are easily made and placed", "leaves the others with awkward counters"),
    "out": ("keeps out of ruin", "ruins another side"),
}


def levels(values: Values) -> tuple[Level, ...]:
    """Three dice are easier than four, so that weak levels see less of what they make."""
    easier = 1 if values["dice"] == 3 and values["dice_up_after"] == 0 else 0
    if values["variant"] == "basic":
        return _SEEING[:3] + _SEEING[-1:] if easier else _SEEING
    if values["variant"] == "counters":
        return _placing(easier)
    return _COVERING_EASILY if easier else _COVERING


_SEEING = (
    Level("only adds up all the dice", knows=(), sight=0, wavering=ANY),
    Level("sees sums with one × or −", knows=(), sight=1, wavering=ANY),
    Level("sees × and − together, and hardly any brackets", knows=(), sight=2, wavering=ANY),
    Level("sees brackets too, if they are simple", knows=(), sight=3, wavering=ANY),
    Level("sees every number the dice make", sight=BEST_SIGNS),
)

_STRONGEST = Level("sees every number, and what cards and others make of it", sight=BEST_SIGNS, simulations=200)

_COVERING = (
    Level("takes any number that they see at once", knows=(), sight=1, wavering=ANY),
    Level("takes any number they can make without thinking hard", knows=(), sight=2, wavering=ANY),
    Level("looks for a number that pays, and often settles for less", knows=DEAREST, sight=2, wavering=0.1),
    Level("takes the dearest number they see, most of the time", knows=DEAREST, sight=2, wavering=0.02),
    Level("works hard for the dearest number, and forgets the cards", knows=DEAREST, sight=3),
    _STRONGEST,
)

_COVERING_EASILY = (
    Level("only adds up all the dice", knows=(), sight=0, wavering=ANY),
    Level("takes any number that they see at once", knows=(), sight=1, wavering=ANY),
    Level("takes the dearest number that they see at once", knows=DEAREST, sight=1, wavering=0.02),
    Level("works harder for a number that pays, and often settles for less", knows=DEAREST, sight=2, wavering=0.1),
    Level("takes the dearest number, most of the time", knows=DEAREST, sight=2, wavering=0.03),
    _STRONGEST,
)


def _placing(easier: int) -> tuple[Level, ...]:
    few, more, many = 1 - easier, 2 - easier, 3 - easier
    return (
        Level("places any counter of their own that they can make at once", knows=(), sight=few, wavering=ANY),
        Level("places any counter they can make without thinking hard", knows=(), sight=more, wavering=ANY),
        Level("places for money, and does not care what stays on their rack", knows=("money", "offer"), sight=many),
        Level("minds their rack too, but misses the harder calculations", sight=many),
        Level("sees every number, one placement at a time", sight=BEST_SIGNS),
        Level("sees every number, and how the scramble will go", sight=BEST_SIGNS, simulations=400),
    )
