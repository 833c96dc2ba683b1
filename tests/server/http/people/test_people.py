"""People over HTTP: what a page and a program get to see."""

import re
from typing import Any

import pytest

from parlour.house.people.accounts import ACCOUNT_IDLE, ACCOUNT_LIFE, DAY, GUEST_IDLE
from parlour.server.guard.cookies import LINGERS
from tests.server.http.people.people_app import AGENT, API, GOOD, OTHER, SmallApp

SAFARI = "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15"


def sentence(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    said: str = answer.json()["detail"]
    assert said.endswith((".", "”."))
    return said


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json() if status != 204 else None


def sign_up(browser: Any, name: str = "Anna") -> Any:
    return ok(browser.post(f"{API}/accounts", json={"name": name, "password": GOOD}), 201)


def test_a_page_asks_who_it_is_before_anybody_came_in(small: SmallApp):
    me = ok(small.browser().get(f"{API}/me"))
    nobody = {"person": None, "settings": {}, "scopes": [], "may_enter": True, "role": None, "notice": None}
    more = {"passkeys": False, "waiting_role": None, "ended": False, "until": None}
    assert me == {**nobody, **more, "guests": "welcome"}


def test_a_guest_comes_in_and_is_known_from_then_on(small: SmallApp):
    browser = small.browser()
    answer = browser.post(f"{API}/guests", json={})
    person = ok(answer, 201)["person"]
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-parlour-8000=")
    assert {"Secure", "HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={GUEST_IDLE // 1000 + LINGERS}"} <= set(
        cookie.split("; ")
    )
    assert "Domain" not in cookie
    assert answer.headers["cache-control"] == "no-store"
    carry(browser, answer)
    assert ok(browser.get(f"{API}/me"))["person"] == person
    assert ok(browser.post(f"{API}/guests", json={}))["person"] == person
    assert ok(browser.get(f"{API}/players/{person['id']}")) == person


def carry(browser: Any, answer: Any) -> None:
    """httpx, unlike browsers, sends no Secure cookie over http by itself."""
    browser.headers["Cookie"] = answer.headers["set-cookie"].split(";")[0]


def come_in(browser: Any, path: str = "guests", **said: str) -> Any:
    answer = browser.post(f"{API}/{path}", json=said)
    assert answer.status_code in (200, 201), answer.text
    carry(browser, answer)
    return answer.json()["person"]


def test_a_guest_takes_an_account_and_stays_the_same(small: SmallApp):
    browser = small.browser()
    guest = come_in(browser)
    ok(browser.patch(f"{API}/me", json={"settings": {"dark": True}}))
    answer = browser.post(f"{API}/accounts", json={"name": "Anna", "password": GOOD})
    account = ok(answer, 201)
    assert account["person"] == {"id": guest["id"], "name": "Anna", "since": guest["since"], "kind": "account"}
    assert account["settings"] == {"dark": True}
    assert ok(browser.get(f"{API}/me"))["person"] is None  # the old cookie
    carry(browser, answer)
    assert ok(browser.get(f"{API}/me"))["person"]["id"] == guest["id"]
    assert "already" in sentence(browser.post(f"{API}/accounts", json={"name": "Berta", "password": GOOD}), 409)


def test_signing_in_and_out(small: SmallApp):
    desktop, phone = small.browser(), small.browser()
    anna = come_in(desktop, "accounts", name="Anna", password=GOOD)
    guest = come_in(phone)
    assert come_in(phone, "sessions", name="ANNA", password=GOOD) == anna
    assert [one["here"] for one in ok(phone.get(f"{API}/sessions"))].count(True) == 1
    answer = phone.delete(f"{API}/sessions/current")
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert ok(phone.get(f"{API}/me"))["person"] is None
    assert ok(desktop.get(f"{API}/me"))["person"] == anna
    assert guest["id"] != anna["id"]


def test_who_signs_in_leaves_nothing_of_who_was_in_before(small: SmallApp):
    browser = small.browser()
    small.accounts.listeners.append((told := []).append)
    come_in(small.browser(), "accounts", name="Anna", password=GOOD)
    guest = come_in(browser)
    old = browser.headers["Cookie"]
    come_in(browser, "sessions", name="Anna", password=GOOD)
    assert told == [guest["id"]]
    browser.headers["Cookie"] = old
    assert ok(browser.get(f"{API}/me"))["person"] is None


def test_a_wrong_name_and_a_wrong_password_sound_the_same(small: SmallApp):
    browser = small.browser()
    sign_up(browser)
    said = {
        sentence(browser.post(f"{API}/sessions", json={"name": name, "password": OTHER}), 401)
        for name in ("Anna", "Bo")
    }
    assert len(said) == 1


def test_a_visit_is_ended_from_elsewhere(small: SmallApp):
    desktop, phone = small.browser(), small.browser(agent="A phone")
    come_in(desktop, "accounts", name="Anna", password=GOOD)
    come_in(phone, "sessions", name="Anna", password=GOOD)
    listed = ok(desktop.get(f"{API}/sessions"))
    assert {one["agent"] for one in listed} == {AGENT, "A phone"}
    other = next(one for one in listed if not one["here"])
    ok(desktop.delete(f"{API}/sessions/{other['handle']}"), 204)
    assert ok(phone.get(f"{API}/me"))["person"] is None


def test_a_new_password_signs_out_everywhere_else(small: SmallApp):
    desktop, phone = small.browser(), small.browser()
    come_in(desktop, "accounts", name="Anna", password=GOOD)
    come_in(phone, "sessions", name="Anna", password=GOOD)
    assert "not your password" in sentence(desktop.post(f"{API}/me/password", json={"old": OTHER, "new": OTHER}), 403)
    done = ok(desktop.post(f"{API}/me/password", json={"old": GOOD, "new": OTHER}))
    assert done == {"sessions_ended": 1, "tokens_ended": 0, "tokens_left": 0}
    assert ok(desktop.get(f"{API}/me"))["person"]
    assert ok(phone.get(f"{API}/me"))["person"] is None


def test_an_account_is_deleted_with_its_password_and_a_guest_without(small: SmallApp):
    browser = small.browser()
    anna = come_in(browser, "accounts", name="Anna", password=GOOD)
    sentence(browser.request("DELETE", f"{API}/me", json={}), 403)
    ok(browser.request("DELETE", f"{API}/me", json={"password": GOOD}), 204)
    sentence(browser.get(f"{API}/players/{anna['id']}"), 404)
    assert ok(browser.get(f"{API}/me"))["person"] is None
    come_in(browser)
    ok(browser.request("DELETE", f"{API}/me", json={}), 204)


def test_name_and_settings_change_together_or_not_at_all(small: SmallApp):
    browser = small.browser()
    guest = come_in(browser)
    assert ok(browser.patch(f"{API}/me", json={"name": "Berta", "settings": {"a": 1, "b": "x"}}))["name"] == "Berta"
    ok(browser.patch(f"{API}/me", json={"settings": {"a": None, "c": False}}))
    assert ok(browser.get(f"{API}/me"))["settings"] == {"b": "x", "c": False}
    much = {f"k{n}": "x" * 1000 for n in range(5)}
    assert "4096" in sentence(browser.patch(f"{API}/me", json={"name": "Carla", "settings": much}), 422)
    assert ok(browser.get(f"{API}/players/{guest['id']}"))["name"] == "Berta"


def test_a_program_plays_with_its_token_and_cannot_touch_the_account(small: SmallApp):
    browser = small.browser()
    come_in(browser, "accounts", name="Anna", password=GOOD)
    made = ok(browser.post(f"{API}/me/tokens", json={"label": "robot", "scopes": ["play"]}), 201)
    assert [card["label"] for card in ok(browser.get(f"{API}/me/tokens"))] == ["robot"]
    assert made["token"] not in browser.get(f"{API}/me/tokens").text
    robot = small.program(made["token"])
    assert ok(robot.post(f"{API}/play"), 201) == {"by": "Anna"}
    assert ok(robot.get(f"{API}/read")) == {"by": "Anna"}
    assert ok(robot.get(f"{API}/me"))["scopes"] == ["play", "read"]
    assert "set-cookie" not in robot.get(f"{API}/me").headers
    for answer in (
        robot.get(f"{API}/sessions"),
        robot.get(f"{API}/me/tokens"),
        robot.post(f"{API}/me/tokens", json={"label": "more", "scopes": ["play"]}),
        robot.patch(f"{API}/me", json={"name": "Robot"}),
        robot.post(f"{API}/me/password", json={"old": GOOD, "new": OTHER}),
        robot.request("DELETE", f"{API}/me", json={"password": GOOD}),
    ):
        assert "in a browser" in sentence(answer, 403)
    ok(browser.delete(f"{API}/me/tokens/{made['card']['handle']}"), 204)
    answer = robot.get(f"{API}/read")
    sentence(answer, 401)
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_token_for_reading_does_not_play(small: SmallApp):
    browser = small.browser()
    come_in(browser, "accounts", name="Anna", password=GOOD)
    robot = small.program(ok(browser.post(f"{API}/me/tokens", json={"label": "x", "scopes": ["read"]}), 201)["token"])
    ok(robot.get(f"{API}/read"))
    assert "“play”" in sentence(robot.post(f"{API}/play"), 403)


def test_a_browsers_secret_is_no_token_and_a_token_no_cookie(small: SmallApp):
    browser = small.browser()
    come_in(browser, "accounts", name="Anna", password=GOOD)
    secret = browser.headers["Cookie"].partition("=")[2]
    token = ok(browser.post(f"{API}/me/tokens", json={"label": "x", "scopes": ["play"]}), 201)["token"]
    sentence(small.program(secret).get(f"{API}/read"), 401)
    browser.headers["Cookie"] = f"__Host-parlour-8000={token}"
    assert ok(browser.get(f"{API}/me"))["person"] is None


@pytest.mark.parametrize("path", ["sessions", "me/tokens"])
def test_who_is_nobody_yet_is_asked_to_come_in(small: SmallApp, path: str):
    sentence(small.browser().get(f"{API}/{path}"), 401)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("guests", {"name": 5}), ("guests", {"nome": "Anna"}), ("accounts", {"name": "Anna"}), ("guests", []),
        ("accounts", {"name": "Anna", "password": "x" * 2000}), ("sessions", {"name": "x" * 200, "password": GOOD}),
    ],
)  # fmt: skip
def test_what_is_not_in_shape_is_refused(small: SmallApp, path: str, said: Any):
    assert small.browser().post(f"{API}/{path}", json=said).status_code == 400


def test_a_weak_password_is_refused_with_a_friendly_reason(small: SmallApp):
    answer = small.browser().post(f"{API}/accounts", json={"name": "Anna", "password": "12345678"})
    assert "do better" in sentence(answer, 422)


def test_a_cookie_is_renewed_while_it_is_used(small: SmallApp):
    browser = small.browser()
    come_in(browser, "accounts", name="Anna", password=GOOD)
    for n in (1, 2, 3):
        small.clock.pass_by(ACCOUNT_IDLE - DAY)
        answer = browser.get(f"{API}/me")
        assert ok(answer)["person"]
        left = min(ACCOUNT_IDLE, ACCOUNT_LIFE - n * (ACCOUNT_IDLE - DAY))
        assert f"Max-Age={left // 1000 + LINGERS}" in answer.headers["set-cookie"]
    small.clock.pass_by(ACCOUNT_IDLE)
    assert ok(browser.get(f"{API}/me"))["person"] is None


def test_asking_who_one_is_undoes_nothing_that_signing_up_has_done_meanwhile(small: SmallApp):
    """The answers of two requests can come to a browser in any order."""
    browser = small.browser()
    come_in(browser)
    assert "set-cookie" not in browser.get(f"{API}/me").headers
    ok(browser.post(f"{API}/accounts", json={"name": "Anna", "password": GOOD}), 201)
    answer = browser.get(f"{API}/me")  # still with the guest's cookie
    assert ok(answer)["person"] is None
    assert "set-cookie" not in answer.headers


def test_safari_on_this_machine_gets_a_cookie_that_it_keeps(small: SmallApp):
    browser = small.browser(agent=SAFARI)
    answer = browser.post(f"{API}/guests", json={})
    assert answer.headers["set-cookie"].startswith("parlour-8000=")
    assert "Secure" not in answer.headers["set-cookie"]
    carry(browser, answer)
    assert ok(browser.get(f"{API}/me"))["person"]


def test_at_home_without_tls_there_is_a_plain_cookie_and_a_notice(small: SmallApp):
    browser = small.browser("http://192.168.1.20:8000")
    answer = browser.post(f"{API}/guests", json={})
    assert "not encrypted" in ok(answer, 201)["notice"]
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("parlour-8000=")
    assert "HttpOnly" in cookie
    assert "Secure" not in cookie
    assert ok(browser.get(f"{API}/me"))["person"]  # httpx keeps this one


def test_in_public_without_tls_nobody_signs_in(small: SmallApp):
    browser = small.browser("http://203.0.113.5:8000")
    me = ok(browser.get(f"{API}/me"))
    assert (me["may_enter"], me["person"]) == (False, None)
    for path, said in (
        ("guests", {}),
        ("accounts", {"name": "A1", "password": GOOD}),
        ("sessions", {"name": "A1", "password": GOOD}),
    ):
        assert "not encrypted" in sentence(browser.post(f"{API}/{path}", json=said), 403)
    sentence(small.program("parlour_x", "http://203.0.113.5:8000").get(f"{API}/read"), 403)


def test_guessing_an_account_is_slow_from_everywhere_and_its_owner_stays_in(small: SmallApp):
    owner = small.browser()
    come_in(owner, "accounts", name="Anna", password=GOOD)
    statuses = [guess(small, n, "aNNa").status_code for n in range(102)]
    assert statuses == [401] * 100 + [429] * 2
    assert guess(small, 199, "Nobody").status_code == 401
    assert ok(owner.get(f"{API}/me"))["person"]
    ok(owner.post(f"{API}/me/password", json={"old": GOOD, "new": OTHER}))
    small.seconds += 60
    assert guess(small, 200, "Anna").status_code == 201  # it is the password now


def test_a_browser_that_has_signed_in_before_is_not_shut_out_by_strangers(small: SmallApp):
    """Nor by those at its own address, such as a class."""
    owner = small.browser(address="203.0.113.7")
    known = device_cookie(owner.post(f"{API}/accounts", json={"name": "Anna", "password": GOOD}))
    for n in range(102):
        guess(small, n, "Anna")
    for _ in range(45):
        small.seconds += 6
        small.browser(address="203.0.113.7").post(f"{API}/sessions", json={"name": f"A{_}", "password": OTHER})
    small.seconds -= 45 * 6
    fresh = small.browser(address="203.0.113.7")
    assert fresh.post(f"{API}/sessions", json={"name": "Anna", "password": GOOD}).status_code == 429
    fresh.headers["Cookie"] = known
    assert fresh.post(f"{API}/sessions", json={"name": "Anna", "password": GOOD}).status_code == 201
    wrong = [fresh.post(f"{API}/sessions", json={"name": "Anna", "password": OTHER}).status_code for _ in range(11)]
    assert wrong == [401] * 10 + [429], "and has guesses of its own, not any number"


def test_being_known_to_one_account_is_being_a_stranger_to_others(small: SmallApp):
    thief = small.browser(address="203.0.113.66")
    known = device_cookie(thief.post(f"{API}/accounts", json={"name": "Thief", "password": GOOD}))
    sign_up(small.browser())
    thief.headers["Cookie"] = known
    statuses = [thief.post(f"{API}/sessions", json={"name": "Anna", "password": OTHER}).status_code for _ in range(11)]
    assert statuses == [401] * 10 + [429]
    statuses = []
    for letter in "abcdefghijk":  # another device each time, and none that the house has given
        made_up = small.browser(address="203.0.113.67")
        made_up.headers["Cookie"] = f"__Host-parlour-device-8000={letter * 43}"
        statuses.append(made_up.post(f"{API}/sessions", json={"name": "Anna", "password": OTHER}).status_code)
    assert statuses == [401] * 10 + [429]


@pytest.mark.parametrize("way", ["ended elsewhere", "a new password"])
def test_a_browser_is_a_stranger_again_when_its_owner_says_so(small: SmallApp, way: str):
    home, lost = small.browser(), small.browser(address="203.0.113.8")
    come_in(home, "accounts", name="Anna", password=GOOD)
    known = device_cookie(lost.post(f"{API}/sessions", json={"name": "Anna", "password": GOOD}))
    if way == "a new password":
        ok(home.post(f"{API}/me/password", json={"old": GOOD, "new": GOOD}))
    else:
        [other] = [one for one in ok(home.get(f"{API}/sessions")) if not one["here"]]
        ok(home.delete(f"{API}/sessions/{other['handle']}"), 204)
    for n in range(100):
        guess(small, n, "Anna")
    lost.headers["Cookie"] = known
    assert lost.post(f"{API}/sessions", json={"name": "Anna", "password": GOOD}).status_code == 429


def test_signing_out_leaves_the_browser_known(small: SmallApp):
    home = small.browser()
    answer = home.post(f"{API}/accounts", json={"name": "Anna", "password": GOOD})
    carry(home, answer)
    ok(home.delete(f"{API}/sessions/current"), 204)
    for n in range(100):
        guess(small, n, "Anna")
    home.headers["Cookie"] = device_cookie(answer)
    assert home.post(f"{API}/sessions", json={"name": "Anna", "password": GOOD}).status_code == 201


def device_cookie(answer: Any) -> str:
    """What a browser is known by, as it sends it."""
    [found] = re.findall(r"__Host-parlour-device-8000=[^;]+(?=;[^,]*HttpOnly)", answer.headers["set-cookie"])
    return str(found)


def test_an_address_runs_out_of_guesses_at_whatever_account(small: SmallApp):
    browser = small.browser()
    answers = []
    for n in range(60):
        small.seconds += 6
        answers.append(browser.post(f"{API}/sessions", json={"name": f"Ghost {n}", "password": OTHER}).status_code)
    assert answers.count(401) < 55
    assert answers[-1] == 429
    assert (
        small.browser(address="203.0.113.9")
        .post(f"{API}/sessions", json={"name": "Ghost", "password": OTHER})
        .status_code
        == 401
    )


def test_a_session_ends_however_much_it_is_used_and_the_page_can_say_so(small: SmallApp):
    browser = small.browser()
    come_in(browser, "accounts", name="Anna", password=GOOD)
    days = 0
    while (me := ok(browser.get(f"{API}/me")))["person"]:
        assert (me["ended"], me["until"]) == (False, me["person"]["since"] + ACCOUNT_LIFE)
        small.clock.pass_by(DAY)
        days += 1
    assert (days, me["ended"]) == (ACCOUNT_LIFE // DAY, True)
    ok(browser.delete(f"{API}/sessions/current"), 204)
    browser.headers.pop("Cookie")
    assert not ok(browser.get(f"{API}/me"))["ended"], "who has signed out knows"


def test_a_new_password_says_what_it_did_to_tokens(small: SmallApp):
    browser = small.browser()
    come_in(browser, "accounts", name="Anna", password=GOOD)
    token = ok(browser.post(f"{API}/me/tokens", json={"label": "Robot", "scopes": ["play"]}), 201)["token"]
    done = ok(browser.post(f"{API}/me/password", json={"old": GOOD, "new": OTHER}))
    assert (done["tokens_ended"], done["tokens_left"]) == (0, 1)
    ok(small.program(token).get(f"{API}/read"))
    done = ok(browser.post(f"{API}/me/password", json={"old": OTHER, "new": GOOD, "tokens": True}))
    assert (done["tokens_ended"], done["tokens_left"]) == (1, 0)
    sentence(small.program(token).get(f"{API}/read"), 401)


def guess(small: SmallApp, n: int, name: str) -> Any:
    stranger = small.browser(address=f"203.0.113.{n}")
    return stranger.post(f"{API}/sessions", json={"name": name, "password": OTHER})


def test_names_that_do_not_exist_run_out_of_guesses_alike(small: SmallApp):
    browser = small.browser()
    answers = [browser.post(f"{API}/sessions", json={"name": "Ghost", "password": OTHER}) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [401] * 10 + [429]
    assert int(answers[-1].headers["retry-after"]) == 60
    sentence(answers[-1], 429)


def test_right_passwords_are_no_guesses(small: SmallApp):
    browser = small.browser()
    sign_up(browser)
    for _ in range(15):
        small.seconds += 6
        assert browser.post(f"{API}/sessions", json={"name": "Anna", "password": GOOD}).status_code == 201


def test_refused_names_do_not_use_up_the_chance_to_sign_up(small: SmallApp):
    browser = small.browser()
    for _ in range(20):
        assert browser.post(f"{API}/accounts", json={"name": "Admin", "password": GOOD}).status_code == 422
    sign_up(browser)


def test_every_message_is_described_with_examples(small: SmallApp):
    schema = small.app.openapi_schema.to_schema()
    schemas = schema["components"]["schemas"]
    assert schemas["NewAccount"]["properties"]["name"]["examples"]
    assert schemas["NewAccount"]["properties"]["password"]["description"]
    paths = {(path, method) for path, methods in schema["paths"].items() for method in methods}
    assert {
        (f"{API}/guests", "post"),
        (f"{API}/me/tokens/{{handle}}", "delete"),
        (f"{API}/players/{{person}}", "get"),
    } <= paths
