"""What somebody wishes others to know and do. It is kept among the settings of the person, by these names."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from parlour.core.texts import Refused
from parlour.house.friends_ports import Friends
from parlour.house.ports import Person

From = Literal["everybody", "followed", "nobody"]


class Wishes(msgspec.Struct, frozen=True):
    """Settings have other names in them, too, which are the page's business."""

    here: bool = True  # those who follow me may see that I am here
    challenges: From = "everybody"  # from whom I take challenges; `followed`: from those whom I follow


def wishes_in(body: bytes) -> Wishes:
    """Of a person's settings. What was kept before these names had a meaning counts as not said."""
    try:
        return msgspec.json.decode(body, type=Wishes) if body else Wishes()
    except msgspec.ValidationError:
        return Wishes()


def check_settings(settings: Mapping[str, object]) -> None:
    """Refuse a wish that the house would not understand. One of null is forgotten."""
    try:
        msgspec.convert({name: value for name, value in settings.items() if value is not None}, Wishes)
    except msgspec.ValidationError:
        raise Refused("people.wish") from None


def shows_here(body: bytes, account: bool) -> bool:
    """Guests are never told of: nobody could ask them whether they like it."""
    return account and wishes_in(body).here


async def takes_challenge(store: Friends, other: Person, asker: str) -> bool:
    wanted = wishes_in(other.body).challenges
    return wanted == "everybody" or (wanted == "followed" and await store.follows(other.id, asker))
