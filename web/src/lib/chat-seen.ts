/** What this browser has read of each table's chat, also after it was closed. */
import { remember, remembered } from './storage';
import type { ChatLine, Seat } from './wire';

const KEY = 'chat-seen';
/** Tables that are remembered. */
const MAX_TABLES = 40;

type Seen = [table: string, at: number][];

function read(): Seen {
  try {
    const kept: unknown = JSON.parse(remembered(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Seen) : [];
  } catch {
    return [];
  }
}

/** When the last line was written that was read at a table. */
export function chatSeen(table: string): number {
  return read().find(([id]) => id === table)?.[1] ?? 0;
}

export function noteChatSeen(table: string, at: number): void {
  remember(KEY, JSON.stringify([[table, at], ...read().filter(([id]) => id !== table)].slice(0, MAX_TABLES)));
}

/** Lines of others since then. */
export function unreadSince(lines: ChatLine[], seats: Seat[], seen: number): number {
  return lines.filter(({ at, seat }) => at > seen && (seat === null || !seats[seat]?.mine)).length;
}
