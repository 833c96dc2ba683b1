"""Messages about challenges and those whom one follows."""

from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.server.http.people.messages import Timestamp
from parlour.server.http.tables.messages import SeatNumber
from parlour.server.tables.lists import TableLine


class YesOrNo(msgspec.Struct, forbid_unknown_fields=True):
    yes: bool
    contribute: Annotated[bool, Meta(description="Do not begin before I have added my share to the chance.")] = False


class StepIn(msgspec.Struct, forbid_unknown_fields=True):
    seat: Annotated[SeatNumber | None, Meta(description="The first that is vacant, if none is named.")] = None


class Answered(msgspec.Struct):
    """`sits`: you sit there now, and the match can begin."""

    table: str
    sits: bool


class MyChallenges(msgspec.Struct):
    for_me: Annotated[list[TableLine], Meta(description="They wait for your answer.")]
    by_me: Annotated[list[TableLine], Meta(description="You wait for somebody else's.")]


class FollowedPlayer(msgspec.Struct):
    """`here`: in the house at this moment, if they let others know."""

    id: Annotated[str, Meta(examples=["hX2pQmZr0aBcDeFg"])]
    name: Annotated[str, Meta(examples=["Anna"])]
    since: Timestamp
    here: bool
    table: Annotated[TableLine | None, Meta(description="Where they play and anybody may watch.")]


class Meeting(msgspec.Struct):
    """What you can do about somebody. Whom you follow only you are told, and that somebody is here only those who
    follow them."""

    following: bool
    here: bool
    challenge: Annotated[bool, Meta(description="Whether they take a challenge from you.")]
    tables: Annotated[list[TableLine], Meta(description="Where they play and anybody may watch.")]
