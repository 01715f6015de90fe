"""Steps, costs, powers and goals in words, English and German. How they are drawn: `faces.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from alcove.games.alpacalypse.vocabulary import (
    ACQUIRE,
    ACT,
    ANY,
    BONUS_ACTION,
    BUILD,
    COMPLETE,
    CUBE,
    DECKS,
    DRAW,
    GAIN,
    MOVE,
    OTHERS,
    RESOURCES,
    SCAVENGE,
    TRACKS,
    TRADE,
    WONDER_TILE,
    WORK,
    Cost,
    Goal,
    Power,
    Step,
)
from alcove.kernel.text import Text, same

AGE_NUMERALS = ("I", "II", "III")
TRACK_NAMES = {
    "might": Text("Might", "Macht"),
    "wealth": Text("Wealth", "Wohlstand"),
    "culture": Text("Culture", "Kultur"),
    "tech": Text("Tech", "Technik"),
    "track": Text("on a track of your choice", "auf einer Leiste deiner Wahl"),
}
RESOURCE_NAMES = {
    "soldier": (Text("soldier", "Soldat"), Text("soldiers", "Soldaten")),
    "coin": (Text("coin", "Münze"), Text("coins", "Münzen")),
    "worker": (Text("worker", "Arbeiter"), Text("workers", "Arbeiter")),
    "material": (Text("material", "Baustoff"), Text("materials", "Baustoffe")),
    CUBE: (Text("diplomacy cube", "Diplomatiewürfel"), Text("diplomacy cubes", "Diplomatiewürfel")),
    ANY: (Text("resource of any kind", "beliebige Ressource"), Text("resources of any kind", "beliebige Ressourcen")),
}
"""One, and several."""
AS_OBJECT = {"soldier": Text("soldier", "Soldaten")}
"""A single one, where a verb changes its spelling."""
CARD_NAMES = {
    "MD": Text("Military Deployment", "Militäreinsatz"),
    "PC": Text("Production Contract", "Produktionsauftrag"),
    "BP": Text("Building Plan", "Bauplan"),
    "AT": Text("Advanced Tech", "Erfindung"),
    "action": Text("action card of any kind", "beliebige Aktionskarte"),
}
WITH_ARTICLE = {
    "MD": Text("a Military Deployment", "einen Militäreinsatz"),
    "PC": Text("a Production Contract", "einen Produktionsauftrag"),
    "BP": Text("a Building Plan", "einen Bauplan"),
    "AT": Text("an Advanced Tech", "eine Erfindung"),
    "action": Text("an action card", "eine Aktionskarte"),
    "production": Text("a production building", "ein Produktionsgebäude"),
}
COUNTED = {
    "MD": Text("for each completed Military Deployment", "für jeden vollendeten Militäreinsatz"),
    "PC": Text("for each completed Production Contract", "für jeden vollendeten Produktionsauftrag"),
    "BP": Text("for each completed Building Plan", "für jeden vollendeten Bauplan"),
    "AT": Text("for each completed Advanced Tech", "für jede vollendete Erfindung"),
    "cards": Text("for each completed action card", "für jede vollendete Aktionskarte"),
    "heroes": Text("for each captured hero", "für jeden gefangenen Helden"),
    "production": Text("for each production building", "für jedes Produktionsgebäude"),
    "artifacts": Text("for each artifact", "für jedes Artefakt"),
}
MEMBER_NAMES = {
    "warrior": Text("Warrior", "Kriegerin"),
    "financier": Text("Financier", "Finanzier"),
    "builder": Text("Builder", "Baumeister"),
    "researcher": Text("Researcher", "Forscherin"),
    "leader": Text("Leader", "Oberhaupt"),
}
BUILDING_NAMES = {
    "barracks": Text("Barracks", "Kaserne"),
    "palace": Text("Palace", "Palast"),
    "labor-union": Text("Labor Union", "Gewerkschaft"),
    "factory": Text("Factory", "Fabrik"),
}
WHOLE_SETS: dict[tuple[str, ...], str] = {TRACKS: "track", RESOURCES: ANY, DECKS: "action"}

COMMA, OR, AND = same(", "), Text(" or ", " oder "), Text(" and ", " und ")
UP_TO = Text(", up to {most}", ", höchstens {most}")
GAINS = Text("Gain {what}", "Nimm {what}")
DRAWS = Text("Draw {n} {what}", "Ziehe {n} {what}")
DRAWS_DIFFERENT = Text(
    "Draw the top cards of {n} different action decks",
    "Ziehe die obersten Karten von {n} verschiedenen Aktionsstapeln",
)
AND_COMPLETE = Text("{draw}; you may complete it at once", "{draw}; du darfst die Karte sofort vollenden")
ACQUIRES = Text("Draw three cards {deck} and keep one", "Ziehe drei Karten {deck} und behalte eine")
FROM_ANY_DECK = Text("of any one action deck", "von einem beliebigen Aktionsstapel")
FROM_DECK = Text("of the deck {name}", "vom Stapel {name}")
SCAVENGES = Text("Take a card of any action discard pile", "Nimm eine Karte aus einem beliebigen Ablagestapel")
COMPLETES = Text("You may complete {what}", "Du darfst {what} vollenden")
BUILDS = Text("You may build a production building{less}", "Du darfst ein Produktionsgebäude bauen{less}")
LESS = Text(" for {n} less", ", um {n} billiger")
TRADES = Text("You may pay {price}: {then}", "Du darfst {price} zahlen: {then}")
EVERY_OTHER = Text("Every other tribe: {then}", "Für jeden anderen Stamm gilt: {then}")
BONUS_ACTS = Text("You have a bonus action after the second turns", "Du hast nach den zweiten Zügen eine Bonusaktion")
ACTS = Text("Take one more action in this turn", "Mache in diesem Zug eine Aktion mehr")
TAKES_TILE = Text("Take one of the bonus wonder tiles of your choice", "Nimm ein Wunderplättchen deiner Wahl")
WORK_ACQUIRE = Text("acquire a card (draw three, keep one)", "eine Karte beschaffen (drei ziehen, eine behalten)")
WORK_BUILD = Text("build a production building", "ein Produktionsgebäude bauen")
WORK_COMPLETE = Text("complete {what}", "{what} vollenden")

POWER_WORDS = {
    "bid": Text("Your bids count {n} more.", "Deine Gebote zählen {n} mehr."),
    "capacity": Text("Your members may use spaces that are full.", "Deine Mitglieder dürfen auch auf volle Felder."),
    "shield": Text("Each shield gives you {n} more.", "Jeder Schild gibt dir {n} mehr."),
    "ward": Text(
        "The penalty of a New Day is {n} smaller for you on each track.",
        "Die Strafe eines Neuen Tags ist für dich auf jeder Leiste um {n} kleiner.",
    ),
    "tiebreak": Text("You win every tie in the market.", "Du gewinnst jeden Gleichstand auf dem Markt."),
    "trot": Text("The Trot of Shame gives you {n} more.", "Der Trab der Schande gibt dir {n} mehr."),
    "discount": Text("You pay {n} less for {what}.", "Du zahlst {n} weniger für {what}."),
}
GOAL_WORDS = {
    "complete": Text("Complete {what} in this age.", "Vollende in diesem Zeitalter {what}."),
    "complete-cards": Text("Complete {n} action cards in this age.", "Vollende in diesem Zeitalter {n} Aktionskarten."),
    "build": Text("Build {n} production buildings in this age.", "Baue in diesem Zeitalter {n} Produktionsgebäude."),
    "pass": Text("Pass {n} New Days in this age.", "Bestehe in diesem Zeitalter {n} Neue Tage."),
    "advance": Text(
        "Be further up on {n} tracks than at the start of this age.",
        "Stehe auf {n} Leisten höher als zu Beginn dieses Zeitalters.",
    ),
}
MOST_DONE = {
    "complete": Text("Complete the most {what} in this age.", "Vollende in diesem Zeitalter die meisten {what}."),
    "production": Text(
        "Build the most production buildings in this age.", "Baue in diesem Zeitalter die meisten Produktionsgebäude."
    ),
}
MOST_HELD = Text("Have the most {what} at the end.", "Habe am Ende die meisten {what}.")
MOST_OF = {
    "MD": Text("Military Deployments", "Militäreinsätze"),
    "PC": Text("Production Contracts", "Produktionsaufträge"),
    "BP": Text("Building Plans", "Baupläne"),
    "AT": Text("Advanced Techs", "Erfindungen"),
    "cards": Text("action cards", "Aktionskarten"),
    "tracks": Text("spaces on the four tracks together", "Felder auf allen vier Leisten zusammen"),
    "resources": Text("resources, cubes included", "Ressourcen, Würfel mitgezählt"),
    "artifacts": Text("artifacts", "Artefakte"),
    **{name: RESOURCE_NAMES[name][1] for name in (*RESOURCES, CUBE)},
}


# ---- Lists and nouns


def listed(texts: Iterable[Text], joint: Text = COMMA) -> Text:
    parts = list(texts)
    return Text(joint.en.join(part.en for part in parts), joint.de.join(part.de for part in parts))


def one_of(texts: Sequence[Text], joint: Text = OR) -> Text:
    """`a`, `a or b`, `a, b or c`."""
    return listed([listed(texts[:-1]), texts[-1]], joint) if len(texts) > 1 else texts[0]


def resources(name: str, amount: int, as_object: bool = True) -> Text:
    """`1 coin`, `2 soldiers`; the object of a verb, or standing alone."""
    one, several = RESOURCE_NAMES[name]
    single = AS_OBJECT.get(name, one) if as_object else one
    return listed([same(str(amount)), single if amount == 1 else several], same(" "))


def kind(choices: tuple[str, ...]) -> str:
    """The one word for a set of choices: its only member, what stands for all of them, or nothing."""
    return choices[0] if len(choices) == 1 else WHOLE_SETS.get(choices, "")


# ---- A sentence for each step


def sentence(steps: Iterable[Step]) -> Text:
    """What an effect does, in full sentences; moves and gains that follow each other are told in one."""
    told = []
    for op, group in groupby(steps, lambda step: step.op):
        if op in (MOVE, GAIN):
            told.append(_together(op, list(group)))
        else:
            told += [SENTENCES[op](step) for step in group]
    return listed([Text(f"{text.en}.", f"{text.de}.") for text in told], same(" "))


def _together(op: int, group: list[Step]) -> Text:
    what = listed(_counted(step, (_moved if op == MOVE else _gained)(step)) for step in group)
    return what if op == MOVE else GAINS.fill(what=what)


def _counted(step: Step, what: Text) -> Text:
    if not step.per:
        return what
    bound = UP_TO.fill(most=step.most * abs(step.amount)) if step.most else same("")
    return listed([what, same(" "), COUNTED[step.per], bound], same(""))


def signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}"


def _moved(step: Step) -> Text:
    one = kind(step.choices)
    where = TRACK_NAMES[one] if one else one_of([TRACK_NAMES[track] for track in step.choices])
    return listed([same(signed(step.amount)), where], same(" "))


def _gained(step: Step) -> Text:
    one = kind(step.choices)
    return resources(one, step.amount) if one else one_of([resources(name, step.amount) for name in step.choices])


def _draw(step: Step) -> Text:
    if step.different:
        return DRAWS_DIFFERENT.fill(n=step.amount)
    one = kind(step.choices)
    what = CARD_NAMES[one] if one else one_of([CARD_NAMES[deck] for deck in step.choices])
    told = DRAWS.fill(n=step.amount, what=what)
    return AND_COMPLETE.fill(draw=told) if step.drawn else told


def _acquire(step: Step) -> Text:
    if step.choices == DECKS:
        return ACQUIRES.fill(deck=FROM_ANY_DECK)
    return ACQUIRES.fill(deck=FROM_DECK.fill(name=one_of([CARD_NAMES[deck] for deck in step.choices])))


def _complete(step: Step) -> Text:
    return COMPLETES.fill(what=_cards(step.choices))


def _cards(decks: tuple[str, ...]) -> Text:
    one = kind(decks)
    return WITH_ARTICLE[one] if one else one_of([WITH_ARTICLE[deck] for deck in decks])


def _build(step: Step) -> Text:
    return BUILDS.fill(less=LESS.fill(n=step.amount) if step.amount else same(""))


def _trade(step: Step) -> Text:
    return TRADES.fill(price=cost_words(step.cost, as_object=True), then=_then(step))


def _others(step: Step) -> Text:
    return EVERY_OTHER.fill(then=_then(step))


def after_colon(steps: Iterable[Step]) -> Text:
    """English goes on in lower case there, a German sentence does not."""
    told = sentence(steps)
    return Text(told.en[:1].lower() + told.en[1:], told.de)


def _then(step: Step) -> Text:
    told = after_colon([step.then] if step.then else [])
    return Text(told.en[:-1], told.de[:-1])


def _work(step: Step) -> Text:
    parts = []
    if "acquire" in step.choices:
        parts.append(WORK_ACQUIRE)
    if decks := tuple(part for part in step.choices if part in DECKS):
        parts.append(WORK_COMPLETE.fill(what=_cards(decks)))
    if "production" in step.choices:
        parts.append(WORK_BUILD)
    told = one_of(parts)
    return Text(told.en[0].upper() + told.en[1:], told.de[0].upper() + told.de[1:])


SENTENCES: dict[int, Callable[[Step], Text]] = {
    DRAW: _draw,
    ACQUIRE: _acquire,
    SCAVENGE: lambda step: SCAVENGES,
    COMPLETE: _complete,
    BUILD: _build,
    TRADE: _trade,
    OTHERS: _others,
    BONUS_ACTION: lambda step: BONUS_ACTS,
    ACT: lambda step: ACTS,
    WONDER_TILE: lambda step: TAKES_TILE,
    WORK: _work,
}


# ---- Costs, powers, goals


def cost_words(cost: Cost, as_object: bool = False) -> Text:
    """`2 soldiers, 1 coin`."""
    amounts = zip((*RESOURCES, ANY), cost.numbers, strict=True)
    return listed(resources(name, amount, as_object) for name, amount in amounts if amount)


def power_words(powers: Iterable[Power]) -> Text:
    return listed([_power(power) for power in powers], same(" "))


def _power(power: Power) -> Text:
    what = WITH_ARTICLE.get(power.off or "", WITH_ARTICLE["production"])
    return POWER_WORDS[power.kind].fill(n=power.amount, what=what)


def goal_words(goal: Goal) -> Text:
    if goal.name != "complete":
        return GOAL_WORDS[goal.name].fill(n=goal.counts[0])
    wanted = [deck for deck, count in zip(DECKS, goal.counts, strict=True) for _ in range(count)]
    return GOAL_WORDS["complete"].fill(what=one_of([WITH_ARTICLE[deck] for deck in wanted], AND))


def most_words(most: str) -> Text:
    """ALPAC-43: what is done counts within the age, what is held at the end."""
    if most == "production":
        return MOST_DONE["production"]
    return (MOST_DONE["complete"] if most in (*DECKS, "cards") else MOST_HELD).fill(what=MOST_OF[most])
