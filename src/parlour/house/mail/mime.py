"""A letter as mail programs read it: RFC 5322, plain text and HTML side by side.

Nothing that somebody typed can become a header or a tag: a header with a control character in it is refused, addresses
are checked before (`addresses.py`), and in HTML everything is escaped.

This is the standard library's older way of making mail: the newer one (`EmailMessage`) loses spaces when it folds a
long header that is not ASCII, before Python 3.13.
"""

from datetime import UTC, datetime
from email.charset import QP, Charset
from email.header import Header
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.policy import compat32
from email.utils import format_datetime, formataddr
from html import escape
from typing import TYPE_CHECKING

from parlour.core.texts import printable
from parlour.house.mail.sender import Message

if TYPE_CHECKING:
    from parlour.house.mail.letter_template import Letter

WIRE = compat32.clone(linesep="\r\n", max_line_length=None)
PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>{subject}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;">
<div style="max-width:560px;margin:0 auto;overflow-wrap:break-word;">
{body}
</div></body></html>
"""
BUTTON = (
    "display:inline-block;max-width:100%;box-sizing:border-box;padding:12px 20px;border-radius:8px;background:#2f5d62;"
    "color:#ffffff;text-decoration:none;font-weight:600;"
)
SMALL = "font-size:13px;opacity:.8;border-top:1px solid #8884;margin-top:28px;padding-top:12px;"


def message_of(letter: "Letter", *, id: str, sender: str, name: str, at: int) -> Message:
    mail = MIMEMultipart("alternative", policy=WIRE)
    mail["From"] = _header(formataddr((name, sender)))
    mail["To"] = _header(letter.to)
    mail["Subject"] = _header(letter.subject)
    mail["Date"] = format_datetime(datetime.fromtimestamp(at / 1000, UTC))
    mail["Message-ID"] = _header(f"<{id}>")
    mail["Auto-Submitted"] = "auto-generated"
    if letter.off is not None:
        # RFC 8058: a mail program may send the second header's words to the first one's address, and that is all.
        mail["List-Unsubscribe"] = _header(f"<{letter.off.url}>")
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    for text, kind in ((plain(letter), "plain"), (html(letter), "html")):
        part = MIMEText(text, kind, policy=WIRE)
        del part["Content-Transfer-Encoding"]
        part.set_payload(text, _readable())
        mail.attach(part)
    return Message(id=id, sender=sender, to=letter.to, data=mail.as_bytes())


def _header(text: str) -> str:
    if not printable(text):
        raise ValueError("a header has no control characters in it")
    return text if text.isascii() else Header(text, "utf-8").encode(linesep="\r\n")


def _readable() -> Charset:
    """Quoted-printable: a letter of plain words can be read in any editor."""
    charset = Charset("utf-8")
    charset.body_encoding = QP
    return charset


def plain(letter: "Letter") -> str:
    parts = [*letter.says, *(f"{way.name}:\n{way.url}" for way in letter.ways)]
    if letter.items:
        parts.append("\n".join([f"{letter.heading}:", *(f"- {item}" for item in letter.items)]))
    foot = [letter.why] if letter.off is None else [letter.why, f"{letter.off.name}: {letter.off.url}"]
    return "\n\n".join([*parts, "-- \n" + "\n".join(foot)]) + "\n"


def html(letter: "Letter") -> str:
    parts = [f"<p>{escape(sentence)}</p>" for sentence in letter.says]
    parts += [f'<p><a style="{BUTTON}" href="{escape(way.url)}">{escape(way.name)}</a></p>' for way in letter.ways]
    if letter.items:
        items = "\n".join(f"<li>{escape(item)}</li>" for item in letter.items)
        parts.append(f'<h2 style="font-size:17px;">{escape(letter.heading)}</h2>\n<ul>\n{items}\n</ul>')
    foot = escape(letter.why)
    if letter.off is not None:
        foot += f' <a href="{escape(letter.off.url)}">{escape(letter.off.name)}</a>'
    parts.append(f'<p style="{SMALL}">{foot}</p>')
    return PAGE.format(language=letter.language, subject=escape(letter.subject), body="\n".join(parts))
