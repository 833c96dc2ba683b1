"""A host's settings: from the command line, else from the environment, else a default. All are checked before anything
starts, so that a slip is answered with a sentence and not found out in the middle of an evening.

`docs/host.md` shows them as a table; a test compares it with SETTINGS.
"""

import argparse
import ipaddress
import os
import re
from collections.abc import Callable, Container, Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import SplitResult, urlsplit

import msgspec
from platformdirs import user_data_path

from parlour.core.texts import Refused
from parlour.house.mail import addresses
from parlour.house.people.guests import GUESTS, Guests
from parlour.server.guard.places import DEFAULT_PORTS, LOOPBACK, Place
from parlour.server.mail.destination import FOLDER
from parlour.server.mail.destination import parse as parse_mail
from parlour.store.address import shown as shown_place

EVERYWHERE = "0.0.0.0"
DATABASE_FILE = "house.db"
MOST_WORKERS, MOST_WORKERS_UNASKED = 64, 4
MOST_PROCESSES = 64
LONGEST_PAUSE = 10.0  # seconds
POSTGRES = ("postgresql", "postgres")
SHARED = (*POSTGRES, "dynamodb")  # where several processes can serve one house
LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
COMMAND_LINE, DEFAULT = "command line", "default"
SECRETIVE = ("database", "mail")  # URLs, in which somebody may have written a password
KEEPING = ("data", "database")  # what commands need that only look after the data
PUSH = ("public", "none", "loopback")
LISTENING = ("host", "port", "lan")  # what is needed to find a house that is open here


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a host has decided, or has left to us."""

    data: Path
    database: str  # a path, or a URL as the store understands it
    host: str
    port: int  # 0: any that is free
    lan: bool
    public_url: str | None  # as browsers write an origin: no path, no port that goes without saying
    workers: int
    processes: int = 1
    trusted_proxies: tuple[str, ...]  # networks
    log: Literal["plain", "json"]
    bot_pause: float  # seconds
    guests: Guests = "welcome"
    team_passkeys: bool = False
    mail: str = FOLDER  # or a URL as `mail/place.py` understands it
    mail_from: str | None = None
    mail_password_file: Path | None = None
    push: Literal["public", "none", "loopback"] = "public"
    origins: dict[str, str]  # where each of these comes from

    def describe(self) -> list[str]:
        """One line for each, to be printed at the start. There is no password in them."""
        return [f"{s.flag[2:]} = {self._shown(s.name)} (from: {self.origins[s.name]})" for s in SETTINGS]

    def environment(self) -> dict[str, str]:
        """The same settings for a process that is started by this one, such as a server that reloads itself."""
        told = {s.variable: self._written(s.name) for s in SETTINGS if not (self.lan and s.name == "host")}
        return {name: text for name, text in told.items() if text is not None}

    @property
    def sender(self) -> str:
        """The address that letters come from; if nobody says, one at the house's own name."""
        host = urlsplit(self.public_url or "").hostname or ""
        return self.mail_from or f"parlour@{host if is_name(host) and '.' in host else 'parlour.invalid'}"

    def make_folder(self) -> None:
        """The data folder, for its owner alone: what is in it are people's games and sessions."""
        try:
            self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise Refused("settings.folder", path=str(self.data), why=error.strerror or str(error)) from None

    def _shown(self, name: str) -> str:
        return shown_place(getattr(self, name)) if name in SECRETIVE else self._written(name) or "none"

    def _written(self, name: str) -> str | None:
        value = getattr(self, name)
        if isinstance(value, bool):
            return YES[2] if value else NO[2]
        if isinstance(value, tuple):
            return ",".join(value) or "none"
        return None if value is None else str(value)


class Setting(msgspec.Struct, frozen=True):
    """One of them, as it is asked for. `read` understands its spelling or raises Refused with the reason."""

    name: str
    metavar: str | None  # None: a switch
    help: str
    default: str  # in words
    read: Callable[[str], object]

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        return f"PARLOUR_{self.name.upper()}"


def add_arguments(parser: argparse.ArgumentParser, only: Container[str] | None = None) -> None:
    """Values are left as texts here: a wrong one is refused in the same words wherever it came from.
    `only`: of these settings alone."""
    for s in SETTINGS:
        if only is not None and s.name not in only:
            continue
        about = f"{s.help} (default: {s.default}; environment: {s.variable})".replace("%", "%%")
        if s.metavar is None:
            parser.add_argument(s.flag, action="store_const", const=YES[0], help=about)
        else:
            parser.add_argument(s.flag, metavar=s.metavar, help=about)


def settings_from(args: argparse.Namespace, environ: Mapping[str, str], only: Container[str] | None = None) -> Settings:
    """The command line over the environment over defaults. Refuses what cannot be meant. `only`: whoever needs no more
    than these is not stopped by a slip in another."""
    given: dict[str, Any] = {}
    origins = {s.name: DEFAULT for s in SETTINGS}
    for s in SETTINGS:
        if only is not None and s.name not in only:
            continue
        text, origin, asked = getattr(args, s.name, None), COMMAND_LINE, s.flag
        if text is None:
            text, origin, asked = environ.get(s.variable) or None, f"environment {s.variable}", s.variable
        if text is not None:
            given[s.name], origins[s.name] = _read(s, text, asked), origin
    _settle_lan(given, origins)
    data = given.setdefault("data", user_data_path("parlour", appauthor=False))
    defaults = {
        "database": str(data / DATABASE_FILE), "host": "127.0.0.1", "port": 8000, "lan": False, "public_url": None,
        "workers": default_workers(), "processes": 1, "trusted_proxies": LOOPBACK, "log": "plain", "bot_pause": 0.8,
        "guests": "welcome", "team_passkeys": False, "mail": FOLDER, "mail_from": None, "mail_password_file": None,
    }  # fmt: skip
    settings = Settings(**{**defaults, **given}, origins=origins)
    if settings.mail != FOLDER and settings.public_url is None:
        raise Refused("settings.mail-url")  # what is sent has links, which others must be able to follow
    if settings.processes > 1 and not settings.database.startswith(SHARED):
        raise Refused("settings.processes-file", place=shown_place(settings.database))
    return settings


def default_workers() -> int:
    """One core is left for the server itself; more than four workers only pay off in a large house."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(MOST_WORKERS_UNASKED, cores - 1))


def _read(s: Setting, text: str, asked: str) -> object:
    try:
        return s.read(text.strip())
    except Refused as refusal:
        shown = shown_place(text) if s.name in SECRETIVE else text
        raise Refused("settings.wrong", setting=asked, value=shown[:200], why=refusal.text) from None


def _settle_lan(given: dict[str, Any], origins: dict[str, str]) -> None:
    """To say both is to say two different things, unless one was said over the other."""
    if not given.get("lan"):
        return
    if "host" not in given:
        given["host"], origins["host"] = EVERYWHERE, origins["lan"]
    elif (origins["lan"] == COMMAND_LINE) == (origins["host"] == COMMAND_LINE):
        raise Refused("settings.lan-host")
    elif origins["lan"] == COMMAND_LINE:
        given["host"], origins["host"] = EVERYWHERE, COMMAND_LINE
    else:
        given["lan"], origins["lan"] = False, COMMAND_LINE


# -- how each is read -----------------------------------------------------------------------------------------


def _folder(text: str) -> Path:
    try:
        path = Path(text).expanduser().absolute()
    except RuntimeError:  # ~nobody
        raise Refused("settings.path") from None
    if not text or "\0" in text:
        raise Refused("settings.path")
    if path.exists() and not path.is_dir():
        raise Refused("settings.not-a-folder")
    return path


def _database(text: str) -> str:
    """What a URL means is the store's business; here it is only seen that it can be one."""
    scheme, colon, rest = text.partition("://")
    if not colon:
        if not text or re.match(r"[a-z0-9+]{2,}:", text):  # postgresql:name is no path, C:\house.db is
            raise Refused("settings.database")
        return text
    parts = _split(text, "settings.database")
    if scheme == "sqlite":
        # As others write it: sqlite:///beside.db, sqlite:////from/the/root.db
        if parts.netloc or len(rest) < 2:
            raise Refused("settings.database")
    elif scheme not in SHARED or not rest:
        raise Refused("settings.database")
    return text


def _host(text: str) -> str:
    """Where to listen: an address or a name, without a port."""
    host = text.removeprefix("[").removesuffix("]")
    if not (_is_address(host) or is_name(host)):
        raise Refused("settings.host")
    return host


def _port(text: str) -> int:
    if not re.fullmatch("[0-9]{1,5}", text) or int(text) > 65535:
        raise Refused("settings.port")
    return int(text)


def _switch(text: str) -> bool:
    if text.lower() not in YES + NO:
        raise Refused("settings.switch")
    return text.lower() in YES


def _public_url(text: str) -> str:
    parts = _split(text, "settings.url")
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
        raise Refused("settings.url")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise Refused("settings.url-path")
    host = parts.hostname
    if not _is_address(host):
        try:
            host = host.encode("idna").decode()  # as browsers send it: müller.example is xn--mller-kva.example
        except UnicodeError:
            raise Refused("settings.url-name") from None
        if not is_name(host):
            raise Refused("settings.url-name")
    place = Place(parts.scheme, host, parts.port or DEFAULT_PORTS[parts.scheme])
    if place.kind == "public":
        # Whoever stands on such a long way could take a session along, so there it has to be https.
        raise Refused("settings.url-open")
    return place.origin


def _workers(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= MOST_WORKERS:
        raise Refused("settings.workers", most=MOST_WORKERS)
    return int(text)


def _processes(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= MOST_PROCESSES:
        raise Refused("settings.workers", most=MOST_PROCESSES)
    return int(text)


def _proxies(text: str) -> tuple[str, ...]:
    if text.lower() == "none":
        return ()
    try:
        return tuple(str(ipaddress.ip_network(part.strip())) for part in text.split(","))
    except ValueError:
        raise Refused("settings.proxies") from None


def _log(text: str) -> str:
    if text not in ("plain", "json"):
        raise Refused("settings.log")
    return text


def _guests(text: str) -> str:
    if text.lower() not in GUESTS:
        raise Refused("settings.guests")
    return text.lower()


def _push(text: str) -> str:
    if text.lower() not in PUSH:
        raise Refused("settings.push")
    return text.lower()


def _mail(text: str) -> str:
    parse_mail(text)
    return text


def _mail_from(text: str) -> str:
    try:
        return addresses.check(text)
    except Refused:
        raise Refused("settings.mail-from") from None


def _file(text: str) -> Path:
    path = Path(text).expanduser().absolute()
    if not text or "\0" in text or not path.is_file():
        raise Refused("settings.no-file")
    return path


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", text) or float(text) > LONGEST_PAUSE:
        raise Refused("settings.pause", most=int(LONGEST_PAUSE))
    return float(text)


def is_name(host: str) -> bool:
    """A host name that can exist. One that ends in digits alone would be an address, and was none."""
    labels = host.lower().removesuffix(".").split(".")
    return len(host) <= 253 and all(map(LABEL.fullmatch, labels)) and not labels[-1].isdigit()


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _split(url: str, refusal: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port, parts.hostname  # read only now, and refused only now
    except ValueError:
        raise Refused(refusal) from None
    return parts


SETTINGS = (
    Setting("data", "DIR", "the folder with everything that is to be kept", "the user's own for such data", _folder),
    Setting("database", "URL", "where games are kept: a path, or postgresql://…", "house.db in that folder", _database),
    Setting("host", "ADDRESS", "the address to listen at", "127.0.0.1", _host),
    Setting("port", "PORT", "the port to listen at; 0 takes any that is free", "8000", _port),
    Setting("lan", None, "listen to the whole network, and show how phones get there", "no", _switch),
    Setting("public_url", "URL", "what players type, where a proxy stands in front: https://…", "none", _public_url),
    Setting("workers", "N", "processes in which bots think", "cores − 1, from 1 to 4", _workers),
    Setting("processes", "N", "processes that serve the house on one port; with PostgreSQL", "1", _processes),
    Setting("trusted_proxies", "NETWORKS", "whose X-Forwarded headers to believe, or none", "loopback", _proxies),
    Setting("log", "FORM", "plain, or json for programs that collect logs", "plain", _log),
    Setting("bot_pause", "SECONDS", "how long a bot waits before it moves, to be followed", "0.8", _seconds),
    Setting("guests", "HOW", "those without an account: welcome, silent (play, not write) or none", "welcome", _guests),
    Setting("team_passkeys", None, "hosts and moderators need a passkey for what only they may do", "no", _switch),
    Setting("mail", "URL", "who carries letters: folder, smtp://…, smtps://… or ses://…", "folder", _mail),
    Setting("mail_from", "ADDRESS", "the address that letters come from", "parlour@ the public URL's name", _mail_from),
    Setting("mail_password_file", "FILE", "where the password for that is, if it needs one", "none", _file),
    Setting(
        "push", "HOW", "push services that may be told of turns: public, none, or loopback for tests", "public", _push
    ),
)
