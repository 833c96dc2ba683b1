"""A stranger on the network tries to shut others out: with slow requests, idle connections, many sockets, floods and
many sign-ins. Against a real server, without a proxy in front, as on a family's network.

Addresses of 127.0.0.0/8 stand for other machines: the server here trusts none of them.
"""

import json
import logging
import resource
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from parlour.house.people import passwords
from parlour.house.people.passwords import Passwords
from parlour.server.app import CONNECTIONS
from parlour.server.guard.connections import BOUNDS, Bounds, Connections
from parlour.server.guard.counters import Rate
from parlour.server.guard.limits import RATES, Limits
from parlour.server.live.sockets import BREATH
from tests.load.house import FewGames
from tests.server.conftest import API, Visitor
from tests.server.live.real import PATIENCE, RealHouse, Tab, real_house, wait_until

ATTACKER, ANN, BEN, SCHOOL = "127.0.0.66", "127.0.0.11", "127.0.0.12", "127.0.0.30"
SOON = Bounds(head=0.4, body=0.4, answer=0.4, farewell=0.2, look=0.05)
PASSWORD = "seven slow swans"
IDLE = 500
DROPS = 500  # ten seconds of them, twenty-five times as long as anybody is waited for


@pytest.fixture(autouse=True)
def files() -> None:
    """Each connection is a file, on both sides."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@pytest.fixture(autouse=True)
def _no_fault(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever is tried, it is no fault of the house's."""
    yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def house_of(folder: Path, **changed: Any) -> Any:
    usual = {"trusted": (), "limits": Limits(), "readiness": FewGames(["connect4"])}
    return real_house(folder, **{**usual, **changed})


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    """One that does not wait long."""
    with house_of(tmp_path_factory.mktemp("house"), bounds=SOON) as house:
        yield house


def book_of(house: RealHouse) -> Connections:
    book: Connections = house.app.state[CONNECTIONS]
    return book


@contextmanager
def client_at(house: RealHouse, address: str) -> Iterator[httpx.Client]:
    """A browser on another machine."""
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(base_url=house.address, timeout=PATIENCE, transport=transport) as client:
        yield client


@contextmanager
def visitor_at(house: RealHouse, address: str) -> Iterator[Visitor]:
    with client_at(house, address) as client:
        yield Visitor(client, house.address)


@contextmanager
def tab_at(house: RealHouse, address: str, visitor: Visitor | None = None) -> Iterator[Tab]:
    raw = socket.create_connection(house.at, PATIENCE, source_address=(address, 0))
    headers = visitor.headers if visitor else {"Origin": house.address}
    url = f"ws://127.0.0.1:{house.at[1]}{API}/live"
    with connect(url, sock=raw, additional_headers=headers, compression=None, proxy=None, max_size=None) as live:
        yield Tab(live)


class Wire:
    """A connection of somebody who writes what they like."""

    def __init__(self, house: RealHouse, address: str = ATTACKER, room: int | None = None) -> None:
        self.socket = socket.socket()
        if room is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.bind((address, 0))
        self.socket.connect(house.at)
        self.socket.settimeout(PATIENCE)

    def send(self, data: bytes) -> bool:
        """Whether anybody took it."""
        try:
            self.socket.sendall(data)
        except OSError:
            return False
        return True

    def heard(self) -> bytes:
        """All that is said until the other side hangs up."""
        heard = b""
        try:
            while some := self.socket.recv(65536):
                heard += some
        except ConnectionError:
            pass
        return heard

    def is_open(self) -> bool:
        self.socket.setblocking(False)
        try:
            return self.socket.recv(1, socket.MSG_PEEK) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False


def dribbled(wire: Wire, first: bytes, drop: bytes) -> bytes:
    """What is answered to somebody who never comes to an end. However busy the machine is: it is not waited for so many
    drops, so that no pause between two of them is taken for an end."""
    assert wire.send(first)
    stop, endless = threading.Event(), threading.Event()

    def drip() -> None:
        for _ in range(DROPS):
            if stop.wait(0.02) or not wire.send(drop):
                return
        endless.set()

    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        heard = wire.heard()
        assert not endless.is_set(), "it was waited for on and on"
        return heard
    finally:
        stop.set()
        dripping.join()
        wire.socket.close()


# -- slow requests --------------------------------------------------------------------------------------------


def test_a_head_that_never_ends_is_not_waited_for(house: RealHouse) -> None:
    assert dribbled(Wire(house), b"GET / HTTP/1.1\r\n", b"X: y\r\n").startswith(b"HTTP/1.1 408 ")


def test_a_head_that_comes_after_an_answer_is_not_waited_for_longer(house: RealHouse) -> None:
    """A connection that is kept for the next request is no way around it."""
    first = f"GET /livez HTTP/1.1\r\nHost: 127.0.0.1:{house.at[1]}\r\n\r\nG".encode()
    answers = dribbled(Wire(house), first, b"E")
    assert answers.startswith(b"HTTP/1.1 200 ")
    assert answers.count(b"HTTP/1.1 ") == 2
    assert b"HTTP/1.1 408 " in answers


def test_a_body_that_never_ends_is_not_waited_for(house: RealHouse) -> None:
    host = f"127.0.0.1:{house.at[1]}"
    head = f"POST {API}/guests HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"
    for length in ("Content-Length: 60000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"):
        drop = b"1\r\n \r\n" if "chunked" in length else b" "
        assert dribbled(Wire(house), (head + length).encode(), drop).startswith(b"HTTP/1.1 408 ")


def test_a_body_that_goes_on_after_the_answer_ends_with_the_connection(house: RealHouse) -> None:
    """There is nothing at the address, which is said before the body is there."""
    head = f"POST /nothing HTTP/1.1\r\nHost: elsewhere.example:{house.at[1]}\r\nContent-Length: 60000\r\n\r\n"
    answer = dribbled(Wire(house), head.encode(), b" ")
    assert answer.startswith(b"HTTP/1.1 421 ")
    wait_until(lambda: len(book_of(house)) == 0, "nothing is left of it")


def test_who_says_nothing_at_all_is_let_go_without_a_word(house: RealHouse) -> None:
    assert Wire(house).heard() == b""


def test_an_answer_that_nobody_reads_is_not_kept_for_ever(tmp_path: Path) -> None:
    with house_of(tmp_path, bounds=SOON) as house:
        house.narrow()
        ask = f"GET {API}/schema/openapi.json HTTP/1.1\r\nHost: 127.0.0.1:{house.at[1]}\r\n\r\n".encode()
        wires = [Wire(house, room=2048) for _ in range(5)]
        for wire in wires:
            wire.send(ask * 5)
        wait_until(lambda: len(book_of(house)) == len(wires), "all are there")
        wait_until(lambda: len(book_of(house)) == 0, "all are let go")
        for wire in wires:
            wire.socket.close()


def test_slow_requests_hold_up_nobody_else(house: RealHouse) -> None:
    """However many there are, and while they last."""
    wires = [Wire(house) for _ in range(100)]
    for wire in wires:
        wire.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Le")
    with visitor_at(house, ANN) as ann:
        table = ann.open("connect4", "mm")
        assert table.act(0, "d").status_code == 200
    assert all(wire.heard().startswith(b"HTTP/1.1 408 ") for wire in wires)
    wait_until(lambda: len(book_of(house)) == 0, "none of them is left")


# -- many connections -----------------------------------------------------------------------------------------


def idle_beside_players(house: RealHouse, address: str) -> None:
    """Ann and Ben play over sockets; then a stranger opens hundreds of connections. They play on, and others come."""
    with ExitStack() as closing:
        ann, ben = (closing.enter_context(visitor_at(house, each)) for each in (ANN, BEN))
        table = ann.open("connect4", "mo", listed=True)
        assert ben.post(f"{table.path}/seats", {}).status_code == 200
        tabs = [closing.enter_context(tab_at(house, where, who)) for where, who in ((ANN, ann), (BEN, ben))]
        for seat, tab in enumerate(tabs):
            tab.watch(table.id, seat)
        wires = [Wire(house, address) for _ in range(IDLE)]
        for wire in wires[::2]:
            wire.send(b"GET / HT")
        for number, step in enumerate("abababa"):
            tabs[number % 2].do("act", table=table.id, seat=number % 2, steps=[step])
            # Somebody new, each time over a connection of their own.
            with visitor_at(house, f"127.0.1.{number + 1}") as newcomer:
                assert newcomer.get("/me").status_code == 200
        assert ann.get(f"{table.path}").json()["now"]["phase"] == "over"
        assert len(book_of(house)) <= book_of(house).bounds.connections
        assert any(not wire.is_open() for wire in wires), "there was no room for all"
        for wire in wires:
            wire.socket.close()


def test_five_hundred_idle_connections_shut_nobody_out(tmp_path: Path) -> None:
    """Of one address, with the bounds that every house has."""
    with house_of(tmp_path) as house:
        assert BOUNDS.by_address < IDLE
        idle_beside_players(house, ATTACKER)


def test_nor_do_they_where_there_is_no_room_left_for_anybody(tmp_path: Path) -> None:
    """By way of a proxy, whose connections are not counted by address."""
    with house_of(tmp_path, trusted=("127.0.0.66/32",), bounds=Bounds(connections=60)) as house:
        idle_beside_players(house, ATTACKER)


def test_one_person_has_so_many_sockets_and_others_at_the_address_have_theirs(tmp_path: Path) -> None:
    with house_of(tmp_path, bounds=Bounds(sockets_by_person=5, sockets_by_address=8)) as house, ExitStack() as closing:
        ann, ben = (closing.enter_context(visitor_at(house, SCHOOL)) for _ in range(2))
        for _ in range(5):
            closing.enter_context(tab_at(house, SCHOOL, ann))
        for address in (SCHOOL, ATTACKER):
            with pytest.raises(InvalidStatus), tab_at(house, address, ann):
                """One too many, from wherever."""
        for _ in range(3):
            closing.enter_context(tab_at(house, SCHOOL, ben)).do("ping")
        with pytest.raises(InvalidStatus), tab_at(house, SCHOOL):
            """The address has eight."""
        closing.enter_context(tab_at(house, ATTACKER)).do("ping")


# -- floods ---------------------------------------------------------------------------------------------------


def test_many_sockets_are_no_more_than_one(tmp_path: Path) -> None:
    """What is asked by sockets and over HTTP is taken from one bucket; the neighbour has another."""
    limits = Limits({**RATES, "person": Rate(40, 0.01)})
    with house_of(tmp_path, limits=limits) as house, ExitStack() as closing:
        ann, ben = (closing.enter_context(visitor_at(house, SCHOOL)) for _ in range(2))
        tabs = [closing.enter_context(tab_at(house, SCHOOL, ann)) for _ in range(10)]
        answers = [tab.ask("ping")["is"] for _ in range(4) for tab in tabs]
        assert answers == ["done"] * 30 + ["refused"] * 10, "ten handshakes are counted, too"
        assert ann.get("/me").status_code == 429
        assert ben.get("/me").status_code == 200
        closing.enter_context(tab_at(house, SCHOOL, ben)).do("ping")


def test_whoever_pulls_a_whole_log_again_and_again_pays_for_it(tmp_path: Path) -> None:
    """By a watch from the beginning, and by asking over HTTP; what follows by itself costs nothing."""
    limits = Limits({**RATES, "pull": Rate(100, 0.01), "say": Rate(1000, 1)})
    with house_of(tmp_path, limits=limits) as house, ExitStack() as closing:
        ann, ben = (closing.enter_context(visitor_at(house, each)) for each in (ANN, BEN))
        table = ann.open("connect4", "mm", listed=True)
        tab, other = (closing.enter_context(tab_at(house, *each)) for each in ((ANN, ann), (BEN, ben)))
        other.watch(table.id)
        for number in range(30):
            tab.do("say", table=table.id, text=f"{number}")
        answers = [tab.ask("watch", topic="table", table=table.id, seat=0, cursor=0)["is"] for _ in range(5)]
        assert answers == ["done"] * 3 + ["refused"] * 2, "forty lines each"
        assert ann.get(f"{table.path}/events", seat=0).status_code == 429
        other.until(lambda news: news["is"] == "table" and news["cursor"] >= 30)


def test_a_flood_over_one_socket_is_read_slowly(tmp_path: Path) -> None:
    """Beyond its rate nothing is done for it: it would have to be answered as fast as it asks."""
    with house_of(tmp_path, limits=Limits({"person": Rate(20, 0.01)})) as house, ExitStack() as closing:
        ann = closing.enter_context(visitor_at(house, ATTACKER))
        tab = closing.enter_context(tab_at(house, ATTACKER, ann))
        began, refused = time.monotonic(), 0
        for _ in range(300):
            tab.send({"do": "ping"})
        while refused < 6:
            refused += json.loads(tab.socket.recv(timeout=PATIENCE))["is"] == "refused"
        assert time.monotonic() - began > 5 * BREATH, "between two of them the socket is not read"
        tab.socket.close_timeout = 0.1  # nor is it read that she goes


def test_a_class_of_thirty_behind_one_address_plays_unhindered(tmp_path: Path) -> None:
    """Each comes, sits down with a neighbour, moves and talks over a socket and asks over HTTP, all at the same time;
    and one of them floods the house with whatever it takes."""
    refusals: list[str] = []

    def asked(answer: httpx.Response) -> Any:
        if not answer.is_success:
            refusals.append(f"{answer.request.method} {answer.request.url.path}: {answer.text}")
        return answer.json()

    def play(house: RealHouse, number: int) -> None:
        with ExitStack() as closing:
            one, two = (closing.enter_context(visitor_at(house, SCHOOL)) for _ in range(2))
            for child in (one, two):
                for path in ("/me", "/games", "/tables", "/me/tokens", "/challenges", "/games/connect4"):
                    asked(child.get(path))
            table = one.open("connect4", "mo", listed=True)
            asked(two.post(f"{table.path}/seats", {}))
            tabs = [closing.enter_context(tab_at(house, SCHOOL, child)) for child in (one, two)]
            for seat, tab in enumerate(tabs):
                for topic in ({"topic": "table", "table": table.id, "seat": seat}, {"topic": "me"}, {"topic": "lobby"}):
                    tab.do("watch", **topic)
            for turn, step in enumerate("abababa"):
                tabs[turn % 2].do("act", table=table.id, seat=turn % 2, steps=[step])
                tabs[turn % 2].do("say", table=table.id, text=f"{number}, {step}!")
                asked(one.get(f"{table.path}/events", seat=0))

    def flood(house: RealHouse, stop: threading.Event) -> int:
        with visitor_at(house, SCHOOL) as one:
            table, refused = one.open("connect4", "mm"), 0
            while not stop.is_set():
                refused += table.act(0, "x").status_code == 429
                refused += one.get("/me").status_code == 429
            return refused

    stop = threading.Event()
    with house_of(tmp_path) as house, ThreadPoolExecutor(16) as pool:
        flooding = pool.submit(flood, house, stop)
        try:
            list(pool.map(lambda number: play(house, number), range(15)))
        finally:
            stop.set()
        print(f"the flood was refused {flooding.result()} times")
    assert refusals == []


# -- signing in -----------------------------------------------------------------------------------------------


def sign_in(house: RealHouse, address: str, name: str) -> int:
    with client_at(house, address) as client:
        body = {"name": name, "password": PASSWORD}
        return client.post(f"{API}/sessions", json=body, headers={"Origin": house.address}).status_code


def sign_up(house: RealHouse, address: str, name: str) -> None:
    with client_at(house, address) as client:
        body = {"name": name, "password": PASSWORD}
        answer = client.post(f"{API}/accounts", json=body, headers={"Origin": house.address})
        assert answer.status_code == 201, answer.text


@contextmanager
def signing_in(house: RealHouse, names: list[str]) -> Iterator[list[int]]:
    """All of these at the same time from one address, until each has had an answer."""
    statuses: list[int] = []
    with ThreadPoolExecutor(len(names)) as pool:
        for name in names:
            pool.submit(lambda name: statuses.append(sign_in(house, ATTACKER, name)), name)
        yield statuses


def test_who_signs_in_elsewhere_is_next_however_many_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashing, scrypt, gate = Passwords(passwords.Cost(4, 8, 1)), passwords.scrypt, threading.Semaphore(0)

    def one_at_a_time(*of: Any) -> bytes:
        gate.acquire()
        return scrypt(*of)

    with house_of(tmp_path, passwords=hashing) as house:
        sign_up(house, ANN, "Ann")
        monkeypatch.setattr(passwords, "scrypt", one_at_a_time)
        before = hashing.hashed
        with signing_in(house, [f"nobody {number}" for number in range(24)]) as statuses:
            wait_until(lambda: waiting(hashing) == 24, "all wait")
            with ThreadPoolExecutor(1) as ann:
                try:
                    answer = ann.submit(sign_in, house, ANN, "Ann")
                    wait_until(lambda: waiting(hashing) == 25, "Ann, too")
                    gate.release(2)  # for the one that is being hashed, and for the next
                    assert answer.result(PATIENCE) == 201
                    assert hashing.hashed == before + 2
                finally:
                    gate.release(100)  # should she not be next, nobody waits for her for ever
        assert statuses == [401] * 24


def waiting(hashing: Passwords) -> int:
    return hashing._queue._households.total()


def test_one_address_fills_its_own_queue_alone_and_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashing, scrypt, gate = Passwords(passwords.Cost(4, 8, 1), most_of_one=3), passwords.scrypt, threading.Event()
    with house_of(tmp_path, passwords=hashing) as house:
        sign_up(house, ANN, "Ann")
        monkeypatch.setattr(passwords, "scrypt", lambda *of: gate.wait() and scrypt(*of))
        with signing_in(house, [f"nobody {number}" for number in range(6)]) as statuses, ThreadPoolExecutor(1) as ann:
            wait_until(lambda: statuses == [429] * 3, "those who are too many are told so at once")
            answer = ann.submit(sign_in, house, ANN, "Ann")
            wait_until(lambda: waiting(hashing) == 4, "Ann waits")
            gate.set()
            assert answer.result(PATIENCE) == 201
        assert sorted(statuses) == [401] * 3 + [429] * 3


@pytest.mark.slow
def test_with_24_sign_ins_elsewhere_signing_in_takes_less_than_twice_as_long(tmp_path: Path) -> None:
    """As long as it really takes to hash, as a ratio in one run."""
    with house_of(tmp_path, passwords=Passwords(), limits=Limits({})) as house:
        sign_up(house, ANN, "Ann")
        alone = statistics.median(timed(lambda: sign_in(house, ANN, "Ann")) for _ in range(5))
        beside = []
        for attempt in range(5):
            with signing_in(house, [f"nobody {attempt} {number}" for number in range(24)]):
                wait_until(lambda: waiting(house_hashing(house)) == 24, "all wait")
                time.sleep(alone * attempt / 5)  # somewhere in the middle of another's hashing
                beside.append(timed(lambda: sign_in(house, ANN, "Ann")))
        print(f"alone {alone:.3f} s; beside 24 others {', '.join(f'{took / alone:.2f}' for took in beside)} times that")
        assert statistics.median(beside) < 2 * alone


def house_hashing(house: RealHouse) -> Passwords:
    hashing: Passwords = house.app.state["services"].accounts.hashing
    return hashing


def timed(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return time.perf_counter() - began
