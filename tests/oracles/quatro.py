"""A slow, obvious reading of Quatro's rules: plain Python, one play at a time, for comparison with the real rules.

Marks such as R9 and Q28 are paragraphs of the rules page. A man's place is always his owner's virtual number v;
`rules.bar` (N + 1) is the bar. A step is (source, die); a play is a tuple of steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import permutations

CLOCKWISE = "ADCB"  # R1: also the order of the boards round the circle
DIAGONAL = {"A": "C", "C": "A", "B": "D", "D": "B"}  # the partner in teams (R19)
OFF = 0

Step = tuple[int, int]
Play = tuple[Step, ...]


@dataclass(frozen=True)
class Rules:
    """The parameters and options that change play or payment."""

    points: int = 36
    home: int = 9
    setups: tuple[tuple[int, str], ...] = (
        (11, "36:2 25:3 15:3 9:3"),
        (13, "36:2 25:4 15:3 9:4"),
        (15, "36:2 25:5 15:3 9:5"),
    )
    touch_owned: bool = True
    combined_entry: bool = True
    bands: tuple[tuple[int, int], ...] = ((1, 2), (19, 3), (28, 4))  # with no man off: (highest man at least, value)
    teams: bool = False
    team_contact: str = "block"  # or "hostile"
    team_win: str = "first_out"  # or "both_out"
    cube_cap: int = 64
    decline_cost: str = "single"  # or "by_position"
    opener_may_double: bool = True  # on the first turn of the game

    def __post_init__(self) -> None:
        for name, allowed in (
            ("team_contact", ("block", "hostile")),
            ("team_win", ("first_out", "both_out")),
            ("decline_cost", ("single", "by_position")),
        ):
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name} is {getattr(self, name)!r}, expected one of {allowed}")

    @property
    def bar(self) -> int:
        return self.points + 1


def quatro(**options: object) -> Rules:
    return replace(Rules(), **options)  # type: ignore[arg-type]


def backgammon(**options: object) -> Rules:
    preset = Rules(
        setups=((15, "36:2 25:5 15:3 9:5"),),
        touch_owned=False,
        combined_entry=False,
        bands=((1, 2), (28, 3)),
        opener_may_double=False,
    )
    return replace(preset, **options)  # type: ignore[arg-type]


def backgammon24(**options: object) -> Rules:
    preset = backgammon(points=24, home=6, setups=((15, "24:2 13:5 8:3 6:5"),), bands=((1, 2), (19, 3)))
    return replace(preset, **options)  # type: ignore[arg-type]


def rules_named(text: str) -> Rules:
    """The rules meant by a test vector's "rules" word."""
    names = {
        "quatro": quatro(),
        "backgammon": backgammon(),
        "backgammon24": backgammon24(),
        "touch_owned=false": quatro(touch_owned=False),
        "teams": quatro(teams=True),
        "teams hostile": quatro(teams=True, team_contact="hostile"),
    }
    if text not in names:
        raise ValueError(f"unknown rules {text!r}, expected one of {sorted(names)}")
    return names[text]


@dataclass(frozen=True)
class Men:
    """One player's men: (v, count) pairs from the highest v down, and those on the bar and off."""

    points: tuple[tuple[int, int], ...] = ()
    bar: int = 0
    off: int = 0

    def at(self, v: int) -> int:
        return dict(self.points).get(v, 0)

    def changed(self, v: int, by: int, rules: Rules) -> Men:
        """With `by` men more (or fewer) at v, which may be the bar or OFF."""
        if v == rules.bar:
            return replace(self, bar=self.bar + by)
        if v == OFF:
            return replace(self, off=self.off + by)
        counts = dict(self.points)
        counts[v] = counts.get(v, 0) + by
        return replace(self, points=tuple(sorted(((v, n) for v, n in counts.items() if n), reverse=True)))

    def moved(self, source: int, target: int, rules: Rules) -> Men:
        return self.changed(source, -1, rules).changed(target, +1, rules)

    def in_play(self) -> int:
        return self.bar + sum(n for _, n in self.points)

    def highest(self, rules: Rules) -> int:
        """The rearmost man's number, 0 if none is in play."""
        return rules.bar if self.bar else max((v for v, _ in self.points), default=0)


@dataclass(frozen=True)
class Position:
    """The men of every player still in the game, clockwise from A."""

    sides: tuple[tuple[str, Men], ...]

    @staticmethod
    def of(men: Mapping[str, Men]) -> Position:
        return Position(tuple((seat, men[seat]) for seat in CLOCKWISE if seat in men))

    @property
    def seats(self) -> str:
        return "".join(seat for seat, _ in self.sides)

    def __getitem__(self, seat: str) -> Men:
        return dict(self.sides)[seat]

    def having(self, seat: str, men: Men) -> Position:
        return Position.of({**dict(self.sides), seat: men})

    def without(self, seat: str) -> Position:
        return Position(tuple(side for side in self.sides if side[0] != seat))


def read_men(text: str) -> Men:
    """'bar:1 36:2 25:3 off:5' in any order."""
    counts: dict[str, int] = {}
    for word in text.split():
        place, colon, number = word.partition(":")
        if not colon or not number.isdigit() or not (place in ("bar", "off") or place.isdigit()) or place in counts:
            raise ValueError(f"cannot read {word!r} in {text!r}, expected v:count, bar:count or off:count, each once")
        counts[place] = int(number)
    bar, off = counts.pop("bar", 0), counts.pop("off", 0)
    points = sorted(((int(v), n) for v, n in counts.items() if n), reverse=True)
    return Men(tuple(points), bar, off)


def write_men(men: Men) -> str:
    words = [f"bar:{men.bar}"] if men.bar else []
    words += [f"{v}:{n}" for v, n in men.points]
    words += [f"off:{men.off}"] if men.off else []
    return " ".join(words)


def read_position(texts: Mapping[str, str]) -> Position:
    return Position.of({seat: read_men(text) for seat, text in texts.items()})


def write_position(position: Position) -> dict[str, str]:
    return {seat: write_men(men) for seat, men in position.sides}


def start(men: int, seats: str, rules: Rules) -> Position:
    setups = dict(rules.setups)
    if men not in setups:
        raise ValueError(f"{men} men, expected one of {sorted(setups)}")
    return read_position(dict.fromkeys(seats, setups[men]))


def absolute(seat: str, v: int, rules: Rules) -> int:
    """2.2: the point k that `seat` calls v."""
    origin, sign = _origin(seat, rules)
    return (origin + sign * (v - 1)) % rules.points


def virtual(seat: str, k: int, rules: Rules) -> int:
    """2.2: what `seat` calls the point k."""
    origin, sign = _origin(seat, rules)
    return sign * (k - origin) % rules.points + 1


def _origin(seat: str, rules: Rules) -> tuple[int, int]:
    h = rules.home
    return {"A": (0, +1), "D": (2 * h - 1, -1), "C": (2 * h, +1), "B": (4 * h - 1, -1)}[seat]


# The turn


def clockwise_after(seat: str, playing: Iterable[str]) -> str:
    """R1: the other players in the order in which they come after `seat`."""
    at = CLOCKWISE.index(seat)
    inside = set(playing)
    return "".join(s for s in CLOCKWISE[at + 1 :] + CLOCKWISE[:at] if s in inside)


def odd_seat(seats: str) -> str:
    """R17: of three players the one diagonally opposite the empty board; he starts."""
    (empty,) = set(CLOCKWISE) - set(seats)
    return DIAGONAL[empty]


def occupant(position: Position, mover: str, v: int, rules: Rules) -> tuple[str, int]:
    """Another player with men on the mover's point v, and how many; ('', 0) if there is none."""
    k = absolute(mover, v, rules)
    for seat, men in position.sides:
        if seat != mover and men.at(virtual(seat, k, rules)):
            return seat, men.at(virtual(seat, k, rules))
    return "", 0


def status(position: Position, mover: str, v: int, rules: Rules) -> str:
    """R4 and R19: 'own', 'empty', 'single' or 'blocked'."""
    if position[mover].at(v):
        return "own"
    seat, count = occupant(position, mover, v, rules)
    if count == 0:
        return "empty"
    if rules.teams and rules.team_contact == "block" and seat == DIAGONAL[mover]:
        return "blocked"
    return "single" if count == 1 else "blocked"


def hit(position: Position, mover: str, v: int, rules: Rules) -> Position:
    """R6: a single man on the mover's v goes to its owner's bar; any other point stays as it is."""
    if status(position, mover, v, rules) != "single":
        return position
    seat, _ = occupant(position, mover, v, rules)
    their_v = virtual(seat, absolute(mover, v, rules), rules)
    return position.having(seat, position[seat].moved(their_v, rules.bar, rules))


def may_bear_off(others: Men, v: int, die: int, rules: Rules) -> bool:
    """R13 for a man standing on v, `others` being the rest of his player's men."""
    rearmost = others.highest(rules)
    if v > rules.home or rearmost > rules.home:
        return False
    return die == v or (die > v and rearmost <= v)


def hop(position: Position, mover: str, source: int, dice: tuple[int, ...], rules: Rules) -> Position | None:
    """R7, R11, R14: one man moved by these dice in this order, or None if that is not legal."""
    from_bar = source == rules.bar
    if len(dice) > 1:
        if not (rules.combined_entry if from_bar else rules.touch_owned):
            return None
        if from_bar and sum(dice) > rules.home:
            return None
    others = position[mover].changed(source, -1, rules)
    position = position.having(mover, others)
    v = source
    for die in dice[:-1]:
        v -= die
        if v < 1:
            return None
        position = hit(position, mover, v, rules)
    target = v - dice[-1]
    if target < 1:
        if not may_bear_off(others, v, dice[-1], rules):
            return None
        return position.having(mover, others.changed(OFF, +1, rules))
    if status(position, mover, target, rules) == "blocked":
        return None
    position = hit(position, mover, target, rules)
    return position.having(mover, others.changed(target, +1, rules))


def hop_steps(source: int, dice: tuple[int, ...]) -> Play:
    return tuple((source - sum(dice[:i]), die) for i, die in enumerate(dice))


def sequences(position: Position, mover: str, left: tuple[int, ...], rules: Rules) -> Iterator[tuple[Play, Position]]:
    """Every sequence of hops with the dice left, finished or not, as its steps and where it leads."""
    yield (), position
    mine = position[mover]
    sources = [rules.bar] if mine.bar else [v for v, _ in mine.points]  # R10; none once all are off
    orders = {order for m in range(1, len(left) + 1) for order in permutations(left, m)}
    for source in sources:
        for order in sorted(orders):
            after = hop(position, mover, source, order, rules)
            if after is None:
                continue
            remaining = list(left)
            for die in order:
                remaining.remove(die)
            for steps, final in sequences(after, mover, tuple(remaining), rules):
                yield hop_steps(source, order) + steps, final


@lru_cache(maxsize=256)
def kept(position: Position, mover: str, dice: tuple[int, int], rules: Rules) -> dict[Play, Position]:
    """The plays R9 leaves, and where each leads."""
    x, y = max(dice), min(dice)
    if position[mover].in_play() == 0:
        raise ValueError(f"{mover} has no man in play, expected a player who can still move")
    plays = dict(sequences(position, mover, (x, x, x, x) if x == y else (x, y), rules))
    most = max(len(play) for play in plays)
    best = {play: final for play, final in plays.items() if len(play) == most}
    if most == 1 and x != y:
        higher = {play: final for play, final in best.items() if play[0][1] == x}
        return higher or best
    return best


def legal_plays(position: Position, mover: str, dice: tuple[int, int], rules: Rules) -> set[Play]:
    """All complete plays, step by step; {()} if the roll is forfeited."""
    return set(kept(position, mover, dice, rules))


def results(position: Position, mover: str, dice: tuple[int, int], rules: Rules) -> set[Position]:
    """The distinct final positions."""
    return set(kept(position, mover, dice, rules).values())


def next_steps(position: Position, mover: str, dice: tuple[int, int], so_far: Play, rules: Rules) -> set[Step]:
    """What may follow the steps already made with this roll; empty when the play is over."""
    n = len(so_far)
    plays = legal_plays(position, mover, dice, rules)
    if not any(play[:n] == so_far for play in plays):
        raise ValueError(f"{so_far} begins no legal play of {dice}")
    return {play[n] for play in plays if play[:n] == so_far and len(play) > n}


def walk(position: Position, mover: str, play: Play, rules: Rules) -> tuple[Position, list[tuple[int, int, str]]]:
    """The position after the steps, legal or not, and each as (from, to, mark): '*' hit, '~' touched a blocked point.

    Between steps a man may stand on a blocked point, and then the point holds men of two players.
    """
    told = []
    for source, die in play:
        target = max(source - die, OFF)
        mark = ""
        if target != OFF:
            mark = {"single": "*", "blocked": "~"}.get(status(position, mover, target, rules), "")
            position = hit(position, mover, target, rules)
        position = position.having(mover, position[mover].moved(source, target, rules))
        told.append((source, target, mark))
    return position, told


# End of the game, payments and the cube


def is_out(men: Men) -> bool:
    return men.in_play() == 0 and men.off > 0


def winner(position: Position, rules: Rules) -> str:
    """R21, R22: a seat that has won by bearing off (of a team: either partner), or ''."""
    for seat, men in position.sides:
        both_needed = rules.teams and rules.team_win == "both_out"
        if is_out(men) and (not both_needed or is_out(position[DIAGONAL[seat]])):
            return seat
    return ""


def value(position: Position, loser: str, rules: Rules) -> int:
    """R21: what `loser` pays for each unit of the cube."""
    men = position[loser]
    if men.off:
        return 1
    return max(worth for at_least, worth in rules.bands if men.highest(rules) >= at_least)


def payments(
    position: Position, won_by: str, rules: Rules, cube: int = 1, earlier: Mapping[str, int] | None = None
) -> dict[str, int]:
    """The game's payments when `won_by` has borne off, with what was paid earlier on declined doubles."""
    paid = dict.fromkeys(position.seats, 0) | dict(earlier or {})
    if rules.teams:
        losers = [seat for seat in position.seats if seat not in (won_by, DIAGONAL[won_by])]
        return team_payments(won_by, sum(value(position, seat, rules) for seat in losers) * cube)
    for loser in position.seats:
        if loser != won_by:
            amount = value(position, loser, rules) * cube
            paid[loser] -= amount
            paid[won_by] += amount
    return paid


def team_payments(won_by: str, amount: int) -> dict[str, int]:
    """R22: each winning seat +S, each losing seat -S."""
    return {seat: amount if seat in (won_by, DIAGONAL[won_by]) else -amount for seat in CLOCKWISE}


@dataclass
class Cube:
    """R20 and Q25-Q28: `double`, then `answer` for each seat in `waiting`, which returns the position left.

    Players who have withdrawn are no longer in the position.
    """

    rules: Rules
    value: int = 1
    last: str = ""  # who made the last double
    doubler: str = ""  # whose double is being answered
    waiting: str = ""  # those still to answer, in order
    taken: bool = False  # somebody has accepted the double being answered
    over: bool = False  # nobody accepted: the last doubler has won
    paid: dict[str, int] = field(default_factory=dict)

    def may_double(self, position: Position, seat: str, opening_turn: bool = False) -> bool:
        """Whether `seat`, on turn and before rolling, may double."""
        if self.over or self.doubler or is_out(position[seat]) or self.value >= self.rules.cube_cap:
            return False
        if opening_turn and not self.rules.opener_may_double:
            return False
        return not self.last or (seat != self.last and not self._partners(seat, self.last))

    def double(self, position: Position, seat: str, opening_turn: bool = False) -> None:
        if not self.may_double(position, seat, opening_turn):
            raise ValueError(f"{seat} may not double now (value {self.value}, last doubler {self.last or 'nobody'})")
        self.paid = dict.fromkeys(position.seats, 0) | self.paid
        self.doubler, self.taken = seat, False
        others = clockwise_after(seat, position.seats)
        self.waiting = "".join(s for s in others if not self._partners(s, seat) and not is_out(position[s]))

    def answer(self, position: Position, accept: bool) -> Position:
        """The answer of the first in `waiting`."""
        if not self.waiting:
            raise ValueError("nobody is asked, expected a double to answer")
        seat, self.waiting = self.waiting[0], self.waiting[1:]
        if accept:
            self.taken = True
            if self.rules.teams:
                self.waiting = ""  # the first accept binds the team (Q28)
        elif not self.rules.teams:
            amount = self._decline_value(position, seat) * self.value
            self.paid[seat] -= amount
            self.paid[self.doubler] += amount
            position = position.without(seat)
        if not self.waiting:
            self._settle(position)
        return position

    def _settle(self, position: Position) -> None:
        if not self.taken:
            self.over = True
            if self.rules.teams:
                losers = [s for s in CLOCKWISE if s != self.doubler and not self._partners(s, self.doubler)]
                amount = sum(self._decline_value(position, s) for s in losers) * self.value
                self.paid = team_payments(self.doubler, amount)
        else:
            self.value *= 2
        self.last, self.doubler = self.doubler, ""

    def _decline_value(self, position: Position, seat: str) -> int:
        return value(position, seat, self.rules) if self.rules.decline_cost == "by_position" else 1

    def _partners(self, one: str, other: str) -> bool:
        return self.rules.teams and DIAGONAL[one] == other
