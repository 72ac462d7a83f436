"""How a game stands, in few words: who is on a space, who holds whom, how far each Godfather has come."""

from parlour.engine.contract import OVER, Record
from parlour.engine.wording import listed
from parlour.games.vendetta.board import HALF, MARKINGS, Marking
from parlour.games.vendetta.options import Theme
from parlour.games.vendetta.rules import find_offered
from parlour.games.vendetta.stacks import count, find_level, holder, is_free, is_on_track, space_of
from parlour.games.vendetta.state import AT_HOME, GODFATHER, LOST, NOBODY, SEATS, WON, Phase, letters
from parlour.games.vendetta.text import families, leader, man, marking, soldier, who

Group = tuple[int, list[int]]  # a seat and its slots
ONE_THROW = 12  # the most that two dice count
DUTIES = {
    Phase.THROWING: "to throw",
    Phase.MOVING: "to move",
    Phase.SILENCING: "to lose a man",
    Phase.ASKING: "may spin",
    Phase.SPINNING: "to spin",
}
MARK_LETTERS = {
    Theme.MAFIA: {Marking.HIT: "H", Marking.FBI: "F", Marking.MASSACRE: "M", Marking.SILENCED: "S"},
    Theme.MYTH: {Marking.HIT: "S", Marking.FBI: "G", Marking.MASSACRE: "O", Marking.SILENCED: "D"},
}


def title(o: Record, seat: int) -> str:
    """A family's name with its letter, which is all that its pieces bear on the board in text."""
    name, letter = families(o)[seat], letters(o)[seat]
    return name if name.endswith(f" {letter}") else f"{letter}, {name}"


def mark_letter(o: Record, space: int) -> str:
    """One letter for a space's marking; nothing for a gate or a plain space."""
    return MARK_LETTERS[o.theme].get(int(MARKINGS[o.layout, space]), "")


def gate_of(o: Record, space: int) -> int:
    """The seat whose gate a space is, or NOBODY."""
    return next((seat for seat in range(o.players) if o.gate[seat] == space), NOBODY)


def places(s: Record, o: Record) -> dict[int, list[Group]]:
    """The groups on every space that is not empty, from the bottom up: the last is free, all others are hostages."""
    found: dict[int, list[Group]] = {}
    for seat in range(o.players):
        for slot in range(o.soldiers + 1):
            if is_on_track(s, seat, slot):
                groups = found.setdefault(space_of(s, o, seat, slot), [])
                if not groups or groups[-1][0] != seat:
                    groups.append((seat, []))
                groups[-1][1].append(slot)
    for space, groups in found.items():
        groups.sort(key=lambda group: _level(s, space, group))
    return found


def _level(s: Record, space: int, group: Group) -> int:
    """From the bottom up; a piece that is just arriving goes to the top, with a friend who is held there."""
    seat, slots = group
    at_rest = len(slots) <= count(s, space, seat)
    return SEATS - find_level(s, space, seat) if at_rest else SEATS + 1


def pointed_at(s: Record) -> tuple[int, ...]:
    """The two spaces that the spinner points at, or none before any spin."""
    return () if s.spun == NOBODY else (s.spun, s.spun + HALF)


def spin_words(s: Record) -> str:
    return "pointing at spaces {} and {}".format(*pointed_at(s)) if pointed_at(s) else "not spun yet"


def is_closed(groups: list[Group]) -> bool:
    """R12. Two or three pieces keep all others out."""
    return bool(groups) and len(groups[-1][1]) > 1


def is_exposed(groups: list[Group]) -> bool:
    """A Godfather who stands alone: the next Hit may strike him."""
    return len(groups) == 1 and groups[0][1] == [GODFATHER]


def named_for(s: Record, o: Record, seat: int, slot: int) -> int:
    """The slot that an action names for a piece: of soldiers that stand alike one is as good as another."""
    if seat != s.turn or slot in (GODFATHER, s.moved):
        return slot
    offered, place = find_offered(s, o), s.pos[seat, slot]
    alike = (other for other in range(1, slot) if s.pos[seat, other] == place and offered >> other & 1)
    return next(alike, slot)


def piece_letter(o: Record, slot: int) -> str:
    return leader(o)[0] if slot == GODFATHER else str(slot)


def group_words(o: Record, group: Group) -> str:
    """`Ella's Godfather and 2 soldiers`."""
    seat, slots = group
    men = sum(slot != GODFATHER for slot in slots)
    parts = [leader(o)] if GODFATHER in slots else []
    if men:
        parts.append(soldier(o) if men == 1 else f"{men} {soldier(o)}s")
    return f"{who(o, seat)}'s {' and '.join(parts)}"


def space_words(o: Record, space: int, groups: list[Group]) -> str:
    """`space 19, Hit: Tom's soldier hostage of Ella's soldier`."""
    words = [f"space {space}"]
    if gate_of(o, space) != NOBODY:
        words.append(f"{who(o, gate_of(o, space))}'s gate")
    elif MARKINGS[o.layout, space] != Marking.GATE and marking(o, space):
        words.append(marking(o, space))
    if not groups:
        return ", ".join([*words, "empty"])
    *held, top = groups
    there = group_words(o, top)
    if held:
        hostages = listed([group_words(o, group) for group in reversed(held)])
        bond = ("hostages of" if len(held) > 1 else "hostage of") if o.theme == Theme.MAFIA else "suspended in time by"
        there = f"{hostages} {bond} {there}"
    return f"{', '.join(words)}: {there}" + (", closed" if is_closed(groups) else "")


def captor(s: Record, o: Record, seat: int, slot: int) -> int:
    """The seat that holds a piece, or NOBODY."""
    if not is_on_track(s, seat, slot) or is_free(s, o, seat, slot):
        return NOBODY
    space = space_of(s, o, seat, slot)
    return holder(s, space) if count(s, space, seat) else NOBODY


def piece_words(s: Record, o: Record, seat: int, slot: int) -> str:
    """`Ella's soldier, on space 19, hostage of Tom`."""
    words = [f"{who(o, seat)}'s {man(o, slot)}"]
    r = s.pos[seat, slot]
    if r == LOST:
        words.append("lost")
    elif r in (AT_HOME, WON):
        words.append("at home" if r == AT_HOME else "home")
    else:
        words.append(f"on space {space_of(s, o, seat, slot)}")
        if (by := captor(s, o, seat, slot)) != NOBODY:
            words.append(f"{'hostage of' if o.theme == Theme.MAFIA else 'suspended in time by'} {who(o, by)}")
        elif slot == GODFATHER:
            words.append(f"{WON - r} from home")
    return ", ".join(words)


def progress(s: Record, o: Record, seat: int) -> str:
    """What a Godfather still has to do."""
    r, name = s.pos[seat, GODFATHER], leader(o)
    if r == LOST:
        return "out"
    if r == WON:
        return f"{name} is home"
    if r == AT_HOME:
        return f"{name} at home, {WON - r} to go"
    if (by := captor(s, o, seat, GODFATHER)) != NOBODY:
        return f"{name} held by {who(o, by)}, {WON - r} from home"
    if WON - r <= ONE_THROW:
        return f"{name} needs exactly {WON - r} to get home"
    return f"{name} is {WON - r} from home"


def duty(s: Record, seat: int) -> str:
    """What a seat is doing now, in words that suit Family A as well as the Vikings."""
    if s.to_move == OVER:
        return "winner" if s.winner == seat else ""
    if s.turn != seat:
        return ""
    return DUTIES[s.phase]
