"""Why an action is refused: the clause, and a sentence."""

from __future__ import annotations

from alcove.games.alpacalypse.actions import (
    ABILITY_FROM,
    BID_FROM,
    BUILD_FROM,
    COMPLETE_FROM,
    DECK_FROM,
    HELPER_FROM,
    KEEP_FROM,
    MAX_BID_COINS,
    MEMBER_FROM,
    NO_BID,
    TROT_FROM,
)
from alcove.games.alpacalypse.cards import ACTION_CARDS, DECK_OF, MARKET, SPACES, STARTER
from alcove.games.alpacalypse.completing import ALL_DECKS
from alcove.games.alpacalypse.components import SPACE_NAMES, named
from alcove.games.alpacalypse.frames import (
    ASK_BUILD,
    ASK_COMPLETE,
    ASK_WORK,
    COMPLETE_DECKS,
    DRAWN,
    DRAWN_CARD,
    FRAMES,
    KEEP,
    OP,
    TURN,
    WORK_PARTS,
)
from alcove.games.alpacalypse.pending import PENDING
from alcove.games.alpacalypse.spaces import has_room
from alcove.games.alpacalypse.table import BIDS, COIN, HOME, MAX_ROW, State
from alcove.games.alpacalypse.turns import actions_left, in_a_row, may_act
from alcove.games.alpacalypse.vocabulary import CAPACITY, MEMBERS
from alcove.games.alpacalypse.wording import MEMBER_NAMES
from alcove.kernel.position import Position
from alcove.kernel.text import Text

Refusal = tuple[str, Text]

BUSY = Text("The {member} is busy for the rest of the round.", "Diese Runde schon unterwegs: {member}.")
NOT_SO_RICH = Text("You have only {held} coins.", "Du hast nur {held} Münzen.")
BID_NOW: Refusal = (
    "ALPAC-16",
    Text(
        "Now everybody bids in secret: free members and coins, or no bid.",
        "Jetzt bieten alle verdeckt: freie Mitglieder und Münzen, oder nichts.",
    ),
)
NO_BIDDING: Refusal = ("ALPAC-16", Text("There is no bidding now.", "Gerade wird nicht geboten."))
SPACE_FULL = Text("There is no room left on {space}.", "Auf dem Feld {space} ist kein Platz mehr.")
NOTHING_THERE = Text("There is nothing you could do on {space}.", "Auf dem Feld {space} kannst du nichts ausrichten.")
NO_ASSISTANT: Refusal = (
    "ALPAC-33",
    Text("You hold no assistant for that space.", "Du hast keine Hilfskraft für dieses Feld."),
)
NO_NEED_TO_TROT = Text(
    "The {member} can still use a space; the Trot of Shame is for those who cannot.",
    "Für dieses Mitglied gibt es noch ein Feld ({member}); der Trab der Schande ist nur für die ohne.",
)
NOT_KEPT = Text("You do not hold {card}.", "Du hast die Karte {card} nicht.")
NO_ABILITY = Text("{card} is not a special ability.", "{card} ist keine Sonderfähigkeit.")
TWO_IN_A_ROW: Refusal = (
    "ALPAC-34",
    Text(
        "No more than two of your actions may follow each other.",
        "Mehr als zwei deiner Aktionen dürfen nicht aufeinander folgen.",
    ),
)
NOBODY_LEFT: Refusal = (
    "ALPAC-34",
    Text(
        "There is no free member and no assistant left to take one more action.",
        "Für eine weitere Aktion ist weder ein freies Mitglied noch eine Hilfskraft da.",
    ),
)
ACTION_TAKEN: Refusal = (
    "ALPAC-21",
    Text(
        "The action of this turn is taken: play an ability, or end the turn.",
        "Die Aktion dieses Zuges ist gemacht: Spiele eine Fähigkeit, oder beende den Zug.",
    ),
)
BONUS_TAKEN: Refusal = (
    "ALPAC-48",
    Text(
        "A bonus action is one action: play an ability, or end the turn.",
        "Eine Bonusaktion ist eine einzige Aktion: Spiele eine Fähigkeit, oder beende den Zug.",
    ),
)
NOT_IN_HAND = Text("{card} is not in your hand.", "{card} ist nicht auf deiner Hand.")
WRONG_KIND = Text("{card} cannot be completed here.", "{card} lässt sich hier nicht abschließen.")
ONE_WONDER: Refusal = (
    "ALPAC-35",
    Text("Your tribe has built its wonder already.", "Dein Stamm hat sein Wunder schon gebaut."),
)
CANNOT_PAY = Text("You cannot pay for {card}.", "Du kannst {card} nicht bezahlen.")
NO_PRODUCTION: Refusal = (
    "ALPAC-26",
    Text(
        "That building stands already, cannot be paid, or cannot be built here.",
        "Dieses Gebäude steht schon, ist zu teuer oder lässt sich hier nicht bauen.",
    ),
)
NOT_DRAWN = Text("{card} is not one of the cards you have drawn.", "{card} ist keine der gezogenen Karten.")


def refuse(position: Position, seat: int, action: int) -> Refusal:
    """The reason for an action that is not legal, given by a seat that may act."""
    state = position.state
    if state.phase == BIDS and state.depth == 0:
        return _refuse_bid(state, seat, action)
    if action >= BID_FROM:
        return NO_BIDDING
    op = int(state.stack[state.depth - 1, OP])
    if op == TURN and MEMBER_FROM <= action < DECK_FROM:
        return _refuse_turn(state, seat, action)
    if op in (ASK_WORK, ASK_COMPLETE, DRAWN) and COMPLETE_FROM <= action < KEEP_FROM:
        return _refuse_completion(state, seat, action - int(COMPLETE_FROM))
    if op in (ASK_WORK, ASK_BUILD) and BUILD_FROM <= action < BUILD_FROM + 4:
        return NO_PRODUCTION
    if op == KEEP and KEEP_FROM <= action < KEEP_FROM + len(ACTION_CARDS):
        return "ALPAC-24", NOT_DRAWN.fill(card=named(ACTION_CARDS[action - KEEP_FROM]))
    kind = PENDING[FRAMES[op]]
    return kind.clause, kind.instead


def _refuse_bid(state: State, seat: int, action: int) -> Refusal:
    if not BID_FROM <= action < NO_BID:
        return BID_NOW
    members = int(action - BID_FROM) // (MAX_BID_COINS + 1)
    for at, member in enumerate(MEMBERS):
        if members + 1 >> at & 1 and state.spot[seat, at] != HOME:
            return "ALPAC-3", BUSY.fill(member=MEMBER_NAMES[member])
    return "ALPAC-16", NOT_SO_RICH.fill(held=int(state.goods[seat, COIN]))


def _refuse_turn(state: State, seat: int, action: int) -> Refusal:
    if action >= ABILITY_FROM:
        item = int(action - ABILITY_FROM)
        if MARKET[item].kind != "ability":
            return "ALPAC-34", NO_ABILITY.fill(card=named(MARKET[item]))
        if not state.kept[seat, item]:
            return "ALPAC-34", NOT_KEPT.fill(card=named(MARKET[item]))
        return TWO_IN_A_ROW if in_a_row(state, seat) + actions_left(state) >= MAX_ROW else NOBODY_LEFT
    if not may_act(state, seat):
        taken = BONUS_TAKEN if state.turn >= 2 * state.players else ACTION_TAKEN
        return TWO_IN_A_ROW if actions_left(state) else taken
    if action >= TROT_FROM:
        role = int(action - TROT_FROM)
        if state.spot[seat, role] != HOME:
            return "ALPAC-3", BUSY.fill(member=MEMBER_NAMES[MEMBERS[role]])
        return "ALPAC-32", NO_NEED_TO_TROT.fill(member=MEMBER_NAMES[MEMBERS[role]])
    helper = action >= HELPER_FROM
    space = int(action - (HELPER_FROM if helper else MEMBER_FROM))
    role = space // 2
    where = SPACE_NAMES[SPACES[space]]
    if helper:
        if not any(state.kept[seat, item] for item, card in enumerate(MARKET) if card.role == MEMBERS[role]):
            return NO_ASSISTANT
    elif state.spot[seat, role] != HOME:
        return "ALPAC-3", BUSY.fill(member=MEMBER_NAMES[MEMBERS[role]])
    elif not state.power[seat, CAPACITY] and not has_room(state, space):
        return "ALPAC-22", SPACE_FULL.fill(space=where)
    return "ALPAC-32", NOTHING_THERE.fill(space=where)


def _refuse_completion(state: State, seat: int, card: int) -> Refusal:
    frame, name = state.stack[state.depth - 1], named(ACTION_CARDS[card])
    if state.hand[seat, card] == 0:
        return "ALPAC-30", NOT_IN_HAND.fill(card=name)
    if frame[OP] == DRAWN:
        here = frame[DRAWN_CARD] == card
    elif DECK_OF[card] == STARTER:
        here = bool(frame[OP] == ASK_WORK and frame[WORK_PARTS] & ALL_DECKS)  # ALPAC-31
    else:
        decks = frame[WORK_PARTS] if frame[OP] == ASK_WORK else frame[COMPLETE_DECKS]
        here = bool(decks >> DECK_OF[card] & 1)
    if not here:
        return "ALPAC-31" if DECK_OF[card] == STARTER else "ALPAC-24", WRONG_KIND.fill(card=name)
    if ACTION_CARDS[card].wonder and state.wonder[seat]:
        return ONE_WONDER
    return "ALPAC-30", CANNOT_PAY.fill(card=name)
