"""Which cookie a browser gets."""

import pytest

from parlour.core.texts import Refused
from parlour.server.guard import cookies
from parlour.server.guard.places import Place
from tests.server.guard.scopes import scope

SECURE, LOOPBACK = Place("https", "games.example.org", 443), Place("http", "localhost", 8000)
PRIVATE, PUBLIC = Place("http", "192.168.1.2", 8000), Place("http", "203.0.113.5", 80)
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = "Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36"
SAFARI = "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15"
IPHONE = "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1"


@pytest.mark.parametrize(
    ("place", "agent", "name", "secure"),
    [
        (SECURE, FIREFOX, "__Host-parlour", True), (SECURE, SAFARI, "__Host-parlour", True),
        (LOOPBACK, FIREFOX, "__Host-parlour-8000", True), (LOOPBACK, CHROME, "__Host-parlour-8000", True),
        (LOOPBACK, SAFARI, "parlour-8000", False), (LOOPBACK, IPHONE, "parlour-8000", False),
        (PRIVATE, FIREFOX, "parlour-8000", False), (PRIVATE, CHROME, "parlour-8000", False),
    ],
)  # fmt: skip
def test_the_best_cookie_that_this_browser_keeps_here(place: Place, agent: str, name: str, secure: bool):
    header = cookies.carry(place, agent, "secret", 60).to_header(header="")
    assert header.strip().startswith(f"{name}=secret")
    assert ("Secure" in header) == secure
    for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=60"):
        assert part in header
    assert "Domain" not in header
    assert cookies.secret_in(scope(headers={"Cookie": f"a=b; {name}=secret"}), place) == "secret"


def test_on_a_public_line_there_is_none():
    with pytest.raises(Refused):
        cookies.carry(PUBLIC, FIREFOX, "secret", 60)
    assert cookies.secret_in(scope(headers={"Cookie": "parlour=secret; __Host-parlour=secret"}), PUBLIC) is None


def test_over_tls_a_plain_cookie_is_not_listened_to():
    """Anybody on the way could have set it."""
    assert cookies.secret_in(scope(headers={"Cookie": "parlour=secret"}), SECURE) is None
    assert cookies.secret_in(scope(headers={"Cookie": "x__Host-parlour=secret"}), SECURE) is None


def test_another_house_on_this_machine_has_its_own():
    assert cookies.secret_in(scope(headers={"Cookie": "__Host-parlour-8001=other"}), LOOPBACK) is None


def test_signing_out_takes_all_of_them_away():
    gone = [cookie.to_header(header="").strip() for cookie in cookies.clear(LOOPBACK)]
    assert [header.split("=")[0] for header in gone] == ["__Host-parlour-8000", "parlour-8000"]
    assert all("Max-Age=0" in header for header in gone)
    assert "Secure" in gone[0]  # browsers ignore the word of a __Host- cookie without it


def test_people_are_told_what_line_they_are_on():
    keys = [notice.key if (notice := cookies.notice(place)) else None for place in (SECURE, LOOPBACK, PRIVATE, PUBLIC)]
    assert keys == [None, None, "safety.notice-plain", "safety.no-tls"]
