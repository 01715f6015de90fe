/** Making up a delivery from the loads that the server allows. */
import type { Delivery } from './actions';

/** What somebody would like; the rest is filled in with the most, the fewest wilds, and no bolt. */
export interface Wish {
  count?: number;
  /** The load as written: '3 5*'. */
  load?: string;
  bolt?: boolean;
  way?: string;
}

export function loadOf({ cogs, wild }: Pick<Delivery, 'cogs' | 'wild'>): string {
  return cogs.map((kind, nth) => `${kind}${wild[nth] ? '*' : ''}`).join(' ');
}

const wildsIn = ({ wild }: Delivery) => wild.filter(Boolean).length;

/** The possible delivery that fits the wish best: what comes first in it weighs more than all the rest. */
export function choose(possible: Delivery[], wish: Wish): Delivery | null {
  const rank = (one: Delivery): number[] => [
    wish.count === undefined ? one.cogs.length : Number(one.cogs.length === wish.count),
    Number(wish.load === undefined || loadOf(one) === wish.load),
    Number(wish.way === undefined || one.way === wish.way),
    Number(one.bolt === (wish.bolt ?? false)),
    -wildsIn(one),
  ];
  return possible.reduce<Delivery | null>((best, one) => (best && !ranksHigher(rank(one), rank(best)) ? best : one), null);
}

function ranksHigher(one: number[], other: number[]): boolean {
  const at = one.findIndex((value, nth) => value !== other[nth]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

export function counts(possible: Delivery[]): number[] {
  return distinct(possible.map(({ cogs }) => cogs.length)).sort((one, other) => one - other);
}

/** The ways in which the same number of cogs can be made up, plain ones first. */
export function variants(possible: Delivery[], chosen: Delivery): string[] {
  const same = possible.filter(({ cogs }) => cogs.length === chosen.cogs.length);
  return distinct([...same].sort((one, other) => wildsIn(one) - wildsIn(other)).map(loadOf));
}

export function waysFor(possible: Delivery[]): string[] {
  return distinct(possible.map(({ way }) => way));
}

export function mayAddBolt(possible: Delivery[], chosen: Delivery): boolean {
  return possible.some((one) => one.bolt && loadOf(one) === loadOf(chosen) && one.way === chosen.way);
}

function distinct<T>(list: T[]): T[] {
  return [...new Set(list)];
}
