"""What the lab tells of The Alpacalypse is counted right."""

from __future__ import annotations

import numpy as np
import pytest

from alcove.games.alpacalypse import cards, lab, score
from alcove.games.alpacalypse.cards import WONDER_TILES as TILES
from alcove.games.alpacalypse.table import MARKET_TYPES, SEATS
from alcove.kernel.text import Text
from alcove.lab import simulate
from alcove.lab.figures import Section, figures
from alcove.lab.simulate import FinishedGames


@pytest.fixture(scope="module")
def finished() -> FinishedGames:
    return simulate("alpacalypse", 4, games=60, seed=3)


def section(finished: FinishedGames, title: str) -> Section:
    return next(section for section in figures(finished) if section.title.en == title)


def test_the_parts_add_up_to_the_scores(finished: FinishedGames) -> None:
    rows = {row[0].en: row for row in section(finished, "Where the points come from").rows}
    scores = np.array([outcome.scores for outcome in finished.outcomes()])
    parts = [rows[lab.PART_NAMES[part].en] for part in score.PARTS]
    assert sum(float(row[1]) for row in parts) == pytest.approx(scores.mean(), abs=0.06)
    assert float(rows["mean score"][1]) == pytest.approx(scores.mean(), abs=0.006)
    assert float(rows["mean score"][2]) > float(rows["mean score"][1])


def test_every_tribe_gets_its_share_of_the_wins(finished: FinishedGames) -> None:
    found = lab.results(finished)
    assert found.wins.sum() == pytest.approx(len(finished))
    seats = [of for _, of in lab._tribe_seats(finished)]
    assert sum(int(of.sum()) for of in seats) == 4 * len(finished)
    assert sum(found.ratio(of) * of.sum() for of in seats) == pytest.approx(4 * len(finished))


def test_market_cards_are_noted_when_they_are_taken(finished: FinishedGames) -> None:
    """ALPAC-20: an artifact is kept, so there must be as many as were taken; nobody takes what is not on sale."""
    notes = finished.notes.reshape(len(finished), SEATS, MARKET_TYPES)
    kept = finished.rows["kept"]
    for item in cards.ARTIFACTS:
        assert (notes[:, :, item] == kept[:, :, item]).all()
    absent = [number for number, card in enumerate(cards.MARKET) if min(players for _, players in card.places) > 4]
    assert not notes[:, :, absent].any()
    assert notes.sum() > 30 * len(finished)


def test_a_card_that_was_completed_was_taken(finished: FinishedGames) -> None:
    for number in range(cards.CARDS):
        taken, done = lab._held(finished, number)
        assert (taken | ~done).all()
    starters = sum(lab._held(finished, n)[0].sum() for n in range(cards.FIRST_OF_DECK[cards.STARTER], cards.CARDS))
    assert starters == 4 * len(finished)  # ALPAC-10


def test_ratios_are_multiples_of_the_average() -> None:
    wins = np.array([[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0]])
    found = lab.Results(wins, np.zeros((2, 4, len(score.PARTS))), 4)
    everybody = np.ones((2, 4), dtype=bool)
    assert found.ratio(everybody) == 1.0
    assert found.ratio(np.array([[True, False, False, False]] * 2)) == 3.0
    assert found.ratio(~everybody) == 0.0


def test_what_is_out_of_bounds_is_named(finished: FinishedGames, monkeypatch: pytest.MonkeyPatch) -> None:
    assert section(finished, "Out of bounds").rows
    monkeypatch.setattr(lab, "MIN_OWNERS", 0)
    monkeypatch.setattr(lab, "MOST", 1.0)
    monkeypatch.setattr(lab, "MAX_SHARE", 1.0)
    rows = section(finished, "Out of bounds").rows
    assert all(float(str(row[1])) >= 1.0 or float(str(row[1])) <= lab.LEAST for row in rows)
    names = {row[0].en for row in rows}
    assert names & {tribe.name["en"] for tribe in cards.TRIBES}
    assert names & {"seat 1", "seat 2", "seat 3", "seat 4"}


def test_a_tile_that_hardly_anybody_chooses_is_named(finished: FinishedGames, monkeypatch: pytest.MonkeyPatch) -> None:
    """ALPAC-66: of such a tile nobody knows whether it is in balance."""
    owners = {tile.name["en"]: int((finished.rows["tile_owner"][:, n] >= 0).sum()) for n, tile in enumerate(TILES)}
    monkeypatch.setattr(lab, "MIN_OWNERS", max(owners.values()))
    named = {row[0].en: row[1].en for row in section(finished, "Out of bounds").rows if row[0].en in owners}
    rare = {name: f"not known: {count} owners" for name, count in owners.items() if count < lab.MIN_OWNERS}
    assert rare
    assert named.items() >= rare.items()
    monkeypatch.setattr(lab, "MIN_OWNERS", 0)
    assert not any(isinstance(row[1], Text) for row in section(finished, "Out of bounds").rows)


def test_every_table_has_as_many_cells_as_headings(finished: FinishedGames) -> None:
    for part in figures(finished):
        assert all(len(row) == len(part.headings) for row in part.rows), part.title.en
