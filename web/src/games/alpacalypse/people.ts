/** Who is who at the table, in the colours of the tribes. */
import { peopleAt, type Person } from '../../lib/people';
import type { Game, Seat } from '../../lib/wire';

export type { Person };

const COLOURS = ['#b83a2c', '#2f66ad', '#3b7f3f', '#c9971f', '#7a4a9c'];

export const people = (game: Game, seats: Seat[]): Person[] => peopleAt(game, seats, COLOURS);
