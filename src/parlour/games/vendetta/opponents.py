"""Vendetta's opponents, and why they move as they do."""

from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.games.vendetta.knowledge import SEES_HOME
from parlour.games.vendetta.learning import family
from parlour.games.vendetta.options import Theme
from parlour.games.vendetta.text import LEADERS

RUNNING = ("race", "near", "shot", "later", "hand", "out")
COUNTING = (*RUNNING, "men", "captives")
TAKING = (*COUNTING, "held", "locked", "rescue")

WAVERING = 0.05  # of who judges by the net at a glance; the more players, the smaller the differences

FAULTS = ("captives", "held", "locked", "danger", "ambush", "target", "aimed", "out")

REASONS: dict[str, tuple[str, str]] = {  # {leader} is a Godfather or a King
    "race": ("brings its {leader} on", "throws another's {leader} back"),
    "near": ("brings its {leader} close to home", "keeps another's {leader} away from home"),
    "shot": ("may bring its {leader} home at once", "leaves the next to throw no way home"),
    "later": ("may bring its {leader} home soon", "leaves another no way home"),
    "hand": ("can bring its {leader} home with this throw", "takes a sure way home from another"),
    "post": ("has a man ahead whom its {leader} can join", "takes a man whom another's {leader} could join"),
    "men": ("keeps or wins back men", "costs another a man"),
    "captives": ("frees a man of its own", "takes a man hostage"),
    "held": ("frees its {leader}", "takes another's {leader} hostage"),
    "locked": ("loosens the hold on its {leader}", "tightens the hold on another's {leader}"),
    "rescue": ("comes near enough to free its {leader}", "cuts another's held {leader} off from help"),
    "danger": ("leaves its own {leader} out of reach", "threatens to take another's {leader}"),
    "ambush": ("keeps its own {leader} clear of an ambush", "lies in wait for another's {leader}"),
    "target": ("keeps its own {leader} safe from the spinner", "leaves another's {leader} open to the spinner"),
    "aimed": ("spares its own {leader} a spin that could strike", "may strike another's {leader} by the spin"),
    "dice": ("keeps a good die to play", "leaves another little to play"),
    "out": ("stays in the game", "puts another out"),
}


def reasons(values: Values) -> dict[str, tuple[str, str]]:
    """In the words of the theme."""
    leader = LEADERS[Theme.number(values["theme"])]
    return {term: (gain.format(leader=leader), loss.format(leader=leader)) for term, (gain, loss) in REASONS.items()}


def levels(values: Values) -> tuple[Level, ...]:
    leader = LEADERS[Theme.number(values["theme"])]
    judge = Level(f"takes a {leader} hostage and rescues their own, but sees no danger coming", TAKING)
    if family(values) is not None:
        line = "has an eye for a position, but not for small differences, and hardly looks beyond their own throw"
        judge = Level(line, simulations=1, net=True, wavering=WAVERING / values["players"])
    return (
        Level(f"brings everybody out, and forgets what their {leader} is for", ("men",), SEES_HOME, wavering=0.02),
        Level("brings everybody out, then runs, and often with the wrong one", ("race",), SEES_HOME, wavering=0.1),
        Level(f"brings everybody out, then runs with their {leader} alone", ("race",), SEES_HOME),
        Level("runs at once and counts their men, but never looks behind", COUNTING),
        judge,
        Level(f"guards their {leader}, and thinks about what may be thrown and spun", simulations=1000, net=True),
    )
