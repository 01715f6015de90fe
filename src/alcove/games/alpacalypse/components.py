"""Everything that is printed on cards, tiles, tribes and the board, ready for JSON: names, jokes, words and faces."""

from __future__ import annotations

from functools import cache
from typing import Any

from alcove.games.alpacalypse.card_page import page
from alcove.games.alpacalypse.cards import (
    ACTION_CARDS,
    AGE_TILES,
    MARKET,
    NEW_DAYS,
    SPACE_STEPS,
    SPACES,
    TRIBES,
    WONDER_TILES,
)
from alcove.games.alpacalypse.faces import cost_face, face, power_face
from alcove.games.alpacalypse.reading import Card, Tribe
from alcove.games.alpacalypse.vocabulary import BUILDINGS, DECKS, MEMBERS, RESOURCES
from alcove.games.alpacalypse.wording import (
    BUILDING_NAMES,
    CARD_NAMES,
    MEMBER_NAMES,
    after_colon,
    cost_words,
    goal_words,
    listed,
    most_words,
    one_of,
    power_words,
    resources,
    sentence,
)
from alcove.kernel.text import Text, same

__all__ = ["SPACE_NAMES", "components", "page"]

Component = dict[str, Any]

DECK_OF_TABLE = dict(zip(("military", "production", "building", "tech"), DECKS, strict=True))

EACH_ROUND = Text("Each Resolution phase: {what}", "In jeder Auswertung: {what}")
ANSWERS = Text("Passes {day} without a responder.", "Besteht „{day}“, ohne dass jemand losgeht.")
HERO = Text("Captures an enemy hero: {vp}.", "Nimmt einen feindlichen Helden gefangen: {vp}.")
BUILDS_WONDER = Text("Builds the wonder of your tribe.", "Baut das Wunder deines Stammes.")
ACTS_AS = Text(
    "Acts once as your {member}, however full the space is.",
    "Vertritt einmal dein Mitglied {member}, auch auf vollen Feldern.",
)
ABILITY = Text("Play in your turn. {what}", "In deinem Zug zu spielen. {what}")
VP = Text("{n} VP", "{n} SP")
WITH_WONDER = Text(
    "With your wonder built, each Resolution phase: {what}", "Mit gebautem Wunder, in jeder Auswertung: {what}"
)
NEW_DAY = Text(
    "Responder: {who}. If not: {fail} If every tribe passes: {bonus}",
    "Gefragt: {who}. Sonst: {fail} Wenn alle bestehen: {bonus}",
)
AGE_GOAL = Text("{goal} Every tribe that does it: {vp}.", "{goal} Für jeden Stamm, der das schafft: {vp}.")
AGE_MOST = Text("{goal} {vp}, if tied for each.", "{goal} {vp}, bei Gleichstand für jeden.")
TRIBE = Text(
    "Blessing: {blessing} Begins with: {built}. Wonder: {wonder}",
    "Segen: {blessing} Beginnt mit: {built}. Wunder: {wonder}",
)
GIVES = Text("Gives {what} each round.", "Bringt in jeder Runde {what}.")

ARTIFACT_VP, AGE_VP, MILESTONE_VP, HERO_VP = 2, 3, 4, 1  # ALPAC-41, 43, 46

SPACE_NAMES = {
    "scavenge": Text("Scavenge", "Plündern"),
    **{deck: CARD_NAMES[deck] for deck in DECKS},
    "resources": Text("Resources", "Ressourcen"),
    "production": Text("Production", "Produktion"),
    "field-test": Text("Field Test", "Feldversuch"),
    "diplomacy": Text("Diplomacy", "Diplomatie"),
    "leadership": Text("Leadership", "Führung"),
}
MILESTONE_NAMES = {
    "three-md": Text("Three Military Deployments", "Drei Militäreinsätze"),
    "three-pc": Text("Three Production Contracts", "Drei Produktionsaufträge"),
    "three-bp": Text("Three Building Plans", "Drei Baupläne"),
    "three-at": Text("Three Advanced Techs", "Drei Erfindungen"),
    "one-of-each": Text("One card of each kind", "Von jeder Art eine Karte"),
    "top": Text("Space 12 on any track", "Feld 12 auf einer Leiste"),
    "buildings": Text("All four production buildings", "Alle vier Produktionsgebäude"),
}
"""In the order of the rules."""


@cache
def components() -> dict[str, list[Component]]:
    """By kind; within a kind in the order of the tables, so that a number of the rules is a place in the list."""
    return {
        "cards": [_action_card(card) for card in ACTION_CARDS],
        "market": [_market_card(card) for card in MARKET],
        "days": [_new_day(day) for day in NEW_DAYS],
        "ages": [_age_tile(tile) for tile in AGE_TILES],
        "wonders": [_wonder_tile(tile) for tile in WONDER_TILES],
        "tribes": [_tribe(tribe) for tribe in TRIBES],
        "spaces": [_space(number) for number in range(len(SPACES))],
        "buildings": [_building(number) for number in range(len(BUILDINGS))],
        "milestones": [_milestone(name) for name in MILESTONE_NAMES],
    }


def points(number: int) -> Text:
    return VP.fill(n=number)


def named(card: Card | Tribe) -> Text:
    return Text(card.name["en"], card.name["de"])


def _both(text: Text) -> dict[str, str]:
    return {"en": text.en, "de": text.de}


def _printed(card: Card | Tribe, words: list[Text], **more: Any) -> Component:
    text = listed([part for part in words if part.en], same(" "))
    return {"id": card.id, "name": card.name, "joke": card.joke, "text": _both(text), **more}


def _words(card: Card) -> list[Text]:
    """What action cards and artifacts say."""
    return [
        sentence(card.effect),
        BUILDS_WONDER if card.wonder else same(""),
        EACH_ROUND.fill(what=after_colon(card.resolution)) if card.resolution else same(""),
        power_words(card.powers),
    ]


def _marks(card: Card) -> Component:
    """What an action card or an artifact has beside its effect."""
    found: Component = {}
    if card.resolution:
        found["resolution"] = face(card.resolution)
    if card.powers:
        found["power"] = power_face(card.powers)
    return found


def _action_card(card: Card) -> Component:
    words = _words(card)
    marks = _marks(card)
    vp = card.vp + HERO_VP * card.hero
    if card.answers:
        day = next(day for day in NEW_DAYS if day.id == card.answers)
        words.append(ANSWERS.fill(day=named(day)))
        marks["answers"] = card.answers
    if card.hero:
        words.append(HERO.fill(vp=points(HERO_VP)))
        marks["hero"] = True
    if card.vp:
        words.append(Text(*(f"{text}." for text in points(card.vp))))
    if vp:
        marks["vp"] = vp
    if card.wonder:
        marks["wonder"] = True
    return _printed(
        card,
        words,
        deck=DECK_OF_TABLE.get(card.table, "starter"),
        copies=card.copies,
        cost=cost_face(card.cost),
        cost_text=_both(cost_words(card.cost)),
        face=face(card.effect),
        **marks,
    )


def _market_card(card: Card) -> Component:
    vp = ARTIFACT_VP if card.kind == "artifact" else card.vp
    words = [ABILITY.fill(what=sentence(card.effect))] if card.kind == "ability" else _words(card)
    if card.role:
        words = [ACTS_AS.fill(member=MEMBER_NAMES[card.role])]
    if vp:
        words.append(Text(*(f"{text}." for text in points(vp))))
    places = [{"age": age, "players": players} for age, players in card.places]
    marks = _marks(card) | ({"role": card.role} if card.role else {}) | ({"vp": vp} if vp else {})
    return _printed(card, words, kind=card.kind, places=places, face=face(card.effect), **marks)


def _new_day(day: Card) -> Component:
    answering = [card for card in ACTION_CARDS if card.answers == day.id]
    who = one_of([MEMBER_NAMES[day.responder], *(named(card) for card in answering)])
    text = NEW_DAY.fill(who=who, fail=sentence(day.fail), bonus=after_colon(day.bonus))
    return _printed(
        day,
        [text],
        responder=day.responder,
        answered_by=[card.id for card in answering],
        fail=face(day.fail),
        bonus=face(day.bonus),
    )


def _age_tile(tile: Card) -> Component:
    goal = AGE_GOAL.fill(goal=goal_words(tile.goal), vp=points(AGE_VP)) if tile.goal else same("")
    most = AGE_MOST.fill(goal=most_words(tile.most), vp=points(AGE_VP)) if tile.most else same("")
    asks: Component = {"most": tile.most}
    if tile.goal:
        asks = {"goal": {"name": tile.goal.name, "counts": list(tile.goal.counts)}}
    return _printed(tile, [goal, most], age=tile.age, vp=AGE_VP, **asks)


def _wonder_tile(tile: Card) -> Component:
    words = [WITH_WONDER.fill(what=after_colon(tile.resolution))]
    if tile.vp:
        words.append(Text(*(f"{text}." for text in points(tile.vp))))
    return _printed(tile, words, resolution=face(tile.resolution), vp=tile.vp)


def _tribe(tribe: Tribe) -> Component:
    text = TRIBE.fill(
        blessing=after_colon(tribe.blessing), built=BUILDING_NAMES[tribe.built], wonder=sentence(tribe.wonder)
    )
    return _printed(
        tribe,
        [text],
        number=tribe.number,
        influence=dict(zip(MEMBERS, tribe.influence, strict=True)),
        blessing=face(tribe.blessing),
        built=tribe.built,
        costs={name: cost_face(cost) for name, cost in tribe.costs.items() if name != tribe.built},
        wonder=face(tribe.wonder),
    )


def _space(number: int) -> Component:
    """ALPAC-23 to 29: each member has two spaces."""
    name, steps = SPACES[number], SPACE_STEPS[number]
    return {
        "id": name,
        "name": _both(SPACE_NAMES[name]),
        "member": MEMBERS[number // 2],
        "text": _both(sentence(steps)),
        "face": face(steps),
    }


def _building(number: int) -> Component:
    """ALPAC-39."""
    name, gives = BUILDINGS[number], RESOURCES[number]
    return {
        "id": name,
        "name": _both(BUILDING_NAMES[name]),
        "text": _both(GIVES.fill(what=resources(gives, 1))),
        "face": [{"icon": gives, "n": 1}],
    }


def _milestone(name: str) -> Component:
    return {"id": name, "name": _both(MILESTONE_NAMES[name]), "vp": MILESTONE_VP}
