"""A play: one game in progress, from setup to its end. The object a Python user holds."""

import random
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import index
from typing import Any, SupportsIndex

import numpy as np

from parlour.engine.bits import codes_of
from parlour.engine.contract import CHANCE, OVER, Record, Weights
from parlour.engine.game import Game, find_game
from parlour.engine.moves import Action, Event, Frame, IllegalAction, Outcome, Written
from parlour.engine.options import Values
from parlour.engine.people import say, set_names
from parlour.engine.record import CALL_MARK, write_record
from parlour.engine.records import new_record, view_record
from parlour.engine.scene import Scene, Shape
from parlour.engine.svg import draw_svg
from parlour.engine.targets import PYTHON
from parlour.engine.view import View

__all__ = ["IllegalAction", "Play", "replay"]


class Play:
    """One game in progress. It changes by `push`, `roll` and `undo`; everything else only looks."""

    def __init__(self, game: Game, values: Values, names: Sequence[str] = ()) -> None:
        self.game = game
        self.values = dict(values)
        self.seats: int = self.values["players"]
        if isinstance(names, str):
            raise ValueError(f"names cannot be {names!r}: expected a list of them, one for each seat")
        if len(names) not in (0, self.seats):
            raise ValueError(f"{len(names)} names for {self.seats} seats: expected one for each, or none")
        for name in names:
            if not isinstance(name, str) or not name.strip() or set(name) & set('"|') or name.splitlines() != [name]:
                raise ValueError(
                    f"{name!r} cannot be a name: expected some text without quotation marks, | or line ends"
                )
        self.names = tuple(names)
        self.options = game.encode(values)
        self.states = new_record(game.state_type)
        self.s, self.o = view_record(self.states), view_record(self.options)
        self.codes: list[int] = []  # every action and outcome so far
        self.written: list[Written] = []  # the same, as a record writes them
        self.placed = ""  # the position this play was set up from, if it was
        self.tags: dict[str, str] = {}  # what else a record says: of dice, of an end that no rule brought, of help
        self.events: list[Event] = []
        self._before: list[tuple[bytes, int]] = []  # for each of them, the state and the number of events before it
        self._legal: tuple[bytes, list[int]] = (b"", [])  # a state, and what is legal in it
        self._rules = game.bind_rules(self._note)
        self._rules.setup(self.s, self.o)

    def _note(self, kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        words = self.game.text.event(self.s, self.o, kind, a, b, c)
        self.events.append(Event(len(self.codes), kind, (int(a), int(b), int(c)), words, self.names))

    def say(self, words: str, you: int | None = None) -> str:
        """Words of the game as somebody reads them: by the names of those who play, and you for the reader's seat."""
        return say(words, self.names, you)

    def asked(self, you: int | None = None) -> str:
        """Who has to do what now, in a sentence."""
        return self.say(self.game.text.asked(self.s, self.o), you)

    def hints(self, you: int | None = None) -> list[str]:
        """What the game itself tells the seat to move, step by step; nothing where it has no hints."""
        hints = self.game.text.hints
        return [self.say(step, you) for step in hints(self.s, self.o)] if hints else []

    @property
    def to_move(self) -> int:
        """The seat that is asked, or CHANCE, or OVER."""
        seat: int = self.s.to_move
        return seat

    @property
    def over(self) -> bool:
        return bool(self.s.to_move == OVER)

    @property
    def at_chance(self) -> bool:
        return bool(self.s.to_move == CHANCE)

    @property
    def ply(self) -> int:
        """How many actions and outcomes have been played."""
        return len(self.codes)

    @property
    def score(self) -> tuple[float, ...] | None:
        """The points of every seat once the play is over."""
        if not self.over:
            return None
        points = np.zeros(self.game.sizes["SEATS"])
        self._rules.score(self.s, self.o, points)
        return tuple(float(p) for p in points[: self.seats])

    def legal_codes(self) -> list[int]:
        """The codes of all legal actions; none at chance or when the play is over."""
        return list(self._legal_codes())

    def _legal_codes(self) -> list[int]:
        """The same for those who change nothing of it."""
        state = self.states.tobytes()
        if self._legal[0] != state:
            if self.game.is_warm:
                actions = self.game.new_actions()
                self.game.doors.legal_at(self.states, 0, self.options, actions)
            else:
                actions = self.game.new_actions(PYTHON)
                self._rules.legal(self.s, self.o, actions)
            self._legal = state, codes_of(actions)
        return self._legal[1]

    @property
    def legal(self) -> list[Action]:
        """What the seat to move may do."""
        return [self.describe(code) for code in self.legal_codes()]

    def describe(self, code: int) -> Action:
        """A legal action in words, notation and touches."""
        s, o, game = self.s, self.o, self.game
        return Action(
            code,
            game.notation.write(s, o, code),
            self.say(game.text.label(s, o, code)),
            self.say(game.text.sentence(s, o, code)),
            tuple(game.drawing.touches(s, o, code)),
            game.drawing.target(s, o, code),
            game.text.pays(s, o, code),
        )

    def weights(self) -> Weights:
        """At chance, the weight of every outcome code."""
        weights = self.game.new_weights()
        self._rules.chance(self.s, self.o, weights)
        return weights

    def outcome_codes(self) -> list[int]:
        """At chance, the codes of what it may bring."""
        codes: list[int] = self.weights().nonzero()[0].tolist()
        return codes

    @property
    def outcomes(self) -> list[Outcome]:
        """What chance may bring now."""
        weights = self.weights()
        return [self._describe_outcome(code, int(weights[code])) for code in weights.nonzero()[0].tolist()]

    def _describe_outcome(self, code: int, weight: int) -> Outcome:
        s, o, game = self.s, self.o, self.game
        return Outcome(code, game.notation.outcome(s, o, code), self.say(game.text.outcome(s, o, code)), weight)

    def push(self, what: SupportsIndex | str) -> None:
        """Play an action or, at chance, an outcome: by its code, or as people write it, several in a row if need be.

        Raises IllegalAction and changes nothing when any part of it cannot be played.
        """
        if isinstance(what, str):
            self._push_text(what)
        elif isinstance(what, bool) or not hasattr(what, "__index__"):
            raise TypeError(f"{what!r} is neither a code nor a move as text: expected a whole number or a str")
        else:
            self._push_code(index(what))

    def _push_text(self, text: str) -> None:
        start = self.ply
        try:
            for token in self._split(text):
                for code in self._codes_of(token):
                    self._push_code(code)
        except IllegalAction:
            self.undo(self.ply - start)
            raise

    def _split(self, text: str) -> list[str]:
        tokens = self.game.notation.split(text)
        if not tokens:
            raise IllegalAction(f"nothing to play: expected {self._expected()}")
        return tokens

    def read(self, text: str) -> list[tuple[int, int]]:
        """What `push` would play: for every action or outcome who has to move, and its code. Raises IllegalAction."""
        tokens = self._split(text)
        if len(tokens) == 1 and len(codes := self._codes_of(tokens[0])) == 1:
            return [(self.to_move, codes[0])]
        start = self.ply
        self._push_text(text)
        read = []
        while self.ply > start:
            code = self.codes[-1]
            self.undo()
            read.append((self.to_move, code))
        return read[::-1]

    def _codes_of(self, token: str) -> list[int]:
        """The action a word means, or the few that it stands for."""
        asked = self.to_move
        if asked == OVER:
            raise IllegalAction(f"{token!r} cannot be played: the play is over")
        s, o, notation = self.s, self.o, self.game.notation
        known: dict[str, int] = {}
        write = notation.outcome if asked == CHANCE else notation.write
        for code in self.outcome_codes() if asked == CHANCE else self._legal_codes():
            word = write(s, o, code)
            if word == token:
                return [code]
            known[word] = code
        codes = notation.read(s, o, token, known)
        if not codes:
            raise IllegalAction(f"{token!r} cannot be played here: expected {self._expected()}")
        return codes

    def _expected(self) -> str:
        if self.at_chance:
            known = [entry.notation for entry in self.outcomes]
        else:
            known = [self.game.notation.write(self.s, self.o, code) for code in self.legal_codes()]
        shown = " ".join(known[:40]) + (" …" if len(known) > 40 else "")
        return ("an outcome: " if self.at_chance else "one of ") + shown

    def _push_code(self, code: int) -> None:
        asked = self.to_move
        if asked == OVER:
            raise IllegalAction(f"{code} cannot be played: the play is over")
        allowed = self.outcome_codes() if asked == CHANCE else self._legal_codes()
        if code not in allowed:
            kind = "outcome" if asked == CHANCE else "action"
            raise IllegalAction(f"{kind} {code} cannot be played here: expected one of {allowed}")
        s, o, notation = self.s, self.o, self.game.notation
        self._apply(code, notation.outcome(s, o, code) if asked == CHANCE else notation.finished(s, o, code))

    def _apply(self, code: int, written: str) -> None:
        self.written.append(Written(int(self.s.turns), self.turn_label, written))
        self._before.append((self.states.tobytes(), len(self.events)))
        self.codes.append(code)
        self._rules.apply(self.s, self.o, code)

    @property
    def calls(self) -> dict[str, int]:
        """What a referee may declare now, by its word: a clock that has run out, say."""
        if self.game.calls is None:
            return {}
        allowed = self.game.new_actions(PYTHON)
        self._rules.calls(self.s, self.o, allowed)
        return {self.game.notation.call(self.s, self.o, code): code for code in codes_of(allowed)}

    def call(self, word: str) -> None:
        """Declare, as the referee, something that no seat may choose. Raises IllegalAction."""
        known = self.calls
        if word not in known:
            expected = f"one of {', '.join(known)}" if known else "none, there is nothing to call now"
            raise IllegalAction(f"{word!r} cannot be called here: expected {expected}")
        self._apply(known[word], CALL_MARK + word)

    def review(self) -> str:
        """What the game has to say about the last action, now that it is played: what would have been better, say."""
        if not self.codes:
            return ""
        before = np.frombuffer(self._before[-1][0], self.states.dtype).copy()
        return self.say(self.game.text.review(view_record(before), self.o, self.codes[-1]))

    def why_not(self, touched: Sequence[str], you: int | None = None) -> str:
        """Why things on the board, touched one after another, lead to nothing that may be done now.

        "" if they do lead to something, if they are not on the board, or if the game has no more to say.
        """
        s, o, drawing = self.s, self.o, self.game.drawing
        if self.over:
            return "The play is over."
        if self.at_chance:
            return self.asked(you)
        drawn = {shape.id: shape.like or shape.id for shape in self.scene(self.to_move).shapes if shape.id}
        if not touched or not set(touched) <= set(drawn):
            return ""
        touched = [drawn[thing] for thing in touched]
        for code in self.legal_codes():
            end = {drawing.target(s, o, code)} if len(touched) > 1 else set()  # what it leads to is not touched first
            if set(touched) <= {*drawing.touches(s, o, code), *end}:
                return ""
        return self.say(self.game.text.why_not(s, o, touched), you)

    def roll(self, rng: random.Random) -> Outcome:
        """At chance, draw an outcome by its weight, play it and return it."""
        if not self.at_chance:
            raise IllegalAction("nothing to roll: a seat is to move" if not self.over else "the play is over")
        outcomes = self.outcomes
        totals = list(accumulate(outcome.weight for outcome in outcomes))
        drawn = rng.randrange(totals[-1])
        outcome = next(o for o, total in zip(outcomes, totals, strict=True) if drawn < total)
        self._push_code(outcome.code)
        return outcome

    def undo(self, plies: int = 1) -> None:
        """Take back the last actions and outcomes."""
        if not 0 <= plies <= self.ply:
            raise ValueError(f"cannot take back {plies} of {self.ply} actions")
        for _ in range(plies):
            state, events = self._before.pop()
            self.states[0] = np.frombuffer(state, self.states.dtype)[0]
            self.codes.pop()
            self.written.pop()
            del self.events[events:]

    @property
    def turn_label(self) -> str:
        """Whose turn it is, as one word."""
        turn = int(self.s.turn)
        return "table" if turn < 0 else self.game.text.seat(self.s, self.o, turn).replace(" ", "-")

    def seat_name(self, seat: int) -> str:
        """Who sits there: the name given, or the game's own word for the seat."""
        return self.names[seat] if self.names else self.game.text.seat(self.s, self.o, seat)

    def view(self, seat: int | None = None) -> View:
        """What a seat, or a spectator, sees and may do."""
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"no seat {seat}: expected 0 to {self.seats - 1}, or None for a spectator")
        return View(
            game=self.game.name,
            seat=seat,
            ply=self.ply,
            to_move=self.to_move,
            turn=int(self.s.turn),
            asked=self.asked(seat),
            seats=tuple(self.seat_name(i) for i in range(self.seats)),
            legal=tuple(self.legal) if seat is not None and seat == self.to_move else (),
            position=self.position,
            scene=self.scene(seat),
            sentences=tuple(self.say(event.words, seat) for event in self.events),
            score=self.score,
        )

    @property
    def position(self) -> str:
        """The whole position as text; `place` takes it back."""
        return self.game.write_position(self.s, self.o)

    def place(self, position: str) -> None:
        """Set up a position from text and play on from there; the history starts anew."""
        states = new_record(self.game.state_type)
        self.game.read_position(position, view_record(states), self.o)
        self.states[:] = states
        self.placed = self.position
        for history in (self.codes, self.written, self.events, self._before):
            history.clear()

    def record(self) -> str:
        """The play as text that anyone can read and `load` replays."""
        return write_record(self)

    def __copy__(self) -> "Play":
        """Another play at the same place, with the same history; the two go on apart."""
        other = Play(self.game, self.values, self.names)
        other.states[:] = self.states
        other.placed = self.placed
        other.tags = dict(self.tags)
        for name in ("codes", "written", "events", "_before"):
            setattr(other, name, list(getattr(self, name)))
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> "Play":
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what was played, which any process that has the game can play again."""
        return replay, (self.game.name, self.values, self.names, self.placed, self.codes, self.tags)

    def scene(self, seat: int | None = None, addressed: bool = True) -> Scene:
        """What is drawn, as the seat sees it; where several look at it together nobody is addressed as you."""
        scene = self.game.drawing.scene(self.s, self.o, seat)
        return scene.named(lambda words: self.say(words, seat if addressed else None))

    def at(self, ply: int) -> "Play":
        """Another play, at an earlier place of this one."""
        if not 0 <= ply <= self.ply:
            raise ValueError(f"no ply {ply}: expected 0 to {self.ply}")
        if ply == self.ply:
            return self.__copy__()
        other = Play(self.game, self.values, self.names)
        state, events = self._before[ply]
        other.states[0] = np.frombuffer(state, self.states.dtype)[0]
        other.placed, other.tags = self.placed, dict(self.tags)
        other.codes, other.written, other.events = self.codes[:ply], self.written[:ply], self.events[:events]
        other._before = self._before[:ply]
        return other

    def retrace(self) -> Iterator["Play"]:
        """This play once more from its beginning: another one, given as it stood before each ply in turn."""
        other = Play(self.game, self.values, self.names)
        other.placed, other.tags = self.placed, dict(self.tags)
        other.events.clear()
        for ply, before in enumerate(self._before):
            state, events = before
            other.states[0] = np.frombuffer(state, self.states.dtype)[0]
            other.events += self.events[len(other.events) : events]
            yield other
            other._before.append(before)
            other.codes.append(self.codes[ply])
            other.written.append(self.written[ply])

    def frames(self, ply: int, seat: int | None = None, addressed: bool = True) -> list[Frame]:
        """How the board looked in the midst of an action or outcome, counted from 0, each time something happened.

        What looks like before, or like what comes next, is left out: often there is nothing to be seen in between.
        """
        if not 0 <= ply < self.ply:
            raise ValueError(f"no ply {ply}: expected one of the {self.ply} that were played, counted from 0")
        states = np.frombuffer(self._before[ply][0], self.states.dtype).copy()
        s, o, game = view_record(states), self.o, self.game
        seen = [Frame("", self.pieces(s, seat, addressed))]

        def see(kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:
            pieces = self.pieces(s, seat, addressed)
            if pieces != seen[-1].pieces:
                words = game.text.event(s, o, kind, a, b, c)
                seen.append(Frame(self.say(words, seat if addressed else None), pieces))

        game.bind_rules(see).apply(s, o, self.codes[ply])
        if seen[-1].pieces == self.pieces(s, seat, addressed):
            seen.pop()
        return seen[1:]

    def pieces_before(self, ply: int, seat: int | None = None, addressed: bool = True) -> tuple[Shape, ...]:
        """What stood where before an action or outcome, counted from 0."""
        states = np.frombuffer(self._before[ply][0], self.states.dtype).copy()
        return self.pieces(view_record(states), seat, addressed)

    def pieces(self, s: Record, seat: int | None, addressed: bool = True) -> tuple[Shape, ...]:
        """What moves on the board in a state of this play; some games can draw it without all the rest."""
        drawing = self.game.drawing
        drawn = drawing.pieces(s, self.o, seat) if drawing.pieces else drawing.scene(s, self.o, seat).pieces
        return tuple(shape.named(lambda words: self.say(words, seat if addressed else None)) for shape in drawn)

    def _repr_svg_(self) -> str:
        return draw_svg(self.scene())

    def __str__(self) -> str:
        return set_names(self.game.drawing.sketch(self.s, self.o), self.names)

    def __repr__(self) -> str:
        return f"<Play of {self.game.name}, ply {self.ply}: {self.position}>"


def replay(
    name: str, values: Values, names: Sequence[str], placed: str, codes: Sequence[int], tags: dict[str, str]
) -> Play:
    """A play made again from all that was played in it, what a referee called included."""
    play = Play(find_game(name), values, names)
    if placed:
        play.place(placed)
    for code in codes:
        if code >= play.game.actions.SIZE:
            calls = {called: word for word, called in play.calls.items()}
            play.call(calls[code])
        else:
            play.push(code)
    play.tags = dict(tags)
    return play
