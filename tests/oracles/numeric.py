"""A slow second reading of Numeric, written from the rules page alone, for comparison with the real rules.

R, E and N numbers are those of the page. The whole play is one generator that reads like the page and stops wherever
somebody has to decide or something has to be drawn. Where the page leaves the machine open:

- Chance is lazy. Racks are drawn first, then the first thrower, then the dice; a card is drawn when it is taken, from
  those not seen in this pass of the pack. Under `cycle` the order is known after 25, and no card is drawn any more.
- `thrower` is -1 until it is known. `throws` counts the throw in progress. `dice` is None when no throw is in
  progress: during setup, refills and exchanges, and while the next throw is awaited.
- Of several conditions met at once the first of CONDITIONS counts, and `exhausted` last of all; a throw marked as the
  last by `finish_throw` ends the play for the reason that marked it, whether or not that still holds.
- A claim in the scramble leaves the circuit where it is, and so does a claim made while another claimant is asked,
  who then loses the turn he had claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from functools import cache
from math import factorial, prod
from typing import Any

from tests.oracles import numeric_boards as boards
from tests.oracles.numeric_arithmetic import Dice, Refused, Statement, all_throws, makeable, reach, read
from tests.oracles.numeric_cards import CARDS, card_effect

PASS, TAKE, END, FORFEIT = 0, 570, 571, 572
FIRST_PLACE, FIRST_JOIN, FIRST_SWAP = 401, 573, 581
CONDITIONS = ("funds", "line", "zones_complete", "all_primes", "all_covered", "counters_used", "cover_count")
END_OF_THROW = ("time_limit", "throw_limit")

DEFAULTS: dict[str, Any] = {
    "variant": "zones",
    "sides": 2,
    "members": 1,
    "dice": 4,
    "dice_up_after": 0,
    "fractions": "exact",
    "negatives": "allow",
    "one_is_prime": True,
    "cards": True,
    "end_cards": "as_printed",
    "treble_card": "thrice_in_all",
    "deck_mode": "cycle",
    "bankruptcy": "out",
    "starting_money": 500,
    "end": {"funds": 5000},
    "finish_throw": False,
    "max_throws": 5000,
    "stall_throws": 0,
    "pass_rule": "free",
    "auto_pass": True,
    "move_seconds": 0,
    "max_attempts": 0,
    "first_side": "random",
    "layout": "snake",
    "unreachable": "skip",
    "action_min_run": 2,
    "contiguous": False,
    "hex_zone_money": False,
    "rack_size": 6,
    "relation_multiple": "divides",
    "link_rule": "zone_all",
    "mark_applies": "own",
    "bonus_layout": "fixed",
    "bonus_seed": None,
    "scramble": "rounds",
    "exchange_on_miss": 1,
    "special_bonus": 1000,
    "seed": 0,
}
OF_THE_VARIANT: dict[str, dict[str, Any]] = {
    "basic": {"cards": False, "starting_money": 0, "end": {"all_covered": None}, "layout": "plain"},
    "zones": {"end": {"funds": 2000}},
    "hex": {},
    "counters": {"stall_throws": 50},
}


def form(number: int, operator_class: int) -> int:
    return 1 + 4 * (number - 1) + operator_class


@dataclass
class Ask:
    """What the play is waiting for."""

    node: str
    seat: int = -1  # -1 at chance
    actions: set[int] = field(default_factory=set)
    outcomes: dict[tuple[Any, ...], int] = field(default_factory=dict)


Flow = Generator[Ask, Any, Any]


class Over(Exception):
    """The play has ended; the only argument is the reason."""


class Table:
    def __init__(self, options: dict[str, Any], players: int) -> None:
        variant = options.get("variant", DEFAULTS["variant"])
        self.options = DEFAULTS | OF_THE_VARIANT[variant] | options
        unknown = set(self.options) - set(DEFAULTS) | set(self.options["end"]) - set(CONDITIONS + END_OF_THROW)
        if unknown:
            raise ValueError(f"no option or condition is called {sorted(unknown)}, expected those of 3.2 and 3.3")
        self.variant: str = variant
        self.players = players
        self.money = [self.options["starting_money"]] * players
        self.bank = 0
        self.covered: dict[int, int] = {}
        self.cells: dict[int, int] = {}
        self.racks: list[set[int]] = [set() for _ in range(players)]
        self.active = [True] * players
        self.thrower = -1
        self.dice: Dice | None = None
        self.throws = 0
        self.reason = ""
        self.drawn: list[int] = []
        self.marked = ""  # why this throw is the last one (finish_throw)
        self.clock_called = False
        self.in_scramble = False
        self.passed: set[int] = set()  # in the scramble, since the last placement
        self.placed_in_throw = 0
        self.own_placed = [0] * players  # counters of its own rack, in this throw
        self.idle_throws = 0
        for_ever_three = self.options["dice"] == 3 and self.options["dice_up_after"] == 0
        arithmetic = self.options["fractions"], self.options["negatives"]
        self.universe = makeable(3 if for_ever_three else 4, *arithmetic)
        self.wanted = set(self.universe) if self.options["unreachable"] == "skip" else set(boards.NUMBERS)  # N34
        self.bag = set(self.wanted) if variant == "counters" else set()
        seed = self.options["seed"] if self.options["bonus_seed"] is None else self.options["bonus_seed"]
        self.bonus = boards.bonus_cells(self.options["bonus_layout"], seed) if variant == "counters" else {}
        self.flow = self.whole_play()
        self.ask = next(self.flow)

    def asked(self) -> tuple[str, int]:
        if self.reason:
            return "over", 0
        return ("chance", 0) if self.ask.seat < 0 else ("seat", self.ask.seat)

    def node(self) -> str:
        return "over" if self.reason else self.ask.node

    def legal(self) -> set[int]:
        return set() if self.reason else set(self.ask.actions)

    def outcomes(self) -> dict[tuple[Any, ...], int]:
        return {} if self.reason else dict(self.ask.outcomes)

    def act(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(f"action {action} at {self.node()}, expected one of {sorted(self.legal())}")
        self.go_on(action)

    def happen(self, event: tuple[Any, ...]) -> None:
        if event not in self.outcomes():
            raise ValueError(f"event {event} at {self.node()}, expected one of {sorted(self.outcomes())}")
        self.go_on(event[1])

    def calls(self) -> set[str]:
        words: set[str] = set()
        if self.reason:
            return words
        if "time_limit" in self.options["end"] and not self.clock_called:
            words.add("clock")
        if self.options["move_seconds"] > 0 and self.ask.seat >= 0:
            words.add("timeout")
        if self.options["max_attempts"] > 0 and self.ask.node in ("form", "place"):
            words.add("attempts")
        if self.options["scramble"] == "claim" and self.in_scramble and self.ask.node == "form":
            words |= {f"claim:{k}" for k in self.active_sides() if k != self.ask.seat and k not in self.passed}
        return words

    def call(self, word: str) -> None:
        if word not in self.calls():
            raise ValueError(f"call {word!r} at {self.node()}, expected one of {sorted(self.calls())}")
        if word == "clock":
            self.clock_called = True
            if self.dice is None:
                self.reason = "time_limit"
        elif word == "timeout":
            self.go_on({"card_choice": TAKE, "bankrupt": FORFEIT}.get(self.ask.node, PASS))
        elif word == "attempts":
            self.go_on(PASS)
        else:
            self.go_on(word)

    def utilities(self) -> list[float]:
        """E3 to E5."""
        if self.players == 1:
            return [float(self.money[0])]
        most = max(self.money[k] for k in self.active_sides())
        winners = [k for k in self.active_sides() if self.money[k] == most]
        shares = [1 / len(winners) if k in winners else 0.0 for k in range(self.players)]
        return [(self.players * share - 1) / (self.players - 1) for share in shares]

    def check(self, text: str) -> Statement:
        """4.2 for the side asked to form a number, or Refused."""
        assert self.ask.node == "form"
        assert self.dice is not None
        arithmetic = self.options["fractions"], self.options["negatives"]
        statement = read(text, self.dice, *arithmetic, cells=self.variant == "counters")
        if statement.number in self.covered:
            raise Refused("E_COVERED")
        if self.variant == "counters":
            if not any(statement.number in self.racks[k] for k in self.usable_racks(self.ask.seat)):
                raise Refused("E_COUNTER")
            labels = {boards.LABELS[cell] for cell in self.places(statement.number)}
            if not labels or statement.cell not in {None, *labels}:
                raise Refused("E_CELL")
        elif not self.places(statement.number):
            raise Refused("E_CELL")
        return statement

    def go_on(self, answer: Any) -> None:
        try:
            self.ask = self.flow.send(answer)
        except Over as over:
            self.reason = str(over)

    def clockwise(self, first: int) -> list[int]:
        return [(first + k) % self.players for k in range(self.players)]

    def active_sides(self) -> list[int]:
        return [k for k in range(self.players) if self.active[k]]

    def multiplier(self, number: int) -> int:
        return boards.multiplier(number, self.options["one_is_prime"])

    def whole_play(self) -> Flow:
        if self.variant == "counters":
            for seat in range(self.players):
                yield from self.fill(seat)
        if self.options["first_side"] == "random":
            self.thrower = yield Ask("first", outcomes={("first", seat): 1 for seat in range(self.players)})
        else:
            self.thrower = self.options["first_side"]
        while True:
            yield from self.one_throw()
            self.thrower = next(k for k in self.clockwise(self.thrower + 1) if self.active[k])  # R11

    def one_throw(self) -> Flow:
        up_after = self.options["dice_up_after"]
        count = 3 if self.options["dice"] == 3 and (up_after == 0 or self.throws < up_after) else 4
        self.dice = yield Ask("throw", outcomes=all_rolls(count))
        self.throws += 1
        self.placed_in_throw = 0
        self.own_placed = [0] * self.players
        for seat in [self.thrower] if self.variant == "basic" else self.clockwise(self.thrower):
            if self.active[seat]:
                yield from self.turn(seat)
        if self.variant == "counters" and self.options["scramble"] != "off":
            self.in_scramble = True
            yield from self.scramble()
            self.in_scramble = False
        self.end_throw()
        self.dice = None
        if self.variant == "counters":  # R59
            for seat in self.clockwise(self.thrower):
                if self.active[seat]:
                    yield from self.fill(seat)
                    if self.own_placed[seat] == 0:
                        yield from self.exchange(seat)

    def fill(self, seat: int) -> Flow:
        while self.bag and len(self.racks[seat]) < self.options["rack_size"]:
            yield from self.draw(seat)

    def draw(self, seat: int) -> Flow:
        number = yield Ask("draw", outcomes={("draw", n): 1 for n in self.bag})
        self.bag.remove(number)
        self.racks[seat].add(number)

    def exchange(self, seat: int) -> Flow:
        for _ in range(self.options["exchange_on_miss"]):
            if not self.bag or not self.racks[seat]:
                return
            slots = sorted(self.racks[seat])[:6]
            answer = yield Ask("swap", seat, {PASS} | {FIRST_SWAP + slot for slot in range(len(slots))})
            if answer == PASS:
                return
            old = slots[answer - FIRST_SWAP]
            self.racks[seat].remove(old)
            yield from self.draw(seat)
            self.bag.add(old)

    def scramble(self) -> Flow:
        """R56."""
        self.passed = set()
        circuit = self.clockwise(self.thrower)
        while True:
            circuit.reverse()
            for seat in circuit:
                claimed = True  # after a claim the same side is asked again
                while claimed and self.active[seat] and seat not in self.passed:
                    mover, claimed = seat, False
                    result = yield from self.turn(mover)
                    while isinstance(result, str):
                        mover, claimed = int(result.removeprefix("claim:")), True
                        result = yield from self.turn(mover)
                    self.passed = set() if result else self.passed | {mover}
                    if self.passed >= set(self.active_sides()):
                        return

    def turn(self, seat: int) -> Flow:
        """Returns whether something was placed, or the claim that interrupted it."""
        assert self.dice is not None
        actions: set[int] = set()
        for number, classes in reach(self.dice, self.options["fractions"], self.options["negatives"]).items():
            if self.usable(seat, number):
                actions |= {form(number, operator_class) for operator_class in classes}
        if not actions and self.options["auto_pass"]:
            return False
        if not actions or self.options["pass_rule"] == "free":
            actions.add(PASS)
        answer = yield Ask("form", seat, actions)
        if isinstance(answer, str):
            return answer
        if answer == PASS:
            return False
        number, operator_class = (answer - 1) // 4 + 1, (answer - 1) % 4
        places = self.places(number)
        if len(places) == 1:
            (cell,) = places
        else:
            answer = yield Ask("place", seat, {FIRST_PLACE + cell for cell in places})
            if answer == PASS:
                return False
            cell = answer - FIRST_PLACE
        yield from self.place(seat, number, operator_class, cell)
        return True

    def usable_racks(self, seat: int) -> list[int]:
        return list(range(self.players)) if self.in_scramble else [seat]

    def usable(self, seat: int, number: int) -> bool:
        if number in self.covered:
            return False
        if self.variant == "counters":
            if not any(number in self.racks[k] for k in self.usable_racks(seat)):
                return False
        return bool(self.places(number))

    def places(self, number: int) -> set[int]:
        """Where a free number may go: cells of counters, elsewhere the number itself."""
        if self.variant == "counters":
            near = {d for cell in self.cells for d in boards.TOUCHING[cell]} - set(self.cells) if self.cells else {0}
            return {cell for cell in near if self.offer(number, cell).allowed}
        if self.variant == "hex" and self.options["contiguous"] and self.covered:
            return {number} if boards.hex_neighbours(number) & set(self.covered) else set()
        return {number}

    def offer(self, number: int, cell: int) -> boards.Offer:
        names = ("link_rule", "mark_applies", "relation_multiple", "one_is_prime")
        return boards.offer(number, cell, self.cells, self.bonus, **{name: self.options[name] for name in names})

    def place(self, seat: int, number: int, operator_class: int, cell: int) -> Flow:
        """R10."""
        reward, card_due = self.reward(number, cell)
        self.covered[number] = seat
        self.placed_in_throw += 1
        self.from_bank(seat, reward)
        if self.variant == "counters":
            self.cells[cell] = number
            if number in self.racks[seat]:
                self.own_placed[seat] += 1
                if self.own_placed[seat] == 3:
                    self.from_bank(seat, self.options["special_bonus"])  # R58
            for rack in self.racks:
                rack.discard(number)
        if card_due and self.options["cards"] and self.variant != "basic":
            yield from self.card(seat, number, operator_class, reward)
        self.test_conditions(number, seat)

    def reward(self, number: int, cell: int) -> tuple[int, bool]:
        """What the placement pays, and whether it earns a card."""
        prime, covered = self.options["one_is_prime"], set(self.covered)
        if self.variant == "basic":
            return 1, False
        if self.variant == "zones":
            return boards.zones_reward(number, prime), self.multiplier(number) > 1
        if self.variant == "hex":
            axes = boards.hex_axes(number, covered, self.options["action_min_run"])
            return boards.hex_reward(number, covered, prime, self.options["hex_zone_money"]), len(axes) >= 2
        offered = self.offer(number, cell)
        return offered.reward, len(offered.axes) >= 2

    def from_bank(self, seat: int, amount: int) -> None:
        """Pays an amount, or takes it as far as the side has it."""
        amount = max(amount, -self.money[seat])
        self.money[seat] += amount
        self.bank += amount

    def from_each(self, seat: int, amount: int) -> None:
        """R72: every other active side pays the drawer, or is paid by him, as far as the money goes."""
        for other in self.clockwise(seat + 1):
            if other != seat and self.active[other]:
                paid = min(amount, self.money[other]) if amount > 0 else -min(-amount, self.money[seat])
                self.money[seat] += paid
                self.money[other] -= paid

    def card(self, seat: int, number: int, operator_class: int, reward: int) -> Flow:
        before = len(self.drawn)
        if self.options["deck_mode"] == "cycle" and before >= 25:
            card = self.drawn[before - 25]
        else:
            seen = self.drawn[before - before % 25 :]
            card = yield Ask("card", outcomes={("card", c): 1 for c in CARDS if c not in seen})
        self.drawn.append(card)
        if card in (3, 9) and self.options["end_cards"] == "as_printed":
            if (yield Ask("card_choice", seat, {TAKE, END})) == END:
                raise Over("end_card")
        money = list(self.money)
        self.carry_out(card, seat, number, operator_class, reward)
        if self.options["bankruptcy"] == "out":
            yield from self.bankruptcies(seat, money)

    def carry_out(self, card: int, seat: int, number: int, operator_class: int, reward: int) -> None:
        """R71 to R73, with the end cards paid out."""
        assert self.dice is not None
        treble = self.options["treble_card"]
        bank, each = card_effect(card, number, self.multiplier(number), operator_class, reward, self.dice, treble)
        self.from_bank(seat, bank)
        self.from_each(seat, each)

    def bankruptcies(self, drawer: int, money_before: list[int]) -> Flow:
        """R74, R75."""
        bankrupt = [k for k in self.clockwise(drawer + 1) if self.money[k] == 0 and money_before[k] > 0]
        for seat in bankrupt:
            hosts = [k for k in self.active_sides() if k not in bankrupt]
            yield Ask("bankrupt", seat, {FORFEIT} | {FIRST_JOIN + k for k in hosts})
            self.active[seat] = False

    def test_conditions(self, number: int, seat: int) -> None:
        """E1, after a placement."""
        if self.players > 1 and len(self.active_sides()) == 1:
            raise Over("last_side")
        exhausted = self.exhausted()
        for name in CONDITIONS:
            if name in self.options["end"] and self.holds(name, self.options["end"][name], number, seat):
                if exhausted or not self.options["finish_throw"]:
                    raise Over(name)
                self.marked = self.marked or name
        if exhausted:
            raise Over("exhausted")

    def exhausted(self) -> bool:
        if self.variant == "counters":
            return not self.bag and not any(self.racks)
        return not any(number not in self.covered and self.places(number) for number in self.universe)

    def holds(self, name: str, parameter: Any, number: int, seat: int) -> bool:
        covered = set(self.covered)
        match name:
            case "funds":
                return any(money >= parameter for money in self.money)
            case "line":
                colour, length = parameter
                own = {n for n in covered if self.covered[n] == seat} if colour == "one" else covered
                if self.variant == "hex":
                    return any(len(boards.hex_run(number, own, axis)) >= length for axis in boards.HEX_AXES)
                return any(line <= own for line in boards.sheet_lines(self.options["layout"]))
            case "zones_complete":
                parts = (boards.AREAS if self.variant == "hex" else boards.ZONES).values()
                return sum(set(numbers) & self.wanted <= covered for numbers, _ in parts) >= int(parameter)
            case "all_primes":
                return boards.marked_numbers(self.options["one_is_prime"]) & self.wanted <= covered
            case "all_covered":
                return self.wanted <= covered
            case "counters_used":
                return not self.bag and not any(self.racks)
        return len(covered) >= int(parameter)  # cover_count

    def end_throw(self) -> None:
        """E1, at the end of a throw."""
        self.idle_throws = 0 if self.placed_in_throw else self.idle_throws + 1
        if self.marked:
            raise Over(self.marked)
        if self.clock_called:
            raise Over("time_limit")
        if "throw_limit" in self.options["end"] and self.throws >= self.options["end"]["throw_limit"]:
            raise Over("throw_limit")
        if self.options["stall_throws"] and self.idle_throws >= self.options["stall_throws"]:
            raise Over("stall")
        if self.throws >= self.options["max_throws"]:
            raise Over("max_throws")


@cache
def all_rolls(count: int) -> dict[tuple[Any, ...], int]:
    """Every throw with the number of rolls that come to it."""
    ways = {}
    for dice in all_throws(count):
        ways["throw", dice] = factorial(count) // prod(factorial(equal) for equal in Counter(dice).values())
    return ways
