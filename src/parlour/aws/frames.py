"""Messages as API Gateway carries them to live sockets: in frames of at most 32 KB."""

from collections.abc import Iterator
from hashlib import blake2b

from parlour.server.live.messages import MessagePart, encode

MOST_BYTES = 32_000  # of a frame, with room for what stands around it
PIECE = 24_000  # bytes of a message to begin with; quotes within quotes need more room


def framed(message: bytes) -> list[bytes]:
    """As it is, or in parts."""
    if len(message) <= MOST_BYTES:
        return [message]
    pieces = [*_pieces(message.decode(), PIECE)]
    name = blake2b(message, digest_size=9).hexdigest()  # the same if it is told twice
    return [encode(MessagePart(name, number, len(pieces), piece)) for number, piece in enumerate(pieces)]


def _pieces(text: str, size: int) -> Iterator[str]:
    for start in range(0, len(text), size):
        piece = text[start : start + size]
        if len(encode(MessagePart("0" * 18, 999, 999, piece))) <= MOST_BYTES:
            yield piece
        else:
            yield from _pieces(piece, size // 2)
