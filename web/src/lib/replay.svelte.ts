/** Looking back over a game: all its steps, the one that is shown, and going on by itself. */
import { api, RefusedError } from './api';
import { stayOf, type Pace } from './pace';
import { momentIn } from './story';
import type { ReplayStep } from './wire';

const MAX_TRIES = 6;
const ASK_AGAIN = 1500;

export class Replay {
  steps = $state.raw<ReplayStep[] | null>(null);
  /** The step shown; null shows the present. */
  at = $state<number | null>(null);
  /** Whose view the steps are; null for a spectator's. */
  seat = $state<number | null>(null);
  playing = $state(false);
  /** Whether the steps could not be had. */
  failed = $state(false);
  #loaded = '';
  #wanted = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly step = $derived(this.at === null ? null : (this.steps?.[this.at] ?? null));
  readonly last = $derived(this.steps ? this.steps.length - 1 : 0);
  /** For each turn the step that ended it. */
  readonly turnEnds = $derived(turnEnds(this.steps ?? []));
  /** The number of the turn shown; -1 before the first, null in the present. */
  readonly turn = $derived(this.at === null ? null : (this.step?.turn?.number ?? -1));

  async load(table: string, seat: number | null, version: number, language: string, over = false): Promise<void> {
    const wanted = `${table} ${seat} ${version} ${language}`;
    this.#wanted = wanted;
    if (wanted === this.#loaded) return;
    const steps = await this.#ask(table, seat, over);
    if (this.#wanted !== wanted) return; // somebody else's view was asked for in the meantime
    this.steps = steps;
    this.seat = seat;
    this.#loaded = wanted;
  }

  /** At the end of a game all who sat there ask at once, often from one address: some have to wait. */
  async #ask(table: string, seat: number | null, over: boolean, tries = 1): Promise<ReplayStep[]> {
    try {
      const steps = await api.replay(table, seat, over);
      this.failed = false;
      return steps;
    } catch (error) {
      const busy = error instanceof RefusedError && error.code === 'too-many';
      if (busy && tries < MAX_TRIES) {
        await new Promise((done) => setTimeout(done, ASK_AGAIN));
        return this.#ask(table, seat, over, tries + 1);
      }
      this.failed = true;
      throw error;
    }
  }

  show(step: number): void {
    this.at = Math.max(0, Math.min(this.last, step));
    if (this.at === this.last) this.stop();
  }

  now(): void {
    this.stop();
    this.at = null;
  }

  /** Goes on by itself, from the start if the end is shown. A scoring stays longer. */
  play(pace: () => Pace): void {
    if (this.at === null || this.at >= this.last) this.at = 0;
    this.playing = true;
    this.#goOn(pace);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  #goOn(pace: () => Pace): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.show((this.at ?? 0) + 1);
      if (this.playing) this.#goOn(pace);
    }, watched(pace(), this.step));
  }
}

/** How long a step stays. At once there would be nothing to see. */
function watched(pace: Pace, step: ReplayStep | null): number {
  return stayOf(pace === 'at-once' ? 'quick' : pace, step !== null && momentIn(step.story) !== null);
}

export function turnEnds(steps: Pick<ReplayStep, 'turn'>[]): number[] {
  const ends: number[] = [];
  steps.forEach(({ turn }, index) => {
    if (turn) ends[turn.number] = index;
  });
  return ends;
}
