"""Subscriptions to conversations: which sockets follow the common room or a tournament's talk.

A cursor is a version. Nothing is held here: what a follower has not been told is read when it is told.
"""

from collections.abc import Callable

from parlour.house.club import records as club_records
from parlour.house.club.conversations import Conversations
from parlour.house.store import Store
from parlour.server.http.club.messages import TalkSaid, remark_line
from parlour.server.live.messages import encode

MOST_TOLD = 200  # remarks in one message
AT_FIRST = 50  # to who knows nothing of it yet


class TalkFollower:
    """One conversation as one socket follows it."""

    def __init__(
        self, place: str, cursor: int, wake: "Callable[[TalkFollower], None]", *, present: bool = False
    ) -> None:
        self.place, self.cursor, self.first = place, cursor, True
        self.present = present  # where it is told is its own page, and not a corner of another
        self._wake = wake

    def notice(self) -> None:
        self._wake(self)


class TalkSubscriptions:
    def __init__(self, store: Store, conversations: Conversations) -> None:
        self._store = store
        self._followers: dict[str, set[TalkFollower]] = {}
        conversations.listeners.append(self._notice)

    def come(self, follower: TalkFollower) -> None:
        self._followers.setdefault(follower.place, set()).add(follower)

    def leave(self, follower: TalkFollower) -> None:
        followers = self._followers.get(follower.place, set())
        followers.discard(follower)
        if not followers:
            self._followers.pop(follower.place, None)

    async def news(self, follower: TalkFollower, unheard: frozenset[str]) -> bytes | None:
        """What it has not been told, and at first that it is told all; None: nothing is new."""
        place, cursor, first = follower.place, follower.cursor, follower.first
        version = await club_records.version_of(self._store, place)
        if version <= cursor and not first:
            return None
        if cursor == 0:
            said = await club_records.latest_remarks(self._store, place, AT_FIRST)
        else:
            said = await club_records.changed_remarks(self._store, place, cursor, MOST_TOLD)
            if len(said) == MOST_TOLD:
                version = said[-1].version
                follower.notice()
        follower.cursor, follower.first = max(version, *(one.version for one in said), cursor), False
        return encode(TalkSaid(place, follower.cursor, [remark_line(one, unheard) for one in said]))

    async def look_again(self) -> None:
        """Another process may have been told something that was not heard here."""
        for place, followers in tuple(self._followers.items()):
            version = await club_records.version_of(self._store, place)  # once for all who follow it
            for follower in tuple(followers):
                if follower.cursor < version:
                    follower.notice()

    def _notice(self, place: str) -> None:
        for follower in tuple(self._followers.get(place, ())):
            follower.notice()
