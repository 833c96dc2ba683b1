"""The API's description says everything about everything, and the page that shows it needs nothing from elsewhere."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar import Litestar, get, post
from litestar.params import JSONBody

from parlour.server.http.openapi import EXAMPLES, operations
from parlour.server.http.problems import MEDIA_TYPE
from parlour.server.http.routes import routes
from parlour.server.http.schemas import handlers_of, schemas_of, structs_in
from parlour.server.live.messages import SocketMessage, SocketRequest
from tests.server.conftest import API, BASE, Visitor, served
from tests.serving import HouseClient

Json = dict[str, Any]
DOCUMENT = f"{API}/schema/openapi.json"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseClient]:
    """One house for all of these."""
    with served(tmp_path_factory.mktemp("house")) as client:
        yield client


@pytest.fixture
def document(client: HouseClient) -> Json:
    answer = client.get(DOCUMENT)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def missing(path: str, method: str, told: Json) -> list[str]:
    """What one operation does not say."""
    lacks = [part for part in ("summary", "description", "tags", "operationId") if not told.get(part)]
    lacks += [f"parameter {p['name']}" for p in told.get("parameters", []) if not p.get("description")]
    for kind, content in told.get("requestBody", {}).get("content", {}).items():
        lacks += [f"an example of {kind}"] if "example" not in content else []
    problems = {status for status, answer in told["responses"].items() if MEDIA_TYPE in answer.get("content", {})}
    expected = {"400", "401", "403", "421", "422", "429", "500", "503"} | ({"404"} if "{" in path else set())
    if "requestBody" in told:
        expected.add("413")
    lacks += [f"problem {status}" for status in sorted(expected - problems)]
    lacks += [f"what {status} means" for status, answer in told["responses"].items() if not answer.get("description")]
    lacks += [] if any(status[0] == "2" for status in told["responses"]) else ["what is answered"]
    return lacks


def test_every_operation_is_described_whole(document: Json) -> None:
    found = {f"{method} {path}": missing(path, method, told) for path, method, told in operations(document)}
    assert len(found) > 35
    assert {name: lacks for name, lacks in found.items() if lacks} == {}


def test_no_two_operations_have_the_same_name(document: Json) -> None:
    names = [told["operationId"] for _, _, told in operations(document)]
    assert len(names) == len(set(names))


def test_every_reference_leads_somewhere(document: Json) -> None:
    for name in set(re.findall(r"#/components/schemas/([\w.]+)", str(document))):
        assert name in document["components"]["schemas"], name


def test_every_example_is_one_that_the_api_can_read() -> None:
    for kind, example in EXAMPLES.items():
        assert msgspec.json.decode(msgspec.json.encode(example), type=kind) == example


def test_the_first_example_opens_a_table(document: Json, visitor: Visitor) -> None:
    body = document["paths"][f"{API}/tables"]["post"]["requestBody"]["content"]["application/json"]["example"]
    visitor.open(body["game"])
    assert visitor.post("/tables", body).status_code == 201


def test_the_page_that_shows_it_has_no_script_of_its_own_and_nothing_from_elsewhere(
    client: HouseClient,
) -> None:
    page = client.get(f"{API}/schema")
    assert page.headers["Content-Type"].startswith("text/html")
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert re.findall(r"<script[^>]*>(.*?)</script>", page.text, re.DOTALL) == [""]
    assert "http" not in page.text.replace(BASE, "")
    for path in re.findall(r'(?:src|href)="([^"]+)"', page.text):
        assert path == "data:," or client.get(path).status_code == 200, path
    script = client.get(f"{API}/reference/reference.js")
    assert script.headers["Content-Type"].startswith("text/javascript")
    assert "innerHTML" not in script.text


def test_nothing_else_is_served_beside_it(client: HouseClient) -> None:
    for name in ("index.html", "..%2fapp.py", "%00"):
        assert client.get(f"{API}/reference/{name}").status_code == 404


# -- the messages ---------------------------------------------------------------------------------------------


def test_every_message_of_the_socket_is_described(document: Json) -> None:
    schemas = document["components"]["schemas"]
    for name, union in (("SocketRequest", SocketRequest), ("SocketMessage", SocketMessage)):
        told = {part["$ref"].rpartition("/")[2] for part in schemas[name]["anyOf"]}
        assert told == {kind.__name__ for kind in union.__args__}
        assert told <= schemas.keys()


def test_every_route_says_what_it_takes_and_answers(client: HouseClient, document: Json) -> None:
    handlers = list(handlers_of(routes()))
    assert len(handlers) > 35
    kinds = [each.parsed_return_field.annotation for each in handlers]
    kinds += [each.parsed_data_field.annotation for each in handlers if each.parsed_data_field]
    for kind in structs_in(kinds):
        assert document["components"]["schemas"][kind.__name__]["title"] == kind.__name__


def test_every_game_of_the_house_has_its_view_there(document: Json) -> None:
    views = {"YinshView", "DanceView", "LuckyMooseView", "CommandView", "RegattaView", "Connect4View"}
    assert views <= document["components"]["schemas"].keys()


def test_no_two_messages_have_the_same_name(document: Json) -> None:
    """msgspec would tell them apart by where they are, and names on the page would change with a folder."""
    assert [
        name for name in document["components"]["schemas"] if not re.fullmatch(r"[A-Z]\w*", name) or "_" in name
    ] == []


class Told(msgspec.Struct):
    always: int = 0


class Sparing(msgspec.Struct, omit_defaults=True):
    seldom: int = 0


class Both(msgspec.Struct):
    told: Told
    sparing: Sparing


@get("/both", sync_to_thread=False)
def both() -> Both:
    return Both(Told(), Sparing())


@post("/asked", sync_to_thread=False)
def asked(data: JSONBody[Told]) -> Sparing:
    return Sparing(data.always)


def test_what_the_server_always_sends_is_required_and_what_it_may_leave_out_is_not() -> None:
    told = schemas_of(Litestar([both]))
    assert (told["Told"]["required"], told["Sparing"]["required"]) == (["always"], [])


def test_what_is_also_asked_for_need_not_be_whole() -> None:
    assert schemas_of(Litestar([both, asked]))["Told"]["required"] == []
