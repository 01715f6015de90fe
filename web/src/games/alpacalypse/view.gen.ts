/** Written by scripts/write_types.py; changes belong in alcove.games.alpacalypse.view. */

export interface NewDay {
  card: string;
  responder: 'builder' | 'financier' | 'leader' | 'researcher' | 'warrior';
  met: ('failed' | 'passed' | null)[];
  past: string[];
}

export interface Stall {
  card: string;
  taken_by: number | null;
}

export interface Token {
  taken_by: number | null;
}

export interface Market {
  open: boolean;
  stalls: Stall[];
  token: Token;
  deck: number;
  discards: string[];
}

/** No members are no bid. */
export interface Bid {
  members: ('builder' | 'financier' | 'leader' | 'researcher' | 'warrior')[];
  coins: number;
}

export interface ShownBid {
  members: ('builder' | 'financier' | 'leader' | 'researcher' | 'warrior')[];
  coins: number;
  strength: number;
}

export interface Bids {
  sealed: boolean;
  made: boolean[];
  own: Bid | null;
  shown: ShownBid[] | null;
  /** The bidders in the order in which they take. */
  order: number[];
}

export interface Occupant {
  seat: number;
  by: 'assistant' | 'builder' | 'financier' | 'leader' | 'researcher' | 'warrior';
}

export interface Space {
  id: string;
  member: 'builder' | 'financier' | 'leader' | 'researcher' | 'warrior';
  capacity: number;
  occupants: Occupant[];
  full: boolean;
}

export interface Tracks {
  might: number[];
  wealth: number[];
  culture: number[];
  tech: number[];
}

export interface Milestone {
  id: string;
  owner: number | null;
}

export interface Age {
  tile: string;
  holders: number[];
  rounds: number[];
}

export interface Deck {
  left: number;
  discards: string[];
}

export interface Decks {
  MD: Deck;
  PC: Deck;
  BP: Deck;
  AT: Deck;
}

export interface Goods {
  soldier: number;
  coin: number;
  worker: number;
  material: number;
  cube: number;
}

export interface Member {
  id: 'builder' | 'financier' | 'leader' | 'researcher' | 'warrior';
  /** `home`, `event`, `market`, `trot` or a space. */
  where: string;
  influence: number | null;
}

export interface HandSizes {
  MD: number;
  PC: number;
  BP: number;
  AT: number;
  starter: number;
}

export interface ByDeck {
  MD: number;
  PC: number;
  BP: number;
  AT: number;
}

/** What counts for a bonus of the age that is open. */
export interface ThisAge {
  completed: ByDeck;
  built: number;
  passed: number;
  advanced: ('culture' | 'might' | 'tech' | 'wealth')[];
}

export interface Points {
  might: number;
  wealth: number;
  culture: number;
  tech: number;
  milestones: number;
  ages: number;
  artifacts: number;
  heroes: number;
  tiles: number;
  cards: number;
  total: number;
}

export interface Tribe {
  tribe: string | null;
  goods: Goods;
  members: Member[];
  buildings: ('barracks' | 'factory' | 'labor-union' | 'palace')[];
  wonder: boolean;
  wonder_tiles: string[];
  completed: string[];
  kept: string[];
  /** Of the viewer's own tribe only. */
  hand: string[] | null;
  hand_sizes: HandSizes;
  /** Cards in hand that everybody has seen. */
  known: string[];
  bonus_actions: number;
  powers: Record<string, number>;
  wins_ties: boolean;
  this_age: ThisAge;
  points: Points;
}

export interface Turn {
  seat: number;
  number: number;
  bonus: boolean;
  actions: number;
  to_come: number[];
}

/** Where something comes from: the id of a card, tile, tribe or space, and which of its texts. */
export interface Source {
  id: string;
  part: string;
}

/** One of the things that are still to be done. */
export interface Frame {
  kind: string;
  seat: number | null;
  source: Source | null;
  amount?: number;
  count?: number;
  actions?: number;
  deck?: 'AT' | 'BP' | 'MD' | 'PC';
  /** Cards that were drawn are named to their owner alone. */
  cards?: string[] | null;
  building?: 'barracks' | 'factory' | 'labor-union' | 'palace';
  cost?: Partial<Record<'any' | 'coin' | 'material' | 'soldier' | 'worker', number>>;
  less?: number;
  item?: string;
}

export interface View {
  round: number;
  rounds: number;
  age: 1 | 2 | 3;
  phase: 'action' | 'bids' | 'clean-up' | 'event' | 'market' | 'over' | 'resolution' | 'tribes';
  step: 'abilities' | 'production' | 'return' | 'tiles' | 'wonders' | null;
  first: number;
  order: number[];
  new_day: NewDay | null;
  days_left: number;
  market: Market;
  bids: Bids | null;
  spaces: Space[];
  tracks: Tracks;
  /** The spaces of a track, from the lowest. */
  track_spaces: number[];
  dummy: number | null;
  shields: number[];
  milestones: Milestone[];
  ages: Age[];
  decks: Decks;
  /** Those that nobody has taken yet. */
  wonder_tiles: string[];
  tribes: Tribe[];
  turn: Turn | null;
  stack: Frame[];
  choice: Frame | null;
}

/** A choice as data: what it is, what it names, and what comes of it. */
export interface Choice {
  kind: 'acquire' | 'assistant' | 'bid' | 'build' | 'complete' | 'cube-for' | 'decline' | 'draw' | 'end' | 'gain' | 'keep' | 'less' | 'member' | 'no-bid' | 'pass' | 'pay' | 'pay-own' | 'play' | 'scavenge' | 'send' | 'stay' | 'take' | 'tile' | 'token' | 'track' | 'trade' | 'tribe' | 'trot';
  tribe?: string;
  item?: string;
  card?: string;
  tile?: string;
  space?: string;
  member?: 'builder' | 'financier' | 'leader' | 'researcher' | 'warrior';
  deck?: 'AT' | 'BP' | 'MD' | 'PC';
  /** Cards in the deck. */
  left?: number;
  good?: 'any' | 'coin' | 'cube' | 'material' | 'soldier' | 'worker';
  track?: 'culture' | 'might' | 'tech' | 'wealth';
  building?: 'barracks' | 'factory' | 'labor-union' | 'palace';
  before?: number;
  /** How many of the good there are, or where the pawn stands. */
  after?: number;
  /** Resources for shields on the way. */
  earns?: number;
  coins?: number;
  members?: ('builder' | 'financier' | 'leader' | 'researcher' | 'warrior')[];
  influence?: number;
  /** Of a bid: influence, coins, and what a power adds. */
  strength?: number;
  cost?: Partial<Record<'any' | 'coin' | 'material' | 'soldier' | 'worker', number>>;
}
