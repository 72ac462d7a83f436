"""A table to try rules at: positions in few words, what may be played there and what it leads to."""

import csv
import random
from pathlib import Path
from typing import Any

from parlour.engine.options import sample_options
from parlour.engine.play import Play
from parlour.games.quantum import GAME
from parlour.games.quantum.state import COLOURS, Action

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / "docs" / "games" / "quantum.md").read_text(encoding="utf-8")
POOL = ("pair", "sixes", "loose", "due")


def rows_of(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


BOARD = {row["id"]: row for row in rows_of("appendix_a.csv")}  # the squares by name, in the order of play


def onward(square: str, steps: int) -> str:
    """Where a count ends, by the list of squares."""
    ring = [name for name, row in BOARD.items() if row["ring"] == BOARD[square]["ring"]]
    return ring[(ring.index(square) + steps) % len(ring)]


def new(**options: Any) -> Play:
    return Play(GAME, GAME.settle(**options))


def at(text: str, pushed: str = "", **options: Any) -> Play:
    """A play at a position, and throws and moves from there.

    White is to throw unless something else is said, and pieces not named are in the centre.
    """
    play = new(**options)
    given = {"phase": "throwing", "turns": "1", "turn": "White"} | dict(word.split("=") for word in text.split())
    for seat in COLOURS[: play.seats]:
        squares = given[seat].split(",") if seat in given else []
        given[seat] = ",".join(squares + ["0"] * (play.values["pieces_per_player"] - len(squares)))
    play.place(" ".join(f"{name}={value}" for name, value in given.items()))
    if pushed:
        play.push(pushed)
    return play


def words(play: Play) -> dict[str, str]:
    """The words of the position."""
    return dict(word.split("=") for word in play.position.split())


def stood(play: Play) -> str:
    """Where the pieces stand, as `at` takes it: the last ones in the centre are left out."""
    found = []
    for seat, squares in words(play).items():
        if seat in COLOURS:
            named = squares.split(",")
            while named and named[-1] == "0":
                named.pop()
            found += [f"{seat}={','.join(named)}"] if named else []
    return " ".join(found)


def pool(play: Play) -> str:
    """The dice, as a position writes them."""
    return " ".join(f"{name}={value}" for name, value in words(play).items() if name in POOL)


def moves(play: Play) -> set[str]:
    """What the player to move may do, as it is written."""
    return {action.notation for action in play.legal}


def did(play: Play) -> str:
    """The last action or outcome as a record writes it."""
    return play.written[-1].text


def said(play: Play) -> list[str]:
    """The sentences of the last action or outcome."""
    return [event.sentence for event in play.events if event.ply == play.ply]


def everything(play: Play) -> tuple[Any, ...]:
    """All of a play that a refusal must leave alone."""
    return play.states.tobytes(), tuple(play.codes), tuple(play.written), tuple(play.events), play.placed


def random_play(seed: int | str, **fixed: Any) -> tuple[Play, random.Random]:
    """A play under random options."""
    rng = random.Random(seed)
    return Play(GAME, sample_options(GAME.options, rng, {"turn_limit": 0, **fixed}, GAME.check)), rng


def play_on(play: Play, rng: random.Random) -> None:
    """One random step; pieces come in as long as no more than half are in play, or nobody would ever win."""
    if play.at_chance:
        play.roll(rng)
        return
    codes = play.legal_codes()
    mine = words(play)[COLOURS[play.to_move]].split(",")
    play.push(Action.ENTER if Action.ENTER in codes and 2 * mine.count("0") >= len(mine) else rng.choice(codes))


def scatter(play: Play, rng: random.Random, rings: str = "23456") -> str:
    """Words for the pieces of all players, most of them on squares of some rings."""
    free = [name for name, row in BOARD.items() if row["ring"] in rings]
    rng.shuffle(free)
    pieces = play.values["pieces_per_player"]
    return " ".join(
        f"{seat}={','.join(free.pop() if free and rng.random() < 0.8 else '0' for _ in range(pieces))}"
        for seat in COLOURS[: play.seats]
    )


def check_position(play: Play) -> None:
    """The position as text gives back the very same state, and the very same text."""
    again = Play(GAME, play.values)
    again.place(play.position)
    assert again.position == play.position
    assert again.states.tobytes() == play.states.tobytes(), play.position


def section(title: str) -> str:
    """A part of the page, from its heading to the next."""
    return PAGE.split(f" {title}\n")[1].split("\n#")[0]


def page_rows(title: str) -> list[list[str]]:
    """The first table of a part of the page, without its head."""
    text = section(title)
    table = text[text.index("\n|") + 1 :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def page_block(start: str) -> str:
    """The block of the page that starts so."""
    return next(block for block in PAGE.split("```")[1::2] if block.strip().startswith(start)).strip()
