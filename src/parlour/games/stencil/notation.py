"""Stencil in text: actions, outcomes, turns and positions."""

import re
from collections.abc import Mapping

from parlour.engine.contract import CHANCE, OVER, Record
from parlour.engine.position import PositionError, Words, write_words
from parlour.games.stencil import rules
from parlour.games.stencil.board import CELLS, PLATES, cells_of, mask_of

COLOURS = ("red", "white")
LONGEST = 10**9  # turns a position may tell of
PHASES = ("starting", "dealing", "choosing", "playing", "finished")
TOKEN = re.compile(r"first:\w+|deal:\w+,\w+|K\d|@\d[#?]?|--|[a-d][1-4]", re.IGNORECASE)


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
        budget=_pair(s.budget, _full_budget(s, o)),
        must_place=s.must_place or "",
        idle=s.idle or "",
        turns=s.turns or "",
        played=s.played or "",
        abandoned=s.abandoned or "",
        halves=_pair(s.halves, 0),
    )


def _pair(values: Record, usual: int) -> str:
    return "" if values[0] == values[1] == usual else f"{values[0]},{values[1]}"


def _full_budget(s: Record, o: Record) -> int:
    """The budget of a player who has not failed yet; it is handed out when a game is prepared."""
    budgeted = o.failed_claim_rule == rules.BUDGET and s.phase != rules.WHO_STARTS
    return o.claim_budget if budgeted else 0


def read_position(text: str, s: Record, o: Record) -> None:
    """Set up the zeroed state `s`. Raises PositionError for anything that is not a position under these options."""
    words = Words(text)
    s.phase = words.take_choice("phase", PHASES, "playing")
    _check_phase(s, o)
    _read_counters(words, s, o)
    _read_plates(words, s, o)
    _read_turn(words, s)
    _read_failures(words, s, o)
    _read_match(words, s, o)
    words.finish()


def _check_phase(s: Record, o: Record) -> None:
    """A phase that these options never come to is no position."""
    for phase, fits, needed in (
        (rules.WHO_STARTS, o.first_player == rules.ANYBODY, "first_player is random"),
        (rules.DEALING, o.plate_choice == rules.DEALT, "plate_choice is random"),
        (rules.CHOOSING, o.plate_choice == rules.PICK, "plate_choice is pick"),
    ):
        if s.phase == phase and not fits:
            raise PositionError(f"'phase' cannot be {PHASES[phase]!r}: expected that only when {needed}")


def _read_counters(words: Words, s: Record, o: Record) -> None:
    counters = [_cells(words, colour) for colour in COLOURS]
    if counters[0] & counters[1]:
        raise PositionError(f"{cells_of(counters[0] & counters[1])} cannot be both red and white")
    if (counters[0] or counters[1]) and not _begun(s):
        raise PositionError(f"expected an empty board while 'phase' is {PHASES[s.phase]!r}")
    for i in range(2):
        s.counters[i] = counters[i]
        s.hand[i] = _hand(s, o, i)


def _begun(s: Record) -> bool:
    """Whether a game is being played or is the last one, over."""
    return s.phase in (rules.PLAYING, rules.FINISHED)


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
    missing = sum(s.plate[i] == rules.NOBODY for i in range(2))
    if _begun(s) and missing:
        raise PositionError("'plates' must name the plates of red and white")
    if s.phase in (rules.WHO_STARTS, rules.DEALING) and missing < 2:
        raise PositionError(f"nobody has a plate while 'phase' is {PHASES[s.phase]!r}: expected '-,-'")
    if o.plate_choice == rules.FIXED and not missing and (s.plate[0], s.plate[1]) != (o.red_plate, o.white_plate):
        fixed = f"{PLATES[o.red_plate]},{PLATES[o.white_plate]}"
        raise PositionError(f"'plates' cannot be {','.join(names)!r}: expected {fixed!r}, as the options fix them")


def _read_turn(words: Words, s: Record) -> None:
    s.starter = 0 if s.phase == rules.WHO_STARTS else words.take_choice("starter", COLOURS, "red")
    if s.phase in (rules.CHOOSING, rules.PLAYING):
        s.to_move = words.take_choice("turn", COLOURS)
    else:
        s.to_move = OVER if s.phase == rules.FINISHED else CHANCE
    s.turn = s.to_move if s.phase == rules.PLAYING else rules.NOBODY
    if s.phase == rules.CHOOSING:
        first = 1 - s.starter  # S4
        if s.plate[s.starter] != rules.NOBODY:
            raise PositionError(f"{COLOURS[s.starter]} starts and has a plate already: expected to choose last")
        chooser = first if s.plate[first] == rules.NOBODY else s.starter
        if s.to_move != chooser:
            raise PositionError(f"'turn' cannot be {COLOURS[s.to_move]!r}: expected {COLOURS[chooser]!r} to choose now")


def _read_failures(words: Words, s: Record, o: Record) -> None:
    full = _full_budget(s, o)
    failed = words.take_wholes("failed", 2, 0, int(_begun(s) and o.failed_claim_rule == rules.NO_REPEAT), 0)
    budget = words.take_wholes("budget", 2, 0 if _begun(s) else full, full, full)
    for i in range(2):
        s.last_failed[i], s.budget[i] = failed[i], budget[i]
    last = int(s.phase == rules.FINISHED)  # the failure that ended the last game counts too
    most = 0
    if _begun(s) and rules.no_counters_left(s):
        most = 2 * o.final_attempts - 1 + last
    elif _begun(s) and o.failed_claim_rule == rules.FREE:
        most = 1 + last
    s.idle = words.take_whole("idle", 0, most, 0)
    must_place = words.take_whole("must_place", 0, 1, 0)
    if must_place and (
        s.phase != rules.PLAYING or not rules.can_claim(s, o) or rules.failure_ends_turn(s, o, s.to_move)
    ):
        raise PositionError("'must_place' cannot be 1: no failed claim would leave a placement here")
    s.must_place = must_place


def _read_match(words: Words, s: Record, o: Record) -> None:
    opened = s.phase != rules.WHO_STARTS
    least, most = (o.games, o.games) if s.phase == rules.FINISHED else (0, (o.games - 1) * opened)
    s.turns = words.take_whole("turns", 0, LONGEST * opened, 0)
    s.played = words.take_whole("played", least, most, least)
    s.abandoned = words.take_whole("abandoned", 0, o.games * opened if o.unfinished == rules.ABANDON else 0, 0)
    halves = words.take_wholes("halves", 2, 0, 2 * o.games, 0)
    if sum(halves) > 2 * s.played:
        raise PositionError(f"'halves' has {sum(halves)}: expected at most {2 * s.played}, two for each game played")
    for i in range(2):
        s.halves[i] = halves[i]
