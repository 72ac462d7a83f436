"""Quatro in text: steps, rolls and turns. Points are written as the mover counts them."""

import re
from collections.abc import Mapping
from itertools import pairwise, permutations

from parlour.engine.contract import Record
from parlour.engine.hooks import read_word
from parlour.engine.local import copy_of
from parlour.games.quatro import steps
from parlour.games.quatro.board import BOARDS, NOBODY, number
from parlour.games.quatro.state import ORDERS, ROLLS, Action, Outcome, Phase
from parlour.games.quatro.text import opening, step_ends

HOP = re.compile(r"(?P<die>\d=)?(?P<stops>\w+(/\w+[*~]?)+)(\((?P<times>[2-4])\))?")


def write(s: Record, o: Record, action: int) -> str:
    if action < Action.ROLL:
        return _write_step(s, o, action)
    if action >= Action.TAKE_BOARD:
        return f"board:{BOARDS[action - Action.TAKE_BOARD]}"
    return ("roll", f"dbl{2 * s.cube}", "take", "drop", "-")[action - Action.ROLL]


def _write_step(s: Record, o: Record, code: int) -> str:
    v, to, die = step_ends(s, o, code)
    start = "bar" if v == 0 else str(v)
    if to < 1:
        other = 0 if code >= Action.LOWER else 1
        either = steps.step_kind(s, o, v, other) == steps.LEAVES
        return f"{die}={start}/off" if either else f"{start}/off"
    k = o.spot[s.board, to]
    hits = s.men[k] == 1 and s.owner[k] != s.board
    mark = "~" if steps.is_blocked(s, to) else "*" if hits else ""
    return f"{start}/{to}{mark}"


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.OPENING:
        return f"{ROLLS[code]}:"
    if code < Outcome.STARTER:
        board, roll = opening(s, code - Outcome.OPENING)
        return f"open:{BOARDS[board]}{roll}:"
    if code < Outcome.ORDER:
        return f"start:{BOARDS[code - Outcome.STARTER]}"
    order = ORDERS[code - Outcome.ORDER]
    if s.phase == Phase.ORDERING:
        return f"order:{order}"
    boards = [BOARDS[board] for board in range(4) if o.in_use[board]]
    return "seats:" + "".join(boards[order.index(seat)] for seat in "123")


def read(s: Record, o: Record, token: str, known: Mapping[str, int]) -> list[int]:
    """The codes of a word that is not written as we write it.

    A roll as `5-1` or `15`; a step without its mark or die; point names, `D9/D4`; a move of several dice, `9/3`.
    """
    if s.phase == Phase.ROLLING:
        digits = "".join(sorted(re.sub(r"[-–,:]", "", token), reverse=True))
        return [known[f"{digits}:"]] if f"{digits}:" in known else []
    if s.phase != Phase.MOVING:
        return read_word(token, known)
    plain = "/".join(_own_number(s, o, stop) for stop in _plain(token).split("/"))
    matches = [code for text, code in known.items() if plain in (_plain(text), _plain(text).partition("=")[2])]
    return matches[:1] or _quiet_path(s, o, plain)


def _plain(text: str) -> str:
    return text.lower().replace("*", "").replace("~", "")


def _own_number(s: Record, o: Record, stop: str) -> str:
    """The mover's number of a stop, which may be given by the name of its point."""
    if re.fullmatch(r"[abcd]\d", stop) and 1 <= int(stop[1]) <= o.home:
        board = BOARDS.index(stop[0].upper())
        return str(number(s.board, o.spot[board, int(stop[1])], o.home))
    return stop


def _quiet_path(s: Record, o: Record, plain: str) -> list[int]:
    """The steps of one man from point to point with several dice, hitting nobody on the way; empty if he cannot."""
    found = re.fullmatch(r"(bar|[1-9]\d?)/(off|[1-9]\d?)", plain, re.ASCII)
    if not found:
        return []
    start, end = found.groups()
    dice = [die for die in range(2) for _ in range(s.left[die])]
    for count in range(2, s.need - s.steps + 1):
        for order in permutations(dice, count):
            codes = _walk(s, o, 0 if start == "bar" else int(start), 0 if end == "off" else int(end), order)
            if codes:
                return codes
    return []


def _walk(s: Record, o: Record, v: int, end: int, order: tuple[int, ...]) -> list[int]:
    trial, codes = copy_of(s), []
    for die in order:
        at_hand = v in (0, trial.transit) or (v <= o.points and steps.is_own(trial, v))
        if not at_hand or steps.step_kind(trial, o, v, die) == steps.ILLEGAL:
            break
        codes.append(v + Action.LOWER * die)
        hit = steps.take_step(trial, o, codes[-1])
        v = max(0, (v or o.points + 1) - s.dice[die])
        if v == 0 or (hit != NOBODY and len(codes) < len(order)):
            break
    return codes if v == end and len(codes) == len(order) else []


def join(tokens: list[str]) -> str:
    """The words of one turn: steps that follow each other are chained, and equal hops counted."""
    hops: list[str] = []
    for token in tokens:
        last = re.fullmatch(r".*/(\d+)[*~]?", hops[-1]) if hops else None
        step = re.fullmatch(r"(\d+)(/.+)", token)
        if last and step and last[1] == step[1]:
            hops[-1] += step[2]
        else:
            hops.append(token)
    words: list[tuple[str, int]] = []
    for hop in hops:
        if words and words[-1][0] == hop and "/" in hop and words[-1][1] < 4:
            words[-1] = (hop, words[-1][1] + 1)
        else:
            words.append((hop, 1))
    return " ".join(hop if times == 1 else f"{hop}({times})" for hop, times in words)


def split(text: str) -> list[str]:
    """The single steps and other words of a turn."""
    tokens: list[str] = []
    for word in text.split():
        found = HOP.fullmatch(word)
        if not found:
            tokens.append(word)
            continue
        stops = found["stops"].split("/")
        hop = [f"{start.rstrip('*~')}/{end}" for start, end in pairwise(stops)]
        hop[-1] = (found["die"] or "") + hop[-1]
        tokens.extend(hop * int(found["times"] or 1))
    return tokens
