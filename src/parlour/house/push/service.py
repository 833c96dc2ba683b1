"""What people do about push: set a device up to be told, end it, say of what they want to be told."""

from parlour.core.texts import Refused
from parlour.house.mail import records as mail_records
from parlour.house.mail.notice import UNASKED
from parlour.house.people.accounts import SessionInfo
from parlour.house.people.person import Person
from parlour.house.ports import Time
from parlour.house.push import records as push_records
from parlour.house.push.port import PushServices
from parlour.house.push.records import PushDevice
from parlour.house.store import Store

LONGEST_AGENT = 300


def silenced_kind(kind: str) -> str:
    """Letters and devices are asked for apart."""
    return f"push-{kind}"


class PushSettings:
    """`services` is None in a house that tells nobody by push."""

    def __init__(self, store: Store, services: PushServices | None, time: Time) -> None:
        self._store, self._services, self._time = store, services, time

    @property
    def public_key(self) -> str | None:
        return None if self._services is None else self._services.public_key

    async def devices(self, person: str) -> list[PushDevice]:
        return await push_records.devices_of(self._store, person)

    async def add(self, person: Person, session: SessionInfo, endpoint: str, key: str, auth: str) -> None:
        """The same device again is as good. It ends with the session in which it was set up."""
        if self._services is None:
            raise Refused("push.off")
        self._services.check(endpoint, key, auth)
        device = PushDevice(
            id=push_records.device_id(endpoint), person=person.id, session=session.handle, endpoint=endpoint, key=key,
            auth=auth, since=self._time.now(), agent=session.agent[:LONGEST_AGENT],
        )  # fmt: skip
        await push_records.put_device(self._store, device)

    async def end(self, person: str, id: str) -> None:
        """What is not there has ended already."""
        device = await push_records.get_device(self._store, id)
        if device is not None and device.person == person:
            await push_records.remove_device(self._store, device)

    async def wants(self, person: str) -> dict[str, bool]:
        silenced = await mail_records.silenced(self._store, person)
        return {kind: silenced_kind(kind) not in silenced for kind in UNASKED}

    async def want(self, person: str, kind: str, wanted: bool) -> None:
        await mail_records.silence(self._store, person, silenced_kind(kind), not wanted)
