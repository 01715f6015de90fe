/** The written actions, read for drawing them: `d5+u2→7 bolt`, `d3+d5→8 deliver 3 5* +bolt`, `lose cog 4`. */
import type { Choice } from '../../lib/wire';
import { say, thing } from './words';

export interface Delivery {
  text: string;
  /** 'd3+d5→8', or 'u4 keep 2': how the dice allow it. */
  way: string;
  cogs: number[];
  /** Which of them are replaced by a wild cog. */
  wild: boolean[];
  bolt: boolean;
}

const DELIVERY = /^(d\d\+d\d→\d+|u\d)(?:→\d+)? deliver((?: [2-6]\*?)+)( \+bolt)?(?: keep (\d))?$/;

export function readDelivery(text: string): Delivery | null {
  const match = DELIVERY.exec(text);
  if (!match) return null;
  const [, by = '', load = '', bolt, kept] = match;
  const words = load.trim().split(' ');
  return {
    text,
    way: kept ? `${by} keep ${kept}` : by,
    cogs: words.map((word) => Number(word[0])),
    wild: words.map((word) => word.endsWith('*')),
    bolt: bolt !== undefined,
  };
}

export function deliveriesIn(legal: Choice[]): Delivery[] {
  return legal.flatMap(({ text }) => readDelivery(text) ?? []);
}

export type Kind = 'collect' | 'deliver' | 'fire' | 'gain' | 'lose' | 'take' | 'leave' | 'pass';

export function kindOfAction(text: string): Kind {
  if (text.includes('deliver')) return 'deliver';
  if (/^d\d\+/.test(text)) return 'collect';
  return (text.split(' ')[0] ?? 'pass') as Kind;
}

/** 'cog 4', 'bolt' or '40': what an action other than a delivery is about. */
export function objectOf(text: string): string {
  return text.split(' ').slice(1).join(' ');
}

const BEGIN_A_TURN: Kind[] = ['fire', 'gain', 'lose'];

/** The last turn of a text that may hold several of one player, one after the other: what an event asked comes first. */
export function lastOf(turns: string): string[] {
  const actions = turns.split('; ');
  const last = actions.pop() ?? '';
  const event = actions.at(-1);
  return event !== undefined && BEGIN_A_TURN.includes(kindOfAction(event)) && last !== event ? [event, last] : [last];
}

/** A turn in a few words, for the sheet of whoever played it. */
export function toldShortly(turns: string): string {
  return lastOf(turns)
    .map((text) => {
      const kind = kindOfAction(text);
      if (kind === 'deliver') return say('did.deliver', { n: readDelivery(text)?.cogs.length ?? 0 });
      if (kind === 'collect') return say('did.collect', { sum: /→(\d+)/.exec(text)?.[1] ?? '', what: thing(objectOf(text)) });
      if (kind === 'fire') return say('did.fire', { part: objectOf(text) });
      return say(`did.${kind}`, { what: thing(objectOf(text)) });
    })
    .join(' · ');
}
