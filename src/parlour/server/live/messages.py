"""What a live socket may say, and what it is told: every message is a struct, in one of the two unions at the end.

What is told of a table follows from a cursor. A first look, a new connection and a missed message are the same case: a
client says how far it has come, and is told what came after, and how the table stands now.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from parlour.core.choices import ChoiceList
from parlour.core.game import Viewer
from parlour.core.languages import FALLBACK
from parlour.core.scene import Scene
from parlour.house.tables.clocks import Uptimes
from parlour.house.tables.log import LogLine, without_words_of
from parlour.house.tables.snapshot import Snapshot, snapshot_for
from parlour.house.tables.state import Table
from parlour.server.http.club.messages import TalkSaid
from parlour.server.http.ratings.messages import RatingChange, TableRatings, TeamPlace
from parlour.server.http.tournaments.messages import TournamentNews
from parlour.server.tables.lists import LobbyTables, OwnTables

RequestId = int | str  # by which a request is answered; chosen by whoever asks

NOBODY: frozenset[str] = frozenset()
MOST_LINES = 1000  # in one message; whoever is further behind asks again


class TableNews(msgspec.Struct, tag_field="is", tag="table", omit_defaults=True):
    """Lines after the cursor that was given, and the cursor after them. `now` is there if more than talk is new."""

    table: str
    seat: int | None
    cursor: int
    lines: Sequence[LogLine]
    now: "Snapshot | msgspec.Raw | None" = None
    more: bool = False  # there are further lines: ask again from this cursor
    done: list[RequestId] = []  # over the socket: the requests that these news tell of, see `with_done`


def news_after(
    table: Table, viewer: Viewer, cursor: int, uptimes: Uptimes, *, whole: bool, draw: bool = True, view: bool = False,
    unheard: frozenset[str] = NOBODY, language: str = FALLBACK,
) -> TableNews:  # fmt: skip
    """With `whole`, the present state comes along whether it is new or not. What those said who are `unheard` is left
    out; that they said something is not: a cursor counts it."""
    told = table.told[viewer]
    lines = told[cursor : cursor + MOST_LINES]
    after = cursor + len(lines)
    news = TableNews(
        table.id, viewer, after, without_words_of(lines, unheard) if unheard else lines, more=after < len(told)
    )
    if whole or any(line.kind != "said" for line in lines):
        news.now = snapshot_for(table, viewer, uptimes, draw=draw, view=view, language=language)
    return news


encode = msgspec.json.Encoder().encode


class NewsEncoder:
    """News, encoded once for all who want the same."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._encoded: dict[tuple[Viewer, int, bool, bool, frozenset[str], str], bytes] = {}
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
        view: bool = False,
        unheard: frozenset[str] = NOBODY,
        language: str = FALLBACK,
    ) -> bytes:
        if table is not self._table:
            self._table, self._encoded = table, {}
        key = (viewer, cursor, draw, view, unheard, language)
        if key not in self._encoded:
            news = news_after(
                table, viewer, cursor, uptimes, whole=False, draw=draw, view=view, unheard=unheard, language=language
            )
            if isinstance(news.now, Snapshot):
                news.now = self._put_together(news.now)
            self._encoded[key] = encode(news)
        return self._encoded[key]

    def _put_together(self, now: Snapshot) -> msgspec.Raw:
        """`now` encoded, of what has been encoded already and of the rest. It has fields that are always there."""
        parts, choices, scene = [b"{"], now.choices, now.scene
        if scene is not None:
            if scene is not self._scene:
                self._scene, self._drawn = scene, encode(scene)
            parts += [b'"scene":', self._drawn, b","]
        if choices and isinstance(choices, ChoiceList):
            parts += [b'"choices":', choices.json, b","]
            choices = []
        rest = encode(msgspec.structs.replace(now, scene=None, choices=choices))
        return msgspec.Raw(b"".join((*parts, rest[1:])))


# -- what a socket says ---------------------------------------------------------------------------------------

Topic = Literal["table", "lobby", "me", "tournament", "talk"]


class Watch(msgspec.Struct, tag_field="do", tag="watch", forbid_unknown_fields=True):
    """Follow a topic from a cursor on; a tournament's is its version, and so is that of talk, which is followed by its
    place: `house`, or a tournament's id. A table's news come with the scene to draw unless
    that is not wanted, and with `view` also with the game's own view of that viewer. With `answers`, that something is
    done which this socket asked for at the table is said by the news of it, and not by another message. With `gallery`
    it is also told how many look on, now and whenever that changes. With the topic `me`, `table` names one of which
    this socket is told anyway: one's own tables are not told again for what happens there. With `present`, whoever
    follows the talk of the `house` is in the common room, and others may be told so."""

    topic: Topic
    table: str = ""
    tournament: str = ""
    place: str = ""
    seat: int | None = None
    cursor: int | None = None
    invite: str = ""
    draw: bool = True
    view: bool = False
    answers: bool = False
    gallery: bool = False
    id: RequestId | None = None
    present: bool = False


class Unwatch(msgspec.Struct, tag_field="do", tag="unwatch", forbid_unknown_fields=True):
    topic: Topic
    table: str = ""
    tournament: str = ""
    place: str = ""
    seat: int | None = None
    id: RequestId | None = None


class Act(msgspec.Struct, tag_field="do", tag="act", forbid_unknown_fields=True):
    """A batch of steps, accepted whole or not at all."""

    table: str
    seat: int
    steps: list[str]
    key: str | None = None
    id: RequestId | None = None


class Say(msgspec.Struct, tag_field="do", tag="say", forbid_unknown_fields=True):
    table: str
    text: str
    key: str | None = None
    invite: str = ""
    id: RequestId | None = None


class Reached(msgspec.Struct, forbid_unknown_fields=True):
    """How far somebody has come with a table that they follow."""

    table: str
    seat: int | None
    cursor: int


class Ping(msgspec.Struct, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Whoever says how far they have come is told what they have missed, where news can be lost on the way."""

    id: RequestId | None = None
    reached: list[Reached] = []


# -- what it is told, besides news ------------------------------------------------------------------------------


class RequestDone(msgspec.Struct, tag_field="is", tag="done", omit_defaults=True):
    """To a ping it may say after how many seconds of silence the next one is wanted, where each costs something."""

    id: RequestId | None
    quiet: int = 0


class RequestRefused(msgspec.Struct, tag_field="is", tag="refused"):
    """Nothing has changed. `error` is a sentence for people, `key` is for programs."""

    id: RequestId | None
    key: str
    error: str


class SpectatorCount(msgspec.Struct, tag_field="is", tag="watching"):
    """How many look on at a table, through this server."""

    table: str
    seat: int | None
    count: int


class RatingsNews(msgspec.Struct, tag_field="is", tag="ratings"):
    """What a match has done to ratings, or what place it has among all of the same team, as `/tables/{table}/ratings`
    says it."""

    table: str
    seat: int | None
    rated: bool
    counts: bool | None
    settled: bool
    changes: list[RatingChange]
    team: TeamPlace | None = None


class SeatLeft(msgspec.Struct, tag_field="is", tag="left"):
    """There are no more news for this viewer: a bot sits there now, or who looked on has sat down."""

    table: str
    seat: int | None


class Barred(msgspec.Struct, tag_field="is", tag="barred"):
    """The last that somebody is told who has been banned."""

    key: str
    error: str


class Beat(msgspec.Struct, tag_field="is", tag="beat"):
    """A sign of life."""


class Closing(msgspec.Struct, tag_field="is", tag="closing"):
    """The server goes. It will be back, and cursors stay good."""


class AskAgain(msgspec.Struct, tag_field="is", tag="again"):
    """The sessions of whoever opened this socket have changed: nothing more is told here. Ask who you are, and open
    another."""


class MessagePart(msgspec.Struct, tag_field="is", tag="part"):
    """A part of a message that is too large for one frame: all parts of `of`, put together by their number from 0, are
    its text."""

    of: str
    number: int
    count: int
    text: str


def ratings_news(table: str, seat: int | None, told: TableRatings) -> RatingsNews:
    return RatingsNews(table, seat, **msgspec.structs.asdict(told))


def with_done(news: bytes, ids: Sequence[RequestId]) -> bytes:
    """A table's news that also say which requests of this socket they tell of. Each would have been answered by a
    message of its own otherwise. The news may be shared with others, whose ids these are not."""
    return news[:-1] + b',"done":' + encode(ids) + b"}"


# -- all of it ------------------------------------------------------------------------------------------------

SocketRequest = Watch | Unwatch | Act | Say | Ping
SocketMessage = (
    TableNews
    | TournamentNews
    | TalkSaid
    | LobbyTables
    | OwnTables
    | RatingsNews
    | SpectatorCount
    | SeatLeft
    | RequestDone
    | RequestRefused
    | Barred
    | Beat
    | Closing
    | AskAgain
    | MessagePart
)
_decoder: "msgspec.json.Decoder[SocketRequest]" = msgspec.json.Decoder(SocketRequest)


def decode(data: bytes | str) -> SocketRequest:
    return _decoder.decode(data)
