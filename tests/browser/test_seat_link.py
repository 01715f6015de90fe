"""A seat's link, opened on another device: the page asks for the seat, and the link is forgotten."""

from __future__ import annotations

from typing import Any

from tests.browser.visiting import PHONE, Visit

OPEN_TABLE = """async () => {
  const wish = {game: 'alva', players: 2, options: {}, seats: [{kind: 'me'}, {kind: 'open'}], name: 'Anna'};
  const headers = {'Content-Type': 'application/json'};
  const {table} = await (await fetch('/api/tables', {method: 'POST', headers, body: JSON.stringify(wish)})).json();
  return (await fetch(`/api/tables/${table}/links`)).json();
}"""


def test_a_seat_goes_on_on_another_device(visit: Visit) -> None:
    links: dict[str, Any] = visit().evaluate(OPEN_TABLE)
    phone = visit(links["seats"]["0"], viewport=PHONE, locale="de-DE")
    phone.wait_for_url(f"**{links['table']}")
    listed = phone.evaluate("async () => (await (await fetch('/api/tables')).json()).tables")
    assert [f"/table/{one['id']}" for one in listed] == [links["table"]]
    assert listed[0]["seats"][0]["mine"] is True
