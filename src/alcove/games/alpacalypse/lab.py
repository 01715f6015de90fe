"""What the lab counts in The Alpacalypse: cards, tiles, tribes, New Days, spaces, and where the points come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from alcove.games.alpacalypse import cards, score
from alcove.games.alpacalypse.actions import (
    COMPLETE_FROM,
    HELPER_FROM,
    ITEM_FROM,
    KEEP_FROM,
    MEMBER_FROM,
    NO_BID,
    RESOURCE_FROM,
    SCAVENGE_FROM,
    SEND,
    TILE_FROM,
    TOKEN,
    TRIBE_FROM,
    TROT_FROM,
)
from alcove.games.alpacalypse.cards import SPACES, STARTER
from alcove.games.alpacalypse.components import SPACE_NAMES, named
from alcove.games.alpacalypse.table import MARKET_TYPES, TILES, State, day_now
from alcove.games.alpacalypse.vocabulary import DECKS, MEMBERS
from alcove.kernel.jit import compiled
from alcove.kernel.text import Text
from alcove.lab.section import Row, Section, Value
from alcove.lab.simulate import FinishedGames, Simulated
from alcove.lab.sources import add_sources, by_source, mean_table
from alcove.lab.statistics import Estimate
from alcove.lab.sums import Sums
from alcove.lab.things import Group, Number, Style, first_of

TABLES = "cards"
DECK_CARDS = int(cards.FIRST_OF_DECK[STARTER])
"""How many kinds of action cards there are; starters have the numbers after them."""
STARTERS = cards.CARDS - DECK_CARDS

MOVE_IDS = ("token", "trot", "no-bid")
MOVE_NAMES = (
    Text("take the first-player token", "den Startspielstein nehmen"),
    Text("the Trot of Shame", "der Trab der Schande"),
    Text("no bid", "kein Gebot"),
)


def _group(key: str, title: Text, things: Sequence[Any], **more: Any) -> Group:
    return Group(key, title, tuple(card.id for card in things), tuple(map(named, things)), **more)


_action, _starter = cards.ACTION_CARDS[:DECK_CARDS], cards.ACTION_CARDS[DECK_CARDS:]
_space_names = tuple(SPACE_NAMES[name] for name in SPACES)
THINGS = (
    _group("cards", Text("Action cards", "Aktionskarten"), _action, finished_by="completed"),
    _group("starters", Text("Starter cards", "Startkarten"), _starter, kind="dealt", finished_by="completed-starters"),
    _group("completed", Text("Completed action cards", "Vollendete Aktionskarten"), _action),
    _group("completed-starters", Text("Completed starter cards", "Vollendete Startkarten"), _starter),
    _group("market", Text("Market cards", "Marktkarten"), cards.MARKET),
    _group("tiles", Text("Wonder tiles", "Wunderplättchen"), cards.WONDER_TILES),
    Group("spaces", Text("Action spaces", "Aktionsfelder"), SPACES, _space_names, repeats=True),
    Group("opening", Text("First action", "Erste Aktion"), SPACES, _space_names),
    _group("days", Text("New Days that are met", "Neue Tage, denen man sich stellt"), cards.NEW_DAYS),
    Group("moves", Text("Other choices", "Anderes"), MOVE_IDS, MOVE_NAMES, repeats=True),
    _group("tribes", Text("Tribes", "Stämme"), cards.TRIBES, kind="dealt"),
)
STARTERS_FROM = DECK_CARDS
COMPLETED_FROM = cards.CARDS
MARKET_FROM = 2 * cards.CARDS
TILES_FROM = MARKET_FROM + MARKET_TYPES
SPACES_FROM = TILES_FROM + TILES
OPENING_FROM = SPACES_FROM + len(SPACES)
DAYS_FROM = OPENING_FROM + len(SPACES)
TOKEN_AT, TROT_AT, NO_BID_AT = (DAYS_FROM + len(cards.NEW_DAYS) + at for at in range(len(MOVE_IDS)))
TRIBES_FROM = NO_BID_AT + 1


def _of_deck(deck: str) -> dict[str, float]:
    chosen = [
        card.id for card, of in zip(cards.ACTION_CARDS, cards.DECK_OF, strict=True) if DECKS[of : of + 1] == (deck,)
    ]
    return {f"{group}.{name}": 4.0 for group in ("cards", "completed") for name in chosen} | {f"spaces.{deck}": 4.0}


STYLES = {
    "warlord": Style(Text("military first", "Militär zuerst"), _of_deck("MD")),
    "merchant": Style(Text("contracts first", "Verträge zuerst"), _of_deck("PC")),
    "builder": Style(Text("buildings first", "Gebäude zuerst"), _of_deck("BP")),
    "scholar": Style(Text("tech first", "Technik zuerst"), _of_deck("AT")),
    "hermit": Style(Text("never bids", "bietet nie"), {"moves.no-bid": 1e9}),
}


def _points(en: str, de: str, constant: str, most: int = 20) -> Number:
    return Number(Text(f"points for {en}", f"Punkte für {de}"), "score", constant, 0, most)


NUMBERS = {
    "first": _points("the first on a track", "den ersten Platz einer Leiste", "FIRST"),
    "second": _points("the second", "den zweiten", "SECOND"),
    "third": _points("the third", "den dritten", "THIRD"),
    "milestone": _points("a milestone", "einen Meilenstein", "MILESTONE_VP"),
    "artifact": _points("an artifact", "ein Artefakt", "ARTIFACT_VP"),
    "age": _points("an age bonus", "einen Zeitalterbonus", "AGE_VP"),
    "hero": _points("a hero", "einen Helden", "HERO_VP"),
}

MOST, LEAST = 1.5, 0.67  # ALPAC-66
MAX_SHARE = 1.25
PLAY = Text("A tribe in a game", "Ein Stamm im Spiel")
WHAT = Text("what", "was")
OUT_OF_BOUNDS = Text("Out of bounds", "Außerhalb der Grenzen")
TIMES = Text("times the average", "mal der Durchschnitt")
NOTHING = Text("nothing", "nichts")
UNSURE = Text("not known", "unbekannt")
BOUNDS_NOTE = Text(
    "ALPAC-66: owners of a card should win 0.67 to 1.5 times as often as the average, a seat or a tribe at most 1.25 "
    "times. Listed is what is surely outside (95 %), and the wonder tiles of which that cannot be told.",
    "ALPAC-66: Wer eine Karte hat, soll 0,67- bis 1,5-mal so oft gewinnen wie der Durchschnitt, ein Platz oder Stamm "
    "höchstens 1,25-mal. Genannt ist, was sicher außerhalb liegt (95 %), und Wunderplättchen, bei denen das offen ist.",
)
COMPLETED = Text("{card}, completed", "{card}, vollendet")
SEAT = Text("seat {n}", "Platz {n}")
PART_NAMES = (
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
)
PLAY_NAMES = (
    Text("points lost below the start", "verlorene Punkte unter dem Start"),
    Text("action cards completed", "vollendete Aktionskarten"),
    Text("cards left in hand", "Karten übrig auf der Hand"),
    Text("resources and cubes left", "Ressourcen und Würfel übrig"),
    Text("production buildings", "Produktionsgebäude"),
    Text("wonders built", "gebaute Wunder"),
)


@compiled
def things(state: State, seat: int, action: int, out: Any) -> int:
    if action >= NO_BID:
        out[0] = NO_BID_AT
        return 1
    if TILE_FROM <= action < TILE_FROM + TILES:
        out[0] = TILES_FROM + action - TILE_FROM
        return 1
    if COMPLETE_FROM <= action < RESOURCE_FROM:
        return _card_named(action, out)
    if MEMBER_FROM <= action < TROT_FROM:
        space = (action - MEMBER_FROM) % (HELPER_FROM - MEMBER_FROM)
        out[0], out[1] = SPACES_FROM + space, OPENING_FROM + space
        return 2 if state.lap == 1 and state.turn <= state.players else 1
    if TROT_FROM <= action < TROT_FROM + len(MEMBERS):
        out[0] = TROT_AT
    elif ITEM_FROM <= action < MEMBER_FROM:
        out[0] = MARKET_FROM + action - ITEM_FROM
    elif action == TOKEN:
        out[0] = TOKEN_AT
    elif TRIBE_FROM <= action < TOKEN:
        out[0] = TRIBES_FROM + action - TRIBE_FROM
    elif action == SEND:
        out[0] = DAYS_FROM + day_now(state)
    else:
        return 0
    return 1


@compiled
def _card_named(action: int, out: Any) -> int:
    if action < KEEP_FROM:
        out[0] = COMPLETED_FROM + action - COMPLETE_FROM
    elif action < SCAVENGE_FROM:
        out[0] = action - KEEP_FROM
    else:
        out[0] = action - SCAVENGE_FROM
    return 1


def measure(finished: FinishedGames, sums: Sums) -> None:
    rows, players = finished.rows, finished.players
    parts = np.zeros((len(finished), players, len(score.PARTS)), np.int64)
    for number in range(len(finished)):
        for seat in range(players):
            score.breakdown(rows[number], seat, parts[number, seat])
    add_sources(finished, sums, parts)
    add_sources(finished, sums, _play(rows, players, parts), "play")
    done = rows["done"][:, :players] > 0
    held = (rows["hand"][:, :players] > 0) | done  # ALPAC-8, 30: a card leaves a hand only when it is completed
    finished.taken[:, :, :COMPLETED_FROM] |= held
    finished.taken[:, :, COMPLETED_FROM:MARKET_FROM] |= done
    finished.taken[:, :, TRIBES_FROM:] = rows["tribe"][:, :players, None] == np.arange(len(cards.TRIBES))


def _play(rows: Any, players: int, parts: Any) -> Any:
    counted = (
        np.minimum(parts[:, :, :4], 0).sum(axis=2),
        rows["done"][:, :players, :DECK_CARDS].sum(axis=2),
        rows["hand"][:, :players].sum(axis=2),
        rows["goods"][:, :players].sum(axis=2),
        rows["built"][:, :players].sum(axis=2),
        rows["wonder"][:, :players],
    )
    return np.stack([np.asarray(one, np.int64) for one in counted], axis=2)


def sections(simulated: Simulated) -> Sequence[Section]:
    outside = list(_out_of_bounds(simulated)) or [(NOTHING, "")]
    return [
        by_source(simulated, PART_NAMES),
        mean_table(simulated, "play", PLAY, WHAT, PLAY_NAMES),
        Section("bounds", OUT_OF_BOUNDS, (WHAT, TIMES), outside, BOUNDS_NOTE),
    ]


def _out_of_bounds(simulated: Simulated) -> Iterator[Row]:
    sums, game, players = simulated.sums, simulated.setup.game, simulated.setup.players
    for key, told in (("cards", None), ("completed", COMPLETED), ("market", None), ("tiles", None)):
        group = next(group for group in game.lab.THINGS if group.key == key)
        for at, name in enumerate(group.names):
            times = times_of_share(sums.of("owners", first_of(game, key) + at).rate, players)
            title = told.fill(card=name) if told else name
            if times.low > MOST or times.high < LEAST:
                yield title, Value(times)
            elif key == "tiles" and not (times.low > LEAST and times.high < MOST):
                yield title, Value(times) if times.seen else UNSURE
    for at, tribe in enumerate(cards.TRIBES):
        times = times_of_share(sums.of("owners", TRIBES_FROM + at).rate, players)
        if times.low > MAX_SHARE:
            yield named(tribe), Value(times)
    for seat, figure in enumerate(sums.each("shares")):
        times = times_of_share(figure.rate, players)
        if times.low > MAX_SHARE:
            yield SEAT.fill(n=seat + 1), Value(times)


def times_of_share(wins: Estimate, players: int) -> Estimate:
    """How often somebody wins, as a multiple of the average."""
    return Estimate(wins.value * players, wins.low * players, wins.high * players, wins.seen)
