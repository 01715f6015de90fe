/** Who is who at the table, in the colours of the Alvos, and what they did last. */
import { peopleAt, type Person } from '../../lib/people';
import type { LastTurn, Seat } from '../../lib/wire';
import { partsOf, type Parts } from './actions';

export type { Person };

export const COLOURS = ['#2a8c82', '#c4513a', '#c99722', '#4672b4', '#9d4f8b', '#5f8a38'];
export const AXEL_COLOUR = '#3a3330';

export const people = (seats: Seat[]): Person[] => peopleAt(seats, COLOURS);

/** What everybody did last; forgotten when the reader goes back in time. */
export interface Recent {
  round: number;
  turns: Record<number, Parts[]>;
}

export function noteTurn(before: Recent, turn: LastTurn | null, round: number): Recent {
  const turns = round < before.round ? {} : before.turns;
  const done = turn?.parts.flatMap((parts) => partsOf(parts) ?? []) ?? [];
  return { round, turns: turn ? { ...turns, [turn.seat]: done } : turns };
}
