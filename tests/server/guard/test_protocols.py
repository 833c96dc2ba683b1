"""Frames of live sockets, as the library that reads them at the other end understands them."""

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from parlour.server.guard.protocols import text_frame


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_001])
def test_a_text_is_read_as_it_was_written(length: int) -> None:
    client = ClientProtocol(parse_uri("ws://localhost"), state=State.OPEN, max_size=None)
    payload = ("é" * length).encode()[:length] if length % 2 == 0 else b"x" * length
    client.receive_data(text_frame(payload) + text_frame(b"next"))
    frames = [frame for frame in client.events_received() if isinstance(frame, Frame)]
    assert [(frame.opcode, frame.fin, bytes(frame.data)) for frame in frames] == [
        (Opcode.TEXT, True, payload), (Opcode.TEXT, True, b"next"),
    ]  # fmt: skip
