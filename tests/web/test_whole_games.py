"""Whole games, read and measured: every game in all its forms, by people with names, on screens of every size.

Mum, Ella and Tom play at one screen; bots sit where there are more seats. Before each decision all that it needs must
be in sight, and whatever is read must be meant for people. Each form of a game is played on one size of screen, and
each game on every size; with PARLOUR_ALL_SIZES=1 each form is played on all of them. A limit of turns ends long games;
with PARLOUR_WHOLE_GAMES=1 nothing does.
"""

import os
import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator

from parlour.engine.game import find_game, games
from tests.server.serving import Server
from tests.web.numbers import state_a_number
from tests.web.playing import INSIDE, Person
from tests.web.reading import READ, Table
from tests.web.test_games import ALL as WHOLE
from tests.web.test_in_sight import LOOK, SCREENS

NAMES = ("Mum", "Ella", "Tom")
MOST = 20_000 if WHOLE else 400  # decisions
LIMITS: dict[str, dict[str, Any]] = {
    "numeric": {"end": "throw_limit(3)"},
    "quatro": {"turn_cap": 14},
    "stencil": {"games": 1},
    "vendetta": {"turn_limit": 14},
    "quantum": {"turn_limit": 16},
}
RANKED = {"end": "funds(800)"}  # ends inside a throw
ALL_SIZES = bool(os.environ.get("PARLOUR_ALL_SIZES"))
FORMS = [(game, preset) for game in LIMITS for preset in ("", *find_game(game).presets)]


def sizes_of(game: str, preset: str) -> list[tuple[int, int]]:
    """Forms take sizes in turn; where a game has fewer forms than there are sizes, its first ones take more."""
    if ALL_SIZES:
        return SCREENS
    forms = [form for form in FORMS if form[0] == game]
    place = forms.index((game, preset))
    return [SCREENS[i % len(SCREENS)] for i in range(place, max(len(forms), len(SCREENS)), len(forms))]


PLAYS = [(game, preset, size) for game, preset in FORMS for size in sizes_of(game, preset)]


class Reader(Person):
    """Somebody who touches only what is in sight: nothing is scrolled to."""

    def touch(self, thing: Locator) -> None:
        place = thing.evaluate(INSIDE)
        assert place, "no place on the screen belongs to it"
        self.tap(*place)


def test_every_game_is_played_on_every_size() -> None:
    assert set(LIMITS) == set(games())
    assert {(game, size) for game, _, size in PLAYS} == {(game, size) for game in games() for size in SCREENS}


@pytest.mark.parametrize(
    ("game", "preset", "size"),
    PLAYS,
    ids=[f"{game}-{preset or 'usual'}-{size[0]}x{size[1]}" for game, preset, size in PLAYS],
)
def test_all_that_is_read_is_meant_for_people(
    server: Server, browser: Browser, game: str, preset: str, size: tuple[int, int]
) -> None:
    person = Reader(browser, server.address, rng=random.Random(5))
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    code = open_table(person, game, preset)
    seats = person.ask("GET", f"/rooms/{code}?detail=text")["seats"]
    table = Table([seat["name"] for seat in seats], [seat["colour"] for seat in seats])
    person.enter(code)
    faults: dict[str, None] = {}
    for _ in range(MOST):
        is_over = person.wait_for_turn() == "over"
        notations = [] if is_over else person.ask("GET", f"/rooms/{code}?detail=text")["legal"]
        read = person.page.evaluate(f"() => ({{ ...{READ}, faults: ({LOOK})() }})")
        faults |= dict.fromkeys(read["faults"] + table.judge(read, [action["notation"] for action in notations]))
        if is_over:
            break
        person.move(state_a_number if game == "numeric" else lambda person: False)
    assert person.state == "over"
    assert not faults, "\n".join(faults)
    assert person.complaints == []
    person.close()


def open_table(person: Person, game: str, preset: str) -> str:
    """A room with people on the first seats, and bots on the others."""
    preset_of = {"preset": preset} if preset else {}
    limit = RANKED if preset.startswith("ladder") else LIMITS[game]
    opening = {"game": game, **preset_of, "options": {} if WHOLE else limit, "pace": 0}
    declared = find_game(game)
    players = int((declared.presets[preset] if preset else {}).get("players", declared.players[0]))
    bots = {str(seat): "random" for seat in range(len(NAMES), players)}
    code: str = person.ask("POST", "/rooms", **opening, bots=bots)["code"]
    for seat in range(min(players, len(NAMES))):
        person.ask("POST", f"/rooms/{code}/seats/{seat}", name=NAMES[seat])
    return code
