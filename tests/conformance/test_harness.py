"""The harness itself: a game with one fault must fail the check that is there for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import Phase, settings

import alcove
from alcove import Game, Position
from alcove.kernel.text import Text, same
from tests.conformance import play_checks, wall_checks
from tests.toys.tollgate import narrate, notation, refuse, rules, view

TOLLGATE = alcove.game("tollgate")


@pytest.fixture(autouse=True)
def first_failure_is_enough() -> Iterator[None]:
    """A found fault need not be made smaller here."""
    chosen = settings.get_current_profile_name()
    settings.register_profile("fault", settings.get_profile(chosen), phases=[Phase.generate])
    settings.load_profile("fault")
    yield
    settings.load_profile(chosen)


def faulty(part: ModuleType, **changed: Any) -> Game:
    """Tollgate with some functions of one module exchanged."""
    name = part.__name__.rpartition(".")[2]
    return replace(TOLLGATE, **{name: SimpleNamespace(**{**vars(part), **changed})})


def seen_with(**more: Callable[[Position, int | None], Any]) -> Game:
    """Tollgate with something more in its view."""

    def shown(position: Position, seat: int | None) -> dict[str, Any]:
        extra = {key: value(position, seat) for key, value in more.items()}
        return view.view(position, seat) | extra

    return faulty(view, view=shown)


def told_as(text: Callable[[Position, Any], str]) -> Game:
    def tell(before: Position, after: Position, seat: int, action: Any, *rest: Any) -> list[Text]:
        return [same(text(before, action))]

    return faulty(narrate, tell=tell)


def where_it_is(position: Position, seat: int, action: int) -> tuple[str, Text]:
    clause, text = refuse.refuse(position, seat, action)
    if action < rules.CARDS:
        where = int(position.state.place[action])
        return clause, Text(f"It is at {where}.", f"Sie ist bei {where}.")
    return clause, text


def keep_the_deck(state: Any, seat: int, search_rng: Any) -> None:
    deck, place, chosen = state.deck.copy(), state.place.copy(), state.chosen.copy()
    rules.conceal(state, seat, search_rng)
    state.deck[:], state.place[:], state.chosen[:] = deck, place, chosen


def only_mix_the_deck(state: Any, seat: int, search_rng: Any) -> None:
    rules.rekey(state.rng, search_rng)
    rules.shuffle(state.rng, state.deck, state.deck_left)


def first_twice(state: Any, seat: int, out: Any) -> int:
    count = rules.legal(state, seat, out)
    out[count] = out[0]
    return count + 1


def mostly_first(state: Any, seat: int, search_rng: Any) -> int:
    return min(rules.sample(state, seat, search_rng), rules.sample(state, seat, search_rng))


def without_counter(position: Position) -> str:
    return notation.write_position(position).rpartition(".")[0] + ".0"


FAULTS = {
    "the view shows other hands": (
        seen_with(hands=lambda p, s: [notation.hand(p.state, other) for other in range(p.players)]),
        wall_checks.what_a_seat_cannot_know_changes_nothing_for_it,
    ),
    "the view shows the next card": (
        seen_with(next=lambda p, s: int(p.state.deck[p.state.deck_left - 1])),
        wall_checks.what_a_seat_cannot_know_changes_nothing_for_it,
    ),
    "the view shows what others chose": (
        seen_with(all_chosen=lambda p, s: [int(card) for card in p.state.chosen]),
        wall_checks.what_a_seat_cannot_know_changes_nothing_for_it,
    ),
    "the length of the view depends on a hand": (
        seen_with(pad=lambda p, s: " " * sum(card for card in range(24) if p.state.place[card] == 0)),
        wall_checks.what_a_seat_cannot_know_changes_nothing_for_it,
    ),
    "a refusal tells where a card is": (
        faulty(refuse, refuse=where_it_is),
        wall_checks.what_a_seat_cannot_know_changes_nothing_for_it,
    ),
    "a choice tells what others chose": (
        faulty(view, choice=lambda p, s, a: {"kind": "card", "number": int(p.state.chosen.sum())}),
        wall_checks.what_a_seat_cannot_know_changes_nothing_for_it,
    ),
    "a choice has a part that is not declared": (
        faulty(view, choice=lambda p, s, a: {"kind": "card", "colour": "red"}),
        play_checks.views_and_choices_are_as_declared,
    ),
    "the view lacks what is declared": (
        faulty(view, view=lambda p, s: {"round": 1}),
        play_checks.views_and_choices_are_as_declared,
    ),
    "the view shows the generator": (
        seen_with(key=lambda p, s: f"{p.state.rng[0]:x}"),
        wall_checks.the_generator_is_never_shown,
    ),
    "the story names the card that is chosen": (
        told_as(lambda before, action: action.text),
        wall_checks.the_same_public_play_looks_the_same,
    ),
    "the story names the card that is drawn": (
        told_as(lambda b, a: notation.card_name(b.state.deck[b.state.deck_left - 1]) if a.index == rules.DRAW else "?"),
        wall_checks.the_same_public_play_looks_the_same,
    ),
    "others read which card is chosen": (
        faulty(notation, public_text=notation.write_action),
        wall_checks.what_is_told_says_no_more_than_what_is_seen,
    ),
    "others read which hand a card comes from": (
        faulty(notation, public_text=lambda p, seat, action: f"one of {notation.hand(p.state, seat)}"),
        wall_checks.the_same_public_play_looks_the_same,
    ),
    "conceal redraws nothing but the dice": (
        faulty(rules, conceal=keep_the_deck),
        wall_checks.conceal_redraws_every_secret,
    ),
    "conceal leaves the other hands": (
        faulty(rules, conceal=only_mix_the_deck),
        wall_checks.conceal_redraws_every_secret,
    ),
    "conceal leaves the dice": (
        faulty(rules, conceal=lambda state, seat, search_rng: None),
        wall_checks.conceal_redraws_every_secret,
    ),
    "renewing turns over what somebody holds": (
        faulty(rules, undealt=lambda state: [state.place[:]]),
        wall_checks.a_renewed_position_looks_the_same_to_everybody,
    ),
    "an action is legal twice": (
        faulty(rules, legal=first_twice, MAX_CHOICES=rules.MAX_CHOICES + 1),
        play_checks.actions_have_one_text_and_one_index,
    ),
    "two actions have one text": (
        faulty(notation, write_action=lambda position, seat, action: notation.write_action(position, seat, action)[0]),
        play_checks.actions_have_one_text_and_one_index,
    ),
    "some actions are sampled more often": (
        faulty(rules, sample=mostly_first),
        play_checks.sample_is_legal_and_uniform,
    ),
    "an illegal action is sampled": (
        faulty(rules, sample=lambda state, seat, search_rng: rules.ACTIONS - 1),
        play_checks.sample_is_legal_and_uniform,
    ),
    "a clause is not in the rulebook": (
        faulty(refuse, refuse=lambda position, seat, action: ("TOLL-99", Text("No.", "Nein."))),
        play_checks.why_not_is_none_exactly_for_legal_actions,
    ),
    "a refusal is not translated": (
        faulty(refuse, refuse=lambda position, seat, action: ("TOLL-4", same("No."))),
        play_checks.why_not_is_none_exactly_for_legal_actions,
    ),
    "the text of a position forgets the generator": (
        faulty(notation, write_position=without_counter),
        play_checks.position_text_round_trips,
    ),
    "the game is longer than it says": (
        faulty(rules, MAX_GAME_ACTIONS=3),
        play_checks.play_ends_in_time_with_a_named_outcome,
    ),
    "the view holds a number of NumPy": (
        seen_with(pot=lambda p, s: p.state.pot),
        play_checks.views_are_json_and_say_who_may_act,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str) -> None:
    game, check = FAULTS[fault]
    with pytest.raises((AssertionError, KeyError, TypeError, BaseExceptionGroup)):
        check(game)


CHECKS = list(dict.fromkeys(check for _, check in FAULTS.values()))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_same_check_passes_without_a_fault(check: Callable[[Game], None]) -> None:
    check(faulty(rules))
