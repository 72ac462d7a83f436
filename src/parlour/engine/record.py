"""Records: whole plays as text a person can read, replayed without any randomness.

    [Game "stencil"]
    [Rules "1"]
    [Options "games=1"]
    [Result "1 0"]

    0. table first:red
    1. Red c2
    2. White b3

Each line is one turn: its number, whose it is, and what was played and drawn; what a referee called is marked with !.
A line starting with `;` is a comment.

After the result more tags may tell of the dice and of the end; a play keeps them in `tags`:

    [Dice "manual"]               real dice were used, and typed in
    [Commitment "…"]              of fair dice: what was shown before the seats gave their seeds, 64 hexadecimal digits
    [Seeds "ann-7|ben"]           the seeds of all seats, in order
    [Secret "…"]                  what the commitment stood for, once the play is over, 64 hexadecimal digits
    [Ending "Red resigned"]       how the play ended, if no rule ended it

Here they are checked for their form. Whether the dice were fair is for `fairness.verify` to tell.
"""

import re
from itertools import groupby
from typing import Any

from parlour.engine.fairness import check_digits, check_seed
from parlour.engine.game import UnknownGame, find_game
from parlour.engine.options import OptionError, changed
from parlour.engine.play import CALL_MARK, IllegalAction, Play
from parlour.engine.position import PositionError

KEPT = ("Dice", "Commitment", "Seeds", "Secret", "Ending")  # in the tags of a play
TAGS = ("Game", "Rules", "Options", "Names", "Position", "Result", *KEPT)


class RecordError(ValueError):
    """The text is not a record of a legal play; the message names the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def write_record(play: Play) -> str:
    """The record of a play, finished or not. Raises ValueError if its tags are not what a record may say."""
    kept = dict(play.tags)
    if play.over:
        kept.pop("Ending", None)  # it went on after all, and the rules ended it
    for name in kept:
        if name not in KEPT:
            raise ValueError(f"unknown tag {name!r}: expected one of {', '.join(KEPT)}")
        _check_kept(play, name)
    options = changed(play.game.options, play.values)
    tags = {
        "Game": play.game.name,
        "Rules": str(play.game.version),
        "Options": " ".join(f"{name}={text}" for name, text in options.items()),
        "Names": "|".join(play.names),
        "Position": play.placed,
        "Result": _write_score(play.score),
        **{name: kept.get(name, "") for name in KEPT},
    }
    lines = [f'[{name} "{value}"]' for name, value in tags.items() if value]
    lines.append("")
    for (turn, whose), words in groupby(play.written, lambda written: (written.turn, written.whose)):
        lines.append(f"{turn}. {whose} {play.game.notation.join([word.text for word in words])}")
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Play:
    """The play a record tells of, every action checked. Raises RecordError."""
    lines = text.splitlines()
    tags, body = _read_tags(lines)
    play = _new_play(tags)
    for number in range(body, len(lines)):
        line = lines[number].strip()
        if line and not line.startswith(";"):
            _replay_line(play, number + 1, line)
    if "Result" in tags:
        number, value = tags["Result"]
        if value != _write_score(play.score):
            actual = _write_score(play.score)
            raise RecordError(number, f"the result is {value!r}, but the moves lead to {actual!r}")
    play.tags = {name: tags[name][1] for name in KEPT if name in tags}
    for name in play.tags:
        try:
            _check_kept(play, name)
        except ValueError as error:
            raise RecordError(tags[name][0], str(error)) from None
    return play


def _check_kept(play: Play, name: str) -> None:
    """Whether what a play keeps under this name may stand in its record. Raises ValueError."""
    value = play.tags[name]
    if name == "Dice":
        if value != "manual":
            raise ValueError(f"the dice cannot be {value!r}: expected manual, or no such tag")
        if others := [other for other in ("Commitment", "Seeds", "Secret") if other in play.tags]:
            raise ValueError(
                f"the dice are manual, but there is the tag {others[0]!r} of fair dice: expected one of them"
            )
    elif name == "Seeds":
        seeds = value.split("|")
        if len(seeds) != play.seats:
            raise ValueError(f"{len(seeds)} seeds for {play.seats} seats: expected one for each, with | between them")
        for seed in seeds:
            check_seed(seed)
    elif name == "Ending":
        if not value.strip() or '"' in value or value.splitlines() != [value]:
            raise ValueError(f"{value!r} cannot be an ending: expected a sentence without quotation marks or line ends")
        if play.over:
            raise ValueError(f"the ending is {value!r}, but the play is over by the rules: expected only a result")
    else:
        check_digits(value)


def _read_tags(lines: list[str]) -> tuple[dict[str, tuple[int, str]], int]:
    tags: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if not line or line.startswith(";"):
            continue
        if not line.startswith("["):
            return tags, number - 1
        found = re.fullmatch(r'\[(\w+) "([^"]*)"\]', line)
        if not found:
            raise RecordError(number, f'{line!r} is not a tag: expected [Name "value"]')
        name, value = found.groups()
        if name not in TAGS:
            raise RecordError(number, f"unknown tag {name!r}: expected one of {', '.join(TAGS)}")
        if name in tags:
            raise RecordError(number, f"the tag {name!r} is there twice")
        tags[name] = (number, value)
    return tags, len(lines)


def _new_play(tags: dict[str, tuple[int, str]]) -> Play:
    if "Game" not in tags:
        raise RecordError(1, 'the tag "Game" is missing: a record starts with [Game "…"]')
    number, name = tags["Game"]
    try:
        game = find_game(name)
    except UnknownGame as error:
        raise RecordError(number, str(error)) from None
    number, version = tags.get("Rules", (1, ""))
    if version != str(game.version):
        raise RecordError(number, f"rules version {version!r}: this program plays version {str(game.version)!r}")
    number, text = tags.get("Options", (1, ""))
    given: dict[str, Any] = {}
    for word in text.split():
        option, separator, value = word.partition("=")
        if not separator:
            raise RecordError(number, f"{word!r} is not an option: expected name=value")
        if option in given:
            raise RecordError(number, f"the option {option!r} is there twice")
        given[option] = value
    try:
        values = game.settle(**given)
    except OptionError as error:
        raise RecordError(number, str(error)) from None
    number, names = tags.get("Names", (1, ""))
    try:
        play = Play(game, values, names.split("|") if names else ())
    except ValueError as error:
        raise RecordError(number, str(error)) from None
    if "Position" in tags:
        number, position = tags["Position"]
        try:
            play.place(position)
        except PositionError as error:
            raise RecordError(number, str(error)) from None
    return play


def _replay_line(play: Play, number: int, line: str) -> None:
    if play.over:
        raise RecordError(number, f"{line!r} comes after the end of the play")
    found = re.fullmatch(r"(\d+)\. (\S+) (.+)", line)
    if not found:
        raise RecordError(number, f"{line!r} is not a turn: expected a number with a full stop, whose turn, and moves")
    turn, label, moves = found.groups()
    if turn != str(play.s.turns):
        raise RecordError(number, f"turn {turn} is out of order: expected turn {play.s.turns}")
    if label != play.turn_label:
        raise RecordError(number, f"it is the turn of {play.turn_label!r}, not of {label!r}")
    tokens = play.game.notation.split(moves)
    if play.game.notation.join(tokens) != moves:
        raise RecordError(number, f"{moves!r} would be written {play.game.notation.join(tokens)!r}")
    for token in tokens:
        before = play.ply
        try:
            if token.startswith(CALL_MARK):
                play.call(token.removeprefix(CALL_MARK))
            else:
                play.push(token)
        except IllegalAction as error:
            raise RecordError(number, str(error)) from None
        words = play.written[before:]
        again = play.game.notation.join([word.text for word in words])
        if again != token:
            raise RecordError(number, f"{token!r} would be written {again!r}")
        for word in words:
            if word.turn != int(turn):
                raise RecordError(number, f"{token!r} belongs to turn {word.turn}, not to turn {turn}")
            if word.whose != label:
                raise RecordError(number, f"{token!r} belongs to {word.whose!r}, not to {label!r}")


def _write_score(score: tuple[float, ...] | None) -> str:
    return "" if score is None else " ".join(f"{points:g}" for points in score)
