"""QR codes, so that nobody has to type an address into a phone. Byte mode, error correction M, versions 1 to 10: texts
of up to 213 bytes. After ISO/IEC 18004, whose words for the steps are used here.

A module is dark (True) or light; a matrix is rows of them, without the quiet zone around.
"""

from collections.abc import Iterator
from functools import cache, reduce
from itertools import pairwise

from parlour.core.texts import Refused

Matrix = list[list[bool]]

QUIET = 4  # modules around a code that must stay light
LEVEL_M = 0b00
BYTE_MODE = 0b0100
PADDING = (0b11101100, 0b00010001)
# Version: error correction codewords in each block, data codewords in each block.
BLOCKS: dict[int, tuple[int, list[int]]] = {
    1: (10, [16]),
    2: (16, [28]),
    3: (26, [44]),
    4: (18, [32] * 2),
    5: (24, [43] * 2),
    6: (16, [27] * 4),
    7: (18, [31] * 4),
    8: (22, [38] * 2 + [39] * 2),
    9: (22, [36] * 3 + [37] * 2),
    10: (26, [43] * 4 + [44]),
}
ALIGNMENT: dict[int, tuple[int, ...]] = {
    1: (),
    2: (6, 18),
    3: (6, 22),
    4: (6, 26),
    5: (6, 30),
    6: (6, 34),
    7: (6, 22, 38),
    8: (6, 24, 42),
    9: (6, 26, 46),
    10: (6, 28, 50),
}
MASKS = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)


def matrix(text: str) -> Matrix:
    """The smallest code that holds the text, with the mask that is easiest to read."""
    data = text.encode()
    version = _version_for(data)
    codewords = interleaved(version, data_codewords(version, data))
    codes = [_drawn(version, codewords, mask) for mask in range(len(MASKS))]
    return min(codes, key=penalty)


def as_blocks(text: str, colour: bool = True) -> str:
    """For a terminal, two modules to a character. Black and white are asked for by numbers that themes leave alone, so
    it can be read on dark ground and on light. Without colour it is dark ink on light paper."""
    rows = _with_quiet_zone(matrix(text))
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    before, after = ("\x1b[38;5;16;48;5;231m", "\x1b[0m") if colour else ("", "")
    lines = ("".join(map(_half_blocks, upper, lower)) for upper, lower in zip(rows[::2], rows[1::2], strict=True))
    return "\n".join(f"{before}{line}{after}" for line in lines)


def as_svg(text: str) -> str:
    """A picture of any size: its unit is one module."""
    rows = _with_quiet_zone(matrix(text))
    size = len(rows)
    dark = "".join(f"M{x} {y}h{length}v1h-{length}z" for y, row in enumerate(rows) for x, length in _runs(row))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/><path d="{dark}"/></svg>'
    )


def _with_quiet_zone(code: Matrix) -> Matrix:
    side, above = [False] * QUIET, [False] * (len(code) + 2 * QUIET)
    return [above] * QUIET + [[*side, *row, *side] for row in code] + [above] * QUIET


def _half_blocks(upper: bool, lower: bool) -> str:
    return " ▄▀█"[2 * upper + lower]


def _runs(row: list[bool]) -> Iterator[tuple[int, int]]:
    """Where dark modules begin, and how many there are."""
    start = None
    for x, dark in enumerate([*row, False]):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            yield start, x - start
            start = None


# -- codewords ------------------------------------------------------------------------------------------------


def _version_for(data: bytes) -> int:
    for version, (_, blocks) in BLOCKS.items():
        if 4 + _length_bits(version) + 8 * len(data) <= 8 * sum(blocks):
            return version
    raise Refused("qr.long", most=sum(BLOCKS[10][1]) - 3)


def _length_bits(version: int) -> int:
    return 8 if version < 10 else 16


def data_codewords(version: int, data: bytes) -> list[int]:
    """Mode, length, data, terminator, and padding up to what the version holds."""
    room = sum(BLOCKS[version][1])
    bits = f"{BYTE_MODE:04b}{len(data):0{_length_bits(version)}b}" + "".join(f"{byte:08b}" for byte in data)
    bits += "0" * min(4, 8 * room - len(bits))
    bits += "0" * (-len(bits) % 8)
    words = [int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)]
    return words + [PADDING[i % 2] for i in range(room - len(words))]


def interleaved(version: int, words: list[int]) -> list[int]:
    """Blocks with their error correction, dealt out so that a scratch hurts each of them a little."""
    ec_length, lengths = BLOCKS[version]
    blocks, start = [], 0
    for length in lengths:
        blocks.append(words[start : start + length])
        start += length
    corrections = [error_correction(block, ec_length) for block in blocks]
    shuffled = [block[i] for i in range(max(lengths)) for block in blocks if i < len(block)]
    return shuffled + [correction[i] for i in range(ec_length) for correction in corrections]


def error_correction(words: list[int], length: int) -> list[int]:
    """Reed–Solomon: what is left of the data polynomial when it is divided by the generator."""
    generator, rest = _generator(length), [0] * length
    for word in words:
        factor = word ^ rest[0]
        rest = [old ^ times(term, factor) for old, term in zip([*rest[1:], 0], generator, strict=True)]
    return rest


@cache
def _generator(length: int) -> list[int]:
    """(x − 2⁰)(x − 2¹) … without the leading 1, highest power first."""
    terms, root = [0] * (length - 1) + [1], 1
    for _ in range(length):
        terms = [times(term, root) ^ lower for term, lower in zip(terms, [*terms[1:], 0], strict=True)]
        root = times(root, 2)
    return terms


def times(a: int, b: int) -> int:
    """In the field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1."""
    product = 0
    for bit in range(7, -1, -1):
        product = product << 1 ^ (product >> 7) * 0x11D ^ (b >> bit & 1) * a
    return product


# -- drawing --------------------------------------------------------------------------------------------------


def format_bits(mask: int) -> int:
    """Level and mask with ten bits that guard them (BCH), never all zero."""
    told = LEVEL_M << 3 | mask
    return (told << 10 | _remainder(told, 10, 0b10100110111)) ^ 0b101010000010010


def version_bits(version: int) -> int:
    return version << 12 | _remainder(version, 12, 0b1111100100101)


def _remainder(value: int, bits: int, divisor: int) -> int:
    return reduce(lambda rest, _: rest << 1 ^ (rest >> bits - 1) * divisor, range(bits), value)


def _drawn(version: int, codewords: list[int], mask: int) -> Matrix:
    code, fixed = _function_patterns(version)
    _draw_format(code, format_bits(mask))
    for (row, column), bit in zip(_path(fixed), _bits(codewords, fixed), strict=True):
        code[row][column] = bit ^ MASKS[mask](row, column)
    return code


def _bits(codewords: list[int], fixed: Matrix) -> Iterator[bool]:
    """Highest first; the few modules that are left over at the end are light."""
    yield from (bool(word >> bit & 1) for word in codewords for bit in range(7, -1, -1))
    yield from [False] * (sum(not each for row in fixed for each in row) - 8 * len(codewords))


def _path(fixed: Matrix) -> Iterator[tuple[int, int]]:
    """From the lower right corner, up and down in columns of two, past what is fixed."""
    size, upward = len(fixed), True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):  # the column with the timing pattern is left out
        for row in range(size - 1, -1, -1) if upward else range(size):
            yield from ((row, column) for column in (right, right - 1) if not fixed[row][column])
        upward = not upward


def _function_patterns(version: int) -> tuple[Matrix, Matrix]:
    """What is the same in every code of a version, and where that is; room for the format is kept."""
    size = 17 + 4 * version
    code, fixed = ([[False] * size for _ in range(size)] for _ in range(2))

    def draw(row: int, column: int, dark: bool) -> None:
        if 0 <= row < size and 0 <= column < size:
            code[row][column], fixed[row][column] = dark, True

    def draw_squares(row: int, column: int, radius: int, light: tuple[int, ...]) -> None:
        for y in range(-radius, radius + 1):
            for x in range(-radius, radius + 1):
                draw(row + y, column + x, max(abs(x), abs(y)) not in light)

    for i in range(size):
        draw(6, i, i % 2 == 0)
        draw(i, 6, i % 2 == 0)
    for row, column in ((3, 3), (3, size - 4), (size - 4, 3)):
        draw_squares(row, column, 4, (2, 4))  # the outermost ring is the separator
    places = ALIGNMENT[version]
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    for row, column in {(row, column) for row in places for column in places} - corners:
        draw_squares(row, column, 2, (1,))
    for i in range(9):
        fixed[8][i] = fixed[i][8] = True
    for i in range(8):
        fixed[8][size - 1 - i] = fixed[size - 1 - i][8] = True
    if version >= 7:
        for i in range(18):
            dark = bool(version_bits(version) >> i & 1)
            draw(i // 3, size - 11 + i % 3, dark)
            draw(size - 11 + i % 3, i // 3, dark)
    return code, fixed


def _draw_format(code: Matrix, bits: int) -> None:
    """Twice: around the upper left corner, and half each at the other two. Beside it, one module is always dark."""
    size = len(code)
    around = [(row, 8) for row in (0, 1, 2, 3, 4, 5, 7, 8)] + [(8, column) for column in (7, 5, 4, 3, 2, 1, 0)]
    apart = [(8, size - 1 - i) for i in range(8)] + [(size - 7 + i, 8) for i in range(7)]
    for places in (around, apart):
        for i, (row, column) in enumerate(places):
            code[row][column] = bool(bits >> i & 1)
    code[size - 8][8] = True


# -- how hard a code is to read -------------------------------------------------------------------------------


def penalty(code: Matrix) -> int:
    """Long runs, blocks of four, what looks like a finder pattern, and too much dark or light."""
    lines = ["".join("01"[dark] for dark in line) for line in (*code, *zip(*code, strict=True))]
    runs = sum(
        len(run) - 2
        for line in lines
        for run in line.replace("01", "0 1").replace("10", "1 0").split()
        if len(run) >= 5
    )
    blocks = sum(
        upper[i] == upper[i + 1] == lower[i] == lower[i + 1]
        for upper, lower in pairwise(code)
        for i in range(len(upper) - 1)
    )
    finders = sum(line.startswith(("00001011101", "10111010000"), i) for line in lines for i in range(len(line) - 10))
    dark = sum(map(sum, code)) / len(code) ** 2
    return runs + 3 * blocks + 40 * finders + 10 * int(abs(dark * 100 - 50) / 5)
