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
from parlour.house.club.records import HOUSE_TALK
from parlour.house.live.records import table_topic, talk_topic, tournament_topic
from parlour.house.moderation.blocks_and_reports import BlocksAndReports
from parlour.house.store import Unavailable
from parlour.house.streams import Newer
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.server.guard.auth import Caller
from parlour.server.guard.connections import BOUNDS, Bounds, SendAtOnce
from parlour.server.guard.limits import Allowance, TooMany
from parlour.server.live import messages
from parlour.server.live.hub import LOBBY, Follower, Hub
from parlour.server.live.messages import Act, Ping, RequestDone, RequestRefused, Say, Unwatch, Watch, encode
from parlour.server.live.talk_subscriptions import TalkFollower, TalkSubscriptions
from parlour.server.live.tournament_subscriptions import TournamentFollower, TournamentSubscriptions
from parlour.server.live.who_is_here import WhoIsHere
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

    loses = False  # whether what is told may not arrive while its socket stays open
    quiet = 0  # seconds of silence after which somebody is to say that they are there; 0: as they like

    def __init__(
        self,
        tables: TableRepository,
        hub: Hub,
        table_service: TableService,
        lists: ListSource,
        tournament_subscriptions: TournamentSubscriptions,
        talk_subscriptions: TalkSubscriptions,
        blocks_and_reports: BlocksAndReports,
        bounds: Bounds = BOUNDS,
    ) -> None:
        self.tables, self.hub, self.table_service, self.lists = tables, hub, table_service, lists
        self.tournament_subscriptions, self.talk_subscriptions = tournament_subscriptions, talk_subscriptions
        # Whether somebody may follow a conversation: asked where HTTP asks, too. It refuses.
        self.may_follow_talk: Callable[[Caller, str], Awaitable[None]] | None = None
        self.blocks_and_reports, self._bounds = blocks_and_reports, bounds
        self.sockets: set[LiveSocket] = set()
        self.who_is_here = WhoIsHere(tables.news, self._here_at_this_process)
        self.in_the_room = WhoIsHere(tables.news, self._in_the_room_at_this_process, "room")
        self.away = False  # this process does not reach the house's data, and others may

    def check_there(self) -> None:
        """Before the handshake: whoever comes while this process has nothing to tell is to come to another."""
        if self.away:
            raise Unavailable("refuse.away")

    async def check_room(self, caller: Caller, by_address: bool) -> None:
        """Before the handshake: refuse one socket too many of a person, or `by_address` of all who are there."""
        own = [socket for socket in self.sockets if caller.person is not None and socket.belongs_to(caller.person.id)]
        if len(own) >= self._bounds.sockets_by_person:
            raise Refused("server.sockets", most=self._bounds.sockets_by_person)
        if by_address and sum(socket.address == caller.address for socket in self.sockets) >= (
            self._bounds.sockets_by_address
        ):
            raise Refused("server.sockets", most=self._bounds.sockets_by_address)

    async def serve(
        self,
        caller: Caller,
        allowance: Allowance,
        receive: Receive,
        send: Send,
        send_at_once: SendAtOnce | None = None,
    ) -> None:
        """One socket, from the handshake to its end. The handshake has been found to be in order."""
        await receive()
        await send({"type": "websocket.accept"})
        # Asked once: at every watch it would be a race between this and what is told first.
        try:
            unheard = await self.blocks_and_reports.unheard(caller.person)
            self.check_there()
        except Unavailable:
            await send({"type": "websocket.close", "code": GOING})
            return
        socket = LiveSocket(self, caller, allowance, send, unheard, send_at_once)
        self.sockets.add(socket)
        self.who_is_here.changed()
        try:
            await socket.run(receive)
        finally:
            self.sockets.discard(socket)
            self.who_is_here.changed()
            self.in_the_room.changed()
            socket.leave_all()

    def here(self) -> set[str]:
        """Everybody who has a tab open in this house."""
        return self.who_is_here.everybody()

    def _here_at_this_process(self) -> set[str]:
        return {person for socket in self.sockets if (person := socket.person) is not None}

    def _in_the_room_at_this_process(self) -> set[str]:
        inside = (socket.person for socket in self.sockets if socket.is_in_the_room)
        return {person for person in inside if person is not None}

    def has(self, person: str) -> bool:
        """Whether somebody has a tab open at this process."""
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


class LiveSession:
    """What is said over a socket: one message after the other comes in (`take`), and what there is to be told goes out
    (`next`). It knows no connection, so that one that is held and one that is only written down speak alike."""

    def __init__(self, live: LiveSockets, caller: Caller, allowance: Allowance, unheard: frozenset[str]) -> None:
        self._live, self._caller, self._allowance = live, caller, allowance
        self.language = caller.language  # a page that changes it comes back with another socket
        self._unheard = unheard  # whose words are not for this person
        self._person = caller.person
        self._tables: dict[tuple[str, int | None], Follower] = {}
        self._wakes: dict[str, Callable[[], None]] = {}  # lists that are followed
        self._tournaments: dict[str, TournamentFollower] = {}  # tournaments
        self._talks: dict[str, TalkFollower] = {}  # conversations, by place
        # What is to be told, in order: tables and tournaments, and lists with where they are put together.
        self._changed: dict[Follower | TournamentFollower, None] = {}
        self._stale: dict[str, Callable[[], Awaitable[bytes | None]]] = {}
        self._replies: list[bytes] = []
        self._asked: dict[tuple[str, int | None], Watch] = {}  # what is followed, as it was asked for
        self._awake = asyncio.Event()
        self._code: int | None = None  # to close with

    @property
    def code(self) -> int | None:
        """To close with, if it is to be closed."""
        return self._code

    @property
    def is_in_the_room(self) -> bool:
        """The page of the common room is open there."""
        follower = self._talks.get(HOUSE_TALK)
        return follower is not None and follower.present

    @property
    def followed(self) -> dict[tuple[str, int | None], Watch]:
        """By topic and seat, as it was asked for."""
        return dict(self._asked)

    def remember(self, asked: Watch) -> None:
        """It is followed, and nothing of it is to be told now."""
        self._asked[_topic_of(asked), asked.seat if asked.topic == "table" else None] = asked

    async def follow_again(self, asked: Watch, cursor: int | None = None) -> None:
        """A table that was followed before, in a session that is gone: nothing is told again that had happened by
        then, or that comes before the cursor."""
        table = await self._live.tables.table(asked.table)
        have = len(table.told[asked.seat])
        follower = self._follow_table(asked, table, have if cursor is None else min(max(cursor, 0), have))
        follower.first = False
        if follower.cursor < have:
            self._wake_for(follower)

    def let_go(self) -> None:
        """This session ends here, and what it speaks for goes on elsewhere: nobody has left anything."""
        for follower in self._tables.values():
            self._live.hub.let_go(follower)
        self._tables = {}
        self.leave_all()

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
        for talk in self._talks.values():
            self._live.talk_subscriptions.leave(talk)

    # -- what is to be told -----------------------------------------------------------------------------------

    async def next(self) -> bytes | None:
        if (news := self._changed_news()) is not None:
            return news
        while self._stale:
            if (stale := await self._stale.pop(next(iter(self._stale)))()) is not None:
                return stale
        return self._reply_in_turn()

    def _changed_news(self) -> bytes | None:
        while self._changed:
            follower = next(iter(self._changed))
            del self._changed[follower]
            tournaments = self._live.tournament_subscriptions
            news = self._news(follower) if isinstance(follower, Follower) else tournaments.news(follower)
            if news is not None:
                return news
        return None

    def _reply_in_turn(self) -> bytes | None:
        """After lists, which take a moment."""
        return self._replies.pop(0) if self._replies and not self._stale else None

    def _wake(self) -> None:
        """There is something to be told."""
        self._awake.set()

    def _reply(self, message: RequestDone | RequestRefused) -> None:
        self._send_soon(encode(message))

    def _send_soon(self, message: bytes) -> None:
        self._replies.append(message)
        if len(self._replies) > MOST_REPLIES:
            self._code = TOO_SLOW
        self._wake()

    def _wake_for(self, follower: Follower | TournamentFollower) -> None:
        self._changed[follower] = None
        self._wake()

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

    # -- what comes in ----------------------------------------------------------------------------------------

    async def take(self, data: bytes | str) -> bool:
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
        if isinstance(asked, Act):  # first, since most messages are
            table = await self._live.table_service.act(
                self._caller.needs("play"), asked.table, asked.seat, asked.steps, asked.key,
                whence=self._caller.address,
            )  # fmt: skip
            self._is_done(asked.id, table, [asked.seat])
        elif isinstance(asked, Ping):
            await self._make_up(asked.reached if self._live.loses else ())
            self._reply(RequestDone(asked.id, self._live.quiet))
        elif isinstance(asked, Watch):
            await self._watch(asked)
        elif isinstance(asked, Unwatch):
            self._unwatch(asked)
        elif isinstance(asked, Say):
            self._allowance.say()
            table = await self._live.table_service.say(
                self._caller.needs("play"), asked.table, asked.text, asked.key, asked.invite
            )
            self._is_done(asked.id, table, table.viewers)

    async def _make_up(self, reached: Sequence[messages.Reached]) -> None:
        """Tell what was told once and did not arrive."""
        for one in reached[:MOST_FOLLOWED]:
            asked = self._asked.get((table_topic(one.table), one.seat))
            if asked is not None:
                await self.follow_again(asked, one.cursor)

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
        if asked.topic == "talk":
            await self._watch_talk(asked)
            return
        if asked.topic != "table":
            self._watch_list(asked)
            return
        cursor = asked.cursor or 0
        table = await self._live.table_service.look(
            self._person, asked.table, asked.seat, asked.invite, whence=self._caller.address, cursor=cursor
        )
        self._allowance.pull(len(table.told[asked.seat]) - cursor)
        before = self._tables.get((table.id, asked.seat))
        if before is not None:
            self._forget(before)
        self._asked.pop((_topic_of(asked), asked.seat), None)
        self._check_room()
        # From the look to here nothing was awaited, so nothing was missed. What happens before the first message goes
        # out is part of that message: a second one could not come before it.
        self._wake_for(self._follow_table(asked, table, cursor))
        self._reply(RequestDone(asked.id))

    def _follow_table(self, asked: Watch, table: Table, cursor: int) -> Follower:
        follower = Follower(
            table, asked.seat, cursor, self._wake_for, draw=asked.draw, view=asked.view, answers=asked.answers,
            gallery=asked.gallery, language=self.language,
        )  # fmt: skip
        follower.unheard = self._unheard
        self._tables[table.id, asked.seat] = follower
        self._asked[_topic_of(asked), asked.seat] = asked
        self._live.hub.follow(follower)
        return follower

    def _check_room(self) -> None:
        if len(self._asked) >= MOST_FOLLOWED:
            raise Refused("server.topics", most=MOST_FOLLOWED)

    async def _watch_tournament(self, asked: Watch) -> None:
        self._allowance.pull()
        self._forget_tournament(asked.tournament)
        self._check_room()
        follower = await self._live.tournament_subscriptions.come(
            asked.tournament, asked.cursor or 0, self.person, self._wake_for, self.language
        )
        self._tournaments[follower.id] = follower
        self._asked[_topic_of(asked), None] = asked
        self._wake_for(follower)
        self._reply(RequestDone(asked.id))

    def _forget_tournament(self, tournament: str) -> None:
        self._asked.pop((tournament_topic(tournament), None), None)
        follower = self._tournaments.pop(tournament, None)
        if follower is not None:
            self._changed.pop(follower, None)
            self._live.tournament_subscriptions.leave(follower)

    async def _watch_talk(self, asked: Watch) -> None:
        self._allowance.pull()
        if self._live.may_follow_talk is not None:
            await self._live.may_follow_talk(self._caller, asked.place)
        self._forget_talk(asked.place)
        self._check_room()
        if not 0 <= (asked.cursor or 0) < 2**53:
            raise Refused("server.cursor", last=0)
        follower = TalkFollower(asked.place, asked.cursor or 0, self._wake_for_talk, present=asked.present)
        self._talks[asked.place] = follower
        self._asked[_topic_of(asked), None] = asked
        self._live.talk_subscriptions.come(follower)
        self._live.in_the_room.changed()
        self._wake_for_talk(follower)
        self._reply(RequestDone(asked.id))

    def _wake_for_talk(self, follower: TalkFollower) -> None:
        talks = self._live.talk_subscriptions
        # No list has a name with a colon.
        self._stale[f"talk:{follower.place}"] = lambda: talks.news(follower, self._unheard)
        self._awake.set()

    def _forget_talk(self, place: str) -> None:
        self._asked.pop((talk_topic(place), None), None)
        follower = self._talks.pop(place, None)
        if follower is not None:
            self._stale.pop(f"talk:{place}", None)
            self._live.talk_subscriptions.leave(follower)
            self._live.in_the_room.changed()

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
        self._asked[_topic_of(asked), None] = asked
        self._live.hub.follow_list(name, wake, apart_from=asked.table)
        wake()
        self._reply(RequestDone(asked.id))

    def _leave_list(self, name: str) -> None:
        self._asked.pop(("lobby" if name == LOBBY else "me", None), None)
        wake = self._wakes.pop(name, None)
        if wake is not None:
            self._live.hub.leave_list(name, wake)

    def _forget(self, follower: Follower) -> None:
        self._tables.pop((follower.id, follower.viewer), None)
        self._asked.pop((table_topic(follower.id), follower.viewer), None)
        self._changed.pop(follower, None)
        self._live.hub.leave(follower)
        for id in follower.done:  # there will be no news to say so
            self._reply(RequestDone(id))

    def _unwatch(self, asked: Unwatch) -> None:
        if asked.topic == "table":
            self._asked.pop((table_topic(asked.table), asked.seat), None)
            follower = self._tables.get((asked.table, asked.seat))
            if follower is not None:
                self._forget(follower)
        elif asked.topic == "tournament":
            self._forget_tournament(asked.tournament)
        elif asked.topic == "talk":
            self._forget_talk(asked.place)
        else:
            self._leave_list(LOBBY if asked.topic == "lobby" else self._caller.needs("read").id)
        self._reply(RequestDone(asked.id))


def _topic_of(asked: Watch) -> str:
    if asked.topic == "table":
        return table_topic(asked.table)
    if asked.topic == "tournament":
        return tournament_topic(asked.tournament)
    return talk_topic(asked.place) if asked.topic == "talk" else asked.topic


class LiveSocket(LiveSession):
    """One that is held open by this process."""

    def __init__(
        self,
        live: LiveSockets,
        caller: Caller,
        allowance: Allowance,
        send: Send,
        unheard: frozenset[str],
        send_at_once: SendAtOnce | None = None,
    ) -> None:
        super().__init__(live, caller, allowance, unheard)
        self._send = send
        # Without a task that has to be woken: `_write` is for what cannot be sent so.
        self._send_at_once, self._loop = send_at_once, asyncio.get_running_loop()
        self._writing, self._flushing = True, False  # `_write` is not at rest; `_flush` is to come
        self._unsent: bytes | None = None  # what comes first
        self._fault: Exception | None = None
        self._sent, self._sending = 0, False
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

    async def _write(self) -> None:
        """What has changed first, then answers: whoever reads that something is done has seen it happen."""
        while True:
            if self._fault is not None:
                raise self._fault
            while (message := await self.next()) is not None:
                self._sending = True  # `_beat` sees to it that this does not take for ever
                try:
                    await self._send({"type": "websocket.send", "text": message.decode()})
                except (OSError, RuntimeError):  # it is closed on the other side
                    return
                self._sent, self._sending = self._sent + 1, False
            if self._code is not None:
                return
            self._writing = False
            try:
                await self._awake.wait()
            finally:
                self._writing = True
            self._awake.clear()

    async def next(self) -> bytes | None:
        first, self._unsent = self._unsent, None
        return await super().next() if first is None else first

    def _wake(self) -> None:
        if self._send_at_once is None or self._writing:
            self._awake.set()
        elif not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Tell what can be told at once. All else is `_write`'s, which looks again before it rests."""
        self._flushing = False
        if self._send_at_once is None or self._writing or self._unsent is not None:
            self._awake.set()
            return
        try:
            while (message := self._changed_news() or self._reply_in_turn()) is not None:
                if not self._send_at_once(message):
                    self._unsent = message
                    break
                self._sent += 1
        except Exception as fault:  # it ends the socket, as one in `_write` does
            self._fault = fault
        if self._unsent is not None or self._stale or self._fault is not None or self._code is not None:
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
            if not await self.take(data) or len(self._replies) > MOST_REPLIES:
                return
