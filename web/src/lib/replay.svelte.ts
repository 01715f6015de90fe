/** Looking back over a game: all its steps, and the one that is shown. */
import { api } from './api';
import type { ReplayStep } from './wire';

export class Replay {
  steps = $state.raw<ReplayStep[] | null>(null);
  /** The step shown; null shows the present. */
  at = $state<number | null>(null);
  #loaded = '';

  readonly step = $derived(this.at === null ? null : (this.steps?.[this.at] ?? null));
  readonly last = $derived(this.steps ? this.steps.length - 1 : 0);
  /** For each turn the step that ended it. */
  readonly turnEnds = $derived(turnEnds(this.steps ?? []));
  /** The number of the turn shown; -1 before the first, null in the present. */
  readonly turn = $derived(this.at === null ? null : (this.step?.turn?.number ?? -1));

  async load(table: string, seat: number | null, version: number): Promise<void> {
    const wanted = `${table} ${seat} ${version}`;
    if (wanted === this.#loaded) return;
    this.steps = await api.replay(table, seat);
    this.#loaded = wanted;
  }

  show(step: number): void {
    const within = Math.max(0, Math.min(this.last, step));
    this.at = within;
  }

  now(): void {
    this.at = null;
  }
}

export function turnEnds(steps: Pick<ReplayStep, 'turn'>[]): number[] {
  const ends: number[] = [];
  steps.forEach(({ turn }, index) => {
    if (turn) ends[turn.number] = index;
  });
  return ends;
}
