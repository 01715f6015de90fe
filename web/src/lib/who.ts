/** Each player's one name and one colour, for everything around the board. */
import { getContext, setContext } from 'svelte';
import type { Person } from './people';

const KEY = Symbol('people');

export function providePeople(people: () => Person[]): void {
  setContext(KEY, people);
}

/** Who sits where; nobody outside a table. */
export function peopleHere(): () => Person[] {
  return getContext<(() => Person[]) | undefined>(KEY) ?? (() => []);
}
