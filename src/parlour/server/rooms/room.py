"""A room: what its log tells. It changes by `take` alone; what people may do, and when, is in `acts`."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from parlour.engine.game import UnknownGame, find_game
from parlour.engine.moves import Event
from parlour.engine.people import person, say
from parlour.engine.play import Play
from parlour.engine.seeds import DERIVED, OWN, fill_seeds
from parlour.engine.wording import capital
from parlour.server.rooms.clock import MOVE, Clock, Closures, TimeControl, open_seconds
from parlour.server.rooms.entries import Entry
from parlour.server.rooms.opponents import seconds_of
from parlour.server.rooms.short_codes import LASTS_SECONDS

NOBODY = -1
FAIR, MANUAL = "fair", "manual"  # dice
CHOSEN = "chosen"  # seeds of seats that gave none: by the server, in rooms of old, or else derived from the others
ASK, NEVER = "ask", "never"  # takebacks
ALLOW = "allow"  # hints, or never
DRAW, TAKEBACK, REMATCH = "draw", "takeback", "rematch"  # what can be offered
MOST_TOLD = 200  # sentences kept
ASIDE = ("sat", "engaged", "began", "hinted", "stood_in")  # entries that are told, but are no news at the table


class OtherRules(RuntimeError):
    """The room was played by rules this program does not have."""


@dataclass
class Sitter:
    """Whoever has a seat: a person, a bot, or nobody yet."""

    name: str = ""
    key: str = ""  # the fingerprint of a person's key
    bot: str = ""  # the level of a bot, and how long it thinks where it was told
    free: bool = False  # a person may take the bot's place while it plays
    seed: str = ""  # what the seat adds to the dice
    sat: bool = False  # the person sat down here, in this very play
    own: bool = False  # the person gave the seed
    stand_in: str = ""  # the bot that plays for the person
    once: bool = False  # only until the present decision is made
    gone: bool = False  # the person gave up, or has no time left
    wins: float = 0.0  # in the plays of this series before

    @property
    def taken(self) -> bool:
        return bool(self.key or self.bot)

    @property
    def ready(self) -> bool:
        """Whether the play can begin for this seat: after a rematch people first sit down again, with a new seed."""
        return bool(self.bot) or self.sat

    @property
    def player(self) -> str:
        """The bot that moves for this seat; none for a person."""
        return self.bot or self.stand_in


@dataclass
class Offer:
    """Something that other seats have to agree on."""

    seat: int
    yes: set[int]
    no: set[int] = field(default_factory=set)  # who does not want to play again; another no ends an offer


@dataclass(frozen=True)
class Ending:
    """Why a play is over."""

    reason: str  # rules, resigned, time, left, agreed
    seat: int | None = None


class Told(NamedTuple):
    """A sentence, and the entry that it tells of."""

    number: int
    words: str  # with a mark for everybody in it: `people.say` puts names there, or you
    event: Event | None = None  # of the play, if it was one
    aside: bool = False  # nothing that must be seen at once


@dataclass
class Room:
    """One room, from its opening to the end of its play."""

    code: str
    watch: str  # by which spectators come in
    closures: Closures = ()
    entries: list[Entry] = field(default_factory=list)
    number: int = 0  # of the last of them
    told: list[Told] = field(default_factory=list)
    offers: dict[str, Offer] = field(default_factory=dict)
    secret: str = ""  # of the dice; known to the house alone until the play is over
    after: int = 0  # the last entry that changed the board: what a move names as the thing it answers
    begun_at: float | None = None
    ending: Ending | None = None
    anyone: bool = False  # whether it is among the open tables
    next: str = ""
    next_watch: str = ""
    refused: int = 0  # statements in this decision
    most_plies: int = 0  # of its play; 0 for no limit
    most_entries: int = 0  # of its log; 0 for no limit
    slowed_at: float = -math.inf  # when it was last told that bots are
    filled: str = ""  # why it was told that the play cannot go on here
    movers: list[int] = field(default_factory=list)  # for every ply, the seat, or NOBODY
    deciders: list[str] = field(default_factory=list)  # for every ply, the bot that decided; nothing where none did
    numbers: list[int] = field(default_factory=list)  # for every ply, its entry
    _decision: Any = None

    @property
    def begun(self) -> bool:
        return self.begun_at is not None

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def on(self) -> bool:
        """Whether the play is under way."""
        return self.begun_at is not None and self.ending is None

    @property
    def goes_by_itself(self) -> bool:
        """Whether the play goes on without anybody: by bots alone, or by a sand timer that decides for the absent."""
        return self.on and (self.clock.control.kind == MOVE or all(sitter.player for sitter in self.sitters))

    @property
    def full(self) -> str:
        """Why the play cannot go on here though it is not over; "" if it can."""
        if self.most_plies and self.play.ply >= self.most_plies:
            return f"this play has {self.most_plies:,} moves and throws, the most there can be"
        if self.most_entries and self.number >= self.most_entries:
            return f"{self.most_entries:,} things have happened in this room, the most there can be"
        return ""

    def short_code(self, at: float) -> str:
        """The four letters by which people come in, as long as there is a seat for them; otherwise ""."""
        waits = not self.begun and any(not sitter.taken for sitter in self.sitters)
        return self.short if waits and at < self.opened_at + LASTS_SECONDS else ""

    def add(self, kind: str, at: float, **data: Any) -> Entry:
        """Add an entry to the log, and let it happen."""
        entry = Entry(self.number + 1, kind, at, data)
        self.take(entry)
        return entry

    def take(self, entry: Entry) -> None:
        """Let the next entry of the log happen. Nothing else changes a room."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} cannot follow entry {self.number}")
        happen: Callable[..., str | None] = getattr(self, f"_{entry.kind}")
        events = len(self.play.events) if self.entries else 0
        self.entries.append(entry)
        self.number = entry.number
        sentence = happen(entry.at, **entry.data)
        if sentence:
            self.told.append(Told(entry.number, sentence, aside=entry.kind in ASIDE))
        if self.begun:
            self.told.extend([Told(entry.number, event.words, event) for event in self.play.events[events:]])
        del self.told[:-MOST_TOLD]

    def name(self, seat: int) -> str:
        return self.sitters[seat].name or self.play.game.text.seat(self.play.s, self.play.o, seat)

    def who(self, seat: int) -> str:
        """The mark for whoever sits at a seat."""
        return person(seat, self.name(seat))

    def held_by(self, key: str) -> list[int]:
        """The seats of the person with this key."""
        return [seat for seat, sitter in enumerate(self.sitters) if key and sitter.key == key]

    def undo_ply(self, held: list[int]) -> int | None:
        """The ply that somebody with these seats may take back unasked: their last, if nothing new was seen since.

        Where all the people are at one screen there is nobody to ask, and it is their last move whatever came after it.
        """
        if not self.on or self.takebacks == NEVER or not held:
            return None
        if self.movers and self.movers[-1] in held:
            return len(self.movers) - 1
        people = {sitter.key for sitter in self.sitters if sitter.key}
        if len(people) > 1 or len(held) < 2:
            return None
        return next((ply for ply in reversed(range(len(self.movers))) if self.movers[ply] in held), None)

    def minutes_are_up(self, at: float) -> bool:
        limit = self.limits.play_minutes * 60
        return bool(limit) and self.on and open_seconds(self.begun_at or at, at, self.closures) >= limit

    def deadline(self, at: float) -> float | None:
        """When some time will have run out."""
        if self.full:
            return None
        thinks = self.clock.running
        ends = self.clock.deadline(at) if thinks is not None and not self.sitters[thinks].player else None
        if self.limits.play_minutes and self.on and "clock" in self.play.calls:
            left = self.limits.play_minutes * 60 - open_seconds(self.begun_at or at, at, self.closures)
            ends = at + left if ends is None else min(ends, at + left)
        return ends

    def winners(self) -> dict[int, float]:
        """Once it is over, the share of the win that every winning seat has."""
        seats = range(len(self.sitters))
        if self.ending is None:
            return {}
        if self.ending.reason == "rules":
            score = self.play.score or ()
            best = [seat for seat in seats if score[seat] == max(score)]
        elif self.ending.seat is not None:
            best = [seat for seat in seats if seat != self.ending.seat]
        else:
            best = list(seats)
        return {seat: 1 / len(best) for seat in best}

    # What each kind of entry does. The sentence returned is told, before those of the play itself.

    def _opened(
        self,
        at: float,
        game: str,
        rules: int,
        options: dict[str, str],
        seats: list[dict[str, Any]],
        host: str,
        position: str = "",
        clock: dict[str, Any] | None = None,
        dice: str = FAIR,
        commitment: str = "",
        takebacks: str = ASK,
        hints: str = ALLOW,
        pace: float = 0.0,
        previous: str = "",
        seeding: str = CHOSEN,
        short: str = "",
    ) -> None:
        try:
            found = find_game(game)
        except UnknownGame as error:
            raise OtherRules(str(error)) from None
        if found.version != rules:
            raise OtherRules(f"this was played by rules version {rules} of {game}; this server has {found.version}")
        self.play = Play(found, found.settle_recorded(**options))
        self.options = options
        if position:
            self.play.place(position)
        self.sitters = [Sitter(**seat) for seat in seats]
        self.host, self.dice, self.commitment = host, dice, commitment
        self.takebacks, self.hints, self.pace, self.previous = takebacks, hints, pace, previous
        self.seeding = seeding
        self.short = short
        self.limits = found.limits(self.play.values)
        control = TimeControl.of(clock or {})
        if self.limits.move_seconds:
            control = TimeControl(MOVE, self.limits.move_seconds)
        self.clock = Clock(control, len(self.sitters), self.closures)
        self.opened_at = at

    def _sat(self, at: float, seat: int, name: str, key: str, seed: str) -> str:
        sitter = self.sitters[seat]
        sitter.name, sitter.key, sitter.seed, sitter.bot = name, key, seed, ""
        sitter.sat, sitter.own = True, self.seeding == DERIVED and bool(seed)
        return f"{name} sat down."

    def _left(self, at: float, seat: int) -> str:
        name = self.name(seat)
        self.sitters[seat] = Sitter(wins=0.0)
        return f"{name} left."

    def _engaged(self, at: float, seat: int, bot: str, name: str, seed: str) -> str:
        self.sitters[seat] = Sitter(name=name, bot=bot, seed=seed)
        return f"{name} sat down."

    def _freed(self, at: float, seat: int) -> str:
        self.sitters[seat].free = True
        return f"Somebody may take the place of {self.name(seat)}."

    def _took_over(self, at: float, seat: int, name: str, key: str) -> str:
        before, sitter = self.name(seat), self.sitters[seat]
        sitter.name, sitter.key, sitter.bot, sitter.free, sitter.sat = name, key, "", False, True
        self.play.names = tuple(sitter.name for sitter in self.sitters)
        return self._note(f"{self.who(seat)} [takes] the place of {before}.")

    def _welcomed(self, at: float, anyone: bool) -> None:
        self.anyone = anyone

    def _renamed(self, at: float, seat: int, name: str) -> str:
        before, self.sitters[seat].name = self.name(seat), name
        if self.begun:
            self.play.names = tuple(sitter.name for sitter in self.sitters)
        return f"{before} is now called {name}."

    def _began(self, at: float) -> str:
        self.begun_at = at
        self.play.names = tuple(sitter.name for sitter in self.sitters)
        if self.seeding == DERIVED:
            seeds = fill_seeds(self.commitment, [sitter.seed if sitter.own else "" for sitter in self.sitters])
            for sitter, seed in zip(self.sitters, seeds, strict=True):
                sitter.seed = seed
        self.play.tags.update(self._dice_tags())
        for seat, sitter in enumerate(self.sitters):
            if seconds := seconds_of(sitter.bot):
                self._note(f"{self.who(seat)} thinks for {seconds:g} seconds a move.")
        self.after = self.number
        self._ask_next(at)
        if not self.previous:
            return "The play begins."
        moved = "both have swapped sides" if len(self.sitters) == 2 else "everybody has moved on one place"
        return f"The play begins, and {moved}."

    def _dice_tags(self) -> dict[str, str]:
        if self.dice == MANUAL:
            return {"Dice": MANUAL}
        tags = {"Commitment": self.commitment, "Seeds": "|".join(sitter.seed for sitter in self.sitters)}
        if self.seeding == DERIVED:
            tags["Seeded"] = "|".join(OWN if sitter.own else DERIVED for sitter in self.sitters)
        return tags

    def _moved(self, at: float, seat: int, code: int, text: str = "", bot: str = "") -> None:
        self._push(at, seat, code, bot)

    def _drew(self, at: float, code: int) -> None:
        self._push(at, NOBODY, code)

    def _rolled(self, at: float, seat: int, code: int, text: str = "") -> None:
        self._push(at, NOBODY, code)

    def _push(self, at: float, seat: int, code: int, bot: str = "") -> None:
        self.play.push(code)
        self._follow(at, seat, bot)

    def _called(self, at: float, word: str) -> None:
        self.play.call(word)
        self._follow(at, NOBODY)

    def _follow(self, at: float, mover: int, bot: str = "") -> None:
        """The board has changed."""
        self.movers.append(mover)
        self.deciders.append(bot)
        self.numbers.append(self.number)
        self.after = self.number
        for what in (DRAW, TAKEBACK):
            self.offers.pop(what, None)
        if self.play.over:
            self.ending = Ending("rules")
        self._ask_next(at)

    def _ask_next(self, at: float) -> None:
        """Start the time of whoever has to decide next, unless it is still the same decision."""
        play = self.play
        if self.over or play.to_move < 0:
            self._decision = None
            self.clock.pass_to(None, at)
            return
        decision = self._identify_decision()
        if decision != self._decision:
            self._decision = decision
            self.refused = 0
            for sitter in self.sitters:
                if sitter.once:
                    sitter.stand_in, sitter.once = "", False
            self.clock.pass_to(play.to_move, at)

    def _identify_decision(self) -> Any:
        play = self.play
        return play.game.text.decision(play.s, play.o)

    def _missed(self, at: float, seat: int, text: str = "") -> str:
        self.refused += 1
        return f"{self.who(seat)} [tries] something that does not work."

    def _took_back(self, at: float, to: int, seat: int) -> str:
        own = self.movers[to:] == [seat]
        self.play.undo(self.play.ply - to)
        del self.movers[to:], self.deciders[to:], self.numbers[to:]
        self.after = self.number
        self.offers.pop(TAKEBACK, None)
        if own:  # it gives nobody new time
            last, self._decision = self._decision, self._identify_decision()
            self.clock.think_on(seat, at, decided=last != self._decision)
        else:
            self.clock.stop(at, decided=False)
            self._decision = None
            self._ask_next(at)
        return self._note(f"{self.who(seat)} took a move back.")

    @property
    def stand_ins(self) -> dict[int, str]:
        """For each ply that a bot decided in the place of the person whose seat it is: which bot."""
        decided = enumerate(zip(self.movers, self.deciders, strict=True))
        return {ply: bot for ply, (seat, bot) in decided if bot and not self.sitters[seat].bot}

    def _hinted(self, at: float, seat: int, level: int) -> str:
        return self._note(f"{self.who(seat)} [asks] for a hint.")

    def _asked(self, at: float, seat: int, what: str) -> str:
        self.offers[what] = Offer(seat, {seat})
        words = {DRAW: "[offers] a draw", TAKEBACK: "[asks] to take a move back", REMATCH: "would like to play again"}
        return f"{self.who(seat)} {words[what]}."

    def _answered(self, at: float, seat: int, what: str, yes: bool) -> str:
        offer = self.offers[what]
        if yes:
            offer.yes.add(seat)
            offer.no.discard(seat)
            return f"{self.who(seat)} [agrees]."
        own = offer.seat == seat
        if what == REMATCH and offer.yes - {seat}:  # the others may still play again, and whoever said no think better
            offer.yes.discard(seat)
            offer.no.add(seat)
            offer.seat = min(offer.yes) if own else offer.seat
            return f"{self.who(seat)} [does] not want to play again."
        del self.offers[what]
        return f"{self.who(seat)} {'[withdraws] that' if own else '[does] not agree'}."

    def _skipped(self, at: float, seat: int) -> str:
        self.offers[REMATCH].no.add(seat)
        return f"{self.who(seat)} [is] away, and the others do not wait."

    def _stood_in(self, at: float, seat: int, bot: str, once: bool = False) -> str:
        self.sitters[seat].stand_in, self.sitters[seat].once = bot, once
        sentence = f"{bot.title()} plays for {self.who(seat)}."
        self._note(f"{bot.title()} decides once for {self.who(seat)}." if once else sentence)
        return sentence

    def _returned(self, at: float, seat: int) -> str:
        self.sitters[seat].stand_in = ""
        return self._note(f"{self.who(seat)} [is] back.")

    def _resigned(self, at: float, seat: int, bot: str = "") -> str:
        return self._give_up(at, seat, bot, "resigned", f"{self.who(seat)} [gives] up.")

    def _flagged(self, at: float, seat: int, bot: str = "") -> str:
        return self._give_up(at, seat, bot, "time", f"{self.who(seat)} [has] run out of time.")

    def _claimed(self, at: float, seat: int, by: int) -> str:
        self.sitters[seat].gone = True
        sentence = f"{self.who(seat)} [was] away, and {self.who(by)} [claims] the win."
        self._end(at, Ending("left", seat), sentence)
        return sentence

    def _give_up(self, at: float, seat: int, bot: str, reason: str, sentence: str) -> str:
        """With two seats that is the end; among more a bot plays on."""
        sitter = self.sitters[seat]
        sitter.gone = True
        if len(self.sitters) > 2:
            sitter.stand_in, sitter.once = bot, False
            if self.clock.running == seat:
                self.clock.pass_to(None, at)
            return self._note(f"{sentence} {bot.title()} plays on.")
        self._end(at, Ending(reason, seat), sentence)
        return sentence

    def _note(self, sentence: str) -> str:
        """Have the record tell of help that somebody had: that moves were a bot's, taken back, or hinted at."""
        notes = self.play.tags.get("Notes")
        note = f"{self.play.ply} {say(sentence)}"
        self.play.tags["Notes"] = f"{notes}|{note}" if notes else note
        return sentence

    def _drawn(self, at: float) -> str:
        sentence = "All agreed on a draw."
        self._end(at, Ending("agreed"), sentence)
        return sentence

    def _end(self, at: float, ending: Ending, sentence: str) -> None:
        self.ending = ending
        self.play.tags["Ending"] = say(sentence)
        self.after = self.number
        self.offers.clear()
        self.clock.pass_to(None, at)

    def _revealed(self, at: float, secret: str) -> None:
        self.secret = secret
        self.play.tags["Secret"] = secret

    def _followed(self, at: float, code: str, watch: str) -> str:
        self.next, self.next_watch = code, watch
        self.offers.clear()
        return "They play again."

    def _went_on(self, at: float) -> str:
        return "The play paused while nobody was watching, and goes on now."

    def _slowed(self, at: float, moves: int) -> str:
        self.slowed_at = at
        return f"The bots slow down: one address may have {moves:,} of their moves in a minute."

    def _filled(self, at: float, why: str) -> str:
        self.filled = why
        return f"{capital(why)}. The play stays as it is; you can go on from its position in a new room."
