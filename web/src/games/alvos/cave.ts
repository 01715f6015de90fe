/** What each hex of the cave means right now: for the eye, for the ear, and for a click. */
import type { Choice } from '../../lib/wire';
import { kindOfAction, objectOf } from './actions';
import { crowd, innerPlace, waitingPlace, type PawnPlace } from './geometry';
import type { Person } from './people';
import type { AlvosView, InnerHex, OuterHex, Way } from './table';
import { say, thing } from './words';

export interface Marks {
  legal: 'collect' | 'deliver' | 'fire' | null;
  picked: boolean;
  previewed: boolean;
  hinted: boolean;
}

export interface Situation {
  table: AlvosView;
  legal: Choice[];
  picked: number | null;
  previewed: number | null;
  hint: string | null;
}

export function isLegal(legal: Choice[], action: string): boolean {
  return legal.some(({ text }) => text === action);
}

/** The possible ways to collect in an inner hex. */
export function waysTo(hex: number, table: AlvosView, legal: Choice[]): Way[] {
  return table.ways.filter((way) => way.kind === 'collect' && way.hex === hex && isLegal(legal, way.action));
}

/** The hex that an action is about: an inner one by its number, an outer one by its tens. */
export function hexOfAction(action: string, table: AlvosView): number | null {
  const kind = kindOfAction(action);
  if (kind === 'deliver') return table.engineer;
  if (kind === 'fire') return Number(objectOf(action));
  return table.ways.find((way) => way.action === action)?.hex ?? null;
}

export function marksOf(hex: number, { table, legal, picked, previewed, hint }: Situation): Marks {
  return {
    legal: legalUse(hex, table, legal),
    picked: picked === hex,
    previewed: previewed === hex,
    hinted: hint !== null && hexOfAction(hint, table) === hex,
  };
}

function legalUse(hex: number, table: AlvosView, legal: Choice[]): Marks['legal'] {
  if (isLegal(legal, `fire ${hex}`)) return 'fire';
  if (hex === table.engineer && legal.some(({ text }) => kindOfAction(text) === 'deliver')) return 'deliver';
  return waysTo(hex, table, legal).length ? 'collect' : null;
}

const USE_WORDS = { collect: 'hex.reach', deliver: 'hex.deliver', fire: 'hex.burn' } as const;

export function describeInner(hex: InnerHex, people: Person[], marks: Marks): string {
  const parts = [say('hex.inner', { label: hex.label, what: thing(hex.gives) })];
  if (hex.closed) parts.push(say('hex.closed'));
  if (hex.alvos.length) parts.push(say('hex.here', { names: hex.alvos.map((seat) => people[seat]?.name ?? '').join(', ') }));
  if (marks.legal) parts.push(say(USE_WORDS[marks.legal]));
  return parts.join('; ');
}

export function describeOuter({ hex, boxes, engineer, part }: OuterHex, marks: Marks): string {
  const parts = [say('hex.outer', { hex, boxes })];
  if (part) {
    const left = part.row.slice(part.delivered).join(' ');
    parts.push(left ? say('hex.part', { done: part.delivered, row: left }) : say('hex.part.done'));
    if (part.fires) parts.push(say('hex.fires', { n: part.fires }));
  }
  if (engineer) parts.push(say('engineer'));
  if (marks.legal) parts.push(say(USE_WORDS[marks.legal]));
  return parts.join('; ');
}

export interface Pawn extends PawnPlace {
  person: Person;
}

/** Every Alvo that is still in the game, where it stands. */
export function pawns(table: AlvosView, people: Person[]): Pawn[] {
  const waiting = table.alvos.filter(({ hex, eliminated }) => hex === null && !eliminated).map(({ seat }) => seat);
  return people.flatMap((person): Pawn[] => {
    const hex = table.inner.find(({ alvos }) => alvos.includes(person.seat));
    if (hex) {
      const middle = innerPlace(hex.hex);
      const place = crowd(hex.alvos.length)[hex.alvos.indexOf(person.seat)];
      return place ? [{ person, x: middle.x + place.x, y: middle.y + place.y, scale: place.scale }] : [];
    }
    const nth = waiting.indexOf(person.seat);
    return nth < 0 ? [] : [{ person, ...waitingPlace(nth) }];
  });
}
