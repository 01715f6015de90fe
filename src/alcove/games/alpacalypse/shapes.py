"""The types of what a viewer is shown of The Alpacalypse, and of a choice as data."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

MemberName = Literal["warrior", "financier", "builder", "researcher", "leader"]
Resource = Literal["soldier", "coin", "worker", "material"]
Good = Literal["soldier", "coin", "worker", "material", "cube"]
CostName = Literal["soldier", "coin", "worker", "material", "any"]
TrackName = Literal["might", "wealth", "culture", "tech"]
DeckName = Literal["MD", "PC", "BP", "AT"]
BuildingName = Literal["barracks", "palace", "labor-union", "factory"]
Phase = Literal["tribes", "event", "bids", "market", "clean-up", "action", "resolution", "over"]
ResolutionStep = Literal["wonders", "tiles", "abilities", "production", "return"]


class Goods(TypedDict):
    soldier: int
    coin: int
    worker: int
    material: int
    cube: int


class ByDeck(TypedDict):
    MD: int
    PC: int
    BP: int
    AT: int


class HandSizes(TypedDict):
    MD: int
    PC: int
    BP: int
    AT: int
    starter: int


class Member(TypedDict):
    id: MemberName
    where: str
    """`home`, `event`, `market`, `trot` or a space."""
    influence: int | None


class ThisAge(TypedDict):
    """What counts for a bonus of the age that is open."""

    completed: ByDeck
    built: int
    passed: int
    advanced: list[TrackName]


class Points(TypedDict):
    might: int
    wealth: int
    culture: int
    tech: int
    milestones: int
    ages: int
    artifacts: int
    heroes: int
    tiles: int
    cards: int
    total: int


class Tribe(TypedDict):
    tribe: str | None
    goods: Goods
    members: list[Member]
    buildings: list[BuildingName]
    wonder: bool
    wonder_tiles: list[str]
    completed: list[str]
    kept: list[str]
    hand: list[str] | None
    """Of the viewer's own tribe only."""
    hand_sizes: HandSizes
    known: list[str]
    """Cards in hand that everybody has seen."""
    bonus_actions: int
    powers: dict[str, int]
    wins_ties: bool
    this_age: ThisAge
    points: Points


class Bid(TypedDict):
    """No members are no bid."""

    members: list[MemberName]
    coins: int


class ShownBid(TypedDict):
    members: list[MemberName]
    coins: int
    strength: int


class Bids(TypedDict):
    sealed: bool
    made: list[bool]
    own: Bid | None
    shown: list[ShownBid] | None
    order: list[int]
    """The bidders in the order in which they take."""


class Occupant(TypedDict):
    seat: int
    by: Literal["warrior", "financier", "builder", "researcher", "leader", "assistant"]


class Space(TypedDict):
    id: str
    member: MemberName
    capacity: int
    occupants: list[Occupant]
    full: bool


class Source(TypedDict):
    """Where something comes from: the id of a card, tile, tribe or space, and which of its texts."""

    id: str
    part: str


class Frame(TypedDict):
    """One of the things that are still to be done."""

    kind: str
    seat: int | None
    source: Source | None
    amount: NotRequired[int]
    count: NotRequired[int]
    actions: NotRequired[int]
    deck: NotRequired[DeckName]
    cards: NotRequired[list[str] | None]
    """Cards that were drawn are named to their owner alone."""
    building: NotRequired[BuildingName]
    cost: NotRequired[dict[CostName, int]]
    less: NotRequired[int]
    item: NotRequired[str]


class NewDay(TypedDict):
    card: str
    responder: MemberName
    met: list[Literal["passed", "failed"] | None]
    past: list[str]


class Stall(TypedDict):
    card: str
    taken_by: int | None


class Token(TypedDict):
    taken_by: int | None


class Market(TypedDict):
    open: bool
    stalls: list[Stall]
    token: Token
    deck: int
    discards: list[str]


class Tracks(TypedDict):
    might: list[int]
    wealth: list[int]
    culture: list[int]
    tech: list[int]


class Milestone(TypedDict):
    id: str
    owner: int | None


class Age(TypedDict):
    tile: str
    holders: list[int]
    rounds: list[int]


class Deck(TypedDict):
    left: int
    discards: list[str]


class Decks(TypedDict):
    MD: Deck
    PC: Deck
    BP: Deck
    AT: Deck


class Turn(TypedDict):
    seat: int
    number: int
    bonus: bool
    actions: int
    to_come: list[int]


class View(TypedDict):
    round: int
    rounds: int
    age: Literal[1, 2, 3]
    phase: Phase
    step: ResolutionStep | None
    first: int
    order: list[int]
    new_day: NewDay | None
    days_left: int
    market: Market
    bids: Bids | None
    spaces: list[Space]
    tracks: Tracks
    track_spaces: list[int]
    """The spaces of a track, from the lowest."""
    dummy: int | None
    shields: list[int]
    milestones: list[Milestone]
    ages: list[Age]
    decks: Decks
    wonder_tiles: list[str]
    """Those that nobody has taken yet."""
    tribes: list[Tribe]
    turn: Turn | None
    stack: list[Frame]
    choice: Frame | None


class Choice(TypedDict):
    """A choice as data: what it is, what it names, and what comes of it."""

    kind: Literal[
        "pass",
        "end",
        "decline",
        "send",
        "stay",
        "tribe",
        "token",
        "take",
        "member",
        "assistant",
        "trot",
        "play",
        "acquire",
        "draw",
        "complete",
        "keep",
        "scavenge",
        "gain",
        "pay-own",
        "cube-for",
        "pay",
        "less",
        "track",
        "build",
        "trade",
        "tile",
        "bid",
        "no-bid",
    ]
    tribe: NotRequired[str]
    item: NotRequired[str]
    card: NotRequired[str]
    tile: NotRequired[str]
    space: NotRequired[str]
    member: NotRequired[MemberName]
    deck: NotRequired[DeckName]
    left: NotRequired[int]
    """Cards in the deck."""
    good: NotRequired[Literal["soldier", "coin", "worker", "material", "cube", "any"]]
    track: NotRequired[TrackName]
    building: NotRequired[BuildingName]
    before: NotRequired[int]
    after: NotRequired[int]
    """How many of the good there are, or where the pawn stands."""
    earns: NotRequired[int]
    """Resources for shields on the way."""
    coins: NotRequired[int]
    members: NotRequired[list[MemberName]]
    influence: NotRequired[int]
    strength: NotRequired[int]
    """Of a bid: influence, coins, and what a power adds."""
    cost: NotRequired[dict[CostName, int]]
