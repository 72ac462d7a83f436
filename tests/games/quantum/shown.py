"""Games of Quantum to look at: positions as text, and those of random plays."""

import random
from collections.abc import Iterator
from typing import Any

import parlour
from parlour.engine.play import Play
from parlour.engine.scene import Scene, Shape
from parlour.games.quantum.state import COLOURS

PLAYS: list[tuple[str, dict[str, Any]]] = [
    ("two", {}),
    ("three", {"totals": "off"}),
    ("four", {"home_check": "standing", "turn_limit": 30}),
    ("five", {"first_player": "seat0"}),
    ("six", {"variant": "inner_ring", "pieces_per_player": 8}),
    ("both_home", {"home_target": 1}),
    ("one_plus_three", {"variant": "inner_ring"}),
]


def at(text: str = "", preset: str = "two", **options: Any) -> Play:
    """A play at a position: pieces that are not named lie in the centre, and White uses the dice if there are any."""
    play = parlour.new("quantum", preset, **options)
    words = dict(word.split("=") for word in text.split())
    pieces = play.values["pieces_per_player"]
    for seat in COLOURS[: play.seats]:
        named = words.get(seat, "0").split(",")
        words[seat] = ",".join([*named, *["0"] * (pieces - len(named))])
    thrown = {"pair", "sixes", "loose"} & set(words)
    words = {"phase": "using" if thrown else "throwing", "turns": "1", "turn": "White", **words}
    play.place(" ".join(f"{name}={value}" for name, value in words.items()))
    return play


def play_on(preset: str, options: dict[str, Any], seed: int = 0, plies: int = 250) -> Iterator[Play]:
    """Every position of a random play that enters its pieces eagerly, so that the board fills."""
    rng = random.Random(seed)
    play = parlour.new("quantum", preset, **options)
    for _ in range(plies):
        yield play
        if play.over:
            return
        if play.at_chance:
            play.roll(rng)
        else:
            codes = play.legal_codes()
            play.push(codes[-1] if rng.random() < 0.5 else rng.choice(codes))


def named(drawn: Scene) -> dict[str, Shape]:
    return {shape.id: shape for shape in drawn.shapes if shape.id}


def written(drawn: Scene) -> list[str]:
    return [shape.text for shape in drawn.shapes if shape.text]
