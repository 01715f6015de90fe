"""A seat's link, opened on another device: the page asks for the seat, and the link is forgotten."""

from __future__ import annotations

from typing import Any

from tests.browser.lobby import new_table
from tests.browser.visiting import PHONE, Visit

LINKS = "async (table) => (await fetch(`/api/tables/${table}/links`)).json()"


def test_a_seat_goes_on_on_another_device(visit: Visit) -> None:
    desktop = visit()
    table = new_table(desktop, "alva", {"kind": "me"}, {"kind": "open"}).rpartition("/")[2]
    links: dict[str, Any] = desktop.evaluate(LINKS, table)
    phone = visit(links["seats"]["0"], viewport=PHONE, locale="de-DE")
    phone.wait_for_url(f"**{links['table']}")
    listed = phone.evaluate("async () => (await (await fetch('/api/tables')).json()).tables")
    assert [f"/table/{one['id']}" for one in listed] == [links["table"]]
    assert listed[0]["seats"][0]["mine"] is True
