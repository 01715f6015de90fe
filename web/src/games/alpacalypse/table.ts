/** What the server shows of a game of The Alpacalypse. No rule is decided here. */
import type { Json, View } from '../../lib/wire';

export const MEMBERS = ['warrior', 'financier', 'builder', 'researcher', 'leader'] as const;
export const RESOURCES = ['soldier', 'coin', 'worker', 'material'] as const;
export const GOODS = [...RESOURCES, 'cube'] as const;
export const TRACKS = ['might', 'wealth', 'culture', 'tech'] as const;
export const DECKS = ['MD', 'PC', 'BP', 'AT'] as const;
/** What the cards of a hand show from behind. */
export const BACKS = [...DECKS, 'starter'] as const;
export const BUILDINGS = ['barracks', 'palace', 'labor-union', 'factory'] as const;
export const POINT_PARTS = [...TRACKS, 'milestones', 'ages', 'artifacts', 'heroes', 'tiles', 'cards'] as const;
export const PHASES = ['event', 'market', 'action', 'resolution'] as const;

export type MemberName = (typeof MEMBERS)[number];
export type Good = (typeof GOODS)[number];
export type Track = (typeof TRACKS)[number];
export type Deck = (typeof DECKS)[number];
export type Building = (typeof BUILDINGS)[number];
export type PointPart = (typeof POINT_PARTS)[number];
export type Phase = (typeof PHASES)[number];
export type Cost = Partial<Record<Good | 'any', number>>;

export interface Member {
  id: MemberName;
  /** 'home', 'event', 'market', 'trot' or a space. */
  where: string;
  influence: number | null;
}

export interface Tribe {
  tribe: string | null;
  goods: Record<Good, number>;
  members: Member[];
  buildings: Building[];
  wonder: boolean;
  wonder_tiles: string[];
  completed: string[];
  kept: string[];
  hand: string[] | null;
  hand_sizes: Record<Deck | 'starter', number>;
  known: string[];
  bonus_actions: number;
  powers: Record<string, number>;
  this_age: { completed: Record<Deck, number>; built: number; passed: number; advanced: Track[] };
  points: Record<PointPart | 'total', number>;
}

export interface Bid {
  members: MemberName[];
  coins: number;
}

export interface Bids {
  sealed: boolean;
  made: boolean[];
  own: Bid | null;
  shown: (Bid & { strength: number })[] | null;
}

export interface Space {
  id: string;
  member: MemberName;
  capacity: number;
  occupants: { seat: number; by: MemberName | 'assistant' }[];
  full: boolean;
}

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
  deck?: Deck;
  cards?: string[] | null;
  building?: Building;
  cost?: Cost;
  less?: number;
  item?: string;
}

export interface NewDay {
  card: string;
  responder: MemberName;
  met: (null | 'passed' | 'failed')[];
  past: string[];
}

export interface Market {
  open: boolean;
  stalls: { card: string; taken_by: number | null }[];
  token: { taken_by: number | null };
  deck: number;
  discards: string[];
}

export interface AlpacaView {
  round: number;
  rounds: number;
  age: 1 | 2 | 3;
  phase: 'tribes' | 'event' | 'bids' | 'market' | 'clean-up' | 'action' | 'resolution' | 'over';
  step: 'wonders' | 'tiles' | 'abilities' | 'production' | 'return' | null;
  first: number;
  order: number[];
  new_day: NewDay | null;
  days_left: number;
  market: Market;
  bids: Bids | null;
  spaces: Space[];
  tracks: Record<Track, number[]>;
  dummy: number | null;
  shields: number[];
  milestones: { id: string; owner: number | null }[];
  ages: { tile: string; holders: number[] }[];
  decks: Record<Deck, { left: number; discards: string[] }>;
  /** Those that nobody has taken yet. */
  wonder_tiles: string[];
  tribes: Tribe[];
  turn: { seat: number; number: number; bonus: boolean; actions: number; to_come: number[] } | null;
  stack: Frame[];
  choice: Frame | null;
}

export function alpacalypse(view: View): AlpacaView {
  return view.table as Json as unknown as AlpacaView;
}

/** Bids and the clean-up belong to the market phase. */
export function phaseShown(table: AlpacaView): Phase | null {
  if (table.phase === 'bids' || table.phase === 'clean-up') return 'market';
  return table.phase === 'tribes' || table.phase === 'over' ? null : table.phase;
}

/** '+2', '−3' */
export function signed(number: number): string {
  return number < 0 ? `−${-number}` : `+${number}`;
}

export function minus(number: number): string {
  return String(number).replace('-', '−');
}

export const ROMAN = ['', 'I', 'II', 'III'] as const;
