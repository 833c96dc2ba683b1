"""The lobby and one's own tables, as lists show them."""

import asyncio
import re

import msgspec

from parlour import games
from parlour.core.languages import FALLBACK
from parlour.core.texts import Refused, Text
from parlour.house.entropy import ID
from parlour.house.store import Store
from parlour.house.tables import records as table_records
from parlour.house.tables.records import Pace, TablePhase, TableQuery, TableSummary
from parlour.house.tables.snapshot import named_sitters
from parlour.house.tables.state import Table
from parlour.house.tables.summary import KeptDetails, TableDetails
from parlour.house.texts import sentences

MOST_SHOWN = 100


class TableLine(msgspec.Struct, omit_defaults=True):
    """One table in a list."""

    table: str
    game: str
    phase: TablePhase
    listed: bool
    room: bool
    pace: Pace
    updated: int
    turn: list[str]  # the people it waits for
    about: TableDetails
    due: int | None = None  # in one's own list: when the time of the one it waits for runs out
    how: str = ""  # of one that is over: by what it ended, or what a team came to


class TablePage(msgspec.Struct):
    tables: list[TableLine]
    next: str | None = None  # what to ask for after these, if there may be more


class LobbyTables(msgspec.Struct, tag_field="is", tag="lobby"):
    """What a socket is told that follows the lobby."""

    open: list[TableLine]
    playing: list[TableLine]


class OwnTables(msgspec.Struct, tag_field="is", tag="me"):
    """What a socket is told that follows a person's own affairs. `challenges`: where a seat is kept for that person."""

    tables: list[TableLine]
    challenges: list[TableLine]


class TableLists:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._lobby: dict[str, asyncio.Task[bytes]] = {}  # by language, as asked for since a table last changed

    def changed(self, table: Table) -> None:
        """To be told of every change, before anybody is told to look again."""
        if table.rules.listed:
            self.look_again()

    def look_again(self) -> None:
        """What is being made may lack what has just been written."""
        self._lobby = {}

    async def page(self, wanted: TableQuery, language: str = FALLBACK) -> TablePage:
        summaries = await table_records.find_tables(self._store, wanted)
        last = summaries[-1] if len(summaries) == wanted.most else None
        own = wanted.person is not None
        following = None if last is None else f"{last.updated}.{last.table}"
        return TablePage([line(each, own, language) for each in summaries], following)

    async def lobby(self, language: str = FALLBACK) -> bytes:
        """Tables with room, then those that can be watched. All who look at once look at one and the same: a thousand
        tabs would each have the same tables read and written out again."""
        making = self._lobby.get(language)
        if making is None:
            making = self._lobby[language] = asyncio.create_task(self._make_lobby(language))
            making.add_done_callback(lambda made: self._lobby_made(language, made))
        return await asyncio.shield(making)

    def _lobby_made(self, language: str, made: "asyncio.Task[bytes]") -> None:
        """Others may write to the same store: what was made is not kept for later."""
        if made is self._lobby.get(language):
            del self._lobby[language]

    async def _make_lobby(self, language: str) -> bytes:
        room = await table_records.find_tables(
            self._store, TableQuery(listed=True, phase="open", room=True, most=MOST_SHOWN)
        )
        playing = await table_records.find_tables(
            self._store, TableQuery(listed=True, phase="playing", most=MOST_SHOWN)
        )
        lists = ([line(each, language=language) for each in some] for some in (room, playing))
        return msgspec.json.encode(LobbyTables(*lists))

    async def mine(self, person: str, language: str = FALLBACK) -> bytes:
        """All that are not over, and the latest that are; and where a seat is kept for this person."""
        tables = await table_records.find_tables(self._store, TableQuery(person=person, most=MOST_SHOWN))
        asked = await table_records.find_tables(self._store, TableQuery(asked=person, phase="open", most=MOST_SHOWN))
        own = [line(each, own=True, language=language) for each in tables]
        return msgspec.json.encode(OwnTables(own, [line(each, language=language) for each in asked]))

    @staticmethod
    def cursor(after: str | None) -> tuple[int, str] | None:
        """`next` of a page, read again."""
        if after is None:
            return None
        updated, dot, table = after.partition(".")
        if not dot or not re.fullmatch("[0-9]{1,15}", updated) or not ID.fullmatch(table):
            raise Refused("server.page")
        return int(updated), table


def line(of: TableSummary, own: bool = False, language: str = FALLBACK) -> TableLine:
    """Whose turn it is at a table that spectators see late is for those who sit there; others see it late here, too."""
    about = msgspec.json.decode(of.body, type=KeptDetails).for_list(own)
    about = msgspec.structs.replace(about, seats=named_sitters(about.seats, language))
    turn = list(of.turn) if own or not about.delay else []
    # Of several who act in secret it would tell who is still to.
    due = of.due if own and of.phase == "playing" and len(of.turn) == 1 else None
    how = how_of(of.game, about, language)
    return TableLine(
        of.table, of.game, of.phase, of.listed, of.room, of.pace, of.updated, turn, about, due, how
    )  # fmt: skip


def how_of(name: str, about: TableDetails, language: str = FALLBACK) -> str:
    """“by the third ring”, “by resignation”: in the reader's words, to go behind who won."""
    if about.ending is None:
        return ""
    try:
        game = games.load(name)
    except Refused:  # it is installed here no more
        return ""
    words = sentences(game, language)
    if game.cooperative and about.ending.by != "void" and words.has("score"):
        return words.render(Text("score", {"count": about.scores[0], "who": ""}))
    deserted = about.ending.by == "abandoned" and about.ending.seat is None
    key = f"ending.{'deserted' if deserted else about.ending.by}"
    return words.render(Text(key)) if words.has(key) else ""
