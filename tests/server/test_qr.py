"""QR codes against the standard's worked examples, and read back by a decoder that shares nothing with the encoder."""

import re
from random import Random

import pytest

from parlour.core.texts import Refused
from parlour.server import qr
from parlour.server.texts import sentences

# From the standard: level M, masks 0 to 7 (table of format information), and versions 7 to 10.
FORMATS = (
    "101010000010010", "101000100100101", "101111001111100", "101101101001011",
    "100010111111001", "100000011001110", "100111110010111", "100101010100000",
)  # fmt: skip
VERSIONS = {
    7: "000111110010010100",
    8: "001000010110111100",
    9: "001001101010011001",
    10: "001010010011010011",
}
HOLDS = {1: 14, 2: 26, 3: 42, 4: 62, 5: 84, 6: 106, 7: 122, 8: 152, 9: 180, 10: 213}  # bytes, level M


# -- a decoder ------------------------------------------------------------------------------------------------

EXP = [1]
for _ in range(254):
    EXP.append(EXP[-1] << 1 ^ (0x11D if EXP[-1] & 128 else 0))
LOG = {value: power for power, value in enumerate(EXP)}

# Version: number of blocks, codewords in all, data codewords in all; longer blocks come last.
SHAPES = {
    1: (1, 26, 16), 2: (1, 44, 28), 3: (1, 70, 44), 4: (2, 100, 64), 5: (2, 134, 86), 6: (4, 172, 108),
    7: (4, 196, 124), 8: (4, 242, 154), 9: (5, 292, 182), 10: (5, 346, 216),
}  # fmt: skip
CENTRES = {7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46], 10: [6, 28, 50]}


def decode(code: list[list[bool]]) -> str:
    size = len(code)
    version = (size - 17) // 4
    assert size == 17 + 4 * version
    mask = read_format(code)
    if version >= 7:
        check_version(code, version)
    bits = "".join(
        "01"[code[y][x] ^ masked(mask, y, x)] for y, x in zigzag(size) if not in_function_pattern(version, y, x)
    )
    blocks, total, data_total = SHAPES[version]
    words = [int(bits[8 * i : 8 * i + 8], 2) for i in range(total)]
    assert set(bits[8 * total :]) <= {"0"}
    assert len(bits) - 8 * total == {1: 0, 7: 0, 8: 0, 9: 0, 10: 0}.get(version, 7)
    message = "".join(f"{word:08b}" for word in corrected(words, blocks, data_total))
    assert message[:4] == "0100"
    wide = 16 if version >= 10 else 8
    length = int(message[4 : 4 + wide], 2)
    start = 4 + wide
    rest = message[start + 8 * length :]
    assert rest[:4] == "0000"
    assert re.fullmatch("(1110110000010001)*(11101100)?", rest[4:])
    return bytes(int(message[start + 8 * i : start + 8 * i + 8], 2) for i in range(length)).decode()


def read_format(code: list[list[bool]]) -> int:
    size = len(code)
    first = [code[8][x] for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [code[y][8] for y in (7, 5, 4, 3, 2, 1, 0)]
    second = [code[size - 1 - i][8] for i in range(7)] + [code[8][size - 8 + i] for i in range(8)]
    assert first == second
    assert code[size - 8][8], "the dark module"
    return FORMATS.index("".join("01"[bit] for bit in first))


def check_version(code: list[list[bool]], version: int) -> None:
    size = len(code)
    told = "".join("01"[code[i // 3][size - 11 + i % 3]] for i in range(17, -1, -1))
    assert told == "".join("01"[code[size - 11 + i % 3][i // 3]] for i in range(17, -1, -1)) == VERSIONS[version]


def masked(mask: int, i: int, j: int) -> bool:
    conditions = (
        (i + j) % 2, i % 2, j % 3, (i + j) % 3, (i // 2 + j // 3) % 2, (i * j) % 2 + (i * j) % 3,
        ((i * j) % 3 + (i * j) % 2) % 2, ((i * j) % 3 + (i + j) % 2) % 2,
    )  # fmt: skip
    return conditions[mask] == 0


def zigzag(size: int):
    column, up = size - 1, True
    while column > 0:
        if column == 6:
            column -= 1
        for y in reversed(range(size)) if up else range(size):
            yield y, column
            yield y, column - 1
        column, up = column - 2, not up


def in_function_pattern(version: int, y: int, x: int) -> bool:
    size = 17 + 4 * version
    if 6 in (y, x) or (y < 9 and (x < 9 or x >= size - 8)) or (y >= size - 8 and x < 9):
        return True
    if version >= 7 and ((y < 6 and x >= size - 11) or (x < 6 and y >= size - 11)):
        return True
    centres = CENTRES.get(version, [6, size - 7] if version > 1 else [])
    corners = [(6, 6), (6, size - 7), (size - 7, 6)]
    return any(
        abs(y - v) <= 2 and abs(x - w) <= 2 for v in centres for w in centres if (v, w) not in corners
    )  # fmt: skip


def corrected(words: list[int], blocks: int, data_total: int) -> list[int]:
    """The data of all blocks in order; that nothing is to be corrected is seen by the syndromes."""
    guard = (len(words) - data_total) // blocks
    shorter, longer = data_total // blocks, data_total % blocks
    lengths = [shorter + (block >= blocks - longer) for block in range(blocks)]
    found: list[list[int]] = [[] for _ in range(blocks)]
    stream = iter(words)
    for i in range(max(lengths)):
        for block in range(blocks):
            if i < lengths[block]:
                found[block].append(next(stream))
    data = [list(block) for block in found]
    for _ in range(guard):
        for block in found:
            block.append(next(stream))
    for block in found:
        for power in range(guard):
            syndrome = 0
            for word in block:
                syndrome = (EXP[(LOG[syndrome] + power) % 255] if syndrome else 0) ^ word
            assert syndrome == 0
    return [word for block in data for word in block]


# -- claims ---------------------------------------------------------------------------------------------------


def test_error_correction_is_that_of_the_standards_example():
    words = "10 20 0C 56 61 80 EC 11 EC 11 EC 11 EC 11 EC 11"
    assert bytes(qr.error_correction(list(bytes.fromhex(words)), 10)) == bytes.fromhex("A524D4C1ED36C7872C55")


def test_format_and_version_are_those_of_the_standards_tables():
    assert tuple(f"{qr.format_bits(mask):015b}" for mask in range(8)) == FORMATS
    assert {version: f"{qr.version_bits(version):018b}" for version in VERSIONS} == VERSIONS


def test_padding_alternates_after_the_terminator():
    assert bytes(qr.data_codewords(1, b"ab")) == bytes.fromhex("402616 20EC11EC11EC11EC11EC11EC11")


def test_a_full_code_has_no_room_for_a_terminator_longer_than_its_last_half_byte():
    assert bytes(qr.data_codewords(1, b"abcdefghijklmn"))[-1] == ord("n") << 4 & 0xFF


@pytest.mark.parametrize("version", HOLDS)
def test_every_version_takes_what_the_standard_says_it_holds(version: int):
    full = "x" * HOLDS[version]
    assert len(qr.matrix(full)) == 17 + 4 * version
    assert decode(qr.matrix(full)) == full
    if version < 10:
        assert len(qr.matrix(full + "x")) == 17 + 4 * (version + 1)


def test_what_is_written_can_be_read_again():
    rng = Random(20)
    for length in [*range(31), *(rng.randrange(31, 214) for _ in range(60))]:
        text = "".join(chr(rng.randrange(32, 127)) for _ in range(length))
        assert decode(qr.matrix(text)) == text


def test_every_mask_can_be_read(monkeypatch: pytest.MonkeyPatch):
    for mask in range(8):
        chosen = iter(i != mask for i in range(8))
        monkeypatch.setattr(qr, "penalty", lambda code, chosen=chosen: next(chosen))
        code = qr.matrix("https://games.example.org/")
        assert read_format(code) == mask
        assert decode(code) == "https://games.example.org/"


def test_letters_beyond_ascii_go_as_utf_8():
    assert decode(qr.matrix("http://müller.example/♟")) == "http://müller.example/♟"


def test_what_is_too_long_is_refused():
    with pytest.raises(Refused) as refused:
        qr.matrix("x" * 214)
    assert "213" in sentences(None).render(refused.value.text)


def test_a_finder_pattern_stands_in_three_corners():
    code = qr.matrix("http://192.168.1.5:8000/")
    finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    size = len(code)
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        assert ["".join("01"[dark] for dark in row[left : left + 7]) for row in code[top : top + 7]] == finder


def test_what_is_hard_to_read_costs_points():
    light = [[False] * 21 for _ in range(21)]
    # 42 lines of one run, 400 blocks, and 50 % away from the middle.
    assert qr.penalty(light) == 42 * 19 + 3 * 400 + 10 * 10
    checkered = [[(x + y) % 2 == 0 for x in range(21)] for y in range(21)]
    assert qr.penalty(checkered) == 0
    # Beside a checkered field: a finder pattern in a row, with light on its right.
    row = [c == "1" for c in "10111010000" + "1010101010"]
    assert qr.penalty([row, *checkered[1:]]) - qr.penalty(checkered) >= 40


# -- how it is shown ------------------------------------------------------------------------------------------


def test_in_a_terminal_two_modules_share_a_character():
    code = qr.matrix("http://192.168.1.5:8000/")
    lines = qr.as_blocks("http://192.168.1.5:8000/", colour=False).split("\n")
    rows = [[c in "▀█" if half == 0 else c in "▄█" for c in line] for line in lines for half in (0, 1)]
    size = len(code)
    assert [row[4 : 4 + size] for row in rows[4 : 4 + size]] == code
    for y, row in enumerate(rows):
        assert len(row) == size + 8
        assert not any(dark for x, dark in enumerate(row) if not (4 <= x < 4 + size and 4 <= y < 4 + size))


def test_colours_do_not_depend_on_the_terminals_own():
    for line in qr.as_blocks("x").split("\n"):
        assert re.fullmatch("\x1b\\[38;5;16;48;5;231m[ ▀▄█]+\x1b\\[0m", line)


def test_the_picture_has_the_same_modules():
    text = "https://games.example.org/"
    code, svg = qr.matrix(text), qr.as_svg(text)
    size = len(code) + 8
    assert f'viewBox="0 0 {size} {size}"' in svg
    dark = {
        (int(y), int(x) + i)
        for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h", svg)
        for i in range(int(length))
    }  # fmt: skip
    assert dark == {(y + 4, x + 4) for y, row in enumerate(code) for x, is_dark in enumerate(row) if is_dark}
