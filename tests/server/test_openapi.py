"""The API's description says everything about everything, and the page that shows it needs nothing from elsewhere."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from parlour.server.description import EXAMPLES, operations
from parlour.server.problems import MEDIA_TYPE
from tests.server.conftest import API, BASE, Visitor, served

Json = dict[str, Any]
DOCUMENT = f"{API}/schema/openapi.json"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """One house for all of these."""
    with served(tmp_path_factory.mktemp("house")) as client:
        yield client


@pytest.fixture
def document(client: TestClient[Litestar]) -> Json:
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
    client: TestClient[Litestar],
) -> None:
    page = client.get(f"{API}/schema")
    assert page.headers["Content-Type"].startswith("text/html")
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert re.findall(r"<script[^>]*>(.*?)</script>", page.text, re.DOTALL) == [""]
    assert "http" not in page.text.replace(BASE, "")
    for path in re.findall(r'(?:src|href)="([^"]+)"', page.text):
        assert client.get(path).status_code == 200, path
    script = client.get(f"{API}/reference/reference.js")
    assert script.headers["Content-Type"].startswith("text/javascript")
    assert "innerHTML" not in script.text


def test_nothing_else_is_served_beside_it(client: TestClient[Litestar]) -> None:
    for name in ("index.html", "..%2fapp.py", "%00"):
        assert client.get(f"{API}/reference/{name}").status_code == 404
