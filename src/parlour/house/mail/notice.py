"""What somebody is to be told while they are not there, as it waits in an outbox."""

from typing import Literal

import msgspec

# What one can do without, by kind; the rest comes only to who asked for it, or has to know it.
UNASKED = ("turn", "over", "invitation", "looking", "match", "tournament")
NoticeState = Literal["waiting", "sending", "sent", "dropped", "failed", "unsure"]
LetterEnd = Literal["sent", "dropped", "failed", "unsure"]


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody is to be told something by mail. It waits, is being sent from the moment on that cannot be taken back,
    and comes to one of four ends. Of all notices with one key there is one."""

    key: str
    kind: str
    at: int  # when it came about
    due: int  # it is not sent before
    until: int  # it is of no use after
    person: str | None = None  # to whom, if not to the address in its body
    thread: str | None = None  # of one thread nobody is told twice without having been there in between
    body: bytes = b""
    tries: int = 0
    doubts: int = 0  # tries that may have reached the reader, or may not
    state: NoticeState = "waiting"
    ended: int | None = None
    owner: int = 0  # the process that sends it
