"""Each kind of frame for people: what is asked, what to do instead of anything else, what is shown of it, and whether
one that was read from a text can be. The rules of the same kinds are in the files of their nouns, found by `asking.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

from alcove.games.alpacalypse import frames
from alcove.games.alpacalypse.actions import COSTS
from alcove.games.alpacalypse.cards import (
    ACTION_CARDS,
    DECK,
    DECK_OF,
    FIRST_OF_DECK,
    MARKET,
    PROGRAM_FROM,
    PROGRAM_TO,
    STARTER,
    STEPS,
)
from alcove.games.alpacalypse.table import (
    ACTION,
    CHOOSE_TRIBES,
    CLEAN_UP,
    CUBES,
    DRAWN_AT_ONCE,
    EVENT,
    MARKET_TAKES,
    NONE,
    State,
)
from alcove.games.alpacalypse.vocabulary import ACT, BUILDINGS, DECKS, TRADE
from alcove.kernel.text import Text

Frame = list[int]
Shown = dict[str, Any]
STARTERS_FROM = int(FIRST_OF_DECK[STARTER])


def _nothing(fields: SimpleNamespace, frame: Frame, own: bool) -> Shown:
    return {}


def _always(state: State, at: int, frame: Frame) -> bool:
    return True


class Pending(NamedTuple):
    """A kind of frame."""

    clause: str = ""
    question: Text = Text("", "")
    """What its seat is asked, for the terminal."""
    instead: Text = Text("", "")
    """Why anything else is refused."""
    show: Callable[[SimpleNamespace, Frame, bool], Shown] = _nothing
    """Its fields by name, for its own seat or for others."""
    fits: Callable[[Any, int, Frame], bool] = _always
    """Whether it can be, at its place of the stack."""


def cost(numbers: Any) -> dict[str, int]:
    """A price by name, without what it does not ask for."""
    return {name: int(number) for name, number in zip(COSTS, numbers, strict=True) if number}


# ---- What is shown


def _show_keep(fields: SimpleNamespace, frame: Frame, own: bool) -> Shown:
    """ALPAC-8, 24: named to their owner alone."""
    drawn = drawn_cards(frame)
    return {
        "deck": DECKS[DECK_OF[drawn[0]]],
        "count": len(drawn),
        "cards": [ACTION_CARDS[card].id for card in drawn] if own else None,
    }


def _show_drawn(fields: SimpleNamespace, frame: Frame, own: bool) -> Shown:
    card = frame[frames.DRAWN_CARD]
    return {"deck": DECKS[DECK_OF[card]], "cards": [ACTION_CARDS[card].id] if own else None}


def _show_lay(fields: SimpleNamespace, frame: Frame, own: bool) -> Shown:
    return {"cards": [ACTION_CARDS[frame[frames.LAY_CARD]].id]}


def _show_raise(fields: SimpleNamespace, frame: Frame, own: bool) -> Shown:
    return {"building": BUILDINGS[frame[frames.RAISE_BUILDING]]}


def _show_obtain(fields: SimpleNamespace, frame: Frame, own: bool) -> Shown:
    stall = (fields.lap - 1) * fields.players + frame[frames.OBTAIN_STALL]
    return {"item": MARKET[fields.market_order[stall]].id}


def _show_pay(fields: SimpleNamespace, frame: Frame, own: bool) -> Shown:
    return {"cost": cost(frame[frames.PAY_COST : frames.PAY_LESS]), "less": frame[frames.PAY_LESS]}


def _show_trade(fields: SimpleNamespace, frame: Frame, own: bool) -> Shown:
    return {"cost": cost(STEPS[frame[frames.TRADE_STEP], 1:6])}


def _show_track(fields: SimpleNamespace, frame: Frame, own: bool) -> Shown:
    return {"amount": frame[frames.TRACK_STEPS]}


def _show_pick(fields: SimpleNamespace, frame: Frame, own: bool) -> Shown:
    return {"count": frame[frames.PICK_LEFT]}


def _show_turn(fields: SimpleNamespace, frame: Frame, own: bool) -> Shown:
    return {"actions": frame[frames.TURN_ACTIONS]}


# ---- What can be


def drawn_cards(frame: Frame) -> list[int]:
    """ALPAC-24: those of a KEEP frame."""
    return [card for card in frame[frames.KEEP_CARDS : frames.KEEP_CARDS + DRAWN_AT_ONCE] if card != NONE]


def _run_fits(state: State, at: int, frame: Frame) -> bool:
    program, begin, end = frame[frames.PROGRAM], frame[frames.RUN_STEP], frame[frames.RUN_END]
    whole = PROGRAM_FROM[program] <= begin < end <= PROGRAM_TO[program]
    return bool(whole and (state.phase == ACTION or not (STEPS[begin:end, 0] == ACT).any()))


def _trade_fits(state: State, at: int, frame: Frame) -> bool:
    program, step = frame[frames.PROGRAM], frame[frames.TRADE_STEP]
    return bool(PROGRAM_FROM[program] <= step < PROGRAM_TO[program] and STEPS[step, 0] == TRADE)


def _keep_fits(state: State, at: int, frame: Frame) -> bool:
    drawn, first = drawn_cards(frame), int(frames.KEEP_CARDS)
    in_order = frame[first : first + len(drawn)] == drawn
    return in_order and len({DECK[card] for card in drawn}) == 1 and drawn[0] < STARTERS_FROM


def _drawn_fits(state: State, at: int, frame: Frame) -> bool:
    seat, card = frame[frames.SEAT], frame[frames.DRAWN_CARD]
    unseen = state.hand[seat, card] > state.known[seat, card]
    return bool(at == state.depth - 1 and unseen and card < STARTERS_FROM)


def _obtain_fits(state: State, at: int, frame: Frame) -> bool:
    stall = frame[frames.OBTAIN_STALL]
    in_time = state.phase == CLEAN_UP and stall < state.players
    return bool(in_time and state.taken[stall] == frame[frames.SEAT])


def _pay_fits(state: State, at: int, frame: Frame) -> bool:
    """ALPAC-1: it can be paid."""
    goods, price = state.goods[frame[frames.SEAT]].tolist(), frame[frames.PAY_COST : frames.PAY_ANY]
    missing = sum(max(0, asked - held) for asked, held in zip(price, goods[:CUBES], strict=True))
    over = sum(max(0, held - asked) for asked, held in zip(price, goods[:CUBES], strict=True))
    short = missing + max(0, frame[frames.PAY_ANY] - over)
    return at == state.depth - 1 and bool(short <= goods[CUBES] + frame[frames.PAY_LESS])


def _day_fits(state: State, at: int, frame: Frame) -> bool:
    return bool(state.phase == EVENT and at == 0)


def _tribe_fits(state: State, at: int, frame: Frame) -> bool:
    return bool(state.phase == CHOOSE_TRIBES and at == 0 and state.tribe[frame[frames.SEAT]] == NONE)


def _item_fits(state: State, at: int, frame: Frame) -> bool:
    return bool(state.phase == MARKET_TAKES)


PENDING: dict[str, Pending] = {
    "run": Pending(fits=_run_fits),
    "lay": Pending(show=_show_lay),
    "raise": Pending(show=_show_raise),
    "obtain": Pending(show=_show_obtain, fits=_obtain_fits),
    "turn": Pending(
        "ALPAC-21",
        Text("turn {turn} of 2, send a member to work", "Zug {turn} von 2, schicke jemanden an die Arbeit"),
        Text(
            "It is your turn: send a member or an assistant to a space, play an ability, or pass.",
            "Du bist am Zug: Schicke ein Mitglied oder eine Hilfskraft auf ein Feld, spiele eine Fähigkeit oder passe.",
        ),
        show=_show_turn,
    ),
    "track": Pending(
        "ALPAC-4",
        Text("choose a track for {amount}", "wähle eine Leiste für {amount}"),
        Text("Choose a track on which your pawn can move.", "Wähle eine Leiste, auf der deine Figur ziehen kann."),
        show=_show_track,
    ),
    "pick": Pending(
        "ALPAC-5",
        Text("take a resource, {count} to choose", "nimm eine Ressource, {count} zu wählen"),
        Text("Choose one of the resources on offer.", "Wähle eine der angebotenen Ressourcen."),
        show=_show_pick,
    ),
    "draw": Pending(
        "ALPAC-27",
        Text("draw from which deck?", "von welchem Stapel ziehst du?"),
        Text("Choose a deck to draw from.", "Wähle einen Stapel, von dem du ziehst."),
    ),
    "acquire": Pending(
        "ALPAC-24",
        Text("acquire from which deck?", "aus welchem Stapel beschaffst du?"),
        Text("Choose the deck to acquire from.", "Wähle den Stapel, aus dem du dir eine Karte holst."),
    ),
    "keep": Pending(
        "ALPAC-24",
        Text("keep one of the cards drawn", "behalte eine der gezogenen Karten"),
        Text("Keep one of the cards you have drawn.", "Behalte eine der gezogenen Karten."),
        _show_keep,
        _keep_fits,
    ),
    "drawn": Pending(
        "ALPAC-30",
        Text("complete the card just drawn?", "die gezogene Karte vollenden?"),
        Text("Complete the card you have drawn, or pass.", "Schließe die gezogene Karte ab, oder passe."),
        _show_drawn,
        _drawn_fits,
    ),
    "complete": Pending(
        "ALPAC-30",
        Text("complete a card?", "eine Karte vollenden?"),
        Text("Complete a card that fits, or pass.", "Schließe eine passende Karte ab, oder passe."),
    ),
    "work": Pending(
        "ALPAC-24",
        Text("what do you do here?", "was tust du hier?"),
        Text("Choose what you do on this space.", "Wähle, was du auf diesem Feld tust."),
    ),
    "build": Pending(
        "ALPAC-26",
        Text("build a production building?", "ein Produktionsgebäude bauen?"),
        Text("Build a production building, or pass.", "Baue ein Produktionsgebäude, oder passe."),
    ),
    "pay": Pending(
        "ALPAC-1",
        Text("pay {cost}", "zahle {cost}"),
        Text("First choose how you pay, with what you have.", "Wähle erst, womit du zahlst, aus dem, was du hast."),
        _show_pay,
        _pay_fits,
    ),
    "trade": Pending(
        "ALPAC-30",
        Text("pay {cost} for the trade?", "für den Tausch {cost} zahlen?"),
        Text("Take the trade, or pass.", "Nimm den Tausch an, oder passe."),
        _show_trade,
        _trade_fits,
    ),
    "scavenge": Pending(
        "ALPAC-23",
        Text("take one card from the discards", "nimm eine Karte aus der Ablage"),
        Text("Choose a card from a discard pile.", "Wähle eine Karte aus einem Ablagestapel."),
    ),
    "tile": Pending(
        "ALPAC-20",
        Text("choose a wonder tile", "wähle ein Wunderplättchen"),
        Text("Choose one of the wonder tiles that lie open.", "Wähle eines der offenen Wunderplättchen."),
    ),
    "item": Pending(
        "ALPAC-17",
        Text("take one item of the market", "nimm etwas vom Markt"),
        Text("Take one of the items left in the market.", "Nimm etwas von dem, was noch im Markt liegt."),
        fits=_item_fits,
    ),
    "day": Pending(
        "ALPAC-13",
        Text("do you send the {responder}?", "schickst du: {responder}?"),
        Text(
            "First answer the New Day: send the responder, or stay.",
            "Erst der Neue Tag: Schicke, wer gefragt ist, oder bleib.",
        ),
        fits=_day_fits,
    ),
    "tribe": Pending(
        "ALPAC-10",
        Text("choose your tribe", "wähle deinen Stamm"),
        Text("Choose a tribe that is still free.", "Wähle einen Stamm, der noch frei ist."),
        fits=_tribe_fits,
    ),
}
"""By the names of the kinds."""
