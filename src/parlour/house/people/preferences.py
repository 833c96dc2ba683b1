"""What somebody wishes others to know and do. It is kept among the settings of the person, by these names."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from parlour.core.languages import languages
from parlour.core.texts import Refused
from parlour.house.friends import records as friend_records
from parlour.house.people.person import Person
from parlour.house.store import Store

From = Literal["everybody", "followed", "nobody"]


class Preferences(msgspec.Struct, frozen=True):
    """Settings have other names in them, too, which are the page's business."""

    here: bool = True  # those who follow me may see that I am here
    challenges: From = "everybody"  # from whom I take challenges; `followed`: from those whom I follow
    language: str = ""  # in which I am written to; "": in none that was chosen


def preferences_in(body: bytes) -> Preferences:
    """Of a person's settings. What was kept before these names had a meaning counts as not said."""
    try:
        return msgspec.json.decode(body, type=Preferences) if body else Preferences()
    except msgspec.ValidationError:
        return Preferences()


def check_settings(settings: Mapping[str, object]) -> None:
    """Refuse a wish that the house would not understand. One of null is forgotten."""
    try:
        wished = msgspec.convert({name: value for name, value in settings.items() if value is not None}, Preferences)
    except msgspec.ValidationError:
        raise Refused("people.wish") from None
    if wished.language and wished.language not in languages():
        raise Refused("people.language", known=", ".join(languages()))


def wished_language(person: Person | None) -> str | None:
    """The one that somebody has chosen, if it is still there."""
    wished = "" if person is None else preferences_in(person.body).language
    return wished if wished in languages() else None


def shows_here(body: bytes, account: bool) -> bool:
    """Guests are never told of: nobody could ask them whether they like it."""
    return account and preferences_in(body).here


async def takes_challenge(store: Store, other: Person, asker: str) -> bool:
    wanted = preferences_in(other.body).challenges
    return wanted == "everybody" or (wanted == "followed" and await friend_records.follows(store, other.id, asker))
