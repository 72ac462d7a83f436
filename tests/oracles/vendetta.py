"""A slow second reading of Vendetta, written from the rules page alone, for comparison with the real rules.

R and V numbers are those of the page. `Board` knows the pieces, `Table` the turns. Where the page leaves the machine
open:

- Who starts is one draw among the seats, for `throw` as for `random`; equal throws are thrown again, so all are alike.
- `turn` is -1 until the first player is known, and stays with the last player to move when the play is over.
- `dice` is None when no throw is in progress: before the throw, and when the play is over.
- `turns` counts a turn that passed by itself, and also the turn in which the play was won or drawn.
- `spins_due` counts the spins noted in this turn and neither made nor declined yet, the one being asked included.
- `pos` has one entry for each man there is under `soldiers`. Men removed with their Godfather are at -2 as well.
- Seats whose Godfathers fall in one spin share a rank; a Godfather's r is what ranks those still in, hostage or not.

`log` has what happened since the last act or happen, in order, as tuples:

    first seat | throw seat (low, high) | pass seat | move seat slot r_before r_after | reclaimed seat slot
    hostage seat slot (taken, R17) | freed seat slot (R17) | lost seat slot (a soldier) | holds seat space (R20, R21)
    hit seat space (R19) | declined seat | spin seat k | fallen seat (his Godfather) | out seat (his men, R26)
    home seat | won seat | draw
"""

from __future__ import annotations

from typing import Any

TRACK = 48
AT_HOME, LOST, ARRIVED = -1, -2, 49
LETTERS = {2: "AC", 3: "ABC", 4: "ABCD"}
GATES = {"A": 0, "B": 12, "C": 24, "D": 36}
GATE, PLAIN, HIT, FBI, MASSACRE, SILENCED = "gate", "plain", "Hit", "F.B.I.", "Massacre", "Silenced"
QUARTERS = {
    "standard": (GATE, PLAIN, HIT, PLAIN, FBI, PLAIN, MASSACRE, HIT, PLAIN, FBI, PLAIN, SILENCED),
    "bloody": (GATE, HIT, PLAIN, HIT, FBI, PLAIN, HIT, MASSACRE, PLAIN, HIT, FBI, SILENCED),
}
LOW, HIGH, TOTAL = 0, 1, 2
SPIN, DO_NOT_SPIN = 28, 29
LOSE = 30  # soldier 1, and so on

VALUES: dict[str, tuple[Any, ...]] = {  # the default first
    "theme": ("mafia", "myth"),
    "soldiers": (8, 4, 5, 6, 7),
    "layout": ("standard", "bloody"),
    "spin": ("mandatory", "optional"),
    "spins_per_turn": ("once", "per_piece"),
    "leader_on_silenced": ("loses_soldier", "eliminated"),
    "silenced_soldier": ("fixed", "chosen"),
    "first_player": ("throw", "seat0", "random"),
}

Event = tuple[Any, ...]
Group = tuple[int, frozenset[int]]
Play = tuple[int, ...]  # the actions of one turn


def complete_options(options: dict[str, Any]) -> dict[str, Any]:
    chosen = {name: values[0] for name, values in VALUES.items()} | {"turn_limit": 1000} | options
    for name, value in chosen.items():
        if name == "turn_limit":
            if not isinstance(value, int) or value < 0:
                raise ValueError(f"turn_limit is {value!r}, expected 0 or a positive number of player-turns")
        elif name not in VALUES:
            raise ValueError(f"no option is called {name!r}, expected one of {[*VALUES, 'turn_limit']}")
        elif value not in VALUES[name]:
            raise ValueError(f"{name} is {value!r}, expected one of {VALUES[name]}")
    return chosen


class Board:
    def __init__(self, options: dict[str, Any], players: int) -> None:
        if players not in LETTERS:
            raise ValueError(f"{players} players, expected 2, 3 or 4")
        self.options = options
        self.players = players
        self.gates = [GATES[letter] for letter in LETTERS[players]]
        self.slots = range(options["soldiers"] + 1)
        self.pos = [[AT_HOME for _ in self.slots] for _ in range(players)]
        self.spaces: dict[int, list[Group]] = {}
        self.alive = [True] * players
        self.fallen: list[set[int]] = []  # the seats put out, those of one moment together
        self.log: list[Event] = []

    def twin(self) -> Board:
        """The same position, to try something on."""
        other = Board(self.options, self.players)
        other.pos = [list(men) for men in self.pos]
        other.spaces = {space: list(groups) for space, groups in self.spaces.items()}
        other.alive = list(self.alive)
        return other

    def mark(self, space: int) -> str:
        return QUARTERS[self.options["layout"]][space % 12]

    def space_of(self, seat: int, r: int) -> int:
        return (self.gates[seat] + r) % TRACK

    def groups_on(self, space: int) -> list[Group]:
        return self.spaces.get(space, [])

    def is_free(self, seat: int, slot: int) -> bool:
        r = self.pos[seat][slot]
        if r < 0 or r == ARRIVED:
            return False
        holder, men = self.groups_on(self.space_of(seat, r))[-1]
        return holder == seat and slot in men

    def is_hostage(self, seat: int, slot: int) -> bool:
        return 0 <= self.pos[seat][slot] < ARRIVED and not self.is_free(seat, slot)

    def can_move(self, seat: int, slot: int, count: int) -> bool:
        """R5, R11 to R13."""
        if self.pos[seat][slot] != AT_HOME and not self.is_free(seat, slot):
            return False
        r = self.goes_to(seat, slot, count)
        if r == ARRIVED:
            return True
        space = self.space_of(seat, r)
        groups = self.groups_on(space)
        if slot == 0:
            if self.mark(space) == FBI or any(owner != seat for owner, _ in groups):
                return False
            return not groups or len(groups[-1][1]) < 3
        if not groups or (self.mark(space) == SILENCED and not self.is_chosen()):
            return True
        holder, men = groups[-1]
        return len(men) < 3 if holder == seat else len(men) == 1

    def goes_to(self, seat: int, slot: int, count: int) -> int:
        """R6 to R10: the progress after the move, home being -1 to start from."""
        r = self.pos[seat][slot] + count
        last = ARRIVED if slot == 0 else TRACK - 1
        return r - TRACK if r > last else r

    def move(self, seat: int, slot: int, count: int) -> bool:
        """Move and land (4.4). True if that makes a spin due."""
        before, after = self.pos[seat][slot], self.goes_to(seat, slot, count)
        if before != AT_HOME:
            self.take_off(seat, slot)
        self.pos[seat][slot] = after
        self.log.append(("move", seat, slot, before, after))
        if after == ARRIVED:
            self.log.append(("home", seat))
            return False
        if before + count != after:  # R14
            self.reclaim(seat, 3 if slot == 0 else 1)
        space = self.space_of(seat, after)
        if self.mark(space) == SILENCED:
            self.silenced(seat, slot, space)
            return False
        self.land(seat, slot, space)
        if self.mark(space) == HIT:
            self.log.append(("hit", seat, space))
            return True
        return False

    def take_off(self, seat: int, slot: int) -> None:
        """R20, R21: a man leaves the space he stands on."""
        space = self.space_of(seat, self.pos[seat][slot])
        old = self.groups_on(space)
        groups = [(owner, men - {slot} if owner == seat else men) for owner, men in old]
        groups = [(owner, men) for owner, men in groups if men]
        if len(groups) > 1 and groups[-1][1] == {0}:
            highest = max(i for i, (_, men) in enumerate(groups) if men != {0})
            groups.append(groups.pop(highest))
        if groups:
            self.spaces[space] = groups
            if groups[-1][0] != old[-1][0]:
                self.log.append(("holds", groups[-1][0], space))
        else:
            del self.spaces[space]

    def reclaim(self, seat: int, up_to: int) -> None:
        lost = [slot for slot in self.slots if slot > 0 and self.pos[seat][slot] == LOST]
        for slot in lost[:up_to]:
            self.pos[seat][slot] = AT_HOME
            self.log.append(("reclaimed", seat, slot))

    def silenced(self, seat: int, slot: int, space: int) -> None:
        """R15. The man landing is on his way still: he stands on no space yet."""
        if self.is_chosen() and (slot > 0 or self.options["leader_on_silenced"] == "loses_soldier"):
            self.land(seat, slot, space)
        elif slot > 0:
            self.pos[seat][slot] = LOST
            self.log.append(("lost", seat, slot))
        elif self.options["leader_on_silenced"] == "eliminated":
            self.pos[seat][0] = LOST
            self.log.append(("fallen", seat))
            self.put_out({seat})
        else:
            self.land(seat, 0, space)
            soldiers = [s for s in self.slots if s > 0 and self.pos[seat][s] != LOST]
            in_home = [s for s in soldiers if self.pos[seat][s] == AT_HOME]
            free = [s for s in soldiers if self.is_free(seat, s)]
            hostages = [s for s in soldiers if self.is_hostage(seat, s)]
            for choice in (in_home, free, hostages):
                if choice:
                    self.lose(seat, min(choice, key=lambda s: (self.pos[seat][s], s)))
                    break

    def is_chosen(self) -> bool:
        return bool(self.options["silenced_soldier"] == "chosen")

    def aftermaths(self, seat: int, slot: int, count: int) -> list[tuple[Play, Board]]:
        """What a move may leave: one board, or where R15 asks which soldier is lost, one for each answer."""
        after = self.twin()
        after.move(seat, slot, count)
        r = after.pos[seat][slot]
        soldiers: list[int] = []
        if self.is_chosen() and 0 <= r < ARRIVED and self.mark(self.space_of(seat, r)) == SILENCED:
            soldiers = [man for man in self.slots if man > 0 and after.pos[seat][man] != LOST]
        found: list[tuple[Play, Board]] = []
        for man in soldiers:
            without = after.twin()
            without.lose(seat, man)
            found.append(((LOSE + man - 1,), without))
        return found or [((), after)]

    def land(self, seat: int, slot: int, space: int) -> None:
        """R16 to R18."""
        groups = self.groups_on(space)
        if groups and groups[-1][0] != seat:
            taken, (captive,) = groups[-1]
            self.log.append(("hostage", taken, captive))
            for owner, men in groups:
                self.log.extend(("freed", owner, man) for man in men if owner == seat)
        own = frozenset(man for owner, men in groups if owner == seat for man in men) | {slot}
        self.spaces[space] = [(owner, men) for owner, men in groups if owner != seat] + [(seat, own)]
        if len(own - {0}) >= 2:
            for owner, men in list(self.spaces[space][:-1]):
                for man in men - {0}:
                    self.lose(owner, man)

    def lose(self, seat: int, slot: int) -> None:
        """A soldier in home or on the track is lost."""
        if self.pos[seat][slot] != AT_HOME:
            self.take_off(seat, slot)
        self.pos[seat][slot] = LOST
        self.log.append(("lost", seat, slot))

    def put_out(self, seats: set[int]) -> None:
        """R26, for Godfathers who are off the track already."""
        for seat in sorted(seats):
            self.alive[seat] = False
            for slot in self.slots:
                if self.pos[seat][slot] >= 0:
                    self.take_off(seat, slot)
                self.pos[seat][slot] = LOST
            self.log.append(("out", seat))
        self.fallen.append(seats)

    def spin(self, by: int, k: int) -> None:
        """R22 to R24."""
        self.log.append(("spin", by, k))
        victims = self.victims(by, k) + self.victims(by, k + TRACK // 2)
        for seat, slot in victims:
            if slot > 0:
                self.lose(seat, slot)
            else:
                self.take_off(seat, 0)
                self.pos[seat][0] = LOST
                self.log.append(("fallen", seat))
        godfathers = {seat for seat, slot in victims if slot == 0}
        if godfathers:
            self.put_out(godfathers)

    def victims(self, by: int, space: int) -> list[tuple[int, int]]:
        """R23 for one space."""
        groups = self.groups_on(space)
        if not groups:
            return []
        holder, men = groups[-1]
        if self.mark(space) == MASSACRE:
            everybody = [(owner, man) for owner, group in groups for man in sorted(group)]
            soldiers = [(owner, man) for owner, man in everybody if man > 0]
            return soldiers or everybody
        if len(groups) > 1 and by not in [owner for owner, _ in groups[:-1]]:
            hostage, (man,) = groups[-2]
            return [(hostage, man)]
        return [(holder, min(men - {0}, default=0))]


class Table(Board):
    def __init__(self, options: dict[str, Any], players: int) -> None:
        super().__init__(complete_options(options), players)
        self.turn = -1
        self.dice: tuple[int, int] | None = None
        self.turns = 0
        self.spins_due = 0
        self.winner: int | None = None
        self.plays: list[Play] = []  # what is left of the plays R3 allows
        self.mover = 0  # the slot that moved last
        self.state = "first"
        if self.options["first_player"] == "seat0":
            self.turn, self.state = 0, "throw"

    def asked(self) -> tuple[str, int]:
        if self.state == "over":
            return "over", 0
        return ("seat", self.turn) if self.state in ("move", "lose", "spin?") else ("chance", 0)

    def node(self) -> str:
        return self.state

    def legal(self) -> set[int]:
        if self.state == "spin?":
            return {SPIN, DO_NOT_SPIN}
        if self.state not in ("move", "lose"):
            return set()
        actions = {play[0] for play in self.plays}
        return {action for action in actions if not any(self.is_stand_in(action, other) for other in actions)}

    def is_stand_in(self, action: int, other: int) -> bool:
        """Whether `other` does the same with a soldier of a lower number (section 8)."""
        men = self.pos[self.turn]
        if action >= LOSE:
            man, less = action - LOSE + 1, other - LOSE + 1
            return less < man and men[less] == men[man] and self.mover not in (less, man)
        (slot, way), (lower, other_way) = divmod(action, 3), divmod(other, 3)
        return 0 < lower < slot and way == other_way and men[lower] == men[slot]

    def outcomes(self) -> dict[Event, int]:
        if self.state == "first":
            return {("first", seat): 1 for seat in range(self.players)}
        if self.state == "spin":
            return {("spin", k): 1 for k in range(TRACK // 2)}
        if self.state != "throw":
            return {}
        throws: dict[Event, int] = {}
        for one in range(1, 7):
            for two in range(1, 7):
                event = ("throw", (min(one, two), max(one, two)))
                throws[event] = throws.get(event, 0) + 1
        return throws

    def happen(self, event: Event) -> None:
        if event not in self.outcomes():
            raise ValueError(f"{event!r} cannot happen, expected one of {sorted(self.outcomes())}")
        self.log = []
        match event:
            case ("first", int(seat)):
                self.log.append(event)
                self.turn, self.state = seat, "throw"
            case ("throw", (int(low), int(high))):
                self.log.append(("throw", self.turn, (low, high)))
                self.dice, self.state = (low, high), "move"
                self.plays = self.allowed_plays()
                if not self.plays:
                    self.log.append(("pass", self.turn))
                    self.end_turn()
            case ("spin", int(k)):
                self.spins_due -= 1
                self.spin(self.turn, k)
                self.spin_or_end()

    def act(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(f"{action} is not legal, expected one of {sorted(self.legal())}")
        self.log = []
        if action == SPIN:
            self.state = "spin"
        elif action == DO_NOT_SPIN:
            self.log.append(("declined", self.turn))
            self.spins_due -= 1
            self.spin_or_end()
        elif action >= LOSE:
            self.lose(self.turn, action - LOSE + 1)
            self.go_on(action)
        else:
            slot, way = divmod(action, 3)
            self.mover = slot
            if self.move(self.turn, slot, self.count(way)):
                once = self.options["spins_per_turn"] == "once"
                self.spins_due = 1 if once else self.spins_due + 1
            self.go_on(action)

    def go_on(self, action: int) -> None:
        self.plays = [play[1:] for play in self.plays if play[0] == action and len(play) > 1]
        if not self.plays:
            self.spin_or_end()
        else:
            self.state = "lose" if self.plays[0][0] >= LOSE else "move"

    def count(self, way: int) -> int:
        assert self.dice is not None
        return (*self.dice, sum(self.dice))[way]

    def allowed_plays(self) -> list[Play]:
        """R2, R3, by trying every play there is."""
        seat = self.turn
        complete: list[Play] = []
        single: list[Play] = []
        for slot in self.slots:
            if self.can_move(seat, slot, self.count(TOTAL)):
                for losses, _ in self.aftermaths(seat, slot, self.count(TOTAL)):
                    complete.append((3 * slot + TOTAL, *losses))
        doubles = self.count(LOW) == self.count(HIGH)
        for way, other_way in [(LOW, HIGH)] if doubles else [(LOW, HIGH), (HIGH, LOW)]:
            for slot in self.slots:
                if not self.can_move(seat, slot, self.count(way)):
                    continue
                for losses, after in self.aftermaths(seat, slot, self.count(way)):
                    first = (3 * slot + way, *losses)
                    single.append(first)
                    if after.pos[seat][0] == ARRIVED:
                        complete.append(first)
                    elif after.alive[seat]:
                        others = [other for other in self.slots if other != slot]
                        for other in (man for man in others if after.can_move(seat, man, self.count(other_way))):
                            for more, _ in after.aftermaths(seat, other, self.count(other_way)):
                                complete.append((*first, 3 * other + other_way, *more))
        return complete or single

    def spin_or_end(self) -> None:
        arrived = self.pos[self.turn][0] == ARRIVED
        if self.spins_due and self.alive[self.turn] and sum(self.alive) > 1 and not arrived:
            self.state = "spin" if self.options["spin"] == "mandatory" else "spin?"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """R25, R27 to R29, or the next player throws."""
        self.spins_due, self.dice, self.plays = 0, None, []
        self.turns += 1
        still_in = [seat for seat in range(self.players) if self.alive[seat]]
        arrived = [seat for seat in still_in if self.pos[seat][0] == ARRIVED]
        if arrived or len(still_in) == 1:
            (self.winner,) = arrived or still_in
            self.log.append(("won", self.winner))
            self.state = "over"
        elif not still_in or self.turns == self.options["turn_limit"]:
            self.log.append(("draw",))
            self.state = "over"
        else:
            self.turn = next(seat for seat in self.after(self.turn) if self.alive[seat])
            self.state = "throw"

    def after(self, seat: int) -> list[int]:
        return [(seat + step) % self.players for step in range(1, self.players + 1)]

    def scores(self) -> list[float]:
        if self.state != "over":
            raise ValueError("the play is not over, expected to be asked for scores afterwards")
        if self.winner is None:
            return [0.0] * self.players
        return [1.0 if seat == self.winner else -1 / (self.players - 1) for seat in range(self.players)]

    def ranks(self) -> list[int]:
        """Section 5, for lists: 1 is the best, equal ranks are shared."""

        def standing(seat: int) -> tuple[int, int]:
            if seat == self.winner:
                return 2, 0
            if self.alive[seat]:
                return 1, self.pos[seat][0]
            return 0, next(i for i, seats in enumerate(self.fallen) if seat in seats)

        standings = [standing(seat) for seat in range(self.players)]
        return [1 + sum(other > own for other in standings) for own in standings]


def man_named(name: str, players: int) -> tuple[int, int]:
    """ "B3" is soldier 3 of the seat lettered B, "Bg" his Godfather."""
    return LETTERS[players].index(name[0]), 0 if name[1:] == "g" else int(name[1:])


def name_of(seat: int, slot: int, players: int) -> str:
    return LETTERS[players][seat] + ("g" if slot == 0 else str(slot))


def position(
    options: dict[str, Any],
    players: int,
    by: str,
    board: str,
    lost: str = "",
    progress: dict[str, int] | None = None,
    spins_due: int = 0,
) -> Table:
    """A play under way in the page's notation ("20: B1 | A1+A2; 3: Bg"), the turn of the seat lettered `by`.

    Men not named are in home. `progress` has the r of those for whom the space does not tell it. The player throws
    next, or spins if a spin is due.
    """
    table = Table(options, players)
    for name in lost.split():
        seat, slot = man_named(name, players)
        table.pos[seat][slot] = LOST
    for part in filter(None, map(str.strip, board.split(";"))):
        space, groups = part.split(":")
        table.spaces[int(space)] = []
        for group in groups.split("|"):
            men = [man_named(name.strip(), players) for name in group.split("+")]
            for name, (seat, slot) in zip(group.split("+"), men, strict=True):
                r = (int(space) - table.gates[seat]) % TRACK
                table.pos[seat][slot] = (progress or {}).get(name.strip(), r)
            table.spaces[int(space)].append((men[0][0], frozenset(slot for _, slot in men)))
    table.turn, table.state = LETTERS[players].index(by), "throw"
    if spins_due:
        table.spins_due = spins_due
        table.spin_or_end()
    return table


def drawing(table: Table) -> str:
    """The track in the page's notation, by space."""
    parts = []
    for space, groups in sorted(table.spaces.items()):
        names = ["+".join(name_of(seat, s, table.players) for s in sorted(men)) for seat, men in groups]
        parts.append(f"{space}: {' | '.join(names)}")
    return "; ".join(parts)
