"""Passkeys: a way in without a password, and a second one beside it.

A device makes a pair of keys for this house, keeps one half, and signs with it what it is asked to: a *challenge*,
which works once and for some minutes. There is nothing to guess, nothing to give away on a stranger's page, and the
half that the house keeps opens nothing.
"""

from base64 import urlsafe_b64encode
from typing import Literal

from parlour.core.texts import Refused
from parlour.house.entropy import derived_id
from parlour.house.people import ceremonies, names
from parlour.house.people import records as people_records
from parlour.house.people.accounts import LONGEST_LABEL, Accounts, SessionInfo, SignedIn
from parlour.house.people.ceremonies import Assertion, Attestation, PasskeyPlace
from parlour.house.people.person import Person
from parlour.house.people.records import Passkey, PasskeyChallenge
from parlour.house.people.secret_hashes import hash_of

MINUTE = 60 * 1000
CHALLENGE_MINUTES = 5
MOST_PASSKEYS = 20  # of one person
Purpose = Literal["register", "sign-in", "second"]  # make one; come in by it alone; or beside the password


class Passkeys:
    def __init__(self, accounts: Accounts) -> None:
        self._accounts, self._store, self._time = accounts, accounts.store, accounts.time

    # -- challenges -------------------------------------------------------------------------------------------

    async def challenge(self, purpose: Purpose, person: str = "") -> str:
        """To be signed for this and nothing else: once, within minutes. To make a passkey, by this person alone."""
        challenge = urlsafe_b64encode(self._accounts.entropy.secret()).decode().rstrip("=")
        until = self._time.now() + CHALLENGE_MINUTES * MINUTE
        kept = PasskeyChallenge(hash=_hash(purpose, person, challenge), until=until)
        await people_records.add_challenge(self._store, kept)
        return challenge

    async def _take(self, purpose: Purpose, person: str, client_data: str) -> str:
        """The challenge of an answer. It is used up whatever comes of it."""
        challenge = ceremonies.challenge_in(client_data)
        if not await people_records.take_challenge(self._store, _hash(purpose, person, challenge), self._time.now()):
            raise Refused("people.passkey-late", minutes=CHALLENGE_MINUTES)
        return challenge

    # -- one's own --------------------------------------------------------------------------------------------

    async def of(self, person: str) -> list[Passkey]:
        return await people_records.passkeys_of(self._store, person)

    async def begin(self, person: Person, session: SessionInfo | None, password: str) -> str:
        """The challenge for a new one. It takes the password: who has a passkey comes in."""
        await self._check_may_change(person, session, password)
        if len(await self.of(person.id)) >= MOST_PASSKEYS:
            raise Refused("people.passkeys-many", most=MOST_PASSKEYS)
        return await self.challenge("register", person.id)

    async def add(
        self, person: Person, session: SessionInfo | None, label: str, answer: Attestation, place: PasskeyPlace
    ) -> Passkey:
        """Who makes the first one here has shown it here: the session counts as begun with it."""
        clean = names.one_line(label)
        if not 1 <= len(clean) <= LONGEST_LABEL:
            raise Refused("people.label", most=LONGEST_LABEL)
        challenge = await self._take("register", person.id, answer.client_data)
        await self._check_session(person, session)
        found = await ceremonies.check_new(answer, challenge, place)
        now = self._time.now()
        passkey = Passkey(
            id=found.id, person=person.id, label=clean, place=place.name, public_key=found.public_key,
            count=found.uses, since=now, used=now,
        )  # fmt: skip
        if not await people_records.add_passkey(self._store, passkey):
            raise Refused("people.passkey-there")
        if session is not None:
            await self._accounts.shown_passkey(person.id, session.handle)
        return passkey

    async def remove(self, person: Person, session: SessionInfo | None, handle: str, password: str) -> None:
        """Gone already is as good. The last one stays as long as the account asks for one."""
        await self._check_may_change(person, session, password)
        kept = await self.of(person.id)
        gone = [one for one in kept if handle_of_passkey(one) == handle]
        if gone and len(gone) == len(kept) and person.second_factor:
            raise Refused("people.passkey-last")
        await people_records.remove_passkeys(self._store, gone)

    async def ask_for_both(self, person: Person, session: SessionInfo | None, both: bool, password: str) -> None:
        """Whether signing in takes password and passkey. From then on nobody is in by one of them alone: other
        sessions end."""
        await self._check_may_change(person, session, password)
        if both and not await self.of(person.id):
            raise Refused("people.passkey-first")
        if both and (session is None or not session.passkey):
            raise Refused("people.passkey-session")  # or the next sign-in may find that it does not work
        await self._accounts.ask_for_both(person.id, both, session.handle if session else "")

    async def _check_may_change(self, person: Person, session: SessionInfo | None, password: str) -> None:
        if person.password is None:
            raise Refused("people.passkeys-account")
        await self._accounts.prove(person.id, password)
        await self._check_session(person, session)

    async def _check_session(self, person: Person, session: SessionInfo | None) -> None:
        """Where a passkey is asked for, who knows the password alone cannot make one, nor do away with it."""
        if await self._accounts.asks_for_passkey(person) and not (session is not None and session.passkey):
            raise Refused("people.passkey-session")

    # -- coming in --------------------------------------------------------------------------------------------

    async def enter(self, answer: Assertion, place: PasskeyPlace, agent: str, device: str | None) -> SignedIn:
        """By a passkey alone: its device must have recognised its owner. Nobody has to say who they are."""
        challenge = await self._take("sign-in", "", answer.client_data)
        passkey = await people_records.get_passkey(self._store, answer.id)
        person = None if passkey is None else await people_records.get_person(self._store, passkey.person)
        if passkey is None or person is None:
            raise Refused("people.passkey-unknown")
        await self._check(answer, challenge, place, passkey, alone=True)
        if person.second_factor:
            raise Refused("people.password-too")
        return await self._accounts.enter_by_passkey(person, agent, device)

    async def prove(self, person: str, answer: Assertion, place: PasskeyPlace) -> None:
        """Beside the right password: refuse what is not a passkey of this person's."""
        challenge = await self._take("second", "", answer.client_data)
        passkey = await people_records.get_passkey(self._store, answer.id)
        if passkey is None or passkey.person != person:
            raise Refused("people.passkey-unknown")
        await self._check(answer, challenge, place, passkey, alone=False)

    async def _check(
        self, answer: Assertion, challenge: str, place: PasskeyPlace, passkey: Passkey, alone: bool
    ) -> None:
        count = await ceremonies.check_signed(answer, challenge, place, passkey, alone)
        if not await people_records.use_passkey(self._store, passkey, count, self._time.now()):
            raise Refused("people.passkey-wrong")


def handle_of_passkey(passkey: Passkey) -> str:
    """By which its owner speaks of it; what devices call it can be very long."""
    return derived_id("passkey", passkey.id)


def _hash(purpose: Purpose, person: str, challenge: str) -> str:
    return hash_of(f"{purpose} {person} {challenge}")
