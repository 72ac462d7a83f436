"""Positions drawn as text, and a play set up from them."""

import random
from pathlib import Path
from typing import Any

from parlour.engine.game import find_game
from parlour.engine.play import Play
from parlour.games.stencil import rules
from parlour.games.stencil.board import CELLS
from parlour.games.stencil.state import Action, Phase

GAME = find_game("stencil")
PAGE = (Path(__file__).parents[3] / "docs" / "games" / "stencil.md").read_text(encoding="utf-8")
ONE_GAME: dict[str, Any] = {"games": 1, "first_player": "red", "plate_choice": "fixed"}  # red has K1, white K2

# All counters down, and nothing complete for red's K1 or white's K2
DEAD = """
    W R R W
    W R W W
    R R W W
    R R W R
"""


def cells(drawing: str, sign: str) -> list[str]:
    """The cells that carry a sign in a drawing of the board, row 1 at the top."""
    return [cell for cell, drawn in zip(CELLS, drawing.split(), strict=True) if drawn == sign]


def set_up(drawing: str, turn: str = "red", more: str = "", **options: Any) -> Play:
    """A play at a drawn position; red has K1 and white K2 unless the options or `more` say otherwise."""
    game = find_game("stencil")
    play = Play(game, game.settle_recorded(**{"games": 1, **options}))
    words = [
        f"{colour}={''.join(found)}"
        for colour, sign in (("red", "R"), ("white", "W"))
        if (found := cells(drawing, sign))
    ]
    plates = "" if "plates=" in more else "plates=K1,K2"
    play.place(" ".join([*words, f"turn={turn}", plates, more]))
    return play


def drawn(play: Play) -> list[str]:
    """The board of a play as it would be drawn."""
    red, white = play.s.counters
    return ["R" if red >> i & 1 else "W" if white >> i & 1 else "." for i in range(16)]


def empty_cells(play: Play) -> set[str]:
    return {cell for cell, sign in zip(CELLS, drawn(play), strict=True) if sign == "."}


def claims(count: int = 4) -> set[str]:
    return {f"@{turning}" for turning in range(count)}


def moves(play: Play) -> set[str]:
    """What may be played, as people write it."""
    return {action.notation for action in play.legal}


def said(play: Play) -> list[str]:
    """The sentences about the last action."""
    return [event.sentence for event in play.events if event.ply == play.ply]


def complete(play: Play, seat: int) -> list[int]:
    """The orientations in which a seat has a stencil."""
    return [turning for turning in range(play.o.turnings) if rules.is_complete(play.s, play.o, seat, turning)]


def play_on(play: Play, rng: random.Random) -> None:
    """One random step; a player who has a stencil claims it every other time."""
    if play.at_chance:
        play.roll(rng)
        return
    codes = play.legal_codes()
    if play.s.phase == Phase.PLAYING and rng.random() < 0.5:
        right = {Action.CLAIM + turning for turning in complete(play, play.to_move)}
        codes = sorted(right & set(codes)) or codes
    play.push(rng.choice(codes))


def play_game(play: Play, winner: str) -> None:
    """One whole game, red with K1 and white with K2, won by `red`, `white` or `nobody`."""
    red_starts = play.to_move == 0
    if winner == "red":  # K1@0: red a1 a3 b3 and white c2
        play.push("a1 c2 a3 d4 b3 d1 @0#" if red_starts else "c2 a1 d4 a3 d1 b3 d3 @0#")
    elif winner == "white":  # K2@0: white c2 a3 c3 and red b1
        play.push("b1 c2 a1 a3 d4 c3 d1 @0#" if red_starts else "c2 b1 a3 a1 c3 d4 @0#")
    else:
        both = cells(DEAD, "R"), cells(DEAD, "W")
        for first, second in zip(*(both if red_starts else both[::-1]), strict=True):
            play.push(f"{first} {second}")
        play.push("-- --")


def random_play(seed: int) -> tuple[Play, random.Random]:
    """A play under random options, a short match."""
    rng = random.Random(seed)
    values = GAME.sample(rng, {"games": rng.randint(1, 2)})
    return Play(GAME, values), rng


def everything(play: Play) -> tuple[Any, ...]:
    """All of a play that a refusal must leave alone."""
    return play.states.tobytes(), tuple(play.codes), tuple(play.written), tuple(play.events), play.placed


def check_position(play: Play) -> None:
    """The position as text gives back the very same state, and the very same text."""
    again = Play(GAME, play.values)
    again.place(play.position)
    assert again.states.tobytes() == play.states.tobytes(), play.position
    assert again.position == play.position


def page_block(start: str) -> str:
    """The block of the page that starts so."""
    return next(block for block in PAGE.split("```")[1::2] if block.strip().startswith(start)).strip()
