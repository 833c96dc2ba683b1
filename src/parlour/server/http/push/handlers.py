"""Being told by push, over HTTP: one's devices, and of what one wants to be told."""

from litestar import Response, delete, get, patch, post
from litestar.params import FromPath, JSONBody

from parlour.core.texts import Refused
from parlour.house.mail.notice import UNASKED
from parlour.house.people.accounts import OWN
from parlour.server.guard.auth import Caller
from parlour.server.http.push.messages import AddDevice, MyPush, PushDeviceCard, WantPush
from parlour.server.http.requests import TheCaller, TheServices, private
from parlour.server.services import Services

TAGS = ["push"]


@get("/me/push", tags=TAGS)
async def show_push(services: TheServices, caller: TheCaller) -> Response[MyPush]:
    """Which devices of yours are told, and of what."""
    return private(await my_push(services, caller))


@post("/me/push/devices", tags=TAGS, status_code=201)
async def add_device(services: TheServices, caller: TheCaller, data: JSONBody[AddDevice]) -> Response[MyPush]:
    """Have this browser told. It ends when you sign out here."""
    person = caller.needs(OWN)
    if caller.session is None:
        raise Refused("people.browser-only")
    services.auth.limits.take("push", person.id)
    await services.push.add(person, caller.session, data.endpoint, data.keys.p256dh, data.keys.auth)
    return private(await my_push(services, caller), 201)


@delete("/me/push/devices/{device:str}", tags=TAGS, status_code=200)
async def end_device(services: TheServices, caller: TheCaller, device: FromPath[str]) -> Response[MyPush]:
    """Have a device of yours told no more."""
    await services.push.end(caller.needs(OWN).id, device)
    return private(await my_push(services, caller))


@patch("/me/push", tags=TAGS)
async def want_push(services: TheServices, caller: TheCaller, data: JSONBody[WantPush]) -> Response[MyPush]:
    """Say of what you want to be told."""
    person = caller.needs(OWN)
    for kind in UNASKED:
        wanted: bool | None = getattr(data, kind)
        if wanted is not None:
            await services.push.want(person.id, kind, wanted)
    return private(await my_push(services, caller))


async def my_push(services: Services, caller: Caller) -> MyPush:
    person, here = caller.needs(OWN).id, None if caller.session is None else caller.session.handle
    devices = [
        PushDeviceCard(one.id, one.since, one.agent, one.told, one.session == here)
        for one in await services.push.devices(person)
    ]
    return MyPush(services.push.public_key, devices, **await services.push.wants(person))


HANDLERS = [show_push, add_device, end_device, want_push]
