"""The page's files, and the headers that come with everything."""

import pytest

from parlour.server.http import page
from tests.server.conftest import API, served

PROBLEM = "application/problem+json"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """One house for all of these."""
    with served(tmp_path_factory.mktemp("house")) as client:
        yield client


@pytest.fixture
def built(tmp_path, monkeypatch):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Parlour</title>")
    (tmp_path / "assets" / "index-abc.js").write_text("1")
    (tmp_path / "notes.py").write_text("secret")
    monkeypatch.setattr(page, "PAGE", tmp_path)
    return tmp_path


def test_the_index_is_served_and_asked_for_again_each_time(client, built):
    answer = client.get("/")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"


def test_a_file_whose_name_changes_with_its_content_is_kept_for_good(client, built):
    answer = client.get("/assets/index-abc.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("accepts", "packed"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.00", False),
    ],
)
def test_what_is_text_is_sent_packed_to_those_who_can_unpack_it(client, built, accepts, packed):
    script = built / "assets" / "index-abc.js"
    script.write_text("let parlour = 1;\n" * 100)
    page = (built / "index.html").read_bytes()
    for path, kept, also in (("/assets/index-abc.js", script.read_bytes(), ""), ("/", page, ", Accept-Language")):
        answer = client.get(path, headers={"Accept-Encoding": accepts})
        assert answer.headers.get("Content-Encoding") == ("gzip" if packed else None)
        assert answer.headers["Vary"] == "Accept-Encoding" + also
        assert answer.content == kept  # the client has unpacked it
    answer = client.get("/assets/index-abc.js", headers={"Accept-Encoding": accepts})
    assert (int(answer.headers["Content-Length"]) < 100) == packed


def test_a_file_that_has_changed_is_packed_anew(client, built):
    for text in ("first", "second"):
        (built / "assets" / "index-abc.js").write_text(text)
        assert client.get("/assets/index-abc.js", headers={"Accept-Encoding": "gzip"}).text == text


@pytest.mark.parametrize(
    "path",
    [
        "/play/yinsh",
        "/table/aB3-_x",
        "/replay/aB3-_x",
        "/rules",
        "/sign-in",
        "/games/",
        "/leaders",
        "/leaders/dance",
        "/player/bot:3",
        "/player/aB3-_x=",
    ],
)
def test_an_address_of_the_page_leads_to_the_page(client, built, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.text == client.get("/").text


@pytest.mark.parametrize(
    "path", ["/notes.py", "/..%2f..%2fapp.py", "/assets/..%2f..%2fapp.py", "/assets", "/%00", "/play", "/play/a/b"]
)
def test_nothing_else_is_served(client, built, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/nothing", "/play", "/play/a/b", "/notes.py", "/..%2f..%2fapp.py"])
def test_whoever_opens_an_address_that_is_not_there_sees_the_page_and_programs_are_told(client, built, path):
    answer = client.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert answer.status_code == 404
    assert answer.text == client.get("/").text
    assert answer.headers["Vary"] == "Accept-Encoding, Accept"
    assert client.get(path, headers={"Accept": "application/json"}).headers["Content-Type"].startswith(PROBLEM)


def test_the_api_never_answers_with_the_page(client, built):
    answer = client.get("/api/v1/nothing", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith(PROBLEM)


def test_a_page_that_is_not_built_says_so(client, monkeypatch, tmp_path):
    monkeypatch.setattr(page, "PAGE", tmp_path)
    assert "./dev build" in client.get("/").text


@pytest.mark.parametrize(
    "path",
    ["/", "/none", "/healthz", "/metrics", f"{API}/games", f"{API}/tables/none", f"{API}/none", f"{API}/me",
     f"{API}/schema", f"{API}/schema/openapi.json"],
)  # fmt: skip
def test_every_answer_forbids_what_a_page_of_ours_never_does(client, path):
    headers = client.get(path).headers
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "unsafe" not in headers["Content-Security-Policy"].replace("'wasm-unsafe-eval'", "")
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_the_page_may_load_its_own_files_and_the_api_nothing(client, built):
    assert "script-src 'self'" in client.get("/").headers["Content-Security-Policy"]
    assert "script-src" not in client.get(f"{API}/games").headers["Content-Security-Policy"]
