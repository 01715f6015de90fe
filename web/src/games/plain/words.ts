import type { Choice } from '../../lib/wire';

/** 'must_capture' → 'Must capture' */
export function label(key: string): string {
  const words = key.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a choice says of itself beside its text: 'Number 7, Pot 12'. */
export function aside({ text, parts }: Choice): string {
  return Object.entries(parts ?? {})
    .filter(([key, value]) => key !== 'kind' && value !== text && ['string', 'number'].includes(typeof value))
    .map(([key, value]) => `${label(key)} ${String(value)}`)
    .join(', ');
}

/** Digits, then the letters that are no shortcut of the table. */
export const CHOICE_KEYS = '123456789abdegijklnoqtvwxyz';
