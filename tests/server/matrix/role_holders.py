"""A house with real people in it, one for every role, and with what is theirs."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import apsw

from parlour.house.entropy import Entropy
from parlour.house.moderation import roles
from parlour.house.people.accounts import ACCOUNT_IDLE, DAY, TOKEN_IDLE
from parlour.house.people.passwords import Cost, Passwords
from parlour.house.people.person import Role
from tests.faults.worlds import NOBODY, PATIENCE, Answer, Headers, World

PASSWORD = "seven slow swans"
GAMES = ("connect4", "dance")
Json = dict[str, Any]


class Club(World):
    def __init__(self, folder: Path, **changed: Any) -> None:
        super().__init__(folder, passwords=Passwords(Cost(4, 8, 1)), **changed)
        self.file = folder / "house.db"
        self.seasons = 0  # casts so far: names are unique

    @asynccontextmanager
    async def opened(self) -> AsyncIterator["Club"]:
        async with self.app.lifespan():
            async with asyncio.timeout(PATIENCE):
                while not all([(await self.get(f"/games/{name}")).json()["ready"] for name in GAMES]):
                    await asyncio.sleep(0.05)
            yield self

    async def must(self, who: Headers, method: str, path: str, body: object = None, **query: Any) -> Json:
        """What must be possible, as a part of setting things up."""
        answer = await self.ask(method, f"/api/v1{path}", who, body, **query)
        assert answer.status in (200, 201, 202, 204), (method, path, answer)
        return answer.json() if answer.body else {}

    async def account(self, name: str) -> Headers:
        return cookie(await self.ask("POST", "/api/v1/accounts", NOBODY, {"name": name, "password": PASSWORD}))

    async def guest(self) -> Headers:
        return cookie(await self.ask("POST", "/api/v1/guests", NOBODY, {}))

    async def token(self, owner: Headers, scope: str) -> Headers:
        made = await self.must(owner, "POST", "/me/tokens", {"label": scope, "scopes": [scope]})
        return {"authorization": f"Bearer {made['token']}"}

    async def appoint(self, name: str, role: Role) -> None:
        """As on the command line."""
        store = self.app.state["services"].tables.store
        person = await roles.account_named(store, name)
        await roles.appoint(store, roles.AuditWriter(self.time, Entropy()), None, person, role)

    async def old_ones(self) -> tuple[Headers, Headers]:
        """A cookie and a token whose time is over; it is later then."""
        owner = await self.account("Olga")
        token = await self.token(owner, "play")
        self.time.pass_by(max(ACCOUNT_IDLE, TOKEN_IDLE) + DAY)
        return owner, token

    def kept(self, people: Collection[str], streams: Collection[str]) -> dict[str, Any]:
        """What the house has written down about these people and of what happened there: the same before and after, if
        nothing has changed. What it writes by itself, at other tables and for the post, is left out."""
        # By the library that has it open already: a second SQLite in one process takes away the locks of the first.
        with closing(apsw.Connection(str(self.file), flags=apsw.SQLITE_OPEN_READONLY)) as db:

            def found(what: str, table: str, column: str, among: Collection[str], rest: str = "") -> list[Any]:
                asked = f"SELECT {what} FROM {table} WHERE {column} IN ({','.join('?' * len(among))}) {rest}"
                return db.execute(asked, tuple(among)).fetchall()

            return {
                "people": db.execute("SELECT count(*), sum(version) FROM people").fetchall(),
                "sessions": db.execute("SELECT person, count(*) FROM sessions GROUP BY person").fetchall(),
                "addresses": db.execute("SELECT * FROM addresses").fetchall(),
                "roles": db.execute("SELECT id, role FROM people WHERE role IS NOT NULL").fetchall(),
                "blocks": db.execute("SELECT * FROM blocks").fetchall(),
                "reports": db.execute("SELECT id, state FROM reports").fetchall(),
                "measures": db.execute("SELECT id, lifted FROM measures").fetchall(),
                "words": db.execute("SELECT * FROM words").fetchall(),
                "silenced": db.execute("SELECT * FROM silenced").fetchall(),
                "tables": found("id, person", "sitters", "person", people),
                "tournaments": found("id, phase", "tournaments", "organiser", people),
                "entrants": found("id, person", "entrants", "person", people),
                "events": found("stream, count(*)", "events", "stream", streams, "GROUP BY stream"),
            }


class RoleHolders:
    """One for every role. The first ones stay; a row that does something which ends one of them has some of its own."""

    def __init__(self, club: Club, who: dict[str, Headers], ids: dict[str, str], names: dict[str, str]) -> None:
        self.club, self.who, self.ids, self.names = club, who, ids, names
        self.link_elsewhere = ""

    @classmethod
    async def gather(cls, club: Club, old: tuple[Headers, Headers]) -> "RoleHolders":
        club.seasons += 1
        people = ("stranger", "elsewhere", "invited", "player", "host", "moderator", "keeper")
        names = {role: f"{role.title()} {club.seasons}" for role in people}
        names["host"] = f"Hana {club.seasons}"  # nobody may be called Host
        names["moderator"], names["keeper"] = f"Mona {club.seasons}", f"Kira {club.seasons}"
        who = {role: await club.account(name) for role, name in names.items()}
        await club.appoint(names["moderator"], "moderator")
        await club.appoint(names["keeper"], "host")
        who |= {"nobody": NOBODY, "expired": old[0], "guest": await club.guest(), "ended": old[1]}
        who |= {
            "plays": await club.token(who["host"], "play"),
            "reads": await club.token(who["host"], "read"),
            "calendar": await club.token(who["host"], "calendar"),
            "outside": await club.token(who["stranger"], "play"),
            "errand": await club.token(who["keeper"], "play"),
        }
        ids = {role: (await club.must(who[role], "GET", "/me"))["person"]["id"] for role in (*people, "guest")}
        holders = cls(club, who, ids, names)
        other = {"game": "connect4", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": False}
        holders.link_elsewhere = (await holders.do("stranger", "POST", "/tables", other))["rules"]["invite"]
        return holders

    async def do(self, role: str, method: str, path: str, body: object = None, **query: Any) -> Json:
        return await self.club.must(self.who[role], method, path, body, **query)


def cookie(answer: Answer) -> Headers:
    assert answer.status == 201, answer
    return {"cookie": dict(answer.headers)[b"set-cookie"].decode().partition(";")[0]}
