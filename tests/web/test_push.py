"""Web Push in the browser, as far as it goes without a push service."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect

from support import long
from web.conftest import WITH_WINDOWS, Opened, launched
from web.test_pages import begin, serious
from web.test_people import picture


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that could have windows: others show no notifications."""
    yield from launched(playwright, WITH_WINDOWS)


def test_a_push_message_is_shown_in_its_language_and_opens_the_table(open_page: Opened, address: str) -> None:
    page = open_page(service_workers="allow")
    page.context.grant_permissions(["notifications"], origin=address)
    begin(page, game="flip-city", seats=[{"kind": "mine"}, {"kind": "bot"}])
    table = page.url.rpartition("/")[2]
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(
            each["registrationId"] for each in event["registrations"] if each["scopeURL"].startswith(address)
        ),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    data = json.dumps({"body": "É o seu turno em Flip City.", "table": table, "language": "pt-BR"})
    session.send("ServiceWorker.deliverPushMessage", {"origin": address, "registrationId": found[0], "data": data})
    shown = page.evaluate(SHOWN)
    assert shown == [["Verso", "É o seu turno em Flip City.", table, "pt-BR"]]
    [worker] = page.context.service_workers
    opened = worker.evaluate(
        """async (path) => {
            const opened = [];
            self.clients.openWindow = async (address) => void opened.push(address);
            const [notification] = await self.registration.getNotifications();
            const event = new NotificationEvent("notificationclick", { notification });
            const waits = [];
            event.waitUntil = (promise) => waits.push(promise);
            self.dispatchEvent(event);
            await Promise.all(waits);
            return [opened, (await self.registration.getNotifications()).length];
        }"""
    )
    assert opened == [[f"/t/{table}"], 0]


SHOWN = """async () => {
    const worker = await navigator.serviceWorker.ready;
    for (;;) {
        const shown = await worker.getNotifications();
        if (shown.length) return shown.map(({ title, body, tag, lang }) => [title, body, tag, lang]);
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
}"""


UNREACHABLE = "PushManager.prototype.subscribe = () => Promise.reject(new DOMException('', 'AbortError')), null"
REACHABLE = """async () => {
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const keys = {
        p256dh: await crypto.subtle.exportKey("raw", pair.publicKey),
        auth: crypto.getRandomValues(new Uint8Array(16)).buffer,
    };
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
    const made = { endpoint, getKey: (name) => keys[name], unsubscribe: async () => true };
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        if (!/^[\\w-]{87}$/.test(applicationServerKey)) throw new Error("no key of the server");
        return made;
    };
    PushManager.prototype.getSubscription = async () => made;
}"""
"""What a push service would do, of which there is none here: everything else is real."""


@pytest.mark.parametrize("width", [360, long(1440)])
def test_a_slow_table_offers_to_tell_this_device(open_page: Opened, address: str, width: int) -> None:
    page = open_page(width=width, service_workers="allow")
    page.context.grant_permissions(["notifications"], origin=address)
    begin(page, game="flip-city", seats=[{"kind": "mine"}, {"kind": "open"}], clock=86_400)
    offer = page.get_by_text("Shall this device tell you when it is your turn?")
    expect(offer).to_be_visible()
    picture(page, f"push-offer-{width}")
    assert serious(page) == []
    page.evaluate(UNREACHABLE)
    page.get_by_role("button", name="Yes, tell me").press("Enter")
    expect(page.get_by_text("could not be registered with its push service")).to_be_visible()
    page.evaluate(REACHABLE)
    page.get_by_role("button", name="Yes, tell me").press("Enter")
    expect(page.get_by_text("This device will be told.")).to_be_visible()
    expect(page.get_by_role("button", name="Yes, tell me")).to_have_count(0)
    page.reload()  # the browser has no subscription of its own: it is offered again, and declined for good
    page.get_by_role("button", name="Not now").press("Enter")
    page.reload()
    expect(page.get_by_role("heading", name="Who plays")).to_be_visible()
    expect(offer).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_label("Tell this device when it is my turn").scroll_into_view_if_needed()
    picture(page, f"push-settings-{width}")
