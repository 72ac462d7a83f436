"""Faults named in one sentence, with the file and the line of the game where they happened."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parlour.engine.game import Game


@contextmanager
def explained(game: Game, what: str) -> Iterator[None]:
    """Whatever goes wrong inside a game's own files is told as `pig: rules.py:71: name 'rol' is not defined`."""
    try:
        yield
    except AssertionError:
        raise
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if Path(frame.filename).parent.is_relative_to(game.folder)]
        at = f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else what
        raise AssertionError(f"{game.name}: {at}: {error} ({type(error).__name__}, while {what})") from error
