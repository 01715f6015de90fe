"""A table as a state machine: Hypothesis plays, changes choices, goes back and reads again, and shrinks what fails."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from alcove import Game, Position, Record
from tests.conformance.tables import Setup, setups, viewers

PICKS = st.integers(0, 10**6)


def machine(game: Game) -> type[RuleBasedStateMachine]:
    class Table(RuleBasedStateMachine):
        position: Position
        record: Record
        past: list[tuple[Position, bytes]]

        @initialize(setup=st.sampled_from(setups(game)), seed=st.integers(0, 2**128 - 1))
        def sit_down(self, setup: Setup, seed: int) -> None:
            self.record = Record.begin(game.name, setup.players, seed=seed, **setup.options)
            self.position = self.record.start()
            self.past = []

        @precondition(lambda self: not self.position.over)
        @rule(seat=PICKS, action=PICKS)
        def act(self, seat: int, action: int) -> None:
            awaited = self.position.awaited
            self.do(awaited[seat % len(awaited)], action)

        @precondition(lambda self: set(self.position.actors) > set(self.position.awaited))
        @rule(seat=PICKS, action=PICKS)
        def change_a_choice(self, seat: int, action: int) -> None:
            done = [other for other in self.position.actors if other not in self.position.awaited]
            awaited = self.position.awaited
            self.do(done[seat % len(done)], action)
            assert self.position.awaited == awaited, "who has chosen has still chosen"

        def do(self, seat: int, pick: int) -> None:
            legal = self.position.legal(seat)
            action = legal[pick % len(legal)]
            self.past.append((self.position, bytes(self.position)))
            self.position = self.position.play(seat, action.text)
            self.record = self.record.add(seat, action, self.position)

        @precondition(lambda self: self.past)
        @rule(count=st.integers(1, 5))
        def take_back(self, count: int) -> None:
            count = min(count, len(self.past))
            self.position, was = self.past[-count]
            del self.past[-count:]
            self.record = self.record.without_last(count)
            assert bytes(self.position) == was

        @rule()
        def write_and_read_the_record(self) -> None:
            again = Record.read(str(self.record))
            assert again == self.record
            assert again.verify() == self.position.outcome
            assert again.position() == self.position

        @rule()
        def go_on_from_the_text(self) -> None:
            self.position = game.read(str(self.position))

        @invariant()
        def the_table_is_in_order(self) -> None:
            position = self.position
            assert (position.outcome is None) == bool(position.actors) == bool(position.awaited)
            assert all(position.legal_indices(seat) for seat in position.actors)
            viewer = viewers(position)[len(self.past) % (position.players + 1)]  # each in turn
            assert position.view(viewer) == position.conceal(viewer, 1).view(viewer)

    return Table


def a_table_survives_any_sequence(game: Game) -> None:
    steps: Any = settings(max_examples=15, stateful_step_count=40)
    run_state_machine_as_test(machine(game), settings=steps)
