"""Messages about the house itself: how it is called, what is said in it, who its members are."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.house.club.conversations import LONGEST_REMARK
from parlour.house.club.emblem import MOST_BYTES
from parlour.house.club.profile import LONGEST_NAME, LONGEST_NOTICE, LONGEST_SHORT, name_of, short_name_of
from parlour.house.club.records import Accent, Club, Remark
from parlour.house.moderation.blocks_and_reports import LONGEST_WORDS
from parlour.house.moderation.records import Reason
from parlour.house.tournaments.weekly import WeeklyTemplate, WeeklyTournament
from parlour.server.http.people.messages import PersonCard
from parlour.server.tables.lists import TableLine

MOST_GAMES = 12  # that a member is listed with
AS_TEXT = 4 * MOST_BYTES // 3 + 8  # in base64

# -- in -------------------------------------------------------------------------------------------------------


class ClubWish(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How the house is to be called and to look. What is empty is as with every Parlour."""

    name: Annotated[str, Meta(max_length=4 * LONGEST_NAME, examples=["Harbour Street Games"])] = ""
    short: Annotated[str, Meta(max_length=4 * LONGEST_SHORT, description="For phones.")] = ""
    accent: Annotated[Accent, Meta(description="The colour of its buttons and links.")] = ""
    notice: Annotated[str, Meta(max_length=4 * LONGEST_NOTICE, description="For everybody, on the first page.")] = ""
    common_room: Annotated[bool, Meta(description="There is a conversation for the whole house.")] = True


class NewEmblem(msgspec.Struct, forbid_unknown_fields=True):
    picture: Annotated[
        str, Meta(max_length=AS_TEXT, description="A square SVG or PNG, in base64.", examples=["PHN2ZyB4bWxucz0i…"])
    ]


class NewRemark(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=2 * LONGEST_REMARK, examples=["Regatta in ten minutes, one boat still free."])]


class RemarkReport(msgspec.Struct, forbid_unknown_fields=True):
    reason: Reason = "other"
    words: Annotated[
        str, Meta(max_length=2 * LONGEST_WORDS, description="What else there is to say.", examples=["Again."])
    ] = ""


class Membership(msgspec.Struct, forbid_unknown_fields=True):
    games: Annotated[
        list[Annotated[str, Meta(max_length=64)]],
        Meta(max_length=MOST_GAMES, description="For which one likes to be asked.", examples=[["yinsh", "regatta"]]),
    ] = []


# -- out ------------------------------------------------------------------------------------------------------


class ClubShown(msgspec.Struct):
    """The house. `name` and `short` are never empty; `named` says whether it has a name of its own."""

    name: str
    short: str
    named: bool
    accent: Accent
    emblem: str  # its address, or none
    notice: str
    signed: str  # by whom the notice is
    noticed: int
    common_room: bool
    members: int
    here: int  # of them


class RemarkLine(msgspec.Struct, omit_defaults=True):
    """What was said. No text: it was taken away, or is by somebody whom one has blocked."""

    number: int
    at: int
    person: str
    name: str
    text: str = ""


class TalkPage(msgspec.Struct):
    """Of a conversation, in the order in which things were said; `version` is what to ask for more `after`."""

    place: str
    version: int
    remarks: list[RemarkLine]
    writes: bool  # whether one may say something


class TalkSaid(msgspec.Struct, tag_field="is", tag="talk"):
    """Over a socket: what was said or taken away after the version that one had."""

    place: str
    version: int
    remarks: list[RemarkLine]


class MemberLine(msgspec.Struct):
    """A member, with the games for which they like to be asked; where they play or look for players
    now, if everybody may come."""

    person: PersonCard
    since: int
    games: Sequence[str]
    here: bool
    plays: TableLine | None
    in_room: Annotated[bool, Meta(description="They are in the common room.")] = False


class MembersPage(msgspec.Struct):
    members: list[MemberLine]
    mine: Membership | None  # how one is listed oneself
    next: str | None = None  # what to ask for after these, if there may be more


class WeeklyLine(msgspec.Struct):
    id: str
    by: str  # who has changed it last
    template: WeeklyTemplate
    next: int | None  # when it begins next


def emblem_of(club: Club) -> str:
    """Its address, or none."""
    return f"/api/v1/club/emblem/{club.emblem}" if club.emblem else ""


def club_shown(club: Club, members: int, here: int) -> ClubShown:
    return ClubShown(
        name_of(club), short_name_of(club), bool(club.name), club.accent, emblem_of(club), club.notice, club.signed,
        club.noticed, club.common_room, members, here,
    )  # fmt: skip


def remark_line(said: Remark, unheard: frozenset[str]) -> RemarkLine:
    text = "" if said.person in unheard else said.text
    return RemarkLine(said.number, said.at, said.person, said.name, text)


def weekly_line(one: WeeklyTournament, next: int | None) -> WeeklyLine:
    return WeeklyLine(one.id, one.by, one.template, next)
