"""The page from which a game is printed: what is chosen is what comes out of the printer, in true size."""

import pytest
from playwright.sync_api import expect

from tests.paper.pdf_reading import read_pages
from tests.web.playing import Person


def test_a_game_is_chosen_and_printed_in_true_size(person: Person) -> None:
    page = person.page
    page.goto("/rules/stencil")
    page.get_by_role("link", name="Print it").click()
    expect(page.get_by_role("heading", name="Stencil, to print and play")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="5 sheets")).to_be_visible()
    assert page.locator("[data-kind=plate]").count() == 4
    page.get_by_label("Paper").select_option("Letter")
    page.get_by_label("Ink").select_option("Black and white")
    page.wait_for_url("**/print/stencil?paper=letter&ink=black")
    expect(page.locator('.sheet > svg[width="215.9mm"]')).to_have_count(5)
    pages = read_pages(page.pdf(prefer_css_page_size=True))
    assert len(pages) == 5
    for sheet in pages:
        assert (sheet.width, sheet.height) == pytest.approx((215.9, 279.4), abs=0.5)
        assert sheet.has(100, 0, 0.2) == 1


def test_the_print_button_opens_the_printer_s_window(person: Person) -> None:
    page = person.page
    page.add_init_script("window.print = () => (window.printed = true)")
    page.goto("/print/quatro?preset=cube")
    expect(page.get_by_role("combobox", name="Rules")).to_have_value("cube")
    page.get_by_role("button", name="Print", exact=True).click()
    assert page.evaluate("window.printed") is True


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/print/chess", "there is no game 'chess'"),
        ("/print/quatro?paper=b5", "there is no paper 'b5': expected one of a4, a3, letter"),
        ("/print/quatro?preset=huge", "quatro has no preset 'huge'"),
    ],
)
def test_what_cannot_be_printed_is_said(person: Person, path: str, sentence: str) -> None:
    person.page.goto(path)
    expect(person.page.get_by_role("heading", name="There is nothing to print")).to_be_visible()
    expect(person.page.get_by_text(sentence)).to_be_visible()


@pytest.mark.parametrize("width", [320, 390])
def test_the_page_is_no_wider_than_a_phone(person: Person, width: int) -> None:
    person.page.set_viewport_size({"width": width, "height": 844})
    person.page.goto("/print/numeric")
    expect(person.page.get_by_role("button", name="Print", exact=True)).to_be_visible()
    over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert person.page.evaluate(over) == 0
