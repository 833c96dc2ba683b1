"""What people do about mail: addresses, forgotten passwords, invitations, unsubscribing.

No answer here tells whether somebody has an account or an address: a caller who asks for a new password or invites a
player is answered before that is looked up.
"""

import hashlib

from parlour.core.texts import Refused, printable
from parlour.house.entropy import Entropy
from parlour.house.friends.contact_rules import may_contact
from parlour.house.mail import addresses
from parlour.house.mail import records as mail_records
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.letter_template import Unsubscribing
from parlour.house.mail.notice import UNASKED, Notice
from parlour.house.mail.notices import RESET_MINUTES, address_gone, forgotten, invitation, to_confirm
from parlour.house.mail.records import Address, Link, LinkKind
from parlour.house.mail.returned import ReturnReason, arrives_again, why_silent
from parlour.house.mail.sender import Message
from parlour.house.people import names, passwords
from parlour.house.people import records as people_records
from parlour.house.people.accounts import Accounts
from parlour.house.people.person import Person
from parlour.house.people.secret_hashes import hash_of
from parlour.house.ports import Time
from parlour.house.store import Store, forget_expired
from parlour.house.tables.state import Table

LONGEST_WHO = 254


class MailService:
    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        delivery: Delivery[Message],
        off: Unsubscribing,
        time: Time,
        entropy: Entropy,
    ) -> None:
        self._store, self._accounts, self._delivery, self._off = store, accounts, delivery, off
        self._time, self._entropy = time, entropy

    # -- one's own address ------------------------------------------------------------------------------------

    async def address(self, person: str) -> Address:
        return await mail_records.address_of(self._store, person) or Address(person=person)

    async def wants(self, person: str) -> dict[str, bool]:
        """Every kind that one can do without, and whether it is wanted."""
        silenced = await mail_records.silenced(self._store, person)
        return {kind: kind not in silenced for kind in UNASKED}

    async def give_address(self, person: Person, password: str, address: str) -> str:
        """An address to be confirmed. It takes the password: who has the address can have a new one sent."""
        if person.password is None:
            raise Refused("people.address-account")
        clean = addresses.check(address)
        await self._accounts.prove(person.id, password)
        kept = await mail_records.address_of(self._store, person.id)
        silent = await why_silent(self._store, self._off, clean)
        if kept is not None and kept.address == clean and silent != "bounced":
            return clean
        await mail_records.want_address(self._store, person.id, clean)
        await mail_records.put_notice(self._store, to_confirm(self._entropy.word(), person.id, clean, self._time.now()))
        self._delivery.call()
        return clean

    async def forget_address(self, person: Person, password: str) -> None:
        await self._accounts.prove(person.id, password)
        await mail_records.forget_address(self._store, person.id, await self._farewell(person.id))
        self._delivery.call()

    async def returned(self, address: Address) -> ReturnReason | None:
        """Whether letters to somebody's address came back. Of one that they have not confirmed it is told only that it
        cannot be reached: whatever else is known of it is its reader's."""
        for one, told in ((address.address, ("bounced", "complaint")), (address.wanted, ("bounced",))):
            why = None if one is None else await why_silent(self._store, self._off, one)
            if why in told:
                return why
        return None

    async def want(self, person: str, kind: str, wanted: bool) -> None:
        await mail_records.silence(self._store, person, kind, not wanted)

    async def confirm(self, secret: str) -> str:
        """The address that is theirs from now on."""
        link = await self._working(secret, "confirm")
        tell = await self._farewell(link.person, link.address)
        also = [arrives_again(self._off, link.address)]
        taken = await mail_records.take_link(self._store, hash_of(secret), self._time.now(), tell, also)
        if taken is None:
            raise Refused("people.confirm-link")
        self._delivery.call()
        return taken.address

    async def _farewell(self, person: str, instead: str = "") -> Notice | None:
        """To the address that somebody has until now, if it is another."""
        kept = await mail_records.address_of(self._store, person)
        if kept is None or kept.address is None or kept.address.casefold() == instead.casefold():
            return None
        return address_gone(self._entropy.word(), person, kept.address, self._time.now())

    # -- a new password ---------------------------------------------------------------------------------------

    async def forgot(self, who: str) -> None:
        """One row is written, whoever it is: neither the answer nor its time tells whether there is such an account."""
        who = names.one_line(who)
        if not 1 <= len(who) <= LONGEST_WHO:
            raise Refused("people.who-empty")
        await mail_records.put_notice(self._store, forgotten(self._entropy.word(), who, self._time.now()))
        self._delivery.call()

    async def reset(self, secret: str, password: str, household: str = "") -> None:
        """A password that will not do costs nobody the link; one that will ends every session and every other link.
        Passkeys stay, and are asked for as before, unless the host has let somebody in who has lost them."""
        link = await self._working(secret, "reset", "let-in")
        person = await self._accounts.profile(link.person)
        passwords.check(password, person.name)
        kept = await self._accounts.hashing.keep(password, household)
        if await mail_records.take_link(self._store, link.hash, self._time.now()) is None:
            raise Refused("people.reset-link", minutes=RESET_MINUTES)
        await self._accounts.put_password(link.person, kept, without_passkeys=link.kind == "let-in")

    async def _working(self, secret: str, *kinds: LinkKind) -> Link:
        link = await mail_records.get_link(self._store, hash_of(secret))
        if link is None or link.kind not in kinds or link.until <= self._time.now():
            if "confirm" in kinds:
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
            found = await people_records.account_named(self._accounts.store, names.tidy(to))
            if found is not None and not await may_contact(self._accounts.store, by.id, found.id):
                found = None
            # Somebody who is not there has no address, and so nothing is kept for them; the work is the same.
            notice = invitation(table, by.id, found.id if found else _nobody(to), now, address=False)
        else:
            raise Refused("people.invite-whom")
        await mail_records.put_notice(self._store, notice)
        self._delivery.call()

    async def unsubscribe(self, token: str, off: bool) -> str:
        """The kind of letter that is not sent there any more, or is again."""
        who, kind = self._off.read(token)
        await mail_records.silence(self._store, who, kind, off)
        return kind

    async def tidy_up(self) -> None:
        """From time to time: forget what is over."""
        await forget_expired(self._store, mail_records.LINKS, self._time.now())
        await self._delivery.forget()


def _nobody(name: str) -> str:
    return "?" + hashlib.sha256(name.encode()).hexdigest()[:16]
