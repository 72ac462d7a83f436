"""Everything a game provides, each with its signature and what stands in for it where a game has none of its own.

Modules (`Rules`, `Knowledge`, `EndingRules`, `SolvingRules`) are written in the language of rules and bound to every
target. The other hooks are ordinary Python: a game hands its functions over in its `__init__.py`.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from parlour.engine.box import Thing
from parlour.engine.codes import Codes
from parlour.engine.contract import Actions, Points, Record, Strengths, Terms, Weights
from parlour.engine.level import Level
from parlour.engine.observing import Parts
from parlour.engine.options import Values
from parlour.engine.puzzle import PuzzleKind
from parlour.engine.scene import Card, Scene, Shape


class Rules(Protocol):
    """A game's `rules.py`: the functions of `contract.py`, which says what each does."""

    __name__: str

    def setup(self, s: Record, o: Record, /) -> None: ...
    def legal(self, s: Record, o: Record, actions: Actions, /) -> None: ...
    def chance(self, s: Record, o: Record, weights: Weights, /) -> int: ...
    def apply(self, s: Record, o: Record, action: int, /) -> None: ...
    def score(self, s: Record, o: Record, points: Points, /) -> None: ...


class Calls(Protocol):
    """Rules by which a referee may declare something, such as a clock run out; see `Game.calls`."""

    def calls(self, s: Record, o: Record, actions: Actions, /) -> None: ...


class Knowledge(Protocol):
    """A game's `knowledge.py`: what counts in it, and how much. What a game does not know better it imports from
    `contract.py`: `worth`, `overlooks`."""

    __name__: str

    @property
    def Term(self) -> type[Codes]:
        """What counts; `Opponents.reasons` says it in words."""

    @property
    def WEIGHTS(self) -> Mapping[str, Sequence[float]]:
        """For each term how much, in the logarithm of the chance to win, row by row."""

    def row(self, o: Record, /) -> int:
        """Which of the weights go with these options."""

    def judge(self, s: Record, o: Record, terms: Terms, /) -> None:
        """How much each seat has of each term: `terms[seat, term]`, zeroed before."""

    def worth(self, s: Record, o: Record, strengths: Strengths, points: Points, /) -> None:
        """The points each seat can expect from its weighted sum."""

    def overlooks(self, s: Record, o: Record, action: int, sight: int, /) -> bool:
        """Whether somebody of that sight does not think of an action."""


class Learning(Protocol):
    """A game's `learning.py`: what a net looks at in it besides the terms of its knowledge, and what it has to answer.
    What a game does not know better it imports from `contract.py`: `kind`, `results`, `value`."""

    __name__: str

    @property
    def INPUTS(self) -> int:
        """How many numbers `features` writes."""

    @property
    def KINDS(self) -> int:
        """How many kinds of positions there are, each with a net of its own."""

    @property
    def SHARES(self) -> int:
        """How many numbers a net answers for each seat; the first is its share of the win."""

    @property
    def STEPS(self) -> int:
        """How many actions of a turn are tried one after another. Beyond that a net judges in the middle of a turn, so
        where turns may be longer it has to see what is left to be done."""

    @property
    def SHORTLIST(self) -> int:
        """How many of the ways to finish a turn, those that the terms of the game's knowledge like best, a search has
        the net judge for every outcome that it looks at. 0: all of them."""

    def family(self, values: Values, /) -> str | None:
        """Which net goes with these options: the name of its file. None: there is none."""

    def features(self, s: Record, o: Record, seat: int, out: Any, /) -> None:
        """What a seat sees; the array comes zeroed."""

    def kind(self, s: Record, o: Record, /) -> int:
        """Which kind of position it is."""

    def results(self, s: Record, o: Record, points: Points, shares: Any, /) -> None:
        """At the end, what a net should have answered: `shares[seat, number]`, zeroed before."""

    def value(self, s: Record, o: Record, shares: Any, points: Points, /) -> None:
        """The points each seat can expect after a net's answers."""


class EndingRules(Protocol):
    """A game's `ending.py`: positions of which it is known who wins, and what else a net answers."""

    __name__: str

    def foretell(self, s: Record, o: Record, table: Any, shares: Any, /) -> bool:
        """Whether this is one of them, and then what a net should answer: `shares[seat, number]`."""


@dataclass(frozen=True)
class Ending:
    """Endings that are known exactly, by a table that is worked out once and kept on disk."""

    rules: EndingRules
    none: Any  # a table of nothing: a NamedTuple of arrays, each of the type that a table has there
    family: Callable[[Values], str | None]  # which table goes with these options, as a word. None: there is none
    build: Callable[[Values, Any], Any]  # the table for these options, by the compiled functions of `rules`
    is_near: Callable[[Record, Record], bool]  # whether looking ahead from here may come to one: then the table is read


class Observing(Protocol):
    """A game's `observing.py`: what a seat sees, as numbers, where the game knows better than `engine/observing.py`."""

    __name__: str

    @property
    def VERSION(self) -> int:
        """Raised whenever the same state gives other numbers."""

    @property
    def PARTS(self) -> Parts:
        """What it consists of."""

    def observe(self, s: Record, o: Record, seat: int, out: Any, /) -> None:
        """Write what a seat sees; the array comes zeroed."""


class SolvingRules(Protocol):
    """A game's `solving.py`: which positions are worth the same to the exact solver, and what it knows at once."""

    __name__: str

    def key(self, s: Record, o: Record, /) -> int:
        """The same number for positions worth the same; negative where the solver cannot go."""

    def known(self, s: Record, o: Record, /) -> int:
        """What is known of a position without looking ahead."""


@dataclass(frozen=True)
class Solving:
    """How a small game of two without chance is solved."""

    rules: SolvingRules
    scope: str  # where a key is not negative, in words
    defaults: Values = field(default_factory=dict)  # options to be solved with unless others are asked for
    points: tuple[float, ...] = ()  # what a loss, a draw and a win are worth, where looking back asks the solver


def say_nothing(s: Record, o: Record, action: int) -> str:
    """No more to say."""
    return ""


def pay_nothing(s: Record, o: Record, action: int) -> int:
    """What actions earn is not counted, or not known at once."""
    return 0


def always_list(s: Record, o: Record) -> str:
    """Moves may be listed: finding one is no part of the game."""
    return ""


def nobody_out(s: Record, o: Record, number: int) -> bool:
    """Everybody plays to the end."""
    return False


def no_hints(s: Record, o: Record) -> Sequence[str]:
    return ()


def by_turn(s: Record, o: Record) -> Hashable:
    """What tells one decision from another: who is asked, and in which turn."""
    return s.to_move, s.turns


def no_reason(s: Record, o: Record, touched: Sequence[str]) -> str:
    return ""


@dataclass(frozen=True)
class Text:
    """The words of a game."""

    seat: Callable[[Record, Record, int], str]  # a seat's own name: Red, Family A
    label: Callable[[Record, Record, int], str]  # an action in a few words, for a button
    sentence: Callable[[Record, Record, int], str]  # what it means
    outcome: Callable[[Record, Record, int], str]  # what chance brings
    event: Callable[[Record, Record, int, int, int, int], str]  # what has happened: a kind and three numbers
    asked: Callable[[Record, Record], str]  # who has to do what
    why_not: Callable[[Record, Record, Sequence[str]], str] = no_reason  # why things touched lead to nothing now
    hints: Callable[[Record, Record], Sequence[str]] | None = None  # what the table tells before a move, step by step
    review: Callable[[Record, Record, int], str] = say_nothing  # what would have been better, now that it is played
    invitation: Callable[[Record, Record], str] = always_list  # what to type, where finding a move is part of the game
    decision: Callable[[Record, Record], Hashable] = by_turn  # what tells one decision from another
    pays: Callable[[Record, Record, int], int] = pay_nothing  # what an action earns at once, where that is counted
    out: Callable[[Record, Record, int], bool] = nobody_out  # whether a seat is out of the play, which goes on
    minor: frozenset[int] = frozenset()  # kinds of events that are left out first where there is little room: throws
    major: frozenset[int] = frozenset()  # those that change things for somebody, and are left out last: captures
    decisive: frozenset[int] = frozenset()  # those without which an end cannot be understood: who was struck
    closing: frozenset[int] = frozenset()  # those that only say how a play ended, which its end says in any case


def read_word(token: str, known: Mapping[str, int], marks: str = "") -> list[int]:
    """The code of a word in other letters, large or small, or with the marks of a record."""
    plain = token.rstrip(marks).lower()
    return [code for word, code in known.items() if word.lower() == plain]


def read_plain(s: Record, o: Record, token: str, known: Mapping[str, int]) -> list[int]:
    return read_word(token, known)


def join_words(tokens: list[str]) -> str:
    return " ".join(tokens)


def split_words(text: str) -> list[str]:
    return text.split()


def call_nothing(s: Record, o: Record, code: int) -> str:
    raise LookupError("this game has no calls")


@dataclass(frozen=True)
class Notation:
    """Moves as text."""

    write: Callable[[Record, Record, int], str]  # an action, in one word
    outcome: Callable[[Record, Record, int], str]  # what chance brought, in one word
    done: Callable[[Record, Record, int], str] | None = None  # as a record writes it, where marks are added: `@2#`
    read: Callable[[Record, Record, str, Mapping[str, int]], list[int]] = read_plain  # a word that is written otherwise
    join: Callable[[list[str]], str] = join_words  # the words of one turn
    split: Callable[[str], list[str]] = split_words  # and back
    call: Callable[[Record, Record, int], str] = call_nothing  # what a referee calls, in one word

    def finished(self, s: Record, o: Record, action: int) -> str:
        """An action as a record writes it."""
        return self.done(s, o, action) if self.done else self.write(s, o, action)


Spell = Callable[[Record, Record], Mapping[str, str]]
Unspell = Callable[[Any, Record, Record], None]
Faults = Iterator[tuple[object, str]]  # one after another, whether something is wrong and the words to refuse it with


@dataclass(frozen=True)
class Spelling:
    """How a position tells a field, or several together, where `word=numbers` would not read well."""

    write: Spell  # words and what they say; "" is left out
    read: Unspell  # once the plain fields are read, take these words (a `position.Words`). Raises PositionError


def add_nothing(s: Record, o: Record) -> None:
    """Nothing follows from the words of a position but what they say."""


@dataclass(frozen=True)
class Positions:
    """What a game adds to the positions that its fields declare."""

    spellings: Mapping[str, Spelling] = field(default_factory=dict)  # by the name of the field whose place they take
    complete: Callable[[Record, Record], None] = add_nothing  # work out the fields that are derived
    faults: tuple[Callable[[Record, Record], Faults], ...] = ()  # what no play leads to


def touch_nothing(s: Record, o: Record, action: int) -> str:
    return ""


@dataclass(frozen=True)
class Drawing:
    """The board, and how it is touched."""

    scene: Callable[[Record, Record, int | None], Scene]  # as a seat sees it, or a spectator
    touches: Callable[[Record, Record, int], Sequence[str]]  # the ids of what to touch for an action, in order
    sketch: Callable[[Record, Record], str]  # the board as text
    target: Callable[[Record, Record, int], str] = touch_nothing  # the id of the cell on which something comes to rest
    pieces: Callable[[Record, Record, int | None], tuple[Shape, ...]] | None = None  # what moves, without the rest
    turned: bool = False  # whether the board is turned so that the viewer's side is at the bottom
    cards: Callable[[], Mapping[str, Card]] | None = None  # facts about things on the board, by their ids


Box = Callable[[Record, Record], Iterable[Thing]]  # all that lies on the table, for a start of a play, to be printed


@dataclass(frozen=True)
class Opponents:
    """Who plays a game."""

    levels: Callable[[Values], Sequence[Level]]  # under these options, from the weakest to the strongest
    reasons: Mapping[str, tuple[str, str]] | Callable[[Values], Mapping[str, tuple[str, str]]] = field(
        default_factory=dict
    )  # by term: what I gain, what others lose; or under these options, where their words differ
    faults: tuple[str, ...] = ()  # terms that count what is bad for whoever has it, as all others count what is good

    def reasons_under(self, values: Values) -> Mapping[str, tuple[str, str]]:
        return self.reasons(values) if callable(self.reasons) else self.reasons


@dataclass(frozen=True)
class Puzzles:
    """Puzzles: on sheets to be printed, and on the board; `puzzle.py` says what one is."""

    kinds: tuple[str, ...] = ()  # of sheets, the usual one first
    make_sheet: Callable[..., str] | None = None  # (kind, level, count, seed, answers=, note=, dice= if there are some)
    dice: tuple[int, ...] = ()  # how many there may be on a sheet, the usual number first
    posed: tuple[PuzzleKind, ...] = ()  # on the board, the usual kind first


@dataclass(frozen=True)
class Limits:
    """What a table has agreed on, for a referee to keep; 0 for no limit."""

    move_seconds: int = 0  # for each decision
    play_minutes: int = 0  # for the whole play
    attempts: int = 0  # refused statements in one decision


def unlimited(values: Values) -> Limits:
    """The limits of a game that knows none."""
    return Limits()


def accept(values: Values) -> None:
    """The check of a game whose options never contradict each other."""


def sensible(values: Values) -> str:
    """Whatever options do not contradict each other may be played."""
    return ""


def derive_nothing(values: Values, o: Any) -> None:
    """The derivation of a game whose rules read its options as they are."""
