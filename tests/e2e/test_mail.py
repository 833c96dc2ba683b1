"""Letters in the browser: an address, a new password, an invitation, and no more of this."""

import time
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.at_table import PASSWORD, sign_up, visit
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.test_axe import findings

pytestmark = pytest.mark.browser

OTHER = "nine quick geese"
PATIENCE = 60.0
# Each way is gone in every dress under ./dev test --all, and in one of them always.
DESKTOP_FIRST, PHONE_FIRST = (
    [
        pytest.param(size, dark, id=id, marks=() if id == first else pytest.mark.slow)
        for size, dark, id in (
            (DESKTOP, False, "desktop"), (PHONE, True, "phone-dark"), (DESKTOP, True, "desktop-dark"),
            (PHONE, False, "phone"),
        )
    ]
    for first in ("desktop", "phone-dark")
)  # fmt: skip


def letter_to(mail: Path, reader: str, subject: str) -> EmailMessage:
    """The one that was sent there."""
    deadline = time.monotonic() + PATIENCE
    while True:
        for path in mail.glob("*.eml") if mail.exists() else ():
            letter = message_from_bytes(path.read_bytes(), policy=policy.default)
            assert isinstance(letter, EmailMessage)
            if letter["To"] == reader and subject in letter["Subject"]:
                return letter
        assert time.monotonic() < deadline, f"no letter to {reader}"
        time.sleep(0.02)


def links(letter: EmailMessage) -> list[str]:
    part = letter.get_body(("plain",))
    assert part is not None
    return [word for word in str(part.get_content()).split() if word.startswith("http://")]


def give_address(page: Page, address: str) -> None:
    visit(page, "/profile/letters")
    letters = page.locator(".MailSettings-mail")
    letters.get_by_label("Address").fill(address)
    letters.get_by_label("Your password").fill(PASSWORD)
    letters.get_by_role("button", name="Send a letter").click()
    page.get_by_text("waits to be confirmed").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), DESKTOP_FIRST)
def test_from_an_address_to_a_new_password(open_page, keep, mail, request, size, dark):
    page = open_page(size, dark=dark, may=("status of 401", "status of 410"))
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        keep(page, name)
        if held := findings(page):
            found[name] = held
        assert page.evaluate("document.documentElement.scrollWidth") == size[0], name

    dress = request.node.callspec.id
    name, address = f"Anna {dress}"[:24], f"anna-{dress}@example.org"
    sign_up(page, name)
    give_address(page, address)
    page.locator(".MailSettings-mail").scroll_into_view_if_needed()
    look("pending")
    [link] = links(letter_to(mail, address, "your address"))
    page.goto(link)
    page.get_by_role("button", name="Confirm the address").wait_for()
    look("confirm")
    page.get_by_role("button", name="Confirm the address").click()
    page.get_by_text(f"{address} is confirmed.").wait_for()
    look("confirmed")
    visit(page, "/profile/letters")
    page.get_by_label("when it is my turn").uncheck()
    page.get_by_text("Saved.").wait_for()
    page.get_by_role("button", name="Change or remove it").click()
    page.locator(".MailSettings-mail").scroll_into_view_if_needed()
    look("wants")
    page.reload()
    expect(page.get_by_label("when it is my turn")).not_to_be_checked()
    expect(page.get_by_label("when somebody invites me")).to_be_checked()

    page.get_by_role("button", name="Sign out").last.click()
    page.get_by_role("button", name="Really? Sign out").click()
    page.locator(".HomePage-title").wait_for()
    visit(page, "/sign-in")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("Your name here, or your address").fill(address)
    look("forgot")
    page.get_by_role("button", name="Send the letter").click()
    page.locator("[data-done]").wait_for()
    look("forgot-sent")
    [link] = links(letter_to(mail, address, "new password"))
    page.goto(link)
    page.get_by_label("New password").fill(OTHER)
    look("reset")
    page.get_by_role("button", name="Set the password").click()
    page.locator("[data-done]").wait_for()
    assert page.url == link
    page.reload()  # to go there would load nothing: only what is behind the # could differ
    page.get_by_label("New password").fill("another 12 ducks")
    page.get_by_role("button", name="Set the password").click()
    page.locator(".Form-refusal", has_text="does not work any more").wait_for()
    look("reset-used")
    visit(page, "/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(OTHER)
    page.get_by_role("button", name="Sign in").click()
    page.locator(".HomePage-title").wait_for()
    assert found == {}


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), PHONE_FIRST)
def test_somebody_is_invited_by_letter_and_can_refuse_more_of_them(open_page, keep, mail, request, size, dark):
    page, dress = open_page(size, dark=dark), request.node.callspec.id
    zoe = f"zoe-{dress}@example.org"
    sign_up(page, f"Bo {dress}"[:24])
    visit(page, "/play/connect4")
    page.locator("[data-invite]").click()
    page.locator("[data-waiting]").wait_for()
    page.get_by_label("have a letter sent").fill(zoe)
    page.locator(".InviteByMail-invite").get_by_role("button", name="Send").click()
    page.get_by_text(f"If {zoe} can be written to").wait_for()
    page.locator(".InviteByMail-invite").scroll_into_view_if_needed()
    keep(page, "invite")
    assert findings(page) == []
    table, off = links(letter_to(mail, zoe, "invites you"))
    guest = open_page(PHONE if size == DESKTOP else DESKTOP, dark=dark)
    guest.goto(table)
    guest.locator("[data-sit]").first.wait_for()
    guest.goto(off)
    guest.get_by_text("No more invitations by letter").wait_for()
    keep(guest, "unsubscribed")
    assert findings(guest) == []
    guest.get_by_role("button", name="I want them after all").click()
    guest.get_by_text("You can be invited by letter").wait_for()
