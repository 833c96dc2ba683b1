"""Mail over HTTP: addresses, forgotten passwords, invitations, unsubscribing. Thin: bound, authorise, ask the house."""

from typing import Annotated

import msgspec
from litestar import Response, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from parlour.house.club.records import the_club
from parlour.house.mail.notice import UNASKED
from parlour.house.people import names
from parlour.house.people.accounts import OWN
from parlour.house.people.person import Person
from parlour.server.guard import cookies
from parlour.server.http.mail.messages import (
    AskReset,
    Confirmed,
    ForgetAddress,
    GiveAddress,
    Invite,
    LetterKind,
    MyMail,
    Unsubscribe,
    Unsubscribed,
    UseLink,
    UseReset,
    WantMail,
)
from parlour.server.http.page import Accepts, the_page
from parlour.server.http.people.handlers import guessing, own_guesses
from parlour.server.http.requests import TheCaller, TheLanguage, TheServices, private
from parlour.server.services import Services

TAGS = ["mail"]


# -- one's own ------------------------------------------------------------------------------------------------


@get("/me/mail", tags=TAGS)
async def show_mail(services: TheServices, caller: TheCaller) -> Response[MyMail]:
    """Where letters to you go, and which you want."""
    return private(await my_mail(services, caller.needs(OWN)))


@put("/me/mail/address", tags=TAGS, status_code=202)
async def give_address(services: TheServices, caller: TheCaller, data: JSONBody[GiveAddress]) -> Response[MyMail]:
    """Give an address, or another one. A letter with a link goes there; the old one stays until it was used."""
    person = caller.needs(OWN)
    limits = services.auth.limits
    async with (
        limits.counted("address", person.id),
        limits.counted("letter-to", names.fold(data.address)),
        guessing(limits, own_guesses(person)),
    ):
        await services.mail.give_address(person, data.password, data.address)
    return private(await my_mail(services, person), 202)


@delete("/me/mail/address", tags=TAGS, status_code=200)
async def forget_address(services: TheServices, caller: TheCaller, data: JSONBody[ForgetAddress]) -> Response[MyMail]:
    """Have the address forgotten."""
    person = caller.needs(OWN)
    async with guessing(services.auth.limits, own_guesses(person)):
        await services.mail.forget_address(person, data.password)
    return private(await my_mail(services, person))


@patch("/me/mail", tags=TAGS)
async def want_mail(services: TheServices, caller: TheCaller, data: JSONBody[WantMail]) -> Response[MyMail]:
    """Say which letters you want."""
    person = caller.needs(OWN)
    for kind in UNASKED:
        wanted: bool | None = getattr(data, kind)
        if wanted is not None:
            await services.mail.want(person.id, kind, wanted)
    return private(await my_mail(services, person))


async def my_mail(services: Services, person: Person) -> MyMail:
    kept, wants = await services.mail.address(person.id), await services.mail.wants(person.id)
    return MyMail(kept.address, kept.wanted, **wants, returned=await services.mail.returned(kept))


# -- links from letters ---------------------------------------------------------------------------------------


@post("/mail/confirm", tags=TAGS, status_code=200)
async def confirm(services: TheServices, caller: TheCaller, data: JSONBody[UseLink]) -> Response[Confirmed]:
    """The address is yours: with the link from the letter, wherever it was opened."""
    await services.auth.limits.take_surely("link", caller.address)
    return private(Confirmed(await services.mail.confirm(data.token)))


@post("/password-resets", tags=TAGS, status_code=202)
async def ask_reset(services: TheServices, caller: TheCaller, data: JSONBody[AskReset]) -> Response[None]:
    """Ask for a letter with a way to a new password. The answer is the same whether there is such an account or not."""
    await services.auth.limits.take_surely("forgotten", caller.address)
    await services.auth.limits.take_surely("forgotten-who", names.fold(data.who))
    await services.mail.forgot(data.who)
    return private(None, 202)


@post("/password-resets/use", tags=TAGS, status_code=204)
async def use_reset(services: TheServices, caller: TheCaller, data: JSONBody[UseReset]) -> Response[None]:
    """A new password, with the link from the letter. It signs out everywhere."""
    cookies.check_may_enter(caller.place)
    await services.auth.limits.take_surely("link", caller.address)
    await services.mail.reset(data.token, data.password, caller.address)
    return Response(None, status_code=204, cookies=cookies.clear(caller.place))


@post("/mail/unsubscribe", tags=TAGS, status_code=200)
async def unsubscribe(services: TheServices, caller: TheCaller, data: JSONBody[Unsubscribe]) -> Response[Unsubscribed]:
    """No more letters of this kind, or letters again. Nobody has to sign in for it."""
    await services.auth.limits.take_surely("link", caller.address)
    kind = await services.mail.unsubscribe(data.token, data.off)
    return private(Unsubscribed(msgspec.convert(kind, LetterKind), data.off))


@post("/unsubscribe", include_in_schema=False, status_code=200)
async def one_click(services: TheServices, token: Annotated[str, QueryParameter(max_length=300)]) -> Response[None]:
    """What a mail program sends for its reader (RFC 8058). Who asks does not matter: what it may do is in the token."""
    await services.mail.unsubscribe(token, off=True)
    return private(None)


@get("/unsubscribe", include_in_schema=False)
async def unsubscribe_page(
    services: TheServices, language: TheLanguage, accepts: Accepts = ""
) -> Response[bytes | str]:
    """The same link in a browser: the page says what happened. It is named here because the other has its path."""
    return the_page(accepts, language, await the_club(services.tables.store))


# -- others ---------------------------------------------------------------------------------------------------


@post("/tables/{table:str}/invitations", tags=TAGS, status_code=202)
async def invite(
    services: TheServices, caller: TheCaller, table: FromPath[str], data: JSONBody[Invite]
) -> Response[None]:
    """Have a letter sent to a player or an address: there is a seat at your table. The answer does not tell whether the
    player has an address."""
    person = caller.needs(OWN)
    at = await services.table_service.find(person, table)
    limits = services.auth.limits
    async with limits.counted("invite", person.id), limits.counted("letter-to", names.fold(data.to)):
        await services.mail.invite(at, person, data.to)
    return private(None, 202)


HANDLERS = [
    show_mail, give_address, forget_address, want_mail, confirm, ask_reset, use_reset, unsubscribe, invite,
]  # fmt: skip
OUTSIDE = [one_click, unsubscribe_page]  # of the API: where the link of a letter leads
