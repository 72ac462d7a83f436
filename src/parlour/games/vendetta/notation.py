"""Moves, throws, spins and positions as people write them: `gH>3[4]`, `s14>19[5]x`, `s17>20[5+2]`, `53`, `20/44`."""

import re

from parlour.engine.bind import bind
from parlour.engine.contract import CHANCE, Record
from parlour.engine.records import copy_record
from parlour.games.vendetta import codes, rules, stacks
from parlour.games.vendetta.board import HALF, SEATS, SPACES
from parlour.games.vendetta.codes import AT_HOME, GODFATHER
from parlour.games.vendetta.position import letters, read_position, write_position
from parlour.games.vendetta.text import count_of, destination, die_of

__all__ = ["done", "join", "outcome", "read", "read_position", "split", "write", "write_position"]

WORDS = {codes.SPIN: "spin", codes.NO_SPIN: "nospin"}


def write(s: Record, o: Record, action: int) -> str:
    if action in WORDS:
        return WORDS[action]
    slot, end = action // 3, destination(s, o, action)
    who = "g" if slot == GODFATHER else "s"  # of soldiers on one space it does not matter which
    start = "H" if s.pos[s.turn, slot] == AT_HOME else str(stacks.space_of(s, o, s.turn, slot))
    dice = f"{s.dice[1]}+{s.dice[0]}" if die_of(action) == codes.TOTAL else str(count_of(s, action))
    return f"{who}{start}>{'H' if end < 0 else end}[{dice}]"


def done(s: Record, o: Record, action: int) -> str:
    """A move with what it brings: x hostage, xx hostages lost, r rescue, +n reclaimed, s silenced, # home."""
    if action in WORDS:
        return WORDS[action]
    told: list[tuple[int, int, int, int]] = []
    trial = bind(rules, "python", note=lambda kind, a=0, b=0, c=0: told.append((kind, a, b, c)))
    trial.apply(copy_record(s), o, action)
    kinds = [kind for kind, *_ in told]
    reclaimed = kinds.count(codes.RECLAIMS)
    marks = f"+{reclaimed}" if reclaimed else ""
    for kind, mark in ((codes.TAKES, "x"), (codes.FREES, "r"), (codes.KILLS, "xx")):
        marks += mark if kind in kinds else ""
    marks += "s" if codes.SILENCES in kinds or codes.DIES in kinds else ""
    return write(s, o, action) + marks + ("#" if codes.COMES_HOME in kinds else "")


def outcome(s: Record, o: Record, code: int) -> str:
    if code < codes.DICE:
        return f"first:{letters(o)[code]}"
    if code < codes.SPUN:
        return f"{rules.HIGH[code - codes.DICE]}{rules.LOW[code - codes.DICE]}"
    return f"{code - codes.SPUN}/{code - codes.SPUN + HALF}"


def read(s: Record, o: Record, text: str, known: dict[str, int]) -> list[int]:
    """A move with or without what it brings; dice in either order; a spin by either of its spaces."""
    if s.to_move == CHANCE:
        return _read_outcome(s, text, known)
    text = re.sub(r"\[([1-6])\+([1-6])\]", lambda pair: f"[{max(pair.groups())}+{min(pair.groups())}]", text)
    found = re.fullmatch(r"([gs][0-9H]+>[0-9H]+\[[0-9+]+\])(.*)", text)
    if not found or found[1] not in known:
        return [known[text.lower()]] if text.lower() in known else []
    code = known[found[1]]
    return [code] if not found[2] or done(s, o, code) == text else []


def _read_outcome(s: Record, text: str, known: dict[str, int]) -> list[int]:
    wanted = text.lower()
    if s.phase == codes.THROWING:
        wanted = "".join(sorted(text, reverse=True))
    elif s.phase == codes.SPINNING and (named := re.fullmatch("([0-9]{1,2})(?:/([0-9]{1,2}))?", text)):
        space = int(named[1])
        if space < SPACES and named[2] in (None, str((space + HALF) % SPACES)):
            wanted = f"{space % HALF}/{space % HALF + HALF}"
    elif s.phase == codes.STARTING and (named := re.fullmatch(f"(?:first:)?([{SEATS}])", text, re.IGNORECASE)):
        wanted = f"first:{named[1].upper()}"
    return [known[wanted]] if wanted in known else []


def join(tokens: list[str]) -> str:
    return " ".join(tokens)


def split(text: str) -> list[str]:
    return text.replace(",", " ").split()
