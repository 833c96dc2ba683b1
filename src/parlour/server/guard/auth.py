"""Who is asking: from a browser's cookie or a program's token to a person and what they may do here.

HTTP requests and WebSocket handshakes are asked alike, by their ASGI scope. Nothing is remembered between two requests:
a session that has been ended is over at once. Connections that stay ask again when `Accounts` tells of their person.
"""

from typing import Literal, NamedTuple

import msgspec

from parlour.core.languages import FALLBACK
from parlour.core.texts import Refused
from parlour.house.moderation.roles import may
from parlour.house.people.accounts import OWN, PLAY, READ, Accounts, Identity, SessionInfo
from parlour.house.people.guests import Guests, check_may_play, may_play, sign_in_first
from parlour.house.people.passkeys import Passkeys
from parlour.house.people.person import Person, Role
from parlour.server.guard import cookies
from parlour.server.guard.language import language_of
from parlour.server.guard.limits import Allowance, Limits, household
from parlour.server.guard.origins import is_change, token_in
from parlour.server.guard.places import Place, Places, Scope


class Caller(NamedTuple):
    """Who asks, if it is known, and what they may do. The person's password says only whether there is one."""

    person: Person | None
    session: SessionInfo | None
    scopes: frozenset[str]
    by: Literal["cookie", "token", "nobody"]
    place: Place
    address: str  # counted as one: an IPv4 address, or a /64
    guests: Guests = "welcome"  # what they may do here
    waiting_role: Role | None = None  # that the person has once a passkey was shown, and not before
    language: str = FALLBACK  # in which they are answered

    def needs(self, scope: str) -> Person:
        """The person, if they may do this."""
        if self.person is None:
            raise sign_in_first(self.guests)
        if scope == PLAY:
            check_may_play(self.guests, self.person)
        if scope not in self.scopes:
            raise Refused("people.browser-only" if scope == OWN else "people.scope", scope=scope)
        return self.person

    def needs_role(self, role: Role) -> Person:
        """The person, if they look after the house. Only in a browser: what a program may do never includes this,
        whoever's token it has."""
        person = self.needs(OWN)
        if not may(person, role):
            if may(msgspec.structs.replace(person, role=self.waiting_role), role):
                raise Refused("officers.passkey")
            raise Refused("officers.hosts-only" if role == "host" else "officers.only")
        return person


class Auth:
    """Finds out who asks."""

    def __init__(self, accounts: Accounts, places: Places, limits: Limits) -> None:
        self.accounts, self.places, self.limits = accounts, places, limits
        self.passkeys = Passkeys(accounts)

    async def ask(self, scope: Scope) -> Caller:
        """A wrong token is refused: a program should hear of it. So is one that may not even read, a calendar's: it is
        no key to what its owner may see. A browser with an old cookie is simply nobody yet."""
        place, address = self.places.place(scope), household(self.places.address(scope))
        guests, token, language = self.accounts.guests, token_in(scope), language_of(scope)
        if token is not None:
            cookies.check_may_enter(place)
        secret = token if token is not None else cookies.secret_in(scope, place)
        found = await self.accounts.recognise(secret, program=token is not None) if secret else None
        if found is None:
            if token is not None:
                raise Refused("people.token-unknown")
            return Caller(None, None, frozenset(), "nobody", place, address, guests, language=language)
        Allowance(self.limits, address, found.person.id).counted(changes=is_change(scope))
        caller = self._caller(found, "token" if token is not None else "cookie", place, address, language)
        if READ not in caller.scopes:
            raise Refused("people.scope", scope=READ)
        return caller

    async def ask_again(self, hash: str, program: bool, place: Place, address: str, language: str) -> Caller | None:
        """Who opened a connection, by the hash of the secret that was shown then; None: that session is over."""
        if not hash:
            return Caller(None, None, frozenset(), "nobody", place, address, self.accounts.guests, language=language)
        found = await self.accounts.recognise_kept(hash, program)
        if found is None:
            return None
        return self._caller(found, "token" if program else "cookie", place, address, language)

    def _caller(
        self, found: Identity, way: Literal["token", "cookie"], place: Place, address: str, language: str
    ) -> Caller:
        guests = self.accounts.guests
        scopes = frozenset(found.session.scopes) - (set() if may_play(guests, found.person) else {PLAY})
        person, waiting = found.person, None
        if self.accounts.team_passkeys and not found.session.passkey:
            # Here and nowhere else: whatever asks for a role, in whatever room, finds none.
            person, waiting = msgspec.structs.replace(person, role=None), person.role
        return Caller(person, found.session, scopes, way, place, address, guests, waiting, language)

    def allowance(self, caller: Caller) -> Allowance:
        """What this caller may ask for beyond being let in."""
        return Allowance(self.limits, caller.address, caller.person.id if caller.person else None)
