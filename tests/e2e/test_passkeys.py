"""Passkeys in the browser, with a device that Chromium makes up: on localhost, where browsers let them be used."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.at_table import PASSWORD
from tests.e2e.conftest import DESKTOP, PATIENCE, PHONE, Watched

pytestmark = pytest.mark.browser
NUMBERS = count(1)
DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


class Device:
    """A page, and the authenticator that its browser has."""

    def __init__(self, page: Page, house: str) -> None:
        self.page, self.house = page, house
        self._session = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        self._id = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        kept: list[dict[str, Any]] = self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._id})[
            "credentials"
        ]
        return kept

    def go(self, path: str) -> None:
        self.page.goto(self.house + path)

    def sign_up(self) -> str:
        """Under a name that nobody has: on every screen they sign up at the same house."""
        name = f"Paula Key {next(NUMBERS)}"
        self.go("/sign-up")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Take an account").click()
        self.page.locator(".HomePage-title").wait_for()
        return name

    def make_passkey(self, label: str) -> None:
        self.go("/profile/passkeys")
        self.page.get_by_label("Your password, for each change").fill(PASSWORD)
        self.page.get_by_label("What to call the new one").fill(label)
        self.page.get_by_role("button", name="Make a passkey").click()
        self.page.get_by_text("It is made.").wait_for()

    def sign_out(self) -> None:
        self.page.context.clear_cookies()
        self.go("/sign-in")

    def by_passkey(self) -> None:
        self.page.get_by_role("button", name="Sign in with a passkey").click()


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desk", "phone"])
def size(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture(params=[False, True], ids=["light", "dark"])
def dark(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture
def device(browser: Browser, house: str, size: tuple[int, int], dark: bool) -> Iterator[Device]:
    named = house.replace("127.0.0.1", "localhost")
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", service_workers="block",
        color_scheme="dark" if dark else "light",
    )  # fmt: skip
    watched = Watched(context.new_page(), named, ("status of 401",))
    watched.page.set_default_timeout(PATIENCE)
    yield Device(watched.page, named)
    context.close()
    assert watched.trouble == []


def test_a_passkey_is_made_signs_in_and_is_removed(device: Device, keep: Any) -> None:
    page = device.page
    name = device.sign_up()
    device.make_passkey("Blue phone")
    page.get_by_text("Blue phone").wait_for()
    page.locator("[data-passkeys]").scroll_into_view_if_needed()
    keep(page, "profile")
    device.sign_out()
    page.get_by_role("button", name="Sign in with a passkey").wait_for()
    keep(page, "sign-in")
    device.by_passkey()
    page.locator(".HomePage-title").wait_for()
    expect(page.locator(".PageFrame-person")).to_contain_text(name)
    assert [one["signCount"] for one in device.passkeys()] == [2]
    device.go("/profile/passkeys")
    page.get_by_label("Your password, for each change").fill(PASSWORD)
    page.get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Really? Remove").click()
    page.get_by_text("Nobody comes in by it any more.").wait_for()
    device.sign_out()
    device.by_passkey()
    page.locator(".Form-refusal", has_text="Nobody here has this passkey").wait_for()


@pytest.mark.slow
def test_an_account_asks_for_password_and_passkey(device: Device) -> None:
    page = device.page
    name = device.sign_up()
    device.make_passkey("Key")
    page.get_by_label("Ask for password and passkey").check()
    page.get_by_text("From now on signing in takes both.").wait_for()
    device.sign_out()
    device.by_passkey()
    page.locator(".Form-refusal", has_text="asks for its password as well").wait_for()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator(".HomePage-title").wait_for()
    expect(page.locator(".PageFrame-person")).to_contain_text(name)
    assert [one["signCount"] for one in device.passkeys()] == [3]


@pytest.mark.slow
def test_at_an_address_in_digits_it_is_passwords(open_page: Any) -> None:
    page = open_page(DESKTOP, path="/sign-in")
    page.get_by_label("Password").wait_for()
    assert page.get_by_role("button", name="Sign in with a passkey").count() == 0
