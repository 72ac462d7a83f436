"""Stencil in text: actions, outcomes, turns and positions."""

import re
from collections.abc import Mapping

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.position import PositionError, Words, write_words
from parlour.games.stencil import rules
from parlour.games.stencil.board import CELLS, PLATES, cells_of, mask_of

COLOURS = ("red", "white")
PHASES = ("starting", "dealing", "choosing", "playing", "finished")
TOKEN = re.compile(r"first:\w+|deal:\w+,\w+|K\d|@\d[#?]?|--|[a-d][1-4]")


def write(s: Record, o: Record, action: int) -> str:
    """An action, telling nothing about whether a claim would be right."""
    if action < rules.CLAIM:
        return CELLS[action]
    if action < rules.CHOOSE:
        return f"@{action - rules.CLAIM}"
    if action < rules.NO_CLAIM:
        return PLATES[action - rules.CHOOSE]
    return "--"


def done(s: Record, o: Record, action: int) -> str:
    """An action as a record writes it: claims marked right (#) or wrong (?)."""
    if rules.CLAIM <= action < rules.CHOOSE:
        right = rules.is_complete(s, o, s.to_move, action - rules.CLAIM)
        return write(s, o, action) + ("#" if right else "?")
    return write(s, o, action)


def outcome(s: Record, o: Record, code: int) -> str:
    if code < rules.DEAL:
        return f"first:{COLOURS[code]}"
    red, white = divmod(code - rules.DEAL, 4)
    return f"deal:{PLATES[red]},{PLATES[white]}"


def read(s: Record, o: Record, token: str, known: Mapping[str, int]) -> list[int]:
    """The codes of a word that is not written as we write it: `C2`, `k3`, or with a record's mark, `@2#`."""
    plain = token.rstrip("#?")
    return [known[word] for word in (plain, plain.lower(), plain.upper()) if word in known][:1]


def join(tokens: list[str]) -> str:
    """The words of one turn: a failed claim that did not end it is joined to the placement."""
    return re.sub(r"\? (?=[a-d])", "?", " ".join(tokens))


def split(text: str) -> list[str]:
    tokens: list[str] = []
    for word in text.split():
        parts = TOKEN.findall(word)
        tokens.extend(parts if "".join(parts) == word else [word])
    return tokens


def write_position(s: Record, o: Record) -> str:
    """`red=a1c2 white=b3 turn=red plates=K1,K2`, and whatever else is not as at the start."""
    moving = s.phase in (rules.CHOOSING, rules.PLAYING)
    return write_words(
        phase="" if s.phase == rules.PLAYING else PHASES[s.phase],
        red=cells_of(s.counters[0]),
        white=cells_of(s.counters[1]),
        turn=COLOURS[s.to_move] if moving else "",
        plates=",".join("-" if s.plate[i] == rules.NOBODY else PLATES[s.plate[i]] for i in range(2)),
        starter="" if s.phase == rules.WHO_STARTS else COLOURS[s.starter],
        failed=_pair(s.last_failed, 0),
        budget=_pair(s.budget, o.claim_budget),
        must_place=s.must_place or "",
        idle=s.idle or "",
        turns=s.turns or "",
        played=s.played or "",
        abandoned=s.abandoned or "",
        halves=_pair(s.halves, 0),
    )


def _pair(values: Record, usual: int) -> str:
    return "" if values[0] == values[1] == usual else f"{values[0]},{values[1]}"


def read_position(text: str, s: Record, o: Record) -> None:
    """Set up the zeroed state `s`. Raises PositionError for anything that is not a position under these options."""
    words = Words(text)
    s.phase = words.take_choice("phase", PHASES, "playing")
    counters = [_cells(words, colour) for colour in COLOURS]
    if counters[0] & counters[1]:
        raise PositionError(f"{cells_of(counters[0] & counters[1])} cannot be both red and white")
    budgeted = o.failed_claim_rule == rules.BUDGET
    for i in range(2):
        s.counters[i] = counters[i]
        s.hand[i] = _hand(s, o, i)
    _read_plates(words, s, o)
    moving = s.phase in (rules.CHOOSING, rules.PLAYING)
    if moving:
        s.to_move = words.take_choice("turn", COLOURS)
    else:
        s.to_move = OVER if s.phase == rules.FINISHED else CHANCE
    s.turn = s.to_move if s.phase == rules.PLAYING else rules.NOBODY
    s.starter = 0 if s.phase == rules.WHO_STARTS else words.take_choice("starter", COLOURS, "red")
    failed = words.take_wholes("failed", 2, 0, 1 if o.failed_claim_rule == rules.NO_REPEAT else 0, 0)
    budget = words.take_wholes("budget", 2, 0, o.claim_budget, o.claim_budget if budgeted else 0)
    s.must_place = words.take_whole("must_place", 0, 1, 0)
    s.idle = words.take_whole("idle", 0, 2 * o.final_attempts - 1, 0)
    s.turns = words.take_whole("turns", 0, 30000, 0)
    s.played = words.take_whole("played", 0, o.games - (s.phase != rules.FINISHED), 0)
    s.abandoned = words.take_whole("abandoned", 0, o.games, 0)
    halves = words.take_wholes("halves", 2, 0, 2 * o.games, 0)
    for i in range(2):
        s.last_failed[i], s.budget[i], s.halves[i] = failed[i], budget[i], halves[i]
    words.finish()
    if s.must_place and not (s.phase == rules.PLAYING and rules.can_place(s, s.to_move)):
        raise PositionError("'must_place' is set, but nobody is able to place")


def _cells(words: Words, colour: str) -> int:
    try:
        return mask_of(words.take(colour, ""))
    except PositionError:
        raise
    except ValueError as error:
        raise PositionError(f"{colour!r}: {error}") from None


def _hand(s: Record, o: Record, seat: int) -> int:
    if s.phase == rules.WHO_STARTS:
        return 0
    left: int = o.counters_each - s.counters[seat].bit_count()
    if left < 0:
        raise PositionError(f"{COLOURS[seat]} has too many counters: expected at most {o.counters_each}")
    return left


def _read_plates(words: Words, s: Record, o: Record) -> None:
    names = words.take("plates", "-,-").split(",")
    if len(names) != 2:
        raise PositionError(f"'plates' names {len(names)} plates: expected two, red's and white's")
    for i, name in enumerate(names):
        if name != "-" and name not in PLATES[: o.plates]:
            raise PositionError(f"there is no plate {name!r}: expected one of {', '.join(PLATES[: o.plates])}, or -")
        s.plate[i] = rules.NOBODY if name == "-" else PLATES.index(name)
    if s.plate[0] == s.plate[1] != rules.NOBODY:
        raise PositionError("both have the same plate")
    missing = [i for i in range(2) if s.plate[i] == rules.NOBODY]
    if s.phase == rules.PLAYING and missing:
        raise PositionError("'plates' must name the plates of red and white")
