/** Looking back over a game: all its steps, and the one that is shown. */
import { api } from './api';
import type { Join } from './live.svelte';
import type { Step, Turn } from './wire';

export class Replay {
  steps = $state.raw<Step[] | null>(null);
  /** The step shown; null shows the present. */
  at = $state<number | null>(null);
  #loaded = '';

  readonly step = $derived(this.at === null ? null : (this.steps?.[this.at] ?? null));
  readonly last = $derived(this.steps ? this.steps.length - 1 : 0);
  /** For each turn the step that ended it. */
  readonly turnEnds = $derived(turnEnds(this.steps ?? []));
  readonly turn = $derived.by(() => {
    if (this.at === null) return null;
    const turn = this.turnEnds.findIndex((end) => end >= (this.at ?? 0));
    return this.at === 0 ? -1 : turn;
  });

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

  /** The turn shown, as far as it had gone. */
  turnText(join: Join): Turn | null {
    if (this.at === null || this.at === 0 || !this.steps) return null;
    const seat = this.steps[this.at]?.seat ?? null;
    if (seat === null) return null;
    const texts: string[] = [];
    for (let index = this.at; index > 0; index -= 1) {
      texts.unshift(this.steps[index]?.text ?? '');
      if (this.steps[index]?.begins) break;
    }
    return [seat, texts.reduce(join)];
  }
}

export function turnEnds(steps: Pick<Step, 'begins'>[]): number[] {
  const ends: number[] = [];
  for (let index = 1; index < steps.length; index += 1) {
    if (steps[index + 1]?.begins ?? true) ends.push(index);
  }
  return ends;
}
