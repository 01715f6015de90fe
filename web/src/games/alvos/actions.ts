/** The choices as the server describes them, and what somebody did, in a few words. */
import type { Choice, Json } from '../../lib/wire';
import type { Cog, Choice as Parts } from './view.gen';
import { say, thing } from './words';

export type { Parts };
export type Kind = Parts['kind'];

/** A choice with what is sent to take it. */
export interface Option extends Parts {
  text: string;
}

export function optionsIn(legal: Choice[]): Option[] {
  return legal.flatMap(({ text, parts }) => (parts ? [{ ...(parts as unknown as Parts), text }] : []));
}

export interface Delivery extends Option {
  load: Cog[];
  keeps: number;
}

export function deliveriesIn(options: Option[]): Delivery[] {
  return options.flatMap((option) =>
    option.load && option.keeps !== undefined ? [{ ...option, load: option.load, keeps: option.keeps }] : [],
  );
}

/** What was done, as data; null where it is not known. */
export function partsOf(parts: Json | undefined): Parts | null {
  return (parts ?? null) as unknown as Parts | null;
}

/** A turn in a few words, for the sheet of whoever played it. */
export function toldShortly(turn: Parts[]): string {
  return turn.map(told).join(' · ');
}

function told(done: Parts): string {
  const { kind, sum, part, load, what } = done;
  if (kind === 'deliver') return say('did.deliver', { n: load?.length ?? 0 });
  if (kind === 'collect') return say('did.collect', { sum: sum ?? '', what: thing(what ?? 'bolt') });
  if (kind === 'fire') return say('did.fire', { part: part ?? '' });
  return say(`did.${kind}`, { what: what === undefined ? '' : thing(what) });
}
