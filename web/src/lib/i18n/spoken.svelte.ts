/** Words that are loaded when their language is first spoken. */
import { untrack } from 'svelte';
import { settings, type Language } from '../settings.svelte';

export class Spoken<Words> {
  #loaded = $state.raw<Partial<Record<Language, Words>>>({});
  readonly #load: Record<Language, () => Promise<Words>>;

  constructor(load: Record<Language, () => Promise<Words>>) {
    this.#load = load;
  }

  /** Loads the words of the present language. Whoever speaks waits for it once, and calls it in an effect. */
  ready = async (): Promise<void> => {
    const { language } = settings;
    if (untrack(() => this.#loaded[language])) return;
    const words = await this.#load[language]();
    this.#loaded = { ...this.#loaded, [language]: words };
  };

  /** The words of the present language; until they are there, those that were spoken before. */
  get words(): Words {
    const words = this.#loaded[settings.language] ?? this.#loaded.en ?? this.#loaded.de;
    if (!words) throw new Error('nothing is spoken yet');
    return words;
  }
}
