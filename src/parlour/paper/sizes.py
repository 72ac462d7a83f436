"""Sizes of paper, and what of a sheet can be printed on, in millimetres."""

from dataclasses import dataclass

MARGIN = 8.0  # which no printer reaches reliably
FOOT = 12.0  # for the ruler and what the sheet is called, above the lower margin
OVERLAP = 10.0  # of sheets that are glued together


class BadPaper(ValueError):
    """There is no such paper or ink; the message lists those that are."""


@dataclass(frozen=True)
class Paper:
    name: str
    title: str
    width: float
    height: float

    @property
    def room(self) -> tuple[float, float]:
        """What can be printed on."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN - FOOT


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", "A4", 210.0, 297.0),
        Paper("a3", "A3", 297.0, 420.0),
        Paper("letter", "Letter", 215.9, 279.4),
    )
}


def find_paper(name: str) -> Paper:
    """Raises BadPaper."""
    if name not in PAPERS:
        raise BadPaper(f"there is no paper {name!r}: expected one of {', '.join(PAPERS)}")
    return PAPERS[name]
