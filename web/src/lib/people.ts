/** Who is who at a table: a colour, and one or two signs for pawns and places. */
import { t } from './i18n';
import { displayName } from './seats';
import type { Game, Seat } from './wire';

export interface Person {
  seat: number;
  name: string;
  initial: string;
  colour: string;
}

export function peopleAt(game: Game, seats: Seat[], colours: string[]): Person[] {
  const names = seats.map((seat) => displayName(game, seat, (n) => t('seat.number', { n })));
  const letters = seats.map((seat, index) => (seat.kind === 'human' ? firstLetter(names[index] ?? '') : ''));
  return seats.map((seat, index) => ({
    seat: seat.seat,
    name: names[index] ?? '',
    initial: initialOf(letters, index),
    colour: colours[seat.seat] ?? '#666',
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
