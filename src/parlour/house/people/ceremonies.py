"""Passkeys' cryptography (WebAuthn), as a library does it: is this answer what a device signs for this house, now?

A device answers a challenge with what it signed: which page asked (`client_data`, written by the browser) and for which
name (`authenticator_data`). A stranger's page cannot ask for our name, and its own is in what was signed.

The library takes half a second to be loaded. Only those who use passkeys wait for it, beside the loop.
"""

import asyncio
from base64 import urlsafe_b64decode
from binascii import Error as NotBase64
from typing import NamedTuple

import msgspec

from parlour.core.texts import Refused
from parlour.house.people.records import Passkey

ALGORITHMS = (-8, -7, -257)  # Ed25519, ES256, RS256, as COSE numbers them: what devices out there can do


class PasskeyPlace(NamedTuple):
    """Where the page is that asks: the name that a passkey is made for, and the origin as browsers write it."""

    name: str
    origin: str


class Attestation(msgspec.Struct, frozen=True):
    """A new passkey, as the browser brings it; all of it in base64url."""

    id: str
    client_data: str
    attestation: str


class Assertion(msgspec.Struct, frozen=True):
    """What a passkey has signed, as the browser brings it; all of it in base64url."""

    id: str
    client_data: str
    authenticator_data: str
    signature: str


class NewCredential(NamedTuple):
    id: str
    public_key: bytes
    uses: int  # as the device counts them


class _ClientData(msgspec.Struct):
    challenge: str


def challenge_in(client_data: str) -> str:
    """Which challenge an answer is to. Whether it says the truth is found out by the signature."""
    try:
        return msgspec.json.decode(decoded(client_data), type=_ClientData).challenge
    except msgspec.DecodeError:
        raise Refused("people.passkey-wrong") from None


async def check_new(answer: Attestation, challenge: str, place: PasskeyPlace) -> NewCredential:
    """The passkey, if it was made for this house, now, by somebody whom their device has recognised."""
    return await asyncio.to_thread(_check_new, answer, challenge, place)


async def check_signed(answer: Assertion, challenge: str, place: PasskeyPlace, passkey: Passkey, alone: bool) -> int:
    """How often the device says that it was used, if this is its signature. `alone`: with no password beside it, the
    device must have recognised its owner, by a finger or a number."""
    return await asyncio.to_thread(_check_signed, answer, challenge, place, passkey, alone)


def _check_new(answer: Attestation, challenge: str, place: PasskeyPlace) -> NewCredential:
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url
    from webauthn.helpers.cose import COSEAlgorithmIdentifier
    from webauthn.helpers.exceptions import WebAuthnException

    response = {"clientDataJSON": answer.client_data, "attestationObject": answer.attestation}
    try:
        found = verify_registration_response(
            credential={"id": answer.id, "rawId": answer.id, "type": "public-key", "response": response},
            expected_challenge=decoded(challenge),
            expected_rp_id=place.name,
            expected_origin=place.origin,
            require_user_verification=True,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(number) for number in ALGORITHMS],
        )
    except (WebAuthnException, ValueError, LookupError, TypeError):  # the library's own parsers raise these too
        raise Refused("people.passkey-wrong") from None
    id = bytes_to_base64url(found.credential_id)
    if id != answer.id:
        raise Refused("people.passkey-wrong")
    return NewCredential(id, found.credential_public_key, found.sign_count)


def _check_signed(answer: Assertion, challenge: str, place: PasskeyPlace, passkey: Passkey, alone: bool) -> int:
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    response = {
        "clientDataJSON": answer.client_data,
        "authenticatorData": answer.authenticator_data,
        "signature": answer.signature,
    }
    try:
        found = verify_authentication_response(
            credential={"id": answer.id, "rawId": answer.id, "type": "public-key", "response": response},
            expected_challenge=decoded(challenge),
            expected_rp_id=place.name,
            expected_origin=place.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.count,  # one that goes back is a copy's
            require_user_verification=alone,
        )
    except (WebAuthnException, ValueError, LookupError, TypeError):
        raise Refused("people.passkey-wrong") from None
    return found.new_sign_count


def decoded(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
    except (NotBase64, ValueError):
        raise Refused("people.passkey-wrong") from None
