"""A network that falls silent is noticed within seconds, and an invitation is read by a camera."""

from __future__ import annotations

import json

from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.lobby import new_table
from tests.browser.qr import from_path, text_of
from tests.browser.visiting import Visit

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": 1}
SMALL = {"size": 5, "pieces": 6}
ORIGIN = "http://192.168.178.23:8642"


class Cable:
    """Between the page and the server: it can fall silent without anybody being told."""

    def __init__(self) -> None:
        self.cut = False
        self.pings = 0

    def plug_in(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def from_page(message: str | bytes) -> None:
            self.pings += message == '{"t":"ping"}'
            if not self.cut:
                server.send(message)

        socket.on_message(from_page)
        server.on_message(lambda message: None if self.cut else socket.send(message))


def test_silence_is_noticed_within_seconds_while_it_is_ones_turn(visit: Visit) -> None:
    page, cable = visit(), Cable()
    connection = page.get_by_test_id("connection")
    page.route_web_socket("**/live?*", cable.plug_in)
    page.clock.install()
    page.goto(new_table(page, "alva", ME, BOT, **SMALL))
    expect(page.locator("[data-legal='place']").first).to_be_visible()
    page.clock.run_for(9_000)
    assert cable.pings >= 2  # a pulse of a few seconds
    expect(connection).to_have_attribute("data-state", "open")
    cable.cut = True
    page.clock.run_for(15_000)
    expect(connection).to_have_attribute("data-state", "lost")
    cable.cut = False
    page.clock.run_for(15_000)
    expect(connection).to_have_attribute("data-state", "open")

    # While others are awaited nobody is in a hurry.
    page.goto(new_table(page, "alva", ME, OPEN, **SMALL))
    expect(page.get_by_test_id("invite")).to_be_visible()
    cable.cut = True
    page.clock.run_for(15_000)
    expect(connection).to_have_attribute("data-state", "open")


def test_the_code_of_an_invitation_leads_to_the_table(visit: Visit) -> None:
    page = visit()

    def from_afar(route: Route) -> None:
        links = json.loads(route.fetch().text())
        route.fulfill(json=links | {"origin": ORIGIN, "alone": False})

    page.route("**/links?*", from_afar)
    address = new_table(page, "alva", ME, OPEN, **SMALL)
    page.goto(address)
    code = page.get_by_test_id("invite-link-qr")
    wanted = f"{ORIGIN}/table/{address.rpartition('/')[2]}"
    expect(page.get_by_test_id("invite-link")).to_have_value(wanted)
    assert text_of(from_path(str(code.locator("path").get_attribute("d")))) == wanted


def test_a_team_is_told_that_all_lose_when_somebody_resigns(visit: Visit) -> None:
    page = visit()
    page.goto(new_table(page, "alvos", ME, BOT, mode="cooperative"))
    page.get_by_test_id("resign").click()
    expect(page.get_by_test_id("resign-dialog")).to_contain_text("all of you have lost")
    page.get_by_test_id("language-de").dispatch_event("click")
    expect(page.get_by_test_id("resign-dialog")).to_contain_text("ihr alle habt verloren")
    page.get_by_test_id("resign-confirm").click()
    expect(page.get_by_test_id("result").get_by_role("heading")).to_contain_text("Anna hat aufgegeben")
