"""Is this fair? Asked on the page on which a room is set up."""

import re

from playwright.sync_api import Route, expect

from parlour.engine.cache import cache_root
from parlour.laboratory.glimpse import GLIMPSED
from parlour.laboratory.runs import FOLDER
from tests.web.playing import Person

PLAYED = 4 * 60_000  # ms, on a machine that has much to do
RULES = "/play/stencil?preset=quick&min_counters_to_claim=3"
ASK = "Is this fair?"


def test_bots_answer_in_two_sentences_with_a_link_to_the_report(person: Person) -> None:
    for path in (cache_root() / FOLDER).glob(f"*{GLIMPSED.suffix}"):
        path.unlink()
    page = person.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(RULES)
    ask = page.get_by_role("button", name=ASK)
    ask.focus()
    page.keyboard.press("Enter")
    answer = page.get_by_role("status").filter(has_text="…")
    expect(answer).to_be_visible()
    told = page.get_by_role("status").filter(has_text="Equal bots played")
    expect(told).to_contain_text(re.compile(r"Equal bots played this [\d,]+ times"), timeout=PLAYED)
    expect(told).to_contain_text("It takes about")
    expect(ask).to_be_focused()
    expect(told).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    with page.expect_popup() as opened:
        page.get_by_role("link", name="The full report").click()
    report = opened.value
    expect(report.get_by_role("heading", name="Is it fair?")).to_be_visible(timeout=PLAYED)
    assert report.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    report.close()


def test_other_rules_are_another_question_and_the_same_are_answered_at_once(person: Person) -> None:
    page = person.page
    page.goto(RULES)
    page.get_by_role("button", name=ASK).click()
    told = page.get_by_role("status").filter(has_text="Equal bots played")
    expect(told).to_be_visible(timeout=PLAYED)
    sentences = told.inner_text()
    page.get_by_role("button", name="Undo these changes").click()
    expect(told).to_be_hidden()
    expect(page.get_by_role("button", name=ASK)).to_be_visible()
    page.goto(RULES)
    page.get_by_role("button", name=ASK).click()
    expect(told).to_have_text(sentences, use_inner_text=True)


def test_what_the_server_refuses_is_said_and_may_be_asked_again(person: Person) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(status=422, json={"error": "bots did not bring one game to its end"})

    person.page.route("**/api/games/*/fairness*", refuse)
    person.page.goto(RULES)
    ask = person.page.get_by_role("button", name=ASK)
    ask.click()
    expect(person.page.get_by_role("status").filter(has_text="to its end")).to_be_visible()
    expect(ask).to_have_attribute("aria-disabled", "false")
    person.complaints.clear()  # the browser's own, of the refusal


def test_it_is_asked_neither_of_rules_that_do_not_go_together_nor_of_a_position(person: Person) -> None:
    person.page.goto("/play/stencil?games=0")
    expect(person.page.get_by_role("alert")).to_be_visible()
    expect(person.page.get_by_role("button", name=ASK)).to_be_hidden()
