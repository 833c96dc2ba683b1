"""The example bot against a house made of canned answers, which breaks connections where it hurts most."""

import importlib.util
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
TOKEN = "a-token"
STEPS_TO_WIN = 4
Json = dict[str, Any]


class FakeHouse(ThreadingHTTPServer):
    """One table of a game of two seats: ours steps four times, the other answers at once each time."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.sitting = False
        self.lines: list[Json] = []
        self.mine: list[str] = []
        self.keys: dict[str, Json] = {}
        self.asked: list[tuple[str, str, Json | None]] = []
        self.trouble: list[str] = []  # what goes wrong with the coming steps, in turn
        self.faults: list[str] = []  # what the bot has done wrong

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def news(self, after: int) -> Json:
        lines = self.lines[after:]
        news: Json = {"is": "table", "table": "T1", "seat": 0, "cursor": after + len(lines), "lines": lines}
        now: Json = {"phase": "playing", "host": "p1", "seats": [{"kind": "person"}, {"kind": "bot"}]}
        if len(self.mine) == STEPS_TO_WIN:
            now["phase"] = "over"
            now["result"] = {"returns": [1.0, -1.0], "scores": [3, 1], "ending": "four", "seat": None}
        else:
            now["to_act"] = [0]
            now["choices"] = [
                {"text": "resign", "path": ["button:resign"], "also": True},
                {"text": f"move{len(self.mine)}", "path": ["site:a1"], "also": False},
            ]
        return {**news, "now": now}

    def at_table(self) -> Json:
        rules = {"table": "T1", "game": "connect4", "title": "Connect Four"}
        return {"rules": rules, "seats": [0] if self.sitting else [], "news": self.news(0)}

    def step(self, body: Json) -> tuple[int, Json]:
        if body != {"seat": 0, "steps": [f"move{len(self.mine)}"]}:
            self.faults.append(f"stepped {body}")
            return 422, {"detail": "This is not possible now."}
        self.mine += body["steps"]
        self.lines.append({"at": 1, "kind": "step", "seat": 0, "text": body["steps"][0]})
        self.lines.append({"at": 2, "kind": "said", "seat": 1, "text": "hm", "name": "B"})
        self.lines.append({"at": 3, "kind": "step", "seat": 1, "text": "reply"})
        return 200, {"cursor": len(self.lines)}


class Answers(BaseHTTPRequestHandler):
    server: FakeHouse

    def log_message(self, *_: object) -> None:
        """Nothing."""

    def do_GET(self) -> None:
        house, parts = self.server, urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        house.asked.append(("GET", self.path, None))
        self.check_token()
        if parts.path == "/api/v1/games/connect4":
            self.answer(200, {"name": "connect4", "seats": [2]})
        elif parts.path == "/api/v1/tables/T1":
            self.answer(200, house.at_table())
        elif parts.path == "/api/v1/tables/T1/events":
            if query["seat"] != "0" or not 0 <= float(query["wait"]) <= 25:
                house.faults.append(self.path)
            self.answer(200, house.news(int(query["after"])))
        else:
            self.answer(404, {"detail": "There is no table “T2”."})

    def do_POST(self) -> None:
        house = self.server
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        house.asked.append(("POST", self.path, body))
        self.check_token()
        key = self.headers["Idempotency-Key"]
        if not key or len(key) > 64:
            house.faults.append("no key")
        if key in house.keys:  # done before, when the answer was lost
            self.answer(200, house.keys[key])
            return
        trouble = house.trouble.pop(0) if house.trouble and self.path.endswith("/steps") else ""
        if trouble == "busy":
            self.answer(503, {"detail": "Try again."}, {"Retry-After": "7"})
        elif trouble == "refused":
            self.answer(422, {"detail": "Something has changed."})
        elif trouble == "cut before":
            self.close_connection = True
        else:
            status, told = self.do(body)
            if status == 200:
                house.keys[key] = told
            if trouble == "cut after":
                self.close_connection = True
            elif trouble == "half":
                self.send_response(200)
                self.send_header("Content-Length", "500")
                self.end_headers()
                self.wfile.write(b'{"cur')
                self.close_connection = True
            else:
                self.answer(status, told)

    def do(self, body: Json) -> tuple[int, Json]:
        house = self.server
        if self.path == "/api/v1/tables/T1/steps":
            return house.step(body)
        if self.path in ("/api/v1/tables", "/api/v1/tables/T1/seats?invite=come+in"):
            house.sitting = True
            return 200, house.at_table()
        return 404, {"detail": "There is nothing at this address."}

    def check_token(self) -> None:
        if self.headers["Authorization"] != f"Bearer {TOKEN}":
            self.server.faults.append("no token")

    def answer(self, status: int, body: Json, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def house() -> Iterator[FakeHouse]:
    house = FakeHouse()
    thread = threading.Thread(target=house.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield house
    house.shutdown()
    thread.join()
    house.server_close()
    assert house.faults == []


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch, pauses: list[float]) -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setenv("PARLOUR_TOKEN", TOKEN)
    monkeypatch.setattr(module.time, "sleep", pauses.append)
    return module


def test_it_opens_a_table_and_plays_to_the_end(bot: ModuleType, house: FakeHouse, capsys: pytest.CaptureFixture[str]):
    assert bot.main([house.address, "--game", "connect4", "--level", "2"]) == 0
    opened = next(body for method, path, body in house.asked if path == "/api/v1/tables")
    assert opened == {"game": "connect4", "seats": [{"kind": "me"}, {"kind": "bot", "level": 2}], "listed": False}
    assert house.mine == ["move0", "move1", "move2", "move3"]
    said = capsys.readouterr().out
    assert "seat 1: move3" in said
    assert "It ended by four: +1 for us, scores [3, 1]" in said
    assert said.count("move0") == 1, "every line is told once"


def test_it_sits_down_at_a_table_by_its_link(bot: ModuleType, house: FakeHouse):
    assert bot.main([house.address + "/", "--table", "T1", "--invite", "come in"]) == 0
    assert len(house.mine) == STEPS_TO_WIN


def test_started_again_it_goes_on_where_it_sits(bot: ModuleType, house: FakeHouse):
    house.sitting = True
    house.step({"seat": 0, "steps": ["move0"]})
    assert bot.main([house.address, "--table", "T1"]) == 0
    assert not any(path.startswith("/api/v1/tables/T1/seats") for _, path, _ in house.asked)
    assert len(house.mine) == STEPS_TO_WIN


def test_a_step_whose_answer_was_lost_is_not_played_twice(bot: ModuleType, house: FakeHouse, pauses: list[float]):
    house.trouble = ["cut after", "cut before", "half"]
    assert bot.main([house.address, "--game", "connect4"]) == 0
    assert house.mine == ["move0", "move1", "move2", "move3"]
    assert len(pauses) == 3


def test_it_waits_as_long_as_a_busy_house_asks_it_to(bot: ModuleType, house: FakeHouse, pauses: list[float]):
    house.trouble = ["busy"]
    assert bot.main([house.address, "--game", "connect4"]) == 0
    assert len(pauses) == 1
    assert 7 * 0.8 <= pauses[0] <= 7 * 1.2


def test_a_refusal_makes_it_look_again(bot: ModuleType, house: FakeHouse, capsys: pytest.CaptureFixture[str]):
    house.trouble = ["refused"]
    assert bot.main([house.address, "--game", "connect4"]) == 0
    assert "refused: Something has changed." in capsys.readouterr().out


def test_it_does_not_insist_for_ever(bot: ModuleType, house: FakeHouse, capsys: pytest.CaptureFixture[str]):
    house.trouble = ["refused"] * 20
    assert bot.main([house.address, "--game", "connect4"]) == 1
    assert "Something has changed." in capsys.readouterr().err
    assert len(house.trouble) == 20 - bot.MOST_REFUSALS


def test_a_house_that_is_not_there_is_asked_politely_and_then_no_more(
    bot: ModuleType, pauses: list[float], capsys: pytest.CaptureFixture[str]
):
    assert bot.main(["http://127.0.0.1:9", "--game", "connect4"]) == 1
    assert "does not answer" in capsys.readouterr().err
    assert len(pauses) == bot.TRIES - 1
    assert pauses[-1] > 10 * pauses[0]


def test_a_table_that_is_not_there_is_a_sentence(
    bot: ModuleType, house: FakeHouse, capsys: pytest.CaptureFixture[str]
):  # fmt: skip
    assert bot.main([house.address, "--table", "T2"]) == 1
    assert "There is no table “T2”." in capsys.readouterr().err


def test_without_a_token_it_says_where_to_put_it(
    bot: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.delenv("PARLOUR_TOKEN")
    with pytest.raises(SystemExit):
        bot.main(["http://127.0.0.1:9", "--game", "connect4"])
    assert "PARLOUR_TOKEN" in capsys.readouterr().err


def test_it_needs_nothing_but_python():
    import ast
    import sys

    tree = ast.parse(BOT.read_text("utf-8"))
    found = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))
    assert {name.split(".")[0] for name in found} <= sys.stdlib_module_names
