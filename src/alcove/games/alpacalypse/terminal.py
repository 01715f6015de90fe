"""The Alpacalypse in the terminal: what the phase is about, the tracks, every tribe, and the own hand in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alcove.games.alpacalypse import printed
from alcove.games.alpacalypse.pending import PENDING
from alcove.games.alpacalypse.printed import LETTERS
from alcove.games.alpacalypse.score import MILESTONE_VP
from alcove.games.alpacalypse.terminal_choices import fold, meaning
from alcove.games.alpacalypse.terminal_tribes import decks, estate, open_cards, tribes
from alcove.games.alpacalypse.vocabulary import TRACKS
from alcove.games.alpacalypse.wording import AGE_NUMERALS, signed
from alcove.kernel.text import Text, same
from alcove.terminal.language import say
from alcove.terminal.scene import Scene, columns

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["brief", "draw", "fold", "meaning"]

DUMMY_SIGN = "+"
MARKET_PHASES = ("bids", "market", "clean-up")
OPENING_CHOICES = ("tribe", "day", "bid", "item", "turn")
"""With these something new begins; all others follow from what was just done."""

ROUND = Text("round {n} of {of}", "Runde {n} von {of}")
AGE = Text("age {n}", "Zeitalter {n}")
PHASES = {
    "tribes": Text("choosing tribes", "Stämme wählen"),
    "event": Text("Event phase", "Ereignisphase"),
    "bids": Text("Market: bids", "Markt: Gebote"),
    "market": Text("Market phase", "Marktphase"),
    "clean-up": Text("Market: clean-up", "Markt: Aufräumen"),
    "action": Text("Action phase", "Aktionsphase"),
    "resolution": Text("Resolution phase", "Auswertung"),
    "over": Text("the end", "Ende"),
}

NEW_DAY = Text("New Day", "Neuer Tag")
MET = {"passed": Text("passed: {who}", "bestanden: {who}"), "failed": Text("failed: {who}", "nicht bestanden: {who}")}
AGE_TILE = Text("Age {n}", "Zeitalter {n}")
REACHED_BY = Text("Reached by {who}.", "Geschafft: {who}.")
MILESTONES = Text("{n} VP for", "{n} SP für")
MILESTONE_NAMES = {
    "three-md": same("3 MD"),
    "three-pc": same("3 PC"),
    "three-bp": same("3 BP"),
    "three-at": same("3 AT"),
    "one-of-each": Text("one of each", "je eine"),
    "top": Text("space 12", "Feld 12"),
    "buildings": Text("4 buildings", "4 Gebäude"),
}
MARKET = Text("Market", "Markt")
TOKEN = Text(
    "First-player token: the first turn of the Action phase.", "Startspielstein: der erste Zug der Aktionsphase."
)
TAKEN = Text("taken by {who}", "genommen: {who}")
BIDS = Text("Bids", "Gebote")
SECRET = Text("secret until all are in", "geheim, bis alle da sind")
BIDS_MADE = Text("made by {who}", "abgegeben: {who}")
YOUR_BID = Text("yours: {bid}", "deins: {bid}")
NO_BID = Text("none", "keins")

SPACE_WORDS = {
    "scavenge": Text("one of {n} discards", "aus {n} abgelegten"),
    "MD": Text("acquire or complete", "beschaffen, vollenden"),
    "resources": Text("any 2", "2 beliebige"),
    "PC": Text("acquire or complete", "beschaffen, vollenden"),
    "production": Text("build", "bauen"),
    "BP": Text("acquire, complete, build", "beschaffen, vollenden, bauen"),
    "field-test": Text("2 top cards", "2 Stapel, je 1"),
    "AT": Text("acquire or complete", "beschaffen, vollenden"),
    "diplomacy": Text("2 cubes and a card", "2 Würfel, Karte"),
    "leadership": Text("complete any card", "beliebige vollenden"),
}
"""What a space is for, in as few words as a line has room for."""

ASKS_BID = Text("All bid at once, in secret.", "Alle bieten zugleich, verdeckt.")
ASKS_TURN = {
    "bonus": Text("your bonus action, send a member to work", "deine Bonusaktion, schicke jemanden an die Arbeit"),
    "more": Text("turn {turn} of 2, {actions} actions", "Zug {turn} von 2, {actions} Aktionen"),
    "done": Text("play an ability, or end the turn (pass)", "spiele eine Fähigkeit, oder beende den Zug (pass)"),
}
"""A turn in which another thing than the one action is left to do."""
YOU_HAVE = Text("You have {goods}.", "Du hast {goods}.")
PARTS = {
    "milestones": Text("Milestones", "Meilensteine"),
    "ages": Text("Age bonuses", "Zeitalterboni"),
    "artifacts": Text("Artifacts", "Artefakte"),
    "heroes": Text("Heroes", "Helden"),
    "tiles": Text("Wonder tiles", "Wunderplättchen"),
    "cards": Text("Cards", "Karten"),
    "total": Text("Total", "Summe"),
}


def draw(scene: Scene) -> RenderableType:
    from rich.console import Group

    parts: list[RenderableType] = [_title(scene), _about(scene)]
    if scene.table["phase"] in ("action", "resolution"):
        parts += ["", _spaces(scene)]
    parts += ["", _tracks(scene), "", tribes(scene), decks(), *open_cards(scene)]
    if scene.table["phase"] == "over":
        parts += ["", _score(scene)]
    elif scene.viewer is not None and scene.table["tribes"][scene.viewer]["tribe"]:
        parts += ["", estate(scene, scene.table["tribes"][scene.viewer])]
    if scene.table["choice"] is not None:
        parts += ["", _ask(scene)]
    return Group(*parts)


def brief(scene: Scene) -> RenderableType | None:
    """Enough to answer what follows from the own choice just made; nothing where a new thing begins."""
    from rich.console import Group

    choice = scene.table["choice"]
    if choice is None or scene.viewer is None or choice["kind"] in OPENING_CHOICES:
        return None
    goods = printed.goods(scene.table["tribes"][scene.viewer]["goods"])
    return Group(say(YOU_HAVE, goods=goods), _ask(scene))


def _title(scene: Scene) -> RenderableType:
    from rich.text import Text as Styled

    table = scene.table
    words = [say(scene.game.title), say(PHASES[table["phase"]])]
    if table["round"]:
        words[1:1] = [say(ROUND, n=table["round"], of=table["rounds"]), say(AGE, n=AGE_NUMERALS[table["age"] - 1])]
        words.append(">".join(scene.signs[seat] for seat in table["order"]))
    return Styled(scene.sign(" · ", " - ").join(words), style="bold")


# What the round is about


def _about(scene: Scene) -> RenderableType:
    """The New Day, the goal of the age, the milestones, and the market while it is open."""
    table = scene.table
    grid = columns("<", "+", first="bold")
    if table["phase"] == "event":
        grid.add_row(say(NEW_DAY), _new_day(scene), style="bold")
    if table["round"] and table["phase"] != "over":
        grid.add_row(say(AGE_TILE, n=AGE_NUMERALS[table["age"] - 1]), _age(scene, table["ages"][table["age"] - 1]))
    grid.add_row(say(MILESTONES, n=MILESTONE_VP), ", ".join(_milestone(scene, one) for one in table["milestones"]))
    if table["phase"] in MARKET_PHASES:
        for nth, stall in enumerate(_stalls(scene)):
            grid.add_row("" if nth else say(MARKET), stall)
        grid.add_row(say(BIDS), _bids(scene))
    return grid


def _new_day(scene: Scene) -> str:
    day = scene.table["new_day"]
    told = f"{printed.name('days', day['card'])}. {printed.text('days', day['card'])}"
    for how, words in MET.items():
        who = [seat for seat in scene.seats if day["met"][seat] == how]
        told += f" ({say(words, who=scene.names(who))})" if who else ""
    return told


def _age(scene: Scene, age: dict[str, Any]) -> str:
    told = f"{printed.name('ages', age['tile'])}: {printed.text('ages', age['tile'])}"
    return f"{told} {say(REACHED_BY, who=scene.names(age['holders']))}" if age["holders"] else told


def _milestone(scene: Scene, milestone: dict[str, Any]) -> str:
    name = say(MILESTONE_NAMES[milestone["id"]])
    return name if milestone["owner"] is None else f"{name} ({scene.signs[milestone['owner']]})"


def _stalls(scene: Scene) -> list[str]:
    market = scene.table["market"]
    lines = [
        f"{printed.name('market', stall['card'])}: {printed.text('market', stall['card'])}{_taker(scene, stall)}"
        for stall in market["stalls"]
    ]
    return [*lines, say(TOKEN) + _taker(scene, market["token"])]


def _taker(scene: Scene, item: dict[str, Any]) -> str:
    return "" if item["taken_by"] is None else f" [{say(TAKEN, who=scene.name(item['taken_by']))}]"


def _bids(scene: Scene) -> str:
    """Who has bid; what, once all bids are in."""
    bids = scene.table["bids"]
    if bids["sealed"]:
        made = [seat for seat in scene.seats if bids["made"][seat]]
        told = [say(SECRET)] + [say(BIDS_MADE, who=scene.names(made))] * bool(made)
        return "; ".join(told + ([say(YOUR_BID, bid=_bid(bids["own"]))] if bids["own"] else []))
    by_strength = [*bids["order"], *(seat for seat in scene.seats if seat not in bids["order"])]
    return ", ".join(f"{scene.name(seat)} {_shown_bid(bids['shown'][seat])}" for seat in by_strength)


def _shown_bid(bid: dict[str, Any]) -> str:
    return f"{bid['strength']} ({_bid(bid)})" if bid["members"] else f"({_bid(bid)})"


def _bid(bid: dict[str, Any]) -> str:
    letters = "".join(LETTERS[member] for member in bid["members"])
    return (f"{letters}+{bid['coins']}" if bid["coins"] else letters) or say(NO_BID)


def _spaces(scene: Scene) -> RenderableType:
    """Two spaces of a member in a line; in brackets who stands there, and a dot for every free place."""
    grid = columns("<", "~", "~", gap=1, first="bold")
    spaces = scene.table["spaces"]
    for left, right in zip(spaces[::2], spaces[1::2], strict=True):
        grid.add_row(printed.member(left["member"]), _space(scene, left), _space(scene, right))
    return grid


def _space(scene: Scene, space: dict[str, Any]) -> str:
    free = scene.sign("·", ".") * (space["capacity"] - len(space["occupants"]))
    places = "".join(scene.signs[one["seat"]] for one in space["occupants"]) + free
    discards = sum(len(deck["discards"]) for deck in scene.table["decks"].values())
    return f"[{places}] {space['id']}: {say(SPACE_WORDS[space['id']], n=discards)}"


def _tracks(scene: Scene) -> RenderableType:
    """Pawns by the letter of their tribe; spaces with a shield in brackets."""
    table = scene.table
    spaces = table["track_spaces"]
    grid = columns("<", *"<" * len(spaces), gap=1, first="bold")
    heads = [f"[{space}]" if space in table["shields"] else str(space) for space in spaces]
    grid.add_row("", *heads, style="dim")
    for track in TRACKS:
        grid.add_row(printed.track(track), *(_pawns(scene, track, space) for space in spaces))
    return grid


def _pawns(scene: Scene, track: str, space: int) -> str:
    pawns = [scene.signs[seat] for seat in scene.seats if scene.table["tracks"][track][seat] == space]
    dummy = DUMMY_SIGN if scene.table["dummy"] == space else ""
    return "".join(pawns) + dummy or scene.sign("·", ".")


def _score(scene: Scene) -> RenderableType:
    """Where the points come from."""
    grid = columns("<", *">" * len(scene.seats))
    grid.add_row("", *(scene.name(seat) for seat in scene.seats), style="dim")
    for part in (*TRACKS, *PARTS):
        label = printed.track(part) if part in TRACKS else say(PARTS[part])
        grid.add_row(label, *(str(tribe["points"][part]) for tribe in scene.table["tribes"]))
    return grid


# What is asked


def _asks(choice: dict[str, Any], turn: dict[str, Any] | None) -> Text:
    """ALPAC-34, 48: a turn can have another action, a bonus action, or none any more."""
    if choice["kind"] != "turn" or turn is None or (choice["actions"] == 1 and not turn["bonus"]):
        return ASKS_BID if choice["kind"] == "bid" else PENDING[choice["kind"]].question
    if choice["actions"] == 0:
        return ASKS_TURN["done"]
    return ASKS_TURN["bonus" if turn["bonus"] else "more"]


def _ask(scene: Scene) -> RenderableType:
    from rich.text import Text as Styled

    choice = scene.table["choice"]
    day, turn = scene.table["new_day"], scene.table["turn"]
    asked = say(
        _asks(choice, turn),
        amount=signed(choice.get("amount", 1)),
        count=choice.get("count", 1),
        cost=printed.goods(choice.get("cost", {})),
        responder=printed.member(day["responder"]) if day else "",
        turn=turn["number"] if turn else 1,
        actions=choice.get("actions", 1),
    )
    who = "" if choice["seat"] is None else f"{scene.name(choice['seat'])}: "
    source = printed.source(choice["source"]["id"]) if choice["source"] else ""
    return Styled(who + asked + (f" ({source})" if source else ""), style="bold")
