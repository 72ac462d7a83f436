"""Stencil in text: actions, outcomes and turns."""

import re
from collections.abc import Mapping

from parlour.engine.contract import Record
from parlour.games.stencil import rules
from parlour.games.stencil.board import CELLS, PLATES
from parlour.games.stencil.state import COLOURS, Action, Outcome

TOKEN = re.compile(r"first:\w+|deal:\w+,\w+|K\d|@\d[#?]?|--|[a-d][1-4]", re.IGNORECASE)


def write(s: Record, o: Record, action: int) -> str:
    """An action, telling nothing about whether a claim would be right."""
    if action < Action.CLAIM:
        return CELLS[action]
    if action < Action.CHOOSE:
        return f"@{action - Action.CLAIM}"
    if action < Action.NO_CLAIM:
        return PLATES[action - Action.CHOOSE]
    return "--"


def done(s: Record, o: Record, action: int) -> str:
    """An action as a record writes it: claims marked right (#) or wrong (?)."""
    if Action.CLAIM <= action < Action.CHOOSE:
        right = rules.is_complete(s, o, s.to_move, action - Action.CLAIM)
        return write(s, o, action) + ("#" if right else "?")
    return write(s, o, action)


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.DEAL:
        return f"first:{COLOURS[code]}"
    red, white = divmod(code - Outcome.DEAL, 4)
    return f"deal:{PLATES[red]},{PLATES[white]}"


def read(s: Record, o: Record, token: str, known: Mapping[str, int]) -> list[int]:
    """The codes of a word that is not written as we write it: `C2`, `k3`, or a claim with a record's mark, `@2#`."""
    plain = token[:2] if re.fullmatch(r"@\d[#?]", token) else token.lower()
    return [code for word, code in known.items() if word.lower() == plain]


def join(tokens: list[str]) -> str:
    """The words of one turn: a failed claim that did not end it is joined to the placement."""
    return re.sub(r"\? (?=[a-d])", "?", " ".join(tokens))


def split(text: str) -> list[str]:
    tokens: list[str] = []
    for word in text.split():
        parts = TOKEN.findall(word)
        tokens.extend(parts if "".join(parts) == word else [word])
    return tokens
