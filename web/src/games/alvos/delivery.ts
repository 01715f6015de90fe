/** Making up a delivery from the loads that the server allows. */
import type { Delivery } from './actions';

/** What somebody would like; the rest is filled in with the most, the fewest wilds, and no bolt. */
export interface Wish {
  count?: number;
  /** Which of the cogs are wild: '.*' */
  load?: string;
  bolt?: boolean;
  /** How the dice allow it, see `wayOf`. */
  way?: string;
}

/** The load as a word: a dot for each cog, a star for each wild one. */
export function loadOf({ load }: Pick<Delivery, 'load'>): string {
  return load.map(({ wild }) => (wild ? '*' : '.')).join('');
}

/** The dice of a delivery as a word: by the roll, or with the unused die and the one that is kept. */
export function wayOf({ unused, keeps }: Pick<Delivery, 'unused' | 'keeps'>): string {
  return typeof unused === 'number' ? `keep ${keeps}` : 'roll';
}

const wildsIn = ({ load }: Delivery) => load.filter(({ wild }) => wild).length;

/** The possible delivery that fits the wish best: what comes first in it weighs more than all the rest. */
export function choose(possible: Delivery[], wish: Wish): Delivery | null {
  const rank = (one: Delivery): number[] => [
    wish.count === undefined ? one.load.length : Number(one.load.length === wish.count),
    Number(wish.load === undefined || loadOf(one) === wish.load),
    Number(wish.way === undefined || wayOf(one) === wish.way),
    Number(one.bolt === (wish.bolt ?? false)),
    -wildsIn(one),
  ];
  return possible.reduce<Delivery | null>((best, one) => (best && !ranksHigher(rank(one), rank(best)) ? best : one), null);
}

/** The wish that leads to a delivery. */
export function wishFor(delivery: Delivery): Wish {
  return { count: delivery.load.length, load: loadOf(delivery), way: wayOf(delivery), bolt: delivery.bolt };
}

function ranksHigher(one: number[], other: number[]): boolean {
  const at = one.findIndex((value, nth) => value !== other[nth]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

export function counts(possible: Delivery[]): number[] {
  return [...new Set(possible.map(({ load }) => load.length))].sort((one, other) => one - other);
}

/** The ways in which the same number of cogs can be made up, plain ones first; one delivery for each. */
export function variants(possible: Delivery[], chosen: Delivery): Delivery[] {
  const same = possible.filter(({ load }) => load.length === chosen.load.length);
  return firsts([...same].sort((one, other) => wildsIn(one) - wildsIn(other)), loadOf);
}

/** One delivery for each way in which the dice allow one. */
export function waysFor(possible: Delivery[]): Delivery[] {
  return firsts(possible, wayOf);
}

export function mayAddBolt(possible: Delivery[], chosen: Delivery): boolean {
  return possible.some((one) => one.bolt && loadOf(one) === loadOf(chosen) && wayOf(one) === wayOf(chosen));
}

function firsts(list: Delivery[], name: (one: Delivery) => string): Delivery[] {
  return list.filter((one, at) => list.findIndex((other) => name(other) === name(one)) === at);
}
