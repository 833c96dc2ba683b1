"""How the house's tables lie in the one table of DynamoDB, which outlives every version: written by hand, like the
statements of `migrations.py`, and compared with the kinds of records by `tests/store/test_dynamo.py`.

All rows of a table are one partition, by their key. A partition has five more orders, local indexes, and reading
by them sees what was just written, as no other index of DynamoDB's does. Which of the five a list has is for ever: one
that is new gets the next place, and whoever adds it sees to it that rows which are there are written again.
"""

from collections.abc import Mapping
from typing import NamedTuple

from parlour.house.store import Index, Scalar
from parlour.store.dynamo import order

MOST_ORDERS = 5  # that DynamoDB has
LATEST = ("-updated", "id")


class RowLayout(NamedTuple):
    """In the names of columns."""

    key: tuple[str, ...]
    orders: tuple[Index, ...] = ()
    expires: str | None = None


OUTBOX = RowLayout(
    ("key",),
    (
        Index(("state",), ("due", "key")),
        Index(("state",), ("at", "key")),
        Index(("thread",), ("key",)),
        Index(order=("ended", "key"), present="ended"),
        Index(("person",), ("at", "key")),
    ),
    "ended",
)

ROWS: Mapping[str, RowLayout] = {
    "account_names": RowLayout(("folded",)),
    "addresses": RowLayout(("person",), (Index(("folded",), ("person",)),)),
    "audit": RowLayout(
        ("number",),
        (Index(order=("-number",)), Index(("about",), ("-number",)), Index(("id",), ("number",))),
    ),
    "blocks": RowLayout(("person", "other"), (Index(("person",), ("-since", "other")), Index(("other",), ("person",)))),
    "cards": RowLayout(
        ("id",),
        (
            Index(("listed", "phase"), LATEST),
            Index(order=("due", "id"), present="due"),
            Index(("resume",), ("id",)),
        ),
    ),
    "club": RowLayout(("id",)),
    "connections": RowLayout(
        ("id",),
        (Index(("person",), ("id",)), Index(("address",), ("id",)), Index(order=("until", "id"))),
        "until",
    ),
    "conversations": RowLayout(("place",)),
    "cursors": RowLayout(("name",)),
    "devices": RowLayout(
        ("hash", "person"),
        (Index(("person",), ("-until", "hash")), Index(order=("until", "hash", "person"))),
        "until",
    ),
    "emblems": RowLayout(("hash",)),
    "finishes": RowLayout(
        ("id",),
        (
            Index(("rated",), ("at", "id")),
            Index(order=("number",), present="number"),
            Index(("game", "size"), ("-worth", "at", "id"), present="worth"),
        ),
    ),
    "follows": RowLayout(("person", "other"), (Index(("person",), ("other",)), Index(("other",), ("person",)))),
    "jobs": RowLayout(("id",), (Index(("state",), ("since", "id")), Index(("state",), ("updated", "id")))),
    "links": RowLayout(("hash",), (Index(("person",), ("hash",)), Index(order=("until", "hash"))), "until"),
    "measures": RowLayout(("id",), (Index(("person",), ("-since", "id")), Index(("active",), ("-since", "id")))),
    "members": RowLayout(("person",), (Index(order=("-since", "person")), Index(("person",), ("person",)))),
    "name_parts": RowLayout(("part", "person"), (Index(order=("part", "person")),)),
    "open_reports": RowLayout(("topic",)),
    "outbox": OUTBOX,
    "passkey_challenges": RowLayout(("hash",), (Index(order=("until", "hash")),), "until"),
    "passkeys": RowLayout(("id",), (Index(("person",), ("since", "id")),)),
    "people": RowLayout(
        ("id",),
        (Index(("account",), ("since", "id")), Index(order=("role", "folded", "id"), present="role")),
    ),
    "planned_lines": RowLayout(
        ("id", "seat"),
        (Index(("id",), ("seat",)), Index(("person",), ("id", "seat")), Index(order=("id", "seat"))),
    ),
    "points": RowLayout(
        ("generation", "who", "game", "number"),
        (
            Index(("generation", "who", "game"), ("-number",)),
            Index(("generation", "who"), ("game", "number")),
            Index(("generation",), ("number", "who")),
            Index(("generation", "id"), ("number", "who")),
        ),
    ),
    "push_devices": RowLayout(("id",), (Index(("person",), ("since", "id")),)),
    "pushes": OUTBOX,
    "puzzle_standings": RowLayout(("who", "game"), (Index(("who",), ("game",)),)),
    "puzzle_streaks": RowLayout(("person",), (Index(("person",), ("day",)),)),
    "puzzle_tries": RowLayout(
        ("person", "game", "puzzle"),
        (Index(("person",), ("-at", "game", "puzzle")), Index(("person", "game"), ("puzzle",))),
    ),
    "remarks": RowLayout(
        ("place", "number"),
        (
            Index(("place",), ("-number",)),
            Index(("place",), ("version", "number")),
            Index(("person",), ("place", "number")),
            Index(order=("until", "place", "number")),
        ),
        "until",
    ),
    "reports": RowLayout(
        ("id",),
        (
            Index(("state",), ("-at", "id")),
            Index(("about",), ("-at", "id")),
            Index(("who",), ("state", "-at", "id")),
        ),
    ),
    "request_counts": RowLayout(("kind", "hash"), (Index(order=("until", "kind", "hash")),), "until"),
    "searches": RowLayout(
        ("id", "person", "holder"),
        (
            Index(("id",), ("person", "holder")),
            Index(("person",), ("id", "holder")),
            Index(order=("until", "id", "person", "holder")),
        ),
    ),
    "seat_visits": RowLayout(
        ("id", "seat", "visit"),
        (Index(("id",), ("seat", "visit")), Index(order=("until", "id", "seat", "visit"))),
        "until",
    ),
    "secrets": RowLayout(("name",)),
    "sessions": RowLayout(("hash",), (Index(("person",), ("-seen", "hash")), Index(order=("until", "hash"))), "until"),
    "silenced": RowLayout(("who", "kind"), (Index(("who",), ("kind",)),)),
    "sought": RowLayout(("wish",)),
    "standings": RowLayout(
        ("generation", "game", "who"),
        (
            Index(("generation",), ("game", "who")),
            Index(("generation",), ("who", "game")),
            Index(("generation", "game", "ranked"), ("-settled", "-mu", "who")),
            Index(("generation", "game", "ranked", "settled"), ("-mu", "who")),
        ),
    ),
    "subscriptions": RowLayout(
        ("connection", "topic", "seat"),
        (
            Index(("connection",), ("topic", "seat")),
            Index(("topic",), ("connection", "seat")),
            Index(("person",), ("connection", "topic", "seat")),
            Index(order=("until", "connection", "topic", "seat")),
        ),
        "until",
    ),
    "team_scores": RowLayout(
        ("team", "id"), (Index(("team",), ("-worth", "at", "id")), Index(order=("until", "team", "id"))), "until"
    ),
    "tournaments": RowLayout(("id",), (Index(order=LATEST), Index(("phase",), LATEST), Index(("organiser",), LATEST))),
    "traces": RowLayout(("person", "id"), (Index(("person",), ("id",)),)),
    "uptimes": RowLayout(("id",), (Index(order=("-id",)),)),
    "weekly_tournaments": RowLayout(("id",), (Index(order=("since", "id")),)),
    "words": RowLayout(("word",), (Index(order=("word",)),)),
}


class EntryLayout(NamedTuple):
    """A table that has, for a column of several texts, a row for each."""

    of: str  # the table of those records
    column: str
    text: str  # what the text is called in the entry
    orders: tuple[tuple[str, ...], ...] = ()  # by what of the record an entry is found beside its text


# An entry says nothing of what changes with every step: it would be written again for everybody at the table.
ENTRIES: Mapping[str, EntryLayout] = {
    "sitters": EntryLayout("cards", "people", "person", (("phase",),)),
    "asked": EntryLayout("cards", "asked", "person"),
    "entrants": EntryLayout("tournaments", "people", "person"),
}


def order_place(index: Index, values: Mapping[str, Scalar]) -> bytes | None:
    """Where a row stands in this order; None: it is not listed there."""
    if index.present is not None and values.get(index.present) is None:
        return None
    names = [name.removeprefix("-") for name in index.order]
    own = [*(values.get(name) for name in index.by), *(values.get(name) for name in names)]
    if None in own:
        return None
    return order.place(own, downs(index))


def downs(index: Index) -> list[bool]:
    """Which of the values of an index, those that it is asked by first, are counted down."""
    return [*[False] * len(index.by), *(name.startswith("-") for name in index.order)]
