"""Push in the page: set up in the settings, shown by the page's worker, and led on by a tap."""

import json

import pytest
from playwright.sync_api import expect

from tests.e2e.at_table import sign_up, visit, wait_until
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.test_axe import Inspection

pytestmark = pytest.mark.browser

# A browser without a push service of its maker's: what it is given it would have from there.
SERVICE = """{
  const keys = { p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg" };
  let made = null;
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("a browser takes nothing else");
    const endpoint = "https://push.example.org/" + crypto.getRandomValues(new Uint32Array(1))[0];
    made = { options: { applicationServerKey: applicationServerKey.buffer }, toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => { made = null; window.unsubscribed = true; return true; } };
    return made;
  };
  Object.defineProperty(Notification, "permission", { get: () => "default" });
  Notification.requestPermission = async () => "granted";
}"""


@pytest.mark.parametrize(
    ("size", "dark"), [pytest.param(DESKTOP, False, id="desktop"), pytest.param(PHONE, True, id="phone-dark")]
)
def test_a_device_is_set_up_listed_and_ended_in_the_settings(open_page, keep, size, dark):
    page = open_page(size, dark=dark, before=SERVICE, worker=True)
    inspection = Inspection(page, keep)
    sign_up(page, f"Push{size[0]}")
    visit(page, "/settings")
    panel = page.locator("[data-push]")
    inspection.look("before")
    panel.get_by_role("button", name="Tell me on this device").press("Enter")
    expect(panel.get_by_text("This device tells you from now on.")).to_be_visible()
    expect(panel.get_by_role("listitem")).to_have_count(1)
    panel.get_by_role("checkbox", name="when it is my turn in a game that takes days").uncheck()
    expect(panel.get_by_text("Saved.")).to_be_visible()
    panel.scroll_into_view_if_needed()
    inspection.look("set-up")
    page.reload()
    expect(panel.get_by_role("checkbox", name="when it is my turn in a game that takes days")).not_to_be_checked()
    panel.get_by_role("button", name="End").press("Enter")
    expect(panel.get_by_role("button", name="Tell me on this device")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert inspection.found == {}


LISTEN = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, { tag, lang, data }) =>
    void self.shown.push([title, tag ?? null, data.path, lang]);
}"""


@pytest.mark.parametrize("there", [False, True])
def test_the_pages_worker_shows_what_it_is_told_but_not_to_who_looks_at_that_table(open_page, house, there):
    page = open_page(DESKTOP, worker=True)
    wait_until(page, lambda: page.evaluate("navigator.serviceWorker.ready.then((found) => found.active !== null)"))
    [worker] = page.context.service_workers
    worker.evaluate(LISTEN)  # this browser has nowhere to show them
    browser = page.context.new_cdp_session(page)
    found: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"] if not one["isDeleted"]),
    )
    browser.send("ServiceWorker.enable")
    wait_until(page, lambda: bool(found))
    told = {"title": "Your turn in YINSH", "path": "/settings" if there else "/table/abc", "tag": "t", "language": "en"}
    visit(page, "/settings" if there else "/rules")
    for data in (json.dumps(told), json.dumps(told), "no json", json.dumps({"path": "https://elsewhere.example/x"})):
        browser.send("ServiceWorker.deliverPushMessage", {"origin": house, "registrationId": found[0], "data": data})
    strange = ["Parlour", None, "/", ""]
    wait_until(page, lambda: worker.evaluate("self.shown").count(strange) == 2)
    mine = [each for each in worker.evaluate("self.shown") if each != strange]
    assert mine == ([] if there else [["Your turn in YINSH", "t", "/table/abc", "en"]] * 2)
