/** The bag in which a bid is put together. Which bids there are and how strong each is, the server has said. */
import type { Choice } from '../../lib/wire';
import { partsOf } from './actions';
import { MEMBERS, type Bid, type MemberName } from './table';

/** A bid that can be made: what it holds, its strength, and what is sent to make it. */
export interface PossibleBid extends Bid {
  influence: number;
  strength: number;
  text: string;
}

export interface BidOffer {
  bids: Map<string, PossibleBid>;
  /** What is sent to make none. */
  none: string;
  members: MemberName[];
  /** The most coins that can be added. */
  coins: number;
}

const keyOf = ({ members, coins }: Bid) => `${MEMBERS.filter((name) => members.includes(name)).join(' ')} ${coins}`;

export function bidOffer(legal: Choice[]): BidOffer | null {
  const none = legal.find((choice) => partsOf(choice)?.kind === 'no-bid');
  if (!none) return null;
  const bids = legal.flatMap((choice): PossibleBid[] => {
    const parts = partsOf(choice);
    if (parts?.kind !== 'bid') return [];
    const { members = [], coins = 0, influence = 0, strength = 0 } = parts;
    return [{ members, coins, influence, strength, text: choice.text }];
  });
  return {
    bids: new Map(bids.map((bid) => [keyOf(bid), bid])),
    none: none.text,
    members: MEMBERS.filter((name) => bids.some(({ members }) => members.includes(name))),
    coins: bids.reduce((most, { coins }) => Math.max(most, coins), 0),
  };
}

/** The bid that the bag holds, if it is one. */
export function bidIn(bag: Bid, offer: BidOffer): PossibleBid | null {
  return offer.bids.get(keyOf(bag)) ?? null;
}

/** What is in a bid that somebody suggests. */
export function suggested(text: string | null, offer: BidOffer): PossibleBid | null {
  return [...offer.bids.values()].find((bid) => bid.text === text) ?? null;
}

export function toggled(bid: Bid, member: MemberName): Bid {
  const inside = bid.members.includes(member);
  return { ...bid, members: MEMBERS.filter((name) => (name === member ? !inside : bid.members.includes(name))) };
}

export function withCoins(bid: Bid, coins: number, most: number): Bid {
  return { ...bid, coins: Math.max(0, Math.min(most, coins)) };
}
