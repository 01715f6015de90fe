"""The harness itself: a fault is planted, and must be found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import alcove
from alcove import Game, Position
from alcove.kernel import match
from alcove.kernel.match import Match
from alcove.kernel.text import Text, same
from alcove.server.cluster import Cluster
from alcove.server.far import Relay, Shown
from alcove.server.room import Room
from tests.wall import choices, trial
from tests.wall.trial import LeakError, compare

MANY = 6000


def with_part(name: str, part: str, **changed: Any) -> Game:
    """A game with some functions of one of its modules exchanged."""
    game = alcove.game(name)
    return replace(game, **{part: SimpleNamespace(**{**vars(getattr(game, part)), **changed})})


def reads_everything(name: str) -> Game:
    """Others read what was chosen."""
    return with_part(name, "notation", public_text=alcove.game(name).notation.write_action)


def reads_what_is_kept(position: Position, seat: int, action: int) -> str:
    notation = alcove.game("alpacalypse").notation
    text: str = notation.write_action(position, seat, action)
    return text if text.startswith("keep ") else str(notation.public_text(position, seat, action))


def tells(name: str, more: Callable[[Position, Position, Any], str | None]) -> Game:
    """A game whose story says more, to everybody."""
    tell = alcove.game(name).narrate.tell

    def telling(before: Position, after: Position, seat: int, action: Any, *rest: Any) -> list[Any]:
        told: list[Any] = tell(before, after, seat, action, *rest)
        extra = more(before, after, action)
        return told if extra is None else [*told, same(extra)]

    return with_part(name, "narrate", tell=telling)


def kept(before: Position, after: Position, action: Any) -> str | None:
    return f"This one was {action.text}." if action.text.startswith("keep ") else None


def order_of_choice(before: Position, after: Position, action: Any) -> str | None:
    """As the order of two discards does: it depends on what was kept."""
    [seat] = before.awaited if len(before.awaited) == 1 else [0]
    return f"It was number {before.legal_indices(seat).index(action.index)}." if "keep" in action.text else None


def shows(name: str, what: Callable[[Position], Any]) -> Game:
    view = alcove.game(name).view.view
    return with_part(name, "view", view=lambda position, seat: view(position, seat) | {"more": what(position)})


def refuses_with(name: str, what: Callable[[Position], Any]) -> Game:
    refuse = alcove.game(name).refuse.refuse

    def refusing(position: Position, seat: int, action: int) -> tuple[str, Text]:
        clause, text = refuse(position, seat, action)
        return clause, same(f"{text.en} {what(position)}")

    return with_part(name, "refuse", refuse=refusing)


def observes(name: str, what: Callable[[Position], int]) -> Game:
    """A game whose numbers hold something more."""
    game = alcove.game(name)
    assert game.observe is not None
    observe = game.observe.observe

    def observing(state: Any, seat: int, out: Any) -> None:
        observe(state, seat, out)
        out[0] = what(SimpleNamespace(state=state))

    return with_part(name, "observe", observe=observing)


def place_of_a_card(position: Position) -> int:
    return int(position.state.place[3])


def laid_cards(position: Position) -> list[int]:
    return [int(card) for card in position.state.chosen]


GAMES = {
    "the text tells which card is kept": lambda: with_part("alpacalypse", "notation", public_text=reads_what_is_kept),
    "the story tells which card is kept": lambda: tells("alpacalypse", kept),
    "the order of what is told depends on the card that is kept": lambda: tells("alpacalypse", order_of_choice),
    "the text tells which drawing was made": lambda: reads_everything("alluvium"),
    "the text tells which card is laid": lambda: reads_everything("tollgate"),
    "the view tells where a card is": lambda: shows("tollgate", place_of_a_card),
    "the view shows what is laid face down": lambda: shows("tollgate", laid_cards),
    "a refusal tells where a card is": lambda: refuses_with("tollgate", place_of_a_card),
    "the numbers tell where a card is": lambda: observes("tollgate", place_of_a_card),
    "the numbers tell what is laid face down": lambda: observes("tollgate", lambda one: int(max(one.state.chosen))),
    "the view shows the dice to come": lambda: shows("alvos", lambda position: int(position.state.rng[0])),
}


@pytest.mark.parametrize("fault", GAMES)
def test_a_fault_of_a_game_is_found(fault: str) -> None:
    with pytest.raises(LeakError):
        compare(GAMES[fault](), MANY)


def test_a_view_that_shows_what_the_text_hides_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the worlds begin alike: then other choices always look different, and are never compared."""
    monkeypatch.setattr(choices, "FROM_THE_START", 1.0)
    monkeypatch.setattr(choices, "AT_A_SECRET", 0.0)
    count = compare(shows("tollgate", laid_cards), 1000)
    assert count.never_compared(often=10) == {"card"}


def test_a_server_that_counts_what_is_hidden_as_revealed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def revealed(before: Position, after: Position, seat: int, action: int, askers: Any) -> int:
        return 255 if action % 2 else 0

    monkeypatch.setattr(match, "revealed", revealed)
    with pytest.raises(LeakError):
        compare(alcove.game("tollgate"), MANY)


def test_a_clock_that_goes_by_what_was_chosen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "TIMED", 1.0)
    monkeypatch.setattr(Match, "ends_move", lambda self, before, last: last.action.index % 2 == 0)
    with pytest.raises(LeakError, match="clock"):
        compare(alcove.game("tollgate"), MANY)


def test_a_server_that_says_something_once_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what is said but how often."""
    act = Room._act

    async def twice(room: Room, seat: int, version: int, action: str | int, holder: str) -> None:
        await act(room, seat, version, action, holder)
        if int(room.table.position.state.place[3]) % 2:
            room.tell_seats()

    monkeypatch.setattr(Room, "_act", twice)
    with pytest.raises(LeakError):
        compare(alcove.game("tollgate"), MANY)


def test_a_process_that_shows_too_much_of_what_was_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has missed something is shown the table anew, by a process that does not have it."""

    async def show(cluster: Cluster, relay: Relay) -> Shown:
        room = await cluster._hall.glimpse(relay.table, relay.visitor)
        return Shown(room.describe(relay.visitor.holder, 0, relay.language), room.table.version)

    monkeypatch.setattr(trial, "FAR", 1.0)
    monkeypatch.setattr(Cluster, "_show", show)
    with pytest.raises(LeakError):
        compare(alcove.game("tollgate"), MANY)
