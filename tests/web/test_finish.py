"""The finish: what decided a play shines before it is told who has won and why, and a picture of it can be kept."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.playing import Person

# A position in which the next move wins, that move, and why it does
LAST_MOVES: dict[str, tuple[dict[str, Any], str, str]] = {
    "quatro": (
        {
            "game": "quatro",
            "preset": "two",
            "position": "phase=moving A=31:3,28:1,25:2,24:1,19:1,14:1,13:1,11:1,2:1,1:3 B=1:1,off:14 turn=B dice=43 "
            "moved=3:1 rolls=321 turns=321",
        },
        "1/off",
        "has borne off every man.",
    ),
    "backgammon": (
        {
            "game": "quatro",
            "preset": "backgammon",
            "position": "phase=moving A=1:1,off:14 B=2:3,1:2,off:10 turn=A dice=33 moved=3:1,3:1,3:1 rolls=192 "
            "turns=192",
        },
        "1/off",
        "has borne off every man.",
    ),
    "vendetta": (
        {
            "game": "vendetta",
            "preset": "two",
            "options": {"soldiers": 4},
            "position": "phase=moving turns=18 turn=C A=26,x,x,0,10 C=39,1,8,x,H dice=64 spun=9/33",
        },
        "g15>H[6+4]",
        "Ella's Godfather is home.",
    ),
    "quantum": (
        {
            "game": "quantum",
            "preset": "two",
            "position": "phase=using turns=772 turn=Black White=52b,60,17,0,0,0,0,0 Black=10,53b,36a,12b,3,0,0,0 "
            "pair=52",
        },
        "53b-H[2]",
        "A piece is home, with 8 of 16 pieces in the centre",
    ),
    "numeric": (
        {
            "game": "numeric",
            "preset": "zones",
            "options": {"players": 2, "end": "throw_limit(1)"},
            "position": "phase=choosing throws=1 thrower=B turn=B asked=0 throw=6432 money=500,510 B=2 made=1 number=2 "
            "signs=2 reward=10 card=9 drawn=1 pack=9",
        },
        "end",
        "A card ended the game. Ella £510, Mum £500.",
    ),
}
LEAST = 40_000  # bytes: a blank sheet of the same size has far fewer
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("name", LAST_MOVES)
def test_what_decided_shines_and_the_end_says_who_and_why(person: Person, tmp_path: Path, name: str) -> None:
    opening, move, why = LAST_MOVES[name]
    code = person.open_room(sit=(), **opening)
    for seat, called in enumerate(("Mum", "Ella")):
        person.ask("POST", f"/rooms/{code}/seats/{seat}", name=called)
    person.enter(code)
    room = person.ask("GET", f"/rooms/{code}")
    assert room["scene"]["decides"] == []
    assert person.page.locator(".halo").count() == 0
    winner = ("Mum", "Ella")[room["to_move"]]
    person.ask("POST", f"/rooms/{code}/moves", seat=room["to_move"], after=room["after"], move=move)
    person.page.wait_for_selector(".room[data-state=over]")
    decides = person.ask("GET", f"/rooms/{code}")["scene"]["decides"]
    assert decides
    expect(person.page.locator(".halo")).to_have_count(len(decides))
    assert person.page.locator(".halo").first.evaluate("(halo) => getComputedStyle(halo).animationName") == "none"
    said = person.page.get_by_role("region", name="How it ended")
    expect(said.get_by_role("heading", name=f"{winner} wins.")).to_be_visible()
    expect(said).to_contain_text(why)
    over = person.ask("GET", f"/rooms/{code}")
    closing = [told["sentence"] for told in over["told"] if told.get("closes") or told["sentence"] in over["came"]]
    assert closing
    for sentence in closing:
        expect(person.page.get_by_role("region", name="What happened")).not_to_contain_text(sentence)
    with person.page.expect_download() as kept:
        said.get_by_role("button", name="Keep a picture").click()
    path = tmp_path / kept.value.suggested_filename
    kept.value.save_as(path)
    assert path.suffix == ".png"
    assert path.read_bytes().startswith(PNG)
    assert path.stat().st_size > LEAST
    expect(said).to_contain_text(f"Saved as {path.name}.")


# Whether anybody was still said to think, or to move, once the end was on the board
WATCH = """() => {
  window.late = [];
  new MutationObserver(() => {
    const told = [...document.querySelectorAll(".asked, .seats")].map((part) => part.textContent).join(" ");
    if (document.querySelector(".halo") && /is thinking|to move/.test(told)) window.late.push(told);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}"""


def test_nobody_is_said_to_think_beside_a_game_that_has_ended(person: Person) -> None:
    person.page.emulate_media(reduced_motion="no-preference")
    person.page.add_init_script(f"({WATCH})()")
    code = person.open_room(sit=(), bots={"1": "random"}, **LAST_MOVES["quatro"][0])
    person.enter(code)
    person.ask("POST", f"/rooms/{code}/seats/0", name="Mum")
    person.page.wait_for_selector(".room[data-state=over]")
    expect(person.page.locator(".halo")).not_to_have_count(0)
    assert person.page.evaluate("window.late") == []


def test_what_is_shown_again_after_the_end_is_history(person: Person) -> None:
    """Who has won and why stands as it was; nothing says that it is anybody's turn."""
    opening, move, _ = LAST_MOVES["vendetta"]
    code = person.open_room(sit=(0,), **opening)
    other = Person(person.browser, person.address)
    other.ask("POST", f"/rooms/{code}/seats/1", name="Ella")
    person.enter(code)
    other.enter(code)
    other.wait_for_turn()
    wanted = next(one for one in other.ask("GET", f"/rooms/{code}")["legal"] if one["notation"] == move)
    other.move(wanted=wanted)
    other.page.wait_for_selector(".room[data-state=over]")
    other.page.evaluate(HISTORY)
    other.page.get_by_role("button", name="Show me again").click()
    other.page.wait_for_selector(".asked:has-text('This is a replay')")
    expect(other.page.locator(".asked")).to_have_count(0, timeout=20_000)
    assert other.page.evaluate("window.turns") == []
    expect(other.page.get_by_role("region", name="How it ended")).to_contain_text("Godfather is home.")
    other.close()


# A position in which the next spin ends the game
LAST_SPIN = "phase=spinning turns=18 turn=C A=1,x,x,0,10 C=39,2,8,x,H dice=64 used=both moved=1 hits=1"
SPUN = "Ella spins: the two gunmen point at space 1, where Mum's Godfather stands, and space 25, which is empty."

# Since when the last spin was told, and when it was said who has won
RESTS = """() => {
  new MutationObserver(() => {
    const [told, over] = [document.querySelector(".strip"), document.querySelector(".room[data-state=over]")];
    if (told?.textContent.includes("point at")) window.toldAt ??= performance.now();
    if (over) window.overAt ??= performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
}"""


def test_the_spin_that_decides_is_read_before_it_is_said_who_has_won(person: Person) -> None:
    person.page.emulate_media(reduced_motion="no-preference")
    person.page.add_init_script(f"({RESTS})()")
    opening = {"game": "vendetta", "preset": "two", "options": {"soldiers": 4}, "dice": "manual"}
    code = person.open_room(sit=(), position=LAST_SPIN, **opening)
    for seat, called in enumerate(("Mum", "Ella")):
        person.ask("POST", f"/rooms/{code}/seats/{seat}", name=called)
    person.enter(code)
    after = person.ask("GET", f"/rooms/{code}?detail=text")["after"]
    person.ask("POST", f"/rooms/{code}/moves", seat=1, after=after, move="1/25")
    person.page.wait_for_selector(".room[data-state=over]")
    assert person.page.evaluate("window.overAt - window.toldAt") > 1500
    expect(person.page.locator(".strip")).not_to_contain_text(SPUN)  # which is said once
    said = person.page.get_by_role("region", name="How it ended")
    expect(said).to_contain_text(f"{SPUN} Mum's Godfather dies on space 1. Ella's Godfather is the last one left.")


# Whatever the words beside the board say of a turn
HISTORY = """() => {
  window.turns = [];
  new MutationObserver(() => {
    const told = document.querySelector(".now").textContent;
    if (/turn:/.test(told)) window.turns.push(told);
  }).observe(document.querySelector(".now"), { childList: true, subtree: true, characterData: true });
}"""
