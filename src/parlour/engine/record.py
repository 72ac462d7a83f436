"""Records: whole plays as text a person can read, replayed without any randomness.

    [Game "pig"]
    [Rules "1"]
    [Options "target=20"]
    [Result "1 0"]

    1. Player-1 roll 5 hold
    2. Player-2 roll 6 roll 1
    3. Player-1 roll 6 roll 6 roll 4

Each line is one turn: its number, whose it is, and what was played and drawn; what a referee called is marked with !.
A line starting with `;` is a comment.

The final position stands in a tag of its own, so that a slip in writing a record is noticed:

    [Final "phase=finished turns=3 banked=21,0 rolled=4"]

After that more tags may tell of the dice and of the end; a play keeps them in `tags`:

    [Dice "manual"]               real dice were used, and typed in
    [Commitment "…"]              of fair dice: what was shown before the seats gave their seeds, 64 hexadecimal digits
    [Seeds "ann-7|ben"]           the seeds of all seats, in order
    [Seeded "own|own"]            own where the seat gave its seed, derived where it follows from the others'
    [Secret "…"]                  what the commitment stood for, once the play is over, 64 hexadecimal digits
    [Ending "Red resigned"]       how the play ended, if no rule ended it
    [Notes "4 Dora plays for Ben.|6 Ann asks for a hint."]   what else happened, each after how many plies

Here they are checked for their form. Whether the dice were fair is for `fairness.verify` to tell.
"""

import re
from itertools import groupby
from typing import Any, Protocol

from parlour.engine.game import Game
from parlour.engine.moves import Written
from parlour.engine.options import changed
from parlour.engine.seeds import check_digits, check_origins, check_seed

CALL_MARK = "!"  # before what a referee called
NOTE = re.compile(r'[0-9]{1,9} [^"|]*[^"|\s]')
KEPT = ("Dice", "Commitment", "Seeds", "Seeded", "Secret", "Ending", "Notes")  # in the tags of a play
TAGS = ("Game", "Rules", "Options", "Names", "Position", "Result", "Final", *KEPT)


class Recorded(Protocol):
    """What a record tells of a play."""

    game: Game
    values: dict[str, Any]
    names: tuple[str, ...]
    seats: int
    placed: str
    codes: list[int]
    written: list[Written]
    tags: dict[str, str]

    @property
    def over(self) -> bool: ...
    @property
    def score(self) -> tuple[float, ...] | None: ...
    @property
    def position(self) -> str: ...


class RecordError(ValueError):
    """The text is not a record of a legal play; the message names the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def write_record(play: Recorded) -> str:
    """The record of a play, finished or not. Raises ValueError if its tags are not what a record may say."""
    kept = dict(play.tags)
    if play.over:
        kept.pop("Ending", None)  # it went on after all, and the rules ended it
    for name in kept:
        if name not in KEPT:
            raise ValueError(f"unknown tag {name!r}: expected one of {', '.join(KEPT)}")
        check_kept(play, name)
    options = changed(play.game.options, play.values)
    tags = {
        "Game": play.game.name,
        "Rules": str(play.game.version),
        "Options": " ".join(f"{name}={text}" for name, text in options.items()),
        "Names": "|".join(play.names),
        "Position": play.placed,
        "Result": write_score(play.score),
        "Final": play.position if play.codes else "",
        **{name: kept.get(name, "") for name in KEPT},
    }
    lines = [f'[{name} "{value}"]' for name, value in tags.items() if value]
    lines.append("")
    for (turn, whose), words in groupby(play.written, lambda written: (written.turn, written.whose)):
        lines.append(f"{turn}. {whose} {play.game.notation.join([word.text for word in words])}")
    return "\n".join(lines) + "\n"


def check_kept(play: Recorded, name: str) -> None:
    """Whether what a play keeps under this name may stand in its record. Raises ValueError."""
    value = play.tags[name]
    if name == "Dice":
        if value != "manual":
            raise ValueError(f"the dice cannot be {value!r}: expected manual, or no such tag")
        if others := [other for other in ("Commitment", "Seeds", "Seeded", "Secret") if other in play.tags]:
            raise ValueError(
                f"the dice are manual, but there is the tag {others[0]!r} of fair dice: expected one of them"
            )
    elif name == "Seeds":
        seeds = value.split("|")
        if len(seeds) != play.seats:
            raise ValueError(f"{len(seeds)} seeds for {play.seats} seats: expected one for each, with | between them")
        for seed in seeds:
            check_seed(seed)
    elif name == "Seeded":
        check_origins(value.split("|"), play.seats)
    elif name == "Ending":
        if not value.strip() or '"' in value or value.splitlines() != [value]:
            raise ValueError(f"{value!r} cannot be an ending: expected a sentence without quotation marks or line ends")
        if play.over:
            raise ValueError(f"the ending is {value!r}, but the play is over by the rules: expected only a result")
    elif name == "Notes":
        for note in value.split("|"):
            if NOTE.fullmatch(note) is None or note.splitlines() != [note]:
                raise ValueError(f"{note!r} cannot be a note: expected a number of plies and a sentence")
    else:
        check_digits(value)


def write_score(score: tuple[float, ...] | None) -> str:
    return "" if score is None else " ".join(f"{points:g}" for points in score)
