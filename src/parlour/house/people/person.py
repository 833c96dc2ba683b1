"""A person as the house keeps them, and the sessions by which they are known again."""

from collections.abc import Sequence
from typing import Literal

import msgspec

Role = Literal["moderator", "host"]
ROLES: Sequence[Role] = ("moderator", "host")  # each may do what those before it may


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A guest, or with a password the holder of an account."""

    id: str
    name: str
    since: int
    password: str | None = None  # hashed, with how it was done
    body: bytes = b""  # settings and the like
    version: int = 1
    role: Role | None = None  # changed by `set_role` alone
    second_factor: bool = False  # a password is not enough to sign in: it takes a passkey as well


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that is signed in, or (with a label) a token for a program. Only the hash of its secret is kept."""

    hash: str
    person: str
    since: int
    seen: int
    until: int
    label: str | None = None
    scopes: Sequence[str] = ()
    agent: str = ""  # what the browser calls itself, so that people know their sessions apart
    passkey: bool = False  # whether one was shown to begin it
    device: str = ""  # the hash of the browser's own secret, by which it is known the next time
