"""The live socket's edges: strangers, rubbish, sockets that say nothing or do not read, sessions that end."""

import json
import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from parlour.server.guard.limits import Limits
from parlour.server.live import sockets
from tests.server.conftest import API, Visitor
from tests.server.live.real import PATIENCE, RealHouse, real_house, wait_until

PASSWORD = "seven slow swans"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    with real_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(autouse=True)
def _no_fault(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever comes in, the house's log has nothing to say about it."""
    yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def account(house: RealHouse, name: str) -> tuple[Visitor, str]:
    """Somebody with an account, and a token that plays as they do."""
    one = house.visitor()
    answer = one.post("/accounts", {"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    one.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
    house.client.cookies.clear()
    token = one.post("/me/tokens", {"label": "robot", "scopes": ["play"]})
    assert token.status_code == 201, token.text
    return one, token.json()["token"]


# -- who may come in ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1", None])
def test_another_pages_socket_is_refused_at_the_handshake(house: RealHouse, origin: str | None) -> None:
    headers = {"Cookie": house.visitor().headers["Cookie"], **({"Origin": origin} if origin else {})}
    with pytest.raises(InvalidStatus) as refused, house.tab(None, **headers):
        pass
    assert refused.value.response.status_code == 403


def test_a_program_with_a_token_needs_no_origin(house: RealHouse) -> None:
    one, token = account(house, "Robot Keeper")
    table = one.open("connect4", "mm")
    with house.tab(None, Authorization=f"Bearer {token}") as tab:
        assert tab.watch(table.id, 0)["now"]["choices"]
        tab.do("act", table=table.id, seat=0, steps=["a"])
    with pytest.raises(InvalidStatus), house.tab(None, Authorization="Bearer wrong"):
        pass


def test_a_socket_at_another_address_is_refused(house: RealHouse) -> None:
    from websockets.sync.client import connect

    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{house.at[1]}{API}/other", proxy=None):
        pass


# -- rubbish --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rubbish",
    ["", "{", "null", "[]", "1", '"watch"', "{}", '{"do":"dance"}', '{"do":"watch"}', '{"do":"watch","topic":"moon"}',
     '{"do":"ping","more":1}', '{"do":"act","table":5,"seat":0,"steps":[]}', '{"do":"ping","id":1.5}',
     '{"do":"act","table":"x","seat":"0","steps":["a"]}', '{"do":"act","table":"x","seat":0,"steps":[1]}',
     '{"do":"say","table":"x","text":"\\ud800"}', "[" * 30_000, '{"do":' * 5000, b"\xff\xfe\x00", b"\x00"],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_and_the_socket_stays(house: RealHouse, rubbish: str | bytes) -> None:
    with house.tab() as tab:
        tab.socket.send(rubbish)
        answer = tab.hear()
        assert (answer["is"], answer["id"]) == ("refused", None)
        assert answer["key"].startswith("server.")
        assert answer["error"]
        assert "Traceback" not in answer["error"]
        tab.do("ping")


@pytest.mark.parametrize("seat", [-1, 64, 2**31, 2**63, -(2**63), 2**70])
def test_a_seat_that_cannot_be_is_refused(house: RealHouse, seat: int) -> None:
    one = house.visitor()
    table = one.open("connect4", "mm")
    with house.tab(one) as tab:
        for message in ({"do": "watch", "topic": "table", "seat": seat}, {"do": "act", "seat": seat, "steps": ["a"]}):
            tab.send({**message, "table": table.id, "id": 1})
            assert tab.hear()["is"] == "refused"


def test_a_message_over_64_kib_closes_the_socket(house: RealHouse) -> None:
    with house.tab() as tab:
        tab.socket.send("x" * (sockets.MOST_BYTES + 1))
        assert tab.closed() == sockets.TOO_BIG


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[RealHouse]:
    """With the limits that it has for everybody."""
    with real_house(tmp_path, limits=Limits()) as house:
        yield house


def test_whoever_sends_nothing_but_rubbish_is_let_go(strict: RealHouse) -> None:
    with strict.tab() as tab:
        for _ in range(12):
            tab.socket.send("rubbish")
        assert tab.closed() == sockets.UNREADABLE


def test_whoever_talks_without_end_is_told_to_wait_by_socket_and_by_http(strict: RealHouse) -> None:
    one = strict.visitor()
    table = one.open("connect4", "mm")
    with strict.tab(one) as tab:
        answers = [tab.ask("say", table=table.id, text=f"{number}") for number in range(15)]
        assert [answer["is"] for answer in answers[:10]] == ["done"] * 10
        assert "safety.too-many" in [answer.get("key") for answer in answers]
        asked = [one.post(f"{table.path}/talk", {"text": f"{number}"}).status_code for number in range(3)]
        assert 429 in asked, "what the socket has said counts here"


# -- life signs -----------------------------------------------------------------------------------------------


def test_the_house_gives_signs_of_life_and_lets_the_silent_go(
    house: RealHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "BEAT", 0.05)
    monkeypatch.setattr(sockets, "SILENCE", 0.2)
    with house.tab() as tab:
        assert tab.closed() == 1000
        assert tab.told
        assert all(message == {"is": "beat"} for message in tab.told)


def test_whoever_does_not_read_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "BEAT", 0.2)
    with real_house(tmp_path) as house:
        one = house.visitor()
        table = one.open("connect4", "mm")
        house.narrow()
        came = house.app.state["services"].live.sockets = SeenSockets()
        with unread_socket(house, one, table.id):
            wait_until(lambda: came.ever != [], "it is there")  # it may be gone before one looks
            watching = came.ever[0]
            for number in range(1000):
                if not house.sockets:
                    break
                assert len(watching._replies) <= sockets.MOST_REPLIES + 1
                assert len(watching._changed) <= 1, "what it has not been told yet is one thing, however much that is"
                one.post(f"{table.path}/talk", {"text": f"{number} " + "long " * 95})
            wait_until(lambda: not house.sockets, "it is let go")
        assert watching._code == sockets.TOO_SLOW
        with house.tab(one) as tab:
            tab.watch(table.id, 0)


class SeenSockets(set[sockets.LiveSocket]):
    """All who are there, and who ever were."""

    def __init__(self) -> None:
        super().__init__()
        self.ever: list[sockets.LiveSocket] = []

    def add(self, socket: sockets.LiveSocket) -> None:
        super().add(socket)
        self.ever.append(socket)


class unread_socket:  # noqa: N801 it is used as a function
    """A live socket that asks for a table again and again, and reads nothing."""

    def __init__(self, house: RealHouse, visitor: Visitor, table: str) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(house.at)
        lines = [f"GET {API}/live HTTP/1.1", f"Host: 127.0.0.1:{house.at[1]}", "Connection: Upgrade",
                 "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                 *(f"{name}: {value}" for name, value in visitor.headers.items())]  # fmt: skip
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        assert b"101" in self._socket.recv(300)
        watch = json.dumps({"do": "watch", "topic": "table", "table": table, "seat": 0}).encode()
        # A frame of text, masked with zeros; enough of them that the answers fill every buffer on the way.
        frame = bytes((0x81, 0x80 | len(watch), 0, 0, 0, 0)) + watch
        self._socket.sendall(frame * 150)

    def __enter__(self) -> None:
        """It is there."""

    def __exit__(self, *_: object) -> None:
        self._socket.close()


# -- sessions that end ------------------------------------------------------------------------------------------


def test_signing_out_closes_ones_sockets(house: RealHouse) -> None:
    one, other = house.visitor(), house.visitor()
    with house.tab(one) as tab, house.tab(other) as theirs:
        tab.do("watch", topic="me")
        assert one.send("DELETE", "/sessions/current").status_code == 204
        assert tab.closed() == sockets.ASK_AGAIN
        theirs.do("ping")
    with house.tab(one) as again:
        assert again.refused("watch", topic="me") == "people.sign-in"


def test_a_token_that_is_revoked_is_out_at_once(house: RealHouse) -> None:
    one, token = account(house, "Careful Keeper")
    handle = one.get("/me/tokens").json()[0]["handle"]
    with house.tab(None, Authorization=f"Bearer {token}") as tab:
        tab.do("ping")
        assert one.send("DELETE", f"/me/tokens/{handle}").status_code == 204
        assert tab.closed() == sockets.ASK_AGAIN
    with pytest.raises(InvalidStatus), house.tab(None, Authorization=f"Bearer {token}"):
        pass


def test_a_fault_in_the_house_closes_the_socket_and_is_logged(
    house: RealHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken() -> bytes:
        raise RuntimeError("a fault")

    with house.tab() as tab:
        tab.do("ping")
        monkeypatch.setattr(house.app.state["services"].lists, "lobby", broken)
        tab.send({"do": "watch", "topic": "lobby"})
        assert tab.closed() == sockets.TROUBLE
    wait_until(lambda: "a socket is closed" in caplog.text, "it is logged")
    caplog.clear()
