"""The lab: games are whole, repeatable, and counted right."""

from __future__ import annotations

import pytest

from alcove.kernel.errors import OptionError
from alcove.lab import simulate
from alcove.lab.figures import overview, share
from alcove.lab.simulate import CHUNK


@pytest.mark.parametrize(
    ("name", "players"), [("alva", 2), ("alvos", 1), ("alvos", 5), ("alluvium", 3), ("alluvium", 4)]
)
def test_every_game_is_played_to_its_end(name: str, players: int) -> None:
    finished = simulate(name, players, games=40, seed=3)
    assert len(finished) == 40
    assert all(position.over for position in finished.positions())
    assert len({bytes(position) for position in finished.positions()}) == 40
    assert finished.actions >= 40 * 5


def test_a_seed_repeats_the_games_whatever_the_number_of_threads() -> None:
    games = CHUNK + 20
    one, two = (simulate("alluvium", 3, games, seed=5, workers=workers) for workers in (1, 2))
    assert one.rows.tobytes() == two.rows.tobytes()
    assert one.actions == two.actions
    assert simulate("alluvium", 3, games, seed=6).rows.tobytes() != one.rows.tobytes()


def test_bots_of_a_level_play_as_well() -> None:
    finished = simulate("alvos", 1, games=2, seed=1, level=1, workers=1)
    assert all(position.over for position in finished.positions())
    with pytest.raises(OptionError):
        simulate("alvos", 1, games=1, level=9)


def test_the_overview_counts_what_happened() -> None:
    finished = simulate("alvos", 3, games=60, seed=4, options={"mode": "cooperative", "difficulty": "hard"})
    rows = {str(title.en if hasattr(title, "en") else title): cell for title, cell in overview(finished).rows}
    outcomes = list(finished.outcomes())
    assert rows["games"] == "60"
    assert rows["nobody wins"] == share(sum(not outcome.winners for outcome in outcomes), 60)
    reasons = [cell for title, cell in rows.items() if title not in ("games", "actions in a game", "nobody wins")]
    assert sum(float(cell.rstrip(" %")) for cell in reasons[1:]) == pytest.approx(100, abs=0.5)
