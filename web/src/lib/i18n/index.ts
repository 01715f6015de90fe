import { settings, type Language } from '../settings.svelte';
import { de } from './de';
import { en } from './en';

export type Values = Record<string, string | number>;

export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A translator for one set of words; a game's folder brings its own set. */
export function translator<Key extends string>(words: Record<Language, Record<Key, string>>) {
  return (key: Key, values?: Values): string => fill(words[settings.language][key], values);
}

export type Word = keyof typeof en;
export const t = translator<Word>({ en, de });

export function sayError(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message || t('error.offline');
}
