/** Times that one can choose for a new table. */
import type { TimeControl } from './wire';

const DAY = 86_400;
const NIGHT: [number, number] = [22 * 60, 7 * 60];
const WEEKEND = [5, 6];
/** Minutes for the game, and seconds more after each move. */
export const LIVE: readonly (readonly [number, number])[] = [
  [3, 2],
  [10, 5],
  [30, 10],
  [60, 30],
];
/** Days for each move. */
export const DAYS: readonly number[] = [1, 2, 3, 7];

export type Pace = 'none' | 'custom' | `live ${number}` | `days ${number}`;

export interface TimeWish {
  pace: Pace;
  minutes: number;
  added: number;
  nights: boolean;
  weekends: boolean;
}

export const NO_TIME: TimeWish = { pace: 'none', minutes: 20, added: 10, nights: true, weekends: false };

export const isLong = (wish: TimeWish): boolean => wish.pace.startsWith('days');

export const goodTime = ({ pace, minutes, added }: TimeWish): boolean =>
  pace !== 'custom' || (minutes * 60 >= 1 && minutes <= 1440 && Number.isInteger(added) && added >= 0 && added <= 3600);

export function timeControl(wish: TimeWish): TimeControl | null {
  const [kind, place] = wish.pace.split(' ');
  if (kind === 'none') return null;
  if (kind === 'days') {
    const days = DAYS[Number(place)] ?? 1;
    const sleeps = wish.nights || wish.weekends;
    return {
      kind: 'correspondence',
      seconds: days * DAY,
      sleep: wish.nights ? NIGHT : null,
      offset: sleeps ? -new Date().getTimezoneOffset() : 0,
      days_off: wish.weekends ? WEEKEND : [],
    };
  }
  const [minutes, added] = LIVE[Number(place)] ?? [wish.minutes, wish.added];
  return { kind: 'live', seconds: Math.round(minutes * 60), added };
}
