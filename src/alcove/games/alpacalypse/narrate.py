"""What happened, told by comparing before and after: the choice, what it changed for each tribe, and what followed.

Drawn and kept cards are named only to the one who holds them, and bids to nobody but the bidder until all are in.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from alcove.games.alpacalypse import bids, frames, table
from alcove.games.alpacalypse.cards import (
    ACTION_CARDS,
    AGE_TILES,
    DECK_OF,
    FIRST_OF_DECK,
    MARKET,
    NEW_DAYS,
    SPACES,
    STARTER,
    TRIBES,
    WONDER_TILES,
)
from alcove.games.alpacalypse.components import MILESTONE_NAMES, SPACE_NAMES, named
from alcove.games.alpacalypse.pending import drawn_cards
from alcove.games.alpacalypse.vocabulary import BUILDINGS, CUBE, DECKS, MEMBERS, RESOURCES, TRACKS
from alcove.games.alpacalypse.wording import (
    AGE_NUMERALS,
    AND,
    BUILDING_NAMES,
    MEMBER_NAMES,
    TRACK_NAMES,
    after_colon,
    listed,
    one_of,
    resources,
    sentence,
    signed,
)
from alcove.kernel.position import Action, Position
from alcove.kernel.story import Line, about, moment, quiet
from alcove.kernel.text import Text, same

GOODS = (*RESOURCES, CUBE)

LEADS = Text("{who} leads the tribe {tribe}.", "{who} führt den Stamm {tribe}.")
SENDS = Text("{who} sends the {member}.", "{who} schickt: {member}.")
STAYS = Text("{who} sends nobody.", "{who} schickt niemanden.")
EVEN = Text("{who} pays and gets as much back.", "{who} bezahlt und bekommt ebenso viel zurück.")
HAS_BID = Text("{who} has bid.", "{who} hat geboten.")
BIDS_THIS = Text("{who} bids {bid}.", "{who} bietet {bid}.")
NO_BID = Text("nothing", "nichts")
BID = Text("{strength} ({what})", "{strength} ({what})")
BIDS_OPEN = Text("The bids: {bids}.", "Die Gebote: {bids}.")
TAKES = Text("{who} takes {what}.", "{who} nimmt {what}.")
TOKEN = Text("the first-player token", "den Startspielstein")
PLACES = Text("{who} sends the {member} to {space}.", "{who} schickt aufs Feld {space}: {member}.")
HELPS = Text("{who} sends the {card} to {space}.", "{who} schickt aufs Feld {space}: {card}.")
TROTS = Text("{who} sends the {member} on the Trot of Shame.", "{who} schickt auf den Trab der Schande: {member}.")
PLAYS = Text("{who} plays {card}.", "{who} spielt {card}.")
ENDS_TURN = Text("{who} ends the turn.", "{who} beendet den Zug.")
PASSES = Text("{who} passes.", "{who} passt.")
DECLINES = Text("{who} leaves it at that.", "{who} belässt es dabei.")
ACQUIRES = Text("{who} draws three cards: {what}.", "{who} zieht drei Karten: {what}.")
DRAWS = Text("{who} draws {what}.", "{who} zieht {what}.")
COMPLETES = Text("{who} completes {card}.", "{who} vollendet {card}.")
KEEPS = Text("{who} keeps {card} and discards {rest}.", "{who} behält {card} und legt ab: {rest}.")
ONE_CARD = Text("one card", "eine Karte")
SCAVENGES = Text("{who} takes {card} from the discards.", "{who} nimmt {card} aus der Ablage.")
SAVES = Text("{who} has to pay 1 {what} less.", "{who} muss 1 {what} weniger zahlen.")
BUILDS = Text("{who} builds: {building}.", "{who} baut: {building}.")
TRADES = Text("{who} accepts the trade.", "{who} geht auf den Tausch ein.")
KEEPS_TILE = Text("{who} takes the wonder tile {tile}.", "{who} nimmt das Wunderplättchen {tile}.")

CHANGES = Text("{who}: {changes}.", "{who}: {changes}.")
ON_TRACK = Text("{steps} {track} (now {space})", "{steps} {track} (jetzt {space})")
BONUS_ACTION = Text(
    "{who} will have a bonus action after the second turns.", "{who} hat nach den zweiten Zügen eine Bonusaktion."
)
BONUS_TURN = Text("{who} takes a bonus action now.", "{who} macht jetzt eine Bonusaktion.")
MILESTONE = Text("{who} reaches a milestone: {name}.", "{who} erreicht einen Meilenstein: {name}.")
AGE_BONUS = Text("{who} has the age bonus {name}.", "{who} hat den Zeitalterbonus {name}.")
PASSES_DAY = Text("{who} passes thanks to {card}.", "{who} besteht dank: {card}.")
ALL_PASS = Text("Every tribe has passed: {bonus}", "Alle Stämme haben bestanden: {bonus}")
NOT_ALL_PASS = Text("Not passed: {who}. {fail}", "Nicht bestanden: {who}. {fail}")
MARKET_OPENS = Text(
    "On the market: {items}, and the first-player token.", "Auf dem Markt: {items} und der Startspielstein."
)
BEGINS = Text("{who} begins the Action phase.", "{who} beginnt die Aktionsphase.")
PRODUCTION = Text("Production: {what}.", "Produktion: {what}.")
ROUND = Text(
    "Round {lap}, age {age}. A New Day: {day}. Asked for: {member}.",
    "Runde {lap}, Zeitalter {age}. Ein Neuer Tag: {day}. Gefragt: {member}.",
)
SCORES = Text("Final score: {scores}.", "Endstand: {scores}.")
NAMED = Text("{who}: {what}", "{who}: {what}")


class Told:
    """One action, with both records as plain numbers."""

    def __init__(
        self, before: Position, after: Position, seat: int, index: int, viewer: int | None, names: Sequence[Text]
    ) -> None:
        self.after = after
        self.old, self.new = before.fields(), after.fields()
        self.seat, self.index, self.viewer, self.names = seat, index, viewer, names
        self.players = range(before.players)
        self.frame = self.old.stack[self.old.depth - 1] if self.old.depth else [-1] * frames.FRAME
        self.new_round = self.new.lap > self.old.lap
        self.round_ended = self.old.lap > 0 and (self.new_round or self.new.phase == table.OVER)

    def name(self, seat: int) -> Text:
        return self.names[seat]

    @property
    def who(self) -> Text:
        return self.name(self.seat)

    def chosen(self, first: int, count: int) -> int:
        """Which of a block of actions it was; -1 if none."""
        return self.index - first if first <= self.index < first + count else -1


def tell(
    before: Position, after: Position, seat: int, action: Action, viewer: int | None, names: Sequence[Text]
) -> list[Text | Line]:
    told = Told(before, after, seat, action.index, viewer, names)
    if before.state.phase == table.BIDS:
        if after.state.phase == table.BIDS:
            return [_own_bid(told) if viewer == seat else quiet(HAS_BID.fill(who=told.who), seat)]
        choice: list[Text | Line] = [moment(_bids_open(told))]
    else:
        choice = [*_tell_choice(told)]
    story: list[Text | Line] = [
        *choice,
        *_new_day_met(told),
        *_taken_besides(told),
        *(text for other in _seats_from(told, seat) for text in _changes(told, other)),
        *_claims(told),
        *_phases(told),
    ]
    return story or [EVEN.fill(who=told.who)]


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
    who, index = told.who, told.index
    if index == table.PASS:
        if told.frame[frames.OP] != frames.TURN:
            return [DECLINES.fill(who=who)]
        return [(PASSES if told.frame[frames.TURN_ACTIONS] else ENDS_TURN).fill(who=who)]  # ALPAC-34
    if index in (table.SEND, table.STAY):
        member = MEMBER_NAMES[NEW_DAYS[_day(told.old)].responder]
        return [SENDS.fill(who=who, member=member) if index == table.SEND else STAYS.fill(who=who)]
    if (tribe := told.chosen(table.TRIBE_FROM, len(TRIBES))) >= 0:
        return [LEADS.fill(who=who, tribe=named(TRIBES[tribe]))]
    if index == table.TOKEN:
        return [TAKES.fill(who=who, what=TOKEN)]
    if (item := told.chosen(table.ITEM_FROM, len(MARKET))) >= 0:
        return [TAKES.fill(who=who, what=named(MARKET[item]))]
    if index < table.DECK_FROM:
        return _tell_turn(told)
    return _tell_step(told)


def _tell_turn(told: Told) -> list[Text]:
    """ALPAC-21, 32 to 34: a member, an assistant, the trot, or an ability."""
    who = told.who
    if (space := told.chosen(table.MEMBER_FROM, len(SPACES))) >= 0:
        return [PLACES.fill(who=who, member=MEMBER_NAMES[MEMBERS[space // 2]], space=SPACE_NAMES[SPACES[space]])]
    if (space := told.chosen(table.HELPER_FROM, len(SPACES))) >= 0:
        kept = zip(MARKET, told.old.kept[told.seat], told.new.kept[told.seat], strict=True)
        card = next(named(card) for card, old, new in kept if new < old)
        return [HELPS.fill(who=who, card=card, space=SPACE_NAMES[SPACES[space]])]
    if (member := told.chosen(table.TROT_FROM, len(MEMBERS))) >= 0:
        return [TROTS.fill(who=who, member=MEMBER_NAMES[MEMBERS[member]])]
    return [PLAYS.fill(who=who, card=named(MARKET[told.index - table.ABILITY_FROM]))]


def _tell_step(told: Told) -> list[Text]:
    """A choice within an effect."""
    who = told.who
    if told.chosen(table.DECK_FROM, len(DECKS)) >= 0:
        return _tell_drawn_three(told)
    if (card := told.chosen(table.COMPLETE_FROM, len(ACTION_CARDS))) >= 0:
        return [COMPLETES.fill(who=who, card=named(ACTION_CARDS[card]))]
    if (card := told.chosen(table.KEEP_FROM, len(ACTION_CARDS))) >= 0:
        return [_tell_kept(told, card)]
    if (card := told.chosen(table.SCAVENGE_FROM, len(ACTION_CARDS))) >= 0:
        return [SCAVENGES.fill(who=who, card=named(ACTION_CARDS[card]))]
    if (kind := told.chosen(table.LESS_FROM, len(RESOURCES) + 1)) >= 0:
        what = resources((*RESOURCES, "any")[kind], 1, as_object=False)
        return [SAVES.fill(who=who, what=Text(what.en[2:], what.de[2:]))]
    if (building := told.chosen(table.BUILD_FROM, len(BUILDINGS))) >= 0:
        return [BUILDS.fill(who=who, building=BUILDING_NAMES[BUILDINGS[building]])]
    if told.index == table.TRADE_YES:
        return [TRADES.fill(who=who)]
    if (tile := told.chosen(table.TILE_FROM, len(WONDER_TILES))) >= 0:
        return [KEEPS_TILE.fill(who=who, tile=named(WONDER_TILES[tile]))]
    return []


def _tell_drawn_three(told: Told) -> list[Text]:
    """ALPAC-24: three cards, named to the one who draws them. A single drawing is among the changes."""
    top = told.new.stack[told.new.depth - 1]
    if told.new.depth == 0 or top[frames.OP] != frames.KEEP:
        return []
    drawn = drawn_cards(top)
    if told.viewer == told.seat:
        what = listed([named(ACTION_CARDS[card]) for card in drawn])
    else:
        what = same(DECKS[DECK_OF[drawn[0]]])
    return [ACQUIRES.fill(who=told.who, what=what)]


def _tell_kept(told: Told, card: int) -> Text:
    """Two discards, in the order of the tables: that in which they were drawn would tell where the kept one lay."""
    drawn = sorted(drawn_cards(told.frame))
    drawn.remove(card)
    kept = named(ACTION_CARDS[card]) if told.viewer == told.seat else ONE_CARD
    return KEEPS.fill(who=told.who, card=kept, rest=one_of([named(ACTION_CARDS[number]) for number in drawn], AND))


# ---- What changed for a tribe


def _changes(told: Told, seat: int) -> list[Text | Line]:
    lines: list[Text] = []
    changes = [*_goods_changed(told, seat), *_tracks_changed(told, seat)]
    if changes:
        lines.append(CHANGES.fill(who=told.name(seat), changes=listed(changes)))
    if told.new.bonus[seat] > told.old.bonus[seat]:
        lines.append(BONUS_ACTION.fill(who=told.name(seat)))
    if drawn := _drawn(told, seat):
        lines.append(DRAWS.fill(who=told.name(seat), what=listed(drawn)))
    return about(seat, *lines)


def _goods_changed(told: Told, seat: int) -> list[Text]:
    """Beside what production brings and what a bid costs, which is told by itself."""
    found = []
    for number, name in enumerate(GOODS):
        change = told.new.goods[seat][number] - told.old.goods[seat][number]
        if told.round_ended and name != CUBE:
            change -= told.new.built[seat][number]
        if name == "coin" and told.old.phase == table.BIDS and told.new.bid[seat] > 0:
            change += int(bids.coins_of(told.new.bid[seat]))
        if change:
            amount = resources(name, abs(change), as_object=False)
            sign = signed(change)[0]
            found.append(Text(sign + amount.en, sign + amount.de))
    return found


def _tracks_changed(told: Told, seat: int) -> list[Text]:
    moves = zip(TRACKS, told.old.pawn[seat], told.new.pawn[seat], strict=True)
    return [
        ON_TRACK.fill(steps=signed(new - old), track=TRACK_NAMES[track], space=str(new).replace("-", "−"))
        for track, old, new in moves
        if new != old
    ]


def _drawn(told: Told, seat: int) -> list[Text]:
    """Cards that came into a hand unseen: by name to their owner, by deck to the others."""
    hand = [new - old for new, old in zip(told.new.hand[seat], told.old.hand[seat], strict=True)]
    if seat == told.seat:
        for first, change in ((table.COMPLETE_FROM, 1), (table.KEEP_FROM, -1), (table.SCAVENGE_FROM, -1)):
            if (card := told.chosen(first, len(ACTION_CARDS))) >= 0:
                hand[card] += change
    if seat == told.viewer:
        return [named(card) for card, count in zip(ACTION_CARDS, hand, strict=True) for _ in range(count)]
    counts = [sum(hand[FIRST_OF_DECK[deck] : FIRST_OF_DECK[deck + 1]]) for deck in range(STARTER)]
    return [same(f"{count} {deck}") for deck, count in zip(DECKS, counts, strict=True) if count > 0]


# ---- What followed


def _day(state: SimpleNamespace) -> int:
    return int(state.day_order[state.lap - 1])


def _new_day_met(told: Told) -> list[Line]:
    """ALPAC-14: once all have decided."""
    old, new, players = told.old, told.new, len(told.players)
    all_decided = new.phase != table.EVENT or new.turn > players
    if old.phase != table.EVENT or old.turn > players or not all_decided:
        return _passed_by_building(told)
    day = NEW_DAYS[_day(old)]
    failed = [told.name(seat) for seat in told.players if new.met[seat] == table.FAILED]
    if failed:
        met = NOT_ALL_PASS.fill(who=listed(failed), fail=sentence(day.fail))
    else:
        met = ALL_PASS.fill(bonus=after_colon(day.bonus))
    return [*_passed_by_building(told), moment(met)]


def _passed_by_building(told: Told) -> list[Line]:
    """ALPAC-13: those who were not even asked, in the round that was already open."""
    if told.new_round or told.old.phase != table.EVENT:
        return []
    newly = [seat for seat in told.players if told.old.met[seat] == table.OPEN != told.new.met[seat]]
    return [_passes_with(told, seat) for seat in newly if seat != told.seat]


def _passes_with(told: Told, seat: int) -> Line:
    day = NEW_DAYS[_day(told.new)].id
    own = zip(ACTION_CARDS, told.new.done[seat], strict=True)
    card = next(named(card) for card, count in own if count and card.answers == day)
    return Line(PASSES_DAY.fill(who=told.name(seat), card=card), seat)


def _taken_besides(told: Told) -> list[Line]:
    """ALPAC-18: what was left over as the only item."""
    if told.new_round:
        return []
    first = (told.old.lap - 1) * len(told.players)
    chosen, lines = told.index, []
    for stall in told.players:
        item, taker = told.new.market_order[first + stall], told.new.taken[stall]
        if taker in (told.old.taken[stall], table.NONE):
            continue
        if taker == told.seat and chosen == table.ITEM_FROM + item:
            chosen = table.NONE  # told already; a second card of the kind is not
        else:
            lines.append(Line(TAKES.fill(who=told.name(taker), what=named(MARKET[item])), taker))
    if told.new.token not in (told.old.token, table.NONE) and told.index != table.TOKEN:
        lines.append(Line(TAKES.fill(who=told.name(told.new.token), what=TOKEN), told.new.token))
    return lines


def _claims(told: Told) -> list[Line]:
    """ALPAC-41, 43"""
    lines = []
    for name, old, new in zip(MILESTONE_NAMES.values(), told.old.milestone, told.new.milestone, strict=True):
        if new != old:
            lines.append(Line(MILESTONE.fill(who=told.name(new), name=name), new))
    for seat in told.players:
        for age in range(table.AGES):
            if told.new.age_bonus[seat][age] > told.old.age_bonus[seat][age]:
                tile = AGE_TILES[told.new.age_tile[age]]
                lines.append(Line(AGE_BONUS.fill(who=told.name(seat), name=named(tile)), seat))
    return lines


def _phases(told: Told) -> list[Line]:
    """Where the game has got to by itself."""
    old, new = told.old, told.new
    lines: list[Line] = []
    if told.round_ended:
        lines.append(moment(PRODUCTION.fill(what=listed(_produced(told), same("; ")))))
    if told.new_round:
        day = NEW_DAYS[_day(new)]
        age = AGE_NUMERALS[int(table.age_of(told.after.state))]
        opened = ROUND.fill(lap=new.lap, age=age, day=named(day), member=MEMBER_NAMES[day.responder])
        lines.append(moment(opened))
        waived = [seat for seat in told.players if new.met[seat] == table.PASSED]
        lines += [_passes_with(told, seat) for seat in waived]
    if new.phase == table.BIDS != old.phase:
        first = (new.lap - 1) * len(told.players)
        items = [named(MARKET[item]) for item in new.market_order[first : first + len(told.players)]]
        lines.append(Line(MARKET_OPENS.fill(items=listed(items)), None))
    if new.phase == table.ACTION != old.phase:
        lines.append(Line(BEGINS.fill(who=told.name(new.first)), None))
    if new.phase == table.ACTION and new.turn >= 2 * len(told.players) and new.turn != old.turn:  # ALPAC-48
        acting = new.stack[0][frames.SEAT]
        lines.append(Line(BONUS_TURN.fill(who=told.name(acting)), acting))
    return lines + _end(told)


def _produced(told: Told) -> list[Text]:
    """ALPAC-39"""
    lines = []
    for seat in told.players:
        built = zip(RESOURCES, told.new.built[seat], strict=True)
        if gained := [resources(name, 1, as_object=False) for name, standing in built if standing]:
            lines.append(NAMED.fill(who=told.name(seat), what=listed(gained)))
    return lines


def _end(told: Told) -> list[Line]:
    outcome = told.after.outcome
    if outcome is None:
        return []
    scores = [NAMED.fill(who=told.name(seat), what=score) for seat, score in enumerate(outcome.scores)]
    return [moment(SCORES.fill(scores=listed(scores))), moment(told.after.game.reasons[outcome.reason])]
