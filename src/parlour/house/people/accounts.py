"""Accounts: guests, signing up and in, and the sessions by which a person is known the next time.

Everybody may come as a guest, at once, and may take an account later: the same person, the same games. Somebody who is
in has a *session*: a browser's, or with a label and scopes a program's token. It is known by a secret of 32
random bytes, shown once and kept as its SHA-256, which is enough for something that cannot be guessed.

No answer carries a hash, neither a password's nor a secret's. Sessions go by a handle instead.

A browser that has signed in once has a secret of its own besides, which stays when the session ends. It opens nothing.
It tells the owner's guesses from strangers', who could otherwise shut the owner out by guessing wrong.
"""

import asyncio
import re
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, NamedTuple

import msgspec

from parlour.core.texts import Refused, printable
from parlour.house.entropy import Entropy
from parlour.house.mail import records as mail_records
from parlour.house.mail.notice import Notice
from parlour.house.mail.notices import password_changed
from parlour.house.people import guests, names, passwords, removal
from parlour.house.people import records as people_records
from parlour.house.people.passwords import Passwords
from parlour.house.people.person import Person, Session
from parlour.house.people.secret_hashes import handle_of, hash_of
from parlour.house.ports import Time
from parlour.house.store import Store, forget_expired

HOUR, DAY = 3600 * 1000, 24 * 3600 * 1000
MOST_AT_ONCE = 100  # guests who are forgotten
GUEST_IDLE, ACCOUNT_IDLE, TOKEN_IDLE = 90 * DAY, 30 * DAY, 365 * DAY  # unused for longer, a session is over
GUEST_LIFE, ACCOUNT_LIFE = 365 * DAY, 90 * DAY  # and so long after it began, however much it is used
DEVICE_LIFE = 365 * DAY  # since somebody last signed in there
TOUCH = HOUR  # how often at most it is written down that a session goes on
MOST_SESSIONS, MOST_TOKENS = 20, 20  # of one person: one more browser ends the one that was not used for longest
MOST_DEVICES = 20
DEVICE_SECRET = re.compile("[A-Za-z0-9_-]{43}")  # as 32 bytes are written
LONGEST_LABEL, LONGEST_AGENT = 60, 200
MOST_SETTINGS = 4096  # bytes
MOST_TRIES = 5  # at a change, against others who are always first
TOKEN_MARK = "parlour_"  # so that a token is known for one wherever it turns up

READ, PLAY = "read", "play"
SCOPES = (READ, PLAY)  # what somebody who is in may do
CALENDAR = "calendar"  # by a link that a calendar asks for: it can read nothing else
TOKEN_SCOPES = (*SCOPES, CALENDAR)  # what a program's token may be for
OWN = "own"  # what only a browser may do: change the account itself
HELD = "held"  # stands where a kept password would
PersonKind = Literal["guest", "account"]


class PublicPerson(msgspec.Struct, frozen=True, kw_only=True):
    """A person as everybody may see them."""

    id: str
    name: str
    since: int
    kind: PersonKind


class SessionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that is signed in or a program's token, as its owner may see it."""

    handle: str
    since: int
    seen: int
    until: int
    label: str | None = None
    scopes: Sequence[str] = ()
    agent: str = ""
    passkey: bool = False
    last: int | None = None  # a browser's session is over then, however much it is used


class PasswordOutcome(NamedTuple):
    """What a new password has put an end to, and what it has not."""

    sessions_ended: int
    tokens_ended: int
    tokens_left: int


class SignedIn(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody has come in: the one time that the secret is shown."""

    person: PublicPerson
    session: SessionInfo
    secret: str
    device: str | None = None  # of an account's browser: its own secret, by which it is known the next time


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """Whose secret it is. The person is one to read: its password says only whether there is one, and with version 0 no
    store takes it for a change."""

    person: Person
    session: SessionInfo


class Accounts:
    """All that has to do with who somebody is."""

    def __init__(
        self, store: Store, time: Time, entropy: Entropy, hashing: Passwords, guests: guests.Guests = "welcome",
        team_passkeys: bool = False,
    ) -> None:  # fmt: skip
        self.store, self.time, self.entropy, self.hashing, self.guests = store, time, entropy, hashing, guests
        self.team_passkeys = team_passkeys  # whether those who look after the house need one for it
        # Told whose sessions have ended, so that open connections can be asked again who they are.
        self.listeners: list[Callable[[str], None]] = []
        # What is to be done elsewhere before somebody goes for good.
        self.before_goodbye: list[Callable[[str], Awaitable[None]]] = []
        # Others' reasons against who comes in, and against a name that somebody wants, or a newcomer. They refuse.
        self.entry_checks: list[Callable[[str], Awaitable[None]]] = []
        self.name_checks: list[Callable[[str, str | None], Awaitable[None]]] = []
        self._entering: dict[str, asyncio.Lock] = {}

    # -- coming in --------------------------------------------------------------------------------------------

    async def welcome_guest(self, name: str | None, agent: str) -> SignedIn:
        guests.check_may_come(self.guests, name)
        chosen = await self._made_up_name() if name is None else await self._free_name(name)
        person = Person(id=self.entropy.word(), name=chosen, since=self.time.now())
        await people_records.add_person(self.store, person)
        return await self._enter(person, agent)

    async def sign_up(
        self,
        name: str,
        password: str,
        agent: str,
        guest: str | None = None,
        device: str | None = None,
        household: str = "",
    ) -> SignedIn:
        """A new account, or a guest's: same id, same games, new secret, since more depends on it from now on.
        `household`: those of whom one waits for the other; see `Passwords`."""
        clean = await self._free_name(name, guest)
        passwords.check(password, clean)
        kept = await self.hashing.keep(password, household)
        if guest is None:
            person = Person(id=self.entropy.word(), name=clean, since=self.time.now(), password=kept)
            if not await people_records.add_person(self.store, person):
                raise Refused("people.name-taken", name=clean)
            return await self._enter(person, agent, device)

        def with_password(person: Person) -> Person:
            if person.password is not None:
                raise Refused("people.already-account")
            return msgspec.structs.replace(person, name=clean, password=kept)

        person = await self._change(guest, with_password)
        await people_records.end_sessions(self.store, guest)
        self._tell(guest)
        return await self._enter(person, agent, device)

    async def sign_in(
        self,
        name: str,
        password: str,
        agent: str,
        device: str | None = None,
        second: Callable[[str], Awaitable[None]] | None = None,
        household: str = "",
    ) -> SignedIn:
        """One answer, after one hashing, whether it is the name that is wrong or the password. `second` refuses who
        cannot show a passkey of that person's; it is asked only where one is needed, and after the password."""
        person = await people_records.account_named(self.store, names.tidy(name)) if printable(name) else None
        verdict = await self.hashing.verify(password, person.password if person else None, household)
        if person is None or not verdict.right:
            raise Refused("people.wrong")
        current = await people_records.get_person(self.store, person.id)
        if current is None or current.password != person.password:  # changed while we were hashing
            raise Refused("people.wrong")
        if verdict.renewed is not None:
            # If somebody changes the account right now, the next time will do.
            await people_records.change_person(self.store, msgspec.structs.replace(current, password=verdict.renewed))
        both = await self.asks_for_passkey(current)
        if both:
            if second is None:
                raise Refused("people.passkey-needed")
            await second(current.id)
        return await self._enter(person, agent, device, passkey=both)

    async def enter_by_passkey(self, person: Person, agent: str, device: str | None) -> SignedIn:
        """For who has shown one."""
        return await self._enter(person, agent, device, passkey=True)

    async def asks_for_passkey(self, person: Person) -> bool:
        """Whether a password alone is not enough: the person wants it so, or the host wants it of the team. Who has
        none yet is let in to make one."""
        if not (person.second_factor or (self.team_passkeys and person.role is not None)):
            return False
        return bool(await people_records.passkeys_of(self.store, person.id))

    async def known_device(self, name: str, device: str | None) -> str | None:
        """By which a browser is counted apart in which the account of this name has signed in before. Nothing that a
        stranger brings is one."""
        if device is None or not DEVICE_SECRET.fullmatch(device) or not printable(name):
            return None
        person = await people_records.account_named(self.store, names.tidy(name))
        kept = await people_records.get_device(self.store, hash_of(device), person.id if person else "")
        return kept.hash if kept is not None and kept.until > self.time.now() else None

    async def recognise(self, secret: str, program: bool) -> Identity | None:
        """Whose secret it is, if its time is not over. A browser's secret is none of a program's, nor the other way
        round: what leaks from a script cannot change an account."""
        return await self.recognise_kept(hash_of(secret), program)

    async def recognise_kept(self, hash: str, program: bool) -> Identity | None:
        """The same, of a secret that was shown before and is not kept."""
        kept = await people_records.get_session(self.store, hash)
        now = self.time.now()
        if kept is None or kept.until <= now or (kept.label is not None) != program:
            return None
        person = await people_records.get_person(self.store, kept.person)
        if person is None or last_end(kept, person) <= now:
            return None
        if now - kept.seen >= TOUCH:
            until = min(now + idle(person, program), last_end(kept, person))
            kept = await people_records.touch_session(self.store, kept, now, until)
        held = HELD if person.password is not None else None
        return Identity(
            person=msgspec.structs.replace(person, password=held, version=0), session=session_info(kept, person)
        )

    # -- sessions ---------------------------------------------------------------------------------------------

    async def sessions(self, person: str) -> list[SessionInfo]:
        """In browsers, the latest seen first."""
        return [session_info(kept) for kept in await self._kept(person, program=False)]

    async def end_session(self, person: str, handle: str, *, forget: bool = False) -> None:
        """Signing out, here or elsewhere. Ended already is as good. `forget`: that browser is not known any more."""
        await self._end(person, handle, program=False, forget=forget)

    async def tokens(self, person: str) -> list[SessionInfo]:
        return [session_info(kept) for kept in await self._kept(person, program=True)]

    async def make_token(self, person: str, label: str, scopes: Sequence[str]) -> SignedIn:
        """For a program, which then plays as this person. To play is to read, too."""
        owner = await self._person(person)
        if owner.password is None:
            raise Refused("people.tokens-account")
        clean = names.one_line(label)
        if not 1 <= len(clean) <= LONGEST_LABEL:
            raise Refused("people.label", most=LONGEST_LABEL)
        if not scopes or any(scope not in TOKEN_SCOPES for scope in scopes):
            raise Refused("people.scopes", scopes=", ".join(TOKEN_SCOPES))
        async with self._lock(person):
            if len(await self._kept(person, program=True)) >= MOST_TOKENS:
                raise Refused("people.tokens-many", most=MOST_TOKENS)
            granted = [scope for scope in TOKEN_SCOPES if scope in scopes or (scope == READ and "play" in scopes)]
            return await self._new_session(owner, label=clean, scopes=granted)

    async def revoke_token(self, person: str, handle: str) -> None:
        await self._end(person, handle, program=True)

    # -- changing ---------------------------------------------------------------------------------------------

    async def change(
        self, person: str, name: str | None = None, settings: Callable[[bytes], bytes] | None = None
    ) -> PublicPerson:
        """Another name, and what the page wants to remember, from what that was; all of it or nothing. Settings are
        not looked into."""
        if name is not None:
            guests.check_may_write(self.guests, await self._person(person))
        clean = None if name is None else await self._free_name(name, person)

        def changed(kept: Person) -> Person:
            body = kept.body if settings is None else settings(kept.body)
            if len(body) > MOST_SETTINGS:
                raise Refused("people.settings", most=MOST_SETTINGS)
            return msgspec.structs.replace(kept, name=clean or kept.name, body=body)

        return public_person(await self._change(person, changed))

    async def change_password(
        self, person: str, old: str, new: str, here: str, tokens: bool = False
    ) -> PasswordOutcome:
        """Ends all sessions but the one with the handle `here`; programs' only if that is asked for."""
        account = await self._check_password(person, old)
        if account.password is None:
            raise Refused("people.no-password")
        passwords.check(new, account.name)
        kept = await self.hashing.keep(new, person)

        def changed(now: Person) -> Person:
            if now.password != account.password:  # somebody else did this meanwhile, with the same old password
                raise Refused("people.wrong-password")
            return msgspec.structs.replace(now, password=kept)

        await self._change(person, changed, await self._told_of_password(person))
        ended = await self._end_others(person, here)
        programs = await self._kept(person, program=True)
        if tokens:
            for one in programs:
                await people_records.end_session(self.store, one.hash)
        self._tell(person)
        count = len(programs)
        return PasswordOutcome(ended, count if tokens else 0, 0 if tokens else count)

    async def shown_passkey(self, person: str, handle: str) -> None:
        """This session counts as begun with one."""
        for one in await self._kept(person, program=False):
            if handle_of(one.hash) == handle:
                await people_records.mark_session(self.store, one)

    async def ask_for_both(self, person: str, both: bool, here: str) -> None:
        """Whether signing in takes password and passkey. It ends all sessions but the one with the handle `here`."""
        await self._change(person, lambda kept: msgspec.structs.replace(kept, second_factor=both))
        if both:
            await self._end_others(person, here)
            self._tell(person)

    async def prove(self, person: str, password: str) -> None:
        """Refuse a caller who does not know the password."""
        await self._check_password(person, password)

    async def put_password(self, person: str, kept: str, *, without_passkeys: bool = False) -> None:
        """For who has proved it otherwise, by mail. Ends all sessions, programs' too: the old one may be known.
        `without_passkeys`: for who has lost them, too; the host has let them in."""
        tell = await self._told_of_password(person)

        def changed(account: Person) -> Person:
            second = account.second_factor and not without_passkeys
            return msgspec.structs.replace(account, password=kept, second_factor=second)

        await self._change(person, changed, tell)
        if without_passkeys:
            await people_records.remove_passkeys(self.store, await people_records.passkeys_of(self.store, person))
        await self.send_away(person)

    async def send_away(self, person: str) -> None:
        """Out at once, with all programs. No browser is known any more."""
        await people_records.end_sessions(self.store, person, labelled=True)
        known = [one.hash for one in await people_records.devices_of(self.store, person)]
        await people_records.forget_devices(self.store, person, known)
        self._tell(person)

    async def name_anew(self, person: str) -> Person:
        """A made-up name, in place of one that will not do."""
        name = await self._made_up_name()
        return await self._change(person, lambda kept: msgspec.structs.replace(kept, name=name))

    async def delete(self, person: str, password: str | None) -> None:
        """Gone, with all sessions, and the name is free again; what was played stays in the records of the others, and
        nobody waits at a table for somebody who cannot come back."""
        await self._check_password(person, password)
        await self._remove(person)

    async def tidy_up(self) -> None:
        """From time to time: forget what is over."""
        now = self.time.now()
        await forget_expired(self.store, people_records.SESSIONS, now)
        await forget_expired(self.store, people_records.DEVICES, now)
        await forget_expired(self.store, people_records.PASSKEY_CHALLENGES, now)
        while lost := await people_records.lost_guests(self.store, now - DAY, MOST_AT_ONCE):
            for guest in lost:
                await self._remove(guest)

    async def profile(self, person: str) -> PublicPerson:
        return public_person(await self._person(person))

    # -- inside -----------------------------------------------------------------------------------------------

    async def _remove(self, person: str) -> None:
        for farewell in self.before_goodbye:
            await farewell(person)
        await removal.remove_person(self.store, person)
        self._tell(person)

    async def _end_others(self, person: str, here: str) -> int:
        """All browsers' sessions but the one with the handle `here`, and what those browsers were known by."""
        kept = await self._kept(person, program=False)
        mine = next((one for one in kept if handle_of(one.hash) == here), None)
        await people_records.end_sessions(self.store, person, but=mine.hash if mine else None)
        known = [one.hash for one in await people_records.devices_of(self.store, person)]
        others = [hash for hash in known if mine is None or hash != mine.device]
        await people_records.forget_devices(self.store, person, others)
        return len(kept) - (mine is not None)

    async def _enter(self, person: Person, agent: str, device: str | None = None, *, passkey: bool = False) -> SignedIn:
        """A guest's browser is not remembered: nobody could guess a password that is not there."""
        async with self._lock(person.id):
            for old in (await self._kept(person.id, program=False))[MOST_SESSIONS - 1 :]:
                await people_records.end_session(self.store, old.hash)
            known = None if person.password is None else await self._remember(person.id, device)
            clean = names.one_line(agent[:LONGEST_AGENT])
            return await self._new_session(person, agent=clean, device=known, passkey=passkey)

    async def _remember(self, person: str, device: str | None) -> str:
        """The secret by which this browser is known from now on. Several accounts may be used in one."""
        secret = device if device is not None and DEVICE_SECRET.fullmatch(device) else self._random()
        now = self.time.now()
        known = people_records.Device(hash=hash_of(secret), person=person, since=now, until=now + DEVICE_LIFE)
        await people_records.put_device(self.store, known)
        old = (await people_records.devices_of(self.store, person))[MOST_DEVICES:]
        await people_records.forget_devices(self.store, person, [one.hash for one in old])
        return secret

    def _random(self) -> str:
        return urlsafe_b64encode(self.entropy.secret()).decode().rstrip("=")

    async def _new_session(
        self, person: Person, label: str | None = None, scopes: Sequence[str] = (), agent: str = "",
        device: str | None = None, passkey: bool = False,
    ) -> SignedIn:  # fmt: skip
        program = label is not None
        secret = TOKEN_MARK + self._random() if program else self._random()
        now = self.time.now()
        kept = Session(
            hash=hash_of(secret), person=person.id, since=now, seen=now, until=now + idle(person, program), label=label,
            scopes=tuple(scopes), agent=agent, passkey=passkey, device="" if device is None else hash_of(device),
        )  # fmt: skip
        await people_records.add_session(self.store, kept)
        try:
            # Now, not before: who is sent away at this moment has lost this session too, or is refused here.
            for check in self.entry_checks:
                await check(person.id)
        except Refused:
            await people_records.end_session(self.store, kept.hash)
            raise
        return SignedIn(person=public_person(person), session=session_info(kept, person), secret=secret, device=device)

    async def _kept(self, person: str, program: bool) -> list[Session]:
        now = self.time.now()
        kept = await people_records.sessions_of(self.store, person)
        return [one for one in kept if one.until > now and (one.label is not None) == program]

    async def _end(self, person: str, handle: str, program: bool, forget: bool = False) -> None:
        for one in await self._kept(person, program):
            if handle_of(one.hash) == handle:
                await people_records.end_session(self.store, one.hash)
                if forget and one.device:
                    await people_records.forget_devices(self.store, person, [one.device])
                self._tell(person)

    async def _person(self, id: str) -> Person:
        person = await people_records.get_person(self.store, id) if printable(id) else None
        if person is None:
            raise Refused("people.nobody")
        return person

    async def _check_password(self, id: str, password: str | None) -> Person:
        """The person, if that is their password, or if they have none to ask for."""
        person = await self._person(id)
        if person.password is not None and not (await self.hashing.verify(password or "", person.password, id)).right:
            raise Refused("people.wrong-password")
        return person

    async def _told_of_password(self, person: str) -> Notice | None:
        kept = await mail_records.address_of(self.store, person)
        if kept is None or kept.address is None:
            return None
        return password_changed(self.entropy.word(), person, kept.address, self.time.now())

    async def _change(self, id: str, change: Callable[[Person], Person], tell: Notice | None = None) -> Person:
        """Read, change, keep; once more if somebody else was first."""
        for _ in range(MOST_TRIES):
            person = await self._person(id)
            changed = change(person)
            also = await mail_records.notice_changes(self.store, [tell])
            if changed == person or await people_records.change_person(self.store, changed, also):
                if changed.name != person.name:
                    self._tell(id)  # open connections speak under the name that they were opened with
                return changed
            if changed.name != person.name or changed.password != person.password:
                await self._check_free(changed.name, id)
        raise Refused("people.too-busy")

    async def _free_name(self, name: str, person: str | None = None) -> str:
        """A name that will do and that no other account has. No guest gets an account's name either: it would be
        taken for that person."""
        clean = names.check(name)
        for check in self.name_checks:
            await check(clean, person)
        await self._check_free(clean, person)
        return clean

    async def _check_free(self, name: str, person: str | None) -> None:
        holder = await people_records.account_named(self.store, name)
        if holder is not None and holder.id != person:
            raise Refused("people.name-taken", name=name)

    async def _made_up_name(self) -> str:
        while True:
            name = names.made_up(self.entropy.secret())
            if await people_records.account_named(self.store, name) is None:
                return name

    def _lock(self, person: str) -> asyncio.Lock:
        """Bounds are counted and then used: by one at a time. Forgotten once nobody holds or awaits any."""
        if len(self._entering) > 1000 and not any(lock.locked() for lock in self._entering.values()):
            self._entering.clear()
        return self._entering.setdefault(person, asyncio.Lock())

    def _tell(self, person: str) -> None:
        for listener in self.listeners:
            listener(person)


def public_person(person: Person) -> PublicPerson:
    return PublicPerson(id=person.id, name=person.name, since=person.since, kind=kind_of(person))


def kind_of(person: Person) -> PersonKind:
    return "guest" if person.password is None else "account"


def session_info(kept: Session, person: Person | None = None) -> SessionInfo:
    return SessionInfo(
        handle=handle_of(kept.hash), since=kept.since, seen=kept.seen, until=kept.until, label=kept.label,
        scopes=tuple(kept.scopes) if kept.label is not None else (*SCOPES, OWN), agent=kept.agent,
        passkey=kept.passkey, last=None if person is None or kept.label is not None else last_end(kept, person),
    )  # fmt: skip


def last_end(kept: Session, person: Person) -> int:
    """When a session is over however much it is used: a secret that somebody has copied does not work for ever. A
    program's ends when its owner says so."""
    if kept.label is not None:
        return kept.until
    return kept.since + (GUEST_LIFE if person.password is None else ACCOUNT_LIFE)


def idle(person: Person, program: bool) -> int:
    if program:
        return TOKEN_IDLE
    return GUEST_IDLE if person.password is None else ACCOUNT_IDLE
