/** Who is who at the table: a colour, and one or two signs for the track and the pawns. */
import { t } from '../../lib/i18n';
import { displayName } from '../../lib/seats';
import type { Game, Seat, Turn } from '../../lib/wire';

export interface Person {
  seat: number;
  name: string;
  initial: string;
  colour: string;
}

const COLOURS = ['#2a8c82', '#c4513a', '#c99722', '#4672b4', '#9d4f8b', '#5f8a38'];
export const AXEL_COLOUR = '#3a3330';

export function people(game: Game, seats: Seat[]): Person[] {
  const names = seats.map((seat) => displayName(game, seat, (n) => t('seat.number', { n })));
  const letters = seats.map((seat, index) => (seat.kind === 'human' ? firstLetter(names[index] ?? '') : ''));
  return seats.map((seat, index) => ({
    seat: seat.seat,
    name: names[index] ?? '',
    initial: initialOf(letters, index),
    colour: COLOURS[seat.seat] ?? '#666',
  }));
}

/** The letter alone where it is the only one, with the seat's number where it is not, and the number for a bot. */
function initialOf(letters: string[], index: number): string {
  const letter = letters[index] ?? '';
  const alone = letters.filter((other) => other === letter).length === 1;
  return letter && alone ? letter : `${letter}${index + 1}`;
}

function firstLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '';
}

/** What everybody did last; forgotten when the reader goes back in time. */
export interface Recent {
  round: number;
  turns: Record<number, string>;
}

export function noteTurn(before: Recent, turn: Turn | null, round: number): Recent {
  const turns = round < before.round ? {} : before.turns;
  return { round, turns: turn ? { ...turns, [turn[0]]: turn[1] } : turns };
}
