"""Channels: added, tested, confirmed, and switched off when nothing arrives; and all that is refused."""

from __future__ import annotations

import asyncio
import hmac
import re
from importlib import import_module
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag

from alcove.server.hall import Hall
from alcove.server.notifications import delivery, outside
from alcove.server.notifications.chat import SERVICES
from alcove.server.notifications.outside import is_public
from alcove.server.notifications.refusals import BadAddressError
from tests.server.browser import ME, OPEN, Browser
from tests.server.conftest import Running
from tests.server.notifications.conftest import PAUSE, Post
from tests.server.notifications.receiving import Device, check_signature
from tests.server.notifications.test_owing import two
from tests.server.test_people import together
from tests.server.test_store import Start

CHANNELS = "/api/notifications/channels"


def state(browser: Browser) -> Any:
    return browser.get("/api/notifications")


def add(browser: Browser, kind: str, address: str) -> dict[str, Any]:
    channel: dict[str, Any] = browser.post(CHANNELS, {"kind": kind, "address": address})["channels"][-1]
    return channel


def change(browser: Browser, channel: str, what: str, **said: Any) -> Any:
    [found] = [one for one in browser.post(f"{CHANNELS}/{channel}/{what}", said)["channels"] if one["id"] == channel]
    return found


def test_nothing_is_on_by_itself(post: Post) -> None:
    told = state(post.server.browser())
    assert told["channels"] == []
    assert told["offered"] == ["push", "mail", "webhook", "chat"]
    assert told["events"] == ["turn", "short", "joined", "over"]


# Web Push


def test_a_push_is_encrypted_for_the_browser_and_signed_by_the_server(post: Post) -> None:
    anna = post.server.browser()
    device = Device(f"{post.endpoint.url}/push/first")
    told = anna.post(CHANNELS, device.said)
    [arrived] = post.arrived(device)
    assert device.read(arrived) == {
        "title": "A test from Alcove",
        "body": "This is how you will be told of your games.",
        "path": "/notifications",
        "tag": "test",
    }
    claims = check_signature(arrived, device.endpoint, told["push_key"], post.fake.wall)
    assert claims["sub"] == "mailto:alcove@example.org"
    assert arrived.headers["ttl"] == "86400"
    assert arrived.headers["urgency"] == "high"
    assert [(one["state"], one["label"]) for one in told["channels"]] == [("on", "127.0.0.1")]
    other = Device(device.endpoint)
    with pytest.raises(InvalidTag):
        other.read(arrived)


def test_the_key_stays_the_same_and_a_browser_belongs_to_whoever_was_there_last(start: Start) -> None:
    first = start(notify_inside=True)
    key = state(first.browser())["push_key"]
    first.stop()
    again = start(notify_inside=True)
    assert state(again.browser())["push_key"] == key


def test_a_browser_belongs_to_whoever_was_there_last(post: Post) -> None:
    anna, bruno = post.server.browser(), post.server.browser()
    device = post.device(anna)
    bruno.post(CHANNELS, device.said)
    assert state(anna)["channels"] == []
    assert len(state(bruno)["channels"]) == 1
    bruno.post(CHANNELS, device.said)
    assert len(state(bruno)["channels"]) == 1, "the same one is not added twice"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"p256dh": "AAAA"}, "bad-address"),
        ({"p256dh": "B" + "A" * 86}, "bad-address"),
        ({"auth": "???"}, "bad-address"),
        ({"auth": "A" * 201}, "unreadable"),
        ({"endpoint": "ftp://127.0.0.1/x"}, "bad-address"),
        ({"endpoint": "http://user:pass@127.0.0.1/x"}, "bad-address"),
        ({"endpoint": "nonsense"}, "bad-address"),
        ({"endpoint": "http://127.0.0.1:99999/"}, "bad-address"),
        ({"endpoint": "https://" + "a" * 2000}, "unreadable"),
        ({"more": 1}, "unreadable"),
    ],
)
def test_a_subscription_that_cannot_be_is_refused(post: Post, changed: dict[str, Any], code: str) -> None:
    said = Device(f"{post.endpoint.url}/push/x").said | changed
    anna = post.server.browser()
    assert anna.post_refused(CHANNELS, said) == (400, code)
    assert state(anna)["channels"] == []


# Mail


def test_a_mailbox_gets_nothing_but_a_code_until_somebody_types_it(post: Post) -> None:
    _, _, bruno, hers, his = two(post)
    channel = add(bruno, "mail", "bruno@example.org")
    assert channel["state"] == "new"
    [mail] = post.mailbox.take()
    assert (mail["To"], mail["From"]) == ("bruno@example.org", "Alcove <alcove@example.org>")
    code = re.findall(r"\d{6}", mail.get_content())[0]
    assert "http" not in mail.get_content(), "whoever gets it may not have asked for it"
    hers.act()
    post.deliver()
    assert post.mailbox.take() == []
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    assert bruno.post_refused(f"{CHANNELS}/{channel['id']}/confirm", {"code": wrong}) == (403, "wrong-code")
    assert bruno.post_refused(f"{CHANNELS}/{channel['id']}/switch", {"on": True}) == (403, "wrong-code")
    assert change(bruno, channel["id"], "confirm", code=f" {code[:3]} {code[3:]} ")["state"] == "on"
    his.hear("step")
    his.act()
    hers.hear("step")
    hers.act()
    post.deliver()
    [mail] = post.mailbox.take()
    assert mail["Subject"] == "Alva: Anna has played, and it is your turn."
    assert f"{post.server.url}/table/" in mail.get_content()
    assert mail["Auto-Submitted"] == "auto-generated"
    assert re.fullmatch(r"<[0-9a-f]{32}@example\.org>", mail["Message-ID"])
    change(bruno, channel["id"], "test")
    assert [one["Subject"] for one in post.mailbox.take()] == ["A test from Alcove"]


def test_a_code_cannot_be_guessed(post: Post) -> None:
    anna = post.server.browser()
    channel = add(anna, "mail", "guess@example.org")
    code = re.findall(r"\d{6}", post.mailbox.take()[0].get_content())[0]
    for number in range(5):
        wrong = f"{(int(code) + 1 + number) % 1_000_000:06}"
        assert anna.post_refused(f"{CHANNELS}/{channel['id']}/confirm", {"code": wrong}) == (403, "wrong-code")
    assert anna.post_refused(f"{CHANNELS}/{channel['id']}/confirm", {"code": code}) == (403, "wrong-code")
    anna.post(f"{CHANNELS}/{channel['id']}/test", {})
    code = re.findall(r"\d{6}", post.mailbox.take()[0].get_content())[0]
    post.fake.let_pass(post.server, 3601)
    assert anna.post_refused(f"{CHANNELS}/{channel['id']}/confirm", {"code": code}) == (403, "wrong-code")


def test_nobody_can_have_a_mailbox_filled(post: Post) -> None:
    """Whoever asks, from however many browsers: codes to one mailbox are few."""
    answers = [
        post.server.browser().http.post(CHANNELS, json={"kind": "mail", "address": "Victim@example.org"}).status_code
        for _ in range(6)
    ]
    assert answers == [200] * 4 + [429] * 2
    assert len(post.mailbox.take()) == 4


@pytest.mark.parametrize(
    "address",
    [
        "nobody",
        "a@b",
        "a b@example.org",
        "a@example.org, b@example.org",
        "a@example.org\nBcc: b@example.org",
        '"a"@example.org',
        "a..b@example.org",
        f"{'a' * 65}@example.org",
        f"a@{'b' * 250}.org",
        "a@127.0.0.1",
        "ä@example.org",
    ],
)
def test_what_is_no_mail_address_is_refused(post: Post, address: str) -> None:
    said = {"kind": "mail", "address": address}
    assert post.server.browser().post_refused(CHANNELS, said) == (400, "bad-address")
    assert post.mailbox.take() == []


def confirmed(post: Post, browser: Browser, address: str) -> dict[str, Any]:
    channel = add(browser, "mail", address)
    code = re.findall(r"\d{6}", post.mailbox.take()[0].get_content())[0]
    found: dict[str, Any] = change(browser, channel["id"], "confirm", code=code)
    return found


def test_a_mailbox_that_is_gone_is_switched_off_with_a_word(post: Post) -> None:
    _, _, bruno, hers, _ = two(post)
    confirmed(post, bruno, "gone@example.org")
    post.mailbox.refusal = "550 no such mailbox"
    try:
        hers.act()
        post.deliver()
    finally:
        post.mailbox.refusal = None
    [channel] = state(bruno)["channels"]
    assert (channel["state"], channel["why"]) == ("off", "the mailbox was refused")
    assert bruno.get("/api/tables")["unreachable"] == 1
    assert change(bruno, channel["id"], "switch", on=True) | {"id": ""} == channel | {
        "id": "",
        "state": "on",
        "why": None,
    }
    assert bruno.get("/api/tables")["unreachable"] == 0


def test_a_mail_program_can_end_the_mails(start: Start, post: Post) -> None:
    server = start(
        notify_inside=True,
        smtp_host="127.0.0.1",
        smtp_port=post.mailbox.port,
        smtp_from="alcove@example.org",
        smtp_tls="none",
        public_url="https://games.example.org",
    )
    anna = server.browser()
    anna.http.headers["origin"] = "https://games.example.org"
    cookie = anna.http.get("/api/notifications").headers["set-cookie"].partition(";")[0]
    anna.http.headers["cookie"] = cookie  # a client of ours comes by HTTPS
    channel = confirmed(post, anna, "ends@example.org")
    change(anna, channel["id"], "test")
    [mail] = post.mailbox.take()
    link = mail["List-Unsubscribe"].strip("<>")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = link.removeprefix("https://games.example.org")
    mailer = Browser(server.url)
    del mailer.http.headers["origin"]
    answer = mailer.http.post(path, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert state(anna)["channels"][0]["state"] == "off"
    assert mailer.http.post(path[:-1] + ("0" if path[-1] != "0" else "1")).status_code == 404
    mailer.close()


# Webhooks and chat


def test_a_webhook_gets_json_that_is_signed(post: Post) -> None:
    table, _, bruno, hers, _ = two(post)
    channel = add(bruno, "webhook", f"{post.endpoint.url}/hook")
    assert channel["state"] == "on"
    assert channel["label"] == "127.0.0.1"
    post.endpoint.take()
    hers.act()
    post.deliver()
    [arrived] = post.endpoint.take()
    signed = hmac.digest(channel["secret"].encode(), arrived.body, "sha256").hex()
    assert arrived.headers["x-alcove-signature"] == f"sha256={signed}"
    [event] = arrived.json["events"]
    assert {key: event[key] for key in ("event", "table", "game", "who", "with", "url")} == {
        "event": "turn",
        "table": table,
        "game": "alva",
        "who": "Anna",
        "with": ["Anna"],
        "url": f"{post.server.url}/table/{table}",
    }


def test_a_chat_service_is_told_by_apprise(post: Post) -> None:
    _, _, bruno, hers, _ = two(post)
    post.endpoint.status = 200
    channel = add(bruno, "chat", f"ntfy://127.0.0.1:{post.endpoint.port}/games")
    assert (channel["state"], channel["label"]) == ("on", "ntfy")
    post.endpoint.take()
    hers.act()
    post.deliver()
    post.endpoint.status = 201
    [arrived] = post.endpoint.take()
    assert b"it is your turn" in arrived.body


def test_every_service_that_is_offered_is_one_of_apprise_and_goes_out_by_https() -> None:
    for name, where in SERVICES.items():
        module, _, plugin = where.partition(".")
        secure = getattr(import_module(f"apprise.plugins.{module}"), plugin).secure_protocol
        assert name in ((secure,) if isinstance(secure, str) else secure), name


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "json://127.0.0.1/",
        "jsons://example.org/",
        "mailto://user:pass@example.org",
        "dbus://",
        "syslog://",
        "exec:///bin/sh",
        "discord://a/b?template=/etc/passwd",
        "ntfys://example.org/x?attach=file:///etc/passwd",
        "discord://",
        "nonsense",
        "",
        "slack://a b",
    ],
)
def test_a_chat_address_that_is_not_offered_is_refused(post: Post, address: str) -> None:
    said = {"kind": "chat", "address": address}
    assert post.server.browser().post_refused(CHANNELS, said) == (400, "bad-address")


def test_a_test_that_does_not_arrive_switches_nothing_on(post: Post) -> None:
    anna = post.server.browser()
    state(anna)
    post.endpoint.status = 500
    try:
        said = {"kind": "webhook", "address": f"{post.endpoint.url}/hook"}
        answer = anna.http.post(CHANNELS, json=said)
        assert answer.status_code == 502
        assert answer.json()["code"] == "not-delivered"
        assert "500" in answer.json()["message"]
    finally:
        post.endpoint.status = 201
    [channel] = state(anna)["channels"]
    assert channel["state"] == "new"
    assert change(anna, channel["id"], "test")["state"] == "on"
    post.endpoint.take()


def test_a_redirection_is_not_followed(post: Post) -> None:
    anna = post.server.browser()
    post.endpoint.status, post.endpoint.headers = 307, {"location": f"{post.endpoint.url}/inner"}
    try:
        said = {"kind": "webhook", "address": f"{post.endpoint.url}/outer"}
        assert anna.post_refused(CHANNELS, said) == (502, "not-delivered")
        said = {"kind": "chat", "address": f"ntfy://127.0.0.1:{post.endpoint.port}/outer"}
        assert anna.post_refused(CHANNELS, said) == (502, "not-delivered")
    finally:
        post.endpoint.status, post.endpoint.headers = 201, {}
    assert {one.path for one in post.endpoint.take()} <= {"/outer", "/"}


# An address that fails


def test_it_is_tried_again_with_growing_pauses_and_then_switched_off(post: Post) -> None:
    _, _, bruno, hers, _ = two(post)
    device = post.device(bruno)
    post.endpoint.status = 503
    try:
        hers.act()
        post.deliver()
        assert len(post.arrived(device)) == 1
        for pause in delivery.RETRY_SECONDS:
            post.deliver(pause - 1)
            assert post.arrived(device) == [], "too early"
            assert state(bruno)["channels"][0]["state"] == "on"
            post.deliver(1)
            assert len(post.arrived(device)) == 1
    finally:
        post.endpoint.status = 201
    [channel] = state(bruno)["channels"]
    assert (channel["state"], channel["why"]) == ("off", "the other side answers 503")
    post.deliver(10**6)
    assert post.arrived(device) == []
    assert sum(delivery.RETRY_SECONDS) > 24 * 3600


def test_what_could_not_be_sent_at_first_arrives_later(post: Post) -> None:
    _, _, bruno, hers, _ = two(post)
    device = post.device(bruno)
    post.endpoint.status = 429
    post.endpoint.headers = {"retry-after": "500"}
    hers.act()
    post.deliver()
    post.endpoint.status, post.endpoint.headers = 201, {}
    assert len(post.arrived(device)) == 1
    post.deliver(499)
    assert post.told(device) == [], "it was asked to wait"
    post.deliver(1)
    assert len(post.told(device)) == 1
    post.deliver(1000)
    assert post.told(device) == []


def test_a_browser_that_is_gone_is_switched_off_at_once(post: Post) -> None:
    _, _, bruno, hers, _ = two(post)
    device = post.device(bruno)
    post.endpoint.status = 410
    hers.act()
    post.deliver()
    post.endpoint.status = 201
    post.arrived(device)
    assert state(bruno)["channels"][0]["why"] == "nobody is there any more"


def test_one_can_switch_a_channel_off_and_delete_it(post: Post) -> None:
    _, _, bruno, hers, his = two(post)
    device = post.device(bruno)
    [channel] = state(bruno)["channels"]
    hers.act()
    assert change(bruno, channel["id"], "switch", on=False)["state"] == "off"
    change(bruno, channel["id"], "switch", on=True)
    post.deliver()
    assert post.told(device) == [], "what was owed was for before"
    assert bruno.post(f"{CHANNELS}/{channel['id']}/delete", {})["channels"] == []
    his.hear("step")


# Abuse


def test_channels_are_their_persons_alone(post: Post) -> None:
    anna, bruno = post.server.browser(), post.server.browser()
    post.device(anna)
    [channel] = state(anna)["channels"]
    state(bruno)
    for what, said in (("test", {}), ("switch", {"on": False}), ("delete", {}), ("confirm", {"code": "1"})):
        assert bruno.post_refused(f"{CHANNELS}/{channel['id']}/{what}", said) == (404, "not-found")
    foreign = {"origin": "https://elsewhere.example"}
    for path, body in (
        (CHANNELS, {"kind": "mail", "address": "a@example.org"}),
        (f"{CHANNELS}/{channel['id']}/delete", {}),
        ("/api/notifications/events", {"events": []}),
    ):
        assert anna.post_refused(path, body, **foreign) == (403, "bad-origin")


def test_limits_of_channels_and_tests(start: Start, post: Post) -> None:
    server = start(notify_inside=True, channels_per_person=2, channel_tests_per_hour=3)
    anna = server.browser()
    for number in range(2):
        add(anna, "webhook", f"{post.endpoint.url}/{number}")
    assert anna.post_refused(CHANNELS, {"kind": "webhook", "address": f"{post.endpoint.url}/3"}) == (429, "too-many")
    channel = state(anna)["channels"][0]["id"]
    change(anna, channel, "test")
    assert anna.post_refused(f"{CHANNELS}/{channel}/test", {}) == (429, "too-fast")
    post.endpoint.take()


def test_the_owner_says_what_is_offered(start: Start) -> None:
    server = start(notify=("webhook",))
    anna = server.browser()
    assert (state(anna)["offered"], state(anna)["push_key"]) == (["webhook"], None)
    for said in (Device("https://example.org/x").said, {"kind": "mail", "address": "a@example.org"}):
        assert anna.post_refused(CHANNELS, said) == (404, "not-offered")


INSIDE = (
    "https://127.0.0.1/",
    "https://localhost/",
    "https://[::1]/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://10.1.2.3/",
    "https://192.168.0.1/",
    "https://172.16.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fe80::1]/",
    "https://[fd00::1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://224.0.0.1/",
)


def test_nothing_is_sent_into_the_servers_own_network(start: Start) -> None:
    server = start(channel_tests_per_hour=1000)
    anna = server.browser()
    for address in INSIDE:
        assert anna.post_refused(CHANNELS, {"kind": "webhook", "address": address}) == (400, "bad-address"), address
        said = Device(address).said
        assert anna.post_refused(CHANNELS, said) == (400, "bad-address"), address
    for address in ("http://example.org/", "https://user@example.org/"):
        assert anna.post_refused(CHANNELS, {"kind": "webhook", "address": address}) == (400, "bad-address")
    for address in ("ntfys://127.0.0.1/x", "ntfys://localhost:8080/x", "gotifys://10.0.0.1/Abcdefghijklmno"):
        code = anna.post_refused(CHANNELS, {"kind": "chat", "address": address})
        assert code in ((502, "not-delivered"), (400, "bad-address")), address
    assert [one["state"] for one in state(anna)["channels"]] == ["new"] * len(state(anna)["channels"])


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:4860:4860::8888", "64:ff9b::808:808"])
def test_public_addresses_are_public(address: str) -> None:
    from ipaddress import ip_address

    assert is_public(ip_address(address))


def test_a_name_that_points_elsewhere_a_moment_later_leads_nowhere(monkeypatch: pytest.MonkeyPatch, post: Post) -> None:
    """The connection goes to the address that was looked at, and to no other."""
    answers = iter([[(2, 1, 6, "", ("93.184.215.14", 443))], [(2, 1, 6, "", ("127.0.0.1", 443))]])

    async def main() -> None:
        loop = asyncio.get_running_loop()

        async def resolve(*_: Any, **__: Any) -> Any:
            return next(answers)

        monkeypatch.setattr(loop, "getaddrinfo", resolve)
        assert await outside.resolve("rebinding.example", 443, False) == "93.184.215.14"
        with pytest.raises(BadAddressError):
            await outside.post("https://rebinding.example/", b"", {}, False)

    asyncio.run(main())


def test_names_cannot_break_what_others_are_told(post: Post) -> None:
    anna, bruno = post.server.browser(), post.server.browser()
    confirmed(post, anna, "names@example.org")
    device = post.device(anna)
    table = anna.create(ME, OPEN)
    bruno.sit(table, 1, "{who}\r\nBcc: x@example.org " + "x" * 100)
    post.deliver()
    [mail] = post.mailbox.take()
    assert mail["Bcc"] is None
    assert "{who}" in mail.get_content()
    [told] = post.told(device)
    assert len(told["body"]) < 300


def test_the_metrics_count_them(post: Post) -> None:
    async def page(hall: Hall) -> str:
        from alcove.server.owner import metrics_page

        return str(metrics_page(hall))

    assert 'alcove_notifications_total{kind="push",outcome="sent"}' in post.server.do(page)


def test_a_flood_of_moves_leaves_no_more_than_a_row_for_each_kind_of_event(post: Post) -> None:
    table, _, bruno, hers, his = two(post)
    post.device(bruno)
    for _ in range(4):
        hers.act()
        his.hear("step")
        his.act()
        hers.hear("step")
        post.deliver(PAUSE)

    async def rows(hall: Hall) -> int:
        from sqlalchemy import text

        query = text("SELECT count(*) FROM owed WHERE table_id = :table").bindparams(table=table)
        return await hall.store.channels.questions.number(query)

    assert post.server.do(rows) <= 1


def test_where_nobody_has_a_channel_a_move_asks_for_nothing(server: Running) -> None:
    """A server at which nobody has a channel asks the database nothing for a move."""

    async def none(hall: Hall) -> bool:
        return hall.notifications.owing.concerns({"somebody": frozenset({0})}) == []

    assert server.do(none)


def test_channels_come_along_when_two_browsers_become_one_person(post: Post) -> None:
    _, _, bruno, hers, _ = two(post)
    device, phone = post.device(bruno), post.server.browser()
    together(bruno, phone)
    assert [one["kind"] for one in state(phone)["channels"]] == ["push"]
    hers.act()
    post.deliver()
    assert len(post.told(device)) == 1, "at once, under the person's name"
    change(phone, state(phone)["channels"][0]["id"], "switch", on=False)
    assert state(bruno)["channels"][0]["state"] == "off"
