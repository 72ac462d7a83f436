"""What is different inside a kernel that numba's simulator of a GPU runs: arrays are wrapped."""

from typing import Any

from parlour.engine.contract import Record
from parlour.engine.records import view_record


def record_at(records: Any, i: int) -> Record:
    return view_record(records._item._ary, i)
