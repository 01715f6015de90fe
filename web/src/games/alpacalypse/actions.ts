/** The written actions, read for finding their places on the table: `warrior MD`, `assistant MD`, `complete torpedos`. */
import type { Choice } from '../../lib/wire';
import { MEMBERS, type MemberName } from './table';

export type ActionKind =
  | 'member'
  | 'assistant'
  | 'trot'
  | 'bid'
  | 'no-bid'
  | 'cube-for'
  | 'tribe'
  | 'send'
  | 'stay'
  | 'take'
  | 'play'
  | 'pass'
  | 'acquire'
  | 'draw'
  | 'complete'
  | 'keep'
  | 'scavenge'
  | 'gain'
  | 'pay'
  | 'less'
  | 'track'
  | 'build'
  | 'trade'
  | 'tile'
  | 'other';

export interface Action {
  text: string;
  kind: ActionKind;
  /** The card, space, deck, track or resource it is about. */
  what: string;
  member?: MemberName;
}

const PLAIN = new Set<string>(
  'tribe send stay take play pass acquire draw complete keep scavenge gain pay less track build trade tile'.split(' '),
);

export function readAction(text: string): Action {
  const [first = '', ...rest] = text.split(' ');
  const what = rest.join(' ');
  if (first === 'no' && what === 'bid') return { text, kind: 'no-bid', what: '' };
  if (first === 'bid') return { text, kind: 'bid', what };
  if (first === 'assistant') return { text, kind: 'assistant', what };
  const member = MEMBERS.find((name) => name === first);
  if (member) return { text, kind: what === 'trot' ? 'trot' : 'member', what, member };
  if (first === 'pay' && what.startsWith('cube for ')) return { text, kind: 'cube-for', what: what.slice('cube for '.length) };
  return { text, kind: PLAIN.has(first) ? (first as ActionKind) : 'other', what };
}

/** Where on the table an action can be taken, as `space:MD` or `hand:torpedos`. */
export function placesOf(action: Action): string[] {
  const { kind, what, member } = action;
  switch (kind) {
    case 'member':
      return [`space:${what}`, `member:${member}`];
    case 'trot':
      return [`member:${member}`];
    case 'assistant':
      return [`space:${what}`];
    case 'take':
      return [what === 'token' ? 'token' : `stall:${what}`];
    case 'play':
      return [`kept:${what}`];
    case 'complete':
      return [`hand:${what}`];
    case 'acquire':
    case 'draw':
      return [`deck:${what}`];
    case 'track':
      return [`track:${what}`];
    case 'build':
      return [`building:${what}`];
    case 'gain':
      return [`good:${what}`];
    case 'pay':
      return what === 'own' ? [] : [`good:${what}`];
    case 'cube-for':
      return ['good:cube'];
    case 'send':
      return ['day'];
    default:
      return [];
  }
}

/** The legal choices by place: what glows there, and what a click on it means. */
export function choicesByPlace(legal: Choice[]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const { text } of legal) {
    for (const place of placesOf(readAction(text))) places.set(place, [...(places.get(place) ?? []), text]);
  }
  return places;
}
