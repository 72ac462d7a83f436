"""Runs inside GNU Backgammon, whose module `gnubg` no other Python has: one question a line, one answer a line.

A question is a JSON list that begins with a word. `play`, how many plies to look ahead, the two dice, the men of the
player to move on his points 1 to 24 and his bar, and those of his opponent, each counted from its own side: the answer
is a list of points from and to by turns, 25 for the bar and 0 for off. `worth`, plies and the men of both before a
roll: the answer is how many points the player to roll can expect. Before an answer comes its word again; or `error` and
why there is none.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import gnubg  # type: ignore[import-not-found]

MONEY = {  # no cube, and gammons and backgammons count
    "cube": 1,
    "cubeowner": -1,
    "move": 1,
    "matchto": 0,
    "score": (0, 0),
    "crawford": 0,
    "jacoby": 0,
    "beavers": 0,
    "gammonprice": ((1.0, 1.0), (1.0, 1.0)),
    "bgv": 0,
}


def care(plies: int) -> dict[str, Any]:
    return {"cubeful": 0, "plies": plies, "deterministic": 1, "prune": 1, "noise": 0.0}


def best_play(plies: int, dice: list[int], mover: list[int], other: list[int]) -> list[int]:
    return list(gnubg.findbestmove((tuple(other), tuple(mover)), MONEY, care(plies), tuple(dice)))


def worth(plies: int, mover: list[int], other: list[int]) -> float:
    return float(gnubg.evaluate((tuple(other), tuple(mover)), MONEY, care(plies))[5])


QUESTIONS: dict[str, Callable[..., Any]] = {"play": best_play, "worth": worth}


def serve() -> None:
    gnubg.command("set threads 1")
    print("ready", flush=True)
    while (line := sys.stdin.readline().strip()) and line != "quit":
        try:
            word, *about = json.loads(line)
            print(word, json.dumps(QUESTIONS[word](*about)), flush=True)
        except Exception as error:
            print("error", repr(error), flush=True)


serve()
