"""What the others learn of each choice of The Alpacalypse: text, story, view, and how many actions there are.

The table below has every kind of choice, by the rulebook: laid open, taken from an open pile, paid or moved on the
board is seen by all; a bid in its bag and a card kept of three are not.
"""

from __future__ import annotations

import msgspec
import pytest

import alcove
from alcove import Position
from alcove.games.alpacalypse import actions, cards, notation
from alcove.games.alpacalypse.vocabulary import MEMBERS
from alcove.kernel.reveal import unnoticed
from alcove.kernel.story import tell
from tests.games.alpacalypse.tables import Table, playing

ALPACALYPSE = alcove.game("alpacalypse")
SEEN_BY_ALL = {
    "pass": "pass",
    "send": "send",
    "stay": "stay",
    "tribe peru": "tribe peru",
    "take token": "take token",
    "take golden-bell": "take golden-bell",
    "warrior MD": "warrior MD",
    "assistant BP": "assistant BP",
    "leader trot": "leader trot",
    "play rush-job": "play rush-job",
    "acquire MD": "acquire MD",
    "complete torpedos": "complete torpedos",
    "scavenge torpedos": "scavenge torpedos",
    "gain soldier": "gain soldier",
    "pay own": "pay own",
    "pay cube for coin": "pay cube for coin",
    "pay worker": "pay worker",
    "less any": "less any",
    "track might": "track might",
    "build palace": "build palace",
    "trade": "trade",
    "tile golden-roof": "tile golden-roof",
}
HIDDEN = {
    "keep torpedos": "keep ?",
    "keep spit-volley": "keep ?",
    "bid W": "bid ?",
    "bid WFBRL+255": "bid ?",
    "no bid": "bid ?",
}


def kind(text: str) -> str:
    """The word that tells kinds of action apart; what one member does, all do."""
    words = text.split()
    if words[0] in MEMBERS:
        return "trot" if words[1] == "trot" else "member"
    return words[0]


@pytest.mark.parametrize(("text", "public"), (SEEN_BY_ALL | HIDDEN).items())
def test_what_the_others_read_of_an_action(text: str, public: str) -> None:
    """ALPAC-8, ALPAC-16, ALPAC-24"""
    position = Table(players=3).at_bids()
    assert notation.public_text(position, 0, notation.INDEX[text.lower()]) == public


def test_every_kind_of_choice_is_in_the_table() -> None:
    assert {kind(text) for text in SEEN_BY_ALL | HIDDEN} == {kind(text) for text in notation.TEXTS}


def test_no_public_text_depends_on_a_hidden_choice() -> None:
    """Of all bids and of all kept cards, the others read one and the same."""
    position = Table(players=3).at_bids()
    bids = {notation.public_text(position, 0, action) for action in range(int(actions.BID_FROM), actions.ACTIONS)}
    keeps = {notation.public_text(position, 0, int(actions.KEEP_FROM) + card) for card in range(cards.CARDS)}
    assert (bids, keeps) == ({"bid ?"}, {"keep ?"})


def outsiders(position: Position, seat: int) -> list[int | None]:
    return [None, *(other for other in range(position.players) if other != seat)]


def learned(position: Position, seat: int, turn: str) -> bytes:
    """What outsiders get while a seat makes some choices: views, whose choice it is, stories, and the turn's text."""
    found: list[object] = []
    public: list[str] = []
    for text in notation.split(turn):
        index = notation.read_action(position, seat, text)
        assert index in position.legal_indices(seat), text
        action, after = position.action(seat, index), position.play_legal(seat, index)
        public.append(notation.public_text(position, seat, index))
        for viewer in outsiders(position, seat):
            story = tell(position, after, seat, action, viewer)
            found.append([after.view(viewer), [line.of("en") for line in story], [line.of("de") for line in story]])
            found.append([] if viewer is None else [action.text for action in after.legal(viewer)])
        found.append([after.actors, after.awaited, notation.join(public)])
        position = after
    return msgspec.json.encode(found)


@pytest.mark.parametrize("place", range(3))
def test_the_card_kept_of_three_is_told_to_nobody(place: int) -> None:
    """ALPAC-8, ALPAC-24: two worlds with the same two discards, the kept card another, drawn at another place."""
    worlds = []
    for kept, discards in (
        ("torpedos", ["spit-volley", "night-patrol"]),
        ("border-hedge", ["night-patrol", "spit-volley"]),
    ):
        drawn = [*discards[:place], kept, *discards[place:]] if kept == "torpedos" else [kept, *discards]
        position = Table(players=3).top(*drawn).at_turn()
        worlds.append(learned(position, 0, f"warrior MD, acquire MD, keep {kept}"))
    assert worlds[0] == worlds[1]


def test_drawn_cards_are_told_to_nobody_else() -> None:
    """ALPAC-8, ALPAC-27, ALPAC-28: a field test, and the card that comes with diplomacy."""
    for turn in ("researcher field-test, draw MD, draw BP", "leader diplomacy, draw MD"):
        one = Table(players=3).top("torpedos").top("giant-laser").at_turn()
        two = Table(players=3).top("spit-volley").top("town-square").at_turn()
        assert learned(one, 0, turn) == learned(two, 0, turn)


def test_a_starter_is_seen_by_its_owner_alone() -> None:
    """ALPAC-10, ALPAC-31"""
    names = [card.id for card in cards.ACTION_CARDS if card.table == "starter"]
    worlds = []
    for mine, theirs in ((names[0], names[1]), (names[1], names[0])):
        setting = Table(players=2).starter(mine)
        setting.state.hand[1, cards.FIRST_OF_DECK[cards.STARTER] :] = 0
        setting.state.hand[1, names.index(theirs) + cards.FIRST_OF_DECK[cards.STARTER]] = 1
        position = setting.at_turn()
        worlds.append(msgspec.json.encode(position.view(None)))
    assert worlds[0] == worlds[1]


def test_a_card_drawn_with_the_right_to_complete_it_is_asked_about_whatever_it_is() -> None:
    """ALPAC-8, ALPAC-63: one that cannot be paid, and one that could but is not."""
    worlds = []
    for drawn in ("suri-silk", "sock-empire"):
        position = Table(players=3).hand("unspeakable-experiment").goods(worker=4, coin=3).top(drawn).at_turn()
        turn = "researcher AT, complete unspeakable-experiment, pay worker, pay worker, pay worker, pay worker, pass"
        worlds.append(learned(position, 0, turn))
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("bids", [("bid W", "bid WFBRL+3"), ("no bid", "bid L"), ("bid B+1", "no bid")])
def test_a_sealed_bid_is_one_action_of_which_nothing_is_told(bids: tuple[str, str]) -> None:
    """ALPAC-16: also that there is none."""
    position = Table(players=3).rich().rich(seat=1).at_bids()
    assert learned(position, 0, bids[0]) == learned(position, 0, bids[1])
    second = playing(position, "2 bid R")
    assert learned(second, 0, bids[0]) == learned(second, 0, bids[1])


@pytest.mark.parametrize("bid", ["bid W", "bid WFBRL+3", "no bid"])
def test_a_bid_does_not_make_the_bids_of_others_late(bid: str) -> None:
    """ALPAC-16: all bid at once. Only the bid that opens the bags changes what others answer to."""
    before = Table(players=3).rich().rich(seat=1).at_bids()
    index = ALPACALYPSE.notation.read_action(before, 0, bid)
    after = before.play(0, index)
    assert unnoticed(before, after, 0, index) == 0b110
    last = playing(before, "2 bid R", "3 no bid")
    assert unnoticed(last, last.play(0, index), 0, index) == 0


def test_whether_a_turn_is_asked_about_does_not_depend_on_a_hand() -> None:
    """ALPAC-8, ALPAC-33: an assistant who could only complete a card from the hand is asked about in both worlds."""
    asked = []
    for held in ("torpedos", "giant-laser"):
        setting = Table(players=3).kept("mercenary").hand(held).gone("MD", seat=2).rich()
        setting.busy("warrior", "financier", "builder", "researcher", "leader")
        setting.state.discard[:] = 0
        before = playing(setting.at_turn(seat=2), "3 pass")
        asked.append(before.awaited)
    assert asked[0] == asked[1] == (0,)


def keeping(seed: int) -> tuple[Position, int]:
    """A position in which somebody keeps one of three cards, and who that is."""
    position = ALPACALYPSE.new(3, seed)
    for _ in range(2000):
        seat = position.awaited[0]
        legal = position.legal(seat)
        if legal[0].text.startswith("keep "):
            return position, seat
        drawing = [action for action in legal if action.text.startswith(("acquire", "draw"))]
        position = position.play_legal(seat, (drawing or legal)[seed % len(drawing or legal)].index)
    raise AssertionError("nobody draws a card")


@pytest.mark.parametrize("seed", range(3))
def test_which_of_three_cards_is_kept_is_for_nobody_else(seed: int) -> None:
    position, seat = keeping(seed)
    kept = position.legal(seat)
    texts = {position.public_text(seat, action.index) for action in kept}
    assert len(kept) > 1
    assert len(texts) == 1
    assert not any(action.text.removeprefix("keep ") in text for action in kept for text in texts)
