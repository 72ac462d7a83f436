"""A table to try rules at: positions as text, what may be played there and what it leads to."""

from typing import Any

import parlour
from parlour.engine.play import Play
from parlour.games.quatro.board import BOARDS
from parlour.games.quatro.options import boards_in_use
from tests.games.quatro.kernel import results
from tests.oracles import quatro as oracle


def new(**options: Any) -> Play:
    return parlour.new("quatro", **options)


def at(text: str, **options: Any) -> Play:
    """A play at a position; players not named stand with all their men on their own 9."""
    play = new(**options)
    words = dict(word.split("=") for word in text.split())
    for board in boards_in_use(play.values):
        words.setdefault(board, f"9:{play.values['men']}")
    words.setdefault("phase", "moving" if "dice" in words else "rolling")
    play.place(" ".join(f"{name}={value}" for name, value in words.items()))
    return play


def words(play: Play) -> dict[str, str]:
    """The words of the position."""
    return dict(word.split("=") for word in play.position.split())


def men(play: Play, board: str) -> str:
    return words(play)[board]


def moves(play: Play) -> set[str]:
    """What the player to move may do, as it is written."""
    return {action.notation for action in play.legal}


def said(play: Play) -> list[str]:
    """The sentences of the last action or outcome."""
    return [event.sentence for event in play.events if event.ply == play.ply]


def ends(play: Play) -> set[str]:
    """Every end of this roll: the men of those who are changed by it."""
    before = {seat: men(play, seat) for seat in BOARDS if seat in words(play)}
    found = set()
    for position in results(play):
        after = {seat: oracle.write_men(side).replace(" ", ",") for seat, side in position.sides}
        found.add(" ".join(f"{seat}={after[seat]}" for seat in before if after[seat] != before[seat]))
    return found


def payments(play: Play) -> dict[str, int]:
    """What each board of this game has received, less what it paid."""
    s = play.s
    return {
        BOARDS[board]: int(s.received[s.player[board]] - s.paid[s.player[board]])
        for board in range(4)
        if s.player[board] >= 0
    }


def order_of_play(play: Play, turns: int) -> str:
    """Whose turns come next: each rolls 2-1 and plays what is first in the list."""
    found = ""
    for _ in range(turns):
        found += words(play)["turn"]
        turn = play.s.turns
        while play.s.turns == turn and not play.over:
            play.push("21:") if play.at_chance else play.push(play.legal_codes()[0])
    return found
