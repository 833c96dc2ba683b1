"""Frames of live sockets, as the library that reads them at the other end understands them."""

import asyncio
from types import SimpleNamespace

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from parlour.server.guard.protocols import BoundedSocket, text_frame


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_001])
def test_a_text_is_read_as_it_was_written(length: int) -> None:
    client = ClientProtocol(parse_uri("ws://localhost"), state=State.OPEN, max_size=None)
    payload = ("é" * length).encode()[:length] if length % 2 == 0 else b"x" * length
    client.receive_data(text_frame(payload) + text_frame(b"next"))
    frames = [frame for frame in client.events_received() if isinstance(frame, Frame)]
    assert [(frame.opcode, frame.fin, bytes(frame.data)) for frame in frames] == [
        (Opcode.TEXT, True, payload), (Opcode.TEXT, True, b"next"),
    ]  # fmt: skip


def test_a_connection_that_was_cut_takes_nothing_at_once_and_is_no_fault() -> None:
    written: list[bytes] = []
    socket = BoundedSocket.__new__(BoundedSocket)
    socket.handshake_complete, socket.writable = True, asyncio.Event()
    socket.writable.set()
    socket.conn = SimpleNamespace(state=State.OPEN)  # type: ignore[assignment]  # the library has not heard of it yet
    for closing in (False, True):
        socket.transport = SimpleNamespace(is_closing=lambda closing=closing: closing, write=written.append)  # type: ignore[assignment]
        assert socket.send_at_once(b"news") is not closing
    assert written == [text_frame(b"news")]
