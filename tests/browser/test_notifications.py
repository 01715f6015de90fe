"""Notifications on screen: switched on in the browser, tested, chosen at a table, and what a push leads to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import complaints
from tests.browser.lobby import take_seat
from tests.browser.staging import ME, open_table
from tests.browser.visiting import PHONE, Site, Visit
from tests.server.notifications.receiving import Device, Endpoint, opened

SUBSCRIBE = """({ endpoint, p256dh, auth }) => {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  let subscribed = null;
  const subscription = {
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => ((subscribed = null), true),
  };
  PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
    if (applicationServerKey.length !== 87) throw new Error('no key');
    return (subscribed = subscription);
  };
  PushManager.prototype.getSubscription = async () => subscribed;
}"""
"""Somebody who allows notifications, and a push service of our own in place of the browser's, which is far away."""


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Endpoint]:
    with opened() as one:
        yield one


def come(page: Page, endpoint: Endpoint, device: Device) -> dict[str, str]:
    """The next push that a device is sent, read."""
    assert endpoint.came.acquire(timeout=60)
    said: dict[str, str] = device.read(endpoint.arrived.pop(0))
    return said


def test_pushes_are_switched_on_and_tell_of_a_turn(visit: Visit, site: Site, endpoint: Endpoint) -> None:
    device = Device(f"{endpoint.url}/push/anna")
    anna = visit("/new/alva", service_workers="allow")
    anna.get_by_test_id("name").fill("Anna")
    anna.get_by_test_id("seat-kind-0").select_option("open")
    anna.get_by_test_id("seat-kind-1").select_option("me")
    anna.get_by_test_id("create-table").click()
    anna.get_by_test_id("notify").click()
    table = anna.url
    anna.evaluate(SUBSCRIBE, device.said)
    anna.get_by_test_id("to-notifications").click()
    anna.get_by_test_id("push-on").click()
    expect(anna.get_by_test_id("said")).to_have_text("A test was sent.")
    assert come(anna, endpoint, device)["title"] == "A test from Alcove"
    expect(anna.get_by_test_id("channel-push")).to_contain_text("on")
    assert complaints(anna, "notifications") == []
    bruno = visit()
    take_seat(bruno, table, 0, "Bruno")
    joined = come(anna, endpoint, device)
    assert joined["body"] == "Alva with Bruno: Bruno has joined."
    expect(bruno.get_by_test_id("status")).to_contain_text("Your turn")
    bruno.locator("[data-point='e5'][data-legal='place']").click()
    told = come(anna, endpoint, device)
    assert told["body"] == "Alva with Bruno: Bruno has played, and it is your turn."
    assert site.url + told["path"] == table
    follow(anna, told, table)


FOLLOW = """async (told) => {
  const shown = [], opened = [], badges = [];
  self.navigator.setAppBadge = async (count) => void badges.push(count); // a Chromium without windows crashes at it
  self.registration.showNotification = async (title, options) => void shown.push({ title, ...options });
  self.clients.openWindow = async (address) => (opened.push(address), null);
  const happen = async (name, more) => {
    const event = new Event(name), waited = [];
    Object.assign(event, more, { waitUntil: (work) => waited.push(work) });
    self.dispatchEvent(event);
    await Promise.all(waited);
  };
  await happen('push', { data: { json: () => told } });
  await happen('notificationclick', { notification: { data: shown[0].data, close() {} } });
  return { shown, opened, badges };
}"""
"""What the service worker does with a push, and with somebody's click on what it shows."""


def follow(page: Page, told: dict[str, str], table: str) -> None:
    """The service worker shows a push, and whoever clicks on it comes to the table."""
    [worker] = page.context.service_workers
    done = worker.evaluate(FOLLOW, told)
    [shown] = done["shown"]
    assert (shown["title"], shown["body"], shown["tag"]) == (told["title"], told["body"], told["tag"])
    assert done["opened"] == [table], "the page shows something else"
    assert done["badges"] == [1], "one game waits"


def test_channels_are_added_tested_switched_and_deleted(visit: Visit, endpoint: Endpoint) -> None:
    page = visit("/notifications", viewport=PHONE)
    expect(page.get_by_test_id("push-denied")).to_contain_text("You have forbidden notifications")
    page.get_by_test_id("webhook-address").fill(f"{endpoint.url}/hook")
    page.get_by_test_id("webhook-add").click()
    row = page.get_by_test_id("channel-webhook")
    expect(row.get_by_test_id("channel-state")).to_have_text("on")
    row.get_by_test_id("channel-off").click()
    expect(row.get_by_test_id("channel-state")).to_have_text("off")
    page.get_by_test_id("language-de").click()
    expect(row.get_by_test_id("channel-state")).to_have_text("aus")
    row.get_by_test_id("channel-delete").click()
    expect(row).to_have_count(0)
    page.get_by_test_id("event-joined").uncheck()
    expect(page.get_by_test_id("event-joined")).to_be_enabled()
    page.reload()
    expect(page.get_by_test_id("event-joined")).not_to_be_checked()
    expect(page.get_by_test_id("event-turn")).to_be_checked()
    endpoint.take()


def test_a_table_can_have_wishes_of_its_own_and_a_lost_channel_is_told_in_the_lobby(
    visit: Visit, endpoint: Endpoint
) -> None:
    page, other = visit("/notifications"), visit()
    page.get_by_test_id("webhook-address").fill(f"{endpoint.url}/lost")
    page.get_by_test_id("webhook-add").click()
    expect(page.get_by_test_id("channel-state")).to_have_text("on")
    path = open_table(page, "alva", ME, {"kind": "open"})
    page.get_by_test_id("notify").click()
    expect(page.get_by_test_id("table-usual")).to_be_checked()
    page.get_by_test_id("table-own").check()
    page.get_by_test_id("event-turn").uncheck()
    expect(page.get_by_test_id("event-turn")).not_to_be_checked()
    assert complaints(page, "notifications of a table") == []
    page.get_by_test_id("table-usual").check()
    expect(page.get_by_test_id("event-turn")).to_be_disabled()
    endpoint.status = 410
    take_seat(other, page.url.split("/table")[0] + path, 1, "Bruno")
    page.goto(page.url.split("/table")[0])
    expect(page.get_by_test_id("unreachable")).to_contain_text("Notifications do not reach you any more")
    endpoint.status = 201
    page.get_by_test_id("unreachable").get_by_role("link").click()
    expect(page.get_by_test_id("channel-webhook")).to_contain_text("Switched off: nobody is there any more.")
