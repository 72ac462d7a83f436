"""What a request costs of what its address may ask for: most are one, and those that make work are several."""

import re

WEIGHTS = {
    "POST /api/rooms/{code}/hints": 10,  # a bot thinks for up to two seconds
    "GET /api/rooms/{code}/dice": 5,  # the longer the play, the longer these take
    "GET /api/rooms/{code}/record": 5,
    "GET /api/rooms/{code}/plies": 5,
    "GET /api/rooms/{code}/analysis": 3,  # asked again and again until it is there
    "GET /api/rooms/{code}/analysis/{ply}": 3,  # likewise
    "GET /api/rooms/{code}/plies/{ply}": 2,
    "GET /api/rooms/{code}/picture": 10,  # painted in a process of its own, unless it was before
    "POST /api/rooms": 3,
    "GET /api/games/{name}/lesson": 3,  # long
    "GET /api/games/{name}/fairness": 3,  # likewise
    "GET /api/games/{name}/fairness/page": 3,
    "GET /api/games/{name}/sheets": 5,  # long, and drawn anew for other options
    "GET /api/puzzles/today": 5,  # each may have to be worked out
    "GET /api/puzzles/{name}/{kind}/{level}/{number}": 3,
    "POST /api/puzzles/{name}/{kind}/{level}/{number}/answer": 3,
    "GET /api/short-codes/{short}": 5,  # it is worth guessing
    "GET /api/open-tables": 2,
}
HEAVY = ("/api/rooms", "/api/games", "/api/puzzles", "/api/short-codes", "/api/open-tables")  # below these
_patterns = [(re.compile(re.sub(r"\{\w+\}", r"[^/]+", path)), weight) for path, weight in WEIGHTS.items()]


def weigh(method: str, path: str) -> int:
    """How many plain requests this one stands for."""
    if not path.startswith(HEAVY):
        return 1
    asked = f"{method} {path}"
    return next((weight for pattern, weight in _patterns if pattern.fullmatch(asked)), 1)
