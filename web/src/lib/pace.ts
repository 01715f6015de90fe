/** What others do is shown one step after the other, each long enough to be seen. */

export const PACES = ['slow', 'steady', 'quick', 'at-once'] as const;
export type Pace = (typeof PACES)[number];

/** Milliseconds that a step stays before the next one is shown, and the same after a scoring. */
const STAY: Record<Pace, { step: number; moment: number }> = {
  slow: { step: 2600, moment: 6000 },
  steady: { step: 1100, moment: 3200 },
  quick: { step: 450, moment: 1600 },
  'at-once': { step: 0, moment: 0 },
};
/** More than this would be a film: the oldest are shown without a pause. */
const MAX_WAITING = 30;

export function stayOf(pace: Pace, moment: boolean): number {
  return STAY[pace][moment ? 'moment' : 'step'];
}

export interface Shown {
  /** Shows what has arrived, and says how long it is to stay. */
  show: () => number;
  /** Whether it waits until what was shown before it has been seen. */
  waits: boolean;
}

/** Keeps the order in which things have arrived. Whatever need not wait is shown at once if nothing waits before it. */
export class PaceQueue {
  #waiting: Shown[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #freeAt = 0;
  #held = false;
  readonly #changed: (waiting: number) => void;

  constructor(changed: (waiting: number) => void) {
    this.#changed = changed;
  }

  get length(): number {
    return this.#waiting.length;
  }

  add(shown: Shown): void {
    this.#waiting.push(shown);
    while (this.#waiting.length > MAX_WAITING) this.#showNext();
    this.#go();
  }

  /** Shows everything that waits. */
  flush(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.length) this.#showNext();
    this.#freeAt = 0;
    this.#changed(0);
  }

  /** Forgets what waits: something newer has made it void. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#freeAt = 0;
    this.#changed(0);
  }

  hold(held: boolean): void {
    this.#held = held;
    this.#go();
  }

  /** Shows the next step although everything is held. */
  step(): void {
    if (!this.#waiting.length) return;
    this.#showNext();
    while (this.#waiting.length && !this.#waiting[0]?.waits) this.#showNext();
    this.#go();
  }

  #go(): void {
    clearTimeout(this.#timer);
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const left = next.waits ? this.#freeAt - Date.now() : 0;
      if (next.waits && this.#held) break;
      if (left > 0) {
        this.#timer = setTimeout(() => this.#go(), left);
        break;
      }
      this.#showNext();
    }
    this.#changed(this.#waiting.length);
  }

  #showNext(): void {
    const stay = this.#waiting.shift()?.show() ?? 0;
    if (stay > 0) this.#freeAt = Date.now() + stay;
  }
}
