"""Every card of The Alpacalypse is played once, and all that it changes is compared with what was written down by hand.

An entry is (words of the scene, choices, changes), as in `scenes_alpacalypse`; a price is among the changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import pytest

from alcove.games.alpacalypse import actions, cards, table
from alcove.games.alpacalypse.reading import Card, Tribe
from alcove.games.alpacalypse.vocabulary import BUILDINGS, DECKS, MEMBERS
from tests.games.alpacalypse.scenes import (
    CARD,
    TRIBE,
    at_bids,
    at_dawn,
    at_last_turn,
    at_market,
    at_start,
    at_turn,
    changes,
    complete,
    expected,
    play,
    position_of,
    printed_points,
    scene,
)

Entry = tuple[dict[str, Any], str, str]

THREE_MD = ("torpedos", "high-ground", "hay-convoy")
THREE_PC = ("hay-futures", "sock-empire", "caravan")
FOUR_BP = ("soup-kitchen", "guest-barn", "giant-laser", "tribal-wonder")
THREE_AT = ("internet-of-hay", "catapult-two", "fusion-kettle")
TWO_DISCARDS = ("caravan", "humming-opera")
ALL_BUILT = ("barracks", "palace", "labor-union", "factory")

COMPLETED: dict[str, Entry] = {
    # Military Deployments
    "torpedos": ({}, "", "-1 soldier, -1 material, +1 might, +1 wealth"),
    "spit-volley": ({}, "", "-2 soldier, +2 might"),
    "night-patrol": ({}, "take worker", "-3 soldier, -1 coin, +1 worker, +2 might"),
    "border-hedge": ({}, "", "-1 soldier, -1 worker, +1 might, +1 culture"),
    "orderly-stampede": ({}, "", "-4 soldier, +3 might"),
    "high-ground": ({}, "", "-2 soldier, -2 worker, +2 might, +1 tech"),
    "spy-in-wool": ({}, "", "-1 soldier, -2 coin, +1 might, +1 tech, +1 hand the-wheel-again"),
    "hay-convoy": ({}, "", "-3 soldier, -1 coin, +1 worker, -1 material, +2 might, +1 wealth"),
    "siege-with-snacks": ({}, "", "-3 soldier, -2 worker, +1 material, +3 might"),
    "llama-drones": ({}, "", "-3 soldier, -2 material, +2 might, +1 tech, +1 hand spit-volley"),
    "victory-parade": ({"done": THREE_MD}, "", "-3 soldier, -1 coin, +2 might, +2 culture"),
    "lost-and-found": (
        {"discards": TWO_DISCARDS},
        "scavenge caravan",
        "-1 soldier, -1 coin, +1 might, +1 hand caravan, -1 discard caravan",
    ),
    "fleece-fortress": ({}, "", "-3 soldier, -1 worker, -2 material, +3 might, +1 culture, +1 hand town-square"),
    "grand-campaign": ({}, "", "-5 soldier, -1 coin, +4 might, +1 hand spit-volley"),
    "joint-exercise": (
        {"hand": ["general-goose"]},
        "complete general-goose",
        "-5 soldier, -1 coin, -1 worker, -1 material, +4 might, +1 vp, -1 hand general-goose, +1 done general-goose",
    ),
    "general-goose": ({}, "", "-3 soldier, -1 worker, +2 might, +1 vp"),
    "baron-badger": ({}, "", "-2 soldier, +1 coin, -1 worker, -2 material, +2 might, +1 vp"),
    "captain-capybara": ({}, "", "-2 soldier, -2 coin, +1 might, +1 culture, +1 vp"),
    "duchess-otter": ({}, "", "-3 soldier, -2 coin, +1 might, +1 wealth, +1 hand suri-silk, +1 vp"),
    "admiral-pigeon": ({}, "", "-4 soldier, -2 material, +3 might, +1 hand the-wheel-again, +1 vp"),
    # Production Contracts
    "huacaya-fleece": ({}, "take coin", "+1 coin, -1 worker, -1 material, +1 wealth"),
    "suri-silk": ({}, "", "-2 material, +2 wealth"),
    "hay-futures": ({}, "", "-2 coin, +1 cube, +1 wealth"),
    "sock-empire": ({}, "", "-1 coin, -3 material, +3 wealth"),
    "scarf-subscription": ({}, "", "-2 worker, -2 material, +2 wealth, +1 culture"),
    "grass-courier": ({}, "take soldier", "+1 soldier, -2 coin, -1 worker, -1 material, +2 wealth"),
    "dye-works": ({}, "", "-1 coin, +1 worker, -2 material, +1 wealth, +1 culture"),
    "spit-insurance": ({}, "", "-2 coin, +1 wealth, +1 might"),
    "premium-dung": ({}, "", "-1 coin, -1 worker, +1 wealth, +1 tech"),
    "wool-street": ({}, "draw AT", "-1 soldier, -3 coin, +2 wealth, +1 hand the-wheel-again"),
    "caravan": ({}, "", "-1 soldier, -3 coin, +3 wealth"),
    "royal-carpets": ({}, "", "-1 coin, -1 worker, -3 material, +2 wealth, +1 culture, +1 hand town-square"),
    "felt-armour": ({}, "", "-1 soldier, -1 coin, -2 material, +2 wealth, +1 might"),
    "knitting-machines": ({}, "", "-3 coin, +1 worker, -2 material, +2 wealth, +1 tech"),
    "hay-monopoly": ({}, "", "-4 coin, -2 material, +4 wealth, +1 hand suri-silk"),
    "world-wool-fair": ({}, "", "-1 coin, -2 worker, -2 material, +3 wealth, +1 culture"),
    "hat-tax": ({"built": ALL_BUILT}, "", "-1 soldier, +2 coin, -2 worker, +1 wealth"),
    "bulk-order": (
        {"hand": ["suri-silk"]},
        "complete suri-silk",
        "-1 coin, -3 material, +3 wealth, -1 hand suri-silk, +1 done suri-silk",
    ),
    "smart-sweater": ({"done": THREE_AT}, "", "-2 coin, -2 material, +4 wealth"),
    "gifts-for-neighbours": (
        {},
        "2: take soldier, 3: take material",
        "-3 coin, -1 material, +2 wealth, +1 culture, +1 hand suri-silk, +1 2: soldier, +1 3: material",
    ),
    # Building Plans
    "tribal-wonder": ({}, "", "-1 soldier, -2 coin, -2 worker, -2 material, +1 wonder"),
    "giant-laser": ({}, "tech", "-1 worker, -1 material, +1 tech"),
    "rather-large-gate": ({}, "", "-2 worker, -1 material, +2 culture"),
    "neck-tower": ({}, "", "-1 soldier, -2 worker, +1 culture, +1 might"),
    "ark-with-a-view": ({}, "take soldier", "+1 soldier, -2 worker, -3 material, +2 culture"),
    "counting-house": ({}, "", "-1 coin, -1 worker, -1 material, +1 culture, +1 wealth"),
    "soup-kitchen": ({}, "", "-2 worker, -2 material, +1 culture"),
    "peppermint": ({}, "", "-1 coin, -1 worker, -2 material, +1 culture"),
    "embassy-of-humming": ({}, "draw BP", "-1 coin, -2 worker, -1 material, +1 culture, +1 hand town-square"),
    "chewed-library": ({}, "", "-1 coin, -2 worker, -1 material, +2 culture"),
    "boot-camp-sauna": ({}, "", "-2 soldier, -1 worker, -1 material, +1 culture"),
    "guest-barn": ({}, "", "-3 worker, -2 material, +1 culture"),
    "humming-opera": ({}, "", "-1 coin, -3 worker, -2 material, +4 culture, +1 hand town-square"),
    "town-square": ({}, "", "-2 worker, +2 culture, +1 power trot"),
    "stargazing-blanket": ({}, "", "-2 worker, -2 material, +2 culture, +1 tech"),
    # Advanced Techs
    "solar-panels": ({"done": FOUR_BP}, "", "-1 coin, -1 worker, -2 material, +2 tech, +3 culture"),
    "unspeakable-experiment": (
        {},
        "pay soldier, pay soldier, pay coin, pay worker, complete suri-silk",
        "-2 soldier, -1 coin, -1 worker, -2 material, +2 tech, +2 wealth, +1 done suri-silk",
    ),
    "the-wheel-again": ({}, "", "-1 worker, -1 material, +2 tech"),
    "internet-of-hay": ({}, "", "-1 coin, -1 material, +1 tech, +1 wealth"),
    "catapult-two": ({}, "", "-1 soldier, -1 material, +1 tech, +1 might"),
    "hoof-press": ({}, "", "-1 coin, -1 worker, +1 tech, +1 power discount BP"),
    "self-shearing-scissors": ({}, "", "-1 coin, -1 worker, -2 material, +3 tech"),
    "weather-machine": ({}, "take soldier", "+1 soldier, -2 coin, -2 material, +2 tech"),
    "hum-translator": ({}, "", "-2 coin, -2 worker, +1 cube, +2 tech"),
    "slow-time-machine": (
        {"discards": TWO_DISCARDS},
        "scavenge humming-opera",
        "-1 coin, -2 worker, -1 material, +2 tech, +1 hand humming-opera, -1 discard humming-opera",
    ),
    "cloning-booth": (
        {},
        "",
        "-2 soldier, -1 coin, -1 material, +2 tech, +1 bonus actions",
    ),
    "robot-butler": ({}, "", "-2 soldier, -2 material, +2 tech, +1 might"),
    "flat-pack-city": (
        {},
        "build palace, spare worker",
        "-1 soldier, -1 coin, -2 worker, -1 material, +1 tech, +1 built palace",
    ),
    "fusion-kettle": ({}, "", "-2 coin, -2 material, +3 tech"),
    "one-small-trot": ({}, "", "-1 soldier, -1 coin, -1 worker, -3 material, +4 tech, +1 hand the-wheel-again"),
    "bottomless-meadow": ({"built": ["labor-union", "factory"]}, "", "-2 coin, -1 worker, +1 material, +1 tech"),
    "think-tank": (
        {"hand": ["the-wheel-again"]},
        "complete the-wheel-again",
        "-1 coin, -2 worker, -1 material, +3 tech, -1 hand the-wheel-again, +1 done the-wheel-again",
    ),
    "open-source-pitchfork": (
        {},
        "draw MD, draw PC, 2: take coin, 3: take worker",
        "-1 soldier, -1 coin, -1 worker, -1 material, +2 tech, "
        "+1 hand spit-volley, +1 hand suri-silk, +1 2: coin, +1 3: worker",
    ),
    "artificial-alpaca": ({}, "might", "-2 coin, -2 worker, -2 material, +2 tech, +2 might"),
    "soup-satellite": ({"done": THREE_PC}, "", "-1 soldier, -1 coin, -2 material, +2 tech, +2 wealth"),
    # Starters
    "grandmothers-recipe": (
        {},
        "pay soldier, take coin, take coin, take worker",
        "-1 soldier, +2 coin, +1 worker",
    ),
    "old-map": ({}, "draw BP, draw AT", "-1 coin, +1 cube, +1 hand town-square, +1 hand the-wheel-again"),
    "spare-barn": ({}, "build factory, spare coin", "-2 worker, +1 built factory"),
    "cousin-at-court": ({}, "take soldier", "+1 soldier, -1 coin, +2 cube"),
    "war-chest": ({}, "", "+3 soldier, -1 coin, +1 hand spit-volley"),
    "buried-sock": ({}, "", "+3 coin, -1 material, +1 hand suri-silk"),
    "pile-of-bricks": ({}, "", "-1 soldier, +2 worker, +1 material, +1 hand town-square"),
    "box-of-cables": ({}, "", "+1 coin, -1 worker, +2 material, +1 hand the-wheel-again"),
    "lucky-hoof": (
        {},
        "pay coin, draw PC, take soldier, complete suri-silk",
        "+1 soldier, -1 coin, -2 material, +2 wealth, +1 done suri-silk",
    ),
    "market-stall": ({}, "", "-2 coin, +2 power bid"),
}


@pytest.mark.parametrize("card", cards.ACTION_CARDS, ids=lambda card: card.id)
def test_completing(card: Card) -> None:
    """ALPAC-29, ALPAC-30, ALPAC-31: with the Leader, who completes anything."""
    words, choices, wanted = COMPLETED[card.id]
    before = at_turn(**words | {"hand": [card.id, *words.get("hand", ())]})
    after = play(play(before, f"go leadership, complete {card.id}"), choices)
    assert after.actors == (1,), "nothing is left to choose"
    laid = {f"hand {card.id}": -1, f"done {card.id}": 1, "home leader": -1}
    assert changes(before, after) == expected(wanted) | laid


def test_a_card_that_is_not_drawn_to_be_completed_is_kept() -> None:
    """ALPAC-63: the contract of the Unspeakable Experiment may stay in the hand."""
    before = at_turn(hand=["unspeakable-experiment"], goods=4)
    choices = "pay soldier, pay soldier, pay coin, pay worker, pass"
    after = play(play(before, "go leadership, complete unspeakable-experiment"), choices)
    assert changes(before, after)["hand suri-silk"] == 1
    assert after.actors == (1,)


@pytest.mark.parametrize(("done", "steps"), [((), 0), (FOUR_BP[:1], 1), (FOUR_BP[:2], 2), (FOUR_BP, 3)])
def test_solar_panels_count_completed_plans(done: tuple[str, ...], steps: int) -> None:
    """ALPAC-63: up to three."""
    before = at_turn(hand=["solar-panels"], done=done)
    after = play(before, "go leadership, complete solar-panels")
    assert changes(before, after).get("culture", 0) == steps


RESOLVED: dict[str, Entry] = {
    "soup-kitchen": ({}, "trade", "-1 worker, +1 culture"),
    "peppermint": ({}, "trade", "+2 coin, -1 material"),
    "embassy-of-humming": ({}, "trade, pay soldier", "-1 soldier, +1 cube"),
    "chewed-library": ({}, "trade, draw MD", "-1 coin, +1 hand spit-volley"),
    "boot-camp-sauna": ({}, "trade", "-1 soldier, +1 might"),
    "guest-barn": ({}, "take material", "+1 material"),
    "pocket-philosopher": ({}, "trade, pay coin, tech", "-1 coin, +1 tech"),
    "time-capsule": ({}, "take worker", "+1 worker"),
    "hanging-salad": ({}, "take coin, take worker", "+1 coin, +1 worker"),
    "hall-of-echoes": ({}, "", "+2 cube"),
    "thinking-chair": ({}, "draw AT", "+1 hand the-wheel-again"),
    "colossal-hoof": ({}, "might", "+1 might"),
    "twin-spires": ({}, "tech", "+1 tech"),
    "express-elevator": (
        {"hand": ["the-wheel-again"]},
        "complete the-wheel-again",
        "-1 worker, -1 material, +2 tech, -1 hand the-wheel-again, +1 done the-wheel-again",
    ),
    "golden-roof": ({}, "", "+2 coin"),
    "eternal-flock": ({}, "", "+1 bonus actions"),
}
TILE_POINTS = {
    "hanging-salad": 3,
    "hall-of-echoes": 3,
    "thinking-chair": 4,
    "colossal-hoof": 3,
    "twin-spires": 3,
    "express-elevator": 0,
    "golden-roof": 3,
    "eternal-flock": 3,
}
RESOLVING = [
    card for deck in (cards.ACTION_CARDS, cards.MARKET, cards.WONDER_TILES) for card in deck if card.resolution
]
OWNED = {"wonders": "tiles", "market": "kept"}


@pytest.mark.parametrize("card", RESOLVING, ids=lambda card: card.id)
def test_in_the_resolution_phase(card: Card) -> None:
    """ALPAC-36, ALPAC-37, ALPAC-38: once each; a tile with the wonder, which moves a step on its own track."""
    words, choices, wanted = RESOLVED[card.id]
    tile = card.table == "wonders"
    before = at_last_turn(**words | {OWNED.get(card.table, "done"): [card.id], "built": (), "wonder": tile})
    after = play(play(before, "3: pass"), choices)
    assert after.state.lap == before.state.lap + 1, "nothing is left to choose"
    assert changes(before, after) == expected(wanted) | ({"culture": 1} if tile else {})


@pytest.mark.parametrize("tile", cards.WONDER_TILES, ids=lambda tile: tile.id)
def test_a_wonder_tile_without_the_wonder(tile: Card) -> None:
    """ALPAC-37, ALPAC-46: no power, but its points."""
    before = at_last_turn(tiles=[tile.id], built=(), hand=["torpedos"])
    after = play(before, "3: pass")
    assert changes(before, after) == {}
    assert printed_points(before.state, 0) == TILE_POINTS[tile.id]


@pytest.mark.parametrize("name", [name for name, (_, choices, _) in RESOLVED.items() if choices.startswith("trade")])
def test_a_trade_may_be_left(name: str) -> None:
    """ALPAC-38: what has a price is optional."""
    card = next(card for card in RESOLVING if card.id == name)
    words = {OWNED.get(card.table, "done"): [name], "built": (), "wonder": card.table == "wonders"}
    before = at_last_turn(**words)
    after = play(before, "3: pass, 1: pass")
    assert changes(before, after) == ({"culture": 1} if card.table == "wonders" else {})
    assert after.state.lap == before.state.lap + 1


TAKEN: dict[str, Entry] = {
    "barn-sale": ({}, "", "+1 soldier, +1 coin, +1 worker, +1 material"),
    "gain-1-prestige": ({}, "culture", "+1 culture"),
    "architect": ({}, "", "+1 kept architect"),
    "accountant": ({}, "", "+1 kept accountant"),
    "golden-bell": ({}, "", "+1 kept golden-bell, +1 power tiebreak, +2 vp"),
    "two-at-a-time": ({}, "", "+1 kept two-at-a-time"),
    "one-action-card": ({}, "draw PC", "+1 hand suri-silk"),
    "diplomatic-pouch": ({}, "", "+2 cube"),
    "lost-luggage": ({}, "take coin, take coin, take soldier", "+2 coin, +1 soldier"),
    "second-wind": ({}, "", "+1 kept second-wind"),
    "pop-up-barn": ({}, "", "+1 kept pop-up-barn"),
    "suggestion-box": ({}, "draw MD, draw BP", "+1 worker, +1 hand spit-volley, +1 hand town-square"),
    "mercenary": ({}, "", "+1 kept mercenary"),
    "lab-tech": ({}, "", "+1 kept lab-tech"),
    "crown-of-wonder": ({}, "tile golden-roof", "+1 tile golden-roof, +3 vp"),
    "rush-job": ({}, "", "+1 kept rush-job"),
    "good-press": ({}, "wealth", "+2 wealth"),
    "smugglers-cart": ({}, "take soldier, take worker", "+1 soldier, +1 worker, +1 cube"),
    "pointy-elbows": ({}, "", "+1 kept pointy-elbows, +1 power capacity, +2 vp"),
    "under-the-counter": ({}, "", "+1 kept under-the-counter"),
    "daring-demonstration": ({}, "tech", "+2 tech"),
    "ministry-archive": (
        {"discards": TWO_DISCARDS},
        "scavenge caravan, draw AT, keep catapult-two",
        "+1 hand caravan, -1 discard caravan, "
        "+1 hand catapult-two, +1 discard the-wheel-again, +1 discard internet-of-hay",
    ),
    "umbrella-of-ages": ({}, "", "+1 kept umbrella-of-ages, +1 power ward, +2 vp"),
    "night-school": ({}, "", "+1 kept night-school"),
    "inheritance": ({}, "take material", "+3 coin, +1 material"),
    "long-scarf-of-justice": ({}, "", "+1 kept long-scarf-of-justice, +1 power tiebreak, +1 power bid, +2 vp"),
    "chancellor": ({}, "", "+1 kept chancellor"),
    "statue-of-you": ({}, "", "+1 kept statue-of-you, +3 vp"),
    "mirror-shield": ({}, "", "+1 kept mirror-shield, +1 power shield, +2 vp"),
    "gift-shop": ({}, "tile golden-roof", "+1 tile golden-roof, +3 vp"),
    "festival": ({}, "might, tech", "+1 might, +1 tech"),
    "all-hooves-on-deck": ({}, "", "+1 kept all-hooves-on-deck"),
    "last-harvest": ({}, "take coin, take coin, take worker, take material", "+2 coin, +1 worker, +1 material"),
    "back-door": ({}, "", "+1 kept back-door"),
    "family-portrait": ({}, "", "+1 kept family-portrait, +2 vp"),
    "world-stage": ({}, "wealth", "+2 wealth"),
    "spare-parts": ({}, "", "+2 material, +2 cube"),
    "viewing-platform": ({}, "tile golden-roof", "+1 tile golden-roof, +3 vp"),
    "pocket-philosopher": ({}, "", "+1 kept pocket-philosopher, +2 vp"),
    "grand-finale": ({}, "", "+1 kept grand-finale"),
    "peace-summit": ({}, "culture, wealth", "+1 culture, +1 wealth"),
    "surplus-helmets": ({}, "", "+2 soldier, +2 cube"),
    "name-on-the-moon": ({}, "", "+1 kept name-on-the-moon, +2 vp"),
    "time-capsule": ({}, "", "+1 kept time-capsule, +2 vp"),
    "brain-trust": ({}, "", "+1 kept brain-trust"),
}


@pytest.mark.parametrize("card", cards.MARKET, ids=lambda card: card.id)
def test_taking_from_the_market(card: Card) -> None:
    """ALPAC-17, ALPAC-20, ALPAC-46: received in the clean-up, or kept."""
    words, choices, wanted = TAKEN[card.id]
    before = at_market(card.id, **words)
    after = play(play(before, f"item {card.id}"), choices)
    assert after.state.phase == table.ACTION, "nothing is left to choose"
    assert changes(before, after) == expected(wanted)


PLAYED: dict[str, Entry] = {
    "two-at-a-time": ({}, "go resources, take coin, take coin", "+2 coin, -1 home financier"),
    "second-wind": ({}, "", "+1 cube, +1 bonus actions"),
    "pop-up-barn": ({}, "build palace", "-1 soldier, -2 worker, +1 built palace"),
    "rush-job": (
        {"hand": ["torpedos"]},
        "complete torpedos",
        "-1 soldier, -1 material, +1 might, +1 wealth, -1 hand torpedos, +1 done torpedos",
    ),
    "under-the-counter": ({}, "trade, pay coin, wealth", "-1 coin, +2 wealth"),
    "night-school": (
        {},
        "draw MD, keep spit-volley",
        "+1 cube, +1 hand spit-volley, +1 discard night-patrol, +1 discard border-hedge",
    ),
    "all-hooves-on-deck": (
        {"hand": ["torpedos"]},
        "complete torpedos",
        "+1 bonus actions, -1 soldier, -1 material, +1 might, +1 wealth, -1 hand torpedos, +1 done torpedos",
    ),
    "back-door": ({}, "trade, pay coin, pay soldier, tech", "-1 coin, -1 soldier, +3 tech"),
    "grand-finale": (
        {"hand": ["torpedos"]},
        "take coin, complete torpedos",
        "+1 coin, -1 soldier, -1 material, +1 might, +1 wealth, -1 hand torpedos, +1 done torpedos",
    ),
    "brain-trust": (
        {},
        "draw PC, draw BP, complete suri-silk",
        "-2 material, +2 wealth, +1 hand town-square, +1 done suri-silk",
    ),
}
ABILITIES = [card for card in cards.MARKET if card.kind == "ability"]


@pytest.mark.parametrize("card", ABILITIES, ids=lambda card: card.id)
def test_playing_an_ability(card: Card) -> None:
    """ALPAC-34, ALPAC-48: in the own turn, which then goes on."""
    words, choices, wanted = PLAYED[card.id]
    before = at_turn(**words | {"kept": [card.id]})
    after = play(play(before, f"play {card.id}"), choices)
    assert after.actors == (0,)
    assert actions.PASS in after.legal_indices(0)
    assert changes(before, after) == expected(wanted) | {f"kept {card.id}": -1}
    assert play(after, "pass").actors == (1,)


HELPED: dict[str, Entry] = {
    "warrior": (
        {"discards": TWO_DISCARDS},
        "help scavenge, scavenge caravan",
        "+1 hand caravan, -1 discard caravan, +1 help scavenge",
    ),
    "financier": ({}, "help resources, take coin, take worker", "+1 coin, +1 worker, +1 help resources"),
    "builder": (
        {},
        "help production, build palace",
        "-1 soldier, -2 worker, +1 built palace, +1 help production",
    ),
    "researcher": (
        {},
        "help field-test, draw MD, draw AT",
        "+1 hand spit-volley, +1 hand the-wheel-again, +1 help field-test",
    ),
    "leader": (
        {},
        "help diplomacy, draw BP, 2: take coin, 3: take soldier",
        "+2 cube, +1 hand town-square, +1 2: coin, +1 3: soldier, +1 help diplomacy",
    ),
}
ROLES = {
    "mercenary": "warrior",
    "accountant": "financier",
    "architect": "builder",
    "lab-tech": "researcher",
    "chancellor": "leader",
}
ASSISTANTS = [card for card in cards.MARKET if card.kind == "assistant"]


@pytest.mark.parametrize("card", ASSISTANTS, ids=lambda card: card.id)
def test_sending_an_assistant(card: Card) -> None:
    """ALPAC-23, ALPAC-25, ALPAC-26, ALPAC-27, ALPAC-28, ALPAC-33: once, in the place of a member, who stays free."""
    words, choices, wanted = HELPED[ROLES[card.id]]
    before = at_turn(**words | {"kept": [card.id]})
    after = play(before, choices)
    assert after.actors == (1,)
    assert changes(before, after) == expected(wanted) | {f"kept {card.id}": -1}


# ---- Powers


@pytest.mark.parametrize(
    ("card", "more"), [("market-stall", 2), ("long-scarf-of-justice", 1), ("golden-bell", 0), ("torpedos", 0)]
)
def test_powers_in_a_bid(card: str, more: int) -> None:
    """ALPAC-16: a bid with at least one member counts more; no bid stays none."""
    before = at_bids(**{"done" if card in CARD else "kept": [card]})
    after = play(before, "bid L+2, 2: no bid, 3: no bid")
    assert after.state.strength[:3].tolist() == [9 + more, 0, 0]
    assert play(before, "no bid, 2: no bid, 3: no bid").state.strength[:3].tolist() == [0, 0, 0]


def test_the_long_scarf_and_the_golden_bell_win_ties() -> None:
    """ALPAC-17: against a lower board number, which wins without it."""
    with_scarf = play(at_bids(kept=["long-scarf-of-justice"]), "bid WF, 2: bid WBR, 3: no bid")
    assert with_scarf.state.strength[:2].tolist() == [8, 8]
    assert with_scarf.actors == (0,)
    with_bell = play(at_bids(kept=["golden-bell"]), "bid L, 2: bid L, 3: no bid")
    assert with_bell.actors == (0,)
    without = play(at_bids(), "bid L, 2: bid L, 3: no bid")
    assert without.actors == (1,)


def test_pointy_elbows_ignore_capacity() -> None:
    """ALPAC-22: a full space is open to the members of the tribe."""
    for kept, open_ in ((["pointy-elbows"], True), ([], False)):
        row = at_turn(kept=kept).copy_row()
        row[0].spot[1, 1] = table.ON_SPACE + cards.SPACES.index("resources")
        full = position_of(row)
        assert (actions.MEMBER_FROM + cards.SPACES.index("resources") in full.legal_indices(0)) == open_


def test_the_umbrella_softens_a_new_day() -> None:
    """ALPAC-14: on each track by one."""
    before = at_dawn("second-leader", kept=["umbrella-of-ages"], pawns=3)
    after = play(before, "stay, 2: send, 3: send")
    assert changes(before, after) == expected("-1 might, -1 2: home leader, -1 3: home leader")


def test_the_mirror_shield_doubles_shields() -> None:
    """ALPAC-5: one more for each shield."""
    before = at_turn(kept=["mirror-shield"], hand=["spit-volley"], pawns=3)
    after = play(before, "go leadership, complete spit-volley, take coin, take worker")
    assert after.actors == (1,)
    assert {name: changes(before, after)[name] for name in ("coin", "worker", "might")} == {
        "coin": 1,
        "worker": 1,
        "might": 2,
    }


def test_the_town_square_makes_trotting_pay() -> None:
    """ALPAC-32: two coins instead of one."""
    for done, coins in ((["town-square"], 2), ([], 1)):
        before = at_turn(done=done, goods=0)
        row = before.copy_row()
        row[0].spot[1, 4] = table.ON_SPACE + cards.SPACES.index("diplomacy")
        stuck = position_of(row)
        after = play(stuck, "trot leader")
        assert changes(stuck, after) == expected(f"+{coins} coin, -1 home leader")


def test_the_hoof_press_makes_plans_cheaper() -> None:
    """ALPAC-30: the owner chooses what is saved; other kinds cost the same."""
    before = at_turn(done=["hoof-press"], hand=["guest-barn", "torpedos"])
    after = play(before, "go leadership, complete guest-barn, spare material")
    assert changes(before, after) == expected(
        "-3 worker, -1 material, +1 culture, -1 hand guest-barn, +1 done guest-barn, -1 home leader"
    )
    other = play(before, "go leadership, complete torpedos")
    assert (changes(before, other)["soldier"], changes(before, other)["material"]) == (-1, -1)


# ---- New Days

DAYS: dict[str, tuple[str, str, str, str]] = {
    # the responder, the penalty, choices of a tribe for the bonus, the bonus
    "build-that-wall": ("builder", "-2 culture", "", "+1 coin"),
    "asteroids": ("researcher", "-2 tech", "", "+1 material"),
    "goat-bandits": ("warrior", "-2 wealth", "", "+1 soldier"),
    "llama-drama": ("warrior", "-2 might", "", "+1 worker"),
    "tax-day": ("financier", "-2 wealth", "", "+1 coin"),
    "hay-bubble": ("financier", "-1 might, -1 wealth", "take coin", "+1 coin"),
    "big-drizzle": ("builder", "-1 culture, -1 tech", "", "+1 worker"),
    "toaster-revolt": ("researcher", "-1 might, -1 tech", "take soldier", "+1 soldier"),
    "state-visit": ("leader", "-2 culture", "", "+1 cube"),
    "second-leader": ("leader", "-2 might, -1 tech", "take worker", "+1 worker, +1 coin"),
}
ANSWERED_BY = {
    "build-that-wall": "rather-large-gate",
    "asteroids": "giant-laser",
    "goat-bandits": "neck-tower",
    "tax-day": "counting-house",
    "big-drizzle": "ark-with-a-view",
}


@pytest.mark.parametrize("day", cards.NEW_DAYS, ids=lambda day: day.id)
def test_a_new_day(day: Card) -> None:
    """ALPAC-3, ALPAC-13, ALPAC-14, ALPAC-61: a penalty for those who stay at home, a bonus if nobody does."""
    member, penalty, choice, bonus = DAYS[day.id]
    before = at_dawn(day.id, pawns=3)
    one_stays = play(before, "stay, 2: send, 3: send")
    assert one_stays.state.phase == table.BIDS
    assert changes(before, one_stays) == expected(f"{penalty}, -1 2: home {member}, -1 3: home {member}")
    all_go = play(before, "send, 2: send, 3: send")
    if choice:
        all_go = play(all_go, f"{choice}, 2: {choice}, 3: {choice}")
    assert all_go.state.phase == table.BIDS
    gained = expected(bonus) | {f"home {member}": -1}
    wanted = gained | {f"{seat}: {name}": number for seat in (2, 3) for name, number in gained.items()}
    assert changes(before, all_go) == wanted


@pytest.mark.parametrize("day", cards.NEW_DAYS, ids=lambda day: day.id)
def test_a_building_answers_a_new_day(day: Card) -> None:
    """ALPAC-13, ALPAC-64: its owner passes without being asked, and only on that day."""
    for card in (card for card in cards.ACTION_CARDS if card.answers):
        row = at_dawn(day.id).copy_row()
        complete(row[0], 1, card.id)
        asked = play(position_of(row), "send").actors
        assert asked == ((2,) if ANSWERED_BY.get(day.id) == card.id else (1,))


# ---- Ages

PROGRESS = ("hand", "done", "built", "goods", "pawn", "age_done", "age_built", "age_passed", "age_bonus")
"""What a tribe takes along from one action to the next."""
REACHED: dict[str, tuple[dict[str, Any], list[str]]] = {
    # what the tribe has, and its actions one after the other; the last one reaches the goal
    "first-steps": ({"hand": ["torpedos", "spit-volley"]}, ["complete torpedos", "complete spit-volley"]),
    "open-for-business": ({}, ["build palace", "build factory"]),
    "good-citizens": ({}, ["send", "send", "send"]),
    "many-talents": (
        {"hand": ["torpedos", "hoof-press"]},
        ["complete torpedos", "complete hoof-press"],
    ),
    "tech-economy": (
        {"hand": ["suri-silk", "sock-empire", "hoof-press"]},
        ["complete suri-silk", "complete sock-empire", "complete hoof-press"],
    ),
    "sword-and-trowel": ({"hand": ["torpedos", "town-square"]}, ["complete town-square", "complete torpedos"]),
    "busy-years": (
        {"hand": ["torpedos", "spit-volley", "suri-silk", "hoof-press"]},
        ["complete torpedos", "complete spit-volley", "complete suri-silk", "complete hoof-press"],
    ),
    "golden-age": (
        {"hand": ["border-hedge", "premium-dung"]},
        ["complete border-hedge", "complete premium-dung"],
    ),
}


@pytest.mark.parametrize("tile", [tile for tile in cards.AGE_TILES if tile.goal], ids=lambda tile: tile.id)
def test_the_goal_of_an_age(tile: Card) -> None:
    """ALPAC-43, ALPAC-65: reached within the age, the moment it is true."""
    words, actions = REACHED[tile.id]
    ages = ["good-citizens", "busy-years", "last-banner-standing"]
    ages[tile.age - 1] = tile.id
    words = words | {"ages": ages, "lap": 2 if tile.age == 1 else 5}
    so_far = scene(**words)[0]
    for nth, action in enumerate(actions, 1):
        at, space = at_turn, "go production, " if action.startswith("build") else "go leadership, "
        if action == "send":
            at, space = partial(at_dawn, "tax-day"), ""
        row = at(**words).copy_row()
        for name in PROGRESS:
            getattr(row[0], name)[...] = getattr(so_far, name)
        before = position_of(row)
        after = play(before, space + action)
        assert changes(before, after).get(f"age {tile.age}", 0) == (nth == len(actions)), f"after {nth} of them"
        so_far = after.state


MOST: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    # what the first tribe has that gives it the bonus, and the second one with exactly as much
    "last-banner-standing": ({"done": ["torpedos", "spit-volley"]}, {"done": ["high-ground", "hay-convoy"]}),
    "deep-pockets": ({"goods": 3}, {"goods": 3}),
    "grand-designs": ({"done": ["town-square", "tribal-wonder"]}, {"done": ["rather-large-gate", "tribal-wonder"]}),
    "talk-of-the-world": ({"pawns": 2}, {"pawns": 2}),
}


def done_in_age(names: Iterable[str]) -> list[int]:
    """How many of each deck, if all of these were completed in the age."""
    decks = [int(cards.DECK[CARD[name]]) for name in names]
    return [decks.count(deck) for deck in range(len(DECKS))]


@pytest.mark.parametrize("tile", [tile for tile in cards.AGE_TILES if tile.most], ids=lambda tile: tile.id)
def test_the_most_of_the_third_age(tile: Card) -> None:
    """ALPAC-43, ALPAC-65: for one tribe, for both if tied, for nobody with nothing."""
    mine, other = MOST[tile.id]
    ages = ("good-citizens", "busy-years", tile.id)
    nothing: dict[str, Any] = {"goods": 0, "pawns": 0, "ages": ages, "lap": 10, "built": ()}
    for words, tied, wanted in ((mine, False, [1, 0, 0]), (mine, True, [1, 1, 0]), ({}, False, [0, 0, 0])):
        row = at_last_turn(**nothing | words).copy_row()
        row[0].age_done[0] = done_in_age(words.get("done", ()))
        if tied:
            for name in other.get("done", ()):
                complete(row[0], 1, name)
            row[0].age_done[1] = done_in_age(other.get("done", ()))
            row[0].goods[1, :4] = other.get("goods", 0)
            row[0].pawn[1] = other.get("pawns", 0)
        end = play(position_of(row), "3: pass")
        assert end.over
        assert end.state.age_bonus[:3, 2].tolist() == wanted


# ---- Tribes

TRIBES: dict[str, tuple[str, str, str, dict[str, str], dict[str, int]]] = {
    # blessing, first building, wonder, prices, influence
    "mongolia": (
        "+1 soldier, +1 coin",
        "barracks",
        "might",
        {
            "palace": "-1 soldier, -1 worker, -1 material",
            "labor-union": "-2 soldier, -1 coin",
            "factory": "-1 soldier, -1 coin, -1 worker",
        },
        {"warrior": 3, "financier": 4, "builder": 2, "researcher": 3},
    ),
    "iceland": (
        "+1 coin, +2 material",
        "factory",
        "tech",
        {
            "barracks": "-1 coin, -2 material",
            "palace": "-1 worker, -2 material",
            "labor-union": "-1 soldier, -1 coin, -1 material",
        },
        {"warrior": 2, "financier": 4, "builder": 3, "researcher": 3},
    ),
    "peru": (
        "+1 worker, +1 material, +1 cube",
        "labor-union",
        "culture",
        {
            "barracks": "-2 worker, -1 material",
            "palace": "-1 soldier, -2 worker",
            "factory": "-1 coin, -2 worker",
        },
        {"warrior": 4, "financier": 3, "builder": 3, "researcher": 2},
    ),
    "kenya": (
        "+1 soldier, +2 coin, +1 worker, +1 material",
        "palace",
        "wealth",
        {
            "barracks": "-2 coin, -1 worker",
            "labor-union": "-2 coin, -1 material",
            "factory": "-1 soldier, -1 coin, -1 worker",
        },
        {"warrior": 3, "financier": 2, "builder": 3, "researcher": 4},
    ),
    "new-zealand": (
        "+2 worker, +1 material, +2 cube",
        "labor-union",
        "culture",
        {
            "barracks": "-1 coin, -2 worker",
            "palace": "-2 worker, -1 material",
            "factory": "-1 coin, -2 worker",
        },
        {"warrior": 3, "financier": 2, "builder": 4, "researcher": 3},
    ),
}


@pytest.mark.parametrize("tribe", cards.TRIBES, ids=lambda tribe: tribe.id)
def test_a_tribe(tribe: Tribe) -> None:
    """ALPAC-2, ALPAC-10, ALPAC-26, ALPAC-36, ALPAC-60: influence, blessing, first building, prices, wonder."""
    blessing, first, track, prices, influence = TRIBES[tribe.id]
    start = at_start()
    settled = play(start, f"tribe {tribe.id}")
    assert changes(start, settled) == expected(f"{blessing}, +1 built {first}")
    strengths = cards.INFLUENCE[TRIBE[tribe.id]].tolist()
    assert dict(zip(MEMBERS, strengths, strict=True)) == influence | {"leader": 7}
    assert set(prices) == set(BUILDINGS) - {first}
    for building, price in prices.items():
        before = at_turn(tribe=tribe.id, built=[first])
        after = play(before, f"go production, build {building}")
        assert changes(before, after) == expected(price) | {f"built {building}": 1, "home builder": -1}
    before = at_last_turn(tribe=tribe.id, wonder=True, built=())
    assert changes(before, play(before, "3: pass")) == {track: 1}


# ---- Nothing is left out


def test_every_card_has_an_entry_and_every_entry_a_card() -> None:
    """A card that is added to a table needs its line here."""
    assert set(COMPLETED) == {card.id for card in cards.ACTION_CARDS}
    assert set(TAKEN) == {card.id for card in cards.MARKET}
    assert set(PLAYED) == {card.id for card in ABILITIES}
    assert set(ROLES) == {card.id for card in ASSISTANTS}
    assert set(RESOLVED) == {card.id for card in RESOLVING}
    assert set(TILE_POINTS) == {tile.id for tile in cards.WONDER_TILES}
    assert set(DAYS) == {day.id for day in cards.NEW_DAYS}
    assert {card.answers: card.id for card in cards.ACTION_CARDS if card.answers} == ANSWERED_BY
    assert set(REACHED) | set(MOST) == {tile.id for tile in cards.AGE_TILES}
    assert set(TRIBES) == {tribe.id for tribe in cards.TRIBES}
