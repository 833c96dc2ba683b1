"""QR codes, so that nobody has to type an address into a phone. Segno makes them; how a terminal shows one is ours."""

import segno

from parlour.core.texts import Refused

QUIET = 4  # modules around a code that must stay light
MOST = 213  # bytes, of version 10 at level M: what holds more is too fine for a small picture
# By itself, not inline, a picture needs its namespace. Rows touch: smoothed edges would leave pale lines between them.
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" shape-rendering="crispEdges"'


def code(text: str) -> segno.QRCode:
    """The smallest that holds the text, and still can be read with 15 % of it unreadable (level M)."""
    data = text.encode()
    if len(data) > MOST:
        raise Refused("qr.long", most=MOST)
    # Bytes, and said to be so: Segno would take some texts in UTF-8 for Shift JIS.
    return segno.make_qr(data, error="m", mode="byte")


def as_blocks(text: str, colour: bool = True) -> str:
    """For a terminal, two modules to a character. Black and white are asked for by numbers that themes leave alone, so
    it can be read on dark ground and on light. Without colour it is dark ink on light paper."""
    rows = [list(map(bool, row)) for row in code(text).matrix_iter(border=QUIET)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    before, after = ("\x1b[38;5;16;48;5;231m", "\x1b[0m") if colour else ("", "")
    lines = ("".join(map(_half_blocks, upper, lower)) for upper, lower in zip(rows[::2], rows[1::2], strict=True))
    return "\n".join(f"{before}{line}{after}" for line in lines)


def as_svg(text: str) -> str:
    """A picture of any size: its unit is one module."""
    drawn = code(text).svg_inline(border=QUIET, light="#fff", omitsize=True, svgclass=None, lineclass=None)
    return drawn.replace("<svg", PICTURE, 1)


def _half_blocks(upper: bool, lower: bool) -> str:
    return " ▄▀█"[2 * upper + lower]
