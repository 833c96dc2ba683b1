"""The post office: what people do about mail. Addresses, forgotten passwords, invitations, and no more of this.

No answer here tells whether somebody has an account or an address: whoever asks for a new password or invites a player
is answered before that is looked up.
"""

import hashlib

from parlour.core.texts import Refused, printable
from parlour.house import addresses, names, passwords
from parlour.house.house import Chances
from parlour.house.mail_ports import Address, Link, Mailbox, Notice
from parlour.house.notices import RESET_MINUTES, UNASKED, address_gone, forgotten, invitation, to_confirm
from parlour.house.people import Doorkeeper
from parlour.house.ports import Person, Time
from parlour.house.postman import Postman
from parlour.house.reach import may_reach
from parlour.house.secrets import hash_of
from parlour.house.stationery import Unsubscribing
from parlour.house.table import Table

LONGEST_WHO = 254


class Post:
    def __init__(
        self, store: Mailbox, keeper: Doorkeeper, postman: Postman, off: Unsubscribing, time: Time, chances: Chances
    ) -> None:
        self._store, self._keeper, self._postman, self._off = store, keeper, postman, off
        self._time, self._chances = time, chances

    # -- one's own address ------------------------------------------------------------------------------------

    async def address(self, person: str) -> Address:
        return await self._store.address_of(person) or Address(person=person)

    async def wants(self, person: str) -> dict[str, bool]:
        """Every kind that one can do without, and whether it is wanted."""
        silenced = await self._store.silenced(person)
        return {kind: kind not in silenced for kind in UNASKED}

    async def give_address(self, person: Person, password: str, address: str) -> str:
        """An address to be confirmed. It takes the password: who has the address can have a new one sent."""
        if person.password is None:
            raise Refused("people.address-account")
        clean = addresses.check(address)
        await self._keeper.prove(person.id, password)
        kept = await self._store.address_of(person.id)
        if kept is not None and kept.address == clean:
            return clean
        await self._store.want_address(person.id, clean)
        await self._store.put_notice(to_confirm(self._chances.word(), person.id, clean, self._time.now()))
        self._postman.call()
        return clean

    async def forget_address(self, person: Person, password: str) -> None:
        await self._keeper.prove(person.id, password)
        await self._store.forget_address(person.id, await self._farewell(person.id))
        self._postman.call()

    async def want(self, person: str, kind: str, wanted: bool) -> None:
        await self._store.silence(person, kind, not wanted)

    async def confirm(self, secret: str) -> str:
        """The address that is theirs from now on."""
        link = await self._working(secret, "confirm")
        tell = await self._farewell(link.person, link.address)
        taken = await self._store.take_link(hash_of(secret), self._time.now(), tell)
        if taken is None:
            raise Refused("people.confirm-link")
        self._postman.call()
        return taken.address

    async def _farewell(self, person: str, instead: str = "") -> Notice | None:
        """To the address that somebody has until now, if it is another."""
        kept = await self._store.address_of(person)
        if kept is None or kept.address is None or kept.address.casefold() == instead.casefold():
            return None
        return address_gone(self._chances.word(), person, kept.address, self._time.now())

    # -- a new password ---------------------------------------------------------------------------------------

    async def forgot(self, who: str) -> None:
        """One row is written, whoever it is: neither the answer nor its time tells whether there is such an account."""
        who = names.one_line(who)
        if not 1 <= len(who) <= LONGEST_WHO:
            raise Refused("people.who-empty")
        await self._store.put_notice(forgotten(self._chances.word(), who, self._time.now()))
        self._postman.call()

    async def reset(self, secret: str, password: str) -> None:
        """A password that will not do costs nobody the link; one that will ends every visit and every other link."""
        link = await self._working(secret, "reset")
        person = await self._keeper.profile(link.person)
        passwords.check(password, person.name)
        kept = await self._keeper.hashing.keep(password)
        if await self._store.take_link(link.hash, self._time.now()) is None:
            raise Refused("people.reset-link", minutes=RESET_MINUTES)
        await self._keeper.put_password(link.person, kept)

    async def _working(self, secret: str, kind: str) -> Link:
        link = await self._store.link(hash_of(secret))
        if link is None or link.kind != kind or link.until <= self._time.now():
            if kind == "confirm":
                raise Refused("people.confirm-link")
            raise Refused("people.reset-link", minutes=RESET_MINUTES)
        return link

    # -- others -----------------------------------------------------------------------------------------------

    async def invite(self, table: Table, by: Person, to: str) -> None:
        """To an address, or to a player by name. Who is not there, or cannot be written to, is not told apart."""
        if by.password is None:
            raise Refused("people.address-account")
        if not table.seats_of(by.id):
            raise Refused("refuse.sits-not")
        if table.phase != "open" or not table.seats_with("open"):
            raise Refused("people.invite-over")
        to, now = to.strip(), self._time.now()
        if "@" in to:
            notice = invitation(table, by.id, addresses.check(to), now, address=True)
        elif to and printable(to):
            found = await self._keeper.store.account_named(names.tidy(to))
            if found is not None and not await may_reach(self._keeper.store, by.id, found.id):
                found = None
            # Somebody who is not there has no address, and so nothing is kept for them; the work is the same.
            notice = invitation(table, by.id, found.id if found else _nobody(to), now, address=False)
        else:
            raise Refused("people.invite-whom")
        await self._store.put_notice(notice)
        self._postman.call()

    async def unsubscribe(self, token: str, off: bool) -> str:
        """The kind of letter that is not sent there any more, or is again."""
        who, kind = self._off.read(token)
        await self._store.silence(who, kind, off)
        return kind

    async def tidy_up(self) -> None:
        """From time to time: forget what is over."""
        await self._store.forget_links(self._time.now())
        await self._postman.forget()


def _nobody(name: str) -> str:
    return "?" + hashlib.sha256(name.encode()).hexdigest()[:16]
