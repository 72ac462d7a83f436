"""Numeric's calculations, made as people make them: with keys, or by touching dice and signs."""

import re

from playwright.sync_api import expect

from tests.web.playing import KEYBOARD, Person

CONFIRM = re.compile("^(Cover|Place) ")
NAMES = {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "(": "open bracket", ")": "close bracket"}


def state_a_number(person: Person) -> bool:
    """Make a number, or pass; False where something else is asked."""
    page = person.page
    line = page.get_by_role("textbox", name="Your calculation")
    code = page.url.rpartition("/")[2]
    legal = person.ask("GET", f"/rooms/{code}?detail=text")["legal"]
    sums = [action["notation"] for action in legal if "=" in action["notation"]]
    if not line.count() or not (sums or any(action["notation"] == "pass" for action in legal)):
        return False
    if not sums:
        person.press(page.get_by_role("button", name="Pass", exact=True))
        return True
    calculation = person.rng.choice(sums).partition("=")[0]
    if person.means == KEYBOARD:
        line.focus()
        page.keyboard.type(calculation)
        expect(page.get_by_role("button", name=CONFIRM)).to_be_enabled()
        page.keyboard.press("Enter")
        return True
    tiles = page.get_by_role("switch", name="In steps")
    if tiles.get_attribute("aria-checked") == "true":  # as the youngest begin
        person.press(tiles)
    for sign in calculation:
        name = re.compile(rf"^die {sign}(, the \w+)?$" if sign.isdigit() else f"^{NAMES[sign]}$")
        person.press(page.get_by_role("button", name=name).first)
    person.press(page.get_by_role("button", name=CONFIRM))
    return True
