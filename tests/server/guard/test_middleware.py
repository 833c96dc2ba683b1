"""What stands around the whole application."""

from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from parlour.server.guard.counters import Rate
from parlour.server.guard.headers import API_POLICY, PAGE_POLICY, dressed, policy_for
from parlour.server.guard.places import Place
from tests.server.http.people.people_app import API, GOOD, HOME, MakesHouses, SmallApp

HTTPS = "https://games.example.org"


def test_every_answer_is_dressed_even_of_what_is_not_there(small: SmallApp):
    browser = small.browser()
    for path in (f"{API}/me", f"{API}/nothing", "/nothing", f"{API}/trouble", f"{API}/sessions"):
        headers = browser.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "same-origin"
        assert "strict-transport-security" not in headers


def test_pages_may_load_our_own_things_and_data_nothing():
    assert policy_for("/", "text/html; charset=utf-8") == policy_for("/sw.js", "text/javascript") == PAGE_POLICY
    assert policy_for("/api/v1/schema", "text/html") == PAGE_POLICY
    assert policy_for("/api/v1/me", "application/json") == API_POLICY
    for unsafe in ("'unsafe-inline'", "'unsafe-eval'", "*", "http:", "https:"):
        assert unsafe not in PAGE_POLICY
    for part in (
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "default-src 'none'",
    ):
        assert part in PAGE_POLICY


def test_the_page_may_run_webassembly_and_no_script_made_of_text():
    """Games' modules need 'wasm-unsafe-eval', and nothing else is let in with it."""
    scripts = next(part for part in PAGE_POLICY.split("; ") if part.startswith("script-src"))
    assert scripts == "script-src 'self' 'wasm-unsafe-eval'"
    assert PAGE_POLICY.count("unsafe") == 1
    assert "unsafe" not in API_POLICY


def test_what_the_api_answers_is_not_kept_unless_its_handler_says_so():
    place = Place("http", "localhost", 8000)
    assert dict(dressed("/api/v1/me", [], place))[b"cache-control"] == b"no-store"
    kept = dict(dressed("/api/v1/plan", [(b"Cache-Control", b"private, max-age=60")], place))
    assert kept.get(b"Cache-Control") == b"private, max-age=60"
    assert b"cache-control" not in kept
    assert b"cache-control" not in dict(dressed("/", [], place))


def test_our_headers_replace_weaker_ones():
    once = dressed("/", [(b"Content-Security-Policy", b"default-src *"), (b"X-Other", b"1")], None)
    policies = [value for key, value in once if key.lower() == b"content-security-policy"]
    assert policies == [PAGE_POLICY.encode()]
    assert (b"X-Other", b"1") in once


def test_over_tls_browsers_are_told_to_stay_there(house_with: MakesHouses):
    small = house_with(public_url=HTTPS)
    assert "max-age=" in small.browser(HTTPS).get(f"{API}/me").headers["strict-transport-security"]


def test_behind_a_proxy_with_tls_the_cookie_is_a_secure_one(house_with: MakesHouses):
    small = house_with(public_url=HTTPS)
    answer = small.browser(HTTPS).post(f"{API}/guests", json={})
    assert answer.status_code == 201
    assert answer.headers["set-cookie"].startswith("__Host-parlour=")


def test_a_name_that_is_not_ours_is_told_so(small: SmallApp):
    answer = small.browser("http://evil.example").get(f"{API}/me")
    assert answer.status_code == 421
    assert "evil.example" in answer.json()["detail"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_strangers_page_changes_nothing(small: SmallApp):
    browser = small.browser()
    browser.headers["Origin"] = "https://evil.example"
    answer = browser.post(f"{API}/guests", json={})
    assert answer.status_code == 403
    assert HOME in answer.json()["detail"]
    assert "set-cookie" not in answer.headers
    del browser.headers["Origin"]
    assert browser.post(f"{API}/nothing", json={}).status_code == 403


def test_too_much_at_once_is_a_429_with_when_to_come_again(house_with: MakesHouses):
    small = house_with(rates={"request": Rate(5, 0.1), "change": Rate(2, 0.1)})
    browser, neighbour = small.browser(), small.browser(address="203.0.113.77")
    assert [browser.post(f"{API}/guests", json={}).status_code for _ in range(3)] == [201, 201, 429]
    assert [browser.get(f"{API}/nothing").status_code for _ in range(3)] == [404, 404, 429]
    answer = browser.get(f"{API}/me")
    assert answer.headers["retry-after"] == "10"
    assert "10 seconds" in answer.json()["detail"]
    assert neighbour.get(f"{API}/me").status_code == 200
    small.seconds += 10
    assert browser.get(f"{API}/me").status_code == 200


def test_one_64_is_one_household(house_with: MakesHouses):
    small = house_with(rates={"request": Rate(2, 0.1)})
    addresses = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"]
    assert [small.browser(address=a).get(f"{API}/me").status_code for a in addresses] == [200, 200, 429, 200]


def test_one_session_has_its_own_limit_wherever_it_is_used_from(house_with: MakesHouses):
    small = house_with(rates={"session": Rate(3, 0.1)})
    cookie = small.browser().post(f"{API}/guests", json={}).headers["set-cookie"].split(";")[0]
    statuses = []
    for n in range(4):
        browser = small.browser(address=f"203.0.113.{n}")
        browser.headers["Cookie"] = cookie
        statuses.append(browser.get(f"{API}/me").status_code)
    assert statuses == [200, 200, 200, 429]


def test_a_person_has_one_limit_with_all_browsers_and_programs(house_with: MakesHouses):
    small = house_with(rates={"person": Rate(6, 0.1)})
    first = small.browser().post(f"{API}/accounts", json={"name": "Anna", "password": GOOD})
    cookies = [first.headers["set-cookie"].split(";")[0]]
    second = small.browser().post(f"{API}/sessions", json={"name": "Anna", "password": GOOD})
    cookies.append(second.headers["set-cookie"].split(";")[0])
    statuses = []
    for n in range(8):
        browser = small.browser(address=f"203.0.113.{n}")
        browser.headers["Cookie"] = cookies[n % 2]
        statuses.append(browser.get(f"{API}/me").status_code)
    assert statuses == [200] * 6 + [429] * 2


def test_a_browser_that_asks_too_often_is_refused_before_its_neighbours_pay_for_it(house_with: MakesHouses):
    small = house_with(rates={"session": Rate(3, 0.01), "request": Rate(10, 0.01)})
    cookie = small.browser().post(f"{API}/guests", json={}).headers["set-cookie"].split(";")[0]
    flood, neighbour = small.browser(), small.browser()
    flood.headers["Cookie"] = cookie
    assert [flood.get(f"{API}/me").status_code for _ in range(30)] == [200] * 3 + [429] * 27
    assert [neighbour.get(f"{API}/me").status_code for _ in range(6)] == [200] * 6


# -- sockets --------------------------------------------------------------------------------------------------


def said_over(client: Any, **headers: str) -> Any:
    with client.websocket_connect(f"{API}/live", headers=headers) as socket:
        return socket.receive_json()


def test_a_socket_knows_who_opened_it(small: SmallApp):
    browser = small.browser()
    answer = browser.post(f"{API}/guests", json={"name": "Anna"})
    cookie = answer.headers["set-cookie"].split(";")[0]
    assert said_over(browser) == {"name": None}
    assert said_over(browser, Cookie=cookie) == {"name": "Anna"}
    for origin in ("https://evil.example", "null"):
        with pytest.raises(WebSocketDisconnect):
            said_over(browser, Cookie=cookie, Origin=origin)


def test_a_socket_of_a_program_needs_no_origin(small: SmallApp):
    browser = small.browser()
    answer = browser.post(f"{API}/accounts", json={"name": "Anna", "password": GOOD})
    browser.headers["Cookie"] = answer.headers["set-cookie"].split(";")[0]
    made = browser.post(f"{API}/me/tokens", json={"label": "x", "scopes": ["read"]}).json()
    assert said_over(small.program(made["token"])) == {"name": "Anna"}


def test_sockets_are_limited_by_address(house_with: MakesHouses):
    small = house_with(rates={"socket": Rate(1, 0.1)})
    browser = small.browser()
    assert said_over(browser) == {"name": None}
    with pytest.raises(WebSocketDisconnect):
        said_over(browser)
