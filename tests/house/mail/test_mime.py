"""Letters on their way: escaped, in seven bits, with no header but ours, to addresses that can be sent to."""

from typing import Any

import pytest

from parlour.core.texts import Refused
from parlour.house.mail import addresses
from parlour.house.mail.letter_template import Letter, LetterLink
from parlour.house.mail.mime import message_of
from tests.house.mail.envelopes import read, text


def letter(**changed: Any) -> Letter:
    usual: dict[str, Any] = {
        "to": "ada@example.net", "subject": "Hello", "says": ["Hello."], "ways": [LetterLink("Go", "https://x.org/?a=1&b=2")],
        "why": "Because.",
    }  # fmt: skip
    return Letter(**{**usual, **changed})


def test_in_html_everything_is_escaped() -> None:
    mean = "<script>alert('x')</script> & \"co\""
    message = message_of(
        letter(says=[mean], items=[mean], heading=mean, why=mean, ways=[LetterLink(mean, 'https://x.org/"><b>')]),
        id="1@x.org", sender="h@x.org", name="P", at=0,
    )  # fmt: skip
    assert "<script" not in text(message, "html")
    assert "<b>" not in text(message, "html")
    assert mean in text(message)


@pytest.mark.parametrize("header", ["subject", "to"])
def test_no_header_can_be_smuggled_in(header: str) -> None:
    with pytest.raises(ValueError, match="control characters"):
        message_of(
            letter(**{header: "a@x.org\r\nBcc: all@example.org"}), id="1@x.org", sender="h@x.org", name="P", at=0
        )


def test_long_and_foreign_lines_travel_as_seven_bits() -> None:
    message = message_of(
        letter(subject="Übung " * 30, says=["ü" * 3000]), id="1@x.org", sender="h@x.org", name="P", at=0
    )
    assert message.data.isascii()
    assert max(map(len, message.data.split(b"\r\n"))) <= 998
    assert "ü" * 3000 in text(message)
    assert read(message)["Subject"] == "Übung " * 30


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" ada@example.org ", "ada@example.org"),
        ("Ada.L+games@Example.ORG", "Ada.L+games@example.org"),
        ("ada@müller.example", "ada@xn--mller-kva.example"),
    ],
)
def test_addresses_are_kept_as_they_can_be_sent_to(typed: str, kept: str) -> None:
    assert addresses.check(typed) == kept


@pytest.mark.parametrize(
    "typed",
    ["", "ada", "@example.org", "ada@", "ada@localhost", "a da@example.org", "ada@exa mple.org", "ada@example.org\r\nx",
     "ada@127.0.0.1", '"a b"@example.org', "<ada@example.org>", "ä@example.org", "a..b@example.org", ".a@example.org",
     "ada@-x.org", "ada@x..org", "a" * 65 + "@example.org", "a@" + "b." * 130 + "org", "a@b@example.org", "a,b@x.org"],
)  # fmt: skip
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        addresses.check(typed)
