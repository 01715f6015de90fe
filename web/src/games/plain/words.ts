/** 'must_capture' → 'Must capture' */
export function label(key: string): string {
  const words = key.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Digits, then the letters that are no shortcut of the table. */
export const CHOICE_KEYS = '123456789abdegijklnopqtvwxyz';
