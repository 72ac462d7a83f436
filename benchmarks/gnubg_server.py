"""Runs inside GNU Backgammon, whose module `gnubg` no other Python has: one question a line, one answer a line.

A question is a JSON list that begins with a word. `play`, how many plies to look ahead, the cube, the men of the player
to move on their points 1 to 24 and their bar, those of the opponent, each counted from its own side, and the two dice:
the answer is a list of points from and to by turns, 25 for the bar and 0 for off. `worth` and the same without dice:
how many points the player to roll can expect, the cube left aside. `double`, likewise: what the player to roll can
expect, in cubes as they lie, without doubling, after a double that is taken, and after one that is not. The cube is its
value and whose it is, 1 for who is to move, 0 for the opponent and -1 for nobody; or null, where none is played with.
Before an answer comes its word again; or `error` and why there is none.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import gnubg  # type: ignore[import-not-found]

MONEY = {  # the cube in the middle; gammons and backgammons count there as well, and nobody beavers
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


Cube = tuple[int, int] | None
Men = list[int]


def stakes(cube: Cube) -> dict[str, Any]:
    return MONEY if cube is None else {**MONEY, "cube": cube[0], "cubeowner": cube[1]}


def care(plies: int, cube: Cube) -> dict[str, Any]:
    return {"cubeful": int(cube is not None), "plies": plies, "deterministic": 1, "prune": 1, "noise": 0.0}


def best_play(plies: int, cube: Cube, mover: Men, other: Men, dice: list[int]) -> list[int]:
    return list(gnubg.findbestmove((tuple(other), tuple(mover)), stakes(cube), care(plies, cube), tuple(dice)))


def worth(plies: int, cube: Cube, mover: Men, other: Men) -> float:
    return float(gnubg.evaluate((tuple(other), tuple(mover)), MONEY, care(plies, None))[5])


def double(plies: int, cube: Cube, mover: Men, other: Men) -> list[float]:
    return list(gnubg.cfevaluate((tuple(other), tuple(mover)), stakes(cube), care(plies, cube))[1:4])


QUESTIONS: dict[str, Callable[..., Any]] = {"play": best_play, "worth": worth, "double": double}


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
