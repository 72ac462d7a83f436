"""In which inks a sheet is printed: in colour, or with black alone, where marks and words tell everything apart."""

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.engine.svg import INKS, SEATS

PAPER = INKS["paper"]
WHITE, BLACK = "#ffffff", "#000000"
LIGHT, MIDDLE = "#ececec", "#d4d4d4"


@dataclass(frozen=True)
class Ink:
    title: str  # as a form offers it
    inks: Mapping[str, str]
    seats: Mapping[str, tuple[str, str]]
    fill: float  # how dense areas in a seat's colour are


COLOUR = Ink("Colour", {**PAPER, "ground": WHITE, "sheet": WHITE, "ink": "#101722"}, SEATS["paper"], 0.85)
BLACK_ONLY = Ink(
    "Black and white",
    {
        **PAPER,
        "ground": WHITE,
        "sheet": WHITE,
        "shade": MIDDLE,
        "ink": BLACK,
        "shadow": BLACK,
        "quiet": "#333333",
        "violet": WHITE,
        "indigo": LIGHT,
        "blue": WHITE,
        "green": LIGHT,
        "yellow": WHITE,
        "orange": MIDDLE,
        "red": LIGHT,
        "gold": BLACK,
        "silver": "#6b6b6b",
    },
    {
        "vermilion": ("#1a1a1a", WHITE),
        "blue": (WHITE, BLACK),
        "amber": ("#a6a6a6", BLACK),
        "green": ("#5a5a5a", WHITE),
        "purple": ("#cfcfcf", BLACK),
        "sky": ("#f0f0f0", BLACK),
        "ink": ("#6e6e6e", WHITE),
        "chalk": (WHITE, BLACK),
    },
    0.4,
)
KINDS = {"colour": COLOUR, "black": BLACK_ONLY}
