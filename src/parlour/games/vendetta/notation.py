"""Moves, throws and spins as people write them: `gH>3[4]`, `s14>19[5]x`, `s17>20[5+2]`, `53`, `20/44`."""

import re
from collections.abc import Mapping

from parlour.engine.contract import CHANCE, Record
from parlour.engine.trying import events_of
from parlour.games.vendetta import rules, stacks
from parlour.games.vendetta.board import HALF, LETTERS, SPACES
from parlour.games.vendetta.state import AT_HOME, GODFATHER, SPINS, TOTAL, Action, Event, Outcome, Phase, letters
from parlour.games.vendetta.text import count_of, destination, die_of

WORDS = {Action.SPIN: "spin", Action.NO_SPIN: "nospin"} | {Action.LOSE + i: f"lose{i + 1}" for i in range(8)}


def write(s: Record, o: Record, action: int) -> str:
    if action in WORDS:
        return WORDS[action]
    slot, end = action // 3, destination(s, o, action)
    who = "g" if slot == GODFATHER else "s"  # of soldiers on one space it does not matter which
    start = "H" if s.pos[s.turn, slot] == AT_HOME else str(stacks.space_of(s, o, s.turn, slot))
    dice = f"{s.dice[1]}+{s.dice[0]}" if die_of(action) == TOTAL else str(count_of(s, action))
    return f"{who}{start}>{'H' if end < 0 else end}[{dice}]"


def done(s: Record, o: Record, action: int) -> str:
    """A move with what it brings: x hostage, xx hostages lost, r rescue, +n reclaimed, s silenced, # home."""
    if action in WORDS:
        return WORDS[action]
    kinds = [kind for kind, *_ in events_of(rules, s, o, action)]
    reclaimed = kinds.count(Event.RECLAIMS)
    marks = f"+{reclaimed}" if reclaimed else ""
    for kind, mark in ((Event.TAKES, "x"), (Event.FREES, "r"), (Event.KILLS, "xx")):
        marks += mark if kind in kinds else ""
    marks += "s" if Event.SILENCES in kinds or Event.DIES in kinds else ""
    return write(s, o, action) + marks + ("#" if Event.COMES_HOME in kinds else "")


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.DICE:
        return f"first:{letters(o)[code]}"
    if code < Outcome.SPUN:
        return f"{rules.HIGH[code - Outcome.DICE]}{rules.LOW[code - Outcome.DICE]}"
    return SPINS.names[code - Outcome.SPUN]


def read(s: Record, o: Record, token: str, known: Mapping[str, int]) -> list[int]:
    """A move with or without what it brings; dice in either order; a spin by either of its spaces."""
    if s.to_move == CHANCE:
        return _read_outcome(s, token, known)
    token = re.sub(r"\[([1-6])\+([1-6])\]", lambda pair: f"[{max(pair.groups())}+{min(pair.groups())}]", token)
    found = re.fullmatch(r"([gs][0-9H]+>[0-9H]+\[[0-9+]+\])(.*)", token)
    if not found or found[1] not in known:
        return [known[token.lower()]] if token.lower() in known else []
    code = known[found[1]]
    return [code] if not found[2] or done(s, o, code) == token else []


def _read_outcome(s: Record, token: str, known: Mapping[str, int]) -> list[int]:
    wanted = token.lower()
    if s.phase == Phase.THROWING:
        wanted = "".join(sorted(token, reverse=True))
    elif s.phase == Phase.SPINNING and (named := re.fullmatch("([0-9]{1,2})(?:/([0-9]{1,2}))?", token)):
        space = int(named[1])
        if space < SPACES and named[2] in (None, str((space + HALF) % SPACES)):
            wanted = SPINS.names[space % HALF]
    elif s.phase == Phase.STARTING and (named := re.fullmatch(f"(?:first:)?([{LETTERS}])", token, re.IGNORECASE)):
        wanted = f"first:{named[1].upper()}"
    return [known[wanted]] if wanted in known else []


def split(text: str) -> list[str]:
    return text.replace(",", " ").split()
