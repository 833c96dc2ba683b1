"""News between the processes that serve one house: the port, and that of a house with one process.

News is only a hint. It is told after what it is about was kept, and may be lost, late or twice: what is true is in the
store, and whoever hears of something looks there. `Neighbours` sees to it that what was lost is noticed.
"""

from collections.abc import Callable
from typing import Literal, Protocol

import msgspec


class StreamNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="stream", array_like=True):
    """So many events a stream has now; and perhaps the latest of them, as they are kept, to spare a look."""

    stream: str
    position: int
    events: tuple[msgspec.Raw, ...] = ()


class PersonNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="person", array_like=True):
    """Of somebody's sessions some have ended, or they have another name; or they have blocked others, or no longer."""

    person: str
    what: Literal["sessions", "blocks"]


class ListNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="lists", array_like=True):
    """A list shows something else: the lobby or a person's, by which tables."""

    name: str
    tables: tuple[str, ...]


class RatedNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="rated", array_like=True):
    """It is known what a match did to ratings."""

    table: str


class LookNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="look", array_like=True):
    """Somebody has just looked at a table."""

    table: str
    person: str


class FollowNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="follow", array_like=True):
    """How a process follows a table now: so many look on, and from these seats."""

    table: str
    watching: int
    seats: tuple[int, ...]


class HereNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="here", array_like=True):
    """Who has a tab open at a process: these too now, and these no longer. What begins anew says all of it, perhaps
    with more to follow: what was told before holds no more. The same is told of those who are in the common room."""

    came: tuple[str, ...] = ()
    went: tuple[str, ...] = ()
    anew: bool = False
    where: Literal["house", "room"] = "house"  # a tab, or the page of the common room


class TakenNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="taken", array_like=True):
    """What was counted of a limit."""

    kind: str
    key: str
    amount: float


class TalkNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="talk", array_like=True):
    """Something was said in a conversation, or taken away: its version now."""

    place: str
    version: int


class AskNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="ask", array_like=True):
    """The process that tells it is new, or has not heard all: others are to tell how they follow tables, and
    who is there."""


class GoneNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="gone", array_like=True):
    """The process that tells it closes: others go on with what it did."""


AnyNews = (
    StreamNews
    | PersonNews
    | ListNews
    | RatedNews
    | LookNews
    | FollowNews
    | HereNews
    | TakenNews
    | TalkNews
    | AskNews
    | GoneNews
)
Hear = Callable[[int, AnyNews], None]  # the process that tells it, by the number of its uptime


class NewsBatch(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a process tells at once. Its batches are numbered: who has heard fewer has missed some."""

    process: int
    number: int
    news: tuple[msgspec.Raw, ...]  # each by itself: a process of another version may tell what is not known here


class News(Protocol):
    """How the processes of a house tell each other."""

    alone: bool  # no other process can be there
    carries: int  # bytes of events that may go along with the news of them
    looks: float  # seconds between two looks whether some of it was lost

    async def open(self, process: int) -> None:
        """From now on, as the process of that number."""

    def tell(self, news: AnyNews) -> None:
        """Soon, to all others. Told before `open`, it is told then."""

    def hear(self, hear: Hear) -> None:
        """To be told what others tell."""

    def miss(self, missed: Callable[[], None]) -> None:
        """To be told that some of it may not have been heard: look at everything."""

    @property
    def told(self) -> int:
        """How many batches have been told."""

    def heard(self, process: int) -> int | None:
        """How many of that process's batches there have been, as far as heard; None: it has told nothing yet."""

    async def close(self) -> None:
        """After what was told is on its way."""


class Alone:
    """One process: there is nobody to tell anything."""

    alone = True
    carries, looks = 0, 60.0
    told = 0

    async def open(self, process: int) -> None: ...

    def tell(self, news: AnyNews) -> None: ...

    def hear(self, hear: Hear) -> None: ...

    def miss(self, missed: Callable[[], None]) -> None: ...

    def heard(self, process: int) -> int | None:
        return None

    async def close(self) -> None: ...


def decode(raw: msgspec.Raw) -> AnyNews | None:
    """None: a newer version tells something that this one knows nothing of."""
    try:
        news: AnyNews = _DECODER.decode(raw)
    except msgspec.ValidationError:
        return None
    return news


_DECODER = msgspec.json.Decoder(AnyNews)
