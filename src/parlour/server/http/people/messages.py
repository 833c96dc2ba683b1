"""Messages about people: what comes in is bounded here, and what goes out carries no secret but the one just made."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.house.people.accounts import PublicPerson, SessionInfo
from parlour.house.people.guests import Guests
from parlour.house.people.passkeys import handle_of_passkey
from parlour.house.people.person import Role
from parlour.house.people.records import Passkey

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


Base64 = Annotated[str, Meta(max_length=16_000, pattern="^[A-Za-z0-9_-]*$", description="In base64url.")]


class PasskeyAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """What a passkey has signed, as the browser has it from its device."""

    id: Base64
    client_data: Base64
    authenticator_data: Base64
    signature: Base64


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """To an account that there is. One that asks for a passkey as well refuses with `people.passkey-needed`; then it is
    all sent again, with the passkey's answer."""

    name: Annotated[str, Meta(max_length=100, examples=["Anna"])]
    password: Password
    passkey: PasskeyAnswer | None = None


class AskPasskey(msgspec.Struct, forbid_unknown_fields=True):
    """For a challenge that a passkey is to sign."""

    second: Annotated[bool, Meta(description="Beside a password. Alone it has to recognise its owner.")] = False


class PasskeySignIn(msgspec.Struct, forbid_unknown_fields=True):
    """Without a name and a password."""

    passkey: PasskeyAnswer


class BeginPasskey(msgspec.Struct, forbid_unknown_fields=True):
    """A new passkey takes the password."""

    password: Password


class AddPasskey(msgspec.Struct, forbid_unknown_fields=True):
    """A new passkey, as the browser has it from its device."""

    label: Annotated[str, Meta(max_length=200, description="So that you know it again.", examples=["My phone"])]
    id: Base64
    client_data: Base64
    attestation: Base64


class RemovePasskey(msgspec.Struct, forbid_unknown_fields=True):
    password: Password


class AskForBoth(msgspec.Struct, forbid_unknown_fields=True):
    """Whether signing in takes password and passkey. It signs out everywhere but here."""

    both: bool
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
    passkeys: Annotated[bool, Meta(description="Whether passkeys work at this address of the house.")]
    waiting_role: Annotated[
        Role | None, Meta(description="A role that you have here once you have signed in with a passkey.")
    ]
    ended: Annotated[bool, Meta(description="Whether this browser was signed in, and that is over.")]
    until: Annotated[int | None, Meta(description="When this session is over at the latest; in ms since 1970.")]


class EndedByPassword(msgspec.Struct):
    """What a new password has put an end to, and what it has not."""

    sessions_ended: int
    tokens_ended: int
    tokens_left: Annotated[int, Meta(description="Programs that still play or read in your name.")]


class PasskeyRequest(msgspec.Struct):
    """What a passkey is to sign, once and within minutes."""

    challenge: str
    place: Annotated[str, Meta(description="The name of the house that passkeys are made for.", examples=["localhost"])]
    verify: Annotated[bool, Meta(description="Whether the device has to recognise its owner.")]


class PasskeyOffer(msgspec.Struct):
    """What a new passkey is made from."""

    challenge: str
    place: str
    user: Annotated[str, Meta(description="Of the account, in base64url; nobody is named by it.")]
    name: str
    algorithms: list[int]
    known: Annotated[list[str], Meta(description="Passkeys that you have already.")]


class PasskeyCard(msgspec.Struct):
    """A passkey, as its owner sees it."""

    handle: Handle
    label: str
    place: str
    since: Timestamp
    used: Timestamp


class MyPasskeys(msgspec.Struct):
    passkeys: list[PasskeyCard]
    both: Annotated[bool, Meta(description="Whether signing in takes password and passkey.")]
    shown: Annotated[bool, Meta(description="Whether you have signed in here with one.")]


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


def passkey_card(passkey: Passkey) -> PasskeyCard:
    return PasskeyCard(handle_of_passkey(passkey), passkey.label, passkey.place, passkey.since, passkey.used)


def token_card(session: SessionInfo) -> TokenCard:
    return TokenCard(
        session.handle, session.label or "", list(session.scopes), session.since, session.seen, session.until
    )
