"""What every letter is made of: sentences, a reader, links, and a way to get no more of them."""

import hashlib
import hmac
import secrets
from urllib.parse import urlencode

import msgspec

from parlour.core.languages import FALLBACK
from parlour.core.texts import Refused, Text
from parlour.house.mail import records as mail_records
from parlour.house.people import records as people_records
from parlour.house.people.preferences import wished_language
from parlour.house.store import Store
from parlour.house.texts import sentences

SIGNING = "unsubscribe"  # the name of the secret


class LetterLink(msgspec.Struct, frozen=True):
    """A link and what it is called."""

    name: str
    url: str


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """Plain sentences; how they look in a mail program is another's business."""

    to: str
    language: str = FALLBACK
    subject: str
    says: list[str]
    ways: list[LetterLink]
    heading: str = ""  # of the list
    items: list[str] = []
    why: str  # the reader gets this
    off: LetterLink | None = None  # how to get no more of this kind


class Readers:
    """To whom letters go, and where their links lead. `base` is where the house is, as people type it."""

    def __init__(self, store: Store, off: "Unsubscribing", base: str) -> None:
        self._store, self._off, self._base = store, off, base

    async def address(self, person: str, kind: str) -> str | None:
        """The address of somebody who wants this kind of letter."""
        kept = await mail_records.address_of(self._store, person)
        if kept is None or kept.address is None or kind in await mail_records.silenced(self._store, person):
            return None
        return kept.address

    async def stranger(self, address: str) -> str | None:
        """An address that somebody gave who invites: neither it nor anybody who has it may have refused."""
        for who in (self._off.stranger(address), *await mail_records.people_at(self._store, address)):
            if "invitation" in await mail_records.silenced(self._store, who):
                return None
        return address

    async def language(self, person: str | None) -> str:
        """In which this person is written to; a stranger in English."""
        wished = None if person is None else wished_language(await people_records.get_person(self._store, person))
        return wished or FALLBACK

    def way_off(self, who: str, kind: str, phrase: "Phrase") -> LetterLink:
        return LetterLink(phrase("mail.off"), self.url("/unsubscribe", token=self._off.token(who, kind)))

    def url(self, path: str, **query: str) -> str:
        given = {name: value for name, value in query.items() if value}
        return f"{self._base}{path}{'?' + urlencode(given) if given else ''}"


class Unsubscribing:
    """Tokens that turn one kind of letter off for one reader, without signing in. They are signed, not kept: every
    letter has one, and all of them work for ever."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    @classmethod
    async def of(cls, store: Store) -> "Unsubscribing":
        return cls(await mail_records.keep_secret(store, SIGNING, secrets.token_bytes(32)))

    def stranger(self, address: str) -> str:
        """Stands for an address that is nobody's here, of which nothing else is kept."""
        return "@" + digest(self.secret, "address", address.casefold())

    def token(self, who: str, kind: str) -> str:
        return f"{kind}.{digest(self.secret, 'off', kind, who)}.{who}"

    def read(self, token: str) -> tuple[str, str]:
        """(who, kind), or a refusal."""
        kind, _, rest = token.partition(".")
        signature, _, who = rest.partition(".")
        if not hmac.compare_digest(
            signature.encode(errors="surrogatepass"), digest(self.secret, "off", kind, who).encode()
        ):
            raise Refused("people.unsubscribe-link")
        return who, kind


def digest(secret: bytes, *facts: str) -> str:
    return hmac.new(secret, "\x1f".join(facts).encode(errors="surrogatepass"), hashlib.sha256).hexdigest()[:32]


class Phrase:
    """The house's sentences in one language; unlike `say` it takes an argument by any name."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str, /, **args: str | int) -> str:
        return sentences(None, self.language).render(Text(key, args))
