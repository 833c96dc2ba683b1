"""Whether a request comes from our own page."""

import pytest

from parlour.core.texts import Refused
from parlour.server.guard import origins
from parlour.server.guard.places import Place
from tests.server.guard.scopes import scope

HERE = Place("http", "localhost", 8000)
OURS = "http://localhost:8000"
COOKIE = {"Cookie": "__Host-parlour-8000=secret"}
TOKEN = {"Authorization": "Bearer parlour_x"}
FOREIGN = [
    "https://evil.example", "null", "", "http://localhost", "https://localhost:8000", "http://localhost:8001",
    "http://localhost:8000.evil.example", "http://localhost:8000/", "HTTP://LOCALHOST:8000", f"{OURS}, {OURS}",
]  # fmt: skip


def is_let_in(method: str = "POST", scheme: str = "http", **headers: str) -> bool:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        origins.check(scope(method, scheme=scheme, headers=given), HERE)
    except Refused as refusal:
        return refusal.text.key != "safety.origin"
    return True


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "LINK"])
@pytest.mark.parametrize("cookie", [{}, COOKIE])
def test_what_changes_something_comes_from_our_page(method: str, cookie: dict[str, str]):
    assert is_let_in(method, Origin=OURS, **cookie)
    assert not is_let_in(method, **cookie)
    for origin in FOREIGN:
        assert not is_let_in(method, Origin=origin, **cookie), origin


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_what_only_reads_may_come_from_anywhere(method: str):
    assert is_let_in(method, Origin="https://evil.example", **COOKIE)
    assert is_let_in(method, **COOKIE)


def test_what_the_browser_says_of_the_sender_counts_too():
    assert is_let_in(Origin=OURS, Sec_Fetch_Site="same-origin")
    assert not is_let_in(Origin=OURS, Sec_Fetch_Site="cross-site")
    assert not is_let_in(Origin=OURS, Sec_Fetch_Site="same-site")


def test_a_program_with_a_token_has_no_origin():
    assert is_let_in(**TOKEN)
    assert is_let_in(Origin="https://elsewhere.example", **TOKEN)
    assert is_let_in(**TOKEN, Cookie="other=1")


def test_a_token_beside_our_cookie_does_not_free_from_it():
    assert not is_let_in(**TOKEN, **COOKIE)
    assert is_let_in(Origin=OURS, **TOKEN, **COOKIE)
    assert not is_let_in(Authorization="Basic eDp5")


def test_a_socket_with_a_cookie_is_opened_by_our_page_alone():
    assert is_let_in("GET", "ws", Origin=OURS, **COOKIE)
    assert not is_let_in("GET", "ws", **COOKIE)
    for origin in FOREIGN:
        assert not is_let_in("GET", "ws", Origin=origin, **COOKIE), origin


def test_a_socket_without_a_cookie_is_a_programs_or_a_strangers_page():
    assert is_let_in("GET", "ws")
    assert is_let_in("GET", "ws", **TOKEN)
    assert not is_let_in("GET", "ws", Origin="https://evil.example")


def test_two_origins_are_none():
    with pytest.raises(Refused):
        origins.check(scope("POST", headers=[("Origin", OURS), ("Origin", OURS)]), HERE)
