/** What this browser remembers about its reader. */
import { remember, remembered } from './storage';
import { PACES, type Pace } from './pace';

export type Language = 'en' | 'de';
export type Theme = 'system' | 'light' | 'dark';

const LANGUAGES: readonly Language[] = ['en', 'de'];
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

function oneOf<T extends string>(allowed: readonly T[], value: string | null, otherwise: T): T {
  return allowed.find((candidate) => candidate === value) ?? otherwise;
}

function browserLanguage(): Language {
  const preferred = typeof navigator === 'undefined' ? [] : navigator.languages;
  for (const tag of preferred) {
    const language = LANGUAGES.find((candidate) => tag.toLowerCase().startsWith(candidate));
    if (language) return language;
  }
  return 'en';
}

class Settings {
  #language = $state<Language>(oneOf(LANGUAGES, remembered('language'), browserLanguage()));
  #theme = $state<Theme>(oneOf(THEMES, remembered('theme'), 'system'));
  #sound = $state(remembered('sound') === 'on');
  #turnSound = $state(remembered('turn-sound') === 'on');
  #turnShake = $state(remembered('turn-shake') === 'on');
  #name = $state(remembered('name') ?? '');
  #pace = $state<Pace>(oneOf(PACES, remembered('pace'), 'steady'));

  get language(): Language {
    return this.#language;
  }
  set language(language: Language) {
    this.#language = language;
    remember('language', language);
  }

  get theme(): Theme {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    remember('theme', theme);
  }

  get sound(): boolean {
    return this.#sound;
  }
  set sound(on: boolean) {
    this.#sound = on;
    remember('sound', on ? 'on' : 'off');
  }

  /** Whether a sound tells that it has become the reader's turn, although the table may be silent. */
  get turnSound(): boolean {
    return this.#turnSound;
  }
  set turnSound(on: boolean) {
    this.#turnSound = on;
    remember('turn-sound', on ? 'on' : 'off');
  }

  get turnShake(): boolean {
    return this.#turnShake;
  }
  set turnShake(on: boolean) {
    this.#turnShake = on;
    remember('turn-shake', on ? 'on' : 'off');
  }

  get name(): string {
    return this.#name;
  }
  set name(name: string) {
    this.#name = name;
    remember('name', name);
  }

  get pace(): Pace {
    return this.#pace;
  }
  set pace(pace: Pace) {
    this.#pace = pace;
    remember('pace', pace);
  }

  nextTheme(): void {
    this.theme = THEMES[(THEMES.indexOf(this.#theme) + 1) % THEMES.length] ?? 'system';
  }

  /** Puts language and theme on the document; called from an effect. */
  applyTo(root: HTMLElement): void {
    root.lang = this.#language;
    if (this.#theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = this.#theme;
  }
}

export const settings = new Settings();
