"""A push service of our own, on this machine: it decrypts what it is sent, as the device would, and checks by whom."""

import json
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

Json = dict[str, Any]


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class PhoneKeys:
    """A device with its own secrets, which no push service knows."""

    def __init__(self) -> None:
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"

    @property
    def given(self) -> dict[str, str]:
        return {"p256dh": encoded(point(self._key.public_key())), "auth": encoded(self._auth)}

    def read(self, data: bytes) -> bytes:
        """As RFC 8291 has it; InvalidTag if it is for somebody else."""
        salt, size, length = data[:16], int.from_bytes(data[16:20], "big"), data[20]
        sender, body = data[21 : 21 + length], data[21 + length :]
        assert len(body) <= size <= 4096
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        mine = point(self._key.public_key())
        key = _derived(shared, self._auth, b"WebPush: info\0" + mine + sender, 32)
        plain = AESGCM(_derived(key, salt, b"Content-Encoding: aes128gcm\0", 16)).decrypt(
            _derived(key, salt, b"Content-Encoding: nonce\0", 12), body, None
        )
        message, end, _ = plain.rpartition(b"\x02")
        assert end, "the last record ends with a 2"
        return message


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class PushService:
    """Answers as it is told to, and 201 otherwise. `taken` are the requests that it has taken, in their order."""

    def __init__(self) -> None:
        self.devices: dict[str, PhoneKeys] = {}
        self.answers: list[int | float] = []  # a status each; or seconds to be silent for
        self.wait: str | None = None  # what `Retry-After` says
        self.asked: list[str] = []
        self.taken: list[Json] = []
        self.address = ""

    def device(self, name: str) -> Json:
        """A subscription as a browser would have it."""
        self.devices[f"/{name}"] = PhoneKeys()
        return {"endpoint": f"{self.address}/{name}", "keys": self.devices[f"/{name}"].given}

    def hear(self, path: str, headers: dict[str, str], data: bytes) -> int:
        self.asked.append(path)
        answer = self.answers.pop(0) if self.answers else 201
        if isinstance(answer, float):
            time.sleep(answer)
            return 201
        if answer == 201:
            said = self._sender(headers["authorization"])
            message = json.loads(self.devices[path].read(data))
            self.taken.append({**message, "by": said, "bytes": len(data), "headers": headers, "device": path[1:]})
        return answer

    def _sender(self, authorization: str) -> Json:
        """What the house says of itself (RFC 8292); InvalidSignature if another has said it."""
        scheme, _, rest = authorization.partition(" ")
        assert scheme == "vapid"
        given = dict(part.strip().split("=", 1) for part in rest.split(","))
        head, said, signature = given["t"].split(".")
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(given["k"]))
        both = decoded(signature)
        der = encode_dss_signature(int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big"))
        key.verify(der, f"{head}.{said}".encode(), ec.ECDSA(hashes.SHA256()))
        assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
        return {**json.loads(decoded(said)), "key": given["k"]}


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            status = service.hear(self.path, {k.lower(): v for k, v in self.headers.items()}, data)
            self.send_response(status)
            if service.wait is not None:
                self.send_header("Retry-After", service.wait)
            if status == 307:
                self.send_header("Location", f"{service.address}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *about: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        service.address = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield service
        server.shutdown()
