"""What happened, told by comparing before and after: the choice, what it changed for each tribe, and what followed.

Drawn and kept cards are named only to the one who holds them, and bids to nobody but the bidder until all are in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace

from alcove.games.alpacalypse import bids, frames, table
from alcove.games.alpacalypse.actions import COSTS, kind_of
from alcove.games.alpacalypse.cards import (
    ACTION_CARDS,
    DECK_OF,
    MARKET,
    NEW_DAYS,
    SPACES,
    TRIBES,
    WONDER_TILES,
)
from alcove.games.alpacalypse.components import SPACE_NAMES, named
from alcove.games.alpacalypse.consequences import (
    tell_changes,
    tell_claims,
    tell_new_day_met,
    tell_phases,
    tell_taken_besides,
)
from alcove.games.alpacalypse.pending import drawn_cards
from alcove.games.alpacalypse.score import spaces
from alcove.games.alpacalypse.told import NAMED, TAKES, TOKEN, Told, day_of
from alcove.games.alpacalypse.vocabulary import BUILDINGS, DECKS, MEMBERS
from alcove.games.alpacalypse.wording import (
    AND,
    BUILDING_NAMES,
    MEMBER_NAMES,
    listed,
    one_of,
    resources,
)
from alcove.kernel.position import Action, Position
from alcove.kernel.story import Line, moment, quiet
from alcove.kernel.text import Text, same

ROUND = Text("Round {n} of {of}", "Runde {n} von {of}")
LEADS = Text("{who} leads the tribe {tribe}.", "{who} führt den Stamm {tribe}.")
SENDS = Text("{who} sends the {member}.", "{who} schickt: {member}.")
STAYS = Text("{who} sends nobody.", "{who} schickt niemanden.")
EVEN = Text("{who} pays and gets as much back.", "{who} bezahlt und bekommt ebenso viel zurück.")
HAS_BID = Text("{who} has bid.", "{who} hat geboten.")
BIDS_THIS = Text("{who} bids {bid}.", "{who} bietet {bid}.")
NO_BID = Text("nothing", "nichts")
BID = Text("{strength} ({what})", "{strength} ({what})")
BIDS_OPEN = Text("The bids: {bids}.", "Die Gebote: {bids}.")
PLACES = Text("{who} sends the {member} to {space}.", "{who} schickt aufs Feld {space}: {member}.")
HELPS = Text("{who} sends the {card} to {space}.", "{who} schickt aufs Feld {space}: {card}.")
TROTS = Text("{who} sends the {member} on the Trot of Shame.", "{who} schickt auf den Trab der Schande: {member}.")
PLAYS = Text("{who} plays {card}.", "{who} spielt {card}.")
ENDS_TURN = Text("{who} ends the turn.", "{who} beendet den Zug.")
PASSES = Text("{who} passes.", "{who} passt.")
DECLINES = Text("{who} leaves it at that.", "{who} belässt es dabei.")
ACQUIRES = Text("{who} draws three cards: {what}.", "{who} zieht drei Karten: {what}.")
COMPLETES = Text("{who} completes {card}.", "{who} vollendet {card}.")
KEEPS = Text("{who} keeps {card} and discards {rest}.", "{who} behält {card} und legt ab: {rest}.")
ONE_CARD = Text("one card", "eine Karte")
SCAVENGES = Text("{who} takes {card} from the discards.", "{who} nimmt {card} aus der Ablage.")
SAVES = Text("{who} has to pay 1 {what} less.", "{who} muss 1 {what} weniger zahlen.")
BUILDS = Text("{who} builds: {building}.", "{who} baut: {building}.")
TRADES = Text("{who} accepts the trade.", "{who} geht auf den Tausch ein.")
MOST_POINTS = Text(
    "After ten rounds {who} has the most victory points.", "Nach zehn Runden hat {who} die meisten Siegpunkte."
)
MORE_CARDS = Text(
    "{level} are level in points, and {who} has completed more action cards, {own} against {other}.",
    "{level} sind gleich nach Punkten, und {who} hat mehr Aktionskarten vollendet, {own} gegen {other}.",
)
MORE_SPACES = Text(
    "{level} are level in points and action cards, and {who} is further on the tracks, {own} spaces against {other}.",
    "{level} sind nach Punkten und Karten gleich, und {who} ist auf den Leisten weiter, {own} Felder gegen {other}.",
)
ALL_LEVEL = Text(
    "{level} are level in points, in action cards and on the tracks.",
    "{level} sind gleich nach Punkten, Aktionskarten und auf den Leisten.",
)
KEEPS_TILE = Text("{who} takes the wonder tile {tile}.", "{who} nimmt das Wunderplättchen {tile}.")


def tell(
    before: Position, after: Position, seat: int, action: Action, viewer: int | None, names: Sequence[Text]
) -> list[Text | Line]:
    told = Told(before, after, seat, action.index, viewer, names)
    if before.state.phase == table.BIDS:
        bid = _own_bid(told) if viewer == seat else quiet(HAS_BID.fill(who=told.who), seat)
        if after.state.phase == table.BIDS:
            return [bid]
        choice: list[Text | Line] = [bid, moment(_bids_open(told))]
    else:
        choice = [*_tell_choice(told)]
    story: list[Text | Line] = [
        *choice,
        *tell_new_day_met(told),
        *tell_taken_besides(told),
        *(text for other in _seats_from(told, seat) for text in tell_changes(told, other)),
        *tell_claims(told),
        *tell_phases(told),
    ]
    return story or [EVEN.fill(who=told.who)]


def progress(position: Position) -> Text:
    return ROUND.fill(n=int(position.state.lap), of=table.ROUNDS)


def ending(position: Position, names: Sequence[Text]) -> Text:
    """ALPAC-44, 47: who has the most, and what has decided between those who are level."""
    assert position.outcome is not None
    state, winners = position.state, position.outcome.winners
    if len(winners) > 1:
        return ALL_LEVEL.fill(level=one_of([names[seat] for seat in winners], AND))
    [winner] = winners
    level = list(range(position.players))
    for decided, values in (
        (MOST_POINTS, position.scores),
        (MORE_CARDS, [int(table.completed_in_all(state, seat)) for seat in level]),
        (MORE_SPACES, [int(spaces(state, seat)) for seat in level]),
    ):
        best = [seat for seat in level if values[seat] == values[winner]]
        if best == [winner]:
            other = max(values[seat] for seat in level if seat != winner)
            called = one_of([names[seat] for seat in level], AND)
            return decided.fill(who=names[winner], level=called, own=values[winner], other=other)
        level = best
    raise AssertionError("a single winner is ahead in something")


def _seats_from(told: Told, seat: int) -> list[int]:
    return [(seat + away) % len(told.players) for away in told.players]


# ---- Bids


def _own_bid(told: Told) -> Text:
    what = _bid(told.new, told.seat)
    return BIDS_THIS.fill(who=told.who, bid=what if what else NO_BID)


def _bid(state: SimpleNamespace, seat: int) -> Text | None:
    """The members and coins of a bid, None if there is none."""
    bid = state.bid[seat]
    if bid == 0:
        return None
    members, coins = int(bids.members_of(bid)), int(bids.coins_of(bid))
    parts = [MEMBER_NAMES[name] for number, name in enumerate(MEMBERS) if members >> number & 1]
    return listed([*parts, resources("coin", coins)] if coins else parts)


def _bids_open(told: Told) -> Text:
    """ALPAC-17: all bids at once."""
    lines = []
    for seat in told.players:
        what = _bid(told.new, seat)
        bid = BID.fill(strength=told.new.strength[seat], what=what) if what else NO_BID
        lines.append(NAMED.fill(who=told.name(seat), what=bid))
    return BIDS_OPEN.fill(bids=listed(lines, same("; ")))


# ---- The choice itself


def _tell_choice(told: Told) -> list[Text]:
    """What was chosen; nothing where the change says it all."""
    block, place = kind_of(told.index)
    tell = CHOICES.get(block.kind)
    text = tell(told, place) if tell else None
    return [text] if text else []


def _tell_passed(told: Told, _: int) -> Text:
    if told.frame[frames.OP] != frames.TURN:
        return DECLINES.fill(who=told.who)
    return (PASSES if told.frame[frames.TURN_ACTIONS] else ENDS_TURN).fill(who=told.who)  # ALPAC-34


def _tell_sent(told: Told, _: int) -> Text:
    return SENDS.fill(who=told.who, member=MEMBER_NAMES[NEW_DAYS[day_of(told.old)].responder])


def _tell_placed(told: Told, space: int) -> Text:
    return PLACES.fill(who=told.who, member=MEMBER_NAMES[MEMBERS[space // 2]], space=SPACE_NAMES[SPACES[space]])


def _tell_helped(told: Told, space: int) -> Text:
    kept = zip(MARKET, told.old.kept[told.seat], told.new.kept[told.seat], strict=True)
    card = next(named(card) for card, old, new in kept if new < old)
    return HELPS.fill(who=told.who, card=card, space=SPACE_NAMES[SPACES[space]])


def _tell_saved(told: Told, good: int) -> Text:
    what = resources(COSTS[good], 1, as_object=False)
    return SAVES.fill(who=told.who, what=Text(what.en[2:], what.de[2:]))


def _tell_drawn_three(told: Told, _: int) -> Text | None:
    """ALPAC-24: three cards, named to the one who draws them. A single drawing is among the changes."""
    top = told.new.stack[told.new.depth - 1]
    if told.new.depth == 0 or top[frames.OP] != frames.KEEP:
        return None
    drawn = drawn_cards(top)
    if told.viewer == told.seat:
        what = listed([named(ACTION_CARDS[card]) for card in drawn])
    else:
        what = same(DECKS[DECK_OF[drawn[0]]])
    return ACQUIRES.fill(who=told.who, what=what)


def _tell_kept(told: Told, card: int) -> Text:
    """Two discards, in the order of the tables: that in which they were drawn would tell where the kept one lay."""
    drawn = sorted(drawn_cards(told.frame))
    drawn.remove(card)
    kept = named(ACTION_CARDS[card]) if told.viewer == told.seat else ONE_CARD
    return KEEPS.fill(who=told.who, card=kept, rest=one_of([named(ACTION_CARDS[number]) for number in drawn], AND))


CHOICES: dict[str, Callable[[Told, int], Text | None]] = {
    "pass": _tell_passed,
    "send": _tell_sent,
    "stay": lambda told, _: STAYS.fill(who=told.who),
    "tribe": lambda told, tribe: LEADS.fill(who=told.who, tribe=named(TRIBES[tribe])),
    "token": lambda told, _: TAKES.fill(who=told.who, what=TOKEN),
    "take": lambda told, item: TAKES.fill(who=told.who, what=named(MARKET[item])),
    "member": _tell_placed,
    "assistant": _tell_helped,
    "trot": lambda told, member: TROTS.fill(who=told.who, member=MEMBER_NAMES[MEMBERS[member]]),
    "play": lambda told, item: PLAYS.fill(who=told.who, card=named(MARKET[item])),
    "acquire": _tell_drawn_three,
    "complete": lambda told, card: COMPLETES.fill(who=told.who, card=named(ACTION_CARDS[card])),
    "keep": _tell_kept,
    "scavenge": lambda told, card: SCAVENGES.fill(who=told.who, card=named(ACTION_CARDS[card])),
    "less": _tell_saved,
    "build": lambda told, building: BUILDS.fill(who=told.who, building=BUILDING_NAMES[BUILDINGS[building]]),
    "trade": lambda told, _: TRADES.fill(who=told.who),
    "tile": lambda told, tile: KEEPS_TILE.fill(who=told.who, tile=named(WONDER_TILES[tile])),
}
"""By the kind of action."""
