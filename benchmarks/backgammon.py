"""How does Quatro's backgammon preset compare with OpenSpiel's backgammon?"""

from collections.abc import Mapping
from types import ModuleType

from rich.progress import Progress

from benchmarks.report import Report
from parlour.engine.game import Game
from parlour.search.speed import compiled_play
from parlour.search.timing import Pace, Slice, rates, ratios, take_turns, total
from parlour.terminal.figures import write_number
from parlour.terminal.progress import follow

OURS = "Quatro, preset backgammon, compiled"
FROM_PYTHON = "OpenSpiel driven from Python"
IN_CPP = "OpenSpiel inside C++"


class MissingPeer(RuntimeError):
    """OpenSpiel cannot be imported, so there is nothing to compare with."""


def import_peer() -> ModuleType:
    """What drives OpenSpiel."""
    try:
        from benchmarks import openspiel
    except ModuleNotFoundError as error:
        if error.name != "pyspiel":
            raise
        raise MissingPeer(
            "OpenSpiel is not installed: expected the module pyspiel of the package open_spiel, "
            "which `pip install '.[test]'` brings"
        ) from error
    return openspiel


def play_both(quatro: Game, pace: Pace) -> dict[str, list[Slice]]:
    """Slices of Quatro and of OpenSpiel, by turns."""
    openspiel = import_peer()
    batches = {
        OURS: compiled_play(quatro, quatro.settle("backgammon")),
        FROM_PYTHON: openspiel.play_from_python(),
        IN_CPP: openspiel.play_in_cpp(),
    }
    return take_turns(batches, pace)


def measure(games: Mapping[str, Game], pace: Pace, progress: Progress) -> Report:
    slices: dict[str, list[Slice]] = {}
    for quatro in follow(progress, "backgammon", {"against OpenSpiel": games["quatro"]}):
        slices.update(play_both(quatro, pace))
    faster = {name: ratios(slices[OURS], slices[name], "games") for name in (FROM_PYTHON, IN_CPP)}
    rows = []
    for name, played in slices.items():
        whole = total(played).counts
        rows.append(
            {
                "player": name,
                "games": rates(played, "games"),
                "rolls_a_game": whole["outcomes"] / whole["games"] if "outcomes" in whole else None,
                "ratio": faster.get(name),
            }
        )
    return Report(
        section="backgammon",
        question="How does Quatro's backgammon preset compare with OpenSpiel's backgammon?",
        how=(
            "Uniformly random games to the end, one core each. Quatro chooses step by step and OpenSpiel two steps at "
            "once, so only games are compared; rolls a game show that the games are of like length. From Python, every "
            "decision and roll of OpenSpiel's is chosen in Python; inside C++, its own random-rollout evaluator plays."
        ),
        columns={
            "player": "player",
            "games": "games/s",
            "rolls_a_game": "rolls/game",
            "ratio": "Quatro plays so many times as many",
        },
        rows=rows,
        summary=[
            f"Quatro plays {write_number(times.median)} times as many random games per second as {name}."
            for name, times in faster.items()
        ],
    )
