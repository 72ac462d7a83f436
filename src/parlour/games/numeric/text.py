"""The words of Numeric."""

from parlour.engine.contract import Record
from parlour.engine.people import person
from parlour.engine.wording import Sentences, Words, capital, count
from parlour.games.numeric import board, placing
from parlour.games.numeric.board import (
    CELL_VALUES,
    COLOURS,
    NEXT,
    RING,
    SEATS,
    ZONE_ENDS,
    ZONES,
    numbers_of,
    part_of,
)
from parlour.games.numeric.expressions import simplest, written
from parlour.games.numeric.options import MarkApplies, TrebleCard, Variant
from parlour.games.numeric.pack import BANK, Card
from parlour.games.numeric.reach import THROWS, Fractions, Signs
from parlour.games.numeric.state import NOBODY, Action, Call, Ending, Event, Outcome, Phase
from parlour.games.numeric.teaching import HINTS, SHOWN, better, hint
from parlour.games.numeric.turns import first_turns

MARKS = {board.NO_MARK: "", board.SILVER_MARK: "silver", board.GOLD_MARK: "gold"}


def seat(s: Record, o: Record, number: int) -> str:
    return SEATS[number]


def out(s: Record, o: Record, number: int) -> bool:
    return bool(s.out[number])


def who(number: int) -> str:
    """The mark for whoever plays a side."""
    return person(number, SEATS[number])


def why(ending: int) -> str:
    return Ending.find(ending).line


def card_words(o: Record, card: int) -> str:
    """What a card says at this table."""
    if card == Card.TREBLE and o.treble_card == TrebleCard.THRICE_MORE:
        return "You earn your reward three times more."
    return Card.find(card).line


def dice(s: Record) -> tuple[int, ...]:
    """The dice of the throw, the highest first."""
    return THROWS[s.throw][::-1]


def expression(s: Record, o: Record, n: int, signs: int) -> str:
    """The simplest way to make a number of the throw with these signs."""
    found = simplest(dice(s), n, signs, o.fractions == Fractions.RATIONAL)
    return found if found is not None else f"{n}"


def _because(s: Record, o: Record, *_: int) -> str:
    """The condition of the card at hand, as it turned out."""
    n, card = s.number, s.card
    if card == Card.DIV6:
        return f" ({n} {'can' if n % 6 == 0 else 'cannot'} be divided by 6)"
    if card in (Card.EVEN_A, Card.EVEN_B):
        return f" ({n} is {'even' if n % 2 == 0 else 'odd'})"
    if card in (Card.DIVISION, Card.SUBTRACTION):
        sign = Signs.DIVIDED if card == Card.DIVISION else Signs.MINUS
        return f" ({Signs.find(sign).line} was {'used' if s.signs & sign else 'not used'})"
    if card in (Card.PRIME_A, Card.PRIME_B):
        return f" ({n} is {MARKS[o.mark[n]] or 'neither gold nor silver'})"
    if card == Card.SAME_DICE:
        alike = max(dice(s).count(die) for die in dice(s))
        return f" ({alike} dice alike)" if alike > 1 else " (no two dice alike)"
    return ""


def _earning(s: Record, o: Record, seat: int, total: int, cell: int) -> str:
    """A reward as a sum: `£140: £60 for gold in indigo, £10 for 5, £20 for 3, £50 for 6`."""
    n = s.number
    parts: list[str] = []
    mark = f"{MARKS[o.mark[n]]} " if o.mark[n] > board.NO_MARK else ""
    if o.variant == Variant.ZONES:
        parts = [f"{mark}{n} in the {ZONES[part_of(n, ZONE_ENDS)]} zone"] if mark else []
    elif o.variant == Variant.HEX:
        joined = sum(placing.run_length(s, n, d, NOBODY) for d in range(6))
        if joined:
            parts = [f"{pounds(total - 10 * joined)} for {mark}{n}", f"{pounds(10 * joined)} for {joined} in line"]
        elif mark:
            parts = [f"{mark}{n}"]
    elif o.variant == Variant.COUNTERS:
        parts = _placing_parts(s, o, n, cell, mark)
        if len(parts) == 1:
            parts = [parts[0].partition(" for ")[2]]
    words = f" ({' + '.join(parts)})" if parts else ""
    return f"{pounds(total)}{words}"


def _placing_parts(s: Record, o: Record, n: int, cell: int, mark: str) -> list[str]:
    ring = int(RING[cell])
    times = o.bonus[cell]
    own = int(CELL_VALUES[cell]) * o.mark[n]
    where = COLOURS[ring - 1] if ring else "the centre"
    bonus = {1: "", 2: ", doubled", 3: ", trebled"}[times]
    whole = o.mark_applies == MarkApplies.TOTAL
    parts = [f"{pounds(own * (1 if whole else times))} for {mark}{n} in {where}{'' if whole else bonus}"]
    for beside in NEXT[cell].tolist():
        if beside >= 0 and s.cells[beside] > 0:
            paid = int(placing.link(o, n, cell, s.cells[beside], beside))
            if paid:
                parts.append(f"{pounds(paid)} for {s.cells[beside]}")
    return [*parts[:-1], parts[-1] + bonus.replace(",", ", all")] if whole and times > 1 else parts


def pounds(amount: int) -> str:
    return f"£{amount:,}"


def standings(s: Record, o: Record) -> str:
    """E3, E4. The places in order: `Ella wins with £715; Mum £700; Tom out`."""
    active = sorted((seat for seat in range(o.players) if s.out[seat] == 0), key=lambda seat: -s.money[seat])
    if o.players == 1:
        return f"{who(0)} [has] {pounds(s.money[0])} after {count(s.throws, 'throw')}."
    most = s.money[active[0]]
    winners = [who(seat) for seat in active if s.money[seat] == most]
    verb = "[wins]" if len(winners) == 1 else "share the win"
    places = [f"{' and '.join(winners)} {verb} with {pounds(most)}"]
    places += [f"{who(seat)} {pounds(s.money[seat])}" for seat in active if s.money[seat] < most]
    for card in sorted({s.out[seat] for seat in range(o.players) if s.out[seat]}, reverse=True):
        ruined = [who(seat) for seat in range(o.players) if s.out[seat] == card]  # they share their place
        places.append(f"{' and '.join(ruined)} out")
    return "; ".join(places) + "."


def _purses(s: Record, o: Record, *_: int) -> str:
    """What each side has in the end, the richest first."""
    if o.players == 1:
        return standings(s, o)
    richest = sorted(range(o.players), key=lambda seat: (s.out[seat] > 0, -s.money[seat]))
    return ", ".join(f"{who(seat)} {'out' if s.out[seat] else pounds(s.money[seat])}" for seat in richest) + "."


def _calculation(s: Record, o: Record, seat: int, number: int, _: int) -> str:
    return written(expression(s, o, number, s.signs))


def _short(s: Record, o: Record, seat: int, paid: int, due: int) -> str:
    return f" of the {pounds(due)}" if paid < due else ""


def _member(s: Record, o: Record, *_: int) -> str:
    """N46. Who speaks for a pair or a team: they take turns, throw by throw."""
    people = o.people[s.turn]
    return f" (member {1 + (s.throws - 1) % people} of {people})" if people > 1 else ""


def _the_throw(s: Record, o: Record, *_: int) -> str:
    """R1. One throw is for all sides, whoever made it."""
    shown = " ".join(map(str, dice(s)))
    return shown if s.turn == s.thrower else f"{who(s.thrower)}'s throw {shown}, which is for all"


def _throws(s: Record, o: Record, seat: int, *_: int) -> str:
    """R11. Where a throw is for all, whoever used the last one may throw next, and so have two turns in a row."""
    shown = " ".join(map(str, dice(s)))
    if first_turns(o) > 1 and s.throws > 1:
        return f"{who(seat)} [is] next to throw: {shown}"
    return f"{who(seat)} [throws] {shown}"


def _same_dice(s: Record, o: Record, seat: int, *_: int) -> str:
    """R30, R56. Why a side has a turn without a throw of its own, or one more."""
    if s.circuit:
        return " in the scramble"
    return "" if seat == s.thrower else " with the same dice"


def _whence(s: Record, o: Record, *_: int) -> str:
    if o.variant != Variant.COUNTERS:
        return ""
    return " on any rack" if s.circuit else " on [their] own rack"


WORDS: dict[str, Words] = {
    "name": lambda s, o, *_: who(s.turn),
    "asked": lambda s, o, *_: who(s.to_move),
    "served": lambda s, o, *_: who((s.thrower + s.asked) % o.players),
    "member": _member,
    "whence": _whence,
    "chosen": lambda s, o, *_: f"{s.number}",
    "shown card": lambda s, o, *_: f"{s.card}",
    "what it says": lambda s, o, *_: card_words(o, s.card),
    "swaps": lambda s, o, *_: count(s.swaps, "counter"),
    "reason": lambda s, o, *_: why(s.reason),
    **dict.fromkeys(("seat", "other"), lambda s, o, number: who(number)),
    "pounds": lambda s, o, amount: pounds(amount),
    "cell": lambda s, o, cell: board.label(cell),
    "why": lambda s, o, ending: why(ending),
    "throws": _throws,
    "same dice": _same_dice,
    "for all": lambda s, o, *_: ", for everybody to use" if first_turns(o) > 1 else "",
    "the throw": _the_throw,
    "calculation": _calculation,
    "earning": _earning,
    "purse": lambda s, o, seat, *_: pounds(s.money[seat]),
    "told": lambda s, o, seat, card, _: card_words(o, card),
    "because": _because,
    "short": _short,
    "standings": lambda s, o, *_: standings(s, o),
    "purses": _purses,
}
event = Sentences(Event, WORDS)
asking = Sentences(Phase, WORDS)


def label(s: Record, o: Record, action: int) -> str:
    if action == Action.PASS:
        return "pass" if s.phase != Phase.SWAPPING else "keep the rack"
    if action < Action.PLACE:
        n, signs = formed(action)
        return f"{n} for {pounds(pays(s, o, action))}" + (f" with {Signs.find(signs).line}" if signs else "")
    if action < Action.TAKE:
        return f"place {s.number} on {board.label(action - Action.PLACE)}"
    if action < Action.JOIN:
        return {Action.TAKE: "take the money", Action.END: "end the game", Action.FORFEIT: "forfeit"}[action]
    if action < Action.SWAP:
        return f"join {who(action - Action.JOIN)}"
    return f"exchange {rack(s, s.turn)[action - Action.SWAP]}"


def pays(s: Record, o: Record, action: int) -> int:
    """The pounds that a number earns, on its best cell, or that a cell does."""
    if Action.FORM <= action < Action.PLACE:
        n = formed(action)[0]
        return cells(s, o, n)[0][0] if o.variant == Variant.COUNTERS else int(placing.reward(s, o, n, 0))
    if Action.PLACE <= action < Action.TAKE:
        return int(placing.reward(s, o, s.number, action - Action.PLACE))
    return 0


def sentence(s: Record, o: Record, action: int) -> str:
    if action == Action.PASS:
        return "Pass and earn nothing." if s.phase != Phase.SWAPPING else "Exchange nothing more."
    if action < Action.PLACE:
        n, signs = formed(action)
        where = f"place {n}" if o.variant == Variant.COUNTERS else f"cover {n}"
        return f"Make {n} = {written(expression(s, o, n, signs))}, using {Signs.find(signs).line}, and {where}."
    if action < Action.TAKE:
        cell = action - Action.PLACE
        return f"Place {s.number} on {board.label(cell)} for {pounds(placing.reward(s, o, s.number, cell))}."
    if action == Action.TAKE:
        paid = int(BANK[s.card])
        enough = 0 < o.end_funds <= s.money[s.turn] + paid and not o.finish_throw
        return f"Take {pounds(paid)}, with which the game ends." if enough else f"Take {pounds(paid)} and play on."
    if action == Action.END:
        return f"End the game now: {standings(s, o)}"
    if action == Action.FORFEIT:
        return "Forfeit: you are out of the game."
    if action < Action.SWAP:
        return f"Give up your own game and help {who(action - Action.JOIN)}."
    return f"Put {rack(s, s.turn)[action - Action.SWAP]} back in the bag for a new counter."


def formed(action: int) -> tuple[int, int]:
    """The number and the operator class of a FORM action."""
    return 1 + (action - Action.FORM) // 4, (action - Action.FORM) % 4


def rack(s: Record, seat: int) -> list[int]:
    """The counters on a rack, in order."""
    return numbers_of(s.racks[seat, 0], s.racks[seat, 1])


def outcome(s: Record, o: Record, code: int) -> str:
    if code < Outcome.THROW:
        return f"{who(code)} [throws] first."
    if code < Outcome.CARD:
        return f"The dice show {' '.join(map(str, THROWS[code - Outcome.THROW][::-1]))}."
    if code < Outcome.DRAW:
        card = 1 + code - Outcome.CARD
        return f"Card {card}: {card_words(o, card)}"
    return f"{1 + code - Outcome.DRAW} is drawn from the bag."


def asked(s: Record, o: Record) -> str:
    return asking(s, o, s.phase)


def decision(s: Record, o: Record) -> tuple[int, ...]:
    """R5, R9. What tells one decision from another: a number and its cell are stated in one."""
    stating = s.phase in (Phase.FORMING, Phase.PLACING)
    return (s.throws, s.turn, s.to_move, s.covered, s.circuit, s.swaps, Phase.FORMING if stating else s.phase)


def invitation(s: Record, o: Record) -> str:
    """To find a number is the game: the numbers are not listed unless somebody asks for them."""
    if s.phase != Phase.FORMING:
        return ""
    cell = ", with @ and a cell if you like" if o.variant == Variant.COUNTERS else ""
    return (
        f"Type a calculation with every die once, such as 2*(3+4){cell}; or pass. Stuck? hint helps, moves tells all."
    )


def rewards(s: Record, o: Record) -> dict[int, int]:
    """What each number that may be formed now would pay, on its best cell."""
    found = numbers_of(placing.formable(s, o, 0), placing.formable(s, o, 1))
    if o.variant != Variant.COUNTERS:
        return {n: int(placing.reward(s, o, n, 0)) for n in found}
    return {n: max(pays for pays, _ in cells(s, o, n)) for n in found}


def cells(s: Record, o: Record, n: int) -> list[tuple[int, int]]:
    """What a counter would pay on each cell it may go to, the best first."""
    open_cells = board.cells_of(placing.room_for(s, o, n))
    return sorted(((int(placing.reward(s, o, n, cell)), cell) for cell in open_cells), key=lambda item: -item[0])


def hints(s: Record, o: Record) -> list[str]:
    """The free numbers from how many there are to a whole calculation; for a counter its best cell."""
    if s.phase == Phase.FORMING:
        pay = rewards(s, o)
        steps = [hint(dice(s), pay, step, o.fractions == Fractions.RATIONAL) for step in range(1, HINTS + 1)]
        return [f"{capital(step)}." for step in dict.fromkeys(steps)]
    if s.phase == Phase.PLACING:
        pays, cell = cells(s, o, s.number)[0]
        return [f"{s.number} can earn {pounds(pays)}.", f"{s.number} earns {pounds(pays)} on {board.label(cell)}."]
    return []


def review(s: Record, o: Record, action: int) -> str:
    """What would have paid more than an action, seen from before it."""
    if action == Call.CLOCK or action >= Call.CLAIM:
        return ""  # the turn is still open
    if s.phase == Phase.PLACING:
        best, cell = cells(s, o, s.number), action - Action.PLACE
        paid = next(pays for pays, other in best if other == cell)
        more = [f"{board.label(other)} for {pounds(pays)}" for pays, other in best if pays > paid][:SHOWN]
        done = f"placed {s.number} on {board.label(cell)} for {pounds(paid)}"
    elif s.phase == Phase.FORMING:
        made = formed(action)[0] if Action.FORM <= action < Action.PLACE else None
        pay = rewards(s, o)
        more = [
            f"{offer.number} = {written(offer.expression)} for {pounds(offer.reward)}"
            for offer in better(dice(s), made, pay, o.fractions == Fractions.RATIONAL)
        ]
        done = "passed" if made is None else f"made {made} for {pounds(pay[made])}"
    else:
        return ""
    return f"You {done}; also possible: {'; '.join(more)}." if more else ""


# What its end says in any case
CLOSING = frozenset((Event.GAME_OVER,))

# What comes with every turn, and what changes things for somebody
MINOR = frozenset((Event.STARTS, Event.THROWS, Event.PASSES, Event.CANNOT, Event.EARNS, Event.DRAWS))
MAJOR = frozenset(
    (
        Event.COVERS,  # a card is told with the number that drew it
        Event.PLACES,
        Event.BONUS,
        Event.OUT_OF_TIME,
        Event.OUT_OF_ATTEMPTS,
        Event.DRAWS_CARD,
        Event.RECEIVES,
        Event.PAYS,
        Event.GIVES,
        Event.ENDS_IT,
        Event.GOES_OUT,
        Event.JOINS,
        Event.SCRAMBLE,
        Event.CLOCK_OUT,
        Event.LAST_THROW,
        Event.GAME_OVER,
    )
)
