"""How far something has come that goes on in the background, by a name that its room gives it."""

import msgspec

from parlour.house.store import Kind


class Cursor(msgspec.Struct, frozen=True, gc=False):
    name: str
    value: int


CURSORS = Kind("cursors", Cursor, ("name",))
