"""The elements, against a table kept elsewhere, against the written appendix, and against themselves."""

import csv
import re
from pathlib import Path

import periodictable
import pytest

from parlour.games.quantum.board import CENTRE, DOWN, INDEX, NAMES, UP
from parlour.games.quantum.elements import ELEMENTS, Element

APPENDIX = list(csv.DictReader((Path(__file__).parent / "elements.csv").read_text().splitlines()))
SPELLED = {"aluminum": "aluminium", "cesium": "caesium"}
CAPACITY = {"s": 2, "p": 6, "d": 10, "f": 14}
MAIN_GROUPS = ("1", "2", "13", "14", "15", "16", "17", "18")


def test_there_are_86() -> None:
    assert list(ELEMENTS) == list(range(1, 87)) == [element.number for element in ELEMENTS.values()]
    assert len(APPENDIX) == 86


@pytest.mark.parametrize("element", ELEMENTS.values(), ids=lambda element: element.symbol)
def test_symbols_and_names_are_those_of_the_periodic_table(element: Element) -> None:
    known = periodictable.elements[element.number]
    assert element.symbol == known.symbol
    assert element.name.lower() == SPELLED.get(known.name, known.name)


@pytest.mark.parametrize("row", APPENDIX, ids=lambda row: row["symbol"])
def test_appendix_b(row: dict[str, str]) -> None:
    element = ELEMENTS[int(row["z"])]
    assert (element.symbol, element.name, element.group) == (row["symbol"], row["name"], row["group"])
    assert (element.electrons, element.configuration) == (row["shells"], row["configuration"])


@pytest.mark.parametrize("element", ELEMENTS.values(), ids=lambda element: element.symbol)
def test_electrons_add_up_in_shells_and_subshells(element: Element) -> None:
    assert sum(element.shells) == element.number
    assert all(0 < n <= 2 * shell**2 for shell, n in enumerate(element.shells, start=1))
    subshells = re.findall(r"\d([spdf])(\d+)", element.configuration)
    assert all(0 < int(n) <= CAPACITY[letter] for letter, n in subshells)
    core = re.match(r"\[(\w+)\]", element.configuration)
    inside = next(e.number for e in ELEMENTS.values() if e.symbol == core[1]) if core else 0
    assert inside + sum(int(n) for _, n in subshells) == element.number


@pytest.mark.parametrize("element", [e for e in ELEMENTS.values() if e.group in MAIN_GROUPS], ids=lambda e: e.symbol)
def test_a_main_group_leads_to_itself_up_and_down(element: Element) -> None:
    square = INDEX[str(element.number)]
    targets = (
        [UP[square]] if element.symbol in ("Cs", "Ba") else [UP[square], DOWN[square]]
    )  # U7: 55 and 56 fall to 23, 24
    for target in targets:
        if target != CENTRE:
            assert ELEMENTS[int(NAMES[target])].group == element.group
