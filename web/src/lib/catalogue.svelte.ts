/** The games of the server, shared by all screens, fetched again for another language and until all are compiled. */
import { api, RefusedError } from './api';
import { sayError } from './i18n';
import { settings, type Language } from './settings.svelte';
import type { Game, Progress } from './wire';

const ASK_AGAIN = 1500;

class Catalogue {
  games = $state.raw<Game[] | null>(null);
  ready = $state.raw<Record<string, Progress>>({});
  error = $state<string | null>(null);
  /** Whether this server is closed to strangers, and the reader is one. */
  outside = $state(false);
  #language: Language | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;

  /** Called from an effect: depends on the language. */
  follow(): void {
    if (settings.language === this.#language) return;
    this.#language = settings.language;
    void this.load();
  }

  async load(): Promise<void> {
    clearTimeout(this.#again);
    try {
      const { games, ready } = await api.games();
      this.games = games;
      this.ready = ready;
      this.error = null;
      this.outside = false;
      if (games.some((game) => this.isCompiling(game.name))) this.#again = setTimeout(() => void this.load(), ASK_AGAIN);
    } catch (error) {
      this.error = sayError(error);
      this.outside = error instanceof RefusedError && error.code === 'not-invited';
      if (this.outside) return;
      this.#again = setTimeout(() => void this.load(), 2 * ASK_AGAIN);
    }
  }

  game(name: string): Game | null {
    return this.games?.find((game) => game.name === name) ?? null;
  }

  isCompiling(name: string): boolean {
    const progress = this.ready[name];
    return progress !== undefined && !progress.failed && progress.done < progress.of;
  }
}

export const catalogue = new Catalogue();
