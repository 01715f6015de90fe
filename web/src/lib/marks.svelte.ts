/** How the decisions in a finished game are marked, for its list of moves. They come while the game is analysed. */
import { api } from './api';
import type { Decision, ReplayStep } from './wire';

export type Mark = Decision['mark'];

/** From the best to the worst. */
const ORDER: Mark[] = ['best', 'good', 'doubtful', 'mistake'];
const FIRST_WAIT = 2_000;
const MAX_WAIT = 30_000;

export class Marks {
  decisions = $state.raw<Decision[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Ask until all is known, more and more seldom: nobody waits for it. */
  follow(table: string): void {
    void this.#ask(table, FIRST_WAIT);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #ask(table: string, wait: number): Promise<void> {
    const again = (this.#timer = setTimeout(() => void this.#ask(table, Math.min(MAX_WAIT, 1.5 * wait)), wait));
    try {
      const { decisions, done, of } = await api.knownAnalysis(table);
      if (again !== this.#timer) return;
      this.decisions = decisions;
      if (done >= of) this.stop();
    } catch {
      // It is asked again.
    }
  }
}

/** The worst mark of each turn, by its number. */
export function marksByTurn(decisions: Decision[], steps: Pick<ReplayStep, 'turn'>[]): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const { step, mark } of decisions) {
    const turn = steps[step]?.turn?.number;
    if (turn === undefined) continue;
    const known = marks.get(turn);
    if (known === undefined || ORDER.indexOf(mark) > ORDER.indexOf(known)) marks.set(turn, mark);
  }
  return marks;
}
