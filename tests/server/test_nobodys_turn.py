"""Where somebody gives up the rules would go on, but nobody is asked any more: the board says so too."""

import pytest

import parlour
from parlour.server.rooms import acts
from tests.server.table import NAMES, open_table

TWO = {"quatro": "two", "quantum": "two"}  # presets for two players, where the usual game is for more
DUTIES = {"to move", "to throw", "to roll", "to choose", "next"}


def words_on(scene: dict[str, list[dict[str, str]]]) -> set[str]:
    return {shape.get("text", "") for shape in [*scene["board"], *scene["pieces"]]}


def count_washes(scene: dict[str, list[dict[str, str]]]) -> int:
    return sum(shape.get("style") == "wash" for shape in scene["board"])


@pytest.mark.parametrize("name", list(parlour.games()))
def test_after_somebody_gave_up_the_board_says_of_nobody_that_they_are_to_move(name: str) -> None:
    options = {"players": 2} if name == "vendetta" else {}
    table = open_table(name, TWO.get(name), options=options)
    before = table.show("Ann")["scene"]
    assert words_on(before) & DUTIES
    for seat in range(len(table.room.sitters)):
        if not table.room.over:
            table.do(acts.resign, NAMES[seat], seat)
    assert table.room.over
    after = table.show("Ann")["scene"]
    assert not words_on(after) & DUTIES
    assert count_washes(after) < count_washes(before), "and nobody's name is lit"
    people = {name for name in words_on(before) if name in {"You", "Ben"}}
    assert people <= words_on(after), "who plays is still told"
