/** Looking back from a table: what is needed is loaded first, and all that has happened is shown. */
import { sayError } from './i18n';
import type { LiveTable } from './live.svelte';
import { Replay } from './replay.svelte';
import { settings } from './settings.svelte';
import type { TableMessage } from './wire';

export class LookBack {
  readonly replay = new Replay();
  readonly #live: LiveTable;
  readonly #table: () => TableMessage;

  constructor(live: LiveTable, table: () => TableMessage) {
    this.#live = live;
    this.#table = table;
  }

  /** Where nothing is sealed through any seat; else through the one that is looked through. */
  async load(seat = this.replay.steps && !this.#table().sealed ? this.replay.seat : this.#table().look): Promise<boolean> {
    const { id, v } = this.#table();
    this.#live.catchUp();
    try {
      await this.replay.load(id, seat, v, settings.language, this.#over);
      return true;
    } catch (error) {
      this.#live.say(sayError(error));
      return false;
    }
  }

  async show(step: number): Promise<void> {
    const { replay } = this;
    replay.stop();
    if (!(await this.load())) return;
    replay.show(step);
    if (!this.#over && replay.at === replay.last) replay.now();
  }

  async showTurn(turn: number): Promise<void> {
    if (await this.load()) await this.show(this.replay.turnEnds[turn] ?? this.replay.last);
  }

  async walk(by: number): Promise<void> {
    if (await this.load()) await this.show((this.replay.at ?? this.replay.last) + by);
  }

  async through(seat: number | null): Promise<void> {
    const at = this.replay.at ?? this.replay.last;
    if (await this.load(seat)) this.replay.show(at);
  }

  async autoplay(): Promise<void> {
    if (this.replay.playing) this.replay.stop();
    else if (await this.load()) this.replay.play(() => settings.pace);
  }

  get #over(): boolean {
    return this.#table().status === 'over';
  }
}
