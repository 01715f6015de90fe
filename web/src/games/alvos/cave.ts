/** What each hex of the cave means right now: for the eye, for the ear, and for a click. */
import type { Option } from './actions';
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
  options: Option[];
  picked: number | null;
  previewed: number | null;
  hint: string | null;
}

export function isLegal(options: Option[], action: string): boolean {
  return options.some(({ text }) => text === action);
}

/** The possible ways to collect in an inner hex. */
export function waysTo(hex: number, table: AlvosView, options: Option[]): Way[] {
  return table.ways.filter((way) => way.kind === 'collect' && way.hex === hex && isLegal(options, way.action));
}

/** The hex that a choice is about: an inner one by its number, an outer one by its tens. */
export function hexOf({ kind, part, hex }: Option): number | null {
  return kind === 'collect' ? (hex ?? null) : (part ?? null);
}

export function marksOf(hex: number, { table, options, picked, previewed, hint }: Situation): Marks {
  const hinted = options.find(({ text }) => text === hint);
  return {
    legal: legalUse(hex, table, options),
    picked: picked === hex,
    previewed: previewed === hex,
    hinted: hinted !== undefined && hexOf(hinted) === hex,
  };
}

/** The choice to let the part on a hex burn. */
export function fireOn(hex: number, options: Option[]): Option | undefined {
  return options.find(({ kind, part }) => kind === 'fire' && part === hex);
}

function legalUse(hex: number, table: AlvosView, options: Option[]): Marks['legal'] {
  if (fireOn(hex, options)) return 'fire';
  if (options.some(({ kind, part }) => kind === 'deliver' && part === hex)) return 'deliver';
  return waysTo(hex, table, options).length ? 'collect' : null;
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
  const parts = [say('hex.outer', { hex, boxes: boxes.done, of: boxes.of })];
  if (part) {
    const left = part.row.slice(part.delivered).join(' ');
    parts.push(left ? say('hex.part', { done: part.delivered, row: left }) : say('hex.part.done'));
    if (part.fires.done) parts.push(say('hex.fires', { n: part.fires.done, of: part.fires.of }));
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
