/** The words of the game, of the language that is spoken. */
import { fill, type Values } from '../../lib/i18n';
import { Spoken } from '../../lib/i18n/spoken.svelte';
import type { en } from './words.en';

export type Word = keyof typeof en;

const spoken = new Spoken<Record<Word, string>>({
  en: async () => (await import('./words.en')).en,
  de: async () => (await import('./words.de')).de,
});

/** Loads the words of the present language. */
export const { ready } = spoken;

export function say(key: Word, values?: Values): string {
  return fill(spoken.words[key], values);
}

/** For words whose name is put together; a name that does not exist gives the other one. */
export function sayAny(key: string, otherwise: Word, values?: Values): string {
  return say(key in spoken.words ? (key as Word) : otherwise, values);
}
