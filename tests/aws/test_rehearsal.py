"""The house as functions, in earnest and without browsers (those are in `tests/e2e/test_functions.py`): under AWS's own
runtime client, behind a gateway that makes API Gateway's events, on the emulator's table, stream, queues, bucket and
post."""

import io
import itertools
import json
import re
import time
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import botocore.session
import httpx
import pytest
from websockets.sync.client import connect

from parlour import bots
from tests.aws.gateway import Gateway, gateway
from tests.places import DYNAMO

pytestmark = [pytest.mark.compiled, DYNAMO]
NUMBERS = itertools.count(1)
ONE_OF_EACH = {"http": 1, "socket": 1, "news": 1, "tick": 1, "think": 1}
PATIENCE = 120.0  # seconds; a tournament is announced a minute ahead
SENDER, PASSWORD = "house@example.org", "a long enough password"
GAME = [*zip("ab" * 3 + "a", (0, 1) * 4, strict=False)]  # the first has four in a column
T = TypeVar("T")


class Person:
    """Somebody at a page of their own, who hears what a socket is told."""

    def __init__(self, base: str) -> None:
        self.base = base
        self._client = httpx.Client(base_url=base, headers={"origin": base}, timeout=PATIENCE)
        self._cookies: dict[str, str] = {}  # which browsers, and not this client, send to this machine without TLS
        self.ask("POST", "/guests", {})

    def ask(self, method: str, path: str, body: object = None) -> Any:
        answer = self._client.request(method, f"/api/v1{path}", json=body, headers=self._said)
        assert answer.status_code < 400, answer.text
        for line in answer.headers.get_list("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self._cookies[name] = value
        self._client.cookies.clear()
        return answer.json() if answer.content else {}

    def fetch(self, path: str) -> httpx.Response:
        return self._client.get(f"/api/v1{path}", headers=self._said)

    @property
    def _said(self) -> dict[str, str]:
        return {"cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}

    def sign_up(self, name: str) -> None:
        self.ask("POST", "/accounts", {"name": name, "password": PASSWORD})

    @contextmanager
    def following(self, table: str, seat: int) -> Iterator[Callable[[str], None]]:
        """With a way to wait until a step is told."""
        address = self.base.replace("http", "ws") + "/api/v1/live"
        with connect(address, additional_headers={**self._said, "origin": self.base}) as socket:
            socket.send(json.dumps({"do": "watch", "topic": "table", "table": table, "seat": seat, "cursor": 0}))

            def hear(step: str) -> None:
                while True:
                    told = json.loads(socket.recv(PATIENCE))
                    if told["is"] == "table" and any(line.get("text") == step for line in told["lines"]):
                        return

            yield hear


def sit_together(first: Person, second: Person, **more: object) -> str:
    seats = [{"kind": "me"}, {"kind": "open"}]
    rules = first.ask("POST", "/tables", {"game": "connect4", "seats": seats, "listed": False, **more})["rules"]
    second.ask("POST", f"/tables/{rules['table']}/seats?invite={rules['invite']}", {"seat": 1})
    table: str = rules["table"]
    return table


def play_a_match(base: str) -> None:
    people = [Person(base), Person(base)]
    table = sit_together(*people)
    with people[0].following(table, 0) as hear_first, people[1].following(table, 1) as hear_second:
        for step, seat in GAME:
            people[seat].ask("POST", f"/tables/{table}/steps", {"seat": seat, "steps": [step]})
            hear_first(step)
            hear_second(step)
    for seat, one in enumerate(people):
        assert one.ask("GET", f"/tables/{table}/events?seat={seat}")["now"]["phase"] == "over"


def until(look: Callable[[], T | None]) -> T:
    late = time.monotonic() + PATIENCE
    while time.monotonic() < late:
        if (found := look()) is not None:
            return found
        time.sleep(0.1)
    raise AssertionError("it does not come")


def letters_to(endpoint: str, address: str) -> list[str]:
    """What stands in for SES has taken."""
    with urllib.request.urlopen(f"{endpoint}/_ministack/ses/messages") as answer:
        kept = json.load(answer)["messages"]  # of each account
    return [json.dumps(one) for some in kept.values() for one in some if address in json.dumps(one)]


def test_two_people_play_a_match_through_functions(aws: str, tmp_path: Path) -> None:
    bots.prepare("connect4")
    with gateway(aws, f"rehearsed-{next(NUMBERS)}", tmp_path, instances=ONE_OF_EACH) as house:
        play_a_match(house.base)
        print(f"\nthe functions took {house.cpu_seconds:.1f} CPU seconds")
        assert house.failures == []


@pytest.fixture(scope="module")
def house(aws: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    """With post and a bucket."""
    bots.prepare("connect4")
    session = botocore.session.get_session()
    session.create_client("sesv2", endpoint_url=aws).create_email_identity(EmailIdentity=SENDER)
    bucket, region = f"rehearsed-{next(NUMBERS)}", session.get_config_variable("region")
    session.create_client("s3", endpoint_url=aws).create_bucket(
        Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": region}
    )
    told = {
        "PARLOUR_MAIL": f"ses://{region}?endpoint={aws}", "PARLOUR_MAIL_FROM": SENDER, "PARLOUR_AWS_EXPORTS": bucket,
    }  # fmt: skip
    folder = tmp_path_factory.mktemp("rehearsal")
    with gateway(aws, bucket, folder, tick=1.0, instances=ONE_OF_EACH, **told) as open_here:
        yield open_here
        assert open_here.failures == []


@pytest.mark.slow
def test_a_letter_goes_by_ses_and_its_link_confirms_the_address(house: Gateway, aws: str) -> None:
    ada = Person(house.base)
    ada.sign_up("Ada")
    ada.ask("PUT", "/me/mail/address", {"address": "ada@example.net", "password": PASSWORD})
    text = until(lambda: next(iter(letters_to(aws, "ada@example.net")), None))
    [link] = set(re.findall(r"http://127[^\s\"\\]+#[^\s\"\\<]+", text))
    token = link.rpartition("#")[2].rpartition("=")[2]
    ada.ask("POST", "/mail/confirm", {"token": token})
    assert ada.ask("GET", "/me/mail")["address"] == "ada@example.net"
    time.sleep(2.5)  # ticks, which find nothing more to send
    assert len(letters_to(aws, "ada@example.net")) == 1


@pytest.mark.slow
def test_whoever_wants_their_data_fetches_them_from_the_bucket(house: Gateway) -> None:
    ben = Person(house.base)
    ben.ask("POST", "/me/export")
    until(lambda: ben.ask("GET", "/me/export")["state"] == "done" or None)
    answer = ben.fetch("/me/export/file")
    assert answer.status_code == 303
    with urllib.request.urlopen(answer.headers["location"]) as fetched:
        assert "README.txt" in zipfile.ZipFile(io.BytesIO(fetched.read())).namelist()


@pytest.mark.slow
def test_a_round_of_a_tournament_is_paired_played_and_counted(house: Gateway) -> None:
    host, *players = [Person(house.base) for _ in range(3)]
    for number, one in enumerate((host, *players)):
        one.sign_up(f"Player {number}")
    starts = int(time.time() * 1000) + 61_000
    wanted = {
        "title": "Cup", "game": "connect4", "kind": "swiss", "rounds": 2, "starts": starts,
        "clock": {"pace": "live", "minutes": 5, "increment": 0},
    }  # fmt: skip
    cup = host.ask("POST", "/tournaments", wanted)["tournament"]
    for one in players:
        one.ask("POST", f"/tournaments/{cup}/entrants")

    def table() -> str | None:
        return (players[0].ask("GET", f"/tournaments/{cup}").get("me") or {}).get("table") or None

    at = until(table)
    until(lambda: players[0].fetch(f"/tables/{at}").is_success or None)  # the round is written before its tables
    seats = players[0].ask("GET", f"/tables/{at}")["seats"]
    first, second = players if seats == [0] else players[::-1]
    first.ask("POST", f"/tables/{at}/steps", {"seat": 0, "steps": ["d"]})
    second.ask("POST", f"/tables/{at}/steps", {"seat": 1, "steps": ["resign"]})

    def points() -> Any:
        [match, *_] = players[0].ask("GET", f"/tournaments/{cup}")["rounds"][0]["matches"]
        return match["points"]

    assert until(points) is not None
