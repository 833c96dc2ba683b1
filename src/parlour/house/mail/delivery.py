"""Delivery: takes notices out of the outbox, one after the other, has their letters written and sends them.

Each letter gets there at least once and at most twice. That a letter may be on its way is written down before the
moment that cannot be taken back. If it is unknown then whether the mail server took it, because the answer was lost or
the house was killed, it is sent once more, and never again. So a letter is lost only if that happens to it twice and it
was taken neither time; the log says then that this is not known.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from parlour.core.texts import Refused
from parlour.house import background
from parlour.house.background import AGAIN
from parlour.house.mail import records as mail_records
from parlour.house.mail.notice import LetterEnd, Notice
from parlour.house.mail.records import NOTICES
from parlour.house.mail.sender import Never, NoReader, NotKnown, NotNow, Sender
from parlour.house.neighbours import Neighbours
from parlour.house.ports import Time
from parlour.house.store import Kind, Store, Unavailable, forget_expired
from parlour.house.tables.clocks import DAY, MINUTE, SECOND

FIRST_PAUSE, LONGEST_PAUSE = 30 * SECOND, 60 * MINUTE  # between two tries at one letter
KEPT = 30 * DAY  # notices that have come to their end
TO_ONE = 2  # person at a time
SEEN = 64  # times as many are looked at as are seen to side by side
AMONG_OTHERS = 2.0  # seconds between two looks at the outbox, where other processes write to it
GRACE = 2.0  # seconds that a letter gets which is on its way when the house closes

log = logging.getLogger("parlour.mail")
M = TypeVar("M")
Compose = Callable[[Notice], Awaitable[M | None]]  # None: there is nothing to be said any more


class Overtaken(Exception):
    """Another process sends it already."""


class Delivery(Generic[M]):
    """`at_once`: so many notices are seen to side by side, at most `TO_ONE` of them to one person."""

    def __init__(
        self,
        store: Store,
        compose: Compose[M],
        sender: Sender[M],
        time: Time,
        *,
        first_pause: int = FIRST_PAUSE,
        outbox: Kind[Notice] = NOTICES,
        at_once: int = 1,
        unreachable: Callable[[M], Awaitable[None]] | None = None,
        claim: int | None = None,
    ) -> None:
        self._store, self._compose, self._sender, self._time = store, compose, sender, time
        self._claim = claim  # milliseconds after which nobody is at it any more who began to send it
        self._first_pause, self._outbox, self._at_once = first_pause, outbox, at_once
        self._unreachable = unreachable  # told of messages whose reader there is not
        self.neighbours: Neighbours | None = None  # other processes, each of which sends its share
        self.ends: Counter[LetterEnd] = Counter()  # what became of letters, since this began
        self._called, self._one_round = asyncio.Event(), asyncio.Lock()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    def call(self) -> None:
        """There may be something new."""
        self._called.set()

    async def start(self) -> None:
        await self.settle()
        work = background.forever(self._go_round, log, "the delivery of letters", lambda: self._closing)
        self._task = asyncio.create_task(work)

    async def stop(self) -> None:
        self._closing = True
        self.call()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=GRACE)
        await background.cancel(self._task)

    async def settle(self) -> None:
        """Letters that were on their way when the house went down, or the process that had them: it is unknown whether
        they were taken. Of several who find one, each writes down the same."""
        for notice in await mail_records.left_sending(self._store, self._outbox):
            if self._is_left(notice):
                await self._doubt(notice, "the house went down")

    def _is_left(self, notice: Notice) -> bool:
        if self._claim is not None:
            return notice.due <= self._time.now()
        return self.neighbours is None or not self.neighbours.is_up(notice.owner)

    async def forget(self) -> None:
        await forget_expired(self._store, self._outbox, self._time.now() - KEPT)

    async def deliver_due(self) -> int:
        """Everything that is due, each once; answers how many that were."""
        async with self._one_round:
            return await self._deliver_due()

    async def _deliver_due(self) -> int:
        done, now = 0, self._time.now()
        mine = None if self.neighbours is None or self.neighbours.alone else self.neighbours.is_mine
        while not self._closing:
            due = await mail_records.due_notices(self._store, now, mine, self._outbox, SEEN * self._at_once)
            some = self._side_by_side(due)
            if not some:
                break
            await asyncio.gather(*map(self._deliver, some))
            done += len(some)
        return done

    def _side_by_side(self, due: Sequence[Notice]) -> list[Notice]:
        """Those that are seen to now: whoever has much to be told does not keep others from being told."""
        told: Counter[str | None] = Counter()
        some = list[Notice]()
        for notice in due:
            told[notice.person] += 1
            if told[notice.person] <= TO_ONE or self._at_once == 1:
                some.append(notice)
        return some[: self._at_once]

    async def _go_round(self) -> None:
        self._called.clear()
        await self.deliver_due()
        due = await mail_records.next_notice(self._store, self._outbox)
        left = None if due is None else (due - self._time.now()) / 1000
        if self.neighbours is not None and not self.neighbours.alone:
            # What is due may be another's to send; and what another wrote may be this one's, of which nobody tells.
            left = AMONG_OTHERS if left is None else max(AGAIN, min(left, AMONG_OTHERS))
        await background.nap(self._called, left)

    # -- one letter -------------------------------------------------------------------------------------------

    async def _deliver(self, notice: Notice) -> None:
        if notice.kind == mail_records.MANY:
            await mail_records.spread(self._store, notice, self._time.now())
            return
        if notice.until <= self._time.now():
            await self._end(notice, "failed")
            log.warning("%s: given up, it is too old", shown(notice))
            return
        try:
            message = await self._compose(notice)
        except Unavailable as why:  # a game is not ready, say: that is no fault of the letter's
            await self._put_off(notice, str(why), tries=notice.tries)
            return
        except Refused as why:
            log.info("%s: dropped, %s", shown(notice), why)
            message = None
        except Exception:
            log.exception("%s could not be written", shown(notice))
            await self._put_off(notice, "it could not be written")
            return
        if message is None:
            await self._end(notice, "dropped")
        else:
            await self._send(notice, message)

    async def _send(self, notice: Notice, message: M) -> None:
        begun, owner = False, 0 if self.neighbours is None else self.neighbours.process

        async def brink() -> None:
            nonlocal begun
            until = None if self._claim is None else self._time.now() + self._claim
            if not await mail_records.begin_sending(self._store, notice.key, owner, self._outbox, until):
                raise Overtaken
            begun = True

        try:
            await self._sender.send(message, brink)
        except Overtaken:
            return
        except NotNow as why:
            await self._put_off(notice, str(why), least=why.wait)
        except Never as why:
            if isinstance(why, NoReader) and self._unreachable is not None:
                told = self._unreachable
                await self._for_sure(lambda: told(message))
            await self._end(notice, "failed")
            log.warning("%s: given up, it was refused for good (%s)", shown(notice), why)
        except NotKnown as why:
            await self._doubt(notice, str(why))
        except Unavailable as why:  # it could not be written down that it is on its way, and so it is not
            await self._put_off(notice, str(why))
        except Exception:
            log.exception("%s stumbled on its way", shown(notice))
            await (self._doubt(notice, "a fault") if begun else self._put_off(notice, "a fault"))
        else:
            await self._end(notice, "sent")

    async def _put_off(self, notice: Notice, why: str, tries: int | None = None, least: int = 0) -> None:
        tries = notice.tries + 1 if tries is None else tries
        due, doubts = self._time.now() + max(self.pause(tries), min(least, LONGEST_PAUSE)), notice.doubts
        await self._for_sure(lambda: mail_records.put_off(self._store, notice.key, due, tries, doubts, self._outbox))
        log.info("%s: not now (%s), try %s", shown(notice), why, tries)

    async def _doubt(self, notice: Notice, why: str) -> None:
        """It may have been taken: once more, but no more than that."""
        if notice.doubts:
            await self._end(notice, "unsure")
            log.warning("%s: sent twice, and it is not known whether it was taken (%s)", shown(notice), why)
            return
        due = self._time.now() + self.pause(notice.tries + 1)
        tries = notice.tries + 1
        await self._for_sure(lambda: mail_records.put_off(self._store, notice.key, due, tries, 1, self._outbox))
        log.info("%s: it is not known whether it was taken (%s); once more", shown(notice), why)

    async def _end(self, notice: Notice, end: LetterEnd) -> None:
        await self._for_sure(
            lambda: mail_records.end_notice(self._store, notice.key, end, self._time.now(), self._outbox)
        )
        self.ends[end] += 1

    async def _for_sure(self, write: Callable[[], Awaitable[None]]) -> None:
        """Until the store has it: what is not written down would be sent once too often, or never."""
        while True:
            try:
                await write()
                return
            except Unavailable as why:
                log.warning("the outbox cannot be written to: %s", why)
                await asyncio.sleep(AGAIN)

    def pause(self, tries: int) -> int:
        """Twice as long each time."""
        return int(min(LONGEST_PAUSE, self._first_pause * 2 ** min(tries - 1, 20)) if tries else self._first_pause)


def shown(notice: Notice) -> str:
    """As the log names it: without an address, and without what leads to a private table."""
    return f"a letter of the kind {notice.kind}"
