"""The same for the live socket: who is let in, and what each is answered to every message."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from parlour.server.http.routes import API
from tests.faults.worlds import PATIENCE, Headers, Socket
from tests.server.matrix import cases
from tests.server.matrix.cases import Case
from tests.server.matrix.role_holders import Club
from tests.server.matrix.roles import ROLES

LET = "accepted"
HANDSHAKE: Mapping[str, str] = {
    **dict.fromkeys(ROLES, LET),
    "calendar": "people.scope",
    "ended": "people.token-unknown",
}
LET_IN = [role for role in ROLES if HANDSHAKE[role] == LET]

DONE, SIGN_IN, SCOPE = "done", "people.sign-in", "people.scope"
NO_TABLE, NOT_YOUR_SEAT = "refuse.no-table", "refuse.not-your-seat"


class Row(NamedTuple):
    name: str
    message: Mapping[str, Any]
    answers: Mapping[str, str]
    at: Case = cases.nothing
    shows_link: bool = False


def told(otherwise: str, **roles: str) -> Mapping[str, str]:
    """What these are answered, and all others."""
    return {role: roles.get(role, otherwise) for role in LET_IN}


def somebody(otherwise: str, **roles: str) -> Mapping[str, str]:
    return told(otherwise, **{"nobody": SIGN_IN, "expired": SIGN_IN, **roles})


TABLE = {"do": "watch", "topic": "table", "table": "{table}"}
SAY = {"do": "say", "table": "{table}", "text": "hello"}
ACT = {"do": "act", "table": "{table}", "seat": "{seat}", "steps": ["c"]}
ROWS = [
    Row("ping", {"do": "ping"}, told(DONE)),
    Row("watch the lobby", {"do": "watch", "topic": "lobby"}, told(DONE)),
    Row("watch a tournament", {"do": "watch", "topic": "tournament", "tournament": "{tournament}"}, told(DONE),
        cases.tournament),
    Row("watch the common room", {"do": "watch", "topic": "talk", "place": "house"}, told(DONE)),
    Row("watch a tournament's talk", {"do": "watch", "topic": "talk", "place": "{tournament}"}, told(DONE),
        cases.tournament),
    Row("unwatch the common room", {"do": "unwatch", "topic": "talk", "place": "house"}, told(DONE)),
    Row("watch one's own", {"do": "watch", "topic": "me"}, somebody(DONE)),
    Row("watch a tournament", {"do": "watch", "topic": "tournament", "tournament": "{tournament}"}, told(DONE),
        cases.tournament),
    Row("unwatch one's own", {"do": "unwatch", "topic": "me"}, somebody(DONE)),
    Row("unwatch a table", {"do": "unwatch", "topic": "table", "table": "{table}"}, told(DONE), cases.waiting),
    Row("watch a private table", TABLE, told(NO_TABLE, invited=DONE, player=DONE, host=DONE, plays=DONE, reads=DONE),
        cases.waiting, shows_link=True),
    Row("watch the host's seat", {**TABLE, "seat": 0},
        told(NO_TABLE, invited=NOT_YOUR_SEAT, player=NOT_YOUR_SEAT, host=DONE, plays=DONE, reads=DONE),
        cases.playing, shows_link=True),
    Row("watch the host's seat with its view", {**TABLE, "seat": 0, "view": True, "answers": True},
        told(NO_TABLE, invited=NOT_YOUR_SEAT, player=NOT_YOUR_SEAT, host=DONE, plays=DONE, reads=DONE),
        cases.playing, shows_link=True),
    Row("watch a listed table from the host's seat", {**TABLE, "seat": 0},
        told(NOT_YOUR_SEAT, host=DONE, plays=DONE, reads=DONE), cases.listed),
    Row("say something at a private table", SAY,
        somebody(NO_TABLE, invited=DONE, player=DONE, host=DONE, plays=DONE, reads=SCOPE),
        cases.waiting, shows_link=True),
    Row("say something at a listed table", SAY, somebody(DONE, reads=SCOPE), cases.listed),
    Row("act in the player's seat", ACT,
        somebody(NO_TABLE, player=DONE, host=NOT_YOUR_SEAT, plays=NOT_YOUR_SEAT, reads=SCOPE), cases.players_turn),
    Row("act in the host's seat", ACT,
        somebody(NO_TABLE, player=NOT_YOUR_SEAT, host=DONE, plays=DONE, reads=SCOPE), cases.hosts_turn),
    Row("act at a listed table", ACT, somebody(NOT_YOUR_SEAT, player=DONE, reads=SCOPE), cases.listed),
]  # fmt: skip


@asynccontextmanager
async def knock(club: Club, who: Headers) -> AsyncIterator[str]:
    """Whether the handshake is accepted, or else why not."""
    socket, refused = Socket(), asyncio.Queue[str]()

    async def send(message: Any) -> None:
        if message["type"] == "websocket.close" and not socket.accepted.is_set():
            refused.put_nowait(message["reason"])
        await socket.send(message)

    scope = club.scope("websocket", f"{API}/live", who, {})
    serving = asyncio.create_task(club.app(scope, socket.receive, send))  # type: ignore[arg-type]
    async with asyncio.timeout(PATIENCE):
        waits = [asyncio.create_task(each) for each in (socket.accepted.wait(), refused.get())]
        done, others = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for other in others:
            other.cancel()
        yield LET if waits[0] in done else str(waits[1].result())
        socket.asked.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await serving


async def answer_to(socket: Socket, message: Mapping[str, Any]) -> str:
    socket.say({**message, "id": "asked"})
    for line in await socket.so_far():
        heard = json.loads(line)
        if heard.get("id") == "asked":
            return DONE if heard["is"] == "done" else str(heard["key"])
    raise AssertionError("it is answered")
