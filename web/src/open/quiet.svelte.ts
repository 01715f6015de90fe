/** Whose lines somebody does not want to read at a table. Nobody else is told. */
import { remember, remembered } from '../lib/storage';

const KEY = 'quiet';
/** Tables that are remembered. */
const MAX_TABLES = 40;

type Kept = [table: string, seats: number[]][];

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(remembered(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Kept) : [];
  } catch {
    return [];
  }
}

export class Quiet {
  seats = $state.raw<number[]>([]);
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
    this.seats = read().find(([id]) => id === table)?.[1] ?? [];
  }

  set(seat: number, quiet: boolean): void {
    const others = this.seats.filter((each) => each !== seat);
    this.seats = quiet ? [...others, seat] : others;
    const kept = read().filter(([id]) => id !== this.#table);
    remember(KEY, JSON.stringify((this.seats.length ? [[this.#table, this.seats] as const, ...kept] : kept).slice(0, MAX_TABLES)));
  }

  hides = (seat: number | null): boolean => seat !== null && this.seats.includes(seat);
}
