"""What somebody reads at the table, and whether it is meant for people: looked at in one go, before a decision."""

import re
from dataclasses import dataclass
from typing import Any

# Everything that is read or pressed now; a dialog and what only a screen reader hears are left out
READ = """(() => {
  const seen = (thing) => thing.checkVisibility({ visibilityProperty: true }) && !thing.closest(".hidden, dialog");
  const said = (thing) => (thing.getAttribute("aria-label") || thing.innerText || thing.textContent || "").trim();
  const live = "button, a.button, g[role=button]:not(.unmarked)";
  return {
    text: [...document.querySelectorAll("aside p, aside li, aside span, aside h1, aside h2, aside dt, aside dd, .note")]
      .filter(seen).map((thing) => thing.innerText.trim()).filter(Boolean),
    buttons: [...document.querySelectorAll(live)].filter((thing) => seen(thing) && !thing.disabled).map(said),
    story: [...document.querySelectorAll(".strip p:not(.aim), .told ol li")].map((thing) => thing.textContent.trim()),
  };
})()"""

FORBIDDEN = (
    "ply", "plies", "seed", "seeds", "entry", "entries", "compile", "compiled", "compiling", "house", "commitment",
    "undefined", "null", "NaN", "object", "outcome", "seat", "seats", "option", "options", "server", "API",
)  # fmt: skip
FORBIDDEN_WORD = re.compile(rf"\b({'|'.join(FORBIDDEN)})\b")
NOTATION = re.compile(
    r"""\b(?:\d+|bar)/(?:\d+|off)\b  # 36/35, bar/30
    | \b[a-z]?\d+>\d+  # s1>6
    | \w+-\w+\[\d*\]  # 4-8[4]
    | \[[a-z]*\]  # a verb that agrees with nobody
    | (?:^|\s)@\w  # @0, 24@F3
    | \b[a-z]\w*:\w  # first:red
    | ⟦|⟧  # somebody without a name
    """,
    re.VERBOSE,
)
# What a sentence of the story may begin with that names nobody
IMPERSONAL = re.compile(
    r"(?:The (?:play|game|scramble|order|match|limit|end)\b|Game \d+ begins|This is the last throw|Time is up"
    r"|No(?:body)? |Every |There is no |\d+ turns )"
)


@dataclass
class Table:
    """Who sits there: the names of people, and what the game itself calls their seats."""

    names: list[str]
    colours: list[str]

    def judge(self, read: dict[str, Any], notations: list[str]) -> list[str]:
        """What is wrong with what is read before a decision."""
        faults = []
        for text in dict.fromkeys([*read["text"], *read["buttons"], *read["story"]]):
            faults += [f"{word.group()!r} in {text!r}" for word in FORBIDDEN_WORD.finditer(text)]
            faults += [f"notation {sign.group()!r} in {text!r}" for sign in NOTATION.finditer(text)]
            faults += [f"notation {sign!r} in {text!r}" for sign in notations if is_said(sign, text)]
            faults += [f"{colour!r} stands for a person in {text!r}" for colour in self.colours if acts(colour, text)]
        buttons = read["buttons"]
        faults += [
            f"{buttons.count(name)} buttons are called {name!r}" for name in set(buttons) if buttons.count(name) > 1
        ]
        faults += [f"nobody is named in {text!r}" for text in read["story"] if self.is_nameless(text)]
        return faults

    def is_nameless(self, sentence: str) -> bool:
        """Whether a sentence speaks of somebody and does not say who."""
        if any(name in sentence for name in self.names) or re.search(r"\byour?\b", sentence, re.IGNORECASE):
            return False
        return IMPERSONAL.match(sentence.removeprefix("…").lstrip()) is None  # it may go on from the list above


def is_said(notation: str, text: str) -> bool:
    """Whether a move stands in a text as records write it; a plain word or number may be meant as such."""
    return not notation.isalnum() and re.search(rf"(?<!\S){re.escape(notation)}(?![\w/])", text) is not None


def acts(colour: str, text: str) -> bool:
    """Whether a text lets the word for a seat do or have something: `Family D throws`, `Red's man`."""
    return re.search(rf"\b{re.escape(colour)}(?:'s\b| (?:(?!bonus)[a-z]+s|and [A-Z])\b)", text) is not None
