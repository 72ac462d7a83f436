"""The words of Vendetta, in either theme."""

from collections.abc import Callable

from parlour.engine.contract import Record
from parlour.engine.wording import Sentences, Words, capital
from parlour.games.vendetta import rules, stacks
from parlour.games.vendetta.board import MARKINGS, QUARTER, SPACES, Marking
from parlour.games.vendetta.following import unused_die
from parlour.games.vendetta.moving import progress_after
from parlour.games.vendetta.options import FirstPlayer, SilencedSoldier, Theme
from parlour.games.vendetta.state import (
    AT_HOME,
    GODFATHER,
    NOBODY,
    SLOTS,
    TOTAL,
    WON,
    Action,
    Event,
    Outcome,
    Phase,
)

FAMILIES = {
    Theme.MAFIA: ("Family A", "Family B", "Family C", "Family D"),
    Theme.MYTH: ("Samurai", "Troglodytes", "Rats", "Vikings"),
}
LEADERS = {Theme.MAFIA: "Godfather", Theme.MYTH: "King"}
SOLDIERS = {Theme.MAFIA: "soldier", Theme.MYTH: "warrior"}
SPINNERS = {Theme.MAFIA: "two gunmen", Theme.MYTH: "two wizards"}
MARKS = {
    Theme.MAFIA: {
        Marking.GATE: "gate",
        Marking.HIT: "Hit",
        Marking.FBI: "F.B.I.",
        Marking.MASSACRE: "Massacre",
        Marking.SILENCED: "Silenced",
    },
    Theme.MYTH: {
        Marking.GATE: "gate",
        Marking.HIT: "Spell",
        Marking.FBI: "sacred ground",
        Marking.MASSACRE: "the source",
        Marking.SILENCED: "darkness",
    },
}
HOSTAGES = {Theme.MAFIA: "hostage", Theme.MYTH: "suspended in time"}


def families(o: Record) -> tuple[str, ...]:
    """The names of the seats, by theme and by the home each plays."""
    return tuple(FAMILIES[o.theme][o.gate[seat] // QUARTER] for seat in range(o.players))


def leader(o: Record) -> str:
    return LEADERS[o.theme]


def soldier(o: Record) -> str:
    return SOLDIERS[o.theme]


def marking(o: Record, space: int) -> str:
    """The word of a space's marking, or nothing."""
    return MARKS[o.theme].get(int(MARKINGS[o.layout, space]), "")


def agree(o: Record, one: str, many: str) -> str:
    """The form of a verb or pronoun that goes with a seat's name: Family A is one, the Rats are many."""
    return one if o.theme == Theme.MAFIA else many


def does(o: Record, verb: str) -> str:
    """`throws` after Family A, `throw` after Rats."""
    return agree(o, f"{verb}s", verb)


def seat(s: Record, o: Record, number: int) -> str:
    return families(o)[number]


def man(o: Record, slot: int) -> str:
    """`soldier 3`."""
    return leader(o) if slot == GODFATHER else f"{soldier(o)} {slot}"


def piece_name(o: Record, piece: int) -> str:
    """`soldier 3 of Family A`."""
    number, slot = divmod(piece, SLOTS)
    return f"{man(o, slot)} of {families(o)[number]}"


def space_name(o: Record, space: int) -> str:
    """`space 20`, with its marking if it has one."""
    mark = marking(o, space)
    return f"space {space} ({mark})" if mark else f"space {space}"


def held(o: Record) -> str:
    return "a hostage" if o.theme == Theme.MAFIA else HOSTAGES[o.theme]


def _starts(s: Record, o: Record, *_: int) -> str:
    thrown = o.first_player == FirstPlayer.THROW
    return f"{does(o, 'throw')} highest and {does(o, 'start')}" if thrown else f"{agree(o, 'is', 'are')} drawn to start"


def _falls(s: Record, o: Record, space: int, lost: int, _: int) -> str:
    where = space_name(o, space)
    return f"Every {soldier(o)} on {where} falls: {lost} lost" if lost else f"There is no {soldier(o)} on {where}"


def _end(s: Record, o: Record, space: int) -> str:
    """Where a move has ended."""
    return "home" if s.pos[s.turn, GODFATHER] == WON else space_name(o, space)


def _by_options(say: Callable[[Record], str]) -> Words:
    return lambda s, o, *_: say(o)


def _agreeing(one: str, many: str) -> Words:
    return _by_options(lambda o: agree(o, one, many))


def _moves(s: Record, o: Record, *_: int) -> str:
    if s.moved == NOBODY:
        return f"{does(o, 'move')} one piece {s.dice[0] + s.dice[1]}, or two pieces {s.dice[1]} and {s.dice[0]}"
    return f"{does(o, 'move')} another piece {s.dice[unused_die(s)]}"


def _result(s: Record, o: Record, *_: int) -> str:
    if s.winner == NOBODY:
        return "The game is drawn."
    return f"{families(o)[s.winner]} {agree(o, 'has', 'have')} won. {standings(s, o)}"


WORDS: dict[str, Words] = {
    "drawn": _by_options(lambda o: "thrown for" if o.first_player == FirstPlayer.THROW else "drawn"),
    "name": lambda s, o, *_: families(o)[s.turn],
    "moves": _moves,
    "silenced": _by_options(lambda o: MARKS[o.theme][Marking.SILENCED]),
    "result": _result,
    "seat": seat,
    "other": seat,
    "piece": lambda s, o, piece: piece_name(o, piece),
    "space": lambda s, o, space: space_name(o, space),
    "opposite": lambda s, o, space: space_name(o, space),
    "end": _end,
    "starts": _starts,
    "falls": _falls,
    "leader": _by_options(leader),
    "soldier": _by_options(soldier),
    "spinner": _by_options(lambda o: SPINNERS[o.theme]),
    "held": _by_options(held),
    **{f"{verb}s": _agreeing(f"{verb}s", verb) for verb in ("throw", "choose", "hold", "spin", "win")},
    "has": _agreeing("has", "have"),
    "is": _agreeing("is", "are"),
    "does": _agreeing("does", "do"),
    "its": _agreeing("its", "their"),
}
event = Sentences(Event, WORDS)
asking = Sentences(Phase, WORDS)


def die_of(action: int) -> int:
    return action % 3


def slot_of(action: int) -> int:
    """The soldier who is to be lost."""
    return action - Action.LOSE + 1


def count_of(s: Record, action: int) -> int:
    """How many spaces a move counts."""
    return s.dice[0] + s.dice[1] if die_of(action) == TOTAL else s.dice[die_of(action)]


def destination(s: Record, o: Record, action: int) -> int:
    """The space a move leads to, or -1 for home."""
    r = progress_after(s, action // 3, count_of(s, action))
    return NOBODY if r == WON else o.way[s.turn, r]


def label(s: Record, o: Record, action: int) -> str:
    if action == Action.SPIN:
        return "spin"
    if action == Action.NO_SPIN:
        return "do not spin"
    if action >= Action.LOSE:
        return f"lose {man(o, slot_of(action))}"
    slot, end = action // 3, destination(s, o, action)
    return f"{man(o, slot)} {count_of(s, action)} to {'home' if end < 0 else space_name(o, end)}"


def sentence(s: Record, o: Record, action: int) -> str:
    if action == Action.SPIN:
        return f"Spin the {SPINNERS[o.theme].split()[1]}: they strike two opposite spaces, your own men included."
    if action == Action.NO_SPIN:
        return "Leave the spinner alone."
    if action >= Action.LOSE:
        who = capital(piece_name(o, stacks.piece(s.turn, slot_of(action))))
        where = start_of(s, o, slot_of(action))
        return f"{who} is lost to {space_name(o, stacks.space_of(s, o, s.turn, s.moved))}, from {where}."
    slot, end = action // 3, destination(s, o, action)
    dice = "both dice together" if die_of(action) == TOTAL else f"the {s.dice[die_of(action)]}"
    start = start_of(s, o, slot)
    where = "home, and win" if end < 0 else space_name(o, end)
    return f"Move the {man(o, slot)} from {start} to {where} with {dice}.{_what_happens(s, o, slot, end)}"


def start_of(s: Record, o: Record, slot: int) -> str:
    """Where a piece of the player is."""
    return "home" if s.pos[s.turn, slot] == AT_HOME else f"space {stacks.space_of(s, o, s.turn, slot)}"


def _what_happens(s: Record, o: Record, slot: int, end: int) -> str:
    if end < 0:
        return ""
    silenced = MARKINGS[o.layout, end] == Marking.SILENCED
    if silenced and o.silenced_soldier == SilencedSoldier.FIXED:
        return " He is lost there." if slot != GODFATHER else ""
    top = stacks.holder(s, end)
    return f" That takes the piece of {families(o)[top]} there." if top not in (NOBODY, s.turn) else ""


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.DICE:
        return f"{families(o)[code]} {does(o, 'start')}."
    if code < Outcome.SPUN:
        return f"The dice show {rules.HIGH[code - Outcome.DICE]} and {rules.LOW[code - Outcome.DICE]}."
    space = code - Outcome.SPUN
    return f"The spinner points at {space_name(o, space)} and {space_name(o, space + SPACES // 2)}."


def standings(s: Record, o: Record) -> str:
    """The places in order: the winner, those still in by their Godfather's progress, those out, the latest first."""
    ranks: dict[tuple[int, int, int], list[str]] = {}
    for number, name in enumerate(families(o)):
        out = s.out[number]
        rank = (number != s.winner, out > 0, -out if out else -s.pos[number, GODFATHER])
        ranks.setdefault(rank, []).append(name)
    places, ahead = [], 0
    for rank in sorted(ranks):
        places.append(f"{ahead + 1}. {' and '.join(ranks[rank])}")
        ahead += len(ranks[rank])
    return ", ".join(places) + "."


def asked(s: Record, o: Record) -> str:
    return asking(s, o, s.phase)
