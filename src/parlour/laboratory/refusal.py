"""What is said of bad input, and of a library that is not installed."""

from collections.abc import Iterator
from contextlib import contextmanager


class LaboratoryError(ValueError):
    """The laboratory cannot do as asked; the message says why, and what to do."""


@contextmanager
def explain_missing(extra: str = "lab") -> Iterator[None]:
    """Round imports of what an extra brings: where one fails, a sentence says how to get it."""
    try:
        yield
    except ImportError as error:
        package = (error.name or "a package").split(".")[0]
        if package == "parlour":
            raise  # a fault of our own
        raise LaboratoryError(f"{package} is needed and not installed: pip install 'parlour[{extra}]'") from error
