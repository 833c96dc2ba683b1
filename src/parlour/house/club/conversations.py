"""Conversations of more than one evening: the common room's, and one for every tournament.

What is said is kept for a while and no longer, and only so much of it: it is talk, not a record. A cursor is a version,
which counts what was said and what was taken away, so that who follows hears of both.
"""

from collections.abc import Callable
from unicodedata import category

from msgspec.structs import replace

from parlour.core.texts import Refused, printable
from parlour.house.club import records as club_records
from parlour.house.club.records import CONVERSATIONS, HOUSE_TALK, REMARKS, Conversation, Remark
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.records import AuditEntry
from parlour.house.news import News, TalkNews
from parlour.house.people.person import Person
from parlour.house.people.records import PEOPLE
from parlour.house.ports import Time
from parlour.house.store import ABSENT, Change, Need, Put, Remove, Store, forget_expired, persist
from parlour.house.text_cleaning import one_paragraph

LONGEST_REMARK = 500
MOST_KEPT = 500  # remarks of one conversation
DAY = 24 * 3600 * 1000
KEPT_IN_HOUSE, KEPT_IN_TOURNAMENT = 30 * DAY, 180 * DAY
AGAIN = 50  # of the last remarks: the same request may be one of these


class Conversations:
    def __init__(self, store: Store, time: Time, news: News) -> None:
        self._store, self._time, self._news = store, time, news
        self.listeners: list[Callable[[str], None]] = []  # told in which something is new, once it is on the disk

    async def say(self, place: str, person: Person, text: str, key: str = "") -> Remark:
        """Somebody says something, which the word filter has seen. The same key says it once."""
        text = checked(text)
        said: Remark | None = None

        async def changes() -> list[Change] | None:
            nonlocal said
            said = await self._said(place, person.id, key)
            if said is not None:
                return []
            before = await self._store.get(CONVERSATIONS, place)
            version = 1 if before is None else before.version + 1
            now = self._time.now()
            kept = KEPT_IN_HOUSE if place == HOUSE_TALK else KEPT_IN_TOURNAMENT
            last = await club_records.latest_remarks(self._store, place, 1)
            said = Remark(
                place=place, number=version, version=version, at=max(now, last[-1].at if last else 0),
                person=person.id, name=person.name, text=text, key=key, until=now + kept,
            )  # fmt: skip
            return [
                Need(PEOPLE, (person.id,)),
                Put(CONVERSATIONS, Conversation(place, version), ABSENT if before is None else before),
                Put(REMARKS, said, ABSENT),
                *await self._too_old(place),
            ]

        await persist(self._store, changes)
        if said is None:
            raise Refused("people.nobody")
        self._tell(place, said.version)
        return said

    async def take_away(self, place: str, number: int, entry: AuditEntry) -> Remark:
        """Nobody is to read it any more; that something was said stays."""
        after: Remark | None = None

        async def changes() -> list[Change] | None:
            nonlocal after
            said = await club_records.remark(self._store, place, number)
            conversation = await self._store.get(CONVERSATIONS, place)
            if said is None or conversation is None or not said.text:
                return None
            version = conversation.version + 1
            after = replace(said, text="", version=version)
            logged = await moderation_records.audit_change(self._store, entry)
            return [
                Put(CONVERSATIONS, Conversation(place, version), conversation), Put(REMARKS, after, said), logged
            ]  # fmt: skip

        if not await persist(self._store, changes) or after is None:
            raise Refused("club.no-remark")
        self._tell(place, after.version)
        return after

    async def tidy_up(self) -> None:
        """From time to time: forget what was said long ago."""
        await forget_expired(self._store, REMARKS, self._time.now())

    def heard(self, place: str) -> None:
        """Another process tells that something is new."""
        for listener in tuple(self.listeners):
            listener(place)

    async def _said(self, place: str, person: str, key: str) -> Remark | None:
        if not key:
            return None
        last = await club_records.latest_remarks(self._store, place, AGAIN)
        return next((one for one in last if one.person == person and one.key == key), None)

    async def _too_old(self, place: str) -> list[Change]:
        """What there is no room for any more, once one more is there."""
        old = await self._store.list_by(REMARKS, "latest", place, skip=MOST_KEPT - 1, most=20)
        return [Remove(REMARKS, (place, one.number)) for one in old]

    def _tell(self, place: str, version: int) -> None:
        self._news.tell(TalkNews(place, version))
        self.heard(place)


def checked(text: str) -> str:
    text = one_paragraph(text)
    if not printable(text) or not any(category(character)[0] in "LNPS" for character in text):
        raise Refused("refuse.talk-empty")
    if len(text) > LONGEST_REMARK:
        raise Refused("refuse.talk-long", most=LONGEST_REMARK)
    return text
