"""Mail over HTTP: addresses, forgotten passwords, invitations, and no more of this. Thin: bound, authorise, ask the
post office."""

from typing import Annotated

import msgspec
from litestar import Response, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from parlour.house import names
from parlour.house.notices import UNASKED
from parlour.house.people import OWN
from parlour.house.ports import Person
from parlour.server.asking import TheAsking, ThePremises, private
from parlour.server.mail_messages import (
    AskReset,
    Confirmed,
    ForgetAddress,
    GiveAddress,
    Invite,
    Kind,
    MyMail,
    Unsubscribe,
    Unsubscribed,
    UseLink,
    UseReset,
    WantMail,
)
from parlour.server.page import Accepts, the_page
from parlour.server.people_api import counted, guessing, own_key
from parlour.server.premises import Premises
from parlour.server.safety import cookies

TAGS = ["mail"]


# -- one's own ------------------------------------------------------------------------------------------------


@get("/me/mail", tags=TAGS)
async def show_mail(premises: ThePremises, asking: TheAsking) -> Response[MyMail]:
    """Where letters to you go, and which you want."""
    return private(await my_mail(premises, asking.needs(OWN)))


@put("/me/mail/address", tags=TAGS, status_code=202)
async def give_address(premises: ThePremises, asking: TheAsking, data: JSONBody[GiveAddress]) -> Response[MyMail]:
    """Give an address, or another one. A letter with a link goes there; the old one stays until it was used."""
    person = asking.needs(OWN)
    limits = premises.whom.limits
    with (
        counted(limits, "address", person.id),
        counted(limits, "letter-to", names.fold(data.address)),
        guessing(limits, own_key(person)),
    ):
        await premises.post.give_address(person, data.password, data.address)
    return private(await my_mail(premises, person), 202)


@delete("/me/mail/address", tags=TAGS, status_code=200)
async def forget_address(premises: ThePremises, asking: TheAsking, data: JSONBody[ForgetAddress]) -> Response[MyMail]:
    """Have the address forgotten."""
    person = asking.needs(OWN)
    with guessing(premises.whom.limits, own_key(person)):
        await premises.post.forget_address(person, data.password)
    return private(await my_mail(premises, person))


@patch("/me/mail", tags=TAGS)
async def want_mail(premises: ThePremises, asking: TheAsking, data: JSONBody[WantMail]) -> Response[MyMail]:
    """Say which letters you want."""
    person = asking.needs(OWN)
    for kind in UNASKED:
        wanted: bool | None = getattr(data, kind)
        if wanted is not None:
            await premises.post.want(person.id, kind, wanted)
    return private(await my_mail(premises, person))


async def my_mail(premises: Premises, person: Person) -> MyMail:
    kept, wants = await premises.post.address(person.id), await premises.post.wants(person.id)
    return MyMail(kept.address, kept.wanted, **wants)


# -- links from letters ---------------------------------------------------------------------------------------


@post("/mail/confirm", tags=TAGS, status_code=200)
async def confirm(premises: ThePremises, asking: TheAsking, data: JSONBody[UseLink]) -> Response[Confirmed]:
    """The address is yours: with the link from the letter, wherever it was opened."""
    premises.whom.limits.take("link", asking.address)
    return private(Confirmed(await premises.post.confirm(data.token)))


@post("/password-resets", tags=TAGS, status_code=202)
async def ask_reset(premises: ThePremises, asking: TheAsking, data: JSONBody[AskReset]) -> Response[None]:
    """Ask for a letter with a way to a new password. The answer is the same whether there is such an account or not."""
    premises.whom.limits.take("forgotten", asking.address)
    premises.whom.limits.take("forgotten-who", names.fold(data.who))
    await premises.post.forgot(data.who)
    return private(None, 202)


@post("/password-resets/use", tags=TAGS, status_code=204)
async def use_reset(premises: ThePremises, asking: TheAsking, data: JSONBody[UseReset]) -> Response[None]:
    """A new password, with the link from the letter. It signs out everywhere."""
    cookies.check_may_enter(asking.place)
    premises.whom.limits.take("link", asking.address)
    await premises.post.reset(data.token, data.password)
    return Response(None, status_code=204, cookies=cookies.clear(asking.place))


@post("/mail/unsubscribe", tags=TAGS, status_code=200)
async def unsubscribe(premises: ThePremises, asking: TheAsking, data: JSONBody[Unsubscribe]) -> Response[Unsubscribed]:
    """No more letters of this kind, or letters again. Nobody has to sign in for it."""
    premises.whom.limits.take("link", asking.address)
    kind = await premises.post.unsubscribe(data.token, data.off)
    return private(Unsubscribed(msgspec.convert(kind, Kind), data.off))


@post("/unsubscribe", include_in_schema=False, status_code=200)
async def one_click(premises: ThePremises, token: Annotated[str, QueryParameter(max_length=300)]) -> Response[None]:
    """What a mail program sends for its reader (RFC 8058). Who asks does not matter: what it may do is in the token."""
    await premises.post.unsubscribe(token, off=True)
    return private(None)


@get("/unsubscribe", include_in_schema=False, sync_to_thread=False)
def unsubscribe_page(accepts: Accepts = "") -> Response[bytes | str]:
    """The same link in a browser: the page says what happened. It is named here because the other has its path."""
    return the_page(accepts)


# -- others ---------------------------------------------------------------------------------------------------


@post("/tables/{table:str}/invitations", tags=TAGS, status_code=202)
async def invite(
    premises: ThePremises, asking: TheAsking, table: FromPath[str], data: JSONBody[Invite]
) -> Response[None]:
    """Have a letter sent to a player or an address: there is a seat at your table. The answer does not tell whether the
    player has an address."""
    person = asking.needs(OWN)
    at = await premises.desk.find(person, table)
    limits = premises.whom.limits
    with counted(limits, "invite", person.id), counted(limits, "letter-to", names.fold(data.to)):
        await premises.post.invite(at, person, data.to)
    return private(None, 202)


HANDLERS = [
    show_mail, give_address, forget_address, want_mail, confirm, ask_reset, use_reset, unsubscribe, invite,
]  # fmt: skip
OUTSIDE = [one_click, unsubscribe_page]  # of the API: where the link of a letter leads
