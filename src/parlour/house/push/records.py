"""What the house keeps for push: the devices that people want to be told on, each known by where it is told."""

import hashlib

import msgspec
from msgspec.structs import replace

from parlour.house.mail.notice import UNASKED, Notice
from parlour.house.people.records import PEOPLE
from parlour.house.store import ABSENT, Change, Index, Kind, Need, Put, Remove, Store, keep, persist
from parlour.house.tables.clocks import MINUTE, SECOND

PUSH = "push"  # the kind of a notice to a device
MOST_DEVICES = 10  # of one person; a further one takes the place of the oldest
DELAY = 20 * SECOND  # a quick exchange of moves makes no device hum
HEAD_START = 2 * MINUTE  # before the letter that says the same


class PushDevice(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that shows what it is told. Its endpoint is known to it and to the house alone: who has it, and the
    house's key, can tell it something. Where another person signs in on the same browser, the device is theirs."""

    id: str  # follows from the endpoint
    person: str
    session: str  # the handle of the session in which it was set up; it ends with that
    endpoint: str
    key: str  # the device's public key, and what else it takes to write to it alone
    auth: str
    since: int
    agent: str = ""
    told: int | None = None  # when it last was


PUSH_DEVICES = Kind("push_devices", PushDevice, ("id",), {"person": Index(by=("person",), order=("since", "id"))})


class PushBody(msgspec.Struct, frozen=True):
    """What a device is to be told of: the notice as it would be for a letter."""

    device: str
    notice: Notice


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[PushBody] = msgspec.json.Decoder(PushBody)


def device_id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()[:24]


def push_key(device: str, key: str) -> str:
    return f"{PUSH}/{device}/{key}"


def body_of(notice: Notice) -> PushBody:
    return _decoder.decode(notice.body)


async def pushes_of(store: Store, notice: Notice) -> list[Notice]:
    """The same notice for each of the person's devices."""
    if notice.person is None or notice.kind not in UNASKED:
        return []
    due = notice.at + min(DELAY, max(0, notice.due - notice.at))
    return [
        replace(
            notice, key=push_key(device.id, notice.key), kind=PUSH, due=due,
            body=_encoder.encode(PushBody(device.id, notice)),
        )
        for device in await devices_of(store, notice.person)
    ]  # fmt: skip


def after_pushes(notice: Notice) -> Notice:
    return replace(notice, due=max(notice.due, notice.at + HEAD_START))


async def devices_of(store: Store, person: str) -> list[PushDevice]:
    """The oldest first."""
    return await store.list_by(PUSH_DEVICES, "person", person)


async def put_device(store: Store, device: PushDevice) -> None:
    async def changes() -> list[Change]:
        before = await store.get(PUSH_DEVICES, device.id)
        others = [one for one in await devices_of(store, device.person) if one.id != device.id]
        gone = [Remove(PUSH_DEVICES, (one.id,)) for one in others[: max(0, len(others) + 1 - MOST_DEVICES)]]
        put = Put(PUSH_DEVICES, device, ABSENT if before is None else before)
        return [Need(PEOPLE, (device.person,)), *gone, put]

    await persist(store, changes)


async def get_device(store: Store, id: str) -> PushDevice | None:
    return await store.get(PUSH_DEVICES, id)


async def was_told(store: Store, device: PushDevice, now: int) -> None:
    """If it is another by now, that is kept as it is."""
    await keep(store, Put(PUSH_DEVICES, replace(device, told=now), device))


async def remove_device(store: Store, device: PushDevice) -> None:
    await keep(store, Remove(PUSH_DEVICES, (device.id,), device))
