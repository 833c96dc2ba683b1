"""A house on which rows are tried out: who comes, what they come about, and what they are told."""

from typing import Any

from parlour.house.tournaments.repository import stream_of
from parlour.server.http.problems import MEDIA_TYPE
from tests.faults.worlds import Answer, Headers
from tests.server.matrix.cases import Case, Words
from tests.server.matrix.role_holders import Club, RoleHolders
from tests.server.matrix.rows import Row

PAGE = "a page"
MOST_SCENES = 15  # of one holders


class Trial:
    """The house, those who come to it, and what they come about. A case that nobody changed is used again."""

    def __init__(self, club: Club, old: tuple[Headers, Headers], holders: RoleHolders) -> None:
        self.club, self._old, self.holders = club, old, holders
        self._standing: dict[Case, Words] = {}
        self._working, self._scenes = holders, MOST_SCENES

    async def new_cast(self) -> RoleHolders:
        return await RoleHolders.gather(self.club, self._old)

    async def working(self) -> RoleHolders:
        """Another one for those who change things: nobody may sit at too many tables."""
        if self._scenes == MOST_SCENES:
            self._working, self._scenes = await self.new_cast(), 0
        self._scenes += 1
        return self._working

    async def standing(self, case: Case) -> Words:
        if case not in self._standing:
            self._standing[case] = await case(self.holders)
        return self._standing[case]

    def kept(self) -> dict[str, Any]:
        """What is written down of everything that stands."""
        streams = {words["table"] for words in self._standing.values() if "table" in words}
        streams |= {stream_of(words["tournament"]) for words in self._standing.values() if "tournament" in words}
        return self.club.kept(self.holders.ids.values(), streams)

    async def ask(self, row: Row, role: str, holders: RoleHolders, words: Words, **headers: str) -> Answer:
        method, path = row.route.split(" ")
        words = {**words, **{name: filled(value, words) for name, value in row.words.items()}}
        query = dict(row.query)
        if row.shows_link and role in ("invited", "elsewhere"):
            query["invite"] = words["invite"] if role == "invited" else words["elsewhere"]
        who = {**holders.who[role], **headers}
        return await self.club.ask(method, path.format(**words), who, filled(row.body, words), **query)


async def set_up(club: Club) -> Trial:
    """In a house that is open."""
    old = await club.old_ones()
    return Trial(club, old, await RoleHolders.gather(club, old))


def filled(value: Any, words: Words) -> Any:
    """With the case's words in place of theirs in braces."""
    if isinstance(value, dict):
        return {name: filled(each, words) for name, each in value.items()}
    if isinstance(value, list):
        return [filled(each, words) for each in value]
    if isinstance(value, str) and value.startswith("{"):
        return words[value.strip("{}")]
    return value


def said(answer: Answer) -> str:
    """The status, and of a refusal its kind; which is a whole problem document."""
    if answer.status < 400:
        return str(answer.status)
    kind = dict(answer.headers)[b"content-type"].decode()
    if kind.startswith("text/html"):
        return f"{answer.status} {PAGE}"
    assert kind == MEDIA_TYPE, answer
    told = answer.json()
    assert told["status"] == answer.status
    assert told["detail"].strip()
    return f"{answer.status} {told['key']}"


def is_done(expected: str) -> bool:
    return expected.startswith("2")
