"""The marks of the seats and the pips of dice: the browser draws the very ones that the package draws."""

import json
from pathlib import Path

from parlour.engine.scene import MARKS
from parlour.engine.svg import MARK_PATHS, PIPS

DRAWN = Path(__file__).parents[2] / "web" / "src" / "board" / "marks.json"


def test_the_browser_has_the_same_marks_in_the_same_order() -> None:
    drawn = json.loads(DRAWN.read_text())
    assert drawn["marks"] == [[name, MARK_PATHS[name]] for name in MARKS]


def test_the_browser_has_the_same_pips() -> None:
    drawn = json.loads(DRAWN.read_text())
    assert drawn["pips"] == {face: [list(pip) for pip in pips] for face, pips in PIPS.items()}
