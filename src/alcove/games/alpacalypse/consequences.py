"""What follows from a choice, told: what it changed for each tribe, and where the game has got to by itself."""

from __future__ import annotations

from alcove.games.alpacalypse import actions, bids, frames, table
from alcove.games.alpacalypse.cards import (
    ACTION_CARDS,
    AGE_TILES,
    FIRST_OF_DECK,
    MARKET,
    NEW_DAYS,
    STARTER,
)
from alcove.games.alpacalypse.components import MILESTONE_NAMES, named
from alcove.games.alpacalypse.spaces import at_hand
from alcove.games.alpacalypse.told import NAMED, TAKES, TOKEN, Told, day_of
from alcove.games.alpacalypse.vocabulary import BONUS_ACTION, CUBE, DECKS, RESOURCES, TRACKS, Step
from alcove.games.alpacalypse.wording import (
    AGE_NUMERALS,
    MEMBER_NAMES,
    TRACK_NAMES,
    after_colon,
    listed,
    resources,
    sentence,
    signed,
)
from alcove.kernel.story import Line, about, moment
from alcove.kernel.text import Text, same

GOODS = (*RESOURCES, CUBE)

DRAWS = Text("{who} draws {what}.", "{who} zieht {what}.")
CHANGES = Text("{who}: {changes}.", "{who}: {changes}.")
ON_TRACK = Text("{steps} {track} (now {space})", "{steps} {track} (jetzt {space})")
BONUS_GRANTED = Text(
    "{who} will have a bonus action after the second turns.", "{who} hat nach den zweiten Zügen eine Bonusaktion."
)
LOST_FOR_NOBODY = Text(
    "{who} loses a bonus action: there is nobody free to take it.",
    "{who} verliert eine Bonusaktion: Niemand ist dafür frei.",
)
LOST_AS_THIRD = Text(
    "{who} loses a bonus action: it would be the third action in a row.",
    "{who} verliert eine Bonusaktion: Es wäre die dritte Aktion hintereinander.",
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


def tell_changes(told: Told, seat: int) -> list[Text | Line]:
    lines: list[Text] = []
    changes = [*_goods_changed(told, seat), *_tracks_changed(told, seat)]
    if changes:
        lines.append(CHANGES.fill(who=told.name(seat), changes=listed(changes)))
    lines += _bonus_actions(told, seat)
    if drawn := _drawn(told, seat):
        lines.append(DRAWS.fill(who=told.name(seat), what=listed(drawn)))
    return about(seat, *lines)


def _bonus_actions(told: Told, seat: int) -> list[Text]:
    """ALPAC-48: granted, or lost without a turn. All that are left of a round are gone with its Action phase."""
    old, new, who = told.old.bonus[seat], told.new.bonus[seat], told.name(seat)
    if told.old.phase != table.ACTION:
        return [BONUS_GRANTED.fill(who=who)] if new > old else []
    held = old + (_granted(told) if seat == told.seat else 0)
    if told.new.phase == table.ACTION and not told.round_ended:
        lost = max(0, held - new - (_bonus_turn(told) == seat))
        granted = new > old
    else:
        lost, granted = held, new > 0
    free = int(at_hand(told.before.state, seat)) - (seat == told.seat and told.sends_somebody)
    why = LOST_AS_THIRD if free > 0 else LOST_FOR_NOBODY
    return [why.fill(who=who)] * lost + ([BONUS_GRANTED.fill(who=who)] if granted else [])


def _granted(told: Told) -> int:
    """How many bonus actions the chosen card gives."""
    effect: tuple[Step, ...] = ()
    if (card := told.chosen(actions.COMPLETE_FROM, len(ACTION_CARDS))) >= 0:
        effect = ACTION_CARDS[card].effect
    if (item := told.chosen(actions.ABILITY_FROM, len(MARKET))) >= 0:
        effect = MARKET[item].effect
    return sum(step.op == BONUS_ACTION for step in effect)


def _bonus_turn(told: Told) -> int | None:
    """ALPAC-48: whose bonus action begins."""
    new = told.new
    if new.phase != table.ACTION or new.turn < 2 * len(told.players) or new.turn == told.old.turn:
        return None
    return int(new.stack[0][frames.SEAT])


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
        for first, change in ((actions.COMPLETE_FROM, 1), (actions.KEEP_FROM, -1), (actions.SCAVENGE_FROM, -1)):
            if (card := told.chosen(first, len(ACTION_CARDS))) >= 0:
                hand[card] += change
    if seat == told.viewer:
        return [named(card) for card, count in zip(ACTION_CARDS, hand, strict=True) for _ in range(count)]
    counts = [sum(hand[FIRST_OF_DECK[deck] : FIRST_OF_DECK[deck + 1]]) for deck in range(STARTER)]
    return [same(f"{count} {deck}") for deck, count in zip(DECKS, counts, strict=True) if count > 0]


# ---- What followed


def tell_new_day_met(told: Told) -> list[Line]:
    """ALPAC-14: once all have decided."""
    old, new, players = told.old, told.new, len(told.players)
    all_decided = new.phase != table.EVENT or new.turn > players
    if old.phase != table.EVENT or old.turn > players or not all_decided:
        return _passed_by_building(told)
    day = NEW_DAYS[day_of(old)]
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
    day = NEW_DAYS[day_of(told.new)].id
    own = zip(ACTION_CARDS, told.new.done[seat], strict=True)
    card = next(named(card) for card, count in own if count and card.answers == day)
    return Line(PASSES_DAY.fill(who=told.name(seat), card=card), seat)


def tell_taken_besides(told: Told) -> list[Line]:
    """ALPAC-18: what was left over as the only item."""
    if told.new_round:
        return []
    first = (told.old.lap - 1) * len(told.players)
    chosen, lines = told.index, []
    for stall in told.players:
        item, taker = told.new.market_order[first + stall], told.new.taken[stall]
        if taker in (told.old.taken[stall], table.NONE):
            continue
        if taker == told.seat and chosen == actions.ITEM_FROM + item:
            chosen = table.NONE  # told already; a second card of the kind is not
        else:
            lines.append(Line(TAKES.fill(who=told.name(taker), what=named(MARKET[item])), taker))
    if told.new.token not in (told.old.token, table.NONE) and told.index != actions.TOKEN:
        lines.append(Line(TAKES.fill(who=told.name(told.new.token), what=TOKEN), told.new.token))
    return lines


def tell_claims(told: Told) -> list[Line]:
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


def tell_phases(told: Told) -> list[Line]:
    """Where the game has got to by itself."""
    old, new = told.old, told.new
    lines: list[Line] = []
    if told.round_ended:
        lines.append(moment(PRODUCTION.fill(what=listed(_produced(told), same("; ")))))
    if told.new_round:
        day = NEW_DAYS[day_of(new)]
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
    if (acting := _bonus_turn(told)) is not None:
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
