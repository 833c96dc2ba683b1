"""Where the house connects to for somebody who has given it an address: https, public, and nowhere else."""

import ipaddress
import socket
from typing import Any

import pytest

from parlour.core.texts import Refused
from parlour.house.mail.sender import Never, NotNow
from parlour.server.push.endpoints import address_of, endpoint_of, is_public, looked_up


@pytest.mark.parametrize(
    "text",
    [
        "http://push.example.org/x", "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x", "ftp://a.org/x",
        "https://user@push.example.org/x", "https://push.example.org:8443/x", "https://push.example.org/x#y",
        "https://169.254.169.254/latest", "https://0x7f.1/x", "https://2130706433/x", "https://017700000001/x",
        "https://push.example.org/x y", "https://push.example.org\\@10.0.0.1/", "https://", "push", "", "javascript:x",
        "https://push.example.org:port/x", "https://push.example.org/" + "x" * 1000, "https://[fe80::1%25eth0]/x",
        "http://127.0.0.1/x", "https://push.example.org/\u212a", "https://10.1/x", "https://a.0xff/x",
    ],
)  # fmt: skip
def test_what_no_push_service_gives_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        endpoint_of(text)


def test_what_push_services_give_is_taken() -> None:
    found = endpoint_of("https://updates.push.services.mozilla.com/wpush/v2/gAAAA_b-c?x=1")
    assert (found.origin, found.port, found.path) == (
        "https://updates.push.services.mozilla.com", 443, "/wpush/v2/gAAAA_b-c?x=1"
    )  # fmt: skip


def test_only_tests_may_speak_to_this_machine() -> None:
    assert endpoint_of("http://127.0.0.1:9200/x", "loopback").origin == "http://127.0.0.1:9200"
    for text in ("http://push.example.org/x", "http://10.0.0.1/x", "https://10.0.0.1/x"):
        with pytest.raises(Refused):
            endpoint_of(text, "loopback")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True), ("2001:4860:4860::8888", True), ("::ffff:8.8.8.8", True), ("64:ff9b::808:808", True),
        ("10.0.0.1", False), ("172.16.9.9", False), ("192.168.1.1", False), ("127.0.0.1", False), ("0.0.0.0", False),
        ("169.254.169.254", False), ("100.64.0.1", False), ("224.0.0.1", False), ("255.255.255.255", False),
        ("240.0.0.1", False), ("::1", False), ("::", False), ("fe80::1", False), ("fc00::1", False), ("ff02::1", False),
        ("::ffff:10.0.0.1", False), ("64:ff9b::a00:1", False), ("2002:a00:1::", False), ("2001:db8::1", False),
    ],
)  # fmt: skip
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is public


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("found", "outcome"),
    [
        (["8.8.8.8"], "8.8.8.8"),
        (["10.0.0.1"], Never),
        (["8.8.8.8", "127.0.0.1"], Never),
        (["::ffff:192.168.0.1"], Never),
        ([], NotNow),
    ],
)
async def test_a_name_is_looked_up_and_what_is_not_public_is_not_connected_to(found: list[str], outcome: Any) -> None:
    async def look_up(host: str, port: int) -> list[str]:
        assert (host, port) == ("push.example.org", 443)
        if not found:
            raise socket.gaierror("no such name")
        return found

    endpoint = endpoint_of("https://push.example.org/x")
    if isinstance(outcome, str):
        assert await address_of(endpoint, look_up=look_up) == outcome
    else:
        with pytest.raises(outcome):
            await address_of(endpoint, look_up=look_up)


@pytest.mark.anyio
async def test_this_machine_has_a_name_that_only_tests_may_use() -> None:
    assert await looked_up("localhost", 443)
    with pytest.raises(Refused):
        endpoint_of("https://localhost/x")
    assert await address_of(endpoint_of("http://localhost:9200/x", "loopback"), "loopback") in ("127.0.0.1", "::1")
