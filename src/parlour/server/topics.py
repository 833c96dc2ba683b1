"""What is sent to those who follow a table, the lobby or their own affairs: all of it follows from a cursor.

A first look, a new connection and a missed message are the same case: whoever says how far it has come is told what
came after, and how the table stands now.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from parlour.core.game import Viewer
from parlour.core.scene import Scene
from parlour.core.texts import Refused
from parlour.house.clocks import Uptimes
from parlour.house.lines import Line, hush
from parlour.house.now import Now, now_for
from parlour.house.table import Table

NOBODY: frozenset[str] = frozenset()
MOST_LINES = 1000  # in one message; whoever is further behind asks again


class TableNews(msgspec.Struct, tag_field="is", tag="table", omit_defaults=True):
    """Lines after the cursor that was given, and the cursor after them. `now` is there if more than talk is new."""

    table: str
    seat: int | None
    cursor: int
    lines: Sequence[Line]
    now: "Now | msgspec.Raw | None" = None
    more: bool = False  # there are further lines: ask again from this cursor


def check_cursor(table: Table, viewer: Viewer, cursor: int) -> None:
    if not 0 <= cursor <= len(table.told[viewer]):
        raise Refused("server.cursor", last=len(table.told[viewer]))


def news_after(
    table: Table, viewer: Viewer, cursor: int, uptimes: Uptimes, *, whole: bool, draw: bool = True,
    unheard: frozenset[str] = NOBODY,
) -> TableNews:  # fmt: skip
    """With `whole`, the present state comes along whether it is new or not. What those said who are `unheard` is left
    out; that they said something is not: a cursor counts it."""
    told = table.told[viewer]
    lines = told[cursor : cursor + MOST_LINES]
    after = cursor + len(lines)
    news = TableNews(table.id, viewer, after, hush(lines, unheard) if unheard else lines, more=after < len(told))
    if whole or any(line.kind != "said" for line in lines):
        news.now = now_for(table, viewer, uptimes, draw=draw)
    return news


encode = msgspec.json.Encoder().encode


class Telling:
    """News, encoded once for all who want the same."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._encoded: dict[tuple[Viewer, int, bool, frozenset[str]], bytes] = {}
        self._scene: Scene | None = None  # the last one, which others may be shown, too
        self._drawn = b""

    def news(
        self,
        table: Table,
        viewer: Viewer,
        cursor: int,
        uptimes: Uptimes,
        *,
        draw: bool,
        unheard: frozenset[str] = NOBODY,
    ) -> bytes:
        if table is not self._table:
            self._table, self._encoded = table, {}
        key = (viewer, cursor, draw, unheard)
        if key not in self._encoded:
            news = news_after(table, viewer, cursor, uptimes, whole=False, draw=draw, unheard=unheard)
            if isinstance(news.now, Now) and news.now.scene is not None:
                news.now = self._with_scene(news.now, news.now.scene)
            self._encoded[key] = encode(news)
        return self._encoded[key]

    def _with_scene(self, now: Now, scene: Scene) -> msgspec.Raw:
        """`now` encoded, but for the scene, if that has been encoded already; it has other fields, too."""
        if scene is not self._scene:
            self._scene, self._drawn = scene, encode(scene)
        rest = encode(msgspec.structs.replace(now, scene=None))
        return msgspec.Raw(b'{"scene":' + self._drawn + b"," + rest[1:])


# -- what a socket says ---------------------------------------------------------------------------------------

Id = int | str


Topic = Literal["table", "lobby", "me", "tournament"]


class Watch(msgspec.Struct, tag_field="do", tag="watch", forbid_unknown_fields=True):
    """Follow a topic from a cursor on; a tournament's is its version. A table's news come with the scene to draw unless
    that is not wanted; with `gallery` it is also told how many look on, now and whenever that changes."""

    topic: Topic
    table: str = ""
    tournament: str = ""
    seat: int | None = None
    cursor: int | None = None
    invite: str = ""
    draw: bool = True
    gallery: bool = False
    id: Id | None = None


class Unwatch(msgspec.Struct, tag_field="do", tag="unwatch", forbid_unknown_fields=True):
    topic: Topic
    table: str = ""
    tournament: str = ""
    seat: int | None = None
    id: Id | None = None


class ActNow(msgspec.Struct, tag_field="do", tag="act", forbid_unknown_fields=True):
    """A batch of steps, accepted whole or not at all."""

    table: str
    seat: int
    steps: list[str]
    key: str | None = None
    id: Id | None = None


class SayNow(msgspec.Struct, tag_field="do", tag="say", forbid_unknown_fields=True):
    table: str
    text: str
    key: str | None = None
    invite: str = ""
    id: Id | None = None


class Ping(msgspec.Struct, tag_field="do", tag="ping", forbid_unknown_fields=True):
    id: Id | None = None


Asked = Watch | Unwatch | ActNow | SayNow | Ping
_decoder: "msgspec.json.Decoder[Asked]" = msgspec.json.Decoder(Asked)


def decode(data: bytes | str) -> Asked:
    return _decoder.decode(data)


def done(id: Id | None, **more: Any) -> bytes:
    return encode({"is": "done", "id": id, **more})


def watching(table: str, seat: int | None, count: int) -> bytes:
    """How many look on at a table, through this server."""
    return encode({"is": "watching", "table": table, "seat": seat, "count": count})


def barred(key: str, sentence: str) -> bytes:
    """The last that somebody is told who has been banned."""
    return encode({"is": "barred", "key": key, "error": sentence})


def refusal(id: Id | None, key: str, sentence: str) -> bytes:
    return encode({"is": "refused", "id": id, "key": key, "error": sentence})
