"""HTTP and WebSocket as uvicorn speaks them, with bounds on the time that a client may take.

uvicorn bounds how long a connection may be idle between two requests, and nothing else: whoever sends a byte of a
request now and then keeps a connection for ever.
"""

import asyncio
from asyncio.transports import BaseTransport
from http import HTTPStatus
from typing import Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from parlour.server.guard.connections import Connections

# What is expected of a client: the head of a request, its body, or that it reads the answer.
Phase = Literal["head", "body", "answer"]
COME_AGAIN = 5  # seconds
NO_ROOM = (
    f"HTTP/1.1 {HTTPStatus.SERVICE_UNAVAILABLE.value} {HTTPStatus.SERVICE_UNAVAILABLE.phrase}\r\n"
    f"Retry-After: {COME_AGAIN}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
).encode()


class BoundedHttp(H11Protocol):
    """A connection that carries requests, one after the other."""

    book: Connections

    deadline: float | None = None
    _phase: Phase = "answer"

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.book.let_in(self, self.client[0] if self.client else None):
            self._settle()
        else:
            transport.write(NO_ROOM)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.book.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._settle()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._settle()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.book.leave(self)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._phase == "answer":
            self.deadline = self.loop.time() + self.book.bounds.answer

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._phase == "answer":
            self.deadline = None

    def is_closing(self) -> bool:
        return self.transport.is_closing()

    def is_waiting(self) -> bool:
        return self._phase == "head"

    def give_up(self) -> None:
        """Tell the client, if it is in the middle of a request and has not been answered."""
        if self._phase == "answer" or (self._phase == "body" and self.cycle.response_started):
            self.cut()
            return
        if self._phase == "body":
            self.cycle.disconnected = True
            self.cycle.message_event.set()  # a handler that waits for the rest hears that there is none
        if self._phase == "body" or self.conn.trailing_data[0]:
            late = HTTPStatus.REQUEST_TIMEOUT
            headers = [(b"connection", b"close"), (b"content-length", b"0")]
            said = self.conn.send(h11.Response(status_code=late, headers=headers, reason=late.phrase.encode()))
            self.transport.write((said or b"") + (self.conn.send(h11.EndOfMessage()) or b""))
        self.transport.close()

    def give_way(self) -> None:
        if self.conn.trailing_data[0] or self.transport.get_write_buffer_size():
            self.cut()
        else:
            self.transport.close()

    def cut(self) -> None:
        self.transport.abort()

    def _settle(self) -> None:
        """What is expected of the client now. While a phase lasts its deadline stays, whatever trickles in."""
        state = self.conn.their_state
        phase: Phase = "head" if state is h11.IDLE else "body" if state is h11.SEND_BODY else "answer"
        if phase == self._phase:
            return
        self._phase = phase
        if phase == "answer":
            self.deadline = None
            return
        bounds = self.book.bounds
        self.deadline = self.loop.time() + (bounds.head if phase == "head" else bounds.body)
        if phase == "head":
            self.book.waits(self)


class BoundedSocket(WebSocketsSansIOProtocol):
    """A connection that has become a live socket. `LiveSocket` sees to it that both sides show signs of life."""

    book: Connections

    deadline: float | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.book.add(self, self.client[0] if self.client else None)

    def connection_lost(self, exc: Exception | None) -> None:
        self.book.leave(self)
        super().connection_lost(exc)

    def is_closing(self) -> bool:
        return self.transport.is_closing()

    def is_waiting(self) -> bool:
        return False

    def give_up(self) -> None:
        self.cut()

    def give_way(self) -> None:
        self.cut()

    def cut(self) -> None:
        self.transport.abort()


def http_protocol(book: Connections) -> type[BoundedHttp]:
    """uvicorn makes one for each connection, and passes on nothing of ours."""
    return type("HttpConnection", (BoundedHttp,), {"book": book})


def socket_protocol(book: Connections) -> type[BoundedSocket]:
    return type("SocketConnection", (BoundedSocket,), {"book": book})
