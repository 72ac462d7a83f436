"""Options are data: declared once, they give validation, presets, help, command-line flags and forms."""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from parlour.engine.codes import Codes

Values = Mapping[str, Any]


class OptionError(ValueError):
    """An option does not exist, or a value is not one it takes; the message says what is expected."""

    def __init__(self, sentence: str, option: str = "") -> None:
        super().__init__(sentence)
        self.option = option  # the one to be changed, where it can be told


class Kind(Protocol):
    """What values an option takes."""

    def read(self, value: Any) -> Any:
        """The value meant by what a person typed or a program passed; ValueError if it means none."""

    def write(self, value: Any) -> str:
        """The value as text that `read` takes back."""

    def describe(self) -> str:
        """All values, in a few words."""

    def sample(self, rng: random.Random) -> Any:
        """Some value, for tests over random options."""


@runtime_checkable
class Coded(Kind, Protocol):
    """A kind whose values are single numbers to the rules; what others mean to them, the game derives."""

    def encode(self, value: Any) -> int:
        """The value as a record holds it."""

    def decode(self, number: int) -> Any:
        """And back. Raises LookupError for a number that stands for no value."""

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number that a record may hold."""


@dataclass(frozen=True)
class Choice:
    """One of a few: the codes of a class, or words (held as their places in the list), or numbers (as themselves)."""

    values: tuple[Any, ...]
    codes: type[Codes] | None

    def __init__(self, *values: Any) -> None:
        codes: type[Codes] | None = values[0] if len(values) == 1 and isinstance(values[0], type) else None
        object.__setattr__(self, "codes", codes)
        object.__setattr__(self, "values", codes.words() if codes else values)

    @property
    def lines(self) -> dict[str, str]:
        """What each word stands for, where a class of codes says so."""
        return {entry.word: entry.line for entry in self.codes.DECLARED} if self.codes else {}

    def read(self, value: Any) -> Any:
        for known in self.values:
            if type(value) is type(known) and value == known:
                return known
            if isinstance(value, str) and value.strip().lower() == str(known).lower():
                return known
        raise ValueError

    def write(self, value: Any) -> str:
        return str(value)

    def encode(self, value: Any) -> int:
        if isinstance(value, int):
            return value
        return self.codes.number(value) if self.codes else self.values.index(value)

    def decode(self, number: int) -> Any:
        for value in self.values:
            if self.encode(value) == number:
                return value
        raise LookupError(f"{number} stands for none of {self.describe()}")

    @property
    def bounds(self) -> tuple[int, int]:
        numbers = [self.encode(value) for value in self.values]
        return min(numbers), max(numbers)

    def describe(self) -> str:
        return ", ".join(str(value) for value in self.values)

    def sample(self, rng: random.Random) -> Any:
        return rng.choice(self.values)


@dataclass(frozen=True)
class Flag:
    """Yes or no."""

    def read(self, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        if isinstance(value, str) and value.strip().lower() in words:
            return words[value.strip().lower()]
        raise ValueError

    def write(self, value: bool) -> str:
        return "true" if value else "false"

    def encode(self, value: bool) -> int:
        return int(value)

    def decode(self, number: int) -> bool:
        return bool(number)

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, 1

    def describe(self) -> str:
        return "true, false"

    def sample(self, rng: random.Random) -> bool:
        return rng.random() < 0.5


@dataclass(frozen=True)
class Whole:
    """A whole number between two bounds, in steps; where `zero` is set 0 is allowed as well."""

    low: int
    high: int
    step: int = 1
    zero: bool = False

    def read(self, value: Any) -> int:
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,18}", value.strip()):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError
        if (value or not self.zero) and (not self.low <= value <= self.high or (value - self.low) % self.step):
            raise ValueError
        return value

    def write(self, value: int) -> str:
        return str(value)

    def encode(self, value: int) -> int:
        return value

    def decode(self, number: int) -> int:
        return number

    @property
    def bounds(self) -> tuple[int, int]:
        return min(self.low, 0) if self.zero else self.low, self.high

    def describe(self) -> str:
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        return f"{'0, or ' if self.zero else ''}{self.low} to {self.high}{steps}"

    def sample(self, rng: random.Random) -> int:
        return self.low + self.step * rng.randint(0, min(12, (self.high - self.low) // self.step))


@dataclass(frozen=True)
class Offer:
    """One of the values that a form offers for an option of many, in words."""

    value: Any
    words: str
    needs: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # other options it makes sense with


@dataclass(frozen=True)
class Option:
    """One declared option. `default` may depend on the options declared before it."""

    name: str
    kind: Kind
    default: Any  # a value, or a function of the values settled so far
    help: str
    source: str = ""  # what the game's source says, such as its patent
    needs: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # other options it makes sense with
    default_help: str = ""  # the default in words, where it depends on other options
    title: str = ""  # what a form calls it; made from its name where there is none
    words: Mapping[Any, str] = field(default_factory=dict)  # its values in words, where their kind has none
    offers: tuple[Offer, ...] = ()  # for a form, where any number or any text may be given

    def __post_init__(self) -> None:
        if isinstance(self.kind, type):
            raise TypeError(f"the kind of the option {self.name} is the class {self.kind.__name__}: write its brackets")
        if not callable(self.default):
            try:
                self.kind.read(self.default)
            except ValueError:
                expected = f"expected {self.kind.describe()}"
                raise TypeError(f"the default of the option {self.name} is {self.default!r}: {expected}") from None

    def default_for(self, settled: Values) -> Any:
        return self.default(settled) if callable(self.default) else self.default

    def describe_help(self) -> str:
        """What it does, and with which other options alone."""
        needs = [
            f"{other} is {' or '.join(str(value).lower() for value in wanted)}" for other, wanted in self.needs.items()
        ]
        return self.help + (f" (only when {' and '.join(needs)})" if needs else "")

    def describe_default(self) -> str:
        return self.default_help or self.kind.write(self.default)

    def read(self, value: Any) -> Any:
        try:
            return self.kind.read(value)
        except ValueError:
            raise OptionError(f"{self.name} cannot be {value!r}: expected {self.kind.describe()}", self.name) from None


def choose(
    codes: type[Codes],
    default: Any,
    source: str = "",
    needs: Mapping[str, tuple[Any, ...]] | None = None,
    default_help: str = "",
) -> Option:
    """An option between the codes of a class, which has its name and says what it asks: PlatesFor is `plates_for`."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", "_", codes.__name__).lower()
    return Option(name, Choice(codes), default, codes.ASKS, source, needs or {}, default_help, codes.TITLE)


def settle(options: tuple[Option, ...], given: Values) -> dict[str, Any]:
    """All options with their values: those given, checked, and the defaults of the rest."""
    known = {option.name for option in options}
    for name in given:
        if name not in known:
            raise OptionError(f"there is no option {name!r}: expected one of {', '.join(sorted(known))}")
    settled: dict[str, Any] = {}
    for option in options:
        default = option.default_for(settled)
        value = option.read(given[option.name]) if option.name in given else default
        if value != default:
            for other, wanted in option.needs.items():
                if settled[other] not in wanted:
                    words = " or ".join(str(w).lower() for w in wanted)
                    raise OptionError(
                        f"{option.name} only matters when {other} is {words}, and it is {str(settled[other]).lower()}",
                        option.name,
                    )
        settled[option.name] = value
    return settled


def changed(options: tuple[Option, ...], values: Values) -> dict[str, str]:
    """As text, the options whose value is not the default: what a record has to say."""
    settled: dict[str, Any] = {}
    texts = {}
    for option in options:
        if values[option.name] != option.default_for(settled):
            texts[option.name] = option.kind.write(values[option.name])
        settled[option.name] = values[option.name]
    return texts


def sample_options(
    options: tuple[Option, ...], rng: random.Random, fixed: Values, check: Callable[[Values], None]
) -> dict[str, Any]:
    """Random values that go together; `fixed` ones are kept."""
    for _ in range(1000):
        given = dict(fixed)
        settled: dict[str, Any] = {}
        for option in options:
            matters = all(settled[other] in wanted for other, wanted in option.needs.items())
            if option.name not in fixed and matters and rng.random() < 0.5:
                given[option.name] = option.kind.sample(rng)
            settled[option.name] = given.get(option.name, option.default_for(settled))
        try:
            settled = settle(options, given)
            check(settled)
        except OptionError:
            continue
        return settled
    raise RuntimeError("no valid combination of options in 1000 tries")


def are_usual(options: tuple[Option, ...], values: Values, besides: tuple[str, ...]) -> bool:
    """Whether all options have their defaults, besides some that may have any value."""
    return all(values[option.name] == option.default_for(values) for option in options if option.name not in besides)
