"""Positions shortly before the end of a game, so that random play comes to it."""

import random
from typing import Any

from parlour.games.quatro.board import BOARDS, spot
from parlour.games.quatro.options import boards_in_use


def late_men(boards: str, values: dict[str, Any], rng: random.Random) -> dict[str, str]:
    """The men of each board: one or two players nearly out, the others anywhere with all their men."""
    home = 6 if values["ruleset"] == "backgammon24" else 9
    taken: set[int] = set()
    found = {}
    runners = set(rng.sample(boards, rng.randint(1, 2)))
    for board in sorted(boards, key=lambda board: board not in runners):
        in_play = rng.randint(1, 4) if board in runners else values["men"]
        reach = home if board in runners else rng.choice((2 * home, 3 * home, 4 * home))
        free = [v for v in range(1, reach + 1) if spot(BOARDS.index(board), v, home) not in taken]
        places = rng.choices(free, k=in_play)
        taken |= {spot(BOARDS.index(board), v, home) for v in places}
        waiting = 0 if board in runners or rng.random() < 0.7 else 1
        counts = {v: places[waiting:].count(v) for v in sorted(set(places[waiting:]), reverse=True)}
        words = [f"bar:{waiting}"] * waiting + [f"{v}:{n}" for v, n in counts.items()]
        off = values["men"] - in_play
        found[board] = ",".join(words + [f"off:{off}"] * (off > 0))
    return found


def late_position(values: dict[str, Any], rng: random.Random) -> str:
    """A turn of somebody, before he may double or rolls."""
    men = late_men(boards_in_use(values), values, rng)
    phase = "doubling" if values["cube"] else "rolling"
    text = " ".join(f"{board}={places}" for board, places in men.items())
    return f"{text} turn={rng.choice(list(men))} phase={phase}"
