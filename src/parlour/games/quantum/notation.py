"""Moves, throws and positions as people write them: `12g-15[6]z12h>4z12j>4(x4>0^12)`, `E`, `64`, `2`."""

import re
from collections.abc import Mapping

from parlour.engine.contract import CHANCE, Record
from parlour.engine.trying import Told, events_of
from parlour.games.quantum import rules
from parlour.games.quantum.board import HOME, NAMES
from parlour.games.quantum.state import COLOURS, MOVES, PAIRS, Action, Event, Outcome
from parlour.games.quantum.text import destination, dice_of


def name(square: int) -> str:
    return "H" if square == HOME else NAMES[square]


def write(s: Record, o: Record, action: int) -> str:
    if action == Action.ENTER:
        return "E"
    start = s.place[s.turn, action // MOVES]
    return f"{name(start)}-{name(destination(s, action))}[{dice_of(s, action)}]"


def done(s: Record, o: Record, action: int) -> str:
    """A move with all that follows from it, in the order in which it happens."""
    return write(s, o, action) + _consequences(events_of(rules, s, o, action))


def _consequences(told: list[Told]) -> str:
    """z zapped, x struck, ^ risen, * jumped, ~ absorbed, + a throw earned, # won; a falling piece's own in brackets."""
    text = ""
    movers: list[int] = []  # the piece that moves, then those that fell and strike in turn
    for kind, a, b, c in told:
        if kind in (Event.ENTERS, Event.MOVES):
            movers = [a]
        elif kind in (Event.ZAPS, Event.ABSORBED):
            text += ")" * (len(movers) - 1)
            del movers[1:]
        elif kind in (Event.BLATS, Event.JUMPS) and a not in movers:
            text += "("
            movers.append(a)
        elif kind in (Event.BLATS, Event.RISES, Event.JUMPS):
            while movers[-1] != a:
                text += ")"
                movers.pop()
        if kind == Event.ZAPS:
            text += f"z{name(b)}>{name(c)}"
        elif kind == Event.FALLS:
            text += f"x{name(b)}>{name(c)}"
        elif kind in (Event.RISES, Event.JUMPS, Event.ABSORBED):
            text += {Event.RISES: "^", Event.JUMPS: "*", Event.ABSORBED: "~"}[kind] + name(c)
        elif kind == Event.EARNS:
            text += "+"
        elif kind == Event.WINS:
            text += ")" * (len(movers) - 1) + "#"
            movers = movers[:1]
    return text + ")" * (len(movers) - 1)


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.PAIR:
        return f"first:{COLOURS[code - Outcome.FIRST]}"
    if code < Outcome.DIE:
        return str(PAIRS[code - Outcome.PAIR])
    return str(code - Outcome.DIE + 1)


def read(s: Record, o: Record, text: str, known: Mapping[str, int]) -> list[int]:
    """A move with or without its consequences; dice in any order, and the first player in any case."""
    if s.to_move == CHANCE:
        wanted = "".join(sorted(text, reverse=True))
        if text.lower().startswith("first:"):
            wanted = f"first:{text[6:].capitalize()}"
        return [known[wanted]] if wanted in known else []
    found = re.fullmatch(r"(E|[0-9H]+[a-j]?-[0-9H]+[a-j]?\[[0-9+]+\])(.*)", text[:1].upper() + text[1:])
    if not found or found[1] not in known:
        return []
    code = known[found[1]]
    return [code] if not found[2] or done(s, o, code) == found[0] else []
