/**
 * The clocks of a table as they run here, from what the server said last. The server's clock decides; this one only shows.
 */
import { untrack } from 'svelte';
import type { ClockState } from './wire';

/** Below that, tenths are shown and time is short. */
export const SHORT = 20_000;
const SECOND = 1_000;
const TENTH = 100;
const DAY = 86_400_000;

export class Clocks {
  state = $state.raw<ClockState | null>(null);
  #heardAt = 0;
  #now = $state(0);

  take(state: ClockState | null): void {
    this.state = state;
    this.#heardAt = this.#now = performance.now();
  }

  /** Lets them run, until what is returned is called. An effect that calls it depends on nothing: a tick reads what it writes. */
  run(): () => void {
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      this.#now = Math.max(performance.now(), this.#heardAt);
      const short = this.state?.running.some((seat) => (this.left(seat) ?? SHORT) < SHORT);
      timer = setTimeout(tick, short ? TENTH : SECOND / 2);
    };
    untrack(tick);
    return () => clearTimeout(timer);
  }

  /** Milliseconds that a seat has left, null for one without a clock. */
  left(seat: number): number | null {
    const left = this.state?.left[seat] ?? null;
    if (left === null || !this.state?.running.includes(seat)) return left;
    return Math.max(0, left - this.#passed(this.state));
  }

  /** What has counted since the last word of the server: clocks may stand at night. */
  #passed({ stands, changes_in }: ClockState): number {
    const passed = this.#now - this.#heardAt;
    if (changes_in === null) return passed;
    return stands ? Math.max(0, passed - changes_in) : Math.min(passed, changes_in);
  }
}

/** '2:05', '1:02:05', '9.4' at the end, '2 d 3 h' if it is long. */
export function written(left: number, units: { day: string; hour: string; point: string }): string {
  if (left >= DAY) return `${Math.floor(left / DAY)} ${units.day} ${Math.floor((left % DAY) / 3_600_000)} ${units.hour}`;
  if (left < SHORT) return (Math.floor(left / TENTH) / 10).toFixed(1).replace('.', units.point);
  const seconds = Math.floor(left / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number): string => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const UNITS: [Intl.NumberFormatOptions['unit'], number][] = [
  ['day', DAY],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', SECOND],
];

/** '2 days', by the largest unit that fits. */
export function roughly(left: number, language: string): string {
  const [unit, length] = UNITS.find(([, size]) => left >= size) ?? UNITS[3]!;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(left / length));
}
