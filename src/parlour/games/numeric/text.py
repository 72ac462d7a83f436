"""The words of Numeric."""

import numpy as np

from parlour.engine.contract import Record
from parlour.games.numeric import board, codes, placing
from parlour.games.numeric.board import (
    CELLS,
    COLOURS,
    NEXT,
    RING,
    RING_VALUES,
    SEATS,
    ZONE_ENDS,
    ZONES,
    numbers_of,
    part_of,
)
from parlour.games.numeric.expressions import simplest, written
from parlour.games.numeric.reach import THROWS
from parlour.games.numeric.teaching import HINTS, SHOWN, better, hint

CARD_WORDS = {
    1: "If 6 divides your number, pay £100.",
    2: "You win £50 in a raffle.",
    3: "End the game now, or take £200.",
    4: "A bonus: each player pays you £100.",
    5: "A bonus of £200.",
    6: "Pay £100 for services.",
    7: "You give a party: pay £200.",
    8: "If you divided take £250, if not take £100.",
    9: "End the game now, or take £300.",
    10: "You lost a bet: pay each player £20.",
    11: "Pay your accountant £100.",
    12: "Settle your debts: pay each player £20.",
    13: "Your reward is doubled.",
    14: "You shine: each player pays you £20.",
    15: "You win an award of £200.",
    16: "A silver number earns £50, a gold one £150.",
    17: "Dice alike: £200 for two, £300 for three, £400 for four.",
    18: "Your reward is trebled.",
    19: "You earn your reward once more.",
    20: "If your number is even take £50, if odd pay each player £10.",
    21: "Your debtors pay up: £50 from each player.",
    22: "If your number is even pay each player £20, if odd each pays you £20.",
    23: "You win £250 in the lottery.",
    24: "A silver number earns £150, a gold one £250.",
    25: "If you subtracted, take £200.",
}
REASONS = {
    codes.TIME_LIMIT: "time is up",
    codes.THROW_LIMIT: "the agreed number of throws has been made",
    codes.FUNDS: "the agreed amount has been reached",
    codes.LINE: "a line is complete",
    codes.ZONES_COMPLETE: "the agreed zones are complete",
    codes.ALL_PRIMES: "every gold and silver number is taken",
    codes.ALL_COVERED: "every number is covered",
    codes.COUNTERS_USED: "all counters are used",
    codes.COVER_COUNT: "the agreed number of numbers is taken",
    codes.EXHAUSTED: "nothing is left that any throw could take",
    codes.END_CARD: "a card ended the game",
    codes.LAST_SIDE: "only one side is left",
    codes.STALL: "too many throws in a row brought nothing",
    codes.MAX_THROWS: "the limit of throws is reached",
}
MARKS = {1: "", 2: "silver", 3: "gold"}
SIGNS = {0: "neither − nor ÷", 1: "−", 2: "÷", 3: "− and ÷"}


def seat(s: Record, o: Record, number: int) -> str:
    return SEATS[number]


def dice(s: Record) -> tuple[int, ...]:
    """The dice of the throw, the highest first."""
    return THROWS[s.throw][::-1]


def expression(s: Record, o: Record, n: int, signs: int) -> str:
    """The simplest way to make a number of the throw with these signs."""
    found = simplest(dice(s), n, signs, o.fractions == 1)
    return found if found is not None else f"{n}"


def event(s: Record, o: Record, kind: int, a: int, b: int, c: int) -> str:
    if kind == codes.SCRAMBLE:
        return "The scramble begins: any counter on any rack may be placed."
    if kind == codes.CLOCK_OUT:
        return "Time is up."
    if kind == codes.LAST_THROW:
        return f"This is the last throw: {REASONS[a]}."
    if kind == codes.GAME_OVER:
        return f"The game is over: {REASONS[a]}. {standings(s, o)}"
    return f"{SEATS[a]} {_deed(s, o, kind, a, b, c)}"


def _deed(s: Record, o: Record, kind: int, a: int, b: int, c: int) -> str:
    """What side `a` does, or what befalls it."""
    if kind == codes.STARTS:
        return "throws first."
    if kind == codes.THROWS:
        return f"throws {' '.join(map(str, dice(s)))}."
    if kind == codes.COVERS:
        return f"makes {b} = {written(expression(s, o, b, s.signs))} and covers it."
    if kind == codes.PLACES:
        return f"makes {b} = {written(expression(s, o, b, s.signs))} and places it on {board.label(c)}."
    if kind == codes.EARNS:
        return f"earns {_earning(s, o, b, c)}."
    if kind == codes.BONUS:
        return f"has placed three counters of its own: a special bonus of {pounds(b)}."
    if kind == codes.PASSES:
        return "passes."
    if kind == codes.CANNOT:
        return "has nothing to place with these dice, and passes."
    if kind == codes.OUT_OF_TIME:
        return "ran out of time."
    if kind == codes.OUT_OF_ATTEMPTS:
        return "had too many attempts: the turn is a pass."
    if kind == codes.CLAIMS_TURN:
        return "claims the turn."
    if kind == codes.DRAWS:
        return f"draws {b} from the bag."
    if kind == codes.EXCHANGES:
        return f"exchanges {b} for {c}."
    return _money_deed(s, o, kind, a, b, c)


def _money_deed(s: Record, o: Record, kind: int, a: int, b: int, c: int) -> str:
    """What a card does to side `a`."""
    if kind == codes.DRAWS_CARD:
        return f"draws card {b}: {CARD_WORDS[b]}"
    if kind == codes.RECEIVES:
        return f"receives {pounds(b)}{_because(s, o)} and has {pounds(s.money[a])}."
    if kind == codes.PAYS:
        short = f" of the {pounds(c)}" if b < c else ""
        return f"pays {pounds(b)}{short}{_because(s, o)} and has {pounds(s.money[a])}."
    if kind == codes.GIVES:
        return f"pays {pounds(c)} to {SEATS[b]}{_because(s, o)}."
    if kind == codes.NOTHING:
        return f"is not concerned{_because(s, o)}: the card does nothing."
    if kind == codes.ENDS_IT:
        return "ends the game."
    if kind == codes.GOES_OUT:
        return "is bankrupt and forfeits."
    assert kind == codes.JOINS
    return f"is bankrupt and joins {SEATS[b]} to help."


def _because(s: Record, o: Record) -> str:
    """The condition of the card at hand, as it turned out."""
    n, card = s.number, s.card
    if card in (1, 20, 22):
        fact = f"{n} is {'even' if n % 2 == 0 else 'odd'}"
        return f" ({n} {'can' if n % 6 == 0 else 'cannot'} be divided by 6)" if card == 1 else f" ({fact})"
    if card in (8, 25):
        sign, used = ("÷", s.signs & 2) if card == 8 else ("−", s.signs & 1)
        return f" ({sign} was {'used' if used else 'not used'})"
    if card in (16, 24):
        return f" ({n} is {MARKS[o.mark[n]] or 'neither gold nor silver'})"
    if card == 17:
        alike = max(dice(s).count(die) for die in dice(s))
        return f" ({alike} dice alike)" if alike > 1 else " (no two dice alike)"
    return ""


def _earning(s: Record, o: Record, total: int, cell: int) -> str:
    """A reward as a sum: `£140: £60 for gold in indigo, £10 for 5, £20 for 3, £50 for 6`."""
    n = s.number
    parts: list[str] = []
    mark = f"{MARKS[o.mark[n]]} " if o.mark[n] > 1 else ""
    if o.variant == codes.ZONES:
        parts = [f"{mark}{n} in the {ZONES[part_of(n, ZONE_ENDS)]} zone"] if mark else []
    elif o.variant == codes.HEX:
        joined = sum(placing.run_length(s, n, d, codes.NOBODY) for d in range(6))
        if joined:
            parts = [f"{pounds(total - 10 * joined)} for {mark}{n}", f"{pounds(10 * joined)} for {joined} in line"]
        elif mark:
            parts = [f"{mark}{n}"]
    elif o.variant == codes.COUNTERS:
        parts = _placing_parts(s, o, n, cell, mark)
        if len(parts) == 1:
            parts = [parts[0].partition(" for ")[2]]
    words = f" ({' + '.join(parts)})" if parts else ""
    return f"{pounds(total)}{words} and has {pounds(s.money[s.turn])}"


def _placing_parts(s: Record, o: Record, n: int, cell: int, mark: str) -> list[str]:
    ring = int(RING[cell])
    times = o.bonus[cell]
    own = int(RING_VALUES[ring]) * o.mark[n]
    where = COLOURS[ring - 1] if ring else "the centre"
    bonus = {1: "", 2: ", doubled", 3: ", trebled"}[times]
    whole = o.mark_applies == codes.TOTAL
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
    """E3, E4. The places in order: `A wins with £715; B £700; C out`."""
    active = sorted((seat for seat in range(o.players) if s.out[seat] == 0), key=lambda seat: -s.money[seat])
    if o.players == 1:
        return f"{pounds(s.money[0])} in {s.throws} throw{'s' if s.throws != 1 else ''}."
    most = s.money[active[0]]
    winners = [SEATS[seat] for seat in active if s.money[seat] == most]
    verb = "wins" if len(winners) == 1 else "share the win"
    places = [f"{' and '.join(winners)} {verb} with {pounds(most)}"]
    places += [f"{SEATS[seat]} {pounds(s.money[seat])}" for seat in active if s.money[seat] < most]
    for card in sorted({s.out[seat] for seat in range(o.players) if s.out[seat]}, reverse=True):
        ruined = [
            SEATS[seat] for seat in range(o.players) if s.out[seat] == card
        ]  # by one card: they share their place
        places.append(f"{' and '.join(ruined)} out")
    return "; ".join(places) + "."


def label(s: Record, o: Record, action: int) -> str:
    if action == codes.PASS:
        return "pass" if s.phase != codes.SWAPPING else "keep the rack"
    if action < codes.PLACE:
        n, signs = formed(action)
        pays = cells(s, o, n)[0][0] if o.variant == codes.COUNTERS else int(placing.reward(s, o, n, 0))
        return f"{n} for {pounds(pays)}" + (f" with {SIGNS[signs]}" if signs else "")
    if action < codes.TAKE:
        return board.label(action - codes.PLACE)
    if action < codes.JOIN:
        return {codes.TAKE: "take the money", codes.END: "end the game", codes.FORFEIT: "forfeit"}[action]
    if action < codes.SWAP:
        return f"join {SEATS[action - codes.JOIN]}"
    return f"exchange {rack(s, s.turn)[action - codes.SWAP]}"


def sentence(s: Record, o: Record, action: int) -> str:
    if action == codes.PASS:
        return "Pass and earn nothing." if s.phase != codes.SWAPPING else "Exchange nothing more."
    if action < codes.PLACE:
        n, signs = formed(action)
        where = f"place {n}" if o.variant == codes.COUNTERS else f"cover {n}"
        return f"Make {n} = {written(expression(s, o, n, signs))}, using {SIGNS[signs]}, and {where}."
    if action < codes.TAKE:
        cell = action - codes.PLACE
        return f"Place {s.number} on {board.label(cell)} for {pounds(placing.reward(s, o, s.number, cell))}."
    if action == codes.TAKE:
        return f"Take {pounds(200 if s.card == 3 else 300)} and play on."
    if action == codes.END:
        return f"End the game now. It stands: {standings(s, o)}"
    if action == codes.FORFEIT:
        return "Forfeit: you are out of the game."
    if action < codes.SWAP:
        return f"Give up your own game and help {SEATS[action - codes.JOIN]}."
    return f"Put {rack(s, s.turn)[action - codes.SWAP]} back in the bag for a new counter."


def formed(action: int) -> tuple[int, int]:
    """The number and the operator class of a FORM action."""
    return 1 + (action - codes.FORM) // 4, (action - codes.FORM) % 4


def rack(s: Record, seat: int) -> list[int]:
    """The counters on a rack, in order."""
    return numbers_of(s.racks[seat, 0], s.racks[seat, 1])


def outcome(s: Record, o: Record, code: int) -> str:
    if code < codes.THROW:
        return f"{SEATS[code]} throws first."
    if code <= codes.CARD:
        return f"The dice show {' '.join(map(str, THROWS[code - codes.THROW][::-1]))}."
    if code <= codes.DRAW:
        return f"Card {code - codes.CARD}: {CARD_WORDS[code - codes.CARD]}"
    return f"{code - codes.DRAW} is drawn from the bag."


def asked(s: Record, o: Record) -> str:
    if s.phase == codes.FINISHED:
        return f"The game is over: {REASONS[s.reason]}. {standings(s, o)}"
    if s.phase == codes.STARTING:
        return "Who throws first is drawn."
    if s.phase == codes.FILLING:
        return f"{SEATS[(s.thrower + s.asked) % o.players]} fills its rack from the bag."
    name = SEATS[s.turn]
    if s.phase == codes.THROWING:
        return f"{name} throws the dice."
    if s.phase == codes.TURNING_CARD:
        return f"{name} takes an action card."
    if s.phase == codes.SWAP_DRAW:
        return f"{name} draws a counter for {s.number}."
    if s.phase == codes.SWAPPING:
        return f"{name} placed none of its own and may exchange {s.swaps} counter{'s' if s.swaps > 1 else ''}."
    if s.phase == codes.CHOOSING:
        return f"{name} drew card {s.card} and chooses: {CARD_WORDS[s.card]}"
    if s.phase == codes.BANKRUPT:
        return f"{SEATS[s.to_move]} is bankrupt: forfeit, or join another side to help it."
    who = f"{name}{_speaker(s, o)}"
    if s.phase == codes.PLACING:
        return f"{who} places {s.number}: on which cell?"
    shown = " ".join(map(str, dice(s)))
    if o.variant != codes.COUNTERS:
        return f"{who} makes a number from {shown}, or passes."
    whose = "any rack" if s.circuit else "its own rack"
    return f"{who} makes a number on {whose} from {shown}, or passes."


def decision(s: Record, o: Record) -> tuple[int, ...]:
    """R5, R9. What tells one decision from another: a number and its cell are stated in one."""
    stating = s.phase in (codes.FORMING, codes.PLACING)
    return (s.throws, s.turn, s.to_move, s.covered, s.circuit, s.swaps, codes.FORMING if stating else s.phase)


def invitation(s: Record, o: Record) -> str:
    """To find a number is the game: the numbers are not listed unless somebody asks for them."""
    if s.phase != codes.FORMING:
        return ""
    cell = ", with @ and a cell if you like" if o.variant == codes.COUNTERS else ""
    return (
        f"Type a calculation with every die once, such as 2*(3+4){cell}; or pass. Stuck? hint helps, moves tells all."
    )


def _speaker(s: Record, o: Record) -> str:
    """N46. Who speaks for a pair or a team: they take turns, throw by throw."""
    people = o.people[s.turn]
    return f" (member {1 + (s.throws - 1) % people} of {people})" if people > 1 else ""


def rewards(s: Record, o: Record) -> dict[int, int]:
    """What each number that may be formed now would pay, on its best cell."""
    found = numbers_of(placing.formable(s, o, 0), placing.formable(s, o, 1))
    if o.variant != codes.COUNTERS:
        return {n: int(placing.reward(s, o, n, 0)) for n in found}
    return {n: max(pays for pays, _ in cells(s, o, n)) for n in found}


def cells(s: Record, o: Record, n: int) -> list[tuple[int, int]]:
    """What a counter would pay on each cell it may go to, the best first."""
    mask = np.zeros(codes.TAKE, np.int8)
    placing.legal_cells(s, o, n, mask)
    open_cells = [cell for cell in range(CELLS) if mask[codes.PLACE + cell]]
    return sorted(((int(placing.reward(s, o, n, cell)), cell) for cell in open_cells), key=lambda item: -item[0])


def hints(s: Record, o: Record) -> list[str]:
    """The free numbers from how many there are to a whole calculation; for a counter its best cell."""
    if s.phase == codes.FORMING:
        pay = rewards(s, o)
        steps = [hint(dice(s), pay, step, o.fractions == 1) for step in range(1, HINTS + 1)]
        return [f"{step[0].upper()}{step[1:]}." for step in dict.fromkeys(steps)]
    if s.phase == codes.PLACING:
        pays, cell = cells(s, o, s.number)[0]
        return [f"{s.number} can earn {pounds(pays)}.", f"{s.number} earns {pounds(pays)} on {board.label(cell)}."]
    return []


def review(s: Record, o: Record, action: int) -> str:
    """What would have paid more than an action, seen from before it."""
    if action in (codes.CLOCK, *range(codes.CLAIM, codes.CLAIM + 8)):
        return ""  # the turn is still open
    if s.phase == codes.PLACING:
        best = cells(s, o, s.number)
        paid = next((pays for pays, cell in best if cell == action - codes.PLACE), 0)
        more = [f"{pounds(pays)} on {board.label(cell)}" for pays, cell in best if pays > paid][:SHOWN]
        return f"{s.number} could also have earned {', '.join(more)}." if more else ""
    if s.phase != codes.FORMING:
        return ""
    made = formed(action)[0] if codes.FORM <= action < codes.PLACE else None
    pay = rewards(s, o)
    more = [
        f"{offer.number} for {pounds(offer.reward)} = {written(offer.expression)}"
        for offer in better(dice(s), made, pay, o.fractions == 1)
    ]
    if not more:
        return ""
    done = "You passed" if made is None else f"You made {made} for {pounds(pay[made])}"
    return f"{done}; also possible: {'; '.join(more)}."
