"""How others on the same network get here: this machine's addresses there, and what to print about them."""

import ipaddress
import socket
import struct
import sys

from parlour.core.languages import FALLBACK
from parlour.server import qr
from parlour.server.texts import say

NETWORKS = tuple(map(ipaddress.ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
# Bridges to containers and virtual machines: they have addresses like any network, and no phone is there.
VIRTUAL = ("lo", "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "lxd", "podman", "cni", "flannel")
# Where a packet is to be sent that never is; the address is reserved for examples.
SOMEWHERE = ("192.0.2.1", 9)
SIOCGIFADDR = 0x8915  # of Linux: an interface's address


def addresses() -> list[str]:
    """Those that another device on the network can reach, the best guess first."""
    found = [towards_the_world(), *of_interfaces(), *of_name()]
    return list(dict.fromkeys(address for address in found if address is not None and is_private(address)))


def lines(port: int, colour: bool, language: str = FALLBACK, found: list[str] | None = None) -> list[str]:
    """What `--lan` prints: the address, a code for phones, and that nothing is encrypted."""
    known = addresses() if found is None else found
    if not known:
        return [say("lan.none", language=language)]
    first, *others = [url(address, port) for address in known]
    more = [say("lan.others", language=language, addresses=", ".join(others))] if others else []
    opened, notice = say("lan.open", language=language, address=first), say("lan.notice", language=language)
    return [opened, "", qr.as_blocks(first, colour), "", *more, notice]


def url(address: str, port: int) -> str:
    return f"http://{address}" + ("" if port == 80 else f":{port}")


def is_private(address: str) -> bool:
    """On a public address nobody is let in without encryption, so there is no use in showing one."""
    return any(ipaddress.ip_address(address) in network for network in NETWORKS)


def towards_the_world() -> str | None:
    """The address from which packets would leave. To connect by UDP sends none; it only looks up the way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
            address: str = probe.getsockname()[0]
        except OSError:  # there is no network
            return None
    return address


def of_interfaces() -> list[str]:
    """Every real interface's. Only Linux tells it without a library; elsewhere the other two ways have to do."""
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        for _, name in socket.if_nameindex():
            if name.startswith(VIRTUAL):
                continue
            try:
                answer = fcntl.ioctl(asker.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:  # it has no address
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def of_name() -> list[str]:
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []
