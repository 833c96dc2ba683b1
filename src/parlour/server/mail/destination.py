"""Where letters go to, as a host writes it down: `folder`, or the URL of a server.

smtp://user@host:587        encrypted by STARTTLS, which is the usual way
smtps://user@host:465       encrypted from the first byte
smtp+plain://localhost:25   not encrypted: only to this machine
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from parlour.core.texts import Refused
from parlour.house.mail.sender import Sender
from parlour.server.guard.places import is_loopback
from parlour.server.mail.folder import FolderSender
from parlour.server.mail.smtp import SmtpSender, SmtpServer, Tls

FOLDER = "folder"
PASSWORD = "PARLOUR_MAIL_PASSWORD"
SES = "ses://"  # Amazon SES: spoken to over HTTPS by houses of long ago; by SMTP it is a server like others
WAYS: dict[str, tuple[Tls, int]] = {"smtp": ("starttls", 587), "smtps": ("tls", 465), "smtp+plain": ("none", 25)}
REGION = re.compile(r"[a-z]{2}(-[a-z]+)+-[0-9]{1,2}\b")  # of Amazon, such as eu-central-1


class Destination(NamedTuple):
    """What a URL says."""

    scheme: str
    host: str
    port: int
    user: str


def parse(text: str) -> Destination | None:
    """None: a folder."""
    if text == FOLDER:
        return None
    if text.lower().startswith(SES):
        raise Refused("settings.mail-ses", region=_region(text))
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Refused("settings.mail") from None
    if parts.password is not None:
        raise Refused("settings.mail-secret")
    user = unquote(parts.username or "")
    if parts.path not in ("", "/") or parts.query or parts.fragment or not host or not user.isprintable():
        raise Refused("settings.mail")
    if parts.scheme not in WAYS:
        raise Refused("settings.mail")
    if parts.scheme == "smtp+plain" and not is_loopback(host):
        raise Refused("settings.mail-plain")
    return Destination(parts.scheme, host, port or WAYS[parts.scheme][1], user)


def _region(text: str) -> str:
    """Which region of Amazon's is meant. Before an @ there may be a secret, which is not looked at."""
    found = REGION.match(text.lower().removeprefix(SES).rpartition("@")[2])
    return found[0] if found else "REGION"


def check(mail: str, password_file: Path | None, environ: Mapping[str, str]) -> str:
    """The password, if one is needed; refuses where there is none."""
    carrier, password = parse(mail), environ.get(PASSWORD, "")
    if password_file is not None:
        try:
            password = password_file.read_text("utf-8").strip()
        except (OSError, ValueError):
            raise Refused("settings.mail-unreadable", path=str(password_file)) from None
    if carrier is not None and carrier.user and not password:
        raise Refused("settings.mail-password", mail=f"{carrier.scheme}://{carrier.host}")
    return password


def sender_for(mail: str, folder: Path, password_file: Path | None, environ: Mapping[str, str]) -> Sender:
    carrier = parse(mail)
    if carrier is None:
        return FolderSender(folder)
    password = check(mail, password_file, environ)
    return SmtpSender(SmtpServer(carrier.host, carrier.port, WAYS[carrier.scheme][0], carrier.user, password))
