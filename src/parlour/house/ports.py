"""What the house needs of the world: a store that loses nothing, a clock, and bots.

A store keeps *streams* of events, each the whole life of a table or a tournament, and beside them *cards*, people,
sessions, jobs and notices; what mail needs of the world is in `mail_ports.py`.
`tests/store/contract` says what every store must do, in the form of tests that every store passes.

Times are milliseconds since 1970. Ids are short texts that the house makes; bodies are bytes that the store does not
look into. No text has a NUL or half of a character in it: not every store keeps them. Sequences come back as tuples.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.house.friends_ports import Friends, Sought
from parlour.house.mail_ports import Mailbox, Notice
from parlour.house.moderation.ports import Entry, Moderation, Role
from parlour.house.tournaments.ports import TournamentCard, Tournaments

Phase = Literal["open", "playing", "over"]
Pace = Literal["none", "live", "days"]


class Unavailable(Refused):
    """It cannot be done now: a store is full, out of reach or has too much waiting, a game is not ready yet. Whether it
    was done may be unknown; asking again with the same key is safe."""


# -- streams --------------------------------------------------------------------------------------------------


class Card(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A table as lists show it, kept up to date in the same unit as the events that change it. The fields that can be
    searched by are the store's business, the rest is `body`."""

    table: str
    game: str
    phase: Phase
    listed: bool  # in the lobby, for everybody to see
    room: bool  # somebody could still sit down
    pace: Pace
    people: Sequence[str] = ()  # ids of those who sit here
    turn: Sequence[str] = ()  # of those, whom it waits for
    asked: Sequence[str] = ()  # ids of those for whom a seat is kept
    updated: int  # when something last happened that lists show
    due: int | None = None  # when somebody's time runs out, or later: the house may have been down meanwhile
    resume: bool = False  # it waits for chance, a bot or another thing that the house does itself
    rated: bool = False  # it counts
    body: bytes = b""


class Turned(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What a step changes on a card that is there, most of the time."""

    turn: Sequence[str] = ()
    updated: int
    due: int | None = None
    resume: bool = False


class Finish(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How a match that counts came out. Who sat there goes by a person's id, or `bot:` and a level."""

    table: str
    game: str
    at: int
    seats: Sequence[str]  # those with whom it began, but for who never came
    places: Sequence[int] = ()  # of each, 1 for the first; none where all play together
    worth: float | None = None  # of all, where they play together: the more the better
    score: int | None = None  # the same in the words of the game
    number: int = 0  # by the store, when it is kept: the finishes of a house are counted from 1, without gaps


class Unit(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Events to append to a stream, and the card that follows from them, or what is new on it: all of it or nothing."""

    stream: str
    expected: int  # how many events the stream has, as far as the writer knows
    events: Sequence[bytes]  # at least one
    key: str | None = None  # one per thing that somebody wants done, so that asking again does not do it twice
    card: Card | Turned | TournamentCard | None = None
    finish: Finish | None = None  # how a match came out that ends with these and counts
    recount: bool = False  # that finish takes the place of the one that was kept, and all ratings are counted again
    entry: Entry | None = None  # what the log says of it
    notices: Sequence[Notice] = ()  # who is to be told of it by mail
    sought: Sought | None = None  # the stream is a table that is opened for somebody who looks for others
    traces: Sequence[str] = ()  # people who do something here that is theirs: they sit down, they speak


class Appended(msgspec.Struct, frozen=True, gc=False):
    """It is on the disk, and would be there after a power cut."""

    last: int  # how many events the stream has now


class Conflict(msgspec.Struct, frozen=True):
    """Somebody else was first: nothing was written."""

    last: int


class Repeated(msgspec.Struct, frozen=True):
    """The same key was used before on this stream: nothing was written now, and what was written then is there."""

    first: int  # the first event of then, counted from 1
    last: int  # the last one


Outcome = Appended | Conflict | Repeated


class Streams(Protocol):
    """Events, each stream counted from 1 without gaps."""

    async def append(self, unit: Unit) -> Outcome:
        """Of any number of writers who expect the same, exactly one is Appended. A known key comes before a wrong
        expectation: Repeated, whatever was expected."""

    async def known(self, stream: str, key: str) -> bool:
        """Whether something was appended with this key."""

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        """All events after the first `after`, in order; none for a stream that is not there."""

    async def traces(self, person: str, after: str = "", most: int = 1000) -> list[str]:
        """Streams in which somebody has left something, by id, those after that one; forgotten with the person."""

    async def streams(self, after: str = "", most: int = 1000) -> list[tuple[str, bytes]]:
        """Every stream with its first event, by id, those after that one."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which cards; what is None does not matter."""

    game: str | None = None
    phase: Phase | None = None
    listed: bool | None = None
    room: bool | None = None
    pace: Pace | None = None
    rated: bool | None = None
    person: str | None = None  # who sits there
    turn: str | None = None  # whom it waits for
    asked: str | None = None  # for whom a seat is kept
    followed_by: str | None = None  # at which somebody sits whom this person follows
    after: tuple[int, str] | None = None  # (updated, table) of the last card of the page before
    most: int = 50


class Cards(Protocol):
    """Tables in lists: the latest first, then by id."""

    async def card(self, table: str) -> Card | None: ...

    async def cards(self, wanted: Wanted) -> list[Card]: ...

    async def count_cards(self, wanted: Wanted) -> int:
        """How many there are; `after` and `most` do not matter."""

    async def due_by(self, time: int, most: int = 1000) -> list[str]:
        """Tables that are not over and whose time has come, the longest due first."""

    async def next_due(self) -> int | None:
        """When the first of all is due."""

    async def to_resume(self) -> list[str]:
        """Tables that wait for the house itself."""


# -- people ---------------------------------------------------------------------------------------------------


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A guest, or with a password the holder of an account."""

    id: str
    name: str
    since: int
    password: str | None = None  # hashed, with how it was done
    body: bytes = b""  # settings and the like
    version: int = 1
    role: Role | None = None  # changed by `set_role` alone


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that is signed in, or (with a label) a token for a program. Only the hash of its secret is kept."""

    hash: str
    person: str
    since: int
    seen: int
    until: int
    label: str | None = None
    scopes: Sequence[str] = ()
    agent: str = ""  # what the browser calls itself, so that people know their sessions apart


class People(Protocol):
    """Accounts' names are unique whatever their case; guests' need not be, and are never found by name."""

    async def add_person(self, person: Person) -> bool:
        """False: an account has this name, or somebody this id, already."""

    async def person(self, id: str) -> Person | None: ...

    async def account_named(self, name: str) -> Person | None: ...

    async def change_person(self, person: Person, tell: Notice | None = None) -> bool:
        """Keep it as version + 1, and in the same unit what they are to be told of it; False if it has another version
        by now, is gone, or its name is taken."""

    async def remove_person(self, id: str) -> None:
        """And all of its sessions, its address, and the notices that it was to get. Streams keep what was played."""

    async def add_session(self, session: Session) -> bool:
        """False: there is no such person, or no longer."""

    async def session(self, hash: str) -> Session | None: ...

    async def sessions_of(self, person: str) -> list[Session]:
        """The latest seen first."""

    async def touch_session(self, hash: str, seen: int, until: int) -> None: ...

    async def end_session(self, hash: str) -> None: ...

    async def end_sessions(self, person: str, *, but: str | None = None, labelled: bool = False) -> None:
        """Browsers', all of them or all but one; with `labelled` programs' tokens too."""

    async def forget_sessions(self, before: int) -> int:
        """Those that ran out before that time; answers how many."""

    async def lost_guests(self, before: int, most: int) -> list[str]:
        """Guests from before that time who have no session, and so cannot come back; the oldest first."""


# -- ratings --------------------------------------------------------------------------------------------------


class Standing(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How good somebody is at a game, as far as the house can tell: see rating.py."""

    who: str
    game: str
    mu: float
    sigma: float
    games: int


class Point(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What one finish made of a standing."""

    number: int  # the finish's
    who: str
    game: str
    table: str
    at: int
    place: int
    of: int  # how many there were
    was: float  # mu before it
    mu: float
    sigma: float


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a ranking. A bot has no name here: what it is called is a matter of language."""

    standing: Standing
    name: str | None


class Ratings(Protocol):
    """Finishes are kept by `append`. What follows from them is kept beside them, and how far that has come."""

    async def finishes(self, after: int = 0, most: int = 1000) -> list[Finish]:
        """Those with a higher number, in order."""

    async def rated_to(self) -> int:
        """The number of the last finish that is in the standings. Below 0: all of them are to be counted again."""

    async def keep_ratings(self, after: int, to: int, standings: Sequence[Standing], points: Sequence[Point]) -> bool:
        """The standings that changed and the points of the finishes from `after` on up to `to`; below 0, in place of
        all that was kept. False, and nothing is kept: the standings are not at `after`, or no longer."""

    async def replace_ratings(
        self, last: int, finishes: Sequence[Finish], standings: Sequence[Standing], points: Sequence[Point]
    ) -> bool:
        """All anew, finishes too, in this order. False, and nothing is changed: by now some came after the `last`."""

    async def standings(self, who: Sequence[str] | None = None, game: str | None = None) -> list[Standing]:
        """By game, then by who."""

    async def points(self, who: str, game: str, most: int = 1000) -> list[Point]:
        """The latest of somebody's in a game, in order."""

    async def points_of(self, who: str, after: tuple[str, int] = ("", 0), most: int = 1000) -> list[Point]:
        """All of somebody's, by game and then by number, those after (game, number)."""

    async def all_points(self, after: tuple[int, str] = (0, ""), most: int = 1000) -> list[Point]:
        """Of everybody, by number and then by who, those after (number, who)."""

    async def points_at(self, table: str) -> list[Point]:
        """What a finish changed."""

    async def shared_places(self, who: str, game: str, most: int = 1000) -> set[int]:
        """The latest finishes in which somebody else came to the same place."""

    async def ranking(self, game: str, sure: float, skip: int = 0, most: int = 50) -> list[Ranked]:
        """Accounts and bots: first those of whom sigma is at most `sure`, then the others; the best first."""

    async def ahead_of(self, standing: Standing, sure: float) -> int:
        """How many of those whom `ranking` names first come before this one, of whom sigma is at most `sure`."""

    async def best(self, game: str, seats: int, skip: int = 0, most: int = 50) -> list[Finish]:
        """Of those who played together, so many of them: the worthiest first, then the earliest."""

    async def names_of(self, ids: Sequence[str]) -> dict[str, str]:
        """Of those among them who have an account."""


# -- the rest -------------------------------------------------------------------------------------------------


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """Work that takes a while, such as a review. Its id is a kind, a space, and what it is about."""

    id: str
    state: Literal["waiting", "running", "done", "failed"]
    done: int = 0
    of: int = 0
    updated: int
    body: bytes = b""  # what it needs, then what it came to


class Jobs(Protocol):
    """Kept so that a restart goes on with them."""

    async def put_job(self, job: Job) -> None:
        """Add it, or put it in place of the one with its id."""

    async def job(self, id: str) -> Job | None: ...

    async def unfinished_jobs(self) -> list[Job]:
        """Those that wait or run, in the order in which they came."""

    async def ended_jobs(self, kind: str, before: int, most: int = 1000) -> list[Job]:
        """Those of this kind that came to an end, good or bad, before that time; by id."""

    async def forget_job(self, id: str) -> None: ...


class Uptimes(Protocol):
    """When the house was up: while it is not, no clock runs."""

    async def begin_uptime(self, now: int) -> int:
        """The house is up; answers a number for `beat`. What was due is due that much later which it was down."""

    async def beat(self, uptime: int, now: int) -> None:
        """It still is."""

    async def uptimes(self, since: int) -> list[tuple[int, int]]:
        """(from, until) of every time it was up that ended after `since`, the earliest first."""


class Store(Streams, Cards, Tournaments, People, Friends, Moderation, Ratings, Jobs, Uptimes, Mailbox, Protocol):
    """All of it. Whatever a method answers has been made durable before."""

    async def backup(self, path: Path) -> None:
        """A copy of all that is there at one moment, while others go on writing. Refuses a path that exists."""

    async def healthy(self) -> bool:
        """Whether it can be written to."""

    async def close(self) -> None:
        """Finish what was begun."""


class Time(Protocol):
    """A clock: injected, so that tests can turn it."""

    def now(self) -> int: ...


class Thinkers(Protocol):
    """Bots. They are shown the match and must look at it only as their seat may; answers are the spelling of steps."""

    async def step(self, match: Match, seat: int, level: int, key: str) -> str:
        """A legal move, soon enough that nobody at the table begins to wonder. `key` is the table's."""

    async def remark(self, match: Match, seat: int, level: int, key: str) -> str | None:
        """Something worth saying besides, if there is such a thing."""

    async def accepts_draw(self, match: Match, seat: int, level: int, key: str) -> bool: ...

    def remarks_on(self, game: Game) -> bool:
        """Whether bots ever have something to say besides in this game."""
