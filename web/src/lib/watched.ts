/** What the lobby remembers in this browser alone: tables that were watched, and tables that are hidden from the list. */
import { remember, remembered } from './storage';
import type { TableMessage } from './wire';

const WATCHED_MOST = 12;
const HIDDEN_MOST = 500;

export interface Watched {
  id: string;
  game: string;
  names: string[];
  over: boolean;
  /** Unix seconds. */
  at: number;
}

function list<T>(key: string): T[] {
  try {
    const kept: unknown = JSON.parse(remembered(key) ?? '[]');
    return Array.isArray(kept) ? (kept as T[]) : [];
  } catch {
    return [];
  }
}

export function watchedTables(): Watched[] {
  return list<Watched>('watched');
}

/** Whoever holds a seat finds the table among their own. */
export function noteWatched(table: TableMessage): void {
  const others = watchedTables().filter(({ id }) => id !== table.id);
  if (table.seats.some(({ mine }) => mine)) return remember('watched', JSON.stringify(others));
  const names = table.seats.map(({ called }) => called);
  const watched: Watched = { id: table.id, game: table.game, names, over: table.status === 'over', at: Date.now() / 1000 };
  remember('watched', JSON.stringify([watched, ...others].slice(0, WATCHED_MOST)));
}

export function forgetWatched(table: string): void {
  remember('watched', JSON.stringify(watchedTables().filter(({ id }) => id !== table)));
}

export function hiddenTables(): string[] {
  return list<string>('hidden');
}

export function hide(table: string, hidden: boolean): string[] {
  const others = hiddenTables().filter((id) => id !== table);
  const now = hidden ? [table, ...others].slice(0, HIDDEN_MOST) : others;
  remember('hidden', JSON.stringify(now));
  return now;
}
