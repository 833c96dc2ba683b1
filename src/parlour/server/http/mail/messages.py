"""Messages about mail. None that goes out tells of somebody else's address."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.server.http.people.messages import Password

MailAddress = Annotated[str, Meta(max_length=300, examples=["ada@example.org"])]
Token = Annotated[str, Meta(min_length=1, max_length=300, description="From the link in the letter.")]
LetterKind = Literal["turn", "over", "invitation", "looking", "match", "tournament"]


# -- in -------------------------------------------------------------------------------------------------------


class GiveAddress(msgspec.Struct, forbid_unknown_fields=True):
    """Where letters go, once the link in the first one was used."""

    address: MailAddress
    password: Password


class ForgetAddress(msgspec.Struct, forbid_unknown_fields=True):
    """No more letters, and no way back to a forgotten password."""

    password: Password


class WantMail(msgspec.Struct, forbid_unknown_fields=True):
    """What is left out stays."""

    turn: bool | None = None
    over: bool | None = None
    invitation: bool | None = None
    looking: bool | None = None
    match: bool | None = None
    tournament: bool | None = None


class UseLink(msgspec.Struct, forbid_unknown_fields=True):
    """A link from a letter; it works once."""

    token: Token


class AskReset(msgspec.Struct, forbid_unknown_fields=True):
    """Whose password was forgotten: the account's name, or its address."""

    who: Annotated[str, Meta(max_length=300, examples=["Anna"])]


class UseReset(msgspec.Struct, forbid_unknown_fields=True):
    """A new password. It signs out everywhere, and ends programs' tokens."""

    token: Token
    password: Password


class Unsubscribe(msgspec.Struct, forbid_unknown_fields=True):
    """No more letters of one kind, or, with `off` false, letters again."""

    token: Token
    off: bool = True


class Invite(msgspec.Struct, forbid_unknown_fields=True):
    """A player's name, or an address."""

    to: Annotated[str, Meta(max_length=300, examples=["ada@example.org"])]


# -- out ------------------------------------------------------------------------------------------------------


class MyMail(msgspec.Struct):
    """What the house knows about writing to you."""

    address: Annotated[str | None, Meta(description="Confirmed; letters go there.")]
    wanted: Annotated[str | None, Meta(description="Given, and not confirmed yet.")]
    turn: Annotated[bool, Meta(description="Whether you want to be told of your turn in games that take days.")]
    over: Annotated[bool, Meta(description="Whether you want to be told that a match that took days is over.")]
    invitation: Annotated[bool, Meta(description="Whether you want to be invited by others.")]
    looking: Annotated[
        bool, Meta(description="Whether you want to be told that somebody looks for players in a game of your choice.")
    ]
    match: Annotated[bool, Meta(description="Whether you want to be told that a match of a tournament is ready.")]
    tournament: Annotated[
        bool, Meta(description="Whether you want to be told when to check in, and if a tournament is called off.")
    ]
    returned: Annotated[
        Literal["bounced", "complaint"] | None,
        Meta(description="Letters to your address came back, so none are sent: it is out of reach, or wants none."),
    ] = None


class Confirmed(msgspec.Struct):
    address: MailAddress


class Unsubscribed(msgspec.Struct):
    kind: LetterKind
    off: bool
