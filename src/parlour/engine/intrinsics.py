"""What compiled rules get from the processor itself: counting and finding bits, and room on the stack for a record.

Each takes the place of the function of the same name in `bits.py`, `local.py` or `contract.py`.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from parlour.engine.compiler import find_processor

WORD = ir.IntType(64)
SLOW_DEPOSIT = ("znver1", "znver2")  # processors whose `pdep` takes longer than finding a bit step by step


def word(value: int) -> ir.Constant:
    return ir.Constant(WORD, value)


@intrinsic
def note(typing: Any, kind: Any, a: Any = 0, b: Any = 0, c: Any = 0) -> Any:
    """Compiled rules tell nobody what happens."""

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return context.get_dummy_value()

    given = [x for x in (kind, a, b, c) if isinstance(x, types.Type)]
    wholes = [types.int64] * 4  # one signature for all kinds of numbers; those left out are 0
    return (types.none(*wholes), emit) if all(_is_whole(x) for x in given) else None


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
def select_bit(typing: Any, x: Any, k: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        processor, features = find_processor(context)
        find = _deposit if "+bmi2" in features and processor not in SLOW_DEPOSIT else halve
        return find(builder, *values)

    return (types.int64(types.int64, types.int64), emit) if _is_whole(x) and _is_whole(k) else None


def _is_whole(x: Any) -> bool:
    return isinstance(x, types.Integer | types.Boolean)


def _deposit(builder: Any, x: Any, k: Any) -> Any:
    """Lay the k-th bit onto the k-th 1 of the number, and see where it is."""
    pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(WORD, [WORD, WORD]))
    return builder.cttz(builder.call(pdep, [builder.shl(word(1), k), x]), ir.IntType(1)(0))


def halve(builder: Any, x: Any, k: Any) -> Any:
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


def make_room(builder: Any, record: Any) -> Any:
    """Room for a record where the function begins, so that a loop does not take more each time round."""
    with builder.goto_entry_block():
        room = builder.alloca(ir.ArrayType(ir.IntType(8), record.size))
        room.align = 16
        return as_bytes(builder, room)


def as_bytes(builder: Any, pointer: Any) -> Any:
    return builder.bitcast(pointer, ir.IntType(8).as_pointer())


def call_memory(builder: Any, name: str, arguments: list[Any]) -> None:
    kinds = [arguments[0].type, *([arguments[1].type] if name.endswith("cpy") else []), WORD]
    function = builder.module.declare_intrinsic(name, kinds)
    builder.call(function, [*arguments, ir.IntType(1)(0)])
