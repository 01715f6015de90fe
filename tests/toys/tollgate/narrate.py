"""What happened, told by comparing before and after; secrets only to the one who has them."""

from __future__ import annotations

from collections.abc import Sequence

from alcove.kernel.position import Action, Position
from alcove.kernel.story import Line, about, moment, quiet
from alcove.kernel.text import Text
from tests.toys.tollgate import rules
from tests.toys.tollgate.notation import card_name

CHOSE = Text("{who} lays a card face down.", "{who} legt eine Karte verdeckt hin.")
CHOSE_CARD = Text("{who} lays {card} face down.", "{who} legt {card} verdeckt hin.")
SHOWN = Text("Revealed: {cards}.", "Aufgedeckt: {cards}.")
WON = Text("{who} has the highest single number.", "{who} hat die höchste einzelne Zahl.")
NOBODY = Text("Every number is there twice; the pot stays.", "Jede Zahl ist doppelt da; der Topf bleibt.")
BANKED = Text("{who} banks {points}.", "{who} nimmt {points} Punkte.")
DREW = Text("{who} draws a card; the pot stays.", "{who} zieht eine Karte; der Topf bleibt.")
DREW_CARD = Text("{who} draws {card}; the pot stays.", "{who} zieht {card}; der Topf bleibt.")
ROLLED = Text("Round {round}: the die shows {die}.", "Runde {round}: der Würfel zeigt {die}.")
THE_DUMMY = Text("The dummy", "Der Strohmann")


def tell(
    before: Position, after: Position, seat: int, action: Action, viewer: int | None, names: Sequence[Text]
) -> list[Text | Line]:
    who = names[seat]
    told: list[Text | Line] = []
    if action.index == rules.BANK:
        told.append(BANKED.fill(who=who, points=int(before.state.pot)))
    elif action.index == rules.DRAW:
        card = card_name(before.state.deck[before.state.deck_left - 1])
        told.append(DREW_CARD.fill(who=who, card=card) if viewer == seat else DREW.fill(who=who))
    else:
        told.append(CHOSE_CARD.fill(who=who, card=action.text) if viewer == seat else quiet(CHOSE.fill(who=who), seat))
        if (before.state.place != after.state.place).any():
            told += _tell_reveal(before, after, names)
    if after.state.lap > before.state.lap:
        told += about(None, ROLLED.fill(round=int(after.state.lap), die=int(after.state.die)))
    if after.outcome is not None:
        told.append(moment(after.game.reasons[after.outcome.reason]))
    return told


def _tell_reveal(before: Position, after: Position, seated: Sequence[Text]) -> list[Line]:
    names = [*seated, THE_DUMMY]
    places = [*range(after.players)] + ([rules.DUMMY] if after.players == 1 else [])
    shown = [(names[-1 if who == rules.DUMMY else who], card_name(after.state.shown[who])) for who in places]
    cards = Text(*(", ".join(f"{name.of(language)} {card}" for name, card in shown) for language in Text._fields))
    told = [moment(SHOWN.fill(cards=cards))]
    winner = int(rules.highest_single(after.state))
    if winner < 0:
        return [*told, Line(NOBODY, None)]
    if winner == rules.DUMMY:
        return [*told, Line(BANKED.fill(who=THE_DUMMY, points=int(before.state.pot)), None)]
    return [*told, Line(WON.fill(who=names[winner]), winner)]
