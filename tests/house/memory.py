"""A plain store of people in memory, and a clock that tests turn."""

import msgspec

from parlour.house.ports import People, Person, Session


def new_people() -> People:
    """The store that all tests of people use."""
    return MemoryPeople()


class Clock:
    """Stands still until it is moved."""

    def __init__(self, at: int = 1_700_000_000_000) -> None:
        self.at = at

    def now(self) -> int:
        return self.at

    def pass_by(self, milliseconds: int) -> None:
        self.at += milliseconds


class MemoryPeople:
    def __init__(self) -> None:
        self.all: dict[str, Person] = {}
        self.kept: dict[str, Session] = {}

    async def add_person(self, person: Person) -> bool:
        if person.password is not None and self._holder(person.name) is not None:
            return False
        self.all[person.id] = person
        return True

    async def person(self, id: str) -> Person | None:
        return self.all.get(id)

    async def account_named(self, name: str) -> Person | None:
        return self._holder(name)

    async def change_person(self, person: Person) -> bool:
        now = self.all.get(person.id)
        if now is None or now.version != person.version:
            return False
        holder = self._holder(person.name)
        if person.password is not None and holder is not None and holder.id != person.id:
            return False
        self.all[person.id] = msgspec.structs.replace(person, version=person.version + 1)
        return True

    async def remove_person(self, id: str) -> None:
        self.all.pop(id, None)
        self.kept = {hash: one for hash, one in self.kept.items() if one.person != id}

    async def add_session(self, session: Session) -> None:
        self.kept[session.hash] = session

    async def session(self, hash: str) -> Session | None:
        return self.kept.get(hash)

    async def sessions_of(self, person: str) -> list[Session]:
        return sorted((one for one in self.kept.values() if one.person == person), key=lambda one: -one.seen)

    async def touch_session(self, hash: str, seen: int, until: int) -> None:
        if hash in self.kept:
            self.kept[hash] = msgspec.structs.replace(self.kept[hash], seen=seen, until=until)

    async def end_session(self, hash: str) -> None:
        self.kept.pop(hash, None)

    async def end_sessions(self, person: str, *, but: str | None = None, labelled: bool = False) -> None:
        for one in await self.sessions_of(person):
            if one.hash != but and (labelled or one.label is None):
                del self.kept[one.hash]

    async def forget_sessions(self, before: int) -> int:
        over = [hash for hash, one in self.kept.items() if one.until < before]
        for hash in over:
            del self.kept[hash]
        return len(over)

    async def forget_guests(self, before: int) -> int:
        staying = {one.person for one in self.kept.values()}
        gone = [p.id for p in self.all.values() if p.password is None and p.since < before and p.id not in staying]
        for id in gone:
            del self.all[id]
        return len(gone)

    def _holder(self, name: str) -> Person | None:
        same = (p for p in self.all.values() if p.password is not None and p.name.casefold() == name.casefold())
        return next(same, None)
