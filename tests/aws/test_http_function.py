"""The function that answers requests, under AWS's own runtime client, and what it makes of API Gateway's events."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from parlour import bots
from parlour.aws.http import WholeAnswer, body_of, http_scope
from parlour.aws.settings import FunctionSettings
from tests.aws.events import ADDRESS, http_event
from tests.aws.functions import LambdaFunction
from tests.places import DYNAMO
from tests.serving import settings_for

PUBLIC, SECRET = "https://play.example.org", "the front's own"
FRONT = {"x-parlour-front": SECRET, "x-parlour-viewer": "198.51.100.7"}

pytestmark = [pytest.mark.anyio, pytest.mark.compiled, DYNAMO]


class Browser:
    """Somebody behind the house's own name."""

    def __init__(self, function: LambdaFunction) -> None:
        self._function, self._cookies = function, dict[str, str]()

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        said = {**FRONT, "origin": PUBLIC, "host": "api.example", **headers}
        if self._cookies:
            said["cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        if body is not None:
            said["content-type"] = "application/json"
        path, _, query = path.partition("?")
        raw = b"" if body is None else json.dumps(body).encode()
        answer = await self._function.invoke(http_event(method, path, query=query, headers=said, body=raw))
        for cookie in answer.get("cookies", ()):
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        text = answer["body"]
        return answer["statusCode"], json.loads(text) if "json" in answer["headers"].get("content-type", "") else text


@pytest.fixture
async def function(dynamo: str, tmp_path: Path) -> AsyncIterator[LambdaFunction]:
    bots.prepare("connect4")
    environ = {
        "PARLOUR_DATABASE": dynamo, "PARLOUR_PUBLIC_URL": PUBLIC, "PARLOUR_DATA": str(tmp_path / "data"),
        "PARLOUR_AWS_FRONT": SECRET, "PARLOUR_PUSH": "none",
    }  # fmt: skip
    function = LambdaFunction("parlour.aws.functions.http", environ, tmp_path, instances=2)
    await function.start()
    yield function
    await function.stop()


async def test_two_people_play_by_requests_that_any_instance_answers(function: LambdaFunction) -> None:
    anna, ben = Browser(function), Browser(function)
    for one in (anna, ben):
        status, _ = await one.ask("POST", "/api/v1/guests", {})
        assert status == 201
    seats = [{"kind": "me"}, {"kind": "open"}]
    status, opened = await anna.ask("POST", "/api/v1/tables", {"game": "connect4", "seats": seats})
    assert status == 201, opened
    table, invite = opened["rules"]["table"], opened["rules"]["invite"]
    status, sat = await ben.ask("POST", f"/api/v1/tables/{table}/seats?invite={invite}", {"seat": 1})
    assert status == 200, sat
    for number, (who, seat) in enumerate([(anna, 0), (ben, 1)] * 3):
        status, said = await who.ask("POST", f"/api/v1/tables/{table}/steps", {"seat": seat, "steps": ["ab"[seat]]})
        assert status == 200, said
        # Both at once: each instance has one of them, and one of the two did not see the step happen.
        seen = await asyncio.gather(
            anna.ask("GET", f"/api/v1/tables/{table}/events?seat=0"),
            ben.ask("GET", f"/api/v1/tables/{table}/events?seat=1"),
        )
        for status, news in seen:
            assert status == 200
            assert len([line for line in news["lines"] if line.get("kind") == "step"]) == number + 1


async def test_nothing_is_let_in_that_has_not_come_through_the_front(tmp_path: Path) -> None:
    settings, own = settings_for(tmp_path, public_url=PUBLIC), FunctionSettings(front=SECRET)
    said = {"host": "api.execute-api.eu-central-1.amazonaws.com", "x-forwarded-for": "10.1.1.1"}
    assert http_scope(http_event("GET", "/", headers=said), settings, own) is None
    assert http_scope(http_event("GET", "/", headers={**said, "x-parlour-front": "guessed"}), settings, own) is None
    scope = http_scope(http_event("GET", "/a%20b", query="q=%C3%A4", headers={**said, **FRONT}), settings, own)
    assert scope is not None
    assert scope["client"] == ("198.51.100.7", 0), "the front says who asks"
    headers = dict(scope["headers"])
    assert headers[b"host"] == b"play.example.org"
    assert not {b"x-parlour-front", b"x-parlour-viewer", b"x-forwarded-for"} & set(headers)
    assert (scope["path"], scope["raw_path"], scope["query_string"]) == ("/a b", b"/a%20b", b"q=%C3%A4")


async def test_without_a_front_only_what_api_gateway_says_of_who_asks_is_believed(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, public_url=PUBLIC)
    scope = http_scope(http_event("GET", "/", headers={**FRONT, "host": "x"}), settings, FunctionSettings())
    assert scope is not None
    assert scope["client"] == (ADDRESS, 0)
    assert dict(scope["headers"])[b"host"] == b"x"


async def test_cookies_and_bodies_come_and_go_as_they_are() -> None:
    event = http_event("POST", "/", headers={"cookie": "a=1; b=2"}, body=b"\xff\x00", packed=True)
    assert event["cookies"] == ["a=1", "b=2"]
    assert body_of(event) == b"\xff\x00"
    answer = WholeAnswer(b"")
    headers = [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2"), (b"vary", b"x"), (b"vary", b"y")]
    await answer.send({"type": "http.response.start", "status": 201, "headers": headers})
    await answer.send({"type": "http.response.body", "body": b"\xff", "more_body": True})
    await answer.send({"type": "http.response.body", "body": b"\xfe"})
    assert answer.as_payload() == {
        "statusCode": 201, "headers": {"vary": "x, y"}, "cookies": ["a=1", "b=2"], "isBase64Encoded": True,
        "body": "//4=",
    }  # fmt: skip
