"""QR codes hold the text as it is, and are shown as Segno made them: dark on light, with room around."""

import re

import pytest
import segno

from parlour.core.texts import Refused
from parlour.server import lan, qr
from parlour.server.texts import sentences

ADDRESS = "http://192.168.1.5:8000"
FINDER = ["#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######"]


def modules(code: segno.QRCode) -> list[list[bool]]:
    """Dark or light, with four light ones on every side."""
    return [list(map(bool, row)) for row in code.matrix_iter(border=4)]


def read_back(drawn: str) -> list[list[bool]]:
    """The modules of a drawing in a terminal: upper and lower halves of characters."""
    return [[c in inked for c in line] for line in drawn.split("\n") for inked in ("▀█", "▄█")]


def test_what_the_network_is_shown_is_the_address_as_a_code():
    told = lan.lines(8000, colour=False, found=["192.168.1.5"])
    drawn = read_back(next(each for each in told if "█" in each))
    expected = modules(segno.make_qr(ADDRESS, error="m"))
    assert drawn[: len(expected)] == expected
    assert not any(any(row) for row in drawn[len(expected) :]), "the last line of characters may have a half to spare"


def test_a_text_is_held_in_utf_8_whatever_it_looks_like():
    for text in ("http://müller.example/♟", "၁၁", "12345", "HTTP://GAMES.EXAMPLE.ORG"):
        code = qr.code(text)
        assert code.mode == "byte"
        assert code == segno.make_qr(text, error="m", mode="byte", encoding="utf-8")


def test_even_the_shortest_is_a_code_that_every_phone_reads():
    code = qr.code("x")
    assert not code.is_micro
    assert code.error in "MQH"


def test_what_is_too_long_is_refused():
    assert qr.code("x" * 213).version == 10
    for text in ("x" * 214, "é" * 107):
        with pytest.raises(Refused) as refused:
            qr.code(text)
        assert "213" in sentences(None).render(refused.value.text)


def test_in_a_terminal_it_is_dark_on_light_with_four_light_modules_around():
    rows = ["".join(" #"[dark] for dark in row) for row in read_back(qr.as_blocks(ADDRESS, colour=False))]
    size = len(qr.code(ADDRESS).matrix)
    assert {len(row) for row in rows} == {size + 8}
    assert not "".join(rows[:4] + rows[4 + size :]).strip()
    assert not "".join(row[:4] + row[4 + size :] for row in rows).strip()
    for top, left in ((4, 4), (4, size - 3), (size - 3, 4)):
        assert [row[left : left + 7] for row in rows[top : top + 7]] == FINDER


def test_colours_do_not_depend_on_the_terminals_own():
    for line in qr.as_blocks("x").split("\n"):
        assert re.fullmatch("\x1b\\[38;5;16;48;5;231m[ ▀▄█]+\x1b\\[0m", line)


def test_the_picture_has_the_same_modules():
    text = "https://games.example.org/"
    rows, svg = modules(qr.code(text)), qr.as_svg(text)
    assert f'viewBox="0 0 {len(rows)} {len(rows)}"' in svg
    paper, ink = re.findall("<path ([^>]*)/>", svg)
    assert paper == f'fill="#fff" d="M0 0h{len(rows)}v{len(rows)}h-{len(rows)}z"'
    assert ink.startswith('stroke="#000" d="M')
    x, y, dark = 0, 0.0, set()
    for right, down, length in re.findall(r"[Mm](-?\d+) (-?[\d.]+)h(\d+)", ink):
        x, y = x + int(right), y + float(down)
        dark |= {(int(y), x + i) for i in range(int(length))}
        x += int(length)
    assert dark == {(y, x) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark}


def test_a_browser_takes_the_picture_for_one_and_smooths_nothing():
    svg = qr.as_svg(ADDRESS)
    assert re.match('<svg [^>]*xmlns="http://www.w3.org/2000/svg"', svg)
    assert 'shape-rendering="crispEdges"' in svg
