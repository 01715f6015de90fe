import { settings, type Language } from '../settings.svelte';
import type { en } from './en';
import { Spoken } from './spoken.svelte';

export type Values = Record<string, string | number>;

export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A translator for one set of words; a game's folder brings its own set. */
export function translator<Key extends string>(words: Record<Language, Record<Key, string>>) {
  return (key: Key, values?: Values): string => fill(words[settings.language][key], values);
}

export type Word = keyof typeof en;

const spoken = new Spoken<Record<Word, string>>({
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
});

/** Loads the words of the present language. */
export const { ready } = spoken;

export function t(key: Word, values?: Values): string {
  return fill(spoken.words[key], values);
}

export function sayError(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message || t('error.offline');
}
