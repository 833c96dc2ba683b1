"""How others on the network get here."""

import socket

import pytest

from parlour.server import lan


def test_the_way_into_the_world_is_the_best_guess(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lan, "towards_the_world", lambda: "192.168.1.5")
    monkeypatch.setattr(lan, "of_interfaces", lambda: ["10.0.0.7", "192.168.1.5"])
    monkeypatch.setattr(lan, "of_name", lambda: ["127.0.1.1", "10.0.0.7"])
    assert lan.addresses() == ["192.168.1.5", "10.0.0.7"]


def test_addresses_that_are_not_on_a_private_network_are_left_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lan, "towards_the_world", lambda: "8.8.8.8")
    monkeypatch.setattr(lan, "of_interfaces", lambda: ["169.254.3.4", "172.32.0.1", "172.31.0.1", "0.0.0.0"])
    monkeypatch.setattr(lan, "of_name", lambda: ["127.0.0.1"])
    assert lan.addresses() == ["172.31.0.1"]


def test_without_a_network_there_are_none(monkeypatch: pytest.MonkeyPatch):
    class Unplugged(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError(101, "Network is unreachable")

    def unknown(*_: object) -> None:
        raise socket.gaierror

    monkeypatch.setattr(lan.socket, "socket", Unplugged)
    monkeypatch.setattr(lan.socket, "if_nameindex", lambda: [(1, "lo"), (2, "docker0"), (3, "none0")])
    monkeypatch.setattr(lan.socket, "getaddrinfo", unknown)
    assert lan.addresses() == []
    assert len(lan.lines(8000, colour=False)) == 1


def test_this_machine_can_be_asked():
    for address in lan.addresses():
        assert lan.is_private(address)


def test_what_is_printed_has_the_address_a_code_and_a_warning():
    text = "\n".join(lan.lines(8000, colour=False, found=["192.168.1.5", "10.0.0.7"]))
    assert "http://192.168.1.5:8000" in text
    assert "http://10.0.0.7:8000" in text
    assert "█▀▀▀▀▀█" in text
    assert "not encrypted" in text


def test_the_usual_port_goes_without_saying():
    assert lan.url("192.168.1.5", 80) == "http://192.168.1.5"
