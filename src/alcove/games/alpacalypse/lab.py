"""What the lab tells of The Alpacalypse: tribes, where the points come from, what each card is good for (ALPAC-66)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from alcove.games.alpacalypse import cards, score
from alcove.games.alpacalypse.actions import ITEM_FROM, MEMBER_FROM
from alcove.games.alpacalypse.table import MARKET_TYPES, SEATS
from alcove.games.alpacalypse.vocabulary import TRACKS
from alcove.kernel.jit import compiled
from alcove.kernel.text import Text
from alcove.lab.figures import Figures, Section, share
from alcove.lab.simulate import FinishedGames

NOTES = SEATS * MARKET_TYPES
"""[seat, market card]: how many of it were taken."""

MOST, LEAST = 1.5, 0.67  # ALPAC-66
MAX_SHARE = 1.25
MIN_OWNERS = 400
"""Fewer owners say nothing: with 400 of them the win rate of a quarter is known to about a tenth of itself."""

TRIBES = Text("By tribe", "Nach Stamm")
TRIBE = Text("tribe", "Stamm")
WINS = Text("wins", "Siege")
OF_SHARE = Text("of its share", "vom Anteil")
MEAN = Text("mean score", "mittlere Punktzahl")
POINTS = Text("Where the points come from", "Woher die Punkte kommen")
SOURCE = Text("source", "Quelle")
ALL = Text("all", "alle")
WINNERS = Text("winners", "Siegende")
PLAY = Text("A tribe in a game", "Ein Stamm im Spiel")
DECK_CARDS = Text("Action cards and starters", "Aktionskarten und Startkarten")
MARKET_CARDS = Text("Market cards", "Marktkarten")
TILE_CARDS = Text("Wonder tiles", "Wunderplättchen")
CARD = Text("card", "Karte")
TAKEN = Text("taken", "genommen")
COMPLETED = Text("completed", "vollendet")
TAKEN_WINS = Text("wins, taken", "Siege, genommen")
COMPLETED_WINS = Text("wins, completed", "Siege, vollendet")
RATIO_NOTE = Text(
    "Wins: how often an owner wins, as a multiple of the average. Taken, completed: by how many tribes of a hundred.",
    "Siege: wie oft jemand mit der Karte gewinnt, als Vielfaches des Durchschnitts. Genommen und vollendet: von wie "
    "vielen von hundert Stämmen.",
)
OUT_OF_BOUNDS = Text("Out of bounds", "Außerhalb der Grenzen")
WHAT = Text("what", "was")
TIMES = Text("times the average", "mal der Durchschnitt")
NOTHING = Text("nothing", "nichts")
TOO_FEW = Text("not known: {n} owners", "unbekannt: {n} haben es")
PART_NAMES = dict(
    zip(
        score.PARTS,
        (
            Text("Might", "Macht"),
            Text("Wealth", "Reichtum"),
            Text("Culture", "Kultur"),
            Text("Tech", "Technik"),
            Text("milestones", "Meilensteine"),
            Text("age bonuses", "Zeitalterboni"),
            Text("artifacts", "Artefakte"),
            Text("heroes", "Helden"),
            Text("wonder tiles", "Wunderplättchen"),
            Text("printed on cards", "auf Karten gedruckt"),
        ),
        strict=True,
    )
)
BELOW_START = Text("of the tracks: below the start", "von den Leisten: unter dem Start")
ACTION_CARDS_DONE = Text("action cards completed", "vollendete Aktionskarten")
LEFT_IN_HAND = Text("cards left in hand", "Karten übrig auf der Hand")
LEFT_GOODS = Text("resources and cubes left", "Ressourcen und Würfel übrig")
PRODUCTION = Text("production buildings", "Produktionsgebäude")
WONDERS = Text("wonders built", "gebaute Wunder")
SEAT = Text("seat {n}", "Platz {n}")


@compiled
def watch(state: Any, seat: int, action: int, notes: Any) -> None:
    """Market cards that are used up leave no trace in the last state; action cards stay in hand or are completed."""
    if ITEM_FROM <= action < MEMBER_FROM:
        notes[seat * MARKET_TYPES + action - ITEM_FROM] += 1


@dataclass(frozen=True)
class Results:
    """One entry for each game and seat."""

    wins: Any
    """The share of the win."""
    parts: Any
    """[game, seat, part of the score]"""
    players: int

    def ratio(self, owned: Any) -> float:
        """How often those who own something win, as a multiple of the average."""
        count = int(owned.sum())
        return float(self.wins[owned].sum() / count * self.players) if count else 0.0


def results(finished: FinishedGames) -> Results:
    games, players = len(finished), finished.players
    wins, parts = np.zeros((games, players)), np.zeros((games, players, len(score.PARTS)), dtype=np.int64)
    for number, outcome in enumerate(finished.outcomes()):
        wins[number] = outcome.shares
        for seat in range(players):
            score.breakdown(finished.rows[number], seat, parts[number, seat])
    return Results(wins, parts, players)


def figures(finished: FinishedGames) -> Figures:
    found = results(finished)
    tables = [_action_cards(finished, found), _market_cards(finished, found), _tiles(finished, found)]
    return [
        _tribes(finished, found),
        _points(found),
        _play(finished, found),
        *tables,
        Section(OUT_OF_BOUNDS, (WHAT, TIMES), list(_out_of_bounds(finished, found)) or [(NOTHING, "")]),
    ]


def _owners(finished: FinishedGames) -> Iterator[tuple[Text, Any]]:
    """Every card or tile, and which seats own it at the end or took it from the market."""
    for number, card in enumerate(cards.ACTION_CARDS):
        taken, done = _held(finished, number)
        yield _name(card), taken
        yield Text(f"{card.name['en']}, completed", f"{card.name['de']}, vollendet"), done
    for number, card in enumerate(cards.MARKET):
        yield _name(card), _bought(finished, number)
    for number, tile in enumerate(cards.WONDER_TILES):
        yield _name(tile), _owns_tile(finished, number)


def _held(finished: FinishedGames, number: int) -> tuple[Any, Any]:
    """ALPAC-8, 30: an action card leaves a hand only when it is completed."""
    rows, players = finished.rows, finished.players
    done = rows["done"][:, :players, number]
    return (rows["hand"][:, :players, number] + done) > 0, done > 0


def _bought(finished: FinishedGames, number: int) -> Any:
    notes = finished.notes.reshape(len(finished), SEATS, MARKET_TYPES)
    return notes[:, : finished.players, number] > 0


def _owns_tile(finished: FinishedGames, number: int) -> Any:
    return finished.rows["tile_owner"][:, number, None] == np.arange(finished.players)


def _name(card: Any) -> Text:
    return Text(card.name["en"], card.name["de"])


def _percent(owned: Any) -> str:
    return f"{100 * owned.mean():.1f}"


def _times(found: Results, owned: Any) -> str:
    return f"{found.ratio(owned):.2f}" if owned.sum() >= MIN_OWNERS else "–"


def _tribes(finished: FinishedGames, found: Results) -> Section:
    rows = []
    for tribe, of in _tribe_seats(finished):
        rows.append(
            (
                tribe,
                share(found.wins[of].sum(), of.sum()),
                f"{found.ratio(of):.2f}",
                f"{found.parts[of].sum(axis=1).mean():.1f}" if of.any() else "–",
            )
        )
    return Section(TRIBES, (TRIBE, WINS, OF_SHARE, MEAN), rows)


def _tribe_seats(finished: FinishedGames) -> Iterator[tuple[Text, Any]]:
    for number, tribe in enumerate(cards.TRIBES):
        yield _name(tribe), finished.rows["tribe"][:, : finished.players] == number


def _points(found: Results) -> Section:
    won = found.wins > 0
    parts = np.moveaxis(found.parts, 2, 0)
    rows = [_mean_row(PART_NAMES[part], parts[at], won) for at, part in enumerate(score.PARTS)]
    below = np.minimum(parts[: len(TRACKS)], 0).sum(axis=0)
    rows += [_mean_row(BELOW_START, below, won), _mean_row(MEAN, parts.sum(axis=0), won)]
    return Section(POINTS, (SOURCE, ALL, WINNERS), rows)


def _mean_row(title: Text, values: Any, won: Any) -> tuple[Text, str, str]:
    return title, f"{values.mean():.2f}", f"{values[won].mean():.2f}"


def _play(finished: FinishedGames, found: Results) -> Section:
    rows, players, won = finished.rows, finished.players, found.wins > 0
    counted = (
        (ACTION_CARDS_DONE, rows["done"][:, :players, : cards.FIRST_OF_DECK[cards.STARTER]].sum(axis=2)),
        (LEFT_IN_HAND, rows["hand"][:, :players].sum(axis=2)),
        (LEFT_GOODS, rows["goods"][:, :players].sum(axis=2)),
        (PRODUCTION, rows["built"][:, :players].sum(axis=2)),
        (WONDERS, rows["wonder"][:, :players]),
    )
    return Section(PLAY, (WHAT, ALL, WINNERS), [_mean_row(title, values, won) for title, values in counted])


def _action_cards(finished: FinishedGames, found: Results) -> Section:
    rows = []
    for number, card in enumerate(cards.ACTION_CARDS):
        taken, done = _held(finished, number)
        rows.append((_name(card), _percent(taken), _percent(done), _times(found, taken), _times(found, done)))
    return Section(DECK_CARDS, (CARD, TAKEN, COMPLETED, TAKEN_WINS, COMPLETED_WINS), rows, RATIO_NOTE)


def _market_cards(finished: FinishedGames, found: Results) -> Section:
    used = [
        number for number, card in enumerate(cards.MARKET) if any(least <= finished.players for _, least in card.places)
    ]
    owned = ((cards.MARKET[number], _bought(finished, number)) for number in used)
    return Section(MARKET_CARDS, (CARD, TAKEN, WINS), _taken_rows(found, owned), RATIO_NOTE)


def _tiles(finished: FinishedGames, found: Results) -> Section:
    owned = ((tile, _owns_tile(finished, number)) for number, tile in enumerate(cards.WONDER_TILES))
    return Section(TILE_CARDS, (CARD, TAKEN, WINS), _taken_rows(found, owned), RATIO_NOTE)


def _taken_rows(found: Results, owned: Iterable[tuple[Any, Any]]) -> Sequence[Sequence[Text | str]]:
    return [(_name(card), _percent(by), _times(found, by)) for card, by in owned]


def _out_of_bounds(finished: FinishedGames, found: Results) -> Iterator[tuple[Text, Text | str]]:
    """ALPAC-66 for cards; a seat or a tribe should not win more than a quarter above its share. A tile that hardly
    anybody chooses is out of bounds as well: there is nothing that it would be better than."""
    for title, owned in _owners(finished):
        ratio = found.ratio(owned)
        if owned.sum() >= MIN_OWNERS and not LEAST <= ratio <= MOST:
            yield title, f"{ratio:.2f}"
    for number, tile in enumerate(cards.WONDER_TILES):
        owners = int(_owns_tile(finished, number).sum())
        if owners < MIN_OWNERS:
            yield _name(tile), TOO_FEW.fill(n=owners)
    seats = ((SEAT.fill(n=seat + 1), np.arange(finished.players) == seat) for seat in range(finished.players))
    everywhere = np.ones((len(finished), 1), dtype=bool)
    for title, owned in (*_tribe_seats(finished), *((name, everywhere & at) for name, at in seats)):
        if found.ratio(owned) > MAX_SHARE:
            yield title, f"{found.ratio(owned):.2f}"
