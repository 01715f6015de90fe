"""Who is told of what: turns, time, newcomers and ends, each once, and nothing that is not true any more."""

from __future__ import annotations

from typing import Any

from alcove.kernel.record import Record
from alcove.server.hall import Hall
from alcove.server.notifications.owing import Owing
from alcove.server.notifications.subscribers import Subscriber, Subscribers
from alcove.server.tables import SeatAt, Table
from tests.server.browser import ME, OPEN, SMALL, Browser, Socket, bot, local
from tests.server.notifications.conftest import PAUSE, Post

DAY = {"kind": "correspondence", "seconds": 86_400}
HOUR = 3600.0


def open_table(browser: Browser, *seats: dict[str, Any], time: Any = None, game: str = "alva") -> str:
    options = SMALL if game == "alva" else {"cards": 3}
    wish = {"game": game, "players": len(seats), "options": options, "seats": list(seats), "name": "Anna", "time": time}
    table: str = browser.post("/api/tables", wish)["table"]
    return table


def two(post: Post, time: Any = None) -> tuple[str, Browser, Browser, Socket, Socket]:
    anna, bruno = post.server.browser(), post.server.browser()
    table = open_table(anna, ME, OPEN, time=time)
    bruno.sit(table, 1)
    return table, anna, bruno, anna.enter(table), bruno.enter(table)


def test_whoever_is_awaited_is_told_once_with_a_link_and_no_secrets(post: Post) -> None:
    table, _, bruno, hers, his = two(post)
    device = post.device(bruno)
    post.deliver()
    assert post.told(device) == []
    hers.act()
    post.deliver(1)
    assert post.told(device) == [], "it gathers for a moment"
    post.deliver()
    line = "Alva with Anna: Anna has played, and it is your turn."
    title = "Alva: Anna has played, and it is your turn."
    assert post.told(device) == [{"title": title, "body": line, "path": f"/table/{table}", "tag": table}]
    for _ in range(3):
        post.deliver(PAUSE)
    assert post.told(device) == []
    his.hear("step")


def test_it_is_not_held_back_because_a_tab_is_open_and_not_told_to_whoever_acts(post: Post) -> None:
    _, anna, bruno, hers, his = two(post)
    devices = [post.device(anna), post.device(bruno)]
    hers.act()
    his.hear("step")
    post.deliver()
    assert [len(post.told(device)) for device in devices] == [0, 1]
    his.act()
    post.deliver(PAUSE)
    assert [len(post.told(device)) for device in devices] == [1, 0]


def test_what_was_answered_before_it_was_sent_is_not_sent(post: Post) -> None:
    _, _, bruno, hers, his = two(post)
    device = post.device(bruno)
    hers.act()
    his.hear("step")
    his.act()
    post.deliver()
    assert post.told(device) == []


def test_a_turn_that_is_taken_back_before_it_was_sent_is_not_sent(post: Post) -> None:
    _, anna, bruno, hers, _ = two(post)
    devices = [post.device(anna), post.device(bruno)]
    step = hers.act()
    hers.say("undo", v=step["v"])
    hers.hear("table")
    post.deliver()
    assert [post.told(device) for device in devices] == [[], []]
    hers.act()
    post.deliver()
    assert [len(post.told(device)) for device in devices] == [0, 1]


def test_whoever_is_awaited_again_because_the_other_one_agreed_to_an_undo_is_told() -> None:
    table = Table("t", Record.begin("alva", 2, **SMALL), [SeatAt("human", "Anna"), SeatAt("human", "Bruno")], 0.0)
    table.take(table.plan_action(0, 0, table.legal_indices(0)[0], 1.0))
    back = table.plan_undo(0, 1, 2.0)
    held = {"anna": frozenset({0}), "bruno": frozenset({1})}
    owing = Owing(Everybody(), 3.0)

    def told(by: str) -> list[tuple[str, str]]:
        found = owing.of_change(table, table.after(back), held, ["anna", "bruno"], by, 0, 2.0)
        return [(one.values["holder"], one.values.get("event", "withdrawn")) for one in found]

    assert told("bruno") == [("anna", "turn"), ("bruno", "withdrawn")]
    assert told("anna") == [("bruno", "withdrawn")]
    assert table.timed() == {1}, "nothing has been done yet"


class Everybody(Subscribers):
    """All have a channel, and want to hear everything."""

    def __init__(self) -> None:
        pass

    def of(self, holder: str) -> Subscriber:
        return Subscriber(on=True)


def test_all_who_choose_at_once_are_told_but_whoever_chose_last(post: Post) -> None:
    browsers = [post.server.browser() for _ in range(3)]
    table = open_table(browsers[0], ME, OPEN, OPEN, game="tollgate")
    for seat in (1, 2):
        browsers[seat].sit(table, seat, f"P{seat}")
    sockets = [one.enter(table) for one in browsers]
    devices = [post.device(one) for one in browsers]
    assert sockets[0].table["view"]["awaited"] == [0, 1, 2]
    for number, socket in enumerate(sockets):
        socket.act(seat=number)
        for other in sockets:
            if other is not socket:
                other.hear("step", "table")
    awaited = sockets[2].table["view"]["awaited"]
    assert awaited not in ([], [2])
    post.deliver()
    assert [len(post.told(device)) for device in devices] == [0 in awaited, 1 in awaited, False]


def test_several_people_at_one_screen_are_told_nothing_of_each_other(post: Post) -> None:
    anna = post.server.browser()
    socket = anna.enter(open_table(anna, ME, local("Bruno")))
    device = post.device(anna)
    socket.act(seat=0)
    socket.say("look", seat=1)
    socket.hear("table")
    socket.act(seat=1)
    socket.say("resign", seat=0)
    socket.hear("table")
    post.deliver()
    assert post.told(device) == []


def test_whoever_plays_with_bots_alone_is_told_nothing(post: Post) -> None:
    anna = post.server.browser()
    socket = anna.enter(open_table(anna, ME, bot()))
    device = post.device(anna)
    socket.act()
    socket.hear("step", where=lambda step: step["seat"] == 1)
    post.deliver()
    assert post.told(device) == []


def test_a_bot_between_two_people_hands_the_turn_on(post: Post) -> None:
    browsers = [post.server.browser() for _ in range(2)]
    table = open_table(browsers[0], ME, OPEN, bot(), game="tollgate")
    browsers[1].sit(table, 1)
    sockets = [one.enter(table) for one in browsers]
    devices = [post.device(one) for one in browsers]
    sockets[0].act(seat=0)
    sockets[1].hear("table", "step")
    sockets[1].act(seat=1)
    sockets[0].hear("step", where=lambda step: 0 in step["view"]["awaited"] or step["view"]["outcome"] is not None)
    post.deliver()
    told = [post.told(device) for device in devices]
    assert len(told[0]) == 1, "a bot may have chosen last, but somebody else has chosen since she did"
    assert told[1] == [], "only bots have acted since his own choice"


def test_newcomers_and_the_first_turn_come_in_one_message(post: Post) -> None:
    anna, bruno, carla = (post.server.browser() for _ in range(3))
    table = open_table(anna, ME, OPEN, OPEN, game="tollgate")
    device = post.device(anna)
    bruno.sit(table, 1, "Bruno")
    post.deliver(1)
    carla.sit(table, 2, "Carla")
    post.deliver(2)
    [told] = post.told(device)
    assert told["body"].endswith("with Bruno, Carla: It is your turn. Bruno, Carla have joined.") or (
        "Bruno, Carla have joined." in told["body"] and "it is your turn" in told["body"].lower()
    )


def test_the_end_is_told_to_the_others(post: Post) -> None:
    table, anna, bruno, hers, _ = two(post)
    devices = [post.device(anna), post.device(bruno)]
    hers.say("resign", seat=0)
    hers.hear("table")
    post.deliver()
    assert post.told(devices[0]) == []
    [told] = post.told(devices[1])
    assert (told["title"], told["path"]) == ("Alva: The game is over.", f"/table/{table}")


def test_a_rematch_tells_whoever_begins(post: Post) -> None:
    table, anna, bruno, hers, his = two(post)
    hers.say("resign", seat=0)
    his.hear("table")
    devices = [post.device(anna), post.device(bruno)]
    his.say("rematch")
    hers.hear("seats")
    hers.say("rematch")
    new = hers.hear("seats", where=lambda told: told["rematch"]["table"] is not None)["rematch"]["table"]
    post.deliver()
    told = [post.told(device) for device in devices]
    assert told[0] == [], "she wished for it last"
    assert [one["path"] for one in told[1]] == [f"/table/{new}"]
    assert new != table


def test_many_games_that_move_at_once_come_as_one(post: Post) -> None:
    bruno = post.server.browser()
    device = post.device(bruno)
    for _ in range(4):
        anna = post.server.browser()
        table = open_table(anna, ME, OPEN)
        bruno.sit(table, 1)
        anna.enter(table).act()
    post.deliver()
    [told] = post.told(device)
    assert told["title"] == "News from 4 of your games"
    assert told["path"] == "/"
    assert told["body"].count("it is your turn") == 4


def test_between_two_messages_is_a_pause_in_which_others_gather(post: Post) -> None:
    bruno = post.server.browser()
    device = post.device(bruno)
    for seconds, count in ((3, 1), (10, 0), (5, 0), (10, 1)):
        anna = post.server.browser()
        table = open_table(anna, ME, OPEN)
        bruno.sit(table, 1)
        anna.enter(table).act()
        post.deliver(seconds)
        told = post.told(device)
        assert len(told) == count
    assert told[0]["title"] == "News from 3 of your games"


def test_time_that_runs_short_is_told_once(post: Post) -> None:
    table, _, bruno, hers, his = two(post, DAY)
    device = post.device(bruno)
    hers.act()
    his.hear("step")
    post.deliver()
    assert len(post.told(device)) == 1
    post.deliver(17 * HOUR)
    assert post.told(device) == []
    post.deliver(HOUR)
    assert [one["title"] for one in post.told(device)] == ["Alva: Your time runs short."]
    post.deliver(5 * HOUR)
    assert post.told(device) == []
    his.act()
    assert table


def test_whoever_moves_in_time_hears_nothing_of_it(post: Post) -> None:
    _, _, bruno, hers, his = two(post, DAY)
    device = post.device(bruno)
    hers.act()
    his.hear("step")
    post.deliver(HOUR)
    his.act()
    post.told(device)
    post.deliver(20 * HOUR)
    assert post.told(device) == []


def test_time_is_not_short_while_the_server_was_away(post: Post) -> None:
    """Clocks stood meanwhile, and what was due by the time of day is put off."""
    _, _, bruno, hers, his = two(post, DAY)
    device = post.device(bruno)
    hers.act()
    his.hear("step")
    post.deliver()
    post.told(device)

    async def be_away(hall: Hall) -> None:
        post.fake.pass_by(18 * HOUR)
        hall.moments.now()  # notices that the process was stopped

    post.server.do(be_away)
    post.deliver(1)
    assert post.told(device) == []
    post.deliver(17 * HOUR)
    assert post.told(device) == []
    post.deliver(2 * HOUR)
    assert [one["title"] for one in post.told(device)] == ["Alva: Your time runs short."]


def test_one_hears_only_of_what_one_wants_and_tables_can_differ(post: Post) -> None:
    table, anna, bruno, hers, _ = two(post)
    device = post.device(bruno)
    assert bruno.post("/api/notifications/events", {"events": ["over"]})["events"] == ["over"]
    hers.act()
    post.deliver()
    assert post.told(device) == []
    chosen = bruno.post(f"/api/notifications/tables/{table}", {"events": ["turn", "over"]})
    assert chosen == {"events": ["turn", "over"], "usual": ["over"], "reached": True}
    other = open_table(anna, ME, OPEN)
    bruno.sit(other, 1)
    anna.enter(other).act()
    post.deliver(PAUSE)
    assert post.told(device) == [], "at other tables as usual"
    hers.say("resign", seat=0)
    hers.hear("table")
    post.deliver(PAUSE)
    assert len(post.told(device)) == 1
    assert bruno.post(f"/api/notifications/tables/{table}", {"events": None})["events"] is None
    assert post.server.browser().post_refused(f"/api/notifications/tables/{table}", {"events": []}) == (
        403,
        "not-yours",
    )
    assert bruno.post_refused("/api/notifications/tables/nowhere", {"events": []}) == (404, "not-found")
    assert bruno.post_refused("/api/notifications/events", {"events": ["rain"]}) == (400, "unreadable")


def test_what_somebody_wants_no_more_is_not_sent_although_it_was_owed(post: Post) -> None:
    _, _, bruno, hers, _ = two(post)
    device = post.device(bruno)
    hers.act()
    bruno.post("/api/notifications/events", {"events": []})
    post.deliver()
    bruno.post("/api/notifications/events", {"events": ["turn"]})
    post.deliver(PAUSE)
    assert post.told(device) == []


def test_a_bot_that_takes_the_seat_takes_the_turn_away(post: Post) -> None:
    browsers = [post.server.browser() for _ in range(3)]
    table = open_table(browsers[0], ME, OPEN, OPEN, time={"kind": "live", "seconds": 600, "added": 0}, game="tollgate")
    for seat in (1, 2):
        browsers[seat].sit(table, seat, f"P{seat}")
    device = post.device(browsers[2])
    sockets = [one.enter(table) for one in browsers]
    sockets[0].act(seat=0)
    sockets[2].say("resign", seat=2)
    sockets[0].hear("table")
    post.deliver(550)
    assert post.told(device) == [], "neither a turn nor that time is short"
