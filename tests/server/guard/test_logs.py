"""What no log holds."""

import io
import json
import logging
import logging.config
import sys
from collections.abc import Iterator

import pytest

from parlour.server.guard.logs import LONGEST, Discreet, JsonLines, Lines, discreet, settings
from tests.server.http.people.people_app import API, OTHER, MakesHouses

SECRET = "Zk3vQ1x8TnYp5sLw0aBcDeFgHiJkLmNoPqRsTuVwXyZ"  # 43 characters, as 32 bytes have


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that any logger says, at its most talkative, as it would be written."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.addFilter(Discreet())
    handler.setFormatter(Lines())
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(before)


@pytest.mark.parametrize(
    "said",
    [
        f"Cookie: a=b; __Host-parlour={SECRET}",
        f"{{'cookie': 'parlour-8000={SECRET}'}}",
        f"[(b'cookie', b'x=1; parlour={SECRET}'), (b'accept', b'*')]",
        f"Set-Cookie: __Host-parlour-8000={SECRET}; Path=/",
        f"Authorization: Bearer parlour_{SECRET}",
        f"(b'authorization', b'Bearer {SECRET}')",
        f"got parlour_{SECRET} from it",
        f"/api/v1/live?token={SECRET}&x=1",
        "GET /t/abc?invite=hunter2hunter2 HTTP/1.1",
        "GET /t/abc?x=1&y=hunter2 HTTP/1.1",
        "/invite/hunter2hunter2 opened",
        "https://games.example.org/join/hunter2hunter2",
        '{"name": "Anna", "password": "hunter2 hunter2"}',
        """SignIn(name='Anna', password='hunter2 "hunter2"')""",
        'ChangePassword(old_password="hunter2", new_password="hunter2")',
        "password=hunter2 and more",
        '{"password": "with \\" hunter2"}',
        "Person(id='x', password='scrypt$15$8$3$c2FsdA==$hunter2')",
        "kept scrypt$15$8$3$c2FsdA==$hunter2+/=",
        f"secret was {SECRET}.",
        "hash " + "0123456789abcdef" * 4,
        "invite: hunter2hunter2",
    ],
)
def test_secrets_are_taken_out_of_whatever_is_said(said: str):
    shown = discreet(said)
    assert "hidden" in shown
    for secret in (SECRET, "hunter2", "0123456789abcdef"):
        assert secret not in shown


@pytest.mark.parametrize(
    "said",
    [
        "GET /api/v1/tables/hX2pQmZr0aBcDeFg/state 200 3 ms",
        "what now? x = 3",
        "exit code: 1",
        "connect4 is ready",
        "a?b",
    ],
)
def test_what_is_no_secret_stays(said: str):
    assert discreet(said) == said


@pytest.mark.parametrize("said", ["a-" * 100_000, "passwor" * 30_000, "?" * 200_000, "x=" * 100_000, "'" * 200_000])
def test_long_messages_are_cut_and_take_no_time(said: str):
    assert len(discreet(said)) <= LONGEST + 20


def test_words_and_arguments_are_read_together(log: io.StringIO):
    logging.getLogger("anything").warning("password=%s token=%r", "hunter2", SECRET)
    logging.getLogger("anything").warning("cookie %(a)s", {"a": f"parlour={SECRET}"})
    logging.getLogger("anything").warning("%d of them", "hunter2")  # does not fit
    shown = log.getvalue()
    assert "hunter2" not in shown
    assert SECRET not in shown
    assert shown.count("\n") == 3


def test_tracebacks_are_read_too(log: io.StringIO):
    try:
        raise ValueError(f"no such session: parlour_{SECRET}")
    except ValueError:
        logging.getLogger("anything").exception("it failed")
    assert SECRET not in log.getvalue()
    assert "ValueError" in log.getvalue()


def test_a_stranger_writes_no_line_of_their_own(log: io.StringIO):
    logging.getLogger("anything").warning("path %s", "/x\n00:00:00 error  all is lost\x1b[2J")
    assert log.getvalue().count("\n") == 1
    assert "\x1b" not in log.getvalue()


def test_json_lines_say_the_same_to_programs():
    record = logging.LogRecord("parlour.requests", logging.INFO, "x", 1, "GET %s", ("/join/hunter2",), None)
    record.said = {"path": "/join/hunter2", "status": 200}
    Discreet().filter(record)
    line = json.loads(JsonLines().format(record))
    assert line["said"] == "GET /join/[hidden]"
    assert (line["path"], line["status"], line["level"]) == ("/join/[hidden]", 200, "info")
    assert line["at"].endswith("+00:00")


def test_settings_put_the_filter_on_whatever_is_written(capsys):
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        logging.config.dictConfig({**settings(json=True), "loggers": {}})
        root.handlers[0].setStream(sys.stderr)  # type: ignore[attr-defined]
        logging.getLogger("uvicorn.error").warning("Bearer %s", SECRET)
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    said = capsys.readouterr().err
    assert SECRET not in said
    assert "hidden" in json.loads(said)["said"]


def test_driving_everything_leaves_no_secret_in_the_log(log: io.StringIO, house_with: MakesHouses):
    small = house_with(rates={})
    password, name = "correct horse 77", "Anna"
    browser, other = small.browser(), small.browser()
    secrets = [password, OTHER, "wrong wrong 88"]

    def keep(answer) -> None:
        if "set-cookie" in answer.headers:
            cookie = answer.headers["set-cookie"].split(";")[0]
            if secret := cookie.partition("=")[2].strip('"'):
                secrets.append(secret)
                browser.headers["Cookie"] = cookie

    keep(browser.post(f"{API}/guests?invite=hunter2hunter2", json={}))
    keep(browser.post(f"{API}/accounts", json={"name": name, "password": password}))
    keep(browser.post(f"{API}/sessions", json={"name": name, "password": "wrong wrong 88"}))
    keep(browser.post(f"{API}/sessions", json={"name": name, "password": password}))
    keep(browser.post(f"{API}/sessions", json={"name": name, "password": [password]}))
    keep(
        browser.post(
            f"{API}/sessions", content=b'{"password": "correct horse 77"', headers={"Content-Type": "application/json"}
        )
    )
    made = browser.post(f"{API}/me/tokens", json={"label": "robot", "scopes": ["play"]}).json()
    secrets.append(made["token"])
    robot = small.program(made["token"])
    assert robot.post(f"{API}/play").status_code == 201
    robot.get(f"{API}/trouble?token={made['token']}")
    with robot.websocket_connect(f"{API}/live?token={made['token']}") as socket:
        socket.receive_json()
    browser.get(f"{API}/trouble")
    browser.get(f"{API}/join/hunter2hunter2?code=hunter2")
    keep(browser.post(f"{API}/me/password", json={"old": password, "new": OTHER}))
    browser.delete(f"{API}/sessions/{made['card']['handle']}")
    other.headers["Origin"] = "https://evil.example"
    other.post(f"{API}/sessions", json={"name": name, "password": password})
    small.accounts.hashing.cost = "broken"  # type: ignore[assignment]
    browser.post(f"{API}/me/password", json={"old": OTHER, "new": password})
    keep(browser.request("DELETE", f"{API}/me", json={"password": OTHER}))
    shown = log.getvalue()
    assert len(secrets) >= 6
    assert "POST /api/v1/sessions 401" in shown
    assert "GET /api/v1/trouble 500" in shown
    for secret in [*secrets, "hunter2", "scrypt$"]:
        assert secret not in shown, secret[:8]
