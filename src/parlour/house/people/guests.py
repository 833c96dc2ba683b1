"""What guests may do, as the host has decided. This is the one place where it is asked: before they come in, before
they play, and before they write what others read."""

from collections.abc import Sequence
from typing import Literal, get_args

from parlour.core.texts import Refused
from parlour.house.people.person import Person

Guests = Literal["welcome", "silent", "none"]  # they play and talk; play without a word; are not let in
GUESTS: Sequence[Guests] = get_args(Guests)


def check_may_come(guests: Guests, name: str | None) -> None:
    """Whether somebody new may come in without an account, and by a name of their own: a name is read by others."""
    if guests == "none":
        raise Refused("guests.none")
    if guests == "silent" and name is not None:
        raise Refused("guests.named")


def may_play(guests: Guests, person: Person) -> bool:
    """Who was a guest before the host decided otherwise may still look, and take an account."""
    return guests != "none" or person.password is not None


def check_may_play(guests: Guests, person: Person) -> None:
    if not may_play(guests, person):
        raise Refused("guests.keep")


def sign_in_first(guests: Guests) -> Refused:
    """For who is nobody yet."""
    return Refused("guests.sign-in") if guests == "none" else Refused("people.sign-in")


def check_may_write(guests: Guests, person: Person) -> None:
    if guests != "welcome" and person.password is None:
        raise Refused("guests.silent")
