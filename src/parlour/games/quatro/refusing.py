"""Why something on the board of Quatro cannot be touched now."""

from collections.abc import Sequence

from parlour.engine.contract import Record
from parlour.engine.local import copy_of
from parlour.engine.wording import capital
from parlour.games.quatro import rules, steps, text
from parlour.games.quatro.board import BOARDS, COLOURS, NOBODY, point_name
from parlour.games.quatro.sketch import men_of, worst_of
from parlour.games.quatro.state import Action, Phase
from parlour.games.quatro.text import legal_steps, place, step_ends

ALL_HOME = "men are borne off only when all of yours are home"


def why_not(s: Record, o: Record, touched: Sequence[str]) -> str:
    kind, _, name = touched[-1].partition(":")
    if kind == "cube":
        return _why_no_cube(s, o)
    if kind == "loss":
        return _why_that_loss(s, o, BOARDS.index(name))
    if kind not in ("point", "bar", "off", "man", "die"):
        return ""
    if s.phase == Phase.CHOOSING:
        return _why_no_board(s, o, name) if kind == "point" else ""
    if s.phase == Phase.DOUBLING:
        return "The dice are not rolled yet; roll, or double first."
    if s.phase == Phase.ANSWERING:
        return f"First answer {text.player(s, s.board)}'s double, accept or decline."
    if s.need == 0:
        return f"There is no move, because {text.why_stuck(s, o)}. Choose “no move”."
    return _why_no_step(s, o, touched)


def _why_no_cube(s: Record, o: Record) -> str:
    if s.phase == Phase.DOUBLING:
        return f"You may double now; choose “double to {2 * s.cube}”."
    if s.phase == Phase.ANSWERING:
        return "First accept or decline."
    if s.cube >= o.cube_cap:
        return f"The stake is {s.cube}, the highest there is."
    if not rules.may_double(s, o):
        whose = "Your side" if o.teams else "You"
        return f"{whose} doubled last; the next double is for the others."
    return "The stake is doubled only before the dice are rolled."


def _why_that_loss(s: Record, o: Record, board: int) -> str:
    """R21. What makes a loss count as it does now, and when it counts for less."""
    value = worst_of(s, o, board)
    if value == 1:
        return "A man is off, so a loss counts once."
    later = "It counts once when the first man is off."
    if value == 2:
        return f"A loss counts twice. {later}"
    lowest, highest = (o.fourth_from, o.points) if value == 4 else (o.third_from, min(o.points, o.fourth_from - 1))
    homes = dict.fromkeys(place(o, board, v)[0] for v in range(highest, lowest - 1, -1))
    bar = "on the bar or " if highest == o.points else ""
    return f"A loss counts {text.TIMES[value]} while a man is {bar}in board {' or '.join(homes)}. {later}"


def _why_no_board(s: Record, o: Record, name: str) -> str:
    board = BOARDS.index(name[0])
    if s.player[board] == NOBODY:
        return "Choose a whole board."
    return f"{COLOURS[board]} is taken; choose another board."


def _why_no_step(s: Record, o: Record, touched: Sequence[str]) -> str:
    """Of all that was touched: a die, a man, and perhaps where he shall go."""
    numbers = [int(thing[4:]) for thing in touched if thing.startswith("die:")]
    places = [_find_place(s, o, thing) for thing in touched if not thing.startswith("die:")]
    dice = [die for die in range(2) if s.left[die] and (not numbers or s.dice[die] == numbers[-1])]
    if not dice:
        return f"The {numbers[-1]} has been used."
    if not places or len(numbers) > 1:
        return _why_no_die(s, o, dice[0]) if len(touched) == 1 else ""
    owner, v = places[-1]
    legal = legal_steps(s, o)
    begins = {steps.step_from(code) for code in legal}
    if len(places) > 1 and places[0] != places[-1] and places[0][1] in begins and places[0][0] == s.board:
        return "" if owner == s.board and v in begins else _where_instead(s, o, places[0][1], v)
    if v == NOBODY:
        if owner != s.board:
            return f"That is where {text.player(s, owner)}'s men are borne off."
        return "First choose the man to bear off." if _all_home(s, o) else f"{capital(ALL_HOME)}."
    if owner != s.board:
        here = "No man of yours stands there."
        return here if owner == NOBODY else f"{text.player(s, owner)}'s men stand there; you play {COLOURS[s.board]}."
    if s.transit > 0 and v != s.transit:
        return f"Your man on {place(o, s.board, s.transit)} may only touch there; he goes on first."
    if not steps.may_leave(s, v):
        return "Your men on the bar must come in first."
    if any(v + Action.LOWER * die in legal for die in dice):
        return ""
    return capital("; ".join(dict.fromkeys(_obstacle(s, o, v, die) for die in dice))) + "."


def _all_home(s: Record, o: Record) -> bool:
    return steps.may_bear_off(s, o, o.home, o.home)


def _find_place(s: Record, o: Record, thing: str) -> tuple[int, int]:
    """Whose men are there, and where: v as the mover counts, 0 for the bar, NOBODY for off."""
    kind, _, name = thing.partition(":")
    if kind == "point":
        k = next(k for k in range(o.points) if point_name(k, o.home) == name)
        touching = s.transit > 0 and o.spot[s.board, s.transit] == k
        return s.board if touching else s.owner[k], o.number[s.board, k]
    owner = BOARDS.index(name[0])
    if kind != "man":
        return owner, 0 if kind == "bar" else NOBODY
    v = men_of(s, o, owner)[int(name[2:]) - 1]
    if v == 0:
        return owner, NOBODY
    return owner, 0 if v > o.points else o.number[s.board, o.spot[owner, v]]


def _why_no_die(s: Record, o: Record, die: int) -> str:
    """Why a die that is left is of no use (R9)."""
    if s.need == 1 and any(steps.step_die(code) != die for code in legal_steps(s, o)):
        return "Only one of the dice can be used, and that must be the higher if it can."
    return f"No man can use the {s.dice[die]} now."


def _where_instead(s: Record, o: Record, v: int, to: int) -> str:
    """Where the chosen man can go, when he cannot go there."""
    if to == NOBODY and not _all_home(s, o):
        return f"{capital(ALL_HOME)}."
    ends = []
    for code in legal_steps(s, o):
        begin, end, number = step_ends(s, o, code)
        if begin == v:
            ends.append(f"the {number} to {'off' if end < 1 else place(o, s.board, end)}")
    start = "the bar" if v == 0 else place(o, s.board, v)
    far = (v or o.points + 1) - to
    high, low = s.dice
    both = s.left[0] + s.left[1] > 1 and far in (high + low, 3 * high, 4 * high)
    return f"Your man on {start} can go with {' or '.join(ends)}{', one die after the other' if both else ''}."


def _obstacle(s: Record, o: Record, v: int, die: int) -> str:
    """Why a man of the mover cannot use a die: `the 6 leads to B3, which Blue holds`."""
    code = v + Action.LOWER * die
    dice, kind = s.dice, steps.step_kind(s, o, v, die)
    to, number = step_ends(s, o, code)[1], f"the {dice[die]}"
    if to < 1 and kind == steps.ILLEGAL:
        return f"{number} is more than he needs, and a man of yours stands higher" if _all_home(s, o) else ALL_HOME
    held = to > 0 and steps.is_blocked(s, to)
    leads = f"{number} leads to {place(o, s.board, to)}" if to > 0 else f"{number} bears him off"
    if held:
        holder = s.owner[o.spot[s.board, to]]
        partner = o.partners_block and (holder - s.board) % 4 == 2
        who = text.player(s, holder)
        leads += f", where your partner {who} is" if partner else f", which {who} [holds]"
    if kind == steps.ILLEGAL:
        return leads if held else f"{leads}, and a man comes in with {o.home} at most"
    trial = copy_of(s)
    steps.take_step(trial, o, code)
    if steps.most_dice(trial, o, 1) < 0:
        return f"{leads}, and he cannot go on from there"
    if s.need == 1:
        return f"{leads}, but only one of the dice can be used, and that must be the {dice[0]}"
    if dice[0] == dice[1]:
        return f"{leads}, but then fewer dice could be used than must be"
    return f"{leads}, but then the {dice[1 - die]} could not be used, and both must be"
