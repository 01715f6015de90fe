"""What the lab tells of The Alpacalypse is counted right."""

from __future__ import annotations

import numpy as np
import pytest

import alcove
from alcove.games.alpacalypse import cards, lab, score
from alcove.kernel.text import Text
from alcove.lab import FinishedGames, Sums, play_games, set_up
from alcove.lab.figures import figures
from alcove.lab.section import Section, Value
from alcove.lab.simulate import Simulated
from alcove.lab.statistics import wilson
from alcove.lab.tally import tally
from alcove.lab.things import count_things, first_of

GAMES = 60


@pytest.fixture(scope="module")
def finished() -> FinishedGames:
    return play_games(set_up("alpacalypse", 4, seed=3), range(GAMES))


@pytest.fixture(scope="module")
def sums(finished: FinishedGames) -> Sums:
    return tally(finished)


def section(finished: FinishedGames, sums: Sums, key: str) -> Section:
    return next(section for section in figures(Simulated(finished.setup, GAMES, sums)) if section.key == key)


def test_the_parts_add_up_to_the_scores(finished: FinishedGames, sums: Sums) -> None:
    rows = section(finished, sums, "sources").rows
    assert len(rows) == len(score.PARTS)
    assert sum(row[1].estimate.value for row in rows) == pytest.approx(finished.scores.mean())
    best = np.sort(finished.scores, axis=1)[:, -1].mean()
    assert sum(row[3].estimate.value for row in rows) == pytest.approx(best, abs=0.2)


def test_every_tribe_gets_its_share_of_the_wins(sums: Sums) -> None:
    tribes = range(lab.TRIBES_FROM, lab.TRIBES_FROM + 5)
    assert sum(sums.of("taken", at).total for at in tribes) == 4 * GAMES
    assert sum(sums.of("owners", at).total for at in tribes) == pytest.approx(GAMES)


def test_market_cards_are_noted_when_they_are_taken(finished: FinishedGames) -> None:
    """ALPAC-20: an artifact is kept, so it is kept by whoever took it; nobody takes what is not on sale."""
    taken = finished.taken[:, :, lab.MARKET_FROM : lab.TILES_FROM]
    kept = finished.rows["kept"][:, :4]
    for item in cards.ARTIFACTS:
        assert (taken[:, :, item] >= (kept[:, :, item] > 0)).all()
    absent = [number for number, card in enumerate(cards.MARKET) if min(players for _, players in card.places) > 4]
    assert not taken[:, :, absent].any()
    assert taken.sum() > 25 * GAMES


def test_a_card_that_was_completed_was_taken(finished: FinishedGames, sums: Sums) -> None:
    taken, done = finished.taken[:, :, : lab.COMPLETED_FROM], finished.taken[:, :, lab.COMPLETED_FROM : lab.MARKET_FROM]
    assert (taken >= done).all()
    assert done.any()
    assert taken[:, :, lab.STARTERS_FROM :].sum() == 4 * GAMES  # ALPAC-10


def test_the_groups_are_numbered_as_the_actions_say() -> None:
    game = alcove.game("alpacalypse")
    assert [first_of(game, key) for key in ("completed", "market", "tiles", "spaces", "opening", "days", "tribes")] == [
        lab.COMPLETED_FROM, lab.MARKET_FROM, lab.TILES_FROM, lab.SPACES_FROM, lab.OPENING_FROM, lab.DAYS_FROM,
        lab.TRIBES_FROM,
    ]  # fmt: skip
    assert count_things(game) == lab.TRIBES_FROM + 5


def test_a_bid_of_nothing_and_a_member_are_named() -> None:
    position = alcove.game("alpacalypse").new(3, seed=1)
    out = np.empty(8, np.int64)
    while position.awaited != (0, 1, 2):
        position = position.play(position.awaited[0], "stay")
    no_bid = position.index_of(0, "no bid")
    assert out[: lab.things(position.state, 0, no_bid, out)].tolist() == [lab.NO_BID_AT]
    assert lab.things(position.state, 0, position.index_of(0, "bid L"), out) == 0


def test_ratios_are_multiples_of_the_average() -> None:
    assert lab.times_of_share(wilson(25, 100), 4).value == 1.0
    assert lab.times_of_share(wilson(75, 100), 4).value == 3.0


def test_what_is_out_of_bounds_is_named(finished: FinishedGames, sums: Sums, monkeypatch: pytest.MonkeyPatch) -> None:
    """ALPAC-66: what is surely outside, and tiles of which that is not known."""
    assert section(finished, sums, "bounds").rows
    monkeypatch.setattr(lab, "MOST", 0.5)
    monkeypatch.setattr(lab, "MAX_SHARE", 0.5)
    rows = section(finished, sums, "bounds").rows
    names = {row[0].en for row in rows if isinstance(row[0], Text)}
    assert names & {tribe.name["en"] for tribe in cards.TRIBES}
    assert names & {"seat 1", "seat 2", "seat 3", "seat 4"}
    sure = [row[1] for row in rows if isinstance(row[1], Value) and row[1].estimate.low > 0.5]
    assert len(sure) > 5


def test_every_table_has_as_many_cells_as_headings(finished: FinishedGames, sums: Sums) -> None:
    for part in figures(Simulated(finished.setup, GAMES, sums)):
        assert all(len(row) == len(part.headings) for row in part.rows), part.title.en
