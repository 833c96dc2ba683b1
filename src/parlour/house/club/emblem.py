"""A house's emblem: a square picture that a host brings, an SVG or a PNG.

A browser shows it as a picture, in which no script runs; but its address can be opened by itself too. So nothing of a
drawing is kept but what is known to be harmless, written anew from what was read.
"""

import hashlib
import re
import struct
from xml.etree import ElementTree

from parlour.core.texts import Refused
from parlour.house.club.records import Emblem, EmblemKind

MOST_BYTES = 40 * 1024
LEAST_WIDE, MOST_WIDE = 64, 1024  # pixels of a PNG
MOST_PARTS, DEEPEST = 2000, 40  # of a drawing
SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
PNG = b"\x89PNG\r\n\x1a\n"

ELEMENTS = frozenset(
    [
        "svg",
        "g",
        "defs",
        "symbol",
        "use",
        "title",
        "desc",
        "path",
        "circle",
        "ellipse",
        "rect",
        "line",
        "polyline",
        "polygon",
        "text",
        "tspan",
        "clipPath",
        "mask",
        "pattern",
        "linearGradient",
        "radialGradient",
        "stop",
    ]
)
ATTRIBUTES = frozenset(
    [
        "id",
        "viewBox",
        "width",
        "height",
        "x",
        "y",
        "x1",
        "y1",
        "x2",
        "y2",
        "cx",
        "cy",
        "r",
        "rx",
        "ry",
        "fx",
        "fy",
        "d",
        "points",
        "transform",
        "fill",
        "fill-opacity",
        "fill-rule",
        "stroke",
        "stroke-width",
        "stroke-opacity",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-dasharray",
        "stroke-miterlimit",
        "opacity",
        "color",
        "offset",
        "stop-color",
        "stop-opacity",
        "clip-path",
        "clip-rule",
        "mask",
        "gradientUnits",
        "gradientTransform",
        "spreadMethod",
        "patternUnits",
        "patternTransform",
        "patternContentUnits",
        "clipPathUnits",
        "maskUnits",
        "preserveAspectRatio",
        "font-size",
        "font-family",
        "font-weight",
        "text-anchor",
        "dominant-baseline",
        "letter-spacing",
        "paint-order",
        "vector-effect",
        "href",
    ]
)
ELSEWHERE = re.compile(r"url\s*\(\s*(?!#)|[\\<]|javascript:|data:|//", re.IGNORECASE)


def checked(body: bytes) -> Emblem:
    """The picture as it is kept, or why it cannot be."""
    if len(body) > MOST_BYTES:
        raise Refused("club.emblem-big", most=MOST_BYTES // 1024)
    if body.startswith(PNG):
        return _emblem("png", _checked_png(body))
    return _emblem("svg", _checked_svg(body))


def _emblem(kind: EmblemKind, body: bytes) -> Emblem:
    return Emblem(hash=f"{kind}-{hashlib.blake2b(body, digest_size=12).hexdigest()}", kind=kind, body=body)


def _checked_png(body: bytes) -> bytes:
    if len(body) < 33 or body[12:16] != b"IHDR":
        raise Refused("club.emblem-kind")
    width, height = struct.unpack(">II", body[16:24])
    if width != height or not LEAST_WIDE <= width <= MOST_WIDE:
        raise Refused("club.emblem-square", low=LEAST_WIDE, high=MOST_WIDE)
    return body


def _checked_svg(body: bytes) -> bytes:
    text = _text_of(body)
    if re.search(r"<!(?!--)", text):  # a document type: with entities, a few lines become a gigabyte
        raise Refused("club.emblem-kind")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError, RecursionError):
        raise Refused("club.emblem-kind") from None
    if root.tag != f"{{{SVG}}}svg":
        raise Refused("club.emblem-kind")
    _check_square(root)
    parts = [0]
    clean = _cleaned(root, parts, 0)
    clean.attrib.pop("width", None)
    clean.attrib.pop("height", None)
    ElementTree.register_namespace("", SVG)
    written: bytes = ElementTree.tostring(clean, encoding="utf-8")
    return written


def _text_of(body: bytes) -> str:
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("club.emblem-kind") from None
    return re.sub(r"^\s*<\?xml[^>]*\?>", "", text)


def _check_square(root: ElementTree.Element) -> None:
    """By its view box; without one, by its size."""
    box = root.get("viewBox", f"0 0 {root.get('width', '')} {root.get('height', '')}").replace(",", " ").split()
    try:
        _, _, width, height = (float(one.removesuffix("px")) for one in box)
    except ValueError:
        raise Refused("club.emblem-box") from None
    if not 0 < width < 1e6 or abs(width - height) > 0.01 * width:
        raise Refused("club.emblem-box")
    root.set("viewBox", " ".join(one.removesuffix("px") for one in box))


def _cleaned(part: ElementTree.Element, parts: list[int], depth: int) -> ElementTree.Element:
    """The same with what is known alone; what is not is left out, with all that is in it."""
    parts[0] += 1
    if parts[0] > MOST_PARTS or depth > DEEPEST:
        raise Refused("club.emblem-much", most=MOST_PARTS)
    clean = ElementTree.Element(part.tag)
    clean.text, clean.tail = part.text, part.tail
    for name, value in part.attrib.items():
        plain = name.removeprefix(f"{{{XLINK}}}")
        if plain == "style":
            clean.attrib.update(_of_style(value))
        elif plain == "href" and not value.startswith("#"):
            continue
        elif plain in ATTRIBUTES and not ELSEWHERE.search(value):
            clean.set(plain, value)
    for child in part:
        if isinstance(child.tag, str) and child.tag.removeprefix(f"{{{SVG}}}") in ELEMENTS and child.tag[0] == "{":
            clean.append(_cleaned(child, parts, depth + 1))
    return clean


def _of_style(style: str) -> dict[str, str]:
    """What drawing programs write into `style`, as attributes: a style of its own is not let through."""
    found = {}
    for each in style.split(";"):
        name, colon, value = each.partition(":")
        if colon and name.strip() in ATTRIBUTES - {"href", "id"} and not ELSEWHERE.search(value):
            found[name.strip()] = value.strip()
    return found
