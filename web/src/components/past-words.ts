import { translator } from '../lib/i18n';

const en = {
  'past.title': 'The board cannot be drawn any more',
  'past.text': 'This game was played under version {version} of the rules, which have changed since. Its moves, its end and its record are still here.',
};

const de: Record<keyof typeof en, string> = {
  'past.title': 'Das Brett lässt sich nicht mehr zeichnen',
  'past.text': 'Diese Partie folgte Fassung {version} der Regeln, die sich seither geändert haben. Züge, Ende und Aufzeichnung sind noch da.',
};

export const words = { en, de };
export const word = translator(words);
