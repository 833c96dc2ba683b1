"""What the stores on SQL databases have in common: every method of the port is a script to read or write with."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

from parlour.house.friends_ports import Followed
from parlour.house.mail_ports import Address, End, Link, Notice, Told, Waiting
from parlour.house.moderation.ports import Block, Entry, Measure, Report, Role, State, Word
from parlour.house.ports import (
    Card,
    Finish,
    Job,
    Outcome,
    Person,
    Point,
    Ranked,
    Session,
    Standing,
    Unit,
    Wanted,
)
from parlour.house.tournaments.ports import TournamentCard, WantedTournaments
from parlour.store import friends, mail, moderation, others, people, ratings, streams, tournaments
from parlour.store.script import Script
from parlour.store.texts import StoreRefused

P = ParamSpec("P")
T = TypeVar("T")


class SqlStore(ABC):
    """The house's `Store`, but for how a script is run."""

    @abstractmethod
    async def _write(self, script: Callable[P, Script[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a script as one unit: all of it is durable before this answers, or nothing of it is there."""

    @abstractmethod
    async def _read(self, script: Callable[P, Script[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a script of one statement that changes nothing."""

    @abstractmethod
    async def backup(self, path: Path) -> None: ...

    @abstractmethod
    async def close(self) -> None: ...

    def _mark(self) -> bytes | None:
        """A unit's own mark, where one is needed to find out what became of it."""
        return None

    async def healthy(self) -> bool:
        try:
            return await self._write(others.pulse)
        except StoreRefused:
            return False

    # -- streams and cards --

    async def append(self, unit: Unit) -> Outcome:
        if not unit.events or unit.expected < 0:
            raise ValueError("a unit has at least one event, at a place that can be")
        return await self._write(streams.append, unit, self._mark())

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        return await self._read(streams.read, stream, after)

    async def streams(self, after: str = "", most: int = 1000) -> list[tuple[str, bytes]]:
        return await self._read(streams.streams, after, most)

    async def traces(self, person: str, after: str = "", most: int = 1000) -> list[str]:
        return await self._read(streams.traces, person, after, most)

    async def known(self, stream: str, key: str) -> bool:
        return await self._read(streams.known, stream, key)

    async def card(self, table: str) -> Card | None:
        return await self._read(streams.card, table)

    async def cards(self, wanted: Wanted) -> list[Card]:
        return await self._read(streams.cards, wanted)

    async def count_cards(self, wanted: Wanted) -> int:
        return await self._read(streams.count_cards, wanted)

    async def due_by(self, time: int, most: int = 1000) -> list[str]:
        return await self._read(streams.due_by, time, most)

    async def next_due(self) -> int | None:
        return await self._read(streams.next_due)

    async def to_resume(self) -> list[str]:
        return await self._read(streams.to_resume)

    async def tournament_cards(self, wanted: WantedTournaments) -> list[TournamentCard]:
        return await self._read(tournaments.tournament_cards, wanted)

    # -- people and sessions --

    async def add_person(self, person: Person) -> bool:
        return await self._write(people.add_person, person, self._mark())

    async def person(self, id: str) -> Person | None:
        return await self._read(people.person, id)

    async def account_named(self, name: str) -> Person | None:
        return await self._read(people.account_named, name)

    async def change_person(self, person: Person, tell: Notice | None = None) -> bool:
        return await self._write(people.change_person, person, tell, self._mark())

    async def remove_person(self, id: str) -> None:
        await self._write(people.remove_person, id)

    async def add_session(self, session: Session) -> bool:
        return await self._write(people.add_session, session)

    async def session(self, hash: str) -> Session | None:
        return await self._read(people.session, hash)

    async def sessions_of(self, person: str) -> list[Session]:
        return await self._read(people.sessions_of, person)

    async def touch_session(self, hash: str, seen: int, until: int) -> None:
        await self._write(people.touch_session, hash, seen, until)

    async def end_session(self, hash: str) -> None:
        await self._write(people.end_session, hash)

    async def end_sessions(self, person: str, *, but: str | None = None, labelled: bool = False) -> None:
        await self._write(people.end_sessions, person, but, labelled)

    async def forget_sessions(self, before: int) -> int:
        return await self._write(people.forget_sessions, before)

    async def lost_guests(self, before: int, most: int) -> list[str]:
        return await self._read(people.lost_guests, before, most)

    # -- moderation --

    async def set_role(self, person: str, role: Role | None, entry: Entry) -> bool:
        return await self._write(moderation.set_role, person, role, entry)

    async def officers(self) -> list[Person]:
        return await self._read(moderation.officers)

    async def add_entry(self, entry: Entry) -> None:
        await self._write(moderation.add_entry, entry)

    async def entries(self, before: int | None = None, about: str | None = None, most: int = 50) -> list[Entry]:
        return await self._read(moderation.entries, before, about, most)

    async def find_people(self, text: str, most: int = 20) -> list[Person]:
        return await self._read(moderation.find_people, text, most)

    async def add_block(self, block: Block) -> None:
        await self._write(moderation.add_block, block)

    async def remove_block(self, person: str, other: str) -> None:
        await self._write(moderation.remove_block, person, other)

    async def blocks_of(self, person: str) -> list[Block]:
        return await self._read(moderation.blocks_of, person)

    async def is_blocked(self, person: str, by: Sequence[str]) -> bool:
        return await self._read(moderation.is_blocked, person, by)

    async def add_report(self, report: Report) -> str:
        return await self._write(moderation.add_report, report)

    async def report(self, id: str) -> Report | None:
        return await self._read(moderation.report, id)

    async def reports(
        self,
        state: State | None = None,
        about: str | None = None,
        after: tuple[int, str] | None = None,
        most: int = 50,
        by: str | None = None,
    ) -> list[Report]:
        return await self._read(moderation.reports, state, about, by, after, most)

    async def count_reports(self, state: State, by: str | None = None) -> int:
        return await self._read(moderation.count_reports, state, by)

    async def settle_report(self, report: Report, entry: Entry) -> bool:
        return await self._write(moderation.settle_report, report, entry)

    async def forget_reports(self, before: int) -> int:
        return await self._write(moderation.forget_reports, before)

    async def add_measure(self, measure: Measure, entry: Entry) -> bool:
        return await self._write(moderation.add_measure, measure, entry)

    async def measure(self, id: str) -> Measure | None:
        return await self._read(moderation.measure, id)

    async def measures_of(self, person: str) -> list[Measure]:
        return await self._read(moderation.measures_of, person)

    async def measures_now(self, now: int, most: int = 100) -> list[Measure]:
        return await self._read(moderation.measures_now, now, most)

    async def lift_measure(self, id: str, at: int, entry: Entry) -> bool:
        return await self._write(moderation.lift_measure, id, at, entry)

    async def words(self) -> list[Word]:
        return await self._read(moderation.words)

    async def put_words(self, words: Sequence[Word], entry: Entry) -> None:
        await self._write(moderation.put_words, words, entry)

    # -- friends --

    async def follow(self, person: str, other: str, now: int, most: int) -> bool:
        return await self._write(friends.follow, person, other, now, most)

    async def unfollow(self, person: str, other: str) -> None:
        await self._write(friends.unfollow, person, other)

    async def follows(self, person: str, other: str) -> bool:
        return await self._read(friends.follows, person, other)

    async def followed_by(self, person: str) -> list[Followed]:
        return await self._read(friends.followed_by, person)

    async def sought(self, wish: str) -> str | None:
        return await self._read(friends.sought, wish)

    # -- ratings --

    async def finishes(self, after: int = 0, most: int = 1000) -> list[Finish]:
        return await self._read(ratings.finishes, after, most)

    async def rated_to(self) -> int:
        return await self._read(ratings.rated_to)

    async def keep_ratings(self, after: int, to: int, standings: Sequence[Standing], points: Sequence[Point]) -> bool:
        return await self._write(ratings.keep_ratings, after, to, standings, points)

    async def replace_ratings(
        self, last: int, finishes: Sequence[Finish], standings: Sequence[Standing], points: Sequence[Point]
    ) -> bool:
        return await self._write(ratings.replace_ratings, last, finishes, standings, points)

    async def standings(self, who: Sequence[str] | None = None, game: str | None = None) -> list[Standing]:
        return await self._read(ratings.standings, who, game)

    async def points(self, who: str, game: str, most: int = 1000) -> list[Point]:
        return await self._read(ratings.points, who, game, most)

    async def points_of(self, who: str, after: tuple[str, int] = ("", 0), most: int = 1000) -> list[Point]:
        return await self._read(ratings.points_of, who, after, most)

    async def all_points(self, after: tuple[int, str] = (0, ""), most: int = 1000) -> list[Point]:
        return await self._read(ratings.all_points, after, most)

    async def points_at(self, table: str) -> list[Point]:
        return await self._read(ratings.points_at, table)

    async def shared_places(self, who: str, game: str, most: int = 1000) -> set[int]:
        return await self._read(ratings.shared_places, who, game, most)

    async def ranking(self, game: str, sure: float, skip: int = 0, most: int = 50) -> list[Ranked]:
        return await self._read(ratings.ranking, game, sure, skip, most)

    async def ahead_of(self, standing: Standing, sure: float) -> int:
        return await self._read(ratings.ahead_of, standing, sure)

    async def best(self, game: str, seats: int, skip: int = 0, most: int = 50) -> list[Finish]:
        return await self._read(ratings.best, game, seats, skip, most)

    async def names_of(self, ids: Sequence[str]) -> dict[str, str]:
        return await self._read(ratings.names_of, ids)

    # -- jobs and uptimes --

    async def put_job(self, job: Job) -> None:
        await self._write(others.put_job, job)

    async def job(self, id: str) -> Job | None:
        return await self._read(others.job, id)

    async def unfinished_jobs(self) -> list[Job]:
        return await self._read(others.unfinished_jobs)

    async def ended_jobs(self, kind: str, before: int, most: int = 1000) -> list[Job]:
        return await self._read(others.ended_jobs, kind, before, most)

    async def forget_job(self, id: str) -> None:
        await self._write(others.forget_job, id)

    async def begin_uptime(self, now: int) -> int:
        return await self._write(others.begin_uptime, now)

    async def beat(self, uptime: int, now: int) -> None:
        await self._write(others.beat, uptime, now)

    async def uptimes(self, since: int) -> list[tuple[int, int]]:
        return await self._read(others.uptimes, since)

    # -- mail --

    async def put_notice(self, notice: Notice) -> bool:
        return await self._write(mail.put_notice, notice)

    async def due_notice(self, now: int) -> Notice | None:
        return await self._read(mail.due_notice, now)

    async def notices_to(self, person: str, after: tuple[int, str] = (0, ""), most: int = 1000) -> list[Told]:
        return await self._read(mail.notices_to, person, after, most)

    async def next_notice(self) -> int | None:
        return await self._read(mail.next_notice)

    async def begin_sending(self, key: str) -> bool:
        return await self._write(mail.begin_sending, key, self._mark())

    async def put_off(self, key: str, due: int, tries: int, doubts: int) -> None:
        await self._write(mail.put_off, key, due, tries, doubts)

    async def end_notice(self, key: str, end: End, now: int) -> None:
        await self._write(mail.end_notice, key, end, now)

    async def left_sending(self) -> list[Notice]:
        return await self._read(mail.left_sending)

    async def told(self, thread: str) -> int | None:
        return await self._read(mail.told, thread)

    async def been_there(self, thread: str) -> None:
        await self._write(mail.been_there, thread)

    async def outbox(self) -> Waiting:
        return await self._read(mail.outbox)

    async def forget_notices(self, before: int) -> int:
        return await self._write(mail.forget_notices, before)

    async def address_of(self, person: str) -> Address | None:
        return await self._read(mail.address_of, person)

    async def want_address(self, person: str, address: str) -> bool:
        return await self._write(mail.want_address, person, address)

    async def forget_address(self, person: str, tell: Notice | None = None) -> None:
        await self._write(mail.forget_address, person, tell)

    async def people_at(self, address: str, most: int = 10) -> list[str]:
        return await self._read(mail.people_at, address, most)

    async def add_link(self, link: Link) -> bool:
        return await self._write(mail.add_link, link)

    async def link(self, hash: str) -> Link | None:
        return await self._read(mail.link, hash)

    async def take_link(self, hash: str, now: int, tell: Notice | None = None) -> Link | None:
        return await self._write(mail.take_link, hash, now, tell)

    async def forget_links(self, before: int) -> int:
        return await self._write(mail.forget_links, before)

    async def silence(self, who: str, kind: str, off: bool) -> None:
        await self._write(mail.silence, who, kind, off)

    async def silenced(self, who: str) -> list[str]:
        return await self._read(mail.silenced, who)

    async def keep_secret(self, name: str, fresh: bytes) -> bytes:
        return await self._write(mail.keep_secret, name, fresh)
