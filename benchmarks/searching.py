"""How many simulations a second does the tree search make, against OpenSpiel's?"""

from collections.abc import Mapping

from rich.progress import Progress

from benchmarks.backgammon import import_peer
from benchmarks.report import Report
from parlour.engine.game import Game
from parlour.search.speed import SIMULATIONS, first_decision, search
from parlour.search.timing import Pace, rates, ratios, take_turns
from parlour.terminal.figures import write_number
from parlour.terminal.progress import follow

OURS = "Quatro, preset backgammon"
PEER = "OpenSpiel's MCTSBot, C++"
KNOWING = "Quatro, judging by its knowledge"


def measure(games: Mapping[str, Game], pace: Pace, progress: Progress) -> Report:
    for quatro in follow(progress, "search", {"against OpenSpiel": games["quatro"]}):
        values = quatro.settle("backgammon")
        slices = take_turns(
            {
                OURS: search(quatro, values, playouts=True, find=first_decision),
                PEER: import_peer().search_openings(SIMULATIONS),
                KNOWING: search(quatro, values, find=first_decision),
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
