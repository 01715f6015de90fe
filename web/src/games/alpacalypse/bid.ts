/** The bag in which a bid is put together. Which bids there are, the server has said. */
import type { Choice } from '../../lib/wire';
import { MEMBERS, type Bid, type MemberName, type Tribe } from './table';

export function bidText({ members, coins }: Bid): string {
  const letters = MEMBERS.filter((name) => members.includes(name)).map((name) => name.charAt(0).toUpperCase());
  if (!letters.length) return 'no bid';
  return `bid ${letters.join('')}${coins ? `+${coins}` : ''}`;
}

const WRITTEN = /^bid ([WFBRL]+)(?:\+(\d+))?$/;

export function readBid(text: string): Bid | null {
  const match = WRITTEN.exec(text);
  if (!match) return null;
  const [, letters = '', coins = '0'] = match;
  return { members: MEMBERS.filter((name) => letters.includes(name.charAt(0).toUpperCase())), coins: Number(coins) };
}

export interface BidOffer {
  texts: Set<string>;
  members: MemberName[];
  /** The most coins that can be added. */
  coins: number;
}

export function bidOffer(legal: Choice[]): BidOffer | null {
  const texts = new Set(legal.map(({ text }) => text));
  const bids = legal.flatMap(({ text }) => readBid(text) ?? []);
  if (!texts.has('no bid')) return null;
  const members = MEMBERS.filter((name) => bids.some((bid) => bid.members.includes(name)));
  return { texts, members, coins: bids.reduce((most, bid) => Math.max(most, bid.coins), 0) };
}

export interface Strength {
  influence: number;
  coins: number;
  bonus: number;
  total: number;
}

/** What the bag weighs; without members it is no bid. */
export function strength(bid: Bid, tribe: Tribe): Strength {
  const influence = tribe.members.reduce((sum, { id, influence }) => sum + (bid.members.includes(id) ? (influence ?? 0) : 0), 0);
  const bonus = bid.members.length ? (tribe.powers['bid'] ?? 0) : 0;
  return { influence, coins: bid.coins, bonus, total: bid.members.length ? influence + bid.coins + bonus : 0 };
}

export function toggled(bid: Bid, member: MemberName): Bid {
  const inside = bid.members.includes(member);
  return { ...bid, members: MEMBERS.filter((name) => (name === member ? !inside : bid.members.includes(name))) };
}

export function withCoins(bid: Bid, coins: number, most: number): Bid {
  return { ...bid, coins: Math.max(0, Math.min(most, coins)) };
}
