"""News between the processes that serve one house: the port, and that of a house with one process.

News is only a hint. It is told after what it is about was kept, and may be lost, late or twice: what is true is in the
store, and whoever hears of something looks there. `Neighbours` sees to it that what was lost is noticed.
"""

from collections.abc import Callable
from typing import Literal, Protocol

import msgspec


class StreamNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="stream", array_like=True):
    """So many events a stream has now."""

    stream: str
    position: int


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


class TakenNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="taken", array_like=True):
    """What was counted of a limit."""

    kind: str
    key: str
    amount: float


class GoneNews(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="gone", array_like=True):
    """The process that tells it closes: others go on with what it did."""


AnyNews = StreamNews | PersonNews | ListNews | RatedNews | LookNews | FollowNews | TakenNews | GoneNews
Hear = Callable[[int, AnyNews], None]  # the process that tells it, by the number of its uptime


class NewsBatch(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a process tells at once. Its batches are numbered: who has heard fewer has missed some."""

    process: int
    number: int
    news: tuple[msgspec.Raw, ...]  # each by itself: a process of another version may tell what is not known here


class News(Protocol):
    """How the processes of a house tell each other."""

    alone: bool  # no other process can be there

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
