"""The lobby and one's own tables, as lists show them."""

import asyncio
import re

import msgspec

from parlour.core.texts import Refused
from parlour.house.cards import Summary
from parlour.house.house import ID
from parlour.house.now import named
from parlour.house.ports import Card, Pace, Phase, Store, Wanted
from parlour.house.table import Table
from parlour.server.topics import encode

MOST_SHOWN = 100


class TableLine(msgspec.Struct, omit_defaults=True):
    """One table in a list."""

    table: str
    game: str
    phase: Phase
    listed: bool
    room: bool
    pace: Pace
    updated: int
    turn: list[str]  # the people it waits for
    about: Summary


class TablePage(msgspec.Struct):
    tables: list[TableLine]
    next: str | None = None  # what to ask for after these, if there may be more


class Lists:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._lobby: asyncio.Task[bytes] | None = None  # as it was asked for since a table last changed

    def changed(self, table: Table) -> None:
        """To be told of every change, before anybody is told to look again."""
        if table.rules.listed:
            self._lobby = None

    async def page(self, wanted: Wanted) -> TablePage:
        cards = await self._store.cards(wanted)
        last = cards[-1] if len(cards) == wanted.most else None
        own = wanted.person is not None
        return TablePage([line(card, own) for card in cards], None if last is None else f"{last.updated}.{last.table}")

    async def lobby(self) -> bytes:
        """Tables with room, then those that can be watched. All who look at once look at one and the same: a thousand
        tabs would each have the same tables read and written out again."""
        if self._lobby is None:
            self._lobby = asyncio.create_task(self._make_lobby())
            self._lobby.add_done_callback(self._lobby_made)
        return await asyncio.shield(self._lobby)

    def _lobby_made(self, made: "asyncio.Task[bytes]") -> None:
        """Others may write to the same store: what was made is not kept for later."""
        if made is self._lobby:
            self._lobby = None

    async def _make_lobby(self) -> bytes:
        room = await self._store.cards(Wanted(listed=True, phase="open", room=True, most=MOST_SHOWN))
        playing = await self._store.cards(Wanted(listed=True, phase="playing", most=MOST_SHOWN))
        return encode({"is": "lobby", "open": [line(c) for c in room], "playing": [line(c) for c in playing]})

    async def mine(self, person: str) -> bytes:
        """All that are not over, and the latest that are; and where a seat is kept for this person."""
        tables = await self._store.cards(Wanted(person=person, most=MOST_SHOWN))
        asked = await self._store.cards(Wanted(asked=person, phase="open", most=MOST_SHOWN))
        challenges = [line(card) for card in asked]
        return encode({"is": "me", "tables": [line(card, own=True) for card in tables], "challenges": challenges})

    @staticmethod
    def cursor(after: str | None) -> tuple[int, str] | None:
        """`next` of a page, read again."""
        if after is None:
            return None
        updated, dot, table = after.partition(".")
        if not dot or not re.fullmatch("[0-9]{1,15}", updated) or not ID.fullmatch(table):
            raise Refused("server.page")
        return int(updated), table


def line(card: Card, own: bool = False) -> TableLine:
    """Whose turn it is at a table that spectators see late is for those who sit there."""
    about = msgspec.json.decode(card.body, type=Summary)
    about = msgspec.structs.replace(about, seats=named(about.seats))
    turn = list(card.turn) if own or not about.delay else []
    return TableLine(card.table, card.game, card.phase, card.listed, card.room, card.pace, card.updated, turn, about)
