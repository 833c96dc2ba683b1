"""Which addresses the house connects to when somebody has given it the address of a push service. Anybody can give any:
so it is https, public, and looked up here, once; the house connects to the very address that was looked at.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from parlour.core.texts import Refused
from parlour.house.mail.sender import Never, NotNow
from parlour.house.push.port import LONGEST_ENDPOINT
from parlour.server.guard.places import is_loopback

Reach = Literal["public", "loopback"]  # `loopback`: this machine too, and without TLS; for tests
HTTPS = 443
NAT64 = ipaddress.ip_network("64:ff9b::/96")

LookUp = Callable[[str, int], Awaitable[list[str]]]
IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class Endpoint(NamedTuple):
    """An address that a browser was given by its push service."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        scheme, usual = ("https", HTTPS) if self.secure else ("http", 80)
        return f"{scheme}://{self.host}" + ("" if self.port == usual else f":{self.port}")


def endpoint_of(text: str, reach: Reach = "public") -> Endpoint:
    """Refuses what no push service gives."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise Refused("push.endpoint") from None
    host, local = (parts.hostname or "").rstrip("."), False
    if reach == "loopback":
        local = is_loopback(host)
    plain = text.isascii() and text.isprintable() and " " not in text and "\\" not in text
    if not plain or len(text) > LONGEST_ENDPOINT or parts.username is not None or parts.fragment or not host:
        raise Refused("push.endpoint")
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise Refused("push.endpoint-https")
    if not local and (port not in (None, HTTPS) or _is_literal(host) or "." not in host):
        raise Refused("push.endpoint")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    secure = parts.scheme == "https"
    return Endpoint(secure, host, port or (HTTPS if secure else 80), path)


async def looked_up(host: str, port: int) -> list[str]:
    """All addresses of a name; OSError: there is none."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [str(one[4][0]) for one in found]


async def address_of(endpoint: Endpoint, reach: Reach = "public", look_up: LookUp = looked_up) -> str:
    """Where to connect to. Never: it leads to where nobody else may; NotNow: the name is not known at the moment."""
    try:
        found = await look_up(endpoint.host, endpoint.port)
    except OSError:
        raise NotNow("the push service's name is not known") from None
    addresses = [ipaddress.ip_address(one.partition("%")[0]) for one in found]
    # One that is not public is enough: a name that leads here and there is nobody's to be trusted.
    if not addresses or not all(is_public(one) or (reach == "loopback" and one.is_loopback) for one in addresses):
        raise Never("the push service is not at a public address")
    return str(addresses[0])


def is_public(address: IPAddress) -> bool:
    """And so are those that it may stand for: ways from IPv6 to IPv4 lead on to private networks, too."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if address in NAT64:
            inner.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        if any(one is not None and not is_public(one) for one in inner):
            return False
        if address.ipv4_mapped is not None or address in NAT64:
            return True
    return address.is_global and not address.is_multicast and not address.is_reserved


def _is_literal(host: str) -> bool:
    """An address in place of a name, in any of the ways in which they are written."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        last = host.rpartition(".")[2]
        return last.isdigit() or last.startswith("0x")
    return True
