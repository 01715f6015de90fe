"""Steps and costs as the parts of a card's face, and a face as a line of text.

A part of a face is a small dict that a client draws with icons:

- `{"icon": "might", "n": 2}`: so much of something; on tracks it is a move, forward or back;
- `{"do": "draw", "icon": "PC", "n": 1}`: what is done with it, one of DOING;
- `{"or": [part, part]}`: one of these, as the owner likes;
- `{"per": "BP", "max": 3}`: the part before it, for each of these (0: without a bound);
- `{"power": "bid", "n": 2}`: a permanent power; a discount says on what: `"off": "BP"`;
- `{"pay": [parts], "for": [parts]}`: a trade; `{"others": [parts]}`: for every other tribe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from alcove.games.alpacalypse.vocabulary import (
    ACQUIRE,
    ACT,
    ANY,
    BONUS_ACTION,
    BUILD,
    COMPLETE,
    DECKS,
    DRAW,
    GAIN,
    MOVE,
    OTHERS,
    RESOURCES,
    SCAVENGE,
    TRADE,
    WONDER_TILE,
    WORK,
    Cost,
    Power,
    Step,
)
from alcove.games.alpacalypse.wording import RESOURCE_NAMES, TRACK_NAMES, kind, listed, one_of, resources, signed
from alcove.kernel.text import Text, same

Part = dict[str, Any]

DOING = {
    "draw": Text("draw", "ziehen:"),
    "acquire": Text("acquire", "beschaffen:"),
    "complete": Text("complete", "vollenden:"),
    "build": Text("build", "bauen:"),
    "scavenge": Text("scavenge", "plündern:"),
    "bonus-action": Text("bonus action", "Bonusaktion:"),
    "act": Text("act", "handeln:"),
    "keep": Text("take", "nehmen:"),
}
OTHER_ICONS = {
    "action": Text("card of any kind", "beliebige Karte"),
    "different": Text("cards of different decks", "Karten verschiedener Stapel"),
    "production": Text("production building", "Produktionsgebäude"),
    "discard": Text("discard pile", "Ablagestapel"),
    "member": Text("member", "Mitglied"),
    "wonder-tile": Text("bonus wonder tile", "Wunderplättchen"),
}


def face(steps: Iterable[Step]) -> list[Part]:
    """The steps as parts to draw."""
    return [part for step in steps for part in FACES[step.op](step)]


def _pick(choices: tuple[str, ...], amount: int, **more: Any) -> Part:
    """One icon, or one of several."""
    one = kind(choices)
    if one:
        return {**more, "icon": one, "n": amount}
    return {"or": [{**more, "icon": name, "n": amount} for name in choices]}


def _amount_face(step: Step) -> list[Part]:
    part = _pick(step.choices, step.amount)
    return [part, {"per": step.per, "max": step.most}] if step.per else [part]


def _draw_face(step: Step) -> list[Part]:
    if step.different:
        return [{"do": "draw", "icon": "different", "n": step.amount}]
    part = _pick(step.choices, step.amount, do="draw")
    return [part, _pick(step.choices, 1, do="complete")] if step.drawn else [part]


def _trade_face(step: Step) -> list[Part]:
    return [{"pay": cost_face(step.cost), "for": face([step.then] if step.then else [])}]


def _work_face(step: Step) -> list[Part]:
    decks = tuple(part for part in step.choices if part in DECKS)
    parts = [_pick(decks, 1, do="acquire")] if "acquire" in step.choices else []
    parts += [_pick(decks, 1, do="complete")] if decks else []
    parts += [{"do": "build", "icon": "production", "n": 0}] if "production" in step.choices else []
    return [{"or": parts}] if len(parts) > 1 else parts


FACES: dict[int, Callable[[Step], list[Part]]] = {
    MOVE: _amount_face,
    GAIN: _amount_face,
    DRAW: _draw_face,
    ACQUIRE: lambda step: [_pick(step.choices, 1, do="acquire")],
    SCAVENGE: lambda step: [{"do": "scavenge", "icon": "discard", "n": 1}],
    COMPLETE: lambda step: [_pick(step.choices, 1, do="complete")],
    BUILD: lambda step: [{"do": "build", "icon": "production", "n": -step.amount}],
    TRADE: _trade_face,
    OTHERS: lambda step: [{"others": face([step.then] if step.then else [])}],
    BONUS_ACTION: lambda step: [{"do": "bonus-action", "icon": "member", "n": 1}],
    ACT: lambda step: [{"do": "act", "icon": "member", "n": 1}],
    WONDER_TILE: lambda step: [{"do": "keep", "icon": "wonder-tile", "n": 1}],
    WORK: _work_face,
}


def cost_face(cost: Cost) -> list[Part]:
    amounts = zip((*RESOURCES, ANY), cost.numbers, strict=True)
    return [{"icon": name, "n": amount} for name, amount in amounts if amount]


def power_face(powers: Iterable[Power]) -> list[Part]:
    return [{"power": power.name, "n": power.amount} | ({"off": power.off} if power.off else {}) for power in powers]


# ---- A face as a line of text, for the terminal


def plain(parts: Iterable[Part]) -> Text:
    """`+2 Might, +1 Culture per BP (3), 1 worker → +1 Culture`."""
    told: list[Text] = []
    for part in parts:
        if "per" in part:
            bound = f" ({part['max']})" if part["max"] else ""
            told[-1] = listed([told[-1], Text(f"per {part['per']}{bound}", f"je {part['per']}{bound}")], same(" "))
        else:
            told.append(_plain_part(part))
    return listed(told)


def _plain_part(part: Part) -> Text:
    if "or" in part:
        return one_of([_plain_part(inner) for inner in part["or"]])
    if "pay" in part:
        return listed([plain(part["pay"]), plain(part["for"])], same(" → "))
    if "others" in part:
        return listed([Text("others:", "andere:"), plain(part["others"])], same(" "))
    icon, amount = part["icon"], int(part["n"])
    if icon in TRACK_NAMES:
        return listed([same(signed(amount)), TRACK_NAMES[icon]], same(" "))
    if icon in RESOURCE_NAMES:
        return resources(icon, amount, as_object=False)
    name = OTHER_ICONS.get(icon, same(icon))
    count = [] if amount == 1 else [same(signed(amount) if amount < 0 else str(amount))] if amount else []
    return listed([DOING[part["do"]], *count, name], same(" "))
