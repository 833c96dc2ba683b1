"""What push services hand on and cannot read (RFC 8291, RFC 8188), and by what they know the house (RFC 8292, VAPID).

Made from `cryptography`, which signing in with passkeys brings along. The libraries for it bring HTTP clients of their
own, which look names up by themselves: then nobody could say to which addresses the house connects.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
KEY_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD = 4096  # as much as every push service takes
PADDED = 1024  # bytes of every message: its length tells nothing
LAST = b"\x02"  # ends the last record
VALID = 12 * 3600  # seconds that a token is good for; services take up to a day


class DeviceKeys(NamedTuple):
    """What a device has given to be written to."""

    public: bytes
    auth: bytes


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """ValueError: it is none."""
    if not text.isascii() or not all(each.isalnum() or each in "-_=" for each in text):
        raise ValueError(text)
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def device_keys(key: str, auth: str) -> DeviceKeys:
    """ValueError: no browser has made these."""
    keys = DeviceKeys(decode(key), decode(auth))
    if len(keys.public) != KEY_BYTES or len(keys.auth) != AUTH_BYTES:
        raise ValueError("lengths")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys.public)  # ValueError: not on the curve
    return keys


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def encrypted(
    message: bytes, to: DeviceKeys, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """For this device alone. Keys and salt are new for every message; tests give those of the RFC."""
    if len(message) > PADDED - len(LAST):
        raise ValueError("a message is longer than what it is padded to")
    padded = message + LAST + (b"" if own else bytes(PADDED - len(message) - len(LAST)))
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(SALT_BYTES)
    mine = public_bytes(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to.public))
    key = _derived(shared, to.auth, b"WebPush: info\0" + to.public + mine, 32)
    content_key = _derived(key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(key, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return head + AESGCM(content_key).encrypt(nonce, padded, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Vapid:
    """The house's own key, and what it says of itself with it."""

    def __init__(self, pem: bytes, contact: str) -> None:
        key = serialization.load_pem_private_key(pem, None)
        assert isinstance(key, ec.EllipticCurvePrivateKey), "it was made below"
        self._key, self._contact = key, contact
        self.public = encode(public_bytes(key.public_key()))

    @staticmethod
    def fresh() -> bytes:
        return ec.generate_private_key(CURVE).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )

    def authorization(self, origin: str, now: int) -> str:
        """To this push service, for some hours from now (in seconds)."""
        head = encode(b'{"typ":"JWT","alg":"ES256"}')
        said = encode(msgspec.json.encode({"aud": origin, "exp": now + VALID, "sub": self._contact}))
        first, second = decode_dss_signature(self._key.sign(f"{head}.{said}".encode(), ec.ECDSA(hashes.SHA256())))
        signature = encode(first.to_bytes(32, "big") + second.to_bytes(32, "big"))
        return f"vapid t={head}.{said}.{signature}, k={self.public}"
