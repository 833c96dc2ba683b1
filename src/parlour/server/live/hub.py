"""The hub knows who follows what, and wakes those for whom something has changed."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from parlour.core.game import Viewer
from parlour.core.languages import FALLBACK
from parlour.house.news import FollowNews, ListNews
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.server.http.ratings.messages import TableRatings
from parlour.server.live.messages import NewsEncoder, RequestId

LOBBY_REST = 0.5  # seconds between two changes of lists that are told, at least
FOLLOWING_REST = 0.1  # and between two times that other processes are told who follows what
GALLERY_REST = 0.5  # the same of how many look on: a crowd that comes is told as one


class Follower:
    """One table as one socket follows it from one seat, or as a spectator."""

    def __init__(
        self,
        table: Table,
        viewer: Viewer,
        cursor: int,
        wake: "Callable[[Follower], None]",
        *,
        draw: bool = True,
        view: bool = False,
        answers: bool = False,
        gallery: bool = False,
        language: str = FALLBACK,
    ) -> None:
        self.id, self.viewer, self.cursor, self.draw, self.view = table.id, viewer, cursor, draw, view
        self.language = language
        self.answers = answers  # what its socket has done here is said by the news of it
        self.done: list[RequestId] = []  # of those requests, which the next news will have told of
        self.gallery = gallery  # it wants to know how many look on
        self.watching: int | None = None  # how many do; none: not counted yet
        self.told_watching: int | None = None
        self.ratings: TableRatings | None = None  # what the match has done to them, if that became known meanwhile
        self.told_ratings: TableRatings | None = None
        self.latest = table
        self.unheard: frozenset[str] = frozenset()  # whose words it is not told
        self.first = True  # nothing has been told yet, and so the state is, too, whether it is new or not
        self._wake = wake

    def notice(self, table: Table) -> None:
        self.latest = table
        if len(table.told[self.viewer]) > self.cursor:
            self._wake(self)

    def knows_not_yet(self, table: Table) -> bool:
        """Whether this state of the table will be in the next news, and has not been in the last."""
        told = self.latest.told[self.viewer]
        return self.latest.position >= table.position and (self.first or len(told) > self.cursor)

    def notice_gallery(self, watching: int) -> None:
        self.watching = watching
        if self.gallery_is_new:
            self._wake(self)

    def notice_ratings(self, ratings: TableRatings) -> None:
        """How a team did before is its own business."""
        if self.viewer is None and ratings.team is not None:
            if not ratings.rated:
                return
            ratings = replace(ratings, team=None)
        self.ratings = ratings
        if self.ratings_are_new:
            self._wake(self)

    @property
    def ratings_are_new(self) -> bool:
        return self.ratings != self.told_ratings

    @property
    def gallery_is_new(self) -> bool:
        return self.gallery and self.watching != self.told_watching


class ListLooks(NamedTuple):
    """What lists show of a table: when it is another, they are told again."""

    lobby: tuple[object, ...]
    own: tuple[object, ...]
    asked: frozenset[str]  # for whom seats are kept

    @classmethod
    def of(cls, table: Table) -> "ListLooks":
        asked = frozenset(whose.person for whose in table.kept.values())
        return cls(_sitting(table.seen_by(None)), (*_sitting(table), *table.to_act), asked)


def _sitting(table: Table) -> tuple[object, ...]:
    return table.phase, table.host, tuple(table.sitters), tuple(table.kept.items())


class Hub:
    """All who follow something on this server."""

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables
        self._followers: dict[str, set[Follower]] = {}
        self._telling: dict[str, NewsEncoder] = {}
        # By LOBBY or a person's id: who follows the list, and the table of which they are told by another topic.
        self._lists: dict[str, dict[Callable[[], None], str]] = {}
        self._looks: dict[str, ListLooks | Table] = {}  # how tables last looked in lists
        self._stale: dict[str, set[str]] = {}  # lists that have changed, and the tables by which
        self._resting = False
        self.comers: list[Callable[[Table, int], None]] = []  # told who begins to follow a table, by seat
        self.leavers: list[Callable[[Follower], None]] = []  # told who follows one no longer
        self.counts_galleries = True  # not where those who look on are only written down
        self._galleries: set[str] = set()  # of these tables it is to be told how many look on
        self._news = tables.news
        self._following: set[str] = set()  # of these other processes are to be told how they are followed here
        # How other processes follow tables: by process and table, how many look on, and from which seats.
        self._elsewhere: dict[int, dict[str, FollowNews]] = {}
        tables.listeners.append(self.changed)
        tables.own_listeners.append(self._lists_change)
        tables.heard_listeners.append(self._remember_look)
        tables.followed.append(self._followers.__contains__)
        tables.followed_elsewhere = self.is_watched_elsewhere

    def changed(self, table: Table) -> None:
        """A table is another now: on the disk, and so for all."""
        for follower in tuple(self._followers.get(table.id, ())):
            follower.notice(table)

    # -- tables -----------------------------------------------------------------------------------------------

    def follow(self, follower: Follower) -> None:
        self._followers.setdefault(follower.id, set()).add(follower)
        self._follow_changes(follower.id)
        if follower.viewer is None or follower.gallery:
            self._gallery_changes(follower.id)
        if follower.viewer is not None:
            for comer in self.comers:
                comer(follower.latest, follower.viewer)

    def is_followed(self, id: str, seats: Sequence[int]) -> bool:
        """Whether somebody follows it from one of these seats."""
        if any(follower.viewer in seats for follower in self._followers.get(id, ())):
            return True
        return any(seat in seats for one in self._followed_elsewhere(id) for seat in one.seats)

    def is_watched_elsewhere(self, id: str) -> bool:
        """Whether somebody follows it at another process, as far as that is known here."""
        return any(id in tables for tables in self._elsewhere.values())

    def let_go(self, follower: Follower) -> None:
        """It is followed on elsewhere, and nobody has left."""
        leavers, self.leavers = self.leavers, []
        try:
            self.leave(follower)
        finally:
            self.leavers = leavers

    def leave(self, follower: Follower) -> None:
        followers = self._followers.get(follower.id)
        if followers is not None:
            followers.discard(follower)
            self._follow_changes(follower.id)
            if not followers:
                del self._followers[follower.id]
                if isinstance(look := self._looks.get(follower.id), Table):
                    self._looks[follower.id] = ListLooks.of(look)
                self._telling.pop(follower.id, None)
            elif follower.viewer is None:
                self._gallery_changes(follower.id)
            for leaver in self.leavers:
                leaver(follower)

    def followers(self, id: str) -> int:
        return len(self._followers.get(id, ()))

    def news(self, follower: Follower) -> bytes:
        telling = self._telling.setdefault(follower.id, NewsEncoder())
        uptimes = self._tables.uptimes
        return telling.news(
            follower.latest, follower.viewer, follower.cursor, uptimes, draw=follower.draw, view=follower.view,
            unheard=follower.unheard, language=follower.language,
        )  # fmt: skip

    def tell_ratings(self, id: str, ratings: TableRatings) -> None:
        for follower in tuple(self._followers.get(id, ())):
            follower.notice_ratings(ratings)

    def _gallery_changes(self, id: str) -> None:
        if not self.counts_galleries:
            return
        if not self._galleries:
            asyncio.get_running_loop().call_later(GALLERY_REST, self._tell_galleries)
        self._galleries.add(id)

    def _tell_galleries(self) -> None:
        galleries, self._galleries = self._galleries, set()
        for id in galleries:
            followers = tuple(self._followers.get(id, ()))
            watching = sum(follower.viewer is None for follower in followers)
            watching += sum(one.watching for one in self._followed_elsewhere(id))
            for follower in followers:
                follower.notice_gallery(watching)

    # -- other processes --------------------------------------------------------------------------------------

    def followed(self) -> list[str]:
        """The tables that somebody follows here."""
        return [*self._followers]

    def followed_elsewhere(self, process: int, news: FollowNews) -> None:
        tables = self._elsewhere.setdefault(process, {})
        if news.watching or news.seats:
            tables[news.table] = news
        else:
            tables.pop(news.table, None)
        if news.table in self._followers:
            self._gallery_changes(news.table)

    def keep_only(self, is_up: Callable[[int], bool]) -> None:
        """Forget how processes that are gone followed tables."""
        for process in [one for one in self._elsewhere if not is_up(one)]:
            for id in self._elsewhere.pop(process).keys() & self._followers.keys():
                self._gallery_changes(id)

    def tell_how_followed(self) -> None:
        """All of it, for processes that are new."""
        for id in self._followers:
            self._follow_changes(id)

    def _followed_elsewhere(self, id: str) -> list[FollowNews]:
        return [tables[id] for tables in self._elsewhere.values() if id in tables]

    def _follow_changes(self, id: str) -> None:
        if self._news.alone:
            return
        if not self._following:
            asyncio.get_running_loop().call_later(FOLLOWING_REST, self._tell_following)
        self._following.add(id)

    def _tell_following(self) -> None:
        following, self._following = self._following, set()
        for id in following:
            viewers = [follower.viewer for follower in self._followers.get(id, ())]
            seats = tuple(sorted({viewer for viewer in viewers if viewer is not None}))
            self._news.tell(FollowNews(id, viewers.count(None), seats))

    async def wait(self, id: str, viewer: Viewer, cursor: int, seconds: float) -> Table:
        """The table once the viewer is told more than it knows, or as it is after a while."""
        table, woken = await self._tables.table(id), asyncio.Event()
        follower = Follower(table, viewer, cursor, lambda _: woken.set())
        if len(table.told[viewer]) > cursor or table.over:
            return table
        self.follow(follower)
        try:
            async with asyncio.timeout(seconds):
                await woken.wait()
        except TimeoutError:
            pass
        finally:
            self.leave(follower)
        return follower.latest

    # -- lists ------------------------------------------------------------------------------------------------

    def follow_list(self, name: str, wake: Callable[[], None], apart_from: str = "") -> None:
        """LOBBY, or a person's own tables. A change at the table `apart_from` alone wakes nobody."""
        self._lists.setdefault(name, {})[wake] = apart_from

    def leave_list(self, name: str, wake: Callable[[], None]) -> None:
        wakes = self._lists.get(name, {})
        wakes.pop(wake, None)
        if not wakes:
            self._lists.pop(name, None)

    def _remember_look(self, table: Table) -> None:
        """Another process has changed it, and tells those whose lists that changes; here it is the look that the next
        change is compared with."""
        if table.over:
            self._looks.pop(table.id, None)
        else:  # of those that are followed many are heard of for each that is changed here
            self._looks[table.id] = table if table.id in self._followers else ListLooks.of(table)

    def _lists_change(self, table: Table) -> None:
        """The lobby shows who sits where, as spectators know it; one's own list also whose turn it is. Told by the
        process that has changed the table, and by no other."""
        before = self._looks.pop(table.id, None)
        if not self._lists and self._news.alone:
            return
        before = ListLooks.of(before) if isinstance(before, Table) else before
        looks = ListLooks.of(table)
        if not table.over:
            self._looks[table.id] = looks
        stale: set[str] = set()
        # Of a table that was not looked at before it is not known what has changed. If not all may know that something
        # did, it is nothing that lists show, and nobody is told.
        if table.shows_last(0) if before is None else before != looks:
            stale = set(table.people) | looks.asked | (frozenset() if before is None else before.asked)
        if table.rules.listed and (table.shows_last(None) if before is None else before.lobby != looks.lobby):
            stale.add(LOBBY)
        for name in stale:
            self._stale.setdefault(name, set()).add(table.id)
        if self._stale and not self._resting:
            self._resting = True
            asyncio.get_running_loop().call_later(LOBBY_REST, self._tell_lists)

    def _tell_lists(self) -> None:
        self._resting = False
        stale, self._stale = self._stale, {}
        for name, tables in stale.items():
            self._news.tell(ListNews(name, tuple(sorted(tables))))
            self.lists_changed(name, tables)

    def lists_changed(self, name: str, tables: Collection[str]) -> None:
        """A list is another now, by these tables."""
        for wake, apart_from in tuple(self._lists.get(name, {}).items()):
            if {*tables} != {apart_from}:
                wake()

    def look_at_all_lists(self) -> None:
        """Others may have changed any of them."""
        for wakes in tuple(self._lists.values()):
            for wake in tuple(wakes):
                wake()


LOBBY = ""  # no person has this id
