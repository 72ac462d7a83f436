"""Positions as text: words of the form name=value, read strictly."""

import re
from collections.abc import Sequence


class PositionError(ValueError):
    """The text is not a position of this game; the message says what was wrong and what was expected."""


class Words:
    """The words of a position, to be taken one by one; whatever is left at the end was not understood."""

    def __init__(self, text: str) -> None:
        self.words: dict[str, str] = {}
        for word in text.split():
            name, separator, value = word.partition("=")
            if not separator or not value:
                raise PositionError(f"{word!r} is not part of a position: expected name=value")
            if name in self.words:
                raise PositionError(f"{name!r} is there twice")
            self.words[name] = value

    def take(self, name: str, default: str | None = None) -> str:
        value = self.words.pop(name, default)
        if value is None:
            raise PositionError(f"{name!r} is missing")
        return value

    def take_whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        text = self.take(name, None if default is None else str(default))
        return read_whole(name, text, low, high)

    def take_wholes(self, name: str, count: int, low: int, high: int, default: int) -> list[int]:
        """`count` numbers parted by commas; all of them the default where the word is missing."""
        texts = self.take(name, ",".join([str(default)] * count)).split(",")
        if len(texts) != count:
            raise PositionError(f"{name!r} has {len(texts)} numbers: expected {count}")
        return [read_whole(name, text, low, high) for text in texts]

    def take_choice(self, name: str, choices: Sequence[str], default: str | None = None) -> int:
        text = self.take(name, default)
        if text not in choices:
            raise PositionError(f"{name!r} cannot be {text!r}: expected one of {', '.join(choices)}")
        return choices.index(text)

    def finish(self) -> None:
        if self.words:
            raise PositionError(f"{next(iter(self.words))!r} is not part of a position of this game")


def read_whole(name: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,18}", text):  # int() would take 1_0, +1 and other digits too
        raise PositionError(f"{name!r} cannot be {text!r}: expected a whole number")
    number = int(text)
    if not low <= number <= high:
        raise PositionError(f"{name!r} cannot be {number}: expected {low} to {high}")
    return number


def write_words(**words: object) -> str:
    """The words of a position; those that are None or empty are left out."""
    return " ".join([f"{name}={value}" for name, value in words.items() if value not in (None, "")])
