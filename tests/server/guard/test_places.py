"""Where somebody has found us."""

import pytest

from parlour.core.texts import Refused
from parlour.server.guard.places import Place, Places, parse_authority, place_of_url
from tests.server.guard.scopes import scope

PROXY = ("127.0.0.1", 5)
FORWARDED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example.org"}


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://games.example.org", "secure"), ("https://127.0.0.1", "secure"), ("http://localhost", "loopback"),
        ("http://parlour.localhost", "loopback"), ("http://127.8.9.1", "loopback"), ("http://[::1]", "loopback"),
        ("http://[::ffff:127.0.0.1]", "loopback"), ("http://192.168.1.2", "private"), ("http://10.0.0.9", "private"),
        ("http://172.31.0.1", "private"), ("http://172.32.0.1", "public"), ("http://169.254.3.4", "private"),
        ("http://[fd00::5]", "private"), ("http://[fe80::1]", "private"), ("http://[2001:db8::1]", "public"),
        ("http://den.local", "private"), ("http://raspberry", "private"), ("http://games.example.org", "public"),
        ("http://notlocal", "private"), ("http://evil-local.org", "public"), ("http://127.0.0.1.example.org", "public"),
        ("http://203.0.113.5", "public"), ("http://100.64.0.1", "public"),
    ],
)  # fmt: skip
def test_a_place_is_as_safe_as_the_line_to_it(url: str, kind: str):
    scheme, _, authority = url.partition("://")
    place = parse_authority(scheme, authority)
    assert place is not None
    assert place.kind == kind


def test_a_places_origin_is_what_browsers_send():
    assert Place("http", "localhost", 8000).origin == "http://localhost:8000"
    assert Place("https", "games.example.org", 443).origin == "https://games.example.org"
    assert Place("http", "::1", 80).origin == "http://[::1]"


def test_without_settings_the_request_itself_says_it():
    assert Places().place(scope(host="LocalHost.:8000")) == Place("http", "localhost", 8000)
    assert Places().place(scope(host="192.168.1.2", scheme="ws")) == Place("http", "192.168.1.2", 80)
    assert Places().place(scope(host="[fd00::5]:8000")) == Place("http", "fd00::5", 8000)


@pytest.mark.parametrize(
    "host",
    [None, "", "evil.example", "a b", "user@localhost", "localhost:99999", "[::1", "[:::]", "localhost/x", "x,y"],
)
def test_a_name_that_is_not_ours_is_refused(host: str | None):
    with pytest.raises(Refused) as refusal:
        Places().place(scope(host=host))
    assert refusal.value.text.key == "safety.host"


def test_two_host_headers_are_refused():
    with pytest.raises(Refused):
        Places().place(scope(headers={"Host": "localhost"}))


def test_a_name_is_ours_if_a_setting_says_so():
    assert Places(hosts=["Club.example"]).place(scope(host="club.example")).kind == "public"


def test_a_stranger_cannot_say_that_it_came_over_tls():
    assert Places().place(scope(headers=FORWARDED)) == Place("http", "localhost", 8000)


def test_a_trusted_proxy_can():
    places = Places(hosts=["games.example.org"])
    assert places.place(scope(client=PROXY, headers=FORWARDED)) == Place("https", "games.example.org", 443)
    assert places.place(scope(client=None, headers=FORWARDED)).kind == "secure"  # a Unix socket
    other = Places(hosts=["games.example.org"], trusted=["10.0.0.0/8"])
    assert other.place(scope(client=("10.1.2.3", 5), headers=FORWARDED)).kind == "secure"
    assert other.place(scope(client=PROXY, headers=FORWARDED)).kind == "loopback"


def test_of_several_proxies_the_nearest_counts():
    said = {"X-Forwarded-Proto": "http, https", "X-Forwarded-Host": "evil.example, localhost"}
    assert Places().place(scope(client=PROXY, headers=said)) == Place("https", "localhost", 443)


def test_a_page_on_this_machine_cannot_pretend_to_be_a_proxy_for_its_own_name():
    """DNS rebinding: the browser is here, so it is trusted, and the page may set headers; but not Host."""
    for said in ({}, FORWARDED, {"X-Forwarded-Host": "localhost:8000"}):
        with pytest.raises(Refused):
            Places().place(scope(host="evil.example:8000", client=PROXY, headers=said))


def test_the_public_url_is_the_last_word():
    places = Places("https://games.example.org/")
    public = Place("https", "games.example.org", 443)
    assert places.place(scope(host="games.example.org")) == public
    assert places.place(scope(host="127.0.0.1:8000", client=PROXY)) == public
    assert places.place(scope(host="games.example.org", headers={"X-Forwarded-Proto": "http"}, client=PROXY)) == public
    with pytest.raises(Refused):
        places.place(scope(host="other.example.org"))


@pytest.mark.parametrize(
    "url", ["games.example.org", "ftp://x.org", "https://", "https://x.org/path", "https://a@b.org", "https://x.org?q"]
)
def test_a_public_url_is_scheme_and_name(url: str):
    with pytest.raises(Refused) as refusal:
        Places(url)
    assert refusal.value.text.key == "safety.public-url"


@pytest.mark.parametrize(
    ("client", "forwarded", "address"),
    [
        (("198.51.100.1", 5), None, "198.51.100.1"),
        (("198.51.100.1", 5), "203.0.113.9", "198.51.100.1"),
        (PROXY, "203.0.113.9", "203.0.113.9"),
        (PROXY, "1.2.3.4, 203.0.113.9", "203.0.113.9"),  # the left one is what a client wrote
        (PROXY, "203.0.113.9, 127.0.0.1", "203.0.113.9"),
        (PROXY, "nonsense", "127.0.0.1"),
        (PROXY, None, "127.0.0.1"),
        (("::ffff:198.51.100.1", 5), None, "198.51.100.1"),
        (None, "2001:db8::1", "2001:db8::1"),
        (None, None, "unknown"),
    ],
)
def test_who_is_at_the_other_end(client, forwarded: str | None, address: str):
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert Places().address(scope(client=client, headers=headers)) == address


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://games.example.org", "games.example.org"), ("https://games.example.org:8443", "games.example.org"),
        ("http://localhost:8000", "localhost"), ("http://club.localhost", "club.localhost"),
        ("http://127.0.0.1:8000", None), ("http://[::1]:8000", None), ("https://203.0.113.5", None),
        ("http://192.168.1.2:8000", None), ("http://parlour.local", None),
    ],
)  # fmt: skip
def test_passkeys_work_under_a_name_where_nobody_can_listen(url: str, name: str | None):
    place = place_of_url(url)
    assert place.passkey_place == (None if name is None else (name, url))
