"""Letters: what a notice says, in the house's words, as things stand when it is written."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Protocol
from urllib.parse import quote, urlencode

import msgspec

from parlour.core.texts import Refused, Text, printable
from parlour.house import addresses, names
from parlour.house.clocks import DAY, MINUTE
from parlour.house.house import Chances
from parlour.house.mail_ports import Addresses, Link, Mailbox, Message, Notice
from parlour.house.mime import message_of
from parlour.house.moderation.ports import Blocks
from parlour.house.notices import (
    LINK_DAYS,
    RESET_MINUTES,
    Forgotten,
    Invited,
    ToConfirm,
    YourTurn,
    about,
    has_acted_since,
    people_to_act,
)
from parlour.house.people import hash_of
from parlour.house.ports import People, Person, Time
from parlour.house.positions import position_of
from parlour.house.sentences import sentences
from parlour.house.table import Table

LAST_STEPS = 3
MOST_ACCOUNTS = 5  # of one address in one letter
SIGNING = "unsubscribe"  # the name of the secret


class Way(msgspec.Struct, frozen=True):
    """A link and what it is called."""

    name: str
    url: str


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """Plain sentences; how they look in a mail program is another's business."""

    to: str
    subject: str
    says: list[str]
    ways: list[Way]
    heading: str = ""  # of the list
    items: list[str] = []
    why: str  # the reader gets this
    off: Way | None = None  # how to get no more of this kind


class Mail(Mailbox, People, Blocks, Protocol):
    """What letters need of the store."""


class Tables(Protocol):
    async def table(self, id: str) -> Table: ...


Looking = Callable[[Table, str], bool]  # whether this person has the table before them right now


class Writer:
    """Writes letters. `base` is where the house is, as people type it."""

    def __init__(
        self, store: Mail, tables: Tables, time: Time, chances: Chances, off: "Unsubscribing", *, base: str,
        sender: str, looking: Looking,
    ) -> None:  # fmt: skip
        self._store, self._tables, self._time, self._chances, self._off = store, tables, time, chances, off
        self._base, self._sender, self._looking = base, sender, looking
        self._host = sender.rpartition("@")[2]

    async def compose(self, notice: Notice) -> Message | None:
        """The letter, ready to be carried; None if by now there is nothing to be said, or nobody to say it to."""
        letter = await self._letter(notice)
        if letter is None:
            return None
        id = f"{_digest(self._off.secret, 'letter', notice.key)}@{self._host}"
        return message_of(letter, id=id, sender=self._sender, name=_say("mail.house"), at=self._time.now())

    async def _letter(self, notice: Notice) -> Letter | None:
        what = about(notice)
        if isinstance(what, YourTurn):
            return await self._your_turn(notice, what)
        if isinstance(what, Invited):
            return await self._invited(notice, what)
        if isinstance(what, ToConfirm):
            return await self._to_confirm(what)
        return await self._forgotten(what)

    # -- at tables --------------------------------------------------------------------------------------------

    async def _your_turn(self, notice: Notice, what: YourTurn) -> Letter | None:
        person = notice.person or ""
        to, table = await self._reader(person, "turn"), await self._tables.table(what.table)
        if to is None or person not in people_to_act(table) or has_acted_since(table, person, notice.at):
            return None
        last = None if notice.thread is None else await self._store.told(notice.thread)
        if self._looking(table, person) or (last is not None and not has_acted_since(table, person, last)):
            return None
        game, seat = table.game.title, next(seat for seat in table.seats_of(person) if seat in table.to_act)
        others = ", ".join(str(sitter.called) for other, sitter in enumerate(table.sitters) if other != seat)
        return Letter(
            to=to,
            subject=_say("mail.turn-subject", game=game),
            says=[_say("mail.turn", name=table.name_of(person), game=game, others=others or _say("mail.nobody-else")),
                  *last_steps(table, seat)],
            heading=_say("mail.position"),
            items=position_of(table, seat),
            ways=[Way(_say("mail.to-table"), self._url(f"/table/{quote(table.id)}"))],
            why=_say("mail.turn-why"),
            off=self._way_off(person, "turn"),
        )  # fmt: skip

    async def _invited(self, notice: Notice, what: Invited) -> Letter | None:
        table = await self._tables.table(what.table)
        by = table.name_of(what.by)
        if table.phase != "open" or not table.seats_with("open") or not by:
            return None
        who = notice.person or self._off.stranger(what.address)
        to = await self._reader(notice.person, "invitation") if notice.person else await self._stranger(what.address)
        if to is None or (notice.person is not None and table.seats_of(notice.person)):
            return None
        if notice.person is not None and await self._store.is_blocked(what.by, [notice.person]):
            return None
        game = table.game.title
        return Letter(
            to=to,
            subject=_say("mail.invitation-subject", name=by, game=game),
            says=[_say("mail.invitation", name=by, game=game)],
            ways=[
                Way(
                    _say("mail.to-invitation"),
                    self._url(f"/table/{quote(table.id)}", invite="" if table.rules.listed else table.invite),
                )
            ],
            why=_say("mail.invitation-why", name=by),
            off=self._way_off(who, "invitation"),
        )

    # -- of accounts ------------------------------------------------------------------------------------------

    async def _to_confirm(self, what: ToConfirm) -> Letter | None:
        person, kept = await self._store.person(what.account), await self._store.address_of(what.account)
        if person is None or kept is None or kept.wanted != what.address:
            return None
        until = self._time.now() + LINK_DAYS * DAY
        secret = await self._link("confirm", person.id, until, what.address)
        return Letter(
            to=what.address,
            subject=_say("mail.confirm-subject"),
            says=[_say("mail.confirm", name=person.name), _say("mail.link-days", count=LINK_DAYS)],
            ways=[Way(_say("mail.to-confirm"), self._url("/confirm", token=secret))],
            why=_say("mail.confirm-why"),
        )

    async def _forgotten(self, what: Forgotten) -> Letter | None:
        accounts, to = await self._accounts(what.who)
        if to is None or not accounts:
            return None
        until = self._time.now() + RESET_MINUTES * MINUTE
        ways = []
        for person in accounts:
            secret = await self._link("reset", person.id, until)
            ways.append(Way(_say("mail.to-reset", name=person.name), self._url("/reset", token=secret)))
        return Letter(
            to=to,
            subject=_say("mail.reset-subject"),
            says=[_say("mail.reset"), _say("mail.link-minutes", count=RESET_MINUTES)],
            ways=ways,
            why=_say("mail.reset-why"),
        )

    async def _accounts(self, who: str) -> tuple[list[Person], str | None]:
        """Whose password it may be, and where to write to."""
        if "@" not in who:
            named = await self._store.account_named(names.tidy(who)) if printable(who) else None
            kept = None if named is None else await self._store.address_of(named.id)
            return ([], None) if named is None or kept is None else ([named], kept.address)
        try:
            address = addresses.check(who)
        except Refused:
            return [], None
        ids = await self._store.people_at(address, MOST_ACCOUNTS)
        found = [person for id in ids if (person := await self._store.person(id)) is not None]
        kept = await self._store.address_of(found[0].id) if found else None
        return found, None if kept is None else kept.address

    async def _link(self, kind: str, person: str, until: int, address: str = "") -> str:
        """The secret is made here and is in the letter alone; a letter that is written again has another."""
        secret = urlsafe_b64encode(self._chances.secret()).decode().rstrip("=")
        link = Link(
            hash=hash_of(secret), kind="confirm" if kind == "confirm" else "reset", person=person, address=address,
            until=until,
        )  # fmt: skip
        await self._store.add_link(link)
        return secret

    # -- to whom, and how not to ------------------------------------------------------------------------------

    async def _reader(self, person: str, kind: str) -> str | None:
        """The address of somebody who wants this kind of letter."""
        kept = await self._store.address_of(person)
        if kept is None or kept.address is None or kind in await self._store.silenced(person):
            return None
        return kept.address

    async def _stranger(self, address: str) -> str | None:
        """An address that somebody gave who invites: neither it nor anybody who has it may have refused."""
        for who in (self._off.stranger(address), *await self._store.people_at(address)):
            if "invitation" in await self._store.silenced(who):
                return None
        return address

    def _way_off(self, who: str, kind: str) -> Way:
        return Way(_say("mail.off"), self._url("/unsubscribe", token=self._off.token(who, kind)))

    def _url(self, path: str, **query: str) -> str:
        given = {name: value for name, value in query.items() if value}
        return f"{self._base}{path}{'?' + urlencode(given) if given else ''}"


class Unsubscribing:
    """Tokens that turn one kind of letter off for one reader, without signing in. They are signed, not kept: every
    letter has one, and all of them work for ever."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    @classmethod
    async def of(cls, store: Addresses) -> "Unsubscribing":
        return cls(await store.keep_secret(SIGNING, secrets.token_bytes(32)))

    def stranger(self, address: str) -> str:
        """Stands for an address that is nobody's here, of which nothing else is kept."""
        return "@" + _digest(self.secret, "address", address.casefold())

    def token(self, who: str, kind: str) -> str:
        return f"{kind}.{_digest(self.secret, 'off', kind, who)}.{who}"

    def read(self, token: str) -> tuple[str, str]:
        """(who, kind), or a refusal."""
        kind, _, rest = token.partition(".")
        signature, _, who = rest.partition(".")
        if not hmac.compare_digest(
            signature.encode(errors="surrogatepass"), _digest(self.secret, "off", kind, who).encode()
        ):
            raise Refused("people.unsubscribe-link")
        return who, kind


def _digest(secret: bytes, *facts: str) -> str:
    return hmac.new(secret, "\x1f".join(facts).encode(errors="surrogatepass"), hashlib.sha256).hexdigest()[:32]


def last_steps(table: Table, seat: int) -> list[str]:
    """What others have just done there, as this seat was told it; what chance brought is in the position."""
    words, said = sentences(table.game), []
    for line in table.told[seat]:
        if line.kind == "step" and line.seat is not None and line.words is not None:
            who = str(table.sitters[line.seat].called)
            said.append(words.render(Text("mail.line", {"what": who, "where": words.render(line.words)})))
    return said[-LAST_STEPS:]


def _say(key: str, /, **args: str | int) -> str:
    return sentences().render(Text(key, args))
