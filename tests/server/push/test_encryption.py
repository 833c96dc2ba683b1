"""What push services hand on: as the RFC's own example has it, and readable by nobody but the device."""

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from parlour.server.push.encryption import CURVE, PADDED, decode, device_keys, encode, encrypted
from tests.push_service import PhoneKeys

# RFC 8291, appendix A.
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
DEVICE = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
WRITTEN = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_a_message_is_written_as_the_rfc_writes_it() -> None:
    own = ec.derive_private_key(int.from_bytes(decode(SENDER), "big"), CURVE)
    message = b"When I grow up, I want to be a watermelon"
    assert encode(encrypted(message, device_keys(DEVICE, AUTH), own, decode(SALT))) == WRITTEN


def test_the_device_reads_it_and_no_other_does_and_its_length_tells_nothing() -> None:
    phone, other = PhoneKeys(), PhoneKeys()
    keys = device_keys(phone.given["p256dh"], phone.given["auth"])
    short, long = encrypted(b"a", keys), encrypted(b"b" * (PADDED - 1), keys)
    assert (phone.read(short), phone.read(long)) == (b"a", b"b" * (PADDED - 1))
    assert len(short) == len(long) < 4096
    assert encrypted(b"a", keys) != short
    with pytest.raises(InvalidTag):
        other.read(short)
    with pytest.raises(ValueError, match="longer"):
        encrypted(b"b" * PADDED, keys)


@pytest.mark.parametrize(
    ("key", "auth"),
    [
        ("", ""), (DEVICE, ""), (DEVICE, AUTH[:-2]), (DEVICE[:-4], AUTH), ("B" + "A" * 86, AUTH), (AUTH, DEVICE),
        (DEVICE.replace("-", "+"), AUTH), (DEVICE, AUTH + "!"), ("ü" * 87, AUTH),
    ],
)  # fmt: skip
def test_what_no_browser_made_is_no_key(key: str, auth: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        device_keys(key, auth)
