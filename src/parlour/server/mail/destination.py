"""Where letters go to, as a host writes it down: `folder`, or the URL of a server.

smtp://user@host:587        encrypted by STARTTLS, which is the usual way
smtps://user@host:465       encrypted from the first byte
smtp+plain://localhost:25   not encrypted: only to this machine
ses://eu-central-1          Amazon SES in a region, over HTTPS: with AWS's own settings, and no password
"""

import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from parlour.core.texts import Refused
from parlour.house.mail.sender import Message, Sender
from parlour.server.guard.places import is_loopback
from parlour.server.mail.folder import FolderSender
from parlour.server.mail.ses import SesSender
from parlour.server.mail.smtp import SmtpSender, SmtpServer, Tls

FOLDER = "folder"
PASSWORD = "PARLOUR_MAIL_PASSWORD"
SES = "ses"
WAYS: dict[str, tuple[Tls, int]] = {"smtp": ("starttls", 587), "smtps": ("tls", 465), "smtp+plain": ("none", 25)}
REGION = re.compile(r"[a-z]{2}(-[a-z]+)+-[0-9]{1,2}\b")  # of Amazon, such as eu-central-1


class Destination(NamedTuple):
    """What a URL says."""

    scheme: str
    host: str
    port: int
    user: str
    endpoint: str | None = None  # of Amazon SES, whose host is a region: where it is, if not at Amazon


def parse(text: str) -> Destination | None:
    """None: a folder."""
    if text == FOLDER:
        return None
    if text.lower().startswith(f"{SES}://"):
        return _ses(text)
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


def _ses(text: str) -> Destination:
    """Of Amazon's there is the region alone: who may send is said elsewhere. Before an @ there may be a secret, which
    is not looked at."""
    place, _, asked = text[len(f"{SES}://") :].partition("?")
    region = place.removesuffix("/").lower()
    if not REGION.fullmatch(region):
        found = REGION.match(place.lower().rpartition("@")[2])
        raise Refused("settings.mail-ses", region=found[0] if found else "REGION")
    endpoint = asked.removeprefix("endpoint=") if asked else None
    if endpoint is not None and not _is_endpoint(endpoint):
        raise Refused("settings.mail-ses", region=region)
    return Destination(SES, region, 443, "", endpoint)


def _is_endpoint(url: str) -> bool:
    """Encrypted, or on this machine."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return False
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host)))


def check(mail: str, password_file: Path | None, environ: Mapping[str, str]) -> str:
    """The password, if one is needed; refuses where there is none."""
    carrier, password = parse(mail), environ.get(PASSWORD, "")
    if carrier is not None and carrier.scheme == SES and find_spec("aiobotocore") is None:
        raise Refused("settings.mail-aws")
    if password_file is not None:
        try:
            password = password_file.read_text("utf-8").strip()
        except (OSError, ValueError):
            raise Refused("settings.mail-unreadable", path=str(password_file)) from None
    if carrier is not None and carrier.user and not password:
        raise Refused("settings.mail-password", mail=f"{carrier.scheme}://{carrier.host}")
    return password


def sender_for(mail: str, folder: Path, password_file: Path | None, environ: Mapping[str, str]) -> Sender[Message]:
    carrier = parse(mail)
    if carrier is None:
        return FolderSender(folder)
    password = check(mail, password_file, environ)
    if carrier.scheme == SES:
        return SesSender(carrier.host, carrier.endpoint)
    return SmtpSender(SmtpServer(carrier.host, carrier.port, WAYS[carrier.scheme][0], carrier.user, password))
