"""All live sockets of functions: they are in the store, and none is held."""

from parlour.core.texts import Refused
from parlour.house.live import records as live_records
from parlour.house.live.records import LASTS, LiveConnection
from parlour.server.guard.auth import Caller
from parlour.server.guard.connections import BOUNDS, SendAtOnce
from parlour.server.guard.limits import Allowance
from parlour.server.live.sockets import LiveSockets, Receive, Send

CONNECTION, HASH = "parlour.connection", "parlour.hash"  # in the message that opens a socket: its id, and its secret's


class KeptSockets(LiveSockets):
    """All sockets of functions, which are in the store."""

    loses = True
    quiet = 60  # each ping is two messages and wakes a function; API Gateway cuts off who says nothing for ten minutes

    async def check_room(self, caller: Caller, by_address: bool) -> None:
        store, now = self.tables.store, self.tables.time.now()
        if caller.person is not None:
            own = await live_records.count_connections(store, "person", caller.person.id, now)
            if own >= BOUNDS.sockets_by_person:
                raise Refused("server.sockets", most=BOUNDS.sockets_by_person)
        if by_address:
            there = await live_records.count_connections(store, "address", caller.address, now)
            if there >= BOUNDS.sockets_by_address:
                raise Refused("server.sockets", most=BOUNDS.sockets_by_address)

    async def serve(
        self,
        caller: Caller,
        allowance: Allowance,
        receive: Receive,
        send: Send,
        send_at_once: SendAtOnce | None = None,
    ) -> None:
        opening, now = await receive(), self.tables.time.now()
        connection = LiveConnection(
            id=opening[CONNECTION], hash="" if caller.person is None else opening[HASH], program=caller.by == "token",
            person="" if caller.person is None else caller.person.id, address=caller.address, language=caller.language,
            since=now, until=now + LASTS,
        )  # fmt: skip
        await live_records.keep_connection(self.tables.store, connection)
        await send({"type": "websocket.accept"})
