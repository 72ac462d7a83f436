"""How many simulations a second does the tree search make, against OpenSpiel's?"""

import random
from collections.abc import Mapping
from itertools import count

from rich.progress import Progress

from benchmarks.backgammon import import_peer
from benchmarks.progress import follow
from benchmarks.report import Report, write_number
from benchmarks.timing import Batch, Pace, rates, ratios, take_turns, time_batch
from parlour.engine.game import Game
from parlour.search.line import Line
from parlour.search.thinker import Thinker

OURS = "Quatro, preset backgammon"
PEER = "OpenSpiel's MCTSBot, C++"
KNOWING = "Quatro, judging by its knowledge"
SIMULATIONS = 500  # of one search, all from the first decision after an opening roll


def search_openings(quatro: Game, playouts: bool) -> Batch:
    """Batches of one search after an opening roll, as it comes."""
    values = quatro.settle("backgammon")
    thinker = Thinker(quatro, values, playouts=playouts)
    seeds = count(1)

    def work() -> dict[str, int]:
        seed = next(seeds)
        line, rng = Line(quatro, values), random.Random(seed)
        while line.at_chance:
            line.draw(rng.random())
        thinker.begin(seed)
        return {"simulations": thinker.think(line, simulations=SIMULATIONS).simulations}

    return time_batch(work)


def measure(games: Mapping[str, Game], pace: Pace, progress: Progress) -> Report:
    for quatro in follow(progress, "search", {"against OpenSpiel": games["quatro"]}):
        slices = take_turns(
            {
                OURS: search_openings(quatro, playouts=True),
                PEER: import_peer().search_openings(SIMULATIONS),
                KNOWING: search_openings(quatro, playouts=False),
            },
            pace,
        )
    faster = ratios(slices[OURS], slices[PEER], "simulations")
    leaves = {OURS: "one random play to the end", PEER: "one random play to the end", KNOWING: "every move judged"}
    return Report(
        section="search",
        question="How many simulations a second does the tree search make, against OpenSpiel's?",
        how=(
            f"Searches of {SIMULATIONS} simulations from the first decision after an opening roll, one core each. Both "
            "play one random game to the end for every simulation; Quatro chooses step by step and OpenSpiel two steps "
            "at once. The last row is the search as opponents use it, which judges positions instead of playing on."
        ),
        columns={
            "search": "search",
            "leaf": "a simulation ends in",
            "simulations": "simulations/s",
            "ratio": "Quatro makes so many times as many",
        },
        rows=[
            {
                "search": name,
                "leaf": leaves[name],
                "simulations": rates(made, "simulations"),
                "ratio": faster if name == PEER else None,
            }
            for name, made in slices.items()
        ],
        summary=[f"Quatro makes {write_number(faster.median)} times as many simulations per second as {PEER}."],
    )
