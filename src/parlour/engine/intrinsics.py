"""What compiled rules get from the processor itself: finding and spreading bits, notes, room on the stack for a record.

Each takes the place of the function of the same name in `bits.py`, `notes.py`, `local.py` or `contract.py`.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from parlour.engine.compiler import find_processor

WORD = ir.IntType(64)
BYTE = ir.IntType(8)
SIXTEEN = ir.VectorType(BYTE, 16)  # as many as the vectors of every processor hold
SLOW_DEPOSIT = ("znver1", "znver2")  # processors whose `pdep` takes longer than finding a bit step by step


def word(value: int) -> ir.Constant:
    return ir.Constant(WORD, value)


def in_each(value: int) -> ir.Constant:
    """A word of eight bytes that are all the same."""
    return word(value * 0x0101010101010101)


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
def highest_bit(typing: Any, x: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.sub(word(63), builder.ctlz(values[0], ir.IntType(1)(0)))  # of 0 it counts 64

    return (types.int64(types.int64), emit) if _is_whole(x) else None


@intrinsic
def select_bit(typing: Any, x: Any, k: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        processor, features = find_processor(context)
        find = _deposit if "+bmi2" in features and processor not in SLOW_DEPOSIT else _count_bytes
        return find(builder, *values)

    return (types.int64(types.int64, types.int64), emit) if _is_whole(x) and _is_whole(k) else None


def _is_whole(x: Any) -> bool:
    return isinstance(x, types.Integer | types.Boolean)


def _deposit(builder: Any, x: Any, k: Any) -> Any:
    """Lay the k-th bit onto the k-th 1 of the number, and see where it is."""
    pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(WORD, [WORD, WORD]))
    return builder.cttz(builder.call(pdep, [builder.shl(word(1), k), x]), ir.IntType(1)(0))


def _count_bytes(builder: Any, x: Any, k: Any) -> Any:
    """Count the 1s up to the end of every byte, all at once; in the byte that has the k-th, look it up."""
    pairs = builder.sub(x, builder.and_(builder.lshr(x, word(1)), in_each(0x55)))
    fours = builder.add(builder.and_(pairs, in_each(0x33)), builder.and_(builder.lshr(pairs, word(2)), in_each(0x33)))
    counts = builder.and_(builder.add(fours, builder.lshr(fours, word(4))), in_each(0x0F))
    upto = builder.mul(counts, in_each(1))
    ends_before = builder.sub(builder.or_(builder.mul(k, in_each(1)), in_each(0x80)), upto)  # in the top bit of each
    is_in = builder.and_(builder.not_(ends_before), in_each(0x80))
    place = builder.and_(builder.cttz(is_in, ir.IntType(1)(0)), word(-8))
    before = builder.and_(builder.lshr(builder.shl(upto, word(8)), place), word(0xFF))
    byte = builder.and_(builder.lshr(x, place), word(0xFF))
    row = builder.gep(_places_in_bytes(builder.module), [word(0), byte, builder.sub(k, before)])
    return builder.add(place, builder.zext(builder.load(row), WORD))


def _places_in_bytes(module: Any) -> Any:
    """For every byte, the places of its 1s."""
    name = "places_in_bytes"
    if name not in module.globals:
        rows = [[place for place in range(8) if byte >> place & 1] for byte in range(256)]
        table = ir.GlobalVariable(module, ir.ArrayType(ir.ArrayType(BYTE, 8), 256), name)
        table.initializer = table.value_type([[*row, *[0] * (8 - len(row))] for row in rows])
        table.linkage, table.global_constant = "internal", True
    return module.globals[name]


@intrinsic
def write_flags(typing: Any, flags: Any, at: Any, bits: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        eights = builder.bitcast(values[2], ir.VectorType(BYTE, 8))
        of_each = ir.Constant(SIXTEEN, [1 << place % 8 for place in range(16)])
        for first in range(0, 64, 16):
            copies = ir.Constant(ir.VectorType(ir.IntType(32), 16), [(first + place) // 8 for place in range(16)])
            found = builder.and_(builder.shuffle_vector(eights, eights, copies), of_each)
            sixteen = builder.zext(builder.icmp_unsigned("==", found, of_each), SIXTEEN)
            to = item_of(context, builder, flags, values[0], builder.add(values[1], word(first)))
            builder.store(sixteen, builder.bitcast(to, SIXTEEN.as_pointer()), align=1)
        return context.get_dummy_value()

    are_flags = _is_row(flags) and flags.dtype == types.boolean
    return (
        (types.none(flags, types.int64, types.int64), emit) if are_flags and _is_whole(at) and _is_whole(bits) else None
    )


@intrinsic
def look(typing: Any, notes: Any, i: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.load_atomic(item_of(context, builder, notes, *values), "acquire", 8)

    return (types.int64(notes, types.int64), emit) if _are_notes(notes) and _is_whole(i) else None


@intrinsic
def tell(typing: Any, notes: Any, i: Any, number: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        builder.store_atomic(values[2], item_of(context, builder, notes, *values[:2]), "release", 8)
        return context.get_dummy_value()

    given = _are_notes(notes) and _is_whole(i) and _is_whole(number)
    return (types.none(notes, types.int64, types.int64), emit) if given else None


@intrinsic
def exchange(typing: Any, notes: Any, i: Any, expected: Any, number: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        there = item_of(context, builder, notes, *values[:2])
        return builder.extract_value(builder.cmpxchg(there, values[2], values[3], "acq_rel", "acquire"), 1)

    given = _are_notes(notes) and all(_is_whole(x) for x in (i, expected, number))
    return (types.boolean(notes, types.int64, types.int64, types.int64), emit) if given else None


def _is_row(array: Any) -> bool:
    return isinstance(array, types.Array) and array.ndim == 1 and array.layout == "C"


def _are_notes(array: Any) -> bool:
    return _is_row(array) and array.dtype == types.int64


def item_of(context: Any, builder: Any, kind: Any, array: Any, i: Any) -> Any:
    """Where the item i of a row is."""
    return builder.gep(context.make_array(kind)(context, builder, array).data, [i])


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
