"""Where somebody has found us: the scheme, host and port that their browser shows, and from which address they come.

The public URL says it, if there is one; else a trusted proxy's X-Forwarded-Proto and -Host; else the request itself.

A name that anybody could point at us is not ours unless a setting says so: otherwise a stranger's page could let its
own name resolve to this machine and be, for the browser, the same origin as we are (DNS rebinding). Addresses in digits
cannot be pointed elsewhere, and names without a dot or under the few private endings are nobody's to hand out.
"""

import ipaddress
import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from parlour.core.texts import Refused
from parlour.house.people.ceremonies import PasskeyPlace

Scope = Any  # of ASGI: a mapping whose values are of all kinds
IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
PlaceKind = Literal["secure", "loopback", "private", "public"]

LOOPBACK = ("127.0.0.0/8", "::1/128")
PRIVATE_NETWORKS = tuple(
    map(
        ipaddress.ip_network,
        ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10"),
    )
)
PRIVATE_ENDINGS = (".local", ".lan", ".home.arpa", ".internal")
DEFAULT_PORTS = {"http": 80, "https": 443}
AUTHORITY = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?)\.?(?::([0-9]{1,5}))?", re.IGNORECASE)
NO_ADDRESS = "unknown"


class Place(NamedTuple):
    """What stands before the path in the browser's address bar."""

    scheme: str
    host: str
    port: int

    @property
    def origin(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{name}" + ("" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}")

    @property
    def kind(self) -> PlaceKind:
        """How far what is sent here can be overheard."""
        if self.scheme == "https":
            return "secure"
        if is_loopback(self.host):
            return "loopback"
        return "private" if is_private(self.host) else "public"

    @property
    def passkey_place(self) -> PasskeyPlace | None:
        """Where browsers let passkeys be used: under a name, not an address in digits, and only where nobody can
        listen."""
        safe = self.kind in ("secure", "loopback") and as_address(self.host) is None
        return PasskeyPlace(self.host, self.origin) if safe else None


class Places:
    """Knows from settings which places are ours and whose word on them is good."""

    def __init__(
        self, public_url: str | None = None, trusted: Sequence[str] = LOOPBACK, hosts: Sequence[str] = ()
    ) -> None:
        self.public = place_of_url(public_url) if public_url else None
        self.trusted = [ipaddress.ip_network(network) for network in trusted]
        self.hosts = {host.lower() for host in hosts} | ({self.public.host} if self.public else set())

    def place(self, scope: Scope) -> Place:
        """Where this request has found us, or a refusal if that is not a place of ours."""
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        authority = only_header(scope, b"host") or ""
        found = self._ours(scheme, authority)
        if self.public is not None:
            return self.public
        if not self.is_trusted(peer(scope)):
            return found
        said_scheme = last_of(header(scope, b"x-forwarded-proto"))
        said_host = last_of(header(scope, b"x-forwarded-host"))
        return self._ours(said_scheme if said_scheme in DEFAULT_PORTS else scheme, said_host or authority)

    def address(self, scope: Scope) -> str:
        """Who is at the other end: the nearest address that is not a trusted proxy's. Whatever stands further left in
        X-Forwarded-For, anybody may have written."""
        address = peer(scope)
        for said in reversed((header(scope, b"x-forwarded-for") or "").split(",")):
            if not self.is_trusted(address):
                break
            said_address = as_address(said.strip())
            if said_address is None:
                break
            address = said_address
        return str(address) if address is not None else NO_ADDRESS

    def is_the_hosts(self, scope: Scope) -> bool:
        """Whether it is the host's own machines that ask, and for nobody else."""
        address = self.address(scope)
        return address == NO_ADDRESS or self.is_trusted(as_address(address))

    def _ours(self, scheme: str, authority: str) -> Place:
        place = parse_authority(scheme, authority)
        if place is None or not (place.host in self.hosts or cannot_be_pointed_at_us(place.host)):
            raise Refused("safety.host", host=authority[:100])
        return place

    def is_trusted(self, address: IpAddress | None) -> bool:
        """Without an address it is a Unix socket, and only a proxy on this machine is there."""
        return address is None or any(address in network for network in self.trusted)


def place_of_url(url: str) -> Place:
    parts = urlsplit(url)
    place = parse_authority(parts.scheme, parts.netloc) if parts.scheme in DEFAULT_PORTS else None
    if place is None or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise Refused("safety.public-url", url=url[:200])
    return place


def parse_authority(scheme: str, authority: str) -> Place | None:
    """`name`, `name:port` or `[v6]:port`; nothing else."""
    match = AUTHORITY.fullmatch(authority)
    if match is None:
        return None
    host, port = match[1].lower().strip("[]"), int(match[2] or DEFAULT_PORTS[scheme])
    if (":" in host and as_address(host) is None) or port > 65535:
        return None
    return Place(scheme, host, port)


def is_loopback(host: str) -> bool:
    address = as_address(host)
    if address is not None:
        return address.is_loopback
    return host == "localhost" or host.endswith(".localhost")


def is_private(host: str) -> bool:
    """Only who is in the same house, or has dug a tunnel to it, gets there."""
    address = as_address(host)
    if address is not None:
        return address.is_unspecified or any(address in network for network in PRIVATE_NETWORKS)
    return "." not in host or host.endswith(PRIVATE_ENDINGS)


def cannot_be_pointed_at_us(host: str) -> bool:
    return as_address(host) is not None or is_loopback(host) or is_private(host)


def as_address(text: str) -> IpAddress | None:
    """An address, with IPv4 in IPv6's clothes undressed."""
    try:
        address = ipaddress.ip_address(text.split("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, ipaddress.IPv6Address) else address


def peer(scope: Scope) -> IpAddress | None:
    """The other end of the connection. A name, as test clients have, is somewhere far away."""
    client = scope.get("client")
    return (as_address(client[0]) or ipaddress.ip_address("192.0.2.1")) if client else None


# -- headers of requests --------------------------------------------------------------------------------------


def header(scope: Scope, name: bytes) -> str | None:
    """A header's values, joined as if they had been sent in one."""
    values = [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]
    return ", ".join(values) if values else None


def only_header(scope: Scope, name: bytes) -> str | None:
    """For headers that come once: a second one is somebody's trick, and then neither counts."""
    values = [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]
    return values[0].strip() if len(values) == 1 else None


def last_of(values: str | None) -> str | None:
    """What the nearest proxy has added."""
    return values.split(",")[-1].strip() if values else None
