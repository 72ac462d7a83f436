"""Reading a record: the play it tells of, with every word of it checked."""

import re
from typing import Any, TypeAlias

from parlour.engine.game import UnknownGame, find_game
from parlour.engine.options import OptionError
from parlour.engine.play import IllegalAction, Play
from parlour.engine.position import PositionError
from parlour.engine.record import CALL_MARK, KEPT, TAGS, RecordError, check_kept, write_score

Tags: TypeAlias = dict[str, tuple[int, str]]  # by name: the line it stands in, and what it says


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
        if value != write_score(play.score):
            actual = write_score(play.score)
            raise RecordError(number, f"the result is {value!r}, but the moves lead to {actual!r}")
    _check_final(play, tags)
    play.tags = {name: tags[name][1] for name in KEPT if name in tags}
    for name in play.tags:
        try:
            check_kept(play, name)
        except ValueError as error:
            raise RecordError(tags[name][0], str(error)) from None
    return play


def _read_tags(lines: list[str]) -> tuple[Tags, int]:
    tags: Tags = {}
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


def _new_play(tags: Tags) -> Play:
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
        values = game.settle_recorded(**given)
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


def _check_final(play: Play, tags: Tags) -> None:
    """The moves have to lead to the final position, if the record tells it."""
    if "Final" in tags:
        number, text = tags["Final"]
        if text == play.position:
            return
        final = Play(play.game, play.values)
        try:
            final.place(text)
        except PositionError as error:
            raise RecordError(number, f"the final position cannot be: {error}") from None
        if final.states.tobytes() != play.states.tobytes():
            raise RecordError(number, f"the final position is {text!r}, but the moves lead to {play.position!r}")
