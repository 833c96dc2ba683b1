"""What a host says of the house: its name, its colour, its emblem, and a notice for everybody."""

from collections.abc import Callable
from unicodedata import category

from msgspec.structs import replace

from parlour.core.texts import Refused, printable
from parlour.house.club import records as club_records
from parlour.house.club.emblem import checked
from parlour.house.club.records import CLUB, EMBLEMS, Accent, Club, Emblem
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.roles import AuditWriter
from parlour.house.people.person import Person
from parlour.house.store import ABSENT, Change, Put, Remove, Store, persist
from parlour.house.text_cleaning import one_paragraph

LONGEST_NAME, LONGEST_SHORT, LONGEST_NOTICE = 28, 14, 120
PARLOUR = "Parlour"  # what a house is called that has no name of its own


class ClubProfile:
    def __init__(self, store: Store, audit: AuditWriter) -> None:
        self._store, self._audit = store, audit

    async def describe(
        self, by: Person, *, name: str, short: str, accent: Accent, notice: str, common_room: bool
    ) -> Club:
        """As the house is called and looks from now on. Who puts another notice up signs it."""
        name, short = _called(name, LONGEST_NAME), _called(short, LONGEST_SHORT)
        notice = one_paragraph(notice)
        if not printable(notice) or len(notice) > LONGEST_NOTICE:
            raise Refused("club.notice", most=LONGEST_NOTICE)
        now = self._audit.time.now()

        def described(before: Club) -> Club:
            after = replace(before, name=name, short=short, accent=accent, common_room=common_room)
            if notice != before.notice:
                signed, noticed = (by.name, now) if notice else ("", 0)
                after = replace(after, notice=notice, signed=signed, noticed=noticed)
            return after

        return await self._change(by, described)

    async def put_emblem(self, by: Person, body: bytes) -> Club:
        """Another picture in place of the one that there is."""
        new = checked(body)
        return await self._change(by, lambda before: replace(before, emblem=new.hash), new)

    async def remove_emblem(self, by: Person) -> Club:
        return await self._change(by, lambda before: replace(before, emblem=""))

    async def _change(self, by: Person, change: Callable[[Club], Club], new: Emblem | None = None) -> Club:
        after = Club()

        async def changes() -> list[Change]:
            nonlocal after
            before = await self._store.get(CLUB, club_records.THE_HOUSE)
            was = before or Club()
            after = change(was)
            if after == was:
                return []
            after = replace(after, changed=self._audit.time.now())
            emblems: list[Change] = []
            if was.emblem and was.emblem != after.emblem:
                emblems.append(Remove(EMBLEMS, (was.emblem,)))
            if new is not None:
                emblems.append(Put(EMBLEMS, new))
            entry = self._audit.entry(by, "club", club_records.THE_HOUSE, of=name_of(after), detail=after.notice)
            logged = await moderation_records.audit_change(self._store, entry)
            return [Put(CLUB, after, ABSENT if before is None else before), *emblems, logged]

        await persist(self._store, changes)
        return after


def name_of(club: Club) -> str:
    return club.name or PARLOUR


def short_name_of(club: Club) -> str:
    return club.short or name_of(club)


def _called(name: str, most: int) -> str:
    """None is as good: then it is called as every house is."""
    clean = one_paragraph(name)
    if clean and (not printable(clean) or not any(category(character)[0] in "LN" for character in clean)):
        raise Refused("club.name-empty")
    if len(clean) > most:
        raise Refused("club.name-long", most=most)
    return clean
