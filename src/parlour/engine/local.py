"""Records: one of many, and a function's own to try things on: the same calls in rules for every target.

A local record belongs to the function that makes it. It may be handed on to functions called from there, and must
not be returned. Compiled, it lies on the stack: each place in the source that makes one has room for one, which the
next time round a loop fills anew.
"""

from typing import Any

import numpy as np

from parlour.engine.contract import Record
from parlour.engine.records import view_class, view_record


def copy_of(record: Record) -> Record:
    """A copy of a record."""
    return type(record)(memoryview(bytearray(record.memory)))


def blank(dtype: np.dtype[Any]) -> Record:
    """A zeroed record of a type, which has to be a constant of a module."""
    return view_class(dtype)(memoryview(bytearray(dtype.itemsize)))


def record_at(records: Any, i: int) -> Record:
    """The record i of an array; what is written to it is written there."""
    return view_record(records, i)


def clear_record(record: Record) -> None:
    """Make every byte of a record 0."""
    record.memory[:] = bytes(len(record.memory))
