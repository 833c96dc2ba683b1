"""Messages about people: what comes in is bounded here, and what goes out carries no secret but the one just made."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.house.people.accounts import PublicPerson, SessionInfo
from parlour.house.people.guests import Guests
from parlour.house.people.person import Role

PageSetting = Annotated[str, Meta(max_length=1000)] | int | float | bool | None
SettingName = Annotated[str, Meta(min_length=1, max_length=40)]
PageSettings = dict[SettingName, PageSetting]
Timestamp = Annotated[int, Meta(description="Milliseconds since 1970.")]

NewName = Annotated[
    str,
    Meta(
        max_length=100,
        description="2 to 24 characters: letters and digits of one alphabet, spaces, dots, hyphens, underscores.",
        examples=["Anna", "Swift Heron 8"],
    ),
]
Password = Annotated[
    str, Meta(max_length=1000, description="8 to 200 characters of any kind.", examples=["seven slow swans"])
]
Handle = Annotated[str, Meta(description="By which to speak of it; it opens nothing.", examples=["Qm9hcmQgZ2FtZXM="])]
TokenLabel = Annotated[
    str, Meta(max_length=200, description="So that you know it again.", examples=["My robot on the shelf"])
]
TokenScope = Literal["read", "play", "calendar"]


# -- in -------------------------------------------------------------------------------------------------------


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    """Come in and play. Without a name, a pleasant one is made up."""

    name: NewName | None = None


class NewAccount(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password; whoever is a guest now keeps their games."""

    name: NewName
    password: Password


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """To an account that there is."""

    name: Annotated[str, Meta(max_length=100, examples=["Anna"])]
    password: Password


class ChangeMe(msgspec.Struct, forbid_unknown_fields=True):
    """What is left out stays; of the settings, too. A setting of null is forgotten."""

    name: NewName | None = None
    settings: Annotated[
        PageSettings | None,
        Meta(description="What the page remembers for you, 4 KiB in all.", examples=[{"dark": True}]),
    ] = None


class ChangePassword(msgspec.Struct, forbid_unknown_fields=True):
    """Signs out everywhere but here."""

    old: Password
    new: Password
    tokens: Annotated[bool, Meta(description="End programs' tokens, too.")] = False


class Goodbye(msgspec.Struct, forbid_unknown_fields=True):
    """An account asks for its password again before it is deleted; a guest has none."""

    password: Password | None = None


class NewToken(msgspec.Struct, forbid_unknown_fields=True):
    """A key for a program that plays or reads in your name."""

    label: TokenLabel
    scopes: Annotated[
        list[TokenScope], Meta(min_length=1, max_length=3, description="To play is to read, too.", examples=[["play"]])
    ]


# -- out ------------------------------------------------------------------------------------------------------


class PersonCard(msgspec.Struct):
    """A person as everybody may see them."""

    id: Annotated[str, Meta(examples=["hX2pQmZr0aBcDeFg"])]
    name: Annotated[str, Meta(examples=["Anna"])]
    since: Timestamp
    kind: Literal["guest", "account"]


class Me(msgspec.Struct):
    """Who you are here, if anybody yet."""

    person: PersonCard | None
    settings: PageSettings
    scopes: Annotated[list[str], Meta(description="What you may do here: read, play, own.")]
    may_enter: Annotated[bool, Meta(description="Whether the connection is good enough to come in over it.")]
    role: Annotated[Role | None, Meta(description="Of whoever looks after the house, in a browser.")]
    guests: Annotated[
        Guests,
        Meta(description="What those without an account may do here: `silent`, play without a word; `none`, sign up."),
    ]
    notice: Annotated[str | None, Meta(description="What you should know about the connection.")]


class SessionCard(msgspec.Struct):
    """A browser in which you are signed in."""

    handle: Handle
    since: Timestamp
    seen: Annotated[int, Meta(description="When it was last used, to about an hour; in milliseconds since 1970.")]
    until: Timestamp
    agent: Annotated[str, Meta(description="What the browser calls itself.")]
    here: Annotated[bool, Meta(description="Whether it is the one that asks.")]


class TokenCard(msgspec.Struct):
    """A program's key, without the key."""

    handle: Handle
    label: TokenLabel
    scopes: list[str]
    since: Timestamp
    seen: Timestamp
    until: Timestamp


class TokenMade(msgspec.Struct):
    """The only time that the key is shown."""

    token: Annotated[str, Meta(description="Send it as `Authorization: Bearer …`.")]
    card: TokenCard


def person_card(known: PublicPerson) -> PersonCard:
    return PersonCard(known.id, known.name, known.since, known.kind)


def session_card(session: SessionInfo, here: str | None) -> SessionCard:
    return SessionCard(
        session.handle, session.since, session.seen, session.until, session.agent, session.handle == here
    )


def token_card(session: SessionInfo) -> TokenCard:
    return TokenCard(
        session.handle, session.label or "", list(session.scopes), session.since, session.seen, session.until
    )
