"""What a client draws: a plan that never changes, a scene of what stands where now, and actions as things to touch.

Lengths are in units of one site's distance to the next; x runs to the right, y downwards. Places and things to touch
are written with their kind: `site:e4`, `zone:pile-3`, `piece:card-61`, `button:end`.
"""

import hashlib
import re
from typing import Literal, get_args

import msgspec

from parlour.core.texts import Text


class Site(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place of the board that a piece can stand on."""

    id: str
    x: float
    y: float
    kind: str = ""  # how it looks, where sites differ: a bonus tile, an edge
    strip: str = ""  # sites of one strip are touched as one: what is meant is the one of them that can be touched now


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A drawn line through sites."""

    through: tuple[str, ...]
    kind: str = ""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place beside the sites that holds any number of pieces. x, y is its centre."""

    id: str
    kind: Literal["hand", "pile", "reserve"]
    name: Text
    x: float
    y: float
    width: float
    height: float
    seat: int | None = None


class Label(msgspec.Struct, frozen=True):
    """A letter or number printed on the board."""

    text: str
    x: float
    y: float


Layout = Literal["grid", "hex", "points", "free"]  # squares; six-sided tiles, a point up; points on lines; zones alone
COLOUR = re.compile(r"#[0-9a-f]{6}")


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """The board as it never changes for a match of these options and seats."""

    layout: Layout
    width: float
    height: float
    sites: tuple[Site, ...] = ()
    lines: tuple[Line, ...] = ()
    zones: tuple[Zone, ...] = ()
    labels: tuple[Label, ...] = ()
    neighbours: dict[str, tuple[str, ...]] = {}
    colours: tuple[str, ...] = ()  # of seats, from the first on, as #rrggbb; those left out are the board's own

    def __post_init__(self) -> None:
        """A slip of an author's: the board would be drawn without its places, or in no colour."""
        if self.layout not in get_args(Layout):
            raise ValueError(f"a plan's layout is one of {', '.join(get_args(Layout))}; “{self.layout}” is none")
        for colour in self.colours:
            if not COLOUR.fullmatch(colour):
                raise ValueError(f"a seat's colour is written as #rrggbb, in small letters; “{colour}” is not")

    def hash(self) -> str:
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:16]


class Piece(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that stands on a site or lies in a zone. Its id lasts as long as the viewer can follow it."""

    id: str
    kind: str
    at: str
    name: Text
    glyph: str  # one to three characters, for the terminal and for games without a skin
    seat: int | None = None
    face: Literal["up", "down"] = "up"
    turn: int = 0  # degrees clockwise from north


class Mark(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something shown on places without being a piece: the last move, a row, a gate. Its text is `mark.<kind>`."""

    kind: str
    at: tuple[str, ...]
    seat: int | None = None


class Counter(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A number that players watch."""

    id: str
    name: Text
    value: int
    of: int | None = None
    seat: int | None = None


class Scene(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What one viewer sees now."""

    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    counters: tuple[Counter, ...] = ()
    prompt: Text | None = None  # what the seat to act should do next, in one sentence
    frame: tuple[float, float, float, float] | None = (
        None  # x, y, width, height of the part of the plan in use, if not all
    )


class Hint(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a coach says to one seat now, and the places, pieces and buttons it speaks of."""

    text: Text
    at: tuple[str, ...] = ()


class Moment(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a step is remembered by: a row, a bump, a card that turns. A client shows it once, when it is taken."""

    kind: str  # what a skin knows it by
    words: Text
    yours: dict[int, Text] = {}  # the same, as it is said to the seats that it happens to
    at: tuple[str, ...] = ()  # the places and pieces where it is seen
    line: bool = False  # they are one line, in this order
    facts: dict[str, str] = {}  # what a skin may draw: the card, the wind before


class TouchReason(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why a touch does nothing, in two short sentences: the rule, then what is so here or what would do; and the places
    and pieces that stand in the way, or would do instead."""

    rule: Text
    here: Text
    at: tuple[str, ...] = ()
    fits: tuple[str, ...] = ()  # of the viewer's own


class Choice(msgspec.Struct, frozen=True, gc=False):
    """An action that a seat may take now, and the path of things to touch for it."""

    text: str
    path: tuple[str, ...]
    also: bool = False  # something the seat may do besides its move


def site(name: str) -> str:
    return f"site:{name}"


def zone(name: str) -> str:
    return f"zone:{name}"


def piece(name: str) -> str:
    return f"piece:{name}"


def button(name: str) -> str:
    return f"button:{name}"
