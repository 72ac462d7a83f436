"""The words of Vendetta, in either theme."""

from collections.abc import Callable

from parlour.engine.contract import Record
from parlour.engine.people import person
from parlour.engine.wording import Sentences, Words, capital, count, listed
from parlour.games.vendetta import rules, stacks
from parlour.games.vendetta.board import MARKINGS, QUARTER, SPACES, Marking
from parlour.games.vendetta.following import unused_die
from parlour.games.vendetta.moving import progress_after
from parlour.games.vendetta.options import FirstPlayer, SilencedSoldier, Spin, SpinsPerTurn, Theme
from parlour.games.vendetta.state import (
    AT_HOME,
    GODFATHER,
    NOBODY,
    SEATS,
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


def seat(s: Record, o: Record, number: int) -> str:
    return families(o)[number]


def out(s: Record, o: Record, number: int) -> bool:
    return bool(s.out[number])


def who(o: Record, number: int) -> str:
    """The mark for whoever sits at a seat: Family A is one, the Rats are many."""
    return person(number, families(o)[number], many=o.theme == Theme.MYTH)


def man(o: Record, slot: int) -> str:
    """Of soldiers it does not matter which."""
    return leader(o) if slot == GODFATHER else soldier(o)


def piece_name(o: Record, piece: int) -> str:
    """`Ella's soldier`."""
    number, slot = divmod(piece, SLOTS)
    return f"{who(o, number)}'s {man(o, slot)}"


def space_name(o: Record, space: int) -> str:
    """`space 20`, with its marking if it has one."""
    mark = marking(o, space)
    return f"space {space} ({mark})" if mark else f"space {space}"


def meaning(o: Record, space: int) -> str:
    """What the mark on a space does, for who has not read the rules; nothing for a plain one."""
    return {
        Marking.HIT: f"whoever comes there spins the {SPINNERS[o.theme].split()[1]}",
        Marking.FBI: f"no {leader(o)} may land there",
        Marking.MASSACRE: f"a spin kills every {soldier(o)} there, and a {leader(o)} only if no {soldier(o)} is there",
        Marking.SILENCED: f"it costs a {soldier(o)}",
    }.get(int(MARKINGS[o.layout, space]), "")


def explained(o: Record, space: int) -> str:
    """`space 4 (F.B.I.: no Godfather may land there)`."""
    does = meaning(o, space)
    return f"space {space} ({marking(o, space)}: {does})" if does else space_name(o, space)


def held(o: Record) -> str:
    return "a hostage" if o.theme == Theme.MAFIA else HOSTAGES[o.theme]


def _starts(s: Record, o: Record, *_: int) -> str:
    thrown = o.first_player == FirstPlayer.THROW
    return "[throws] highest and [starts]" if thrown else "[is] drawn to start"


def _falls(s: Record, o: Record, space: int, lost: int, _: int) -> str:
    where = space_name(o, space)
    return f"Every {soldier(o)} on {where} falls: {lost} lost" if lost else f"There is no {soldier(o)} on {where}"


def _end(s: Record, o: Record, space: int) -> str:
    """Where a move has ended."""
    return "home" if s.pos[s.turn, GODFATHER] == WON else space_name(o, space)


def _by_options(say: Callable[[Record], str]) -> Words:
    return lambda s, o, *_: say(o)


def _will_spin(o: Record) -> str:
    """R22. However many pieces come to a Hit, one spin is all, unless the options say otherwise."""
    how_often = "once" if o.spins_per_turn == SpinsPerTurn.ONCE else "for it"
    return f"{'may' if o.spin == Spin.OPTIONAL else 'will'} spin {how_often}"


def _what_to_do(s: Record, o: Record, *_: int) -> str:
    if s.moved == NOBODY:
        return f"move one piece by {s.dice[0] + s.dice[1]}, or two pieces by {s.dice[1]} and {s.dice[0]}"
    return f"move another piece by {s.dice[unused_die(s)]}"


def _result(s: Record, o: Record, *_: int) -> str:
    if s.winner == NOBODY:
        return "The game is drawn."
    own = f"{who(o, s.winner)}'s {leader(o)}"
    why = f"{own} is home" if s.pos[s.winner, GODFATHER] == WON else f"{own} is the last one left"
    places = f" {standings(s, o)}" if o.players > 2 else ""  # of two, the other one is second
    return f"The game is over: {why}.{places}"


def _pointed_at(s: Record, o: Record, _: int, space: int, opposite: int) -> str:
    """`space 17, where Ella's Godfather stands, and space 41, which is empty`."""
    first, second = space_name(o, space), space_name(o, opposite)
    there, there_too = _standing(s, o, space), _standing(s, o, opposite)
    if not there and not there_too:
        return f"{first} and {second}, which are both empty"
    told, told_too = (f"where {found}" if found else "which is empty" for found in (there, there_too))
    return f"{first}, {told}, and {second}, {told_too}"


def _standing(s: Record, o: Record, space: int) -> str:
    """`Ella's Godfather and Ben's 2 soldiers stand`: who is on a space, the holder first; nothing where nobody is."""
    men, number = [], 0
    for level in range(SEATS):
        if group := s.groups[space, level]:
            seat, number = stacks.owner(group), number + stacks.size(group)
            leading, soldiers = stacks.has_godfather(s, o, space, seat), stacks.count_soldiers(s, o, space, seat)
            led = [leader(o)] if leading else []
            following = [soldier(o) if soldiers == 1 else count(soldiers, soldier(o))] if soldiers else []
            men.append(f"{who(o, seat)}'s {listed(led + following)}")
    return f"{listed(men)} {'stands' if number == 1 else 'stand'}" if men else ""


WORDS: dict[str, Words] = {
    "lot": _by_options(lambda o: "the dice" if o.first_player == FirstPlayer.THROW else "lot"),
    "name": lambda s, o, *_: who(o, s.turn),
    "what to do": _what_to_do,
    "silenced": _by_options(lambda o: MARKS[o.theme][Marking.SILENCED]),
    "result": _result,
    **dict.fromkeys(("seat", "other"), lambda s, o, number: who(o, number)),
    **dict.fromkeys(("piece", "taken"), lambda s, o, piece: piece_name(o, piece)),
    "space": lambda s, o, space: space_name(o, space),
    "both": _pointed_at,
    "end": _end,
    "reached": lambda s, o, piece, space, count: space_name(o, space),
    "starts": _starts,
    "falls": _falls,
    "leader": _by_options(leader),
    "soldier": _by_options(soldier),
    "will spin": _by_options(_will_spin),
    "spinner": _by_options(lambda o: f"the {SPINNERS[o.theme]}"),
    "held": _by_options(held),
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
        return f"lose {_which(s, o, slot_of(action))}"
    slot, end = action // 3, destination(s, o, action)
    way = f"from {start_of(s, o, slot)} to {'home' if end < 0 else space_name(o, end)}"
    return f"{man(o, slot)} {way} with {dice_of(s, action)}{_at_what_cost(s, o, action)}"


def _at_what_cost(s: Record, o: Record, action: int) -> str:
    """What a move is mostly made for or feared for, in a word or two."""
    slot, end = action // 3, destination(s, o, action)
    let_go = _let_go(s, o, slot)
    return f"{_at_its_end(s, o, action, slot, end)}{let_go and f', frees {let_go}'}"


def _at_its_end(s: Record, o: Record, action: int, slot: int, end: int) -> str:
    if _is_lost(o, slot, end):
        return ", lost"
    taken, freed = _taken(s, o, end), _freed(s, o, end)
    return f", takes {taken}{freed and f' and frees {freed}'}" if taken else _past_home(s, action)


def _past_home(s: Record, action: int) -> str:
    """R10. A Godfather who counts further than home has another round before him."""
    slot = action // 3
    passes = slot == GODFATHER and s.pos[s.turn, slot] + count_of(s, action) > WON
    return ", past home, round again" if passes else ""


def _taken(s: Record, o: Record, end: int) -> str:
    """R17. Whom a soldier takes who ends there, or nothing."""
    top = NOBODY if end < 0 else stacks.holder(s, end)
    return piece_name(o, stacks.top_piece(s, o, end)) if top not in (NOBODY, s.turn) else ""


def _freed(s: Record, o: Record, end: int) -> str:
    """V19. Who of the player's own is held where a piece lands, and is so no longer; or nothing."""
    if not _taken(s, o, end) or not stacks.count(s, end, s.turn):
        return ""
    return _one_of(s, o, end, s.turn)


def _let_go(s: Record, o: Record, slot: int) -> str:
    """R20, R21. Who comes free when a piece leaves where it is, and whom he holds then; or nothing."""
    space = stacks.space_of(s, o, s.turn, slot) if stacks.is_on_track(s, s.turn, slot) else NOBODY
    if space == NOBODY or stacks.count_soldiers(s, o, space, s.turn) > (slot != GODFATHER):
        return ""
    alone = stacks.count(s, space, s.turn) == 1
    held = [stacks.owner(s.groups[space, level]) for level in range(1, SEATS) if s.groups[space, level]]
    strong = [seat for seat in held if stacks.count_soldiers(s, o, space, seat)]
    freed = next((_one_of(s, o, space, seat) for seat in strong or held), "")
    return freed if alone or not freed else f"{freed}, who then holds {who(o, s.turn)}'s {leader(o)}"


def _one_of(s: Record, o: Record, space: int, seat: int) -> str:
    """`Ella's soldier`: a family's pieces on a space, by the one that counts most."""
    return f"{who(o, seat)}'s {man(o, GODFATHER if stacks.has_godfather(s, o, space, seat) else NOBODY)}"


def dice_of(s: Record, action: int) -> str:
    """The dice that a move uses."""
    return "both dice" if die_of(action) == TOTAL else f"the {s.dice[die_of(action)]}"


def _which(s: Record, o: Record, slot: int) -> str:
    """`the soldier on space 14`."""
    where = start_of(s, o, slot)
    moved = " who has just moved" if slot == s.moved else ""
    return f"the {soldier(o)}{moved} {'at home' if where == 'home' else f'on {where}'}"


def sentence(s: Record, o: Record, action: int) -> str:
    if action == Action.SPIN:
        return f"Spin the {SPINNERS[o.theme].split()[1]}: they strike two opposite spaces, your own men included."
    if action == Action.NO_SPIN:
        return "Leave the spinner alone."
    if action >= Action.LOSE:
        space = space_name(o, stacks.space_of(s, o, s.turn, s.moved))
        return f"{capital(_which(s, o, slot_of(action)))} is lost to {space}."
    slot, end = action // 3, destination(s, o, action)
    where = "home" if end < 0 else space_name(o, end) if _is_lost(o, slot, end) else explained(o, end)
    way = f"from {start_of(s, o, slot)} to {where} with {dice_of(s, action)}{_past_home(s, action)}"
    move = f"Move the {man(o, slot)} {way}"
    let_go = _let_go(s, o, slot)
    left = f" Leaving frees {let_go}." if let_go else ""
    return f"{move} and win." if end < 0 else f"{move}.{_what_happens(s, o, slot, end)}{left}"


def start_of(s: Record, o: Record, slot: int) -> str:
    """Where a piece of the player is."""
    return "home" if s.pos[s.turn, slot] == AT_HOME else f"space {stacks.space_of(s, o, s.turn, slot)}"


def _what_happens(s: Record, o: Record, slot: int, end: int) -> str:
    if _is_lost(o, slot, end):
        return " He is lost there."
    taken, freed = _taken(s, o, end), _freed(s, o, end)
    if freed:
        return f" That takes {taken} and frees {freed}, who is held there."
    return f" That takes {taken}, who is then {held(o)}." if taken else ""


def _is_lost(o: Record, slot: int, end: int) -> bool:
    """Whether a soldier ends his way there: no choice is told without what it costs."""
    fixed = o.silenced_soldier == SilencedSoldier.FIXED
    return fixed and slot != GODFATHER and end >= 0 and MARKINGS[o.layout, end] == Marking.SILENCED


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.DICE:
        return f"{who(o, code)} [starts]."
    if code < Outcome.SPUN:
        return f"The dice show {rules.HIGH[code - Outcome.DICE]} and {rules.LOW[code - Outcome.DICE]}."
    space = code - Outcome.SPUN
    return f"The spinner points at {space_name(o, space)} and {space_name(o, space + SPACES // 2)}."


def standings(s: Record, o: Record) -> str:
    """The places in order: the winner, those still in by their Godfather's progress, those out, the latest first."""
    ranks: dict[tuple[int, int, int], list[str]] = {}
    for number in range(o.players):
        out = s.out[number]
        rank = (number != s.winner, out > 0, -out if out else -s.pos[number, GODFATHER])
        ranks.setdefault(rank, []).append(who(o, number))
    places, ahead = [], 0
    for rank in sorted(ranks):
        places.append(f"{ahead + 1}. {' and '.join(ranks[rank])}")
        ahead += len(ranks[rank])
    return ", ".join(places) + "."


def asked(s: Record, o: Record) -> str:
    return asking(s, o, s.phase)


# Why a play is over, beside what came up: who is struck
DECISIVE = frozenset((Event.DIES,))

# What its end says in any case
CLOSING = frozenset((Event.COMES_HOME, Event.LAST_ALIVE, Event.ALL_DEAD))

# What comes with every turn, and what changes things for somebody
MINOR = frozenset((Event.STARTS, Event.THROWS))
MAJOR = frozenset(
    (
        Event.TAKES,
        Event.FREES,
        Event.KILLS,
        Event.SILENCES,
        Event.REVERSES,
        Event.SPINS,
        Event.STRIKES,
        Event.MASSACRES,
        Event.DIES,
        Event.GOES_OUT,
        Event.COMES_HOME,
        Event.LAST_ALIVE,
        Event.ALL_DEAD,
        Event.DRAWN,
        Event.RELEASES,
    )
)
