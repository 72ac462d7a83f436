"""A table to try the rules at: plays, boards with some numbers covered, throws that make a number."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from parlour.engine.game import find_game
from parlour.engine.play import Play
from parlour.games.numeric.board import NUMBERS, SEATS, numbers_of
from parlour.games.numeric.reach import THROWS, class_table
from parlour.games.numeric.state import Action, Ending, Phase
from parlour.games.numeric.text import formed

GAME = find_game("numeric")
PAGE = (Path(__file__).parents[3] / "docs" / "games" / "numeric.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
VARIANTS = ("basic", "zones", "hex", "counters")
GOLD = {1, 5, 7, 11, 19, 29, 37, 41, 53, 61, 79, 83, 97}
SILVER = {2, 3, 13, 17, 23, 31, 43, 47, 59, 67, 71, 73, 89}
THREE_DICE = {n for throw in THROWS if len(throw) == 3 for n in class_table(throw)}  # what three dice can make


NO_CARDS: dict[str, dict[str, Any]] = {"basic": {}, "zones": {"cards": False}, "hex": {"cards": False}}


def new(variant: str, **options: Any) -> Play:
    """A play in which A throws first unless something else is said."""
    return Play(GAME, GAME.settle(**{"variant": variant, "first_side": "A", **options}))


def at(variant: str, words: str, **options: Any) -> Play:
    """A play at a position. Words left out: A has thrown first and is asked, all have what they start with."""
    play = new(variant, **options)
    given = dict(word.split("=", 1) for word in words.split())
    money = ",".join([str(play.values["starting_money"])] * play.seats)
    usual = {"phase": "forming", "throws": "1", "thrower": "A", "turn": "A", "asked": "0", "money": money}
    if given.get("phase") == "throwing":
        usual.update(turns=str(int(given.get("throws", "1")) + 1), turn=given.get("thrower", "A"))
    play.place(" ".join(f"{name}={value}" for name, value in {**usual, **given}.items()))
    return play


def under(play: Play, **options: Any) -> Play:
    """The same state under other options, even where no play comes to it: it shows what the rules say there."""
    other = Play(GAME, GAME.settle(**{**play.values, **options}))
    other.states[:] = play.states
    return other


def listed(numbers: Iterable[int]) -> str:
    """Numbers as a position writes them."""
    return ",".join(map(str, sorted(numbers))) or "none"


def throw_for(n: int, dice: int = 4) -> str:
    """Some throw that makes a number."""
    return next(
        "".join(map(str, throw[::-1])) for throw in THROWS if len(throw) == dice and n in class_table(throw, False)
    )


def about_to_cover(variant: str, n: int, covered: Iterable[int] = (), words: str = "", **options: Any) -> Play:
    """A play in which it is A's turn with a throw that makes `n`; `covered` are covered, by A unless words say else."""
    throw = throw_for(n, options.get("dice", 4))
    return at(variant, f"throw={throw} A={listed(covered)} {words}", **options)


def cover(variant: str, n: int, covered: Iterable[int] = (), words: str = "", **options: Any) -> Play:
    """The same, with `n` covered."""
    play = about_to_cover(variant, n, covered, words, **options)
    play.push(f"={n}")
    return play


def make(play: Play, n: int) -> None:
    """Throw dice that make a number, and let the thrower cover it."""
    play.push(throw_for(n))
    play.push(f"={n}")


def with_card(card: int, words: str, **options: Any) -> Play:
    """A play of three sides in which A has made 7 of 6431 for £15, and draws a card."""
    given = {"players": 3, **options}
    play = at("zones", f"phase=card throw=6431 A=7 number=7 signs=3 reward=15 made=1 {words}", **given)
    play.push(f"#{card}")
    return play


def money(play: Play) -> list[int]:
    return [int(play.s.money[seat]) for seat in range(play.seats)]


def phase(play: Play) -> str:
    """What comes next."""
    return Phase.word(play.s.phase)


def reason(play: Play) -> str:
    """Why the play is over; `none` while it goes on."""
    return Ending.word(play.s.reason)


def asked(play: Play) -> str:
    """The letter of the side that is asked; a dash where nobody is."""
    return SEATS[play.to_move] if play.to_move >= 0 else "-"


def moves(play: Play) -> set[str]:
    """What may be played, as people write it."""
    return {action.notation for action in play.legal}


def numbers(play: Play) -> set[int]:
    """The numbers that may be made now."""
    return {formed(code)[0] for code in play.legal_codes() if Action.FORM <= code < Action.PLACE}


def free(play: Play) -> set[int]:
    """The numbers that nobody has covered or placed."""
    return set(numbers_of(play.s.free[0], play.s.free[1]))


def covered_by(play: Play, side: str) -> list[int]:
    seat = SEATS.index(side)
    return numbers_of(play.s.own[seat, 0], play.s.own[seat, 1])


def said(play: Play) -> list[str]:
    """The sentences about the last action, outcome or call."""
    return [event.sentence for event in play.events if event.ply == play.ply]


def all_but(n: int) -> list[int]:
    return [other for other in NUMBERS if other != n]


def page_rows(heading: str, level: str = "##") -> dict[str, list[str]]:
    """The first table of a section of the page: the other columns by the name in the first."""
    section = PAGE.split(f"\n{level} {heading}\n")[1].split(f"\n{level} ")[0]
    table = section[section.index("\n|") + 1 :].split("\n\n")[0].splitlines()[2:]
    rows = [[column.strip() for column in line.strip("|").split("|")] for line in table]
    return {row[0].strip("`"): row[1:] for row in rows}


def page_block(start: str) -> str:
    """The block of the page that starts so."""
    blocks = (block.removeprefix("board") for block in PAGE.split("```")[1::2])
    return next(block for block in blocks if block.strip().startswith(start))
