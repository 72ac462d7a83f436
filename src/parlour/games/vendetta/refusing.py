"""Why something on the board of Vendetta cannot be touched now."""

from collections.abc import Sequence

from parlour.engine.contract import Record
from parlour.engine.trying import legal_codes
from parlour.engine.wording import capital, listed
from parlour.games.vendetta import rules, stacks, text
from parlour.games.vendetta.board import MARKINGS, Marking
from parlour.games.vendetta.following import unused_die
from parlour.games.vendetta.moving import find_movable, progress_after
from parlour.games.vendetta.options import Theme
from parlour.games.vendetta.state import GODFATHER, HIGHER, LOST, LOWER, NOBODY, TOTAL, WON, Phase, letters

DICE = {"die:low": LOWER, "die:high": HIGHER, "total": TOTAL}


def why_not(s: Record, o: Record, touched: Sequence[str]) -> str:
    last = touched[-1]
    kind, _, name = last.partition(":")
    if kind == "family":
        return ""
    if s.phase == Phase.ASKING:
        return "First choose whether to spin."
    if s.phase == Phase.SILENCING:
        return _why_not_lost(s, o, kind, name)
    if kind == "spinner":
        if s.hits:
            return "It is spun at the end of the turn."
        return f"It is spun only when a piece has come to a {text.MARKS[o.theme][Marking.HIT]} space."
    dice = [DICE[thing] for thing in touched if thing in DICE]
    pieces = [thing.partition(":")[2].split(".") for thing in touched if thing.startswith(("piece:", "line:"))]
    own = [int(slot) for seat, slot in pieces if int(seat) == s.turn]
    if kind == "home":
        return _why_not_home(s, o, own[-1], name) if own else "First choose the piece to move."
    if kind == "space":
        space = int(name)
        if own:
            return _why_not_there(s, o, own[-1], space)
        return f"{_meaning(o, space)}{_lock(s, o, space)}First choose the piece to move."
    if not pieces:
        return _why_no_die(s, o, dice[-1]) if len(dice) == 1 else ""
    seat, slot = (int(part) for part in pieces[-1])
    if len(pieces) > 1 and seat == s.turn and any(code // 3 == slot for code in legal_codes(rules, s, o)):
        return ""  # another one instead
    if own and seat != s.turn and stacks.is_on_track(s, seat, slot):
        return _why_not_there(s, o, own[-1], stacks.space_of(s, o, seat, slot))
    why = _why_no_piece(s, o, seat, slot, dice[-1:])
    return f"{why} {_alone(s, o, seat, slot)}".strip() if why else ""


def _meaning(o: Record, space: int) -> str:
    """What the mark on a space does, for who has not read the rules."""
    does = text.meaning(o, space)
    return f"{capital(text.marking(o, space))}: {does}. " if does else ""


def _lock(s: Record, o: Record, space: int) -> str:
    """R12. What the lock on a space means."""
    top = stacks.holder(s, space)
    if top == NOBODY or stacks.count(s, space, top) < 2:
        return ""
    return f"Closed: {text.who(o, top)} [has] {stacks.count(s, space, top)} pieces here, so nobody else may land. "


def _why_not_lost(s: Record, o: Record, kind: str, name: str) -> str:
    """Why a soldier is not the one whom Silenced costs."""
    mark, word = text.MARKS[o.theme][Marking.SILENCED], text.soldier(o)
    seat, slot = map(int, name.split(".")) if kind in ("piece", "line") else (s.turn, GODFATHER)
    if seat != s.turn or slot == GODFATHER or s.pos[seat, slot] == LOST:
        return f"Choose which {word} of yours is lost to {mark}."
    left = s.dice[unused_die(s)]
    return f"Without him no other piece could move {left}, and both dice must be played."


def _why_no_die(s: Record, o: Record, die: int) -> str:
    if die == TOTAL:
        if s.used:
            return "The total is for one piece alone, and one die has been played already."
        return f"No piece of yours can move {s.dice[LOWER] + s.dice[HIGHER]}."
    if s.used >> die & 1:
        return f"The {s.dice[die]} has been played."
    if s.dice[LOWER] == s.dice[HIGHER] and any(code % 3 == LOWER for code in legal_codes(rules, s, o)):
        return "Both dice show the same; use the other one."
    able = [slot for slot in range(o.soldiers + 1) if slot != s.moved and find_movable(s, o, s.dice[die]) >> slot & 1]
    return _must_play(s, die) if able else f"No piece of yours can move {s.dice[die]}."


def _must_play(s: Record, die: int) -> str:
    return f"Moving {s.dice[die]} leaves no other piece able to move {s.dice[1 - die]}, and both dice must be played."


def _why_no_piece(s: Record, o: Record, seat: int, slot: int, dice: list[int]) -> str:
    """Why a piece cannot move, with the die that was chosen or with any."""
    if seat != s.turn:
        told = [
            f"That is {text.who(o, seat)}'s piece; you play {text.families(o)[s.turn]}.",
            _lock(s, o, stacks.space_of(s, o, seat, slot)) if stacks.is_on_track(s, seat, slot) else "",
            _held(s, o, seat, slot),
        ]
        return " ".join(filter(None, map(str.strip, told)))
    if s.pos[seat, slot] == LOST:
        return "He is lost; he comes back into home only when a piece of yours completes its round."
    if slot == s.moved:
        return f"He has moved; the {s.dice[unused_die(s)]} is for another piece."
    if not stacks.is_free(s, o, seat, slot):
        return _held(s, o, seat, slot)
    able = [code % 3 for code in legal_codes(rules, s, o) if code // 3 == slot]
    if able and (not dice or dice[0] in able):
        return ""
    left = _dice_left(s)
    if dice and dice[0] not in left:
        return _why_no_die(s, o, dice[0])
    words = "; ".join(_obstacle(s, o, slot, die) for die in dice or left)
    return f"{capital(words)}."


def _alone(s: Record, o: Record, seat: int, slot: int) -> str:
    """R23. What the ring around a Godfather means who has nobody with him."""
    if slot != GODFATHER or not stacks.is_on_track(s, seat, slot):
        return ""
    space = stacks.space_of(s, o, seat, slot)
    alone = stacks.size(s.groups[space, 0]) == 1 and not stacks.has_hostages(s, space)
    return f"He stands alone: a spin that points at {text.space_name(o, space)} kills him." if alone else ""


def _held(s: Record, o: Record, seat: int, slot: int) -> str:
    """R17, R18, R20. Who holds a hostage, and what ends that; nothing of the free."""
    if not stacks.is_on_track(s, seat, slot) or stacks.is_free(s, o, seat, slot):
        return ""
    space = stacks.space_of(s, o, seat, slot)
    top, soldier = stacks.holder(s, space), text.soldier(o)
    until = f"until [their] last {soldier} there leaves"
    told = f"He is {text.held(o)}; {text.who(o, top)} [holds] him on space {space} {until}."
    if seat == s.turn and stacks.count(s, space, top) == 1:
        return f"{told} A {soldier} of yours who lands there frees him."
    if top == s.turn and slot != GODFATHER:
        return f"{told} A second {soldier} of yours there kills him."
    return told


def _dice_left(s: Record) -> list[int]:
    if s.moved != NOBODY:
        return [unused_die(s)]
    return [LOWER, HIGHER, TOTAL] if s.dice[LOWER] != s.dice[HIGHER] else [LOWER, TOTAL]


def _obstacle(s: Record, o: Record, slot: int, die: int) -> str:
    """Why a free piece cannot use a die: `the 3 leads to space 17, where Ella has two`."""
    n = text.count_of(s, die)
    number = f"the total of {n}" if die == TOTAL else f"the {n}"
    if find_movable(s, o, n) >> slot & 1:
        other = s.dice[1 - die]
        return f"{number} would leave no other piece to move {other}, and both dice must be played"
    space = o.way[s.turn, progress_after(s, slot, n)]
    leads = f"{number} leads to {text.space_name(o, space)}"
    if slot == GODFATHER and MARKINGS[o.layout, space] == Marking.FBI:
        return f"{leads}, where no {text.leader(o)} may land"
    top = stacks.holder(s, space)
    if top not in (NOBODY, s.turn):
        count, holder = stacks.count(s, space, top), text.who(o, top)
        if count == 1:
            no_entry = f", and a {text.leader(o)} takes nobody" if slot == GODFATHER else ""
            return f"{leads}, where {holder}'s piece stands{no_entry}"
        return f"{leads}, which {holder} [holds] with {count} pieces"
    if stacks.count(s, space, s.turn) >= stacks.FULL:
        return f"{leads}, where {stacks.FULL} of yours stand already"
    return f"{leads}, where others are {'held' if o.theme == Theme.MAFIA else text.HOSTAGES[o.theme]}"


def _why_not_home(s: Record, o: Record, slot: int, wanted: str) -> str:
    if wanted != letters(o)[s.turn]:
        return _where_instead(s, o, slot)
    if slot != GODFATHER:
        return f"Only the {text.leader(o)} comes home."
    return f"He needs exactly {WON - s.pos[s.turn, slot]} to come home."


def _why_not_there(s: Record, o: Record, slot: int, space: int) -> str:
    """Why the chosen piece cannot go to a space, and where it can."""
    instead = _where_instead(s, o, slot)
    if any(code // 3 == slot and text.destination(s, o, code) == space for code in legal_codes(rules, s, o)):
        return instead
    leading = [die for die in _dice_left(s) if text.destination(s, o, 3 * slot + die) == space]
    why = (
        "; ".join(_obstacle(s, o, slot, die) for die in leading)
        or f"no die takes your {text.man(o, slot)} to space {space}"
    )
    return f"{capital(why)}. {instead}".strip()


def _where_instead(s: Record, o: Record, slot: int) -> str:
    """Where the chosen piece can go."""
    ends = [f"with {text.count_of(s, c)} to {_end(s, o, c)}" for c in legal_codes(rules, s, o) if c // 3 == slot]
    return f"He can go {listed(ends, 'or')}." if ends else ""


def _end(s: Record, o: Record, code: int) -> str:
    space = text.destination(s, o, code)
    return "home" if space < 0 else text.space_name(o, space)
