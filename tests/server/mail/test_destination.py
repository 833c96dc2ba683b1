"""How a host says who sends letters, and what is refused."""

import re
from pathlib import Path

import pytest

from parlour.cli import main
from parlour.core.texts import Refused
from parlour.server.mail import destination
from parlour.server.mail.destination import Destination, check, parse, sender_for
from parlour.server.mail.folder import FolderSender
from parlour.server.mail.smtp import SmtpSender
from parlour.server.run import CANNOT
from tests.server.test_settings import read, refusal

HERE = "--public-url https://games.example.org"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("folder", None),
        ("smtp://mail.example.org", Destination("smtp", "mail.example.org", 587, "")),
        ("smtp://me@example.org@mail.example.org:252", Destination("smtp", "mail.example.org", 252, "me@example.org")),
        ("smtps://me%40example.org@mail.example.org", Destination("smtps", "mail.example.org", 465, "me@example.org")),
        ("smtp+plain://127.0.0.1:1025", Destination("smtp+plain", "127.0.0.1", 1025, "")),
        ("smtp+plain://localhost", Destination("smtp+plain", "localhost", 25, "")),
        ("ses://eu-central-1", Destination("ses", "eu-central-1", 443, "")),
        ("SES://us-gov-west-1/", Destination("ses", "us-gov-west-1", 443, "")),
        (
            "ses://eu-west-2?endpoint=http://127.0.0.1:4566",
            Destination("ses", "eu-west-2", 443, "", "http://127.0.0.1:4566"),
        ),
    ],
)
def test_what_can_be_said(text: str, found: Destination | None) -> None:
    assert parse(text) == found


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("mail.example.org", "it is folder, smtp"),
        ("http://mail.example.org", "it is folder, smtp"),
        ("smtp://", "it is folder, smtp"),
        ("smtp://mail.example.org:99999", "it is folder, smtp"),
        ("smtp://mail.example.org/in", "it is folder, smtp"),
        ("smtp+plain://mail.example.org", "this machine alone"),
        ("smtp://me:sesame@mail.example.org", "does not belong there"),
    ],
)
def test_what_cannot_be_meant_is_refused_without_showing_a_password(text: str, why: str) -> None:
    said = refusal(f"{HERE} --mail {text}")
    assert why in said
    assert "sesame" not in said


@pytest.mark.parametrize(
    ("text", "region"),
    [
        ("ses://AKID@eu-central-1", "eu-central-1"),
        ("ses://eu-west-2?endpoint=http://mail.example.org", "eu-west-2"),
        ("ses://eu-west-2?sesame=1", "eu-west-2"),
        ("ses://AKID@us-gov-west-1:443", "us-gov-west-1"),
        ("ses://AKID:open/sesame@ap-southeast-1", "ap-southeast-1"),
        ("ses://AKID@here", "REGION"),
        ("ses://", "REGION"),
    ],
)
def test_amazon_ses_is_said_by_its_region_alone_or_by_smtp(text: str, region: str) -> None:
    said = refusal(f"{HERE} --mail {text}")
    assert f" ses://{region}. " in said
    assert f" smtp://USER@email-smtp.{region}.amazonaws.com:587." in said
    assert "sesame" not in said


def test_the_address_that_is_named_for_amazon_ses_can_be_said() -> None:
    named = re.search("smtp://[^ ,]+", refusal(f"{HERE} --mail ses://AKID@eu-central-1"))
    assert named is not None
    assert parse(named[0].rstrip(".")) == Destination("smtp", "email-smtp.eu-central-1.amazonaws.com", 587, "USER")


def test_nothing_starts_where_letters_would_go_to_amazon_ses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_MAIL", "ses://AKID@eu-central-1")
    data = tmp_path / "house"
    assert main(["serve", "--port", "0", "--data", str(data), "--public-url", "https://games.example.org"]) == CANNOT
    told = capsys.readouterr()
    assert told.err.startswith("parlour: PARLOUR_MAIL cannot be “ses://AKID@eu-central-1”: ")
    assert not told.out
    assert not data.exists()


def test_amazon_ses_without_its_package_is_refused_before_anything_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check("ses://eu-central-1", None, {}) == ""
    monkeypatch.setattr(destination, "find_spec", lambda name: None)
    with pytest.raises(Refused, match=r"settings\.mail-aws"):
        check("ses://eu-central-1", None, {})


def test_letters_that_are_sent_need_a_public_url() -> None:
    assert "--public-url" in refusal("--mail smtp://mail.example.org")
    assert read("--mail folder").mail == "folder"


def test_the_senders_address_follows_from_the_public_url() -> None:
    assert read(HERE).sender == "parlour@games.example.org"
    assert read(f"{HERE} --mail-from club@example.org").sender == "club@example.org"
    assert read().sender == "parlour@parlour.invalid"
    assert read("--public-url http://192.168.1.5").sender == "parlour@parlour.invalid"
    assert "an address such as" in refusal("--mail-from nobody")


def test_nothing_that_is_printed_at_the_start_is_secret(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("open sesame\n")
    found = read(
        f"{HERE} --mail smtp://me@mail.example.org --mail-password-file {tmp_path / 'password'}",
        PARLOUR_MAIL_PASSWORD="barley",
    )
    printed = "\n".join(found.describe())
    assert "mail = smtp://me@mail.example.org (from: command line)" in printed
    assert "sesame" not in printed
    assert "barley" not in printed
    assert check(found.mail, found.mail_password_file, {}) == "open sesame"
    assert check(found.mail, None, {"PARLOUR_MAIL_PASSWORD": "barley"}) == "barley"
    with pytest.raises(Refused, match="mail-password"):
        check(found.mail, None, {})


@pytest.mark.parametrize(
    ("mail", "kind"),
    [("folder", FolderSender), ("smtps://me@x.example.org", SmtpSender)],
)
def test_everybody_sends_behind_the_same_port(tmp_path: Path, mail: str, kind: type) -> None:
    assert type(sender_for(mail, tmp_path, None, {"PARLOUR_MAIL_PASSWORD": "x"})) is kind
