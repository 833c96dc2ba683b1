"""Subscriptions: which sockets follow a tournament, and what each of them has not been told yet.

A cursor is the version of the tournament that a client knows. Nothing in a tournament is hidden, so it may be the
number of its events; and since a tournament is a fold over them, what was known at any version can be worked out again.
"""

import asyncio
from collections.abc import Callable

from parlour.core.languages import FALLBACK
from parlour.core.texts import Refused
from parlour.house.tournaments.repository import TournamentRepository
from parlour.house.tournaments.state import Tournament
from parlour.server.http.tournaments.messages import mine, news_after
from parlour.server.live.messages import encode

REST = 0.25  # seconds between two changes that are told, at least: a round of sixty matches is drawn as one


class TournamentFollower:
    """One tournament as one socket follows it."""

    def __init__(
        self, t: Tournament, told: Tournament | None, person: str | None, wake: "Callable[[TournamentFollower], None]",
        language: str = FALLBACK,
    ) -> None:  # fmt: skip
        self.id, self.latest, self.told, self.person, self.language = t.id, t, told, person, language
        self._wake = wake

    def notice(self, t: Tournament) -> None:
        if t.position > self.latest.position:
            self.latest = t
            self._wake(self)


class TournamentSubscriptions:
    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments
        self._followers: dict[str, set[TournamentFollower]] = {}
        self._changed: dict[str, Tournament] = {}
        self._encoded: dict[str, dict[tuple[int, int, str], bytes]] = {}  # of the latest version alone
        tournaments.listeners.append(self._notice)
        tournaments.followed.append(self._followers.__contains__)

    def followed(self) -> list[str]:
        return [*self._followers]

    async def come(
        self, id: str, cursor: int, person: str | None, wake: Callable[[TournamentFollower], None],
        language: str = FALLBACK,
    ) -> TournamentFollower:  # fmt: skip
        """Begin to follow from a version on."""
        told = await self._tournaments.as_of(id, cursor) if cursor else None
        t = await self._tournaments.tournament(id)  # the last thing that is awaited: nothing is missed after it
        if told is None and cursor:
            raise Refused("server.cursor", last=t.position)
        follower = TournamentFollower(t, told, person, wake, language)
        self._followers.setdefault(id, set()).add(follower)
        return follower

    def leave(self, follower: TournamentFollower) -> None:
        followers = self._followers.get(follower.id, set())
        followers.discard(follower)
        if not followers:
            self._followers.pop(follower.id, None)
            self._encoded.pop(follower.id, None)

    def news(self, follower: TournamentFollower) -> bytes | None:
        """None: nothing is new."""
        t, told = follower.latest, follower.told
        if told is not None and told.position == t.position:
            return None
        follower.told = t
        wanted = (0 if told is None else told.position, t.position, follower.language)
        encoded = self._encoded.setdefault(t.id, {})
        if any(to != t.position for _, to, _ in encoded):
            encoded.clear()
        if wanted not in encoded:
            encoded[wanted] = encode(news_after(told, t, self._tournaments.tables.uptimes, follower.language))
        # What makes it a `TournamentNews` is put in: the rest is encoded once for all.
        return encoded[wanted][:-1] + b',"me":' + encode(mine(t, follower.person)) + b"}"

    def _notice(self, t: Tournament) -> None:
        if t.id not in self._followers:
            return
        if not self._changed:
            asyncio.get_running_loop().call_later(REST, self._tell)
        self._changed[t.id] = t

    def _tell(self) -> None:
        changed, self._changed = self._changed, {}
        for t in changed.values():
            for follower in tuple(self._followers.get(t.id, ())):
                follower.notice(t)
