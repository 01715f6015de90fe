"""Alvos in the terminal: the cave unrolled, the score track, everybody's sheet, and what the dice can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alcove.games.alvos.preview import Thing
from alcove.games.alvos.view import Choice
from alcove.kernel.text import Text, same
from alcove.terminal.language import say
from alcove.terminal.scene import Scene, columns

if TYPE_CHECKING:
    from rich.console import RenderableType

HEX_WIDTH = 11

ROUND = Text("round {n}", "Runde {n}")
BEGAN = Text("{who} began it", "{who} hat begonnen")
LAST_ROUNDS = Text("rounds to come: {n}", "noch folgende: {n}")
GOALS = {
    "versus": Text(
        "Highest score wins; space 19, a complete machine or full boxes end the game.",
        "Höchste Wertung gewinnt. Ende: die 19, fertige Maschine oder volle Kästchen.",
    ),
    "axel": Text(
        "Beat Axel: he marks a space for each checked box, 2 points each; now {axel}.",
        "Schlage Axel: Er markiert je abgehaktes Kästchen einmal, je 2 Punkte; jetzt {axel}.",
    ),
    "sopavre": Text(
        "Score 20 before a part has burnt twice or all boxes are checked.",
        "Erreiche 20 Punkte, ehe ein Teil zweimal brennt oder alle Kästchen voll sind.",
    ),
    "cooperative": Text(
        "Complete the machine before all boxes are checked, with at most 2 cogs each.",
        "Maschine fertig, ehe alle Kästchen voll sind, mit je höchstens 2 Zahnrädern.",
    ),
}
ENGINEER = Text("engineer", "Ingenieur")
NO_PART = Text("no part", "kein Teil")
COMPLETE = Text("complete", "fertig")
CLOSED = Text("caved in", "verschüttet")
BOLT, COG = Text("bolt", "Schraube"), Text("cog {kind}", "Zahnrad {kind}")
LEGEND = Text(
    "{checked} checked box  {gone} delivered  {fire} fire, two on a part lose  {alvo} Alvo  * wild cog",
    "{checked} abgehakt  {gone} geliefert  {fire} Feuer, zwei auf einem Teil: verloren  {alvo} Alvo  * Joker",
)
TRACK = Text("Track", "Leiste")
HEADS = (
    same(""),
    Text("health", "Gesundheit"),
    Text("hex", "Feld"),
    Text("cogs", "Zahnräder"),
    Text("bolts", "Schrauben"),
    Text("shards", "Splitter"),
    Text("unused", "frei"),
    Text("rows", "Reihen"),
    Text("score", "Wertung"),
)
OUT = Text("out", "aus")
SNEEZED = Text("Has sneezed in this round: {who}.", "Hat in dieser Runde geniest: {who}.")
TALLY = Text("Your score: {parts}.", "Deine Wertung: {parts}.")
TALLY_PARTS = {
    "last_mark": Text("last mark", "letzte Marke"),
    "marks": Text("further marks", "weitere Marken"),
    "rows": Text("rows", "Reihen"),
    "cogs": Text("cogs", "Zahnräder"),
    "bolts": Text("bolts", "Schrauben"),
    "shards": Text("shards", "Splitter"),
}

ROLLED = Text("{who} rolled [{one}] [{two}], unused die [{unused}]", "{who}: Wurf [{one}] [{two}], frei [{unused}]")
TOTAL = Text("total {n}", "zusammen {n}")
EVENT_NAMES = {
    "advance": Text("The engineer has moved on", "Der Ingenieur ist weitergezogen"),
    "sneeze": Text("Seirina Sneeze", "Seirina-Niesen"),
    "sabotage": Text("Sopavre Sabotage", "Sopavre-Sabotage"),
    "windfall": Text("Windfall", "Fund"),
    "trip": Text("Trip", "Stolpern"),
    "attack": Text("Yvhada Attack", "Yvhada-Angriff"),
    "cave-in": Text("Cave In", "Einsturz"),
}
GIVES = Text("hex {hex} gives: {what}", "Feld {hex} gibt: {what}")
GIVES_NOT = Text("hex {hex} is caved in", "Feld {hex} ist verschüttet")
THEN_UNUSED = Text("unused die then {die}", "dann frei: {die}")
ON_TEN = Text("on a 10: {event}", "bei 10: {event}")
DELIVERS = Text("delivers to part {part}", "liefert für Teil {part}")
NO_DELIVERY = Text(
    "No delivery to {part}: that needs the unused die {digit}, or a roll of {low} or {high}.",
    "Keine Lieferung für {part}: Dazu braucht es die freie {digit} oder den Wurf {low} oder {high}.",
)
NO_DELIVERY_HERE = Text("The part on {part} is complete.", "Das Teil auf {part} ist fertig.")
NEXT_COGS = Text("Part {part} needs next: {cogs}", "Teil {part} braucht als Nächstes: {cogs}")
ASKS = {
    "skip": Text("Without a cog to give, the Resolution is skipped.", "Ohne Zahnrad entfällt die Auflösung."),
    "fire": Text("Choose the part that burns.", "Wähle, welches Teil brennt."),
    "strike": Text(
        "The Sopavre strike: choose the part that loses a cog and burns.",
        "Die Sopavre schlagen zu: Wähle das Teil, das ein Zahnrad verliert und brennt.",
    ),
    "gift": Text("A Windfall: choose a bolt or a cog.", "Ein Fund: Wähle eine Schraube oder ein Zahnrad."),
    "lose": Text("Choose the cog that is lost.", "Wähle, welches Zahnrad verloren geht."),
    "extra": Text(
        "{who} is alone on the hex and may take one more cog.",
        "{who} steht allein auf dem Feld und darf noch ein Zahnrad nehmen.",
    ),
}

SCORES = Text("{n} on: marks {space}", "{n} weiter: markiert {space}")
SCORES_NOTHING = Text("no space is left to mark", "kein Feld zum Markieren frei")
COMPLETES = Text("the part is complete then", "das Teil ist dann fertig")
FIRES_NOW = Text("fires there now: {n}", "Feuer dort bisher: {n}")
HELD = Text("you have {n}", "du hast {n}")


def draw(scene: Scene) -> RenderableType:
    from rich.console import Group

    parts: list[RenderableType] = [_title(scene), _goal(scene), _cave(scene), _legend(scene)]
    if scene.table["mode"] != "cooperative":
        parts.append(_track(scene))
    parts.append(_sheets(scene))
    parts += _notes(scene)
    if scene.table["pending"] is not None:
        parts += ["", *_turn(scene)]
    return Group(*parts)


def _title(scene: Scene) -> RenderableType:
    from rich.text import Text as Styled

    table = scene.table
    options = {option.name: option.choices for option in scene.game.options}
    mode = options["solitaire" if len(scene.seats) == 1 else "mode"][table["mode"]]
    words = [say(scene.game.title), say(mode)]
    if table["difficulty"]:
        words.append(say(options["difficulty"][table["difficulty"]]).partition(":")[0])
    words.append(say(ROUND, n=table["round"]))
    if len(scene.seats) > 1:
        words.append(say(BEGAN, who=scene.name(table["first"])))
    if table["rounds_left"] is not None:
        words.append(say(LAST_ROUNDS, n=table["rounds_left"]))
    return Styled(scene.sign(" · ", " - ").join(words), style="bold")


def _goal(scene: Scene) -> str:
    axel = scene.table["axel"]
    return say(GOALS[scene.table["mode"]], axel=axel["score"] if axel else 0)


# The cave


def _cave(scene: Scene) -> RenderableType:
    """An outer hex over the inner hex next to it, six times, clockwise."""
    from rich.table import Table as Grid

    grid = Grid(box=scene.box, padding=(0, 0, 0, 1), header_style="bold", border_style=scene.game.colour)
    for outer in scene.table["outer"]:
        grid.add_column(_hex_and_boxes(scene, outer), width=HEX_WIDTH)
    grid.add_row(*(_part(scene, outer) for outer in scene.table["outer"]))
    grid.add_row(*(say(ENGINEER) if outer["engineer"] else "" for outer in scene.table["outer"]), end_section=True)
    grid.add_row(*(_label_and_alvos(scene, inner) for inner in scene.table["inner"]))
    grid.add_row(*(say(CLOSED) if inner["closed"] else thing(inner["gives"]) for inner in scene.table["inner"]))
    return grid


def _hex_and_boxes(scene: Scene, outer: dict[str, Any]) -> str:
    checked, opened, boxes = scene.sign("■", "x"), scene.sign("□", "."), outer["boxes"]
    return f"{outer['hex']} {checked * boxes['done']}{opened * (boxes['of'] - boxes['done'])}"


def _part(scene: Scene, outer: dict[str, Any]) -> str:
    part = outer["part"]
    if part is None:
        return say(NO_PART)
    done = part["delivered"]
    row = [_delivered(scene)] * done + [str(kind) for kind in part["row"][done:]]
    burning = part["fires"]["done"]
    fires = " " + _fire(scene) * burning if burning else ""
    return (say(COMPLETE) if done == len(part["row"]) else " ".join(row)) + fires


def _delivered(scene: Scene) -> str:
    return scene.sign("✓", "-")


def _fire(scene: Scene) -> str:
    return scene.sign("▲", "!")


def _label_and_alvos(scene: Scene, inner: dict[str, Any]) -> str:
    alvos = "".join(scene.signs[seat] for seat in inner["alvos"])
    return f"{inner['label']:<4} {_alvo(scene)}{alvos}" if alvos else str(inner["label"])


def _alvo(scene: Scene) -> str:
    return scene.sign("◆", "P")


def thing(what: Thing) -> str:
    return say(BOLT) if what == "bolt" else say(COG, kind=what)


def _legend(scene: Scene) -> RenderableType:
    from rich.text import Text as Styled

    legend = say(LEGEND, checked=scene.sign("■", "x"), fire=_fire(scene), gone=_delivered(scene), alvo=_alvo(scene))
    return Styled(legend, style="dim")


def _track(scene: Scene) -> RenderableType:
    """Each space of the score track, and whose mark is on it."""
    grid = columns("<", *">" * len(scene.table["track"]), gap=1)
    spaces = range(1, len(scene.table["track"]) + 1)
    grid.add_row(say(TRACK), *map(str, spaces), style="dim")
    grid.add_row("", *(_owner(scene, owner) for owner in scene.table["track"]))
    return grid


def _owner(scene: Scene, owner: int | str | None) -> str:
    if owner is None:
        return scene.sign("·", ".")
    return _alvo(scene) + scene.signs[owner] if isinstance(owner, int) else "A"


# The sheets


def _sheets(scene: Scene) -> RenderableType:
    heads = HEADS if scene.table["mode"] != "cooperative" else HEADS[:-1]
    grid = columns(*("~" if head.en == "cogs" else "<" for head in heads), gap=1)
    grid.add_row(*(say(head) for head in heads), style="dim")
    for sheet in scene.table["alvos"]:
        style = "bold" if sheet["seat"] == scene.viewer else None
        grid.add_row(*_sheet(scene, sheet)[: len(heads)], style=style)
    return grid


def _sheet(scene: Scene, sheet: dict[str, Any]) -> list[str]:
    seat = sheet["seat"]
    turn = scene.sign("▶", ">") if seat == scene.table["to_move"] else " "
    name = f"{turn} {_alvo(scene)}{scene.signs[seat]} {scene.name(seat)}"
    if sheet["eliminated"]:
        return [name, say(OUT), *[""] * 6, str(sheet["score"])]
    return [
        name,
        _health(scene, sheet["health"]),
        str(sheet["hex"] or "–"),
        _cogs(sheet),
        str(sheet["bolts"]),
        f"{sheet['shards']}/{sheet['shards'] + sheet['shards_left']}",
        f"[{sheet['unused_die']}]",
        _rows(sheet),
        str(sheet["score"]),
    ]


def _cogs(sheet: dict[str, Any]) -> str:
    """`22 3 5 *`: cogs of a kind stand together, wild ones last."""
    groups = [kind * count for kind, count in sheet["cogs"].items() if count]
    return " ".join([*groups, "*" * sheet["wilds"]]).strip() or "–"


def _health(scene: Scene, health: int) -> str:
    return f"{health} {scene.sign('♥', '*') * health}"


def _rows(sheet: dict[str, Any]) -> str:
    """Full rows of unused dice, and how far the next one has come."""
    length = sheet["unused_row"]
    full, rest = divmod(sum(len(row) for row in sheet["unused_rows"]), length)
    return f"{full}+{rest}/{length}"


def _notes(scene: Scene) -> list[RenderableType]:
    notes: list[RenderableType] = []
    if scene.table["sneezed"]:
        notes.append(say(SNEEZED, who=scene.names(scene.table["sneezed"])))
    tally = None if scene.viewer is None else scene.table["alvos"][scene.viewer]["tally"]
    parts = [f"{say(TALLY_PARTS[name])} {points}" for name, points in (tally or {}).items() if points]
    if parts:
        notes.append(say(TALLY, parts=", ".join(parts)))
    return notes


# The turn


def _turn(scene: Scene) -> list[RenderableType]:
    table = scene.table
    who = scene.name(table["to_move"])
    if table["pending"] == "extra":
        return [say(ASKS["extra"], who=who)]
    lines: list[RenderableType] = [_roll(scene, who)]
    if table["pending"] == "resolve":
        return [*lines, _ways(scene), *_delivery(scene)]
    strikes = table["pending"] == "fire" and table["mode"] == "sopavre"
    return [*lines, say(ASKS["strike" if strikes else table["pending"]])]


def _roll(scene: Scene, who: str) -> RenderableType:
    from rich.text import Text as Styled

    table = scene.table
    one, two = table["dice"]
    told = f"{say(ROLLED, who=who, one=one, two=two, unused=table['unused_die'])}, {say(TOTAL, n=table['total'])}"
    event = f": {say(EVENT_NAMES[table['event']])}" if table["event"] else ""
    return Styled(told + event, style="bold")


def _ways(scene: Scene) -> RenderableType:
    """Every sum of two dice and what it brings; deliveries only where they fit."""
    grid = columns("<", "<", "<", "<")
    for way in scene.table["ways"]:
        if way["kind"] == "collect" or (way["fits"] and scene.table["next_cogs"]):
            grid.add_row(f"  {way['by']}", _brings(way), say(THEN_UNUSED, die=way["keeps"]), _risk(way))
    return grid


def _brings(way: dict[str, Any]) -> str:
    if way["kind"] == "deliver":
        return say(DELIVERS, part=way["part"])
    if way["closed"]:
        return say(GIVES_NOT, hex=way["hex"])
    return say(GIVES, hex=way["hex"], what=thing(way["gives"]))


def _risk(way: dict[str, Any]) -> str:
    return say(ON_TEN, event=EVENT_NAMES[way["risk"]]) if way["risk"] else ""


def _delivery(scene: Scene) -> list[RenderableType]:
    table = scene.table
    part, digit = table["engineer"], table["engineer"] // 10
    if not table["next_cogs"]:
        return ["  " + say(NO_DELIVERY_HERE, part=part)]
    if any(way["kind"] == "deliver" and way["fits"] for way in table["ways"]):
        return ["  " + say(NEXT_COGS, part=part, cogs=" ".join(map(str, table["next_cogs"])))]
    return ["  " + say(NO_DELIVERY, part=part, digit=digit, low=digit, high=digit + 6)]


# The choices


def meaning(scene: Scene, text: str) -> str:
    """What a choice does, where the drawing does not show it."""
    choice: Choice = scene.parts(text)
    if choice["kind"] == "deliver":
        return _scores(choice)
    if choice["kind"] == "fire":
        return say(FIRES_NOW, n=choice["fires"])
    return say(HELD, n=choice["held"]) if choice["kind"] == "lose" else ""


def _scores(delivery: Choice) -> str:
    told = []
    if delivery["points"] is not None:
        scores = SCORES if delivery["space"] else SCORES_NOTHING
        told.append(say(scores, n=delivery["points"], space=delivery["space"]))
    return ", ".join(told + ([say(COMPLETES)] if delivery["completes"] else []))
