"""The Alpacalypse on paper: every card and tile as often as the rules have it, and with their words."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

import alcove
from alcove.games.alpacalypse.print_pieces import AGE_MARKS, DUMMIES, GOODS_EACH, PAWNS
from alcove.printing import compose
from alcove.printing.sheets import MINI_EURO, STANDARD, Cards
from tests.printing.conftest import Made, made
from tests.printing.poppler import needs_poppler

__all__ = ["made"]

GAME = alcove.game("alpacalypse")


def document(name: str, language: str = "en", printed: Any = None) -> Any:
    (found,) = (one for one in compose.documents(GAME, language, printed) if one.name == name)
    return found


def counted(sheet: Cards) -> int:
    return sum(card.count for card in sheet.cards)


def test_all_cards_and_tiles_are_there_at_their_sizes() -> None:
    """ALPAC-60 to 65: 174 with the five tribes; New Days are of standard size, all others mini-euro."""
    sheets = document("cards").sheets
    assert [counted(sheet) for sheet in sheets] == [10, 20, 20, 19, 20, 10, 50, 12, 8]
    assert [sheet.size for sheet in sheets] == [STANDARD, *[MINI_EURO] * 8]
    (boards,) = (sheet for sheet in document("tribes").sheets if sheet.title == "Player boards")
    assert sum(counted(sheet) for sheet in sheets) + counted(boards) == 174


def test_market_backs_say_age_and_players() -> None:
    """ALPAC-62: 20 for two players and ten more for each further one; by age 15, 15, 20."""
    market = document("cards").sheets[6]
    backs = [card.back.told for card in market.cards for _ in range(card.count)]
    assert Counter(back["players"] for back in backs) == {
        "2+ players": 20,
        "3+ players": 10,
        "4+ players": 10,
        "5+ players": 10,
    }
    assert Counter(back["age"] for back in backs) == {1: 15, 2: 15, 3: 20}


def test_each_deck_has_one_back() -> None:
    for sheet in document("cards").sheets:
        assert len({card.back.told["colour"] for card in sheet.cards}) == 1
        assert all(card.back for card in sheet.cards)


def test_there_are_pieces_for_five() -> None:
    boards, members, pawns, goods, buildings, wonders = (counted(sheet) for sheet in document("tribes").sheets)
    assert (boards, members, buildings, wonders) == (5, 25, 20, 6)
    assert pawns == 5 * (PAWNS + AGE_MARKS) + DUMMIES
    assert goods == 5 * GOODS_EACH


@needs_poppler
@pytest.mark.parametrize("language", ["en", "de"])
def test_cards_say_what_the_tables_say(made: Made, language: str) -> None:
    read = letters(made("alpacalypse", "cards", language=language).text("-raw"))
    printed = GAME.components()
    for kind in ("cards", "market", "days", "ages", "wonders"):
        for one in printed[kind]:
            copies = one.get("copies", len(one.get("places", [1])))
            assert read.count(letters(one["name"][language])) >= copies, one["id"]
            assert read.count(letters(one["text"][language])) >= copies, one["id"]


def letters(text: str) -> str:
    return re.sub(r"\W", "", text)


@needs_poppler
def test_the_board_has_spaces_milestones_and_tracks(made: Made) -> None:
    read = letters(made("alpacalypse", "board").text("-raw"))
    printed = GAME.components()
    for kind in ("spaces", "milestones"):
        for one in printed[kind]:
            assert letters(one["name"]["en"]) in read
    for one in printed["spaces"]:
        assert letters(one["text"]["en"]) in read
    assert made("alpacalypse", "board").pages() == 4


def test_a_changed_card_is_printed_as_it_is() -> None:
    """What is printed is an argument: another cost and another name reach the paper."""
    printed = {**GAME.components()}
    changed = {
        **printed["cards"][0],
        "name": {"en": "Rubber Ducks", "de": "Gummienten"},
        "cost": [{"icon": "coin", "n": 7}],
    }
    printed["cards"] = [changed, *printed["cards"][1:]]
    sheets = document("cards", "en", printed).sheets
    told = sheets[1].cards[0].front.told
    assert (told["name"], told["cost"]) == ("Rubber Ducks", [{"icon": "coin", "n": 7}])
