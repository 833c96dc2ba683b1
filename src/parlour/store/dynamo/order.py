"""Values as bytes whose order is the order of lists: DynamoDB sorts by bytes, and by nothing else.

A text ends with a zero, so that what it begins comes first; the port has none inside. A number is a double turned so
that its bytes sort, and what a whole number is beside its double: SQL compares 3 with 2.5, and tells 2**60 from the
next one. To count down, all bits are turned. Every place in an order ends with a zero, and no bound does: no place is a
bound.
"""

import struct
from collections.abc import Sequence

from parlour.house.store import Scalar

END = b"\0"
_TURNED = bytes(255 - byte for byte in range(256))
SIGN, ALL = 1 << 63, (1 << 64) - 1


def place(values: Sequence[Scalar], down: Sequence[bool] = ()) -> bytes:
    """Where these stand."""
    return beginning(values, down) + END


def beginning(values: Sequence[Scalar], down: Sequence[bool] = ()) -> bytes:
    """What all places begin with that begin with these."""
    ways = (*down, *[False] * len(values))
    return b"".join(
        value_bytes(value).translate(_TURNED) if turned else value_bytes(value)
        for value, turned in zip(values, ways, strict=False)
    )


def texts_of(where: bytes) -> list[str]:
    """What stands at a place where all values are texts."""
    return where.removesuffix(END + END).decode().split("\0")


def past(begins: bytes) -> bytes:
    """The least that comes after all that begins so; nothing, if all does."""
    kept = begins.rstrip(b"\xff")
    return kept[:-1] + bytes([kept[-1] + 1]) if kept else b""


def value_bytes(value: Scalar) -> bytes:
    if isinstance(value, str):
        return value.encode() + END
    if isinstance(value, bytes):  # of any content, so it is written in letters
        return value.hex().encode() + END
    if isinstance(value, int | float):
        return _number(value)
    raise ValueError("nothing is listed by what is not there")


def _number(value: float) -> bytes:
    near = float(value) + 0.0  # of the two zeros one
    [bits] = struct.unpack(">Q", struct.pack(">d", near))
    sorted_bits = ~bits & ALL if bits & SIGN else bits | SIGN
    beside = value - int(near) if isinstance(value, int) else 0
    return struct.pack(">QH", sorted_bits, beside + (1 << 15))
