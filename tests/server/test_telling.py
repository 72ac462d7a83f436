"""What is told where there is little room: how much each sentence matters to whoever reads it."""

from types import SimpleNamespace
from typing import Any

import pytest

from parlour.engine.game import find_game
from parlour.engine.moves import Event
from parlour.games.numeric.state import Event as Numeric
from parlour.games.quatro.state import Event as Quatro
from parlour.server.rooms.room import Told
from parlour.server.rooms.views import weigh
from tests.server.table import open_table


def weights(game: str, you: int | None, *told: tuple[int, int, str]) -> list[int]:
    """Of sentences, each with the entry that it tells of and the kind of event."""
    play: Any = SimpleNamespace(game=find_game(game))
    return weigh(play, [Told(number, words, Event(0, kind, (0, 0, 0), words)) for number, kind, words in told], you)


def test_throws_matter_least_and_hits_most_if_it_is_your_man() -> None:
    told = (
        (1, Quatro.ROLLS, "⟦1:Blue⟧ [rolls] 5–2."),
        (2, Quatro.MOVES, "⟦1:Blue⟧ [moves] from D5 to D3."),
        (3, Quatro.HITS, "⟦1:Blue⟧ [hits] ⟦2:Yellow⟧'s man on D3, who goes to the bar."),
        (4, Quatro.HITS, "⟦1:Blue⟧ [hits] ⟦0:Red⟧'s man on D2, who goes to the bar."),
    )
    assert weights("quatro", 0, *told) == [0, 1, 2, 4]
    assert weights("quatro", None, *told) == [0, 1, 2, 2]


def test_what_led_to_something_matters_as_much_as_that() -> None:
    told = (
        (7, Numeric.DRAWS_CARD, "⟦1:B⟧ [draws] card 14: You shine: each player pays you £20."),
        (7, Numeric.GIVES, "⟦0:A⟧ [pays] £20 to ⟦1:B⟧."),
        (8, Numeric.DRAWS_CARD, "⟦1:B⟧ [draws] card 2: Receive £5."),
    )
    assert weights("numeric", 0, *told) == [4, 4, 2]


def test_a_number_matters_as_much_as_the_card_that_it_draws() -> None:
    told = (
        (6, Numeric.COVERS, "⟦1:B⟧ [makes] 5 = 5 + 4 − 6 + 2, and [covers] it."),
        (6, Numeric.EARNS, "⟦1:B⟧ [earns] £15 and [has] £645."),
        (7, Numeric.DRAWS_CARD, "⟦1:B⟧ [draws] card 2: Receive £5."),
    )
    assert weights("numeric", 0, *told) == [2, 0, 2]


def test_your_own_throws_matter_no_more_than_others() -> None:
    assert weights("quatro", 0, (1, Quatro.ROLLS, "⟦0:Red⟧ [rolls] 5–2.")) == [0]


LAST_SPIN = "phase=spinning turns=18 turn=C A=17,x,x,x,x C={},2,x,x,x dice=64 used=both moved=1 hits=1"


@pytest.mark.parametrize(
    ("leader", "told"),
    [
        (
            "39",
            "Ben spins: the two gunmen point at space 17, where your Godfather stands, and space 41, which is empty. "
            "Your Godfather dies on space 17.",
        ),
        (
            "17",
            "Ben spins: the two gunmen point at space 17, where your Godfather stands, and space 41, "
            "where Ben's Godfather stands. Your Godfather dies on space 17. Ben's Godfather dies on space 41.",
        ),
    ],
)
def test_the_end_by_a_spin_says_who_was_struck(leader: str, told: str) -> None:
    table = open_table("vendetta", "two", options={"soldiers": 4}, position=LAST_SPIN.format(leader), dice="manual")
    table.move("17/41", seat=1)
    view = table.show("Ann")
    assert view["over"]
    assert view["came"] == told
