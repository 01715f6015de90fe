/** Who is who at the table, in the colours of the tribes. */
import { peopleAt, type Person } from '../../lib/people';
import type { Seat } from '../../lib/wire';

export type { Person };

export const COLOURS = ['#b83a2c', '#2f66ad', '#3b7f3f', '#c9971f', '#7a4a9c'];

export const people = (seats: Seat[]): Person[] => peopleAt(seats, COLOURS);
