/** Figures of the owner's page, as people read them. */
import type { ServerState } from '../../lib/wire';
import { word } from './words';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function bytes(count: number, language: string): string {
  let unit = 0;
  let value = count;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toLocaleString(language, { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 })} ${UNITS[unit]}`;
}

export function milliseconds(seconds: number, language: string): string {
  return `${(seconds * 1000).toLocaleString(language, { maximumSignificantDigits: 2 })} ms`;
}

export function duration(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds));
  const [m, h, d] = [Math.floor(s / 60), Math.floor(s / 3600), Math.floor(s / 86_400)];
  if (d > 0) return word('days', { d, h: h % 24 });
  if (h > 0) return word('hours', { h, m: m % 60 });
  return word('minutes', { m, s: s % 60 });
}

/** What has happened between two looks at the server: moves in a minute, and the share of a core in use. */
export function pace(before: ServerState | null, now: ServerState): { moves: number; cpu: number } | null {
  if (before === null || before.started !== now.started || now.now <= before.now) return null;
  const seconds = now.now - before.now;
  const all = (state: ServerState) => Object.values(state.moves).reduce((sum, count) => sum + count, 0);
  return { moves: ((all(now) - all(before)) / seconds) * 60, cpu: (now.cpu - before.cpu) / seconds };
}
