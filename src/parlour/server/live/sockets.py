"""The live socket: one for each tab. It follows topics and takes actions; each is answered, done or refused.

What a socket has still to be told is not a queue but a set of things that have changed: a slow reader gets fewer,
longer messages, and one that does not read at all is let go.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from parlour.core.game import Viewer
from parlour.core.texts import Refused, Text
from parlour.house.moderation.blocks_and_reports import BlocksAndReports
from parlour.house.streams import Newer
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.server.guard.auth import Caller
from parlour.server.guard.connections import BOUNDS, Bounds
from parlour.server.guard.limits import Allowance, TooMany
from parlour.server.live import messages
from parlour.server.live.hub import LOBBY, Follower, Hub
from parlour.server.live.messages import Act, Ping, RequestDone, RequestRefused, Say, Unwatch, Watch, encode
from parlour.server.live.tournament_subscriptions import TournamentFollower, TournamentSubscriptions
from parlour.server.tables.service import TableService, check_viewer
from parlour.server.texts import in_words, sentences

MOST_BYTES = 64 * 1024
MOST_FOLLOWED = 50  # topics of one socket
MOST_REPLIES = 100  # that wait to be sent
BEAT = 20.0  # seconds between two signs of life from here
SILENCE = 65.0  # seconds without one from there
BREATH = 0.25  # seconds for which a socket is not read that asks too often; what it sends waits with its sender
UNREADABLE, TOO_BIG, TROUBLE, GOING, TOO_SLOW, ASK_AGAIN, BARRED = 1007, 1009, 1011, 1012, 1013, 3000, 3003
BEATING = encode(messages.Beat())
CLOSING = encode(messages.Closing())

log = logging.getLogger("parlour.live")
Send = Callable[[Any], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]


class ListSource(Protocol):
    """Where the lobby and a person's own tables are put together."""

    async def lobby(self, language: str) -> bytes: ...

    async def mine(self, person: str, language: str) -> bytes: ...


class LiveSockets:
    """All sockets."""

    def __init__(
        self,
        tables: TableRepository,
        hub: Hub,
        table_service: TableService,
        lists: ListSource,
        tournament_subscriptions: TournamentSubscriptions,
        blocks_and_reports: BlocksAndReports,
        bounds: Bounds = BOUNDS,
    ) -> None:
        self.tables, self.hub, self.table_service, self.lists = tables, hub, table_service, lists
        self.tournament_subscriptions = tournament_subscriptions
        self.blocks_and_reports, self._bounds = blocks_and_reports, bounds
        self.sockets: set[LiveSocket] = set()

    def check_room(self, caller: Caller, by_address: bool) -> None:
        """Before the handshake: refuse one socket too many of a person, or `by_address` of all who are there."""
        own = [socket for socket in self.sockets if caller.person is not None and socket.belongs_to(caller.person.id)]
        if len(own) >= self._bounds.sockets_by_person:
            raise Refused("server.sockets", most=self._bounds.sockets_by_person)
        if by_address and sum(socket.address == caller.address for socket in self.sockets) >= (
            self._bounds.sockets_by_address
        ):
            raise Refused("server.sockets", most=self._bounds.sockets_by_address)

    async def serve(self, caller: Caller, allowance: Allowance, receive: Receive, send: Send) -> None:
        """One socket, from the handshake to its end. The handshake has been found to be in order."""
        await receive()
        await send({"type": "websocket.accept"})
        # Asked once: at every watch it would be a race between this and what is told first.
        unheard = await self.blocks_and_reports.unheard(caller.person)
        socket = LiveSocket(self, caller, allowance, send, unheard)
        self.sockets.add(socket)
        try:
            await socket.run(receive)
        finally:
            self.sockets.discard(socket)
            socket.leave_all()

    def here(self) -> set[str]:
        """Everybody who has a tab open on this server."""
        return {person for socket in self.sockets if (person := socket.person) is not None}

    def has(self, person: str) -> bool:
        """Whether somebody has a tab open on this server."""
        return any(socket.belongs_to(person) for socket in self.sockets)

    def signed_in(self) -> dict[str, list["LiveSocket"]]:
        """All sockets of people, by person."""
        found: dict[str, list[LiveSocket]] = {}
        for socket in self.sockets:
            if socket.person is not None:
                found.setdefault(socket.person, []).append(socket)
        return found

    def ask_again(self, person: str) -> None:
        """Somebody's sessions have ended, or some of them: their sockets have to say again who they are."""
        for socket in tuple(self.sockets):
            if socket.belongs_to(person):
                socket.dismiss(ASK_AGAIN)

    def bar(self, person: str, refusal: Refused) -> None:
        """Somebody is banned: their sockets are told why, and closed."""
        for socket in tuple(self.sockets):
            if socket.belongs_to(person):
                socket.dismiss(BARRED, encode(messages.Barred(refusal.text.key, in_words(refusal, socket.language))))

    def hear_no_more(self, person: str, unheard: frozenset[str]) -> None:
        """Somebody has blocked others, or has unblocked them."""
        for socket in tuple(self.sockets):
            if socket.belongs_to(person):
                socket.hear_no_more(unheard)

    def hand_over(self, table: str) -> None:
        """A newer process plays on at this table, which this one cannot follow: who does comes back, to another."""
        for socket in tuple(self.sockets):
            if socket.follows(table):
                socket.dismiss(GOING, CLOSING)

    async def close(self) -> None:
        """Tell everybody that the server goes; they come back with their cursors."""
        for socket in tuple(self.sockets):
            socket.dismiss(GOING, CLOSING)


class LiveSocket:
    def __init__(
        self, live: LiveSockets, caller: Caller, allowance: Allowance, send: Send, unheard: frozenset[str]
    ) -> None:
        self._live, self._caller, self._allowance, self._send = live, caller, allowance, send
        self.language = caller.language  # a page that changes it comes back with another socket
        self._unheard = unheard  # whose words are not for this person
        self._person = caller.person
        self._tables: dict[tuple[str, int | None], Follower] = {}
        self._wakes: dict[str, Callable[[], None]] = {}  # lists that are followed
        self._tournaments: dict[str, TournamentFollower] = {}  # tournaments
        # What is to be told, in order: tables and tournaments, and lists with where they are put together.
        self._changed: dict[Follower | TournamentFollower, None] = {}
        self._stale: dict[str, Callable[[], Awaitable[bytes]]] = {}
        self._sent, self._sending = 0, False
        self._replies: list[bytes] = []
        self._awake = asyncio.Event()
        self._code: int | None = None  # to close with
        self._heard = True

    async def run(self, receive: Receive) -> None:
        tasks = [asyncio.create_task(each) for each in (self._read(receive), self._write(), self._beat())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for fault in filter(None, (task.exception() for task in done)):
                log.error("a socket is closed", exc_info=fault)  # whoever had it comes back with its cursors
                self._code = TROUBLE
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with suppress(Exception):
                async with asyncio.timeout(1):
                    await self._send({"type": "websocket.close", "code": self._code or 1000})

    def dismiss(self, code: int, last: bytes | None = None) -> None:
        """The first reason is the one that is given."""
        if self._code is not None:
            return
        if last is not None:
            self._replies.append(last)
        self._code = code
        self._awake.set()

    def hear_no_more(self, unheard: frozenset[str]) -> None:
        self._unheard = unheard
        for follower in self._tables.values():
            follower.unheard = unheard

    @property
    def person(self) -> str | None:
        return None if self._person is None else self._person.id

    def follows(self, table: str) -> bool:
        return table in self._tournaments or any(id == table for id, _ in self._tables)

    @property
    def caller(self) -> Caller:
        return self._caller

    @property
    def address(self) -> str:
        return self._caller.address

    def belongs_to(self, person: str) -> bool:
        return self.person == person

    def leave_all(self) -> None:
        for follower in self._tables.values():
            self._live.hub.leave(follower)
        for name, wake in self._wakes.items():
            self._live.hub.leave_list(name, wake)
        for tournament in self._tournaments.values():
            self._live.tournament_subscriptions.leave(tournament)

    # -- sending ----------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        """What has changed first, then answers: whoever reads that something is done has seen it happen."""
        while True:
            while (message := await self._next()) is not None:
                self._sending = True  # `_beat` sees to it that this does not take for ever
                try:
                    await self._send({"type": "websocket.send", "text": message.decode()})
                except (OSError, RuntimeError):  # it is closed on the other side
                    return
                self._sent, self._sending = self._sent + 1, False
            if self._code is not None:
                return
            await self._awake.wait()
            self._awake.clear()

    async def _next(self) -> bytes | None:
        while self._changed:
            follower = next(iter(self._changed))
            del self._changed[follower]
            tournaments = self._live.tournament_subscriptions
            news = self._news(follower) if isinstance(follower, Follower) else tournaments.news(follower)
            if news is not None:
                return news
        if self._stale:
            return await self._stale.pop(next(iter(self._stale)))()
        return self._replies.pop(0) if self._replies else None

    def _reply(self, message: RequestDone | RequestRefused) -> None:
        self._send_soon(encode(message))

    def _send_soon(self, message: bytes) -> None:
        self._replies.append(message)
        if len(self._replies) > MOST_REPLIES:
            self._code = TOO_SLOW
        self._awake.set()

    async def _beat(self) -> None:
        """Both sides show signs of life; a socket that is silent for long is dead, whatever TCP believes."""
        quiet, stuck = 0.0, -1
        while quiet < SILENCE:
            await asyncio.sleep(BEAT)
            if self._sending and stuck == self._sent:
                self._code = TOO_SLOW
                return
            quiet, stuck = 0.0 if self._heard else quiet + BEAT, self._sent if self._sending else -1
            self._heard = False
            self._send_soon(BEATING)

    def _wake_for(self, follower: Follower | TournamentFollower) -> None:
        self._changed[follower] = None
        self._awake.set()

    def _news(self, follower: Follower) -> bytes | None:
        """What this follower has not been told yet; at first with how the table stands, be it new or not."""
        table, cursor = follower.latest, follower.cursor
        try:
            check_viewer(table, self._person, follower.viewer)
        except Refused:  # a bot sits there now, or who looked on has sat down
            self._forget(follower)
            return encode(messages.SeatLeft(table.id, follower.viewer))
        have = len(table.told[follower.viewer])
        if follower.first:
            follower.first = False
            message = encode(
                messages.news_after(
                    table, follower.viewer, cursor, self._live.tables.uptimes, whole=True, draw=follower.draw,
                    view=follower.view, unheard=follower.unheard, language=follower.language,
                )
            )  # fmt: skip
        elif have > cursor:
            message = self._live.hub.news(follower)
        else:
            return self._beside_news(follower)
        follower.cursor = min(have, cursor + messages.MOST_LINES)
        if follower.cursor < have or follower.gallery_is_new or follower.ratings_are_new:
            self._wake_for(follower)
        if follower.done and follower.cursor == have:
            message, follower.done = messages.with_done(message, follower.done), []
        return message

    def _beside_news(self, follower: Follower) -> bytes | None:
        """What is told of a table and has no place among its lines; after them."""
        message = None
        if follower.ratings_are_new and follower.ratings is not None:
            follower.told_ratings = follower.ratings
            message = encode(messages.ratings_news(follower.id, follower.viewer, follower.ratings))
        elif follower.gallery_is_new:
            follower.told_watching = follower.watching
            message = encode(messages.SpectatorCount(follower.id, follower.viewer, follower.watching or 0))
        if follower.gallery_is_new:
            self._wake_for(follower)
        return message

    # -- reading ----------------------------------------------------------------------------------------------

    async def _read(self, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            self._heard = True
            data = message.get("text") or message.get("bytes") or ""
            if len(data) > MOST_BYTES:
                self._code = TOO_BIG
                return
            if not await self._take(data) or len(self._replies) > MOST_REPLIES:
                return

    async def _take(self, data: bytes | str) -> bool:
        """One message; False: the socket is to be closed."""
        try:
            asked = messages.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            try:
                self._allowance.message(changes=False)
                self._allowance.unreadable()
            except Refused:
                self._code = UNREADABLE
                return False
            self._refuse(None, Text("server.message", {"why": str(error)[:200]}))
            return True
        try:
            await self._do(asked)
        except Refused as refusal:
            self._reply(RequestRefused(asked.id, refusal.text.key, in_words(refusal, self.language)))
            if isinstance(refusal, TooMany):
                await asyncio.sleep(BREATH)
            elif isinstance(refusal, Newer):
                self.dismiss(GOING, CLOSING)  # another process may be one that can read it
        except Exception:
            log.exception("a message could not be dealt with")
            self._refuse(asked.id, Text("server.trouble"))
        return True

    def _refuse(self, id: messages.RequestId | None, text: Text) -> None:
        self._reply(RequestRefused(id, text.key, sentences(None, self.language).render(text)))

    async def _do(self, asked: messages.SocketRequest) -> None:
        self._allowance.message(changes=isinstance(asked, Act | Say))
        if isinstance(asked, Ping):
            self._reply(RequestDone(asked.id))
        elif isinstance(asked, Watch):
            await self._watch(asked)
        elif isinstance(asked, Unwatch):
            self._unwatch(asked)
        elif isinstance(asked, Act):
            table = await self._live.table_service.act(
                self._caller.needs("play"), asked.table, asked.seat, asked.steps, asked.key,
                whence=self._caller.address,
            )  # fmt: skip
            self._is_done(asked.id, table, [asked.seat])
        elif isinstance(asked, Say):
            self._allowance.say()
            table = await self._live.table_service.say(
                self._caller.needs("play"), asked.table, asked.text, asked.key, asked.invite
            )
            self._is_done(asked.id, table, table.viewers)

    def _is_done(self, id: messages.RequestId | None, table: Table, viewers: Sequence[Viewer]) -> None:
        """Say so with the news of it, where that is wanted and they are still to come; else by itself."""
        follower = self._to_be_told(table, viewers)
        if id is None or follower is None:
            self._reply(RequestDone(id))
            return
        follower.done.append(id)
        # These news go out after those to other seats that are followed here: who reads `done` has read them all.
        self._changed.pop(follower, None)
        self._wake_for(follower)

    def _to_be_told(self, table: Table, viewers: Sequence[Viewer]) -> Follower | None:
        """Which of these this socket follows the table as, with answers, and has not been told how it is now."""
        for viewer in viewers:
            follower = self._tables.get((table.id, viewer))
            if follower is None or not follower.answers or len(follower.done) >= MOST_REPLIES:
                continue
            if follower.knows_not_yet(table):
                return follower
        return None

    async def _watch(self, asked: Watch) -> None:
        if asked.topic == "tournament":
            await self._watch_tournament(asked)
            return
        if asked.topic != "table":
            self._watch_list(asked)
            return
        table = await self._live.table_service.look(
            self._person, asked.table, asked.seat, asked.invite, whence=self._caller.address
        )
        cursor = asked.cursor or 0
        messages.check_cursor(table, asked.seat, cursor)
        self._allowance.pull(len(table.told[asked.seat]) - cursor)
        before = self._tables.get((table.id, asked.seat))
        if before is not None:
            self._forget(before)
        self._check_room()
        follower = Follower(
            table, asked.seat, cursor, self._wake_for, draw=asked.draw, view=asked.view, answers=asked.answers,
            gallery=asked.gallery, language=self.language,
        )  # fmt: skip
        follower.unheard = self._unheard
        self._tables[table.id, asked.seat] = follower
        # From the look to here nothing was awaited, so nothing was missed. What happens before the first message goes
        # out is part of that message: a second one could not come before it.
        self._live.hub.follow(follower)
        self._wake_for(follower)
        self._reply(RequestDone(asked.id))

    def _check_room(self) -> None:
        if len(self._tables) + len(self._wakes) + len(self._tournaments) >= MOST_FOLLOWED:
            raise Refused("server.topics", most=MOST_FOLLOWED)

    async def _watch_tournament(self, asked: Watch) -> None:
        self._allowance.pull()
        self._forget_tournament(asked.tournament)
        self._check_room()
        follower = await self._live.tournament_subscriptions.come(
            asked.tournament, asked.cursor or 0, self.person, self._wake_for, self.language
        )
        self._tournaments[follower.id] = follower
        self._wake_for(follower)
        self._reply(RequestDone(asked.id))

    def _forget_tournament(self, tournament: str) -> None:
        follower = self._tournaments.pop(tournament, None)
        if follower is not None:
            self._changed.pop(follower, None)
            self._live.tournament_subscriptions.leave(follower)

    def _watch_list(self, asked: Watch) -> None:
        person = "" if asked.topic == "lobby" else self._caller.needs("read").id
        name = LOBBY if asked.topic == "lobby" else person

        lists, language = self._live.lists, self.language

        def wake() -> None:
            self._stale[name] = lambda: lists.lobby(language) if name == LOBBY else lists.mine(person, language)
            self._awake.set()

        self._allowance.pull()
        self._leave_list(name)
        self._check_room()
        self._wakes[name] = wake
        self._live.hub.follow_list(name, wake, apart_from=asked.table)
        wake()
        self._reply(RequestDone(asked.id))

    def _leave_list(self, name: str) -> None:
        wake = self._wakes.pop(name, None)
        if wake is not None:
            self._live.hub.leave_list(name, wake)

    def _forget(self, follower: Follower) -> None:
        self._tables.pop((follower.id, follower.viewer), None)
        self._changed.pop(follower, None)
        self._live.hub.leave(follower)
        for id in follower.done:  # there will be no news to say so
            self._reply(RequestDone(id))

    def _unwatch(self, asked: Unwatch) -> None:
        if asked.topic == "table":
            follower = self._tables.get((asked.table, asked.seat))
            if follower is not None:
                self._forget(follower)
        elif asked.topic == "tournament":
            self._forget_tournament(asked.tournament)
        else:
            self._leave_list(LOBBY if asked.topic == "lobby" else self._caller.needs("read").id)
        self._reply(RequestDone(asked.id))
