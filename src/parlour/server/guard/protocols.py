"""HTTP and WebSocket as uvicorn speaks them, with bounds on the time that a client may take.

uvicorn bounds how long a connection may be idle between two requests, and nothing else: whoever sends a byte of a
request now and then keeps a connection for ever.
"""

import asyncio
from asyncio.transports import BaseTransport
from http import HTTPStatus
from typing import Literal

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from parlour.server.guard.connections import AT_ONCE, Connections

# What is expected of a client: the head of a request, its body, or that it reads the answer.
Phase = Literal["head", "body", "answer"]
COME_AGAIN = 5  # seconds
WHOLE_TEXT = 0x81  # the first byte of a frame
MOST_UNREAD = 4  # messages of one socket that wait here; further ones wait with their sender
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

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][AT_ONCE] = {"send": self.send_at_once}

    def send_receive_event_to_app(self) -> None:
        """The library stops reading at each message and begins again when it was taken, which is a call of the system
        each time. Most people send one message, and then wait for what comes of it."""
        if self.read_paused or self.queue.qsize() >= MOST_UNREAD:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # as it would be
        super().send_receive_event_to_app()
        self.read_paused = False

    def send_at_once(self, payload: bytes) -> bool:
        """A whole text message, if the connection takes it now."""
        if not self.handshake_complete or self.conn.state is not State.OPEN or not self.writable.is_set():
            return False
        if self.transport.is_closing():  # it was cut, and the library does not know of it yet
            return False
        self.transport.write(text_frame(payload))
        return True

    async def send(self, message: ASGISendEvent) -> None:
        """News go out for every step to everybody at the table, and are whole messages: for those a frame is a few
        bytes in front. All that has to do with the state of the connection is left to the library."""
        text = message.get("text")
        if not isinstance(text, str) or not self.handshake_complete or self.conn.state is not State.OPEN:
            await super().send(message)
            return
        if not self.writable.is_set():
            await self.writable.wait()
        self.transport.write(text_frame(text.encode()))

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


def text_frame(payload: bytes) -> bytes:
    """A whole message as a server sends it (RFC 6455, 5.2): not masked, not packed."""
    length = len(payload)
    if length < 126:
        return bytes((WHOLE_TEXT, length)) + payload
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, 126)) + length.to_bytes(2, "big") + payload
    return bytes((WHOLE_TEXT, 127)) + length.to_bytes(8, "big") + payload


def http_protocol(book: Connections) -> type[BoundedHttp]:
    """uvicorn makes one for each connection, and passes on nothing of ours."""
    return type("HttpConnection", (BoundedHttp,), {"book": book})


def socket_protocol(book: Connections) -> type[BoundedSocket]:
    return type("SocketConnection", (BoundedSocket,), {"book": book})
