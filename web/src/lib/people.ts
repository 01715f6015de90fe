/** Who is who at a table: a colour, and one or two signs for pawns and places. */
import type { Seat } from './wire';

export interface Person {
  seat: number;
  name: string;
  initial: string;
  colour: string;
}

/** Colours for a game that says none of its own. */
export const COLOURS: readonly string[] = ['#a8452f', '#2f66ad', '#3b7f3f', '#b07d12', '#7a4a9c', '#3a8a86'];

export function peopleAt(seats: Seat[], colours: readonly string[]): Person[] {
  const names = seats.map(({ called }) => called);
  const letters = seats.map((seat, index) => (seat.kind === 'human' ? firstLetter(names[index] ?? '') : ''));
  return seats.map((seat, index) => ({
    seat: seat.seat,
    name: names[index] ?? '',
    initial: initialOf(letters, index),
    colour: colours[seat.seat % colours.length] ?? '#666',
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
