"""A house of functions in this process, on what stands in for AWS: its table and the table's stream are real ones of
the emulator, and there are several instances, which know nothing of each other.

What AWS does between them is done here, step by step and in the order that a test wants: events of the stream and of
queues are handed over, and what is told to sockets is kept for whoever is at the other end.
"""

import json
import re
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from email import message_from_bytes, policy
from itertools import count, cycle
from pathlib import Path
from typing import Any

import botocore.session
import msgspec

from parlour.aws.clients import AwsClients
from parlour.aws.exports import BucketFiles
from parlour.aws.frames import framed
from parlour.aws.house import EventWork, FunctionHouse, asleep
from parlour.aws.http import answer_request
from parlour.aws.news import tell_news
from parlour.aws.settings import FunctionSettings
from parlour.aws.socket import answer_socket
from parlour.aws.think import think
from parlour.aws.tick import tick
from parlour.house.live.counts import Rate
from parlour.house.mail.sender import Message, PointOfNoReturn, Sender
from parlour.server.guard.limits import Limits
from parlour.server.settings import Settings
from tests.aws.events import ADDRESS, http_event, socket_event
from tests.aws_server import address
from tests.serving import HereBotPlayers, SeededEntropy, TurnedTime, settings_for

PUBLIC = "https://play.example.org"
HANDLERS = {"http": answer_request, "socket": answer_socket, "news": tell_news, "tick": tick, "think": think}
Json = dict[str, Any]


class KeptClients:
    """In the place of API Gateway's management API and of queues: what is handed in is kept."""

    def __init__(self, cloud: "Cloud") -> None:
        self._cloud = cloud

    async def tell(self, connection: str, messages: Iterable[bytes]) -> bool:
        return self._cloud.told(connection, [frame for message in messages for frame in framed(message)])

    async def close_socket(self, connection: str) -> None:
        self._cloud.close(connection)

    async def think(self, *thoughts: Any, delay: float = 0) -> None:
        self._cloud.thoughts += [(delay, json.loads(msgspec.json.encode(one))) for one in thoughts]

    async def wake_later(self, *due: Any, delay: float = 0) -> None:
        self._cloud.clocks += [(delay, json.loads(msgspec.json.encode(one))) for one in due]

    async def close(self) -> None: ...


class Post:
    """Takes every letter, however often, as a server of mail does: then it cannot be taken back."""

    def __init__(self) -> None:
        self.taken: list[Message] = []

    async def send(self, message: Message, brink: PointOfNoReturn) -> None:
        await brink()
        await self.take(message)

    async def take(self, message: Message) -> None:
        self.taken.append(message)


class Cloud:
    def __init__(self, endpoint: str, table: str, folder: Path, instances: int = 2, **changed: Any) -> None:
        self.rates: Mapping[str, Rate] = {}
        self.post: Sender[Message] | None = None  # else letters are files, and the same one twice is one file
        self.time = TurnedTime(time.time_ns() // 1_000_000)  # what has long run out is gone from the table
        self.settings: Settings = settings_for(
            folder, database=address(endpoint, table), public_url=PUBLIC, push="none", **changed
        )
        self._lots = count()
        self.own = FunctionSettings(exports=f"exports-of-{table}", endpoint=endpoint)
        session = botocore.session.get_session()
        region = {"LocationConstraint": session.get_config_variable("region")}
        session.create_client("s3", endpoint_url=endpoint).create_bucket(
            Bucket=self.own.exports, CreateBucketConfiguration=region
        )
        self._clients: list[AwsClients] = []
        self.instances = [self._instance() for _ in range(instances)]
        self._next = cycle(self.instances)
        self.inboxes: dict[str, list[bytes]] = {}  # of connections that are open
        self.thoughts: list[tuple[float, Json]] = []
        self.clocks: list[tuple[float, Json]] = []
        self.on_the_way: Callable[[str, list[bytes]], list[bytes]] = lambda connection, frames: frames
        self.connections = 0
        self.ask("GET", "/livez")  # whoever is first makes the table
        self._stream = TableStream(endpoint, table)

    def _instance(self) -> FunctionHouse:
        clients = AwsClients(self.own)
        parts = asleep(
            export_files=BucketFiles(clients, self.own.exports or ""), time=self.time,
            entropy=SeededEntropy(f"instance {next(self._lots)}"), bot_players=HereBotPlayers(),
            limits=Limits(self.rates), sender=self.post,
        )  # fmt: skip
        house = FunctionHouse(self.settings, self.own, parts)
        self._clients.append(clients)
        house.clients = KeptClients(self)  # type: ignore[assignment]
        return house

    def close_all(self) -> None:
        self._close_instances()

    def _close_instances(self) -> None:
        for one, clients in zip(self.instances, self._clients, strict=True):
            one.run(lambda _, clients=clients: clients.close())
            one.close()
        self._clients.clear()

    def invoke(self, name: str, event: Any) -> Any:
        """Whichever instance is next."""
        work: EventWork[Any] = lambda house: HANDLERS[name](house, event)  # noqa: E731
        return next(self._next).run(work)

    # -- people -----------------------------------------------------------------------------------------------

    def ask(
        self, method: str, path: str, body: object = None, cookie: str = "", origin: str = PUBLIC
    ) -> tuple[int, Any, list[str]]:
        path, _, query = path.partition("?")
        headers = {"origin": origin, "host": "play.example.org", **({"cookie": cookie} if cookie else {})}
        raw = b""
        if body is not None:
            headers["content-type"], raw = "application/json", json.dumps(body).encode()
        answer = self.invoke("http", http_event(method, path, query=query, headers=headers, body=raw))
        text = answer["body"]
        with suppress(ValueError):
            text = json.loads(text)
        return answer["statusCode"], text, answer["cookies"]

    def connect(self, cookie: str = "", origin: str = PUBLIC, source: str = ADDRESS) -> tuple[str, int]:
        self.connections += 1
        id = f"connection-{self.connections}"
        self.inboxes[id] = []
        headers = {"Host": "play.example.org", "Origin": origin, **({"Cookie": cookie} if cookie else {})}
        status = self.invoke("socket", socket_event("CONNECT", id, headers=headers, source=source))["statusCode"]
        if status != 200:
            del self.inboxes[id]
        return id, status

    @staticmethod
    def text(message: object) -> str:
        return json.dumps(message)

    def hear(self, connection: str, message: object) -> None:
        body = message if isinstance(message, str) else json.dumps(message)
        assert self.invoke("socket", socket_event("MESSAGE", connection, body=body))["statusCode"] == 200

    def leave(self, connection: str) -> None:
        self.inboxes.pop(connection, None)
        self.invoke("socket", socket_event("DISCONNECT", connection))

    def told(self, connection: str, frames: list[bytes]) -> bool:
        if connection not in self.inboxes:
            return False
        self.inboxes[connection] += self.on_the_way(connection, frames)
        return True

    def close(self, connection: str) -> None:
        self.inboxes.pop(connection, None)

    # -- what AWS does ----------------------------------------------------------------------------------------

    def pump(self, thinking: bool = True) -> None:
        """Until nothing follows any more."""
        while True:
            records = self._stream.records()
            if records:
                assert self.invoke("news", {"Records": records}) == {"batchItemFailures": []}
                continue
            if not thinking or not self.thoughts:
                return
            _, thought = self.thoughts.pop(0)
            assert self.invoke("think", queue_event(thought)) == {"batchItemFailures": []}

    def records(self) -> list[Json]:
        return self._stream.records()

    def pass_by(self, milliseconds: int) -> None:
        """Time goes on, and queues give back what they kept."""
        self.time.pass_by(milliseconds)
        due = [one for delay, one in self.clocks if delay * 1000 <= milliseconds]
        self.clocks = [(delay - milliseconds / 1000, one) for delay, one in self.clocks if delay * 1000 > milliseconds]
        for one in due:
            assert self.invoke("tick", queue_event(one)) == {"batchItemFailures": []}
        self.pump()

    def tick(self, milliseconds: int) -> None:
        """So much later the schedule wakes the house, with all that follows."""
        self.time.pass_by(milliseconds)
        self.invoke("tick", {"source": "aws.scheduler"})
        self.pump()

    def beat(self) -> None:
        """What a tick does first."""
        next(self._next).run(lambda house: house.beat())

    def wake_anew(self) -> None:
        """Those that were there are gone; others begin."""
        self._close_instances()
        self.instances = [self._instance() for _ in range(len(self.instances))]
        self._next = cycle(self.instances)

    def letters(self) -> list[Path]:
        return [*(self.settings.data / "mail").rglob("*.eml")]


class TableStream:
    """A table's stream, read as Lambda reads it for a function."""

    def __init__(self, endpoint: str, table: str) -> None:
        session = botocore.session.get_session()
        tables = session.create_client("dynamodb", endpoint_url=endpoint)
        wanted = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
        tables.update_table(TableName=table, StreamSpecification=wanted)
        self._client = session.create_client("dynamodbstreams", endpoint_url=endpoint)
        arn = tables.describe_table(TableName=table)["Table"]["LatestStreamArn"]
        shards = self._client.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]
        self._places = [
            self._client.get_shard_iterator(StreamArn=arn, ShardId=one["ShardId"], ShardIteratorType="TRIM_HORIZON")[
                "ShardIterator"
            ]
            for one in shards
        ]

    def records(self) -> list[Json]:
        """What is new, as it stands in an event."""
        found: list[Json] = []
        for number, place in enumerate(self._places):
            answer = self._client.get_records(ShardIterator=place)
            self._places[number] = answer["NextShardIterator"]
            found += [as_in_event(record) for record in answer["Records"]]
        return found


def as_in_event(record: Any) -> Json:
    event: Json = json.loads(json.dumps(record, default=lambda one: _written(one)))
    return event


def _written(one: object) -> str:
    return b64encode(one).decode() if isinstance(one, bytes) else str(one)


def queue_event(*messages: Json) -> Json:
    return {
        "Records": [
            {"messageId": str(number), "body": json.dumps(one), "eventSource": "aws:sqs"}
            for number, one in enumerate(messages)
        ]
    }


class Tab:
    """Somebody at a page: a socket, and what the page knows of one table, put together as the page does."""

    def __init__(self, cloud: Cloud, name: str | None = None) -> None:
        self.cloud = cloud
        status, answer, cookies = cloud.ask("POST", "/api/v1/guests", {} if name is None else {"name": name})
        assert status == 201, answer
        self.person: str = answer["person"]["id"]
        self.cookie = cookies[0].partition(";")[0]
        self.connection, self.status = cloud.connect(self.cookie)
        self.lines: list[Json] = []
        self.now: Json = {}
        self.said: list[Json] = []  # everything that came, but news of the table
        self.gaps = 0
        self._table, self._seat = "", None
        self._parts: dict[str, dict[int, str]] = {}

    def ask(self, method: str, path: str, body: object = None) -> Any:
        status, answer, _ = self.cloud.ask(method, f"/api/v1{path}", body, self.cookie)
        assert status < 300, answer
        return answer

    def sign_up(self, name: str, password: str) -> None:
        """The same person, with an account: by another session, and so by another socket."""
        body = {"name": name, "password": password}
        status, answer, cookies = self.cloud.ask("POST", "/api/v1/accounts", body, self.cookie)
        assert status < 300, answer
        self.cookie = next(one for one in cookies if "device" not in one).partition(";")[0]
        self.connection, self.status = self.cloud.connect(self.cookie)

    def confirm_address(self, address: str, password: str) -> None:
        """By the link in the letter that a tick sends."""
        self.ask("PUT", "/me/mail/address", {"address": address, "password": password})
        before = set(self.cloud.letters())
        self.cloud.tick(1000)
        [letter] = set(self.cloud.letters()) - before
        text = message_from_bytes(letter.read_bytes(), policy=policy.default).get_body(("plain",))
        assert text is not None
        [link] = re.findall(r"https://\S+#\S+", text.get_content())
        self.ask("POST", "/mail/confirm", {"token": link.rpartition("=")[2] if "=" in link else link.partition("#")[2]})

    def act_at(self, table: str, seat: int, *steps: str) -> None:
        self.ask("POST", f"/tables/{table}/steps", {"seat": seat, "steps": list(steps)})

    def say(self, message: Json) -> None:
        self.cloud.hear(self.connection, message)

    def watch(self, table: str, seat: int | None, **more: object) -> None:
        self._table, self._seat = table, seat
        watch = {"do": "watch", "topic": "table", "table": table, "seat": seat, "answers": True, "gallery": True}
        self.say({**watch, "cursor": len(self.lines), "id": 1, **more})
        self.read()

    def act(self, *steps: str, key: str | None = None) -> None:
        self.say({"do": "act", "table": self._table, "seat": self._seat, "steps": list(steps), "id": 2, "key": key})
        self.read()

    def ping(self) -> None:
        self.say({"do": "ping", "id": 3, "reached": [{"table": self._table, "seat": self._seat,
                                                     "cursor": len(self.lines)}]})  # fmt: skip
        self.read()

    def read(self) -> None:
        inbox = self.cloud.inboxes.get(self.connection, [])
        while inbox:
            self._take(json.loads(inbox.pop(0)))

    def _take(self, message: Json) -> None:
        if message["is"] == "part":
            parts = self._parts.setdefault(message["of"], {})
            parts[message["number"]] = message["text"]
            if len(parts) == message["count"]:
                self._take(json.loads("".join(parts[number] for number in sorted(parts))))
            return
        if message["is"] != "table" or message["table"] != self._table or message["seat"] != self._seat:
            self.said.append(message)
            return
        begins = message["cursor"] - len(message["lines"])
        if begins > len(self.lines):
            self.gaps += 1
            self.watch(self._table, self._seat)
        elif message["cursor"] >= len(self.lines):
            if message["cursor"] > len(self.lines) or not message["lines"]:
                self.now = message.get("now", self.now)
            self.lines += message["lines"][len(self.lines) - begins :]

    @property
    def steps(self) -> list[str]:
        return [line["text"] for line in self.lines if line["kind"] == "step"]


def open_table(host: Tab, guests: Sequence[Tab], game: str = "connect4", **more: object) -> str:
    """With all of them in its seats."""
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in guests)]
    rules = host.ask("POST", "/tables", {"game": game, "seats": seats, "listed": False, **more})["rules"]
    for seat, guest in enumerate(guests, 1):
        guest.ask("POST", f"/tables/{rules['table']}/seats?invite={rules['invite']}", {"seat": seat})
    table: str = rules["table"]
    return table
