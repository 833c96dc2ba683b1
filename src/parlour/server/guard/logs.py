"""The log, and what it never holds: tokens, cookies, passwords, their hashes, invitations, anybody's query string.

Code should not log secrets in the first place. This is the second line: every record passes `Discreet`, which sits on
the handler, where the records of all loggers come by, those of libraries too.
"""

import logging
import re
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

HIDDEN = "[hidden]"
LONGEST = 20_000  # characters of one message; the rules are not for reading novels
HEADERS = r"(?:set-)?cookie|(?:proxy-)?authorization"
# Each begins with \w* or a letter, so that with \b before it a long word is tried once and not from every letter on.
WORDS = r"(?:\w*passw(?:or)?[dt]\w*|\w*secret|\w*token|invit\w+|contribution)"
Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]

# In this order: what a later rule would cut in half, an earlier one has taken whole.
RULES: tuple[Rule, ...] = (
    # Header lines, up to their end: Cookie: a=b; c=d
    (re.compile(rf"(?i)\b({HEADERS})(['\"]?\s*[:,=]\s*b?['\"]?)[^\r\n'\"]+"), rf"\1\2{HIDDEN}"),
    # "password": "…", password='…', ('token', '…')
    (re.compile(rf"(?i)(['\"]?\b{WORDS}\b['\"]?\s*[:=,]\s*b?)(['\"])(?:\\.|(?!\2).)*\2"), rf"\1\2{HIDDEN}\2"),
    # password=…, without quotes
    (re.compile(rf"(?i)\b({WORDS}\s*[:=]\s*)(?!\[hidden\])[^\s,;&)'\"}}\]]+"), rf"\1{HIDDEN}"),
    (re.compile(r"(?i)\bbearer\s+[^\s'\",]+"), f"Bearer {HIDDEN}"),
    # What stands behind the question mark of an address.
    (re.compile(r"(?<=[\w/\]])\?[^\s'\"<>?]*=[^\s'\"<>]*"), f"?{HIDDEN}"),
    # /invite/…, /join/…
    (re.compile(r"(?i)(/(?:invites?|invitations?|join)/)[^\s/'\"?]+"), rf"\1{HIDDEN}"),
    (re.compile(r"((?:__Host-)?parlour(?:-\d+)?)=[^\s;,'\"]+"), rf"\1={HIDDEN}"),
    (re.compile(r"\bparlour_[A-Za-z0-9_-]{8,}"), HIDDEN),
    (re.compile(r"scrypt\$[\w$+/=]+"), HIDDEN),
    # 32 bytes in base64 or hexadecimal, whatever they are.
    (re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}=?(?![A-Za-z0-9_-])"), HIDDEN),
    (re.compile(r"(?<![0-9A-Za-z])[0-9a-f]{64}(?![0-9A-Za-z])"), HIDDEN),
)  # fmt: skip


def discreet(text: str) -> str:
    text = text if len(text) <= LONGEST else text[:LONGEST] + " …"
    for pattern, instead in RULES:
        text = pattern.sub(instead, text)
    return text


class Discreet(logging.Filter):
    """Takes secrets out of a record, traceback and all. Lets every record through."""

    def filter(self, record: logging.LogRecord) -> bool:
        # Put together first: `"password=%s", word` gives nothing away before.
        try:
            record.msg, record.args = discreet(record.getMessage()), None
        except (
            TypeError,
            ValueError,
            KeyError,
            IndexError,
        ):  # somebody's format does not fit; logging would print it all
            record.msg, record.args = discreet(str(record.msg)), None
        if record.exc_info and record.exc_info[0] is not None:
            record.exc_text = discreet("".join(traceback.format_exception(*record.exc_info)).rstrip())
            record.exc_info = None
        elif record.exc_text:
            record.exc_text = discreet(record.exc_text)
        if record.stack_info:
            record.stack_info = discreet(record.stack_info)
        said = getattr(record, "said", None)
        if isinstance(said, dict):
            record.said = {key: discreet(value) if isinstance(value, str) else value for key, value in said.items()}
        return True


class Lines(logging.Formatter):
    """For people at a terminal, where what a stranger sent must be neither a command nor a line of its own."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        return datetime.fromtimestamp(record.created).strftime("%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        head = f"{self.formatTime(record)} {record.levelname.lower():7} {one_line(record.getMessage())}"
        return "\n".join(filter(None, (head, record.exc_text, record.stack_info)))


class JsonLines(logging.Formatter):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "by": record.name}
        line["said"] = record.getMessage()
        line |= getattr(record, "said", None) or {}
        if record.exc_text:
            line["trace"] = record.exc_text
        return msgspec.json.encode(line, enc_hook=str).decode()


def one_line(text: str) -> str:
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def settings(json: bool = False, level: str = "INFO") -> dict[str, Any]:
    """For `logging.config.dictConfig` and uvicorn's `log_config`, with `access_log=False`: `guard` notes requests."""
    handler = {"class": "logging.StreamHandler", "filters": ["discreet"], "formatter": "lines"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"discreet": {"()": Discreet}},
        "formatters": {"lines": {"()": JsonLines if json else Lines}},
        "handlers": {"here": handler},
        "root": {"handlers": ["here"], "level": "WARNING"},
        "loggers": {"parlour": {"level": level}, "uvicorn": {"level": level}},
    }
