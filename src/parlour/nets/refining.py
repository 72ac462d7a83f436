"""From an older net to a better one: positions gathered with it, a new net fitted to them, and both measured."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import date
from math import inf

from parlour.engine.game import Game
from parlour.engine.options import Values
from parlour.nets.fitting import Fit, Fitting, fit_net
from parlour.nets.positions import Gathering, gather
from parlour.nets.training import Course, Mark, Pupil
from parlour.search.weights import Weights, new_weights, widen

Telling = Callable[[str, int, int], None]  # what is done, how much of it, and of how much


@dataclass(frozen=True)
class Refining:
    """How a net is refined."""

    positions: int
    width: int  # hidden units; unless they are fewer than before, the new net begins where the older one is
    passes: float = Fitting.passes
    rate: float = Fitting.rate
    straying: float = Gathering.straying
    guided: float = Gathering.guided
    looking: float = Gathering.looking
    seed: int = 1
    threads: int = 1


def refine_net(
    game: Game, values: Values, course: Refining, old: Weights, games: int, tell: Telling, seconds: float = inf
) -> tuple[Weights, list[Fit], list[Mark]]:
    """The new net, how well it fits, and marks of both; after so many seconds it makes do with the positions it has."""
    gathering = Gathering(course.positions, course.straying, course.guided, course.looking, course.seed, course.threads)
    gathered = gather(game, values, old, gathering, lambda *done: tell("Looking ahead", *done), seconds)
    if course.width >= old.width:
        begun = widen(old, course.width, course.seed)
    else:
        begun = new_weights(game, values, course.width, course.seed)
    fitting = Fitting(course.passes, course.rate, course.seed)
    new, fits = fit_net(old, begun, gathered, fitting, lambda part: tell("Fitting", int(100 * part), 100))
    marks = [
        Pupil(game, values, Course(plays=0, width=net.width, seed=course.seed), net).measure(games)
        for net in (old, new)
    ]
    card = {
        **{key: value for key, value in old.card.items() if key not in ("hash", "course", "curve", "start")},
        "course": asdict(course),
        "start": old.card.get("hash"),
        "positions": len(gathered),
        "fits": [asdict(fit) for fit in fits],
        "curve": [asdict(mark) for mark in marks],
        "date": date.today().isoformat(),
    }
    return replace(new, card=card), fits, marks
