"""Whole games, read and measured: every game in all its forms, by people with names, on screens of every size.

Mum, Ella and Tom play at one screen; bots sit where there are more seats. Before each decision all that it needs must
be in sight, and whatever is read must be meant for people. The window takes another size for every decision, and a
limit of turns ends long games. With PARLOUR_WHOLE_GAMES=1 nothing does, and every decision is looked at on all sizes.
"""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator

from parlour.engine.game import find_game, games
from tests.server.serving import Server
from tests.web.choosing import ADVISER, Chooser
from tests.web.numbers import state_a_number
from tests.web.playing import INSIDE, Person
from tests.web.reading import READ, Table
from tests.web.test_games import ALL as WHOLE
from tests.web.test_in_sight import LOOK, SCREENS

NAMES = ("Mum", "Ella", "Tom")
MOST = 20_000 if WHOLE else 400  # decisions
LOOKS = len(SCREENS) if WHOLE else 1  # sizes on which each of them is looked at
LIMITS: dict[str, dict[str, Any]] = {
    "numeric": {"end": "throw_limit(5)"},
    "quatro": {"turn_cap": 14},
    "stencil": {"games": 1},
    "vendetta": {"turn_limit": 14},
    "quantum": {"turn_limit": 16},
}
RANKED = {"end": "funds(800)"}  # ends inside a throw
# What is read and what is out of sight, once the page has taken its new size
LOOK_AND_READ = f"""async () => {{
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return {{ ...{READ}, faults: ({LOOK})(), size: [innerWidth, innerHeight] }};
}}"""


def find_forms() -> list[tuple[str, str]]:
    """Every game in all its forms, but once where a preset changes nothing."""
    found: dict[tuple[str, str], str] = {}
    for game in LIMITS:
        for preset in (None, *find_game(game).presets):
            found.setdefault((game, str(find_game(game).settle(preset))), preset or "usual")
    return [(game, form) for (game, _), form in found.items()]


FORMS = find_forms()


class FaultsSeen(AssertionError):
    """The dice fall anew in every play: another one would not show what was wrong in this."""


class Reader(Person):
    """Somebody who touches only what is in sight: nothing is scrolled to."""

    def look(self, size: tuple[int, int]) -> dict[str, Any]:
        """What is read on a size, and what is out of sight there."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        read: dict[str, Any] = self.page.evaluate(LOOK_AND_READ)
        assert read["size"] == list(size)
        return read

    def touch(self, thing: Locator) -> None:
        place = thing.evaluate(INSIDE)
        assert place, "no place on the screen belongs to it"
        self.tap(*place)


def test_every_game_is_played() -> None:
    assert set(LIMITS) == set(games())


@pytest.mark.flaky(reruns=1, rerun_except=FaultsSeen.__name__)
@pytest.mark.parametrize(("game", "form"), FORMS, ids=["-".join(form) for form in FORMS])
def test_all_that_is_read_is_meant_for_people(server: Server, browser: Browser, game: str, form: str) -> None:
    person = Reader(browser, server.address, rng=random.Random(5))
    code = open_table(person, game, form)
    room = person.ask("GET", f"/rooms/{code}?detail=text")
    table = Table([seat["name"] for seat in room["seats"]], [seat["colour"] for seat in room["seats"]])
    chooser = Chooser(game, room["options"], person.rng)
    person.enter(code)
    faults: dict[str, str] = {}  # and the position in which each was seen first
    sizes: set[tuple[int, int]] = set()
    for number in range(MOST):
        is_over = person.wait_for_turn() == "over"
        room = person.ask("GET", f"/rooms/{code}?detail=text")
        person.page.wait_for_selector(f'.room[data-after="{room["after"]}"]')  # the page shows no earlier moment
        notations = [action["notation"] for action in room["legal"]]
        for look in range(LOOKS):
            read = person.look(SCREENS[(look - number) % len(SCREENS)])  # the next one begins where this one is made
            sizes.add(tuple(read["size"]))
            for fault in read["faults"] + table.judge(read, notations):
                faults.setdefault("{}×{}: ".format(*read["size"]) + fault, room["position"])
        if is_over:
            break
        chosen = chooser.choose(room)
        person.move(state_a_number if game == "numeric" else lambda person: False, chosen)
    assert person.state == "over"
    assert sizes == {*SCREENS}, "the play was over before it was looked at on every size"
    if faults:
        raise FaultsSeen("\n".join(f"{fault}  ({position})" for fault, position in faults.items()))
    assert person.complaints == []
    person.close()


def open_table(person: Person, game: str, form: str) -> str:
    """A room with people on the first seats, and bots on the others."""
    preset = {} if form == "usual" else {"preset": form}
    limit = RANKED if form.startswith("ladder") else LIMITS[game]
    opening = {"game": game, **preset, "options": {} if WHOLE else limit, "pace": 0}
    players: int = find_game(game).settle(preset.get("preset"))["players"]
    bots = {str(seat): ADVISER for seat in range(len(NAMES), players)}
    code: str = person.ask("POST", "/rooms", **opening, bots=bots)["code"]
    for seat in range(min(players, len(NAMES))):
        person.ask("POST", f"/rooms/{code}/seats/{seat}", name=NAMES[seat])
    return code
