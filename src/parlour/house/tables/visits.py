"""From where seats are looked at. Whoever has seen one hand takes over no other, by whatever name they come back; and a
match within one household says less of anybody's strength.

The server says from where somebody comes, in a text that means nothing here. What is kept of it is a hash, under the
house's own secret and another one at every table: two seats of a match can be compared, and nothing else. It is
forgotten with the end of the match, or a while after anybody last looked.
"""

import hmac
import secrets

from parlour.house.mail.records import keep_secret
from parlour.house.ports import Time
from parlour.house.store import Put, Store, forget_expired, keep
from parlour.house.tables.clocks import DAY
from parlour.house.tables.records import SEAT_VISITS, SeatVisit, seat_visits
from parlour.house.tables.state import Table

SECRET = "visits"  # its name
PATIENCE = 30 * DAY  # as long as the longest turn
MOST_NOTED = 20_000  # that are remembered to be on the disk


class Visits:
    def __init__(self, store: Store, time: Time, secret: bytes) -> None:
        self._store, self._time, self._secret = store, time, secret
        self._noted: dict[tuple[str, int, str], int] = {}  # until when the store has them

    @classmethod
    async def of(cls, store: Store, time: Time) -> "Visits":
        return cls(store, time, await keep_secret(store, SECRET, secrets.token_bytes(32)))

    async def note(self, table: Table, seat: int, whence: str) -> bool:
        """Somebody is about to look from this seat, or to act there. True: it had to be written down, and is."""
        if table.phase != "playing" or not table.minds_visits:
            return False
        key, now = (table.id, seat, self._mark(table.id, whence)), self._time.now()
        if self._noted.get(key, 0) > now + PATIENCE - DAY:  # once a day is enough
            return False
        until = now + PATIENCE
        await keep(self._store, Put(SEAT_VISITS, SeatVisit(*key, until)))
        if len(self._noted) >= MOST_NOTED:
            self._noted.clear()
        self._noted[key] = until
        return True

    async def seats_seen(self, table: str, whence: str) -> set[int]:
        """The seats of a match that was looked at from there."""
        mark = self._mark(table, whence)
        return {one.seat for one in await seat_visits(self._store, table) if one.visit == mark}

    async def tidy_up(self) -> None:
        await forget_expired(self._store, SEAT_VISITS, self._time.now())

    def _mark(self, table: str, whence: str) -> str:
        return hmac.digest(self._secret, f"{table}\x1f{whence}".encode(), "sha256")[:12].hex()
