/** Who is who at the table: a colour, and one or two signs for pawns and places. */
import { t } from '../../lib/i18n';
import { displayName } from '../../lib/seats';
import type { Game, Seat } from '../../lib/wire';

export interface Person {
  seat: number;
  name: string;
  initial: string;
  colour: string;
}

const COLOURS = ['#b83a2c', '#2f66ad', '#3b7f3f', '#c9971f', '#7a4a9c'];

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

/** The letter where it is the only one, with the seat's number where it is not, and the number for a bot. */
function initialOf(letters: string[], index: number): string {
  const letter = letters[index] ?? '';
  const alone = letters.filter((other) => other === letter).length === 1;
  return letter && alone ? letter : `${letter}${index + 1}`;
}

function firstLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '';
}
