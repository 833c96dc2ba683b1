"""Links with a secret: made here, shown once, kept as a hash, and good for one use.

The secret stands behind the `#` of the address. Browsers send nothing of that: it comes into no log of a server or
proxy, nor into what a page tells the next one of where its reader came from. The page reads it and posts it.
"""

from base64 import urlsafe_b64encode
from urllib.parse import urlencode

from parlour.house.entropy import Entropy
from parlour.house.mail import records as mail_records
from parlour.house.mail.records import Link, LinkKind
from parlour.house.people.secret_hashes import hash_of
from parlour.house.store import Store

PAGES: dict[LinkKind, str] = {"confirm": "/confirm", "reset": "/reset", "let-in": "/reset"}


async def make_link(
    store: Store, entropy: Entropy, base: str, kind: LinkKind, person: str, until: int, address: str = ""
) -> str:
    """`base` is where the house is, as people type it."""
    secret = urlsafe_b64encode(entropy.secret()).decode().rstrip("=")
    link = Link(hash=hash_of(secret), kind=kind, person=person, address=address, until=until)
    await mail_records.add_link(store, link)
    return f"{base}{PAGES[kind]}#{urlencode({'token': secret})}"
