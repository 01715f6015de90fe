"""Between the slow Alpacalypse and the words of a position text: set up from them, and written as them.

A position is taken over where all members are at home: at a New Day before anybody has answered, or before tribes are
chosen. `stack`, `rng` and the counters that say how far a phase has got belong to the fast engine alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from tests.games.alpacalypse.oracle import Alpacalypse
from tests.games.alpacalypse.oracle_cards import (
    CARDS,
    GOODS,
    KINDS,
    MARKET,
    MEMBERS,
    PRODUCES,
    SPACES,
    TILES,
    TRACKS,
    Seat,
)

NOT_COMPARED = ("step", "turn", "mover", "streak", "stack", "rng")
MILESTONES = [*[f"3 {kind}" for kind in KINDS], "1 of each", "12", "buildings"]
COINS_AND_NONE = 256


def words_of(text: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in text.split(" "))


# ---- Set up ----


def names(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(".")]


def take_over(text: str, shuffle: Callable[[str, list[str]], list[str]]) -> Alpacalypse:
    words = words_of(text)
    by_seat = {key: value.split("/") for key, value in words.items()}
    game = Alpacalypse([seat_from(words, by_seat, number) for number in range(int(words["players"]))], shuffle)
    game.first, game.round, game.phase = int(words["first"]) - 1, int(words["round"]), words["phase"]
    game.days, game.market = names(words["days"]), names(words["market"])
    game.age_tiles = dict(enumerate(names(words["ages"]), 1))
    game.decks = dict(zip(KINDS, map(names, by_seat["decks"]), strict=True))
    for name in names(words["discards"]):
        game.discards[CARDS[name]["kind"]].append(name)
    claimed = zip(MILESTONES, words["milestones"].split(","), strict=True)
    game.milestones = {name: int(owner) - 1 for name, owner in claimed if owner != "-"}
    game.begin()
    return game


def owners(words: dict[str, str]) -> dict[str, str]:
    return dict(zip(TILES, words["tile-owners"].split(","), strict=True))


def seat_from(words: dict[str, str], by_seat: dict[str, list[str]], number: int) -> Seat:
    def pawns(key: str) -> dict[str, int]:
        return dict(zip(TRACKS, numbers(by_seat[key][number]), strict=True))

    return Seat(
        number,
        tribe=words["tribe"].split(",")[number].strip("-"),
        goods=Counter(dict(zip(GOODS, numbers(by_seat["goods"][number]), strict=True))),
        hand=names(by_seat["hands"][number]),
        known=names(by_seat["known"][number]),
        completed=names(by_seat["completed"][number]),
        kept=names(by_seat["kept"][number]),
        tiles=[tile for tile, owner in owners(words).items() if owner == str(number + 1)],
        built=names(by_seat["built"][number]),
        pawns=pawns("pawns"),
        bonuses={age for age, has in enumerate(numbers(by_seat["bonuses"][number]), 1) if has},
        completed_in_age=Counter(dict(zip(KINDS, numbers(by_seat["age-completed"][number]), strict=True))),
        built_in_age=int(words["age-built"].split(",")[number]),
        passed_in_age=int(words["age-passed"].split(",")[number]),
        bonus_actions=int(words["bonus"].split(",")[number]),
        pawns_before_age=pawns("age-pawns"),
    )


# ---- Written ----


def listed(cards: Iterable[str], order: Iterable[str] | None = None) -> str:
    """Cards in the order of the tables, or as they lie."""
    places = list(order or [])
    return ",".join(sorted(cards, key=places.index) if places else cards) or "-"


def seated(seat: int | None) -> str:
    return "-" if seat is None else str(seat + 1)


def dotted(values: Iterable[int]) -> str:
    return ".".join(map(str, values))


def bid_number(bid: tuple[str, int] | None) -> int:
    """−1 before the bid, 0 for none, then by members and coins."""
    if bid is None:
        return -1
    members = sum(1 << at for at, member in enumerate(MEMBERS) if member[0].upper() in bid[0])
    return 1 + COINS_AND_NONE * (members - 1) + bid[1] if members else 0


def words(game: Alpacalypse, before: dict[str, str]) -> dict[str, str]:
    """All that is compared; `before` holds what never changes."""
    seats = game.seats
    spaces = [space for both in SPACES.values() for space in both]
    tile_owner = {tile: str(seat.number + 1) for seat in seats for tile in seat.tiles}
    met = {None: "-", True: "passed", False: "failed"}
    return {
        **{key: before[key] for key in ("players", "tribes", "days", "market", "ages")},
        "round": str(game.round),
        "phase": game.phase,
        "first": seated(game.first),
        "tribe": ",".join(seat.tribe or "-" for seat in seats),
        "taken": ",".join(seated(stall.taker) for stall in game.stalls) or before["taken"],
        "token": seated(game.token),
        "tile-owners": ",".join(tile_owner.get(tile, "-") for tile in TILES),
        "decks": "/".join(listed(game.decks[kind]) for kind in KINDS),
        "discards": listed([name for kind in KINDS for name in game.discards[kind]], CARDS),
        "hands": "/".join(listed(seat.hand, CARDS) for seat in seats),
        "known": "/".join(listed(seat.known, CARDS) for seat in seats),
        "completed": "/".join(listed(seat.completed, CARDS) for seat in seats),
        "kept": "/".join(listed(seat.kept, MARKET) for seat in seats),
        "goods": "/".join(dotted(seat.goods[name] for name in GOODS) for seat in seats),
        "built": "/".join(listed(seat.built, PRODUCES) for seat in seats),
        "wonders": ",".join(str(int(seat.has_wonder())) for seat in seats),
        "pawns": "/".join(dotted(seat.pawns.values()) for seat in seats),
        "members": "/".join(".".join(seat.where.values()) for seat in seats),
        "assistants": "/".join(
            listed([space for space, owner in game.assistants if owner == seat.number], spaces) for seat in seats
        ),
        "met": ",".join(met[game.met.get(seat.number)] for seat in seats),
        "bids": ",".join(str(bid_number(game.bids.get(seat.number))) for seat in seats),
        "strengths": ",".join(str(game.strengths.get(seat.number, 0)) for seat in seats),
        "bonus": ",".join(str(seat.bonus_actions) for seat in seats),
        "milestones": ",".join(seated(game.milestones.get(name)) for name in MILESTONES),
        "bonuses": "/".join(dotted(int(age in seat.bonuses) for age in (1, 2, 3)) for seat in seats),
        "age-completed": "/".join(dotted(seat.completed_in_age[kind] for kind in KINDS) for seat in seats),
        "age-built": ",".join(str(seat.built_in_age) for seat in seats),
        "age-passed": ",".join(str(seat.passed_in_age) for seat in seats),
        "age-pawns": "/".join(dotted(seat.pawns_before_age.values()) for seat in seats),
    }
