"""What a device is told: the first line of the letter that would say the same, and where it leads. It may be read on a
locked screen: nothing of a position is in it."""

from parlour.house.mail import records as mail_records
from parlour.house.mail.letter_template import Readers, Unsubscribing, digest
from parlour.house.mail.letters import LetterWriter
from parlour.house.mail.notice import Notice
from parlour.house.mail.records import PUSHES
from parlour.house.mail.sender import Never, PointOfNoReturn
from parlour.house.people import records as people_records
from parlour.house.people.accounts import session_info
from parlour.house.ports import Time
from parlour.house.push import records as push_records
from parlour.house.push.port import LONGEST_PATH, LONGEST_TITLE, Gone, PushMessage, PushServices
from parlour.house.push.records import PushDevice
from parlour.house.push.service import silenced_kind
from parlour.house.store import Store


class DeviceReaders(Readers):
    """Whoever wants to be told of this on their devices is written to, address or not."""

    async def address(self, person: str, kind: str) -> str | None:
        return None if silenced_kind(kind) in await mail_records.silenced(self._store, person) else person


class PushWriter:
    """Says what a notice to a device has to say, as things stand by now."""

    def __init__(self, store: Store, letters: LetterWriter, off: Unsubscribing, base: str, time: Time) -> None:
        self._store, self._letters, self._off, self._base, self._time = store, letters, off, base, time

    async def compose(self, notice: Notice) -> PushMessage | None:
        """None: there is nothing to be said any more, or nobody to say it to."""
        body = push_records.body_of(notice)
        device = await push_records.get_device(self._store, body.device)
        if device is None or device.person != notice.person:
            return None
        if not await self._is_signed_in(device):
            await push_records.remove_device(self._store, device)
            return None

        async def last_told(about: Notice) -> int | None:
            return await last_push(self._store, about, device.id)

        letter = await self._letters.letter(body.notice, last_told)
        if letter is None:
            return None
        path = letter.ways[0].url.removeprefix(self._base) if letter.ways else "/"
        return PushMessage(
            device=device, title=letter.subject[:LONGEST_TITLE], path=path if len(path) <= LONGEST_PATH else "/",
            tag=digest(self._off.secret, "push", body.notice.thread or body.notice.key), language=letter.language,
            until=notice.until,
        )  # fmt: skip

    async def _is_signed_in(self, device: PushDevice) -> bool:
        now = self._time.now()
        sessions = await people_records.sessions_of(self._store, device.person)
        return any(one.until > now and session_info(one).handle == device.session for one in sessions)


async def last_push(store: Store, notice: Notice, device: str) -> int | None:
    """When this device was last told of this, if the person has not been there since."""
    if notice.thread is None:
        return None
    prefix = push_records.push_key(device, "")
    return await mail_records.last_told(store, notice.thread, PUSHES, lambda one: one.key.startswith(prefix))


class PushSender:
    """Hands messages to push services, and forgets the devices that those know no more."""

    def __init__(self, store: Store, services: PushServices, time: Time) -> None:
        self._store, self._services, self._time = store, services, time

    async def send(self, message: PushMessage, brink: PointOfNoReturn) -> None:
        """To push the same again does no harm, so there is no point of no return."""
        try:
            await self._services.push(message)
        except Gone:
            await push_records.remove_device(self._store, message.device)
            raise Never("the device is gone") from None
        await push_records.was_told(self._store, message.device, self._time.now())
