"""Self-play on disk: what is in the files, the same bytes for the same seed, and going on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as parquet
import pytest

import alcove as package
from alcove.cli.main import main
from tests.conformance.wall_checks import observed

HOW = ["--simulations", "6", "--games", "5", "--per-file", "2", "--seed", "7"]


def made(folder: Path, *more: str, name: str = "tollgate") -> dict[str, bytes]:
    assert main(["data", name, *HOW, "--to", str(folder), *more]) == 0
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_each_decision_is_a_row_that_can_be_played_again(tmp_path: Path) -> None:
    files = made(tmp_path, "--players", "3")
    assert [*files] == ["about.json", "games-00000000.npz", "games-00000002.npz", "games-00000004.npz"]
    about = json.loads(files["about.json"])
    assert (about["game"], about["players"], about["seed"]) == ("tollgate", 3, 7)
    rows = np.load(tmp_path / "games-00000002.npz")
    assert {*rows["game"]} == {2, 3}
    import random

    position = package.game("tollgate").new(3, random.Random("7 2").getrandbits(64))
    at = 0
    while not position.over:
        seat = position.awaited[0]
        action = position.legal_indices(seat)[0]
        if len(position.legal_indices(seat)) > 1:
            action = int(rows["action"][at])
            assert rows["seat"][at] == seat
            assert rows["observation"][at].tobytes() == observed(position, seat)
            legal = np.flatnonzero(np.unpackbits(rows["mask"][at])).tolist()
            assert legal == sorted(position.legal_indices(seat))
            tried = slice(rows["visits_from"][at], rows["visits_from"][at + 1])
            assert {*rows["visited"][tried]} <= {*legal}
            assert 0 < rows["visits"][tried].sum() <= 6
            assert 0 <= rows["value"][at] <= 1
            assert rows["searched"][at]
            at += 1
        position = position.play_legal(seat, action)
    shares = [2 * share - 1 for share in position.outcome.shares]
    assert rows["result"][at - 1].tolist() == pytest.approx(shares)
    assert rows["game"][at] == 3


def test_the_same_seed_writes_the_same_bytes_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    one, two = made(tmp_path / "one"), made(tmp_path / "two", "--threads", "3")
    assert one == two
    lost = tmp_path / "two" / "games-00000002.npz"
    kept = (tmp_path / "two" / "games-00000000.npz").stat().st_mtime_ns
    lost.unlink()
    assert made(tmp_path / "two") == one
    assert (tmp_path / "two" / "games-00000000.npz").stat().st_mtime_ns == kept
    assert made(tmp_path / "three", "--seed", "8") != one


@pytest.mark.parametrize("kind", ["npz", "parquet"])
def test_data_that_grow_are_what_they_would_be_if_made_at_once(tmp_path: Path, kind: str) -> None:
    """The short last file of a smaller run is made anew; a smaller wish takes nothing away."""
    how = ("--format", kind)
    at_once = made(tmp_path / "at once", *how, "--games", "4")
    made(tmp_path / "grown", *how, "--games", "3")
    kept = (tmp_path / "grown" / f"games-00000000.{kind}").stat().st_mtime_ns
    assert made(tmp_path / "grown", *how, "--games", "4") == at_once
    assert made(tmp_path / "grown", *how, "--games", "3") == at_once
    assert (tmp_path / "grown" / f"games-00000000.{kind}").stat().st_mtime_ns == kept


def test_parquet_has_the_same_columns_and_is_the_same_bytes_for_the_same_seed(tmp_path: Path) -> None:
    made(tmp_path / "npz")
    one = made(tmp_path / "parquet", "--format", "parquet")
    assert made(tmp_path / "again", "--format", "parquet", "--threads", "3") == one
    rows = np.load(tmp_path / "npz" / "games-00000000.npz")
    table: Any = parquet.read_table(tmp_path / "parquet" / "games-00000000.parquet")
    assert {*table.column_names} == {*rows.files} - {"visits_from", "games"}
    assert table.column("action").to_pylist() == rows["action"].tolist()
    assert table.column("searched").to_pylist() == rows["searched"].tolist()
    assert np.array(table.column("observation").to_pylist()).tolist() == rows["observation"].tolist()
    assert sum(map(len, table.column("visits").to_pylist())) == len(rows["visits"])


@pytest.mark.parametrize(("level", "most"), [(1, 0), (3, 20)])
def test_a_level_says_which_decisions_it_has_searched(tmp_path: Path, level: int, most: int) -> None:
    """A game of the shelf: its first level goes by what it sees at a glance, its third looks ahead."""
    how = ["--games", "2", "--level", str(level), "--players", "2", "--to", str(tmp_path)]
    assert main(["data", "alvos", *how]) == 0
    rows = np.load(tmp_path / "games-00000000.npz")
    tried = np.diff(rows["visits_from"])
    assert rows["searched"].any() == (most > 0)
    assert ((tried > 0) == rows["searched"]).all()
    assert (rows["value"][~rows["searched"]] == 0.5).all()
    assert not most or np.unique(rows["value"][rows["searched"]]).size > 2
    for at in np.flatnonzero(rows["searched"]):
        visits = rows["visits"][rows["visits_from"][at] : rows["visits_from"][at + 1]]
        assert 0 < visits.sum() <= most
    assert np.unpackbits(rows["mask"], axis=1)[np.arange(len(tried)), rows["action"]].all()


def test_what_would_mix_or_differ_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path)
    assert main(["data", "tollgate", *HOW, "--to", str(tmp_path), "--seed", "9"]) == 2
    assert "holds other data" in capsys.readouterr().err
    assert main(["data", "tollgate", "--level", "5", "--to", str(tmp_path / "new")]) == 2
    assert "by the clock" in capsys.readouterr().err
    assert main(["data", "tollgate", *HOW, "--format", "csv"]) == 2
