"""What rules on a GPU get from the compiler: counting and finding bits, and room for a record of a function's own.

The same as `intrinsics.py` has for the processor, as numba-cuda wants it.
"""

# mypy: disable-error-code="attr-defined"

from typing import Any

from llvmlite import ir
from numba.cuda import types
from numba.cuda.extending import intrinsic

from parlour.engine.intrinsics import as_bytes, call_memory, make_room, word


def _is_whole(x: Any) -> bool:
    return isinstance(x, types.Integer | types.Boolean)


@intrinsic
def note(typing: Any, kind: Any, a: Any = 0, b: Any = 0, c: Any = 0) -> Any:
    """Compiled rules tell nobody what happens."""

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return context.get_dummy_value()

    given = [x for x in (kind, a, b, c) if isinstance(x, types.Type)]
    return (types.none(*[types.int64] * 4), emit) if all(_is_whole(x) for x in given) else None


@intrinsic
def count_bits(typing: Any, x: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return (types.int64(types.int64), emit) if _is_whole(x) else None


@intrinsic
def lowest_bit(typing: Any, x: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        is_zero = builder.icmp_signed("==", values[0], word(0))
        return builder.select(is_zero, word(-1), builder.cttz(values[0], ir.IntType(1)(1)))

    return (types.int64(types.int64), emit) if _is_whole(x) else None


@intrinsic
def highest_bit(typing: Any, x: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.sub(word(63), builder.ctlz(values[0], ir.IntType(1)(0)))  # of 0 it counts 64

    return (types.int64(types.int64), emit) if _is_whole(x) else None


@intrinsic
def select_bit(typing: Any, x: Any, k: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return _halve(builder, *values)

    return (types.int64(types.int64, types.int64), emit) if _is_whole(x) and _is_whole(k) else None


def _halve(builder: Any, x: Any, k: Any) -> Any:
    """Count the lower half; go on in that, or in the upper one."""
    place = word(0)
    for width in (32, 16, 8, 4, 2, 1):
        n = builder.ctpop(builder.and_(x, word((1 << width) - 1)))
        is_above = builder.icmp_signed(">=", k, n)
        k = builder.select(is_above, builder.sub(k, n), k)
        x = builder.select(is_above, builder.lshr(x, word(width)), x)
        place = builder.select(is_above, builder.add(place, word(width)), place)
    return place


@intrinsic
def copy_of(typing: Any, record: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        room = make_room(builder, record)
        call_memory(builder, "llvm.memcpy", [room, as_bytes(builder, values[0]), word(record.size)])
        return builder.bitcast(room, context.get_value_type(record))

    return (record(record), emit) if isinstance(record, types.Record) else None


@intrinsic
def blank(typing: Any, dtype: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        room = make_room(builder, record)
        call_memory(builder, "llvm.memset", [room, ir.IntType(8)(0), word(record.size)])
        return builder.bitcast(room, context.get_value_type(record))

    record: Any = getattr(dtype, "dtype", None)
    return (record(dtype), emit) if isinstance(record, types.Record) else None


@intrinsic
def clear_record(typing: Any, record: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        room = as_bytes(builder, values[0])
        call_memory(builder, "llvm.memset", [room, ir.IntType(8)(0), word(record.size)])
        return context.get_dummy_value()

    return (types.none(record), emit) if isinstance(record, types.Record) else None
