"""Quantum's opponents, and why they move as they do.

With two pieces each, as five or six players have, there is less to know and more luck: two of the steps cannot be told
apart there and are left out. Nor can the last two among three players where there is no net, who have one level less.
"""

from parlour.engine.level import Level
from parlour.engine.options import Values
from parlour.games.quantum.knowledge import SEES_FOREMOST, SEES_SINGLES
from parlour.games.quantum.learning import family

PUSHING = ("front", "tray")
BRINGING = (*PUSHING, "train")
STRIKING = (*BRINGING, "near", "crew", "aim", "hold", "danger", "risk", "prey", "dice")

FAULTS = ("danger", "risk", "short", "crowd")

REASONS: dict[str, tuple[str, str]] = {
    "front": ("gets its foremost piece nearer home", "sets another's foremost piece back"),
    "train": ("gets its other pieces nearer home", "sets others' pieces back"),
    "near": ("comes close to home", "drives pieces away from home"),
    "crew": ("has the better number of pieces in play", "spoils the others' number of pieces in play"),
    "tray": ("brings a piece home", "keeps the others from bringing pieces home"),
    "aim": ("stands where a throw can take it home", "takes others from where a throw would bring them home"),
    "shot": ("may win with the next throw", "makes it harder for the next player to win at once"),
    "later": ("will have a chance to win", "takes away a chance to win later"),
    "hand": ("keeps a die that wins", "leaves the roller no die that wins"),
    "danger": ("takes pieces out of the next player's way", "threatens to pass pieces and send them inwards"),
    "risk": ("keeps out of the others' way", "stands behind pieces that it may pass and send inwards"),
    "prey": ("has somebody to strike and rise from", "takes away a chance to strike"),
    "sting": ("can send a piece back to the centre", "keeps pieces from being sent back to the centre"),
    "dice": ("has more dice to use", "leaves the others fewer dice"),
    "hold": ("keeps other pieces to move while one waits near home", "leaves the others nothing else to move"),
    "short": ("brings the balance nearer", "keeps too few pieces in play for the others to win"),
    "crowd": ("brings the balance nearer", "keeps too many pieces in play for the others to win"),
    "post": ("waits on home for the balance", "drives a piece off home"),
}


FOREMOST = Level("pushes their foremost piece and looks at nothing else", knows=PUSHING, sight=SEES_FOREMOST)
ALL_PIECES = Level("brings on all their pieces, one die at a time, and sees no danger", BRINGING, SEES_SINGLES)
STRIKER = Level("strikes, flees and aims for home, but forgets the balance", knows=STRIKING)
COUNTER = Level("counts the balance and who may come home, one die at a time")
PLANNER = Level("thinks their whole turn through", simulations=40)
JUDGE = Level(
    "has a good eye for a position, but hardly looks beyond the dice in hand", simulations=1, net=True, wavering=0.012
)
READER = Level("thinks about what the others may throw", simulations=2500, net=True)


def levels(values: Values) -> tuple[Level, ...]:
    if values["pieces_per_player"] == 2:
        return FOREMOST, STRIKER, PLANNER, READER
    if values["win_form"] == "one_plus_three":
        return FOREMOST, ALL_PIECES, STRIKER, PLANNER, READER
    if family(values) is not None:
        return FOREMOST, ALL_PIECES, STRIKER, COUNTER, JUDGE, READER
    if values["players"] == 3:
        return FOREMOST, ALL_PIECES, STRIKER, COUNTER, READER
    return FOREMOST, ALL_PIECES, STRIKER, COUNTER, PLANNER, READER
