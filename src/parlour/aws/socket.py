"""The live socket as API Gateway's WebSocket API hands it over: one event for each message, and no connection here.

Who is there and what they follow is written down (`house/live/records.py`), and a session is put together from it for
each message. Events may be seen to at the same time, in another order than they were sent, twice, or never: what a
socket follows and is told may be old by that, and is made up for by the cursors of whoever is there.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec

from parlour.aws.house import FunctionHouse
from parlour.aws.http import NOT_BY_THE_FRONT, common_scope, raw_headers, scheme_of
from parlour.aws.kept_sockets import CONNECTION, HASH
from parlour.core.texts import Refused
from parlour.house.live import records as live_records
from parlour.house.live.records import SPECTATOR, LiveConnection, Subscription, table_topic
from parlour.house.people.secret_hashes import hash_of
from parlour.server.guard.auth import Caller
from parlour.server.guard.cookies import secret_in
from parlour.server.guard.origins import token_in
from parlour.server.guard.places import place_of_url
from parlour.server.http.routes import API
from parlour.server.live import messages
from parlour.server.live.messages import Act, AskAgain, Say, Watch, encode
from parlour.server.live.sockets import LiveSession
from parlour.server.services import Services

TAKEN: dict[str, Any] = {"statusCode": 200}
SUBSCRIPTION = msgspec.json.Decoder(Watch)
Event = Mapping[str, Any]


async def answer_socket(house: FunctionHouse, event: Event) -> dict[str, Any]:
    about = event["requestContext"]
    if about["eventType"] == "CONNECT":
        return await connect(house, event)
    if about["eventType"] == "DISCONNECT":
        await disconnect(house, about["connectionId"])
    else:
        await hear(house, about["connectionId"], event.get("body") or "")
    return TAKEN


async def connect(house: FunctionHouse, event: Event) -> dict[str, Any]:
    """The handshake, which the same guard sees as any other."""
    asked = event["requestContext"]
    headers = raw_headers(event.get("headers") or {})
    common = common_scope(headers, asked["identity"]["sourceIp"], house.settings, house.own)
    if common is None:
        return NOT_BY_THE_FRONT
    query = event.get("multiValueQueryStringParameters") or event.get("queryStringParameters") or {}
    path = f"{API}/live"
    scope = {
        **common, "type": "websocket", "scheme": {"https": "wss", "http": "ws"}[scheme_of(house.settings)],
        "path": path, "raw_path": path.encode(), "query_string": urlencode(query, doseq=True).encode(),
        "http_version": "1.1", "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
    }  # fmt: skip
    status = 403

    secret = token_in(scope) or secret_in(scope, place_of_url(house.settings.public_url or ""))

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect", CONNECTION: asked["connectionId"], HASH: hash_of(secret or "")}

    async def send(message: Mapping[str, Any]) -> None:
        nonlocal status
        if message["type"] == "websocket.accept":
            status = 200
        elif message["type"] == "websocket.http.response.start":
            status = message["status"]

    await house.app(scope, receive, send)
    return {"statusCode": status}


async def disconnect(house: FunctionHouse, id: str) -> None:
    """It may be told twice, or never: then what is written down runs out."""
    gone = await live_records.forget_connection(house.services.tables.store, id)
    for one in gone:
        if one.seat != SPECTATOR and one.person and one.topic.startswith(table_topic("")):
            await house.services.presence.gone(one.topic.removeprefix(table_topic("")), one.person)


async def hear(house: FunctionHouse, id: str, body: str) -> None:
    """One message, and what there is to be told for it."""
    services, clients = house.services, house.clients
    store = services.tables.store
    connection = await live_records.connection_of(store, id)
    caller = None if connection is None else await caller_of(house, connection)
    if connection is None or caller is None:
        await live_records.forget_connection(store, id)
        await clients.tell(id, [encode(AskAgain())])
        await clients.close_socket(id)
        return
    unheard = await services.blocks_and_reports.unheard(caller.person)
    session = LiveSession(services.live, caller, services.auth.allowance(caller), unheard)
    before = {(one.topic, one.seat): one for one in await live_records.subscriptions_of(store, id)}
    try:
        await _remember(session, before, body)
        followed = session.followed.keys()
        stays = await session.take(body)
        there = await clients.tell(id, await _told(session))
        await _keep(services, connection, before, session)
        if session.followed.keys() - followed:
            # What happens from now on is pushed. What has happened since it was looked at is told here.
            await services.tables.sweep([asked.table for asked in session.followed.values() if asked.topic == "table"])
            there = there and await clients.tell(id, await _told(session))
    finally:
        session.let_go()
    if not there:
        await live_records.forget_connection(store, id)
    elif not stays or session.code is not None:
        await clients.close_socket(id)


async def caller_of(house: FunctionHouse, connection: LiveConnection) -> Caller | None:
    """Who is there, if their session goes on."""
    services = house.services
    place = place_of_url(house.settings.public_url or "")
    return await services.auth.ask_again(
        connection.hash, connection.program, place, connection.address, connection.language
    )


async def _remember(session: LiveSession, known: Mapping[tuple[str, int], Subscription], body: str) -> None:
    """What is followed; the table that the message is about so that it is told what comes of it."""
    try:
        asked: object = messages.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        asked = None
    table = asked.table if isinstance(asked, Act | Say) else None
    for one in known.values():
        watch = SUBSCRIPTION.decode(one.body)
        if table is not None and watch.topic == "table" and watch.table == table:
            try:
                await session.follow_again(watch)
                continue
            except Refused:  # its game is not there, say: then neither is what it could tell
                pass
        session.remember(watch)


async def _told(session: LiveSession) -> list[bytes]:
    told = []
    while (message := await session.next()) is not None:
        told.append(message)
    return told


async def _keep(
    services: Services, connection: LiveConnection, before: Mapping[tuple[str, int], Subscription], session: LiveSession
) -> None:
    """What is followed now and was not, or otherwise."""
    now = {(_kept_topic(topic, session), _kept_seat(seat)): watch for (topic, seat), watch in session.followed.items()}
    new = [
        Subscription(
            connection=connection.id, topic=topic, seat=seat, person=connection.person, language=connection.language,
            body=body, until=connection.until,
        )
        for (topic, seat), watch in now.items()
        if (body := encode(msgspec.structs.replace(watch, id=None, cursor=None, invite="")))
        and ((topic, seat) not in before or before[topic, seat].body != body)
    ]  # fmt: skip
    gone = [one for key, one in before.items() if key not in now]
    await live_records.change_subscriptions(services.tables.store, new, gone)


def _kept_topic(topic: str, session: LiveSession) -> str:
    return live_records.own_topic(session.person or "") if topic == "me" else topic


def _kept_seat(seat: int | None) -> int:
    return SPECTATOR if seat is None else seat
