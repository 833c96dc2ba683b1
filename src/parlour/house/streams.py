"""What tables and tournaments have in common: each is a fold over a stream of events, held in memory once it was asked
for, and changed one at a time, each change on the disk before anybody is told of it.

What is held is only ever what the store has. Of several writers the one that appends at the expected position wins.
Changes of one stream wait for each other here merely so that they need not be tried twice.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

import msgspec

from parlour.core.texts import Refused
from parlour.house.news import Alone, News, StreamNews
from parlour.house.store import MOST_TRIES, Appended, Change, Conflict, Store, Unavailable, Unit


class Folded(Protocol):
    """What a stream comes to. It does not change: what changes it makes another."""

    @property
    def id(self) -> str: ...

    @property
    def position(self) -> int:
        """How many events it has."""

    @property
    def last_at(self) -> int:
        """When the last of them happened."""


S = TypeVar("S", bound=Folded)
E = TypeVar("E")  # events
SWEPT_AT_ONCE = 500  # streams
Further = Callable[[], Awaitable[list[Change]]]  # what else is to be written in the same unit


class Newer(Unavailable):
    """Something has happened that this version of Parlour knows nothing of: a newer one serves the same house. What is
    there is whole; people are to go to a process that can read it."""

    def __init__(self) -> None:
        super().__init__("refuse.newer")


class Held(Generic[S]):
    """A stream in memory, or one that is about to be."""

    def __init__(self) -> None:
        self.now: S | None = None  # none: it may have changed, the store knows
        self.known: S | None = None  # as it was last read or written here
        self.heard = 0  # so many events others have told of
        self.lock = asyncio.Lock()

    def know(self, now: S) -> None:
        """It was just read or written. If others have told of more meanwhile, it is old already."""
        self.known, self.now = now, now if now.position >= self.heard else None


def _nobody(stream: str) -> bool:
    return False


class StreamRepository(ABC, Generic[S, E]):
    """All streams of one sort. A command answers what a stream comes to and the events that lead there; or None: there
    is nothing to change."""

    def __init__(self, store: Store, most_held: int, news: News | None = None) -> None:
        self.store, self.news = store, news or Alone()
        self.listeners: list[Callable[[S], None]] = []  # told of every change, once it is on the disk
        self.own_listeners: list[Callable[[S], None]] = []  # the same, of changes made here: who sees to what follows
        self.heard_listeners: list[Callable[[S], None]] = []  # the same, of changes that others have made
        self.followed: list[Callable[[str], bool]] = []  # whether somebody here has to hear of a stream's changes
        self.followed_elsewhere: Callable[[str], bool] = _nobody  # the same at another process
        self.newer_listeners: list[Callable[[str], None]] = []  # told what this version cannot read
        self._most_held = most_held
        self._held: OrderedDict[str, Held[S]] = OrderedDict()

    # -- what each sort has of its own ------------------------------------------------------------------------

    @abstractmethod
    def _stream_of(self, id: str) -> str: ...

    @abstractmethod
    def _check_id(self, id: str) -> None:
        """Refuse what none can be called; not every store can be asked for more."""

    @abstractmethod
    def _no_such(self, id: str) -> Refused: ...

    @abstractmethod
    def _busy(self) -> Refused:
        """Others were always first."""

    @abstractmethod
    def _encode(self, event: E) -> bytes: ...

    @abstractmethod
    async def _fold(self, bodies: list[bytes]) -> S: ...

    @abstractmethod
    async def _fold_on(self, before: S, bodies: list[bytes]) -> S:
        """What it comes to once these have happened, too."""

    @abstractmethod
    async def _records(self, before: S | None, after: S, events: Sequence[E]) -> list[Change]:
        """What else is written in the unit of these events: summaries, notices and the like."""

    # -- reading ----------------------------------------------------------------------------------------------

    async def _get(self, id: str) -> S:
        """As it is kept, or a refusal if there is none."""
        held = self._hold(id)
        if held.now is not None and not held.lock.locked():
            return held.now
        async with held.lock:
            return await self._current(id, held)

    def held(self, id: str) -> S | None:
        """If it is at hand, as it is kept."""
        held = self._held.get(id)
        return None if held is None else held.now

    # -- other processes --------------------------------------------------------------------------------------

    def concerns(self, id: str, position: int) -> bool:
        """A stream has so many events, by another process. What is held here is no longer how it is; that is read when
        somebody wants it. True: somebody does, see `hear`."""
        held = self._held.get(id)
        if held is not None:
            held.heard = max(held.heard, position)
            if held.now is not None and held.now.position < position and not held.lock.locked():
                held.now = None
        return any(follows(id) for follows in self.followed) and (
            held is None or held.now is None or held.now.position < position
        )

    def doubt_all(self) -> None:
        """Nobody has listened for a while: what is held is compared with the store before it is shown."""
        for held in self._held.values():
            if not held.lock.locked():
                held.now = None

    async def hear(self, id: str, position: int, events: Sequence[bytes] = ()) -> None:
        """What is followed is read on: by the latest `events`, if they came along and nothing lies in between."""
        held = self._hold(id)
        async with held.lock:
            known = held.known
            if known is not None and known.position >= position:
                return  # it was read meanwhile
            held.now = None
            if known is not None and events and known.position + len(events) == position:
                try:
                    await self._go_on(held, known, events)
                except Newer:
                    self._tell_newer(id)
                    raise
                return
            now = await self._current(id, held)
            if known is None:
                self._tell(now, self.listeners)
                self._tell(now, self.heard_listeners)

    async def sweep(self, also: Iterable[str] = ()) -> None:
        """Look whether others have appended to what is held, or `also` followed: news of it may have been lost. What
        will be read before it is shown need not be looked at."""
        also = set(also)
        held = {
            id: one.known.position
            for id, one in self._held.items()
            if one.known is not None and (one.now is not None or id in also)
        }
        ids = [*held, *(id for id in also if id not in held)]
        for start in range(0, len(ids), SWEPT_AT_ONCE):
            streams = {self._stream_of(id): id for id in ids[start : start + SWEPT_AT_ONCE]}
            for stream, position in (await self.store.positions([*streams])).items():
                id = streams[stream]
                if position > held.get(id, 0) and self.concerns(id, position):
                    with suppress(Newer):  # who follows it has been told
                        await self.hear(id, position)

    async def read_on(self, id: str) -> bool:
        """Whether there is more of what is held than was known here. Somebody may have been told of it by another
        process already: who would be refused by what is known is refused only after this."""
        held = self._held.get(id)
        if self.news.alone or held is None:
            return False
        async with held.lock:
            try:
                return await self._has_aged(self._stream_of(id), held)
            except Newer:
                self._tell_newer(id)
                raise

    async def step_by(self, id: str, first: int, events: Sequence[bytes]) -> tuple[S | None, S]:
        """What a stream came to before events of which the first is at this position, and what it came to by them,
        whatever has happened since. None: it began with them."""
        held = self._held.get(id)
        known = None if held is None else held.known
        if known is None or known.position >= first:
            earlier = (await self.store.read(self._stream_of(id)))[: first - 1] if first > 1 else []
            before = await self._fold(earlier) if earlier else None
        elif known.position < first - 1:
            since = await self.store.read(self._stream_of(id), after=known.position)
            before = await self._fold_on(known, since[: first - 1 - known.position])
        else:
            before = known
        after = await self._fold([*events]) if before is None else await self._fold_on(before, [*events])
        if known is None or known.position < after.position:
            held = self._hold(id)
            async with held.lock:
                if held.known is None or held.known.position < after.position:
                    held.heard = max(held.heard, after.position)
                    held.know(after)
        return before, after

    # -- changing ---------------------------------------------------------------------------------------------

    async def _change(
        self,
        id: str,
        command: Callable[[S], tuple[S, Sequence[E]] | None],
        key: str | None,
        also: Further | None,
    ) -> S:
        """Carry out a command; answers what there is once that is on the disk. The same key does it only once."""
        held, stream = self._hold(id), self._stream_of(id)
        async with held.lock:
            for _ in range(MOST_TRIES):
                before = await self._current(id, held)
                try:
                    changed = command(before)
                except Refused:
                    # Perhaps it has been done already, and cannot be done twice for that very reason.
                    if key is not None and await self.store.known(stream, key):
                        await self._has_aged(stream, held)
                        return await self._current(id, held)
                    if not await self._has_aged(stream, held):
                        raise
                    continue
                if changed is None:
                    return before
                if await self._append(changed, before, key, held, also):
                    return await self._current(id, held)
        raise self._busy()

    async def _keep_new(self, changed: tuple[S, Sequence[E]], key: str | None, also: Further | None = None) -> S | None:
        """A stream that begins; if it has begun already, that one. None: what was to come with it could not be."""
        id = changed[0].id
        held = self._hold(id)
        async with held.lock:
            if held.now is None and not await self._append(changed, None, key, held, also) and also is not None:
                self._held.pop(id, None)
                return None
            return await self._current(id, held)

    async def _append(
        self, changed: tuple[S, Sequence[E]], before: S | None, key: str | None, held: Held[S], also: Further | None
    ) -> bool:
        """Write a change down. False: somebody else was first, and what is held is read anew."""
        after, events = changed
        expected = 0 if before is None else before.position
        try:
            changes = [] if also is None else await also()  # first: it may say what has to be there
            changes += await self._records(before, after, events)
            bodies = [self._encode(event) for event in events]
            stream = self._stream_of(after.id)
            outcome = await self.store.commit(
                Unit(stream=stream, expected=expected, events=bodies, key=key, changes=changes)
            )
        except BaseException:
            held.now = None  # whether it was kept is not known: ask the store the next time
            raise
        if not isinstance(outcome, Appended):
            held.now = None
            return not isinstance(outcome, Conflict)
        held.know(after)
        if not self.news.alone:
            self.news.tell(StreamNews(stream, after.position, self._going_along(after.id, bodies)))
        self._tell(after, self.listeners)
        self._tell(after, self.own_listeners)
        return True

    def _going_along(self, id: str, bodies: Sequence[bytes]) -> tuple[msgspec.Raw, ...]:
        """Events that go along with the news of them: small ones, where somebody waits for them elsewhere."""
        if sum(map(len, bodies)) > self.news.carries or not self.followed_elsewhere(id):
            return ()
        return tuple(map(msgspec.Raw, bodies))

    def _tell(self, now: S, listeners: Sequence[Callable[[S], None]]) -> None:
        for listener in tuple(listeners):
            listener(now)

    # -- inside -----------------------------------------------------------------------------------------------

    def _hold(self, id: str) -> Held[S]:
        held = self._held.get(id)
        if held is None:
            self._check_id(id)
            held = self._held[id] = Held()
            self._forget_idle()
        self._held.move_to_end(id)
        return held

    def _forget_idle(self) -> None:
        if len(self._held) > self._most_held:
            for id in list(self._held)[: len(self._held) - self._most_held]:
                if not self._held[id].lock.locked():
                    del self._held[id]

    async def _current(self, id: str, held: Held[S]) -> S:
        """With the lock: what the store has. Whoever follows it is told of what others have done since."""
        if held.now is not None:
            return held.now
        try:
            return await self._read(id, held)
        except Newer:
            self._tell_newer(id)
            raise

    def _tell_newer(self, id: str) -> None:
        for listener in self.newer_listeners:
            listener(id)

    async def _read(self, id: str, held: Held[S]) -> S:
        if held.known is not None:
            if not await self._has_aged(self._stream_of(id), held):
                held.know(held.known)
        else:
            events = await self.store.read(self._stream_of(id))
            if not events:
                self._held.pop(id, None)
                raise self._no_such(id)
            held.know(await self._fold(events))
        assert held.known is not None, "it was just read"
        return held.known

    async def _has_aged(self, stream: str, held: Held[S]) -> bool:
        """With the lock: whether another process has been here since it was read. Then what it did is known now."""
        if held.known is None:
            return False
        since = await self.store.read(stream, after=held.known.position)
        if not since:
            return False
        await self._go_on(held, held.known, since)
        return True

    async def _go_on(self, held: Held[S], known: S, since: Sequence[bytes]) -> None:
        """What others have done since is known now, and told."""
        now = await self._fold_on(known, [*since])
        held.know(now)
        self._tell(now, self.listeners)
        self._tell(now, self.heard_listeners)
