"""A device with passkeys in it, made of nothing but keys: what it signs is what a browser would bring. It can lie about
everything that it signs, as browsers do not."""

import hashlib
import json
from base64 import urlsafe_b64encode

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from parlour.house.people.ceremonies import Assertion, Attestation, PasskeyPlace

PRESENT, VERIFIED, NEW = 0x01, 0x04, 0x40


class SoftPasskey:
    def __init__(self, id: bytes = b"a passkey") -> None:
        self.id, self.count = id, 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    @property
    def name(self) -> str:
        return base64(self.id)

    def made(self, challenge: str, place: PasskeyPlace, *, verified: bool = True) -> Attestation:
        """The answer to an offer."""
        public = self._key.public_key().public_numbers()
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32, "big"), -3: public.y.to_bytes(32, "big")})
        data = self._data(place.name, verified, NEW)
        data += bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return Attestation(self.name, base64(client_data("webauthn.create", challenge, place.origin)), base64(attested))

    def signed(self, challenge: str, place: PasskeyPlace, *, verified: bool = True, counts: bool = True) -> Assertion:
        """The answer to a challenge."""
        self.count += counts
        said, data = client_data("webauthn.get", challenge, place.origin), self._data(place.name, verified)
        signature = self._key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return Assertion(self.name, base64(said), base64(data), base64(signature))

    def _data(self, name: str, verified: bool, more: int = 0) -> bytes:
        flags = PRESENT | (VERIFIED if verified else 0) | more
        return hashlib.sha256(name.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")


def client_data(kind: str, challenge: str, origin: str) -> bytes:
    return json.dumps({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}).encode()


def base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
