/** What the server shows of a game of The Alpacalypse. No rule is decided here. */
import type { Json, View } from '../../lib/wire';
import type { Choice as Parts, View as AlpacaView } from './view.gen';

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

/** What is asked about: a choice by its kind and by what it names. */
export type Asked = { kind: Parts['kind'] } & { [name in 'card' | 'space' | 'building' | 'item' | 'track']?: string };

export type { Bid, Bids, Choice as Parts, Frame, Member, Space, Tribe, View as AlpacaView } from './view.gen';

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
